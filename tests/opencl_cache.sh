#!/bin/sh
# Why this file exists: programs that a driver has compiled are kept in files. Whatever is wrong with such a file, the
# program is compiled again. A preloaded library counts which programs come from text and which from a file.
# usage: opencl_cache.sh SOURCE XPBD-SIM C-COMPILER
set -u
source=$1 sim=$2 cc=$3
. "$source/tests/common.sh"
unset XPBD_OPENCL_DEVICE XPBD_OPENCL_OPTIONS OCL_ICD_VENDORS XDG_CACHE_HOME
"$cc" -shared -fPIC -O1 -o "$work/faults.so" "$source/tests/opencl_faults.c" -ldl >"$work/output" 2>&1 &&
  LD_PRELOAD=$work/faults.so "$sim" --version >/dev/null 2>&1 || {
  echo "skipped: no preloading here"
  exit 77
}

# cloth NAME=VALUE...: a short run with these variables; its output is the hash alone.
cloth() {
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_COUNT="$work/count" HOME="$work/home" "$@" \
    "$sim" cloth --frames 2 --resolution 8 --quiet --hash -b opencl -c "$formula"
}
formula=stretching
if ! cloth XPBD_CACHE_DIR=; then
  grep -q 'no OpenCL device' "$work/output" || exit 1
  cat "$work/output"
  exit 77
fi
hash=$(cat "$work/output")
# made TEXTS FILES NAME=VALUE...: the hash is right, and this many programs come from text and from files.
made() {
  texts=$1 files=$2
  shift 2
  cloth "$@" && [ "$(cat "$work/output")" = "$hash" ] &&
    [ "$(awk '/^clCreateProgramWith/ { printf "%s ", $2 }' "$work/count")" = "$texts $files " ]
}
kept() { find "$1" -type f ! -name '*.part' 2>/dev/null | wc -l; }
cache=XPBD_CACHE_DIR=$work/cache

check "nothing is kept at first" made 3 0 "$cache"
check "three programs are kept" [ "$(kept "$work/cache/opencl")" -eq 3 ]
check "they are taken" made 0 3 "$cache"
control "from an empty folder nothing is" made 0 3 XPBD_CACHE_DIR=
check "for a CPU nothing is, where no folder is named" made 3 0 XDG_CACHE_HOME=
check "nor kept" [ "$(kept "$work/home/.cache/xpbd")" -eq 0 ]
check "one that the driver refuses is compiled" made 1 3 "$cache" FAULTS_CALL=clCreateProgramWithBinary FAULTS_AT=1 \
  FAULTS_ERROR=-42
check "one that it does not build" made 1 3 "$cache" FAULTS_CALL=clBuildProgram FAULTS_AT=1 FAULTS_ERROR=-42

# A program is identified by options, the device with its version and driver, the platform with its version.
apart=XPBD_CACHE_DIR=$work/apart
check "in a folder of its own" made 3 0 "$apart"
check "other options" made 3 0 "$apart" XPBD_OPENCL_OPTIONS=-DNOTHING_ASKS_FOR_THIS
for text in 0x102b 0x102f 0x102d 0x0902 0x0901; do check "another text $text" made 3 0 "$apart" FAULTS_TEXT=$text; done
control "nothing that is other" made 3 0 "$apart"
check "seven times three" [ "$(kept "$work/apart/opencl")" -eq 21 ]

# Damaged files. The smallest is used, because its program compiles quickly.
smallest() { find "$work/cache/opencl" -type f -printf '%s %p\n' | sort -n | sed -n "s/^[0-9]* //;${1}p"; }
one=$(smallest 1) other=$(smallest 2)
cp "$one" "$work/good"
damaged() { # damaged: the file is compiled and written again
  made 1 2 "$cache" && made 0 3 "$cache"
}
flip() { # flip OFFSET
  printf '\377\000\377' | dd of="$one" bs=1 seek="$1" conv=notrunc 2>/dev/null
  ! cmp -s "$one" "$work/good"
}
for at in 0 20 40 100 30000; do check "bytes $at differ" flip "$at" && check "they are found" damaged; done
head -c 5000 "$work/good" >"$one"
check "half a file" damaged
: >"$one"
check "an empty file" damaged
{ cat "$work/good"; echo; } >"$one"
check "more than a file" damaged
cp "$other" "$one"
check "another program" damaged
control "a good file is not compiled again" damaged
rm "$one"
mkdir "$one"
check "a folder in its place" made 1 2 "$cache"
rmdir "$one"
cp "$work/good" "$one"
check "a folder that cannot be written" made 3 0 XPBD_CACHE_DIR=/dev/null/none
formula=morse
hash=$(cloth XPBD_CACHE_DIR= && cat "$work/output")
check "another formula is another program" made 1 2 "$cache"

# Programs of a GPU are kept in the user's cache folder.
check "of a GPU: in the user's folder" made 3 0 FAULTS_GPU=1
check "all of them" [ "$(kept "$work/home/.cache/xpbd/opencl")" -eq 3 ]
check "and taken from there" made 0 3 FAULTS_GPU=1
check "also where XDG_CACHE_HOME is no absolute path" made 0 3 FAULTS_GPU=1 XDG_CACHE_HOME=relative \
  POCL_CACHE_DIR="$work/pocl" # it would be there, too
check "which nobody makes" [ ! -e relative ]
for turn in first second; do check "nowhere without a home, the $turn time" made 3 0 FAULTS_GPU=1 HOME=; done
long=$work/$(printf 'a/%.0s' $(seq 600))
for turn in first second; do check "nor under too long a name, the $turn time" made 3 0 "XPBD_CACHE_DIR=$long"; done
check "of which nothing is made" [ ! -e "$work/a" ]
check "or where XDG_CACHE_HOME says" made 3 0 FAULTS_GPU=1 XDG_CACHE_HOME="$work/xdg"
check "there" [ "$(kept "$work/xdg/xpbd/opencl")" -eq 3 ]
finish
