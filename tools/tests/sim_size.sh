# Why this file exists: a mesh has one size and one mass in every scene: its own, unless --unit, --scale, --size or a
# density says otherwise. The terminal and run.txt say what it was multiplied by.
. "$(dirname "$0")/common.sh"

# A box of 100 x 50 x 80, closed, with outward faces.
cat >"$work/box.obj" <<'END'
v 0 0 0
v 100 0 0
v 100 50 0
v 0 50 0
v 0 0 80
v 100 0 80
v 100 50 80
v 0 50 80
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END
# is_large X FACTOR SCENE ARGUMENT...: the first frame is X m long, and the run says the factor.
is_large() {
  large=$1 factor=$2
  shift 2
  rm -rf "$work/frames"
  run "$@" --mesh "$work/box.obj" --pins none --frames 1 --format obj --out "$work/frames"
  [ "$code" -eq 0 ] && has "$work/out" " m: scaled by $factor " && has "$work/frames/run.txt" "^mesh factor: $factor$" &&
    awk -v want="$large" '$1 == "v" { if (!n++ || $2 < low) low = $2; if (n == 1 || $2 > high) high = $2 }
      END { d = (high - low) / want - 1; exit !(n > 0 && d < 1e-6 && d > -1e-6) }' "$work/frames/frame_0000.obj"
}
for scene in cloth "body --resolution 11" blob body_hit cloth_on_sphere torus_falling inflation; do
  check "$scene: its own size" is_large 100 1 $scene
  check "$scene: millimetres" is_large 0.1 0.001 $scene --unit mm
done
check "inches, doubled" is_large 5.08 0.0508 cloth --unit in --scale 2
check "a size" is_large 3 0.03 blob --size 3
check "a size, whatever the unit" is_large 3 0.03 blob --size 3 --unit mm
control "a size that it has not" is_large 3 0.03 blob --size 2
says() { has "$work/frames/run.txt" "$1"; }
check "millimetres again" is_large 0.1 0.001 cloth --unit mm
check "run.txt: the unit" says '^mesh unit: mm$'
check "run.txt: before" says '^mesh extent in the file: 100,50,80$'
check "run.txt: after" says '^mesh extent: 0\.1'
check "an unknown unit" fails 1 "unknown value of --unit 'mmm'" cloth --mesh "$work/box.obj" --unit mmm
check "a size and a scale" fails 1 "--scale and --size set the same thing" cloth --mesh "$work/box.obj" --scale 2 --size 2
check "no mesh" fails 1 "--unit does nothing without --mesh" cloth --unit mm

# weighs KG ARGUMENT...: the mass of all particles.
weighs() {
  want=$1
  shift
  rm -rf "$work/frames"
  succeeds "$@" --mesh "$work/box.obj" --unit mm --pins none --frames 1 --quiet --format obj --out "$work/frames" &&
    awk -v want="$want" '/^free mass:/ { d = $3 / want - 1; good = d < 1e-9 && d > -1e-9 } END { exit !good }' "$work/frames/run.txt"
}
for scene in blob body_hit torus_falling inflation; do check "$scene: a density" weighs 0.4 $scene --density 1000; done
for scene in cloth cloth_on_sphere; do check "$scene: an area density" weighs 0.0102 $scene --area-density 0.3; done
control "another density" weighs 0.4 blob --density 999
control "none" weighs 0.4 blob
check "a density and a mass" fails 1 "density and mass both set the masses" blob --mesh "$work/box.obj" --density 1000 --mass 1
sed '$d' "$work/box.obj" >"$work/open.obj"
check "a density of an open surface" fails 1 "the surface is open at triangle" blob --mesh "$work/open.obj" --density 1000
finish
