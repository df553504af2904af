#!/bin/sh
# Why this file exists: tests what users of the opencl backend meet. A formula from a file has the same bits as on a
# CPU. What cannot run says so in one line: no driver, no such device, a device with other arithmetic, a formula that
# its compiler refuses.
# usage: opencl.sh SOURCE XPBD-SIM C-COMPILER
set -u
source=$1 sim=$2 CC=$3
. "$source/tests/common.sh"
export CC
unset XPBD_OPENCL_DEVICE XPBD_OPENCL_OPTIONS OCL_ICD_VENDORS

# cloth ARGUMENT...: the hash of a short run on the device.
cloth() { "$sim" cloth --frames 2 --resolution 8 --quiet --hash -b opencl "$@"; }
if ! quiet cloth; then
  if grep -q 'no OpenCL device' "$work/output"; then
    cat "$work/output"
    exit 77
  fi
fi

same() { # same ARGUMENT...: on the device as on seq
  here=$(cloth "$@" 2>>"$work/errors") there=$(cloth "$@" -b seq 2>>"$work/errors")
  [ -n "$here" ] && [ "$here" = "$there" ]
}
check "a cloth" same
check "by one work-group that stays" [ "$(cloth --strategy resident)" = "$(cloth -b seq)" ]
check "in launches of fewer frames, for each takes long" [ "$(cloth --strategy resident --resolution 5 --iterations 400000)" = \
  "$(cloth -b seq --resolution 5 --iterations 400000)" ]
fung=$source/tests/formulas/fung.h
sed 's/material\[0\], R(0.0)/(R(1.01) * material[0]), R(0.0)/' "$fung" >"$work/other.h"
hash=$(cloth --formula "$fung" -c fung)
check "a formula from a file" same --formula "$fung" -c fung
check "in double" same --formula "$fung" -c fung --precision double
control "another C ends in other bits" [ "$hash" = "$(cloth --formula "$work/other.h" -c fung)" ]
descent="--method vbd -c stretching:k=1,alpha=1e-3+sbd_shear:alpha=1e-2"
# shellcheck disable=SC2086 # words
check "vertices" same $descent
# shellcheck disable=SC2086
control "another iteration of them ends in other bits" [ "$(cloth $descent)" = "$(cloth $descent --iterations 21)" ]
check "nothing was said" [ ! -s "$work/errors" ]

# refused TEXT [NAME=VALUE...] [ARGUMENT...]: exit 1 and one line with TEXT. (Output of the driver's compiler is
# ignored.)
refused() {
  text=$1
  shift
  names=
  while [ $# -gt 0 ]; do
    case $1 in [A-Z]*=*) names="$names $1" ;; *) break ;; esac
    shift
  done
  # shellcheck disable=SC2086 # words
  quiet env $names "$sim" cloth --frames 2 --resolution 8 --quiet -b opencl "$@"
  [ $? -eq 1 ] && grep -qF -e "$text" "$work/output" && [ "$(grep -c "^xpbd-sim:" "$work/output")" -eq 1 ]
}
mkdir "$work/none"
echo "$work/missing.so" >"$work/none/broken.icd"
check "a driver that is not there" refused "no OpenCL device: no driver is installed" "OCL_ICD_VENDORS=$work/none/"
check "no device of that name" refused "'nonesuch'" XPBD_OPENCL_DEVICE=nonesuch
check "no device of that number" refused "there is no OpenCL device 200" --device 200
check "no such strategy" refused "'graph' (plain, resident)" --strategy graph
check "vertices with exp" refused "whose functions, such as exp, have other bits" --method vbd -c morse
check "vertices by one work-group" refused "method vbd has the strategy plain" --method vbd --strategy resident
check "wind is not for one work-group" refused "strategy resident" --strategy resident --wind 1,0,0 --wind-drag 1
check "options that the compiler does not know" refused "does not know these options" XPBD_OPENCL_OPTIONS=-cl-nonsense
control "a good run is not refused" refused "" --precision float

# A device with other arithmetic is recognised by the operation.
check "rules of algebra instead of rounding" refused "does not compute as IEEE 754 asks" \
  XPBD_OPENCL_OPTIONS=-cl-fast-relaxed-math
check "subnormal numbers as 0" refused "addition in float differs" XPBD_OPENCL_OPTIONS=-cl-denorms-are-zero
# summed: the message "differs for N of 4096: A, B, C give WRONG, and must give A + B" has correct numbers
summed() {
  sed -n 's/.* differs for [1-9][0-9]* of 4096: \([^;]*\).*/\1/p' "$work/output" |
    sed -n 's/^\([^,]*\), \([^,]*\), [^ ,]* give \([^,]*\), and must give \([^,]*\)$/\1 \2 \3 \4/p' |
    awk 'function size(x) { return x < 0 ? -x : x }
      { sum = size($1 + $2 - $4) <= 1e-8 * (size($1) + size($2)); other = size($3 - $4) > 1e-8 * size($4) }
      END { exit !(sum && other) }'
}
check "with the first of the numbers" summed
sed 's/ give \(.*\), and must give \([^;]*\)/ give \2, and must give \1/' "$work/output" >"$work/turned"
mv "$work/turned" "$work/output"
control "turned round" summed

# A formula that the machine's compiler accepts and the device's refuses, with its line.
{ printf '\nstatic const int XPBD_NAME(two) = 2;\n'; cat "$fung"; } >"$work/refused.h"
check "the line of a formula" refused "refused.h:2: " --formula "$work/refused.h" -c fung
{ cat "$fung"; printf 'XPBD_VALUE(bare) { return V_LENGTH(V_SUB(x[1], x[0])) - rest[0]; }\nXPBD_REST(bare) { XPBD_NAME(edge_rest)(x, rest); }\n'
  printf 'XPBD_FORMULA_ENTRY(bare, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "none", "none", {"k", "1", 1.0, 0.0, 1.0})\n'; } >"$work/bare.h"
check "a formula without a gradient" refused "no complex numbers" --formula "$work/bare.h" -c bare
finish
