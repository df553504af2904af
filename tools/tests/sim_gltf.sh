# Why this file exists: --gltf writes a file that follows the specification and shows the frames of the run. A reader of
# our own checks it, and pygltflib and trimesh open it where they are installed.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
needs_python json

reads() { PYTHONPATH="$here" "$python" -B "$here/read_gltf.py" "$@" >"$work/out" 2>"$work/err"; }
small="cloth --resolution 6 --iterations 5 --quiet"
check "a file" succeeds $small --frames 5 --out "$work/frames" --format obj --gltf "$work/a.glb"
check "shows the frames of the run" reads "$work/a.glb" "$work/frames"
check "again" succeeds $small --frames 5 --gltf "$work/b.glb"
check "the same bytes" cmp -s "$work/a.glb" "$work/b.glb"
check "others" succeeds $small --frames 5 --gravity 5 --out "$work/others" --format obj
control "the frames of another run" reads "$work/a.glb" "$work/others"
for scene in wedge chain beam_hit torus_falling catenary balls; do
  check "$scene" succeeds $scene --frames 3 --quiet --gltf "$work/$scene.glb"
  check "$scene is read" reads "$work/$scene.glb"
done
moves() { grep -a -q '"path":"translation"' "$1"; }
check "an obstacle moves" moves "$work/beam_hit.glb"
control "one that stands" moves "$work/torus_falling.glb"
check "a long run" succeeds pendulum --frames 900 --quiet --gltf "$work/long.glb"
keys() { [ "$(grep -a -o '"type":"SCALAR","count":300,' "$1" | wc -l)" -eq 1 ]; }
check "has at most 300 frames" keys "$work/long.glb"
check "which are read" reads "$work/long.glb"
check "too large" fails 1 "--gltf: 4410000 vertices do not fit a file of 100 MB" cloth --resolution 2100 --gltf "$work/x.glb" --force
check "another format" fails 1 "--gltf writes binary glTF, so it must end in .glb: '$work/a.gltf'" cloth --gltf "$work/a.gltf"
check "a folder that is not there" fails 1 "--gltf: " cloth --gltf "$work/none/a.glb"
run cloth --resolution 6 --frames 2000 --gravity 1e37 --gltf "$work/blown.glb"
check "diverged: exit code" same "$code" 3
check "diverged: what was finished is shown" reads "$work/blown.glb"

# Damaged files.
head -c 2000 "$work/a.glb" >"$work/short.glb"
control "half a file" reads "$work/short.glb"
LC_ALL=C sed 's/"max":\[1/"max":[2/' "$work/a.glb" >"$work/limits.glb"
control "wrong limits" reads "$work/limits.glb"
LC_ALL=C sed 's/"mode":4/"mode":9/' "$work/a.glb" >"$work/mode.glb"
control "an unknown kind of shape" reads "$work/mode.glb"

# opened MODULE CODE: the module opens the file where it is installed.
opened() {
  if python3 -c "import $1" 2>/dev/null; then # the first python3, where pip installs
    check "$1 opens it" python3 -c "$2" "$work/a.glb"
    control "$1 opens half of it" python3 -c "$2" "$work/short.glb" 2>/dev/null
  else
    echo "left out: $1 (pip install $1)"
  fi
}
opened pygltflib 'import sys, pygltflib
g = pygltflib.GLTF2().load_binary(sys.argv[1])
assert len(g.meshes[0].primitives[0].targets) == 5 and len(g.animations[0].channels) == 1'
opened trimesh 'import sys, trimesh
(mesh,) = trimesh.load(sys.argv[1]).geometry.values()
assert mesh.faces.shape == (50, 3)'
# Blender turns y up into z up. Its last frame is compared with the OBJ of that frame.
cat >"$work/blender.py" <<'END'
import bpy, numpy, sys
if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Debian 12 has a reader of glTF that needs an older numpy
path, frame = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=path)
body = bpy.data.objects["body"]
action = body.data.shape_keys.animation_data.action
bpy.context.scene.frame_set(round(action.frame_range[1]))
mesh = body.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
shown = sorted((v.co.x, v.co.z, -v.co.y) for v in mesh.vertices)
wanted = sorted(tuple(map(float, line.split()[1:4])) for line in open(frame) if line.startswith("v "))
assert len(shown) == len(wanted) and len(body.data.shape_keys.key_blocks) == 6
assert max(abs(a - b) for v, w in zip(shown, wanted) for a, b in zip(v, w)) < 1e-4
END
blender_shows() { blender -b --python-exit-code 1 --python "$work/blender.py" -- "$1" "$2" >"$work/out" 2>"$work/err"; }
if command -v blender >/dev/null; then
  check "Blender shows the last frame" blender_shows "$work/a.glb" "$work/frames/frame_0005.obj"
  control "Blender shows another run" blender_shows "$work/a.glb" "$work/others/frame_0005.obj"
else
  echo "left out: Blender"
fi
finish
