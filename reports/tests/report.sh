# Why this file exists: a report of a good run has everything it promises, and not one number of a row that failed.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" good >run.json
run run.json --out made/report --title "A & B"
check "it works" [ "$code" -eq 0 ]
check "the last line is the page" [ "$(tail -n 1 out)" = made/report/index.html ]
page=made/report/index.html
check "the page ends" [ "$(tail -n 1 $page)" = "</html>" ]
control "an end that is none" [ "$(tail -n 1 $page)" = "</body>" ]
check "the JSON is the run's" cmp -s run.json made/report/results.json
control "another JSON" cmp -s "$here/fixture.sh" made/report/results.json
check "nothing temporary" left made/report

# Tables: a line per point, the same number of cells in each.
points=$(grep -c '"state_hash"' run.json)
check "a line per point" [ "$(wc -l <made/report/results.tsv)" -eq $((points + 1)) ]
even() { [ "$(awk -F '\t' '{print NF}' "$1" | sort -u | wc -l)" -eq 1 ]; }
check "as many cells in every line" even made/report/results.tsv
printf 'a\tb\nc\n' >uneven.tsv
control "a line that is short" even uneven.tsv
check "a row per point on the page" [ "$(grep -c 'class=hash' $page)" -eq "$points" ]

# The numbers that must not be shown are in the input, and nowhere else.
check "the fixture holds the forbidden number" has run.json 987654
for file in $page made/report/results.tsv made/report/figures/*.tsv; do check "no number of a bad row" lacks "$file" 987654; done
control "the forbidden number" lacks run.json 987654
check "a row that contradicts itself is named" has $page "says ok, but one of its checks did not pass"
check "an invalid row has its reason" has $page "state is finite: 0, limit 1"
check "bad rows are counted" has $page "2 invalid"
check "proofs stand without their frames" has $page "<td class=wide>hash=seq</td>"
check "with what they mean" has $page "<dt><code>hash=seq</code></dt>"
check "and no word that no row has" lacks $page "<code>hash=rerun</code>"

# What a reader looks for.
for text in "How fast is this machine" "A &amp; B" "Made-up Processor" "class=unknown>unknown" "not applicable" \
  "95 % interval" "hash=seq@50 frames" "Glossary" "frames per second: 1 / median_s" "xpbd-bench --json &#39;made up.json&#39;" \
  "0123456789abcdef" "this is a fixture" "60 FPS are held up to" "Checked</a>: 124 of 128 rows show numbers" "the same work, on one thread, at 21×21" "too few episodes for an interval at 1281×1281" "prefers-color-scheme"; do
  check "the page says it" has $page "$text"
done
# omp on one thread does the work of seq: whatever their times, neither is the faster one, and no two lines cross there.
slower() { # JSON: what its page says of 21 x 21
  PATH=/var/empty "$report" "$1" --out two >out 2>&1 </dev/null && has two/index.html "slower at 21×21" &&
    has two/index.html "(between 21×21 and"
}
sed '/"backend": "omp"/s/"threads": 1,/"threads": 2,/' run.json >two.json
check "two threads are slower there" slower two.json
control "one thread" slower run.json
# 60 FPS are held only where the whole interval is above: with a lower end of 55 the 107 FPS of 321 x 321 hold them no more.
held() { # JSON SIZE: as its page has it, and the lines about it
  PATH=/var/empty "$report" "$1" --out held >out 2>&1 </dev/null && has held/index.html "60 FPS are held up to $2, the largest" &&
    PATH=/var/empty "$report" brief "$1" >out 2>&1 </dev/null && has out "at 60 FPS:  up to $2 by omp, the largest"
}
sed 's/"fps": {"median": 106.935672, "lo95": 104.839/"fps": {"median": 106.935672, "lo95": 55/' run.json >wide.json
check "60 FPS that an interval shows" held run.json 321×321
check "60 FPS that it does not show" held wide.json 161×161
control "60 FPS of a median alone" held wide.json 321×321
alone() { ! grep -q -i -E '<script|<link|<iframe|(src|href)="?https?:|@import|url\(["'\'']?https?:' "$1"; }
check "the page needs nothing else" alone $page
echo '<script src="https://example.org/x.js"></script>' >loud.html
control "a page that loads something" alone loud.html

check "data of five figures" [ "$(ls made/report/figures/*.tsv | wc -l)" -eq 5 ]
if command -v gnuplot >/dev/null; then
  for name in cloth_fps_size cloth_fps_iterations cloth_speedup cloth_spread projection_edges_ns; do
    check "a whole SVG" grep -q '</svg>' made/report/figures/$name.svg
    check "a PNG" [ "$(head -c 4 made/report/figures/$name.png | tail -c 3)" = PNG ]
  done
  control "a PNG that is none" [ "$(head -c 4 run.json | tail -c 3)" = PNG ]
  check "figures are in the page" [ "$(grep -c '<svg' $page)" -eq 10 ]
  check "the cache is marked" has made/report/figures/cloth_fps_size.svg "L2 2 MiB"
  check "ids are unique" [ -z "$(grep -o " id=['\"][^'\"]*" $page | sort | uniq -d)" ]
  (cd made/report/figures && gnuplot cloth_speedup.gp >again.svg 2>again.err)
  check "a script draws its figure again" cmp -s made/report/figures/cloth_speedup.svg made/report/figures/again.svg
fi

# Beside the run, and once more over an older report whose figures this run does not have.
cp run.json made/report/run.json
: >made/report/figures/old_speedup.svg
run made/report/run.json
check "beside the run" [ "$code" -eq 0 ]
check "an old figure is gone" [ ! -e made/report/figures/old_speedup.svg ]
mv made/report/results.json only.json && mkdir same && mv only.json same/results.json
run same/results.json
check "results.json as input and output" cmp -s run.json same/results.json
check "and its report is there" [ -s same/index.html ]
# Bars of a run of several processes are over these, and the caption says so.
over='by Student&#39;s t over the processes of each point'
sed 's/"launches": 1,/"launches": 2, "processes": {"medians_s": [0.1, 0.2]},/' run.json >several.json
run several.json --out several
check "bars over processes" has several/index.html "$over"
check "bars over episodes" has $page "Bars are 95 % intervals of the median over episodes; a cross"
control "one process" has $page "$over"
finish
