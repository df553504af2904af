"""Why this file exists: a peer. XPBD in Taichi, as its users write it: a parallel loop over each colour of springs.

This loop is ours. It shows the cost of the language, not of somebody's solver. It computes in float, or with
the setting precision=f64 in double, on a CUDA device if there is one. All colours of an iteration are one kernel, so that Python is asked once an iteration.
"""
import os

import numpy as np

import scene_parts
import xpbd_pipe

xpbd_pipe.own_output()
import taichi as ti


def begin(precision):
    """Forgets all fields and kernels. Without a CUDA device, Taichi takes the CPU."""
    ti.init(arch=ti.cuda, default_fp=precision, offline_cache=False, log_level=ti.ERROR)


@ti.data_oriented
class Loop:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options, ("precision",))
        self.real = {"f32": ti.f32, "f64": ti.f64}[options.get("precision", "f32")]
        pairs, rest, stiffness, damping = part.springs(rigid=True)
        part.obstacles()
        self.without = part.done()
        if not len(pairs):
            raise xpbd_pipe.Unsupported("a scene without springs")
        begin(self.real)
        self.part, self.substeps, self.iterations, self.h = part, substeps, iterations, scene.run.frame_time / substeps
        order, self.begins = scene_parts.element_colours(part.count, pairs.tolist())
        alpha = 1.0 / (stiffness * self.h**2)
        gamma = np.where(np.isinf(stiffness), 0.0, damping / (stiffness * self.h))
        self.x, self.v, self.old = (ti.Vector.field(3, self.real, part.count) for _ in range(3))
        self.w = self.field(part.inverse_masses)
        self.rest, self.alpha, self.gamma = self.field(rest[order]), self.field(alpha[order]), self.field(gamma[order])
        self.lambdas = ti.field(self.real, len(pairs))
        self.pairs = ti.Vector.field(2, ti.i32, len(pairs))
        self.pairs.from_numpy(pairs[order].astype(np.int32))
        self.gravity = ti.Vector(part.gravity.tolist())
        self.reset()
        self.frame()  # compiles
        self.reset()

    def numbers(self, array):
        return np.array(array, np.float32 if self.real == ti.f32 else np.float64)

    def field(self, array):
        out = ti.field(self.real, len(array))
        out.from_numpy(self.numbers(array))
        return out

    def reset(self):
        self.x.from_numpy(self.numbers(self.part.positions))
        self.v.from_numpy(self.numbers(self.part.velocities))

    @ti.kernel
    def begin(self):
        for i in self.x:
            self.old[i] = self.x[i]
            if self.w[i] > 0:
                self.v[i] += self.h * self.gravity
                self.x[i] += self.h * self.v[i]
        for j in self.lambdas:
            self.lambdas[j] = 0.0

    @ti.kernel
    def iterate(self):
        for colour in ti.static(range(len(self.begins) - 1)):
            for j in range(self.begins[colour], self.begins[colour + 1]):
                a, b = self.pairs[j][0], self.pairs[j][1]
                d = self.x[b] - self.x[a]
                length = d.norm()
                weight = self.w[a] + self.w[b]
                if length > 0 and weight > 0:
                    d /= length
                    moved = d.dot(self.x[b] - self.old[b] - self.x[a] + self.old[a])
                    top = length - self.rest[j] + self.alpha[j] * self.lambdas[j] + self.gamma[j] * moved
                    change = -top / ((1 + self.gamma[j]) * weight + self.alpha[j])
                    self.lambdas[j] += change
                    self.x[a] -= self.w[a] * change * d
                    self.x[b] += self.w[b] * change * d

    @ti.kernel
    def end(self):
        for i in self.x:
            self.v[i] = (self.x[i] - self.old[i]) / self.h

    def frame(self):
        for _ in range(self.substeps):
            self.begin()
            for _ in range(self.iterations):
                self.iterate()
            self.end()
        ti.sync()

    @property
    def positions(self):
        return self.x.to_numpy()

    @property
    def velocities(self):
        return self.v.to_numpy()


begin(ti.f32)
threads = len(os.sched_getaffinity(0))
device = "cpu" if ti.lang.impl.current_cfg().arch == ti.cpu else "gpu"
xpbd_pipe.serve(Loop, solver="own loop in taichi", version="taichi %d.%d.%d" % ti.__version__, precision="float32", device=device, threads=threads)
