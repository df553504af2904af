#!/bin/sh
# Why this file exists: what a GPU tells about itself has to arrive in the results as known, unknown or not applicable,
# and a GPU that was slowed down has to show. Checked with libraries that answer like NVML, on machines without a GPU.
# usage: gpu.sh SOURCE GPU_SUBJECT XPBD_BENCH FAKE_NVML FAKE_NVML_NEW
set -u
subject=$2 bench=$3 old=$4 new=$5
. "$1/tests/common.sh"
unset CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER FAKE_NVML XPBD_NVML

# measure WORDS LIBRARY [ARGUMENT...]: a run of the subject with such a library; "" is the system's.
measure() {
  words=$1 library=$2
  shift 2
  XPBD_NVML=$library FAKE_NVML=$words \
    "$subject" --budget 0.1s --quiet --json "$work/run.json" "$@" >"$work/output" 2>&1
}

# field KEY STATE [VALUE [SOURCE]]: a field of env.gpu; VALUE as it stands in JSON, SOURCE a part of it.
field() {
  grep -F "\"$1\": {\"state\": \"$2\", \"value\": ${3:-null}," "$work/run.json" | grep -F "${4:-}" >"$work/output"
}
# has TEXT: the file holds it.
has() { grep -qF -- "$1" "$work/run.json"; }
lacks() { ! has "$1"; }
# all_fields STATE: every field of env.gpu is in that state, and there are some.
all_fields() {
  sed -n '/^ *"gpu": {/,/^ *}/p' "$work/run.json" | grep '"state"' >"$work/fields"
  [ "$(grep -c . "$work/fields")" -gt 20 ] && ! grep -v "\"state\": \"$1\", \"value\": null" "$work/fields" >"$work/output"
}

check "a run" measure "" "$old"
check "devices" field devices known 1
check "names" field names known '"0: Fake GPU"'
check "driver" field driver known '"555.42.06"'
check "cuda_driver" field cuda_driver known '"12.5"'
units() { # every field that has a unit, with it
  sed -n '/^ *"gpu": {/,/^ *}/s/^ *"\([a-z_]*\)": .*"unit": "\([^"]*\)".*/\1 \2/p' "$work/run.json" | paste -s -d ,
}
has_units() { [ "$(units)" = "$1" ]; }
all="memory_total bytes,memory_used bytes,memory_bus bits,power W,power_limit W,sm_now MHz,sm_max MHz,memory_now MHz"
check "units" has_units "$all,memory_max MHz,temperature Celsius"
control "one unit less" has_units "$all,memory_max MHz"
check "only the tail of the UUID" field uuid_tail known '"89abcde0"'
check "the whole UUID nowhere" lacks 01234567-89ab
check "memory" field memory_total known 8000000000
check "power" field power known 350.5
check "and its limit" field power_limit known 700
check "clocks" field sm_now known 1900
check "of memory" field memory_now known 2619
check "memory in use" field memory_used known 1000000000
check "link" field pcie_generation known 5
check "clock limit" field sm_max known 2000
check "temperature" field temperature known 61
check "compute mode" field compute_mode known '"exclusive process"'
check "off is known" field mig known '"off"'
check "reasons under the older name" field reasons known '"none"'
check "more processes than there is room for" field processes known 3
check "a call that fails is unknown, not off" field ecc unknown null "error 3 not supported"
check "a missing function is unknown, not off" field persistence unknown null "not in this library"
check "success without a value is unknown" field pcie_width unknown null "error 3"
control "an unknown field" field ecc known
control "another value" field power known 350
check "clock of the episodes" has '"sm_mhz": {"min": 1900, "median": '
check "power of the episodes" has '"power_w": 350.5'
check "energy of the episodes" grep -qE '"energy_j": [0-9.]+,$' "$work/run.json"
check "duration of that energy" grep -qE '"energy_s": [0-9.e-]+,$' "$work/run.json"
check "no reasons" has '"reasons": 0,'
check "not flagged for the GPU" lacks "the GPU was slowed down"
check "no clock note" lacks "the SM clock fell"
# The machine that runs this may be busy and the row flagged for that: the GPU's part is what the notes say.
flagged_by_gpu() { has '"flagged": true' && grep -qE 'the GPU was slowed down: |the SM clock fell' "$work/run.json"; }
control "a GPU that keeps its pace" flagged_by_gpu

check "a run under the newer names" measure "" "$new"
check "reasons under the newer name" field reasons known '"none"'
check "no process" field processes known 0

