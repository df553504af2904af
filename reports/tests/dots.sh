# Why this file exists: figures of a mark for each row, and lists of checks and reasons: which rows belong together, in which order
# they stand, what a mark is called; and that a part of a run with nothing to show does not end the figures of the others.
. "$(dirname "$0")/common.sh"

make() { sh "$here/rows_fixture.sh"; }
page() { rm -rf report; PATH=/var/empty "$report" run.json --out report >out 2>err </dev/null; }
# marks FIGURE: "value low high name" of each mark, a bar before each kind.
marks() { awk -F '\t' '/^# row/ { printf "| " } /^[0-9]/ { printf "%.4g %.4g %.4g %s; ", $2, $3, $4, $5 }' "report/figures/$1.tsv"; }
kinds() { sed -n 's/^# \([^\t]*\)$/\1;/p' "report/figures/$1.tsv" | tr '\n' ' '; }

# projected CONSTRAINT AXES THREADS LANES NS [MORE]: a row of 100 FPS, 80 to 125; nanoseconds have its ends, 0.8 and 1.25 times.
projected() { printf 'projection|"constraint": "%s", "iterations": 20, %s|ok|100|80|125|%s|50|"solver": {"threads": %s, "lanes": %s}, "counters": {"ns_per_projection": {"value": %s}}%s\n' "$1" "$2" "$3" "$3" "$4" "$5" "$6"; }
{
  projected hookean '"backend": "seq", "order": "group", "lanes": 16' 1 16 5 ', "roofline": {"memory_share": 0.25}'
  projected hookean '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 40
  projected stretching '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 20
  projected stretching '"backend": "omp", "order": "group", "lanes": 8' 2 8 2 ', "roofline": {"memory_share": 4}'
  projected stretching '"backend": "seq", "order": "group", "lanes": 16' 1 16 10
  projected stretching '"backend": "cuda"' 1 1 0.5
  projected stvk_triangle '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 80 ', "roofline": {"compute_share": 0.5, "memory_share": 1}, "checks": [{"name": "error of the gradient", "value": 2e-16, "pass": true}]'
  projected made_up '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 60 ', "checks": [{"name": "error of the gradient", "value": 0, "pass": true}]'
} | make >run.json
page
# Kinds stand from slow to fast, by the first row of each: 40, 5, 2 and 0.5 ns; formulas from fast to slow in their fastest kind.
check "formulas on edges" [ "$(marks projection_edges_ns)" = "| 20 16 25 stretching; 40 32 50 hookean; | 10 8 12.5 stretching; 5 4 6.25 hookean; | 2 1.6 2.5 stretching; | 0.5 0.4 0.625 stretching; " ]
check "what they are called" [ "$(kinds projection_edges_ns)" = "mesh order, one by one; group order, 16 side by side (SIMD); omp, group order, 8 side by side (SIMD), 2 threads; cuda, standard order, one by one; " ]
check "those on triangles" [ "$(marks projection_triangles_ns)" = "| 80 64 100 stvk_triangle; " ]
check "those that the program does not know" [ "$(marks projection_other_elements_ns)" = "| 60 48 75 made_up; " ]
check "work of a frame" has report/index.html "(50 particles, 20 iterations, so that"
sed 's/"iterations": 20/"iterations": 1/' run.json >once.json
PATH=/var/empty "$report" once.json --out once >out 2>err </dev/null
check "of one iteration" has once/index.html "(50 particles, 1 iteration, so that"
control "of many" has once/index.html "iterations, so that"
# The share of the peak is known on triangles alone: 0.5 times 0.8 and 1.25.
check "a share of the peak, though the first elements have none" [ "$(marks projection_triangles_roofline)" = "| 0.5 0.4 0.625 stvk_triangle; " ]
control "where it is not known" [ -e report/figures/projection_edges_roofline.tsv ]
check "shares of the memory" has report/index.html "are 0.25 to 4 times what memory streams in that time"
check "errors of gradients, exact ones in sight" [ "$(marks projection_gradient)" = "| 2e-16 2e-16 2e-16 stvk_triangle; 1e-17 1e-17 1e-17 made_up; " ]
check "how many" has report/index.html "The 2 largest of 2;"
answers() { sed -n 's/^<p class=answer>//p' report/index.html; }
check "the answer is about the first formula" [ "$(answers)" = "One projection of hookean takes <b>5.00 ns</b> (95 % interval 4.00 to 6.25) in the fastest way measured and 40.0 ns in the slowest; the figures have all formulas.</p>" ]
sed '/hookean.*"mesh"/d; s/"lo95": 0.008, "hi95": 0.0125/"lo95": null, "hi95": null/' run.json >one.json && mv one.json run.json
page
check "one way, no interval" [ "$(answers)" = "One projection of hookean takes <b>5.00 ns</b> in the fastest way measured; the figures have all formulas.</p>" ]
{ projected hookean '"backend": "seq"' 1 1 1 ', "roofline": {"compute_share": 0.25}'; projected stretching '"backend": "seq"' 1 1 1; } | make >run.json
page
check "a share of the first row alone" [ "$(marks projection_edges_roofline)" = "| 0.25 0.2 0.3125 hookean; " ]
# Of 26 gradients the 25 with the largest errors are drawn.
for i in $(seq 26); do projected f$i '"backend": "seq"' 1 1 1 ", \"checks\": [{\"name\": \"error of the gradient\", \"value\": $i, \"pass\": true}]"; done | make >run.json
page
check "the largest" has report/index.html "The 25 largest of 26;"
check "not the least" [ "$(marks projection_gradient | grep -c ' f1;')" -eq 0 ]
control "nor another" [ "$(marks projection_gradient | grep -c ' f2;')" -eq 0 ]

