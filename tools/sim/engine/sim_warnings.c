/* Why this file exists: some calls are valid and still cannot be intended. Examples are a scene in which nothing can
 * move, the volume of an open surface, more threads than processors, and a gradient that is wrong for the given
 * numbers. Each gets one line, before the run and in run.txt. A further line before the run gives the size of the
 * scene. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/extent.h"
#include "support/cli_formula.h"
#include "sim_record.h"
#include "xpbd/formula_file.h"
#include "xpbd/precision.h"

bool sim_all_pinned(const xpbd_scene *scene) {
  const double *w = xpbd_scene_inverse_masses(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    if (w[i] > 0.0) return false;
  return true;
}

/// Warn if free particles start inside an obstacle of the command line: it would throw them out.
static void warn_of_obstacles(FILE *stream, const char *before, const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  const int32_t own = xpbd_scene_obstacle_count(scene) - job->places.obstacle_count;
  for (int32_t k = 0; k < job->places.obstacle_count; k++) {
    double deepest = 0.0;
    int32_t count = 0;
    for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
      const double *x = &xpbd_scene_positions(scene)[3 * i];
      const double depth = xpbd_obstacle_depth(xpbd_scene_obstacle(scene, own + k), 0.0, x);
      if (!(xpbd_scene_inverse_masses(scene)[i] > 0.0 && depth < 0.0)) continue;
      deepest = fmin(deepest, depth), count++;
    }
    if (count > 0)
      fprintf(stream, "%s%d free particle%s up to %.3g m inside --obstacle %.100s at the start\n", before, (int)count,
              count > 1 ? "s are" : " is", -deepest, job->options->obstacle.values[k]);
  }
}

/// What needs the volume of a closed surface: a formula, or ghost tips; NULL if nothing does.
static const char *wants_closed(const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_formula_info *formula = xpbd_formula_at(xpbd_scene_set(scene, s)->formula);
    if (formula->element == XPBD_ON_TRIANGLES && (formula->traits & XPBD_SUMMED)) return formula->name;
  }
  return xpbd_scene_centre_count(scene) > 0 ? "a ghost tip" : NULL;
}

/// Warn of a formula from a file whose gradient is right with its default numbers but wrong with those of this scene. A
/// gradient that is wrong with the defaults was reported when the file was loaded.
static void warn_of_gradients(FILE *stream, const char *before, const xpbd_scene *scene) {
  char words[400];
  double error;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    if (!xpbd_formula_file_of(formula) || cli_gradient_wrong(formula, &error, words, sizeof words)) continue;
    if (cli_gradient_wrong_in(scene, s, &error, words, sizeof words)) fprintf(stream, "%s%s\n", before, words);
  }
}

/// Warn of a formula of which a scene file does not say the text: it may not be the one that the scene was made with.
static void warn_of_texts(FILE *stream, const char *before, const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    if (!set->unchecked) continue;
    fprintf(stream,
            "%ssets[%d] has no formula_hash, so it is not known whether it means '%s' of %.200s; --export writes the "
            "hash\n",
            before, (int)s, xpbd_formula_at(set->formula)->name, xpbd_formula_file_of(set->formula)->path);
  }
}

/// Six times the volume between three corners and the origin.
static double wedge(const double *a, const double *b, const double *c, const double *origin) {
  double d[3][3];
  for (int k = 0; k < 3; k++) d[0][k] = a[k] - origin[k], d[1][k] = b[k] - origin[k], d[2][k] = c[k] - origin[k];
  return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) + d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
         d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
}

static double area_of(const double *a, const double *b, const double *c) {
  double squares = 0.0;
  for (int k = 0, l = 1; k < 3; k++, l = (k + 1) % 3) {
    const double cross = (b[k] - a[k]) * (c[l] - a[l]) - (b[l] - a[l]) * (c[k] - a[k]);
    squares += cross * cross;
  }
  return 0.5 * sqrt(squares);
}

#define MOST_CELLS 0x1p24 ///< That a scene takes.

/// Warn if cells fill a surface badly. Ten cells across its mean thickness are enough: half a cell more is 5 %.
static void warn_of_cells(FILE *stream, const char *before, const sim_job *job) {
  const xpbd_mesh *from = &job->imported, *cells = job->mesh;
  if (from->tet_count > 0 || from->triangle_count == 0 || cells->tet_count == 0 || !job->info->whole_bodies) return;
  double inside = 0.0, filled = 0.0, area = 0.0, sides[3];
  const double extent = xpbd_mesh_extent(from, sides), size = job->options->size;
  for (int64_t t = 0; t < from->triangle_count; t++) {
    const int32_t *corner = &from->triangles[3 * t];
    const double *x = from->positions;
    inside += wedge(&x[3 * corner[0]], &x[3 * corner[1]], &x[3 * corner[2]], x) / 6.0;
    area += area_of(&x[3 * corner[0]], &x[3 * corner[1]], &x[3 * corner[2]]);
  }
  for (int64_t t = 0; t < cells->tet_count; t++) {
    const double *x = cells->positions;
    const int32_t *corner = &cells->tets[4 * t];
    filled += fabs(wedge(&x[3 * corner[1]], &x[3 * corner[2]], &x[3 * corner[3]], &x[3 * corner[0]])) / 6.0;
  }
  const double scale = isnan(size) || !(extent > 0.0) ? 1.0 : size / extent, thickness = 2.0 * fabs(inside) / area;
  inside = fabs(inside) * scale * scale * scale;
  if (fabs(filled - inside) <= 0.05 * inside) return;
  const double across = 10.0 / thickness;
  fprintf(stream, "%sthe cells have a volume of %.3g m^3, the surface has %.3g m^3; ", before, filled, inside);
  if ((sides[0] * across + 1.0) * (sides[1] * across + 1.0) * (sides[2] * across + 1.0) < MOST_CELLS)
    fprintf(stream, "--resolution %.0f makes them fine enough\n", ceil(1.0 + extent * across));
  else
    fprintf(stream, "the body is too thin for cells that are fine enough\n");
}

/// A vertex of a mesh, and if it is the first of its piece, that piece.
typedef struct piece {
  int32_t above; ///< A vertex of the same piece with a lower number, or itself.
  int32_t vertices;
  bool held;
} piece;

static int32_t first_of(piece *all, int32_t vertex) {
  while (all[vertex].above != vertex) vertex = all[vertex].above = all[all[vertex].above].above;
  return vertex;
}

/// Count vertices and pins of the pieces, which the edges connect.
static void find_pieces(const xpbd_mesh *mesh, const double *w, piece *all) {
  for (int32_t i = 0; i < mesh->vertex_count; i++) all[i] = (piece){.above = i};
  for (int64_t e = 0; e < mesh->edge_count; e++) {
    const int32_t a = first_of(all, mesh->edges[2 * e]), b = first_of(all, mesh->edges[2 * e + 1]);
    all[a > b ? a : b].above = a > b ? b : a;
  }
  for (int32_t i = 0; i < mesh->vertex_count; i++) {
    piece *own = &all[first_of(all, i)];
    own->vertices++;
    own->held = own->held || !(w[i] > 0.0);
  }
}

/// Warn of pieces of a mesh file that nothing holds, if others are held: they leave the picture. A scene pins the mesh
/// as a whole, so its corners may all belong to one piece.
static void warn_of_pieces(FILE *stream, const char *before, const sim_job *job) {
  const xpbd_mesh *mesh = job->mesh;
  piece *all = job->imported.vertex_count > 0 ? malloc((size_t)mesh->vertex_count * sizeof *all) : NULL;
  int32_t pieces = 0, loose = 0, largest = -1;
  char place[XPBD_EXTENT_TEXT];
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  if (!all) return;
  find_pieces(mesh, xpbd_scene_inverse_masses(job->model.scene), all);
  for (int32_t i = 0; i < mesh->vertex_count; i++) {
    if (all[i].above != i) continue;
    pieces++;
    if (all[i].held) continue;
    loose++;
    if (largest < 0 || all[i].vertices > all[largest].vertices) largest = i;
  }
  for (int32_t i = 0; largest >= 0 && i < mesh->vertex_count; i++)
    for (int k = 0; k < 3 && first_of(all, i) == largest; k++) {
      low[k] = fmin(low[k], mesh->positions[3 * (int64_t)i + k]);
      high[k] = fmax(high[k], mesh->positions[3 * (int64_t)i + k]);
    }
  if (loose > 0 && loose < pieces)
    fprintf(stream, "%s%d of the %d pieces of the mesh %s not held%s: %d %s, %s m; --pin holds a region\n", before,
            (int)loose, (int)pieces, loose > 1 ? "are" : "is", loose > 1 ? ", the largest" : "",
            (int)all[largest].vertices, all[largest].vertices == 1 ? "vertex" : "vertices",
            xpbd_extent_text(low, high, place));
  free(all);
}

void sim_warnings_write(FILE *stream, const char *before, const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  if (sim_all_pinned(scene) && xpbd_scene_handle_count(scene) == 0)
    fprintf(stream, "%severything is pinned: nothing will move\n", before);
  warn_of_pieces(stream, before, job);
  warn_of_texts(stream, before, scene);
  warn_of_gradients(stream, before, scene);
  warn_of_obstacles(stream, before, job);
  warn_of_cells(stream, before, job);
  xpbd_ratios volumes;
  const char *wants = wants_closed(scene);
  if (wants && xpbd_measure_volumes(job->mesh, job->mesh->positions, &volumes) == XPBD_ERR_UNSUPPORTED)
    fprintf(stream, "%s%s needs a closed surface: %s\n", before, wants, xpbd_last_error());
  const int processors = job->processors, threads = job->made.threads;
  if (threads > processors && job->made.device_bytes == 0) /* a device has its own processors */
    fprintf(stream, "%s%d threads on %d processor%s take turns, which is slower than %d\n", before, threads, processors,
            processors == 1 ? "" : "s", processors);
}

