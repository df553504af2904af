# Why this file exists: records the lines of a run, in words and numbers: which rows are a line, their order, which one
# is named as the fastest or the largest, and the gain over seq. Comments compute the numbers that no other test
# computes.
. "$source/reports/tests/golden_words.sh"

# Two springs, four backends, rows in no order. 999 FPS is there a second time, and the first row counts. Ten iterations
# have three sizes, so they are held. Ratios, by the roots of the summed squares of logarithms: 200/100 at 8, ends of
# all 4/5 and 5/4: 2 exp(-+ sqrt(2) ln 1.25) = 1.459, 2.742; 80/10 at 16: ln(80/70) with ln 1.25: 8 exp(-0.2600) =
# 6.168, ln(9/8) with it: 8 exp(0.2523) = 10.30; 640/10: 64 exp(-0.2323) = 50.7, 64 exp(0.2405) = 81.4. For hookean 1/2
# at 4 and 2 at 16, both clear: equal at sqrt(4 16) = 8.
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
make standard=size=8 standard=iterations=10 'field=gpu.name="Card 7"' <springs
page "two springs, four backends"
answer
brief
says 'The fastest line at the right end[^.]*\.[^.]*\.'
figure cloth_fps_size
# Speedups: no peer, no line of one point.
figure cloth_speedup
# Room along x: (16/4)^0.06 = 1.0867; along y for rates from 8 to 1010, (1010/8)^0.06 1.05 = 1.4037. For speedups 0.5 /
# 1.6 to 8 1.25. Backends share a panel of a spring there, and its ideal is the possible gain of the threads of omp.
ranges='[xy]_(low|high|log)|panel_count|panel_width|cross_count|first_line|last_line|ideal|line_style|cross_at|cross_panel'
script cloth_fps_size "$ranges"
script cloth_speedup "$ranges"
grep -h '^set xtics (' page/figures/cloth_fps_size.gp page/figures/cloth_speedup.gp
says 'a cross is a point[^<]*'
says 'Seen here: [^<]*'
says 'for the same scene, constraint and kernels[^<]*'
# The answer is about the standard size. If that was not measured, it is about the middle one.
for size in 4 5; do
  make standard=size=$size standard=iterations=10 <springs
  page "a standard size of $size"
  says ' with [0-9×]* vertices'
  brief
done
grep -v '"backend": "cuda"' springs | make standard=size=8 standard=iterations=10
page "without the fastest"
brief
# Threads are no other setting than the partner's, but iterations are.
make <<'END'
cloth|"size": 4, "backend": "seq", "threads": 1, "iterations": 3|ok|100|99|101|1|16
cloth|"size": 8, "backend": "seq", "threads": 1, "iterations": 3|ok|50|49|51|1|64
cloth|"size": 4, "backend": "omp", "threads": 2, "iterations": 3|ok|200|199|201|2|16
cloth|"size": 8, "backend": "omp", "threads": 2, "iterations": 3|ok|150|149|151|2|64
END
page "of any threads"
says '^<p>Relative to seq, .*'

# No spring, nothing held, no standard size (the middle of 2, 4, 8 and 16 is 8), meshes that are no squares: missing
# parts are not mentioned. 80 FPS from 60 on are not certainly above 60, and of the others at 16 omp is the fastest.
# 5000 FPS belong to a row that compares meshes. omp against seq at 8: 4 exp(-sqrt(ln(400/390)^2 + ln 1.02^2)) = 3.873.
make words=mesh <<'END'
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
page "no spring, no squares"
answer
brief
says 'box: [^<]*'
says 'The fastest line at the right end[^.]*\.[^.]*\.'

# A setting that lacks one of both: squares and a spring only, squares with iterations only, no squares with both. A
# single number of iterations, and the largest size, have no separate column.
make standard=size=8 <<'END'
cloth|"size": 4, "iterations": 1, "constraint": "morse", "backend": "omp"|ok|200|190|210|1|16
cloth|"size": 8, "iterations": 1, "constraint": "morse", "backend": "omp"|ok|100|90|110|1|64
END
cp run.json one.json
brief
while IFS='|' read -r what edit; do
  sed "$edit" one.json >run.json
  page "$what"
  says 'interval 90.0 to 110\)</b>? with[^;]*;|interval 90.0 to 110\)[^;]*;'
  says '<th>(with|at|FPS)[^<]*'
done <<'END'
a spring|s/"iterations": 1, //
iterations|s/, "constraint": "morse"//
no squares|s/"particles": 64/"particles": 65/
no squares, no spring|s/"particles": 64/"particles": 65/; s/, "constraint": "morse"//
END

