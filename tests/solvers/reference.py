"""Why this file exists: a small XPBD solver behind the solver pipe, written without the suite's code. The verdict on
solvers must call it right in every variant, and must find each slip of mutants.tsv in it. It favours clear lines over
speed. usage: reference.py [--variant NAME] [--mutant NAME]"""
import argparse
import math
import os
import random
import sys
from types import SimpleNamespace

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "benches", "peers"))
sys.dont_write_bytecode = True  # nothing but sources in the tree
import xpbd_pipe  # noqa: E402

VARIANTS = {
    "gauss-seidel": "constraints one after another, in the order of the file",
    "reversed": "the same from the last to the first",
    "symmetric": "forwards and backwards in turn",
    "jacobi-averaged": "all constraints from the same positions, each change divided by the constraints that share a particle",
    "float32": "positions and velocities in float",
    "explicit-small-steps": "no projection: the force of each constraint, in time steps that are short enough for it",
}


def add(a, b, s=1.0):
    return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]


def sub(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def scale(s, a):
    return [s * a[0], s * a[1], s * a[2]]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def closed(gradients):
    """The gradient of the first particle, then the given ones. All together do not push the element."""
    first = [0.0, 0.0, 0.0]
    for one in gradients:
        first = sub(first, one)
    return [first] + gradients


# Formulas: formula(x, rest, material, row) returns C and its gradients. None stands for gradients without a direction.


def spring(x, rest, material, row):
    d = sub(x[1], x[0])
    now, k = length(d), material.k
    if now == 0.0:
        return 0.0, None
    return k * (now - rest[0]), closed([scale(k / now, d)])


def hinge(x, rest, s):
    """s times the fold less the rest angle, of the edge x0 x1 with the wings x2 and x3."""
    e, a, b = sub(x[1], x[0]), sub(x[2], x[0]), sub(x[3], x[0])
    n, m = cross(e, a), cross(b, e)
    edge, nn, mm = length(e), dot(n, n), dot(m, m)
    if nn == 0.0 or mm == 0.0:
        return 0.0, None
    fold = math.atan2(dot(e, cross(n, m)) / edge, dot(n, m))
    away = -s * edge
    g2, g3 = scale(away / nn, n), scale(away / mm, m)
    g1 = scale(-1.0, add(scale(dot(a, e) / edge**2, g2), g3, dot(b, e) / edge**2))
    return s * math.remainder(fold - rest, 2.0 * math.pi), closed([g1, g2, g3])


def dihedral(x, rest, material, row):
    return hinge(x, rest[0], material.k)


def shell_bending(x, rest, material, row):
    return hinge(x, rest[0], math.sqrt(material.B) * rest[1])


def volume_and_gradients(x, s):
    a, b, c = sub(x[1], x[0]), sub(x[2], x[0]), sub(x[3], x[0])
    return s * dot(cross(a, b), c), closed([scale(s, cross(b, c)), scale(s, cross(c, a)), scale(s, cross(a, b))])


def tet_volume(x, rest, material, row):
    six, g = volume_and_gradients(x, material.k / 6.0)
    return six - material.k * rest[0], g


def gradient_of_deformation(x, inverse):
    """The columns of F = Ds Dm^-1."""
    edges = [sub(x[k], x[0]) for k in (1, 2, 3)]
    return [add(add(scale(c[0], edges[0]), edges[1], c[1]), edges[2], c[2]) for c in inverse]


def spread(p, inverse):
    """The gradients of the particles from the derivatives p by the columns of F."""
    return closed([add(add(scale(inverse[0][k], p[0]), p[1], inverse[1][k]), p[2], inverse[2][k]) for k in range(3)])


def lame(material):
    e, nu = material.E, material.nu
    return e / (2.0 * (1.0 + nu)), e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))


def root_of_volume(volume):
    return math.sqrt(volume)


