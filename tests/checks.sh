#!/bin/sh
# Why this file exists: the results of xpbd-validate are cited. The table, the JSON and the page must have the same,
# correct numbers. A run that was stopped or cannot be written must not look complete.
# usage: checks.sh SOURCE XPBD-VALIDATE
set -u
source=$1 validate=$2
. "$source/tests/common.sh"
command -v python3 >/dev/null || { echo "skipped: no python3 to read JSON with"; exit 77; }
mkdir "$work/tmp" "$work/pages"
TMPDIR=$work/tmp
export TMPDIR
json=$work/checks.json

# code N ARGUMENT...: the exit code must be N.
code() {
  wanted=$1
  shift
  quiet "$validate" "$@"
  [ $? -eq "$wanted" ]
}
said() { grep -q -- "$1" "$work/output"; }
# one_line WORDS: the output is one line with these words.
one_line() { [ "$(wc -l <"$work/output")" -eq 1 ] && said "$1"; }
empty() { [ -z "$(ls -A "$1")" ]; }

# read FILE EXPRESSION: the expression is true for the JSON, which must be strict. `run` is all of it, of(CHECK,
# QUANTITY) a comparison.
read_json() {
  python3 - "$@" <<'END' >"$work/output" 2>&1
import json, sys
def refuse(word): raise ValueError("not JSON: " + word)
run = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=refuse)
def check(name): return next(c for c in run["checks"] if c["name"] == name)
def of(name, quantity): return next(c for c in check(name)["comparisons"] if c["quantity"] == quantity)
def near(a, b): return abs(a - b) <= 1e-9 * abs(b)
def late(steps, h, g):
    """A fall step by step, velocity first, against the parabola, over the way of that."""
    y = v = 0.0
    for _ in range(steps): v += h * g; y += h * v
    return y / (g / 2 * (steps * h) ** 2) - 1
value = eval(sys.argv[2])
print(value)
sys.exit(0 if value is True else 1)
END
}

# All three forms of the same checks; golden/runner has their text.
check "checks run and are written" code 0 physics/free-fall-f64 math/loops errata/damping --json "$json" --html "$work/pages"
check "no line of progress where there is no terminal" [ "$(tr -cd '\r' <"$work/output" | wc -c)" -eq 0 ]
check "the JSON is strict and complete" read_json "$json" \
  'run["schema"] == "xpbd-checks-1" and run["complete"] and run["planned"] == len(run["checks"]) == run["passed"] > 2'
check "it says of what" read_json "$json" \
  'all(k in run["environment"] for k in ("version", "git_revision", "compiler", "instructions")) and run["started"][-1] == "Z"'
version=$("$validate" --version)
version=${version##* }
check "in the order of FORMAT.md" read_json "$json" \
  'list(run["environment"]) == ["version", "git_revision", "git_dirty", "compiler", "flags", "instructions", "cpu", "os"]'
check "each under its own key" read_json "$json" \
  '(lambda e: e["version"] == sys.argv[3] and e["compiler"].split()[0] in ("gcc", "clang") and e["git_dirty"] in (None, "yes", "no")
    and e["instructions"] in ("baseline", "avx2", "avx512"))(run["environment"])' "$version"
control "of another version" read_json "$json" 'run["environment"]["version"] == sys.argv[3]' "$version.1"
check "it took some time, and its checks no more than that" read_json "$json" \
  '0 < run["seconds"] < 300 and 0 < sum(c["seconds"] for c in run["checks"]) <= run["seconds"] + 0.01'
facts() { sed -n '/<table class=facts>/,/<\/table>/p' "$work/pages/checks.html"; }
check "the page says the same of it, with when and how long" [ "$(facts | grep -c '^<tr><td>.*</td></tr>$')" -eq 10 ]
check "... each known" [ "$(facts | grep -cE "<td>version</td><td>$version</td>|<td>compiler</td><td>(gcc|clang) ")" -eq 2 ]
parabola='of("physics/free-fall-f64", "distance to the parabola")'
check "a value is that of another computation" read_json "$json" "near(${parabola}['value'], late(240, 1 / 60, 9.81))"
control "one with half the steps" read_json "$json" "near(${parabola}['value'], late(120, 1 / 30, 9.81))"
check "the share of its limit too" read_json "$json" \
  "(lambda c: near(c['share'], abs(c['value'] - (c['low'] + c['high']) / 2) / ((c['high'] - c['low']) / 2)))($parabola)"
check "every comparison has a verdict, every check a control that is caught" read_json "$json" \
  'all(all(k["verdict"] == "held" for k in c["comparisons"]) and c["controls"] and all(k["caught"] for k in c["controls"])
       for c in run["checks"])'
check "counts are those of the records" read_json "$json" \
  'run["comparisons"] == sum(len(c["comparisons"]) for c in run["checks"]) == sum(g["comparisons"] for g in run["groups"])'
