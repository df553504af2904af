/* Why this file exists: ADMM (Overby, Brown, Li, Narain 2017) has the constant matrix of projective dynamics, and takes
 * every energy of single elements. Each element has its own copy z of its corners, which moves to the least
 *      U(z) + weight / 2 |z - x - f / weight|^2
 * for its energy U, and a force f += weight (x - z), which then is the gradient of U at z. The global step moves x:
 *      (M / h^2 + sum of weights) (x - x') = M (x - y) / h^2 + sum of f + weight (x - z)
 * Once z = x, the right-hand side is the gradient of the energy of the step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/symmetric.h"
#include "implicit/energy.h"
#include "implicit/engine.h"
#include "implicit/global.h"

/* Of one corner of an element. */
typedef struct copy {
  double z[3], force[3];
} copy;

typedef struct admm {
  xpbd_stepper base;
  xpbd_global global;
  int64_t elements, corners; /* of all sets */
  double *weight;            /* [elements] [N/m] */
  copy *copies;              /* [corners] */
  double *at;                /* [n, 3] where formulas read the copy of one element [m] */
} admm;

/* One element. */
typedef struct member {
  const xpbd_constraints *set;
  const xpbd_pull *pull;
  int64_t j;
  int size; /* coordinates */
  const int32_t *particles;
} member;

static member member_of(const admm *p, int32_t s, int64_t j) {
  const xpbd_constraints *set = xpbd_scene_set(p->base.scene, s);
  const int arity = xpbd_formula_at(set->formula)->arity;
  return (member){set, xpbd_rows_of(&p->base.rows, s), j, 3 * arity, set->particles + j * arity};
}

static void put(const admm *p, const member *m, const double *z) {
  for (int k = 0; k < m->size; k++) p->at[3 * (int64_t)m->particles[k / 3] + k % 3] = z[k];
}

/* The largest curvature of the element at the start, scaled by `stretch`, with this sign. */
static double curvature_of(const admm *p, const member *m, double stretch, xpbd_curvature way, double sign) {
  const double *x = xpbd_scene_positions(p->base.scene), *first = &x[3 * (int64_t)m->particles[0]];
  double z[XPBD_MAX_SECOND], hessian[XPBD_CURVATURE_MOST], values[XPBD_MAX_SECOND], vectors[XPBD_CURVATURE_MOST];
  double most = 0.0;
  for (int k = 0; k < m->size; k++)
    z[k] = first[k % 3] + stretch * (x[3 * (int64_t)m->particles[k / 3] + k % 3] - first[k % 3]);
  put(p, m, z);
  xpbd_element_curvature(m->set, m->pull, m->j, p->at, way, hessian);
  xpbd_symmetric_eigen(m->size, hessian, values, vectors);
  for (int k = 0; k < m->size; k++) most = fmax(most, sign * values[k]);
  return most;
}

/* Of the element stretched by a hundredth, because roots of energies have no gradient at rest. An element whose force
 * turns with it, such as a folded hinge, has a curvature of -c too. With less than 2 c as its weight, the iterations of
 * heavy particles end in a cycle of two positions, of which none is the minimiser. With 4 c an error shrinks to a third. */
static double stiffness_of(const admm *p, const member *m) {
  const double most = curvature_of(p, m, 1.01, XPBD_CURVATURE_GAUSS_NEWTON, 1.0);
  return fmax(most, 4.0 * curvature_of(p, m, 1.0, XPBD_CURVATURE_FULL, -1.0));
}

/* Half of the stiffness would converge faster after dozens of iterations, but two or four leave a spring too soft. An
 * element without stiffness there is as stiff as the inertia of a particle. */
static double weight_of(const admm *p, const member *m) {
  double stiffness = stiffness_of(p, m);
  for (int k = 0; !(stiffness > 0.0 && isfinite(stiffness)) && k < m->size / 3; k++)
    stiffness = p->base.inertia[m->particles[k]];
  return stiffness > 0.0 ? stiffness : 1.0;
}

/* weight times the distances of the corners from their mean. An energy of one particle alone has a place in space. */
static void add_weight(admm *p, const member *m, double weight) {
  const int arity = m->size / 3;
  for (int i = 0; i < arity; i++)
    for (int k = 0; k <= i; k++) {
      const int32_t a = p->global.row[m->particles[i]], b = p->global.row[m->particles[k]];
      const double value = weight * ((i == k) - (arity > 1 ? 1.0 / arity : 0.0));
      if (a >= 0 && b >= 0)
        p->global.entries[p->global.entry_count++] = (xpbd_factor_entry){a > b ? a : b, a > b ? b : a, value};
    }
}

