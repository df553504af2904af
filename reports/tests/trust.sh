# Why this file exists: how far a page says that its numbers can be trusted, from rows made so that each count is another one.
. "$(dirname "$0")/common.sh"

# made [TARGET] [MODEL] [LOGICAL] [LOAD]: results of rows given as
# status|stop|relative half width|autocorrelation|waited %|flagged|what the GPU reported
made() {
  awk -F '|' -v target="${1:-0.01}" -v model="${2:-\"An <abacus>\"}" -v logical="${3:-4}" -v load="${4:-2.5}" '
    function known(x) { return "{\"state\": \"known\", \"value\": " x ", \"unit\": null, \"source\": \"made up\"}" }
    {
      rows = rows (NR > 1 ? "," : "") sprintf("{\"name\": \"row %d\", \"benchmark\": \"cloth\", \"sweeps\": [], \"axes\": {\"size\": %d}, ", NR, NR)
      rows = rows sprintf("\"status\": \"%s\", \"reason\": %s, \"checked\": %s, ", $1, $1 == "ok" || $1 == "unchecked" ? "null" : "\"made up\"", $1 == "ok" ? "\"plain\"" : "null")
      rows = rows sprintf("\"stop\": \"%s\", \"frame_s\": {\"median\": 0.01, \"lo95\": null, \"hi95\": null, \"rel_err\": %s, \"tau\": %s}, ", $2, $3, $4)
      rows = rows sprintf("\"fps\": {\"median\": 100, \"lo95\": null, \"hi95\": null}, \"noise\": {\"psi_cpu_during\": %s}, \"telemetry\": %s, \"flagged\": %s}\n", $5, $7 == "" ? "null" : $7, $6)
    }
    END {
      printf "{\"xb\": {\"schema\": \"xb/1\", \"complete\": true, \"stop\": \"finished\", \"plan\": {\"settings\": {\"rel_err\": %s}, \"benchmarks\": []}, ", target
      printf "\"env\": {\"cpu\": {\"model\": %s, \"logical\": %s, \"instructions\": %s}, \"os\": {\"name\": %s}, ", known(model), known(logical), known("\"beads\""), known("\"Made-up 1.0\"")
      printf "\"noise\": {\"load_before\": %s, \"load_after\": %s}}, \"tool\": {\"build\": {\"compiler\": %s}}, ", known(load), known("0.25"), known("\"cc 2\"")
      printf "\"warnings\": [\"the governor is <powersave>\", \"9 points are not converged: equations are left unsolved (residual); more\", \"second\"], \"points\": [\n%s]}}\n", rows
    }'
}
# section NAME FILE.json: its section of the page, each item a line, without marks.
section() {
  rm -rf page
  PATH=/var/empty "$report" "$2" --out page >out 2>err </dev/null
  sed -n "/<section id=$1>/,/<\/section>/p" page/index.html | sed 's/<[^>]*>//g; /^$/d' >is
  cat >must
  [ -s must ] && diff must is >out
}

# A warning of older programs that most rows are unsolved is left out; it says nothing of a row.
# Nine of eleven rows have numbers, seven of them an interval; four are wider than the target of 1 %, three were ended by a
# budget, two by the most episodes, two drifted (5 is not above 5), three waited for a processor (10 % are borne), of one the GPU
# was slowed down (application clocks and three quarters of the highest clock are no slowdown), five are flagged for one of these.
# The worst row, and that which waited longest, are the first of their kind.
cat >rows <<'END'
ok|max-episodes|0.01|5|3|false
ok|target|0.002|1|12|true
ok|budget|0.04|6|12|true
ok|total-budget|0.04|5.5|0.01|true
ok|max-episodes|0.02|null|0|false
ok|budget|0.011|1|11|true
ok|target|0.005|1|1|true|{"reasons": 5, "sm_mhz": {"min": 900, "limit": 1000}}
ok|target|null|null|10|false|{"reasons": 19, "sm_mhz": {"min": 750, "limit": 1000}}
ok|target|null|null|null|false
invalid|budget|0.9|9|99|true|{"reasons": 255}
skipped|budget|0.9|9|99|true|{"reasons": 255}
END
made <rows >many.json
check "how quiet it was" section noise many.json <<'END'
Noise
Intervals of the frame time: from ±0.20 % to ±4.0 %; the worst is row 3. The target was ±1.0 %; 4 of 7 rows did not reach it.
2 rows have fewer than six episodes and so no 95 % interval: do not compare them.
3 rows were stopped by a budget, not by the target.
2 rows reached --max-episodes before the target.
1 row was measured while the GPU was slowed down.
2 rows have an autocorrelation time above 5 episodes: the machine drifted, and the ± is optimistic.
5 rows are flagged: a cause of noise was seen while they were measured (marked ≈ in the results).
Tasks waited for a processor during at most 12 % of a row's timed episodes (row 2).
Load average before the run: 2.50, after: 0.250.
the governor is &lt;powersave&gt;
second
END
check "how far it is to be trusted" section trust many.json <<'END'
How far it can be trusted
Checked: 9 of 11 rows show numbers, each passed every check of the run that timed it; 1 skipped, 1 invalid.
Noise: intervals of the frame time from ±0.20 % to ±4.0 %; 3 of 9 rows were measured while something else wanted the processors, 1 while the GPU was slowed down, 2 while the machine drifted.
Machine: An &lt;abacus&gt;, 4 processors, kernels for beads, Made-up 1.0, cc 2.
END
check "what a quarter of the rows met stands at the top" has page/index.html "<b>A busy machine.</b> 3 of 9 rows were measured while something else wanted the processors; see Noise."
for title in "A slowed GPU." "A drifting machine."; do control "fewer rows: $title" has page/index.html "$title"; done
check "rows without numbers have a reason" has page/index.html "<th>reason</th>"

