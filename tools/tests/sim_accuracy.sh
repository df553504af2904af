# Why this file exists: --accuracy tells how far a run is from the converged answer, and what would help. This tests
# runs with a known answer, and the time limit. Usage: sh sim_accuracy.sh PATH_OF_XPBD_SIM.
. "$(dirname "$0")/common.sh"

# says PATTERN ARGUMENT...: the run is compared, and a line of the output matches.
says() {
  pattern=$1
  shift
  succeeds "$@" --accuracy --backend seq && has "$work/out" "$pattern"
}

printf "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n" >"$work/one.obj" # it lies: all of it is its highest part

# A pendulum with long time steps: shorter ones help; more iterations of its one rod, or double, do not.
swing="pendulum --frames 24 --substeps 4"
check "a pendulum in long steps" says "^not converged: this run is [1-9][0-9.]* % off" $swing
cp "$work/out" "$work/long"
check "shorter steps help" has "$work/long" "^what helps most: 4 x time steps; "
check "in four lines of errors" same "$(grep -cE '^  (shape|sag|energy|time) ' "$work/long")" 4
cheap=$(sed -n 's/^cheapest within 1 %: \(--substeps [0-9]* --iterations [0-9]*\).*/\1/p' "$work/long")
check "a setting is named" same "${cheap%% *}" --substeps
check "it is within 1 %" says "^converged: " pendulum --frames 24 $cheap
control "the first one is" says "^converged: " $swing
check "two particles at rest" says "^converged: .*[(]< 0.001 %[)]$" pendulum --frames 3 --gravity 0
check "nothing can move" says "^accuracy: nothing moves, so there is nothing to compare$" cloth --pins top --mesh "$work/one.obj" --frames 3

check "what is refused is said" says "^  4 x time steps: in a time step of .* too little for precision f32" pendulum --frames 24 --precision f32
check "and has no error" has "$work/out" "^  time .* refused "

# A lattice iterates over its contacts until they are solved.
check "a box that slides" says "^converged: " friction_box --frames 5
check "its sweeps are no work" has "$work/out" "^cheapest within 1 %: .*--iterations 200"

# A sheet that crumples: the smallest disturbance changes where it ends.
check "a sheet that crumples" says "^chaotic: a start that differs in float's last digit" cloth_on_sphere --resolution 15 --frames 60
control "a pendulum does" has "$work/long" "^chaotic"

# A single over-relaxed iteration of each step has another limit. The reference is that of the plain run.
sheet="cloth --size 2 --resolution 11 --area-density 0.2 --constraint stretching:k=1,alpha=1e-2 --damping 0 --frames 12 --substeps 64 --iterations 1"
check "over-relaxed short steps" says "^not converged: " $sheet --omega 1.5
control "plain ones" says "^not converged: " $sheet

# Time limits.
check "no time for it" says "^undecided: no time for a reference; .* --accuracy-time [0-9]+ " cloth --resolution 41 --frames 100 \
  --accuracy-time 0.1
check "which is said before" has "$work/out" "twins of it for at most 0.1 s"
begun=$(date +%s)
check "some time" says "^(undecided|not converged)" cloth --resolution 41 --frames 60 --accuracy-time 2
check "is kept" [ $(($(date +%s) - begun)) -le 20 ]
"$sim" cloth --resolution 61 --frames 400 --accuracy --accuracy-time 3600 >"$work/out" 2>"$work/err" </dev/null &
process=$!
sleep 1
kill -s INT $process
wait $process
check "interrupted: exit code" same "$?" 130
check "interrupted: one line" grep -qE "^xpbd-sim: interrupted" "$work/err"

check "no damping of a step" succeeds cloth --resolution 3 --accuracy --global-damping 0 --dry-run
check "a run that blows up" fails 3 "the run itself did not finish, so nothing was compared" cloth --resolution 5 --gravity 1e37 --accuracy
control "a run that does not" fails 3 "" pendulum --frames 3 --accuracy
finish
