/* Why this file exists: a scene as two files that any program can read (xpbd/scene_file.h): what has a name is JSON, the
 * arrays are binary. Both begin with words that tell a scene file from a file of somebody else, which is not replaced. */
#include "xpbd/scene_file.h"

#include <stdlib.h>
#include <string.h>

#include "api/scene_reference.h"
#include "api/scene_sets.h"
#include "api/scene_text.h"
#include "base/edge.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "xpbd/method.h"
#include "xpbd/version.h"

enum { FILE_COOKIE = 0x5ce7e00a };

/* The first bytes of both files. */
static const char json_mark[] = "{\n  \"format\": \"xpbd-scene\"", binary_mark[] = "xpbd-scene arrays\n";

/* What is written, and to where. */
typedef struct job {
  const xpbd_model *model;
  const xpbd_scene *scene;
  const xpbd_scene_file_def *def;
  xpbd_solver_def settings;
  char *binary_path; /* owned */
  double *masses;    /* [n] kg, owned */
  xpbd_file json, binary;
} job;

xpbd_scene_file_def xpbd_scene_file_def_default(void) {
  return (xpbd_scene_file_def){.cookie = FILE_COOKIE, .frames = 1};
}

/* ---- what is refused ---- */

static const xpbd_mesh *mesh_of(const job *j, int32_t obstacle) {
  return obstacle < j->model->obstacle_count ? j->model->obstacles[obstacle].mesh : NULL;
}

static xpbd_status check_obstacles(const job *j) {
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(j->scene); k++) {
    const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(j->scene, k));
    const bool meshed = o->kind == XPBD_OBSTACLE_POLYHEDRON || o->kind == XPBD_OBSTACLE_MESH;
    XPBD_REQUIRE(!meshed || mesh_of(j, k), XPBD_ERR_INVALID_ARGUMENT,
                 "obstacle %d has a mesh, which is not in the model's obstacles", (int)k);
  }
  return XPBD_OK;
}

