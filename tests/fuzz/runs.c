/* Why this file exists: fuzzes what a run leaves behind and resumes from: checkpoints, journals, JSON as the harness
 * reads it, and what a process of --processes passes to the one that started it. */
#include "fuzz.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "base/json.h"
#include "harness/plan/options.h"
#include "harness/store/past.h"
#include "harness/plan/plan.h"
#include "harness/program.h"
#include "harness/run/run.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/* --- checkpoints ------------------------------------------------------------------------------------------------- */

/// A solver, made once, and the checkpoint of its start.
typedef struct stepper {
  const char *scene;
  xpbd_method method;
  xpbd_model model;
  xpbd_solver *solver;
  uint8_t good[1 << 14];
  size_t good_size;
} stepper;

static bool make_stepper(stepper *s) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  params.resolution = 3;
  def.backend = "seq";
  def.method = s->method;
  def.iterations = 1;
  def.frame_time = 0.001; /* verlet is stable below 0.007 */
  if (xpbd_scene_build(s->scene, &params, &s->model) != XPBD_OK) return false;
  if (xpbd_solver_create(s->model.scene, &def, &s->solver) != XPBD_OK) return false;
  const char *path = fuzz_file("state.xpbd", "", 0);
  if (xpbd_solver_save(s->solver, path) != XPBD_OK) return false;
  FILE *file = fopen(path, "rb");
  s->good_size = file ? fread(s->good, 1, sizeof s->good, file) : 0;
  if (file) fclose(file);
  return s->good_size > 0 && s->good_size < sizeof s->good;
}

/// Correct hashes would keep fuzzing outside. So the first byte says what is repaired before the rest is read as a
/// file. Bit 0: method. Bit 1: the line of text and the owner are correct. Bit 2: the count of numbers is correct. Bit
/// 3: the hash at the end is correct.
bool fuzz_checkpoint(const uint8_t *data, size_t size) {
  static stepper steppers[2] = {{.scene = "chain", .method = XPBD_METHOD_XPBD},
                                {.scene = "chain", .method = XPBD_METHOD_VERLET_7}};
  if (size == 0) return false;
  stepper *s = &steppers[data[0] & 1];
  if (!s->solver && !make_stepper(s)) fprintf(stderr, "%s\n", xpbd_last_error()), abort(); /* nothing would be tested */
  const size_t line = strcspn((const char *)s->good, "\n,") + strlen(", little-endian");
  const size_t belongs = 3 * sizeof(uint64_t), head = line + sizeof(xpbd_checkpoint), last = sizeof(uint64_t);
  const size_t count = size - 1;
  uint8_t *file = (uint8_t *)fuzz_text(data + 1, count);
  if ((data[0] & 2) && count >= line + belongs) memcpy(file, s->good, line + belongs);
  if ((data[0] & 4) && count >= head + last) {
    const uint64_t numbers = (count - head - last) / sizeof(double);
    memcpy(file + head - sizeof numbers, &numbers, sizeof numbers);
  }
  if ((data[0] & 8) && count >= head + last) {
    /* the head is hashed as a structure, then the state */
    uint64_t hash = xpbd_checkpoint_hash(1, file + line, sizeof(xpbd_checkpoint));
    hash = xpbd_checkpoint_hash(hash, file + head, count - head - last);
    memcpy(file + count - last, &hash, last);
  }
  const bool taken = xpbd_solver_load(s->solver, fuzz_file("state.xpbd", file, count)) == XPBD_OK;
  if (taken) { /* it may diverge, but not access other memory */
    uint64_t hash = 0;
    xpbd_solver_step(s->solver, 1);
    xpbd_solver_hash(s->solver, &hash);
  }
  xpbd_solver_reset(s->solver);
  free(file);
  return taken;
}

/* --- JSON -------------------------------------------------------------------------------------------------------- */

static int count_nodes(const xpbd_json_document *document, const xpbd_json_node *node) {
  int count = 1;
  for (const xpbd_json_node *item = xpbd_json_first(document, node); item; item = xpbd_json_after(document, item))
    count += count_nodes(document, item);
  return count;
}

bool fuzz_json(const uint8_t *data, size_t size) {
  xpbd_json_document document = {0};
  char *text = fuzz_text(data, size);
  const bool taken = xpbd_json_read(text, &document);
  if (taken && count_nodes(&document, document.nodes) != document.count) abort();
  xpbd_json_document_free(&document);
  free(text);
  return taken;
}

/* --- journals ---------------------------------------------------------------------------------------------------- */

static int64_t no_work(const bench_point *point) {
  return bench_int(point, "size");
}
static void no_key(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%s", point->name);
}
static bench_status no_setup(bench_ctx *ctx) {
  (void)ctx;
  return BENCH_OK;
}
static bench_status no_hash(bench_ctx *ctx, uint64_t *hash) {
  (void)ctx;
  *hash = 0;
  return BENCH_OK;
}
static void no_teardown(bench_ctx *ctx) {
  (void)ctx;
}
static const bench_axis axes[] = {
    {.name = "size", .standard = "10", .in_name = true, .block = true, .minimum = 1, .maximum = 1000000}};
static const bench_sweep sweeps[] = {{.name = "size", .axis = "size", .plan = "size=10,20", .quick = "size=10"}};
static const bench_case idle = {.name = "idle",
                                .about = "a benchmark that is planned and never run",
                                .unit = "units",
                                .standard = true,
                                .axes = axes,
                                .axis_count = 1,
                                .sweeps = sweeps,
                                .sweep_count = 1,
                                .work = no_work,
                                .key = no_key,
                                .setup = no_setup,
                                .reset = no_setup,
                                .frame = no_setup,
                                .hash = no_hash,
                                .teardown = no_teardown};

static double no_time(void *self) {
  (void)self;
  return 0.0;
}

/// As xpbd-bench --resume does, but a journal of another plan, machine or build is read all the same.
static bool go_on(bench_settings *settings, bench_past *past) {
  static const bench_case *const cases[] = {&idle};
  bench_plan plan = {0};
  bench_run run = {0};
  long length = 0;
  if (bench_plan_make(bench_program(), settings, cases, 1, &plan) != 0) {
    bench_plan_destroy(&plan);
    return false;
  }
  bench_past_match_plan(past, &plan, settings);
  const bench_clock clock = {.now = no_time, .processor = no_time};
  const bench_observer nobody = {0};
  int finished;
  const bool taken =
      bench_run_init(&run, &plan, settings, clock, nobody) && bench_past_read(past, &run, &length, &finished) == 0;
  bench_run_destroy(&run);
  bench_plan_destroy(&plan);
  return taken;
}

bool fuzz_journal(const uint8_t *data, size_t size) {
  static char program[] = "xpbd-bench", option[] = "--resume", axis[] = "-a", sizes[] = "size=5,7";
  char path[512];
  snprintf(path, sizeof path, "%s", fuzz_file("samples.jsonl", data, size));
  char *words[] = {program, option, path, axis, sizes, NULL};
  bench_settings settings;
  bench_past *past = NULL;
  if (bench_options_parse(5, words, &settings) >= 0) abort();
  const bool taken = bench_past_open(&settings, &past) < 0 && go_on(&settings, past);
  bench_past_close(past);
  bench_options_free(&settings);
  return taken;
}
