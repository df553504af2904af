/* Why this file exists: a scene of your own. It hangs a cloth from two corners and prints where it is after half a
 * second. */
#include <stdio.h>
#include <xpbd/xpbd.h>

#define NEED(call)                                                                                                     \
  if ((call) != XPBD_OK) return fprintf(stderr, "%s\n", xpbd_last_error()), 1

int main(void) {
  enum { SIDE = 41, COUNT = SIDE * SIDE };
  static double inverse_masses[COUNT], positions[COUNT][3];
  xpbd_mesh mesh;
  NEED(xpbd_mesh_make_grid(SIDE, SIDE, 0.025, &mesh)); /* 1 m x 1 m in the plane y = 0 */
  for (int i = 0; i < COUNT; i++) inverse_masses[i] = i == 0 || i == SIDE - 1 ? 0.0 : 1000.0; /* pinned; 1 g */
  xpbd_scene_def particles = xpbd_scene_def_default();
  particles.particle_count = mesh.vertex_count;
  particles.positions = mesh.positions;
  particles.inverse_masses = inverse_masses;
  xpbd_scene *scene = NULL;
  NEED(xpbd_scene_create(&particles, &scene));
  xpbd_constraints_def springs = xpbd_constraints_def_default();
  springs.formula = "stretching";
  springs.count = mesh.edge_count;
  springs.particles = mesh.edges;
  NEED(xpbd_scene_add(scene, &springs));
  xpbd_solver_def settings =
      xpbd_solver_def_default(); /* as precise as the motion needs, 24 frames a second, the fastest backend here */
  settings.substeps = 20;
  settings.iterations = 5;
  xpbd_solver *solver = NULL;
  NEED(xpbd_solver_create(scene, &settings, &solver));
  NEED(xpbd_solver_step(solver, 12)); /* half a second */
  NEED(xpbd_solver_read(solver, XPBD_POSITIONS, positions[0]));
  uint64_t hash;
  NEED(xpbd_solver_hash(solver, &hash));
  printf("free corner at y = %.4f m, state %016llx\n", positions[COUNT - 1][1], (unsigned long long)hash);
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&scene);
  xpbd_mesh_destroy(&mesh);
}
