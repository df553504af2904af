/* Why this file exists: cantilevers as meshes, and their deflection by beam theories. */
#include "beams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "elasticity.h"

static const double gravity = 9.81;
bool beam_make(check *self, const beam *c, body *b) {
  const double cell = c->length / c->cells[0];
  if (!body_make(b, self, c->cells, cell)) return false;
  double whole = 0.0, unused[4][3];
  for (int32_t i = 0; i < b->n; i++) {
    b->mass[i] = 0.0;
    if (c->graded) b->rest[3 * i] *= 0.6 + 0.4 * b->rest[3 * i] / c->length;
  }
  if (c->end_load > 0) body_load(b, 0, c->length, c->end_load / gravity);
  for (int32_t t = 0; t < b->mesh.tet_count; t++) whole += elasticity_shape(b, t, unused);
  for (int32_t t = 0; t < b->mesh.tet_count; t++) {
    const double share = 0.25 * c->weight / gravity * elasticity_shape(b, t, unused) / whole;
    for (int k = 0; k < 4; k++) b->mass[b->mesh.tets[4 * t + k]] += share;
  }
  body_pin(b, 0, 0.0);
  b->gravity[1] = -gravity;
  const double soft = 1e-6 / (36.0 * c->e * cell); /* C of a plane is a sixth of the distance */
  return !c->flat || (body_plane(b, 2, 0.0, soft) && body_plane(b, 2, c->cells[2] * cell, soft));
}

double *beam_start(const body *b) {
  double *x = malloc(3 * (size_t)b->n * sizeof *x);
  if (x)
    memcpy(x, b->rest, 3 * (size_t)b->n * sizeof *x);
  else
    check_true(b->owner, false, "memory for %d particles", (int)b->n);
  return x;
}

double beam_tip(const body *b, const double *x) {
  double far = 0.0, sum = 0.0;
  int count = 0;
  for (int32_t i = 0; i < b->mesh.vertex_count; i++) far = fmax(far, b->rest[3 * i]);
  for (int32_t i = 0; i < b->mesh.vertex_count; i++)
    if (b->rest[3 * i] > far - 1e-9) sum += b->rest[3 * i + 1] - x[3 * i + 1], count++;
  return sum / count;
}

double beam_step(const body *b, const beam *c, double turn) {
  double lightest = INFINITY;
  for (int32_t i = 0; i < b->n; i++)
    if (b->mass[i] > 0) lightest = fmin(lightest, b->mass[i]);
  const double modulus = c->e * (1.0 - c->nu) / ((1.0 + c->nu) * (1.0 - 2.0 * c->nu));
  return turn * sqrt(lightest / (modulus * c->length / c->cells[0]));
}

static double bending_stiffness(const beam *c) {
  const double cell = c->length / c->cells[0], height = c->cells[1] * cell, width = c->cells[2] * cell;
  return c->e * width * height * height * height / 12.0;
}

double beam_theory(const beam *c, bool shear) {
  const double cell = c->length / c->cells[0], area = c->cells[1] * c->cells[2] * cell * cell, l = c->length;
  const double bent = (c->weight / 8.0 + c->end_load / 3.0) * l * l * l / bending_stiffness(c);
  const double coefficient = 10.0 * (1.0 + c->nu) / (12.0 + 11.0 * c->nu), modulus = c->e / (2.0 * (1.0 + c->nu));
  return bent + (shear ? (c->weight / 2.0 + c->end_load) * l / (coefficient * modulus * area) : 0.0);
}

/* For the mode w of a cantilever, the integral of w'^2 over that of w^2, and of w'''^2 over that of w''^2, is 4.6478 / L^2
 * by quadrature. Rotation adds kinetic energy, and shear adds flexibility. */
double beam_frequency(const beam *c, bool shear) {
  const double first = 1.8751040687, cell = c->length / c->cells[0], height = c->cells[1] * cell, l = c->length;
  const double euler = first * first * sqrt(bending_stiffness(c) / (c->weight / gravity * l * l * l));
  const double coefficient = 10.0 * (1.0 + c->nu) / (12.0 + 11.0 * c->nu), modulus = c->e / (2.0 * (1.0 + c->nu));
  const double thick = height * height / (12.0 * l * l) * (1.0 + c->e / (coefficient * modulus));
  return shear ? euler / sqrt(1.0 + 4.6478 * thick) : euler;
}

/// Angle, its slope, and the sag at the end of the elastica that starts with the slope `slope` at the clamp.
static void shoot(const beam *c, double slope, double *end_slope, double *down) {
  enum { STEPS = 2000 };
  const double h = c->length / STEPS, stiffness = bending_stiffness(c);
  double y[3] = {0.0, slope, 0.0}; /* angle below the horizontal, its slope, sag */
  for (int i = 0; i < STEPS; i++) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, part[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double k[3] = {0}, sum[3] = {0};
    for (int stage = 0; stage < 4; stage++) {
      double z[3];
      for (int a = 0; a < 3; a++) z[a] = y[a] + at[stage] * h * k[a];
      const double beyond = 1.0 - (i + at[stage]) / STEPS;
      k[0] = z[1];
      k[1] = -(c->end_load + c->weight * beyond) * cos(z[0]) / stiffness;
      k[2] = sin(z[0]);
      for (int a = 0; a < 3; a++) sum[a] += part[stage] * h * k[a];
    }
    for (int a = 0; a < 3; a++) y[a] += sum[a];
  }
  *end_slope = y[1], *down = y[2];
}

double beam_elastica(const beam *c) {
  double low = 0.0, high = (c->end_load + c->weight) * c->length / bending_stiffness(c), end, down = NAN;
  for (int i = 0; i < 100; i++) { /* the end has no moment */
    const double middle = 0.5 * (low + high);
    shoot(c, middle, &end, &down);
    *(end > 0 ? &high : &low) = middle;
  }
  return down;
}
