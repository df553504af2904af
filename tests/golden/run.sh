#!/bin/sh
# Why this file exists: a golden file is the output of commands, so a difference shows what changed. TOPIC/NAME.sh has
# the commands, with the functions of words.sh, and TOPIC/NAME.exact their output. TOPIC/NAME.same, if there is one,
# compares the two instead of diff, and each line of TOPIC/NAME.wrong is a change (for sed) that it must notice. `./run
# records` shows each difference and updates the file.
# usage: run.sh [--record] BUILD [TOPIC | TOPIC/NAME | TOPIC_NAME, as the test is called]...
set -u
golden=$(cd "$(dirname "$0")" && pwd) source=$(cd "$(dirname "$0")/../.." && pwd)
recording=''
[ "$1" != --record ] || { recording=yes && shift; }
build=$(cd "$1" && pwd)
shift
. "$source/tests/common.sh"
export LC_ALL=C # for sort
PATH=$build/bin:$build/tests:$build/tests/unit:$PATH
exec 3>&1

# made CASE: write its output to $work/is, in a new separate folder.
made() {
  exact=$golden/$1.exact lacks='' digits=''
  [ -f "$exact" ] || exact=/dev/null
  rm -rf "$work/here" && mkdir "$work/here"
  rm -f "$work/skipped"
  # shellcheck disable=SC1090 # the case
  (cd "$work/here" && . "$golden/words.sh" && . "$golden/$1.sh") >"$work/is" 2>&1
  sed -Ei 's/xpbd-suite [0-9]+\.[0-9]+\.[0-9]+/xpbd-suite VERSION/g' "$work/is" # a new version changes no golden file
  [ -s "$work/is" ]
}
# as_golden CASE FILE: the file is the recorded one.
as_golden() {
  if [ -f "$golden/$1.same" ]; then
    sh "$golden/$1.same" "$exact" "$2" >"$work/output" 2>&1
  else
    diff -u "$exact" "$2" >"$work/output"
  fi
}
show() { sed '1,2d' "$work/output" | head -n 60; }

cases=$(cd "$golden" && for want in "${@:-*}"; do ls -d $want/*.sh "$want.sh" "${want%%_*}/${want#*_}.sh" 2>/dev/null; done | grep / | sed 's|\.sh$||' | sort -u)
[ -n "$cases" ] || { echo "no golden case: $*; tests/golden has TOPIC/NAME.sh" >&2; exit 1; }
for case in $cases; do
  made "$case" || echo "says nothing" >"$work/is"
  if [ -f "$work/skipped" ]; then
    echo "skipped: $case: $(cat "$work/skipped")"
    continue
  fi
  if [ -n "$recording" ]; then
    as_golden "$case" "$work/is" || { show && cp "$work/is" "$golden/$case.exact" && echo "tests/golden/$case.exact: changed"; }
    continue
  fi
  check "$case is its golden file; if the change is meant: ./run records $case" as_golden "$case" "$work/is"
  sed '$s/.*/& and more/' "$work/is" >"$work/other"
  control "$case: a word more" as_golden "$case" "$work/other"
  sed '$d' "$work/is" >"$work/other"
  control "$case: a line less" as_golden "$case" "$work/other"
  [ ! -f "$golden/$case.wrong" ] || while read -r change; do
    sed "$change" "$work/is" >"$work/other"
    control "$case: $change" as_golden "$case" "$work/other"
  done <"$golden/$case.wrong"
done
[ -z "$recording" ] || exit 0
[ "$checks" -gt 0 ] || exit 77
finish
