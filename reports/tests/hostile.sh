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
# Names that begin with a quote, have two, or hold what gnuplot would replace. Marks of direction would turn the text.
turned=$(printf '\342\200\256\342\201\246\330\234')
sh "$here/fixture.sh" good >plain.json
awk -v turned="x${turned}y" -v quote="'" '{
  gsub(/"stretching"/, "\"" quote "quoted\"")
  gsub(/"hookean"/, "\"a" quote quote "b\"")
  gsub(/"stvk"/, "\"@m $n {o} %p\"")
  gsub(/"morse"/, "\"" turned "\"")
} 1' plain.json >named.json
run named.json --out named
drawn() { cat named/figures/*.svg | grep -qF -e ">$1<" -e ">$1 "; }
if command -v gnuplot >/dev/null; then
  check "figures are drawn" has report/figures/cloth_fps_size.svg "</svg>"
  check "all figures of such names, without a word" [ "$code $(wc -c <err)" = "0 0" ]
  check "a name that begins with a quote" drawn "'quoted"
  check "a name with two" drawn "a''b"
  check "a name with words of gnuplot" drawn '@m $n {o} %p'
  control "a name that is none" drawn "a'b"
fi
check "no mark of direction" sh -c "! cat named/index.html named/figures/*.gp named/figures/*.svg named/figures/*.tsv | LC_ALL=C grep -q -e '$(printf '\342\200\256')' -e '$(printf '\342\201\246')' -e '$(printf '\330\234')'"
control "which the results have" sh -c "! LC_ALL=C grep -q '$(printf '\342\200\256')' named.json"
finish
