# shellcheck shell=bash
# Why this file exists: `./run gpu`, for users with a new GPU. It builds for the GPU, checks its bits, measures it,
# looks for memory errors and races, and packs the results for another machine. Machines with a GPU are rented by the
# minute, so each stage takes at most ten minutes and depends on no other. Measuring comes before the sanitizer, which
# some containers forbid. Sourced by `run`.
# shellcheck disable=SC2154

gpu_pointer=build/gpu-folder # names the folder that `gpu build` began

# What each stage leaves in the folder. A repeated stage puts it aside.
gpu_leaves_check="validate.txt"
gpu_leaves_measure="results.json results.tsv samples.jsonl index.html figures more"
gpu_leaves_sanitize="sanitizer.txt"

# gpu_find_folder: put the folder of this run into $folder. Returns 1 if there is none yet.
gpu_find_folder() {
  folder=${XPBD_GPU_FOLDER:-}
  if [ -n "$folder" ]; then
    case $folder in /*) ;; *) folder=$from/$folder ;; esac
  elif [ -f "$gpu_pointer" ]; then
    folder=$(cat "$gpu_pointer")
  fi
  [ -n "$folder" ] && [ -d "$folder" ]
}

# gpu_begin_folder: make a new folder, unless the last one has only a build, or the caller named one.
gpu_begin_folder() {
  local name used=no
  if gpu_find_folder; then
    for name in $gpu_leaves_check $gpu_leaves_measure $gpu_leaves_sanitize; do
      [ ! -e "$folder/$name" ] || used=yes
    done
    [ "$used" = yes ] && [ -z "${XPBD_GPU_FOLDER:-}" ] || return 0
  fi
  [ -n "${XPBD_GPU_FOLDER:-}" ] ||
    folder=reports/$(uname -n | tr -c 'A-Za-z0-9.\n' '-')-gpu-$(date +%Y%m%d-%H%M%S).local
  mkdir -p "$folder" build || die "$folder cannot be created"
  [ -n "${XPBD_GPU_FOLDER:-}" ] || printf '%s\n' "$folder" >"$gpu_pointer"
}

# gpu_put_aside NAME...: move the results of an earlier call of the stage into a subfolder.
gpu_put_aside() {
  local name n=1
  while [ -e "$folder/earlier-$n" ]; do n=$((n + 1)); done
  for name in "$@"; do
    if [ -e "$folder/$name" ]; then
      mkdir -p "$folder/earlier-$n"
      mv "$folder/$name" "$folder/earlier-$n/"
    fi
  done
}

# gpu_facts: what the results depend on.
gpu_facts() {
  date -u '+%Y-%m-%d %H:%M UTC'
  echo "source: $(git describe --always --dirty 2>/dev/null || echo "no git")"
  echo "system: $(uname -srm), $jobs processors"
  echo "compilers: $("${CC:-cc}" --version | head -n 1); $(nvcc --version | tail -n 1)"
  ! command -v nvidia-smi >/dev/null || nvidia-smi --query-gpu=name,compute_cap,driver_version,memory.total --format=csv,noheader 2>&1 | sed 's/^/device: /'
}

# gpu_grant: give the next job the time that is left for the stage.
gpu_grant() {
  limit=$((gpu_ends - SECONDS))
  [ "$limit" -ge 1 ] || limit=1
}

gpu_build() {
  local target wanted
  local -a targets=()
  gpu_choose
  if [ "$gpu_backend" = cuda ]; then
    gpu_tools
    gpu_compiler
    set -- -DXPBD_CUDA=ON "$@"
    wanted="xpbd-sim xpbd-validate xpbd-bench xpbd-cuda-bait xpbd-report"
  else
    provide "$packages_build ocl-icd-opencl-dev" "$packages_programs $packages_report"
    set -- -DXPBD_CUDA=OFF -DXPBD_OPENCL=ON "$@"
    wanted="xpbd-sim xpbd-validate xpbd-bench xpbd-report"
  fi
  gpu_begin_folder
  gpu_facts >"$folder/build.txt" 2>&1 || true
  lock_build
  configure_tree -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE= "$@" || {
    unlock_build
    cat "$logs/configuring.log" >>"$folder/build.txt"
    return 1
  }
  cat "$logs/configuring.log" >>"$folder/build.txt"
  for target in $wanted; do
    # xpbd-report needs jansson
    if [ "$target" != xpbd-report ] || cmake --build build --target help | grep -qw "$target"; then targets+=("$target"); fi
  done
  gpu_grant
  step "building" cmake --build build -j "$jobs" --target "${targets[@]}" || target=failed
  unlock_build
  cat "$logs/building.log" >>"$folder/build.txt"
  if [ "$target" = failed ]; then
    [ "$code" -ne 124 ] || say "call it again to continue; XPBD_GPU_LIMIT=SECONDS gives it more time"
    return 1
  fi
}

# gpu_ready: exit if there is no device, or no programs for it. Returns 1 if the device cannot simulate.
gpu_ready() {
  local name said built=XPBD_CUDA:BOOL=ON programs="xpbd-sim xpbd-validate xpbd-bench xpbd-cuda-bait"
  gpu_device
  if [ "$gpu_backend" = opencl ]; then
    built=XPBD_HAVE_opencl:INTERNAL=1 programs="xpbd-sim xpbd-validate xpbd-bench"
  else
    gpu_tools
  fi
  for name in 'CMAKE_BUILD_TYPE:STRING=Release' 'XPBD_SANITIZE:STRING=' "$built"; do
    grep -qx "$name" build/CMakeCache.txt 2>/dev/null || die "build/ has no build for a GPU; ./run gpu build makes one"
  done
  for name in $programs; do
    [ -x "build/bin/$name" ] || die "build/bin/$name is missing; ./run gpu build makes it"
  done
  mkdir -p "$logs"
  gpu_find_folder || gpu_begin_folder
  limit=240 # if the device is newer than nvcc, the driver first compiles every kernel
  start build/bin/xpbd-sim cloth --backend "$gpu_backend" --frames 1 --hash --quiet >"$logs/first-frame.log" 2>&1
  finish
  [ "$code" -ne 0 ] || return 0
  said=$(tail -n 1 "$logs/first-frame.log")
  [ "$code" -ne 124 ] || said="its first frame did not end in 240 s"
  say "run: the GPU cannot simulate: ${said:-exit code $code}" >&2
  return 1
}

gpu_check() {
  gpu_ready || return 1
  # shellcheck disable=SC2086 # names
  gpu_put_aside $gpu_leaves_check
  gpu_grant
  # Hide OpenCL if the driver offers it too: it compiles the programs one by one, and the time belongs to the chosen
  # backend. Checks of other backends need no GPU: ./run test runs them.
  local hide=()
  [ "$gpu_backend" = opencl ] || hide=(OCL_ICD_VENDORS=/nonexistent)
  step_log=$folder/validate.txt step "checking the bits on the GPU" \
    env ${hide[@]+"${hide[@]}"} build/bin/xpbd-validate --verbose --filter "$gpu_backend/" "$gpu_backend" backends solver || {
    [ "$code" -eq 2 ] && return 2
    return 3 # it did not end, so the bits are unknown
  }
  # If every check of the device was skipped, none failed either.
  case $gpu_backend in
    cuda) grep -q '^ok  *cuda/device' "$folder/validate.txt" && return 0 ;;
    opencl) grep -q '^ok  *opencl/' "$folder/validate.txt" && return 0 ;;
  esac
  say "run: no check ran on the device, see $folder/validate.txt" >&2
  return 2
}

# There are two measurements, so that the second takes no time from the first. The second covers every formula, every
# scene and every published row once. They get 330 s and 90 s of the nine minutes. The rest is for their last rows and
# the reports.
gpu_measure() {
  local first=$((gpu_limit * 330 / 540)) rest=$((gpu_limit * 90 / 540 + 1)) result=0 most
  gpu_ready || return 1
  # shellcheck disable=SC2086
  gpu_put_aside $gpu_leaves_measure
  most=$((first + gpu_limit / 12 + 1)) limit=$most
  live "measuring" build/bin/xpbd-bench gpu cloth --total-budget "${first}s" --json "$folder/results.json" \
    --tsv "$folder/results.tsv" --journal "$folder/samples.jsonl" "$@"
  gpu_measured "$folder" "$most" || result=$?
  if [ "$result" -eq 1 ] && [ ! -s "$folder/results.json" ]; then return 1; fi
  mkdir -p "$folder/more"
  most=$((gpu_ends - SECONDS - gpu_limit / 18)) # of the stage's time, minus the report's
  [ "$most" -ge 1 ] || most=1
  limit=$most
  live "measuring the rest" build/bin/xpbd-bench projection scenes papers --benchmark_filter "backend:$gpu_backend" --quick \
    --total-budget "${rest}s" --json "$folder/more/results.json" --tsv "$folder/more/results.tsv"
  gpu_measured "$folder/more" "$most" || {
    most=$?
    [ "$result" -ne 0 ] || result=$most
  }
  rmdir "$folder/more" 2>/dev/null || true
  return "$result"
}

# gpu_measured FOLDER SECONDS: report on a measurement that ended with $code. Returns 2 if a row failed its check.
gpu_measured() {
  local result=0
  case $code in
    0) ;;
    2) result=2 ;;
    *) result=1 ;;
  esac
  [ "$code" -ne 124 ] || say "run: stopped after $2 s; the finished rows are kept" >&2
  if [ ! -s "$1/results.json" ]; then
    say "run: nothing was measured (exit code $code)" >&2
    return 1
  fi
  if [ ! -x build/bin/xpbd-report ]; then
    say "no report here (xpbd-report needs pkg-config libjansson-dev); on another machine: ./run report $1/results.json"
  else
    limit=30
    write_report "$1/results.json" "$1" || [ "$result" -ne 0 ] || result=1
  fi
  return "$result"
}

gpu_pack() {
  local archive
  gpu_find_folder || die "nothing to pack: ./run gpu has left no folder yet"
  folder=$(named_folder "$folder") || return 1
  archive=$folder.tar.gz
  write_archive "$archive" "$folder" "$(basename -- "$folder")" || return 1
  case $archive in /*) ;; *) archive=$PWD/$archive ;; esac
  say "$archive ($(du -k "$archive" | cut -f 1) KiB)"
}

# gpu_stage NAME ARGUMENT...: run a stage. One line gives its result, here and in the folder. Its exit code is in $code.
gpu_stage() {
  local name=$1 result=0 begun=$SECONDS verdict
  shift
  gpu_ends=$((begun + gpu_limit))
  "gpu_$name" "$@" || result=$?
  case $result in
    0) verdict="done" ;;
    2) verdict="A CHECK FAILED" ;;
    3) verdict="NOT DONE" ;;
    *) verdict="FAILED" result=1 ;;
  esac
  verdict="gpu $name: $verdict in $((SECONDS - begun)) s"
  code=$result
  [ "$name" != pack ] || return 0 # it has printed its result
  say "$verdict"
  printf '%s\n' "$verdict" >>"$folder/stages.txt"
}

# Without a build, or with a device that cannot simulate, the other stages cannot succeed. Checks that did not finish
# stop nothing.
gpu_stages() {
  local worst=0 name
  gpu_device
  for name in build check measure sanitize; do
    if [ "$name" = measure ]; then gpu_stage measure "$@"; else gpu_stage "$name"; fi
    [ "$code" -ne 1 ] || case $name in build | check) return 0 ;; esac
    case $code in
      2) worst=2 ;;
      1 | 3) [ "$worst" -eq 2 ] || worst=1 ;;
    esac
  done
  say "the results are in $folder; ./run gpu pack packs them into one file"
  code=$worst
}

command_gpu() {
  gpu_limit=${XPBD_GPU_LIMIT:-540}
  case $gpu_limit in
    '' | *[!0-9]* | 0*) die "XPBD_GPU_LIMIT=$gpu_limit: whole seconds are needed, such as 540" ;;
  esac
  case ${1:-} in
    build | check | measure | sanitize | pack) gpu_stage "$@" && { [ "$code" -ne 3 ] || code=1; } ;;
    '' | -*) gpu_stages "$@" ;;
    *) die "./run gpu has no stage '$1'; there are build, check, measure, sanitize and pack" ;;
  esac
  exit "$code"
}
