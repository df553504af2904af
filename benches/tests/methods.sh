#!/bin/sh
# Why this file exists: every method that minimises a workload's energies has rows of it, and its page and a reader believe
# them. Others are refused with the reason.
# usage: methods.sh SOURCE BENCH_MADE [XPBD-REPORT]
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/common.sh"
cd "$work" || exit 1
"$bench" methods -a workload=chain -a method=xpbd,fms,newton,pbd,pd -a substeps=40 -a iterations=5 --progress off \
  --json run.json >output 2>&1 </dev/null

check "a row of newton has no iterations, because it ends a step when it is solved" grep -q 'method:newton/substeps:40"' run.json
check "so the work of its frame is unknown" grep -q 'method:newton.*ns_per_projection=?' output
control "that of xpbd" grep -q 'method:xpbd.*ns_per_projection=?' output
check "the reason of a method without compliance" grep -q "pbd drops the compliance" output
check "the reason of a method with limits of strain" grep -q "pd limits the strain" output
check "the table has newton within 1 %" grep -q '^chain  *newton  *[0-9.]*, 40  *[0-9.]*, 40 ' output
control "within 0.1 %" grep -q '^chain  *newton  *[0-9.]*, 40  *[0-9.]*, 40  *[0-9.]*, 40' output
check "a method computes in double" "$bench" answers -a workload=chain -a method=newton -a substeps=40 -a iterations=100 \
  --validate only --quiet --progress off
control "in float" "$bench" answers -a workload=chain -a method=newton -a substeps=40 -a iterations=100 -a precision=f32 \
  --validate only --quiet --progress off

"$bench" methods --validate only -a workload=chain -a method=xpbd,fms,newton -a substeps=4,10,40 -a iterations=2,10 \
  --quiet --progress off --tsv errors.tsv >output 2>&1 </dev/null
awk -f "$source/benches/methods_page.awk" errors.tsv | grep '^| `' >lines
# same LINES: each is in docs/made/methods.md, and there are three.
same() { [ "$(wc -l <"$1")" -eq 3 ] && [ "$(grep -cxFf "$1" "$source/docs/made/methods.md")" -ge 3 ]; }
check "docs/made/methods.md has these errors (./run docs writes it again)" same lines
sed 's/0[.]46/0.47/' lines >other
control "another error" same other

if [ -n "$report" ]; then
  check "a report believes the rows" "$report" run.json --out page
  check "its page says which method is fastest" grep -q 'Within 1&nbsp;% of the recorded answer' page/index.html
  check "its figure has a line for each method" sh -c '[ "$(grep -c newton page/figures/methods_chain.tsv)" -gt 0 ]'
  sed 's/\("name": "projections done", "value": \)[0-9]*/\10/' run.json >idle.json
  control "rows that did nothing" "$report" idle.json --out idle
fi
finish
