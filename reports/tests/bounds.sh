# Why this file exists: tests pages on both sides of a limit: how a number is written, whether it has a position or a
# mark, and whether things count as one or several. Each side has another answer, computed by hand.
. "$(dirname "$0")/common.sh"

same() { # FILE: it equals standard input
  cat >must
  [ -s must ] && diff must "$1" >out
}
# setting NAME SCRIPT: the value of a setting in the script of a figure.
setting() { sed -n "s/^$1 = //p" "$2" | head -n 1; }
# names FILE: the names of the lines of a figure, in order.
names() { awk -F '\t' '/^NaN/ && !seen[$NF]++ { printf "%s; ", $NF }' "$1"; }

# Numbers have at most twelve decimals and are at most 1e18. A missing precision is auto. One frame,
# episode or thread is shown, 0 is not.
make >edge.json <<'END'
cloth|"size": 4, "threads": 1, "backend": "seq", "precision": "auto"|ok|8e12|-|-|1|16|"frames": 1, "warm": 2, "episodes": 1, "frames_per_sample": 3, "sweeps": ["size", "mesh", "order"], "solver": {"precision": "f64"}
cloth|"size": 5, "threads": 1, "backend": "seq", "precision": "auto"|ok|1e18|-|-|1|25|"frames": 0, "warm": 2, "episodes": null, "frames_per_sample": 3, "solver": {"precision": "f32"}
cloth|"size": 6, "threads": 1, "backend": "seq", "precision": "auto"|ok|1.5e18|-|-|1|36|"solver": {"precision": null}
END
page edge.json
sed -n '/<section id=results>/,/<\/section>/p' edge/index.html | sed 's/<\/t[dr]>/|/g; s/<[^>]*>//g' |
  awk -F '|' 'NF > 3 { print $1, $2, $3, $6, $10 }' >is
check "numbers, precisions, milliseconds, episodes" same is <<'END'
8000000000000 4×4 f64 0.000000000125 1
1000000000000000000 5×5 f32 0.000000000000 –
– 6×6 auto 0.000000000000 –
END
check "one thread is not as many as there are" has edge/index.html "<p class=fixed>In all rows: threads 1, backend seq.</p>"
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { print $(at["plan_sweeps"]), $(at["warm"]), $(at["frames"]), $(at["frames_per_sample"]), $(at["episodes"]) }' edge/results.tsv >is
check "in the table, too" same is <<'END'
size,mesh,order 2 1 3 1
size NaN NaN NaN NaN
size NaN NaN NaN NaN
END
sed 's/size NaN/size 2/' must >other
control "frames that were none" cmp -s other is

# Ticks: each of nine sizes has a label. Of ten, every other one has, counted from the largest. 34 letters of labels
# stay level, 35 lean.
sizes() { # SIZE...: a line along these, with frames that spread enough for a figure
  for size in "$@"; do
    echo "cloth|\"size\": $size, \"backend\": \"seq\"|ok|100|-|-|1|7|\"frame_s\": {\"median\": 0.01, \"p05\": 0.009, \"p95\": 0.011, \"p99\": 0.02, \"max\": 0.03}"
  done | make >sizes.json
  page sizes.json
}
ticks() { sed -n 's/^set xtics (\(.*\))$/\1/p' sizes/figures/cloth_fps_size.gp | head -n 1; }
crowded() { for kind in fps_size spread; do setting x_crowded sizes/figures/cloth_$kind.gp; done | tr -d '\n'; }
sizes 1 2 3 4 5 6 7 8 9
check "nine labels" [ "$(ticks)" = '"1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "6" 6, "7" 7, "8" 8, "9" 9' ]
sizes 1 2 3 4 5 6 7 8 9 10
check "five of ten" [ "$(ticks)" = '"" 1, "2" 2, "" 3, "4" 4, "" 5, "6" 6, "" 7, "8" 8, "" 9, "10" 10' ]
sizes 10 1000 2000 3000 4000 5000 6000 7000 8000
check "34 letters" [ "$(crowded)" = 00 ]
sizes 100 1000 2000 3000 4000 5000 6000 7000 8000
check "35 letters" [ "$(crowded)" = 11 ]
control "as few as 34" [ "$(crowded)" = 00 ]

