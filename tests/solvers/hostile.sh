#!/bin/sh
# Why this file exists: a program that is asked may do anything. Each ends with one line that says what, nothing that it
# started runs on, and no file is left.
# usage: hostile.sh SOURCE XPBD-VALIDATE XPBD-SIM
set -u
source=$1 validate=$2 sim=$3
. "$source/tests/common.sh"
cd "$work" || exit 2
mkdir scratch
question=
TMPDIR=$work/scratch
export TMPDIR sim

hello='{"protocol": 1}'
loaded='{"loaded": true}'
# asks CODE SCRIPT: the verdict on a program of shell ends with this code. Its directory is that of this test.
asks() {
  quiet "$validate" solver --seconds 0.5 ${question:+--with "$question"} -- sh -c "$2"
  [ $? -eq "$1" ]
}
# refuses SCRIPT: as asks, and ends with 1 or 2. Which of the two depends on what is written first, a question or an answer.
refuses() {
  quiet "$validate" solver --seconds 0.5 -- sh -c "$1"
  case $? in 1 | 2) ;; *) return 1 ;; esac
}
says() { grep -q -- "$1" output; }
as_often() { [ "$(grep -c -- "$2" output)" -eq "$1" ]; }
clean() { [ -z "$(ls -A scratch)" ]; }
# ended FILE: the process whose number is in the file is gone.
ended() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    kill -0 "$(cat "$1")" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}
answers="read a; echo '$hello'; while read a; do"

# What a program starts in another session.
daemon="setsid sh -c 'echo \$\$ >daemon; exec sleep 60' & until [ -s daemon ]; do sleep 0.01; done;"
twice="setsid sh -c 'setsid sh -c \"echo \\\$\\\$ >second; exec sleep 60\" & exit' & until [ -s second ]; do sleep 0.01; done;"
if command -v setsid >/dev/null && [ -r "/proc/$$/task/$$/children" ]; then
  check "a program that leaves a daemon" asks 1 "$daemon echo nonsense"
  check "it does not live on" ended daemon
  check "one whose daemon has another" asks 1 "$twice echo nonsense"
  check "that does not live on either" ended second
  sleep 60 &
  echo $! >own
  control "a process that no program started is ended" ended own
  kill "$(cat own)"
fi

# Words without end.
check "a program that writes errors forever" asks 1 "read a; yes disaster >&2"
check "is one line with the last of them" says 'did not answer line 1 within 0.5 s.*; its last message: d[isaster]*$'
check "a line without end" asks 1 "yes | tr -d '\n'"
check "is said" says 'answered a line of more than'
check "nested JSON" asks 1 "read a; head -c 1000000 /dev/zero | tr '\\0' '['; echo; cat >/dev/null"
check "is no answer" says 'answered line 1 with no JSON object'
check "all answers at once" refuses "echo '$hello'; echo '$loaded'; echo '$loaded'; cat >/dev/null"
check "is no answer either" says 'answered line 1 before it had read it\|with more than one line'

# Each fault is said once.
question=
check "a program that dies at each scene" asks 2 "read a; echo '$hello'; read a; exit 3"
check "is called dead" says '^wrong: .*: died: '
check "once" as_often 2 'ended with exit code 3 before it answered line 2' # in the verdict and at its question
check "with the other questions" says '  repeat  *wrong  *died: .* (also flight, fall)$'
check "the rest is one line" as_often 1 'not asked  the solver broke 3 times in the same way before'
check "two lines for one request" asks 2 "read a; echo '$hello'; while read a; do printf '%s\\n%s\\n' '$loaded' '$loaded'; done"
check "are a bad answer" says '^wrong: .*: bad_answer: .* with more than one line; it answered: {"loaded": true}'
control "called dead" says ': died: '

# States that are no file of numbers.
question=fall
run="case \$a in *states*) file=\$(expr \"\$a\" : '.*\"states\": *\"\([^\"]*\)')"
ran="echo '{\"ran\": 10, \"time\": 0.2}';; *) echo '$loaded';; esac; done"
check "states in a pipe with a name" asks 2 "$answers $run; mkfifo \$file; $ran"
check "are too few" says 'wrote 0 bytes of states'
check "nothing is left" clean
check "states in a folder with files" asks 2 "$answers $run; mkdir \$file; : >\$file/more; : >\$file.too; $ran"
check "are none" says 'bytes of states, and 1 state of 5 particles are 240 bytes'
check "nothing is left" clean
check "states in float32" asks 2 "$answers $run; head -c 120 /dev/zero >\$file; $ran"
check "are told apart" says 'wrote 120 bytes .*; half of them, as in float32 or without velocities'

# A crash is no refusal.
question=nan
nan="n=0; while read -r a; do case \$a in *load*) n=\$((n + 1));; esac; [ \$n -lt 2 ] || { kill -SEGV \$\$; exit; }; printf '%s\\n' \"\$a\"; done"
check "a program that a NaN kills" asks 2 "($nan) | \"\$sim\" --serve --backend seq; :"
check "died" says 'nan  *wrong  *died: with a velocity that is NaN .* ended by signal 11'
check "one that refuses" asks 0 "exec \"\$sim\" --serve --backend seq"
check "is right" says 'nan  *right'
finish
