# Why this file exists: the table of all rows at the end of a page, letter for letter: what all rows have in common stands above it,
# every number in its column, and what is not known is a dash.
. "$(dirname "$0")/common.sh"

sh "$here/rows_fixture.sh" >run.json <<'END'
cloth|"size": 4, "iterations": 20, "backend": "seq", "threads": 0, "lanes": 0, "constraint": "<a>"|ok|100|98|102|1|16|"episodes": 12, "stop": "target", "state_hash": "0123456789abcdef", "counters": {"ns_per_projection": {"value": 2.5}, "projections_per_second": {"value": 4e8}}
cloth|"size": 4, "iterations": 20, "backend": "omp", "threads": 0, "lanes": 0, "constraint": "<a>"|ok|50|-|-|2|16|"flagged": true
cloth|"size": 4, "iterations": 20, "backend": "cuda", "constraint": "b"|skipped|-|-|-|-|-
other|"size": 4, "threads": 2, "lanes": 0|ok|10|9|11|1|15
other|"size": 5, "threads": 2, "lanes": 1|invalid|10|9|11|1|25
END
# What the fixture has no place for: the interval's half and the slowest of a hundred frames.
sed 's/"median": 0.01, /&"rel_err": 0.0175, "p99": 0.0125, /' run.json >whole.json
PATH=/var/empty "$report" whole.json --out page >out 2>err
sed -n '/<section id=results>/,/<\/section>/p' page/index.html >is
says() { diff "$1" is >out; }
cat >must <<'END'
<section id=results><h2>Results</h2>
<h3>cloth</h3><p class=fixed>In all rows: size 4×4, iterations 20, threads 0 (as many as there are), lanes 0 (as many as there are).</p>
<div class="scroll tall"><table class=results>
<thead><tr><th title="frames per second: 1 / median frame time">FPS</th><th>backend</th><th>constraint</th><th title="ok: checked in this run">status</th><th title="of the FPS">95 % interval</th><th title="half the interval of the frame time over its median">± % of time</th><th title="median frame time">ms median</th><th title="99th percentile of the frame time">ms p99</th><th title="median frame time over the projections of a frame">ns / projection</th><th title="million constraint projections per second">M projections / s</th><th title="episodes measured: reset, warm frames, timed frames">episodes</th><th title="why no more episodes">stopped by</th><th title="how the row was checked">proof</th><th title="64-bit hash of all positions and velocities: equal hashes are equal bits">state hash</th></tr></thead><tbody>
<tr class=ok><td class=n><b>100</b></td><td>seq</td><td>&lt;a&gt;</td><td>ok</td><td class=n>98.0 … 102</td><td class=n>1.8</td><td class=n>10.00</td><td class=n>12.50</td><td class=n>2.50</td><td class=n>400</td><td class=n>12</td><td>target</td><td class=proof>plain</td><td class=hash>0123456789abcdef</td></tr>
<tr class=ok><td class=n><b>50.0</b> <span title="a cause of noise was seen">≈</span></td><td>omp</td><td>&lt;a&gt;</td><td>ok</td><td colspan=2 class=source>fewer than six episodes</td><td class=n>20.00</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td></td><td class=proof>plain</td><td class=hash></td></tr>
<tr class=skipped><td class=n><b>–</b></td><td>cuda</td><td>b</td><td>skipped</td><td colspan=8 class=why>made up</td><td class=proof>not checked</td><td class=hash></td></tr>
</tbody></table></div>
<h3>other</h3><p class=fixed>In all rows: threads 2.</p>
<div class="scroll tall"><table class=results>
<thead><tr><th title="frames per second: 1 / median frame time">FPS</th><th>size</th><th>lanes</th><th title="ok: checked in this run">status</th><th title="of the FPS">95 % interval</th><th title="half the interval of the frame time over its median">± % of time</th><th title="median frame time">ms median</th><th title="99th percentile of the frame time">ms p99</th><th title="median frame time over the projections of a frame">ns / projection</th><th title="million constraint projections per second">M projections / s</th><th title="episodes measured: reset, warm frames, timed frames">episodes</th><th title="why no more episodes">stopped by</th><th title="how the row was checked">proof</th><th title="64-bit hash of all positions and velocities: equal hashes are equal bits">state hash</th></tr></thead><tbody>
<tr class=ok><td class=n><b>10.0</b></td><td>4</td><td>0</td><td>ok</td><td class=n>9.00 … 11.0</td><td class=n>–</td><td class=n>100.0</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td></td><td class=proof>plain</td><td class=hash></td></tr>
<tr class=invalid><td class=n><b>–</b></td><td>5×5</td><td>1</td><td>invalid</td><td colspan=8 class=why>made up</td><td class=proof>not checked</td><td class=hash></td></tr>
</tbody></table></div>
</section>
END
check "the table of every row" says must
sed 's/iterations 20, /iterations 20/' must >other
control "nothing between two axes" says other