# Each sign that a GPU was slowed down, and what is none; an interval of no width is one; without a target none is missed.
for reasons in 8 32 64 128 1 2 16 256; do
  case $reasons in 8) wide=0 ;; 32) wide=0.02 ;; *) wide=null ;; esac
  echo "ok|target|$wide|null|null|false|{\"reasons\": $reasons}"
done | made 0 >signs.json
check "slowed GPUs" section noise signs.json <<'END'
Noise
Intervals of the frame time: from ±0.0 % to ±2.0 %; the worst is row 2.
6 rows have fewer than six episodes and so no 95 % interval: do not compare them.
4 rows were measured while the GPU was slowed down.
Load average before the run: 2.50, after: 0.250.
the governor is &lt;powersave&gt;
second
END
busy() { # ROWS: the banner of so many, of which the first had to wait
  for row in $(seq "$1"); do echo "ok|target|null|null|$([ "$row" -eq 1 ] && echo 12 || echo 0)|false"; done | made >busy.json
  rm -rf page
  PATH=/var/empty "$report" busy.json --out page >out 2>err </dev/null
  has page/index.html "<b>A busy machine.</b> 1 of $1 rows was measured while something else wanted the processors; see Noise."
}
check "one row of four is a busy machine" busy 4
control "one of five" busy 5

# One of each; no target; a wait of 0.05 % is told, less is not; one processor.
cat >rows <<'END'
ok|budget|0.02|6|0.05|true|{"reasons": null, "sm_mhz": {"min": 749, "limit": 1000}}
ok|max-episodes|null|null|0.04|false
END
made 0 '"One"' 1 null <rows >few.json
check "of one row" section noise few.json <<'END'
Noise
Intervals of the frame time: from ±2.0 % to ±2.0 %; the worst is row 1.
1 row has fewer than six episodes and so no 95 % interval: do not compare them.
1 row was stopped by a budget, not by the target.
1 row reached --max-episodes before the target.
1 row was measured while the GPU was slowed down.
1 row has an autocorrelation time above 5 episodes: the machine drifted, and the ± is optimistic.
1 row is flagged: a cause of noise was seen while it was measured (marked ≈ in the results).
Tasks waited for a processor during at most 0.050 % of a row's timed episodes (row 1).
Load average before the run: unknown, after: 0.250.
the governor is &lt;powersave&gt;
second
END
check "and its trust" section trust few.json <<'END'
How far it can be trusted
Checked: 2 of 2 rows show numbers, each passed every check of the run that timed it.
Noise: intervals of the frame time from ±2.0 % to ±2.0 %; 0 of 2 rows were measured while something else wanted the processors, 1 while the GPU was slowed down, 1 while the machine drifted.
Machine: One, 1 processor, kernels for beads, Made-up 1.0, cc 2.
END
for title in "A slowed GPU.</b> 1 of 2 rows was measured while the GPU was slowed down" "A drifting machine.</b> 1 of 2 rows was measured while the machine drifted"; do
  check "$title" has page/index.html "$title; see Noise."
done
control "nothing wanted the processors" has page/index.html "A busy machine."

# Nothing to say of noise; rows that nothing checked; a processor without a name, of unknown number.
printf 'unchecked|target|null|null|0.049|false\nok|target|null|null|null|false\n' | made 0.01 null null 0 >none.json
check "nothing to say" section noise none.json <<'END'
Noise
2 rows have fewer than six episodes and so no 95 % interval: do not compare them.
Load average before the run: 0.00, after: 0.250.
the governor is &lt;powersave&gt;
second
END
check "unchecked rows" section trust none.json <<'END'
How far it can be trusted
Checked: 2 of 2 rows show numbers; 1 unchecked.
Machine: processor of unknown model, kernels for beads, Made-up 1.0, cc 2.
END
check "none has a reason" lacks page/index.html "<th>reason</th>"
cp must other
control "the trust of other rows" section trust few.json <other
finish
