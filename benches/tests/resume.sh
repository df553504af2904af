#!/bin/sh
# Why this file exists: a killed sweep that is resumed ends as it would have without the kill. A sweep split into shards
# has every point once.
# usage: resume.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1

. "$source/benches/tests/journals.sh"
episodes() { grep -o '"point": "[^"]*", "episode": [0-9]*' "$1" | sort; }

mkdir whole
check "a whole run" run --json whole/results.json --tsv whole/results.tsv --journal whole/samples.jsonl
lines=$(wc -l <whole/samples.jsonl)
facts whole/results.tsv >whole.facts
results whole/results.json >whole.results
check "its journal has a line for every episode and point" [ "$lines" -eq $((1 + 4 * 3 + 4)) ]

# Finished results come back to the last digit.
cp -r whole again
rm again/results.*
check "a finished run goes on" resume again --quiet=false
check "and says that nothing is left" grep -q '4 of 4 points were finished' err
results again/results.json >again.results
check "the same rows and points, digit for digit" same again.results whole.results
check "the same table" same again/results.tsv whole/results.tsv
sed 's/"cpu_s": [0-9.e-]*/"cpu_s": 1/; s/"samples_s": \[[0-9]/"samples_s": [9/' whole/samples.jsonl | resum >again/samples.jsonl
resume again
results again/results.json >again.results
control "a journal with other times" same again.results whole.results

# Files named now replace the run's files. The journal stays the same.
rm -f again/results.* && cp whole/samples.jsonl again
check "a file of its own" resume again --json asked.json
results asked.json >again.results
check "has the rows" same again.results whole.results
check "the table is where it was" same again/results.tsv whole/results.tsv
check "and the results are not" [ ! -e again/results.json ]
check "another table" resume again --tsv=asked.tsv
check "has the rows, too" same asked.tsv whole/results.tsv
check "another journal is refused" [ "$(resume again --journal other.jsonl; echo "$? $(wc -l <err) $(grep -c '^xpbd-bench: --journal other.jsonl: a resumed run continues' err)")" = "1 1 1" ]
control "and made" [ -e other.jsonl ]
# Names after "--": options of the resuming command line must still work.
check "names behind a --" quiet "$bench" -a size=11 -a constraint=stretching -a iterations=5 -a backend=seq --benchmark_dry_run \
  --journal behind.jsonl -- cloth
check "go on" resume behind.jsonl --tsv behind.tsv
check "and have their row" grep -q 'cloth/size:11' behind.tsv

