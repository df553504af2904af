#!/bin/sh
# Why this file exists: every example builds against an installed copy, from the sources that it installs, and does what
# its page says. The tests python and slurm_script run the others.
# usage: examples.sh SOURCE BUILD C-COMPILER [C++-COMPILER]
set -u
source=$1 build=$2 cc=$3 cxx=${4:-}
. "$source/tests/common.sh"
[ -n "$cxx" ] || {
  echo "skipped: needs a C++ compiler"
  exit 77
}

quiet cmake --install "$build" --prefix "$work/usr"
examples=$(find "$work/usr" -type d -name examples)
builds() { # builds FOLDER: into $work/build
  quiet cmake -S "$1" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" &&
    quiet cmake --build "$work/build"
}
check "all examples are installed" sh -c 'ls "$1" | cmp -s - "$2"' - "$source/examples" "$(ls "$examples" >"$work/list"; echo "$work/list")"
check "they build" builds "$examples"
prints() { # prints TEXT PROGRAM ARGUMENT...
  text=$1
  shift
  quiet "$@" && grep -q -e "$text" "$work/output"
}
hash=$(sed -n 's/.*with the hash `\([0-9a-f]*\)`.*/\1/p' "$source/README.md")
check "first_steps prints README's hash" prints "^state after one second: $hash$" "$work/build/first_steps"
check "own_scene prints what its page says" prints "^$(block "$source/docs/guide/library.md" text 1)$" "$work/build/own_scene"
check "own_backend is near seq" prints '^largest distance from seq' "$work/build/own_backend"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/triangle.obj"
check "read_mesh reads a mesh" prints '^3 vertices, 1 triangles, 0 tetrahedra$' "$work/build/read_mesh" "$work/triangle.obj"
check "without one it says why" sh -c '! "$1" "$2" 2>"$3" && grep -q "none.obj: cannot be opened" "$3"' - \
  "$work/build/read_mesh" "$work/none.obj" "$work/output"

# springs SCENE: the shared object simulates it. The test sim_serve compares its states with the suite's.
sim=$work/usr/bin/xpbd-sim
springs() {
  quiet "$sim" "$1" --resolution 7 --quiet --export "$work/scene.json" || return 1
  printf '{"load":"%s","substeps":4,"iterations":30}\n{"run":6,"every":3,"states":"%s"}\n' "$work/scene.json" "$work/states" |
    "$sim" --serve-object "$work/build/libsprings.so" >"$work/output" 2>&1 && grep -q '"ran": 6' "$work/output"
}
check "springs answers the pipe" springs chain
control "for a scene that it does not support" springs blob

# Wrong examples.
mkdir "$work/wrong"
cp "$examples"/* "$work/wrong"
sed -i 's/resolution = 41/resolution = 40/' "$work/wrong/first_steps.c"
sed -i 's/settings.iterations = 5/settings.iterations = 4/' "$work/wrong/own_scene.c"
sed -i 's/k \* k \* (w\[i\] + w\[j\])/k * (w[i] + w[j]) * 1.001/' "$work/wrong/own_backend.c"
mv "$work/build" "$work/right"
check "wrong ones build" builds "$work/wrong"
control "another mesh" prints "^state after one second: $hash$" "$work/build/first_steps"
control "one iteration less" prints "^$(block "$source/docs/guide/library.md" text 1)$" "$work/build/own_scene"
control "another stiffness" prints '^largest distance from seq' "$work/build/own_backend"
echo 'int main(void) { return }' >"$work/wrong/first_steps.c"
control "an example that does not compile" builds "$work/wrong"
finish
