#!/bin/sh
# Why this file exists: rows that leave out projections say so, and so does a run that its budget ends. A single
# processor has no ping-pong. (tests/golden/bench/compared.sh has the limits of checks.)
# usage: limits.sh SOURCE PATH_OF_XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1

# The row tells how many of all projections were left out: 4880 springs, 120 frames and 30 before them, one iteration.
"$bench" cloth -a size=41 -a iterations=1 -a constraint=stretching,morse -a backend=seq --frames 120 --validate only --quiet \
  --tsv left.tsv >output 2>&1
counted() { grep "constraint:$1" left.tsv | grep -q 'hash=seq@150 frames, 433 of 732000 projections left out, double@24 frames, plain@8 frames'; }
check "what is left out" counted morse
control "of who leaves out nothing" counted stretching

# A budget that ends the run causes a warning, unless --quiet is given. The table in a file equals
# standard output, with rows or without.
short() { # BUDGET [--quiet]
  "$bench" cloth -a size=6 -a iterations=1,2 -a constraint=stretching -a backend=seq --benchmark_dry_run --progress off \
    --total-budget "$@" --benchmark_out table.txt --benchmark_out_format console >out 2>err
  cat err >output
}
warned() { grep -q 'WARNING.*the total budget ended before every point was measured; --total-budget raises it' err; }
short 0.000001s
check "a budget that is too small" warned
check "its table in a file" eval 'grep -q "^cloth/size:6/.* SKIPPED" out && cmp -s table.txt out'
short 2m
control "one that is not" warned
check "rows in a file" eval '[ "$(grep -c "^cloth/size:6/.*episodes=" out)" -eq 2 ] && cmp -s table.txt out'
short 0.000001s --quiet
control "quietly" warned

# On one processor no cache line travels to another.
alone() { # alone COMMAND...
  "$@" "$bench" cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 \
    --max-episodes 3 --validate off --quiet --json alone.json >output 2>&1 &&
    grep -q '"ping_pong": {"state": "not applicable", .* "source": "one processor"}' alone.json
}
first=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *\([0-9]*\).*/\1/') # one that this process may use
if [ -n "$first" ]; then
  check "one processor" alone taskset -c "$first"
  if [ "$(nproc)" -gt 1 ]; then control "several" alone; fi
fi
finish
