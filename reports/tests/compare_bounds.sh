# Why this file exists: tests both sides of limits where a comparison leaves something out, cuts a name or a list, or
# finds no round number for an axis. Each side has another answer, computed by hand.
. "$(dirname "$0")/common.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

. "$here/compare_words.sh"
make() { sh "$here/compare_fixture.sh" "$@"; }
# row AXES SECONDS: without an interval.
row() { printf 'cloth\t%s\tok\t%s\t-\t-\t-\n' "$1" "$2"; }

# 160 pairs are drawn. Of 161, the least different one is left out, and the page says so.
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
# Tables for a paper have forty rows each. Environments that begin also end.
parts() { echo "$(grep -c '^\\begin{tabular}' report/compare.tex) $(grep -c '^\\end{tabular}' report/compare.tex) $(awk '/begin.tabular/ { rows = 0 } /^size/ { rows++ } rows > most { most = rows } END { print most }' report/compare.tex)"; }
pairs 160
check "160 pairs" [ "$(drawn)" = "160 1" ]
control "that some are not drawn" has report/index.html "most different"
check "four tables of forty" [ "$(parts)" = "4 4 40" ]
pairs 161
check "160 of one more" [ "$(drawn)" = "160 0" ]
check "that one is not" has report/index.html " Shown are the 160 most different of 161 rows. All are in compare.tsv."
check "and a fifth table" [ "$(parts)" = "5 5 40" ]
check "which says so" has report/compare.tex "Part 5 of 5."

# Ticks: the roundest set with at least four in the range and a twentieth around it, else the finest set. If that has
# fewer than two, decimal steps. Of more than nine decades some are left out.
while IFS=: read -r low high ticks; do
  for backend in seq omp; do
    for size in "$low" "$high"; do row "\"size\": $size, \"backend\": \"$backend\"" 0.01; done | make >$backend.json
  done
  tables seq.json omp.json
  is=$(sed -n "s/^set xtics (\('.*\))$/\1/p" report/figures/cloth_size_ratios.gp | head -n 1 | sed "s/' [^,]*//g; s/'//g")
  check "ticks from $low to $high" [ "$is" = "$ticks" ]
done <<'X'
1:1000:1, 10, 100, 1000
3:300000:10, 100, 1000, 10 k, 100 k
1:1000000000000:1, 100, 10 k, 1 M, 100 M, 10 G, 1 T
2:130:2, 5, 10, 20, 50, 100
1:5:1, 1.5, 2, 3, 5
10:80:10, 15, 20, 30, 50, 70
16:25:16, 18, 20, 25
25:31:25, 30
40:80:40, 50, 65, 80
110:180:110, 120, 130, 140, 160, 180
45:46:45, 46
X
control "a single tick" [ "$is" = 45.5 ]

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
