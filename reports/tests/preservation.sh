# Why this file exists: the courses of areas and volumes become a table and figures for each scene, those of rows that failed or
# that do not fit together do not; named scenes become a table of methods and backends.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" preservation >run.json
run run.json --out report
check "it works" [ "$code" -eq 0 ]
page=report/index.html
section() { sed -n "/<section id=$2>/,/<\/section>/p" "$1"; }
section $page preservation >kept.html
check "the section is there" has kept.html "<h2>Preservation</h2>"
check "and named at the top" has $page "href=#preservation"
for text in "cloth_stretched</h3>" "blob</h3>" "area at the end" "volume at the end" "stretching+tet_volume:alpha=1e-4" \
  "nothing was recorded" "state is finite: 0, limit 1" "says ok, but one of its checks did not pass"; do
  check "the section says it" has kept.html "$text"
done
check "a row per point" [ "$(grep -c '^<tr class=' kept.html)" -eq "$(grep -c '"benchmark": "preservation"' run.json)" ]

# The numbers of the last moment, as the series has them: stretching alone on the cloth, of which a percent is shown.
row() { grep -F ">$2<" "$1" | head -n 1; }
row kept.html stretching >row.html
check "the total at the end" has row.html "<b>0.9110</b>"
check "the mean error at the end" has row.html ">14<"
check "and in the worst moment" has row.html ">20<"
check "the sag" has row.html ">5.3<"
control "of another constraint" has row.html "<b>0.8814</b>"

# What must not be shown is in the input, and nowhere else; two backends with the same bits are one line.
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
check "a scene at a glance: its worst mean error" grep -q '^0\.935	19\.55.*	stretching$' report/figures/preservation_cloth_stretched_kept.tsv

# The table of scenes.
check "a size of 0 is said in words" has $page "size as the scene"
section $page '"of-scenes"' | sed -n '/<table class=grid>/,/<\/table>/p' >grid.html
check "a column for each method and backend" [ "$(grep -o '<th>[a-z]*<br>[a-z]*</th>' grid.html | wc -l)" -eq 3 ]
check "a row for each scene" [ "$(grep -c '<th scope=row>' grid.html)" -eq 4 ]
check "a number in its place" has grid.html \
  "<th scope=row>flag</th><td>20</td><td class=n>211</td><td class=n>600</td><td class=n>222</td>"
check "what was skipped says why" has grid.html 'title="not for this scene">skipped</td>'
check "the answer names its ends" has $page "runs cloth at <b>111 FPS</b>"

if command -v gnuplot >/dev/null; then
  for script in report/figures/*_preserved.gp; do
    check "a whole SVG" grep -q '</svg>' "${script%.gp}.svg"
    (cd report/figures && LC_ALL=C.UTF-8 gnuplot "$(basename "$script")" >again.svg 2>again.err)
    check "gnuplot has nothing to say" [ ! -s report/figures/again.err ]
  done
  check "figures stand in their section" [ "$(grep -c '<svg' kept.html)" -eq 16 ]
fi

# The key begins a column with each material where all have as many lines: one less of the first, the second, the last.
step() { sed -n 's/^key_step = //p' "$1/figures/preservation_cloth_stretched_1_1_preserved.gp"; }
check "two lines of each are two in a column" [ "$(step report)" = 2 ]
for gone in stretching hookean morse; do
  sed "/\"constraint\": \"$gone+triangle_area\"/s/\"status\": \"ok\"/\"status\": \"skipped\"/" run.json >fewer.json
  run fewer.json --out fewer
  check "one less of $gone is one in a column" [ "$(step fewer)" = 1 ]
  rm -r fewer
done

# A row without a scene is in no table and no answer, and in the way of none.
sed '/"constraint": "hookean"/s/"scene": "cloth_stretched", //' run.json >stray.json
check "a row without a scene" [ "$(cmp run.json stray.json >/dev/null; echo $?)" -eq 1 ]
run stray.json --out stray
check "is no reason to stop" [ "$code" -eq 0 ]
answer() { grep -o '<p class=answer>In cloth_stretched.*</p>' "$1/index.html"; }
check "for the answer" [ "$(answer stray)" = "$(answer report)" ]
check "there is one" [ -n "$(answer report)" ]

# A run without series has no such section.
sh "$here/fixture.sh" good >good.json
run good.json --out plain
check "no series, no section" lacks plain/index.html "id=preservation"
control "a section" lacks $page "id=preservation"
check "and no table of scenes" lacks plain/index.html "class=grid"
finish
