# Why this file exists: areas and volumes over time become a table and figures for each scene, without rows that failed
# or are malformed. Named scenes become a table of methods and backends.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" preservation >run.json
run run.json --out report
check "it works" [ "$code" -eq 0 ]
page=report/index.html
section() { sed -n "/<section id=$2>/,/<\/section>/p" "$1"; }
section $page preservation >kept.html
check "the section is there" has kept.html "<h2>Preservation</h2>"
check "and named at the top" has $page "href=#preservation"
# The golden case report/pages has its text and the table of scenes. tests/oracle/kinds.pl computes the numbers of both.

# Forbidden numbers are in the input, and nowhere else. Two backends with the same bits make one line.
check "the fixture holds the forbidden number" has run.json 987654
for file in $page report/results.tsv report/figures/*.tsv; do check "no number of a bad row" lacks "$file" 987654; done
control "the forbidden number" lacks run.json 987654
for name in bad_invalid bad_check bad_ragged bad_text no_series; do
  check "not in a figure" [ -z "$(grep -l "$name" report/figures/*.tsv)" ]
done
control "a constraint in a figure" [ -z "$(grep -l morse_clamped report/figures/*.tsv)" ]
lines() { grep -h -c "^# time_s" "$1"; }
check "equal courses are one line" [ "$(cat report/figures/*blob*_preserved.tsv | grep -c '	stretching$')" -eq 41 ]
for file in report/figures/*_preserved.tsv; do check "no more lines than can be told apart" [ "$(lines "$file")" -le 10 ]; done
check "every constraint of a scene is drawn" [ "$(cat report/figures/*cloth*_preserved.tsv | grep -c '^# time_s')" -eq 18 ]
check "families have figures of their own" [ "$(ls report/figures/*cloth_stretched*_preserved.tsv | wc -l)" -eq 4 ]
check "many springs have two" has $page "blob: volume kept by springs (2 of 2)"
check "no other figure" [ "$(ls report/figures/*_preserved.tsv | wc -l)" -eq 8 ]

if command -v gnuplot >/dev/null; then
  for script in report/figures/*_preserved.gp; do
    check "a whole SVG" grep -q '</svg>' "${script%.gp}.svg"
    (cd report/figures && LC_ALL=C.UTF-8 gnuplot "$(basename "$script")" >again.svg 2>again.err)
    check "gnuplot has nothing to say" [ ! -s report/figures/again.err ]
  done
  check "figures stand in their section" [ "$(grep -c '<svg' kept.html)" -eq 16 ]
fi

# A column of the key begins with a material if all have equally many lines. Here one of them has one less.
step() { sed -n 's/^key_step = //p' "$1/figures/preservation_cloth_stretched_1_1_preserved.gp"; }
check "two lines of each are two in a column" [ "$(step report)" = 2 ]
for gone in stretching hookean morse; do
  sed "/\"constraint\": \"$gone+triangle_area\"/s/\"status\": \"ok\"/\"status\": \"skipped\"/" run.json >fewer.json
  bare fewer.json --out fewer
  check "one less of $gone is one in a column" [ "$(step fewer)" = 1 ]
  rm -r fewer
done

# A row without a scene is in no table and no answer, and does not affect others.
sed '/"constraint": "hookean"/s/"scene": "cloth_stretched", //' run.json >stray.json
check "a row without a scene" [ "$(cmp run.json stray.json >/dev/null; echo $?)" -eq 1 ]
bare stray.json --out stray
check "is no reason to stop" [ "$code" -eq 0 ]
answer() { grep -o '<p class=answer>In cloth_stretched.*</p>' "$1/index.html"; }
check "for the answer" [ "$(answer stray)" = "$(answer report)" ]
check "there is one" [ -n "$(answer report)" ]

# A run without series lacks this section.
sh "$here/fixture.sh" good >good.json
bare good.json --out plain
check "no series, no section" lacks plain/index.html "id=preservation"
control "a section" lacks $page "id=preservation"
check "and no table of scenes" lacks plain/index.html "class=grid"
finish
