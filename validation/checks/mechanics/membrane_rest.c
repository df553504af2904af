/* Why this file exists: brings a mesh to rest and proves that it is an equilibrium. Rest is reached by kinetic damping:
 * a few iterations converge time steps of about 1 over the fastest vibration. Whenever the kinetic energy begins to
 * fall, all motion is stopped. This needs the square root of the steps that strong damping needs, and no number that
 * depends on the slowest vibration. */
#include "membrane_rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/table.h"
#include "runner/rig.h"

/// Sets of the mesh at rest, put into a scene that starts elsewhere: with their rest shapes from the mesh.
static bool add_sets(rig *r, check *self, const membrane *m, const xpbd_scene *at_rest) {
  for (int s = 0; s < m->set_count; s++) {
    const xpbd_constraints *from = xpbd_scene_set(at_rest, s);
    const xpbd_formula_info *info = xpbd_formula_at(from->formula);
    const size_t numbers = (size_t)from->count * (size_t)xpbd_rest_size(info);
    double *rest = malloc(numbers * sizeof *rest);
    bool good = check_true(self, rest && from->left_out == 0, "every element has a rest shape");
    const double factor = (info->traits & XPBD_SUMMED) && m->volume > 0 ? m->volume : 1.0;
    for (size_t k = 0; good && k < numbers; k++) rest[k] = factor * from->rest[k];
    xpbd_constraints_def def = m->sets[s];
    def.count = from->count, def.particles = from->particles, def.rest = rest;
    memcpy(def.material, from->material, sizeof def.material);
    if (!m->own_compliance[s]) def.compliance = 1.0;
    good = good && check_status(self, xpbd_scene_add(r->scene, &def), XPBD_OK, "add %s", def.formula);
    free(rest);
    if (!good) return false;
  }
  return true;
}

static bool build(rig *r, check *self, const membrane *m) {
  xpbd_scene_def def = rig_points(m->mesh->vertex_count, m->mesh->positions, NULL, m->inverse_masses);
  def.triangle_count = m->mesh->triangle_count, def.triangles = m->mesh->triangles;
  memcpy(def.gravity, m->gravity, sizeof def.gravity);
  OWNED(rig_free) rig rest = {0};
  bool good = rig_scene(&rest, self, &def, 0, NULL);
  for (int s = 0; good && s < m->set_count; s++)
    good = check_status(self, xpbd_scene_add_on_mesh(rest.scene, m->mesh, 0, &m->sets[s]), XPBD_OK, "put %s on a mesh",
                        m->sets[s].formula);
  if (m->start) def.positions = m->start;
  good = good && rig_scene(r, self, &def, 0, NULL) && add_sets(r, self, m, rest.scene);
  return good;
}

static int64_t constraints_of(const xpbd_constraints *set) {
  return (int64_t)set->count * xpbd_formula_at(set->formula)->rows;
}

/// One row of an element: C and its gradients at x. j = element * rows + row.
static double evaluate(const xpbd_constraints *set, const double *x, int64_t j, xpbd_vec3_f64 *g) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity, rows = formula->info.rows;
  xpbd_vec3_f64 at[XPBD_MAX_ARITY];
  double room[XPBD_MAX_REST];
  for (int k = 0; k < arity; k++) memcpy(&at[k], &x[3 * (int64_t)set->particles[j / rows * arity + k]], sizeof at[k]);
  return formula->f64(at, xpbd_rest_of(set, j / rows, (int)(j % rows), room), set->material, g);
}

/// Adds `factor` times the gradient of a row of an element.
static void spread(const xpbd_constraints *set, int64_t j, double factor, const xpbd_vec3_f64 *g, double *out) {
  const int arity = xpbd_formula_at(set->formula)->arity, rows = xpbd_formula_at(set->formula)->rows;
  for (int k = 0; k < arity; k++) {
    double *to = &out[3 * (int64_t)set->particles[j / rows * arity + k]];
    to[0] += factor * g[k].x, to[1] += factor * g[k].y, to[2] += factor * g[k].z;
  }
}

void membrane_forces(const xpbd_scene *scene, const double *x, double *out) {
  memset(out, 0, 3 * (size_t)xpbd_scene_particle_count(scene) * sizeof *out);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    for (int64_t j = 0; j < constraints_of(set) && set->compliance > 0; j++) {
      xpbd_vec3_f64 g[XPBD_MAX_ARITY];
      const double c = evaluate(set, x, j, g);
      spread(set, j, -c / set->compliance, g, out);
    }
  }
}

double membrane_energy(const xpbd_scene *scene, const double *x) {
  double sum = 0;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    for (int64_t j = 0; j < constraints_of(set) && set->compliance > 0; j++) {
      xpbd_vec3_f64 g[XPBD_MAX_ARITY];
      const double c = evaluate(set, x, j, g);
      sum += 0.5 * c * c / set->compliance;
    }
  }
  return sum;
}

