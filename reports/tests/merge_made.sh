# Why this file exists: tests each letter that xpbd-report merge writes for made-up parts: the source of each row and
# point, the text for a missing part, and each field in which parts differ. merge.sh tests real parts.
. "$(dirname "$0")/common.sh"

known() { printf '{"state": "known", "value": %s}' "$1"; }
# point NAME SHARD STATUS MORE, row NAME NUMBER
point() { printf '{"name": "%s", "benchmark": "b", "axes": {"size": %s}, "status": "%s", "reason": null, "checked": "plain", "shard": %s, %s}' "$1" "${1#b/}" "$3" "$2" "$4"; }
row() { printf '{"run_name": "%s", "real_time": %s}' "$1" "$2"; }
# part FILE SHARD SECOND ROWS POINTS [SED-EDIT]: one of two parts of a plan of three points
part() {
  printf '{"context": {"cpus": 2}, "benchmarks": [%s], "xb": {"schema": "xb/1", "complete": true, "stop": "finished", "started": "2000-01-01T00:00:0%sZ", "finished": "2000-01-01T00:01:0%sZ", "seconds": %s.5, "resumed": 1, "plan": {"hash": "aa"}, "warnings": ["on all", "of %s"], "shard": {"index": %s, "count": 2}, "tool": {"git": {"sha": %s}, "build": {"flags": %s}}, "env": {"cpu": {"model": %s}, "gpu": {"names": %s}, "os": {"host": %s}}, "points": [%s]}}\n' \
    "$4" "$3" "$3" "$3" "$1" "$2" "$(known '"abc"')" "$(known '"-O2"')" "$(known '"P"')" "$(known null)" "$(known '"h"')" "$5" | sed "${6:-}" >"$1"
}
elsewhere='"note": "of another part"'
first() { part "$1" 1 "${2:-1}" "$(row b/1 0.1), $(row b/3 1e-7), $(row b/1 0.30000000000000004), {\"run_name\": 3}" "$(point b/1 1 ok '"frame_s": {"median": 0.1}, "fps": {"median": 10}, "state_hash": "1"'), $(point b/2 2 skipped "$elsewhere"), $(point b/3 1 skipped '"stop": "not here"')" "${3:-}"; }
second() { part "$1" 2 "${2:-2}" "$(row b/2 5)" "$(point b/1 1 skipped "$elsewhere"), $(point b/2 2 "${4:-ok}" '"frame_s": {"median": 7e22}, "fps": {"median": 1.4285714285714286e-23}, "list": [], "none": {}, "stop": "target"'), $(point b/3 1 skipped "$elsewhere")" "${3:-}"; }
first a.json
second b.json
run merge a.json b.json --out all
check "two parts are a whole" [ "$code" -eq 0 ]
check "what is said" diff out - >said <<'END'
a.json: 2 of 3 points, measured on h
b.json: 1 of 3 points, measured on h
all/results.json
END
cat >must <<'END'
{
  "context": {
    "cpus": 2
  },
  "benchmarks": [
    {
      "run_name": "b/1",
      "real_time": 0.1
    },
    {
      "run_name": "b/1",
      "real_time": 0.30000000000000004
    },
    {
      "run_name": "b/2",
      "real_time": 5
    },
    {
      "run_name": "b/3",
      "real_time": 1e-07
    }
  ],
  "xb": {
    "schema": "xb/1",
    "complete": true,
    "stop": "finished",
    "started": "2000-01-01T00:00:01Z",
    "finished": "2000-01-01T00:01:02Z",
    "seconds": 4,
    "resumed": 2,
    "plan": {
      "hash": "aa"
    },
    "warnings": [
      "on all",
      "of a.json",
      "of b.json"
    ],
    "shard": null,
    "tool": {
      "git": {"sha": {"state": "known", "value": "abc"}},
      "build": {"flags": {"state": "known", "value": "-O2"}}
    },
    "env": {
      "cpu": {"model": {"state": "known", "value": "P"}},
      "gpu": {"names": {"state": "known", "value": null}},
      "os": {"host": {"state": "known", "value": "h"}}
    },
    "points": [
      {"name": "b/1", "benchmark": "b", "axes": {"size": 1}, "status": "ok", "reason": null, "checked": "plain", "shard": null, "frame_s": {"median": 0.1}, "fps": {"median": 10}, "state_hash": "1"},
      {"name": "b/2", "benchmark": "b", "axes": {"size": 2}, "status": "ok", "reason": null, "checked": "plain", "shard": null, "frame_s": {"median": 7e+22}, "fps": {"median": 1.4285714285714286e-23}, "list": [], "none": {}, "stop": "target"},
      {"name": "b/3", "benchmark": "b", "axes": {"size": 3}, "status": "skipped", "reason": null, "checked": "plain", "shard": null, "stop": "not here"}
    ],
    "merged": [
      {"file": "a.json", "points": 2, "shard": {"index": 1, "count": 2}, "complete": true, "stop": "finished", "started": "2000-01-01T00:00:01Z", "finished": "2000-01-01T00:01:01Z", "seconds": 1.5, "resumed": 1, "warnings": ["on all", "of a.json"], "tool": {"git": {"sha": {"state": "known", "value": "abc"}}, "build": {"flags": {"state": "known", "value": "-O2"}}}, "env": {"cpu": {"model": {"state": "known", "value": "P"}}, "gpu": {"names": {"state": "known", "value": null}}, "os": {"host": {"state": "known", "value": "h"}}}},
      {"file": "b.json", "points": 1, "shard": {"index": 2, "count": 2}, "complete": true, "stop": "finished", "started": "2000-01-01T00:00:02Z", "finished": "2000-01-01T00:01:02Z", "seconds": 2.5, "resumed": 1, "warnings": ["on all", "of b.json"], "tool": {"git": {"sha": {"state": "known", "value": "abc"}}, "build": {"flags": {"state": "known", "value": "-O2"}}}, "env": {"cpu": {"model": {"state": "known", "value": "P"}}, "gpu": {"names": {"state": "known", "value": null}}, "os": {"host": {"state": "known", "value": "h"}}}}
    ]
  }
}
END
same() { diff must "$1" >out; }
check "the whole, letter for letter" same all/results.json
sed 's/"real_time": 5/"real_time": 5.0/' all/results.json >other
control "another number" same other

