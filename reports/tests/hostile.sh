# Why this file exists: names in a results file may contain markup, quotes and commands. None of them may have an effect
# in the page or in the script of a figure.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" hostile >run.json
run run.json --out report
check "it works" [ "$code" -eq 0 ]
check "the name is there, as text" has report/index.html "&lt;script&gt;alert(1)"
# The page has one script, its own.
sed '/^<script>$/,/^<\/script>$/d' report/index.html >marked.html
check "and never as markup" lacks marked.html "<script"
control "markup" lacks run.json "<script"
check "what begins in the page ends in it" closed report/index.html
PATH=/var/empty "$report" run.json --out deleted --title "$(printf 'a\177b')" >out 2>err </dev/null
check "no character that is none to be seen" has deleted/index.html "<h1>a b</h1>"
check "no command ran" [ -z "$(find . -name pwned)" ]
(cd report/figures && for script in *.gp; do
  command -v gnuplot >/dev/null && gnuplot "$script" >/dev/null 2>&1
done)
check "nor when a script is used by hand" [ -z "$(find . -name pwned)" ]
: >pwned
control "a file that a command made" [ -z "$(find . -name pwned)" ]
check "an interrupted run is marked" has report/index.html "This run is not complete."
check "a quick run is marked" has report/index.html "Quick run."
check "every line of the table is whole" [ "$(awk -F '\t' '{print NF}' report/results.tsv | sort -u | wc -l)" -eq 1 ]
if command -v gnuplot >/dev/null; then check "figures are drawn" has report/figures/cloth_fps_size.svg "</svg>"; fi
finish
