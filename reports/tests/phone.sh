# Why this file exists: on a phone nothing is wider than the page, and the number that a row is about is seen without scrolling.
. "$(dirname "$0")/common.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "skipped: no chromium to lay a page out"
  exit 77
}

for kind in good preservation hostile; do
  sh "$here/fixture.sh" $kind >$kind.json
  run $kind.json --out $kind
done
sed 's/<main>/<main><div style="width:500px">wide<\/div>/' good/index.html >wide.html

# All pages in one browser, each 390 pixels wide: of each its width, and where the first FPS of a table ends.
pages="good/index.html preservation/index.html hostile/index.html wide.html"
{
  echo '<!DOCTYPE html><title>nothing</title>'
  for page in $pages; do echo "<iframe style='width:390px;height:800px;border:0' src='$page'></iframe>"; done
  cat <<'END'
<script>onload = () => { document.title = "laid out" + [...document.querySelectorAll("iframe")].map(frame => {
const cell = frame.contentDocument.querySelector("table.results td.n b, table.summary td.n b");
return ` ${frame.getAttribute("src")}:${frame.contentDocument.documentElement.scrollWidth}:` +
  (cell ? Math.ceil(cell.getBoundingClientRect().right) : 0); }).join("") + " end"; };</script>
END
} >frame.html
timeout 100 "$browser" --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$work/profile" \
  --window-size=800,900 --dump-dom "file://$work/frame.html" >dom.html 2>/dev/null
if ! grep -q '<title>laid out' dom.html; then
  echo "skipped: $browser lays nothing out here"
  exit 77
fi

# fits PAGE: it and its first FPS are at most 390 pixels wide.
fits() {
  size=$(sed -n "s|.*<title>laid out.* $1:\([0-9]*:[0-9]*\) .*|\1|p" dom.html)
  echo "$1: width:number $size" >out
  [ "${size%%:*}" -gt 0 ] && [ "${size%%:*}" -le 390 ] && [ "${size##*:}" -gt 0 ] && [ "${size##*:}" -le 390 ]
}
check "a page of speeds fits" fits good/index.html
check "a page of scenes fits" fits preservation/index.html
check "names that are too long do not matter" fits hostile/index.html
control "a page that is too wide" fits wide.html
finish
