# Why this file exists: the few words the scripts that test xpbd-sim from outside are written in. Sourced with the path of
# the program as $1. A script that checks nothing, or has no negative control, fails.

sim=$1
[ -x "$sim" ] || { echo "usage: sh $0 PATH-OF-xpbd-sim" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
checks=0 controls=0 failures=0

# run ARGUMENT...: the program's output in $work/out and $work/err, its exit code in $code.
run() {
  "$sim" "$@" >"$work/out" 2>"$work/err" </dev/null
  code=$?
}

# check WHAT COMMAND...: the command must succeed.
check() {
  what=$1
  shift
  checks=$((checks + 1))
  "$@" && return 0
  failures=$((failures + 1))
  echo "FAIL $what: $* (exit code of the program $code)"
  sed 's/^/     | /' "$work/out" "$work/err" | tail -5
}

# control WHAT COMMAND...: the same kind of command on something deliberately wrong; it must fail.
control() {
  what=$1
  shift
  controls=$((controls + 1))
  "$@" || return 0
  failures=$((failures + 1))
  echo "FAIL control, not caught: $what: $*"
}

# fails CODE TEXT ARGUMENT...: run, and it ended with CODE and exactly one line on stderr, which holds TEXT.
fails() {
  want=$1 text=$2
  shift 2
  run "$@"
  [ "$code" -eq "$want" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -e "$text" "$work/err"
}

succeeds() {
  run "$@"
  [ "$code" -eq 0 ] && [ ! -s "$work/err" ]
}

# same A B: equal texts.
same() { [ "$1" = "$2" ]; }

# has FILE PATTERN: a line of the file matches.
has() { grep -qE -e "$2" "$1"; }

# count PATTERN...: how many files match.
count() {
  found=0
  for file in "$@"; do [ -e "$file" ] && found=$((found + 1)); done
  echo "$found"
}

# leftovers FOLDER: temporary files in it.
leftovers() { ls -A "$1" | grep -cvE '^(frame_[0-9]+\.(obj|vtk)|frames\.vtk\.series|constraints\.vtk|run\.txt)$'; }

finish() {
  echo "$checks checks, $controls negative controls, $failures failures"
  [ "$checks" -gt 0 ] && [ "$controls" -gt 0 ] && [ "$failures" -eq 0 ]
  exit
}
