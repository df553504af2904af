#!/bin/sh
# Why this file exists: a function in another language gets the verdict of a file, the examples of docs/guide/pipe.md are
# right, and a command that does not answer as it must gets one line and leaves no process behind.
# usage: pipe.sh SOURCE XPBD-VALIDATE
set -u
source=$1 validate=$2
. "$source/tests/common.sh"
page=$source/docs/guide/pipe.md
cd "$work" || exit 2

# piped COMMAND OPTION...: the output is kept.
piped() {
  command=$1
  shift
  "$validate" formula --pipe "$command" "$@" >"$work/output" 2>&1 </dev/null
}
# right, wrong, misdeclared and limited COMMAND START-OF-THE-VERDICT OPTION...
begins() { case "$(head -n 1 "$work/output")" in "$1"*) ;; *) return 1 ;; esac }
right() {
  command=$1 start=$2
  shift 2
  piped "$command" "$@" && begins "right: $start"
}
wrong() {
  command=$1 start=$2
  shift 2
  piped "$command" "$@"
  [ $? -eq 2 ] && begins "wrong: $start"
}
misdeclared() {
  command=$1 start=$2
  shift 2
  piped "$command" "$@"
  [ $? -eq 3 ] && begins "misdeclared: $start"
}
limited() {
  command=$1 start=$2
  shift 2
  piped "$command" "$@"
  [ $? -eq 3 ] && begins "limited: $start"
}
# unusable COMMAND TEXT: exit code 1 and one line with the text.
unusable() {
  piped "$1" --on edge --material k=1:0.1:10
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -q "$2" "$work/output"
}

# What the shell alone can answer.
hello='read a; echo "{\"protocol\": 1}"; read a'
one='echo "{\"answers\": [{\"c\": 1, \"g\": [[1, 2, 3], [1, 2, 3]]}]}"'
check "a command that fails" unusable 'exit 3' 'ended with exit code 3 before it answered line 1'
check "a command that is killed" unusable "$hello; kill -9 \$\$" 'ended by signal 9 before it answered line 2'
# The second line may arrive with the first, or later.
check "text before the answer" unusable "echo loading; cat" 'line 1 with \(no JSON object .* it answered: loading\|more than one line\)'
check "text after the answer" unusable "read a; printf '{\"protocol\": 1}\\nloaded\\n'; cat" 'more than one line; it answered: loaded'
check "no version" unusable "read a; echo '{}'; cat" 'the first answer must be {"protocol": 1}; it answered: {}'
check "no answers" unusable "$hello; echo '{}'; cat" 'answer 2 has no list "answers"'
check "too few shapes" unusable "$hello; echo '{\"answers\": []}'; cat" 'is for 0 shapes, not 1'
check "too few gradients" unusable "$hello; echo '{\"answers\": [{\"c\": 1, \"g\": [[1, 2, 3]]}]}'; cat" \
  'shape 0 of answer 2 must have 2 gradients'
check "C is no number" unusable "$hello; echo '{\"answers\": [{\"c\": true, \"g\": []}]}'; cat" 'has no number "c"'
check "a closed output" unusable "exec 1>&-; sleep 30" 'closed its standard output'
control "one shape is enough" unusable "$hello; $one; cat" 'is for'

# Nothing stays: neither what hangs, nor what it started, nor what a signal interrupts.
lives() { kill -0 "$(cat "$work/pid")" 2>/dev/null && ! grep -qs '^State:.*Z' "/proc/$(cat "$work/pid")/status"; }
gone() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    lives || return 0
    sleep 0.1
  done
  return 1
}
sleep 30 &
echo $! >"$work/pid"
control "a process that lives is gone" gone
kill "$!"
check "a command that hangs" unusable "sleep 60 & echo \$! >'$work/pid'; $hello; $one; read a; $one; wait" \
  'did not answer line [0-9]* within 5 s'
check "its child is gone" gone
: >"$work/pid"
"$validate" formula --pipe "sleep 60 & echo \$! >'$work/pid'; wait" --on edge >"$work/output" 2>&1 </dev/null &
watched=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ -s "$work/pid" ] && break
  sleep 0.1
done
kill -TERM "$watched"
wait "$watched" 2>/dev/null
check "the child of an interrupted command is gone" gone

