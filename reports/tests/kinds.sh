# Why this file exists: every kind of benchmark opens with its own sentence and has its own figures: published rates, methods
# of a scene, a body that slides, errors of gradients; each number in them is that of the results.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" kinds >run.json
run run.json --out report
check "it works" [ "$code" -eq 0 ]
page=report/index.html

# The order of the page: the answer, its figure and its table, then how far it can be trusted, then the rest.
order() { grep -o -E "<p class=answer>|<figure id=figure1>|class=summary>|<section id=(trust|validity|noise|environment|results)>" "$1" | awk '!seen[$0]++' | tr '\n' ' '; }
want="<p class=answer> <figure id=figure1> class=summary> <section id=trust> <section id=validity> <section id=noise> <section id=environment> <section id=results> "
if command -v gnuplot >/dev/null; then
  check "the answer, its figure, its table, the rest" [ "$(order $page)" = "$want" ]
  sed 's/<p class=answer>/<p>/' $page >late.html
  control "a page that opens with something else" [ "$(order late.html)" = "$want" ]
fi

# Published rates: in the way of the papers first, then the fastest of ours, both over the rows that have the first.
check "one loop beside one loop" has $page "with one loop on a processor, ours with one loop as well are <b>1.00</b> times as high (median of 3, from 0.50 to 2.00)"
check "the fastest, over the same rows, by name" has $page "for each (1 by group order on one thread, 2 by mesh order on one thread) <b>1.00</b> times (median of 3, from 0.50 to 4.00)."
check "a GPU beside a processor is said" has $page "on a GPU, ours with one loop on a processor (no GPU was measured) are <b>0.50</b> times as high (of 1, 95 % interval 0.49 to 0.51)"
check "published, like theirs, fastest" has $page "<tr><td class=n>6.00 … 10.0</td><td class=n>16.0</td><td class=n><b>2.00</b></td><td class=n>32.0</td><td class=n>4.00</td>"
check "a rate that only another way has" has $page "<tr><td class=n>20.0</td><td class=n>–</td><td class=n><b>–</b></td><td class=n>2000</td><td class=n>100</td>"
check "one line for each rate" [ "$(grep -c 'a machine of theirs</td></tr>' $page)" -eq 5 ]
sed 's/"order": "mesh"/"order": "group"/' run.json >grouped.json
run grouped.json --out grouped
control "groups as one loop" has grouped/index.html "with one loop as well"
check "that nothing is like theirs is said" has grouped/index.html "times as high (median of 4, from 0.50 to 100); the way of the papers was not measured."
sed '/"published":.*"way": "gpu"/s/"backend": "seq", "order": "mesh"/"backend": "cuda", "order": "group"/' run.json >device.json
run device.json --out device
check "a GPU beside a GPU" has device/index.html "on a GPU, ours on a GPU are <b>0.50</b> times as high"
data=report/figures/papers_processor_published.tsv
value() { awk -F '\t' -v name="$2" -v column="$3" '$NF == name { print $column }' "$1" | tr '\n' ' '; }
check "ratios of both our ways" [ "$(value $data cloth_a 2)" = "2 4 " ]
check "its interval" [ "$(value $data cloth_b 3 | cut -c 1-7)" = "0.98039" ]
control "of another row" [ "$(value $data cloth_c 2)" = "1 " ]
check "GPUs apart" [ "$(value report/figures/papers_gpu_published.tsv bunny 2)" = "0.5 " ]

