#!/bin/sh
# Why this file exists: tests ./run sweep with the programs of the build and a stand-in for Slurm: shards here and as jobs,
# ended and resumed, joined, and every mistake in a plan. usage: sweep_script.sh SOURCE BENCH_MADE XPBD_REPORT
set -u
source=$1 bench=$2 report=${3:-}
. "$source/tests/common.sh"
. "$source/tests/tree.sh"
[ -n "$report" ] || {
  echo "skipped: xpbd-report is not built"
  exit 77
}
cd "$work" || exit 1
few="cloth -a size=11,21 -a iterations=5 -a constraint=stretching,stvk -a backend=seq --frames 4 --min-episodes 6 --max-episodes 6"
plan() { # plan FILE LINE...: what is measured, and these lines
  file=$1
  shift
  printf '%s\n' "# what is measured" "arguments $few" "" "$@" >"$file"
}
# shellcheck disable=SC2086
"$bench" $few --quiet --tsv whole.tsv >out 2>err
facts whole.tsv >whole.facts
# joined NAME: the sweep has the rows of a single run.
joined() {
  facts "$tree/reports/sweep-$1.local/results.tsv" >joined.facts
  [ -s whole.facts ] && cmp -s whole.facts joined.facts && grep -q '^    "complete": true' "$tree/reports/sweep-$1.local/results.json"
}

# On this machine.
plan here.txt "shards 3"
check "here" ends 0 "shard 3/3" sweep here.txt
check "ends with the path of the page" last_line_is_page
check "the rows of one run" joined here
check "once more: nothing is measured" ends 0 "shard 2/3: done before" sweep here.txt
rm "$tree/reports/sweep-here.local/shard-2/results.json"
head -n 4 "$tree/reports/sweep-here.local/shard-2/samples.jsonl" >short
mv short "$tree/reports/sweep-here.local/shard-2/samples.jsonl"
check "one that was killed goes on" ends 0 "  4 of 4 rows" sweep here.txt
check "the rows of one run again" joined here
: >"$tree/reports/sweep-here.local/shard-2/samples.jsonl"
rm "$tree/reports/sweep-here.local/shard-2/results.json"
check "one that was killed before its first line" ends 0 "  4 of 4 rows" sweep here.txt
plan many.txt "shards 9"
check "more shards than points" ends 0 "  4 of 4 rows" sweep many.txt
plan spent.txt "shards 2" "arguments --total-budget 0.000002s"
spent=reports/sweep-spent.local
check "a total budget that ends" ends 1 "shard 2/2 is not complete: its total budget ran out; $spent/xpbd-bench --resume $spent/shard-2 --total-budget TIME measures the rest, then the same command joins" sweep spent.txt
control "the same command alone goes on" says "continues with what is missing"
for i in 1 2; do (cd "$tree" && "$spent/xpbd-bench" --resume "$spent/shard-$i" --total-budget 60s --quiet) >out 2>err; done
check "with a larger one" ends 0 "  4 of 4 rows" sweep spent.txt
check "the rows of one run, too" joined spent
plan ended.txt "shards 2" "arguments --rel-err 0.0001% --budget 60s --max-episodes 400000"
env PATH="$work/bin:$PATH" timeout --preserve-status -s INT 2 "$tree/run" sweep ended.txt >"$work/output" 2>&1 </dev/null
code=$?
check "Ctrl-C" [ "$code" -eq 130 ]
check "says how to go on" says "interrupted; the same command continues"
plan other/here.txt 2>/dev/null || mkdir other
plan other/here.txt "shards 4"
check "another plan of the same name" ends 1 "was begun with another plan" sweep other/here.txt

# A plan with a mistake: one line that names the place.
wrong() { # wrong TEXT LINE...
  text=$1
  shift
  plan wrong.txt "$@"
  ends 1 "$text" sweep wrong.txt && [ "$(wc -l <"$work/output")" -eq 1 ]
}
check "no plan" ends 1 "which plan?" sweep
check "no such plan" ends 1 "none.txt: no such file" sweep none.txt
check "two plans" ends 1 "one plan at a time" sweep here.txt many.txt
check "an option" ends 1 "has no option --slrm" sweep --slrm here.txt
check "no shards" wrong "wrong.txt:4: 'shards 0': a whole number from 1 to 1000" "shards 0"
check "half a shard" wrong "'shards 1.5'" "shards 1.5"
check "no value" wrong "'shards' has no value" "shards"
check "an unknown key" wrong "unknown key 'shard'; known:" "shard 4"
check "files of its own" wrong "--json: the sweep chooses its files" "arguments --json x"
check "quotes" wrong "quotes" "arguments -a 'size=[1:9:4]'"
check "time" wrong "must be a time for Slurm" "time soon"
check "gpus" wrong "'gpus all'" "gpus all"
check "a name with a slash" wrong "letters, digits" "name a/b"
check "no option of sbatch" wrong "an option of sbatch is needed" "sbatch exclusive"
echo "shards 2" >none.txt
check "nothing to measure" ends 1 "has no line 'arguments ...'" sweep none.txt
plan wrong.txt "arguments -a sise=3"
check "what xpbd-bench refuses" ends 1 "xpbd-bench refuses its arguments: xpbd-bench: no axis \"sise\"" sweep wrong.txt
printf 'arguments %s\r\nshards 2\r\n' "$few" >windows.txt
check "a plan written on Windows" ends 0 "  4 of 4 rows" sweep windows.txt

