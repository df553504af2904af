# shellcheck shell=bash
# Why this file exists: `./run papers` reproduces the tables and figures of the papers. data/papers/figures.tsv lists
# the commands. They run one after the other, and each is noted when done, so that an interrupted run can continue.
# xpbd-report makes pages of the results. Sourced by `run`.
# shellcheck disable=SC2154

# papers_jobs TABLE MODE NAME...: the jobs for PAPER or PAPER/FIGURE, or all without a NAME. One line each: paper,
# figure, part, seconds and command, separated by tabs. Jobs that a curve needs belong to its figure. Mean frame rates
# also need the benchmark of all papers.
papers_jobs() {
  local table=$1 mode=$2
  shift 2
  awk -F '\t' -v mode="$mode" -v names="$*" '
    BEGIN { count = split(names, name, " ") }
    function asked(paper, figure,  i) {
      if (count == 0) return 1
      for (i = 1; i <= count; i++) if (name[i] == paper || name[i] == paper "/" figure) return 1
      return 0
    }
    FNR == 1 { pass++; next }
    pass == 1 && $4 == "curve" && asked($1, $2) {
      parts = split($6, part, " ")
      for (i = 2; i <= parts; i++) { id = part[i]; sub(/[.:=].*/, "", id); wanted[$1 "/" id] = 1 }
    }
    pass == 1 && $4 == "means" && asked($1, $2) { wanted["all/results_bench"] = 1 }
    pass == 2 && $4 ~ /^(bench|verdicts|picture|measure|times)$/ {
      if (!asked($1, $2) && !(($1 "/" $2 "_" $3) in wanted)) next
      more = mode == "quick" ? $8 : $7
      print $1 "\t" $2 "\t" $3 "\t" $5 "\t" $6 (more == "-" ? "" : " " more)
    }' "$table" "$table"
}

# papers_check_names TABLE NAME...: refuse a name that is neither a paper nor a figure.
papers_check_names() {
  local table=$1 name
  shift
  for name in "$@"; do
    awk -F '\t' -v name="$name" 'name == $1 || name == $1 "/" $2 { found = 1 } END { exit !found }' "$table" ||
      die "papers: '$name' is neither a paper nor a figure; known: $(cut -f 1 "$table" | sed 1d | uniq | tr '\n' ' ')and e.g." \
        "morse/fig1"
  done
}

# papers_facts: what the results depend on, for the pages.
papers_facts() {
  local processor
  processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1) || true
  printf 'date\tmachine\tsystem\tcompiler\tsource\n%s\t%s, %s processors\t%s\t%s\t%s\n' \
    "$(date -u '+%Y-%m-%d %H:%M UTC')" "${processor:-$(uname -m)}" "$jobs" "$(uname -sr)" \
    "$("${CC:-cc}" --version 2>/dev/null | head -n 1)" "$(git describe --always --dirty 2>/dev/null || echo unknown)"
}

