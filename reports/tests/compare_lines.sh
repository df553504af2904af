# Why this file exists: three figures of xpbd-report compare are lines over two axes, and sides are
# named by their differences. This tests where a line crosses 1, what counts as a line, the names of
# sides, and which run cannot be a side.
. "$(dirname "$0")/common.sh"
. "$here/compare_words.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

# row AXES FPS [MORE]: a row of cloth, +- 1 %.
row() { awk -v axes="$1" -v fps="$2" -v more="$3" 'BEGIN { printf "cloth|%s|ok|%s|%.9g|%.9g|1|9|%s\n", axes, fps, fps / 1.01, fps / 0.99, more }'; }
caption() { sed -n "s/^<figcaption><b>Figure [0-9]*\. cloth: $1\.<\/b>\(.*\) <span class=source>.*/\1/p" report/index.html; }

# costs WORK MEMORY ERROR: cost of a frame in a row of 100 constraints, and the error.
costs() { printf '"work": {"constraints": 100, "projections_per_frame": %s}, "memory": {"host": %s}, "error": %s, "checks": [{"name": "other", "value": 7, "pass": true}]' "$@"; }
# Sizes in no order. With 5 iterations B is 0.5, 1, 4 and 0.5 times as fast, with 10
# iterations 0.8, 1.6, 6.4 and 0.8 times.
sides() {
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
}
sides
tables seq.json omp.json
# With 7 iterations there is one size, and no line. tests/oracle/compare_figures.pl computes the numbers of lines, their
# crossings of 1, and the caption's numbers. The golden case report/pages has the scripts.
check "two lines along sizes" [ "$(sed -n "s/^key_label.* = //p" report/figures/cloth_size_ratios.gp | tr -d '\n')" = '"B: iterations 5""B: iterations 10"' ]

# Errors against milliseconds, for both sides,by time. A row without error has no position on a logarithmic axis.
errors() { awk -F '\t' '/^[0-9]/ { printf "%s: %.4g %g, ", $5, $1, $2 }' report/figures/cloth_error.tsv; }
check "its caption" grep -q 'further left is faster' report/index.html
# Margins: (25/2.5)^0.05 1.02 = 1.1445 along x, (0.8/0.01)^0.06 1.03 = 1.3397 along y.
check "sides have a style each" [ "$(sed -n 's/^key_style.* = //p' report/figures/cloth_error.gp | tr -d '\n')" = 11112222 ]
check "no ceiling, no line at 1, joined" [ "$(grep -E '^(x_low|y_high|ceiling|cross_count|unit_line|joined) = ' report/figures/cloth_error.gp | sed 's/\(\.[0-9][0-9]\)[0-9]*/\1/' | tr '\n' ';')" = "x_low = 2.18;y_high = 1.07;ceiling = 0;cross_count = 0;unit_line = 0;joined = 1;" ]
label() { sed -n 's/^y_label = //p' report/figures/cloth_error.gp; }
check "of which error" [ "$(label)" = "\"distance from the converged answer, relative to the size\"" ]

# The memory reads 16e6 bytes/s: a constraint of 16 bytes 1e6 times, of 1280 bytes 12500 times. The margin around both
# is 80^0.06 1.03 = 1.3397.
roof() { awk -F '\t' -v line="$1" '$5 == line && !/^#/ { printf "%g %.4g %.4g %.4g, ", $1, $2, $3, $4 }' report/figures/cloth_roofline.tsv; }
check "the ceiling is in sight" [ "$(grep -E '^(y_low|y_high|ceiling|unit_line|joined|set .tics) [=(]' report/figures/cloth_roofline.gp | sed 's/\(\.[0-9]\)[0-9]*/\1/' | tr '\n' ';')" = "y_low = 9330.1;y_high = 1339746.4;set xtics ('20' 20, '50' 50, '100' 100, '200' 200, '500' 500, '1000' 1000);set ytics ('10 k' 10000, '20 k' 20000, '50 k' 50000, '100 k' 100000, '200 k' 200000, '500 k' 500000, '1 M' 1000000);ceiling = 16000000;unit_line = 0;joined = 0;" ]
sed 's/"machine": /"else": /' seq.json >unmeasured.json
tables unmeasured.json omp.json
check "no roof that was not measured in A" [ ! -e report/figures/cloth_roofline.tsv ]
{ for i in 1 2; do row "\"lanes\": $i, \"backend\": \"seq\"" 100 "$(costs 1 16 9)"; done; } | make 'field=machine.triad=16000000' >flat.json
{ for i in 1 2; do row "\"lanes\": $i, \"backend\": \"omp\"" 100 "$(costs 1 16 9)"; done; } | make >other.json
control "nor another figure" [ ! -e report/figures/cloth_error.tsv ]

tables flat.json other.json
check "rows of one size are a cloud, too" [ "$(roof "A seq" | cut -d ' ' -f 1)" = 0.16 ]

# Series of areas or volumes take precedence over the error, volumes first. The last value is the one at the end.
kept() { # SERIES: print errors and their kind
  for backend in seq omp; do
    for iterations in 5 10; do row "\"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) "$1, $(costs 1 1 9)"; done | make >$backend.json
  done
  tables seq.json omp.json
  errors; label
}
check "areas" [ "$(kept '"series": {"area_mean_error": [9, 0.25], "volume_mean_error": []}')" = "A seq: 5 0.25, A seq: 10 0.25, B omp: 5 0.25, B omp: 10 0.25, \"mean error of the areas at the end\"" ]
check "volumes" [ "$(kept '"series": {"area_mean_error": [9, 0.25], "volume_mean_error": [9, 0.5]}')" = "A seq: 5 0.5, A seq: 10 0.5, B omp: 5 0.5, B omp: 10 0.5, \"mean error of the volumes at the end\"" ]
check "neither" [ "$(kept '"series": null')" = "A seq: 5 9, A seq: 10 9, B omp: 5 9, B omp: 10 9, \"distance from the converged answer, relative to the size\"" ]

# Areas and volumes have no axis in common. The first row's kind is drawn, the others are counted.
for backend in seq omp; do
  for iterations in 5 10; do
    row "\"mesh\": \"sheet\", \"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) '"series": {"area_mean_error": [9, 0.25]}'
    row "\"mesh\": \"ball\", \"iterations\": $iterations, \"backend\": \"$backend\"" $((1000 / iterations)) '"series": {"volume_mean_error": [9, 0.5]}'
  done | make >$backend.json
done
tables seq.json omp.json
check "one kind of error" [ "$(errors; label)" = "A: sheet: 5 0.25, A: sheet: 10 0.25, B: sheet: 5 0.25, B: sheet: 10 0.25, \"mean error of the areas at the end\"" ]
check "how many have another" has report/index.html "not where their iterations are equal. 2 rows have another kind of error, which is not drawn."
for backend in seq omp; do grep -v '"ball", "iterations": 5,' $backend.json >fewer.json && mv fewer.json $backend.json; done
tables seq.json omp.json
check "one" has report/index.html "not where their iterations are equal. 1 row has another kind of error, which is not drawn."
kept '"series": null' >kept.txt
control "none" has report/index.html "another kind of error"

# At most ten lines are drawn.
many() { # LINES: ratios along sizes with that many numbers of iterations
  for backend in seq omp; do
    for size in 1 4; do
      for i in $(seq "$1"); do row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" 100; done
    done | make >$backend.json
  done
  tables seq.json omp.json
  [ -e report/figures/cloth_size_ratios.tsv ]
}
check "ten lines" many 10
: >report/figures/old_ratios.svg && : >report/figures/other.svg && cp report/figures/cloth_size_ratios.gp report/figures/old_ratios.gp
check "again" many 10
check "figures of an earlier comparison are gone" [ ! -e report/figures/old_ratios.svg ]
control "nothing else is" [ ! -e report/figures/other.svg ]
# Ratios of 1, 0.7566 to 1.322: margin 1.747^0.06 1.03 = 1.0651. Four round numbers lie between 0.91 and 4.37, six of
# the finest set between 0.710 and 1.408.
check "narrow axes" [ "$(grep -E '^(y_low|y_high|set .tics) [=(]' report/figures/cloth_size_ratios.gp | sed 's/\(\.[0-9][0-9]\)[0-9]*$/\1/' | tr '\n' ';')" = "y_low = 0.71;y_high = 1.40;set xtics ('1' 1, '1.5' 1.5, '2' 2, '3' 3);set ytics ('0.8' 0.8, '1' 1, '1.1' 1.1, '1.2' 1.2, '1.3' 1.3, '1.4' 1.4);" ]
control "all are said to be drawn" grep -q 'of 10 lines' report/index.html

# Of any larger number, those farthest from 1 are drawn, in order: of 140 the 4th and the
# last nine, one of which is slower.
for backend in seq omp; do
  for size in 1 4; do
    for i in $(seq 140); do
      case $backend$i in omp135) fps=40 ;; omp4) fps=300 ;; omp*) fps=$((100 + i)) ;; *) fps=100 ;; esac
      row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" $fps
    done
  done | make >$backend.json
