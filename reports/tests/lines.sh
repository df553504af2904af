# Why this file exists: lines of a run, in words and in numbers: which rows are a line, in which order, which one is named as the
# fastest or the largest, and what is gained over seq. Each number was worked out by hand from the rows here.
. "$(dirname "$0")/common.sh"

same() { # what stands on standard input is the file, or the words
  cat >must
  [ -s must ] && diff must "$1" >out
}
# answer FOLDER: the section of it, without figures and banners.
answer() {
  sed -n '/<section id=answer>/,/<\/section>/p' "$1/index.html" | sed '/^<figure/,/^<\/figure>/d; /^<p class=banner>/d; /^<\/section>$/d' >is
  same is
}
in_brief() { same brief; }
number() { awk -F '\t' -v name="$2" '$NF == name && $1 != "NaN" { printf "%s %.4g %.4g %.4g; ", $1, $2, $3, $4 }' "$1"; }

# Two springs, four backends, rows in no order; 999 FPS stand there a second time, where the first row counts. Ten iterations
# have three sizes, so they are held. Ratios, by the roots of the summed squares of logarithms: 200/100 at 8, ends of all 4/5
# and 5/4: 2 exp(-+ sqrt(2) ln 1.25) = 1.459, 2.742; 80/10 at 16: ln(80/70) with ln 1.25: 8 exp(-0.2600) = 6.168, ln(9/8) with
# it: 8 exp(0.2523) = 10.30; 640/10: 64 exp(-0.2323) = 50.7, 64 exp(0.2405) = 81.4. Of hookean 1/2 at 4 and 2 at 16, both clear:
# equal at sqrt(4 16) = 8.
cat >springs <<'END'
cloth|"size": 16, "iterations": 10, "backend": "omp", "constraint": "stretching"|ok|80|70|90|4|256
cloth|"size": 8, "iterations": 10, "backend": "omp", "constraint": "stretching"|ok|200|160|250|2|64
cloth|"size": 4, "iterations": 10, "backend": "omp", "constraint": "stretching"|ok|500|-|-|1|16
cloth|"size": 16, "iterations": 10, "backend": "seq", "constraint": "stretching"|ok|10|8|12.5|1|256
cloth|"size": 4, "iterations": 10, "backend": "seq", "constraint": "stretching"|ok|1000|-|-|1|16
cloth|"size": 8, "iterations": 10, "backend": "seq", "constraint": "stretching"|ok|100|80|125|1|64
cloth|"size": 8, "iterations": 10, "backend": "seq", "constraint": "stretching"|ok|999|998|1000|1|64
cloth|"size": 8, "iterations": 10, "backend": "loop", "constraint": "stretching"|ok|400|320|500|1|64
cloth|"size": 16, "iterations": 10, "backend": "loop", "constraint": "stretching"|ok|20|16|25|1|256
cloth|"size": 16, "iterations": 10, "backend": "cuda", "constraint": "stretching"|ok|640|600|700|-|256
cloth|"size": 8, "iterations": 20, "backend": "seq", "constraint": "stretching"|ok|50|40|62.5|1|64
cloth|"size": 8, "iterations": 40, "backend": "seq", "constraint": "stretching"|ok|25|20|31.25|1|64
cloth|"size": 8, "iterations": 40, "backend": "omp", "constraint": "stretching"|ok|32|-|-|2|64
cloth|"size": 4, "iterations": 40, "backend": "seq", "constraint": "stretching"|ok|250|200|312.5|1|16
cloth|"size": 4, "iterations": 10, "backend": "seq", "constraint": "hookean"|ok|1000|990|1010|1|16
cloth|"size": 8, "iterations": 10, "backend": "seq", "constraint": "hookean"|ok|100|80|125|1|64
cloth|"size": 16, "iterations": 10, "backend": "seq", "constraint": "hookean"|ok|10|9.9|10.1|1|256
cloth|"size": 4, "iterations": 10, "backend": "omp", "constraint": "hookean"|ok|500|495|505|2|16
cloth|"size": 8, "iterations": 10, "backend": "omp", "constraint": "hookean"|ok|110|100|120|2|64
cloth|"size": 16, "iterations": 10, "backend": "omp", "constraint": "hookean"|ok|20|19.8|20.2|2|256
END
make standard=size=8 standard=iterations=10 'field=gpu.name="Card 7"' <springs >speed.json
page speed.json
check "the answer: size, spring and iterations, and what is gained" answer speed <<'END'
<section id=answer><h2>How fast is this machine?</h2>
<p class=answer>Made-up (4 processors) runs at <b>200 FPS</b> (95 % interval 160 to 250) with 8×8 vertices, the constraint stretching and 10 iterations per frame (omp, 2 threads); 60 FPS are held up to 16×16, the largest size measured whose whole interval is above 60.</p>
<p class=source>Benchmark cloth.</p>
<div class=scroll><table class=summary>
<thead><tr><th>constraint</th><th>FPS at 8×8</th><th>with 40 iterations, 8×8 vertices</th><th>at 16×16</th><th title="the largest size measured whose whole 95 % interval is above 60 FPS">60 FPS up to</th><th>omp, up to 4 threads, against seq</th><th>cuda, against seq</th></tr></thead><tbody>
<tr><th scope=row>stretching</th><td class=n><b>200</b> (160 to 250) <span class=source>omp</span></td><td class=n><b>32.0</b> (no interval) <span class=source>omp</span></td><td class=n><b>640</b> (600 to 700) <span class=source>cuda</span></td><td>16×16</td><td class=text>faster at 8×8 to 16×16; the same work, on one thread, at 4×4</td><td class=text>faster at 16×16</td></tr>
<tr><th scope=row>hookean</th><td class=n><b>110</b> (100 to 120) <span class=source>omp</span></td><td class=n>–</td><td class=n><b>20.0</b> (19.8 to 20.2) <span class=source>omp</span></td><td>8×8</td><td class=text>faster at 16×16; slower at 4×4; no difference shown at 8×8; equal at about 8×8 (between 4×4 and 16×16)</td><td class=text></td></tr>
</tbody></table></div>
<p>Relative to seq, with the constraint stretching, omp, up to 4 threads, is <b>0.50</b> (no interval) times as fast (at 4×4) to <b>8.00</b> (6.17 to 10.3) times as fast (at 16×16): faster at 8×8 to 16×16; the same work, on one thread, at 4×4.</p>
<p>Relative to seq, with the constraint stretching, cuda, is <b>64.0</b> (50.7 to 81.4) times as fast (at 16×16): faster at 16×16.</p>
<p>Relative to a plain loop as a user would write it (loop), with the constraint stretching, seq is <b>0.25</b> (0.18 to 0.34) times as fast (at 8×8) to <b>0.50</b> (0.36 to 0.69) times as fast (at 16×16).</p>
END
check "in brief" in_brief <<'END'
machine:    Made-up, 4 processors, Card 7
fastest:    at 8×8, stretching, 10 iterations per frame: seq 100 FPS (80.0 to 125); omp on 2 threads 200 FPS (160 to 250)
at 60 FPS:  up to 16×16 by cuda, the largest size measured whose whole interval is above 60
certified:  20 of 20 rows
END
check "what is seen" has speed/index.html "The fastest line at the right end, stretching on omp, up to 4 threads, goes from 500 FPS at 4×4 to 80.0 FPS at 16×16."
check "lines of the figure, in their order" same speed/figures/cloth_fps_size.tsv <<'END'
# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
4	1000	NaN	NaN	0	1	NaN	NaN	16	stretching	seq
8	100	80	125	1	10	8	12.5	64	stretching	seq
16	10	8	12.5	1	100	80	125	256	stretching	seq


# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
4	500	NaN	NaN	0	2	NaN	NaN	16	stretching	omp, up to 4 threads
8	200	160	250	1	5	4	6.25	64	stretching	omp, up to 4 threads
16	80	70	90	1	12.5	11.111111111100001	14.2857142857	256	stretching	omp, up to 4 threads


# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
16	640	600	700	1	1.5625	1.42857142857	1.66666666667	256	stretching	cuda


# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
8	400	320	500	1	2.5	2	3.125	64	stretching	loop, 1 thread
16	20	16	25	1	50	40	62.5	256	stretching	loop, 1 thread


# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
4	1000	990	1010	1	1	0.9900990099010001	1.0101010101	16	hookean	seq
8	100	80	125	1	10	8	12.5	64	hookean	seq
16	10	9.9	10.1	1	100	99.0099009901	101.01010101	256	hookean	seq


# size	fps	fps_lo95	fps_hi95	has_interval	ms_per_frame	ms_lo95	ms_hi95	particles	constraint	backend
4	500	495	505	1	2	1.9801980198	2.0202020202	16	hookean	omp, 2 threads
8	110	100	120	1	9.09090909091	8.333333333330001	10	64	hookean	omp, 2 threads
16	20	19.8	20.2	1	50	49.504950494999996	50.5050505051	256	hookean	omp, 2 threads
END
speedup=speed/figures/cloth_speedup.tsv
ratios() { awk -F '\t' '/^[0-9]/ { printf "%s %.3f %.3f %.3f %s; ", $1, $3, $4, $5, $7 }' $speedup; }
check "speedups: no peer, no line of one point" [ "$(ratios | sed 's/nan/NaN/g; s/-NaN/NaN/g')" = "4 0.500 NaN NaN stretching; 8 2.000 1.459 2.742 stretching; 16 8.000 6.168 10.296 stretching; 4 0.500 0.493 0.507 hookean; 8 1.100 0.863 1.398 hookean; 16 2.000 1.972 2.028 hookean; " ]
# Room along x: (16/4)^0.06 = 1.0867; along y of rates from 8 to 1010, (1010/8)^0.06 1.05 = 1.4037, twice below. The
# key of four lines, 4.5 * 20 of the panel's 330 - 95, needs more: 4.0604 (700 / 4.0604)^(1 / (1 - 0.38298)), where 700 is the
# highest bar beside it; of speedups
# 0.5 / 1.6 to 8 1.25. Springs of a backend share a panel there, and its ideal is what four threads could gain.
ranges() { grep -E '^(([xy]_(low|high|log)|panel_count|panel_width|cross_count|first_line|last_line|ideal|line_style|cross_at|cross_panel)[ [].*=|set xtics)' "$1" | sed 's/\(\.[0-9][0-9]\)[0-9]*/\1/' | tr '\n' ';'; }
check "the script of the rates" [ "$(ranges speed/figures/cloth_fps_size.gp)" = "panel_count = 2;panel_width = 500;x_low = 3.68;x_high = 17.38;y_low = 4.06;y_high = 17111.64;set xtics ('4×4' 4, '8×8' 8, '16×16' 16);first_line[1] = 1;last_line[1] = 1;line_style[1] = 0;last_line[1] = 2;line_style[2] = 1;last_line[1] = 3;line_style[3] = 2;last_line[1] = 4;line_style[4] = 3;first_line[2] = 5;last_line[2] = 5;line_style[5] = 0;last_line[2] = 6;line_style[6] = 1;" ]
check "of the speedups" [ "$(ranges speed/figures/cloth_speedup.gp)" = "set xtics ('4×4' 4, '8×8' 8, '16×16' 16);first_line[1] = 1;ideal[1] = 4;last_line[1] = 1;last_line[1] = 2;cross_at[1] = 8;cross_panel[1] = 1;cross_count = 1;y_log = 1;x_low = 3.68;x_high = 17.38;y_low = 0.31;y_high = 10;panel_count = 1;panel_width = 760;" ]
check "rates that are drawn level" has speed/index.html "a cross is a point with too few episodes for one. Dotted level lines: 30, 60, 120 FPS."
check "the ends of speedups" has speed/index.html "Seen here: 0.50 to 8.00 times the sequential speed."
check "their sizes" has speed/index.html "for the same scene, constraint and kernels, from 4×4 to 16×16."
# Where the standard size is another one, that is where the answer looks; where it was not measured, at the middle one.
for size in 4 5; do
  make standard=size=$size standard=iterations=10 <springs >standard.json
  page standard.json
  grep -o ' with [0-9×]* vertices' standard/index.html
  grep -o '^fastest: *at [^,]*' brief
