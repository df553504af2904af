#!/bin/sh
# Why this file exists: plans build scenes to count them and read tables and meshes, and a row needs memory before
# anything is timed. Each allocation fails once (tests/faults_preload.c). The run must then report it in a line or a
# row, or end as usual, but never by a signal.
# usage: memory.sh SOURCE PATH_OF_XPBD_BENCH PATH_OF_BENCH_SHORT
set -u
source=$1 bench=$2 short=$3
. "$source/tests/common.sh"
cd "$work" || exit 1
export OMP_WAIT_POLICY=passive OCL_ICD_VENDORS="$work/none/" # ignore a driver's allocations
if ! preload "${CC:-cc}" "$bench"; then
  echo "skipped: no preloading here"
  exit 77
fi

# once COMMAND...: run with one failing allocation, exit code in $ended. Fails if no new place is left.
once() {
  known=$(wc -c <places)
  timeout 60 env FAULTS_PLACES="$work/places" LD_PRELOAD="$work/faults.so" "$@" >said 2>&1 </dev/null
  ended=$?
  [ "$(wc -c <places)" -gt "$known" ]
}
# endures COMMAND...: try each place that no earlier command had. $bad of $runs end wrongly.
endures() {
  bad=0 runs=0
  "$@" >usual 2>&1 </dev/null
  while [ $runs -lt 1000 ] && once "$@"; do
    runs=$((runs + 1))
    [ $ended -lt 124 ] && { cmp -s usual said || grep -q memory said; } || {
      bad=$((bad + 1))
      echo "  $*, place $(tail -n 1 places): exit code $ended, $(tail -n 1 said)" >&2
    }
  done
  [ $runs -gt 0 ] && [ $bad -eq 0 ]
}

printf 'v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >tet.obj
{
  head -n 1 "$source/data/papers/fps.csv"
  echo "one,P,p,m,,,,grid 5,yes,c,stretching+triangle_area,xpbd,2,,1/24,1e-5,,,D,sequential,40,60,s,"
} >fps.csv
: >places
check "plans of meshes" endures "$bench" cloth --plan -a mesh=tet.obj,irregular -a numbering=mesh,shuffled -a backend=seq,loop \
  -a constraint=stretching,tet_volume -a size=3
check "plans of named scenes" endures "$bench" scenes --plan -a scene=cloth,blob,stack_a -a size=0 -a method=xpbd,verlet-7 -a backend=seq
check "what formulas there are" endures "$bench" --list=formulas-json
: >places
while read -r what axes; do
  # shellcheck disable=SC2086 # words
  check "a row of $what" endures "$short" . $axes
done <<'X'
loop cloth size=3 backend=loop iterations=2 constraint=stretching mesh=irregular numbering=shuffled
star cloth size=3 backend=seq iterations=2 constraint=stretching mesh=star
seq cloth backend=seq iterations=2 constraint=stretching mesh=tet.obj
papers papers row=one backend=seq order=group
preservation preservation scene=cloth_stretched size=3 iterations=1 backend=seq constraint=stretching
scenes scenes scene=stack_a method=verlet-7 backend=seq iterations=2
accuracy accuracy scene=pendulum size=0 substeps=1 iterations=1 method=jacobi constraint=scene backend=seq
X

cat >wrong.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  char *first = malloc(10 * count), *second = first ? malloc(2000) : NULL;
  const char kind = words[1][0];
  if (kind == 'c') second[0] = 'x';
  if (kind == 'n' && !second) puts("no memory");
  return puts(second || kind == 'n' ? "the usual" : "another end") < 0;
}
X
"${CC:-cc}" -O0 -w -o wrong wrong.c || exit 1
: >places
check "a line that says so" endures ./wrong named
: >places
control "a crash" endures ./wrong crash
: >places
control "another end that says nothing of it" endures ./wrong silent
finish