/// " of stretching, dihedral": the formulas of the scene, each once.
static const char *formulas_of(const xpbd_scene *scene, char *out, size_t capacity) {
  size_t used = 0;
  out[0] = '\0';
  for (int32_t s = 0; s < xpbd_scene_set_count(scene) && used < capacity; s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    bool again = false;
    for (int32_t t = 0; t < s; t++) again = again || xpbd_scene_set(scene, t)->formula == formula;
    if (!again)
      used +=
          (size_t)snprintf(out + used, capacity - used, "%s%s", used ? ", " : " of ", xpbd_formula_at(formula)->name);
  }
  return out;
}

/// Print which precision was chosen, and why it is not f32. If f32 was asked for, say whether another one is safer.
static void print_precision(const sim_job *job) {
  const xpbd_solver_def *def = job->settings;
  const char *asked = job->options->precision;
  const bool chosen = !asked || strcmp(asked, "auto") == 0 || strcmp(asked, "float") == 0;
  xpbd_resolution needs;
  if ((job->method->traits & XPBD_IN_DOUBLE) || def->precision != (chosen ? def->precision : XPBD_F32)) return;
  if (xpbd_resolution_of(job->model.scene, def, &needs) != XPBD_OK) return;
  if (!chosen && needs.coarsest != XPBD_F32)
    printf("precision f32, though auto would choose %s: %s\n", xpbd_precision_name((int)needs.coarsest), needs.why);
  else if (def->precision != XPBD_F32)
    printf("precision %s: %s\n", xpbd_precision_name((int)def->precision),
           needs.coarsest != XPBD_F32 ? needs.why
                                      : "particles are so close, relative to the size of the scene, that f32 makes "
                                        "lengths wrong by a thousandth");
}

