#!/bin/sh
# Why this file exists: tests the promise of docs/guide/library.md. CMake and pkg-config find an installed copy, wherever
# it is. An example builds against it and prints what the page says. tests/examples.sh has the other examples.
# usage: package.sh SOURCE BUILD C-COMPILER [C++-COMPILER]
set -u
source=$1 build=$2 cc=$3 cxx=${4:-}
. "$source/tests/common.sh"

# configure NAME ARGUMENT...: configure a user's project in $work/NAME with the installed copy.
configure() {
  name=$1
  shift
  quiet cmake -S "$work/$name" -B "$work/$name/build" -DCMAKE_PREFIX_PATH="$work/usr" "$@"
}
make_project() { quiet cmake --build "$work/$1/build"; }
prints() { "$1" >"$work/output" 2>&1 && cmp -s "$work/output" "$2"; }
says() { grep -q -e "$1" "$work/output"; }

quiet cmake --install "$build" --prefix "$work/first"
check "it installs" [ -f "$work/first/include/xpbd/xpbd.h" ]
mv "$work/first" "$work/usr" # nothing installed may remember where that was
check "nothing remembers the folder it was installed to" sh -c "! grep -rlq '$work/first' '$work/usr' --include=*.cmake --include=*.pc"
control "a path in a package file would be seen" sh -c \
  "mkdir '$work/bait'; echo '$work/first' >'$work/bait/a.pc'; ! grep -rlq '$work/first' '$work/bait' --include=*.cmake --include=*.pc"

has_pages() { # has_pages FOLDER: manual pages and completion of each program
  for program in "$work"/usr/bin/xpbd-*; do
    name=${program##*/}
    grep -qi "^.TH $name 1 " "$1/man/man1/$name.1" && grep -q "complete .* $name" "$1/bash-completion/completions/$name" &&
      [ -s "$1/zsh/site-functions/_$name" ] && [ -s "$1/fish/vendor_completions.d/$name.fish" ] || return 1
  done
}
check "each program has a manual page and completion" has_pages "$work/usr/share"
check "a subcommand has a page of its own" grep -q '^.TH XPBD-REPORT-COMPARE 1 ' "$work/usr/share/man/man1/xpbd-report-compare.1"
control "a folder without them" has_pages "$work"

# An example with a CMakeLists.txt of its own, and the page's output.
mkdir "$work/readme"
example=$source/examples/own_scene.c
cp "$example" "$work/readme/main.c"
cat >"$work/readme/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(hanging C)
find_package(xpbd 0.3 REQUIRED)
add_executable(hanging main.c)
target_link_libraries(hanging PRIVATE xpbd::xpbd)
END
block "$source/docs/guide/library.md" text 1 >"$work/expected"
check "example: configures" configure readme -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror"
check "example: builds" make_project readme
check "example: prints what it says" prints "$work/readme/build/hanging" "$work/expected"
sed 's/settings.iterations = 5/settings.iterations = 4/' "$work/readme/main.c" >"$work/wrong.c"
mv "$work/wrong.c" "$work/readme/main.c"
check "example: builds with one iteration less" make_project readme
control "example: that prints something else" prints "$work/readme/build/hanging" "$work/expected"

mkdir "$work/static"
cp "$example" "$work/static/main.c"
sed 's/xpbd::xpbd/xpbd::static/' "$work/readme/CMakeLists.txt" >"$work/static/CMakeLists.txt"
check "with the archive: configures" configure static -DCMAKE_C_COMPILER="$cc"
check "with the archive: builds" make_project static
check "with the archive: prints the same" prints "$work/static/build/hanging" "$work/expected"
needs_library() { readelf -d "$1" >"$work/output" && says "NEEDED.*libxpbd$2"; }
# so that two versions can be installed side by side
check "the example needs the shared library of this version" needs_library "$work/readme/build/hanging" '\.so\.0\.3\]'
control "of any version" needs_library "$work/readme/build/hanging" '\.so\]'
control "with the archive it does" needs_library "$work/static/build/hanging" ''

# A version or a component that does not exist.
mkdir "$work/refused"
refuses() { # refuses WORDS TEXT: find_package(xpbd WORDS) ends with TEXT
  printf 'cmake_minimum_required(VERSION 3.21)\nproject(refused C)\nfind_package(xpbd %s)\n' "$1" >"$work/refused/CMakeLists.txt"
  ! configure refused && says "$2"
}
check "an unknown component is refused" refuses "REQUIRED COMPONENTS nonsense" nonsense
check "version 9 is refused" refuses "9.0 REQUIRED" 'requested version "9.0"'
check "version 0.2, which had another interface, is refused" refuses "0.2 REQUIRED" 'requested version "0.2"'
control "version 0.3 is not refused" refuses "0.3 REQUIRED" 'requested version'
control "nor is a component of older versions" refuses "REQUIRED COMPONENTS import projective" import

# The headers: each alone, as C99 and as C++, without a warning.
strict() { # strict HEADER LANGUAGE COMPILER STANDARD
  printf '#include <%s>\nextern int not_empty;\n' "$1" >"$work/alone"
  quiet "$3" -std="$4" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$work/usr/include" -x "$2" "$work/alone"
}
for header in "$work"/usr/include/xpbd/*.h; do
  name=xpbd/${header##*/}
  check "$name alone, C99" strict "$name" c "$cc" c99
  [ -z "$cxx" ] || check "$name alone, C++11" strict "$name" c++ "$cxx" c++11
