# Why this file exists: --picture and --film write valid files of the requested frames, and the same call gives the same
# bytes. (golden/sim/drawn.sh tests the contents of pictures, golden/says/numbers.sh what is refused.)
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
# gif_frames FILE: count graphic control extensions, one per frame.
gif_frames() { od -An -v -tx1 "$1" | tr -d ' \n' | grep -oE '21f904[0-9a-f]{8}00' | wc -l; }
# gif_delays FILE: how long each frame is shown, in 1/100 s: two bytes in hexadecimal, the lower one first.
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
  # A run that diverges leaves a film of its frames.
  run cloth --resolution 6 --frames 2000 --gravity 1e37 --film "$work/blown.gif" --film-size 16x16
  check "diverged: exit code" same "$code" 3
  check "diverged: frame 0 is drawn" [ "$(gif_frames "$work/blown.gif")" -ge 1 ]
  control "a film counted twice" same "$(gif_frames "$work/a.gif")" 12
fi

check "sides of five digits" succeeds $small --frames 1 --film "$work/zeros.png" --film-size 00016x00017
check "are those numbers" same "$(png_size "$work/zeros.png")" 00000020x00000029
check "a side of 8192" succeeds $small --frames 1 --picture "$work/wide.png" --picture-size 8192x16
check "its size" same "$(png_size "$work/wide.png")" 00002000x00000010
check "a sheet of 8192" succeeds $small --frames 1 --film "$work/wide.png" --film-size 4096x16
check "its size" same "$(png_size "$work/wide.png")" 00002000x00000028
control "one of either fits" fails 1 "no side may exceed" $small --frames 1 --picture "$work/wide.png" --picture-size 4200x100
finish
