/* Why this file exists: a body that float stops has equal bits on every backend, so comparing backends cannot see it.
 * Here float is compared with double at the time steps that people use, far from the origin, and under weak forces.
 * Where float cannot follow, it must be refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "precision_checks.h"
#include "scenes_checks.h"
#include "xpbd/measure.h"

enum { FRAMES = 24, DISTURBED = 10 };

/// What a person sees of a state.
typedef struct looks {
  double centre[3], lowest, energy; ///< [m], [m], kinetic and gravitational [J].
} looks;

static looks look_at(check *self, const rig *r) {
  xpbd_measures m = {0};
  check_status(self, xpbd_measure(r->scene, r->x, r->v, &m), XPBD_OK, "measured");
  return (looks){
      .centre = {m.centre[0], m.centre[1], m.centre[2]}, .lowest = m.lowest, .energy = m.kinetic + m.gravitational};
}

/// The largest error of one of them: centre and lowest point relative to the distance that particles moved, energy
/// relative to the energy that was moved.
static double error_of(const looks *a, const looks *b, double way, double work) {
  const double centre =
      hypot(hypot(a->centre[0] - b->centre[0], a->centre[1] - b->centre[1]), a->centre[2] - b->centre[2]);
  return check_larger(check_larger(centre / way, fabs(a->lowest - b->lowest) / way),
                      fabs(a->energy - b->energy) / work);
}

/// The largest distance of a particle from its start [m], and the most energy that was moved: by falling so far, or by
/// motion [J].
typedef struct scales {
  double way, work;
} scales;

static void take_scales(const rig *r, scales *most) {
  const double *start = xpbd_scene_positions(r->scene), *w = xpbd_scene_inverse_masses(r->scene);
  const double *g = xpbd_scene_gravity(r->scene);
  double work = 0.0;
  for (int32_t i = 0; i < r->n; i++) {
    double fall = 0.0, speed = 0.0;
    for (int k = 0; k < 3; k++) {
      const double moved = r->x[3 * i + k] - start[3 * i + k];
      most->way = check_larger(most->way, fabs(moved));
      fall += g[k] * moved;
      speed += r->v[3 * i + k] * r->v[3 * i + k];
    }
    if (w[i] > 0.0) work += (fabs(fall) + 0.5 * speed) / w[i];
  }
  most->work = check_larger(most->work, work);
}

/// Runs a scene, or in double a disturbed one (`seed` other than 0); updates `most` unless NULL. False after a failure.
static bool run(rig *r, const xpbd_solver_def *def, uint32_t seed, scales *most) {
  bool good = rig_solver(r, def);
  for (int i = 0; i < FRAMES && good; i++) {
    good = rig_step(r, 1);
    if (good && most) take_scales(r, most);
    if (!good || seed == 0) continue;
    xpbd_measure_disturb(r->x, 3 * (int64_t)r->n, &seed);
    xpbd_measure_disturb(r->v, 3 * (int64_t)r->n, &seed);
    good = check_status(r->owner, xpbd_solver_write(r->solver, r->x, r->v), XPBD_OK, "disturbed");
  }
  return good;
}

static double extent_of(const rig *r) {
  const double *x = xpbd_scene_positions(r->scene);
  double most = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)r->n; k++) most = fmax(most, fabs(x[k] - x[k % 3]));
  return most;
}

double precision_error(rig *r, const xpbd_solver_def *like, double *spread, double *still) {
  xpbd_solver_def def = *like;
  scales most = {0.0, 0.0};
  def.precision = XPBD_F64;
  if (!run(r, &def, 0, &most)) return NAN;
  const double way = fmax(most.way, 1e-4 * extent_of(r)), work = most.work;
  const looks right = look_at(r->owner, r);
  if (still) {
    if (!rig_solver(r, &def) || !rig_step(r, 0)) return NAN;
    const looks start = look_at(r->owner, r);
    *still = error_of(&start, &right, way, work);
  }
  def.precision = like->precision;
  if (!run(r, &def, 0, NULL)) return NAN;
  const looks here = look_at(r->owner, r);
  const double error = error_of(&here, &right, way, work);
  def.precision = XPBD_F64;
  for (uint32_t seed = 1; spread && seed <= DISTURBED && !(*spread >= error); seed++) {
    if (!run(r, &def, seed, NULL)) return NAN;
    const looks other = look_at(r->owner, r);
    *spread = check_larger(*spread, error_of(&other, &right, way, work));
  }
  return error;
}

/// A small version of a named scene, for so many time steps in a frame with so many iterations.
typedef struct subject {
  const char *scene, *constraint;
  int32_t resolution, steps, iterations;
  double limit;
} subject;

static const subject subjects[] = {
    {"pendulum", NULL, 0, 1, 5, 1e-2},          {"pendulum", NULL, 0, 200, 1, 1e-2},
    {"pendulum", NULL, 0, 10000, 1, 1e-2},      {"catenary", NULL, 0, 1, 20, 1e-2},
    {"catenary", NULL, 0, 200, 1, 1e-2},        {"catenary", NULL, 0, 2000, 1, 1e-2},
    {"cloth", NULL, 11, 1, 20, 1e-2},           {"cloth", NULL, 11, 100, 1, 1e-2},
    {"cloth", NULL, 5, 1000, 1, 1e-2},          {"cloth", NULL, 3, 10000, 1, 1e-2},
    {"beam_tets", NULL, 0, 1, 10, 1e-2},        {"beam_tets", NULL, 3, 1000, 1, 1e-2},
    {"torus_falling", NULL, 9, 1, 50, 1e-2},    {"torus_falling", NULL, 9, 200, 1, 1e-2},
    {"cloth_on_sphere", NULL, 11, 1, 50, 1e-2}, {"cloth_on_sphere", NULL, 11, 100, 1, 1e-2},
    {"friction_box", NULL, 0, 1, 20, 1e-2},     {"friction_box", NULL, 0, 1000, 1, 1e-2},
};

/* Float, if it is chosen: within 1 % of double, or within the effect of rounding alone on double. */
static void follows(check *self, int index) {
  const subject *s = &subjects[index];
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = s->resolution;
  OWNED(rig_free) rig r = {0};
  if (rig_named(&r, self, s->scene, &params)) {
    xpbd_solver_def def = rig_settings(XPBD_FLOAT, 1.0 / 24.0, s->iterations);
    def.substeps = s->steps, def.lanes = 0;
    double spread = 0.0;
    double still = 0.0;
    const double error = precision_error(&r, &def, &spread, &still);
    check_why(self, "1 % of the distance, or the effect on double of rounding to float before each frame");
    check_at_most(self, error, fmax(s->limit, spread), "%s, %d steps a frame: centre, sag and energy against double",
                  s->scene, (int)s->steps);
    check_control(self, !(still <= fmax(s->limit, spread)), "a body that stays where it is");
  }
}

