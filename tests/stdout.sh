#!/bin/sh
# Why this file exists: in every program, the file name - means the standard output. It then gets exactly the bytes of
# the file, and messages go to the standard error. The options that --help prints must be typeable.
# usage: stdout.sh SOURCE XPBD_SIM BENCH_MADE XPBD_VALIDATE [XPBD_REPORT]
set -u
source=$1 sim=$2 bench=$3 validate=$4 report=${5:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
cloth="cloth --resolution 5 --frames 2 --backend seq"
few="cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 --max-episodes 3"

# same OPTION FILE WORD COMMAND...: OPTION FILE and OPTION - give the same bytes, and WORD is on the standard error.
same() {
  option=$1 file=$2 word=$3
  shift 3
  "$@" "$option" "$file" >told 2>&1 && "$@" "$option" - >piped 2>said && [ -s "$file" ] && cmp "$file" piped && grep -q "$word" said &&
    [ ! -e ./- ]
}
# like OPTION PATTERN COMMAND...: for output that differs each time. Its first line matches, and nothing else is in it.
like() {
  option=$1 pattern=$2
  shift 2
  "$@" "$option" - >piped 2>said && sed -n 1p piped | grep -qaE "$pattern" && [ -s said ] && ! grep -qaFx -f said piped && [ ! -e ./- ]
}
# sized FILE: the message about a page on the standard output has the size of that file.
sized() { grep -qF "in - ($(awk "BEGIN { printf \"%.2g\", 1e-6 * $(wc -c <"$1") }") MB)" said; }
refused() { # refused TEXT COMMAND...: an exit code, that line, and nothing on the standard output
  text=$1
  shift
  ! "$@" >piped 2>said && [ ! -s piped ] && grep -qF -e "$text" said && [ "$(wc -l <said)" -eq 1 ] && [ ! -e ./- ]
}

# letters FILE: the output of --help has options, and the short ones are letters.
letters() { grep -q '^  -[A-Za-z], --' "$1" && ! LC_ALL=C grep '^  -' "$1" | grep -qv '^  -[A-Za-z], --'; }
for program in "$sim" "$bench" "$validate" ${report:+"$report"}; do
  "$program" --help >help 2>&1
  check "${program##*/}: short options are letters" letters help
done
printf '  -\001, --more\n' >>help
control "one that nobody can type" letters help

# shellcheck disable=SC2086
{
  check "sim: a table" same --measure table.tsv 'cloth on seq' "$sim" $cloth
  check "sim: a checkpoint" same --save state.xpbd 'cloth on seq' "$sim" $cloth
  check "sim: a page" same --viewer page.html 'cloth on seq' "$sim" $cloth
  check "sim: a page into a pipe" sh -c '"$@" 2>said | cat >piped' - "$sim" $cloth --viewer -
  check "sim: with its size" sized piped
  control "sim: that of another file" sized help
  printf '%100000s' '' >appended
  "$sim" $cloth --viewer - >>appended 2>said
  check "sim: without what stood in the file" sized piped
  if "$sim" $cloth --picture try.png --quiet 2>/dev/null; then
    check "sim: a picture" same --picture frame.png 'cloth on seq' "$sim" $cloth --picture-size 64x64
  fi
  if "$sim" $cloth --film try.gif --film-size 64x64 --quiet 2>/dev/null; then
    check "sim: a film" same --film film.gif 'cloth on seq' "$sim" $cloth --film-size 64x64
  fi
  check "sim: a folder" refused "not a folder" "$sim" $cloth --out -
  check "sim: two of them" refused "both go to the standard output" "$sim" $cloth --measure - --save -
  check "bench: JSON" like --json '^\{$' "$bench" $few
  check "bench: it is all there" sh -c 'tail -n 1 piped | grep -qx "}"'
  check "bench: a table" like --tsv '^benchmark	name	' "$bench" $few
  check "bench: as many cells in every row" [ "$(awk -F'\t' '{ print NF }' piped | sort -u | wc -l)" -eq 1 ]
  check "bench: a journal" like --journal '^\{"xb": .*\}$' "$bench" $few
  printf 'before\n' >log
  check "bench: a journal behind what stands in a file" sh -c '"$@" >>log 2>said' - "$bench" $few --journal -
  check "bench: which stays" eval '[ "$(head -n 1 log)" = before ] && [ "$(grep -c "^{\"point\": " log)" -eq 3 ]'
  check "bench: an episode a line" [ "$(grep -c '^{"point": ' piped)" -eq 3 ]
  check "bench: Google's" like --benchmark_out '^\{$' "$bench" $few
  check "bench: two of them" refused "both go to the standard output" "$bench" $few --json - --tsv -
  check "validate: JSON" like --json '^\{$' "$validate" errata/damping
  check "validate: a table" same --tables rows.tsv 'checks' "$validate" errata/damping
  check "validate: a folder" refused "not a folder" "$validate" errata/damping --html -
  check "validate: figures need one, too" refused "no folder" "$validate" errata/damping --findings -
  check "validate: the same by its other name" refused "is the same" "$validate" errata/damping --json - --tables /dev/stdout
  check "validate: a verdict" like --json '^\{$' "$validate" formula morse --brief

  # Old content of the file stays, and a full disk is an error.
  echo before >appended
  "$sim" $cloth --measure - >>appended 2>/dev/null
  check "appended" sh -c 'head -n 1 appended | grep -qx before && sed 1d appended | cmp - table.tsv'
  if [ -w /dev/full ]; then
    check "a full output" sh -c '! "$@" >/dev/full 2>said && grep -q "No space left" said' - \
      "$sim" $cloth --measure -
  fi
  check "./- is a file" sh -c '"$@" >/dev/null && cmp ./- table.tsv && rm ./-' - "$sim" $cloth --measure ./- --quiet
  printf '#!/bin/sh\nfor word; do shift; [ "$word" != - ] || word=/dev/stdout; set -- "$@" "$word"; done\nexec "%s" "$@"\n' "$sim" >mixes
  chmod +x mixes
  control "what is said is among it" same --measure table.tsv 'cloth on seq' ./mixes $cloth
  control "nothing is said" same --measure table.tsv 'cloth on seq' "$sim" $cloth --quiet
  control "a table is JSON" like --tsv '^\{$' "$bench" $few
  if [ -n "$report" ]; then
    "$bench" $few --json run.json >/dev/null 2>&1
    check "report: joined runs" like --out '^\{$' "$report" merge run.json
    check "report: a folder" refused "not a folder" "$report" run.json --out -
    check "ab: a folder" refused "not a folder" "$bench" ab --out - -- $few -- $few -a precision=f64
    check "ab: a file of each process" refused "would overwrite this file" "$bench" ab -- $few --tsv - -- $few -a precision=f64
    check "ab: another, of B" refused "would overwrite this file" "$bench" ab -- $few -- $few --journal=b.jsonl
  fi
}
finish
