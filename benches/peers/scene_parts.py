"""Why this file exists: what all peers take from a scene, in their words: springs, bending, solids, obstacles.

Every part of a scene that a peer does not have is refused by name, so that no peer simulates another scene. With the
option accept=near, damping or bending may be left out, and a law may be replaced by the nearest that the peer has. The
answer to `load` then says so in its member "without".
"""
import numpy as np

import xpbd_pipe


class Scene:
    """A scene, what of it the peer has, and what was left out."""

    def __init__(self, scene, options, known=()):
        for name in options:
            if name not in ("accept", *known):
                raise xpbd_pipe.Unsupported("the option %s; known: %s" % (name, ", ".join(("accept", *known))))
        if options.get("accept", "exact") not in ("exact", "near"):
            raise xpbd_pipe.Unsupported("accept=%s; it is exact or near" % options["accept"])
        self.near = options.get("accept") == "near"
        self.all = scene
        self.left_out = []
        self.positions = scene.particles.positions
        self.velocities = scene.particles.velocities
        self.inverse_masses = scene.particles.inverse_masses
        self.free = self.inverse_masses > 0
        self.masses = np.where(self.free, scene.particles.masses, 0.0)
        self.count = len(self.positions)
        self.frame_time = scene.run.frame_time
        self.gravity = scene.gravity
        self._taken, self._met = [], False

    def lacks(self, what, near=True):
        """Refuses the scene for this part, or leaves the part out if a scene without it is near."""
        if not (near and self.near):
            raise xpbd_pipe.Unsupported(what)
        if what not in self.left_out:
            self.left_out.append(what)

    def sets(self, formula):
        """The sets of a formula whose compliance and damping mean the same everywhere."""
        for one in self.all.sets:
            if one.formula == formula:
                self._taken.append(one)
                if one.damping and one.damping_reading != "xpbd":
                    self.lacks("damping that is no dashpot (%s)" % one.damping_reading)
                yield one

    def springs(self, damped=True, rigid=False):
        """Pairs, rest lengths, stiffnesses [N/m] and dashpots [N s/m] of all springs.

        A rigid spring has infinite stiffness."""
        pairs, rest, stiffness, damping = [], [], [], []
        for one in self.sets("stretching"):
            k = one.material.k
            if one.compliance == 0 and not rigid:
                self.lacks("springs without compliance")
            if one.damping and not damped:
                self.lacks("the damping of springs")
            pairs.append(one.particles)
            rest.append(one.rest[:, 0])
            stiffness.append(np.full(one.count, k * k / one.compliance if one.compliance else np.inf))
            damping.append(np.full(one.count, k * k * one.damping if damped else 0.0))
        if not pairs:
            return np.zeros((0, 2), np.int32), np.zeros(0), np.zeros(0), np.zeros(0)
        return tuple(np.concatenate(part) for part in (pairs, rest, stiffness, damping))

    def hinges(self):
        """Hinges (edge, edge, wing, wing), rest folds, K and dashpots, for the energy K (fold - rest)^2 / 2."""
        hinges, rest, stiffness, damping = [], [], [], []
        for formula in ("shell_bending", "dihedral"):
            for one in self.sets(formula):
                weight = one.material.B * one.rest[:, 1] ** 2 if formula == "shell_bending" else one.material.k**2
                hinges.append(one.particles)
                rest.append(one.rest[:, 0])
                stiffness.append(np.broadcast_to(weight / one.compliance, one.count))
                damping.append(np.broadcast_to(weight * one.damping, one.count))
        if not hinges:
            return np.zeros((0, 4), np.int32), np.zeros(0), np.zeros(0), np.zeros(0)
        return tuple(np.concatenate(part) for part in (hinges, rest, stiffness, damping))

    def solids(self, formula, others=(), damped=False):
        """Tetrahedra and their mu and lambda, of sets of this formula.

        Sets of `others` have the same moduli at rest, but another energy of large strains."""
        tets, mu, lame = [], [], []
        for name in (formula, *others):
            for one in self.sets(name):
                if name != formula:
                    self.lacks("the law %s. It has %s, with the same moduli at rest" % (name, formula))
                if one.damping and not damped:
                    self.lacks("the damping of solids")
                young, nu = one.material.E / one.compliance, one.material.nu
                tets.append(one.particles)
                mu.append(np.full(one.count, young / (2 * (1 + nu))))
                lame.append(np.full(one.count, young * nu / ((1 + nu) * (1 - 2 * nu))))
        if not tets:
            return np.zeros((0, 4), np.int32), np.zeros(0), np.zeros(0)
        return tuple(np.concatenate(part) for part in (tets, mu, lame))

    def obstacles(self, *kinds, friction=True):
        """The obstacles, which stand still and are of these kinds."""
        contact, still, self._met = self.all.contact, [], True
        if contact.radius > 0:
            self.lacks("contact between particles", near=False)
        for one in self.all.obstacles:
            if one.kind not in kinds:
                self.lacks("obstacles of the kind %s" % one.kind, near=False)
            elif one.spin or hasattr(one, "keys") or np.isfinite([getattr(one, "from"), one.until]).any():
                self.lacks("obstacles that move, appear or vanish", near=False)
            else:
                if one.restitution:
                    self.lacks("restitution")
                if one.friction and not friction:
                    self.lacks("friction")
                still.append(one)
        return still

    def done(self):
        """Refuses everything that nobody asked for. Returns what was left out."""
        scene = self.all
        for one in scene.sets:
            if not any(one is taken for taken in self._taken):
                self.lacks("the constraint %s" % one.formula, near=one.element == "hinge")
        if not self._met and (scene.obstacles or scene.contact.radius > 0):
            self.lacks("obstacles", near=False)
        if scene.wind.drag and (np.any(scene.wind.velocity) or np.any(scene.wind.swing)):
            self.lacks("wind", near=False)
        elif scene.wind.drag:
            self.lacks("drag of the air", near=False)
        if scene.global_damping:
            self.lacks("global damping")
        if scene.centres:
            self.lacks("ghost tips", near=False)
        if any(len(handle.keys.times) for handle in scene.handles):
            self.lacks("handles that move", near=False)
        if self.near and not self.left_out:
            raise xpbd_pipe.Unsupported("accept=near, because nothing would be left out of this scene")
        return "; ".join(self.left_out)


