#!/bin/sh
# Why this file exists: a run reports its machine, and the one machine for tests has no governor, no second socket and
# no container. So machines are made up here. Each is a folder of the files by which a system describes itself
# (faults_preload.c redirects to it). Another program reads the same files and compares (machine.pl).
# usage: machines.sh SOURCE CC XPBD_BENCH
set -u
source=$1 cc=$2 bench=$3
. "$source/tests/oracle/begin.sh"
if ! preload "$cc" "$bench"; then
  echo "skipped: no preloading here"
  exit 77
fi
unset container

put() { mkdir -p "${1%/*}" && cat >"$1"; }
say() { mkdir -p "${1%/*}" && echo "$2" >"$1"; }
cache() { say "$1/level" "$2" && say "$1/type" "$3" && say "$1/size" "$4"; }
# cpus FILE MODEL FLAGS PACKAGE/CORE...: one processor each
cpus() {
  file=$1 model=$2 flags=$3 number=0
  shift 3
  for place; do
    printf 'processor\t: %d\nmodel\t\t: 85\nmodel name\t: %s\ncpu MHz\t\t: %d.123\nphysical id\t: %s\ncore id\t\t: %s\nflags\t\t: %s\n\n' \
      $number "$model" $((1200 + number)) "${place%/*}" "${place#*/}" "$flags"
    number=$((number + 1))
  done | put "$file"
}

# Two sockets of two cores with two threads, without virtualisation, saving power, in a container that may use a part of
# it.
cpus server/proc/cpuinfo "Made Up(R) Server  @ 2.00GHz " "fpu sse2 avx2" 0/0 0/1 1/0 1/1 0/0 0/1 1/0 1/1
put server/proc/meminfo <<X
MemTotal:       131072000 kB
MemFree:         1000000 kB
MemAvailable:   99000000 kB
X
say server/sys/fs/cgroup/memory.max 8000000000
say server/sys/fs/cgroup/memory.current 1500000001
say server/sys/fs/cgroup/cpu.max "150000 100000"
cpu=server/sys/devices/system/cpu
say $cpu/smt/active 1
say $cpu/cpu0/cpufreq/cpuinfo_min_freq 800000
say $cpu/cpu0/cpufreq/cpuinfo_max_freq 3900000
say $cpu/cpu0/cpufreq/scaling_governor "powersave "
say $cpu/cpu0/cpufreq/scaling_driver intel_pstate
say $cpu/intel_pstate/no_turbo 1
say $cpu/cpufreq/boost 1
cache $cpu/cpu0/cache/index0 1 Data 48K
cache $cpu/cpu0/cache/index1 1 Instruction 32K
cache $cpu/cpu0/cache/index2 2 Unified 2M
cache $cpu/cpu0/cache/index3 3 Unified 36864K
cache $cpu/cpu0/cache/index4 4 Unified 128M
say $cpu/cpu0/cache/index3/shared_cpu_list 0-3
mkdir -p server/sys/devices/system/node/node0 server/sys/devices/system/node/node1 server/sys/devices/system/node/node2
say server/sys/kernel/mm/transparent_hugepage/enabled "always [madvise] never"
say server/sys/class/dmi/id/sys_vendor "Not asked for"
say server/sys/devices/system/clocksource/clocksource0/current_clocksource tsc
say server/proc/sys/kernel/randomize_va_space 2
say server/proc/pressure/cpu "some avg10=12.25 avg60=3.00 avg300=1.00 total=123456789"
printf 'NAME="Made Up"\nPRETTY_NAME="Made Up 7 (bold)"\n' | put server/etc/os-release
say server/.dockerenv ""

# A rented one: one thread per core, no frequencies, boost off; the groups of its first process name its container.
cpus rented/proc/cpuinfo "Made Up Rented" "fpu hypervisor sse2" 0/0 0/1 0/2
put rented/proc/meminfo <<X
MemTotal:        4096000 kB
MemAvailable:    2048000 kB
X
cpu=rented/sys/devices/system/cpu
say $cpu/smt/active 0
say $cpu/cpufreq/boost 0
cache $cpu/cpu0/cache/index0 1 Data 32768
say rented/sys/class/dmi/id/sys_vendor "Somebody's Cloud"
say rented/proc/sys/kernel/randomize_va_space 0
say rented/proc/1/cgroup "0::/kubepods/pod1"
say rented/sys/fs/cgroup/memory.max max
say rented/sys/fs/cgroup/memory.current 1
printf 'PRETTY_NAME=Rented\n' | put rented/etc/os-release

