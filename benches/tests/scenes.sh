#!/bin/sh
# Why this file exists: every method on every named scene must give a certified row or a reason in one line, and the
# data for figures must be complete.
# usage: scenes.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
only="--validate only --quick --quiet --progress off --total-budget 10m"

# column NAME FILE: its values, one per line.
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$2"; }
# certified FILE ROWS: the file has this many rows, all ok.
certified() { [ "$(column status "$1" | grep -cx ok)" -eq "$2" ] && [ "$(column status "$1" | grep -vc ok)" -eq 0 ]; }
# exits CODE COMMAND...
exits() {
  wanted=$1
  shift
  "$@" >"$work/output" 2>&1 </dev/null
  [ $? -eq "$wanted" ]
}
said() { grep -qF -- "$1" "$work/output"; }
plain_tables() { "$bench" "$@" --plan 2>&1; }

# Every scene.
count=$("$bench" --list | sed -n '/^scenes:/,/^[a-z]*:/s/^  -a scene .*xpbd-sim --list; //p' | head -n 1 | wc -w)
check "the scenes are listed" [ "$count" -ge 10 ]
check "every scene" quiet "$bench" scenes $only -a 'scene=*' -a iterations=2 -a backend=seq -a method=xpbd \
  --tsv all.tsv
check "is certified" certified all.tsv "$count"
used() { [ "$(column "$1" all.tsv | grep -cE '^[1-9][0-9]*$')" -eq "$count" ]; }
check "with the time steps it really took, though the axis is 0" used substeps_used
check "and the iterations" used iterations_used
control "the axis" used substeps
check "against a plain solver where there is one" [ "$(column checked all.tsv | grep -c 'plain@')" -ge 8 ]
check "and says why where there is none" [ "$(column checked all.tsv | grep -c 'the plain reference does not support')" -ge 4 ]

# A scene that does not fit into memory is not built.
check "too many copies" exits 5 "$bench" scenes $only -a scene=cloth -a size=641 -a copies=5000 -a backend=seq
check "are skipped with their need" said "GB of memory are needed, "
control "a few copies" exits 5 "$bench" scenes $only -a scene=cloth -a size=9 -a copies=3 -a iterations=2 -a backend=seq

# Every method, on every backend of this build that runs here.
small="-a scene=cloth -a size=11 -a iterations=10 -a substeps=2 -a constraint=stretching"
check "the methods of the solver" quiet "$bench" scenes $only $small -a method=xpbd,pbd,energy -a backend=seq,omp \
  --tsv methods.tsv
check "and PBD that is soft" quiet "$bench" scenes $only $small -a method=pbd,pbd-scaled -a stiffness=90 \
  -a backend=seq,omp --tsv soft.tsv
check "and Jacobi, relaxed" quiet "$bench" scenes $only $small -a method=jacobi -a omega=100,150 -a backend=seq,omp \
  --tsv jacobi.tsv
if [ "$(column status methods.tsv | grep -c skipped)" -eq 0 ]; then
  check "agree between backends" certified methods.tsv 6
  check "soft ones too" certified soft.tsv 4
  check "Jacobi too" certified jacobi.tsv 4
  check "and not with each other" [ "$(for f in methods soft jacobi; do column state_hash $f.tsv; done |
    sort -u | wc -l)" -eq 7 ]
else
  echo "skipped: agreement with omp (not in this build)"
fi
quiet "$bench" scenes $only $small -a method=fms,pd --exclude 'backend:(cuda|opencl)' --tsv global.tsv
if column reason global.tsv | grep -q 'not built'; then
  check "why there is no fms" [ "$(column status global.tsv | grep -cx skipped)" -eq 2 ]
else
  check "fms and pd, once for all backends" certified global.tsv 2
  check "by a second run and their objective" [ "$(column checked global.tsv | grep -c 'hash=rerun@.*objective falls')" -eq 2 ]
  check "fms has no ghost tips" exits 5 "$bench" scenes $only -a scene=blob -a size=5 -a method=fms -a backend=seq
  check "and the library says so" said "method fms has no centres"
  check "pd has no springs alone" exits 5 "$bench" scenes $only -a scene=chain -a method=pd -a backend=seq
  check "and says who has" said "pd limits the strain of triangles, and this scene has none; method=fms"
