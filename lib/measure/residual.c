/* Why this file exists: tells whether a time step has solved its equations. The multipliers needed for this are not
 * part of a state and never leave a device. But every backend is bit-identical, so one CPU thread repeats the step and
 * reads them. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "formula/table.h"
#include "layout/layout.h"
#include "solver/cpu.h"
#include "solver/solver_internal.h"
#include "xpbd/measure.h"
#include "xpbd/method.h"

/* The equations of one time step. Centres follow the n particles. */
typedef struct equations {
  const xpbd_scene *scene;
  xpbd_solver_def def; /* of one step */
  double h;
  int64_t n, places;
  /* [places, 3]: positions and velocities at the start; current positions; displacement for damping */
  double *before, *velocities, *x, *moved;
  double *lambda; /* [constraints of the largest set, or n] */
  double *total;  /* [places, 3] gradient of a sum; velocities after the step */
  double held;    /* [J] elastic energy that positions and multipliers agree on */
} equations;

static void place_centres(const equations *e, double *values) {
  for (int64_t c = 0; c < e->places - e->n; c++) {
    const xpbd_range *range = xpbd_scene_centre(e->scene, (int32_t)c);
    for (int k = 0; k < 3; k++) {
      double sum = 0.0;
      for (int64_t i = range->first; i < (int64_t)range->first + range->count; i++) sum += values[3 * i + k];
      values[3 * (e->n + c) + k] = sum / range->count;
    }
  }
}

/* Displacements of this step, or of the previous one with lagged damping. */
static void displace(const equations *e, bool lagged) {
  for (int64_t k = 0; k < 3 * e->n; k++) e->moved[k] = lagged ? e->h * e->velocities[k] : e->x[k] - e->before[k];
  if (xpbd_scene_omits_tip_damping(e->scene)) {
    memset(&e->moved[3 * e->n], 0, 3 * (size_t)(e->places - e->n) * sizeof *e->moved);
  } else {
    place_centres(e, e->moved);
  }
}

/* One equation: its value, and the divisor of a projection. */
typedef struct equation {
  double c, squares, rate; /* C; sum w |grad C|^2; grad C . displacement */
} equation;

static void add_gradient(const equations *e, int64_t i, const double g[3], equation *q) {
  const double w = xpbd_scene_inverse_masses(e->scene)[i];
  for (int k = 0; k < 3; k++) {
    q->squares += w * g[k] * g[k];
    q->rate += g[k] * e->moved[3 * i + k];
  }
}

/* C of a row of element j, and its gradients in g. */
static double evaluate(const equations *e, const xpbd_constraints *set, int64_t j, int row, xpbd_vec3_f64 *g) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int32_t *at = &set->particles[j * formula->info.arity];
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  for (int k = 0; k < formula->info.arity; k++) memcpy(&x[k], &e->x[3 * (int64_t)at[k]], sizeof x[k]);
  double room[XPBD_MAX_REST];
  return formula->f64(x, xpbd_rest_of(set, j, row, room), set->material, g);
}

/* r^2 / D. 0 for a constraint that can move nothing, even if compliance takes all of it. */
static double unsolved(const equation *q, double alpha, double gamma, double lambda) {
  if (q->squares == 0.0) return 0.0;
  const double r = q->c + alpha * lambda + gamma * q->rate, divisor = (1.0 + gamma) * q->squares + alpha;
  return divisor > 0.0 ? r * r / divisor : NAN;
}

/* The elastic energy computed from C is far too large if a step is not converged, and that from multipliers if it
 * overshoots. */
static void hold(equations *e, const xpbd_constraints *set, double c, double lambda) {
  const double force = lambda / (e->h * e->h);
  if (xpbd_alpha_of(set, &e->def) > 0.0)
    e->held += 0.5 * fmin(c * c / set->compliance, set->compliance * force * force);
}

static double unsolved_sum(equations *e, const xpbd_constraints *set, double alpha, double gamma, double lambda) {
  const int arity = xpbd_formula_at(set->formula)->arity;
  equation q = {0};
  memset(e->total, 0, 3 * (size_t)e->n * sizeof *e->total);
  for (int64_t j = 0; j < set->count; j++) {
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    q.c += evaluate(e, set, j, 0, g);
    for (int k = 0; k < arity; k++) {
      double *to = &e->total[3 * (int64_t)set->particles[j * arity + k]];
      to[0] += g[k].x, to[1] += g[k].y, to[2] += g[k].z;
    }
  }
  for (int64_t i = 0; i < e->n; i++) add_gradient(e, i, &e->total[3 * i], &q);
  hold(e, set, q.c, lambda);
  return unsolved(&q, alpha, gamma, lambda);
}

