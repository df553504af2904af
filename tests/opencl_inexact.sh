#!/bin/sh
# Why this file exists: a device that does not follow IEEE 754 is refused. On request it runs, but its rows must never
# look like proved ones. They are marked in every output and are in no export and no figure. A row that is farther from
# the reference than rounding explains has no numbers.
# usage: opencl_inexact.sh SOURCE XPBD-SIM BENCH-MADE C-COMPILER XPBD-REPORT
set -u
source=$1 sim=$2 bench=$3 cc=$4 report=${5:-}
. "$source/tests/common.sh"
unset XPBD_OPENCL_DEVICE XPBD_OPENCL_OPTIONS XPBD_OPENCL_INEXACT OCL_ICD_VENDORS
cd "$work" || exit 1
"$cc" -shared -fPIC -O1 -o faults.so "$source/tests/opencl_faults.c" -ldl >output 2>&1 &&
  LD_PRELOAD=$work/faults.so "$sim" --version >/dev/null 2>&1 || {
  echo "skipped: no preloading here"
  exit 77
}
loose=XPBD_OPENCL_OPTIONS=-cl-fast-relaxed-math taken=XPBD_OPENCL_INEXACT=1

cloth() { quiet env "$@" "$sim" cloth --frames 2 --resolution 8 -b opencl; }
if ! cloth A=; then
  grep -q 'no OpenCL device' output || exit 1
  cat output
  exit 77
fi
control "a device that computes right is not marked" grep -q INEXACT output
marked() { cloth "$@" && grep -q "INEXACT, not bit-identical to seq: .* does not compute as IEEE 754 asks" output; }
check "refused, with what takes it" eval '! cloth "$loose" && grep -q "with XPBD_OPENCL_INEXACT=1 it runs" output'
check "taken, it is marked" marked "$loose" "$taken"
control "0 is no wish" cloth "$loose" XPBD_OPENCL_INEXACT=0
check "a device that computes right has no mark even so" eval 'cloth "$taken" && ! grep -q INEXACT output'
double() { quiet env "$loose" "$taken" "$sim" cloth --frames 2 --resolution 8 -b opencl --precision double; }
check "in double it is refused" eval '! double && grep -q "in double differs" output'

# rows CODE STATUSES NAME=VALUE...: rows of seq and opencl, and the statuses of opencl's.
rows() {
  wanted=$1 statuses=$2
  shift 2
  rm -f run.*
  quiet env LD_PRELOAD="$work/faults.so" "$@" "$bench" cloth -a size=9 -a iterations=10 -a constraint=stretching,hookean \
    -a backend=seq,opencl --frames 8 --min-episodes 3 --max-episodes 3 --tsv run.tsv --json run.json --journal run.journal
  [ $? -eq "$wanted" ] && [ "$(awk -F'\t' '$2 ~ /opencl/ { printf "%s ", $3 }' run.tsv)" = "$statuses" ]
}
# column NAME: of opencl's rows
column() {
  awk -F'\t' -v name="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k } NR > 1 && $2 ~ /opencl/ { print $at }' run.tsv
}
check "proved" rows 0 "ok ok " A=
check "by the hash" [ "$(column checked | grep -c '^hash=seq@')" -eq 2 ]
check "without the wish there is no row" rows 0 "skipped skipped " "$loose"
check "with it rows are inexact" rows 0 "inexact inexact " "$loose" "$taken"
check "counted apart" grep -q "4 points: 2 ok, 0 unchecked, 2 inexact," output
check "the console says it in each row" [ "$(grep -c 'backend:opencl.* INEXACT: .* m from seq after 10 frames, limit ' output)" -eq 2 ]
check "none has a proof" [ "$(column checked | grep -vc '^hash')" -eq 2 ]
check "each says what differs, and how near it is" \
  [ "$(column reason | grep -c 'does not compute as IEEE 754 asks: .* m from seq after 10 frames, limit ')" -eq 2 ]
check "none is exported" eval '! grep -q "\"name\": \"cloth/.*backend:opencl.*\"run_type\"" run.json'
cp run.json inexact.json
if [ -n "$report" ]; then
  check "brief counts them apart" eval 'quiet "$report" brief inexact.json && grep -q "2 of 4 rows, 2 inexact" output'
  check "a page is made" quiet "$report" inexact.json --out page
  check "it counts them" grep -q "<b>2 inexact</b>" page/index.html
  check "and has none of their numbers" grep -q "2 rows show numbers" page/index.html
fi

# A distance that rounding does not explain. Such a row has the mark of any failed one.
check "5e-6 too large" rows 2 "invalid invalid " FAULTS_SCALE=1.000005 "$taken"
check "is caught by the distance" [ "$(column reason | grep -c 'distance from seq: .* limit ')" -eq 2 ]
control "1e-9 too large is a device that computes right" rows 0 "inexact inexact " FAULTS_SCALE=1.000000001 "$taken"
finish
