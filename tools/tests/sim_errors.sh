# Why this file exists: a wrong call of xpbd-sim ends with one line that names what is wrong, exit code 1, and no folder.
. "$(dirname "$0")/common.sh"

small="--resolution 5 --frames 2 --quiet"

# Problems with files are found before the simulation (whose frames would take years).
check "measure is a folder" fails 1 "--measure" cloth --frames 999999999 --measure "$work"
mkdir "$work/locked"
chmod 555 "$work/locked"
if [ -w "$work/locked" ]; then
  echo "left out: a folder without permission (this user may write everywhere)"
else
  check "out without permission" fails 1 "--out" cloth --frames 999999999 --out "$work/locked"
fi
if [ -c /dev/full ]; then
  "$sim" --list >/dev/full 2>"$work/err"
  code=$?
  check "list on a full disk" same "$code $(wc -l <"$work/err")" "1 1"
  "$sim" cloth --resolution 5 --frames 2 --hash --out "$work/full" >/dev/full 2>"$work/err"
  code=$?
  check "a summary on a full disk" same "$code $(wc -l <"$work/err")" "3 1"
  check "is said, with what is kept" grep -qF "the standard output cannot be written: No space left on device; finished frames kept: 3, in $work/full" "$work/err"
fi

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/read.obj"
cp "$work/read.obj" "$work/kept.obj"
check "a table in place of the mesh" fails 1 "--measure would replace '$work/read.obj', which --mesh reads; give it another" \
  cloth --mesh "$work/./read.obj" --measure "$work/read.obj"
check "it is what it was" cmp -s "$work/read.obj" "$work/kept.obj"
mkdir "$work/left" "$work/right"
check "one name in two folders" succeeds cloth $small --save "$work/left/zz" --measure "$work/right/zz"
if mkfifo "$work/pipe" 2>/dev/null; then
  check "a checkpoint that is a pipe nobody writes to" fails 1 "nobody writes to" cloth $small --resume "$work/pipe"
fi

# Threads that cannot be started give a message, and do not end the program inside OpenMP. No more threads start than
# there are processors; these do the work of the others.
if "$sim" cloth $small --backend omp --threads 2 >/dev/null 2>&1; then
  "$sim" cloth --resolution 5 --frames 2 --backend omp --threads 200 >"$work/out" 2>"$work/err"
  check "two hundred threads" same "$?" 0
  check "that say so" grep -q "200 threads" "$work/out"
  # shellcheck disable=SC3045 # not POSIX's; without it this is left out: a stack for one thread more is too much
  if (ulimit -s 400000 && ulimit -v 300000 && exec "$sim" --version) >/dev/null 2>&1 && [ "$(nproc)" -gt 1 ]; then
    (ulimit -s 400000 && ulimit -v 300000 && "$sim" cloth $small --backend omp --threads 2) >"$work/out" 2>"$work/err"
    check "too many threads: exit code" same "$?" 1
    check "too many threads: one line" same "$(wc -l <"$work/err")" 1
    check "too many threads: how many are possible" grep -q "only 1 of 2 threads can be started here" "$work/err"
  else
    echo "left out: too many threads (no such limit of memory here)"
  fi
fi

# More threads than processors get a warning.
few="--resolution 5 --frames 1"
warned() { text=$1; shift; run "$@"; [ "$code" -eq 0 ] && grep -q "^warning: $text" "$work/out"; }
check "more threads than processors" warned "[0-9]* threads on [0-9]* processors* take turns" \
  cloth $few --backend omp --threads $(($(nproc) + 1)) --dry-run
control "as many" warned "[0-9]* threads on" cloth $few --backend omp --threads 1 --dry-run

# A scene pins a mesh as a whole, so it may leave out a piece.
two_pieces() { # SIZE-OF-A-STEP: two squares side by side, the second one SIZE lower
  printf 'v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 %s 0.5\nv 3 %s 0.5\nv 3 %s 1.5\nf 1 3 2\nf 1 4 3\nf 5 7 6\n' "$1" "$1" "$1"
}
two_pieces -1 >"$work/two.obj"
two_pieces 0 >"$work/level.obj"
loose="1 of the 2 pieces of the mesh is not held: 3 vertices, x 2 to 3, y -1 to -1, z 0.5 to 1.5 m; --pin holds a region"
check "a piece that nothing holds" warned "$loose" cloth --mesh "$work/two.obj" --dry-run
check "is in the record" succeeds cloth --mesh "$work/two.obj" --frames 1 --quiet --out "$work/two"
check "too" has "$work/two/run.txt" "^remark: $loose"
check "pins of one piece" warned "1 of the 2 pieces of the mesh is not held: 4 vertices, " cloth --mesh "$work/level.obj" --pin x,high,0.1 --dry-run
control "pieces that are held" warned ".* of the mesh is not held" cloth --mesh "$work/two.obj" --pin x,high,0.1 --pin x,low,0 --dry-run
control "pieces that all fall" warned ".* not held" cloth --mesh "$work/two.obj" --pins none --dry-run

