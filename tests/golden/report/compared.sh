# Why this file exists: records the output of xpbd-report compare: which rows are pairs, which are called different, and
# how unusable input is refused. Comments compute the numbers that tests/oracle/compare.pl and pairs.pl do not check.
. "$source/reports/tests/golden_words.sh"
. "$source/reports/tests/compare_words.sh"
make() { sh "$source/reports/tests/compare_fixture.sh" "$@"; }
# one AXES MEDIANS: one row of several processes. row AXES STATUS TIME [LOW HIGH]: one of one process.
one() { printf 'cloth\t%s\tok\t0.01\t0.0099\t0.0101\t%s\n' "$1" "$2"; }
row() { printf 'cloth\t%s\t%s\t%s\t%s\t%s\t-\n' "$1" "$2" "$3" "${4:--}" "${5:--}"; }
# cells COLUMN...: their values in all pairs of the last comparison.
cells() {
  part "cells $*:" awk -F '\t' -v names="$*" 'BEGIN { count = split(names, name, " ") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { for (k = 1; k <= count; k++) printf "%s%s", $(at[name[k]]), k < count ? " " : "\n" }' report/compare.tsv
}

# A run of one process. An axis that differs is not in the rows.
sizes seq 1 | make >a.json
sizes omp 1.5 | make >b.json
sizes omp 1.001 | make >equal.json
sizes omp 0.5 | make >fast.json
compared a.json b.json
part "how to read it:" grep -E '^  (Times|A single)|does not show' out
part "columns:" head -n 1 report/compare.tsv
part "files:" sh -c "find report -type f | sort"
compared a.json equal.json
part "what to do:" grep -e '--processes 5' out
compared a.json fast.json --margin 1%

# Several processes.
one '"backend": "seq"' 0.00990049834,0.01,0.01010050167 | make >a.json
one '"backend": "omp"' 0.01188059801,0.012,0.01212060200 | make >b.json
compared a.json b.json
cells base_processes
# One process beside three. The three have deviation 0.01, so variance 0.0001/3 with 2 degrees. The single one has
# 0.0051023^2, plus 0.1^2 for the unknown part between processes. Without turns, 2 0.01^2 are added. The sum is
# 0.01025937, df 0.01025937^2 / (0.0001/3)^2 * 2 = 189459, so t is 1.95998 and half the width 0.19852: 0.83333, 0.68328 to
# 1.01633.
row '"backend": "omp"' ok 0.012 0.01188 0.01212 | make >b.json
compared a.json b.json
cells ratio ratio_lo95 ratio_hi95 base_processes side_processes side_between
compared a.json b.json --paired
# Three times a process's own deviation counts if it exceeds the given one: 3 0.0051023 = 0.015307 > 0.01. With
# 0.0051023^2, 0.0001/3 and 2 0.01^2 the sum is 0.0004936685, df 438.7, t 1.96539, half the width 0.04367: 0.79773 to
# 0.87053.
compared a.json b.json --floor 1%
cells ratio_lo95 ratio_hi95
# The same processes as separate files, and one without this row, which leaves two.
for k in 1 2 3; do
  row '"backend": "seq"' ok 0.01$k 0.01${k}0 0.01${k}1 | make >a$k.json
  row '"backend": "omp"' ok 0.01$k 0.01${k}0 0.01${k}1 | make >b$k.json
done
compared a1.json,a2.json,a3.json b1.json,b2.json,b3.json --paired
cells base_processes verdict
compared a1.json b1.json,b2.json,b3.json
mkdir folder && cp b.json folder/results.json
compared a.json folder

# Rows without partner or valid numbers are listed, but not averaged. 987654 must never be shown.
{ sizes seq 1; row '"size": 81, "backend": "seq", "precision": "f32"' ok 0.04 0.0399 0.0401; row '"size": 161, "backend": "seq", "precision": "f32"' ok 0.16 0.159 0.161; } | make plan=aa >a.json
{ sizes omp 1; row '"size": 81, "backend": "omp", "precision": "f32"' invalid 987654 987654 987654; printf 'scenes\t"scene": "flag", "backend": "omp"\tok\t0.01\t0.0099\t0.0101\t-\n'; } | make plan=bb host=there >b.json
compared a.json b.json
part "the forbidden number:" grep -r -l 987654 report
part "how to do it again:" grep '^<pre>' report/index.html

