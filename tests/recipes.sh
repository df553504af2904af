#!/bin/sh
# Why this file exists: a recipe is only worth as much as its steps. The recipes of docs/add are executed here, block by
# block, on a copy of the tree. Then their results are broken on purpose, and the promised checks must notice.
# usage: recipes.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
tree=$work/tree
guides=
for name in formula_file formula scene method benchmark backend mesh_format sim_option figure; do guides="$guides docs/add/$name.md"; done

mkdir "$tree"
tar -C "$source" --exclude=./.git --exclude='./build*' --exclude='./reports/*.local' -cf - . | tar -C "$tree" -xf -

# Device code, kernels for wide vectors and the last third of speed take minutes to compile, and other tests have them.
# The emulated device is left out, too. A changed formula compiles all of it again, and it needs makecontext.
check "the copy is configured" quiet cmake -S "$tree" -B "$tree/build" -DXPBD_CUDA=OFF -DXPBD_WIDE_KERNELS=OFF \
  -DXPBD_HAS_MAKECONTEXT=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG"

# shellcheck disable=SC2086 # names, one word each
blocks $(for guide in $guides; do echo "$source/$guide"; done)

# perform N: do what block N says.
perform() {
  read -r verb target <"$work/$1.about"
  case $verb in
    write)
      [ ! -e "$tree/$target" ] || return 1 # otherwise it would not be a new file
      mkdir -p "$(dirname "$tree/$target")"
      cp "$work/$1.text" "$tree/$target"
      ;;
    append) [ -f "$tree/$target" ] && cat "$work/$1.text" >>"$tree/$target" ;;
    after) # after FILE: LINE
      line=${target#*: } target=${target%%: *}
      [ "$(grep -cxF -e "$line" "$tree/$target")" -eq 1 ] || return 1
      awk -v line="$line" -v text="$work/$1.text" '
        { print }
        $0 == line { while ((getline more <text) > 0) print more }' "$tree/$target" >"$work/new" &&
        cp "$work/new" "$tree/$target"
      ;;
    run)
      # The records of bits are made once, for everything that was added.
      if [ -e "$work/recorded" ]; then sed -i 's|^\./run bits$|:|' "$work/$1.text"; fi
      ! grep -qx '\./run bits' "$work/$1.text" || : >"$work/recorded"
      (cd "$tree" && XPBD_INSTALL=no quiet sh -e "$work/$1.text") && cat "$work/output" >>"$work/printed"
      ;;
    *)
      echo "block $1 of the guides has no comment that says what to do with it" >"$work/output"
      return 1
      ;;
  esac
}

# First all recipes write their files, then their commands run, so it is built once.
: >"$work/printed"
check "the recipes have their blocks" [ "$count" -ge 28 ]
for runs in no yes; do
  n=0
  while [ $n -lt "$count" ]; do
    n=$((n + 1))
    is=no
    case $(cat "$work/$n.about") in run*) is=yes ;; esac
    [ $is = $runs ] || continue
    check "block $n: $(cat "$work/$n.about")" perform "$n" || finish
  done
done
echo nonsense >"$work/0.about"
control "a block that says nothing" perform 0

# The guide's promises really held.
printed() { grep -qE -e "$1" "$work/printed"; }
for name in complex-step differences momentum degenerate; do
  check "green: the check $name ran" printed "^ok +formulas/green/$name "
done
check "my_spring: a benchmark row with a proof" printed '^cloth/.*constraint:my_spring .*hash=seq@'
for name in degenerate rest; do
  check "my_spring: moved into the tree, its check $name passed" printed "^ok +formulas/my_spring/$name "
done
check "my_spring: its elongation under a weight was compared, whatever its first number is called" \
  printed '^ok +statics/my_spring '
check "green: its bits were compared on every backend" printed '^ok +backends/.*green.*'
for name in standard run parameters table effect; do
  check "trampoline: the check $name ran" printed "^ok +scenes/$name/trampoline "
done
check "trampoline: it is listed with its parameter" printed '^ +kick = 5 m/s \(-50 to 50\): upward velocity'
check "trampoline: it runs" printed '^trampoline on .*: 48 frames'
check "trampoline: rows with a proof" printed '^scenes/scene:trampoline/.*kick:10 .*hash=seq@'
sim() { quiet "$tree/build/bin/xpbd-sim" "$@"; }
one_line() { [ "$(wc -l <"$work/output")" -eq 1 ] && grep -qF -e "$1" "$work/output"; }
hash_with() { "$tree/build/bin/xpbd-sim" trampoline --resolution 5 --frames 4 --quiet --hash "$@"; }
control "trampoline: too wild" sim trampoline --kick 51
check "which is one line with the range" one_line "--kick must be a number from -50 to 50, not '51'"
control "another scene has no kick" sim cloth --kick 1
check "which is one line with what it has" one_line "scene cloth: it has no parameter 'kick'; those of cloth are area_density, copies, resolution,"
control "trampoline has no stretch" sim trampoline --stretch 1.2
check "which is one line with its own first" one_line "those of trampoline are kick, resolution,"
check "trampoline: its standard is what it has" [ "$(hash_with)" = "$(hash_with --kick 5)" ]
control "another kick" [ "$(hash_with)" = "$(hash_with --kick 6)" ]
check "pair: its bits were compared" printed '^ok +backends/.*pair.*'
check "green: a benchmark row with a proof" printed '^cloth/.*constraint:green .*hash=seq@'
check "pair: a benchmark row with a proof" printed '^cloth/.*backend:pair/.*hash=seq@'
check "euler: it was led through the handle" printed '^ok +methods/handle '
check "euler: it is in the table" printed '^cloth on euler: 40 frames'
check "euler: a benchmark row with a proof" printed '^scenes/.*method:euler/.*hash=rerun@'
check "looks: rows with a proof along its own axis" printed '^looks/.*looks:10.*hash=seq@'
printf '0 0 0 1 0 0 0 1\n' >"$work/short.raw"
control "a file of triangles with a number too few" sim cloth --mesh "$work/short.raw" --frames 2
check "which is one line with the place" one_line "short.raw:1: "
control "a note without a folder" sim cloth --frames 1 --note 'the first try'
check "which is one line" one_line "--note does nothing without --out DIR"
control "a row of nothing" printed '^cloth/.*constraint:nothing .*hash=seq@'

