#!/bin/sh
# Why this file exists: pipelines and reviewers act on what a verdict writes for them: a table, JUnit, SARIF, JSON, pages and
# a certificate. Those must be complete, valid, and keep what was judged when a run is stopped.
# usage: batch.sh SOURCE XPBD-VALIDATE C-COMPILER
set -u
source=$1 validate=$2 CC=$3
. "$source/tests/common.sh"
export CC
cd "$work" || exit 2
mkdir -p set/deep tmp
TMPDIR=$work/tmp
export TMPDIR
unset SOURCE_DATE_EPOCH XPBD_FORMULA_DIR

# A right one, a wrong one below it, one with two formulas, one that is none, one that does not compile, and one whose name
# and text are not plain.
"$validate" formula --new edge my_spring >/dev/null
cp my_spring.h set/a.h
sed 's/V_SCALE(material/V_SCALE(R(0.5) * material/' my_spring.h >set/deep/b.h
{ sed 's/my_spring/first/g' my_spring.h && sed 's/my_spring/second/g; s/V_SCALE(material/V_SCALE(R(3.0) * material/' my_spring.h; } >set/c.h
echo '/* no formula */' >set/d.h
sed 's/return material/return materiel/' my_spring.h >set/e.h
awk '{ print } NR == 1 { printf "/* <b>&\377 \"quoted\" */\n" }' my_spring.h | sed 's/R(1.0)/1.0/; s/material\[0\] \* (/1.0 * material[0] * (/' >"set/f <&é.h"
spoilt=$(printf 'set/g\377.h')
{ cp my_spring.h "$spoilt"; } 2>/dev/null || spoilt=''
count=$(find set -name '*.h' | wc -l)

"$validate" formula set --brief --json all.json --junit all.xml --sarif all.sarif --html pages >table 2>errors </dev/null
code=$?
show() { cat table errors; }
said() { grep -q -e "$1" table; }
check "the worst verdict is the exit code" [ "$code" -eq 2 ]
check "nothing on the standard error" [ ! -s errors ]
check "a right one" said '^set/a.h  *my_spring  *right *$'
check "one in a folder below" said '^set/deep/b.h  *my_spring  *wrong  *factor: your gradient is 0.5000 x'
check "the first of two" said '^set/c.h  *first  *right *$'
check "and the second" said '^set/c.h  *second  *wrong  *factor: '
check "one without a formula" said '^set/d.h  *d  *unusable  *set/d.h has no entry'
check "one that does not compile" said '^set/e.h  *my_spring  *unusable  *set/e.h:[0-9]*: .*materiel'
check "a sum" said "in $count of $count files judged"
control "a wrong one that is right" said '^set/deep/b.h  *my_spring  *right'
check "in the order of the names" [ "$(awk 'NR > 1 { print substr($1, 1, 5) }' table | head -n 3 | tr -d '\n')" = set/aset/cset/c ]

# Exit codes: wrong before unusable before the others.
codes() { # CODE FILE...
  wanted=$1
  shift
  "$validate" formula "$@" --brief >table 2>errors </dev/null
  [ $? -eq "$wanted" ]
}
sed 's/XPBD_PLAIN/XPBD_ENERGY/' my_spring.h >declared.h
check "right ones" codes 0 set/a.h my_spring.h
check "a declaration that is not true" codes 3 set/a.h declared.h
check "one that cannot be judged is worse" codes 1 declared.h set/d.h set/a.h
check "a wrong one is the worst" codes 2 declared.h set/d.h set/deep/b.h
control "it is not" codes 1 declared.h set/d.h set/deep/b.h
once() { "$validate" formula set/a.h ./set/a.h set/a.h --brief >table 2>errors && [ "$(grep -c '^set/a.h' table)" -eq 1 ]; }
check "a file that is named three times is judged once" once
check "a NAME is no file" sh -c "'$validate' formula set/c.h first --brief | grep -q '^right: first'"
check "a NAME is no folder either" sh -c "mkdir first && '$validate' formula set/c.h first --brief | grep -q '^right: first'"

