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

# told PAGE: the table of workloads has the error of each recorded answer, rounded to two digits. A dash is no claim.
told() {
  awk -F ' *[|] *' -v folder="$source/data/workloads" '
    /^[|] `/ && NF == 7 {
      count = split($2, names, /, /)
      split($6, errors, /, /)
      for (i = 1; i <= count; i++) {
        gsub(/`/, "", names[i])
        error = ""
        file = folder "/" names[i] ".tsv"
        while ((getline line < file) > 0) if (line ~ /^error\t/) error = substr(line, 7)
        close(file)
        if (errors[i] == "\342\200\223") continue
        seen++
        if (error == "" || errors[i] !~ /^[0-9.]+ %$/ || sprintf("%.2g", 100 * error) + 0 != errors[i] + 0) {
          print names[i] ": " errors[i] ", recorded " error
          bad = 1
        }
      }
    }
    END { exit bad || seen < 15 }' "$1" >"$work/output"
}
check "the guide has the errors of the answers" told "$source/docs/guide/workloads.md"
sed 's/| 0.093 %/| 0.094 %/' "$source/docs/guide/workloads.md" >"$work/page.md"
control "another error" told "$work/page.md"
sed '/^| `slide`/d' "$source/docs/guide/workloads.md" >"$work/page.md"
control "a table without a workload" told "$work/page.md"

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
