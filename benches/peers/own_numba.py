"""Why this file exists: a peer. XPBD as a plain loop that numba compiles: what a reader of the papers writes in an hour.

This loop is ours. It shows the cost of the language, not of somebody's solver. Springs are projected one after the
other in the order of the scene file, in double precision.
"""
import sys

import numpy as np

import scene_parts
import xpbd_pipe

xpbd_pipe.own_output()
import numba


@numba.njit
def frame(x, v, w, pairs, rest, alpha, gamma, gravity, h, substeps, iterations):
    lambdas = np.empty(len(pairs))
    for _ in range(substeps):
        old = x.copy()
        for i in range(len(x)):
            if w[i] > 0:
                for k in range(3):
                    v[i, k] += h * gravity[k]
                    x[i, k] += h * v[i, k]
        lambdas[:] = 0.0
        for _ in range(iterations):
            for j in range(len(pairs)):
                a, b = pairs[j, 0], pairs[j, 1]
                d0, d1, d2 = x[b, 0] - x[a, 0], x[b, 1] - x[a, 1], x[b, 2] - x[a, 2]
                length = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
                weight = w[a] + w[b]
                if length == 0.0 or weight == 0.0:
                    continue
                d0, d1, d2 = d0 / length, d1 / length, d2 / length
                moved = d0 * (x[b, 0] - old[b, 0] - x[a, 0] + old[a, 0])
                moved += d1 * (x[b, 1] - old[b, 1] - x[a, 1] + old[a, 1])
                moved += d2 * (x[b, 2] - old[b, 2] - x[a, 2] + old[a, 2])
                top = length - rest[j] + alpha[j] * lambdas[j] + gamma[j] * moved
                change = -top / ((1.0 + gamma[j]) * weight + alpha[j])
                lambdas[j] += change
                x[a, 0] -= w[a] * change * d0
                x[a, 1] -= w[a] * change * d1
                x[a, 2] -= w[a] * change * d2
                x[b, 0] += w[b] * change * d0
                x[b, 1] += w[b] * change * d1
                x[b, 2] += w[b] * change * d2
        for i in range(len(x)):
            for k in range(3):
                v[i, k] = (x[i, k] - old[i, k]) / h


class Loop:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options)
        pairs, rest, stiffness, damping = part.springs(rigid=True)
        part.obstacles()
        self.without = part.done()
        h = scene.run.frame_time / substeps
        settings = (part.gravity, h, substeps, iterations)
        self.start = part.positions, part.velocities
        alpha = 1.0 / (stiffness * h * h)
        gamma = np.where(np.isinf(stiffness), 0.0, damping / (stiffness * h))
        self.constants = (part.inverse_masses.copy(), pairs.copy(), rest, alpha, gamma, *settings)
        self.reset()
        frame(self.positions, self.velocities, *self.constants[:-2], 0, 0)  # compiles

    def reset(self):
        self.positions, self.velocities = (array.copy() for array in self.start)

    def frame(self):
        frame(self.positions, self.velocities, *self.constants)


xpbd_pipe.serve(Loop, solver="own loop in numba", version="numba " + numba.__version__, precision="float64", device="cpu", threads=1)