done >said
check "the standard size" same said <<'END'
 with 4×4 vertices
fastest:    at 4×4
 with 8×8 vertices
fastest:    at 8×8
END
# Threads are no other setting than the partner's; iterations are.
make >threads.json <<'END'
cloth|"size": 4, "backend": "seq", "threads": 1, "iterations": 3|ok|100|99|101|1|16
cloth|"size": 8, "backend": "seq", "threads": 1, "iterations": 3|ok|50|49|51|1|64
cloth|"size": 4, "backend": "omp", "threads": 2, "iterations": 3|ok|200|199|201|2|16
cloth|"size": 8, "backend": "omp", "threads": 2, "iterations": 3|ok|150|149|151|2|64
END
page threads.json
check "of any threads" grep -q '^<p>Relative to seq, omp, threads 2, is <b>2.00</b> (1.98 to 2.02) times as fast (at 4×4) to <b>3.00</b>' threads/index.html
sed '/"backend": "cuda"/d' speed.json >slower.json
page slower.json
control "without the fastest" grep -q "by cuda" brief

# No spring, nothing held, no standard size (the middle of 2, 4, 8 and 16 is 8), meshes that are no squares: nothing is said of
# what is not there. 80 FPS from 60 on are not surely above 60, and of the others at 16 omp is the fastest; 5000 FPS are of a
# row that compares meshes. omp against seq at 8: 4 exp(-sqrt(ln(400/390)^2 + ln 1.02^2)) = 3.873.
make words=mesh >box.json <<'END'
box|"size": 16, "backend": "opencl", "precision": "f32"|ok|61.5|61.2|61.8|3|200
box|"size": 2, "backend": "opencl", "precision": "f32"|ok|900|800|1000|1|20
box|"size": 8, "backend": "opencl", "precision": "f32"|ok|300|280|320|2|100
box|"size": 8, "backend": "omp", "precision": "f64"|ok|400|390|410|2|100
box|"size": 8, "backend": "omp", "precision": "f32"|ok|400|390|410|2|100
box|"size": 4, "backend": "omp", "precision": "f32"|ok|800|790|810|2|50
box|"size": 16, "backend": "omp", "precision": "f32"|ok|62|61|63|2|200
box|"size": 16, "backend": "omp", "precision": "f64"|ok|59|58|60|2|200
box|"size": 16, "backend": "cuda", "precision": "f32"|ok|80|60|100|-|200
box|"size": 32, "backend": "omp", "precision": "f64"|invalid|59000|58000|60000|2|400
box|"size": 32, "backend": "seq", "precision": "f64"|ok|5000|4900|5100|1|400|"sweeps": ["mesh"]
box|"size": 8, "backend": "seq", "precision": "f64"|ok|100|98|102|1|100
box|"size": 16, "backend": "seq", "precision": "f64"|ok|60.8|60.5|61|1|200
END
page box.json
check "the answer" answer box <<'END'
<section id=answer><h2>How fast is this machine?</h2>
<p class=answer>Made-up (4 processors) runs at <b>400 FPS</b> (95 % interval 390 to 410) at size 8 (omp, 2 threads); 60 FPS are held up to 16, the largest size measured whose whole interval is above 60.</p>
<p class=source>Benchmark box.</p>
<div class=scroll><table class=summary>
<thead><tr><th>constraint</th><th>FPS at 8</th><th>at 16</th><th title="the largest size measured whose whole 95 % interval is above 60 FPS">60 FPS up to</th><th>omp, f64, 2 threads, against seq</th></tr></thead><tbody>
<tr><th scope=row></th><td class=n><b>400</b> (390 to 410) <span class=source>omp</span></td><td class=n><b>80.0</b> (60.0 to 100) <span class=source>cuda</span></td><td>16</td><td class=text>faster at 8; slower at 16</td></tr>
</tbody></table></div>
<p>Relative to seq, omp, f64, 2 threads, is <b>0.97</b> (0.95 to 0.99) times as fast (at 16) to <b>4.00</b> (3.87 to 4.13) times as fast (at 8): faster at 8; slower at 16.</p>
END
check "in brief" in_brief <<'END'
machine:    Made-up, 4 processors
fastest:    at 8: seq 100 FPS (98.0 to 102); omp on 2 threads 400 FPS (390 to 410); opencl on 2 threads 300 FPS (280 to 320)
at 60 FPS:  up to 16 by omp, the largest size measured whose whole interval is above 60
certified:  12 of 13 rows, 1 FAILED their check
END
check "title of the figure" has box/index.html "box: frames per second against mesh size.</b>"
check "and of the other" has box/index.html "box: speed relative to the sequential backend.</b>"
check "the fastest line" has box/index.html "The fastest line at the right end, omp, f32, 2 threads, goes from 800 FPS at 4 to 62.0 FPS at 16."
# A setting with less than both: squares and a spring alone, squares with iterations alone, no squares with both.
setting() { sed "$1" one.json >other.json && page other.json && has other/index.html "(95 % interval 90.0 to 110)$2 (omp, 1 thread);"; }
make standard=size=8 >one.json <<'END'
cloth|"size": 4, "iterations": 1, "constraint": "morse", "backend": "omp"|ok|200|190|210|1|16
cloth|"size": 8, "iterations": 1, "constraint": "morse", "backend": "omp"|ok|100|90|110|1|64
END
"$report" brief one.json >brief.one
check "both" setting '' " with 8×8 vertices, the constraint morse and 1 iteration per frame"
check "a spring" setting 's/"iterations": 1, //' " with 8×8 vertices and the constraint morse"
check "iterations" setting 's/, "constraint": "morse"//' " with 8×8 vertices and 1 iteration per frame"
check "no squares" setting 's/"particles": 64/"particles": 65/' " at size 8 with the constraint morse and 1 iteration per frame"
check "no squares, no spring" setting 's/"particles": 64/"particles": 65/; s/, "constraint": "morse"//' " at size 8 with 1 iteration per frame"
check "in brief" grep -q '^fastest:    at 8×8, morse, 1 iteration per frame: omp 100 FPS (90.0 to 110)$' brief.one
control "a spring that is none" setting 's/, "constraint": "morse"//' " with 8×8 vertices, the constraint morse and 1 iteration per frame"
for column in "<th>with" "<th>at 8×8</th>"; do check "one number of iterations, the largest size: no column of its own" lacks other/index.html "$column"; done

