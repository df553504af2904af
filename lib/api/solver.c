/* Why this file exists: the solver that users hold. It checks the settings once, picks a backend from the list it is
 * given, and forwards to it. Everything that all backends have in common is here. */
#include "xpbd/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/method_numbers.h"
#include "base/hash.h"
#include "base/edge.h"
#include "base/memory.h"
#include "base/parts.h"
#include "layout/layout.h"
#include "solver/cpu.h"
#include "solver/kernel.h"
#include "solver/solver_internal.h"
#include "xpbd/method.h"
#include "xpbd/precision.h"

enum { SOLVER_COOKIE = 0x5ce7e004 };

/* The list of backends is above the library, so xpbd_solver_def_default() is in backends/list.c. */
xpbd_solver_def xpbd_solver_def_with(const xpbd_backend_list *backends) {
  return (xpbd_solver_def){.cookie = SOLVER_COOKIE,
                           .backends = backends,
                           .precision = XPBD_AUTO,
                           .frame_time = 1.0 / 24.0,
                           .substeps = 1,
                           .iterations = 20,
                           .method = XPBD_METHOD_XPBD,
                           .batch = 1};
}

static xpbd_status check_settings(const xpbd_solver_def *def) {
  XPBD_REQUIRE(def && def->cookie == SOLVER_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the solver definition was not made by xpbd_solver_def_default()");
  XPBD_REQUIRE(def->backends && def->backends->count > 0, XPBD_ERR_INVALID_ARGUMENT, "the list of backends is empty");
  XPBD_REQUIRE(xpbd_precision_name((int)def->precision), XPBD_ERR_INVALID_ARGUMENT,
               "precision is %d, must be XPBD_F32, XPBD_F64, XPBD_F32X, XPBD_FLOAT or XPBD_AUTO", (int)def->precision);
  XPBD_REQUIRE(def->frame_time > 0.0 && isfinite(def->frame_time), XPBD_ERR_INVALID_ARGUMENT,
               "frame_time is %g s, must be above 0", def->frame_time);
  XPBD_REQUIRE(def->substeps >= 1, XPBD_ERR_INVALID_ARGUMENT, "substeps is %d, must be at least 1", (int)def->substeps);
  XPBD_REQUIRE(def->iterations >= 1, XPBD_ERR_INVALID_ARGUMENT, "iterations is %d, must be at least 1",
               (int)def->iterations);
  XPBD_REQUIRE(xpbd_method_at((int)def->method), XPBD_ERR_INVALID_ARGUMENT, "method is %d, unknown", (int)def->method);
  XPBD_TRY(xpbd_method_check_values(def));
  XPBD_REQUIRE(def->threads >= 0 && def->threads <= 4096, XPBD_ERR_INVALID_ARGUMENT, "threads is %d, must be 0 to 4096",
               (int)def->threads);
  XPBD_REQUIRE(def->batch >= 1 && def->batch <= 65535, XPBD_ERR_INVALID_ARGUMENT, "batch is %d, must be 1 to 65535",
               (int)def->batch);
  XPBD_REQUIRE(def->device >= 0, XPBD_ERR_INVALID_ARGUMENT, "device is %d, must be 0 or more", (int)def->device);
  XPBD_REQUIRE(def->lanes == 0 || def->lanes == 1, XPBD_ERR_INVALID_ARGUMENT, "lanes is %d, must be 0 or 1",
               (int)def->lanes);
  XPBD_REQUIRE(!def->instructions || xpbd_kernels_known(def->instructions), XPBD_ERR_INVALID_ARGUMENT,
               "there are no instructions '%s' (baseline, avx2, avx512)", def->instructions);
  const double h = def->frame_time / def->substeps;
  XPBD_REQUIRE(h >= 1e-9 && h <= 1e9, XPBD_ERR_UNSUPPORTED,
               "a time step of %g s (frame_time / substeps) is out of range, must be from 1e-9 to 1e9 s", h);
  return XPBD_OK;
}

/* Whether the requested backend runs the method instead of its engine. */
static bool is_elsewhere(const xpbd_method_info *method, const xpbd_solver_def *def) {
  return method->engine && def->backend && strcmp(def->backend, method->engine->name) != 0 &&
         xpbd_method_runs_on(method, def->backend);
}

/* "seq, omp and cuda": where a method with an engine runs. */
static const char *places_of(const xpbd_method_info *method, char *out, size_t capacity) {
  const char *names[8] = {method->engine->name};
  int count = 1;
  if (method->teamed) names[count++] = "omp";
  for (const char *const *name = method->backends; name && *name && count < 8; name++) names[count++] = *name;
  size_t used = 0;
  for (int k = 0; k < count && used < capacity; k++) {
    const char *join = k == 0 ? "" : k + 1 < count ? ", " : " and ";
    used += (size_t)snprintf(out + used, capacity - used, "%s%s", join, names[k]);
  }
  return out;
}

/* Replaces defaults by what the method needs. Explicit choices must fit the method. */
static xpbd_status fit_method(xpbd_solver_def *def) {
  const xpbd_method_info *method = xpbd_method_at((int)def->method);
  const int in_double = (method->traits & XPBD_IN_DOUBLE) != 0;
  if (def->precision == XPBD_AUTO && in_double) def->precision = XPBD_F64;
  char places[80];
  XPBD_REQUIRE(!def->backend || xpbd_method_runs_on(method, def->backend), XPBD_ERR_UNSUPPORTED,
               "method %s runs on %s%s, not on backend '%s'", method->name, places_of(method, places, sizeof places),
               in_double ? " in double" : "", def->backend);
  XPBD_REQUIRE(!in_double || def->precision == XPBD_F64, XPBD_ERR_UNSUPPORTED, "method %s runs in double, not in %s",
               method->name, xpbd_precision_name((int)def->precision));
  XPBD_REQUIRE(!method->engine || !def->instructions, XPBD_ERR_UNSUPPORTED, "method %s has no kernels for %s",
               method->name, def->instructions);
  XPBD_REQUIRE(!def->projective || (method->traits & XPBD_TAKES_PROJECTIVE), XPBD_ERR_INVALID_ARGUMENT,
               "method %s takes no settings of projective dynamics", method->name);
  return XPBD_OK;
}

/* fmax() would be a function call, nine times per spring. */
static double larger(double a, double b) {
  return a > b ? a : b;
}

/* The particles of a constraint must stay distinct when their positions are rounded. Far from the origin float cannot
 * distinguish the ends of a short edge, and the constraint would be skipped as degenerate. Runs in parts. */
typedef struct resolving {
  const double *x, *origin;
  const xpbd_constraints *set;
  int arity;
  double step;                  /* required distance, relative to the distance from the origin */
  double enough;                /* sufficient distance along x, y and z together, anywhere in the scene */
  int64_t bad[XPBD_MOST_PARTS]; /* first constraint of each part that is too short, count = none */
} resolving;

/* Whether two particles coincide or are far enough apart for the precision to distinguish them. */
static bool are_resolved(const resolving *r, const double *a, const double *b, double *apart, double *far) {
  *apart = *far = 0.0;
  for (int c = 0; c < 3; c++) {
    *apart = larger(*apart, fabs(a[c] - b[c]));
    *far = larger(*far, larger(fabs(a[c] - r->origin[c]), fabs(b[c] - r->origin[c])));
  }
  return *apart == 0.0 || *apart > r->step * *far;
}

/* The same for all pairs of particles of a constraint. */
static bool is_resolved(const resolving *r, const int32_t *at) {
  for (int i = 0; i + 1 < r->arity; i++)
    for (int k = i + 1; k < r->arity; k++) {
      const double *a = &r->x[3 * (int64_t)at[i]], *b = &r->x[3 * (int64_t)at[k]];
      double apart, far;
      if (fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]) > r->enough) continue;
      if (!are_resolved(r, a, b, &apart, &far)) return false;
    }
  return true;
}

