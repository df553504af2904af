#!/bin/sh
# Why this file exists: rows are short on a terminal and have everything in a file or with --wide.
# usage: terminal.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
if ! command -v script >/dev/null || ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  echo "skipped: no script (Debian: bsdutils)"
  exit 77
fi

# on_terminal ARGUMENT...: what it prints on a terminal, without colours and carriage returns.
on_terminal() {
  script -qec "'$bench' cloth -a size=6,10 -a constraint=stretching -a backend=seq,omp --quiet $*" /dev/null 2>&1 </dev/null |
    tr -d '\r' | sed 's/\x1b\[[0-9;]*[mK]//g' >"$work/output"
}
short() { [ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' "$work/output")" -le 100 ]; }
says() { grep -q -e "$1" "$work/output"; }
on_terminal
check "four rows" [ "$(grep -cE '^cloth/size:(6|10)/backend:(seq|omp) .*  yes$' "$work/output")" -eq 4 ]
check "which are short" short
check "what they share stands once" says '^all rows: .*constraint:stretching'
control "counters of wide rows" says ns_per_projection
on_terminal --wide
check "--wide has them" says ns_per_projection
control "--wide is short" short
quiet "$bench" cloth -a size=6 -a constraint=stretching -a backend=seq --quiet
check "so has a file" says ns_per_projection
control "a file is short" short
finish
