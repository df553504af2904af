# Why this file exists: the page of an archive shows every run that can be shown, by its fastest backend, and says of each
# other one why not. A broken run hides no other.
. "$(dirname "$0")/common.sh"

indexed() { # ARGUMENT...: the page of these archives, without pictures
  PATH=/var/empty "$report" index "$@" --out all >out 2>err </dev/null
  code=$?
}
filed() { mkdir -p "$1" && cat >"$1/results.json"; } # FOLDER: results from standard input
cell() { # NAME: the cells of its row, in one line
  sed -n "s|<tr><th scope=row><a href=\"$1/index.html\">$1</a></th>||p" all/index.html | sed 's/<[^>]*>/|/g; s/||*/|/g'
}
sh "$here/fixture.sh" good >run.json
filed one/fast <run.json
# Another machine, which computed the same at half the speed, and has a GPU that computed what omp did.
gpu='s|"devices": {|"name": {"state": "known", "value": "Card 7", "unit": null, "source": "x"}, &|'
sed "s/2000-01-01T00:00:00Z/2000-02-01T00:00:00Z/; $gpu; s/\"backend\": \"omp\"/\"backend\": \"cuda\"/" run.json |
  sed -E 's/"fps": \{"median": ([0-9.]+), "lo95": ([0-9.]+|null), "hi95": ([0-9.]+|null)/"fps": {"median": 1\1, "lo95": 1\2, "hi95": 1\3/; s/1null/null/g' |
  perl "$here/follow.pl" | filed one/gpu
sh "$here/fixture.sh" preservation | sed 's/2000-01-01T00:00:00Z/2000-03-01T00:00:00Z/' | filed one/gpu/more
indexed one
check "an archive" [ "$code" -eq 0 ]
check "says how many" has out "3 of 3 runs shown"
check "the last line is the page" [ "$(tail -n 1 out)" = all/index.html ]
check "the page is whole" closed all/index.html
for name in fast gpu gpu/more; do check "the page of $name" [ -s "all/$name/index.html" ]; done
check "with its results" cmp -s one/fast/results.json all/fast/results.json
check "the work is named" has all/index.html "measured: stretching, 20 iterations, f32, 161×161 vertices"
# The fastest row of that work, computed here from the fixture.
best() { # SIZE FILE: the highest median FPS of stretching at 20 iterations
  grep "\"size\": $1, \"iterations\": 20, .*\"constraint\": \"stretching\", \"precision\"" "$2" | grep '"status": "ok"' |
    sed 's/.*"fps": {"median": \([0-9.]*\).*/\1/' | LC_ALL=C sort -g | tail -n 1
}
rounded() { LC_ALL=C awk -v value="$1" 'BEGIN { printf (value >= 100 ? "%.0f" : "%.1f"), value }'; }
check "the processor by its fastest backend" [ "$(cell fast | cut -d '|' -f 2-5)" = "$(rounded "$(best 161 run.json)")|claimed|2000-01-01|omp, 4 threads" ]
check "the GPU by its name" [ "$(cell gpu | cut -d '|' -f 2,5-6)" = "$(rounded "1$(best 161 run.json)")|cuda|Card 7" ]
control "the slowest backend" has all/index.html ">$(rounded "$(grep '"size": 161, "iterations": 20, "backend": "seq", "constraint": "stretching", "precision"' run.json | sed 's/.*"fps": {"median": \([0-9.]*\).*/\1/')")<"
check "a run without that work" [ "$(cell gpu/more | cut -d '|' -f 2)" = – ]
check "a line for each size in the figure" [ "$(grep -c "fast$" all/figures/machines_sizes.tsv)" -ge 14 ]
check "of the fastest backend" grep -q "^25921	$(best 161 run.json | cut -c 1-6)[0-9.]*	.*	fast$" all/figures/machines_sizes.tsv
check "rows are claimed" has all/index.html ">claimed<"
control "and not audited" has all/index.html ">audited<"
for column in score error energy; do control "no $column without a run that has it" grep -q "<th[^>]*>$column</th>" all/index.html; done
sed 's/2000-01-01T00:00:00Z/2000-04-01T00:00:00Z/; s/"state_hash"/"error": 0.0123, "telemetry": {"energy_j": 31, "energy_s": 1}, &/' run.json | filed one/rich
indexed one
for text in "1.2 %" "41.7 mJ"; do check "a run that has $text" has all/index.html "<td class=n>$text</td>"; done
check "columns for them" [ "$(grep -c '<th[^>]*>error</th>.*<th[^>]*>energy</th>' all/index.html)" -eq 1 ]

