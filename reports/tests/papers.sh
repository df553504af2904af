# Why this file exists: the pages that ./run papers ends with carry every published number beside ours. They are compared as a
# whole with pages that were read against the tables they are made of (papers_fixture.sh), number by number.
. "$(dirname "$0")/common.sh"
. "$here/papers_fixture.sh"

papers_fixture run
# papers [PATH]: the pages of the folder, by programs in PATH.
papers() {
  PATH=${1:-$work/run/bin:$PATH} "$report" --papers run >out 2>err </dev/null
  code=$?
}
# shown PAGE: it without its style.
shown() { sed '/^<style>$/,/^<\/style>$/d' "run/$1.html"; }
# reads PAGE FROM: the page from its first line that holds FROM on is what stands on standard input.
reads() {
  shown "$1" | awk -v from="$2" 'index($0, from) { on = 1 } on' >is
  cat >must
  [ -s must ] && diff must is >out
}

papers
check "it works" [ "$code" -eq 0 ]
# alpha: fig1 and fig2 lack something, fig5 and fig7 are whole, fig3 and fig6 (of a command that failed) are not made; the means
# lack a4, the times are whole.
printf '3 papers: 1 of 6 figures made, 3 incomplete; 2 of 3 tables made, 1 incomplete\nrun/index.html\n' >must
check "what it says" cmp -s must out
for page in run/*.html; do check "what begins in $page ends in it" closed "$page"; done

# Three of the four rates of alpha were measured. Its claims: reproduced c1 half, c5 full, c6 left out; in part two of c1; not
# judged c4, c6 open and c7, since c5 and c6 have a verdict elsewhere on what was left out. Gamma was not judged.
check "the index" reads index "<!DOCTYPE" <<'END'
<!DOCTYPE html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>Five papers, made again</title>
</head>
<body>
<header>
<h1>Five papers, made again</h1><p class=source>2000-01-02; Made-up &lt;Processor&gt;; Made-up 1.0; cc 2; source abc123</p>
<p class=banner><strong>Quick run.</strong> Smaller meshes, fewer frames and iterations than the papers: good for a first look. The full run (<code>./run papers</code>) has the printed sizes.</p>
</header>
<p>A page for each paper, to be read beside it: its frame rates and ours, its figures from our runs, each with the command that makes it, and what its claims and its equations are worth by measurement.</p>
<div class=scroll><table class=papers>
<thead><tr><th rowspan=2>paper<th rowspan=2>title<th colspan=3>made again<th colspan=6>verdicts on claims<th rowspan=2>errata<tr><th>figures<th>tables<th>rates<th>reproduced<th>in part<th>not reproduced<th>by construction<th>not judged<th>check failed</thead>
<tbody>
<tr><td><a href="alpha.html">Alpha 2001</a></td><td class=wide>Of &lt;cloth&gt; &amp; more</td><td class=n>1 of 6<br>3 incomplete</td><td class=n>1 of 2<br>1 incomplete</td><td class=n>3 of 4</td><td class=n>3</td><td class=n>2</td><td class=n>1</td><td class=n>1</td><td class=n>3</td><td class=n>1</td><td class=n>2</td></tr>
<tr><td><a href="beta.html">Beta 2002</a></td><td class=wide>Second</td><td class=n>–</td><td class=n>1 of 1</td><td class=n>1 of 1</td><td class=n>0</td><td class=n>0</td><td class=n>1</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td></tr>
<tr><td><a href="gamma.html">Gamma 2003</a></td><td class=wide>Third</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td><td class=n>–</td></tr>
</tbody></table></div>
<p>Tables: <code>figures.tsv</code> (every command), <code>all/results_bench.tsv</code>, <code>all/results_verdicts.tsv</code>; beside each picture the log of its command and, where it was measured, energies, strain, area and volume of every frame.</p>
</body>
</html>
END

# Rates: a ratio has the interval of its rate (16 x 80/100 = 12.8, 16 x 125/100 = 20). Means: (6 + 55)/2 = 30.5 and
# (100 + 300)/2 = 200, ends (80 + 240)/2 = 160 and (125 + 375)/2 = 250. A time is 20 x 100/125 = 16 to 20 x 100/80 = 25 ns.
check "a paper" reads alpha "<!DOCTYPE" <<'END'
<!DOCTYPE html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>Alpha 2001</title>
</head>
<body>
<header>
<h1>Alpha 2001</h1><p class=source>2000-01-02; Made-up &lt;Processor&gt;; Made-up 1.0; cc 2; source abc123</p>
<p class=banner><strong>Quick run.</strong> Smaller meshes, fewer frames and iterations than the papers: good for a first look. The full run (<code>./run papers</code>) has the printed sizes.</p>
<p>Of &lt;cloth&gt; &amp; more</p>
<nav><a href="index.html">All papers</a> <a href="#rates">Frame rates</a> <a href="#figures">Figures</a> <a href="#claims">Claims</a> <a href="#errata">Errata</a></nav>
</header>
<h2 id=rates>Frame rates</h2>
<p>Published on: a &lt;fast&gt; one (4 cores, 3.5 GHz); Card 6; a plugin, drawing. Measured here on: Made-up &lt;Processor&gt;. A ratio is ours over published; it compares systems, not codes: the published rates contain a plugin and drawing. Mesh order is the one loop of the papers, group order runs independent groups. Repeat: <code>build/bin/xpbd-bench papers --quick</code></p>
<p class=warn>--quick measures one of several rows with the same work, briefly; empty cells were not measured.</p>
<p class=source>No rates of the backend cuda: no &quot;device&quot;.</p>
<p class=source>2 rates were skipped; the first because: too &lt;slow&gt;.</p>
<p>Every rate was checked in the same run. Below each rate and each ratio: its 95 % interval; fewer than six episodes give none. ≈: a cause of noise was seen while it was measured (1 of 4 rates).</p>
<div class=scroll><table class=rates>
<thead><tr><th rowspan=2>place<th rowspan=2>model<th rowspan=2>constraint<th rowspan=2>solver<th rowspan=2>itera­tions<th rowspan=2>our mesh<th rowspan=2>pub­lished FPS<th rowspan=2>on<th colspan=2>seq, mesh order<th colspan=2>omp, group order<tr><th>FPS<th>ratio<th>FPS<th>ratio</thead>
<tbody>
<tr><td>Table 1</td><td>cloth</td><td class=wide>spring, &quot;stiff&quot;</td><td>xpbd</td><td class=n>10</td><td>10 x 10</td><td class=n>6 to 7</td><td>theirs</td><td class=n>100 <span title="a cause of noise was seen">≈</span><br><span class=source>80.0 to 125</span></td><td class=n>16.0<br><span class=source>12.8 to 20.0</span></td><td class=n>200<br><span class=source>160 to 250</span></td><td class=n>32.0<br><span class=source>25.6 to 40.0</span></td></tr>
<tr><td>Table 1</td><td>flag</td><td class=wide>spring</td><td>xpbd</td><td class=n>20</td><td>–</td><td class=n>55</td><td>theirs</td><td class=n>300<br><span class=source>240 to 375</span></td><td class=n>6.00<br><span class=source>4.80 to 7.50</span></td><td>skipped</td><td></td></tr>
<tr><td>Table 2</td><td>torus</td><td class=wide>stvk</td><td>energy</td><td class=n>30</td><td>torus</td><td class=n>8</td><td>their GPU</td><td class=n>64.0<br><span class=source>no interval</span></td><td class=n>8.00<br><span class=source>no interval</span></td><td></td><td></td></tr>
<tr><td>Table 2</td><td>torus</td><td class=wide>stvk</td><td>xpbd</td><td class=n>40</td><td>torus</td><td class=n>9</td><td>theirs</td><td>skipped</td><td></td><td></td><td></td></tr>
</tbody></table></div>
<h2 id=figures>Figures</h2>
<section class=figure id="fig1">
<h3>Fig. 1</h3>
<p>what is &lt;left&gt;</p>
<div class=parts>
<div class="part">
<p class=part-title>made</p><div class=picture><a href="alpha/fig1_a.png"><img src="alpha/fig1_a.png" width=1000 height=258 alt="made"></a></div>
<p class=source>Quick run: <code>-n 100</code> instead of <code>-n 500</code></p>
<details><summary>Command</summary><pre>build/bin/xpbd-sim &quot;a&quot;</pre></details>
</div>
<div class="part">
<p class=part-title>it &quot;failed&quot;</p><p class=warn>The command failed: no &lt;scene&gt;</p>
<details><summary>Command</summary><pre>build/bin/xpbd-sim b</pre></details>
</div>
<div class="part">
<p class=part-title>not there</p><p class=warn>Not made in this run.</p>
</div>
<div class="part broad">
<div class=picture><a href="alpha/fig1_d.png"><img src="alpha/fig1_d.png" width=16909060 height=1 alt="fig1"></a></div>
<p class=source>Quick run: <code>--coarse</code></p>
<details><summary>Command</summary><pre>build/bin/xpbd-sim d</pre></details>
</div>
<div class="part">
<p class=part-title>cut short</p><details><summary>Command</summary><pre>build/bin/xpbd-sim e</pre></details>
</div>
<div class="part">
<p class=part-title>no picture</p><details><summary>Command</summary><pre>build/bin/xpbd-sim f</pre></details>
</div>
</div>
</section>
<section class=figure id="fig2">
<h3>Fig. 2</h3>
<p>curves</p>
<div class=parts>
<div class="part">
<details><summary>Command of a run behind the curves</summary><pre>build/bin/xpbd-sim m</pre></details>
</div>
<figure class="part curve">
<p class=part-title>not on its axis</p>
<div class=wide-only><svg id='fig2_log_gp_svg_all'><title>not on its axis</title>-d -e form = 'svg' fig2_log.gp</svg>
</div>
<div class=narrow-only><svg id='fig2_log_gp_narrow_all'><title>not on its axis</title>-d -e form = 'narrow' fig2_log.gp</svg>
</div>
<p class=source>Data: <code>alpha/run_m.1.tsv, run_m.2.tsv</code>; script: <code>fig2_log.gp</code></p>
</figure>
<figure class="part curve">
<p class=part-title>relative to &lt;the&gt; start</p>
<div class=wide-only><svg id='fig2_lack_gp_svg_all'><title>relative to &lt;the&gt; start</title>-d -e form = 'svg' fig2_lack.gp</svg>
</div>
<div class=narrow-only><svg id='fig2_lack_gp_narrow_all'><title>relative to &lt;the&gt; start</title>-d -e form = 'narrow' fig2_lack.gp</svg>
</div>
<p class=warn>Incomplete: run_x.tsv has not been made, or has no column energy.</p>
<p class=source>Data: <code>alpha/run_m.1.tsv</code>; script: <code>fig2_lack.gp</code></p>
</figure>
</div>
</section>
<section class=figure id="fig3">
<h3>A heading alone</h3>
<div class=parts>
<figure class="part curve">
<p class=part-title>that gnuplot refuses</p>
<p class=warn>Not drawn: gnuplot: line 3: &lt;made up&gt;</p>
<p class=source>Data: <code>alpha/run_m.1.tsv</code>; script: <code>fig3_bad.gp</code></p>
</figure>
<figure class="part curve">
<p class=part-title>of nothing</p>
<p class=warn>Incomplete: run_y.tsv has not been made, or has no column strain.</p>
</figure>
</div>
</section>
<section class=figure id="fig4">
<h3>Fig. 4</h3><p class=source>a photograph</p></section>
<section class=figure id="tab9">
<h3>Fig. tab9</h3><p class=source>a list</p></section>
<section class=figure id="fig5">
<h3>Fig. 5</h3>
<p>two pictures</p>
<div class=parts>
<div class="part">
<p class=part-title>drawn</p><div class=picture><img src="alpha/fig5_a.svg" alt="drawn"></div>
<details><summary>Command</summary><pre>build/bin/xpbd-sim s</pre></details>
</div>
<div class="part broad">
<p class=part-title>wide</p><div class=picture><a href="alpha/fig5_b.png"><img src="alpha/fig5_b.png" width=1001 height=1 alt="wide"></a></div>
<details><summary>Command</summary><pre>build/bin/xpbd-sim t</pre></details>
</div>
</div>
</section>
<section class=figure id="fig6">
<h3>Fig. 6</h3>
<p>of a command that failed</p>
<div class=parts>
<div class="part">
<p class=part-title>half of it</p><div class=picture><img src="alpha/fig6_a.svg" alt="half of it"></div>
<p class=warn>The command failed: </p>
<details><summary>Command</summary><pre>build/bin/xpbd-sim u</pre></details>
</div>
</div>
</section>
<section class=figure id="fig7">
<h3>Fig. 7</h3>
<p>more than there is room for</p>
<div class=parts>
<figure class="part curve">
<p class=part-title>plain</p>
<div class=wide-only><svg id='fig7_many_gp_svg_all'><title>plain</title>-d -e form = 'svg' fig7_many.gp</svg>
</div>
<div class=narrow-only><svg id='fig7_many_gp_narrow_all'><title>plain</title>-d -e form = 'narrow' fig7_many.gp</svg>
</div>
<p class=warn>Incomplete: more than 12 curves are not drawn.</p>
<p class=source>Data: <code>alpha/run_m.1.tsv, run_m.2.tsv</code>; script: <code>fig7_many.gp</code></p>
</figure>
</div>
</section>
<section class=figure id="table1">
<h3>Table 1</h3>
<p>means</p>
<div class=parts>
<div class=scroll><table>
<thead><tr><th>solver<th>backend<th>rows<th>mean published FPS<th>mean FPS here</thead>
<tbody>
<tr><td>xpbd</td><td>seq, mesh order</td><td class=n>2</td><td class=n>30.5</td><td class=n>200 <span title="a cause of noise was seen">≈</span><br><span class=source>160 to 250</span></td></tr>
<tr><td>energy</td><td>seq, mesh order</td><td class=n>1</td><td class=n>8.00</td><td class=n>64.0<br><span class=source>no interval</span></td></tr>
<tr><td>xpbd</td><td>omp, group order</td><td class=n>1</td><td class=n>6.00</td><td class=n>200<br><span class=source>160 to 250</span></td></tr>
</tbody></table></div>
<p class=warn>--quick measures the rows of XPBD only; the full run has both.</p>
</div>
</section>
<section class=figure id="cost">
<h3>Table 2</h3>
<p>times</p>
<div class=parts>
<div class="part scroll"><table>
<thead><tr><th>constraint<th>backend<th>order<th>threads<th>lanes<th>ns per projection</thead>
<tbody>
<tr><td>dihedral</td><td>seq</td><td>group</td><td class=n>1</td><td class=n>8</td><td class=n>20.00<br><span class=source>12.50 to 25.00</span></td></tr>
<tr><td>&lt;bending&gt;</td><td>omp</td><td>mesh</td><td class=n>2</td><td class=n>–</td><td class=n>10.00 <span title="a cause of noise was seen">≈</span><br><span class=source>no interval</span></td></tr>
</tbody></table></div>
<div class="part">
<p class=part-title>each</p><details><summary>Command</summary><pre>build/bin/xpbd-bench projection</pre></details>
</div>
</div>
</section>
<h2 id=claims>Claims</h2>
<p>3 reproduced, 2 in part or under a condition, 1 not reproduced, 1 by construction, 3 not judged here, 1 of checks that failed. A claim of two halves has a verdict on each; it holds over the settings beside it, and the command in <code>build/bin</code> shows it alone. What is true by construction no property of the method could make false. Some take the printed sizes: the full run has them.</p>
<div class="scroll tall"><table class=verdicts>
<thead><tr><th>place<th>claim<th>published<th>part<th>over<th>verdict<th>measured<th>by</thead>
<tbody>
<tr><td>p. 1</td><td class=wide>&quot;faster&quot; &amp; &lt;better&gt;</td><td class=wide>2</td><td class=wide>half</td><td class=wide>all</td><td class=wide>reproduced</td><td class=wide>2.5</td><td><code>xpbd-validate c1</code></td></tr>
<tr><td>p. 1</td><td class=wide>steady</td><td class=wide>–</td><td class=wide>other half</td><td class=wide>one</td><td class=wide>only on a cloth</td><td class=wide>3</td><td><code>xpbd-validate c1</code></td></tr>
<tr><td>p. 1</td><td class=wide>cheap</td><td class=wide>–</td><td class=wide>third</td><td class=wide>one</td><td class=wide>only on a flag</td><td class=wide>4</td><td><code>xpbd-validate c1</code></td></tr>
<tr><td>p. 2</td><td class=wide>smooth</td><td class=wide>–</td><td class=wide>–</td><td class=wide>–</td><td class=wide>not reproduced</td><td class=wide>5</td><td><code>xpbd-validate c2</code></td></tr>
<tr><td>p. 3</td><td class=wide>symmetric</td><td class=wide>–</td><td class=wide>–</td><td class=wide>–</td><td class=wide>by construction</td><td class=wide>–</td><td><code>xpbd-validate c3</code></td></tr>
<tr><td>p. 4</td><td class=wide>pretty</td><td class=wide>–</td><td class=wide>–</td><td class=wide>–</td><td class=wide>not judged: taste</td><td class=wide>–</td><td><code>xpbd-validate c4</code></td></tr>
<tr><td>p. 5</td><td class=wide>large</td><td class=wide>–</td><td class=wide>full</td><td class=wide>–</td><td class=wide>reproduced at size</td><td class=wide>6</td><td><code>xpbd-validate c5</code></td></tr>
<tr><td>p. 6</td><td class=wide>more</td><td class=wide>–</td><td class=wide>open</td><td class=wide>–</td><td class=wide>not here</td><td class=wide>–</td><td><code>xpbd-validate c6</code></td></tr>
<tr><td>p. 6</td><td class=wide>many</td><td class=wide>–</td><td class=wide>left out</td><td class=wide>–</td><td class=wide>reproduced</td><td class=wide>7</td><td><code>xpbd-validate c6</code></td></tr>
<tr><td>p. 7</td><td class=wide>waits</td><td class=wide>–</td><td class=wide>alone</td><td class=wide>–</td><td class=wide>by claims_full/c7</td><td class=wide>–</td><td><code>xpbd-validate c7</code></td></tr>
<tr><td>p. 8</td><td class=wide>broken</td><td class=wide>–</td><td class=wide>–</td><td class=wide>–</td><td class=wide>reproduced</td><td class=wide>8</td><td><code>xpbd-validate c8</code> failed</td></tr>
</tbody></table></div>
<h2 id=errata>Errata</h2>
<p>What is wrong as printed, what is right, and the error of both as the check measures it.</p>
<div class="scroll tall"><table class=verdicts>
<thead><tr><th>place<th>printed<th>right<th>error as printed<th>error when right<th>by</thead>
<tbody>
<tr><td>(1)</td><td class=wide>x + y</td><td class=wide>x - y</td><td class=wide>0.5</td><td class=wide>1e-16</td><td><code>xpbd-validate e1</code></td></tr>
<tr><td>(2)</td><td class=wide>z</td><td class=wide>-z</td><td class=wide>2</td><td class=wide>0</td><td><code>xpbd-validate e2</code></td></tr>
</tbody></table></div>
<p>What can be read in two ways, and the error of both.</p>
<div class="scroll tall"><table class=verdicts>
<thead><tr><th>place<th>printed<th>the reading that holds<th>error of the other<th>error of that<th>by</thead>
<tbody>
<tr><td>(3)</td><td class=wide>one way</td><td class=wide>another</td><td class=wide>0.25</td><td class=wide>0</td><td><code>xpbd-validate m1</code></td></tr>
</tbody></table></div>
</body>
</html>
END

check "a paper with little" reads beta "<h2 id=rates>" <<'END'
<h2 id=rates>Frame rates</h2>
<p>Published on: an old one (2 cores, 1.5 GHz); none; nothing. Measured here on: Made-up &lt;Processor&gt;. A ratio is ours over published; it compares systems, not codes: the published rates contain a plugin and drawing. Mesh order is the one loop of the papers, group order runs independent groups. Repeat: <code>build/bin/xpbd-bench papers --quick</code></p>
<p class=warn>--quick measures one of several rows with the same work, briefly; empty cells were not measured.</p>
<p class=source>No rates of the backend cuda: no &quot;device&quot;.</p>
<p>Every rate was checked in the same run. Below each rate and each ratio: its 95 % interval; fewer than six episodes give none. ≈: a cause of noise was seen while it was measured (0 of 1 rates).</p>
<div class=scroll><table class=rates>
<thead><tr><th rowspan=2>place<th rowspan=2>model<th rowspan=2>constraint<th rowspan=2>solver<th rowspan=2>itera­tions<th rowspan=2>our mesh<th rowspan=2>pub­lished FPS<th rowspan=2>on<th colspan=2>seq, group order<tr><th>FPS<th>ratio</thead>
<tbody>
<tr><td>text</td><td>body</td><td class=wide>strain</td><td>xpbd</td><td class=n>5</td><td>body</td><td class=n>4</td><td>theirs</td><td class=n>4.00<br><span class=source>2.00 to 8.00</span></td><td class=n>1.00<br><span class=source>0.50 to 2.00</span></td></tr>
</tbody></table></div>
<h2 id=figures>Figures</h2>
<section class=figure id="t">
<h3>Table</h3>
<p>all rows</p>
<div class=parts>
<div class=scroll><table>
<thead><tr><th>solver<th>backend<th>rows<th>mean published FPS<th>mean FPS here</thead>
<tbody>
<tr><td>xpbd</td><td>seq, group order</td><td class=n>1</td><td class=n>4.00</td><td class=n>4.00<br><span class=source>2.00 to 8.00</span></td></tr>
</tbody></table></div>
<p class=warn>--quick measures the rows of XPBD only; the full run has both.</p>
</div>
</section>
<h2 id=claims>Claims</h2>
<p>0 reproduced, 0 in part or under a condition, 1 not reproduced, 0 by construction, 0 not judged here, 0 of checks that failed. A claim of two halves has a verdict on each; it holds over the settings beside it, and the command in <code>build/bin</code> shows it alone. What is true by construction no property of the method could make false. Some take the printed sizes: the full run has them.</p>
<div class="scroll tall"><table class=verdicts>
<thead><tr><th>place<th>claim<th>published<th>part<th>over<th>verdict<th>measured<th>by</thead>
<tbody>
<tr><td>p. 9</td><td class=wide>theirs</td><td class=wide>–</td><td class=wide>–</td><td class=wide>–</td><td class=wide>not reproduced</td><td class=wide>9</td><td><code>xpbd-validate b</code></td></tr>
</tbody></table></div>
<h2 id=errata>Errata</h2>
<p>None was found.</p>
</body>
</html>
END
check "a paper with nothing" reads gamma "<p>Third" <<'END'
<p>Third</p>
<nav><a href="index.html">All papers</a> <a href="#rates">Frame rates</a> <a href="#figures">Figures</a> <a href="#claims">Claims</a> <a href="#errata">Errata</a></nav>
</header>
<h2 id=rates>Frame rates</h2>
<p>The paper prints no frame rate, no time and no machine.</p>
<h2 id=figures>Figures</h2>
<section class=figure id="none">
<h3>Fig. none</h3><p class=source>nothing</p></section>
<h2 id=claims>Claims</h2>
<p class=warn id=errata>Claims and errata were not judged in this run.</p>
</body>
</html>
END
cp run/all/results_bench.tsv rates.tsv
sed 's/\t125\t/\t126\t/' rates.tsv >run/all/results_bench.tsv
papers
shown alpha >other.html
cp rates.tsv run/all/results_bench.tsv
papers
control "another end of an interval" reads alpha "<!DOCTYPE" <other.html

# The script of a curve, and the points that gnuplot makes of it.
script() { sed -n "2,$2p" "run/alpha/$1.gp" >is && cat >must && cmp -s must is; }
check "what a curve is drawn from" script fig2_log 16 <<'END'
array file[3] = ['run_m.1.tsv', 'run_m.2.tsv', 'run_m.2.tsv']
array label[3] = ['stretching one', 'morse', 'run_m.2']
array x_column[3] = [1, 3, 3]
array y_column[3] = [3, 2, 1]
array first[3] = [0.25, 4, 8]
array line_colour[3] = [0x0072b2, 0xe69f00, 0x009e73]
curve_count = 3
in_log = 1
in_change = 0
key_below = 1
panel_count = 1
wide_columns = 1
panel_width = 560
panel_height = 320
y_label = 'log10 of mean |l - l0| / l0'
END
check "one relative to its start" script fig2_lack 16 <<'END'
array file[1] = ['run_m.1.tsv']
array label[1] = ['run_m.1']
array x_column[1] = [1]
array y_column[1] = [3]
array first[1] = [0.25]
array line_colour[1] = [0x0072b2]
curve_count = 1
in_log = 0
in_change = 1
key_below = 0
panel_count = 1
wide_columns = 1
panel_width = 560
panel_height = 320
y_label = 'relative to <the> start'
END
check "no more than there is room for" script fig7_many 8 <<'END'
array file[12] = ['run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.1.tsv', 'run_m.2.tsv']
array label[12] = ['run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', 'run_m.1', '12']
array x_column[12] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]
array y_column[12] = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1]
array first[12] = [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 8]
array line_colour[12] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00, 0x56b4e9, 0x7f7f7f, 0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00]
curve_count = 12
END
points() { # SCRIPT EXPECTED: "x y" of all its curves, a semicolon after each
  (cd run/alpha && gnuplot -d -e "form = 'svg'; set format y '%g'; set table 'points'" "$1.gp" >/dev/null 2>&1)
  [ "$(awk '/^# Curve title/ && n++ { printf "; " } /^ *[0-9]/ { printf "%s %g ", $1, $2 }' run/alpha/points)" = "$2" ]
}
if command -v gnuplot >/dev/null; then
  # log10 of 1/4, 1/8, 4, 3, 8 and 7; 0.25/0.25 - 1 and 0.125/0.25 - 1; the values themselves
  check "logarithms" points fig2_log "0 -0.60206 1 -0.90309 ; 0 0.60206 1 0.477121 ; 0 0.90309 1 0.845098 "
  check "change since the start" points fig2_lack "0 0 1 -0.5 "
  check "as it is" points fig3_bad "0 0.25 1 0.125 "
  control "another curve" points fig3_bad "0 0.25 1 0.25 "
fi

# Without gnuplot there are no curves, and that is said; a figure of curves alone is not made then.
cp run/alpha.html with.html
papers /var/empty
check "without gnuplot" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 1 incomplete; 2 of 3 tables made, 1 incomplete" ]
check "what that changes, and no more" [ "$(diff with.html run/alpha.html | tee err | grep -c "^>")" -eq 5 ]
check "the page says it" has run/alpha.html "<strong>No curves.</strong> gnuplot was not found"
check "each curve does" [ "$(grep -c '^<p class=warn>Not drawn: gnuplot was not found.</p>$' run/alpha.html)" -eq 4 ]
check "no word of gnuplot's" lacks run/alpha.html "made up"
check "nothing is drawn" lacks run/alpha.html "<svg "

# A full run says nothing of a quick one, and nothing else changes.
echo full >run/mode
papers
diff with.html run/alpha.html | sed -n 's/^[<>] /&/p' >is
cat >must <<'END'
< <p class=banner><strong>Quick run.</strong> Smaller meshes, fewer frames and iterations than the papers: good for a first look. The full run (<code>./run papers</code>) has the printed sizes.</p>
< <p>Published on: a &lt;fast&gt; one (4 cores, 3.5 GHz); Card 6; a plugin, drawing. Measured here on: Made-up &lt;Processor&gt;. A ratio is ours over published; it compares systems, not codes: the published rates contain a plugin and drawing. Mesh order is the one loop of the papers, group order runs independent groups. Repeat: <code>build/bin/xpbd-bench papers --quick</code></p>
< <p class=warn>--quick measures one of several rows with the same work, briefly; empty cells were not measured.</p>
> <p>Published on: a &lt;fast&gt; one (4 cores, 3.5 GHz); Card 6; a plugin, drawing. Measured here on: Made-up &lt;Processor&gt;. A ratio is ours over published; it compares systems, not codes: the published rates contain a plugin and drawing. Mesh order is the one loop of the papers, group order runs independent groups. Repeat: <code>build/bin/xpbd-bench papers</code></p>
< <p class=source>Quick run: <code>-n 100</code> instead of <code>-n 500</code></p>
< <p class=source>Quick run: <code>--coarse</code></p>
< <p class=warn>--quick measures the rows of XPBD only; the full run has both.</p>
END
grep -v '^[<>] <p>3 reproduced' is >is.short
check "what a quick run says alone" cmp -s must is.short
check "of the claims, too" grep -q '^> <p>3 reproduced.* could make false\.</p>$' is
control "a quick run" has run/alpha.html "Quick run"

# No rates: said, in words; then the table of means is not made.
mv run/all/results_bench.tsv rates.tsv
papers
check "no rates" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 0 incomplete" ]
check "said of the rates and of their means" [ "$(grep -c '<p class=warn>The rates were not measured in this run.</p>' run/alpha.html)" -eq 2 ]
check "no legend of nothing" lacks run/alpha.html "Every rate was checked"
check "the published stand alone" has run/alpha.html "<td class=n>6 to 7</td><td>theirs</td></tr>"
mv rates.tsv run/all/results_bench.tsv

# One rate that was skipped; seven ways of one rate, of which six have columns.
cp run/all/results_bench.tsv rates.tsv
grep -v 'another reason$' rates.tsv >run/all/results_bench.tsv
for k in 1 2 3 4 5 6; do printf 'b1\tway%s\tgroup\tok\t4\tNaN\tNaN\t1\t0\t-\n' $k; done >>run/all/results_bench.tsv
papers
check "one rate was skipped" has run/alpha.html "<p class=source>1 rate was skipped because: too &lt;slow&gt;.</p>"
columns() { grep -o '<th colspan=2>' run/beta.html | wc -l; }
check "six ways" [ "$(columns)" -eq 6 ]
check "not the seventh" lacks run/beta.html "way6"
cp rates.tsv run/all/results_bench.tsv
papers
control "of one way" [ "$(columns)" -eq 6 ]

# Long words of a table and long lines of a log end: 95 letters of a word, of which eight are the name of the file; 2047 of a line.
cp run/figures.tsv figures.tsv
sed "s/strain run_m.1=one/strain run_m.1=$(printf %0100d 0)/" figures.tsv >run/figures.tsv
printf '%02100d\n' 0 >run/alpha/fig1_d.done
papers
check "a word" grep -q "^array label\[1\] = \['0\{87\}'\]$" run/alpha/fig3_bad.gp
check "a line" [ "$(grep -o '<pre>0*</pre>' run/alpha.html | awk '{ print length($0) - 11 }')" = 2047 ]
cp figures.tsv run/figures.tsv
echo 'build/bin/xpbd-sim d' >run/alpha/fig1_d.done
papers
control "a word that fits" grep -q "^array label\[1\] = \['0\{87\}'\]$" run/alpha/fig3_bad.gp
# What cannot be written is an error of the run.
mv run/alpha alpha && : >run/alpha
papers
check "a file in the place of a folder" [ "$code $(grep -c 'folder cannot be made' err)" = "3 1" ]
rm run/alpha && mv alpha run/alpha

# A table longer than what is read at once is read whole: 3000 errata of gamma, and what comes after them.
cp run/all/results_verdicts.tsv verdicts.tsv
awk -v OFS='\t' 'BEGIN { for (i = 0; i < 3000; i++) print "g" i, "-", "Gamma 2003", "erratum", "(1)", "x + y", "x - y", "-", "-", "-", "0.5", "0", "g", "errata/g", "yes"
  printf "g\t-\tGamma 2003\tclaim\tp. 1\tthe last\t-\t-\treproduced\t1\t-\t-\tg\tclaims/g\tyes" }' >>run/all/results_verdicts.tsv
papers
check "a long table, without an end of its last line" has run/index.html "<td class=n>1</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>0</td><td class=n>3000</td></tr>"
check "its last line" has run/gamma.html "<td class=wide>the last</td>"
cp verdicts.tsv run/all/results_verdicts.tsv

# An erratum whose check failed is shown so, and is none that was found.
found() { # ERRATA: so many of alpha in the index, behind 3 claims that are not judged and 1 of a check that failed
  has run/index.html "<td class=n>3</td><td class=n>1</td><td class=n>$1</td></tr>"
}
sed 's/\(errata\/e1\t\)yes$/\1no/' verdicts.tsv >run/all/results_verdicts.tsv
papers
check "an erratum of a check that failed is not counted" found 1
check "it is shown so" has run/alpha.html "<code>xpbd-validate e1</code> failed</td></tr>"
sed 's/\(errata\/e[12]\t\)yes$/\1no/' verdicts.tsv >run/all/results_verdicts.tsv
papers
check "nor are two" found 0
check "that none was found is not said of them" lacks run/alpha.html "None was found."
cp verdicts.tsv run/all/results_verdicts.tsv
papers
control "errata that hold" found 0

# A mean that one rate is missing for is incomplete, and is that of the others.
cp run/fps.csv fps.csv
sed 's/^b1,\(.*\),4,4,/b0,\1,2,2,/; /^b0/r fps.csv' fps.csv | awk '/^b0/ { begun = 1; print; next } !begun || /^b1/' >run/fps.csv
check "a rate more" [ "$(grep -c ^b run/fps.csv)" -eq 2 ]
papers
check "one that is missing" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]
check "the mean of the other" has run/beta.html "<tr><td>xpbd</td><td>seq, group order</td><td class=n>1</td><td class=n>4.00</td>"
cp fps.csv run/fps.csv
papers
control "none that is missing" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]

# Times of a command that did not end well are incomplete; without a row there are none.
mv run/alpha/cost_a.done run/alpha/cost_a.failed
papers
check "times of a command that failed" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 2 incomplete" ]
check "which is said" [ "$(grep -c "The command failed: </p>" run/alpha.html)" -eq 2 ]
mv run/alpha/cost_a.tsv cost_a.tsv && head -n 1 cost_a.tsv >run/alpha/cost_a.tsv
papers
check "no times" [ "$(head -n 1 out)" = "3 papers: 1 of 6 figures made, 3 incomplete; 1 of 3 tables made, 1 incomplete" ]
mv cost_a.tsv run/alpha/cost_a.tsv && mv run/alpha/cost_a.failed run/alpha/cost_a.done

# Tables that are none.
refused() { papers; [ "$code" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && has err "$1"; }
cp run/figures.tsv figures.tsv
sed '5s/\t[^\t]*$//' figures.tsv >run/figures.tsv
check "a cell too few" refused "run/figures.tsv:5: 8 cells, the first line has 9"
sed '$s/$/\tmore/' figures.tsv >run/figures.tsv
check "a cell too many" refused "run/figures.tsv:$(wc -l <figures.tsv): 10 cells, the first line has 9"
# of N: so many papers in all.
of() { cat figures.tsv && for k in $(seq 4 "$1"); do grep '	paper	' figures.tsv | sed -n "1s/^alpha/p$k/p"; done; }
of 17 >run/figures.tsv
check "a paper too many" refused "run: figures.tsv has more than 16 papers"
of 16 >run/figures.tsv
papers
control "sixteen" refused "run: figures.tsv has more than 16 papers"
head -n 1 figures.tsv >run/figures.tsv
check "no row" refused "run holds no figures.tsv"
: >run/figures.tsv
check "no line" refused "run/figures.tsv: empty"
cp figures.tsv run/figures.tsv
control "the table itself" refused "figures.tsv"
finish
