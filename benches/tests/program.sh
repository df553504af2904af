#!/bin/sh
# Why this file exists: tests what only a whole program can get wrong: exit codes, one line per mistake, complete or
# absent files, interrupted runs. Parts whose tools are missing are named.
# usage: program.sh PATH_OF_XPBD_BENCH BENCH_MADE
set -u
real=$1 bench=$2 # the second has a made-up clock, so it is fast
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failures=0
compared=0
four="cloth -a size=6,10 -a constraint=stretching -a backend=seq,omp"
small="-a size=21 -a constraint=stvk -a backend=seq --budget 0.2s --quiet"

fail() { failures=$((failures + 1)); echo "FAIL: $*"; }

# code EXPECTED ARGUMENTS...: check the exit code. Usage errors print one line on stderr and nothing on stdout.
code() {
  expected=$1; shift
  "$bench" "$@" >out 2>err
  got=$?
  compared=$((compared + 1))
  [ $got -eq "$expected" ] || fail "xpbd-bench $* gives $got, not $expected: $(head -n 1 err)"
  [ "$expected" -ne 1 ] || { [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ]; } || fail "xpbd-bench $* does not print one line"
}

# says TEXT: the last stderr contains it.
says() { compared=$((compared + 1)); grep -q -- "$1" err || fail "\"$1\" was not said: $(head -n 1 err)"; }

code 1 --no-such-option # golden/bench/refused.sh has the words for each wrong call
code 0 cloth --backend omp --help
code 0 cloth --threads 1 --order sequential --plan # an option that is also an axis is an option
# Its budget is the one in --help.
budget=$("$bench" --help | tr -s ' \n' ' ' | sed -n 's/.*(\([0-9]*\)s for cloth)\. --plan shows it.*/\1/p')
"$bench" cloth --plan | grep -q "at most about $budget s, " || fail "the plan of cloth has not the $budget s of --help"
"$bench" projection --plan | grep -q "at most about $budget s, " && fail "another benchmark has the $budget s of cloth"
"$bench" cloth -a size=1281 -a iterations=200 -a constraint=stretching -a backend=seq --total-budget 1s --plan |
  grep -q 'at most about 1 s, though .*; points that do not fit are skipped with a reason, largest first$' || fail "a large plan fits"
compared=$((compared + 3))
code 1 $small --json one --tsv ./one
[ ! -e one ] || fail "two outputs of one name leave one"
if mkfifo pipe; then code 1 --resume pipe; says 'nobody writes to'; fi
while read -r given seconds; do
  "$bench" $four --total-budget "$given" --plan | grep -q "at most about $seconds s" || fail "--total-budget $given is not $seconds s"
  compared=$((compared + 1))