# refused WORDS ARGUMENT...: exit code 1, one line that has the words, no output.
refused() {
  words=$1
  shift
  "$validate" formula "$@" --json no.json >table 2>errors </dev/null
  [ $? -eq 1 ] && [ "$(cat table errors | wc -l)" -eq 1 ] && grep -q -e "$words" errors && [ ! -e no.json ]
}
mkdir hollow
check "an empty folder" refused 'hollow: no file in this folder ends in .h' hollow
check "a file that is not there" refused 'nowhere.h: No such file' set/a.h nowhere.h
check "a built-in formula among files" refused 'stretching: No such file' set/a.h my_spring.h stretching
check "a certificate for several" refused 'certificate is about one formula' set --certificate c.html
check "JUnit onto a folder" refused 'junit: .*folder' set --junit set
for option in junit sarif; do
  echo mine >mine
  check "--$option in a file of somebody else" refused "$option: mine exists and is no .*; give another name" set "--$option" mine
  check "stays" [ "$(cat mine)" = mine ]
done
check "two outputs in one file" refused 'one' set --junit same --sarif same
control "a folder with headers" refused 'no file in this folder' set --brief

# A stopped batch keeps the verdicts that it has.
mkdir slow
cp my_spring.h slow/a.h
sed 's/my_spring/waits/g; s/^XPBD_FORMULA(waits) {/&\n  for (volatile int i = 0; i < 1; i = 0) { }/' my_spring.h >slow/z.h
"$validate" formula slow --brief --json s.json --junit s.xml --sarif s.sarif --html stopped >table 2>errors </dev/null &
batch=$!
waited=0
while [ ! -e stopped/a.my_spring.html ] && [ $waited -lt 600 ]; do
  sleep 0.1
  waited=$((waited + 1))
done
kill -INT $batch
wait $batch
code=$?
check "Ctrl-C has an exit code of its own" [ $code -eq 130 ]
check "and the table what was judged" said '^slow/a.h  *my_spring  *right'
check "and what was not" said '^slow/z.h .*stopped before its verdict'
check "and the JSON" sh -c "grep -q '\"name\": \"my_spring\"' s.json && grep -q '\"slow/z.h\"' s.json"
check "and JUnit" grep -q '<skipped message="stopped' s.xml
check "and SARIF" grep -q '"executionSuccessful": false' s.sarif
control "a run to its end" grep -q 'stopped' all.xml
check "no temporary file is left" [ -z "$(ls -A tmp)" ]

