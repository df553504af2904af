#!/bin/sh
# Why this file exists: data/papers/figures.tsv lists commands and figures. Every command must be accepted by its
# program, at the full size and with --quick. Every figure of the papers must be there, or the reason why not. Every
# curve must have a run that leaves its table.
# usage: papers_table.sh SOURCE FOLDER-OF-PROGRAMS
set -u
source=$1 programs=$2
. "$source/tests/common.sh"
table=$source/data/papers/figures.tsv
tab=$(printf '\t')

# shaped TABLE: nine cells a line, known kinds, no figure and part twice, seconds for every command.
shaped() {
  awk -F '\t' 'NR == 1 && $0 == "paper\tfigure\tpart\tkind\tseconds\tcommand\tfull\tquick\ttext" { next }
    NR == 1 { print "another header"; exit }
    NF != 9 { print NR ": " NF " cells" }
    $4 !~ /^(bench|verdicts|paper|figure|absent|picture|measure|curve|means|times)$/ { print NR ": kind " $4 }
    $4 ~ /^(bench|verdicts|picture|measure|times)$/ && ($5 !~ /^[1-9][0-9]*$/ || $6 !~ /^xpbd-/) { print NR ": no command" }
    $4 ~ /^(paper|figure|absent|means|curve|bench|verdicts)$/ && $9 == "-" { print NR ": no text" }
    seen[$1, $2, $3]++ { print NR ": twice" }
    { for (i = 1; i <= NF; i++) if ($i == "") print NR ": an empty cell" }' "$1" >"$work/output"
  [ ! -s "$work/output" ]
}

# has_figures TABLE: each figure and table of the papers is there, drawn or with its reason.
has_figures() {
  : >"$work/output"
  for id in $(for n in 1 2 3 4 5 6 7 8; do echo "morse/fig$n energy/fig$n"; done) \
    $(for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo "esbd/fig$n"; done) \
    $(for n in 1 2 3 4 5 6 7 8 9 10; do echo "verlet/fig$n"; done) bending/look bending/cost; do
    awk -F '\t' -v id="$id" '$1 "/" $2 == id && $4 ~ /^(figure|absent|means)$/ { n++ } END { exit n != 1 }' "$1" ||
      echo "$id" >>"$work/output"
  done
  [ ! -s "$work/output" ]
}

# has_sources TABLE: a curve is drawn from a run that measures.
has_sources() {
  awk -F '\t' 'FNR == 1 { pass++; next }
    pass == 1 && ($6 " " $7) ~ /--measure OUT.tsv/ { run[$1 "/" $2 "_" $3] = 1 }
    pass == 2 && $4 == "curve" {
      n = split($6, word, " ")
      if (n < 2) print FNR ": a curve of nothing"
      for (i = 2; i <= n; i++) {
        id = word[i]
        sub(/[.:=].*/, "", id)
        if (!(($1 "/" id) in run)) print FNR ": " word[i]
      }
    }' "$1" "$1" >"$work/output"
  [ ! -s "$work/output" ]
}

# accepts COMMAND...: the program accepts it.
accepts() {
  program=$1
  shift
  case $program in
    xpbd-sim) set -- "$@" --dry-run ;;
    xpbd-bench) set -- "$@" --list ;;
  esac
  quiet "$programs/$program" "$@"
}

# commands TABLE: each command line, full and quick, with writable files.
commands() {
  awk -F '\t' -v stem="$work/file" 'NR > 1 && $4 ~ /^(bench|picture|measure|times)$/ {
    for (i = 7; i <= 8; i++) {
      line = $6 ($i == "-" ? "" : " " $i)
      gsub(/OUT/, stem, line)
      if (!seen[line]++) print line
    } }' "$1"
}

# all_accepted TABLE
all_accepted() {
  commands "$1" >"$work/commands"
  [ -s "$work/commands" ] || return 1
  while read -r line; do
    # shellcheck disable=SC2086 # words of a command
    accepts $line && continue
    { echo "$line"; cat "$work/output"; } >"$work/refused"
    if grep -qE 'this build cannot write|needs CHOLMOD|built without|not built' "$work/refused"; then continue; fi
    cat "$work/refused" >"$work/output"
    return 1
  done <"$work/commands"
}

# spoil WHAT SED: a table with a mistake.
spoil() { sed -e "$1" "$table" >"$work/spoiled.tsv" && ! cmp -s "$table" "$work/spoiled.tsv"; }

check "its form" shaped "$table"
check "every figure" has_figures "$table"
check "every curve has its runs" has_sources "$table"
check "every command is taken" all_accepted "$table"
check "there are many" [ "$(wc -l <"$work/commands")" -ge 60 ]

spoil "s/^\(verlet${tab}fig3${tab}-${tab}\)figure/\1figures/" && control "an unknown kind" shaped "$work/spoiled.tsv"
spoil "/^esbd${tab}fig14/d" && control "a figure less" has_figures "$work/spoiled.tsv"
spoil "s/fig2_c=total/fig2_d=total/" && control "a curve without its run" has_sources "$work/spoiled.tsv"
# spoiled_lines: only they, for every command takes its time
spoiled_lines() { head -n 1 "$table" && grep -vxF -f "$table" "$work/spoiled.tsv"; }
spoil "s/--constraint espef_hookean/--constraint espef_hooke/" && spoiled_lines >"$work/few.tsv" &&
  control "a constraint that is none" all_accepted "$work/few.tsv"
spoil "s/-a constraint=distance_bending,/-a constraint=distance_bend,/" && spoiled_lines >"$work/few.tsv" &&
  control "an axis value that is none" all_accepted "$work/few.tsv"
finish
