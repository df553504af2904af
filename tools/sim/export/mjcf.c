/* Why this file exists: writes a scene as a model of MuJoCo (MJCF). Each free particle is a body with three slides, as
 * MuJoCo's own flexcomp makes them, but with its own mass. Each set of constraints is a flex. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "export.h"
#include "fit.h"
#include "sim/engine/sim_names.h"
#include "xpbd/formula.h"
#include "xpbd/version.h"

/// The first bytes. They tell a file of this program from another one, which is not replaced.
static const char mark[] = "<!-- xpbd-suite ";

/// MuJoCo's springs are edges of a flex. Its elasticity is that of St. Venant and Kirchhoff, with Rayleigh damping.
static const fit_law laws[] = {{"stretching", 1, false, false, true},
                               {"distance_bending", 1, false, false, true},
                               {"stvk_strain_tet", 3, true, true, true},
                               {"stvk_strain_triangle", 2, true, true, true},
                               {"stvk_root_tet", 3, false, false, false},
                               {"stvk_root_triangle", 2, false, false, false},
                               {NULL, 0, false, false, false}};
static const fit_reader mujoco = {"MuJoCo", laws, true, true};

/// What is written, and to where.
typedef struct job {
  FILE *to;
  const xpbd_scene *scene;
  const double *rest, *start, *velocities, *inverse_masses;
  int32_t count;
} job;

static void put_numbers(const job *j, const char *name, const double *values, int count) {
  char text[32];
  fprintf(j->to, " %s=\"", name);
  for (int k = 0; k < count; k++) fprintf(j->to, "%s%s", k > 0 ? " " : "", sim_real(values[k], text));
  fputc('"', j->to);
}

static void put_number(const job *j, const char *name, double value) {
  put_numbers(j, name, &value, 1);
}

/// The quaternion w, x, y, z that turns the z axis to a unit vector.
static void turn_to(const double n[3], double out[4]) {
  const double w = 1.0 + n[2];
  const double q[4] = {w, -n[1], n[0], 0.0};
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const bool opposite = length < 1e-9; /* half a turn about x */
  for (int k = 0; k < 4; k++) out[k] = opposite ? (k == 1) : q[k] / length;
}

static void put_obstacle(const job *j, int32_t index) {
  const xpbd_obstacle *obstacle = xpbd_scene_obstacle(j->scene, index);
  const xpbd_obstacle_def *o = xpbd_obstacle_made_of(obstacle);
  const xpbd_obstacle_pose pose = xpbd_obstacle_pose_at(obstacle, 0.0);
  const double flat[3] = {0.0, 0.0, 1.0}; /* an endless plane */
  double turn[4];
  fprintf(j->to, "    <geom name=\"obstacle_%d\" class=\"obstacle\"", (int)index);
  put_numbers(j, "pos", pose.centre, 3);
  if (o->kind == XPBD_OBSTACLE_SPHERE) {
    fputs(" type=\"sphere\"", j->to);
    put_number(j, "size", pose.radius);
  } else if (o->kind == XPBD_OBSTACLE_BOX) {
    fputs(" type=\"box\"", j->to);
    put_numbers(j, "size", pose.half_sizes, 3);
    put_numbers(j, "quat", o->rotation, 4);
  } else {
    fputs(" type=\"plane\"", j->to);
    put_numbers(j, "size", flat, 3);
    turn_to(pose.normal, turn);
    put_numbers(j, "quat", turn, 4);
  }
  const double friction[3] = {o->friction, 0.0, 0.0};
  put_numbers(j, "friction", friction, 3);
  fputs("/>\n", j->to);
}

static bool is_free(const job *j, int32_t i) {
  return j->inverse_masses[i] > 0.0;
}

/// A pinned particle that starts elsewhere is a mocap body. Others are points of the world.
static bool is_moved(const job *j, int32_t i) {
  return !is_free(j, i) && memcmp(&j->start[3 * (int64_t)i], &j->rest[3 * (int64_t)i], 3 * sizeof *j->rest) != 0;
}

/// Slides do not turn, so any inertia will do.
static void put_particle(const job *j, int32_t i) {
  const double mass = 1.0 / j->inverse_masses[i], inertia[3] = {mass, mass, mass};
  if (!is_free(j, i) && !is_moved(j, i)) return;
  fprintf(j->to, "    <body name=\"p%d\"%s", (int)i, is_free(j, i) ? "" : " mocap=\"true\"");
  put_numbers(j, "pos", &j->rest[3 * (int64_t)i], 3);
  if (!is_free(j, i)) {
    fputs("/>\n", j->to);
    return;
  }
  fputs("><inertial pos=\"0 0 0\"", j->to);
  put_number(j, "mass", mass);
  put_numbers(j, "diaginertia", inertia, 3);
  fputs("/><joint axis=\"1 0 0\"/><joint axis=\"0 1 0\"/><joint axis=\"0 0 1\"/>", j->to);
  if (xpbd_scene_obstacle_count(j->scene) > 0) fputs("<geom class=\"particle\"/>", j->to);
  fputs("</body>\n", j->to);
}

static void put_law(const job *j, const xpbd_constraints *set, int dim) {
  const double *m = set->material, alpha = set->compliance, beta = set->damping;
  if (dim == 1) { /* C = k (l - l0) */
    fputs("      <edge", j->to);
    put_number(j, "stiffness", m[0] * m[0] / alpha);
    put_number(j, "damping", m[0] * m[0] * beta);
  } else { /* C^2 / 2 is the energy; Rayleigh's number is in seconds */
    fputs("      <elasticity", j->to);
    put_number(j, "young", m[0] / alpha);
    put_number(j, "poisson", m[1]);
    put_number(j, "damping", alpha * beta);
    if (dim == 2) fputs(" thickness=\"1\" elastic2d=\"stretch\"", j->to); /* E is in N/m */
  }
  fputs("/>\n", j->to);
}

