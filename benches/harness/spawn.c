/* Why this file exists: fork, exec and wait, such that Ctrl-C reaches a process once and no process outlives its parent. */
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/plan/bench.h"

/// The other process, before it is another program.
static void become(const char *program, char *const *argv, int shown, pid_t parent) {
  // A group of its own: what a terminal sends to all comes through this process, once.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  signal(SIGPIPE, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    if (!shown) dup2(nothing, STDOUT_FILENO);
  }
  execv(program, argv);
  _exit(127);
}

int bench_spawn(const char *program, char *const *argv, int shown) {
  const struct timespec pause = {.tv_nsec = 20000000};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return 127;
  if (child == 0) become(program, argv, shown, parent);
  bool told = bench_interrupted(); /* what was meant for others before this one began */
  for (;;) {
    int status;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ended < 0 && errno != EINTR) return 127;
    if (bench_interrupted() && !told) told = kill(child, SIGINT) == 0;
    nanosleep(&pause, NULL);
  }
}
