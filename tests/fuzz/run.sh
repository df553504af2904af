#!/bin/sh
# Why this file exists: tests ./run fuzz on a project of one reader with a fault that no seed shows. It must find, name,
# keep and repeat the fault. Without the fault it must be silent. Without clang, or with a bait that finds nothing, it
# must report no success. usage: run.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
command -v bash >/dev/null && command -v cmake >/dev/null || {
  echo "skipped: needs bash and cmake"
  exit 77
}
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return n > 9 && *d; }' >"$work/probe.c"
clang -fsanitize=fuzzer,address "$work/probe.c" -o "$work/probe" 2>/dev/null || {
  echo "skipped: needs clang with libFuzzer (Debian: clang libclang-rt-dev)"
  exit 77
}
export XPBD_INSTALL=no

toy=$work/a\ tree
mkdir -p "$toy/tests/fuzz/corpus/bait" "$toy/tests/fuzz/corpus/toy"
cp "$source/run" "$toy/"
cp -r "$source/scripts" "$toy/"
cp "$source"/tests/fuzz/fuzz.[ch] "$source"/tests/fuzz/one.c "$toy/tests/fuzz/"
echo none >"$toy/tests/fuzz/corpus/bait/bad"
echo seed >"$toy/tests/fuzz/corpus/toy/seed"
printf 'FUZZ_TARGET(bait, "a planted fault")\nFUZZ_TARGET(toy, "a reader")\n' >"$toy/tests/fuzz/list.h"
sed -n '/"version"/,/"cmakeMinimumRequired"/p' "$source/CMakePresets.json" >"$work/head"
{
  echo '{' && cat "$work/head"
  echo '"configurePresets": [{"name": "fuzz", "binaryDir": "${sourceDir}/build-all/fuzz"}],'
  echo '"buildPresets": [{"name": "fuzz", "configurePreset": "fuzz"}]}'
} >"$toy/CMakePresets.json"
cat >"$toy/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
set(CMAKE_C_COMPILER clang)
project(toy C)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
foreach(target bait toy)
  add_executable(fuzz-${target} tests/fuzz/one.c tests/fuzz/fuzz.c toy.c)
  target_compile_definitions(fuzz-${target} PRIVATE FUZZ_NAME=${target} _POSIX_C_SOURCE=200809L)
  target_compile_options(fuzz-${target} PRIVATE -O1 -g -fsanitize=address,fuzzer)
  target_link_options(fuzz-${target} PRIVATE -fsanitize=address,fuzzer)
endforeach()
END
toy_reads() { # toy_reads LARGEST: a reader of "toy", and a digit that says which of as many numbers is read
  cat >"$toy/toy.c" <<END
#include <string.h>
#include "tests/fuzz/fuzz.h"
static volatile int numbers[10];
bool fuzz_toy(const uint8_t *data, size_t size) {
  if (size < 4 || memcmp(data, "toy", 3) != 0 || data[3] < '0' || data[3] > '0' + $1) return false;
  return numbers[data[3] - '0'] == 0;
}
END
}
run() { (cd "$work" && bash "$toy/run" fuzz "$@") >"$work/output" 2>&1 </dev/null; }
ends() { # ends CODE TEXT ARGUMENT...
  want=$1 text=$2
  shift 2
  run "$@"
  [ $? -eq "$want" ] && grep -qF -e "$text" "$work/output"
}

toy_reads 9
check "a reader without a fault" ends 0 "nothing found" --seconds 2
check "after the planted one was found" grep -q "finding a planted fault: done" "$work/output"
check "which is no finding" [ -z "$(find "$toy/build-all/fuzz/found" -name 'toy-*')" ]
toy_reads 12
check "a reader with a fault" ends 1 "FOUND: SUMMARY: AddressSanitizer: global-buffer-overflow" --seconds 60 --target toy
again=$(sed -n 's/^ *again: //p' "$work/output")
check "is kept, with the command that repeats it" [ -s "$toy/${again#* }" ]
check "which does" sh -c 'cd "$1" && ! $2 >/dev/null 2>&1' - "$toy" "$again"
toy_reads 9
run --seconds 1 --target toy
control "the fault is still there" sh -c 'cd "$1" && ! $2 >/dev/null 2>&1' - "$toy" "$again"
check "the targets" ends 0 "a planted fault" --list
check "a wrong target" ends 1 "no target is named 'tyo'" --target tyo
check "no time" ends 1 "--seconds '0'" --seconds 0

# Without clang it names the packages. If the bait finds nothing, it reports on no reader.
mkdir "$work/bin"
for tool in as bash sh awk basename cat cc cmake cut date dirname env find gcc grep head id kill ld make mkdir mktemp ninja nproc \
  rm sed setsid sleep tail timeout tr uname; do
  path=$(command -v "$tool") && ln -s "$path" "$work/bin/$tool"
done
without() { (cd "$work" && PATH=$work/bin bash "$toy/run" fuzz) >"$work/output" 2>&1 </dev/null; }
without
check "without clang" [ $? -eq 1 ]
check "its packages are named" grep -q 'missing packages: .*clang libclang-rt-dev; as root: apt-get install .*clang' "$work/output"
sed 's/i < copy\[4\]/i < copy[4] \&\& i + 5 < size/' "$toy/tests/fuzz/fuzz.c" >"$work/healed.c"
control "the bait is healed by this" cmp -s "$work/healed.c" "$toy/tests/fuzz/fuzz.c"
cp "$work/healed.c" "$toy/tests/fuzz/fuzz.c"
sed 's/fuzz_one 60/fuzz_one 2/' "$toy/scripts/fuzz.sh" >"$work/short.sh" && cp "$work/short.sh" "$toy/scripts/fuzz.sh"
check "without a fault to find" ends 1 "the planted fault was not found" --seconds 1
finish
