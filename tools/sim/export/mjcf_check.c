/* Why this file exists: MuJoCo has some of the laws of a scene, exactly. Whatever else a scene has is refused by name,
 * because a peer that simulates another scene without saying so would be measured wrong. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mjcf.h"
#include "xpbd/formula.h"

/// Relative difference of two rest shapes that are the same.
static const double TOLERANCE = 1e-9;

/// How a formula stores its rest shape: by length, by inverse and size, or with both scaled (docs/guide/scene-file.md).
typedef enum law_kind { LAW_SPRING, LAW_ROOT, LAW_STRAIN } law_kind;
typedef struct law {
  const char *formula;
  int dim;
  law_kind kind;
} law;

static const law laws[] = {{"stretching", 1, LAW_SPRING},       {"distance_bending", 1, LAW_SPRING},
                           {"stvk_root_tet", 3, LAW_ROOT},      {"stvk_strain_tet", 3, LAW_STRAIN},
                           {"stvk_root_triangle", 2, LAW_ROOT}, {"stvk_strain_triangle", 2, LAW_STRAIN}};

static const law *law_of(const char *formula) {
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
    if (strcmp(laws[k].formula, formula) == 0) return &laws[k];
  return NULL;
}

const double *mjcf_rest(const xpbd_model *model) {
  const bool own = model->mesh.positions && model->mesh.vertex_count == xpbd_scene_particle_count(model->scene);
  return own ? model->mesh.positions : xpbd_scene_positions(model->scene);
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
/// M, give F = D M, which turns only: F^T F is the unit matrix times `scale`.
static bool at_rest(const law *of, const double *x, const int32_t *particles, const double *rest) {
  double e[3][3];
  for (int k = 0; k < of->dim; k++) edge_of(x, particles, k + 1, e[k]);
  if (of->dim == 1) return near(rest[0], sqrt(dot(e[0], e[0])));
  const int dim = of->dim;
  const double size = size_of(dim, e), stored = rest[dim * dim];
  const double scale = of->kind == LAW_STRAIN ? sqrt(size) : 1.0;
  bool same = near(of->kind == LAW_STRAIN ? stored * stored : stored, size);
  for (int a = 0; a < dim && same; a++) {
    for (int b = 0; b < dim && same; b++) {
      double sum = 0.0; /* numbers of M are listed column by column */
      for (int j = 0; j < dim; j++)
        for (int k = 0; k < dim; k++) sum += rest[a * dim + j] * dot(e[j], e[k]) * rest[b * dim + k];
      same = fabs(sum - (a == b ? scale : 0.0)) <= TOLERANCE * scale;
    }
  }
  return same;
}

static xpbd_status check_rest(const xpbd_model *model, const xpbd_constraints *set, const law *of) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double *x = mjcf_rest(model);
  const int size = xpbd_rest_size(info);
  for (int32_t k = 0; k < set->count; k++)
    XPBD_REQUIRE(at_rest(of, x, &set->particles[(int64_t)k * info->arity], &set->rest[(int64_t)k * size]),
                 XPBD_ERR_UNSUPPORTED, "MuJoCo has no rest shape of its own for element %d of %s", (int)k, info->name);
  return XPBD_OK;
}

/* ---- sets ---- */

static xpbd_status check_set(const xpbd_model *model, const xpbd_constraints *set, const law **out) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  *out = law_of(info->name);
  XPBD_REQUIRE(*out, XPBD_ERR_UNSUPPORTED,
               "MuJoCo has no formula %s; it has stretching, distance_bending, stvk_strain_tet, stvk_strain_triangle",
               info->name);
  XPBD_REQUIRE(set->compliance > 0.0, XPBD_ERR_UNSUPPORTED,
               "%s has compliance 0, and MuJoCo has no rigid elements; add --compliance", info->name);
  XPBD_REQUIRE(set->damping == 0.0 || (set->damping_reading == XPBD_DAMPING_XPBD && (*out)->kind != LAW_ROOT),
               XPBD_ERR_UNSUPPORTED, "MuJoCo does not have the damping of %s", info->name);
  for (int32_t k = 0; k < set->count * info->arity; k++)
    XPBD_REQUIRE(set->particles[k] < xpbd_scene_particle_count(model->scene), XPBD_ERR_UNSUPPORTED,
                 "MuJoCo has no centre, which %s uses", info->name);
  return check_rest(model, set, *out);
}

