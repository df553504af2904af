# Why this file exists: the audit must recompute rows of every benchmark, and must find edits of what only longer runs have:
# intervals, rows for other tools, processes. The recorded runs in reports/machines must pass.
# usage: audit_full.sh XPBD_REPORT XPBD_BENCH
. "$(dirname "$0")/common.sh"
bench=$2
machines=$here/../machines
XDG_DATA_HOME=$work/home
export XDG_DATA_HOME

# audits CODE TEXT ARGUMENT...: the audit ends so, and says so.
audits() {
  want=$1 text=$2
  shift 2
  run audit "$@"
  [ "$code" -eq "$want" ] && has out "$text"
}
brief() { "$report" brief "$1" >said 2>&1; tail -n 1 said | grep -q -e "$2"; }

# Rows of every benchmark, and of what changes a state: meshes, numberings, orders, precisions, methods.
only="--validate only --quiet --frames 2"
# row ARGUMENT...: its rows are audited, all of them.
rows=0
folder=.
row() {
  rows=$((rows + 1))
  # shellcheck disable=SC2086 # two words
  "$bench" "$@" $only --json "row-$rows.json" >/dev/null 2>&1
  run audit "row-$rows.json" --all --files "$folder"
  [ "$code" -eq 0 ] && grep -qE '^[1-9][0-9]* of [0-9]+ rows audited, 0 not audited, 0 DIFFERENT' out
}
check "cloth: meshes and numberings" row cloth -a size=9 -a iterations=3 -a constraint=stretching,morse \
  -a mesh=auto,irregular,star -a numbering=mesh,shuffled -a backend=seq,loop
check "cloth: precisions and orders" row cloth -a size=9 -a iterations=3 -a constraint=hookean -a precision=f32,f32x,f64 \
  -a order=group,mesh -a backend=seq
check "cloth: lanes and threads" row cloth -a size=9 -a iterations=3 -a constraint=stvk -a backend=seq -a lanes=0,1 -a order=mesh
check "projection" row projection -a size=9 -a constraint=stvk_tet,dihedral,closed_volume -a iterations=4 -a backend=seq
check "scenes and methods" row scenes -a scene=cloth,friction_box -a method=xpbd,pbd,jacobi,verlet-7 -a iterations=2 \
  -a backend=seq --exclude 'cloth/method:verlet'
check "methods in double" row scenes -a scene=cloth -a method=fms,pd,energy -a constraint=stretching -a size=9 \
  -a iterations=2 -a backend=seq
check "a specification" row scenes -a scene=cloth -a 'constraint=stretching:k=1,alpha=1e-5+dihedral' -a size=7 -a backend=seq
check "papers" row papers -a row=morse_cloth_cpu_stretching -a backend=seq
check "preservation" row preservation -a scene=cloth_stretched -a size=4 -a constraint=stretching -a backend=seq --quick
check "accuracy" row accuracy -a size=4 -a iterations=2 -a substeps=2 -a method=xpbd -a backend=seq

# Files: they are read only from a folder that the user names; another file is no proof.
mkdir files
folder=files
# grid BEND: a grid of 6 x 6 vertices, the last one out of its plane.
grid() {
  awk -v bend="$1" 'BEGIN {
    for (i = 0; i < 36; i++) print "v", i % 6, int(i / 6), i == 35 ? bend : 0
    for (i = 1; i < 30; i++) if (i % 6) print "f", i, i + 1, i + 6 "\nf", i + 1, i + 7, i + 6
  }'
}
grid 0 >files/square.obj
check "a mesh from a file" row cloth -a mesh=files/square.obj -a iterations=2 -a constraint=stretching -a backend=seq
cp "row-$rows.json" mesh.json
cp -r files moved
check "unasked, no mesh is read" audits 5 "needs the mesh file files/square.obj; --files DIR names its folder" mesh.json
check "in its new folder" audits 0 "1 of 1 rows audited" mesh.json --files moved
grid 0.2 >moved/square.obj
check "another mesh of that name" audits 5 "here is another file" mesh.json --files moved

