# Why this file exists: tests the output of xpbd-report compare: which rows are pairs, which are called different, and
# how unusable input is refused. Numbers computed by hand are those that tests/oracle/compare.pl does not check.
. "$(dirname "$0")/common.sh"
LC_ALL=C # awk computes numbers
export LC_ALL

. "$here/compare_words.sh"
make() { sh "$here/compare_fixture.sh" "$@"; }
# one AXES MEDIANS: one row of several processes.
one() { printf 'cloth\t%s\tok\t0.01\t0.0099\t0.0101\t%s\n' "$1" "$2"; }

# A run of one process. tests/oracle/compare.pl computes its numbers.
sizes seq 1 | make >a.json
sizes omp 1.5 | make >b.json
tables a.json b.json
check "half as long again is seen" [ "$code" -eq 0 ]
check "the answer comes first" first "B (omp) is slower than A (seq): 0.6667 times the frame rate"
check "and counts" first "2 SLOWER"
one_process="is one process, which does not show how processes differ"
check "a clear answer of one process says so, too" has out "Each run $one_process"
check "the axis that differs is not in the rows" has out "size 21  "
check "what is the same is said" has out "the same in all rows: precision f32"
sizes omp 1.001 | make >equal.json
tables a.json equal.json
check "equal runs of one process are not different" is verdict UNSURE
check "and what to do is said" has out "--processes 5"
sizes omp 0.5 | make >fast.json
run compare a.json fast.json --margin 1%
check "faster, with another margin" first "is faster than A (seq): 2.000"

# Several processes: tests/oracle/pairs.pl computes their numbers, by Welch's rule and in turns.
one '"backend": "seq"' 0.00990049834,0.01,0.01010050167 | make >a.json
one '"backend": "omp"' 0.01188059801,0.012,0.01212060200 | make >b.json
tables a.json b.json
control "several processes are not one" has out "$one_process"
check "how many" is base_processes 3
# One process beside three. The three have deviation 0.01, so variance 0.0001/3 with 2 degrees. The single one has
# 0.0051023^2, plus 0.1^2 for the unknown part between processes. Without turns, 2 0.01^2 are added. The sum is
# 0.01025937, df 0.01025937^2 / (0.0001/3)^2 * 2 = 189459, so t is 1.95998 and half the width 0.1985231.
one '"backend": "omp"' - | sed 's/0.01	0.0099	0.0101/0.012	0.01188	0.01212/' | make >b.json
tables a.json b.json
check "one process beside three" near ratio 0.8333333
check "its lower end" near ratio_lo95 0.6832840
check "its upper end" near ratio_hi95 1.0163335
check "of the three as many" is base_processes 3
check "of the one one" is side_processes 1
check "between one there is nothing" is side_between NaN
check "one beside three takes no turns" fails 1 "--paired compares process by process, but A has 3 and B has 1" compare a.json b.json --paired
# Three times a process's own deviation counts if it exceeds the given one: 3 0.0051023 = 0.015307 > 0.01. With
# 0.0051023^2, 0.0001/3 and 2 0.01^2 the sum is 0.0004936685, df 438.7, t 1.96539, half the width 0.0436682.
tables a.json b.json --floor 1%
check "three times its own" near ratio_lo95 0.7977264
check "and the other end" near ratio_hi95 0.8705298
control "without it" near ratio_lo95 0.8027
# The same processes as separate files, and one without this row, which leaves two.
for k in 1 2 3; do
  one '"backend": "seq"' - | sed "s/0.01	0.0099	0.0101/0.01$k	0.01${k}0	0.01${k}1/" | make >a$k.json
  one '"backend": "omp"' - | sed "s/0.01	0.0099	0.0101/0.01$k	0.01${k}0	0.01${k}1/" | make >b$k.json
done
tables a1.json,a2.json,a3.json b1.json,b2.json,b3.json --paired
check "processes as files" is base_processes 3
check "equal ones are the same" is verdict SAME
run compare a1.json b1.json,b2.json,b3.json
check "which side is one process" has out "A $one_process"
mkdir folder && cp b.json folder/results.json
run compare a.json folder
check "a folder stands for its results" [ "$code" -eq 0 ]