done
tables seq.json omp.json
lines() { sed -n "s/^key_label.* = \"\(.*\)\"/\1/p" "report/figures/cloth_$1.gp" | tr '\n' ';' | sed 's/iterations //g'; }
check "the ten farthest from 1" [ "$(lines size_ratios)" = "B: 4;B: 132;B: 133;B: 134;B: 135;B: 136;B: 137;B: 138;B: 139;B: 140;" ]
check "lines of one colour differ in style" [ "$(sed -n 's/^key_style.* = //p' report/figures/cloth_size_ratios.gp | tr -d '\n')" = 1111111222 ]
check "they alone give the range" grep -q '^y_low = 0\.2' report/figures/cloth_size_ratios.gp
check "how many there are" [ "$(caption "speed of B (omp) relative to A (seq) against size" | grep -o ' Shown .*')" = " Shown are the most different 10 of 140 lines. All rows are in compare.tsv." ]
# A figure without ratios draws both sides of the first five of six sizes.
for backend in seq omp; do
  for size in 1 2 3 4 5 6; do
    for i in 5 10; do row "\"size\": $size, \"iterations\": $i, \"backend\": \"$backend\"" $((1000 / i)) "$(costs 1 1 0.$i)"; done
  done | make >$backend.json
done
tables seq.json omp.json
check "both sides of the first" [ "$(lines error)" = "A: size 1;A: size 2;A: size 3;A: size 4;A: size 5;B: size 1;B: size 2;B: size 3;B: size 4;B: size 5;" ]
check "how many of them" grep -q 'Shown are the first 10 of 12 lines. All rows are in compare.tsv\.' report/index.html

