# Why this file exists: docs/made/methods.md has the errors of every method at equal numbers of time steps and iterations.
# This writes it from the table of `xpbd-bench methods --validate only --tsv`, so no number is typed by hand.
# usage: awk -f methods_page.awk RESULTS.tsv
BEGIN { FS = "\t" }
FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
$at["benchmark"] == "methods" {
  w = $at["workload"]; m = $at["method"]; steps = $at["substeps"]; sweeps = $at["iterations"]
  if (!(w in seen)) { seen[w] = 1; workload[++workloads] = w }
  if (!(m in known)) { known[m] = 1; method[++methods] = m }
  if (sweeps == "NaN") sweeps = "-"
  if (sweeps != "-" && !((steps, sweeps) in setting)) { setting[steps, sweeps] = 1; column[++columns] = steps " x " sweeps }
  if ($at["status"] == "skipped") next
  runs[w, m] = 1
  error = $at["error"]
  value[w, m, steps, sweeps] = $at["status"] == "invalid" || error == "NaN" ? "wrong" : sprintf("%.2g %%", 100 * error)
}
END {
  print "<!-- Made by `./run docs` from `xpbd-bench methods --validate only`, and compared by a test. Do not edit. -->"
  print "# How near does each method come?\n"
  print "All methods minimise the same energies, so all approach [the recorded answer of a workload](../guide/workloads.md)."
  print "The tables have their errors over the whole course, with equal time steps a frame x iterations and default parameters."
  print "`newton` and `multigrid` end a step when it is solved, so they have the error of the time step alone."
  print "\"wrong\": a check failed, for example because a body that never moves would err less."
  for (i = 1; i <= workloads; i++) {
    w = workload[i]
    printf "\n## `%s`\n\n| method |", w
    for (k = 1; k <= columns; k++) printf " %s |", column[k]
    printf "\n|---|"
    for (k = 1; k <= columns; k++) printf "---|"
    print ""
    for (j = 1; j <= methods; j++) {
      m = method[j]
      if (!((w, m) in runs)) continue
      printf "| `%s` |", m
      for (k = 1; k <= columns; k++) {
        split(column[k], part, " x ")
        cell = ((w, m, part[1], "-") in value) ? value[w, m, part[1], "-"] : value[w, m, part[1], part[2]]
        printf " %s |", cell == "" ? "-" : cell
      }
      print ""
    }
  }
  print "\nAn iteration is not the same work in each method, so an error alone does not say which method answers first."
  print "`vbd`, `avbd`, `admm`, `newton` and `multigrid` take second derivatives from the text of a formula by complex steps."
  print "Derivatives written by hand would cost less. This measures the time on your machine:\n"
  print "```sh\nbuild/bin/xpbd-bench methods -a workload=chain,cantilever_small --json methods.json\nbuild/bin/xpbd-report methods.json --out page   # figures of error against time\n```"
}
