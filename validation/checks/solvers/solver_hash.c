/* Why this file exists: everywhere in this suite equal hashes stand for equal states, so the hash itself is tested.
 * Every coordinate of every position and velocity must count, to its last bit and with its index, and nothing else. */
#include <math.h>

#include "runner/workload.h"
#include "solver_checks.h"

enum { PARTICLES = 5, COORDINATES = 3 * PARTICLES };

/// The hash of a state that is not stepped.
static uint64_t hash_of(check *self, int backend, xpbd_precision precision, const double *x, const double *v,
                        double mass) {
  double w[PARTICLES];
  for (int i = 0; i < PARTICLES; i++) w[i] = 1.0 / mass;
  xpbd_scene_def scene = rig_points(PARTICLES, x, v, w);
  xpbd_solver_def def = rig_settings(precision, 1.0 / 24.0, 1);
  def.backend = backend_at(backend)->name;
  rig r;
  const uint64_t hash = rig_scene(&r, self, &scene, 0, NULL) && rig_solver(&r, &def) ? rig_hash(&r) : 0;
  rig_free(&r);
  return hash;
}

void check_hash(check *self, int backend) {
  for (int p = 0; p < 2; p++) {
    const xpbd_precision precision = p == 0 ? XPBD_F32 : XPBD_F64;
    double state[2 * COORDINATES]; /* positions, then velocities; all different and exact in float */
    for (int k = 0; k < 2 * COORDINATES; k++) state[k] = 1.0 + 0.125 * k;
    const uint64_t whole = hash_of(self, backend, precision, state, state + COORDINATES, 1.0);
    check_control(self, hash_of(self, backend, precision, state, state + COORDINATES, 2.0) == whole,
                  "%s: with another mass the state is the same", precision_name(precision));
    for (int k = 0; k < 2 * COORDINATES; k++) {
      const double keep = state[k];
      const char *what = k < COORDINATES ? "position" : "velocity";
      state[k] = precision == XPBD_F32 ? (double)nextafterf((float)keep, INFINITY) : nextafter(keep, INFINITY);
      check_true(self, hash_of(self, backend, precision, state, state + COORDINATES, 1.0) != whole,
                 "%s: the last bit of number %d of the %s counts", precision_name(precision), k % COORDINATES, what);
      state[k] = keep;
      if (k + 3 >= 2 * COORDINATES) continue;
      /* exchanged with the next particle, and at the end of the positions with a velocity */
      state[k] = state[k + 3], state[k + 3] = keep;
      check_true(self, hash_of(self, backend, precision, state, state + COORDINATES, 1.0) != whole,
                 "%s: number %d of the %s has its place", precision_name(precision), k % COORDINATES, what);
      state[k + 3] = state[k], state[k] = keep;
    }
  }
}