# Two with a quota below one processor: a job in groups of version 1, and a service of version 2 below a larger limit.
cp -r rented job && say job/proc/self/cgroup "4:cpu,cpuacct:/slurm/uid_0/job_7"
group=job/sys/fs/cgroup/cpu,cpuacct/slurm/uid_0
say $group/job_7/cpu.cfs_quota_us 80000 && say $group/job_7/cpu.cfs_period_us 100000
say $group/cpu.cfs_quota_us 25000 && say $group/cpu.cfs_period_us 100000
cp -r rented service && say service/proc/self/cgroup "0::/system.slice/run-r1.service"
say service/sys/fs/cgroup/system.slice/run-r1.service/cpu.max "25000 100000"
say service/sys/fs/cgroup/system.slice/cpu.max "200000 100000"

# Under a hypervisor without a name, boost on, no SMT file, a container of the third kind.
cpus hidden/proc/cpuinfo "Made Up Hidden" "hypervisor" 3/7
say hidden/sys/devices/system/cpu/cpufreq/boost 1
say hidden/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor performance
say hidden/proc/1/cgroup "1:name=systemd:/lxc/one"
say hidden/proc/pressure/cpu "some avg10=10.00 avg60=3.00 avg300=1.00 total=1"
say hidden/proc/meminfo "MemAvailable:    3000000 kB"

# As many cores as can be told apart, and one more; on one machine sockets, too.
cores() { awk -v count="$1" -v each="$2" 'BEGIN { for (i = 0; i < count; i++) print int(i / each) "/" i % each }'; }
# shellcheck disable=SC2046 # words
cpus vast/proc/cpuinfo "Made Up Vast" "fpu" $(cores 4096 2048) 1/2047
# shellcheck disable=SC2046
cpus vaster/proc/cpuinfo "Made Up Vaster" "fpu" $(cores 4097 1)

mkdir nowhere
# The container's own name comes first, except before a daemon's sign.
cp -r rented podman && say podman/run/.containerenv ""
cp -r hidden docker && say docker/proc/1/cgroup "1:name=systemd:/docker/one"

measure() { # ROOT [VARIABLE=VALUE]: the results of a small run there, ROOT.json
  env FAULTS_ROOT="$work/$1" LD_PRELOAD="$work/faults.so" ${2:+"$2"} "$bench" projection -a size=6 -a iterations=2 \
    -a backend=seq -a threads=1 -a constraint=stretching --min-episodes 3 --max-episodes 3 --budget 0.000001s \
    --json "$1.json" --quiet >output 2>&1 </dev/null && cp output "$1.said"
}
right() { perl "$here/machines.pl" "$1.json" "$work/$2" "$3" "$4" >output 2>&1; }
machine() { # NAME CONTAINER AVAILABLE [VARIABLE=VALUE]
  check "$1: a run" measure "$1" "${4:-}"
  check "$1: what it says of the machine" right "$1" "$1" "$2" "$3"
}
machine server docker 6499999999
machine rented kubernetes 2097152000
machine hidden lxc 3072000000
machine vast - -
machine vaster - -
machine nowhere - -
machine podman podman 2097152000
machine docker docker 3072000000
machine rented toolbox 2097152000 container=toolbox
machine job kubernetes 2097152000
machine service kubernetes 2097152000
# The quota is said of the machine, beside the row, and in the verdict on noise.
quota() {
  grep -q '"a CPU quota of 0.25 processors stops this process at times' "$1.json" &&
    grep -q '^ *"notes": \[.*"a CPU quota of 0.25 processors stopped its 1 thread at times"' flat &&
    grep -q ' (a CPU quota of 0.25 processors stopped its 1 thread at times)' "$1.said" && grep -q '"flagged": true' "$1.json" && grep -q '"3 points were measured with more threads than the CPU quota of 0.25' "$1.json"
}
for made in job service server rented; do
  tr -d '\n' <"$made.json" | sed 's/"notes"/\n"notes"/g' >flat
  case $made in job | service) check "$made: its quota" quota "$made" ;; *) control "$made: a quota" quota "$made" ;; esac
done
warned() { grep -q 'governor is \\"powersave\\"' "$1.json"; }
check "a governor that saves power is warned of" warned server
control "another governor" warned hidden
waited() { grep -q "\"tasks waited for a processor $2 % of the last 10 s before the start\"" "$1.json"; }
check "others that wait for a processor are warned of" waited server 12
control "a tenth of the time is borne" waited hidden 10

# Another machine, another container, other memory; and one digit of one file differs.
control "a server that was rented" right server rented docker 6499999999
control "nowhere is somewhere" right hidden nowhere lxc 3072000000
control "another container" right server server podman 6499999999
control "a byte more" right server server docker 6500000000
for file in proc/meminfo sys/devices/system/cpu/cpu0/cache/index2/size sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq; do
  rm -rf changed
  cp -r server changed
  sed '1s/[1-8]/9/' "server/$file" >"changed/$file"
  control "another number in $file" right server changed docker 6499999999
done

finish
