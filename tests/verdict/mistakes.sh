#!/bin/sh
# Why this file exists: most made-up formulas differ from a right one by a line or two. mistakes.txt has those lines alone,
# and this script writes the files.
# usage: mistakes.sh FOLDER: writes FOLDER/right/NAME.h, FOLDER/wrong/KIND/NAME.h and
# FOLDER/gentle/WORD/KIND/NAME.h, and copies those that are files here
set -eu
here=$(dirname "$0")
mkdir -p "$1"
cp -R "$here/right" "$here/wrong" "$1"
awk -v here="$here" -v out="$1" '
  # The lines of the file that is being made: lines[N] stands for line N of the base, or is several.
  function finish(  i, file) {
    if (name == "") return
    file = out "/" path ".h"
    for (i = 1; i <= count; i++) if (lines[i] != "") print substr(lines[i], 2) >file
    close(file)
    name = ""
  }
  /^#/ || /^$/ { next }
  /^(right|wrong|gentle)\/[a-z_\/]+ [a-z_]+: / {
    finish()
    path = $1
    name = path
    sub(".*/", "", name)
    system("mkdir -p \"" out "/" substr(path, 1, length(path) - length(name)) "\"")
    base = substr($2, 1, length($2) - 1)
    file = here "/right/" base ".h"
    for (count = 0; (getline line <file) > 0;) {
      sub("[(]" base "[)]", "(" name ")", line)
      sub("[(]" base ",", "(" name ",", line)
      if (path ~ /^(wrong|gentle)/) sub("right on purpose", "wrong on purpose", line)
      lines[++count] = "\n" line
    }
    close(file)
    lines[1] = "\n/* " name ": " substr($0, length($1 $2) + 3) " */"
    next
  }
  match($0, /^[0-9]+[-+=]/) {
    at = substr($0, 1, RLENGTH - 1) + 0
    text = "\n" substr($0, RLENGTH + 1)
    sign = substr($0, RLENGTH, 1)
    if (name == "" || at < 1 || at > count) exit 1
    lines[at] = sign == "=" ? text : sign == "+" ? lines[at] text : ""
    next
  }
  { print "mistakes.txt: no line of a mistake: " $0 >"/dev/stderr"; exit 1 }
  END { finish() }' "$here/mistakes.txt"
