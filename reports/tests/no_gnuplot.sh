# Why this file exists: without gnuplot, or if it fails, a report has everything except the pictures and says so. With
# gnuplot the page contains the pictures. Fake gnuplots are used here, so that their output is known.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" good >run.json
mkdir bin # a PATH without gnuplot
without() { PATH=$work/bin "$report" run.json --out "$1" >out 2>err; code=$?; }
without report
check "it works" [ "$code" -eq 0 ]
check "the last line is the page" [ "$(tail -n 1 out)" = report/index.html ]
check "the lines before say what is missing" has out "apt-get install gnuplot-nox"
check "the page says it" has report/index.html "gnuplot was not found"
check "what begins in it ends" closed report/index.html
check "data are there" [ -s report/figures/cloth_speedup.tsv ]
check "scripts are there" [ -s report/figures/cloth_speedup.gp ]
check "results are there" [ -s report/results.tsv ]
pictures() { [ -n "$(find "$1" -name '*.svg' -o -name '*.png')" ]; }
control "pictures" pictures report

# A fake that writes rubbish and fails: there is no partial picture, and the exit code shows it.
printf '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "<svg half"\necho "line 7: made-up trouble" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
without broken
check "its failure is a failure" [ "$code" -eq 3 ]
check "its complaint is shown" has out "line 7: made-up trouble"
check "the page shows it too" has broken/index.html "line 7: made-up trouble"
control "half a picture" pictures broken
check "what begins in it ends there, too" closed broken/index.html
sed 's|made-up trouble</span>|made-up trouble|' broken/index.html >open.html
control "a complaint that never ends" closed open.html
sed 's|<b>Figure 1\. \(.*\)\.</b>|<b>Figure 1. <i>\1.</b></i>|' broken/index.html >open.html
control "an element that ends in another" closed open.html
check "nothing temporary" left broken

