/* Why this file exists: xpbd-validate backend says whether a backend is bit-identical to seq, what it refuses, and
 * where a difference begins. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/cli.h"
#include "support/scene_words.h"
#include "command.h"
#include "trace.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"

enum { EXIT_SAME = 0, EXIT_UNUSABLE = 1, EXIT_DIFFERS = 2 };
enum { SMALL = 9, MOST_REASONS = 24, REASON = 240 };

typedef struct arguments {
  const char *scene, *strategy;
  int64_t frames;
} arguments;

/// What a backend does not run, each reason once.
typedef struct refusals {
  int count;
  struct {
    char text[REASON], example[96];
    int runs;
  } reason[MOST_REASONS];
} refusals;

/// The runs so far and their results.
typedef struct comparison {
  const arguments *arguments;
  const xpbd_backend *reference, *subject;
  int same, diverged, differing, failed; /* the diverged ones are among the same */
  refusals refused;
} comparison;

static const cli_program *program_of(arguments *a) {
  static cli_option options[3];
  static cli_program program;
  options[0] = cli_text_option("scene", &a->scene, "NAME", "Run only this scene, or a scene file, my.json.");
  options[1] =
      cli_text_option("strategy", &a->strategy, "NAME", "How a device schedules the groups, for example graph.");
  options[2] = (cli_option){.name = "frames",
                            .kind = CLI_INT,
                            .target = &a->frames,
                            .minimum = 1,
                            .maximum = 100000,
                            .value = "N",
                            .help = "Frames of each run, with two time steps of four iterations each (default 3)."};
  program = (cli_program){
      .name = "xpbd-validate backend",
      .usage = "[options] NAME",
      .about = "Runs small versions of every scene, with every method of the time step, in float and double, on a "
               "backend and on seq. If the backend differs from seq, it says where the difference begins: frame, time "
               "step, iteration, particle, and the constraint that could be the cause. It also lists what the backend "
               "does not run, with the reason.\n"
               "Example: xpbd-validate backend cuda --strategy graph\n"
               "Exit code: 0 bit-identical, 2 different bits or a failed run, 1 it cannot run here or bad usage.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

static void refuse(refusals *all, const char *reason, const char *example) {
  int i = 0;
  while (i < all->count && strncmp(all->reason[i].text, reason, REASON - 1) != 0) i++;
  if (i == MOST_REASONS) i--; /* the last entry takes all reasons without room */
  if (i == all->count) {
    snprintf(all->reason[i].text, REASON, "%s", reason);
    snprintf(all->reason[i].example, sizeof all->reason[i].example, "%s", example);
    all->count++;
  }
  all->reason[i].runs++;
}

static void print_constraint(const xpbd_scene *scene, const trace *t) {
  const xpbd_constraints *set = xpbd_scene_set(scene, t->set);
  const int arity = xpbd_formula_at(set->formula)->arity;
  printf(
      "\n  the earliest constraint that moves only such particles: %s (set %d), group %d, constraint %d of particles",
      xpbd_formula_at(set->formula)->name, (int)t->set, (int)t->group, (int)t->constraint);
  for (int k = 0; k < arity; k++)
    printf("%s %d", k == 0 ? "" : ",", (int)set->particles[(int64_t)t->constraint * arity + k]);
}

static void print_difference(const comparison *c, const char *run, const xpbd_scene *scene, const trace *t) {
  const double apart = t->found - t->expected;
  printf("differs: %s: %s: first in frame %" PRId64, c->subject->name, run, t->frame);
  if (t->step > 0) printf(", time step %" PRId64, t->step);
  if (t->iteration > 0) printf(", iteration %d", (int)t->iteration);
  printf("\n  particle %d, %c of its %s: %.17g where %s has %.17g (%.3g %s apart); %d particles differ",
         (int)t->particle, "xyz"[t->axis], t -> alone ? "velocity" : "position", t->found, c->reference->name,
         t->expected, apart, t->alone ? "m/s" : "m", (int)t->differing);
  if (t->set >= 0) print_constraint(scene, t);
  printf("\n");
}

static void compare(comparison *c, const char *run, const xpbd_scene *scene, xpbd_solver_def *def) {
  def->backend = c->subject->name;
  if (xpbd_solver_supports(scene, def) != XPBD_OK) {
    refuse(&c->refused, xpbd_last_error(), run);
    return;
  }
  trace t;
  const xpbd_status status = trace_find(c->reference, c->subject, scene, def, c->arguments->frames, &t);
  if (status != XPBD_OK) {
    printf("failed: %s: %s: %s\n", c->subject->name, run, xpbd_last_error());
    c->failed++;
  } else if (t.parted) {
    print_difference(c, run, scene, &t);
    c->differing++;
  } else {
    c->same++;
    c->diverged += t.diverged;
  }
  fflush(stdout);
}

static int compare_scene(comparison *c, const cli_program *program, const xpbd_scene_info *info) {
  xpbd_scene_params params = xpbd_scene_params_default();
  const int32_t small = info->resolution < SMALL ? info->resolution : SMALL;
  params.resolution = small > info->least_resolution ? small : info->least_resolution;
  xpbd_model model;
  if (xpbd_scene_build(info->name, &params, &model) != XPBD_OK)
    return cli_fail(program, EXIT_UNUSABLE, "%s: %s", info->name, xpbd_last_error());
  for (int m = 0; m < XPBD_METHODS; m++) {
    const xpbd_method_info *method = xpbd_method_at(m);
    if (method->engine) continue; /* has no other backend */
    for (int precision = 0; precision < 2; precision++) {
      char run[96];
      xpbd_solver_def def = xpbd_solver_def_default();
      def.method = (xpbd_method)m;
      def.precision = precision ? XPBD_F64 : XPBD_F32;
      def.frame_time = info->frame_time, def.substeps = 2, def.iterations = 4;
      def.strategy = c->arguments->strategy;
      snprintf(run, sizeof run, "%s, %s, %s", info->name, method->name, precision ? "double" : "float");
      compare(c, run, model.scene, &def);
    }
  }
  xpbd_model_destroy(&model);
  return EXIT_SAME;
}

int backend_command(int argc, char **argv) {
  arguments a = {.frames = 3};
  const cli_program *program = program_of(&a);
  const char *name = NULL;
  int count = 0;
  const int code = cli_parse(program, argc, argv, &name, 1, &count);
  if (code >= 0) return code;
  if (count != 1)
    return cli_fail(program, EXIT_UNUSABLE, "which backend? seq, omp, cuda, ... as xpbd-sim --list shows");
  const xpbd_backend_entry *entry = xpbd_backend_find(xpbd_backends(), name);
  if (!entry) return cli_fail(program, EXIT_UNUSABLE, "there is no backend '%s'; xpbd-sim --list shows them", name);
  if (!entry->table) return cli_fail(program, EXIT_UNUSABLE, "%s was not built: %s", name, entry->option);
  comparison c = {
      .arguments = &a, .subject = entry->table, .reference = xpbd_backend_find(xpbd_backends(), "seq")->table};
  char device[256] = "";
  if (c.subject->probe(device, sizeof device) != XPBD_OK)
    return cli_fail(program, EXIT_UNUSABLE, "%s cannot run here: %s", name, xpbd_last_error());
  if (a.scene && !scene_load(a.scene)) return cli_fail(program, EXIT_UNUSABLE, "%s", xpbd_last_error());
  if (a.scene && xpbd_scene_info_find(a.scene) < 0)
    return cli_fail(program, EXIT_UNUSABLE, "there is no scene '%s'; xpbd-sim --list shows them", a.scene);
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    if (a.scene && strcmp(a.scene, info->name) != 0) continue;
    const int failed = compare_scene(&c, program, info);
    if (failed != EXIT_SAME) return failed;
  }
  for (int i = 0; i < c.refused.count; i++)
    printf("not run: %d time%s, e.g. %s: %s\n", c.refused.reason[i].runs, c.refused.reason[i].runs == 1 ? "" : "s",
           c.refused.reason[i].example, c.refused.reason[i].text);
  if (c.diverged > 0) printf("diverged: %d of the identical runs, on both backends in the same frame\n", c.diverged);
  const bool good = c.same > 0 && c.differing == 0 && c.failed == 0;
  printf("%s: %s on %s: %d runs of %d frames are bit-identical to seq, %d differ, %d failed\n",
         good ? "same bits" : "not the same bits", name, device, c.same, (int)a.frames, c.differing, c.failed);
  return good ? EXIT_SAME : c.differing + c.failed > 0 ? EXIT_DIFFERS : EXIT_UNUSABLE;
}
