/* Why this file exists: builds the scene that a scene file describes (xpbd/scene_file.h). A file that
 * xpbd_scene_write() wrote gives the same bits as the scene that was written. A file made by hand may leave out most
 * members. Numbers are checked where a scene is made, and this file adds their place to the message. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/scene_sets.h"
#include "api/scene_source.h"
#include "base/edge.h"
#include "base/locale.h"
#include "scene/build.h"
#include "xpbd/method.h"
#include "xpbd/scene_file.h"

static const char top_members[] = "format version written_by name units arrays run gravity wind global_damping "
                                  "omit_tip_damping particles triangles tets edges centres contact sets handles "
                                  "obstacles bytes reference"; /* reference: for readers that compute an error */

static const xpbd_source_shape any_triangles = {.rows = -1, .width = 3, .whole = true};

/* ---- the head ---- */

static xpbd_status read_units(const xpbd_source *source, const xpbd_json_node *top) {
  static const char *const units[][2] = {{"length", "m"}, {"mass", "kg"}, {"time", "s"}, {"angle", "rad"}};
  const xpbd_json_node *given = NULL;
  XPBD_TRY(xpbd_source_object(source, top, "units", "length mass time angle", &given));
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    const char *unit = units[k][1];
    XPBD_TRY(xpbd_source_word(source, given, units[k][0], &unit));
    if (strcmp(unit, units[k][1]) != 0)
      return xpbd_source_fail(source, "units.%s is '%.20s', must be %s", units[k][0], unit, units[k][1]);
  }
  return XPBD_OK;
}

static const char *method_at(int method) {
  return method < XPBD_METHODS ? xpbd_method_name(method) : NULL;
}

static xpbd_status read_run(xpbd_source *source, const xpbd_json_node *top, xpbd_scene_run *out) {
  static const char known[] = "method frame_time frames substeps iterations numbers";
  const xpbd_json_node *run = NULL, *numbers = NULL;
  int method = XPBD_METHOD_XPBD;
  int64_t frames = 100, substeps = 10, iterations = 20;
  XPBD_TRY(xpbd_source_object(source, top, "run", known, &run));
  snprintf(source->place, sizeof source->place, "run");
  XPBD_TRY(xpbd_source_choice(source, run, "method", method_at, &method));
  XPBD_TRY(xpbd_source_real(source, run, "frame_time", "s", &out->settings.frame_time));
  if (!(out->settings.frame_time > 0.0 && isfinite(out->settings.frame_time)))
    return xpbd_source_fail(source, "frame_time must be above 0");
  XPBD_TRY(xpbd_source_whole(source, run, "frames", 1, 1000000000, &frames));
  XPBD_TRY(xpbd_source_whole(source, run, "substeps", 1, INT32_MAX, &substeps));
  XPBD_TRY(xpbd_source_whole(source, run, "iterations", 1, INT32_MAX, &iterations));
  XPBD_TRY(xpbd_source_object(source, run, "numbers", NULL, &numbers));
  for (const xpbd_json_node *n = xpbd_json_first(&source->json, numbers); n; n = xpbd_json_after(&source->json, n)) {
    double value = NAN;
    XPBD_TRY(xpbd_source_real(source, numbers, n->key, NULL, &value));
    XPBD_TRY(xpbd_source_blame(source, xpbd_solver_def_set(&out->settings, n->key, value)));
  }
  out->settings.method = (xpbd_method)method;
  out->settings.substeps = (int32_t)substeps, out->settings.iterations = (int32_t)iterations;
  out->frames = (int32_t)frames;
  source->place[0] = '\0';
  return XPBD_OK;
}

