#!/bin/sh
# Why this file exists: docs/made/solvers.md quotes the verdict on the suite's own methods. A number that no program gives
# any more is worse than none.
# usage: page.sh SOURCE XPBD-VALIDATE
set -u
source=$1 validate=$2
. "$source/tests/common.sh"
same() { quiet diff "$source/docs/made/solvers.md" "$1"; }
echo mine >"$work/mine.md"
control "a page of somebody else is replaced" quiet "$validate" solver --matrix "$work/mine.md"
check "it is named" grep -q 'matrix: .*/mine.md exists and is no page of --matrix; give another name' "$work/output"
sed 's/wrong/right/' "$source/docs/made/solvers.md" >"$work/solvers.md" # an older page is replaced
check "the methods are judged" quiet "$validate" solver --matrix "$work/solvers.md"
check "the page is docs/made/solvers.md (./run docs writes it again)" same "$work/solvers.md"
sed 's/wrong/right/' "$work/solvers.md" >"$work/other.md"
control "another page" same "$work/other.md"
finish