# Without a sequential row nothing is compared; where any spring has one, its backend has a column. 100 FPS without an interval do
# not show 60, nor that they are not held; 50 without one are no such rate, and the plain loop is no backend.
summary() { # FOLDER WORDS: the rows of the small table that have them, without marks
  sed -n '/<table class=summary>/,/<\/table>/p' "$1/index.html" | grep "$2" | sed 's/<[^>]*>/|/g; s/||*/|/g'
}
cat >rows <<'END'
gpu|"size": 4, "constraint": "morse", "backend": "cuda"|ok|100|-|-|-|16
gpu|"size": 8, "constraint": "morse", "backend": "cuda"|ok|80|50|110|-|64
gpu|"size": 4, "constraint": "stvk", "backend": "cuda"|ok|80|50|110|-|16
gpu|"size": 8, "constraint": "stvk", "backend": "cuda"|ok|50|-|-|-|64
gpu|"size": 8, "constraint": "stvk", "backend": "loop"|ok|100|-|-|1|64
END
make <rows >gpu.json
page gpu.json
check "no column without a partner" lacks gpu/index.html "against seq"
check "a rate without an interval" [ "$(summary gpu morse)" = "|morse|80.0| (50.0 to 110) |cuda|not shown (no interval)|" ]
check "none above 60, or within its interval" [ "$(summary gpu stvk)" = "|stvk|50.0| (no interval) |cuda|no size|" ]
echo 'gpu|"size": 4, "constraint": "stvk", "backend": "seq"|ok|10|9|11|1|16' | cat rows - | make >partner.json
page partner.json
control "a partner" lacks partner/index.html "against seq"
check "one column" [ "$(summary partner against)" = "|constraint|FPS at 8×8|60 FPS up to|cuda, against seq|" ]
check "a dash where it has none" [ "$(summary partner morse | sed 's/.*)//')" = "|–|" ]
check "what is shown where it has" [ "$(summary partner stvk | sed 's/.*no size//')" = "|faster at 4×4|" ]