# Ways that are called the same are told apart by the axes in which they differ, and stand in two kinds.
{
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f32", "lanes": 0' 1 1 3
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f64", "lanes": 0' 1 1 5
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f64", "lanes": 1' 1 1 4
  projected hookean '"backend": "seq", "order": "group", "precision": "f64", "lanes": 0' 1 1 2
} | make >run.json
page
check "ways of one name" [ "$(kinds projection_edges_ns)" = "mesh order, one by one, f64, lanes 0; mesh order, one by one, f64, lanes 1; mesh order, one by one, f32, lanes 0; group order, one by one; " ]
check "each with its mark" [ "$(marks projection_edges_ns)" = "| 5 4 6.25 hookean; | 4 3.2 5 hookean; | 3 2.4 3.75 hookean; | 2 1.6 2.5 hookean; " ]
# More kinds than can be told apart: the first seven of the run are drawn; that two are left out, and a row with them, is said.
ways() { # COUNT: as many of one formula, two of them of others
  {
    for lanes in $(seq "$1"); do projected hookean "\"backend\": \"seq\", \"order\": \"group\", \"lanes\": $lanes" 1 $((lanes + 1)) $((10 * lanes)); done
    projected stretching "\"backend\": \"seq\", \"order\": \"group\", \"lanes\": $1" 1 $(($1 + 1)) 1
    projected morse '"backend": "seq", "order": "group", "lanes": 1' 1 2 5
  } | make >run.json
  page
}
ways 9
check "seven kinds" [ "$(marks projection_edges_ns)" = "| 70 56 87.5 hookean; | 60 48 75 hookean; | 50 40 62.5 hookean; | 40 32 50 hookean; | 30 24 37.5 hookean; | 20 16 25 hookean; | 5 4 6.25 morse; 10 8 12.5 hookean; " ]
check "two are left out" has report/index.html "95 % intervals. The first 7 kinds of mark; left out: 2, see Results. Rows without a mark: 1, see Results. <"
check "as many as are drawn" [ "$(grep -E '^(row_count|kind_count|key_lines) = ' report/figures/projection_edges_ns.gp | tr '\n' ';')" = "row_count = 2;kind_count = 7;key_lines = 7;" ]
ways 7
control "of seven none" grep -q 'left out\|without a mark' report/figures/*.gp report/index.html
check "all of them" [ "$(marks projection_edges_ns)" = "| 1 0.8 1.25 stretching; 70 56 87.5 hookean; | 60 48 75 hookean; | 50 40 62.5 hookean; | 40 32 50 hookean; | 30 24 37.5 hookean; | 20 16 25 hookean; | 5 4 6.25 morse; 10 8 12.5 hookean; " ]

ways 8
check "of eight one" has report/index.html "95 % intervals. The first 7 kinds of mark; left out: 1, see Results."

# Published rates: precisions of a row are marks of their own, and what fewer threads did than an axis allows is said.
published() { # ROW AXES FPS THREADS RATIO
  printf 'papers|"row": "%s", %s|ok|%s|-|-|%s|9|"published": {"fps_low": 1, "fps_high": 1, "machine": "theirs", "way": "sequential", "ratio": %s}\n' "$@"
}
axes='"backend": "omp", "order": "group", "threads": 0, "precision":'
{
  published first "$axes \"f32\"" 8 2 8
  published first "$axes \"f64\"" 4 2 4
  published other "$axes \"f32\"" 6 1 6
} | make >run.json
page
check "precisions, and threads" [ "$(awk -F '\t' '/^# [a-z]/ && !/row/ { printf "%s:", $0 } /^[0-9]/ { printf " %g %s;", $2, $5 }' report/figures/papers_processor_published.tsv)" = "# omp, group order, 2 threads, f32: 8 first;# omp, group order, 2 threads, f64: 4 first;# omp, group order: 6 other;" ]

# Courses. "alone" has nothing to be measured by, and ends no figure of the scenes after it. Errors of beam against 8 steps: all
# moments 1.5 times, 1.2 times, 0.85 times as far; four steps of two sweeps are on no line, nor is what names no sweeps.
course() { # SCENE METHOD STEPS SWEEPS FPS FACTOR [SIZE] [CONSTRAINT]
  printf 'accuracy|"scene": "%s", "constraint": "'"${8:-steel}"'", "method": "%s", "substeps": %s, "iterations": %s, "size": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [0, 1, 2], "drop_m": [0, %s, %s]}\n' \
    "$1" "$2" "$3" "$4" "${7:-0}" "$5" "$6" "$(awk -v f="$6" 'BEGIN { print 4 * f }')"
}
{
  course alone xpbd 1 1 10 1
  course beam xpbd 1 12 40 1.5
  course beam xpbd 4 1 50 1.2
  course beam xpbd 4 2 30 1.4
  course beam fms 1 5 20 0.85
  course beam xpbd 1 0 25 1.3
  course beam xpbd 8 1 5 1
  course rod xpbd 2 1 100 2
  course rod xpbd 16 1 50 1
} | make >run.json
page
check "errors of a scene" [ "$(awk -F '\t' '/^[0-9]/ { printf "%g %g %g %s; ", $1, $2, $3, $5 }' report/figures/accuracy_beam_accuracy.tsv)" = "12 50 12 steel, xpbd, sweeps; 4 20 4 steel, xpbd, steps; 5 15 5 steel, fms, sweeps; 25 50 25 steel, xpbd, sweeps; 20 20 20 steel, xpbd, steps; 50 15 50 steel, fms, sweeps; " ]
check "and of the next" [ "$(awk -F '\t' '/^[0-9]/ { printf "%g %g %s; ", $1, $2, $5 }' report/figures/accuracy_rod_accuracy.tsv)" = "2 100 steel, xpbd, steps; 10 100 steel, xpbd, steps; " ]
check "of one by itself none" [ ! -e report/figures/accuracy_alone_accuracy.tsv ]
check "what it is measured by" has report/index.html "in the shortest steps of the same body (8 steps a frame), over all"
control "by others" has report/index.html "in the shortest steps of the same body (4 steps a frame), over all"
sed '/"alone"/d' run.json >beam.json && mv beam.json run.json
page
none="(no interval: fewer than six episodes)"
check "nothing is near: the nearest" [ "$(answers)" = "Nothing measured came within 5&nbsp;% of the motion of steel; nearest was fms, 1 step a frame with 5 sweeps each: off by <b>15 %</b> at <b>20.0 FPS</b> $none.</p>" ]
sed 's/"size": 0, //; s/"xpbd", "substeps": 1, "iterations": 12/"xpbd", "precision": "f32", &/; s/"xpbd", "precision": "f32", "xpbd", /"xpbd", "precision": "f32", /' run.json >beam.json && mv beam.json run.json
page
check "a body without a size, one precision that is named" [ "$(awk -F '\t' '/^[0-9]/ { printf "%g %g %s; ", $1, $2, $5 }' report/figures/accuracy_beam_accuracy.tsv | cut -d ';' -f 1-2)" = "12 50 steel, xpbd, f32, sweeps; 4 20 steel, xpbd, steps" ]
# A parameter of the scene makes another body, an order of the same work does not: 10 degrees are off by 50 % from their own
# eight steps, in either order, and 60 degrees by 20 %.
{
  course beam xpbd 1 12 40 1.5 | sed 's/"size": 0/"angle": "10", "order": "mesh"/'
  course beam xpbd 1 12 50 1.5 | sed 's/"size": 0/"angle": "10", "order": "group"/'
  course beam xpbd 8 1 5 1 | sed 's/"size": 0/"angle": "10", "order": "mesh"/'
  course beam xpbd 1 12 40 3.6 | sed 's/"size": 0/"angle": "60", "order": "mesh"/'
  course beam xpbd 8 1 5 3 | sed 's/"size": 0/"angle": "60", "order": "mesh"/'
} | make >run.json
page
errors() { awk -F '\t' '/^[0-9]/ { printf "%g %g %s; ", $1, $2, $5 }' report/figures/accuracy_beam_accuracy.tsv | cut -d ';' -f 1-3; }
check "bodies by their parameters" [ "$(errors)" = "12 50 steel, angle 10, order mesh, sweeps; 12 50 steel, angle 10, order group, sweeps; 12 20 steel, angle 60, order mesh, sweeps" ]
check "which is named" has report/index.html "came within 5&nbsp;% of the motion of steel (angle 10); nearest was xpbd"
sed 's/"angle": "60"/"angle": "10"/' run.json >one.json && mv one.json run.json
page
control "as one body" [ "$(errors | cut -d ';' -f 3)" = " 12 20 steel, order mesh, sweeps" ]
check "one angle is not named" has report/index.html "the motion of steel; nearest was"
for i in $(seq 16); do course beam xpbd 1 1 10 1.5 "$i"; course beam xpbd 8 1 10 1 "$i"; done | make >run.json
page
check "no more lines than can be told apart" has report/index.html "The first 14 lines; left out: 2, see Results."
for i in $(seq 15); do course beam xpbd 1 1 10 1.5 "$i"; course beam xpbd 8 1 10 1 "$i"; done | make >run.json
page
check "of fifteen one is left out" has report/index.html "The first 14 lines; left out: 1, see Results."
{ course beam xpbd 1 12 40 1.5; course beam xpbd 1 40 10 1; } | make >run.json
page
check "measured by one step" has report/index.html "in the shortest steps of the same body (1 step a frame), over all"
control "by more" has report/index.html "steps a frame)"

# Two bodies that are alike in their first ninety-five letters are two lines; the answer is about the first.
long=$(printf '%095d' 0 | tr 0 x)
for end in a b; do
  course beam xpbd 1 1 10 "$([ $end = a ] && echo 1.5 || echo 3)" 0 $long$end
  course beam xpbd 8 1 5 1 0 $long$end
done | make >run.json
page
check "bodies of long names" [ "$(awk -F '\t' '/^[0-9]/ { name = $5; gsub(/xxxxx/, "", name); printf "%g %g %s; ", $1, $2, name }' report/figures/accuracy_beam_accuracy.tsv)" = "1 50 a, sweeps; 1 200 b, sweeps; 100 50 a, sweeps; 100 200 b, sweeps; " ]
for end in b a; do projected $long$end '"backend": "seq"' 1 1 "$([ $end = a ] && echo 1 || echo 8)"; done | make >run.json
page
check "formulas of long names" [ "$(marks projection_other_elements_ns | sed 's/xxxxx//g')" = "| 1 0.8 1.25 a; 8 6.4 10 b; " ]
check "the first of them" [ "$(answers | sed 's/xxxxx//g')" = "One projection of b takes <b>8.00 ns</b> (95 % interval 6.40 to 10.0) in the fastest way measured; the figures have all formulas.</p>" ]

# Checks and reasons. Rows that failed for reasons that differ in numbers alone are one line; values have their ends.
failed() { printf 'cloth|"size": 4, "backend": "seq"|%s|-|-|-|1|16|"reason": %s\n' "$1" "$2"; }
checked() { printf 'cloth|"size": %s, "backend": "seq"|ok|100|-|-|1|16|"checks": [%s], "checked": "%s"\n' "$@"; }
{
  failed skipped '"5 s left of 170"'; failed skipped '"17.5 s left of 60"'; failed skipped '"5 s left"'; failed skipped null; failed error '"5 s left of 170"'
  checked 5 '{"name": "strain", "value": 0.25, "limit": 2, "pass": true, "why": "of the first"}, {"name": "bits", "value": "00ff", "limit": "00ff", "pass": true, "why": "a hash"}' "hash=seq@50 frames, episodes agree"
  checked 6 '{"name": "strain", "value": 0.5, "limit": 3, "pass": true, "why": "of another"}' "hash=seq@1 frame, episodes agree"
  checked 7 '{"name": "strain", "value": 7, "limit": 3, "pass": false}, {"name": "<same>", "value": 1, "limit": 1, "pass": true, "why": "exact"}' "seq@3 frames"
} | make >run.json
page
sed -n '/<section id=validity/,/<\/section/p' report/index.html | grep -E '^<(tr |tr>|dt|p>[0-9])' | grep -v '<th>' >is
diff - is >out <<'END'
<p>8 points: <b>2 ok</b>, <b>4 skipped</b>, <b>1 invalid</b>, <b>1 error</b>. 2 rows show numbers; the others show their reason, and are in no figure.</p>
<tr class=skipped><td>skipped</td><td class=n>2</td><td class=wide>5 s left of 170</td><td class=wide>cloth/1 and 1 more</td></tr>
<tr class=skipped><td>skipped</td><td class=n>1</td><td class=wide>5 s left</td><td class=wide>cloth/3</td></tr>
<tr class=skipped><td>skipped</td><td class=n>1</td><td class=wide>no reason given</td><td class=wide>cloth/4</td></tr>
<tr class=error><td>error</td><td class=n>1</td><td class=wide>5 s left of 170</td><td class=wide>cloth/5</td></tr>
<tr class=invalid><td>invalid</td><td class=n>1</td><td class=wide>the row says ok, but one of its checks did not pass</td><td class=wide>cloth/8</td></tr>
<dt><code>hash=seq</code></dt><dd>after that many frames all positions and velocities had, bit for bit, the values that the sequential reference computes.</dd>
<dt><code>episodes agree</code></dt><dd>at the end of every timed episode the state had the same bits.</dd>
<tr><td class=wide>hash=seq, episodes agree</td><td class=n>2</td></tr>
<tr class=invalid><td>strain</td><td class=n>2</td><td class=n>1</td><td class=n>0.25 … 7</td><td class=n>2 … 3</td><td class=wide>of the first</td></tr>
<tr><td>bits</td><td class=n>1</td><td class=n>0</td><td class=n>bits</td><td class=n>bits</td><td class=wide>a hash</td></tr>
<tr><td>&lt;same&gt;</td><td class=n>1</td><td class=n>0</td><td class=n>1</td><td class=n>1</td><td class=wide>exact</td></tr>
END
check "validity, line by line" [ ! -s out ]
finish