static xpbd_status read_head(xpbd_source *source, const xpbd_json_node *top, xpbd_scene_run *out) {
  const char *format = "", *name = "scene", *order = "little", *file = NULL;
  const xpbd_json_node *arrays = NULL;
  int64_t version = 0, bytes = -1;
  XPBD_TRY(xpbd_source_word(source, top, "format", &format));
  if (strcmp(format, "xpbd-scene") != 0)
    return xpbd_source_fail(source, "is no scene file: its first member must be \"format\": \"xpbd-scene\"");
  XPBD_TRY(xpbd_source_whole(source, top, "version", 1, INT32_MAX, &version));
  if (version != XPBD_SCENE_FILE_VERSION)
    return xpbd_source_fail(source, "version is %lld, this program reads version %d", (long long)version,
                            XPBD_SCENE_FILE_VERSION);
  XPBD_TRY(xpbd_source_check(source, top, top_members));
  XPBD_TRY(xpbd_source_word(source, top, "name", &name));
  snprintf(out->name, sizeof out->name, "%s", name);
  XPBD_TRY(read_units(source, top));
  XPBD_TRY(xpbd_source_whole(source, top, "bytes", 0, INT64_MAX >> 10, &bytes));
  XPBD_TRY(xpbd_source_object(source, top, "arrays", "file byte_order", &arrays));
  XPBD_TRY(xpbd_source_word(source, arrays, "byte_order", &order));
  if (strcmp(order, "little") != 0)
    return xpbd_source_fail(source, "arrays.byte_order is '%.20s', must be little", order);
  XPBD_TRY(xpbd_source_word(source, arrays, "file", &file));
  if (file) XPBD_TRY(xpbd_source_arrays(source, file, bytes));
  return read_run(source, top, out);
}

/* ---- particles ---- */

/* What a scene is made from, beside its sets. */
typedef struct parts {
  xpbd_scene_def def;
  const double *rest;   /* [n, 3] the body without load */
  const int32_t *tets;  /* [tet_count, 4] */
  const int32_t *edges; /* [edge_count, 2] of a scene without triangles */
  int64_t tet_count, edge_count;
} parts;

/* Inverse masses, from masses if there are no others. Both may be there, and must then agree. */
static xpbd_status read_masses(xpbd_source *source, const xpbd_json_node *from, parts *out) {
  const int64_t n = out->def.particle_count;
  double *w = NULL;
  double *masses = NULL;
  XPBD_TRY(xpbd_source_array(source, from, "inverse_masses", (xpbd_source_shape){.rows = n, .unit = "1/kg"}, NULL, &w));
  XPBD_TRY(xpbd_source_array(source, from, "masses", (xpbd_source_shape){.rows = n, .unit = "kg"}, NULL, &masses));
  if (!w && !masses) return xpbd_source_fail(source, "masses are missing; null is the mass of a pinned particle");
  for (int64_t i = 0; masses && i < n; i++) {
    if (!(masses[i] > 0.0)) return xpbd_source_fail(source, "masses: particle %lld has %g kg", (long long)i, masses[i]);
    const double inverse = 1.0 / masses[i];
    if (w && !(fabs(w[i] - inverse) <= 1e-9 * inverse))
      return xpbd_source_fail(source, "particle %lld has a mass of %g kg and an inverse mass of %g/kg", (long long)i,
                              masses[i], w[i]);
    if (!w) masses[i] = inverse;
  }
  out->def.inverse_masses = w ? w : masses;
  return XPBD_OK;
}

static xpbd_status read_particles(xpbd_source *source, const xpbd_json_node *top, parts *out) {
  static const char known[] = "count positions rest_positions velocities masses inverse_masses";
  const xpbd_json_node *from = NULL;
  int64_t n = -1, count = -1;
  XPBD_TRY(xpbd_source_object(source, top, "particles", known, &from));
  if (!from) return xpbd_source_fail(source, "particles are missing");
  snprintf(source->place, sizeof source->place, "particles");
  xpbd_source_shape shape = {.rows = -1, .width = 3, .unit = "m"};
  XPBD_TRY(xpbd_source_whole(source, from, "count", 1, INT32_MAX, &shape.rows));
  XPBD_TRY(xpbd_source_array(source, from, "positions", shape, &n, &out->def.positions));
  if (n >= 0) shape.rows = n;
  XPBD_TRY(xpbd_source_array(source, from, "rest_positions", shape, &count, &out->rest));
  if (n < 0 && count < 0) return xpbd_source_fail(source, "positions are missing");
  if (n < 0) n = count, out->def.positions = out->rest;
  if (count < 0) out->rest = out->def.positions;
  if (n < 1) return xpbd_source_fail(source, "positions are empty");
  out->def.particle_count = (int32_t)n;
  shape = (xpbd_source_shape){.rows = n, .width = 3, .unit = "m/s"};
  XPBD_TRY(xpbd_source_array(source, from, "velocities", shape, NULL, &out->def.velocities));
  XPBD_TRY(read_masses(source, from, out));
  source->place[0] = '\0';
  return XPBD_OK;
}