done
echo 'int f(void) { return }' >"$work/usr/include/xpbd/broken.h"
control "a broken header is seen" strict xpbd/broken.h c "$cc" c99
rm "$work/usr/include/xpbd/broken.h"

# A formula from a file, by the installed program alone, which uses the installed headers.
fung() { quiet "$work/usr/bin/xpbd-sim" cloth --formula "$source/tests/formulas/fung.h" -c fung --frames 2 --resolution 6 --quiet; }
check "a formula from a file" fung
own() { # a user's program with the shared library
  printf '%s\n' '#include <xpbd/xpbd.h>' 'int main(int n, char **a) { int i; return n < 2 || xpbd_formula_file_load(a[1], 0, &i); }' >"$work/readme/main.c"
  make_project readme && quiet env "XPBD_FORMULA_DIR=$1" "$work/readme/build/hanging" "$source/tests/formulas/fung.h"
}
check "and by a program with the shared library" own "$work/usr/include/xpbd/private"
control "without headers" own "$work/usr/include/xpbd"

# The headers of device code are installed if the cuda backend is. A CPU backend here uses them as a GPU's would.
device_headers() { [ "$(find "$work/usr" -name '*.cuh' | wc -l)" -gt 0 ]; }
if "$work/usr/bin/xpbd-sim" --list | grep -q '^ *cuda .*not built'; then
  control "headers of device code without the backend" device_headers
else
  check "headers of device code" device_headers
fi
quiet cmake --install "$build" --prefix "$work/usr" --component device
emulated=$build/bin/xpbd-sim-emulated
on_device() {
  quiet env "XPBD_FORMULA_DIR=$1" "$emulated" cloth --formula "$source/tests/formulas/fung.h" -c fung --frames 1 \
    --resolution 5 --quiet -b cuda
}
if [ -x "$emulated" ]; then
  check "and for a GPU" on_device "$work/usr/include/xpbd/private"
  mv "$work/usr/include/xpbd/private/step" "$work/step"
  control "without a header that a GPU needs" on_device "$work/usr/include/xpbd/private"
  mv "$work/step" "$work/usr/include/xpbd/private/step"
fi
judged() { quiet "$work/usr/bin/xpbd-validate" formula "$1" --brief; }
check "and its verdict" judged "$source/tests/formulas/fung.h"
control "the verdict on a wrong one" judged "$source/tests/verdict/wrong/factor/degrees.h"
published() { quiet "$work/usr/bin/xpbd-validate" papers_data; }
check "the installed checks have the published tables" published
tables=$(find "$work/usr" -name fps.csv)
mv "$tables" "$work/fps.csv"
control "without one of them" published
mv "$work/fps.csv" "$tables"
private=$(dirname "$(find "$work/usr" -name table_unit.h)")
mv "$private/table_unit.h" "$work/table_unit.h"
echo '#error "spoilt"' >"$private/table_unit.h"
control "with spoilt headers" fung
check "which were those that are installed" says spoilt
mv "$work/table_unit.h" "$private/table_unit.h"

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/triangle.obj"

# Without CMake.
if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name xpbd.pc)")
  export PKG_CONFIG_PATH
  cp "$example" "$work/main.c"
  # shellcheck disable=SC2046 # flags, one word each
  check "pkg-config: builds" quiet "$cc" "$work/main.c" $(pkg-config --cflags --libs xpbd) -o "$work/plain"
  control "pkg-config: runs without a word where the library is" quiet "$work/plain"
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir xpbd)
  export LD_LIBRARY_PATH
  check "pkg-config: prints the same" prints "$work/plain" "$work/expected"
  # shellcheck disable=SC2046
  check "pkg-config: builds with the archive" quiet "$cc" "$work/main.c" $(pkg-config --cflags --libs xpbd-static) -o "$work/whole"
  check "pkg-config: prints the same with the archive" prints "$work/whole" "$work/expected"
  control "pkg-config: which needs the shared library" needs_library "$work/whole" ''
  absolute() { grep -hE '[ =](-[LI])?/' "$@" >"$work/output"; }
  control "pkg-config: a file has a path of this machine" absolute "$PKG_CONFIG_PATH"/*.pc
  echo 'Libs: -L/usr/lib/somewhere -lm' >"$work/path.pc"
  check "that would be seen" absolute "$work/path.pc"
  printf '%s\n' '#include <xpbd/import.h>' 'int main(int n, char **a) { xpbd_mesh m; return n < 2 || xpbd_mesh_read(a[1], 0, 0, &m); }' >"$work/reader.c"
  # shellcheck disable=SC2046
  check "pkg-config: a program that reads meshes builds" quiet "$cc" "$work/reader.c" $(pkg-config --cflags --libs xpbd) -o "$work/reader"
  check "pkg-config: and reads one" "$work/reader" "$work/triangle.obj"
  control "without the flags nothing links" quiet "$cc" "$work/main.c" -I "$work/usr/include" -o "$work/plain"
fi
finish
