/* Why this file exists: no scene of a test comes near the limits on what a frame may leave out, and on which steps are
 * measured at all. Here the counters are made up. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/engine/sim_engine.h"
#include "sim_checks.h"
#include "xpbd/backend.h"

/* A frame may leave out one in a hundred projections. Earlier ones do not count. */
static void left_out(check *self, int argument) {
  static const struct {
    int64_t projections, skipped;
    bool ends;
  } known[] = {{200, 0, false}, {200, 2, false},         {200, 3, true},         {199, 2, true},  {0, 0, false},
               {0, 1, true},    {1000000, 10000, false}, {1000000, 10001, true}, {100, 100, true}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    sim_job job = {.projections = 1000, .skipped = 7};
    char said[160];
    const xpbd_counters counted = {.projections = 1000 + known[i].projections, .skipped = 7 + known[i].skipped};
    check_status(self, sim_engine_left_out(&job, &counted), known[i].ends ? XPBD_ERR_DIVERGED : XPBD_OK,
                 "%" PRId64 " of %" PRId64 " left out", known[i].skipped, known[i].projections);
    snprintf(said, sizeof said,
             "%" PRId64 " of the frame's %" PRId64
             " projections were left out because one of their values is not finite",
             known[i].skipped, known[i].projections);
    if (known[i].ends) check_said(self, said, "what is said of it");
    check_status(self, sim_engine_left_out(&job, &counted), XPBD_OK, "nothing more in the next frame");
  }
  sim_job whole = {.projections = 0};
  const xpbd_counters counted = {.projections = 200, .skipped = 3};
  check_control(self, sim_engine_left_out(&whole, &counted) != XPBD_OK, "three of 200");
}

/* One thread measures at most 5e8 projections. */
static void residuals(check *self, int argument) {
  static const struct {
    xpbd_status measured, status;
  } cases[] = {{XPBD_OK, XPBD_OK},
               {XPBD_ERR_OUT_OF_MEMORY, XPBD_ERR_OUT_OF_MEMORY},
               {XPBD_ERR_UNSUPPORTED, XPBD_OK},
               {XPBD_ERR_DIVERGED, XPBD_OK}};
  const xpbd_step_residual step = {.share = 0.25};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sim_result found = {.residual = -1.0};
    check_status(self, sim_engine_judge(cases[i].measured, &step, &found), cases[i].status, "case %zu", i);
    check_true(self, cases[i].measured == XPBD_OK ? found.residual == step.share : isnan(found.residual),
               "case %zu: %g", i, found.residual);
  }
  check_true(self, sim_engine_measurable(1.0) && sim_engine_measurable(5e8), "steps that are soon measured");
  check_control(self, !sim_engine_measurable(5e8 + 1.0), "one that is not");
}

/* An energy is known only for a solved step. A stuck step is told from one that is solved, or at rest. */
static void certain(check *self, int argument) {
  static const struct {
    xpbd_step_residual step;
    bool energy;
    bool stuck;
  } cases[] = {{{.share = 0.01, .before = 1.0, .after = 0.01, .energy = 3.0}, true, false},
               {{.share = 0.011, .before = 1.0, .after = 0.011, .energy = 3.0}, false, false},
               {{.share = 0.0, .energy = 3.0}, true, false}, /* at rest */
               {{.share = 0.0, .before = 1e-16, .after = 1e-16, .energy = 3.0}, true, false},
               {{.share = 1.0, .before = 2.0, .after = 2.0}, false, false},
               {{.share = 0.9, .before = 2.0, .after = 1.8}, false, false},
               {{.share = 0.9, .before = 2.0, .after = 1.8, .lost = true}, false, true},
               {{.share = 0.0, .lost = true, .energy = 3.0}, true, true}};
  sim_result found = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_status(self, sim_engine_judge(XPBD_OK, &cases[i].step, &found), XPBD_OK, "step %zu", i);
    check_true(self, cases[i].energy ? found.solved_energy == 3.0 : isnan(found.solved_energy), "step %zu: %g J", i,
               found.solved_energy);
    check_same(self, found.stuck, cases[i].stuck, "step %zu: whether it moves nothing", i);
  }
  found.stuck = true;
  check_status(self, sim_engine_judge(XPBD_ERR_UNSUPPORTED, &cases[6].step, &found), XPBD_OK,
               "a method without such equations");
  check_same(self, found.stuck, false, "of which nothing is known");
  check_control(self, sim_engine_judge(XPBD_OK, &cases[6].step, &found) == XPBD_OK && found.stuck,
                "a step that moves nothing");
}

static void described(check *self, int argument) {
  static const struct {
    int32_t threads, lanes;
    const char *instructions, *text;
  } known[] = {{1, 1, "baseline", "seq (1 thread, 1 lane, baseline)"},
               {1, 16, "avx512", "seq (1 thread, 16 lanes, avx512)"},
               {3, 1, NULL, "seq (3 threads, 1 lane, unknown)"},
               {2, 8, "avx2", "seq (2 threads, 8 lanes, avx2)"}};
  char text[128];
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  sim_job job;
  params.resolution = 2;
  def.backend = "seq";
  if (!sim_made(self, "chain", &params, &job)) return;
  check_status(self, xpbd_solver_create(job.model.scene, &def, &job.solver), XPBD_OK, "a solver");
  for (size_t i = 0; job.solver && i < sizeof known / sizeof *known; i++) {
    job.made =
        (xpbd_counters){.threads = known[i].threads, .lanes = known[i].lanes, .instructions = known[i].instructions};
    sim_engine_describe(&job, text, sizeof text);
    check_true(self, strcmp(text, known[i].text) == 0, "'%s', not '%s'", text, known[i].text);
  }
  xpbd_solver_destroy(&job.solver);
  sim_unmade(&job);
  const sim_job matrix = {.method = xpbd_method_at(XPBD_METHOD_FMS)};
  sim_engine_describe(&matrix, text, sizeof text);
  check_true(self, strcmp(text, "fms") == 0, "what has no choice is its name: '%s'", text);
  check_control(self, strcmp(known[0].text, known[1].text) != 0, "other lanes");
}

void check_sim_counts(check_registry *registry) {
  check_add(registry, "sim-left-out", "how many projections of a frame may be left out", left_out, 0);
  check_add(registry, "sim-residual", "which steps are measured", residuals, 0);
  check_add(registry, "sim-certain", "which steps are warned of", certain, 0);
  check_add(registry, "sim-described", "what computes a run, in the words of its last line", described, 0);
}
