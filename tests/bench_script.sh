#!/bin/sh
# Why this file exists: tests ./run bench and ./run pack with the programs of the build: five lines and a path at the end,
# a run that is resumed, two at once, one archive to send. usage: bench_script.sh SOURCE BENCH_MADE XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/common.sh"
. "$source/tests/tree.sh"
[ -n "$report" ] || {
  echo "skipped: xpbd-report is not built"
  exit 77
}
cd "$work" || exit 1
few="cloth -a size=11,21 -a iterations=5 -a constraint=stretching,stvk -a backend=seq --frames 4 --min-episodes 6 --max-episodes 6"
folder_of() { tail -n 1 "$work/output" | sed "s|^$tree/||; s|/index.html$||"; }

# shellcheck disable=SC2086
check "a run" ends 0 "to send: reports/" bench $few
check "ends with the path of the page" last_line_is_page
first=$(folder_of)
check "and before it five lines" [ "$(tail -n 6 "$work/output" | grep -cE '^(machine|fastest|at 60 FPS|claimed|to send): ')" -eq 5 ]
check "how many rows are valid; a clock that is made up seals none" says "claimed:    4 of 4 rows"
check "the journal is kept" [ -s "$tree/$first/samples.jsonl" ]
check "packed" ends 0 "$first.tar.gz (" pack
check "in the archive: results and page" [ "$(tar -tzf "$tree/$first.tar.gz" | grep -cE '/(results.json|results.tsv|index.html)$')" -eq 3 ]
check "small samples" sh -c 'tar -tzf "$1" | grep -q samples' - "$tree/$first.tar.gz"
check "how to file it" says "xpbd-report accept "
check "it is accepted" quiet "$report" accept "$tree/$first.tar.gz" --into "$work/machines"
check "its audit has the path that stays" [ -s "$(grep "/audit.json$" "$work/output")" ]
control "a path that does not" says .arriving
check "and audited" grep -q '"audited"' "$work"/machines/*/audit.json
mkdir -p "$work/forged/run"
true_state=$(sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' "$tree/$first/results.json" | head -n 1)
sed "s/$true_state/0123456789abcdef/g" "$tree/$first/results.json" >"$work/forged/run/results.json" # in all checks, too
control "a forged state is none" cmp -s "$tree/$first/results.json" "$work/forged/run/results.json"
tar -C "$work/forged" --format=ustar -czf "$work/forged.tar.gz" run
"$report" accept "$work/forged.tar.gz" --into "$work/forgeries" >"$work/output" 2>&1
code=$?
check "a forged state is refused" [ "$code" -eq 2 ]
check "with the reason" says "is not what it claims"
check "and not filed" [ -z "$(ls -A "$work/forgeries")" ]
check "as a whole" cmp -s "$tree/$first/results.json" "$work"/machines/*/results.json
control "it is accepted twice" "$report" accept "$tree/$first.tar.gz" --into "$work/machines"
cp "$tree/$first/samples.jsonl" "$work/samples"
yes '{}' | head -c 8000000 >>"$tree/$first/samples.jsonl"
check "packed without long samples" ends 0 "$first.tar.gz (" pack
control "long samples" sh -c 'tar -tzf "$1" | grep -q samples' - "$tree/$first.tar.gz"
mv "$work/samples" "$tree/$first/samples.jsonl"
mkdir "$work/my run" && cp "$tree/$first/results.json" "$work/my run"
check "a name with a space" ends 0 "my run.tar.gz (" pack "$work/my run"
check "is plain in the archive" [ "$(tar -tzf "$work/my run.tar.gz")" = my-run/results.json ]
check "packed by name" ends 0 "$first.tar.gz (" pack "$tree/$first"
check "no run to pack" ends 1 "none: no such folder" pack none
mkdir -p "$work/nothing"
check "not a run" ends 1 "has no results.json" pack "$work/nothing"
cd "$tree/$first" || exit 1
check "packed from within" ends 0 "${first##*/}.tar.gz (" pack .
cd "$work" || exit 1

# A page is made again. If that fails, the old one stays.
check "a report again" ends 0 "index.html" report "$tree/$first/results.json"
check "ends with its path" last_line_is_page
check "a report of a folder" ends 0 "index.html" report "$tree/$first"
control "of a folder that is no run" ends 0 "index.html" report "$work"
echo "{" >"$tree/$first/bad.json"
check "a report of a damaged file" ends 1 "there is no report of $tree/$first/bad.json" report "$tree/$first/bad.json"
check "the page stays" [ -s "$tree/$first/index.html" ]
rm "$tree/$first/bad.json"

