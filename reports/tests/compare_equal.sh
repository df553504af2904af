# Why this file exists: equal runs must not be called different. Two hundred equal processes were recorded
# (equal_runs.tsv) while others used the machine. This test forms twenty pairs of runs of one process, of five in turns,
# and of five after five. Four processes of one backend and four of another were recorded over five sizes
# (epyc-2-cores-20261122). Equal ones are compared as runs of one process, with --paired, and as two values of an axis
# within one process. At most one pair and one row in twenty may be called different. `xpbd-bench ab --equal 20` repeats
# this on any machine.
. "$(dirname "$0")/common.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

# process K: write its results to a file.
process() {
  awk -F '\t' -v process="$1" '
    /^process/ { for (k = 2; k < NF; k += 3) { split($k, row, " "); axes[k] = sprintf("\"iterations\": %s, \"constraint\": \"%s\"", row[1], row[2]) } }
    $1 == process { for (k = 2; k < NF; k += 3) printf "cloth\t%s\tok\t%s\t%s\t%s\t-\n", axes[k], $k, $(k + 1), $(k + 2) }' \
    "$here/equal_runs.tsv" |
    sh "$here/compare_fixture.sh"
}
k=1
while [ $k -le 200 ]; do
  process $k >$k.json
  k=$((k + 1))
done
check "200 processes of 4 rows" [ "$(grep -c -h '"benchmark"' 1.json)$(grep -c -h '"benchmark"' 200.json)" = 44 ]

# count ARGUMENT...: add the pair's verdicts.
pairs=0 rows=0 runs_wrong=0 rows_wrong=0
count() {
  run compare "$@"
  pairs=$((pairs + 1))
  head -n 1 out | grep -q -E ' is (faster|slower) than ' && runs_wrong=$((runs_wrong + 1))
  rows=$((rows + $(grep -c -E '(FASTER|SLOWER|SAME|UNSURE)$' out)))
  rows_wrong=$((rows_wrong + $(grep -c -E '(FASTER|SLOWER)$' out)))
}
# few WRONG ALL: at most one in twenty.
few() { [ $((20 * $1)) -le "$2" ]; }
judge() { # WHAT PAIRS ROWS
  echo "$1: $runs_wrong of $pairs pairs and $rows_wrong of $rows rows called different"
  check "$2 pairs of $1" [ $pairs -eq "$2" ]
  check "$3 rows" [ $rows -eq "$3" ]
  check "pairs of $1" few $runs_wrong $pairs
  check "rows of $1" few $rows_wrong $rows
  pairs=0 rows=0 runs_wrong=0 rows_wrong=0
}
list() { # FIRST STEP: five files
  echo "$1.json,$(($1 + $2)).json,$(($1 + 2 * $2)).json,$(($1 + 3 * $2)).json,$(($1 + 4 * $2)).json"
}
each() { # each block of ten processes
  k=1
  while [ $k -le 200 ]; do
    "$1" $k
    k=$((k + 10))
  done
}
single() { count "$1.json" "$(($1 + 1)).json"; }
turns() { count "$(list "$1" 2)" "$(list $(($1 + 1)) 2)" --paired; }
after() { count "$(list "$1" 1)" "$(list $(($1 + 5)) 1)"; }
each single
judge "one process" 20 80
each turns
judge "five processes in turns" 20 80
each after
judge "five processes after five" 20 80

# sizes WAY: compare every pair of equal processes of the recorded run over five sizes.
recorded=$here/../machines/epyc-2-cores-20261122
sizes() {
  for side in a b; do
    for pair in 01,02 01,03 01,04 02,03 02,04 03,04; do
      "$1" "$recorded/$side-${pair%,*}.json" "$recorded/$side-${pair#*,}.json"
    done
  done
}
# together A B: their rows as rows of one process, with the axis `threads` 0 for one and 9 for the other.
together() {
  { sed 's/\]}}$//; s/"points":10,/"points":20,/; s/"seconds":/"seconds_of_one":/' "$1" | tr -d '\n'; echo ,
    sed 's/.*"points":\[//; s/"threads":0/"threads":9/g; s/"name":"cloth/&\/threads:9/g' "$2"; } >together.json
  count together.json --by threads
}
narrow() { count "$1" "$2" --floor 2%; }
beside() { count "$1" "$2" --paired; }
sizes count
judge "one process over five sizes" 12 120
sizes beside
judge "one process beside one" 12 120
sizes together
judge "within one process" 12 120
sizes narrow
echo "one process with 2 % for what is between: $rows_wrong of $rows rows called different"
check "120 rows with 2 %" [ $rows -eq 120 ]
control "2 % for what is between processes" few $rows_wrong $rows
pairs=0 rows=0 runs_wrong=0 rows_wrong=0