# Rows without partner or valid numbers are listed, but not averaged. 987654 in the fixture must never be shown.
{ sizes seq 1; printf 'cloth\t"size": 81, "backend": "seq", "precision": "f32"\tok\t0.04\t0.0399\t0.0401\t-\n'
  printf 'cloth\t"size": 161, "backend": "seq", "precision": "f32"\tok\t0.16\t0.159\t0.161\t-\n'; } | make plan=aa >a.json
{ sizes omp 1; printf 'cloth\t"size": 81, "backend": "omp", "precision": "f32"\tinvalid\t987654\t987654\t987654\t-\n'
  printf 'scenes\t"scene": "flag", "backend": "omp"\tok\t0.01\t0.0099\t0.0101\t-\n'; } | make plan=bb host=there >b.json
tables a.json b.json
check "two pairs" first "geometric mean of 2 pairs"
check "a bad row is not averaged" first "1.000 times the frame rate"
check "nor shown" lacks report/index.html 987654
check "nor in a table" lacks report/compare.tsv 987654
control "the forbidden number" lacks b.json 987654
check "it is named, with its reason" has out "size 81: B: invalid, made up: invalid"
check "a row of A alone is named" has out "size 161: B has no such row"
check "a row of B alone is named" has out "scenes: A has no such row"
check "another plan is said" has out "B has a different plan from A: 3 rows have no partner"
check "another host is a difference" has out "also differs: os.host"
check "which the page shows" has report/index.html "<th scope=row>os.host</th><td class=wide>here</td><td class=wide>there</td>"
check "the page ends" [ "$(tail -n 1 report/index.html)" = "</html>" ]
check "the last line is the page" [ "$(tail -n 1 out)" = report/index.html ]
for name in tsv md tex; do check "a table" [ -s report/compare.$name ]; done
check "the same cells in every line" [ "$(awk -F '\t' '{print NF}' report/compare.tsv | sort -u | wc -l)" -eq 1 ]
check "nothing temporary" left report
alone() { ! grep -q -i -E '<script[^>]|<link|<iframe|(src|href)="?https?:|@import' "$1"; }
check "the page needs nothing else" alone report/index.html
check "how to do it again" has report/index.html "xpbd-report compare a.json b.json --out report"

# A row without an interval is given 30 % on each side: ln(1 / 8) -+ 1.959964 sqrt(2 0.3^2 + 2 0.01^2) is surely slower.
# The mean is (2 2 0.125)^(1/3). Its deviation between processes is 3 (0.0051 + 0.0051 + 0.1) / 3 on each side.
{ sizes seq 1; printf 'cloth\t"size": 81, "backend": "seq", "precision": "f32"\tok\t0.01\t-\t-\t-\n'; } | make >a.json
{ sizes omp 0.5; printf 'cloth\t"size": 81, "backend": "omp", "precision": "f32"\tok\t0.08\t-\t-\t-\n'; } | make >b.json
run compare a.json b.json
check "all pairs are in the mean" first "B (omp) is faster in 2 rows and slower in 1 than A (seq): 0.7937 times the frame rate (95 % interval 0.5840 to 1.079), the geometric mean of 3 pairs (1 with an assumed deviation); 2 FASTER, 1 SLOWER."
check "what is assumed is marked" has out "0.05440 to 0.2872 ~  SLOWER"
check "and explained" has out "~: too few episodes for an interval of its own. A deviation of 30 % is assumed"
control "in rows that have an interval" has out "2.643 ~"
run compare a.json b.json --fail-on different
check "and no verdict on the mean" [ "$code" -eq 0 ]
# Two processes that differ much have a wide interval. Beyond three times the ratio decides, and this is said.
sized() { one '"backend": "seq"' 0.004,0.016 | make >a.json; one '"backend": "omp"' "$1" | make >b.json; tables a.json b.json; }
sized 0.020,0.080
check "a ratio of five decides by size" has out "SLOWER by size"
check "which is explained" has out "By size: the interval decides nothing, but equal rows never differed by more than 3 times"
check "in the table, too" is judged_by size
check "and it rings" fails 4 "1 row slower" compare a.json b.json --fail-on slower
sized 0.011,0.044
check "one of less than three does not" is verdict UNSURE
control "nor is it explained" has out "By size"

