# Why this file exists: the last table of a page says why a row has no interval, and contains any number of axes,
# methods and checks. The golden case report/pages has its text, and tests/oracle/report.pl computes its numbers.
. "$(dirname "$0")/common.sh"

# A row that only one of two processes measured lacks a process, not episodes.
lost() { printf '"launches": 2, "processes": {"medians_s": [%s, null]}' "$1"; }
sh "$here/rows_fixture.sh" >lost.json <<END
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16|$(lost 0.01)
cloth|"size": 5, "backend": "seq"|ok|50|-|-|1|25|$(lost 0.02)
cloth|"size": 4, "backend": "omp"|ok|200|-|-|2|16|$(lost 0.005)
cloth|"size": 5, "backend": "omp"|ok|100|-|-|2|25|$(lost 0.01)
bare|"backend": "seq"|ok|10|-|-|1|9|$(lost 0.1)
papers|"row": "a", "backend": "seq", "order": "mesh"|ok|10|-|-|1|9|$(lost 0.1), "published": {"fps_low": 1, "fps_high": 1, "machine": "theirs", "way": "sequential", "ratio": 10}
END
PATH=/var/empty "$report" lost.json --out lost >out 2>err
few="fewer than two processes"
check "in the table" [ "$(grep -c "<td colspan=2 class=source>$few</td>" lost/index.html)" -eq 6 ]
for text in "6 rows have $few and so no 95 % interval" "<b>10.0 FPS</b> (no interval: $few)" "(of 1, no interval: $few)" \
  "no interval at 4×4 to 5×5" "intervals of the median. A cross is a point with too few processes for one."; do
  check "said of processes: $text" has lost/index.html "$text"
done
check "nothing is said of episodes" lacks lost/index.html "fewer than six"
# With a row of another kind, each is reported by itself, and both together.
sed '/"name": "cloth\/1"/s/, null\]/]/' lost.json >both.json
PATH=/var/empty "$report" both.json --out both >out 2>err
check "a row of one process" [ "$(grep -c '<td colspan=2 class=source>fewer than six episodes</td>' both/index.html)" -eq 1 ]
for text in "6 rows have fewer than six episodes or two processes and so no" "over episodes. A cross is a point with too few episodes or processes for one."; do
  check "said of both: $text" has both/index.html "$text"
  control "of one kind: $text" has lost/index.html "$text"
done

# Any number of axes, methods and kinds of checks appears on the page.
LC_ALL=C awk 'BEGIN {
  for (row = 1; row <= 40; row++) {
    axes = sprintf("\"scene\": \"bar\", \"backend\": \"seq\", \"method\": \"method%d\"", row)
    for (a = 1; a <= 40; a++) axes = axes sprintf(", \"axis%d\": %d", a, a % 2 ? row : a)
    checks = ""
    for (c = 1; c <= 2; c++) checks = checks sprintf("%s{\"name\": \"check%d\", \"value\": 1, \"limit\": 2, \"pass\": true}", c > 1 ? ", " : "", 2 * row + c)
    printf "scenes|%s|ok|100|98|102|1|16|\"checks\": [%s]\n", axes, checks
  }
}' | sh "$here/rows_fixture.sh" >many.json
PATH=/var/empty "$report" many.json --out many >out 2>err
shown() { # shown WORD FIRST LAST STEP PATTERN: lines with the pattern contain the word with each of these numbers
  grep -e "$5" many/index.html >lines
  for number in $(seq "$2" "$4" "$3"); do grep -q "$1$number\b" lines || { echo "no $1$number" >out; return 1; }; done
}
check "axes of the table" shown '<th class=axis>axis' 1 39 2 '<th>95 %\|title="ok: checked'
check "axes above it" shown 'axis' 2 40 2 'In all rows'
check "axes of the grid" shown '<th class=axis>axis' 1 39 2 '<th class=axis>scene</th>'
check "methods" shown '<th>method' 1 40 1 '<th class=axis>scene</th>'
check "checks" shown '<td>check' 3 82 1 '<td>check'
control "a method that is not there" shown '<th>method' 41 41 1 '<th class=axis>scene</th>'
finish
