#!/bin/sh
# Why this file exists: `./run gpu` runs on machines with GPUs that its authors do not have, on time that somebody pays
# for. This tests its stages, their order, results, time limits, and messages when something is missing or fails.
# Stand-ins replace the driver, the compilers, compute-sanitizer and the programs. The device's checks also run on an
# emulated device.
# usage: gpu_script.sh SOURCE CMAKE [EMULATED_VALIDATE]
set -u
source=$1 cmake=$2 emulated=${3:-}
. "$source/tests/common.sh"
command -v bash >/dev/null && command -v timeout >/dev/null && command -v tar >/dev/null || {
  echo "skipped: needs bash, timeout and tar"
  exit 77
}

tree=$work/tree
mkdir -p "$tree/tests/device" "$work/bin" "$work/programs" "$work/mode"
cp "$source/run" "$tree/"
cp -r "$source/scripts" "$tree/"
cp "$source/tests/device/driver.c" "$tree/tests/device/"
for tool in bash sh awk basename cat chmod cp cut date dirname du env find grep gzip head id kill ls mkdir mktemp mv nproc rm rmdir \
  sed setsid sleep sort tail tar tee timeout touch tr uname wc; do
  path=$(command -v "$tool") && [ -x "$path" ] && ln -s "$path" "$work/bin/$tool"
done

# The stand-ins record their calls; a file in mode/ selects their behaviour.
stand_in() { # stand_in FILE, its text on standard input
  { printf '#!/bin/sh\nwork=%s\nmode() { [ -e "$work/mode/$1" ]; }\n' "$work"; cat; } >"$1"
  chmod +x "$1"
}
stand_in "$work/bin/cc" <<'END'
asked=driver
case "$*" in *--version*) echo "cc 1.0" ;; *opencl_devices.c*) asked=opencl ;; esac
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || { printf '#!/bin/sh\ncat "%s"\n' "$work/$asked" >"$2" && chmod +x "$2"; }
  shift
