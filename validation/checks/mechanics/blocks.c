/* Why this file exists: loads a block that deforms uniformly, and has the closed form of its resting state. */
#include "blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equilibrium.h"

/* Of planes and rods, against the block's stiffness of E times 1 m: they give by 1e-9 of its strain. */
static const double rigid = 1e9;

static const char *names[BLOCK_LOADS] = {"uniaxial", "confined", "hydrostatic", "shear"};

const char *block_load_name(block_load load) {
  return names[load];
}

/// Stretches of the closed form; the stress [Pa] along the load.
static double stretches(const block *c, law_kind law, double nu, double stretch[3]) {
  for (int k = 0; k < 3; k++) stretch[k] = 1.0;
  if (c->load == BLOCK_SHEAR) return law_shear(law, c->e, nu, c->target);
  stretch[1] = c->target;
  if (c->load == BLOCK_UNIAXIAL) stretch[0] = stretch[2] = law_across(law, c->e, nu, c->target);
  if (c->load == BLOCK_HYDROSTATIC) stretch[0] = stretch[2] = c->target;
  double p[3];
  law_stress(law, c->e, nu, stretch, p);
  return p[1];
}

static double strain_of(const block *c) {
  return c->load == BLOCK_SHEAR ? c->target : c->target - 1.0;
}

block_strain block_expected(const block *c, law_kind law, double nu) {
  double stretch[3];
  stretches(c, law, nu, stretch);
  return (block_strain){1.0, (stretch[0] - 1.0) / strain_of(c), 0.0};
}

/* Faces of 1 m^2 bear the load. The held sides are planes, so the bottom's own weight acts on nothing. Under
 * hydrostatic load a particle of one face, of two, of three has the forces of its faces when it has the mass of one. */
static bool build(check *self, const block *c, body *b) {
  static const int32_t one[3] = {1, 1, 1};
  const double side = 1.0, soft = 1.0 / (rigid * c->e),
               plane = soft / 36.0; /* C of a plane is a sixth of the distance */
  double stretch[3];
  const double load = c->factor * stretches(c, c->matter->law, c->nu, stretch);
  bool good = body_make(b, self, one, side);
  if (good && c->load == BLOCK_SHEAR) {
    for (int32_t i = 0; i < b->mesh.vertex_count; i++) b->mass[i] = 0.25;
    body_pin(b, 1, 0.0);
    good = body_plane(b, 1, side, plane) && body_plate(b, 1, side, soft);
    good = good && body_plane(b, 2, 0.0, plane); /* so the plate can move along x only */
    b->gravity[0] = load;
  } else if (good) {
    const bool all = c->load == BLOCK_HYDROSTATIC;
    for (int axis = 0; axis < 3; axis++)
      if (axis == 1 || all) body_load(b, axis, side, 1.0);
    for (int axis = 0; good && axis < 3; axis++) good = body_plane(b, axis, 0.0, plane);
    for (int axis = 0; good && axis < 3; axis += 2)
      if (c->load == BLOCK_CONFINED) good = body_plane(b, axis, side, plane);
    for (int axis = 0; axis < 3; axis++)
      if (axis == 1 || all) b->gravity[axis] = load;
  }
  return good && matter_fill(c->matter, b, c->e, c->nu) && body_close(b);
}

/// Where x is.
static void measure(const block *c, const body *b, const double *x, block_strain *out) {
  double mean[3] = {0}, shear = 0.0;
  int on[3] = {0};
  for (int32_t i = 0; i < b->mesh.vertex_count; i++)
    for (int k = 0; k < 3; k++)
      if (b->rest[3 * i + k] > 0.5) {
        mean[k] += x[3 * i + k], on[k]++;
        if (k == 1) shear += x[3 * i] - b->rest[3 * i];
      }
  for (int k = 0; k < 3; k++) mean[k] /= on[k];
  const bool sheared = c->load == BLOCK_SHEAR;
  shear = sheared ? shear / on[1] : 0.0;
  out->along = (sheared ? shear : mean[1] - 1.0) / strain_of(c);
  out->across = sheared ? 0.0 : (0.5 * (mean[0] + mean[2]) - 1.0) / strain_of(c);
  out->uneven = 0.0;
  for (int32_t i = 0; i < b->mesh.vertex_count; i++)
    for (int k = 0; k < 3; k++) {
      const double *at = &b->rest[3 * i];
      const double even = sheared ? at[k] + (k == 0 ? shear * at[1] : 0.0) : at[k] * mean[k];
      const double off = fabs((x[3 * i + k] - even) / strain_of(c));
      if (!(off <= out->uneven)) out->uneven = off;
    }
}

/// Where Newton's method begins.
static void begin(const block *c, const body *b, double *x) {
  block from = *c;
  double stretch[3];
  from.target = c->start;
  stretches(&from, c->matter->law, c->nu, stretch);
  memcpy(x, b->rest, 3 * (size_t)b->n * sizeof *x);
  for (int32_t i = 0; i < b->mesh.vertex_count; i++)
    for (int k = 0; k < 3; k++)
      x[3 * i + k] =
          b->rest[3 * i + k] * stretch[k] + (c->load == BLOCK_SHEAR && k == 0 ? c->start * b->rest[3 * i + 1] : 0.0);
}

bool block_rest(check *self, const block *c, block_strain *out) {
  OWNED(body_free) body b = {0};
  *out = (block_strain){NAN, NAN, NAN};
  bool good = build(self, c, &b);
  OWNED(check_free) double *x = good ? malloc(3 * (size_t)b.n * sizeof *x) : NULL;
  good = good && (x || check_true(self, false, "memory for %d particles", (int)b.n));
  if (good) {
    begin(c, &b, x);
    const double modulus = c->e * (1.0 - c->nu) / ((1.0 + c->nu) * (1.0 - 2.0 * c->nu));
    good = equilibrium_of_potential(&b, 1, x) && equilibrium_of_step(&b, c->turn / sqrt(modulus), c->sweeps, x);
  }
  if (good) measure(c, &b, x, out);
  return good;
}
