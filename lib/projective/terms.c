/* Why this file exists: builds the terms of a scene and evaluates them one after another in scene order, so sums are
 * bit-identical. */
#include "projective/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/pair.h"
#include "projective/strain.h"

/* A dimensionless number squared. Below it the side of a triangle has no height, and a hinge no direction. A spring has
 * a direction, however short, if its squared length is not 0. */
static const double TINY = 1e-30;

static void difference(const double *x, int32_t to, int32_t from, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = x[3 * (int64_t)to + k] - x[3 * (int64_t)from + k];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double cross_length(const double a[3], const double b[3]) {
  const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  return sqrt(dot(n, n));
}

static double cotangent(const double a[3], const double b[3]) {
  return dot(a, b) / cross_length(a, b);
}

static xpbd_status build_springs(const xpbd_scene *scene, xpbd_terms *out) {
  const int64_t most = xpbd_scene_constraint_count(scene);
  XPBD_REQUIRE(most <= INT32_MAX, XPBD_ERR_UNSUPPORTED, "%lld springs are too many", (long long)most);
  out->springs = malloc((size_t)(most > 0 ? most : 1) * sizeof *out->springs);
  XPBD_REQUIRE(out->springs, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld springs", (long long)most);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    for (int64_t j = 0; j < set->count; j++)
      out->springs[out->spring_count++] =
          (xpbd_spring_term){.particle = {set->particles[2 * j], set->particles[2 * j + 1]},
                             .length = set->rest[j],
                             .stiffness = set->material[0] * set->material[0] / set->compliance};
  }
  return XPBD_OK;
}

/* The rest triangle in its own plane: x0 = (0, 0), x1 = (base, 0), x2 = (across, height). F maps it to space. */
static xpbd_status build_triangle(const double *x, const int32_t *corner, int32_t index, double weight,
                                  xpbd_triangle_term *out) {
  double e1[3], e2[3];
  difference(x, corner[1], corner[0], e1);
  difference(x, corner[2], corner[0], e2);
  const double twice_area = cross_length(e1, e2), base = sqrt(dot(e1, e1));
  XPBD_REQUIRE(twice_area > sqrt(TINY) * dot(e1, e1), XPBD_ERR_INVALID_ARGUMENT, "triangle %d (%d, %d, %d) has no area",
               (int)index, (int)corner[0], (int)corner[1], (int)corner[2]);
  const double height = twice_area / base, across = dot(e1, e2) / base;
  memcpy(out->particle, corner, sizeof out->particle);
  out->shape[1][0] = 1.0 / base;
  out->shape[1][1] = -across / (base * height);
  out->shape[2][0] = 0.0;
  out->shape[2][1] = 1.0 / height;
  for (int c = 0; c < 2; c++) out->shape[0][c] = -(out->shape[1][c] + out->shape[2][c]);
  out->weight = weight * 0.5 * twice_area;
  return XPBD_OK;
}

static xpbd_status build_triangles(const xpbd_scene *scene, double weight, xpbd_terms *out) {
  const int32_t count = xpbd_scene_triangle_count(scene);
  out->triangles = malloc((size_t)count * sizeof *out->triangles);
  XPBD_REQUIRE(out->triangles, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d triangles", (int)count);
  for (int32_t t = 0; t < count; t++)
    XPBD_TRY(build_triangle(xpbd_scene_positions(scene), xpbd_scene_triangles(scene) + 3 * (int64_t)t, t, weight,
                            &out->triangles[out->triangle_count++]));
  return XPBD_OK;
}

/* s of a hinge, relative to its first particle, so that it does not depend on the mesh's position except for
 * rounding. */
static void hinge_vector(const xpbd_hinge_term *hinge, const double *x, double out[3]) {
  double d[3];
  out[0] = out[1] = out[2] = 0.0;
  for (int i = 1; i < 4; i++) {
    difference(x, hinge->particle[i], hinge->particle[0], d);
    for (int k = 0; k < 3; k++) out[k] += hinge->shape[i] * d[k];
  }
}

/* K of Bergou et al. 2006: cotangents of the angles at the shared edge, times sqrt(3 / (A0 + A1)). */
static xpbd_status build_hinge(const double *x, const int32_t *particle, double weight, xpbd_hinge_term *out) {
  double e0[3], e1[3], e2[3], e3[3], e4[3], s[3];
  difference(x, particle[1], particle[0], e0);
  difference(x, particle[2], particle[0], e1);
  difference(x, particle[3], particle[0], e2);
  difference(x, particle[2], particle[1], e3);
  difference(x, particle[3], particle[1], e4);
  const double area = 0.5 * (cross_length(e0, e1) + cross_length(e0, e2)), scale = sqrt(3.0 / area);
  const double c01 = cotangent(e0, e1), c02 = cotangent(e0, e2), c03 = -cotangent(e0, e3), c04 = -cotangent(e0, e4);
  memcpy(out->particle, particle, sizeof out->particle);
  out->shape[1] = scale * (c01 + c02);
  out->shape[2] = scale * (-c01 - c03);
  out->shape[3] = scale * (-c02 - c04);
  out->shape[0] = -(out->shape[1] + out->shape[2] + out->shape[3]); /* c03 + c04, but the sum is exactly 0 */
  for (int i = 0; i < 4; i++)
    XPBD_REQUIRE(isfinite(out->shape[i]), XPBD_ERR_INVALID_ARGUMENT,
                 "the triangles of particles %d, %d, %d, %d have no area", (int)particle[0], (int)particle[1],
                 (int)particle[2], (int)particle[3]);
  out->weight = weight;
  hinge_vector(out, x, s);
  out->length = sqrt(dot(s, s));
  return XPBD_OK;
}

static xpbd_status build_hinges(const xpbd_scene *scene, double weight, xpbd_terms *out) {
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_make(xpbd_scene_particle_count(scene), xpbd_scene_positions(scene),
                          xpbd_scene_triangle_count(scene), xpbd_scene_triangles(scene), &mesh));
  xpbd_status status = XPBD_OK;
  out->hinges = malloc((size_t)(mesh.hinge_count > 0 ? mesh.hinge_count : 1) * sizeof *out->hinges);
  if (!out->hinges) status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d hinges", (int)mesh.hinge_count);
  for (int32_t h = 0; h < mesh.hinge_count && status == XPBD_OK; h++)
    status = build_hinge(mesh.positions, mesh.hinges + 4 * (int64_t)h, weight, &out->hinges[out->hinge_count++]);
  xpbd_mesh_destroy(&mesh);
  return status;
}

xpbd_status xpbd_terms_create(const xpbd_scene *scene, const xpbd_projective_settings *own, xpbd_terms *out) {
  *out = (xpbd_terms){.strain_limit = own->strain_limit};
  XPBD_TRY(build_springs(scene, out));
  if (own->triangle_weight > 0.0) XPBD_TRY(build_triangles(scene, own->triangle_weight, out));
  if (own->bending_weight > 0.0) XPBD_TRY(build_hinges(scene, own->bending_weight, out));
  return XPBD_OK;
}

void xpbd_terms_destroy(xpbd_terms *terms) {
  free(terms->springs);
  free(terms->triangles);
  free(terms->hinges);
  *terms = (xpbd_terms){0};
}

int64_t xpbd_terms_count(const xpbd_terms *terms) {
  return (int64_t)terms->spring_count + terms->triangle_count + terms->hinge_count;
}

int64_t xpbd_terms_bytes(const xpbd_terms *terms) {
  return terms->spring_count * (int64_t)sizeof *terms->springs +
         terms->triangle_count * (int64_t)sizeof *terms->triangles +
         terms->hinge_count * (int64_t)sizeof *terms->hinges;
}

int64_t xpbd_terms_entry_limit(const xpbd_terms *terms) {
  return 3 * (int64_t)terms->spring_count + 6 * (int64_t)terms->triangle_count + 10 * (int64_t)terms->hinge_count;
}

/* Adds weight times product to the lower triangle, unless an end is pinned. */
static int64_t add_entry(int32_t row, int32_t column, double value, xpbd_factor_entry *out) {
  if (row < 0 || column < 0) return 0;
  *out = row >= column ? (xpbd_factor_entry){row, column, value} : (xpbd_factor_entry){column, row, value};
  return 1;
}

int64_t xpbd_terms_matrix(const xpbd_terms *terms, const int32_t *row, xpbd_factor_entry *entries) {
  int64_t count = 0;
  for (int32_t t = 0; t < terms->spring_count; t++) {
    const xpbd_spring_term *spring = &terms->springs[t];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j <= i; j++)
        count += add_entry(row[spring->particle[i]], row[spring->particle[j]],
                           i == j ? spring->stiffness : -spring->stiffness, &entries[count]);
  }
  for (int32_t t = 0; t < terms->triangle_count; t++) {
    const xpbd_triangle_term *triangle = &terms->triangles[t];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++)
        count += add_entry(row[triangle->particle[i]], row[triangle->particle[j]],
                           triangle->weight * (triangle->shape[i][0] * triangle->shape[j][0] +
                                               triangle->shape[i][1] * triangle->shape[j][1]),
                           &entries[count]);
  }
  for (int32_t t = 0; t < terms->hinge_count; t++) {
    const xpbd_hinge_term *hinge = &terms->hinges[t];
    for (int i = 0; i < 4; i++)
      for (int j = 0; j <= i; j++)
        count += add_entry(row[hinge->particle[i]], row[hinge->particle[j]],
                           hinge->weight * (hinge->shape[i] * hinge->shape[j]), &entries[count]);
  }
  return count;
}

