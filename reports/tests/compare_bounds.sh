# Why this file exists: tests both sides of limits where a comparison leaves something out, cuts a name or a list, or
# finds no round number for an axis. Each side has another answer, computed by hand.
. "$(dirname "$0")/common.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

. "$here/compare_words.sh"
make() { sh "$here/compare_fixture.sh" "$@"; }
# row AXES SECONDS: without an interval.
row() { printf 'cloth\t%s\tok\t%s\t-\t-\t-\n' "$1" "$2"; }

# Sixty pairs are drawn. Of 61, the least different one is left out, and the page says so.
pairs() { # COUNT: each differs more than the one before
  for backend in seq omp; do
    awk -v backend="$backend" -v count="$1" 'BEGIN {
      for (i = 1; i <= count; i++)
        printf "cloth\t\"size\": %d, \"backend\": \"%s\"\tok\t%.9g\t-\t-\t-\n", i, backend, (backend == "seq" ? 0.01 : 0.01 / (1 + i / 100)) }' |
      make >$backend.json
  done
  tables seq.json omp.json
}
drawn() { awk -F '\t' '/^[0-9]/ { count++; least = least || $7 == "size 1" } END { print count + 0, least + 0 }' report/figures/cloth_ratio.tsv; }
pairs 60
check "sixty pairs" [ "$(drawn)" = "60 1" ]
control "that some are not drawn" has report/index.html "most different"
pairs 61
check "sixty of one more" [ "$(drawn)" = "60 0" ]
check "that one is not" has report/index.html " Shown are the 60 most different of 61 rows. All are in compare.tsv."

# Ticks of ratios: round numbers within the range, not too near to the previous one or to 1. Each line has a range and
# its ticks beside 1, computed separately from the table of round numbers.
{ row '"size": 1, "backend": "seq"' 0.01; row '"size": 2, "backend": "seq"' 0.01; } | make >seq.json
while IFS=: read -r low high ticks; do
  awk -v low="$low" -v high="$high" 'BEGIN {
    printf "cloth\t\"size\": 1, \"backend\": \"omp\"\tok\t%.9g\t-\t-\t-\n", 0.01 / low
    printf "cloth\t\"size\": 2, \"backend\": \"omp\"\tok\t%.9g\t-\t-\t-\n", 0.01 / high }' | make >omp.json
  tables seq.json omp.json
  is=$(sed -n "s/^set xtics ('1' 1\(.*\))$/\1/p" report/figures/cloth_ratio.gp | head -n 1 | sed "s/, '[^']*'//g")
  check "ticks from $low to $high" [ "$is" = " $ticks" ]
done <<'X'
0.0005:2000:0.001 0.01 0.1 3 10 50 1000
0.1005:9:0.1 0.2 0.5 1.6 3 5
0.605:0.7:0.6 0.7 0.8 0.9 0.95 1.05
0.81:1.25:0.8 0.9 0.95 1.05 1.1 1.2
1.2:2:1.1 1.2 1.4 1.6 2
1.3:8:1.2 1.6 2 3 4 5 7
15:150:1.6 3 5 10 20 50 100
0.05:25:0.1 0.2 0.5 2 4 7 20
X
control "another tick" [ "$is" = " 0.1 0.2 0.5 2 5 10 20" ]

# Ticks of other axes: the roundest set with at least four in the range and a twentieth around it, else the finest set.
# If that has none, the middle.
while IFS=: read -r low high ticks; do
  for backend in seq omp; do
    for size in "$low" "$high"; do row "\"size\": $size, \"backend\": \"$backend\"" 0.01; done | make >$backend.json
  done
  tables seq.json omp.json
  is=$(sed -n 's/^set xtics (\([0-9].*\))$/\1/p' report/figures/cloth_size_ratios.gp | head -n 1)
  check "ticks from $low to $high" [ "$is" = "$ticks" ]
