# Why this file exists: `./run test` runs the fast tests, all that need one compiler (--full), every stage (--all), or
# those nearest to a change (--changed). Skipped tests are named at the end, with their reason. tests/tiers/list.cmake
# assigns tests to tiers. Sourced by run.
# shellcheck shell=bash disable=SC2154,SC2034

# Most processor time of the fast tests in CI, the build included. Its unit is the time that the same machine takes to
# compile a fixed text (compile_time), so that a slow or busy machine has the same budget.
test_budget=250

# run_tests TITLE CTEST...: run tests; the exit code is in $code. If CI is set, a skip without a line in .ci/skips
# fails.
run_tests() {
  local title=$1 told=$PWD/$logs/tests.xml name reason count
  shift
  mkdir -p "$logs"
  rm -f "$told"
  live "$title" "$@" --output-junit "$told"
  [ -s "$told" ] || return 0
  skipped_tests "$told" >"$logs/skipped.tsv"
  [ -s "$logs/skipped.tsv" ] || return 0
  count=$(wc -l <"$logs/skipped.tsv")
  say "$count test$([ "$count" -eq 1 ] || echo s) skipped:"
  while IFS=$'\t' read -r name reason; do
    say "  $name: $reason"
    if [ -n "${CI:-}" ] && ! awk -F'\t' -v tier="$tier" '$2 == tier || $2 == "any" { print $1 }' .ci/skips | grep -qxF -e "$name"; then
      say "  $name: FAILED: CI may not skip it; .ci/skips lists the tests that it may skip"
      code=8
    fi
  done <"$logs/skipped.tsv"
}

# skipped_tests FILE: the tests that a JUnit file calls skipped, each with its reason, or else its last line of output.
skipped_tests() {
  sed 's/<system-out>/&\n/; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g' "$1" | awk '
    /<testcase / { name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name); skipped = 0; reason = ""; found = 0 }
    /<skipped / { skipped = 1 }
    skipped && !/^[\t ]*</ && /[^\t ]/ && !found { reason = $0; found = /[Ss]kipped|no backend/ }
    /<\/testcase>/ && skipped { sub(/<\/system-out>/, "", reason); sub(/^[\t ]*(skipped: )?/, "", reason); print name "\t" reason }'
}

# processor_time: put the processor seconds of all finished child processes into $spent.
processor_time() {
  times >"$logs/times"
  spent=$(awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' "$logs/times")
}

# compile_time: put the processor seconds of one compilation of a fixed text into $spent. Each processor compiles one
# copy at the same time, as the build does.
compile_time() {
  local text=$logs/unit.c i before
  awk 'BEGIN {
    for (i = 0; i < 800; i++)
      printf "double f%d(double *a, const double *b, int n)\n{\n  double s = %d;\n" \
        "  for (int i = 0; i < n; i++) {\n    double t = a[i] * b[n - i] + s;\n" \
        "    if (t > %d) a[i] = t / b[i];\n    else s += t * b[i + %d];\n  }\n  return s;\n}\n", i, i, i, i % 7
  }' >"$text"
  processor_time
  before=$spent
  for ((i = 0; i < jobs; i++)); do
    "${CC:-cc}" -O3 -c -o "$logs/unit.$i.o" "$text" &
  done
  wait
  processor_time
  spent=$(awk -v a="$before" -v b="$spent" -v n="$jobs" 'BEGIN { print (b - a) / n }')
  [ -s "$logs/unit.0.o" ] || spent=0 # without a unit, the tests are over budget
  rm -f "$logs"/unit.*
}

# within_budget: fail if $used seconds are more than the budget. $unit was measured before the build.
within_budget() {
  local units
  compile_time
  units=$(awk -v used="$used" -v before="$unit" -v after="$spent" \
    'BEGIN { if (before + after > 0) printf "%.0f", 2 * used / (before + after) }')
  say "that is $units compilations of the fixed text ($unit s before, $spent s after); $test_budget are allowed"
  [ "${units:-$((test_budget + 1))}" -gt "$test_budget" ] || return 0 # without a number it fails
  say "FAILED: the fast tests and their build take too much time; move a test to --full in tests/tiers/list.cmake"
  code=8
}

# near_tests REVISION: a regular expression for the tests nearest to the changed files. It is empty if a file has no
# line in the table, which means all fast tests.
near_tests() {
  local file nearest others all=''
  while IFS= read -r file; do
    mutants_place "$file"
    [ -n "$nearest" ] || return 0
    all="$all $nearest"
  done < <(git diff --name-only "$1" -- && git ls-files --others --exclude-standard)
  [ -z "$all" ] || printf '^(hygiene|prose|arrows)$ %s' "$all" | tr -s ' ' '\n' | sort -u | paste -s -d '|'
}

# test_changed [REVISION] ARGUMENT...
test_changed() {
  local revision=HEAD regex
  if [ $# -gt 0 ] && git rev-parse --verify --quiet "$1^{commit}" >/dev/null; then revision=$1 && shift; fi
  git rev-parse --verify --quiet "$revision^{commit}" >/dev/null || die "test --changed: git does not know $revision"
  if git diff --quiet "$revision" -- && [ -z "$(git ls-files --others --exclude-standard)" ]; then
    say "nothing differs from $revision"
    exit 0
  fi
  regex=$(near_tests "$revision")
  build_tree
  if [ -n "$regex" ]; then
    run_tests "testing what is near" ctest "${how[@]}" -R "$regex" "$@"
  else
    say "a changed file has no line in tests/mutants/folders.tsv: running all fast tests"
    run_tests "testing" ctest "${how[@]}" -LE 'full|slow' "$@"
  fi
}

command_test() {
  # CI compares backends once, when --full has added some.
  local tier=fast left_out="full|slow${CI:+|backends}" word packages begun used unit spent='' side=$jobs
  local -a rest=() how
  for word in "$@"; do
    case $word in
      --full | --all | --changed) tier=${word#--} ;;
      -R*) left_out=slow && rest+=("$word") ;; # a test that is named must run
      *) rest+=("$word") ;;
    esac
  done
  set -- ${rest[@]+"${rest[@]}"}
  case $tier in
    fast | changed) packages="$packages_test" narrow=yes ;;
    full)
      packages="$packages_test $packages_full" side=$((jobs + 1)) # many of them wait
      [ -z "${CI:-}" ] || narrow=yes # AVX-512 has the text of AVX2, and takes four minutes to compile
      ;;
    all) packages="$packages_test $packages_full $packages_all" ;;
  esac
  provide "$packages_build" "$packages_programs $packages_report $packages"
  mkdir -p "$logs"
  how=(--test-dir build --output-on-failure --no-tests=error -j "$side")
  case $tier in
    all) XPBD_ASK_CUDA=ON test_all "$@" ;;
    changed) test_changed "$@" ;;
    full)
      XPBD_ASK_CUDA=ON XPBD_CUDA_NEWEST=1 build_tree
      run_tests "testing" ctest "${how[@]}" -LE slow "$@"
      ;;
    fast)
      [ -z "${CI:-}" ] || compile_time
      unit=$spent
      processor_time
      begun=$spent
      build_tree
      run_tests "testing" ctest "${how[@]}" -LE "$left_out" "$@"
      processor_time
      used=$(awk -v a="$begun" -v b="$spent" 'BEGIN { printf "%.0f", b - a }')
      say "processor time: $used s"
      [ -z "${CI:-}" ] || within_budget
      ;;
  esac
  exit "$code"
}
