/* Why this file exists: draws shapes and evaluates a formula on them in all readings. */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "formula/fields.h"

enum { DRAWS = 1000 };

double sample_between(sample_random *random, double low, double high) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u; /* Steele et al. 2014 */
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

static unsigned long unwatched;
unsigned long *sample_beat = &unwatched;

int sample_divisor = 1;
double (*sample_exact_otherwise)(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e);
double (*sample_rest_slope_otherwise)(const xpbd_formula *formula, const sample *at, int index);

int sample_fewer(int count) {
  return (count + sample_divisor - 1) / sample_divisor;
}

double *sample_coordinate(xpbd_vec3_f64 *x, int k) {
  xpbd_vec3_f64 *p = &x[k / 3];
  return k % 3 == 0 ? &p->x : k % 3 == 1 ? &p->y : &p->z;
}

double sample_inner(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b) {
  double sum = 0;
  for (int i = 0; i < arity; i++) sum += xpbd_v_dot_f64(a[i], b[i]);
  return sum;
}

double sample_norm(int arity, const xpbd_vec3_f64 *g) {
  return sqrt(sample_inner(arity, g, g));
}

double sample_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b) {
  xpbd_vec3_f64 d[XPBD_MAX_ARITY];
  for (int i = 0; i < arity; i++) d[i] = xpbd_v_sub_f64(a[i], b[i]);
  return sample_norm(arity, d);
}

void sample_sums(int count, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *g, double norm, double size, double *linear,
                 double *angular) {
  xpbd_vec3_f64 sum = {0, 0, 0}, couple = {0, 0, 0};
  for (int i = 0; i < count; i++) {
    sum = xpbd_v_add_f64(sum, g[i]);
    couple = xpbd_v_add_f64(couple, xpbd_v_cross_f64(xpbd_v_sub_f64(x[i], x[0]), g[i]));
  }
  *linear = sample_norm(1, &sum) / norm;
  *angular = sample_norm(1, &couple) / (norm * size);
}

double sample_doubled_area(const xpbd_vec3_f64 *x, int i, int j, int k) {
  const xpbd_vec3_f64 n = xpbd_v_cross_f64(xpbd_v_sub_f64(x[j], x[i]), xpbd_v_sub_f64(x[k], x[i]));
  return sqrt(xpbd_v_dot_f64(n, n));
}

double sample_triple(const xpbd_vec3_f64 *x) {
  const xpbd_vec3_f64 a = xpbd_v_sub_f64(x[1], x[0]), b = xpbd_v_sub_f64(x[2], x[0]), c = xpbd_v_sub_f64(x[3], x[0]);
  return xpbd_v_dot_f64(xpbd_v_cross_f64(a, b), c);
}

const struct sample_collapsed sample_collapsed[SAMPLE_COLLAPSES] = {
    [AT_ORIGIN] = {"all particles in one place", 0},
    [AT_POINT] = {"all particles in one place", 0},
    [NEARLY_AT_ORIGIN] = {"all particles nearly in one place", 0},
    [ON_LINE] = {"all particles on a line", 3},
    [ON_PLANE] = {"all particles in a plane", 4},
    [PAIR_AT_POINT] = {"two particles in one place", 3}};