# Pages: one for each formula. Wrong curves are marked, and no text becomes markup.
check "a page" grep -q '<h1><span class="right">right</span>: my_spring</h1>' pages/a.my_spring.html
check "of each formula" [ "$(find pages -name '*.html' | wc -l)" -eq "$(grep -c '<testcase' all.xml)" ]
check "curves of a wrong one are hatched" [ "$(grep -c 'class="hatching"' pages/b.my_spring.html)" -eq "$(grep -c '<figure><svg' pages/b.my_spring.html)" ]
control "of a right one" grep -q 'class="hatching"' pages/a.my_spring.html
page=$(grep -l 'quoted' pages/*.html | head -n 1)
check "the text of the formula is escaped" grep -q '&lt;b&gt;&amp;.*&quot;quoted&quot;' "$page"
control "and is no markup" grep -q '<b>&' "$page"

# Pages of single formulas have names by the same rule, so that two files with one name do not meet.
single() { "$validate" formula "$@" --brief --html single >table 2>errors; }
single my_spring.h
single set/deep/b.h
single stretching
check "a formula that is named like its file" grep -q '>right</span>: my_spring<' single/my_spring.html
check "and another one in another file" grep -q '>wrong</span>: my_spring<' single/b.my_spring.html
check "a built-in one" grep -q ': stretching<' single/stretching.html
control "one page for both" grep -q '>wrong</span>' single/my_spring.html

# The table has the force of the coded gradient. A wrong file has the exact force beside it.
cp all.json half.json # an older file is replaced
"$validate" formula set/deep/b.h --brief --json half.json >table 2>errors
check "a wrong file has two forces" grep -q 'coded force  *exact force$' table
check "the coded one is half of the exact one" \
  awk '$1 > 1.2 && $1 < 1.6 && NF == 5 && $4 + 0 > 0 { n++; if (($4 / $5 - 0.5) ^ 2 > 1e-8) bad = 1 } END { exit !(n > 0 && !bad) }' table
single my_spring.h
check "a right one has one" grep -q 'coded force$' table
control "and the exact one" grep -q 'exact force' table

# A mistake at one value of a number is "near" that value, not "from" it "to" it.
band() { # LOW HIGH: it is wrong between them
  sed "s/V_SCALE(material\[0\]/V_SCALE(material[0] * XPBD_SELECT_GT(material[0], R($1), XPBD_SELECT_GT(R($2), material[0], R(1.5), R(1.0)), R(1.0))/" my_spring.h >band.h
  "$validate" formula band.h --brief >table 2>errors
}
band 1000.0 1120.0
check "one number" grep -q 'for some values of k near 1[.0-9e+]*\]' table
band 1000.0 100000.0
check "a range" grep -q 'for some values of k from 1[.0-9e+]* to [89][.0-9e+]*\]' table
control "is one number" grep -q 'near 1' table

# A finding names the line that it is about.
line_of() { grep -n "$1" "$2" | head -n 1 | cut -d : -f 1; } # WORDS FILE
sed 's/g\[0\] = V_NEG(g\[1\])/g[0] = V_SCALE(R(2.0), V_NEG(g[1]))/' my_spring.h >particle.h
sed 's/^  rest\[0\] = /&R(1.1) * /' my_spring.h >rest.h
sed 's/XPBD_PLAIN/XPBD_ENERGY/' my_spring.h >trait.h
sed 's/"m", /"m^3", /' my_spring.h >unit.h
cp all.xml lines.xml && cp all.sarif lines.sarif # older files are replaced
"$validate" formula set/deep/b.h particle.h rest.h trait.h unit.h --brief --junit lines.xml --sarif lines.sarif >table 2>errors
at_line() { grep -q "$1:$(line_of "$2" "$1"): $3: " lines.xml; } # FILE WORDS KIND
check "of the formula, for its whole gradient" at_line set/deep/b.h '^XPBD_FORMULA(' factor
check "of the gradient, for one particle" at_line particle.h '^  g\[0\] =' factor
check "of the rest shape" at_line rest.h '^XPBD_REST(' rest
check "of the entry, for a trait" at_line trait.h '^XPBD_FORMULA_ENTRY(' trait
check "and for a unit" at_line unit.h '^XPBD_FORMULA_ENTRY(' unit
check "the same in SARIF" grep -q "\"startLine\": $(line_of '^  g\[0\] =' particle.h)\$" lines.sarif
control "of the entry, for the gradient" at_line set/deep/b.h '^XPBD_FORMULA_ENTRY(' factor

# The certificate.
SOURCE_DATE_EPOCH=86400 "$validate" formula set/deep/b.h --certificate c.html --brief >table 2>errors
for words in 'wrong</span>: my_spring' '<th>hash</th><td>[0-9a-f]\{16\} (64 bits: h = 0, then h = splitmix64(h XOR byte)' \
  '<th>remark</th><td>the source is still the one of the template<' '<th>program</th><td>xpbd-suite [0-9]' \
  '<th>date</th><td>1970-01-02<' '<th>seeds</th>' '<th>compiler of the formula</th><td>.' 'What was not tried' \
  'k \[1\] from 0 to 1e+06, standard 1' '<i>  1</i> /\* my_spring' '<th>coded</th><th>exact</th>' '@page{size:A4'; do
  check "the certificate says $words" grep -q -e "$words" c.html
done
"$validate" formula set/a.h --certificate today.html --brief >table 2>errors
control "another date" grep -q '1970-01-02' today.html
sed 's/my paper, Eq. (1)/Hooke 1678/; s/one line about it/a spring/' my_spring.h >cited.h
"$validate" formula cited.h --certificate cited.html --brief >table 2>errors
control "one with a source has the remark" grep -q 'source is still' cited.html
lines=$(wc -l <set/deep/b.h)
check "and has every line" [ "$(grep -c '^\(<h2>The text</h2>\|<pre>\)*<i> *[0-9]*</i>' c.html)" -ge $((lines - 1)) ]
check "it needs nothing from elsewhere" sh -c "! grep -E 'src=|href=|@import|url\\(' c.html"
# Letters: 12 of the 400 units of a drawing are 10.7 pixels where 358 of 390 are left.
letters() { grep -q 'svg text{font-size:12px' "$1" && ! grep -o '<figure><svg viewBox="0 0 [0-9]*' "$1" | grep -v ' 400$' | grep -q .; }
check "letters can be read on a phone" letters c.html
sed 's/viewBox="0 0 400/viewBox="0 0 640/' c.html >small.html
control "smaller ones" letters small.html

# The comparison is at the same stiffness, so that a spring is as soft as the built-in one, whatever its constant.
sed 's/material\[0\]/R(7.0) * &/g' my_spring.h >seven.h
alike() {
  "$validate" formula "$1" --json run.json >table 2>errors
  awk -F'[:,]' '/"elastic_J"/ { if (++n == 1) a = $2; else if (n == 2) b = $2 } END { exit !(n > 1 && a > 0 && a / b > 0.98 && a / b < 1.02) }' run.json
}
check "a spring has the elastic energy of the built-in spring" alike seven.h
check "and its compliance says why" grep -q '"compliance_gives": "the same stiffness at rest when the mesh is stretched' run.json
check "one without a stiffness at rest is matched at a larger strain" grep -q '"compliance_gives": "one of the two has no stiffness at rest, so the energies at 10 % are equal (the mesh is ' run.json
sed 's/"elastic_J": 1/"elastic_J": 9/' run.json >other.json
control "another energy" cmp -s run.json other.json

# The files, read by strict readers.
if command -v python3 >/dev/null; then
  valid() { python3 "$source/tests/verdict/batch.py" "$@" >table 2>errors; }
  check "JSON, JUnit and SARIF are valid and agree" valid all.json all.xml all.sarif
  documented() { python3 "$source/tests/verdict/keys.py" "$@" >table 2>errors; }
  format=$source/validation/FORMAT.md writer=$source/validation/verdict/show/write_json.c
  check "each key of the JSON is documented" documented "$format" "$writer" all.json run.json half.json
  sed '/^| `holds_for`/d' "$format" >undocumented.md
  control "one is not" documented undocumented.md "$writer" all.json run.json half.json
  sed 's/^| `holds_for`/| `holds_not`/; s/^| `file_hash`/| `holds_for`, `file_hash`/' "$format" >invented.md
  control "a key that does not exist" documented invented.md "$writer" all.json run.json half.json
  hashed() { # FILE: the hash in a JSON follows the page's algorithm
    python3 "$source/tests/verdict/keys.py" --hash "$format" "$1" >table 2>errors && grep -q "\"file_hash\": \"$(cat table)\"" half.json
  }
  check "the hash can be computed again" hashed set/deep/b.h
  control "the hash of another file" hashed my_spring.h
  check "those of a stopped run too" valid s.json s.xml s.sarif
  for change in 's/"level": "error"/"level": "bad"/' 's/"startLine": /"startLine": -/' 's/"ruleId": "factor"/"ruleId": "other"/'; do
    sed "$change" all.sarif >bad.sarif
    control "SARIF with $change" valid all.json all.xml bad.sarif
  done
  sed 's/failures="[1-9]/failures="9/' all.xml >bad.xml
  control "JUnit with another count" valid all.json bad.xml all.sarif
  sed 's/&lt;/</' all.xml >bad.xml
  control "JUnit that is no XML" valid all.json bad.xml all.sarif
fi
finish
