/* Why this file exists: a solver of others may do anything. Each fault is one sentence that says what, and a solver that
 * answers rightly is believed. The solvers are lines of shell. Part of the group cli. */
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runner/folder.h"
#include "support/solver_pipe.h"
#include "unit/parts.h"

#define HELLO     "read a; echo '{\"protocol\": 1, \"solver\": \"sh\", \"threads\": 2, \"other\": {}}'; "
#define LOADED    HELLO "read a; echo '{\"loaded\": true}'; read a; "
#define WRITE     "head -c 192 /dev/zero >\"$1\"; "
#define RAN(rest) "echo '{\"ran\": 4, \"time\": 0.4" rest "}'; "
#define GOOD_RUN  WRITE RAN(", \"seconds\": [0, 0, 0, 0]")

enum { OPENING, LOADING, RUNNING, ENOUGH = 20 /* [s] on a busy machine */ };

typedef struct trial {
  const char *script;
  int at;              ///< The request that fails.
  solver_pipe_end end; ///< How.
  const char *words;   ///< In the message.
} trial;

/* Two particles, four frames, two states: 192 bytes. */
static const trial trials[] = {
    {LOADED GOOD_RUN "cat", RUNNING, SOLVER_PIPE_DONE, ""},
    {LOADED WRITE RAN("") "cat", RUNNING, SOLVER_PIPE_BROKEN, "has no list \"seconds\""},
    {"exit 3", OPENING, SOLVER_PIPE_BROKEN, "ended with exit code 3 before it answered line 1"},
    {"read a; sleep 60 & exit 3", OPENING, SOLVER_PIPE_BROKEN, "ended with exit code 3 before it answered line 1"},
    {"echo 'no module newton' >&2; exit 1", OPENING, SOLVER_PIPE_BROKEN, "; its last message: no module newton"},
    {"echo loading; cat", OPENING, SOLVER_PIPE_BROKEN, "no JSON object"},
    {"read a; echo '{}'; cat", OPENING, SOLVER_PIPE_BROKEN,
     "speaks no protocol of the solver pipe, and this program protocol 1"},
    {"read a; echo '{\"protocol\": 2}'; cat", OPENING, SOLVER_PIPE_BROKEN, "speaks another protocol"},
    {"read a; printf '{\"protocol\": 1}\\0{}\\n'; cat", OPENING, SOLVER_PIPE_BROKEN, "with a zero byte in it"},
    {HELLO "sleep 60", LOADING, SOLVER_PIPE_BROKEN, "did not answer line 2 within 0.2 s"},
    {HELLO "read a; kill -9 $$", LOADING, SOLVER_PIPE_BROKEN, "ended by signal 9 before it answered line 2"},
    {HELLO "read a; echo '{\"ok\": 1}'; cat", LOADING, SOLVER_PIPE_BROKEN, "must be {\"loaded\": true}"},
    {HELLO "read a; echo '{\"unsupported\": \"bending\"}'; cat", LOADING, SOLVER_PIPE_UNSUPPORTED, "bending"},
    {LOADED "echo '{\"failed\": \"energy grew\"}'; cat", RUNNING, SOLVER_PIPE_FAILED, "energy grew"},
    {LOADED "echo '{\"ran\": 3, \"time\": 0.3}'; cat", RUNNING, SOLVER_PIPE_BROKEN, "asked for 4 frames and ran 3"},
    {LOADED "echo '{}'; cat", RUNNING, SOLVER_PIPE_BROKEN, "must have \"ran\""},
    {LOADED "echo '{\"ran\": 4}'; cat", RUNNING, SOLVER_PIPE_BROKEN, "no \"time\""},
    {LOADED "echo '{\"ran\": 4, \"time\": 0.04}'; cat", RUNNING, SOLVER_PIPE_BROKEN, "its time step is another"},
    {LOADED RAN(", \"seconds\": [0, 0, 0, 0]") "cat", RUNNING, SOLVER_PIPE_BROKEN, "wrote no states"},
    {LOADED "head -c 96 /dev/zero >\"$1\"; " RAN(", \"seconds\": [0, 0, 0, 0]") "cat", RUNNING, SOLVER_PIPE_BROKEN,
     "wrote 96 bytes of states, and 2 states of 2 particles are 192 bytes"},
    {LOADED WRITE RAN(", \"seconds\": [0, 0]") "cat", RUNNING, SOLVER_PIPE_BROKEN,
     "ran 4 frames and gave the time of 2"},
    {LOADED WRITE RAN(", \"seconds\": [0, 0, 0, -1]") "cat", RUNNING, SOLVER_PIPE_BROKEN, "no number of seconds"},
    {LOADED WRITE RAN(", \"seconds\": [1, 1, 1, 1]") "cat", RUNNING, SOLVER_PIPE_BROKEN, "claims 4 s for 4 frames"},
    {LOADED WRITE RAN(", \"time\": NaN") "cat", RUNNING, SOLVER_PIPE_BROKEN, "no JSON object"},
    {LOADED "echo '{\"ran\": 4,'; cat", RUNNING, SOLVER_PIPE_BROKEN, "no JSON object"},
};

