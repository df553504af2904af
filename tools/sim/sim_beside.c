/* Why this file exists: the effect of a material or method shows best beside another one. Several --constraint or
 * --method options run one after the other. One camera draws them side by side, so sizes can be compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/film/sim_drawing.h"
#include "sim/film/sim_panels.h"
#include "sim_option_table.h"
#include "sim_run.h"
#include "sim_setup.h"

enum { MOST_RUNS = 16, LABEL = 160, PATH = 4096 };

/// One of the runs. The solver's model is kept until all runs are drawn.
typedef struct beside_run {
  cli_program program; ///< With the label in its name, for messages.
  sim_options options;
  sim_job job;
  sim_output out;
  char label[LABEL], name[LABEL + 32], measure[PATH];
} beside_run;

/// "swing.tsv" of the third run is "swing.3.tsv".
static void number_path(const char *path, int number, char out[PATH]) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  const int stem = dot && (!slash || dot > slash + 1) && dot != path ? (int)(dot - path) : (int)strlen(path);
  snprintf(out, PATH, "%.*s.%d%s", stem, path, number, path + stem);
}

/// Length of the common end of all specifications, from a '+' on, such as "+tet_volume": it tells no run from another.
static size_t common_tail(const cli_list *list) {
  const char *first = list->values[0];
  for (const char *tail = strchr(first, '+'); tail; tail = strchr(tail + 1, '+')) {
    const size_t length = strlen(tail);
    bool common = true;
    for (int i = 1; i < list->count && common; i++) {
      const size_t whole = strlen(list->values[i]);
      common = whole > length && strcmp(list->values[i] + whole - length, tail) == 0;
    }
    if (common) return length;
  }
  return 0;
}

/// Refuse options that several runs cannot have.
static int check_options(const cli_program *program, const sim_options *o, int runs) {
  for (const sim_option *option = sim_option_table; option->line.name; option++)
    if (option->rules & SIM_ONE_RUN && sim_option_given(option, o))
      return cli_fail(program, CLI_EXIT_USAGE, "--%s is for one run: give one --constraint and one --method",
                      option->line.name);
  if (runs > MOST_RUNS)
    return cli_fail(program, CLI_EXIT_USAGE, "%d runs side by side; at most %d fit into a picture", runs, MOST_RUNS);
  if (o->measure && strcmp(o->measure, "-") == 0)
    return cli_fail(program, CLI_EXIT_USAGE,
                    "--measure - is for one run: give a file name, so that each run writes its own table");
  if (o->measure && strlen(o->measure) > PATH - 8)
    return cli_fail(program, CLI_EXIT_USAGE, "--measure: the name is too long");
  return -1;
}

/// Set the options of one pair of method and constraint, and the label that tells it from the others.
static void prepare(beside_run *run, const cli_program *program, const sim_options *options, int method, int constraint,
                    int number) {
  run->options = *options;
  const cli_list *methods = &options->methods, *constraints = &options->constraints;
  if (methods->count > 0) run->options.method = methods->values[method];
  if (constraints->count > 0) run->options.constraint = constraints->values[constraint];
  const bool both = methods->count > 1 && constraints->count > 1;
  const char *spec = constraints->count > 1 ? run->options.constraint : "";
  const size_t shown = constraints->count > 1 ? strlen(spec) - common_tail(constraints) : 0;
  snprintf(run->label, LABEL, "%s%s%.*s", methods->count > 1 ? run->options.method : "", both ? ": " : "",
           shown < LABEL ? (int)shown : LABEL, spec);
  snprintf(run->name, sizeof run->name, "%s, %s", program->name, run->label);
  run->program = *program;
  run->program.name = run->name;
  if (!options->measure) return;
  number_path(options->measure, number, run->measure);
  run->options.measure = run->measure;
}

/// Simulate one run and keep its pictures. Returns the exit code.
static int simulate(beside_run *run, bool *given_up) {
  int code = sim_setup(&run->program, &run->options, &run->job);
  if (code < 0) code = sim_output_open(&run->job, &run->out);
  if (code >= 0 || run->options.dry_run) return code < 0 ? CLI_EXIT_OK : code;
  run->out.pictures.beside = true;
  run->options.picture = run->options.film = NULL; /* the summary of this run must not mention them */
  if (!run->options.quiet) cli_print("%s: ", run->label);
  fflush(stdout);
  return sim_run(&run->job, &run->out, given_up);
}

