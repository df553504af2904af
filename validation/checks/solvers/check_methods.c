/* Why this file exists: the methods beside XPBD have their own laws: PBD's stiffness, the effect of the embedded energy
 * on a constraint in each reading, global damping that keeps momentum, runs that resume from a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "method_checks.h"
#include "runner/rig.h"
#include "runner/workload.h"

/// Elongation of a chain of 20 links of 0.05 kg under its weight after 200 steps of 1/60 s, in m.
static double chain_elongation(check *self, xpbd_method method, double stiffness, int iterations) {
  const chain c = {
      .formula = "stretching", .links = 20, .length = 0.1, .mass = 0.05, .stiffness = 1.0, .compliance = 0.0};
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 60.0, iterations);
  def.method = method;
  xpbd_solver_def_set(&def, "pbd_stiffness", stiffness);
  return rig_elongation(self, &c, 9.81, &def, 200);
}

/* PBD's k means another material for every number of iterations; 1 - (1 - k)^(1 / iterations) means nearly the same
 * one. */
static void pbd_stiffness(check *self, int argument) {
  const double one = chain_elongation(self, XPBD_METHOD_PBD_SCALED, 0.1, 1);
  const double hundred = chain_elongation(self, XPBD_METHOD_PBD_SCALED, 0.1, 100);
  check_between(self, hundred / one, 0.98, 1.02, "scaled: elongation at 100 iterations / at 1"); /* measured 1.002 */
  const double plain = chain_elongation(self, XPBD_METHOD_PBD, 0.1, 1);
  const double stiffer = chain_elongation(self, XPBD_METHOD_PBD, 0.1, 100);
  check_at_most(self, fabs(plain / one - 1.0), 1e-12, "with one iteration both are the same");
  check_control(self, !(stiffer / plain >= 0.98), "unscaled: 100 iterations are another material, %.3g",
                stiffer / plain);
  check_at_most(self, chain_elongation(self, XPBD_METHOD_PBD, 1.0, 2000), 1e-3, "k = 1 is a rigid chain [m]");
  check_at_least(self, chain_elongation(self, XPBD_METHOD_PBD, 0.0, 5), 10.0, "k = 0 holds nothing [m]");
}

/// Initial elongation of the single spring: so small that the kinetic part of eps, of second order, vanishes.
static const double extension = 1e-6;

/// One linear spring, pinned at one end, longer by `extension` and at rest without gravity: C after one step of 1/24 s
/// with `iterations`.
static double spring_after(check *self, xpbd_method method, double alpha, double theta, int iterations) {
  chain c = rig_spring("stretching", alpha);
  c.extension = &extension;
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, iterations);
  def.method = method;
  xpbd_solver_def_set(&def, "theta", theta);
  return rig_elongation(self, &c, 0.0, &def, 1);
}

/* Effect of the embedded energy on a linear constraint. With eps = C - C0, line 14 has its fixed point near C0 / 2 and
 * multiplies the error by -W / (W + alpha~) in each iteration. Eq. (7) increases C. Theta in the denominator too gives
 * the same fixed point without the oscillation. */
