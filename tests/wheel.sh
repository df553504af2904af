#!/bin/sh
# Why this file exists: a wheel runs where only it is installed: the module, the programs, and formulas from files with
# the headers that it brings. Another version beside it changes nothing. Only ./run release calls this, because building
# a wheel takes ten minutes.
# usage: wheel.sh SOURCE FOLDER-OF-THE-WHEEL
set -u
source=$1 folder=$2
. "$source/tests/common.sh"
unset PYTHONPATH XPBD_FORMULA_DIR
version=$(sed -n 's/^project(xpbd VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
hash=$(sed -n 's/.*with the hash `\([0-9a-f]*\)`.*/\1/p' "$source/README.md")
wheel=$(echo "$folder/xpbd_suite-$version"-*.whl)
check "there is one wheel of version $version" [ -f "$wheel" ] || finish
python3 -m venv "$work/one" || exit 2
check "it installs" quiet "$work/one/bin/pip" install "$wheel" || finish

here() { (cd "$work" && quiet "$@"); } # nothing of the checkout is found
says() { # says TEXT COMMAND...
  text=$1
  shift
  here "$@" && grep -qF -e "$text" "$work/output"
}
for program in sim bench validate report; do
  check "xpbd-$program has the version" says "xpbd-$program $version" "$work/one/bin/xpbd-$program" --version
done
simulates() { says "$hash" "$work/one/bin/xpbd-sim" cloth --resolution "$1" --substeps 20 --iterations 20 --frames 24 --hash --quiet; }
check "xpbd-sim ends in README's hash" simulates 41
control "on another mesh it does" simulates 40
cp "$source/examples/first_steps.py" "$source/tests/formulas/fung.h" "$work"
check "so does the example" says "state after one second: $hash" "$work/one/bin/python" first_steps.py
check "the module loads a formula" says fung "$work/one/bin/python" -c 'import xpbd; print(xpbd.load_formula("fung.h"))'
check "so does xpbd-sim" here "$work/one/bin/xpbd-sim" cloth --formula fung.h -c fung --frames 1 --resolution 5 --quiet

# Another version, which says so, and whose library a loader would find first.
module=$(cd "$work" && "$work/one/bin/python" -c 'import pathlib, xpbd; print(pathlib.Path(xpbd.__file__).parent)')
mkdir "$work/two"
cp -r "$module" "$work/two/xpbd"
sed 's/VERSION_PATCH .*/VERSION_PATCH 99/' "$module/declarations.h" >"$work/two/xpbd/declarations.h"
: >"$work/two/libxpbd.so"
reports() { says "$1" env "LD_LIBRARY_PATH=$work/two" "PYTHONPATH=$2" "$work/one/bin/python" -c 'import xpbd; print(xpbd.__version__)'; }
check "beside another version it is itself" reports "$version" ""
check "and the other one is itself" reports "${version%.*}.99" "$work/two"
control "the other one has this version" reports "$version" "$work/two"
finish
