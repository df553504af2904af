#!/bin/sh
# Why this file exists: the programs and the Python package run on a processor without AVX, with the same bits. An
# emulator refuses what such a processor lacks.
# usage: old_processor.sh SOURCE BUILD C-COMPILER
set -u
source=$1 build=$2 cc=$3
. "$source/tests/common.sh"
[ "$(uname -m)" = x86_64 ] || {
  echo "skipped: this is about x86-64"
  exit 77
}
command -v qemu-x86_64 >/dev/null || {
  echo "skipped: no qemu-x86_64 (Debian: qemu-user)"
  exit 77
}
needs_python cffi numpy

echo 'int main(void) { __asm__ volatile("vxorps %ymm0, %ymm0, %ymm0"); return 0; }' >"$work/wide.c"
"$cc" "$work/wide.c" -o "$work/wide" || exit 2
check "an emulated processor with AVX runs its instructions" quiet qemu-x86_64 -cpu max "$work/wide"
control "one without AVX does" quiet qemu-x86_64 -cpu Nehalem "$work/wide"

old() { quiet env XPBD_FORMULA_DIR="$source/lib" qemu-x86_64 -cpu Nehalem "$@"; }
ends_in() { # ends_in HASH RESOLUTION OPTION...: on the old processor
  wanted=$1 resolution=$2
  shift 2
  old "$build/bin/xpbd-sim" cloth --resolution "$resolution" --substeps 2 --iterations 3 --frames 3 --hash --quiet "$@" &&
    grep -qx "$wanted" "$work/output"
}
hash=$("$build/bin/xpbd-sim" cloth --resolution 9 --substeps 2 --iterations 3 --frames 3 --hash --quiet)
check "xpbd-sim ends in the same bits" ends_in "$hash" 9
control "on another mesh it does" ends_in "$hash" 8
fung=$source/tests/formulas/fung.h
own=$(XPBD_FORMULA_DIR=$source/lib "$build/bin/xpbd-sim" cloth --resolution 9 --substeps 2 --iterations 3 --frames 3 --hash --quiet \
  --formula "$fung" -c fung)
check "with a formula from a file, too" ends_in "$own" 9 --formula "$fung" -c fung

python_package "$work"
cat >"$work/steps.py" <<'END'
import sys
import xpbd
scene = xpbd.Scene("cloth", resolution=9)
solver = xpbd.Solver(scene, substeps=2, iterations=3)
solver.step(3)
assert f"{solver.hash:016x}" == sys.argv[1]
xpbd.Solver(scene, backend=sys.argv[3] if len(sys.argv) > 3 else None, instructions=sys.argv[2])
END
steps() { (cd "$work" && old "$python" -B steps.py "$hash" "$@"); }
check "the Python package ends in the same bits" steps baseline
for backend in "" seq; do # without a name, no device takes its place
  # shellcheck disable=SC2086 # none is no word
  control "it computes with AVX2 ${backend:+on $backend}" steps avx2 $backend
  check "and says that there is none" grep -q "Unavailable: this machine has no avx2" "$work/output"
done
finish
