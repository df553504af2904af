#!/bin/sh
# Why this file exists: writes docs/made/methods.md from a run without times. Errors are the same on every machine.
# usage: benches/methods_page.sh XPBD-BENCH
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" methods --validate only -a workload=chain,cantilever_small -a substeps=4,10,40 -a iterations=2,10 --total-budget 3600s \
  --tsv "$work/errors.tsv" >"$work/lines" || [ $? -eq 2 ] || { tail -n 3 "$work/lines" >&2; exit 1; }
awk -f benches/methods_page.awk "$work/errors.tsv" >"$work/page"
cp "$work/page" docs/made/methods.md
