"""Why this file exists: a peer. The solvers of Newton (newton-physics), which run on the CPU and on NVIDIA GPUs.

usage: newton_solver.py xpbd|vbd|semi-implicit
A frame is captured once as a graph, as Newton's own examples do. The GPU is used if there is one.
"""
import sys

import numpy as np

import scene_parts
import xpbd_pipe

xpbd_pipe.own_output()
import warp

warp.config.quiet = True
import newton

KIND = sys.argv[1]
OPTIONS = {"xpbd": ("contact_relaxation",), "vbd": ("contact_ke",), "semi-implicit": ("contact_ke",)}


def bending_scale(part, hinges):
    """Twice the area of both triangles of each hinge at rest.

    SolverXPBD and SolverSemiImplicit use gradients of the fold that lack this factor. They are the gradients of an
    energy only if both triangles have the same area."""
    x = part.all.particles.rest_positions
    edge = x[hinges[:, 1]] - x[hinges[:, 0]]
    double = [np.linalg.norm(np.cross(edge, x[hinges[:, side]] - x[hinges[:, 0]]), axis=1) for side in (2, 3)]
    if np.any(np.abs(double[0] - double[1]) > 1e-6 * double[0]):
        part.lacks("bending of two triangles of different areas")
    return (double[0] + double[1]) / 2, np.linalg.norm(edge, axis=1)


