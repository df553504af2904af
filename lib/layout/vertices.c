/* Why this file exists: lists the elements at each vertex, and groups vertices by first fit. */
#include "layout/vertices.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "formula/algebraic.h"
#include "formula/count.h"
#include "layout/layout.h"
#include "schedule/vertices.h"

static int64_t count_corners(const xpbd_scene *scene, int64_t *first) {
  const int32_t n = xpbd_scene_particle_count(scene);
  memset(first, 0, ((size_t)n + 1) * sizeof *first);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int64_t corners = (int64_t)set->count * xpbd_formula_at(set->formula)->arity;
    for (int64_t k = 0; k < corners; k++) first[set->particles[k] + 1]++;
  }
  for (int32_t i = 0; i < n; i++) first[i + 1] += first[i];
  return first[n];
}

static void list_corners(const xpbd_scene *scene, int64_t *next, xpbd_corner *out) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t k = 0; k < (int64_t)set->count * arity; k++)
      out[next[set->particles[k]]++] = (xpbd_corner){s, (int32_t)(k / arity), (int32_t)(k % arity)};
  }
}

/* Neighbours are all corners of the elements at a vertex. */
static xpbd_status colour(const xpbd_scene *scene, xpbd_vertex_layout *out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  int64_t *first = xpbd_memory((int64_t)n + 1, sizeof *first);
  int32_t *neighbour = xpbd_memory(XPBD_MAX_ARITY * out->first[n] + 1, sizeof *neighbour);
  xpbd_status status = XPBD_OK;
  if (!first || !neighbour) {
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the neighbours of %d vertices", (int)n);
  } else {
    int64_t count = 0;
    for (int32_t i = 0; i < n; i++) {
      first[i] = count;
      for (int64_t k = out->first[i]; k < out->first[i + 1]; k++) {
        const xpbd_constraints *set = xpbd_scene_set(scene, out->corners[k].set);
        const int arity = xpbd_formula_at(set->formula)->arity;
        for (int c = 0; c < arity; c++)
          neighbour[count++] = set->particles[(int64_t)out->corners[k].element * arity + c];
      }
    }
    first[n] = count;
    status = xpbd_schedule_vertices(n, first, neighbour, xpbd_scene_inverse_masses(scene), &out->colours);
  }
  free(first);
  free(neighbour);
  return status;
}

xpbd_status xpbd_vertex_layout_create(const xpbd_scene *scene, xpbd_vertex_layout *out) {
  const int64_t n = xpbd_scene_particle_count(scene);
  *out = (xpbd_vertex_layout){.first = xpbd_memory(n + 1, sizeof *out->first)};
  int64_t *next = xpbd_memory(n + 1, sizeof *next);
  if (out->first && next) {
    out->corners = xpbd_memory(count_corners(scene, out->first) + 1, sizeof *out->corners);
    memcpy(next, out->first, (size_t)(n + 1) * sizeof *next);
    if (out->corners) list_corners(scene, next, out->corners);
  }
  free(next);
  XPBD_REQUIRE(out->corners, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld vertices", (long long)n);
  out->bytes = (n + 1) * (int64_t)sizeof *out->first + out->first[n] * (int64_t)sizeof *out->corners +
               n * (int64_t)sizeof *out->colours.order;
  return colour(scene, out);
}

void xpbd_vertex_layout_destroy(xpbd_vertex_layout *layout) {
  free(layout->first);
  free(layout->corners);
  xpbd_schedule_destroy(&layout->colours);
  *layout = (xpbd_vertex_layout){0};
}

xpbd_status xpbd_vertices_supported(const xpbd_scene *scene, const char *backend, const char *method) {
  const double *origin = xpbd_scene_origin(scene);
  XPBD_REQUIRE(origin[0] == 0.0 && origin[1] == 0.0 && origin[2] == 0.0, XPBD_ERR_UNSUPPORTED,
               "%s: method %s takes scenes near (0, 0, 0), and this one is near (%.3g, %.3g, %.3g) m; use seq or omp",
               backend, method, origin[0], origin[1], origin[2]);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    const char *name = xpbd_formula_at(formula)->name;
    XPBD_REQUIRE(formula < XPBD_BUILTIN_FORMULAS, XPBD_ERR_UNSUPPORTED,
                 "%s: method %s takes formulas of the list, and %s is from a file; use seq or omp", backend, method,
                 name);
    XPBD_REQUIRE(xpbd_formula_is_algebraic(formula), XPBD_ERR_UNSUPPORTED,
                 "%s: method %s needs second derivatives of %s, whose functions, such as exp, have other bits on a "
                 "device; use seq or omp",
                 backend, method, name);
  }
  return XPBD_OK;
}

