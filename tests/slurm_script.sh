#!/bin/sh
# Why this file exists: tests ./run sweep --slurm with a real Slurm: a cluster of this one machine, with its own
# configuration, key, ports and folder, which ends with the test. It installs nothing and uses no other Slurm.
# usage: slurm_script.sh SOURCE BENCH_MADE XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/common.sh"
. "$source/tests/tree.sh"
skip() {
  echo "skipped: $*"
  exit 77
}
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch squeue scancel sinfo; do
  command -v "$program" >/dev/null || skip "there is no $program (Debian: slurm-wlm munge)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd starts jobs as root only"
[ -n "$report" ] || skip "xpbd-report is not built"
for name in $(env | sed -n 's/^\(SLURM_[A-Za-z_]*\|SBATCH_[A-Za-z_]*\)=.*/\1/p'); do unset "$name"; done
cd "$work" || exit 1

# The cluster. A made-up device stands for its GPU: Slurm only counts it and tells the job its number.
host=$(uname -n | cut -d . -f 1)
port=$((20000 + $$ % 10000 * 2))
mkdir state spool
head -c 1024 /dev/urandom >key
chmod 400 key
cat >slurm.conf <<END
ClusterName=alone
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
GresTypes=gpu
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 Gres=gpu:1 Feature=small State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
END
echo "NodeName=$host Name=gpu File=/dev/null" >gres.conf
echo "CgroupPlugin=cgroup/v1" >cgroup.conf # others check for mounts that a container may lack; no step uses any
export SLURM_CONF="$work/slurm.conf"
daemons=
begin() { # begin NAME COMMAND...: in the background; its output in NAME.log
  log=$1.log
  shift
  "$@" >"$log" 2>&1 </dev/null &
  daemons="$! $daemons"
}
stop_daemons() {
  for pid in $daemons; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; done
  rm -rf "$work"
}
trap stop_daemons EXIT
begin munged munged --foreground --force --socket="$work/munge.socket" --key-file="$work/key" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.txt" --seed-file="$work/seed"
tries=0
until [ -S munge.socket ] || [ $tries -ge 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
begin slurmctld slurmctld -D -f "$SLURM_CONF"
begin slurmd slurmd -D -f "$SLURM_CONF"
tries=0
until [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; do
  tries=$((tries + 1))
  [ $tries -lt 100 ] || skip "Slurm does not start here: $(tail -qn 1 slurmctld.log slurmd.log | tr '\n' ' ')"
  sleep 0.2
done

few="cloth -a size=11,21 -a iterations=5 -a constraint=stretching,stvk -a backend=seq --frames 4 --min-episodes 6 --max-episodes 6"
# shellcheck disable=SC2086
"$bench" $few --quiet --tsv whole.tsv >out 2>err
facts whole.tsv >whole.facts
# shellcheck disable=SC2016
printf '%s\n' "arguments $few" "shards 3" "partition all" "gpus 1" "processors 1" "time 2" \
  'setup echo "the device is $CUDA_VISIBLE_DEVICES"' >jobs.txt
export XPBD_SWEEP_POLL=0.5
check "three jobs" ends 0 "  4 of 4 rows" sweep --slurm jobs.txt
check "one array" says "shards 1,2,3 of 3"
check "ends with the path of the page" last_line_is_page
facts "$tree/reports/sweep-jobs.local/results.tsv" >jobs.facts
check "the rows of one run" cmp whole.facts jobs.facts
check "each had a device" [ "$(grep -lx 'the device is 0' "$tree"/reports/sweep-jobs.local/shard-*.log | wc -l)" -eq 3 ]
sed 's/^partition.*/partition none/; s/^shards.*/shards 2/' jobs.txt >none.txt
check "no such partition" ends 1 "sbatch refuses the job (reports/sweep-none.local/job.sh): sbatch: error: Batch job submission failed: Invalid partition" \
  sweep --slurm none.txt

# The plan of the examples, on this cluster and with less to do.
sed -e 's/^arguments .*/arguments cloth -a size=11 -a constraint=stretching -a backend=seq --quick/' -e '/^setup/d' \
  -e 's/a100/small/' -e 's/^partition .*/partition all/' -e 's/^processors .*/processors 1/' -e 's/1:00:00/2/' \
  -e 's/^shards .*/shards 1/' "$source/examples/cluster.sweep" >cluster.sweep
check "the plan of the examples" ends 0 "  1 of 1 row" sweep --slurm cluster.sweep
check "with its device" grep -qx '#SBATCH --gres=gpu:1' "$tree/reports/sweep-cluster.local/job.sh"
check "and its kind of node" grep -qx '#SBATCH --constraint=small' "$tree/reports/sweep-cluster.local/job.sh"
sed 's/small/large/' cluster.sweep >large.sweep
check "a node that is not there" ends 1 "sbatch refuses the job" sweep --slurm large.sweep

# A job is cancelled in mid-run, and the same command continues it.
long="cloth -a size=81 -a iterations=20 -a constraint=stretching,stvk -a backend=seq --frames 8 --min-episodes 40 --max-episodes 40"
printf '%s\n' "arguments $long --rel-err 0.0001% --budget 100s" "shards 1" "time 5" >long.txt
journal=$tree/reports/sweep-long.local/shard-1/samples.jsonl
in_tree sweep --slurm long.txt &
tries=0
until [ "$(wc -l 2>/dev/null <"$journal" || echo 0)" -ge 10 ] || [ $tries -ge 300 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
scancel "$(cat "$tree/reports/sweep-long.local/job")"
wait $!
check "it says what is missing" says "shard 1/1 is not complete"
control "it looks complete" grep -q '^    "complete": true' "$tree/reports/sweep-long.local/results.json"
check "it goes on" ends 0 "  2 of 2 rows" sweep --slurm long.txt
check "as one that was resumed" grep -q '^    "resumed": 1' "$tree/reports/sweep-long.local/results.json"
check "and measures nothing twice" [ "$(grep -o '"point": "[^"]*", "episode": [0-9]*' "$journal" | sort | uniq -d | wc -l)" -eq 0 ]
check "but everything" [ "$(grep -c '"episode": ' "$journal")" -eq 80 ]
finish
