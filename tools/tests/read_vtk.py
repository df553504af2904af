"""Why this file exists: a strict reader of the legacy VTK files of xpbd-sim. It follows the description of the format, not our
writer, and checks every keyword, count and byte. read(path) returns points, cells, kinds and arrays."""
import struct
import sys

CORNERS = {1: 1, 3: 2, 5: 3, 10: 4}  # of a vertex, line, triangle, tetrahedron; 2 is a cloud of any number


class Reader:
    def __init__(self, path):
        self.data, self.at = open(path, "rb").read(), 0

    def line(self):
        end = self.data.index(b"\n", self.at)
        text, self.at = self.data[self.at : end].decode("ascii"), end + 1
        return text

    def numbers(self, count, kind):
        code, size = {"double": ("d", 8), "int": ("i", 4)}[kind]
        values = struct.unpack_from(">%d%s" % (count, code), self.data, self.at)
        self.at += count * size
        assert self.data[self.at : self.at + 1] == b"\n", "numbers end with a line feed"
        self.at += 1
        return values


def read(path):
    r = Reader(path)
    assert r.line() == "# vtk DataFile Version 3.0"
    assert 0 < len(r.line()) < 256
    assert r.line() == "BINARY"
    assert r.line() == "DATASET UNSTRUCTURED_GRID"
    word, points, kind = r.line().split(" ")
    assert (word, kind) == ("POINTS", "double")
    points = int(points)
    out = {"points": r.numbers(3 * points, "double"), "cells": [], "point": {}, "cell": {}}
    word, count, size = r.line().split(" ")
    assert word == "CELLS"
    flat, at = r.numbers(int(size), "int"), 0
    for _ in range(int(count)):
        corners = flat[at + 1 : at + 1 + flat[at]]
        assert len(corners) == flat[at] and all(0 <= c < points for c in corners)
        out["cells"].append(corners)
        at += 1 + flat[at]
    assert at == len(flat)
    assert r.line() == "CELL_TYPES " + count
    out["kinds"] = r.numbers(int(count), "int")
    for corners, kind in zip(out["cells"], out["kinds"]):
        assert kind == 2 or CORNERS[kind] == len(corners)
    place, length = None, 0
    while r.at < len(r.data):
        words = r.line().split(" ")
        if words[0] in ("POINT_DATA", "CELL_DATA"):
            place, length = words[0][:-5].lower(), points if words[0] == "POINT_DATA" else int(count)
            assert int(words[1]) == length
        elif words[0] == "SCALARS":
            assert words[3] == "1" and r.line() == "LOOKUP_TABLE default"
            out[place][words[1]] = r.numbers(length, words[2])
        else:
            assert words[0] == "VECTORS", words
            out[place][words[1]] = r.numbers(3 * length, words[2])
    return out


if __name__ == "__main__":
    frame, groups = read(sys.argv[1]), read(sys.argv[2])
    n = len(frame["points"]) // 3
    assert sorted(frame["point"]) == ["pinned", "strain", "velocity"] and not frame["cell"]
    assert sorted(groups["cell"]) == ["formula", "group", "set"] and not groups["point"]
    pinned, velocity, strain = (frame["point"][k] for k in ("pinned", "velocity", "strain"))
    assert set(pinned) <= {0, 1} and all(s >= 0 for s in strain)
    for v in range(n):  # pinned vertices do not move, others fall
        speed = sum(x * x for x in velocity[3 * v : 3 * v + 3])
        assert not pinned[v] or speed == 0
    assert any(velocity) and any(strain)
    seen = {}  # constraints of one group share no free particle
    for cell, one_set, group in zip(groups["cells"], groups["cell"]["set"], groups["cell"]["group"]):
        for p in cell:
            if p < n and not pinned[p]:
                assert (one_set, group, p) not in seen, "two constraints of a group share a particle"
                seen[one_set, group, p] = True
    print(n, len(frame["cells"]), sum(pinned), len(groups["cells"]), len(set(groups["cell"]["group"])))
