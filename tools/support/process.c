/* Why this file exists: fork, exec, pipes and wait are all here. So every program treats signals, time limits and
 * children that do not start in the same way. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/apart.h"

enum { STREAMS = 2, SHORT_MS = 1, LONG_MS = 20 };

/// One stream that is captured.
typedef struct intake {
  int end; ///< Of the pipe; -1 = none, or at its end.
  char **text;
  size_t *size, capacity;
  int lost; ///< The errno if not all of it could be read, or there was no memory for it.
} intake;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Become the command, in the child. Returns an errno if that fails.
static int become(const process_job *job, const int ends[STREAMS], int report, pid_t parent) {
  if (job->interrupted) setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, job->patience > 0.0 ? SIGTERM : SIGKILL);
#endif
  if (getppid() != parent) _exit(127);
  signal(SIGPIPE, SIG_DFL);
  const process_stream streams[STREAMS] = {job->output, job->errors};
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return errno;
  for (int k = 0; k < STREAMS; k++) {
    const int to = streams[k] == PROCESS_NOWHERE ? nothing : ends[k];
    if (streams[k] != PROCESS_SAME && dup2(to, STDOUT_FILENO + k) < 0) return errno;
  }
  if (job->folder && chdir(job->folder) != 0) return errno;
  if (job->argv) {
    execvp(job->program ? job->program : job->argv[0], job->argv);
    return errno;
  }
  close(report);
  const int code = job->work(job->context);
  fflush(NULL);
  _exit(code);
}

/// Start the child. Returns its id, or -1 with the reason in `reason`.
static pid_t start(const process_job *job, const int ends[STREAMS], int *reason) {
  int report[2];
  if (pipe(report) != 0) return *reason = errno, -1;
  fcntl(report[0], F_SETFD, FD_CLOEXEC);
  fcntl(report[1], F_SETFD, FD_CLOEXEC);
  fflush(NULL); /* or the child would write buffered output again */
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    const int failed = become(job, ends, report[1], parent);
    _exit(write(report[1], &failed, sizeof failed) == (ssize_t)sizeof failed ? 127 : 126);
  }
  *reason = child < 0 ? errno : 0;
  close(report[1]);
  ssize_t got;
  while (child > 0 && (got = read(report[0], reason, sizeof *reason)) < 0 && errno == EINTR) continue;
  close(report[0]);
  if (child < 0 || *reason == 0) return child;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  return -1;
}

/// Read what has arrived. False at the end of the stream.
static bool take(intake *from) {
  char nowhere[4096];
  if (!from->lost && from->capacity - *from->size < 2) {
    const size_t capacity = from->capacity == 0 ? 1 << 14 : 2 * from->capacity;
    char *larger = realloc(*from->text, capacity);
    if (!larger) from->lost = ENOMEM;
    if (larger) *from->text = larger, from->capacity = capacity;
  }
  char *at = from->lost ? nowhere : *from->text + *from->size;
  const ssize_t got = read(from->end, at, from->lost ? sizeof nowhere : from->capacity - *from->size - 1);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got < 0) from->lost = errno; /* a part would look like the whole */
  if (got < 0) return false;
  if (!from->lost) *from->size += (size_t)got;
  return got > 0;
}

/// Wait at most that long for data. Returns whether there is any.
static bool wait_for(intake intakes[STREAMS], int milliseconds) {
  struct pollfd ends[STREAMS];
  for (int k = 0; k < STREAMS; k++) ends[k] = (struct pollfd){.fd = intakes[k].end, .events = POLLIN};
  if (poll(ends, STREAMS, milliseconds) <= 0) return false;
  for (int k = 0; k < STREAMS; k++) {
    if (ends[k].revents == 0 || take(&intakes[k])) continue;
    close(intakes[k].end);
    intakes[k].end = -1;
  }
  return true;
}

/// Wait for the end of the child. Returns whether it was stopped for exceeding its time.
static bool watch(const process_job *job, pid_t child, intake intakes[STREAMS], int *status) {
  const pid_t all = job->interrupted ? -child : child; /* end the group, with everything that it started */
  const double began = now();
  double limit = job->seconds;
  bool late = false,
       told = job->interrupted && job->interrupted(); /* a request from before this child began was for others */
  for (;;) {
    const pid_t ended = waitpid(child, status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    const double waited = now() - began;
    if (job->interrupted && !told && job->interrupted()) told = kill(child, SIGINT) == 0;
    if (limit > 0.0 && waited > limit) {
      kill(all, !late && job->patience > 0.0 ? SIGTERM : SIGKILL);
      limit = waited + (late || job->patience <= 0.0 ? 1e9 : job->patience);
      late = true;
    }
    wait_for(intakes, waited < 0.1 ? SHORT_MS : LONG_MS);
  }
  while ((intakes[0].end >= 0 || intakes[1].end >= 0) && wait_for(intakes, 0)) continue; /* its last output */
  return late;
}

void process_run(const process_job *job, process_result *out) {
  *out = (process_result){.end = PROCESS_NOT_STARTED};
  const process_stream streams[STREAMS] = {job->output, job->errors};
  intake intakes[STREAMS] = {{.end = -1, .text = &out->output, .size = &out->output_size},
                             {.end = -1, .text = &out->errors, .size = &out->errors_size}};
  int write_ends[STREAMS] = {-1, -1};
  for (int k = 0; k < STREAMS && out->code == 0; k++) {
    int ends[2];
    if (streams[k] != PROCESS_TAKEN) continue;
    if (pipe(ends) != 0) {
      out->code = errno;
      continue;
    }
    for (int e = 0; e < 2; e++) fcntl(ends[e], F_SETFD, FD_CLOEXEC);
    intakes[k].end = ends[0], write_ends[k] = ends[1];
  }
  struct sigaction before;
  xpbd_ends_watch(&before);
  const pid_t child = out->code == 0 ? start(job, write_ends, &out->code) : -1;
  for (int k = 0; k < STREAMS; k++)
    if (write_ends[k] >= 0) close(write_ends[k]);
  if (child > 0) {
    int status = 0;
    const bool late = watch(job, child, intakes, &status);
    out->end = late ? PROCESS_LATE : WIFSIGNALED(status) ? PROCESS_KILLED : PROCESS_EXITED;
    out->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  xpbd_ends_release(&before);
  for (int k = 0; k < STREAMS; k++) {
    if (intakes[k].end >= 0) close(intakes[k].end);
    if (intakes[k].lost) out->lost = intakes[k].lost;
    if (!intakes[k].lost && *intakes[k].text) {
      (*intakes[k].text)[*intakes[k].size] = '\0';
      continue;
    }
    free(*intakes[k].text);
    *intakes[k].text = streams[k] == PROCESS_TAKEN && !intakes[k].lost ? calloc(1, 1) : NULL;
  }
}

void process_free(process_result *result) {
  free(result->output);
  free(result->errors);
  *result = (process_result){.end = PROCESS_NOT_STARTED};
}

int process_code(const process_result *result) {
  static const int codes[] = {[PROCESS_LATE] = 124, [PROCESS_NOT_STARTED] = 127};
  if (result->end == PROCESS_EXITED) return result->code;
  return result->end == PROCESS_KILLED ? 128 + result->code : codes[result->end];
}
