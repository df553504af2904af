/* Why this file exists: what all named scenes have in common. It merges defaults with the parameters, checks them,
 * keeps obstacles for pictures, and adds the constraints, whose rest shape may differ from the start. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"
#include "scene/members.h"

static double or_standard(double value, double standard) {
  return isnan(value) ? standard : value;
}

xpbd_status xpbd_draft_resolution(const xpbd_draft *draft, int32_t *out) {
  *out = draft->params->resolution ? draft->params->resolution : draft->info->resolution;
  XPBD_REQUIRE(*out >= draft->info->least_resolution, XPBD_ERR_INVALID_ARGUMENT,
               "resolution is %d, must be at least %d vertices", (int)*out, (int)draft->info->least_resolution);
  return XPBD_OK;
}

xpbd_status xpbd_draft_level(const xpbd_draft *draft, int32_t *out) {
  int32_t resolution, level = 0;
  XPBD_TRY(xpbd_draft_resolution(draft, &resolution));
  while (level < 10 && (1 << level) + 1 < resolution) level++;
  XPBD_REQUIRE((1 << level) + 1 == resolution, XPBD_ERR_INVALID_ARGUMENT,
               "resolution is %d; an octahedron has edges of 2, 3, 5, 9, 17, 33, 65, ... vertices", (int)resolution);
  *out = level;
  return XPBD_OK;
}

static double half_mean_edge(const xpbd_mesh *mesh) {
  double sum = 0.0;
  for (int64_t e = 0; e < mesh->edge_count; e++) {
    const double *a = &mesh->positions[3 * (int64_t)mesh->edges[2 * e]];
    const double *b = &mesh->positions[3 * (int64_t)mesh->edges[2 * e + 1]];
    double squared = 0.0;
    for (int k = 0; k < 3; k++) squared += (a[k] - b[k]) * (a[k] - b[k]);
    sum += sqrt(squared);
  }
  return mesh->edge_count > 0 ? 0.5 * sum / mesh->edge_count : 0.0;
}

xpbd_status xpbd_draft_particles(xpbd_draft *draft) {
  const xpbd_mesh *mesh = &draft->model->mesh;
  const size_t n = (size_t)mesh->vertex_count;
  XPBD_REQUIRE(n > 0, XPBD_ERR_INVALID_ARGUMENT, "the mesh has no vertices");
  draft->start = malloc(3 * n * sizeof *draft->start);
  draft->velocities = calloc(3 * n, sizeof *draft->velocities);
  draft->w = malloc(n * sizeof *draft->w);
  XPBD_REQUIRE(draft->start && draft->velocities && draft->w, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  memcpy(draft->start, mesh->positions, 3 * n * sizeof *draft->start);
  for (size_t i = 0; i < n; i++) draft->w[i] = 1.0 / draft->mass;
  return xpbd_draft_pin_as_asked(draft);
}

xpbd_status xpbd_draft_obstacle_def(const xpbd_draft *draft, xpbd_obstacle_kind kind, xpbd_obstacle_def *out) {
  *out = xpbd_obstacle_def_default();
  out->kind = kind;
  return xpbd_draft_parameter(draft, "friction", &out->friction);
}

/* A copy of numbers, never NULL unless out of memory. */
static double *copy_of(const double *values, size_t count) {
  double *to = malloc((count + 1) * sizeof *to);
  if (to && count > 0) memcpy(to, values, count * sizeof *to);
  return to;
}

xpbd_status xpbd_draft_obstacle(xpbd_draft *draft, const xpbd_obstacle_def *def) {
  xpbd_model *model = draft->model;
  const size_t count = (size_t)model->obstacle_count;
  xpbd_obstacle_def *defs = realloc(model->obstacles, (count + 1) * sizeof *defs);
  if (defs) model->obstacles = defs;
  xpbd_mesh *meshes = realloc(model->obstacle_meshes, (count + 1) * sizeof *meshes);
  if (meshes) model->obstacle_meshes = meshes;
  XPBD_REQUIRE(defs && meshes, XPBD_ERR_OUT_OF_MEMORY, "no memory for an obstacle");
  for (size_t k = 0; k < count; k++) /* the meshes may have moved */
    if (defs[k].mesh) defs[k].mesh = &meshes[k];
  meshes[count] = (xpbd_mesh){0};
  defs[count] = *def;
  defs[count].mesh = NULL;
  defs[count].key_times = copy_of(def->key_times, (size_t)def->key_count);
  defs[count].key_positions = copy_of(def->key_positions, 3 * (size_t)def->key_count);
  model->obstacle_count++;
  XPBD_REQUIRE(defs[count].key_times && defs[count].key_positions, XPBD_ERR_OUT_OF_MEMORY, "no memory for a path");
  if (!def->mesh) return XPBD_OK;
  defs[count].mesh = &meshes[count];
  return xpbd_mesh_copy(def->mesh, &meshes[count]);
}

