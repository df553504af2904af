#!/bin/sh
# Why this file exists: an adapter of a peer must give it the numbers of the scene, in its units, and refuse what it lacks.
# An adapter runs here with a stand-in for its package, so that nothing must be installed: it has the numbers of the suite.
# usage: peers_parts.sh SOURCE XPBD-SIM
set -u
source=$1 sim=$2
. "$source/tests/common.sh"
needs_python numpy
cd "$work" || exit 2

scene() { # scene NAME ARGUMENT...
  name=$1
  shift
  quiet "$sim" "$@" --export "$name.json"
}
springs=stretching:k=3,alpha=2e-3,beta=0.01
check "springs" scene springs cloth --resolution 4 --constraint $springs
check "a shell" scene shell cloth --resolution 4 --constraint $springs --bending shell_bending:B=0.25,beta=0.5
check "a solid" scene solid beam_tets --resolution 3 --constraint neo_hookean_root_tet:E=6e4,nu=0.2
check "wind" scene wind flag --resolution 4 --constraint $springs
check "a handle" scene handle cloth --resolution 4 --constraint $springs --handle x,high,0.1:move=1,1,0:time=0.1
check "a sphere" scene sphere cloth --resolution 4 --constraint $springs --obstacle sphere:at=1,-1,1:radius=0.5:restitution=0.5
parts() { quiet "$python" "$source/tests/peers_parts.py" "$1" .; }
check "what adapters take from them" parts "$source/benches/peers"
wrong() { # wrong EDIT: a copy of the parts with this edit of sed, which must change something
  rm -rf peers && cp -r "$source/benches/peers" peers && sed "$1" "$source/benches/peers/scene_parts.py" >peers/scene_parts.py
  ! cmp -s peers/scene_parts.py "$source/benches/peers/scene_parts.py" || return 0
  parts peers
}
control "stiffness without the square" wrong 's/k \* k \/ one.compliance/k \/ one.compliance/'
control "damping that nobody asks for" wrong 's/if one.damping and not damped:/if False:/'
control "wind that nobody sees" wrong 's/self.lacks("wind", near=False)/pass/'
control "bending with the cotangents of the other end" wrong 's/np.array(\[sum(far), sum(near)/np.array([sum(near), sum(far)/'
control "colours that are too few" wrong 's/if c not in taken)$/if c not in taken or c == 1)/'

# The loop in numba, without numba.
mkdir stand_in
printf '__version__ = "none"\ndef njit(function):\n    return function\n' >stand_in/numba.py
simulates() { # simulates ADAPTER ITERATIONS: the last states of both
  quiet "$sim" cloth --resolution 4 --constraint $springs --substeps 10 --iterations "$2" --order mesh --export scene.json &&
    quiet "$sim" cloth --resolution 4 --constraint $springs --substeps 10 --iterations 5 --order mesh --precision double \
      --backend seq --frames 4 --format obj --out out || return 1
  printf '%s\n' "{\"load\": \"$work/scene.json\", \"substeps\": 10, \"iterations\": $2}" \
    "{\"run\": 4, \"every\": 4, \"states\": \"$work/states\"}" |
    PYTHONPATH=stand_in "$python" "$source/benches/peers/$1" >output 2>&1 && within
}
within() {
  "$python" - >>output 2>&1 <<'END'
import sys
import numpy as np
ours = np.array([line.split()[1:4] for line in open("out/frame_0004.obj") if line[:2] == "v "], float)
apart = abs(ours - np.fromfile("states").reshape(2, len(ours), 3)[0]).max()
print("%.2g m apart" % apart)
sys.exit(not apart < 1e-9)
END
}
check "a loop has the numbers of the suite" simulates own_numba.py 5
control "with other iterations it has not" simulates own_numba.py 2
finish