def stvk_strain_tet(x, rest, material, row):
    """Green's strain in six rows: the basis matrices of strain_rows.h, sqrt(V m) T : G."""
    root = rest[9]
    inverse = [[one / math.sqrt(root) for one in rest[3 * k : 3 * k + 3]] for k in range(3)]
    f = gradient_of_deformation(x, inverse)
    mu, bulk = lame(material)
    weight = root_of_volume(root * root) * math.sqrt(2.0 * mu + 3.0 * bulk if row == 0 else 2.0 * mu)
    if row < 3:
        diagonal = [(1, 1, 1), (1, -1, 0), (1, 1, -2)][row]
        weight /= math.sqrt((3.0, 2.0, 6.0)[row])
        c = sum(s * (dot(f[k], f[k]) - 1.0) / 2.0 for k, s in enumerate(diagonal))
        p = [scale(weight * s, f[k]) for k, s in enumerate(diagonal)]
    else:
        i, j = [(0, 1), (0, 2), (1, 2)][row - 3]
        weight /= math.sqrt(2.0)
        c, p = dot(f[i], f[j]), [[0.0, 0.0, 0.0] for _ in range(3)]
        p[i], p[j] = scale(weight, f[j]), scale(weight, f[i])
    return weight * c, spread(p, inverse)


def neo_hookean_root_tet(x, rest, material, row):
    """C = sqrt(2 V Psi), Psi = mu/2 (|F|^2 - 3) - mu ln J + lambda/2 ln^2 J."""
    inverse, volume = [rest[0:3], rest[3:6], rest[6:9]], rest[9]
    f = gradient_of_deformation(x, inverse)
    mu, bulk = lame(material)
    cofactor = [cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])]
    j = dot(f[0], cofactor[0])
    if j < 0.1:
        raise xpbd_pipe.Failed("a tetrahedron has lost nine tenths of its volume")
    psi = mu / 2.0 * (sum(dot(one, one) for one in f) - 3.0) - mu * math.log(j) + bulk / 2.0 * math.log(j) ** 2
    root = root_of_volume(volume) * math.sqrt(max(0.0, 2.0 * psi))
    if root < 1e-8:
        return 0.0, None
    s = (bulk * math.log(j) - mu) / j
    factor = root_of_volume(volume) ** 2 / root
    return root, spread([scale(factor, add(scale(mu, f[k]), cofactor[k], s)) for k in range(3)], inverse)


FORMULAS = {
    "stretching": spring,
    "distance_bending": spring,
    "dihedral": dihedral,
    "shell_bending": shell_bending,
    "tet_volume": tet_volume,
    "stvk_strain_tet": stvk_strain_tet,
    "neo_hookean_root_tet": neo_hookean_root_tet,
}


def rounded_to_float(a):
    return np.array(a, np.float32).tolist()


def require(true, missing):
    if not true:
        raise xpbd_pipe.Unsupported(missing)


def constraints_of(scene, positions):
    """All constraints, set after set, element after element, row after row."""
    out = []
    for s in scene.sets:
        require(s.formula in FORMULAS, "the formula " + s.formula)
        require(s.damping_reading == "xpbd" or s.damping == 0.0, "the damping " + s.damping_reading)
        require(s.solve == "rows" or s.rows == 1, "rows that are solved together")
        rests = s.rest.reshape(s.count, s.rest_rows, -1).tolist()
        for members, rest_rows in zip(s.particles.tolist(), rests):
            for row in range(s.rows):
                rest = rest_rows[min(row, s.rest_rows - 1)]
                out.append(SimpleNamespace(formula=FORMULAS[s.formula], particles=members, rest=rest, row=row,
                                           material=s.material, compliance=s.compliance, damping=s.damping))
    return out


def turned(q, a):
    """The vector a turned by the quaternion w, x, y, z."""
    axis = list(q[1:])
    t = scale(2.0, cross(axis, a))
    return add(add(a, t, q[0]), cross(axis, t))


def obstacles_of(scene):
    out = []
    for o in scene.obstacles:
        require(o.kind in ("half_space", "sphere"), "an obstacle of the kind " + o.kind)
        require(not hasattr(o, "keys") and o.spin == 0.0, "an obstacle that moves")
        require(getattr(o, "from") == -math.inf and o.until == math.inf, "an obstacle that comes or goes")
        normal = None
        if o.kind == "half_space":
            normal = turned(list(o.rotation), scale(1.0 / length(o.normal), list(o.normal)))
        out.append(SimpleNamespace(centre=list(o.centre), normal=normal, radius=getattr(o, "radius", 0.0),
                                   friction=o.friction, restitution=o.restitution))
    return out