# A row that one of two processes measured lacks a process, not episodes.
lost='"launches": 2, "processes": {"medians_s": [0.01, null]}'
sh "$here/rows_fixture.sh" >lost.json <<END
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16|$lost
cloth|"size": 5, "backend": "seq"|ok|50|-|-|1|25|$lost
cloth|"size": 4, "backend": "omp"|ok|200|-|-|2|16|$lost
cloth|"size": 5, "backend": "omp"|ok|100|-|-|2|25|$lost
bare|"backend": "seq"|ok|10|-|-|1|9|$lost
papers|"row": "a", "backend": "seq", "order": "mesh"|ok|10|-|-|1|9|$lost, "published": {"fps_low": 1, "fps_high": 1, "machine": "theirs", "way": "sequential", "ratio": 10}
END
PATH=/var/empty "$report" lost.json --out lost >out 2>err
few="fewer than two processes"
check "in the table" [ "$(grep -c "<td colspan=2 class=source>$few</td>" lost/index.html)" -eq 6 ]
for text in "6 rows have $few and so no 95 % interval" "<b>10.0 FPS</b> (no interval: $few)" "(of 1, no interval: $few)" \
  "no interval at 4×4 to 5×5" "intervals of the median; a cross is a point with too few processes for one."; do
  check "said of processes: $text" has lost/index.html "$text"
done
check "nothing is said of episodes" lacks lost/index.html "fewer than six"
# One row of another kind: each is said for itself, and both together.
sed '/"name": "cloth\/1"/s/, null\]/]/' lost.json >both.json
PATH=/var/empty "$report" both.json --out both >out 2>err
check "a row of one process" [ "$(grep -c '<td colspan=2 class=source>fewer than six episodes</td>' both/index.html)" -eq 1 ]
for text in "6 rows have fewer than six episodes or two processes and so no" "over episodes; a cross is a point with too few episodes or processes for one."; do
  check "said of both: $text" has both/index.html "$text"
  control "of one kind: $text" has lost/index.html "$text"
done

# However many axes, methods and kinds of checks there are, all are on the page.
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
shown() { # shown WORD FIRST LAST STEP PATTERN: on a line of the page that has the pattern, the word with each of these numbers
  grep -e "$5" many/index.html >lines
  for number in $(seq "$2" "$4" "$3"); do grep -q "$1$number\b" lines || { echo "no $1$number" >out; return 1; }; done
}
check "axes of the table" shown '<th>axis' 1 39 2 '<th>95 %\|title="ok: checked'
check "axes above it" shown 'axis' 2 40 2 'In all rows'
check "axes of the grid" shown '<th>axis' 1 39 2 '<th>scene</th>'
check "methods" shown '<th>method' 1 40 1 '<th>scene</th>'
check "checks" shown '<td>check' 3 82 1 '<td>check'
control "a method that is not there" shown '<th>method' 41 41 1 '<th>scene</th>'
finish
