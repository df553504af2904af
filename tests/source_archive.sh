#!/bin/sh
# Why this file exists: the archive of ./run source has every file of the commit, is configured without git, and knows
# its commit. With the word "whole", everything is built from it, which takes minutes.
# usage: source_archive.sh SOURCE [whole]
set -u
source=$1 whole=${2:-}
. "$source/tests/common.sh"
git -C "$source" rev-parse HEAD >"$work/commit" 2>/dev/null || {
  echo "skipped: no git, or no checkout of it"
  exit 77
}

git clone -q --no-hardlinks "$source" "$work/clone"
(cd "$work/clone" && ./run source) >"$work/output" 2>&1
archive=$(tail -n 1 "$work/output")
check "there is an archive" [ -s "$archive" ]
mkdir "$work/tree"
check "it unpacks to one folder" tar -C "$work/tree" --strip-components=1 -xzf "$archive"
complete() { # complete FOLDER: with every file of the commit
  git -C "$work/clone" ls-files | sort >"$work/wanted"
  (cd "$1" && find . -type f | sed 's|^\./||' | sort) | cmp -s - "$work/wanted"
}
check "it has every file" complete "$work/tree"
rm "$work/tree/LICENSE"
control "one is missing" complete "$work/tree"
cp "$source/LICENSE" "$work/tree"

mkdir "$work/bin" # all programs but git
for program in /usr/local/bin/* /usr/bin/*; do
  case $program in */git*) ;; *) ln -sf "$program" "$work/bin/" ;; esac
done
control "git is there" env PATH="$work/bin" sh -c 'command -v git' >/dev/null
built() { quiet env PATH="$work/bin" cmake --build "$work/tree/build" "$@"; }
check "it is configured without git" quiet env PATH="$work/bin" cmake -S "$work/tree" -B "$work/tree/build" -DXPBD_CUDA=OFF
check "it knows its commit" built --target xpbd_build_info
named() { grep -q "BENCH_GIT_SHA \"$1\"" "$work/tree/build/benches/bench_build_info.h"; }
check "which is that of the checkout" named "$(cat "$work/commit")"
control "none" named ""
if [ -n "$whole" ]; then
  check "all of it builds" built -j "$(nproc)"
  check "and computes README's hash" sh -c '"$1" cloth --resolution 41 --substeps 20 --iterations 20 --frames 24 --hash --quiet | grep -qF "$(sed -n "s/.*with the hash .\([0-9a-f]*\).\..*/\1/p" "$2")"' - \
    "$work/tree/build/bin/xpbd-sim" "$source/README.md"
fi
finish
