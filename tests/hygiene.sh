#!/bin/sh
# Why this file exists: tests habits that a compiler does not check. Files stay short, each opens with the reason why it
# exists, shell scripts are portable, and nothing in the tree mentions where it was made.
# usage: hygiene.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"

# files FOLDER TEST...: everything that a commit could contain, without builds, local reports and regenerated pages.
files() {
  top=$1
  shift
  find "$top" \( -name .git -o -name 'build*' -type d -o -name '*.local' -o -path '*/reports/*' \( -name index.html -o \
    -name figures \) \) -prune -o -type f "$@"
}
sources() { # sources FOLDER PATTERN...: files below FOLDER
  top=$1
  shift
  set -f
  names="-name $1"
  shift
  for pattern in "$@"; do names="$names -o -name $pattern"; done
  # shellcheck disable=SC2086 # words of an expression
  files "$top" \( $names \) -print
  set +f
}

code() { sources "$1" '*.c' '*.h' '*.inl' '*.cu' '*.cuh' '*.sh' '*.cmake' '*.gp' CMakeLists.txt run; }

# short FOLDER: no file of code or documentation has more than 600 lines. Pages in docs/made are as long as the lists
# that they are made from.
short() {
  { code "$1"; sources "$1" '*.md' '*.in'; } | grep -v /docs/made/ | while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 600 ] || echo "$file has $lines lines; 600 is the most, 500 the aim: split it by topic"
  done >"$work/output"
  [ ! -s "$work/output" ]
}

# explained FOLDER: the first line of every code file, after #!, is a comment of some length.
explained() {
  code "$1" | while read -r file; do
    awk -v file="$file" '
      NR == 1 && /^#!/ { next }
      { good = /^(\/\*|\/\/|#) / && length($0) >= 20; exit }
      END { if (!good) print file ": opens with no comment that says why it exists" }' "$file"
  done >"$work/output"
  [ ! -s "$work/output" ]
}

# homeless FOLDER: no words of the place where it was written. The brackets keep this file from matching itself.
homeless() {
  words='/wor[k]/|\.\./share[d]|/tm[p]/build-|share[d]/research|[Ss]ee[d] 00[0-9]'
  words="$words|[Tt]he lea[d]([^a-z]|$)|colleagu[e]|this sessio[n]"
  files "$1" -print0 |
    xargs -0 grep -InE "(^|[^a-zA-Z])($words)" >"$work/output" 2>/dev/null
  [ ! -s "$work/output" ]
}

# finished FOLDER: nothing is left for later.
finished() {
  files "$1" -print0 |
    xargs -0 grep -InE '(^|[^A-Za-z])(TOD[O]|FIXM[E]|XX[X])([^A-Za-z]|$)' >"$work/output" 2>/dev/null
  [ ! -s "$work/output" ]
}

# named FOLDER: messages say what there was no memory for.
named() {
  find "$1" \( -name '*.c' -o -name '*.h' -o -name '*.cu' \) -type f -exec \
    grep -nE 'XPBD_ERR_OUT_OF_MEMORY, "(no|out of) memory"' {} + >"$work/output" 2>/dev/null
  [ ! -s "$work/output" ]
}

# parses FOLDER: sh parses sh scripts, and bash parses bash scripts. (./run test --all also asks shellcheck.)
parses() {
  sources "$1" '*.sh' run | while read -r file; do
    shell="sh"
    if head -n 5 "$file" | grep -q bash; then shell="bash"; fi
    command -v "$shell" >/dev/null || continue
    "$shell" -n "$file"
  done >"$work/output" 2>&1
  [ ! -s "$work/output" ]
}

check "files of code found" [ "$(code "$source" | wc -l)" -gt 100 ]
for rule in short explained homeless finished parses; do check "$rule" "$rule" "$source"; done
for folder in lib backends; do check "memory that is named: $folder" named "$source/$folder"; done

mkdir "$work/wrong"
control "an empty folder has no code" [ "$(code "$work/wrong" | wc -l)" -gt 100 ]
awk 'BEGIN { print "/* Why this file exists: to be too long. */"; for (i = 0; i < 600; i++) print "" }' >"$work/wrong/long.c"
control "601 lines" short "$work/wrong"
echo 'int explained_by_nothing;' >"$work/wrong/bare.h"
control "no opening comment" explained "$work/wrong"
echo '# as decided in /wor''k/notes' >"$work/wrong/a.md"
control "a path of the workplace" homeless "$work/wrong"
echo '# TO''DO: later' >"$work/wrong/b.cmake"
control "something left for later" finished "$work/wrong"
echo 'XPBD_REQUIRE(c, XPBD_ERR_OUT_OF_MEMORY, "no memory");' >"$work/wrong/d.c"
control "memory for nobody knows what" named "$work/wrong"
printf '#!/bin/sh\nif true; then\n' >"$work/wrong/c.sh"
control "a script that does not parse" parses "$work/wrong"
finish
