#!/bin/sh
# Why this file exists: tests ./run papers with one small figure on a copy that has the programs of the build. It makes
# tables, curves and pages, does not repeat what is finished, and shows a failed command on the page with its reason.
# usage: papers_run.sh SOURCE FOLDER-OF-PROGRAMS
set -u
source=$1
programs=$(cd "$2" && pwd) || exit 2
. "$source/tests/common.sh"
command -v bash >/dev/null || { echo "skipped: needs bash"; exit 77; }
[ -x "$programs/xpbd-report" ] || { echo "skipped: xpbd-report was not built (needs jansson)"; exit 77; }

tree=$work/tree
mkdir -p "$tree/tests" "$tree/data" "$tree/build" "$work/path"
cp "$source/run" "$tree/"
cp -r "$source/scripts" "$tree/"
cp -R "$source/data/papers" "$tree/data/"
ln -s "$programs" "$tree/build/bin"
printf '#!/bin/sh\nexit 0\n' >"$work/path/cmake" # the programs are there
chmod +x "$work/path/cmake"

papers() { PATH="$work/path:$PATH" XPBD_INSTALL=no quiet "$tree/run" papers "$@"; }
ends() { # ends CODE TEXT ARGUMENT...
  want=$1 text=$2
  shift 2
  papers "$@"
  [ $? -eq "$want" ] && grep -qF -e "$text" "$work/output"
}
here() { folder=$(echo "$tree"/reports/*-papers-*.local) && [ -d "$folder" ]; }
has() { grep -qF -e "$2" "$folder/$1"; }

check "a paper that is none" ends 1 "'nonsense' is neither a paper nor a figure" --quick nonsense
check "an option that is none" ends 1 "unknown option '--quik'" --quik
check "nothing to go on with" ends 1 "there is no run to continue" --resume
check "a figure that nothing makes" ends 0 "index.html" --quick morse/fig6
check "its folder" here
check "is on its page" has morse.html "Fig. 6"
rm -r "$tree/reports"
jobs_of() { # jobs_of NAME: the commands that would run for it
  # shellcheck disable=SC2016
  bash -c '. "$1"; papers_jobs "$2" quick "$3"' - "$source/scripts/papers.sh" "$source/data/papers/figures.tsv" "$1" | cut -f 1-3 | tr '\t\n' '  '
}
check "mean rates need the benchmark" [ "$(jobs_of energy/fig8)" = "all results bench " ]
control "so does a picture" [ "$(jobs_of verlet/fig1)" = "all results bench " ]
check "one figure" ends 0 "index.html" --quick verlet/fig4
check "its folder" here
check "the run behind the curve" [ -s "$folder/verlet/fig2_c.tsv" ]
check "only that one" [ ! -e "$folder/verlet/fig2_a.tsv" ]
check "the command is on the page" has verlet.html "build/bin/xpbd-sim stack_c"
check "what was not made is said" has verlet.html "Not made in this run."
check "the quick run is said" has index.html "Quick run."
check "and what it did instead" has verlet.html "<code>-n 100</code> instead of <code>-n 500</code>"
# What was not made or judged has a dash instead of a number. What is missing is not named.
row() { grep -F "$1.html" "$folder/index.html" | sed 's/.*<td class=wide>[^<]*<\/td>//; s/<br>/, /g; s/<[^>]*>/ /g; s/  */ /g; s/^ //; s/ $//'; }
made=$(command -v gnuplot >/dev/null && echo 1 || echo 0) # Fig. 4, whose curve alone needs no other run; Fig. 2 lacks two pictures
check "figures made, one in part, no table, no rate, no verdict" [ "$(row verlet)" = "$made of 9, 1 incomplete – – – – – – – – – –" ]
check "tables apart from figures, rates not measured" [ "$(row energy)" = "0 of 7 0 of 1 0 of 22 – – – – – – – –" ]
check "no verdict on its page" has verlet.html "Claims and errata were not judged in this run."
control "a table that is not there" has index.html "all/results_"
check "in one line" grep -qF "5 papers: $made of 39 figures made, 1 incomplete; 0 of 2 tables made, 0 incomplete" "$tree/build/logs/writing-the-pages.log"
check "the index leads to it" has index.html 'href="verlet.html"'
control "an index of other papers" has index.html 'href="nobody.html"'
if command -v gnuplot >/dev/null; then
  check "the curve" has verlet.html "<svg"
else
  check "no curve, with its reason" has verlet.html "gnuplot was not found"
fi

touch -t 200001010000 "$folder/verlet/fig2_c.tsv"
check "resumed" ends 0 "index.html" --quick --resume verlet/fig4
check "what is finished is not made again" [ "$folder/verlet/fig2_c.tsv" -ot "$tree/run" ]
rm "$folder/verlet/fig2_c.done" # as an interruption leaves it
check "resumed again" ends 0 "index.html" --quick --resume verlet/fig4
control "what is not finished is left" [ "$folder/verlet/fig2_c.tsv" -ot "$tree/run" ]
check "a full run is no quick one" ends 1 "is a quick run" --resume verlet/fig4
# Other runs in between, of another kind, older, or without a kind, do not hide it.
other=$tree/reports/z-papers-2 older=$tree/reports/z-papers-1
mkdir "$other.local" "$older.local" "$tree/reports/z-papers-3.local"
echo quick >"$older.local/mode"
touch -t 200001010000 "$older.local/mode"
check "of several runs of another kind the last is named" ends 1 "${folder##*/} is a quick run" --resume verlet/fig4
echo full >"$other.local/mode"
check "resumed behind a full run" ends 0 "${folder##*/}/index.html" --quick --resume verlet/fig4
rm -r "$other.local" "$older.local" "$tree/reports/z-papers-3.local"

# A figure that lacks a curve is incomplete, no more than that.
if command -v gnuplot >/dev/null; then
  sed "s/fig2_a=total fig2_a:kinetic_J=kinetic/fig2_c=total fig2_a:kinetic_J=kinetic/" "$source/data/papers/figures.tsv" >"$folder/figures.tsv"
  check "pages with half a figure" quiet "$programs/xpbd-report" --papers "$folder"
  check "is counted apart" [ "$(row verlet | cut -d ' ' -f 1-5)" = "1 of 9, 2 incomplete" ]
  check "and said" has verlet.html "Incomplete: fig2_a.tsv is missing, or has no column"
  cp "$source/data/papers/figures.tsv" "$folder/figures.tsv"
fi

# Rates have their interval, the mark of noise, or say that there is none. A skipped row is not measured.
mkdir -p "$folder/all"
cat >"$folder/all/results_bench.tsv" <<'END'
row	backend	order	status	fps	fps_lo95	fps_hi95	published_ratio	flagged	reason
energy_cloth_strain_xpbd	seq	mesh	ok	384	368	400	6	1	-
energy_torus_stvk_xpbd	seq	mesh	ok	96	NaN	NaN	2	0	-
energy_torus_linear_xpbd	seq	mesh	skipped	NaN	NaN	NaN	NaN	0	no time
END
mkdir -p "$folder/bending"
printf 'constraint\tbackend\torder\tthreads_used\tlanes_used\tns_per_projection\tfps\tfps_lo95\tfps_hi95\tflagged\ndihedral\tseq\tgroup\t1\t8\t20\t100\t80\t125\t0\n' \
  >"$folder/bending/cost_a.tsv"
check "pages with rates" quiet "$programs/xpbd-report" --papers "$folder"
check "interval of the rate and of the ratio, and the mark" has energy.html "<td class=n>384 <span title=\"a cause of noise was seen\">≈</span><br><span class=source>368 to 400</span></td><td class=n>6.00<br><span class=source>5.75 to 6.25</span></td>"
check "none of few episodes" has energy.html "<td class=n>96.0<br><span class=source>no interval</span></td><td class=n>2.00<br><span class=source>no interval</span></td>"
check "a mean of them has none either" has energy.html "<td class=n>240 <span title=\"a cause of noise was seen\">≈</span><br><span class=source>no interval</span></td>"
check "a time is longer where the rate is lower" has bending.html "<td class=n>20.00<br><span class=source>16.00 to 25.00</span></td>"
check "a table of a command that did not end" [ "$(row bending | cut -d ' ' -f 1-8)" = "0 of 1 0 of 1, 1 incomplete" ]
check "how many are marked" has energy.html "(1 of 2 rates)"
check "the mean lacks rates: incomplete" [ "$(row energy | cut -d ' ' -f 1-13)" = "0 of 7 0 of 1, 1 incomplete 2 of 22 – –" ]
check "the table is named" has index.html "<code>all/results_bench.tsv</code>"
control "verdicts are" has index.html "results_verdicts"
rm -r "$folder/all/results_bench.tsv" "$folder/bending"

# Each verdict has its part, its settings and its command. A failed check gives none.
table=$folder/all/results_verdicts.tsv
mkdir -p "$folder/all"
check "verdicts" quiet "$programs/xpbd-validate" errata/bending-difference claims/bending-law claims/groups --tables "$table"
check "their pages" quiet "$programs/xpbd-report" --papers "$folder"
check "a part with its settings" has morse.html "<td class=wide>cloth and flag</td><td class=wide>as printed: 4880 edges"
check "its command" has morse.html "<code>xpbd-validate claims/groups</code>"
check "what is true by construction is counted apart" \
  has bending.html "1 reproduced, 1 in part or under a condition, 0 not reproduced, 0 undecided, 1 by construction, 0 not judged here"
check "the index counts them" [ "$(row bending | cut -d ' ' -f 7-)" = "– 1 1 0 0 1 0 0 0" ]
check "of a paper without a verdict it says nothing" [ "$(row verlet | cut -d ' ' -f 6-)" = "– – – – – – – – – –" ]
check "its page neither" has verlet.html "Claims and errata were not judged in this run."
check "what can be read in two ways is no erratum" has bending.html "What can be read in two ways"
awk -F '\t' -v OFS='\t' '$2 == "bending_correction" { $14 = "no" } { print }' "$table" >"$table.new" && mv "$table.new" "$table"
check "the pages of another table" quiet "$programs/xpbd-report" --papers "$folder"
control "a verdict of a check that failed" has bending.html "1 reproduced, "
check "it is said" has bending.html "0 not judged here, 1 of checks that failed"

# A method that its paper prints unstable may diverge. Another one may not.
unstable='xpbd-sim, energy-line14: stopped at frame 3 of 9: the simulation diverged; this method diverges as printed; x'
lost() { # lost LINE...: what the log of a command would say
  printf '%s\n' "$@" >"$work/log"
  # shellcheck disable=SC2016
  bash -c '. "$1"; papers_lost "$2"' - "$source/scripts/papers.sh" "$work/log"
}
check "printed unstable" lost "$unstable" "2 runs side by side"
control "another method" lost "$unstable" "xpbd-sim, xpbd: stopped at frame 4 of 9: the simulation diverged; more --substeps may help"
control "nothing stopped" lost "2 runs side by side"
check "a figure in which one diverges" ends 0 "index.html" --quick --resume energy/fig1
check "is there" [ -s "$folder/energy/fig1_a.png" ]
check "with the table of the run that stopped" [ "$(wc -l <"$folder/energy/fig1_a.1.tsv")" -lt "$(wc -l <"$folder/energy/fig1_a.9.tsv")" ]
check "and counts as made" [ "$(row energy | cut -c 1-6)" = "1 of 7" ]

sed 's/stack_c/stack_x/' "$source/data/papers/figures.tsv" >"$tree/data/papers/figures.tsv"
check "a command that fails" ends 2 "1 of 1 commands failed" --quick --resume verlet/fig4
check "is on the page, with its reason" has verlet.html "unknown scene"
rm "$folder/figures.tsv"
quiet "$programs/xpbd-report" --papers "$folder"
check "a folder without its table" grep -q "has no figures.tsv" "$work/output"
finish
