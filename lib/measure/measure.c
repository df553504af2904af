/* Why this file exists: the one definition of every quantity in checks, benches and reports. */
#include "xpbd/measure.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/edge.h"
#include "formula/table.h"

static xpbd_vec3_f64 at(const double *values, int32_t i) {
  const double *p = &values[3 * (int64_t)i];
  return (xpbd_vec3_f64){p[0], p[1], p[2]};
}

static void measure_particles(const xpbd_scene *scene, const double *positions, const double *velocities,
                              xpbd_measures *out) {
  const double *w = xpbd_scene_inverse_masses(scene), *start = xpbd_scene_positions(scene);
  const double *gravity = xpbd_scene_gravity(scene);
  double mass = 0.0;
  out->lowest = INFINITY;
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    const double *x = &positions[3 * (int64_t)i], *v = &velocities[3 * (int64_t)i], *x0 = &start[3 * (int64_t)i];
    if (!(x[1] >= out->lowest)) out->lowest = x[1];
    if (!(w[i] > 0.0)) continue;
    const double m = 1.0 / w[i];
    mass += m;
    for (int k = 0; k < 3; k++) {
      out->kinetic += 0.5 * m * v[k] * v[k];
      out->gravitational -= m * gravity[k] * (x[k] - x0[k]);
      out->momentum[k] += m * v[k];
      out->centre[k] += m * x[k];
    }
  }
  for (int k = 0; k < 3; k++) out->centre[k] = mass > 0.0 ? out->centre[k] / mass : 0.0;
}

/* Sums over constraints that measure_set() carries from set to set. */
typedef struct totals {
  int64_t constraints, edges;
} totals;

/* Position of particle i of a scene, or the mean of a centre's particles. */
static xpbd_vec3_f64 place_of(const xpbd_scene *scene, const double *positions, int32_t i) {
  const int32_t n = xpbd_scene_particle_count(scene);
  if (i < n) return at(positions, i);
  const xpbd_range *range = xpbd_scene_centre(scene, i - n);
  xpbd_vec3_f64 sum = {0, 0, 0};
  for (int32_t k = 0; k < range->count; k++) sum = xpbd_v_add_f64(sum, at(positions, range->first + k));
  return (xpbd_vec3_f64){sum.x / range->count, sum.y / range->count, sum.z / range->count};
}

/* Adds a residual, and its part of the elastic energy. */
static void count_residual(double c, double compliance, totals *count, xpbd_measures *out) {
  out->residual_mean += fabs(c);
  if (!(fabs(c) <= out->residual_max)) out->residual_max = fabs(c);
  if (compliance > 0.0) out->elastic += 0.5 * c * c / compliance;
  count->constraints++;
}

/* A set while its constraints are evaluated one after another. */
typedef struct evaluated {
  const xpbd_scene *scene;
  const xpbd_constraints *set;
  const double *positions;
  int32_t tip; /* a centre is the mean of many particles, so it is computed once per set */
  xpbd_vec3_f64 at_tip;
  xpbd_vec3_f64 x[XPBD_MAX_ARITY]; /* of the last constraint */
} evaluated;

/* C of a row of element j. */
static double evaluate(evaluated *e, int64_t j, int row) {
  const xpbd_formula *formula = xpbd_formula_entry(e->set->formula);
  const int arity = formula->info.arity;
  const int32_t n = xpbd_scene_particle_count(e->scene);
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  double room[XPBD_MAX_REST];
  for (int k = 0; k < arity; k++) {
    const int32_t i = e->set->particles[j * arity + k];
    if (i >= n && i != e->tip) e->tip = i, e->at_tip = place_of(e->scene, e->positions, i);
    e->x[k] = i >= n ? e->at_tip : at(e->positions, i);
  }
  return formula->f64(e->x, xpbd_rest_of(e->set, j, row, room), e->set->material, g);
}

/* C of the constraint of particle i, in a set that has one for each. */
static double evaluate_patch(evaluated *e, int32_t i) {
  const xpbd_patches *patches = &e->set->patches;
  double sum = 0.0;
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++) sum += evaluate(e, patches->element[at], 0);
  return sum / sqrt(patches->size[i]);
}

static void measure_patches(evaluated *e, totals *count, xpbd_measures *out) {
  for (int32_t i = 0; i < e->set->patches.count; i++)
    if (e->set->patches.size[i] > 0.0) count_residual(evaluate_patch(e, i), e->set->compliance, count, out);
}