# Differences between parts: each of the four fields that affect numbers, with both texts. Other values than text are
# "?".
warned() { # EDIT OF B: print the warnings
  second c.json 2 "$1"
  rm -f warned.json
  run merge a.json c.json --out warned.json
  sed -n '/^    "warnings"/,/^    \]/p' warned.json | sed '1d; $d; s/^ *//; s/,$//' | grep -v '^"o[nf] '
}
check "equal parts" [ -z "$(warned '')" ]
while IFS='|' read -r field value other words; do
  check "$words" [ "$(warned "s/\"$field\": {\"state\": \"known\", \"value\": $value}/\"$field\": {\"state\": \"known\", \"value\": $other}/")" = "\"the parts were measured $words: $(echo "$value" | sed 's/null/"?"/; s/"/\\"/g') in a.json, $(echo "$other" | sed 's/"/\\"/g') in c.json\"" ]
done <<'X'
model|"P"|"Q"|on different processors
names|null|"G"|with different GPUs
sha|"abc"|"abd"|by different builds
flags|"-O2"|"-O3"|by builds with different flags
X
control "of a name that is the same" [ -n "$(warned 's/"host": {"state": "known", "value": "h"}/"host": {"state": "known", "value": "i"}/')" ]
rm warned.json
second c.json 3 's/"model": {"state": "known", "value": "P"}/"model": {"state": "known", "value": "Q"}/'
run merge a.json b.json c.json --out warned.json
check "the first that differs is named" has warned.json '"the parts were measured on different processors: \"P\" in a.json, \"Q\" in c.json",'
check "each warning once" [ "$(grep -c '^      "on all",\{0,1\}$' warned.json)" -eq 1 ]
check "what two have measured" [ "$(head -n 4 out | tail -n 1)" = "overlap: 1 point was measured more than once; the best row counts" ]

