#!/bin/sh
# Why this file exists: a formula from a file outside the tree must be bit-identical to a built-in one. Every invalid
# file must get one line and leave nothing behind.
# usage: formula_program.sh SOURCE XPBD-SIM XPBD-BENCH C-COMPILER
set -u
source=$1 sim=$2 bench=$3 cc=$4
. "$source/tests/common.sh"
. "$source/tests/formulas/copy.sh"
formulas=$source/tests/formulas
mkdir "$work/tmp"
TMPDIR=$work/tmp CC=$cc
export TMPDIR CC
unset XPBD_FORMULA_DIR

# hash_of ARGUMENT...: the hash of a short run.
hash_of() { "$sim" cloth --frames 6 --resolution 12 --quiet --hash "$@" 2>>"$work/errors" </dev/null; }
same() { [ -n "$1" ] && [ "$1" = "$2" ]; }
# spoken TEXT COMMAND...: it fails with one line, which has this text.
spoken() {
  text=$1
  shift
  "$@" >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -qF -e "$text" "$work/output"
}

# Equal bits: springs, triangles of several rows, hinges, tetrahedra with a ghost tip, a summed set, a rule on materials.
copy stretching stretching >"$work/spring.h"
copy espef morse_clamped >"$work/morse.h"
copy sbd sbd_stretch sbd_shear >"$work/sbd.h"
copy dihedral dihedral >"$work/dihedral.h"
copy volume tet_volume closed_volume >"$work/volume.h"
copy continuum_triangle orthotropic_triangle >"$work/sheet.h"
# equal FORMULAS FILE... -- ARGUMENT...: the formulas and their copies from the files end in the same state.
equal() {
  spec=$1 files=
  shift
  while [ "$1" != -- ]; do
    files="$files --formula $work/$1.h"
    shift
  done
  shift
  mine=$(echo "$spec" | sed 's/^/my_/; s/+/+my_/g')
  # shellcheck disable=SC2086 # options, one word each
  same "$(hash_of -c "$spec" "$@")" "$(hash_of $files -c "$mine" "$@")"
}
check "a spring in float on seq" equal stretching spring -- -b seq
check "and in double on omp" equal stretching spring -- -b omp --precision double
check "many elements in float on omp, damped" equal stretching:beta=1e-3+sbd_stretch+sbd_shear+dihedral+closed_volume \
  spring sbd dihedral volume -- -b omp
check "in double on seq" equal morse_clamped+sbd_stretch+orthotropic_triangle morse sbd sheet -- -b seq --precision double
check "energy-embedded" equal stretching spring -- --method energy
check "averaged Jacobi" equal stretching spring -- --method jacobi
sed 's/material\[0\]/(R(1.01) * material[0])/' "$work/spring.h" >"$work/other.h"
control "another C ends in other bits" equal stretching other -- -b seq
[ ! -s "$work/errors" ] || { cat "$work/errors"; failures=$((failures + 1)); }

# From here on neither speed nor bits are tested, so the compiler need not optimise.
printf '#!/bin/sh\nexec %s "$@" -O0\n' "$cc" >"$work/quick"
chmod +x "$work/quick"
CC=$work/quick

# A program may be started with SIGCHLD ignored; then nobody learns how a process ended. Without arguments this one
# tests itself.
cat >"$work/ignore.c" <<'END'
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **words) {
  if (count > 1) return signal(SIGCHLD, SIG_IGN), execv(words[1], words + 1);
  return fork() == 0 || wait(NULL) > 0;
}
END
"$cc" -o "$work/ignore" "$work/ignore.c" || exit 1
check "an end that is ignored" "$work/ignore" "$work/ignore"
control "one that is not" "$work/ignore"
check "a formula where ends are ignored" quiet "$work/ignore" "$sim" cloth --formula "$formulas/fung.h" -c fung --frames 1 \
  --resolution 6 --quiet
check "processes of a bench" quiet "$work/ignore" "$bench" cloth -a size=21 -a iterations=50 -a constraint=stretching \
  -a backend=seq --frames 8 --warm 1 --max-episodes 4 --processes 2