/* Free fall from one metre at 1 to 10 000 steps a frame: the sum of the steps, which is known. Float that would stop it
 * is refused. */
static void falls(check *self, int argument) {
  static const int32_t steps[] = {1, 10, 100, 200, 500, 1000, 2000, 5000, 10000};
  static const double x[3] = {0.3, 1.0, -0.2}, w[1] = {2.0};
  int refused = 0;
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
    for (int p = 0; p < 2; p++) {
      xpbd_scene_def scene = rig_points(1, x, NULL, w);
      xpbd_solver_def def = rig_settings(p == 0 ? XPBD_FLOAT : XPBD_F32, 1.0 / 24.0, 1);
      def.substeps = steps[k];
      const double h = def.frame_time / steps[k], n = (double)FRAMES * steps[k],
                   fall = 0.5 * 9.81 * h * h * n * (n + 1.0);
      OWNED(rig_free) rig r = {0};
      if (rig_scene(&r, self, &scene, 0, NULL)) {
        if (xpbd_solver_supports(r.scene, &def) != XPBD_OK) {
          check_true(self, p == 1, "float is enough for %d steps: %s", (int)steps[k], xpbd_last_error());
          check_true(self,
                     strstr(xpbd_last_error(), "gravity moves a particle by") && strstr(xpbd_last_error(), "use f32x"),
                     "what, by how much, what to do: %s", xpbd_last_error());
          refused++;
        } else if (rig_solver(&r, &def) && rig_step(&r, FRAMES)) {
          check_why(self, "a thousandth of the distance");
          check_at_most(self, fabs((1.0 - r.x[1]) / fall - 1.0), 1e-3, "%d steps a frame: relative error of the fall",
                        (int)steps[k]);
        }
      }
    }
  check_at_least(self, refused, 4, "refused in f32");
  check_control(self, !(fabs(0.0 / 4.9 - 1.0) <= 1e-3), "a particle that stays where it is");
}

