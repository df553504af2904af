# Why this file exists: the lattice scenes run by the same command as the others: frames, measures, hash; and options
# that do not fit them are refused by name.
. "$(dirname "$0")/common.sh"

# value FILE ROW COLUMN: of a table, by the name of the column; row 0 is the first frame.
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

check "list" succeeds --list
scenes=$(sed -n '/^Lattice scenes/,/^$/s/^  \([a-z][a-z_]*\)  .*/\1/p' "$work/out")
check "lattice scenes are listed" same "$(echo "$scenes" | wc -l)" 7
for scene in $scenes; do
  check "$scene" succeeds "$scene" --frames 2 --quiet
done

out=$work/box
check "friction_box" succeeds friction_box --frames 100 --out "$out" --every 50 --measure "$work/box.tsv"
check "summary" has "$work/out" "friction_box on seven-step Verlet \(45 nodes, 232 springs"
check "nodes of the OBJ" same "$(grep -c '^v ' "$out/frame_0100.obj")" 45
check "springs of the OBJ" same "$(grep -c '^l ' "$out/frame_0100.obj")" 232
check "springs of the VTK" has "$out/frame_0100.vtk" "^LINES 232 696"
check "rows" same "$(wc -l <"$work/box.tsv")" 102
check "columns" same "$(awk -F '\t' '{print NF}' "$work/box.tsv" | sort -u)" 20
check "all are numbers" same "$(tail -n +2 "$work/box.tsv" | grep -ciE 'nan|inf')" 0
for key in scene particles springs scheme "time step" friction ending hash; do
  check "run.txt: $key" has "$out/run.txt" "^$key: ."
done
# A block of 2 m/s with mu = 0.3 stops after v^2 / (2 mu g) = 0.680 m; measured 0.6803 m.
check "friction stops it there" near "$(value "$work/box.tsv" 100 distance_m)" 0.680272 0.02
# It began with 20 J; what is left swings in the springs, measured 0.02 J.
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
check "the standard scheme by name" same "$reference" "$(hash_of --scheme seven-step)"
for option in "--scheme six-step" "--friction 0.2" "--stiffness 2e5" "--damping 1" "--speed 1" "--time-step 1e-4" \
  "--gravity 9" "--mass 9" "--resolution 4" "--settle 0.1" "--drop 0.1" "--restitution 0.5 --drop 0.1"; do
  check "$option is taken" succeeds friction_box --frames 5 --quiet --hash $option
  control "$option changes nothing" same "$reference" "$(cat "$work/out")"
done

for option in "--substeps 2" "--iterations 2" "--constraint morse" "--pins top" "--method pbd" "--threads 2" \
  "--compliance 1" \
  "--precision double" "--wind 1,0,0" "--backend seq" "--size 2" "--bending none"; do
  check "$option" fails 1 "${option%% *} does not fit friction_box, a lattice scene" friction_box $option
done
for option in "--scheme six-step" "--restitution 1" "--speed 1" "--time-step 1e-4" "--sweeps 3" "--drop 1" \
  "--settle 1"; do
  check "$option" fails 1 "${option%% *} does not fit cloth, a scene of constraints" cloth $option
done
check "no lattice in it" fails 1 "--resolution does nothing in wedge" wedge --resolution 4
check "scheme" fails 1 "did you mean 'six-step'?" friction_box --scheme six-stpe
check "unstable step" fails 1 "it must be below" friction_box --time-step 1
check "frame shorter than a step" fails 1 "--frame-time of 1e-09 s is less than the time step" \
  friction_box --frame-time 1e-9
check "restitution" fails 1 "--restitution must be a number from 0 to 1" friction_box --restitution 2
check "misspelt" fails 1 "did you mean 'friction_box'?" friction_bxo
finish