# The journal may end anywhere: nothing is measured twice, nothing is missing.
goes_on() { # goes_on LINES [BYTES]: with that many lines, and bytes of the next
  rm -rf cut
  mkdir cut
  head -n "$1" whole/samples.jsonl >cut/samples.jsonl
  [ $# -lt 2 ] || sed -n "$(($1 + 1))p" whole/samples.jsonl | head -c "$2" >>cut/samples.jsonl
  resume cut || return 1
  facts cut/results.tsv >cut.facts
  episodes cut/samples.jsonl >cut.episodes
  same cut.facts whole.facts && [ "$(uniq cut.episodes | wc -l)" -eq 12 ] && [ "$(wc -l <cut.episodes)" -eq 12 ]
}
for at in 1 4 $((lines - 1)); do check "cut off behind line $at" goes_on "$at"; done
check "cut off in the middle of a line" goes_on 6 40
check "it says so" grep -q 'samples.jsonl:7: the last line was cut off' err
check "cut off before the end of a line" goes_on 3 "$(($(sed -n 4p whole/samples.jsonl | wc -c) - 1))"
rm -rf cut
mkdir cut
head -n "$((lines - 1))" whole/samples.jsonl >cut/samples.jsonl
check "a run that has a point left" resume cut --quiet=false
check "counts on with that one" grep -q -F '[  4/4] cloth/' err
control "from the first" grep -q -F '[  1/4]' err
grep -v '"episode": 2' whole/samples.jsonl >cut/samples.jsonl
control "an episode is missing" resume cut
check "which is said" grep -q 'is damaged (the journal lacks some of its episodes' err
grep -v '"episode": 0' whole/samples.jsonl >cut/samples.jsonl
control "the first one is" resume cut
check "which is said, too" grep -q 'is damaged (an episode is missing before it)' err
# Invalid lines. Each is the first line of its kind, in an otherwise complete journal.
damaged() { # TEXT LINE SED-EDIT: refused with TEXT and the line number, and the journal is unchanged
  sed "$2$3" whole/samples.jsonl | resum >cut/samples.jsonl
  cmp -s whole/samples.jsonl cut/samples.jsonl && return 1
  sum=$(cksum <cut/samples.jsonl)
  resume cut
  [ $code -eq 1 ] && grep -q -F -e "samples.jsonl:$2: is damaged ($1); delete this line and all after it" err &&
    [ "$(cksum <cut/samples.jsonl)" = "$sum" ]
}
first=$(grep -n '"samples_s"' whole/samples.jsonl | head -n 1 | cut -d : -f 1)
end=$(grep -n '"ended"' whole/samples.jsonl | head -n 1 | cut -d : -f 1)
check "a line of an episode, and one of an end behind it" [ "$first" -lt "$end" ]
second=$(grep -n '"episode": 1,' whole/samples.jsonl | head -n 1 | cut -d : -f 1)
# For each kind of line: the key, the message, and invalid values.
while IFS='|' read -r line key words values; do
  case $line in first) at=$first ;; second) at=$second ;; end) at=$end ;; esac
  for value in $values; do
    check "$line line: $key $value" damaged "$words" "$at" "s/\"$key\": *\(\"[^\"]*\"\|\[[^]]*\]\|[^,}]*\)/\"$key\": $value/"
  done
done <<'X'
first|frames_per_sample|it has no frames per sample|0 -1 null 1000000
first|episode|an episode is missing before it|1
second|episode|an episode is missing before it|0
first|point|its point is not in the plan|"clot"
end|name|its point is not in the plan|"clot"
first|spent_s|it has no duration|-1 null
first|timed_s|it has no duration|0 -1 null
first|state_hash|it has no hash of its state|"0123" "0123456789abcdeg" "0123456789abcdef0"
first|samples_s|samples are missing|[]
end|status|its status does not belong to a finished point|"great" "running"
end|episodes|the journal lacks some of its episodes|4 3000000000
end|frames_per_sample|its number of samples does not match its episodes|2
X
for sample in 0 -1 null '"1"'; do
  check "the sample $sample" damaged "a sample is not a time, or there are too many" "$first" "s/\"samples_s\": \[[0-9.e-]*/\"samples_s\": [$sample/"
done
check "a sample too many" damaged "a sample is not a time, or there are too many" "$first" 's/"samples_s": \[/&1, /'
check "no journal's line" damaged "a journal has no such line" "$first" 's/"point": /"pint": /'
sed "$first"'s/}$//' whole/samples.jsonl >cut/samples.jsonl
control "a line before others is cut off" resume cut
check "and the line is named" grep -q "samples.jsonl:$first: is damaged; delete this line and all after it" err
mkdir two
"$bench" cloth -a size=11 -a constraint=stretching -a iterations=5 -a backend=seq --frames 2 --warm 1 --min-episodes 3 \
  --max-episodes 3 --quiet --journal two/samples.jsonl >out 2>err </dev/null
check "episodes of two frames" [ "$(grep -c '"episode": [012], "frames_per_sample": [12],' two/samples.jsonl)" -eq 3 ]
sed '3{s/"frames_per_sample": 1,/"frames_per_sample": 3,/; s/"frames_per_sample": 2,/"frames_per_sample": 1,/; s/"frames_per_sample": 3,/"frames_per_sample": 2,/}' \
  two/samples.jsonl | resum >cut/samples.jsonl
control "samples of one and of two of them" resume cut
check "which are not mixed" grep -q 'samples.jsonl:3: is damaged (it has more or fewer samples than the episodes before)' err