done <<'X'
90 90
90s 90
1.5m 90
2h 7200
X
# Each of five processes has the standard budget, or a fifth of the given one.
for words in "36 --quick" "180 --processes 5" "90 --processes 5 --total-budget 90"; do # shellcheck disable=SC2086 # words
  "$bench" $four --quick --plan ${words#* } 2>/dev/null | grep -q "at most about ${words%% *} s" || fail "a plan of $words s"
  compared=$((compared + 1))
done
code 0 $four --benchmark_dry_run --rel-err 2% --budget 2m --json settings.json --quiet
tr -d '\n' <settings.json | grep -q '"rel_err": 0.02,.*"budget_s": 120,  *"total_budget_s"' || fail "2 % and 2 minutes are not in the settings"
for given in "--max-episodes 4" "--min-episodes 201"; do # the other one's default gives way
  code 0 cloth -a size=6 -a constraint=stvk -a backend=seq --quiet --frames 2 $given --tsv episodes.tsv
  awk -F '\t' -v want="${given#* }" 'NR == 1 { while ($++at != "episodes"); next } $at != want { exit 1 }' episodes.tsv || fail "$given: other episodes"
done
# The last lines of a run count the points by outcome and name what nobody may overlook.
counts() { says "^$1 point$([ "$1" = 1 ] || echo s): $2 ok, $3 unchecked, $4 skipped, 0 failed their check, 0 errors, 0 interrupted; [0-9]*\.[0-9] s$"; }
code 0 $four --benchmark_dry_run --progress off; counts 4 4 0 0
! grep -q "converged" err || fail "a warning of what most points have"
code 0 $four --benchmark_dry_run --progress off --validate off; counts 4 0 4 0
code 0 $four --benchmark_dry_run --progress off --shard 1/2; counts 2 2 0 0
code 0 cloth -a size=6 -a constraint=stvk,triangle_area -a backend=loop --benchmark_dry_run --progress off; counts 2 1 0 1
code 5 cloth -a size=6 -a constraint=triangle_area -a backend=loop --benchmark_dry_run --progress off; counts 1 0 0 1
says 'nothing was measured: the only point was skipped$'
code 0 --list
code 0 --plan
code 0 --help-columns

# The point names match the plan.
# names OPTION...: their list in ./names
names() { "$bench" $four --benchmark_list_tests "$@" >names 2>err || fail "no list of names with $*: $(head -n 1 err)"; }
names
"$bench" $four --plan >plan
[ "$(sed -n 's/^  \(cloth[^ ]*\): .*/\1/p' plan | sort)" = "$(sort names)" ] || fail "plan and list have other names"
grep -q '^4 points, 0 of them skipped, ' plan || fail "the plan counts other points"
names --benchmark_format=json
cp names names.json
"$bench" --list=json >list.json
# range KEY: a value of the axis size of the first benchmark
range() { awk -v key="\"$1\":" '/"name": "size"/ { inside = 1 } inside && $1 == key { gsub(",", "", $2); print $2; exit }' list.json; }
[ "$(range standard)" = '"41"' ] && [ "$(range kind)" = '"int"' ] || fail "the JSON has another size: $(range standard)"
code 0 cloth -a "size=$(range minimum)" --plan
code 1 cloth -a "size=$(($(range minimum) - 1))" --plan; says "outside $(range minimum)..$(range maximum)"
code 1 cloth -a "size=$(($(range maximum) + 1))" --plan; says "outside $(range minimum)..$(range maximum)"
grep -q '{"name": "seq", "unusable": null}' list.json || fail "the JSON does not list seq as usable"
# Order: each seed has its own, with every point. Sequential order is the plan's, with one point per block.
order() { "$bench" cloth -a size=6,8,11,13,15,17 -a constraint=stretching -a backend=seq "$@" --plan | sed -n 's|^  cloth/size:\([0-9]*\)/.*|\1|p; s/^block.*/,/p' | tr -d '\n'; }
one=$(order --order shuffle) two=$(order --order shuffle --seed 2)
[ "$(order --order sequential)" = ,6,8,11,13,15,17 ] || fail "sequential is another order"
[ "$one" = "$(order --order shuffle --seed 1)" ] && [ "$one" != "$two" ] || fail "a seed has not its own order"
for shuffled in "$one" "$two"; do
  [ "$shuffled" != ,6,8,11,13,15,17 ] && [ "$(echo "$shuffled" | tr ',' '\n' | sort -n | tr '\n' ' ')" = " 6 8 11 13 15 17 " ] || fail "shuffled to $shuffled"
done
compared=$((compared + 7))
code 1 $small --json "$dir/no/such/folder/x.json"
code 1 $small --tsv "$dir"
many=cloth
for _ in 1 2 3 4 5; do many="$many $many"; done # 32
code 0 $many --benchmark_list_tests
code 1 $many cloth --benchmark_list_tests
made=$bench bench=$real
code 0 $small --json good.json --tsv good.tsv --journal good.jsonl
bench=$made
# An output replaces a file of its own kind, never another.
for option in json tsv journal benchmark_out benchmark_out_format=csv benchmark_out_format=console; do
  echo mine >mine
  case $option in *=*) option="$option --benchmark_out" ;; esac
  code 1 $small --benchmark_dry_run --$option mine; says ': mine exists and is no .*; give another name'
  [ "$(cat mine)" = mine ] || fail "--$option replaces a file of somebody else"
  : >mine
  for again in once twice; do code 0 $small --benchmark_dry_run --$option mine; done
  [ -s mine ] || fail "--$option leaves an empty file"