void sample_make(int arity, sample_collapse kind, double tiny, xpbd_vec3_f64 *x) {
  const xpbd_vec3_f64 point = {0.75, -1.25, 2.125}, zero = {0, 0, 0}; /* floats, and their halves and quarters */
  for (int i = 0; i < arity; i++) {
    if (kind == AT_ORIGIN || kind == NEARLY_AT_ORIGIN) x[i] = zero;
    if (kind == AT_POINT) x[i] = point;
    if (kind == ON_LINE) x[i] = xpbd_v_madd_f64(0.25 * (i * 7 % 5) - 0.5, point, point);
    if (kind == ON_PLANE) x[i].y = 0.75;
  }
  if (kind == NEARLY_AT_ORIGIN) x[arity - 1].y = tiny;
  if (kind == PAIR_AT_POINT) x[arity - 1] = x[arity - 2];
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double sample_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

bool sample_finite(int arity, double c, const xpbd_vec3_f64 *g) {
  return isfinite(c) && isfinite(sample_inner(arity, g, g));
}

void sample_corners(const xpbd_formula *formula, xpbd_vec3_f64 *corners) {
  const bool tet = formula->info.element == XPBD_ON_TETS;
  const xpbd_vec3_f64 all[XPBD_MAX_ARITY] = {
      {0, 0, 0}, {1, 0, 0}, {0.4, 0.9, 0}, tet ? (xpbd_vec3_f64){0.45, 0.35, 0.8} : (xpbd_vec3_f64){0.55, -0.85, 0}};
  memcpy(corners, all, (size_t)formula->info.arity * sizeof *corners);
}

void sample_material(const xpbd_formula *formula, double *material) {
  for (int i = 0; i < formula->info.material_count; i++) material[i] = formula->info.material[i].standard;
}

void sample_fields(const xpbd_formula *formula, sample_random *random, double *fields) {
  xpbd_fields_standard(&formula->info, fields);
  for (const xpbd_formula_field *field = formula->info.fields; random && field && field->name; field++) {
    double drawn[3];
    for (int k = 0; k < 3; k++) drawn[k] = sample_between(random, -1, 1);
    xpbd_field_usual(field, drawn, &fields[field->at]);
  }
}

static bool shape_of(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *fields, int row, double *rest) {
  xpbd_rest_shape_with(formula, x, NULL, fields, row, rest);
  for (int i = 0; i < formula->info.rest_count; i++)
    if (!isfinite(rest[i])) return false;
  return true;
}

bool sample_rest(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, double *rest) {
  return shape_of(formula, x, NULL, row, rest);
}

bool sample_shape(const xpbd_formula *formula, sample *at) {
  return shape_of(formula, at->from, at->fields, at->row, at->rest);
}

xpbd_vec3_f64 sample_moved(sample_random *random, xpbd_vec3_f64 at, double distance) {
  at.x += sample_between(random, -distance, distance);
  at.y += sample_between(random, -distance, distance);
  at.z += sample_between(random, -distance, distance);
  return at;
}

sample sample_near(const xpbd_formula *formula, sample_random *random, const sample *at, double distance) {
  sample near = *at;
  for (int i = 0; i < formula->info.arity; i++) near.x[i] = sample_moved(random, at->x[i], distance);
  return near;
}

double sample_rounding(const xpbd_formula *formula, const sample *at) {
  return 0x1p-51 * (at->size + sample_norm(formula->info.arity, at->x));
}

double sample_in_range(const xpbd_material *m, double t) {
  const double above = fmin(m->maximum, 1e30), usual = m->standard > 0 ? fmin(m->standard, above) : above,
               below = m->minimum > 0 ? m->minimum : 1e-6 * usual;
  return m->minimum >= 0 && above > 0 ? below * pow(above / below, t) : m->minimum + (above - m->minimum) * t;
}

/// Far from flat, with particles apart: ordinary shapes contain nothing that a formula may refuse.
static bool full(const xpbd_formula *formula, const xpbd_vec3_f64 *x, double size) {
  const int arity = formula->info.arity;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++)
      if (!(sample_distance(1, &x[i], &x[j]) > 0.3 * size)) return false;
  const double area = 0.25 * size * size;
  if (arity >= 3 && !(sample_doubled_area(x, 0, 1, 2) > area)) return false;
  if (arity < 4) return true;
  if (formula->info.element != XPBD_ON_TETS) return sample_doubled_area(x, 0, 1, 3) > area;
  return sample_triple(x) > 0.2 * size * size * size;
}

