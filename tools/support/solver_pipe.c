/* Why this file exists: requests to a solver, and the checks of its answers and of the states that it writes. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "solver_pipe.h"

#include <ftw.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "support/json.h"

enum { WORDS = 600 };
/* The clocks of two programs differ a little. */
static const double clock_share = 0.01, clock_slack = 1e-3, time_share = 1e-6;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// The last line that is not empty in what the command wrote to its standard error. Returns `out`.
static const char *last_error(pipe_channel *channel, char *out, size_t capacity) {
  pipe_hear(channel);
  out[0] = '\0';
  size_t end = channel->last_size;
  while (end > 0 && strchr(" \t\r\n", channel->last[end - 1])) end--; /* also a zero byte */
  size_t begin = end;
  while (begin > 0 && channel->last[begin - 1] && !strchr("\r\n", channel->last[begin - 1])) begin--;
  while (begin < end && strchr(" \t", channel->last[begin])) begin++;
  snprintf(out, capacity, "%.*s", (int)(end - begin), channel->last + begin);
  return out;
}

/// Keeps the reason of the channel, or that of `format`, and ends the talk.
__attribute__((format(printf, 2, 3))) static solver_pipe_end broken(solver_pipe *pipe, const char *format, ...) {
  char line[256];
  if (format && !pipe->channel.reason[0]) {
    va_list arguments;
    char text[WORDS];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pipe_fail(&pipe->channel, NULL, "%s", text);
  }
  snprintf(pipe->words, sizeof pipe->words, "%s", pipe->channel.reason);
  const size_t used = strlen(pipe->words);
  if (last_error(&pipe->channel, line, sizeof line)[0])
    snprintf(pipe->words + used, sizeof pipe->words - used, "; its last message: %s", line);
  return SOLVER_PIPE_BROKEN;
}

/// Asks a request of `size` bytes. The answer as an object, or NULL.
static const xpbd_json_node *ask(solver_pipe *pipe, const char *request, size_t size) {
  const double start = now();
  char *text = pipe_ask(&pipe->channel, request, size, pipe->seconds);
  pipe->wall = now() - start;
  if (!text) return broken(pipe, NULL), NULL;
  snprintf(pipe->said, sizeof pipe->said, "%s", text);
  if (xpbd_json_read(text, &pipe->answer) && pipe->answer.nodes[0].kind == XPBD_JSON_OBJECT) return pipe->answer.nodes;
  pipe_fail(&pipe->channel, pipe->said,
            "the command answered line %ld with no JSON object (only answers belong on the standard output, other text "
            "on the standard error)",
            pipe->channel.requests);
  return broken(pipe, NULL), NULL;
}

/// Writes one line of JSON with json.h and asks it.
typedef struct request {
  char *text;
  size_t size;
  json_writer json;
} request;

static bool request_begin(request *r) {
  *r = (request){0};
  r->json = (json_writer){.stream = open_memstream(&r->text, &r->size), .flat = true};
  if (r->json.stream) json_open(&r->json, NULL, '{');
  return r->json.stream != NULL;
}

static const xpbd_json_node *request_ask(request *r, solver_pipe *pipe, const char *options) {
  if (options) fprintf(r->json.stream, ", \"options\": %s", options);
  json_close(&r->json, '}');
  const xpbd_json_node *answer = NULL;
  if (fclose(r->json.stream) == 0)
    answer = ask(pipe, r->text, r->size);
  else
    broken(pipe, "no memory for a request");
  free(r->text);
  return answer;
}

static void keep(char *out, size_t capacity, const char *text) {
  snprintf(out, capacity, "%s", text ? text : "");
}