# Each line has a checksum: any changed digit is found and its line named, and what stands there is not measured.
changed() { # LINE SED-EDIT: the edit is found, and the journal stays
  rm -rf cut && mkdir cut
  sed "$1$2" whole/samples.jsonl >cut/samples.jsonl
  cmp -s whole/samples.jsonl cut/samples.jsonl && return 1
  resume cut
  [ $code -eq 1 ] && [ ! -e cut/results.json ] && grep -q -F -e "samples.jsonl:$1: " err && grep -q -F -e "$3" err
}
other="its checksum belongs to another line"
for key in cpu_s at_s spent_s timed_s switches samples_s state_hash sum; do # the last digit that is no 9 becomes one
  check "a changed digit of $key" changed "$first" "s/\(\"$key\": [^,}]*\)[0-8]/\19/" "$other"
done
for key in median mean p99 max projections_per_frame load_before; do
  check "a changed digit of the end: $key" changed "$end" "s/\(\"$key\": [^,}]*\)[0-8]/\19/" "$other"
done
check "a changed letter" changed "$end" 's/"checked": "h/"checked": "H/' "$other"
check "a changed first line" changed 1 's/"seed": [0-9]*/"seed": 987/' "$other"
check "no checksum" changed "$first" 's/, "sum": "[0-9a-f]*"}$/}/' "it has no checksum"
check "a shorter one" changed "$end" 's/"}$/}/' "is damaged"
check "which is no version of before" changed 1 's/"journal": 3/"journal": 2/' "$other"
rm -rf cut && mkdir cut
sed "$first"'s/"cpu_s": [0-9.e-]*/"cpu_s": 1/' whole/samples.jsonl | resum >cut/samples.jsonl
resume cut
control "another number with its checksum" grep -q "$other" err
# A journal of an older version has none. It goes on, and the results say so.
rm -rf older && mkdir older
unsummed <whole/samples.jsonl >older/samples.jsonl
control "checksums are left" grep -q '"sum"' older/samples.jsonl
check "a journal without checksums goes on" resume older
check "which the results say" grep -q 'continued a journal of an older version, whose lines have no checksums' older/results.json
control "a journal with them" grep -q 'no checksums' again/results.json
head -n $((lines - 2)) whole/samples.jsonl | unsummed >older/samples.jsonl
check "a part of one" resume older
check "and its new lines have some" [ "$(grep -c '"sum"' older/samples.jsonl)" -gt 0 ]
sed -i "$(grep -n '"sum": ' older/samples.jsonl | head -n 1 | cut -d : -f 1)s/[1-8]/9/" older/samples.jsonl
control "which are looked at" resume older

# Others that wait for a processor: above 10 % of an episode (here 10 s) the row counts as measured on a busy machine. A
# waiting time longer than the episode counts as 100 %.
waited() { # SECONDS: results in ./waits of a journal without ended points
  rm -rf waits
  mkdir waits
  sed -e '/"ended"/d' -e "s/\"timed_s\": [^,]*/\"timed_s\": 10/; s/\"stalled_s\": [^,]*/\"stalled_s\": $1/" whole/samples.jsonl |
    resum >waits/samples.jsonl
  resume waits
}
# busy PERCENT FLAGGED NOTED: all four points report this
busy() {
  [ "$(grep -c "\"psi_cpu_during\": $1," waits/results.json)" -eq 4 ] && [ "$(grep -c "\"flagged\": $2," waits/results.json)" -eq 4 ] &&
    [ "$(grep -c "^ *\"tasks waited for a processor during $3 % of the episodes\"" waits/results.json)" -eq 4 ]
}
warned() { grep -q '"4 points were measured while tasks waited for a processor"' waits/results.json; }
check "an eighth was waited for" waited 1.25
check "which is flagged, and noted" busy 12.5 true 12
check "and warned of" warned
check "a tenth" waited 1
control "is not flagged" busy 10 true 10
control "nor warned of" warned
check "but told" [ "$(grep -c '"psi_cpu_during": 10, .*' waits/results.json)" -eq 4 ]
check "and no row is flagged" [ "$(grep -c '"flagged": false' waits/results.json)" -eq 4 ]
check "more than there was" waited 25
check "is all of it" busy 100 true 100
check "nobody knows" waited null
check "unknown is not flagged" [ "$(grep -c '"psi_cpu_during": null, .*' waits/results.json) $(grep -c '"flagged": false' waits/results.json)" = "4 4" ]

