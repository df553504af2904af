/* Why this file exists: the words about a run, before it, in its last lines and in run.txt, depend on counters,
 * processors and limits that no scene of a test comes near. Here these are made up, and every line is compared. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "unit/picture/picture_checks.h"
#include "sim/engine/sim_record.h"
#include "sim/film/sim_picture.h"
#include "sim_checks.h"

enum { SAID = 1024 };

/// The remarks on a run, each line after "- ".
static void remarked(const sim_job *job, const sim_result *result, xpbd_status status, const xpbd_counters *counters,
                     char said[SAID]) {
  memset(said, 0, SAID);
  FILE *stream = fmemopen(said, SAID, "w");
  if (!stream) return;
  sim_remarks_of(stream, "- ", job, result, status, counters);
  fclose(stream);
}

#define UNSOLVED " %: the share of a time step's equations left unsolved; --accuracy measures the error\n"
#define HELPS    ", and nothing does work; --accuracy measures what helps\n"
#define NOTHING  .residual = NAN, .gained = NAN

static const struct {
  xpbd_status status; ///< Of the counters.
  xpbd_counters counters;
  sim_result result;
  const char *said;
} remarks[] = {
    {XPBD_OK, {.frames = 3, .projections = 100}, {NOTHING}, ""},
    {XPBD_OK,
     {.frames = 3, .projections = 100, .skipped = 2, .contacts = 7},
     {NOTHING},
     "- projections left out because they were not finite: 2 of 100\n"},
    {XPBD_ERR_DIVERGED, /* its work until then is known */
     {.frames = 3, .projections = 100, .skipped = 2},
     {NOTHING},
     "- projections left out because they were not finite: 2 of 100\n"},
    {XPBD_ERR_DEVICE_LOST, {.projections = 100, .skipped = 2}, {NOTHING}, ""},
    {XPBD_OK,
     {.projections = 100, .skipped = 2},
     {NOTHING},
     "- projections left out because they were not finite: 2 of 100\n"},
    {XPBD_OK, {.frames = 1, .inexact = "no root"}, {NOTHING}, "- INEXACT, not bit-identical to seq: no root\n"},
    {XPBD_OK, {.frames = 1, .skipped = 2}, {.given_up = true, .residual = 0.5, .gained = 5.1}, ""},
    {XPBD_OK, {.frames = 1}, {.residual = 0.0, .gained = NAN}, "- residual 0" UNSOLVED},
    {XPBD_OK, {.frames = 1}, {.residual = 0.0234, .gained = NAN}, "- residual 2.3" UNSOLVED},
    {XPBD_OK, {.frames = 1}, {.residual = 0.92, .gained = NAN}, "- residual 92" UNSOLVED}, /* no alarm */
    {XPBD_OK, {.frames = 1}, {.residual = -1.0, .gained = NAN}, ""},
    {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 4.9, .there = 100.0}, ""},
    {XPBD_OK,
     {.frames = 1},
     {.residual = NAN, .gained = 5.1, .there = 100.0},
     "- warning: this run gained 5.1 J out of nothing: 100 J were available" HELPS},
    {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 0.0, .there = 0.0}, ""},
    {XPBD_OK,
     {.frames = 1},
     {.residual = NAN, .gained = 1e-9, .there = 0.0},
     "- warning: this run gained 1e-09 J out of nothing: 0 J were available" HELPS},
    {XPBD_OK,
     {.frames = 1},
     {NOTHING, .stuck = true},
     "- warning: the last time step moves nothing, because rounding removes all motion; longer time steps or "
     "--precision double help\n"},
    {XPBD_OK, {.frames = 1}, {.residual = NAN, .gained = 0.0, .there = 0.0}, ""},
};

static void remarks_of_runs(check *self, int argument) {
  const sim_options options = {.constraint = NULL};
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  char said[SAID];
  params.resolution = 2;
  if (!sim_made(self, "cloth", &params, &job)) return;
  job.options = &options;
  int last = 0;
  for (int i = 0; i < (int)(sizeof remarks / sizeof *remarks); i++) {
    remarked(&job, &remarks[i].result, remarks[i].status, &remarks[i].counters, said);
    check_true(self, strcmp(said, remarks[i].said) == 0, "remark %d: '%s', not '%s'", i, said, remarks[i].said);
    if (said[0]) last = i;
  }
  remarked(&job, &remarks[last].result, XPBD_OK, &remarks[last].counters, said);
  check_control(self, strcmp(said, remarks[last - 2].said) != 0, "energy that has grown by more");
  sim_unmade(&job);

  params.resolution = 8;
  if (!sim_made(self, "cloth_on_sphere", &params, &job)) return;
  job.options = &options;
  const xpbd_counters counted = {.frames = 3, .contacts = 7};
  remarked(&job, &remarks[0].result, XPBD_OK, &counted, said);
  check_true(self, strcmp(said, "- contacts with obstacles: 7\n") == 0, "where there are obstacles: '%s'", said);
  job.world = (const xpbd_verlet *)(const void *)&job;
  remarked(&job, &remarks[0].result, XPBD_OK, &counted, said);
  check_true(self, !said[0], "of a lattice its table tells: '%s'", said);
  sim_unmade(&job);
}

