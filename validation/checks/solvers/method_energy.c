/* Why this file exists: tests the bound of the residual in the stable energy-embedded method. An energy in place of C
 * has no gradient at rest, while its change since the start of the step has a size there. The kinetic part knows no
 * gradient at all. As printed, both throw particles away; here they must not. */
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "runner/rig.h"
#include "method_checks.h"
#include "xpbd/scenes.h"

/// One spring, pinned at one end, `strained` longer at the start of a step of 1/24 s, and after inertia `reached`.
/// Returns how much longer it is after `iterations` iterations. alpha = 0, so that only the gradient is in the
/// denominator.
static double spring_after(check *self, const char *formula, xpbd_method method, double mass, double strained,
                           double reached, int iterations) {
  const double h = 1.0 / 24.0;
  chain c = rig_spring(formula, 0.0);
  c.mass = mass, c.extension = &strained, c.velocity = (reached - strained) / h;
  xpbd_solver_def def = rig_settings(XPBD_F64, h, iterations);
  def.method = method;
  return rig_elongation(self, &c, 0.0, &def, 1);
}

/* C = u^2 / 2, C_before = U^2 / 2, G = u, V = u - U. Line 14 moves to u - (C + C - C_before) / u = U^2 / (2 u), which
 * grows without limit as u goes to 0. The bound is |G . V| = u (U - u), and the end (u + 2 U) / 4, which is never
 * beyond U. */
static void spring(check *self, int unused) {
  const double strained = 0.1;
  double most = 0.0, thrown = 0.0;
  for (int k = 0; k < 4; k++) {
    const double reached = strained * pow(10.0, -1 - k);
    const double bounded = spring_after(self, "hookean", XPBD_METHOD_ENERGY, 1.0, strained, reached, 1),
                 line = spring_after(self, "hookean", XPBD_METHOD_ENERGY_LINE, 1.0, strained, reached, 1);
    check_at_most(self, fabs(bounded / (0.25 * (reached + 2.0 * strained)) - 1.0), 1e-9,
                  "energy, near rest by %g: against (u + 2 U) / 4", reached);
    check_at_most(self, fabs(line / (0.5 * strained * strained / reached) - 1.0), 1e-9,
                  "line 14, near rest by %g: against U^2 / (2 u)", reached);
    most = check_larger(most, fabs(bounded)), thrown = check_larger(thrown, fabs(line));
  }
  check_at_most(self, most / strained, 1.0, "energy: strain after the projection / at the start of the step");
  check_control(self, !(thrown / strained <= 1.0), "line 14 throws it to %.0f times the strain", thrown / strained);
  /* The first iteration ends at rest. In the second the kinetic part is -m s^2 / 2 without any displacement left.
   * Unbounded it would move the particle by m s^2 / 4, 25 m. */
  const double heavy = spring_after(self, "stretching", XPBD_METHOD_ENERGY, 100.0, 0.0, 1.0, 2);
  check_at_most(self, fabs(heavy), 1e-12, "energy: 100 kg, brought to rest, stay there [m]");
}

typedef struct hard_case {
  const char *scene, *constraint;
  int resolution;
  double size, mass, alpha;
} hard_case;

/// Largest distance of a particle from the origin after 40 frames / size of the scene, infinite if it is lost.
static double reach(check *self, const hard_case *c, xpbd_method method) {
  xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(c->scene));
  params.constraint = c->constraint;
  params.resolution = c->resolution;
  params.size = c->size, params.mass = c->mass, params.compliance = c->alpha;
  OWNED(rig_free) rig r = {0};
  double most = (double)NAN;
  xpbd_solver_def def = rig_settings(XPBD_F64, info->frame_time, c->resolution > 10 ? 20 : 5);
  def.method = method;
  if (rig_named(&r, self, c->scene, &params) && rig_solver(&r, &def)) {
    xpbd_status status = xpbd_solver_step(r.solver, 40);
    if (status == XPBD_OK) status = xpbd_solver_sync(r.solver);
    if (status == XPBD_ERR_DIVERGED) {
      most = INFINITY;
    } else if (rig_step(&r, 0)) {
      most = 0.0;
      for (int k = 0; k < 3 * r.n; k++) most = check_larger(most, fabs(r.x[k]) / c->size);
    }
  }
  return most;
}

/* Bodies that XPBD keeps together and the method without the bound loses. A large torus gives an energy a small alpha~,
 * and heavy cloths test the kinetic part. A hanging cloth of 1e-2 m/N is stretched to several lengths. */
static void scenes(check *self, int unused) {
  static const hard_case cases[] = {
      {"torus_stretched", "neo_hookean_tet", 10, 5.0, 1.0, 1e-4},
      {"torus_stretched", "neo_hookean_tet", 10, 50.0, 1.0, 1e-4},
      {"torus_stretched", "stvk_tet", 10, 50.0, 100.0, 0.0},
      {"torus_stretched", "stretching", 10, 50.0, 100.0, 1e-6},
      {"cloth", "hookean", 11, 5.0, 100.0, 1e-4},
      {"cloth", "stretching", 11, 25.0, 100.0, 1e-4},
  };
  int lost = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const hard_case *c = &cases[k];
    const double plain = reach(self, c, XPBD_METHOD_XPBD), energy = reach(self, c, XPBD_METHOD_ENERGY);
    check_at_most(self, plain, 10.0, "%s of %s, %g m, %g kg: XPBD, farthest particle / size", c->scene, c->constraint,
                  c->size, c->mass);
    check_at_most(self, energy, 10.0, "%s of %s, %g m, %g kg: energy, farthest particle / size", c->scene,
                  c->constraint, c->size, c->mass);
    lost += !(reach(self, c, XPBD_METHOD_ENERGY_LINE) <= 10.0);
  }
  check_control(self, lost >= 3, "line 14, lost or scattered in %d of them", lost);
}

void check_add_method_energy(check_registry *registry) {
  check_add(registry, "energy-bound", "what the residual may do to a spring near rest, and to a heavy one", spring, 0);
  check_add(registry, "energy-scenes", "large and heavy bodies stay together", scenes, 0);
}