check "a run with a power cap in one episode" measure power "$old"
check "flagged" flagged_by_gpu
check "in words" has "the GPU was slowed down: software power cap"
check "mask" has '"reasons": 4,'
check "a warning" has "points were measured while the GPU was slowed down"
check "a run that gets hot" measure "hot capped-clocks future" "$new"
check "the causes alone in the note" has '"the GPU was slowed down: hardware thermal slowdown"'
check "all reasons in words" has '"application clocks, hardware thermal slowdown, 0x200"'
check "a run at application clocks" measure capped-clocks "$old"
control "a setting is no slowdown" flagged_by_gpu
check "its reason" has '"reasons_text": "application clocks"'
check "a run with one slow episode" measure crawls "$old"
check "flagged by the clock" flagged_by_gpu
check "which clock" has "the SM clock fell to 1400 MHz, below 75 % of the highest, 2000 MHz"

check "a run on a slice of a GPU" measure "sliced" "$old"
check "which is said" field mig known '"on"'
check "its power is that of all slices" has '"power_w": null'
check "and its energy" has '"energy_j": null'
check "its clock is its own" has '"sm_mhz": {"min": 1900, "median": '
check "a run that fails to answer once" measure half "$old"
check "reasons unknown" has '"reasons": null'
check "and the note says so" has "whether the GPU was slowed down is unknown: its event reasons"
control "unknown is not slowed down" flagged_by_gpu
check "a GPU that is lost" measure lost "$old"
check "clock unknown" has '"sm_mhz": {"min": null, "median": null, "max": null, "limit": 2000}'
check "energy unknown" has '"energy_j": null'
check "its fields say why" field sm_now unknown null "error 15 the GPU is lost"

check "a device that is not there" measure "" "$old" -a device=1
check "its fields unknown" field name unknown null "NVML knows 1 devices, none with the number 1"
check "its telemetry unknown" has "whether the GPU was slowed down is unknown: NVML knows 1 devices"
check "two GPUs that differ" measure pair "$old" -a device=1
check "both names" field names known '"0: Fake GPU; 1: Fake GPU Mini"'
check "no guess" field name unknown null "CUDA_DEVICE_ORDER"
export CUDA_DEVICE_ORDER=PCI_BUS_ID
check "two GPUs in the order of the bus" measure pair "$old" -a device=1
check "the second" field name known '"Fake GPU Mini"'
unset CUDA_DEVICE_ORDER
check "two equal GPUs" measure "pair twins" "$old" -a device=1
check "one name for both" field names known '"0-1: Fake GPU"'
check "the second of equals" field uuid_tail known '"89abcde1"'
export CUDA_VISIBLE_DEVICES=GPU-11
check "a GPU chosen by its UUID" measure pair "$old"
check "that one" field name known '"Fake GPU Mini"'
export CUDA_VISIBLE_DEVICES=
check "no GPU visible to CUDA" measure pair "$old"
check "not the one that NVML sees" field name unknown null "CUDA_VISIBLE_DEVICES has no device 0"
unset CUDA_VISIBLE_DEVICES

check "a driver without a GPU" measure empty "$old"
check "none" field devices known 0
check "a device does not apply" field name "not applicable"
check "a library that refuses" measure refuses "$old"
check "everything unknown" all_fields unknown
check "for what it said, and nothing more" field name unknown null '"nvmlInit_v2: error 15 the GPU is lost"'
control "nothing is not applicable" all_fields "not applicable"
check "a library that is not there" measure "" "$work/none.so"
check "all fields unknown" all_fields unknown
if [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; then
  echo "skipped: a machine without a driver (this one has one)"
else
  check "a driver that is not loaded" measure not-loaded "$old"
  check "not applicable" all_fields "not applicable"
  control "not unknown either" all_fields unknown
  check "no library and no driver" measure "" ""
  check "all not applicable" all_fields "not applicable"
  check "telemetry says why" has "whether the GPU was slowed down is unknown: no NVIDIA driver"
fi

# A run that goes on has the telemetry of what was measured before.
points() { sed -n '/^    "points": \[/,$p' "$1"; }
check "a journal" measure "" "$old" --journal "$work/run.jsonl"
points "$work/run.json" >"$work/before"
check "it goes on" measure "" "$old" --resume "$work/run.jsonl"
points "$work/run.json" >"$work/after"
check "with the same telemetry" cmp "$work/before" "$work/after"
check "which is there" has '"sm_mhz": {"min"'
control "on another GPU" measure "" "" --resume "$work/run.jsonl"

check "a point that is not on a GPU" measure power "$old" -a backend=seq
check "has no telemetry" has '"telemetry": null'
control "and is not flagged for it" flagged_by_gpu
XPBD_NVML=$old quiet "$bench" -a size=9 -a constraint=stvk -a backend=seq -a iterations=5 --frames 4 --budget 0.1s \
  --quiet --json "$work/run.json"
check "xpbd-bench names the GPU" field name known '"Fake GPU"'
check "xpbd-bench on the CPU has no telemetry" has '"telemetry": null'
finish
