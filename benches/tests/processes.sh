#!/bin/sh
# Why this file exists: several processes make one result, and two settings are measured in turns: what is written, what
# happens to a process that fails, and that nothing is left behind.
# Usage: processes.sh PATH_OF_XPBD_BENCH
set -u
bench=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failures=0 compared=0
mkdir temporary
TMPDIR=$dir/temporary
export TMPDIR
# A frame long enough to be a sample of its own: else the clock decides how many are taken together.
small="cloth -a size=21 -a iterations=50 -a constraint=stretching -a backend=seq --frames 8 --warm 1 --max-episodes 4"

# check WHAT COMMAND...
check() {
  what=$1; shift
  compared=$((compared + 1))
  "$@" || { failures=$((failures + 1)); echo "FAIL $what: $*"; head -n 3 err; }
}
run() { "$bench" "$@" >out 2>err </dev/null; code=$?; }
has() { grep -q -F -e "$2" "$1"; }
clean() { [ -z "$(ls -A temporary)" ] && ! ls ./*.part >/dev/null 2>&1; }

# shellcheck disable=SC2086 # words
run $small --processes 3 --json three.json --tsv three.tsv
check "it works" [ $code -eq 0 ]
check "three processes" has three.json '"launches": 3'
check "their medians are in the JSON" grep -q -E '"medians_s": \[[0-9.e-]+, [0-9.e-]+, [0-9.e-]+\]' three.json
check "and what is between them" grep -q -E '"between": [0-9.e-]+' three.json
check "with all their episodes" grep -q -E '"episodes": 12,' three.json
check "one table" [ "$(grep -c '^cloth/' out)" -eq 1 ]
check "progress names the process" has err "process 2 of 3"
check "one line in the TSV" [ "$(wc -l <three.tsv)" -eq 2 ]
check "nothing is left behind" clean
# The interval is that of the medians: geometric mean and t at 2 degrees, 4.302653, worked out again.
again() {
  LC_ALL=C awk '/"medians_s"/ { sub(/.*\[/, ""); sub(/\].*/, ""); n = split($0, m, ",")
      for (i = 1; i <= n; i++) sum += log(m[i])
      for (i = 1; i <= n; i++) squares += (log(m[i]) - sum / n) ^ 2 }
    /"median":/ && !median { split($0, part, ": "); median = part[2] + 0 }
    /"hi95":/ && !high { split($0, part, ": "); high = part[2] + 0 }
    END { e = sum / n + 4.302653 * sqrt(squares / (n - 1) / n); a = median / exp(sum / n) - 1; b = high / exp(e) - 1
      exit !(n == 3 && a * a < 1e-8 && b * b < 1e-8) }' "$1"
}
check "the interval is that of the medians" again three.json
sed 's/"hi95": \([0-9]\)/"hi95": 9\1/' three.json >wrong.json
again wrong.json && { failures=$((failures + 1)); echo "FAIL control: another interval was not caught"; }
# shellcheck disable=SC2086
run $small --json one.json
check "one process says nothing of others" has one.json '"processes": null'

# Errors are found once, before any process.
# shellcheck disable=SC2086
run $small --processes 2 --journal j.jsonl
check "no journal of several" [ $code -eq 1 ]
check "one line" [ "$(wc -l <err)" -eq 1 ]
run cloth --processes 2 -a size=nothing
check "a bad axis is said once" [ "$(wc -l <err)" -eq 1 ]

# An interrupt keeps what was finished, and ends the process that runs.
"$bench" cloth -a size=41,81 -a iterations=20 --processes 4 --budget 1s --progress off --json cut.json >out 2>err &
pid=$!
sleep 2
kill -INT $pid
wait $pid
check "an interrupted run says so" [ $? -eq 130 ]
check "and writes what it has" has cut.json '"complete": false'
check "nothing is left behind" clean

# A process that is killed takes its own numbers along, not those of the others.
"$bench" cloth -a size=41 -a iterations=50 -a constraint=stretching -a backend=seq --processes 2 --rel-err 0.0001% --budget 2s \
  --progress off --json lost.json >out 2>err &
pid=$!
child=
for _ in 1 2 3 4 5 6 7 8 9; do # until it was started
  sleep 0.3
  child=$(ps -o pid= --ppid $pid 2>/dev/null | head -n 1)
  [ -z "$child" ] || break
done
if [ -n "$child" ]; then
  # shellcheck disable=SC2086 # a number with blanks
  kill -KILL $child
  wait $pid
  check "a process that is killed is an error" [ $? -eq 3 ]
  check "and named" has err "process 1 of 2 gave no results (signal 9)"
  check "the other one's numbers stay" has lost.json '"medians_s": [null, '
  check "and the run says so" has lost.json '"stop": "process-lost"'
else
  wait $pid
  echo "skipped: a process that is killed (ps cannot list children here)"
fi

report=$(dirname "$bench")/xpbd-report
if [ -x "$report" ]; then
  # shellcheck disable=SC2086
  run ab -n 2 --out page -- $small -- $small -a precision=f64
  check "two settings in turns" [ $code -eq 0 ]
  check "the answer comes first" grep -q -E '^B \(f64\) ' out
  check "of two processes each" [ "$(find page/runs -name '*.json' | wc -l)" -eq 4 ]
  check "with a page" [ "$(tail -n 1 out)" = page/index.html ]
  check "in turns" [ "$(grep -o -E '\] [AB],' err | tr -d '],\n')" = " A B B A" ]
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$bench" >other
  chmod +x other
  # shellcheck disable=SC2086
  run ab -n 2 --program-b ./other --margin 50% --fail-on different -- $small
  check "another build" [ $code -eq 0 ]
  check "nothing is left behind" clean
  # shellcheck disable=SC2086
  run ab -n 2 --equal 2 --margin 50% -- $small
  check "equal runs, again and again" has out "2 comparisons of equal runs, 0 of them called different"
  run ab -- cloth -a size=nothing -- cloth
  check "a bad setting ends it" [ $code -eq 1 ]
  check "and is named" has err "process 1 of A"
  printf '#!/bin/sh\nkill -SEGV $$\n' >broken
  chmod +x broken
  # shellcheck disable=SC2086
  run ab --program-b ./broken -- $small
  check "a program that crashes" has err "process 1 of B (./broken) gave no results: signal 11"
  check "is an error" [ $code -eq 3 ]
  run ab
  check "no setting at all" [ $code -eq 1 ]
  # shellcheck disable=SC2086
  run ab -- $small
  check "one setting against itself" [ $code -eq 1 ]
  check "is refused in a line" [ "$(wc -l <err)" -eq 1 ]
  check "that says why" has err "A and B are the same"
  # shellcheck disable=SC2086
  run ab -- $small --
  check "a side without a setting" [ $code -eq 1 ]
  check "is refused in a line, too" [ "$(wc -l <err)" -eq 1 ]
  check "that says which" has err "name what B measures"
  run ab --program-b ./none -- cloth
  check "a program that is not there" has err "./none: no such program"
  check "nothing is left behind" clean
else
  echo "skipped: ab (xpbd-report was not built: no jansson)"
fi
echo "$compared compared, $failures failed"
[ $failures -eq 0 ] && [ $compared -gt 0 ]
