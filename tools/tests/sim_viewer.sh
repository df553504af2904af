# Why this file exists: --viewer writes one self-contained page, which draws something that moves, even without WebGL. A
# damaged page says so, and what does not fit is refused before anything is computed.
. "$(dirname "$0")/common.sh"

small="cloth --resolution 8 --iterations 5 --quiet"
check "a page" succeeds $small --frames 20 --viewer "$work/a.html"
check "again" succeeds $small --frames 20 --viewer "$work/b.html"
check "the same bytes" cmp -s "$work/a.html" "$work/b.html"
alone() { [ -s "$1" ] && ! grep -q -i -E '(src|href)="?(https?:)?//|@import|<link|import\(|fetch\(' "$1"; }
check "it needs nothing else" alone "$work/a.html"
echo '<script src="https://example.org/x.js"></script>' >"$work/loud.html"
control "a page that loads something" alone "$work/loud.html"
check "all frames" grep -q '64 vertices; 21 of 21 frames' "$work/a.html"
check "a long run" succeeds pendulum --frames 900 --quiet --viewer "$work/long.html"
check "at most 300 frames" grep -q '; 300 of 901 frames' "$work/long.html"
check "the first and the last" grep -q '"frames": \[{"frame": 0, .*{"frame": 900, ' "$work/long.html"
for scene in wedge beam_hit "cloth_on_sphere --resolution 8"; do
  check "$scene" succeeds $scene --frames 3 --quiet --viewer "$work/${scene%% *}.html"
done
check "a box" succeeds torus_falling --resolution 8 --frames 3 --quiet --wire --azimuth 120 --elevation -60 --viewer "$work/box.html"
# A sphere of beam_hit moves for a second, 24 frames, and then disappears.
check "an obstacle that goes" succeeds beam_hit --resolution 5 --frames 25 --quiet --viewer "$work/gone.html"
check "stands somewhere, and then nowhere" grep -q '"poses": \[\(\[[-0-9.,]*\],\)\{24\}null,null\]}\]}</script>$' "$work/gone.html"
seen='"strained": false, "wire": true, "azimuth": 120, "elevation": -60'
check "from where it is seen" grep -q "$seen" "$work/box.html"
check "from one side" succeeds cloth --frames 1 --quiet --azimuth 120 --viewer "$work/side.html"
check "of two angles one is told" grep -q '"azimuth": 120, "elevation": 25' "$work/side.html"
check "from above" succeeds cloth --frames 1 --quiet --elevation 60 --viewer "$work/above.html"
check "or the other" grep -q '"azimuth": 35, "elevation": 60' "$work/above.html"
check "what is seen unless told" grep -q '"strained": false, "wire": false, "azimuth": 35, "elevation": 25' "$work/a.html"
control "the same of another page" grep -q "$seen" "$work/a.html"
check "too large" fails 1 "do not fit a page of 12 MB" cloth --resolution 500 --frames 999999999 --viewer "$work/x.html"
run cloth --resolution 6 --frames 2000 --gravity 1e37 --viewer "$work/blown.html"
check "diverged: exit code" same "$code" 3
check "diverged: its first frame is there" grep -q '"frames": \[{"frame": 0, ' "$work/blown.html"
check "a name that is markup" succeeds $small --frames 1 --colour strain --viewer "$work/<b>.html"
check "nothing was left" [ ! -e "$work/x.html" ]

# Without a browser: the calculations of its program.
if command -v node >/dev/null && node -e 'let a; a ??= atob("")' 2>/dev/null; then
  here=$(cd "$(dirname "$0")" && pwd)
  computes() { node "$here/viewer_page.js" "$1" "$2" >"$work/out" 2>"$work/err"; }
  check "a run of twenty frames" succeeds $small --frames 20 --out "$work/frames" --format obj --viewer "$work/page.html"
  check "its page computes what it wrote" computes "$work/page.html" "$work/frames"
  for edit in 's|mixed / 65535|mixed / 65000|' 's/Math.min(89/Math.min(88/' 's/(seconds, 0.25)/(seconds, 0.5)/'; do
    sed "$edit" "$work/page.html" >"$work/other.html"
    control "$edit" computes "$work/other.html" "$work/frames"
  done
