# Why this file exists: a saved and resumed run is bit-identical to an uninterrupted one, whatever computes the second
# half. (golden/says/resumed.sh tests what is refused.)
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

# The folder of frames continues.
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
# Frames after the checkpoint are removed, whoever left them, even if their number has more digits than frames can have.
: >"$work/out1/frame_0000000003.obj"
check "once more, and shorter" succeeds $small --frames 8 --resume "$work/six" --out "$work/out1"
check "nine frames" same "$(cd "$work/out1" && echo frame_*.vtk frame_*.obj)" \
  "$(for kind in vtk obj; do for frame in 0 1 2 3 4 5 6 7 8; do printf 'frame_000%s.%s ' $frame $kind; done; done | sed 's/ $//')"
check "are listed" same "$(grep -c '"name"' "$work/out1/frames.vtk.series")" 9
# If the options would leave out frames before the checkpoint, the run is refused and nothing is removed.
ls "$work/out1" >"$work/names"
check "another --every" fails 1 " of the earlier run is left out by --every 2; give the --every that it had, or another folder" \
  $small --frames 8 --resume "$work/six" --out "$work/out1" --every 2
check "another --every in a dry run" fails 1 "is left out by --every 2" \
  $small --frames 8 --resume "$work/six" --out "$work/out1" --every 2 --dry-run
check "another --format" fails 1 ".obj of the earlier run is left out by --format vtk; give the --format that it had, or" \
  $small --frames 8 --resume "$work/six" --out "$work/out1" --format vtk
check "nothing has gone" same "$(ls "$work/out1")" "$(cat "$work/names")"
control "the options that it had" fails 1 "is left out by" \
  $small --frames 8 --resume "$work/six" --out "$work/out1" --every 1 --format vtk,obj
check "in another folder" succeeds $small --frames 10 --resume "$work/six" --out "$work/out3" --every 2 --format vtk
check "its own" same "$(cd "$work/out3" && echo frame_*)" "frame_0006.vtk frame_0008.vtk frame_0010.vtk"
check "there, with more" succeeds $small --frames 8 --resume "$work/six" --out "$work/out3"
check "all are listed" same "$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$work/out3/frames.vtk.series" | tr '\n' ' ')" \
  "frame_0006.vtk frame_0007.vtk frame_0008.vtk "
# The constraints file stays, even if the resumed run writes no frame.
check "a run of one frame file" succeeds $small --frames 5 --every 10 --out "$work/rare" --save "$work/five"
cp "$work/rare/constraints.vtk" "$work/before.vtk"
check "and of none" succeeds $small --frames 9 --every 10 --out "$work/rare" --resume "$work/five"
check "has the same constraints" cmp -s "$work/rare/constraints.vtk" "$work/before.vtk"
# Ten thousand frames have five digits, unless some already have four.
few="cloth --resolution 2 --iterations 1 --quiet --format vtk --every 5000"
check "a first frame" succeeds $few --frames 3 --save "$work/three" --out "$work/digits"
check "the ten thousandth" succeeds $few --frames 10001 --resume "$work/three" --out "$work/digits" --save "$work/later"
check "has as many digits" same "$(cd "$work/digits" && echo *)" \
  "constraints.vtk frame_0000.vtk frame_10000.vtk frame_5000.vtk frames.vtk.series run.txt"
check "and is listed" same "$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$work/digits/frames.vtk.series" | tr '\n' ' ')" \
  "frame_0000.vtk frame_5000.vtk frame_10000.vtk "
mkdir "$work/digits3" "$work/digits4" # in whatever order a folder tells its names
for name in run.txt frame_0000.vtk frame_5000.vtk frame_10000.vtk; do cp "$work/digits/$name" "$work/digits3"; done
for name in frame_10000.vtk frame_5000.vtk frame_0000.vtk run.txt; do cp "$work/digits/$name" "$work/digits4"; done
for folder in digits3 digits4; do
  check "the fifteen thousandth" succeeds $few --frames 15001 --resume "$work/later" --out "$work/$folder"
  check "is listed with them" same \
    "$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$work/$folder/frames.vtk.series" | tr '\n' ' ')" \
    "frame_0000.vtk frame_5000.vtk frame_10000.vtk frame_15000.vtk "
done
check "with five digits in another folder" succeeds $few --frames 10001 --resume "$work/three" --out "$work/digits2"
check "it has five" same "$(cd "$work/digits2" && echo frame_*.vtk)" "frame_05000.vtk frame_10000.vtk"
control "four" same "$(cd "$work/digits2" && echo frame_*.vtk)" "frame_10000.vtk frame_5000.vtk"
control "frames of another time" cmp -s "$work/out1/frame_0006.obj" "$work/out2/frame_0007.obj"

# Lattices, and with CHOLMOD the projective methods: the same file, the same messages.
# goes_on WHAT BEFORE AFTER ARGUMENT...: saved at frame BEFORE and resumed, frame AFTER has the same bits and measures.
goes_on() {
  topic=$1 before=$2 after=$3
  shift 3
  check "$topic: in one run" succeeds "$@" --quiet --frames "$after" --hash --measure "$work/whole.tsv"
  whole=$(cat "$work/out")
  check "$topic: save" succeeds "$@" --quiet --frames "$before" --save "$ck" --measure "$work/parts.tsv"
  check "$topic: resume" succeeds "$@" --quiet --frames "$after" --hash --resume "$ck" --measure "$work/parts.tsv"
  check "$topic: the same bits" same "$whole" "$(cat "$work/out")"
  check "$topic: the same measures, in one table" cmp -s "$work/parts.tsv" "$work/whole.tsv"
  run "$@" --quiet --frames $((after + 1)) --hash --resume "$ck"
  control "$topic: a frame more" same "$whole" "$(cat "$work/out")"
}
goes_on "stack" 12 20 stack_a --drop 0.05 --restitution 0.7
goes_on "box" 7 20 friction_box --settle 0.1
goes_on "six steps" 7 20 friction_box --settle 0.1 --method verlet-6
goes_on "balls" 25 40 balls --resolution 4 --drop 0.1
run $small --frames 1 --method fms
if [ "$code" -ne 0 ] && grep -q "CHOLMOD\|libsuitesparse" "$work/err"; then
  echo "left out: fms and pd (built without CHOLMOD)"
else
  goes_on "fms" 6 15 $small --method fms
  goes_on "pd in wind" 6 15 flag --resolution 8 --damping 0 --method pd --pd-triangle-weight 1e3 --pd-strain-limit 0.05
fi

# Ctrl-C writes a checkpoint too.
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
