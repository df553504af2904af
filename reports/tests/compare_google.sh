# Why this file exists: tests how xpbd-report compare reads the JSON of Google Benchmark: repetitions, aggregates,
# units, threads, and what that library writes beyond JSON.
. "$(dirname "$0")/common.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

. "$here/compare_words.sh"

one_process="is one process, which does not show how processes differ"
google() {
  LC_ALL=C awk -v scale="$1" -v type="$2" 'BEGIN { printf "{\"benchmarks\": ["
    for (i = 0; i < 8; i++) printf "%s{\"name\": \"BM_Sort/%s/n:64\", \"run_type\": \"iteration\", \"real_time\": %g, \"cpu_time\": 1, \"time_unit\": \"us\"}", i ? "," : "", type, scale * (100 + i)
    printf ",{\"name\": \"BM_Bad/%s/n:64\", \"run_type\": \"iteration\", \"error_occurred\": true, \"error_message\": \"broke\", \"real_time\": 987654, \"cpu_time\": 1, \"time_unit\": \"us\"}]}\n", type }'
}
google 1 float >g1.json
google 1 float >google.json
google 2 double >g2.json
tables g1.json g2.json
check "rows of Google Benchmark" first "is slower than A (float, unchecked): 0.5000 times"
check "the interval of eight repetitions" near base_lo95_s 8.483236559e-05
check "their process is one" has out "Each run $one_process: files of several runs, joined by commas"
check "not those with an error" lacks out 987654
# Times may have any unit, ns by default. Aggregates of other rows and skipped rows are not repetitions.
timed() { # FILE TYPE NAME,TIME,REST...: write such rows
  file=$1 type=$2
  shift 2
  for row in "$@"; do
    echo "$row" | sed 's|\([^,]*\),\([^,]*\)\(.*\)|{"name": "\1/'$type'", "real_time": \2\3},|'
  done | sed '1s/^/{"benchmarks": [/; $s/,$/]}/' >"$file"
}
timed units.json int 'BM_A,2000000' 'BM_B,2000,"time_unit": "us"' 'BM_C,2,"time_unit": "ms"' 'BM_D,0.002,"time_unit": "s"' \
  'BM_E,2,"time_unit": "ms"' 'BM_E,987654,"time_unit": "s","run_type": "aggregate"' 'BM_F,1,"skipped": true' 'BM_G,1,"error_occurred": true'
timed other.json long 'BM_A,1,"time_unit": "ms"' 'BM_B,1,"time_unit": "ms"' 'BM_C,1,"time_unit": "ms"' 'BM_D,1,"time_unit": "ms"' \
  'BM_E_median,987654,"time_unit": "s","run_type": "iteration","run_name": "BM_E/long"' 'BM_E,1,"time_unit": "ms"' 'BM_E,1,"time_unit": "ms"' 'BM_F,1' 'BM_G,1'
tables units.json other.json
check "every unit" [ "$(grep -c ' 2 ms *1 ms *2.000  ' out)" -eq 5 ]
check "the mean of them" first "2.000 times the frame rate (95 % interval 0.8704 to 4.596), the geometric mean of 5 pairs (5 with an assumed deviation)"
check "a row that was skipped" has out "BM_F: A: invalid, the row says that an error occurred"
check "a row with an error that has no words" has out "BM_G: A: invalid, the row says that an error occurred"
# The interval of twelve repetitions runs from the third to the last but two, of seven from the first to
# the last. Five have none, and 30 % instead. Medians 105.5 and 103 ns, times exp(-1.959964 sqrt(s^2 + 0.1^2)), with s
# ln(109/102) and ln(106/100), over 3.919928; 102 ns times exp(-1.959964 0.3).
for type in int long; do # shellcheck disable=SC2046 # words
  timed $type.json $type $(seq -f BM_A,%g 100 111) $(seq -f BM_B,%g 100 106) $(seq -f BM_C,%g 100 104)
