# Why this file exists: among equal rows the first counts, in every sentence, figure and table. Otherwise equal results
# could give different pages. Every row here has an equal one, and then one that is not.
. "$source/reports/tests/golden_words.sh"
# told WHAT FIGURE...: the page of the rows on standard input: its answer and sentences, and figures.
told() {
  make
  page "$1"
  answer
  says '^<p>Relative to seq, .*|The fastest line at the right end[^.]*\.[^.]*\.|scenes: frames per second of [^<]*|(best|worst) with .*|in the fastest of our ways [^<]*<b>[^<]*</b>[^<]*|Rows without a mark[^<]*'
  shift
  for name; do figure "$name"; done
}

# Two backends are equally fast at the largest size. One of them has equal speedups at both sizes.
cat >rows <<'END'
cloth|"size": 4, "backend": "seq"|ok|100|99|101|1|16
cloth|"size": 8, "backend": "seq"|ok|50|49|51|1|64
cloth|"size": 4, "backend": "omp"|ok|200|198|202|2|16
cloth|"size": 8, "backend": "omp"|ok|100|98|102|2|64
cloth|"size": 4, "backend": "opencl"|ok|150|149|151|2|16
cloth|"size": 8, "backend": "opencl"|ok|100|98|102|2|64
END
told "two backends" <rows
brief
sed '/opencl/s/ok|100|98|102/ok|101|98|104/' rows | told "one is faster"

# Rows without sizes, scenes of a method with one letter, ways and formulas.
printf 'stream|"backend": "seq"|ok|100|98|102|1|10\nstream|"backend": "omp"|ok|100|98|102|1|10\n' | told "no range"
printf 'scenes|"scene": "cloth", "method": "m", "backend": "seq"|ok|100|98|102|1|10\nscenes|"scene": "flag", "method": "m", "backend": "seq"|ok|100|98|102|1|10\n' |
  told "one scene" scenes_scene_fps
projected() { echo "projection|\"constraint\": \"$1\", \"backend\": \"seq\", \"order\": \"$2\"|ok|100|-|-|1|10|\"counters\": {\"ns_per_projection\": {\"value\": ${3:-8}}}"; }
{ projected stretching mesh; projected stretching group; projected hookean mesh; } | told "no slowest way" projection_edges_ns
{ projected stretching mesh 9; projected hookean mesh; } | told "a slower one" projection_edges_ns

# Paths. An error of 1 in 20 is within a twentieth, and both are equally fast. Then both have an equal error: 5 of 20.
fallen() { # METHOD STEPS SWEEPS FPS DROP
  printf 'accuracy|"scene": "beam", "constraint": "steel", "method": "%s", "substeps": %s, "iterations": %s, "backend": "seq"|ok|%s|-|-|1|9|"series": {"time_s": [0, 1], "drop_m": [0, %s]}\n' "$@"
}
for drops in "21 19" "25 15" "25 16"; do
  { fallen xpbd 8 1 5 20; fallen xpbd 1 4 40 "${drops% *}"; fallen fms 1 4 40 "${drops#* }"; } | told "beside 20, $drops"
done

# Two constraints keep areas best, and two worst. Then none is worse.
kept() { # CONSTRAINT ERROR
  echo "kept|\"scene\": \"sheet\", \"constraint\": \"$1\"|ok|100|-|-|1|10|\"series\": {\"time_s\": [0, 1], \"area_ratio\": [1, 1], \"area_mean_error\": [0, $2], \"area_min\": [1, 1], \"area_max\": [1, 1]}"
}
{ kept m1 0.5; kept m2 0.5; kept m3 0.75; kept m4 0.75; } | told "best and worst"
{ kept m1 0.5; kept m2 0.5; } | told "none is worse"

# Published rates: two ways are equally fast, then one is faster. An unknown ratio does not count.
published() { # ROW BACKEND ORDER THREADS FPS RATIO
  printf 'papers|"row": "%s", "backend": "%s", "order": "%s"|ok|%s|-|-|%s|9|"published": {"fps_low": 5, "fps_high": 5, "machine": "theirs", "way": "sequential", "ratio": %s}\n' \
    "$1" "$2" "$3" "$5" "$4" "$6"
}
{ published a seq mesh 1 10 2; published a omp group 2 10 2; published b seq mesh 1 10 null; } | told "the first way"
{ published a seq mesh 1 10 2; published a omp group 2 15 3; } | told "a faster way"