bool solver_pipe_open(solver_pipe *pipe, char *const *command, double seconds, bool quiet) {
  request hello;
  *pipe = (solver_pipe){.seconds = seconds};
  if (!pipe_open(&pipe->channel, command, quiet)) return broken(pipe, NULL), false;
  if (!request_begin(&hello)) return broken(pipe, "no memory for a request"), false;
  json_text(&hello.json, "hello", "xpbd-suite");
  json_whole(&hello.json, "protocol", SOLVER_PIPE_PROTOCOL);
  const xpbd_json_node *answer = request_ask(&hello, pipe, NULL);
  if (!answer) return false;
  const xpbd_json_document *document = &pipe->answer;
  const double protocol = xpbd_json_number_at(document, answer, "protocol");
  if (protocol != SOLVER_PIPE_PROTOCOL) {
    pipe_fail(&pipe->channel, pipe->said, "the command speaks %s of the solver pipe, and this program protocol %d",
              isnan(protocol) ? "no protocol" : "another protocol", SOLVER_PIPE_PROTOCOL);
    return broken(pipe, NULL), false;
  }
  const double threads = xpbd_json_number_at(document, answer, "threads");
  keep(pipe->solver, sizeof pipe->solver, xpbd_json_text_at(document, answer, "solver"));
  keep(pipe->version, sizeof pipe->version, xpbd_json_text_at(document, answer, "version"));
  keep(pipe->precision, sizeof pipe->precision, xpbd_json_text_at(document, answer, "precision"));
  keep(pipe->device, sizeof pipe->device, xpbd_json_text_at(document, answer, "device"));
  pipe->threads = threads >= 1 && threads < 1e6 ? (int)threads : 0;
  return true;
}

/// An answer with a reason in the member `key`. NULL = it has none.
static const char *reason_of(solver_pipe *pipe, const xpbd_json_node *answer, const char *key) {
  const char *reason = xpbd_json_text_at(&pipe->answer, answer, key);
  if (reason) keep(pipe->words, sizeof pipe->words, reason[0] ? reason : "no reason given");
  return reason;
}

solver_pipe_end solver_pipe_load(solver_pipe *pipe, const char *scene, int32_t substeps, int32_t iterations,
                                 const char *options) {
  request load;
  pipe->without[0] = '\0';
  if (!request_begin(&load)) return broken(pipe, "no memory for a request");
  json_text(&load.json, "load", scene);
  json_whole(&load.json, "substeps", substeps);
  json_whole(&load.json, "iterations", iterations);
  const xpbd_json_node *answer = request_ask(&load, pipe, options);
  if (!answer) return SOLVER_PIPE_BROKEN;
  if (reason_of(pipe, answer, "unsupported")) return SOLVER_PIPE_UNSUPPORTED;
  if (reason_of(pipe, answer, "failed")) return SOLVER_PIPE_FAILED;
  keep(pipe->without, sizeof pipe->without, xpbd_json_text_at(&pipe->answer, answer, "without"));
  if (xpbd_json_true_at(&pipe->answer, answer, "loaded")) return SOLVER_PIPE_DONE;
  pipe_fail(&pipe->channel, pipe->said,
            "the answer to load must be {\"loaded\": true} or {\"unsupported\": \"what\"} (line %ld)",
            pipe->channel.requests);
  return broken(pipe, NULL);
}

/// "1 frame" or "4 frames". Returns `out`.
static const char *frames_of(int32_t frames, char out[32]) {
  snprintf(out, 32, "%d frame%s", frames, frames == 1 ? "" : "s");
  return out;
}

/// The solver's own times: one for each frame, and together no longer than the request took.
static bool read_seconds(solver_pipe *pipe, const xpbd_json_node *answer, const solver_pipe_task *task,
                         double *seconds) {
  const xpbd_json_document *document = &pipe->answer;
  const xpbd_json_node *list = xpbd_json_member(document, answer, "seconds");
  const char *wrong = NULL;
  char frames[32];
  double sum = 0;
  int32_t count = 0;
  if (!list && !seconds) return true;
  if (!list || list->kind != XPBD_JSON_ARRAY) return broken(pipe, "the answer to run has no list \"seconds\""), false;
  for (const xpbd_json_node *at = xpbd_json_first(document, list); at; at = xpbd_json_after(document, at), count++) {
    if (at->kind != XPBD_JSON_NUMBER || !(at->number >= 0) || !isfinite(at->number))
      wrong = "a time that is no number of seconds";
    if (seconds && count < task->frames) seconds[count] = at->number;
    sum += at->number;
  }
  if (count != task->frames)
    return broken(pipe, "the command ran %s and gave the time of %d: one number a frame belongs in \"seconds\"",
                  frames_of(task->frames, frames), count),
           false;
  if (wrong) return broken(pipe, "\"seconds\" has %s", wrong), false;
  if (sum <= pipe->wall * (1 + clock_share) + clock_slack) return true;
  broken(pipe, "the command claims %.3g s for %s, but answered after %.3g s: its clock is wrong", sum,
         frames_of(task->frames, frames), pipe->wall);
  return false;
}

