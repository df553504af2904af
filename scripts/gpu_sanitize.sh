# shellcheck shell=bash
# Why this file exists: the stage of `./run gpu` that looks for memory errors and races. A sanitizer counts only after
# it has found a planted mistake on this device. A run is clean only if its bits are the same as without the sanitizer,
# and the sanitizer reports no error. The reason: some versions and containers find nothing because they check nothing.
# A tool that cannot run is left out, with its reason. Sourced by `run`.
# shellcheck disable=SC2154

# Every strategy on a cloth. Then the phases that only some scenes have, each with another strategy: moving obstacles
# and handles, ghost tips, a sum over a surface, particle contact, global damping, wind. All strategies share the text
# of a phase.
gpu_memory_runs=("cloth --resolution 15 --iterations 5 --strategy plain" "cloth --resolution 15 --iterations 5 --strategy graph"
  "cloth --resolution 15 --iterations 5 --strategy cooperative" "cloth --resolution 15 --iterations 5 --strategy block"
  "cloth --resolution 15 --iterations 5 --strategy cluster" "cloth --resolution 30 --iterations 5 --strategy tiles"
  "cloth --resolution 30 --iterations 5 --strategy resident" "cloth --resolution 620 --iterations 2 --strategy tiles --precision double" "torus_falling --resolution 9 --iterations 3 --strategy plain"
  "inflation --resolution 5 --iterations 3 --strategy cooperative" "cloth_self --resolution 9 --iterations 3"
  "blob --resolution 5 --iterations 3 --global-damping 0.1 --strategy graph"
  "flag --resolution 9 --iterations 3 --strategy cooperative" "beam_twisted --resolution 9 --iterations 3 --strategy plain")
# racecheck sees shared memory only, so these are the strategies that use it, with their phases. cluster is left out:
# its blocks read what others are posting, and recognise it by its number. In the block of 30 x 30 vertices, strips wait
# for their neighbours only. Tiles of the same size overlap. At 620 x 620, a block of an H100 has six tiles, one after
# the other.
gpu_race_runs=("cloth --resolution 15 --iterations 5 --strategy block"
  "cloth --resolution 30 --iterations 5 --strategy block" "cloth --resolution 30 --iterations 5 --strategy tiles"
  "cloth --resolution 30 --iterations 5 --strategy resident"
  "cloth --resolution 620 --iterations 2 --strategy tiles --precision double"
  "torus_falling --resolution 9 --iterations 3 --strategy block" "flag --resolution 9 --iterations 3 --strategy block"
  "cloth_self --resolution 9 --iterations 3")
# synccheck looks at barriers.
gpu_barrier_runs=("cloth --resolution 15 --iterations 5 --strategy block" "cloth --resolution 15 --iterations 5 --strategy cluster"
  "cloth --resolution 30 --iterations 5 --strategy block" "cloth --resolution 30 --iterations 5 --strategy tiles"
  "cloth --resolution 30 --iterations 5 --strategy resident" "cloth --resolution 15 --iterations 5 --strategy cooperative" "cloth_self --resolution 9 --iterations 3")

gpu_note() { printf '%s\n' "$*" | tee -a "$folder/sanitizer.txt"; }

# gpu_late: whether too little time is left for another run.
gpu_late() { [ $((gpu_ends - SECONDS)) -le $((gpu_limit / 100)) ]; }

# gpu_timed COMMAND...: run it in the time left, at most a minute. Its output is in $gpu_said and in the results.
gpu_timed() {
  gpu_grant
  [ "$limit" -le 60 ] || limit=60
  start "$@" >"$gpu_said" 2>&1
  finish
  cat "$gpu_said" >>"$folder/sanitizer.txt"
}

# gpu_reason: why the last command failed, in one line of its own output.
gpu_reason() {
  if [ "$code" -eq 124 ]; then
    echo "it did not end in time"
  else
    { grep -v SUMMARY "$gpu_said" | grep -m 1 -iE 'not supported|not permitted|denied|unable|fail|error' ||
      tail -n 1 "$gpu_said"; } | sed 's/^[= ]*//'
    echo "(exit code $code)"
  fi | tr '\n' ' ' | sed 's/ $//'
}

gpu_found='ERROR SUMMARY: [1-9]|RACECHECK SUMMARY: .*\([1-9][0-9]* error'
gpu_clean='ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: (0 hazards|.*\(0 errors)'

