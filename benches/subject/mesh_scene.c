/* Why this file exists: chooses a mesh for each formula. Formulas on edges and triangles use the hanging cloth. Those
 * that need tetrahedra or an inside use a closed surface. The user may bring another mesh. */
#include "mesh_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "file_mesh.h"
#include "hung_mesh.h"
#include "irregular_mesh.h"
#include "shuffled_scene.h"
#include "star_mesh.h"

#define SCENE "cloth"
#define SIDE  10.0 /* [m] side of the cloth, length of the beam, diameter of the sphere, longest side of a file */
/// Compliance of energies of solids [J]. With the default 1e-5 the thin ghost tetrahedra buckle. Two implementations
/// in double are then 5e-3 m apart after 8 frames, and 1e-4 with 1e-3. From 0.1 to 10 they agree to 5e-14.
#define SOFT 1.0
/// Young's modulus of solids that have one [Pa]. With 1e5 Pa, a step of 1/24 s on ghost tetrahedra is so stiff that
/// roots of energies throw the body up, because their directions turn inside it. From 1e2 to 1e4 the rows are alike.
#define MODULUS 1e3

typedef enum mesh_kind {
  MESH_AUTO,
  MESH_CLOTH,
  MESH_IRREGULAR,
  MESH_STAR,
  MESH_SPHERE,
  MESH_BEAM,
  MESH_KINDS,
  MESH_FILE = MESH_KINDS ///< Not in the list: the path of a mesh.
} mesh_kind;
static const char *const mesh_names[MESH_KINDS] = {"auto", "cloth", "irregular", "star", "sphere", "beam"};

const char *mesh_scene_kind(int index) {
  return index < MESH_KINDS ? mesh_names[index] : NULL;
}

const char *mesh_scene_numbering(int index) {
  static const char *const names[] = {"mesh", "shuffled"};
  return index < 2 ? names[index] : NULL;
}

static bool is_shuffled(const bench_point *point) {
  return strcmp(bench_text(point, "numbering"), "shuffled") == 0;
}

static const xpbd_formula_info *formula_of(const bench_point *point) {
  return xpbd_formula_at(xpbd_formula_find(bench_text(point, "constraint")));
}

/// Whether a formula needs a mesh with an inside.
static bool needs_body(const xpbd_formula_info *info) {
  return info->element == XPBD_ON_TETS || (info->traits & XPBD_SUMMED) != 0;
}

static mesh_kind kind_of(const bench_point *point) {
  const char *name = bench_text(point, "mesh");
  int kind = MESH_AUTO;
  if (name[0] == '\0') name = mesh_names[MESH_AUTO]; // a benchmark without that axis
  while (kind < MESH_KINDS && strcmp(name, mesh_names[kind]) != 0) kind++;
  if (kind != MESH_AUTO) return (mesh_kind)kind;
  return needs_body(formula_of(point)) ? MESH_SPHERE : MESH_CLOTH;
}

/// Whether the mesh is turned and stirred. Where single projections are compared, subnormal numbers must not slow one
/// down. A user's mesh stays as it is.
static bool is_turned(const bench_point *point) {
  return strcmp(point->owner->name, "projection") == 0 && kind_of(point) != MESH_FILE;
}

bool mesh_scene_accepts(const char *path, char *why, size_t capacity) {
  char reason[BENCH_TEXT];
  if (file_mesh_find(path, SIDE, reason, sizeof reason)) return true;
  snprintf(why, capacity, "neither %s, %s, %s, %s, %s, %s nor a mesh: %.*s", mesh_names[0], mesh_names[1],
           mesh_names[2], mesh_names[3], mesh_names[4], mesh_names[5], (int)capacity / 2, reason);
  return false;
}

bool mesh_scene_has_axis(const bench_point *point, const char *axis) {
  return kind_of(point) != MESH_FILE || strcmp(axis, "size") != 0;
}

/// A sheet of triangles, which has no inside.
static bool is_sheet(const bench_point *point) {
  return kind_of(point) == MESH_CLOTH || kind_of(point) == MESH_IRREGULAR || kind_of(point) == MESH_STAR;
}