static void look_at_constraints(void *of, int part, int64_t first, int64_t last) {
  resolving *r = of;
  int64_t j = first;
  for (; j < last; j++) {
    const int32_t *at = &r->set->particles[j * r->arity];
    for (int k = 0; k < r->arity && j + XPBD_AHEAD < r->set->count; k++)
      XPBD_ASK_FOR(&r->x[3 * (int64_t)at[XPBD_AHEAD * r->arity + k]]);
    if (!is_resolved(r, at)) break;
  }
  r->bad[part] = j < last ? j : r->set->count;
}

/* The spacing of a precision's numbers at 1. */
static double step_of(xpbd_precision precision) {
  return precision == XPBD_F32 ? 1.2e-7 : precision == XPBD_F32X ? 1.5e-14 : 2.3e-16;
}

/* Whether the particles of each constraint are more than `steps` of a precision apart. No coordinate exceeds
 * `extent`. */
static xpbd_status check_resolved(const xpbd_scene *scene, const xpbd_constraints *set, int threads,
                                  xpbd_precision precision, double steps, double extent) {
  resolving r = {.x = xpbd_scene_positions(scene),
                 .origin = xpbd_scene_origin(scene),
                 .set = set,
                 .arity = xpbd_formula_at(set->formula)->arity,
                 .step = steps * step_of(precision)};
  r.enough = 3.0 * r.step * extent * 1.001; /* rounded up */
  const int parts = xpbd_parts_for(threads, set->count, XPBD_PART_LEAST);
  xpbd_in_parts(parts, set->count, look_at_constraints, &r);
  int64_t j = set->count;
  for (int k = 0; k < parts; k++) j = r.bad[k] < j ? r.bad[k] : j;
  for (int i = 0; i + 1 < r.arity && j < set->count; i++)
    for (int k = i + 1; k < r.arity; k++) {
      const int32_t *at = &set->particles[j * r.arity];
      double apart, far;
      XPBD_REQUIRE(are_resolved(&r, &r.x[3 * (int64_t)at[i]], &r.x[3 * (int64_t)at[k]], &apart, &far),
                   XPBD_ERR_UNSUPPORTED,
                   "particles %d and %d are %.3g m apart in a scene that reaches %.3g m: too close for precision %s%s",
                   (int)at[i], (int)at[k], apart, far, xpbd_precision_name((int)precision),
                   precision == XPBD_F32   ? "; use f32x or f64"
                   : precision == XPBD_F64 ? ""
                                           : "; use f64");
    }
  return XPBD_OK;
}

