#!/bin/sh
# Why this file exists: docs/made/findings.md quotes what the checks measure. A number that no program gives any more is
# worse than none.
# usage: findings_page.sh SOURCE XPBD-VALIDATE
set -u
source=$1 validate=$2
. "$source/tests/common.sh"
page=$work/findings.md

# same PAGE FOLDER: the page and the figures agree with the tree.
same() { quiet diff "$source/docs/made/findings.md" "$1" && quiet diff -r "$source/docs/made/findings" "$2"; }

check "the checks that find something write a page" quiet "$validate" --findings "$page"
check "it is docs/made/findings.md with its figures (./run docs writes it again)" same "$page" "$work/findings"
check "every figure is one that the page shows" [ "$(ls "$work/findings" | wc -l)" -eq "$(grep -c '^!\[' "$page")" ]
sed "s/[0-9]/x/" "$page" >"$work/other.md"
control "another number in the page" same "$work/other.md" "$work/findings"
mkdir "$work/stale" && cp "$work/findings"/* "$work/stale" && : >"$work/stale/old.svg"
control "a figure of a finding that is gone" same "$page" "$work/stale"

# code N ARGUMENT...: the exit code must be N.
code() {
  wanted=$1
  shift
  quiet "$validate" "$@"
  [ $? -eq "$wanted" ]
}
check "no page where nothing is found" code 5 math/loops --findings "$work/none.md"
check "nor a file" [ ! -e "$work/none.md" ]
check "nothing runs with --list" code 1 --list --findings "$work/none.md"
cp "$source/docs/made/findings.md" "$work/page" # an older page is replaced
check "a page without an extension" code 0 findings/grouping --findings "$work/page"
check "has its figures beside it" [ -s "$work/page_figures/edge_grouping.svg" ]
check "a page that cannot be written" code 1 findings/grouping --findings "$work/none/page.md"
finish