/// Build the scene of a file's mesh to count its elements with a rest shape.
static const scene_count *count_file(const bench_point *point) {
  char key[BENCH_TEXT];
  snprintf(key, sizeof key, "%s %s %s", bench_text(point, "mesh"), formula_of(point)->name,
           bench_text(point, "numbering"));
  return scene_source_count(&mesh_scenes, key, point);
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  const xpbd_formula_info *info = formula_of(point);
  if (kind_of(point) == MESH_FILE) {
    const scene_count *count = count_file(point);
    if (count && count->failure[0] == '\0') return true;
    snprintf(why, capacity, "%s", !count ? "out of memory" : count->failure);
    return false;
  }
  if (kind_of(point) == MESH_STAR && info->element == XPBD_ON_HINGES) { // its pleats are folds from the start
    snprintf(why, capacity, "%s needs a sheet that starts flat: -a mesh=cloth or -a mesh=irregular", info->name);
    return false;
  }
  if (!is_sheet(point) || !needs_body(info)) return true;
  snprintf(why, capacity, "%s needs a mesh with an inside: -a mesh=sphere or -a mesh=beam", info->name);
  return false;
}

/// Counts of a mesh, as its generator makes them.
typedef struct counts {
  int64_t vertices, edges, hinges, triangles, tets;
  int32_t shape; ///< Level of the sphere, cells across the beam.
} counts;

static counts count_cloth(int64_t n) {
  const int64_t edges = 3 * n * n - 4 * n + 1;
  return (counts){n * n, edges, edges - 4 * (n - 1), 2 * (n - 1) * (n - 1), 0, 0};
}

static counts count_star(int64_t n) {
  const int64_t points = star_mesh_points((int32_t)n);
  return (counts){points + 1, 2 * points, points, points, 0, 0};
}

/// The level with about n^2 vertices: the nearest by ratio.
static counts count_sphere(int64_t n) {
  enum { LEVELS = 10 };
  int32_t level = 0;
  int64_t power = 1;
  // Levels differ by a factor of nearly 4. The next one is nearer if n^2 is above twice this one's vertices.
  while (level < LEVELS && n * n > 2 * (4 * power + 2)) {
    power *= 4;
    level++;
  }
  return (counts){4 * power + 2, 12 * power, 12 * power, 8 * power, 0, level};
}

static counts beam_of(int64_t c) {
  const int64_t z = 4 * c, along = c * (c + 1) * (z + 1);
  counts out = {.vertices = (c + 1) * (c + 1) * (z + 1), .triangles = 4 * (c * c + 2 * c * z), .tets = 6 * c * c * z};
  const int64_t sides = 2 * along + (c + 1) * (c + 1) * z;
  const int64_t diagonals = c * c * (z + 1) + 2 * c * (c + 1) * z + c * c * z;
  out.edges = sides + diagonals;
  out.hinges = 3 * out.triangles / 2;
  out.shape = (int32_t)c;
  return out;
}

/// c x c x 4 c cells, with about n^2 vertices.
static counts count_beam(int64_t n) {
  int64_t c = 1;
  while (beam_of(c + 1).vertices <= n * n) c++;
  const int64_t below = n * n - beam_of(c).vertices, above = beam_of(c + 1).vertices - n * n;
  return beam_of(below <= above ? c : c + 1);
}

static counts counts_of(const bench_point *point) {
  const int64_t n = bench_int(point, "size");
  switch (kind_of(point)) {
  case MESH_STAR: return count_star(n);
  case MESH_SPHERE: return count_sphere(n);
  case MESH_BEAM: return count_beam(n);
  default: return count_cloth(n);
  }
}

/// All elements of these meshes have a rest shape. solver_case_setup() compares this with the built scene.
static int64_t elements_of(const counts *c, xpbd_element element) {
  switch (element) {
  case XPBD_ON_EDGES: return c->edges;
  case XPBD_ON_OPPOSITES:
  case XPBD_ON_HINGES: return c->hinges;
  case XPBD_ON_TETS: return c->tets > 0 ? c->tets : c->triangles;
  default: return c->triangles;
  }
}

