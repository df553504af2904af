/* Why this file exists: the runs on a GPU in a process of their own. It has no limit of memory, for a driver reserves more
 * addresses than any formula may have, and whatever goes wrong in it is one line beside the verdict. */
#define _DEFAULT_SOURCE /* nanosleep */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "verdict/show/report.h"
#include "verdict/judge/sample.h"

enum {
  LONGEST = 300,
  PATIENCE = 10
}; /* s; a compiler and, the first time, a driver's are among it; to end when asked */

static bool wait_until(pid_t child, double end, int *status) {
  pid_t ended;
  while ((ended = waitpid(child, status, WNOHANG)) == 0 && verdict_seconds() < end)
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
  return ended != 0;
}

void report_measure_device_apart(report_scene *scene, int formula) {
  static unsigned long beat;
  int status = 0;
  snprintf(scene->device, sizeof scene->device, "no process could be started");
  fflush(stdout);
  fflush(stderr);
  const pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* a compiler's folder goes first */
#endif
    sample_beat = &beat;
    report_measure_device(scene, formula);
    _exit(0);
  }
  if (!wait_until(child, verdict_seconds() + LONGEST, &status)) {
    kill(child, SIGTERM);
    if (!wait_until(child, verdict_seconds() + PATIENCE, &status)) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
    }
    snprintf(scene->device, sizeof scene->device, "the runs did not end within %d s", LONGEST);
  } else if (WIFSIGNALED(status)) {
    snprintf(scene->device, sizeof scene->device, "the process ended by signal %d", WTERMSIG(status));
  }
}
