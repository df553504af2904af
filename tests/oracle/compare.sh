#!/bin/sh
# Why this file exists: no wrong number may leave a comparison, or the four lines at the end of a run. Another program
# computes every number of `xpbd-report compare` and `xpbd-report brief` from the samples of the journals (compare.pl,
# brief.pl). Usage: compare.sh SOURCE PATH_OF_XPBD_BENCH PATH_OF_XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/oracle/begin.sh"
needs_report

measure() { # FOLDER OPTION...: a run of three episodes for each point
  mkdir "$1"
  to=$1
  shift
  "$bench" cloth -a iterations=2,20 -a constraint=stretching,hookean --frames 7 --warm 1 --min-episodes 9 --max-episodes 9 \
    --rel-err 0.000000001 --progress off --budget 0.000001s --json "$to/results.json" --journal "$to/samples.jsonl" "$@" \
    >output 2>&1 </dev/null
}
# made FROM TO SEED: another process of the same run, with made-up samples.
made() {
  mkdir "$2"
  perl "$here/samples.pl" 9 7 "$3" <"$1/samples.jsonl" | perl "$here/../resum.pl" >"$2/samples.jsonl"
  "$bench" --resume "$2" >output 2>&1 </dev/null
}
# B crosses A, and has rows without a partner; C differs in another axis.
check "A is measured" measure a -a size=6,10,16 -a backend=seq
check "B is measured" measure b -a size=6,10,16,20 -a backend=omp -a threads=2
check "C is measured" measure c -a size=6,10,16 -a backend=seq -a precision=f64
for process in a1:101 a2:102 a3:103 b1:201 b2:202 b3:203 c1:301; do
  name=${process%:*}
  check "a process, $name" made "${name%?}" "$name" "${process#*:}"
done

# page FOLDER OPERANDS...: no figure is drawn, only their data are compared.
page() {
  to=$1
  shift
  PATH=/var/empty "$report" compare "$@" --out "$to" >output 2>&1 </dev/null && cp output "$to/console"
}
right() { folder=$1; shift; perl "$here/compare.pl" "$folder" "$folder/console" "$@" >output 2>&1; }
a=seq,\ threads\ 0:a b=omp,\ threads\ 2:b
check "runs of one process" page single a1 b1 c1
check "their numbers" right single turns 'seq, f32, threads 0:a1' 'omp, f32, threads 2:b1' 'seq, f64, threads 0:c1'
check "too few episodes for an interval" page few a b
check "its numbers" right few turns "$a" "$b"
check "runs of three, with another margin" page several a1,a2,a3 b1,b2,b3 --margin 10%
check "their numbers" right several turns,margin=0.1 "${a}1,a2,a3" "${b}1,b2,b3"
check "process beside process" page beside a1,a2,a3 b1,b2,b3 --paired
check "its numbers" right beside paired "${a}1,a2,a3" "${b}1,b2,b3"
check "within one run" page within a1,a2,a3 --by constraint
check "its numbers" right within by=constraint stretching:a1,a2,a3 hookean:a1,a2,a3
# A constraint of one run against another one of the other run, and against another one of the same run, where each
# process measured both.
take="--a constraint=stretching --b constraint=hookean"
# shellcheck disable=SC2086 # words
check "a part of each run" page parts a1,a2,a3 b1,b2,b3 $take
check "its numbers" right parts turns,take=constraint 'seq, stretching, threads 0:a1,a2,a3' 'omp, hookean, threads 2:b1,b2,b3'
# shellcheck disable=SC2086
check "two parts of a run" page twice a1,a2,a3 a1,a2,a3 $take
check "its numbers" right twice paired,take=constraint stretching:a1,a2,a3 hookean:a1,a2,a3
control "as of runs that did not take turns" right twice turns,take=constraint stretching:a1,a2,a3 hookean:a1,a2,a3
control "the other part" right twice paired,take=constraint hookean:a1,a2,a3 stretching:a1,a2,a3

