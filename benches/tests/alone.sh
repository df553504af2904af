#!/bin/sh
# Why this file exists: points share the reference, the plain solution and the residual in memory. Measured alone, a
# point must give the same results as beside the others.
# usage: alone.sh SOURCE PATH_OF_XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
near="cloth -a size=6 -a iterations=2,5 -a constraint=stretching,stvk -a precision=f32,f64 -a backend=seq,omp --benchmark_dry_run --quiet"

# ends FILE.tsv: name, residual, hash and check of each row.
ends() {
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["name"], $at["residual"], $at["state_hash"], $at["checked"] }' "$1" | LC_ALL=C sort
}
"$bench" $near --tsv together.tsv >output 2>&1
ends together.tsv >together
check "sixteen points" [ "$(wc -l <together)" -eq 16 ]
check "eight residuals: those of seq and omp are the same" [ "$(cut -d ' ' -f 2 together | sort -u | wc -l)" -eq 8 ]
cut -d ' ' -f 1 together | while read -r name; do
  "$bench" $near --benchmark_filter="^$name\$" --tsv alone.tsv >output 2>&1 && ends alone.tsv
done >alone
diff together alone >output
check "each one alone" cmp -s together alone
sed '1s/ [^ ]* / 0.5 /' together >other
control "another residual" cmp -s other alone
finish