/* Before a run: numbers that all differ, and all ones. */
static void amounts(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  char said[SAID];
  params.resolution = 2;
  if (!sim_made(self, "cloth", &params, &job)) return;
  const sim_options options = {.precision = NULL};
  job.frame_time = 0.5, job.options = &options;
  const struct {
    int32_t start, frames, substeps, iterations;
    int64_t host, device;
    const char *said;
  } known[] = {
      {0, 1, 3, 1, 1000000, 234000,
       "cloth: 4 particles, 5 constraints of stretching, 1.23 MB; 1 frame of 0.5 s, each with 3 time steps "
       "of 1 iteration\n"},
      {3, 10, 1, 9, 999, 0,
       "cloth: 4 particles, 5 constraints of stretching, 0.000999 MB; 7 frames of 0.5 s, each with 1 time step "
       "of 9 iterations\n"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    job.start = known[i].start, job.frames = known[i].frames;
    job.made = (xpbd_counters){.host_bytes = known[i].host, .device_bytes = known[i].device};
    const xpbd_solver_def settings = {.substeps = known[i].substeps, .iterations = known[i].iterations};
    job.settings = &settings;
    capture file = capture_begin(STDOUT_FILENO);
    sim_scene_print(&job);
    capture_end(&file, said, SAID);
    check_true(self, strcmp(said, known[i].said) == 0, "'%s', not '%s'", said, known[i].said);
  }
  check_control(self, strcmp(said, known[0].said) != 0, "another run");
  sim_unmade(&job);
}

static void turns(check *self, int argument) {
  static const struct {
    int processors;
    int32_t threads;
    int64_t device;
    const char *said;
  } known[] = {{2, 3, 0, "! 3 threads on 2 processors take turns, which is slower than 2\n"},
               {1, 2, 0, "! 2 threads on 1 processor take turns, which is slower than 1\n"},
               {2, 2, 0, ""},
               {2, 3, 1, ""}, /* a device has its own processors */
               {64, 1, 0, ""}};
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  params.resolution = 2;
  if (!sim_made(self, "cloth", &params, &job)) return;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char said[SAID] = "";
    FILE *stream = fmemopen(said, SAID, "w");
    job.processors = known[i].processors;
    job.made = (xpbd_counters){.threads = known[i].threads, .device_bytes = known[i].device};
    if (!check_true(self, stream != NULL, "a stream")) break;
    sim_warnings_write(stream, "! ", &job);
    fclose(stream);
    check_true(self, strcmp(said, known[i].said) == 0, "'%s', not '%s'", said, known[i].said);
  }
  check_control(self, strcmp(known[0].said, known[1].said) != 0, "a processor less");
  sim_unmade(&job);
}

/* From (0, 0, 1) a square from -1 to 1 around the origin fills the picture. */
static void past_it(check *self, int argument) {
  static const struct {
    int32_t count;
    double points[6];
    bool nothing;
  } known[] = {{1, {0.99, 0.0, 0.0}, false},          {1, {1.01, 0.0, 0.0}, true},  {1, {-0.99, 0.0, 0.0}, false},
               {1, {-1.01, 0.0, 0.0}, true},          {1, {0.0, 0.99, 0.0}, false}, {1, {0.0, 1.01, 0.0}, true},
               {1, {0.0, -0.99, 0.0}, false},         {1, {0.0, -1.01, 0.0}, true}, {1, {0.0, 0.0, 2.0}, true},
               {2, {5.0, 5.0, 0.0, 0.5, 0.5}, false}, {1, {5.0, 5.0, 0.0}, true},   {0, {0.0}, true}};
  const picture_view view = picture_straight(64);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_true(self, sim_sees_nothing(&view, known[i].count, known[i].points) == known[i].nothing, "points %zu", i);
  check_control(self, !sim_sees_nothing(&view, 1, (const double[]){0.0, 0.0, 0.0}), "a point in the middle");
}

void check_sim_sayings(check_registry *registry) {
  check_add(registry, "sim-remarks", "what is remarked of a run", remarks_of_runs, 0);
  check_add(registry, "sim-amounts", "what a scene amounts to, in a line", amounts, 0);
  check_add(registry, "sim-turns", "more threads than processors", turns, 0);
  check_add(registry, "sim-past-it", "a camera that looks past the body", past_it, 0);
}
