# Why this file exists: what the tests of runs that go on have in common: a small run with a journal, how it is gone on with, and what of
# its results does not depend on the machine. Sourced behind tests/common.sh, with $bench.
# shellcheck shell=sh disable=SC2034,SC2154
# Fixed numbers of episodes and frames: nothing but the times depends on the machine.
plan="cloth -a size=11,21 -a constraint=stretching,stvk -a iterations=5 -a backend=seq --benchmark_dry_run"
# shellcheck disable=SC2086
run() { "$bench" $plan --quiet "$@" >out 2>err </dev/null; }
resume() { "$bench" --resume "$@" >out 2>err </dev/null; code=$?; cat err >output; return "$code"; }
# facts FILE.tsv: what of a row does not depend on the machine: name, status, episodes, hash, how it was checked.
facts() {
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    { print $at["name"], $at["status"], $at["episodes"], $at["samples"], $at["stop"], $at["state_hash"], $at["checked"] }' "$1"
}
# results FILE.json: its rows and points.
results() { sed -n -e '/^  "benchmarks": \[$/,/^  \]/p' -e '/^    "points": \[/,$p' "$1"; }
same() { [ -s "$1" ] && cmp -s "$1" "$2"; }