# gpu_sees TOOL: whether the tool finds the mistake planted for it. If not, say so; the tool is left out.
gpu_sees() {
  gpu_timed compute-sanitizer --tool "$1" --error-exitcode 9 build/bin/xpbd-cuda-bait "$1"
  if [ "$code" -eq 9 ] && grep -qE "$gpu_found" "$gpu_said"; then return 0; fi
  if [ "$code" -eq 0 ] && grep -qE "$gpu_clean" "$gpu_said"; then
    gpu_note "left out: compute-sanitizer --tool $1 does not see the mistake made for it here"
  else
    gpu_note "left out: compute-sanitizer --tool $1 cannot run here: $(gpu_reason)"
  fi
  return 1
}

# gpu_bare SIMULATION...: put its hash without the sanitizer into $gpu_hash. Returns 1 if this device lacks the
# strategy, 2 if it fails.
gpu_bare() {
  gpu_timed build/bin/xpbd-sim "$@" --backend cuda --frames 2 --hash --quiet
  gpu_hash=$(tail -n 1 "$gpu_said")
  [ "$code" -ne 0 ] || return 0
  case "$* $(cat "$gpu_said")" in
    *"--strategy "*"strategy "*) gpu_note "left out: $* ($(tail -n 1 "$gpu_said"))"; return 1 ;;
  esac
  gpu_note "FAILED: $*, without a sanitizer: $(gpu_reason)"
  gpu_broken="$gpu_broken|$*|"
  gpu_findings=$((gpu_findings + 1))
  return 2
}

# gpu_look TOOL SIMULATION...: do one run under one tool.
gpu_look() {
  local tool=$1 begun=$SECONDS
  shift
  if gpu_late; then
    gpu_unrun+=("$tool $*")
    return 0
  fi
  case $gpu_broken in *"|$*|"*) return 0 ;; esac
  gpu_bare "$@" || return 0
  gpu_timed compute-sanitizer --tool "$tool" --error-exitcode 9 \
    build/bin/xpbd-sim "$@" --backend cuda --frames 2 --hash --quiet
  if [ "$code" -eq 9 ] || grep -qE "$gpu_found" "$gpu_said"; then
    gpu_findings=$((gpu_findings + 1))
    gpu_note "FOUND by $tool: $*: $(grep -m 1 -E "$gpu_found" "$gpu_said" | sed 's/^[= ]*//')"
  elif [ "$code" -eq 0 ] && grep -qE "$gpu_clean" "$gpu_said" && grep -qx "$gpu_hash" "$gpu_said"; then
    gpu_cleared=$((gpu_cleared + 1))
    gpu_note "clean by $tool: $*, $((SECONDS - begun)) s"
  elif [ "$code" -eq 0 ] && grep -qE "$gpu_clean" "$gpu_said" && grep -qxE '[0-9a-f]{16}' "$gpu_said"; then
    gpu_findings=$((gpu_findings + 1))
    gpu_note "FOUND: $* ends in other bits under $tool than without it, as with a race"
  else
    gpu_open=$((gpu_open + 1))
    gpu_note "no verdict of $tool: $*: $(gpu_reason)"
  fi
}

gpu_sanitize() {
  local run
  gpu_findings=0 gpu_cleared=0 gpu_open=0 gpu_unrun=() gpu_broken=
  gpu_said=$logs/sanitizer.log
  gpu_ready || return 1
  if [ "$gpu_backend" = opencl ]; then
    say "gpu sanitize: left out: compute-sanitizer needs CUDA"
    return 0
  fi
  # shellcheck disable=SC2086 # names
  gpu_put_aside $gpu_leaves_sanitize
  if ! command -v compute-sanitizer >/dev/null; then
    gpu_note "left out: compute-sanitizer is not installed (it comes with the CUDA toolkit)"
    return 0
  fi
  gpu_sees memcheck || return 0
  # shellcheck disable=SC2086 # a scene and its options
  {
    for run in "${gpu_memory_runs[@]}"; do gpu_look memcheck $run; done
    if gpu_late || gpu_sees racecheck; then
      for run in "${gpu_race_runs[@]}"; do gpu_look racecheck $run; done
    fi
    for run in "${gpu_barrier_runs[@]}"; do gpu_look synccheck $run; done
  }
  for run in ${gpu_unrun[@]+"${gpu_unrun[@]}"}; do gpu_note "no time was left for $run"; done
  gpu_note "compute-sanitizer: $gpu_cleared runs clean, $gpu_findings with findings, $gpu_open without a verdict," \
    "${#gpu_unrun[@]} without time"
  [ "$gpu_findings" -eq 0 ] || return 2
  [ "$gpu_cleared" -gt 0 ]
}