/// Draw the runs that got as far as having a state, with the options of the first.
static int draw(const cli_program *program, const sim_options *options, beside_run *runs, int count) {
  sim_panel panels[MOST_RUNS];
  int shown = 0;
  for (int r = 0; r < count; r++)
    if (runs[r].out.pictures.still.count + runs[r].out.pictures.shots.count > 0)
      panels[shown++] = (sim_panel){&runs[r].out.pictures, runs[r].label};
  if (shown == 0) return CLI_EXIT_OK;
  const xpbd_status made = sim_panels_finish(panels, shown);
  const int32_t done = panels[0].pictures->drawn;
  if (sim_drawing_stopped() && done == 0)
    return cli_fail(program, SIM_EXIT_INTERRUPTED, "interrupted while drawing a picture, which was not written");
  if (made != XPBD_OK) return cli_fail(program, SIM_EXIT_FAILED, "%s", xpbd_last_error());
  int32_t wanted = 0;
  for (int p = 0; p < shown; p++)
    if (panels[p].pictures->shots.count > wanted) wanted = panels[p].pictures->shots.count;
  const int32_t drawn = panels[0].pictures->drawn;
  if (options->film && drawn < wanted)
    return cli_fail(program, SIM_EXIT_INTERRUPTED,
                    "interrupted while drawing the film; %d of %d frames of the film are in %.1500s", (int)drawn,
                    (int)wanted, options->film);
  if (options->quiet) return CLI_EXIT_OK;
  if (options->picture) cli_print("%d runs side by side in %s\n", shown, options->picture);
  if (options->film) cli_print("%d runs side by side in %s\n", shown, options->film);
  sim_camera_print(panels[0].pictures);
  return cli_flush(program, CLI_EXIT_OK, SIM_EXIT_FAILED);
}

/// The runs, one after the other. One that diverges does not stop the others.
static int run_all(const cli_program *program, const sim_options *options, beside_run *runs, bool *given_up) {
  const int constraints = options->constraints.count > 0 ? options->constraints.count : 1;
  int worst = CLI_EXIT_OK, done = 0;
  for (int r = 0; r < sim_run_count(options) && !*given_up; r++) {
    prepare(&runs[r], program, options, r / constraints, r % constraints, r + 1);
    const int code = simulate(&runs[r], given_up);
    if (worst == CLI_EXIT_OK) worst = code;
    if (code == CLI_EXIT_USAGE) return code; /* nothing is drawn for a wrong call */
    done = r + 1;
    if (code == SIM_EXIT_INTERRUPTED) worst = code;
    if (code == SIM_EXIT_INTERRUPTED) break;
  }
  if (options->dry_run || !(options->picture || options->film)) return worst;
  const int drawn = draw(program, options, runs, done);
  return worst == CLI_EXIT_OK ? drawn : worst;
}

int sim_beside(const cli_program *program, const sim_options *options) {
  const int count = sim_run_count(options);
  int code = check_options(program, options, count);
  if (code >= 0) return code;
  beside_run *runs = calloc((size_t)count, sizeof *runs);
  if (!runs) return cli_fail(program, CLI_EXIT_USAGE, "out of memory for %d runs", count);
  bool given_up = false;
  code = run_all(program, options, runs, &given_up);
  if (given_up) { /* a thread still uses the memory that would be freed */
    fflush(NULL);
    _exit(code);
  }
  for (int r = 0; r < count; r++) {
    sim_output_release(&runs[r].out);
    sim_job_destroy(&runs[r].job);
  }
  free(runs);
  return code;
}
