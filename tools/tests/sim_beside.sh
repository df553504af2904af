# Why this file exists: several --constraint and --method appear in one picture, seen by one camera. --camera keeps
# every printed digit. What cannot be drawn side by side is refused before anything is computed.
. "$(dirname "$0")/common.sh"

small="cloth --resolution 8 --iterations 5 --frames 24"

run $small --quiet --picture "$work/probe.png" --picture-size 16x16
if [ "$code" -ne 0 ] && grep -q 'install libpng-dev' "$work/err"; then
  check "one line names the package" same "$(wc -l <"$work/err")" 1
  echo "skipped: pictures (built without libpng)"
  exit 77
fi
png_size() { od -An -tx1 -j 16 -N 8 "$1" | tr -d ' \n'; }
camera() { sed -n 's/^seen by --camera //p' "$work/out" | tail -n 1; }

check "two constraints" succeeds $small --constraint stretching --constraint morse --picture "$work/two.png" \
  --picture-size 64x48 --measure "$work/two.tsv"
check "a table of each" [ -s "$work/two.1.tsv" ] && check "a table of each" [ -s "$work/two.2.tsv" ]
control "their tables are equal" cmp -s "$work/two.1.tsv" "$work/two.2.tsv"
shared=$(camera)
check "the camera is printed" [ -n "$shared" ]

check "the camera is taken" succeeds $small --constraint stretching --constraint morse --picture "$work/again.png" \
  --picture-size 64x48 --camera "$shared"
again=$(camera)
eye() { echo "$1" | cut -d, -f1-3; }
check "the eye is where it was" same "$(eye "$again")" "$(eye "$shared")"
check "alone" succeeds $small --constraint stretching --picture "$work/own.png" --picture-size 64x48
control "a run alone is seen by that camera" same "$(eye "$(camera)")" "$(eye "$shared")"
check "by the camera of both" succeeds $small --constraint stretching --picture "$work/fixed.png" --picture-size 64x48 \
  --camera "$shared"
control "the camera changes nothing" cmp -s "$work/own.png" "$work/fixed.png"

run $small --resolution 6 --frames 2000 --gravity 1e37 --constraint stretching --constraint morse \
  --picture "$work/blown.png" --picture-size 32x24
check "diverged: exit code" same "$code" 3
check "what came before is drawn" [ -s "$work/blown.png" ]
check "the message names the run" grep -q '^xpbd-sim, stretching: stopped at frame' "$work/err"

check "a page that is aimed beside them" succeeds $small --picture "$work/aimed.png" --picture-size 64x48 \
  --camera "$shared" --viewer "$work/aimed.html" --azimuth 5 --elevation 6
check "as it was told" grep -q '"azimuth": 5, "elevation": 6,' "$work/aimed.html"
control "a camera that is none" succeeds $small --picture "$work/x.png" --camera 0,0,0,0,0,0,1

# Names of tables: the number goes before the extension. Folders and hidden files have no extension.
quick="cloth --resolution 4 --iterations 1 --frames 1"
mkdir "$work/a.b"
# tables PATH WANTED...: the files written for two runs, in the folder a.b
tables() {
  rm -f "$work"/a.b/* "$work"/a.b/.t*
  run $quick --quiet --constraint stretching --constraint stvk --measure "$work/a.b/$1"
  shift
  same "$code $(ls -A "$work/a.b" | tr '\n' ' ')" "0 $* "
}
check "without an ending" tables t t.1 t.2
check "with two" tables t.u.tsv t.u.1.tsv t.u.2.tsv
check "a hidden one" tables .tsv .tsv.1 .tsv.2
check "a hidden one with an ending" tables .t.tsv .t.1.tsv .t.2.tsv
beside=$(cd "$(dirname "$sim")" && pwd)/${sim##*/}
(cd "$work" && "$beside" $quick --quiet --constraint stretching --constraint stvk --measure .here)
check "a hidden one here" [ -s "$work/.here.1" ]
control "a number at the end" tables t.tsv t.tsv.1 t.tsv.2

# At most 16 runs, four of them in a row.
# list NUMBER: options for that many constraints
list() { awk -v n="$1" 'BEGIN { while (k < n) printf "--constraint stretching:k=%d ", ++k }'; }
# shellcheck disable=SC2046 # words
check "17 runs" fails 1 "17 runs side by side; at most 16 fit into a picture" $quick $(list 17)
# shellcheck disable=SC2046
check "16 runs" succeeds $quick --quiet $(list 16) --measure "$work/m.tsv"
check "each with its table" same "$(count "$work"/m.*.tsv)" 16
while read -r number size; do
  # shellcheck disable=SC2046
  check "$number runs" succeeds $quick --quiet $(list "$number") --picture "$work/many.png" --picture-size 32x24
  check "$number runs: $size" same "$(png_size "$work/many.png")" "$size"
done <<'X'
3 0000006000000030
4 0000008000000030
5 0000006000000060
X
check "two methods of one constraint" succeeds $quick --quiet --method xpbd --method pbd --constraint stvk \
  --picture "$work/many.png" --picture-size 32x24
check "in a row" same "$(png_size "$work/many.png")" 0000004000000030

rm -f "$work/x.png"
check "dry run" succeeds $small --picture "$work/x.png" --constraint morse --constraint stvk --dry-run
check "it computes nothing" same "$(cat "$work/out")" ""
check "it leaves nothing" [ ! -e "$work/x.png" ]
control "a dry run of a wrong call" succeeds $small --constraint mors --dry-run
finish
