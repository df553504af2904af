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

enum { LONGEST_LINE = 1 << 24, SHOWN = 100, WAIT_MS = 50, GRACE_MS = 300 };

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending };
static volatile sig_atomic_t running; /* the process group */
static struct sigaction previous[ENDING], ignored;

static void end_both(int number) {
  if (running > 0) killpg((pid_t)running, SIGKILL);
  signal(number, SIG_DFL);
  raise(number);
}

/// A signal that ends this process ends the command, and a dead command is an error of write().
static void take_signals(void) {
  const struct sigaction both = {.sa_handler = end_both}, ignore = {.sa_handler = SIG_IGN};
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

static void become(const char *command, const int in[2], const int out[2], pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent || dup2(in[0], STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0) _exit(126);
  signal(SIGPIPE, SIG_DFL);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

bool pipe_open(pipe_channel *channel, const char *command) {
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  *channel = (pipe_channel){.to = -1, .from = -1};
  if (pipe(in) != 0 || pipe(out) != 0) {
    pipe_fail(channel, NULL, "no pipe to the command: %s", strerror(errno));
    for (int k = 0; k < 2; k++)
      if (in[k] >= 0) close(in[k]);
    return false;
  }
  const int ours[] = {in[1], out[0]}, all[] = {in[0], in[1], out[0], out[1]};
  for (int k = 0; k < 4; k++) fcntl(all[k], F_SETFD, FD_CLOEXEC);
  for (int k = 0; k < 2; k++) fcntl(ours[k], F_SETFL, O_NONBLOCK);
  fflush(NULL);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) become(command, in, out, parent);
  close(in[0]);
  close(out[1]);
  channel->to = in[1], channel->from = out[0];
  if (child < 0) {
    pipe_fail(channel, NULL, "the command could not be started: %s", strerror(errno));
    pipe_close(channel);
    return false;
  }
  setpgid(child, child); /* whichever of both is first */
  channel->child = child;
  running = (sig_atomic_t)child;
  take_signals();
  return true;
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

static void say_ended(pipe_channel *channel) {
  siginfo_t how;
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

/// Forgets the last answer. More than one line for a request would be taken for the answer to the next.
static bool begin(pipe_channel *channel) {
  if (channel->used < channel->size) {
    char *extra = channel->text + channel->used;
    extra[strcspn(extra, "\n")] = '\0';
    pipe_fail(channel, extra, "the command answered line %ld with more than one line", channel->requests);
  }
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
    struct pollfd ends[2] = {{.fd = channel->from, .events = POLLIN},
                             {.fd = sent < size ? channel->to : -1, .events = POLLOUT}};
    const int ready = poll(ends, 2, WAIT_MS);
    channel->waited += xpbd_apart_tick(&last);
    if (ready <= 0) continue;
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
    if (end > channel->text && end[-1] == '\r') end[-1] = '\0';
    if (sent < size) {
      pipe_fail(channel, channel->text, "the command answered line %ld before it had read it", channel->requests);
      return NULL;
    }
    channel->used = (size_t)(end - channel->text) + 1;
    return channel->text;
  }
  pipe_fail(channel, channel->size > 0 ? channel->text : NULL,
            "the command did not answer line %ld within %g s (does it flush its output after each line?)",
            channel->requests, seconds);
  return NULL;
}

void pipe_close(pipe_channel *channel) {
  if (channel->to >= 0) close(channel->to);
  if (channel->from >= 0) close(channel->from);
  channel->to = channel->from = -1;
  if (channel->child > 0) {
    siginfo_t how;
    has_ended(channel, GRACE_MS, &how); /* at the end of its input a command ends by itself */
    killpg(channel->child, SIGKILL);
    while (waitpid(channel->child, NULL, 0) < 0 && errno == EINTR) continue;
    running = 0;
    give_signals_back();
  }
  channel->child = 0;
  free(channel->text);
  channel->text = NULL;
  channel->size = channel->used = channel->capacity = 0;
}