static void draw_material(const xpbd_formula *formula, sample_random *random, double *material) {
  double drawn[XPBD_MAX_MATERIAL] = {0};
  for (int i = 0; i < formula->info.material_count; i++) {
    const xpbd_material *m = &formula->info.material[i];
    const double value = m->standard * sample_between(random, 0.6, 1.5);
    drawn[i] = value < m->minimum || value > m->maximum ? m->standard : value;
  }
  if (!xpbd_formula_violates(formula, drawn)) memcpy(material, drawn, sizeof drawn);
}

static bool draw(const xpbd_formula *formula, sample_random *random, const sample_way *way, sample *at) {
  const int arity = formula->info.arity;
  *at = (sample){.size = exp(sample_between(random, log(way->least), log(way->most)))};
  sample_corners(formula, at->from);
  const xpbd_vec3_f64 offset = sample_moved(random, (xpbd_vec3_f64){0, 0, 0}, at->size);
  for (int i = 0; i < arity; i++) {
    xpbd_vec3_f64 corner = sample_moved(random, at->from[i], 0.25);
    if (way->flat && formula->info.element != XPBD_ON_TETS) corner.z = 0;
    at->from[i] = xpbd_v_madd_f64(at->size, corner, offset);
    at->x[i] = sample_moved(random, at->from[i], way->amplitude * at->size);
  }
  at->row = (int)sample_between(random, 0.0, (double)formula->info.rows);
  sample_material(formula, at->material);
  if (way->vary_material) draw_material(formula, random, at->material);
  sample_fields(formula, way->vary_material ? random : NULL, at->fields);
  return full(formula, at->from, at->size) && full(formula, at->x, at->size) && sample_shape(formula, at);
}

bool sample_draw(const xpbd_formula *formula, sample_random *random, const sample_way *way, sample *out) {
  for (int i = 0; i < DRAWS; i++)
    if (draw(formula, random, way, out)) return true;
  return false;
}

double sample_f64(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *g) {
  for (int i = 0; i < formula->info.arity; i++)
    g[i] = (xpbd_vec3_f64){0, 0, 0}; /* a gradient that is never set shows as missing */
  ++*sample_beat;
  return formula->f64(at->x, at->rest, at->material, g);
}

double sample_f32(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *g) {
  if (!formula->f32) return sample_f64(formula, at, g);
  xpbd_vec3_f32 x[XPBD_MAX_ARITY] = {{0}}, h[XPBD_MAX_ARITY] = {{0}};
  float rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0};
  const int arity = formula->info.arity;
  for (int i = 0; i < arity; i++) x[i] = (xpbd_vec3_f32){(float)at->x[i].x, (float)at->x[i].y, (float)at->x[i].z};
  for (int i = 0; i < formula->info.rest_count; i++) rest[i] = (float)at->rest[i];
  for (int i = 0; i < formula->info.material_count; i++) material[i] = (float)at->material[i];
  ++*sample_beat;
  const double c = (double)formula->f32(x, rest, material, h);
  for (int i = 0; i < arity; i++) g[i] = (xpbd_vec3_f64){(double)h[i].x, (double)h[i].y, (double)h[i].z};
  return c;
}

static const double tiny = 1e-60; /* its square is lost in any rounding */

/// The complex value with an imaginary step in the positions, or in a number of the rest shape.
static double _Complex complex_value(const xpbd_formula *formula, const sample *at, const xpbd_vec3_f64 *velocity,
                                     int rest_index) {
  xpbd_vec3_c64 x[XPBD_MAX_ARITY] = {{0}}, g[XPBD_MAX_ARITY] = {{0}};
  double _Complex rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0};
  for (int i = 0; i < formula->info.arity; i++) {
    const xpbd_vec3_f64 *p = &at->x[i], zero = {0, 0, 0}, *d = velocity ? &velocity[i] : &zero;
    x[i] =
        (xpbd_vec3_c64){xpbd_of_c64(p->x, tiny * d->x), xpbd_of_c64(p->y, tiny * d->y), xpbd_of_c64(p->z, tiny * d->z)};
  }
  for (int i = 0; i < formula->info.rest_count; i++) rest[i] = xpbd_of_c64(at->rest[i], i == rest_index ? tiny : 0.0);
  for (int i = 0; i < formula->info.material_count; i++) material[i] = at->material[i];
  ++*sample_beat;
  return formula->c64(x, rest, material, g);
}

