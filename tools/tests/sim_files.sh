# Why this file exists: other programs can open what xpbd-sim writes: names, counts, times, and the record of the run. A
# repeated run replaces its files and leaves others alone.
. "$(dirname "$0")/common.sh"

out=$work/out_a
check "a run" succeeds cloth --resolution 6 --frames 5 --out "$out"
check "summary" has "$work/out" "5 frames.*not a benchmark; use xpbd-bench"
check "six frames of both kinds" same "$(count "$out"/frame_*.obj) $(count "$out"/frame_*.vtk)" "6 6"
check "frame 0" [ -s "$out/frame_0000.obj" ]
check "nothing else" same "$(leftovers "$out")" 0
check "it moved" [ -n "$(cmp "$out/frame_0000.obj" "$out/frame_0005.obj" 2>&1)" ]
check "series lists the frames" same "$(grep -c '"name": "frame_000[0-5].vtk"' "$out/frames.vtk.series")" 6
for key in program command "working folder" threads hash; do # golden/sim/record.sh has the others
  check "run.txt: $key" has "$out/run.txt" "^$key: ."
done
check "it is complete" has "$out/run.txt" "^ending: complete$"
check "one thread, one by one" succeeds cloth -b seq --lanes 1 --resolution 6 --frames 1 --out "$work/one"
check "is in the record" same "$(grep -cE '^(threads: 1|lanes: 1|instructions: (baseline|avx2|avx512))$' "$work/one/run.txt")" 3
check "with the program's name in its command" has "$work/one/run.txt" "^command: .*xpbd-sim'? cloth -b seq --lanes 1 "
check "and a date" has "$work/one/run.txt" "^date: 20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z$"

# The record is enough to repeat the run bit-identically.
recorded=$(sed -n 's/^hash: //p' "$out/run.txt")
run cloth --resolution 6 --frames 5 --hash --quiet
check "hash of the record" same "$recorded" "$(cat "$work/out")"

# A shorter run in the same folder leaves no frame of the longer one.
: >"$out/frame_0004.vtk.123-0.part" # what a killed run may leave
check "again, shorter, every second frame, OBJ only" succeeds cloth --resolution 6 --frames 3 --every 2 --format obj --out "$out"
check "its frames only" same "$(cd "$out" && echo *)" "frame_0000.obj frame_0002.obj run.txt"
mkdir "$work/foreign"
echo mine >"$work/foreign/frame_0000.obj"
check "frames of somebody else" fails 1 "frame_0000.obj exists" cloth --resolution 6 --frames 3 --out "$work/foreign"
check "stay as they are" same "$(cat "$work/foreign/frame_0000.obj")" mine
echo "program: another" >"$work/foreign/run.txt"
check "and those of another program" fails 1 "frame_0000.obj exists" cloth --resolution 6 --frames 3 --out "$work/foreign"
: >"$work/foreign/run.txt"
check "a record without a line is none" fails 1 "frame_0000.obj exists" cloth --resolution 6 --frames 3 --out "$work/foreign"
check "they stay, too" same "$(cat "$work/foreign/frame_0000.obj")" mine

# Only real frames are removed, not files with similar names. What cannot be removed is reported before anything is.
alike="frame_002.obj frame_0002.obj.part frame_0002.objx frame_0002.ply frame_0002.vtk.bak frames.vtk.seriesx frame_x.obj"
for name in $alike frame_00002.obj frame_0002.vtk.7-0.part constraints.vtk.7-0.part frames.vtk.series.7-0.part; do
  : >"$out/$name"
done
mkdir "$out/frame_0009.vtk"
check "a folder with a frame's name" fails 1 "/frame_0009.vtk is a folder; give an --out folder" \
  cloth --resolution 6 --frames 1 --out "$out"
check "which a dry run says, too" fails 1 "/frame_0009.vtk is a folder; give an --out folder" \
  cloth --resolution 6 --frames 1 --out "$out" --dry-run
check "nothing has gone" same "$(cd "$out" && count ./frame_000?.obj) $(count "$out"/*.part)" "2 4"
rmdir "$out/frame_0009.vtk"
check "without it" succeeds cloth --resolution 6 --frames 1 --every 2 --format obj --out "$out"
check "what is replaced is counted" has "$work/out" "out_a: replacing 6 files of an earlier run$"
check "and of one frame there is one" has "$work/out" ": 1 frame, 0.04167 s .*; 1 frame and run.txt in "
check "what is only alike stays" same "$(cd "$out" && ls | LC_ALL=C sort | tr '\n' ' ')" \
  "$(echo "$alike" frame_0000.obj run.txt | tr ' ' '\n' | LC_ALL=C sort | tr '\n' ' ')"
