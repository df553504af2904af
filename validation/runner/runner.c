/* Why this file exists: a check that crashes or hangs must cost its own result only, so each runs in a process of
 * its own and sends its counts back through a pipe. Threads were rejected: they share the crash. */
#include "runner/runner.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TIME_LIMIT = 300,      /* s for one check; the slowest takes 2 s, under sanitizers 30 */
  LONG_TIME_LIMIT = 3000 /* of a group "..._full", which is measured in minutes */
};

/* Up to PIPE_BUF bytes, 4096 on Linux, are written at once, so that one read has all of it. */
_Static_assert(sizeof(check_result) <= 4096, "a result fits in one write to a pipe");

/// Run in a child; whatever happens to it, a result comes back.
check_result check_run_apart(const check_entry *entry, const check_options *options) {
  check_result result = {.failures = 1, .reason = "could not start a process (try --in-process)"};
  int ends[2];
  fflush(stdout);
  if (pipe(ends) != 0) return result;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(strstr(entry->name, "_full/") ? LONG_TIME_LIMIT : TIME_LIMIT);
    result = check_run(entry, options);
    fflush(stdout);
    const bool sent = write(ends[1], &result, sizeof result) == (ssize_t)sizeof result;
    close(ends[1]);
    exit(sent ? 0 : 1); /* not _exit: the leak checker of sanitizer builds runs at exit */
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return result;
  }
  check_result received;
  const bool complete = read(ends[0], &received, sizeof received) == (ssize_t)sizeof received;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (complete) result = received;
  if (complete && WIFEXITED(status) && WEXITSTATUS(status) == 0) return result;
  result.failures++;
  result.skipped = false;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    snprintf(result.reason, sizeof result.reason, "did not end in time");
  else if (WIFSIGNALED(status))
    snprintf(result.reason, sizeof result.reason, "crashed by signal %d", WTERMSIG(status));
  else
    snprintf(result.reason, sizeof result.reason, "ended with exit code %d", WEXITSTATUS(status));
  return result;
}
