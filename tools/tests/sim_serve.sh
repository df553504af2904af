# Why this file exists: xpbd-sim answers the pipe of docs/guide/solver-pipe.md, for itself and for a shared object. Both
# must give the frames that a plain run gives.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v cc >/dev/null || {
  echo "skipped: needs a C compiler"
  exit 77
}

# asks LINES ARGUMENT...: the answers to the lines are in $work/out.
asks() {
  lines=$1
  shift
  printf '%s\n' "$lines" | "$sim" "$@" >"$work/out" 2>"$work/err"
}
# answers TEXT LINES ARGUMENT...: the answers, with measured seconds as S and the version as V.
answers() {
  want=$1
  shift
  asks "$@" && same "$(sed -E 's/("seconds": \[)[^]]*/\1S/; s/("version": ")[^"]*/\1V/' "$work/out")" "$want"
}
load='{"load":"'$work/scene.json'","substeps":4,"iterations":30}'
run='{"run":6,"every":3,"states":"'$work/states.bin'"}'
ran='{"loaded": true}
{"ran": 6, "time": 0.25, "seconds": [S]}'

check "a scene" succeeds chain --resolution 7 --order mesh --quiet --export "$work/scene.json"
check "hello" answers '{"protocol": 1, "solver": "xpbd-suite", "version": "V", "precision": "f64", "device": "seq"}' \
  '{"hello":"xpbd-suite","protocol":1,"more":0}' --serve --backend seq --precision f64