static bool subject(const bench_point *point, solver_subject *out) {
  const xpbd_formula_info *info = formula_of(point);
  if (!info) return false;
  if (kind_of(point) == MESH_FILE) {
    const scene_count *count = count_file(point);
    if (!count || count->failure[0] != '\0') return false;
    out->particles = count->particles;
    out->constraints = count->constraints;
  } else {
    const counts c = counts_of(point);
    out->particles = c.vertices;
    out->constraints = elements_of(&c, info->element) * info->rows;
  }
  out->iterations = (int32_t)bench_int(point, "iterations");
  out->frame_time = xpbd_scene_info_at(xpbd_scene_info_find(SCENE))->frame_time;
  out->order = scene_source_order(point);
  const bool file = kind_of(point) == MESH_FILE;
  snprintf(out->key, sizeof out->key, "%s%s%s %lld %s %s", is_shuffled(point) ? "shuffled " : "",
           is_turned(point) ? "turned " : "", file ? bench_text(point, "mesh") : mesh_names[kind_of(point)],
           file ? 0 : (long long)bench_int(point, "size"), info->name, xpbd_order_name((int)out->order));
  return true;
}

/// Put the formula of the point on a mesh, with a material that suits the kind of body.
static xpbd_status add_constraints(const bench_point *point, const xpbd_mesh *mesh, xpbd_order order,
                                   xpbd_scene *scene) {
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = bench_text(point, "constraint");
  def.order = order;
  if (formula_of(point)->element == XPBD_ON_TETS && strcmp(formula_of(point)->unit, "J") == 0) def.compliance = SOFT;
  if (strcmp(formula_of(point)->material[0].unit, "Pa") == 0 && formula_of(point)->traits & XPBD_MODULI)
    def.material[0] = MODULUS;
  return xpbd_scene_add_on_mesh(scene, mesh, 0, &def);
}

/// Pin a mesh that is not a named scene: a sheet at corners, a star at its hub, a beam at one end, a body at its top.
/// With a free hub all spokes would move one particle, so no two could be computed in parallel. A projection would take
/// twelve times the grid's time. A held hub is only read.
static void pin(const bench_point *point, const xpbd_mesh *mesh, bool *pinned) {
  const mesh_kind kind = kind_of(point);
  if (kind == MESH_IRREGULAR) pinned[0] = pinned[bench_int(point, "size") - 1] = true;
  if (kind == MESH_STAR) pinned[0] = true;
  for (int64_t i = 0; kind == MESH_BEAM && i < mesh->vertex_count; i++) pinned[i] = mesh->positions[3 * i + 2] <= 0.0;
  if (kind == MESH_SPHERE || kind == MESH_FILE) hung_mesh_pin_top(mesh, pinned);
}

/// Build the scene: the mesh with the constraints of the point, held at `pinned`.
static xpbd_status hang_by(const bench_point *point, const xpbd_mesh *mesh, const bool *pinned, xpbd_order order,
                           solver_scene *out) {
  xpbd_mesh placed = *mesh;
  double *room = NULL;
  if (is_turned(point)) { // only now, because the pins were chosen from the unturned mesh
    const size_t count = 3 * (size_t)mesh->vertex_count;
    room = malloc(2 * count * sizeof *room);
    XPBD_REQUIRE(room, XPBD_ERR_OUT_OF_MEMORY, "no memory to turn %d vertices", (int)mesh->vertex_count);
    placed.positions = room;
    hung_mesh_turn(mesh->positions, mesh->vertex_count, placed.positions);
    hung_mesh_stir(placed.positions, pinned, mesh->vertex_count, room + count);
  }
  xpbd_status status =
      hung_mesh_scene(&placed, pinned, room ? room + 3 * (size_t)mesh->vertex_count : NULL, &out->scene);
  if (status == XPBD_OK) status = add_constraints(point, &placed, order, out->scene);
  free(room);
  return status;
}

