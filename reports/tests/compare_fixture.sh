# Why this file exists: writes the shortest results that xpbd-report compare can read, from lines
#   benchmark TAB axes TAB status TAB median TAB lo95 TAB hi95 TAB medians-of-processes
# on standard input (times in seconds; "-" = none; axes in JSON, medians with commas).
# usage: sh compare_fixture.sh [host=NAME] [plan=HEX] [schema=xb/1] [complete=true] [stop=finished] [frames=50]
#   [cpu=NAME] [gpu=NAME] [device=NAME] [opencl=TEXT] [sha=HEX] [started=TIME] [precision=f32] [threads=N]
started=2000-01-01T00:00:00Z threads='' precision='' cpu='' gpu='' device='' opencl='' sha='' host=here plan=00000000000000aa schema=xb/1 complete=true stop=finished frames=50
for setting in "$@"; do
  case $setting in
    host=*) host=${setting#*=} ;; plan=*) plan=${setting#*=} ;; schema=*) schema=${setting#*=} ;;
    complete=*) complete=${setting#*=} ;; stop=*) stop=${setting#*=} ;; frames=*) frames=${setting#*=} ;;
    started=*) started=${setting#*=} ;; precision=*) precision=${setting#*=} ;; threads=*) threads=${setting#*=} ;; cpu=*) cpu=${setting#*=} ;; gpu=*) gpu=${setting#*=} ;; device=*) device=${setting#*=} ;; opencl=*) opencl=${setting#*=} ;; sha=*) sha=${setting#*=} ;;
    *) echo "compare_fixture.sh: $setting?" >&2; exit 2 ;;
  esac
done
LC_ALL=C awk -F '\t' -v host="$host" -v plan="$plan" -v schema="$schema" -v complete="$complete" -v stop="$stop" -v frames="$frames" -v cpu="$cpu" -v gpu="$gpu" -v device="$device" -v opencl="$opencl" -v sha="$sha" -v precision="$precision" -v threads="$threads" -v started="$started" '
function null(x) { return x == "-" || x == "" ? "null" : x }
function known(x) { return "{\"state\": \"known\", \"value\": \"" x "\", \"unit\": null, \"source\": \"made up\"}" }
BEGIN {
  printf "{\"context\": {}, \"benchmarks\": [], \"xb\": {\"schema\": \"%s\", \"complete\": %s, \"stop\": \"%s\", ", schema, complete, stop
  printf "\"started\": \"%s\", \"plan\": {\"hash\": \"%s\", \"argv\": [\"xpbd-bench\", \"--json\", \"run.json\"]},\n", started, plan
  if (sha != "") printf "\"tool\": {\"git\": {\"sha\": %s}}, ", known(sha)
  printf "\"env\": {"
  if (cpu != "") printf "\"cpu\": {\"model\": %s}, ", known(cpu)
  if (gpu device opencl != "") {
    printf "\"gpu\": {\"names\": %s", gpu == "" ? "null" : known(gpu)
    if (device != "") printf ", \"name\": %s", known(device)
    if (opencl != "") printf ", \"opencl\": %s", known(opencl)
    printf "}, "
  }
  printf "\"os\": {\"host\": {\"state\": \"known\", \"value\": \"%s\", \"unit\": null, \"source\": \"made up\"}}},\n\"points\": [", host
}
{
  # The median of several processes is the geometric mean of theirs. Their interval is left out.
  count = $7 == "-" ? 0 : split($7, each, ",")
  for (sum = i = used = 0; i++ < count;) if (each[i] + 0 > 0) { sum += log(each[i]); used++ }
  if (used) { $4 = sprintf("%.17g", exp(sum / used)); $5 = $6 = "-" }
  timed = $3 == "ok" || $3 == "unchecked"
  printf "%s\n{\"name\": \"%s/%d\", \"benchmark\": \"%s\", \"axes\": {%s}, \"status\": \"%s\", ", (NR > 1 ? "," : ""), $1, NR, $1, $2, $3
  printf "\"reason\": %s, \"checked\": %s, \"checks\": [], \"frames\": %d, ", (timed ? "null" : "\"made up: " $3 "\""), ($3 == "ok" ? "\"hash=seq@50 frames\"" : "null"), frames
  if (threads precision != "") printf "\"solver\": {\"threads\": %s, \"precision\": %s}, ", (threads == "" ? "null" : threads), (precision == "" ? "null" : "\"" precision "\"")
  if (timed || $4 != "-") printf "\"frame_s\": {\"median\": %s, \"lo95\": %s, \"hi95\": %s}, \"fps\": {\"median\": %.9g}, ", $4, null($5), null($6), ($4 > 0 ? 1 / $4 : 1)
  else printf "\"frame_s\": null, \"fps\": null, "
  if ($7 != "" && $7 != "-") printf "\"processes\": {\"medians_s\": [%s]}}", $7
  else printf "\"processes\": null}"
}
END { print "]}}" }'
