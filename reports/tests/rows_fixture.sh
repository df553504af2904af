# Why this file exists: results of a run for a report, each row a line, so that a test can say what it is about. Usage:
#   sh rows_fixture.sh [model=NAME] [logical=4] [field=NAME=JSON-VALUE]... [standard=AXIS=VALUE]... [complete=true]
# Standard input, separated by "|": benchmark|axes as in JSON|status|FPS|its low end|its high end|threads|particles|more of
# the row as in JSON; "-" = none. A field is one of the environment, "gpu.name" for example.
model=Made-up logical=4 fields='' standards='' complete=true
for setting in "$@"; do
  case $setting in
    model=*) model=${setting#*=} ;; logical=*) logical=${setting#*=} ;; complete=*) complete=${setting#*=} ;;
    field=*) fields="$fields${setting#*=};" ;; standard=*) standards="$standards${setting#*=};" ;;
    *) echo "rows_fixture.sh: $setting?" >&2; exit 2 ;;
  esac
done
LC_ALL=C awk -F '|' -v model="$model" -v logical="$logical" -v fields="$fields" -v standards="$standards" -v complete="$complete" '
function known(x) { return "{\"state\": \"known\", \"value\": " x ", \"unit\": null, \"source\": \"made up\"}" }
function null(x) { return x == "-" || x == "" ? "null" : x }
function over(x) { return x == "-" || x == "" ? "null" : sprintf("%.12g", 1 / x) }
{
  seen[$1] = 1
  row = sprintf("{\"name\": \"%s/%d\", \"benchmark\": \"%s\", \"sweeps\": [\"size\"], \"axes\": {%s}, \"status\": \"%s\", ", $1, NR, $1, $2, $3)
  row = row sprintf("\"reason\": %s, \"checked\": %s, ", $3 == "ok" ? "null" : "\"made up\"", $3 == "ok" ? "\"plain\"" : "null")
  if ($4 == "-") row = row "\"frame_s\": null, \"fps\": null, "
  else row = row sprintf("\"frame_s\": {\"median\": %s, \"lo95\": %s, \"hi95\": %s}, \"fps\": {\"median\": %s, \"lo95\": %s, \"hi95\": %s}, ", over($4), over($6), over($5), $4, null($5), null($6))
  row = row sprintf("\"work\": {\"particles\": %s}, \"solver\": {\"threads\": %s}%s}", null($8), null($7), $9 == "" ? "" : ", " $9)
  rows = rows (NR > 1 ? ",\n" : "") row
}
END {
  printf "{\"context\": {}, \"benchmarks\": [], \"xb\": {\"schema\": \"xb/1\", \"complete\": %s, \"stop\": \"finished\", \"plan\": {\"benchmarks\": [", complete
  for (name in seen) {
    printf "%s{\"name\": \"%s\", \"axes\": [", listed++ ? ", " : "", name
    count = split(standards, axis, ";")
    for (i = 1; i < count; i++) { split(axis[i], part, "="); printf "%s{\"name\": \"%s\", \"standard\": \"%s\"}", (i > 1 ? ", " : ""), part[1], part[2] }
    printf "]}"
  }
  printf "]}, \"env\": {\"cpu\": {\"model\": %s, \"logical\": %s}", known("\"" model "\""), known(logical)
  count = split(fields, field, ";")
  for (i = 1; i < count; i++) { at = index(field[i], "="); split(substr(field[i], 1, at - 1), part, "."); printf ", \"%s\": {\"%s\": %s}", part[1], part[2], known(substr(field[i], at + 1)) }
  printf "}, \"points\": [\n%s\n]}}\n", rows
}'