/* Velocities that are all zero need no copy, and the scene's zeros take no memory until they are written. */
static const double *velocities_of(const xpbd_draft *draft) {
  const int64_t count = 3 * (int64_t)draft->model->mesh.vertex_count;
  for (int64_t k = 0; k < count; k++)
    if (draft->velocities[k] != 0.0 || signbit(draft->velocities[k])) return draft->velocities;
  return NULL;
}

/* Frees what only constraints on pairs of triangles need: the largest array of a mesh. */
static void drop_hinges(xpbd_mesh *mesh) {
  free(mesh->hinges);
  mesh->hinges = NULL;
  mesh->hinge_count = 0;
}

static bool is_on_pairs(const xpbd_spec *spec) {
  for (int k = 0; k < spec->count; k++) {
    const xpbd_element element = xpbd_formula_at(spec->part[k].formula)->element;
    if (element == XPBD_ON_OPPOSITES || element == XPBD_ON_HINGES) return true;
  }
  return false;
}

static xpbd_status create_scene(const xpbd_draft *draft, const double *positions, xpbd_scene **out) {
  const xpbd_scene_params *params = draft->params;
  const xpbd_mesh *mesh = &draft->model->mesh;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh->vertex_count;
  def.positions = positions;
  def.velocities = velocities_of(draft);
  def.inverse_masses = draft->w;
  def.triangle_count = mesh->triangle_count;
  def.triangles = mesh->triangles;
  def.gravity[1] = -draft->gravity;
  def.wind = draft->wind;
  def.contact_radius = draft->contact_radius;
  def.radii = draft->radii;
  def.friction = draft->friction;
  def.restitution = draft->restitution;
  def.omit_tip_damping = params->omit_tip_damping;
  def.global_damping = or_standard(params->global_damping, 0.0);
  return xpbd_scene_create(&def, out);
}

xpbd_status xpbd_draft_move_set(const xpbd_scene *shape, const xpbd_constraints_def *from, double scale,
                                xpbd_scene *scene) {
  const xpbd_constraints *set = xpbd_scene_set(shape, xpbd_scene_set_count(shape) - 1);
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  for (int32_t c = xpbd_scene_centre_count(scene); c < xpbd_scene_centre_count(shape); c++) {
    int32_t index;
    const xpbd_range *range = xpbd_scene_centre(shape, c);
    XPBD_TRY(xpbd_scene_add_centre(scene, range->first, range->count, &index));
  }
  const size_t numbers = (size_t)set->count * (size_t)xpbd_rest_size(info);
  double *rest = malloc((numbers + 1) * sizeof *rest);
  XPBD_REQUIRE(rest, XPBD_ERR_OUT_OF_MEMORY, "no memory for the rest shapes of a set");
  for (size_t k = 0; k < numbers; k++) rest[k] = scale * set->rest[k];
  xpbd_constraints_def def = *from;
  def.count = set->count, def.particles = set->particles, def.rest = rest;
  def.field_count = 0; /* they are in the rest shapes */
  const xpbd_status status = xpbd_scene_add(scene, &def);
  if (status == XPBD_OK) xpbd_scene_add_left_out(scene, set->left_out);
  free(rest);
  return status;
}

