# Why this file exists: tests the rows of a comparison and the axes that pair them: names of runs, compared axes,
# possible pairs, and notes on pairs with other differences.
. "$(dirname "$0")/common.sh"
LC_ALL=C
export LC_ALL

. "$here/compare_words.sh"
make() { sh "$here/compare_fixture.sh" "$@"; }


# Rows of a GPU are named by the GPU, rows of a processor by the processor, whatever GPU the machine has.
sizes cuda 1 | make device="GPU one" cpu=EPYC >a.json
sizes cuda 2 | make device="GPU two" cpu=Xeon >b.json
run compare a.json b.json
check "GPUs are named before processors" first "B (GPU two) is slower than A (GPU one)"
sizes cuda 3 | make device="GPU two" cpu=EPYC >c.json
run compare a.json b.json c.json
check "where GPUs are not enough, processors follow" first "B (GPU two, Xeon) is slower than A (GPU one)"
sizes cuda 2 | make device="GPU one" cpu=Xeon >b.json
run compare a.json b.json
check "one GPU in two machines" first "B (GPU one, Xeon) is slower than A (GPU one, EPYC)"
sizes opencl 1 | make opencl="GPU: Device one, platform" cpu=EPYC >a.json
sizes opencl 2 | make opencl="GPU: Device two, platform" cpu=EPYC >b.json
run compare a.json b.json
check "a device of OpenCL" first "B (Device two) is slower than A (Device one)"
for backend in seq omp; do
  sizes $backend 1 | make device="GPU one" cpu=EPYC >a.json
  sizes $backend 2 | make device="GPU two" cpu=Xeon >b.json
  run compare a.json b.json
  check "rows of $backend are a processor's" first "B (Xeon) is slower than A (EPYC)"
done
{ sizes seq 1; sizes cuda 1; } | make device="GPU one" cpu=EPYC >a.json
sizes seq 2 | make device="GPU two" cpu=Xeon >b.json
run compare a.json b.json
check "rows without a partner name nothing" first "B (Xeon) is slower than A (EPYC)"
{ sizes seq 2; sizes cuda 1.9; } | make device="GPU two" cpu=Xeon >b.json
run compare a.json b.json
control "rows with one do" first "B (Xeon)"

# Machines are compared by their fastest backends, in each row. The plain loop is none, a failed row does not count, and
# of the strategies of a GPU the fastest is taken.
way() { printf 'cloth\t"size": %s, "backend": "%s"%s\t%s\t%s\t-\t-\t-\n' "$1" "$2" "$3" "$4" "$5"; }
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.02; way 41 seq '' ok 0.01; way 41 omp '' ok 0.005; } | make cpu=EPYC >a.json
{
  way 21 seq '' ok 0.01; way 21 cuda ', "strategy": "plain"' ok 0.04
  way 41 cuda ', "strategy": "plain"' ok 0.002; way 41 cuda ', "strategy": "tiles"' ok 0.001
  way 41 loop '' ok 0.0001; way 41 opencl '' invalid 0.00001; way 41 seq '' ok 0.02
} | make cpu=Xeon device=Card started=2000-01-01T00:00:05Z >b.json
tables a.json b.json
check "by the fastest of each row" first "B (Card) is faster in 1 of 2 rows than A (EPYC): 2.236 times"
check "which are named" first "Single rows: 1.000 to 5.000 times. The fastest backend of each row: A seq in 1 row, omp in 1 row; B seq in 1 row, cuda in 1 row."
check "with their strategies" grep -q '^  size 41  *5 ms omp  *1 ms cuda, tiles  *5.000 ' out
check "on the page" has report/index.html "Compared: the machines, each by its fastest backend in each row"
tables a.json b.json --backends each
check "each by itself" first "B (Xeon) cannot be told from A (EPYC): 0.7071 times"
tables a.json b.json --b strategy=plain
check "a choice goes first" grep -q '^  size 41  *5 ms omp  *2 ms cuda  *2.500 ' out
bad "--backends all: best or each" a.json b.json --backends all
# Processes are not mixed: seq takes 10 and 10 ms, omp 8 and 14, which is 10.58 in the mean.
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.008; } | make cpu=EPYC >a1.json
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.014; } | make cpu=EPYC started=2000-01-01T00:00:09Z >a2.json
way 21 seq '' ok 0.02 | make cpu=Xeon started=2000-01-01T00:00:05Z >b.json
run compare a1.json,a2.json b.json
check "one backend for all processes" first "0.5000 times"
check "is named" first "A seq in 1 row"
run compare a1.json b.json
control "of one process alone" first "0.5000 times"
# One machine is compared backend by backend, because a change of one must not hide behind another.
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.001; } | make cpu=EPYC >a.json
{ way 21 seq '' ok 0.05; way 21 omp '' ok 0.001; } | make cpu=EPYC host=there started=2000-01-01T00:00:05Z >b.json
tables a.json b.json
check "one machine, each backend" grep -q '^  seq  *10 ms  *50 ms  *0.2000 ' out
run compare a.json b.json --backends best
control "unless asked" has out "0.2000"