fi
check "small steps are another state" quiet "$bench" scenes $only -a size=11 -a method=xpbd \
  -a backend=seq --benchmark_filter=substeps --tsv steps.tsv
check "three splits" certified steps.tsv 3
check "as they really ran" [ "$(column substeps_used steps.tsv | sort -n | tr '\n' ' ')" = "1 4 20 " ]
check "of the same work" [ "$(column projections_per_frame steps.tsv | sort -u | wc -l)" -eq 1 ]
check "with three results" [ "$(column state_hash steps.tsv | sort -u | wc -l)" -eq 3 ]

# A diverging row has no numbers.
blows="-a scene=torus_stretched -a size=8 -a iterations=20 -a method=energy-eq7 -a backend=seq"
check "a method that diverges" exits 2 "$bench" scenes --quick --quiet --progress off $blows --tsv wrong.tsv
check "is invalid" [ "$(column status wrong.tsv | sort -u)" = invalid ]
check "without FPS" [ "$(column fps wrong.tsv | sort -u)" = NaN ]
control "its stable kin is not" exits 2 "$bench" scenes $only -a scene=torus_stretched -a size=8 -a iterations=20 \
  -a method=energy -a backend=seq
plain_tables scenes >standard
check "no such method in the plan of scenes" [ "$(grep -c 'energy-' standard)" -eq 0 ]
check "which has the other ones" [ "$(grep -cE 'method:(pbd|energy|fms|pd)/' standard)" -ge 5 ]
plain_tables >standard
check "scenes only when asked for" [ "$(grep -cE '^  (scenes|preservation)/' standard)" -eq 0 ]

# Constraints written as text.
check "several constraints with numbers" quiet "$bench" scenes $only -a scene=cloth -a size=11 -a iterations=10 \
  -a backend=seq -a constraint=sbd:alpha=1e-4:k=2+triangle_area --tsv spec.tsv
check "are a row" certified spec.tsv 1
check "of that name" grep -qF 'constraint:sbd:alpha=1e-4:k=2+triangle_area' spec.tsv
mixed=sbd:alpha=1e-4,k=2+triangle_area,morse:alpha=1e-3,stretching
check "commas between keys are no commas between values" [ "$("$bench" scenes -a scene=cloth -a method=xpbd \
  -a backend=seq -a constraint=$mixed --benchmark_list_tests 2>&1 | grep -o 'constraint:[^/]*' | tr '\n' ' ')" = \
  "constraint:sbd:alpha=1e-4,k=2+triangle_area constraint:morse:alpha=1e-3 constraint:stretching " ]
hash_of() {
  "$bench" scenes $only -a scene=cloth -a size=5 -a iterations=3 -a method=xpbd -a backend=seq -a constraint="$1" \
    --tsv one.tsv >/dev/null 2>&1 && column state_hash one.tsv
}
check "both spellings are one material" [ "$(hash_of sbd:alpha=1e-4,k=2)" = "$(hash_of sbd:alpha=1e-4:k=2)" ]
control "another one" [ "$(hash_of sbd:alpha=1e-4,k=2)" = "$(hash_of sbd:alpha=1e-4,k=3)" ]
check "a size that a sphere cannot have" exits 5 "$bench" scenes $only -a scene=blob -a size=20 -a backend=seq
check "is named too" said "an octahedron has edges of"
check "float for a method in double" exits 5 "$bench" scenes $only $small -a method=fms -a precision=f32 -a backend=seq
check "is refused" said "fms computes in double"

# The scenes' own parameters become axes.
pulled="-a size=9 -a iterations=5 -a backend=seq -a method=xpbd"
check "a parameter is swept" quiet "$bench" scenes $only $pulled -a scene=cloth_stretched -a stretch=1.2,1.5,scene \
  --tsv stretch.tsv
