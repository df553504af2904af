#!/bin/sh
# Why this file exists: the oracle must notice a change of any number in the JSON and the tables of a run. One number of
# each kind is changed alone (each.pl). Properties that only some runs have are tested here, too: shards, processes,
# settings. Usage: each.sh SOURCE PATH_OF_XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/oracle/begin.sh"

# measure FOLDER OPTION...: a few rows of three benchmarks, one of which is skipped.
measure() {
  mkdir "$1"
  to=$1
  shift
  "$bench" cloth projection papers -a size=6 -a iterations=2 -a threads=2 -a constraint=stretching -a row=energy_torus_linear_xpbd \
    --frames 7 --warm 1 --min-episodes 10 --max-episodes 10 --rel-err 0.000000001 --benchmark_color=false --progress off \
    --json "$to/results.json" --tsv "$to/results.tsv" "$@" >"$to/console" 2>output </dev/null
}
# kept FOLDER OPTION...: with a journal and known samples.
kept() {
  folder=$1
  shift
  measure "$folder" --journal "$folder/real.jsonl" "$@" && perl "$here/samples.pl" 10 7 <"$folder/real.jsonl" | perl "$here/../resum.pl" >"$folder/samples.jsonl" &&
    "$bench" --resume "$folder" --benchmark_out "$folder/rows.csv" --benchmark_out_format csv >"$folder/console" 2>output </dev/null
}
right() { perl "$here/oracle.pl" "$source" "$1" >output 2>&1; }
each() { perl "$here/each.pl" "$source" "$1" >output 2>&1; }

check "a small run" kept small -a backend=omp
check "its numbers" right small
check "each of them is seen when it is another one" each small
# An oracle that ignores one of them is noticed.
mkdir blind
cp "$here"/*.pl blind
sed -i '/: launches"/d' blind/asked.pl
cmp -s blind/asked.pl "$here/asked.pl" && check "the edit for the control did nothing" false
blind() { perl blind/each.pl "$source" small >output 2>&1 || ! grep -q 'launches: .* is not noticed' output; }
control "an oracle that counts no processes" blind

# A shard with its own settings; each row of another shard says so.
check "a shard" measure shard --journal shard/samples.jsonl -a backend=seq,omp -a precision=f32,f64 --shard 2/3 --seed 7 \
  --order shuffle --note "one of three" --total-budget 90s
check "its numbers" right shard
wrong "the shard of a row" shard/results.json 's/("axes": \{[^}]*\},\s*"shard": )(\d)/$1 . ($2 % 3 + 1)/e'
wrong "the shard of the run" shard/results.json 's/("index": )2/${1}1/'
wrong "how many shards there are" shard/results.json 's/("count": )3/${1}2/'
wrong "the seed" shard/results.json 's/("seed": )7/${1}1/'
wrong "the order" shard/results.json 's/("order": ")shuffle/${1}blocks/'
wrong "a note" shard/results.json 's/("note": ")one/${1}two/'
wrong "a budget" shard/results.json 's/("total_budget_s": )90/${1}91/'
wrong "bytes of a particle in double as in float" shard/results.json 's/("per_particle": )(16\d\.\d+)/$1 . $2 \/ 2/e'
noticed oracle.pl "$source" shard

# Several processes keep no samples; the numbers follow from their medians.
together() { perl "$here/processes.pl" "$source" "$1" >output 2>&1; }
check "processes" measure processes -a backend=seq --processes 2 --exclude '^projection|^papers'
check "their numbers" together processes
wrong "how many processes" processes/results.json 's/("launches": )2/${1}1/'
wrong "the median of one process" processes/results.json 's/("medians_s": \[\s*\d\.\d*?)([1-9])/$1 . ($2 % 9 + 1)/e'
wrong "an end of the interval" processes/results.json 's/("lo95": )([0-9.e-]+)/$1 . 0.999 * $2/e'
wrong "what is between them" processes/results.json 's/("between": )([0-9.e-]+)/$1 . 2 * $2/e'
wrong "frames per second" processes/results.json 's/("fps": \{\s*"median": )([0-9.e+]+)/$1 . 1.001 * $2/e'
noticed processes.pl "$source" processes
finish
