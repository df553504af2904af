/* Why this file exists: a solver as a command that answers each line of JSON with one. Whoever compares solvers then
 * treats this one like all others. */
#include "sim_serve.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "sim/film/sim_frames.h"
#include "sim_option_table.h"
#include "sim_setup.h"
#include "support/json.h"
#include "support/scene_words.h"

enum { PROTOCOL = 1, MOST_FRAMES = 1000000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// An answer of one member.
static void say(json_writer *to, const char *key, const char *text) {
  json_open(to, NULL, '{');
  json_text(to, key, text);
  json_close(to, '}');
}

static void answer_hello(const serve_solver *solver, json_writer *to) {
  json_open(to, NULL, '{');
  json_whole(to, "protocol", PROTOCOL);
  json_text(to, "solver", solver->name);
  if (solver->version) json_text(to, "version", solver->version);
  json_text(to, "precision", solver->precision);
  json_text(to, "device", solver->device);
  if (solver->threads > 0) json_whole(to, "threads", solver->threads);
  json_close(to, '}');
}

/// A whole number of a request, or -1.
static int32_t whole_at(const xpbd_json_document *line, const char *key) {
  const double value = xpbd_json_number_at(line, line->nodes, key);
  return value >= 1.0 && value <= INT32_MAX && (double)(int32_t)value >= value ? (int32_t)value : -1;
}

static void answer_load(serve_solver *solver, const xpbd_json_document *line, json_writer *to) {
  char why[SERVE_WHY] = "";
  const serve_load what = {.path = xpbd_json_text_at(line, line->nodes, "load"),
                           .substeps = whole_at(line, "substeps"),
                           .iterations = whole_at(line, "iterations"),
                           .document = line,
                           .options = xpbd_json_member(line, line->nodes, "options")};
  solver->unload(solver);
  solver->particles = 0;
  if (!what.path || what.substeps < 1 || what.iterations < 1) {
    say(to, "failed", "load needs the path of a scene file, substeps and iterations");
    return;
  }
  const char *refused = solver->load(solver, &what, why);
  if (refused) {
    solver->unload(solver);
    solver->particles = 0;
    say(to, refused, why);
  } else {
    json_open(to, NULL, '{');
    json_bool(to, "loaded", true);
    json_close(to, '}');
  }
}

/// A run that is answered.
typedef struct serve_run {
  int32_t frames, every;
  double *state;   ///< [2][particles][3]
  double *seconds; ///< [frames]
} serve_run;

static bool simulate(serve_solver *solver, const serve_run *run, FILE *states, char *why) {
  const size_t reals = 3 * (size_t)solver->particles;
  if (!solver->begin(solver, why)) return false;
  for (int32_t f = 0; f < run->frames; f++) {
    const double start = now();
    if (!solver->frame(solver, why)) return false;
    run->seconds[f] = now() - start;
    if (!states || (f + 1) % run->every != 0) continue;
    if (!solver->read(solver, run->state, run->state + reals, why)) return false;
    fwrite(run->state, sizeof *run->state, 2 * reals, states);
  }
  return true;
}

/// The states are in a file of their own, which is whole or not there.
static bool simulate_to(serve_solver *solver, const serve_run *run, const char *path, char *why) {
  xpbd_file file = {0};
  xpbd_status status = path ? xpbd_file_create(path, &file) : XPBD_OK;
  if (status == XPBD_OK && !simulate(solver, run, file.stream, why)) {
    xpbd_file_discard(&file);
    return false;
  }
  if (status == XPBD_OK && path) status = xpbd_file_commit(&file);
  if (status != XPBD_OK) snprintf(why, SERVE_WHY, "%s", xpbd_last_error());
  return status == XPBD_OK;
}

static void answer_run(serve_solver *solver, const xpbd_json_document *line, json_writer *to) {
  char why[SERVE_WHY] = "";
  const bool sparse = xpbd_json_member(line, line->nodes, "every") != NULL;
  const char *path = xpbd_json_text_at(line, line->nodes, "states");
  const bool nameless = path ? xpbd_file_is_stdout(path) : xpbd_json_member(line, line->nodes, "states") != NULL;
  serve_run run = {.frames = whole_at(line, "run"), .every = sparse ? whole_at(line, "every") : 1};
  const bool sound = run.frames >= 1 && run.frames <= MOST_FRAMES && run.every >= 1;
  run.state = malloc(6 * (size_t)solver->particles * sizeof *run.state + 1);
  run.seconds = sound ? malloc((size_t)run.frames * sizeof *run.seconds) : NULL;
  if (solver->particles == 0)
    say(to, "failed", "no scene is loaded");
  else if (!sound)
    say(to, "failed", "run and every must be whole numbers from 1 to a million");
  else if (nameless)
    say(to, "failed", "states must be the path of a file");
  else if (!run.state || !run.seconds)
    say(to, "failed", "out of memory");
  else if (!simulate_to(solver, &run, path, why))
    say(to, "failed", why);
  else {
    json_open(to, NULL, '{');
    json_whole(to, "ran", run.frames);
    json_number(to, "time", run.frames * solver->frame_time);
    json_open(to, "seconds", '[');
    for (int32_t f = 0; f < run.frames; f++) json_number(to, NULL, run.seconds[f]);
    json_close(to, ']');
    json_close(to, '}');
  }
  free(run.state);
  free(run.seconds);
}

static void answer(serve_solver *solver, char *text, xpbd_json_document *line, json_writer *to) {
  if (!xpbd_json_read(text, line) || line->nodes[0].kind != XPBD_JSON_OBJECT)
    say(to, "failed", "the request is no line of JSON");
  else if (xpbd_json_member(line, line->nodes, "hello"))
    answer_hello(solver, to);
  else if (xpbd_json_member(line, line->nodes, "load"))
    answer_load(solver, line, to);
  else if (xpbd_json_member(line, line->nodes, "run"))
    answer_run(solver, line, to);
  else
    say(to, "failed", "the request is unknown; known are hello, load and run");
}

static int serve(const cli_program *program, serve_solver *solver, FILE *out) {
  xpbd_json_document line = {0};
  char *text = NULL;
  size_t capacity = 0;
  for (ssize_t size; (size = getline(&text, &capacity, stdin)) > 0 && !ferror(out);) {
    json_writer to = {.stream = out, .flat = true};
    if (strlen(text) < (size_t)size) text[0] = '\0'; /* a zero byte, and more behind it */
    answer(solver, text, &line, &to);
    fflush(out);
  }
  solver->unload(solver);
  xpbd_json_document_free(&line);
  free(text);
  const char *lost = xpbd_file_lost(out);
  return lost ? cli_fail(program, SIM_EXIT_FAILED, "the answers cannot be written: %s", lost) : CLI_EXIT_OK;
}

/// A scene file takes none of these.
static int check_scene_options(const cli_program *program, const sim_options *options) {
  static const char *const made[] = {
      "resolution", "mesh",    "pins",      "pin",  "handle",          "obstacle",
      "constraint", "bending", "stiffness", "wind", "damping-reading", "omit-tip-damping"};
  const char *given = NULL;
  for (const sim_option *option = sim_option_table; option->line.name; option++)
    for (size_t k = 0; k < sizeof made / sizeof *made; k++)
      if (strcmp(option->line.name, made[k]) == 0 && sim_option_given(option, options)) given = made[k];
  for (int k = 0; scene_parameter_name(k) && !given; k++) {
    const cli_option *option = sim_parameter_option(program, scene_parameter_name(k));
    if (option && sim_line_given(option, option->target)) given = option->name;
  }
  return given ? cli_fail(program, CLI_EXIT_USAGE, "--serve gets its scenes over the pipe: leave out --%s", given) : -1;
}

/// The settings of each run come over the pipe, and what it writes, too.
static int check_options(const cli_program *program, const sim_options *options) {
  static const char *const piped[] = {"frames", "frame-time", "substeps", "iterations", "accuracy"};
  if (options->scene)
    return cli_fail(program, CLI_EXIT_USAGE, "--serve gets its scenes over the pipe: leave out %.60s", options->scene);
  if (sim_run_count(options) > 1)
    return cli_fail(program, CLI_EXIT_USAGE, "--serve is one solver: give one --method and no --constraint");
  for (const sim_option *option = sim_option_table; option->line.name; option++) {
    const char *name = option->line.name;
    bool refused = option->rules & SIM_NOT_ACCURACY && strncmp(name, "serve", 5) != 0 && strcmp(name, "quiet") != 0;
    for (size_t k = 0; k < sizeof piped / sizeof *piped; k++) refused = refused || strcmp(name, piped[k]) == 0;
    if (refused && sim_option_given(option, options))
      return cli_fail(program, CLI_EXIT_USAGE, "--serve answers a pipe: leave out --%s", name);
  }
  return check_scene_options(program, options);
}

int sim_serve(const cli_program *program, sim_options *options) {
  FILE *out;
  const int code = check_options(program, options);
  if (code >= 0) return code;
  if (xpbd_file_take_stdout() != XPBD_OK || xpbd_file_open_stdout(&out) != XPBD_OK)
    return cli_fail(program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  serve_solver *solver =
      options->serve_object ? serve_object(program, options->serve_object) : serve_suite(program, options);
  const int ended = solver ? serve(program, solver, out) : CLI_EXIT_USAGE;
  fclose(out);
  return ended;
}
