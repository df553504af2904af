# Why this file exists: a full disk gives one line, exit code 3, and whole frames only. The tests use a tiny file system
# if this user may mount one, and otherwise a limit on file sizes, which makes the same write fail.
. "$(dirname "$0")/common.sh"

# whole FOLDER VERTICES: every file with the name of a frame is complete.
whole() {
  [ "$(leftovers "$1")" -eq 0 ] || return 1
  for file in "$1"/frame_*.obj; do
    [ -e "$file" ] || continue
    [ "$(grep -c '^v ' "$file")" -eq "$2" ] && tail -n 1 "$file" | grep -q '^f ' || return 1
    [ -e "${file%.obj}.vtk" ] || return 1
  done
}

# With a limit on file sizes, no frame fits.
(
  ulimit -f 8 # of 512 bytes
  "$sim" cloth --resolution 20 --frames 5 --out "$work/limit" --measure "$work/rows.tsv" >"$work/out" 2>"$work/err"
  echo $? >"$work/code"
)
code=$(cat "$work/code")
check "size limit: exit code" same "$code" 3
check "size limit: one line" same "$(wc -l <"$work/err")" 1
check "size limit: it names the file" has "$work/err" "frame_0000"
check "size limit: no frames" same "$(count "$work"/limit/frame_*.obj "$work"/limit/frame_*.vtk)" 0
check "size limit: nothing half-written" whole "$work/limit" 400
check "size limit: the record says so" has "$work/limit/run.txt" "^ending: failed$"
# rows FILE COUNT: a header and that many rows.
rows() { same "$(wc -l <"$1") $(cut -f 1 "$1" | head -n 1)" "$((1 + $2)) frame"; }
check "size limit: no row of a frame that is not there" rows "$work/rows.tsv" 0
check "without a limit" succeeds cloth --resolution 20 --frames 1 --out "$work/unlimited" --measure "$work/rows.tsv"
check "a row of each frame" rows "$work/rows.tsv" "$(count "$work"/unlimited/frame_*.obj)"
control "no row of a frame that is there" rows "$work/rows.tsv" 0

# The same for the table of measures.
(
  ulimit -f 8
  "$sim" cloth --resolution 6 --frames 5000 --measure "$work/limit.tsv" >"$work/out" 2>"$work/err"
  echo $? >"$work/code"
)
code=$(cat "$work/code")
check "measure over the limit: exit code" same "$code" 3
check "measure over the limit: one line" same "$(grep -cF limit.tsv "$work/err") $(wc -l <"$work/err")" "1 1"
check "measure over the limit: it says what is kept" has "$work/err" "limit.tsv: File too large; its rows up to here are kept;"
kept=$(($(wc -l <"$work/limit.tsv") - 1))
check "measure over the limit: each frame before it has a row" same "$(sed -n 's/^.*stopped at frame \([0-9]*\) of.*/\1/p' "$work/err")" "$kept"
check "measure over the limit: of many" [ "$kept" -gt 5 ]
# whole_rows FILE: every row has as many columns as the header, and the last one ends.
whole_rows() { awk -F '\t' 'NR == 1 { n = NF } NF != n { bad = 1 } END { exit bad || NR < 2 }' "$1" && [ -z "$(tail -c 1 "$1")" ]; }
check "measure over the limit: no half row" whole_rows "$work/limit.tsv"
check "measure over the limit: nothing else" same "$(count "$work"/limit.tsv*)" 1
head -c -3 "$work/limit.tsv" >"$work/half.tsv"
control "measure over the limit: a half row" whole_rows "$work/half.tsv"
# A resumed run that cannot even copy the rows before it leaves them.
"$sim" cloth --resolution 6 --frames 100 --measure "$work/before.tsv" --save "$work/before" --quiet >"$work/out" 2>"$work/err"
cp "$work/before.tsv" "$work/before.copy"
(
  ulimit -f 8
  "$sim" cloth --resolution 6 --frames 200 --resume "$work/before" --measure "$work/before.tsv" >"$work/out" 2>"$work/err"
  echo $? >"$work/code"
)
check "rows of an earlier part that do not fit again" same "$(cat "$work/code") $(grep -c 'before.tsv: cannot be written: File too large' "$work/err")" "1 1"
check "stay" cmp -s "$work/before.tsv" "$work/before.copy"

# The first frame of a resumed run has the number of its checkpoint.
"$sim" cloth --resolution 20 --frames 3 --save "$work/three" --quiet >"$work/out" 2>"$work/err"
(
  ulimit -f 8
  "$sim" cloth --resolution 20 --frames 5 --resume "$work/three" --out "$work/limit3" >"$work/out" 2>"$work/err"
  echo $? >"$work/code"
)
code=$(cat "$work/code")
check "size limit of a resumed run: exit code" same "$code" 3
check "size limit of a resumed run: the frame" has "$work/err" "^xpbd-sim: stopped at frame 3 of 5: .*frame_0003"
control "size limit of a resumed run: the first of all" has "$work/err" "stopped at frame 0 "

# A checkpoint that does not fit loses nothing else: all other files are completed.
if [ -c /dev/full ]; then
  check "lost checkpoint: exit code, one line" fails 3 \
    "xpbd-sim: /dev/full: cannot be written: No space left on device; finished frames kept: 4, in $work/unsaved" \
    cloth --resolution 5 --frames 3 --out "$work/unsaved" --measure "$work/unsaved.tsv" --viewer "$work/unsaved.html" \
    --save /dev/full
  check "lost checkpoint: all rows of the table" same "$(cut -f 1 "$work/unsaved.tsv" | tr '\n' ' ')" "frame 0 1 2 3 "
  check "lost checkpoint: the page" [ -s "$work/unsaved.html" ]
  check "lost checkpoint: all frames are listed" same "$(grep -c '"name"' "$work/unsaved/frames.vtk.series")" 4
  check "lost checkpoint: the record says so" has "$work/unsaved/run.txt" "^ending: failed$"
  check "lost checkpoint: of all frames" has "$work/unsaved/run.txt" "^frames done: 3$"
  check "no checkpoint is lost" succeeds cloth --resolution 5 --frames 3 --out "$work/unsaved" --save "$work/saved"
  control "no checkpoint is lost: the record says so" has "$work/unsaved/run.txt" "^ending: failed$"
else
  echo "left out: a checkpoint that does not fit (no /dev/full)"
fi

# A full disk: some frames fit, the next does not.
mkdir "$work/disk"
if mount -t tmpfs -o size=300k tmpfs "$work/disk" 2>/dev/null; then
  trap 'umount "$work/disk"; rm -rf "$work"' EXIT
  run cloth --resolution 20 --frames 100 --out "$work/disk/run"
  check "full disk: exit code" same "$code" 3
  check "full disk: one line that says so" same "$(grep -c 'No space left' "$work/err") $(wc -l <"$work/err")" "1 1"
  check "full disk: finished frames are kept" [ "$(count "$work"/disk/run/frame_*.obj)" -gt 1 ]
  check "full disk: and counted" has "$work/err" "finished frames kept: $(count "$work"/disk/run/frame_*.obj), in "
  check "full disk: nothing half-written" whole "$work/disk/run" 400
else
  echo "left out: a full disk (this user may not mount one)"
fi

mkdir "$work/broken"
printf 'v 0 0 0\nv 1 0' >"$work/broken/frame_0000.obj"
control "a half-written frame" whole "$work/broken" 2
control "a temporary file" sh -c ': >"$0/frame_0001.obj.1-0.part"; [ "$(ls "$0" | grep -c part)" -eq 0 ]' "$work/broken"
finish
