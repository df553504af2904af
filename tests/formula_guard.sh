#!/bin/sh
# Why this file exists: a formula from a stranger may crash, hang, write over other memory or keep the compiler busy
# forever. Its user must get one line and an exit code, and no file or process may be left behind, whenever it ends.
# usage: formula_guard.sh SOURCE XPBD-SIM XPBD-BENCH C-COMPILER
set -u
source=$1 sim=$2 bench=$3
. "$source/tests/common.sh"
fung=$source/tests/formulas/fung.h
mkdir "$work/tmp"
TMPDIR=$work/tmp
export TMPDIR
unset XPBD_FORMULA_DIR XPBD_FORMULA_SECONDS

# compiler NAME COMMANDS: a compiler of that name that runs commands first. Nothing is timed, so it need not optimise.
compiler() {
  printf '#!/bin/sh\n%s\nexec %s "$@" -O0\n' "$2" "$cc" >"$work/$1"
  chmod +x "$work/$1"
}
cc=$4
compiler quick :
CC=$work/quick
export CC

empty() { [ -z "$(ls -A "$work/tmp")" ]; }
# gone PID: the process does not exist, or only waits to be reaped.
gone() { [ ! -r "/proc/$1/stat" ] || grep -q ') Z' "/proc/$1/stat"; }
all_gone() { # all_gone FILE: all processes in the file, at least one
  [ -s "$1" ] || return 1
  while read -r pid; do gone "$pid" || return 1; done <"$1"
}
# in_value NAME TEXT: the correct file with a statement before its value. at_load NAME: with a constructor.
in_value() { sed "s@^  return k \\* rest@  $2\\n&@" "$fung" >"$work/$1.h"; }
at_load() { { echo '__attribute__((constructor)) static void XPBD_NAME(start)(void) { *(volatile int *)8 = 1; }' && cat "$fung"; } >"$work/$1.h"; }
forever='for (volatile int i = 0; i < 2; i += 0) { }'
crash='*(volatile int *)8 = 1;'

# refused FILE WORDS PROGRAM ARGUMENT...: exit code 1, one line with the file's name and one of the words, nothing left
# behind.
refused() {
  file=$1 words=$2
  shift 2
  "$@" --formula "$file" >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -qF "$file" "$work/output" &&
    grep -q -e "$words" "$work/output" && empty
}
in_sim() { refused "$@" "$sim" cloth --frames 1 --resolution 5 --quiet; }
only="--quick --quiet --progress off --total-budget 60s -a size=11 -a backend=seq --validate only"
# shellcheck disable=SC2086 # options, one word each
in_bench() { refused "$@" "$bench" cloth $only; }

# Code that runs when the file is opened is refused. tests/verdict/hostile.sh has more such files.
at_load crash_load
check "code that runs at load" in_sim "$work/crash_load.h" "crash_load.h:1: '__attribute__': a word of the compiler"
check "and in xpbd-bench" in_bench "$work/crash_load.h" "crash_load.h:1: '__attribute__'"
compiler adds "case \"\$*\" in *-shared*) set -- \"\$@\" \"$work/start.o\" ;; esac"
echo '__attribute__((constructor)) void start(void) { *(volatile int *)8 = 1; }' >"$work/start.c"
"$cc" -fPIC -c "$work/start.c" -o "$work/start.o" || exit 1
check "code that the compiler adds" in_sim "$fung" "its object has code that runs when it is opened" env CC="$work/adds"
echo 'int start(void); int start(void) { return 1; }' >"$work/start.c"
"$cc" -fPIC -c "$work/start.c" -o "$work/start.o" || exit 1
control "an object without such code is refused" in_sim "$fung" '' env CC="$work/adds"

# Errors when it is evaluated.
in_value crash_value "$crash"
check "a crash in the value" in_sim "$work/crash_value.h" "'fung': it .*, while evaluating C and its gradient in float"
check "and in xpbd-bench" in_bench "$work/crash_value.h" "'fung': it .*, while evaluating .*xpbd-validate formula"
in_value write_after 'g[2] = V_ZERO;'
check "a write behind its arrays" in_sim "$work/write_after.h" "it writes to g\\[2\\], but the entry announces 2 particles"
check "and in xpbd-bench" in_bench "$work/write_after.h" "it writes to g\\[2\\], but the entry announces 2 particles"
in_value write_inside 'g[1] = g[1];'
control "a write inside them is refused" in_sim "$work/write_inside.h" ''

