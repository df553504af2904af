/* Why this file exists: scenes with a solution on paper must reach it: free fall, the hanging chain, the catenary, the
 * pendulum, the inflated ball, two balls that separate again. Scenes that start deformed must keep their rest shape. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/hanging.h"
#include "scenes_checks.h"
#include "xpbd/measure.h"

static const double PI = 3.14159265358979323846;

/// With the numbers that Cetinaslan 2023 prints for its bodies.
static double drop_ratio(check *self, const char *constraint, xpbd_damping reading, bool omit_tip) {
  return falling_share(self, constraint, 9, 1e-4, reading, omit_tip);
}

/// A body with a ghost tip falls freely if the damping includes the tip. Cetinaslan (ESBD) saw SBD fall too slowly.
/// That needs the tip left out and the damping misread.
static void free_fall(check *self, int argument) {
  static const char *const constraints[] = {"stretching+tet_volume", "sbd_tet", "esbd_tet", "sbd_mod_tet",
                                            "closed_volume"};
  static const xpbd_damping readings[] = {XPBD_DAMPING_XPBD, XPBD_DAMPING_LAGGED, XPBD_DAMPING_TILDE};
  for (size_t c = 0; c < sizeof constraints / sizeof *constraints; c++)
    for (int k = 0; k < 3; k++)
      check_at_most(self, fabs(drop_ratio(self, constraints[c], readings[k], false) - 1), 1e-10,
                    "%s, reading %d: drop over that of a stone, less 1", constraints[c], k); /* measured 3.8e-14 */
  check_between(self, drop_ratio(self, "sbd_tet", XPBD_DAMPING_XPBD, true), 0.99, 0.999, "tip left out"); /* 0.9949 */
  check_control(self, !(drop_ratio(self, "sbd_tet", XPBD_DAMPING_TILDE, true) > 0.5),
                "misread and tip left out: the body falls a quarter of the distance"); /* measured 0.231 */
  check_control(self, !(drop_ratio(self, "sbd_tet", XPBD_DAMPING_LAGGED, true) > 0.999),
                "lagged and tip left out"); /* measured 0.9955 */
}

/// The chain settles at the sum of the loads of its links: 20 + 19 + ... + 1 masses, times g alpha.
static void chain_length(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.global_damping = 0.05;
  const xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 500);
  OWNED(rig_free) rig r = {0};
  if (rig_named(&r, self, "chain", &params) && rig_solver(&r, &def) && rig_step(&r, 300)) {
    const double longer = -r.x[3 * (r.n - 1) + 1] - 1.0, expected = 210 * 0.05 * 9.81 * 1e-3;
    check_at_most(self, fabs(longer / expected - 1), 1e-6, "elongation over 0.1030 m"); /* measured 1.8e-8 */
    check_control(self, !(fabs(longer / (210 * 0.05 * 9.8 * 1e-3) - 1) <= 1e-6), "another gravity");
  }
}

static void catenary_shape(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.global_damping = 0.05;
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 200);
  def.substeps = 4;
  OWNED(rig_free) rig r = {0};
  enum { LINKS = 20 };
  double x[2 * (LINKS + 1)] = {0}, off = 0.0, sag = 0.0;
  if (rig_named(&r, self, "catenary", &params)) {
    const double *start = xpbd_scene_positions(r.scene), length = 1.5 / LINKS;
    for (int i = 0; i < LINKS; i++) { /* it starts unstretched */
      const double *a = &start[3 * i], *b = &start[3 * i + 3];
      check_at_most(self, fabs(hypot(b[0] - a[0], b[1] - a[1]) / length - 1), 1e-12, "link %d at the start", i);
    }
    check_at_most(self, fabs(start[3 * LINKS] - start[0] - 1.0), 1e-12, "span [m]");
    hanging_shape(LINKS, length, 1.0, x);
    if (rig_solver(&r, &def) && rig_step(&r, 240))
      for (int i = 0; i <= LINKS; i++) {
        const double apart = hypot(r.x[3 * i] - r.x[0] - x[2 * i], r.x[3 * i + 1] - r.x[1] - x[2 * i + 1]);
        if (!(apart <= off)) off = apart;
        sag = check_larger(sag, r.x[1] - r.x[3 * i + 1]);
      }
    check_at_most(self, off, 1e-3, "largest distance to the catenary [m]"); /* measured 1.7e-4 */
    check_between(self, sag, 0.5030, 0.5040, "sag [m]");                    /* of the catenary 0.50345 */
    hanging_shape(LINKS, length, 0.99, x);
    check_control(self, !(fabs(sag + x[2 * (LINKS / 2) + 1]) <= 1e-3), "nails 1 cm closer");
  }
}