for name in $alike; do rm "$out/$name"; done
check "once more" succeeds cloth --resolution 6 --frames 3 --every 2 --format obj --out "$out"
check "for one file" has "$work/out" "out_a: replacing 1 file of an earlier run$"
check "of two there are more" has "$work/out" ": 3 frames, 0.125 s .*; 2 frames and run.txt in "
# An output replaces a file of its own kind, never another.
echo mine >"$work/mine"
spares() { # OPTION FILE WHAT
  cp "$work/mine" "$2"
  fails 1 "--$1: $2 exists and is no $3; give another name" cloth -r 4 --frames 1 --quiet "--$1" "$2" && cmp -s "$work/mine" "$2" &&
    : >"$2" && succeeds cloth -r 4 --frames 1 --quiet "--$1" "$2" && succeeds cloth -r 4 --frames 2 --quiet "--$1" "$2"
}
check "a table spares another file" spares measure "$work/mine.txt" "table of measures"
check "a checkpoint too" spares save "$work/mine.txt" checkpoint
check "a page too" spares viewer "$work/mine.html" "page of this suite"
check "a scene too" spares gltf "$work/mine.glb" "binary glTF file"
if "$sim" cloth -r 4 --frames 1 --quiet --picture "$work/drawn.png" --film "$work/drawn.gif" >"$work/out" 2>&1; then
  check "a picture too" spares picture "$work/mine.png" "PNG picture"
  check "a film too" spares film "$work/mine.gif" "GIF film"
  check "a sheet too" spares film "$work/mine2.png" "PNG picture"
else
  echo "left out: pictures (no libpng or libgif)"
fi
cp "$work/mine" "$work/mine.page"
control "no file is spared" spares measure "$work/mine.page" "page of this suite"
check "a film and a page of two" succeeds cloth -r 4 --frames 1 --film "$work/f.png" --viewer "$work/f.html"
check "they have two" has "$work/out" ": 1 frame, .*; 2 frames in .*f.png; 2 frames in .*f.html"

# A dry run makes all checks of a run and changes nothing. Files of an earlier run stay, and no folder is created.
# into FOLDER ARGUMENT...: a run or dry run with files of every kind in the folder.
into() {
  folder=$1
  shift
  succeeds cloth --resolution 4 --out "$folder" --measure "$folder/m.tsv" --save "$folder/end" --viewer "$folder/v.html" "$@"
}
sums() { (cd "$1" && find . -type f -exec cksum {} + | sort); }
check "a run of five frames" into "$work/kept" --frames 4
sums "$work/kept" >"$work/sums"
check "leaves files of every kind" same "$(grep -c . "$work/sums")" 16
check "a dry run of fewer" into "$work/kept" --frames 2 --dry-run
check "changes none of them" same "$(sums "$work/kept")" "$(cat "$work/sums")"
check "and speaks of replacing none" same "$(cat "$work/out")" ""
check "a run of fewer" into "$work/kept" --frames 2
control "changes none, either" same "$(sums "$work/kept")" "$(cat "$work/sums")"
check "a dry run among frames of somebody else" fails 1 "frame_0000.obj exists" \
  cloth --resolution 4 --frames 1 --out "$work/foreign" --dry-run
mkdir -p "$work/recordless/run.txt" "$work/bare"
check "where no record can be" fails 1 "run.txt: is a folder" \
  cloth --resolution 4 --frames 1 --out "$work/recordless" --dry-run
check "in folders that are missing" into "$work/missing/a b/" --frames 1 --dry-run
check "or below one that is there" into "$work/bare/below" --frames 1 --dry-run
check "or in that" into "$work/bare" --frames 1 --dry-run
check "or of a wrong call" fails 1 "--measure: " \
  cloth --resolution 4 --out "$work/missing/c" --measure "$work/none/m.tsv" --dry-run