/// The answer itself: as many frames and as much simulated time as asked for.
static bool check_answer(solver_pipe *pipe, const xpbd_json_node *answer, const solver_pipe_task *task) {
  const double ran = xpbd_json_number_at(&pipe->answer, answer, "ran"),
               time = xpbd_json_number_at(&pipe->answer, answer, "time");
  const double asked = task->frames * task->frame_time;
  char frames[32];
  if (isnan(ran)) {
    pipe_fail(&pipe->channel, pipe->said, "the answer to run must have \"ran\", the number of frames (line %ld)",
              pipe->channel.requests);
    return broken(pipe, NULL), false;
  }
  if (ran != task->frames)
    return broken(pipe, "the command was asked for %s and ran %.9g", frames_of(task->frames, frames), ran), false;
  if (fabs(time - asked) <= time_share * asked) return true;
  if (isnan(time))
    broken(pipe, "the answer to run has no \"time\", the simulated time [s]");
  else
    broken(pipe, "the command simulated %.9g s, and %s of %.9g s are %.9g s: its time step is another", time,
           frames_of(task->frames, frames), task->frame_time, asked);
  return false;
}

static bool read_states(solver_pipe *pipe, const solver_pipe_task *task, double *states) {
  const size_t one = 2 * 3 * sizeof(double) * (size_t)task->particles;
  const size_t size = one * (size_t)(task->frames / task->every);
  struct stat about;
  if (stat(task->states, &about) != 0)
    return broken(pipe, "the command answered run, but wrote no states to the file '%s'", task->states), false;
  if ((size_t)about.st_size != size)
    return broken(
               pipe,
               "the command wrote %lld bytes of states, and %d state%s of %d particles are %zu bytes (positions, then "
               "velocities, in float64)%s",
               (long long)about.st_size, task->frames / task->every, task->frames == task->every ? "" : "s",
               task->particles, size,
               (size_t)about.st_size * 2 == size ? "; half of them, as in float32 or without velocities" : ""),
           false;
  FILE *file = fopen(task->states, "rb");
  const bool good = file && fread(states, 1, size, file) == size;
  if (file) fclose(file);
  if (!good) broken(pipe, "the states in '%s' cannot be read", task->states);
  return good;
}

solver_pipe_end solver_pipe_run(solver_pipe *pipe, const solver_pipe_task *task, double *states, double *seconds) {
  request run;
  remove(task->states); /* states of an earlier run must not be taken for those of this one */
  if (!request_begin(&run)) return broken(pipe, "no memory for a request");
  json_whole(&run.json, "run", task->frames);
  json_whole(&run.json, "every", task->every);
  json_text(&run.json, "states", task->states);
  const xpbd_json_node *answer = request_ask(&run, pipe, NULL);
  if (!answer) return SOLVER_PIPE_BROKEN;
  if (reason_of(pipe, answer, "failed")) return SOLVER_PIPE_FAILED;
  const bool good =
      check_answer(pipe, answer, task) && read_seconds(pipe, answer, task, seconds) && read_states(pipe, task, states);
  remove(task->states);
  return good ? SOLVER_PIPE_DONE : SOLVER_PIPE_BROKEN;
}

void solver_pipe_close(solver_pipe *pipe) {
  if (pipe->channel.child > 0 || pipe->channel.text) pipe_close(&pipe->channel);
  xpbd_json_document_free(&pipe->answer);
  *pipe = (solver_pipe){.channel = {.to = -1, .from = -1, .errors = -1}};
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)kind, (void)place;
  remove(path);
  return 0;
}

void solver_pipe_remove(const char *folder) {
  enum { OPEN = 16 };
  nftw(folder, remove_one, OPEN, FTW_DEPTH | FTW_PHYS);
}
