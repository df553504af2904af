/* Why this file exists: metres, kilograms and seconds are choices. A scene in other units or at another position must
 * have the same result there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "precision_checks.h"
#include "scenes_checks.h"

/// Powers of two by which a scene is larger, heavier and slower, and its position [m].
typedef struct change {
  int length, mass, time;
  double place[3];
} change;

/* Springs on lengths: C in m, alpha in m^2 / J, beta in 1 / s less the unit of alpha. */
static xpbd_status add_set(xpbd_scene *to, const xpbd_constraints *set, const change *by) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  OWNED(check_free) double *rest = malloc(((size_t)set->count * (size_t)info->rest_count + 1) * sizeof *rest);
  if (!rest) return XPBD_ERR_OUT_OF_MEMORY;
  for (int64_t k = 0; k < (int64_t)set->count * info->rest_count; k++) rest[k] = ldexp(set->rest[k], by->length);
  xpbd_constraints_def def = rig_set(info->name, set->count, set->particles, rest);
  memcpy(def.material, set->material, sizeof def.material);
  def.compliance = ldexp(set->compliance, 2 * by->time - by->mass),
  def.damping = ldexp(set->damping, by->mass - by->time);
  def.damping_reading = set->damping_reading, def.order = set->order;
  const xpbd_status status = xpbd_scene_add(to, &def);
  return status;
}

/// The same scene in other units and at another position; springs only.
static bool changed(rig *r, check *self, const xpbd_scene *like, const change *by) {
  const int64_t n = xpbd_scene_particle_count(like);
  OWNED(check_free) double *x = malloc(7 * (size_t)n * sizeof *x);
  if (!x) return false;
  double *v = x + 3 * n, *w = v + 3 * n;
  for (int64_t k = 0; k < 3 * n; k++) {
    x[k] = ldexp(xpbd_scene_positions(like)[k], by->length) + by->place[k % 3];
    v[k] = ldexp(xpbd_scene_velocities(like)[k], by->length - by->time);
  }
  for (int64_t i = 0; i < n; i++) w[i] = ldexp(xpbd_scene_inverse_masses(like)[i], -by->mass);
  xpbd_scene_def def = rig_points((int32_t)n, x, v, w);
  for (int k = 0; k < 3; k++) def.gravity[k] = ldexp(xpbd_scene_gravity(like)[k], by->length - 2 * by->time);
  bool good = rig_scene(r, self, &def, 0, NULL);
  for (int32_t s = 0; s < xpbd_scene_set_count(like) && good; s++)
    good = check_status(self, add_set(r->scene, xpbd_scene_set(like, s), by), XPBD_OK, "set %d", (int)s);
  return good;
}

static const struct {
  const char *scene, *constraint;
  int32_t resolution, steps, iterations;
} subjects[] = {{"pendulum", NULL, 0, 1, 5},
                {"chain", NULL, 0, 500, 1},
                {"cloth", "stretching", 7, 1, 20},
                {"cloth", "stretching+distance_bending", 7, 200, 1},
                {"cloth_stretched", "stretching", 7, 20, 2}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects, FRAMES = 12 };

/// Runs it; `x` is the position, relative and in the unit of length.
static bool run(rig *r, int index, xpbd_precision precision, const change *by, double *x, xpbd_precision *chosen) {
  xpbd_solver_def def = rig_settings(precision, ldexp(1.0 / 24.0, by->time), subjects[index].iterations);
  def.substeps = subjects[index].steps;
  if (!rig_solver(r, &def) || !rig_step(r, FRAMES)) return false;
  *chosen = xpbd_solver_settings(r->solver)->precision;
  for (int64_t k = 0; k < 3 * (int64_t)r->n; k++) x[k] = ldexp(r->x[k] - by->place[k % 3], -by->length);
  return true;
}

/// Every change of a list, in every precision; `limit` in units of the original scene.
static void compare(check *self, int index, const change *changes, size_t count, double limit) {
  static const xpbd_precision precisions[] = {XPBD_AUTO, XPBD_F32X, XPBD_F64};
  static const change none;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = subjects[index].resolution, params.constraint = subjects[index].constraint;
  if (strcmp(subjects[index].scene, "cloth") == 0) params.bending = "none";
  OWNED(rig_free) rig named = {0};
  if (rig_named(&named, self, subjects[index].scene, &params)) {
    const int64_t n = named.n;
    double *at = malloc(6 * (size_t)n * sizeof *at), *here = at + 3 * n;
    for (size_t p = 0; at && p < sizeof precisions / sizeof *precisions; p++) {
      xpbd_precision first = XPBD_AUTO, other = XPBD_AUTO;
      rig r;
      const bool good = changed(&r, self, named.scene, &none) && run(&r, index, precisions[p], &none, at, &first);
      const double moved = good ? check_apart(at, xpbd_scene_positions(r.scene), 3 * (size_t)n) : 0.0;
      rig_free(&r);
      check_control(self, moved > limit && moved > 1e-6, "%s moves", subjects[index].scene);
      for (size_t k = 0; good && k < count; k++) {
        if (changed(&r, self, named.scene, &changes[k]) && run(&r, index, precisions[p], &changes[k], here, &other)) {
          check_at_most(self, check_apart(at, here, 3 * (size_t)n), limit, "%s in %s, change %d: off by [m]",
                        subjects[index].scene, xpbd_precision_name((int)other), (int)k);
          check_same(self, (uint64_t)other, (uint64_t)first, "the precision that is chosen");
        }
        rig_free(&r);
      }
    }
    free(at);
  }
}

/* Masses of 1e-6 to 1e6 kg, lengths of 1e-4 to 1e4 m, times from 1e-6 s on, each by a power of two: exactly the same
 * digits. */
static void scaled(check *self, int index) {
  static const change changes[] = {{0, -20, 0, {0}}, {0, 20, 0, {0}},     {-13, 0, 0, {0}}, {13, 0, 0, {0}},
                                   {0, 0, -15, {0}}, {13, -20, -15, {0}}, {-13, 20, 3, {0}}};
  check_why(self, "powers of two round nothing");
  compare(self, index, changes, sizeof changes / sizeof *changes, 0.0);
}

/* A body of a few metres, at up to 10 000 km. There even double only keeps 2e-9 m, from which motion grows. */
static void far_away(check *self, int index) {
  static const change changes[] = {
      {0, 0, 0, {1e3, 0, 0}}, {0, 0, 0, {0, -1e4, 0}}, {0, 0, 0, {1e5, 1e5, -1e5}}, {0, 0, 0, {0, 0, 1e7}}};
  check_why(self, "a tenth of a millimetre may be visible");
  compare(self, index, changes, sizeof changes / sizeof *changes, 1e-4);
}

void precision_add_scaled(check_registry *registry) {
  for (int k = 0; k < SUBJECTS; k++) {
    check_add_named(registry, "a scene in other units has the same digits", scaled, k, "scaled/%s-%dx%d",
                    subjects[k].scene, (int)subjects[k].steps, (int)subjects[k].iterations);
    check_add_named(registry, "a scene far from the origin ends where the one at the origin does", far_away, k,
                    "far/%s-%dx%d", subjects[k].scene, (int)subjects[k].steps, (int)subjects[k].iterations);
  }
}
