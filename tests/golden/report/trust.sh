# Why this file exists: records how far a page says that its numbers can be trusted, with rows in which each count is
# different.
. "$source/reports/tests/golden_words.sh"

# made [TARGET] [MODEL] [LOGICAL] [LOAD]: results for rows given as
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
# section NAME: of the page, each item a line, without markup.
section() { sed -n "/<section id=$1>/,/<\/section>/p" page/index.html | sed 's/<[^>]*>//g; /^$/d'; }
# trust WHAT [SETTING]...: for the rows on standard input the banners, the two sections, and whether rows have reasons.
trust() {
  what=$1
  shift
  made "$@" >run.json
  page "$what"
  says '<b>A (busy|slowed|drifting) [^<]*</b>[^<]*'
  section noise
  section trust
  says '<th>reason</th>'
}

# A warning of older programs that most rows are unsolved is left out; it says nothing about a row.
# Nine of eleven rows have numbers, seven of them an interval. Four are wider than the target of 1 %, three were ended
# by a budget, two by the most episodes. Two drifted (5 is not above 5), three waited for a processor (10 % are
# accepted). In one the GPU was slowed down (application clocks and three quarters of the highest clock are no
# slowdown). Five are flagged for one of these. The worst row, and the one that waited longest, are the first of their
# kind.
trust "many rows" <<'END'
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

# Each sign that a GPU was slowed down, and what is none. An interval without width is one. Without a target none is
# missed.
for reasons in 8 32 64 128 1 2 16 256; do
  case $reasons in 8) wide=0 ;; 32) wide=0.02 ;; *) wide=null ;; esac
  echo "ok|target|$wide|null|null|false|{\"reasons\": $reasons}"
done | trust "slowed GPUs" 0
# If one row of four had to wait, the machine is busy; one of five is not enough.
for count in 4 5; do
  for row in $(seq $count); do echo "ok|target|null|null|$([ "$row" -eq 1 ] && echo 12 || echo 0)|false"; done | trust "one of $count rows had to wait"
done

# One of each; no target; a wait of 0.05 % is reported, less is not; one processor.
trust "one of each" 0 '"One"' 1 null <<'END'
ok|budget|0.02|6|0.05|true|{"reasons": null, "sm_mhz": {"min": 749, "limit": 1000}}
ok|max-episodes|null|null|0.04|false
END
# No noise to report; rows that nothing checked; a processor without a name, in unknown number.
printf 'unchecked|target|null|null|0.049|false\nok|target|null|null|null|false\n' | trust "nothing to say" 0.01 null null 0