# The first process lacks a row. Rows: (10 11 12 / 30 21 25)^(1/3), (10 10 / 40 50)^(1/2). Their mean is 0.3128. Means
# of processes 2 and 3: ln sqrt(11/21 10/40), ln sqrt(12/25 10/50). Half the width is 12.7062 / 2 of their difference.
part() { # BACKEND TIME TIME: sizes 21 and 81
  printf 'cloth\t"size": 21, "backend": "%s"\tok\t%s\t-\t-\t-\n' "$1" "$2"
  case $3 in -) state=skipped ;; *) state=ok ;; esac
  printf 'cloth\t"size": 81, "backend": "%s"\t%s\t%s\t-\t-\t-\n' "$1" $state "$3"
}
part seq 0.010 - | make >p1.json; part seq 0.011 0.010 | make >p2.json; part seq 0.012 0.010 | make started=2000-01-01T00:00:09Z >p3.json
part omp 0.030 - | make >q1.json; part omp 0.021 0.040 | make >q2.json; part omp 0.025 0.050 | make >q3.json
run compare p1.json,p2.json,p3.json q1.json,q2.json,q3.json --paired
check "a row that the first process lacks has its name" has out "  size 81  "
check "and so has the other" has out "  size 21  "
check "the mean is that of the rows" first "0.3128 times the frame rate (95 % interval 0.1167 to 0.8387), the geometric mean of 2 pairs"
control "another than the mean of the processes that have all" first "0.3348 times"

# Files of two processes each. The first file lacks the row of omp, so the second file's row pairs with processes 3 and
# 4 (11 / 22, 12 / 24), not with 2 and 3.
one '"backend": "seq"' 0.010,0.020 | make started=2000-01-01T00:00:01Z >x1.json
{ one '"backend": "seq"' 0.011,0.012; one '"backend": "omp"' 0.022,0.024; } | make started=2000-01-01T00:00:02Z >x2.json
tables x1.json,x2.json --by backend
check "processes stand beside their own" near ratio 0.5
check "of four" is base_processes 4
check "two" is side_processes 2
check "how many files" has out ": x1.json and 1 more, here"
check "whose command it is" has report/index.html "<p>The run, the first of its processes:</p>"
control "beside the ones before" near ratio 0.6454972

# If one row has three processes and the other two, the mean uses two. Here each third is the mean of the others.
mean_of_two() { # THIRD VALUE of each row and side, with a leading comma, or nothing: print the sentence about the mean
  { one '"size": 21, "backend": "seq"' "0.01,0.02$1"; one '"size": 31, "backend": "seq"' "0.01,0.04$2"; } | make >a.json
  { one '"size": 21, "backend": "omp"' "0.03,0.12$3"; one '"size": 31, "backend": "omp"' "0.02,0.08$4"; } | make >b.json
  tables a.json b.json && sed '1!d; s/;.*//' out
}
mean_of_two '' '' '' '' >two
check "of two processes nothing is taken from elsewhere" lacks out "A single process is given a deviation"
check "a mean of two processes" grep -q ' times the frame rate (95 % interval [0-9.]* to [0-9.]*), the geometric mean of 2 pairs$' two
mean_of_two ,0.01414213562 '' ,0.06 '' >three && check "the first row has three" cmp -s three two
mean_of_two '' ,0.02 '' ,0.04 >three && check "the second has" cmp -s three two
mean_of_two ,0.01414213562 ,0.02 ,0.06 ,0.04 >three && control "both have" cmp -s three two

# A row that failed in one of several processes has no numbers at all.
one '"backend": "omp"' - | sed 's/ok/invalid/' | make >b2.json
check "a run without valid rows" fails 1 "no row has valid numbers" compare a1.json b2.json
check "a row that failed in one process" fails 1 "no row in common" compare a1.json,a3.json b1.json,b2.json

# Axes within one run, and more than two runs.
{ sizes seq 1; sizes omp 0.5; sizes cuda 0.1; } | make >all.json
tables all.json --by backend
check "within one process it is said" has out "The run $one_process"
check "one process by an axis is as wide as two" near ratio_lo95 1.5131983
control "narrower" near ratio_lo95 1.8882
check "by an axis" first "B (omp) is faster than A (seq): 2.000 times"
check "every value" has out "C (cuda) is faster than A (seq): 10.00 times"
run compare all.json --by backend --base cuda
check "another base" first "is slower than A (cuda): 0.1000 times"
sizes seq 0.9 | make host=third >c.json
run compare equal.json fast.json c.json
check "three runs" has out "C (seq, third, c.json)"