# A cache of one MiB that the state fills at every size: the mark is in the middle, at sqrt(4 16) = 8.
make field=cpu.cache_l2=1048576 >mark.json <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16|"memory": {"host": 1048576}
cloth|"size": 16, "backend": "seq"|ok|50|-|-|1|256|"memory": {"host": 1048576}
END
page mark.json
marks() { echo "$(setting mark_count "$1") $(setting 'mark_text\[1\]' "$1") $(setting 'mark_at\[1\]' "$1" | awk '{ printf "%.6g", $1 }')"; }
check "a cache of one MiB" [ "$(marks mark/figures/cloth_fps_size.gp)" = '1 "L2 1 MiB" 8' ]
sed 's/"cache_l2": {"state": "known", "value": 1048576/"cache_l2": {"state": "known", "value": 1048575/' mark.json >less.json
page less.json
control "a byte less, which the state is larger than everywhere" [ "$(setting mark_count less/figures/cloth_fps_size.gp)" = 1 ]

# File names have plain letters only. The link with a figure's data writes all others as their code.
make >names.json <<'END'
azAZ09-_.x|"size": 4, "backend": "seq", "constraint": "azAZ09._-"|ok|100|-|-|1|16
azAZ09-_.x|"size": 8, "backend": "seq", "constraint": "azAZ09._-"|ok|50|-|-|1|64
END
page names.json
figure=azAZ09-__x_fps_size
check "the name of a file" [ -s names/figures/$figure.tsv ]
encoded() { # FILE: its text, with codes for other than plain letters
  LC_ALL=C awk 'BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = sprintf("%%%02X", i) }
    { for (k = 1; k <= length($0); k++) { c = substr($0, k, 1); printf "%s", (c ~ /[-A-Za-z0-9._]/ ? c : code[c]) }
      printf "%s", "%0A" }' "$1"
}
link() { printf '<a download="%s.tsv" href="data:text/tab-separated-values;charset=utf-8,%s">Data</a>' $figure "$1"; }
check "the link with its data" has names/index.html "$(link "$(encoded names/figures/$figure.tsv)")"
control "a blank that is one" has names/index.html "$(link "$(encoded names/figures/$figure.tsv | sed 's/%20/ /')")"

# Points that make no line: one beside ten lines, two beside one line.
{
  for lanes in 1 2 3 4 5 6 7 8 9 10; do
    for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"lanes\": $lanes|ok|100|-|-|1|7"; done
  done
  echo 'cloth|"size": 4, "backend": "seq", "lanes": 11|ok|100|-|-|1|7'
} | make >alone.json
page alone.json
check "one point" has alone/index.html "Left out: 1 point that makes no line, see Results."
make >alone.json <<'END'
cloth|"size": 4, "backend": "seq", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 1|ok|100|-|-|1|7
cloth|"size": 4, "backend": "seq", "lanes": 2|ok|100|-|-|1|7
cloth|"size": 8, "backend": "seq", "lanes": 3|ok|100|-|-|1|7
END
page alone.json
check "two points" has alone/index.html "Left out: 2 points that make no line, see Results."
control "one" has alone/index.html "1 point that makes"

# Speedups of two sizes are a line. Its axis is logarithmic if the largest is more than eight times the smallest. It
# ends at 1.25 times the largest, or at 1.1 times the threads if that is more and they are less than twice the largest.
# Beside 1.5, two threads are in range and four are not.
pairs() { # THREADS FPS FPS: a line of omp, beside 100 FPS of seq
  for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\"|ok|100|-|-|1|7"; done >rows
  echo "cloth|\"size\": 4, \"backend\": \"omp\"|ok|$2|-|-|$1|7" >>rows
  echo "cloth|\"size\": 8, \"backend\": \"omp\"|ok|$3|-|-|$1|7" >>rows
  make <rows >pairs.json && page pairs.json
}
end() { setting "$1" pairs/figures/cloth_speedup.gp | awk '{ printf "%.5g", $1 }'; }
pairs 2 100 800
check "eight times as much" [ "$(end y_log)" = 0 ]
pairs 2 100 850
check "more than that" [ "$(end y_log)" = 1 ]
pairs 2 100 150
check "two threads, perfectly used" [ "$(end y_high)" = 2.2 ]
pairs 4 100 150
check "four are out of reach" [ "$(end y_high)" = 1.875 ]
control "four in sight" [ "$(end y_high)" = 4.4 ]

