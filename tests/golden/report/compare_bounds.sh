# Why this file exists: records both sides of limits where a comparison leaves something out, cuts a name or a list, or
# finds no round number for an axis. Each side has another answer, which the comments give.
. "$source/reports/tests/golden_words.sh"
make() { sh "$source/reports/tests/compare_fixture.sh" "$@"; }
# row AXES SECONDS: without an interval.
row() { printf 'cloth\t%s\tok\t%s\t-\t-\t-\n' "$1" "$2"; }
# both COMMAND...: the rows of both backends; $backend stands for each.
both() { for backend in seq omp; do "$@" | make >$backend.json; done; }
quietly() { sides seq.json omp.json >said; }

# 160 pairs are drawn. Of 161, the least different one is left out, and the page says so. Tables for a paper have forty
# rows each. Environments that begin also end.
pairs() { # each differs more than the one before
  awk -v backend="$backend" -v count="$count" 'BEGIN {
    for (i = 1; i <= count; i++)
      printf "cloth\t\"size\": %d, \"backend\": \"%s\"\tok\t%.9g\t-\t-\t-\n", i, backend, (backend == "seq" ? 0.01 : 0.01 / (1 + i / 100)) }'
}
for count in 160 161; do
  both pairs
  quietly
  part "$count pairs, drawn, and whether the least different is:" awk -F '\t' '/^[0-9]/ { count++; least = least || $7 == "size 1" } END { print count + 0, least + 0 }' report/figures/cloth_ratio.tsv
  part "said:" grep -o 'Shown are[^<]*' report/index.html
  part "tables:" awk '/begin.tabular/ { rows = 0; begun++ } /end.tabular/ { print rows; ended++ } /^size/ { rows++ } /Part [0-9]* of/ { sub(/.*Part/, "Part"); sub(/\..*/, ""); print } END { print begun, ended }' report/compare.tex
done

# Ticks: the roundest set with at least four in the range and a twentieth around it, else the finest set. If that has
# fewer than two, decimal steps. Of more than nine decades some are left out.
ends() { for size in $range; do row "\"size\": $size, \"backend\": \"$backend\"" 0.01; done; }
for range in "1 1000" "3 300000" "1 1000000000000" "2 130" "1 5" "10 80" "16 25" "25 31" "40 80" "110 180" "45 46"; do
  both ends
  quietly
  part "$range:" grep -m 1 "^set xtics ('" report/figures/cloth_size_ratios.gp
done

# Row names end after 255 letters, and so does the list of differences, which then ends in dots. Short names still fit
# the heading "row".
meshes() { for mesh in "$long" b; do row "\"mesh\": \"$mesh\", \"backend\": \"$backend\"" 0.01; done; }
for long in "$(printf %0300d 0 | tr 0 x)" a; do
  both meshes
  compared seq.json omp.json
  part "letters of a name:" awk -F '\t' 'NR == 2 { print length($2) }' report/compare.tsv
done
for count in 18 40; do
  for backend in seq omp; do
    row "\"size\": 1, \"backend\": \"$backend\"" 0.01 | make |
      sed "s/\"env\": {/&\"made\": {$(for i in $(seq -f %02g $count); do printf '"field%s": {"state": "known", "value": "%s"}, ' "$i" $backend; done)\"all\": {\"state\": \"known\", \"value\": \"x\"}}, /" >$backend.json
  done
  compared seq.json omp.json
done

# A single pair is "1 pair" in each sentence, and its figure is the only one.
row '"backend": "seq"' 0.01 | make precision=f32 >seq.json
row '"backend": "omp"' 0.01 | make precision=f64 frames=99 >omp.json
compared seq.json omp.json
part "left out:" grep 'figures left out' out
part "said of it:" grep -o 'No pictures: [^<]*' report/index.html
part "figures:" ls report/figures

# At most 48 notes are kept. Seventeen runs with three each would have 51; two have six, and one for both. A run of more
# than 64 files is refused unread.
notes=''
for i in $(seq -f %02g 17); do
  { row '"size": 1, "backend": "omp"' 0.02; row '"size": 2, "backend": "omp"' 0.0$i | sed 's/ok/unchecked/'; } |
    make complete=false stop=budget started="2000-01-01T00:00:${i}Z" | sed 's/"plan": {/&"settings": {"quick": true}, /' >"note$i.json"
  notes="$notes note$i.json"
done
{ row '"size": 1, "backend": "seq"' 0.01; row '"size": 2, "backend": "seq"' 0.01; } | make >seq.json
for files in "${notes% *}" "$notes" "note01.json note02.json"; do
  # shellcheck disable=SC2086 # names
  "$report" compare seq.json $files >out 2>&1
  part "notes on$files:" grep -c '^  note: ' out
done
for count in 64 65; do part "$count files:" "$report" compare "$(seq -s , -f 'x%g.json' $count)" seq.json; done