# Usage.
usage() {
  text=$1
  shift
  "$validate" formula "$@" >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && grep -q -e "$text" "$work/output"
}
check "no element" usage '--pipe needs --on' --pipe cat
check "an unknown element" usage "'corner' is not an element" --pipe cat --on corner
check "no command" usage '--on needs --pipe' --on edge
check "a material without a range" usage "'k=1' is not NAME=USUAL:LEAST:MOST" --pipe cat --on edge --material k=1
check "a material outside its range" usage "is not NAME=USUAL" --pipe cat --on edge --material k=1:2:3
check "a material with half a unit" usage "is not NAME=USUAL" --pipe cat --on edge --material 'k[m=1:1:3'
check "a material with a unit" usage "exit code 3" --pipe 'exit 3' --on edge --material 'k[N/m]=1:1:3,nu=0.3:0:0.5'
check "an unknown trait" usage "'soft' is none of" --pipe cat --on edge --traits soft
check "which lists them" grep -q 'moduli, metres, flat_rest$' "$work/output"
check "the last of them" usage "exit code 3" --pipe 'exit 3' --on hinge --traits metres,flat_rest
check "a name that is no name" usage 'is not a valid formula name' --pipe cat --on edge Spring
check "--new" usage 'at most one NAME, and no --new' --pipe cat --on edge --new edge a
control "good usage" usage 'is none of' --pipe 'exit 3' --on edge --traits energy

if ! command -v python3 >/dev/null 2>&1; then
  echo "skipped: there is no python3, so no function is judged"
  finish
fi

# The page.
block "$page" python 1 >spring.py
springs="--on edge --unit m --material k=1:0.1:10"
# shellcheck disable=SC2086 # options
{
  check "the Python example" right 'python3 spring.py' my_spring $springs --json right.json --html pages my_spring
  check "says how well the gradient is known" grep -q 'the exact gradient comes from differences of sixth order, with an error of' "$work/output"
  check "the JSON" grep -q '"verdict": "right"' right.json
  check "and its command" grep -q '"command": "python3 spring.py"' right.json
  check "and its accuracy" grep -q '"differences_known_to": [0-9.]*e-1' right.json
  check "the page of the verdict" grep -q 'differences of sixth order' pages/my_spring.html
  sed 's/\[-k \* a for/[-k * 0.5 * a for/; s/\[k \* a for/[k * 0.5 * a for/' spring.py >half.py
  check "with half the gradient" wrong 'python3 half.py' 'my_spring: factor: your gradient is 0.5000 x' $springs my_spring
  check "as the page shows it" grep -qxF "$(block "$page" text 2)" "$work/output"
  control "half the gradient is right" begins 'right: '
  piped 'exit 3' $springs --json unusable.json
  check "the JSON of a command that fails" grep -q '"verdict": "unusable"' unusable.json
}
if command -v c++ >/dev/null 2>&1; then
  block "$page" cpp 1 >spring.cpp
  check "the C++ example compiles" quiet c++ -std=c++17 -O1 -Wall spring.cpp -o spring
  # shellcheck disable=SC2086 # options
  check "the C++ example" right ./spring pipe $springs
else
  echo "skipped: there is no c++, so the C++ example is not compiled"
fi

# function NAME: the command that judges one of functions.py.
function() { echo "python3 '$source/tests/verdict/pipe/functions.py' $1"; }
edge="--on edge --unit m --material k=1:0.1:10"
square="--on edge --unit m^2 --material k=1:0.1:10"
# shellcheck disable=SC2086 # options
{
  check "a C without a rest shape" wrong "$(function stale)" 'pipe: rest: ' $edge
  check "in the words of a pipe" grep -q 'C does not depend on the rest positions' "$work/output"
  check "chance" wrong "$(function noisy)" 'pipe: state: the same inputs give other results' $edge
  check "a kink" wrong "$(function cable)" 'pipe: kink: the gradient jumps by 1 at stretch 1' $edge
  check "the kink is declared" right "$(function cable)" pipe $edge --traits XPBD_KINKED
  check "an energy" misdeclared "$(function square)" 'pipe: trait: C is flat at rest' $square
  check "and what to add" grep -q 'add `--traits energy`$' "$work/output"
  check "the energy is declared" right "$(function square)" pipe $square --traits energy
  check "a pole in words that are no JSON" limited "$(function poles)" 'pipe: range: ' --on edge
  check "the pole is declared" right "$(function poles)" pipe --on edge --traits literal
  check "float" right "$(function single)" pipe $edge
  check "says how accurate it is" grep -Eq 'with an error of [0-9.]*e-0[56]' "$work/output"
  check "a factor in float" wrong "$(function single_half)" 'pipe: factor: your gradient is 0.5000 x' $edge
  piped "$(function coarse)" $edge
  check "a C in steps" grep -q 'precision: C is too rough for a gradient' "$work/output"
  check "six digits" unusable "$(function short)" 'no value of C has more than 6 digits'
}
check "a tetrahedron" right "$(function volume)" pipe --on tet --unit m^3
check "a hinge" right "$(function hinge)" pipe --on hinge --unit rad
check "stretching of a triangle" right "$(function strain)" pipe --on triangle
finish