else
  echo "left out: what a page computes (no node here)"
fi

# In a browser: what is drawn, and how much of it changes from the first frame to the last.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
cd "$work" || exit 2
sed 's/^const gl = .*/const gl = null;/' a.html >plain.html       # as where WebGL is missing
sed 's/interpolate(state.time)/interpolate(0)/' a.html >still.html # a viewer that shows one frame only
sed 's/\(id=data>.\{100\}\)[^<]*/\1/' a.html >cut.html
control "the copies are changed" cmp -s a.html plain.html
control "the copies are changed" cmp -s a.html still.html
sed 's/solids = scene/solids = [], unused = scene/' beam_hit.html >bare.html # a viewer without obstacles
pages="a.html bare.html plain.html wedge.html beam_hit.html cloth_on_sphere.html still.html cut.html"
{
  echo '<!DOCTYPE html><title>nothing</title>'
  for page in $pages; do echo "<iframe style='width:400px;height:400px;border:0' src='$page'></iframe>"; done
  cat <<'END'
<script>
const kept = [], pixels = canvas => { const copy = document.createElement("canvas"); copy.width = canvas.width; copy.height = canvas.height;
  const flat = copy.getContext("2d"); flat.drawImage(canvas, 0, 0);
  return new Uint32Array(flat.getImageData(0, 0, copy.width, copy.height).data.buffer); };
const at = (page, frame) => { const slider = page.getElementById("frame"); slider.value = frame;
  slider.dispatchEvent(new Event("input")); return pixels(page.getElementById("canvas")); };
const look = frame => { const page = frame.contentDocument, name = frame.getAttribute("src");
  if (!page.body.dataset.drawn) return ` ${name}:none:0:0:${page.getElementById("say").textContent.includes("damaged")}`;
  const first = at(page, 0), last = at(page, page.getElementById("frame").max);
  if (name === "beam_hit.html" || name === "bare.html") kept.push(first);
  return ` ${name}:${page.body.dataset.renderer}:${first.filter(p => p !== first[0]).length}:` +
    `${first.filter((p, i) => p !== last[i]).length}:false`; };
onload = () => { document.title = "drawn" + [...document.querySelectorAll("iframe")].map(look).join("") + " obstacle:" +
  kept[0].filter((p, i) => p !== kept[1][i]).length + " end"; };
</script>
END
} >frame.html
[ -z "$browser" ] || timeout 100 "$browser" --headless --no-sandbox --allow-file-access-from-files --use-gl=angle \
  --use-angle=swiftshader --enable-unsafe-swiftshader --user-data-dir="$work/profile" --window-size=900,900 \
  --dump-dom "file://$work/frame.html" >dom.html 2>err
if ! grep -q '<title>drawn' dom.html 2>/dev/null; then
  echo "left out: what a browser shows (no chromium that works here)"
  finish
  exit
fi
# moves PAGE: hundreds of pixels are drawn, and tens of them change.
moves() {
  drawn=$(sed -n "s/.*<title>drawn.* $1:\([a-z]*:[0-9]*:[0-9]*\):false .*/\1/p" dom.html)
  echo "$1: renderer:drawn:changed $drawn" >out
  changed=${drawn##*:} drawn=${drawn%:*}
  [ "${drawn##*:}" -ge 200 ] && [ "$changed" -ge 50 ]
} 2>err
for page in a plain wedge beam_hit cloth_on_sphere; do check "$page is drawn and moves" moves $page.html; done
obstacle=$(sed -n 's/.*<title>drawn.* obstacle:\([0-9]*\) end.*/\1/p' dom.html)
check "what it is hit by is seen" [ "$obstacle" -ge 50 ]
check "without WebGL by the plain canvas" grep -q ' plain.html:canvas:' dom.html
control "a page that stands still" moves still.html
control "a page that is damaged" moves cut.html
check "which says so" grep -q ' cut.html:none:0:0:true ' dom.html
grep -q ' a.html:webgl:' dom.html || echo "left out: WebGL (this browser has none)"
finish
