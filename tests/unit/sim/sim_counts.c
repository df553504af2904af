/* Why this file exists: no scene of a test comes near the limits on which steps are measured at all. Here the numbers are
 * made up. (What a frame may leave out: tests/texts/sim_runs.c.) */
#include <math.h>

#include "sim/engine/sim_engine.h"
#include "sim_checks.h"

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

void check_sim_counts(check_registry *registry) {
  check_add(registry, "sim-residual", "which steps are measured", residuals, 0);
  check_add(registry, "sim-certain", "which steps are warned of", certain, 0);
}