# Springs have their colours in the order of the run.
make >colours.json <<'END'
cloth|"size": 4, "constraint": "morse", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 4, "constraint": "stvk", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 8, "constraint": "stvk", "backend": "seq"|ok|100|90|110|1|64
END
page colours.json
check "colours" [ "$(sed -n 's/^line_colour.* = //p' colours/figures/cloth_fps_size.gp | tr '\n' ' ')" = "0x0072b2 0xe69f00 " ]
# A row that is there twice counts once, also before the others of its line; settings have the order of the first row.
make >again.json <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|7
cloth|"size": 4, "backend": "seq"|ok|999|-|-|1|7
cloth|"size": 8, "backend": "seq"|ok|50|-|-|1|7
END
page again.json
check "a row twice" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s; ", $1, $2 }' again/figures/cloth_fps_size.tsv)" = "4 100; 8 50; " ]
make >order.json <<'END'
cloth|"size": 4, "backend": "seq", "mesh": "ball", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "mesh": "ball", "lanes": 1|ok|50|-|-|1|7
cloth|"size": 4, "backend": "seq", "lanes": 2, "mesh": "sheet"|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 2, "mesh": "sheet"|ok|50|-|-|1|7
END
page order.json
check "settings in order" [ "$(awk -F '\t' '/^[0-9]/ && !seen[$NF]++ { printf "%s; ", $NF }' order/figures/cloth_fps_size.tsv)" = "seq, ball, lanes 1; seq, sheet, lanes 2; " ]
run brief --help
check "help is no input that is missing" [ "$code" -eq 0 ]
run brief colours.json one.json
check "four lines are about one run" [ "$code" -eq 1 ]
control "nothing at all" quiet "$report" brief

# What is held: the value with the most sizes; of two with as many the standard, else the first.
held() { make "$@" <rows >held.json && page held.json && sed -n 's/^fastest: *at .*, \(.*\) per frame:.*/\1/p' brief; }
for iterations in 5 20; do
  for size in 4 8; do echo "cloth|\"size\": $size, \"iterations\": $iterations, \"backend\": \"seq\"|ok|100|90|110|1|9"; done
done >rows
check "the first" [ "$(held)" = "5 iterations" ]
check "the standard" [ "$(held standard=iterations=20)" = "20 iterations" ]
echo 'cloth|"size": 16, "iterations": 20, "backend": "seq"|ok|100|90|110|1|9' >>rows
check "the most" [ "$(held)" = "20 iterations" ]
control "the standard with fewer" [ "$(held standard=iterations=5)" = "5 iterations" ]
check "two numbers of iterations: the larger has a column" has held/index.html "<th>with 20 iterations, size 4</th>"

# The slice of sizes names hookean first, that of iterations stretching, at another size: each cell is of its own row, and the
# heading names the size. stvk has no iterations.
make standard=size=8 standard=iterations=20 >shifted.json <<'END'
cloth|"size": 4, "iterations": 20, "constraint": "hookean"|ok|400|390|410|1|16
cloth|"size": 8, "iterations": 20, "constraint": "hookean"|ok|200|190|210|1|64
cloth|"size": 4, "iterations": 20, "constraint": "stvk"|ok|500|490|510|1|16
cloth|"size": 8, "iterations": 20, "constraint": "stvk"|ok|250|240|260|1|64
cloth|"size": 16, "iterations": 40, "constraint": "stretching"|ok|30|29|31|1|256
cloth|"size": 16, "iterations": 60, "constraint": "stretching"|ok|20|19|21|1|256
cloth|"size": 16, "iterations": 80, "constraint": "stretching"|ok|15|14|16|1|256
cloth|"size": 16, "iterations": 80, "constraint": "hookean"|ok|10|9|11|1|256
cloth|"size": 4, "iterations": 20, "constraint": "stretching"|ok|600|590|610|1|16
cloth|"size": 8, "iterations": 20, "constraint": "stretching"|ok|300|290|310|1|64
END
page shifted.json
second() { sed -n "s,.*<th scope=row>$1</th><td class=n>[^/]*/b>[^/]*/span></td><td class=n>\\(<b>[0-9.]*\\|–\\).*,\\1,p" shifted/index.html; }
check "many iterations of each spring in its row" [ "$(second hookean) $(second stvk) $(second stretching)" = "<b>10.0 – <b>15.0" ]
control "of the spring that is first there" [ "$(second hookean)" = "<b>15.0" ]
check "their size is named" has shifted/index.html "<th>with 80 iterations, 16×16 vertices</th>"

