# Why this file exists: on a phone nothing is wider than the page, and the main number of a row is visible without
# scrolling. At 1400 pixels every column of the papers' tables is visible without scrolling, with all ways measured.
. "$(dirname "$0")/common.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "skipped: no chromium to lay a page out"
  exit 77
}

for kind in good preservation hostile; do
  sh "$here/fixture.sh" $kind >$kind.json
  run $kind.json --out $kind
done
mkdir -p archive/a-machine-with-a-long-name-16-cores-20000101
cp good.json archive/a-machine-with-a-long-name-16-cores-20000101/results.json
PATH=/var/empty "$report" index archive --out all >out 2>err </dev/null
# Pages of the papers with every published rate in four ways, long numbers with intervals, and one verdict of each kind.
mkdir -p papers/all
cp "$here/../../data/papers/figures.tsv" "$here/../../data/papers/fps.csv" "$here/../../data/papers/sources.csv" papers/
echo full >papers/mode
printf 'date\tmachine\tsystem\tcompiler\tsource\n2000\ta machine\ta system\tcc\tnone\n' >papers/machine.tsv
awk -F , -v OFS='\t' 'BEGIN { print "row", "backend", "order", "status", "fps", "fps_lo95", "fps_hi95", "published_ratio", "flagged", "reason" }
  NR > 1 { split("seq mesh omp group cuda group seq group", w, " "); for (i = 1; i < 8; i += 2) print $1, w[i], w[i + 1], "ok", 12344, 12333, 12355, 12.34, 1, "-" }' \
  papers/fps.csv >papers/all/results_bench.tsv
awk -F '\t' -v OFS='\t' 'BEGIN { print "paper", "key", "kind", "part", "verdict", "check_passed" } $4 == "paper" { print $6, $1, "claim", "-", "reproduced", "yes" }' \
  papers/figures.tsv >papers/all/results_verdicts.tsv
PATH=/var/empty "$report" --papers papers >out 2>err </dev/null
sed 's/max-width: 88rem/max-width: 40rem/' papers/energy.html >papers/cut.html

sed 's/<main>/<main><div style="width:500px">wide<\/div>/' good/index.html >wide.html

# All pages in one browser, each 390 pixels wide: report each width, and where the first FPS of a table ends.
pages="good/index.html preservation/index.html hostile/index.html wide.html all/index.html papers/index.html papers/energy.html"
screens="papers/index.html papers/morse.html papers/energy.html papers/esbd.html papers/cut.html"
{
  echo '<!DOCTYPE html><title>nothing</title>'
  for page in $pages; do echo "<iframe style='width:390px;height:800px;border:0' src='$page'></iframe>"; done
  for page in $screens; do echo "<iframe class=screen style='width:1400px;height:800px;border:0' src='$page'></iframe>"; done
  cat <<'END'
<script>
// Sorts the first table of results by its first column, the rates, and filters it by an axis and by a word.
function tried() {
  const page = document.querySelector("iframe").contentDocument, table = page.querySelector("table.results");
  const rows = () => [...table.tBodies[0].rows], shown = () => rows().filter(row => !row.hidden);
  const rates = () => rows().map(row => parseFloat(row.cells[0].textContent)).filter(rate => rate > 0);
  const falls = list => list.every((rate, k) => k === 0 || rate <= list[k - 1]);
  const bar = table.closest(".scroll").previousElementSibling, words = bar.querySelector("input");
  const list = [...bar.querySelectorAll("select")].find(one => [...one.options].some(option => option.value === "omp"));
  const before = falls(rates()), all = shown().length;
  table.tHead.rows[0].cells[0].click();
  const sorted = falls(rates()), last = rows()[all - 1].cells[0].textContent;
  table.tHead.rows[0].cells[0].click();
  const rising = falls(rates().reverse()), rate = rates().length;
  list.value = "omp";
  list.dispatchEvent(new Event("input", { bubbles: true }));
  const omp = shown().length, others = shown().filter(row => !row.textContent.includes("omp")).length;
  words.value = "HOOKEAN 41×41";
  words.dispatchEvent(new Event("input", { bubbles: true }));
  const few = shown().length;
  return ` before:${before} sorted:${sorted} last:${last} rising:${rising} omp:${omp > 0 && omp < all} others:${others} ` +
    `few:${few > 0 && few < omp} numbers:${rate > 0}`;
}
onload = () => { document.title = "laid out" + [...document.querySelectorAll("iframe")].map(frame => {
const whole = [...frame.contentDocument.querySelectorAll("table.papers, table.rates")].every(table =>
  table.parentElement.scrollWidth <= table.parentElement.clientWidth);
if (frame.className) return ` screen:${frame.getAttribute("src")}:${whole ? 1 : 0}`;
const cell = frame.contentDocument.querySelector("table.results td.n b, table.summary td.n b");
return ` ${frame.getAttribute("src")}:${frame.contentDocument.documentElement.scrollWidth}:` +
  (cell ? Math.ceil(cell.getBoundingClientRect().right) : 0); }).join("") + tried() + " end"; };</script>
END
} >frame.html
timeout 100 "$browser" --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$work/profile" \
  --window-size=800,900 --dump-dom "file://$work/frame.html" >dom.html 2>/dev/null
if ! grep -q '<title>laid out' dom.html; then
  echo "skipped: $browser lays nothing out here"
  exit 77
fi

# narrow PAGE: it is at most 390 pixels wide, and its tables scroll.
narrow() {
  size=$(sed -n "s|.*<title>laid out.* $1:\([0-9]*\):.*|\1|p" dom.html)
  [ "${size:-0}" -gt 0 ] && [ "$size" -le 390 ]
}
# fits PAGE: it is at most 390 pixels wide, and so is its first FPS.
fits() {
  size=$(sed -n "s|.*<title>laid out.* $1:\([0-9]*:[0-9]*\) .*|\1|p" dom.html)
  echo "$1: width:number $size" >out
  [ "${size%%:*}" -gt 0 ] && [ "${size%%:*}" -le 390 ] && [ "${size##*:}" -gt 0 ] && [ "${size##*:}" -le 390 ]
}
# shown PAGE: no column of its tables is cut off at 1400 pixels.
shown() { grep -q "<title>laid out.* screen:$1:1 " dom.html; }
for page in index morse energy esbd; do check "all columns of $page" shown papers/$page.html; done
control "a table that is cut off" shown papers/cut.html
check "an archive on a phone" narrow all/index.html
check "the papers on a phone" narrow papers/index.html
check "a paper on a phone" narrow papers/energy.html
script() { grep -q "<title>laid out.* $1[ <]" dom.html; }
for what in sorted:true last:– rising:true omp:true others:0 few:true numbers:true; do check "the script of the page: $what" script $what; done
control "sorted before the click" script before:true
check "a page of speeds fits" fits good/index.html
check "a page of scenes fits" fits preservation/index.html
check "names that are too long do not matter" fits hostile/index.html
control "a page that is too wide" fits wide.html
finish