/// From one passage through the vertical to the next but one, against the pendulum's series in its amplitude.
static void pendulum_period(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_scene_params_set(&params, "angle", 0.05 * 180.0 / PI);
  const xpbd_solver_def def = rig_settings(XPBD_F64, 1e-3, 1);
  OWNED(rig_free) rig r = {0};
  double passed[3];
  int count = 0;
  if (rig_named(&r, self, "pendulum", &params) && rig_solver(&r, &def) && rig_step(&r, 0)) {
    double last = r.x[3];
    check_at_most(self, fabs(last - sin(0.05)), 1e-15, "it starts at its angle");
    for (int f = 1; f <= 4000 && count < 3 && rig_step(&r, 1); f++) {
      if (last * r.x[3] < 0.0) passed[count++] = (f - r.x[3] / (r.x[3] - last)) * def.frame_time;
      last = r.x[3];
    }
    const double expected = 2.0 * PI * sqrt(1.0 / 9.81) * (1.0 + 0.05 * 0.05 / 16.0);
    if (check_same(self, (uint64_t)count, 3, "passages")) {
      const double period = passed[2] - passed[0];
      check_at_most(self, fabs(period / expected - 1), 1e-5, "period"); /* measured 1.0e-6 */
      check_control(self, !(fabs(period / (expected * sqrt(9.81 / 9.8)) - 1) <= 1e-5), "another gravity");
    }
  }
}

static void inflated_volume(check *self, int argument) {
  static const double ratios[] = {1.5, 0.7};
  for (int k = 0; k < 2; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = 9, xpbd_scene_params_set(&params, "volume", ratios[k]);
    xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 5);
    def.substeps = 10;
    OWNED(rig_free) rig r = {0};
    xpbd_measures start, end;
    if (rig_named(&r, self, "inflation", &params) && rig_solver(&r, &def) && rig_step(&r, 0)) {
      check_status(self, xpbd_measure(r.scene, r.x, r.v, &start), XPBD_OK, "start");
      rig_step(&r, 24);
      check_status(self, xpbd_measure(r.scene, r.x, r.v, &end), XPBD_OK, "end");
      check_at_most(self, fabs(end.volume / start.volume / ratios[k] - 1), 1e-9, "volume %g",
                    ratios[k]); /* measured 1.2e-11 */
      check_control(self, !(fabs(end.volume / start.volume / (ratios[k] + 0.01) - 1) <= 1e-6), "another volume");
    }
  }
}

/// A scene that starts deformed: with the deformation switched off it has the same sets, element by element.
static void deformed_start(check *self, const char *name, const xpbd_scene_params *with,
                           const xpbd_scene_params *without) {
  xpbd_model a, b;
  const bool good = check_status(self, xpbd_scene_build(name, with, &a), XPBD_OK, "%s, deformed", name);
  if (check_status(self, xpbd_scene_build(name, without, &b), XPBD_OK, "%s, at rest", name) && good) {
    const size_t n = 3 * (size_t)a.mesh.vertex_count * sizeof(double);
    check_true(self, memcmp(a.mesh.positions, b.mesh.positions, n) == 0, "%s: the mesh is at rest", name);
    check_control(self, memcmp(xpbd_scene_positions(a.scene), xpbd_scene_positions(b.scene), n) != 0,
                  "%s: the start is not", name);
    check_same(self, (uint64_t)xpbd_scene_set_count(a.scene), (uint64_t)xpbd_scene_set_count(b.scene), "sets");
    check_same(self, (uint64_t)xpbd_scene_centre_count(a.scene), (uint64_t)xpbd_scene_centre_count(b.scene), "centres");
    for (int32_t s = 0; s < xpbd_scene_set_count(a.scene); s++) {
      const xpbd_constraints *p = xpbd_scene_set(a.scene, s), *q = xpbd_scene_set(b.scene, s);
      const xpbd_formula_info *info = xpbd_formula_at(p->formula);
      const size_t rests = (size_t)xpbd_rest_size(info) * sizeof(double), arity = (size_t)info->arity * sizeof(int32_t);
      check_same(self, (uint64_t)p->formula, (uint64_t)q->formula, "formula of set %d", (int)s);
      if (!check_same(self, (uint64_t)p->count, (uint64_t)q->count, "constraints of %s", info->name)) continue;
      check_true(self, memcmp(p->rest, q->rest, (size_t)p->count * rests) == 0, "%s: rest shape", info->name);
      check_true(self, memcmp(p->particles, q->particles, (size_t)p->count * arity) == 0, "%s: particles", info->name);
    }
  }
  xpbd_model_destroy(&a);
  xpbd_model_destroy(&b);
}

