#!/bin/sh
# Why this file exists: a GPU's report about itself must arrive in the results as known, unknown or not applicable, and
# a slowed-down GPU must show. Fake NVML libraries allow this check on machines without a GPU.
# usage: gpu.sh SOURCE GPU_SUBJECT XPBD_BENCH FAKE_NVML FAKE_NVML_NEW
set -u
subject=$2 bench=$3 old=$4 new=$5
. "$1/tests/common.sh"
unset CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER FAKE_NVML XPBD_NVML

# measure WORDS LIBRARY [ARGUMENT...]: run the subject with this library. "" means the system's.
measure() {
  words=$1 library=$2
  rm -f "$work/run.json" # of ask, which is no file of results
  shift 2
  XPBD_NVML=$library FAKE_NVML=$words \
    "$subject" --budget 0.1s --quiet --json "$work/run.json" "$@" >"$work/output" 2>&1
}

# ask WORDS LIBRARY DEVICE: write the environment of a device with this library, without a measurement.
ask() { XPBD_NVML=$2 FAKE_NVML=$1 "$subject" fields "$3" >"$work/run.json" 2>"$work/output"; }

# field KEY STATE [VALUE [SOURCE]]: check a field of env.gpu. VALUE is JSON text, SOURCE a part of the source.
field() {
  grep -F "\"$1\": {\"state\": \"$2\", \"value\": ${3:-null}," "$work/run.json" | grep -F "${4:-}" >"$work/output"
}
# has TEXT: the file contains it.
has() { grep -qF -- "$1" "$work/run.json"; }
lacks() { ! has "$1"; }
# all_fields STATE: every field of env.gpu has this state, and there are more than 20.
all_fields() {
  sed -n '/^ *"gpu": {/,/^ *}/p' "$work/run.json" | grep '"state"' >"$work/fields"
  [ "$(grep -c . "$work/fields")" -gt 20 ] && ! grep -v "\"state\": \"$1\", \"value\": null" "$work/fields" >"$work/output"
}

check "a run" measure "" "$old"
check "the whole UUID nowhere" lacks 01234567-89ab
control "an unknown field" field ecc known
control "another value" field power known 350
check "clock of the episodes" has '"sm_mhz": {"min": 1900, "median": '
check "power of the episodes" has '"power_w": 350.5'
check "energy of the episodes" grep -qE '"energy_j": [0-9.]+,$' "$work/run.json"
check "duration of that energy" grep -qE '"energy_s": [0-9.e-]+,$' "$work/run.json"
check "no reasons" has '"reasons": 0,'
check "not flagged for the GPU" lacks "the GPU was slowed down"
check "no clock note" lacks "the SM clock fell"
# The row may be flagged because this machine is busy. The notes show whether the GPU was a cause.
flagged_by_gpu() { has '"flagged": true' && grep -qE 'the GPU was slowed down: |the SM clock fell' "$work/run.json"; }
control "a GPU that keeps its pace" flagged_by_gpu

