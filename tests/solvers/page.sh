#!/bin/sh
# Why this file exists: docs/made/solvers.md quotes the verdict on the suite's own methods. A number that no program gives
# any more is worse than none.
# usage: page.sh SOURCE XPBD-VALIDATE
set -u
source=$1 validate=$2
. "$source/tests/common.sh"
same() { quiet diff "$source/docs/made/solvers.md" "$1"; }
check "the methods are judged" quiet "$validate" solver --matrix "$work/solvers.md"
check "the page is docs/made/solvers.md (./run docs writes it again)" same "$work/solvers.md"
sed 's/wrong/right/' "$work/solvers.md" >"$work/other.md"
control "another page" same "$work/other.md"
finish