/* Compliance and damping as the kernels use them. */
static xpbd_status check_coefficients(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const double largest = xpbd_in_float(def->precision) ? 1e27 : 1e200, h = def->frame_time / def->substeps;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    XPBD_REQUIRE(xpbd_alpha_of(set, def) <= largest && xpbd_gamma_of(set, def) <= largest, XPBD_ERR_UNSUPPORTED,
                 "%s: compliance %g with damping %g and a time step of %g s does not fit this precision",
                 xpbd_formula_at(set->formula)->name, set->compliance, set->damping, h);
  }
  return XPBD_OK;
}

/* Where handles move their particles. */
static xpbd_status check_handles(const xpbd_scene *scene, double largest) {
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(scene, k);
    for (int c = 0; c < 3; c++)
      XPBD_REQUIRE(fabs(handle->pivot[c] - xpbd_scene_origin(scene)[c]) <= largest, XPBD_ERR_UNSUPPORTED,
                   "handle %d: a pivot beyond %g m does not fit this precision", (int)k, largest);
    for (int64_t j = 0; handle->key_positions && j < 3 * (int64_t)handle->key_count; j++)
      XPBD_REQUIRE(fabs(handle->key_positions[j]) <= largest, XPBD_ERR_UNSUPPORTED,
                   "handle %d: key_positions beyond %g m do not fit this precision", (int)k, largest);
  }
  return XPBD_OK;
}

/* The largest coordinate, the largest velocity component, and the largest offset from the first particle. Three values
 * each, for x, y and z, so that none waits for another. */
typedef struct reach {
  double x[3], v[3], across[3];
} reach;

static double largest_of(const double of[3]) {
  return larger(of[0], larger(of[1], of[2]));
}