static xpbd_status check_def(const job *j) {
  XPBD_REQUIRE(j->def && j->def->cookie == FILE_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the definition was not made by xpbd_scene_file_def_default()");
  XPBD_REQUIRE(j->model && j->scene, XPBD_ERR_INVALID_ARGUMENT, "the model has no scene");
  XPBD_REQUIRE(j->def->frames >= 1, XPBD_ERR_INVALID_ARGUMENT, "frames is %d, must be at least 1", (int)j->def->frames);
  const xpbd_method_info *method = xpbd_method_at((int)j->settings.method);
  XPBD_REQUIRE(method, XPBD_ERR_INVALID_ARGUMENT, "method is %d, unknown", (int)j->settings.method);
  XPBD_REQUIRE(!method->engine, XPBD_ERR_UNSUPPORTED,
               "method %s has its own state and laws, which a scene file does not hold; use method xpbd", method->name);
  const uint32_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  XPBD_REQUIRE(first == 1, XPBD_ERR_UNSUPPORTED, "scene files need a little-endian machine");
  XPBD_TRY(check_obstacles(j));
  return j->def->reference ? xpbd_scene_reference_check(j->def->reference, j->scene, j->def->frames) : XPBD_OK;
}

static xpbd_status open_files(const char *path, job *j) {
  const char *dot = path ? strrchr(path, '.') : NULL;
  XPBD_REQUIRE(dot && dot > path && dot[-1] != '/' && strcmp(dot, ".json") == 0, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the name of a scene file must end in .json", path && path[0] ? path : "''");
  const size_t stem = (size_t)(dot - path);
  j->binary_path = calloc(stem + sizeof ".bin", 1);
  XPBD_REQUIRE(j->binary_path, XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of %s", path);
  memcpy(j->binary_path, path, stem);
  strcpy(j->binary_path + stem, ".bin");
  XPBD_TRY(xpbd_file_check_replaced(path, json_mark, "scene file"));
  XPBD_TRY(xpbd_file_check_replaced(j->binary_path, binary_mark, "scene file"));
  XPBD_TRY(xpbd_file_create(j->binary_path, &j->binary));
  return xpbd_file_create(path, &j->json);
}

/* ---- what is written ---- */

static void write_head(xpbd_scene_text *to, const job *j) {
  const char *slash = strrchr(j->binary_path, '/');
  xpbd_scene_put_word(to, "format", "xpbd-scene");
  xpbd_scene_put_whole(to, "version", XPBD_SCENE_FILE_VERSION);
  xpbd_scene_put_word(to, "written_by", "xpbd-suite " XPBD_VERSION);
  xpbd_scene_put_word(to, "name", j->def->name ? j->def->name : "scene");
  xpbd_scene_open(to, "units", '{');
  xpbd_scene_put_word(to, "length", "m");
  xpbd_scene_put_word(to, "mass", "kg");
  xpbd_scene_put_word(to, "time", "s");
  xpbd_scene_put_word(to, "angle", "rad");
  xpbd_scene_close(to, '}');
  xpbd_scene_open(to, "arrays", '{');
  xpbd_scene_put_word(to, "file", slash ? slash + 1 : j->binary_path);
  xpbd_scene_put_word(to, "byte_order", "little");
  xpbd_scene_close(to, '}');
  xpbd_scene_open(to, "run", '{');
  xpbd_scene_put_word(to, "method", xpbd_method_name((int)j->settings.method));
  xpbd_scene_put_quantity(to, "frame_time", j->settings.frame_time, "s");
  xpbd_scene_put_whole(to, "frames", j->def->frames);
  xpbd_scene_put_whole(to, "substeps", j->settings.substeps);
  xpbd_scene_put_whole(to, "iterations", j->settings.iterations);
  const xpbd_method_info *method = xpbd_method_at((int)j->settings.method);
  if (method->number_count > 0) xpbd_scene_open(to, "numbers", '{');
  for (int32_t k = 0; k < method->number_count; k++)
    xpbd_scene_put_real(to, method->numbers[k].name, xpbd_method_value(&j->settings, method->numbers[k].name));
  if (method->number_count > 0) xpbd_scene_close(to, '}');
  xpbd_scene_close(to, '}');
}

static void write_forces(xpbd_scene_text *to, const xpbd_scene *scene) {
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  xpbd_scene_put_reals(to, "gravity", xpbd_scene_gravity(scene), 3);
  xpbd_scene_open(to, "wind", '{');
  xpbd_scene_put_reals(to, "velocity", wind->velocity, 3);
  xpbd_scene_put_quantity(to, "drag", wind->drag, "kg/(m^2 s)");
  xpbd_scene_put_reals(to, "swing", wind->swing, 3);
  xpbd_scene_put_quantity(to, "swing_rate", wind->swing_rate, "1/s");
  xpbd_scene_close(to, '}');
  xpbd_scene_put_real(to, "global_damping", xpbd_scene_global_damping(scene));
  xpbd_scene_put_bool(to, "omit_tip_damping", xpbd_scene_omits_tip_damping(scene));
}

/* The mesh that shows the scene. Triangles are always written. Tets and edges only where they do not follow from them. */
static void write_mesh(xpbd_scene_text *to, const xpbd_scene *scene, const xpbd_mesh *mesh) {
  xpbd_scene_put_array(to, "triangles",
                       (xpbd_scene_array){.integers = xpbd_scene_triangles(scene),
                                          .rows = xpbd_scene_triangle_count(scene),
                                          .width = 3});
  if (mesh->vertex_count != xpbd_scene_particle_count(scene)) return;
  if (mesh->tet_count > 0)
    xpbd_scene_put_array(to, "tets", (xpbd_scene_array){.integers = mesh->tets, .rows = mesh->tet_count, .width = 4});
  else if (mesh->triangle_count == 0 && mesh->edge_count > 0)
    xpbd_scene_put_array(to, "edges",
                         (xpbd_scene_array){.integers = mesh->edges, .rows = mesh->edge_count, .width = 2});
}

static void write_particles(xpbd_scene_text *to, const job *j) {
  const xpbd_scene *scene = j->scene;
  const int32_t n = xpbd_scene_particle_count(scene);
  const double *w = xpbd_scene_inverse_masses(scene), *start = xpbd_scene_positions(scene);
  const xpbd_mesh *mesh = &j->model->mesh;
  const double *rest = mesh->vertex_count == n && mesh->positions ? mesh->positions : start;
  for (int32_t i = 0; i < n; i++) j->masses[i] = 1.0 / w[i]; /* infinite for pinned ones */
  xpbd_scene_open(to, "particles", '{');
  xpbd_scene_put_whole(to, "count", n);
  xpbd_scene_put_array(to, "positions", (xpbd_scene_array){.reals = start, .rows = n, .width = 3, .unit = "m"});
  xpbd_scene_put_array(to, "rest_positions", (xpbd_scene_array){.reals = rest, .rows = n, .width = 3, .unit = "m"});
  xpbd_scene_put_array(to, "velocities",
                       (xpbd_scene_array){.reals = xpbd_scene_velocities(scene), .rows = n, .width = 3, .unit = "m/s"});
  xpbd_scene_put_array(to, "masses", (xpbd_scene_array){.reals = j->masses, .rows = n, .unit = "kg"});
  xpbd_scene_put_array(to, "inverse_masses", (xpbd_scene_array){.reals = w, .rows = n, .unit = "1/kg"});
  xpbd_scene_close(to, '}');
  write_mesh(to, scene, mesh);
  xpbd_scene_open(to, "centres", '[');
  for (int32_t c = 0; c < xpbd_scene_centre_count(scene); c++) {
    xpbd_scene_open(to, NULL, '{');
    xpbd_scene_put_whole(to, "first", xpbd_scene_centre(scene, c)->first);
    xpbd_scene_put_whole(to, "count", xpbd_scene_centre(scene, c)->count);
    xpbd_scene_close(to, '}');
  }
  xpbd_scene_close(to, ']');
}

static void write_contact(xpbd_scene_text *to, const xpbd_scene *scene) {
  const double *radii = xpbd_scene_radii(scene);
  xpbd_scene_open(to, "contact", '{');
  xpbd_scene_put_quantity(to, "radius", xpbd_scene_contact_radius(scene), "m");
  if (radii)
    xpbd_scene_put_array(to, "radii",
                         (xpbd_scene_array){.reals = radii, .rows = xpbd_scene_particle_count(scene), .unit = "m"});
  xpbd_scene_put_real(to, "friction", xpbd_scene_friction(scene));
  xpbd_scene_put_real(to, "restitution", xpbd_scene_restitution(scene));
  xpbd_scene_close(to, '}');
}

static void write_keys(xpbd_scene_text *to, int32_t count, const double *times, const double *positions,
                       const double *angles) {
  xpbd_scene_open(to, "keys", '{');
  xpbd_scene_put_array(to, "times", (xpbd_scene_array){.reals = times, .rows = count, .unit = "s"});
  if (positions)
    xpbd_scene_put_array(to, "positions",
                         (xpbd_scene_array){.reals = positions, .rows = count, .width = 3, .unit = "m"});
  if (angles) xpbd_scene_put_array(to, "angles", (xpbd_scene_array){.reals = angles, .rows = count, .unit = "rad"});
  xpbd_scene_close(to, '}');
}

static void write_handles(xpbd_scene_text *to, const xpbd_scene *scene) {
  xpbd_scene_open(to, "handles", '[');
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(scene, k);
    xpbd_scene_open(to, NULL, '{');
    xpbd_scene_put_array(to, "particles",
                         (xpbd_scene_array){.integers = handle->particles, .rows = handle->particle_count});
    xpbd_scene_put_reals(to, "pivot", handle->pivot, 3);
    xpbd_scene_put_reals(to, "axis", handle->axis, 3);
    write_keys(to, handle->key_count, handle->key_times, handle->key_positions, handle->key_angles);
    xpbd_scene_close(to, '}');
  }
  xpbd_scene_close(to, ']');
}

/* The members that the kind of an obstacle uses. */
static void write_shape(xpbd_scene_text *to, const xpbd_obstacle_def *o, const xpbd_mesh *mesh) {
  static const char *const kinds[] = {"sphere", "half_space", "box", "polyhedron", "mesh"};
  xpbd_scene_put_word(to, "kind", kinds[o->kind]);
  if (o->kind == XPBD_OBSTACLE_SPHERE) xpbd_scene_put_quantity(to, "radius", o->radius, "m");
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) xpbd_scene_put_reals(to, "normal", o->normal, 3);
  if (o->kind == XPBD_OBSTACLE_BOX) xpbd_scene_put_reals(to, "half_sizes", o->half_sizes, 3);
  if (o->kind != XPBD_OBSTACLE_POLYHEDRON && o->kind != XPBD_OBSTACLE_MESH) return;
  xpbd_scene_put_array(
      to, "vertices",
      (xpbd_scene_array){.reals = mesh->positions, .rows = mesh->vertex_count, .width = 3, .unit = "m"});
  xpbd_scene_put_array(to, "triangles",
                       (xpbd_scene_array){.integers = mesh->triangles, .rows = mesh->triangle_count, .width = 3});
}

static void write_obstacles(xpbd_scene_text *to, const job *j) {
  xpbd_scene_open(to, "obstacles", '[');
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(j->scene); k++) {
    const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(j->scene, k));
    xpbd_scene_open(to, NULL, '{');
    write_shape(to, o, mesh_of(j, k));
    xpbd_scene_put_reals(to, "centre", o->centre, 3);
    xpbd_scene_put_reals(to, "rotation", o->rotation, 4);
    xpbd_scene_put_reals(to, "spin_axis", o->axis, 3);
    xpbd_scene_put_quantity(to, "spin", o->spin, "rad/s");
    if (o->key_count > 0) write_keys(to, o->key_count, o->key_times, o->key_positions, NULL);
    xpbd_scene_put_quantity(to, "from", o->from, "s"); /* null: always */
    xpbd_scene_put_quantity(to, "until", o->until, "s");
    xpbd_scene_put_real(to, "friction", o->friction);
    xpbd_scene_put_real(to, "restitution", o->restitution);
    xpbd_scene_close(to, '}');
  }
  xpbd_scene_close(to, ']');
}

