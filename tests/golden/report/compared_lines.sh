# Why this file exists: records the figures of a comparison that are lines over two axes: where a line crosses 1, what
# counts as a line, how many are drawn, names of lines, and ends of axes. tests/oracle/compare_figures.pl computes the
# numbers of lines and their crossings of 1. The case report/pages has the whole scripts.
. "$source/reports/tests/golden_words.sh"
make() { sh "$source/reports/tests/rows_fixture.sh" "$@"; }

# row AXES FPS [MORE]: a row of cloth, +- 1 %.
row() { awk -v axes="$1" -v fps="$2" -v more="${3-}" 'BEGIN { printf "cloth|%s|ok|%s|%.9g|%.9g|1|9|%s\n", axes, fps, fps / 1.01, fps / 0.99, more }'; }
# costs WORK MEMORY ERROR: cost of a frame in a row of 100 constraints, and the error.
costs() { printf '"work": {"constraints": 100, "projections_per_frame": %s}, "memory": {"host": %s}, "error": %s, "checks": [{"name": "other", "value": 7, "pass": true}]' "$@"; }
# lines WHAT FIGURE...: the captions of a comparison of seq and omp, and of each figure the names and styles of lines, its
# axes, and the points of what is no ratio.
lines() {
  PATH=/var/empty "$report" compare seq.json omp.json --out report >out 2>&1 </dev/null
  part "$1:" grep -o -E '^<figcaption>.*' report/index.html
  shift
  for figure; do
    file=report/figures/cloth_$figure
    [ -e "$file.gp" ] || { echo "no figure $figure"; continue; }
    part "$figure:" grep -E '^(key_label|key_style|[xy]_(low|high)|[xy]_label|set .tics|ceiling|cross_count|unit_line|joined)(\[[0-9]*\])? ?[=(]' "$file.gp"
    case $figure in error | roofline | ratio) part "its points:" grep '^[0-9]' "$file.tsv" ;; esac
  done
}
# both ROW...: the rows of both backends; $backend stands for each, $fps for its frame rate.
both() { for backend in seq omp; do "$@" | make >$backend.json; done; }

# Sizes in no order. With 5 iterations B is 0.5, 1, 4 and 0.5 times as fast, with 10 iterations 0.8, 1.6, 6.4 and 0.8
# times. With 7 iterations there is one size, and no line. Errors against milliseconds: a row without error has no
# position on a logarithmic axis. Margins: (25/2.5)^0.05 1.02 = 1.1445 along x, (0.8/0.01)^0.06 1.03 = 1.3397 along y.
# The memory reads 16e6 bytes/s: a constraint of 16 bytes 1e6 times, of 1280 bytes 12500 times. The margin around both
# is 80^0.06 1.03 = 1.3397.
for backend in seq omp; do
  {
    for size in 40 10 80 20; do
      case $backend$size in seq*) fps=100 ;; omp20) fps=100 ;; omp40) fps=400 ;; *) fps=50 ;; esac
      row "\"size\": $size, \"iterations\": 5, \"backend\": \"$backend\"" $fps "$(costs 1000 $((1600 * size)) 0.$size)"
      case $backend in seq) fps=50 ;; omp) fps=$((fps * 8 / 10)) ;; esac
      row "\"size\": $size, \"iterations\": 10, \"backend\": \"$backend\"" $fps "$(costs 2000 $((1600 * size)) 0.0$size)"
    done
    row "\"size\": 10, \"iterations\": 7, \"backend\": \"$backend\"" 300 "$(costs 1000 1600 0)"
  } | make 'field=machine.triad=16000000' >$backend.json
done
lines "two lines along sizes" size_ratios error roofline
sed -i 's/"machine": /"else": /' seq.json
lines "no roof that was not measured in A" roofline
flat() { for i in 1 2; do row "\"lanes\": $i, \"backend\": \"$backend\"" 100 "$(costs 1 16 9)"; done; }
for backend in seq omp; do flat | make 'field=machine.triad=16000000' >$backend.json; done
lines "rows of one size are a cloud, too" error roofline

# Series of areas or volumes take precedence over the error, volumes first. The last value is the one at the end.
kept() { for iterations in 5 10; do row "\"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) "$series, $(costs 1 1 9)"; done; }
for series in '"series": {"area_mean_error": [9, 0.25], "volume_mean_error": []}' \
  '"series": {"area_mean_error": [9, 0.25], "volume_mean_error": [9, 0.5]}' '"series": null'; do
  both kept
  lines "errors of $series" error
done
# Areas and volumes have no axis in common. The first row's kind is drawn, the others are counted.
mixed() {
  for iterations in 5 10; do
    row "\"mesh\": \"sheet\", \"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) '"series": {"area_mean_error": [9, 0.25]}'
    row "\"mesh\": \"ball\", \"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) '"series": {"volume_mean_error": [9, 0.5]}'
  done
}
both mixed
lines "one kind of error" error
for backend in seq omp; do sed -i '/"ball", "iterations": 5,/d' $backend.json; done
lines "one row has another" error

# At most ten lines are drawn. Figures of an earlier comparison go, and nothing else does. Ratios of 1, 0.7566 to 1.322:
# margin 1.747^0.06 1.03 = 1.0651. Four round numbers lie between 0.91 and 4.37, six of the finest set between 0.710 and
# 1.408.
ten() { for size in 1 4; do for i in $(seq 10); do row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" 100; done; done; }
both ten
: >report/figures/old_ratios.svg && : >report/figures/other.svg && cp report/figures/cloth_error.gp report/figures/old_ratios.gp
lines "ten lines, narrow axes" size_ratios
part "files:" ls report/figures
# Of any larger number, those farthest from 1 are drawn, in order: of 140 the 4th and the last nine, one of which is
# slower. They alone give the range. Lines of one colour differ in style.
many() {
  for size in 1 4; do
    for i in $(seq 140); do
      case $backend$i in omp135) fps=40 ;; omp4) fps=300 ;; omp*) fps=$((100 + i)) ;; *) fps=100 ;; esac
      row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" $fps
    done
  done
}
both many
lines "the ten farthest from 1" size_ratios
# A figure without ratios draws both sides of the first five of six sizes.
six() { for size in 1 2 3 4 5 6; do for i in 5 10; do row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" $((1000 / i)) "$(costs 1 1 0.$i)"; done; done; }
both six
lines "both sides of the first" error
# A line goes through any number of sizes in order. If it crosses 1 seventeen times, all crossings are named and marked.
long() {
  for size in $(seq 130 -1 1); do
    case $backend$((size <= 18 ? size % 2 : 2)) in omp0) fps=400 ;; omp1) fps=25 ;; *) fps=100 ;; esac
    row "\"size\": $size, \"backend\": \"$backend\"" $fps
  done
}
both long
lines "130 sizes" size_ratios
part "in order:" awk '/^[0-9]/ { printf "%s%s", NR % 20 ? " " : "\n", $1 }' report/figures/cloth_size_ratios.tsv
# Row names in a figure have up to 96 letters, longer ones 93 and three dots. None is cut within a letter.
named() { for mesh in "$(printf '%096d' 0)" "$(printf '%097d' 0)" "$(printf '%092d' 0)érest"; do row "\"mesh\": \"a$(echo "$mesh" | cut -c 2- | tr 0 x)\", \"backend\": \"$backend\"" 100; done; }
both named
lines "long names" ratio
