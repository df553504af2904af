"""Why this file exists: what an adapter takes from a scene has the right numbers and units, and the rest is refused.

usage: peers_parts.py FOLDER-OF-PEERS FOLDER-OF-SCENES. Prints what is wrong.
"""
import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
import scene_parts  # noqa: E402
import xpbd_pipe  # noqa: E402

failures = 0


def scene(name):
    return xpbd_pipe.load_scene("%s/%s.json" % (sys.argv[2], name))


def near(what, found, wanted, most=1e-12):
    global failures
    if not np.allclose(found, wanted, rtol=most, atol=0.0):
        failures += 1
        print("%s: %s, not %s" % (what, found, wanted))


def refuses(what, words, name, options, take):
    """take() must be refused with these words, and None means that it must not be."""
    global failures
    part = scene_parts.Scene(scene(name), {})
    try:
        part = scene_parts.Scene(scene(name), options)
        take(part)
        found = part.done() or None
        found = found and "without " + found
    except xpbd_pipe.Unsupported as error:
        found = str(error)
    if found != words:
        failures += 1
        print("%s: %s, not %s" % (what, found, words))


part = scene_parts.Scene(scene("springs"), {})
pairs, rest, stiffness, damping = part.springs()
near("stiffness k^2 / alpha", stiffness, 3.0**2 / 2e-3)
near("dashpot k^2 beta", damping, 3.0**2 * 0.01)
near("lengths", rest, np.linalg.norm(part.positions[pairs[:, 0]] - part.positions[pairs[:, 1]], axis=1))
near("total mass", part.masses.sum(), part.all.particles.masses[part.free].sum())

part = scene_parts.Scene(scene("shell"), {})
hinges, fold, stiffness, damping = part.hinges()
x = part.all.particles.rest_positions
edge, one, other = (x[hinges[:, k]] - x[hinges[:, 0]] for k in (1, 2, 3))
areas = (np.linalg.norm(np.cross(edge, one), axis=1) + np.linalg.norm(np.cross(edge, other), axis=1)) / 2
near("stiffness of a shell B |e|^2 / (A0 + A1)", stiffness, 0.25 * (edge**2).sum(axis=1) / areas)
near("dashpot of a shell", damping, 0.5 * stiffness)

corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.3, 0.0, 0.8], [0.9, 0.0, -0.5]])
matrix = scene_parts.quadratic_bending(corners, 2.0)
raised = corners + [[0, 0, 0], [0, 0, 0], [0, 1e-3 * 0.8, 0], [0, 0, 0]]  # the fold is 1e-3
near("energy of quadratic bending", np.sum(matrix * (raised @ raised.T)) / 2, 1e-6, most=1e-6)
near("a flat hinge has no force", matrix @ corners + 1, np.ones((4, 3)))

part = scene_parts.Scene(scene("solid"), {})
tets, mu, lame = part.solids("neo_hookean_root_tet")
near("mu", mu, 6e4 / (2 * 1.2))
near("lambda", lame, 6e4 * 0.2 / (1.2 * 0.6))

springs = scene_parts.Scene.springs
near_ = {"accept": "near"}
refuses("springs", None, "springs", {}, springs)
refuses("their damping", "the damping of springs", "springs", {}, lambda part: part.springs(damped=False))
refuses("near", "without the damping of springs", "springs", near_, lambda part: part.springs(damped=False))
refuses("nothing left out", "accept=near, because nothing would be left out of this scene", "springs", near_, springs)
refuses("nothing taken", "the constraint stretching", "springs", near_, lambda part: None)
refuses("bending", "the constraint shell_bending", "shell", {}, springs)
refuses("bending, near", "without the constraint shell_bending", "shell", near_, springs)
refuses("both", None, "shell", {}, lambda part: (part.springs(), part.hinges()))
law = "the law neo_hookean_root_tet. It has stvk_root_tet, with the same moduli at rest"
refuses("a law", law, "solid", {}, lambda part: part.solids("stvk_root_tet", others=("neo_hookean_root_tet",)))
refuses("a law, near", "without " + law, "solid", near_, lambda part: part.solids("stvk_root_tet", others=("neo_hookean_root_tet",)))
refuses("wind", "wind", "wind", near_, springs)
refuses("a handle", "handles that move", "handle", near_, springs)
refuses("an obstacle", "obstacles of the kind sphere", "sphere", near_, lambda part: (part.springs(), part.obstacles()))
refuses("forgotten", "obstacles", "sphere", near_, springs)
refuses("restitution", "restitution", "sphere", {}, lambda part: (part.springs(), part.obstacles("sphere")))
refuses("an option", "the option sped; known: accept", "springs", {"sped": 1}, springs)
refuses("a value", "accept=all; it is exact or near", "springs", {"accept": "all"}, springs)

for elements in (pairs.tolist(), hinges.tolist(), tets.tolist()):
    count = 1 + max(max(one) for one in elements)
    colour = np.zeros(count, int)
    for number, group in enumerate(scene_parts.particle_colours(count, elements)):
        colour[group] = number
    if any(len(set(colour[one])) < len(one) for one in elements):
        failures += 1
        print("two particles of one element have one colour")
    order, begins = scene_parts.element_colours(count, elements)
    for begin, end in zip(begins, begins[1:]):
        used = [one for index in order[begin:end] for one in elements[index]]
        if len(set(used)) < len(used):
            failures += 1
            print("two elements of one colour share a particle")
sys.exit(failures > 0)