static void energy_readings(check *self, int argument) {
  const double h = 1.0 / 24.0, weight = 1.0;
  for (int k = 0; k < 2; k++) {
    const double alpha = k ? 1e-3 : 1e-4, tilde = alpha / (h * h);
    const double settled = spring_after(self, XPBD_METHOD_ENERGY, alpha, 1.0, 400);
    double error[3];
    for (int i = 0; i < 3; i++) error[i] = spring_after(self, XPBD_METHOD_ENERGY_LINE, alpha, 1.0, 10 + i) - settled;
    const double expected = -weight / (weight + tilde);
    check_at_most(self, fabs(error[1] / error[0] / expected - 1.0), 1e-3,
                  "line 14, alpha %g: error of an iteration / before", alpha); /* measured 1e-5 */
    /* 2 C - C0 + alpha~ lambda = 0 with lambda = -(C0 - C) */
    check_at_most(self, fabs(settled / extension - (1.0 + tilde) / (2.0 + tilde)), 1e-3, "end of the stable variant");
    const double once = fabs(spring_after(self, XPBD_METHOD_ENERGY, alpha, 1.0, 10) - settled);
    check_at_most(self, once, 0.2 * fabs(error[0]) + 1e-12, "the stable variant arrives earlier");
  }
  const double away = spring_after(self, XPBD_METHOD_ENERGY_EQ7, 1e-4, 1.0, 400);
  check_control(self, !(fabs(away) <= 2.0 * extension), "Eq. (7) as printed drives C away from 0, to %.3g times",
                away / extension);
  const double plain = spring_after(self, XPBD_METHOD_ENERGY, 1e-4, 0.0, 30);
  check_at_most(self, fabs(plain - spring_after(self, XPBD_METHOD_XPBD, 1e-4, 1.0, 30)), 1e-14,
                "theta = 0 is XPBD [m]");
}

static double kinetic(const rig *r, const double *w) {
  double sum = 0.0;
  for (int i = 0; i < 3 * r->n; i++) sum += 0.5 / w[i / 3] * r->v[i] * r->v[i];
  return sum;
}

/// Momentum and angular momentum about the origin.
static void momenta(const rig *r, const double *w, double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  for (int i = 0; i < r->n; i++) {
    const double *x = &r->x[3 * i], *v = &r->v[3 * i];
    for (int k = 0; k < 3; k++) {
      out[k] += v[k] / w[i];
      out[3 + k] += (x[(k + 1) % 3] * v[(k + 2) % 3] - x[(k + 2) % 3] * v[(k + 1) % 3]) / w[i];
    }
  }
}

/* Global damping keeps rigid motion and removes the rest (Mueller et al. 2007). */
static void global_damping(check *self, int precision) {
  enum { N = 40 };
  double x[3 * N], v[3 * N], w[N], before[6], after[6], scale[2] = {0, 0};
  for (int i = 0; i < N; i++) {
    w[i] = 1.0 / check_random(self, 0.5, 2.0);
    for (int k = 0; k < 3; k++) x[3 * i + k] = check_random(self, -1, 1), v[3 * i + k] = check_random(self, -2, 2);
  }
  for (int part = 1; part <= 10; part += 3) {
    xpbd_scene_def def = rig_points(N, x, v, w);
    def.gravity[1] = 0.0;
    const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 1e-3, 1);
    rig plain, damped;
    bool good = rig_scene(&plain, self, &def, 0, NULL) && rig_solver(&plain, &settings) && rig_step(&plain, 1);
    def.global_damping = part / 10.0;
    good = rig_scene(&damped, self, &def, 0, NULL) && rig_solver(&damped, &settings) && rig_step(&damped, 1) && good;
    if (good) {
      momenta(&plain, w, before), momenta(&damped, w, after);
      for (int i = 0; i < 3 * N; i++) scale[0] += fabs(plain.v[i]) / w[i / 3];
      scale[1] = 2.0 * scale[0]; /* arms of up to 2 m */
      check_why(self, "damping keeps both momenta: the remainder is rounding, measured 3e-15, in float 2e-6");
      for (int k = 0; k < 6; k++)
        check_at_most(self, fabs(after[k] - before[k]) / scale[k / 3], precision == XPBD_F64 ? 1e-12 : 1e-5,
                      "%s %d kept, k = %.1f", k < 3 ? "momentum" : "angular momentum", k % 3, part / 10.0);
      check_why(self, "damping removes energy and adds none");
      check_at_most(self, kinetic(&damped, w) / kinetic(&plain, w), 1.0, "kinetic energy damped / not damped, k = %.1f",
                    part / 10.0);
      damped.v[0] *= 1.5;
      momenta(&damped, w, after);
      check_control(self, !(fabs(after[0] - before[0]) / scale[0] <= 1e-5), "one velocity changed");
    }
    rig_free(&plain), rig_free(&damped);
  }
}

