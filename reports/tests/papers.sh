# Why this file exists: the pages of ./run papers show every published number beside ours. The golden case
# report/paper_pages has the complete pages of papers_fixture.sh. Here a table, a program or a folder differs.
. "$(dirname "$0")/common.sh"
. "$here/papers_fixture.sh"

papers_fixture run
# papers [PATH]: make the pages of the folder, with programs from PATH.
papers() {
  PATH=${1:-$work/run/bin:$PATH} "$report" --papers run >out 2>err </dev/null
  code=$?
}
papers
check "it works" [ "$code" -eq 0 ]
# alpha: fig1 and fig2 are partial, fig5 and fig7 complete, fig3 and fig6 (of a failed command) missing. The means lack
# a4, the times are complete.
printf '3 papers: 1 of 6 figures made, 3 incomplete; 2 of 3 tables made, 1 incomplete\nrun/index.html\n' >must
check "what it says" cmp -s must out
# Pages that are not from here stay, and nothing else is written before.
mkdir theirs
cp run/*.tsv run/*.csv theirs/ 2>/dev/null
echo mine >theirs/index.html
"$report" --papers theirs >out 2>err </dev/null
check "an index of somebody else" [ $? -ne 0 ]
check "is named, in one line" [ "$(wc -l <err) $(grep -c 'theirs/index.html: is a page of another kind' err)" = "1 1" ]
rm theirs/index.html
echo mine >theirs/alpha.html
"$report" --papers theirs >out 2>err </dev/null
check "a paper of somebody else" [ $? -ne 0 ]
check "is named, too" grep -q 'theirs/alpha.html exists and is no page of this suite; give another name' err
check "both stay, and nothing is written" [ "$(cat theirs/alpha.html) $(ls theirs/*.html)" = "mine theirs/alpha.html" ]
rm theirs/alpha.html
"$report" --papers theirs >out 2>err </dev/null
control "a folder without pages is refused" [ $? -ne 0 ]
papers
for page in run/*.html; do check "what begins in $page ends in it" closed "$page"; done

points() { # SCRIPT EXPECTED: "x y" of all its curves, each curve ended by a semicolon
  (cd run/alpha && gnuplot -d -e "form = 'svg'; set format y '%g'; set table 'points'" "$1.gp" >/dev/null 2>&1)
  [ "$(awk '/^# Curve title/ && n++ { printf "; " } /^ *[0-9]/ { printf "%s %g ", $1, $2 }' run/alpha/points)" = "$2" ]
}
if command -v gnuplot >/dev/null; then
  # log10 of 1/4, 1/8, 4, 3, 8 and 7; 0.25/0.25 - 1 and 0.125/0.25 - 1; the values themselves
  check "logarithms" points fig2_log "0 -0.60206 1 -0.90309 ; 0 0.60206 1 0.477121 ; 0 0.90309 1 0.845098 "
  check "change since the start" points fig2_lack "0 0 1 -0.5 "
  check "as it is" points fig3_bad "0 0.25 1 0.125 "
  control "another curve" points fig3_bad "0 0.25 1 0.25 "
fi

# Without gnuplot the page says that curves are missing. A figure that has only curves then counts as missing.
cp run/alpha.html with.html
papers /var/empty
check "without gnuplot" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 1 incomplete; 2 of 3 tables made, 1 incomplete" ]
check "what that changes, and no more" [ "$(diff with.html run/alpha.html | tee err | grep -c "^>")" -eq 5 ]
check "the page says it" has run/alpha.html "<strong>No curves.</strong> gnuplot was not found"
check "each curve does" [ "$(grep -c '^<p class=warn>Not drawn: gnuplot was not found.</p>$' run/alpha.html)" -eq 4 ]
check "no word of gnuplot's" lacks run/alpha.html "made up"
check "nothing is drawn" lacks run/alpha.html "<svg "

echo full >run/mode
# Without rates, the page says so, and the table of means is missing.
mv run/all/results_bench.tsv rates.tsv
papers
check "no rates" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 0 incomplete" ]
check "said of the rates and of their means" [ "$(grep -c '<p class=warn>The rates were not measured in this run.</p>' run/alpha.html)" -eq 2 ]
check "no legend of nothing" lacks run/alpha.html "Every rate was checked"
check "the published stand alone" has run/alpha.html "<td class=n>6 to 7</td><td>theirs</td></tr>"
mv rates.tsv run/all/results_bench.tsv

# One skipped rate. Of seven ways for one rate, six have columns.
cp run/all/results_bench.tsv rates.tsv
grep -v 'another reason$' rates.tsv >run/all/results_bench.tsv
for k in 1 2 3 4 5 6; do printf 'b1\tway%s\tgroup\tok\t4\tNaN\tNaN\t1\t0\t-\n' $k; done >>run/all/results_bench.tsv
papers
check "one rate was skipped" has run/alpha.html "<p class=source>1 rate was skipped because: too &lt;slow&gt;.</p>"
columns() { grep -o '<th colspan=2>' run/beta.html | wc -l; }
check "six ways" [ "$(columns)" -eq 6 ]
check "not the seventh" lacks run/beta.html "way6"
cp rates.tsv run/all/results_bench.tsv
papers
control "of one way" [ "$(columns)" -eq 6 ]

# Long words of a table and long lines of a log are cut: words after 95 letters, including eight of
# the file name, lines after 2047.
cp run/figures.tsv figures.tsv
sed "s/strain run_m.1=one/strain run_m.1=$(printf %0100d 0)/" figures.tsv >run/figures.tsv
printf '%02100d\n' 0 >run/alpha/fig1_d.done
papers
check "a word" grep -q '^array label\[1\] = \["0\{87\}"\]$' run/alpha/fig3_bad.gp
check "a line" [ "$(grep -o '<pre>0*</pre>' run/alpha.html | awk '{ print length($0) - 11 }')" = 2047 ]
cp figures.tsv run/figures.tsv
echo 'build/bin/xpbd-sim d' >run/alpha/fig1_d.done
papers
control "a word that fits" grep -q '^array label\[1\] = \["0\{87\}"\]$' run/alpha/fig3_bad.gp
# A failure to write is an error of the run.
mv run/alpha alpha && : >run/alpha
papers
check "a file in the place of a folder" [ "$code $(grep -c 'folder cannot be made' err)" = "3 1" ]
rm run/alpha && mv alpha run/alpha

# A table longer than one read is read completely: 3000 errata of gamma, and the lines after them.
cp run/all/results_verdicts.tsv verdicts.tsv
awk -v OFS='\t' 'BEGIN { for (i = 0; i < 3000; i++) print "g" i, "-", "Gamma 2003", "erratum", "(1)", "x + y", "x - y", "-", "-", "-", "0.5", "0", "g", "errata/g", "yes"
  printf "g\t-\tGamma 2003\tclaim\tp. 1\tthe last\t-\t-\treproduced\t1\t-\t-\tg\tclaims/g\tyes" }' >>run/all/results_verdicts.tsv
papers
check "a long table, without an end of its last line" has run/index.html "<td class=n>1</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>3000</td></tr>"
check "its last line" has run/gamma.html "<td class=wide>the last</td>"
cp verdicts.tsv run/all/results_verdicts.tsv

# An erratum whose check failed is marked, and not counted as found.
found() { # ERRATA: the index has that many for alpha, after 3 unjudged claims and 1 failed check
  has run/index.html "<td class=n>3</td><td class=n>1</td><td class=n>$1</td></tr>"
}
sed 's/\(errata\/e1\t\)yes$/\1no/' verdicts.tsv >run/all/results_verdicts.tsv
papers
check "an erratum of a check that failed is not counted" found 1
check "it is shown so" has run/alpha.html "<code>xpbd-validate e1</code> failed</td></tr>"
sed 's/\(errata\/e[12]\t\)yes$/\1no/' verdicts.tsv >run/all/results_verdicts.tsv
papers
check "nor are two" found 0
check "that none was found is not said of them" lacks run/alpha.html "None was found."
cp verdicts.tsv run/all/results_verdicts.tsv
papers
control "errata that hold" found 0

# A mean over rates of which one is missing is incomplete, and averages the others.
cp run/fps.csv fps.csv
sed 's/^b1,\(.*\),4,4,/b0,\1,2,2,/; /^b0/r fps.csv' fps.csv | awk '/^b0/ { begun = 1; print; next } !begun || /^b1/' >run/fps.csv
check "a rate more" [ "$(grep -c ^b run/fps.csv)" -eq 2 ]
papers
check "one that is missing" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]
check "the mean of the other" has run/beta.html "<tr><td>xpbd</td><td>seq, group order</td><td class=n>1</td><td class=n>4.00</td>"
cp fps.csv run/fps.csv
papers
control "none that is missing" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]

# Times of a failed command are incomplete. Without any row they are missing.
mv run/alpha/cost_a.done run/alpha/cost_a.failed
papers
check "times of a command that failed" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]
check "which is said" [ "$(grep -c "The command failed: </p>" run/alpha.html)" -eq 2 ]
mv run/alpha/cost_a.tsv cost_a.tsv && head -n 1 cost_a.tsv >run/alpha/cost_a.tsv
papers
check "no times" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 1 incomplete" ]
mv cost_a.tsv run/alpha/cost_a.tsv && mv run/alpha/cost_a.failed run/alpha/cost_a.done

# Malformed tables.
refused() { papers; [ "$code" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && has err "$1"; }
cp run/figures.tsv figures.tsv
sed '5s/\t[^\t]*$//' figures.tsv >run/figures.tsv
check "a cell too few" refused "run/figures.tsv:5: 8 cells, the first line has 9"
sed '$s/$/\tmore/' figures.tsv >run/figures.tsv
check "a cell too many" refused "run/figures.tsv:$(wc -l <figures.tsv): 10 cells, the first line has 9"
# of N: make a list of N papers.
of() { cat figures.tsv && for k in $(seq 4 "$1"); do grep '	paper	' figures.tsv | sed -n "1s/^alpha/p$k/p"; done; }
of 17 >run/figures.tsv
check "a paper too many" refused "run: figures.tsv has more than 16 papers"
of 16 >run/figures.tsv
papers
control "sixteen" refused "run: figures.tsv has more than 16 papers"
head -n 1 figures.tsv >run/figures.tsv
check "no row" refused "run has no figures.tsv"
: >run/figures.tsv
check "no line" refused "run/figures.tsv: empty"
cp figures.tsv run/figures.tsv
control "the table itself" refused "figures.tsv"
finish
