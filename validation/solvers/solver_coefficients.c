/* Why this file exists: a number that the precision cannot hold would be simulated as another one without a word. Compliance,
 * damping in each reading, masses and edges are asked for just inside and just outside of what each precision takes. */
#include <math.h>
#include <string.h>

#include "runner/rig.h"
#include "runner/workload.h"
#include "solvers/solver_checks.h"

/// Two particles on a spring, the second at x + apart; h is the time step.
typedef struct pair {
  double x, apart, w, compliance, damping, h;
  xpbd_damping reading;
} pair;

static xpbd_status ask(check *self, int backend, const pair *p, xpbd_precision precision) {
  static const int32_t edge[2] = {0, 1};
  const double x[6] = {p->x, 0, 0, p->x + p->apart, 0, 0}, w[2] = {0, p->w};
  xpbd_scene_def scene = xpbd_scene_def_default();
  scene.particle_count = 2, scene.positions = x, scene.inverse_masses = w;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching", set.count = 1, set.particles = edge;
  set.compliance = p->compliance, set.damping = p->damping, set.damping_reading = p->reading;
  xpbd_solver_def def = rig_settings(precision, p->h, 3);
  def.backend = backend_at(backend)->name;
  rig r;
  const xpbd_status status = rig_scene(&r, self, &scene, 1, &set) ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_IO;
  rig_free(&r);
  return status;
}

void check_coefficients(check *self, int backend) {
  const struct {
    pair p;
    const char *word; /* NULL: it fits */
  } in_float[] = {
      {{0, 1, 1, 0.9e27, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1.1e27, 0, 1, XPBD_DAMPING_XPBD}, "stretching: compliance 1.1e+27"},
      {{0, 1, 1, 0.9e25, 0, 0.1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1.1e25, 0, 0.1, XPBD_DAMPING_XPBD}, "a time step of 0.1 s"},
      {{0, 1, 1, 1e20, 0.9e7, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1e20, 1.1e7, 1, XPBD_DAMPING_XPBD}, "with damping 1.1e+07"},
      {{0, 1, 1, 1e20, 0.9e6, 0.1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1e20, 0.9e6, 0.1, XPBD_DAMPING_TILDE}, "with damping 900000"},
      {{0, 1, 1, 1e20, 0.9e4, 0.1, XPBD_DAMPING_TILDE}, NULL},
      {{0, 1, 0.9e27, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1.1e27, 1, 0, 1, XPBD_DAMPING_XPBD}, "particle 1: an inverse mass of 1.1e+27"},
      {{0, 1, 1.1e-27, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 0.9e-27, 1, 0, 1, XPBD_DAMPING_XPBD}, "particle 1: an inverse mass of 9e-28"},
      {{1000, 1.1e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{1000, 0.9e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, "too close for this precision"},
      {{-1000, -0.9e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, "too close for this precision"},
      {{1000, 0, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL}, /* one place: degenerate in every precision, and left alone */
      {{0, 1.1e-12, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 0.9e-12, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, "too small for this precision"}};
  for (size_t i = 0; i < sizeof in_float / sizeof *in_float; i++) {
    const char *word = in_float[i].word;
    const xpbd_status status = ask(self, backend, &in_float[i].p, XPBD_F32);
    if (word) {
      check_status(self, status, XPBD_ERR_UNSUPPORTED, "in float: %s", word);
      check_true(self, strstr(xpbd_last_error(), word) != NULL, "'%s' names '%s'", xpbd_last_error(), word);
      check_control(self, ask(self, backend, &in_float[i].p, XPBD_F64) == XPBD_OK, "in double it fits: %s", word);
    } else {
      check_status(self, status, XPBD_OK, "case %d fits", (int)i);
    }
  }
}