static void write_all(const job *j) {
  xpbd_scene_text to = {.json = j->json.stream, .binary = j->binary.stream};
  xpbd_scene_put_bytes(&to, binary_mark, sizeof binary_mark - 1);
  xpbd_scene_put_align(&to);
  xpbd_scene_open(&to, NULL, '{');
  write_head(&to, j);
  write_forces(&to, j->scene);
  write_particles(&to, j);
  write_contact(&to, j->scene);
  xpbd_scene_sets_write(&to, j->scene);
  write_handles(&to, j->scene);
  write_obstacles(&to, j);
  if (j->def->reference) xpbd_scene_reference_write(&to, j->def->reference);
  xpbd_scene_put_whole(&to, "bytes", to.offset);
  xpbd_scene_close(&to, '}');
  fputc('\n', to.json);
}

/* The arrays come first: without them a new JSON would describe older ones. */
static xpbd_status write_files(job *j) {
  j->masses = xpbd_memory(xpbd_scene_particle_count(j->scene), sizeof *j->masses);
  XPBD_REQUIRE(j->masses, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d masses", (int)xpbd_scene_particle_count(j->scene));
  const locale_t before = xpbd_locale_enter();
  write_all(j);
  xpbd_locale_leave(before);
  const char *lost = xpbd_file_lost(j->json.stream);
  XPBD_REQUIRE(!lost, XPBD_ERR_IO, "%s: cannot be written: %s", j->json.path, lost);
  XPBD_TRY(xpbd_file_commit(&j->binary));
  return xpbd_file_commit(&j->json);
}

static xpbd_status run(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def, bool write) {
  job j = {.model = model, .scene = model ? model->scene : NULL, .def = def};
  j.settings = def && def->settings ? *def->settings : xpbd_solver_def_default();
  xpbd_status status = check_def(&j);
  if (status == XPBD_OK) status = open_files(path, &j);
  if (status == XPBD_OK && write) status = write_files(&j);
  xpbd_file_discard(&j.json);
  xpbd_file_discard(&j.binary);
  free(j.binary_path);
  free(j.masses);
  return status;
}

xpbd_status xpbd_scene_write(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(path, model, def);
  return run(path, model, def, true);
}

xpbd_status xpbd_scene_write_check(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(path, model, def);
  return run(path, model, def, false);
}
