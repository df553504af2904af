#!/bin/sh
# Why this file exists: one table, arrows.tsv, lists what a folder may include. Nothing else is allowed: no circle, and
# no program that uses more of the library than its public headers.
# usage: arrows.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"

# arrows FOLDER: a line "FROM TO FILE" for each #include "..." in a file of one folder that names a file of another.
arrows() {
  (
    cd "$1" || exit 1
    find lib backends benches tools validation reports tests -type f \
      \( -name '*.c' -o -name '*.h' -o -name '*.inl' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cc' \) -print |
      sort >"$work/files"
    # shellcheck disable=SC2046 # names without blanks
    awk -v list="$work/files" '
      function room(path) { sub(/\/[^\/]*$/, "", path); return path }
      function target(from, name,   k, path) {
        for (k = 0; k <= roots; k++) {
          path = (k == 0 ? room(from) : root[k]) "/" name
          while (sub(/[^\/]+\/\.\.\//, "", path)) { }
          if (path in known) return path
        }
        return ""
      }
      BEGIN {
        while ((getline line <list) > 0) known[line] = 1
        roots = split("lib lib/include backends backends/cuda tools benches validation reports tests", root, " ")
      }
      /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        to = target(FILENAME, part[2])
        if (to == "" && part[2] !~ /^(xpbd\/version|bench_build_info)\.h$/) print "nowhere " part[2] " " FILENAME
        if (to != "" && room(to) != room(FILENAME)) print room(FILENAME) " " room(to) " " FILENAME
      }' $(cat "$work/files")
  )
}

# agree ARROWS TABLE: every arrow is in the table, every line of the table is an arrow.
agree() {
  awk -F '[ \t]' '
    NR == FNR { if ($0 !~ /^#/ && NF >= 2) allowed[$1 " " $2] = 1; next }
    { used[$1 " " $2] = 1 }
    !(($1 " " $2) in allowed) { print $3 ": " $1 " must not include " $2 " (tests/arrows.tsv)" }
    END { for (pair in allowed) if (!(pair in used)) print "tests/arrows.tsv: " pair ": nothing does so, remove the line" }
  ' "$2" "$1" >"$work/output"
  [ ! -s "$work/output" ]
}

# straight TABLE: the table has no circle.
straight() {
  awk -F '\t' '!/^#/ { print $1, $2 }' "$1" | tsort >"$work/order" 2>"$work/output" && [ ! -s "$work/output" ]
}

arrows "$source" >"$work/arrows"
check "arrows found" [ "$(wc -l <"$work/arrows")" -gt 200 ]
check "every arrow is allowed, every line is used" agree "$work/arrows" "$source/tests/arrows.tsv"
check "no circle" straight "$source/tests/arrows.tsv"

{ cat "$work/arrows"; echo "tools lib/solver tools/sim/sim.c"; } >"$work/more"
control "a program that includes a private header" agree "$work/more" "$source/tests/arrows.tsv"
{ cat "$source/tests/arrows.tsv"; printf 'lib/base\tlib/solver\n'; } >"$work/wrong.tsv"
control "a circle" straight "$work/wrong.tsv"
control "a line that nothing uses" agree "$work/arrows" "$work/wrong.tsv"
mkdir -p "$work/tree/lib/base" "$work/tree/lib/mesh"
(cd "$work/tree" && mkdir backends benches tools validation reports tests)
echo '#include "mesh/a.h"' >"$work/tree/lib/base/b.c"
echo >"$work/tree/lib/mesh/a.h"
check "an arrow is seen" [ "$(arrows "$work/tree")" = "lib/base lib/mesh lib/base/b.c" ]
finish