done <<'X'
1:1000:1, 10, 100, 1e+03
2:130:2, 5, 10, 20, 50, 100
1:5:1, 1.5, 2, 3, 5
10:80:10, 15, 20, 30, 50, 70
16:25:16, 18, 20, 25
25:31:25, 30
40:80:40, 50, 65, 80
110:180:110, 120, 130, 140, 160, 180
45:46:45.5
X
control "a number that is not round" [ "$is" = 45 ]

# Row names end after 255 letters, and so does the list of differences, which then ends in dots. Short
# names still fit the heading "row".
letters() { printf "%0$1d" 0 | tr 0 x; }
for backend in seq omp; do
  for mesh in "$(letters 300)" b; do row "\"mesh\": \"$mesh\", \"backend\": \"$backend\"" 0.01; done | make >$backend.json
done
tables seq.json omp.json
check "a name" [ "$(awk -F '\t' 'NR == 2 { print length($2) }' report/compare.tsv)" = 255 ]
for backend in seq omp; do
  for mesh in a b; do row "\"mesh\": \"$mesh\", \"backend\": \"$backend\"" 0.01; done | make >$backend.json
done
tables seq.json omp.json
check "names of a letter" has out "$(printf '  %-4s  %9s  %9s  speed of B / A' row A B)"
fields() { for i in $(seq -f %02g "$1"); do printf '"field%s": {"state": "known", "value": "%s"}, ' "$i" "$2"; done; }
listed() { # FIELDS: length and end of the list if that many fields differ
  for backend in seq omp; do row "\"size\": 1, \"backend\": \"$backend\"" 0.01 | make | sed "s/\"env\": {/&\"made\": {$(fields "$1" $backend)\"all\": {\"state\": \"known\", \"value\": \"x\"}}, /" >$backend.json; done
  tables seq.json omp.json
  sed -n 's/^  also differs: //p' out | awk '{ print length($0), substr($0, length($0) - 2) }'
}
check "a list" [ "$(listed 18)" = "250 d18" ]
check "a longer one" [ "$(listed 40)" = "258 ..." ]

# A single pair is "1 pair" in each sentence, and its figure is the only one.
one() { row "\"backend\": \"$1\"" 0.01; }
one seq | make precision=f32 >seq.json
one omp | make precision=f64 frames=99 >omp.json
tables seq.json omp.json
check "other frames" has out "1 pair of B and A timed over different frames (99 and 50), so different parts of the motion"
check "other precisions" has out "1 pair of B and A computed in different precisions, e.g. B in f64 and A in f32"
check "its figure is left out" has out "figures left out: gnuplot was not found"
check "which the page says" has report/index.html "No pictures: gnuplot was not found."
control "another figure" [ "$(find report/figures -name '*.tsv' | wc -l)" -ne 1 ]

# At most 48 notes are kept. Seventeen runs with three each would have 51. A run of more
# than 64 files is refused unread.
notes=''
for i in $(seq -f %02g 17); do
  { row '"size": 1, "backend": "omp"' 0.02; row '"size": 2, "backend": "omp"' 0.0$i | sed 's/ok/unchecked/'; } |
    make complete=false stop=budget started="2000-01-01T00:00:${i}Z" | sed 's/"plan": {/&"settings": {"quick": true}, /' >"note$i.json"
  notes="$notes note$i.json"
done
{ row '"size": 1, "backend": "seq"' 0.01; row '"size": 2, "backend": "seq"' 0.01; } | make >seq.json
noted() { # FILE...: the number of notes
  run compare seq.json "$@"
  grep -c '^  note: ' out
}
# shellcheck disable=SC2086 # names
check "all of sixteen runs" [ "$(noted ${notes% *})" = 48 ]
# shellcheck disable=SC2086
check "no more of seventeen" [ "$(noted $notes)" = 48 ]
check "of two six, and one for both" [ "$(noted note01.json note02.json)" = 7 ]
check "65 files" fails 1 ": 65 files, at most 64 processes" compare "$(seq -s , -f 'x%g.json' 65)" seq.json
control "64 files" fails 1 "files, at most" compare "$(seq -s , -f 'x%g.json' 64)" seq.json
finish
