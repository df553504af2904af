# Why this file exists: records pages on both sides of a limit: how a number is written, whether it has a position or a
# mark, and whether things count as one or several. Each side has another answer, which the comments give.
. "$source/reports/tests/golden_words.sh"
# names FIGURE: the names of its lines, in order.
names() { part "lines of $1:" awk -F '\t' '/^NaN/ && !seen[$NF]++ { print $NF }' "page/figures/$1.tsv"; }
# points FIGURE: its points and their names.
points() { part "points of $1:" grep '^[0-9]' "page/figures/$1.tsv"; }
# longest FIGURE: the letters of the longest name.
longest() { part "longest name in $1:" awk -F '\t' '/^[0-9]/ { if (length($NF) > most) most = length($NF) } END { print most + 0 }' "page/figures/$1.tsv"; }

# Numbers have at most twelve decimals and are at most 1e18. A missing precision is auto. One frame, episode or thread is
# shown, 0 is not.
make <<'END'
cloth|"size": 4, "threads": 1, "backend": "seq", "precision": "auto"|ok|8e12|-|-|1|16|"frames": 1, "warm": 2, "episodes": 1, "frames_per_sample": 3, "sweeps": ["size", "mesh", "order"], "solver": {"precision": "f64"}
cloth|"size": 5, "threads": 1, "backend": "seq", "precision": "auto"|ok|1e18|-|-|1|25|"frames": 0, "warm": 2, "episodes": null, "frames_per_sample": 3, "solver": {"precision": "f32"}
cloth|"size": 6, "threads": 1, "backend": "seq", "precision": "auto"|ok|1.5e18|-|-|1|36|"solver": {"precision": null}
END
digits='' # each of them
page "numbers, precisions, milliseconds, episodes"
part "results:" sed -n '/<section id=results>/,/<\/section>/s/^<tr.*/&/p' page/index.html
says '<p class=fixed>.*' # one thread is not as many as there are
part "the table:" awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } { print $(at["plan_sweeps"]), $(at["warm"]), $(at["frames"]), $(at["frames_per_sample"]), $(at["episodes"]) }' page/results.tsv
digits=7

# Ticks: each of nine sizes has a label. Of ten, every other one has, counted from the largest. 34 letters of labels
# stay level, 35 lean.
for sizes in "1 2 3 4 5 6 7 8 9" "1 2 3 4 5 6 7 8 9 10" "10 1000 2000 3000 4000 5000 6000 7000 8000" "100 1000 2000 3000 4000 5000 6000 7000 8000"; do
  for size in $sizes; do # along a line, with frames that spread enough for a figure
    echo "cloth|\"size\": $size, \"backend\": \"seq\"|ok|100|-|-|1|7|\"frame_s\": {\"median\": 0.01, \"p05\": 0.009, \"p95\": 0.011, \"p99\": 0.02, \"max\": 0.03}"
  done | make
  page "sizes $sizes"
  for kind in fps_size spread; do part "$kind:" grep -E '^(set xtics \("|x_crowded = )' page/figures/cloth_$kind.gp; done
done
# A cache of one MiB that the state fills at every size: the mark is in the middle, at sqrt(4 16) = 8. The state is
# larger than a byte less everywhere.
make field=cpu.cache_l2=1048576 <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16|"memory": {"host": 1048576}
cloth|"size": 16, "backend": "seq"|ok|50|-|-|1|256|"memory": {"host": 1048576}
END
for bytes in 1048576 1048575; do
  sed -i "s/\(\"cache_l2\": {\"state\": \"known\", \"value\": \)[0-9]*/\1$bytes/" run.json
  page "a cache of $bytes bytes"
  script cloth_fps_size 'mark_count|mark_text|mark_at'
done
# File names have plain letters only. The link with a figure's data writes all others as their code.
make <<'END'
azAZ09-_.x|"size": 4, "backend": "seq", "constraint": "azAZ09._-"|ok|100|-|-|1|16
azAZ09-_.x|"size": 8, "backend": "seq", "constraint": "azAZ09._-"|ok|50|-|-|1|64
END
page "odd names"
figure azAZ09-__x_fps_size
says 'download="azAZ09-__x_fps_size[^>]*'
# Points that make no line: one beside ten lines, two beside one line.
{
  for lanes in 1 2 3 4 5 6 7 8 9 10; do
    for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"lanes\": $lanes|ok|100|-|-|1|7"; done
  done
  echo 'cloth|"size": 4, "backend": "seq", "lanes": 11|ok|100|-|-|1|7'
} | make
page "one point beside ten lines"
says 'Left out: [^<]*'
make <<'END'
cloth|"size": 4, "backend": "seq", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 4, "backend": "seq", "lanes": 2|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 3|ok|100|-|-|1|7
END
page "two points beside a line"
says 'Left out: [^<]*'

