#!/bin/sh
# Why this file exists: a row of another program's solver has numbers only if its states pass. Whatever the program does,
# its row has a reason and the other rows are measured.
# usage: peers.sh SOURCE BENCH_MADE PATH_OF_TINY_PEER [PATH_OF_XPBD_REPORT]
set -u
source=$1 bench=$2 tiny=$3 report=${4:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
export TMPDIR="$work"
one="-a workload=cantilever_small -a substeps=2 -a iterations=2"

# peers ARGUMENT...: a run with the fewest episodes.
peers() { "$bench" peers --max-episodes 3 --quiet --progress off --json run.json "$@" >output 2>&1 </dev/null; }
# row BACKEND: its object in the results.
row() { awk -v name="\"name\": \"peers/[^\"]*backend:$1[/\"]" '/^      \{/ { text = "" } { text = text $0 "\n" } /^      \}/ && text ~ name { printf "%s", text }' run.json; }
# is BACKEND STATUS WORDS: the row has this status, these words, and numbers only if it is ok.
is() {
  row "$1" >row.txt
  grep -q "\"status\": \"$2\"" row.txt && grep -q -- "$3" row.txt || return 1
  case $2 in
    ok) grep -q '"frame_s": {' row.txt && grep -q '"error": [0-9]' row.txt ;;
    *) grep -q '"frame_s": null' row.txt && grep -q '"error": null' row.txt ;;
  esac
}
show() { tail -n 20 output row.txt 2>/dev/null; }

# name, argument, status, what the row says
cat >faults.txt <<'T'
empties|empties|ok|"checked": "its own states@12 frames, runs agree bit for bit"
good||ok|"checked": "its own states@12 frames, runs agree bit for bit"
noisy|noisy|ok|"checked": "its own states@12 frames, runs differ"
near|near|ok|"without": "the damping ?of springs"
off|off|ok|"checked": "its own states@12 frames, runs agree bit for bit"
no-version|no-version|ok|"program": "no-version"
unsupported|unsupported|skipped|unsupported: does not support springs
gives-up|gives-up|invalid|gives-up: gave up: the energy ?.31mgrew
nan|nan|invalid|frames before a number that is not finite: 0, limit 12
nan-later|nan-later|invalid|run 2 of the same scene ended in a state that is not finite
energy|energy|invalid|mechanical energy gained: 
drops|drops|invalid|held particles moved: 
drifts|drifts|invalid|held particles moved: 
still|still|invalid|something moved: 0
far|far|invalid|"reason": "error: 
random|random|invalid|distance between runs: 
die|die|error|die: the command ended with exit code 3
hang|hang|error|hang: the command did not answer line 2 within 2 s
garbage|garbage|error|garbage: the command answered line 3 with no JSON
few|few|error|few: the command wrote [0-9]* bytes of states
time|time|error|time: the command simulated 0.0208333333 s, and 1 frame of
slow-clock|slow-clock|error|slow-clock: the command claims
no-clock|no-clock|error|its own clock stood still
T
set --
while IFS='|' read -r name argument _ _; do
  set -- "$@" --peer "$name=$tiny $argument"
done <faults.txt
check "a run with every fault ends" [ "$(peers $one -a backend="seq,$(cut -d'|' -f1 faults.txt | paste -sd,),missing" \
  --peer "missing=$work/nothing" --peer-limit 2s "$@"; echo $?)" -eq 2 ]
check "our row is measured" is seq ok '"peer": null'
check "no such command" is missing error 'missing: '
while IFS='|' read -r name _ status words; do
  check "$name" is "$name" "$status" "$words"
done <faults.txt
control "a good row is left out" is good skipped ""
control "a failed row has numbers" is nan ok ""
good=$(row good | grep -o '"error": [0-9.e-]*') ours=$(row seq | grep -o '"error": [0-9.e-]*')
check "equal states have equal errors" [ -n "$good" ] && [ "$good" = "$ours" ]
check "no file is left" [ -z "$(find . -name 'xpbd-peers-*')" ]
check "the best rows are printed" grep -q '^cantilever_small *good *2 x 2 default *[0-9.]*% *[0-9.e-]*$' output
check "a row of a part of the scene has a mark" grep -q '^cantilever_small *near *2 x 2 default .* near$' output
control "a row of all of it" grep -q '^cantilever_small *good .* near$' output

