# shellcheck shell=bash
# Why this file exists: `./run sweep`, for plans that take hours. The plan is split into shards. Each shard is a
# resumable run, here one after the other, or as jobs of a Slurm cluster. The results are joined into one report. The
# same command continues after any end but an exhausted total budget. docs/guide/sweep.md is the manual. Sourced by
# `run`.
# shellcheck disable=SC2015,SC2034,SC2154

sweep_keys="arguments name shards time partition account gpus processors memory setup sbatch"

# sweep_refuse LINE TEXT: exit because the plan is wrong in this line.
sweep_refuse() { die "$plan:$1: $2"; }

# sweep_whole LINE KEY VALUE LEAST MOST: check a whole number and its range.
sweep_whole() {
  case $3 in
    '' | *[!0-9]* | ??????*) sweep_refuse "$1" "'$2 $3': a whole number from $4 to $5 is needed" ;;
  esac
  [ "$3" -ge "$4" ] && [ "$3" -le "$5" ] || sweep_refuse "$1" "'$2 $3': a whole number from $4 to $5 is needed"
}

# sweep_take LINE KEY VALUE: read one line of the plan.
sweep_take() {
  local word
  local -a more=()
  [ -n "$3" ] || sweep_refuse "$1" "'$2' has no value"
  case $2 in
    arguments)
      case $3 in *[\'\"\\\$\`]*) sweep_refuse "$1" "quotes, \\ and \$ have no meaning here; separate words by blanks" ;; esac
      read -ra more <<<"$3"
      for word in "${more[@]}"; do
        case $word in
          --json* | --tsv* | --journal* | --shard* | --resume* | --force* | --benchmark_out* | --plan | --list* | --benchmark_list* | --help*)
            sweep_refuse "$1" "$word: the sweep chooses its files and parts itself" ;;
          --processes*) sweep_refuse "$1" "$word: a shard resumes from its journal, which several processes do not keep" ;;
        esac
      done
      arguments+=("${more[@]}")
      ;;
    name)
      case $3 in *[!A-Za-z0-9._-]* | .* | -*) sweep_refuse "$1" "'$2 $3': only letters, digits and . _ - are allowed" ;; esac
      sweep_name=$3
      ;;
    shards) sweep_whole "$1" "$2" "$3" 1 1000 && shards=$3 ;;
    time)
      case $3 in *[!0-9:-]*) sweep_refuse "$1" "'$2 $3': must be a time for Slurm, e.g. 30 (minutes), 1:30:00, 2-12 (days-hours)" ;; esac
      directives+=("--time=$3")
      ;;
    partition) directives+=("--partition=$3") ;;
    account) directives+=("--account=$3") ;;
    gpus) sweep_whole "$1" "$2" "$3" 0 64 && gpus=$3 ;;
    processors) sweep_whole "$1" "$2" "$3" 1 99999 && directives+=("--cpus-per-task=$3") ;;
    memory) directives+=("--mem=$3") ;;
    setup) setup+=("$3") ;;
    sbatch)
      case $3 in -*) directives+=("$3") ;; *) sweep_refuse "$1" "'$2 $3': an option of sbatch is needed, e.g. --exclusive" ;; esac
      ;;
    *) sweep_refuse "$1" "unknown key '$2'; known: $sweep_keys" ;;
  esac
}

# sweep_read FILE: read the plan, with one key and its value per line.
sweep_read() {
  local line key value number=0
  arguments=() directives=() setup=() shards=1 gpus=0
  sweep_name=$(basename -- "$plan")
  sweep_name=${sweep_name%.*}
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    line=${line%$'\r'}
    read -r key value <<<"$line"
    case $key in '' | '#'*) continue ;; esac
    sweep_take "$number" "$key" "$value"
  done <"$1"
  case $sweep_name in '' | *[!A-Za-z0-9._-]* | .* | -*) die "$plan: it needs a line 'name WORD'; '$sweep_name' is not a name" ;; esac
  [ "${#arguments[@]}" -gt 0 ] || die "$plan: has no line 'arguments ...' that says what xpbd-bench measures"
  [ "$gpus" -eq 0 ] || directives+=("--gres=gpu:$gpus")
}

# sweep_begin: make $sweep_folder, with its own copy of the plan and the program. So a build in between, or another
# version, cannot get into a sweep that has begun.
sweep_begin() {
  local wanted="shards $shards"$'\n'"arguments ${arguments[*]}"
  sweep_folder=reports/sweep-$sweep_name.local
  again="the same command"
  mkdir -p "$sweep_folder" || die "$sweep_folder cannot be created"
  if [ -e "$sweep_folder/plan" ]; then
    [ "$(cat "$sweep_folder/plan")" = "$wanted" ] ||
      die "$sweep_folder was begun with another plan (its file 'plan'); rename this plan, or remove the folder"
  else
    printf '%s\n' "$wanted" >"$sweep_folder/plan"
  fi
  program=$sweep_folder/xpbd-bench
  if [ ! -x "$program" ]; then
    cp build/bin/xpbd-bench "$program.part" && mv "$program.part" "$program" || die "$program: cannot be written"
  fi
}