done
code 1 $small --benchmark_dry_run --tsv good.json; says 'good.json exists and is no table of results'
if "$bench" --list | grep -q 'cuda (not here)'; then
  code 5 $small -a backend=cuda; says 'nothing was measured'
fi
[ -z "$(ls "$dir" | grep '\.part$')" ] || fail "temporary files were left behind"
[ "$(wc -l <good.tsv)" -eq 2 ] || fail "the TSV has not one line per point"
[ "$(awk -F'\t' '{ print NF }' good.tsv | sort -u | wc -l)" -eq 1 ] || fail "the TSV is ragged"
grep -q 'hash=seq@' good.tsv || fail "the row does not say how it was checked"

# The results have roofs, and counters or the reason why there are none. tests/oracle checks the numbers.
for field in triad_one peak_f32_scalar_one peak_f64_vector_all hardware_counters; do
  grep -q "\"$field\": {\"state\": " good.json || fail "the environment has no $field"
done
# A dry run does not measure roofs, because it has no times to limit.
code 0 $small --benchmark_dry_run --json dry.json
grep -q '"dry_run": "true"' dry.json || fail "a dry run does not say that it is one"
grep -q '"triad\|"peak_\|"ping_pong' dry.json && fail "a dry run measured the machine"
# A run that only checks does not measure them either.
code 0 $small --validate only --json only.json
grep -q '"triad\|"peak_\|"ping_pong' only.json && fail "a run without times measured the machine"
grep '"hardware_counters": {"state": "unknown"' good.json | grep -qv 'perf_event_open: ' &&
  fail "unknown counters without a reason"
grep -q '"roofline": {"bytes_per_projection": 84, "flops_per_projection": ' good.json || fail "a spring has no 84 bytes"

# The golden case texts/bench has how rows and contexts look. This tests that the options have an effect.
ten="cloth -a size=16 -a constraint=stretching -a backend=seq --frames 4 --min-episodes 10 --max-episodes 10 --budget 1s --quiet"
code 0 $ten --benchmark_display_aggregates_only --benchmark_time_unit=ms --benchmark_context=a=b,cc=d=e --json ten.json
[ "$(grep -cE '_(mean|median|stddev) .* ms .* 10 ' out)" -eq 3 ] || fail "aggregates in ms: $(grep '_[a-z]* ' out)"
grep -q '"a": "b",$' ten.json && grep -q '"cc": "d=e"$' ten.json || fail "the JSON has not the context"
code 0 $ten --benchmark_counters_tabular
grep -q '^Benchmark .* fps .* episodes$' out || fail "counters in columns: $(cut -c 60- out)"
code 0 $ten --benchmark_color=true
[ "$(tr -d '\n' <out | tr '\033' '\n' | grep -c '^\[0m')" -eq 3 ] || fail "colours do not end"
code 0 $ten --benchmark_color=false
[ "$(tr -d '\n' <out | tr '\033' '\n' | grep -c '^\[')" -eq 0 ] || fail "colours that nobody asked for"

# The row of the plain loop says that its bits are its own. It is compared with seq, and
# refuses what it does not support.
loop="cloth -a size=11 -a iterations=5 -a backend=loop --budget 0.1s --quiet"
code 0 $loop -a constraint=morse -a mesh=irregular --tsv loop.tsv
grep -q 'hash=rerun@.*irregular cloth of 121 vertices, double@[0-9]* frames*, seq@' loop.tsv || fail "the row of the loop does not say how it was checked"
code 0 $loop -a constraint=stvk -a mesh=star --tsv loop.tsv
grep -q 'hash=rerun@.*star of 161 vertices, double@[0-9]* frames*, seq@' loop.tsv || fail "the row of the loop on a star does not say how it was checked"
code 5 cloth -a size=5 -a backend=seq -a constraint=dihedral -a mesh=star; says 'dihedral needs a sheet that starts flat'
code 5 $loop -a constraint=triangle_area; says 'nothing was measured'
code 5 $loop -a constraint=stvk -a precision=f64; says 'nothing was measured'