# 0 threads are not mentioned. A spring with a name of one letter has its colour and appears in each sentence. A faster
# line of another spring on the same backend is not mistaken for it.
make >idle.json <<'END'
cloth|"size": 4, "backend": "omp"|ok|200|-|-|0|7
cloth|"size": 8, "backend": "omp"|ok|100|-|-|0|7
END
page idle.json
check "no threads in the answer" has idle/index.html "at size 8 (omp). No size measured"
check "nor in a label" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s;", $NF }' idle/figures/cloth_fps_size.tsv)" = "omp;omp;" ]
make >letter.json <<'END'
cloth|"size": 4, "constraint": "m", "backend": "seq"|ok|200|190|210|1|16
cloth|"size": 8, "constraint": "m", "backend": "seq"|ok|100|90|110|1|64
cloth|"size": 4, "constraint": "s", "backend": "seq"|ok|400|390|410|1|16
cloth|"size": 8, "constraint": "s", "backend": "seq"|ok|300|290|310|1|64
END
page letter.json
check "in brief" [ "$(sed -n 2p brief)" = "fastest:    at 8×8, m: seq 100 FPS (90.0 to 110)" ]
check "in the answer" has letter/index.html "with 8×8 vertices and the constraint m (seq)."
check "a backend has one colour" [ "$(sed -n 's/^line_colour.* = //p' letter/figures/cloth_fps_size.gp | tr '\n' ' ')" = "0x0072b2 0x0072b2 " ]
control "the faster spring" grep -q '300 FPS' brief

# In brief: missing facts about the machine are left out. An interval has two ends above 0. The first benchmark with a
# line of sizes counts, not one with one size.
none() { # LOW HIGH [MORE]: the second line for a row with these ends
  printf 'cloth|"size": 4, "backend": "seq"|ok|200|-|-|1|7\ncloth|"size": 8, "backend": "seq"|ok|100|%s|%s|1|7|%s\n' "$1" "$2" "${3:-}" |
    make logical=0 field=memory.total=0 field=machine.triad=0 >none.json
  "$report" brief none.json >brief
  sed -n 2p brief
}
bare="fastest:    at 8: seq 100 FPS"
check "one end" [ "$(none 90 -)" = "$bare" ]
check "an end at 0" [ "$(none - - '"fps": {"median": 100, "lo95": 0, "hi95": 110}')" = "$bare" ]
check "the machine" [ "$(none 90 110 >out; head -n 1 brief)" = "machine:    Made-up" ]
control "both ends" [ "$(none 90 110)" = "$bare" ]
make >turns.json <<'END'
bare|"size": 4, "backend": "seq"|ok|10|-|-|1|7
cloth|"size": 4, "backend": "seq"|ok|200|-|-|1|7
bare|"size": 4, "backend": "omp"|ok|10|-|-|1|7
cloth|"size": 8, "backend": "seq"|ok|100|-|-|1|7
END
check "benchmarks in turns" [ "$("$report" brief turns.json | sed -n 2p)" = "$bare" ]

# Failed rows, in words: one of each kind, one kind alone, none.
make >failed.json <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|-|-|1|16
cloth|"size": 5, "backend": "seq"|invalid|-|-|-|1|25
cloth|"size": 6, "backend": "seq"|error|-|-|-|1|36
END
page failed.json
check "one of each" has failed/index.html "1 failed a check and 1 ended in an error. They show no numbers."
sed 's/"status": "error"/"status": "skipped"/' failed.json >one.json && page one.json
check "one alone" has one/index.html "1 failed a check and 0 ended in an error. They show no numbers."
sed 's/"status": "invalid"/"status": "skipped"/' one.json >none.json && page none.json
control "none" has none/index.html "they show no numbers"

# Figures of an older report are removed, whatever they show. Files of others stay, even under such names.
mkdir -p old/figures
for ending in tsv svg png; do : >old/figures/made_error.$ending && : >old/figures/other.$ending && : >old/figures/own_error.$ending; done
head -n 3 "$(find . -name '*.gp' | grep -v old/ | head -n 1)" >old/figures/made_error.gp && cp old/figures/made_error.gp old/figures/other.gp
echo 'plot sin(x)' >old/figures/own_error.gp && : >old/figures/.gp && : >old/figures/alone_error.svg && : >old/figures/made_error.txt
kept() { (cd old/figures && for name in "$@"; do [ ! -e "$name" ] || printf '%s ' "$name"; done); }
old="made_error.tsv made_error.svg made_error.png made_error.gp other.tsv other.svg other.png other.gp"
# shellcheck disable=SC2086 # words
control "old figures" [ -z "$(kept $old)" ]
PATH=/var/empty "$report" one.json --out old >out 2>err </dev/null
# shellcheck disable=SC2086
check "old figures are gone" [ -z "$(kept $old)" ]
own="own_error.tsv own_error.svg own_error.png own_error.gp .gp alone_error.svg made_error.txt "
# shellcheck disable=SC2086
check "somebody's own are not" [ "$(kept $own)" = "$own" ]

