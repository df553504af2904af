/* Why this file exists: strikes a beam in its slowest mode, and compares it with the exact motion. */
#include "swing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks/mechanics/elasticity.h"
#include "checks/papers/claims/claims_rules.h"
#include "xpbd/measure.h"

static const double PI = 3.14159265358979323846; /* M_PI is not in C11 */
static const double AMPLITUDE = 1e-5;            /* [m] the beam shortens by its square: 1e-5 of the amplitude */

bool swing_make(check *self, int32_t cells, swing *s) {
  const double density = 1000.0, side = 0.25, material[2] = {1e6, 0.0};
  *s = (swing){.beam = {.length = 1.0, .cells = {4 * cells, cells, cells}, .e = material[0], .nu = material[1]}};
  s->beam.weight = density * side * side * s->beam.length * 9.81;
  if (!beam_make(self, &s->beam, &s->b) || !(s->mode = beam_start(&s->b))) return false;
  s->b.gravity[2] = -s->b.gravity[1]; /* along the diagonal of the section */
  if (!elasticity_mode(&s->b, s->beam.e, s->beam.nu, s->mode, &s->omega)) return false;
  s->b.gravity[1] = s->b.gravity[2] = 0.0;
  for (int32_t i = 0; i < 3 * s->b.n; i++) s->weight += s->b.mass[i / 3] * s->mode[i] * s->mode[i];
  return body_fill(&s->b, "stvk_strain_tet", material, 1.0, XPBD_SOLVE_STANDARD) && body_close(&s->b);
}

void swing_free(swing *s) {
  free(s->mode);
  body_free(&s->b);
}

/// The frame at time `t` [s] of a state. Its energy is absolute [J].
static swing_frame look(const swing *s, const rig *r, double t) {
  swing_frame out = {0};
  xpbd_measures m = {0};
  if (!body_worked(r->owner, xpbd_measure(r->scene, r->x, r->v, &m), "measuring the beam")) m.kinetic = (double)NAN;
  out.energy = m.kinetic + m.elastic;
  for (int32_t i = 0; i < 3 * r->n; i++) {
    const double mass = s->b.mass[i / 3], away = r->x[i] - s->b.rest[i];
    const double place = away - AMPLITUDE * s->mode[i] * sin(s->omega * t);
    const double speed = r->v[i] / s->omega - AMPLITUDE * s->mode[i] * cos(s->omega * t);
    out.coordinate += mass * away * s->mode[i];
    out.error += mass * (place * place + speed * speed);
  }
  out.coordinate /= AMPLITUDE * s->weight;
  out.error = sqrt(out.error / s->weight) / AMPLITUDE;
  return out;
}

bool swing_run(const swing *s, const swing_way *way, int32_t per_period, int32_t frames, double disturbance,
               swing_frame *out) {
  const double frame_time = 2.0 * PI / s->omega / per_period;
  xpbd_solver_def settings = body_settings(frame_time, way->iterations);
  settings.method = way->method, settings.substeps = way->substeps;
  double *x = beam_start(&s->b), *v = beam_start(&s->b);
  rig r = {0};
  for (int32_t i = 0; x && v && i < 3 * s->b.n; i++) {
    if (s->b.mass[i / 3] > 0) x[i] += check_random(s->b.owner, -disturbance, disturbance);
    v[i] = AMPLITUDE * s->omega * s->mode[i];
  }
  bool good = x && v && body_scene(&s->b, x, v, &r) && rig_solver(&r, &settings) && rig_step(&r, 0);
  const double start = good ? look(s, &r, 0.0).energy : (double)NAN;
  for (int32_t f = 0; good && f < frames; f++) {
    good = rig_step(&r, 1);
    if (good) out[f] = look(s, &r, (f + 1) * frame_time), out[f].energy /= start;
  }
  rig_free(&r);
  free(x);
  free(v);
  return good;
}

const char *swing_outcome(check *self, const char *rule, double low, double high) {
  static const char *const words[] = {
      [CLAIMS_FAILS] = "fails", [CLAIMS_HOLDS] = "holds", [CLAIMS_UNDECIDED] = "undecided"};
  claims_rule parsed;
  if (!check_true(self, claims_rule_parse(rule, strlen(rule), &parsed), "'%s' is a rule", rule)) return "fails";
  return words[claims_rule_decide(&parsed, 0.5 * (low + high), 0.5 * fabs(high - low))];
}