# A mesh of a file has the same checks and its own size. A changed file is another mesh.
awk 'BEGIN { n = 9
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) print "v", i + 0.2 * (i * 7 % 3), j, 0.3 * ((i * 5 + j * 3) % 4)
  for (i = 1; i < n; i++) for (j = 1; j < n; j++) print "f", (i - 1) * n + j, i * n + j, i * n + j + 1, (i - 1) * n + j + 1 }' >sheet.obj
own="cloth -a iterations=5 -a constraint=stvk -a mesh=sheet.obj -a numbering=mesh,shuffled"
code 0 $own -a size=11,21 -a backend=seq,omp,loop --benchmark_dry_run --quiet --tsv own.tsv --json own.json --journal own.jsonl
[ "$(grep -c "^cloth	cloth/iterations:5/backend:[a-z]*/constraint:stvk/mesh:sheet.obj[^	]*	ok	" own.tsv)" -eq 6 ] ||
  fail "a mesh of a file has not one row per backend and numbering"
grep 'backend:omp' own.tsv | grep -v 'hash=seq@.*sheet.obj of 81 vertices, double@[0-9]* frames*, plain@' && fail "a row of a file's mesh was not checked"
grep -q '"sheet.obj": {"state": "known", "value": "[0-9a-f]* (81 vertices, 128 triangles, 0 tetrahedra; extent 8.4, scaled by 1.19)"' own.json ||
  fail "the environment does not know the mesh"
# Meshes are scaled to 10 m. With every coordinate times four, it is the same mesh in another file.
awk '$1 == "v" { $2 *= 4; $3 *= 4; $4 *= 4 } { print }' sheet.obj >large.obj
awk '$1 == "v" { $4 *= 4 } { print }' sheet.obj >other.obj
code 0 cloth -a iterations=5 -a constraint=stvk -a backend=seq -a mesh=sheet.obj,large.obj,other.obj --benchmark_dry_run --quiet \
  --tsv sizes.tsv --json sizes.json
