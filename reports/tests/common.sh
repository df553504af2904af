# Why this file exists: the few words the scripts that test xpbd-report from outside are written in. Sourced with the path of
# the program as $1. A script that checks nothing, or has no negative control, fails.

report=$1
[ -x "$report" ] || { echo "usage: sh $0 PATH-OF-xpbd-report" >&2; exit 2; }
case $report in /*) ;; *) report=$PWD/$report ;; esac
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
checks=0 controls=0 failures=0 code=0

# run ARGUMENT...: the program's output in out and err, its exit code in $code.
run() {
  "$report" "$@" >out 2>err </dev/null
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
  sed 's/^/     | /' out err | tail -5
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

# fails CODE TEXT ARGUMENT...: it ends with CODE and exactly one line on stderr, which holds TEXT.
fails() {
  want=$1 text=$2
  shift 2
  run "$@"
  [ "$code" -eq "$want" ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -F -e "$text" err
}

# left FOLDER: no temporary file is left in it.
left() { [ -z "$(find "$1" -name '*.part' 2>/dev/null)" ]; }

# has FILE TEXT, lacks FILE TEXT
has() { grep -q -F -e "$2" "$1"; }
lacks() { [ -s "$1" ] && ! grep -q -F -e "$2" "$1"; }

finish() {
  echo "$checks checks, $controls negative controls, $failures failures"
  [ "$checks" -gt 0 ] && [ "$controls" -gt 0 ] && [ "$failures" -eq 0 ]
}