here=$(cd "$(dirname "$sim")" && pwd)/${sim##*/}
check "or from within" sh -c 'cd "$1" && "$2" cloth --resolution 4 --out missing/d --dry-run' - "$work" "$here"
check "leaves no folder" [ ! -e "$work/missing" ]
check "but what was there" same "$(cd "$work" && find bare recordless | LC_ALL=C sort | tr '\n' ' ')" \
  "bare recordless recordless/run.txt "
check "a dry run with a table on the standard output" succeeds cloth --resolution 4 --measure - --dry-run
check "writes none" [ ! -s "$work/out" ]

# A file with the name of a frame is refused, because a frame or the next run in that folder would replace it.
# named OPTION FILE ARGUMENT...: the option is refused because of its file's name.
named() {
  option=$1 file=$2
  shift 2
  fails 1 "--$option: '$file' is a name that --out uses for its own files; give another one" \
    cloth --resolution 4 --frames 1 --out "$work/taken/new" "--$option" "$file" "$@"
}
check "a table by the name of a frame" named measure "$work/taken/new/frame_0000.obj"
check "of one that comes never" named measure "$work//taken/./new/frame_0009.vtk" --format obj
check "a checkpoint" named save "$work/taken/new/frame_0001.vtk"
check "by the name of the record" named save "$work/taken/new/run.txt"
check "a page by that of the list" named viewer "$work/taken/new/frames.vtk.series" --dry-run
check "of these calls nothing is left" [ ! -e "$work/taken" ]
mkdir "$work/taken"
check "nor where a part was there" named measure "$work/taken/new/constraints.vtk"
check "but that part" same "$(find "$work/taken" | wc -l)" 1
control "the name of a frame in another folder" named measure "$work/frame_0000.obj"

# The same holds for files that are read: nothing is more natural than the last frame of a run as a mesh.
check "a run of a closed mesh" succeeds torus_falling --resolution 6 --frames 2 --format obj --out "$work/frames"
for read in "--mesh" "--resolution 4 --obstacle mesh:file="; do
  file=$work/frames/frame_0002.obj
  case $read in *=) words="$read$file" ;; *) words="$read $file" ;; esac
  # shellcheck disable=SC2086 # an option and its value
  check "a frame as the value of $read" fails 1 "'$file' is a name that --out uses for its own files; give another one" \
    cloth $words --frames 1 --format obj --out "$work/frames"
done
check "stays" same "$(count "$work"/frames/frame_*.obj)" 3
check "and is read for another folder" succeeds cloth --mesh "$work/frames/frame_0002.obj" --frames 1 --out "$work/more"
control "another name" named save "$work/taken/new/frame.obj"

# Times of frames, in a folder with missing parents and a space in its name.
deep="$work/a/b c"
check "frame time" succeeds cloth --resolution 4 --frames 4 --frame-time 0.5 --every 2 --format vtk --out "$deep"
check "times in the series" has "$deep/frames.vtk.series" '"frame_0004.vtk", "time": 2}'
check "by a short name below where it stands" sh -c 'cd "$1" && "$2" cloth --resolution 4 --frames 1 --quiet --out o/p' - \
  "$work" "$here"
check "both are made" has "$work/o/p/run.txt" "^ending: complete$"
check "a name with a quote" succeeds cloth --resolution 4 --frames 1 --out "$work/it's"
check "is written as a shell reads it" has "$work/it's/run.txt" "^command: .*/it'\\\\''s'\$"
check "command is quoted" has "$deep/run.txt" "^command: .*'.*/a/b c'"

# Tables (golden/sim/scenes.sh has them), and quiet runs.
check "measure in the folder that is made" succeeds cloth --resolution 4 --frames 1 --out "$work/new" --measure "$work/new/m.tsv"
check "it is there" [ -s "$work/new/m.tsv" ]
run cloth --resolution 4 --frames 1 --quiet
check "quiet is quiet" [ ! -s "$work/out" ]

# A mesh from a file: our own frame is read back and simulated.
check "mesh" succeeds cloth --mesh "$out/frame_0000.obj" --pins top --frames 2 --strict --out "$work/mesh"
check "its size is said" has "$work/out" "frame_0000.obj: 36 vertices, 50 triangles"
control "nothing was repaired, nothing is said" has "$work/out" "repaired"
check "its frames" same "$(grep -c '^v ' "$work/mesh/frame_0002.obj")" 36

printf 'solid nothing' >"$work/scene.unknown"
check "another format" fails 1 "convert it to OBJ" cloth --mesh "$work/scene.unknown"

control "a frame that is not there" [ -s "$out/frame_0001.obj" ]
: >"$out/frame_0002.obj.123-0.part"
control "a temporary file overlooked" same "$(leftovers "$out")" 0
finish