xpbd_status mjcf_flex_of(const xpbd_model *model, int32_t number, mjcf_flex *out) {
  const xpbd_constraints *set = xpbd_scene_set(model->scene, number);
  const law *of;
  XPBD_TRY(check_set(model, set, &of));
  *out = (mjcf_flex){.dim = of->dim};
  if (of->dim == 1) {
    const double k = set->material[0];
    out->stiffness = k * k / set->compliance;
    out->spring_damping = k * k * set->damping;
    return XPBD_OK;
  }
  out->young = set->material[0] / set->compliance;
  out->poisson = set->material[1];
  out->rayleigh_damping = set->damping * set->compliance;
  return XPBD_OK;
}

/* ---- the rest of the scene ---- */

static xpbd_status check_obstacle(const xpbd_scene *scene, int32_t index) {
  const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, index));
  const bool shape =
      o->kind == XPBD_OBSTACLE_SPHERE || o->kind == XPBD_OBSTACLE_HALF_SPACE || o->kind == XPBD_OBSTACLE_BOX;
  XPBD_REQUIRE(shape, XPBD_ERR_UNSUPPORTED, "obstacle %d: MuJoCo gets only spheres, planes and boxes", (int)index);
  XPBD_REQUIRE(o->key_count == 0 && o->spin == 0.0, XPBD_ERR_UNSUPPORTED,
               "obstacle %d moves, which a file of MuJoCo does not hold", (int)index);
  XPBD_REQUIRE(isinf(o->from) && isinf(o->until), XPBD_ERR_UNSUPPORTED,
               "obstacle %d comes or goes, which a file of MuJoCo does not hold", (int)index);
  XPBD_REQUIRE(o->restitution == 0.0, XPBD_ERR_UNSUPPORTED, "obstacle %d: MuJoCo has no coefficient of restitution",
               (int)index);
  return XPBD_OK;
}

/// A pinned particle is a point of the world there, so its rest position is where it stays.
static xpbd_status check_pins(const xpbd_model *model) {
  const double *w = xpbd_scene_inverse_masses(model->scene), *x = xpbd_scene_positions(model->scene);
  const double *rest = mjcf_rest(model);
  for (int32_t i = 0; i < xpbd_scene_particle_count(model->scene); i++)
    XPBD_REQUIRE(w[i] > 0.0 || memcmp(&x[3 * (int64_t)i], &rest[3 * (int64_t)i], 3 * sizeof *x) == 0,
                 XPBD_ERR_UNSUPPORTED, "pinned particle %d starts away from its rest position", (int)i);
  return XPBD_OK;
}

xpbd_status mjcf_check(const xpbd_model *model) {
  const xpbd_scene *scene = model->scene;
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  XPBD_REQUIRE(xpbd_scene_handle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "a file of MuJoCo does not hold the motion of handles");
  XPBD_REQUIRE(xpbd_scene_contact_radius(scene) == 0.0 && !xpbd_scene_radii(scene), XPBD_ERR_UNSUPPORTED,
               "MuJoCo has another contact between particles");
  XPBD_REQUIRE(wind->drag == 0.0, XPBD_ERR_UNSUPPORTED, "MuJoCo has another wind; add --wind-drag 0");
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "MuJoCo has no global damping; add --global-damping 0");
  XPBD_REQUIRE(xpbd_scene_centre_count(scene) == 0, XPBD_ERR_UNSUPPORTED, "MuJoCo has no ghost tips");
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) XPBD_TRY(check_obstacle(scene, k));
  return check_pins(model);
}
