# Why this file exists: results of a run for a report, one line per row, so that a test shows what it is about.
# usage: sh rows_fixture.sh [model=NAME] [logical=4] [field=NAME=JSON-VALUE]... [standard=AXIS=VALUE]... [complete=true]
#   [words=AXIS]
# Standard input, separated by "|": benchmark|axes in JSON|status|FPS|its low end|its high end|threads|particles|more of
# the row in JSON; "-" = none. A field belongs to the environment, e.g. "gpu.name".
model=Made-up logical=4 fields='' standards='' complete=true words=''
for setting in "$@"; do
  case $setting in
    model=*) model=${setting#*=} ;; logical=*) logical=${setting#*=} ;; complete=*) complete=${setting#*=} ;; words=*) words=${setting#*=} ;;
    field=*) fields="$fields${setting#*=};" ;; standard=*) standards="$standards${setting#*=};" ;;
    *) echo "rows_fixture.sh: $setting?" >&2; exit 2 ;;
  esac
done
LC_ALL=C awk -F '|' -v model="$model" -v logical="$logical" -v fields="$fields" -v standards="$standards" -v complete="$complete" -v words="$words" '
function known(x) { return "{\"state\": \"known\", \"value\": " x ", \"unit\": null, \"source\": \"made up\"}" }
function null(x) { return x == "-" || x == "" ? "null" : x }
# own KEY VALUE: a member, unless the rest of the row has it.
function own(key, value) { return index($9, "\"" key "\": ") ? "" : "\"" key "\": " value ", " }
function over(x) { return x == "-" || x == "" ? "null" : sprintf("%.12g", 1 / x) }
{
  if (!($1 in seen)) names[++name_count] = $1
  seen[$1] = 1
  timed = $4 != "-"
  row = sprintf("{\"name\": \"%s/%d\", \"benchmark\": \"%s\", ", $1, NR, $1)
  row = row own("sweeps", "[\"size\"]") own("axes", "{" $2 "}") own("status", "\"" $3 "\"")
  row = row own("reason", $3 == "ok" ? "null" : "\"made up\"") own("checked", $3 == "ok" ? "\"plain\"" : "null")
  row = row own("frame_s", timed ? sprintf("{\"median\": %s, \"lo95\": %s, \"hi95\": %s}", over($4), over($6), over($5)) : "null")
  row = row own("fps", timed ? sprintf("{\"median\": %s, \"lo95\": %s, \"hi95\": %s}", $4, null($5), null($6)) : "null")
  row = row own("work", "{\"particles\": " null($8) "}") own("solver", "{\"threads\": " null($7) "}")
  row = row ($9 == "" ? "\"more\": null" : $9) "}"
  rows = rows (NR > 1 ? ",\n" : "") row
}
END {
  printf "{\"context\": {}, \"benchmarks\": [], \"xb\": {\"schema\": \"xb/1\", \"complete\": %s, \"stop\": \"finished\", \"plan\": {\"benchmarks\": [", complete
  for (k = 1; k <= name_count; k++) {
    printf "%s{\"name\": \"%s\", \"axes\": [", (k > 1 ? ", " : ""), names[k]
    count = split(standards, axis, ";")
    for (i = 1; i < count; i++) { split(axis[i], part, "="); printf "%s{\"name\": \"%s\", \"standard\": \"%s\"}", (i > 1 ? ", " : ""), part[1], part[2] }
    if (words != "") printf "%s{\"name\": \"%s\", \"kind\": \"text\"}], \"sweeps\": [{\"name\": \"size\", \"axis\": \"size\"}, {\"name\": \"%s\", \"axis\": \"%s\"}", (count > 1 ? ", " : ""), words, words, words
    printf "]}"
  }
  # Fields of one group are joined, because a reader sees only the second of two groups with one name.
  groups[1] = "cpu"
  group_count = 1
  of["cpu"] = sprintf("\"model\": %s, \"logical\": %s", known("\"" model "\""), known(logical))
  count = split(fields, field, ";")
  for (i = 1; i < count; i++) {
    at = index(field[i], "=")
    split(substr(field[i], 1, at - 1), part, ".")
    if (!(part[1] in of)) groups[++group_count] = part[1]
    of[part[1]] = of[part[1]] (of[part[1]] == "" ? "" : ", ") sprintf("\"%s\": %s", part[2], known(substr(field[i], at + 1)))
  }
  printf "]}, \"env\": {"
  for (i = 1; i <= group_count; i++) printf "%s\"%s\": {%s}", (i > 1 ? ", " : ""), groups[i], of[groups[i]]
  printf "}, \"points\": [\n%s\n]}}\n", rows
}'
