#!/bin/sh
# Why this file exists: the verdict on solvers from outside: its words, exit codes and files, and one line for each solver
# that cannot be asked.
# usage: verdict.sh SOURCE XPBD-VALIDATE XPBD-SIM
set -u
source=$1 validate=$2 sim=$3
. "$source/tests/common.sh"
cd "$work" || exit 2

# code N ARGUMENT...: the exit code must be N. The output is kept.
code() {
  wanted=$1
  shift
  quiet "$validate" solver "$@"
  [ $? -eq "$wanted" ]
}
says() { head -n 1 output | grep -q "$1"; }
one_line() { [ "$(wc -l <output)" -eq 1 ] && grep -q "$1" output; }

check "XPBD in double" code 0 --json right.json -- "$sim" --serve --precision double
check "is right" says '^right: '
check "it has the number of a step" grep -q 'step  *right .* 1.0483871 m' output
check "and a file" grep -q '"verdict": "right"' right.json
echo mine >wrong.json
check "a file of somebody else" code 1 --json wrong.json -- "$sim" --serve
check "is named" one_line 'json: wrong.json exists and is no verdict on a solver; give another name'
cp right.json wrong.json # one of ours is replaced
check "a method without compliance" code 2 --with spring --with step --json wrong.json -- "$sim" --serve --method pbd
check "is named" says '^wrong: .*: compliance_missing: the compliance is not used'
check "in the file, too" grep -q '"slip": "compliance_missing"' wrong.json
control "in the file of the right one" grep -q '"slip": "compliance_missing"' right.json
if [ -w /dev/full ]; then
  check "a file that cannot be written" code 3 --with spring --json /dev/full -- "$sim" --serve --precision double
  check "the verdict is printed" says '^right: '
fi
check "what a method lacks" code 3 --with solid -- "$sim" --serve --method pd
check "is not asked" grep -q 'solid  *not asked  not supported: ' output

check "no solver" code 1
check "is one line" one_line 'which solver?'
check "no such program" code 1 -- ./no-such-solver
check "is one line" one_line "'./no-such-solver' could not be started"
check "a program that ends" code 1 -- sh -c 'echo broken >&2; exit 3'
check "is one line with its message" one_line 'exit code 3 .*; its last message: broken'
check "a program that hangs" code 1 --seconds 0.3 -- sleep 30
check "is one line" one_line 'did not answer line 1 within 0.3 s'
check "no shared object" code 1 my_solver.txt
check "is one line" one_line 'is no shared object FILE.so; write -- before a command'
check "an unknown question" code 1 --with stepp -- "$sim" --serve
check "is one line" one_line "did you mean 'step'"
check "a solver that dies later" code 2 --with fall -- sh -c 'read a; echo "{\"protocol\": 1}"; read a'
check "is named" says ': died: '
check "a solver that leaves out a part without being asked" code 3 --with fall -- \
  sh -c 'read a; echo "{\"protocol\": 1}"; while read a; do echo "{\"loaded\": true, \"without\": \"gravity\"}"; done'
check "is not asked" grep -q 'fall  *not asked  not supported: gravity' output
check "completion of a part of a program" code 1 --help=bash
check "is one line" one_line "no help on .bash."
check "a list" code 0 --list
check "has every question" [ "$(grep -c 'right: ' output)" -ge 25 ]
finish