# sweep_check_plan: check that xpbd-bench accepts the arguments, and put the number of points into $points.
sweep_check_plan() {
  local said
  said=$("$program" "${arguments[@]}" --plan 2>&1) || die "$plan: xpbd-bench refuses its arguments: $(printf '%s\n' "$said" | tail -n 1)"
  points=$(printf '%s\n' "$said" | sed -n 's/^\([0-9]*\) points\{0,1\}, .*/\1/p')
}

sweep_done() { grep -q '^    "complete": true' "$sweep_folder/shard-$1/results.json" 2>/dev/null; }

# sweep_spent N: whether the total budget of shard N has run out, so that only a larger one lets it continue.
sweep_spent() { grep -q '^    "stop": "total-budget"' "$sweep_folder/shard-$1/results.json" 2>/dev/null; }

# sweep_command N: put the command that measures or continues shard N into $words. A shard that stopped within its first
# line has measured nothing.
sweep_command() {
  local here=$sweep_folder/shard-$1
  mkdir -p "$here"
  if [ "$(wc -l 2>/dev/null <"$here/samples.jsonl" || echo 0)" -ge 1 ]; then
    words=("$program" --resume "$here")
  else
    words=("$program" "${arguments[@]}" --shard "$1/$shards" --json "$here/results.json" --tsv "$here/results.tsv"
      --journal "$here/samples.jsonl")
  fi
}

sweep_here() {
  local i
  for ((i = 1; i <= shards; i++)); do
    if sweep_done "$i"; then
      say "shard $i/$shards: done before"
      continue
    fi
    sweep_command "$i"
    live "shard $i/$shards" "${words[@]}"
    case $code in
      0 | 2) ;;
      5) [ -s "$sweep_folder/shard-$i/results.json" ] || say "shard $i/$shards has no points" ;;
      *) say "run: shard $i/$shards failed (exit code $code); the others go on" >&2 ;;
    esac
  done
}

# sweep_job: print the script of the job array. xpbd-bench replaces its process, so it gets the signals of Slurm.
sweep_job() {
  local here=$PWD/$sweep_folder option
  printf '%s\n' '#!/usr/bin/env bash' "# Written by ./run sweep --slurm: one shard for each task of the array; called again, it continues." \
    "#SBATCH --job-name=xpbd-$sweep_name" "#SBATCH --output=$here/shard-%a.log" '#SBATCH --open-mode=append' \
    '#SBATCH --requeue' '#SBATCH --signal=B:INT@30'
  for option in ${directives[@]+"${directives[@]}"}; do printf '#SBATCH %s\n' "$option"; done
  printf 'cd -- %q || exit 1\n' "$PWD"
  [ "${#setup[@]}" -eq 0 ] || printf '%s\n' "${setup[@]}"
  # shellcheck disable=SC2016 # for the job to expand
  printf 'shard=%q/shard-$SLURM_ARRAY_TASK_ID\nmkdir -p "$shard"\nlines=$(wc -l 2>/dev/null <"$shard/samples.jsonl")\n' "$sweep_folder"
  # shellcheck disable=SC2016
  printf '[ "${lines:-0}" -lt 1 ] || exec %q --resume "$shard" --progress line\n' "$program"
  printf 'exec %q' "$program"
  printf ' %q' "${arguments[@]}"
  # shellcheck disable=SC2016
  printf ' --shard "$SLURM_ARRAY_TASK_ID/%d" --json "$shard/results.json" --tsv "$shard/results.tsv" \\\n' "$shards"
  # shellcheck disable=SC2016
  printf '  --journal "$shard/samples.jsonl" --progress line\n'
}

# sweep_queue: put what the queue says of the job into $waiting, $running and $why (for a waiting one). Returns 1 if the
# job is unknown, 2 if the queue does not answer.
sweep_queue() {
  local said state reason
  waiting=0 running=0 why=
  said=$(squeue --noheader --array --job "$job" --format '%T %r' 2>&1) || {
    case $said in *nvalid\ job\ id*) return 1 ;; esac
    why=${said##*$'\n'}
    return 2
  }
  [ -n "$said" ] || return 1
  while read -r state reason; do
    case $state in
      RUNNING | COMPLETING) running=$((running + 1)) ;;
      *) waiting=$((waiting + 1)) why=$reason ;;
    esac
  done <<<"$said"
}

