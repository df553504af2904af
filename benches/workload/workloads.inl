/* Why this file exists: the table of workloads, version 1: name, about, scene, parameters, frames, measures, group.
 * Changing a line makes its recorded reference and errors wrong, and needs a new WORKLOAD_VERSION. Courses end before
 * rounding decides how a cloth crumples. */
WORKLOAD(cloth_41, "a cloth of 2 m swings down from two corners, 41 x 41 vertices", "cloth",
         "resolution=41 size=2 area_density=0.2 constraint=stretching:k=1,alpha=1e-2,beta=0.02", 12,
         SHAPE | SAG | ENERGY, SPRINGS)
WORKLOAD(cloth_161, "the same cloth for a shorter time, 161 x 161 vertices", "cloth",
         "resolution=161 size=2 area_density=0.2 constraint=stretching:k=1,alpha=1e-2,beta=0.02", 8,
         SHAPE | SAG | ENERGY, SPRINGS)
WORKLOAD(cloth_641, "a cloth of 8 m swings down from two corners, 641 x 641 vertices", "cloth",
         "resolution=641 size=8 area_density=0.2 constraint=stretching:k=1,alpha=1e-2,beta=0.02", 6,
         SHAPE | SAG | ENERGY, SPRINGS)
WORKLOAD(chain, "a chain of 200 links swings down between two nails", "catenary",
         "resolution=201 size=1.5 mass=0.001 constraint=stretching:k=1,alpha=1e-4", 24, SHAPE, SPRINGS)
WORKLOAD(flag, "a flag of 2 m in a wind of 5 m/s that swings sideways", "flag",
         "resolution=41 size=2 mass=4.8e-4 wind=5/0/0 wind_drag=2 constraint=stretching:k=1,alpha=1e-2,beta=0.02 "
         "bending=shell_bending:B=1e-4",
         12, SHAPE | SAG | ENERGY, BENDING)
WORKLOAD(mesh, "a banner of irregular triangles swings down from its upper edge", "cloth",
         "mesh=banner.obj area_density=0.2 constraint=stretching:k=1,alpha=1e-2,beta=0.02 "
         "bending=shell_bending:B=1e-5",
         12, SHAPE | SAG | ENERGY, BENDING)
WORKLOAD(drape, "a cloth of 2 m falls on a sphere with friction", "cloth_on_sphere",
         "resolution=41 size=2 mass=4.8e-4 friction=0.3 constraint=stretching:k=1,alpha=1e-2,beta=0.02 "
         "bending=shell_bending:B=1e-4",
         10, SHAPE | SAG | ENERGY, CONTACT)
WORKLOAD(torus, "a tilted torus of soft rubber, 1 m wide, falls on the ground with friction", "body",
         "mesh=torus.obj resolution=21 pins=none ground=-0.5/0.5 constraint=neo_hookean_root_tet:E=3e5,nu=0.3", 12,
         SHAPE | SAG, CONTACT)
WORKLOAD(stack, "three soft boxes fall on the ground and on each other and stay there", "body",
         "mesh=stack.vtk pins=none ground=-0.05/0.5 contact_radius=0.05 "
         "constraint=neo_hookean_root_tet:E=1e5,nu=0.3,beta=5e-3",
         18, SHAPE | SAG, CONTACT)
WORKLOAD(slide, "an elastic box of 2 m slides on the ground until friction stops it", "friction_box",
         "gravity=9.81 restitution=0 friction=0.3 speed=2", 24, SHAPE | STOP, CONTACT)
WORKLOAD(cantilever_small, "a beam of soft rubber, 1.3 m long, held at one end, bends down, 192 tets", "beam_tets",
         "resolution=9 size=1.3 mass=1.926 constraint=neo_hookean_root_tet:E=5e5,nu=0.3", 12, SHAPE | SAG | ENERGY,
         SOLIDS)
WORKLOAD(cantilever_large, "a beam of soft rubber, 1.3 m long, held at one end, bends down, 98952 tets", "beam_tets",
         "resolution=63 size=1.3 mass=8.04e-3 constraint=neo_hookean_root_tet:E=5e5,nu=0.3", 8, SHAPE | SAG | ENERGY,
         SOLIDS)
WORKLOAD(inflation, "a hanging balloon of 0.5 m is blown up", "inflation",
         "resolution=17 size=0.5 mass=3e-4 gravity=9.81 pins=top "
         "constraint=stretching:k=1,alpha=4e-3,beta=0.1+closed_volume:k=100,alpha=0.5",
         12, SHAPE | VOLUME, SOLIDS)
WORKLOAD(batch, "1000 cloths of 0.5 m side by side, 9 x 9 vertices each", "cloth",
         "resolution=9 size=0.5 area_density=0.2 copies=1000 constraint=stretching:k=1,alpha=1e-2,beta=0.02", 8,
         SHAPE | SAG, MANY)
/* In no score, because the 14 workloads of a score are frozen. Bending alone holds up the strip. */
UNSCORED(strip, "a springy strip of 1 m, clamped at one end, swings down", "cloth",
         "mesh=strip.obj pin=x,low,0.08 area_density=0.2 constraint=stretching:k=1,alpha=1e-2 "
         "bending=shell_bending:B=0.2",
         12, SHAPE | SAG | ENERGY, BENDING)