static reach reach_of(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene), *o = xpbd_scene_origin(scene);
  reach r = {{0}, {0}, {0}};
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    for (int c = 0; c < 3; c++) {
      r.x[c] = larger(fabs(x[3 * i + c] - o[c]), r.x[c]);
      r.v[c] = larger(fabs(v[3 * i + c]), r.v[c]);
      r.across[c] = larger(fabs(x[3 * i + c] - x[c]), r.across[c]);
    }
  return r;
}

/* No coordinate, velocity, inverse mass or mass exceeds `largest`. */
static xpbd_status check_particles(const xpbd_scene *scene, const reach *r, double largest) {
  const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene);
  const double *w = xpbd_scene_inverse_masses(scene), *o = xpbd_scene_origin(scene);
  const bool good = largest_of(r->x) <= largest && largest_of(r->v) <= largest;
  for (int64_t k = 0; !good && k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++)
    XPBD_REQUIRE(fabs(x[k] - o[k % 3]) <= largest && fabs(v[k]) <= largest, XPBD_ERR_UNSUPPORTED,
                 "particle %lld: a coordinate or velocity beyond %g does not fit this precision", (long long)(k / 3),
                 largest);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    XPBD_REQUIRE(w[i] == 0.0 || (w[i] <= largest && w[i] >= 1.0 / largest), XPBD_ERR_UNSUPPORTED,
                 "particle %d: an inverse mass of %g does not fit this precision", (int)i, w[i]);
  return XPBD_OK;
}

/* Refuses what the precision cannot hold, because it would silently simulate something else: an infinite mass, a scene
 * so small that squared lengths become 0, a coordinate too large to detect divergence. Particles of a constraint must
 * be `steps` of the precision apart. */
static xpbd_status check_range(const xpbd_scene *scene, int threads, xpbd_precision precision, double steps) {
  const bool in_float = xpbd_in_float(precision);
  const double largest = in_float ? 1e27 : 1e200, smallest = in_float ? 1e-12 : 1e-100;
  const reach r = reach_of(scene);
  XPBD_TRY(check_particles(scene, &r, largest));
  const double across = largest_of(r.across);
  XPBD_REQUIRE(across == 0.0 || across >= smallest, XPBD_ERR_UNSUPPORTED,
               "the scene is %g m across: too small for this precision", across);
  XPBD_TRY(check_handles(scene, largest));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_TRY(check_resolved(scene, xpbd_scene_set(scene, s), threads, precision, steps, largest_of(r.x)));
  return XPBD_OK;
}

/* Whether a precision holds the motion in a time step. `enough` is the coarsest that does. */
static xpbd_status check_motion(const xpbd_resolution *needs, xpbd_precision enough, xpbd_precision precision) {
  static const int order[] = {[XPBD_F32] = 0, [XPBD_F32X] = 1, [XPBD_F64] = 2, [XPBD_AUTO] = 3};
  if (order[enough] <= order[precision]) return XPBD_OK;
  if (needs->coarsest == XPBD_AUTO)
    return xpbd_fail(XPBD_ERR_UNSUPPORTED, "%s: too little for any precision; use a longer time step", needs->why);
  return xpbd_fail(XPBD_ERR_UNSUPPORTED, "%s: too little for precision %s; use %s or a longer time step", needs->why,
                   xpbd_precision_name((int)precision), xpbd_precision_name((int)needs->coarsest));
}