# A body without pins: its centre of mass falls freely until it meets something.
check "bodies that fall" [ "$(peers -a workload=drape -a substeps=20 -a iterations=1 -a setting=default \
  -a backend=good,drifts --peer "good=$tiny" --peer "drifts=$tiny drifts"; echo $?)" -eq 2 ]
check "one that is pushed" is drifts invalid 'centre of mass in free fall: '
check "one that is not" is good ok '"name": "centre of mass in free fall"'

# Pins on a line give no torque about it. A chain between nails swings in their plane, where gravity gives none either.
check "a cloth that swings" [ "$(peers -a workload=mesh,chain,strip -a substeps=20 -a iterations=4 -a setting=default \
  -a backend=good,slower --peer "good=$tiny" --peer "slower=$tiny slower" --validate only; echo $?)" -eq 2 ]
swings() { grep -q "^peers/workload:$1/backend:$2/.*$3" output; }
check "one that is slowed down" swings mesh slower 'CHECK FAILED: .angular momentum about the line of the pins: '
check "one that is not" swings mesh good 'CHECKED'
control "a chain in the plane of its nails" swings chain slower 'angular momentum'
control "a strip that is clamped" swings strip slower 'angular momentum'

# Settings of a list, of the command line, and numbers without meaning.
mkdir -p tree/bin tree/share/xpbd/peers peers/bin
cp "$bench" tree/bin/xpbd-bench && cp -R "$source/data/workloads" tree/share/xpbd/
{
  echo '# a comment'
  printf 'peer\tpackage\tsettings\tsubsteps\titerations\n'
  printf 'listed\tx\trelaxation=0.5,0.9,1.5\tyes\tyes\nexplicit\tx\t-\tyes\t-\nabsent\tx\t-\tyes\tyes\n'
  printf 'nearly\tx\taccept=exact,near\tyes\tyes\n'
} >tree/share/xpbd/peers/list.tsv
mkdir -p tree/peers/bin
printf '#!/bin/sh\nexec %s\n' "$tiny" >tree/peers/bin/listed
cp tree/peers/bin/listed tree/peers/bin/explicit
cp tree/peers/bin/listed tree/peers/bin/nearly
chmod +x tree/peers/bin/*
tree() {
  tree/bin/xpbd-bench peers --max-episodes 3 --quiet --progress off --json run.json "$@" >output 2>&1 </dev/null
}
check "a list" [ "$(tree $one -a backend=seq,listed,explicit,absent; echo $?)" -eq 2 ]
check "the grid of a peer" grep -q 'backend:listed/substeps:2/iterations:2/setting:relaxation:0.9"' run.json
check "a setting that fails" sh -c 'grep -A8 "setting:relaxation:1.5\"" run.json | grep -q "\"status\": \"invalid\""'
control "a setting that does not" sh -c 'grep -A8 "setting:relaxation:0.9\"" run.json | grep -q "\"status\": \"invalid\""'
check "no iterations where they mean nothing" grep -q 'backend:explicit/substeps:2"' run.json
check "a peer that is not installed" is absent skipped 'absent is not installed; ./run peers absent installs it'
check "our recorded setting" grep -q '"name": "peers/workload:cantilever_small/backend:seq/substeps:[0-9]*/iterations:[0-9]*/setting:best' run.json
check "a setting of the user's own" tree $one -a backend=listed -a setting=relaxation:0.7+shape:round
check "is its row" grep -q 'setting:relaxation:0.7+shape:round"' run.json

# A peer that leaves out a part of the scene when it may: both rows are shown, and none is ranked with the other.
check "a peer that may leave out a part" tree $one -a backend=seq,nearly -a setting=default,accept:near
check "the terminal says what was left out" grep -q 'accept:near .*, near: without the damping ?of springs$' output
check "both have a best row" [ "$(grep -c '^cantilever_small *nearly ' output)" -eq 2 ]
cp run.json near.json