# Two machines: no axis distinguishes their lines, so their names do.
sizes seq 1 | make >here.json
sizes seq 0.5 | make host=there >there.json
tables here.json there.json
check "machines are compared" first "B (there) is faster than A (here): 2.000 times"
check "no axis is compared" has report/index.html "none. The runs have the same settings"
for label in "seq, here" "seq, there"; do check "each has its line" has report/figures/cloth_fps_size.tsv "	$label"; done

# Exit codes of --fail-on.
sizes seq 1 | make >a.json
sizes omp 2 | make >b.json
check "slower rings" fails 4 "2 rows slower" compare a.json b.json --fail-on slower
check "more than that does, too" fails 4 "2 rows slower" compare a.json b.json --fail-on 'slower>5%'
run compare a.json b.json --fail-on 'slower>60%'
check "but not by so much" [ "$code" -eq 0 ]
run compare b.json a.json --fail-on slower,missing
check "faster does not" [ "$code" -eq 0 ]
# The rows are certainly slower by 13.49 %, 1 / 0.8811. The limit may be a ratio or a
# percentage, and chance does not reach it.
sizes omp 1.5 | make >half.json
sizes omp 1.001 | make >near.json
rung() { # OPTION...: counts of alarming rows
  run compare a.json half.json "$@"
  sed -n 's/.*--fail-on [^:]*: \([0-9]* rows slower, [0-9]* unsure\), .*/\1/p' err
  [ $code -eq 4 ] || echo quiet
}
for part in 13% 0.13 0; do check "slower by more than $part" [ "$(rung --fail-on "slower>$part")" = "2 rows slower, 0 unsure" ]; done
for part in 14% 0.14; do check "not by more than $part" [ "$(rung --fail-on "slower>$part")" = quiet ]; done
check "the margin is that of slower" [ "$(rung --fail-on slower --margin 14%)" = quiet ]
control "without it" [ "$(rung --fail-on slower)" = quiet ]
check "a verdict that is clear is not unsure" [ "$(rung --fail-on unsure)" = quiet ]
check "unsure rings" fails 4 "0 rows slower, 2 unsure, 0 missing; 0 runs different" compare a.json near.json --fail-on unsure
check "two words" fails 4 "2 rows slower, 0 unsure, 0 missing; 1 run different" compare a.json half.json --fail-on slower,unsure,different
{ sizes omp 1; printf 'cloth\t"size": 99, "backend": "omp", "precision": "f32"\tok\t0.01\t0.01\t0.01\t-\n'; } | make >more.json
check "missing rings" fails 4 "1 missing" compare a.json more.json --fail-on missing
check "different rings" fails 4 "1 run different" compare a.json b.json --fail-on different

# An axis with one value per benchmark is not "the same in all rows".
sizes seq 1 | sed 'p; s/cloth/gpu/' | make >g1.json
sizes omp 1 | sed 'p; s/cloth/gpu/' | make >g2.json
run compare g1.json g2.json
check "what all benchmarks have stands alone" [ "$(grep -c 'the same in all rows: precision f32$' out)" -eq 1 ]
control "with a benchmark" has out "precision f32 ("
sizes omp 1 | sed 'p; s/cloth/gpu/' | sed '/gpu/s/f32/f64/' | make >g2.json
sizes seq 1 | sed 'p; s/cloth/gpu/' | sed '/gpu/s/f32/f64/' | make >g1.json
tables g1.json g2.json
check "what they have not the same has its benchmark" has out "the same in all rows: precision f32 (cloth), precision f64 (gpu)"
check "on the page, too" has report/index.html "precision f32 (cloth); precision f64 (gpu);"

# Names that contain markup, commands or LaTeX.
evil='<script>alert(1)</script> `touch pwned` %_$&#{}\\^~\u0007!'
for scale in 1 2; do
  printf '<b>cloth\t"size": 21, "scene": "%s", "run": %d\tok\t0.01\t0.0099\t0.0101\t-\n<b>cloth\t"size": 31, "scene": "other", "run": %d\tok\t0.01\t0.0099\t0.0101\t-\n' "$evil" $scale $scale |
    make >evil$scale.json
