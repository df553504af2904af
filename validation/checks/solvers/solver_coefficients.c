/* Why this file exists: a number that the precision cannot hold would silently be simulated as another one. Compliance,
 * damping in each reading, masses and edges are tested just inside and just outside the range of each precision. */
#include <stdio.h>

#include "runner/rig.h"
#include "runner/workload.h"
#include "solver_checks.h"

#define TOO_CLOSE "are 0.0009 m apart in a scene that reaches 1e+03 m: too close for precision f32; use f32x or f64"
static const char too_close[] = "particles 0 and 1 " TOO_CLOSE;

/// Two particles on a spring, the second at x + apart, and a third at 0, so that the scene reaches x; h is the time
/// step.
typedef struct pair {
  double x, apart, w, compliance, damping, h;
  xpbd_damping reading;
} pair;

static xpbd_status ask(check *self, int backend, const pair *p, xpbd_precision precision) {
  static const int32_t edge[2] = {0, 1};
  const double x[9] = {p->x, 0, 0, p->x + p->apart, 0, 0}, w[3] = {0, p->w};
  xpbd_scene_def scene = rig_points(3, x, NULL, w);
  scene.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
  set.compliance = p->compliance, set.damping = p->damping, set.damping_reading = p->reading;
  xpbd_solver_def def = rig_settings(precision, p->h, 3);
  def.backend = backend_at(backend)->name;
  OWNED(rig_free) rig r = {0};
  const xpbd_status status = rig_scene(&r, self, &scene, 1, &set) ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_IO;
  return status;
}

/* Hands put their particles at given positions. A pivot or a key that does not fit float is refused, also that of the
 * second hand. */
static void hands(check *self, int backend) {
  static const struct {
    double pivot, key;
    const char *text; /* NULL: it fits */
  } cases[] = {{-1e27, 1e27, NULL},
               {-1.1e27, 0.0, "handle 1: a pivot beyond 1e+27 m does not fit this precision"},
               {0.0, 1.1e27, "handle 1: key_positions beyond 1e+27 m do not fit this precision"}};
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {0}, times[2] = {0, 1};
  static const int32_t held[2] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, NULL, w);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int p = 0; p < 2; p++) {
      const double keys[6] = {0, 0, 0, 0, 0, cases[i].key};
      xpbd_solver_def def = rig_settings(p == 0 ? XPBD_F32 : XPBD_F64, 0.1, 1);
      def.backend = backend_at(backend)->name;
      OWNED(rig_free) rig r = {0};
      bool good = rig_scene(&r, self, &scene, 0, NULL);
      for (int k = 0; k < 2 && good; k++) {
        xpbd_handle_def hand = xpbd_handle_def_default();
        hand.particle_count = 1, hand.particles = &held[k];
        hand.key_count = 2, hand.key_times = times, hand.key_positions = k == 1 ? keys : x;
        if (k == 1) hand.pivot[1] = cases[i].pivot;
        good = check_status(self, xpbd_scene_add_handle(r.scene, &hand), XPBD_OK, "a hand");
      }
      const xpbd_status status = good ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_IO;
      if (p == 0 && cases[i].text) {
        check_status(self, status, XPBD_ERR_UNSUPPORTED, "%s", cases[i].text);
        check_said(self, cases[i].text, "hands, case %d", (int)i);
      } else {
        check_control(self, status == XPBD_OK, "hands, case %d fits", (int)i);
      }
    }
}

/// Two particles, optionally on a spring, along one axis: their positions on it, and the velocity of the second. A
/// third is held at 0.
typedef struct line {
  double first, second, speed;
  const char *text; ///< NULL: it fits.
} line;

static xpbd_status ask_along(check *self, int backend, int axis, int springs, const line *l, xpbd_precision precision) {
  static const int32_t edge[2] = {0, 1};
  static const double w[3] = {1, 1, 0};
  double x[9] = {0}, v[9] = {0};
  x[axis] = l->first, x[3 + axis] = l->second, v[3 + axis] = l->speed;
  xpbd_scene_def scene = rig_points(3, x, v, w);
  scene.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
  xpbd_solver_def def = rig_settings(precision, 0.1, 3);
  def.backend = backend_at(backend)->name;
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, springs, &set);
  const xpbd_status status = good ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_IO;
  return status;
}

