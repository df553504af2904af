# Why this file exists: a report of a good run contains everything that is promised, and no number of a failed row.
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

# Tables: one line per point, each with the same number of cells.
points=$(grep -c '"state_hash"' run.json)
check "a line per point" [ "$(wc -l <made/report/results.tsv)" -eq $((points + 1)) ]
even() { [ "$(awk -F '\t' '{print NF}' "$1" | sort -u | wc -l)" -eq 1 ]; }
check "as many cells in every line" even made/report/results.tsv
printf 'a\tb\nc\n' >uneven.tsv
control "a line that is short" even uneven.tsv
check "a row per point on the page" [ "$(grep -c 'class=hash' $page)" -eq "$points" ]

# Forbidden numbers are in the input, and nowhere else.
check "the fixture holds the forbidden number" has run.json 987654
for file in $page made/report/results.tsv made/report/figures/*.tsv; do check "no number of a bad row" lacks "$file" 987654; done
control "the forbidden number" lacks run.json 987654
# The golden case report/pages has the text of the page, except the title and the style.
for text in "<h1>A &amp; B</h1>" "prefers-color-scheme"; do check "the page says it" has $page "$text"; done
# omp on one thread does the same work as seq. Whatever their times, neither is called
# faster, and their lines do not cross.
slower() { # JSON: its page says that omp is slower at 21 x 21
  PATH=/var/empty "$report" "$1" --out two >out 2>&1 </dev/null && has two/index.html "slower at 21×21" &&
    has two/index.html "(between 21×21 and"
}
sed '/"backend": "omp"/s/"threads": 1,/"threads": 2,/' run.json >two.json
check "two threads are slower there" slower two.json
control "one thread" slower run.json
# 60 FPS hold only if the whole interval is above. With a lower end of 55, the 107 FPS of 321 x 321 no longer hold them.
held() { # JSON SIZE: its page and its brief name this size
  PATH=/var/empty "$report" "$1" --out held >out 2>&1 </dev/null && has held/index.html "It holds 60 FPS up to $2, the largest" &&
    PATH=/var/empty "$report" brief "$1" >out 2>&1 </dev/null && has out "at 60 FPS:  up to $2 by omp, the largest"
}
sed 's/"fps": {"median": 106.935672, "lo95": 104.838[0-9]*/"fps": {"median": 106.935672, "lo95": 55/' run.json | perl "$here/follow.pl" >wide.json
check "60 FPS that an interval shows" held run.json 321×321
check "60 FPS that it does not show" held wide.json 161×161
control "60 FPS of a median alone" held wide.json 321×321
alone() { ! grep -q -i -E '<script[^>]|<link|<iframe|(src|href)="?https?:|@import|url\(["'\'']?https?:' "$1"; }
check "the page needs nothing else" alone $page
echo '<script src="https://example.org/x.js"></script>' >loud.html
control "a page that loads something" alone loud.html

five="cloth_fps_size cloth_fps_iterations cloth_speedup cloth_spread projection_edges_ns"
for name in $five; do check "data of $name" [ -s made/report/figures/$name.tsv ]; done
if command -v gnuplot >/dev/null; then
  for name in $five; do
    check "a whole SVG" grep -q '</svg>' made/report/figures/$name.svg
    check "a PNG" [ "$(head -c 4 made/report/figures/$name.png | tail -c 3)" = PNG ]
  done
  control "a PNG that is none" [ "$(head -c 4 run.json | tail -c 3)" = PNG ]
  check "figures are in the page" [ "$(grep -c '<svg' $page)" -eq $((2 * $(ls made/report/figures/*.svg | wc -l))) ]
  check "the cache is marked" has made/report/figures/cloth_fps_size.svg "L2 2 MiB"
  check "ids are unique" [ -z "$(grep -o " id=['\"][^'\"]*" $page | sort | uniq -d)" ]
  (cd made/report/figures && gnuplot cloth_speedup.gp >again.svg 2>again.err)
  check "a script draws its figure again" cmp -s made/report/figures/cloth_speedup.svg made/report/figures/again.svg
fi

# Write beside the run, and over an older report with figures that this run does not have.
cp run.json made/report/run.json
: >made/report/figures/old_speedup.svg
cp made/report/figures/cloth_speedup.gp made/report/figures/old_speedup.gp
bare made/report/run.json
check "beside the run" [ "$code" -eq 0 ]
check "an old figure is gone" [ ! -e made/report/figures/old_speedup.svg ]
mv made/report/results.json only.json && mkdir same && mv only.json same/results.json
bare same/results.json
check "results.json as input and output" cmp -s run.json same/results.json
check "and its report is there" [ -s same/index.html ]
bare made/report/ --out other
check "a folder is no results" [ "$code" -eq 1 ]
bare run.json --out made/slash/
check "a folder with a slash has one" [ "$(tail -n 1 out)" = made/slash/index.html ]
mkdir here && cp run.json here && cd here || exit 2
bare run.json
check "of this folder" [ "$(tail -n 1 out)" = ./index.html ]
cd ..
check "the report is in it" [ -s here/index.html ]
# The bars of a run of several processes cover the processes, and the caption says so.
over='by Student&#39;s t over the processes of each point'
perl "$here/follow.pl" processes <run.json >several.json
bare several.json --out several
check "bars over processes" has several/index.html "$over"
check "bars over episodes" has $page "Bars are 95 % intervals of the median over episodes. A cross"
control "one process" has $page "$over"

# plain FOLDER SED-EDIT: a report of the edited run, without pictures, and its brief in out.
plain() {
  sed "$2" run.json | perl "$here/follow.pl" >$1.json && PATH=/var/empty "$report" $1.json --out $1 >out 2>&1 </dev/null
  PATH=/var/empty "$report" brief $1.json >out 2>&1 </dev/null
}
page_has() { check "$1" has $1/index.html "$2"; }

# The environment: each value has its unit. Fields that do not apply share a line only if all have the same reason.
known() { printf '"%s": {"state": "%s", "value": %s, "unit": %s, "source": "%s"}' "$@"; }
idle=$(known names 'not applicable' null null 'made up') other=$(known driver 'not applicable' null null 'another reason')
check "other facts" plain facts "s/\"logical\": {\"state\": \"known\", \"value\": 4/\"logical\": {\"state\": \"known\", \"value\": 1/
  s|\"governor\"|$(known tick known 2.5e-8 '"s"' x), $(known read known 1.25e10 '"bytes/s"' x), $(known clock known 2600 '"MHz"' x), $(known part known 0.123456 null x), &|
  s|\"governor\"|$(known below known 1023 '"bytes"' x), $(known kib known 1024 '"bytes"' x), $(known tib known 2199023255552 '"bytes"' x), $(known pib known 2251799813685248 '"bytes"' x), &|
  s|\"argv\": \[[^]]*\]|\"argv\": [\"xpbd-bench\", \"\", \"x\", \"it's\"]|; s|\"devices\": {[^}]*}|&, $idle|"
for text in "tick</th><td>25 ns<" "read</th><td>12.5 GB/s<" "clock</th><td>2600 MHz<" "part</th><td>0.1235<" \
  "below</th><td>1023 bytes<" "kib</th><td>1 KiB<" "tib</th><td>2 TiB<" "pib</th><td>2048 TiB<" "<pre>xpbd-bench &#39;&#39; x &#39;it&#39;\&#39;&#39;s&#39;</pre>" \
  "2 fields</th><td><i>not applicable</i></td><td class=source>made up<" "Made-up Processor (1 processor)" "Made-up Processor, 1 processor,"; do
  page_has facts "$text"
done
check "one processor in short" has out "Made-up Processor, 1 processor"
control "one of several" has out "1 processors"
check "two reasons" plain reasons "s|\"devices\": {[^}]*}|&, $other|; s/\"model\": {\"state\": \"known\"/\"model\": {\"state\": \"unknown\"/"
page_has reasons "driver</th><td><i>not applicable</i></td><td class=source>another reason<"
check "are not one line" lacks reasons/index.html "2 fields"
page_has reasons "A processor of unknown model (4 processors)"
page_has reasons "processor of unknown model, 4 processors"
check "nor is the model guessed in short" has out "machine:    processor of unknown model, 4 processors"

# Noise: a row counts if its own number says so, not for the rows beside it.
check "a noisy run" plain noisy '/"name": "cloth\/2"/s/"tau": 1.2/"tau": 5.5/; /"name": "cloth\/1"/s/"tau": 1.2/"tau": 5/
  /"name": "cloth\/3"/s/"flagged": false/"flagged": true/; /"name": "cloth\/4"/s/"stop": "target"/"stop": "budget"/
  /"name": "cloth\/5"/s/"psi_cpu_during": 0.5/"psi_cpu_during": 12/; /"name": "cloth\/8"/s/"rel_err": 0.0175/"rel_err": 0.005/
  /"name": "cloth\/9"/s/"rel_err": 0.0175/"rel_err": 0.03/; s/"load_before": {[^}]*}/&, "load_after": {"state": "known", "value": 3, "unit": null, "source": "x"}/'
for text in "1 row has an autocorrelation time above 5 episodes" "1 row is flagged" "1 row was stopped by a budget" \
  "at most 12 % of a row's timed episodes (cloth, 321×321, 20 iterations, seq, stretching)." "±0.50 % to ±3.0 %. The worst is cloth, 41×41, 2 iterations, seq, stretching." \
  "±1.0 %. 115 of 116 rows did not reach it" "before the run: 0.100, after: 3.00." "; 1 of 124 rows was measured while something else wanted the processors, 1 while the machine drifted."; do
  page_has noisy "$text"
done
check "one row in 124 is no busy machine" lacks noisy/index.html "A busy machine"
flags() { awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "flagged") at = i; next } $at != "0" { printf "%s %s ", $2, $at }' "$1"; }
check "the row that is flagged" [ "$(flags noisy/results.tsv)" = "cloth/3 1 " ]
control "in another run" [ "$(flags made/report/results.tsv)" = "cloth/3 1 " ]
check "a busy one" plain busy '/"name": "cloth\/[1-9]*"/{s/"flagged": false/"flagged": true/; s/"psi_cpu_during": 0.5/"psi_cpu_during": 12/; }'
page_has busy "of 124 rows were measured while something else wanted the processors. See Noise."
page_has busy " rows are flagged"
check "flagged for another cause" plain drift '/"name": "cloth\/[1-9]*"/{s/"flagged": false/"flagged": true/; s/"tau": 1.2/"tau": 6/; }'
page_has drift "of 124 rows were measured while the machine drifted. See Noise."
check "is no busy machine" lacks drift/index.html "A busy machine"
for file in $page noisy/index.html; do check "steady rows drift not" [ "$(grep -c 'rows have an autocorrelation' $file)" -eq 0 ]; done

# Rows that say ok and are not credible, that nobody checked, and that ended in an error.
check "doubtful rows" plain doubt '/"name": "cloth\/1"/s/"checked": "[^"]*"/"checked": null/; /"name": "cloth\/2"/s/"fps": {"median": [0-9.e+]*/"fps": {"median": null/
  /"name": "cloth\/3"/s/"frame_s": {"median": [0-9.e-]*/"frame_s": {"median": null/; /"name": "cloth\/4"/{s/"status": "ok"/"status": "unchecked"/; s/"checked": "[^"]*"/"checked": null/; }
  /"name": "cloth\/5"/{s/"status": "ok"/"status": "error"/; s/"reason": null/"reason": "it broke"/; s/"frame_s": {"median": [0-9.e-]*/"frame_s": {"median": 987654/; }'
for text in "<td class=wide>the row says ok, but not how it was checked</td><td class=wide>cloth, 21×21, 20 iterations, seq, stretching<" \
  "its frame time is not valid</td><td class=wide>cloth, 41×41, 20 iterations, seq, stretching and 1 more<" "it broke</td><td class=wide>cloth, 321×321, 20 iterations, seq, stretching<" "<b>Unchecked numbers.</b>" \
  "Checked</a>: 120 of 128 rows show numbers; 1 unchecked, 1 skipped, 5 invalid, 1 error, 1 interrupted." \
  "5 failed a check and 1 ended in an error. They show no numbers."; do
  page_has doubt "$text"
done
check "all of them in short" has out "claimed:    119 of 128 rows, 5 FAILED their check, 1 error, 1 not checked, 1 skipped, 1 interrupted; the file has no seal"
for file in doubt/index.html doubt/results.tsv; do check "no number of a bad row" lacks $file 987654; done
check "a run without such rows" lacks $page "Unchecked numbers"

# Proofs of one kind share a line, whatever their numbers. Other kinds have their own.
check "other proofs" plain proofs '/"name": "cloth\/1"/s/hash=seq@50 frames/plain@8 frames, 3 of 976000 left out/
  /"name": "cloth\/2"/s/hash=seq@50 frames/plain@1 frame, 12 of 7 left out/; /"name": "cloth\/3"/s/hash=seq@50 frames/plain@1 frame, none of 7 left out/'
page_has proofs "<td class=wide>plain, some left out</td><td class=n>2</td>"
page_has proofs "<td class=wide>plain, none of 7 left out</td><td class=n>1</td>"
page_has proofs "<dt><code>plain</code></dt>"
page_has proofs "<td class=wide>hash=seq</td><td class=n>121</td>"

# A benchmark without sizes: from its slowest to its fastest row with numbers.
sed '/"state_hash"/{/"name": "cloth\/[123]"\|"backend": "cuda"/!d
}; s/"size": \([0-9]*\), /"grain": "\1", /; s/"name": "cloth\/2"/"name": "cloth\/middle"/' run.json >run2.json
mv run.json all.json && mv run2.json run.json
check "no sizes" plain range 's/x/x/'
page_has range "Made-up Processor (4 processors) runs at <b>"
check "from the slowest to the fastest" grep -q 'runs at <b>[0-9.]* FPS</b> ([^()]*) (cloth, grain 81, seq) to <b>[0-9.]* FPS</b> ([^()]*) (cloth, grain 21, seq)\.</p>' range/index.html
check "the fastest in short" grep -q '^fastest:    cloth/1 [0-9]* FPS (' out
check "no size, no answer of 60 FPS" has out "at 60 FPS:  unknown: this run has no line of sizes"
check "the fastest last" plain last '/"name": "cloth\/3"/s/"fps": {"median": [0-9.e+]*, "lo95": [0-9.e+]*, "hi95": [0-9.e+]*/"fps": {"median": 90000, "lo95": 89000, "hi95": 91000/'
check "is named there" grep -q '(cloth, grain 41, seq) to <b>[0-9.]* FPS</b> (95 % interval 89000 to 91000) (cloth, grain 81, seq)\.</p>' last/index.html
check "and in short alone" grep -q '^fastest:    cloth/3 90000 FPS (89000 to 91000)$' out
check "one row alone" plain single '/"name": "cloth\/[13m]/s/"status": "ok"/"status": "invalid"/; /"name": "cloth\/3"/s/"status": "invalid"/"status": "ok"/'
check "is no range" grep -q 'runs at <b>[0-9.]* FPS</b> ([^()]*) (cloth, grain 81, seq)\.</p>' single/index.html
check "no row" plain nothing 's/"status": "ok"/"status": "invalid"/'
check "is said in short" has out "fastest:    no row of a backend has numbers"
mv all.json run.json

# If no whole interval is above 60 FPS, no size is named.
check "wide intervals" plain slow 's/\("fps": {"median": \([1-9][0-9][0-9]\|[6-9][0-9]\)[0-9.e+]*, "lo95": \)[0-9][0-9.e+]*/\160/'
check "60 is not above 60" has out "at 60 FPS:  no size measured has its whole interval above 60"
check "on the page, too" lacks slow/index.html "It holds 60 FPS up to"

# Devices in brief: a GPU once, by its own name, and OpenCL's device only if it is not a processor.
gpu() { # EXPECTED FIELD...: the end of the line about the machine
  want=$1 fields=$2
  shift
  plain gpu "s|\"devices\": {[^}]*}|&, $fields|; s|\"cpu\": {\"model\"|\"memory\": {$(known total known 64e9 '"bytes"' x)}, \"machine\": {$(known triad known 12.34e9 '"bytes/s"' x)}, &|"
  [ "$(head -n 1 out)" = "machine:    Made-up Processor, 4 processors, 64 GB of memory at 12.3 GB/s$want" ]
}
cuda=$(known name known '"Card 7"' null x) opencl=$(known opencl known '"GPU: Card 7 (seen twice), a platform, driver 1"' null x)
pocl=$(known opencl known '"CPU: cpu-made-up, a platform, driver 1"' null x)
check "memory, and no device" gpu "" "$idle"
check "a GPU of CUDA" gpu ", Card 7" "$cuda"
check "the same one of OpenCL" gpu ", Card 7" "$cuda, $opencl"
check "one of OpenCL alone" gpu ", Card 7 (seen twice)" "$opencl"
check "a processor of OpenCL" gpu "" "$pocl"
control "a GPU that is none" gpu ", cpu-made-up" "$pocl"
finish