void membrane_volume_gradient(const xpbd_scene *scene, const double *x, double *out) {
  memset(out, 0, 3 * (size_t)xpbd_scene_particle_count(scene) * sizeof *out);
  const int32_t *corner = xpbd_scene_triangles(scene);
  for (int32_t t = 0; t < xpbd_scene_triangle_count(scene); t++, corner += 3)
    for (int k = 0; k < 3; k++) {
      const double *a = &x[3 * (int64_t)corner[(k + 1) % 3]], *b = &x[3 * (int64_t)corner[(k + 2) % 3]];
      double *to = &out[3 * (int64_t)corner[k]];
      to[0] += (a[1] * b[2] - a[2] * b[1]) / 6;
      to[1] += (a[2] * b[0] - a[0] * b[2]) / 6;
      to[2] += (a[0] * b[1] - a[1] * b[0]) / 6;
    }
}

/// Largest force on a free particle, over the largest weight of one. Without gravity it is over the largest force of
/// the constraints on any particle, held ones too. The part along the gradient of the volume is the pressure of a rigid
/// volume: `pressed` removes it.
static double imbalance(const rig *r, const membrane *m, bool pressed) {
  const size_t count = 3 * (size_t)r->n;
  const double *gravity = m->gravity;
  const double pull = sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  double *f = calloc(2 * count, sizeof *f), most = 0, left = 0, along = 0, square = 0;
  if (!f) return (double)NAN;
  double *g = f + count;
  membrane_forces(r->scene, r->x, f);
  if (pressed) membrane_volume_gradient(r->scene, r->x, g);
  for (size_t k = 0; k < count; k++) along += f[k] * g[k], square += g[k] * g[k];
  for (int32_t i = 0; i < r->n; i++) {
    const double w = m->inverse_masses[i];
    double all = 0, rest = 0;
    for (int c = 0; c < 3; c++) {
      const size_t k = 3 * (size_t)i + (size_t)c;
      const double kept = f[k] + (w > 0 ? m->gravity[c] / w : 0) - (pressed ? along / square * g[k] : 0);
      all += pull > 0 ? 0 : f[k] * f[k], rest += kept * kept;
    }
    if (pull > 0 && w > 0) all = pull * pull / (w * w);
    if (!(all <= most)) most = all;
    if (w > 0 && !(rest <= left)) left = rest;
  }
  free(f);
  return sqrt(left / most);
}

static double kinetic(const rig *r, const double *inverse_masses) {
  double sum = 0;
  for (int32_t i = 0; i < r->n; i++)
    for (int k = 0; k < 3; k++)
      if (inverse_masses[i] > 0) sum += r->v[3 * (int64_t)i + k] * r->v[3 * (int64_t)i + k] / inverse_masses[i];
  return sum;
}

/// The same body at its current position, without motion.
static bool stop(rig *r, check *self, const membrane *m, const xpbd_solver_def *settings) {
  const size_t bytes = 3 * (size_t)r->n * sizeof(double);
  double *now = malloc(bytes);
  if (!check_true(self, now != NULL, "memory")) return false;
  memcpy(now, r->x, bytes);
  membrane other = *m;
  other.start = now;
  rig_free(r);
  *r = (rig){0};
  const bool good = build(r, self, &other) && rig_solver(r, settings);
  free(now);
  return good;
}

/// Whether a volume is held.
static bool is_pressed(const xpbd_scene *scene) {
  bool pressed = false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    pressed |= (xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->traits & XPBD_SUMMED) != 0;
  return pressed;
}

/// Steps until forces are in balance; returns the remaining force, or NaN after a failure.
static double settle(rig *r, check *self, const membrane *m, int32_t *done) {
  enum { AT_ONCE = 5 };
  xpbd_solver_def settings = rig_settings(XPBD_F64, m->time_step, m->iterations);
  settings.lanes = 0;
  double left = INFINITY, energy = 0;
  if (!build(r, self, m) || !rig_solver(r, &settings)) return (double)NAN;
  for (*done = 0; *done < m->steps && !(left <= m->balance); *done += AT_ONCE) {
    if (!rig_step(r, AT_ONCE)) return (double)NAN;
    const double before = energy;
    energy = kinetic(r, m->inverse_masses);
    if (energy >= before) continue;
    left = imbalance(r, m, is_pressed(r->scene));
    if (left > m->balance && !stop(r, self, m, &settings)) return (double)NAN;
    energy = 0;
  }
  return left;
}

bool membrane_rest(rig *r, check *self, const membrane *m) {
  int32_t done = 0;
  const double left = settle(r, self, m, &done);
  if (isnan(left)) return false;
  xpbd_step_residual residual = {0};
  check_why(self, "the tolerance that the search for rest was given");
  bool good = check_at_most(self, left, m->balance, "forces out of balance after %d time steps", (int)done);
  good &= check_status(self, xpbd_measure_step(r->solver, &residual), XPBD_OK, "measure a step");
  good &= check_at_most(self, residual.share, 1e-3, "share of the step's equations left unsolved");
  return good;
}

double membrane_order(double before, double after) {
  return log2(before / after);
}
