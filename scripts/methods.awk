# Why this file exists: docs/made/methods.md shows what an equally good answer costs by each method. This writes it from
# the results.tsv of a recorded run of `xpbd-bench methods`, so no number is typed by hand.
# usage: awk -f methods.awk RUN/results.tsv, with RUN as seen from docs/made
BEGIN {
  FS = "\t"
  limits = split("0.1 0.01 0.001", limit, " ")
}
FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
$at["benchmark"] == "methods" {
  w = $at["workload"]; m = $at["method"]
  if (!(w in seen)) { seen[w] = 1; workload[++workloads] = w }
  if (!(m in known)) { known[m] = 1; method[++methods] = m }
  rows++
  if ($at["median_s"] == "NaN" || $at["error"] == "NaN") next
  good++
  for (k = 1; k <= limits; k++)
    if ($at["error"] + 0 <= limit[k] && (!((w, m, k) in time) || $at["median_s"] + 0 < time[w, m, k])) {
      time[w, m, k] = $at["median_s"] + 0
      how[w, m, k] = $at["substeps_used"] ($at["iterations"] == "-" ? "" : " x " $at["iterations_used"])
    }
}
function digits(ms) { return ms >= 100 ? sprintf("%.0f", ms) : ms >= 10 ? sprintf("%.1f", ms) : ms >= 1 ? sprintf("%.2f", ms) : sprintf("%.3f", ms) }
function fastest(w, k,   j, best) {
  for (j = 1; j <= methods; j++)
    if ((w, method[j], k) in time && (best == "" || time[w, method[j], k] < time[w, best, k])) best = method[j]
  return best
}
END {
  run = FILENAME
  sub(/\/results\.tsv$/, "", run)
  sub(/^.*reports\/machines\//, "../../reports/machines/", run)
  print "<!-- Made by `./run docs` from a recorded run, and compared by a test. Do not edit. -->"
  print "# Which method answers first?\n"
  print "A time step or an iteration is not the same work in each method. So this page compares the time of answers with equal errors."
  print "The error is the distance from [the recorded answer of a workload](../guide/workloads.md), over its whole course.\n"
  printf "The table has milliseconds a frame, on one core, of the fastest row within an error. Behind the comma are its time steps a frame x iterations.\n"
  print "Every method ran the same grid of time steps and iterations, with its default parameters, in the precision that its time step needs."
  print "`newton` and `multigrid` end a step when it is solved. Bold: the fastest. A dash: no row of the grid is within the error, or none passed its checks."
  print "A method that does not take a workload has no line there.\n"
  print "| workload | method | 10 % | 1 % | 0.1 % |\n|---|---|---|---|---|"
  for (i = 1; i <= workloads; i++) {
    w = workload[i]
    for (j = 1; j <= methods; j++) {
      m = method[j]
      if (!((w, m, 1) in time)) continue
      line = "| `" w "` | `" m "` |"
      for (k = 1; k <= limits; k++) {
        text = "-"
        if ((w, m, k) in time) {
          text = digits(1e3 * time[w, m, k])
          if (fastest(w, k) == m) text = "**" text "**"
          text = text ", " how[w, m, k]
        }
        line = line " " text " |"
      }
      print line
    }
    best = fastest(w, 2)
    if (best != "") wins[best]++; else none++
  }
  printf "\nWithin 1 %%, the fastest method of %d workloads is", workloads
  for (n = workloads; n > 0; n--)
    for (j = 1; j <= methods; j++)
      if (wins[method[j]] == n) { printf "%s `%s` on %d", put++ ? "," : "", method[j], n }
  if (none) printf "%s none on %d", put ? "," : "", none
  print "."
  printf "%d of %d rows of [the run](%s) passed their checks. The others were refused, did not fit into its time, or have an error above that of a body that never moves.\n", good, rows, run
  print "\n`vbd`, `avbd`, `newton` and `multigrid` take their second derivatives from the text of a formula by complex steps."
  print "A derivative that is written by hand would cost less, so their times are an upper bound, and their iterations a fairer comparison.\n"
  print "```sh\nbuild/bin/xpbd-bench methods --json methods.json   # half an hour\nbuild/bin/xpbd-report methods.json --out page      # figures of error against time\n```"
}
