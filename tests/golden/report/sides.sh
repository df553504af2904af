# Why this file exists: records the rows of a comparison and the axes that pair them: names of runs, compared axes,
# possible pairs, and notes on pairs with other differences.
. "$source/reports/tests/golden_words.sh"
. "$source/reports/tests/compare_words.sh"
make() { sh "$source/reports/tests/compare_fixture.sh" "$@"; }

# Rows of a GPU are named by the GPU, rows of a processor by the processor, whatever GPU the machine has.
sizes cuda 1 | make device="GPU one" cpu=EPYC >a.json
sizes cuda 2 | make device="GPU two" cpu=Xeon >b.json
sizes cuda 3 | make device="GPU two" cpu=EPYC >c.json
compared a.json b.json
compared a.json b.json c.json
sizes cuda 2 | make device="GPU one" cpu=Xeon >b.json
compared a.json b.json
sizes opencl 1 | make opencl="GPU: Device one, platform" cpu=EPYC >a.json
sizes opencl 2 | make opencl="GPU: Device two, platform" cpu=EPYC >b.json
compared a.json b.json
for backend in seq omp; do
  sizes $backend 1 | make device="GPU one" cpu=EPYC >a.json
  sizes $backend 2 | make device="GPU two" cpu=Xeon >b.json
  compared a.json b.json
done
{ sizes seq 1; sizes cuda 1; } | make device="GPU one" cpu=EPYC >a.json
sizes seq 2 | make device="GPU two" cpu=Xeon >b.json
compared a.json b.json
{ sizes seq 2; sizes cuda 1.9; } | make device="GPU two" cpu=Xeon >b.json
compared a.json b.json

# Machines are compared by their fastest backends, in each row. The plain loop is none, a failed row does not count, and
# of the strategies of a GPU the fastest is taken.
way() { printf 'cloth\t"size": %s, "backend": "%s"%s\t%s\t%s\t-\t-\t-\n' "$1" "$2" "$3" "$4" "$5"; }
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.02; way 41 seq '' ok 0.01; way 41 omp '' ok 0.005; } | make cpu=EPYC >a.json
{
  way 21 seq '' ok 0.01; way 21 cuda ', "strategy": "plain"' ok 0.04
  way 41 cuda ', "strategy": "plain"' ok 0.002; way 41 cuda ', "strategy": "tiles"' ok 0.001
  way 41 loop '' ok 0.0001; way 41 opencl '' invalid 0.00001; way 41 seq '' ok 0.02
} | make cpu=Xeon device=Card started=2000-01-01T00:00:05Z >b.json
compared a.json b.json
compared a.json b.json --backends each
compared a.json b.json --b strategy=plain
compared a.json b.json --backends all
# Processes are not mixed: seq takes 10 and 10 ms, omp 8 and 14, which is 10.58 in the mean.
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.008; } | make cpu=EPYC >a1.json
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.014; } | make cpu=EPYC started=2000-01-01T00:00:09Z >a2.json
way 21 seq '' ok 0.02 | make cpu=Xeon started=2000-01-01T00:00:05Z >b.json
compared a1.json,a2.json b.json
compared a1.json b.json
# One machine is compared backend by backend, because a change of one must not hide behind another.
{ way 21 seq '' ok 0.01; way 21 omp '' ok 0.001; } | make cpu=EPYC >a.json
{ way 21 seq '' ok 0.05; way 21 omp '' ok 0.001; } | make cpu=EPYC host=there started=2000-01-01T00:00:05Z >b.json
compared a.json b.json
compared a.json b.json --backends best

# A benchmark of only one run adds no compared axis, and does not affect "the same in all rows".
sizes omp 1 | make >a.json
{ sizes omp 2; sizes cuda 1 gpu; } | make host=there >b.json
{ sizes omp 2; sizes cuda 1 gpu | sed 's/f32/f64/'; } | make host=there started=2000-01-01T00:00:09Z >c.json
sizes seq 3 | make host=third >d.json
compared a.json b.json
compared b.json a.json
compared b.json c.json
compared b.json d.json c.json
compared d.json b.json c.json
sizes seq 3 | sed 's/, "precision": "f32"//' | make host=third >d.json
compared a.json d.json