/* ---- what acts on all of them ---- */

static xpbd_status read_forces(xpbd_source *source, const xpbd_json_node *top, xpbd_scene_def *def) {
  const xpbd_json_node *wind = NULL, *contact = NULL;
  XPBD_TRY(xpbd_source_reals(source, top, "gravity", 3, def->gravity));
  XPBD_TRY(xpbd_source_real(source, top, "global_damping", NULL, &def->global_damping));
  XPBD_TRY(xpbd_source_bool(source, top, "omit_tip_damping", &def->omit_tip_damping));
  XPBD_TRY(xpbd_source_object(source, top, "wind", "velocity drag swing swing_rate", &wind));
  snprintf(source->place, sizeof source->place, "wind");
  XPBD_TRY(xpbd_source_reals(source, wind, "velocity", 3, def->wind.velocity));
  XPBD_TRY(xpbd_source_real(source, wind, "drag", "kg/(m^2 s)", &def->wind.drag));
  XPBD_TRY(xpbd_source_reals(source, wind, "swing", 3, def->wind.swing));
  XPBD_TRY(xpbd_source_real(source, wind, "swing_rate", "1/s", &def->wind.swing_rate));
  source->place[0] = '\0';
  XPBD_TRY(xpbd_source_object(source, top, "contact", "radius radii friction restitution", &contact));
  snprintf(source->place, sizeof source->place, "contact");
  XPBD_TRY(xpbd_source_real(source, contact, "radius", "m", &def->contact_radius));
  XPBD_TRY(xpbd_source_array(source, contact, "radii", (xpbd_source_shape){.rows = def->particle_count, .unit = "m"},
                             NULL, &def->radii));
  XPBD_TRY(xpbd_source_real(source, contact, "friction", NULL, &def->friction));
  XPBD_TRY(xpbd_source_real(source, contact, "restitution", NULL, &def->restitution));
  source->place[0] = '\0';
  return XPBD_OK;
}