/// Print the extents of a body for placing pins and obstacles, if there is a mesh file, a pin, handle or obstacle.
static void print_place(const sim_job *job) {
  const sim_options *o = job->options;
  const xpbd_scene *scene = job->model.scene;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, mass = 0.0;
  int32_t held = 0, moved = 0;
  char place[XPBD_EXTENT_TEXT];
  if (!o->mesh && job->places.hold_count + job->places.obstacle_count == 0) return;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    const double w = xpbd_scene_inverse_masses(scene)[i];
    if (w > 0.0) mass += 1.0 / w;
    held += !(w > 0.0);
    for (int k = 0; k < 3; k++) {
      const double at = xpbd_scene_positions(scene)[3 * i + k];
      low[k] = fmin(low[k], at), high[k] = fmax(high[k], at);
    }
  }
  for (int k = 0; k < 3; k++) { /* no rounding errors, no -0 */
    const double least = 1e-9 * (high[k] - low[k]);
    low[k] = fabs(low[k]) > least ? low[k] : 0.0, high[k] = fabs(high[k]) > least ? high[k] : 0.0;
  }
  for (int32_t h = 0; h < xpbd_scene_handle_count(scene); h++) moved += xpbd_scene_handle(scene, h)->particle_count;
  printf("%s m; held particles: %d, moved by handles: %d; free mass: %.4g kg\n", xpbd_extent_text(low, high, place),
         (int)held, (int)moved, mass);
}

void sim_scene_print(const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  const xpbd_solver_def *def = job->settings;
  const xpbd_counters *made = &job->made;
  if (job->world) return; /* the last line describes a lattice */
  const int frames = (int)(job->frames - job->start);
  char formulas[512];
  cli_print("%s: %d particle%s, %" PRId64
            " constraint%s%s, %.3g MB; %d frame%s of %.4g s, each with %d time step%s of %d iteration%s\n",
            job->scene, (int)xpbd_scene_particle_count(scene), cli_plural(xpbd_scene_particle_count(scene)),
            (int64_t)xpbd_scene_constraint_count(scene), cli_plural(xpbd_scene_constraint_count(scene)),
            formulas_of(scene, formulas, sizeof formulas), 1e-6 * (double)(made->host_bytes + made->device_bytes),
            frames, cli_plural(frames), job->frame_time, (int)def->substeps, cli_plural(def->substeps),
            (int)def->iterations, cli_plural(def->iterations));
  print_place(job);
  print_precision(job);
}