# A benchmark of only one run adds no compared axis, and does not affect "the same in all rows".
compared() { sed -n 's/.*<p>Compared axes: \(.*\)<\/p>/\1/p' report/index.html | sed 's/<[^>]*>//g'; }
fixed() { sed -n 's/^  the same in all rows: //p' out; }
sizes omp 1 | make >a.json
{ sizes omp 2; sizes cuda 1 gpu; } | make host=there >b.json
for pair in "a.json b.json" "b.json a.json"; do
  # shellcheck disable=SC2086 # words
  tables $pair
  check "$pair: a benchmark of one run is not compared" [ "$(compared)" = "none. The runs have the same settings." ]
  check "and not the same in all rows" [ "$(fixed)" = "backend omp, precision f32" ]
done
{ sizes omp 2; sizes cuda 1 gpu | sed 's/f32/f64/'; } | make host=there started=2000-01-01T00:00:09Z >c.json
tables b.json c.json
check "one that both have is" [ "$(compared)" = "precision A f32, B f64." ]
sizes seq 3 | make host=third >d.json
tables b.json d.json c.json
check "of three runs those that have it are named" [ "$(compared)" = "backend A omp, B seq, C omp; precision A f32, C f64." ]
control "the one that has not" has report/index.html "no such axis"
tables d.json b.json c.json
check "and none that the first has not" [ "$(compared)" = "backend A seq, B omp, C omp." ]
sizes seq 3 | sed 's/, "precision": "f32"//' | make host=third >d.json
tables a.json d.json
check "an axis that one of them lacks is compared" [ "$(compared)" = "backend A omp, B seq; precision A f32, B (no such axis)." ]

