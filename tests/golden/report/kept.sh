# Why this file exists: records the figures of what keeps its areas and volumes: which courses are a line, names of
# lines, which share a figure, colours and kinds of lines, ends of axes, and the caption about the best and the worst.
. "$source/reports/tests/golden_words.sh"

# made: rows given as constraint|more axes as in JSON|times|totals|mean errors; the least is half of the total, the most
# twice.
made() {
  awk -F '|' -v kind="${1:-area}" '
    function list(text, factor,   n, i, v, out) {
      n = split(text, v, " ")
      for (i = 1; i <= n; i++) out = out (i > 1 ? ", " : "") v[i] * factor
      return "[" out "]"
    }
    {
      rows = rows (NR > 1 ? "," : "") sprintf("{\"name\": \"row %d\", \"benchmark\": \"preservation\", \"sweeps\": [], ", NR)
      rows = rows sprintf("\"axes\": {\"scene\": \"sheet\", \"constraint\": \"%s\", %s}, \"status\": \"ok\", \"reason\": null, \"checked\": \"plain\", ", $1, $2)
      rows = rows "\"frame_s\": {\"median\": 0.01}, \"fps\": {\"median\": 100}, "
      rows = rows sprintf("\"series\": {\"time_s\": %s, \"%s_ratio\": %s, \"%s_mean_error\": %s, \"%s_min\": %s, \"%s_max\": %s, \"sag\": %s}}\n",
        list($3, 1), $6 == "" ? kind : $6, list($4, 1), $6 == "" ? kind : $6, list($5, 1), $6 == "" ? kind : $6, list($4, 0.5), $6 == "" ? kind : $6, list($4, 2), list($5, 1))
    }
    END {
      print "{\"xb\": {\"schema\": \"xb/1\", \"complete\": true, \"stop\": \"finished\", \"plan\": {\"benchmarks\": []}, \"env\": {}, \"points\": ["
      print rows "]}}"
    }'
}
# drawn NAME: the words of a figure's script about this one.
drawn() { sed -n '/^title/,/^key_step/p' "page/figures/preservation_sheet_$1_preserved.gp" | sed '/^\(array\|panel\|wide\)/d'; }
setting() { drawn 1_1 | sed -n "s/^$1 = /  $1 = /p"; } # NAME: the words of the figure of springs about this one
marks() { figure preservation_sheet_kept; }
q='"iterations": 10, "backend": "seq"'

# The same course by another backend, and a volume among areas, are no lines.
# Totals of springs range from 0.5 to 1.5, with 6 % left free at either end. The worst errors of the lines are 16, 2,
# 0.25, 4 and 0. The largest is more than 20 times the smallest above 0, so the axis has powers of ten, from a thirtieth
# of that smallest to half as much again as the largest. Runs with a constraint that keeps come first. A kept total has
# a millionth of room; no error goes below 0.
made <<END >run.json
stretching|"iterations": 10, "backend": "seq"|0 1 2|1 0.75 0.5|0 8 16
stretching|"iterations": 20, "backend": "seq"|0 1 4|1 1.5 1.25|0 2 1
stretching|"iterations": 10, "backend": "omp"|0 1 2|1 0.75 0.5|0 8 16
hookean+area|$q|0 1 2|1 1 1|0 0.25 0.125
hookean|$q|0 1 2|1 0.9 0.8|0 4 4
stretching|"iterations": 30, "backend": "seq"|0 1 2|1 1 1|0 32 0|volume
esbd_tet|$q|0 2|1 1|0 0
mod_shear:k=2|$q|0 2|1 1|0 0.5
espef_sbd|$q|0 2|1 1.25|0 1
espe|$q|0 2|1 1|0 0
neo_triangle|$q|0 2|1 1.25|0 1
neo_literal|$q|0 2|1 1.25|0 1
END
page "springs, exponential springs, strain-based and continuum materials, functions as printed"
for name in 1_1 2_1 3_1 4_1 5_1; do part "figure $name:" drawn $name; done
figure preservation_sheet_1_1_preserved
grep -o 'Elements keep.*%)\.' page/index.html # a single line is not the best

