#!/bin/sh
# Why this file exists: docs/guide/speed.md and README.md may only have speeds of recorded runs (speeds.pl). Usage:
# speeds.sh SOURCE
set -u
source=$1
. "$source/tests/oracle/begin.sh"
right() { perl "$here/speeds.pl" "$source" "$@" >output 2>&1; }
check "every speed of the page" right "$source/docs/guide/speed.md"
# wrong WHAT PERL: change one number in a copy; it must be noticed.
wrong() {
  perl -pe "$2" "$source/docs/guide/speed.md" >copy.md
  cmp -s copy.md "$source/docs/guide/speed.md" && check "$1: the edit for the control did nothing" false
  control "$1" right copy.md
}
wrong "a rate" 's/(41 x 41 \| 20 \| \d*)(\d)(?= \()/$1 . ($2 % 9 + 1)/e'
wrong "the end of an interval" 's/(\(\d+ to \d*)(\d)(?=\) \|)/$1 . ($2 % 9 + 1)/e'
wrong "another formula" 's/\| stretching \| 41 x 41 \| 200/| hookean | 41 x 41 | 200/'
wrong "the gain of one spring as that of all" \
  's/([\d.]+ to [\d.]+)( times as fast with stretching, and )[\d.]+ to [\d.]+/$1$2$1/'
wrong "the time of a projection" 's/([\d.]+)(?= ns with `morse`)/$1 + 0.1/e'
wrong "another slowest projection" 's/and [\d.]+ ns with `\w+`, the slowest/the slowest/'
page=$source/docs/guide/speed.md
check "both pages" right "$page" "$source/README.md"
for change in 's/(41 x 41 \| 200 \| )3839/${1}3838/' 's/not recorded \|$/2 % |/'; do
  perl -pe "$change" "$source/README.md" >copy.md
  control "README: $change" right "$page" copy.md
done
finish
