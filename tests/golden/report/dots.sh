# Why this file exists: records figures with a mark for each row, and lists of checks and reasons: which rows belong
# together, their order, the names of marks. A part of a run with nothing to show must not end the figures of the
# others.
. "$source/reports/tests/golden_words.sh"

# marks FIGURE: "value low high name" of each mark, below its kind.
marks() {
  [ -e "page/figures/$1.tsv" ] || { echo "no figure $1" && return; }
  part "$1:" awk -F '\t' '/^# [^r]/ { print } /^[0-9]/ { printf "%.4g %.4g %.4g %s\n", $2, $3, $4, $5 }' "page/figures/$1.tsv"
}
# courses SCENE: "work or milliseconds, error, name" of its courses.
courses() {
  [ -e "page/figures/accuracy_$1_accuracy.tsv" ] || { echo "no courses of $1" && return; }
  part "courses of $1:" awk -F '\t' '/^[0-9]/ { printf "%g %g %s\n", $1, $2, $5 }' "page/figures/accuracy_$1_accuracy.tsv"
}
sentence() { says '^<p class=answer>.*'; }

# projected CONSTRAINT AXES THREADS LANES NS [MORE]: a row of 100 FPS, 80 to 125; its nanoseconds have the ends 0.8 and
# 1.25 times.
projected() { printf 'projection|"constraint": "%s", "iterations": 20, %s|ok|100|80|125|%s|50|"solver": {"threads": %s, "lanes": %s}, "counters": {"ns_per_projection": {"value": %s}}%s\n' "$1" "$2" "$3" "$3" "$4" "$5" "${6:-}"; }
{
  projected hookean '"backend": "seq", "order": "group", "lanes": 16' 1 16 5 ', "roofline": {"memory_share": 0.25}'
  projected hookean '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 40
  projected stretching '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 20
  projected stretching '"backend": "omp", "order": "group", "lanes": 8' 2 8 2 ', "roofline": {"memory_share": 4}'
  projected stretching '"backend": "seq", "order": "group", "lanes": 16' 1 16 10
  projected stretching '"backend": "cuda"' 1 1 0.5
  projected stvk_triangle '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 80 ', "roofline": {"compute_share": 0.5, "memory_share": 1}, "checks": [{"name": "error of the gradient", "value": 2e-16, "pass": true}]'
  projected made_up '"backend": "seq", "order": "mesh", "lanes": 1' 1 1 60 ', "checks": [{"name": "error of the gradient", "value": 0, "pass": true}]'
} | make
# Kinds are sorted from slow to fast by the first row of each: 40, 5, 2 and 0.5 ns. Formulas are sorted from fast to
# slow in their fastest kind. The share of the peak is known only on triangles: 0.5 times 0.8 and 1.25. The errors of
# exact gradients are visible.
page "formulas on edges, on triangles, and one that the program does not know"
for name in edges_ns triangles_ns other_elements_ns triangles_roofline edges_roofline gradient; do marks projection_$name; done
says '\(50 particles, [^,]*'
says 'are [0-9.]+ to [0-9.]+ times what memory streams'
says 'the [0-9]+ largest of [0-9]+\.'
sentence
cp run.json many.json
sed -i 's/"iterations": 20/"iterations": 1/' run.json
page "one iteration"
says '\(50 particles, [^,]*'
sed '/hookean.*"mesh"/d; s/"lo95": 0.008, "hi95": 0.0125/"lo95": null, "hi95": null/' many.json >run.json
page "one way, no interval"
sentence
{ projected hookean '"backend": "seq"' 1 1 1 ', "roofline": {"compute_share": 0.25}'; projected stretching '"backend": "seq"' 1 1 1; } | make
page "a share of the first row alone"
marks projection_edges_roofline
# Of 26 gradients the 25 with the largest errors are drawn: not f1.
for i in $(seq 26); do projected f$i '"backend": "seq"' 1 1 1 ", \"checks\": [{\"name\": \"error of the gradient\", \"value\": $i, \"pass\": true}]"; done | make
page "many gradients"
says 'the [0-9]+ largest of [0-9]+\.'
marks projection_gradient

# Ways with one name are told apart by the axes in which they differ, and form two kinds.
{
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f32", "lanes": 0' 1 1 3
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f64", "lanes": 0' 1 1 5
  projected hookean '"backend": "seq", "order": "mesh", "precision": "f64", "lanes": 1' 1 1 4
  projected hookean '"backend": "seq", "order": "group", "precision": "f64", "lanes": 0' 1 1 2
} | make
page "ways of one name"
marks projection_edges_ns
# With more kinds than can be told apart, the first seven of the run are drawn. The caption says that others are left
# out, and a row with them.
for count in 7 8 9; do # ways of one formula, two of them also of others
  {
    for lanes in $(seq $count); do projected hookean "\"backend\": \"seq\", \"order\": \"group\", \"lanes\": $lanes" 1 $((lanes + 1)) $((10 * lanes)); done
    projected stretching "\"backend\": \"seq\", \"order\": \"group\", \"lanes\": $count" 1 $((count + 1)) 1
    projected morse '"backend": "seq", "order": "group", "lanes": 1' 1 2 5
  } | make
  page "$count ways"
  marks projection_edges_ns
  says '95 % intervals\. [^<]*'
  script projection_edges_ns 'row_count|kind_count|key_lines'
done

