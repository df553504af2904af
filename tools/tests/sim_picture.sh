# Why this file exists: --picture and --film write files that are what they say, of the frames asked for; the same call
# gives the same bytes; and what cannot be drawn is said before anything is computed. (What is in a picture is
# checked by xpbd-validate.)
. "$(dirname "$0")/common.sh"

small="cloth --resolution 8 --iterations 5 --quiet"

run $small --frames 1 --picture "$work/probe.png" --picture-size 16x16
if [ "$code" -ne 0 ] && grep -q 'install libpng-dev' "$work/err"; then
  check "one line names the package" same "$(wc -l <"$work/err")" 1
  echo "skipped: pictures (built without libpng)"
  exit 77
fi

# bytes FILE FROM COUNT: as one hexadecimal word.
bytes() { od -An -tx1 -j "$2" -N "$3" "$1" | tr -d ' \n'; }
# png_size FILE: "WxH" in hexadecimal, from the header.
png_size() { bytes "$1" 0 8 | grep -q 89504e470d0a1a0a && echo "$(bytes "$1" 16 4)x$(bytes "$1" 20 4)"; }
# gif_frames FILE: graphic control extensions, one a frame.
gif_frames() { od -An -v -tx1 "$1" | tr -d ' \n' | grep -oE '21f904[0-9a-f]{8}00' | wc -l; }
# gif_delays FILE: for how long each frame is shown, in 1/100 s: two bytes in hexadecimal, the lower one first.
gif_delays() { od -An -v -tx1 "$1" | tr -d ' \n' | grep -oE '21f904[0-9a-f]{8}00' | cut -c 9-12 | tr '\n' ' '; }

check "picture" succeeds $small --frames 6 --picture "$work/a.png" --picture-size 96x64
check "its size" same "$(png_size "$work/a.png")" 00000060x00000040
check "again" succeeds $small --frames 6 --picture "$work/b.png" --picture-size 96x64
check "the same bytes" cmp -s "$work/a.png" "$work/b.png"
check "the last frame by its number" succeeds $small --frames 9 --picture "$work/c.png" --picture-size 96x64 \
  --picture-frame 6
check "the same bytes" cmp -s "$work/a.png" "$work/c.png"
check "frame 0" succeeds $small --frames 6 --picture "$work/d.png" --picture-size 96x64 --picture-frame 0
control "frame 0 looks like frame 6" cmp -s "$work/a.png" "$work/d.png"
for option in "--wire" "--colour strain" "--azimuth 120" "--elevation 60"; do
  check "$option" succeeds $small --frames 6 --picture "$work/e.png" --picture-size 96x64 $option
  control "$option changes nothing" cmp -s "$work/a.png" "$work/e.png"
done
check "seen from" succeeds $small --frames 6 --picture "$work/e.png" --picture-size 96x64 --azimuth 35 --elevation 25
check "its side and from above, unless told" cmp -s "$work/a.png" "$work/e.png"
check "a slope" succeeds wedge --frames 2 --quiet --picture "$work/e.png" --picture-size 96x64
check "seen from" succeeds wedge --frames 2 --quiet --picture "$work/i.png" --picture-size 96x64 --azimuth 0
check "its front" cmp -s "$work/e.png" "$work/i.png"
check "seen from" succeeds wedge --frames 2 --quiet --picture "$work/i.png" --picture-size 96x64 --azimuth 35
control "its side, where the slope is in the way" cmp -s "$work/e.png" "$work/i.png"
check "a scene with obstacles" succeeds cloth_on_sphere --resolution 8 --iterations 5 --frames 2 --quiet \
  --picture "$work/f.png" --picture-size 96x64
check "a chain" succeeds chain --frames 2 --quiet --picture "$work/g.png" --picture-size 96x64
check "a lattice" succeeds friction_box --frames 2 --quiet --picture "$work/h.png" --picture-size 96x64
check "planes" succeeds wedge --frames 2 --quiet --picture "$work/i.png" --picture-size 96x64

check "a picture of the usual size" succeeds pendulum --frames 3 --quiet --picture "$work/usual.png"
check "1200 x 900" same "$(png_size "$work/usual.png")" 000004b0x00000384
check "two of it" succeeds pendulum --frames 3 --quiet --picture "$work/usual.png" --constraint stretching --constraint stvk
check "600 x 450 each, and a line" same "$(png_size "$work/usual.png")" 000004b0x000001da
check "a sheet of the usual size" succeeds pendulum --frames 3 --quiet --film "$work/usual.png"
check "four of 400 x 300 in a row, and a line" same "$(png_size "$work/usual.png")" 00000640x00000144
check "of five" succeeds pendulum --frames 4 --quiet --film "$work/usual.png" --film-size 80x60
check "three in a row" same "$(png_size "$work/usual.png")" 000000f0x000000a8
check "sheet" succeeds $small --frames 40 --film "$work/sheet.png" --film-size 48x36
# 12 frames, 4 columns of 48, 3 rows of 36 + 24
check "its size" same "$(png_size "$work/sheet.png")" 000000c0x000000b4

