#!/bin/sh
# Why this file exists: a resumed run judges the data of its journal as if it had measured them now: drift, peers,
# duration.
# usage: past.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
. "$source/benches/tests/journals.sh"

# Times that rise from episode to episode show drift: 40 of them have an autocorrelation above 13 episodes. The rounded
# mean of equal times equals none of them.
mkdir forty
"$bench" cloth -a size=10 -a constraint=stretching -a backend=seq --frames 1 --warm 0 --min-episodes 40 --max-episodes 40 \
  --quiet --journal forty/samples.jsonl >out 2>err </dev/null
check "forty episodes of a frame" [ "$(grep -c '"samples_s": \[[0-9.e-]*\], "sum"' forty/samples.jsonl)" -eq 40 ]
lasted() { # STEP [OPTION...]: results in ./lasts of a journal whose frames take 0.1 s, plus STEP per episode; half of it was waiting
  step=$1
  shift
  rm -rf lasts
  mkdir lasts
  sed -e '/"ended"/d' -e 's/"timed_s": [^,]*/"timed_s": 10/; s/"stalled_s": [^,]*/"stalled_s": 5/' forty/samples.jsonl |
    LC_ALL=C awk -v step="$step" '/"samples_s"/ { sub(/\[.*\]/, sprintf("[%.6g]", 0.1 + step * ++n)) } { print }' | resum >lasts/samples.jsonl
  resume lasts "$@"
}
lone() { grep -q -F "\"1 point $1" lasts/results.json; }
check "times that rise" lasted 0.01
check "are warned of" lone 'drifted (autocorrelation above 5 episodes): its +- is optimistic"'
check "as is who else was there" lone 'was measured while tasks waited for a processor"'
check "times that are equal" lasted 0
check "are of the same point" lone 'was measured while tasks waited for a processor"'
control "which does not drift" lone drifted
# Fewer episodes than the journal has: with other limits a resumed run may need fewer. It must resume from that, too.
check "twenty of forty are enough" lasted 0.01 --min-episodes 10 --max-episodes 20
check "as its end says" grep -q '"ended": {.*"episodes": 20,' lasts/samples.jsonl
results lasts/results.json >lasts.results
check "it goes on once more" resume lasts
results lasts/results.json >lasts.again
check "with the same rows and points" same lasts.again lasts.results

mkdir whole
check "a whole run" run --journal whole/samples.jsonl
# The journal has the start of the run and the time it took so far.
earlier() { # SED-EDIT: results in ./earlier of the whole journal with that edit
  rm -rf earlier
  mkdir earlier
  sed "$1" whole/samples.jsonl | resum >earlier/samples.jsonl
  resume earlier
}
check "a run of another day" earlier '1s/"started": "[^"]*"/"started": "2001-02-03T04:05:06Z"/'
check "began on that day" grep -q '^    "started": "2001-02-03T04:05:06Z",$' earlier/results.json
check "a run that took 50 s" earlier 's/"at_s": [0-9.e-]*/"at_s": 50/'
check "took them, and little more" [ "$(grep -c '^    "seconds": [5-7][0-9][.,]' earlier/results.json)" -eq 1 ]

# Earlier measurements are peers of new ones.
mkdir peers
"$bench" cloth -a size=11 -a constraint=stretching -a iterations=5 -a backend=seq,omp --benchmark_dry_run --quiet \
  --journal peers/samples.jsonl >out 2>err </dev/null
peer() { # SED-EDIT: resume from the rows of seq, with that edit
  rm -rf bad
  mkdir bad
  sed -e '/"\(point\|name\)": "[^"]*backend:omp/d' -e "$1" peers/samples.jsonl | resum >bad/samples.jsonl
  resume bad
}
if grep -q '"ended": {"name": "[^"]*backend:omp' peers/samples.jsonl; then
  check "one of two backends is left" peer ''
  control "which ends in the same state" grep -q 'another state' bad/results.tsv
  control "a state that seq did not end in" peer '/"ended"/s/"state_hash": "[0-9a-f]*"/"state_hash": "0123456789abcdef"/'
  check "is a failed check" [ $code -eq 2 ]
  check "of omp" grep -q 'state agrees with the other points: [0-9a-f]* instead of 0123456789abcdef' bad/results.tsv
  check "and of seq" grep -q 'ends in another state than cloth[^[:space:]]*backend:omp' bad/results.tsv
else
  echo "skipped: peers measured before (omp is not built)"
fi
finish
