# Why this file exists: records figures of scenes: which rows are a line of a scene, the name of a line, the time of its
# mean, and which scenes, sizes and lines are left out.
. "$source/reports/tests/golden_words.sh"

# moved AXES FPS TIMES RESIDUALS ENERGIES TRAVELS [MORE STATUS LOW HIGH]
moved() { printf 'scenes|%s|%s|%s|%s|%s|1|100|"series": {"time_s": [%s], "residual_mean": [%s], "mechanical_J": [%s], "travel_m": [%s]}%s\n' "$1" "${8:-ok}" "$2" "${9:--}" "${10:--}" "$3" "$4" "$5" "$6" "${7:-}"; }
sentence() { says '^<p class=answer>.*'; }

# Lines of a scene are told apart by what is not standard. Of equal rows the fastest backend counts, of equally fast
# ones the first. A course of one moment, or with lists of different lengths, is none. Mean |C| over the moments after
# the first until 2 s: (0.5 + 0.25)/2 = 0.375, (0.125 + 0.0625)/2 = 0.09375, (4 + 2)/2 = 3. Fourteen lines are drawn;
# s11 and s12 are left out. flag has no |C|, and ball has it too late.
c='"scene": "cloth", "method": "xpbd"'
{
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"seq\"" 100 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2 '' ok 80 125
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"omp\"" 250 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"cuda\"" 200 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"opencl\"" 250 0,1,2 9,8,7 0,-1,-2 0,1,2 '' ok 200 300
  moved "$c, \"substeps\": 4, \"iterations\": 5, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"seq\"" 50 0,1,2,3 9,0.125,0.0625,77 0,-1,-2,-3 0,1,2,3
  moved "$c, \"substeps\": 0, \"iterations\": 0, \"constraint\": \"morse\", \"size\": 41, \"backend\": \"seq\"" 40 0,1,2 9,4,2 0,-1,-2 0,1,2 ', "solver": {"substeps": 7, "iterations": 3}'
  moved "$c, \"substeps\": 0, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"omega\": 1.5, \"backend\": \"seq\"" 20 0,1,2 9,4,2 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 22, \"backend\": \"seq\"" 10 0 1 0 0
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 23, \"backend\": \"seq\"" 10 0,1 1,1 0,1 0
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"s$i\", \"size\": 21, \"backend\": \"seq\"" 5 0,1,2 9,4,2 0,-1,-2 0,1,2; done
  moved '"scene": "flag", "method": "xpbd", "backend": "seq"' 400 0,1 0,0 5,6 1,2
  moved '"scene": "flag", "method": "fms", "backend": "seq"' 500 0,1 0,0 7,8 3,4
  moved '"scene": "ball", "method": "xpbd", "backend": "seq"' 450 0,1,2 3,0,4 5,6,7 1,2,3
  moved '"scene": "ball", "method": "fms", "backend": "seq"' 460 0,1 3,0 7,8 3,4
  moved '"scene": "late", "method": "xpbd", "backend": "seq"' 1 0,1 0,0 7,8 3,4 '' invalid
} | make standard=substeps=1 standard=iterations=20 standard=size=21 standard=constraint=spring
cp run.json scenes.json
page "scenes"
part "scenes_cloth_course.tsv, but s1 to s10:" grep -v -E '^(#|$)|, s[0-9]+$' page/figures/scenes_cloth_course.tsv
for name in cloth_cost flag_course flag_cost ball_course late_course scene_fps; do figure scenes_$name; done
script scenes_cloth_cost '[xy]_log'
script scenes_cloth_course '[xy]_log'
says 'and the first [0-9.]+ simulated seconds?,'
says 'The first 14 lines[^.]*'
says 'Figure [0-9]+\. (cloth|flag|ball): [^<]*\.</b>[^.<]*'
sentence
sed '/"constraint": "s12"/d' scenes.json >run.json
page "one line less"
says 'The first 14 lines[^.]*'
rows() { sed -E '/^\{"name": "scenes\/('"$1"')"/!{/^\{"name"/d;}; s/\},$/}/' scenes.json | awk '/^{"name"/ && n++ { printf ",\n" } { print }'; }
for which in '1|5' 1; do
  rows "$which" >run.json
  page "one scene, rows $which"
  sentence
done
sed -i 's/"method": "xpbd", //' run.json
page "no method"
sentence

# One second is one.
for method in xpbd fms; do moved "\"scene\": \"short\", \"method\": \"$method\", \"backend\": \"seq\"" 9 0,1 1,1 0,0 0,1; done | make
page "one second"
says 'and the first [0-9.]+ simulated seconds?,'

# Distances of a method that only one scene has, by resolution. A course that ended early, or with a single size, is no
# line.
{
  moved '"scene": "box", "method": "solo", "size": 3, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,1.5
  moved '"scene": "box", "method": "solo", "size": 3, "backend": "omp"' 9 0,1,2 1,1,1 0,0,0 0,1,7
  moved '"scene": "box", "method": "solo", "size": 5, "backend": "seq"' 9 0,1 1,1 0,0 0,9
  moved '"scene": "box", "method": "solo", "size": 6, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,2.5
  moved '"scene": "cloth", "method": "xpbd", "size": 6, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,3.5
} | make
page "distances"
for name in box_travel cloth_travel cloth_course; do figure scenes_$name; done
# A parameter of the scene makes another simulation, with its own line. The plan has its sizes in any order. Steps that
# only the backend chose make no other simulation.
pushed() { moved "\"scene\": \"box\", \"method\": \"xpbd\", \"size\": $1, \"push\": $2, \"substeps\": $4, \"iterations\": 20, \"backend\": \"${5:-seq}\"" 9 0,1,2 1,1,1 0,0,0 "0,1,$3"; }
{
  pushed 5 1 1.5 1; pushed 3 1 1.25 1; pushed 4 2 2.5 1 omp; pushed 3 2 2.25 1; pushed 4 1 1.375 1; pushed 4 1 99 1 omp
  pushed 5 1 0.5 8; pushed 6 1 0.75 8; pushed 7 2 3.5 8
} | make standard=push=1
page "each simulation by ascending resolution"
figure scenes_box_travel
says '[^.]*lines; left out[^.]*'
for count in 15 16; do
  for push in $(seq $count); do pushed 3 "$push" 1 1; pushed 4 "$push" 2 1; done | make
  page "$count simulations"
  says 'The first 14 lines[^.]*'
done
part "the first fourteen:" grep -o 'push [0-9]*$' page/figures/scenes_box_travel.tsv