# A line goes through any number of sizes in order. If it crosses 1 seventeen times, all crossings are named.
for backend in seq omp; do
  for size in $(seq 130 -1 1); do
    case $backend$((size <= 18 ? size % 2 : 2)) in omp0) fps=400 ;; omp1) fps=25 ;; *) fps=100 ;; esac
    row "\"size\": $size, \"backend\": \"$backend\"" $fps
  done | make >$backend.json
done
tables seq.json omp.json
check "130 sizes" [ "$(awk '/^[0-9]/ { printf "%s ", $1 }' report/figures/cloth_size_ratios.tsv)" = "$(seq 130 | tr '\n' ' ')" ]
check "seventeen times past 1" [ "$(caption "speed of B (omp) relative to A (seq) against size" | grep -o 'er from about' | wc -l)" -eq 17 ]
check "with a mark each" grep -q '^cross_count = 17$' report/figures/cloth_size_ratios.gp

# Row names in a figure have up to 96 letters, longer ones 93 and three dots. None is cut within a letter.
for backend in seq omp; do
  for mesh in "$(printf '%096d' 0)" "$(printf '%097d' 0)" "$(printf '%092d' 0)érest"; do row "\"mesh\": \"a$(echo "$mesh" | cut -c 2- | tr 0 x)\", \"backend\": \"$backend\"" 100; done | make >$backend.json
