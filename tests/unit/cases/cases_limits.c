/* Why this file exists: a row is worth what its checks would notice. How many frames are compared with the plain
 * solution, and how closely, follows from how far rounding goes in the scene. Here two particles fall freely, for which
 * a closed form gives both. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases_checks.h"
#include "support/cli_formula.h"
#include "proof/solver_check.h"
#include "xpbd/xpbd.h"

extern const bench_case bench_cloth;

/// The context of a point whose frame is one projection, and settings of frames of a second.
static void begin(check *self, bench_ctx *ctx, bench_point *point, bench_plan *plan, xpbd_solver_def *def) {
  *point =
      case_point(self, &bench_cloth, (const char *[]){"size=2", "backend=seq", "constraint=stretching", NULL}, plan);
  point->work = 1;
  point->horizon = 5;
  *ctx = (bench_ctx){.point = point, .facts = bench_facts_unknown()};
  *def = xpbd_solver_def_default();
  def->backend = "seq", def->iterations = 1, def->frame_time = 1.0, def->lanes = 1;
}

static const bench_check *found(const bench_ctx *ctx, const char *name) {
  for (int k = 0; k < ctx->check_count; k++)
    if (strcmp(ctx->checks[k].name, name) == 0) return &ctx->checks[k];
  return NULL;
}

/* A step that is longer by the part e makes n frames of g h^2 n (n + 1) / 2 longer by 2 e times that. e is 1.2e-7 in
 * float and two last digits (4.44e-16) in double. A shaken start is at most 6e-8 of the size away, times
 * 0.8989127427339554. That is the largest of six numbers from state = state * 1664525 + 1013904223, over 2^31, minus 1.
 * The distance stays the same. Eight frames are compared, or half as many until the distance is a tenth of the limit (a
 * hundredth when shaken). If one frame is too many, the limit is a hundred times the distance. */
typedef enum kind { PLAIN, NAMED, FOREIGN } kind;
static const struct {
  kind what;
  xpbd_precision precision;
  double gravity, size; ///< [m/s^2], [m]
  int frames;
  double limit; ///< [m]
} calm[] = {
    {PLAIN, XPBD_F32, 1e3, 1, 8, 2e-4},
    {NAMED, XPBD_F32, 2.31, 1, 8, 2e-4}, /* 36 x 2.4e-7 x 2.31 = 1.996e-5, below 2e-5 */
    {NAMED, XPBD_F32, 2.32, 1, 4, 2e-4}, /* 2.004e-5; in four frames 5.6e-6 */
    {NAMED, XPBD_F32, 8.33, 1, 4, 2e-4}, /* 10 x 2.4e-7 x 8.33 = 1.999e-5 */
    {NAMED, XPBD_F32, 8.34, 1, 2, 2e-4},
    {NAMED, XPBD_F32, 27.7, 1, 2, 2e-4}, /* 3 x 2.4e-7 x 27.7 = 1.994e-5 */
    {NAMED, XPBD_F32, 27.8, 1, 1, 2e-4},
    {NAMED, XPBD_F32, 83.3, 1, 1, 2e-4},
    {NAMED, XPBD_F32, 100, 1, 1, 100 * 2.4e-7 * 100},
    {NAMED, XPBD_F64, 2e3, 1, 8, 1e-9}, /* 36 x 8.88e-16 x 2e3 = 6.4e-11, below 1e-10 */
    {NAMED, XPBD_F64, 4e3, 1, 4, 1e-9},
    {FOREIGN, XPBD_F64, 4e3, 1e3, 4, 1e-9},  /* double is not shaken */
    {FOREIGN, XPBD_F32, 1e3, 37.0, 8, 2e-4}, /* 6e-8 x 37 x 0.8989 = 1.9956e-6, below 2e-6 */
    {FOREIGN, XPBD_F32, 1e3, 37.2, 1, 100 * 6e-8 * 37.2 * 0.8989127427339554},
    {FOREIGN, XPBD_F32, 1e3, 500, 1, 100 * 6e-8 * 500 * 0.8989127427339554},
};

static void check_calm(check *self, int argument) {
  double room[12];
  for (size_t k = 0; k < sizeof calm / sizeof *calm; k++) {
    bench_ctx ctx;
    bench_point point;
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    xpbd_solver_def def;
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    char remark[32];
    begin(self, &ctx, &point, &plan, &def);
    def.precision = calm[k].precision;
    check_status(self, case_pair(calm[k].gravity, &scene), XPBD_OK, "two particles");
    check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "a solver");
    const solver_scene made = {.scene = scene,
                               .size = calm[k].size,
                               .foreign = calm[k].what == FOREIGN,
                               .info = calm[k].what == NAMED ? xpbd_scene_info_at(0) : NULL};
    solver_check_release(); /* the last solution has the same key */
    check_status(self, solver_check_plain(&ctx, &made, solver, &def, room), XPBD_OK, "a plain solution");
    snprintf(remark, sizeof remark, "plain@%d frame%s", calm[k].frames, calm[k].frames == 1 ? "" : "s");
    check_true(self, strcmp(ctx.remark, remark) == 0, "%zu: compared is '%s', not '%s'", k, ctx.remark, remark);
    const bench_check *one = found(&ctx, "distance from a plain solver");
    check_at_most(self, one ? fabs(one->limit / calm[k].limit - 1) : (double)NAN, 1e-5, "%zu: of the limit", k);
    check_control(self, one && !(fabs(one->limit / (1.01 * calm[k].limit) - 1) <= 1e-5), "a limit a hundredth larger");
  }
  solver_check_release();
}