/// Talks to a command up to the request that fails. Returns how it ended, with the words in `words`.
static solver_pipe_end talk(char *const *command, double limit, int *at, double *states, double *seconds,
                            const char *file, char words[600]) {
  solver_pipe pipe;
  const solver_pipe_task task = {.particles = 2, .frames = 4, .every = 2, .frame_time = 0.1, .states = file};
  solver_pipe_end end = SOLVER_PIPE_BROKEN;
  *at = OPENING;
  if (solver_pipe_open(&pipe, command, limit, true)) {
    *at = LOADING;
    end = solver_pipe_load(&pipe, "/scene.json", 1, 1, "{\"relaxation\": 0.3}");
    if (end == SOLVER_PIPE_DONE) {
      *at = RUNNING;
      end = solver_pipe_run(&pipe, &task, states, seconds);
    }
  }
  snprintf(words, 600, "%s", pipe.words);
  solver_pipe_close(&pipe);
  return end;
}

static void faults(check *self, int argument) {
  char file[512], words[600], *folder = folder_make(self);
  double states[24], seconds[4];
  int at = 0;
  snprintf(file, sizeof file, "%s", folder_path(folder, "states.bin"));
  for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
    const trial *one = &trials[k];
    char *const command[] = {"/bin/sh", "-c", (char *)one->script, "sh", file, NULL};
    const solver_pipe_end end =
        talk(command, strstr(one->words, "did not answer") ? 0.2 : ENOUGH, &at, states, seconds, file, words);
    check_true(self, end == one->end && at == one->at && strstr(words, one->words) && !strchr(words, '\n'),
               "request %d of '%s' ends %d: %s", at, one->script, (int)end, words);
  }
  char *const missing[] = {"no-such-solver", NULL};
  check_true(self,
             talk(missing, ENOUGH, &at, states, seconds, file, words) == SOLVER_PIPE_BROKEN &&
                 strcmp(words, "the command 'no-such-solver' could not be started: No such file or directory") == 0,
             "a missing command: %s", words);
  check_true(self, access(file, F_OK) != 0, "the file of the states is removed");
  char *const good[] = {"/bin/sh", "-c", LOADED GOOD_RUN "cat", "sh", file, NULL};
  states[23] = NAN;
  check_control(self, talk(good, ENOUGH, &at, states, seconds, file, words) == SOLVER_PIPE_DONE && states[23] == 0,
                "a solver that answers rightly has a fault: %s", words);
}

/// Greets a solver, waits for `ready`, then asks it to load. Returns how that ended.
static solver_pipe_end load_later(const char *script, bool ready, char words[600]) {
  char *const command[] = {"/bin/sh", "-c", (char *)script, NULL};
  solver_pipe pipe;
  solver_pipe_end end = SOLVER_PIPE_BROKEN;
  if (solver_pipe_open(&pipe, command, ENOUGH, true)) {
    struct pollfd second = {.fd = pipe.channel.from, .events = POLLIN};
    if (ready && pipe.channel.used == pipe.channel.size) poll(&second, 1, 1000 * ENOUGH);
    end = solver_pipe_load(&pipe, "/scene.json", 1, 1, NULL);
  }
  snprintf(words, 600, "%s", pipe.words);
  solver_pipe_close(&pipe);
  return end;
}

/// A second answer that comes later must not be taken for the answer to the next request.
static void late(check *self, int argument) {
  char words[600];
  const solver_pipe_end end = load_later(HELLO "sleep 0.05; echo '{\"loaded\": true}'; cat", true, words);
  check_true(self, end == SOLVER_PIPE_BROKEN && strstr(words, "line 1 with more than one line"), "%s", words);
  check_control(self, load_later(LOADED "cat", false, words) == SOLVER_PIPE_DONE, "one answer each: %s", words);
}

void check_cli_solver_pipe(check_registry *registry) {
  check_add(registry, "solver-pipe-late", "an answer nobody asked for is seen", late, 0);
  check_add(registry, "solver-pipe", "solvers that die, hang or answer nonsense each get one line", faults, 0);
}