static void deformed_starts(check *self, int argument) {
  xpbd_scene_params with = xpbd_scene_params_default(), without = with;
  xpbd_scene_params_set(&with, "pull_time", 0.0), xpbd_scene_params_set(&without, "pull_time", 0.0);
  xpbd_scene_params_set(&without, "stretch", 1.0); /* x' = x / 2 + (x - x / 2) is x for these sizes: no rounding */
  deformed_start(self, "torus_stretched", &with, &without);
  deformed_start(self, "cloth_stretched", &with, &without);
  xpbd_scene_params_set(&with, "stretch", 0.5);
  deformed_start(self, "torus_stretched", &with, &without);
  xpbd_scene_params_set(&with, "stretch", (double)NAN), xpbd_scene_params_set(&without, "stretch", (double)NAN);
  xpbd_scene_params_set(&without, "angle", 0.0);
  deformed_start(self, "beam_twisted", &with, &without);
  with.constraint = without.constraint = "sbd_tet+linear_tet+hookean+closed_volume";
  deformed_start(self, "beam_twisted", &with, &without);
  /* half a turn: the far end's corners change places */
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  with.constraint = NULL;
  if (!check_status(self, xpbd_scene_build("beam_twisted", &with, &model), XPBD_OK, "a twisted beam")) return;
  const double *x = xpbd_scene_positions(model.scene), *rest = model.mesh.positions;
  double worst = 0.0;
  for (int64_t i = 0; i < model.mesh.vertex_count; i++)
    if (rest[3 * i] > 12.5)
      worst =
          check_larger(worst, fabs(x[3 * i + 1] + rest[3 * i + 1] - 3.0) + fabs(x[3 * i + 2] + rest[3 * i + 2] - 4.0));
  check_at_most(self, worst, 1e-14, "the far end is turned by 180 degrees [m]");
}

/// The result of hands after some frames of a scene in which they begin at rest.
typedef struct hands {
  double off; ///< Largest distance of a held particle from its position in a deformed start, over the scene's size.
  double restless; ///< Root mean square displacement of all particles in the last frame, over that size.
} hands;

static hands hands_after(check *self, const char *name, const xpbd_scene_params *params, int32_t frames) {
  xpbd_scene_params start = *params;
  xpbd_scene_params_set(&start, "pull_time", 0.0);
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(name));
  const double size = isnan(params->size) ? info->size : params->size;
  xpbd_solver_def def = rig_settings(XPBD_F32, info->frame_time, info->iterations < 20 ? info->iterations : 20);
  def.lanes = 0; /* bit-identical, but faster */
  const bool torus = strcmp(name, "torus_stretched") == 0;
  OWNED(xpbd_model_destroy) xpbd_model deformed = {0};
  hands result = {.restless = NAN};
  OWNED(rig_free) rig r = {0};
  const bool good = rig_named(&r, self, name, params);
  if (check_status(self, xpbd_scene_build(name, &start, &deformed), XPBD_OK, "%s, deformed", name) && good) {
    const int64_t n = r.n;
    const double *to = xpbd_scene_positions(deformed.scene), *rest = r.model.mesh.positions;
    double squares = 0.0, top = 0.0;
    check_true(self, memcmp(xpbd_scene_positions(r.scene), rest, 3 * (size_t)n * sizeof *rest) == 0,
               "%s: it starts at rest", name);
    check_same(self, (uint64_t)xpbd_scene_handle_count(deformed.scene), 0, "%s: hands of a deformed start", name);
    for (int64_t i = 0; i < n; i++) top = fmax(top, rest[3 * i + 1]);
    const bool ran = rig_solver(&r, &def) && rig_step(&r, frames);
    for (int64_t k = 0; ran && k < 3 * n; k++) {
      squares += r.v[k] * r.v[k];
      if (xpbd_scene_inverse_masses(r.scene)[k / 3] > 0.0) continue;
      if (torus && fabs(rest[k / 3 * 3 + 1]) < 0.999 * top) continue; /* a rigid hand does not stretch what it holds */
      if (!(fabs(r.x[k] - to[k]) / size <= result.off)) result.off = fabs(r.x[k] - to[k]) / size;
    }
    result.restless = sqrt(squares / (double)n) * info->frame_time / size;
  }
  return result;
}

