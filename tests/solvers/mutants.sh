#!/bin/sh
# Why this file exists: the verdict on solvers must name each slip of mutants.tsv, and must not blame a right solver: the
# variants of the reference. Column 2 of the table is the name. (Methods of the suite: the test solvers_page.)
# All of them take minutes, so the full tier takes one of EVERY, and two variants.
# usage: mutants.sh SOURCE XPBD-VALIDATE EVERY
set -u
source=$1 validate=$2 every=$3
. "$source/tests/common.sh"
needs_python numpy

names() { grep -v '^#' "$source/tests/solvers/mutants.tsv" | cut -f 1 | awk -v every="$every" 'NR % every == 1 || every == 1'; }
of() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$source/tests/solvers/mutants.tsv"; }
named() { # NAME WANTED: the first line of its verdict
  head -n 1 "$work/$1.txt" >"$work/output"
  case $2 in
    right) grep -q '^right: ' "$work/output" ;;
    *) grep -q "^wrong: .*: $2: " "$work/output" ;;
  esac
}

# Two at a time: half of the time goes into starting and waiting.
reference=$source/tests/solvers/reference.py
variants="gauss-seidel float32"
[ "$every" -gt 1 ] || variants="$variants reversed symmetric jacobi-averaged explicit-small-steps"
# shellcheck disable=SC2016,SC2086 # expanded by the inner shell; words
{ names | sed 's/.*/& --mutant/' && printf '%s --variant\n' $variants; } | xargs -P 2 -L 1 sh -c \
  '"$0" solver -- "$1" "$2" "$5" "$4" >"$3/$4.txt" 2>&1 </dev/null' "$validate" "$python" "$reference" "$work"
for name in $(names); do
  check "$name is named $(of "$name")" named "$name" "$(of "$name")"
done
for name in $variants; do check "$name is right" named "$name" right; done
control "a right solver is blamed" named float32 compliance_missing
control "a mutant is right" named multiplier-zeroed right
finish