# told: every field of env.gpu as written: state, value, unit, source.
told() { sed -n '/^ *"gpu": {/,/^ *}/s/^ *"\([a-z_]*\)": {"state": \(.*\), "value": \(.*\), "unit": \(.*\), "source": \(.*\)},*$/\1|\2|\3|\4|\5/p' "$work/run.json"; }
tells() { told >"$work/told" && diff "$work/wanted" "$work/told" >"$work/output"; }
cat >"$work/wanted" <<'X'
devices|"known"|1|null|"nvmlDeviceGetCount_v2"
names|"known"|"0: Fake GPU"|null|"nvmlDeviceGetName"
driver|"known"|"555.42.06"|null|"nvmlSystemGetDriverVersion"
cuda_driver|"known"|"12.5"|null|"nvmlSystemGetCudaDriverVersion_v2"
device|"known"|0|null|"CUDA's number of the device"
name|"known"|"Fake GPU"|null|"nvmlDeviceGetName"
uuid_tail|"known"|"89abcde0"|null|"nvmlDeviceGetUUID"
capability|"unknown"|null|null|"nvmlDeviceGetCudaComputeCapability: not in this library"
memory_total|"known"|8000000000|"bytes"|"nvmlDeviceGetMemoryInfo"
memory_used|"known"|1000000000|"bytes"|"nvmlDeviceGetMemoryInfo"
cores|"unknown"|null|null|"nvmlDeviceGetNumGpuCores: not in this library"
memory_bus|"unknown"|null|"bits"|"nvmlDeviceGetMemoryBusWidth: not in this library"
pcie_generation|"known"|5|null|"nvmlDeviceGetCurrPcieLinkGeneration"
pcie_width|"unknown"|null|null|"nvmlDeviceGetCurrPcieLinkWidth: error 3 not supported"
power|"known"|350.5|"W"|"nvmlDeviceGetPowerUsage"
power_limit|"known"|700|"W"|"nvmlDeviceGetEnforcedPowerLimit"
sm_now|"known"|1900|"MHz"|"nvmlDeviceGetClockInfo"
sm_max|"known"|2000|"MHz"|"nvmlDeviceGetMaxClockInfo"
memory_now|"known"|2619|"MHz"|"nvmlDeviceGetClockInfo"
memory_max|"known"|2700|"MHz"|"nvmlDeviceGetMaxClockInfo"
temperature|"known"|61|"Celsius"|"nvmlDeviceGetTemperature"
reasons|"known"|"none"|null|"nvmlDeviceGetCurrentClocksEventReasons or ThrottleReasons"
ecc|"unknown"|null|null|"nvmlDeviceGetEccMode: error 3 not supported"
mig|"known"|"off"|null|"nvmlDeviceGetMigMode"
persistence|"unknown"|null|null|"nvmlDeviceGetPersistenceMode: not in this library"
compute_mode|"known"|"exclusive process"|null|"nvmlDeviceGetComputeMode"
processes|"known"|3|null|"nvmlDeviceGetComputeRunningProcesses, this one included"
X
check "all of them" tells
# half a joule per episode
joules() { tr -d '\n' <"$work/run.json" | sed 's/.*"telemetry": {/{/' | awk -F '[:,] *' '{
  for (i = 1; i < NF; i++) if ($i ~ /"episodes"/) n = $(i + 1); else if ($i ~ /"energy_j"/) e = $(i + 1) } END { exit !(n > 0 && e == n / 2 * '"$1"') }'; }
check "half a joule in each episode" joules 1
control "a joule in each" joules 2

check "a run under the newer names" measure "" "$new"
control "other answers" tells
sed -i -e '/^\(capability\|cores\|memory_bus\|pcie_width\|ecc\|persistence\)|/s/"unknown"|null|\([^|]*\)|"\([A-Za-z]*\): .*/"known"|VALUE|\1|"\2"/' \
  -e '/^capability/s/VALUE/"9.7"/; /^cores/s/VALUE/16896/; /^memory_bus/s/VALUE/5120/; /^pcie_width/s/VALUE/16/' \
  -e '/^ecc\|^persistence/s/VALUE/"on"/; /^processes/s/|3|/|0|/' "$work/wanted"
check "every field is known" tells
mode=0
for name in default "exclusive thread" prohibited "exclusive process" ""; do
  FAKE_NVML_MODE=$mode
  export FAKE_NVML_MODE
  check "compute mode $mode" ask strange "$new" 0
  check "is $name" field compute_mode "$([ -n "$name" ] && echo known || echo unknown)" "$([ -n "$name" ] && echo "\"$name\"" || echo null)"
  mode=$((mode + 1))
done
unset FAKE_NVML_MODE
check "neither on nor off is unknown" field persistence unknown null "nvmlDeviceGetPersistenceMode"

check "a run with a power cap in one episode" measure power "$old"
check "flagged" flagged_by_gpu
check "in words" has "the GPU was slowed down: software power cap"
check "mask" has '"reasons": 4,'
check "a warning" has '"1 point was measured while the GPU was slowed down; its notes say why"'
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
check "its fields unknown" field name unknown null "NVML knows 1 device, none with the number 1"
check "its telemetry unknown" has "whether the GPU was slowed down is unknown: NVML knows 1 device"
check "two GPUs that differ" ask pair "$old" 1
check "both names" field names known '"0: Fake GPU; 1: Fake GPU Mini"'
check "no guess" field name unknown null "CUDA_DEVICE_ORDER"
export CUDA_DEVICE_ORDER=PCI_BUS_ID
check "two GPUs in the order of the bus" ask pair "$old" 1
check "the second" field name known '"Fake GPU Mini"'
unset CUDA_DEVICE_ORDER
check "two equal GPUs" ask "pair twins" "$old" 1
check "one name for both" field names known '"0-1: Fake GPU"'
check "the second of equals" field uuid_tail known '"89abcde1"'
export CUDA_VISIBLE_DEVICES=GPU-11
check "a GPU chosen by its UUID" ask pair "$old" 0
check "that one" field name known '"Fake GPU Mini"'
export CUDA_VISIBLE_DEVICES=
check "no GPU visible to CUDA" ask pair "$old" 0
check "not the one that NVML sees" field name unknown null "CUDA_VISIBLE_DEVICES has no device 0"
unset CUDA_VISIBLE_DEVICES