lines() { "$report" brief "$1/results.json" >"$1/brief" 2>output </dev/null; }
brief() { perl "$here/brief.pl" "$1" >output 2>&1; }
for run in a a1 b1; do
  check "the lines at the end of $run" lines $run
  check "their numbers" brief $run
done

other='. ($2 % 9 + 1)/e' # a digit becomes another
wrong "a mean of rows" beside/console "s/(the geometric|, the geometric mean of )(\\d)/\$1 $other"
wrong "a ratio in the terminal" beside/console "s/(\\n  size 16.*?s  +\\d+\\.)(\\d)/\$1 $other"
wrong "the end of an interval" beside/compare.tsv 's/([0-9.]+)\t([0-9.]+)(\t[A-Z]+\t[a-z ]+\t)/$2\t$1$3/'
wrong "one verdict" beside/compare.tsv 's/\tSLOWER\t/\tUNSURE\t/'
wrong "what is between processes" beside/compare.tsv "s/(\\t3\\t0\\.\\d*?)([1-9])/\$1 $other"
wrong "a cell for a text" beside/compare.md "s/(\\| size 10.*?\\| )(\\d)/\$1 $other"
wrong "a cell for a paper" beside/compare.tex "s/(\\nsize 10.*?& )(\\d)/\$1 $other"
wrong "an error of a side" beside/compare.tsv "s/(\\t0?\\.\\d*?)([1-9])(?=\\d*\\t[^\\t]*\\t[^\\t]*\\t-\\n)/\$1 $other"
wrong "a time on the page" beside/index.html "s/(<td class=n>)(\\d)(?=[0-9.]*<br>[^|]*? processes)/\$1 $other"
wrong "a measurement of the machine" beside/index.html "s/(<h3>Measured at the time<.*?<td class=wide>)(\\d)/\$1 ${other}s"
wrong "where a line passes 1" beside/index.html "s/(faster from about )(\\d)/\$1 $other"
wrong "what bars are" beside/index.html "s{, by Student.*?s t over the processes of each point}{ over episodes}"
wrong "whose samples are drawn" beside/index.html 's/ of one process of each side, the first that has the point//'
wrong "a row that is left out" beside/index.html 's/A has no such row/B has no such row/'
check "figures have data" [ "$(ls beside/figures/*.tsv | wc -l)" -ge 6 ] # work against memory only if that was measured
for figure in beside/figures/*.tsv; do
  wrong "a cell of ${figure##*/}" "$figure" "s/^(\\d[^\\t\\n]*\\t[^\\t\\n]*\\t\\d*\\.\\d*?)([1-9])/\$1 ${other}m"
done
noticed compare.pl beside beside/console paired "${a}1,a2,a3" "${b}1,b2,b3"
wrong "an error over time" within/figures/cloth_error.tsv "s/^(\\d[^\\t\\n]*\\t0\\.\\d*?)([1-9])/\$1 ${other}m"
noticed compare.pl within within/console by=constraint stretching:a1,a2,a3 hookean:a1,a2,a3
# wrong_line WHAT PERL: the same for the lines of a1.
wrong_line() {
  rm -rf copy
  cp -r a1 copy
  perl -0777 -i -pe "$2" copy/brief
  ! cmp -s copy/brief a1/brief || check "$1: the edit for the control did nothing" false
  control "$1" brief copy
}
wrong_line "the fastest" 's/(seq )(\d)/$1 . ($2 % 9 + 1)/e'
wrong_line "the mesh at 60 FPS" 's/(up to )(\d)/$1 . ($2 % 9 + 1)/e'
wrong_line "the memory of the machine" 's/(processors?, )(\d)/$1 . ($2 % 9 + 1)/e'
wrong_line "rows that are certified" 's/((?:certified: |claimed:   ) )(\d)/$1 . ($2 % 9 + 1)/e'
finish
