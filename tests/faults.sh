#!/bin/sh
# Why this file exists: tests what a program does when the system refuses it something: a file name, descriptors, a
# reader at the end of a pipe. (no_memory.sh tests memory.) It must end with an exit code and a line, never by a signal,
# and leave no incomplete file. Requests to the system that leave no trace are tested, too.
# usage: faults.sh SOURCE CC XPBD_SIM BENCH_MADE XPBD_VALIDATE [XPBD_REPORT]
set -u
source=$1 cc=$2 sim=$3 bench=$4 validate=$5 report=${6:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
quick="-a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 --max-episodes 3 --quiet"
: >output

# each COMMAND...: run the command with the quick arguments of every program in turn, with its name in $name.
each() {
  name=sim; "$@" "$sim" cloth --resolution 5 --frames 1 --backend seq --quiet --out frames --measure table.tsv
  # shellcheck disable=SC2086
  name=bench; "$@" "$bench" cloth $quick --json run.json --tsv run.tsv
  name=validate; "$@" "$validate" errata/damping --json checks.json
  [ -z "$report" ] || { name=report; "$@" "$report" brief good.json; }
}
# orderly CODE: the program chose to end. Signals and aborts are above 128, except 130 for an interruption.
orderly() { [ "$1" -lt 128 ] || [ "$1" -eq 130 ]; }
# No incomplete file under any name; temporary ones are removed.
whole() { [ -z "$(find . -name '*.part')" ] && { [ ! -s run.json ] || [ "$(tail -c 2 run.json)" = "}" ]; }; }

# shellcheck disable=SC2086
"$bench" cloth $quick --json good.json >/dev/null 2>&1
check "results to report of" [ -s good.json ]

# Files: each file that a program makes, in turn, cannot get its name. The message says which.
unplaced() { # unplaced PROGRAM ARGUMENT...; it writes into the folder made
  rm -rf made && mkdir made
  check "$name: it makes files" quiet "$@"
  files=$(find made -type f | sort)
  check "$name: several" [ "$(echo "$files" | wc -l)" -gt 1 ]
  for file in $files; do
    rm -rf made && mkdir made
    FAULTS_FILE=$file LD_PRELOAD=$work/faults.so timeout 60 "$@" >output 2>&1 </dev/null
    ended=$?
    check "$name: without $file it fails" eval "orderly $ended && [ $ended -ne 0 ] && [ $ended -ne 124 ] && whole"
    check "$name: and says so" grep -q "$file: .*No space left" output
  done
}
each_unplaced() {
  name=sim; unplaced "$sim" cloth --resolution 5 --frames 1 --backend seq --quiet --out made/out --measure made/table.tsv \
    --picture made/picture.png --film made/film.gif --viewer made/viewer.html --save made/end.checkpoint
  # shellcheck disable=SC2086
  name=bench; unplaced "$bench" cloth $quick --json made/run.json --tsv made/run.tsv
  name=validate; unplaced "$validate" errata/damping --json made/checks.json --tables made/tables.tsv --html made/pages
  [ -z "$report" ] || { name=report; unplaced "$report" good.json --out made; }
}

# Requests without a trace: files are completely on disk before they get their names, a journal after each point;
# threads are tried once.
logged() { rm -f log; FAULTS_LOG=log LD_PRELOAD=$work/faults.so "$@" >output 2>&1 </dev/null; }
# synced FILE: at its last sync it had its present size.
synced() { [ "$(sed -n "s|^sync .*/$1\(\.[0-9]*-[0-9]*\.part\)\{0,1\} ||p" log | tail -n 1)" = "$(wc -c <"$1" | tr -d ' ')" ]; }
noted() { grep -c "$1" log; }
untraced() {
  # shellcheck disable=SC2086
  logged "$bench" cloth $quick -a constraint=stretching,hookean --json run.json --journal run.journal
  check "results are on the disk" synced run.json
  check "a journal is, at its head and after each of two points" eval 'synced run.journal && [ "$(noted "^sync .*/run.journal")" -eq 3 ]'
  head -n 3 run.journal >shorter && mv shorter run.journal
  control "a journal that is shorter than what was brought there" synced run.journal
  rm -f run.journal
  [ -z "$report" ] || for file in $(logged "$report" good.json --out made && find made -type f); do
    check "$file is on the disk" synced "$file"
  done
  "$sim" cloth --resolution 5 --frames 1 --backend omp --threads 2 >/dev/null 2>&1 && [ "$(nproc)" -gt 1 ] || return
  for sizes in 5 5,6,7,8,9,10,11; do
    # shellcheck disable=SC2086
    logged "$bench" cloth $quick --validate only -a backend=omp -a threads=2 -a size=$sizes
    noted thread >"threads.$sizes"
  done
  one=$(cat threads.5) all=$(cat threads.5,*)
  check "threads are started" [ "$one" -gt 0 ]
  # one more, because on a busy machine the first run may work without its team
  check "for seven points no more than for one" [ "$all" -le $((one + 1)) ]
  cat log log >twice && mv twice log
  control "twice as many" [ "$(noted thread)" -le $((one + 1)) ]
}
if preload "$cc" "$sim"; then
  each_unplaced
  untraced
else
  echo "left out: files that get no name, what leaves no trace (no preloading here)"
fi

# Descriptors: few or none to spare. If the loader cannot open its files, the exit code is 127.
few() {
  for most in 3 4 5 8; do
    # shellcheck disable=SC3045 # not POSIX's; without it this is left out
    (ulimit -n $most 2>/dev/null && exec timeout 20 "$@") >output 2>&1 </dev/null
    ended=$?
    check "$name with $most descriptors" eval "orderly $ended && [ $ended -ne 124 ] && whole"
  done
}
each few

# Closed descriptors: no file may get one of these numbers and console output with it.
closed() {
  "$@" <&- >&- 2>&-
  ended=$?
  check "$name with 0 to 2 closed" eval "[ $ended -eq 0 ] && whole"
}
# json FILE: one object and nothing around it; strict if there is python3.
json() {
  [ "$(head -c 1 "$1")" = "{" ] && [ "$(tail -n 1 "$1")" = "}" ] || return 1
  ! command -v python3 >/dev/null || python3 -m json.tool "$1" /dev/null
}
# table FILE: rows of one width, more than one column.
table() { [ "$(awk -F'\t' '{ print NF }' "$1" | sort -u | wc -l)" -eq 1 ] && head -n 1 "$1" | grep -q '	'; }
page() { head -n 1 "$1" | grep -q '^<!DOCTYPE html>' && [ "$(tail -n 1 "$1")" = "</html>" ]; }
# clean KIND FILE: it is of that kind, but not with console output before it.
clean() {
  check "$2 is a $1" quiet "$1" "$2"
  { echo "xpbd: 1 of 1"; cat "$2"; } >worded
  control "$2 with words in front of it" quiet "$1" worded
}
rm -rf run.json run.tsv table.tsv checks.json frames made
each closed
clean json run.json
clean json checks.json
clean table run.tsv
clean table table.tsv
[ -z "$report" ] || {
  name="report of a page"; closed "$report" good.json --out made
  clean page made/index.html
  clean json made/results.json
  clean table made/results.tsv
}

# A reader that went away: the program ends by the signal or with a line, without an incomplete file.
gone() {
  { "$@" 2>/dev/null; echo $? >ended; } | true
  ended=$(cat ended)
  check "$name with nobody to read it" eval "orderly $ended || [ $ended -eq 141 ]"
  check "$name leaves nothing half" whole
}
each gone

: >left.1-0.part
control "a temporary file is left" whole
rm left.1-0.part
control "an abort" orderly 134
control "a crash" orderly 139
finish
