# Why this file exists: the sentence that opens each kind of benchmark, word for word: what it is about, which rows it is
# taken from, what it says where there is but one of them, no interval or no answer at all.
. "$(dirname "$0")/common.sh"

# page: of the results on standard input, given as rows (rows_fixture.sh), all that is said before the figures.
page() {
  rm -rf page
  sh "$here/rows_fixture.sh" "$@" >run.json
  PATH=/var/empty "$report" run.json --out page >out 2>err
  sed -n '/<section id=answer/,/<details>/p' page/index.html | grep -E '^<section|^<p class=(answer|source)>' | grep -v '<p class=source>How' >is
}
# says LINES: exactly that was said.
says() {
  cat >must
  diff must is >out
}
machine="Made-up (4 processors)"

page logical=1 <<'END'
stream|"backend": "seq"|ok|100|98|102|1|10
stream|"backend": "omp"|ok|50|-|-|2|10
stream|"backend": "loop"|ok|10|9|11|1|10
stream|"backend": "cuda"|skipped|1000|990|1010|1|10
other|"backend": "seq"|ok|20|19|21|1|10
END
check "from the slowest to the fastest, no peer, nothing skipped" says <<'END'
<section id=answer><h2>How fast is this machine?</h2>
<p class=answer>Made-up (1 processor) runs at <b>50.0 FPS</b> (no interval: fewer than six episodes) (stream/2) to <b>100 FPS</b> (95 % interval 98.0 to 102) (stream/1).</p>
<p class=source>Benchmark stream.</p>
<section id="of-other"><h2>How fast is this machine?</h2>
<p class=answer>Made-up (1 processor) runs at <b>20.0 FPS</b> (95 % interval 19.0 to 21.0) (other/5).</p>
<p class=source>Benchmark other.</p>
END
sed 's/1 processor/1 processors/' must >other
control "a plural" says <other

page <<'END'
scenes|"scene": "cloth", "method": "xpbd"|ok|100|98|102|1|10
scenes|"scene": "cloth", "method": "fms"|ok|1|0.9|1.1|1|10
scenes|"scene": "flag", "method": "xpbd"|ok|50|49|51|1|10
scenes|"scene": "box", "method": "xpbd"|ok|400|390|410|1|10
scenes|"scene": "box", "method": "fms"|ok|4000|390|410|1|10
END
check "the one figure is left out" has out "figures left out: gnuplot was not found"
check "scenes, by the first method" says <<END
<section id=answer><h2>How fast is every scene, by every method?</h2>
<p class=answer>$machine runs flag at <b>50.0 FPS</b> (95 % interval 49.0 to 51.0), the slowest scene, and box at <b>400 FPS</b> (95 % interval 390 to 410), the fastest, by xpbd.</p>
<p class=source>Benchmark scenes.</p>
END
check "two methods stand side by side" has page/index.html "class=grid"
page <<'END'
scenes|"scene": "cloth", "backend": "seq"|ok|100|98|102|1|10
scenes|"scene": "cloth", "backend": "omp"|ok|200|198|202|1|10
END
check "one scene" says <<END
<section id=answer><h2>How fast is every scene, by every method?</h2>
<p class=answer>$machine runs cloth at <b>100 FPS</b> (95 % interval 98.0 to 102) to <b>200 FPS</b> (95 % interval 198 to 202).</p>
<p class=source>Benchmark scenes.</p>
END
echo 'scenes|"scene": "cloth", "method": "xpbd"|ok|100|98|102|1|10' | page
check "no figure is none that is missing" lacks out "figures left out"
check "one point" has out "1 point, 1 with numbers; 0 of 0 figures drawn"
control "of several" has out "points"
check "one row" says <<END
<section id=answer><h2>How fast is every scene, by every method?</h2>
<p class=answer>$machine runs cloth at <b>100 FPS</b> (95 % interval 98.0 to 102), by xpbd.</p>
<p class=source>Benchmark scenes.</p>
END
check "is one in words" has page/index.html "<p>1 point: <b>1 ok</b>, <b>0 invalid</b>. 1 row shows numbers.</p>"
check "one method has nothing beside it" lacks page/index.html "class=grid"

cost() { echo "projection|\"constraint\": \"$1\", \"lanes\": $2|ok|100|$4|1|10|\"counters\": {\"ns_per_projection\": {\"value\": $3}}"; }
{
  cost stretching 1 8 '98|102'
  cost stretching 4 3 '98|102'
  cost stretching 16 2 '80|125'
  cost morse 16 1 '98|102'
  cost morse 1 80 '98|102'
} | page
check "a projection of the first constraint" says <<'END'
<section id=answer><h2>What does one projection cost?</h2>
<p class=answer>One projection of stretching takes <b>2.00 ns</b> (95 % interval 1.60 to 2.50) in the fastest way measured and 8.00 ns in the slowest; the figures have all formulas.</p>
<p class=source>Benchmark projection.</p>
END
{
  cost stretching 1 8 '-|-'
  cost morse 16 1 '98|102'
} | page
check "in one way, without an interval" says <<'END'
<section id=answer><h2>What does one projection cost?</h2>
<p class=answer>One projection of stretching takes <b>8.00 ns</b> in the fastest way measured; the figures have all formulas.</p>
<p class=source>Benchmark projection.</p>
END
check "two rows in words" has page/index.html "<p>2 points: <b>2 ok</b>, <b>0 invalid</b>. 2 rows show numbers.</p>"
cost stretching 1 0.5 '80|125' | page
check "less than a nanosecond" says <<'END'
<section id=answer><h2>What does one projection cost?</h2>
<p class=answer>One projection of stretching takes <b>0.500 ns</b> (95 % interval 0.400 to 0.625) in the fastest way measured; the figures have all formulas.</p>
<p class=source>Benchmark projection.</p>
END

