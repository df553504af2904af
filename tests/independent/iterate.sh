#!/bin/sh
# Why this file exists: a program in another language does the iterations of XPBD and Jacobi with over-relaxation and
# Chebyshev acceleration, and must come to the states of the suite. Multipliers left behind must be caught.
# usage: iterate.sh SOURCE PROGRAMS C++-COMPILER
set -u
source=$1 programs=$2 cxx=$3
. "$source/tests/common.sh"
. "$source/tests/independent/compile.sh"
compile iterate

steps=2 iterations=6 frames=3

# states METHOD OMEGA RADIUS: what the suite computes for the scene.
states() {
  rm -f "$work/states"
  printf '{"load":"%s","substeps":%s,"iterations":%s,"options":{"omega":%s,"chebyshev":%s}}\n{"run":%s,"every":1,"states":"%s"}\n' \
    "$work/scene.json" "$steps" "$iterations" "$2" "$3" "$frames" "$work/states" |
    "$programs/xpbd-sim" --serve --backend seq --method "$1" --precision double >"$work/output" 2>&1
  grep -q '"ran"' "$work/output"
}
# comes METHOD OMEGA RADIUS: whether the program comes to the same.
comes() {
  "$work/iterate" "$work/scene.json" "$work/states" "$1" "$2" "$3" $steps $iterations $frames 1e-12 >"$work/output" 2>&1
}

compares() {
  for method in xpbd jacobi; do
    for way in '1 0' '1.4 0' '1 0.8' '1.3 0.6'; do
      # shellcheck disable=SC2086 # two words
      set -- $way
      check "$method, omega $1, radius $2 of the suite" states $method "$1" "$2"
      check "and of the program" comes $method "$1" "$2"
      control "another omega" comes $method "$(echo "$1" | awk '{ print $1 + 0.01 }')" "$2"
      control "another radius" comes $method "$1" 0.61
    done
  done
  check "xpbd, radius 0.8, again" states xpbd 1 0.8
  control "multipliers left behind" comes positions 1 0.8
}

exported() { quiet "$programs/xpbd-sim" "$@" --order mesh --quiet --export "$work/scene.json"; }
check "a cloth of springs and hinges is exported" exported cloth --resolution 9 --constraint stretching:k=1,alpha=1e-4,beta=0.3 --bending dihedral
compares
check "a beam of springs and volumes is exported" exported beam_tets --resolution 2 --constraint stretching:k=1,alpha=1e-4+tet_volume:k=10,alpha=1e-4
compares
finish
