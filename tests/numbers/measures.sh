#!/bin/sh
# Why this file exists: the columns of `xpbd-sim --measure` are what the written frames show, each under its own name and at
# its own time. Usage: measures.sh SOURCE PATH_OF_XPBD_SIM
set -u
source=$1 sim=$2
. "$source/tests/common.sh"
command -v perl >/dev/null || { echo "skipped: perl is missing"; exit 77; }
cd "$work" || exit 1

right() { perl "$source/tests/numbers/measures.pl" "$1" frames 24 7 >output 2>&1; }
# swap A B FILE: two columns change places.
swap() {
  awk -F '\t' -v OFS='\t' -v a="$1" -v b="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
    { keep = $at[a]; $at[a] = $at[b]; $at[b] = keep; print }' "$3"
}

check "a run" quiet "$sim" cloth --resolution 6 --frames 12 --iterations 5 --constraint stretching:k=7 --quiet --out frames \
  --measure measures.tsv
check "its measures are those of its frames" right measures.tsv
for pair in "residual_mean residual_max" "strain_mean strain_max" "area_least area_most" "time_s frame"; do
  # shellcheck disable=SC2086 # two names
  swap $pair measures.tsv >swapped.tsv
  control "swapped: $pair" right swapped.tsv
done
finish
