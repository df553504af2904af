# Why this file exists: records each letter that xpbd-report merge writes for made-up parts: the source of each row and
# point, the text for a missing part, and each field in which parts differ. (reports/tests/merge.sh tests real parts.)
. "$source/reports/tests/golden_words.sh"
digits='' # each counts

known() { printf '{"state": "known", "value": %s}' "$1"; }
# point NAME SHARD STATUS MORE, row NAME NUMBER
point() { printf '{"name": "%s", "benchmark": "b", "axes": {"size": %s}, "status": "%s", "reason": null, "checked": "plain", "shard": %s, %s}' "$1" "${1#b/}" "$3" "$2" "$4"; }
row() { printf '{"run_name": "%s", "real_time": %s}' "$1" "$2"; }
# piece FILE SHARD SECOND ROWS POINTS [SED-EDIT]: one of two parts of a plan of three points
piece() {
  printf '{"context": {"cpus": 2}, "benchmarks": [%s], "xb": {"schema": "xb/1", "complete": true, "stop": "finished", "started": "2000-01-01T00:00:0%sZ", "finished": "2000-01-01T00:01:0%sZ", "seconds": %s.5, "resumed": 1, "plan": {"hash": "aa"}, "warnings": ["on all", "of %s"], "shard": {"index": %s, "count": 2}, "tool": {"git": {"sha": %s}, "build": {"flags": %s}}, "env": {"cpu": {"model": %s}, "gpu": {"names": %s}, "os": {"host": %s}}, "points": [%s]}}\n' \
    "$4" "$3" "$3" "$3" "$1" "$2" "$(known '"abc"')" "$(known '"-O2"')" "$(known '"P"')" "$(known null)" "$(known '"h"')" "$5" | sed "${6:-}" >"$1"
}
elsewhere='"note": "of another part"'
first() { piece "$1" 1 "${2:-1}" "$(row b/1 0.1), $(row b/3 1e-7), $(row b/1 0.30000000000000004), {\"run_name\": 3}" "$(point b/1 1 ok '"frame_s": {"median": 0.1}, "fps": {"median": 10}, "state_hash": "1"'), $(point b/2 2 skipped "$elsewhere"), $(point b/3 1 skipped '"stop": "not here"')" "${3:-}"; }
second() { piece "$1" 2 "${2:-2}" "$(row b/2 5)" "$(point b/1 1 skipped "$elsewhere"), $(point b/2 2 "${4:-ok}" '"frame_s": {"median": 7e22}, "fps": {"median": 1.4285714285714286e-23}, "list": [], "none": {}, "stop": "target"'), $(point b/3 1 skipped "$elsewhere")" "${3:-}"; }
# The words of times are changed, because plain() hides what follows them.
timed() { sed 's/"started":/"begun":/g; s/"seconds":/"took":/g' "$1"; }
# merged WHAT FILE...: what is said, and the lines in which the whole is not that of a.json and b.json
merged() {
  what=$1
  shift
  rm -rf out.json
  part "$what: $*" xpbd-report merge "$@" --out out.json
  timed out.json >is
  diff whole is | grep -v '^<  *{"file"' >differs
  part "instead of the whole:" grep "^[<>]" differs
}

first a.json
second b.json
run xpbd-report merge a.json b.json --out all
timed all/results.json >whole
text whole

# Each of the four fields that affect numbers, with both texts. Other values than text are "?". A host affects none.
while IFS='|' read -r field value other; do
  second c.json 2 "s/\"$field\": {\"state\": \"known\", \"value\": $value}/\"$field\": {\"state\": \"known\", \"value\": $other}/"
  merged "another $field" a.json c.json