# Correct formulas that are not in the tree, through both programs.
both="--formula $formulas/fung.h --formula $formulas/hencky.h"
# shellcheck disable=SC2086
check "two files, two formulas" quiet "$sim" cloth $both -c fung:k=10,a=2+hencky --frames 2 --resolution 8 --out "$work/frames"
check "the folder says of what text" grep -q '^formula fung: hash [0-9a-f]\{16\}; compiler .*fung.h$' "$work/frames/run.txt"
only="--quick --quiet --progress off --total-budget 60s -a size=11 -a backend=seq,omp --validate only"
# shellcheck disable=SC2086
check "certified rows" quiet "$bench" cloth $both $only -a constraint=fung,hencky --json "$work/rows.json"
check "of which there are four" [ "$(grep -c '"status": "ok"' "$work/rows.json")" -eq 4 ]
check "which say of what text" grep -q '"fung": {"state": "known", "value": "[0-9a-f]\{16\} .*fung.h' "$work/rows.json"
# A user who loads a formula and does not name it gets results of another one.
unused="is loaded but not used; add --constraint fung"
quiet "$sim" cloth --formula "$formulas/fung.h" --frames 1 --resolution 6 --quiet
check "a formula that nothing uses" grep -qF "xpbd-sim: warning: 'fung' of $formulas/fung.h $unused" "$work/output"
quiet "$sim" cloth --formula "$formulas/fung.h" -c "stretching+fung:k=2" --frames 1 --resolution 6 --quiet
control "one that is used" grep -q "is loaded but not used" "$work/output"
# of two files the unnamed one; of a file with several formulas none once one is used
unused_of() { # unused_of COUNT ARGUMENT...: the number of warnings
  wanted=$1
  shift
  "$sim" cloth "$@" --frames 1 --resolution 6 --quiet >"$work/output" 2>&1 </dev/null
  [ $? -eq 0 ] && [ "$(grep -c 'is loaded but not used' "$work/output")" -eq "$wanted" ]
}
# shellcheck disable=SC2086
check "of two files" unused_of 1 $both -c hencky
check "that one" grep -qF "'fung' of $formulas/fung.h is loaded" "$work/output"
check "one formula of several uses a file" unused_of 0 --formula "$work/sbd.h" -c my_sbd_shear
control "a name that begins with it" unused_of 0 --formula "$work/sbd.h" -c sbd_shear
# The compiler's messages about a file are printed with their place, one per line, and the run continues.
line=$(grep -n 'return k \* rest' "$formulas/fung.h" | cut -d: -f1)
sed 's/return k \* rest/return 1.0 * k * rest/' "$formulas/fung.h" >"$work/warned.h"
quiet "$sim" cloth --formula "$work/warned.h" -c fung --frames 1 --resolution 6 --quiet
check "a number of another precision" grep -q "^xpbd-sim: warning: $work/warned.h:$line: .*double" "$work/output"
check "each line has its program" [ "$(grep -vc '^xpbd-sim: warning: ' "$work/output")" -eq 0 ]
# A run does not resume with another text under the same name.
cp "$formulas/fung.h" "$work/fung.h"
saved="cloth --formula $work/fung.h -c fung --resolution 6 --quiet"
# shellcheck disable=SC2086
check "a state is saved" quiet "$sim" $saved --frames 2 --save "$work/state"
# shellcheck disable=SC2086
check "and taken up with its formula" quiet "$sim" $saved --frames 4 --resume "$work/state"
# shellcheck disable=SC2086
check "a scene is written" quiet "$sim" $saved --export "$work/scene.json"
check "and read with its formula" quiet "$sim" "$work/scene.json" --formula "$work/fung.h" --frames 1 --quiet
check "without one it says which it needs" spoken "sets[0]: formula 'fung' is from a formula file: load that file first, with --formula FILE.h" \
  "$sim" "$work/scene.json" --frames 1
# shellcheck disable=SC2086
quiet "$bench" cloth --formula "$work/fung.h" $only -a constraint=fung --journal "$work/run.jsonl"
check "a run goes on with its formula" quiet "$bench" --resume "$work/run.jsonl"
echo "/* another */" >>"$work/fung.h"
control "and not with another" quiet "$bench" --resume "$work/run.jsonl"
check "which is said" grep -q 'another text of a formula: formula.fung was' "$work/output"
# shellcheck disable=SC2086
control "nor is the state" quiet "$sim" $saved --frames 4 --resume "$work/state"
control "nor is the scene read" quiet "$sim" "$work/scene.json" --formula "$work/fung.h" --frames 1 --quiet
check "which says what to do" spoken "load the file that the scene was written with, or export the scene again" \
  "$sim" "$work/scene.json" --formula "$work/fung.h" --frames 1
