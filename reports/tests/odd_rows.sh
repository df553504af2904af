# Why this file exists: rows for rows_fixture.sh that are rare in a run, so that a golden page can cover them:
# placeholder values, states of every kind, more sizes than there is room for, lines of one point, devices, and unknown
# values. EVERY NUMBER IS MADE UP.
# usage: sh odd_rows.sh [FACTOR of the frame rates]
LC_ALL=C awk -v factor="${1:-1}" '
function rate(fps) { return sprintf("%.9g", fps * factor) }
# row BENCHMARK AXES STATUS FPS HALF-WIDTH THREADS PARTICLES MORE. A half-width of 0 means no interval.
function row(benchmark, axes, status, fps, half, threads, particles, more,   low, high) {
  low = half ? rate(fps * (1 - half)) : "-"
  high = half ? rate(fps * (1 + half)) : "-"
  printf "%s|%s|%s|%s|%s|%s|%s|%s|%s\n", benchmark, axes, status, fps ? rate(fps) : "-", low, high, threads, particles, more
}
# spread FPS HALF-WIDTH P05 P95 P99 MOST: percentiles relative to the median
function spread(fps, half, p05, p95, p99, most,   t, interval) {
  t = 1 / (fps * factor)
  interval = half ? sprintf("\"lo95\": %.12g, \"hi95\": %.12g, \"rel_err\": %.12g, ", t / (1 + half), t / (1 - half), (1 / (1 - half) - 1 / (1 + half)) / 2) : ""
  return sprintf("\"frame_s\": {\"median\": %.12g, %s\"tau\": 1.5, \"p05\": %.9g, \"p95\": %.9g, \"p99\": %.9g, \"max\": %.9g}", t, interval, t * p05, t * p95, t * p99, t * most)
}
# several MEDIAN: processes with that geometric mean.
function several(fps) { return sprintf(", \"processes\": {\"medians_s\": [%.12g, null, %.12g]}", 0.5 / (fps * factor), 2 / (fps * factor)) }
BEGIN {
  # Twelve sizes: every other tick has a label, and the labels are crowded. It passes caches of 768 KiB and 3 MiB.
  for (b = 0; b < 4; b++)
    for (i = 1; i <= 12; i++) {
      backend = substr("seq omp ocl cud", 4 * b + 1, 3)
      sub(/ocl/, "opencl", backend); sub(/cud/, "cuda", backend)
      fps = 90000 / (i * i) * (b == 0 ? 1 : b == 1 ? i / 4 : b == 2 ? i / 6 : i * i / 20)
      half = i % 5 && !(b == 1 && i == 4) ? 0.02 + 0.01 * b : 0
      row("sizes", sprintf("\"size\": %d, \"backend\": \"%s\", \"threads\": 0", 100 * i, backend), "ok", fps, half, b == 1 ? (i < 3 ? 1 : 4) : 1, 10000 * i * i,
        sprintf("\"samples\": %d, \"memory\": {\"host\": %d}%s%s", 100 + i, 40000 * i * i, b == 1 && i == 4 ? several(fps) : "", b == 1 ? ", " spread(fps, half, 0.9, 1.1, 1 + i / 10, 2 + i / 4) : ""))
    }
  # Values that stand for the default of the scene or the method, with the values shown for them, and each state.
  row("stands", "\"backend\": \"seq\", \"precision\": \"auto\", \"size\": 0, \"substeps\": 0, \"iterations\": 0, \"resolution\": 0, \"sweeps\": 0, \"gain\": 0, \"stiffness\": 0.5", "ok", 100, 0.1, 1, 9, "\"solver\": {\"precision\": \"f32\", \"substeps\": 7, \"iterations\": 0, \"threads\": 1}, \"phases\": \"motion=0.004 projections=0.736 obstacles=0.260\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"auto\", \"size\": 3, \"substeps\": 2, \"iterations\": 0, \"resolution\": 5, \"sweeps\": 1, \"gain\": 1, \"stiffness\": 1e-09", "ok", 200, 0.1, 1, 9, "\"solver\": {\"precision\": \"f64\", \"substeps\": 7, \"iterations\": 13, \"threads\": 1}, \"phases\": \"motion=0.5 <b>=0.5\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"auto\", \"size\": 4, \"substeps\": 0, \"iterations\": 3, \"resolution\": 0, \"sweeps\": 0, \"gain\": 2, \"stiffness\": 1234567890.5", "unchecked", 300, 0, 1, 17, "\"solver\": {\"substeps\": 0, \"iterations\": 1, \"threads\": 1}, \"state_hash\": \"00ff00ff00ff00ff\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"f64\", \"size\": 4", "inexact", 987654, 0.1, 1, 16, "\"state_hash\": \"00ff00ff00ff00ff\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"f32\", \"size\": 4", "invalid", 987654, 0.1, 1, 16, "\"state_hash\": \"00ff00ff00ff00ff\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"f32\", \"size\": 5", "error", 0, 0, 1, 25, "\"reason\": null")
  row("stands", "\"backend\": \"seq\", \"precision\": \"f32\", \"size\": 6", "interrupted", 0, 0, 1, 36, "\"state_hash\": \"ff\"")
  row("stands", "\"backend\": \"seq\", \"precision\": \"f32\", \"size\": 7", "ok", 0, 0, 1, 49, "\"reason\": \"--validate only\"")
  # A benchmark without a number, one without a size, and one in which no line has several points.
  row("silent", "\"backend\": \"cuda\"", "skipped", 0, 0, "-", "-", "\"reason\": \"not built\"")
  row("silent", "\"backend\": \"opencl\"", "skipped", 0, 0, "-", "-", "\"reason\": \"not built\"")
  row("bare", "\"backend\": \"seq\"", "ok", 50, 0.1, 1, "-", "\"flagged\": true")
  row("bare", "\"backend\": \"omp\"", "ok", 75, 0.1, 2, "-", "\"flagged\": true")
  for (i = 1; i <= 3; i++) row("points", sprintf("\"size\": %d, \"kind\": \"k%d\", \"backend\": \"seq\"", i, i), "ok", 10 * i, 0.1, 1, i * i, "")
  # Eleven lines in a panel are too many, ten are not. Two constraints, no intervals, no round rates.
  for (c = 1; c <= 2; c++)
    for (k = 1; k <= 11; k++)
      for (i = 1; i <= 2; i++) {
        if (c == 1) row("crowd", sprintf("\"size\": %d, \"lanes\": %d, \"backend\": \"seq\"", i, k), "ok", 100 * k / i, 0, 1, i * i, "")
        if (k < 11) row("dense", sprintf("\"iterations\": %d, \"lanes\": %d, \"backend\": \"seq\", \"constraint\": \"c%d\"", i, k, c), "ok", (300 + k) * c / i, 0, 1, 30, "")
      }
  # Meshes compared with the grid: within three times its time, above, undecided, and without an interval. Also the
  # plain loop, and a row without a grid.
  for (b = 0; b < 3; b++)
    for (i = 1; i <= 5; i++)
      row("meshes", sprintf("\"size\": %d, \"mesh\": \"%s\", \"numbering\": \"%s\", \"backend\": \"%s\"", b == 2 && i == 5 ? 7 : 6, i % 2 ? "auto" : i == 2 ? "irregular" : "star", i > 2 ? "shuffled" : "mesh", b == 0 ? "seq" : b == 1 ? "omp" : "loop"), "ok", i == 1 ? 900 : i == 2 ? 600 : i == 3 ? 310 : i == 4 ? 120 : 298, b == 1 && i == 3 ? 0 : 0.02, 1, 36, sprintf("\"work\": {\"particles\": %d, \"projections_per_frame\": %d}", i == 4 ? 43 : 36, i == 4 ? 840 : 850))
  # Sizes and iterations, each held at a value of the other, for non-square meshes and one constraint.
  for (i = 1; i <= 4; i++)
    for (k = 1; k <= 3; k++)
      row("held", sprintf("\"size\": %d, \"iterations\": %d, \"backend\": \"%s\", \"constraint\": \"only\"", 2 * i, k == 1 ? 1 : 10 * k, k % 2 ? "opencl" : "seq"), i == 4 && k > 1 ? "skipped" : "ok", i == 4 && k > 1 ? 0 : 600 / i / k, 0.05, k % 2 ? "-" : 1, 7 * i, "\"memory\": {\"host\": 1000}")
  # An interval with one unknown end does not count. That of two processes is exp(t(1) d) around their geometric mean.
  d = log(1.1) / 12.706204736174698
  for (b = 0; b < 2; b++)
    for (i = 1; i <= 4; i++) {
      t = 0.01 / (b + 1) / factor
      printf "sided|\"size\": %d, \"backend\": \"%s\"|ok|%s|%s|%s|%d|%d|\"processes\": {\"medians_s\": [%s]}\n", i, b ? "omp" : "seq", rate(100 * (b + 1)), i % 2 && b != (i == 3) ? "-" : rate((i == 4 ? 100 / 1.1 : 90) * (b + 1)), i % 2 && b == (i == 3) ? "-" : rate(110 * (b + 1)), b + 1, i * i, i == 4 ? sprintf("%.12g, %.12g", t * exp(d), t * exp(-d)) : ""
    }
  # Less than one frame per second, with one thread or more threads than processors. The plain loop is the fastest.
  for (i = 1; i <= 3; i++) {
    row("slow", sprintf("\"size\": %d, \"backend\": \"seq\"", i), "ok", 0.75 / i, 0.05, 1, i * i, "")
    row("slow", sprintf("\"size\": %d, \"backend\": \"omp\"", i), "ok", 0.5 / i / i, 0.05, 16, i * i, "")
    row("slow", sprintf("\"size\": %d, \"backend\": \"loop\"", i), "ok", 0.9 / (i + 0.1), 0.05, 1, i * i, "")
  }
  # Scenes of two methods with different work, one backend each, and another setting. One was not timed.
  row("scenes", "\"scene\": \"cloth\", \"method\": \"xpbd\", \"backend\": \"seq\", \"omega\": 1.5", "ok", 100, 0.1, 1, 9, "\"work\": {\"projections_per_frame\": 976000}")
  row("scenes", "\"scene\": \"cloth\", \"method\": \"fms\", \"backend\": \"seq\", \"omega\": 1.5", "ok", 80, 0.1, 1, 9, "\"work\": {\"projections_per_frame\": 1616000}")
  row("scenes", "\"scene\": \"cloth\", \"method\": \"xpbd\", \"backend\": \"seq\", \"omega\": 1", "ok", 60, 0.1, 1, 9, "")
  row("scenes", "\"scene\": \"box & co\", \"method\": \"pd\", \"backend\": \"seq\", \"omega\": 1", "ok", 40, 0, 1, 9, "")
  row("scenes", "\"scene\": \"box & co\", \"method\": \"xpbd\", \"backend\": \"opencl\", \"omega\": 1", "invalid", 0, 0, 1, 9, "\"reason\": \"<no>\"")
  row("scenes", "\"scene\": \"box & co\", \"method\": \"fms\", \"backend\": \"seq\", \"omega\": 1", "ok", 0, 0, 1, 9, "")
  # Published rates: one without an interval, one of a GPU by OpenCL beside one of a processor, one of two threads.
  for (i = 1; i <= 4; i++) {
    published = sprintf("\"published\": {\"fps_low\": %d, \"fps_high\": %d, \"machine\": \"theirs <%d>\", \"way\": \"%s\", \"ratio\": %.9g}", 10 * i, i == 2 ? 30 : 10 * i, i, i == 3 ? "gpu" : "sequential", 2 * factor * (i == 3 ? 0.375 : 10 * i * i / 3) / (10 * i + (i == 2 ? 30 : 10 * i)))
    row("papers", sprintf("\"row\": \"row_%d\", \"backend\": \"%s\", \"order\": \"%s\"", i, i == 3 ? "opencl" : i == 4 ? "omp" : "seq", i == 1 ? "mesh" : "group"), "ok", i == 3 ? 0.375 : 10 * i * i / 3, i == 2 || i == 3 ? 0.1 : 0, i == 4 ? 2 : 1, 9, published)
  }
  # If the first way of a rate failed, the next one counts. The same rate in another benchmark does not belong here.
  published = "\"published\": {\"fps_low\": 5, \"fps_high\": 5, \"machine\": null, \"way\": \"sequential\", \"ratio\": %.9g}"
  row("papers", "\"row\": \"row_5\", \"backend\": \"seq\", \"order\": \"mesh\"", "invalid", 987654, 0, 1, 9, sprintf(published, factor * 987654 / 5))
  row("papers", "\"row\": \"row_5\", \"backend\": \"seq\", \"order\": \"group\"", "ok", 10, 0.1, 1, 9, sprintf(published, factor * 2))
  row("papers", "\"row\": \"row_5\", \"backend\": \"omp\", \"order\": \"group\"", "ok", 15, 0.1, 4, 9, sprintf(published, factor * 3))
  row("again", "\"row\": \"row_5\", \"backend\": \"seq\", \"order\": \"mesh\"", "ok", 45, 0.1, 1, 9, sprintf(published, factor * 9))
  # More than there is room for: axes that distinguish lines, columns of a table, methods, checks, letters of a proof.
  for (i = 1; i <= 4; i++) {
    axes = ""
    for (k = 1; k <= 34; k++) axes = axes sprintf(", \"a%d\": %d", k, i % 2)
    row("wide", sprintf("\"size\": %d, \"backend\": \"seq\"%s", i < 3 ? 1 : 2, axes), "ok", 10 * i, 0.1, 1, 9, "")
  }
  for (i = 1; i <= 34; i++) {
    checks = ""
    for (k = 1; k <= 66; k++) checks = checks sprintf("%s{\"name\": \"check %d\", \"value\": %d, \"limit\": 99, \"pass\": true, \"why\": \"made up\"}", k > 1 ? ", " : "", k, k)
    proof = sprintf("plain@%d frames, ", i)
    while (length(proof) < 600) proof = proof "proof "
    row("many", sprintf("\"scene\": \"%s\", \"method\": \"m%d\", \"backend\": \"seq\"", i % 2 ? "odd" : "even", i), "ok", 10 * i, 0.1, 1, 9, i < 3 ? sprintf("\"checks\": [%s], \"checked\": \"%s\"", checks, proof) : "")
  }
  # Projections in one way each, with shares of peak and memory, and an exact gradient.
  row("projection", "\"constraint\": \"tet_volume\", \"backend\": \"omp\", \"iterations\": 5", "ok", 100, 0.1, 2, 50, "\"solver\": {\"threads\": 2, \"lanes\": 8}, \"counters\": {\"ns_per_projection\": {\"value\": 2.5}, \"projections_per_second\": {\"value\": 4e8}}, \"roofline\": {\"compute_share\": 0.25, \"memory_share\": 1.5}, \"checks\": [{\"name\": \"error of the gradient\", \"value\": 0, \"limit\": 1e-6, \"pass\": true}]")
  row("projection", "\"constraint\": \"dihedral\", \"backend\": \"omp\", \"iterations\": 5", "ok", 100, 0, 2, 50, "\"solver\": {\"threads\": 2, \"lanes\": 1}, \"counters\": {\"ns_per_projection\": {\"value\": 40}}")
}'