done <<'X'
none||
model|"P"|"Q"
names|null|"G"
sha|"abc"|"abd"
flags|"-O2"|"-O3"
host|"h"|"i"
X
second c.json 3 's/"model": {"state": "known", "value": "P"}/"model": {"state": "known", "value": "Q"}/'
merged "the first that differs is named, each warning once" a.json b.json c.json
# A mesh or formula file that changed between two parts is reported, but not one of another name.
named() { printf 's|"env": {|&"mesh": {"%s": {"state": "known", "value": "%s"}}, "formula": {"%s": {"state": "known", "value": "%s"}}, |' "$@"; }
first mesh.json 1 "$(named dir.1/body.obj aa mine 11)"
for files in "dir.1/body.obj bb mine 11" "dir.1/body.obj aa mine 12" "dir.1/body.obj aa mine 11" "dir.2/body.obj bb yours 12"; do
  # shellcheck disable=SC2086 # words
  second other.json 2 "$(named $files)"
  merged "$files" mesh.json other.json
done

# Points of a missing part name it. Adding the part later completes the result. A missing first part is still missing
# after a second merge.
merged "one part alone" a.json
mkdir hole rear && cp out.json hole/results.json
merged "filled later" hole b.json
merged "the first is missing" b.json
cp out.json rear/results.json
merged "and again" rear
# Half a second counts. A file name ends in .json, but a folder may be named so, too. A number has the shortest text that
# reads back. The first start and the last end count, in any order. A machine may have no name.
first half.json 0
merged "half a second" half.json b.json
run xpbd-report merge a.json b.json --out z.json
run xpbd-report merge a.json b.json --out .json
part "files:" ls -d z.json .json/results.json
sed 's/"real_time": 0.1}/"real_time": 9.95}/' a.json >digits.json
merged "the shortest number" digits.json b.json
merged "in another order" b.json a.json
second nowhere.json 2 's/"host": {"state": "known"/"host": {"state": "unknown"/'
merged "a machine that has no name" a.json nowhere.json
# A run that was cut short says why in the whole, unless nothing is missing. A part ended by its budget is incomplete.
first ended.json 1 's/"stop": "finished"/"stop": "total-budget"/'
merged "cut short" ended.json
merged "nothing is missing" ended.json b.json
first d.json 1 's/"stop": "not here"/"stop": "total-budget"/; s/"complete": true, "stop": "finished"/"complete": false, "stop": "total-budget"/'
merged "a budget" d.json b.json
# At most three missing points are named.
for index in 3 4 5 6; do
  first many.json 1 "s|{\"name\": \"b/3\"|$(for k in $(seq 4 "$index"); do point "b/$k" 2 skipped "$elsewhere"; printf ', '; done)&|"
  part "up to $index:" xpbd-report merge many.json --out many
done

# A point that failed in any part is not trusted, whatever the order of parts. An interrupted point yields to a complete
# one. A checked and timed row takes precedence over an unchecked or failed one. Only hashes after equal numbers of frames
# are compared. An unchecked row is no disagreement, but a failed one is.
untimed='s/"frame_s": {"median": 7e22}, "fps": {"median": 1.4285714285714286e-23}/"frame_s": null, "fps": null'
second bad.json 3 '' invalid
second cut.json 3 '' interrupted
second unchecked.json 3 '' unchecked
second inexact.json 3 '' inexact
second broken.json 3 "$untimed/" error
second timed.json 4 's/"list": \[\]/"state_hash": "1", "state_frames": 5, &/'
second untimed.json 3 "$untimed, \"state_hash\": \"2\", \"state_frames\": 9/"
second differs.json 3 "$untimed, \"state_hash\": \"2\", \"state_frames\": 5/"
for two in "b bad" "b cut" "b unchecked" "b inexact" "b broken" "timed untimed" "timed differs" "unchecked untimed" "unchecked bad"; do
  merged "rivals" a.json "${two% *}.json" "${two#* }.json"
  merged "the other way round" a.json "${two#* }.json" "${two% *}.json"
done
merged "alone" a.json cut.json
merged "a point of three files is one" a.json b.json unchecked.json inexact.json
