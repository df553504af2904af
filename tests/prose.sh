#!/bin/sh
# Why this file exists: the tree must follow the rules of plain English that a program can check (prose.pl, prose.tsv).
# A reader finds the rest.
# usage: prose.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
command -v perl >/dev/null || { echo "skipped: no perl"; exit 77; }

# plain FOLDER: no text of it breaks a rule.
plain() {
  perl "$source/tests/prose.pl" "$source/tests/prose.tsv" "$1" >"$work/output" 2>"$work/count" || return 1
  [ ! -s "$work/output" ]
}
check "the texts of the tree" plain "$source"
check "it read them" [ "$(sed 's/ sentences//' "$work/count")" -gt 1000 ]

# broken TEXT FILE: a tree that has the text in that file.
broken() {
  rm -rf "$work/tree" && mkdir "$work/tree" && echo "# A page" >"$work/tree/other.md" && printf '%s\n' "$2" >"$work/tree/$1"
  plain "$work/tree"
}
many=$(printf 'word %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27)
check "a short text" broken a.md "A sentence of $many."
control "a sentence of more than 30 words" broken a.md "A sentence that is longer has $many."
control "a line of more than 200 characters" broken a.md "$(printf 'A sentence. %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)"
control "a link to no file" broken a.md "See [this](nowhere.md)."
control "a link to no heading" broken a.md "See [this](other.md#nothing)."
check "a link to a heading" broken a.md "See [this](other.md#a-page)."
control "a reference for an opening" broken a.c "/* See b.h. */"
control "a word that is not used, in a comment" broken a.c "/* The mesh is made a""new. */"
control "a word that is not used, in a message" broken a.sh "echo 'built a""new'"
finish
