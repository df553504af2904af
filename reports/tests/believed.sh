# Why this file exists: which rows of a file are believed. A row that says "ok" and yet contradicts itself shows no number, and
# the page says why; one that was checked and not timed is no contradiction.
. "$(dirname "$0")/common.sh"

# made: results of rows given as status|checked|median|fps|checks|reason, each as in JSON.
made() {
  awk -F '|' '
    {
      rows = rows (NR > 1 ? "," : "") sprintf("{\"name\": \"row %d\", \"benchmark\": \"cloth\", \"sweeps\": [], \"axes\": {\"size\": %d}, ", NR, NR)
      rows = rows sprintf("\"status\": \"%s\", \"checked\": %s, \"checks\": [%s], \"reason\": %s, ", $1, $2, $5, $6)
      rows = rows ($3 == "none" ? "\"frame_s\": null, \"fps\": null}\n" : sprintf("\"frame_s\": {\"median\": %s}, \"fps\": {\"median\": %s}}\n", $3, $4))
    }
    END {
      print "{\"xb\": {\"schema\": \"xb/1\", \"complete\": true, \"stop\": \"finished\", \"plan\": {\"benchmarks\": []}, \"env\": {}, \"points\": ["
      print rows "]}}"
    }'
}
# section NAME: its table of the page "a", cells between bars, without marks; what stands on standard input is what it holds.
section() {
  sed -n "/<section id=$1>/,/<\/section>/p" a/index.html | sed 's/<\/t[dr]>/|/g; s/<[^>]*>//g; s/|*$//; /^$/d' >is
  cat >must
  [ -s must ] && diff must is >out
}
good='{"name": "state is finite", "pass": true}'
bad='{"name": "it <moved>", "pass": false}'
bits='{"name": "same bits", "value": "00ff", "limit": "00ff", "pass": true}'
unknown='{"name": "share", "value": null, "limit": 2, "pass": true}'
cat >rows <<END
ok|"plain"|0.01|100|$good, $bits, $unknown|null
ok|"plain"|0.01|100|$good, $bad|null
ok|"plain"|0.01|100|{"pass": false}|null
ok|"plain"|0.01|100|{"name": "nothing said"}|null
ok|null|0.01|100||null
ok|"plain"|0|100||null
ok|"plain"|0.01|0||null
ok|"plain"|null|100||null
ok|"plain"|-0.01|100||null
ok|"plain"|0.01|null||null
ok|"plain"|none|none|$good|null
ok|"plain"|none|none|$bad|null
ok|null|none|none||null
unchecked|null|0.02|50||"--validate off"
unchecked|null|0.02|50|$bad|null
inexact|"plain"|0.01|100|$good|"another device"
invalid|"plain"|0.01|100|$good|"it said so"
skipped|null|none|none||"not here"
error|null|none|none||"broke"
interrupted|null|none|none||"stopped"
END
made <rows >a.json
run a.json --out a
check "it is read" [ "$code" -eq 0 ]
check "each row has a state, and what is not believed a reason" section validity <<'END'
Validity
20 points: 2 ok, 1 unchecked, 1 inexact, 1 skipped, 13 invalid, 1 error, 1 interrupted. 2 rows show numbers; the others show their reason, and are in no figure.
statuspointsreasonwhich
invalid|4|the row says ok, but one of its checks did not pass|row 2 and 3 more
invalid|2|the row says ok, but not how it was checked|row 5 and 1 more
invalid|5|the row says ok, but its frame time is no time|row 6 and 4 more
invalid|1|the row says unchecked, but one of its checks did not pass|row 15
inexact|1|another device|row 16
invalid|1|it said so|row 17
skipped|1|not here|row 18
error|1|broke|row 19
interrupted|1|stopped|row 20
How the rows were checked
How rows were certified, in the same run that timed them. The column proof of the results has the numbers of frames behind an @; here rows of one kind are one line.
plainthe positions are, but for rounding, those of a plain second implementation in double that shares no loop with the solver.
proofrows
plain|2
What was checked, over all rows; one failed check and the row shows no number:
checkpassedfailedvalueslimitswhy (of the first row)
state is finite|5|0|–|–
same bits|1|0|bits|bits
share|1|0|–|2
it &lt;moved&gt;|0|3|–|–
|0|1|–|–
nothing said|0|1|–|–
END
cp must other
sed -n '/<section id=results>/,/<\/section>/p' a/index.html | sed 's/<\/t[dr]>/|/g; s/<[^>]*>//g' |
  awk -F '|' 'NF > 3 { print $1, $2, $3 }' >is
check "numbers stand with those alone that have a right to them" cmp is - <<'END'
100 1 ok
– 2 invalid
– 3 invalid
– 4 invalid
– 5 invalid
– 6 invalid
– 7 invalid
– 8 invalid
– 9 invalid
– 10 invalid
– 11 ok
– 12 invalid
– 13 invalid
50.0 14 unchecked
– 15 invalid
– 16 inexact
– 17 invalid
– 18 skipped
– 19 error
– 20 interrupted
END
check "what is unknown is no number" lacks a/index.html '>nan<'
sed 's/^ok|null|0.01/ok|"plain"|0.01/' rows | made >a.json
run a.json --out a
control "the same of other rows" section validity <other

# A row without one of the four, and a status that nobody knows, end the reading, with the place.
printf 'ok|"plain"|0.01|100|%s|null\nok|"plain"|0.01|100||null\n' "$good" >rows
made <rows >whole.json
for key in name benchmark status axes; do
  sed "3s/\"$key\": /\"no $key\": /" whole.json >a.json
  check "a row without $key" fails 1 "a.json: point 2 has no name, benchmark, status or axes" a.json --out none
done
sed '3s/"status": "ok"/"status": "good"/' whole.json >a.json
check "another status" fails 1 'good' a.json --out none
check "nothing was written" [ ! -e none ]
finish