done
END
for tool in g++ make; do stand_in "$work/bin/$tool" </dev/null; done
stand_in "$work/bin/nvcc" <<'END'
mode no_host || exit 0
echo "nvcc fatal   : Failed to preprocess host compiler properties."
exit 1
END
stand_in "$work/bin/nvidia-smi" <<'END'
exit 9
END
stand_in "$work/bin/cmake" <<'END'
case "$*" in
  *"-S . -B build"*)
    echo configure >>"$work/calls"
    mkdir -p build/bin
    mode new_device && echo "-- this device has compute capability 99.0" >&2
    for word in "$@"; do
      case $word in -DXPBD_OPENCL=ON) echo "XPBD_HAVE_opencl:INTERNAL=1" ;; -DXPBD_CUDA=*) echo "XPBD_CUDA:BOOL=${word#*=}" ;;
        -D*=*) word=${word#-D}; echo "${word%%=*}:STRING=${word#*=}" ;; esac
    done >build/CMakeCache.txt ;;
  *"--target help"*) ls "$work/programs" ;;
  *)
    echo build >>"$work/calls"
    mode build_slow && { sleep 30; exit 1; }
    mode build_fails && { echo "the reason"; exit 3; }
    cp "$work"/programs/* build/bin/ ;;
esac
END
stand_in "$work/programs/xpbd-sim" <<'END'
mode sim_fails && { echo "xpbd-sim: this build has no code for the device"; exit 1; }
case "$*" in *cloth_self*) mode crashes_bare && kill -ABRT $$ ;; esac
case "$*" in *"--strategy cluster"*) mode no_cluster && { echo "xpbd-sim: strategy cluster needs compute capability 9.0"; exit 1; } ;; esac
echo 00000000000000ff
END
stand_in "$work/programs/xpbd-validate" <<'END'
echo validate >>"$work/calls"
mode emulated && exec "$(cat "$work/mode/emulated")" --verbose cuda/device-plain-f32
mode opencl && { echo "ok     opencl/local-f32 (4 compared, 2 controls, 1.00 s)"; exit 0; }
mode validate_skips && { echo "skip   cuda/device-plain-f32: no device"; exit 0; }
echo "ok     cuda/device-plain-f32 (60 compared, 60 controls, 1.00 s)"
mode validate_fails && { echo "FAIL   cuda/device-block-f32"; exit 2; }
mode validate_dies && exit 139
exit 0
END
stand_in "$work/programs/xpbd-bench" <<'END'
echo "bench $*" >>"$work/calls"
first=$1
mode bench_fails && { echo "xpbd-bench: the device is gone"; exit 3; }
while [ $# -gt 1 ]; do case $1 in --json) json=$2 ;; esac; shift; done
if mode bench_slow; then
  trap 'echo "{\"interrupted\": true}" >"$json"; exit 130' INT TERM
  touch "$work/started"
  sleep 30 &
  wait
fi
echo '{}' >"$json"
mode row_fails && exit 2
mode rest_fails && [ "$first" = projection ] && exit 2
exit 0
END
stand_in "$work/programs/xpbd-report" <<'END'
echo report >>"$work/calls"
echo page >"$3/index.html"
echo "$3/index.html"
END
stand_in "$work/programs/xpbd-cuda-bait" </dev/null
stand_in "$work/sanitizer" <<'END'
echo "sanitizer $*" >>"$work/calls"
tool=$2
shift 4
echo "========= COMPUTE-SANITIZER"
mode refused && { echo "========= Device not supported. Please refer to the documentation"; exit 1; }
mode blind && { echo "========= ERROR SUMMARY: 0 errors"; exit 0; }
mode slow && case $1 in *bait) ;; *) sleep 30; exit 1 ;; esac
found=no
case $1 in *bait) found=yes ;; esac
case "$*" in *inflation*) mode finds && found=yes ;; esac
if mode other_bits; then echo 00000000000000fe; else "$@"; fi
case $tool-$found in
  racecheck-yes) echo "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"; exit 9 ;;
  racecheck-no) echo "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)" ;;
  *-yes) echo "========= ERROR SUMMARY: 1 error"; exit 9 ;;
  *) echo "========= ERROR SUMMARY: 0 errors" ;;
esac
mode crashes && { echo "========= Internal Sanitizer Error: it was closed"; exit 1; }
exit 0
END
cp "$work/sanitizer" "$work/bin/compute-sanitizer"

# gpu MODES ARGUMENT...: its exit code is in $code, its output in $work/output, the calls in $work/calls.
gpu() {
  rm -f "$work"/mode/*
  : >"$work/calls"
  for one in $1; do echo "$emulated" >"$work/mode/$one"; done
  shift
  env -i PATH="$work/bin" HOME="$work" CUDA_PATH="$work/none" XPBD_INSTALL=no XPBD_GPU_LIMIT="$limit" XPBD_GPU_FOLDER="$into" \
    timeout 60 "$tree/run" gpu "$@" >"$work/output" 2>&1 </dev/null
  code=$?
}
fresh() { rm -rf "$tree/build" "$tree/reports"; }
ends() { # ends CODE TEXT MODES ARGUMENT...
  want=$1 text=$2
  shift 2
  gpu "$@"
  [ "$code" -eq "$want" ] && grep -qF -e "$text" "$work/output"
}
says() { grep -qF -e "$1" "$work/output"; }
called() { grep -q -e "$1" "$work/calls"; }
left() { # left NAME...: these are in the folder of the run, and not empty
  for name in "$@"; do
    [ -s "$(cd "$tree" && echo "$PWD/$(cat build/gpu-folder)")/$name" ] || return 1
  done
}
limit=540 into=

# Nothing begins without a device, a compiler, a build.
echo "error 100" >"$work/driver"
check "no device" ends 1 "no CUDA device: the driver finds none" "" --quick
check "in one line" [ "$(wc -l <"$work/output")" -eq 1 ]
check "nothing was begun" [ ! -s "$work/calls" ] && check "nothing was made" [ ! -e "$tree/build" ]
for stage in check measure sanitize; do check "$stage: no device" ends 1 "no CUDA device" "" "$stage"; done
check "gpu build without a device" ends 0 "gpu build: done" "" build
check "it compiles" called build
check "what is measured needs a device" ends 1 "no CUDA device" "" measure
echo "devices 1" >"$work/driver"
fresh
control "a device is no missing device" ends 1 "no CUDA device" "" measure
check "no build" ends 1 "build/ has no build for a GPU; ./run gpu build makes one" "" measure
mv "$work/bin/nvcc" "$work/nvcc"
check "no nvcc" ends 1 "nvcc is not installed" "" build
check "in one line" [ "$(wc -l <"$work/output")" -eq 1 ]
mv "$work/nvcc" "$work/bin/nvcc"
check "nvcc without a host compiler" ends 1 "cannot compile here" no_host build
check "in its words" says "nvcc fatal   : Failed to preprocess host compiler properties."
mv "$work/bin/g++" "$work/g++"
check "no g++" ends 1 "missing packages: g++; as root:" "" build
mv "$work/g++" "$work/bin/g++"
check "help" ends 0 "./run gpu [STAGE]" "" --help
check "no such stage" ends 1 "./run gpu has no stage 'chek'" "" chek
limit=9m
check "no such limit" ends 1 "XPBD_GPU_LIMIT=9m" "" build
limit=540
check "nothing to pack" ends 1 "nothing to pack" "" pack

# Signs of a device whose driver does not answer: files of the driver on a server, in a container, on a Jetson.
traces() { bash -c '. "$1/scripts/gpu_device.sh"; nvidia-smi() { return 9; }; gpu_traces "$2"' bash "$source" "$work/dev"; }
mkdir "$work/dev"
control "no trace of a device" traces
for node in nvidia0 nvidiactl dxg nvhost-gpu; do
  touch "$work/dev/$node"
  check "a trace: $node" quiet traces
  rm "$work/dev/$node"
done

# All stages, in order.
fresh
check "all stages" ends 0 "gpu sanitize: done" ""
order=$(sed 's/ .*//' "$work/calls" | uniq | tr '\n' ' ')
check "build, check, measure with a report each, sanitize" [ "$order" = "configure build validate bench report bench report sanitizer " ]
check "what they leave" left build.txt validate.txt results.json index.html more/results.json more/index.html sanitizer.txt
check "a line for each" [ "$(wc -l <"$tree/$(cat "$tree/build/gpu-folder")/stages.txt")" -eq 4 ]
check "within nine minutes" called "bench gpu cloth --total-budget 330s" && check "and the rest" called "total-budget 91s"
check "sanitizer: every strategy" says "clean by memcheck: cloth --resolution 15 --iterations 5 --strategy cooperative"
check "sanitizer: all is clean" says "compute-sanitizer: 29 runs clean, 0 with findings, 0 without a verdict, 0 without time"
check "races in shared memory" called "tool racecheck .*strategy block"
control "races where there is none" called "tool racecheck .*strategy \(plain\|graph\|cooperative\)"
check "pack" ends 0 ".local.tar.gz" "" pack
tar -tzf "$tree/reports/"*.tar.gz >"$work/packed"
packed() { grep -q "$1" "$work/packed"; }
check "the archive has the figures" packed '/results.json$' && check "and the checks" packed '/validate.txt$'
control "the archive has no programs" packed xpbd-bench
check "arguments go to xpbd-bench" ends 0 "" "" measure --quick && check "and arrive" called 'bench gpu .*--quick$'
check "what a stage left before is kept" left earlier-1/results.json earlier-1/more/results.json results.json
check "a build begins a new folder" ends 0 "gpu build: done" "" build
control "with nothing of the last" left results.json
stand_in "$work/bin/flock" <<'END'
echo "flock $*" >>"$work/calls"
END
check "a build beside another" ends 0 "gpu build: done" "" build && check "takes the lock" called "^flock "
rm "$work/bin/flock"