cp "$here/../../tests/formulas/fung.h" files.h
folder=.
check "a formula from a file" row cloth --formula files.h -a constraint=fung -a size=7 -a iterations=2 -a backend=seq
cp "row-$rows.json" formula.json
cp files.h moved
check "unasked, no formula is compiled" audits 5 "needs the formula file files.h" formula.json
check "found again" audits 0 "1 of 1 rows audited" formula.json --files moved
echo "/* more */" >>moved/files.h
check "another text of that name" audits 5 "here is another file" formula.json --files moved

# A timed run.
plan="cloth -a size=6,8 -a iterations=2 -a constraint=stretching -a backend=seq --frames 4 --min-episodes 10 --max-episodes 10"
# shellcheck disable=SC2086
"$bench" $plan --quiet --json whole.json --journal whole.jsonl >/dev/null 2>&1
check "a timed run" audits 0 "2 of 2 rows audited" whole.json --journal whole.jsonl
check "from its samples" has out "recomputed from the samples"
# edit WHAT EXPRESSION TEXT: the edit is found without journal and seal.
edit() {
  perl -0pe "$2" whole.json >forged.json
  rm -f forged.audit.json
  check "$1: an edit" sh -c '! cmp -s whole.json forged.json'
  check "$1: breaks the seal" brief forged.json 'the file was CHANGED'
  check "$1: is found" audits 2 "$3" forged.json
}
edit "an interval" 's/("lo95": )(\d)/$1 . ($2 % 9 + 1)/e' 'DIFFERENT    cloth/size:6'
edit "its width" 's/("rel_err": 0\.)(\d)(?=[^}]*"tau")/$1 . ($2 % 9 + 1)/e' 'rel_err is'
edit "a percentile" 's/("p95": )([\d.e-]+)/$1 . 1e-12/e' 'p95'
edit "a row for other tools" 's/("real_time": )([\d.]+)/$1 . $2 * 1e6/e' 'a row for other tools has'
edit "one of them left out" 's/("benchmarks": \[\s*)\{.*?\n    \},/$1/s' 'rows for other tools, not 10'
edit "fewer episodes" 's/("episodes": )10/${1}3/' '3 episodes and an interval'
edit "a longer run" 's/("seconds": )/${1}9999/' 'between its start and its end'
edit "its start" 's/("started": "20)\d\d/${1}99/' 'before started'
edit "completeness" 's/("complete": true.*?"status": )"ok"/$1"interrupted"/s' 'it says that it is complete'

# Joined results keep a seal that all parts have.
# shellcheck disable=SC2086
for i in 1 2; do "$bench" $plan --quiet --json part-$i.json --shard $i/2 >/dev/null 2>&1; done
run merge part-1.json part-2.json --out joined.json
check "joined parts are certified" brief joined.json '^certified:  2 of 2 rows'
check "and audited" audits 0 "2 of 2 rows audited" joined.json
sed 's/"note": null/"note": "edited"/' part-2.json >other.json
run merge part-1.json other.json --out claimed.json
check "with an edited part they are claimed" brief claimed.json '^claimed:    2 of 2 rows.*; the file has no seal'
# shellcheck disable=SC2086
"$bench" $plan --processes 2 --quiet --json processes.json >/dev/null 2>&1
check "several processes" audits 0 "2 of 2 rows audited" processes.json
perl -0pe 's/("medians_s": \[\s*)(\d)/$1 . ($2 % 9 + 1)/e' processes.json >forged.json
check "a median of a process" audits 2 "frame_s.median is" forged.json

# The recorded runs, as far as a few seconds go. `--all` covers the others. Version 0.3.0 changed all bits of projection.
for name in h100-16-cores-20261127 h100-16-cores-20261127/more epyc-2-cores-20261128 epyc-zen4-2-cores-20261130; do
  check "$name passes" audits 0 ", 0 DIFFERENT" "$machines/$name" --seconds 5 --out recorded.json
  sed 's/"state_hash": "..../"state_hash": "0000/' "$machines/$name/results.json" >false.json
  control "$name with other states passes" audits 0 ", 0 DIFFERENT" false.json --seconds 2
done
check "epyc-2-cores-20261128-projection has the bits of an older version" audits 5 \
  "the bits of projection changed in version 0.3.0" "$machines/epyc-2-cores-20261128-projection" --seconds 5 --out recorded.json
finish
