# Why this file exists: helpers for the scripts that test xpbd-report from outside. Source
# it with the program's path as $1.

report=$1
[ -x "$report" ] || { echo "usage: sh $0 PATH-OF-xpbd-report" >&2; exit 2; }
case $report in /*) ;; *) report=$PWD/$report ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tests/common.sh"
. "$here/closed.sh"
cd "$work" || exit 2
code=0

# run ARGUMENT...: the program's output goes to out and err, its exit code to $code.
run() {
  "$report" "$@" >out 2>err </dev/null
  code=$?
}
# bare ARGUMENT...: the same without gnuplot, where no picture matters.
bare() {
  PATH=/var/empty "$report" "$@" >out 2>err </dev/null
  code=$?
}

show() {
  echo "exit code of the program $code"
  cat out err 2>/dev/null | tail -n 40
}

# fails CODE TEXT ARGUMENT...: the program ends with CODE and exactly one line on stderr, which contains TEXT.
fails() {
  want=$1 text=$2
  shift 2
  run "$@"
  [ "$code" -eq "$want" ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -F -e "$text" err
}

# left FOLDER: it contains no temporary file.
left() { [ -z "$(find "$1" -name '*.part' 2>/dev/null)" ]; }

# has FILE TEXT, lacks FILE TEXT
has() { grep -q -F -e "$2" "$1"; }
lacks() { [ -s "$1" ] && ! grep -q -F -e "$2" "$1"; }

# make [SETTING]...: results of a run with the rows on standard input.
make() { sh "$here/rows_fixture.sh" "$@"; }
# page FILE: its report without pictures, in the folder of its name, and its four lines in the file brief.
page() {
  rm -rf "${1%.json}"
  PATH=/var/empty "$report" "$1" --out "${1%.json}" >out 2>err </dev/null
  "$report" brief "$1" >brief
}
