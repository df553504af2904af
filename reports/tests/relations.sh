# Why this file exists: the numbers of a row follow from each other. Results in which they do not are refused by every
# command that reads them, in one line with file, row, field and both numbers. All recorded runs are read.
. "$(dirname "$0")/common.sh"

recorded=$here/../machines
for run in "$recorded"/*/results.json "$recorded"/*/?-*.json; do
  check "a recorded run is read: ${run#"$recorded"/}" quiet "$report" brief "$run"
done
cp "$recorded/epyc-zen4-2-cores-20261130/results.json" good.json

# edit EXPRESSION: bad.json is good.json, edited by Perl.
edit() { perl -0pe "$1" good.json >bad.json && ! cmp -s good.json bad.json; }
# refused WHAT EXPRESSION TEXT: the edited file is refused, with its row and both numbers.
refused() {
  check "$1: an edit" edit "$2"
  check "$1" fails 1 "$3" brief bad.json
  check "$1: the file and the row" grep -q -e "^xpbd-report[a-z ]*: bad.json: ${4:-row 7, answers/workload:cloth_41/}" err
}
# time_of NAME FACTOR: the first number of that name in the first row with times, multiplied.
time_of() { echo 's/("frame_s": \{[^}]*"'"$1"'": )([\d.e-]+)/$1 . $2 * '"$2"'/e'; }
rate_of() { echo 's/("fps": \{[^}]*"'"$1"'": )([\d.e-]+)/$1 . $2 * '"$2"'/e'; }
counter() { echo 's/("'"$1"'": \{"value": )([\d.e-]+)/$1 . $2 * '"$2"'/e'; }
# row NAME VALUE: a number of the first row with times.
row() { echo 's/(\n        "status": "ok",.*?"'"$1"'": )-?[\d.e-]+/${1}'"$2"'/s'; }

refused "a median above the longest frame" "$(time_of median 1000)" "is below frame_s.median"
refused "a median below the shortest" "$(time_of median 0.001)" "frame_s.median"
refused "a median outside its interval" "$(time_of lo95 1.9)" "is below frame_s.lo95"
refused "an interval that ends before it" "$(time_of hi95 0.5)" "frame_s.hi95"
refused "a 5th percentile above the 95th" "$(time_of p05 9)" "is below frame_s.p05"
refused "a 99th above the longest" "$(time_of p99 100)" "is below frame_s.p99"
refused "a mean above the longest" "$(time_of mean 100)" "is below frame_s.mean"
refused "a spread of more than there is" "$(time_of stddev 10000)" "frame_s.stddev"
refused "another half width" "$(time_of rel_err 2)" "frame_s.rel_err is"
refused "a negative time" "$(time_of min -1)" "frame_s.min is -"
refused "a time of 0" "$(time_of min 0)" "frame_s.min is 0, and must be above 0"
refused "a negative spread" "$(time_of stddev -1)" "frame_s.stddev is -"
refused "another rate" "$(rate_of median 1.001)" "fps.median is"
refused "another end of the rate" "$(rate_of lo95 1.001)" "fps.lo95 is"
refused "another slowest hundredth" "$(rate_of low1 1.001)" "fps.low1 is"
refused "another time of a projection" "$(counter ns_per_projection 0.5)" "counters.ns_per_projection.value is"
refused "another rate of projections" "$(counter projections_per_second 2)" "counters.projections_per_second.value is"
refused "another share of real time" "$(counter real_time_factor 2)" "counters.real_time_factor.value is"
refused "fewer samples" "$(row samples 3)" "have 3 samples"
refused "fewer episodes" "$(row episodes 3)" "3 episodes of"
refused "no episode" "$(row episodes 0)" "episodes is 0, and it has a time"
refused "a state of other frames" "$(row state_frames 3)" "state_frames is 3, and an episode has"
refused "a negative processor time" "$(row cpu_s -1)" "cpu_s is -1, and cannot be below 0"
refused "a negative size" "$(row host -1)" "memory.host is -1"
refused "less work" "$(row projections_per_frame 7)" "counters.ns_per_projection.value is"
refused "fewer frames done" 's/("name": "frames done", "value": )\d+/${1}3/' "the check 'frames done' has 3 of"
refused "less work done" 's/("name": "projections done", "value": )\d+/${1}3/' "the check 'projections done' has 3 of"
refused "a limit that was exceeded" 's/("status": "ok".*?"value": )[\d.e-]+(, "limit": )[\d.e-]+/${1}3${2}2/s' "is said to pass, with 3 and the limit 2"
refused "another reference" 's/("name": "state equals the reference", "value": ")[0-9a-f]/${1}x/' "is said to pass, with x"
refused "another state" 's/("state_hash": ")[0-9a-f]{16}/${1}0000000000000000/' "state_hash is 0000000000000000"
refused "a state of two backends" 's/"name": "state agrees with the other points".*?\}, //sg; s/("state_hash": ")[0-9a-f]{16}/${1}0000000000000000/' "state_hash is"
refused "another size of the plan" 's/(    "points": )\d+/${1}3/' "plan.points is 3" "the run: "
refused "an end before the start" 's/("finished": ")\d+/${1}1999/' "finished is 1999-" "the run: "
refused "no date" 's/("started": "\d+-)\d+/${1}13/' "and that is no date" "the run: "
refused "a negative duration" 's/(\n    "seconds": )/${1}-/' "seconds is -" "the run: "
refused "a shorter run than its frames" 's/(\n    "seconds": )[\d.]+/${1}0.5/' "its frames take" "the run: "
refused "a longer run than from start to end" 's/(\n    "seconds": )[\d.]+/${1}5000/' "lie between its start and its end" "the run: "
refused "a name twice" 's/(\n        "name": ")answers\/backend:opencl"/${1}answers\/backend:cuda"/' "row 1 has the same name" "row 2, "

# A key twice: readers would disagree about which one counts.
check "a key twice: an edit" edit 's/("frame_s": \{\s*"median": [\d.e-]+)/$1, "median": 1/'
check "a key twice" fails 1 'bad.json:' brief bad.json
check "is named" grep -q 'duplicate object key' err
# Each command that reads results refuses them.
edit "$(rate_of median 2)"
fps="fps.median is"
check "a page" fails 1 "$fps" bad.json --out page
check "which is not made" [ ! -e page/index.html ]
check "a comparison" fails 1 "$fps" compare good.json bad.json
check "a joined run" fails 1 "$fps" merge good.json bad.json --out joined
mkdir -p runs/bad && cp bad.json runs/bad/results.json
run index runs --out site
check "a page of many machines" grep -q "bad: .*$fps" err
# What is not known contradicts nothing, and a digit behind the ninth is rounding.
check "no rate" edit 's/("fps": \{[^}]*"low1": )[\d.e-]+/${1}null/'
check "is read" quiet "$report" brief bad.json
check "a rounded rate" edit "$(rate_of median 1.000000001)"
check "is read, too" quiet "$report" brief bad.json
control "a rate that is no rounding" sh -c "perl -0pe '$(rate_of median 1.0000001)' good.json >bad.json; '$report' brief bad.json >out 2>err"
finish