done
tables evil1.json evil2.json
check "odd names are compared" [ "$code" -eq 0 ]
check "and are text in the page" has report/index.html "&lt;script&gt;alert(1)"
sed '/^<script>$/,/^<\/script>$/d' report/index.html >marked.html # the page's own
check "not markup" lacks marked.html "<script"
check "nor commands" [ ! -e pwned ]
check "nor LaTeX" has report/compare.tex '\%\_\$\&\#\{\}\textbackslash{}\textasciicircum{}\textasciitilde{} !'

# Bad input: one line, nothing written. head -c cuts a file in two.
bad "which runs"
bad "with what" a.json
bad "cannot be read" a.json missing.json
bad "the same run twice" a.json a.json
cp a.json copy.json && bad "the same run twice" a.json copy.json
head -c 400 a.json >cut.json && bad "is not JSON" a.json cut.json
sizes seq 1 | make schema=xb/2 >newer.json && bad "xb/2" a.json newer.json
echo '{"benchmarks": []}' >empty.json && bad "is empty" a.json empty.json
echo '{}' >none.json && bad 'no section "xb"' a.json none.json
sizes omp 1 | sed 's/"size": 21/"size": 1/; s/"size": 41/"size": 2/' | make >apart.json
bad "size of A is 21 and others, of B is 1 and others" a.json apart.json
sizes omp 1 | sed 's/ok/invalid/' | make >invalid.json && bad "no row has valid numbers" a.json invalid.json
sizes seq 2 | make plan=ee >other.json
bad "its plan differs" a.json,other.json b.json
# Files joined by commas must be processes of one run: same machine, same build, no file twice.
sizes seq 1.01 | make cpu="EPYC" gpu="H200" sha=aaaa >p1.json
sizes seq 1.02 | make cpu="EPYC" gpu="H200" sha=aaaa >p2.json
sizes seq 1.03 | make cpu="Xeon" gpu="H200" sha=aaaa >p3.json
sizes seq 1.03 | make cpu="EPYC" gpu="H100" sha=aaaa >p4.json
sizes seq 1.03 | make cpu="EPYC" gpu="H200" sha=bbbb >p5.json
sizes seq 1.03 | make gpu="H200" sha=aaaa >p6.json
sizes seq 1.02 | sed '1s/0.0102/0.0101/' | make cpu="EPYC" gpu="H200" sha=aaaa stop=interrupted complete=false >p7.json
bad "its processor differs (Xeon, EPYC)" p1.json,p3.json b.json
bad "its GPU differs (H100, H200)" p1.json,p4.json b.json
bad "its commit differs (bbbb, aaaa)" p1.json,p5.json b.json
bad "its processor differs (not known, EPYC)" p1.json,p6.json b.json
bad "p2.json and p7.json are the same run twice: both started at 2000-01-01T00:00:00Z, and cloth/2 has the same times" p1.json,p2.json,p7.json b.json
bad "the same run twice" p2.json p7.json
run compare p1.json,p2.json b.json
control "processes of one run" [ "$code" -ne 0 ]
# Any difference in build or device is named, even if one of the two does not state it.
known() { printf '"%s": {"state": "known", "value": "%s"}' "$@"; }
built() { # EDIT OF THE FIELDS: a process with that tool and those devices
  edit=$1
  shift
  sizes seq "$@" | make cpu=EPYC | sed "s/\"env\": {/\"tool\": {\"git\": {$(known sha a), $(known dirty no)}, $(known version 1), \"build\": {$(known compiler cc), $(known type Release), $(known flags -O2)}}, &\"gpu\": {$(known names G), $(known name C), $(known opencl "CPU: O, p")}, /; $edit"
}
built '' 1.01 >f1.json
# "dirty", "no", "yes" and so on: the field, its value, a different value, and the name in the message
while IFS='|' read -r field value other called; do
  built "s/\"$field\": {\"state\": \"known\", \"value\": \"$value\"}/\"$field\": {\"state\": \"known\", \"value\": \"$other\"}/" 1.02 >f2.json
  own=$(echo "$other" | sed 's/.*: //; s/,.*//')
  bad "f2.json: is not a process of the same run as f1.json: its $called differs ($own, $(echo "$value" | sed 's/.*: //; s/,.*//')); to compare separate runs" f1.json,f2.json b.json
  built "s/\"$field\": {/\"no $field\": {/" 1.02 >f2.json
  bad "f2.json: is not a process of the same run as f1.json: its $called differs (not known, $(echo "$value" | sed 's/.*: //; s/,.*//')); to compare separate runs" f1.json,f2.json b.json