# Speedups of two sizes are a line. Its axis is logarithmic if the largest is more than eight times the smallest. It
# ends at 1.25 times the largest, or at 1.1 times the threads if that is more and they are less than twice the largest.
# Beside 1.5, two threads are in range (2.2) and four are not (1.875).
for pair in "2 100 800" "2 100 850" "2 100 150" "4 100 150"; do # threads and two frame rates of omp, beside 100 of seq
  for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\"|ok|100|-|-|1|7"; done >rows
  echo "$pair" | { read -r threads one two; for fps in $one $two; do echo "cloth|\"size\": $([ "$fps" = "$one" ] && echo 4 || echo 8), \"backend\": \"omp\"|ok|$fps|-|-|$threads|7"; done; } >>rows
  make <rows
  page "threads and frame rates $pair"
  script cloth_speedup 'y_log|y_high'
done

# 0 threads are not mentioned. A spring with a name of one letter has its colour and appears in each sentence. A faster
# line of another spring on the same backend is not mistaken for it.
make <<'END'
cloth|"size": 4, "backend": "omp"|ok|200|-|-|0|7
cloth|"size": 8, "backend": "omp"|ok|100|-|-|0|7
END
page "no threads"
answer
points cloth_fps_size
make <<'END'
cloth|"size": 4, "constraint": "m", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 8, "constraint": "m", "backend": "seq"|ok|100|90|110|1|64
cloth|"size": 4, "constraint": "s", "backend": "seq"|ok|400|390|410|1|16
cloth|"size": 8, "constraint": "s", "backend": "seq"|ok|300|290|310|1|64
END
page "springs of one letter"
answer
brief
script cloth_fps_size line_colour
head -n 3 page/figures/cloth_fps_size.gp >script

# In brief: missing facts about the machine are left out. An interval has two ends above 0. The first benchmark with a
# line of sizes counts, not one with one size.
while IFS= read -r ends; do
  printf 'cloth|"size": 4, "backend": "seq"|ok|200|-|-|1|7\ncloth|"size": 8, "backend": "seq"|ok|100|%s\n' "$ends" |
    make logical=0 field=memory.total=0 field=machine.triad=0
  brief
done <<'END'
90|-|1|7
-|-|1|7|"fps": {"median": 100, "lo95": 0, "hi95": 110}
90|110|1|7
END
make <<'END'
bare|"size": 4, "backend": "seq"|ok|10|-|-|1|7
cloth|"size": 4, "backend": "seq"|ok|200|-|-|1|7
bare|"size": 4, "backend": "omp"|ok|10|-|-|1|7
cloth|"size": 8, "backend": "seq"|ok|100|-|-|1|7
END
brief
# Failed rows, in words: one of each kind, one kind alone, none.
make <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16
cloth|"size": 5, "backend": "seq"|invalid|-|-|-|1|25
cloth|"size": 6, "backend": "seq"|error|-|-|-|1|36
END
for status in none error invalid; do
  sed -i "s/\"status\": \"$status\"/\"status\": \"skipped\"/" run.json
  page "skipped instead of $status"
  says '[0-9]+ failed a check [^<]*'
done

# Figures of an older report are removed, whatever they show. Files of others stay, even under such names.
mkdir -p old/figures
for ending in tsv svg png; do : >old/figures/made_error.$ending && : >old/figures/other.$ending && : >old/figures/own_error.$ending; done
cp script old/figures/made_error.gp && cp script old/figures/other.gp
echo 'plot sin(x)' >old/figures/own_error.gp && : >old/figures/.gp && : >old/figures/alone_error.svg && : >old/figures/made_error.txt
part "into an old folder:" env PATH=/var/empty "$report" run.json --out old
part "what stays:" ls -A old/figures

# Scenes. Two methods with equal times and one moment after the first each have their own mean |C|. Constant energy gets
# a margin of a millionth: 4 - 4e-6. One scene has no figure of scenes, and may have a sweep.
moved() { # AXES FPS TIMES RESIDUALS ENERGIES TRAVELS [MORE]
  printf 'scenes|%s|ok|%s|-|-|1|100|"series": {"time_s": [%s], "residual_mean": [%s], "mechanical_J": [%s], "travel_m": [%s]}%s\n' "$@"
}
{
  moved '"scene": "level", "method": "xpbd", "size": 1, "backend": "seq"' 100 0,1 9,0.5 4,4 0,0.5
  moved '"scene": "level", "method": "fms", "size": 1, "backend": "seq"' 100 0,1 9,0.25 4,4 0,0.75
} | make
page "means of one moment, level energy"
points scenes_level_cost
script scenes_level_course y_low
figure scenes_scene_fps
{
  for size in 3 6; do moved "\"scene\": \"box\", \"method\": \"solo\", \"size\": $size, \"backend\": \"seq\"" 9 0,1,2 1,1,1 0,0,0 0,1,$size.5; done
  for size in 1 2; do moved "\"scene\": \"sledge\", \"method\": \"solo\", \"size\": $size, \"backend\": \"seq\"" 9 0,1,2 1,1,1 0,0,0 0,1,$size.25; done
} | make
page "distances of two scenes"
points scenes_box_travel
points scenes_sledge_travel
figure scenes_scene_fps
sed -i '/"scene": "sledge"/d; s/\(6\.5]}}\),$/\1/' run.json
page "a scene that was swept"
points scenes_fps_size