# sweep_submit: submit jobs for the unfinished shards, unless they are already in the queue.
sweep_submit() {
  local i list='' said known=0
  job=$(cat "$sweep_folder/job" 2>/dev/null) || true
  if [ -n "$job" ]; then
    sweep_queue || known=$?
    [ "$known" -ne 2 ] || die "squeue does not say whether job $job still exists: $why"
    if [ "$known" -eq 0 ]; then
      say "job $job still exists; waiting for it"
      return 0
    fi
  fi
  for ((i = 1; i <= shards; i++)); do
    mkdir -p "$sweep_folder/shard-$i"
    sweep_done "$i" || list=$list${list:+,}$i
  done
  job=
  if [ -z "$list" ]; then
    say "all $shards shards are done"
    return 0
  fi
  sweep_job >"$sweep_folder/job.sh"
  said=$(sbatch --parsable --array="$list" "$sweep_folder/job.sh" 2>&1) ||
    die "sbatch refuses the job ($sweep_folder/job.sh): ${said##*$'\n'}"
  job=${said##*$'\n'}
  job=${job%%;*}
  case $job in '' | *[!0-9]*) die "sbatch named no job: $said" ;; esac
  printf '%s\n' "$job" >"$sweep_folder/job"
  say "job $job: shards $list of $shards, $points point$([ "$points" = 1 ] || echo s); Ctrl-C leaves it in the queue (scancel $job ends it)"
}

# sweep_wait: wait until the queue has no more shards of the job. Print a line after a change, at most every 2 s.
sweep_wait() {
  local line='' last='' state
  [ -n "$job" ] || return 0
  again="the job stays in the queue (scancel $job ends it); the same command"
  while :; do
    state=0
    sweep_queue || state=$?
    [ "$state" -ne 1 ] || return 0
    line="job $job: $running running, $waiting waiting${why:+ ($why)}"
    [ "$state" -ne 2 ] || line="squeue does not answer: $why"
    [ "$line" = "$last" ] || say "$line"
    last=$line
    sleep "${XPBD_SWEEP_POLL:-2}" &
    wait $! || true
  done
}

# sweep_join: join the results into one report. The exit code is in $code.
sweep_join() {
  local i missing=0 said
  local -a parts=()
  for ((i = 1; i <= shards; i++)); do
    [ ! -s "$sweep_folder/shard-$i/results.json" ] || parts+=("$sweep_folder/shard-$i")
    sweep_done "$i" && continue
    if sweep_spent "$i"; then
      say "shard $i/$shards is not complete: its total budget ran out; $program --resume $sweep_folder/shard-$i" \
        "--total-budget TIME measures the rest, then the same command joins"
      continue
    fi
    missing=$((missing + 1))
    said=$(tail -n 1 "$sweep_folder/shard-$i.log" 2>/dev/null) || true
    say "shard $i/$shards is not complete${said:+: $said}"
  done
  code=1
  [ "${#parts[@]}" -gt 0 ] || die "no shard has results"
  [ -x build/bin/xpbd-report ] || die "the shards are in $sweep_folder; joining them needs xpbd-report (pkg-config libjansson-dev)"
  rm -f "$sweep_folder/results.json" # a shard may have been restarted since it was made
  limit=600
  live "joining" build/bin/xpbd-report merge "${parts[@]}" --out "$sweep_folder"
  [ "$code" -eq 0 ] || [ "$code" -eq 2 ] || return 0
  folder=$sweep_folder
  [ "$missing" -eq 0 ] || say "$again continues with what is missing"
  code=0
  write_report "$sweep_folder/results.json" "$sweep_folder" say_brief || code=1
  grep -q '^    "complete": true' "$sweep_folder/results.json" || code=1
  if [ "$code" -eq 0 ] && grep -q '"status": "invalid"' "$sweep_folder/results.json"; then code=2; fi
}

command_sweep() {
  local word slurm=no
  plan=
  for word in "$@"; do
    case $word in
      --slurm) slurm=yes ;;
      -D*) ;;
      -*) die "./run sweep [--slurm] PLAN has no option $word" ;;
      *)
        [ -z "$plan" ] || die "one plan at a time: ./run sweep [--slurm] PLAN"
        plan=$word
        ;;
    esac
  done
  [ -n "$plan" ] || die "which plan? ./run sweep [--slurm] PLAN; docs/guide/sweep.md says how to write one"
  [ -f "$(from_here "$plan")" ] || die "$plan: no such file"
  sweep_read "$(from_here "$plan")"
  if [ "$slurm" = yes ]; then
    for word in sbatch squeue; do
      command -v "$word" >/dev/null || die "there is no $word here, so no Slurm cluster; without --slurm the shards run here"
    done
  fi
  sort_arguments "$@" "${arguments[@]}"
  [ "$gpus" -eq 0 ] || export XPBD_ASK_CUDA=ON
  provide "$packages_build" "$packages_programs $packages_report"
  build_target bench_programs -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE= ${options[@]+"${options[@]}"}
  sweep_begin
  sweep_check_plan
  if [ "$slurm" = yes ]; then
    sweep_submit
    sweep_wait
  else
    sweep_here
  fi
  again="the same command"
  sweep_join
  exit "$code"
}