# A run is resumed: a part of the journal stands for a run that was killed.
cp -r "$tree/$first" "$tree/reports/cut.local"
rm -rf "$tree"/reports/cut.local/results.* "$tree"/reports/cut.local/index.html "$tree"/reports/cut.local/figures
head -n 9 "$tree/$first/samples.jsonl" >"$tree/reports/cut.local/samples.jsonl"
cd "$tree" || exit 1
check "a run that was killed goes on" ends 0 "measuring what is left" bench --resume reports/cut.local
cd "$work" || exit 1
check "to a page" last_line_is_page
facts "$tree/$first/results.tsv" >a
facts "$tree/reports/cut.local/results.tsv" >b
check "and to the same rows" cmp a b
sed 1d a >b
control "rows are missing" cmp -s a b
check "no such run" ends 1 "none: no such folder" bench --resume none
check "no journal" ends 1 "has no samples.jsonl" bench --resume "$work/nothing"
check "no name" ends 1 "which run?" bench --resume
mkdir "$work/old"
sed '1s/"journal": 3, //; s/, "sum": "[0-9a-f]*"}$/}/' "$tree/$first/samples.jsonl" >"$work/old/samples.jsonl"
check "an older journal" ends 1 "the journal has version 1" bench --resume "$work/old"
control "what is refused is said to go on" says "continues it"
check "which stays" [ "$(wc -l <"$work/old/samples.jsonl")" -gt 5 ]

# A run has only begun in another process, which holds its journal. Nothing of it is removed.
if command -v flock >/dev/null; then
  begun=$tree/reports/begun.local
  mkdir "$begun"
  head -n 1 "$tree/$first/samples.jsonl" >"$begun/samples.jsonl"
  : >"$begun/results.json.1-0.part"
  env PATH="$work/bin:$PATH" flock "$begun/samples.jsonl" "$tree/run" bench --resume "$begun" >"$work/output" 2>&1 </dev/null
  code=$?
  check "a run that another process writes" [ "$code" -eq 3 ]
  check "it says so" says "another run is writing it"
  check "its files stay" [ -s "$begun/samples.jsonl" ]
  check "those of its results, too" [ -e "$begun/results.json.1-0.part" ]
  control "it is said to go on" says "continues it"
  rm -r "$begun"
else
  echo "left out: a run that another process writes (no flock)"
fi

# A run asked for something else, or a wrong one, leaves no folder.
before=$(ls "$tree/reports")
check "a list" ends 0 "stretching" bench --list=formulas
cp "$source/tests/formulas/fung.h" . # not in the folder of ./run
check "a formula where the caller stands" ends 0 "fung: " bench --formula fung.h --list=formulas
check "in one word" ends 0 "fung: " bench --formula=fung.h --list=formulas
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
check "a mesh, too" ends 0 "/one.obj" bench cloth -a mesh=one.obj -a backend=seq -a constraint=stretching --plan
control "one that is nowhere" ends 0 "fung: " bench --formula nowhere.h --list=formulas
check "a wrong axis" ends 1 "no axis" bench -a sise=21
# shellcheck disable=SC2086
check "a file elsewhere" ends 1 "bench: --json x: a run chooses its files" bench $few --json x
# shellcheck disable=SC2086
check "in one word" ends 1 "bench: --tsv=x: a run chooses its files" bench $few --tsv=x
one="cloth -a size=11 -a iterations=5 -a constraint=stretching --frames 4 --min-episodes 6 --max-episodes 6 -a backend=seq"
# shellcheck disable=SC2086
check "two settings in turns" ends 0 "B, process 2 of 2" bench ab --processes 2 -- $one -- $one --warm 2
check "are compared" says "times the frame rate"
# shellcheck disable=SC2086
control "one setting" ends 0 "B, process 2 of 2" bench ab --processes 2 -- $one
# shellcheck disable=SC2086
check "a file of every process" ends 1 "--json: every process would overwrite this file" bench ab -- $one -- $one --json x
check "no folder is left" [ "$before" = "$(ls "$tree/reports")" ]

# An interrupted run says how to continue, and that works.
env PATH="$work/bin:$PATH" timeout --preserve-status -s INT 3 "$tree/run" bench cloth -a size=41 -a backend=seq --rel-err 0.0001% \
  --budget 60s --max-episodes 100000 >"$work/output" 2>&1 </dev/null
code=$?
check "Ctrl-C" [ "$code" -eq 130 ]
check "says how to go on" grep -q 'interrupted;.*./run bench --resume reports/.* continues' "$work/output"
env PATH="$work/bin:$PATH" timeout --preserve-status -s INT 3 "$tree/run" bench cloth -a size=41 -a backend=seq --rel-err 0.0001% \
  --budget 60s --max-episodes 100000 --processes 2 >"$work/output" 2>&1 </dev/null
