# Why this file exists: the shared functions of the scripts that test xpbd-sim. Sourced with the path of the program as
# $1.

sim=$1
[ -x "$sim" ] || { echo "usage: sh $0 PATH-OF-xpbd-sim" >&2; exit 2; }
. "$(dirname "$0")/../../tests/common.sh"
code=0

# run ARGUMENT...: run the program. Its output is in $work/out and $work/err, its exit code in $code.
run() {
  "$sim" "$@" >"$work/out" 2>"$work/err" </dev/null
  code=$?
}

show() {
  echo "exit code of the program $code"
  cat "$work/out" "$work/err" 2>/dev/null | tail -n 40
}

# fails CODE TEXT ARGUMENT...: the run ends with CODE and exactly one line on stderr, which holds TEXT.
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

# leftovers FOLDER: the number of temporary files in it.
leftovers() { ls -A "$1" | grep -cvE '^(frame_[0-9]+\.(obj|vtk)|frames\.vtk\.series|constraints\.vtk|run\.txt)$'; }