# Scenes. Two methods with equal times and one moment after the first each have their own mean |C|. Constant energy gets
# a margin of a millionth: 4 - 4e-6. One scene has no figure of scenes, and may have a sweep.
moved() { # AXES FPS TIMES RESIDUALS ENERGIES TRAVELS [MORE]
  printf 'scenes|%s|ok|%s|-|-|1|100|"series": {"time_s": [%s], "residual_mean": [%s], "mechanical_J": [%s], "travel_m": [%s]}%s\n' "$@"
}
{
  moved '"scene": "level", "method": "xpbd", "size": 1, "backend": "seq"' 100 0,1 9,0.5 4,4 0,0.5
  moved '"scene": "level", "method": "fms", "size": 1, "backend": "seq"' 100 0,1 9,0.25 4,4 0,0.75
} | make >level.json
page level.json
check "means of one moment" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s; ", $1, $2 }' level/figures/scenes_level_cost.tsv)" = "10 0.5; 10 0.25; " ]
check "level energy" [ "$(setting 'y_low\[2\]' level/figures/scenes_level_course.gp | awk '{ printf "%.7g", $1 }')" = 3.999996 ]
check "of one scene no comparison" [ ! -e level/figures/scenes_scene_fps.tsv ]
{
  for size in 3 6; do moved "\"scene\": \"box\", \"method\": \"solo\", \"size\": $size, \"backend\": \"seq\"" 9 0,1,2 1,1,1 0,0,0 0,1,$size.5; done
  for size in 1 2; do moved "\"scene\": \"sledge\", \"method\": \"solo\", \"size\": $size, \"backend\": \"seq\"" 9 0,1,2 1,1,1 0,0,0 0,1,$size.25; done
} | make >travel.json
page travel.json
travels() { awk -F '\t' '/^[0-9]/ { printf "%s %s %s; ", $1, $2, $5 }' "travel/figures/scenes_$1_travel.tsv"; }
check "distances of one scene" [ "$(travels box)" = "3 3.5 solo; 6 6.5 solo; " ]
check "and of the next" [ "$(travels sledge)" = "1 1.25 solo; 2 2.25 solo; " ]
control "of two scenes a comparison" [ ! -e travel/figures/scenes_scene_fps.tsv ]
sed '/"scene": "sledge"/d; s/\(6\.5]}}\),$/\1/' travel.json >box.json
page box.json
check "a scene that was swept" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s;", $1 }' box/figures/scenes_fps_size.tsv)" = "3;6;" ]

# A row with an additional axis is another simulation. The scene's default of one step is shown
# as 1. Names end after 511 letters.
{
  moved '"scene": "cloth", "method": "xpbd", "backend": "seq"' 100 0,1 9,0.5 4,4 0,1
  moved '"scene": "cloth", "method": "xpbd", "backend": "seq", "omega": 1.5' 50 0,1 9,0.5 4,4 0,1
} | make >lines.json
page lines.json
check "an axis more" [ "$(names lines/figures/scenes_cloth_course.tsv)" = "xpbd; xpbd, omega 1.5; " ]
for iterations in 5 10; do
  moved "\"scene\": \"cloth\", \"method\": \"xpbd\", \"substeps\": 0, \"iterations\": $iterations, \"backend\": \"seq\"" 100 0,1 9,0.5 4,4 0,1 ', "solver": {"substeps": 1}'
done | make >lines.json
page lines.json
check "one step" [ "$(names lines/figures/scenes_cloth_course.tsv)" = "xpbd, 1 × 5; xpbd, 1 × 10; " ]
control "as the scene has them" [ "$(names lines/figures/scenes_cloth_course.tsv)" = "xpbd, as the scene × 5; xpbd, as the scene × 10; " ]
letters() { printf "%0$1d" 0 | tr 0 "$2"; } # COUNT LETTER
for row in "$(letters 200 x)|$(letters 200 y)|$(letters 200 z)" "a|b|c"; do
  moved "\"scene\": \"cloth\", \"method\": \"xpbd\", \"mesh\": \"${row%%|*}\", \"wind\": \"$(echo "$row" | cut -d '|' -f 2)\", \"pins\": \"${row##*|}\", \"backend\": \"seq\"" 100 0,1 9,0.5 4,4 0,1