# Options that are read a second time keep nothing from the first time.
rm -rf named
mkdir named
check "a run with a context" run --journal named/samples.jsonl --benchmark_context=a=b
check "goes on with a longer one" resume named --benchmark_context=longer=abcdef
check "and has both" [ "$(sed -n '/^    "\(a\|longer\)": /p' named/results.json | tr -d ' \n')" = '"a":"b","longer":"abcdef"' ]

# This line has more fields than any one machine can fill. Each number and text must come back in its place.
cat >fields <<'END'
"reason": "because", "checked": "so"
"stop": "odd"
"device_s": 0.125
"work": {"particles": 21, "constraints": 22, "projections_per_frame": WORK, "frame_time_s": 0.23, "mesh": "a mesh"}
"memory": {"host": 31, "device": 32, "per_particle": 33.5, "per_constraint": 34.5}
"solver": {"groups": 41, "threads": 42, "lanes": 43, "substeps": 44, "iterations": 45, "precision": "f64", "instructions": "odd", "strategy": "strange", "batch": 46, "residual": 0.47}
"roofline": {"bytes_per_projection": 51, "flops_per_projection": 52, "real_bytes": 8, "memory_roof": 53, "compute_roof": 54
"ieee_over_flushed": 1.75
"hardware": {"frames": 61, "cycles": 62, "instructions": 63, "cache_misses": 64, "branch_misses": 65}
"published": {"fps_low": 71, "fps_high": 72, "machine": "an abacus", "way": "a way"
{"name": "first", "value": 81, "limit": 82, "pass": true, "why": "it is"}
{"name": "second", "value": "0123456789abcdef", "limit": "fedcba9876543210", "pass": true, "why": "they are"}
"state_hash": "00000000000000a1", "state_frames": 91
"series": {"height": [1.5, 2.5, null], "width": [3.5, 4.5, 5.5]}
"noise": {"load_before": 101, "load_after": 102, "psi_cpu_before": 103, "psi_cpu_after": 104, "psi_cpu_during": 105, "involuntary_switches": 106, "pace_least": 0.107}
"telemetry": {"device": 3, "episodes": 111, "sm_mhz": {"min": 112, "median": 113, "max": 114, "limit": 115}, "temperature_c": 116, "power_w": 117, "energy_j": 118, "energy_s": 119, "energy_source": "NVML", "reasons": 4
"flagged": true, "notes": ["one", "two"]
END
facts=$(sed -n "${lines}s/.*\"projections_per_frame\": \([0-9]*\).*/\1/p" whole/samples.jsonl) # from the plan, not from the journal
sed -i "s/WORK/$facts/" fields
# end_of STATUS: a last journal line with these fields. Objects that end in derived numbers are closed.
end_of() {
  sed -n "${lines}s/\(.*\"shard\": null, \).*/\1\"status\": \"$1\", \"frames_per_sample\": 1, \"episodes\": 3, /p" whole/samples.jsonl
  sed -e '/^"\(roofline\|published\|telemetry\)"/s/$/}/; s/^{"name": "first"/"checks": [&/; /^{"name": "second"/s/$/]/' \
    -e '$!s/$/, /' fields
  printf '}, "sum": "0000000000000000"}'
}
with_end() { # with_end STATUS [SED-EDIT]: resume after such a line. The results are in flat.text
  rm -rf told
  mkdir told
  { sed '$d' whole/samples.jsonl && end_of "$1" | tr -d '\n' | sed "${2:-}" && echo; } | resum >told/samples.jsonl
  resume told
  tr -d ' \n' <told/results.json >flat.text
}
told() {
  missing=0
  while IFS= read -r field; do
    grep -q -F -e "$(printf %s "$field" | tr -d ' ')" flat.text || { echo "not told: $field" && missing=1; }
  done <fields >output
  [ $missing -eq 0 ]
}
with_end ok
check "an end with everything comes back" told
for key in device_s frame_time_s per_particle groups memory_roof fps_high cache_misses state_frames psi_cpu_before power_w; do
  with_end ok "s/\"$key\": /&1/"
  control "the same $key" told
done
while read -r status; do
  with_end "$status"
  check "the status $status comes back" grep -q -F "\"shard\":null,\"status\":\"$status\",\"reason\":\"because\"" flat.text
done <<'X'
unchecked
inexact
invalid
error
X

# kill -9 in the middle of a run, twice.
long="cloth -a size=41 -a constraint=stretching,stvk -a iterations=20 -a backend=seq --frames 8 --min-episodes 30 --max-episodes 30"
long="$long --rel-err 0.0001% --budget 100s"
killed() { # killed LINES COMMAND...: kill it when the journal has LINES lines
  most=$1
  shift
  "$@" >out 2>err </dev/null &
  pid=$!
  tries=0
  while [ "$(cat killed/samples.jsonl 2>/dev/null | wc -l)" -lt "$most" ] && [ $tries -lt 600 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  [ $? -eq 137 ]
}
mkdir killed
# shellcheck disable=SC2086
check "killed in mid-run" killed 12 "$bench" $long --json killed/results.json --tsv killed/results.tsv --journal killed/samples.jsonl
check "it left no results" [ ! -e killed/results.json ]
before=$(wc -l <killed/samples.jsonl)
check "killed once more" killed $((before + 8)) "$bench" --resume killed
check "it goes on to the end" resume killed
episodes killed/samples.jsonl >killed.episodes
check "every episode once" [ "$(uniq killed.episodes | wc -l)" -eq 60 ]
check "and none twice" [ "$(wc -l <killed.episodes)" -eq 60 ]
check "the results say that it was resumed" grep -q '"resumed": 2' killed/results.json
results killed/results.json >killed.results
resume killed
results killed/results.json >killed.again
check "once more: the same rows and points" same killed.again killed.results
check "nothing half-written is left" [ -z "$(find killed -name '*.part')" ]
# shellcheck disable=SC2086
"$bench" $long --quiet --tsv long.tsv >/dev/null 2>&1
facts long.tsv >long.facts
facts killed/results.tsv >killed.facts
check "the same rows as of a run that nobody touched" same killed.facts long.facts

# Everything that a point can have: series, methods, telemetry that does not apply, failing checks.
kept() { # kept ARGUMENT...
  rm -rf kept
  mkdir kept
  "$bench" "$@" --benchmark_dry_run --quiet --json kept.json --journal kept/samples.jsonl >out 2>err
  resume kept
  results kept.json >kept.a
  results kept/results.json >kept.b
  same kept.a kept.b
}
check "scenes and series come back" kept preservation -a scene=cloth_stretched -a constraint=stretching -a size=9
check "there was a series" grep -q area_ratio kept.b
check "published rates and methods come back" kept scenes papers \
  --benchmark_filter='cpu_hookean/|scene:stack_a/method:verlet|scene:flag' -a backend=seq
check "a run that was only checked" kept cloth -a size=11 -a backend=seq --validate only

# Runs that cannot be resumed: each has its own message, and nothing is changed.
refuses() { # refuses CODE TEXT ARGUMENT...
  want=$1 text=$2
  shift 2
  "$bench" "$@" >out 2>err </dev/null
  code=$?
  cp err output
  [ "$code" -eq "$want" ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -F -e "$text" err
}
spoil() { # spoil SED-COMMAND: make bad/, the whole run with an edited journal
  rm -rf bad
  mkdir bad
  sed "$1" whole/samples.jsonl | resum >bad/samples.jsonl
}
mkdir empty
check "no such run" refuses 1 "none: cannot be read" --resume none
check "a folder without a journal" refuses 1 "has no samples.jsonl" --resume empty
: >empty/samples.jsonl
check "an empty journal" refuses 1 "ends in its first line" --resume empty
check "no journal" refuses 1 "is not a journal of xpbd-bench" --resume whole/results.tsv
spoil '1s/"journal": 3, //'
check "an older journal" refuses 1 "the journal has version 1, and this xpbd-bench continues version 3" --resume bad
for version in 1 4; do
  spoil "1s/\"journal\": 3, /\"journal\": $version, /"
  check "a journal of version $version" refuses 1 "the journal has version $version, and this xpbd-bench continues version 3" --resume bad
done
ln -s /dev/zero empty/zero && mkfifo empty/pipe && truncate -s 4T empty/sparse && truncate -s 100M empty/zeros && mkdir -p empty/folder/samples.jsonl
check "a device without end" refuses 1 "empty/zero: is no plain file; give a run's folder or its journal" --resume empty/zero
check "a pipe" refuses 1 "empty/pipe: is " --resume empty/pipe
check "a file of any size" refuses 1 "empty/sparse: has 4398046511104 bytes, and at most 536870912 are read" --resume empty/sparse
check "a line of any length" refuses 1 "is not a journal of xpbd-bench" --resume empty/zeros
check "a folder as the journal" refuses 1 "is a folder" --resume empty/folder
spoil '1s/"cpu.model": "[^"]*"/"cpu.model": "Abacus 3000"/'
check "another machine" refuses 1 'another machine: cpu.model was "Abacus 3000"' --resume bad --quiet
check "nothing was measured on it" [ ! -e bad/results.json ]
check "the journal is as it was" [ "$(wc -l <bad/samples.jsonl)" -eq "$lines" ]
check "unless forced" resume bad --force
check "which the results say" grep -q 'continued with another machine: cpu.model was .*Abacus 3000' bad/results.json
spoil '1s/"git.sha": "[^"]*"/"git.sha": "0123"/'
check "another build" refuses 1 'another build of xpbd-bench: git.sha was "0123"' --resume bad --quiet
check "another plan: other frames" refuses 1 "has another plan: only it has" --resume whole --frames 7 --benchmark_dry_run=false
check "another plan: more points" refuses 1 "only this one has cloth/size:31" --resume whole -a size=11,21,31
spoil '5s/.*/{"point": 1}/'
check "a damaged line" refuses 1 "samples.jsonl:5: is damaged" --resume bad --quiet
spoil '/"ended"/d; /"episode": 1,/s/"state_hash": "[0-9a-f]*"/"state_hash": "0123456789abcdef"/'
resume bad
check "episodes that ended in another state are not believed" grep -q 'episodes end in the same state' bad/results.tsv
if command -v flock >/dev/null; then
  control "a run that is being written" flock whole/samples.jsonl "$bench" --resume whole >out 2>err
  check "it says so" grep -q 'samples.jsonl: another run is writing it' err
fi

# Shards: each point is in exactly one, and points to be compared are in the same.
pair="cloth -a size=11,21 -a constraint=stretching,stvk -a iterations=5 -a backend=seq,omp --benchmark_dry_run --quiet"
own() { awk -F '\t' 'NR > 1 && $2 !~ /cuda/ && $3 != "skipped" { print $2 }' "$1"; }
# shellcheck disable=SC2086
"$bench" $pair --tsv pair.tsv --json pair.json >out 2>err
for i in 1 2 3; do
  mkdir "shard-$i"
  # shellcheck disable=SC2086
  check "shard $i" "$bench" $pair --shard $i/3 --json shard-$i/results.json --tsv shard-$i/results.tsv \
    --journal shard-$i/samples.jsonl >out 2>err
  own shard-$i/results.tsv >shard-$i.own
  check "shard $i: backends stay together" [ "$(sed 's/backend:[a-z]*//' shard-$i.own | sort | uniq -c | awk '$1 != 2' | wc -l)" -eq 0 ]
done
own pair.tsv | sort >pair.own
sort shard-?.own >shards.own
if [ -s pair.own ] && grep -q omp pair.own; then check "together they have every point once" same shards.own pair.own; fi
check "a shard is resumed as another" refuses 1 'belongs to shard "1/3", not "2/3"' --resume shard-1 --shard 2/3
# shellcheck disable=SC2086
check "more shards than points" refuses 5 "none of the" $pair --shard 9/9
finish
