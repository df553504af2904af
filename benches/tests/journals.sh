# Why this file exists: shared by the tests of resumed runs: a small run with a journal, how to resume it, and the parts
# of its results that do not depend on the machine. Source it after tests/common.sh, with $bench set.
# shellcheck shell=sh disable=SC2034,SC2154
# Episodes and frames have fixed numbers, so only the times depend on the machine.
plan="cloth -a size=11,21 -a constraint=stretching,stvk -a iterations=5 -a backend=seq --benchmark_dry_run"
# shellcheck disable=SC2086
run() { "$bench" $plan --quiet "$@" >out 2>err </dev/null; }
resume() { "$bench" --resume "$@" >out 2>err </dev/null; code=$?; cat err >output; return "$code"; }
# facts FILE.tsv: the machine-independent parts of a row: name, status, episodes, hash, how it was checked.
facts() {
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    { print $at["name"], $at["status"], $at["episodes"], $at["samples"], $at["stop"], $at["state_hash"], $at["checked"] }' "$1"
}
# results FILE.json: its rows and points.
results() { sed -n -e '/^  "benchmarks": \[$/,/^  \]/p' -e '/^    "points": \[/,/^    \]/p' "$1"; }
# resum: the journal on standard input, edited, with checksums of its new lines. unsummed: as an older version wrote it.
resum() { perl "$source/tests/resum.pl"; }
unsummed() { sed -e 's/, "sum": "[0-9a-f]*"}$/}/' -e '1s/"journal": 3, /"journal": 2, /'; }
same() { [ -s "$1" ] && cmp -s "$1" "$2"; }
