/* Why this file exists: judges claims of Cetinaslan 2019 and 2023 with a single spring: a weight on the original Morse
 * potential, the meaning of the damping coefficient, and its relation to the compliance. */
#include <math.h>

#include "claims.h"
#include "runner/rig.h"

/// 1 kg on a pinned spring of 1 m for 24 frames, by Eq. (4) with C = D (1 - e^(-a d))^2, Eq. (5): the distance it falls
/// [m]. NaN if the constraint overflows.
static double way_of_original(double depth, double a) {
  const double h = 1.0 / 24.0, alpha = 1e-5 / (h * h);
  double d = 0.0, v = 0.0;
  for (int frame = 0; frame < 24; frame++) {
    const double start = d;
    double lambda = 0.0;
    d += h * v + h * h * 9.81;
    for (int k = 0; k < 200; k++) {
      const double e = exp(-a * d), c = depth * (1.0 - e) * (1.0 - e), gradient = 2.0 * depth * a * (1.0 - e) * e;
      const double change = -(c + alpha * lambda) / (gradient * gradient + alpha);
      lambda += change;
      d += gradient * change;
    }
    v = (d - start) / h;
  }
  return d;
}

/* Hydrogen is the lightest atom with one of the strongest bonds: D = 4.75 eV, a = 1.94e10 / m. Its spring gives way
 * when it is longer by about 1e-10 m, and pulls with 1e-22 N before. It cannot carry any weight. */
static void original(check *self, int unused) {
  const double fallen = 9.81 / (24.0 * 24.0) * 24.0 * 25.0 / 2.0;
  const double atoms = way_of_original(4.75 * 1.602176634e-19, 1.94e10), springs = way_of_original(10.0, 1.0);
  check_control(self, !(springs / fallen >= 1.0 - 1e-9), "D = 10, a = 1 / m");
  claims_case(self, atoms / fallen, "with the constants of hydrogen");
  claims_case(self, springs / fallen, "with D = k = 10, a = 1 / m");
  claims_judge(
      self, "morse_original_unsuitable", NULL,
      "alpha 1e-5, 200 iterations, h 1/24 s as printed; 1 kg on a spring of 1 m for 1 s; D and a of hydrogen, and "
      "D = k = 10, a = 1 / m",
      NULL,
      "distance fallen / free fall with the constants of hydrogen %.4f; with D = 10, a = 1 / m the spring is %.3f m "
      "longer",
      atoms / fallen, springs);
}

/// One step of 1 kg on a spring of 1 m that starts at rest length with 1 m/s. Returns the dashpot [N s/m] that explains
/// where it ends, and the share of its kinetic energy that the dashpot takes.
static double dashpot(check *self, double alpha, double beta, double *loss) {
  const double h = 1.0 / 24.0;
  chain one = rig_spring("stretching", alpha);
  one.damping = beta, one.velocity = 1.0;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, h, 20);
  const double way = rig_elongation(self, &one, 0.0, &settings, 1);
  *loss = beta * way * way / h / 0.5;
  return ((h - way) / (h * h) - way / alpha) * h / way;
}

static void floor_of_alpha(check *self, int unused) {
  static const double alphas[4] = {1e-2, 1e-3, 1e-4, 1e-5};
  static const char *const settings = "beta 0.3, h 1/24 s as printed; one spring and 1 kg, alpha 1e-5 to 1e-2";
  double loss[4], pot[4], none;
  for (int k = 0; k < 4; k++) pot[k] = dashpot(self, alphas[k], 0.3, &loss[k]);
  check_control(self, !(fabs(dashpot(self, 1e-4, 0.31, &none) / 0.3 - 1.0) <= 1e-6), "3 %% more damping");
  for (int k = 1; k < 4; k++) claims_case(self, loss[k] / loss[k - 1], "alpha %g", alphas[k]);
  claims_judge(self, "morse_alpha_floor", "the energy that it takes", settings, NULL,
               "it takes %.1e, %.1e, %.1e, %.1e of the energy in a step at alpha 1e-2 to 1e-5", loss[0], loss[1],
               loss[2], loss[3]);
  for (int k = 1; k < 4; k++) claims_case(self, pot[k] / pot[k - 1], "alpha %g", alphas[k]);
  claims_judge(self, "morse_alpha_floor", "the dashpot that it is", settings, "it is beta for any alpha",
               "dashpot / beta at alpha 1e-2 to 1e-5: %.6f, %.6f, %.6f, %.6f", pot[0] / 0.3, pot[1] / 0.3, pot[2] / 0.3,
               pot[3] / 0.3);
}

/// 1 kg on a spring, 100 steps: largest distance from m a = -x / alpha - beta v, by implicit Euler [m].
static double damped_error(check *self, xpbd_damping reading) {
  const double h = 1.0 / 24.0, alpha = 1e-2, beta = 3.0, x[6] = {0, 0, 0, 1, 0, 0}, v[6] = {0, 0, 0, 2, 0, 0};
  const double w[2] = {0, 1};
  const int32_t ends[2] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, v, w);
  scene.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("stretching", 1, ends, NULL);
  set.material[0] = 1.0;
  set.compliance = alpha, set.damping = beta, set.damping_reading = reading;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, h, 20);
  OWNED(rig_free) rig r = {0};
  bool good = rig_scene(&r, self, &scene, 1, &set) && rig_solver(&r, &settings);
  double place = 0.0, speed = 2.0, error = 0.0;
  for (int step = 0; step < 100 && good; step++) {
    good = rig_step(&r, 1);
    const double next = ((place + h * speed) / (h * h) + beta * place / h) / (1.0 / (h * h) + 1.0 / alpha + beta / h);
    speed = (next - place) / h, place = next;
    if (good) error = check_larger(error, fabs(r.x[3] - 1.0 - place));
  }
  return good ? error : (double)NAN;
}

static void dissipation(check *self, int unused) {
  const double right = damped_error(self, XPBD_DAMPING_XPBD), lagged = damped_error(self, XPBD_DAMPING_LAGGED),
               tilde = damped_error(self, XPBD_DAMPING_TILDE);
  check_control(self, !(lagged <= 1e-12), "the displacement of the step before: %g m", lagged);
  check_control(self, !(tilde <= 1e-12), "alpha beta / h^3: %g m", tilde);
  claims_case(self, right, "with the current iterate");
  claims_case(self, lagged, "with the last step, as printed");
  claims_case(self, tilde, "with alpha beta / h^3");
  claims_judge(self, "esbd_damping_gamma", NULL,
               "h 1/24 s as printed; 1 kg on one spring, alpha 0.01, beta 3, 100 steps; three readings of Eq. (5)",
               NULL, "distance from a damped oscillator: %.0e m; as printed %.1e m; with alpha beta / h^3 %.1e m",
               right, lagged, tilde);
}

void claims_list_spring(check_registry *registry) {
  claims_add(registry, "spring-original", "a weight on the original Morse potential", original, 0);
  claims_add(registry, "spring-dashpot", "what beta means, and its relation to alpha", floor_of_alpha, 0);
  claims_add(registry, "spring-damping", "the damped multiplier against a damped oscillator", dissipation, 0);
}
