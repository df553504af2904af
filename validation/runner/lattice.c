/* Why this file exists: makes solvers and worlds of lattice scenes with a few numbers changed. */
#include "lattice.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

lattice_params lattice_params_default(void) {
  return (lattice_params){.time_step = NAN,
                          .gravity = NAN,
                          .mass = NAN,
                          .stiffness = NAN,
                          .damping = NAN,
                          .restitution = NAN,
                          .friction = NAN,
                          .speed = NAN,
                          .drop = NAN,
                          .angle = NAN,
                          .settle = NAN};
}

static xpbd_status fill_params(const char *scene, const lattice_params *from, xpbd_scene_params *to) {
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(scene));
  XPBD_REQUIRE(info, XPBD_ERR_INVALID_ARGUMENT, "there is no scene '%s'", scene);
  const struct {
    const char *name;
    double value;
  } rows[] = {{"gravity", from->gravity},   {"mass", from->mass},
              {"damping", from->damping},   {"restitution", from->restitution},
              {"friction", from->friction}, {"speed", from->speed},
              {"drop", from->drop},         {"angle", from->angle},
              {"settle", from->settle}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (!isnan(rows[k].value)) XPBD_TRY(xpbd_scene_params_set(to, rows[k].name, rows[k].value));
  const bool elastic = xpbd_scene_parameter_find(info, "youngs_modulus") >= 0;
  if (!isnan(from->stiffness))
    XPBD_TRY(elastic ? xpbd_scene_params_set(to, "youngs_modulus", from->stiffness)
                     : xpbd_scene_params_set(to, "compliance", 1.0 / from->stiffness));
  to->resolution = from->resolution;
  to->mesh = from->mesh;
  return XPBD_OK;
}

xpbd_status lattice_solver(const char *scene, const lattice_params *params, xpbd_model *model, xpbd_solver **out) {
  xpbd_scene_params own = xpbd_scene_params_default();
  *model = (xpbd_model){.scene = NULL};
  *out = NULL;
  XPBD_TRY(fill_params(scene, params, &own));
  XPBD_TRY(xpbd_scene_build(scene, &own, model));
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = params->scheme == XPBD_VERLET_SIX_STEP            ? XPBD_METHOD_VERLET_6
               : params->scheme == XPBD_VERLET_SEVEN_STEP_SERIAL ? XPBD_METHOD_VERLET_7_SERIAL
                                                                 : XPBD_METHOD_VERLET_7;
  def.frame_time = isnan(params->time_step) ? model->time_step : params->time_step;
  def.iterations = params->sweeps ? params->sweeps : 200;
  return xpbd_solver_create(model->scene, &def, out);
}

xpbd_status lattice_world(const char *scene, const lattice_params *params, xpbd_verlet **out) {
  xpbd_model model;
  xpbd_solver *solver;
  *out = NULL;
  xpbd_status status = lattice_solver(scene, params, &model, &solver);
  if (status == XPBD_OK) {
    const xpbd_verlet_def def = *xpbd_verlet_settings(xpbd_verlet_of(solver));
    status = xpbd_verlet_create(&def, out);
  }
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  return status;
}

xpbd_verlet_def lattice_nodes(int32_t count, const double *x, const double *v, const double *masses,
                              const double *radii) {
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = count;
  def.positions = x, def.velocities = v, def.masses = masses, def.radii = radii;
  return def;
}