/* The mesh that shows the scene, in its rest shape: tets, else triangles, else edges. */
static xpbd_status make_mesh(const parts *from, xpbd_mesh *out) {
  const xpbd_scene_def *def = &from->def;
  if (from->tet_count > 0)
    return xpbd_mesh_make_tets(def->particle_count, from->rest, (int32_t)from->tet_count, from->tets, out);
  XPBD_TRY(xpbd_mesh_make(def->particle_count, from->rest, def->triangle_count, def->triangles, out));
  if (def->triangle_count > 0 || from->edge_count == 0) return XPBD_OK;
  for (int64_t k = 0; k < 2 * from->edge_count; k++)
    XPBD_REQUIRE(from->edges[k] >= 0 && from->edges[k] < def->particle_count, XPBD_ERR_INVALID_ARGUMENT,
                 "edge %lld refers to particle %d of %d", (long long)(k / 2), (int)from->edges[k],
                 (int)def->particle_count);
  const size_t bytes = 2 * (size_t)from->edge_count * sizeof *out->edges;
  int32_t *edges = realloc(out->edges, bytes);
  XPBD_REQUIRE(edges, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld edges", (long long)from->edge_count);
  out->edges = memcpy(edges, from->edges, bytes);
  out->edge_count = (int32_t)from->edge_count;
  return XPBD_OK;
}

static xpbd_status read_mesh(xpbd_source *source, const xpbd_json_node *top, parts *out) {
  int64_t triangles = 0;
  XPBD_TRY(xpbd_source_array(source, top, "triangles", any_triangles, &triangles, &out->def.triangles));
  XPBD_TRY(xpbd_source_array(source, top, "tets", (xpbd_source_shape){.rows = -1, .width = 4, .whole = true},
                             &out->tet_count, &out->tets));
  XPBD_TRY(xpbd_source_array(source, top, "edges", (xpbd_source_shape){.rows = -1, .width = 2, .whole = true},
                             &out->edge_count, &out->edges));
  out->def.triangle_count = (int32_t)triangles;
  return XPBD_OK;
}

/* ---- what moves as told ---- */

/* Keys of a path. Each pointer stays NULL if it is not there. */
static xpbd_status read_keys(xpbd_source *source, const xpbd_json_node *object, const char *known, int32_t *count,
                             const double **times, const double **positions, const double **angles) {
  const xpbd_json_node *keys = NULL;
  int64_t rows = 0;
  XPBD_TRY(xpbd_source_object(source, object, "keys", known, &keys));
  XPBD_TRY(xpbd_source_array(source, keys, "times", (xpbd_source_shape){.rows = -1, .unit = "s"}, &rows, times));
  if (keys && !*times) return xpbd_source_fail(source, "keys need times");
  XPBD_TRY(xpbd_source_array(source, keys, "positions", (xpbd_source_shape){.rows = rows, .width = 3, .unit = "m"},
                             NULL, positions));
  if (angles)
    XPBD_TRY(xpbd_source_array(source, keys, "angles", (xpbd_source_shape){.rows = rows, .unit = "rad"}, NULL, angles));
  *count = (int32_t)rows;
  return XPBD_OK;
}

static xpbd_status read_handle(xpbd_source *source, const xpbd_json_node *from, xpbd_scene *scene) {
  xpbd_handle_def def = xpbd_handle_def_default();
  int64_t count = 0;
  XPBD_TRY(xpbd_source_check(source, from, "particles pivot axis keys"));
  XPBD_TRY(xpbd_source_array(source, from, "particles", (xpbd_source_shape){.rows = -1, .whole = true}, &count,
                             &def.particles));
  XPBD_TRY(xpbd_source_reals(source, from, "pivot", 3, def.pivot));
  XPBD_TRY(xpbd_source_reals(source, from, "axis", 3, def.axis));
  XPBD_TRY(read_keys(source, from, "times positions angles", &def.key_count, &def.key_times, &def.key_positions,
                     &def.key_angles));
  def.particle_count = (int32_t)count;
  return xpbd_source_blame(source, xpbd_scene_add_handle(scene, &def));
}

static const char *kind_name(int kind) {
  static const char *const kinds[] = {"sphere", "half_space", "box", "polyhedron", "mesh", NULL};
  return kinds[kind];
}

static xpbd_status read_shape(xpbd_source *source, const xpbd_json_node *from, xpbd_obstacle_def *def,
                              xpbd_mesh *mesh) {
  int kind = -1;
  int64_t vertices = 0, triangles = 0;
  const double *x = NULL;
  const int32_t *corners = NULL;
  XPBD_TRY(xpbd_source_choice(source, from, "kind", kind_name, &kind));
  if (kind < 0) return xpbd_source_fail(source, "kind is missing");
  def->kind = (xpbd_obstacle_kind)kind;
  XPBD_TRY(xpbd_source_real(source, from, "radius", "m", &def->radius));
  XPBD_TRY(xpbd_source_reals(source, from, "normal", 3, def->normal));
  XPBD_TRY(xpbd_source_reals(source, from, "half_sizes", 3, def->half_sizes));
  XPBD_TRY(xpbd_source_array(source, from, "vertices", (xpbd_source_shape){.rows = -1, .width = 3, .unit = "m"},
                             &vertices, &x));
  XPBD_TRY(xpbd_source_array(source, from, "triangles", any_triangles, &triangles, &corners));
  if (def->kind != XPBD_OBSTACLE_POLYHEDRON && def->kind != XPBD_OBSTACLE_MESH) return XPBD_OK;
  if (!x || !corners) return xpbd_source_fail(source, "vertices and triangles are missing");
  XPBD_TRY(xpbd_source_blame(source, xpbd_mesh_make((int32_t)vertices, x, (int32_t)triangles, corners, mesh)));
  def->mesh = mesh;
  return XPBD_OK;
}

static xpbd_status read_obstacle(xpbd_source *source, const xpbd_json_node *from, xpbd_draft *draft, xpbd_mesh *mesh) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  XPBD_TRY(xpbd_source_check(source, from,
                             "kind centre rotation spin_axis spin keys from until friction restitution radius normal "
                             "half_sizes vertices triangles"));
  XPBD_TRY(read_shape(source, from, &def, mesh));
  XPBD_TRY(xpbd_source_reals(source, from, "centre", 3, def.centre));
  XPBD_TRY(xpbd_source_reals(source, from, "rotation", 4, def.rotation));
  XPBD_TRY(xpbd_source_reals(source, from, "spin_axis", 3, def.axis));
  XPBD_TRY(xpbd_source_real(source, from, "spin", "rad/s", &def.spin));
  XPBD_TRY(read_keys(source, from, "times positions", &def.key_count, &def.key_times, &def.key_positions, NULL));
  XPBD_TRY(xpbd_source_limit(source, from, "from", "s", &def.from));
  if (def.from > 0.0 && isinf(def.from)) def.from = -def.from; /* null is always */
  XPBD_TRY(xpbd_source_limit(source, from, "until", "s", &def.until));
  XPBD_TRY(xpbd_source_real(source, from, "friction", NULL, &def.friction));
  XPBD_TRY(xpbd_source_real(source, from, "restitution", NULL, &def.restitution));
  XPBD_TRY(xpbd_source_blame(source, xpbd_scene_add_obstacle(draft->model->scene, &def)));
  return xpbd_source_blame(source, xpbd_draft_obstacle(draft, &def)); /* for pictures */
}

