/* Why this file exists: a backend outside the tree. A backend is a table of functions, and a solver takes any list of
 * them. This one runs springs of `stretching` one after another in double. It compares its state with that of seq. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpbd/backend.h>
#include <xpbd/xpbd.h>

typedef struct plain {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  int32_t count;                   /* particles */
  int64_t frames;                  /* since the last reset */
  double *x, *v, *before, *lambda; /* [3 count] three times, [elements of the set] */
} plain;

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "one CPU thread, in plain C");
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const xpbd_status no = XPBD_ERR_UNSUPPORTED;
  const int other = xpbd_scene_handle_count(scene) + xpbd_scene_obstacle_count(scene) + xpbd_scene_centre_count(scene);
  if (other > 0 || xpbd_scene_contact_radius(scene) > 0)
    return xpbd_backend_fail(no, "plain has no contact and no handles");
  if (xpbd_scene_wind(scene)->drag > 0 || xpbd_scene_global_damping(scene) > 0)
    return xpbd_backend_fail(no, "plain has no wind and no damping");
  if (xpbd_scene_set_count(scene) != 1) return xpbd_backend_fail(no, "plain runs one set of constraints");
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  if (set->formula != xpbd_formula_find("stretching") || set->damping > 0)
    return xpbd_backend_fail(no, "plain runs undamped springs of stretching");
  if (def->method != XPBD_METHOD_XPBD || def->precision != XPBD_F64)
    return xpbd_backend_fail(no, "plain runs the method xpbd in f64");
  return XPBD_OK;
}

static xpbd_status reset(void *state) {
  plain *p = state;
  const size_t bytes = 3 * (size_t)p->count * sizeof(double);
  memcpy(p->x, xpbd_scene_positions(p->scene), bytes);
  memcpy(p->v, xpbd_scene_velocities(p->scene), bytes);
  p->frames = 0;
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  plain *p = calloc(1, sizeof *p);
  *state = p;
  if (!p) return xpbd_backend_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the state of plain");
  *p = (plain){.scene = scene, .def = def, .count = xpbd_scene_particle_count(scene)};
  const size_t bytes = 3 * (size_t)p->count * sizeof(double);
  p->x = malloc(bytes), p->v = malloc(bytes), p->before = malloc(bytes);
  p->lambda = malloc(sizeof(double) * (size_t)xpbd_scene_set(scene, 0)->count);
  if (!p->x || !p->v || !p->before || !p->lambda)
    return xpbd_backend_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the particles of plain");
  return reset(p);
}

/* One element: the correction of its two particles (Macklin et al. 2016, Eq. (18)). */
static void project(plain *p, const xpbd_constraints *set, int32_t element, double h) {
  double room[XPBD_MAX_REST], d[3], length = 0;
  const double *w = xpbd_scene_inverse_masses(p->scene), k = set->material[0], alpha = set->compliance / (h * h);
  const int32_t i = set->particles[2 * element], j = set->particles[2 * element + 1];
  for (int a = 0; a < 3; a++) d[a] = p->x[3 * j + a] - p->x[3 * i + a], length += d[a] * d[a];
  length = sqrt(length);
  if (!(length > 0) || !(w[i] + w[j] > 0)) return;
  const double c = k * (length - xpbd_rest_of(set, element, 0, room)[0]);
  const double change = -(c + alpha * p->lambda[element]) / (k * k * (w[i] + w[j]) + alpha);
  p->lambda[element] += change;
  for (int a = 0; a < 3; a++) {
    p->x[3 * i + a] -= w[i] * k * change * d[a] / length;
    p->x[3 * j + a] += w[j] * k * change * d[a] / length;
  }
}

