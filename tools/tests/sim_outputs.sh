# Why this file exists: what xpbd-sim writes is read by other programs and by people who trust its tables: of every scene each
# file and what is said has a recorded checksum (outputs.txt). Usage: sh sim_outputs.sh PATH_OF_XPBD_SIM; see tests/recorded.sh.
. "$(dirname "$0")/../../tests/recorded.sh"
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
mkdir "$work/parts"

# plain: what is of no machine, no folder and no width of vectors.
plain() {
  sed "s|$work|WORK|g; s/, [0-9.e+-]* s in the solver, [0-9.e+-]* frames\/s/, SECONDS/; s/(1 thread[^)]*)/(THREAD)/
    s/, [0-9.]* MB; /, MEMORY; /; s/xpbd-sim [0-9][0-9.]*/xpbd-sim/g" | seven_digits
}
# made SCENE ARGUMENT...: all that a run of two frames writes but for the record, which sim_record.sh looks at.
made() {
  name=$1
  mkdir "$work/$name"
  "$sim" "$@" --backend seq --frames 2 --out "$work/$name/out" --measure "$work/$name/measure.tsv" --viewer "$work/$name/viewer.html" \
    >"$work/$name/says" 2>&1 </dev/null
  rm -f "$work/$name/out/run.txt"
  cat "$work/$name/out"/*.obj | plain >"$work/parts/$name-obj"
  cat "$work/$name/out"/frame*.vtk | plain >"$work/parts/$name-vtk"
  cat "$work/$name/out"/constraints.vtk "$work/$name/out"/*.series | plain >"$work/parts/$name-constraints"
  for file in measure.tsv viewer.html says; do plain <"$work/$name/$file" >"$work/parts/$name-${file%.*}"; done
}
for scene in $(scene_names); do made "$scene"; done
recorded "$here/outputs.txt"
