# shellcheck shell=bash
# Why this file exists: `./run references` records the right answers of the workloads, or recomputes what is recorded.
# Sourced by `run`.
# shellcheck disable=SC2154

command_references() {
  if [ "${1-}" = --list ] && [ $# -eq 1 ]; then # from the table, without a build
    sed -n 's/^WORKLOAD(\([a-z0-9_]*\), "\([^"]*\)".*/\1\t\2/p' benches/workload/workloads.inl |
      awk -F '\t' '{ printf "%-18s%s\n", $1, $2 }'
    say "./run references --list NAME shows what is recorded of a workload."
    return 0
  fi
  export XPBD_ASK_CUDA=OFF
  narrow=yes
  if [ "${1-}" = --confirm ]; then # by the program in another language
    shift
    provide "$packages_build g++" "$packages_programs"
    sort_arguments "$@"
    build_target xpbd-sim ${options[@]+"${options[@]}"}
    live "confirming" nice sh tests/independent/confirm.sh . build/bin g++ data/workloads/confirmed.tsv ${words[@]+"${words[@]}"}
    exit "$code"
  fi
  provide "$packages_build" "$packages_programs"
  sort_arguments "$@"
  build_target references ${options[@]+"${options[@]}"}
  live "workloads" nice build/benches/references ${words[@]+"${words[@]}"}
  exit "$code"
}
