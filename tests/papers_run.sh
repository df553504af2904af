#!/bin/sh
# Why this file exists: ./run papers, tried with one small figure on a copy whose programs are those of the build: tables,
# curves and pages come, what is finished is not made again, a command that fails is on the page with its reason.
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
cp "$source"/tests/run_*.sh "$tree/tests/"
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

check "a paper that is none" ends 1 "'nonsense' is no paper and no figure" --quick nonsense
check "an option that is none" ends 1 "'--quik' is no option" --quik
check "nothing to go on with" ends 1 "there is no run to go on with" --resume
check "one figure" ends 0 "index.html" --quick verlet/fig4
check "its folder" here
check "the run behind the curve" [ -s "$folder/verlet/fig2_c.tsv" ]
check "only that one" [ ! -e "$folder/verlet/fig2_a.tsv" ]
check "the command is on the page" has verlet.html "build/bin/xpbd-sim stack_c"
check "what was not made is said" has verlet.html "Not made in this run."
check "the quick run is said" has index.html "Quick run."
check "and what it did instead" has verlet.html "<code>-n 100</code> instead of <code>-n 500</code>"
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

# Verdicts: each with its part, its settings and its command; one of a check that failed is none.
table=$folder/all/results_verdicts.tsv
mkdir -p "$folder/all"
check "verdicts" quiet "$programs/xpbd-validate" errata/bending-difference claims/bending-law claims/groups --tables "$table"
check "their pages" quiet "$programs/xpbd-report" --papers "$folder"
check "a part with its settings" has morse.html "<td class=wide>cloth and flag</td><td class=wide>as printed: 4880 edges"
check "its command" has morse.html "<code>xpbd-validate claims/groups</code>"
check "what is true by construction is counted apart" \
  has bending.html "1 reproduced, 1 in part or under a condition, 0 not reproduced, 1 by construction, 0 not judged here"
check "what can be read in two ways is no erratum" has bending.html "What can be read in two ways"
awk -F '\t' -v OFS='\t' '$2 == "bending_correction" { $14 = "no" } { print }' "$table" >"$table.new" && mv "$table.new" "$table"
check "the pages of another table" quiet "$programs/xpbd-report" --papers "$folder"
control "a verdict of a check that failed" has bending.html "1 reproduced, "
check "it is said" has bending.html "0 not judged here, 1 of checks that failed"

sed 's/stack_c/stack_x/' "$source/data/papers/figures.tsv" >"$tree/data/papers/figures.tsv"
check "a command that fails" ends 2 "1 of 1 commands failed" --quick --resume verlet/fig4
check "is on the page, with its reason" has verlet.html "unknown scene"
rm "$folder/figures.tsv"
quiet "$programs/xpbd-report" --papers "$folder"
check "a folder without its table" grep -q "holds no figures.tsv" "$work/output"
finish
