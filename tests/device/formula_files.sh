#!/bin/sh
# Why this file exists: a formula from a file must have the same bits on a GPU as on a CPU, by every strategy. What
# cannot be compiled for one must say so in one line. The program here has the cuda backend on a CPU that emulates a
# GPU, and a C++ compiler in place of nvcc. If nvcc is installed, it compiles the same units with its own flags.
# usage: formula_files.sh SOURCE XPBD-SIM-EMULATED XPBD-VALIDATE-EMULATED C-COMPILER C++-COMPILER FLAGS-OF-NVCC
set -u
source=$1 sim=$2 validate=$3 cc=$4 cxx=$5 flags=$6
. "$source/tests/common.sh"
. "$source/tests/formulas/copy.sh"
formulas=$source/tests/formulas
mkdir "$work/tmp"
printf '#!/bin/sh\nexec %s "$@" -O0\n' "$cc" >"$work/cc" # the same bits, sooner
chmod +x "$work/cc"
TMPDIR=$work/tmp CC=$work/cc
export TMPDIR CC
unset XPBD_FORMULA_DIR XPBD_NVCC

copy stretching stretching >"$work/spring.h"
{ copy sbd sbd_stretch; copy dihedral dihedral; } >"$work/sheet.h"
copy volume tet_volume closed_volume >"$work/volume.h"

# hash_of ARGUMENT...: the hash of a short run.
hash_of() { "$sim" --frames 3 --quiet --hash "$@" 2>>"$work/errors" </dev/null; }
same() { [ -n "$1" ] && [ "$1" = "$2" ]; }
# on STRATEGY ARGUMENT...: the run on the device ends in the state $reference.
on() {
  strategy=$1
  shift
  same "$reference" "$(hash_of "$@" -b cuda --strategy "$strategy")"
}

# A formula that is not in the tree: by every strategy.
set -- cloth --resolution 8 --formula "$formulas/fung.h" -c fung
reference=$(hash_of "$@" -b seq)
for strategy in plain graph cooperative block cluster tiles resident; do check "a new spring, $strategy" on "$strategy" "$@"; done
set -- "$@" --precision double
reference=$(hash_of "$@" -b seq)
for strategy in graph block tiles resident; do check "in double, $strategy" on "$strategy" "$@"; done

# Copies of formulas of the tree, compared with the originals.
reference=$(hash_of cloth --resolution 8 -b seq -c stretching:beta=1e-3)
check "a copied spring, damped, cluster" on cluster cloth --resolution 8 --formula "$work/spring.h" -c my_stretching:beta=1e-3
sed 's/material\[0\]/(R(1.01) * material[0])/' "$work/spring.h" >"$work/other.h"
control "another C ends in other bits" on cluster cloth --resolution 8 --formula "$work/other.h" -c my_stretching:beta=1e-3
reference=$(hash_of cloth --resolution 6 -b seq -c sbd_stretch+dihedral)
check "triangles and hinges, graph" on graph cloth --resolution 6 --formula "$work/sheet.h" -c my_sbd_stretch+my_dihedral
reference=$(hash_of cloth --resolution 6 -b seq --precision double -c sbd_stretch+dihedral)
check "in double, cooperative" on cooperative cloth --resolution 6 --formula "$work/sheet.h" --precision double \
  -c my_sbd_stretch+my_dihedral
reference=$(hash_of beam_tets --resolution 3 -b seq -c tet_volume+stretching)
check "tetrahedra, springs of the tree beside them, block" on block beam_tets --resolution 3 --formula "$work/spring.h" \
  -c tet_volume+my_stretching
reference=$(hash_of blob --resolution 3 -b seq --precision double -c tet_volume+closed_volume)
check "a volume, summed, in double, plain" on plain blob --resolution 3 --formula "$work/volume.h" --precision double \
  -c my_tet_volume+my_closed_volume
[ ! -s "$work/errors" ] || { cat "$work/errors"; failures=$((failures + 1)); }

# Impossible requests: exit code 1 and one line, with the place.
spoilt() { # spoilt TEXT FILE [NAME=VALUE...]
  text=$1 file=$2
  shift 2
  env "$@" "$sim" cloth --formula "$file" -c fung --frames 1 --resolution 5 --quiet -b cuda >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -qF -e "$text" "$work/output"
}
script() { # script NAME LINE...
  name=$work/$1
  shift
  printf '%s\n' '#!/bin/sh' "$@" >"$name"
  chmod +x "$name"
}
check "no nvcc" spoilt "the compiler 'nothing-of-that-name' does not start" "$formulas/fung.h" XPBD_NVCC=nothing-of-that-name
check "one that only fails" spoilt "failed and said nothing" "$formulas/fung.h" XPBD_NVCC=false
script old "echo \"nvcc fatal   : Unsupported gpu architecture 'compute_90'\"" "exit 1"
check "one that does not know the device" spoilt "Unsupported gpu architecture 'compute_90'; XPBD_NVCC selects another" \
  "$formulas/fung.h" "XPBD_NVCC=$work/old"
