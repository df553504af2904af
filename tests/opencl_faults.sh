#!/bin/sh
# Why this file exists: an OpenCL driver may be missing, broken, out of memory or lose its device. The user must get one
# line that says what, where and what to do, and earlier measurements must be kept. A preloaded library lets chosen
# calls fail.
# usage: opencl_faults.sh SOURCE XPBD-SIM BENCH-MADE C-COMPILER
set -u
source=$1 sim=$2 bench=$3 cc=$4
. "$source/tests/common.sh"
unset XPBD_OPENCL_DEVICE XPBD_OPENCL_OPTIONS OCL_ICD_VENDORS
"$cc" -shared -fPIC -O1 -o "$work/faults.so" "$source/tests/opencl_faults.c" -ldl >"$work/output" 2>&1 &&
  LD_PRELOAD=$work/faults.so "$sim" --version >/dev/null 2>&1 || {
  echo "skipped: no preloading here"
  exit 77
}

# cloth [NAME=VALUE...] [ARGUMENT...]: a short run with these variables.
cloth() {
  names=
  while [ $# -gt 0 ]; do
    case $1 in [A-Z]*=*) names="$names $1" ;; *) break ;; esac
    shift
  done
  # shellcheck disable=SC2086 # words
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_COUNT="$work/count" $names \
    "$sim" cloth --frames 3 --resolution 8 --quiet --hash -b opencl --measure "$work/table.tsv" "$@"
}
called() { awk -v call="$1" '$1 == call { print $2 }' "$work/count"; }
if ! cloth && grep -q 'no OpenCL device' "$work/output"; then
  cat "$work/output"
  exit 77
fi
hash=$(cat "$work/output")
check "calls are counted" [ "$(called clEnqueueNDRangeKernel)" -gt 100 ]
reads=$(called clEnqueueReadBuffer)

# told CODE TEXT [NAME=VALUE...] [ARGUMENT...]: that exit code, and one line with the text.
told() {
  wanted=$1 text=$2
  shift 2
  cloth "$@"
  ended=$?
  [ $ended -eq "$wanted" ] && grep -qF -e "$text" "$work/output" && [ "$(wc -l <"$work/output")" -eq 1 ]
}
fault() { # fault CODE TEXT CALL AT ERROR [FAULTS_LOST]
  told "$1" "$2" FAULTS_CALL="$3" FAULTS_AT="$4" FAULTS_ERROR="$5" FAULTS_LOST="${6:-0}"
}
control "a good run is no failure" told 1 ""

# Buffers, kernels, queues and events: none is left, even if there was not enough for all.
clean() { awk '$1 == "left" { n++; left += $3 } END { exit n != 4 || left != 0 }' "$work/count"; }
spent() { ! cloth FAULTS_CALL="$1" FAULTS_AT="$2" FAULTS_ERROR="$3" && clean; }
check "all is given back" eval 'cloth && clean'
check "by a work-group that stays" eval 'cloth --strategy resident && clean'
for at in 1 2 3 4; do check "without buffer $at" spent clCreateBuffer $at -4; done
check "without a queue" spent clCreateCommandQueue 2 -5
sed 's/^left buffers 0$/left buffers 1/' "$work/count" >"$work/output" && mv "$work/output" "$work/count"
control "what is left is seen" clean

# Drivers that do not exist, or are no drivers.
mkdir "$work/empty" "$work/missing" "$work/foreign"
echo "$work/missing.so" >"$work/missing/a.icd"
"$cc" -shared -fPIC -x c -o "$work/foreign.so" - <<'END'
int nothing_of_opencl;
END
echo "$work/foreign.so" >"$work/foreign/a.icd"
for folder in empty missing foreign; do
  check "drivers: $folder" told 1 "no driver is installed (CL_PLATFORM_NOT_FOUND_KHR); a GPU's comes from its vendor" \
    OCL_ICD_VENDORS="$work/$folder/"
