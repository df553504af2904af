#!/bin/sh
# Why this file exists: tests that every function of the public headers follows the rule for NULL (xpbd/status.h).
# usage: nulls.sh SOURCE BUILD C-COMPILER
set -u
source=$1 build=$2 cc=$3
. "$source/tests/common.sh"
here=$source/tests/host

# calls HEADERS: make and run the calls of the functions that a file of #include lines declares.
calls() {
  "$cc" -std=c99 -E -P -I "$source/lib/include" -I "$build/include" "$1" | grep -v '^#' | tr '\n' ' ' |
    awk -f "$source/tests/declarations.awk" | awk -v optional="$here/nulls.tsv" -f "$here/nulls.awk" >"$work/calls.inl" &&
    quiet "$cc" -std=gnu11 -w "-DNULLS_HEADERS=\"$1\"" "-DNULLS_CALLS=\"$work/calls.inl\"" -I "$source/lib/include" \
      -I "$build/include" -o "$work/nulls" "$here/nulls.c" -L "$build" "-Wl,-rpath,$build" -lxpbd -lm &&
    quiet "$work/nulls"
}
made() { ! calls "$1" && grep -q "xpbd_made_up(): $2 = NULL: $3" "$work/output" && grep -q ' 1 failures' "$work/output"; }

for header in "$source"/lib/include/xpbd/*.h; do
  [ "${header##*/}" = solver_object.h ] || echo "#include <xpbd/${header##*/}>"
done >"$work/all.h"
check "every function" calls "$work/all.h"
check "more than 200 calls" [ "$(wc -l <"$work/calls.inl")" -gt 200 ]

# Functions of the test's own that break the rule.
made_up() {
  { cat "$work/all.h"; echo "$1"; echo "#ifndef __STRICT_ANSI__"; echo "$2"; echo "#endif"; } >"$work/more.h"
}
made_up 'double xpbd_made_up(const double *values);' 'double xpbd_made_up(const double *values) { return *values; }'
check "one that crashes is seen" made "$work/more.h" values crashes
made_up 'xpbd_status xpbd_made_up(const double *values);' \
  'xpbd_status xpbd_made_up(const double *values) { return xpbd_mesh_copy(0, 0); }'
check "one that names another argument" made "$work/more.h" values "does not follow the rule"
made_up 'int xpbd_made_up(const char *name);' 'int xpbd_made_up(const char *name) { return name ? 0 : 1; }'
check "one that returns something" made "$work/more.h" name "does not follow the rule"
control "and is none of the rule" calls "$work/more.h"
finish
