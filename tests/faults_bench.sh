#!/bin/sh
# Why this file exists: ./run bench may be ended at any moment: the terminal closes, another user needs the machine, the
# system needs the memory. At every stage the measurements must stay, and the same run must resume from them.
# usage: faults_bench.sh SOURCE XPBD_BENCH XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/common.sh"
. "$source/tests/tree.sh"
command -v setsid >/dev/null && [ -n "$report" ] || {
  echo "skipped: needs setsid and xpbd-report"
  exit 77
}
cd "$work" || exit 1
few="cloth -a size=21,31 -a iterations=10 -a constraint=stretching -a backend=seq --frames 4 --min-episodes 60 --max-episodes 60"

# A program waits if there is a file "hold-NAME", and then creates "holds-NAME". Its process id is in "pid-NAME".
holds() { # holds NAME PROGRAM: a stand-in for the program
  printf '#!/bin/sh\necho $$ >"%s/pid-%s"\n[ ! -e "%s/hold-%s" ] || { touch "%s/holds-%s"; sleep 60 & wait; }\nexec "%s" "$@"\n' \
    "$work" "$1" "$work" "$1" "$work" "$1" "$2" >"$work/$1"
  chmod +x "$work/$1"
}
holds report "$report"
holds bench "$bench"
mv "$work/bin/cmake" "$work/cmake-of-tree"
holds cmake "$work/cmake-of-tree"
mv "$work/cmake" "$work/bin/cmake"
sed -i "s|ln -sf \"$report\"|ln -sf \"$work/report\"|; s|ln -sf \"$bench\"|ln -sf \"$work/bench\"|" "$work/cmake-of-tree"

journal() { for one in "$tree"/reports/*.local/samples.jsonl; do [ -e "$one" ] && echo "$one"; done | head -n 1; }
lines() { j=$(journal); [ -n "$j" ] && wc -l <"$j" || echo 0; }
# reached STAGE: cmake or report: it waits there; a number: the journal has as many lines.
reached() {
  case $1 in
    cmake | report) [ -e "$work/holds-$1" ] ;;
    *) [ "$(lines)" -ge "$1" ] ;;
  esac
}

# end_at SIGNAL STAGE: send the signal to ./run bench at that stage. KILL goes to all its processes, BENCH-KILL is a
# KILL for xpbd-bench alone. $code is its exit code.
end_at() {
  rm -rf "$tree"/reports "$work"/hold-* "$work"/holds-*
  case $2 in cmake | report) touch "$work/hold-$2" ;; esac
  # shellcheck disable=SC2086
  env PATH="$work/bin:$PATH" setsid "$tree/run" bench $few >"$work/output" 2>&1 </dev/null &
  script=$! waited=0
  until reached "$2" || [ "$waited" -ge 3000 ]; do
    sleep 0.02
    waited=$((waited + 1))
  done
  # stopped first, because it may be about to start the next job, which nobody would end
  [ "$1" != KILL ] || kill -STOP "$script"
  [ "$1" != KILL ] || jobs_of_it=$(ps -e -o pid= -o ppid= | awk -v of="$script" '$2 == of { print $1 }')
  if [ "$1" = BENCH-KILL ]; then kill -KILL "$(cat "$work/pid-bench")"; else kill -"$1" "$script"; fi
  if [ "$1" = KILL ]; then for job in $jobs_of_it; do kill -KILL -"$job" 2>/dev/null; done; fi
  wait "$script"
  code=$?
  rm -f "$work"/hold-*
  [ "$waited" -lt 3000 ]
}
no_part() { [ -z "$(find "$tree/reports" -name '*.part' 2>/dev/null)" ]; }

# goes_on: the run in the tree is resumed. It gives a page and all rows of an uninterrupted run, and measures nothing
# twice: its journal begins with the old one.
goes_on() {
  folder=$(dirname "$(journal)")
  cp "$folder/samples.jsonl" "$work/before.jsonl"
  [ "$(tail -c 1 "$work/before.jsonl" | wc -l)" -eq 1 ] || sed -i '$d' "$work/before.jsonl"
  (cd "$tree" && env PATH="$work/bin:$PATH" ./run bench --resume "reports/${folder##*/}") >"$work/output" 2>&1 </dev/null || return 1
  last_line_is_page && facts "$folder/results.tsv" >"$work/facts" && cmp "$work/whole" "$work/facts" &&
    head -c "$(wc -c <"$work/before.jsonl")" "$folder/samples.jsonl" | cmp - "$work/before.jsonl" && no_part
}

# shellcheck disable=SC2086
in_tree bench $few
check "a run that nobody ends" last_line_is_page
facts "$tree"/reports/*.local/results.tsv >"$work/whole"
check "its rows are certified" [ "$(grep -c ' ok 60 ' "$work/whole")" -eq 2 ]

for signal in HUP TERM KILL; do
  wanted=130
  [ $signal != KILL ] || wanted=137
  check "$signal while it is built" eval "end_at $signal cmake && [ \$code -eq $wanted ]"
  check "leaves no folder" [ -z "$(ls "$tree/reports" 2>/dev/null)" ]
  for line in 2 40 80; do
    check "$signal behind line $line of the journal" eval "end_at $signal $line && [ \$code -eq $wanted ]"
    [ $signal = KILL ] || check "says how to go on" grep -q 'interrupted;.*./run bench --resume reports/.* continues' "$work/output"
    check "goes on" goes_on
  done
  check "$signal while the page is made" eval "end_at $signal report && [ \$code -eq $wanted ]"
  check "the results are whole" grep -q '"complete": true' "$tree"/reports/*.local/results.json
  check "goes on" goes_on
done

# The system kills xpbd-bench for its memory: the script notices and says how to continue.
for line in 2 40 80; do
  check "xpbd-bench alone killed behind line $line of the journal" eval "end_at BENCH-KILL $line && [ \$code -eq 137 ]"
  check "says how to go on" grep -q 'it was stopped; ./run bench --resume reports/.* continues it' "$work/output"
  check "goes on" goes_on
done

check "one more to be damaged" end_at KILL 40
sed -i '3d' "$(journal)"
control "an episode is missing" goes_on
check "and once more" end_at KILL 40
sed -i 's/"state_hash": "./"state_hash": "x/' "$(journal)"
control "a line is damaged" goes_on
finish