# Endless code. The cases run side by side, because each is watched for 2 s of its time.
in_value endless_value "$forever"
sed "s@^  XPBD_NAME(edge_rest)@  $forever\\n&@" "$fung" >"$work/endless_rest.h"
for kind in rest value; do
  "$sim" cloth --formula "$work/endless_$kind.h" >"$work/endless_$kind" 2>&1 </dev/null &
done
wait
endless() { # endless KIND WORDS
  cp "$work/endless_$1" "$work/output"
  [ "$(wc -l <"$work/output")" -eq 1 ] && grep -q "endless_$1.h: .*does not finish.*$2" "$work/output"
}
check "no end in the rest shape" endless rest "while computing the rest shape"
check "no end in the value" endless value "while evaluating C and its gradient"
control "the one is the other" endless rest "while evaluating"
check "nothing is left of them" empty

# A gradient that is wrong only for other material numbers, or only in float: the default k is 1.
said() { # said CODE WORDS COMMAND...
  code=$1 words=$2
  shift 2
  "$@" >"$work/output" 2>&1 </dev/null
  [ $? -eq "$code" ] && grep -q "$words" "$work/output" && empty
}
# shellcheck disable=SC2120 # check calls it with them
show() { said 0 "$2" "$sim" cloth --formula "$1" -c fung --frames 1 --resolution 5; }
# shellcheck disable=SC2086
row() { said 2 "$2" "$bench" cloth --formula "$1" -a constraint=fung $only; }
# factor NAME CONDITION: half of the gradient where the condition, a > 0, holds.
factor() { sed "s/(k \\* (e + R(1.0))/(XPBD_SELECT_GT($2, R(0.0), R(0.5), R(1.0)) * k * (e + R(1.0))/" "$fung" >"$work/$1.h"; }
sed 's/(k \* (e + R(1.0))/(k * k * (e + R(1.0))/' "$fung" >"$work/material.h"
sed 's/(k \* (e + R(1.0))/((sizeof(REAL) == 4 ? R(0.5) : R(1.0)) * k * (e + R(1.0))/' "$fung" >"$work/single.h"
check "a gradient wrong for another k is shown" show "$work/material.h" "warning: the gradient of 'fung' is off by 1e+06 .* with k = 1e+06"
check "and its row refused" row "$work/material.h" "the gradient of 'fung' is off by 1e+06 .* with k = 1e+06"
check "a row wrong in float is refused" row "$work/single.h" "the gradient of 'fung' in float is off by"
# Wrong on some elements alone, which only the scene itself shows: it has edges of 0.02 m and less.
sized() { said 0 "$1" "$sim" cloth --formula "$2" -c fung --frames 1 --resolution 5 --size "$3"; }
factor fine 'R(0.02) - rest[0]'
check "one wrong on small elements" sized \
  "fung' is 0.5 x the exact one (factor), on constraint [0-9]* of this scene, whose longest edge is 0.0[0-9]* m; .xpbd-validate formula $work/fine.h fung. explains it" \
  "$work/fine.h" 0.04
control "in a scene of large ones" sized "exact one" "$work/fine.h" 4
sed "s/return k \* rest/return XPBD_SELECT_GT(R(0.1), rest[0], R(0.0), k) * rest/; s/(k \* (e + R(1.0))/(XPBD_SELECT_GT(R(0.1), rest[0], R(0.0), k) * (e + R(1.0))/" "$fung" >"$work/dead.h"
check "C that small elements do not change" sized "'fung': C changes with none of the elements of this scene near rest" "$work/dead.h" 0.04
control "that large ones do" sized "changes with none" "$work/dead.h" 4
sed "s/(k \* (e + R(1.0))/(XPBD_SELECT_GT(R(1e-9), XPBD_ABS(e), R(0.5), R(1.0)) * k * (e + R(1.0))/" "$fung" >"$work/still.h"
check "one wrong exactly at rest" sized "fung' is 0.5 x the exact one (factor), on constraint" "$work/still.h" 1
sed "s/R(1e-9)/R(-1.0)/" "$work/still.h" >"$work/never.h"
control "one wrong nowhere" sized "exact one" "$work/never.h" 1
control "a right one is warned of" show "$fung" "warning"
control "and its row refused" row "$fung" "the gradient"

