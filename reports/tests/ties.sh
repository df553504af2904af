# Why this file exists: among equal rows the first counts, in every sentence, figure and table. Otherwise equal results
# could give different pages. Every row here has an equal one.
. "$(dirname "$0")/common.sh"

page() { # the page of the rows on standard input, and their four lines in brief
  rm -rf page
  sh "$here/rows_fixture.sh" >run.json
  PATH=/var/empty "$report" run.json --out page >out 2>err </dev/null
  "$report" brief run.json >brief
}
answer() { sed -n 's/^<p class=answer>//p' page/index.html; }
none="(no interval: fewer than six episodes)"

# Two backends are equally fast at the largest size. One of them has equal speedups at both sizes.
cat >rows <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|99|101|1|16
cloth|"size": 8, "backend": "seq"|ok|50|49|51|1|64
cloth|"size": 4, "backend": "omp"|ok|200|198|202|2|16
cloth|"size": 8, "backend": "omp"|ok|100|98|102|2|64
cloth|"size": 4, "backend": "opencl"|ok|150|149|151|2|16
cloth|"size": 8, "backend": "opencl"|ok|100|98|102|2|64
END
page <rows
check "the fastest" has page/index.html "<b>100 FPS</b> (95 % interval 98.0 to 102) with 8×8 vertices (omp, 2 threads). It holds 60 FPS up to 8×8, "
check "its line" has page/index.html "The fastest line at the right end, omp, 2 threads, goes from 200 FPS at 4×4 to 100 FPS at 8×8."
check "in the small table" has page/index.html "<td class=n><b>100</b> (98.0 to 102) <span class=source>omp</span></td>"
check "at 60 FPS" has brief "at 60 FPS:  up to 8×8 by omp, "
check "what is gained, once" has page/index.html "<p>Relative to seq, omp, 2 threads, is <b>2.00</b> (1.97 to 2.03) times as fast (at 4×4): faster at 4×4 to 8×8.</p>"
sed '/opencl/s/ok|100|98|102/ok|101|98|104/' rows | page
control "one that is faster" has page/index.html "with 8×8 vertices (omp, 2 threads)"

# Rows without sizes, scenes of a method with one letter, ways and formulas.
printf 'stream|"backend": "seq"|ok|100|98|102|1|10\nstream|"backend": "omp"|ok|100|98|102|1|10\n' | page
check "no range" [ "$(answer)" = "Made-up (4 processors) runs at <b>100 FPS</b> (95 % interval 98.0 to 102) (stream, seq).</p>" ]
printf 'scenes|"scene": "cloth", "method": "m", "backend": "seq"|ok|100|98|102|1|10\nscenes|"scene": "flag", "method": "m", "backend": "seq"|ok|100|98|102|1|10\n' | page
check "one scene" [ "$(answer)" = "Made-up (4 processors) runs cloth at <b>100 FPS</b> (95 % interval 98.0 to 102), by m.</p>" ]
check "by its method" has page/index.html "scenes: frames per second of every scene by m.</b>"
rows() { awk -F '\t' '/^# [^r]/ { printf "%s: ", $0 } /^[0-9]/ { printf "%s; ", $5 }' "page/figures/$1.tsv"; }
check "scenes in their order" [ "$(rows scenes_scene_fps)" = "# seq: cloth; flag; " ]
projected() { echo "projection|\"constraint\": \"$1\", \"backend\": \"seq\", \"order\": \"$2\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": 8}}"; }
{ projected stretching mesh; projected stretching group; projected hookean mesh; } | page
check "no slowest way" [ "$(answer)" = "One projection of stretching takes <b>8.00 ns</b> in the fastest way measured. The figures show all formulas.</p>" ]
check "ways and formulas in their order" [ "$(rows projection_edges_ns)" = "# mesh order, one by one: stretching; hookean; # group order, one by one: stretching; " ]
{ projected stretching mesh | sed 's/8}}$/9}}/'; projected hookean mesh; } | page
control "a slower one" [ "$(rows projection_edges_ns)" = "# mesh order, one by one: stretching; hookean; " ]

# Paths. An error of 1 in 20 is within a twentieth, and both are equally fast. Then both have an equal error: 5 of 20.
fallen() { # METHOD STEPS SWEEPS FPS DROP
  printf 'accuracy|"scene": "beam", "constraint": "steel", "method": "%s", "substeps": %s, "iterations": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [0, 1], "drop_m": [0, %s]}\n' "$@"
}
{ fallen xpbd 8 1 5 20; fallen xpbd 1 4 40 21; fallen fms 1 4 40 19; } | page
check "the cheapest" [ "$(answer)" = "The cheapest way to come within 5&nbsp;% of the motion of steel was xpbd, 1 step a frame with 4 iterations each: off by <b>5.0 %</b> at <b>40.0 FPS</b> $none.</p>" ]
{ fallen xpbd 8 1 5 20; fallen xpbd 1 4 40 25; fallen fms 1 4 40 15; } | page
check "the nearest" [ "$(answer)" = "Nothing measured came within 5&nbsp;% of the motion of steel. The nearest was xpbd, 1 step a frame with 4 iterations each: off by <b>25 %</b> at <b>40.0 FPS</b> $none.</p>" ]
{ fallen xpbd 8 1 5 20; fallen xpbd 1 4 40 25; fallen fms 1 4 40 16; } | page
control "one that is nearer" has page/index.html "The nearest was xpbd"

# Two constraints keep areas best, and two worst.
kept() { # CONSTRAINT ERROR
  echo "kept|\"scene\": \"sheet\", \"constraint\": \"$1\"|ok|100|-|-|1|10|\"series\": {\"time_s\": [0, 1], \"area_ratio\": [1, 1], \"area_mean_error\": [0, $2], \"area_min\": [1, 1], \"area_max\": [1, 1]}"
}
{ kept m1 0.5; kept m2 0.5; kept m3 0.75; kept m4 0.75; } | page
check "best and worst" [ "$(answer)" = "In sheet elements are off their area by at most <b>50 %</b> on average with m1, and by up to <b>75 %</b> with m3.</p>" ]
check "in the figure" has page/index.html "best with m1 (at most 50 % off on average) and worst with m3 (up to 75 %)."
{ kept m1 0.5; kept m2 0.5; } | page
check "none is worse" [ "$(answer)" = "In sheet elements are off their area by at most <b>50 %</b> on average with m1.</p>" ]
check "nor is it said below" lacks page/index.html "and worst with"

# Published rates: two ways are equally fast. An unknown ratio does not count.
published() { # ROW BACKEND ORDER THREADS FPS RATIO
  printf 'papers|"row": "%s", "backend": "%s", "order": "%s"|ok|%s|-|-|%s|9|"published": {"fps_low": 5, "fps_high": 5, "machine": "theirs", "way": "sequential", "ratio": %s}\n' \
    "$1" "$2" "$3" "$5" "$4" "$6"
}
{ published a seq mesh 1 10 2; published a omp group 2 10 2; published b seq mesh 1 10 null; } | page
check "the first way" has page/index.html "in the fastest of our ways for each (1 by mesh order on one thread) <b>2.00</b> times (of 1, no interval: fewer than six episodes)."
check "no row of no ratio" lacks page/index.html "Rows without a mark"
{ published a seq mesh 1 10 2; published a omp group 2 15 3; } | page
control "a faster way" has page/index.html "(1 by mesh order on one thread)"
finish
