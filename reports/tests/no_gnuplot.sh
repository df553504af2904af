# Why this file exists: without gnuplot, or with one that fails, a report has everything but the pictures and says so.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" good >run.json
mkdir bin # a PATH without gnuplot
without() { PATH=$work/bin "$report" run.json --out "$1" >out 2>err; code=$?; }
without report
check "it works" [ "$code" -eq 0 ]
check "the last line is the page" [ "$(tail -n 1 out)" = report/index.html ]
check "the lines before say what is missing" has out "apt-get install gnuplot-nox"
check "the page says it" has report/index.html "gnuplot was not found"
check "data are there" [ -s report/figures/cloth_speedup.tsv ]
check "scripts are there" [ -s report/figures/cloth_speedup.gp ]
check "results are there" [ -s report/results.tsv ]
pictures() { [ -n "$(find "$1" -name '*.svg' -o -name '*.png')" ]; }
control "pictures" pictures report

# One that draws rubbish and fails: no half picture, and the exit code tells.
printf '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "<svg half"\necho "line 7: made-up trouble" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
without broken
check "its failure is a failure" [ "$code" -eq 3 ]
check "its complaint is shown" has out "line 7: made-up trouble"
check "the page shows it too" has broken/index.html "line 7: made-up trouble"
control "half a picture" pictures broken
check "nothing temporary" left broken

if command -v gnuplot >/dev/null; then
  run run.json --out report
  check "with gnuplot there are pictures" pictures report
  check "and nothing is missing" lacks out "left out"
fi
finish
