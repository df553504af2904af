#!/bin/sh
# Why this file exists: vertex block descent, plain and augmented, agrees over 50 frames with a second implementation in
# another language, which reads the exported scene.
# usage: descent.sh SOURCE PROGRAMS C++-COMPILER
set -u
source=$1 programs=$2 cxx=$3
. "$source/tests/common.sh"
. "$source/tests/independent/compile.sh"
compile descent

# simulated METHOD WORDS...: exports the scene and its end after 50 frames of 2 steps of 4 iterations, with $option.
option=
simulated() {
  method=$1
  shift
  rm -rf "$work/run"
  set -- "$@" --bending none --frames 50 --quiet
  # shellcheck disable=SC2086 # no option
  quiet "$programs/xpbd-sim" "$@" --export "$work/scene.json" &&
    quiet "$programs/xpbd-sim" "$@" $option --method "$method" --backend seq --substeps 2 --iterations 4 \
      --every 50 --format obj --out "$work/run"
}
# agrees METHOD [NAME=VALUE...]: within a nanometre, while something moves.
agrees() {
  method=$1
  shift
  quiet "$work/descent" "$work/scene.json" "$work/run/frame_0050.obj" "$method" 2 4 "$@" || return 1
  [ -z "${SHOW:-}" ] || cat "$work/output"
  awk '{ exit !($3 < 1e-9 && $8 > 0.01) }' "$work/output"
}

soft="stretching:k=1,alpha=1e-3,beta=0.2" stiff="stretching:k=1,alpha=1e-5,beta=0.2" rigid="stretching:k=1,alpha=0"
while IFS='|' read -r method words; do
  # shellcheck disable=SC2086 # words
  check "$method runs $words" simulated "$method" $words
  check "and agrees" agrees "$method"
  [ "$method" = vbd ] || control "another growth of stiffness" agrees "$method" beta=1.01e5
  [ "$method" = vbd ] || control "nothing lasts from step to step" agrees "$method" gamma=0
  case $words in *sphere*) control "contacts half as stiff" agrees "$method" contact_stiffness=500 ;; esac
done <<END
vbd|cloth --resolution 7 --constraint $soft
vbd|cloth_on_sphere --resolution 7 --friction 0.3 --constraint $soft
avbd|cloth --resolution 7 --constraint $stiff
avbd|cloth_on_sphere --resolution 7 --friction 0.3 --constraint $stiff
avbd|chain --constraint $rigid
END

# The numbers of vbd, each against the program and against the program without it.
for number in omega=1.2 chebyshev=0.6 gauss_newton=1; do
  option=--$(echo "$number" | tr _= '- ')
  # shellcheck disable=SC2086 # words
  check "vbd with $number" simulated vbd cloth --resolution 7 --constraint $soft
  check "agrees" agrees vbd "$number"
  control "and not without" agrees vbd
done
finish