done
tables seq.json omp.json
check "long names" [ "$(awk -F '\t' '$NF ~ /^[0-9]/ { gsub(/xxxxx/, ""); print $(NF - 1) }' report/figures/cloth_ratio.tsv | tr '\n' ';')" = "a;axx...;ax...;" ]

# Answers: some rows faster and some slower, one clear row of two, and too few processes.
answer() { # FPS FPS: of B, beside 100 of A; print the answer
  for size in 1 2; do row "\"size\": $size, \"backend\": \"seq\"" 100; done | make >seq.json
  { row '"size": 1, "backend": "omp"' "$1"; row '"size": 2, "backend": "omp"' "$2"; } | make >omp.json
  tables seq.json omp.json
  head -n 1 out | sed 's/ (95 .*pairs//'
}
check "both" [ "$(answer 200 50)" = "B (omp) is faster in 1 row and slower in 1 than A (seq): 1.000 times the frame rate; 1 FASTER, 1 SLOWER." ]
check "one of two, faster" [ "$(answer 140 80)" = "B (omp) is faster in 1 of 2 rows than A (seq): 1.058 times the frame rate; 1 FASTER, 1 UNSURE." ]
check "one of two, slower" [ "$(answer 125 70)" = "B (omp) is slower in 1 of 2 rows than A (seq): 0.9354 times the frame rate; 1 SLOWER, 1 UNSURE." ]
several() { # BACKEND MEDIANS: a row of several processes, with their geometric mean
  awk -v backend="$1" -v medians="$2" 'BEGIN {
    count = split(medians, each, ",")
    for (i = 1; i <= count; i++) sum += log(each[i])
    printf "cloth|\"size\": 1, \"backend\": \"%s\"|ok|%.12g|-|-|1|9|\"processes\": {\"medians_s\": [%s]}\n", backend, exp(-sum / count), medians }'
}
several seq 0.008,0.010,0.012 | make >seq.json
several omp 0.009,0.011,0.011,0.009 | make >omp.json
tables seq.json omp.json
check "more than the fewest" has out "More processes than 3 narrow the intervals."

# Three runs. Their names list each differing axis once, even if two benchmarks have it, and numbers with the axis name.
side() { # BACKEND THREADS [FIELD...]
  backend=$1 threads=$2
  shift 2
  for size in 1 4; do
    row "\"size\": $size, \"backend\": \"$backend\", \"threads\": $threads" 100
    row "\"size\": $size, \"backend\": \"$backend\", \"threads\": $threads" 100 | sed 's/^cloth/gpu/'
  done | make "$@"
}
names() { sed -n 's/^  \([A-Z]\)  \(.*\)$/\1 \2;/p' out | tr -d '\n'; }
side seq 1 >a.json; side omp 2 >b.json; side omp 4 >c.json
tables a.json b.json c.json
check "names" [ "$(names)" = "A seq, threads 1: a.json;B omp, threads 2: b.json;C omp, threads 4: c.json;" ]
check "styles" [ "$(sed -n 's/^key_style.* = //p' report/figures/cloth_size_ratios.gp | tr -d '\n')" = 23 ]
check "one process each" has out "Each run is one process"
# A run that has no row in common with the first has no ratio.
side seq 1 | sed 's/"size": 1,/"size": 2,/; s/"size": 4,/"size": 8,/' >d.json
tables a.json b.json d.json
check "nothing in common" has out "have no valid row in common."
control "of two that have" lacks out "times the frame rate"

