"""Why this file exists: a mutant that no scene can tell from the reference tests nothing. This program prints each mutant of
mutants.tsv whose edit does not apply, or changes no number of the given scenes. usage: differs.py SCENE.json..."""
import os
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import reference  # noqa: E402
import xpbd_pipe  # noqa: E402


def scenes(paths):
    """Each scene with unequal masses, velocities, gravity that is not vertical, and obstacles that are turned. The first
    comes once more, with a position that is not a number."""
    for path in [*paths, None]:
        scene = xpbd_pipe.load_scene(path or paths[0])
        p = scene.particles
        scene.gravity[0] += 0.5
        p.masses *= np.linspace(0.5, 2.0, p.count)
        p.inverse_masses[:] = 1.0 / p.masses
        for o in scene.obstacles:
            o.centre, o.rotation = o.centre + 1e-3, o.rotation + [0.0, 1e-3, 0.0, 0.0]
        p.velocities += np.where(p.inverse_masses[:, None] > 0.0, np.sin(np.arange(p.positions.size)).reshape(-1, 3), 0.0)
        if path is None:
            p.positions[-1, 1] = np.nan
        yield scene


def answers(solver, given):
    """The states of a second run, so that a run that does not begin at the start is seen."""
    out = []
    for scene in given:
        try:
            made = solver(scene, 2, 3, {})
            for _ in range(2):
                made.reset()
                made.frame()
            out += [made.positions, made.velocities]
        except (xpbd_pipe.Failed, ArithmeticError):
            out += [None, None]
    return out


def same(one, other):
    return all(a is b or a is not None and b is not None and np.array_equal(a, b, equal_nan=True) for a, b in zip(one, other))


def solver_of(name):
    names = {"__name__": "mutant", "__file__": reference.__file__}
    exec(compile(reference.mutant(name), name, "exec"), names)
    return names["Reference"]


given = list(scenes(sys.argv[1:]))
right = answers(reference.Reference, given)
if not same(right, answers(reference.Reference, given)) or any(one is None for one in right):
    sys.exit("the reference itself has no answer, or two")
for name in reference.mutant_names():
    if same(right, answers(solver_of(name), given)):
        print("%s changes nothing" % name)