# A file made by hand names no text. Any is taken, and a line says so.
sed '/"formula_hash"/d' "$work/scene.json" >"$work/free.json"
unchecked="warning: sets[0] has no formula_hash, so it is not known whether it means 'fung' of $work/fung.h; --export writes the hash"
check "a scene that names no text" quiet "$sim" "$work/free.json" --formula "$work/fung.h" --frames 1
check "which is said" grep -qxF "$unchecked" "$work/output"
check "it is exported" quiet "$sim" "$work/free.json" --formula "$work/fung.h" --export "$work/named.json" --quiet
quiet "$sim" "$work/named.json" --formula "$work/fung.h" --frames 1
control "the exported one names none" grep -q 'formula_hash' "$work/output"
check "and is read" grep -q '1 frame' "$work/output"
sed 's/XPBD_NAME(edge_gradient)(k \*/XPBD_NAME(edge_gradient)(R(0.5) * k */' "$formulas/fung.h" >"$work/half.h"
# shellcheck disable=SC2086
"$bench" cloth --formula "$work/half.h" $only -a constraint=fung >"$work/output" 2>&1
control "half of the gradient is refused, exit code" [ $? -ne 2 ]
check "with the ratio" grep -q "the gradient of 'fung' is 0.5 x the exact one" "$work/output"
quiet "$sim" cloth --formula "$work/half.h" -c fung --frames 1 --resolution 6 --quiet
check "xpbd-sim says so, and shows it" grep -qxF "xpbd-sim: warning: the gradient of 'fung' is 0.5 x the exact one (factor); \`xpbd-validate formula $work/half.h fung\` explains it" "$work/output"

sed 's|material\[1\] \* e;|material[1] * e / e * e;|' "$formulas/fung.h" >"$work/start.h"
# shellcheck disable=SC2086
"$bench" cloth --formula "$work/start.h" $only -a constraint=fung >"$work/output" 2>&1
control "nothing at rest is refused, exit code" [ $? -ne 2 ]
check "which is said" grep -q "'fung' is not finite at its rest shape" "$work/output"

# A value without a gradient gets the exact one.
sed -e 's/XPBD_FORMULA(my_stretching) {/XPBD_VALUE(only) {\n  return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]);\n}\n#if 0/' \
  -e 's/^XPBD_FORMULA_ENTRY/#endif\n&/; s/my_stretching/only/g' "$work/spring.h" >"$work/only.h"
measured() { "$sim" cloth --frames 4 --resolution 8 --precision double --quiet --measure "$work/measured" "$@" && tail -n 1 "$work/measured"; }
measured -c stretching >"$work/given" 2>&1
measured --formula "$work/only.h" -c only >"$work/derived" 2>&1
close() { # close FILE FILE: columns 3 and 4, energies, agree up to rounding
  paste "$1" "$2" | awk '{ n = NF / 2; for (k = 3; k <= 4; k++) near += ($k / $(n + k) - 1) ^ 2 < 1e-18 }
    END { exit near != 2 }'
}
check "a derived gradient moves as the written one" close "$work/given" "$work/derived"
measured -c stretching:k=10.001 >"$work/stiffer" 2>&1
control "a stiffer spring does not" close "$work/given" "$work/stiffer"
# shellcheck disable=SC2086
check "they are listed" quiet "$sim" $both --formula "$work/only.h" --list
check "with their sources" grep -q 'Fung 1967' "$work/output"
check "and the mark of a derived gradient" sh -c "grep -A2 '^  only ' '$work/output' | grep -q derived"