# Slurm's stand-in: tasks run one after the other, and the queue knows those that have not ended.
plan jobs.txt "shards 3" "time 1:00:00" "partition fast" "gpus 2" "setup module() { :; }; module load gcc" "sbatch --exclusive"
mkdir without
ln -s /bin/* /usr/bin/* without/ 2>/dev/null
rm -f without/sbatch without/squeue
env PATH="$work/bin:$work/without" "$tree/run" sweep --slurm jobs.txt >"$work/output" 2>&1 </dev/null
code=$?
check "no Slurm" [ "$code" -eq 1 ]
check "which is said" says "there is no sbatch here, so no Slurm cluster; without --slurm the shards run here"
cat >"$work/bin/sbatch" <<END
#!/bin/bash
[ ! -e "$work/refused" ] || { echo "sbatch: error: Batch job submission failed: Invalid partition name specified" >&2; exit 1; }
for word in "\$@"; do case \$word in --array=*) list=\${word#--array=} ;; esac; script=\$word; done
echo "\$list" >>"$work/submitted"
: >"$work/queue"
for i in \${list//,/ }; do echo \$i >>"$work/queue"; done
{
  for i in \${list//,/ }; do
    log=\$(sed -n 's/^#SBATCH --output=//p' "\$script" | sed "s/%a/\$i/")
    [ -e "$work/fails-\$i" ] && echo "slurmstepd: error: node failure" >>"\$log" || SLURM_ARRAY_TASK_ID=\$i bash "\$script" >>"\$log" 2>&1
    sed -i "/^\$i\\\$/d" "$work/queue"
  done
} </dev/null >/dev/null 2>&1 &
echo "41;cluster"
END
cat >"$work/bin/squeue" <<END
#!/bin/sh
[ -s "$work/queue" ] || { echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1; }
sed 's/.*/PENDING Resources/' "$work/queue"
END
chmod +x "$work/bin/sbatch" "$work/bin/squeue"
export XPBD_SWEEP_POLL=0.2
touch refused
check "sbatch refuses" ends 1 "sbatch refuses the job (reports/sweep-jobs.local/job.sh): sbatch: error: Batch job submission failed: Invalid partition" sweep --slurm jobs.txt
rm refused
touch fails-2
check "a job fails" ends 1 "shard 2/3 is not complete: slurmstepd: error: node failure" sweep --slurm jobs.txt
check "its points are missing" says "missing: cloth/"
check "there is a page all the same" last_line_is_page
control "it looks complete" joined jobs
rm fails-2
check "once more: only that one" ends 0 "job 41: shards 2 of 3, 4 points" sweep --slurm jobs.txt
check "the rows of one run" joined jobs
check "once more: nothing to do" ends 0 "all 3 shards are done" sweep --slurm jobs.txt
check "each was submitted once" [ "$(tr '\n' ' ' <submitted)" = "1,2,3 2 " ]
for line in --time=1:00:00 --partition=fast --gres=gpu:2 --exclusive --array; do
  if [ "$line" = --array ]; then break; fi
  check "the job says $line" grep -qx "#SBATCH $line" "$tree/reports/sweep-jobs.local/job.sh"
done
check "and does what is to be set up" grep -q '^module() .* module load gcc$' "$tree/reports/sweep-jobs.local/job.sh"
rm "$tree/reports/sweep-jobs.local/shard-1/results.json"
echo 1 >queue
(
  tries=0
  until says "still exists" || [ $tries -ge 300 ]; do
    tries=$((tries + 1))
    sleep 0.2
  done
  : >queue
) &
check "a job that is still there is waited for" ends 1 "job 41 still exists" sweep --slurm jobs.txt
wait $!
finish