# Rows of another program, as in docs/guide/compare.md: they state neither the number of timed frames nor the machine.
block "$here/../../docs/guide/compare.md" json 1 >mine.json
ours() { # SIZE...: rows of xpbd-bench to compare with
  for size; do
    printf 'cloth\t"size": %d, "iterations": 20, "backend": "seq", "constraint": "stretching", "mesh": "auto", "threads": 0\tok\t0.0001\t0.000099\t0.000101\t-\n' "$size"
  done
}
ours 41 81 | make cpu=EPYC sha=0123456789abcdef >here.json
tables here.json mine.json
check "the page's rows of another program" first "B (mine, unchecked) is not ranked with A (EPYC): 0.4653 times the frame rate (95 % interval 0.3521 to 0.6150)"
check "what it lacks is named" has out "size 81: B has no such row"
check "frames that it does not have are no others" lacks out "different frames"
check "its environment is not known" has out "note: B has no environment: its machine and build are not known"
check "which is no difference in each field" lacks out "also differs"
check "nor that there is none" has report/index.html "<p>Unknown: fewer than two of the runs have an environment.</p>"
sed 's,backend:mine/,,' mine.json >nameless.json
tables here.json nameless.json
check "what it does not say names no side" first "B (nameless.json, unchecked) is not ranked with A (EPYC)"
sed 's/mine/other/' mine.json >other.json
tables mine.json other.json
check "two of them" has out "note: A, B have no environment: their machines and builds are not known"
ours 41 | make host=there cpu=EPYC sha=0123456789abcdef started=2000-01-01T00:00:09Z | sed 's/seq/omp/' >there.json
tables here.json mine.json there.json
check "others differ nevertheless" has out "  also differs: os.host"
check "beside one that says nothing" has report/index.html "<th scope=row>os.host</th><td class=wide>here</td><td class=wide>not recorded</td><td class=wide>there</td>"
ours 41 | make frames=99 host=here cpu=EPYC sha=0123456789abcdef started=2000-01-01T00:00:09Z | sed 's/seq/omp/' >there.json
tables here.json there.json
control "frames that are others" lacks out "different frames"
control "nothing that differs" lacks report/index.html "<p>Only what was measured"
control "an environment" has out "has no environment"

# If runs have no row in common, the message names only the cause.
{ sizes seq 1; sizes omp 1; } | make >a.json
sizes cuda 1 | make >b.json
check "the axis without a common value" fails 1 "no row in common; cloth: backend of A is seq and others, of B is cuda; run" compare a.json b.json
{ sizes cuda 1; sizes opencl 1; sizes cuda 1 gpu; } | make started=2000-01-01T00:00:09Z >c.json
check "with several values on both sides" fails 1 "no row in common; cloth: backend of A is seq and others, of B is cuda and others; run" compare a.json c.json
check "of the side that has none" fails 1 "no row in common; cloth: backend of A is seq and others, of B is cuda, of C is cuda and others; run" compare a.json b.json c.json
{ sizes seq 1 | sed 1d; sizes omp 1 | sed 2d; } | make >b.json
{ sizes seq 1 | sed 2d; sizes omp 1 | sed 1d; } | make >a.json
check "values that are shared, though in no row" fails 1 "no row in common, though each axis has values that they share; run" compare a.json b.json
sizes seq 1 gpu | make >b.json
check "other benchmarks" fails 1 "no row in common, nor a benchmark that has numbers in both; run" compare a.json b.json
{ sizes seq 1 gpu; sizes seq 1 | sed 's/ok/invalid/'; } | make >b.json
check "one without numbers on one side" fails 1 "no row in common, nor a benchmark that has numbers in both; run" compare a.json b.json
control "an axis with common values" has err "size"

# Pairs with one setting but different numbers of threads are reported, unless an axis already shows them.
sizes omp 1 | make threads=2 >a.json
sizes omp 2 | make threads=16 host=there >b.json
tables a.json b.json
check "other numbers of threads are said" has out "note: 2 pairs of B and A ran on different numbers of threads (at most 16 and 2)"
check "on the page, too" has report/index.html "<p class=banner>2 pairs of B and A ran on different numbers of threads (at most 16 and 2)</p>"
quiet() { # TEXT FILE FILE: nothing is reported
  run compare "$2" "$3"
  control "$1" has out "numbers of threads"
}
sizes omp 2 | make threads=2 host=there >b.json && quiet "the same number" a.json b.json
sizes omp 2 | make host=there >b.json && quiet "one that is not known" a.json b.json
sizes seq 2 | make threads=1 host=there >b.json && quiet "of another backend" a.json b.json
sizes cuda 1 | make threads=224 device=GPU >c.json
sizes cuda 2 | make threads=448 device=GPU host=there >b.json && quiet "of a GPU" c.json b.json
for threads in 2 16; do sizes omp $threads | sed "s/\"size\"/\"threads\": $threads, &/" | make threads=$threads >t$threads.json; done
quiet "that an axis says" t2.json t16.json

