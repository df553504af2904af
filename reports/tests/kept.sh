# Why this file exists: the figures of what keeps its areas and volumes: which courses are a line, how lines are named, which stand
# in one figure, with which colour and kind of line, between which ends, and what the caption says of the best and the worst.
. "$(dirname "$0")/common.sh"

# made: rows given as constraint|more axes as in JSON|times|totals|mean errors; the least is half of the total, the most twice.
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
# drawn FILE.json: its page is made, without pictures; figures are in page/figures.
drawn() {
  rm -rf page
  PATH=/var/empty "$report" "$1" --out page >out 2>err </dev/null
}
q='"iterations": 10, "backend": "seq"'
cat >rows <<END
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
made <rows >a.json
drawn a.json
check "the same course by another backend, and a volume among areas, are no line" [ "$(cat page/figures/*_preserved.tsv | grep -c '^#')" -eq 10 ]
# script NAME: what a figure's script says of this one, "variable = value", without roundings.
script() { sed -n '/^title/,/^key_step/p' "page/figures/preservation_sheet_$1_preserved.gp" | sed '/^\(array\|panel\|wide\)/d; s/\(\.[0-9]*[1-9]\)00000000*[0-9]$/\1/'; }
# says NAME: that is what stands on standard input.
says() {
  script "$1" >is
  cat >must
  [ -s must ] && diff must is >out
}
# Totals from 0.5 to 1.5, of which 6 % are left free at either end; worst errors of the lines 16, 2, 0.25, 4 and 0: the
# largest is more than 20 times the smallest above 0, so the axis has powers of ten, from a thirtieth of that to half as much
# again. What is run with a constraint that keeps comes first.
check "springs" says 1_1 <<'END'
title = 'sheet: area kept by springs'
total_label = 'area / area at rest'
time_high = 4
total_low = 0.44
total_high = 1.56
error_logarithmic = 1
error_low = 0.008333333333333333
error_high = 24
line_count = 5
key_lines = 5
line_label[1] = 'stretching, iterations 10'
line_colour[1] = 0x0072b2
line_dash[1] = 1
line_label[2] = 'stretching, iterations 20'
line_colour[2] = 0x0072b2
line_dash[2] = 2
line_label[3] = 'hookean+area, iterations 10'
line_colour[3] = 0xe69f00
line_dash[3] = 0
line_label[4] = 'hookean, iterations 10'
line_colour[4] = 0xe69f00
line_dash[4] = 1
line_label[5] = 'espe, iterations 10'
line_colour[5] = 0x009e73
line_dash[5] = 1
key_letters = 27
key_step = 1
END
cp must other
control "those of another figure" says 2_1 <other
check "its data" diff page/figures/preservation_sheet_1_1_preserved.tsv - >out <<'END'
# time_s	total	mean_error	least	most	constraint
0	1	0	0.5	2	stretching, iterations 10
1	0.75	8	0.375	1.5	stretching, iterations 10
2	0.5	16	0.25	1	stretching, iterations 10


# time_s	total	mean_error	least	most	constraint
0	1	0	0.5	2	stretching, iterations 20
1	1.5	2	0.75	3	stretching, iterations 20
4	1.25	1	0.625	2.5	stretching, iterations 20


# time_s	total	mean_error	least	most	constraint
0	1	0	0.5	2	hookean+area, iterations 10
1	1	0.25	0.5	2	hookean+area, iterations 10
2	1	0.125	0.5	2	hookean+area, iterations 10


# time_s	total	mean_error	least	most	constraint
0	1	0	0.5	2	hookean, iterations 10
1	0.9	4	0.45	1.8	hookean, iterations 10
2	0.8	4	0.4	1.6	hookean, iterations 10


# time_s	total	mean_error	least	most	constraint
0	1	0	0.5	2	espe, iterations 10
2	1	0	0.5	2	espe, iterations 10
END
check "a total that is kept has a millionth of room; no error goes below 0" says 3_1 <<'END'
title = 'sheet: area kept by strain-based materials'
total_label = 'area / area at rest'
time_high = 2
total_low = 0.999999
total_high = 1.000001
error_logarithmic = 0
error_low = 0
error_high = 0.53
line_count = 2
key_lines = 2
line_label[1] = 'esbd_tet, iterations 10'
line_colour[1] = 0x0072b2
line_dash[1] = 0
line_label[2] = 'mod_shear:k=2, iterations 10'
line_colour[2] = 0xe69f00
line_dash[2] = 1
key_letters = 28
key_step = 1
END
while IFS='|' read -r name title label; do
  check "$title" [ "$(script "$name" | sed -n "s/^title = 'sheet: area kept by \(.*\)'/\1/p; s/^line_label\[1\] = '\(.*\), iterations 10'/\1/p" | tr '\n' '|')" = "$title|$label|" ]
