#!/bin/sh
# Why this file exists: every seed of fuzzing, and every file that it found, is read as list.h says. Seeds are accepted,
# files named bad* are refused, and none crashes a program. usage: corpus.sh SOURCE REPLAY...
set -u
source=$1
shift
. "$source/tests/common.sh"
corpus=$source/tests/fuzz/corpus
TMPDIR=$work
export TMPDIR

for replay in "$@"; do
  for target in $("$replay" | awk '{ print $1 }'); do
    # If a reader accepts no seed, fuzzing tests only its first check. The bait is for fuzzing itself.
    [ "$target" = bait ] || check "$target has seeds" [ -n "$(find "$corpus/$target" -type f ! -name 'bad*')" ]
    check "$target" quiet "$replay" "$target" "$corpus/$target"/*
  done
done
check "nothing is left behind" [ -z "$(find "$work" -name 'xpbd-fuzz-*')" ]
check "every folder has a target" [ "$(for replay in "$@"; do "$replay"; done | wc -l)" -ge "$([ $# -gt 1 ] && find "$corpus" -mindepth 1 -type d | wc -l || echo 1)" ]

printf 'OFF\n1 1 0\n0 0 0\n3 0 0 7\n' >"$work/wrong.off"
printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' >"$work/bad-or-not.off"
control "a seed that is refused" quiet "$1" off "$work/wrong.off"
control "a bad one that is taken" quiet "$1" off "$work/bad-or-not.off"
control "no seed" quiet "$1" off
control "no such target" quiet "$1" none "$work/wrong.off"
finish