run $small --frames 1 --film "$work/probe.gif" --film-size 16x16
if [ "$code" -ne 0 ] && grep -q 'install libgif-dev' "$work/err"; then
  echo "left out: films as GIF (built without giflib)"
else
  check "film" succeeds $small --frames 5 --film "$work/a.gif" --film-size 48x36
  check "it is a GIF" same "$(head -c 6 "$work/a.gif")" GIF89a
  check "a frame for each, and the first" same "$(gif_frames "$work/a.gif")" 6
  check "a film of 0.05 s a frame" succeeds $small --frames 5 --frame-time 0.05 --film "$work/paced.gif" --film-size 48x36
  paced="0500 0500 0500 0500 0500 6400 "
  check "shows each for that long, and the last for 1 s" same "$(gif_delays "$work/paced.gif")" "$paced"
  control "one of 1/24 s a frame does" same "$(gif_delays "$work/a.gif")" "$paced"
  check "a film of the usual size" succeeds pendulum --frames 1 --quiet --film "$work/usual.gif"
  check "640 x 480, the lower bytes first" same "$(bytes "$work/usual.gif" 6 4)" 8002e001
  check "long film" succeeds $small --frames 400 --film "$work/b.gif" --film-size 16x16
  frames=$(gif_frames "$work/b.gif")
  check "at most 150 frames" [ "$frames" -le 150 ]
  check "but not few" [ "$frames" -ge 75 ]
  # A run that diverges leaves the film of what was there.
  run cloth --resolution 6 --frames 2000 --gravity 1e37 --film "$work/blown.gif" --film-size 16x16
  check "diverged: exit code" same "$code" 3
  check "diverged: frame 0 is drawn" [ "$(gif_frames "$work/blown.gif")" -ge 1 ]
  control "a film counted twice" same "$(gif_frames "$work/a.gif")" 12
fi

# A box is as large as it is, but for 8 % of its least half size: 34.72 x 3.22 x 34.72 around (0, -28, 0). Seen from
# (0, -28, 200) its front is 165.28 m away, and a picture 100 m high at 200 m has 400 pixels for a slope of 1.
if command -v python3 >/dev/null; then
  here=$(cd "$(dirname "$0")/../../tests/golden/sim" && pwd)
  seen() { PYTHONPATH=$here python3 -B "$work/extent.py" "$@"; }
  cat >"$work/extent.py" <<'END'
