# Why this file exists: tests the progress line of a long run: frame, speed and time left, for this run alone. It
# disappears when the run ends, and appears only on a terminal.
. "$(dirname "$0")/common.sh"

if ! command -v script >/dev/null || ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  echo "skipped: no script(1) to make a terminal with"
  exit 77
fi

# watched ARGUMENT...: run xpbd-sim on a terminal and interrupt it after two seconds. Each rewrite of the line becomes a
# line of $work/lines. The terminal has stderr only. The seconds are in $took.
watched() {
  printf '%s\n' "timeout -s INT 2 '$sim' cloth --resolution 41 --iterations 20 $* >'$work/out'" >"$work/command"
  began=$(date +%s.%N)
  script -qec "$(cat "$work/command")" /dev/null >"$work/raw" 2>&1 </dev/null
  took=$(echo "$began $(date +%s.%N)" | awk '{ print $2 - $1 }')
  tr '\r' '\n' <"$work/raw" | sed '/^$/d' >"$work/lines"
  cp "$work/lines" "$work/err"
}
clear=$(printf '\033[K')
form="^frame [0-9]+ of FRAMES, [0-9.e+]+ frames/s with writing, time left ([0-9]+ s|[0-9]+ m [0-5][0-9] s|[0-9]+ h [0-5][0-9] m)"

# told FIRST: every line but the first has this form (before the first, nothing was done). Frame numbers grow. The time
# left matches the rate, in seconds, or in minutes from an hour on. The rate is that of this run: the lines are at least
# a tenth of a second apart, and the last is within the time of the run. `FIRST` is the number of the first frame. At
# the end the line is gone, and the reason for the end is in its place.
told() {
  awk -v first="$1" -v frames=$frames -v took="$took" -v clear="$clear" -v form="$(echo "$form" | sed "s/FRAMES/$frames/")" '
    cleared { bad += !(index($0, clear "xpbd-sim: interrupted after frame ") == 1 || $0 ~ /^xpbd-sim: interrupted after/); next }
    $0 == clear || index($0, clear) == 1 { cleared = NR; next }
    NR == 1 { bad += $0 != "frame " first " of " frames clear; last = first; next }
    {
      bad += !($0 ~ form) || substr($0, length($0) - length(clear) + 1) != clear
      at = $2; rate = $5; half = 0.6
      if ($12 == "h") { left = 3600 * $11 + 60 * $13; half = 60.6 }
      else left = $12 == "m" ? 60 * $11 + $13 : $11
      bad += at < last || at >= frames || rate <= 0
      spent = (at - first) / rate; wanted = (frames - at) / rate
      bad += left < wanted * 0.99 - half || left > wanted * 1.01 + half
      bad += spent * 1.01 + 0.005 < before + 0.1 || spent > took * 1.01
      last = at; before = spent * 0.99; lines++
    }
    END { print lines " lines, " bad + 0 " bad, cleared at " cleared " of " NR; exit !(lines >= 3 && !bad && cleared && NR - cleared < 2) }
  ' "$work/lines" >"$work/told"
}

frames=1000000
watched --frames $frames
check "a run on a terminal" told 0
check "is a long one" grep -qE ', time left [0-9]+ [mh] [0-5][0-9] [sm]' "$work/lines"
cp "$work/lines" "$work/good"
check "where it stopped is said" grep -q 'interrupted after frame [1-9][0-9]* of 1000000; ' "$work/good"
while read -r edit; do
  sed "$edit" "$work/good" >"$work/lines"
  control "told so after $edit" told 0
done <<'X'
3s/of 1000000/of 1000001/
3s/frame [0-9]*/frame 999999/
3s/, [0-9]/&9/
3s/ left /&9/
3s/with writing, //
$d
4,99d
X
run cloth --resolution 41 --frames 300 --iterations 20 --save "$work/half" --quiet
watched --frames $frames --resume "$work/half"
check "one that goes on counts its own frames alone" told 300
control "those before it" told 0
for option in --quiet --progress=false; do
  watched --frames $frames $option
  check "nothing is shown with $option" [ "$(grep -c . "$work/lines")" -eq 1 ]
  check "but why it ended" grep -q '^xpbd-sim: interrupted after frame' "$work/lines"
done
run cloth --resolution 41 --frames 300 --iterations 20
check "nor without a terminal" [ ! -s "$work/err" ]

# drawn ARGUMENT...: the progress while a contact sheet of three frames is drawn, one line per rewrite.
drawn() {
  script -qec "'$sim' cloth --resolution 5 --frames 2 --film '$work/sheet.png' --film-size 32x24 $* >'$work/out'" /dev/null 2>&1 </dev/null |
    tr '\r' '\n' | sed -n '/drawing/,$p' | tr -d '\n' >"$work/lines"
}
each="drawing 1 of 3 frames${clear}drawing 2 of 3 frames${clear}drawing 3 of 3 frames$clear"
if "$sim" cloth -r 2 --frames 1 --quiet --film "$work/sheet.png" --film-size 16x16 2>/dev/null; then
  drawn
  check "which frame is drawn" same "$(cat "$work/lines")" "$each$clear"
  drawn --constraint stretching --constraint morse
  check "of each of two runs" same "$(cat "$work/lines")" "$each$each$clear"
  control "of one" same "$(cat "$work/lines")" "$each$clear"
  for option in --quiet --progress=false; do
    drawn $option
    check "nothing of it with $option" [ ! -s "$work/lines" ]
  done
else
  echo "left out: drawing (built without libpng)"
fi
finish
