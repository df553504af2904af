#!/bin/sh
# Why this file exists: confirms the recorded answers of the workloads by the independent program, and writes what it
# found as a table.
# usage: confirm.sh SOURCE PROGRAMS C++-COMPILER TABLE.tsv [WORKLOAD...]
#   TABLE.tsv keeps the lines of other workloads. Exit code: 0 all are confirmed, 1 one cannot be tried, 2 one differs.
set -u
source=$1 programs=$2 cxx=$3 table=$4
shift 4
here=$source/tests/independent
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$cxx" -std=c++17 -O3 "$here/main.cpp" -o "$work/independent" || exit 1
# shellcheck disable=SC2046 # words
[ $# -gt 0 ] || set -- $(awk -F '\t' '!/^#/ { print $1 }' "$here/workloads.tsv")
code=0
for name in "$@"; do
  line=$(awk -F '\t' -v name="$name" '$1 == name' "$here/workloads.tsv")
  [ -n "$line" ] || {
    echo "confirm: there is no workload '$name' in tests/independent/workloads.tsv" >&2
    exit 1
  }
  measures=$(echo "$line" | cut -f 2) fraction=$(echo "$line" | cut -f 3)
  echo "$name"
  sh "$here/workload.sh" "$programs" "$work/independent" "$source/data/workloads/$name.tsv" "$measures" "$fraction" >"$work/out"
  now=$?
  cat "$work/out"
  [ "$now" -le "$code" ] || code=$now
  [ "$now" -eq 0 ] || [ "$now" -eq 2 ] || continue
  [ ! -f "$table" ] || awk -F '\t' -v name="$name" '!/^#/ && $1 != name && $1 != "workload"' "$table" >"$work/kept"
  {
    echo "# Why this file exists: the recorded answers of the workloads, confirmed by an independent program in another language."
    echo "# ./run references --confirm makes it. The errors are relative, as in docs/guide/workloads.md."
    printf 'workload\tmeasure\tdistance\town error\treference error\tbound\tverdict\treference hash\n'
    [ ! -f "$work/kept" ] || cat "$work/kept"
    hash=$(awk -F '\t' '$1 == "hash" { print $2 }' "$source/data/workloads/$name.tsv")
    awk -F '\t' -v name="$name" -v hash="$hash" 'seen { print name "\t" $0 "\t" hash } $1 == "measure" { seen = 1 }' "$work/out"
  } >"$work/table"
  cp "$work/table" "$table" || exit 1
done
exit $code
