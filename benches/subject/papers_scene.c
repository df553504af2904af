/* Why this file exists: builds a scene of this library from a row of the papers. All models hang: sheets from two
 * corners of a side, boxes from one end, other closed surfaces from their highest vertices. */
#include "papers_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "hung_mesh.h"
#include "papers.h"
#include "xpbd/status.h"

#define EXTENT     10.0 /* [m] side of a sheet, diameter of a sphere and a torus, longest side of a box; not printed */
#define COMPLIANCE 1e-4 /* used if none is printed: the papers print this value for other closed surfaces */
#define FRAME_TIME (1.0 / 24.0)
/// Young's modulus of solids [Pa]. No paper prints one. With 1000 the ghost tetrahedra buckle, and rounding decides
/// how: two implementations were up to 4e-2 m apart after 8 frames. With 10 they are 1.4e-5 apart.
#define MODULUS 10.0

enum { MAX_ROWS = 128 };

/// The table, read once and kept, because results point into it.
static struct {
  bool tried;
  const char *folder;
  papers_table table;
  char failure[BENCH_TEXT];
} papers;

void papers_scene_folder(const char *folder) {
  papers.folder = folder;
}

static bool read_from(const char *folder) {
  const xpbd_status status = papers_read(folder, &papers_schemas[PAPERS_FPS], &papers.table);
  if (status == XPBD_OK && papers.table.row_count <= MAX_ROWS) return true;
  if (status == XPBD_OK)
    snprintf(papers.failure, sizeof papers.failure, "%s: more than %d rows", papers.table.path, MAX_ROWS);
  else
    snprintf(papers.failure, sizeof papers.failure, "%.200s; --papers DIR says where it is", xpbd_last_error());
  papers_destroy(&papers.table);
  return false;
}

static bool have_table(void) {
  if (!papers.tried) {
    papers.tried = true;
    read_from(papers.folder ? papers.folder : papers_folder());
  }
  return papers.table.row_count > 0;
}

const char *papers_scene_row(int index) {
  if (!have_table()) return index == 0 ? papers.failure : NULL;
  return index < papers.table.row_count ? papers.table.cells[index * papers.table.schema->column_count] : NULL;
}

bool papers_scene_usable(const char *row, char *why, size_t capacity) {
  if (!have_table()) {
    snprintf(why, capacity, "%s", papers.failure);
    return false;
  }
  const char *solver = papers_text(&papers.table, papers_find(&papers.table, row), "solver");
  const xpbd_method_info *method = xpbd_method_at(xpbd_method_find(solver));
  if (method && method->engine) {
    snprintf(why, capacity, "the paper measured %s; this benchmark times XPBD and its energy-embedded variants",
             method->name);
    return false;
  }
  return true;
}

/// Row of the point, -1 if it is not a row of XPBD.
static int row_of(const bench_point *point) {
  char why[BENCH_TEXT];
  const char *key = bench_text(point, "row");
  if (key[0] == '\0' || !papers_scene_usable(key, why, sizeof why)) return -1; /* "": a point left out as a whole */
  return papers_find(&papers.table, key);
}

static const char *cell(int row, const char *column) {
  return papers_text(&papers.table, row, column);
}

static double real_or(int row, const char *column, double standard) {
  const double value = papers_real(&papers.table, row, column);
  return isnan(value) ? standard : value;
}

/// The row's mesh, EXTENT large, and its pinned vertices.
static xpbd_status make_mesh(int row, xpbd_mesh *mesh, bool **pinned) {
  const char *name = cell(row, "our_mesh");
  int a = 0, b = 0, c = 0;
  double size = 0.5 * EXTENT; /* radius of a sphere */
  const bool grid = sscanf(name, "grid %d", &a) == 1, box = sscanf(name, "box %dx%dx%d", &a, &b, &c) == 3;
  if (grid) size = EXTENT / (a - 1);
  if (box) size = EXTENT / fmax(a, fmax(b, c));
  if (strncmp(name, "torus", 5) == 0) size = 0.5 * EXTENT / 1.4; /* its small radius is 0.4 of the large one */
  const xpbd_status status = papers_mesh_make(name, size, mesh);
  if (status != XPBD_OK) return status;
  bool *held = *pinned = calloc((size_t)mesh->vertex_count, sizeof *held);
  if (!held) {
    xpbd_mesh_destroy(mesh);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for what is held of %d vertices", (int)mesh->vertex_count);
  }
  if (grid) {
    held[0] = held[a - 1] = true;
  } else if (box) {
    for (int64_t i = 0; i < mesh->vertex_count; i++) held[i] = mesh->positions[3 * i + 2] <= 0.0;
  } else {
    hung_mesh_pin_top(mesh, held);
  }
  return XPBD_OK;
}