static xpbd_status build(admm *p) {
  const xpbd_scene *scene = p->base.scene;
  const size_t n = (size_t)p->base.motion.n;
  double *weight;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    p->elements += set->count;
    p->corners += (int64_t)set->count * xpbd_formula_at(set->formula)->arity;
  }
  weight = p->weight = calloc((size_t)p->elements + 1, sizeof *p->weight);
  p->copies = calloc((size_t)p->corners + 1, sizeof *p->copies);
  p->at = calloc(3 * n, sizeof *p->at);
  XPBD_REQUIRE(p->weight && p->copies && p->at, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld elements",
               (long long)p->elements);
  XPBD_TRY(xpbd_global_create(&p->global, &p->base, p->corners * (XPBD_MAX_ARITY + 1) / 2));
  xpbd_rows_begin(&p->base.rows, xpbd_scene_positions(scene), 0, 1); /* the stiffness of dashpots is constant */
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    for (int64_t j = 0; j < xpbd_scene_set(scene, s)->count; j++) {
      const member m = member_of(p, s, j);
      *weight = weight_of(p, &m);
      add_weight(p, &m, *weight++);
    }
  return xpbd_global_factor(&p->global);
}

/* Solves a x = b, in place, by L D L^T. False if a is not positive definite in double. */
static bool solve(int size, double *a, double *b) {
  for (int i = 0; i < size; i++) {
    for (int k = 0; k < i; k++) {
      double sum = a[i * size + k];
      for (int c = 0; c < k; c++) sum -= a[i * size + c] * a[c * size + c] * a[k * size + c];
      a[i * size + k] = sum / a[k * size + k];
      a[i * size + i] -= a[i * size + k] * sum;
    }
    if (!(a[i * size + i] > 0.0)) return false;
    for (int k = 0; k < i; k++) b[i] -= a[i * size + k] * b[k];
  }
  for (int i = size; i-- > 0;) {
    b[i] /= a[i * size + i];
    for (int k = i + 1; k < size; k++) b[i] -= a[k * size + i] * b[k];
  }
  return true;
}

/* U(z) + weight / 2 |z - to|^2, and its gradient. */
static double local_energy(const admm *p, const member *m, double weight, const double *to, const double *z,
                           double *gradient) {
  put(p, m, z);
  double sum = xpbd_element_energy(m->set, m->pull, m->j, p->at, gradient);
  for (int k = 0; k < m->size; k++) {
    sum += 0.5 * weight * (z[k] - to[k]) * (z[k] - to[k]);
    gradient[k] += weight * (z[k] - to[k]);
  }
  return sum;
}

/* -H^-1 gradient at z, which p->at has. */
static bool find_direction(const admm *p, const member *m, double weight, const double *gradient, double *direction) {
  static const xpbd_curvature ways[] = {XPBD_CURVATURE_FULL, XPBD_CURVATURE_PROJECTED};
  for (int way = 0; way < 2; way++) {
    double hessian[XPBD_CURVATURE_MOST];
    xpbd_element_curvature(m->set, m->pull, m->j, p->at, ways[way], hessian);
    for (int k = 0; k < m->size; k++) hessian[k * (m->size + 1)] += weight, direction[k] = -gradient[k];
    if (solve(m->size, hessian, direction)) return true;
  }
  return false;
}

/* Newton's method from z on. Once a step is below 1e-11 of the element, the next one would be rounding. */
static void minimise_local(const admm *p, const member *m, double weight, const double *to, double *z) {
  enum { MOST = 20, HALVINGS = 30 };
  double gradient[XPBD_MAX_SECOND], direction[XPBD_MAX_SECOND], tried[XPBD_MAX_SECOND], next[XPBD_MAX_SECOND];
  double energy = local_energy(p, m, weight, to, z, gradient), largest = INFINITY, extent = 0.0;
  for (int k = 3; k < m->size; k++) extent = fmax(extent, fabs(to[k] - to[k % 3]));
  for (int i = 0; i < MOST && largest > 1e-11 * extent; i++) {
    double slope = 0.0, t = 1.0, now = INFINITY;
    put(p, m, z);
    if (!find_direction(p, m, weight, gradient, direction)) return;
    largest = 0.0;
    for (int k = 0; k < m->size; k++) slope += gradient[k] * direction[k], largest = fmax(largest, fabs(direction[k]));
    for (int h = 0; h < HALVINGS; h++, t *= 0.5) {
      for (int k = 0; k < m->size; k++) tried[k] = z[k] + t * direction[k];
      now = local_energy(p, m, weight, to, tried, next);
      if (now <= energy + 1e-4 * t * slope + 1e-13 * energy) break;
    }
    if (!(now <= energy + 1e-13 * energy)) return;
    memcpy(z, tried, (size_t)m->size * sizeof *z);
    memcpy(gradient, next, (size_t)m->size * sizeof *gradient);
    energy = now;
  }
}

