# Why this file exists: tests what a comparison draws with gnuplot and without, and that no name in its input is markup, a
# command or drives the terminal. The golden case report/compared has the output of comparisons.
. "$(dirname "$0")/common.sh"

. "$here/compare_words.sh"
make() { sh "$here/compare_fixture.sh" "$@"; }

# The page needs nothing else, and nothing temporary is left.
sizes seq 1 | make >a.json
sizes omp 2 | make >b.json
tables a.json b.json
alone() { ! grep -q -i -E '<script[^>]|<link|<iframe|(src|href)="?https?:|@import' "$1"; }
check "the page needs nothing else" alone report/index.html
echo '<script src="https://example.org/x.js"></script>' >loud.html
control "a page that loads something" alone loud.html
check "nothing temporary" left report
check "the page ends" [ "$(tail -n 1 report/index.html)" = "</html>" ]
check "as many cells in every line" [ "$(awk -F '\t' '{print NF}' report/compare.tsv | sort -u | wc -l)" -eq 1 ]

# Names that contain markup, commands or LaTeX.
evil='<script>alert(1)</script> `touch pwned` %_$&#{}\\^~\u0007!'
for scale in 1 2; do
  printf '<b>cloth\t"size": 21, "scene": "%s", "run": %d\tok\t0.01\t0.0099\t0.0101\t-\n<b>cloth\t"size": 31, "scene": "other", "run": %d\tok\t0.01\t0.0099\t0.0101\t-\n' "$evil" $scale $scale |
    make >evil$scale.json
done
tables evil1.json evil2.json
check "odd names are compared" [ "$code" -eq 0 ]
check "and are text in the page" has report/index.html "&lt;script&gt;alert(1)"
sed '/^<script>$/,/^<\/script>$/d' report/index.html >marked.html # the page's own
check "not markup" lacks marked.html "<script"
check "nor commands" [ ! -e pwned ]
check "nor LaTeX" has report/compare.tex '\%\_\$\&\#\{\}\textbackslash{}\textasciicircum{}\textasciitilde{} !'

# Figures, with gnuplot and without.
{ sizes seq 1; sizes omp 0.5; sizes cuda 0.1; } | make >all.json
PATH=$work/bin "$report" compare all.json --by backend --out plain >out 2>err </dev/null
check "without gnuplot there is a page" [ -s plain/index.html ]
check "which says what is missing" has out "apt-get install gnuplot-nox"
check "and data" [ -s plain/figures/cloth_ratio.tsv ]
if command -v gnuplot >/dev/null; then
  run compare all.json --by backend --out report
  check "figures are drawn" [ "$code" -eq 0 ]
  for name in cloth_ratio cloth_size_ratios cloth_fps_size; do check "a whole SVG" grep -q '</svg>' report/figures/$name.svg; done
  check "figures are in the page" [ "$(grep -c '<svg' report/index.html)" -ge 6 ]
  run compare all.json --by backend --figures pdf --out papers
  check "figures for papers" [ "$(head -c 4 papers/figures/cloth_ratio.pdf)" = %PDF ]
  control "unless asked for" [ -e report/figures/cloth_ratio.pdf ]
fi

# Texts of a file: none drives the terminal, and none makes a line.
for time in 0.01 0.02; do
  printf 'cloth\t"size": 21, "backend": "m\\u001b[2J\\u009bx\\nfake: a line"\tok\t%s\t-\t-\t-\n' "$time" >control.tsv
  make <control.tsv >control$time.json
done
harmless() { ! LC_ALL=C tr -d '\n' <"$1" | LC_ALL=C grep -q -e '[[:cntrl:]]' -e "$(printf '\302\233')" && ! grep -q '^fake' "$1" && has "$1" 'm?[2J?x?fake: a line'; }
run compare control0.01.json control0.02.json
check "a comparison of odd names" harmless out
make 'cpu=m\\u001b[2J\\u009bx\\nfake: a line' <control.tsv >odd.json
run brief odd.json
check "in brief" harmless out
printf 'm\033[2J\302\233x\nfake: a line m?[2J?x?fake: a line\n' >odd
control "the names as they are" harmless odd
finish