# After the first build a formula costs only its own units: a changed one those alone, an added one also what collects
# the list.
# compiled: what the last build compiled, one source per line. The texts for OpenCL devices, which hold all formulas as
# bytes, are left out, because each change makes them again in a second.
compiled() {
  sed -n 's/.*Building C object \(.*\)\.o$/\1/p' "$tree/build/logs/building.log" | sed 's|.*\.dir/||; s|__/||g' |
    grep -vx 'opencl/texts\.c' | sort -u
}
only() { # only EXPRESSION: the last build compiled something, and nothing else
  compiled >"$work/output"
  grep -qxE "$1" "$work/output" && ! grep -qvxE "$1" "$work/output"
}
checked() { (cd "$tree" && XPBD_INSTALL=no quiet ./run check --filter "^formulas/$1/"); }
check "all is built" checked green
touch "$tree/lib/formula/green.h"
check "green is changed" checked green
check "only green is compiled" only 'formula/green_1\.c'
# What --new writes, with its comments, is moved into the tree by the commands of the page.
moved() {
  sed -n '/^sed .*my_spring\.h >lib/,/^sed .*>>lib/p' "$source/docs/add/formula_file.md" | sed 's/my_spring/lime/g' >"$work/move" &&
    [ "$(wc -l <"$work/move")" -eq 3 ] &&
    (cd "$tree" && build/bin/xpbd-validate formula --new edge lime && sh -e "$work/move" && rm lime.h) >"$work/output" 2>&1
}
check "lime is written and moved" moved
check "with a comment behind its name" grep -q '^XPBD_FORMULA_ENTRY(lime, /\*' "$tree/lib/formula/list.h"
check "lime is added" checked lime
check "only lime and the lists are compiled" only 'formula/(lime_1|table)\.c|solver/kernels\.c'
control "a formula that was not touched" only 'formula/green_1\.c'
touch "$tree/lib/formula/stvk.h"
check "another formula is changed" checked lime
control "then that is compiled" only 'formula/(lime_1|table)\.c|solver/kernels\.c'
sed 's/ENTRY(lime,/ENTRY(lemon,/' "$tree/lib/formula/list.h" >"$work/new" && cp "$work/new" "$tree/lib/formula/list.h"
control "a formula without its header" checked lime
check "it is named" grep -q 'names lemon' "$tree/build/logs/configuring.log"
sed '/ENTRY(lemon,/,$d' "$tree/lib/formula/list.h" >"$work/new" && cp "$work/new" "$tree/lib/formula/list.h"

# Broken on purpose: a gradient, a backend that does one frame too many, a list line without its file.
break_file() { # break_file FILE EXPRESSION
  sed "$2" "$tree/$1" >"$work/new" && ! cmp -s "$work/new" "$tree/$1" && cp "$work/new" "$tree/$1"
}
check "the gradient is made wrong" break_file lib/formula/green.h 's|= V_SCALE(s, d)|= V_SCALE(R(1.01) * s, d)|'
check "the backend is made wrong" break_file backends/pair/pair.c 's|p->frames = frames;|p->frames = frames + 1;|'
build() { (cd "$tree" && XPBD_INSTALL=no quiet ./run build); }
validate() { quiet "$tree/build/bin/xpbd-validate" "$@"; }
check "the method is made wrong" break_file lib/method/euler.c 's|&e->motion, positions, velocities|\&e->motion, velocities, positions|'
check "the scene is made wrong" break_file lib/scene/scenes/trampoline.c 's|+ 1\] = kick;|+ 1] = 5.0;|'
check "it builds with a wrong gradient, a wrong backend, a wrong method and a wrong scene" build
control "the wrong scene" validate scenes/effect/trampoline
control "the wrong gradient" validate formulas/green
check "what is wrong with it is told" grep -q 'the formula green is wrong: factor: ' "$work/output"
control "the wrong backend" validate backends --filter pair
control "the wrong method" validate methods/handle
check "the others are as they were" validate formulas/morse
echo 'BENCH_CASE(missing)' >>"$tree/benches/cases/list.h"
control "a benchmark without its file" build
finish
