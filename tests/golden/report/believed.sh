# Why this file exists: records which rows of a file are believed. A row that says "ok" but contradicts itself shows no
# number, and the page says why. A row that was checked and not timed is no contradiction.
. "$source/reports/tests/golden_words.sh"

# made: results for rows given as status|checked|median|fps|checks|reason, each as in JSON.
made() {
  awk -F '|' '{
    time = $3 == "none" ? "\"frame_s\": null, \"fps\": null" : sprintf("\"frame_s\": {\"median\": %s}, \"fps\": {\"median\": %s}", $3, $4)
    printf "cloth|\"size\": %d|%s|-|-|-|1|7|\"checked\": %s, \"checks\": [%s], \"reason\": %s, %s\n", NR, $1, $2, $5, $6, time
  }' | sh "$source/reports/tests/rows_fixture.sh"
}
# section NAME: its table of the page, with cells between bars, without markup.
section() { sed -n "/<section id=$1>/,/<\/section>/p" page/index.html | sed 's/<\/t[dr]>/|/g; s/<[^>]*>//g; s/|*$//; /^$/d'; }
good='{"name": "state is finite", "pass": true}'
bad='{"name": "it <moved>", "pass": false}'
bits='{"name": "same bits", "value": "00ff", "limit": "00ff", "pass": true}'
unknown='{"name": "share", "value": null, "limit": 2, "pass": true}'
made >run.json <<END
ok|"plain"|0.01|100|$good, $bits, $unknown|null
ok|"plain"|0.01|100|$good, $bad|null
ok|"plain"|0.01|100|{"pass": false}|null
ok|"plain"|0.01|100|{"name": "nothing said"}|null
ok|null|0.01|100||null
ok|"plain"|null|100||null
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
page "rows that contradict themselves"
part "each row has a state, and what is not believed a reason:" section validity
part "numbers stand with those alone that have a right to them:" section results

# A row without one of the four, and an unknown status, end the reading, with the place.
printf 'ok|"plain"|0.01|100|%s|null\nok|"plain"|0.01|100||null\n' "$good" | made >whole.json
for key in name benchmark status axes; do
  sed "3s/\"$key\": /\"no $key\": /" whole.json >a.json
  part "a row without $key:" xpbd-report a.json --out none
done
sed '3s/"status": "ok"/"status": "good"/' whole.json >a.json
part "another status:" xpbd-report a.json --out none
# So do numbers that cannot be true.
for pair in '0|100' '0.01|0' '-0.01|100' '0.01|101' '"0.01"|100'; do
  echo "ok|\"plain\"|$pair||null" | made >a.json
  part "a time and a rate of $pair:" xpbd-report a.json --out none
done
[ ! -e none ] || echo "it was written"
