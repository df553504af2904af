#!/bin/sh
# Why this file exists: tests the library inside programs that do what it cannot forbid: other floating-point modes,
# fork(), several threads, and limits of threads.
# usage: host.sh SOURCE FLOATS PROCESSES SIM BENCH
set -u
source=$1 floats=$2 processes=$3 sim=$4 bench=$5
. "$source/tests/common.sh"
unset OMP_NUM_THREADS OMP_THREAD_LIMIT OMP_MAX_ACTIVE_LEVELS OMP_DYNAMIC OMP_STACKSIZE GOMP_STACKSIZE KMP_STACKSIZE

check "the host's floating-point modes" quiet "$floats" "$work"

# Every line has the same state: "WHO: 0123456789abcdef".
run() { quiet "$processes" "$@"; }
same() { # same LINES COMMAND...
  lines=$1
  shift
  run "$@" && [ "$(grep -cE ': [0-9a-f]{16}$' "$work/output")" -eq "$lines" ] &&
    [ "$(wc -l <"$work/output")" -eq "$lines" ] && [ "$(sed 's/.*: //' "$work/output" | sort -u | wc -l)" -eq 1 ]
}
for backend in seq omp; do check "fork() after a step of $backend" same 3 fork "$backend"; done
if run fork opencl && grep -q '^parent: [0-9a-f]\{16\}$' "$work/output"; then
  check "fork() after a step of opencl: a clear error" [ "$(grep -c '^child.*before fork()' "$work/output")" -eq 2 ]
else
  check "fork() and opencl, which cannot run here" grep -q '^parent: ' "$work/output"
fi
if run naked; then
  echo "left out: this OpenMP survives fork()"
else
  control "OpenMP hangs after fork()" same 3 naked
fi
check "ten solvers in two threads" same 10 threads
check "created in one thread, stepped in another" same 1 worker

# Where a thread cannot be started, every command says so.
why="can be started here: "
check "threads whose stacks are too large" sh -c "OMP_STACKSIZE=1000G '$processes' worker | grep -q '^creator: .*$why'"
check "threads whose stacks are too small" sh -c "OMP_STACKSIZE=48K '$processes' worker | grep -q '^creator: .*48 KiB is too small'"
check "and one that the runtime does not take" sh -c "OMP_STACKSIZE=1K '$processes' worker | grep -q '^worker: [0-9a-f]*$'"
control "stacks that are not" sh -c "OMP_STACKSIZE=1M '$processes' worker | grep -q '$why'"
ends() { # ends EXIT COMMAND...
  wanted=$1
  shift
  OMP_STACKSIZE=1000G quiet "$@"
  [ $? -eq "$wanted" ] && grep -qF "$why" "$work/output"
}
check "xpbd-sim" ends 1 "$sim" cloth --resolution 9 --backend omp --threads 2 --frames 2
results=$work/results.json
check "xpbd-bench: a row says why it has no time" ends 5 "$bench" cloth -a size=5 -a backend=omp -a threads=2 \
  --json "$results"
check "and its results are written" grep -qF "$why" "$results"
limits() {
  run limits && ! grep -qE '^the child|^worker: [^0-9a-f]*$' "$work/output"
}
check "few processes" limits
if grep -q "$why\|no worker" "$work/output"; then
  check "which are too few for some" grep -qE "^worker: [0-9a-f]{16}$" "$work/output"
else
  echo "left out: limits of processes (there are none here)"
fi
finish