/// The row reports what the solver counted.
static void check_counted(check *self, int argument) {
  bench_ctx ctx;
  bench_point point;
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  xpbd_solver_def def;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_counters counters = {0};
  begin(self, &ctx, &point, &plan, &def);
  check_status(self, case_pair(9.81, &scene), XPBD_OK, "two particles");
  check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "a solver");
  check_status(self, xpbd_solver_step(solver, 3), XPBD_OK, "three frames");
  check_status(self, xpbd_solver_counters(solver, &counters), XPBD_OK, "its counters");
  check_status(self, solver_check_counters(&ctx, solver, 3), XPBD_OK, "checked");
  const bench_facts *f = &ctx.facts;
  check_true(self,
             f->groups == counters.groups && f->threads == counters.threads && f->lanes == counters.lanes &&
                 f->instructions == counters.instructions && f->strategy == counters.strategy &&
                 f->batch == counters.batch,
             "how it is scheduled");
  check_true(self,
             f->host_bytes == counters.host_bytes && f->host_bytes > 0 && f->device_bytes == counters.device_bytes,
             "bytes in all");
  check_at_most(self, fabs(f->bytes_per_particle - counters.bytes_per_particle), 0.0, "bytes of a particle");
  check_at_most(self, fabs(f->bytes_per_constraint - counters.bytes_per_constraint), 0.0, "bytes of a constraint");
  check_true(self, counters.bytes_per_particle > 0.0 && counters.bytes_per_constraint > 0.0, "which are known");
  check_same(self, (uint64_t)f->real_bytes, 4, "bytes of a number");
  check_same(self, (uint64_t)ctx.check_count, 3, "checks");
  for (int k = 0; k < ctx.check_count; k++) check_true(self, ctx.checks[k].pass, "%s", ctx.checks[k].name);
  ctx.check_count = 0;
  check_status(self, solver_check_counters(&ctx, solver, 4), XPBD_OK, "as of four frames");
  check_control(self, !ctx.checks[0].pass && !ctx.checks[1].pass && ctx.checks[2].pass, "a frame more than there were");
}

/// Positions of seq, by the solver alone.
static void run_seq(check *self, const xpbd_scene *scene, const xpbd_solver_def *like, xpbd_precision precision,
                    int32_t frames, double *x) {
  xpbd_solver_def def = *like;
  xpbd_solver *solver = NULL;
  def.precision = precision;
  check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "seq");
  check_status(self, xpbd_solver_step(solver, frames), XPBD_OK, "its frames");
  check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, x), XPBD_OK, "its positions");
  xpbd_solver_destroy(&solver);
}

/// A device with other arithmetic may be four times as far from seq as float is from double on seq.
static void check_inexact(check *self, int argument) {
  bench_ctx ctx;
  bench_point point;
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  xpbd_solver_def def;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL, *other = NULL;
  xpbd_solver *solver = NULL;
  double room[12], single[6], twice[6], far[6], rounding = 0.0, away = 0.0;
  begin(self, &ctx, &point, &plan, &def);
  def.frame_time = 1.0 / 24.0;
  check_status(self, case_pair(9.81, &scene), XPBD_OK, "two particles");
  check_status(self, case_pair(9.82, &other), XPBD_OK, "that fall faster");
  run_seq(self, scene, &def, XPBD_F32, point.horizon, single);
  run_seq(self, scene, &def, XPBD_F64, point.horizon, twice);
  run_seq(self, other, &def, XPBD_F32, point.horizon, far);
  for (int i = 0; i < 6; i++) {
    rounding = fmax(rounding, fabs(single[i] - twice[i]));
    away = fmax(away, fabs(single[i] - far[i]));
  }
  const solver_scene made = {.scene = scene, .size = 1.0};
  for (int k = 0; k < 2; k++) {
    char said[BENCH_TEXT];
    const double distance = k == 0 ? 0.0 : away;
    strcpy(ctx.inexact, "a device");
    ctx.check_count = 0;
    check_status(self, xpbd_solver_create(k == 0 ? scene : other, &def, &solver), XPBD_OK, "in the place of a device");
    check_status(self, xpbd_solver_step(solver, 1), XPBD_OK, "which is somewhere");
    check_status(self, solver_check_inexact(&ctx, &made, solver, &def, room), XPBD_OK, "compared");
    snprintf(said, sizeof said, "a device; %.3g m from seq after 5 frames, limit %.3g m", distance, 4.0 * rounding);
    check_true(self, strcmp(ctx.inexact, said) == 0, "it says '%s', not '%s'", ctx.inexact, said);
    const bench_check *one = found(&ctx, "distance from seq");
    check_at_most(self, one ? fabs(one->limit - 4.0 * rounding) : (double)NAN, 0.0, "off the limit [m]");
    check_at_most(self, one ? fabs(one->value - distance) : (double)NAN, 0.0, "off the distance [m]");
    if (k == 1) check_control(self, one && !one->pass && rounding > 0.0, "another scene is too far away");
    xpbd_solver_destroy(&solver);
  }
}