static void measure_set(const xpbd_scene *scene, const xpbd_constraints *set, const double *positions, totals *count,
                        xpbd_measures *out) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const bool summed = (formula->info.traits & XPBD_SUMMED) != 0;
  evaluated e = {.scene = scene, .set = set, .positions = positions, .tip = -1};
  double sum = 0.0;
  if (set->patches.count > 0) {
    measure_patches(&e, count, out);
    return;
  }
  for (int64_t j = 0; j < set->count; j++) {
    double room[XPBD_MAX_REST];
    const double *rest = xpbd_rest_of(set, j, 0, room); /* may have no numbers */
    for (int row = 0; row < formula->info.rows; row++) {
      const double c = evaluate(&e, j, row);
      sum += c;
      if (!summed) count_residual(c, set->compliance, count, out);
    }
    if (formula->info.element == XPBD_ON_EDGES && formula->info.rest_count > 0 && rest[0] > 0.0) {
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(e.x[1], e.x[0]);
      const double strain = fabs(sqrt(xpbd_v_dot_f64(d, d)) / rest[0] - 1.0);
      out->strain_mean += strain;
      if (!(strain <= out->strain_max)) out->strain_max = strain;
      count->edges++;
    }
  }
  if (summed && set->count > 0) count_residual(sum, set->compliance, count, out);
}

xpbd_status xpbd_measure_row(const xpbd_scene *scene, int32_t set, int row, const double *positions, double *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = 0.0;
  XPBD_NOT_NULL(scene, positions);
  XPBD_REQUIRE(set >= 0 && set < xpbd_scene_set_count(scene), XPBD_ERR_INVALID_ARGUMENT, "the scene has no set %d",
               (int)set);
  evaluated e = {.scene = scene, .set = xpbd_scene_set(scene, set), .positions = positions, .tip = -1};
  const xpbd_formula_info *info = &xpbd_formula_entry(e.set->formula)->info;
  XPBD_REQUIRE(row >= 0 && row < info->rows, XPBD_ERR_INVALID_ARGUMENT, "%s has no row %d", info->name, row);
  if (e.set->patches.count > 0) {
    int64_t some = 0;
    for (int32_t i = 0; i < e.set->patches.count; i++)
      if (e.set->patches.size[i] > 0.0) *out += fabs(evaluate_patch(&e, i)), some++;
    *out /= some > 0 ? (double)some : 1.0;
    return XPBD_OK;
  }
  const bool summed = (info->traits & XPBD_SUMMED) != 0;
  for (int64_t j = 0; j < e.set->count; j++) {
    const double c = evaluate(&e, j, row);
    *out += summed ? c : fabs(c);
  }
  *out = summed ? fabs(*out) : e.set->count > 0 ? *out / (double)e.set->count : 0.0;
  return XPBD_OK;
}

static void measure_surface(const xpbd_scene *scene, const double *positions, xpbd_measures *out) {
  const int32_t *corner = xpbd_scene_triangles(scene);
  for (int64_t t = 0; t < xpbd_scene_triangle_count(scene); t++, corner += 3) {
    const xpbd_vec3_f64 a = at(positions, corner[0]), b = at(positions, corner[1]), c = at(positions, corner[2]);
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(xpbd_v_sub_f64(b, a), xpbd_v_sub_f64(c, a));
    out->area += 0.5 * sqrt(xpbd_v_dot_f64(n, n));
    out->volume += xpbd_v_dot_f64(a, xpbd_v_cross_f64(b, c)) / 6.0;
  }
}

xpbd_status xpbd_measure(const xpbd_scene *scene, const double *positions, const double *velocities,
                         xpbd_measures *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  memset(out, 0, sizeof *out);
  XPBD_NOT_NULL(scene, positions, velocities);
  const int64_t n = xpbd_scene_particle_count(scene);
  for (int64_t k = 0; k < 3 * n; k++)
    XPBD_REQUIRE(isfinite(positions[k]) && isfinite(velocities[k]), XPBD_ERR_DIVERGED,
                 "position or velocity of particle %lld is not finite", (long long)(k / 3));
  measure_particles(scene, positions, velocities, out);
  totals count = {0, 0};
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    measure_set(scene, xpbd_scene_set(scene, s), positions, &count, out);
  if (count.constraints > 0) out->residual_mean /= (double)count.constraints;
  if (count.edges > 0) out->strain_mean /= (double)count.edges;
  measure_surface(scene, positions, out);
  return XPBD_OK;
}
