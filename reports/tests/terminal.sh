# Why this file exists: the name of a folder may contain characters that control a terminal. A program that reads the
# path of a page from a pipe gets its exact bytes. A terminal gets none of those characters, neither from the path nor
# from the names of runs.
# usage: terminal.sh XPBD_REPORT [BENCH_MADE]
. "$(dirname "$0")/common.sh"
bench=${2:-}
if ! command -v script >/dev/null || ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  echo "skipped: no script(1) to make a terminal with"
  exit 77
fi

esc=$(printf '\033')
odd=$(printf 'a\033[31m\nb')
shown='a?[31m?b'
sh "$here/fixture.sh" full >run.json
mkdir "$odd"
cp run.json "$odd/part.json"
for time in 0.01 0.02; do
  printf 'cloth\t"size": 21, "backend": "seq"\tok\t%s\t-\t-\t-\n' "$time" | sh "$here/compare_fixture.sh" >"$odd/$esc$time.json"
done
export esc odd report bench

# on_terminal COMMAND: write what a terminal receives, without carriage returns, to the file sent.
on_terminal() { script -qec "$1" /dev/null </dev/null 2>/dev/null | tr -d '\r' >sent; }
# clean TEXT [LINES]: the terminal received no escape, and TEXT in its last line, or in its last LINES.
clean() {
  cp sent out
  tail -n "${2:-1}" sent | grep -qF -e "$1" && ! grep -qF "$esc" sent
}
# bytes FILE PATH: the file ends with this path, which contains a line feed.
bytes() { printf '%s\n' "$2" >wanted && tail -n 2 "$1" | cmp -s - wanted; }

# tried WHAT PATH COMMAND: COMMAND prints the path of its output last.
tried() {
  sh -c "$3" >piped 2>err </dev/null
  check "$1: a pipe gets the path as it is" bytes piped "$2"
  check "$1: which is a file" [ -s "$2" ]
  on_terminal "$3"
  check "$1: a terminal gets it without what drives it" clean "$shown${2#"$odd"}"
}
tried "a report" "$odd/index.html" '"$report" run.json --out "$odd"'
tried "runs joined" "$odd/joined.json" '"$report" merge "$odd/part.json" --out "$odd/joined.json"'
tried "a comparison" "$odd/both/index.html" '"$report" compare "$odd/${esc}0.01.json" "$odd/${esc}0.02.json" --out "$odd/both"'
check "a comparison: its runs are named" clean "B  ?0.02.json: a?[31m" 20
if [ -n "$bench" ]; then
  few="cloth -a size=4 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 --max-episodes 3"
  export few
  tried "two settings" "$odd/ab/index.html" 'rm -rf "$odd/ab"; "$bench" ab --processes 2 --out "$odd/ab" -- $few -- $few -a iterations=2'
else
  echo "left out: bench ab (no xpbd-bench named)"
fi
control "a pipe: the path as a terminal gets it" bytes piped "$shown/ab/index.html"
on_terminal 'printf "%s\n" "$odd/index.html"'
control "a terminal: the path as it is" clean index.html
finish
