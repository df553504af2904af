#!/bin/sh
# Why this file exists: new memory that nobody set is often zero by luck. Filled with NaN (faults_preload.c), it must
# not change what any program prints and writes, and simulations must have the recorded bits. The same holds if the
# system grants no large pages.
# usage: memory.sh SOURCE CC BITS XPBD_SIM XPBD_BENCH XPBD_VALIDATE [XPBD_REPORT]
set -u
source=$1 cc=$2 bits=$3 sim=$4 bench=$5 validate=$6 report=${7:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
export OMP_WAIT_POLICY=passive

full() { FAULTS_FILL=yes LD_PRELOAD=$work/faults.so "$@"; }
if ! preload "$cc" "$sim"; then
  echo "skipped: no preloading here"
  exit 77
fi

# same COMMAND...: it succeeds with new and with filled memory, prints the same, and writes the same files below `out`.
same() {
  for way in env full; do
    rm -rf out $way.out
    mkdir out
    "$way" "$@" >$way.said 2>output </dev/null || return 1
    mv out $way.out
  done
  cmp -s env.said full.said && diff -r -I '^solver seconds: ' -I '^date: ' env.out full.out >output && [ -s env.said ]
}

cat >luck.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  double *fresh = words[1][0] == 'm' ? malloc(1 << 20) : words[1][0] == 'a' ? aligned_alloc(64, 1 << 20) : NULL;
  if (words[1][0] == 'r') fresh = realloc(malloc(8), 1 << 20); /* and its first 8 bytes */
  if (words[1][0] == 'c') fresh = calloc(1, 1 << 20);
  return printf("%g %d\n", fresh[1 << 16], count) < 0;
}
X
"$cc" -O0 -w -o luck luck.c || exit 1
check "what is asked to be zero is" same ./luck calloc
for way in malloc aligned_alloc realloc; do control "a program that relies on luck, $way" same ./luck $way; done

for scene in $("$sim" --list=matrix | awk '$2 == "runs" { print $1 }' | sort -u); do
  check "sim: $scene" same "$sim" "$scene" --frames 1 --hash --quiet
done
check "sim: every kind of file" same "$sim" cloth --resolution 6 --frames 3 --backend seq --hash --quiet --out out/frames \
  --measure out/table.tsv --save out/state --picture out/one.png --picture-size 64x64 --viewer out/page.html
bench_hashes() { # times differ in each run, but status and hash do not
  "$@" "$bench" scenes -a scene=cloth,beam_twisted,pendulum -a method=xpbd,jacobi,pd -a backend=seq,omp -a threads=2 -a size=5 \
    -a iterations=4 -a substeps=1 --frames 2 --min-episodes 3 --max-episodes 3 --quiet --tsv out.tsv --json results.json >output 2>&1
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } { print $at["name"], $at["status"], $at["state_hash"] }' out.tsv
}
bench_hashes env >env.said
bench_hashes full >full.said
check "bench: rows" [ "$(grep -c ' ok ' env.said)" -ge 10 ]
check "bench: the same hashes" cmp env.said full.said
if [ -n "$report" ]; then
  plain="env PATH=/var/empty $report" # no pictures, because gnuplot has its own memory
  # shellcheck disable=SC2086
  check "report: a page" same $plain results.json --out out/page
  # shellcheck disable=SC2086
  check "report: within a run" same $plain compare results.json --by backend --out out/both
  check "report: four lines" same "$report" brief results.json
fi
for group in methods measure obstacles handles wind contact projective; do
  check "validate: $group" quiet full "$validate" $group
done

# pages NAME [SETTING]: the hash of a cloth with arrays large enough for page requests; wishes.NAME lists the refused
# ones.
pages() {
  env FAULTS_LOG="$work/wishes.$1" LD_PRELOAD="$work/faults.so" ${2:+"$2"} "$sim" cloth --resolution 1500 --frames 1 --iterations 1 --hash \
    --quiet >"pages.$1" 2>output
}
refused() { grep -q '^wish refused$' "wishes.$1"; }
check "large arrays" pages granted
check "where no wish about pages is granted" pages none FAULTS_PAGES=none
check "it was refused" refused none
touch wishes.granted
control "without the refusal" refused granted
check "the same bits" cmp pages.granted pages.none
check "the recorded bits" quiet full "$bits" "$source/tests/bits/table.tsv"
finish
