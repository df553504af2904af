#!/bin/sh
# Why this file exists: no wrong number may be published. A small run is measured, its journal gets made-up samples, and
# another program computes every number of the JSON, the tables, the console, the page and the figures from them
# (oracle.pl). Each number of the page is then changed alone, and must be noticed (each.pl). Usage: numbers.sh SOURCE
# PATH_OF_XPBD_BENCH [PATH_OF_XPBD_REPORT]
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/oracle/begin.sh"

# Two springs with three sizes and two numbers of iterations, on both backends; every way of a projection; published
# rates.
plan="cloth projection papers -a size=6,10,16 -a iterations=2,20 -a backend=seq,omp -a threads=2
  -a constraint=stretching,hookean -a row=energy_torus_linear_xpbd,energy_torus_stvk_xpbd --frames 7 --warm 1
  --min-episodes 9 --max-episodes 9 --rel-err 0.000000001 --benchmark_color=false --progress off"
measure() { # FOLDER OPTION...: a run of three episodes for each point
  to=$1
  shift
  # shellcheck disable=SC2086 # words of options
  "$bench" $plan --exclude 'projection/(size:10|size:16|size:6/iterations:2/)' --budget 0.000001s --json "$to/results.json" \
    --tsv "$to/results.tsv" --journal "$to/samples.jsonl" "$@" >"$to/console" 2>output </dev/null
}
resume() { # FOLDER: the results of a journal that is complete
  "$bench" --resume "$1" --benchmark_out "$1/rows.csv" --benchmark_out_format csv >"$1/console" 2>output </dev/null
}
# No figure is drawn, only their data are compared.
page() { PATH=/var/empty "$report" "$1/results.json" --out "$2" >output 2>&1 </dev/null; }
right() { perl "$here/oracle.pl" "$source" "$@" >output 2>&1; }
compared() { awk '/values compared/ { exit !($1 > '"$1"') } END { if (NR == 0) exit 1 }' output; }
# columns FILE: the columns of a table, one per line, without the axes. The bench has the axes of all benchmarks, a
# report those of its run.
columns() { head -n 1 "$1" | tr '\t' '\n' | sed '5,/^warm$/d'; }
same_columns() {
  columns "$1" >columns
  columns "$2" >others
  grep -q '^precision_used$' columns && diff columns others >output
}

mkdir measured made
check "a run" measure measured
check "its journal takes other samples" sh -c "perl '$here/samples.pl' 9 7 <measured/samples.jsonl | perl '$here/../resum.pl' >made/samples.jsonl"
check "and gives results" resume made
pages=""
if [ -n "$report" ]; then
  check "a report of the measured run" page measured measured-page
  check "its table has the columns of the run's" same_columns measured/results.tsv measured-page/results.tsv
  perl -pe 's/\tdevice_s//' measured-page/results.tsv >less.tsv
  control "a column less" same_columns measured/results.tsv less.tsv
  check "a report of the made one" page made made-page
  pages=yes
fi
check "every number of the measured run" right measured ${pages:+measured-page}
check "they were compared" compared 5000
check "every number of the made run, with intervals" right made ${pages:+made-page}
check "they were compared" compared 9000

# each FOLDER: a change of any number on the page is noticed; run in the oracle's folder.
each() { perl "$1/each.pl" "$source" made made-page >output 2>&1; }
if [ -n "$pages" ]; then
  check "each number of the page is seen when it is another one" each "$here"
  mkdir blind
  cp "$here"/*.pl blind
  sed -i '/^  check_validity(/d' blind/whole.pl blind/page.pl
  cmp -s blind/page.pl "$here/page.pl" && check "the edit for the control did nothing" false
  blind() { each blind || ! grep -q '^not noticed: ' output; }
  control "an oracle that does not look at one section" blind
fi

# What a change of one number does not show: a number for another, a word, a figure, the console.
wrong "processor time is wall time in one row" made/results.json 's/("real_time": ([0-9.e+-]+),\s*"cpu_time": )[0-9.e+-]+/$1$2/'
wrong "the end of an interval in the table" made/results.tsv 's/(ok\t(?:[^\t\n]*\t)+max-episodes\t[0-9.e-]+\t)([0-9.e-]+)\t([0-9.e-]+)/$1$3\t$2/'
wrong "a rate on the console" made/console 's/fps_low1=(\d)/"fps_low1=" . ($1 % 9 + 1)/e'
wrong "a count of operations" made/results.json 's/("flops_per_projection": )52/${1}53/'
wrong "a roof of one thread as that of both" made/results.json 's/("\w+_one": \{"state": "known", "value": )([0-9.e+]+)/$1 . 2 * $2/ge'
wrong "a share on the console" made/console 's/compute_share=(\d)/"compute_share=" . ($1 % 9 + 1)/e'
wrong "a sample of the journal" made/samples.jsonl 's/("samples_s": \[0\.\d*?)([1-9])/$1 . ($2 % 9 + 1)/e'
if [ -n "$pages" ]; then
  wrong "a gain that no interval shows" made-page/index.html 's{no difference shown at}{faster at}'
  wrong "the constraint of a gain" made-page/index.html 's{(Relative to seq, with the constraint )stretching}{$1hookean}'
  wrong "a caption" made-page/index.html 's{(Seen here: )([0-9.]+) to ([0-9.]+)}{$1$2 to $2}'
  wrong "the values of a check as its limits" made-page/index.html \
    's{(<td>projections left out</td>(?:<td class=n>\d+</td>){2})(<td class=n>[^<]*</td>)(<td class=n>[^<]*</td>)}{$1$3$2}'
  wrong "the rate of memory of one thread as that of all" made-page/index.html \
    's{(<th scope=row>triad</th><td>)[^<]*(.*?<th scope=row>triad_one</th><td>)([^<]*)}{$1 . $3 . $2 . "9$3"}se'
  wrong "what does not apply as unknown" made-page/index.html 's{<i>not applicable</i>(</td><td class=source>environment: not set)}{<i class=unknown>unknown</i>$1}'
  wrong "the error of a gradient" made-page/figures/projection_gradient.tsv 's/^(\d\t\d\.\d*?)([1-9])/$1 . ($2 % 9 + 1)/me'
  wrong "the table of the report" made-page/results.tsv 's/(ok\t(?:[^\t\n]*\t)+max-episodes\t0?\.?0*)([1-9])/$1 . ($2 % 9 + 1)/e'
  for figure in cloth_fps_size cloth_fps_iterations cloth_speedup cloth_spread projection_edges_ns projection_edges_roofline papers_processor_published; do
    wrong "$figure" made-page/figures/$figure.tsv 's/^(\d[^\t\n]*\t)([^\t\n]*\t)([^\t\n]*\t)(\d\.?\d*?)([1-9])/$1 . $2 . $3 . $4 . ($5 % 9 + 1)/me'
  done
fi
noticed oracle.pl "$source" made ${pages:+made-page}
finish