/* A weak force counts like a strong one, unless it is less than a millionth of it. */
typedef enum weak { HAND, WIND, DAMPING, SPEED, BOUNCE, SLIDE, WEAK } weak;
static const char *const weak_names[WEAK] = {"a slow hand",   "little wind",   "little damping",
                                             "a small speed", "a slow bounce", "slow sliding"};

static bool build_weak(rig *r, check *self, weak what) {
  static const double x[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1}, w_held[3] = {0, 1, 1}, w_free[3] = {1, 1, 1},
                      times[2] = {0, 1};
  static const double way[6] = {0, 0, 0, 1e-3, 2e-3, 0};
  static const int32_t triangle[3] = {0, 1, 2}, edges[6] = {0, 1, 1, 2, 2, 0}, held[1] = {0};
  const bool ground = what == BOUNCE || what == SLIDE;
  double v[9] = {0};
  for (int i = 0; i < 3; i++) {
    if (what == SPEED) v[3 * i] = 1e-3, v[3 * i + 1] = i == 1 ? 2e-3 : 0.0;
    if (what == BOUNCE) v[3 * i + 1] = -0.05;
    if (what == SLIDE) v[3 * i] = 0.05;
    if (what == DAMPING) v[3 * i + 1] = i == 1 ? 1.0 : 0.0;
  }
  xpbd_scene_def scene = xpbd_scene_def_default();
  scene.particle_count = 3, scene.positions = x, scene.velocities = v;
  scene.inverse_masses = what == HAND || what == WIND ? w_held : w_free;
  scene.triangle_count = 1, scene.triangles = triangle;
  if (!ground) scene.gravity[1] = 0.0;
  if (what == SLIDE) scene.gravity[1] = -0.01;
  if (what == BOUNCE) scene.gravity[1] = -0.02;
  if (what == DAMPING) scene.global_damping = 1e-5;
  if (what == WIND) scene.wind = (xpbd_wind){.drag = 0.1, .velocity = {0.01, 0.02, 0.0}};
  xpbd_constraints_def set = rig_set("stretching", 3, edges, NULL);
  set.compliance = 1e-3;
  bool good = rig_scene(r, self, &scene, 1, &set);
  if (good && what == HAND) {
    xpbd_handle_def hand = xpbd_handle_def_default();
    hand.particle_count = 1, hand.particles = held, hand.key_count = 2, hand.key_times = times,
    hand.key_positions = way;
    good = check_status(self, xpbd_scene_add_handle(r->scene, &hand), XPBD_OK, "a hand");
  }
  if (good && ground) {
    xpbd_obstacle_def floor = xpbd_obstacle_def_default();
    floor.kind = XPBD_OBSTACLE_HALF_SPACE, floor.friction = what == SLIDE ? 0.2 : 0.0,
    floor.restitution = what == BOUNCE ? 0.8 : 0.0;
    floor.centre[1] = what == BOUNCE ? -0.002 : 0.0;
    good = check_status(self, xpbd_scene_add_obstacle(r->scene, &floor), XPBD_OK, "a floor");
  }
  return good;
}

static void weakly(check *self, int what) {
  static const int32_t steps[] = {1, 20, 1000};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    OWNED(rig_free) rig r = {0};
    if (build_weak(&r, self, (weak)what)) {
      xpbd_solver_def def = rig_settings(XPBD_AUTO, 1.0 / 24.0, 2);
      def.substeps = steps[k];
      const double error = precision_error(&r, &def, NULL, NULL);
      check_why(self, "1 % of the distance");
      check_at_most(self, error, 1e-2, "%s, %d steps a frame, %s: centre, sag and energy against double",
                    weak_names[what], (int)steps[k],
                    xpbd_precision_name((int)xpbd_solver_settings(r.solver)->precision));
      if (steps[k] == 1000) {
        def.precision = XPBD_F32;
        check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "%s in f32", weak_names[what]);
        def.precision = XPBD_F64;
        check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "in double");
      }
    }
  }
}

void check_group_precision(check_registry *registry) {
  check_add(registry, "free-fall", "free fall at up to 10 000 steps a frame, or a refusal", falls, 0);
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
    check_add_named(registry, "a scene in float against the same in double", follows, (int)k, "follows/%s-%dx%d",
                    subjects[k].scene, (int)subjects[k].steps, (int)subjects[k].iterations);
  }
  for (int k = 0; k < WEAK; k++) {
    check_add_named(registry, weak_names[k], weakly, k, "weak/%d", k);
  }
  precision_add_scaled(registry);
  precision_add_choice(registry);
  precision_add_finding(registry);
}
