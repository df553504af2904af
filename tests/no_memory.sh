#!/bin/sh
# Why this file exists: memory may run out at any allocation. Here each place in the programs that requests memory fails
# once (faults_preload.c finds them), in all scenes and methods. The program must end with a line that says so, never by
# a signal, or reach its usual end. The messages are recorded.
# usage: no_memory.sh [--record] FOLDER_OF_THE_PROGRAMS [bench]: with bench xpbd-bench, which has no record because it
# measures the machine each time; otherwise the others; --record prints their record
set -u
source=$(cd -- "$(dirname -- "$0")/.." && pwd)
. "$source/tests/common.sh"
making=''
[ "$1" != --record ] || { making=yes && shift; }
bin=$(cd -- "$1" && pwd) which=${2:-}
cd "$work" || exit 1
export OMP_WAIT_POLICY=passive

if ! preload "${CC:-cc}" "$bin/xpbd-sim"; then
  echo "skipped: no preloading here"
  exit 77
fi

# once PROGRAM ARGUMENT...: run it with one failed allocation; its exit code is in $ended. Fails if no place is left.
once() {
  known=$(wc -c <"$places")
  rm -rf bytes made*
  timeout 60 env PATH="$path" FAULTS_BYTES="$work/bytes" FAULTS_PLACES="$places" LD_PRELOAD="$work/faults.so" \
    "$@" >said 2>&1 </dev/null
  ended=$?
  bytes=0 # if the program did not reach the end, where they are written
  [ ! -s bytes ] || read -r bytes <bytes
  [ "$(wc -c <"$places")" -gt "$known" ]
}
# sized: the number of bytes in the message is about the size requested, or the total for its purpose.
sized() {
  wanted=$(sed -n 's/.*memory.*(\(.* \)*\([0-9]*\) bytes).*/\2/p' said | head -n 1)
  [ -z "$wanted" ] || { [ $((wanted + 64)) -ge "$bytes" ] && [ "$wanted" -le $((64 * bytes + 65536)) ]; }
}
without_times() { sed 's/^.* hash=/hash=/' "$@"; } # a row of results ends with it
# outcome: the checksum of all files made, without times.
outcome() {
  [ "$which" != bench ] || return 0
  find made* -type f 2>/dev/null | LC_ALL=C sort >files
  { cat files && xargs -r -d '\n' grep -avH '^solver seconds: \|^date: ' <files; } | cksum
}
# orderly: no end by a signal, and none without a reason. A run that succeeds prints its usual last line, $usual, and
# makes the same files. Checks run in child processes, each of which has a failure of its own.
orderly() {
  if [ "$name" = checks ]; then
    [ "$ended" -lt 124 ] && ! grep -q 'by signal' said
    return
  fi
  [ "$ended" -lt 124 ] && sized && [ -z "$(find . -name '*.part')" ] &&
    if [ "$ended" -eq 0 ]; then without_times said | grep -qxF -e "$usual" && [ "$(outcome)" = "$made" ]; else grep -q 'memory\|thread\|not drawn' said; fi
}
# try NAME PROGRAM ARGUMENT...: run until every place has failed once, without the places of earlier calls. $bad runs
# ended badly.
try() {
  name=$1
  shift
  places=$work/places.${1##*/}
  rm -rf made*
  : >>"$places"
  usual=$(PATH=$path "$@" 2>/dev/null </dev/null | tail -n 1 | without_times)
  made=$(outcome)
  bad=0 runs=0
  while [ $runs -lt 2000 ] && once "$@"; do
    runs=$((runs + 1))
    orderly || {
      bad=$((bad + 1))
      echo "  $name, place $(tail -n 1 "$places"), of $bytes bytes: exit code $ended, $(tail -n 1 said)" >&2
    }
    grep '^xpbd-sim: .*\(memory\|thread\)' said >>lines
  done
  total=$((total + runs))
}
path=$PATH total=0
each_place() {
  try "$@"
  [ -n "$making" ] || check "$name: none of $runs places brings it down" [ "$bad" -eq 0 ]
}

if [ "$which" = bench ]; then
  each_place cloth "$bin/xpbd-bench" cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 \
    --min-episodes 3 --max-episodes 3 --quiet --json made --tsv made.tsv
else
  sim() { each_place "$*" "$bin/xpbd-sim" "$@" --frames 1 --backend seq --quiet --hash; }
  for scene in $("$bin/xpbd-sim" --list=matrix | awk '$2 == "runs" { print $1 }' | sort -u); do
    sim "$scene" # by its own method
    sim "$scene" --method xpbd
  done
  for method in pbd energy jacobi; do sim cloth --resolution 5 --method $method; done
  if "$bin/xpbd-sim" cloth --resolution 5 --method fms --frames 1 --quiet >said 2>&1; then # recorded with CHOLMOD
    sim cloth --resolution 5 --method fms
    sim flag --resolution 5 --method pd --damping 0 --pd-triangle-weight 10 --pd-bending-weight 0.01
  fi
  sim cloth --resolution 5 --iterations 40 --substeps 1 --wind 1,0,2 --wind-drag 1 --contact-radius 0.02 --precision double
  corpus=$source/tests/fuzz/corpus
  for file in obj/polygons.obj ply/text.ply ply/big.ply stl/text.stl stl/binary.stl off/cube.off msh/four.msh msh/binary2.msh \
    msh/data.msh vtk/grid.vtk vtk/binary.vtk vtu/text.vtu vtu/packed.vtu; do
    sim cloth --mesh "$corpus/$file" --pins none
  done
  sed '/^%/q' "$corpus/tetgen/one.txt" | sed '$d' >one.node
  sed '1,/^%/d' "$corpus/tetgen/one.txt" >one.ele
  sim cloth --mesh one.node --pins none
  sim cloth --resolution 5 --out made --measure made/table.tsv --save made/state --format obj,vtk
  "$bin/xpbd-sim" cloth --resolution 5 --frames 1 --backend seq --quiet --save state
  each_place "a resumed run" "$bin/xpbd-sim" cloth --resolution 5 --frames 2 --backend seq --quiet --hash --resume state
  each_place "pictures" "$bin/xpbd-sim" cloth --resolution 5 --frames 1 --backend seq --quiet --hash --picture made.png \
    --picture-size 40x30 --film made.gif --film-size 40x30 --colour strain --viewer made.html
  # Remove names of scenes, files and compilers, which put two functions into one place.
  sed -E 's/^xpbd-sim: //; s/^(--[a-z]+( [a-z]+)?|scene [a-z_]+|stopped at frame [0-9 of]+): //; s/; .*//; s/[0-9]+/N/g
    s/^[^ ]*: //; s/^([a-z]+ )*[a-z]*: (out of mem)/\2/' lines | LC_ALL=C sort -u >words
  if [ -x "$bin/xpbd-report" ]; then
    path=/var/empty # no pictures, because gnuplot has its own memory
    sh "$source/reports/tests/fixture.sh" kinds >kinds.json
    sh "$source/reports/tests/fixture.sh" good >good.json
    sed '/^%/,$d' "$corpus/compare/google.txt" >google.json
    sed s/2026/2025/ google.json >other.json
    each_place "a page" "$bin/xpbd-report" kinds.json --out made
    each_place "a comparison" "$bin/xpbd-report" compare good.json --by backend --out made
    each_place "lines" "$bin/xpbd-report" brief good.json
    each_place "points" "$bin/xpbd-report" compare google.json other.json --out made
    rm -rf parts && mkdir parts
    for i in 1 2; do
      "$bin/xpbd-bench" cloth -a size=5 -a iterations=1,2 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 \
        --max-episodes 3 --quiet --shard $i/2 --json parts/$i.json >/dev/null 2>&1
    done
    each_place "joined parts" "$bin/xpbd-report" merge parts/1.json parts/2.json --out made.json
    path=$PATH
  fi
  each_place checks "$bin/xpbd-validate" errata/damping --json made
  each_place checks "$bin/../tests/unit/xpbd-unit" schedule
fi
[ -z "$making" ] || { cat words && exit; }
check "$total places in all" [ "$total" -gt 100 ]

cat >wrong.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  char *first = malloc(10 * count), *second = first ? malloc(2000) : NULL;
  const char kind = words[1][0];
  if (kind == 'c') second[0] = 'x';
  if (kind == 'n' && !second) puts("no memory (20 bytes)");
  if (kind == 'g' && !second) puts("no memory (2000 bytes)");
  if (kind == 'f' && second) fclose(fopen("made.one", "w"));
  if (kind == 'f') return puts("the usual") < 0;
  if (kind != 'o' && !second) return 1;
  return puts(second ? "the usual" : "another end") < 0;
}
X
"${CC:-cc}" -O0 -w -o wrong wrong.c || exit 1
endures() {
  try "$1" "$work/wrong" "$1"
  rm -f "$places"
  [ "$bad" -eq 0 ]
}
check "a line, and the end" endures good
control "a crash" endures crash
control "an end that says nothing" endures silent
control "an end that says too few bytes" endures number
control "another end" endures other
[ "$which" = bench ] || control "a file that is not there" endures file
[ "$which" != bench ] || finish

# A build may lack messages of the record, for example without kernels for runs.
as_recorded() { # as_recorded FILE: print what the record lacks
  LC_ALL=C comm -13 "$source/tests/no_memory.txt" "$1" >output
  [ ! -s output ] && [ $(($(wc -l <"$1") * 4)) -ge $(($(wc -l <"$source/tests/no_memory.txt") * 3)) ]
}
check "every line is one of the record (no_memory.txt; a change that is meant: ./run records)" as_recorded words
sed 's/obstacle/obstacles/' words >other
control "another word" as_recorded other
head -n 40 words >fewer
control "half of them" as_recorded fewer
finish