done <<'X'
2_1|exponential springs|espef_sbd
4_1|continuum materials|neo_triangle
5_1|functions as printed|neo_literal
X
seen() { sed -n '/<section id=preservation/,/<\/section>/p' page/index.html | sed 's/<[^>]*>//g' | grep -F "Figure $1." | grep -o 'Elements keep.*%)\.'; }
check "the best and the worst" [ "$(seen 2)" = "Elements keep their area best with espe, iterations 10 (at most 0.0 % off on average) and worst with stretching, iterations 10 (up to 1600 %)." ]
check "of one line nothing is best" [ -z "$(seen 3)" ]

# Six materials with two lines each and one with eleven, of which a figure holds ten: three figures of at most ten lines, three
# materials in the first two. Two lines of a material stand below each other in the key. 10 is not more than 20 times 0.5.
{
  for m in 1 2 3 4 5 6; do
    for n in 10 20; do echo "m$m|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.$m$n|0 $([ $n -eq 10 ] && echo 0.5 || echo 10)"; done
  done
  for n in 10 11 12 13 14 15 16 17 18 19 20; do echo "many|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.$n|0 $n"; done
} | made volume >b.json
drawn b.json
for part in 1 2; do
  first=$((3 * part - 2))
  check "part $part" says 1_$part <<X
title = 'sheet: volume kept by springs ($part of 3)'
total_label = 'volume / volume at rest'
time_high = 1
total_low = $([ $part -eq 1 ] && echo 0.0566 || echo 0.3746)
total_high = $([ $part -eq 1 ] && echo 1.0534 || echo 1.0354)
error_logarithmic = 0
error_low = 0
error_high = 10.6
line_count = 6
key_lines = 6
$(for k in 1 2 3 4 5 6; do
    colour=$([ $k -le 2 ] && echo 0072b2 || { [ $k -le 4 ] && echo e69f00 || echo 009e73; })
    echo "line_label[$k] = 'm$((first + (k - 1) / 2)), iterations $((k % 2 ? 10 : 20))'"
    echo "line_colour[$k] = 0x$colour"
    echo "line_dash[$k] = $(((k + 1) % 2))"
  done)
key_letters = 17
key_step = 2
X
done
check "ten of eleven" [ "$(script 1_3 | sed -n "s/^line_label.*'many, iterations \(.*\)'/\1/p" | tr '\n' ' ')" = "10 11 12 13 14 15 16 17 18 19 " ]
check "and no more figures" [ ! -e page/figures/preservation_sheet_1_4_preserved.gp ]

