/* Why this file exists: the named scenes and what can be changed about them. */
#include "xpbd/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { PARAMS_COOKIE = 0x5ce7e004 };

typedef struct scene_entry {
  xpbd_scene_info info;
  xpbd_status (*build)(const xpbd_scene_params *params, xpbd_model *out);
} scene_entry;

xpbd_scene_params xpbd_scene_params_default(void) {
  return (xpbd_scene_params){.cookie = PARAMS_COOKIE,
                             .size = NAN,
                             .mass = NAN,
                             .stiffness = NAN,
                             .compliance = NAN,
                             .damping = NAN,
                             .bending_compliance = NAN,
                             .gravity = NAN,
                             .wind = {NAN, NAN, NAN},
                             .wind_drag = NAN,
                             .order = XPBD_ORDER_GROUP};
}

static double or_standard(double value, double standard) {
  return isnan(value) ? standard : value;
}

/* Inverse masses from the mass of a particle and the pins. */
static xpbd_status pin(const xpbd_mesh *mesh, xpbd_pins pins, double mass, int32_t columns, double *w) {
  const int32_t n = mesh->vertex_count;
  double low = INFINITY, high = -INFINITY;
  for (int32_t i = 0; i < n; i++) {
    const double y = mesh->positions[3 * (int64_t)i + 1];
    low = y < low ? y : low;
    high = y > high ? y : high;
    w[i] = 1.0 / mass;
  }
  XPBD_REQUIRE(pins >= XPBD_PINS_SCENE && pins <= XPBD_PINS_TOP, XPBD_ERR_INVALID_ARGUMENT, "pins is %d, unknown",
               (int)pins);
  XPBD_REQUIRE(pins != XPBD_PINS_CORNERS || columns > 0, XPBD_ERR_INVALID_ARGUMENT,
               "pins: corners are known only of the scene's own cloth, not of a mesh (use top or none)");
  if (pins == XPBD_PINS_CORNERS) w[0] = w[columns - 1] = 0.0;
  for (int32_t i = 0; pins == XPBD_PINS_TOP && i < n; i++)
    if (mesh->positions[3 * (int64_t)i + 1] >= high - 0.02 * (high - low)) w[i] = 0.0;
  return XPBD_OK;
}