done
check "a driver without its device" fault 1 "offers none (CL_DEVICE_NOT_FOUND); is its device there" clGetDeviceIDs 1 -1
# Errors have the names that OpenCL's own header gives to their numbers.
header=$(printf '#include <CL/cl.h>\n' | "$cc" -E -x c - 2>/dev/null | sed -n 's|^# 1 "\(.*/CL/cl\.h\)".*|\1|p' | head -n 1)
for number in 1 2 3 4 5 6 11 14 30 34 36 42 43 45 46 52 54 61; do
  name=$(sed -n "s/^#define \(CL_[A-Z_]*\)  *-$number\$/\1/p" "$header" | head -n 1)
  check "error -$number is $name" eval '[ -n "$name" ] && fault 1 "offers none ($name); is" clGetDeviceIDs 1 -$number'
done
check "what has no name here" fault 1 "offers none (an error); is" clGetDeviceIDs 1 -99
control "by the name of another" fault 1 "offers none (CL_DEVICE_NOT_FOUND); is" clGetDeviceIDs 1 -2
check "a driver that opens no context" fault 1 "opens no context: CL_OUT_OF_HOST_MEMORY (-6)" clCreateContext 1 -6

# Messages of a driver's compiler: the first line with an error, or the first at all. For a user's formula, the place in
# the file.
refused() { # refused PATTERN LOG BUILD [ARGUMENT...]: one line with the pattern
  pattern=$1 FAULTS_LOG=$2 number=$3
  shift 3
  export FAULTS_LOG
  told 1 ': ' FAULTS_CALL=clBuildProgram FAULTS_AT="$number" FAULTS_ERROR=-11 "$@" && grep -q -e "$pattern" "$work/output"
  set -- $?
  unset FAULTS_LOG
  return "$1"
}
words='warning: no harm
second: error: no such thing
third: error: another'
check "a compiler that refuses" refused ' refuses the kernels: second: error: no such thing$' "$words" 1
control "by its last error" refused 'another' "$words" 1
check "without the word" refused ' refuses the kernels: only this$' 'only this
and that' 1
words='<formula>:3:1: warning: no harm
<formula>:7:3: error: bad thing
<formula>:9:1: error: another'
fung=$source/tests/formulas/fung.h
check "a formula" refused 'fung\.h:7: error: bad thing (the compiler of [^)]*)$' "$words" 3 --formula "$fung" -c fung
check "without the word" refused 'fung\.h:8: bad (the compiler of [^)]*)$' '<formula>:8:3: bad
more' 3 --formula "$fung" -c fung
check "the kernels beside it" refused ' refuses the kernels: kernels: error: bad$' 'kernels: error: bad' 3 --formula "$fung" -c fung

# Two platforms with one name have devices with two numbers.
check "the first of two" told 0 "$hash" FAULTS_TWICE=1
check "the second" told 0 "$hash" FAULTS_TWICE=1 --device 1
check "no third: both are named" told 1 "there is no OpenCL device 2; this machine has 0: " FAULTS_TWICE=1 --device 2
check "by their numbers" grep -q ' has 0: .*), 1: ' "$work/output"
control "one platform has no second device" told 0 "$hash" --device 1

# A device is selected by a word of its name, or of its platform's.
cloth --device 200
device=$(sed -n 's/.* this machine has 0: \([^ ,]*\).*/\1/p' "$work/output")
platform=$(sed -n 's/.* this machine has 0: .*(\([^() ]*\)[^()]*)$/\1/p' "$work/output")
check "by its name" eval '[ -n "$device" ] && told 0 "$hash" XPBD_OPENCL_DEVICE="$device"'
check "by its platform's" eval '[ -n "$platform" ] && told 0 "$hash" XPBD_OPENCL_DEVICE="$platform"'
control "by another" told 0 "$hash" XPBD_OPENCL_DEVICE="x$device"

