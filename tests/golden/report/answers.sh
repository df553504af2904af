# Why this file exists: records the opening sentence of each kind of benchmark: its subject, its rows, and its words for
# a single row, no interval or no answer at all.
. "$source/reports/tests/golden_words.sh"

# opens WHAT [SETTING]...: for the results on standard input, given as rows, print everything before the figures, the
# number of rows, and whether methods are side by side.
opens() {
  what=$1
  shift
  make "$@"
  page "$what"
  sed -n '/<section id=answer/,/<details>/p' page/index.html | grep -E '^<section|^<p class=(answer|source)>' | grep -v '<p class=source>How'
  says '^<p>[0-9]+ points?:.*'
  says 'class=grid'
}

opens "from the slowest to the fastest, no peer, nothing skipped" logical=1 <<'END'
stream|"backend": "seq"|ok|100|98|102|1|10
stream|"backend": "omp"|ok|50|-|-|2|10
stream|"backend": "loop"|ok|10|9|11|1|10
stream|"backend": "cuda"|skipped|1000|990|1010|1|10
other|"backend": "seq"|ok|20|19|21|1|10
END
opens "scenes, by the first method" <<'END'
scenes|"scene": "cloth", "method": "xpbd"|ok|100|98|102|1|10
scenes|"scene": "cloth", "method": "fms"|ok|1|0.9|1.1|1|10
scenes|"scene": "flag", "method": "xpbd"|ok|50|49|51|1|10
scenes|"scene": "box", "method": "xpbd"|ok|400|390|410|1|10
scenes|"scene": "box", "method": "fms"|ok|4000|3900|4100|1|10
END
opens "one scene" <<'END'
scenes|"scene": "cloth", "backend": "seq"|ok|100|98|102|1|10
scenes|"scene": "cloth", "backend": "omp"|ok|200|198|202|1|10
END
echo 'scenes|"scene": "cloth", "method": "xpbd"|ok|100|98|102|1|10' | opens "one row"

cost() { echo "projection|\"constraint\": \"$1\", \"lanes\": $2|ok|100|$4|1|10|\"counters\": {\"ns_per_projection\": {\"value\": $3}}"; }
{
  cost stretching 1 8 '98|102'
  cost stretching 4 3 '98|102'
  cost stretching 16 2 '80|125'
  cost morse 16 1 '98|102'
  cost morse 1 80 '98|102'
} | opens "a projection of the first constraint"
{
  cost stretching 1 8 '-|-'
  cost morse 16 1 '98|102'
} | opens "in one way, without an interval"
cost stretching 1 0.5 '80|125' | opens "less than a nanosecond"

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
} | opens "what keeps best and worst, of the first scene; one alone"

sunk() { # sunk CONSTRAINT METHOD STEPS SWEEPS FPS FACTOR: falls correctly, this many times as far
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
} | opens "the cheapest within 5 % of the first that can be compared"
{
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 1 20 50 1.5
  sunk rubber fms 2 1 40 1.25
  sunk steel xpbd 100 1 10 1
  sunk steel xpbd 50 1 20 1.001
} | opens "none is: the nearest of the same body"
{
  sunk rubber xpbd 100 1 20 1.5 | sed 's/f64/f32/'
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 1 20 50 1.04
} | opens "of two with the shortest steps that in double precision is right"
{
  sunk rubber xpbd 100 1 10 1
  sunk rubber xpbd 0 0 50 1.04 | sed 's/"series"/"solver": {"threads": 1, "substeps": 3, "iterations": 7}, &/'
} | opens "steps and sweeps of the scene"
sunk rubber xpbd 100 1 10 1 | opens "a course without another says nothing"

echo 'cloth|"size": 4|ok|-|-|-|1|10' | opens "checked, not timed"
echo 'cloth|"size": 4|invalid|100|-|-|1|10' | opens "nothing may be shown"
