#!/bin/sh
# Why this file exists: data/papers/verdicts.csv holds every verdict that a rule gave, its numbers and their noise. This
# script writes it from tables of xpbd-validate. Verdicts that no table has stay as they are. Look at the difference.
# usage: tests/record_verdicts.sh TABLE...   with TABLE from
#   build/bin/xpbd-validate claims_noise --tables TABLE        small meshes, all numbers with their noise; ten minutes
#   build/bin/xpbd-validate claims_full_noise --tables TABLE   the same with the printed sizes; an hour
#   build/bin/xpbd-validate claims claims_full --tables TABLE  new verdicts; the recorded noise stays
set -eu
cd "$(dirname "$0")/.."
test $# -gt 0 || { echo "usage: tests/record_verdicts.sh TABLE...; see the first lines of the script" >&2; exit 2; }
record=data/papers/verdicts.csv
awk -F '\t' '
  function cell(text) { gsub(/"/, "\"\"", text); return text ~ /[",]/ ? "\"" text "\"" : text }
  FILENAME == record { if (FNR > 1) { split($0, c, ","); row[c[1]] = $0 } else head = $0; next }
  FNR == 1 { delete at; for (k = 1; k <= NF; k++) at[$k] = k; next }
  $at["kind"] == "claim" && $at["cases"] != "" {
    check = $at["check"]
    sub(/_noise\//, "/", check)
    full = check ~ /^claims_full\//
    key = (full ? "full" : "short") "_" $at["key"]
    part = tolower($at["part"])
    gsub(/[^a-z0-9]/, "_", part)
    if (part != "") key = key "_" part
    row[key] = key "," $at["key"] "," cell($at["part"]) "," check "," cell($at["verdict"]) "," cell($at["cases"]) "," cell($at["noise"])
  }
  END { print head; fflush(); for (key in row) print row[key] | "LC_ALL=C sort" }' record="$record" "$record" "$@" >"$record.new"
mv "$record.new" "$record"
echo "$record: $(($(wc -l <"$record") - 1)) verdicts; look at: git diff $record"
