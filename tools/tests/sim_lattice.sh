# Why this file exists: the lattice scenes run with the same command as the others, with frames, measures and hash, by
# position Verlet and by XPBD.
. "$(dirname "$0")/common.sh"

# value FILE ROW COLUMN: a number of a table, by the name of the column; row 0 is the first frame.
value() {
  awk -F '\t' -v row="$2" -v name="$3" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
    NR == row + 2 { print $c }' "$1"
}
# near A B PART: they differ by at most PART of B.
near() {
  awk -v a="$1" -v b="$2" -v part="$3" '
    BEGIN { d = a - b; if (d < 0) d = -d; l = b < 0 ? -b : b; exit !(a != "" && d <= part * l) }'
}

for scene in stack_a stack_b stack_c wedge friction_box friction_shape balls; do # by seven steps golden/sim/scenes.sh has them
  check "$scene in six steps" succeeds "$scene" --frames 2 --quiet --method verlet-6
  check "$scene by XPBD" succeeds "$scene" --frames 2 --quiet --method xpbd
done

check "friction_box" succeeds friction_box --frames 100 --quiet --measure "$work/box.tsv"
# A block of 2 m/s with mu = 0.3 stops after v^2 / (2 mu g) = 0.680 m; measured 0.6803 m.
check "friction stops it there" near "$(value "$work/box.tsv" 100 distance_m)" 0.680272 0.02
# It began with 20 J. The springs keep the rest, measured 0.02 J.
check "it rests" near "$(value "$work/box.tsv" 100 kinetic_J)" 0.1 1
check "time" near "$(value "$work/box.tsv" 100 time_s)" 1 1e-9
check "total is the sum" near "$(value "$work/box.tsv" 50 total_J)" \
  "$(awk -v a="$(value "$work/box.tsv" 50 kinetic_J)" -v b="$(value "$work/box.tsv" 50 elastic_J)" \
    -v c="$(value "$work/box.tsv" 50 gravitational_J)" 'BEGIN { printf "%.17g", a + b + c }')" 1e-12
check "without friction" succeeds friction_box --frames 100 --friction 0 --quiet --measure "$work/free.tsv"
check "it slides on" near "$(value "$work/free.tsv" 100 distance_m)" 2 0.01
control "friction does nothing" near "$(value "$work/free.tsv" 100 distance_m)" 0.680272 0.02

# hash_of ARGUMENT...: the hash of a run.
hash_of() {
  run friction_box --frames 5 --quiet --hash "$@"
  cat "$work/out"
}
reference=$(hash_of)
check "a hash" [ ${#reference} -eq 16 ]
check "the same again" same "$reference" "$(hash_of)"
check "the standard method by name" same "$reference" "$(hash_of --method verlet-7)"
for option in "--method verlet-6" "--method xpbd" "--friction 0.2" "--youngs-modulus 2e5" "--compliance 1e-5" "--damping 1" \
  "--speed 1" "--substeps 100" "--gravity 9" "--mass 9" "--size 2.5" "--resolution 4" "--settle 0.1" "--drop 0.1" \
  "--restitution 0.5 --drop 0.1" "--contact-radius 0.2" "--pins top"; do
  check "$option is taken" succeeds friction_box --frames 5 --quiet --hash $option
  control "$option changes nothing" same "$reference" "$(cat "$work/out")"
done

# The same body stops at the same position by XPBD.
check "by XPBD" succeeds friction_box --method xpbd --precision double --frames 100 --quiet --measure "$work/xpbd.tsv"
slid() { awk -v a="$(value "$1" 0 centre_x_m)" -v b="$(value "$1" 100 centre_x_m)" 'BEGIN { printf "%.17g", b - a }'; }
check "friction stops it there, too" near "$(slid "$work/xpbd.tsv")" 0.680272 0.02
control "nothing stops it" near "$(slid "$work/free.tsv")" 0.680272 0.02

check "without springs, by XPBD" succeeds wedge --method xpbd --frames 1 --quiet --measure "$work/bare.tsv"
check "nothing is strained" same "$(sed 1d "$work/bare.tsv" | cut -f 9,10 | sort -u)" "$(printf 'nan\tnan')"
control "nothing of a box" same "$(sed 1d "$work/xpbd.tsv" | cut -f 9,10 | sort -u)" "$(printf 'nan\tnan')"

finish