/* What one axis shows, the others show too. */
static void each_axis(check *self, int backend) {
  static const char beyond[] = "particle 1: a coordinate or velocity beyond 1e+27 does not fit this precision";
  static const line lines[] = {{0, 1.1e27, 0, beyond},
                               {0, 1, 1.1e27, beyond},
                               {0, 0.9e-12, 0, "the scene is 9e-13 m across: too small for this precision"},
                               {0, 1.1e-12, 0, NULL},
                               {1000, 1000.0009, 0, too_close}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int axis = 0; axis < 3; axis++) {
      const char *text = lines[i].text;
      const xpbd_status status = ask_along(self, backend, axis, 1, &lines[i], XPBD_F32);
      if (text) {
        check_status(self, status, XPBD_ERR_UNSUPPORTED, "axis %d, in float: %s", axis, text);
        check_said(self, text, "line %d, axis %d", (int)i, axis);
        check_control(self, ask_along(self, backend, axis, 1, &lines[i], XPBD_F64) == XPBD_OK,
                      "axis %d, in double it fits: %s", axis, text);
      } else {
        check_status(self, status, XPBD_OK, "line %d, axis %d fits", (int)i, axis);
      }
    }
}

/* Any two particles of a constraint may be too close, with the first far from both. */
static void any_pair(check *self, int backend) {
  static const struct {
    const char *formula;
    int corners;
  } each[] = {{"triangle_area", 3}, {"tet_volume", 4}};
  static const double place[4][3] = {{1000, 1, 0}, {1000, 0, 0}, {1001, 0, 0}, {1000, 0, 1}}, rest[1] = {1.0};
  static const double w[5] = {1, 1, 1, 1};
  static const int32_t corner[4] = {0, 1, 2, 3};
  for (int k = 0; k < 2; k++)
    for (int at = 0; at < each[k].corners * each[k].corners; at++) {
      const int a = at / each[k].corners, b = at % each[k].corners;
      if (a >= b) continue;
      double x[15];
      const int32_t last = each[k].corners;
      for (int c = 0; c < 3 * last; c++) x[c] = place[c / 3][c % 3];
      for (int c = 0; c < 3; c++) x[3 * last + c] = 0.0;
      for (int c = 0; c < 3; c++) x[3 * b + c] = place[a][c] + (c == 0 ? 0.0009 : 0.0);
      xpbd_scene_def scene = rig_points(last + 1, x, NULL, w);
      scene.gravity[1] = 0.0;
      xpbd_constraints_def set = rig_set(each[k].formula, 1, corner, rest);
      OWNED(rig_free) rig r = {0};
      if (rig_scene(&r, self, &scene, 1, &set)) {
        xpbd_solver_def def = rig_settings(XPBD_F32, 0.1, 3);
        def.backend = backend_at(backend)->name;
        char text[256];
        snprintf(text, sizeof text, "particles %d and %d " TOO_CLOSE, a, b);
        check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "%s: %s", each[k].formula, text);
        check_said(self, text, "%s, particles %d and %d", each[k].formula, a, b);
        def.precision = XPBD_F64;
        check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "%s, in double: %d and %d", each[k].formula,
                      a, b);
      }
    }
}

/// Requests to double: it fits, or this is the text.
static void judge(check *self, xpbd_status status, const char *text, const char *what, int number) {
  if (text) {
    check_status(self, status, XPBD_ERR_UNSUPPORTED, "in double: %s", text);
    check_said(self, text, "in double: %s %d", what, number);
  } else {
    check_control(self, status == XPBD_OK, "in double: %s %d fits", what, number);
  }
}

/* The limits of double. Springs of 1e200 m have no length, because its square overflows, so these are particles
 * alone. */
