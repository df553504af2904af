#!/bin/sh
# Why this file exists: the recorded answers of the cheap workloads are confirmed by a program in another language, which
# simulates the exported scene in another way. A wrong material, a wrong friction or a lacking force must be caught.
# usage: independent.sh SOURCE PROGRAMS C++-COMPILER
set -u
source=$1 programs=$2 cxx=$3
. "$source/tests/common.sh"
here=$source/tests/independent
. "$source/tests/independent/compile.sh"
compile main

# agrees WORKLOAD MEASURES FRACTION [NAME=VALUE...]: exit code 2 is a distance above the bound; any other is an error.
agrees() {
  name=$1 measures=$2 fraction=$3
  shift 3
  quiet sh "$here/workload.sh" "$programs" "$work/main" "$source/data/workloads/$name.tsv" "$measures" "$fraction" "$@"
  code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 2 ] || {
    show
    failures=$((failures + 1))
  }
  return "$code"
}

awk -F '\t' '$5 == "test"' "$here/workloads.tsv" >"$work/list"
check "there are workloads to confirm" [ -s "$work/list" ]
while IFS='	' read -r name measures fraction wrong _; do
  check "$name: $measures" agrees "$name" "$measures" "$fraction"
  control "$name with $wrong" agrees "$name" "$measures" "$fraction" "$wrong"
done <"$work/list"
control "less gravity" agrees cloth_41 shape,sag,energy 0.4 gravity=9.7
control "no force between the particles" agrees cloth_41 shape,sag,energy 0.4 constraint=none

# current TABLE: each line of the record is confirmed, and belongs to the reference that is there now.
current() {
  awk -F '\t' -v folder="$source/data/workloads" '
    /^#/ || $1 == "workload" { next }
    {
      lines++
      hash = ""
      while ((getline line < (folder "/" $1 ".tsv")) > 0) if (line ~ /^hash\t/) hash = substr(line, 6)
      close(folder "/" $1 ".tsv")
      if ($7 != "confirmed" || $8 != hash || hash == "" || !($3 + 0 <= $6 + 0)) { print; bad = 1 }
    }
    END { exit bad || lines == 0 }' "$1" >"$work/output"
}
record=$source/data/workloads/confirmed.tsv
check "the record belongs to the references" current "$record"
sed '$s/confirmed/DIFFERENT/' "$record" >"$work/record"
control "a workload that differs" current "$work/record"
sed '$s/.$/-/' "$record" >"$work/record"
control "another reference" current "$work/record"
: >"$work/record"
control "an empty record" current "$work/record"

# refuses TEXT FILE...: one line, exit code 1.
refuses() {
  text=$1
  shift
  "$work/main" "$@" shape >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -qF "$text" "$work/output"
}
reference=$source/data/workloads/cloth_41.tsv
exported() { quiet "$programs/xpbd-sim" "$@" --quiet --export "$work/scene.json"; }
check "a scene without compliance is exported" exported cloth --resolution 41 --frames 12 --compliance 0
check "and refused" refuses "compliance 0 has no exact limit" "$work/scene.json" "$reference"
check "a scene of another size is exported" exported cloth --resolution 5
check "and refused" refuses "another number of particles" "$work/scene.json" "$reference"
check "a file that is no scene is refused" refuses "is not JSON" "$reference" "$reference"
head -c 100 "$work/scene.json" >"$work/cut.json"
check "half a scene is refused" refuses "ends too early" "$work/cut.json" "$reference"
finish