# A row without an interval is given 30 % on each side: ln(1 / 8) -+ 1.959964 sqrt(2 0.3^2 + 2 0.01^2) is surely slower.
# The mean is (2 2 0.125)^(1/3). Its deviation between processes is 3 (0.0051 + 0.0051 + 0.1) / 3 on each side. There is
# no verdict on the mean.
{ sizes seq 1; row '"size": 81, "backend": "seq", "precision": "f32"' ok 0.01; } | make >a.json
{ sizes omp 0.5; row '"size": 81, "backend": "omp", "precision": "f32"' ok 0.08; } | make >b.json
compared a.json b.json
compared a.json b.json --fail-on different
# Two processes that differ much have a wide interval. Beyond three times the ratio decides, and this is said.
one '"backend": "seq"' 0.004,0.016 | make >a.json
for times in 0.020,0.080 0.011,0.044; do
  one '"backend": "omp"' $times | make >b.json
  compared a.json b.json
  cells judged_by verdict
  compared a.json b.json --fail-on slower
done

# The first process lacks a row. Rows: (10 11 12 / 30 21 25)^(1/3), (10 10 / 40 50)^(1/2). Their mean is 0.3128. Means
# of processes 2 and 3: ln sqrt(11/21 10/40), ln sqrt(12/25 10/50). Half the width is 12.7062 / 2 of their difference:
# 0.1167 to 0.8387.
rows() { # BACKEND TIME TIME: sizes 21 and 81
  row "\"size\": 21, \"backend\": \"$1\"" ok "$2"
  row "\"size\": 81, \"backend\": \"$1\"" "$([ "$3" = - ] && echo skipped || echo ok)" "$3"
}
rows seq 0.010 - | make >p1.json; rows seq 0.011 0.010 | make >p2.json; rows seq 0.012 0.010 | make started=2000-01-01T00:00:09Z >p3.json
rows omp 0.030 - | make >q1.json; rows omp 0.021 0.040 | make >q2.json; rows omp 0.025 0.050 | make >q3.json
compared p1.json,p2.json,p3.json q1.json,q2.json,q3.json --paired
# Files of two processes each. The first file lacks the row of omp, so the second file's row pairs with processes 3 and
# 4 (11 / 22, 12 / 24), not with 2 and 3.
one '"backend": "seq"' 0.010,0.020 | make started=2000-01-01T00:00:01Z >x1.json
{ one '"backend": "seq"' 0.011,0.012; one '"backend": "omp"' 0.022,0.024; } | make started=2000-01-01T00:00:02Z >x2.json
compared x1.json,x2.json --by backend
cells ratio base_processes side_processes
part "whose command it is:" grep -o '<p>The run, the first of its processes:</p>' report/index.html

# If one row has three processes and the other two, the mean uses two. Here each third is the mean of the others, so only
# three of both give another mean.
while IFS='|' read -r first second third fourth; do
  { one '"size": 21, "backend": "seq"' "0.01,0.02$first"; one '"size": 31, "backend": "seq"' "0.01,0.04$second"; } | make >a.json
  { one '"size": 21, "backend": "omp"' "0.03,0.12$third"; one '"size": 31, "backend": "omp"' "0.02,0.08$fourth"; } | make >b.json
  compared a.json b.json
done <<'END'
|||
,0.01414213562||,0.06|
|,0.02||,0.04
,0.01414213562|,0.02|,0.06|,0.04
END
# A row that failed in one of several processes has no numbers at all.
row '"backend": "omp"' invalid 0.01 0.0099 0.0101 | make >b2.json
compared a1.json b2.json
compared a1.json,a3.json b1.json,b2.json

# Axes within one run, and more than two runs. One process by an axis is as wide as two.
{ sizes seq 1; sizes omp 0.5; sizes cuda 0.1; } | make >all.json
sizes seq 0.9 | make host=third >c.json
compared all.json --by backend
cells ratio_lo95
compared all.json --by backend --base cuda
compared equal.json fast.json c.json
# Two machines: no axis distinguishes their lines, so their names do.
sizes seq 1 | make >here.json
sizes seq 0.5 | make host=there >there.json
compared here.json there.json
part "lines:" grep -h -o -E '(seq|there|here).*' report/figures/cloth_fps_size.tsv

# Exit codes of --fail-on. The rows are certainly slower by 13.49 %, 1 / 0.8811. The limit may be a ratio or a
# percentage, and chance does not reach it.
sizes seq 1 | make >a.json
sizes omp 2 | make >b.json
sizes omp 1.5 | make >half.json
sizes omp 1.001 | make >near.json
{ sizes omp 1; row '"size": 99, "backend": "omp", "precision": "f32"' ok 0.01 0.01 0.01; } | make >more.json
# rung FILE FILE OPTION...: only the line about it.
rung() { part "$*:" alarm "$@"; }
alarm() {
  "$report" compare "$@" 2>&1 >/dev/null
}
for words in slower 'slower>5%' 'slower>60%' different; do rung a.json b.json --fail-on "$words"; done
rung b.json a.json --fail-on slower,missing
for limit in 13% 0.13 0 14% 0.14; do rung a.json half.json --fail-on "slower>$limit"; done
rung a.json half.json --fail-on slower --margin 14%
for words in slower unsure slower,unsure,different; do rung a.json half.json --fail-on $words; done
rung a.json near.json --fail-on unsure
rung a.json more.json --fail-on missing