# Lines of a scene are told apart by what is not standard; of rows alike the fastest backend counts, of equal ones the first; a course of one moment, or
# of lists that do not fit, is none. Mean |C| over the moments after the first until 2 s: (0.5 + 0.25)/2 = 0.375,
# (0.125 + 0.0625)/2 = 0.09375, (4 + 2)/2 = 3. Fourteen lines are drawn; s11 and s12 are left out. flag has no |C|, and ball has it too late.
# moved AXES FPS TIMES RESIDUALS ENERGIES TRAVELS
moved() { printf 'scenes|%s|%s|%s|%s|%s|1|100|"series": {"time_s": [%s], "residual_mean": [%s], "mechanical_J": [%s], "travel_m": [%s]}%s\n' "$1" "${8:-ok}" "$2" "${9:--}" "${10:--}" "$3" "$4" "$5" "$6" "$7"; }
c='"scene": "cloth", "method": "xpbd"'
{
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"seq\"" 100 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2 '' ok 80 125
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"omp\"" 250 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"cuda\"" 200 0,1,2 9,0.5,0.25 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"opencl\"" 250 0,1,2 9,8,7 0,-1,-2 0,1,2 '' ok 200 300
  moved "$c, \"substeps\": 4, \"iterations\": 5, \"constraint\": \"spring\", \"size\": 21, \"backend\": \"seq\"" 50 0,1,2,3 9,0.125,0.0625,77 0,-1,-2,-3 0,1,2,3
  moved "$c, \"substeps\": 0, \"iterations\": 0, \"constraint\": \"morse\", \"size\": 41, \"backend\": \"seq\"" 40 0,1,2 9,4,2 0,-1,-2 0,1,2 ', "solver": {"substeps": 7, "iterations": 3}'
  moved "$c, \"substeps\": 0, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 21, \"omega\": 1.5, \"backend\": \"seq\"" 20 0,1,2 9,4,2 0,-1,-2 0,1,2
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 22, \"backend\": \"seq\"" 10 0 1 0 0
  moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"spring\", \"size\": 23, \"backend\": \"seq\"" 10 0,1 1,1 0,1 0
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do moved "$c, \"substeps\": 1, \"iterations\": 20, \"constraint\": \"s$i\", \"size\": 21, \"backend\": \"seq\"" 5 0,1,2 9,4,2 0,-1,-2 0,1,2; done
  moved '"scene": "flag", "method": "xpbd", "backend": "seq"' 400 0,1 0,0 5,6 1,2
  moved '"scene": "flag", "method": "fms", "backend": "seq"' 500 0,1 0,0 7,8 3,4
  moved '"scene": "ball", "method": "xpbd", "backend": "seq"' 450 0,1,2 3,0,4 5,6,7 1,2,3
  moved '"scene": "ball", "method": "fms", "backend": "seq"' 460 0,1 3,0 7,8 3,4
  moved '"scene": "late", "method": "xpbd", "backend": "seq"' 1 0,1 0,0 7,8 3,4 '' invalid
} | make standard=substeps=1 standard=iterations=20 standard=size=21 standard=constraint=spring > scenes.json
page scenes.json
cost=scenes/figures/scenes_cloth_cost.tsv course=scenes/figures/scenes_cloth_course.tsv
names() { awk -F '\t' '/^NaN/ && !seen[$NF]++ { printf "%s; ", $NF }' "$1"; }
check "names of lines" [ "$(names $cost)" = "xpbd; xpbd, 4 × 5; xpbd, 7 × 3, morse, size 41; xpbd, as the scene × 20, omega 1.5; xpbd, s1; xpbd, s2; xpbd, s3; xpbd, s4; xpbd, s5; xpbd, s6; xpbd, s7; xpbd, s8; xpbd, s9; xpbd, s10; " ]
check "milliseconds of the fastest, mean |C|, no interval" [ "$(number $cost xpbd)" = "4 0.375 4 4; " ]
check "until the first line ends" [ "$(number $cost 'xpbd, 4 × 5')" = "20 0.09375 20 20; " ]
check "of other steps" [ "$(number $cost 'xpbd, 7 × 3, morse, size 41')" = "25 3 25 25; " ]
control "the slowest" [ "$(number $cost xpbd)" = "10 0.375 10 10; " ]
check "a course" [ "$(awk -F '\t' '$NF == "xpbd, 4 × 5" && $1 != "NaN" { printf "%s %s; ", $1, $2 }' $course)" = "0 9; 1 0.125; 2 0.0625; 3 77; 0 0; 1 -1; 2 -2; 3 -3; " ]
axes() { grep '_log\[.*=' "$1" | tr '\n' ';'; }
check "which axes are logarithmic" [ "$(axes scenes/figures/scenes_cloth_cost.gp)$(axes scenes/figures/scenes_cloth_course.gp)" = "x_log[1] = 1;y_log[1] = 1;x_log[1] = 0;y_log[1] = 1;x_log[2] = 0;y_log[2] = 0;" ]
check "how long" has scenes/index.html "over the first 2 simulated seconds"
check "what is left out is said in both" [ "$(grep -c 'The first 14 lines; rows without one: 2, see Results' scenes/index.html)" -eq 2 ]
sed '/"constraint": "s12"/d' scenes.json >less.json
page less.json
check "one alone" [ "$(grep -c 'The first 14 lines; rows without one: 1, see Results' less/index.html)" -eq 2 ]
check "costs before courses" has scenes/index.html "<b>Figure 2. cloth: what is left of the constraints against time spent.</b>"
check "a scene without |C| has its energies" [ "$(names scenes/figures/scenes_flag_course.tsv)" = "xpbd; fms; " ]
check "and no costs" [ ! -e scenes/figures/scenes_flag_cost.tsv ]
check "which are its only panel" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s; ", $1, $2 }' scenes/figures/scenes_flag_course.tsv)" = "0 5; 1 6; 0 7; 1 8; " ]
check "and said so" has scenes/index.html "flag: energy over time.</b> Kinetic energy and that of gravity"
check "a scene after it, with |C| after its first line ended" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s; ", $1, $2 }' scenes/figures/scenes_ball_course.tsv)" = "0 3; 2 4; 0 3; 0 5; 1 6; 2 7; 0 7; 1 8; " ]
check "nor has one without a valid row" [ ! -e scenes/figures/scenes_late_course.tsv ]
check "speeds of scenes: the first settings of each" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s %s %s; ", $2, $3, $4, $5 }' scenes/figures/scenes_scene_fps.tsv)" = "450 450 450 ball; 400 400 400 flag; 100 80 125 cloth; 250 250 250 cloth; 200 200 200 cloth; 250 200 300 cloth; " ]
sentence() { sed -n 's/^<p class=answer>Made-up (4 processors) //p' scenes/index.html; }
none="(no interval: fewer than six episodes)"
check "slowest and fastest scene by the first method" [ "$(sentence)" = "runs cloth at <b>5.00 FPS</b> $none, the slowest scene, and ball at <b>450 FPS</b> $none, the fastest, by xpbd.</p>" ]
rows() { sed -E '/^\{"name": "scenes\/('"$1"')"/!{/^\{"name"/d;}; s/\},$/}/' scenes.json | awk '/^{"name"/ && n++ { printf ",\n" } { print }'; }
for which in '1|5' 1; do
  rows "$which" >few.json && page few.json && cp -r few/. scenes
  sentence