check "the page has the same value" grep -q '0\.00416666667 in \[0\.00375, 0\.00458333333\]' "$work/pages/checks.html"
control "the page needs another file" grep -Eq '(src|href)="?(http|[a-z.]*/)' "$work/pages/checks.html"

check "tolerances of nothing: errors that are not zero fail" code 2 physics/free-fall-f64 --tolerance-scale 0

# A run that a signal stops: its finished checks are there, and it says that it is incomplete.
# left: no unfinished file is left, nor one under a temporary name.
left() { [ -z "$(find "$work" -name '*.part' -o -name '*.tmp*')" ]; }
for signal in INT TERM HUP; do
  rm -rf "$json" "$work/pages/checks.html" "$work/checks.tsv"
  "$validate" errata/damping preservation --json "$json" --html "$work/pages" --tables "$work/checks.tsv" \
    >"$work/output" 2>&1 </dev/null &
  pid=$!
  tries=0
  until grep -q '^ok  *errata/damping' "$work/output" || [ "$tries" -gt 600 ]; do sleep 0.1 && tries=$((tries + 1)); done
  [ $signal != INT ] || control "while it runs no file is half" left
  kill -s $signal "$pid"
  wait "$pid"
  check "$signal gives 130" [ $? -eq 130 ]
  check "$signal: where it was stopped" said 'stopped in preservation/.*checks have ended$'
  check "$signal: the JSON holds what had ended" read_json "$json" \
    'not run["complete"] and run["stopped_in"].startswith("preservation/") and 0 < len(run["checks"]) < run["planned"]'
  check "$signal: the page says so" grep -q 'This run is not complete' "$work/pages/checks.html"
  check "$signal: the tables do" grep -q '^incomplete	' "$work/checks.tsv"
  check "$signal: nothing half is left" left
done

# Impossible requests: one line, nothing run, nothing left.
for option in --json --html --tables; do
  check "$option where nothing can be written" code 1 errata/damping "$option" "$validate/none/file"
  check "... in one line that names it" one_line "^xpbd-validate: $option: .*none"
done
check "an unknown group" code 1 phisics --json "$work/new.json"
# A page of somebody else stays, and a refused run leaves no folder.
mkdir "$work/theirs"
echo mine >"$work/theirs/checks.html"
check "a page of somebody else" code 1 errata/damping --html "$work/theirs"
check "stays" [ "$(cat "$work/theirs/checks.html")" = mine ]
check "is named" grep -qF "$work/theirs/checks.html exists and is no page of this suite; give another name" "$work/output"
rm "$work/theirs/checks.html"
check "without it" code 0 errata/damping --html "$work/theirs"
check "one of ours is replaced" code 0 errata/damping --html "$work/theirs"
for option in --json --tables --findings; do
  echo mine >"$work/mine"
  check "$option in a file of somebody else" code 1 errata/damping "$option" "$work/mine"
  check "... in one line that names it" one_line "^xpbd-validate: $option: .*/mine exists and is no .*; give another name$"
  check "... which stays" [ "$(cat "$work/mine")" = mine ]
done
check "files of ours are replaced" code 0 errata/damping --json "$json" --tables "$work/checks.tsv"
control "the table is the old one" grep -q '^incomplete	' "$work/checks.tsv"
check "nothing matches" code 5 --filter '^none$' --json "$work/new.json" --html "$work/new"
check "no file is left of those" [ ! -e "$work/new.json" ] && check "and no folder" [ ! -e "$work/new" ]
if [ -w /dev/full ]; then
  check "a full disk" code 3 errata/damping --json /dev/full
  "$validate" errata/damping --json "$json" >/dev/full 2>"$work/output"
  check "an output that cannot be written" [ $? -eq 3 ]
  check "... is said" one_line "standard output cannot be written"
  "$validate" --list >/dev/full 2>"$work/output"
  check "a list that cannot be written" [ $? -eq 1 ]
  check "... is said" one_line "standard output cannot be written"
  check "and the JSON is there" read_json "$json" 'run["complete"]'
fi
# A limit on file sizes: SIGXFSZ would end the program, because nobody here ignores it.
limited() { # BLOCKS of 512 bytes
  (ulimit -f "$1" && exec "$validate" errata --json "$work/limited.json" --tables "$work/limited.tsv" --html "$work/limited") \
    >/dev/null 2>"$work/output" </dev/null
}
limited 8
check "files that may not be as large" [ $? -eq 3 ]
check "... are said" said "^xpbd-validate: --json: .*limited.json.*: cannot be written"
check "... and not there" [ ! -e "$work/limited.json" ]
limited 8000
control "where they may" [ $? -eq 3 ]
check "no folder is left of any" empty "$work/tmp"
check "no temporary file either" left

# On a terminal: one line that is rewritten.
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  script -qec "'$validate' physics/free-fall-f64" /dev/null >"$work/output" 2>&1 </dev/null
  check "progress on a terminal" said "\[   1/1\] physics/free-fall-f64  time left "
else
  echo "skipped: no script(1) to make a terminal with"
fi
finish