# An axis with one value per benchmark is not "the same in all rows".
for kind in f32 f64; do
  sizes seq 1 | sed 'p; s/cloth/gpu/' | sed "/gpu/s/f32/$kind/" | make >g1.json
  sizes omp 1 | sed 'p; s/cloth/gpu/' | sed "/gpu/s/f32/$kind/" | make >g2.json
  compared g1.json g2.json
  part "on the page:" grep -o 'precision f32 (cloth); precision f64 (gpu);' report/index.html
done

# Bad input: one line, nothing written. head -c cuts a file in two.
cp a.json copy.json
head -c 400 a.json >cut.json
sizes seq 1 | make schema=xb/2 >newer.json
echo '{"benchmarks": []}' >empty.json
echo '{}' >none.json
sizes omp 1 | sed 's/"size": 21/"size": 1/; s/"size": 41/"size": 2/' | make >apart.json
sizes omp 1 | sed 's/ok/invalid/' | make >invalid.json
sizes seq 2 | make plan=ee >other.json
echo '{"benchmarks": [{"name": "BM_A", "real_time": 1}]}' >units.json
one '"backend": "seq"' 0.010,0.011 | make >two.json
one '"backend": "omp"' 0.012,0.013,0.014 | make >three.json
one '"backend": "omp"' - | make >alone.json
one '"backend": "seq"' "$(seq -s , 65)" | make >many.json
# refused_by ARGUMENT...: the line, and whether anything was written.
refused_by() {
  part "$*:" "$report" compare "$@" --out nowhere
  [ ! -e nowhere ] || { echo "nowhere is there" && rm -r nowhere; }
}
refused_by
refused_by a.json
for file in missing.json a.json copy.json cut.json newer.json empty.json none.json apart.json invalid.json; do refused_by a.json $file; done
refused_by a.json,other.json b.json
refused_by a.json,units.json b.json
refused_by a.json b.json --by backend
refused_by many.json alone.json
refused_by two.json three.json --paired
refused_by a1.json,a2.json,a3.json b1.json,b3.json --paired
refused_by two.json alone.json --paired
compared two.json three.json
compared two.json b1.json,b3.json --paired
refused_by a.json b.json --base seq
for part_of in 100% 1 -1% -0.01 2%% '' % nan x 200%; do refused_by a.json b.json --margin "$part_of"; done
for part_of in 100% 1 -1% x; do refused_by a.json b.json --fail-on "slower>$part_of"; done
refused_by a.json b.json --floor 1
refused_by a.json --by colour
for words in faster '' ',' 'slower,' ',missing'; do refused_by a.json b.json --fail-on "$words"; done
refused_by a.json b.json --figures png
part "PDF goes somewhere:" "$report" compare a.json b.json --figures pdf

# Files joined by commas must be processes of one run: same machine, same build, no file twice.
sizes seq 1.01 | make cpu="EPYC" gpu="H200" sha=aaaa >p1.json
sizes seq 1.02 | make cpu="EPYC" gpu="H200" sha=aaaa >p2.json
sizes seq 1.03 | make cpu="Xeon" gpu="H200" sha=aaaa >p3.json
sizes seq 1.03 | make cpu="EPYC" gpu="H100" sha=aaaa >p4.json
sizes seq 1.03 | make cpu="EPYC" gpu="H200" sha=bbbb >p5.json
sizes seq 1.03 | make gpu="H200" sha=aaaa >p6.json
sizes seq 1.02 | sed '1s/0.0102/0.0101/' | make cpu="EPYC" gpu="H200" sha=aaaa stop=interrupted complete=false >p7.json
for k in 2 3 4 5 6; do rung p1.json,p$k.json b.json; done
refused_by p1.json,p2.json,p7.json b.json
refused_by p2.json p7.json
# Any difference in build or device is named, even if one of the two does not state it.
known() { printf '"%s": {"state": "known", "value": "%s"}' "$@"; }
built() { # EDIT OF THE FIELDS: a process with that tool and those devices
  edit=$1
  shift
  sizes seq "$@" | make cpu=EPYC | sed "s/\"env\": {/\"tool\": {\"git\": {$(known sha a), $(known dirty no)}, $(known version 1), \"build\": {$(known compiler cc), $(known type Release), $(known flags -O2)}}, &\"gpu\": {$(known names G), $(known name C), $(known opencl "CPU: O, p")}, /; $edit"
}
built '' 1.01 >f1.json
while IFS='|' read -r field other; do
  built "s/\(\"$field\": {\"state\": \"known\", \"value\": \"\)[^\"]*/\1$other/" 1.02 >$field.json
  built "s/\"$field\": {/\"no $field\": {/" 1.02 >no_$field.json
  rung f1.json,$field.json b.json
  rung f1.json,no_$field.json b.json
