#!/bin/sh
# Why this file exists: no wrong number may leave the benchmarks scenes, preservation, accuracy and papers, or those of
# other meshes. Another program computes their rows, answers, tables, captions and the data of their figures (oracle.pl,
# kinds.pl, meshes.pl). Usage: kinds.sh SOURCE PATH_OF_XPBD_BENCH PATH_OF_XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/oracle/begin.sh"
needs_report

# measure BENCHMARK OPTION...: seven episodes, enough for intervals, and a report without pictures.
measure() {
  mkdir "$1"
  "$bench" "$@" --frames 3 --warm 1 --min-episodes 7 --max-episodes 7 --rel-err 0.000000001 --benchmark_color=false \
    --progress off --json "$1/results.json" --tsv "$1/results.tsv" --journal "$1/samples.jsonl" >"$1/console" 2>output </dev/null
}
page() { PATH=/var/empty "$report" "$1/results.json" --out "$1/page" >output 2>&1 </dev/null; }
right() { perl "$here/oracle.pl" "$source" "$1" "$1/page" >output 2>&1; }

# Some rows are skipped: fast mass-springs move no handles, and have one implementation.
check "scenes" measure scenes -a scene=cloth_stretched,beam_twisted,cloth -a method=xpbd,jacobi,fms,pd -a backend=seq,omp \
  -a threads=2 -a size=5,7 -a iterations=4 -a substeps=1
check "preservation" measure preservation -a scene=cloth_stretched,blob -a size=5 -a iterations=2,5 \
  -a constraint=stretching,hookean,stretching+triangle_area,stretching+tet_volume
check "accuracy" measure accuracy -a size=4 -a constraint=stvk_strain_tet:E=50000,corotated_root_tet:E=50000 \
  -a method=xpbd,energy -a iterations=1,5 -a substeps=1,5,20
check "papers" measure papers -a row=energy_torus_linear_xpbd,energy_torus_stvk_xpbd,energy_torus_strain_xpbd
check "meshes" measure cloth -a size=6,9 -a iterations=20 -a constraint=stretching,morse -a mesh=auto,irregular,star \
  -a numbering=mesh,shuffled -a backend=seq,omp,loop -a threads=2
for run in scenes preservation accuracy papers cloth; do
  check "a report of $run" page $run
  check "every number of $run" right $run
done

# A body with one row, which all values of its table come from.
mkdir alone && cd alone || exit 1
check "one row" measure preservation -a scene=blob -a size=5 -a iterations=2 -a constraint=stretching
check "a report of it" page preservation
check "it has the volume" grep -q '<th[^>]*>[^<]*volume' preservation/page/index.html
cd ..

# Two bodies that differ in a parameter of their scene; each is measured against its own shortest steps.
mkdir bodies && cd bodies || exit 1
check "two angles" measure accuracy -a scene=pendulum -a angle=10,60 -a constraint=scene -a iterations=1,5 -a substeps=1,20
check "a report of them" page accuracy
check "every number of them" right accuracy
mkdir one && cp -r accuracy one && cd one || exit 1
sed -i 's/"angle": "60"/"angle": "10"/' accuracy/results.json
control "as one body" right accuracy
cd ../..

# try RUN: what is named to be wrong in it, and a number of each of its figures
try() {
  for figure in "$1"/page/figures/*.tsv; do
    wrong "$1, ${figure##*/}" "$figure" "s/^(\\d[^\\t\\n]*\\t-?\\d*\\.\\d*?)([1-9])/\$1 ${other}m"
  done
  noticed oracle.pl "$source" "$1" "$1/page"
}
other='. ($2 % 9 + 1)/e' # a digit becomes another
wrong "scenes, the slowest scene" scenes/page/index.html "s/(<p class=answer>[^<]*<b>)(\\d)/\$1 $other"
wrong "scenes, a cell of the grid" scenes/page/index.html "s/(<table class=grid>.*?<td class=n>)(\\d)/\$1 ${other}s"
wrong "scenes, the time a mean is over" scenes/page/index.html "s/(and the first 0\\.\\d)(\\d)/\$1 $other"
wrong "scenes, how much another method projects" scenes/page/index.html "s/( pd projects )(\\d)/\$1 $other"
wrong "scenes, equal work that is none" scenes/page/index.html 's/(Equal iterations are equal work).*?(\. Equal work is)/$1, not equal quality.$2/'
wrong "scenes, the precision of a row" scenes/page/index.html 's/<td>f64<\/td>/<td>f32<\/td>/'
wrong "scenes, the precision in the JSON" scenes/results.json 's/("precision": "f)64(", "instr)/${1}32$2/'
wrong "scenes, the precision in the table" scenes/results.tsv 's/\tf64(?=(\t[^\t\n]*){12}\n)/\tf32/'
try scenes
wrong "preservation, the best keeper" preservation/page/index.html "s/(<p class=answer>[^<]*<b>)(\\d)/\$1 $other"
wrong "preservation, the sag of a row" preservation/page/index.html "s/(<th scope=row>hookean.*?<td class=n>)(\\d)(?=[.0-9]*<\\/td><td>ok)/\$1 $other"
wrong "preservation, a caption" preservation/page/index.html "s/(\\(at most )(\\d)/\$1 $other"
wrong "preservation, a cell on the console" preservation/console "s/(stretching\\+tri\\S* +0\\.\\d*?)([1-9])/\$1 $other"
wrong "preservation, a moment of a course" preservation/results.json "s/(\"area_max\": \\[[^]]*?1\\.0*)([1-9])/\$1 $other"
try preservation
wrong "accuracy, how near it is" accuracy/page/index.html "s/(off by <b>)(\\d)/\$1 $other"
wrong "accuracy, steps of what is measured by" accuracy/page/index.html "s/( \\()(\\d)(?=\\d* steps a frame\\))/\$1 $other"
wrong "accuracy, one step of many" accuracy/page/index.html 's/(\(\d+ step)s( a frame\))/$1$2/'
wrong "accuracy, an error on the console" accuracy/console "s/(f64 .* )(\\d)(?=\\S*%)/\$1 $other"
try accuracy
wrong "papers, ours by the fastest way as by one loop" papers/page/index.html 's{(also with one loop are <b>)([0-9.]+)(.*? for each .*?<b>)([0-9.]+)}{$1 . ($2 eq $4 ? "9$2" : $4) . $3 . $4}e'
wrong "papers, how many by the fastest way" papers/page/index.html "s/(for each \\()(\\d)/\$1 $other"
wrong "papers, a ratio like theirs in the table" papers/page/index.html "s/(<td class=n>[0-9.]+<\\/td><td class=n><b>)(\\d)/\$1 $other"
try papers
wrong "cloth, times the grid's time" cloth/page/index.html "s/(a projection takes <b>)(\\d)/\$1 $other"
wrong "cloth, rows within the limit" cloth/page/index.html "s/(own limit is 3: )(\\d)/\$1 $other"
wrong "cloth, times the grid's time of a row" cloth/page/index.html "s/(mesh star<\\/th><td class=n>[^<]*<\\/td><td class=n><b>)(\\d)/\$1 $other"
wrong "cloth, a verdict" cloth/page/index.html 's/<td>(within|not shown|beyond)</<td>no interval</'
noticed oracle.pl "$source" cloth cloth/page
finish
