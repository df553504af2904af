/* Why this file exists: takes a trial to the solver and its states back, and starts the solver again after it broke. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge.h"

enum { MOST_BREAKS = 6, MOST_ALIKE = 3 };
enum { FOLDER, SCENE, ARRAYS, STATES, FILES };
static char paths[FILES][320]; /* of the solver that is asked */

const char *solver_slip_name(solver_slip slip) {
  static const char *const names[] = {
#define SLIP(constant, name, words) name,
      SOLVER_SLIPS(SLIP)
#undef SLIP
  };
  return slip < SLIP_COUNT ? names[slip] : "unknown";
}

const char *solver_slip_words(solver_slip slip) {
  static const char *const texts[] = {
#define SLIP(constant, name, words) words,
      SOLVER_SLIPS(SLIP)
#undef SLIP
  };
  return slip < SLIP_COUNT ? texts[slip] : "";
}

void solver_wrong(solver_answer *answer, solver_slip slip, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(answer->text, sizeof answer->text, format, arguments);
  va_end(arguments);
  answer->outcome = SOLVER_WRONG;
  answer->slip = slip;
}

void solver_decide(solver_answer *answer, solver_slip slip, double value, double right, double limit,
                   const char *format, ...) {
  const bool good = fabs(value - right) <= limit;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(answer->text, sizeof answer->text, format, arguments);
  va_end(arguments);
  answer->outcome = good ? SOLVER_RIGHT : SOLVER_WRONG;
  answer->slip = good ? SLIP_NONE : slip;
  answer->value = value, answer->right = right, answer->limit = limit;
}