# If all settings are equal, the host, ten letters of the commit or the note distinguish the runs, else the files.
named() { # EDIT OF B, EDIT OF A: print the names of two runs
  side seq 1 >a.json; side seq 1 | sed 's/"median": 0.01,/"median": 0.01005,/; s/"median": 100,/"median": 99.5024875622,/' | sed "s/\"plan\": {/$1, &/" >folder/a.json
  sed -i.old "s/\"plan\": {/$2, &/" a.json
  tables a.json folder/a.json
  names
}
mkdir folder
check "the note" [ "$(named '"note": "warm"' '"note": "cold"')" = "A cold: a.json;B warm: folder/a.json;" ]
check "nothing, then the files with their folders" [ "$(named '"other": 2' '"other": 1')" = "A a.json;B folder/a.json;" ]
check "a note that is a number" [ "$(named '"note": "2"' '"note": "1"')" = "A 1: a.json;B 2: folder/a.json;" ]
check "a note of one alone, and the file" [ "$(named '"note": "warm"' '"other": 1')" = "A a.json;B warm, a.json: folder/a.json;" ]
git() { printf '"tool": {"git": {"sha": {"state": "known", "value": "%s"}}}' "$1"; }
check "the commit" [ "$(named "$(git 0123456789abcdef)" "$(git 0123456788abcdef)")" = "A 0123456788: a.json;B 0123456789: folder/a.json;" ]
check "a commit of ten letters" quiet named "$(git 0123456789)" "$(git 012345678)"
check "is one" has report/index.html "<td><code>0123456789</code></td><td class=wide>folder/a.json"
check "one of nine is none" has report/index.html "<td><code>unknown</code></td><td class=wide>a.json"
check "commits alike in ten letters" [ "$(named "$(git 0123456789abcdef)" "$(git 0123456789ffffff)" | cut -d , -f 1)" = "A 0123456789" ]

# Differing settings are shown: words, numbers with a unit, yes or no, "by the rule".
setting_of() { # SWAP PAGE NAME BUDGET RATE: settings of the machine and of the plan
  side seq 1 | sed "s/\"env\": {/&\"os\": {\"swap\": {\"state\": \"known\", \"value\": $1}, \"page\": {\"state\": \"known\", \"value\": $2, \"unit\": \"bytes\"}, \"name\": $3}, /; s/\"plan\": {/&\"settings\": {\"budget_s\": $4, \"idle\": $1}, /; s/\"median\": 0.01,/\"median\": 0.0100$2,/; s/\"median\": 100,/\"median\": $5,/"
}
setting_of false 0 '{"state": "known", "value": "x"}' 1 100 >a.json; setting_of true 4 '{"state": "unknown", "value": null}' null 99.6015936255 >b.json
tables a.json b.json
for row in "os.swap</th><td class=wide>no</td><td class=wide>yes<" "os.page</th><td class=wide>0 bytes</td><td class=wide>4 bytes<" \
  "os.name</th><td class=wide>x</td><td class=wide>unknown<" "plan.settings.budget_s</th><td class=wide>1</td><td class=wide>by the rule<" "plan.settings.idle</th><td class=wide>no</td><td class=wide>yes<"; do
  check "it is told" has report/index.html "$row"
done

# Within one run: the values of an axis, and values that are refused.
{ for value in 1 2; do row "\"size\": 1, \"lanes\": $value, \"backend\": \"seq\"" 100; done; row '"size": 1, "lanes": 4, "backend": "seq"' 987654 | sed 's/|ok|/|invalid|/'; } | make >lanes.json
tables lanes.json --by lanes
check "values with numbers" [ "$(names)" = "A lanes 1: lanes.json;B lanes 2: lanes.json;" ]
fails_by() { check "$1" fails 1 "$1" compare lanes.json "$2" "$3" ${4:+"$4" "$5"}; }
fails_by "no row with numbers has the axis lanes=4" --by lanes --base 4
fails_by "all rows with numbers have size=1; there is nothing to compare it with" --by size
fails_by "no row with numbers has the axis 'colour'" --by colour
for value in $(seq 26); do row "\"size\": 1, \"lanes\": $value" 100; done | make >lanes.json
run compare lanes.json --by lanes
check "as many as there are letters" has out "Z (lanes 26) cannot be told from A (lanes 1): 1.000 times the frame rate"
for value in $(seq 27); do row "\"size\": 1, \"lanes\": $value" 100; done | make >lanes.json
fails_by "lanes.json: the axis 'lanes' has more than 26 values; measure fewer of them" --by lanes
finish