/// The same with the default pins of the mesh's kind. `name` is for people.
static xpbd_status hang(const bench_point *point, const xpbd_mesh *mesh, const char *name, xpbd_order order,
                        solver_scene *out) {
  bool *pinned = calloc((size_t)mesh->vertex_count, sizeof *pinned);
  XPBD_REQUIRE(pinned, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d vertices", (int)mesh->vertex_count);
  pin(point, mesh, pinned);
  const xpbd_status status = hang_by(point, mesh, pinned, order, out);
  free(pinned);
  snprintf(out->mesh, sizeof out->mesh, "%.16s of %d vertices", name, (int)mesh->vertex_count);
  snprintf(out->remark, sizeof out->remark, "%s", out->mesh);
  return status;
}

/// The named cloth, turned.
static xpbd_status turn_cloth(const bench_point *point, const xpbd_model *model, xpbd_order order, solver_scene *out) {
  bool *pinned = calloc((size_t)model->mesh.vertex_count, sizeof *pinned);
  XPBD_REQUIRE(pinned, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d vertices", (int)model->mesh.vertex_count);
  for (int32_t i = 0; i < model->mesh.vertex_count; i++)
    pinned[i] = !(xpbd_scene_inverse_masses(model->scene)[i] > 0.0);
  const xpbd_status status = hang_by(point, &model->mesh, pinned, order, out);
  free(pinned);
  return status;
}

/// The cloth that starts level, unless it is turned, and hangs from two corners.
static xpbd_status build_cloth(const bench_point *point, xpbd_order order, solver_scene *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = (int32_t)bench_int(point, "size");
  params.size = SIDE;
  params.constraint = bench_text(point, "constraint");
  params.order = order;
  xpbd_model model;
  xpbd_status status = xpbd_scene_build(SCENE, &params, &model);
  if (status != XPBD_OK) return status;
  if (is_turned(point)) {
    status = turn_cloth(point, &model, order, out);
  } else {
    out->scene = model.scene;
    model.scene = NULL;
  }
  xpbd_model_destroy(&model);
  snprintf(out->mesh, sizeof out->mesh, "cloth of %lld x %lld", (long long)params.resolution,
           (long long)params.resolution);
  return status;
}

/// A sheet with unordered triangles, a star around its hub, a sphere that hangs from its top, or a beam that is held
/// at one end.
static xpbd_status build_made(const bench_point *point, xpbd_order order, solver_scene *out) {
  const mesh_kind kind = kind_of(point);
  const int32_t side = (int32_t)bench_int(point, "size"), shape = counts_of(point).shape;
  xpbd_mesh mesh;
  XPBD_TRY(kind == MESH_IRREGULAR ? irregular_mesh_make(side, SIDE / (side - 1), &mesh)
           : kind == MESH_STAR    ? star_mesh_make(side, 0.5 * SIDE, &mesh)
           : kind == MESH_BEAM    ? xpbd_mesh_make_beam(shape, shape, 4 * shape, SIDE / (4 * shape), &mesh)
                                  : xpbd_mesh_make_sphere(shape, 0.5 * SIDE, &mesh));
  const char *name = kind == MESH_IRREGULAR ? "irregular cloth" : mesh_names[kind];
  const xpbd_status status = hang(point, &mesh, name, order, out);
  xpbd_mesh_destroy(&mesh);
  return status;
}

/// The user's mesh.
static xpbd_status build_file(const bench_point *point, xpbd_order order, solver_scene *out) {
  char why[BENCH_TEXT];
  const char *path = bench_text(point, "mesh"), *repairs = file_mesh_repairs(path);
  const xpbd_mesh *mesh = file_mesh_find(path, SIDE, why, sizeof why);
  if (!mesh) return xpbd_fail(XPBD_ERR_BAD_FILE, "%s", why);
  out->foreign = true;
  XPBD_TRY(hang(point, mesh, strrchr(path, '/') ? strrchr(path, '/') + 1 : path, order, out));
  const size_t used = strlen(out->remark);
  if (*repairs) snprintf(out->remark + used, sizeof out->remark - used, "; repaired: %.40s", repairs);
  return XPBD_OK;
}

static xpbd_status build(const bench_point *point, xpbd_order order, solver_scene *out) {
  out->size = SIDE;
  switch (kind_of(point)) {
  case MESH_FILE: XPBD_TRY(build_file(point, order, out)); break;
  case MESH_CLOTH: XPBD_TRY(build_cloth(point, order, out)); break;
  default: XPBD_TRY(build_made(point, order, out));
  }
  if (!is_shuffled(point)) return XPBD_OK;
  xpbd_scene *shuffled;
  XPBD_TRY(shuffled_scene(out->scene, &shuffled));
  xpbd_scene_destroy(&out->scene);
  out->scene = shuffled;
  char plain[sizeof out->mesh];
  memcpy(plain, out->mesh, sizeof plain);
  snprintf(out->mesh, sizeof out->mesh, "%.*s, shuffled", (int)sizeof plain - 12, plain);
  return XPBD_OK;
}

const scene_source mesh_scenes = {.axis = "size", .sensible = sensible, .subject = subject, .build = build};
