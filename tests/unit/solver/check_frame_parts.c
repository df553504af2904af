/* Why this file exists: the times of the parts of a frame. They are no measurement that a test could know, but the parts
 * that a scene has must take some time, and the others none. Reading the clock must change no bit. */
#include <string.h>

#include "runner/check.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

static const struct {
  const char *scene;
  xpbd_method method;
  unsigned parts; ///< Bits: what it has besides motion and projections.
} cases[] = {
    {"cloth", XPBD_METHOD_XPBD, 0},
    {"cloth", XPBD_METHOD_JACOBI, 1u << XPBD_PART_COPIES},
    {"cloth_on_sphere", XPBD_METHOD_XPBD, 1u << XPBD_PART_OBSTACLES},
    {"cloth_self", XPBD_METHOD_XPBD, 1u << XPBD_PART_OBSTACLES | 1u << XPBD_PART_CANDIDATES | 1u << XPBD_PART_CONTACT},
    {"stack_c", XPBD_METHOD_XPBD,
     1u << XPBD_PART_OBSTACLES | 1u << XPBD_PART_CANDIDATES | 1u << XPBD_PART_CONTACT | 1u << XPBD_PART_BOUNCES},
    {"inflation", XPBD_METHOD_XPBD, 1u << XPBD_PART_SUMS},
};

/* Runs a scene for some frames, the last two of them by parts or not. Returns the hash. */
static uint64_t run(check *self, const char *name, xpbd_method method, bool by_parts, double seconds[XPBD_PARTS]) {
  enum { FRAMES = 3 };
  uint64_t hash = 0;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  xpbd_scene_params params = xpbd_scene_params_default();
  if (!check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "%s", name)) return 0;
  def.frame_time = xpbd_scene_info_at(xpbd_scene_info_find(name))->frame_time;
  def.iterations = 5;
  def.method = method;
  check_status(self, xpbd_solver_create(model.scene, &def, &solver), XPBD_OK, "its solver");
  if (solver) {
    check_status(self, xpbd_solver_step(solver, FRAMES - 2), XPBD_OK, "a frame");
    check_status(self, by_parts ? xpbd_solver_parts(solver, 2, seconds) : xpbd_solver_step(solver, 2), XPBD_OK, "two");
    check_same(self, (uint64_t)xpbd_solver_frame(solver), FRAMES, "%s: frames", name);
    check_status(self, xpbd_solver_hash(solver, &hash), XPBD_OK, "a hash");
  }
  return hash;
}

static void parts(check *self, int k) {
  const unsigned every = 1u << XPBD_PART_MOTION | 1u << XPBD_PART_PROJECTIONS;
  double seconds[XPBD_PARTS] = {0.0}, unused[XPBD_PARTS];
  const uint64_t hash = run(self, cases[k].scene, cases[k].method, true, seconds);
  check_same(self, hash, run(self, cases[k].scene, cases[k].method, false, unused), "the hash of plain frames");
  for (int part = 0; part < XPBD_PARTS; part++)
    check_true(self, (seconds[part] > 0.0) == ((cases[k].parts | every) >> part & 1u), "%s: %s takes %g s",
               cases[k].scene, xpbd_part_name((xpbd_part)part), seconds[part]);
  check_control(self, hash != run(self, "cloth_stretched", XPBD_METHOD_XPBD, true, seconds), "another scene");
}

/* A team does not divide its time. */
static void refused(check *self, int unused) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_solver *solver = NULL;
  double seconds[XPBD_PARTS];
  xpbd_solver_def def = xpbd_solver_def_default();
  const xpbd_scene_params params = xpbd_scene_params_default();
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "cloth")) return;
  for (int k = 0; k < 2; k++) {
    def.backend = k == 0 ? "omp" : "seq";
    if (xpbd_solver_create(model.scene, &def, &solver) != XPBD_OK) continue; /* omp was not built */
    const xpbd_status status = xpbd_solver_parts(solver, 1, seconds);
    if (k == 0)
      check_status(self, status, XPBD_ERR_UNSUPPORTED, "omp");
    else
      check_control(self, status == XPBD_OK, "seq");
    check_status(self, xpbd_solver_parts(solver, 0, seconds), XPBD_ERR_INVALID_ARGUMENT, "no frames");
    xpbd_solver_destroy(&solver);
  }
  check_true(self, !xpbd_part_name(XPBD_PARTS) && strcmp(xpbd_part_name(XPBD_PART_SUMS), "sums") == 0, "their names");
}

void check_group_frame_parts(check_registry *registry) {
  for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++)
    check_add_named(registry, "the parts that take time, and the same bits", parts, k, "%s-%s", cases[k].scene,
                    cases[k].method == XPBD_METHOD_JACOBI ? "jacobi" : "xpbd");
  check_add(registry, "refused", "what a team does not know", refused, 0);
}
