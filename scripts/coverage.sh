# shellcheck shell=bash
# Why this file exists: `./run coverage` shows which lines and branches of the programs and the library no test runs. It
# builds a tree that counts, runs tests in it, and adds up the counts (scripts/coverage.py). Sourced by `run`.
# shellcheck disable=SC2154

coverage=build-all/coverage

command_coverage() {
  local left_out="full|slow" word tested
  local -a rest=()
  for word in "$@"; do
    case $word in
      --full) left_out=slow ;;
      -R*) left_out=slow && rest+=("$word") ;;
      *) rest+=("$word") ;;
    esac
  done
  provide "$packages_build python3" "$packages_programs $packages_report $packages_test"
  command -v gcov >/dev/null || die "coverage: there is no gcov, which belongs to gcc"
  mkdir -p "$logs"
  step "coverage: configuring" env -u CC -u CFLAGS cmake --preset coverage || exit 1
  step "coverage: building" cmake --build --preset coverage -j "$jobs" || exit 1
  find "$coverage" -name '*.gcda' -delete # of earlier tests
  live "coverage: testing" env GCOV_ERROR_FILE=/dev/null ctest --test-dir "$coverage" -j "$jobs" -LE "$left_out" ${rest[@]+"${rest[@]}"}
  tested=$code
  [ "$tested" -eq 0 ] || say "some tests failed, so more may be covered than is shown"
  step_log=$coverage/summary.txt step "coverage: adding up" python3 scripts/coverage.py . "$coverage" "$coverage" || exit 1
  cat "$coverage/summary.txt"
  say "each line that no test runs is in $coverage/lines.txt, each file in $coverage/files.tsv"
  exit "$tested"
}