/* The same for the constraint of particle i, over the elements there. Its gradient is gathered in e->total, which is 0
 * at these particles before and after. */
static double unsolved_patch(equations *e, const xpbd_constraints *set, double alpha, double gamma, int32_t i) {
  const xpbd_patches *patches = &set->patches;
  const int arity = xpbd_formula_at(set->formula)->arity;
  const double over = sqrt(patches->size[i]);
  equation q = {0};
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++) {
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    q.c += evaluate(e, set, patches->element[at], 0, g) / over;
    for (int k = 0; k < arity; k++) {
      double *to = &e->total[3 * (int64_t)set->particles[(int64_t)patches->element[at] * arity + k]];
      to[0] += g[k].x / over, to[1] += g[k].y / over, to[2] += g[k].z / over;
    }
  }
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++)
    for (int k = 0; k < arity; k++) {
      const int64_t p = set->particles[(int64_t)patches->element[at] * arity + k];
      add_gradient(e, p, &e->total[3 * p], &q);
      memset(&e->total[3 * p], 0, 3 * sizeof *e->total); /* the other corners here add nothing */
    }
  hold(e, set, q.c, e->lambda[i]);
  return unsolved(&q, alpha, gamma, e->lambda[i]);
}

/* The same for set s. e->lambda holds its multipliers. */
static double unsolved_set(equations *e, int32_t s) {
  const xpbd_constraints *set = xpbd_scene_set(e->scene, s);
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double alpha = xpbd_alpha_of(set, &e->def), gamma = xpbd_gamma_of(set, &e->def);
  double sum = 0.0;
  displace(e, set->damping_reading == XPBD_DAMPING_LAGGED);
  if (set->patches.count > 0) {
    memset(e->total, 0, 3 * (size_t)e->places * sizeof *e->total);
    for (int32_t i = 0; i < set->patches.count; i++)
      if (set->patches.size[i] > 0.0) sum += unsolved_patch(e, set, alpha, gamma, i);
    return sum;
  }
  if (info->traits & XPBD_SUMMED) return unsolved_sum(e, set, alpha, gamma, e->lambda[0]);
  for (int64_t c = 0; c < (int64_t)set->count * info->rows; c++) {
    const int64_t j = c / info->rows;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    equation q = {.c = evaluate(e, set, j, (int)(c % info->rows), g)};
    for (int k = 0; k < info->arity; k++)
      add_gradient(e, set->particles[j * info->arity + k], (const double[]){g[k].x, g[k].y, g[k].z}, &q);
    hold(e, set, q.c, e->lambda[c]);
    sum += unsolved(&q, alpha, gamma, e->lambda[c]);
  }
  return sum;
}

/* Runs the step with that many iterations from its start, and computes the residual. */
static xpbd_status step_with(equations *e, xpbd_cpu *cpu, int64_t step, int32_t sweeps, double *out) {
  e->def.iterations = sweeps; /* the state reads it in every step */
  xpbd_cpu_restore(cpu, step, e->before, e->velocities, NULL);
  xpbd_cpu_run(cpu, 0, 1, NULL);
  XPBD_TRY(xpbd_cpu_read(cpu, XPBD_POSITIONS, e->x));
  place_centres(e, e->x);
  double sum = 0.0;
  e->held = 0.0;
  for (int32_t s = 0; s < xpbd_scene_set_count(e->scene); s++) {
    XPBD_TRY(xpbd_cpu_multipliers(cpu, s, e->lambda));
    sum += unsolved_set(e, s);
  }
  XPBD_REQUIRE(isfinite(sum), XPBD_ERR_DIVERGED, "the residual of time step %lld is not finite", (long long)step + 1);
  *out = sqrt(sum);
  return XPBD_OK;
}

/* The residual that rounding of the positions alone causes: 16 units in the last place of each particle's position.
 * Measured for spheres in free flight: up to 4 units. In f32x the units of the distances between particles count. */
static double rounding(const equations *e) {
  const double *w = xpbd_scene_inverse_masses(e->scene);
  const double unit = 8.0 * (e->def.precision == XPBD_F64 ? DBL_EPSILON : (double)FLT_EPSILON);
  const double most = e->def.precision == XPBD_F32X ? xpbd_longest_element(e->scene) : INFINITY;
  double sum = 0.0;
  for (int64_t i = 0; i < e->n; i++) {
    const double *x = &e->before[3 * i], reach = fmin(most, fmax(fmax(fabs(x[0]), fabs(x[1])), fabs(x[2])));
    if (w[i] > 0.0) sum += unit * reach * (unit * reach) / w[i];
  }
  return sqrt(sum);
}

