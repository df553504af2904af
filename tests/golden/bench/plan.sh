# Why this file exists: runs of two versions can be compared where they measure the same: what the standard runs of each benchmark
# are made of. A line has the axes, the constraint as *; warm + timed frames, projections of a frame, frames compared with the
# reference, megabytes; the constraints.
# Each standard plan and its short form, as far as it is of no device, no number of processors and no library
# that may be missing; of the projections some formulas, for whoever adds one changes no plan of others.
for short in "" --quick; do
  for name in accuracy cloth papers preservation projection scenes; do
    echo "$name${short:+ $short}"
    xpbd-bench "$name" $short --plan | awk '
      $1 ~ /\/method:(fms|pd)\// { next } # need CHOLMOD
      /reference@/ && ($1 !~ /\/backend:/ || $1 ~ /\/backend:(seq|loop)(\/|:)/) {
        name = substr($1, 1, length($1) - 1)
        match(name, /constraint:[^\/]*/)
        own = RSTART ? substr(name, RSTART + 11, RLENGTH - 11) : ""
        if (/^ *projection/ && own !~ /^(stretching|morse|tet_volume|closed_volume)$/) next
        if (RSTART) name = substr(name, 1, RSTART + 10) "*" substr(name, RSTART + RLENGTH)
        sub(/^[^\/]*\//, "", name)
        gsub(/reference@|,/, "", $7)
        key = name "  " $2 "  " $5 "  " $7 "  " $8
        if (!(key in all)) keys[++count] = key
        all[key] = all[key] " " own
      }
      END { for (i = 1; i <= count; i++) print "  " keys[i] " " all[keys[i]] }' | sed 's/ *$//'
  done
  # Of devices the names alone: whether there is one is of the machine.
  echo "gpu${short:+ $short}"
  xpbd-bench gpu $short -a backend=cuda,opencl --benchmark_list_tests | sed 's/^gpu/ /'
done