# Without a sequential row nothing is compared. If any spring has one, its backend has a column. 100 FPS without an
# interval show neither that 60 are held nor that they are not. 50 without one are no such rate, and the plain loop is
# no backend.
cat >rows <<'END'
gpu|"size": 4, "constraint": "morse", "backend": "cuda"|ok|100|-|-|-|16
gpu|"size": 8, "constraint": "morse", "backend": "cuda"|ok|80|50|110|-|64
gpu|"size": 4, "constraint": "stvk", "backend": "cuda"|ok|80|50|110|-|16
gpu|"size": 8, "constraint": "stvk", "backend": "cuda"|ok|50|-|-|-|64
gpu|"size": 8, "constraint": "stvk", "backend": "loop"|ok|100|-|-|1|64
END
make <rows
page "no partner"
answer
echo 'gpu|"size": 4, "constraint": "stvk", "backend": "seq"|ok|10|9|11|1|16' | cat rows - | make
page "a partner"
answer

# A backend has one colour, whatever the spring.
make <<'END'
cloth|"size": 4, "constraint": "morse", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 4, "constraint": "stvk", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 8, "constraint": "stvk", "backend": "seq"|ok|100|90|110|1|64
END
page "colours"
script cloth_fps_size line_colour
# A repeated row counts once, also before the others of its line. Settings have the order of the first row.
make <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|7
cloth|"size": 4, "backend": "seq"|ok|999|-|-|1|7
cloth|"size": 8, "backend": "seq"|ok|50|-|-|1|7
END
page "a row twice"
figure cloth_fps_size
make <<'END'
cloth|"size": 4, "backend": "seq", "mesh": "ball", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "mesh": "ball", "lanes": 1|ok|50|-|-|1|7
cloth|"size": 4, "backend": "seq", "lanes": 2, "mesh": "sheet"|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 2, "mesh": "sheet"|ok|50|-|-|1|7
END
page "settings in order"
figure cloth_fps_size
for words in "run.json one.json" ""; do run xpbd-report brief $words; done # four lines are about one run

# The held value is the one with the most sizes; of two with as many the standard, otherwise the first. Of two numbers
# of iterations the larger has a column.
for iterations in 5 20; do
  for size in 4 8; do echo "cloth|\"size\": $size, \"iterations\": $iterations, \"backend\": \"seq\"|ok|100|90|110|1|9"; done
done >rows
for standard in 5 20; do
  make standard=iterations=$standard <rows
  brief
done
make <rows
brief
echo 'cloth|"size": 16, "iterations": 20, "backend": "seq"|ok|100|90|110|1|9' >>rows
make standard=iterations=5 <rows
brief
make <rows
page "iterations that are held"
brief
says '<th>with [^<]*'

# The slice of sizes names hookean first, the slice of iterations stretching, at another size. Each cell comes from its
# own row, and the heading names the size. stvk has no iterations.
make standard=size=8 standard=iterations=20 <<'END'
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
page "many iterations of each spring in its row"
answer

# Two settings that agree in the first ninety-five letters are two lines, and neither stands for the other.
long=$(printf '%095d' 0 | tr 0 x)
for end in a b; do
  for size in 4 8; do
    echo "cloth|\"size\": $size, \"backend\": \"seq\", \"mesh\": \"$long$end\", \"lanes\": 1|ok|$([ $end = a ] && echo 100 || echo 200)|-|-|1|9"
    echo "pins|\"size\": $size, \"backend\": \"seq\", \"constraint\": \"$long$end\"|ok|$([ $end = a ] && echo 100 || echo 200)|-|-|1|9"
  done
done | make
page "long names"
figure cloth_fps_size
figure pins_fps_size
# A number with and without a point is the same.
for size in 4 8; do
  for lanes in 2 3.0; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"lanes\": $lanes|ok|$((size * 10))|-|-|1|9"; done
done | sed '/8,.*2|/s/2|/2.0|/; /8,.*3.0|/s/3.0|/3|/' | make
page "the same number"
figure cloth_fps_size

# Two strategies over three sizes, and points of other sweeps: one of two sizes, four batches of one. Of seven lines
# only three have more than a point. What makes no line is left out, and is no part of a name. Threads of a GPU are no
# line either.
{
  for size in 4 8 16; do
    for strategy in graph block; do echo "gpu|\"size\": $size, \"backend\": \"cuda\", \"strategy\": \"$strategy\", \"batch\": 1|ok|$((size * 10))|-|-|512|9"; done
  done
  for size in 4 8; do echo "gpu|\"size\": $size, \"backend\": \"cuda\", \"strategy\": \"auto\", \"batch\": 1|ok|7|-|-|512|9"; done
  for batch in 2 3 4 5; do echo "gpu|\"size\": 4, \"backend\": \"cuda\", \"strategy\": \"auto\", \"batch\": $batch|ok|7|-|-|512|9"; done
} >swept
swept() {
  make
  page "$1"
  figure gpu_fps_size
  says 'Left out: [^<]*'
}
swept "what makes a line" <swept
echo 'gpu|"size": 16, "backend": "cuda", "strategy": "auto", "batch": 1|ok|7|-|-|512|9' | cat swept - | swept "a third point makes one"
grep -v '"size": 16' swept | swept "of lines of two points none is too short"
