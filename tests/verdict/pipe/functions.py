"""Why this file exists: the functions that the test of --pipe judges, right ones and ones with one mistake each. They are
written as solvers write them, with derivations of our own. usage: functions.py NAME"""
import json
import math
import sys


def sub(a, b):
    return [a[i] - b[i] for i in range(3)]


def add(*v):
    return [sum(c) for c in zip(*v)]


def scale(s, a):
    return [s * c for c in a]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def spring(x, rest, material):
    d = sub(x[1], x[0])
    now, k = length(d), material[0]
    n = scale(k / now, d) if now > 0 else [0, 0, 0]
    return k * (now - length(sub(rest[1], rest[0]))), [scale(-1, n), n]


def cable(x, rest, material):
    """Pulls only: its gradient jumps, which --traits kinked must say."""
    c, g = spring(x, rest, material)
    return (c, g) if c > 0 else (0, [[0, 0, 0], [0, 0, 0]])


def square(x, rest, material):
    """An energy, which --traits energy must say."""
    c, g = spring(x, rest, material)
    return 0.5 * c * c, [scale(c, one) for one in g]


def volume(x, rest, material):
    a, b, c = (sub(x[i], x[0]) for i in (1, 2, 3))
    u, v, w = (sub(rest[i], rest[0]) for i in (1, 2, 3))
    g = [scale(1 / 6, one) for one in (cross(b, c), cross(c, a), cross(a, b))]
    return (dot(cross(a, b), c) - dot(cross(u, v), w)) / 6, [scale(-1, add(*g))] + g


def normals(x):
    e = sub(x[1], x[0])
    return e, cross(sub(x[2], x[0]), e), cross(e, sub(x[3], x[0]))


def fold(x):
    """The signed angle between both triangles, by atan2."""
    e, n, m = normals(x)
    return math.atan2(dot(cross(n, m), e) / length(e), dot(n, m))


def hinge(x, rest, material):
    """Each outer particle turns its triangle about the edge. The ends get minus their shares, by the lever rule."""
    e, n, m = normals(x)
    el, nn, mm = length(e), dot(n, n), dot(m, m)
    if el == 0 or nn == 0 or mm == 0:
        return 0, [[0, 0, 0]] * 4
    g2, g3 = scale(el / nn, n), scale(el / mm, m)
    s, t = (dot(sub(x[i], x[0]), e) / (el * el) for i in (2, 3))
    g0 = add(scale(s - 1, g2), scale(t - 1, g3))
    g1 = add(scale(-s, g2), scale(-t, g3))
    return math.remainder(fold(x) - fold(rest), 2 * math.pi), [g0, g1, g2, g3]


def strain(x, rest, material):
    """As position-based solvers of cloth have it: the length along the first rest direction from the deformation gradient
    F = Ds inverse(Dm) of a triangle, C = |F u| - 1."""
    e, f = sub(rest[1], rest[0]), sub(rest[2], rest[0])
    u = scale(1 / length(e), e)
    w = add(f, scale(-dot(f, u), u))
    v = scale(1 / length(w), w)
    a, b, c = dot(e, u), dot(f, u), dot(f, v)  # Dm = [[a, b], [0, c]]
    inverse = [[1 / a, -b / (a * c)], [0, 1 / c]]
    stretched = add(*(scale(inverse[i][0], sub(x[i + 1], x[0])) for i in (0, 1)))
    now = length(stretched)
    if now == 0:
        return -1, [[0, 0, 0]] * 3
    g = [scale(inverse[i][0] / now, stretched) for i in (0, 1)]
    return now - 1, [scale(-1, add(*g))] + g


def noisy(x, rest, material):
    """Other values when the same shape comes again."""
    import random
    c, g = spring(x, rest, material)
    return c + 1e-3 * random.random(), g


def stale(x, rest, material):
    """Ignores the rest shape."""
    c, g = spring(x, [[0, 0, 0], [1, 0, 0]], material)
    return c, g


def single(x, rest, material):
    """In the digits of float."""
    import struct

    def f(v):
        return struct.unpack("f", struct.pack("f", v))[0]

    d = [f(f(q) - f(p)) for p, q in zip(x[0], x[1])]
    now = f(math.sqrt(f(f(d[0] * d[0]) + f(f(d[1] * d[1]) + f(d[2] * d[2])))))
    n = [f(c / now) if now > 0 else 0 for c in d]
    l0 = f(length(sub(rest[1], rest[0])))
    k = f(material[0])
    return f(k * f(now - l0)), [[-k * c for c in n], [k * c for c in n]]


def single_half(x, rest, material):
    c, g = single(x, rest, material)
    return c, [scale(0.5, one) for one in g]


def short(x, rest, material):
    """Prints six digits, as C++ does unless told otherwise."""
    c, g = spring(x, rest, material)
    return float("%.6g" % c), g


def coarse(x, rest, material):
    """C in steps: no difference has digits."""
    c, g = spring(x, rest, material)
    return round(2000 * c) / 1999, g


def poles(x, rest, material):
    """Infinite where the ends meet: Python prints NaN and Infinity, which are no JSON."""
    d = sub(x[1], x[0])
    now = length(d)
    n = scale(1 / now, d) if now > 0 else [math.nan] * 3
    l0 = length(sub(rest[1], rest[0]))
    return (l0 / now - 1 if now > 0 else math.inf), [scale(s * l0 / now / now if now > 0 else 1, n) for s in (1, -1)]


function = globals()[sys.argv[1]]
for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        print('{"protocol": 1}', flush=True)
        continue
    answers = []
    for shape in request["shapes"]:
        c, g = function(shape["x"], shape["rest"], shape["material"])
        answers.append({"c": c, "g": g})
    print(json.dumps({"answers": answers}), flush=True)
