"""Why this file exists: a peer. The flexible bodies of MuJoCo, which integrates forces in double precision.

Springs are the edges of a flex of dimension 1. Bending is a flex of dimension 2 between the same bodies, because it must
not have springs. Solids are a flex of dimension 3, of St. Venant and Kirchhoff. Without contacts there is nothing to
iterate. MuJoCo's contacts are soft, and of edges and faces instead of particles. So this adapter refuses obstacles.
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
  %s
</mujoco>"""
SHEET = """<deformable>
    <flex name="sheet" dim="2" radius="1e-3" body="%s" vertex="%s" element="%s">
      <contact selfcollide="none" contype="0" conaffinity="0"/>
      <elasticity young="1" poisson="0" thickness="1" elastic2d="bend"/>
    </flex>
  </deformable>"""  # set_bending() replaces the elasticity


def words(numbers, form):
    return " ".join(form % one for one in np.ravel(numbers))


BENDING = "the law of the fold. It has the quadratic one of flat sheets, as stiff near flat"


class Flex:
    def __init__(self, scene, substeps, iterations, options):
        part = scene_parts.Scene(scene, options, ("integrator",))
        pairs, rest, stiffness, damping = part.springs()
        hinges, fold, bending, friction = part.hinges()
        if len(hinges):
            part.lacks(BENDING)
        if np.any(friction):
            part.lacks("the damping of bending")
        if np.any(np.abs(fold) > 1e-3):
            raise xpbd_pipe.Unsupported("bending with a fold at rest")
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
        if len(hinges) and len(tets):
            raise xpbd_pipe.Unsupported("a body of both hinges and solids")
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
                        words(np.flatnonzero(~part.free), "%d"), self.sheet(part, hinges) if len(hinges) else "")
        self.model = mujoco.MjModel.from_xml_string(text)
        flex = self.flex("body")
        vertices = slice(self.model.flex_vertadr[flex], self.model.flex_vertadr[flex] + self.model.flex_vertnum[flex])
        if self.model.flex_vertnum[flex] != part.count:
            raise xpbd_pipe.Unsupported("particles without springs, which MuJoCo leaves out")
        self.data = mujoco.MjData(self.model)
        self.part, self.substeps, self.shape = part, substeps, shape
        body = self.model.flex_vertbodyid[vertices][part.free]
        self.model.body_mass[body] = part.masses[part.free]
        mujoco.mj_setConst(self.model, self.data)
        if len(pairs):
            self.set_rest_lengths(flex, pairs, rest)
        if len(hinges):
            self.set_bending(scene.particles.rest_positions, hinges, bending)
        self.place = self.model.jnt_qposadr[self.model.body_jntadr[body]][:, None] + np.arange(3)
        self.speed = self.model.body_dofadr[body][:, None] + np.arange(3)
        self.reset()
        mujoco.mj_forward(self.model, self.data)  # warms up
        self.reset()

    def flex(self, name):
        return mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_FLEX, name)

    def edges(self, flex):
        """Where the edges of a flex are in the arrays of all edges."""
        return slice(self.model.flex_edgeadr[flex], self.model.flex_edgeadr[flex] + self.model.flex_edgenum[flex])

    def set_rest_lengths(self, flex, pairs, rest):
        lengths = {tuple(sorted(pair)): one for pair, one in zip(pairs.tolist(), rest)}
        if len(lengths) != len(pairs):
            raise xpbd_pipe.Unsupported("two springs between the same particles")
        at = self.edges(flex)
        self.model.flexedge_length0[at] = [lengths[min(pair), max(pair)] for pair in self.model.flex_edge[at].tolist()]

    @staticmethod
    def sheet(part, hinges):
        """The triangles of all hinges, between the bodies of the particles. A pinned particle has the body of the world."""
        triangles = sorted({tuple(sorted([a, b, wing])) for a, b, *wings in hinges.tolist() for wing in wings})
        bodies = ["body_%d" % i if free else "world" for i, free in enumerate(part.free)]
        return SHEET % (" ".join(bodies), words(np.where(part.free[:, None], 0.0, part.positions), "%.17g"),
                        words(triangles, "%d"))

    def set_bending(self, shape, hinges, stiffness):
        """The matrices of all edges. The last number of each, a force of curved sheets, stays 0."""
        left = dict(zip(map(tuple, np.sort(hinges[:, :2]).tolist()), stiffness))
        flex = self.flex("sheet")
        at, start = self.edges(flex), self.model.flex_bendingadr[flex]
        matrices = np.zeros((self.model.flex_edgenum[flex], 17))
        for one, pair, wings in zip(matrices, self.model.flex_edge[at].tolist(), self.model.flex_edgeflap[at].tolist()):
            if tuple(sorted(pair)) in left:
                one[:16] = scene_parts.quadratic_bending(shape[pair + wings], left.pop(tuple(sorted(pair)))).ravel()
        if left or len(hinges) != len({tuple(sorted(pair)) for pair in hinges[:, :2].tolist()}):
            raise xpbd_pipe.Unsupported("several hinges at an edge")
        self.model.flex_bending[start : start + matrices.size] = matrices.ravel()

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