/* One specification on all bodies. `shape` is the scene in its rest shape, NULL if that is the start. */
static xpbd_status add_spec(const xpbd_draft *draft, const xpbd_spec *spec, const xpbd_spec_standards *standards,
                            xpbd_scene *shape) {
  for (int k = 0; k < spec->count; k++) {
    xpbd_constraints_def def;
    xpbd_field_values values[XPBD_MAX_FIELDS];
    XPBD_TRY(xpbd_spec_define(&spec->part[k], standards, values, &def));
    const bool closed = xpbd_formula_at(spec->part[k].formula)->traits & XPBD_SUMMED;
    const xpbd_mesh *body = draft->part_count > 0 ? &draft->part : &draft->model->mesh;
    for (int32_t b = 0; b < (draft->part_count > 0 ? draft->part_count : 1); b++) {
      const int32_t first = b * body->vertex_count;
      XPBD_TRY(xpbd_scene_add_on_mesh(shape ? shape : draft->model->scene, body, first, &def));
      if (shape) XPBD_TRY(xpbd_draft_move_set(shape, &def, closed ? draft->volume : 1.0, draft->model->scene));
    }
  }
  return XPBD_OK;
}

/* Refuses constraint parameters without constraints, because nothing would use them. */
static xpbd_status check_idle(const xpbd_scene_params *params) {
  XPBD_REQUIRE(isnan(params->stiffness) && isnan(params->compliance) && isnan(params->damping),
               XPBD_ERR_INVALID_ARGUMENT, "stiffness, compliance and damping have no effect: there are no constraints");
  XPBD_REQUIRE(xpbd_order_name((int)params->order), XPBD_ERR_INVALID_ARGUMENT, "order is %d, must be group or mesh",
               (int)params->order);
  XPBD_REQUIRE(xpbd_damping_name((int)params->damping_reading), XPBD_ERR_INVALID_ARGUMENT,
               "damping_reading is %d, unknown", (int)params->damping_reading);
  return XPBD_OK;
}

static xpbd_status add_constraints(const xpbd_draft *draft, xpbd_scene *shape) {
  const xpbd_scene_params *params = draft->params;
  xpbd_spec_standards standards = {.stiffness = params->stiffness,
                                   .compliance = draft->compliance,
                                   .damping = draft->damping,
                                   .moduli = or_standard(params->compliance, 1.0),
                                   .order = params->order,
                                   .reading = params->damping_reading};
  if (draft->constraint.count == 0) XPBD_TRY(check_idle(params));
  XPBD_TRY(add_spec(draft, &draft->constraint, &standards, shape));
  standards.stiffness = NAN;
  standards.compliance = or_standard(params->bending_compliance, 1e-3);
  standards.moduli = or_standard(params->bending_compliance, 1.0);
  return add_spec(draft, &draft->bending, &standards, shape);
}

xpbd_status xpbd_draft_finish(xpbd_draft *draft) {
  xpbd_model *model = draft->model;
  if (draft->info->self_contact && isnan(draft->params->contact_radius))
    draft->contact_radius = half_mean_edge(&model->mesh);
  if (!is_on_pairs(&draft->constraint) && !is_on_pairs(&draft->bending)) drop_hinges(&model->mesh);
  XPBD_TRY(create_scene(draft, draft->start, &model->scene));
  for (int32_t k = 0; k < draft->params->obstacle_count; k++)
    XPBD_TRY(xpbd_draft_obstacle(draft, &draft->params->obstacles[k]));
  for (int32_t k = 0; k < model->obstacle_count; k++)
    XPBD_TRY(xpbd_scene_add_obstacle(model->scene, &model->obstacles[k]));
  XPBD_TRY(xpbd_draft_add_handles(draft));
  const size_t bytes = 3 * (size_t)model->mesh.vertex_count * sizeof(double);
  const bool at_rest = draft->volume == 1.0 && memcmp(draft->start, model->mesh.positions, bytes) == 0;
  xpbd_scene *shape = NULL;
  if (!at_rest) XPBD_TRY(create_scene(draft, model->mesh.positions, &shape));
  const xpbd_status status = add_constraints(draft, shape);
  xpbd_scene_destroy(&shape);
  drop_hinges(&model->mesh);
  return status;
}

void xpbd_draft_release(xpbd_draft *draft) {
  free(draft->start);
  free(draft->velocities);
  free(draft->w);
  free(draft->radii);
  xpbd_mesh_destroy(&draft->part);
  draft->start = draft->velocities = draft->w = draft->radii = NULL;
}
