/* Why this file exists: foreign code runs in a process of its own, with limits, and what it had found before it crashed or
 * was stopped is kept. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "verdict/sample.h"

enum { STILL = 5, LONGEST = 120 }; /* s of its processor time without an evaluation that ends; s in all */

void *verdict_shared(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

double verdict_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// What a child may take. No limit of memory where a sanitizer has reserved terabytes of addresses.
static void limit(void) {
  struct rlimit none = {0, 0}, time = {LONGEST, LONGEST};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &time);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  struct rlimit memory = {(rlim_t)4 << 30, (rlim_t)4 << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
}

static const char *signal_words(int number) {
  switch (number) {
  case SIGSEGV:
  case SIGBUS: return "reads or writes memory that is not its own";
  case SIGFPE: return "divides an integer by zero";
  case SIGABRT: return "calls abort() or fails an assert()";
  case SIGILL: return "runs into __builtin_unreachable() or an illegal instruction";
  case SIGKILL: return "was killed, perhaps for its memory";
  default: return "ended by a signal";
  }
}

/// What the child has computed so far: a machine that is busy, or a stop with Ctrl-Z, is no fault of a formula.
static double seconds_of(pid_t child) {
  clockid_t clock;
  struct timespec now;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &now) != 0) return verdict_seconds();
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Wait for the end; true when it was stopped because an evaluation did not end.
static bool watch(pid_t child, const verdict *shared, int *status) {
  const double start = verdict_seconds();
  const volatile unsigned long *beat = &shared->beat;
  const volatile char *stage = shared->stage;
  unsigned long seen = 0;
  unsigned words = 0;
  double moved = seconds_of(child);
  for (;;) {
    if (waitpid(child, status, WNOHANG) == child) return false;
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof shared->stage; i++) sum = sum * 31 + (unsigned char)stage[i];
    if (*beat != seen || sum != words) moved = seconds_of(child);
    seen = *beat, words = sum;
    if (seconds_of(child) - moved > STILL || verdict_seconds() - start > LONGEST) {
      kill(child, SIGKILL);
      waitpid(child, status, 0);
      return true;
    }
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
  }
}

bool verdict_apart(verdict *shared, verdict_work work, const void *context) {
  fflush(stdout);
  fflush(stderr);
  shared->done = false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    limit();
    sample_beat = &shared->beat;
    work(shared, context);
    shared->done = true;
    _exit(0);
  }
  int status = 0;
  if (watch(child, shared, &status)) {
    verdict_slip *slip = verdict_say(
        shared, VERDICT_ENDLESS, false,
        "an evaluation does not end (stopped after %d s), while %s: is there a loop on data?", STILL, shared->stage);
    snprintf(slip->where, sizeof slip->where, "%.90s", shared->stage);
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    verdict_say(shared, VERDICT_ENDLESS, false, "it does not come to an end in %d s, while %s", LONGEST, shared->stage);
  } else if (WIFSIGNALED(status)) {
    verdict_slip *slip = verdict_say(shared, VERDICT_CRASH, false, "it %s (signal %d), while %s",
                                     signal_words(WTERMSIG(status)), WTERMSIG(status), shared->stage);
    snprintf(slip->where, sizeof slip->where, "%.90s", shared->stage);
  } else if (!shared->done) {
    verdict_say(shared, VERDICT_CRASH, false, "it ended the program by exit(%d), while %s", WEXITSTATUS(status),
                shared->stage);
  }
  return true;
}