static xpbd_status read_centre(xpbd_source *source, const xpbd_json_node *from, xpbd_scene *scene) {
  int64_t first = -1, count = 0;
  int32_t index;
  XPBD_TRY(xpbd_source_check(source, from, "first count"));
  XPBD_TRY(xpbd_source_whole(source, from, "first", 0, INT32_MAX, &first));
  XPBD_TRY(xpbd_source_whole(source, from, "count", 1, INT32_MAX, &count));
  return xpbd_source_blame(source, xpbd_scene_add_centre(scene, (int32_t)first, (int32_t)count, &index));
}

/* ---- the whole ---- */

/* Names the item for messages. NULL at the end of the list. */
static const xpbd_json_node *next_item(xpbd_source *source, const char *list, const xpbd_json_node *item, int index) {
  source->place[0] = '\0';
  if (item) snprintf(source->place, sizeof source->place, "%s[%d]", list, index);
  return item;
}

static xpbd_status read_lists(xpbd_source *source, const xpbd_json_node *top, const parts *from,
                              const xpbd_scene_params *params, xpbd_model *out) {
  const xpbd_json_document *json = &source->json;
  const xpbd_json_node *list = NULL, *item;
  int index = 0;
  XPBD_TRY(xpbd_source_list(source, top, "centres", &list));
  for (item = xpbd_json_first(json, list); next_item(source, "centres", item, index++);
       item = xpbd_json_after(json, item))
    XPBD_TRY(read_centre(source, item, out->scene));
  xpbd_draft draft = {.model = out};
  list = NULL, index = 0;
  XPBD_TRY(xpbd_source_list(source, top, "obstacles", &list));
  for (item = xpbd_json_first(json, list); next_item(source, "obstacles", item, index++);
       item = xpbd_json_after(json, item)) {
    xpbd_mesh mesh = {0};
    const xpbd_status status = read_obstacle(source, item, &draft, &mesh);
    xpbd_mesh_destroy(&mesh);
    XPBD_TRY(status);
  }
  for (int k = 0; params && k < params->obstacle_count; k++) {
    XPBD_TRY(xpbd_scene_add_obstacle(out->scene, &params->obstacles[k]));
    XPBD_TRY(xpbd_draft_obstacle(&draft, &params->obstacles[k]));
  }
  list = NULL, index = 0;
  XPBD_TRY(xpbd_source_list(source, top, "handles", &list));
  for (item = xpbd_json_first(json, list); next_item(source, "handles", item, index++);
       item = xpbd_json_after(json, item))
    XPBD_TRY(read_handle(source, item, out->scene));
  xpbd_scene_def shape = from->def;
  shape.positions = from->rest;
  xpbd_set_reader reader = {source, out, &shape, NULL, params && params->order == XPBD_ORDER_MESH};
  list = NULL, index = 0;
  XPBD_TRY(xpbd_source_list(source, top, "sets", &list));
  xpbd_status status = XPBD_OK;
  for (item = xpbd_json_first(json, list); status == XPBD_OK && next_item(source, "sets", item, index++);
       item = xpbd_json_after(json, item))
    status = xpbd_scene_set_read(&reader, item);
  xpbd_scene_destroy(&reader.rest);
  return status;
}

