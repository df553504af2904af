#!/bin/sh
# Why this file exists: every call to the system about a file or a process may fail: the disk is full or broken, too many
# files are open, a signal interrupts it. In each command below, each such call fails once (tests/faults_calls.c).
# - The command ends, and not by a signal. With exit code 0, all that it makes is there. Otherwise a line names the file
#   and the reason.
# - What was there before is still whole, or replaced by something whole. No temporary file is left.
# - Reads and writes of few bytes change nothing.
# - A power failure at any moment leaves the old file or the new one. faults_power.py works out from the calls what may be
#   left. faults_power.sh lets the next run begin there.
# usage: faults_calls.sh SOURCE CC FOLDER_OF_THE_PROGRAMS BENCH_MADE [quick]: quick leaves out what takes long
set -u
source=$1 cc=$2 bin=$3 bench=$4 quick=${5:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
sim=$bin/xpbd-sim validate=$bin/xpbd-validate report=$bin/xpbd-report
mkdir home tmp bin old
export OMP_WAIT_POLICY=passive XDG_DATA_HOME="$work/home" TMPDIR="$work/tmp" OCL_ICD_VENDORS="$work/none/"
most=60 # seconds that a command may take
keep=   # where written bytes are kept
needs_python itertools
preload "$cc" "$sim" || {
  echo "skipped: no preloading here"
  exit 77
}

# sums FOLDER: each file with its checksum.
sums() { (cd "$1" && find . -type f -exec cksum {} + | LC_ALL=C sort -k 3); }
# shape FILE: what does not depend on times: the number of rows, and the end or the number of columns.
shape() {
  case $1 in # what a machine does not tell of itself has no line
    *.json) grep -c '"status": ' "$1"; grep '"complete": false' "$1"; tail -n 1 "$1"; return ;;
  esac
  wc -l <"$1"
  case $1 in
    *.jsonl) ;;
    *.tsv) awk -F '\t' '{ print NF }' "$1" | sort -u ;;
    *) tail -n 1 "$1" ;;
  esac
}
# alike FILE FOLDER: it is complete, as there. A journal only grows, and may end anywhere if the run failed.
alike() {
  case $1 in
    *.part) return 1 ;;
    */run.txt) grep -q '^ending: ' "made/$1" && return ;;
    *.jsonl)
      [ ! -f "old/$1" ] || head -c "$(wc -c <"old/$1")" "made/$1" | cmp -s - "old/$1" || return
      [ "$2" != old ] || return 0
      ;;
  esac
  [ -f "$2/$1" ] && [ "$(shape "made/$1")" = "$(shape "$2/$1")" ]
}
# shorter FILE: it is complete, without what failed, which a line told.
shorter() {
  [ "$ended" -ne 0 ] || told || return
  case $1 in
    *.html) tail -n 1 "made/$1" | grep -q '</html>$' ;;
    *.json) [ "$(tail -n 1 "made/$1")" = "}" ] ;;
    *.gif) [ "$(tail -c 1 "made/$1")" = ";" ] ;;
    *.png) tail -c 8 "made/$1" | grep -q IEND ;;
    *.glb) [ "$(od -A n -t u4 -j 8 -N 4 "made/$1" | tr -d ' ')" = "$(wc -c <"made/$1")" ] ;;
    *.series) [ "$(tail -n 1 "made/$1")" = "}" ] ;;
    *table.tsv) head -c "$(wc -c <"made/$1")" "new/$1" | cmp -s - "made/$1" && [ -z "$(tail -c 1 "made/$1")" ] ;;
    *) false ;;
  esac
}
# unlike LIST FOLDER...: the files of `made` that are not in that list of checksums, nor like those of a folder.
unlike() {
  list=$1
  shift
  grep -vxFf "$list" sums | while read -r _ _ file; do
    for folder in "$@"; do ! alike "$file" "$folder" || continue 2; done
    ! shorter "$file" || continue
    echo "$file is neither as it was nor complete"
  done
}
# absent LIST: files of that list that are not in `made`. Frames of an earlier run are removed before the first new one.
absent() {
  awk '!list { seen[$3] = 1; next } !seen[$3] { print $3 " is lost" }' sums list=1 "$1" |
    grep -v '/frame_[0-9]*\.\|/constraints\.vtk\|/frames\.vtk\.series'
}
# run COMMAND...: run it in the state before; call $at of $kind fails with $error. Its exit code is in $ended.
run() {
  rm -rf made log kept tmp && cp -r old made && mkdir tmp
  timeout $most env FAULTS_KEPT="$keep" FAULTS_CALL="$kind" FAULTS_AT="$at" FAULTS_ERROR="$error" FAULTS_LOG="$work/log" \
    LD_PRELOAD="$work/faults.so" "$@" >said 2>&1 </dev/null
  ended=$?
  [ -s log ]
}
# undisturbed COMMAND...: what it makes is what it must make.
undisturbed() {
  kind=none at=0 error=0 refused=nothing keep=$work/kept
  run "$@"
  keep=
  [ "$ended" -eq 0 ] || { cat said && return 1; }
  rm -rf new && cp -r made new
  sums new >new.sums
  sums old | cat - new.sums >known
  sums old >old.sums
}
reason() {
  case $1 in
    4) echo "Interrupted system call" ;;
    5) echo "Input/output error" ;;
    11) echo "Resource temporarily unavailable" ;;
    24) echo "Too many open files" ;;
    28) echo "No space left on device" ;;
  esac
}
# told: a line names the file of the call that failed, and why. What a machine tells of itself may be unknown.
told() {
  case $refused in /proc/* | /sys/* | /etc/*) return 0 ;; esac
  # shellcheck disable=SC2086 # words
  set -- $refused
  [ "$kind" != rename ] || shift
  case ${1:-} in "$work/tmp"/*) set -- ;; esac # a user does not know the files there
  name=$(echo "${1:-}" | sed 's|.*/||; s/\.[0-9]*-[0-9]*\.part$//; s/XXXXXX$//; s/^pipe:.*//; s/^null$//')
  grep -F -e "$name" said | grep -qF -e "$(reason "$error")" -e "a write failed" # later writes did not fail
}
# orderly: the command ended as it should. `wrong` says why not.
orderly() {
  sums made >sums
  {
    [ "$ended" -ne 124 ] || echo "does not end"
    [ "$ended" -lt 126 ] || echo "ends with $ended"
    if [ "$ended" -eq 0 ]; then
      unlike new.sums new
      told || absent new.sums
    else
      unlike known old new
      absent old.sums
      told || echo "does not tell"
    fi
    case $kind in
      remove | open) ;; # what cannot be removed, or listed, stays
      *) find tmp -mindepth 1 | sed 's/$/ is left/' ;;
    esac
  } >wrong
  [ "$kind" != remove ] || { grep -v '\.part is neither' wrong >fewer; mv fewer wrong; }
  [ ! -s wrong ]
}
# endures KIND:ERROR COMMAND...: each call of a kind fails once. $bad of $runs end wrongly.
endures() {
  kind=${1%:*} error=${1#*:} at=0 bad=0
  shift
  while at=$((at + 1)) && run "$@"; do
    grep -q "^failed $kind" log || break
    refused=$(sed -n "s/^failed $kind //p" log | head -n 1)
    orderly || {
      bad=$((bad + 1))
      echo "  $title, $kind $at ($error) of $refused: exit code $ended: $(sed 's/$/;/' wrong | tr '\n' ' ')" >&2
      sed 's/^/      | /' said | tail -n 5 >&2
    }
  done
  runs=$((at - 1)) total=$((total + at - 1))
  [ "$bad" -eq 0 ]
}
total=0
kinds="open:24 read:5 read:4 write:28 write:4 sync:5 close:5 rename:5 folder:28 remove:5 process:11 pipe:24"
[ -z "$quick" ] || kinds="write:28 sync:5 rename:5 folder:28"

# powered [LOG]: if the power fails, each file below `made` is the old one or a complete new one (faults_power.py).
powered() { "$python" "$source/tests/faults_power.py" check "${1:-log}" kept old "$work/made" >output 2>&1; }

# each WHAT COMMAND...: all of the above for a command that makes files in $work/made.
each() {
  title=$1
  shift
  check "$title" undisturbed "$@" || return
  check "$title: the power may fail" powered
  kind=parts
  run "$@"
  check "$title: few bytes at a time" eval 'orderly && [ "$ended" -eq 0 ]'
  for one in $kinds; do
    endures "$one" "$@"
    check "$title: none of $runs failures of $one harms" [ "$bad" -eq 0 ]
  done
}
before() { rm -rf old && mkdir old; } # nothing was there

# The controls: a program that writes one file in a right way and in wrong ones.
cat >wrong.c <<'X'
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char name[999], temporary[999];
static int fail(void) {
  printf("%s: %s\n", name, strerror(errno));
  unlink(temporary);
  return 1;
}
int main(int count, char **words) {
  const char *way = count > 1 ? words[1] : "", *folder = words[2];
  int is(const char *what) { return strcmp(way, what) == 0; }
  snprintf(name, sizeof name, "%s/one.txt", folder);
  snprintf(temporary, sizeof temporary, is("direct") ? "%s/one.txt" : "%s/one.txt.1-0.part", folder);
  FILE *file = fopen(temporary, "w");
  if (!file && is("crash")) abort();
  if (!file && is("hang")) sleep(100);
  if (!file && is("silent")) return 1;
  if (!file) return fail();
  fputs("new\n", file);
  int lost = fflush(file) != 0 || (!is("unsynced") && fsync(fileno(file)) != 0);
  if (lost && (is("left") || is("direct"))) return printf("%s: %s\n", name, strerror(errno)), 1;
  if (lost && !is("believes")) return fail();
  if (fclose(file) != 0 && !is("believes")) return fail();
  if (!is("direct") && rename(temporary, name) != 0) return fail();
  const int place = is("unnamed") ? -1 : open(folder, O_RDONLY);
  return !is("unnamed") && (place < 0 || fsync(place) != 0) ? fail() : 0;
}
X
"$cc" -O0 -w -o wrong.out wrong.c || exit 1
before && echo before >old/one.txt
# writes WAY KIND:ERROR: that way endures failures of that kind.
writes() { undisturbed ./wrong.out "$1" "$work/made" && endures "$2" ./wrong.out "$1" "$work/made" 2>/dev/null && [ "$runs" -gt 0 ]; }
title=controls
for one in open:24 write:28 sync:5 close:5 rename:5; do check "a right way, $one" writes right $one; done
control "half a file for the old one" writes direct write:28
control "an exit code of 0 without the file" writes believes write:28
control "a crash" writes crash open:24
control "no line" writes silent open:24
control "a temporary file that stays" writes left sync:5
most=1
control "no end" writes hang open:24
most=60
for way in right unsynced unnamed direct; do
  before && undisturbed ./wrong.out $way "$work/made" && powered
  echo $? >"powered.$way"
done
follows() { [ "$(cat "powered.$1")" -eq 0 ]; }
check "content, then name" follows right
control "content that may come later" follows unsynced
control "a name that may be lost" follows unnamed
control "half a file under its name" follows direct

# The programs.
few="-a size=5 -a iterations=1 -a constraint=stretching,hookean -a backend=seq --frames 1 --min-episodes 3 --max-episodes 3 --quiet"
before
frames() {
  each "$1" "$sim" cloth --resolution 5 --frames "$2" --backend seq --quiet --out "$work/made/out" --measure "$work/made/table.tsv" \
    --save "$work/made/end.checkpoint" --viewer "$work/made/viewer.html" --picture "$work/made/picture.png" --picture-size 40x30 \
    --film "$work/made/film.gif" --film-size 40x30 --gltf "$work/made/run.glb"
}
longer=2
[ -z "$quick" ] || longer=1
frames "frames in a new folder" $longer
[ -n "$quick" ] || {
  rm -rf old && cp -r new old
  frames "frames in the folder of a longer run" 1
  cp new/end.checkpoint state
  before
  each "a resumed run" "$sim" cloth --resolution 5 --frames 2 --backend seq --quiet --resume state --save "$work/made/end.checkpoint"
  each "a scene" "$sim" blob --resolution 3 --backend seq --export "$work/made/scene.json"
  cp new/scene.* .
  each "frames of a scene" "$sim" scene.json --frames 1 --backend seq --quiet --out "$work/made/out"
  each "a mesh" "$sim" cloth --mesh "$source/tests/fuzz/corpus/vtu/packed.vtu" --pins none --frames 1 --backend seq --quiet \
    --save "$work/made/end.checkpoint"
}

# shellcheck disable=SC2086
measured() { "$bench" cloth $few "$@" >/dev/null 2>&1; }
before && mkdir old/run
measured --json old/run/results.json --journal old/run/samples.jsonl
head -n 4 old/run/samples.jsonl >half && mv half old/run/samples.jsonl
each "a resumed benchmark" "$bench" --resume "$work/made/run" --quiet
[ -n "$quick" ] || {
  before
  # shellcheck disable=SC2086
  each "a benchmark" "$bench" cloth $few --json "$work/made/run.json" --tsv "$work/made/run.tsv" --journal "$work/made/run.jsonl"
}

if [ -x "$report" ]; then
  measured --shard 1/2 --json one.json
  measured --shard 2/2 --json two.json
  before
  each "joined parts" "$report" merge one.json two.json --out "$work/made/all.json"
fi
if [ -x "$report" ] && [ -z "$quick" ]; then
  cp new/all.json run.json
  printf '#!/bin/sh\n[ "$1" = --version ] || echo "<svg></svg>"\n' >bin/gnuplot
  chmod +x bin/gnuplot
  PATH=$work/bin:$PATH
  "$report" run.json --out old/page >/dev/null 2>&1
  echo "</html>" >>old/page/index.html # so that it differs
  each "a page" "$report" run.json --out "$work/made/page"
  before && mkdir old/run
  measured --json old/run/results.json --journal old/run/samples.jsonl
  each "an audit" "$report" audit "$work/made/run"
  each "a comparison" "$report" compare one.json two.json --out "$work/made/page"
fi
if [ -z "$quick" ]; then
  before
  each "checks" "$validate" errata/damping --json "$work/made/checks.json" --tables "$work/made/tables.tsv" --html "$work/made/pages"
  # A compiler that has compiled everything before.
  printf '#!/bin/sh\nfor word; do source=$word; [ "$last" != -o ] || made=$word; last=$word; done\nkept=%s/kept.${made##*/}\n' "$work" >bin/kept
  printf '[ -e "$kept" ] || { "%s" "$@" && cp "$made" "$kept"; } || exit\ncp "$kept" "$made"\n' "$cc" >>bin/kept
  chmod +x bin/kept
  cp "$source/tests/formulas/fung.h" .
  export CC="$work/bin/kept"
  each "a verdict" "$validate" formula fung.h --json "$work/made/verdict.json" --html "$work/made/pages"
fi
least=1000
[ -z "$quick" ] || least=80
check "$total calls failed" [ "$total" -gt $least ]
finish