for device in cuda opencl; do # whose threads are not the processors'
  "$sim" --list | grep -q "^  $device  *ready" || continue
  run cloth $few --backend $device --dry-run
  check "threads of $device" same "$code" 0
  control "take turns" grep -q "take turns" "$work/out"
done
# holds FILE: the printed MB are plausible. A particle's position, previous position and velocity take 36 bytes in
# float. A spring's two ends, length and multiplier take 16. memory_need.c counts 160 and 116 for scene and solver.
holds() {
  sed -n 's/.* of stretching, \([0-9.]*\) MB; .*/\1/p' "$1" | awk '{ good = $1 > 0.85 && $1 < 5.14 } END { exit !good }'
}
check "memory of 10201 particles and 30200 springs" succeeds cloth --resolution 101 --iterations 1 --frames 1 --backend seq
check "is that of a state" holds "$work/out"
sed 's/\([0-9.]*\) MB/1\1 MB/' "$work/out" >"$work/more"
control "a digit more" holds "$work/more"
# paced: the frames/s of the last line are frames over seconds, to four digits.
paced() {
  sed -n 's|.*: \([0-9]*\) frames, .* simulated, \([0-9.e+-]*\) s in the solver, \([0-9.e+-]*\) frames/s .*|\1 \2 \3|p' "$work/out" |
    awk '{ off = $2 * $3 / $1 - 1 } END { exit !(NR == 1 && off * off < 4e-6) }'
}
check "how fast it was" succeeds cloth --resolution 8 --frames 20
check "is frames over seconds" paced
sed 's|\([0-9.e+-]*\) frames/s|9\1 frames/s|' "$work/out" >"$work/faster" && cp "$work/faster" "$work/out"
control "a digit more" paced

# Missing memory is found before it is filled, for scenes and pictures. --force tries anyway.
# shellcheck disable=SC3045
limited() { (ulimit -v "$1" 2>/dev/null || exit 77; shift; exec "$sim" "$@") >"$work/out" 2>"$work/err" </dev/null; code=$?; }
limited 1000000 --version # sanitizers take more than that for themselves
if [ "$code" -eq 0 ]; then
  limited 1000000 cloth --resolution 8193 --dry-run
  check "a scene beyond memory" same "$code $(grep -cE 'about [0-9.]+ GB of memory are needed .* and 1.0 are available; --force' "$work/err")" "1 1"
  limited 1000000 cloth --resolution 8193 --dry-run --force
  check "forced, it is tried and fails" same "$code $(grep -c 'memory' "$work/err") $(grep -c force "$work/err")" "1 1 0"
  limited 1000000 cloth $small --picture "$work/huge.png" --picture-size 8192x8192 --dry-run
  check "a picture beyond memory" same "$code $(grep -c 'pictures 15\.[0-9]) and 1.0 are available' "$work/err")" "1 1"
  # needs WORDS ARGUMENT...: refused with these words. A sheet of n x n vertices takes (n / 17)^2 times 289 x 160 + 800
  # x 116 bytes, and three tenths more in double. A pixel takes 9 x 20 + 48 bytes, in a film 4 x 20 + 48.
  needs() { wanted=$1 && shift && limited 1000000 "$@" --dry-run && same "$code $(cat "$work/err")" "1 xpbd-sim: $wanted and 1.0 are available; --force tries it"; }
  check "a sheet" needs "about 32.3 GB of memory are needed (scene 32.3, pictures 0.0)" cloth --resolution 8193
  check "in double" needs "about 42.0 GB of memory are needed (scene 42.0, pictures 0.0)" cloth --resolution 8193 --precision double
  check "by the library's word" needs "about 42.0 GB of memory are needed (scene 42.0, pictures 0.0)" cloth --resolution 8193 --precision f64
  check "in float" needs "about 32.3 GB of memory are needed (scene 32.3, pictures 0.0)" cloth --resolution 8193 --precision float
  check "and a picture" needs "about 35.0 GB of memory are needed (scene 32.3, pictures 2.7)" cloth --resolution 8193 \
    --picture "$work/huge.png" --picture-size 4000x3000 --film "$work/huge2.png" --film-size 5000x4000
  check "a film" needs "about 8.6 GB of memory are needed (scene 0.0, pictures 8.6)" cloth $small --film "$work/huge.png" \
    --film-size 8192x8192 --picture "$work/huge2.png"
  check "bodies" needs "about 58.7 GB of memory are needed (scene 58.7, pictures 0.0)" friction_box --resolution 300
  check "smaller bodies" needs "about 7.3 GB of memory are needed (scene 7.3, pictures 0.0)" friction_box --resolution 150
  control "twice the bodies" needs "about 58.7 GB of memory are needed (scene 58.7, pictures 0.0)" friction_box --resolution 600
  for size in 2094x2094 2095x2094; do
    limited 900000 cloth --resolution 5 --frames 2 --picture "$work/large.png" --picture-size $size --dry-run --force
    check "forced, what is more than 1 GB is said: $size" same "$(cat "$work/out")" "$([ $size = 2094x2094 ] || echo "about 1.0 GB of memory are needed, 0.9 are available")"
  done
  limited 900000 cloth $small --picture "$work/large.png" --picture-size 2095x2094 --dry-run --force
  check "but not quietly" [ ! -s "$work/out" ]
  limited 4000000 cloth --resolution 1200 --iterations 1 --dry-run
  control "one that fits" [ "$code" -ne 0 ]
  # Estimates are near the real use. A sheet of 800 x 800 with two formulas is large compared with the libraries'
  # addresses.
  limited 1200000 cloth --resolution 800 --dry-run --bending dihedral
  check "what fits is not refused" same "$code" 0
  limited 320000 cloth --resolution 800 --dry-run --bending dihedral
  check "what does not is" grep -q "memory are needed" "$work/err"