class Solver:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options, OPTIONS[KIND])
        self.part, self.substeps, self.h = part, substeps, scene.run.frame_time / substeps
        self.elements, self.contact = [], self.contact_of(part, options)
        builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=(0.0, 0.0, 0.0))
        builder.add_particles([tuple(one) for one in part.positions], [tuple(one) for one in part.velocities],
                              list(part.masses), radius=[0.0] * part.count)
        self.add_springs(part, builder)
        self.add_bending(part, builder)
        self.add_solids(part, builder)
        obstacles = self.add_obstacles(part, builder)
        self.without = part.done()
        if not obstacles and set(options) & set(OPTIONS[KIND]):
            raise xpbd_pipe.Unsupported("a setting of contacts in a scene without obstacles")
        if KIND == "vbd":  # builder.color() does not know springs, so particles of one spring would get one colour
            builder.set_coloring(scene_parts.particle_colours(part.count, self.elements))
        self.model = builder.finalize()
        self.model.set_gravity(tuple(part.gravity))
        self.model.particle_grid = None  # no contact of particles among themselves
        self.pipeline = newton.CollisionPipeline(self.model) if obstacles else None
        self.contacts = self.pipeline.contacts() if obstacles else None
        if obstacles:
            self.model.soft_contact_mu = obstacles[0].friction
            for name, number in self.contact.items():
                setattr(self.model, "soft_contact_" + name, number)
        if KIND == "xpbd":
            relaxation = float(options.get("contact_relaxation", 0.9))
            self.solver = newton.solvers.SolverXPBD(self.model, iterations=iterations, soft_contact_relaxation=relaxation)
        elif KIND == "vbd":
            self.solver = newton.solvers.SolverVBD(self.model, iterations=iterations)
        else:
            self.solver = newton.solvers.SolverSemiImplicit(self.model)
        self.control, self.states = self.model.control(), [self.model.state(), self.model.state()]
        self.simulate()  # compiles
        with warp.ScopedCapture() as capture:
            self.simulate()
        self.graph = capture.graph
        self.reset()

    def add_springs(self, part, builder):
        pairs, rest, stiffness, damping = part.springs()
        self.elements += pairs.tolist()
        for (i, j), ke, kd in zip(pairs.tolist(), stiffness.tolist(), damping.tolist()):
            builder.add_spring(i, j, ke, kd, 0.0)
        builder.spring_rest_length = rest.tolist()

    def add_bending(self, part, builder):
        hinges, rest, stiffness, damping = part.hinges()
        self.elements += hinges.tolist()
        if not len(hinges):
            return
        double_area, edge = (1.0, None) if KIND == "vbd" else bending_scale(part, hinges)
        if KIND == "xpbd":  # its constraint is the fold, its gradient is double_area times too long
            ke, kd = stiffness / double_area, damping / double_area**2
        elif KIND == "semi-implicit":  # the same gradient, and a force that grows with the edge
            ke, kd = stiffness / (double_area * edge), damping / (double_area**2 * edge)
        builder.add_edges(*hinges[:, [2, 3, 0, 1]].T.tolist(), rest=rest.tolist(), edge_ke=[0.0] * len(rest), edge_kd=[0.0] * len(rest))
        if KIND == "vbd":  # its energy is ke * edge * (fold - rest)^2 / 2
            ke, kd = stiffness / builder.edge_rest_length, damping / builder.edge_rest_length
        builder.edge_bending_properties = list(zip(ke.tolist(), kd.tolist()))

    def add_solids(self, part, builder):
        if KIND == "xpbd":  # its solid has no shear modulus at rest
            return
        laws = ("neo_hookean_root_tet", "stvk_root_tet")
        if KIND == "vbd":
            tets, mu, lame = part.solids("stable_neo_hookean_tet", others=laws)
        else:  # the same with a logarithm, whose moduli at rest are these numbers
            tets, mu, lame = part.solids("that of Smith and others 2018", others=("stable_neo_hookean_tet", *laws))
            mu, lame = 4 / 3 * mu, lame + 5 / 6 * mu
        self.elements += tets.tolist()
        for (i, j, k, l), one, other in zip(tets.tolist(), mu, lame):
            builder.add_tetrahedron(i, j, k, l, float(one), float(other), 0.0)
        if len(tets):
            columns = np.concatenate([one.rest[:, :9] for one in part.all.sets if one.element == "tet"])
            builder.tet_poses = list(columns.reshape(-1, 3, 3).swapaxes(1, 2))

    def contact_of(self, part, options):
        """Stiffness, damping and friction slope of a contact. Newton's default damping is for masses of a kilogram.
        SolverSemiImplicit gets critical damping instead, and no steeper slope than is stable for the lightest particle."""
        ke = float(options.get("contact_ke", 1e3))
        if KIND != "semi-implicit":
            return {"ke": ke}
        mass = float(part.masses[part.free].min(initial=1.0))
        return {"ke": ke, "kd": 2 * (ke * mass) ** 0.5, "kf": min(1e3, mass / self.h)}

    def add_obstacles(self, part, builder):
        obstacles = part.obstacles("sphere", "half_space", "box")
        if len({one.friction for one in obstacles}) > 1:
            part.lacks("several coefficients of friction")
        for one in obstacles:
            turn = warp.quat(*one.rotation[[1, 2, 3, 0]])
            config = newton.ModelBuilder.ShapeConfig(mu=one.friction, **self.contact)
            where = warp.transform(one.centre, turn)
            if one.kind == "sphere":
                builder.add_shape_sphere(-1, xform=where, radius=one.radius, cfg=config)
            elif one.kind == "box":
                x, y, z = one.half_sizes
                builder.add_shape_box(-1, xform=where, hx=x, hy=y, hz=z, cfg=config)
            else:
                unit = one.normal / np.linalg.norm(one.normal)
                normal = np.array(warp.quat_rotate(turn, warp.vec3(*unit)))
                builder.add_shape_plane((*normal, -float(normal @ one.centre)), width=0.0, length=0.0, cfg=config)
        return obstacles

    def simulate(self):
        now, then = self.states
        for _ in range(self.substeps):
            now.clear_forces()
            if self.pipeline:
                self.pipeline.collide(now, self.contacts)
            self.solver.step(now, then, self.control, self.contacts, self.h)
            now, then = then, now
        if now is not self.states[0]:  # the graph begins and ends in the same state
            warp.copy(self.states[0].particle_q, now.particle_q)
            warp.copy(self.states[0].particle_qd, now.particle_qd)

    def reset(self):
        for state in self.states:
            state.assign(self.model.state())

    def frame(self):
        warp.capture_launch(self.graph)
        warp.synchronize()

    @property
    def positions(self):
        return self.states[0].particle_q.numpy()

    @property
    def velocities(self):
        return self.states[0].particle_qd.numpy()


device = str(warp.get_device().name)
xpbd_pipe.serve(Solver, solver="newton-" + KIND, version="newton %s, warp %s" % (newton.__version__, warp.__version__),
                precision="float32", device=device, **({"threads": 1} if warp.get_device().is_cpu else {}))
