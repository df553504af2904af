# Why this file exists: words for the golden cases of pages (tests/golden/report). Sourced.
# shellcheck shell=sh
has xpbd-report || skip "xpbd-report is not built"
report=$(command -v xpbd-report)
digits=7 # the last ones are the machine's

# make [SETTING]...: run.json is the results of a run, of the rows on standard input (rows_fixture.sh).
make() { sh "$source/reports/tests/rows_fixture.sh" "$@" >run.json; }
# page WHAT: the page of run.json in the folder of this name, without pictures, and what the program says of it.
page() {
  rm -rf page
  part "$1:" env PATH=/var/empty "$report" run.json --out page
}
brief() { part "in brief:" xpbd-report brief run.json; }
# answer: the section of it, without figures and banners.
answer() {
  sed -n '/<section id=answer>/,/<\/section>/p' page/index.html >section
  part "the answer:" sed '/^<figure/,/^<\/figure>/d; /^<p class=banner>/d; /^<\/section>$/d' section
}
# says PATTERN: what the page has of it (grep -E).
says() { grep -o -E -e "$1" page/index.html | sed 's/^/  /'; }
# figure NAME: its data.
figure() { [ ! -e "page/figures/$1.tsv" ] && echo "no figure $1" || part "$1.tsv:" cat "page/figures/$1.tsv"; }
# script NAME PATTERN: what its script says of these variables.
script() { part "$1.gp:" grep -E "^($2)(\[[0-9]*\])? = " "page/figures/$1.gp"; }