# --a and --b select rows by one value of an axis on each side, which is then compared. Medians: seq 10 ms, omp 5 ms; in
# the other run seq 20 ms, cuda 1 ms.
{ sizes seq 1; sizes omp 0.5; } | make >a.json
{ sizes seq 2; sizes cuda 0.1; } | make host=there >b.json
tables a.json b.json --a backend=omp --b backend=cuda
check "a processor here, a GPU there" first "B (cuda) is faster than A (omp): 5.000 times the frame rate"
check "that is compared" [ "$(compared)" = "backend A omp, B cuda." ]
check "what was not chosen has no row" lacks out "no such row"
check "the command is on the page" has report/index.html "xpbd-report compare a.json b.json --a backend=omp --b backend=cuda --out report"
tables a.json b.json
check "without them other rows are pairs" first "B (there) is slower than A (here): 0.5000 times the frame rate"
control "those of the choice" first "5.000 times"
tables a.json b.json --b backend=cuda --a backend=seq --a size=41
check "two choices of one side" first "B (cuda) is faster than A (seq): 10.00 times the frame rate (95 % interval"
check "are both asked for" has out "size 21: A has no such row"
tables a.json b.json --a size=41 --b size=41
check "one value on both sides" has out "the same in all rows: size 41"
sizes omp 4 | make host=third >c.json
run compare a.json b.json c.json --a backend=seq --b backend=cuda
check "a third run is whole" has out "C (omp) is slower than A (seq): 0.2500 times"
# One run given twice equals --by to the last digit, also with several processes, because each measured both.
several() { printf 'cloth\t"size": 21, "backend": "%s"\tok\t0.01\t0.0099\t0.0101\t%s\n' "$1" "$2"; }
{ several seq 0.010,0.011,0.012; several omp 0.020,0.022,0.023; } | make >several.json
for run in a several; do
  tables $run.json --by backend && cp report/compare.tsv by.tsv
  tables $run.json $run.json --a backend=seq --b backend=omp
  check "$run: one run twice" cmp by.tsv report/compare.tsv
  check "is one run" has report/index.html "<p>Nothing: all rows come from one run.</p>"
done
cp several.json copy.json && tables several.json copy.json --a backend=seq --b backend=omp
check "a copy is that run" cmp by.tsv report/compare.tsv
{ several seq 0.010,0.011,0.012; several omp 0.020,0.022,0.023; } | make host=there >copy.json
tables several.json copy.json --a backend=seq --b backend=omp
control "another one is not" cmp -s by.tsv report/compare.tsv
tables a.json a.json --a backend=seq --b backend=omp
check "one process" has out "The run is one process"
# An impossible choice gives one line, and nothing is written.
bad "--a backend=loop: a.json: no row with numbers has this value of 'backend'; they have seq, omp" a.json b.json --a backend=loop
bad "--b backend=omp: b.json: no row with numbers has this value of 'backend'; they have seq, cuda" a.json b.json --b backend=omp
bad "--b colour=red: b.json: no row with numbers has the axis 'colour'; they have size, backend, precision" a.json b.json --b colour=red
for word in backend backend= =omp = ''; do bad "--a $word: expected AXIS=VALUE, such as backend=omp" a.json b.json --a "$word"; done
bad "a.json: no row with numbers matches every --a" a.json b.json --a backend=seq --a backend=omp
bad "--b size=21: selects rows of the second run, but only one run was given" a.json --b size=21
bad "compare a.json with what?" a.json --a size=21
bad "--by backend: cannot be combined with --a and --b" a.json --by backend --a size=21
bad "the same run twice" a.json a.json --a backend=seq
bad "the same run twice" a.json a.json --a backend=seq --b backend=seq
bad "the same run twice" a.json a.json --a backend=seq --b size=21
finish
