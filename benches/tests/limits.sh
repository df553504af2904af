#!/bin/sh
# Why this file exists: a check is worth its limit. For points whose limits were worked out by hand from what the suite says
# of them, the results give those limits, and the part of the run that was computed a second time. Of a budget that ends the run,
# its limit as well, it is told; of a single processor, that nothing goes to another. Usage: limits.sh SOURCE PATH_OF_XPBD_BENCH
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
sweep="--benchmark_dry_run --quiet --progress off -a backend=seq"

# limits FILE.json: of each point what follows its benchmark, how it was checked behind the reference, and "check=limit"
# of each check that has one of its own; then whether there is a residual.
limits() {
  awk '
    /^    "points": \[/ { inside = 1 }
    !inside { next }
    /^        "name": / { name = $0; gsub(/^        "name": "|",$/, "", name) }
    /^        "checked": / { checked = $0; gsub(/^        "checked": "|",$/, "", checked); sub(/^[^,]*(, )?/, "", checked)
      sub(/^double@[0-9]* frames?(, )?/, "", checked) }
    /^        "solver": / { residual = /"residual": null/ ? "none" : "there" }
    /^          \{"name": "(projections left out|mechanical energy gained|mean strain|distance from a plain solver)"/ {
      what = limit = $0
      sub(/^ *\{"name": "/, "", what); sub(/".*/, "", what)
      sub(/.*"limit": /, "", limit); sub(/,.*/, "", limit)
      words[what] = limit
    }
    /^        "series": / {
      printf "%s|%s|%s|%s|%s|%s|%s\n", name, checked, words["projections left out"], words["mechanical energy gained"],
        words["mean strain"], words["distance from a plain solver"], residual
      split("", words); checked = ""
    }' "$1"
}
# as FILE LINE: a line of the file, its numbers to nine digits.
as() {
  awk -F '|' -v wanted="$2" '
    function near(a, b) { return a == b || (a != "" && b != "" && a + 0 != 0 && (a - b) / a < 1e-9 && (b - a) / a < 1e-9) }
    { n = split(wanted, w, "|"); if (w[1] != $1) next; found++
      for (i = 2; i <= n; i++) bad += i >= 3 && i <= 6 ? !near($i, w[i]) : $i != w[i] }
    END { exit !(found == 1 && bad == 0) }' "$1"
}
# given PREFIX FILE: each line of stdin, with the prefix, is one of the file.
given() {
  while IFS= read -r line; do
    grep -F -e "$1${line%%|*}|" "$2" >output
    check "$1$line" as "$2" "$1$line"
  done
}
show() { cat output; }

# 320 springs. A second computation has at most 4,000,000 projections: 8 frames of 1562 iterations, 7 of 1563, 2 of 6250, 1 of
# 6251; one frame alone up to 16,000,000, 50,000 iterations, as the residual. In float the limit of 0.2 mm grows from 100
# iterations on, fifty times at most. A hundredth may be left out. A frame of 1/24 s falls g h^2 = 17.03125 mm, and the cloth
# is 10 m long: 0.1 and that part.
"$bench" cloth $sweep -a size=11 -a constraint=stretching -a iterations=100,101,1562,1563,6250,6251,50000,50001 --json a.json >out 2>err
limits a.json >a
given cloth/size:11/iterations: a <<'X'
100/backend:seq/constraint:stretching|plain@8 frames|320|0.001|0.101703125|0.0002|there
101/backend:seq/constraint:stretching|plain@8 frames|323.2|0.001|0.101703125|0.000202|there
1562/backend:seq/constraint:stretching|plain@8 frames|4998.4|0.001|0.101703125|0.003124|there
1563/backend:seq/constraint:stretching|plain@7 frames|5001.6|0.001|0.101703125|0.003126|there
6250/backend:seq/constraint:stretching|plain@2 frames|20000|0.001|0.101703125|0.01|there
6251/backend:seq/constraint:stretching|plain@1 frame|20003.2|0.001|0.101703125|0.01|there
50000/backend:seq/constraint:stretching|plain@1 frame|160000|0.001|0.101703125|0.01|there
50001/backend:seq/constraint:stretching||160003.2|0.001|0.101703125||none
X
while IFS= read -r line; do
  control "$line" as a "cloth/size:11/iterations:$line"
done <<'X'
100/backend:seq/constraint:stretching|plain@7 frames|320|0.001|0.101703125|0.0002|there
100/backend:seq/constraint:stretching|plain@8 frames|321|0.001|0.101703125|0.0002|there
100/backend:seq/constraint:stretching|plain@8 frames|320|0.0011|0.101703125|0.0002|there
100/backend:seq/constraint:stretching|plain@8 frames|320|0.001|0.101803125|0.0002|there
100/backend:seq/constraint:stretching|plain@8 frames|320|0.001|0.101703125|0.00021|there
100/backend:seq/constraint:stretching|plain@8 frames|320|0.001|0.101703125|0.0002|none
99/backend:seq/constraint:stretching|plain@8 frames|320|0.001|0.101703125|0.0002|there
X

# Formulas of more particles may be farther away, singular ones more so; in double all are nearer, and iterations no matter.
"$bench" cloth $sweep -a size=6 -a constraint=distance_bending,sbd_stretch,dihedral_acos -a precision=f32,f64 -a iterations=20,200,1000 \
  --json b.json >out 2>err
limits b.json | cut -d '|' -f 1,6 | sed 's/|/|||||/; s/$/|/' >b
given cloth/size:6/iterations: b <<'X'
20/backend:seq/constraint:distance_bending|||||0.0002
200/backend:seq/constraint:distance_bending|||||0.0004
20/backend:seq/constraint:distance_bending/precision:f64|||||1e-9
1000/backend:seq/constraint:distance_bending/precision:f64|||||1e-9
20/backend:seq/constraint:sbd_stretch|||||0.01
200/backend:seq/constraint:sbd_stretch|||||0.02
1000/backend:seq/constraint:sbd_stretch|||||0.05
20/backend:seq/constraint:sbd_stretch/precision:f64|||||1e-9
20/backend:seq/constraint:dihedral_acos|||||0.05
1000/backend:seq/constraint:dihedral_acos|||||0.05
20/backend:seq/constraint:dihedral_acos/precision:f64|||||0.001
X

# Eighty time steps are compared at most, and the limit of more than that in one frame grows with the power of 1.5:
# (100 / 80)^1.5 = 1.397542...; a scene of this suite is computed twice, to see how far rounding grows in it.
"$bench" scenes $sweep -a scene=pendulum -a method=xpbd -a substeps=10,11,40,80,100 --json c.json >out 2>err
limits c.json | cut -d '|' -f 1,2,6 | sed 's/^\([^|]*|[^|]*\)|/\1||||/; s/$/|/' >c
given scenes/scene:pendulum/method:xpbd/substeps: c <<'X'
10/backend:seq|plain@8 frames||||0.0002
11/backend:seq|plain@7 frames||||0.0002
40/backend:seq|plain@2 frames||||0.0002
80/backend:seq|plain@1 frame||||0.0002
100/backend:seq|plain@1 frame||||0.00027950849718747374
X
"$bench" scenes $sweep -a scene=cloth -a constraint=stretching -a method=xpbd -a iterations=51,52 --json d.json >out 2>err
limits d.json | cut -d '|' -f 1,2,5 | sed 's/^\([^|]*|[^|]*\)|/\1|||/; s/$/||/' >d
# 4880 springs: 2 x 4880 x 51 are 497,760 projections a frame; of named scenes 0.3 are given for the strain.
given scenes/scene:cloth/method:xpbd/constraint:stretching/iterations: d <<'X'
51/backend:seq|plain@8 frames|||0.301703125
52/backend:seq|plain@7 frames|||0.301703125
X

# The plain loop is compared with seq by the same limits: of 12 springs, 12,800 iterations are as many as grow to fifty times.
loop="$sweep -a backend=loop -a constraint=stretching"
"$bench" cloth $loop -a size=3 -a iterations=20,200,12800 --json f.json >out 2>err
check "all points of the plain loop are right" [ $? -eq 0 ]
grep -o '"distance from seq", .*"limit": [^,]*' f.json | sed 's/.*: //' | paste -s -d ' ' >f
check "limits of the plain loop" [ "$(cat f)" = "0.0002 0.0004 0.01" ]
control "of each iterations its own" [ "$(cat f)" = "0.0002 0.0002 0.0002" ]

# What falls freely for 100 frames has come 86.00 m far, 8.6 sides; for 120 frames 12.4 sides, and no strain says anything.
for frames in 100 120; do
  "$bench" cloth -a backend=seq -a size=6 -a constraint=stretching -a iterations=5 --validate only --warm 0 --frames $frames --quiet \
    --json e.json >out 2>err
  limits e.json | cut -d '|' -f 1,3,5 | sed 's/|/||/; s/|\([^|]*\)$/||\1|/' >e
  given cloth/size:6/iterations: e <<X
5/backend:seq/constraint:stretching||$((425 * frames / 100))||$([ $frames -eq 100 ] && echo 8.70078125)
X
done

# Of those left out it is said how many there were, of how many: 4880 springs, 120 frames and 30 before them, one iteration.
"$bench" cloth -a size=41 -a iterations=1 -a constraint=stretching,morse -a backend=seq --frames 120 --validate only --quiet \
  --tsv left.tsv >output 2>&1
counted() { grep "constraint:$1" left.tsv | grep -q 'hash=seq@150 frames, 433 of 732000 projections left out, double@24 frames, plain@8 frames'; }
check "what is left out" counted morse
control "of who leaves out nothing" counted stretching

# A budget that ends the run is warned of, but not quietly. The table in a file is the one on standard output, with rows or without.
short() { # BUDGET [--quiet]
  "$bench" cloth -a size=6 -a iterations=1,2 -a constraint=stretching -a backend=seq --benchmark_dry_run --progress off \
    --total-budget "$@" --benchmark_out table.txt --benchmark_out_format console >out 2>err
  cat err >output
}
warned() { grep -q 'WARNING.*the total budget ended before every point was measured; --total-budget raises it' err; }
short 0.000001s
check "a budget that is too small" warned
check "its table in a file" eval 'grep -q "^cloth/size:6/.* SKIPPED" out && cmp -s table.txt out'
short 2m
control "one that is not" warned
check "rows in a file" eval '[ "$(grep -c "^cloth/size:6/.*episodes=" out)" -eq 2 ] && cmp -s table.txt out'
short 0.000001s --quiet
control "quietly" warned

# On one processor no cache line goes to another.
alone() { # alone COMMAND...
  "$@" "$bench" cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --frames 1 --min-episodes 3 \
    --max-episodes 3 --validate off --quiet --json alone.json >output 2>&1 &&
    grep -q '"ping_pong": {"state": "not applicable", .* "source": "one processor"}' alone.json
}
first=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *\([0-9]*\).*/\1/') # of those that this process may have
if [ -n "$first" ]; then
  check "one processor" alone taskset -c "$first"
  if [ "$(nproc)" -gt 1 ]; then control "several" alone; fi
fi
finish