/* Whether a free particle has moved since the start of the step. */
static bool moves(const equations *e) {
  const double *w = xpbd_scene_inverse_masses(e->scene);
  for (int64_t i = 0; i < e->n; i++)
    if (w[i] > 0.0 && memcmp(&e->x[3 * i], &e->before[3 * i], 3 * sizeof *e->x) != 0) return true;
  return false;
}

/* Whether gravity or a velocity should move a particle. */
static bool is_driven(const equations *e) {
  const double *w = xpbd_scene_inverse_masses(e->scene), *g = xpbd_scene_gravity(e->scene);
  for (int64_t i = 0; i < e->n; i++)
    for (int k = 0; k < 3; k++)
      if (w[i] > 0.0 && (g[k] != 0.0 || e->velocities[3 * i + k] != 0.0)) return true;
  return false;
}

/* Energy at the end of the step just computed. Leaves e->x in the scene's own coordinates. */
static xpbd_status energy_of(equations *e, const xpbd_cpu *cpu, double *out) {
  const double *origin = xpbd_scene_origin(e->scene);
  xpbd_measures m;
  XPBD_TRY(xpbd_cpu_read(cpu, XPBD_VELOCITIES, e->total));
  for (int64_t k = 0; k < 3 * e->n; k++) e->x[k] += origin[k % 3];
  XPBD_TRY(xpbd_measure(e->scene, e->x, e->total, &m));
  *out = m.kinetic + m.gravitational + e->held;
  return XPBD_OK;
}

static xpbd_status measure(equations *e, xpbd_solver *solver, xpbd_step_residual *out) {
  const int64_t step = xpbd_solver_frame(solver) * xpbd_solver_settings(solver)->substeps;
  const int32_t sweeps = e->def.iterations;
  XPBD_TRY(xpbd_solver_read_local(solver, XPBD_POSITIONS, e->before));
  XPBD_TRY(xpbd_solver_read_local(solver, XPBD_VELOCITIES, e->velocities));
  xpbd_cpu *cpu = NULL;
  XPBD_TRY(xpbd_cpu_create(e->scene, &e->def, 1, &cpu));
  xpbd_status status = step_with(e, cpu, step, 0, &out->before);
  if (status == XPBD_OK) out->lost = is_driven(e) && !moves(e);
  if (status == XPBD_OK) status = step_with(e, cpu, step, sweeps, &out->after);
  if (status == XPBD_OK) status = energy_of(e, cpu, &out->energy);
  xpbd_cpu_destroy(cpu);
  if (status == XPBD_OK) out->share = out->before > rounding(e) ? out->after / out->before : 0.0;
  return status;
}

xpbd_status xpbd_measure_step(xpbd_solver *solver, xpbd_step_residual *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_step_residual){0};
  XPBD_NOT_NULL(solver);
  const xpbd_scene *scene = xpbd_solver_scene(solver);
  const xpbd_method_info *method = xpbd_method_at((int)xpbd_solver_settings(solver)->method);
  XPBD_REQUIRE(!method->engine && !(method->traits & XPBD_CARRIES_ENERGY), XPBD_ERR_UNSUPPORTED,
               "method %s does not solve the equations of XPBD", method->name);
  equations e = {.scene = scene, .def = *xpbd_solver_settings(solver), .n = xpbd_scene_particle_count(scene)};
  e.h = e.def.frame_time / e.def.substeps;
  e.def.frame_time = e.h, e.def.substeps = 1, e.def.batch = 1;
  e.places = e.n + xpbd_scene_centre_count(scene);
  size_t most = (size_t)e.n; /* a set may have a constraint for each particle */
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const size_t own = (size_t)set->count * (size_t)xpbd_formula_at(set->formula)->rows;
    if (own > most) most = own;
  }
  const size_t count = 3 * (size_t)e.places;
  double *memory = calloc(5 * count + most, sizeof *memory);
  XPBD_REQUIRE(memory, XPBD_ERR_OUT_OF_MEMORY, "no memory for the residual of %lld particles", (long long)e.n);
  e.before = memory, e.velocities = memory + count, e.x = memory + 2 * count, e.moved = memory + 3 * count;
  e.total = memory + 4 * count, e.lambda = memory + 5 * count;
  const xpbd_status status = measure(&e, solver, out);
  if (status != XPBD_OK) *out = (xpbd_step_residual){0};
  free(memory);
  return status;
}
