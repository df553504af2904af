"""Why this file exists: a strict reader of the binary glTF files of xpbd-sim. It follows the specification of glTF 2.0, not our
writer. `read_gltf.py FILE` checks the structure, `read_gltf.py FILE FOLDER` also compares with the OBJ frames in the folder."""
import glob
import json
import os
import struct
import sys

SHAPES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
KINDS = {5125: "I", 5126: "f"}


def read(path):
    data = open(path, "rb").read()
    mark, version, length = struct.unpack_from("<4sII", data)
    assert (mark, version, length) == (b"glTF", 2, len(data)), "header"
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON" and size % 4 == 0, "first chunk"
    tree = json.loads(data[20 : 20 + size])
    count, kind = struct.unpack_from("<I4s", data, 20 + size)
    assert kind == b"BIN\0" and count % 4 == 0 and 28 + size + count == length, "second chunk"
    assert tree["asset"]["version"] == "2.0" and tree["buffers"] == [{"byteLength": count}]
    return tree, data[28 + size :]


def arrays(tree, binary):
    out = []
    for a in tree["accessors"]:
        view = tree["bufferViews"][a["bufferView"]]
        width, start = SHAPES[a["type"]], view["byteOffset"]
        assert view["buffer"] == 0 and start % 4 == 0 and start + view["byteLength"] <= len(binary)
        assert view["byteLength"] == 4 * width * a["count"] and a["count"] > 0
        flat = struct.unpack_from("<%d%s" % (width * a["count"], KINDS[a["componentType"]]), binary, start)
        assert all(abs(v) < 3e38 for v in flat), "a number is not finite"
        for k in range(width if "min" in a else 0):
            assert a["min"][k] == single(min(flat[k::width])) and a["max"][k] == single(max(flat[k::width])), "limits"
        out.append(flat)
    return out


def single(value):
    return float("%.9g" % value)


def check_mesh(tree, values, mesh):
    (primitive,) = mesh["primitives"]
    places = primitive["attributes"]["POSITION"]
    vertices = tree["accessors"][places]["count"]
    assert "min" in tree["accessors"][places], "positions need limits"
    if "indices" in primitive:
        indices = values[primitive["indices"]]
        assert max(indices) < vertices and len(indices) % {1: 2, 4: 3}[primitive["mode"]] == 0
    assert 0 <= primitive["material"] < len(tree["materials"])
    for target in primitive.get("targets", []):
        assert tree["accessors"][target["POSITION"]]["count"] == vertices
    return primitive


def check_animation(tree, values):
    (animation,) = tree["animations"]
    for channel in animation["channels"]:
        sampler, target = animation["samplers"][channel["sampler"]], channel["target"]
        times, output = values[sampler["input"]], values[sampler["output"]]
        assert "min" in tree["accessors"][sampler["input"]] and list(times) == sorted(set(times))
        mesh = tree["meshes"][tree["nodes"][target["node"]]["mesh"]]
        width = {"translation": 3, "rotation": 4, "scale": 3}.get(target["path"])
        if target["path"] == "weights":
            width = len(mesh["primitives"][0]["targets"])
        assert len(output) == width * len(times), target
        if target["path"] == "rotation":
            assert all(abs(sum(v * v for v in output[i : i + 4]) - 1) < 1e-6 for i in range(0, len(output), 4))


def frame_of(tree, values, key):
    """The body's positions at a key of the animation, as a program that shows the file computes them."""
    primitive = tree["meshes"][0]["primitives"][0]
    targets = primitive["targets"]
    weights = values[tree["animations"][0]["samplers"][0]["output"]][key * len(targets) : (key + 1) * len(targets)]
    out = list(values[primitive["attributes"]["POSITION"]])
    for weight, target in zip(weights, targets):
        if weight:
            out = [x + weight * d for x, d in zip(out, values[target["POSITION"]])]
    return out


def main(path, folder=None):
    tree, binary = read(path)
    values = arrays(tree, binary)
    for mesh in tree["meshes"]:
        check_mesh(tree, values, mesh)
    for node in tree["nodes"]:
        assert 0 <= node["mesh"] < len(tree["meshes"])
    assert tree["scenes"][tree["scene"]]["nodes"] == list(range(len(tree["nodes"])))
    if "animations" in tree:
        check_animation(tree, values)
    if folder:
        frames = sorted(glob.glob(os.path.join(folder, "frame_*.obj")))
        assert len(frames) == len(values[tree["animations"][0]["samplers"][0]["input"]]) > 1
        for key, frame in enumerate(frames):
            wanted = [float(x) for line in open(frame) if line.startswith("v ") for x in line.split()[1:4]]
            shown = frame_of(tree, values, key)
            assert len(shown) == len(wanted)
            worst = max(abs(a - b) for a, b in zip(wanted, shown))
            assert worst < 2e-6 * max(map(abs, wanted)), "%s differs by %g m" % (frame, worst)


if __name__ == "__main__":
    main(*sys.argv[1:])
