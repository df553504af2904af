# Why this file exists: helpers for the golden cases of pages (tests/golden/report). Source it.
# shellcheck shell=sh
has xpbd-report || skip "xpbd-report is not built"
report=$(command -v xpbd-report)
digits=7 # the last digits depend on the machine

# make [SETTING]...: write run.json, a run with the rows on standard input (rows_fixture.sh).
make() { sh "$source/reports/tests/rows_fixture.sh" "$@" >run.json; }
# page WHAT: the page of run.json in the folder page, without pictures, and the output of the program.
page() {
  rm -rf page
  part "$1:" env PATH=/var/empty "$report" run.json --out page
}
brief() { part "in brief:" xpbd-report brief run.json; }
# answer: its section without figures and banners.
answer() {
  sed -n '/<section id=answer>/,/<\/section>/p' page/index.html >section
  part "the answer:" sed '/^<figure/,/^<\/figure>/d; /^<p class=banner>/d; /^<\/section>$/d' section
}
# says PATTERN: the matches in the page (grep -E).
says() { grep -o -E -e "$1" page/index.html | sed 's/^/  /'; }
# figure NAME: its data.
figure() { [ ! -e "page/figures/$1.tsv" ] && echo "no figure $1" || part "$1.tsv:" cat "page/figures/$1.tsv"; }
# script NAME PATTERN: the values of these variables in its script.
script() { part "$1.gp:" grep -E "^($2)(\[[0-9]*\])? = " "page/figures/$1.gp"; }
# compared ARGUMENT...: what the comparison says, but not how to read it, and what its page says of the sides.
compared() { part "$*:" sides "$@"; }
sides() {
  rm -rf report
  PATH=/var/empty "$report" compare "$@" --out report >out 2>&1 </dev/null
  ended=$?
  sed '/^$/d; /^  Times are/d; /^  A single process/d; /figures/d; /^report.index/d; /certified/d; /does not show how/s/,.*//' out
  [ ! -d report ] || grep -o -E '^<p>(Compared|Nothing|Unknown|Only what).*|<p class=banner>[0-9][^<]*|.*scope=row>os\.host.*|^<pre>xpbd-report compare .*--[ab] .*' report/index.html | grep -v certified
  return $ended
}