void solver_more(solver_answer *answer, const char *format, ...) {
  const size_t used = strlen(answer->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(answer->text + used, sizeof answer->text - used, format, arguments);
  va_end(arguments);
}

const double *solver_at(const trial *t, const double *states, int32_t state, int kind, int32_t particle) {
  return states + 3 * ((size_t)(2 * state + kind) * (size_t)t->count + (size_t)particle);
}

static bool start(solver_judge *judge) {
  solver_pipe *pipe = &judge->pipe;
  judge->open = true;
  if (!solver_pipe_open(pipe, judge->command, judge->seconds, !judge->loud)) return false;
  snprintf(judge->solver, sizeof judge->solver, "%s", pipe->solver);
  snprintf(judge->version, sizeof judge->version, "%s", pipe->version);
  snprintf(judge->precision, sizeof judge->precision, "%s", pipe->precision);
  snprintf(judge->device, sizeof judge->device, "%s", pipe->device);
  judge->threads = pipe->threads;
  return true;
}

/// Ends the command, if it runs.
static void stop(solver_judge *judge) {
  if (judge->open) solver_pipe_close(&judge->pipe);
  judge->open = false;
}

/// Notes how a request ended that was not done.
static bool failed(solver_judge *judge, solver_answer *answer, solver_pipe_end end) {
  if (end == SOLVER_PIPE_UNSUPPORTED) {
    answer->outcome = SOLVER_NOT_ASKED;
    snprintf(answer->text, sizeof answer->text, "not supported: %.*s", SOLVER_TEXT - 32, judge->pipe.words);
  } else {
    solver_wrong(answer,
                 end == SOLVER_PIPE_FAILED  ? SLIP_GAVE_UP
                 : judge->pipe.channel.gone ? SLIP_DIED
                                            : SLIP_BAD_ANSWER,
                 "%.*s", SOLVER_TEXT - 1, judge->pipe.words);
  }
  if (end != SOLVER_PIPE_BROKEN) return false;
  judge->alike = strcmp(judge->last_break, answer->text) == 0 ? judge->alike + 1 : 1;
  snprintf(judge->last_break, sizeof judge->last_break, "%s", answer->text);
  judge->breaks++;
  stop(judge);
  return false;
}

static bool run_loaded(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run,
                       double *states) {
  const solver_pipe_task task = {.particles = t->count,
                                 .frames = run->frames,
                                 .every = run->every,
                                 .frame_time = t->frame_time,
                                 .states = paths[STATES]};
  const solver_pipe_end ran = solver_pipe_run(&judge->pipe, &task, states, NULL);
  return ran == SOLVER_PIPE_DONE || failed(judge, answer, ran);
}

bool solver_ask_any(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *states) {
  if (judge->breaks >= MOST_BREAKS || judge->alike >= MOST_ALIKE) {
    answer->outcome = SOLVER_NOT_ASKED;
    snprintf(answer->text, sizeof answer->text, "the solver broke %d times%s before", judge->breaks,
             judge->alike >= MOST_ALIKE ? " in the same way" : "");
    return false;
  }
  unlink(paths[SCENE]); /* the solver may have made something else of it */
  unlink(paths[ARRAYS]);
  if (trial_write(t, run, paths[SCENE]) != XPBD_OK) {
    answer->outcome = SOLVER_UNDECIDED;
    snprintf(answer->text, sizeof answer->text, "the scene cannot be written: %.*s", SOLVER_TEXT - 64,
             xpbd_last_error());
    return false;
  }
  if (!judge->open && !start(judge)) return failed(judge, answer, SOLVER_PIPE_BROKEN);
  solver_pipe_end loaded = solver_pipe_load(&judge->pipe, paths[SCENE], run->substeps, run->iterations, NULL);
  if (loaded == SOLVER_PIPE_DONE && judge->pipe.without[0]) { /* states of another scene answer no question */
    snprintf(judge->pipe.words, sizeof judge->pipe.words, "%s", judge->pipe.without);
    loaded = SOLVER_PIPE_UNSUPPORTED;
  }
  if (loaded != SOLVER_PIPE_DONE) return failed(judge, answer, loaded);
  return run_loaded(judge, answer, t, run, states);
}

/// Whether all numbers are those of a scene if their bytes are exchanged.
static bool are_exchanged(const double *states, size_t count) {
  for (size_t k = 0; k < count; k++) {
    unsigned char bytes[sizeof *states], turned[sizeof *states];
    double value;
    memcpy(bytes, &states[k], sizeof bytes);
    for (size_t b = 0; b < sizeof bytes; b++) turned[b] = bytes[sizeof bytes - 1 - b];
    memcpy(&value, turned, sizeof value);
    if (!(fabs(value) < 1e6) || (value != 0 && fabs(value) < 1e-30)) return false;
  }
  return true;
}

/// Whether all numbers are finite. Else the answer says which is not.
static bool finite(solver_answer *answer, const trial *t, const trial_run *run, const double *states) {
  const size_t one = 6 * (size_t)t->count, count = one * (size_t)(run->frames / run->every);
  for (size_t k = 0; k < count; k++) {
    if (fabs(states[k]) < 1e100) continue;
    if (are_exchanged(states, count)) {
      solver_wrong(answer, SLIP_LAYOUT, "the states are big-endian. They must be little-endian doubles");
      return false;
    }
    solver_wrong(answer, SLIP_NOT_FINITE,
                 "the %s of particle %zu is %g after frame %zu with %d time steps a frame and %d iterations",
                 k % one < one / 2 ? "position" : "velocity", k % (one / 2) / 3, states[k],
                 (k / one + 1) * (size_t)run->every, (int)run->substeps, (int)run->iterations);
    return false;
  }
  return true;
}

bool solver_ask(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *states) {
  return solver_ask_any(judge, answer, t, run, states) && finite(answer, t, run, states);
}

bool solver_ask_again(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run,
                      double *states) {
  return run_loaded(judge, answer, t, run, states) && finite(answer, t, run, states);
}

/// Called by a handler of signals. What a solver left beside these files stays.
static void remove_folder(void) {
  for (int k = SCENE; k < FILES; k++) unlink(paths[k]);
  rmdir(paths[FOLDER]);
}

static bool make_folder(char *reason, size_t capacity) {
  static const char *const names[] = {[SCENE] = "trial.json", [ARRAYS] = "trial.bin", [STATES] = "states.bin"};
  const char *parent = getenv("TMPDIR");
  if (!parent || !parent[0]) parent = "/tmp";
  snprintf(paths[FOLDER], sizeof paths[FOLDER], "%.200s/xpbd-solver-XXXXXX", parent);
  if (!mkdtemp(paths[FOLDER])) {
    snprintf(reason, capacity, "no folder for the scenes in %.200s: set TMPDIR to a folder that can be written",
             parent);
    return false;
  }
  for (int k = SCENE; k < FILES; k++) snprintf(paths[k], sizeof paths[k], "%.240s/%s", paths[FOLDER], names[k]);
  pipe_clean(remove_folder);
  return true;
}

bool solver_begin(solver_judge *judge, char *reason, size_t capacity) {
  if (!make_folder(reason, capacity)) return false;
  if (start(judge)) return true;
  snprintf(reason, capacity, "%s", judge->pipe.words);
  solver_end(judge);
  return false;
}

void solver_end(solver_judge *judge) {
  stop(judge);
  pipe_clean(NULL);
  solver_pipe_remove(paths[FOLDER]);
}
