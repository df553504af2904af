# Why this file exists: what the programs say of themselves, their options, axes, columns, scenes, methods and models with their
# ranges and standard values, is what users go by: recorded (lists.txt), but for what depends on the build, the machine or
# which formulas there are (fms and pd need CHOLMOD). Usage: sh lists.sh FOLDER_OF_THE_PROGRAMS; see tests/recorded.sh.
. "$(dirname "$0")/recorded.sh"
bin=$(cd "$1" && pwd)
. "$(dirname "$0")/common.sh"
mkdir "$work/parts"
for words in "xpbd-bench" "xpbd-bench ab" "xpbd-sim" "xpbd-report" "xpbd-report compare" "xpbd-report merge" "xpbd-report brief" "xpbd-validate" \
  "xpbd-validate formula"; do
  # shellcheck disable=SC2086 # words
  "$bin"/$words --help >"$work/parts/$(echo "$words" | tr ' ' -)-help" 2>&1 </dev/null
done
# What an option takes is said when it is given something else.
for words in "xpbd-bench" "xpbd-bench ab" "xpbd-sim" "xpbd-validate"; do
  to=$work/parts/$(echo "$words" | tr " " -)
  sed -nE 's/^ +(-., +)?(--[a-z0-9_-]+)[ =][A-Z].*/\2/p' "$to-help" | sort -u | while read -r option; do
    # shellcheck disable=SC2086
    (cd "$work" && "$bin"/$words "$option=?" --no-such-option 2>&1 </dev/null | grep -F -e "$option" | grep -v no-such-option)
  done >"$to-ranges"
done
"$bin/xpbd-bench" --help-columns >"$work/parts/xpbd-bench-columns"
"$bin/xpbd-bench" --list | grep -v -e '^  -a backend' -e 'on every backend' >"$work/parts/xpbd-bench-list"
for list in Scenes Methods Models; do
  "$bin/xpbd-sim" --list | awk -v list="$list" '/^[A-Z]/ { inside = index($0, list) == 1 } inside' | grep -v -E '^  (fms|pd) |CHOLMOD' >"$work/parts/xpbd-sim-$list"
done
"$bin/xpbd-sim" --list=json | sed -n '/^  "scenes": /,/^  \]/p' >"$work/parts/xpbd-sim-scenes-json"
recorded "$(cd "$(dirname "$0")" && pwd)/lists.txt"