done <<'X'
sha|a|b|commit
dirty|no|yes|state of the sources
version|1|2|version
compiler|cc|gcc|compiler
type|Release|Debug|type of build
flags|-O2|-O3|set of compiler flags
names|G|H|GPU
name|C|D|GPU
opencl|CPU: O, p|CPU: P, p|GPU
X
built 's/"CPU: O, p"/"GPU: O, another platform"/' 1.02 >f2.json
run compare f1.json,f2.json b.json
control "the same device on another platform" [ "$code" -ne 0 ]
# A mesh or formula file is identified by its content. A different one under the same name is reported, and cannot
# belong to the same run.
file() { sed "s|\"env\": {|&\"$1\": {\"$2\": {\"state\": \"known\", \"value\": \"$3\"}}, |"; } # GROUP NAME CONTENT
for kind in mesh formula; do
  sizes seq 1.01 | make | file $kind dir.1/body.obj "aa (8 vertices)" >m1.json
  sizes seq 1.02 | make | file $kind dir.1/body.obj "bb (9 vertices)" >m2.json
  sizes seq 1.03 | make | file $kind other.obj "bb (9 vertices)" >m3.json
  bad "m2.json: is not a process of the same run as m1.json: its $kind dir.1/body.obj differs (bb (9 vertices), aa (8 vertices)); to compare separate runs" m1.json,m2.json b.json
  bad "m2.json: is not a process of the same run as m1.json: its $kind" m3.json,m1.json,m2.json b.json
  run compare m1.json,m3.json b.json
  control "a $kind of another name" [ "$code" -ne 0 ]
  tables m1.json m2.json
  check "another $kind is a difference" has out "  also differs: $kind.dir.1/body.obj"
  check "which the page shows" has report/index.html "<th scope=row>$kind.dir.1/body.obj</th><td class=wide>aa (8 vertices)</td><td class=wide>bb (9 vertices)</td>"
