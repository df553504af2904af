# shellcheck shell=bash
# Why this file exists: tells `./run gpu` what the machine has. It looks for a CUDA device, a device of another vendor
# through OpenCL, a CUDA compiler, and the C++ compiler that it needs. Containers may have a device without nvidia-smi,
# or the tools without a device, so the driver itself is asked. Sourced by `run`.
# shellcheck disable=SC2034,SC2154

# gpu_driver: put the answer of the driver into $driver (see tests/device/driver.c). It is empty without a C compiler.
gpu_driver() {
  local scratch
  driver=
  scratch=$(mktemp -d)
  if "${CC:-cc}" tests/device/driver.c -o "$scratch/driver" -ldl >/dev/null 2>&1; then
    limit=20
    start "$scratch/driver" >"$scratch/said" 2>&1
    finish
    driver=$(tail -n 1 "$scratch/said")
    [ "$code" -eq 0 ] || driver="no answer"
  fi
  rm -rf "$scratch"
}

# gpu_opencl: whether OpenCL offers a GPU here (tests/opencl_devices.c).
gpu_opencl() {
  local scratch found=1
  scratch=$(mktemp -d)
  if "${CC:-cc}" tests/opencl_devices.c -o "$scratch/devices" -ldl >/dev/null 2>&1; then
    limit=60
    start "$scratch/devices" >"$scratch/said" 2>&1
    finish
    if [ "$code" -eq 0 ] && grep -q '^devices [1-9]' "$scratch/said"; then found=0; fi
  fi
  rm -rf "$scratch"
  return "$found"
}

# gpu_choose: put the backend into $gpu_backend: XPBD_GPU_BACKEND, or opencl if only OpenCL has a device, else cuda.
gpu_choose() {
  gpu_backend=${XPBD_GPU_BACKEND:-}
  case $gpu_backend in
    cuda | opencl) return 0 ;;
    ?*) die "XPBD_GPU_BACKEND=$gpu_backend: must be cuda or opencl" ;;
  esac
  gpu_backend=cuda
  gpu_driver
  case $driver in "devices 0" | error* | "no answer" | none | '') ;; *) return 0 ;; esac
  if ! gpu_traces >/dev/null && gpu_opencl; then gpu_backend=opencl; fi
}

# gpu_traces [DEV]: print the first sign of a device: of the driver on a server, under WSL or on a Jetson, or
# nvidia-smi's.
# shellcheck disable=SC2120 # a test names another folder
gpu_traces() {
  local dev=${1:-/dev} node
  for node in "$dev"/nvidia[0-9]* "$dev"/nvidiactl "$dev"/dxg "$dev"/nvhost-gpu "$dev"/nvgpu; do
    if [ -e "$node" ]; then
      printf '%s\n' "$node"
      return 0
    fi
  done
  if nvidia-smi -L 2>/dev/null | grep -q '^GPU '; then
    echo "nvidia-smi's list"
    return 0
  fi
  return 1
}

# gpu_device: exit if there is no device. In doubt go on: the first simulation will tell.
gpu_device() {
  local trace how="./run gpu build compiles without one"
  gpu_choose
  [ "$gpu_backend" = cuda ] || return 0 # its first simulation will tell
  gpu_driver
  case $driver in
    "devices 0" | "error 100")
      die "no CUDA device: the driver finds none${CUDA_VISIBLE_DEVICES+ (CUDA_VISIBLE_DEVICES=$CUDA_VISIBLE_DEVICES)}; $how"
      ;;
    "devices "*) return 0 ;;
  esac
  trace=$(gpu_traces) || case $driver in
    error* | "no answer") die "no CUDA device: the driver has none ($driver); $how" ;;
    *) die "no CUDA device: no NVIDIA driver is loaded; $how" ;;
  esac
  say "the CUDA driver names no device (${driver:-no compiler to ask it with}), but there is $trace: going on"
}

# gpu_tools: put the CUDA toolkit on PATH if it is missing. CUDA_PATH names it; otherwise the usual places are tried.
gpu_tools() {
  local bin
  if [ -n "${CUDA_PATH:-}" ]; then
    PATH=$CUDA_PATH/bin:$PATH
    return 0
  fi
  if command -v nvcc >/dev/null && command -v compute-sanitizer >/dev/null; then return 0; fi
  for bin in /usr/local/cuda/bin /opt/cuda/bin $(printf '%s\n' /usr/local/cuda-*/bin | sort -rV); do
    if [ -x "$bin/nvcc" ] || [ -x "$bin/compute-sanitizer" ]; then PATH=$PATH:$bin; fi
  done
}

# gpu_compiler: exit without nvcc, or if it cannot compile. Usually g++ is missing or too new for it.
gpu_compiler() {
  local scratch
  command -v nvcc >/dev/null ||
    die "nvcc is not installed: it comes with the CUDA toolkit; put its bin folder on PATH, or its folder in CUDA_PATH"
  if [ -n "${CUDAHOSTCXX:-}${NVCC_CCBIN:-}" ]; then
    provide "$packages_build" "$packages_programs $packages_report"
  else
    provide "$packages_build g++" "$packages_programs $packages_report"
  fi
  scratch=$(mktemp -d)
  printf '__global__ void nothing() {}\n' >"$scratch/probe.cu"
  limit=120
  start nvcc ${CUDAHOSTCXX:+-ccbin "$CUDAHOSTCXX"} -c "$scratch/probe.cu" -o "$scratch/probe.o" >"$scratch/said" 2>&1
  finish
  local said
  said=$(grep -m 1 -iE 'error|unsupported|not found|No such file' "$scratch/said" || tail -n 1 "$scratch/said")
  rm -rf "$scratch"
  [ "$code" -eq 0 ] || die "$(command -v nvcc) cannot compile here (CUDAHOSTCXX can name another g++): $said"
}