control "hello to another" answers '{"protocol": 2}' '{"hello":"xpbd-suite","protocol":1}' --serve
check "a run" answers "$ran" "$load
$run" --serve --backend seq --precision f64
cp "$work/states.bin" "$work/suite.bin"
check "has two states" same "$(wc -c <"$work/suite.bin" | tr -d ' ')" $((2 * 2 * 7 * 3 * 8))
check "a second run in the same process" answers "$ran
{\"ran\": 6, \"time\": 0.25, \"seconds\": [S]}" "$load
$run
$run" --serve --backend seq --precision f64
check "is equal" cmp "$work/states.bin" "$work/suite.bin"

# The last positions are those of a run of xpbd-sim. Its VTK has 17 digits.
numbers() { od -An -v -t f8 -w8 "$1" | awk '{ printf "%.17g\n", $1 }'; }
"$sim" "$work/scene.json" --substeps 4 --iterations 30 --frames 6 --backend seq --precision f64 --quiet --format obj \
  --out "$work/frames" >/dev/null
awk '$1 == "v" { print $2; print $3; print $4 }' "$work/frames/frame_0006.obj" >"$work/plain"
numbers "$work/suite.bin" | sed -n '43,63p' >"$work/piped"
# near FILE FILE LIMIT: as many numbers, and none differs by more.
near() { paste "$1" "$2" | awk -v limit="$3" 'NF != 2 || ($1 - $2) ^ 2 > limit ^ 2 { bad = 1 } END { exit bad || NR < 21 }'; }
check "the last frame is that of a run" near "$work/plain" "$work/piped" 1e-15
control "so is the one before" near "$work/plain" "$(numbers "$work/suite.bin" | sed -n '1,21p' >"$work/other"; echo "$work/other")" 1e-15

# The example computes the same constraints in the same order.
cp "$here/../../examples/springs.c" "$work/"
check "the example compiles" cc -O2 -shared -fPIC -I "$here/../../lib/include" "$work/springs.c" -o "$work/springs.so" -lm
check "it has no version" answers '{"protocol": 1, "solver": "springs.so", "precision": "unknown", "device": "cpu"}' \
  '{"hello":"xpbd-suite","protocol":1}' --serve-object "$work/springs.so"
check "and runs" answers "$ran" "$load
$run" --serve-object "$work/springs.so"
numbers "$work/states.bin" | sed -n '43,63p' >"$work/object"
check "it ends where the suite does" near "$work/object" "$work/piped" 1e-9
control "nothing moved" near "$work/other" "$work/object" 1e-9
sed 's/more \* d\[a\]/2 * &/g' "$work/springs.c" >"$work/wrong.c"
cc -O2 -shared -fPIC -I "$here/../../lib/include" "$work/wrong.c" -o "$work/wrong.so" -lm
check "a wrong one runs" answers "$ran" "$load
$run" --serve-object "$work/wrong.so"
numbers "$work/states.bin" | sed -n '43,63p' >"$work/object"
control "a wrong one ends elsewhere" near "$work/object" "$work/piped" 1e-9

# What is wrong is answered, and the next line is read.
check "a scene with more" succeeds friction_box --method xpbd --quiet --export "$work/box.json"
check "which the example refuses" answers '{"unsupported": "solver_create() returned NULL: it does not support the scene"}
{"failed": "no scene is loaded"}' "$(echo "$load" | sed 's/scene.json/box.json/')
$run" --serve-object "$work/springs.so"
check "what is no request" answers '{"failed": "the request is no line of JSON"}
{"failed": "the request is unknown; known are hello, load and run"}
{"failed": "load needs the path of a scene file, substeps and iterations"}
{"failed": "NOWHERE/none.json: cannot be read: No such file or directory"}
{"failed": "cloth is the name of a scene"}
{"loaded": true}
{"failed": "run and every must be whole numbers from 1 to a million"}
{"failed": "NOWHERE/a: cannot be written: No such file or directory"}
{"failed": "states must be the path of a file"}
{"failed": "states must be the path of a file"}
{"unsupported": "method xpbd has no parameter '"'relaxation'"'"}' 'walk
{"walk":1}
{"load":7}
{"load":"NOWHERE/none.json","substeps":1,"iterations":1}
{"load":"cloth","substeps":1,"iterations":1}
'"$load"'
{"run":0}
{"run":1,"states":"NOWHERE/a"}
{"run":1,"states":"-"}
{"run":1,"states":7}
'"$(echo "$load" | sed 's/}$/,"options":{"relaxation":0.3}}/')" --serve
check "each failure has its own reason" answers '{"failed": "NOWHERE/none.json: cannot be read: No such file or directory"}
{"failed": "none: cannot be read: No such file or directory"}' '{"load":"NOWHERE/none.json","substeps":1,"iterations":1}
{"load":"none","substeps":1,"iterations":1}' --serve
check "parameters of the method" answers "$ran" "$(echo "$load" | sed 's/}$/,"options":{"omega":0.5}}/')
$run" --serve --method jacobi
check "no object" fails 1 "none.so" --serve-object "$work/none.so"
echo 'int solver_frame(void *of) { return of != 0; }' >"$work/half.c"
cc -shared -fPIC "$work/half.c" -o "$work/half.so"
check "half an object" fails 1 "has no function solver_create(); xpbd/solver_object.h declares it" --serve-object "$work/half.so"
check "a scene beside it" fails 1 "--serve gets its scenes over the pipe: leave out cloth" cloth --serve
check "a setting of a run" fails 1 "--serve answers a pipe: leave out --substeps" --serve --substeps 3
check "a method that nobody knows" fails 1 "unknown method 'nope'" --serve --method nope
check "a backend that nobody knows" fails 1 "unknown backend 'nope'" --serve --backend nope
check "what a file does not take" fails 1 "--serve gets its scenes over the pipe: leave out --size" --serve --size 2
cp "$work/scene.json" "$work/scene.txt"
check "a scene file of any name" answers "$ran" "$(echo "$load" | sed 's/scene.json/scene.txt/')
$run" --serve
check "which a plain run names" fails 1 "the name of a scene file ends in .json" "$work/scene.txt"
check "an output" fails 1 "--serve answers a pipe: leave out --film" --serve --film a.gif
finish
