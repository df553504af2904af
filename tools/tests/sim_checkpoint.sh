# Why this file exists: a run that was saved and resumed ends in the bits of one that was not, whoever computes the
# second half; and a checkpoint of something else is refused, not simulated.
. "$(dirname "$0")/common.sh"

small="cloth --resolution 12 --iterations 5 --quiet"
ck=$work/half.checkpoint

# hash_of ARGUMENT...: the hash of a run.
hash_of() {
  run $small "$@"
  cat "$work/out"
}

has_omp=yes
"$sim" --list | grep -q '^  omp  *ready' || { has_omp=no; echo "left out: omp (not in this build)"; }
for settings in "" "--precision double" "--method energy" "--order mesh" "--constraint sbd+distance_bending"; do
  reference=$(hash_of --frames 20 --hash $settings)
  check "$settings: a hash" [ ${#reference} -eq 16 ]
  check "$settings: save" succeeds $small --frames 12 --save "$ck" $settings
  check "$settings: resumed on seq" same "$reference" \
    "$(hash_of --frames 20 --hash --resume "$ck" --backend seq $settings)"
  check "$settings: lane by lane" same "$reference" \
    "$(hash_of --frames 20 --hash --resume "$ck" --backend seq --lanes 1 $settings)"
  [ $has_omp = yes ] && [ "$settings" != "--order mesh" ] || continue
  check "$settings: resumed on omp" same "$reference" \
    "$(hash_of --frames 20 --hash --resume "$ck" --backend omp --threads 3 $settings)"
done
check "save again" succeeds $small --frames 12 --save "$ck"
control "one frame more has the same hash" same "$(hash_of --frames 20 --hash)" \
  "$(hash_of --frames 21 --hash --resume "$ck")"

# The folder of frames goes on where it was.
check "frames of the first half" succeeds $small --frames 6 --save "$work/six" --out "$work/out1"
check "frames of the second half" succeeds $small --frames 10 --resume "$work/six" --out "$work/out1" \
  --measure "$work/m.tsv"
check "frames of one run" succeeds $small --frames 10 --out "$work/out2"
check "eleven frames" same "$(count "$work"/out1/frame_*.vtk)" 11
check "listed in the series" same "$(grep -c '"name"' "$work/out1/frames.vtk.series")" 11
for frame in 0003 0006 0007 0010; do
  check "frame $frame" cmp -s "$work/out1/frame_$frame.obj" "$work/out2/frame_$frame.obj"
done
check "series" cmp -s "$work/out1/frames.vtk.series" "$work/out2/frames.vtk.series"
check "the record says from where" has "$work/out1/run.txt" "^resumed: at frame 6, from "
check "rows of the measures" same "$(cut -f 1 "$work/m.tsv" | tr '\n' ' ')" "frame 6 7 8 9 10 "
control "frames of another time" cmp -s "$work/out1/frame_0006.obj" "$work/out2/frame_0007.obj"

# Refused.
check "other settings" fails 1 "saved with other settings" $small --frames 20 --resume "$ck" --iterations 6
check "other method" fails 1 "saved with other settings" $small --frames 20 --resume "$ck" --method pbd
check "other material" fails 1 "saved of another scene" $small --frames 20 --resume "$ck" --compliance 1e-4
check "other mesh" fails 1 "saved of 144 particles, this scene has 169" cloth --resolution 13 --resume "$ck"
check "other scene" fails 1 "saved of another scene" cloth_on_sphere --resolution 12 --iterations 5 --resume "$ck"
check "nothing left to do" fails 1 "is at frame 12; --frames must be more, not 12" $small --frames 12 --resume "$ck"
head -c 3000 "$ck" >"$work/short"
check "truncated" fails 1 "short: the file ends too early" $small --frames 20 --resume "$work/short"
cp "$ck" "$work/damaged"
printf 'x' | dd of="$work/damaged" bs=1 seek=2000 conv=notrunc 2>/dev/null
check "damaged" fails 1 "damaged: the file is damaged" $small --frames 20 --resume "$work/damaged"
cat "$ck" "$ck" >"$work/long"
check "too long" fails 1 "the file is damaged" $small --frames 20 --resume "$work/long"
echo hello >"$work/text"
check "no checkpoint" fails 1 "no checkpoint of this version" $small --frames 20 --resume "$work/text"
check "not there" fails 1 "cannot be opened" $small --frames 20 --resume "$work/none"
check "save into no folder" fails 1 "--save: " cloth --frames 999999999 --save "$work/none/x"
check "lattices" fails 1 "--save does not fit friction_box" friction_box --save "$work/x"
check "fast mass-springs" fails 1 "--save does not fit --method fms" cloth --method fms --save "$work/x"
control "a good checkpoint counted as damaged" fails 1 "damaged" $small --frames 13 --resume "$ck"

# Ctrl-C writes one, too.
"$sim" $small --frames 99999999 --out "$work/long_run" --every 1000000 --save "$work/stopped" \
  >"$work/out" 2>"$work/err" &
process=$!
tries=0
until [ -e "$work/long_run/run.txt" ] || [ $tries -ge 600 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
sleep 0.3
kill -s INT $process
wait $process
code=$?
check "interrupted: exit code" same "$code" 130
check "interrupted: it says so" grep -q 'a checkpoint was written' "$work/err"
at=$(sed -n 's/.*interrupted after frame \([0-9]*\) of.*/\1/p' "$work/err")
if [ -n "$at" ] && [ "$at" -lt 20000 ]; then
  check "interrupted: resumed" same "$(hash_of --frames $((at + 3)) --hash)" \
    "$(hash_of --frames $((at + 3)) --hash --resume "$work/stopped")"
else
  check "interrupted: resumed" succeeds $small --frames $((${at:-0} + 3)) --resume "$work/stopped"
fi
finish
