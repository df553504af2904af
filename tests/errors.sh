# Why this file exists: a check that something is refused is content with the kind of error, and what is refused for another
# reason than meant tests nothing, nor does anybody read the sentence. So the sentences of all refusals that checks provoke
# are recorded (errors.txt), a part for each check, but for what depends on the build, the machine or the system's own words.
# Usage: sh errors.sh FOLDER_OF_THE_PROGRAMS, in its build; see tests/recorded.sh.
. "$(dirname "$0")/recorded.sh"
bin=$1
. "$(dirname "$0")/common.sh"
mkdir "$work/parts"

# provoked: of the verbose lines of a program, those of refusals, as CHECK TAB WHAT: TEXT. A sanitizer ends what a signal would.
provoked() {
  sed -n "s/^    ok \([^ :]*\): \(.*\): status .*', expected '\([^o][^']*\)': /\1	\2: \3: /p" | grep -v ': input/output error: ' |
    sed "s|/[^ ]*/xpbd-check-[A-Za-z0-9]*|FOLDER|g; s/-nan/nan/g; s/\(a crash[^:]*: .*': it \)[^,]*/\1CRASHES/" | seven_digits
}
{
  "$bin/../tests/unit/xpbd-unit" mesh scene schedule picture --verbose
  "$bin/xpbd-validate" --verbose --filter '^(measure/|obstacles/(fields|small)|handles/(refused|range|other)|scenes/(parameters|table|spec)/|solver/seq/(range|settings)|plain/unknown|methods/refused|verlet/(lattice-inside|refusals|scenes-refused|checkpoint-refused))'
} >"$work/verbose" 2>&1 </dev/null
provoked <"$work/verbose" | grep -v -E '^(mesh/(import_interface|hostile)|picture/(gif|png|written))	' |
  awk -F'\t' -v parts="$work/parts" '{ name = $1; gsub("/", "-", name); print $2 >(parts "/" name) }'
recorded "$(cd "$(dirname "$0")" && pwd)/errors.txt"
