#!/bin/sh
# Why this file exists: libxpbd, shared and as an archive, offers exactly what its public headers declare. Any other
# name could clash with a program's, and could never change again.
# usage: exports.sh SOURCE BUILD C-COMPILER
set -u
source=$1 build=$2 cc=$3
. "$source/tests/common.sh"

# declared FOLDER: the functions that the headers of a folder declare: the name before the first "(" of each declaration.
declared() {
  for header in "$1"/*.h; do echo "#include \"$header\""; done |
    "$cc" -std=c99 -E -P -I "$source/lib/include" -I "$build/include" - | tr '\n' ' ' | awk -f "$source/tests/declarations.awk" |
    sed -n 's/ *(.*//; s/.*[^a-z0-9_]//; /^xpbd_/p' | sort -u
}

# offered FILE OPTION...: the names that a library defines for others.
offered() {
  file=$1
  shift
  nm "$@" --defined-only "$file" | awk 'NF == 3 { print $3 }' | sort -u
}

same() { diff "$1" "$2" >"$work/output"; }

declared "$source/lib/include/xpbd" >"$work/declared"
check "the headers declare functions" [ "$(wc -l <"$work/declared")" -gt 100 ]
offered "$build/libxpbd.so" -D >"$work/shared"
check "the shared library offers these and no other" same "$work/declared" "$work/shared"
offered "$build/libxpbd.a" -g >"$work/archive"
check "so does the archive" same "$work/declared" "$work/archive"
check "the shared library has a name that changes with its interface" sh -c \
  "readelf -d '$build/libxpbd.so' | grep -q 'SONAME.*libxpbd\\.so\\.[0-9]'"

mkdir "$work/more"
cp "$source"/lib/include/xpbd/*.h "$work/more"
echo 'int xpbd_made_up(void (*call)(int), int n);' >"$work/more/more.h"
declared "$work/more" >"$work/declared_more"
control "a function that is declared and not offered" same "$work/declared_more" "$work/shared"
offered "$build/lib/libxpbd_core.a" -g >"$work/parts"
control "the parts, which offer each other more" same "$work/declared" "$work/parts"
finish