/// Add the row's formulas, joined by +, as sets. The printed k belongs to the first.
static xpbd_status add_sets(int row, xpbd_order order, const xpbd_mesh *mesh, xpbd_scene *scene) {
  const char *list = cell(row, "our_constraint");
  char name[64];
  xpbd_status status = XPBD_OK;
  for (int set = 0; status == XPBD_OK && papers_word_next(&list, "+", name, sizeof name); set++) {
    xpbd_constraints_def def = xpbd_constraints_def_default();
    def.formula = name;
    def.order = order;
    def.compliance = real_or(row, "alpha", COMPLIANCE);
    def.damping = real_or(row, "beta", 0.0);
    const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(name));
    if (set == 0 && info && strcmp(info->material[0].name, "k") == 0)
      def.material[0] = real_or(row, "k", info->material[0].standard);
    if (info && info->element == XPBD_ON_TETS && strcmp(info->unit, "J") == 0) def.material[0] = MODULUS;
    status = xpbd_scene_add_on_mesh(scene, mesh, 0, &def);
  }
  return status;
}

static xpbd_status build_row(int row, xpbd_order order, xpbd_scene **out) {
  xpbd_mesh mesh;
  bool *pinned = NULL;
  xpbd_status status = make_mesh(row, &mesh, &pinned);
  if (status != XPBD_OK) return status;
  status = hung_mesh_scene(&mesh, pinned, NULL, out);
  if (status == XPBD_OK) status = add_sets(row, order, &mesh, *out);
  free(pinned);
  xpbd_mesh_destroy(&mesh);
  return status;
}

static xpbd_status build(const bench_point *point, xpbd_order order, solver_scene *out) {
  const int row = row_of(point);
  if (row < 0) return XPBD_ERR_INVALID_ARGUMENT;
  out->size = EXTENT;
  snprintf(out->mesh, sizeof out->mesh, "%s", cell(row, "our_mesh"));
  const bool assumed = cell(row, "alpha")[0] == '\0' || cell(row, "frame_time")[0] == '\0';
  snprintf(out->remark, sizeof out->remark, "%.40s%s%s", out->mesh,
           strcmp(cell(row, "same_shape"), "no") == 0 ? " for the printed shape" : "",
           assumed ? ", alpha or step not printed" : "");
  return build_row(row, order, &out->scene);
}

static const scene_count *count_of(const bench_point *point, char key[BENCH_TEXT]) {
  snprintf(key, BENCH_TEXT, "papers %s", bench_text(point, "row"));
  return scene_source_count(&papers_scenes, key, point);
}

/// A scene that cannot be built is an error of the table. The row reports it in its setup.
static bool sensible(const bench_point *point, char *why, size_t capacity) {
  char key[BENCH_TEXT];
  if (row_of(point) < 0 || count_of(point, key)) return true;
  snprintf(why, capacity, "out of memory");
  return false;
}

static bool subject(const bench_point *point, solver_subject *out) {
  const int row = row_of(point);
  if (row < 0) return false;
  char key[BENCH_TEXT];
  const scene_count *count = count_of(point, key);
  if (!count || count->failure[0] != '\0') { /* set again, because the last error may belong to another row */
    xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "%s", !count ? "out of memory" : count->failure);
    return false;
  }
  out->particles = count->particles;
  out->constraints = count->constraints;
  out->iterations = (int32_t)real_or(row, "iterations", 1.0);
  out->method = strcmp(cell(row, "solver"), "energy") == 0 ? XPBD_METHOD_ENERGY : XPBD_METHOD_XPBD;
  out->frame_time = real_or(row, "frame_time", FRAME_TIME);
  out->order = scene_source_order(point);
  out->published = true;
  out->fps_low = real_or(row, "fps_low", (double)NAN);
  out->fps_high = real_or(row, "fps_high", (double)NAN);
  out->device = cell(row, "device");
  out->way = cell(row, "parallel");
  snprintf(out->key, sizeof out->key, "%.160s %s", key, xpbd_order_name((int)out->order));
  return true;
}

const scene_source papers_scenes = {.axis = "row", .sensible = sensible, .subject = subject, .build = build};