done <<'X'
sha|b
dirty|yes
version|2
compiler|gcc
type|Debug
flags|-O3
names|H
name|D
opencl|CPU: P, p
X
built 's/"CPU: O, p"/"GPU: O, another platform"/' 1.02 >f2.json
rung f1.json,f2.json b.json
# A mesh or formula file is identified by its content. A different one under the same name is reported, and cannot
# belong to the same run.
file() { sed "s|\"env\": {|&\"$1\": {\"$2\": {\"state\": \"known\", \"value\": \"$3\"}}, |"; } # GROUP NAME CONTENT
for kind in mesh formula; do
  sizes seq 1.01 | make | file $kind dir.1/body.obj "aa (8 vertices)" >m1.json
  sizes seq 1.02 | make | file $kind dir.1/body.obj "bb (9 vertices)" >m2.json
  sizes seq 1.03 | make | file $kind other.obj "bb (9 vertices)" >m3.json
  for files in m1.json,m2.json m3.json,m1.json,m2.json m1.json,m3.json; do rung $files b.json; done
  compared m1.json m2.json
  part "on the page:" grep "scope=row>$kind" report/index.html
done
sizes seq 1.04 | make | file mesh dir.1/body.obj "aa (8 vertices)" >m4.json
sizes seq 1.05 | make | file mesh other.obj "bb (9 vertices)" >m3.json
compared m4.json m3.json
compared m4.json m3.json m2.json
# Impossible times: the message names file and row.
while IFS= read -r times; do
  sizes omp 1 | sed "1s/0.01	0.0099	0.0101/$times/" >rows && make <rows >impossible.json
  refused_by a.json impossible.json
done <<'X'
0	0.0099	0.0101
-0.01	-	-
"fast"	0.0099	0.0101
0.01	0.0099	0.0098
0.01	0	0.0101
0.01	0.0102	0.0103
X
one '"backend": "omp"' 0.010,-0.011 | make >impossible.json
refused_by a1.json impossible.json

# Other facts about a run that a reader must know, and for how many of its processes they hold: ended early, other frames,
# precisions that are not compared, rows that nobody checked, a quick run.
sizes omp 1 | make complete=false stop=interrupted >part.json
sizes omp 1 | make frames=99 >frames.json
for file in part frames; do compared a.json $file.json; done
sizes seq 1 | make precision=f32 >f32.json
sizes omp 1 | make precision=f64 >f64.json
sizes omp 1 | make precision=f32 >same.json
sizes omp 1 | sed 's/"precision": "f32"/"precision": "f64"/' | make precision=f64 >axis.json
for file in f64 same axis; do compared f32.json $file.json; done
sizes omp 1 | sed '2s/ok/unchecked/' | make >unchecked.json
compared a.json unchecked.json
for k in 1 2 3; do sizes omp 1.0$k | make started=2000-01-01T00:00:0${k}Z >o$k.json; done
for k in 1 2; do sed 's/"plan": {/&"settings": {"quick": true}, /' o$k.json >q$k.json; done
sizes omp 1.03 | make complete=false started=2000-01-01T00:00:03Z stop=budget >s3.json
for files in o1.json,q2.json,s3.json q1.json o1.json,o2.json,o3.json; do compared a.json $files; done
# A row whose machine was disturbed or throttled is marked.
sizes omp 2 | make | sed 's/"name": "cloth\/2", /&"flagged": true, /' >noisy.json
compared a.json noisy.json
cells size base_backend side_backend precision side_flagged
part "for a paper:" grep '20.00' report/compare.tex
# If a row appears twice in a file, the first counts. A process without a number is left out.
{ sizes omp 2; sizes omp 1; } | make >again.json
compared a.json again.json
one '"backend": "seq"' 0.010,null,0.010 | make >null1.json
one '"backend": "omp"' 0.020,0.030,0.020 | make >null2.json
compared null1.json null2.json --paired
# Times are printed in a convenient unit.
for time in 1 0.999 0.001 0.000999; do
  row '"size": 21, "backend": "omp", "precision": "f32"' ok $time $time $time | make >unit.json
  compared a.json unit.json
done
# A long list of rows without a partner is cut after twelve, and the rest is counted.
{ sizes omp 1; for k in $(seq 101 114); do row "\"size\": $k, \"backend\": \"omp\", \"precision\": \"f32\"" ok 0.01 0.01 0.01; done; } | make >long.json
part "a long list:" "$report" compare a.json long.json