kept() { # kept BENCHMARK SCENE CONSTRAINT QUANTITY MEAN-ERRORS
  echo "$1|\"scene\": \"$2\", \"constraint\": \"$3\"|ok|100|98|102|1|10|\"series\": {\"time_s\": [0, 1, 2], \"$4_ratio\": [1, 1, 1], \"$4_mean_error\": [$5], \"$4_min\": [1, 1, 1], \"$4_max\": [1, 1, 1]}"
}
{
  kept kept sheet first area '0, 0.02, 0.01'
  kept kept sheet least area '0, 0.005, 0.0025'
  kept kept sheet most area '0, 0.25, 0.5'
  kept kept blob other volume '0, 0, 0'
  echo 'kept|"scene": "sheet", "constraint": "none"|ok|100|98|102|1|10'
  kept body blob only volume '0, 0.75, 0'
} | page
check "what keeps best and worst, of the first scene; one alone" says <<'END'
<section id=answer><h2>What keeps area and volume?</h2>
<p class=answer>In sheet the area of an element is off by at most <b>0.50 %</b>, on average over all, with least, and by up to <b>50 %</b> with most.</p>
<p class=source>Benchmark kept.</p>
<section id="of-body"><h2>What keeps area and volume?</h2>
<p class=answer>In blob the volume of an element is off by at most <b>75 %</b>, on average over all, with only.</p>
<p class=source>Benchmark body.</p>
END

sunk() { # sunk CONSTRAINT METHOD STEPS SWEEPS FPS FACTOR: falls as it should, so many times as far
  awk -v f="$6" -v head="course|\"scene\": \"beam\", \"constraint\": \"$1\", \"method\": \"$2\", \"substeps\": $3, \"iterations\": $4, \"precision\": \"f64\"|ok|$5|-|-|1|10|" 'BEGIN {
    for (i = 1; i < 5; i++) { times = times ", " i / 10; drops = drops sprintf(", %.9g", f * i * i) }
    print head "\"series\": {\"time_s\": [0" times "], \"drop_m\": [0" drops "]}"
  }'
}
{
  sunk wood xpbd 100 1 10 1
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 1 20 50 1.04
  sunk rubber xpbd 2 30 40 1.03
  sunk rubber fms 2 1 60 1.051
} | page
none="(no interval: fewer than six episodes)"
check "the cheapest within 5 % of the first that can be compared" says <<END
<section id=answer><h2>How near to the motion, for how much time?</h2>
<p class=answer>The cheapest way to come within 5&nbsp;% of the motion of rubber was xpbd, 1 step a frame with 20 sweeps each: off by <b>4.0 %</b> at <b>50.0 FPS</b> $none.</p>
<p class=source>Benchmark course.</p>
END
{
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 1 20 50 1.5
  sunk rubber fms 2 1 40 1.25
  sunk steel xpbd 100 1 10 1
  sunk steel xpbd 50 1 20 1.001
} | page
check "none is: the nearest of the same body" says <<END
<section id=answer><h2>How near to the motion, for how much time?</h2>
<p class=answer>Nothing measured came within 5&nbsp;% of the motion of rubber; nearest was fms, 2 steps a frame with 1 sweep each: off by <b>25 %</b> at <b>40.0 FPS</b> $none.</p>
<p class=source>Benchmark course.</p>
END
{
  sunk rubber xpbd 100 1 20 1.5 | sed 's/f64/f32/'
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 1 20 50 1.04
} | page
check "of two with the shortest steps that in double precision is right" says <<END
<section id=answer><h2>How near to the motion, for how much time?</h2>
<p class=answer>The cheapest way to come within 5&nbsp;% of the motion of rubber was xpbd, 1 step a frame with 20 sweeps each: off by <b>4.0 %</b> at <b>50.0 FPS</b> $none.</p>
<p class=source>Benchmark course.</p>
END
{
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 0 0 50 1.04 | sed 's/"series"/"solver": {"threads": 1, "substeps": 3, "iterations": 7}, &/'
} | page
check "steps and sweeps of the scene" says <<END
<section id=answer><h2>How near to the motion, for how much time?</h2>
<p class=answer>The cheapest way to come within 5&nbsp;% of the motion of rubber was xpbd, 3 steps a frame with 7 sweeps each: off by <b>4.0 %</b> at <b>50.0 FPS</b> $none.</p>
<p class=source>Benchmark course.</p>
END
sunk rubber xpbd 100 1 10 1 | page
check "a course without another says nothing" says <<'END'
<section id=answer><h2>How near to the motion, for how much time?</h2>
<p class=source>Benchmark course.</p>
END

echo 'cloth|"size": 4|ok|-|-|-|1|10' | page
check "checked, not timed" says <<'END'
<section id=answer><h2>No answer</h2>
<p class=answer><b>This run gives no answer:</b> its rows were checked, not timed.</p>
END
echo 'cloth|"size": 4|invalid|100|-|-|1|10' | page
check "nothing may be shown" says <<'END'
<section id=answer><h2>No answer</h2>
<p class=answer><b>This run gives no answer:</b> no row may show a number. The reasons are under Validity.</p>
END
control "the other reason" grep -q 'checked, not timed' is
finish