hash_of() { awk -F '\t' -v mesh="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["mesh"] == mesh { print $at["state_hash"] }' sizes.tsv; }
text_of() { sed -n "s/.*\"$1\": {\"state\": \"known\", \"value\": \"\([0-9a-f]*\) .*/\1/p" sizes.json; }
[ -n "$(hash_of sheet.obj)" ] && [ "$(hash_of sheet.obj)" = "$(hash_of large.obj)" ] || fail "a mesh four times as large is another one"
[ "$(hash_of sheet.obj)" != "$(hash_of other.obj)" ] || fail "another shape is the same mesh"
[ "$(text_of sheet.obj)" != "$(text_of large.obj)" ] || fail "two files have one hash"
compared=$((compared + 3))
# A control character in a file name must not shift table columns, nor a long list lose values.
tabbed=$(printf 'a\tb.obj')
cp sheet.obj "$tabbed"
code 0 cloth -a iterations=5 -a constraint=stvk -a backend=seq -a "mesh=$tabbed" --benchmark_dry_run --quiet --tsv tabbed.tsv
[ "$(awk -F '\t' '{ print NF }' tabbed.tsv | uniq | wc -l) $(grep -c '	a b.obj	' tabbed.tsv)" = "1 1" ] || fail "a tab in a name shifts columns"
# A blank is a part of the name, in the row and when the run goes on. Where no file can be named it is a mistake.
cp sheet.obj "my sheet.obj"
code 0 cloth -a iterations=5 -a constraint=stvk -a backend=seq -a "mesh=my sheet.obj" --benchmark_dry_run --quiet --tsv blank.tsv \
  --journal blank.jsonl
code 0 --resume blank.jsonl --quiet --tsv again.tsv
[ "$(grep -c '	my sheet.obj	' blank.tsv) $(grep -c '	my sheet.obj	' again.tsv)" = "1 1" ] || fail "a blank in a name is lost"
code 1 cloth -a "size=5, 7"; says 'values must not contain blanks'
compared=$((compared + 4))
most=$(seq -s , 81),100,101,200 # 245 letters; with "threads=" there is room for 255
code 0 $four --threads "$most,9" --plan
[ "$(grep -c 'size:6/.*backend:omp/.*threads:200:' out)" -eq 1 ] || fail "the end of a list of 247 letters is lost"
code 1 $four --threads "$most,90"; says 'threads: the list is too long; -a threads=LIST'
code 0 $four -a "threads=$most,90" --plan
head -n 3 own.jsonl >cut.jsonl
cp cut.jsonl again.jsonl
code 0 --resume cut.jsonl
sed '1s/.*/v 0 0 1/' sheet.obj >other && mv other sheet.obj
code 1 --resume again.jsonl; says 'another mesh in a file: mesh.sheet.obj was'
printf 'v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n' >point.obj
code 1 cloth -a mesh=point.obj

# Standard output contains only the JSON.
"$bench" $small --benchmark_format=json >out.json 2>err || fail "--benchmark_format=json"
[ "$(head -c 1 out.json)" = "{" ] || fail "standard output does not start with the JSON"
if [ -w /dev/full ]; then
  code 3 $small --json /dev/full; says 'space'
  "$bench" $small >/dev/full 2>err; [ $? -eq 3 ] || fail "a full standard output is not noticed"
fi

# A file-size limit is a write error. It must not kill the program.
(ulimit -f 1; "$bench" $small --json limit.json >out 2>err; echo $? >status)
[ "$(cat status)" -eq 3 ] && grep -q 'limit.json: cannot be written' err || fail "a limit on files: $(cat status) $(cat err)"
[ -z "$(ls "$dir" | grep '^limit')" ] || fail "a limit on files leaves something behind"
# If standard output is closed, no output file may get its descriptor, and with it the console's words.
"$bench" $small --tsv closed.tsv >&- 2>err || fail "standard output closed: $?"
[ "$(awk -F'\t' '{ print NF }' closed.tsv | sort -u | wc -l)" -eq 1 ] || fail "the console's words are in the TSV"

# The first interrupt keeps finished results and writes the files.
for signal in INT HUP; do
  rm -f cut.json
  "$bench" -a size=21,321 -a iterations=20 --min-episodes 200 --progress off --json cut.json --tsv cut.tsv >out 2>err &
  pid=$!
  sleep 2
  kill -$signal $pid
  wait $pid
  [ $? -eq 130 ] || fail "a run interrupted by $signal does not exit with 130"
  grep -q '"complete": false' cut.json 2>/dev/null || fail "a run interrupted by $signal does not write complete: false"
  awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $at["status"] == "interrupted" { n++; if ($at["reason"] != "interrupted before it was finished") bad = 1 }
    END { exit bad || n == 0 }' cut.tsv || fail "rows interrupted by $signal do not say so"
done

if command -v python3 >/dev/null; then
  for file in good.json out.json cut.json names.json list.json ten.json; do
    python3 -c 'import json, sys; json.load(open(sys.argv[1]), parse_constant=lambda c: sys.exit("not strict: " + c))' \
      $file || fail "$file is no strict JSON"
  done
else
  echo "skipped: strictness of the JSON (no python3)"
fi
compare=/usr/share/benchmark/compare.py
if [ -r $compare ] && /usr/bin/python3 -c 'import numpy, scipy' 2>/dev/null; then
  /usr/bin/python3 $compare --no-color benchmarks good.json out.json >table 2>err || fail "compare.py refuses our files"
  grep -q 'U Test, Repetitions: 10 vs 10' table || fail "compare.py does not find ten rows a point"
else
  echo "skipped: compare.py of Google Benchmark (Debian: libbenchmark-tools python3-scipy)"
fi
echo "$compared compared, $failures failed"
[ $failures -eq 0 ] && [ $compared -gt 0 ]