def contact(obstacle, x):
    """Depth of the point x in the obstacle, and the outward normal there."""
    d = sub(x, obstacle.centre)
    if obstacle.normal:
        return -dot(obstacle.normal, d), obstacle.normal
    return obstacle.radius - length(d), scale(1.0 / (length(d) or 1.0), d)


class Reference:
    def __init__(self, scene, substeps, iterations, options, variant="gauss-seidel"):
        require(not scene.centres, "particles at the centre of others")
        require(scene.wind.drag == 0.0, "wind")
        require(scene.global_damping == 0.0, "global damping")
        require(scene.contact.radius == 0.0 and not hasattr(scene.contact, "radii"), "contact between particles")
        require(not any(hasattr(one.keys, "angles") for one in scene.handles), "a handle that turns")
        self.scene, self.iterations, self.variant = scene, iterations, variant
        self.round = rounded_to_float if variant == "float32" else list
        self.w = scene.particles.inverse_masses.tolist()
        self.masses = scene.particles.masses.tolist()
        self.gravity = scene.gravity.tolist()
        self.substeps = substeps
        self.h = scene.run.frame_time / substeps
        self.obstacles = obstacles_of(scene)
        self.reset()
        self.constraints = constraints_of(scene, self.x)
        self.sharing = [0] * len(self.x)
        for c in self.constraints:
            for i in c.particles:
                self.sharing[i] += 1
        if variant == "explicit-small-steps":
            self.divide_steps()

    def reset(self):
        self.x = self.scene.particles.positions.tolist()
        self.v = self.scene.particles.velocities.tolist()
        self.steps = 0
        self.multipliers = []

    def divide_steps(self):
        """Steps of a twentieth of the shortest time that the forces have."""
        rate = 1.0 / self.h
        for c in self.constraints:
            require(c.compliance > 0.0, "a rigid constraint, which has no force")
            value, gradients = c.formula([self.x[i] for i in c.particles], c.rest, c.material, c.row)
            inertia = sum(self.w[i] * dot(g, g) * self.sharing[i] for i, g in zip(c.particles, gradients or []))
            rate = max(rate, 20.0 * math.sqrt(inertia / c.compliance), 20.0 * inertia * c.damping)
        more = math.ceil(rate * self.h)
        self.substeps, self.h = self.substeps * more, self.h / more

    def frame(self):
        for _ in range(self.substeps):
            self.step()
            self.steps += 1

    @property
    def positions(self):
        return np.array(self.x, float)

    @property
    def velocities(self):
        return np.array(self.v, float)

    def step(self):
        start, before = [list(one) for one in self.x], [list(one) for one in self.v]
        self.multipliers = [0.0] * len(self.constraints)
        for i, w in enumerate(self.w):
            if w > 0.0:
                self.v[i] = self.round(add(self.v[i], self.gravity, self.h))
                self.x[i] = self.round(add(self.x[i], self.v[i], self.h))
        self.hold()
        met = {}
        if self.variant == "explicit-small-steps":
            self.push(start)
            self.meet_obstacles(start, met)
        else:
            for iteration in range(self.iterations):
                self.project(start, iteration)
                self.meet_obstacles(start, met)
        for i in range(len(self.x)):
            self.v[i] = self.round(scale(1.0 / self.h, sub(self.x[i], start[i])))
        self.bounce(before, met)

    def hold(self):
        """Pinned particles that move along the keys of their handle."""
        for handle in self.scene.handles:
            t, keys = (self.steps + 1) * self.h, handle.keys
            shift = [np.interp(t, keys.times, keys.positions[:, k]) for k in range(3)]
            for i in handle.particles.tolist():
                self.x[i] = add(self.scene.particles.positions[i].tolist(), shift)

    def project(self, start, iteration):
        """One iteration over all constraints."""
        order = range(len(self.constraints))
        if self.variant == "reversed" or self.variant == "symmetric" and iteration % 2 == 1:
            order = reversed(order)
        jacobi = self.variant == "jacobi-averaged"
        seen = [list(one) for one in self.x] if jacobi else self.x
        for k in order:
            c = self.constraints[k]
            value, gradients = c.formula([seen[i] for i in c.particles], c.rest, c.material, c.row)
            if gradients is None:
                continue
            change = self.change(k, value, gradients, seen, start)
            if jacobi:
                change /= max(self.sharing[i] for i in c.particles)
            self.multipliers[k] += change
            for i, g in zip(c.particles, gradients):
                self.x[i] = self.round(add(self.x[i], g, self.w[i] * change))

    def change(self, k, value, gradients, x, start):
        """The change of a multiplier, Macklin et al. 2016, Eq. (26)."""
        c = self.constraints[k]
        alpha = c.compliance / self.h**2
        gamma = c.compliance * c.damping / self.h
        rate = sum(dot(g, sub(x[i], start[i])) for i, g in zip(c.particles, gradients))
        inertia = sum(self.w[i] * dot(g, g) for i, g in zip(c.particles, gradients))
        above = value + alpha * self.multipliers[k] + gamma * rate
        below = (1.0 + gamma) * inertia + alpha
        return -above / below if below != 0.0 else 0.0

    def push(self, start):
        """The forces -(C / compliance + damping dC/dt) grad C at the start of the step."""
        for c in self.constraints:
            value, gradients = c.formula([start[i] for i in c.particles], c.rest, c.material, c.row)
            if gradients is None:
                continue
            speed = sum(dot(g, self.v[i]) for i, g in zip(c.particles, gradients))
            force = -(value / c.compliance + c.damping * speed)
            for i, g in zip(c.particles, gradients):
                self.x[i] = add(self.x[i], g, self.h**2 * self.w[i] * force)

    def meet_obstacles(self, start, met):
        """Out of every obstacle, with Coulomb friction. `met` keeps the normals for restitution."""
        for i in range(len(self.x)):
            for k, o in enumerate(self.obstacles):
                depth, normal = contact(o, self.x[i])
                if not (self.w[i] > 0.0 and depth > 0.0):
                    continue
                self.x[i] = add(self.x[i], normal, depth)
                moved = sub(self.x[i], start[i])
                along = add(moved, normal, -dot(moved, normal))
                reach = o.friction * depth
                part = reach / length(along) if length(along) > reach else 1.0
                self.x[i] = self.round(add(self.x[i], along, -part))
                met[i, k] = normal

    def bounce(self, before, met):
        """Separation at restitution times the approach at the start of the step, with friction."""
        for (i, k), normal in met.items():
            o = self.obstacles[k]
            gain = -o.restitution * dot(before[i], normal) - dot(self.v[i], normal)
            if not (o.restitution > 0.0 and dot(before[i], normal) < 0.0 and gain > 0.0):
                continue
            along = add(self.v[i], normal, -dot(self.v[i], normal))
            reach = o.friction * gain
            part = reach / length(along) if length(along) > reach else 1.0
            self.v[i] = add(add(self.v[i], normal, gain), along, -part)