def quadratic_bending(corners, stiffness):
    """The matrix Q of a hinge (edge, edge, wing, wing) that is flat at rest (Bergou and others 2006).

    Its energy is the sum of Q_ij x_i . x_j / 2, which is stiffness fold^2 / 2 near flat."""
    def cotangent(a, b):
        return np.dot(a, b) / np.linalg.norm(np.cross(a, b))

    edge, *wings = corners[1:] - corners[0]
    near, far = ([cotangent(along, wing - start) for wing in wings] for along, start in ((edge, 0 * edge), (-edge, edge)))
    fold = np.array([sum(far), sum(near), -near[0] - far[0], -near[1] - far[1]])
    return stiffness / np.dot(edge, edge) * np.outer(fold, fold)


def particle_colours(count, elements):
    """Groups of particles. No two particles of a group belong to one element."""
    neighbours = [set() for _ in range(count)]
    for element in elements:
        for one in element:
            neighbours[one].update(element)
    colour = [-1] * count
    for one in sorted(range(count), key=lambda one: -len(neighbours[one])):
        taken = {colour[other] for other in neighbours[one]}
        colour[one] = next(c for c in range(count) if c not in taken)
    return [np.flatnonzero(np.equal(colour, c)).astype(np.int32) for c in range(max(colour) + 1)]


def element_colours(count, elements):
    """The order of elements by colour, and where each colour begins. No two elements of a colour share a particle."""
    used, colours = [set() for _ in range(count)], []
    for element in elements:
        taken = set().union(*(used[one] for one in element))
        colours.append(next(c for c in range(len(taken) + 1) if c not in taken))
        for one in element:
            used[one].add(colours[-1])
    order = np.argsort(colours, kind="stable")
    return order, np.searchsorted(np.array(colours)[order], np.arange(max(colours) + 2))