# Rows of another program, as in docs/guide/compare.md: they state neither the number of timed frames nor the machine.
block "$source/docs/guide/compare.md" json 1 >mine.json
ours() { # SIZE...: rows of xpbd-bench to compare with
  for size; do
    printf 'cloth\t"size": %d, "iterations": 20, "backend": "seq", "constraint": "stretching", "mesh": "auto", "threads": 0\tok\t0.0001\t0.000099\t0.000101\t-\n' "$size"
  done
}
ours 41 81 | make cpu=EPYC sha=0123456789abcdef >here.json
sed 's,backend:mine/,,' mine.json >nameless.json
sed 's/mine/other/' mine.json >other.json
ours 41 | make host=there cpu=EPYC sha=0123456789abcdef started=2000-01-01T00:00:09Z | sed 's/seq/omp/' >there.json
compared here.json mine.json
compared here.json nameless.json
compared mine.json other.json
compared here.json mine.json there.json
ours 41 | make frames=99 host=here cpu=EPYC sha=0123456789abcdef started=2000-01-01T00:00:09Z | sed 's/seq/omp/' >there.json
compared here.json there.json

# If runs have no row in common, the message names only the cause.
{ sizes seq 1; sizes omp 1; } | make >a.json
sizes cuda 1 | make >b.json
{ sizes cuda 1; sizes opencl 1; sizes cuda 1 gpu; } | make started=2000-01-01T00:00:09Z >c.json
compared a.json b.json
compared a.json c.json
compared a.json b.json c.json
{ sizes seq 1 | sed 1d; sizes omp 1 | sed 2d; } | make >b.json
{ sizes seq 1 | sed 2d; sizes omp 1 | sed 1d; } | make >a.json
compared a.json b.json
sizes seq 1 gpu | make >b.json
compared a.json b.json
{ sizes seq 1 gpu; sizes seq 1 | sed 's/ok/invalid/'; } | make >b.json
compared a.json b.json

# Pairs with one setting but different numbers of threads are reported, unless an axis already shows them: not the same
# number, one that is not known, of another backend, of a GPU.
sizes omp 1 | make threads=2 >a.json
for threads in threads=16 threads=2 frames=50; do
  sizes omp 2 | make $threads host=there >b.json
  compared a.json b.json
done
sizes seq 2 | make threads=1 host=there >b.json
compared a.json b.json
sizes cuda 1 | make threads=224 device=GPU >c.json
sizes cuda 2 | make threads=448 device=GPU host=there >b.json
compared c.json b.json
for threads in 2 16; do sizes omp $threads | sed "s/\"size\"/\"threads\": $threads, &/" | make threads=$threads >t$threads.json; done
compared t2.json t16.json

# --a and --b select rows by one value of an axis on each side, which is then compared. Medians: seq 10 ms, omp 5 ms; in
# the other run seq 20 ms, cuda 1 ms.
{ sizes seq 1; sizes omp 0.5; } | make >a.json
{ sizes seq 2; sizes cuda 0.1; } | make host=there >b.json
sizes omp 4 | make host=third >c.json
compared a.json b.json --a backend=omp --b backend=cuda
compared a.json b.json
compared a.json b.json --b backend=cuda --a backend=seq --a size=41
compared a.json b.json --a size=41 --b size=41
compared a.json b.json c.json --a backend=seq --b backend=cuda
# One run given twice equals --by to the last digit, also with several processes, because each measured both.
several() { printf 'cloth\t"size": 21, "backend": "%s"\tok\t0.01\t0.0099\t0.0101\t%s\n' "$1" "$2"; }
{ several seq 0.010,0.011,0.012; several omp 0.020,0.022,0.023; } >rows
make <rows >several.json
cp several.json copy.json
make host=there <rows >another.json
for runs in "a.json a.json" "several.json several.json" "several.json copy.json" "several.json another.json"; do
  PATH=/var/empty "$report" compare "${runs%% *}" --by backend --out by >out 2>&1 </dev/null
  # shellcheck disable=SC2086 # two files
  compared $runs --a backend=seq --b backend=omp
  part "beside --by backend:" cmp by/compare.tsv report/compare.tsv
done
# An impossible choice gives one line, and nothing is written.
compared a.json b.json --a backend=loop
compared a.json b.json --b backend=omp
compared a.json b.json --b colour=red
for word in backend backend= =omp = ''; do compared a.json b.json --a "$word"; done
compared a.json b.json --a backend=seq --a backend=omp
compared a.json --b size=21
compared a.json --a size=21
compared a.json --by backend --a size=21
compared a.json a.json --a backend=seq
compared a.json a.json --a backend=seq --b backend=seq
compared a.json a.json --a backend=seq --b size=21

