/* Why this file exists: tests limits of scenes that no default comes near: the coarsest torus, the shortest pull, the
 * time step of stiff and of soft springs, and a scaled body smaller than a metre. */
#include <math.h>
#include <string.h>

#include "scenes_checks.h"
#include "runner/lattice.h"
#include "xpbd/verlet.h"

/* Seven ninths as many across as around, at least three. */
static void coarse_torus(check *self, int argument) {
  static const int32_t rows[][2] = {{4, 4 * 3}, {5, 5 * 4}, {9, 9 * 7}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = rows[k][0], params.constraint = "stretching";
    xpbd_model model;
    check_status(self, xpbd_scene_build("torus_falling", &params, &model), XPBD_OK, "%d around", (int)rows[k][0]);
    check_same(self, (uint64_t)model.mesh.vertex_count, (uint64_t)rows[k][1], "%d around: vertices", (int)rows[k][0]);
    xpbd_model_destroy(&model);
    params.resolution = 3;
    check_control(self, xpbd_scene_build("torus_falling", &params, &model) == XPBD_ERR_INVALID_ARGUMENT, "3 around");
  }
}

static void shortest_pull(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 4, params.constraint = "stretching";
  xpbd_scene_params_set(&params, "pull_time", 1e-9);
  xpbd_model model;
  if (check_status(self, xpbd_scene_build("beam_twisted", &params, &model), XPBD_OK, "a pull of a nanosecond")) {
    const xpbd_handle_def *hand = xpbd_scene_handle(model.scene, 0);
    check_true(self, hand && hand->key_times[hand->key_count - 1] == 1e-9, "the hand takes so long");
    xpbd_model_destroy(&model);
  }
  xpbd_scene_params_set(&params, "pull_time", nextafter(1e-9, 0.0));
  check_control(self, xpbd_scene_build("beam_twisted", &params, &model) == XPBD_ERR_INVALID_ARGUMENT, "a shorter one");
}

/* The time step [s] from which on the springs of a model are unstable; NaN, already reported, on failure. */
static double stable_step(check *self, const xpbd_model *model) {
  enum { ROOM = 8192 };
  static xpbd_verlet_spring springs[ROOM];
  static double masses[ROOM];
  const xpbd_constraints *set = xpbd_scene_set(model->scene, 0);
  const xpbd_mesh *mesh = &model->mesh;
  double out = NAN;
  if (!check_at_most(self, fmax(mesh->vertex_count, mesh->edge_count), ROOM, "nodes and springs")) return out;
  for (int32_t i = 0; i < mesh->vertex_count; i++) masses[i] = 1.0 / xpbd_scene_inverse_masses(model->scene)[i];
  for (int32_t s = 0; s < mesh->edge_count; s++)
    springs[s] = (xpbd_verlet_spring){.nodes = {mesh->edges[2 * s], mesh->edges[2 * s + 1]},
                                      .rest_length = NAN,
                                      .stiffness = 1.0 / set->compliance,
                                      .damping = set->damping};
  xpbd_verlet_def def = lattice_nodes(mesh->vertex_count, mesh->positions, NULL, masses, NULL);
  def.spring_count = mesh->edge_count, def.springs = springs;
  check_status(self, xpbd_verlet_stable_step(&def, &out), XPBD_OK, "a stable step");
  return out;
}

/* The advised time step is half of the stable one, but at most that of the scene. */
static void advised_steps(check *self, int argument) {
  static const struct {
    const char *scene;
    double most;
  } rows[] = {{"friction_box", 2e-4}, {"friction_shape", 2e-4}, {"balls", 5e-4}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    for (int stiff = 0; stiff < 2; stiff++) {
      const char *scene = rows[k].scene;
      xpbd_scene_params params = xpbd_scene_params_default();
      params.damping = stiff ? 2.0 : 0.0, params.compliance = stiff ? 1e-7 : 1.0;
      if (xpbd_scene_parameter_find(xpbd_scene_info_at(xpbd_scene_info_find(scene)), "settle") >= 0)
        xpbd_scene_params_set(&params, "settle", 0.0);
      OWNED(xpbd_model_destroy) xpbd_model model = {0};
      if (!check_status(self, xpbd_scene_build(scene, &params, &model), XPBD_OK, "%s", scene)) continue;
      const double stable = stable_step(self, &model);
      if (stiff) {
        check_at_most(self, fabs(model.time_step / (0.5 * stable) - 1.0), 1e-12, "%s: over half the stable step",
                      scene);
        check_control(self, model.time_step < rows[k].most, "%s: the scene's own", scene);
      } else {
        check_at_most(self, fabs(model.time_step - rows[k].most), 0.0, "%s: error of the scene's own [s]", scene);
        check_control(self, 0.25 * stable > rows[k].most, "%s: half the stable one", scene);
      }
    }
}

/* The nodes of a ball of this radius in the scene friction_shape, scaled to this size (NaN: not scaled). */
static bool ball_of(check *self, double radius, double size, xpbd_model *model) {
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_mesh_destroy) xpbd_mesh ball = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(2, radius, &ball), XPBD_OK, "a ball")) return false;
  params.mesh = &ball, params.size = size, params.resolution = 4;
  xpbd_scene_params_set(&params, "settle", 0.0);
  const bool built = check_status(self, xpbd_scene_build("friction_shape", &params, model), XPBD_OK, "its nodes");
  return built;
}

/* Scaled to one size, a small ball is bit-identical to a large one: a quarter is an exact factor. */
static void scaled(check *self, int argument) {
  for (int set = 0; set < 2; set++) {
    OWNED(xpbd_model_destroy) xpbd_model small = {0}, large = {0};
    if (ball_of(self, 0.25, set ? 6.0 : NAN, &small) && ball_of(self, 1.0, set ? 6.0 : NAN, &large) &&
        check_same(self, (uint64_t)small.mesh.vertex_count, (uint64_t)large.mesh.vertex_count, "nodes")) {
      const size_t bytes = 3 * (size_t)small.mesh.vertex_count * sizeof(double);
      const bool same = memcmp(small.mesh.positions, large.mesh.positions, bytes) == 0;
      if (set)
        check_true(self, same, "where the nodes are");
      else
        check_control(self, !same, "balls as they are");
    }
  }
}

void scenes_add_limits(check_registry *registry) {
  check_add(registry, "limits/torus", "vertices of the coarsest torus", coarse_torus, 0);
  check_add(registry, "limits/pull", "the shortest time of a pull", shortest_pull, 0);
  check_add(registry, "limits/time-step", "the time step of stiff and of soft springs", advised_steps, 0);
  check_add(registry, "limits/scaled", "a body smaller than a metre, scaled", scaled, 0);
}
