#!/bin/sh
# Why this file exists: the power may fail while a checkpoint or a journal is written. faults_power.py makes each disk that
# may then be left: unsynced writes are lost, cut or in another order. From each of them the next run must continue:
# - A checkpoint is the old one or the new one. It continues to the bits of a run that nothing disturbed.
# - A journal keeps each point that had ended. Either --resume continues it, or one line says which lines to delete first.
# faults_calls.sh asks the same of the files of other commands, without a next run.
# usage: faults_power.sh SOURCE CC XPBD_SIM BENCH_MADE
set -u
source=$1 cc=$2 sim=$3 bench=$4
. "$source/tests/common.sh"
cd "$work" || exit 1
mkdir home old
export OMP_WAIT_POLICY=passive XDG_DATA_HOME="$work/home" OCL_ICD_VENDORS="$work/none/"
needs_python itertools
preload "$cc" "$sim" || {
  echo "skipped: no preloading here"
  exit 77
}

# followed COMMAND...: run it in the state before, and follow its calls.
followed() {
  rm -rf made log kept && cp -r old made
  FAULTS_CALL=none FAULTS_LOG=$work/log FAULTS_KEPT=$work/kept LD_PRELOAD=$work/faults.so quiet "$@"
}
# holds LOG: each file is old or new on each disk, and each journal has the points that ended.
holds() { quiet "$python" "$source/tests/faults_power.py" check "$1" kept old "$work/made"; }
# without PATTERN: the log of a program without such calls.
without() { grep -v "$1" log >log.less && ! cmp -s log log.less; }
# survives WHAT LEAST RECOVER: run RECOVER on a copy `now` of each disk; $ended has the lines that it must have.
survives() {
  rm -rf disks && mkdir disks
  quiet "$python" "$source/tests/faults_power.py" disks log kept old "$work/made" disks
  count=0 bad=0
  for ended in disks/*.ended; do
    count=$((count + 1))
    rm -rf now && cp -r "${ended%.ended}" now
    "$3" && continue
    bad=$((bad + 1))
    echo "  $1, disk ${ended%.ended}: exit code $code" >&2
    head -n 5 said | sed 's/^/      | /' >&2
  done
  check "$1: none of $count disks loses anything" [ "$bad" -eq 0 ]
  check "$1: at least $2 disks" [ "$count" -ge "$2" ]
}
# said COMMAND...: run it. Its exit code is in $code.
said() {
  code=0
  "$@" >output 2>said </dev/null || code=$?
}

# Checkpoints.
cloth() { "$sim" cloth --resolution 5 --backend seq --quiet "$@"; }
cloth --frames 1 --save one.checkpoint
cloth --frames 2 --save two.checkpoint
cloth --frames 3 --save three.checkpoint --measure three.tsv
same() { cmp "$1" "$2" >/dev/null 2>&1; }

again() { # the first run leaves nothing or its checkpoint; the same command makes it
  [ ! -e now/end.checkpoint ] || same now/end.checkpoint one.checkpoint || return
  said cloth --frames 1 --save now/end.checkpoint
  [ "$code" -eq 0 ] && same now/end.checkpoint one.checkpoint && [ "$(ls now)" = end.checkpoint ]
}
check "a first checkpoint" followed "$sim" cloth --resolution 5 --backend seq --quiet --frames 1 --save "$work/made/end.checkpoint"
check "a first checkpoint is there or not" holds log
survives "a first checkpoint" 3 again

onward() {
  said cloth --frames 3 --resume now/end.checkpoint --save now/end.checkpoint
  [ "$code" -eq 0 ] && same now/end.checkpoint three.checkpoint && [ "$(ls now)" = end.checkpoint ]
}
cp one.checkpoint old/end.checkpoint
check "the next checkpoint" followed "$sim" cloth --resolution 5 --backend seq --quiet --frames 2 \
  --resume "$work/made/end.checkpoint" --save "$work/made/end.checkpoint"
check "it replaces the first" same made/end.checkpoint two.checkpoint
check "a checkpoint is old or new" holds log
survives "the next checkpoint" 2 onward
check "its content is synced" without '^sync .*/end\.checkpoint'
control "a checkpoint that nobody synced" holds log.less
check "its name is synced" without '^sync .*/made '
control "a name that nobody synced" holds log.less
head -c 900 one.checkpoint >now/end.checkpoint
control "half a checkpoint" onward

# With a table, the power may fail between the two files. The checkpoint is never ahead, so no row is missing. If the table
# is ahead, one line says so, and the table stays.
both() {
  cp now/table.tsv before.tsv
  said cloth --frames 3 --resume now/end.checkpoint --save now/end.checkpoint --measure now/table.tsv
  if [ "$code" -eq 0 ]; then
    same now/end.checkpoint three.checkpoint && same now/table.tsv three.tsv
  else
    [ "$(wc -l <said)" -eq 1 ] && grep -q 'table\.tsv exists and is no table' said && same now/table.tsv before.tsv &&
      same now/end.checkpoint one.checkpoint
  fi
}
cloth --frames 1 --save old/end.checkpoint --measure old/table.tsv
check "a checkpoint and a table" followed "$sim" cloth --resolution 5 --backend seq --quiet --frames 2 \
  --resume "$work/made/end.checkpoint" --save "$work/made/end.checkpoint" --measure "$work/made/table.tsv"
check "both are old or new" holds log
survives "a checkpoint and a table" 3 both
echo 9 >now/table.tsv
rm now/end.checkpoint
control "a table without its checkpoint" both
cp two.checkpoint now/end.checkpoint
cp old/table.tsv now/table.tsv
control "a checkpoint ahead of its table" both

beside() { [ ! -e now/end.checkpoint ] || same now/table.tsv one.tsv; }
cp old/table.tsv one.tsv
rm -f old/*
check "a first checkpoint and a table" followed "$sim" cloth --resolution 5 --backend seq --quiet --frames 1 \
  --save "$work/made/end.checkpoint" --measure "$work/made/table.tsv"
survives "a first checkpoint and a table" 3 beside

# Journals.
points=2
resumed() { said "$bench" --resume now --quiet; }
complete() {
  [ -f "$ended" ] && ! grep -vxFf now/samples.jsonl "$ended" >/dev/null || return
  [ "$(grep -c '"ended"' now/samples.jsonl)" -eq $points ] && [ "$(grep -c '"status": "ok"' now/results.json)" -eq $points ] &&
    grep -q '"complete": true' now/results.json
}
continued() {
  resumed
  deleted=$(sed -n 's/.*samples\.jsonl:\([0-9]*\): is damaged.*delete this line and all after it.*/\1/p' said)
  if [ "$code" -ne 0 ] && [ -n "$deleted" ]; then
    [ "$(wc -l <said)" -eq 1 ] || return
    head -n $((deleted - 1)) now/samples.jsonl >shorter && mv shorter now/samples.jsonl
    resumed
  elif [ "$code" -ne 0 ]; then # the first line is damaged, or there is none
    [ ! -s "$ended" ] && [ "$(wc -l <said)" -eq 1 ] && grep -q 'nothing was measured\|not a journal\|has no samples' said
    return
  fi
  [ "$code" -eq 0 ] && complete
}
rm -rf old && mkdir old
few="-a size=5 -a iterations=1 -a constraint=stretching,hookean -a backend=seq --frames 1 --min-episodes 3 --max-episodes 3 --quiet"
# shellcheck disable=SC2086
check "a journal" followed "$bench" cloth $few --journal "$work/made/samples.jsonl"
check "a journal has the points that ended" holds log
survives "a journal" 100 continued
check "it is synced" without '^sync .*/samples\.jsonl'
control "a journal that nobody synced" holds log.less
check "its name is synced" without '^sync .*/made '
control "a journal whose name nobody synced" holds log.less
rm -rf now && cp -r made now
grep '"ended"' made/samples.jsonl >ended
ended=ended
check "a whole journal" continued
grep -v '"ended"' made/samples.jsonl >now/samples.jsonl
control "a journal that lost its points" continued

head -n 7 made/samples.jsonl | head -c -100 >old/samples.jsonl
check "a resumed journal" followed "$bench" --resume "$work/made" --quiet
check "a resumed journal has the points that ended" holds log
survives "a resumed journal" 50 continued
finish