/// How many frames are computed twice, and from when on the strain says nothing.
static void check_amounts(check *self, int argument) {
  static const struct {
    int64_t once;
    int32_t substeps, frames;
  } amounts[] = {{0, 1, 8},       {1, 1, 8},       {500000, 1, 8},   {500001, 1, 7},   {2000000, 1, 2},
                 {2000001, 1, 1}, {4000000, 1, 1}, {4000001, 1, 1},  {16000000, 1, 1}, {16000001, 1, 0},
                 {1, 10, 8},      {1, 11, 7},      {1, 40, 2},       {1, 41, 1},       {1, 80, 1},
                 {1, 81, 1},      {1, 1000, 1},    {1000000, 19, 4}, {1000000, 20, 4}, {1000000, 21, 3}};
  for (size_t k = 0; k < sizeof amounts / sizeof *amounts; k++)
    check_same(self, (uint64_t)solver_check_frames(amounts[k].once, amounts[k].substeps), (uint64_t)amounts[k].frames,
               "frames of %lld projections and %d time steps", (long long)amounts[k].once, (int)amounts[k].substeps);
  bench_ctx ctx = {.check_count = 0};
  solver_check_strain(&ctx, 9.5, 10.0, "a limit of ten");
  check_true(self, ctx.check_count == 1 && ctx.checks[0].pass && !(ctx.checks[0].limit > 10.0), "at ten");
  solver_check_strain(&ctx, 0.0, 10.0001, "above ten");
  check_same(self, (uint64_t)ctx.check_count, 1, "above ten there is none");
  solver_check_strain(&ctx, 0.3, 0.2, "a limit of a fifth");
  check_control(self, ctx.check_count == 2 && !ctx.checks[1].pass, "a strain beyond the limit");
  const xpbd_solver_def like = {
      .backend = "omp", .threads = 3, .lanes = 0, .batch = 7, .device = 2, .strategy = "block"};
  const xpbd_solver_def seq = solver_check_as_seq(&like);
  check_true(self,
             strcmp(seq.backend, "seq") == 0 && seq.threads == 1 && seq.lanes == 1 && seq.batch == 1 &&
                 seq.device == 0 && !seq.strategy,
             "the reference takes one at a time");
}

/// The row's error of the gradient is the largest of all measurements: over the ranges of each formula, and with the
/// numbers of each set. Each of these is the largest in one of the scenes.
static void check_gradients(check *self, int argument) {
  static const char *const constraints[] = {"stvk_strain_triangle", "stretching+stvk_strain_triangle", "hookean:k=1e7",
                                            "stretching+hookean:k=1e7"};
  enum { FORMULA, SET };
  bool seen[2][2] = {{false}}; /* first set or a later one, its formula or itself */
  for (size_t k = 0; k < sizeof constraints / sizeof *constraints; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    params.resolution = 4;
    params.constraint = constraints[k];
    if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "%s", constraints[k])) return;
    double worst = -1.0;
    int set_of_worst = 0, asked_of_worst = FORMULA;
    for (int32_t set = 0; set < xpbd_scene_set_count(model.scene); set++) {
      char words[400];
      double errors[2];
      cli_gradient_wrong(xpbd_scene_set(model.scene, set)->formula, &errors[FORMULA], words, sizeof words);
      cli_gradient_wrong_in(model.scene, set, &errors[SET], words, sizeof words);
      for (int asked = FORMULA; asked <= SET; asked++)
        if (errors[asked] > worst) worst = errors[asked], set_of_worst = set > 0, asked_of_worst = asked;
    }
    seen[set_of_worst][asked_of_worst] = true;
    bench_ctx ctx = {.check_count = 0};
    check_same(self, (uint64_t)solver_check_gradients(&ctx, model.scene), BENCH_OK, "%s", constraints[k]);
    const bench_check *row = found(&ctx, "error of the gradient");
    check_true(self, row && row->pass && row->value == worst, "%s: %g, not %g", constraints[k], row ? row->value : NAN,
               worst);
  }
  for (int place = 0; place < 4; place++)
    check_control(self, seen[place / 2][place % 2], "a scene that needs the %s of the %s set",
                  place % 2 == SET ? "numbers" : "formula", place / 2 == 0 ? "first" : "second");
}

void case_checks_register(check_registry *registry) {
  check_add(registry, "calm", "how long a row is compared with the plain solution, and how near it has to be",
            check_calm, 0);
  check_add(registry, "counted", "what the solver counted is what the row says", check_counted, 0);
  check_add(registry, "gradients", "the row has the worst error of all gradients of its scene", check_gradients, 0);
  check_add(registry, "inexact", "how far a device that computes otherwise may be away", check_inexact, 0);
  check_add(registry, "amounts", "frames that are computed twice, strains that say something", check_amounts, 0);
}
