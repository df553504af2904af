# Why this file exists: what ParaView and meshio show beside the mesh: velocities, strain and pins of every frame, and the
# constraints with their groups. Read by a strict reader of our own, and by meshio where it is installed.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || {
  echo "skipped: needs python3"
  exit 77
}
code=0

# reads FRAME GROUPS: vertices, cells, pinned, constraints and groups in $work/out.
reads() { python3 "$here/read_vtk.py" "$1" "$2" >"$work/out" 2>"$work/err"; }
says() { same "$(cat "$work/out")" "$1"; }

# Of a cloth of 6 x 6: 36 vertices, 50 triangles, 85 edges; the two corners are held.
check "a cloth" succeeds cloth --resolution 6 --frames 3 --quiet --out "$work/cloth"
check "is read" reads "$work/cloth/frame_0003.vtk" "$work/cloth/constraints.vtk"
groups=$(sed -n 's/^constraints 0: .*; groups \([0-9]*\);.*/\1/p' "$work/cloth/run.txt")
check "its numbers" says "36 50 2 85 $groups"
check "a body of tetrahedra" succeeds beam_tets --resolution 3 --frames 3 --quiet --out "$work/beam"
check "is read" reads "$work/beam/frame_0003.vtk" "$work/beam/constraints.vtk"
check "a body with a ghost tip" succeeds blob --resolution 5 --frames 3 --quiet --pins top --out "$work/blob"
check "is read" reads "$work/blob/frame_0003.vtk" "$work/blob/constraints.vtk"
check "a chain" succeeds chain --frames 3 --quiet --out "$work/chain"
check "is read" reads "$work/chain/frame_0003.vtk" "$work/chain/constraints.vtk"
check "OBJ alone has no such file" succeeds cloth --resolution 6 --frames 1 --quiet --format obj --out "$work/cloth"
check "and an earlier one is gone" [ ! -e "$work/cloth/constraints.vtk" ]

if python3 -c 'import meshio' 2>/dev/null; then
  cat >"$work/read.py" <<'END'
import sys, meshio
frame, groups = (meshio.read(path) for path in sys.argv[1:])
assert frame.point_data["velocity"].shape == (len(frame.points), 3)
assert frame.point_data["strain"].size == frame.point_data["pinned"].size == len(frame.points)
assert sum(len(c) for c in groups.cell_data["group"]) == sum(len(c.data) for c in groups.cells)
END
  for one in beam blob chain; do
    check "meshio: $one" python3 "$work/read.py" "$work/$one/frame_0003.vtk" "$work/$one/constraints.vtk"
  done
else
  echo "left out: meshio (python3 has none)"
fi

head -c -1 "$work/beam/frame_0003.vtk" >"$work/cut.vtk"
control "a byte is missing" reads "$work/cut.vtk" "$work/beam/constraints.vtk"
sed 's/^SCALARS pinned/SCALARS strain/' "$work/beam/frame_0003.vtk" >"$work/named.vtk"
control "an array has another name" reads "$work/named.vtk" "$work/beam/constraints.vtk"
python3 - "$work/beam/constraints.vtk" "$work/one.vtk" <<'END'
import sys
data = open(sys.argv[1], "rb").read()
at = data.index(b"SCALARS group int 1\nLOOKUP_TABLE default\n") + 41
open(sys.argv[2], "wb").write(data[:at] + bytes(len(data) - at - 1) + b"\n")
END
control "all constraints in one group" reads "$work/beam/frame_0003.vtk" "$work/one.vtk"
finish
