/* Why this file exists: says whether a program has all of a scene. Rest shapes are compared with the rest positions,
 * because the programs compute them from there. */
#include "fit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "xpbd/formula.h"
#include "xpbd/method.h"

/// Relative difference of two rest shapes that are the same.
static const double TOLERANCE = 1e-9;

const double *fit_rest(const xpbd_model *model) {
  const bool own = model->mesh.positions && model->mesh.vertex_count == xpbd_scene_particle_count(model->scene);
  return own ? model->mesh.positions : xpbd_scene_positions(model->scene);
}

const char *fit_name(const char *name, char out[64]) {
  snprintf(out, 64, "%.60s", name ? name : "scene");
  for (char *c = out; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  return out;
}

/* ---- rest shapes ---- */

static void edge_of(const double *x, const int32_t *particles, int k, double out[3]) {
  for (int d = 0; d < 3; d++) out[d] = x[3 * (int64_t)particles[k] + d] - x[3 * (int64_t)particles[0] + d];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Area or volume of an element with these edges.
static double size_of(int dim, double e[3][3]) {
  const double n[3] = {e[0][1] * e[1][2] - e[0][2] * e[1][1], e[0][2] * e[1][0] - e[0][0] * e[1][2],
                       e[0][0] * e[1][1] - e[0][1] * e[1][0]};
  return dim == 2 ? sqrt(dot(n, n)) / 2.0 : fabs(dot(n, e[2])) / 6.0;
}

static bool near(double value, double right) {
  return fabs(value - right) <= TOLERANCE * fabs(right); /* false for NaN */
}

/// Whether the stored rest shape of an element is its shape at x. The edges as the columns of D, and the stored inverse
/// M, give F = D M, which only turns: F^T F is the unit matrix times `scale`.
static bool at_rest(const fit_law *of, const double *x, const int32_t *particles, const double *rest) {
  double e[3][3] = {{0.0}};
  const int dim = of->dim;
  for (int k = 0; k < dim; k++) edge_of(x, particles, k + 1, e[k]);
  if (dim == 1) return near(rest[0], sqrt(dot(e[0], e[0])));
  const double size = size_of(dim, e), stored = rest[dim * dim], scale = of->scaled ? sqrt(size) : 1.0;
  if (!near(of->root ? stored * stored : stored, size)) return false;
  for (int a = 0; a < dim; a++) {
    for (int b = 0; b < dim; b++) {
      double sum = 0.0; /* the numbers of M are listed column by column */
      for (int j = 0; j < dim; j++)
        for (int k = 0; k < dim; k++) sum += rest[a * dim + j] * dot(e[j], e[k]) * rest[b * dim + k];
      if (!(fabs(sum - (a == b ? scale : 0.0)) <= TOLERANCE * scale)) return false;
    }
  }
  return true;
}

static xpbd_status check_rest(const fit_reader *reader, const xpbd_model *model, const xpbd_constraints *set,
                              const fit_law *of) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double *x = fit_rest(model);
  const int size = xpbd_rest_size(info);
  for (int32_t k = 0; k < set->count; k++)
    XPBD_REQUIRE(at_rest(of, x, &set->particles[(int64_t)k * info->arity], &set->rest[(int64_t)k * size]),
                 XPBD_ERR_UNSUPPORTED,
                 "the rest shape of element %d of %s is not its shape at the rest positions, which %s uses", (int)k,
                 info->name, reader->name);
  return XPBD_OK;
}

/* ---- sets ---- */

const fit_law *fit_law_of(const fit_reader *reader, const xpbd_constraints *set) {
  const char *name = xpbd_formula_at(set->formula)->name;
  for (const fit_law *of = reader->laws; of->formula; of++)
    if (strcmp(of->formula, name) == 0) return of;
  return NULL;
}

static xpbd_status fail_formula(const fit_reader *reader, const char *name) {
  char known[200] = "";
  for (const fit_law *of = reader->laws; of->formula; of++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used > 0 ? ", " : "", of->formula);
  }
  return xpbd_fail(XPBD_ERR_UNSUPPORTED, "%s does not have formula %s; it has %s", reader->name, name, known);
}