# Six materials with two lines each and one with eleven; a figure holds ten. So there are three figures of at most ten
# lines, with three materials in the first two. Two lines of a material are one below the other in the key. 10 is not
# more than 20 times 0.5.
{
  for m in 1 2 3 4 5 6; do
    for n in 10 20; do echo "m$m|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.$m$n|0 $([ $n -eq 10 ] && echo 0.5 || echo 10)"; done
  done
  for n in 10 11 12 13 14 15 16 17 18 19 20; do echo "many|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.$n|0 $n"; done
} | made volume >run.json
page "six materials and one of eleven lines"
for name in 1_1 1_2 1_3; do part "figure $name:" drawn $name; done
[ ! -e page/figures/preservation_sheet_1_4_preserved.gp ] || echo "a fourth figure"

# Materials whose names begin with the same letters are two, with a line and a mark each. What is kept to the last bit
# has no place on a logarithmic axis, and the caption says so.
long=$(printf '%0240d' 0 | tr 0 x)
made <<END >run.json
${long}a|$q|0 1|1 0.5|0 0.25
${long}b|$q|0 1|1 0.75|0 0.5
${long}b+area|"iterations": 20, "backend": "seq"|0 1|1 0.75|0 0.125
${long}c|$q|0 1|1 1|0 0
${long}b+area:k=1|$q|0 1|1 0.75|0 0.0625
${long}a|"iterations": 20, "backend": "seq"|0 1|1 0.5|0 0.375
END
page "names that are alike"
part "figure 1_1:" drawn 1_1
marks
grep -o 'Rows without a mark[^.]*' page/index.html
echo "steel|$q|0 1|1 1|0 0" | made >run.json
page "nothing but what is kept to the last bit"
marks
setting error_high
# A row that was checked and not timed has its course, too, and the answer is about it.
sed -i 's/"frame_s": {"median": 0.01}, "fps": {"median": 100}, //' run.json
page "a course that was not timed"
grep '<section id=answer>' page/index.html
# A total is 1 unless it differs by more than a millionth.
echo "steel|$q|0 1|1 1|0 0.5" | made >run.json
for total in 1 1.0000016; do
  sed -i "s/\"area_ratio\": \[1, 1\]/\"area_ratio\": [1, $total]/" run.json
  page "a mark alone, of a total of $total"
  grep -o '<td class=n><b>[^/]*' page/index.html
done
marks
echo "steel|$q|0|1|0.5" | made >run.json
page "one moment, which is no course"

# Five materials share a figure, six need two; ten lines share one, eleven need two. The key begins a column with each
# material of two or three lines, but not of four.
of() { # LINES OF EACH MATERIAL...
  material=0
  for lines in "$@"; do
    material=$((material + 1))
    for n in $(seq "$lines"); do echo "m$material|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.5|0 0.$material$n"; done
  done | made >run.json
  page "materials of $* lines"
  (cd page/figures && echo *_preserved.gp)
  setting line_count
  setting key_step
}
of 1 1 1 1 1
of 1 1 1 1 1 1
of 2 2 2 2 2
of 2 2 2 2 3
of 3
of 4

# An axis of errors is logarithmic if the largest is more than twenty times the smallest. Half a second stays half a
# second. A name that only begins with "mod" is a spring.
printf 'modal|%s|0 0.5|1 1|0 0.5\nm2|%s|0 0.5|1 1|0 10.25\n' "$q" "$q" | made >run.json
page "20.5 times"
part "figure 1_1:" drawn 1_1
# A line has eight settings in its name, and fifteen besides the constraint in the table.
axes() { for k in $(seq 17); do printf '"a%s": %s, ' "$k" "$1"; done; }
printf 'steel|%s|0 1|1 1|0 0.5\nsteel|%s|0 1|1 1|0 0.75\n' "$(axes 1)$q" "$(axes 2)$q" | made >run.json
page "seventeen settings"
setting 'line_label\[1\]'
sed -n '/<section id=preservation/,/<\/section>/p' page/index.html | grep -o '<th class=axis>a[0-9]*</th>' | tr -d '\n'
echo