# A program that cannot be started is started once.
peers -a workload=cantilever_small -a substeps=2,3 -a iterations=2 -a setting=default -a backend=dies --peer "dies=sh -c exit"
check "a program that ends at once" [ "$(grep -c "ERROR OCCURRED: 'dies: the command ended with exit code 0" output)" -eq 1 ]
check "is not started again" grep -q "SKIPPED: 'in an earlier row dies could not be started'" output

# Its error is known without a time.
check "checks without times" peers $one -a setting=default -a backend=seq,off --peer "off=$tiny off" --validate only
check "print the error" grep -q 'backend:off[^ ]* *CHECKED, not timed: .*, err=[0-9.]*%@12' output
check "also of the best rows" grep -q '^cantilever_small *off *2 x 2 default *[0-9.]*% *-$' output

# What cannot fit is skipped after its first frame, and a reader is told at once: this one needs 17 s.
check "too little time" [ "$(peers $one -a workload=cantilever_small,cloth_41 -a setting=default -a backend=seq,good,slow --peer "slow=$tiny slow" --peer "good=$tiny" \
  --total-budget 5s; echo $?)" -eq 0 ]
check "is the reason" is slow skipped 'needs about [0-9.]* s and the total budget of 5 s has'
check "and a warning" grep -q '"slow needs about [0-9]* s for its 2 rows, and the total budget is 5 s' run.json
check "others are measured" is good ok '"frame_s": {'
control "a slow program makes ours look slow" grep -q 'backend:seq.*SKIPPED' output
control "others are warned of" grep -q '"good needs about' run.json

# A damaged list stops the benchmark that needs it.
cp tree/share/xpbd/peers/list.tsv list.tsv
printf 'broken\tx\tno-values\tyes\tyes\n' >>tree/share/xpbd/peers/list.tsv
check "a damaged list" [ "$(tree $one -a backend=listed; echo $?)" -eq 1 ]
check "is one line" grep -q 'list.tsv:7: the settings are not of the form' output
check "which is all" [ "$(wc -l <output)" -eq 1 ]
other() { tree/bin/xpbd-bench "$@" --quiet --progress off >output 2>&1 </dev/null; }
check "other benchmarks run" other cloth -a size=6 -a iterations=2 -a backend=seq --max-episodes 3
control "they say so" grep -q 'list.tsv' output
check "a filter" other --benchmark_filter '^cloth/size:21/' --plan
check "says so" grep -q 'list.tsv:7: .*; peers from that line on are unknown' output
cp list.tsv tree/share/xpbd/peers/list.tsv

# ordered AXIS ORDER: its values never fall in the plan, so that every workload has rows before the longest frames begin.
ordered() {
  "$bench" peers -a workload=chain,cloth_41 -a substeps=10,1000 -a backend=seq --plan >plan 2>/dev/null || return 1
  sed -n "s|.*/$1:\([a-z_0-9]*\)/.*|\1|p" plan >order
  [ -s order ] && sort -c "$2" order 2>/dev/null
}
check "rows of few time steps come first" ordered substeps -g
control "rows of one workload come together" ordered workload -d

# A score of another program, in the open division only. It is INVALID here because it leaves workloads out.
score() {
  "$bench" score --division open -a workload=cantilever_small -a substeps=2,40 -a iterations=2 --max-episodes 6 --quiet --progress off \
    --json run.json "$@" >output 2>&1 </dev/null
}
check "a score of another program" [ "$(score --peer "good=$tiny"; echo $?)" -eq 2 ]
check "takes its fastest row within 1 %" grep -q '^cantilever_small *default f32 40 x 2 ' output
check "which is the only one that counts" grep -q '"workload": "cantilever_small", "point": "peers/[^"]*substeps:40' run.json
check "others are missing" grep -q '^  cloth_41: missing$' output
control "its row is missing" grep -q '^  cantilever_small: missing$' output
score --peer "near=$tiny near"
check "a part of the scene is refused" grep -q '^  cantilever_small: a part of the scene was left out: the damping' output
cp run.json score.json

# refused WORDS ARGUMENT...: the command line is refused with these words.
refused() {
  words=$1
  shift
  "$bench" peers --quiet "$@" >output 2>&1 </dev/null
  [ $? -eq 1 ] && grep -q -- "$words" output && [ "$(wc -l <output)" -eq 1 ]
}
refused_score() {
  words=$1
  shift
  "$bench" score --quiet "$@" >output 2>&1 </dev/null
  [ $? -eq 1 ] && grep -q -- "$words" output && [ "$(wc -l <output)" -eq 1 ]
}
check "a peer without a command" refused 'write NAME=COMMAND' --peer mine
check "a name that is taken" refused 'the name seq is taken' --peer "seq=$tiny"
check "a name twice" refused 'the name mine is taken' --peer "mine=$tiny" --peer "mine=$tiny"
check "a score in the closed division" refused_score 'another program competes in the open division' --peer "mine=$tiny"
check "a peer that nobody knows" refused '"mine" is not in the list of peers; --peer mine=COMMAND adds it' -a backend=mine
check "a limit of no time" refused 'peer-limit "soon"' --peer-limit soon
check "a setting without a value" refused 'is not a setting; write NAME:VALUE' -a setting=fast
control "a good command line" refused . --peer "mine=$tiny" -a backend=mine --plan

# A signal while a program computes ends the run, which still writes its results.
interrupted() {
  rm -f run.json
  "$bench" peers --max-episodes 3 --quiet --progress off --json run.json $one -a setting=default -a backend=seq,hang \
    --peer "hang=$tiny hang" --peer-limit 60s >output 2>&1 </dev/null &
  for _ in $(seq 100); do
    ls xpbd-peers-*/*.json >/dev/null 2>&1 && break
    sleep 0.1
  done
  sleep 0.3 # until it is asked
  kill -TERM $!
  wait $!
}
interrupted
check "an interrupted run ends as such" [ $? -eq 130 ]
check "its results are written" is hang interrupted "interrupted before it was finished"
control "the row of the program has numbers" is hang ok ""
check "no file is left" [ -z "$(find . -name 'xpbd-peers-*')" ]

# A resumed run keeps the rows of peers. An audit does not start them.
peers $one -a backend=seq,good --peer "good=$tiny" --journal samples.jsonl
cp run.json whole.json
check "a run goes on" sh -c '"$1" --resume samples.jsonl --quiet --progress off --json run.json >output 2>&1' sh "$bench"
check "with the row of a peer" is good ok '"program": "tiny: tiny 1.0"'
check "the error is the same" [ "$(row good | grep '"error"')" = "$(cp run.json again.json; cp whole.json run.json; row good | grep '"error"')" ]
peers $one -a setting=default -a backend=drops --peer "drops=$tiny drops" --validate off
check "without checks a row is unchecked, and has no error" sh -c 'grep -q "\"status\": \"unchecked\"" run.json && grep -q "\"error\": null" run.json && grep -q "\"frame_s\": {" run.json'
lines=$(grep -n '"point": "[^"]*backend:good' samples.jsonl | sed -n '2s/:.*//p')
head -n "$lines" samples.jsonl >cut.jsonl
cp cut.jsonl other.jsonl
check "a run that was killed amid a peer's row goes on" sh -c '"$1" --resume cut.jsonl --quiet --progress off --json run.json >output 2>&1' sh "$bench"
check "with its episodes" is good ok 'the run was interrupted after [12] of the episodes'
export TINY_VERSION=2.0
go_on() { "$bench" --resume "$@" --quiet --progress off --json run.json >output 2>&1; }
cp samples.jsonl other-whole.jsonl
check "a peer of another version ends a run that goes on" [ "$(go_on other.jsonl; echo $?)" -eq 1 ]
check "in one line" [ "$(grep -c 'another version of good: it was "tiny: tiny 1.0", now it is "tiny: 2.0"' output)" -eq "$(wc -l <output)" ]
check "unless it is forced to" go_on other.jsonl --force
check "which is a warning" grep -q 'this run continued with another version of good' run.json
control "a run without unfinished rows asks it" sh -c '! "$1" --resume other-whole.jsonl --quiet --json run.json' sh "$bench"
unset TINY_VERSION
check "several processes" peers $one -a setting=default -a backend=seq,noisy --peer "noisy=$tiny noisy" --processes 2
check "have other bits each, and one row" is noisy ok '"launches": 2'
peers $one -a setting=default -a backend=seq,off,good --peer "off=$tiny off" --peer "good=$tiny" && cp run.json off.json
peers $one -a setting=default -a backend=seq,good,nan --peer "good=$tiny" --peer "nan=$tiny nan" --benchmark_out google.json
control "a peer's row for other tools" grep -q '"run_name": "[^"]*backend:good' google.json
check "ours is" grep -q '"run_name": "[^"]*backend:seq' google.json
if [ -n "$report" ]; then
  XDG_DATA_HOME=$work/home
  export XDG_DATA_HOME
  "$report" compare near.json --by setting >output 2>&1
  check "near is no pair of exact" grep -q 'near: without the damping ?of springs' output
  "$report" near.json --out near >output 2>&1
  check "the page says so" grep -q 'ok, near: without the damping ?of springs' near/index.html
  check "and has a line for each" grep -q 'nearly (near)' near/figures/peers_cantilever_small.tsv
  "$report" compare off.json --by backend >output 2>&1
  check "errors that differ stand beside the ratio" grep -q ', error [0-9.]* % .*[A-Z]*.*, error [0-9.]* %' output
  "$report" compare off.json --a backend=seq off.json --b backend=off >pair 2>&1
  check "also of two" grep -q 'errors of A, B$' pair
  check "in each row" grep -q ' [0-9.]* % and [0-9.]* %$' pair
  check "and in the answer" grep -q 'In 1 pair the errors differ by more than 10 %; in [01] of them' output
  check "compare" sh -c '"$1" compare run.json --by backend >output 2>&1' sh "$report"
  control "equal errors are shown" grep -q 'error' output
  check "has a column for each" grep -q 'speed of C / A' output
  check "and the reason of a failed row" grep -q 'C: invalid, frames before a number that is not finite' output
  check "the page" sh -c '"$1" run.json --out page >output 2>&1' sh "$report"
  check "has its section" grep -q '<h2>Other solvers</h2>' page/index.html
  check "has the version" grep -q 'tiny: tiny 1.0' page/index.html
  check "has its figure" [ -f page/figures/peers_cantilever_small.tsv ]
  "$report" audit run.json >output 2>&1
  check "an audit says what is claimed" grep -q 'another program computed it: its state is claimed' output
  check "and recomputes ours" grep -q '1 of 3 rows audited, 2 not audited, 0 DIFFERENT' output
  control "also theirs" grep -q '2 of 3 rows audited' output
  "$report" audit score.json >output 2>&1
  check "an audit recomputes the score" grep -q 'score' output
  control "and finds it another" grep -q 'its score on' output
  # Another program computes the section again.
  mkdir several
  quiet tree $one -a workload=cantilever_small,chain -a setting=default,accept:near -a backend=seq,omp,nearly,absent,off,nan,none \
    --peer "off=$tiny off" --peer "nan=$tiny nan" --peer "none=$tiny unsupported" --max-episodes 7 \
    --json several/results.json --journal several/samples.jsonl
  check "a page of several" quiet "$report" several/results.json --out several/page
  oracle() { perl "$source/tests/oracle/peers.pl" several "$1" >output 2>&1; }
  other_page() { # WHAT PERL: the page with this edit, which must change it
    rm -rf copy && cp -r several/page copy && perl -0777 -i -pe "$2" copy/index.html
    if cmp -s copy/index.html several/page/index.html; then check "$1: the edit for the control did nothing" false; fi
    control "$1" oracle copy
  }
  if command -v perl >/dev/null; then
    check "its numbers" oracle several/page
    digit='. ($2 % 9 + 1)'
    other_page "how many rows passed" "s/(passed the checks in )(\\d)/\$1 $digit/e"
    other_page "an error" "s/(&times; \\d+<\\/td><td class=n>)(\\d)/\$1 $digit/e"
    other_page "a workload that is not computed" 's/(<summary>Who computes.*?)cantilever_small/$1chain/s'
    other_page "a reason" 's/(<summary>Rows without a time.*?)springs/$1hinges/s'
  fi
  mkdir sent && cp whole.json sent/results.json && cp samples.jsonl sent && tar czf sent.tar.gz sent && mkdir archive
  check "a run with peers is accepted" sh -c '"$1" accept sent.tar.gz --into archive >output 2>&1' sh "$report"
  check "its page has them" sh -c '"$1" archive/* --out again >output 2>&1 && grep -q "tiny: tiny 1.0" again/index.html' sh "$report"
  sed 's/"error": 0.1/"error": 0.2/' whole.json >sent/results.json && tar czf sent.tar.gz sent
  control "one with another error" sh -c '"$1" accept sent.tar.gz --into archive >output 2>&1' sh "$report"
fi
finish
