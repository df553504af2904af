#!/bin/sh
# Why this file exists: the table at the end of a run must not mix unlike rows. A mesh too large to build still has
# counts. Reading back positions needs enough room for them.
# usage: tables.sh SOURCE PATH_OF_XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
only="--validate only --quick --quiet --progress off -a backend=seq"

# table HEAD FILE: the rows of the table with that head
table() { awk -v head="$1: area after" 'index($0, head) == 1 { inside = 1 } /^$/ { inside = 0 } inside && n++ > 1' "$2"; }
# of VALUES FILE: a cloth, stretched to VALUES times its length
of() {
  quiet "$bench" preservation $only -a scene=cloth_stretched -a size=5 -a iterations=3 -a constraint=stretching,hookean \
    -a "stretch=$1"
  code=$?
  cp output "$2"
  return $code
}
named() { table "$1" "$2" | awk '{ printf "%s ", $1 }'; }
check "two lengths" of 1.2,1.4 both
check "one" of 1.4 one
check "as the scene has it" of scene own
for value in 1.2 1.4; do
  check "a table of length $value" [ "$(named "cloth_stretched of size 5 stretch=$value" both)" = "stretching hookean " ]
done
same() { [ -n "$(table "$1" both)" ] && [ "$(table "$1" both)" = "$(table "cloth_stretched of size 5 stretch=1.4" one)" ]; }
check "its rows are its own" same "cloth_stretched of size 5 stretch=1.4"
control "those of another" same "cloth_stretched of size 5 stretch=1.2"
check "what is as the scene has it is not said" [ "$(named "cloth_stretched of size 5" own)" = "stretching hookean " ]
control "nor is what was chosen" [ -n "$(named "cloth_stretched of size 5" both)" ]

# An unchecked row is marked at its end, in this table and in the table of errors.
marks() { # VALIDATE BENCHMARK: how many rows of the table at the end are marked
  quiet "$bench" "$2" --quick --progress off -a backend=seq --frames 2 --warm 1 --min-episodes 3 --max-episodes 3 --validate "$1" \
    -a constraint=stretching -a scene=cloth_stretched -a size=5 -a iterations=3 -a substeps=1,2
  sed '1,/: area after\|^error of the path/d' output | grep -c '^stretching.*  UNCHECKED$'
}
for kind in preservation accuracy; do
  check "$kind: unchecked rows are marked" [ "$(marks off $kind)" -eq 2 ]
  control "$kind: and so are those that were checked" [ "$(marks on $kind)" -gt 0 ]
done

# Spheres end at ten halvings with 12 x 4^10 edges. They are nearest to 1449 x 1449
# vertices, nine halvings to 1448 x 1448.
"$bench" projection --plan -a mesh=sphere -a size=1448,1449,8193 -a constraint=stretching -a backend=seq -a order=group \
  -a lanes=1 -a iterations=100 >output 2>&1
planned() { [ "$(grep -c "frames of $1 projections" output)" -eq "$2" ]; }
check "nine halvings" planned 314572800 1
check "ten" planned 1258291200 2
control "eleven" planned 5033164800 1

# Positions are read back even if the scene is larger than the one before.
check "positions are read back" quiet "$bench" gpu $only -a readback=none,positions -a size=9,21 -a iterations=20 \
  -a batch=1 -a strategy=auto -a constraint=stretching --tsv back.tsv
statuses() { awk -F'\t' 'NR > 1 { print $3 }' back.tsv | sort | uniq -c | tr -s ' \n' ' '; }
check "of every row" [ "$(statuses)" = " 4 ok " ]
control "of one" [ "$(statuses)" = " 1 ok " ]
finish