done
sizes seq 1.04 | make | file mesh dir.1/body.obj "aa (8 vertices)" >m4.json
sizes seq 1.05 | make | file mesh other.obj "bb (9 vertices)" >m3.json
run compare m4.json m3.json
control "a mesh that one of them names" has out "also differs: mesh"
run compare m4.json m3.json m2.json
control "nor of three" has out "mesh.other.obj"
bad "--by compares within one run" a.json b.json --by backend
one '"backend": "seq"' 0.010,0.011 | make >two.json
one '"backend": "omp"' 0.012,0.013,0.014 | make >three.json
one '"backend": "omp"' - | make >alone.json
one '"backend": "seq"' "$(seq -s , 65)" | make >many.json
bad "many.json: with it a run has 65 processes; at most 64 are compared" many.json alone.json
bad "A has 2 and B has 3" two.json three.json --paired
bad "A has 3 and B has 2" a1.json,a2.json,a3.json b1.json,b3.json --paired
bad "A has 2 and B has 1" two.json alone.json --paired
run compare two.json three.json
control "without --paired" [ "$code" -ne 0 ]
run compare two.json b1.json,b3.json --paired
control "as many of each" [ "$code" -ne 0 ]
# Impossible times: the message names file and row.
impossible() { sizes omp 1 | sed "1s/0.01	0.0099	0.0101/$1/" | make >impossible.json; }
impossible '0	0.0099	0.0101' && bad "impossible.json: row 1, cloth/1: cannot be true: frame_s.median is 0, and must be above 0" a.json impossible.json
impossible '-0.01	-	-' && bad "frame_s.median is -0.01, and cannot be below 0" a.json impossible.json
impossible '"fast"	0.0099	0.0101' && bad "frame_s.median is no number" a.json impossible.json
impossible '0.01	0.0099	0.0098' && bad "frame_s.hi95 0.0098 is below frame_s.median 0.01" a.json impossible.json
impossible '0.01	0	0.0101' && bad "frame_s.lo95 is 0, and must be above 0" a.json impossible.json
impossible '0.01	0.0102	0.0103' && bad "frame_s.median 0.01 is below frame_s.lo95 0.0102" a.json impossible.json
one '"backend": "omp"' 0.010,-0.011 | make >impossible.json && bad "processes.medians_s of process 2 is -0.011" a1.json impossible.json
impossible '0.01	0.0099	0.0101' && run compare a.json impossible.json
control "a time that can be" [ "$code" -ne 0 ]
echo '{"benchmarks": [{"name": "BM_A", "real_time": 1}]}' >units.json
bad "units.json: is not of the same program as a.json" a.json,units.json b.json
bad "--base seq: needs --by AXIS" a.json b.json --base seq
for part in 100% 1 -1% -0.01 2%% '' % nan x; do bad "--margin \"$part\": a percentage or a part" a.json b.json --margin "$part"; done
for part in 100% 1 -1% x; do bad "--fail-on slower> \"$part\": a percentage or a part" a.json b.json --fail-on "slower>$part"; done
bad "--floor \"1\": a percentage" a.json b.json --floor 1
bad "the axis 'colour'" a.json --by colour
bad "--margin" a.json b.json --margin 200%
bad "--fail-on" a.json b.json --fail-on faster
for words in '' ',' 'slower,' ',missing'; do bad "--fail-on \"\": slower, slower>5%, unsure, missing or different" a.json b.json --fail-on "$words"; done
sizes omp 1 | make complete=false stop=interrupted >part.json
run compare a.json part.json
check "an incomplete run is used" [ "$code" -eq 0 ]
check "the same frames need no word" lacks out "different frames"
sizes omp 1 | make frames=99 >frames.json
run compare a.json frames.json
check "other frames do" has out "2 pairs of B and A timed over different frames (99 and 50)"
sizes seq 1 | make precision=f32 >f32.json
sizes omp 1 | make precision=f64 >f64.json
run compare f32.json f64.json
check "other precisions are said, both of them" has out "2 pairs of B and A computed in different precisions, e.g. B in f64 and A in f32"
sizes omp 1 | make precision=f32 >same.json
run compare f32.json same.json
control "the same precision" has out "different precisions"
sizes omp 1 | sed 's/"precision": "f32"/"precision": "f64"/' | make precision=f64 >f64.json
run compare f32.json f64.json
control "one that is compared" has out "different precisions"
run compare a.json part.json
check "and marked" has out "part.json is not complete (ended by: interrupted)"
# A row whose machine was disturbed or throttled is marked.
sizes omp 2 | make | sed 's/"name": "cloth\/2", /&"flagged": true, /' >noisy.json
tables a.json noisy.json
check "a disturbed row is marked" has out "  size 41      10 ms    20 ms ≈"
check "which is explained" has out "≈: the machine was disturbed or throttled"
check "in the table, too" [ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "side_flagged") at = i; next } { printf "%s", $at }' report/compare.tsv)" = 01 ]
check "and for a paper" has report/compare.tex '20.00$^{\dagger}$'
control "the other row" has out "  size 21      10 ms    20 ms ≈"
# Axes are columns. One that differs within pairs has two.
check "axes are columns" [ "$(head -n 1 report/compare.tsv | cut -f 3-6 | tr '\t' ' ')" = "size base_backend side_backend precision" ]
check "with their values" [ "$(sed -n 2p report/compare.tsv | cut -f 3-6 | tr '\t' ' ')" = "21 seq omp f32" ]
# Other facts about a run that a reader must know, and for how many of its processes they hold.
sizes omp 1 | sed '2s/ok/unchecked/' | make >unchecked.json
run compare a.json unchecked.json
check "rows that nobody checked" has out "unchecked.json has 1 row that nobody checked (--validate off)"
for k in 1 2 3; do sizes omp 1.0$k | make started=2000-01-01T00:00:0${k}Z >o$k.json; done
quick() { sed 's/"plan": {/&"settings": {"quick": true}, /' "$1"; }
quick o2.json >q2.json
sizes omp 1.03 | make complete=false started=2000-01-01T00:00:03Z stop=budget >s3.json
run compare a.json o1.json,q2.json,s3.json
check "a quick process of three" has out "o1.json is a quick run (1 of 3 processes)"
check "one that was cut short" has out "o1.json is not complete (ended by: budget) (1 of 3 processes)"
quick o1.json >q1.json
run compare a.json q1.json
check "a quick run of one" has out "q1.json is a quick run: short"
run compare a.json o1.json,o2.json,o3.json
for word in "quick run" "not complete" "nobody checked"; do control "of a run that is not" has out "$word"; done
# If a row appears twice in a file, the first counts. A process without a number is left out.
{ sizes omp 2; sizes omp 1; } | make >again.json
tables a.json again.json
check "the same row twice" near ratio 0.5
check "is one pair" first "geometric mean of 2 pairs"
one '"backend": "seq"' 0.010,null,0.010 | make >null1.json
one '"backend": "omp"' 0.020,0.030,0.020 | make >null2.json
tables null1.json null2.json --paired
check "of the processes that both have" near ratio 0.5
control "of all" near ratio 0.4367902
# Times are printed in a convenient unit.
printed() { # TIME WORDS: the time of B appears as WORDS
  printf 'cloth\t"size": 21, "backend": "omp", "precision": "f32"\tok\t%s\t%s\t%s\t-\n' "$1" "$1" "$1" | make >unit.json
  run compare a.json unit.json
  grep -q "  10 ms  *$2  *[0-9.]* *[0-9.]* to " out
}
check "seconds" printed 1 "1 s"
check "milliseconds" printed 0.999 "999 ms"
check "no microseconds yet" printed 0.001 "1 ms"
check "microseconds" printed 0.000999 "999 us"
control "a thousand times as much" printed 0.000999 "999 ms"
# A long list of rows without a partner is cut, and the rest is counted.
{ sizes omp 1; awk 'BEGIN { for (i = 1; i <= 14; i++) printf "cloth\t\"size\": %d, \"backend\": \"omp\", \"precision\": \"f32\"\tok\t0.01\t0.01\t0.01\t-\n", 100 + i }'; } | make >long.json
run compare a.json long.json
check "twelve are named" [ "$(grep -c 'A has no such row$' out)" -eq 12 ]
check "the others are counted" has out "and 2 more (--out DIR lists all)"

