# Why this file exists: every kind of benchmark opens with its own sentence and has its own figures: published rates,
# methods of a scene, a sliding body, errors of gradients. Each number in them comes from the results.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" kinds >run.json
run run.json --out report
check "it works" [ "$code" -eq 0 ]
page=report/index.html

# The order of the page: the answer, its figure and table, how far to trust it, then the rest.
order() { grep -o -E "<p class=answer>|<figure id=figure1>|class=summary>|<section id=(trust|validity|noise|environment|results)>" "$1" | awk '!seen[$0]++' | tr '\n' ' '; }
want="<p class=answer> <figure id=figure1> class=summary> <section id=trust> <section id=validity> <section id=noise> <section id=environment> <section id=results> "
if command -v gnuplot >/dev/null; then
  check "the answer, its figure, its table, the rest" [ "$(order $page)" = "$want" ]
  sed 's/<p class=answer>/<p>/' $page >late.html
  control "a page that opens with something else" [ "$(order late.html)" = "$want" ]
fi

# The golden case report/pages has the complete text. These are other edits of the same run.
sed 's/"order": "mesh"/"order": "group"/' run.json >grouped.json
bare grouped.json --out grouped
control "groups as one loop" has grouped/index.html "also with one loop"
check "that nothing is like theirs is said" has grouped/index.html "times as high (median of 4, from 0.50 to 100). The way of the papers was not measured."
sed '/"published":.*"way": "gpu"/s/"backend": "seq", "order": "mesh"/"backend": "cuda", "order": "group"/' run.json >device.json
bare device.json --out device
check "a GPU beside a GPU" has device/index.html "on a GPU, ours on a GPU are <b>0.50</b> times as high"
row() { awk -F '\t' -v name="$2" '$NF == name && $1 != "NaN" { print $1, $2 }' "$1"; }

# A scene parameter makes another simulation. The faster of two simulations does not replace the other's line.
sed -e '/"scene": "cloth", "method": "xpbd".*"backend": "seq"/s/"size": 0/"size": 0, "stretch": 1.5/' \
  -e '/"scene": "cloth"/s/"size": 0, "backend"/"size": 0, "stretch": 2, "backend"/' run.json >stretched.json
bare stretched.json --out stretched
data=stretched/figures/scenes_cloth_cost.tsv
check "stretched by 1.5" [ "$(row $data "xpbd, stretch 1.5" | cut -d ' ' -f 1)" = 10 ]
check "and by 2" [ "$(row $data "xpbd, stretch 2" | cut -d ' ' -f 1)" = 5 ]
control "as the other method" [ "$(row $data "fms, stretch 2" | cut -d ' ' -f 1)" = 5 ]

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
  sed '/^set xtics (/d' report/figures/projection_gradient.gp >report/figures/bare.gp
  (cd report/figures && gnuplot bare.gp >bare.svg 2>&1)
  control "ticks of gnuplot" has report/figures/bare.svg ">3e-16<"
fi
finish
