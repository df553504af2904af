#!/bin/sh
# Why this file exists: a row of answers has a time only if its answer is right. Here are rows that are not.
# usage: answers.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
one="-a workload=slide -a backend=seq -a precision=f32"
# is BENCH STATUS WORD ARGUMENT...: the row of a run without times has this status, and WORD among its lines
is() {
  program=$1 status=$2 word=$3
  shift 3
  "$program" answers --validate only --quiet --progress off --json run.json "$@" >output 2>&1 </dev/null
  grep -q "\"status\": \"$status\"" run.json && grep -q -- "$word" run.json
}
# shellcheck disable=SC2086 # words
{
  check "a recorded setting" is "$bench" ok '"checked": "hash=recorded@24 frames' $one -a substeps=8 -a iterations=1
  check "its error is within the tolerance" grep -q '"name": "error", .*"pass": true' run.json
  check "its error is a number of the row" grep -q '"error": 0.00[0-9]' run.json
  check "a setting of one's own" is "$bench" ok '"checked": "hash=seq@24 frames' $one -a substeps=9 -a iterations=3
  check "a setting above the tolerance" is "$bench" invalid '"reason": "error: ' $one -a substeps=1 -a iterations=1
  control "with numbers" is "$bench" ok '"checked"' $one -a substeps=1 -a iterations=1
  check "a tolerance that no setting of that kind reaches" is "$bench" skipped 'no recorded setting of that kind is within 0.1%' \
    $one -a tolerance=0.1% -a iterations=64

  check "a tolerance near the error of the answer itself" is "$bench" skipped 'the recorded answer is only known to 0.093 %' \
    -a workload=flag -a backend=seq -a tolerance=0.1%
  control "an answer that is known well" is "$bench" skipped 'is only known to' $one -a tolerance=0.1%

  # The same program with recorded hashes that were changed.
  mkdir -p bin share/xpbd && cp "$bench" bin/xpbd-bench && cp -R "$source/data/workloads" share/xpbd/
  check "a copy" is bin/xpbd-bench ok '"checked": "hash=recorded@24 frames' $one -a substeps=8 -a iterations=1
  sed '/^slide.xpbd.f32.8.1.0/{s/[0-8]$/9/;t;s/.$/0/;}' share/xpbd/workloads/errors.tsv >changed.tsv
  control "the recorded hash was not changed" cmp -s changed.tsv share/xpbd/workloads/errors.tsv
  cp changed.tsv share/xpbd/workloads/errors.tsv
  check "another recorded hash" is bin/xpbd-bench invalid '"reason": "state equals the reference: ' $one -a substeps=8 -a iterations=1
  rm share/xpbd/workloads/slide.tsv
  check "no recorded answer" is bin/xpbd-bench skipped 'slide.tsv: cannot be read' $one -a substeps=8 -a iterations=1
}

# refused WORDS ARGUMENT...: the command line is refused with these words
refused() {
  words=$1
  shift
  "$bench" "$@" >output 2>&1 </dev/null
  [ $? -eq 1 ] && grep -q -- "$words" output && [ "$(wc -l <output)" -eq 1 ]
}
check "a setting in the closed division" refused 'the closed division finds its settings itself' score -a substeps=8
control "in the open one" refused 'the closed division' score --division open -a substeps=8 --plan
check "a division without a score" refused 'division goes with score' answers --division open
check "a record without a score" refused 'record goes with score' answers --record machine.tsv
check "a score among others" refused 'score is a run of its own' score cloth
check "a score with its run" refused 'leave the benchmarks out: xpbd-bench --resume RUN continues a score' score cloth --resume run
check "a plan that is too long for its time" sh -c \
  '"$1" score --plan --quick -a backend=seq 2>&1 </dev/null | grep -q "^time: at most about 15 s, though all points need at least about "' sh "$bench"
control "one that fits" sh -c '"$1" cloth --plan -a size=5 2>&1 </dev/null | grep -q "^time: .*though"' sh "$bench"
check "errors of no time" refused 'errors "soon"' cloth --errors soon
check "a score that leaves workloads out is invalid" sh -c \
  '"$1" score -a workload=slide -a backend=seq --quiet --progress off --total-budget 2s 2>&1 </dev/null | grep -q "cloth_41: missing"' sh "$bench"
# ends CODE ARGUMENT...: a score of one workload ends with this code
ends() {
  expected=$1
  shift
  "$bench" score -a workload=slide -a backend=seq --quiet --progress off --quick --total-budget 2s "$@" >output 2>&1 </dev/null
  [ $? -eq "$expected" ]
}
check "an invalid score ends with 2" ends 2
check "and says so" grep -q '^score: none with seq, INVALID; closed division; ' output
control "and not the contrary" grep -q ', VALID;' output
echo mine >mine
check "a record in a file of somebody else" refused 'record: mine exists and is no record of a score; give another name' \
  score -a workload=slide -a backend=seq --record mine
cp "$source/data/workloads/machine.tsv" .
check "a record ends with 0" ends 0 --record machine.tsv
control "an older record stays" cmp -s machine.tsv "$source/data/workloads/machine.tsv"
check "axes choose among the standard benchmarks" sh -c \
  '"$1" -a size=5 -a backend=seq --benchmark_list_tests | grep -q "^cloth/" && ! "$1" -a size=5 -a backend=seq --benchmark_list_tests | grep -q "^answers"' sh "$bench"
finish
