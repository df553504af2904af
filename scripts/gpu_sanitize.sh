# shellcheck shell=bash
# Why this file exists: the stage of `./run gpu` that looks for memory errors and races. A sanitizer is believed only after
# it has seen a mistake made for it on this device, and a run is clean only when it ended in the same bits as without the
# sanitizer and says that it found nothing: there are versions and containers that find nothing because they look at
# nothing. Where it cannot run it is left out, with its reason. Sourced by `run`.
# shellcheck disable=SC2154

# Every strategy on a cloth, then the phases that only some scenes have (obstacles and hands that move, ghost tips, a sum
# over a surface, contact of particles, global damping, wind), each on another strategy: a phase is one text for all.
gpu_memory_runs=("cloth --resolution 15 --iterations 5 --strategy plain" "cloth --resolution 15 --iterations 5 --strategy graph"
  "cloth --resolution 15 --iterations 5 --strategy cooperative" "cloth --resolution 15 --iterations 5 --strategy block"
  "cloth --resolution 15 --iterations 5 --strategy cluster" "cloth --resolution 30 --iterations 5 --strategy tiles"
  "cloth --resolution 30 --iterations 5 --strategy resident" "cloth --resolution 620 --iterations 2 --strategy tiles --precision double" "torus_falling --resolution 9 --iterations 3 --strategy plain"
  "inflation --resolution 5 --iterations 3 --strategy cooperative" "cloth_self --resolution 9 --iterations 3"
  "blob --resolution 5 --iterations 3 --global-damping 0.1 --strategy graph"
  "flag --resolution 9 --iterations 3 --strategy cooperative" "beam_twisted --resolution 9 --iterations 3 --strategy plain")
# racecheck sees shared memory only, which these have: the strategies, with their phases; not cluster, whose blocks read what others
# post while they post it and know it from its number.
# In the block of 30 x 30 vertices strips wait for their neighbours only; tiles of as many overlap; of 620 x 620 a block of an
# H100 has six, one after the other.
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

# gpu_late: too little time is left for another run.
gpu_late() { [ $((gpu_ends - SECONDS)) -le $((gpu_limit / 100)) ]; }

# gpu_timed COMMAND...: with what time is left, at most a minute; its output in $gpu_said and in the results.
gpu_timed() {
  gpu_grant
  [ "$limit" -le 60 ] || limit=60
  start "$@" >"$gpu_said" 2>&1
  finish
  cat "$gpu_said" >>"$folder/sanitizer.txt"
}

# gpu_reason: why the last command did not do what it should, in one line of its own words.
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

# gpu_sees TOOL: it finds the mistake that was made for it, or says so and is left out.
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

# gpu_bare SIMULATION...: its hash without the sanitizer, in $gpu_hash; 1 where this device lacks the strategy, 2 where it
# fails.
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

# gpu_look TOOL SIMULATION...: one run under one tool.
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
    say "gpu sanitize: left out: compute-sanitizer is for CUDA"
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