# Which of four GPUs is meant: library words | CUDA_DEVICE_ORDER | CUDA_VISIBLE_DEVICES | CUDA's number | the end of the
# UUID, or why it is unknown. "-": not set.
while IFS='|' read -r words order visible device wanted; do
  unset CUDA_DEVICE_ORDER CUDA_VISIBLE_DEVICES
  [ "$order" = - ] || export CUDA_DEVICE_ORDER="$order"
  [ "$visible" = - ] || export CUDA_VISIBLE_DEVICES="$visible"
  check "$words, $order, $visible, device $device" ask "$words" "$old" "$device"
  case $wanted in
    ?) check "is $wanted" field uuid_tail known "\"89abcde$wanted\"" ;;
    *) check "is none: $wanted" field uuid_tail unknown null "\"$wanted\"" ;;
  esac
  control "another one" field uuid_tail known '"89abcde9"'
done <<'X'
four|PCI_BUS_ID|-|3|3
four|PCI_BUS_ID|-|4|NVML knows 4 devices, none with the number 4
four|PCI_BUS_ID|2,0|0|2
four|PCI_BUS_ID|2,0|1|0
four|PCI_BUS_ID|2,0|2|CUDA_VISIBLE_DEVICES has no device 2
four|PCI_BUS_ID|7|0|NVML knows 4 devices, none with the number 7
four|PCI_BUS_ID|4|0|NVML knows 4 devices, none with the number 4
four|PCI_BUS_ID|-1|0|NVML knows 4 devices, none with the number -1
four|PCI_BUS_ID|,1|0|CUDA_VISIBLE_DEVICES has no device 0
four|PCI_BUS_ID|1,,2|1|CUDA_VISIBLE_DEVICES has no device 1
four|PCI_BUS_ID|1x|0|no GPU has the UUID of entry 0 of CUDA_VISIBLE_DEVICES
four|-|1|0|cannot tell which of 4 different GPUs is device 0: set CUDA_DEVICE_ORDER=PCI_BUS_ID
four|FASTEST_FIRST|0,1|1|cannot tell which of 4 different GPUs is device 1: set CUDA_DEVICE_ORDER=PCI_BUS_ID
four twins|-|3,1|1|1
four twins nameless|-|0|0|cannot tell which of 4 different GPUs is device 0: set CUDA_DEVICE_ORDER=PCI_BUS_ID
four|-|GPU-3,GPU-2|1|2
four|-|2,GPU-0|1|0
four|-|GPU-x|0|no GPU has the UUID of entry 0 of CUDA_VISIBLE_DEVICES
four|-|GPU-3,GPU-|1|no GPU has the UUID of entry 1 of CUDA_VISIBLE_DEVICES
four|-|MIG-3|0|no GPU has the UUID of entry 0 of CUDA_VISIBLE_DEVICES
one|-|MIG-3|0|0
one|-|0|0|0
one silent|-|0|0|nvmlDeviceGetHandleByIndex_v2: error 999 
four silent|-|GPU-2|0|no GPU has the UUID of entry 0 of CUDA_VISIBLE_DEVICES
uncounted|-|0|0|NVML knows 0 devices, none with the number 0
X
unset CUDA_DEVICE_ORDER CUDA_VISIBLE_DEVICES
check "four GPUs" ask four "$old" 0
check "two of each" field names known '"0-1: Fake GPU; 2-3: Fake GPU Mini"' nvmlDeviceGetName
check "as many" field devices known 4
check "one without a name" ask "four nameless" "$old" 0
check "is said to be unknown" field names known '"0: Fake GPU; 1: unknown; 2-3: Fake GPU Mini"'
check "four that are equal" ask "four twins" "$old" 0
check "have one name" field names known '"0-3: Fake GPU"'
check "GPUs that may not be counted" ask uncounted "$old" 0
check "how many is unknown" field devices unknown null '"nvmlDeviceGetCount_v2: error 4 no permission"'
check "a UUID of nine letters" ask curt "$old" 0
check "its last eight" field uuid_tail known '"PU-12345"'
check "a UUID of three" ask "curt terse" "$old" 0
check "all of it" field uuid_tail known '"GPU"'
control "of nine" field uuid_tail known '"PU-12345"'
check "a library without NVML's functions" ask "" libm.so.6 0
check "says so" field name unknown null '"the library lacks functions that every NVML has"'