bad "--figures png: pdf, or leave it out" a.json b.json --figures png
check "PDF goes somewhere" fails 1 "--figures pdf: needs --out DIR" compare a.json b.json --figures pdf
# Figures, with gnuplot and without.
PATH=$work/bin "$report" compare all.json --by backend --out plain >out 2>err </dev/null
check "without gnuplot there is a page" [ -s plain/index.html ]
check "which says what is missing" has out "apt-get install gnuplot-nox"
check "and data" [ -s plain/figures/cloth_ratio.tsv ]
if command -v gnuplot >/dev/null; then
  run compare all.json --by backend --out report
  check "figures are drawn" [ "$code" -eq 0 ]
  for name in cloth_ratio cloth_size_ratios cloth_fps_size; do check "a whole SVG" grep -q '</svg>' report/figures/$name.svg; done
  check "figures are in the page" [ "$(grep -c '<svg' report/index.html)" -ge 6 ]
  run compare all.json --by backend --figures pdf --out papers
  check "figures for papers" [ "$(head -c 4 papers/figures/cloth_ratio.pdf)" = %PDF ]
  control "unless asked for" [ -e report/figures/cloth_ratio.pdf ]
fi

# Texts of a file: none drives the terminal, and none makes a line.
for time in 0.01 0.02; do
  printf 'cloth\t"size": 21, "backend": "m\\u001b[2J\\u009bx\\nfake: a line"\tok\t%s\t-\t-\t-\n' "$time" >control.tsv
  make <control.tsv >control$time.json
done
harmless() { ! LC_ALL=C tr -d '\n' <"$1" | LC_ALL=C grep -q -e '[[:cntrl:]]' -e "$(printf '\302\233')" && ! grep -q '^fake' "$1" && has "$1" 'm?[2J?x?fake: a line'; }
run compare control0.01.json control0.02.json
check "a comparison of odd names" harmless out
make 'cpu=m\\u001b[2J\\u009bx\\nfake: a line' <control.tsv >odd.json
run brief odd.json
check "in brief" harmless out
printf 'm\033[2J\302\233x\nfake: a line m?[2J?x?fake: a line\n' >odd
control "the names as they are" harmless odd
finish