static void put_flex(const job *j, int32_t number) {
  const xpbd_constraints *set = xpbd_scene_set(j->scene, number);
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int dim = fit_law_of(&mujoco, set)->dim;
  static const double origin[3];
  char text[32];
  fprintf(j->to, "    <flex name=\"%s_%d\" dim=\"%d\" radius=\"1e-6\" body=\"", info->name, (int)number, dim);
  for (int32_t i = 0; i < j->count; i++) {
    if (i > 0) fputc(' ', j->to);
    if (is_free(j, i) || is_moved(j, i))
      fprintf(j->to, "p%d", (int)i);
    else
      fputs("world", j->to);
  }
  fputs("\"\n      vertex=\"", j->to);
  for (int32_t i = 0; i < j->count; i++) {
    const double *at = is_free(j, i) || is_moved(j, i) ? origin : &j->rest[3 * (int64_t)i];
    for (int d = 0; d < 3; d++) fprintf(j->to, "%s%s", i + d > 0 ? " " : "", sim_real(at[d], text));
  }
  fputs("\"\n      element=\"", j->to);
  for (int64_t k = 0; k < (int64_t)set->count * info->arity; k++)
    fprintf(j->to, "%s%d", k > 0 ? " " : "", (int)set->particles[k]);
  fputs("\">\n      <contact contype=\"0\" conaffinity=\"0\" selfcollide=\"none\"/>\n", j->to);
  put_law(j, set, dim);
  fputs("    </flex>\n", j->to);
}

/// The start: key 0, which a program must ask for. Slides have displacements from the rest positions.
static void put_start(const job *j) {
  char text[32];
  fputs("  <keyframe>\n    <key name=\"start\" qpos=\"", j->to);
  for (int32_t k = 0; k < 3 * j->count; k++)
    if (is_free(j, k / 3)) fprintf(j->to, " %s", sim_real(j->start[k] - j->rest[k], text));
  fputs("\" qvel=\"", j->to);
  for (int32_t k = 0; k < 3 * j->count; k++)
    if (is_free(j, k / 3)) fprintf(j->to, " %s", sim_real(j->velocities[k], text));
  fputs("\" mpos=\"", j->to);
  for (int32_t k = 0; k < 3 * j->count; k++)
    if (is_moved(j, k / 3)) fprintf(j->to, " %s", sim_real(j->start[k], text));
  fputs("\"/>\n  </keyframe>\n", j->to);
}

/// Contacts are as hard as MuJoCo lets them be at this time step.
static void put_head(const job *j, const xpbd_scene_file_def *def, double step) {
  char name[64];
  fprintf(j->to,
          "%s" XPBD_VERSION ": the start is key 0 (mj_resetDataKeyframe) -->\n<mujoco model=\"%s\">\n"
          "  <option integrator=\"Euler\" cone=\"elliptic\"",
          mark, fit_name(def->name, name));
  put_number(j, "timestep", step);
  put_numbers(j, "gravity", xpbd_scene_gravity(j->scene), 3);
  fputs("/>\n  <default>\n    <joint type=\"slide\"/>\n", j->to);
  const double reference[2] = {2.0 * step, 1.0};
  fputs("    <default class=\"obstacle\"><geom contype=\"1\" conaffinity=\"0\" solimp=\"0.999 0.9999 1e-6\"", j->to);
  put_numbers(j, "solref", reference, 2);
  fputs("/></default>\n    <default class=\"particle\"><geom contype=\"0\" conaffinity=\"1\" size=\"1e-6\" mass=\"0\" "
        "friction=\"0 0 0\" solimp=\"0.999 0.9999 1e-6\"",
        j->to);
  put_numbers(j, "solref", reference, 2);
  fputs("/></default>\n  </default>\n", j->to);
}

static void write_all(const job *j, const xpbd_scene_file_def *def) {
  put_head(j, def, def->settings->frame_time / def->settings->substeps);
  fputs("  <worldbody>\n", j->to);
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(j->scene); k++) put_obstacle(j, k);
  for (int32_t i = 0; i < j->count; i++) put_particle(j, i);
  fputs("  </worldbody>\n  <deformable>\n", j->to);
  for (int32_t s = 0; s < xpbd_scene_set_count(j->scene); s++) put_flex(j, s);
  fputs("  </deformable>\n", j->to);
  put_start(j);
  fputs("</mujoco>\n", j->to);
}

xpbd_status export_mjcf(const char *path, const xpbd_model *model, const xpbd_scene_file_def *def, bool write) {
  const xpbd_scene *scene = model->scene;
  xpbd_file file = {0};
  XPBD_TRY(fit_check(&mujoco, model, def));
  XPBD_TRY(xpbd_file_check_replaced(path, mark, "model that --export wrote"));
  XPBD_TRY(xpbd_file_create(path, &file));
  const job j = {.to = file.stream,
                 .scene = scene,
                 .rest = fit_rest(model),
                 .start = xpbd_scene_positions(scene),
                 .velocities = xpbd_scene_velocities(scene),
                 .inverse_masses = xpbd_scene_inverse_masses(scene),
                 .count = xpbd_scene_particle_count(scene)};
  if (write) write_all(&j, def);
  const xpbd_status status = write ? xpbd_file_commit(&file) : XPBD_OK;
  xpbd_file_discard(&file);
  return status;
}