static void add(double *gradient, int32_t particle, double factor, const double v[3]) {
  for (int k = 0; k < 3; k++) gradient[3 * (int64_t)particle + k] += factor * v[k];
}

/* The values of two springs, their squared lengths, and the gradients [3] at their first particles. */
static inline xpbd_pair evaluate_two(const int64_t from[2], const int64_t to[2],
                                     const xpbd_spring_term *const spring[2], const double *x, xpbd_pair *squared,
                                     xpbd_pair out[3]) {
  const xpbd_pair rest = {spring[0]->length, spring[1]->length};
  const xpbd_pair stiffness = {spring[0]->stiffness, spring[1]->stiffness};
  xpbd_pair d[3];
  xpbd_pair_between(x, from, to, d);
  *squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const xpbd_pair length = xpbd_pair_root(*squared);
  const xpbd_pair excess = length - rest, force = -(stiffness * (excess / length));
  for (int k = 0; k < 3; k++) out[k] = force * d[k];
  return 0.5 * stiffness * excess * excess;
}

/* Two springs at a time, added up in the order of the springs. */
static double evaluate_springs(const xpbd_terms *terms, const double *x, double *gradient) {
  double sum = 0.0;
  xpbd_pair_sum at = {0};
  if (gradient) at = xpbd_pair_sum_begin(gradient, 0);
  for (int32_t t = 0; t < terms->spring_count; t += 2) {
    const int both = t + 1 < terms->spring_count;
    const xpbd_spring_term *const spring[2] = {&terms->springs[t], &terms->springs[t + both]};
    const int64_t from[2] = {3 * (int64_t)spring[0]->particle[0], 3 * (int64_t)spring[1]->particle[0]};
    const int64_t to[2] = {3 * (int64_t)spring[0]->particle[1], 3 * (int64_t)spring[1]->particle[1]};
    xpbd_pair f[3], squared;
    const xpbd_pair value = evaluate_two(from, to, spring, x, &squared, f);
    for (int k = 0; k <= both; k++) {
      sum += value[k];
      if (gradient && squared[k] > 0.0) /* without length, no direction */
        xpbd_pair_sum_add(gradient, from[k], to[k], (const double[3]){f[0][k], f[1][k], f[2][k]}, &at);
    }
  }
  if (gradient) xpbd_pair_sum_end(gradient, &at);
  return sum;
}

