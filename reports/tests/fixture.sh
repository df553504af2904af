# Why this file exists: results to test reports with, in the format of benches/harness/FORMAT.md.
# EVERY NUMBER IS MADE UP; nothing here was measured.
# usage: sh fixture.sh [good|all-invalid|hostile|no-points|schema|preservation|kinds] In "good" three rows contain
# 987654 although they may show no number: one failed, one was interrupted, and one says ok while one of its checks says
# otherwise. "preservation" adds named scenes and series, with such rows and two malformed series. "kinds" has published
# rates, methods of a scene with series, a sliding body, errors of gradients, and paths of sinking bodies.
awk -v kind="${1:-good}" '
function field(state, value, unit) {
  return sprintf("{\"state\": \"%s\", \"value\": %s, \"unit\": %s, \"source\": \"made up\"}", state, value, unit)
}
function point(bench, sweeps, axes, status, reason, fps, n, work, threads, lanes, interval, pass,   t, lo, hi, checked) {
  t = 1 / fps; lo = interval ? t * 0.985 "" : "null"; hi = interval ? t * 1.02 "" : "null"
  checked = status == "ok" ? "\"hash=seq@50 frames\"" : "null"
  printf "%s{\"name\": \"%s/%d\", \"benchmark\": \"%s\", \"sweeps\": [%s], \"axes\": {%s}, ", count++ ? ",\n" : "", bench, count, bench, sweeps, axes
  printf "\"status\": \"%s\", \"reason\": %s, \"checked\": %s, \"warm\": 12, \"frames\": 50, \"frames_per_sample\": 1, ", status, reason, checked
  printf "\"episodes\": %d, \"samples\": %d, \"launches\": 1, \"stop\": \"target\", ", interval ? 12 : 3, interval ? 600 : 150
  if (status == "skipped") {
    printf "\"frame_s\": null, \"device_s\": null, \"cpu_s\": null, \"fps\": null, \"counters\": null, "
  } else {
    printf "\"frame_s\": {\"median\": %.9g, \"lo95\": %s, \"hi95\": %s, \"rel_err\": %s, \"tau\": 1.2, \"mean\": %.9g, \"stddev\": %.9g, \"min\": %.9g, \"p05\": %.9g, \"p95\": %.9g, \"p99\": %.9g, \"max\": %.9g}, ", t, lo, hi, interval ? "0.0175" : "null", t, t / 20, t * 0.9, t * 0.95, t * 1.1, t * 1.3, t * 2.5
    printf "\"device_s\": null, \"cpu_s\": %.9g, \"fps\": {\"median\": %.9g, \"lo95\": %s, \"hi95\": %s, \"low1\": %.9g}, ", t * threads, fps, interval ? fps / 1.02 "" : "null", interval ? fps / 0.985 "" : "null", fps / 1.3
    printf "\"counters\": {\"ns_per_projection\": {\"value\": %.9g, \"unit\": \"ns\"}, \"projections_per_second\": {\"value\": %.9g, \"unit\": \"1/s\"}, \"real_time_factor\": {\"value\": %.9g, \"unit\": \"1\"}}, ", 1e9 * t / work, work * fps, 0.0417 * fps
  }
  printf "\"work\": {\"particles\": %d, \"constraints\": %d, \"projections_per_frame\": %d, \"frame_time_s\": 0.0417}, ", n * n, 3 * n * n - 4 * n + 1, work
  printf "\"memory\": {\"host\": %d, \"device\": null}, \"solver\": {\"groups\": 6, \"threads\": %d, \"lanes\": %d, \"instructions\": \"made-up\"}, ", 128 * n * n, threads, lanes
  printf "\"checks\": [{\"name\": \"state is finite\", \"value\": 1, \"limit\": 1, \"pass\": %s, \"why\": \"no NaN, no infinity\"}%s], ", pass, gradient
  printf "\"published\": %s, ", published == "" ? "null" : published
  printf "\"state_hash\": \"0123456789abcdef\", \"state_frames\": 62, \"series\": %s, \"noise\": {\"load_before\": 0.1, \"load_after\": 0.2, \"psi_cpu_before\": 0, \"psi_cpu_after\": 0, \"psi_cpu_during\": 0.5, \"involuntary_switches\": 3}, \"flagged\": false, \"notes\": []}", series == "" ? "null" : series
}
# Made-up series: totals and elements drift from 1 and swing. A preserving constraint makes the drift small.
function course(kind, drift, size,   i, t, out, names, k, n, v) {
  n = split("time_s ratio mean_error min max sag", names, " ")
  for (k = 1; k <= n; k++) {
    out = out (k > 1 ? ", " : "{") "\"" (k > 1 && k < n ? kind "_" : "") names[k] "\": ["
    for (i = 0; i <= 40; i++) {
      t = i / 20
      v = drift * (1 - exp(-3 * t)) * (1 + 0.2 * sin(9 * t))
      out = out (i ? ", " : "") sprintf("%.9g", k == 1 ? t : k == 2 ? 1 - 0.7 * v : k == 3 ? 1.1 * size * v : k == 4 ? 1 - 2 * v : k == 5 ? 1 + 1.5 * v : 0.3 * v)
    }
    out = out "]"
  }
  return out "}"
}
function kept(scene, constraint, backend, status, reason, pass, text) {
  series = text
  point("preservation", "\"materials\"", sprintf("\"scene\": \"%s\", \"constraint\": \"%s\", \"iterations\": 50, \"size\": 0, \"backend\": \"%s\"", scene, constraint, backend), status, reason, status == "ok" && pass == "true" ? 400 : 987654, 21, 100000, 1, 1, 1, pass)
  series = ""
}
function scene_row(scene, method, backend, iterations, fps) {
  point("scenes", "\"methods\"", sprintf("\"scene\": \"%s\", \"method\": \"%s\", \"iterations\": %d, \"size\": 0, \"backend\": \"%s\"", scene, method, iterations, backend), fps ? "ok" : "skipped", fps ? "null" : "\"not for this scene\"", fps ? fps : 1, 21, 100000, 1, 1, 1, "true")
}
# A series of n moments, 0.1 s apart: a constant residual, falling energy, and a body that comes to rest.
function motion(n, left, path,   i, text) {
  for (k = 1; k <= 5; k++) {
    text = text (k > 1 ? ", \"" : "{\"") (k == 1 ? "time_s" : k == 2 ? "residual_mean" : k == 3 ? "kinetic_J" : k == 4 ? "mechanical_J" : "travel_m") "\": ["
    for (i = 0; i < n; i++) text = text (i ? ", " : "") (k == 1 ? i / 10 : k == 2 ? left : k == 3 ? 1 : k == 4 ? -i : path * (1 - exp(-i)))
    text = text "]"
  }
  return text "}"
}
function moved(scene, method, backend, size, fps, status, text) {
  series = text
  point("scenes", "\"methods\"", sprintf("\"scene\": \"%s\", \"method\": \"%s\", \"size\": %d, \"backend\": \"%s\"", scene, method, size, backend), status, status == "ok" ? "null" : "\"failed\"", fps, 21, 100000, 1, 1, 1, status == "ok" ? "true" : "false")
  series = ""
}
# The depth to which a body has sunk after n moments, times `factor`.
function sunk(n, factor,   i, k, text) {
  for (k = 1; k <= 2; k++) {
    text = text (k > 1 ? ", \"" : "{\"") (k == 1 ? "time_s" : "drop_m") "\": ["
    for (i = 0; i < n; i++) text = text (i ? ", " : "") (k == 1 ? i / 10 : factor * i * i)
    text = text "]"
  }
  return text "}"
}
function fallen(constraint, precision, steps, sweeps, fps, factor, status) {
  series = sunk(constraint == "short" ? 7 : 11, factor)
  point("accuracy", "\"materials\"", sprintf("\"scene\": \"beam\", \"constraint\": \"%s\", \"method\": \"xpbd\", \"substeps\": %d, \"iterations\": %d, \"size\": 0, \"backend\": \"seq\", \"precision\": \"%s\"", constraint, steps, sweeps, precision), status, status == "ok" ? "null" : "\"failed\"", fps, 21, 100000, 1, 1, 1, status == "ok" ? "true" : "false")
  series = ""
}
function rate(row, way, backend, order, low, high, fps, status) {
  published = sprintf("{\"fps_low\": %g, \"fps_high\": %g, \"machine\": \"a machine of theirs\", \"way\": \"%s\", \"ratio\": %.9g}", low, high, way, 2 * fps / (low + high))
  point("papers", "\"sequential\"", sprintf("\"row\": \"%s\", \"backend\": \"%s\", \"order\": \"%s\"", row, backend, order), status, status == "ok" ? "null" : "\"failed\"", fps, 21, 100000, 1, 1, 1, status == "ok" ? "true" : "false")
  published = ""
}
function kinds(   i) {
  rate("cloth_a", "sequential", "seq", "mesh", 6, 10, 16, "ok")
  rate("cloth_a", "sequential", "seq", "group", 6, 10, 32, "ok")
  rate("cloth_b", "sequential", "seq", "mesh", 20, 20, 20, "ok")
  rate("cloth_c", "sequential", "seq", "mesh", 20, 20, 10, "ok")
  rate("cloth_d", "sequential", "seq", "mesh", 20, 20, 987654, "invalid")
  rate("cloth_e", "sequential", "seq", "group", 20, 20, 2000, "ok")
  rate("bunny", "gpu", "seq", "mesh", 30, 30, 15, "ok")
  moved("cloth", "xpbd", "seq", 0, 100, "ok", motion(11, 0.5, 0))
  moved("cloth", "xpbd", "omp", 0, 200, "ok", motion(11, 0.5, 0))
  moved("cloth", "fms", "seq", 0, 50, "ok", motion(6, 0.125, 0))
  moved("cloth", "bad", "seq", 0, 987654, "invalid", motion(11, 987654, 0))
  for (i = 3; i <= 6; i++) moved("friction_box", "xpbd", "seq", i, 1000 / i, "ok", motion(i == 6 ? 5 : 101, 0.25, 0.7 + i / 1000))
  fallen("rubber", "f64", 100, 1, 10, 1, "ok")
  fallen("rubber", "f64", 1, 20, 50, 3, "ok")
  fallen("rubber", "f64", 20, 1, 40, 1.04, "ok")
  fallen("rubber", "f64", 200, 1, 987654, 987654, "invalid")
  fallen("rubber", "f32", 100, 1, 20, 0.99, "ok")
  fallen("rubber", "f32", 200, 1, 5, 1, "ok")
  fallen("steel", "f64", 1, 20, 50, 5, "ok")
  fallen("steel", "f64", 20, 1, 500, 1, "ok")
  gradient = ", {\"name\": \"error of the gradient\", \"value\": 3e-16, \"limit\": 1e-6, \"pass\": true, \"why\": \"made up\"}"
  point("projection", "\"order\"", "\"size\": 41, \"iterations\": 200, \"backend\": \"seq\", \"constraint\": \"stretching\", \"order\": \"mesh\"", "ok", "null", 100, 41, 976000, 1, 1, 1, "true")
  gradient = ""
}
function preservation(   m, i, a, cloth, body, bad, where, method) {
  m = split("stretching hookean stvk morse espef_stretching espef_hookean sbd esbd stvk_triangle", cloth, " ")
  for (i = 1; i <= m; i++) for (a = 0; a < 2; a++)
    kept("cloth_stretched", cloth[i] (a ? "+triangle_area" : ""), "seq", "ok", "null", "true", course("area", (0.1 + 0.05 * i) * (a ? 0.5 : 1), 1))
  m = split("stretching hookean stvk morse morse_clamped spring_6 spring_7 sbd_tet esbd_tet stvk_tet", body, " ")
  for (i = 1; i <= m; i++) for (a = 0; a < 2; a++)
    kept("blob", body[i] (a ? "+tet_volume:alpha=1e-4" : ""), "seq", "ok", "null", "true", course("volume", (0.1 + 0.05 * i) * (a ? 0.01 : 1), 1))
  kept("blob", "stretching", "omp", "ok", "null", "true", course("volume", 0.15, 1)) # same bits as seq
  bad = course("volume", 0.1, 1)
  gsub(/\[1, /, "[987654, ", bad)
  kept("blob", "bad_invalid", "seq", "invalid", "\"state is finite: 0, limit 1\"", "false", bad)
  kept("blob", "bad_check", "seq", "ok", "null", "false", bad)
  sub(/\[0, /, "[", bad)
  kept("blob", "bad_ragged", "seq", "ok", "null", "true", bad)
  sub(/\[[^]]*\]/, "[0, \"later\"]", bad)
  kept("blob", "bad_text", "seq", "ok", "null", "true", bad)
  kept("blob", "no_series", "seq", "ok", "null", "true", "")
  split("cloth flag blob", where, " ")
  split("xpbd fms", method, " ")
  for (i = 1; i <= 3; i++) for (a = 1; a <= 2; a++) {
    scene_row(where[i], method[a], "seq", 20, where[i] == "blob" && a == 2 ? 0 : 100 * i + 11 * a)
    if (a == 1) scene_row(where[i], method[a], "omp", 20, 300 * i)
  }
  scene_row("cloth", "xpbd", "seq", 5, 777)
}
function cloth(sweep, size, iterations, backend, spring, status, reason, fps, pass,   work, seq) {
  work = (3 * size * size - 4 * size + 1) * iterations
  point("cloth", "\"" sweep "\"", sprintf("\"size\": %d, \"iterations\": %d, \"backend\": \"%s\", \"constraint\": \"%s\", \"precision\": \"f32\", \"order\": \"group\", \"threads\": 0, \"lanes\": 0", size, iterations, backend, spring), status, reason, fps, size, work, backend == "seq" || size < 30 ? 1 : 4, 16, size < 1000, pass) # a small mesh has too little work for four threads
}
# A made-up law: the cost per projection grows beyond the caches, and omp pays for waking four threads.
function speed(size, iterations, backend, s,   work, t) {
  work = (3 * size * size - 4 * size + 1) * iterations
  t = work * (2.5 + 0.7 * s) * 1e-9 * (size > 200 ? 1.6 : 1)
  return 1 / (backend == "seq" ? t : t / 3.4 + 4e-6 * iterations)
}
BEGIN {
  CONVFMT = "%.12g" # numbers of a row follow from each other
  hostile = kind == "hostile"
  split("stretching hookean stvk morse", springs, " ")
  # Markup, quotes and commands: none of them may have an effect.
  evil = "<script>alert(1)</script>`touch pwned`\\\"; system(\\\"touch pwned\\\") #\\u0027 & \\t\\n!"
  if (hostile) springs[1] = evil
  print "{\"context\": {}, \"benchmarks\": [], \"xb\": {"
  printf "\"schema\": \"%s\", \"complete\": %s, \"stop\": \"%s\", \"started\": \"2000-01-01T00:00:00Z\", \"finished\": \"2000-12-31T00:00:00Z\", \"seconds\": 2000,\n", kind == "schema" ? "xb/2" : "xb/1", hostile ? "false" : "true", hostile ? "interrupted" : "finished"
  printf "\"seed\": 1, \"order\": \"blocks\", \"validate\": \"on\", \"note\": %s, \"shard\": null,\n", hostile ? "\"" evil "\"" : "\"a made-up fixture, nothing was measured\""
  printf "\"plan\": {\"hash\": \"00000000000000ff\", \"argv\": [\"xpbd-bench\", \"--json\", \"%s\"], \"points\": null, \"settings\": {\"quick\": %s, \"rel_err\": 0.01, \"min_episodes\": 10, \"max_episodes\": 200, \"budget_s\": 5, \"total_budget_s\": 170, \"frames\": null, \"warm\": null},\n", hostile ? evil : "made up.json", hostile ? "true" : "false"
  print "\"benchmarks\": [{\"name\": \"cloth\", \"about\": \"a cloth hanging from two corners\", \"axes\": ["
  print "{\"name\": \"size\", \"about\": \"vertices along a side\", \"kind\": \"int\", \"standard\": \"41\", \"values\": [21, 41]}, {\"name\": \"iterations\", \"about\": \"sweeps\", \"kind\": \"int\", \"standard\": \"20\", \"values\": [1, 20]},"
  print "{\"name\": \"backend\", \"about\": \"who computes\", \"kind\": \"text\", \"standard\": \"*\", \"values\": []}, {\"name\": \"constraint\", \"about\": \"formula\", \"kind\": \"text\", \"standard\": \"*\", \"values\": []}], \"sweeps\": []}]},"
  printf "\"tool\": {\"name\": \"xpbd-bench\", \"version\": %s, \"git\": {\"sha\": %s}, \"build\": {\"compiler\": %s}},\n", field("known", "\"0.0.0\"", "null"), field("unknown", "null", "null"), field("known", "\"made-up cc\"", "null")
  printf "\"env\": {\"cpu\": {\"model\": %s, \"logical\": %s, \"governor\": %s, \"cache_l2\": %s, \"cache_l3\": %s},\n", field("known", hostile ? "\"" evil "\"" : "\"Made-up Processor\"", "null"), field("known", "4", "null"), field("unknown", "null", "null"), field("known", "2097152", "\"bytes\""), field("known", "33554432", "\"bytes\"")
  printf "\"gpu\": {\"devices\": %s}, \"noise\": {\"load_before\": %s}},\n", field("not applicable", "null", "null"), field("known", "0.1", "null")
  print "\"glossary\": {\"fps\": {\"unit\": \"1/s\", \"meaning\": \"frames per second: 1 / median_s\"}}, \"warnings\": [\"this is a fixture\"], \"points\": ["
  if (kind == "no-points") { print "]}}"; exit }
  if (kind == "preservation") { preservation(); print "]}}"; exit }
  if (kind == "kinds") { kinds(); print "]}}"; exit }
  sizes = split("21 41 81 161 321 641 1281", size, " ")
  counts = split("1 2 5 10 50 100 200", iterations, " ")
  for (b = 0; b < 2; b++) for (s = 1; s <= 4; s++) {
    backend = b ? "omp" : "seq"
    for (i = 1; i <= sizes; i++) if (kind == "all-invalid") cloth("size", size[i], 20, backend, springs[s], "invalid", "\"state equals the reference: failed\"", 987654, "false")
      else cloth("size", size[i], 20, backend, springs[s], "ok", "null", speed(size[i], 20, backend, s), "true")
    for (i = 1; i <= counts && kind != "all-invalid"; i++) cloth("iterations", 41, iterations[i], backend, springs[s], "ok", "null", speed(41, iterations[i], backend, s), "true")
    for (l = 1; l <= 16 && !b && kind != "all-invalid"; l += 15) for (o = 0; o < 2; o++) if (o || l == 1)
      point("projection", "\"order\"", sprintf("\"size\": 41, \"iterations\": 200, \"backend\": \"seq\", \"constraint\": \"%s\", \"order\": \"%s\", \"lanes\": %d", springs[s], o ? "group" : "mesh", l), "ok", "null", (l == 16 ? 400 : 120 + 60 * o) / (1 + 0.2 * s), 41, 976000, 1, l, 1, "true")
  }
  if (kind != "all-invalid") {
    cloth("size", 61, 20, "seq", springs[1], "invalid", "\"state is finite: 0, limit 1\"", 987654, "false")
    cloth("size", 71, 20, "seq", springs[1], "interrupted", "\"interrupted\"", 987654, "true")
    cloth("size", 91, 20, "seq", springs[1], "ok", "null", 987654, "false")
    point("cloth", "\"size\"", "\"backend\": \"cuda\"", "skipped", "\"not built; -DXPBD_CUDA=ON builds it\"", 1, 0, 0, 1, 1, 0, "true")
  }
  print "]}}"
}'
