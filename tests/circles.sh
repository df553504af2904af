#!/bin/sh
# Why this file exists: folders can be read from the bottom up. No files of one folder call each other in a circle, no
# folder holds more than 25 compiled files, and no file includes a .c file to get at its static functions. It reads the
# object files of the build, because headers do not show who calls whom.
# usage: circles.sh SOURCE BUILD
set -u
source=$1 build=$2
. "$source/tests/common.sh"

# objects BUILD SOURCE: "OBJECT FILE" for each object file of the build; FILE is relative to SOURCE.
objects() {
  awk -v tree="$(cd "$2" && pwd -P)/" '
    function text(line) { sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line); return line }
    /^ *"directory": / { folder = text($0) }
    /^ *"command": / { object = text($0); sub(/.* -o /, "", object); sub(/ .*/, "", object) }
    /^ *"file": / {
      path = text($0)
      if (index(path, tree) == 1) print (object ~ /^\// ? object : folder "/" object), substr(path, length(tree) + 1)
    }' "$1/compile_commands.json" | grep -v ' build[^/]*/' | sort -u
}

# names OBJECTS: "OBJECT NAME U", or another letter for a name that the object defines.
names() {
  awk '{ print $1 }' "$1" | xargs nm -A -g -P 2>/dev/null | awk '{ sub(/:$/, "", $1); print $1, $2, $3 }'
}

# circles KIND OBJECTS NAMES: "KIND CALLER CALLED: FUNCTION..." for each call that is part of a circle. The kind
# "circle" looks at files in one folder. The kind "folders" looks at folders in one top folder, where lib and backends
# count as one. Two programs may have functions of one name; a call means the one in its own target.
circles() {
  awk -v kind="$1" '
    function room(path) { sub(/\/[^\/]*$/, "", path); return path }
    function node(path) { return kind == "circle" ? path : room(path) }
    function scope(path) {
      if (kind == "circle") return room(path)
      sub(/\/.*/, "", path)
      return path == "backends" ? "lib" : path
    }
    function target(object) { sub(/\.dir\/.*/, "", object); return object }
    function reach(from, to,   k, n, next_) {
      if (from == to) return 1
      if (seen[from] == round) return 0
      seen[from] = round
      n = split(calls[from], next_, "\n")
      for (k = 2; k <= n; k++) if (reach(next_[k], to)) return 1
      return 0
    }
    FILENAME == ARGV[1] { file[$1] = $2; next }
    $3 == "U" { uses[++count] = $1 " " $2 }
    $3 !~ /^[UwvWVu]$/ {
      mine[target($1), $2] = file[$1]
      k = scope(file[$1]) SUBSEP $2
      theirs[k] = (k in theirs) && theirs[k] != file[$1] ? "" : file[$1]
    }
    END {
      for (i = 1; i <= count; i++) {
        split(uses[i], part, " ")
        from = file[part[1]]
        k = target(part[1]) SUBSEP part[2]
        to = k in mine ? mine[k] : theirs[scope(from), part[2]]
        if (to == "" || scope(to) != scope(from)) continue
        from = node(from)
        to = node(to)
        if (to == from || (from, to, part[2]) in known) continue
        known[from, to, part[2]] = 1
        if (!((from, to) in what)) calls[from] = calls[from] "\n" to
        what[from, to] = what[from, to] " " part[2]
      }
      for (pair in what) {
        split(pair, part, SUBSEP)
        round++
        if (reach(part[2], part[1])) print kind, part[1], part[2] ":" what[pair]
      }
    }' "$2" "$3" | sort
}

# sources SOURCE: "many FOLDER COUNT" for each folder with more than 25 compiled files, and "include FILE INCLUDED".
sources() {
  (
    cd "$1" || exit 1
    find lib backends benches tools validation reports tests -type f \( -name '*.c' -o -name '*.cc' -o -name '*.cu' \) -print |
      awk '{ sub(/\/[^\/]*$/, ""); files[$0]++ } END { for (k in files) if (files[k] > 25) print "many", k, files[k] }' | sort
    find lib backends benches tools validation reports tests -type f -name '*.[ch]*' \
      -exec grep -HE '^[ 	]*#[ 	]*include[ 	]*"[^"]*\.c"' {} + | sort |
      awk '{ file = $0; sub(/:.*/, "", file); sub(/.*#[^"]*/, ""); print "include", file, $0 }'
  )
}

# kept FOUND: no rule is broken.
kept() {
  awk '
    $1 == "circle" || $1 == "folders" {
      print $2 " calls " $3 substr($0, length($1 " " $2 " " $3) + 1) ", and is called from there."
      print "  Move these functions, or what they need, to a file below both. A list of parts belongs above the parts."
    }
    $1 == "many" { print $2 " holds " $3 " compiled files, 25 are allowed. Give one topic a folder of its own." }
    $1 == "include" { print $2 " includes " $3 ". Compile that file as one more source, and give what the test replaces a table of functions." }
  ' "$1" >"$work/output"
  [ ! -s "$work/output" ]
}

objects "$build" "$source" >"$work/listed"
while read -r object file; do
  [ ! -f "$object" ] || echo "$object $file"
done <"$work/listed" >"$work/objects"
names "$work/objects" >"$work/names"
check "nine objects of ten are built" [ $((10 * $(wc -l <"$work/objects"))) -gt $((9 * $(wc -l <"$work/listed"))) ]
check "and name functions" [ -s "$work/names" ]
{
  circles circle "$work/objects" "$work/names"
  circles folders "$work/objects" "$work/names"
  sources "$source"
} >"$work/found"
check "no circle, no folder of more than 25 files, no .c file included" kept "$work/found"

# bait FILE FILE: let these two files call each other, by names that only this test has.
bait() {
  awk -v one="$1" -v two="$2" '$2 == one || $2 == two' "$work/objects" >"$work/two"
  awk '
    { name = $2; gsub(/.*\/|\..*/, "", name); object[NR] = $1; mine[NR] = "made_up_" name; print $1, mine[NR], "T" }
    END { print object[1], mine[2], "U"; print object[2], mine[1], "U" }' "$work/two" >"$work/bait"
}
bait lib/base/error.c lib/base/words.c
circles circle "$work/two" "$work/bait" >"$work/bait_found"
control "a circle of files" kept "$work/bait_found"
check "is named with its functions" grep -q 'lib/base/error.c calls lib/base/words.c: made_up_words' "$work/output"
sed '$d' "$work/bait" >"$work/straight"
check "a call in one direction is none" [ -z "$(circles circle "$work/two" "$work/straight")" ]
bait lib/base/error.c lib/mesh/mesh.c
circles folders "$work/two" "$work/bait" >"$work/bait_found"
control "a circle of folders" kept "$work/bait_found"
mkdir -p "$work/tree/lib/base" "$work/tree/tests"
(cd "$work/tree" && mkdir backends benches tools validation reports && cd lib/base && for i in $(seq 26); do : >"$i.c"; done)
sources "$work/tree" >"$work/bait_found"
control "a folder of 26 files" kept "$work/bait_found"
rm "$work/tree/lib/base/26.c"
check "one of 25 is none" [ -z "$(sources "$work/tree")" ]
echo '#include "lib/base/1.c"' >"$work/tree/tests/a.c"
sources "$work/tree" >"$work/bait_found"
control "an included .c file" kept "$work/bait_found"
finish