/// Hands bring a body to its deformed start, and then it is almost still, without a jerk.
static void pulled(check *self, int argument) {
  static const struct {
    const char *name, *constraint;
    double stretch;
  } cases[] = {{"cloth_stretched", NULL, 1.5},
               {"torus_stretched", NULL, 1.5},
               {"torus_stretched", NULL, 0.6},
               {"torus_stretched", "stvk_tet", 1.5},
               {"torus_stretched", "stvk_tet", 0.6},
               {"torus_stretched", "neo_hookean_tet", 1.5},
               {"torus_stretched", "neo_hookean_tet", 0.6},
               {"beam_twisted", NULL, (double)NAN}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *name = cases[k].name;
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = cases[k].constraint, xpbd_scene_params_set(&params, "stretch", cases[k].stretch);
    const hands end = hands_after(self, name, &params, 72), middle = hands_after(self, name, &params, 12);
    check_at_most(self, end.off, 1e-6, "%s: held particles off", name); /* measured 5.8e-9 */
    /* measured 3.2e-3 */
    check_at_most(self, end.restless, 5e-3, "%s %s, stretch %g: displacement in a frame", name,
                  cases[k].constraint ? cases[k].constraint : "", cases[k].stretch);
    check_control(self, !(middle.off <= 1e-6), "%s: while the hands move", name);
    check_control(self, !(middle.restless <= 5e-3), "%s: so does the body: %g", name, middle.restless);
  }
  xpbd_scene_params params = xpbd_scene_params_default(); /* what the size of 0.35 m is for */
  params.size = 14.0;
  const hands large = hands_after(self, "torus_stretched", &params, 72);
  check_control(self, !(large.restless <= 1e-2), "a torus of 14 m jerks: %g", large.restless);
}

/// Distance between the middles of the two balls along x after 40 frames, over that at the start.
static double parted(check *self, double contact_radius) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 9, params.contact_radius = contact_radius;
  const xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 20);
  OWNED(rig_free) rig r = {0};
  double now = 0.0, before = 0.0;
  if (rig_named(&r, self, "spheres_colliding", &params) && rig_solver(&r, &def) && rig_step(&r, 40))
    for (int32_t i = 0; i < r.n; i++) {
      now += (i < r.n / 2 ? -2.0 : 2.0) * r.x[3 * i] / r.n;
      before += (i < r.n / 2 ? -2.0 : 2.0) * xpbd_scene_positions(r.scene)[3 * i] / r.n;
    }
  return now / before;
}

/// Two balls of 10 m, 15 m apart, that meet at 10 m/s: without contact they change places.
static void collision(check *self, int argument) {
  check_between(self, parted(self, NAN), 0.5, 1.0, "distance after the collision"); /* measured 0.93 */
  check_control(self, !(parted(self, 0.0) > 0.5), "without contact they pass through each other");
}

void scenes_add_laws(check_registry *registry) {
  check_add(registry, "laws/free-fall", "a free body falls freely, whatever its constraints and damping", free_fall, 0);
  check_add(registry, "laws/chain", "the hanging chain gets as long as its weights require", chain_length, 0);
  check_add(registry, "laws/catenary", "the chain between two nails takes the shape of the catenary", catenary_shape,
            0);
  check_add(registry, "laws/pendulum", "period of the pendulum", pendulum_period, 0);
  check_add(registry, "laws/inflation", "the ball reaches the volume it is inflated to", inflated_volume, 0);
  check_add(registry, "laws/collision", "two balls collide and separate", collision, 0);
  check_add(registry, "laws/deformed-start", "a deformed start keeps its rest shape", deformed_starts, 0);
  check_add(registry, "laws/pulled", "hands pull a body to its deformed start, and it is still", pulled, 0);
}