static void in_double(check *self, int backend) {
  static const char beyond[] = "particle 1: a coordinate or velocity beyond 1e+200 does not fit this precision";
  static const struct {
    pair p;
    const char *text; /* NULL: it fits */
  } pairs[] = {{{0, 1, 1, 0.9e200, 0, 1, XPBD_DAMPING_XPBD}, NULL},
               {{0, 1, 1, 1.1e200, 0, 1, XPBD_DAMPING_XPBD},
                "stretching: compliance 1.1e+200 with damping 0 and a time step of 1 s does not fit this precision"},
               {{0, 1, 1, 1e193, 0.9e7, 1, XPBD_DAMPING_XPBD}, NULL},
               {{0, 1, 1, 1e193, 1.1e7, 1, XPBD_DAMPING_XPBD},
                "stretching: compliance 1e+193 with damping 1.1e+07 and a time step of 1 s does not fit this "
                "precision"},
               {{0, 1, 0.9e200, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
               {{0, 1, 1.1e200, 1, 0, 1, XPBD_DAMPING_XPBD},
                "particle 1: an inverse mass of 1.1e+200 does not fit this precision"},
               {{0, 1, 1.1e-200, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
               {{0, 1, 0.9e-200, 1, 0, 1, XPBD_DAMPING_XPBD},
                "particle 1: an inverse mass of 9e-201 does not fit this precision"},
               {{1000, 17 * 0x1p-43, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL}, /* from 1000 to the next number: 2^-43 */
               {{1000, 16 * 0x1p-43, 1, 1, 0, 1, XPBD_DAMPING_XPBD},
                "particles 0 and 1 are 1.82e-12 m apart in a scene that reaches 1e+03 m: too close for precision f64"}};
  static const line lines[] = {
      {0, 0.9e200, 0, NULL},  {0, -1.1e200, 0, beyond},
      {0, 1, 0.9e200, NULL},  {0, 1, -1.1e200, beyond},
      {0, 1.1e-100, 0, NULL}, {0, 0.9e-100, 0, "the scene is 9e-101 m across: too small for this precision"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    judge(self, ask(self, backend, &pairs[i].p, XPBD_F64), pairs[i].text, "pair", (int)i);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    judge(self, ask_along(self, backend, 0, 0, &lines[i], XPBD_F64), lines[i].text, "line", (int)i);
}

/* Position-based dynamics ignores compliance and damping, so none is too large for it. */
static void dropped(check *self, int backend) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {0, 1};
  static const int32_t edge[2] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, NULL, w);
  xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
  set.compliance = 1e30, set.damping = 1e5;
  xpbd_solver_def def = rig_settings(XPBD_F32, 0.1, 3);
  def.backend = backend_at(backend)->name;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 1, &set)) {
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_ERR_UNSUPPORTED, "XPBD needs both");
    def.method = XPBD_METHOD_PBD;
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_OK, "PBD");
    if (rig_solver(&r, &def) && rig_step(&r, 2))
      check_between(self, r.x[3], 0.9, 1.1, "the end of the spring, which it holds [m]");
  }
}

void check_coefficients(check *self, int backend) {
  const struct {
    pair p;
    const char *word; /* NULL: it fits */
  } in_float[] = {
      {{0, 1, 1, 0.9e27, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1.1e27, 0, 1, XPBD_DAMPING_XPBD},
       "stretching: compliance 1.1e+27 with damping 0 and a time step of 1 s does not fit this precision"},
      {{0, 1, 1, 0.9e25, 0, 0.1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1.1e25, 0, 0.1, XPBD_DAMPING_XPBD},
       "stretching: compliance 1.1e+25 with damping 0 and a time step of 0.1 s does not fit this precision"},
      {{0, 1, 1, 1e20, 0.9e7, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1e20, 1.1e7, 1, XPBD_DAMPING_XPBD},
       "stretching: compliance 1e+20 with damping 1.1e+07 and a time step of 1 s does not fit this precision"},
      {{0, 1, 1, 1e20, 0.9e6, 0.1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1, 1e20, 0.9e6, 0.1, XPBD_DAMPING_TILDE},
       "stretching: compliance 1e+20 with damping 900000 and a time step of 0.1 s does not fit this precision"},
      {{0, 1, 1, 1e20, 0.9e4, 0.1, XPBD_DAMPING_TILDE}, NULL},
      {{0, 1, 0.9e27, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 1.1e27, 1, 0, 1, XPBD_DAMPING_XPBD},
       "particle 1: an inverse mass of 1.1e+27 does not fit this precision"},
      {{0, 1, 1.1e-27, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 1, 0.9e-27, 1, 0, 1, XPBD_DAMPING_XPBD}, "particle 1: an inverse mass of 9e-28 does not fit this precision"},
      {{1000, 1.1e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{1000, 0.9e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, too_close},
      {{-1000, -0.9e-3, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, too_close},
      {{1000, 0, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL}, /* one place: degenerate in every precision, and skipped */
      {{0.9e27, 1e26, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0.9e27, 2e26, 1, 1, 0, 1, XPBD_DAMPING_XPBD},
       "particle 1: a coordinate or velocity beyond 1e+27 does not fit this precision"},
      {{0, 1.1e-12, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, NULL},
      {{0, 0.9e-12, 1, 1, 0, 1, XPBD_DAMPING_XPBD}, "the scene is 9e-13 m across: too small for this precision"}};
  for (size_t i = 0; i < sizeof in_float / sizeof *in_float; i++) {
    const char *word = in_float[i].word;
    const xpbd_status status = ask(self, backend, &in_float[i].p, XPBD_F32);
    if (word) {
      check_status(self, status, XPBD_ERR_UNSUPPORTED, "in float: %s", word);
      check_said(self, word, "case %d", (int)i);
      check_control(self, ask(self, backend, &in_float[i].p, XPBD_F64) == XPBD_OK, "in double it fits: %s", word);
    } else {
      check_status(self, status, XPBD_OK, "case %d fits", (int)i);
    }
  }
  hands(self, backend);
  each_axis(self, backend);
  any_pair(self, backend);
  in_double(self, backend);
  dropped(self, backend);
}
