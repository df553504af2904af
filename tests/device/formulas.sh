#!/bin/sh
# Why this file exists: compiles every formula of the list as device code, if nvcc is installed, for the oldest and
# newest devices that matter. It then checks the result: no spills, no stack, no approximations, and no fused operation
# that a formula does not contain. It needs no device.
# usage: formulas.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || {
  echo "skipped: nvcc is not installed"
  exit 77
}

# Arithmetic as on the CPU: nothing contracted, nothing flushed, nothing approximate.
arithmetic="-fmad=false -ftz=false -prec-div=true -prec-sqrt=true"

# compile FLAG...: with warnings as errors.
compile() {
  # shellcheck disable=SC2086 # flags, one word each
  quiet "$nvcc" -std=c++17 -O3 $arithmetic -Werror all-warnings -Xcompiler -Wall,-Wextra -I "$source/lib" \
    -I "$source/lib/include" "$@"
}

# A kernel for each formula, precision and damping, and two for particles in each precision.
formulas=$(grep -cE '^XPBD_(FORMULA|SUMMED)_ENTRY\(' "$source/lib/formula/list.h")
kernels=$((formulas * 4 + 4))

# tight FILE: the expected number of kernels, all without stack or spills according to ptxas.
tight() {
  [ "$(grep -c 'bytes stack frame' "$1")" -eq "$kernels" ] &&
    [ "$(grep -c ' 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' "$1")" -eq "$kernels" ]
}

# exact FILE: PTX without approximations except the start of a root (lib/formula/length.h), without flushing and calls,
# and without sums and products that may still be fused (without .rn).
exact() {
  [ -s "$1" ] && sed '/rsqrt\.approx\.ftz\.f32/d' "$1" >"$work/others" &&
    ! grep -nE '\.(approx|ftz)|^[[:space:]]*(call|(add|sub|mul)\.f(32|64))' "$work/others" >"$work/output"
}

newest=$("$nvcc" --list-gpu-code | sed -n 's/^sm_\([0-9]*\)$/\1/p' | sort -n | tail -n 1)
for arch in $(printf '%s\n' 75 80 90 "$newest" | sort -nu); do
  "$nvcc" --list-gpu-code | grep -qx "sm_$arch" || continue
  check "sm_$arch: compiles" compile -cubin -arch="sm_$arch" -Xptxas -v -o "$work/$arch.cubin" "$source/tests/device/formulas.cu"
  cp "$work/output" "$work/ptxas.$arch"
  check "sm_$arch: $kernels kernels without stack or spills" tight "$work/ptxas.$arch"
done
check "PTX" compile -ptx -arch=compute_75 -o "$work/exact.ptx" "$source/tests/device/formulas.cu"
check "PTX: nothing approximate, nothing left to be fused, no calls" exact "$work/exact.ptx"

cat >"$work/stack.cu" <<'END'
extern "C" __global__ void wasteful(int *x) {
  int a[64];
  for (int i = 0; i < 64; i++) a[i] = x[i];
  for (int i = 0; i < 64; i++) a[x[i] & 63] += i;
  x[0] = a[x[1] & 63];
}
END
check "control: compiles" compile -cubin -arch=sm_80 -Xptxas -v -o "$work/stack.cubin" "$work/stack.cu"
kernels=1
control "a kernel with a stack" tight "$work/output"
roots=$(grep -c 'rsqrt\.approx\.ftz\.f32' "$work/exact.ptx")
check "PTX: lengths begin with an approximation, $roots of them" [ "$roots" -gt 0 ]
arithmetic=-use_fast_math
check "control: compiles" compile -ptx -arch=compute_75 -o "$work/fast.ptx" "$source/tests/device/formulas.cu"
control "fast mathematics" exact "$work/fast.ptx"
arithmetic=-fmad=true
check "control: compiles" compile -ptx -arch=compute_75 -o "$work/fused.ptx" "$source/tests/device/formulas.cu"
control "contraction allowed" exact "$work/fused.ptx"
printf '__global__ void k() { int unused; }\n' >"$work/warn.cu"
control "a warning" compile -cubin -arch=sm_80 -o "$work/warn.cubin" "$work/warn.cu"
finish
