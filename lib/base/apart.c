/* Why this file exists: starts, limits and watches the child process. The system calls for this differ between
 * platforms, so they are all here. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/apart.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/seal.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

void *xpbd_apart_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void xpbd_apart_free(void *memory, size_t size) {
  if (memory) munmap(memory, size);
}

static double seconds_of(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0.0;
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double xpbd_apart_tick(double *last) {
  const double now = seconds_of(CLOCK_MONOTONIC), pause = now - *last;
  *last = now;
  return pause < 0.1 ? pause : 0.1;
}

/* Address space already in use: a sanitizer or a device driver reserves terabytes. */
static rlim_t taken(void) {
  char text[64] = "";
  const int statm = open("/proc/self/statm", O_RDONLY);
  const ssize_t got = statm < 0 ? -1 : read(statm, text, sizeof text - 1);
  if (statm >= 0) close(statm);
  return got > 0 ? (rlim_t)strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE) : RLIM_INFINITY;
}

static void limit(const xpbd_apart_limits *limits) {
  setpgid(0, 0);
  const struct rlimit none = {0, 0}, time = {(rlim_t)limits->longest, (rlim_t)limits->longest + 1};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_CPU, &time);
  const rlim_t now = taken(), most = now + ((rlim_t)4 << 30);
  const struct rlimit memory = {most, most};
  if (now != RLIM_INFINITY) setrlimit(RLIMIT_AS, &memory);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (int k = 0; k < 4; k++)
    if (signal(ending[k], SIG_DFL) == SIG_IGN) signal(ending[k], SIG_IGN); /* as nohup sets it */
  /* Not freopen(): the streams still hold output that the parent has not written yet. */
  const int nowhere = open("/dev/null", O_RDWR);
  for (int k = 0; k < 3; k++)
    if (nowhere < 0 || dup2(nowhere, k) < 0) _exit(1);
}

static xpbd_apart *own; /* in the child */

static void refuse_call(int number) {
  own->call = number;
  _exit(1);
}

static const char *signal_words(int number) {
  switch (number) {
  case SIGSEGV:
  case SIGBUS: return "reads or writes memory that is not its own";
  case SIGFPE: return "divides an integer by zero";
  case SIGABRT: return "calls abort() or fails an assert()";
  case SIGILL:
  case SIGTRAP: return "runs into __builtin_unreachable() or an illegal instruction";
  case SIGKILL: return "was killed, perhaps for its memory";
  default: return "was ended by a signal";
  }
}

/* Waits for the end. Returns the seconds after which the child was stopped, or 0 if it ended on its own. */
static int watch(pid_t child, const xpbd_apart *shared, const xpbd_apart_limits *limits, int *status) {
  const volatile unsigned long *beat = &shared->beat;
  unsigned long seen = *beat;
  clockid_t clock;
  const bool counted = clock_getcpuclockid(child, &clock) == 0;
  double waited = 0.0, moved = 0.0, last = seconds_of(CLOCK_MONOTONIC);
  for (;;) {
    const pid_t ended = waitpid(child, status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return 0;
    waited += xpbd_apart_tick(&last);
    const double spent = counted ? seconds_of(clock) : waited;
    if (*beat != seen) moved = spent;
    seen = *beat;
    const int over = spent - moved > limits->still ? limits->still : waited > limits->longest ? limits->longest : 0;
    if (over) {
      kill(-child, SIGKILL);
      kill(child, SIGKILL);
      while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
      return over;
    }
    nanosleep(&(struct timespec){.tv_nsec = waited < 0.02 ? 300000 : 3000000}, NULL);
  }
}

void xpbd_ends_watch(struct sigaction *before) {
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, NULL, before);
  if (before->sa_handler == SIG_IGN) sigaction(SIGCHLD, &standard, NULL);
}

void xpbd_ends_release(const struct sigaction *before) {
  sigaction(SIGCHLD, before, NULL);
}

xpbd_apart_end xpbd_apart_run(xpbd_apart *shared, const xpbd_apart_limits *limits, void (*work)(void *context),
                              void *context, char *words, size_t capacity) {
  words[0] = '\0';
  shared->done = false;
  shared->call = -1;
  struct sigaction before;
  xpbd_ends_watch(&before);
  const pid_t child = fork();
  if (child < 0) return xpbd_ends_release(&before), XPBD_APART_FAILED;
  if (child == 0) {
    limit(limits);
    own = shared;
    if (limits->sealed) xpbd_seal(refuse_call);
    work(context);
    shared->done = true;
    _exit(0);
  }
  setpgid(child, child); /* either of the two may come first */
  int status = 0;
  int over = watch(child, shared, limits, &status);
  kill(-child, SIGKILL); /* whatever it started */
  xpbd_ends_release(&before);
  if (!over && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) over = limits->longest;
  shared->stage[sizeof shared->stage - 1] = '\0'; /* foreign code may have written anything */
  for (char *c = shared->stage; *c; c++)
    if (iscntrl((unsigned char)*c)) *c = '?';
  if (over)
    snprintf(words, capacity, "it does not finish (stopped after %d s), while %s: is there a loop on data?", over,
             shared->stage);
  else if (!shared->done && shared->call >= 0)
    snprintf(words, capacity, "it made a system call (number %d), while %s", shared->call, shared->stage);
  else if (WIFSIGNALED(status))
    snprintf(words, capacity, "it %s (signal %d), while %s", signal_words(WTERMSIG(status)), WTERMSIG(status),
             shared->stage);
  else if (!shared->done)
    snprintf(words, capacity, "it ended the program by exit(%d), while %s", WEXITSTATUS(status), shared->stage);
  return over ? XPBD_APART_ENDLESS : words[0] ? XPBD_APART_CRASHED : XPBD_APART_DONE;
}