/* Scaling all masses by a power of two changes no bit, however light or heavy the body becomes. The third power of its
 * inertia, about 3e-41 or 3e45 (kg m^2)^3, does not fit float. */
static void damped_masses(check *self, int precision) {
  enum { N = 40, CASES = 4 };
  static const double times[CASES] = {1.0, 0x1p-50, 0x1p50, 1.25};
  double x[3 * N], v[3 * N], masses[N], w[N], first[3 * N];
  for (int i = 0; i < N; i++) {
    masses[i] = check_random(self, 0.5, 2.0);
    for (int k = 0; k < 3; k++) x[3 * i + k] = check_random(self, -1, 1), v[3 * i + k] = check_random(self, -2, 2);
  }
  for (int c = 0; c < CASES; c++) {
    for (int i = 0; i < N; i++) w[i] = 1.0 / ((float)masses[i] * times[c]); /* the last is not a power of two */
    xpbd_scene_def def = rig_points(N, x, v, w);
    def.gravity[1] = 0.0, def.global_damping = 0.25;
    const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 1e-3, 1);
    OWNED(rig_free) rig r = {0};
    if (rig_scene(&r, self, &def, 0, NULL) && rig_solver(&r, &settings) && rig_step(&r, 1)) {
      if (c == 0) memcpy(first, r.v, sizeof first);
      const bool same = memcmp(first, r.v, sizeof first) == 0;
      if (c < CASES - 1)
        check_true(self, same, "masses %g times as large: the same velocities", times[c]);
      else
        check_control(self, !same, "masses 1.25 times as large: they round differently");
    }
  }
}

/// A run that is saved after 5 frames and resumed by another solver: hash after 12 frames.
static uint64_t interrupted(rig *r, const way *w, const char *path, const char *other_backend) {
  xpbd_solver_def def = rig_settings(w->precision, 1.0 / 24.0, w->iterations);
  def.method = w->method;
  xpbd_solver_def_set(&def, "pbd_stiffness", 0.6); /* as in way_hash() */
  uint64_t hash = 0;
  bool good = rig_solver(r, &def) && rig_step(r, 5) &&
              check_status(r->owner, xpbd_solver_save(r->solver, path), XPBD_OK, "saving");
  def.backend = other_backend;
  good = good && rig_solver(r, &def) && check_status(r->owner, xpbd_solver_load(r->solver, path), XPBD_OK, "loading") &&
         check_same(r->owner, (uint64_t)xpbd_solver_frame(r->solver), 5, "frames so far") && rig_step(r, 7);
  if (good) hash = rig_hash(r);
  return hash;
}

/// Writes a file with one byte changed, or cut short.
static bool damage(const char *from, const char *to, long at, long keep) {
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  int c;
  bool good = in && out;
  for (long k = 0; good && (keep < 0 || k < keep) && (c = fgetc(in)) != EOF; k++) fputc(k == at ? c ^ 1 : c, out);
  if (in) fclose(in);
  if (out) good = fclose(out) == 0 && good;
  return good;
}