fi

# Available memory is that of the machine, or less if a control group limits it. faults_preload.c plays a system of
# another size.
source=$(cd "$(dirname "$0")/../.." && pwd)
system=$work/system
told() {
  FAULTS_ROOT=$system LD_PRELOAD=$work/faults.so "$sim" "$@" --dry-run >"$work/out" 2>"$work/err" </dev/null
  code=$?
}
# leaves GB LIMIT USED: of 5 GB
leaves() {
  echo "$2" >"$system/sys/fs/cgroup/memory.max"
  echo "$3" >"$system/sys/fs/cgroup/memory.current"
  told cloth --resolution 8193
  same "$code $(grep -c " and $1 are available; --force tries it" "$work/err")" "1 1"
}
if preload "${CC:-cc}" "$sim"; then
  mkdir -p "$system/proc" "$system/sys/fs/cgroup"
  told cloth $few --picture "$work/large.png" --picture-size 2095x2094
  check "how much is there need not be known" same "$(cat "$work/out")" "about 1.0 GB of memory are needed"
  printf 'MemTotal: 9000000 kB\nMemAvailable: 4882812 kB\n' >"$system/proc/meminfo"
  check "what the machine has" leaves 5.0 max 1000000000
  check "what a control group leaves" leaves 2.0 3000000000 1000000000
  check "one that is full" leaves 0.0 3000000000 4000000000
  check "one that may have more than there is" leaves 5.0 9000000000 1000000000
  echo 'inactive_file 500000000' >"$system/sys/fs/cgroup/memory.stat"
  check "what files are kept of is given back" leaves 2.5 3000000000 1000000000
  control "the limit, whatever is used of it" leaves 3.0 3000000000 1000000000
else
  echo "left out: limits of a control group (no preloading here)"
fi

# Closed descriptors: no file gets the number of standard output, and console output with it.
check "standard output closed" eval '"$sim" cloth $small --measure "$work/closed.tsv" >&-'
check "the table is a table" same "$(awk -F"\t" "{ print NF }" "$work/closed.tsv" | sort -u | wc -l)" 1
check "both closed" eval '"$sim" cloth $small --measure "$work/closed2.tsv" >&- 2>&-'
check "the same table" cmp -s "$work/closed.tsv" "$work/closed2.tsv"
echo words >>"$work/closed.tsv"
control "a table with words in it" same "$(awk -F"\t" "{ print NF }" "$work/closed.tsv" | sort -u | wc -l)" 1