double sample_coded_along(const xpbd_formula *formula, const sample *at, const xpbd_vec3_f64 *velocity, double *slope) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double c = sample_f64(formula, at, g);
  *slope = sample_inner(formula->info.arity, g, velocity);
  return c;
}

double sample_along(const xpbd_formula *formula, const sample *at, const xpbd_vec3_f64 *velocity, double *slope) {
  /* without a complex reading: differences would reach across the jumps that are looked for */
  if (!formula->c64) return sample_coded_along(formula, at, velocity, slope);
  const double _Complex c = complex_value(formula, at, velocity, -1);
  *slope = cimag(c) / tiny;
  return creal(c);
}

double sample_exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e) {
  double c = NAN;
  if (!formula->c64) return sample_exact_otherwise(formula, at, e);
  for (int k = 0; k < 3 * formula->info.arity; k++) {
    xpbd_vec3_f64 velocity[XPBD_MAX_ARITY] = {{0}};
    *sample_coordinate(velocity, k) = 1;
    c = sample_along(formula, at, velocity, sample_coordinate(e, k));
  }
  return c;
}

double sample_rest_slope(const xpbd_formula *formula, const sample *at, int index) {
  if (!formula->c64) return sample_rest_slope_otherwise(formula, at, index);
  return cimag(complex_value(formula, at, NULL, index)) / tiny;
}

/// The value with one coordinate moved.
static double moved_value(const xpbd_formula *formula, sample *at, double *coordinate, double to) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double kept = *coordinate;
  *coordinate = to;
  const double c = sample_f64(formula, at, g);
  *coordinate = kept;
  return c;
}

static double difference(const xpbd_formula *formula, sample *at, double *coordinate, double h) {
  const double here = *coordinate;
  volatile double above = here + h, below = here - h; /* the step really taken */
  const double up = moved_value(formula, at, coordinate, above), down = moved_value(formula, at, coordinate, below);
  return (up - down) / (above - below);
}

void sample_differences(const xpbd_formula *formula, const sample *at, double h, xpbd_vec3_f64 *e) {
  sample copy = *at;
  for (int k = 0; k < 3 * formula->info.arity; k++)
    *sample_coordinate(e, k) = difference(formula, &copy, sample_coordinate(copy.x, k), h);
}

double sample_noise(const xpbd_formula *formula, sample_random *random, const sample *at, const xpbd_vec3_f64 *e) {
  double most = 0;
  for (int round = 0; round < 2; round++) {
    const sample near = sample_near(formula, random, at, sample_rounding(formula, at));
    xpbd_vec3_f64 f[XPBD_MAX_ARITY];
    sample_exact(formula, &near, f);
    most = fmax(most, sample_distance(formula->info.arity, e, f));
  }
  return most;
}

/* volatile: gcc 12 at -O2 vectorises runs of these conversions and then leaves out the rounding */
static double rounded(double a) {
  volatile float b = (float)a;
  return (double)b;
}

void sample_round(const xpbd_formula *formula, sample *at) {
  for (int i = 0; i < formula->info.arity; i++)
    at->x[i] = (xpbd_vec3_f64){rounded(at->x[i].x), rounded(at->x[i].y), rounded(at->x[i].z)};
  for (int i = 0; i < formula->info.rest_count; i++) at->rest[i] = rounded(at->rest[i]);
  for (int i = 0; i < formula->info.material_count; i++) at->material[i] = rounded(at->material[i]);
}
