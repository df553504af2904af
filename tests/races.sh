#!/bin/sh
# Why this file exists: a sanitizer watches the threads of every scene by XPBD, and of a cloth by every other method
# that omp has. Each has phases, contacts, hands or obstacles that no other has. Two frames of the smallest body.
# usage: races.sh SOURCE XPBD_SIM BAIT
set -u
source=$1 sim=$2 bait=$3
. "$source/tests/common.sh"

# watched PROGRAM...: it reports no race. A method that omp lacks gets a line and is left out.
few="--backend omp --threads 3 --resolution 5 --frames 2 --iterations 2 --quiet"
ran=0
watched() {
  quiet "$@"
  code=$?
  grep -q 'WARNING: ThreadSanitizer' "$work/output" && return 1
  [ "$code" -ne 66 ] || return 1
  [ "$code" -ne 0 ] || ran=$((ran + 1))
  [ "$code" -eq 0 ] || [ "$(grep -c '^xpbd-sim: ' "$work/output")" -eq 1 ]
}
scenes=$("$sim" --list=json | sed -n 's/^    {"name": "\([a-z_0-9]*\)", "about": .*"takes_mesh".*/\1/p')
check "scenes are known" [ "$(echo "$scenes" | wc -l)" -gt 15 ]
# shellcheck disable=SC2086
for scene in $scenes; do
  check "$scene" watched "$sim" "$scene" --method xpbd $few
done
# shellcheck disable=SC2086
for method in pbd pbd-scaled energy energy-line14 energy-eq7 jacobi jacobi-mean; do
  check "cloth by $method" watched "$sim" cloth --method "$method" $few
done
check "omp has run most of them" [ "$ran" -ge 20 ]
control "a race" watched "$bait" thread
finish
