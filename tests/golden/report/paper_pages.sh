# Why this file exists: the pages of the papers show every published number beside ours. These were compared, number by
# number, with the tables that they are made of (papers_fixture.sh). Three of the four rates of alpha were measured. Its
# claims: reproduced c1 half, c5 full, c6 left out; in part two of c1; not judged c4, c6 open and c7, because c5 and c6
# have a verdict elsewhere on what was left out. Gamma was not judged.
# Rates: a ratio has the interval of its rate (16 x 80/100 = 12.8, 16 x 125/100 = 20). Means: (6 + 55)/2 = 30.5 and (100
# + 300)/2 = 200, ends (80 + 240)/2 = 160 and (125 + 375)/2 = 250. A time is 20 x 100/125 = 16 to 20 x 100/80 = 25 ns.
has xpbd-report || skip "xpbd-report is not built"
. "$source/reports/tests/papers_fixture.sh"
papers_fixture papers
PATH=$PWD/papers/bin:$PATH
run xpbd-report --papers papers
text papers/index.html papers/alpha.html
# Of the others only the differences.
for paper in beta gamma; do part "papers/$paper.html:" sed '1,/^<header>/d' papers/$paper.html; done
for curve in fig2_log fig2_lack fig7_many; do part "papers/alpha/$curve.gp:" sed -n '2,/^y_label/p' papers/alpha/$curve.gp; done
# A full run does not mention a quick one, and nothing else changes.
cp papers/alpha.html quick.html
echo full >papers/mode
run xpbd-report --papers papers
diff quick.html papers/alpha.html >changes
part "what it changes in papers/alpha.html:" grep '^[<>]' changes