static xpbd_status check_set(const fit_reader *reader, const xpbd_model *model, const xpbd_constraints *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const fit_law *of = fit_law_of(reader, set);
  if (!of) return fail_formula(reader, info->name);
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s has compliance 0, and %s has no rigid elements; add --compliance", info->name, reader->name);
  XPBD_REQUIRE(set->damping == 0.0 || (of->damped && set->damping_reading == XPBD_DAMPING_XPBD), XPBD_ERR_UNSUPPORTED,
               "%s does not have the damping of %s; add --damping 0", reader->name, info->name);
  return check_rest(reader, model, set, of);
}

/* ---- the rest of the scene ---- */

static xpbd_status check_obstacle(const fit_reader *reader, const xpbd_scene *scene, int32_t index) {
  const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, index));
  const bool shape =
      o->kind == XPBD_OBSTACLE_SPHERE || o->kind == XPBD_OBSTACLE_HALF_SPACE || o->kind == XPBD_OBSTACLE_BOX;
  XPBD_REQUIRE(reader->obstacles, XPBD_ERR_UNSUPPORTED, "%s has another contact with obstacles", reader->name);
  XPBD_REQUIRE(shape, XPBD_ERR_UNSUPPORTED, "obstacle %d: %s gets only spheres, planes and boxes", (int)index,
               reader->name);
  XPBD_REQUIRE(o->key_count == 0 && o->spin == 0.0, XPBD_ERR_UNSUPPORTED,
               "obstacle %d moves, which a file for %s does not hold", (int)index, reader->name);
  XPBD_REQUIRE(isinf(o->from) && isinf(o->until), XPBD_ERR_UNSUPPORTED,
               "obstacle %d comes or goes, which a file for %s does not hold", (int)index, reader->name);
  XPBD_REQUIRE(o->restitution == 0.0, XPBD_ERR_UNSUPPORTED,
               "obstacle %d: %s has no coefficient of restitution; add --restitution 0", (int)index, reader->name);
  return XPBD_OK;
}

static xpbd_status check_particles(const fit_reader *reader, const xpbd_model *model) {
  const double *w = xpbd_scene_inverse_masses(model->scene), *v = xpbd_scene_velocities(model->scene);
  const double *start = xpbd_scene_positions(model->scene), *rest = fit_rest(model);
  for (int32_t i = 0; i < xpbd_scene_particle_count(model->scene); i++) {
    const int64_t at = 3 * (int64_t)i;
    XPBD_REQUIRE(reader->start || w[i] > 0.0 || memcmp(&start[at], &rest[at], 3 * sizeof *start) == 0,
                 XPBD_ERR_UNSUPPORTED,
                 "pinned particle %d starts away from its rest position, which a file for %s does not hold", (int)i,
                 reader->name);
    XPBD_REQUIRE(reader->start || dot(&v[at], &v[at]) == 0.0, XPBD_ERR_UNSUPPORTED,
                 "particle %d moves at the start, which a file for %s does not hold", (int)i, reader->name);
  }
  return XPBD_OK;
}

xpbd_status fit_check(const fit_reader *reader, const xpbd_model *model, const xpbd_scene_file_def *def) {
  const xpbd_scene *scene = model->scene;
  const char *name = reader->name;
  const xpbd_method_info *method = xpbd_method_at((int)def->settings->method);
  XPBD_REQUIRE(!method->engine, XPBD_ERR_UNSUPPORTED, "%s does not have the laws of method %s; use method xpbd", name,
               method->name);
  XPBD_REQUIRE(xpbd_scene_handle_count(scene) == 0, XPBD_ERR_UNSUPPORTED, "a file for %s does not hold moving handles",
               name);
  XPBD_REQUIRE(xpbd_scene_contact_radius(scene) == 0.0 && !xpbd_scene_radii(scene), XPBD_ERR_UNSUPPORTED,
               "%s has another contact between particles", name);
  XPBD_REQUIRE(xpbd_scene_wind(scene)->drag == 0.0, XPBD_ERR_UNSUPPORTED, "%s has another wind; add --wind-drag 0",
               name);
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "%s has no global damping; add --global-damping 0", name);
  XPBD_REQUIRE(xpbd_scene_centre_count(scene) == 0, XPBD_ERR_UNSUPPORTED, "%s has no ghost tips", name);
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) XPBD_TRY(check_obstacle(reader, scene, k));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_TRY(check_set(reader, model, xpbd_scene_set(scene, s)));
  return check_particles(reader, model);
}
