#!/bin/sh
# Why this file exists: recorded errors are facts that anyone can recompute. The cheapest rungs are recomputed bit for
# bit. A changed hash, a changed error and a damaged reference must be noticed.
# usage: workloads.sh SOURCE REFERENCES
set -u
source=$1 references=$2
. "$source/tests/common.sh"

# edited FILE SCRIPT: a folder $work/data in which one file went through sed.
edited() {
  rm -rf "$work/data"
  cp -r "$source/data/workloads" "$work/data" && sed "$2" "$source/data/workloads/$1" >"$work/data/$1" &&
    ! cmp -s "$work/data/$1" "$source/data/workloads/$1"
}
again() { quiet "$references" --folder "$work/data" --check slide; }
says() { grep -qF -e "$1" "$work/output"; }

check "two workloads are as recorded" quiet "$references" --check slide cantilever_small
check "both of them" [ "$(grep -c ': as recorded$' "$work/output")" -eq 2 ]
check "other hashes" edited errors.tsv '/^slide/{s/[0-8]$/9/;t;s/.$/0/;}'
control "other hashes are recorded" again
check "is seen" says DIFFERENT
check "other errors" edited errors.tsv '/^slide/s/\(\t0\.00\)[0-9]/\19/'
control "other errors are recorded" again
check "is seen" says DIFFERENT
check "no such method" edited errors.tsv '/^slide/s/xpbd/xpdb/'
control "a line that is no rung" again
check "has a place" says ": this is not a rung; ./run references makes the file again"
check "a marker moved" edited slide.tsv '/^marker/s/1/2/'
control "a damaged reference" again
check "is named" says "slide.tsv: the file is damaged"
check "and listed" quiet "$references" --folder "$work/data" --list slide
check "with its reason" says "no error "
rm "$work/data/slide.tsv"
control "a missing reference" again
check "is named" says "slide.tsv: cannot be read: No such file or directory; ./run references makes the file"
control "an unknown workload" quiet "$references" --check slied
check "is named" says "there is no workload 'slied'"
rm -rf "$work/data" && cp -r "$source/data/workloads" "$work/data" && rm "$work/data/slide.tsv" && mkfifo "$work/data/slide.tsv"
control "a reference that is a pipe" again
check "is named" says "slide.tsv: is a pipe that nobody writes to"
rm "$work/data/slide.tsv" "$work/data/errors.tsv" && cp "$source/data/workloads/slide.tsv" "$work/data" && mkfifo "$work/data/errors.tsv"
control "errors that are a pipe" again
check "are named" says "errors.tsv: is a pipe that nobody writes to"
finish