# A mesh or formula file that changed between two parts is reported.
named() { # MESH HASH FORMULA HASH: an edit of a part that names them
  printf 's|"env": {|&"mesh": {"%s": {"state": "known", "value": "%s"}}, "formula": {"%s": {"state": "known", "value": "%s"}}, |' "$@"
}
first mesh.json 1 "$(named dir.1/body.obj aa mine 11)"
changed() { # MESH HASH FORMULA HASH: print what the program and the results say when the other part has these
  second other.json 2 "$(named "$@")"
  rm -f changed.json
  run merge mesh.json other.json --out changed.json
  grep '^\*' out
  sed -n '/^    "warnings"/,/^    \]/p' changed.json | grep 'with a different'
}
check "another mesh" [ "$(changed dir.1/body.obj bb mine 11)" = '***WARNING*** the parts were measured with a different mesh dir.1/body.obj: "aa" in mesh.json, "bb" in other.json
      "the parts were measured with a different mesh dir.1/body.obj: \"aa\" in mesh.json, \"bb\" in other.json",' ]
check "another formula" [ "$(changed dir.1/body.obj aa mine 12 | head -n 1)" = '***WARNING*** the parts were measured with a different formula mine: "11" in mesh.json, "12" in other.json' ]
check "the same" [ -z "$(changed dir.1/body.obj aa mine 11)" ]
control "of another name" [ -n "$(changed dir.2/body.obj bb yours 12)" ]

# Points of a missing part name it. Adding the part later completes the result. A part ended by its budget is
# incomplete.
run merge a.json --out hole
check "one part alone" [ "$code" -eq 2 ]
check "and what of it" diff out - >said <<'END'
a.json: 2 of 3 points, measured on h
missing: b/2
hole/results.json
END
line() { sed -n 's|^    "'"$2"'": \(.*\),$|\1|p; s|^      \({"name": "'"$2"'".*}\),\{0,1\}$|\1|p' "$1"; }
check "its point says why" [ "$(line hole/results.json b/2)" = '{"name": "b/2", "benchmark": "b", "axes": {"size": 2}, "status": "skipped", "reason": "not measured: shard 2/2 is missing", "checked": "plain", "shard": 2, "note": "of another part"}' ]
check "the run, too" [ "$(line hole/results.json complete) $(line hole/results.json stop)" = 'false "missing-shards"' ]
run merge hole b.json --out filled
check "filled later" [ "$code $(line filled/results.json complete) $(line filled/results.json b/2)" = "0 true $(line all/results.json b/2)" ]
check "with all its parts by name" [ "$(sed -n 's/^      {"file": "\([^"]*\)".*/\1/p' filled/results.json | tr '\n' ' ')" = "a.json b.json " ]
# A missing first part is still missing after a second merge. Half a second counts. A file name ends in .json, but a
# folder may be named so, too. A number has the shortest text that reads back.
run merge b.json --out rear
run merge rear --out again
check "the first is missing" [ "$code $(grep '^missing' out | tr '\n' ';')" = "2 missing: b/1;missing: b/3;" ]
first half.json 0
run merge half.json b.json --out half
check "half a second" [ "$(line half/results.json seconds)" = 3 ]
run merge a.json b.json --out z.json
check "a file" [ -f z.json ]
run merge a.json b.json --out .json
check "a folder" [ -s .json/results.json ]
sed 's/"real_time": 0.1}/"real_time": 9.95}/' a.json >digits.json
run merge digits.json b.json --out digits
check "the shortest number" grep -q '"real_time": 9\.95$' digits/results.json
control "one that is longer" grep -q '"real_time": 9\.9499' digits/results.json
run merge b.json a.json --out back
check "from the first start to the last end, in any order" [ "$(line back/results.json started) $(line back/results.json finished)" = '"2000-01-01T00:00:01Z" "2000-01-01T00:01:02Z"' ]
second nowhere.json 2 's/"host": {"state": "known"/"host": {"state": "unknown"/'
run merge a.json nowhere.json --out nowhere
check "a machine that has no name" has out "nowhere.json: 1 of 3 points, measured on an unknown machine"
first ended.json 1 's/"stop": "finished"/"stop": "total-budget"/'
run merge ended.json --out why
check "a run that was cut short says why in the whole" [ "$(line why/results.json stop)" = '"total-budget"' ]
run merge ended.json b.json --out why
check "unless nothing is missing" [ "$(line why/results.json stop)" = '"finished"' ]
first d.json 1 's/"stop": "not here"/"stop": "total-budget"/; s/"complete": true, "stop": "finished"/"complete": false, "stop": "total-budget"/'
run merge d.json b.json --out budget
check "a budget leaves it incomplete" [ "$code $(line budget/results.json complete) $(line budget/results.json stop)" = '2 false "total-budget"' ]
check "and no point is missing" lacks out missing
for index in 3 4 5 6; do
  first many.json 1 "s|{\"name\": \"b/3\"|$(for k in $(seq 4 "$index"); do point "b/$k" 2 skipped "$elsewhere"; printf ', '; done)&|"
  run merge many.json --out many
  grep '^missing' out | tr '\n' ';'
done >said
check "at most three are named" [ "$(cat said)" = "missing: b/2;missing: b/2;missing: b/4;missing: b/2;missing: b/4;missing: b/5;missing: b/2;missing: b/4;missing: b/5;missing: 1 more;" ]

# A point that failed in any part is not trusted, whatever the order of parts. An
# interrupted point yields to a complete one.
second bad.json 3 '' invalid
for order in "a.json b.json bad.json" "a.json bad.json b.json"; do
  # shellcheck disable=SC2086 # words
  rm -f worse.json
  run merge $order --out worse.json
  line worse.json b/2 | grep -o '"status": "[a-z]*"'
  grep '^\*' out
done >said
check "a failure" [ "$(tr '\n' ';' <said)" = '"status": "invalid";***WARNING*** 1 of these ended in different states or statuses;"status": "invalid";***WARNING*** 1 of these ended in different states or statuses;' ]
# A checked and timed row takes precedence over an unchecked or failed one, in any order of parts. Only hashes after
# equal numbers of frames are compared. An unchecked row is no disagreement, but a failed one is.
taken() { # FILE FILE: print the row taken for b/2 in both orders, and the number of warnings
  for order in "$1 $2" "$2 $1"; do
    rm -f taken.json
    # shellcheck disable=SC2086 # words
    run merge a.json $order --out taken.json
    echo "$(line taken.json b/2 | grep -o '"status": "[a-z]*"\|"frame_s": [^,]*' | tr '\n' ' ')$(grep -c '^\*' out)"
  done | tr '\n' ';'
}
untimed='s/"frame_s": {"median": 7e22}, "fps": {"median": 1.4285714285714286e-23}/"frame_s": null, "fps": null'
good='"status": "ok" "frame_s": {"median": 7e+22}'
second unchecked.json 3 '' unchecked
second inexact.json 3 '' inexact
second broken.json 3 "$untimed/" error
second timed.json 4 's/"list": \[\]/"state_hash": "1", "state_frames": 5, &/'
second untimed.json 3 "$untimed, \"state_hash\": \"2\", \"state_frames\": 9/"
second differs.json 3 "$untimed, \"state_hash\": \"2\", \"state_frames\": 5/"
check "one that nobody checked" [ "$(taken b.json unchecked.json)" = "$good 0;$good 0;" ]
check "one of an inexact device" [ "$(taken b.json inexact.json)" = "$good 0;$good 0;" ]
check "one that broke" [ "$(taken b.json broken.json)" = "$good 1;$good 1;" ]
check "one without numbers" [ "$(taken timed.json untimed.json)" = "$good 0;$good 0;" ]
check "one in another state after as many frames" [ "$(taken timed.json differs.json)" = "$good 1;$good 1;" ]
bare='"status": "unchecked" "frame_s": {"median": 7e+22} 0;'
check "numbers before none" [ "$(taken unchecked.json untimed.json)" = "$bare$bare" ]
failed='"status": "invalid" "frame_s": {"median": 7e+22} 1;'
check "a failed check before all" [ "$(taken unchecked.json bad.json)" = "$failed$failed" ]
rm taken.json
run merge a.json b.json unchecked.json inexact.json --out taken.json
check "a point of three files is one" has out "overlap: 1 point was "
second cut.json 3 '' interrupted
for order in "a.json cut.json b.json" "a.json b.json cut.json" "a.json cut.json"; do
  # shellcheck disable=SC2086 # words
  rm -f cut-out.json
  run merge $order --out cut-out.json
  echo "$code $(line cut-out.json b/2 | grep -o '"status": "[a-z]*"') $(grep -c '^overlap' out)"
done >said
check "what was cut short" [ "$(tr '\n' ';' <said)" = '0 "status": "ok" 0;0 "status": "ok" 0;2 "status": "interrupted" 0;' ]
finish
