/* Why this file exists: the system calls that start, ask and end the command of a pipe. */
#define _DEFAULT_SOURCE /* killpg */
#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/apart.h"

enum { LONGEST_LINE = 1 << 24, HEARD = 64, SHOWN = 100, WAIT_MS = 50, GRACE_MS = 300 };

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending };
static volatile sig_atomic_t running[PIPE_CHANNELS]; /* the process groups, 0 = none */
static int open_count;
static void (*cleaning)(void);
static struct sigaction previous[ENDING], ignored;

#ifdef __linux__
static char children[64]; /* a file of the kernel with the children of this process */

/// A process that a command left behind. It is our child now, and all other children have our process group or are
/// commands.
static bool is_left_behind(pid_t child) {
  for (int k = 0; k < PIPE_CHANNELS; k++)
    if (running[k] == (sig_atomic_t)child) return false;
  return getpgid(child) != getpgrp();
}

/// Ends the processes of the list that were left behind. False if there is none.
static bool end_each(const char *list, ssize_t size) {
  bool any = false;
  pid_t child = 0;
  for (ssize_t i = 0; i < size; i++) {
    if (list[i] >= '0' && list[i] <= '9') {
      child = 10 * child + (list[i] - '0');
      continue;
    }
    if (child > 0 && is_left_behind(child) && kill(child, SIGKILL) == 0) any = waitpid(child, NULL, 0) == child || any;
    child = 0;
  }
  return any;
}

/// Ends what commands left behind, for example with setsid. What these started becomes our child a moment later. Also
/// called by a handler of signals.
static void end_left_behind(void) {
  enum { ROUNDS = 1000, QUIET = 3 };
  char list[4096];
  for (int round = 0, quiet = 0; round < ROUNDS && quiet < QUIET; round++) {
    const int file = open(children, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    quiet = end_each(list, read(file, list, sizeof list)) ? 0 : quiet + 1;
    close(file);
    if (quiet > 0) poll(NULL, 0, 1);
  }
}

/// Lets this process be the parent of what commands leave behind, or not.
static void adopt(bool on) {
  snprintf(children, sizeof children, "/proc/%d/task/%d/children", (int)getpid(), (int)getpid());
  prctl(PR_SET_CHILD_SUBREAPER, on ? 1UL : 0UL);
}
#else
static void end_left_behind(void) {}
static void adopt(bool on) {
  (void)on;
}
#endif

static void end_all(int number) {
  for (int k = 0; k < PIPE_CHANNELS; k++) {
    siginfo_t how;
    if (running[k] > 0 && killpg((pid_t)running[k], SIGKILL) == 0)
      waitid(P_PID, (id_t)running[k], &how, WEXITED | WNOWAIT); /* only then are its children ours */
  }
  end_left_behind();
  for (int i = 0; i < ENDING; i++) /* a program that ends in its own way, after it has written its results */
    if (ending[i] == number && previous[i].sa_handler != SIG_DFL) {
      previous[i].sa_handler(number);
      return;
    }
  if (cleaning) cleaning();
  signal(number, SIG_DFL);
  raise(number);
}

/// A signal that ends this process ends the commands, and a dead command is an error of write().
static void take_signals(void) {
  const struct sigaction both = {.sa_handler = end_all}, ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, &ignored);
  for (int i = 0; i < ENDING; i++) {
    sigaction(ending[i], NULL, &previous[i]);
    if (previous[i].sa_handler != SIG_IGN) sigaction(ending[i], &both, NULL);
  }
}

static void give_signals_back(void) {
  for (int i = 0; i < ENDING; i++) sigaction(ending[i], &previous[i], NULL);
  sigaction(SIGPIPE, &ignored, NULL);
}