/* Parameters that act on the whole scene replace what the file says. */
static xpbd_status take_parameters(const xpbd_scene_params *params, xpbd_scene_def *def) {
  if (!isnan(params->gravity)) {
    const double down[3] = {0.0, -params->gravity, 0.0};
    memcpy(def->gravity, down, sizeof down);
  }
  for (int k = 0; k < 3; k++)
    if (!isnan(params->wind[k])) def->wind.velocity[k] = params->wind[k];
  if (!isnan(params->wind_drag)) def->wind.drag = params->wind_drag;
  if (!isnan(params->global_damping)) def->global_damping = params->global_damping;
  XPBD_REQUIRE(isnan(params->contact_radius) || !def->radii, XPBD_ERR_INVALID_ARGUMENT,
               "the file has a radius for each particle, so it takes no contact_radius");
  if (!isnan(params->contact_radius)) def->contact_radius = params->contact_radius;
  return XPBD_OK;
}

static xpbd_status read_scene(xpbd_source *source, const xpbd_scene_params *params, xpbd_scene_run *run,
                              xpbd_model *out) {
  const xpbd_json_node *top = source->json.nodes;
  parts all = {.def = xpbd_scene_def_default()};
  XPBD_TRY(read_head(source, top, run));
  XPBD_TRY(read_particles(source, top, &all));
  XPBD_TRY(read_mesh(source, top, &all));
  XPBD_TRY(read_forces(source, top, &all.def));
  if (params) XPBD_TRY(take_parameters(params, &all.def));
  XPBD_TRY(xpbd_source_blame(source, xpbd_scene_create(&all.def, &out->scene)));
  XPBD_TRY(xpbd_source_blame(source, make_mesh(&all, &out->mesh)));
  return read_lists(source, top, &all, params, out);
}

xpbd_status xpbd_scene_read_with(const char *path, const xpbd_scene_params *params, xpbd_scene_run *run,
                                 xpbd_model *out) {
  xpbd_source source = {0};
  xpbd_scene_run own;
  *out = (xpbd_model){0};
  XPBD_REQUIRE(path && path[0], XPBD_ERR_INVALID_ARGUMENT, "the name of the scene file is empty");
  own = (xpbd_scene_run){.settings = xpbd_solver_def_default()};
  const locale_t before = xpbd_locale_enter();
  xpbd_status status = xpbd_source_open(path, &source);
  out->time_step = INFINITY;
  if (status == XPBD_OK) status = read_scene(&source, params, &own, out);
  xpbd_source_close(&source);
  xpbd_locale_leave(before);
  if (status != XPBD_OK) xpbd_model_destroy(out);
  if (run) *run = own;
  return status;
}

xpbd_status xpbd_scene_read(const char *path, xpbd_scene_run *run, xpbd_model *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_model){0};
  XPBD_NOT_NULL(path);
  return xpbd_scene_read_with(path, NULL, run, out);
}
