# Why this file exists: makes a small folder like one of ./run papers, with three made-up papers that cover everything a
# page can contain. The numbers are round, so that those of the page can be computed in the head. Source it.
# papers_fixture FOLDER: makes FOLDER/...
papers_fixture() {
  mkdir -p "$1/alpha" "$1/all"
  echo quick >"$1/mode"
  sed 's/|/\t/g' >"$1/figures.tsv" <<'END'
paper|figure|part|kind|seconds|command|full|quick|text
all|bench|-|bench|9|xpbd-bench|-|-|every rate
alpha|-|-|paper|-|Alpha 2001|-|-|Of <cloth> & more
alpha|fig1|-|figure|-|-|-|-|Fig. 1:  what is <left>
alpha|fig1|a|picture|1|xpbd-sim a|-n 500|-n 100|made
alpha|fig1|b|picture|1|xpbd-sim b|-n 500|-n 500|it "failed"
alpha|fig1|c|picture|1|xpbd-sim c|-|-|not there
alpha|fig1|d|picture|1|xpbd-sim d|-|--coarse|-
alpha|fig1|e|picture|1|xpbd-sim e|-|-|cut short
alpha|fig1|f|picture|1|xpbd-sim f|-|-|no picture
alpha|fig2|-|figure|-|-|-|-|Fig. 2: curves
alpha|fig2|m|measure|1|xpbd-sim m --measure OUT.tsv|-|-|unseen
alpha|fig2|log|curve|-|nothing/strain:log run_m.1=stretching_one run_m.2:other=morse run_m.2|-|-|not on its axis
alpha|fig2|lack|curve|-|strain:change run_m.1 run_x:energy=gone|-|-|relative to <the> start
alpha|fig3|-|figure|-|-|-|-|A heading alone
alpha|fig3|bad|curve|-|strain run_m.1=one|-|-|that gnuplot refuses
alpha|fig3|none|curve|-|strain run_y=one|-|-|of nothing
alpha|fig4|-|absent|-|-|-|-|a photograph
alpha|tab9|-|absent|-|-|-|-|a list
alpha|fig5|-|figure|-|-|-|-|Fig. 5: two pictures
alpha|fig5|a|picture|1|xpbd-sim s|-|-|drawn
alpha|fig5|b|picture|1|xpbd-sim t|-|-|wide
alpha|fig6|-|figure|-|-|-|-|Fig. 6: of a command that failed
alpha|fig6|a|picture|1|xpbd-sim u|-|-|half of it
alpha|fig7|-|figure|-|-|-|-|Fig. 7: more than there is room for
alpha|fig7|many|curve|-|strain run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.1 run_m.2=12 run_m.2=13|-|-|plain
alpha|table1|-|means|-|a|-|-|Table 1: means
alpha|cost|-|figure|-|-|-|-|Table 2: times
alpha|cost|a|times|1|xpbd-bench projection|-|-|each
beta|-|-|paper|-|Beta 2002|-|-|Second
beta|t|-|means|-|b|-|-|Table: all rows
gamma|-|-|paper|-|Gamma 2003|-|-|Third
gamma|none|-|absent|-|-|-|-|nothing
END
  # fps.csv has the line ends of RFC 4180.
  sed 's/$/\r/' >"$1/fps.csv" <<'END'
key,paper,place,model,constraint,solver,iterations,our_mesh,fps_low,fps_high,device
a1,Alpha 2001,Table 1,cloth,"spring, ""stiff""",xpbd,10,10 x 10,6,7,theirs
a2,Alpha 2001,"Table 1",flag,spring,xpbd,20,-,55,55,theirs
a3,Alpha 2001,Table 2,torus,stvk,energy,30,torus,8,8,their GPU
a4,Alpha 2001,Table 2,torus,stvk,xpbd,40,torus,9,9,theirs
b1,Beta 2002,text,body,strain,xpbd,5,body,4,4,theirs
END
  cat >"$1/sources.csv" <<'END'
paper,cpu,cores,clock_ghz,gpu,software
Beta 2002,an old one,2,1.5,none,nothing
Alpha 2001,a <fast> one,4,3.5,Card 6,"a plugin, drawing"
END
  sed 's/|/\t/g' >"$1/machine.tsv" <<'END'
date|machine|system|compiler|source
2000-01-02|Made-up <Processor>|Made-up 1.0|cc 2|abc123
END
  sed 's/|/\t/g' >"$1/all/results_bench.tsv" <<'END'
row|backend|order|status|fps|fps_lo95|fps_hi95|published_ratio|flagged|reason
-|cuda|-|skipped|NaN|NaN|NaN|NaN|0|no "device"
a1|omp|group|ok|200|160|250|32|0|-
a1|seq|mesh|ok|100|80|125|16|1|-
a2|seq|mesh|ok|300|240|375|6|0|-
a3|seq|mesh|ok|64|NaN|NaN|8|0|-
b1|seq|group|ok|4|2|8|1|0|-
a4|seq|mesh|skipped|NaN|NaN|NaN|NaN|0|too <slow>
a2|omp|group|skipped|NaN|NaN|NaN|NaN|0|another reason
a9|seq|mesh|skipped|NaN|NaN|NaN|NaN|0|of no paper
END
  sed 's/|/\t/g' >"$1/all/results_verdicts.tsv" <<'END'
key|part|paper|kind|place|claimed_or_printed|published_or_right|settings|verdict|measured|error_as_printed|error_when_right|command|check|check_passed
c1|half|Alpha 2001|claim|p. 1|"faster" & <better>|2|all|reproduced|2.5|-|-|xpbd-validate c1|claims/c1|yes
c1|other half|Alpha 2001|claim|p. 1|steady|-|one|only on a cloth|3|-|-|xpbd-validate c1|claims/c1|yes
c1|third|Alpha 2001|claim|p. 1|cheap|-|one|only on a flag|4|-|-|xpbd-validate c1|claims/c1|yes
c2|-|Alpha 2001|claim|p. 2|smooth|-|-|not reproduced|5|-|-|xpbd-validate c2|claims/c2|yes
c3|-|Alpha 2001|claim|p. 3|symmetric|-|-|by construction|-|-|-|xpbd-validate c3|claims/c3|yes
c4|-|Alpha 2001|claim|p. 4|pretty|-|-|not judged: taste|-|-|-|xpbd-validate c4|claims/c4|yes
c5|left out|Alpha 2001|claim|p. 5|large|-|-|by claims_full/c5|-|-|-|xpbd-validate c5|claims/c5|yes
c5|full|Alpha 2001|claim|p. 5|large|-|-|reproduced at size|6|-|-|xpbd-validate c5|claims_full/c5|yes
c6|left out|Alpha 2001|claim|p. 6|many|-|-|not here|-|-|-|xpbd-validate c6|claims/c6|yes
c6|open|Alpha 2001|claim|p. 6|more|-|-|not here|-|-|-|xpbd-validate c6|claims/c6|yes
c6|left out|Alpha 2001|claim|p. 6|many|-|-|reproduced|7|-|-|xpbd-validate c6|claims/c6b|yes
c7|alone|Alpha 2001|claim|p. 7|waits|-|-|by claims_full/c7|-|-|-|xpbd-validate c7|claims/c7|yes
c8|-|Alpha 2001|claim|p. 8|broken|-|-|reproduced|8|-|-|xpbd-validate c8|claims/c8|no
e1|-|Alpha 2001|erratum|(1)|x + y|x - y|-|-|-|0.5|1e-16|xpbd-validate e1|errata/e1|yes
e2|-|Alpha 2001|erratum|(2)|z|-z|-|-|-|2|0|xpbd-validate e2|errata/e2|yes
m1|-|Alpha 2001|ambiguity|(3)|one way|another|-|-|-|0.25|0|xpbd-validate m1|errata/m1|yes
c9|-|Beta 2002|claim|p. 9|theirs|-|-|not reproduced|9|-|-|xpbd-validate b|claims/b|yes
END
  picture() { # FILE WIDTH HEIGHT: the head of a PNG, with the sides as octal bytes
    printf '\211PNG\r\n\032\n\0\0\0\rIHDR'"$2$3"'\10\2\0\0\0' >"$1"
  }
  picture "$1/alpha/fig1_a.png" '\0\0\003\350' '\0\0\001\002' # 1000 x 258
  printf 'build/bin/xpbd-sim "a"\nsecond line\n' >"$1/alpha/fig1_a.done"
  printf 'fine\n' >"$1/alpha/fig1_a.log"
  echo 'build/bin/xpbd-sim b' >"$1/alpha/fig1_b.failed"
  printf 'begun\nno <scene>\n\n' >"$1/alpha/fig1_b.log"
  picture "$1/alpha/fig1_c.png" '\0\0\0\012' '\0\0\0\012' # of a command that left no record
  echo 'build/bin/xpbd-sim d' >"$1/alpha/fig1_d.done"
  picture "$1/alpha/fig1_d.png" '\1\2\3\4' '\0\0\0\001' # 16909060 x 1
  echo 'build/bin/xpbd-sim e' >"$1/alpha/fig1_e.done"
  printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\0\1\0\0\0' >"$1/alpha/fig1_e.png"
  echo 'build/bin/xpbd-sim f' >"$1/alpha/fig1_f.done"
  printf 'GIF, not a picture of the other kind' >"$1/alpha/fig1_f.png"
  echo 'build/bin/xpbd-sim m' >"$1/alpha/fig2_m.done"
  printf 'time_s\tother\tstrain\n0\t0.5\t0.25\n1\t0.75\t0.125\n' >"$1/alpha/run_m.1.tsv"
  printf 'strain\tother\ttime_s\n8\t4\t0\n7\t3\t1\n' >"$1/alpha/run_m.2.tsv"
  echo 'build/bin/xpbd-sim s' >"$1/alpha/fig5_a.done"
  echo '<svg/>' >"$1/alpha/fig5_a.svg"
  echo 'build/bin/xpbd-sim t' >"$1/alpha/fig5_b.done"
  picture "$1/alpha/fig5_b.png" '\0\0\003\351' '\0\0\0\001' # 1001 x 1
  echo 'build/bin/xpbd-sim u' >"$1/alpha/fig6_a.failed"
  echo '<svg/>' >"$1/alpha/fig6_a.svg"
  echo 'build/bin/xpbd-bench projection' >"$1/alpha/cost_a.done"
  sed 's/|/\t/g' >"$1/alpha/cost_a.tsv" <<'END'
constraint|backend|order|threads_used|lanes_used|ns_per_projection|fps|fps_lo95|fps_hi95|flagged
dihedral|seq|group|1|8|20|100|80|160|0
<bending>|omp|mesh|2|-|10|50|NaN|NaN|3
isometric|seq|mesh|1|1|NaN|NaN|NaN|NaN|0
END
  # A fake gnuplot: its picture is the text of its arguments.
  mkdir -p "$1/bin"
  cat >"$1/bin/gnuplot" <<'END'
#!/bin/sh
case $* in
  --version) exit 0 ;;
  *fig3_bad*) printf '\nline 3: <made up>\n' >&2; exit 1 ;;
  *) echo "<?xml?><svg id='all'><title>any</title>$*</svg>" ;;
esac
END
  chmod +x "$1/bin/gnuplot"
}