# Unusable files: exit code 1, one line with the place, nothing left behind. tests/texts/foreign.c and the golden case
# errors/entries have the others.
spoilt() { # spoilt TEXT FILE [ARGUMENT...]
  text=$1 file=$2
  shift 2
  spoken "$text" "$@" "$sim" cloth --formula "$file" -c fung --frames 1 --resolution 5 --quiet
}
change() { # change COMMANDS OF SED: a copy of the correct file with an error, at $work/bad.h
  sed "$1" "$formulas/fung.h" >"$work/bad.h"
  ! cmp -s "$formulas/fung.h" "$work/bad.h"
}
entry=$(grep -n '^XPBD_FORMULA_ENTRY' "$formulas/fung.h" | cut -d: -f1)
bad() { # bad WHAT TEXT COMMANDS OF SED
  change "$3" || echo "the change did nothing" >"$work/bad.h"
  check "$1" spoilt "$2" "$work/bad.h"
}
bad "a mistake of syntax" "bad.h:15: expected" 's/XPBD_NAME(edge)(x, &d);/XPBD_NAME(edge)(x, \&d)/'
bad "a word that there is not" "bad.h:16: implicit declaration of function 'XPBD_EXPM2'" 's/XPBD_EXPM1/XPBD_EXPM2/'
bad "the name of a built-in formula" "'stretching' is a built-in formula" 's/fung,/stretching,/; s/(fung)/(stretching)/'
bad "the name of a built-in model" "'sbd' is a built-in model" 's/fung,/sbd,/; s/(fung)/(sbd)/'
bad "a derived gradient where one is written" "do not write the trait XPBD_DERIVED" 's/XPBD_PLAIN/XPBD_DERIVED/'
bad "no text where one is" "bad.h:$entry: 'm' undeclared" 's/"m",/m,/'
check "no compiler" spoilt "'nothing-of-that-name' does not start" "$formulas/fung.h" env CC=nothing-of-that-name
check "a compiler for C++" spoilt "the compiler is one for C++: let CC name a C compiler" "$formulas/fung.h" env CC="$cc -xc++"
check "an option that hides NaN" spoilt "option -ffast-math, which changes results" "$formulas/fung.h" env CC="$cc -ffast-math"
printf '#!/bin/sh\nexec %s "$@" -ffast-math\n' "$cc" >"$work/fast"
chmod +x "$work/fast"
check "also where a script adds it" spoilt "option -ffast-math, which changes results" "$formulas/fung.h" env CC="$work/fast"
case $("$cc" --version) in
*clang*) ;;
*)
  check "no assembler" spoilt "does not find 'as', a part of itself: PATH is empty" "$formulas/fung.h" env PATH= \
    CC="$(command -v "${cc%% *}")"
  ;;
esac
mkdir "$work/my tools" "$work/mounted"
ln -s "$(command -v "${cc%% *}")" "$work/my tools/cc"
check "a compiler whose path has a blank" quiet env CC="$work/my tools/cc" \
  "$sim" cloth --formula "$formulas/fung.h" -c fung --frames 1 --resolution 5 --quiet
check "with quotes and a word behind it" quiet env CC="'$work/my tools/cc' -g" \
  "$sim" cloth --formula "$formulas/fung.h" -c fung --frames 1 --resolution 5 --quiet
check "without quotes there is none" spoilt "does not start" "$formulas/fung.h" env CC="$work/my tools/cc -g"
if mount -t tmpfs -o noexec,size=20m tmpfs "$work/mounted" 2>/dev/null; then
  trap 'umount "$work/mounted"; rm -rf "$work"' EXIT
  check "a temporary folder whose code may not be run" spoilt "may not be run" "$formulas/fung.h" env TMPDIR="$work/mounted"
  check "which is said with a way out" grep -qF "TMPDIR selects another folder" "$work/output"
  mount -o remount,exec "$work/mounted"
  control "one whose code may" spoilt "may not be run" "$formulas/fung.h" env TMPDIR="$work/mounted"
else
  echo "left out: a folder whose code may not be run (this user may not mount one)"
fi
check "no temporary folder" spoilt "no temporary folder in $work/none" "$formulas/fung.h" env TMPDIR="$work/none"
check "headers that are none" spoilt "has no solver/unit.h" "$formulas/fung.h" env XPBD_FORMULA_DIR="$work"
mkdir "$work/headers"
cp -R "$source/lib/formula" "$source/lib/foreign" "$source/lib/layout" "$source/lib/solver" "$source/lib/include" "$work/headers"
check "a copy of the headers will do" env XPBD_FORMULA_DIR="$work/headers" \
  sh -c "'$sim' cloth --formula '$formulas/fung.h' -c fung --frames 1 --resolution 5 --quiet"
sed 's/XPBD_MAX_REST = 11/XPBD_MAX_REST = 12/' "$source/lib/include/xpbd/formula.h" >"$work/headers/include/xpbd/formula.h"
check "headers of another version" spoilt "headers of another version" "$formulas/fung.h" env XPBD_FORMULA_DIR="$work/headers"
chmod 555 "$work/tmp"
[ -w "$work/tmp" ] || check "a temporary folder without permission" spoilt "no temporary folder" "$formulas/fung.h"
chmod 755 "$work/tmp"
control "the right file" spoilt "" "$formulas/fung.h"

empty() { [ -z "$(ls -A "$1")" ]; }
check "nothing is left behind" empty "$work/tmp"
touch "$work/tmp/left"
control "what is left would be seen" empty "$work/tmp"
finish