script killed "kill -9 \$\$"
check "one that is killed" spoilt "ended by signal 9" "$formulas/fung.h" "XPBD_NVCC=$work/killed"
script slow "exec sleep 60"
check "one that does not end" spoilt "did not finish within 2 s" "$formulas/fung.h" "XPBD_NVCC=$work/slow" XPBD_FORMULA_SECONDS=2 CC=cc
script empty "exit 0"
check "one that makes nothing" spoilt "made no object" "$formulas/fung.h" "XPBD_NVCC=$work/empty"
line=$(grep -n 'const REAL e = ' "$formulas/fung.h" | cut -d: -f1)
sed "${line}s/const REAL e = /int class = 1; (void)class; &/" "$formulas/fung.h" >"$work/bad.h"
check "C that is no C++" spoilt "$work/bad.h:$line: " "$work/bad.h"
sed -e '/^XPBD_FORMULA(fung)/,/^}/c XPBD_VALUE(fung) {\n  return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]);\n}' \
  "$formulas/fung.h" >"$work/value.h"
check "a value without a gradient" spoilt "cannot derive 'fung', because it has no complex numbers" "$work/value.h"
cp -R "$source/lib" "$work/headers"
check "headers without those of the backend" spoilt "has no cuda/device.cuh" "$formulas/fung.h" "XPBD_FORMULA_DIR=$work/headers"
mkdir "$work/backends"
cp -R "$source/backends/cuda" "$work/backends"
sed 's/CUDA_MAX_SETS = 12/CUDA_MAX_SETS = 11/' "$source/backends/cuda/plan.h" >"$work/backends/cuda/plan.h"
check "headers of another version" spoilt "with the headers of another version" "$formulas/fung.h" \
  "XPBD_FORMULA_DIR=$work/headers"
quiet "$sim" cloth --formula "$formulas/fung.h" --formula "$formulas/hencky.h" -c fung+hencky --frames 1 --resolution 5 -b cuda
check "formulas of two files in one scene" grep -q "'fung' and 'hencky' are from two files" "$work/output"
control "the right file" spoilt "" "$formulas/fung.h"
quiet "$sim" cloth --formula "$formulas/fung.h" -c fung --frames 1 --resolution 5 -b cuda --strategy block
check "what is compiled is said" grep -q "^xpbd-sim: compiling 'fung' for the GPU: f32, block, " "$work/output"

# Interrupted while the compiler runs: first the folder is removed, then the program ends.
script slow "touch '$work/started'" "sleep 2"
XPBD_NVCC="$work/slow" "$sim" cloth --formula "$formulas/fung.h" -c fung --quiet -b cuda >"$work/output" 2>&1 &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e "$work/started" ] || sleep 0.5; done
check "the compiler runs in a folder of its own" [ "$(find "$work/tmp" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ]
kill -TERM $pid
wait $pid 2>/dev/null
check "ended by the signal" [ $? -eq 143 ]
control "what is compiled is said with --quiet" grep -q compiling "$work/output"
bare() { [ -z "$(ls -A "$1")" ]; }
check "nothing is left behind" bare "$work/tmp"
touch "$work/tmp/left"
control "what is left would be seen" bare "$work/tmp"
rm "$work/tmp/left"

# The verdict has times of a device only if the formula ran there. Otherwise it says why not.
measured() {
  quiet env "$@" "$validate" formula "$formulas/fung.h" --json "$work/verdict.json" && grep -q 'cuda FPS' "$work/output" &&
    grep -q '"cuda_fps": [0-9]' "$work/verdict.json" && ! grep -q cuda_not_measured "$work/verdict.json"
}
check "the verdict has times of a GPU" measured A=1
control "without nvcc it has none" measured XPBD_NVCC=false
check "and says so" grep -q '^ *cuda was not measured: .*the compiler failed and said nothing' "$work/output"
check "also to programs" grep -q '"cuda_not_measured": ".*said nothing' "$work/verdict.json"

# The same units through nvcc.
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || {
  echo "left out: nvcc is not installed, nobody compiles the units with it"
  finish
}
# Called like the C++ compiler: the folders of headers without the emulation's, the source last. If nvcc fails, its
# messages, otherwise the C++ compiler's object.
script nvcc "for word in \"\$@\"; do" "  last=\$word" "  case \$word in" "  */tests/device/emulation) ;;" \
  "  -I*) folders=\"\$folders \$word\" ;;" "  esac" "done" \
  "$nvcc $flags -arch=sm_\${ARCHITECTURE:-80} \$folders -o '$work/nvcc.so' \"\$last\" && exec $cxx \"\$@\""
newest=$("$nvcc" --list-gpu-code | sed -n 's/^sm_\([0-9]*\)$/\1/p' | sort -n | tail -n 1)
compiled() { # compiled PATTERN ARGUMENT...
  pattern=$1
  shift
  rm -f "$work/nvcc.so"
  quiet env "ARCHITECTURE=$newest" "XPBD_NVCC=$work/nvcc" "$sim" cloth --frames 1 --resolution 5 -b cuda "$@" &&
    [ -s "$work/nvcc.so" ] && grep -q "$pattern" "$work/output"
}
check "nvcc, springs, sm_$newest" compiled block --formula "$formulas/fung.h" -c fung --strategy block
check "nvcc, triangles and hinges, double" compiled plain --formula "$work/sheet.h" -c my_sbd_stretch+my_dihedral \
  --strategy plain --precision double
control "nvcc and a file that it refuses" compiled block --formula "$work/bad.h" -c fung --strategy block
check "nvcc names the line" spoilt "$work/bad.h:$line: " "$work/bad.h" "XPBD_NVCC=$work/nvcc"
check "nvcc and a device that it does not know" spoilt "selects another" "$formulas/fung.h" "XPBD_NVCC=$work/nvcc" ARCHITECTURE=10
check "nothing is left behind" bare "$work/tmp"
finish