done >said
check "one scene, one row" same said <<END
runs cloth at <b>50.0 FPS</b> $none to <b>100 FPS</b> (95 % interval 80.0 to 125), by xpbd.</p>
runs cloth at <b>100 FPS</b> (95 % interval 80.0 to 125), by xpbd.</p>
END
sed 's/"method": "xpbd", //' few.json >none.json && page none.json && cp -r none/. scenes
check "no method" [ "$(sentence)" = "runs cloth at <b>100 FPS</b> (95 % interval 80.0 to 125).</p>" ]

# One second is one.
for method in xpbd fms; do moved "\"scene\": \"short\", \"method\": \"$method\", \"backend\": \"seq\"" 9 0,1 1,1 0,0 0,1; done | make >second.json
page second.json
check "how long, of one second" has second/index.html "over the first 1 simulated second, on"
control "of more" has second/index.html "simulated seconds, on"

# Distances of a method that one scene alone has, by resolution; a course that ended early, and one size alone, are no line.
{
  moved '"scene": "box", "method": "solo", "size": 3, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,1.5
  moved '"scene": "box", "method": "solo", "size": 3, "backend": "omp"' 9 0,1,2 1,1,1 0,0,0 0,1,7
  moved '"scene": "box", "method": "solo", "size": 5, "backend": "seq"' 9 0,1 1,1 0,0 0,9
  moved '"scene": "box", "method": "solo", "size": 6, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,2.5
  moved '"scene": "cloth", "method": "xpbd", "size": 6, "backend": "seq"' 9 0,1,2 1,1,1 0,0,0 0,1,3.5
} | make >travel.json
page travel.json
travels() { awk -F '\t' '/^[0-9]/ { printf "%s %s %s; ", $1, $2, $5 }' "$1"; }
check "distances" [ "$(travels travel/figures/scenes_box_travel.tsv)" = "3 1.5 solo; 6 2.5 solo; " ]
check "of one size none" [ ! -e travel/figures/scenes_cloth_travel.tsv ]
check "of one line no course" [ ! -e travel/figures/scenes_cloth_course.tsv ]
# A parameter of the scene makes another simulation, with a line of its own; the plan has its sizes in any order, and steps that
# the backend alone took are no other ones.
pushed() { moved "\"scene\": \"box\", \"method\": \"xpbd\", \"size\": $1, \"push\": $2, \"substeps\": $4, \"iterations\": 20, \"backend\": \"${5:-seq}\"" 9 0,1,2 1,1,1 0,0,0 "0,1,$3"; }
{
  pushed 5 1 1.5 1; pushed 3 1 1.25 1; pushed 4 2 2.5 1 omp; pushed 3 2 2.25 1; pushed 4 1 1.375 1; pushed 4 1 99 1 omp
  pushed 5 1 0.5 8; pushed 6 1 0.75 8; pushed 7 2 3.5 8
} | make standard=push=1 >travel.json
page travel.json
check "each simulation by ascending resolution" [ "$(travels travel/figures/scenes_box_travel.tsv)" = "3 1.25 xpbd, 1 × 20; 4 1.375 xpbd, 1 × 20; 5 1.5 xpbd, 1 × 20; 3 2.25 xpbd, 1 × 20, push 2; 4 2.5 xpbd, 1 × 20, push 2; 5 0.5 xpbd, 8 × 20; 6 0.75 xpbd, 8 × 20; " ]
check "none is left out" lacks travel/index.html "lines; left out"
for push in $(seq 16); do pushed 3 "$push" 1 1; pushed 4 "$push" 2 1; done | make >travel.json
page travel.json
check "fourteen of sixteen" [ "$(grep -c '^NaN' travel/figures/scenes_box_travel.tsv)" -eq 14 ]
check "the first of them" [ "$(travels travel/figures/scenes_box_travel.tsv | grep -o 'push [0-9]*' | uniq | tr '\n' ' ')" = "$(seq -f 'push %g' -s ' ' 14) " ]
check "which is said" has travel/index.html "each time. The first 14 lines; left out: 2, see Results."
control "of another number" has travel/index.html "left out: 1, see Results"
for push in $(seq 15); do pushed 3 "$push" 1 1; pushed 4 "$push" 2 1; done | make >travel.json
page travel.json
check "one of fifteen" has travel/index.html "each time. The first 14 lines; left out: 1, see Results."