# papers_folder RESUME MODE: put a new folder into $folder, or the folder of the last run if it was of the same kind.
papers_folder() {
  local one other=
  folder=
  if [ "$1" = yes ]; then
    for one in reports/*-papers-*.local; do
      [ -f "$one/mode" ] || continue
      if [ "$(cat "$one/mode")" != "$2" ]; then
        if [ -z "$other" ] || [ "$one/mode" -nt "$other/mode" ]; then other=$one; fi
      elif [ -z "$folder" ] || [ "$one/mode" -nt "$folder/mode" ]; then
        folder=$one
      fi
    done
    [ -z "$folder" ] || return 0
    [ -n "$other" ] || die "papers: there is no run to continue; leave out --resume"
    die "papers: $other is a $(cat "$other/mode") run; resume it with the same option, or leave out --resume"
  fi
  folder=reports/$(uname -n | tr -c 'A-Za-z0-9.\n' '-')-papers-$(date +%Y%m%d-%H%M%S).local
  mkdir -p "$folder" || die "$folder cannot be created"
  printf '%s\n' "$2" >"$folder/mode"
}

# papers_is_done PAPER FIGURE PART COMMAND: whether exactly this command has finished.
papers_is_done() { [ "$(cat "$folder/$1/$2_$3.done" 2>/dev/null)" = "build/bin/${4//OUT/$2_$3}" ]; }

# papers_lost LOG: whether all runs that stopped are of methods that their paper prints unstable.
papers_lost() {
  grep -q ': stopped at frame .*this method diverges as printed' "$1" &&
    ! grep ': stopped at frame ' "$1" | grep -vq 'this method diverges as printed'
}

# papers_command STEM COMMAND...: run it. A method that its paper prints unstable may diverge: the picture shows when.
papers_command() {
  local stem=$1 result=0
  shift
  "$@" || result=$?
  if [ "$result" -eq 3 ] && [ -s "$stem.png" ] && papers_lost "$stem.log"; then result=0; fi
  return "$result"
}

# papers_run PAPER FIGURE PART COMMAND TITLE: run it, with its files in the paper's folder. The command is noted beside
# them, as FIGURE_PART.done or .failed.
papers_run() {
  local stem=$folder/$1/$2_$3 name=$2_$3 words result=0
  local -a command=()
  mkdir -p "$folder/$1"
  rm -f "$stem".*
  words=${4//OUT/$stem}
  read -r -a command <<<"build/bin/$words"
  step_log=$stem.log step "$5" papers_command "$stem" "${command[@]}" || result=$?
  [ "$result" -eq 0 ] || printf '%s\n' "build/bin/${4//OUT/$name}" >"$stem.failed"
  [ "$result" -ne 0 ] || printf '%s\n' "build/bin/${4//OUT/$name}" >"$stem.done"
  return "$result"
}

# papers_left SPENT DONE TOTAL: the time left, from the seconds in the table for the finished and for all commands.
papers_left() {
  local seconds
  if [ "$2" -lt 3 ] || [ "$1" -lt 5 ]; then return 0; fi
  seconds=$((($3 - $2) * $1 / $2))
  if [ "$seconds" -lt 100 ]; then
    printf ', about %d s left' "$seconds"
  else
    printf ', about %d min left' $(((seconds + 30) / 60))
  fi
}

command_papers() {
  local table=data/papers/figures.tsv mode=full resume=no word list total=0 sum=0 spent=0 number=0 failed=0
  local paper figure part seconds line begun left
  local -a only=()
  for word in "$@"; do
    case $word in
      --quick) mode=quick ;;
      --resume) resume=yes ;;
      -*) die "papers: unknown option '$word'; known: --quick, --resume, and names like morse or morse/fig1" ;;
      *) only+=("$word") ;;
    esac
  done
  papers_check_names "$table" ${only[@]+"${only[@]}"}
  provide "$packages_build" "$packages_programs $packages_report"
  build_target papers_programs -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE=
  [ -x build/bin/xpbd-report ] || die "papers: xpbd-report was not built; it needs pkg-config libjansson-dev"
  papers_folder "$resume" "$mode"
  cp "$table" data/papers/fps.csv data/papers/sources.csv "$folder/"
  papers_facts >"$folder/machine.tsv"
  list=$(papers_jobs "$table" "$mode" ${only[@]+"${only[@]}"})
  while IFS=$'\t' read -r paper figure part seconds line; do
    [ -n "$paper" ] || continue # nothing to run
    total=$((total + 1))
    # what an earlier call finished takes no time
    papers_is_done "$paper" "$figure" "$part" "$line" || sum=$((sum + seconds))
  done <<<"$list"
  begun=$SECONDS
  again="./run papers --resume $*"
  again=${again//--resume --resume/--resume}
  while IFS=$'\t' read -r paper figure part seconds line; do
    [ -n "$paper" ] || continue
    number=$((number + 1))
    if papers_is_done "$paper" "$figure" "$part" "$line"; then continue; fi
    left=$(papers_left $((SECONDS - begun)) "$spent" "$sum")
    papers_run "$paper" "$figure" "$part" "$line" "$number/$total $paper $figure $part$left" || failed=$((failed + 1))
    spent=$((spent + seconds))
  done <<<"$list"
  step "writing the pages" build/bin/xpbd-report --papers "$folder" || exit 1
  [ "$failed" -eq 0 ] || say "$failed of $total commands failed; the pages name them, with the reason"
  say "$PWD/$folder/index.html"
  [ "$failed" -eq 0 ] || exit 2
}