# A failed stage takes nothing from the others.
fresh
check "a failing check" ends 2 "gpu check: A CHECK FAILED" validate_fails
check "it is measured all the same" left results.json sanitizer.txt validate.txt
fresh
check "checks that do not end" ends 1 "gpu check: NOT DONE" validate_dies
check "it is measured all the same" left results.json sanitizer.txt
control "a check has failed" says "A CHECK FAILED"
check "nor are they done alone" ends 1 "gpu check: NOT DONE" validate_dies check
check "checks that skipped the device" ends 2 "no check ran on the device" validate_skips check
control "checks that ran" ends 2 "" "" check
check "a failing row" ends 2 "gpu measure: A CHECK FAILED" row_fails measure
check "its report" left results.json index.html
check "a failing row of the rest" ends 2 "gpu measure: A CHECK FAILED" rest_fails measure
check "a benchmark that fails" ends 1 "nothing was measured (exit code 3)" bench_fails measure
fresh
check "a build that fails" ends 1 "building failed (exit code 3)" build_fails
check "leaves its reason" grep -q "the reason" "$tree/$(cat "$tree/build/gpu-folder")/build.txt"
control "nothing is measured" called bench
check "a device that simulates nothing" ends 1 "the GPU cannot simulate: xpbd-sim: this build has no code" sim_fails
control "nothing is measured there" called bench
mkdir "$work/elsewhere"
into=$work/elsewhere
check "a folder of one's own" ends 0 "gpu check: done" "" check && check "has the checks" [ -s "$into/validate.txt" ]
into=$work/elsewhere/.
check "packed under its name" ends 0 "$work/elsewhere.tar.gz (" "" pack
into=
sed -i 's/Release/Debug/' "$tree/build/CMakeCache.txt"
check "no figures of another build" ends 1 "build/ has no build for a GPU" "" measure
gpu "" build