# made BODY: another fake gnuplot. It logs its arguments to the file asked, with its form (svg, png or narrow) in $form.
asked=$work/asked
made() {
  cat >bin/gnuplot <<END
#!/bin/sh
[ "\$1" = --version ] && exit 0
case \$3 in *svg*) form=svg ;; *png*) form=png ;; *) form=narrow ;; esac
echo "\${PWD##*/} \$*" >>$asked
$1
END
  rm -rf "$asked" drawn
  without drawn
}
# A fake that draws: its arguments, and its pictures in the page with their own ids and the title.
made 'case $form in png) printf "\211PNG" ;; *) echo "<?xml?>
<svg id='"'a'"'><title>Gnuplot</title><path id=\"b\"/><use href='"'#a'"'/><use xlink:href=\"#b\" clip-path=\"url(#b)\"/>$form</svg>" ;; esac'
check "one that draws" [ "$code $(head -n 2 out | tr '\n' ';')" = "0 128 points, 124 with numbers; 5 of 5 figures drawn;drawn/index.html;" ]
check "is asked for three forms of each" [ "$(head -n 4 "$asked" | tr '\n' ';') $(wc -l <"$asked")" = "figures -d -e form = 'svg' cloth_fps_size.gp;figures -d -e form = 'png' cloth_fps_size.gp;figures -d -e form = 'narrow' cloth_fps_size.gp;figures -d -e form = 'svg' cloth_fps_iterations.gp; $((3 * $(ls drawn/figures/*.gp | wc -l)))" ]
cat >picture.svg <<'END'
<?xml?>
<svg id='a'><title>Gnuplot</title><path id="b"/><use href='#a'/><use xlink:href="#b" clip-path="url(#b)"/>svg</svg>
END
check "its picture is a file" cmp picture.svg drawn/figures/cloth_speedup.svg
check "another beside it" [ "$(head -c 4 drawn/figures/cloth_speedup.png | tail -c 3)" = PNG ]
check "no third" [ "$(ls drawn/figures/*.svg drawn/figures/*.png | wc -l)" -eq $((2 * $(ls drawn/figures/*.gp | wc -l))) ]
sed -n '/<figure id=figure3>/,/<\/figure>/p' drawn/index.html | sed 's/href="data:[^"]*"/href=data/; s/\(speed relative[^<]*\.<\/b>\).*\(<span\)/\1 \2/' >is
cat >must <<'END'
<figure id=figure3>
<div class=wide-only><svg id='f3w-a'><title>cloth: speed relative to the sequential backend, 20 iterations per frame</title><path id="f3w-b"/><use href='#f3w-a'/><use xlink:href="#f3w-b" clip-path="url(#f3w-b)"/>svg</svg>
</div>
<div class=narrow-only><svg id='f3n-a'><title>cloth: speed relative to the sequential backend, 20 iterations per frame</title><path id="f3n-b"/><use href='#f3n-a'/><use xlink:href="#f3n-b" clip-path="url(#f3n-b)"/>narrow</svg>
</div>
<figcaption><b>Figure 3. cloth: speed relative to the sequential backend, 20 iterations per frame.</b> <span class=source><a download="cloth_speedup.tsv" href=data>Data</a>. Beside this page: <a href="figures/cloth_speedup.gp">script</a>, <a href="figures/cloth_speedup.svg">SVG</a>, <a href="figures/cloth_speedup.png">PNG</a>.</span></figcaption>
</figure>
END
same() { diff must "$1" >out; }
check "both forms stand in the page" same is
sed 's/f3n-/f3w-/g' is >other
control "with the names of one" same other
check "nothing is missing" lacks drawn/index.html "gnuplot was not found"

# Fakes that fail: no picture of that form, the reason, and whether the program fails.
refused() { # CODE LINE BODY: the result for the first figure
  want=$1 line=$2
  made "$3"
  [ "$code" -eq "$want" ] && grep -q "^figures/cloth_fps_size: $line" out
}
check "one form alone" refused 0 "some forms left out: gnuplot: it ended with exit code 1 and gave no reason" '[ $form = narrow ] && exit 1; echo "<svg/>"'
check "the wide one is there" [ "$(grep -c 'class=wide-only' drawn/index.html) $(grep -c 'class=narrow-only' drawn/index.html)" = "5 0" ]
check "no PNG" refused 0 "some forms left out: gnuplot: made up" '[ $form = png ] && { echo made up >&2; exit 1; }; echo "<svg/>"'
check "is no link" lacks drawn/index.html ">PNG<"
check "nothing drawn" refused 3 "not drawn: gnuplot drew nothing" 'exit 0'
check "one line says so on the standard error" [ "$(grep -c "5 of 5 figures could not be drawn: figures/cloth_fps_size: gnuplot drew nothing" err) $(wc -l <err)" = "1 1" ]
check "killed" refused 3 "not drawn: gnuplot: it ended with signal 9 and gave no reason" 'kill -9 $$'
check "one that finds no program" refused 3 "not drawn: gnuplot: it ended with exit code 127 and gave no reason" 'exit 127'
check "is not said to be missing" lacks out "was not found"
check "a word of the shell" refused 3 "not drawn: gnuplot: .*not found" 'no-such-program'
check "what says where is what is told" refused 3 "not drawn: gnuplot: line 12: made up" 'printf "\n  plot x\n   ^\n  line 12: made up\nat last\n" >&2; exit 1'
check "else the last word" refused 3 "not drawn: gnuplot: plot x" 'printf "\n  first\n\t plot x\n \t ^\n" >&2; exit 1'
made 'printf "%0450d\n" 0 >&2; exit 1'
check "of a long word its end" grep -q '^figures/cloth_fps_size: not drawn: gnuplot: 0\{51\}$' out
made 'case $4 in *speedup*) exit 1 ;; esac; echo "<svg/>"'
check "one of five" [ "$code $(head -n 1 out)" = "3 128 points, 124 with numbers; 4 of 5 figures drawn" ]
control "another word" refused 3 "not drawn: gnuplot: first" 'printf "\n  first\n\t plot x\n \t ^\n" >&2; exit 1'
check "a picture of any size" refused 0 "some forms left out: gnuplot: it ended with exit code 1 and gave no reason" 'i=0; while [ $i -lt 3000 ]; do echo "0123456789012345678901234567890123456789012345678"; i=$((i + 1)); done; [ $form = svg ] || exit 1'
check "is whole" [ "$(cksum <drawn/figures/cloth_speedup.svg)" = "$(awk 'BEGIN { for (i = 0; i < 3000; i++) print "0123456789012345678901234567890123456789012345678" }' | cksum)" ]
# One that hangs is ended, with what it started, and not asked for each of the other pictures.
sleep=$(command -v sleep) # not in that PATH
XPBD_GNUPLOT_SECONDS=0.3
export XPBD_GNUPLOT_SECONDS
check "one that hangs" refused 3 "not drawn: gnuplot did not end within 0.3 s" 'echo $$ >>'"$work"'/hung; '"$sleep"' 1000 & wait'
check "is asked once" [ "$(wc -l <hung)" -eq 1 ]
check "has ended" sh -c '! kill -0 "$(cat hung)" 2>/dev/null'
check "all figures say why" [ "$(grep -c 'not drawn: gnuplot did not end' out)" -eq 5 ]
check "the page, too" has drawn/index.html "gnuplot did not end within 0.3 s"
printf '#!/bin/sh\n%s 1000\n' "$sleep" >bin/gnuplot
without hangs
check "one that hangs before it says its version" [ "$code $(grep -c 'not drawn: gnuplot did not end within 0.3 s' out)" = "3 5" ]
unset XPBD_GNUPLOT_SECONDS
control "one that is quick" refused 3 "not drawn: gnuplot did not end" 'echo "<svg/>"'
printf '#!%s/no-interpreter\n' "$work" >bin/gnuplot
without broken
check "one whose interpreter is missing" [ "$code $(grep -c 'not drawn: gnuplot cannot be started: .*/bin/gnuplot needs a program that is missing' out)" = "3 5" ]
check "is not to be installed" lacks out "install it"

# gnuplot must not read the standard input of xpbd-report. This fake would save it.
given() { # the standard input that the report passes on
  rm -rf "$asked.in" drawn
  echo word | PATH=$work/bin "$report" run.json --out drawn >out 2>err
}
made "read -r word && echo \"\$word\" >$asked.in; echo '<svg/>'"
check "what is given to the report" given
check "is not gnuplot's" [ ! -e "$asked.in" ]
made "word=word; echo \"\$word\" >$asked.in; echo '<svg/>'"
control "one that has a word" [ ! -e "$asked.in" ]

# A comparison reports the same about its figures.
beside() { # STATUS LINES BODY: the messages about the figures
  want=$1 lines=$2
  made "$3"
  PATH=$work/bin "$report" compare run.json --by backend --out beside >out 2>err </dev/null
  code=$?
  [ "$code" -eq "$want" ] && [ "$(grep -e '^figures/cloth_ratio' -e 'figures drawn' out | tr '\n' ';')" = "$lines" ]
}
check "a comparison of which one is not drawn" beside 3 "figures/cloth_ratio: not drawn: gnuplot: made up;5 of 6 figures drawn;" \
  'case $4 in *_ratio.gp) echo "made up" >&2; exit 1 ;; esac; echo "<svg/>"'
check "one form alone" beside 0 "figures/cloth_ratio: some forms left out: gnuplot: it ended with exit code 1 and gave no reason;6 of 6 figures drawn;" \
  'case $4$form in *_ratio.gpnarrow) exit 1 ;; esac; echo "<svg/>"'
control "all of all" beside 0 "figures/cloth_ratio: some forms left out: gnuplot: it ended with exit code 1 and gave no reason;6 of 6 figures drawn;" 'echo "<svg/>"'
echo 'not a program' >bin/gnuplot && chmod 644 bin/gnuplot
if [ ! -x bin/gnuplot ]; then
  without drawn
  check "one that is no program" has out "not drawn: gnuplot cannot be started"
fi

if command -v gnuplot >/dev/null; then
  run run.json --out report
  check "with gnuplot there are pictures" pictures report
  check "and nothing is missing" lacks out "left out"
fi
finish
