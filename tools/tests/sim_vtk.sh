# Why this file exists: what ParaView and meshio show besides the mesh: velocities, strain and pins of every frame, and
# the constraints with their groups. A strict reader of our own reads them, and meshio if it is installed.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || {
  echo "skipped: needs python3"
  exit 77
}
code=0

# reads FRAME GROUPS: put vertices, cells, pinned, constraints and groups into $work/out.
reads() { python3 "$here/read_vtk.py" "$1" "$2" >"$work/out" 2>"$work/err"; }
says() { same "$(cat "$work/out")" "$1"; }

# A cloth of 6 x 6 has 36 vertices, 50 triangles and 85 edges. The two corners are pinned.
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

# meshio is a Debian package, so it needs Debian's python, even if another comes first in PATH.
if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import meshio' 2>/dev/null; then
  meant() { /usr/bin/python3 "$here/meshio_vtk.py" "$1" "$h" >"$work/out" 2>"$work/err"; }
  for one in cloth blob beam_tets chain; do
    folder=$work/meshio_$one
    check "meshio: $one" succeeds $one --resolution 5 --frames 3 --substeps 1 --quiet --out "$folder"
    h=$(sed -n 's/^frame time: //p' "$folder/run.txt")
    check "meshio: $one: velocity, strain, pins and groups" meant "$folder"
  done
  # spoilt EDIT: read the cloth after an edit of the last frame.
  spoilt() {
    rm -rf "$work/spoilt"
    cp -r "$work/meshio_cloth" "$work/spoilt"
    LC_ALL=C sed "$1" "$work/meshio_cloth/frame_0003.vtk" >"$work/spoilt/frame_0003.vtk"
    meant "$work/spoilt"
  }
  h=$(sed -n 's/^frame time: //p' "$work/meshio_cloth/run.txt")
  check "meshio: copied" spoilt ''
  cp "$work/meshio_cloth/frame_0001.vtk" "$work/first.vtk"
  cp "$work/meshio_cloth/frame_0002.vtk" "$work/meshio_cloth/frame_0001.vtk"
  control "meshio: positions of another frame" meant "$work/meshio_cloth"
  cp "$work/first.vtk" "$work/meshio_cloth/frame_0001.vtk"
  control "meshio: strain has the name of pins" spoilt 's/^SCALARS strain/SCALARS pinned/; t; s/^SCALARS pinned/SCALARS strain/'
  h=1
  control "meshio: velocity of another time step" meant "$work/meshio_cloth"
  names() { succeeds "$@" && has "$work/out" ': attributes: fibre .3 per tet., density .1 per tet., heat .1 per vertex.$'; }
  # Attributes that meshio writes are read. A body also has a triangle, whose numbers are left out.
  /usr/bin/python3 - "$work" <<'END'
import sys
import meshio
import numpy
points = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
cells = [("triangle", numpy.array([[0, 1, 2]])), ("tetra", numpy.array([[0, 1, 2, 3]]))]
numbers = {"fibre": [numpy.ones((1, 3)), numpy.ones((1, 3))], "density": [numpy.array([1.0]), numpy.array([2.0])]}
mesh = meshio.Mesh(points, cells, {"heat": numpy.arange(4.0)}, numbers)
for kind in "vtk42", "vtk51":
    mesh.write("%s/%s.vtk" % (sys.argv[1], kind), kind)
mesh.write(sys.argv[1] + "/gmsh22.msh", "gmsh22")
END
  for file in vtk42.vtk vtk51.vtk gmsh22.msh; do
    check "meshio: attributes of $file" names cloth --mesh "$work/$file" --pins none --dry-run
  done
  LC_ALL=C sed 's/fibre/other/' "$work/vtk42.vtk" >"$work/other.vtk"
  control "meshio: an attribute of another name" names cloth --mesh "$work/other.vtk" --pins none --dry-run
else
  echo "left out: meshio (Debian: python3-meshio)"
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