# compute-sanitizer is left out if it cannot run, and believed only if it finds its bait.
check "it refuses the device" ends 0 "cannot run here: Device not supported" refused sanitize
check "it was tried once" [ "$(grep -c sanitizer "$work/calls")" -eq 1 ]
check "it says so in the results" grep -q "^left out: .*Device not supported" "$tree/$(cat "$tree/build/gpu-folder")/sanitizer.txt"
check "it looks at nothing" ends 0 "left out: compute-sanitizer --tool memcheck does not see" blind sanitize
check "it finds something" ends 2 "FOUND by memcheck: inflation" "finds no_cluster" sanitize
check "and goes on" says "26 runs clean, 1 with findings"
check "a strategy that the device lacks" says "left out: cloth --resolution 15 --iterations 5 --strategy cluster"
control "is not looked at" called "sanitizer .*strategy cluster"
check "other bits under it" ends 2 "ends in other bits under memcheck" other_bits sanitize
check "it breaks" ends 1 "no verdict of racecheck: cloth_self --resolution 9 --iterations 3: Internal Sanitizer Error" crashes sanitize
check "a simulation that crashes without it" ends 2 "FAILED: cloth_self --resolution 9 --iterations 3, without a sanitizer" crashes_bare sanitize
check "is tried once" says "26 runs clean, 1 with findings"
control "of bash's own words there are none" says "line "
rm "$work/bin/compute-sanitizer"
check "it is not there" ends 0 "left out: compute-sanitizer is not installed" "" sanitize
cp "$work/sanitizer" "$work/bin/compute-sanitizer"

