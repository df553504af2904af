# shellcheck shell=bash
# Why this file exists: `./run gpu`, the one command for whoever has a new GPU: builds for it, proves that it computes the
# right bits, looks for memory errors and races, measures, and leaves one folder that makes a report on any machine.
# Sourced by `run`, which sets code and logs, with run_packages.sh for the packages.
# shellcheck disable=SC2154

# Every strategy on a cloth, then the phases that only some scenes have: obstacles and hands that move, ghost tips, a sum
# over a surface, contact of particles, global damping. A strategy that this device lacks says so and is left out;
# anything else that goes wrong ends the run.
gpu_sanitize() {
  local strategy tool scene said phases
  scene=(cloth --backend cuda --resolution 15 --iterations 5 --frames 2 --hash --quiet)
  for strategy in plain graph cooperative block cluster; do
    if ! said=$(build/bin/xpbd-sim "${scene[@]}" --strategy "$strategy" 2>&1); then
      case $said in
        *"strategy $strategy"*) echo "left out: $said" ;;
        *) echo "$said"; return 1 ;;
      esac
      continue
    fi
    for tool in memcheck synccheck racecheck; do
      echo "compute-sanitizer --tool $tool, strategy $strategy"
      compute-sanitizer --tool "$tool" --error-exitcode 9 build/bin/xpbd-sim "${scene[@]}" --strategy "$strategy" || return 1
    done
  done
  for phases in "torus_falling --resolution 9" "inflation --resolution 5" "cloth_self --resolution 9" \
    "blob --resolution 5 --global-damping 0.1" "flag --resolution 9" "beam_twisted --resolution 9"; do
    # shellcheck disable=SC2206 # a scene and its options
    scene=($phases --backend cuda --iterations 3 --frames 2 --hash --quiet)
    for tool in memcheck racecheck; do
      echo "compute-sanitizer --tool $tool, $phases"
      compute-sanitizer --tool "$tool" --error-exitcode 9 build/bin/xpbd-sim "${scene[@]}" || return 1
    done
  done
}

command_gpu() {
  local nvcc measured said
  nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) ||
    die "nvcc is not installed: it comes with the CUDA toolkit; put its bin folder on PATH"
  PATH=$PATH:$(dirname -- "$nvcc")
  provide "$packages_build" "$packages_programs $packages_report"
  build_tree -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE= -DXPBD_CUDA=ON
  said=$(build/bin/xpbd-sim cloth --backend cuda --frames 1 --hash --quiet 2>&1) || die "no figures without a GPU: $said"
  folder=reports/$(uname -n | tr -c 'A-Za-z0-9.\n' '-')-gpu-$(date +%Y%m%d-%H%M%S).local
  mkdir -p "$folder"
  step "checking the bits on the GPU" build/bin/xpbd-validate --verbose cuda backends solver || exit 2
  cp "$logs/checking-the-bits-on-the-GPU.log" "$folder/validate.txt"
  if command -v compute-sanitizer >/dev/null; then
    step "looking for memory errors and races" gpu_sanitize || exit 2
    cp "$logs/looking-for-memory-errors-and-races.log" "$folder/sanitizer.txt"
  else
    say "left out: compute-sanitizer is not installed (it comes with the CUDA toolkit)"
  fi
  live "measuring" build/bin/xpbd-bench gpu cloth --total-budget 330s --json "$folder/run.json" --tsv "$folder/run.tsv" \
    --journal "$folder/run.jsonl" "$@"
  measured=$code
  [ -s "$folder/run.json" ] || exit "$measured"
  # Every formula, every scene and every published row once; a run of its own, so that it takes no time from the first.
  mkdir -p "$folder/more"
  live "measuring the rest" build/bin/xpbd-bench projection scenes papers --benchmark_filter backend:cuda --quick \
    --total-budget 90s --json "$folder/more/run.json" --tsv "$folder/more/run.tsv"
  [ "$measured" -ne 0 ] || measured=$code
  if [ -x build/bin/xpbd-report ]; then
    if [ -s "$folder/more/run.json" ]; then write_report "$folder/more/run.json" "$folder/more" || true; fi
    write_report "$folder/run.json" "$folder" || exit 1
  else
    say "no report: xpbd-report was not built (packages: $packages_report); on another machine: ./run report $folder/run.json"
  fi
  exit "$measured"
}