/* The copies of an element follow x, and pull at it. */
static void relax(const admm *p, const member *m, double weight, copy *c) {
  double to[XPBD_MAX_SECOND], z[XPBD_MAX_SECOND], *gradient = p->global.gradient;
  for (int k = 0; k < m->size; k++) {
    to[k] = p->base.x[3 * (int64_t)m->particles[k / 3] + k % 3] + c[k / 3].force[k % 3] / weight;
    z[k] = c[k / 3].z[k % 3];
  }
  minimise_local(p, m, weight, to, z);
  for (int k = 0; k < m->size; k++) {
    const int64_t at = 3 * (int64_t)m->particles[k / 3] + k % 3;
    const double pull = weight * (p->base.x[at] - z[k]);
    c[k / 3].z[k % 3] = z[k];
    c[k / 3].force[k % 3] += pull;
    gradient[at] += c[k / 3].force[k % 3] + pull;
  }
}

typedef void visit(const admm *p, const member *m, double weight, copy *c);

static void each(const admm *p, visit *act) {
  const double *weight = p->weight;
  copy *c = p->copies;
  for (int32_t s = 0; s < xpbd_scene_set_count(p->base.scene); s++)
    for (int64_t j = 0; j < xpbd_scene_set(p->base.scene, s)->count; j++, weight++) {
      const member m = member_of(p, s, j);
      act(p, &m, *weight, c);
      c += m.size / 3;
    }
}

/* A step begins at z = x without forces. */
static void begin(const admm *p, const member *m, double weight, copy *c) {
  (void)weight;
  for (int k = 0; k < m->size; k++) {
    c[k / 3].z[k % 3] = p->base.x[3 * (int64_t)m->particles[k / 3] + k % 3];
    c[k / 3].force[k % 3] = 0.0;
  }
}

static xpbd_status minimise(void *state) {
  admm *p = state;
  each(p, begin);
  for (int32_t i = 0; i < p->base.def->iterations; i++) {
    for (int64_t k = 0; k < 3 * (int64_t)p->base.motion.n; k++)
      p->global.gradient[k] = p->base.inertia[k / 3] * (p->base.x[k] - p->base.y[k]);
    each(p, relax);
    XPBD_TRY(xpbd_global_step(&p->global, &p->base));
  }
  xpbd_global_leave(&p->global, &p->base);
  p->base.done.iterations += p->base.def->iterations;
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  admm *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  p->base.minimise = minimise;
  XPBD_TRY(xpbd_stepper_create(&p->base, scene, def, XPBD_STEPPER_FORCES));
  return build(p);
}

static void counters(void *state, xpbd_counters *out) {
  const admm *p = state;
  *out = (xpbd_counters){.frames = p->base.own_frames,
                         .projections = p->base.done.iterations * p->elements,
                         .contacts = p->base.met,
                         .threads = 1,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + xpbd_stepper_bytes(&p->base) + xpbd_global_bytes(&p->global, &p->base) +
                    p->elements * (int64_t)sizeof *p->weight + p->corners * (int64_t)sizeof *p->copies +
                    3 * (int64_t)p->base.motion.n * (int64_t)sizeof *p->at;
}

static void destroy(void *state) {
  admm *p = state;
  if (!p) return;
  xpbd_global_destroy(&p->global);
  xpbd_stepper_destroy(&p->base);
  free(p->weight);
  free(p->copies);
  free(p->at);
  free(p);
}

const xpbd_backend xpbd_admm_engine = XPBD_STEPPER_ENGINE("elements one after the other, global steps by CHOLMOD",
                                                          xpbd_factor_probe, create, counters, destroy);
