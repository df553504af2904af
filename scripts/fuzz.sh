# shellcheck shell=bash
# Why this file exists: `./run fuzz` feeds random bytes, guided by the branches they take, to every reader of the
# project. It looks for invalid memory accesses, undefined behaviour, leaks and time-outs. tests/fuzz has the readers
# and the seeds. Findings are kept, with the command that repeats them. Sourced by `run`.
# shellcheck disable=SC2154

fuzz_bin=build-all/fuzz/bin
fuzz_found=build-all/fuzz/found   # inputs that crash a reader, TARGET-KIND-SUM
fuzz_corpus=build-all/fuzz/corpus # new inputs from earlier runs, where the next begins

# A small file that makes a reader ask for a quarter of a gigabyte, or run for ten seconds, is a finding too.
fuzz_limits="-timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256 -max_len=16384"

# fuzz_targets: the names of the targets.
fuzz_targets() { sed -n 's/^FUZZ_[A-Z_]*TARGET(\([a-z]*\),.*/\1/p' tests/fuzz/list.h; }

# fuzz_one SECONDS TARGET: run one target from the seeds and earlier inputs. Prints one line; returns 1 for a finding.
fuzz_one() {
  local seconds=$1 target=$2 log=$logs/fuzz-$2.log code=0 file
  mkdir -p "$fuzz_corpus/$target" "build-all/fuzz/scratch/$target"
  TMPDIR=$PWD/build-all/fuzz/scratch/$target ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    "$fuzz_bin/fuzz-$target" -max_total_time="$seconds" $fuzz_limits -close_fd_mask=3 -print_final_stats=1 \
    -artifact_prefix="$fuzz_found/$target-" "$fuzz_corpus/$target" "tests/fuzz/corpus/$target" >"$log" 2>&1 || code=$?
  file=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  rm -rf "build-all/fuzz/scratch/$target"
  if [ "$code" -eq 0 ] && [ -z "$file" ]; then
    printf '%-12s %9s runs, %5s branches seen, nothing found\n' "$target" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -n 1)"
    return 0
  fi
  printf '%-12s FOUND: %s\n' "$target" "$(grep -m 1 SUMMARY "$log" || grep -m 1 ERROR "$log" || echo "exit code $code, see $log")"
  [ -z "$file" ] || printf '%-12s again: %s %s\n' "" "$fuzz_bin/fuzz-$target" "$file"
  return 1
}

# fuzz_all SECONDS TARGET...: run targets side by side, one per processor. Fails if one found something.
fuzz_all() {
  local seconds=$1 target running=0 failed=0
  shift
  set +m # all in one process group, which gets Ctrl-C
  for target in "$@"; do
    if [ "$running" -ge "$jobs" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    fuzz_one "$seconds" "$target" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
  done
  return "$failed"
}

# fuzz_control: check that the planted fault is found. Otherwise all later results would mean nothing.
fuzz_control() {
  rm -f "$fuzz_found"/bait-*
  ! fuzz_one 60 bait >"$logs/fuzz-control.log" && grep -q heap-buffer-overflow "$logs/fuzz-control.log" &&
    [ -n "$(find "$fuzz_found" -name 'bait-crash-*')" ]
}

command_fuzz() {
  local seconds=60 word count
  local -a targets=() builds=()
  while [ $# -gt 0 ]; do
    word=$1
    case $word in
      --seconds=* | --target=*) set -- "${word%%=*}" "${word#*=}" "${@:2}" && continue ;;
      --list) sed -n 's/^FUZZ_[A-Z_]*TARGET(\([a-z]*\), "\(.*\)")$/\1\t\2/p' tests/fuzz/list.h | expand -t 14 && exit 0 ;;
      --seconds | --target) [ $# -gt 1 ] || die "fuzz: $word needs a value" ;;
      *) die "fuzz: '$word'? there are --seconds N, --target NAME and --list" ;;
    esac
    case $word in
      --seconds) seconds=$2 ;;
      --target)
        fuzz_targets | grep -qxF -e "$2" || die "fuzz: no target is named '$2'; ./run fuzz --list shows the targets"
        targets+=("$2")
        ;;
    esac
    shift 2
  done
  case $seconds in '' | 0* | *[!0-9]* | ???????*) die "fuzz: --seconds '$seconds': a whole number from 1 is needed" ;; esac
  provide "$packages_build $packages_fuzz" "$packages_programs"
  if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(fuzz_targets | grep -vx bait)
    if ! have libjansson-dev; then
      mapfile -t targets < <(sed -n 's/^FUZZ_TARGET(\([a-z]*\),.*/\1/p' tests/fuzz/list.h | grep -vx bait)
    fi
  fi
  for word in bait "${targets[@]}"; do builds+=(--target "fuzz-$word"); done
  mkdir -p "$fuzz_found" "$logs"
  step "fuzz: configuring" env -u CC -u CFLAGS cmake --preset fuzz || exit 1
  step "fuzz: building" cmake --build --preset fuzz -j "$jobs" "${builds[@]}" || exit 1
  step "finding a planted fault" fuzz_control || die "the planted fault was not found: fuzzing does not work here"
  count=${#targets[@]}
  live "fuzzing $count readers, $seconds s each, $jobs side by side" fuzz_all "$seconds" "${targets[@]}"
  [ "$code" -eq 0 ] || say "findings are in $fuzz_found/; once fixed, add each to tests/fuzz/corpus/TARGET/ as bad-WORD"
  exit "$code"
}
