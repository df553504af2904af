#!/bin/sh
# Why this file exists: the tables of ./run mutants and of the tiers name files, lines and tests. A name that is gone
# would silently mean nothing.
# usage: mutants_tables.sh SOURCE BUILD
set -u
source=$1 build=$2
. "$source/tests/common.sh"

# placed FOLDERS.tsv: every prefix belongs to a file.
placed() {
  grep -v '^#' "$1" | cut -f 1 | while read -r prefix; do
    set -- "$source/$prefix"*
    [ -e "$1" ] || echo "no file begins with $prefix"
  done >"$work/output"
  [ ! -s "$work/output" ]
}
check "all prefixes are there" placed "$source/tests/mutants/folders.tsv"
printf 'lib/nothing\t1\n' >"$work/wrong.tsv"
control "a prefix of nothing" placed "$work/wrong.tsv"

# rows MUTANTS.tsv: every row is about an existing line, and none is there twice.
rows() {
  (cd "$source" && awk -F'\t' '
    function bare(text) { sub(/^ +/, "", text); return text }
    /^#/ { next }
    {
      rows++
      if (seen[$1 FS $2 FS $3]++) print "twice: " $1 ": " $3
      if (!($1 in read)) {
        read[$1] = 1
        while ((getline line < $1) > 0) lines[$1 FS bare(line)] = 1
        close($1)
      }
      if (!(($1 FS $2) in lines)) print "no such line: " $1 ": " $2
    }
    END { if (!rows) print "no rows" }' "$1") >"$work/output"
  [ ! -s "$work/output" ]
}
check "every reason is about a line that is there, once" rows "$source/tests/mutants.tsv"
sed '$p' "$source/tests/mutants.tsv" >"$work/wrong.tsv"
control "a row that stands twice" rows "$work/wrong.tsv"
sed '$s/\t[^\t]*/&;/' "$source/tests/mutants.tsv" >"$work/wrong.tsv"
control "a line that is not there" rows "$work/wrong.tsv"
grep '^#' "$source/tests/mutants.tsv" >"$work/wrong.tsv"
control "no rows at all" rows "$work/wrong.tsv"

# Near tests must exist.
tests=$(ctest --test-dir "$build" -N 2>/dev/null | sed -n 's/^ *Test *#[0-9]*: //p')
near() { # near FOLDERS.tsv: every expression selects a test
  grep -v '^#' "$1" | cut -f 3 | tr ' ' '\n' | grep . | sort -u | while read -r regex; do
    printf '%s\n' "$tests" | grep -qE -e "$regex" || echo "no test is named $regex"
  done >"$work/output"
  [ ! -s "$work/output" ]
}
# tiers LIST: every name in it is a test, or one that a build may lack
tiers() {
  sed 's/#.*//; /ENV/d; s/set([a-z]* //; s/set_tests_properties(//; s/\${[a-z]*}//g; s/PROPERTIES.*//; s/)//' "$1" | tr -s ' ' '\n' | grep . |
    grep -vxE 'opencl_.*|bits_opencl|.*_?memory|faults|faults_calls|no_memory_bench|bench_memory' | while read -r name; do
    printf '%s\n' "$tests" | grep -qxF -e "$name" || echo "no test is named $name"
  done >"$work/output"
  [ ! -s "$work/output" ]
}
check "tests" [ "$(printf '%s\n' "$tests" | wc -l)" -gt 20 ]
case $tests in
  *report_report*cuda_on_cpu* | *cuda_on_cpu*report_report*)
    check "all near tests are there" near "$source/tests/mutants/folders.tsv"
    check "and all that have a tier" tiers "$source/tests/tiers/list.cmake"
    ;;
esac
sed 's/set(benchmarks/& no_such_test/' "$source/tests/tiers/list.cmake" >"$work/wrong.cmake"
control "a tier of a test that is not there" tiers "$work/wrong.cmake"
printf 'lib/\t1\t^no_such_test$\n' >"$work/wrong.tsv"
control "a near test that is not there" near "$work/wrong.tsv"
finish
