/* Why this file exists: the table of workloads, version 1: name, about, scene, parameters, frames, measures, group.
 * Changing a line makes its recorded reference and errors wrong, and needs a new WORKLOAD_VERSION. */
WORKLOAD(cloth_41, "a cloth of 2 m swings down from two corners, 41 x 41 vertices", "cloth",
         "resolution=41 size=2 area_density=0.2 constraint=stretching:k=1,alpha=1e-2,beta=0.02", 12,
         SHAPE | SAG | ENERGY, SPRINGS)
WORKLOAD(cantilever_small, "a rubber beam of 1.3 m, held at one end, bends under its weight, 192 tets", "beam_tets",
         "resolution=9 size=1.3 mass=1.926 constraint=neo_hookean_root_tet:E=1e6,nu=0.3", 12, SHAPE | SAG | ENERGY,
         SOLIDS)
WORKLOAD(slide, "an elastic box of 2 m slides on the ground until friction stops it", "friction_box",
         "gravity=9.81 restitution=0 friction=0.3 speed=2", 24, SHAPE | STOP, CONTACT)
