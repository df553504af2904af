# Why this file exists: a user who stops a long run, or sees it blow up, keeps the finished frames and learns how many.
. "$(dirname "$0")/common.sh"

# await COMMAND...: wait until it succeeds, a minute at most.
await() {
  tries=0
  until "$@" || [ $tries -ge 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
}

# interrupt SIGNAL FOLDER ARGUMENT...: run, and send the signal once the third frame is in the folder. It is sent twice,
# as by timeout(1) and some shells, and still counts as one request to end.
interrupt() {
  signal=$1 folder=$2
  shift 2
  "$sim" "$@" --out "$folder" >"$work/out" 2>"$work/err" </dev/null &
  process=$!
  await [ -e "$folder/frame_00000002.obj" ]
  kill -s "$signal" $process
  kill -s "$signal" $process 2>/dev/null
  wait $process
  code=$?
}
# kept FOLDER: every frame up to the last exists in both kinds, and the series agrees.
kept() {
  objs=$(count "$1"/frame_*.obj)
  vtks=$(count "$1"/frame_*.vtk)
  [ "$objs" -gt 0 ] && [ "$objs" -eq "$vtks" ] && [ "$(grep -c '"name"' "$1/frames.vtk.series")" -eq "$vtks" ] &&
    [ "$(leftovers "$1")" -eq 0 ]
}

for signal in INT TERM HUP; do
  out=$work/$signal
  interrupt $signal "$out" cloth --resolution 10 --frames 99999999 --hash --measure "$work/$signal.tsv"
  check "$signal: exit code" same "$code" 130
  check "$signal: one line" same "$(wc -l <"$work/err")" 1
  check "$signal: how many are kept" grep -qF "finished frames kept: $(count "$out"/frame_*.obj), in $out" "$work/err"
  check "$signal: frames are kept" kept "$out"
  check "$signal: the record says so" has "$out/run.txt" "^ending: interrupted$"
  check "$signal: no hash of an unfinished run, only what is said before it" same "$(wc -l <"$work/out")" 1
  check "$signal: a row of measures for each frame" same "$(wc -l <"$work/$signal.tsv")" "$(($(count "$out"/frame_*.obj) + 1))"
done

# --save of an interrupted run: a checkpoint to continue from, or the reason why there is none.
interrupt INT "$work/saved" cloth --resolution 10 --frames 99999999 --save "$work/half"
check "saved: the line says so" grep -qE 'interrupted after frame [0-9]+ of 99999999; .*; a checkpoint was written$' "$work/err"
last=$(sed -n 's/.*interrupted after frame \([0-9]*\) .*/\1/p' "$work/err")
run cloth --resolution 10 --frames "$last" --hash --quiet
cp "$work/out" "$work/hash"
run cloth --resolution 10 --frames "$((last + 1))" --resume "$work/half" --hash --quiet
cp "$work/out" "$work/next"
run cloth --resolution 10 --frames "$((last + 1))" --hash --quiet
check "saved: it goes on from there" same "$(cat "$work/out")" "$(cat "$work/next")"
control "saved: to where it was" same "$(cat "$work/hash")" "$(cat "$work/next")"
mkdir "$work/gone"
"$sim" cloth --resolution 10 --frames 99999999 --save "$work/gone/half" --out "$work/unsaved" >"$work/out" 2>"$work/err" </dev/null &
process=$!
await [ -e "$work/unsaved/frame_00000002.obj" ]
rm -r "$work/gone"
kill -s INT $process
wait $process
code=$?
check "not saved: exit code" same "$code" 130
check "not saved: one line says why" grep -qE 'finished frames kept: .*; no checkpoint: .*gone/half' "$work/err"
check "not saved: one" same "$(wc -l <"$work/err")" 1

# Drawing is abandoned within a second of the request, or within three on a busy machine. This is a promise, not a
# speed, so a late end is tried once more. $waited is in milliseconds.
wished() { begun=$(date +%s%N); }
ended() { waited=$((($(date +%s%N) - begun) / 1000000)); }
soon() {
  limit=1000
  awk -v processors="$(nproc 2>/dev/null || echo 1)" '{ exit !($1 > processors) }' /proc/loadavg 2>/dev/null && limit=3000
  [ "$waited" -le $limit ] || { echo "$waited ms, of $limit" >>"$work/err" && false; }
}
# or_again COMMAND...: until it ends soon, at most twice.
or_again() {
  "$@"
  soon || "$@"
}

# A film that is cut short while drawing says how many frames it has.
film_begun() { ls "$work"/cut.gif.*.part >/dev/null 2>&1 && [ "$(cat "$work"/cut.gif.*.part | wc -c)" -gt 20000 ]; }
# cut ARGUMENT...: draw a long film of a short run, stop it while drawing, and report the result.
cut() {
  rm -f "$work/cut.gif"
  "$sim" "$@" --frames 149 --iterations 1 --substeps 1 --quiet --film "$work/cut.gif" --film-size 800x600 \
    >"$work/out" 2>"$work/err" </dev/null &
  process=$!
  await film_begun
  wished
  kill -s INT $process
  wait $process
  code=$?
  ended
}
run cloth --resolution 5 --frames 1 --film "$work/probe.gif" --film-size 16x16
if [ "$code" -ne 0 ] && grep -q "install libgif-dev" "$work/err"; then
  echo "left out: films as GIF (built without giflib)"
else
  for panels in "" "--constraint stretching --constraint morse"; do
    # shellcheck disable=SC2086 # words
    or_again cut cloth --resolution 10 $panels
    check "film cut short $panels: exit code" same "$code" 130
    check "film cut short $panels: within a second" soon
    check "film cut short $panels: how much there is" grep -qE "[0-9]+ of 150 frames of the film are in " "$work/err"
    drawn=$(sed -n 's/.*; \([0-9]*\) of 150 frames.*/\1/p' "$work/err")
    check "film cut short $panels: some and not all" eval '[ "$drawn" -ge 1 ] && [ "$drawn" -lt 150 ]'
    check "film cut short $panels: they are a film" same "$(head -c 6 "$work/cut.gif")" GIF89a
  done
fi

# give_up AFTER LATE FOLDER ARGUMENT...: start a drawing of half a minute, which should end AFTER seconds, and ask again
# LATE seconds later.
give_up() {
  after=$1 late=$2 folder=$3
  shift 3
  rm -rf "$folder"
  "$sim" cloth --resolution 20 --frames 1 --wire --out "$folder" "$@" >"$work/out" 2>"$work/err" </dev/null &
  process=$!
  await [ -e "$folder/frame_0001.obj" ]
  sleep "$after"
  wished
  sleep "$late"
  kill -s TERM $process
  wait $process
  code=$?
  ended
}

# A picture is abandoned midway, in any of its parts, and no file is left.
for after in 0.3 1.5; do
  or_again give_up $after 0 "$work/large" --picture "$work/large.png" --picture-size 6000x6000
  check "drawing: exit code" same "$code" 130
  check "drawing: within a second" soon
  check "drawing: one line says what is not there" \
    same "$(grep -c 'interrupted while drawing the picture, which was not written; finished frames kept: 2, in' "$work/err")" 1
  check "drawing: no picture" same "$(count "$work"/large.png*)" 0
done
give_up 0.3 3.2 "$work/large" --picture "$work/large.png" --picture-size 6000x6000
control "drawing: it hears nothing for three seconds" soon

# A sheet without a frame leaves no file either.
or_again give_up 0.3 0 "$work/sheeted" --film "$work/sheet.png" --film-size 4000x4000
check "drawing a sheet: exit code" same "$code" 130
check "drawing a sheet: within a second" soon
check "drawing a sheet: one line says that it is not there" \
  same "$(grep -c 'interrupted while drawing the film, which was not written; finished frames kept: 2, in' "$work/err")" 1
check "drawing a sheet: it is not" same "$(count "$work"/sheet.png*)" 0
control "drawing a sheet: a picture" grep -q 'while drawing the picture' "$work/err"

# With both, the one that was being drawn is named.
both() { give_up "$1" 0 "$work/both" --picture "$work/still.png" --film "$work/sheet.png" "$2" "$3" "$4" "$5"; }
named() { grep -qF "while drawing the $1, which was not written" "$work/err"; }
or_again both 0.3 --picture-size 6000x6000 --film-size 64x64
check "drawing both: the picture" named picture
or_again both 0.5 --picture-size 64x64 --film-size 4000x4000
check "drawing both: the film" named film
control "drawing both: the picture again" named picture

# A frame that would take years is not waited for: 2 s after the first request, not at all after the second. Nothing is
# reported about the unfinished frame, except what computes it.
computed_by() { [ "$(sed '/: unknown$/d' "$1" | grep -cE '^(threads|lanes|instructions): [^0]')" -eq 3 ]; }
for wishes in 1 2; do
  "$sim" cloth_on_sphere --iterations 1000000000 --frames 3 --out "$work/endless$wishes" \
    >"$work/out" 2>"$work/err" </dev/null &
  process=$!
  await [ -e "$work/endless$wishes/frame_0000.obj" ]
  kill -s INT $process
  [ $wishes -eq 1 ] || { sleep 0.5; kill -s INT $process; }
  wait $process
  code=$?
  check "endless frame, $wishes: exit code" same "$code" 130
  check "endless frame, $wishes: what is kept" \
    grep -qF "interrupted after frame 0 of 3; finished frames kept: 1, in" "$work/err"
  check "endless frame, $wishes: frame 0 is kept" kept "$work/endless$wishes"
  check "endless frame, $wishes: the record says so" has "$work/endless$wishes/run.txt" "^ending: interrupted$"
  check "endless frame, $wishes: and who was at it" computed_by "$work/endless$wishes/run.txt"
  check "endless frame, $wishes: nothing of its contacts" same "$(grep -c contacts "$work/endless$wishes/run.txt")" 0
done
run cloth_on_sphere --resolution 5 --frames 1 --out "$work/touching"
control "a frame that ended has none" same "$(grep -c contacts "$work/touching/run.txt")" 0

# With --save the frame is waited for. This is said once, after 2 s. A second request abandons the frame.
"$sim" cloth --iterations 1000000000 --frames 3 --save "$work/never" --out "$work/waited" >"$work/out" 2>"$work/err" </dev/null &
process=$!
await [ -e "$work/waited/frame_0000.obj" ]
burnt() { awk '{ print $14 }' "/proc/$process/stat"; } # 1/100 s of a processor
before=$(burnt)
computes() { [ "$(burnt)" -gt $((before + 30)) ]; }
await computes # so it has begun
begun=$(date +%s%N)
kill -s INT $process
await grep -q "finishing the frame for $work/never; Ctrl-C again abandons it" "$work/err"
waited=$(($(date +%s%N) - begun))
check "endless frame before a checkpoint: that it is waited for is said after 2 s" [ $waited -ge 1900000000 ]
sleep 3
check "endless frame before a checkpoint: once" same "$(wc -l <"$work/err")" 1
kill -s INT $process
wait $process
code=$?
check "endless frame before a checkpoint: exit code" same "$code" 130
check "endless frame before a checkpoint: what is kept" grep -qF \
  "interrupted after frame 0 of 3; finished frames kept: 1, in $work/waited; no checkpoint: a frame was not finished" "$work/err"

# The same for a lattice whose frame has time steps for an hour.
"$sim" friction_box --settle 0 --frame-time 1e5 --frames 3 --out "$work/steps" >"$work/out" 2>"$work/err" </dev/null &
process=$!
await [ -e "$work/steps/frame_0000.obj" ]
kill -s INT $process
sleep 0.5
kill -s INT $process
wait $process
code=$?
check "endless frame of a lattice: exit code" same "$code" 130
check "endless frame of a lattice: what is kept" \
  grep -qF "interrupted after frame 0 of 3; finished frames kept: 1, in" "$work/err"
check "endless frame of a lattice: frame 0 is kept" kept "$work/steps"

# A run that blows up: absurd gravity leaves the range of float after some frames.
run cloth --resolution 6 --frames 2000 --gravity 1e37 --out "$work/blown" --hash
check "divergence: exit code" same "$code" 3
check "divergence: one line with the frame" same "$(grep -cE 'stopped at frame [0-9]+ of 2000: ' "$work/err") $(wc -l <"$work/err")" "1 1"
check "divergence: frames are kept" kept "$work/blown"
check "divergence: finite numbers only" same "$(cat "$work/blown"/frame_*.obj | grep -ciE 'nan|inf')" 0
check "divergence: the record says so" has "$work/blown/run.txt" "^ending: diverged$"
check "divergence: and who computed it" computed_by "$work/blown/run.txt"
sed 's/^threads: .*/threads: 0/' "$work/blown/run.txt" >"$work/nobody"
control "divergence: no thread" computed_by "$work/nobody"
check "divergence: no hash" same "$(wc -l <"$work/out")" 1

rm "$work/blown/frame_0000.vtk"
control "a missing frame" kept "$work/blown"
run cloth --resolution 6 --frames 2 --gravity 10 --quiet
control "a good run counted as diverged" same "$code" 3
finish
