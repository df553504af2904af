# Why this file exists: runs of two versions can be compared if they measure the same. Records the standard runs of each
# benchmark. A line has the axes with the constraint, or else the order, as *; warm-up + timed frames, projections of a
# frame, frames compared with the reference, megabytes; what * stands for. A line of gpu ends with its backends and
# strategies. Each standard plan and its short form is here, without devices, numbers of processors and optional
# libraries. Of the projections only some formulas are listed, so that a new formula changes no plan of others.
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
        if (!RSTART && match(name, /order:[a-z]*/)) {
          own = substr(name, RSTART + 6, RLENGTH - 6)
          name = substr(name, 1, RSTART + 5) "*" substr(name, RSTART + RLENGTH)
        }
        sub(/^[^\/]*\//, "", name)
        gsub(/reference@|,/, "", $7)
        key = name "  " $2 "  " $5 "  " $7 "  " $8
        if (!(key in all)) keys[++count] = key
        all[key] = all[key] " " own
      }
      END { for (i = 1; i <= count; i++) print "  " keys[i] " " all[keys[i]] }' | sed 's/ *$//'
  done
  # Only the names of devices: the machine decides whether there is one.
  echo "gpu${short:+ $short}"
  xpbd-bench gpu $short -a backend=cuda,opencl --benchmark_list_tests | awk '
    { sub(/^gpu\//, "  ")
      match($0, /backend:[a-z]*\//)
      own = substr($0, RSTART + 8, RLENGTH - 9)
      key = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
      match(key, /strategy:[a-z]*\//)
      own = own ":" substr(key, RSTART + 9, RLENGTH - 10)
      key = substr(key, 1, RSTART - 1) substr(key, RSTART + RLENGTH)
      if (!(key in all)) keys[++count] = key
      all[key] = all[key] " " own }
    END { for (i = 1; i <= count; i++) print keys[i] " " all[keys[i]] }'
done