done
tables int.json long.json
lows() { awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { low = $(at["base_lo95_s"]); printf "%s;", (low == "NaN" ? low : sprintf("%.5g", low)) }' report/compare.tsv; }
check "intervals of other numbers" [ "$(lows)" = "8.6481e-08;8.4485e-08;5.6655e-08;" ]
control "wider ones" [ "$(lows)" = "8.6325e-08;8.4485e-08;5.6655e-08;" ]
# Names of arguments have at most 63 letters. Longer ones are replaced by their number.
for type in int long; do timed $type.json $type "BM_K/$(printf %063d 0 | tr 0 k):1,5" "BM_L/$(printf %064d 0 | tr 0 k):2,5"; done
tables int.json long.json
check "names of arguments" has out "the same in all rows: $(printf %063d 0 | tr 0 k) 1 (BM_K), threads 1, argument 1 2 (BM_L)"
timed other.json long 'BM_A,1,"time_unit": "min"'
control "another unit" [ "$("$report" compare units.json other.json >out 2>&1; echo $?)" -eq 0 ]
check "it is no time" has out "BM_A/long: its real_time is not a time above 0"

# Aggregates alone: the median, or else the mean, with an interval from the deviation of n repetitions. t(8) is 2.306.
# Half of it on the logarithmic scale is t sqrt(pi / 2) s / (m sqrt(n)): 2.306004 * 1.253314 * 1.2 / 99.5 / 3 = 0.0116188.
aggregates() { # FILE TYPE SCALE NAME...: such aggregates of nine repetitions
  file=$1 type=$2 scale=$3
  shift 3
  for name; do
    case $name in mean) time=100 ;; median) time=99.5 ;; stddev) time=1.2 ;; cv) time=0.012 ;; esac
    printf '{"name": "BM_X/%s_%s", "run_name": "BM_X/%s", "run_type": "aggregate", "aggregate_name": "%s", "repetitions": 9, "threads": 1, "real_time": %s, "time_unit": "ns"},\n' \
      "$type" "$name" "$type" "$name" "$(awk -v t="$time" -v s="$scale" 'BEGIN { print t * s }')"
  done | sed '1s/^/{"benchmarks": [/; $s/,$/]}/' >"$file"
}
aggregates int.json int 1 mean median stddev cv
aggregates long.json long 2 mean median stddev cv
tables int.json long.json
check "aggregates alone" first "is slower than A (int, unchecked): 0.5000 times"
check "the median is taken" near base_s 9.95e-08
low=$(awk 'BEGIN { print 99.5e-9 * exp(-1.959964 * sqrt((0.0116188 / 1.959964) ^ 2 + 0.1 ^ 2)) }')
check "with its interval" near base_lo95_s "$low"
check "no deviation is assumed" lacks out "assumed"
aggregates int.json int 1 stddev mean
tables int.json long.json
check "a mean without a median" near base_s 1e-07
aggregates int.json int 1 mean
tables int.json long.json
check "a mean alone has an assumed deviation" has out "1 with an assumed deviation"
aggregates int.json int 1 stddev cv
control "deviations alone" quiet "$report" compare int.json long.json

# NaN and Infinity as the library writes them, and the mark that some editors put before a text.
aggregates plain.json int 1 mean median stddev
aggregates long.json long 2 mean median stddev
for word in NaN Infinity -Infinity nan inf -inf -nan; do
  sed 's/"threads": 1,/"threads": 1, "bytes_per_second": '"$word"', "label": "nan, -inf and \\"NaN",/' plain.json >words.json
  run compare words.json long.json
  check "$word beside a time" [ "$code" -eq 0 ]
  sed 's/"real_time": 99.5/"real_time": '"$word"'/; s/"real_time": 100/"real_time": '"$word"'/' plain.json >words.json
  check "$word as the time" fails 1 "BM_X/int: its real_time is not a time above 0" compare words.json long.json
done
{ printf '\357\273\277'; cat plain.json; } >mark.json
run compare mark.json long.json
check "a byte order mark" [ "$code" -eq 0 ]
sed 's/"threads": 1,/"threads": Na,/' plain.json >words.json
check "another word" fails 1 "is not JSON" compare words.json long.json

# Threads are an axis, by the name or by the field.
sed 's/"threads": 1/"threads": 4/' plain.json >four.json
aggregates one.json int 1.5 mean median stddev
run compare one.json four.json
check "rows of one and of four threads" has out "threads 1"
check "are told apart" has out "threads 4"
sed 's/"threads": 1, //' one.json >none.json
run compare none.json plain.json
check "no field is one thread" has out "threads 1"
control "is another number" has out "threads 4"
sed 's/"BM_X\/int"/"BM_X\/int\/threads:4"/' four.json >named.json
sed 's/"BM_X\/int"/"BM_X\/int\/threads:4"/' one.json >mixed.json
run compare named.json named.json
check "name and field that differ" fails 1 "BM_X/int/threads:4: its name and its field threads, 1, differ" compare named.json mixed.json
merge() { sed 's/]}$//' "$1" | tr -d '\n'; echo ,; sed 's/^{"benchmarks": \[//' "$2"; }
merge plain.json four.json >both.json
aggregates more.json int 3 mean median stddev
sed 's/"threads": 1/"threads": 4/' more.json >more4.json
merge more.json more4.json >other.json
tables both.json other.json
check "both in one file" [ "$(wc -l <report/compare.tsv)" -eq 3 ]

# Times in units that people read.
for type in int long; do
  timed $type.json $type BM_A,0.179 'BM_B,2,"time_unit": "s"' BM_C,0.0005
done
tables int.json long.json
check "a part of a nanosecond" has out " 0.179 ns "
check "less of it" has out " 0.5 ps "
check "seconds beside it" has out " 2 s "
check "the page has one unit" has report/index.html "<th>A [ns]</th>"
check "and its numbers" has report/index.html "<td class=n>0.1790"
check "so has the table of Markdown" has report/compare.md "| A [ns] |"
timed int.json int BM_A,2000 && timed long.json long BM_A,3000
tables int.json long.json
control "microseconds" has report/index.html "[ns]"

# An axis with one value per benchmark is not "the same in all rows".
for type in float double; do
  google 1 $type | sed "s,n:64,8,g; s,BM_Sort,BM_One,g; s,BM_Bad,BM_Ill,g" >one.json
  google 1 $type | sed "s,n:64,16,g; s,BM_Sort,BM_Two,g" >two.json
  merge one.json two.json >$type.json
done
run compare float.json double.json
check "whose it is" has out "the same in all rows: argument 2 8 (BM_One), threads 1, argument 2 16 (BM_Two)"

bad "the same run twice" google.json google.json
google 1 double | sed 's/"real_time": 103/"real_time": -1/' >negative.json
bad "negative.json: BM_Sort/double/n:64: its real_time" google.json negative.json
finish