# Materials that are alike in their first letters are two, with a line and a mark each; what is kept to the last bit has no place on
# a logarithmic axis, which is said.
long=$(printf '%0240d' 0 | tr 0 x)
made <<END >c.json
${long}a|$q|0 1|1 0.5|0 0.25
${long}b|$q|0 1|1 0.75|0 0.5
${long}b+area|"iterations": 20, "backend": "seq"|0 1|1 0.75|0 0.125
${long}c|$q|0 1|1 1|0 0
${long}b+area:k=1|$q|0 1|1 0.75|0 0.0625
${long}a|"iterations": 20, "backend": "seq"|0 1|1 0.5|0 0.375
END
drawn c.json
names() { sed -n "s/^line_$1\[.*\] = //p" page/figures/preservation_sheet_1_1_preserved.gp | sed 's/xxxxx//g' | tr '\n' ';'; }
check "names in full" [ "$(names label)" = "'a, iterations 10';'a, iterations 20';'b, iterations 10';'b+area, iterations 20';'b+area:k=1, iterations 10';'c, iterations 10';" ]
check "a colour for each material" [ "$(names colour)" = "0x0072b2;0x0072b2;0xe69f00;0xe69f00;0xe69f00;0x009e73;" ]
check "a kind of line for each of its lines" [ "$(names dash)" = "2;3;2;0;1;2;" ]
check "marks" [ "$(awk -F '\t' '/^# [^r]/ { print } /^[0-9]/ { gsub(/xxxxx/, ""); print $2, $5 }' page/figures/preservation_sheet_kept.tsv | tr '\n' ';')" = "# alone;50 b;25 a;# with area;12.5 b;# with area:k=1;6.25 b;" ]
check "what has none" has page/index.html "Rows without a mark: 1, see Results."
echo "steel|$q|0 1|1 1|0 0" | made >c.json
drawn c.json
check "nothing but that is no figure" [ ! -e page/figures/preservation_sheet_kept.tsv ]
control "nor is its course" [ ! -e page/figures/preservation_sheet_1_1_preserved.tsv ]
setting() { script 1_1 | sed -n "s/^$1 = //p"; } # NAME: what the figure of springs says of this one
check "an axis of no error goes to 1" [ "$(setting error_high)" = 1 ]
# What was checked and not timed has its course all the same, and the answer is about that.
sed 's/"frame_s": {"median": 0.01}, "fps": {"median": 100}, //' c.json >d.json
drawn d.json
check "a course that was not timed" has page/index.html "<section id=answer><h2>What keeps area and volume?</h2>"
echo "steel|$q|0 1|1 1|0 0.5" | made >c.json
drawn c.json
check "a mark alone is one" [ "$(grep -c '	steel$' page/figures/preservation_sheet_kept.tsv)" -eq 1 ]
check "a total that is kept" has page/index.html "<td class=n><b>1</b></td>"
sed 's/"area_ratio": \[1, 1\]/"area_ratio": [1, 1.0000016]/' c.json >d.json
drawn d.json
check "but for more than a millionth" has page/index.html "<td class=n><b>1.000002</b></td>"
echo "steel|$q|0|1|0.5" | made >c.json
drawn c.json
check "one moment is no course" [ ! -e page/figures/preservation_sheet_1_1_preserved.tsv ]

# Five materials stand in one figure, six in two; ten lines in one, eleven in two. The key begins a column with each material of two or
# three lines, not of four.
of() { # LINES OF EACH MATERIAL...: figures, lines of the first, step of its key
  material=0
  for lines in "$@"; do
    material=$((material + 1))
    for n in $(seq "$lines"); do echo "m$material|\"iterations\": $n, \"backend\": \"seq\"|0 1|1 0.5|0 0.$material$n"; done
  done | made >d.json
  drawn d.json
  echo "$(find page/figures -name '*_preserved.gp' | wc -l) $(setting line_count) $(setting key_step)"
}
check "five materials" [ "$(of 1 1 1 1 1)" = "1 5 1" ]
check "six" [ "$(of 1 1 1 1 1 1)" = "2 3 1" ]
check "ten lines" [ "$(of 2 2 2 2 2)" = "1 10 2" ]
check "eleven" [ "$(of 2 2 2 2 3)" = "2 6 2" ]
check "three of one" [ "$(of 3)" = "1 3 3" ]
check "four of one" [ "$(of 4)" = "1 4 1" ]
control "a column of four" [ "$(of 4)" = "1 4 4" ]

# An axis of errors is logarithmic where the largest is more than twenty times the smallest; half a second is half a second; what
# begins with "mod" alone is a spring.
printf 'modal|%s|0 0.5|1 1|0 0.5\nm2|%s|0 0.5|1 1|0 10.25\n' "$q" "$q" | made >d.json
drawn d.json
check "20.5 times" [ "$(setting line_count) $(setting error_logarithmic) $(setting time_high)" = "2 1 0.5" ]
# Eight settings are said of a line, fifteen beside the constraint in the table.
axes() { for k in $(seq 17); do printf '"a%s": %s, ' "$k" "$1"; done; }
printf 'steel|%s|0 1|1 1|0 0.5\nsteel|%s|0 1|1 1|0 0.75\n' "$(axes 1)$q" "$(axes 2)$q" | made >d.json
drawn d.json
check "eight settings" [ "$(setting 'line_label\[1\]')" = "'steel, a1 1, a2 1, a3 1, a4 1, a5 1, a6 1, a7 1, a8 1'" ]
check "fifteen columns" [ "$(sed -n '/<section id=preservation/,/<\/section>/p' page/index.html | grep -o '<th>a[0-9]*</th>' | tr -d '\n')" = "$(seq -f '<th>a%g</th>' 15 | tr -d '\n')" ]
finish
