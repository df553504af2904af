# Why this file exists: a stranger's reader of a scene file. It checks the file against its JSON Schema, and computes
# numbers from the arrays alone. The test compares them with what xpbd-sim measures.
# usage: read_scene.py SCHEMA.json SCENE.json QUESTION...   prints a line for each question.
import array
import json
import math
import os
import sys


def conforms(value, schema, top, place="the file"):
    """The keywords of JSON Schema that scene.schema.json uses. Any other keyword is an error."""
    known = {"$schema", "$defs", "title", "description", "default"}
    if "$ref" in schema:
        return conforms(value, top["$defs"][schema["$ref"].split("/")[-1]], top, place)
    if not isinstance(value, dict):
        schema = {k: v for k, v in schema.items() if k not in ("required", "properties", "additionalProperties")}
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int,
             "number": (int, float)}
    for key, given in schema.items():
        if key == "type":
            names = given if isinstance(given, list) else [given]
            good = any(isinstance(value, kinds[n]) and (n == "boolean" or not isinstance(value, bool)) for n in names)
        elif key == "const":
            good = value == given
        elif key == "enum":
            good = value in given
        elif key == "minimum":
            good = value >= given
        elif key == "minItems":
            good = len(value) >= given
        elif key == "maxItems":
            good = len(value) <= given
        elif key == "required":
            good = all(k in value for k in given)
        elif key == "anyOf":
            good = any(all(k in value for k in one["required"]) for one in given)
        elif key == "properties":
            good = all(conforms(value[k], s, top, place + "/" + k) for k, s in given.items() if k in value)
        elif key == "additionalProperties":
            more = [k for k in value if k not in schema.get("properties", {})]
            good = not more if given is False else all(conforms(value[k], given, top, place + "/" + k) for k in more)
        elif key == "items":
            good = all(conforms(v, given, top, place + "/" + str(k)) for k, v in enumerate(value))
        else:
            good = key in known
        if not good:
            sys.exit("%s: %s of the schema does not hold" % (place, key))
    return True


class Scene:
    def __init__(self, path):
        self.top = json.load(open(path))
        self.bytes = open(os.path.join(os.path.dirname(path), self.top["arrays"]["file"]), "rb").read()
        if len(self.bytes) != self.top["bytes"]:
            sys.exit("the file of arrays has another length")
        p = self.top["particles"]
        self.x, self.rest = self.array(p["positions"]), self.array(p["rest_positions"])
        self.v, self.w, self.m = self.array(p["velocities"]), self.array(p["inverse_masses"]), self.array(p["masses"])

    def array(self, of):
        count = math.prod(of["shape"])
        out = array.array({"float64": "d", "int32": "i"}[of["type"]])
        out.frombytes(self.bytes[of["offset"]:of["offset"] + count * out.itemsize])
        if len(out) != count:
            sys.exit("an array ends after its file")
        if len(of["shape"]) == 1:
            return list(out)
        width = of["shape"][1]
        return [list(out[k * width:(k + 1) * width]) for k in range(of["shape"][0])]

    def elements(self, name):
        for s in self.top["sets"]:
            if s["formula"] == name:
                names = [n["name"] for n in s["rest_numbers"]]
                for p, r in zip(self.array(s["particles"]), self.array(s["rest"])):
                    yield s, p, dict(zip(names, r))


def minus(a, b):
    return [p - q for p, q in zip(a, b)]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def determinant(a, b, c):
    return dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]])


def masses(s):
    """Total mass of the free particles, number of the pinned."""
    for m, w in zip(s.m, s.w):
        if not (w == 0 and m == math.inf or abs(m * w - 1) < 1e-15):
            sys.exit("a mass and its inverse do not agree")
    return "%.12g kg, %d pinned" % (sum(m for m in s.m if m < math.inf), sum(w == 0 for w in s.w))


def springs(s):
    """Energy and largest |C| of the springs at the start."""
    energy, most = 0.0, 0.0
    for of, p, rest in s.elements("stretching"):
        if abs(math.dist(s.rest[p[0]], s.rest[p[1]]) - rest["length"]) > 1e-12 * rest["length"]:
            sys.exit("a rest length does not match the rest positions")
        c = of["material"]["k"]["value"] * (math.dist(s.x[p[0]], s.x[p[1]]) - rest["length"])
        energy, most = energy + c * c * of["stiffness"]["value"] / 2, max(most, abs(c))
    return "%.9g J, %.9g m" % (energy, most)


def tets(s):
    """Volume of the tetrahedra. The named numbers of their rest shape must invert their edges."""
    volume = 0.0
    for of, p, rest in s.elements("neo_hookean_root_tet"):
        edges = [minus(s.rest[p[k]], s.rest[p[0]]) for k in (1, 2, 3)]
        inverse = [[rest["inverse_rest_%d%d" % (r, c)] for c in (1, 2, 3)] for r in (1, 2, 3)]
        for a in range(3):  # sum over r of edge_r[a] inverse[r][c] is the identity
            for c in range(3):
                if abs(sum(edges[r][a] * inverse[r][c] for r in range(3)) - (a == c)) > 1e-12:
                    sys.exit("a rest matrix does not invert the edges")
        if abs(abs(determinant(*edges)) / 6 - rest["volume"]) > 1e-12 * rest["volume"]:
            sys.exit("a rest volume does not match the rest positions")
        volume += rest["volume"]
    return "%.9g m^3" % volume


def closed(s):
    """The rest volume of a closed surface over the volume at the start."""
    now = sum(determinant(*(s.x[i] for i in p)) / 6 for _, p, _ in s.elements("closed_volume"))
    return "%.9g" % (sum(rest["volume"] for _, _, rest in s.elements("closed_volume")) / now)


def bodies(s):
    """Obstacles and handles."""
    kinds = [o["kind"] + ("%g" % o["radius"]["value"] if "radius" in o else "") for o in s.top["obstacles"]]
    ends = [self_end(s, h) for h in s.top["handles"]]
    return " ".join(kinds + ends)


def self_end(s, h):
    """How many particles a handle has, and where its last key takes them."""
    held = s.array(h["particles"])
    if any(s.w[i] != 0 for i in held):
        sys.exit("a handle holds a free particle")
    last = s.array(h["keys"]["positions"])[-1]
    return "%d:%g,%g,%g" % (len(held), *last)


def main():
    schema = json.load(open(sys.argv[1]))
    conforms(json.load(open(sys.argv[2])), schema, schema)
    scene = Scene(sys.argv[2]) if sys.argv[3:] else None
    for question in sys.argv[3:]:
        print({"masses": masses, "springs": springs, "tets": tets, "closed": closed, "bodies": bodies}[question](scene))


main()