/* The formula on the edges, or on the opposite vertices of hinges. */
static xpbd_status add_formula(const char *name, const xpbd_mesh *mesh, const xpbd_scene_params *params,
                               double compliance, double stiffness, xpbd_scene *scene) {
  const int formula = xpbd_formula_find(name);
  XPBD_REQUIRE(formula >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no constraint '%s'", name);
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = name;
  def.compliance = compliance;
  def.damping = or_standard(params->damping, 0.0);
  def.order = params->order;
  def.material[0] = stiffness;
  if (xpbd_formula_at(formula)->element == XPBD_ON_EDGES) {
    def.count = mesh->edge_count;
    def.particles = mesh->edges;
    return xpbd_scene_add(scene, &def);
  }
  XPBD_REQUIRE(xpbd_formula_at(formula)->element == XPBD_ON_OPPOSITES, XPBD_ERR_UNSUPPORTED,
               "the scenes do not know where to put '%s'", name);
  int32_t *pairs = malloc(2 * sizeof *pairs * (size_t)(mesh->hinge_count > 0 ? mesh->hinge_count : 1));
  XPBD_REQUIRE(pairs, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d hinges", (int)mesh->hinge_count);
  for (int64_t k = 0; k < mesh->hinge_count; k++) {
    const int32_t a = mesh->hinges[4 * k + 2], b = mesh->hinges[4 * k + 3];
    if (a == b) continue; /* two triangles on the same three vertices have no second opposite vertex */
    pairs[2 * def.count] = a, pairs[2 * def.count + 1] = b;
    def.count++;
  }
  def.particles = pairs;
  const xpbd_status status = xpbd_scene_add(scene, &def);
  free(pairs);
  return status;
}

static xpbd_status add_constraints(const xpbd_scene_params *params, xpbd_model *model) {
  const char *constraint = params->constraint ? params->constraint : "stretching";
  XPBD_TRY(add_formula(constraint, &model->mesh, params, or_standard(params->compliance, 1e-5), params->stiffness,
                       model->scene));
  if (!params->bending || strcmp(params->bending, "none") == 0) return XPBD_OK;
  return add_formula(params->bending, &model->mesh, params, or_standard(params->bending_compliance, 1e-3), NAN,
                     model->scene);
}

/* The scene of a mesh with constraints on its edges. columns is that of a grid, 0 otherwise. */
static xpbd_status build_sheet(const xpbd_scene_params *params, int32_t columns, xpbd_pins standard_pins,
                               xpbd_model *model) {
  const double mass = or_standard(params->mass, 1.0);
  XPBD_REQUIRE(mass > 0.0 && isfinite(mass), XPBD_ERR_INVALID_ARGUMENT, "mass is %g kg, must be above 0", mass);
  XPBD_REQUIRE(isnan(params->gravity) || params->gravity >= 0.0, XPBD_ERR_INVALID_ARGUMENT,
               "gravity is %g m/s^2, must be 0 or more (it points down)", params->gravity);
  double *w = malloc(sizeof *w * (size_t)model->mesh.vertex_count);
  XPBD_REQUIRE(w, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)model->mesh.vertex_count);
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = model->mesh.vertex_count;
  def.positions = model->mesh.positions;
  def.inverse_masses = w;
  def.triangle_count = model->mesh.triangle_count;
  def.triangles = model->mesh.triangles;
  def.gravity[1] = -or_standard(params->gravity, 9.81);
  for (int k = 0; k < 3; k++) def.wind.velocity[k] = or_standard(params->wind[k], 0.0);
  def.wind.drag = or_standard(params->wind_drag, 0.0);
  xpbd_status status =
      pin(&model->mesh, params->pins == XPBD_PINS_SCENE ? standard_pins : params->pins, mass, columns, w);
  if (status == XPBD_OK) status = xpbd_scene_create(&def, &model->scene);
  free(w);
  if (status == XPBD_OK) status = add_constraints(params, model);
  return status;
}

static xpbd_status copy_mesh(const xpbd_mesh *mesh, xpbd_mesh *out) {
  return xpbd_mesh_make(mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles, out);
}

/* A cloth that starts level and hangs from two corners of a side. Side 10 m and 1 kg a particle are ours: the paper
 * gives neither; with k = 10, alpha = 1e-5 its order of the springs then shows (lowest point 1.07, 1.23, 1.30 sides). */
static xpbd_status build_cloth(const xpbd_scene_params *params, xpbd_model *out) {
  if (params->mesh) {
    XPBD_TRY(copy_mesh(params->mesh, &out->mesh));
    return build_sheet(params, 0, XPBD_PINS_TOP, out);
  }
  const int32_t side = params->resolution ? params->resolution : 41;
  const double size = or_standard(params->size, 10.0);
  XPBD_REQUIRE(side >= 2, XPBD_ERR_INVALID_ARGUMENT, "resolution is %d vertices, must be at least 2", (int)side);
  XPBD_REQUIRE(size > 0.0 && isfinite(size), XPBD_ERR_INVALID_ARGUMENT, "size is %g m, must be above 0", size);
  XPBD_TRY(xpbd_mesh_make_grid(side, side, size / (side - 1), &out->mesh));
  return build_sheet(params, side, XPBD_PINS_CORNERS, out);
}

static const scene_entry scenes[] = {
    {.info = {.name = "cloth",
              .about = "a cloth hangs from two corners; with a mesh: the mesh hangs from its highest vertices",
              .source = "Cetinaslan 2019, Fig. 1",
              .frame_time = 1.0 / 24.0,
              .substeps = 1,
              .iterations = 200},
     .build = build_cloth},
};

int xpbd_scene_info_count(void) {
  return (int)(sizeof scenes / sizeof *scenes);
}
const xpbd_scene_info *xpbd_scene_info_at(int index) {
  return index >= 0 && index < xpbd_scene_info_count() ? &scenes[index].info : NULL;
}
int xpbd_scene_info_find(const char *name) {
  for (int i = 0; name && i < xpbd_scene_info_count(); i++)
    if (strcmp(scenes[i].info.name, name) == 0) return i;
  return -1;
}

xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out) {
  memset(out, 0, sizeof *out);
  const int index = xpbd_scene_info_find(name);
  XPBD_REQUIRE(index >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no scene '%s'", name ? name : "(NULL)");
  XPBD_REQUIRE(params && params->cookie == PARAMS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the parameters were not made by xpbd_scene_params_default()");
  const xpbd_status status = scenes[index].build(params, out);
  if (status != XPBD_OK) xpbd_model_destroy(out);
  return status;
}

void xpbd_model_destroy(xpbd_model *model) {
  xpbd_scene_destroy(&model->scene);
  xpbd_mesh_destroy(&model->mesh);
}
