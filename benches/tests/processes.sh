#!/bin/sh
# Why this file exists: several processes make one result, and two settings take turns. This tests the output, the
# handling of a failed process, and that nothing is left behind.
# usage: processes.sh BENCH_MADE
set -u
fixture=$(cd "$(dirname "$0")/../../reports/tests" && pwd)/compare_fixture.sh
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
bench=$1 report=$(dirname "$1")/xpbd-report
failures=0 compared=0
mkdir temporary
TMPDIR=$dir/temporary
export TMPDIR
# A frame is long enough to be its own sample. Otherwise the clock decides how many frames a sample combines.
small="cloth -a size=21 -a iterations=50 -a constraint=stretching -a backend=seq --frames 8 --warm 1 --max-episodes 4"

# check WHAT COMMAND...
check() {
  what=$1; shift
  compared=$((compared + 1))
  "$@" || { failures=$((failures + 1)); echo "FAIL $what: $*"; head -n 3 err; }
}
run() { "$bench" "$@" >out 2>err </dev/null; code=$?; }
has() { grep -q -F -e "$2" "$1"; }
lacks() { ! has "$@"; }
clean() { [ -z "$(ls -A temporary)" ] && ! ls ./*.part >/dev/null 2>&1; }

# shellcheck disable=SC2086 # words
run $small --processes 3 --json three.json --tsv three.tsv
check "it works" [ $code -eq 0 ]
check "three processes" has three.json '"launches": 3'
check "a whole run" has three.json '"complete": true'
check "that took some time" grep -q -E '^ *"seconds": [0-9.]*[1-9]' three.json
check "their medians are in the JSON" grep -q -E '"medians_s": \[[0-9.e-]+, [0-9.e-]+, [0-9.e-]+\]' three.json
check "and what is between them" grep -q -E '"between": [0-9.e-]+' three.json
check "with all their episodes" grep -q -E '"episodes": 12,' three.json
check "one table" [ "$(grep -c '^cloth/' out)" -eq 1 ]
check "progress names the process" has err "process 2 of 3"
check "one line in the TSV" [ "$(wc -l <three.tsv)" -eq 2 ]
check "nothing is left behind" clean
check "an interval, which no note of a process denies" lacks three.json '"no interval'
# shellcheck disable=SC2086
run $small --json one.json
check "one process says nothing of others" has one.json '"processes": null'

# The headline of the standard plan is measured first, in three processes of at least six episodes. Other rows are not.
head="cloth --quick --benchmark_filter size:41/iterations:(5|20)/backend:seq/constraint:stretching$ --frames 4 --warm 1 --max-episodes 7"
# launches FILE ITERATIONS: in how many episodes and processes a row was measured
launches() {
  sed -n '/"points": \[/,$p' "$1" |
    sed -n "/\"name\": \"cloth.*iterations:$2\//,/\"launches\"/s/^ *\"\(launches\|episodes\)\": \([0-9]*\),*$/\2/p" | tr '\n' ' '
}
# shellcheck disable=SC2086
run $head --json head.json --journal head.jsonl
check "the headline is measured" [ $code -eq 0 ]
check "in three processes" [ "$(launches head.json 20)" = "21 3 " ]
check "others in one" [ "$(launches head.json 5)" = "7 1 " ]
check "told at the end" grep -q '^cloth, size 41, .*: .* frames per second, between .* (95 %, 21 episodes of 3 processes)$' err
check "with the disturbed rows" grep -q -E '^[0-9]+ of 2 rows were disturbed' err
check "the run is complete" has head.json '"complete": true'
check "and all rows are valid" [ "$(grep -c '"status": "ok"' head.json)" -eq 2 ]
check "the journal has all episodes" [ "$(grep -c '^{"point": "cloth/size:41/iterations:20' head.jsonl)" -eq 21 ]
check "with their process" [ "$(grep -c '"process": [123],' head.jsonl)" -eq 21 ]
rows() { sed -n '/"points": \[/,$p' "$1"; }
rows head.json >head.rows
run --resume head.jsonl --json again.json
check "a run that has ended is resumed" [ $code -eq 0 ]
rows again.json >again.rows
check "with the same headline" cmp -s head.rows again.rows
sed '/"ended": {"name": "cloth.size:41.iterations:20/d; /^{"point": "cloth.size:41.iterations:20/d' head.jsonl >less.jsonl
run --resume less.jsonl --json less.json
check "a headline that is missing is measured in processes again" [ "$(launches less.json 20)" = "21 3 " ]
# shellcheck disable=SC2086
run $head --processes 1 --json single.json
check "unless one process is asked for" [ "$(launches single.json 20)" = "7 1 " ]
# shellcheck disable=SC2086
run $head -a size=41 --json axes.json
check "or an axis is given" [ "$(launches axes.json 20)" = "7 1 " ]
check "nothing is left behind" clean

# The total budget ends before the first episode of each process: nothing is lost, and nothing was measured.
# shellcheck disable=SC2086
run $small --processes 2 --total-budget 0.000002s --json short.json
check "a budget that is over at once" [ $code -eq 5 ]
check "ended the run" grep -q '^    "stop": "total-budget",$' short.json
check "which is not complete" has short.json '"complete": false'

# Errors are found once, before any process starts.
run cloth --processes 2 -a size=nothing
check "a bad axis is said once" [ "$(wc -l <err)" -eq 1 ]

# An interrupt keeps finished results, and ends the running process.
"$bench" cloth -a size=41,81 -a iterations=20 --processes 4 --min-episodes 200 --progress off --json cut.json >out 2>err &
pid=$!
sleep 2
kill -INT $pid
wait $pid
check "an interrupted run says so" [ $? -eq 130 ]
check "and writes what it has" has cut.json '"complete": false'
check "nothing is left behind" clean

# A killed process loses its own numbers, not those of the others.
"$bench" cloth -a size=41 -a iterations=50 -a constraint=stretching -a backend=seq --processes 2 --frames 10 --warm 1 --min-episodes 20 \
  --max-episodes 20 --progress off --json lost.json >out 2>err &
pid=$!
child=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do # until it has started
  sleep 0.1
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
  check "without an interval, and a note says why" has lost.json '"no interval: fewer than two processes have this row"'
  check "and the run says so" has lost.json '"stop": "process-lost"'
  check "and is not complete" has lost.json '"complete": false'
else
  wait $pid
  echo "skipped: a process that is killed (ps cannot list children here)"
fi

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
  check "equal runs, again and again" has out "2 comparisons of equal runs, 0 of them found a difference"
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

  # Results that need no clock: a program writes prepared ones. fast and slow are 10.1 and 20.1 ms.
  prepare() { # prepare NAME STATUS TIME: the results of two processes
    for k in 1 2; do
      printf 'cloth\t"size": 11\t%s\t%s\t-\t-\t-\n' "$2" "$3" | sed "s/K/$k/" | sh "$fixture" >"$1-0$k.json"
    done
  }
  prepare fast ok 0.010K
  prepare slow ok 0.020K
  cat >actor <<'X'
#!/bin/sh
# What it was told goes to ./told; what it does, with "$json" and of "$side" (a, b) and "$process" (01, 02), is ./act.
echo "$*" >>told
for word; do case $word in --json=*) json=${word#--json=} ;; esac; done
name=${json##*/} name=${name%.json}
side=${name%-*} process=${name#*-} calls=$(wc -l <told)
. ./act
X
  chmod +x actor
  # act DOES ARGUMENTS...: run ab with the actor as both A and B
  act() { echo "$1" >act; : >told; shift; run ab -n 2 --program-a ./actor --program-b ./actor "$@"; }
  differ='case $side in a) cp fast-$process.json $json ;; b) cp slow-$process.json $json ;; esac'
  act "$differ" --total-budget 8s --fail-on different -- one two -- three --total-budget=1s
  check "B is slower than A: what --fail-on names" [ $code -eq 4 ]
  check "half as fast" grep -q 'cloth  *10.1 ms  *20.1 ms  *0.50' out
  sed 's|=/[^ ]*/xpbd-ab-[^/]*/|=|' told >words
  cat >wanted <<'X'
--total-budget=2.000s --processes=1 one two --json=a-01.json --quiet
--total-budget=2.000s --processes=1 three --total-budget=1s --json=b-01.json --quiet
--total-budget=2.000s --processes=1 three --total-budget=1s --json=b-02.json --quiet
--total-budget=2.000s --processes=1 one two --json=a-02.json --quiet
X
  check "each has its words behind its part of the budget" cmp -s words wanted
  act 'sed "s/0.0101/0.0101000000$calls/" fast-01.json >$json' -n 3 -- one -- two
  check "each begins every other pair" [ "$(grep -o '/[ab]-0[0-9]' told | tr -d '/\n')" = a-01b-01b-02a-02a-03b-03 ]
  act "$differ" -- one -- two
  check "the first two know nothing of the time left" [ "$(grep -c 'time left about' err)" -eq 2 ]
  printf '[%2d/4] %c, process %d of 2\n' 1 A 1 2 B 1 3 B 2 4 A 2 >wanted
  sed 's/, time left about .*//' err >words
  check "each is told where it is" cmp -s words wanted
  # The actor only copies a file, so even a very busy machine predicts seconds, not minutes.
  check "of seconds" [ "$(grep -c '^\[ [34]/4\] [AB], process 2 of 2, time left about [0-9]\{1,2\} s$' err)" -eq 2 ]
  act "$differ" --total-budget 0.001s -- one -- three
  check "a budget that is too small to be shared is handed on" [ "$code $(sed 's/ .*//' told | uniq)" = "0 --total-budget=0.001s" ]
  act "$differ" -- one -- three
  check "10 minutes for all, and nothing to fail on" [ "$code $(sed 's/ .*//' told | uniq)" = "0 --total-budget=150.000s" ]
  # Results that nobody compared are kept, because measuring them again would take as long.
  check "nothing is left behind" clean
  act 'cp fast-01.json $json' -- one -- three
  check "the same results four times are not compared" [ $code -eq 1 ]
  kept=$(sed -n 's/^xpbd-bench ab: not compared; the results are kept in //p' err)
  check "but kept in $kept" [ "$(find "${kept:-none}" -name '[ab]-0[12].json' | wc -l)" -eq 4 ]
  rm -rf temporary/xpbd-ab-*
  act "$differ; exit 2" -- one -- three
  check "a failed check, exit code" [ $code -eq 2 ]
  check "and still a table" has out "10.1 ms"
  act "$differ; exit 2" --fail-on different -- one -- three
  check "what --fail-on names is said first" [ $code -eq 4 ]
  # Processes without results: the message names side and cause. Codes that xpbd-bench does not have become 3.
  while read -r does wanted words; do
    act "$(echo "$does" | tr _ ' ')" -- one -- three
    check "$does gives $wanted" [ $code -eq "$wanted" ]
    check "$does is told" has err "(./actor) gave no results: $words"
    check "$does: nothing is compared" [ ! -s out ]
  done <<'X'
exit_0 3 exit code 0
exit_1 1 exit code 1
cp_fast-01.json_$json;exit_1 1 exit code 1
exit_2 2 exit code 2
exit_5 5 exit code 5
exit_6 3 exit code 6
exit_128 3 exit code 128
kill_-TERM_$$ 3 signal 15
X
  # Pairs completed before a failure are still compared. The exit code comes from the failed process.
  act '[ $side$process != b02 ] || exit 5; '"$differ" --fail-on different -- one -- three
  check "the process and its side" has err "xpbd-bench ab: process 2 of B (./actor) gave no results"
  check "is the exit code" [ $code -eq 5 ]
  check "the pair before it is compared" has out "10.1 ms"
  check "which is said" has err "xpbd-bench ab: not complete: 1 of 2 processes of each were compared"
  check "nothing is left behind" clean
  act '[ $side$process = b02 ] || cp fast-01.json $json' -- one -- three
  check "what cannot be compared is kept" [ "$code $(find temporary -name '[ab]-01.json' | wc -l)" = "3 2" ]
  check "and said so" has err "not complete: 0 of 2 processes of each were compared"
  rm -rf temporary/xpbd-ab-*
  # After an interrupt, only complete pairs are compared.
  act '[ $calls -lt 4 ] || kill -INT $PPID; '"$differ" -- one -- three
  check "interrupted in the second pair" [ $code -eq 130 ]
  check "the first is compared" has out "10.1 ms"
  check "which is said" has err "interrupted: 1 of 2 processes of each were compared"
  act '[ $calls -lt 2 ] || kill -INT $PPID; '"$differ" -- one -- three
  check "interrupted in the first pair" [ $code -eq 130 ]
  check "nothing is compared" [ ! -s out ]
  check "which is said, too" has err "interrupted: 0 of 2 processes of each were compared"
  check "and nothing else" [ "$(grep -vc '^\[' err)" -eq 1 ]
  check "nothing is left behind" clean
  # Equal runs may differ once in 3 by chance, but not twice. A sitting is 4 calls.
  for times in 1 2; do
    act "if [ \$calls -le $((4 * times)) ]; then $differ; else case \$side in a) of=1 ;; b) of=2 ;; esac
      sed 's/0.0101/0.0101000000'\$of'/; s/0.0102/0.0102000000'\$of'/' fast-\$process.json >\$json; fi" --equal 3 -- one
    check "3 sittings of two processes each" [ "$(wc -l <told)" -eq 12 ]
    check "$times of them different" has out "3 comparisons of equal runs, $times of them found a difference"
    check "$times of 3: the exit code" [ $code -eq $((4 * (times - 1))) ]
  done
  check "says what it means" has err "more than one in twenty: the intervals are too narrow"
  act 'if [ $calls -le 4 ]; then '"$differ"'; fi' --equal 2 -- one
  check "the results of an earlier sitting are none of this one" has err "process 1 of A (./actor) gave no results: exit code 0"
  check "and end all" [ $code -eq 3 ]

  # Errors that are refused before anything starts.
  refused() { # refused TEXT ARGUMENTS...: exit code 1, one line that holds TEXT
    text=$1; shift
    : >told
    run ab --program-a ./actor --program-b ./actor "$@"
    check "ab $*" [ "$code $(wc -l <err) $(wc -l <told)" = "1 1 0" ]
    check "ab $* says why" has err "$text"
  }
  refused "write -- before the options of A" one
  refused "write -- before the options of A" one -- two
  refused "nothing follows the first --: name what A measures" -- -- one
  refused "nothing follows the first --: name what A measures" --
  for option in --json --tsv --journal --benchmark_out --resume; do
    refused "$option: every process would overwrite this file" -- one $option x -- two
    refused "$option=x: every process would overwrite this file" -- one -- two $option=x
  done
  refused "--out a,b: the name must not contain a comma" --out a,b -- one --benchmark_out_format=json -- two --jsonx
  refused "--total-budget" --total-budget 0s -- one -- two
  : >100%s%n
  run ab --out "100%s%n/runs" -- one -- two
  check "a folder that cannot be made" [ "$code $(wc -l <err)" = "1 1" ]
  check "is named" has err "xpbd-bench ab: 100%s%n/runs: folder cannot be made: 100%s%n is a file"
  # Values that xpbd-report compare would refuse at the end are refused first, in its words.
  for word in --margin=2x --margin= --margin=100% --margin=1 --margin=-1% --fail-on=slowr --fail-on= "--fail-on=slower," --fail-on=,slower \
    '--fail-on=slower>' '--fail-on=unsure,slower>5x' --fail-on=slower,5%; do
    "$report" compare fast-01.json slow-01.json "$word" >out 2>err </dev/null
    words=$(sed -n 's/^xpbd-report compare: //p' err)
    check "compare refuses $word" [ "$words" ]
    refused "xpbd-bench ab: $words" "$word" -- one -- two
  done
  for word in --margin=0 --margin=99.9% --margin=0.5 --fail-on=slower '--fail-on=slower>5%,slower>0.1,unsure,missing,different'; do
    act "$differ" "$word" -- one -- three
    check "$word is measured" [ "$(wc -l <told)" -eq 4 ]
    check "$word is compared" has out "10.1 ms"
  done
  for equal in "--out page" "--fail-on slower" "--program-b ./other"; do # shellcheck disable=SC2086
    refused "--equal takes one setting of one program, and neither --out nor --fail-on" --equal 1 $equal -- one
  done
  refused "--equal takes one setting of one program" --equal 1 -- one -- two
  long=$(printf '%0480d' 0)
  refused "the name of the folder is too long" --out "${long}0" -- one -- two
  TMPDIR=$long act "$differ" -- one -- two
  check "a folder of 480 letters that is not there" has err "cannot create a folder for the results"
  TMPDIR=${long}0 act "$differ" -- one -- two
  check "one letter more" has err "the name of the folder is too long"
  TMPDIR=$dir/a,b act "$differ" -- one -- two
  check "a comma in TMPDIR" has err "TMPDIR $dir/a,b: the name must not contain a comma"
  standard=$(env -u TMPDIR mktemp -u)
  for given in "-u TMPDIR" TMPDIR=; do
    echo "$differ" >act
    : >told
    # shellcheck disable=SC2086 # two words
    env $given "$bench" ab -n 2 --program-a ./actor --program-b ./actor -- one -- two >out 2>err </dev/null
    kept=$(sed -n '1s/.*--json=\(.*\)\/a-01.json.*/\1/p' told)
    check "no TMPDIR ($given): $kept" [ "${kept%-*}" = "${standard%/*}/xpbd-ab" ]
    check "nothing is left there" [ ! -e "$kept" ]
  done
else
  echo "skipped: ab (xpbd-report was not built: no jansson)"
fi
echo "$compared compared, $failures failed"
[ $failures -eq 0 ] && [ $compared -gt 0 ]
