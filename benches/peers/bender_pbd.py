"""Why this file exists: a peer. PositionBasedDynamics of Bender and others, through its own Python module pyPBD.

It has XPBD for springs and for solids of St. Venant and Kirchhoff, in double precision, with groups of independent
constraints on all processors. Its springs and solids have no dashpots. Its contacts act on velocities at the end of a
frame, so this adapter refuses obstacles.
"""
import os

import numpy as np

import scene_parts
import xpbd_pipe

xpbd_pipe.own_output()
import pypbd


class Pbd:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options)
        pairs, rest, stiffness, _ = part.springs(damped=False, rigid=True)
        tets, young, nu = self.solids(part)
        part.obstacles()
        self.without = part.done()
        if np.any(part.gravity != (0.0, -9.81, 0.0)):
            raise xpbd_pipe.Unsupported("a gravity other than 9.81 m/s^2 downwards, which pyPBD cannot set")
        shape = scene.particles.rest_positions
        length = np.linalg.norm(shape[pairs[:, 0]] - shape[pairs[:, 1]], axis=1)
        if np.any(np.abs(length - rest) > 1e-12 * (1.0 + rest)):
            raise xpbd_pipe.Unsupported("rest lengths that differ from the shape at rest, which pyPBD cannot set")
        self.part = part
        simulation = pypbd.Simulation.getCurrent()
        simulation.initDefault()
        self.model = simulation.getModel()
        self.particles = self.model.getParticles()
        solid = self.model.addTetModel(list(shape), list(tets.ravel().astype(np.uint32))) if len(tets) else None
        if not solid:
            for point in shape:
                self.particles.addVertex(point)
        for i, mass in enumerate(part.masses):
            self.particles.setMass(i, mass)
        for (i, j), one in zip(pairs.tolist(), stiffness.tolist()):
            self.model.addDistanceConstraint_XPBD(i, j, 0.0 if np.isinf(one) else one)  # 0 means rigid there
        if solid:
            self.model.addSolidConstraints(solid, 3, young, nu, 0.0, False, False)  # 3 is XPBD of a continuum
        self.step = simulation.getTimeStep()
        kind = pypbd.TimeStepController
        self.step.setValueUInt(kind.NUM_SUB_STEPS, substeps)
        self.step.setValueUInt(kind.MAX_ITERATIONS, iterations)
        self.step.setValueUInt(kind.MAX_ITERATIONS_V, 0)
        self.reset()
        pypbd.TimeManager.getCurrent().setTimeStepSize(1e-9)
        self.step.step(self.model)  # makes the groups
        pypbd.TimeManager.getCurrent().setTimeStepSize(scene.run.frame_time)
        self.reset()

    @staticmethod
    def solids(part):
        """All tetrahedra have one material there."""
        tets, mu, lame = part.solids("stvk_root_tet", others=("neo_hookean_root_tet", "stable_neo_hookean_tet"))
        if not len(tets):
            return tets, 0.0, 0.0
        if len(set(zip(mu, lame))) > 1:
            raise xpbd_pipe.Unsupported("solids of several materials")
        nu = lame[0] / (2 * (lame[0] + mu[0]))
        return tets, 2 * mu[0] * (1 + nu), nu

    def reset(self):
        for i, (place, velocity) in enumerate(zip(self.part.positions, self.part.velocities)):
            self.particles.setPosition(i, place)
            self.particles.setVelocity(i, velocity)

    def frame(self):
        self.step.step(self.model)

    @property
    def positions(self):
        return np.array([self.particles.getPosition(i) for i in range(self.part.count)])

    @property
    def velocities(self):
        return np.array([self.particles.getVelocity(i) for i in range(self.part.count)])


xpbd_pipe.serve(Pbd, solver="PositionBasedDynamics", version="pyPBD 2.2.2", precision="float64", device="cpu", threads=len(os.sched_getaffinity(0)))
