# Why this file exists: users compare machines, backends and thread counts by --hash. It is the last line, and in group
# order it is the same for all. (xpbd-validate compares backends in depth.)
. "$(dirname "$0")/common.sh"

small="cloth --resolution 12 --frames 20 --iterations 5 --quiet --hash"

# hash_of ARGUMENT...: the hash of a run.
hash_of() {
  run $small "$@"
  cat "$work/out"
}
is_hash() { echo "$1" | grep -qE '^[0-9a-f]{16}$'; }

check "a run with everything on" succeeds cloth --resolution 12 --frames 3 --out "$work/o" --hash
check "the last line is the hash" is_hash "$(tail -n 1 "$work/out")"
check "alone when quiet" is_hash "$(hash_of --backend seq)"

has_omp=yes
"$sim" --list | grep -q '^  omp  *ready' || { has_omp=no; echo "left out: omp (not in this build)"; }
formulas=$("$sim" --list=json | sed -n '/"formulas"/,$s/.*"name": "\([a-z_]*\)", "about".*"element": "edges".*/\1/p')
check "formulas are listed" [ "$(echo "$formulas" | wc -l)" -gt 4 ]
formulas="$(echo "$formulas" | head -n 1) $(echo "$formulas" | tail -n 1)" # the first and the last
for precision in float double; do
  for formula in $formulas; do
    reference=$(hash_of --backend seq --precision $precision --constraint "$formula")
    check "$formula, $precision" is_hash "$reference"
    check "$formula, $precision, lane by lane" same "$reference" \
      "$(hash_of --backend seq --lanes 1 --precision $precision --constraint "$formula")"
    [ $has_omp = yes ] || continue
    for threads in 1 3 8; do
      check "$formula, $precision, omp with $threads threads" same "$reference" \
        "$(hash_of --backend omp --threads $threads --precision $precision --constraint "$formula")"
    done
  done
done

reference=$(hash_of --backend seq)
double=$(hash_of --backend seq --precision double)
check "float by the library's word" same "$reference" "$(hash_of --backend seq --precision f32)"
check "double by the library's word" same "$double" "$(hash_of --backend seq --precision f64)"
control "the words are one precision" same "$reference" "$(hash_of --backend seq --precision f64)"
control "another precision has the same hash" same "$reference" "$double"
control "another material has the same hash" same "$reference" "$(hash_of --backend seq --compliance 1e-4)"
control "another order has the same hash" same "$reference" "$(hash_of --backend seq --order mesh)"
control "one frame less has the same hash" same "$reference" "$(hash_of --backend seq --frames 19)"
control "text counted as a hash" is_hash "0123456789abcdeg"
finish