/* Resolves a request to the coarsest precision that is enough. A precision given by name is checked. */
static xpbd_status choose_precision(const xpbd_scene *scene, xpbd_solver_def *def) {
  /* Steps: enough to be distinct, and enough to hang within a thousandth of its size. */
  enum { APART = 8, FAR_APART = 1024 };
  static const xpbd_precision order[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
  const xpbd_precision asked = def->precision;
  xpbd_resolution needs;
  XPBD_TRY(xpbd_resolution_of(scene, def, &needs));
  if (asked != XPBD_FLOAT && asked != XPBD_AUTO) {
    XPBD_TRY(check_motion(&needs, needs.barely, asked));
    return check_range(scene, def->threads, asked, APART);
  }
  const int last = asked == XPBD_FLOAT ? 1 : 2;
  for (int k = 0; k <= last; k++) {
    xpbd_status status = check_motion(&needs, needs.coarsest, order[k]);
    if (status == XPBD_OK) status = check_range(scene, def->threads, order[k], k == last ? APART : FAR_APART);
    def->precision = order[k];
    if (status == XPBD_OK || k == last) return status;
  }
  return XPBD_OK;
}

xpbd_status xpbd_backend_fail(xpbd_status code, const char *reason) {
  return xpbd_fail(code, "%s", reason ? reason : xpbd_status_name(code));
}

const xpbd_backend_entry *xpbd_backend_find(const xpbd_backend_list *backends, const char *name) {
  for (int i = 0; backends && name && i < backends->count; i++)
    if (strcmp(backends->entries[i].name, name) == 0) return &backends->entries[i];
  return NULL;
}

static xpbd_status can_run(const xpbd_backend *backend, const xpbd_scene *scene, const xpbd_solver_def *def) {
  char device[256];
  XPBD_REQUIRE(!(xpbd_chebyshev_of(def) > 0.0) || strcmp(backend->name, "seq") == 0 ||
                   strcmp(backend->name, "omp") == 0,
               XPBD_ERR_UNSUPPORTED, "%s has no Chebyshev acceleration; it runs on seq and omp", backend->name);
  XPBD_TRY(backend->probe(device, sizeof device));
  return backend->supports(scene, def);
}

/* The entry with that name, or the first that can run here. */
static xpbd_status choose_backend(const xpbd_scene *scene, const xpbd_solver_def *def, const xpbd_backend **out) {
  char reason[512] = "none is built";
  /* A device has no instructions of a CPU, and would take what the CPU refuses. */
  if (def->instructions && !def->backend) XPBD_TRY(xpbd_cpu_has_kernels(scene, def));
  for (int i = 0; i < def->backends->count; i++) {
    const xpbd_backend_entry *entry = &def->backends->entries[i];
    if (def->backend && strcmp(def->backend, entry->name) != 0) continue;
    if (!entry->table) {
      if (!def->backend) continue;
      return xpbd_fail(XPBD_ERR_NOT_BUILT, "backend '%s' was not built; configure with %s", entry->name, entry->option);
    }
    XPBD_REQUIRE(entry->table->abi == XPBD_BACKEND_ABI, XPBD_ERR_UNSUPPORTED,
                 "backend '%s' was built for interface %u, but this library has %u", entry->name,
                 (unsigned)entry->table->abi, XPBD_BACKEND_ABI);
    if (!def->backend && can_run(entry->table, scene, def) != XPBD_OK) {
      snprintf(reason, sizeof reason, "%s: %s", entry->name, xpbd_last_error());
      continue;
    }
    *out = entry->table;
    return XPBD_OK;
  }
  if (def->backend) return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "there is no backend '%s'", def->backend);
  return xpbd_fail(XPBD_ERR_UNAVAILABLE, "no backend can run this here (%s)", reason);
}

/* All checks before a solver is made. *def becomes its settings, *out the backend that runs it. */
static xpbd_status prepare(const xpbd_scene *scene, xpbd_solver_def *def, const xpbd_backend **out) {
  XPBD_TRY(fit_method(def));
  xpbd_method_settle(def);
  const xpbd_method_info *method = xpbd_method_at((int)def->method);
  const xpbd_backend *backend = method->engine;
  if (!backend) {
    XPBD_TRY(choose_precision(scene, def)); /* which a backend may lack */
    XPBD_TRY(choose_backend(scene, def, &backend));
    XPBD_TRY(check_coefficients(scene, def));
  }
  if (is_elsewhere(method, def)) XPBD_TRY(choose_backend(scene, def, &backend));
  if (method->supports) XPBD_TRY(method->supports(method, scene, def));
  /* Otherwise it was chosen because it can run. */
  if (method->engine || def->backend) XPBD_TRY(can_run(backend, scene, def));
  *out = backend;
  return XPBD_OK;
}

xpbd_status xpbd_solver_supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, def);
  XPBD_TRY(check_settings(def));
  xpbd_solver_def own = *def;
  const xpbd_backend *backend = NULL;
  return prepare(scene, &own, &backend);
}