# A row with an additional axis is another simulation. The scene's default of one step is shown as 1. Names of lines end
# after 511 letters, labels after 255.
{
  moved '"scene": "cloth", "method": "xpbd", "backend": "seq"' 100 0,1 9,0.5 4,4 0,1
  moved '"scene": "cloth", "method": "xpbd", "backend": "seq", "omega": 1.5' 50 0,1 9,0.5 4,4 0,1
} | make
page "an axis more"
names scenes_cloth_course
for iterations in 5 10; do
  moved "\"scene\": \"cloth\", \"method\": \"xpbd\", \"substeps\": 0, \"iterations\": $iterations, \"backend\": \"seq\"" 100 0,1 9,0.5 4,4 0,1 ', "solver": {"substeps": 1}'
done | make
page "one step"
names scenes_cloth_course
letters() { printf "%0$1d" 0 | tr 0 "$2"; } # COUNT LETTER
for row in "$(letters 200 x)|$(letters 200 y)|$(letters 200 z)" "a|b|c"; do
  moved "\"scene\": \"cloth\", \"method\": \"xpbd\", \"mesh\": \"${row%%|*}\", \"wind\": \"$(echo "$row" | cut -d '|' -f 2)\", \"pins\": \"${row##*|}\", \"backend\": \"seq\"" 100 0,1 9,0.5 4,4 0,1
done | make
page "long names of lines"
longest scenes_cloth_course
for mesh in "$(letters 300 x)" b; do
  for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"mesh\": \"$mesh\"|ok|100|-|-|1|7"; done
done | make
page "long labels"
longest cloth_fps_size
echo "projection|\"constraint\": \"stretching\", \"backend\": \"$(letters 250 B)\", \"order\": \"$(letters 250 O)\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": 8}}" | make
page "a long kind of mark"
part "its letters:" awk '/^# B/ { print length($0) - 2 }' page/figures/projection_edges_ns.tsv

# Each of four kinds of elements has a figure. A mark's interval has two ends. A memory share of 0 counts as unknown.
for constraint in stretching stvk_triangle tet_volume made_up; do
  echo "projection|\"constraint\": \"$constraint\", \"backend\": \"seq\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": 8}}, \"roofline\": {\"compute_share\": 0.5, \"memory_share\": $([ $constraint = stretching ] && echo 0 || echo 0.25)}"
done | make
page "four kinds of elements"
part "figures:" ls page/figures
says 'are [0-9.]* to [0-9.]* times what memory streams in that time'
make <<'END'
scenes|"scene": "cloth", "method": "xpbd", "backend": "seq"|ok|100|50|-|1|9
scenes|"scene": "flag", "method": "xpbd", "backend": "seq"|ok|50|-|80|1|9
END
page "half an interval is none"
points scenes_scene_fps

# Paths need 2 to 100000 moments. A body at rest is no reference. A path without error has no position on a logarithmic
# axis.
fallen() { # CONSTRAINT METHOD STEPS SWEEPS FPS TIMES DROPS
  printf 'accuracy|"scene": "beam", "constraint": "%s", "method": "%s", "substeps": %s, "iterations": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [%s], "drop_m": [%s]}\n' "$@"
}
{
  fallen wood xpbd 8 1 5 0,1 0,0
  fallen wood xpbd 1 4 40 0,1 0,1
  fallen steel xpbd 8 1 5 0,1 0,20
  fallen steel fms 2 1 10 0,1 0,20
  fallen steel xpbd 1 4 40 0,1 0,25
} | make
page "the first body that moves, and what is not exact"
answer
names accuracy_beam_accuracy
{ fallen steel xpbd 8 1 5 0 20; fallen steel xpbd 1 4 40 0 21; } | make
page "one moment"
answer
for moments in 100000 100001; do
  {
    echo '{"xb": {"schema": "xb/1", "complete": true, "stop": "finished", "plan": {"benchmarks": []}, "env": {}, "points": ['
    for drop in 20 21; do
      [ $drop = 20 ] || echo ,
      printf '{"name": "a/%s", "benchmark": "a", "sweeps": [], "axes": {"scene": "beam", "constraint": "steel", "substeps": %s, "iterations": 1}, ' $drop $((28 - drop))
      printf '"status": "ok", "reason": null, "checked": "plain", "frame_s": {"median": 0.01}, "fps": {"median": 100}, "series": {"time_s": [%s], "drop_m": [%s' "$(seq -s , $moments)" $drop
      yes ,$drop | head -n $((moments - 1)) | tr -d '\n'
      echo ']}}'
    done
    echo ']}}'
  } >run.json
  page "$moments moments"
  says '<section id=answer><h2>[^<]*'
done