done | make >lines.json
page lines.json
longest() { awk -F '\t' '/^[0-9]/ { if (length($NF) > most) most = length($NF) } END { print most + 0 }' "$1"; }
check "a name of a line" [ "$(longest lines/figures/scenes_cloth_course.tsv)" = 511 ]
for mesh in "$(letters 300 x)" b; do
  for size in 4 8; do echo "cloth|\"size\": $size, \"backend\": \"seq\", \"mesh\": \"$mesh\"|ok|100|-|-|1|7"; done
done | make >long.json
page long.json
check "a label" [ "$(longest long/figures/cloth_fps_size.tsv)" = 255 ]
echo "projection|\"constraint\": \"stretching\", \"backend\": \"$(letters 250 B)\", \"order\": \"$(letters 250 O)\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": 8}}" | make >long.json
page long.json
check "a kind of mark" [ "$(sed -n 's/^# \(B.*\)/\1/p' long/figures/projection_edges_ns.tsv | awk '{ print length($0) }')" = 511 ]

# Each of four kinds of elements has a figure. A mark's interval has two ends. A memory share of 0 counts as unknown.
for constraint in stretching stvk_triangle tet_volume made_up; do
  echo "projection|\"constraint\": \"$constraint\", \"backend\": \"seq\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": 8}}, \"roofline\": {\"compute_share\": 0.5, \"memory_share\": $([ $constraint = stretching ] && echo 0 || echo 0.25)}"
done | make >kinds.json
page kinds.json
check "four kinds of elements" [ "$(find kinds/figures -name 'projection_*_ns.tsv' | wc -l)" -eq 4 ]
check "a share of 0" has kinds/index.html "are 0.25 to 0.25 times what memory streams in that time"
make >half.json <<'END'
scenes|"scene": "cloth", "method": "xpbd", "backend": "seq"|ok|100|50|-|1|9
scenes|"scene": "flag", "method": "xpbd", "backend": "seq"|ok|50|-|80|1|9
END
page half.json
check "half an interval is none" [ "$(awk -F '\t' '/^[0-9]/ { printf "%s %s %s; ", $2, $3, $4 }' half/figures/scenes_scene_fps.tsv)" = "100 100 100; 50 50 50; " ]

# Paths need 2 to 100000 moments. A body at rest is no reference. A path without error has
# no position on a logarithmic axis.
fallen() { # CONSTRAINT METHOD STEPS SWEEPS FPS TIMES DROPS
  printf 'accuracy|"scene": "beam", "constraint": "%s", "method": "%s", "substeps": %s, "iterations": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [%s], "drop_m": [%s]}\n' "$@"
}
{
  fallen wood xpbd 8 1 5 0,1 0,0
  fallen wood xpbd 1 4 40 0,1 0,1
  fallen steel xpbd 8 1 5 0,1 0,20
  fallen steel fms 2 1 10 0,1 0,20
  fallen steel xpbd 1 4 40 0,1 0,25
} | make >course.json
page course.json
check "the first body that moves" grep -q '^<p class=answer>The cheapest way to come within 5&nbsp;% of the motion of steel was fms, 2 steps a frame' course/index.html
check "what is not exact" [ "$(names course/figures/accuracy_beam_accuracy.tsv)" = "steel, xpbd, iterations; " ]
{ fallen steel xpbd 8 1 5 0 20; fallen steel xpbd 1 4 40 0 21; } | make >course.json
page course.json
check "one moment" has course/index.html "<h2>How fast is every scene, by every method?</h2>"
long_course() { # MOMENTS: two rows with this many
  echo '{"xb": {"schema": "xb/1", "complete": true, "stop": "finished", "plan": {"benchmarks": []}, "env": {}, "points": ['
  for drop in 20 21; do
    [ $drop = 20 ] || echo ,
    printf '{"name": "a/%s", "benchmark": "a", "sweeps": [], "axes": {"scene": "beam", "constraint": "steel", "substeps": %s, "iterations": 1}, ' $drop $((28 - drop))
    printf '"status": "ok", "reason": null, "checked": "plain", "frame_s": {"median": 0.01}, "fps": {"median": 100}, "series": {"time_s": [%s], "drop_m": [%s' "$(seq -s , "$1")" $drop
    yes ,$drop | head -n $(($1 - 1)) | tr -d '\n'
    echo ']}}'
  done
  echo ']}}'
}
for moments in 100000 100001; do
  long_course $moments >long.json
  PATH=/var/empty "$report" long.json --out moments >out 2>err </dev/null
  sed -n 's/.*<section id=answer><h2>\(.*\)<\/h2>.*/\1/p' moments/index.html
  rm -r moments
done >is
check "how many moments are read" same is <<'END'
How close to the motion, for how much time?
How fast is every scene, by every method?
END
finish