# Methods of a scene: the fastest backend, milliseconds, what is left over the time that both have.
data=report/figures/scenes_cloth_cost.tsv
row() { awk -F '\t' -v name="$2" '$NF == name && $1 != "NaN" { print $1, $2 }' "$1"; }
check "what XPBD costs and leaves" [ "$(row $data xpbd)" = "5 0.5" ]
check "what the other does" [ "$(row $data fms)" = "20 0.125" ]
control "of another method" [ "$(row $data fms)" = "5 0.5" ]
check "energy of both over time" [ "$(grep -c '	-5	' report/figures/scenes_cloth_course.tsv)" -eq 2 ]
check "how long is said" has $page "over the first 0.5 simulated seconds"
data=report/figures/scenes_friction_box_travel.tsv
check "resolutions that were run to the end" [ "$(awk -F '\t' '$1 ~ /^[0-9]/ { printf "%s ", $1 }' $data)" = "3 4 5 " ]
check "their distance" [ "$(awk -F '\t' '$1 == 4 { printf "%.3f", $2 }' $data)" = 0.704 ]
check "a gradient" [ "$(value report/figures/projection_gradient.tsv stretching 2)" = "3e-16 " ]
check "every scene" [ "$(value report/figures/scenes_scene_fps.tsv cloth 2)" = "100 200 " ]

# A parameter of the scene's own makes another simulation: the faster of two is not the other one's line.
sed -e '/"scene": "cloth", "method": "xpbd".*"backend": "seq"/s/"size": 0/"size": 0, "stretch": 1.5/' \
  -e '/"scene": "cloth"/s/"size": 0, "backend"/"size": 0, "stretch": 2, "backend"/' run.json >stretched.json
run stretched.json --out stretched
data=stretched/figures/scenes_cloth_cost.tsv
check "stretched by 1.5" [ "$(row $data "xpbd, stretch 1.5" | cut -d ' ' -f 1)" = 10 ]
check "and by 2" [ "$(row $data "xpbd, stretch 2" | cut -d ' ' -f 1)" = 5 ]
control "as the other method" [ "$(row $data "fms, stretch 2" | cut -d ' ' -f 1)" = 5 ]

# Errors of courses: by the shortest steps of the same body, the 200 in single precision; the cheapest within 5 %.
data=report/figures/accuracy_beam_accuracy.tsv
error() { awk -F '\t' -v name="$1" '$NF == name && $1 != "NaN" { printf "%s %.4g ", $1, $2 }' $data; }
check "sweeps, then milliseconds" [ "$(error "rubber, f64, sweeps")" = "20 200 20 200 " ]
check "steps" [ "$(error "rubber, f64, steps")" = "20 4 25 4 " ]
check "in single precision" [ "$(error "rubber, f32, steps")" = "100 1 50 1 " ]
check "of another body by its own" [ "$(error "steel, f64, sweeps")" = "20 400 20 400 " ]
control "by the other body's" [ "$(error "steel, f64, sweeps")" = "20 0 20 0 " ]
check "the cheapest way" has $page "to come within 5&nbsp;% of the motion of rubber was xpbd, 20 steps a frame with 1 sweep each: off by <b>4.0 %</b> at"
check "by which steps is said" has $page "(20 to 200 steps a frame)"

check "the page carries the data of its figures" grep -q 'download="projection_gradient.tsv" href="data:[^"]*stretching' $page
check "the fixture holds the forbidden number" has run.json 987654
for file in $page report/results.tsv report/figures/*.tsv; do check "no number of a bad row" lacks "$file" 987654; done
control "the forbidden number" lacks run.json 987654
if command -v gnuplot >/dev/null; then
  for script in report/figures/*.gp; do
    check "a whole SVG" grep -q '</svg>' "${script%.gp}.svg"
    for form in svg narrow; do
      (cd report/figures && LC_ALL=C.UTF-8 gnuplot -e "form='$form'" "$(basename "$script")" >again.svg 2>again.err)
      check "gnuplot has nothing to say" [ ! -s report/figures/again.err ]
    done
  done
  check "a number on an axis of small errors" has report/figures/projection_gradient.svg ">3e-16<"
  sed 's/e = -18:9/e = -6:9/' report/figures/projection_gradient.gp >report/figures/bare.gp
  (cd report/figures && gnuplot bare.gp >bare.svg 2>&1)
  control "ticks from 1e-6 up" has report/figures/bare.svg ">3e-16<"
fi
finish