static void checkpoints(check *self, int argument) {
  char *folder = folder_make(self), path[600], broken[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  snprintf(broken, sizeof broken, "%s", folder_path(folder, "broken"));
  workload load = workload_of(xpbd_formula_find("hookean"), 0.3, false);
  load.wind = load.obstacles = true;
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    for (int m = 0; m < XPBD_METHODS; m++) {
      if (m == XPBD_METHOD_ENERGY_EQ7 || xpbd_method_at(m)->engine) continue; /* diverges; takes springs alone */
      way w = way_reference(m % 2 ? XPBD_F64 : XPBD_F32, 12, 5);
      w.method = (xpbd_method)m;
      const uint64_t expected = way_hash(&r, &w);
      check_same(self, interrupted(&r, &w, path, m % 2 ? "seq" : NULL), expected, "%s, saved and resumed",
                 xpbd_method_name(m));
      w.frames = 11;
      check_control(self, way_hash(&r, &w) != expected, "a frame less is another state");
    }
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 5);
    def.method = XPBD_METHOD_ENERGY_LINE;
    xpbd_solver_def_set(&def, "pbd_stiffness", 0.6);
    if (rig_solver(&r, &def)) check_status(self, xpbd_solver_save(r.solver, path), XPBD_OK, "saving");
    if (rig_solver(&r, &def)) {
      check_status(self, xpbd_solver_load(r.solver, "/nowhere/at/all"), XPBD_ERR_IO, "a file that is not there");
      damage(path, broken, 500, -1);
      check_status(self, xpbd_solver_load(r.solver, broken), XPBD_ERR_BAD_FILE, "one bit changed");
      damage(path, broken, -1, 700);
      check_status(self, xpbd_solver_load(r.solver, broken), XPBD_ERR_BAD_FILE, "cut short");
      damage(path, broken, 0, -1);
      check_status(self, xpbd_solver_load(r.solver, broken), XPBD_ERR_BAD_FILE, "another kind of file");
      check_status(self, xpbd_solver_load(r.solver, path), XPBD_OK, "the whole one");
    }
    def.iterations = 6;
    if (rig_solver(&r, &def))
      check_status(self, xpbd_solver_load(r.solver, path), XPBD_ERR_INVALID_ARGUMENT, "other settings");
  }
  rig_free(&r);
  load.compliance = 2e-5;
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 5);
    def.method = XPBD_METHOD_ENERGY_LINE;
    xpbd_solver_def_set(&def, "pbd_stiffness", 0.6);
    if (rig_solver(&r, &def)) {
      check_status(self, xpbd_solver_load(r.solver, path), XPBD_ERR_INVALID_ARGUMENT, "another scene");
      check_true(self, strstr(xpbd_last_error(), "another scene") != NULL, "the text says so: %s", xpbd_last_error());
    }
  }
}

static void refused(check *self, int argument) {
  OWNED(rig_free) rig r = {0};
  const workload load = workload_of(xpbd_formula_find("closed_volume"), 0.0, false);
  if (workload_build(&r, self, &load)) {
    xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 5);
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    def.method = XPBD_METHOD_ENERGY;
    check_status(self, xpbd_solver_create(r.scene, &def, &solver), XPBD_ERR_UNSUPPORTED, "energy of a sum");
    def.method = XPBD_METHOD_JACOBI;
    xpbd_solver_def_set(&def, "omega", 1.5);
    check_control(self, xpbd_solver_create(r.scene, &def, &solver) == XPBD_OK, "a valid file is not refused");
  }
}

/* Numbers of methods: each is set and read by its name, has its default, and differs in name from every scene
 * parameter, with which it would share an option and an axis. */
static void numbers(check *self, int argument) {
  const xpbd_method_number *row;
  int count = 0;
  for (; (row = xpbd_method_number_at(count)); count++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    for (int m = 0; m < XPBD_METHODS; m++) {
      const xpbd_method_number *own = xpbd_method_number_of(m, row->name);
      def.method = (xpbd_method)m;
      if (!own) continue;
      check_true(self, own->unit && own->about && own->standard >= own->minimum && own->standard <= own->maximum,
                 "%s of %s: unit, about, a default in its range", own->name, xpbd_method_name(m));
      check_true(self, xpbd_method_value(&def, own->name) == own->standard, "%s of %s: its standard", own->name,
                 xpbd_method_name(m));
    }
    for (int s = 0; s < xpbd_scene_info_count(); s++)
      check_true(self, xpbd_scene_parameter_find(xpbd_scene_info_at(s), row->name) < 0, "%s is none of scene %d",
                 row->name, s);
    for (int k = 0; k < count; k++)
      check_true(self, strcmp(xpbd_method_number_at(k)->name, row->name) != 0, "%s stands once", row->name);
    check_status(self, xpbd_solver_def_set(&def, row->name, 0.375), XPBD_OK, "%s", row->name);
    check_status(self, xpbd_solver_def_set(&def, row->name, 0.25), XPBD_OK, "%s once more", row->name);
    check_true(self, def.value_count == 1 && xpbd_method_value(&def, row->name) == 0.25, "%s: what was set last",
               row->name);
  }
  check_true(self, count >= 3 && count <= XPBD_SOLVER_VALUES, "numbers of all methods: %d", count);
  xpbd_solver_def def = xpbd_solver_def_default();
  check_status(self, xpbd_solver_def_set(&def, "nonesuch", 1.0), XPBD_ERR_INVALID_ARGUMENT, "a number of no method");
  check_said(self, "no method has a parameter 'nonesuch'", "which it names");
  check_status(self, xpbd_solver_def_set(&def, NULL, 1.0), XPBD_ERR_INVALID_ARGUMENT, "no name");
  check_status(self, xpbd_solver_def_set(NULL, "omega", 1.0), XPBD_ERR_INVALID_ARGUMENT, "no settings");
  check_true(self, def.value_count == 0 && isnan(xpbd_method_value(&def, "nonesuch")), "nothing is set");
  check_control(self, !xpbd_method_number_of(XPBD_METHOD_PBD, "omega"), "pbd has no omega");
}

