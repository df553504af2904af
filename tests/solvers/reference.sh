#!/bin/sh
# Why this file exists: the reference solver of the verdict on solvers must have the numbers of the suite, and each of its
# mutants must have others. It shares no code with the suite, so equal numbers also confirm the scene file.
# usage: reference.sh SOURCE XPBD-SIM
set -u
source=$1 sim=$2
. "$source/tests/common.sh"
needs_python numpy
cd "$work" || exit 2

# simulates VARIANT|guide FRAMES OPTION...: both programs simulate the scene, with 10 time steps per frame of 20 iterations.
simulates() {
  variant=$1 frames=$2
  shift 2
  set -- "$@" --substeps 10 --iterations 20 --order mesh
  rm -rf scene.json scene.bin out
  quiet "$sim" "$@" --export scene.json &&
    quiet "$sim" "$@" --precision double --backend seq --frames "$frames" --format obj --out out || return 1
  cat >requests <<END
{"hello": "xpbd-suite", "protocol": 1}
{"load": "$work/scene.json", "substeps": 10, "iterations": 20}
{"run": $frames, "every": $frames, "states": "$work/states"}
END
  if [ "$variant" = guide ]; then
    PYTHONPATH=$source/benches/peers "$python" springs.py <requests >output 2>&1
  else
    "$python" "$source/tests/solvers/reference.py" --variant "$variant" <requests >output 2>&1
  fi
}
# within METRES: their last positions differ by less, and the scene moved by more than ten times as much.
within() {
  "$python" - "$1" "$frames" >output 2>&1 <<'END'
import sys
import numpy as np
def read(frame):
    return np.array([line.split()[1:4] for line in open("out/frame_%04d.obj" % frame) if line[:2] == "v "], float)
limit, frames = float(sys.argv[1]), int(sys.argv[2])
ours = read(frames)
theirs = np.fromfile("states").reshape(2, len(ours), 3)[0]
apart, moved = abs(ours - theirs).max(), abs(ours - read(0)).max()
print("%.2g m apart, moved by %.2g m" % (apart, moved))
sys.exit(not (apart < limit and moved > 10 * limit))
END
}
agrees() { simulates gauss-seidel "$@" && within 1e-9; }

check "a cloth" agrees 6 cloth --resolution 5 --constraint stretching:beta=0.01
block "$source/docs/guide/solver.md" python 1 >springs.py
check "the program of the guide" simulates guide 6 cloth --resolution 5 --constraint stretching:beta=0.01
check "has the same numbers" within 1e-9
check "another variant" simulates reversed 6 cloth --resolution 5 --constraint stretching:beta=0.01
control "has other numbers" within 1e-9
check "which are near" within 1e-2
check "float" simulates float32 6 cloth --resolution 5 --constraint stretching:beta=0.01
control "has other digits" within 1e-9
check "which are near, too" within 1e-4
check "a folded sheet" agrees 4 cloth --resolution 4 --constraint stretching+dihedral:angle=0.3
check "a shell" agrees 4 cloth --resolution 4 --constraint stretching+shell_bending:B=1
check "tetrahedra of six strains" agrees 2 beam_tets --resolution 3 --constraint stvk_strain_tet
check "tetrahedra with an energy" agrees 2 beam_tets --resolution 3 --constraint neo_hookean_root_tet
check "volumes" agrees 2 beam_tets --resolution 3 --constraint stretching+tet_volume
check "a handle" agrees 4 cloth --resolution 4 --constraint stretching --handle x,high,0.1:move=1,1,0:time=0.1
check "a slope and a ball" agrees 16 cloth --resolution 4 --pins none --constraint stretching \
  --obstacle plane:at=0,-1,0:normal=0.3,1,0:friction=0.3:restitution=0.5 --obstacle sphere:at=5,-1,4:radius=1:friction=0.1

check "a formula that the reference lacks" simulates gauss-seidel 1 cloth --resolution 4 --constraint morse
lacks() { grep -q '^{"unsupported": "the formula morse"}' output; }
check "is said" lacks
quiet simulates gauss-seidel 1 cloth --resolution 4 --constraint stretching
control "one that it has" lacks

# Faults of a request end the solver with one line that says which.
refuses() { # WORDS REQUEST...
  words=$1
  shift
  printf '%s\n' "$@" | "$python" "$source/tests/solvers/reference.py" >answers 2>output
  [ $? -ne 0 ] && [ "$(wc -l <output)" -eq 2 ] && grep -q "$words" output
}
load() { printf '{"load": "%s", "substeps": 1, "iterations": 1}' "$1"; }
sed 's/"version": 1/"version": 2/' scene.json >new.json
sed 's/"file": "scene.bin"/"file": "short.bin"/' scene.json >short.json
head -c 100 scene.bin >short.bin
check "no file" refuses "No such file or directory: 'gone.json'" "$(load gone.json)"
check "another version" refuses "new.json: not a scene file of version 1" "$(load new.json)"
check "too few bytes" refuses "short.bin: 100 bytes, but short.json says" "$(load short.json)"
check "no JSON" refuses "one line of JSON .*: hello" hello
control "a good request" refuses "" "$(load scene.json)"
answers() { grep -q "$1" answers; }
check "which is answered" answers '^{"loaded": true}$'
refuses "" '{"run": 1, "every": 1, "states": "out"}'
check "a run without a scene" answers '^{"failed": "run without a loaded scene"}$'

# Mutants. The scenes have all that the reference has, so that each edit changes a number of at least one of them.
scene() { quiet "$sim" "$@"; }
check "a sheet for mutants" scene cloth_stretched --pull-time 0 --resolution 4 --gravity 5 --export a.json \
  --constraint stretching:beta=0.001:alpha=1e-5+dihedral:angle=0.3:beta=0.001 --handle x,high,0.1:move=0,0.5,0:time=0.05 \
  --obstacle plane:normal=0.0005,1,0:friction=5:restitution=0.5
check "solids for mutants" scene beam_tets --resolution 3 --gravity 5 --constraint stvk_strain_tet+tet_volume --export b.json
check "and another" scene beam_tets --resolution 3 --gravity 5 --constraint neo_hookean_root_tet --export c.json
differ() { "$python" "$source/tests/solvers/differs.py" "$@" >output 2>&1 && [ ! -s output ]; }
check "every mutant differs" differ a.json b.json c.json
control "without tetrahedra some do not" differ a.json
mkdir -p tree/benches tree/tests && cp -r "$source/benches/peers" tree/benches && cp -r "$source/tests/solvers" tree/tests
printf 'gone\t-\tan edit of a line that is gone\tno such line\tnothing\n' >>tree/tests/solvers/mutants.tsv
applies() { quiet "$python" tree/tests/solvers/reference.py --mutant "$1"; }
check "a mutant runs" applies multiplier-sign
control "a mutant whose line is gone" applies gone
control "a mutant that does not exist" applies no-such-mutant
finish
