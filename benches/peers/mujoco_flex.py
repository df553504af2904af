"""Why this file exists: a peer. The flexible bodies of MuJoCo, which integrates forces in double precision.

Springs are the edges of a flex of dimension 1. Solids are a flex of dimension 3, of St. Venant and Kirchhoff. Without
contacts there is nothing to iterate. MuJoCo's contacts are soft, and of edges and faces instead of particles. So this
adapter refuses obstacles.
"""
import numpy as np

import scene_parts
import xpbd_pipe

xpbd_pipe.own_output()
import mujoco

mujoco.set_mju_user_warning(lambda text: None)  # it would write a file into the current folder; frame() asks the counts

MODEL = """<mujoco>
  <option timestep="%.17g" gravity="%.17g %.17g %.17g" integrator="%s"/>
  <size memory="1G"/>
  <worldbody>
    <flexcomp name="body" type="direct" dim="%d" radius="1e-3" mass="%d" point="%s" element="%s">
      <contact selfcollide="none" contype="0" conaffinity="0"/>
      %s
      <pin id="%s"/>
    </flexcomp>
  </worldbody>
</mujoco>"""


def words(numbers, form):
    return " ".join(form % one for one in np.ravel(numbers))


class Flex:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options, ("integrator",))
        pairs, rest, stiffness, damping = part.springs()
        tets, mu, lame = part.solids("stvk_root_tet", others=("neo_hookean_root_tet", "stable_neo_hookean_tet"))
        part.obstacles()
        self.without = part.done()
        for numbers, what in ((stiffness, "springs of several stiffnesses"), (damping, "springs of several dashpots"),
                              (mu, "solids of several materials"), (lame, "solids of several materials")):
            if len(set(numbers)) > 1:
                raise xpbd_pipe.Unsupported(what)
        if (len(pairs) > 0) == (len(tets) > 0):
            raise xpbd_pipe.Unsupported("a body of both springs and solids, or of neither")
        shape = part.positions  # springs get their lengths below
        if len(tets):
            shape = scene.particles.rest_positions
            if np.any(shape[~part.free] != part.positions[~part.free]):
                raise xpbd_pipe.Unsupported("a solid whose pins begin somewhere else")
            nu = lame[0] / (2 * (lame[0] + mu[0]))
            law = '<elasticity young="%.17g" poisson="%.17g"/>' % (2 * mu[0] * (1 + nu), nu)
        else:
            law = '<edge stiffness="%.17g" damping="%.17g"/>' % (stiffness[0], damping[0])
        integrator = str(options.get("integrator", "Euler"))
        text = MODEL % (scene.run.frame_time / substeps, *part.gravity, integrator, 3 if len(tets) else 1, part.count,
                        words(shape, "%.17g"), words(tets if len(tets) else pairs, "%d"), law,
                        words(np.flatnonzero(~part.free), "%d"))
        self.model = mujoco.MjModel.from_xml_string(text)
        if self.model.nflexvert != part.count:
            raise xpbd_pipe.Unsupported("particles without springs, which MuJoCo leaves out")
        self.data = mujoco.MjData(self.model)
        self.part, self.substeps, self.shape = part, substeps, shape
        body = self.model.flex_vertbodyid[part.free]
        self.model.body_mass[body] = part.masses[part.free]
        mujoco.mj_setConst(self.model, self.data)
        if len(pairs):
            self.set_rest_lengths(pairs, rest)
        self.place = self.model.jnt_qposadr[self.model.body_jntadr[body]][:, None] + np.arange(3)
        self.speed = self.model.body_dofadr[body][:, None] + np.arange(3)
        self.reset()
        mujoco.mj_forward(self.model, self.data)  # warms up
        self.reset()

    def set_rest_lengths(self, pairs, rest):
        lengths = {tuple(sorted(pair)): one for pair, one in zip(pairs.tolist(), rest)}
        if len(lengths) != len(pairs):
            raise xpbd_pipe.Unsupported("two springs between the same particles")
        for edge, (i, j) in enumerate(self.model.flex_edge.tolist()):
            self.model.flexedge_length0[edge] = lengths[min(i, j), max(i, j)]

    def reset(self):
        mujoco.mj_resetData(self.model, self.data)
        free = self.part.free
        self.data.qpos[self.place] = self.part.positions[free] - self.shape[free]
        self.data.qvel[self.speed] = self.part.velocities[free]

    def frame(self):
        mujoco.mj_step(self.model, self.data, self.substeps)
        for kind in (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC):
            if self.data.warning[kind].number:
                raise xpbd_pipe.Failed("MuJoCo found a state that is not finite or huge, and began again")

    @property
    def positions(self):
        out = self.part.positions.copy()
        out[self.part.free] = self.shape[self.part.free] + self.data.qpos[self.place]
        return out

    @property
    def velocities(self):
        out = np.zeros_like(self.part.positions)
        out[self.part.free] = self.data.qvel[self.speed]
        return out


xpbd_pipe.serve(Flex, solver="mujoco flex", version="mujoco " + mujoco.__version__, precision="float64", device="cpu", threads=1)