# What every scene needs of a device, and what double needs.
needed="-endian addresses; 64-bit and little-endian are needed"
check "addresses of 32 bits" told 1 "32-bit, little$needed" FAULTS_INFO=0x100d:32
check "the other end first" told 1 "64-bit, big$needed" FAULTS_INFO=0x1026:0
check "no compiler" told 1 "its driver has no compiler" FAULTS_INFO=0x1028:0
check "no double" told 1 " has no double" FAULTS_INFO=0x1032:0 --precision double
check "float without double" told 0 "$hash" FAULTS_INFO=0x1032:0
for record in 1 2 3 4; do
  check "record $record of another size" told 1 " lays out record $record in " FAULTS_RECORD=$record
done
# Groups have 64 threads, or as many as there can be.
for most in 1 7 64 100; do
  check "$most threads at most" told 0 "$hash" FAULTS_INFO=0x1004:$most
  check "that stay" told 0 "$hash" FAULTS_INFO=0x1004:$most --strategy resident
done
# made_of WORDS NAME=VALUE...: the summary describes what computes in these words
made_of() {
  words=$1
  shift
  quiet env LD_PRELOAD="$work/faults.so" "$@" "$sim" cloth --frames 1 --resolution 8 -b opencl --strategy resident &&
    grep -qF "opencl ($words, 1 lane, opencl)" "$work/output"
}
check "whole warps stay" made_of "64 threads" FAULTS_INFO=0x1004:100
check "or all there are" made_of "7 threads" FAULTS_INFO=0x1004:7
control "more than there are" made_of "64 threads" FAULTS_INFO=0x1004:63

# A GPU has rows in the plan beside other backends, a CPU only on request. Of two devices a GPU comes first.
planned() { # planned NAME=VALUE...
  env LD_PRELOAD="$work/faults.so" "$@" "$bench" cloth --benchmark_list_tests >"$work/output"
  [ "$(grep -c '/size:.*backend:opencl' "$work/output")" -gt 20 ]
}
check "a GPU is measured beside the others" planned FAULTS_GPU=1
check "an accelerator is" planned FAULTS_ACCELERATOR=1
control "a CPU is not" planned FAULTS_GPU=0
check "a GPU that is listed behind a CPU" planned FAULTS_TWICE=1 FAULTS_GPU=2
control "two CPUs" planned FAULTS_TWICE=1 FAULTS_GPU=3

# Memory: the first two buffers belong to the trial of the arithmetic, the third to the simulation, the fourth to the
# question where memory ran out.
check "no memory for the trial" fault 1 "fewer copies or a smaller scene need less memory" clCreateBuffer 1 -4
check "nor for the scene" fault 1 "a smaller scene would fit" clCreateBuffer 3 -4
check "taken late" fault 1 "(CL_OUT_OF_RESOURCES); fewer copies or a smaller scene would fit" clFinish 1 -5
check "nor for the last" fault 1 "fewer copies or a smaller scene need less memory" clCreateBuffer 4 -4
for error in -6 -61; do check "nor by error $error" fault 1 "a smaller scene would fit" clCreateBuffer 3 $error; done
check "one piece is too large" told 1 "1000 in one piece (CL_INVALID_BUFFER_SIZE); fewer" FAULTS_INFO=0x1010:1000
bytes=$(sed -n 's/.* has no memory for \([0-9]*\) bytes: .*/\1/p' "$work/output")
check "as large as is allowed" told 0 "$hash" FAULTS_INFO=0x1010:"$bytes"
control "a byte larger" told 0 "$hash" FAULTS_INFO=0x1010:$((bytes - 1))
# A work-group's memory holds 65 records of 16 or 32 bytes.
little="of a work-group's memory: use plain"
check "positions that just fit" told 0 "$hash" FAULTS_INFO=0x1023:1040 --strategy resident
check "a byte less" told 1 "resident: 1040 bytes of positions do not fit in 1039 $little" FAULTS_INFO=0x1023:1039 \
  --strategy resident
check "in double" told 1 "resident: 2080 bytes of positions do not fit in 2079 $little" FAULTS_INFO=0x1023:2079 \
  --strategy resident --precision double
check "nor for a queue" fault 1 "clCreateCommandQueue: CL_OUT_OF_HOST_MEMORY (-6); fewer" clCreateCommandQueue 2 -6

