/* Why this file exists: a check that crashes or hangs must lose only its own result. So each check runs in its own
 * process and sends each comparison through a pipe as it is made. What was compared before a crash is kept. Threads
 * were rejected because they share the crash. */
#include "runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "folder.h"

enum {
  TIME_LIMIT = 300,       /* s for one check; the slowest takes 2 s, with sanitizers 30 */
  LONG_TIME_LIMIT = 3000, /* for a group "..._full" or "..._full_noise", which takes minutes */
  TICK = 500,             /* ms */
  FOLDER_LIMIT = 8,
  TEXT_LIMIT = 2048
};

static volatile sig_atomic_t stopped_by;
static volatile sig_atomic_t stopped_at; /* s, small enough for it since the program began */
static time_t began;

/* Ctrl-C on a program in a shell may arrive twice at once, from the terminal and from timeout(1). Both count as one. */
static void on_signal(int number) {
  const sig_atomic_t now = (sig_atomic_t)(time(NULL) - began);
  if (stopped_by && now - stopped_at > 1) {
    signal(number, SIG_DFL);
    raise(number);
  }
  if (!stopped_by) stopped_by = number, stopped_at = now;
}

void check_catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  began = time(NULL);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGPIPE, SIG_IGN); /* a reader that went away is reported at the end, and the files are written */
}

int check_stopped(void) {
  return stopped_by;
}

typedef enum message_kind { COMPARED, FOLDER, ENDED } message_kind;

/// The header before the bytes: a comparison and its two texts, the path of a folder, or a result.
typedef struct message {
  message_kind kind;
  size_t size[2]; ///< Length of the texts with their ends.
  check_comparison comparison;
} message;

/// Writes everything. A failure ends the process, because the reader would take what follows for what is missing.
static void put(int end, const void *bytes, size_t count) {
  for (const char *at = bytes; count > 0;) {
    const ssize_t written = write(end, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      fprintf(stderr, "the result of this check cannot be sent: %s\n", strerror(errno));
      _exit(1);
    }
    at += written, count -= (size_t)written;
  }
}

static void send_comparison(void *context, const check_comparison *c) {
  const int *end = context;
  message m = {.kind = COMPARED, .comparison = *c};
  char detail[TEXT_LIMIT];
  snprintf(detail, sizeof detail, "%s", c->detail);
  m.size[0] = strlen(c->quantity) + 1, m.size[1] = strlen(detail) + 1;
  put(*end, &m, sizeof m);
  put(*end, c->quantity, m.size[0]);
  put(*end, detail, m.size[1]);
}

static void send_folder(void *context, const char *path) {
  const int *end = context;
  const message m = {.kind = FOLDER, .size = {strlen(path) + 1}};
  put(*end, &m, sizeof m);
  put(*end, path, m.size[0]);
}

/// In the child: runs the check, sends the result, ends.
static void run_in_child(int end, const check_entry *entry, const check_options *options) {
  const message m = {.kind = ENDED};
  check_options sending = *options;
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  alarm(strstr(entry->name, "_full") ? LONG_TIME_LIMIT : TIME_LIMIT);
  sending.context = &end;
  sending.record = options->record ? send_comparison : NULL;
  sending.folder = send_folder;
  const check_result result = check_run(entry, &sending);
  folders_remove();
  fflush(stdout);
  put(end, &m, sizeof m);
  put(end, &result, sizeof result);
  close(end);
  exit(0); /* not _exit: the leak checker of sanitizer builds runs at exit */
}

/// What the parent knows of a running child.
typedef struct watch {
  int end;
  int lost; ///< The errno of a failed read, otherwise 0.
  const check_options *options;
  int folder_count;
  char folder[FOLDER_LIMIT][512];
} watch;

/// Reads exactly so many bytes. False at the end of the pipe, or when the user stops the run.
static bool take(watch *w, void *bytes, size_t count) {
  for (char *at = bytes; count > 0;) {
    struct pollfd pipe_end = {.fd = w->end, .events = POLLIN};
    const int ready = check_stopped() ? -1 : poll(&pipe_end, 1, TICK);
    if (check_stopped()) return false;
    if (ready == 0 && w->options->tick) w->options->tick(w->options->context);
    if (ready <= 0) continue;
    const ssize_t got = read(w->end, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) w->lost = errno;
    if (got <= 0) return false;
    at += got, count -= (size_t)got;
  }
  return true;
}

/// Takes a text of so many bytes including its end. A child whose memory a formula overwrote may send anything.
static bool take_text(watch *w, char text[TEXT_LIMIT], size_t size) {
  text[0] = '\0';
  return size <= TEXT_LIMIT && take(w, text, size) && (size == 0 || text[size - 1] == '\0');
}

/// Takes what the child sends until its result. False if the child ended without one.
static bool follow(watch *w, check_result *result) {
  char text[2][TEXT_LIMIT];
  message m;
  while (take(w, &m, sizeof m)) {
    if (m.kind == ENDED)
      return take(w, result, sizeof *result) && memchr(result->reason, '\0', sizeof result->reason) != NULL;
    if (!take_text(w, text[0], m.size[0]) || !take_text(w, text[1], m.size[1])) return false;
    if (m.kind == FOLDER && w->folder_count < FOLDER_LIMIT)
      snprintf(w->folder[w->folder_count++], sizeof w->folder[0], "%.511s", text[0]);
    if (m.kind != COMPARED) continue;
    m.comparison.quantity = text[0], m.comparison.detail = text[1];
    if (w->options->record) w->options->record(w->options->context, &m.comparison);
  }
  return false;
}

/// Describes how a child ended that gave no result or did not end well.
static void say_how(int status, int lost, check_result *result) {
  result->failures++;
  result->skipped = false;
  if (lost)
    snprintf(result->reason, sizeof result->reason, "its result could not be read: %s", strerror(lost));
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    snprintf(result->reason, sizeof result->reason, "did not end in time");
  else if (WIFSIGNALED(status))
    snprintf(result->reason, sizeof result->reason, "crashed by signal %d", WTERMSIG(status));
  else
    snprintf(result->reason, sizeof result->reason, "ended with exit code %d", WEXITSTATUS(status));
}

/// The result of a check for which there is no process, with the reason in errno.
static check_result not_started(check_result result) {
  snprintf(result.reason, sizeof result.reason, "could not start a process (try --in-process): %s", strerror(errno));
  return result;
}

check_result check_run_apart(const check_entry *entry, const check_options *options) {
  check_result result = {.failures = 1};
  int ends[2];
  fflush(stdout);
  if (pipe(ends) != 0) return not_started(result);
  for (int k = 0; k < 2; k++) fcntl(ends[k], F_SETFD, FD_CLOEXEC); /* processes that a check starts may outlive it */
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    run_in_child(ends[1], entry, options);
  }
  if (child < 0) result = not_started(result);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return result;
  }
  watch w = {.end = ends[0], .options = options};
  check_result received;
  const bool complete = follow(&w, &received);
  close(ends[0]);
  if (check_stopped() && !complete) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (complete)
    result = received;
  else
    result.failures = 0; /* it had started */
  if (complete && WIFEXITED(status) && WEXITSTATUS(status) == 0) return result;
  for (int i = 0; i < w.folder_count; i++) folder_remove(w.folder[i]);
  result.stopped = check_stopped() != 0;
  say_how(status, w.lost, &result);
  return result;
}