xpbd_status xpbd_inertia_over(const xpbd_scene *scene, double h, double *out) {
  const double *w = xpbd_scene_inverse_masses(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    out[i] = w[i] > 0.0 ? 1.0 / (w[i] * h * h) : 0.0;
    XPBD_REQUIRE(w[i] == 0.0 || (out[i] <= 1e200 && out[i] >= 1e-200), XPBD_ERR_UNSUPPORTED,
                 "particle %d: an inverse mass of %g with a time step of %g s is out of range", (int)i, w[i], h);
  }
  return XPBD_OK;
}

void xpbd_vertices_numbers(const xpbd_solver_def *def, xpbd_vertices *out) {
  out->omega = xpbd_omega_of(def);
  out->contact_stiffness = xpbd_number_of(def, "contact_stiffness");
  out->slip = xpbd_number_of(def, "friction_speed") * (def->frame_time / def->substeps);
  out->gauss_newton = xpbd_number_of(def, "gauss_newton") > 0;
}

double xpbd_dashpot_of(const xpbd_constraints *set, const xpbd_solver_def *def) {
  return set->compliance > 0.0 ? xpbd_gamma_of(set, def) / set->compliance : 0.0;
}

/* A set and where its numbers begin, after those of the sets before it. */
static xpbd_vertex_set describe(const xpbd_constraints *set, const xpbd_solver_def *def, xpbd_vertex_arrays *all) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  xpbd_vertex_set out = {.particles = all->particle_count,
                         .rest = all->rest_count,
                         .rows = all->row_count,
                         .compliance = set->compliance,
                         .dashpot = xpbd_dashpot_of(set, def),
                         .formula = set->formula,
                         .count = set->count,
                         .arity = info->arity,
                         .rest_count = info->rest_count,
                         .material_count = info->material_count,
                         .row_count = info->rows,
                         .rest_size = xpbd_rest_size(info),
                         .alike = (info->traits & XPBD_ROWS_ALIKE) != 0};
  for (int k = 0; k < info->material_count; k++) out.material[k] = set->material[k];
  all->particle_count += (int64_t)set->count * out.arity;
  all->rest_count += (int64_t)set->count * out.rest_size;
  all->row_count += (int64_t)set->count * out.row_count;
  all->pulls |= out.dashpot > 0.0;
  return out;
}

xpbd_status xpbd_vertex_arrays_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_vertex_arrays *out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  *out = (xpbd_vertex_arrays){.set_count = xpbd_scene_set_count(scene)};
  out->sets = xpbd_memory_zeroed(out->set_count + 1, sizeof *out->sets);
  out->inertia = xpbd_memory(n, sizeof *out->inertia);
  XPBD_REQUIRE(out->sets && out->inertia, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)n);
  for (int32_t s = 0; s < out->set_count; s++) out->sets[s] = describe(xpbd_scene_set(scene, s), def, out);
  out->particles = xpbd_memory(out->particle_count + 1, sizeof *out->particles);
  out->rest = xpbd_memory(out->rest_count + 1, sizeof *out->rest);
  XPBD_REQUIRE(out->particles && out->rest, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld rows",
               (long long)out->row_count);
  for (int32_t s = 0; s < out->set_count; s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const xpbd_vertex_set *to = &out->sets[s];
    const size_t count = (size_t)set->count;
    memcpy(out->particles + to->particles, set->particles, count * (size_t)to->arity * sizeof *out->particles);
    memcpy(out->rest + to->rest, set->rest, count * (size_t)to->rest_size * sizeof *out->rest);
  }
  return xpbd_inertia_over(scene, def->frame_time / def->substeps, out->inertia);
}

void xpbd_vertex_arrays_destroy(xpbd_vertex_arrays *arrays) {
  void *all[] = {arrays->sets, arrays->particles, arrays->rest, arrays->inertia};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
  *arrays = (xpbd_vertex_arrays){0};
}