# Two settings that are alike in their first ninety-five letters are two lines, and nothing of either stands for the other.
long=$(printf '%095d' 0 | tr 0 x)
for end in a b; do
  for size in 4 8; do
    echo "cloth|\"size\": $size, \"backend\": \"seq\", \"mesh\": \"$long$end\", \"lanes\": 1|ok|$([ $end = a ] && echo 100 || echo 200)|-|-|1|9"
    echo "pins|\"size\": $size, \"backend\": \"seq\", \"constraint\": \"$long$end\"|ok|$([ $end = a ] && echo 100 || echo 200)|-|-|1|9"
  done
done | make >long.json
page long.json
rates() { awk -F '\t' '/^[0-9]/ { printf "%s %s %s; ", $1, $2, substr($'"$2"', length($'"$2"')) }' "long/figures/$1"; }
check "two lines" [ "$(rates cloth_fps_size.tsv 11)" = "4 100 a; 8 100 a; 4 200 b; 8 200 b; " ]
check "two springs" [ "$(rates pins_fps_size.tsv 10)" = "4 100 a; 8 100 a; 4 200 b; 8 200 b; " ]
control "one line of both" [ "$(rates cloth_fps_size.tsv 11)" = "4 100 a; 8 100 a; " ]
# A number is the same one with and without a point.
for size in 4 8; do
  for lanes in 2 3.0; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"lanes\": $lanes|ok|$((size * 10))|-|-|1|9"; done
done | sed '/8,.*2|/s/2|/2.0|/; /8,.*3.0|/s/3.0|/3|/' | make >long.json
page long.json
check "the same number" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s; ", $1, $11 }' long/figures/cloth_fps_size.tsv)" = "4 seq, lanes 2; 8 seq, lanes 2; 4 seq, lanes 3; 8 seq, lanes 3; " ]

# Two strategies over three sizes, and points of other sweeps: one of two sizes, four batches of one. Of seven lines only three have
# more than a point; what makes no line is left out, and is no part of a name. Threads of a GPU are none either.
{
  for size in 4 8 16; do
    for strategy in graph block; do echo "gpu|\"size\": $size, \"backend\": \"cuda\", \"strategy\": \"$strategy\", \"batch\": 1|ok|$((size * 10))|-|-|512|9"; done
  done
  for size in 4 8; do echo "gpu|\"size\": $size, \"backend\": \"cuda\", \"strategy\": \"auto\", \"batch\": 1|ok|7|-|-|512|9"; done
  for batch in 2 3 4 5; do echo "gpu|\"size\": 4, \"backend\": \"cuda\", \"strategy\": \"auto\", \"batch\": $batch|ok|7|-|-|512|9"; done
} >swept
named() { awk -F '\t' '/^[0-9]/ { print $11 }' "$1/figures/gpu_fps_size.tsv" | sort | uniq -c | awk '{ $1 = $1 } 1' | tr '\n' ';'; }
make <swept >gpu.json
page gpu.json
check "what makes a line" [ "$(named gpu)" = "3 cuda, block;3 cuda, graph;" ]
check "which is said" has gpu/index.html "Left out: 6 points that make no line, see Results."
echo 'gpu|"size": 16, "backend": "cuda", "strategy": "auto", "batch": 1|ok|7|-|-|512|9' | cat swept - | make >gpu.json
page gpu.json
check "a third point makes one" [ "$(named gpu)" = "3 cuda, auto;3 cuda, block;3 cuda, graph;" ]
check "four are left" has gpu/index.html "Left out: 4 points that make no line, see Results."
grep -v '"size": 16' swept | make >gpu.json
page gpu.json
check "of lines of two points none is too short" [ "$(named gpu)" = "2 cuda, auto;2 cuda, block;2 cuda, graph;" ]
control "all of them" [ "$(named gpu)" = "3 cuda, block;3 cuda, graph;" ]
finish
