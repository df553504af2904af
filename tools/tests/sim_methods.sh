# Why this file exists: every method of the list runs, differs from the others, and accepts only its own options.
# Mistakes in constraint specifications give one line. What a run left out is reported.
. "$(dirname "$0")/common.sh"

small="cloth --resolution 12 --frames 12 --iterations 10 --quiet"

# hash_of ARGUMENT...: the hash of a run.
hash_of() {
  run $small --hash "$@"
  cat "$work/out"
}

reference=$(hash_of)
check "a hash" [ ${#reference} -eq 16 ]
check "xpbd is the standard" same "$reference" "$(hash_of --method xpbd)"
for method in pbd pbd-scaled energy energy-line14 jacobi jacobi-mean; do
  check "$method runs" succeeds $small --hash --method $method
  control "$method is xpbd" same "$reference" "$(cat "$work/out")"
done
control "pbd-stiffness does nothing" same "$(hash_of --method pbd)" "$(hash_of --method pbd --pbd-stiffness 0.5)"
control "scaling does nothing" same "$(hash_of --method pbd --pbd-stiffness 0.5)" \
  "$(hash_of --method pbd-scaled --pbd-stiffness 0.5)"
control "theta does nothing" same "$(hash_of --method energy)" "$(hash_of --method energy --theta 2)"
control "omega does nothing" same "$(hash_of --method jacobi)" "$(hash_of --method jacobi --omega 1.5)"
control "jacobi is the printed mean" same "$(hash_of --method jacobi)" "$(hash_of --method jacobi-mean)"
check "jacobi has no order" same "$(hash_of --method jacobi)" "$(hash_of --method jacobi --order mesh)"
run $small --method fms
if [ "$code" -ne 0 ] && grep -q "CHOLMOD\|libsuitesparse" "$work/err"; then
  check "one line says what is missing" same "$(wc -l <"$work/err")" 1
  echo "left out: fms and pd (built without CHOLMOD)"
else
  springs=$(hash_of --method fms)
  check "pd without its terms is fms" same "$springs" "$(hash_of --method pd)"
  control "fms is xpbd" same "$springs" "$reference"
  control "triangles do nothing" same "$springs" "$(hash_of --method pd --pd-triangle-weight 1e4)"
  control "the limit does nothing" same "$(hash_of --method pd --pd-triangle-weight 1e4)" \
    "$(hash_of --method pd --pd-triangle-weight 1e4 --pd-strain-limit 0.1)"
  control "bending does nothing" same "$springs" "$(hash_of --method pd --pd-bending-weight 10)"
  check "its files" succeeds $small --method pd --pd-bending-weight 1 --out "$work/pd" --measure "$work/pd.tsv"
  check "its record" has "$work/pd/run.txt" "^bending weight: 1$"
  check "its measures" same "$(wc -l <"$work/pd.tsv")" 14
fi

# Specifications of constraints.
check "a model" succeeds $small --constraint sbd
check "a formula of triangles" succeeds $small --constraint sbd_stretch
check "of pairs of triangles" succeeds $small --constraint distance_bending
check "several with values" succeeds $small \
  --constraint "stretching:k=5,alpha=1e-5+distance_bending:alpha=1e+2,beta=0.1"
check "the same by options" same "$(hash_of --constraint stretching:k=5,alpha=1e-4)" \
  "$(hash_of --stiffness 5 --compliance 1e-4)"
control "values do nothing" same "$(hash_of --constraint morse:k=5)" "$(hash_of --constraint morse:k=6)"

finish