# A material of tetrahedra without stiffness does nothing.
for material in stvk_strain_tet neo_hookean_root_tet stable_neo_hookean_tet; do
  check "$material of E 0 does nothing" succeeds beam_tets --resolution 3 --frames 2 --constraint "$material:E=0" --hash
  check "as no material" same "$(tail -1 "$work/out")" \
    "$("$sim" beam_tets --resolution 3 --frames 2 --constraint none --hash | tail -1)"
  control "$material does nothing" same "$(tail -1 "$work/out")" \
    "$("$sim" beam_tets --resolution 3 --frames 2 --constraint "$material" --hash | tail -1)"
done
echo 'v 0 0 0
v 1 0 0
v 0 0 1
f 1 2 3' >"$work/triangle.obj"

# User's names cannot drive the terminal, and a line of run.txt stays one line.
odd=$(printf 'a\nb\033[31m')
cp "$work/triangle.obj" "$work/$odd.obj"
check "an odd name" succeeds cloth --mesh "$work/$odd.obj" --frames 1 --pins none --out "$work/$odd" --picture "$work/$odd.png"
escapes() { LC_ALL=C grep -q "$(printf '\033')" "$1"; }
control "it reaches the terminal" escapes "$work/out"
control "or the record" escapes "$work/$odd/run.txt"
check "an odd name of a scene" succeeds cloth --resolution 4 --export "$work/$odd.json"
control "which reaches the terminal" escapes "$work/out"
check "it is simulated" succeeds "$work/$odd.json" --frames 1
control "and reaches it then" escapes "$work/out"
check "every line of the record has a key" same "$(grep -cvE '^[a-z][a-z ]*[^:]*: ' "$work/$odd/run.txt")" 0
cp "$source/tests/formulas/fung.h" "$work/$odd.h"
CC=${CC:-cc}
if command -v "$CC" >/dev/null; then
  printf '#!/bin/sh\nexec %s "$@" -O0\n' "$CC" >"$work/quick" # which is sooner done
  chmod +x "$work/quick"
  CC=$work/quick
  export CC
  run cloth $few --formula "$work/$odd.h" -c fung --out "$work/fung"
  check "an odd name of a formula" same "$code" 0
  control "what is used is said not to be" grep -q "is loaded but not used" "$work/err"
  check "it is in the record" grep -q '^formula fung: .*; file .*/a b.*\.h$' "$work/fung/run.txt"
  control "as it is" escapes "$work/fung/run.txt"
  check "there, too, every line has a key" same "$(grep -cvE '^[a-z][a-z ]*[^:]*: ' "$work/fung/run.txt")" 0
  run cloth $few --formula "$work/$odd.h"
  check "which nothing uses" grep -q 'is loaded but not used; add --constraint fung$' "$work/err"
  control "which reaches the terminal" escapes "$work/err"
else
  echo "left out: an odd name of a formula (no compiler)"
fi
printf '%s\n' "$odd" >"$work/driven"
check "an escape is seen" escapes "$work/driven"

# Temporary tables of a killed run are removed.
: >"$work/t.tsv.999999-0.part"
: >"$work/t.tsv.mine.part"
check "beside a killed run's" succeeds cloth $small --measure "$work/t.tsv"
check "its half table is gone" [ ! -e "$work/t.tsv.999999-0.part" ]
check "another's is not" [ -e "$work/t.tsv.mine.part" ]
if command -v flock >/dev/null; then
  # Two runs into one folder would mix their frames.
  mkdir "$work/taken"
  flock "$work/taken" "$sim" cloth $small --out "$work/taken" >"$work/out" 2>"$work/err"
  check "a folder that another run writes into" same "$? $(cat "$work/err")" \
    "1 xpbd-sim: --out: $work/taken: another run is writing into it; wait until it ends, or give another folder"
  check "stays as it was" same "$(leftovers "$work/taken") $(count "$work/taken"/*)" "0 0"
  check "and is free when that run has ended" succeeds cloth $small --out "$work/taken"
  : >"$work/t.tsv.999998-0.part"
  check "one that is written" flock "$work/t.tsv.999998-0.part" "$sim" cloth $small --measure "$work/t.tsv"
  check "stays" [ -e "$work/t.tsv.999998-0.part" ]
fi

control "a right call counted as a failure" fails 1 "" cloth $small
control "another message counted as this one" fails 1 "did you mean 'sphere'?" cloht
control "another exit code" fails 3 "did you mean" cloht
finish