check "a driver without a GPU" ask empty "$old" 0
check "none" field devices known 0
check "a device does not apply" field name "not applicable"
check "a library that refuses" ask refuses "$old" 0
check "everything unknown" all_fields unknown
check "for what it said, and nothing more" field name unknown null '"nvmlInit_v2: error 15 the GPU is lost"'
control "nothing is not applicable" all_fields "not applicable"
check "a library that is not there" ask "" "$work/none.so" 0
check "which is said" field name unknown null '"XPBD_NVML names a library that cannot be loaded"'
check "all fields unknown" all_fields unknown
if [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; then
  echo "skipped: a machine without a driver (this one has one)"
else
  check "a driver that is not loaded" ask not-loaded "$old" 0
  check "which is said, too" field name "not applicable" null '"nvmlInit_v2: error 9 the driver is not loaded"'
  check "not applicable" all_fields "not applicable"
  control "not unknown either" all_fields unknown
  check "no library and no driver" measure "" ""
  check "all not applicable" all_fields "not applicable"
  check "telemetry says why" has "whether the GPU was slowed down is unknown: no NVIDIA driver: neither libnvidia-ml.so.1 nor a driver's files"
fi

# A resumed run has the telemetry of earlier measurements.
points() { sed -n '/^    "points": \[/,/^    \]/p' "$1"; }
check "a journal" measure "" "$old" --journal "$work/run.jsonl"
# lasted PARTS: the energy covers PARTS times the episodes: at least their timed frames, at most their whole duration.
lasted() {
  LC_ALL=C awk -v parts="$1" '
    FNR == NR { if (/"samples_s"/) { split($0, a, /"spent_s": /); split($0, b, /"timed_s": /); all += a[2]; timed += b[2] } next }
    /"energy_s": / { split($0, c, ": "); energy = parts * c[2] }
    END { exit !(timed > 0 && energy >= timed && energy <= all) }' "$work/run.jsonl" "$work/run.json"
}
check "the time of its energy is that of its episodes" lasted 1
control "a hundred times as long" lasted 100
points "$work/run.json" >"$work/before"
check "it goes on" measure "" "$old" --resume "$work/run.jsonl"
points "$work/run.json" >"$work/after"
check "with the same telemetry" cmp "$work/before" "$work/after"
check "which is there" has '"sm_mhz": {"min"'
control "on another GPU" measure "" "" --resume "$work/run.jsonl"
check "which is another machine" grep -qF 'another machine: gpu.names was "0: Fake GPU", here it is "' "$work/output"

check "a point that is not on a GPU" measure power "$old" -a backend=seq
check "has no telemetry" has '"telemetry": null'
control "and is not flagged for it" flagged_by_gpu
XPBD_NVML=$old quiet "$bench" -a size=9 -a constraint=stvk -a backend=seq -a iterations=5 --frames 4 --budget 0.1s \
  --quiet --json "$work/run.json"
check "xpbd-bench names the GPU" field name known '"Fake GPU"'
check "xpbd-bench on the CPU has no telemetry" has '"telemetry": null'

# The energy of the processor, from a folder like /sys/class/powercap. Unit tests cover the counters themselves.
domain() { # domain N NAME MICROJOULES
  mkdir -p "$work/powercap/intel-rapl:$1"
  echo "$2" >"$work/powercap/intel-rapl:$1/name"
  echo "$3" >"$work/powercap/intel-rapl:$1/energy_uj"
  echo 900000000000 >"$work/powercap/intel-rapl:$1/max_energy_range_uj"
}
processor() { XPBD_POWERCAP=$work/powercap quiet "$subject" --budget 0.1s --quiet --json "$work/run.json" -a backend=seq "$@"; }
energy() { grep -F '"energy": {"state":' "$work/run.json" | grep -qF "$1"; }
domain 0 package-0 5
domain 1 psys 7
check "a processor whose energy can be read" processor
check "is named" energy '"known", "value": "package-0"'
check "and its rows have energy" has '"energy_source": "RAPL"'
check "of counters that stand still" has '"energy_j": 0'
check "but nothing of a GPU" has '"device": null'
control "nor of NVML" has '"energy_source": "NVML"'
check "a GPU has its own" measure "" "$old"
check "which is named" has '"energy_source": "NVML"'
echo nothing >"$work/powercap/intel-rapl:0/energy_uj"
check "a counter without a number" processor
check "is unknown, and says why" energy "energy_uj of package-0: has no number"
check "and rows have no telemetry" has '"telemetry": null'
rm -r "$work/powercap"
check "no counters" processor
check "are unknown" energy 'no package here'
finish
