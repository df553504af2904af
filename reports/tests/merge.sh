# Why this file exists: xpbd-report merge joins measured parts of a plan into the result of one run, and refuses parts
# that do not belong together. The golden case report/merged has made-up parts.
# usage: merge.sh XPBD_REPORT BENCH_MADE
. "$(dirname "$0")/common.sh"
bench=$2

# Ten episodes: the rows for other tools need ten samples, and a slow clock may make one sample of each episode.
plan="cloth -a size=11,21 -a iterations=5 -a constraint=stretching,stvk -a backend=seq --frames 4 --min-episodes 10 --max-episodes 10"
measure() { # measure NAME ARGUMENT...
  name=$1
  shift
  mkdir -p "$name"
  # shellcheck disable=SC2086
  "$bench" $plan --quiet --json "$name/results.json" "$@" >/dev/null 2>&1
}
measure whole
for i in 1 2 3; do measure part-$i --shard $i/3; done
# facts FILE: the parts of its points that do not depend on the machine.
facts() { tr -d '\n' <"$1" | grep -oE '"(name|status|checked|state_hash)": *("[^"]*"|null)' | grep -E 'cloth/|status|checked|state_hash' | grep -v '_\(mean\|median\|stddev\|cv\)"'; }
same() { [ -s "$1" ] && diff "$1" "$2" >out 2>&1; } # shows the differences

check "three parts" run merge part-1 part-2 part-3 --out all
check "it ends well" [ "$code" -eq 0 ]
check "the last line is the file" [ "$(tail -n 1 out)" = all/results.json ]
check "each part is named" [ "$(grep -c 'of 4 points, measured on' out)" -eq 3 ]
facts whole/results.json | sort | uniq -c >whole.facts
facts all/results.json | sort | uniq -c >all.facts
check "the points and rows of one run" same all.facts whole.facts
check "it is complete" has all/results.json '"complete": true'
check "every environment is kept" [ "$(grep -c '"file": "part-' all/results.json)" -eq 3 ]
run all/results.json --out page
check "it makes a page" [ -s page/index.html ]
number=$(sed -n 's/.*"median": \([0-9.e-]*\),.*/\1/p' part-1/results.json | head -n 1)
check "numbers keep their digits" has all/results.json "$number"
check "in another order" run merge part-3 part-1 part-2 --out again
facts again/results.json | sort | uniq -c >again.facts
check "the same" same again.facts whole.facts
check "into a file" run merge part-1/results.json part-2 part-3 --out one.json
check "it is there" has one.json '"merged"'

# A missing part stays missing, and can be added later.
run merge part-1 part-3 --out hole
check "a part is missing: exit code 2" [ "$code" -eq 2 ]
check "which point" has out "missing: cloth/"
facts hole/results.json | sort | uniq -c >hole.facts
control "it looks complete" same hole.facts whole.facts
check "filled later" run merge hole part-2 --out filled
facts filled/results.json | sort | uniq -c >filled.facts
check "it is the whole" same filled.facts whole.facts
check "what it came from is named" [ "$(grep -c '"file": "part-' filled/results.json)" -eq 3 ]

run merge part-1 part-1 part-2 part-3 --out twice
check "an overlap is said" has out "overlap: "
check "it is no mistake" [ "$code" -eq 0 ]

# A plan that is unknown or different.
sed 's/"hash": "[0-9a-f]*"/"hash": null/' part-2/results.json >planless.json
for order in "part-1 planless.json" "planless.json part-1"; do
  # shellcheck disable=SC2086 # two words
  check "no plan" fails 1 "planless.json: names no plan" merge $order --out x
done
sed 's/"hash": "[0-9a-f]*"/"hash": "00"/' part-2/results.json >frames.json
check "other frames" fails 1 "frames.json: has another plan than part-1/results.json: the frames of the same points differ" merge part-1 frames.json --out x
measure fewer -a size=11
check "fewer points" fails 1 "fewer/results.json: has another plan than part-1/results.json: it does not have cloth/size:21" merge part-1 fewer --out x

# Parts that do not belong together.
check "nothing" fails 1 "which runs" merge --out x
check "nowhere" fails 1 "where shall the result go" merge part-1
check "no such run" fails 1 "none: cannot be read" merge part-1 none --out x
measure larger -a size=11,21,31
check "another plan" fails 1 "has another plan than part-1/results.json: only it has cloth/size:31" merge part-1 larger --out x
measure half --shard 1/2
check "other parts" fails 1 "half/results.json: is one of 2 parts, but part-1/results.json one of 3" merge part-1 half --out x
mkdir begun
echo '{}' >begun/samples.jsonl
check "a run that has not ended" fails 1 "xpbd-bench --resume begun continues it" merge part-1 begun --out x
sed 's/xb\/1/xb\/9/' part-1/results.json >future.json
check "another schema" fails 1 "xb/9" merge part-1 future.json --out x
head -c 4000 part-2/results.json >cut.json
check "a part that was cut off" fails 1 "is not JSON" merge part-1 cut.json --out x
check "nothing is written" [ ! -e x ]
check "no temporary file" left .

# Measurements are never lost: a result replaces only a result of the same parts, not a part or another run.
sums=$(cat part-?/results.json | cksum)
check "into one of the parts" fails 1 "part-2/results.json: is one of the joined runs and would be lost" merge part-2 part-3 --out part-2
check "by its file" fails 1 "part-1/results.json: is one of the joined runs" merge part-1 part-2 --out part-1/results.json
check "by another name of it" sh -c "mkdir link && ln -s ../part-2/results.json link/results.json"
check "is seen" fails 1 "link/results.json: is one of the joined runs" merge part-2 part-3 --out link
check "into a part that is not joined" fails 1 "part-3/results.json: holds another run" merge part-1 part-2 --out part-3
check "into the result of more parts" fails 1 "all/results.json: holds another run" merge part-1 part-2 --out all
check "a report of the whole into a part's folder" fails 1 "part-1/results.json: holds another run" all/results.json --out part-1
check "all parts are as they were" [ "$(cat part-?/results.json | cksum)" = "$sums" ]
check "and nothing is beside them" [ "$(ls part-1 part-2 part-3 | grep -c -v -e results.json -e 'part-.:' -e '^$')" -eq 0 ]
check "joined again" run merge part-1 part-2 part-3 --out all
control "into the result of the same parts it is refused" [ "$code" -ne 0 ]
cp -r hole later
check "with the part that was missing" run merge part-1 part-2 part-3 --out later
check "works" [ "$code" -eq 0 ]

# In short.
check "in short" run brief all/results.json
check "four lines" [ "$(grep -cE '^(machine|fastest|at 60 FPS|claimed): ' out)" -eq 4 ]
check "with all rows; audit_full has sealed ones" has out "claimed:    4 of 4 rows"
run brief hole/results.json
check "what is missing is said" has out "the run is not complete"
check "no file" fails 1 "which results" brief
check "no results" fails 1 "is not JSON" brief cut.json
finish