import sys
from drawn import pixels
width, height, rows = pixels(sys.argv[1])
inked = lambda x, y: rows[y][3 * x:3 * x + 3] != b"\xff\xff\xff"
row = [x for x in range(width) if inked(x, height // 2)]
below = [y for y in range(height // 2, height) if inked(width // 2, y)]
print(row[0], row[-1], below[-1])
END
  check "a box" succeeds torus_falling --resolution 8 --frames 1 --quiet --picture "$work/box.png" --picture-size 200x200 \
    --camera 0,-28,200,0,-28,0,100
  # 100 -+ 84.03 across, of which 0.03 of a pixel has no sample, and 100 + 7.79 down
  check "from side to side, and its lower edge" same "$(seen "$work/box.png")" "16 183 107"
  # A ball of 10 m around (20, -11, 20), smaller by the depth that an edge half as long again as the mean one, m, dips into it:
  # 1 - sqrt(1 - (0.075 m)^2), but at least 1 % and at most 8 %. Seen from 200 m, where 25 m are 200 pixels: 1600 for a slope
  # of 1, so that a radius r reaches 1600 tan(asin(r / 200)). A cloth of n x n vertices of 40 m has 2 n (n - 1) edges of
  # 40 / (n - 1) and (n - 1)^2 diagonals: n = 41: m = 1.136, r = 9.9, 79.3 pixels; n = 13: m = 3.769, r = 9.592, 76.8;
  # n = 8: m = 6.43, r = 9.2, 73.7.
  while read -r n wanted; do
    check "a ball, $n" succeeds cloth_on_sphere --resolution "$n" --iterations 5 --frames 1 --quiet --picture "$work/ball.png" \
      --picture-size 200x200 --camera 20,-11,220,20,-11,20,25
    check "its sides and its foot, $n" same "$(seen "$work/ball.png")" "$wanted"
  done <<'X'
41 20 179 179
13 23 176 176
8 26 173 173
X
  # The pin at (0, 0, 0) of a cloth of 10 m, seen along it from 20 m, where 1 m is 200 pixels: 4000 for a slope of 1. Its ball
  # is 0.008 of the diagonal of 14.14 m, 0.1131 m, 22.6 pixels; on a fine mesh 0.45 of its edges, 0.05625 m, 11.3 pixels.
  while read -r n wanted; do
    check "a pin, $n" succeeds cloth --resolution "$n" --iterations 1 --frames 1 --quiet --picture "$work/pin.png" \
      --picture-frame 0 --picture-size 200x200 --camera=-20,0,0,0,0,0,1
    check "its sides and its foot, $n" same "$(seen "$work/pin.png")" "$wanted"
  done <<'X'
21 77 122 122
81 88 111 111
X
  # A rod of 24 sides, 0.8 m thick and 14 m long around (4.5, -0.88, 5), all its sides nearer by what an edge of 0.2839 m dips
  # into 0.8 m: 1 - sqrt(1 - 0.2661^2), 0.0289 m. Its end is seen from 93.03 m, 10000 pixels for a slope of 1: 0.771 m are 82.9;
  # its side from 99.23 m, 1000 pixels: 6.971 m are 70.25 (below is the shadow).
  while read -r seen wanted; do
    check "a rod, $seen" succeeds cloth_self --frames 1 --quiet --picture "$work/rod.png" --picture-frame 0 --picture-size 200x200 \
      --camera "$seen"
    check "its sides, $seen" same "$(seen "$work/rod.png" | cut -d ' ' -f 1,2)" "$wanted"
  done <<'X'
4.5,-0.88,105,4.5,-0.88,5,2 17 182
104.5,-0.88,5,4.5,-0.88,5,20 29 170
X
  # Two walls 15 degrees off the vertical on both sides of a ball of 0.5 m around y = 0.5 / sin 15 + 0.01: pieces around the
  # nearest points, (-+0.4855, 1.8118, 0), which reach 0.45 of the diagonal of the ball's box, 0.7794 m, up, down, to front and
  # back. From either side the wall there is behind the eye and not drawn, the other one at 20.48 m: 1000 pixels for a slope of 1,
  # 38.05 to front and back; its lower edge at 20.28 m is 0.7528 m down, 37.1. From the front both are edges, 0.4823 m off the
  # middle and from 19.22 m on, 25.1 pixels; the ball's foot is 0.358 m down, 17.9.
  while read -r seen wanted; do
    check "walls, $seen" succeeds wedge --frames 1 --quiet --picture "$work/wall.png" --picture-frame 0 --picture-size 200x200 \
      "--camera=$seen"
    check "their sides and foot, $seen" same "$(seen "$work/wall.png")" "$wanted"
  done <<'X'
20,1.8118,0,0,1.8118,0,4 62 137 136
-20,1.8118,0,0,1.8118,0,4 62 137 136
0,1.8,20,0,1.8,0,4 75 124 117
X
  control "seen from the side" same "$(seen "$work/a.png")" "16 183 107"
fi

for size in 15x16 16x15 8193x16 16x8193 16x16x 016x016x016 16,16 -16x16 x16 16x; do
  check "size $size" fails 1 "--film-size must be WxH with sides of 16 to 8192 pixels, not '$size'" \
    $small --frames 1 --film "$work/x.png" --film-size=$size
done
check "sides of five digits" succeeds $small --frames 1 --film "$work/zeros.png" --film-size 00016x00017
check "are those numbers" same "$(png_size "$work/zeros.png")" 00000020x00000029
check "a side of 8192" succeeds $small --frames 1 --picture "$work/wide.png" --picture-size 8192x16
check "its size" same "$(png_size "$work/wide.png")" 00002000x00000010
# No side of what frames or panels are put on may exceed 8192 pixels.
check "a sheet that is too wide" fails 1 \
  "--film-size: a sheet of 2 x 1 frames of 4200 x 100 pixels: no side may exceed 8192 pixels" \
  $small --frames 1 --film "$work/x.png" --film-size 4200x100
check "one that is not" succeeds $small --frames 1 --film "$work/wide.png" --film-size 4096x16
check "its size" same "$(png_size "$work/wide.png")" 00002000x00000028
two="--constraint stretching --constraint stvk"
check "panels that are too wide" fails 1 "--picture-size: a sheet of 2 x 1 frames of 4200 x 100 pixels: no side" \
  $small --frames 1 $two --picture "$work/x.png" --picture-size 4200x100
check "rows of several runs that are too wide" fails 1 "--film-size: a sheet of 3 x 2 frames of 2800 x 100 pixels: no side" \
  $small --frames 2 $two --film "$work/x.png" --film-size 2800x100
[ ! -s "$work/a.gif" ] || check "a film of panels that are too wide" fails 1 \
  "--film-size: a sheet of 2 x 1 frames of 4200 x 100 pixels: no side" \
  $small --frames 1 $two --film "$work/x.gif" --film-size 4200x100
control "one of either fits" fails 1 "no side may exceed" $small --frames 1 --picture "$work/wide.png" --picture-size 4200x100
check "nothing was left" [ ! -e "$work/x.png" ]
finish
