#!/bin/sh
# Why this file exists: the table of xpbd-validate contacts is cited with the claims. Its output, its files and its
# figures must show the same runs, and repeat exactly. Impossible requests get one line.
# usage: contacts.sh SOURCE XPBD-VALIDATE
set -u
. "$1/tests/common.sh"
validate=$2
table=$work/out/contacts.tsv

code() { # code N ARGUMENT...: the exit code must be N.
  want=$1
  shift
  quiet "$validate" contacts "$@"
  [ $? -eq "$want" ]
}
one_line() { [ "$(wc -l <"$work/output")" -eq 1 ] && grep -q -e "$1" "$work/output"; }

# complete FILE: a row for each of 3 restitutions x 3 schemes x 4 passes, with eleven cells and numbers where they
# belong.
complete() {
  awk -F '\t' 'NR == 1 { good = $1 == "scene" && NF == 11; next }
    NF != 11 || $6 !~ /^[0-9.e-]+$/ || $7 + 0 < $6 + 0 || $10 !~ /^[0-9.e-]+$/ { good = 0 }
    seen[$1, $2, $3, $4]++ { good = 0 }
    END { exit !(good && NR == 37) }' "$1"
}

# agree TABLE PRINTED: the stars agree with the table.
agree() {
  awk -F '\t' 'NR > 1 { n += ($8 == "yes") + ($11 == "yes") } END { print n }' "$1" >"$work/written"
  tr -cd '*\n' <"$2" | awk 'NR > 2 { n += length($0) } END { print n }' >"$work/printed"
  cmp -s "$work/written" "$work/printed"
}

check "one scene" code 0 --scene stack_b --out "$work/out"
cp "$work/output" "$work/said"
check "its table" complete "$table"
check "what is printed is what is written" agree "$table" "$work/said"
sed 's/\tyes$/\tno/' "$table" >"$work/other.tsv"
control "a table that says less" agree "$work/other.tsv" "$work/said"
sed '$d' "$table" >"$work/short.tsv"
control "a table that lacks a row" complete "$work/short.tsv"
cp "$table" "$work/first.tsv"
check "the figure of its overlap" grep -q '<path' "$work/out/stack_b_overlap.svg"
check "and of its energy" grep -q '<path' "$work/out/stack_b_energy.svg"
check "one figure alone" code 0 --scene stack_b --overlap "$work/alone.svg"
check "is the same figure" cmp -s "$work/alone.svg" "$work/out/stack_b_overlap.svg"
control "as the other one" cmp -s "$work/alone.svg" "$work/out/stack_b_energy.svg"
check "once more" code 0 --scene stack_b --out "$work/out"
check "the same numbers" cmp -s "$table" "$work/first.tsv"

check "a scene that is none" code 1 --scene stack_q
check "... is said" one_line "'stack_q' is none of wedge"
check "a figure of all" code 1 --energy "$work/all.svg"
check "... is said" one_line "which?"
check "two figures in one file" code 1 --scene wedge --overlap "$work/a.svg" --energy "$work/a.svg"
echo mine >"$work/mine.svg"
check "a figure in a file of somebody else" code 1 --scene stack_b --energy "$work/mine.svg"
check "... is said" one_line "energy: .*/mine.svg exists and is no SVG figure; give another name"
check "which stays" [ "$(cat "$work/mine.svg")" = mine ]
check "a folder that cannot be" code 1 --scene stack_b --out "$validate/none"
check "... is said" one_line "none"
check "nothing is left of those" [ ! -e "$work/a.svg" ]
finish
