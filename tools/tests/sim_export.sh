# Why this file exists: a stranger's program reads what --export writes. A reader of our own knows only the format: it
# checks the JSON Schema, and computes masses, energies and volumes from the arrays. xpbd-sim measures the same numbers.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
schema=$here/../../data/schema/scene.schema.json
command -v python3 >/dev/null || {
  echo "skipped: needs python3"
  exit 77
}
scene=$work/scene.json

# writes ARGUMENT...: export a scene.
writes() { succeeds "$@" --quiet --export "$scene"; }
# says ANSWERS QUESTION...: what the reader computes, a line for each question.
says() {
  want=$1
  shift
  python3 "$here/read_scene.py" "$schema" "$scene" "$@" >"$work/out" 2>"$work/err" && same "$(cat "$work/out")" "$want"
}
# measured COLUMN ARGUMENT...: a number that xpbd-sim measures at the start, with nine digits.
measured() {
  column=$1
  shift
  "$sim" "$@" --frames 1 --substeps 1 --quiet --measure "$work/measured.tsv" >/dev/null 2>&1 </dev/null
  awk -F '\t' -v column="$column" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == column) at = k } NR == 2 { printf "%.9g", $at }' \
    "$work/measured.tsv"
}

# A sheet of 6 x 6 that starts pulled to 1.5 times its length: 12 particles are pinned, the longest springs give 10 m.
set -- cloth_stretched --resolution 6 --pull-time 0 --constraint stretching
check "a pulled sheet" writes "$@"
check "its masses and springs" says "24 kg, 12 pinned
$(measured elastic_J "$@") J, 10 m" masses springs
control "another energy" says "24 kg, 12 pinned
225490244 J, 10 m" masses springs

# The program of the guide. numpy is a Debian package, so it needs Debian's python, even if another comes first in PATH.
if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
  block "$here/../../docs/guide/scene-file.md" python 1 >"$work/energy.py"
  (cd "$work" && /usr/bin/python3 energy.py) >"$work/out" 2>"$work/err"
  check "the program of the guide" same "$(cat "$work/out")" "stretching $(measured elastic_J "$@") J"
  control "another sheet" same "$(cat "$work/out")" "stretching $(measured elastic_J "$@" --stretch 1.4) J"

  # The second one measures an answer. The recorded errors say what it must find.
  states() { # states SUBSTEPS: simulate the workload slide and keep its states.
    printf '%s\n' "{\"load\":\"$work/slide.json\",\"substeps\":$1,\"iterations\":1}" \
      "{\"run\":24,\"every\":1,\"states\":\"$work/states.bin\"}" |
      "$sim" --serve --precision double >"$work/out" 2>"$work/err" && grep -q '"ran": 24' "$work/out"
  }
  answered() { (cd "$work" && /usr/bin/python3 error.py) >"$work/out" 2>"$work/err" && same "$(cat "$work/out")" "error $1"; }
  recorded() { awk -F '\t' -v n="$1" '$1 == "slide" && $3 == "f64" && $4 == n && $5 == 1 { print $6 }' "$here/../../data/workloads/errors.tsv"; }
  block "$here/../../docs/guide/own-answer.md" python 1 >"$work/error.py"
  check "a workload" succeeds --workload slide --quiet --export "$work/slide.json"
  check "its answer with 4 time steps" states 4
  check "has the recorded error" answered "$(recorded 4)"
  control "the error of 2 time steps" answered "$(recorded 2)"
else
  echo "left out: the program of the guide (Debian: python3-numpy)"
fi

set -- beam_tets --resolution 5 --constraint neo_hookean_root_tet
check "a beam of tetrahedra" writes "$@"
check "its rest shapes" says "$(measured volume_m3 "$@") m^3" tets
check "a ball with another rest volume" writes inflation --resolution 5 --volume 1.25
check "is a sum of parts" says 1.25 closed
check "a ball that falls on a sphere and a box" writes torus_falling --resolution 9 --constraint stretching
check "obstacles" says "sphere1.68 sphere1.68 sphere1.68 sphere1.68 sphere1.68 sphere1.68 box" bodies
check "workloads" writes --workload cantilever_small --substeps 7
check "fit the schema" says "138.672 kg, 9 pinned" masses
check "settings of the call" has "$scene" '"substeps": 7,'
check "an unknown workload" fails 1 "unknown workload 'slied'; did you mean 'slide'?" --workload slied --export "$scene"
check "a workload and a scene" fails 1 "--workload is a scene: leave out cloth" cloth --workload slide --export "$scene"
check "a workload is not changed" fails 1 "leave out --size" --workload slide --export "$scene" --size 2
check "a workload is only exported" fails 1 "--workload does nothing without --export" --workload slide
check "a sheet that is pulled" writes cloth_stretched --resolution 4
check "handles" says "4:-2.5,0,0 4:2.5,0,0" bodies