/* The table: every method is found by its name and describes itself. Unknown names are not found. */
static void table(check *self, int argument) {
  static const unsigned listed[] = {
#define XPBD_METHOD(constant, table, traits) traits,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
  };
  for (int m = 0; m < XPBD_METHODS; m++) {
    const xpbd_method_info *info = xpbd_method_at(m);
    if (!check_true(self, info && info->name && info->about && info->source, "method %d has name, about and source", m))
      continue;
    check_same(self, (uint64_t)xpbd_method_find(info->name), (uint64_t)m, "the place of '%s'", info->name);
    check_true(self, xpbd_method_name(m) == info->name && xpbd_method_about(m) == info->about, "%s by place",
               info->name);
    check_true(self, strlen(info->about) < 100 && !strchr(info->about, '\n'), "%s: about is a line", info->name);
    check_same(self, info->traits, listed[m], "%s: traits of its table and of the list", info->name);
  }
  check_control(self, xpbd_method_find("xpbd ") == -1 && xpbd_method_find("") == -1, "a name with a space, none");
  check_control(self, xpbd_method_find(NULL) == -1, "NULL");
  check_control(self, xpbd_method_at(XPBD_METHOD_PBD)->traits != listed[XPBD_METHOD_XPBD], "traits of another method");
  check_control(self, !xpbd_method_at(-1) && !xpbd_method_at(XPBD_METHODS) && !xpbd_method_name(XPBD_METHODS),
                "places outside");
}

void check_group_methods(check_registry *registry) {
  check_add(registry, "pbd-stiffness", "k of PBD, plain and scaled by the iterations", pbd_stiffness, 0);
  check_add(registry, "energy", "the readings of energy-embedded Gauss-Seidel on one spring", energy_readings, 0);
  check_add_method_energy(registry);
  check_add(registry, "global-damping-f32", "momentum kept, kinetic energy never higher", global_damping, XPBD_F32);
  check_add(registry, "damped-masses-f32", "light and heavy bodies are damped alike", damped_masses, XPBD_F32);
  check_add(registry, "damped-masses-f64", "the same in double", damped_masses, XPBD_F64);
  check_add(registry, "global-damping-f64", "the same in double", global_damping, XPBD_F64);
  check_add(registry, "checkpoints", "saved and resumed bit-identically; damaged or foreign files refused", checkpoints,
            0);
  check_add_method_handle(registry);
  check_add_method_counters(registry);
  check_add_method_jacobi(registry);
  check_add_method_plain(registry);
  check_add_method_world(registry);
  check_add(registry, "table", "every method by its name", table, 0);
  check_add(registry, "numbers", "the methods' own numbers, by their names", numbers, 0);
  check_add(registry, "refused", "settings that no method has", refused, 0);
}