static xpbd_status step(void *state, int32_t frames) {
  plain *p = state;
  const xpbd_constraints *set = xpbd_scene_set(p->scene, 0);
  const double *w = xpbd_scene_inverse_masses(p->scene), *gravity = xpbd_scene_gravity(p->scene);
  const double h = p->def->frame_time / p->def->substeps;
  p->frames += frames;
  for (int64_t left = (int64_t)frames * p->def->substeps; left > 0; left--) {
    memcpy(p->before, p->x, 3 * (size_t)p->count * sizeof(double));
    memset(p->lambda, 0, (size_t)set->count * sizeof(double));
    for (int32_t at = 0; at < 3 * p->count; at++)
      if (w[at / 3] > 0) p->x[at] += h * (p->v[at] + h * gravity[at % 3]);
    for (int32_t i = 0; i < p->def->iterations; i++)
      for (int32_t at = 0; at < set->count; at++) project(p, set, set->schedule.order[at], h);
    for (int32_t at = 0; at < 3 * p->count; at++) {
      p->v[at] = (p->x[at] - p->before[at]) / h;
      if (!isfinite(p->v[at])) return xpbd_backend_fail(XPBD_ERR_DIVERGED, "plain: a particle is not finite");
    }
  }
  return XPBD_OK;
}

static xpbd_status sync(void *state) {
  return (void)state, XPBD_OK; /* step() does not return before the work is done */
}

static xpbd_status read(void *state, xpbd_field field, double *out) {
  const plain *p = state;
  const size_t bytes = 3 * (size_t)p->count * sizeof(double);
  if (field == XPBD_EMBEDDED)
    memset(out, 0, bytes);
  else
    memcpy(out, field == XPBD_POSITIONS ? p->x : p->v, bytes);
  return XPBD_OK;
}

static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  plain *p = state;
  const size_t bytes = 3 * (size_t)p->count * sizeof(double);
  memcpy(p->x, positions, bytes), memcpy(p->v, velocities, bytes);
  p->frames = frame;
  return (void)embedded, XPBD_OK;
}

static void counters(void *state, xpbd_counters *out) {
  *out = (xpbd_counters){.frames = ((plain *)state)->frames, .threads = 1, .lanes = 1};
}

static void destroy(void *state) {
  plain *p = state;
  if (p) free(p->x), free(p->v), free(p->before), free(p->lambda);
  free(p);
}

static const xpbd_backend table = {.abi = XPBD_BACKEND_ABI,
                                   .name = "plain",
                                   .about = "springs in plain C",
                                   .probe = probe,
                                   .supports = supports,
                                   .create = create,
                                   .reset = reset,
                                   .step = step,
                                   .sync = sync,
                                   .read = read,
                                   .restore = restore,
                                   .counters = counters,
                                   .destroy = destroy};
static const xpbd_backend_entry entry = {"plain", &table, ""};
static const xpbd_backend_list own = {1, &entry};

enum { SIDE = 21, FRAMES = 24 };

/* The positions after a second, computed by a backend of a list. */
static xpbd_status run(const xpbd_scene *scene, const xpbd_backend_list *backends, const char *name, double *out) {
  xpbd_solver_def def = xpbd_solver_def_with(backends);
  def.backend = name, def.precision = XPBD_F64, def.substeps = 4;
  xpbd_solver *solver = NULL;
  xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, FRAMES);
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, out);
  xpbd_solver_destroy(&solver);
  return status;
}

int main(void) {
  static double mine[3 * SIDE * SIDE], theirs[3 * SIDE * SIDE];
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = SIDE, params.constraint = "stretching", params.bending = "none";
  xpbd_model model = {0};
  if (xpbd_scene_build("cloth", &params, &model) != XPBD_OK || run(model.scene, &own, "plain", mine) != XPBD_OK ||
      run(model.scene, xpbd_backends(), "seq", theirs) != XPBD_OK)
    return fprintf(stderr, "%s\n", xpbd_last_error()), 1;
  double apart = 0;
  for (int i = 0; i < 3 * SIDE * SIDE; i++) {
    const double d = fabs(mine[i] - theirs[i]);
    if (!(d <= apart)) apart = d; /* a NaN is kept */
  }
  printf("largest distance from seq after one second: %.1e m\n", apart);
  xpbd_model_destroy(&model);
  return !(apart < 1e-9);
}