# A compiler that does not end, by itself or because of the text.
compiler hang "echo \$\$ >>'$work/pids'; sleep 100 & echo \$! >>'$work/pids'; wait"
check "a compiler that hangs" in_sim "$fung" "did not finish within 1 s; XPBD_FORMULA_SECONDS" env CC="$work/hang" \
  XPBD_FORMULA_SECONDS=1
check "is ended, with what it started" all_gone "$work/pids"
echo $$ >"$work/mine"
control "who runs is gone" all_gone "$work/mine"
compiler limited "[ \"\$(ulimit -v)\" -le \${MOST:-2097152} ] || exit 1"
check "it has at most 2 GiB of memory" quiet env CC="$work/limited" "$sim" --formula "$fung" --list
control "it has at most 1 GiB" quiet env MOST=1048576 CC="$work/limited" "$sim" --formula "$fung" --list
awk -v n=60 'BEGIN { print "#define A0 x x"; for (i = 1; i <= n; i++) print "#define A" i " A" i - 1 " A" i - 1; print "A" n }' |
  cat - "$fung" >"$work/macros.h"
check "a text without an end" in_sim "$work/macros.h" "did not finish within 1 s" env XPBD_FORMULA_SECONDS=1
check "a time that is none" said 1 "XPBD_FORMULA_SECONDS=soon: .* whole seconds" env XPBD_FORMULA_SECONDS=soon \
  "$sim" cloth --formula "$fung"
check "no folder can be made" said 1 "no temporary folder in /dev/null" env TMPDIR=/dev/null "$sim" cloth --formula "$fung"

# Ended from outside, in every stage.
# ended STAGE FILE: a signal once "started" exists, which names a process that must be gone as well.
ended() {
  rm -f "$work/started"
  "$sim" cloth --formula "$2" -c fung --quiet >"$work/output" 2>&1 </dev/null &
  pid=$!
  tries=0
  until [ -s "$work/started" ] || [ $tries -ge 300 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -s TERM $pid
  wait $pid 2>/dev/null
  [ $? -eq 143 ] && [ ! -s "$work/output" ] && empty || return 1
  tries=0
  until all_gone "$work/started" || [ $tries -ge 50 ]; do # nobody waits for its end
    sleep 0.1
    tries=$((tries + 1))
  done
  all_gone "$work/started"
}
compiler slow "echo \$\$ >>'$work/started'; sleep 100"
compiler slow_link "case \"\$*\" in *-shared*) echo \$\$ >>'$work/started'; sleep 100 ;; esac"
CC=$work/slow
check "while it is compiled" ended compile "$fung"
interrupted() {
  timeout --preserve-status -s INT 1 "$sim" cloth --formula "$fung" >"$work/output" 2>&1 </dev/null
  [ $? -eq 130 ] && [ ! -s "$work/output" ] && empty
}
check "and by an interrupt" interrupted
CC=$work/slow_link
check "while it is linked" ended link "$fung"
CC=$work/quick
# tried: a signal while a child tries the formula, which goes with it.
tried() {
  "$sim" cloth --formula "$work/endless_value.h" -c fung --quiet >"$work/output" 2>&1 </dev/null &
  pid=$!
  tries=0
  until ps -o pid=,ppid=,pgid= | awk -v p=$pid '$2 == p && $1 == $3 { print $1; found = 1 } END { exit !found }' \
    >"$work/started" && empty || [ $tries -ge 300 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -s TERM $pid
  wait $pid 2>/dev/null
  [ $? -eq 143 ] && [ ! -s "$work/output" ] || return 1
  sleep 0.5
  all_gone "$work/started"
}
check "while it is tried" tried
touch "$work/tmp/left"
control "what is left would be seen" in_sim "$work/crash_load.h" "a word of the compiler"
finish