void pipe_fail(pipe_channel *channel, const char *answer, const char *format, ...) {
  if (channel->reason[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(channel->reason, sizeof channel->reason, format, arguments);
  va_end(arguments);
  if (!answer) return;
  const size_t used = strlen(channel->reason);
  snprintf(channel->reason + used, sizeof channel->reason - used, "; it answered: %.*s%s", SHOWN,
           answer[0] ? answer : "an empty line", strlen(answer) > SHOWN ? "..." : "");
}

static void note(pid_t child) {
  for (int k = 0; k < PIPE_CHANNELS; k++) {
    if (running[k] != 0) continue;
    running[k] = (sig_atomic_t)child;
    break;
  }
  if (open_count++ == 0) take_signals();
}

static void forget(pid_t child) {
  for (int k = 0; k < PIPE_CHANNELS; k++)
    if (running[k] == (sig_atomic_t)child) running[k] = 0;
  if (--open_count > 0) return;
  end_left_behind();
  adopt(false);
  give_signals_back();
}

/// Its input, its output, its standard error, and the report of a failed start.
enum { TO, FROM, ERRORS, REPORT, PIPES };

/// Becomes the command, in the child. Reports an errno if that fails.
static void become(char *const *command, int ends[PIPES][2], bool quiet, pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent || dup2(ends[TO][0], STDIN_FILENO) < 0 || dup2(ends[FROM][1], STDOUT_FILENO) < 0) _exit(126);
  if (quiet && dup2(ends[ERRORS][1], STDERR_FILENO) < 0) _exit(126);
  signal(SIGPIPE, SIG_DFL);
  execvp(command[0], command);
  const int failed = errno;
  _exit(write(ends[REPORT][1], &failed, sizeof failed) == (ssize_t)sizeof failed ? 127 : 126);
}

/// Pipes that are closed in other programs. False without any.
static bool make_pipes(int ends[PIPES][2]) {
  for (int k = 0; k < PIPES; k++) {
    if (pipe(ends[k]) != 0) {
      while (k-- > 0) close(ends[k][0]), close(ends[k][1]);
      return false;
    }
    for (int e = 0; e < 2; e++) fcntl(ends[k][e], F_SETFD, FD_CLOEXEC);
  }
  fcntl(ends[TO][1], F_SETFL, O_NONBLOCK);
  fcntl(ends[FROM][0], F_SETFL, O_NONBLOCK);
  fcntl(ends[ERRORS][0], F_SETFL, O_NONBLOCK);
  return true;
}

void pipe_clean(void (*clean)(void)) {
  cleaning = clean;
}

bool pipe_open(pipe_channel *channel, char *const *command, bool quiet) {
  int ends[PIPES][2], failed = 0;
  *channel = (pipe_channel){.to = -1, .from = -1, .errors = -1};
  if (open_count >= PIPE_CHANNELS || !make_pipes(ends)) {
    pipe_fail(channel, NULL, "no pipe to the command: %s",
              open_count >= PIPE_CHANNELS ? "too many commands are open" : strerror(errno));
    return false;
  }
  fflush(NULL);
  adopt(true);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) become(command, ends, quiet, parent);
  if (child < 0) failed = errno;
  close(ends[TO][0]);
  close(ends[FROM][1]);
  close(ends[ERRORS][1]);
  close(ends[REPORT][1]);
  channel->to = ends[TO][1], channel->from = ends[FROM][0], channel->errors = ends[ERRORS][0];
  if (child > 0) {
    setpgid(child, child); /* whichever of both is first */
    channel->child = child;
    note(child);
    while (read(ends[REPORT][0], &failed, sizeof failed) < 0 && errno == EINTR) continue;
  }
  close(ends[REPORT][0]);
  if (!quiet) close(channel->errors), channel->errors = -1;
  if (!failed) return true;
  channel->gone = true;
  pipe_fail(channel, NULL, "the command '%s' could not be started: %s", command[0], strerror(failed));
  pipe_close(channel);
  return false;
}

/// Waits that long for the shell to end, without taking its end away. Returns whether it has ended.
static bool has_ended(const pipe_channel *channel, int milliseconds, siginfo_t *how) {
  for (int waited = 0;; waited++) {
    *how = (siginfo_t){0};
    if (waitid(P_PID, (id_t)channel->child, how, WEXITED | WNOWAIT | WNOHANG) == 0 && how->si_pid == channel->child)
      return true;
    if (waited >= milliseconds) return false;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

void pipe_hear(pipe_channel *channel) {
  char text[4096];
  ssize_t got = 1;
  for (int k = 0; k < HEARD && channel->errors >= 0 && got > 0; k++) {
    got = read(channel->errors, text, sizeof text);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) close(channel->errors), channel->errors = -1;
    if (got <= 0) continue;
    const size_t size = (size_t)got, room = sizeof channel->last, taken = size < room ? size : room;
    const size_t kept = channel->last_size < room - taken ? channel->last_size : room - taken;
    memmove(channel->last, channel->last + channel->last_size - kept, kept);
    memcpy(channel->last + kept, text + size - taken, taken);
    channel->last_size = kept + taken;
  }
}

static void say_ended(pipe_channel *channel) {
  siginfo_t how;
  channel->gone = true;
  const bool ended = has_ended(channel, GRACE_MS, &how);
  char words[64] = "closed its standard output";
  if (ended && how.si_code == CLD_EXITED)
    snprintf(words, sizeof words, "ended with exit code %d", how.si_status);
  else if (ended)
    snprintf(words, sizeof words, "was ended by signal %d", how.si_status);
  pipe_fail(channel, channel->size > channel->used ? channel->text + channel->used : NULL,
            "the command %s before it answered line %ld", words, channel->requests);
}

/// Takes what has arrived. False at the end, or without memory.
static bool take(pipe_channel *channel) {
  if (channel->capacity - channel->size < 4096) {
    const size_t capacity = channel->capacity ? 2 * channel->capacity : 1 << 16;
    char *larger = capacity <= LONGEST_LINE ? realloc(channel->text, capacity) : NULL;
    if (!larger) {
      pipe_fail(channel, channel->text, "the command answered a line of more than %zu bytes", channel->size);
      return false;
    }
    channel->text = larger, channel->capacity = capacity;
  }
  const ssize_t got = read(channel->from, channel->text + channel->size, channel->capacity - channel->size - 1);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got > 0) channel->size += (size_t)got;
  channel->text[channel->size] = '\0';
  if (got <= 0) say_ended(channel);
  return got > 0;
}