xpbd_status xpbd_solver_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_solver **out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = NULL;
  XPBD_NOT_NULL(scene, def);
  XPBD_TRY(check_settings(def));
  xpbd_solver_def own = *def;
  const xpbd_backend *backend = NULL;
  XPBD_TRY(prepare(scene, &own, &backend));
  xpbd_solver *solver = calloc(1, sizeof *solver);
  XPBD_REQUIRE(solver, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  solver->scene = scene;
  solver->def = own;
  if (own.projective) {
    solver->projective = *own.projective;
    solver->def.projective = &solver->projective;
  }
  solver->method = xpbd_method_at((int)own.method);
  solver->backend = backend;
  const xpbd_status status = backend->create(scene, &solver->def, &solver->state);
  if (status != XPBD_OK) xpbd_solver_destroy(&solver);
  *out = solver;
  return status;
}

xpbd_status xpbd_solver_reset(xpbd_solver *solver) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver);
  solver->frame = 0;
  solver->broken = solver->backend->reset(solver->state);
  return solver->broken;
}

xpbd_status xpbd_solver_step(xpbd_solver *solver, int32_t frames) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver);
  XPBD_REQUIRE(frames >= 0, XPBD_ERR_INVALID_ARGUMENT, "frames is %d, must be 0 or more", (int)frames);
  XPBD_REQUIRE(solver->broken == XPBD_OK, solver->broken, "an earlier step failed; reset the solver first");
  solver->broken = solver->backend->step(solver->state, frames);
  if (solver->broken == XPBD_OK) solver->frame += frames;
  return solver->broken;
}

xpbd_status xpbd_solver_busy(xpbd_solver *solver, int32_t frames, double *seconds) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, seconds);
  XPBD_REQUIRE(frames >= 1, XPBD_ERR_INVALID_ARGUMENT, "frames is %d, must be 1 or more", (int)frames);
  XPBD_REQUIRE(solver->backend->busy, XPBD_ERR_UNSUPPORTED, "%s has no device clock", solver->backend->name);
  XPBD_REQUIRE(solver->broken == XPBD_OK, solver->broken, "an earlier step failed; reset the solver first");
  solver->broken = solver->backend->busy(solver->state, frames, seconds);
  if (solver->broken == XPBD_OK) solver->frame += frames;
  return solver->broken;
}

xpbd_status xpbd_solver_parts(xpbd_solver *solver, int32_t frames, double seconds[XPBD_PARTS]) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, seconds);
  XPBD_REQUIRE(frames >= 1, XPBD_ERR_INVALID_ARGUMENT, "frames is %d, must be 1 or more", (int)frames);
  XPBD_REQUIRE(solver->backend->parts, XPBD_ERR_UNSUPPORTED, "%s does not divide its time", solver->backend->name);
  XPBD_REQUIRE(solver->broken == XPBD_OK, solver->broken, "an earlier step failed; reset the solver first");
  solver->broken = solver->backend->parts(solver->state, frames, seconds);
  if (solver->broken == XPBD_OK) solver->frame += frames;
  return solver->broken;
}

const char *xpbd_part_name(xpbd_part part) {
  static const char *const names[XPBD_PARTS] = {"motion",    "projections", "sums",    "copies",
                                                "obstacles", "candidates",  "contact", "bounces"};
  return (int)part >= 0 && part < XPBD_PARTS ? names[part] : NULL;
}

xpbd_status xpbd_solver_sync(xpbd_solver *solver) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver);
  const xpbd_status status = solver->backend->sync(solver->state);
  if (solver->broken == XPBD_OK) solver->broken = status;
  XPBD_TRY(status); /* in the backend's words, if there are any */
  XPBD_REQUIRE(solver->broken == XPBD_OK, solver->broken, "an earlier step failed; reset the solver first");
  return XPBD_OK;
}

bool xpbd_solver_is_packed(const xpbd_solver *solver) {
  return solver->backend->pack_size && solver->backend->pack_size(solver->state) > 0;
}

xpbd_status xpbd_solver_read_local(xpbd_solver *solver, xpbd_field field, double *out) {
  XPBD_REQUIRE(field >= XPBD_POSITIONS && field <= XPBD_EMBEDDED, XPBD_ERR_INVALID_ARGUMENT, "field is %d, unknown",
               (int)field);
  XPBD_TRY(xpbd_solver_sync(solver));
  return solver->backend->read(solver->state, field, out);
}

