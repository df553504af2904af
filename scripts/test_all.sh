# Why this file exists: the stages of `./run test --all`. Each prints its result, a failed stage does not stop the
# others, and the last line counts them. Sourced by run.
# shellcheck shell=bash disable=SC2154
# (variables of run)

stages_passed=0 stages_failed=0 stages_skipped=0

# stage NAME COMMAND...: run a stage. It passes if the command succeeds; exit code 77 means skipped.
stage() {
  local name=$1 result=0 begun=$SECONDS
  shift
  say ""
  say "== $name"
  "$@" || result=$?
  case $result in
    0) stages_passed=$((stages_passed + 1)) ;;
    77) stages_skipped=$((stages_skipped + 1)) ;;
    *) stages_failed=$((stages_failed + 1)) ;;
  esac
  case $result in
    0) say "== $name: passed in $((SECONDS - begun)) s" ;;
    77) say "== $name: skipped" ;;
    *) say "== $name: FAILED" >&2 ;;
  esac
}

# preset NAME COMPILER CTEST_ARGUMENT...: configure, build and test as in CMakePresets.json.
preset() {
  local name=$1 compiler=$2
  shift 2
  if ! command -v "$compiler" >/dev/null; then
    say "$compiler is not installed"
    return 77
  fi
  step "$name: configuring" env -u CC -u CFLAGS cmake --preset "$name" || return 1
  step "$name: building" cmake --build --preset "$name" -j "$jobs" || return 1
  run_tests "$name: testing" "${as_started[@]}" ctest --preset "$name" -j "$jobs" "$@"
  return "$code"
}

# Data races between OpenMP threads. This needs clang's runtime: its tool archer tells the sanitizer how threads
# synchronise.
races() {
  if ! have libomp-dev || ! have libclang-rt-dev; then
    say "clang with OpenMP and its sanitizers is not installed"
    return 77
  fi
  # The sanitizer needs fixed addresses, which some kernels randomise too much.
  if setarch "$(uname -m)" -R true 2>/dev/null; then as_started=(setarch "$(uname -m)" -R); fi
  preset tsan clang
  local result=$?
  as_started=()
  return "$result"
}

# If nvcc came without the disassembler of its toolkit, pip can install one.
fetch_disassembler() {
  python3 -m pip install --no-deps --retries 1 --timeout 10 --target "$1" nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm &&
    chmod +x "$1"/nvidia/*/bin/* && return
  rm -rf "$1"
  return 1
}

# The kernels for 64-bit ARM (NEON), if there are a compiler and an emulator.
emulated() {
  if ! command -v qemu-aarch64-static >/dev/null; then
    say "qemu-aarch64-static is not installed"
    return 77
  fi
  preset aarch64 aarch64-linux-gnu-gcc "$@"
}

# Compare the device code compiled by the gcc stage with the recorded one.
machine_code() {
  local tools=build-all/disassembler nvcc
  nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' build-all/gcc/CMakeCache.txt 2>/dev/null)
  if [ -n "$nvcc" ] && [ ! -d "$tools" ] && [ "${XPBD_INSTALL:-yes}" != no ] &&
    ! (PATH=$PATH:${nvcc%/*} && command -v cuobjdump && command -v nvdisasm) >/dev/null; then
    step "fetching a disassembler" fetch_disassembler "$tools" || true
  fi
  live "reading the machine code" sh tests/device/machine_code.sh . build-all/gcc
  return "$code"
}

# Check that meshio reads our frames. Ordinary tests skip this without meshio.
frames_read() {
  if ! have python3-meshio; then
    say "python3-meshio is not installed"
    return 77
  fi
  live "reading frames with meshio" sh tools/tests/sim_vtk.sh build-all/gcc/bin/xpbd-sim
  return "$code"
}

formatted() {
  local formatter file
  formatter=$(command -v clang-format-14 || command -v clang-format) || {
    say "clang-format-14 is not installed"
    return 77
  }
  if ! "$formatter" --version | grep -q 'version 14\.'; then
    say "$("$formatter" --version): another version formats differently; 14 is needed"
    return 77
  fi
  local -a wrong=()
  local count=0
  while IFS= read -r file; do
    count=$((count + 1))
    "$formatter" --style=file "$file" | cmp -s - "$file" || wrong+=("$file")
  done < <(find lib backends benches tools validation reports tests -name '*.[ch]' -o -path '*/solver/*.inl' -o -path '*/collide/*.inl' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cc' | sort)
  # Negative control: a badly formatted line must be noticed.
  if printf 'int  x ;\n' | "$formatter" --style=file --assume-filename=x.c | grep -qx 'int  x ;'; then
    say "$formatter changes nothing"
    return 1
  fi
  say "$count files, ${#wrong[@]} badly formatted"
  [ "$count" -gt 100 ] || return 1
  [ "${#wrong[@]}" -eq 0 ] || say "$(basename "$formatter") -i ${wrong[*]}"
  [ "${#wrong[@]}" -eq 0 ]
}

# Find broken scripts before somebody needs them.
scripts_checked() {
  if ! command -v shellcheck >/dev/null; then
    say "shellcheck is not installed"
    return 77
  fi
  local -a scripts
  mapfile -t scripts < <(find tests tools validation reports benches -name '*.sh' | sort)
  shellcheck -S warning -e SC2034,SC2154 run .ci/run scripts/*.sh || return 1
  # Excluded: variables of a sourced file, and ls of folders that contain only our own files.
  shellcheck -s sh -S warning -e SC2034,SC2154,SC2010 "${scripts[@]}" || return 1
  say "run and ${#scripts[@]} scripts"
  ! echo 'cd "$1"; rm -r "$2"*' | shellcheck -s sh -S warning - >/dev/null # the negative control: cd may fail
}

# Do the tests notice mistakes? Makes XPBD_MUTANTS edits, chosen by the commit, as a report without a verdict. Only on
# request: ten edits take from some minutes to half an hour, because all tests run on each uncaught one.
mutants() {
  if [ -z "${XPBD_MUTANTS:-}" ]; then
    say "XPBD_MUTANTS=10 would draw ten edits"
    return 77
  fi
  local commit
  commit=$(git rev-parse HEAD 2>/dev/null) || commit=none
  live "editing" ./run mutants --seed "$commit" --count "$XPBD_MUTANTS"
  return 0
}

# Feed random bytes to every reader, in three minutes for all of them, at most 20 s each.
fuzzing() {
  local seconds
  if ! have clang || ! have libclang-rt-dev; then
    say "clang and its sanitizers are not installed"
    return 77
  fi
  seconds=$((180 * jobs / $(fuzz_targets | wc -l)))
  if [ "$seconds" -gt 20 ]; then seconds=20; fi
  live "fuzzing" ./run fuzz --seconds "$seconds"
  return "$code"
}

# Run all stages. Arguments for ctest go to every stage that tests.
test_all() {
  as_started=()
  stage "gcc: warnings as errors, all tests" preset gcc gcc "$@"
  stage "machine code of the kernels" machine_code
  stage "frames in meshio" frames_read
  stage "clang: warnings as errors" preset clang clang "$@"
  stage "NEON under emulation" emulated "$@"
  stage "addresses, leaks, undefined behaviour" preset asan gcc "$@"
  stage "data races" races
  stage "fuzzing" fuzzing
  stage "formatting" formatted
  stage "shell scripts" scripts_checked
  stage "mutants" mutants
  say ""
  say "$stages_passed passed, $stages_failed failed, $stages_skipped skipped"
  code=0
  [ "$stages_failed" -eq 0 ] || code=1
}
