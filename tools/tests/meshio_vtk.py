"""Why this file exists: checks what meshio reads from the frames of a run. Velocities are the motion of a time step, strain
is that of the edges since frame 0, pinned vertices stay, and constraints of one group share no free particle.
usage: meshio_vtk.py FOLDER SECONDS-OF-A-FRAME, for a run with one time step per frame that began at rest."""
import sys

import meshio
import numpy

folder, h = sys.argv[1], float(sys.argv[2])
frames = [meshio.read("%s/frame_%04d.vtk" % (folder, i)) for i in range(4)]
groups = meshio.read(folder + "/constraints.vtk")
pinned = frames[0].point_data["pinned"].ravel()
assert set(pinned) == {0, 1}


def edges(mesh):
    pairs = set()
    for block in mesh.cells:
        for cell in block.data:
            pairs |= {(min(a, b), max(a, b)) for a in cell for b in cell if a != b}
    return numpy.array(sorted(pairs))


def lengths(mesh, ends):
    return numpy.linalg.norm(mesh.points[ends[:, 0]] - mesh.points[ends[:, 1]], axis=1)


ends = edges(frames[0])
rest = lengths(frames[0], ends)
for before, frame in zip(frames, frames[1:]):
    rounding = 4 * 2.0**-24 * abs(frame.points).max()  # positions are float
    velocity = frame.point_data["velocity"]
    assert velocity.shape == frame.points.shape and abs(velocity).max() > 1e-3
    wrong = abs((frame.points - before.points) / h - velocity).max()
    assert wrong <= rounding / h, "velocity is off by %g" % wrong
    assert (velocity[pinned == 1] == 0).all() and (frame.point_data["pinned"].ravel() == pinned).all()
    change, total, count = abs(lengths(frame, ends) / rest - 1), numpy.zeros(len(pinned)), numpy.zeros(len(pinned))
    for side in 0, 1:
        numpy.add.at(total, ends[:, side], change)
        numpy.add.at(count, ends[:, side], 1)
    strain = frame.point_data["strain"].ravel()
    wrong = abs(total / count - strain).max()
    assert wrong <= rounding / rest.min(), "strain is off by %g" % wrong
assert strain.max() > 1e-5  # in the last frame: at first a body may fall without strain
seen = set()
for block, sets, colours in zip(groups.cells, groups.cell_data["set"], groups.cell_data["group"]):
    for cell, one_set, colour in zip(block.data, sets.ravel(), colours.ravel()):
        for p in cell:
            if p < len(pinned) and not pinned[p]:
                assert (one_set, colour, p) not in seen, "two constraints of a group share a particle"
                seen.add((one_set, colour, p))
assert len({(one_set, colour) for one_set, colour, _ in seen}) > 1
