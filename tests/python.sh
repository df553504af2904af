#!/bin/sh
# Why this file exists: tests the Python package on the library of this build. A wheel has the same files.
# usage: python.sh SOURCE BUILD
set -u
source=$1 build=$2
. "$source/tests/common.sh"
needs_python cffi numpy pandas
python_package "$work"
cp "$source/tests/python_checks.py" "$work/"
check "the package computes what the library does" quiet env XPBD_SOURCE="$source" XPBD_FORMULA_DIR="$source/lib" \
  "$python" -B "$work/python_checks.py"
sed "s/'8a07/'8a08/" "$work/python_checks.py" >"$work/wrong.py"
control "another hash is seen" env XPBD_SOURCE="$source" XPBD_FORMULA_DIR="$source/lib" "$python" -B "$work/wrong.py"
# example FILE HASH: the example prints the hash.
example() {
  quiet env PYTHONPATH="$work" "$python" -B "$1" && grep -qx "state after one second: $2" "$work/output"
}
hash=$(sed -n 's/.*with the hash `\([0-9a-f]*\)`.*/\1/p' "$source/README.md")
check "the example prints README's hash" example "$source/examples/first_steps.py" "$hash"
sed 's/resolution=41/resolution=40/' "$source/examples/first_steps.py" >"$work/other.py"
control "on another mesh it does" example "$work/other.py" "$hash"
import_says() { ! quiet env PYTHONPATH="$work" "$python" -B -c 'import xpbd' && grep -q "^ImportError: .*$1" "$work/output"; }
control "the import fails with the library" import_says ""
: >"$work/xpbd/lib/libxpbd.so"
check "with a library that cannot be opened, the import says so" import_says "build the package on this machine"
rm "$work/xpbd/lib/libxpbd.so"
check "without the library, the import says so" import_says "install the package again"
finish
