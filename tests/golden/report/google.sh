# Why this file exists: records how xpbd-report compare reads the JSON of Google Benchmark: repetitions, aggregates,
# units, threads, and what that library writes beyond JSON. Comments compute the intervals.
. "$source/reports/tests/golden_words.sh"

# google SCALE TYPE: eight repetitions, and rows with an error, whose time must never be shown
google() {
  LC_ALL=C awk -v scale="$1" -v type="$2" 'BEGIN { printf "{\"benchmarks\": ["
    for (i = 0; i < 8; i++) printf "%s{\"name\": \"BM_Sort/%s/n:64\", \"run_type\": \"iteration\", \"real_time\": %g, \"cpu_time\": 1, \"time_unit\": \"us\"}", i ? "," : "", type, scale * (100 + i)
    printf ",{\"name\": \"BM_Bad/%s/n:64\", \"run_type\": \"iteration\", \"error_occurred\": true, \"error_message\": \"broke\", \"real_time\": 987654, \"cpu_time\": 1, \"time_unit\": \"us\"}]}\n", type }'
}
# with ARGUMENT...: a comparison, with the times and intervals of its table and the units of its page.
with() {
  compared "$@"
  [ ! -d report ] || {
    part "times:" awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $(at["base_s"]), $(at["base_lo95_s"]), $(at["base_hi95_s"]) }' report/compare.tsv
    part "units:" grep -h -o -E '<th>[AB] \[[a-z]*\]</th>|^[|].* \[[a-z]*\].*|^<tr><td class=row>.*' report/index.html report/compare.md
  }
}
google 1 float >g1.json
google 2 double >g2.json
with g1.json g2.json # the interval of eight repetitions begins at 84.83236559 us
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
with units.json other.json
# The interval of twelve repetitions runs from the third to the last but two, of seven from the first to the last. Five
# have none, and 30 % instead. Medians 105.5 and 103 ns, times exp(-1.959964 sqrt(s^2 + 0.1^2)), with s ln(109/102) and
# ln(106/100), over 3.919928; 102 ns times exp(-1.959964 0.3): 86.481, 84.485 and 56.655 ns.
for type in int long; do # shellcheck disable=SC2046 # words
  timed $type.json $type $(seq -f BM_A,%g 100 111) $(seq -f BM_B,%g 100 106) $(seq -f BM_C,%g 100 104)
done
with int.json long.json
# Names of arguments have at most 63 letters. Longer ones are replaced by their number.
for type in int long; do timed $type.json $type "BM_K/$(printf %063d 0 | tr 0 k):1,5" "BM_L/$(printf %064d 0 | tr 0 k):2,5"; done
compared int.json long.json
timed other.json long 'BM_A,1,"time_unit": "min"'
compared units.json other.json

# Aggregates alone: the median, or else the mean, with an interval from the deviation of n repetitions. t(8) is 2.306.
# Half of it on the logarithmic scale is t sqrt(pi / 2) s / (m sqrt(n)): 2.306004 * 1.253314 * 1.2 / 99.5 / 3 = 0.0116188,
# so it begins at 99.5 ns exp(-1.959964 sqrt((0.0116188 / 1.959964)^2 + 0.1^2)) = 81.76 ns. A mean alone has an assumed
# deviation.
aggregates() { # FILE TYPE SCALE NAME...: such aggregates of nine repetitions
  file=$1 type=$2 scale=$3
  shift 3
  for name; do
    case $name in mean) time=100 ;; median) time=99.5 ;; stddev) time=1.2 ;; cv) time=0.012 ;; esac
    printf '{"name": "BM_X/%s_%s", "run_name": "BM_X/%s", "run_type": "aggregate", "aggregate_name": "%s", "repetitions": 9, "threads": 1, "real_time": %s, "time_unit": "ns"},\n' \
      "$type" "$name" "$type" "$name" "$(awk -v t="$time" -v s="$scale" 'BEGIN { print t * s }')"
  done | sed '1s/^/{"benchmarks": [/; $s/,$/]}/' >"$file"
}
aggregates long.json long 2 mean median stddev cv
for names in "mean median stddev cv" "stddev mean" mean "stddev cv"; do
  # shellcheck disable=SC2086 # names
  aggregates int.json int 1 $names
  with int.json long.json
done

# An interval over many powers of ten says nothing, so its ends are left out: two times whose deviation is larger than their mean.
aggregates int.json int 1 mean stddev
sed -i 's/"repetitions": 9/"repetitions": 2/; s/"real_time": 1.2,/"real_time": 140,/' int.json
with int.json long.json

# NaN and Infinity as the library writes them, and the mark that some editors put before a text.
aggregates plain.json int 1 mean median stddev
aggregates long.json long 2 mean median stddev
for word in NaN Infinity -Infinity nan inf -inf -nan; do
  sed 's/"threads": 1,/"threads": 1, "bytes_per_second": '"$word"', "label": "nan, -inf and \\"NaN",/' plain.json >"beside_$word.json"
  sed 's/"real_time": 99.5/"real_time": '"$word"'/; s/"real_time": 100/"real_time": '"$word"'/' plain.json >"as_$word.json"
  compared "beside_$word.json" long.json
  compared "as_$word.json" long.json
done
{ printf '\357\273\277'; cat plain.json; } >mark.json
compared mark.json long.json
sed 's/"threads": 1,/"threads": Na,/' plain.json >words.json
compared words.json long.json

# Threads are an axis, by the name or by the field. No field is one thread.
sed 's/"threads": 1/"threads": 4/' plain.json >four.json
aggregates one.json int 1.5 mean median stddev
compared one.json four.json
sed 's/"threads": 1, //' one.json >none.json
compared none.json plain.json
sed 's/"BM_X\/int"/"BM_X\/int\/threads:4"/' four.json >named.json
sed 's/"BM_X\/int"/"BM_X\/int\/threads:4"/' one.json >mixed.json
compared named.json mixed.json
merge() { sed 's/]}$//' "$1" | tr -d '\n'; echo ,; sed 's/^{"benchmarks": \[//' "$2"; }
merge plain.json four.json >both.json
aggregates more.json int 3 mean median stddev
sed 's/"threads": 1/"threads": 4/' more.json >more4.json
merge more.json more4.json >other.json
compared both.json other.json

# Times in units that people read.
for type in int long; do timed $type.json $type BM_A,0.179 'BM_B,2,"time_unit": "s"' BM_C,0.0005; done
with int.json long.json
timed int.json int BM_A,2000 && timed long.json long BM_A,3000
with int.json long.json
# An axis with one value per benchmark is not "the same in all rows".
for type in float double; do
  google 1 $type | sed "s,n:64,8,g; s,BM_Sort,BM_One,g; s,BM_Bad,BM_Ill,g" >one.json
  google 1 $type | sed "s,n:64,16,g; s,BM_Sort,BM_Two,g" >two.json
  merge one.json two.json >$type.json
done
compared float.json double.json
compared g1.json g1.json
google 1 double | sed 's/"real_time": 103/"real_time": -1/' >negative.json
compared g1.json negative.json