# Time limits.
limit=2
check "a slow sanitizer ends in time" ends 1 "no time was left for synccheck cloth_self" slow sanitize
check "what had no verdict" says "no verdict of memcheck: cloth --resolution 15 --iterations 5 --strategy plain: it did not end in time"
limit=1
check "a slow measurement ends in time" ends 1 "stopped after 1 s; the finished rows are kept" bench_slow measure
check "what it had is kept" left results.json index.html
check "a slow build ends in time" ends 1 "call it again to continue" build_slow build
check "which is said" says "run: building did not end within "
limit=540
check "what is said of the device is shown" ends 0 "-- this device has compute capability 99.0" new_device build
control "where nothing is said" ends 0 "-- this device has" "" build
control "a measurement that ends in time" ends 1 "the finished rows are kept" "" measure
rm -f "$work"/mode/* "$work/started"
touch "$work/mode/bench_slow"
env -i PATH="$work/bin" HOME="$work" CUDA_PATH="$work/none" XPBD_INSTALL=no "$tree/run" gpu measure >"$work/output" 2>&1 </dev/null &
waits=0
while [ ! -f "$work/started" ] && [ "$waits" -lt 200 ]; do sleep 0.1 && waits=$((waits + 1)); done
kill -TERM $!
wait $!
code=$?
check "interrupted: it had begun" [ -f "$work/started" ] && check "interrupted: exit code 130" [ "$code" -eq 130 ]
check "interrupted: what it had is kept" grep -q interrupted "$tree/$(cat "$tree/build/gpu-folder")/results.json"
check "interrupted: it says so" says "/results.json shows what was measured"
check "interrupted: what was measured before, too" left earlier-1/results.json

# The checks of the device, on the emulated one.
if [ -x "$emulated" ]; then
  check "the emulated device passes" ends 0 "gpu check: done" emulated check
  check "its checks are kept" grep -q "^ok  *cuda/device-plain-f32" "$tree/$(cat "$tree/build/gpu-folder")/validate.txt"
else
  echo "left out: there is no emulated device"
fi

# GPUs of other vendors: OpenCL, if CUDA has no device.
echo "error 100" >"$work/driver"
echo "devices 1" >"$work/opencl"
fresh
check "OpenCL has a device, CUDA has none" ends 0 "gpu sanitize: left out: compute-sanitizer needs CUDA" opencl --quick
check "all its stages" says "gpu sanitize: done"
check "it measures" called "^bench gpu cloth --total-budget "
check "and the rest of opencl" called "^bench projection scenes papers --benchmark_filter backend:opencl "
control "cuda is built" grep -q "XPBD_CUDA:BOOL=ON" "$tree/build/CMakeCache.txt"
check "no check ran on it" ends 2 "no check ran on the device" "" check
echo "devices 1" >"$work/driver"
fresh
control "a CUDA device comes first" ends 0 "compute-sanitizer needs CUDA" opencl --quick
rm "$work/opencl"

# The compute capabilities that are compiled for.
cat >"$work/cuda.cmake" <<END
cmake_minimum_required(VERSION 3.21)
include("$source/cmake/cuda.cmake")
END
mkdir "$work/cuda" "$work/smi"
stand_in "$work/cuda/nvcc" <<'END'
for one in $(cat "$work/mode/also" 2>/dev/null) 75 80 86 90 100 89; do echo "compute_$one"; done
END
stand_in "$work/smi/nvidia-smi" <<'END'
mode smi && cat "$work/mode/smi"
END
architectures() { # architectures WANTED CAPABILITIES OF_NVCC: as nvidia-smi reports them, or as nvcc's query does
  rm -f "$work"/mode/* "$work/cuda/__nvcc_device_query"
  echo "${older:-}" >"$work/mode/also"
  # shellcheck disable=SC2086 # one a line
  [ -z "$2" ] || printf '%s\n' $2 >"$work/mode/smi"
  [ -z "$3" ] || printf '#!/bin/sh\necho %s\n' "$3" >"$work/cuda/__nvcc_device_query"
  [ -z "$3" ] || chmod +x "$work/cuda/__nvcc_device_query"
  PATH=$work/smi:$PATH quiet "$cmake" -DXPBD_NVCC="$work/cuda/nvcc" -P "$work/cuda.cmake" || return 1
  grep -qxF -e "-- cuda backend for compute capabilities: $1" "$work/output"
}
check "no device" architectures "75-virtual;80-real;90" "" ""
check "a device" architectures "90" "9.0" ""
check "several" architectures "86;90" "8.6 9.0 9.0" ""
check "newer than nvcc: PTX of its newest" architectures "100-virtual" "12.0" ""
check "which is said" says "this device has compute capability 12.0, which $work/cuda/nvcc does not know: it gets PTX of 100"
check "between two that nvcc knows" architectures "90-virtual" "9.3" ""
check "older than nvcc: for all" architectures "75-virtual;80-real;90" "6.1" ""
check "which is said" says "this device has compute capability 6.1, $work/cuda/nvcc compiles for 75 and later: it is left out; the kernels need 7.0"
check "Volta" architectures "75-virtual;80-real;90" "7.0" ""
check "which an older nvcc knows" says "it is left out; an older CUDA toolkit compiles for it"
check "an older one beside a good one" architectures "90" "6.1 9.0" ""
older="61 52 70"
check "an nvcc that compiles for it, too: the kernels do not" architectures "90" "6.1 9.0" ""
check "nor alone" architectures "75-virtual;80-real;90" "6.1" ""
check "Volta by that" architectures "70" "7.0" ""
older=
check "without nvidia-smi nvcc is asked" architectures "80;86" "" "80,86"
check "nvidia-smi without an answer" architectures "75-virtual;80-real;90" "[N/A]" "no device"
control "a capability that nvcc does not know" architectures "120" "12.0" ""

# Whether nvcc is usable at all.
cat >"$work/nvcc.cmake" <<END
cmake_minimum_required(VERSION 3.21)
include("$source/cmake/nvcc.cmake")
xpbd_nvcc_works(found)
message(STATUS "works: \${found}")
END
stand_in "$work/cuda/nvcc" <<'END'
case $1 in
  --version) echo "Cuda compilation tools, release $(cat "$work/mode/release"), V1.2.3" ;;
  *) mode no_host || exit 0; echo 'host_config.h:143:2: error: -- unsupported GNU version! gcc versions later than 12'; exit 1 ;;
esac
END
works() { # works FOUND RELEASE
  echo "$2" >"$work/mode/release"
  (cd "$work" && quiet "$cmake" -DXPBD_NVCC="$work/cuda/nvcc" -P "$work/nvcc.cmake") && grep -qxF -e "-- works: $1" "$work/output"
}
rm -f "$work"/mode/*
check "nvcc of 11.8" works TRUE 11.8
check "of 13.0" works TRUE 13.0
check "of 11.5" works FALSE 11.5
check "which is said" says "is of CUDA 11.5, 11.8 is needed: the cuda backend is left out"
: >"$work/mode/no_host"
check "nvcc with a g++ it does not know" works FALSE 12.4
check "which is said, with its words" says "compiles nothing here: host_config.h:143:2: error: -- unsupported GNU version"
control "it is used" works TRUE 12.4
rm -f "$work"/mode/*

# What a build folder remembers of nvcc.
mkdir "$work/chosen"
cat >"$work/chosen/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(chosen LANGUAGES NONE)
include("$source/cmake/nvcc.cmake")
xpbd_choose_cuda()
message(STATUS "cuda: \${XPBD_CUDA}")
END
echo 12.4 >"$work/mode/release"
# chosen WANTED FOLDER NVCC ARGUMENT...
chosen() {
  wanted=$1 folder=$2 named=$3
  shift 3
  quiet "$cmake" -S "$work/chosen" -B "$work/$folder" "-DXPBD_NVCC=$named" "$@" && grep -qxF -e "-- cuda: $wanted" "$work/output"
}
refused() { ! chosen "$@" && tr -s '\n ' '  ' <"$work/output" | grep -qF "XPBD_CUDA is ON, and no nvcc is on PATH"; }
device() { # device CAPABILITY: nvcc's query reports it; without one there is no device
  rm -f "$work/cuda/__nvcc_device_query"
  [ $# -eq 0 ] || { printf '#!/bin/sh\necho %s\n' "$1" >"$work/cuda/__nvcc_device_query" && chmod +x "$work/cuda/__nvcc_device_query"; }
}
PATH=$work/smi:$PATH # its nvidia-smi prints nothing
device
check "no nvcc" chosen OFF one NOTFOUND
check "which is said" says "no nvcc on PATH, in CUDA_PATH or in /usr/local/cuda: the cuda backend is left out"
check "nvcc without a device" chosen OFF one "$work/cuda/nvcc"
check "which is said, with how to get it" says "nvcc is here, but no device: the cuda backend is left out; -DXPBD_CUDA=ON builds it"
export XPBD_ASK_CUDA=ON
check "asked for by ./run" chosen ON six "$work/cuda/nvcc"
unset XPBD_ASK_CUDA
check "of that call alone" chosen OFF six "$work/cuda/nvcc"
device 90
check "with a device" chosen ON one "$work/cuda/nvcc"
export XPBD_ASK_CUDA=OFF
check "left out by ./run" chosen OFF one "$work/cuda/nvcc"
check "which is said" says "not asked for this time: the cuda backend is left out; -DXPBD_CUDA=ON builds it"
unset XPBD_ASK_CUDA
device
check "of that call alone, too" chosen ON one "$work/cuda/nvcc"
check "nvcc is taken away: what was found is still asked for" refused ON one NOTFOUND
check "asked for without it" refused ON five NOTFOUND -DXPBD_CUDA=ON
device 90
check "not wanted" chosen OFF two "$work/cuda/nvcc" -DXPBD_CUDA=OFF
check "nor later" chosen OFF two "$work/cuda/nvcc"
check "not with sanitizers" chosen OFF three "$work/cuda/nvcc" -DXPBD_SANITIZE=address
control "without that" chosen OFF four "$work/cuda/nvcc"
rm -f "$work"/mode/*
finish