# Scores: a valid one with its interval, and one that is not valid and has no number.
score() { printf '"score": {"division": "closed", "reference_machine": "<a machine>", "best": "omp", "backends": [{"backend": "seq", "valid": true, "reasons": [], "score": 1, "lo95": 0.9, "hi95": 1.1, "workloads": []}, {"backend": "omp", "valid": %s, "reasons": [%s], "score": 1.2345, "lo95": 1.2, "hi95": 1.3, "workloads": [{"workload": "a <cloth>", "speed": 12.3, "lo95": 12, "hi95": 13, "reference": 10, "ratio": 1.23}, {"workload": "left out", "speed": null, "lo95": null, "hi95": null, "reference": 10, "ratio": null}]}]}' "$1" "$2"; }
scored() { sed "s/2000-01-01T00:00:00Z/$1/; s|\"validate\": \"on\"|&, $(score "$2" "$3")|" run.json | filed "scores/$4"; }
scored 2000-05-01T00:00:00Z true '' good
scored 2000-05-02T00:00:00Z false '"too <short>"' short
scored 2000-05-03T00:00:00Z true '"forged"' forged
indexed scores
check "a score with its interval" has all/index.html '<td class=n title="VALID, 95 % interval 1.20 to 1.30"><b>1.23</b></td>'
check "one that is not valid" has all/index.html '<td class=n title="INVALID: too &lt;short&gt;"><b>INVALID</b></td>'
check "one that has a reason, whatever it says" has all/index.html '<td class=n title="INVALID: forged"><b>INVALID</b></td>'
for text in '<b>1.23</b></td><td class=n>1.20 to 1.30</td><td class=wide>VALID<' 'relative to &lt;a machine&gt;' 'a &lt;cloth&gt;</th><td class=n>12.3<'; do
  check "the page of the machine has it" has all/good/index.html "$text"
done
check "a workload without a number" has all/good/index.html "left out</th><td class=n>–</td><td class=n>–</td><td class=n>10.0</td><td class=n>–</td>"
check "and no number for a score that is not valid" has all/short/index.html '<td class=n><b>–</b></td><td class=n></td><td class=wide>INVALID: too &lt;short&gt;<'
control "a run without a score" has all/../one/fast/results.json '"score"'
check "that page is whole" closed all/good/index.html

# Broken runs.
cp -r one many
printf '{\n' | filed many/torn
sh "$here/fixture.sh" schema | filed many/version
sh "$here/fixture.sh" no-points | filed many/nothing
filed many/twin <run.json
filed "many/odd name" <run.json
mkdir many/empty many/figures
indexed many
check "broken runs" [ "$code" -eq 2 ]
check "the others are shown" has out "4 of 10 runs shown"
check "a line for each" [ "$(wc -l <err)" -eq 6 ]
told() { grep -q "^xpbd-report index: $1: $2" err && grep -q "^<tr class=error><th scope=row>$1</th>.*$2" all/index.html; }
check "no JSON" told torn "is not JSON"
check "another version" told version "has the schema"
check "no points" told nothing "holds no points"
check "the same run twice" told twin "it is the same run as fast"
check "a name that is no address" told "odd name" "its name has other characters"
check "no results" told empty "it has no results.json"
control "a run that is fine" told fast ""
for name in torn version twin; do control "a page of $name" [ -e all/$name/index.html ]; done
check "the rest is the same" [ "$(cell fast | cut -d '|' -f 2,5)" = "$(rounded "$(best 161 run.json)")|omp, 4 threads" ]

# A folder with several files of results shows the first, and says so.
mkdir -p several/runs && cp run.json several/runs/a.json && cp run.json several/runs/b.json && echo '{}' >several/runs/a.audit.json
indexed several
check "one of several files" has all/index.html '>runs</a> <span class=source>a.json, the first of 2 files</span></th>'
rm several/runs/b.json
indexed several
control "a single file" has all/index.html 'the first of'
check "is shown" has all/index.html '>runs</a></th>'

# Two archives, of which both have a machine of one name, and a run itself.
mkdir two && cp -r one/gpu two/fast && rm -r two/fast/more
indexed one two
check "two machines with one name" told fast "another folder has this name"
cp -r one/fast single && sed -i s/2000-01-01T00:00:00Z/2000-06-01T00:00:00Z/ single/results.json
indexed one single
check "a run itself" [ "$code$(cell single | cut -d '|' -f 5)" = "0omp, 4 threads" ]
mkdir -p parent && cp -r one parent/machines
indexed parent
check "the folder above" [ "$code" -eq 0 ]
check "no archive" fails 1 "no such folder" index none --out all
mkdir -p bare
check "an empty one" fails 1 "has no folder with a run" index bare --out all
check "no folder" fails 1 "which archive?" index --out all
check "no target" fails 1 "into which folder?" index one
: >file
check "a target that is none" fails 1 "file" index one --out file

# Names that the page itself needs, of machines and of their inner runs.
mkdir names && cp -r one/fast names/fast
for name in index.html index.html/more figures fast/figures; do
  mkdir -p "names/$name" && sed "s|2000-01-01T00:00:00Z|2000-07-01T00:00:0${#name}Z|" run.json >"names/$name/results.json"
done
indexed names
check "names of the page's own files" [ "$code" -eq 2 ]
check "hide no other run" has out "1 of 5 runs shown"
for name in index.html index.html/more figures fast/figures; do
  check "$name has a reason" told "$name" "the pages have a file or a folder of this name; rename the folder"
done
control "the other one has one" told fast ""
check "and the page" closed all/index.html
printf '{\n' >"names/$(printf 'odd\nfake')"
mkdir "names/$(printf 'a\033b\nfake')"
indexed names
check "a name with control characters" has err "a?b?fake: "
control "makes a line" grep -q '^fake' err
finish
