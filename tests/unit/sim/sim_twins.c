/* Why this file exists: three numbers and their comparison decide whether a run is called converged. Here courses are
 * made by hand, so each distance is known, and every printed line is compared. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "sim/sim_accuracy.h"
#include "sim_checks.h"

enum { SAID = 2048 };

/// Two vertices, one of them free; one sample.
typedef struct made_course {
  double positions[6], height, energy;
  sim_course course;
} made_course;

static sim_course *course_of(const sim_job *job, made_course *out, double lower, double energy) {
  memcpy(out->positions, xpbd_scene_positions(job->model.scene), sizeof out->positions);
  for (int i = 0; i < 2; i++)
    if (xpbd_scene_inverse_masses(job->model.scene)[i] > 0.0) out->positions[3 * i + 1] -= lower;
  out->height = -lower;
  out->energy = energy;
  out->course = (sim_course){.ending = SIM_TWIN_DONE,
                             .precision = XPBD_F64,
                             .samples = 1,
                             .positions = out->positions,
                             .heights = &out->height,
                             .energies = &out->energy,
                             .most = 10.0};
  return &out->course;
}

static void distances(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  made_course a, b;
  params.resolution = 2;
  if (!sim_made(self, "chain", &params, &job)) return;
  check_same(self, (uint64_t)job.mesh->vertex_count, 2, "vertices");
  sim_course *right = course_of(&job, &a, 2.0, 4.0), *off = course_of(&job, &b, 1.98, 4.5);
  sim_errors e = sim_twin_errors(&job, right, off);
  check_at_most(self, fabs(e.shape - 0.01), 1e-12, "0.02 of 2 m");
  check_at_most(self, fabs(e.sag - 0.01), 1e-12, "the same of the centre");
  check_at_most(self, fabs(e.energy - 0.05), 1e-12, "0.5 of 10 J");
  check_at_most(self, fabs(sim_errors_most(e) - 0.05), 1e-12, "the largest");
  e = sim_twin_errors(&job, right, right);
  check_between(self, sim_errors_most(e), 0.0, 0.0, "none from itself");
  right = course_of(&job, &a, 0.0, 0.0), off = course_of(&job, &b, 0.0, 0.0);
  right->most = 0.0;
  check_between(self, sim_errors_most(sim_twin_errors(&job, right, off)), 0.0, 0.0,
                "at rest nothing over nothing is nothing");
  off = course_of(&job, &b, 1e-7, 0.0);
  off->precision = XPBD_F32;
  check_between(self, sim_twin_errors(&job, right, off).shape, 0.0, 0.0, "nor is rounding of float");
  off->precision = XPBD_F64;
  check_at_least(self, sim_twin_errors(&job, right, off).shape, 1e3, "in double that is a motion from nowhere");
  off->disturbed = true;
  check_between(self, sim_twin_errors(&job, right, off).shape, 0.0, 0.0, "but where the start was disturbed");
  off->positions[3] = off->positions[0] = (double)NAN;
  check_true(self, sim_errors_most(sim_twin_errors(&job, right, off)) == (double)INFINITY,
             "what is no number is far off");
  off->ending = SIM_TWIN_DIVERGED;
  check_true(self, sim_errors_most(sim_twin_errors(&job, right, off)) == (double)INFINITY, "what has no end, too");
  const sim_errors nan_shape = {(double)NAN, 0.0, 0.0};
  check_true(self, sim_errors_most(nan_shape) == (double)INFINITY, "an error that is no number");
  right = course_of(&job, &a, 2.0, 4.0), off = course_of(&job, &b, 1.9, 4.0);
  check_control(self, !(sim_errors_most(sim_twin_errors(&job, right, off)) <= SIM_CLAIM), "5 %% off");
  sim_unmade(&job);

  params.gravity = 0.0;
  if (!sim_made(self, "chain", &params, &job)) return;
  right = course_of(&job, &a, 2.0, 4.0), off = course_of(&job, &b, 1.98, 4.0);
  e = sim_twin_errors(&job, right, off);
  check_true(self, isnan(e.sag), "no sag without gravity: %g", e.sag);
  check_at_most(self, fabs(sim_errors_most(e) - 0.01), 1e-12, "then the others count");
  sim_unmade(&job);
}

static void costs(check *self, int argument) {
  const sim_course by = {.setting = {10, 7, XPBD_AUTO, false}, .precision = XPBD_F32, .seconds = 2.0};
  check_at_most(self, fabs(sim_twin_cost(&by, (sim_setting){40, 7, XPBD_AUTO, false}) - 8.0), 1e-12,
                "four times the steps [s]");
  check_at_most(self, fabs(sim_twin_cost(&by, (sim_setting){10, 17, XPBD_AUTO, false}) - 4.0), 1e-12,
                "more iterations [s]");
  check_at_most(self, fabs(sim_twin_cost(&by, (sim_setting){10, 7, XPBD_F64, false}) - 4.0), 1e-12, "double [s]");
  check_control(self, sim_twin_cost(&by, (sim_setting){20, 7, XPBD_AUTO, false}) > 2.0, "twice the steps");
}

/// The words about a run with the errors `own`, which halve with four times the steps.
static void told(sim_accuracy *found, double own, double moved, double best, char said[SAID]) {
  found->run = (sim_course){.ending = SIM_TWIN_DONE, .setting = {1, 20, XPBD_AUTO, false}, .seconds = 0.5};
  found->helps[0] = (sim_course){.ending = SIM_TWIN_DONE, .seconds = 2.0};
  found->helps[1] = (sim_course){.ending = SIM_TWIN_LATE};
  found->errors = (sim_errors){own, 0.5 * own, 0.1 * own};
  found->helped[0] = (sim_errors){0.5 * own, 0.25 * own, 0.05 * own};
  found->helped[1] = found->helped[2] = (sim_errors){INFINITY, INFINITY, INFINITY};
  found->reference.setting = (sim_setting){64, 1, XPBD_F64, false};
  found->moved = moved;
  found->best = (sim_setting){8, 1, XPBD_F64, false};
  found->best_seconds = best, found->best_error = 0.009;
  found->wanted = 90.5;
  capture file = capture_begin(STDOUT_FILENO);
  sim_accuracy_say(found);
  capture_end(&file, said, SAID);
}

#define BY(moved)                                                                                                      \
  "  errors are relative to the motion of the reference: 64 time steps of 1 iteration in double; its last refinement " \
  "moved it by " moved "\n"
#define HEAD "  error       this run  4 x time steps  4 x iterations          double\n"
#define TIME "  time           0.5 s             2 s         no time           it is\n"

static void words(check *self, int argument) {
  static const char off[] =
      "not converged: this run is 12 % off the converged answer of its model\n" HEAD
      "  shape           12 %             6 %               -               -\n"
      "  sag              6 %             3 %               -               -\n"
      "  energy         1.2 %           0.6 %               -               -\n" TIME BY(
          "0.2 %") "what helps most: 4 x time steps; the largest error drops from 12 % to 6 %\n"
                   "cheapest within 1 %: --substeps 8 --iterations 1 --precision double (0.9 %, 0.25 s)\n";
  static const struct {
    double own, moved, best, spread, wild;
    const char *has;
  } known[] = {
      {0.01, 0.01, 0.25, NAN, NAN, "converged: this run is within 1 % of the converged answer of its model (1 %)\n"},
      {0.011, 0.002, 0.25, NAN, NAN, "not converged: this run is 1.1 % off the converged answer"},
      {0.12, 0.002, INFINITY, NAN, NAN, "cheapest within 1 %: none was found in time; the reference takes"},
      {0.12, 0.05, 0.25, NAN, NAN, "not converged: this run is about 12 % off, give or take 5 %"},
      {0.12, 0.05, 0.25, NAN, NAN,
       "cheapest within 1 %: undecided; a finer reference needs --accuracy-time 91 (1 m 31 s)\n"},
      {0.1, 0.05, 0.25, NAN, NAN, "undecided: the reference itself still moves by 5 % when it is refined\n"},
      {0.005, 0.011, 0.25, NAN, NAN, "undecided: the reference itself still moves by 1.1 %"},
      {0.12, 0.002, 0.25, 0.02, NAN, "digit moves this run by 2 %; a smaller error is luck\n"},
      {0.12, 0.05, 0.25, NAN, 0.03, "digit moves the reference by 3 %: there is no single answer\n"}};
  char said[SAID];
  sim_accuracy found = {.spread = NAN, .wild = NAN, .reference = {.ending = SIM_TWIN_DONE}};
  told(&found, 0.12, 0.002, 0.25, said);
  check_true(self, strcmp(said, off) == 0, "'%s', not '%s'", said, off);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    found.spread = known[i].spread, found.wild = known[i].wild;
    told(&found, known[i].own, known[i].moved, known[i].best, said);
    check_true(self, strstr(said, known[i].has) != NULL, "case %zu: '%s' has not '%s'", i, said, known[i].has);
    const bool certain = known[i].moved <= SIM_CLAIM;
    check_true(self, (strstr(said, "--substeps") != NULL) == (certain && known[i].best < 1.0),
               "case %zu: a setting: %s", i, said);
  }
  found.spread = found.wild = NAN;
  told(&found, 0.005, 0.002, 0.25, said);
  check_true(self, !strstr(said, "what helps") && !strstr(said, "chaotic"), "converged, nothing has to help: %s", said);
  snprintf(found.why[1], sizeof found.why[1], "too short");
  told(&found, 0.005, 0.002, 0.25, said);
  check_true(self, strstr(said, "it is\n  4 x iterations: too short\n  errors") != NULL, "why a twin is missing: %s",
             said);
  found.why[1][0] = '\0';
  found.reference.ending = SIM_TWIN_NONE;
  told(&found, 0.12, 0.002, 0.25, said);
  check_true(self,
             strcmp(said, "undecided: no time for a reference; the run takes 0.5 s, its twins need "
                          "--accuracy-time 91 (1 m 31 s)\n") == 0,
             "'%s'", said);
  check_control(self, strcmp(said, off) != 0, "without a reference");
}

void check_sim_twins(check_registry *registry) {
  check_add(registry, "sim-distances", "how far a run is from its reference", distances, 0);
  check_add(registry, "sim-costs", "how long a twin will take", costs, 0);
  check_add(registry, "sim-accuracy", "what is said of a run and its twins", words, 0);
}