code=$?
check "Ctrl-C with several processes" [ "$code" -eq 130 ]
check "it says so" says "interrupted"
control "without a journal it goes on" says "--resume"

# A signal ends xpbd-bench alone, as when the system needs the memory. Its measurements stay, and the run is resumed.
long="cloth -a size=21,31 -a iterations=10 -a constraint=stretching -a backend=seq --frames 4 --min-episodes 600 --max-episodes 600 --budget 1m"
stand_in() { # stand_in LINE...: replace build/bin/xpbd-bench from here on
  printf '%s\n' '#!/bin/sh' "$@" >"$work/stand-in"
  chmod +x "$work/stand-in"
  sed -i 's|^ln -sf .* build/bin/xpbd-bench$|ln -sf "'"$work/stand-in"'" build/bin/xpbd-bench|' "$work/bin/cmake"
}
# shellcheck disable=SC2016 # of the stand-in
journal_of='case "$*" in *--journal*) journal=${*##*--journal }; journal=${journal%% *} ;; esac'
# shellcheck disable=SC2086
in_tree bench $long
facts "$tree/$(folder_of)/results.tsv" >a
check "a longer run" [ "$(grep -c ' ok 600 ' a)" -eq 2 ]
rm -rf "$tree"/reports/*
stand_in "echo \$\$ >'$work/pid'" "exec '$bench' \"\$@\""
# shellcheck disable=SC2086
env PATH="$work/bin:$PATH" "$tree/run" bench $long >"$work/output" 2>&1 </dev/null &
script=$! tries=0
until [ "$(cat "$tree"/reports/*.local/samples.jsonl 2>/dev/null | wc -l)" -gt 5 ] || [ "$tries" -ge 3000 ]; do
  sleep 0.02
  tries=$((tries + 1))
done
kill -KILL "$(cat "$work/pid")"
wait "$script"
code=$?
check "xpbd-bench alone is killed" [ "$code" -eq 137 ]
killed=$(cd "$tree" && echo reports/*.local)
check "what it had measured stays" [ "$(wc -l <"$tree/$killed/samples.jsonl")" -gt 5 ]
check "not all of it" [ ! -e "$tree/$killed/results.json" ]
check "it says so" says "it was stopped; ./run bench --resume $killed continues it"
cd "$tree" || exit 1
check "it goes on" ends 0 "measuring what is left" bench --resume "$killed"
cd "$work" || exit 1
check "to a page" last_line_is_page
facts "$tree/$killed/results.tsv" >b
check "and to the same rows" cmp a b
before=$(ls "$tree/reports")
stand_in "$journal_of" "head -n 1 '$tree/$killed/samples.jsonl' >\"\$journal\"" 'kill -KILL $$'
# shellcheck disable=SC2086
in_tree bench $long
check "killed before it had measured anything" [ "$code" -eq 137 ]
control "of which something is left" [ "$before" != "$(ls "$tree/reports")" ]
control "and which goes on" says "continues it"
stand_in "exec '$bench' \"\$@\""

# Only one builds at a time, whatever the command.
if command -v flock >/dev/null && flock -o "$work/lock" true 2>/dev/null; then
  for word in docs bits; do
    PATH=$work/bin:$PATH timeout 60 flock -o "$tree/build/lock" "$tree/run" "$word" >"$work/output" 2>&1 </dev/null &
    waiting=$!
    for _ in $(seq 300); do
      if says "waiting for it"; then break; fi
      sleep 0.1
    done
    kill "$waiting" # timeout ends all that it started
    wait "$waiting"
    check "$word while another builds" says "another ./run builds here; waiting for it"
  done
  in_tree docs
  control "docs alone" says "another ./run builds here"
else
  echo "left out: two builds at once (no flock -o)"
fi

# Two at once, in the same second: neither touches the other's folder.
printf '#!/bin/sh\ncase $* in *%%Y*) echo 20000101-000000 ;; *) exec %s "$@" ;; esac\n' "$(command -v date)" >"$work/bin/date"
chmod +x "$work/bin/date"
two_at_once() { # whether they have a folder each
  rm -rf "$tree"/reports/*
  # shellcheck disable=SC2086
  env PATH="$work/bin:$PATH" "$tree/run" bench $few >"$work/other" 2>&1 </dev/null &
  # shellcheck disable=SC2086
  in_tree bench $few
  wait $!
  [ "$(ls -d "$tree"/reports/*-20000101-000000*.local/index.html | wc -l)" -eq 2 ]
}
check "two at once" two_at_once
for one in "$tree"/reports/*.local; do
  check "complete: ${one##*/}" grep -q '"complete": true' "$one/results.json"
done
sed -i 's/until mkdir "\$folder"/until mkdir -p "$folder"/' "$tree/scripts/bench.sh"
control "two that take a folder that is there" two_at_once
finish