# Rows with too few episodes: the same pairs without their intervals. Their medians alone must not tell them apart.
few_episodes() {
  for file in "$1" $(($1 + 1)); do sed 's/"lo95": [0-9.e-]*, "hi95": [0-9.e-]*/"lo95": null, "hi95": null/g' "$file.json" >"few$file.json"; done
  count "few$1.json" "few$(($1 + 1)).json"
}
each few_episodes
judge "one process without intervals" 20 80
check "which is marked" has out "A deviation of 30 % is assumed"
# No two of two hundred equal processes differ by the ratio that is called different by its size.
beyond() { # RATIO: the number of rows with two processes that far apart
  LC_ALL=C awk -F '\t' -v ratio="$1" '/^[0-9]/ { for (k = 2; k < NF; k += 3) {
    if (!(k in low) || $k < low[k]) low[k] = $k
    if ($k > high[k]) high[k] = $k
  } } END { for (k in low) count += high[k] / low[k] > ratio; print count + 0 }' "$here/equal_runs.tsv"
}
limit=$(sed -n 's/^#define COMPARE_BY_SIZE *//p' "$here/../compare/compare.h")
check "no equal rows differ by $limit times" [ "$(beyond "$limit")" = 0 ]
control "nor by two" [ "$(beyond 2)" = 0 ]

# A GPU beside a processor, as recorded: each machine by its fastest backend. Few episodes, but forty times.
run compare "$here/../machines/epyc-2-cores-20261128" "$here/../machines/h100-16-cores-20261127"
check "the machine with the GPU is faster" grep -q '^B (NVIDIA H100 80GB HBM3) is faster than A (AMD EPYC, 2 processors): 4\.3[0-9]* times' out
check "its backends are named" has out "The fastest backend of each row: A omp in 38 rows, seq in 21 rows; B cuda in 59 rows."
sure() { grep -q "^  cloth, size $1, iterations 20, $2 .* FASTER\$" out; }
check "a large cloth is surely faster" sure 161 morse
check "and so is every larger one" [ "$(grep -c '^  cloth, size \(321\|641\|1281\), .* FASTER$' out)" = 12 ]
control "a small one" sure 21 morse
run compare "$here/../machines/epyc-2-cores-20261128" "$here/../machines/h100-16-cores-20261127" --a backend=seq --b backend=cuda
check "against one thread, too" sure 161 morse
run compare "$here/../machines/epyc-2-cores-20261128" "$here/../machines/h100-16-cores-20261127" --backends each
check "backend by backend if asked" has out "  cloth, size 161, iterations 20, omp, morse, "
run compare "$recorded"/a-01.json "$recorded"/b-01.json "$recorded"/a-02.json "$recorded"/b-02.json "$recorded"/a-03.json "$recorded"/b-03.json "$recorded"/a-04.json
check "seven runs in one table" [ "$(grep -c 'speed of B / A .*speed of G / A' out)" = 1 ]
check "of ten rows" [ "$(grep -c '^  size [0-9]*, [a-z]*  .*E.*E.*E.*E.*E.*E' out)" = 10 ]

# Judged only by each process's own interval, too many of the same pairs are called different.
apart=$(LC_ALL=C awk -F '\t' '/^[0-9]/ { for (k = 2; k < NF; k += 3) {
  half = log($(k + 2) / $(k + 1)) / 2
  if ($1 % 10 == 1) { last[k] = log($k); width[k] = half }
  if ($1 % 10 == 2) { d = log($k) - last[k]; apart += d * d > half * half + width[k] * width[k] }
} } END { print apart + 0 }' "$here/equal_runs.tsv")
echo "intervals of one process alone: $apart of 80 rows called different"
control "intervals of one process alone" few "$apart" 80
# A real difference is found: one run takes half as long again.
slow() {
  for file in $(list $(($1 + 1)) 2 | tr , ' '); do process "${file%.json}" |
    awk '{ while (match($0, /"(median|lo95|hi95)": [0-9.e-]+/)) {
      n = split(substr($0, RSTART, RLENGTH), part, ": ")
      before = substr($0, 1, RSTART - 1)
      printf "%s%s: %.12g", before, part[1], before ~ /"fps": \{$/ ? part[n] / 1.5 : part[n] * 1.5
      $0 = substr($0, RSTART + RLENGTH) } print }' >"slow-$file"; done
  count "$(list "$1" 2)" "$(list $(($1 + 1)) 2 | sed 's/[0-9]*\.json/slow-&/g')" --paired
}
runs_wrong=0
slow 1
check "half as long again is slower" [ $runs_wrong -eq 1 ]
finish