# Lost in mid-run: drivers report it in many ways, so the device is queried. Earlier measurements are kept.
rows() { [ "$(grep -c . "$work/table.tsv")" -gt 1 ]; }
lost="the device is lost: nothing runs on it until the program is restarted"
check "the name for it" fault 3 "clEnqueueReadBuffer: CL_DEVICE_NOT_AVAILABLE (-2); $lost" clEnqueueReadBuffer "$reads" -2
check "measures of the frames before" rows
check "another name" fault 3 "clEnqueueReadBuffer: CL_OUT_OF_RESOURCES (-5); $lost" clEnqueueReadBuffer "$reads" -5 1
check "at a launch" fault 3 "clEnqueueNDRangeKernel: CL_INVALID_COMMAND_QUEUE (-36); $lost" clEnqueueNDRangeKernel 900 -36 1
check "at a flush" fault 3 "$lost" clFlush 1 -2
check "a failure of a device that goes on" fault 3 "CL_OUT_OF_RESOURCES (-5)" clEnqueueReadBuffer "$reads" -5
control "is not a loss" grep -qF "$lost" "$work/output"

# A queue of 2^14 kernels is waited for.
cloth
kernels=$(called clEnqueueNDRangeKernel) waits=$(called clFinish) queues=$(called clCreateCommandQueue)
# The first queue belongs to the trial of the arithmetic. The others are waited for when memory is allocated and at the
# end.
check "who goes waits for what is queued" [ "$waits" -eq $((2 * (queues - 1))) ]
control "or not" [ "$waits" -eq $((queues - 1)) ]
cloth --frames 4
each=$(($(called clEnqueueNDRangeKernel) - kernels))
waited() { cloth --frames "$1" && [ "$(called clFinish)" -eq $((waits + 1)) ]; }
check "a long queue is waited for once" waited $((16384 / each + 2))
control "one that is not so long" waited $((16384 / each - 1))

# Rows of a benchmark: without memory the others continue, without the device they are left out.
rows_of() { # rows_of CODE STATUSES-OF-OPENCL STOP CALL AT ERROR LOST: the statuses in alphabetical order
  rm -f "$work"/run.*
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_CALL="$4" FAULTS_AT="$5" FAULTS_ERROR="$6" FAULTS_LOST="$7" "$bench" cloth \
    -a size=9,11 -a iterations=2 -a constraint=stretching -a backend=seq,opencl --frames 2 --min-episodes 3 \
    --max-episodes 3 --quiet --tsv "$work/run.tsv" --json "$work/run.json"
  [ $? -eq "$1" ] && [ "$(awk -F'\t' '$2 ~ /opencl/ { print $3 }' "$work/run.tsv" | sort | tr '\n' ' ')" = "$2" ] &&
    grep -q "\"stop\": *\"$3\"" "$work/run.json"
}
check "all rows" rows_of 0 "ok ok " finished none 0 0 0
check "one has no memory" rows_of 3 "error ok " finished clCreateBuffer 3 -4 0
check "it says so" grep -q "fewer copies or a smaller scene would fit" "$work/run.tsv" "$work/run.json"
check "the device is lost" rows_of 3 "error interrupted " device-lost clEnqueueNDRangeKernel 100 -5 1
check "and the run says so" grep -qF "$lost" "$work/run.json"
control "without a fault nothing is lost" rows_of 0 "error interrupted " device-lost none 0 0 0