/// Notes what came after the last answer. It would be taken for the answer to the next request.
static void find_more(pipe_channel *channel) {
  if (channel->used == channel->size) return;
  char *extra = channel->text + channel->used;
  extra[strcspn(extra, "\n")] = '\0';
  pipe_fail(channel, extra, "the command answered line %ld with more than one line", channel->requests);
}

/// Forgets the last answer. False if there is nobody to ask.
static bool begin(pipe_channel *channel) {
  struct pollfd late = {.fd = channel->from, .events = POLLIN};
  if (channel->used > 0 && poll(&late, 1, 0) > 0 && late.revents & POLLIN) take(channel);
  find_more(channel);
  channel->size = channel->used = 0;
  channel->requests++;
  return !channel->reason[0] && channel->child > 0;
}

char *pipe_ask(pipe_channel *channel, const char *request, size_t size, double seconds) {
  double last = 0;
  const double until = channel->waited + seconds;
  size_t sent = 0;
  if (!begin(channel)) return NULL;
  for (xpbd_apart_tick(&last); channel->waited < until;) {
    struct pollfd ends[3] = {{.fd = channel->from, .events = POLLIN},
                             {.fd = sent < size ? channel->to : -1, .events = POLLOUT},
                             {.fd = channel->errors, .events = POLLIN}};
    const int ready = poll(ends, 3, WAIT_MS);
    channel->waited += xpbd_apart_tick(&last);
    siginfo_t how;
    if (ready == 0 && has_ended(channel, 0, &how)) return say_ended(channel), NULL; /* a child of it holds the pipe */
    if (ready <= 0) continue;
    if (ends[2].revents) pipe_hear(channel);
    if (ends[1].revents) {
      const ssize_t put = write(channel->to, request + sent, size - sent);
      if (put > 0) sent += (size_t)put;
      if (put < 0 && errno != EINTR && errno != EAGAIN) return say_ended(channel), NULL;
    }
    if (!ends[0].revents) continue;
    const size_t before = channel->size;
    if (!take(channel)) return NULL;
    char *end = channel->size > before ? memchr(channel->text + before, '\n', channel->size - before) : NULL;
    if (!end) continue;
    *end = '\0';
    if (channel->text + strlen(channel->text) < end) {
      pipe_fail(channel, channel->text[0] ? channel->text : NULL,
                "the command answered line %ld with a zero byte in it", channel->requests);
      return NULL;
    }
    if (end > channel->text && end[-1] == '\r') end[-1] = '\0';
    if (sent < size) {
      pipe_fail(channel, channel->text, "the command answered line %ld before it had read it", channel->requests);
      return NULL;
    }
    channel->used = (size_t)(end - channel->text) + 1;
    find_more(channel);
    return channel->reason[0] ? NULL : channel->text;
  }
  channel->gone = true;
  pipe_fail(channel, channel->size > 0 ? channel->text : NULL,
            "the command did not answer line %ld within %g s (does it flush its output after each line?)",
            channel->requests, seconds);
  return NULL;
}

void pipe_close(pipe_channel *channel) {
  if (channel->to >= 0) close(channel->to);
  if (channel->from >= 0) close(channel->from);
  if (channel->errors >= 0) close(channel->errors);
  channel->to = channel->from = channel->errors = -1;
  if (channel->child > 0) {
    siginfo_t how;
    has_ended(channel, GRACE_MS, &how); /* at the end of its input a command ends by itself */
    killpg(channel->child, SIGKILL);
    while (waitpid(channel->child, NULL, 0) < 0 && errno == EINTR) continue;
    forget(channel->child);
  }
  channel->child = 0;
  free(channel->text);
  channel->text = NULL;
  channel->size = channel->used = channel->capacity = 0;
}