def main(variant, name):
    print("%s (%s)" % (name, variant), file=sys.stderr)
    xpbd_pipe.serve(lambda *of: Reference(*of, variant=variant), solver="reference", version=name,
                    precision="float32" if variant == "float32" else "float64", device="cpu", threads=1)


def mutant_rows():
    with open(os.path.join(here, "mutants.tsv")) as table:
        return [line.rstrip("\n").split("\t") for line in table if line[0] not in "#\n"]


def mutant_names():
    return [row[0] for row in mutant_rows()]


def mutant(name):
    """The text of this file with the edits of that row of mutants.tsv."""
    if name not in mutant_names():
        sys.exit("no mutant %s; mutants.tsv has: %s" % (name, " ".join(mutant_names())))
    with open(__file__) as file:
        text = file.read()
    pieces = [one.replace("\\n", "\n") for one in mutant_rows()[mutant_names().index(name)][3:]]
    for old, new in zip(pieces[0::2], pieces[1::2]):
        if text.count(old) != 1:
            sys.exit("mutant %s: its text is in reference.py %d times, expected once: %s" % (name, text.count(old), old))
        text = text.replace(old, new)
    return text


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="A small XPBD solver behind the solver pipe.")
    arguments.add_argument("--variant", choices=VARIANTS, default="gauss-seidel")
    arguments.add_argument("--mutant", help="a slip of mutants.tsv")
    asked = arguments.parse_args()
    names = {"__name__": "mutant", "__file__": __file__}
    if asked.mutant:
        exec(compile(mutant(asked.mutant), asked.mutant, "exec"), names)
    names.get("main", main)(asked.variant, asked.mutant or "right")