# The device's own time is the sum of its kernels, without the time between them. Only rows on such a device have it.
device_s() { # device_s BACKEND
  awk -F'\t' -v of="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "device_s") at = k }
    NR > 1 && $2 ~ of { print $at }' "$work/run.tsv"
}
ticks() { # ticks NANOSECONDS: rows of cloths of 9 and 11
  rm -f "$work"/run.*
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_TICKS="$1" FAULTS_COUNT="$work/count" "$bench" cloth -a size=9,11 \
    -a iterations=2 -a backend=seq,opencl -a constraint=stretching --frames 2 --min-episodes 3 --max-episodes 3 --quiet \
    --tsv "$work/run.tsv"
}
# kernels NANOSECONDS: in both rows the time is a whole number of kernels, more than 8
kernels() { device_s opencl | awk -v each="$1" '{ n = $1 / each * 1e9; if (n > 8 && n - int(n + 0.5) < 1e-6 && int(n + 0.5) - n < 1e-6) whole++ } END { exit whole != 2 }'; }
# each_frame NANOSECONDS: a frame predicts, processes each group twice, finishes, and counts
each_frame() {
  awk -F'\t' -v each="$1" 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $2 ~ /opencl/ { d = $at["device_s"] / each * 1e9 - 2 * $at["groups"] - 3; if (d < 1e-6 && d > -1e-6) right++ }
    END { exit right != 2 }' "$work/run.tsv"
}
check "kernels of 1000 ns" ticks 1000
check "are whole ones" kernels 1000
check "whose events are given back" clean
check "as many as two sweeps over the groups, and three" each_frame 1000
control "twice as many" each_frame 500
one=$(device_s opencl | head -n 1)
check "of 3000 ns" ticks 3000
check "are as many" [ "$(awk -v a="$one" -v b="$(device_s opencl | head -n 1)" 'BEGIN { print (b / a > 2.999 && b / a < 3.001) }')" -eq 1 ]
control "not of 1000" kernels 1701
check "seq has no such clock" [ "$(device_s seq | sort -u)" = NaN ]
check "a clock that fails is an error of that row" rows_of 3 "error ok " finished clGetEventProfilingInfo 1 -7 0

# A timed frame is waited for by reading the counts, or its positions are read as well.
reads_of() { # reads_of READBACK FRAMES: in three episodes
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_COUNT="$work/count" "$bench" gpu -a backend=opencl -a size=9 \
    -a iterations=1 -a constraint=stretching -a batch=1 -a strategy=auto -a readback="$1" --warm 0 --frames "$2" --min-episodes 3 \
    --max-episodes 3 --validate off --quiet && called clEnqueueReadBuffer
}
waits=$(($(reads_of none 8) - $(reads_of none 2)))
check "each frame is waited for" [ "$waits" -ge 18 ]
check "or its positions are read" [ $(($(reads_of positions 8) - $(reads_of positions 2))) -ge 36 ]
control "they are in any case" [ "$waits" -ge 36 ]

# A device is tried once per process, whatever it computes: its trial has two buffers, each row has more.
buffers() {
  quiet env LD_PRELOAD="$work/faults.so" FAULTS_COUNT="$work/count" "$bench" cloth -a size="$1" -a iterations=2 \
    -a backend=opencl -a constraint=stretching --benchmark_dry_run --quiet && called clCreateBuffer
}
one=$(buffers 9)
check "one trial for two rows" [ "$(buffers 9,11)" -eq $((2 * one - 2)) ]
control "a trial for each" [ "$(buffers 9,11)" -eq $((2 * one)) ]

# If all sets are summed there is nothing to split, and drivers before OpenCL 2.1 refuse an empty grid.
summed() { # summed BACKEND NAME=VALUE...
  backend=$1
  shift
  quiet env LD_PRELOAD="$work/faults.so" "$@" "$sim" blob --resolution 3 -c closed_volume --method jacobi --frames 2 --quiet \
    --hash -b "$backend"
}
check "summed sets by jacobi" summed seq A=
hash=$(cat "$work/output")
old() { summed opencl "$@" && [ -n "$hash" ] && [ "$(cat "$work/output")" = "$hash" ]; }
check "in the bits of seq on an old driver" old FAULTS_OLD=1
control "a launch that fails is none" old FAULTS_CALL=clEnqueueNDRangeKernel FAULTS_AT=3 FAULTS_ERROR=-63

# If the driver's own cache cannot be written, PoCL has no device.
cloth POCL_CACHE_DIR=/dev/null/none
check "a driver without its cache" [ $? -le 1 ]
check "runs, or says one line" [ "$(wc -l <"$work/output")" -eq 1 ]
finish
