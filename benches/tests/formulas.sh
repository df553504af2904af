#!/bin/sh
# Why this file exists: every formula of the list must be measurable, with a certified row, on every mesh that suits it.
# The papers' numbers must appear unchanged beside ours.
# usage: formulas.sh SOURCE BENCH_MADE
set -u
source=$1 bench=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
names=$("$bench" --list=formulas | sed -n 's/^\([a-z][a-z0-9_]*\): .*/\1/p')
count=$(printf '%s\n' "$names" | wc -l)
listed=$(grep -c '^XPBD_\(FORMULA\|SUMMED\)_ENTRY(' "$source/lib/formula/list.h")
check "the list is complete" [ "$count" -eq "$listed" ]
"$bench" --list >list
check "and stands nowhere else" [ "$(grep -c 'esbd_stretch' list)" -eq 0 ]
check "which each benchmark says" [ "$(grep -c '^  -a constraint .*see --list=formulas$' list)" -ge 4 ]
check "it can be read by programs" quiet "$bench" --list=formulas-json
check "with as many formulas" [ "$("$bench" --list=formulas-json | grep -c '"element":')" -eq "$count" ]
control "a list there is not" quiet "$bench" --list=formula
check "the message names those there are" grep -q 'formulas-json' "$work/output"

# column NAME FILE: its values, one per line.
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$2"; }
# certified FILE ROWS: the file has this many rows, all ok.
certified() { [ "$(column status "$1" | grep -cx ok)" -eq "$2" ] && [ "$(column status "$1" | grep -vc ok)" -eq 0 ]; }

only="--validate only --quiet --progress off --total-budget 10m --benchmark_format=csv"
check "every formula is certified" quiet "$bench" projection --quick $only --tsv all.tsv -a size=12 -a iterations=50 \
  -a backend=seq -a lanes=0 -a order=group
check "on a mesh each" certified all.tsv "$count"
# Counts before anything is built must match the scene, for every mesh and for sizes that do not fit exactly.
check "the plan counts every mesh" quiet "$bench" projection --quick $only --tsv meshes.tsv -a mesh=sphere,beam \
  -a size=2,5,9 -a iterations=1 -a backend=seq -a lanes=0 -a order=group --validate off --frames 1
check "rows of all meshes" [ "$(column mesh_used meshes.tsv | grep -c 'vertices$')" -eq $((6 * count)) ]
check "none has another count" [ "$(column reason meshes.tsv | grep -c 'the plan says')" -eq 0 ]
check "a sheet has no tetrahedra" quiet "$bench" projection --plan -a mesh=cloth -a constraint=tet_volume
check "and the plan says so" grep -q 'needs a mesh with an inside' "$work/output"

# The same mesh in an order unrelated to positions has its own result, certified like any other.
check "a shuffled mesh" quiet "$bench" cloth $only --tsv shuffled.tsv -a numbering=mesh,shuffled -a backend=seq \
  -a constraint=stretching,isometric_bending,tet_volume -a size=9 -a iterations=5
check "is certified" certified shuffled.tsv 6
check "is called so" [ "$(column mesh_used shuffled.tsv | grep -c ', shuffled$')" -eq 3 ]
check "and is another one" [ "$(column state_hash shuffled.tsv | sort -u | wc -l)" -eq 6 ]

# Loading a formula without naming it gives results of another formula, so a warning is due.
fung=$source/tests/formulas/fung.h
light="--formula $fung -a size=5 -a backend=seq -a iterations=1 --validate off --frames 1 --min-episodes 3 --max-episodes 3 --progress off"
check "a formula from a file that no row uses" quiet "$bench" cloth $light -a constraint=stretching
check "is told" grep -qF "'fung' of $fung is loaded, and no row uses it" "$work/output"
check "one that a row uses" quiet "$bench" cloth $light -a constraint=fung
control "is told" grep -q 'is loaded' "$work/output"

"$bench" scenes --plan -a scene=beam_tets -a constraint=stvk_strain_tet:nu=0.5 >"$work/output" 2>&1
check "nu 0.5 is refused in one line" [ "$(grep -c 'nu is 0.5, must be 0 to 0.49' "$work/output") $(wc -l <"$work/output")" = "1 1" ]