# Every formula of the list has names for the numbers of its rest shape: twelve at a time, on the beam and its surface.
"$sim" --list=json | python3 -c 'import json, sys
names = [f["name"] for f in json.load(sys.stdin)["formulas"]]
for k in range(0, len(names), 12): print("+".join(names[k:k + 12]))' >"$work/formulas"
check "formulas are listed" [ "$(wc -l <"$work/formulas")" -gt 4 ]
while read -r names; do
  check "formulas from ${names%%+*} on" writes beam_tets --resolution 3 --constraint "$names"
  check "fit the schema" says "8 kg, 4 pinned" masses
  check "and have names" [ "$(grep -c '"number_' "$scene")" -eq 0 ]
done <"$work/formulas"

# Read back, a scene ends in the same bits. Its settings are defaults, which options replace.
hashes() { [ "$("$sim" "$@" --hash --quiet 2>"$work/err")" = "$("$sim" "$scene" --frames 4 --hash --quiet)" ]; }
check "a beam that is turned" writes beam_twisted --resolution 5 --substeps 3 --iterations 7 --frame-time 0.03
check "read back" hashes beam_twisted --resolution 5 --substeps 3 --iterations 7 --frame-time 0.03 --frames 4
control "another number of iterations" hashes beam_twisted --resolution 5 --substeps 3 --iterations 8 --frame-time 0.03 --frames 4
check "a chain with another method" writes chain --method jacobi --omega 1.2
check "read back with its method" hashes chain --method jacobi --omega 1.2 --frames 4
control "another omega" hashes chain --method jacobi --omega 1.3 --frames 4
check "outputs" succeeds "$scene" --frames 2 --quiet --out "$work/frames" --measure "$work/m.tsv" --picture "$work/p.png"
check "are there" same "$(count "$work"/frames/frame_000[0-2].* "$work/m.tsv" "$work/p.png")" 8
check "a file that was read is written again" succeeds "$scene" --quiet --export "$work/again.json"
check "as it was" same "$(sed 's/again.bin/scene.bin/' "$work/again.json")" "$(cat "$scene")"
check "with equal arrays" cmp "$work/again.bin" "$work/scene.bin"

# Options that act on the whole scene replace what the file says. Those that make a scene are refused with a reason.
overrides() { # OPTION...: the file with these options ends as the scene with them
  [ "$("$sim" cloth --resolution 6 "$@" --frames 4 --hash --quiet)" = "$("$sim" "$scene" "$@" --frames 4 --hash --quiet)" ]
}
check "a cloth" writes cloth --resolution 6
check "another gravity" overrides --gravity 3
check "wind" overrides --wind 1,0,2 --wind-drag 0.1
check "a global damping" overrides --global-damping 0.01
check "contact between particles" overrides --contact-radius 0.1
check "one more obstacle" overrides --obstacle plane:at=0,-0.1,0:friction=0.3
check "the file alone" overrides
without() { [ "$("$sim" cloth --resolution 6 --frames 4 --hash --quiet)" = "$("$sim" "$scene" --gravity 3 --frames 4 --hash --quiet)" ]; }
control "gravity is not read" without
check "a mass" fails 1 "a scene file takes no mass, because it has the mass of each particle: change it in the file" "$scene" --mass 3
check "a formula" fails 1 "a scene file takes no constraint, because its sets name their formulas" "$scene" --constraint morse
check "no file" fails 1 "none.json: cannot be read: No such file or directory" "$work/none.json"

# A scene made by hand fits the schema and runs.
block "$here/../../docs/guide/scene-file.md" json 1 >"$scene"
check "the scene of the guide" python3 "$here/read_scene.py" "$schema" "$scene"
check "runs" succeeds "$scene" --quiet --frames 5
sed 's/"stiffness"/"stifness"/' "$scene" >"$work/wrong.json"
check "a mistyped member" fails 1 "wrong.json: sets[0]: unknown member 'stifness'; known are: formula " "$work/wrong.json"

# What is wrong with the files.
check "a sheet" writes cloth --resolution 6
check "fits the schema" says "34 kg, 2 pinned" masses
cp "$scene" "$work/right.json"
sed 's/"gravity"/"gravitation"/' "$work/right.json" >"$scene"
control "another name of a member" says "34 kg, 2 pinned" masses
sed 's/"frames": [0-9]*/"frames": "many"/' "$work/right.json" >"$scene"
control "a word for a number" says "34 kg, 2 pinned" masses
cp "$work/right.json" "$scene"
head -c -8 "$work/scene.bin" >"$work/cut" && cp "$work/cut" "$work/scene.bin"
control "a number is missing" says "34 kg, 2 pinned" masses

check "is written again" writes cloth --resolution 7
check "and is the new one" says "47 kg, 2 pinned" masses

echo mine >"$work/mine.json"
mkfifo "$work/pipe.json"
check "a pipe that nobody writes to" fails 1 "pipe.json exists and is no scene file" cloth --export "$work/pipe.json"
check "another file of that name stays" fails 1 "mine.json exists and is no scene file" cloth --export "$work/mine.json"
check "as it was" same "$(cat "$work/mine.json")" mine
echo mine >"$work/other.bin"
check "so does one in the place of the arrays" fails 1 "other.bin exists and is no scene file" cloth --export "$work/other.json"
check "and no half is written" [ ! -e "$work/other.json" ]
check "another ending" fails 1 "must end in .json" cloth --export "$work/scene.txt"
check "a folder that is not there" fails 1 "cannot be written" cloth --export "$work/none/scene.json"
check "the standard output has no place for arrays" fails 1 "must end in .json" cloth --export -
check "a method with other laws" fails 1 "method verlet-7 has its own state and laws" friction_box --export "$work/box.json"
check "another output" fails 1 "--export simulates nothing: leave out --hash" cloth --export "$work/box.json" --hash
check "a dry run" succeeds cloth --export "$work/dry.json" --dry-run
check "writes nothing" same "$(count "$work"/dry.* "$work"/box.*)" 0
finish