/* The origin of the positions inside. */
static const double *origin_of(const xpbd_solver *solver) {
  static const double none[3] = {0.0, 0.0, 0.0};
  return solver->method->engine ? none : xpbd_scene_origin(solver->scene);
}

xpbd_status xpbd_solver_read(xpbd_solver *solver, xpbd_field field, double *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, out);
  const double *origin = origin_of(solver);
  XPBD_TRY(xpbd_solver_read_local(solver, field, out));
  if (field != XPBD_POSITIONS || (origin[0] == 0.0 && origin[1] == 0.0 && origin[2] == 0.0)) return XPBD_OK;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(solver->scene); k++) out[k] += origin[k % 3];
  return XPBD_OK;
}

/* Whether all numbers of [n, 3] are finite. */
static bool are_finite(const double *values, int64_t n) {
  for (int64_t k = 0; k < 3 * n; k++)
    if (!isfinite(values[k])) return false;
  return true;
}

xpbd_status xpbd_solver_write(xpbd_solver *solver, const double *positions, const double *velocities) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, positions, velocities);
  const int64_t n = xpbd_scene_particle_count(solver->scene);
  XPBD_REQUIRE(!xpbd_solver_is_packed(solver), XPBD_ERR_UNSUPPORTED,
               "method %s has more state than positions and velocities, so these cannot be replaced",
               solver->method->name);
  XPBD_REQUIRE(are_finite(positions, n) && are_finite(velocities, n), XPBD_ERR_INVALID_ARGUMENT,
               "the new state has a number that is not finite");
  double *local = malloc(6 * (size_t)n * sizeof *local);
  XPBD_REQUIRE(local, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)n);
  double *embedded = local + 3 * n;
  for (int64_t k = 0; k < 3 * n; k++) local[k] = positions[k] - origin_of(solver)[k % 3];
  xpbd_status status = xpbd_solver_read_local(solver, XPBD_EMBEDDED, embedded);
  if (status == XPBD_OK)
    status = solver->broken = solver->backend->restore(solver->state, solver->frame, local, velocities, embedded);
  free(local);
  return status;
}

xpbd_status xpbd_solver_hash(xpbd_solver *solver, uint64_t *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, out);
  XPBD_TRY(xpbd_solver_sync(solver));
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(solver->scene);
  double *values = malloc(count * sizeof *values);
  XPBD_REQUIRE(values, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu bytes of state", count * sizeof *values);
  uint64_t hash = count;
  xpbd_status status = XPBD_OK;
  const xpbd_field fields[] = {XPBD_POSITIONS, XPBD_VELOCITIES};
  for (int f = 0; f < 2 && status == XPBD_OK; f++) {
    status = solver->backend->read(solver->state, fields[f], values);
    if (status == XPBD_OK) hash = xpbd_mix_reals(hash, values, count);
  }
  free(values);
  if (status == XPBD_OK) *out = hash;
  return status;
}

xpbd_status xpbd_solver_counters(xpbd_solver *solver, xpbd_counters *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  memset(out, 0, sizeof *out);
  XPBD_NOT_NULL(solver);
  const xpbd_status status = solver->backend->sync(solver->state);
  solver->backend->counters(solver->state, out);
  return status;
}

int64_t xpbd_solver_frame(const xpbd_solver *solver) {
  return solver ? solver->frame : 0;
}
const char *xpbd_solver_backend(const xpbd_solver *solver) {
  return solver ? solver->backend->name : NULL;
}
const xpbd_scene *xpbd_solver_scene(const xpbd_solver *solver) {
  return solver ? solver->scene : NULL;
}
const xpbd_solver_def *xpbd_solver_settings(const xpbd_solver *solver) {
  return solver ? &solver->def : NULL;
}

void xpbd_solver_destroy(xpbd_solver **solver) {
  if (!solver || !*solver) return;
  (*solver)->backend->destroy((*solver)->state);
  free(*solver);
  *solver = NULL;
}