# The papers: a row shows the printed numbers and ours.
row=energy_cloth_anisotropic_xpbd
light="--quick --quiet --progress off --budget 0.2s"
check "a row of the papers" quiet "$bench" papers $light -a row=$row -a backend=seq --tsv paper.tsv
check "is certified" certified paper.tsv "$(column status paper.tsv | wc -l)"
check "the table has what is printed" grep -q 'published=70/s ratio=.*Intel i7-2600' "$work/output"
ratio() { awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { wrong = $at["published_ratio"] * 70 / $at["fps"] - 1; if (wrong > 1e-9 || wrong < -1e-9 || wrong != wrong) exit 1 }' "$1"; }
check "the ratio is ours over theirs" ratio paper.tsv
sed 's/"*anisotropic continuous material"*,orthotropic_triangle,xpbd,20,,1\/24,0.0001,0.3,,Intel i7-2600 3.4 GHz,sequential,70,70/anisotropic continuous material,orthotropic_triangle,xpbd,20,,1\/24,0.0001,0.3,,Intel i7-2600 3.4 GHz,sequential,60,70/' \
  "$source/data/papers/fps.csv" >fps.csv
check "another printed rate" quiet "$bench" papers $light --papers "$work" -a row=$row -a backend=seq --tsv other.tsv
check "is taken from the file" [ "$(column published_fps_low other.tsv | sort -u)" = 60 ]
control "the ratio to the old one" ratio other.tsv
"$bench" papers $light -a row=energy_cloth_anisotropic_energy --tsv energy.tsv >"$work/output" 2>&1
check "rows of the energy-embedded method say which reading" grep -q "energy (made stable)" energy.tsv

# The columns of a row define its scene. The same scene from another benchmark has the same bits. An empty column has a
# default, and a different number gives another state.
row() { # row KEY MESH CONSTRAINT SOLVER FRAME_TIME ALPHA BETA K SAME_SHAPE
  echo "$1,P,p,m,,,,$2,$9,c,$3,$4,5,,$5,$6,$7,$8,D,sequential,40,60,s,"
}
mkdir rows
{
  head -n 1 "$source/data/papers/fps.csv"
  row grid "grid 11" stretching xpbd 1/24 0.00001 "" "" yes
  row ball "sphere 2" stretching xpbd 1/24 0.00001 "" "" yes
  row box "box 4x4x4" stretching xpbd 1/24 0.00001 "" "" no
  row both "box 4x4x4" stretching+closed_volume xpbd 1/24 0.00001 "" "" yes
  row torus "torus 10x10" stretching xpbd 1/24 0.00001 "" "" yes
  row time "grid 11" stretching xpbd "" 0.00001 "" "" yes
  row time2 "grid 11" stretching xpbd 1/25 0.00001 "" "" yes
  row alpha "grid 11" stretching xpbd 1/24 "" "" "" yes
  row alpha2 "grid 11" stretching xpbd 1/24 0.0001 "" "" yes
  row beta "grid 11" stretching xpbd 1/24 0.00001 0.0 "" yes
  row beta2 "grid 11" stretching xpbd 1/24 0.00001 0.5 "" yes
  row k "grid 11" stretching xpbd 1/24 0.00001 "" 10 yes
  row k2 "grid 11" stretching xpbd 1/24 0.00001 "" 11 yes
  row energy "grid 11" stretching energy 1/24 0.00001 "" "" yes
  row fms "grid 11" stretching fms 1/24 0.00001 "" "" yes
} >rows/fps.csv
check "rows of our own" quiet "$bench" papers $only --benchmark_dry_run --papers rows -a backend=seq --tsv rows.tsv
check "and what the cloth does with them" quiet "$bench" cloth $only --benchmark_dry_run -a backend=seq -a size=11 -a iterations=5 \
  -a constraint=stretching -a mesh=cloth,sphere --tsv cloth.tsv
check "in the order of the mesh" quiet "$bench" papers $only --benchmark_dry_run --papers rows -a backend=seq -a row=grid \
  -a order=mesh --tsv rows_mesh.tsv
check "the cloth, too" quiet "$bench" cloth $only --benchmark_dry_run -a backend=seq -a size=11 -a iterations=5 \
  -a constraint=stretching -a order=mesh --tsv cloth_mesh.tsv
# of KEY COLUMN: the value for that row of the papers
of() { paste "rows.$2" rows.row | awk -F'\t' -v key="$1" '$2 == key { print $1 }'; }
for name in row status published_fps_low published_fps_high state_hash checked reason particles constraints iterations_used; do column $name rows.tsv >rows.$name; done
alike() { [ -n "$(of "$1" state_hash)" ] && [ "$(of "$1" state_hash)" = "$(of "$2" state_hash)" ]; }
made() { [ "$(of "$1" state_hash)" = "$(paste "$2" "$3" | sed -n "s/^$4\t//p")" ]; }
column mesh_used cloth.tsv >cloth.mesh
column state_hash cloth.tsv >cloth.hash
check "a grid is the cloth" made grid cloth.mesh cloth.hash "cloth of 11 x 11"
check "a sphere the sphere" made ball cloth.mesh cloth.hash "sphere of 66 vertices"
check "in the order of the mesh" [ "$(column state_hash rows_mesh.tsv)" = "$(column state_hash cloth_mesh.tsv)" ]
control "which is another state" [ "$(column state_hash rows_mesh.tsv)" = "$(of grid state_hash)" ]
check "the printed range" [ "$(of grid published_fps_low) $(of grid published_fps_high)" = "40 60" ]
control "a grid the sphere" made grid cloth.mesh cloth.hash "sphere of 66 vertices"
check "the time of a frame where none is printed" alike grid time
check "alpha" alike alpha alpha2
check "beta" alike grid beta
check "k" alike grid k
for other in time2 alpha beta2 k2 energy; do control "another state: $other" alike grid $other; done
# Surfaces: 4 x 4 x 4 cells have 5^3 - 3^3 vertices, 2 * 6 * 16 triangles, half as many edges again. A torus has as many
# squares as vertices, each with three edges of its own.
check "a box" [ "$(of box particles) $(of box constraints)" = "98 288" ]
check "a box and its volume" [ "$(of both particles) $(of both constraints)" = "98 480" ]
check "a torus" [ "$(of torus particles) $(of torus constraints)" = "100 300" ]
check "as many iterations as printed" [ "$(of grid iterations_used)" = 5 ]
starts() { case $(of "$1" checked) in "hash=seq@1 frame, $2double@1 frame, plain@8 frames") true ;; *) false ;; esac; }
check "the row says of which mesh" starts grid "grid 11, "
check "whether it is that of the paper" starts box "box 4x4x4 for the printed shape, "
check "and what is not printed" starts alpha "grid 11, alpha or step not printed, "
check "of either" starts time "grid 11, alpha or step not printed, "
check "all are certified, but for one" [ "$(sort rows.status | uniq -c | tr -s ' \n' ' ')" = " 14 ok 1 skipped " ]
check "of another solver" [ "$(of fms reason)" = "the paper measured fms; this benchmark times XPBD and its energy-embedded variants" ]
# many NUMBER: a table of this many rows
many() {
  head -n 1 "$source/data/papers/fps.csv" >rows/fps.csv
  awk -v row="$(row NAME "grid 3" stretching xpbd 1/24 0.00001 "" "" yes)" -v n="$1" \
    'BEGIN { while (k < n) { line = row; sub("NAME", "r" ++k, line); print line } }' >>rows/fps.csv
  "$bench" papers --papers rows -a backend=seq --plan >"$work/output" 2>&1
}
many 128
check "128 rows" grep -q '^128 points, 0 of them skipped' "$work/output"
many 129
check "not 129" grep -q 'rows/fps.csv: more than 128 rows' "$work/output"

# A fault in a row is reported for that row, even if others have faults.
{
  head -n 1 "$source/data/papers/fps.csv"
  row first "grid 11" strech xpbd 1/24 0.00001 "" "" yes
  row second "grid x" stretching xpbd 1/24 0.00001 "" "" yes
} >rows/fps.csv
"$bench" papers $only --benchmark_dry_run --papers rows -a backend=seq --tsv wrong.tsv >"$work/output" 2>&1
check "rows that cannot be run are errors" [ "$? $(column status wrong.tsv | sort -u)" = "3 error" ]
check "a formula there is not" eval 'column reason wrong.tsv | sed -n 1p | grep -q "^invalid argument: .*strech"'
check "a mesh there is not" eval 'column reason wrong.tsv | sed -n 2p | grep -q "^invalid argument: .grid x. is not a mesh"'

control "no numbers of the papers" quiet "$bench" papers $light --papers "$work/none"
check "the message names the file" grep -q 'none/fps.csv: cannot be read' "$work/output"
finish