# Published rates: each precision of a row has its own mark, and the caption says what fewer threads did than an axis
# allows.
published() { # ROW AXES FPS THREADS RATIO
  printf 'papers|"row": "%s", %s|ok|%s|-|-|%s|9|"published": {"fps_low": 1, "fps_high": 1, "machine": "theirs", "way": "sequential", "ratio": %s}\n' "$@"
}
axes='"backend": "omp", "order": "group", "threads": 0, "precision":'
{
  published first "$axes \"f32\"" 8 2 8
  published first "$axes \"f64\"" 4 2 4
  published other "$axes \"f32\"" 6 1 6
} | make
page "precisions, and threads"
marks papers_processor_published

# Courses. "alone" has nothing to be measured against, and ends no figure of later scenes. Errors of beam against 8
# steps, at all moments: 1.5 times, 1.2 times, 0.85 times as far. Four steps of two sweeps are on no line, and neither
# is a row without sweeps.
course() { # SCENE METHOD STEPS SWEEPS FPS FACTOR [SIZE] [CONSTRAINT]
  printf 'accuracy|"scene": "%s", "constraint": "'"${8:-steel}"'", "method": "%s", "substeps": %s, "iterations": %s, "size": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [0, 1, 2], "drop_m": [0, %s, %s]}\n' \
    "$1" "$2" "$3" "$4" "${7:-0}" "$5" "$6" "$(awk -v f="$6" 'BEGIN { print 4 * f }')"
}
measured_by() { says 'with the shortest steps of the same body \([^)]*\)'; }
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
} | make
page "errors of scenes"
for scene in alone beam rod; do courses $scene; done
measured_by
sed -i '/"alone"/d' run.json
page "nothing is near: the nearest"
sentence
sed -i 's/"size": 0, //; s/"xpbd", "substeps": 1, "iterations": 12/"xpbd", "precision": "f32", &/; s/"xpbd", "precision": "f32", "xpbd", /"xpbd", "precision": "f32", /' run.json
page "a body without a size, one precision that is named"
courses beam
# A parameter of the scene makes another body, but an order of the same work does not. 10 degrees differ by 50 % from
# their own eight steps, in either order, and 60 degrees by 20 %.
{
  course beam xpbd 1 12 40 1.5 | sed 's/"size": 0/"angle": "10", "order": "mesh"/'
  course beam xpbd 1 12 50 1.5 | sed 's/"size": 0/"angle": "10", "order": "group"/'
  course beam xpbd 8 1 5 1 | sed 's/"size": 0/"angle": "10", "order": "mesh"/'
  course beam xpbd 1 12 40 3.6 | sed 's/"size": 0/"angle": "60", "order": "mesh"/'
  course beam xpbd 8 1 5 3 | sed 's/"size": 0/"angle": "60", "order": "mesh"/'
} | make
page "bodies by their parameters"
courses beam
sentence
sed -i 's/"angle": "60"/"angle": "10"/' run.json
page "as one body"
courses beam
sentence
for count in 15 16; do
  for i in $(seq $count); do course beam xpbd 1 1 10 1.5 "$i"; course beam xpbd 8 1 10 1 "$i"; done | make
  page "$count bodies"
  says 'The first 14 lines[^.]*'
done
{ course beam xpbd 1 12 40 1.5; course beam xpbd 1 40 10 1; } | make
page "measured by one step"
measured_by

# Two bodies whose names agree in the first ninety-five letters are two lines; the answer is about the first.
long=$(printf '%095d' 0 | tr 0 x)
for end in a b; do
  course beam xpbd 1 1 10 "$([ $end = a ] && echo 1.5 || echo 3)" 0 $long$end
  course beam xpbd 8 1 5 1 0 $long$end
done | make
page "bodies of long names"
courses beam
for end in b a; do projected $long$end '"backend": "seq"' 1 1 "$([ $end = a ] && echo 1 || echo 8)"; done | make
page "formulas of long names"
marks projection_other_elements_ns
sentence

# Checks and reasons. Rows that failed for reasons which differ only in numbers share a line; values have their ends.
failed() { printf 'cloth|"size": 4, "backend": "seq"|%s|-|-|-|1|16|"reason": %s\n' "$1" "$2"; }
checked() { printf 'cloth|"size": %s, "backend": "seq"|ok|100|-|-|1|16|"checks": [%s], "checked": "%s"\n' "$@"; }
{
  failed skipped '"5 s left of 170"'; failed skipped '"17.5 s left of 60"'; failed skipped '"5 s left"'; failed skipped null; failed error '"5 s left of 170"'
  checked 5 '{"name": "strain", "value": 0.25, "limit": 2, "pass": true, "why": "of the first"}, {"name": "bits", "value": "00ff", "limit": "00ff", "pass": true, "why": "a hash"}' "hash=seq@50 frames, episodes agree"
  checked 6 '{"name": "strain", "value": 0.5, "limit": 3, "pass": true, "why": "of another"}' "hash=seq@1 frame, episodes agree"
  checked 7 '{"name": "strain", "value": 7, "limit": 3, "pass": false}, {"name": "<same>", "value": 1, "limit": 1, "pass": true, "why": "exact"}' "seq@3 frames"
} | make
page "validity, line by line"
sed -n '/<section id=validity/,/<\/section/p' page/index.html | grep -E '^<(tr |tr>|dt|p>[0-9])' | grep -v '<th>'