# Answers: some rows faster and some slower, one clear row of two, and too few processes.
run_of() { sh "$source/reports/tests/rows_fixture.sh"; }
row() { awk -v axes="$1" -v fps="$2" -v more="${3-}" 'BEGIN { printf "cloth|%s|ok|%s|%.9g|%.9g|1|9|%s\n", axes, fps, fps / 1.01, fps / 0.99, more }'; }
for size in 1 2; do row "\"size\": $size, \"backend\": \"seq\"" 100; done | run_of >seq.json
for frames in "200 50" "140 80" "125 70"; do
  { row '"size": 1, "backend": "omp"' "${frames% *}"; row '"size": 2, "backend": "omp"' "${frames#* }"; } | run_of >omp.json
  compared seq.json omp.json
done
processes() { # BACKEND MEDIANS: a row of several processes, with their geometric mean
  awk -v backend="$1" -v medians="$2" 'BEGIN {
    count = split(medians, each, ",")
    for (i = 1; i <= count; i++) sum += log(each[i])
    printf "cloth|\"size\": 1, \"backend\": \"%s\"|ok|%.12g|-|-|1|9|\"processes\": {\"medians_s\": [%s]}\n", backend, exp(-sum / count), medians }'
}
processes seq 0.008,0.010,0.012 | run_of >seq.json
processes omp 0.009,0.011,0.011,0.009 | run_of >omp.json
compared seq.json omp.json

# Three runs. Their names list each differing axis once, even if two benchmarks have it, and numbers with the axis name.
# A run that has no row in common with the first has no ratio.
side() { # BACKEND THREADS
  for size in 1 4; do row "\"size\": $size, \"backend\": \"$1\", \"threads\": $2" 100 | sed 'p; s/^cloth/gpu/'; done | run_of
}
side seq 1 >a.json; side omp 2 >b.json; side omp 4 >c.json
side seq 1 | sed 's/"size": 1,/"size": 2,/; s/"size": 4,/"size": 8,/' >d.json
compared a.json b.json c.json
part "styles:" grep '^key_style' report/figures/cloth_size_ratios.gp
compared a.json b.json d.json
# If all settings are equal, the host, ten letters of the commit or the note distinguish the runs, else the files.
mkdir folder
git() { printf '"tool": {"git": {"sha": {"state": "known", "value": "%s"}}}' "$1"; }
named() { # EDIT OF B, EDIT OF A
  side seq 1 | sed "s/\"plan\": {/$2, &/" >a.json
  side seq 1 | sed 's/"median": 0.01,/"median": 0.01005,/; s/"median": 100,/"median": 99.5024875622,/' | sed "s/\"plan\": {/$1, &/" >folder/a.json
  compared a.json folder/a.json
  part "on the page:" grep 'scope=row>[AB]<' report/index.html
}
named '"note": "warm"' '"note": "cold"'
named '"other": 2' '"other": 1'
named '"note": "2"' '"note": "1"'
named '"note": "warm"' '"other": 1'
named "$(git 0123456789abcdef)" "$(git 0123456788abcdef)"
named "$(git 0123456789)" "$(git 012345678)"
named "$(git 0123456789abcdef)" "$(git 0123456789ffffff)"
# Differing settings are shown: words, numbers with a unit, yes or no, "by the rule".
setting_of() { # SWAP PAGE NAME BUDGET RATE: settings of the machine and of the plan
  side seq 1 | sed "s/\"env\": {/&\"os\": {\"swap\": {\"state\": \"known\", \"value\": $1}, \"page\": {\"state\": \"known\", \"value\": $2, \"unit\": \"bytes\"}, \"name\": $3}, /; s/\"plan\": {/&\"settings\": {\"budget_s\": $4, \"idle\": $1}, /; s/\"median\": 0.01,/\"median\": 0.0100$2,/; s/\"median\": 100,/\"median\": $5,/"
}
setting_of false 0 '{"state": "known", "value": "x"}' 1 100 >a.json; setting_of true 4 '{"state": "unknown", "value": null}' null 99.6015936255 >b.json
compared a.json b.json
part "on the page:" grep -E 'scope=row>(os|plan)' report/index.html

# Within one run: the values of an axis, as many as there are letters, and values that are refused.
{ for value in 1 2; do row "\"size\": 1, \"lanes\": $value, \"backend\": \"seq\"" 100; done; row '"size": 1, "lanes": 4, "backend": "seq"' 987654 | sed 's/|ok|/|invalid|/'; } | run_of >lanes.json
compared lanes.json --by lanes
compared lanes.json --by lanes --base 4
compared lanes.json --by size
compared lanes.json --by colour
for count in 26 27; do
  for value in $(seq $count); do row "\"size\": 1, \"lanes\": $value" 100; done | run_of >lanes.json
  compared lanes.json --by lanes
done