static double evaluate_triangle(const xpbd_triangle_term *triangle, double limit, const double *x, double *gradient) {
  double f[2][3], excess[2][3], e1[3], e2[3];
  difference(x, triangle->particle[1], triangle->particle[0], e1);
  difference(x, triangle->particle[2], triangle->particle[0], e2);
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 3; k++) f[c][k] = triangle->shape[1][c] * e1[k] + triangle->shape[2][c] * e2[k];
  const double squared = xpbd_strain_excess(f, limit, excess);
  if (gradient)
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < 2; c++)
        add(gradient, triangle->particle[i], triangle->weight * triangle->shape[i][c], excess[c]);
  return 0.5 * triangle->weight * squared;
}

static double evaluate_hinge(const xpbd_hinge_term *hinge, const double *x, double *gradient) {
  double s[3];
  hinge_vector(hinge, x, s);
  const double squared = dot(s, s), length = sqrt(squared), excess = length - hinge->length;
  if (gradient && squared > TINY)
    for (int i = 0; i < 4; i++)
      add(gradient, hinge->particle[i], hinge->weight * hinge->shape[i] * (excess / length), s);
  return 0.5 * hinge->weight * excess * excess;
}

double xpbd_terms_evaluate(const xpbd_terms *terms, const double *x, double *gradient) {
  double sum = evaluate_springs(terms, x, gradient);
  for (int32_t t = 0; t < terms->triangle_count; t++)
    sum += evaluate_triangle(&terms->triangles[t], terms->strain_limit, x, gradient);
  for (int32_t t = 0; t < terms->hinge_count; t++) sum += evaluate_hinge(&terms->hinges[t], x, gradient);
  return sum;
}
