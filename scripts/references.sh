# shellcheck shell=bash
# Why this file exists: `./run references` records the right answers of the workloads, or recomputes what is recorded.
# Sourced by `run`.
# shellcheck disable=SC2154

command_references() {
  provide "$packages_build" "$packages_programs"
  export XPBD_ASK_CUDA=OFF
  narrow=yes
  sort_arguments "$@"
  build_target references ${options[@]+"${options[@]}"}
  live "workloads" nice build/benches/references ${words[@]+"${words[@]}"}
  exit "$code"
}