check "with a row for each value" certified stretch.tsv 3
check "and the standard is what the scene has" [ "$(column state_hash stretch.tsv | sort -u | wc -l)" -eq 2 ]
control "all are alike" [ "$(column state_hash stretch.tsv | sort -u | wc -l)" -eq 1 ]
check "out of its range" exits 5 "$bench" scenes $only $pulled -a scene=cloth_stretched -a stretch=100
check "which is said" said "stretch is 100, must be 0.05 to 20"
check "of another scene" exits 5 "$bench" scenes $only $pulled -a scene=cloth -a stretch=1.2
check "with what this one has" said "it has no parameter 'stretch'; those of cloth are area_density, copies, resolution,"
# Long values make long names. A name that would be cut, and could then equal another, is refused.
alpha=$(printf '0.%050d1' 0)
named() { # named ZEROS: the name of the point with that many zeros
  "$bench" scenes $pulled -a scene=cloth_stretched -a "constraint=stretching:alpha=$alpha" -a "stretch=1.2$(printf "%0${1}d" 0)" \
    --benchmark_list_tests
}
zeros=$((255 - $(named 1 | tr -d '\n' | wc -c) + 1))
check "a name of 255 characters" [ "$(named $zeros | tr -d '\n' | wc -c)" -eq 255 ]
check "a longer one" exits 1 named $((zeros + 1))
check "is refused" said "the name of a point has more than 255 characters: scenes/scene:cloth_stretched/"
check "in one line" [ "$(wc -l <"$work/output")" -eq 1 ]
control "it is cut" [ "$(named $((zeros + 1)) 2>/dev/null | wc -c)" -gt 0 ]

# Lattices.
lattices=stack_a,stack_b,stack_c,wedge,friction_box,friction_shape,balls
check "every lattice by both methods" quiet "$bench" scenes $only --frames 10 -a scene=$lattices -a iterations=0 \
  -a method=verlet-6,verlet-7 -a backend=seq --tsv lattice.tsv
check "is certified by a second run" certified lattice.tsv 14
check "with 200 sweeps at most, where none are said" [ "$(column iterations_used lattice.tsv | sort | uniq -c | tr -s ' ')" = " 14 200" ]
check "and by XPBD" quiet "$bench" scenes $only --frames 4 -a scene=stack_a,wedge,friction_box -a method=xpbd -a backend=seq \
  --tsv xpbd.tsv
check "by the plain order of seq" certified xpbd.tsv 3
check "contacts that are not solved" exits 2 "$bench" scenes $only -a scene=stack_a -a method=verlet-7 -a iterations=1
check "are named" said "steps not converged"

# The table of accuracy against its own series.
check "how near to the motion" quiet "$bench" accuracy $only -a size=4 -a method=xpbd -a precision=f64 -a substeps=1,40 \
  -a iterations=2 --json near.json
errors() { # error of each path relative to the one with most steps, in percent
  awk '/"axes": \{/ { steps = $0; sub(/.*"substeps": /, "", steps); steps += 0 }
    /"drop_m": \[/ { text = $0; sub(/^[^[]*\[/, "", text); n = split(text, values, /[],]/)
      for (i = 1; i <= n; i++) course[steps, i] = values[i] + 0
      list[++count] = steps; if (steps > most) most = steps }
    END { for (k = 1; k <= count; k++) if (list[k] != most) {
        off = all = 0
        for (i = 1; i <= n; i++) { off += (course[list[k], i] - course[most, i]) ^ 2; all += course[most, i] ^ 2 }
        printf "%.3g%%\n", 100 * sqrt(off / all) } }' "$1"
}
check "one is measured by the other" [ "$(grep -c 'reference$' "$work/output")" -eq 1 ]
check "and is off by what the courses say" grep -q "  *1  *2 .* $(errors near.json | sed 's/[.]/\\./')\$" "$work/output"
sed 's/"drop_m": \[0, /"drop_m": [1, /' near.json >off.json
control "another course" [ "$(errors near.json)" = "$(errors off.json)" ]
check "two bodies of one scene" quiet "$bench" accuracy $only -a scene=pendulum -a constraint=scene -a angle=30,60 \
  -a method=xpbd -a precision=f64 -a substeps=1,40 -a iterations=2
check "are each measured by their own" [ "$(grep -c '^scene angle=[36]0 .* 40  *2 .*reference$' "$work/output")" -eq 2 ]
check "other benchmarks have none" [ "$("$bench" cloth $only -a size=5 -a iterations=2 -a backend=seq \
  --benchmark_format=json | grep -c '"series": null')" -ge 1 ]
finish
