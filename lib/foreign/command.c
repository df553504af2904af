/* Why this file exists: starts commands, waits for them and ends them. Signals are blocked, so that no temporary folder
 * is left behind. */
#include "foreign/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/apart.h"
#include "base/error.h"

extern char **environ;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending, MOST_COMMANDS = 8 };

void xpbd_signals_hold(sigset_t *before) {
  sigset_t held;
  sigemptyset(&held);
  for (int k = 0; k < ENDING; k++) sigaddset(&held, ending[k]);
  sigprocmask(SIG_BLOCK, &held, before);
}

void xpbd_signals_release(const sigset_t *before) {
  sigprocmask(SIG_SETMASK, before, NULL);
}

/* Whether a pending signal will end this process. An ignored one, e.g. under nohup, will not. */
static bool signal_waits(const sigset_t *before) {
  sigset_t pending;
  sigpending(&pending);
  for (int k = 0; k < ENDING; k++) {
    struct sigaction action;
    if (sigismember(&pending, ending[k]) == 1 && sigismember(before, ending[k]) != 1 &&
        sigaction(ending[k], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      return true;
  }
  return false;
}

/* ---- one command ---- */

void xpbd_command_add(xpbd_command *command, const char *word) {
  if (command->count < XPBD_COMMAND_WORDS - 1) command->words[command->count] = (char *)word; /* exec takes no const */
  command->count++;
}

/* Returns the next word without its quotes and moves *at behind it. NULL = there is none. */
static char *take_word(char **at) {
  char *begin = *at + strspn(*at, " \t"), *to = begin, quote = 0;
  if (!*begin) return NULL;
  const char *from = begin;
  for (; *from && (quote || !strchr(" \t", *from)); from++) {
    if (quote ? *from == quote : *from == '"' || *from == '\'')
      quote = quote ? 0 : *from;
    else
      *to++ = *from;
  }
  *at = begin + (from - begin) + (*from != 0);
  *to = 0;
  return begin;
}

void xpbd_command_add_apart(xpbd_command *command, char *text) {
  if (access(text, X_OK) == 0) {
    xpbd_command_add(command, text);
    return;
  }
  for (char *word; (word = take_word(&text));) xpbd_command_add(command, word);
}

/* In the child. Returns an errno if the command cannot be started. */
static int become(const xpbd_command *command, char **variables, int seconds, const sigset_t *before) {
  setpgid(0, 0); /* so that everything it starts can be ended with it */
  const struct rlimit none = {0, 0}, time = {(rlim_t)seconds, (rlim_t)seconds + 1}; /* SIGXCPU tells why */
  const struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30}, file = {(rlim_t)1 << 30, (rlim_t)1 << 30};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_FSIZE, &file);
  signal(SIGXFSZ, SIG_DFL);
  const int in = open("/dev/null", O_RDONLY), out = open(command->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) return errno;
  sigprocmask(SIG_SETMASK, before, NULL);
  environ = variables;
  execvp(command->words[0], command->words);
  return errno;
}

/* The process, or -1 with the reason in the command. */
static pid_t start(xpbd_command *command, char **variables, int seconds, const sigset_t *before) {
  int ends[2];
  command->result = XPBD_COMMAND_NOT_STARTED;
  if (pipe(ends) != 0) return command->reason = errno, -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    const int reason = become(command, variables, seconds, before);
    _exit(write(ends[1], &reason, sizeof reason) == (ssize_t)sizeof reason ? 127 : 126);
  }
  command->reason = child < 0 ? errno : 0;
  close(ends[1]);
  if (child > 0) setpgid(child, child); /* either of the two may come first */
  ssize_t got;
  while (child > 0 && (got = read(ends[0], &command->reason, sizeof command->reason)) < 0 && errno == EINTR) continue;
  close(ends[0]);
  if (child < 0 || command->reason == 0) return child;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  return -1;
}

/* ---- several ---- */

/* Collects the results of ended commands. Returns how many still run. */
static int collect(xpbd_command *commands, pid_t *running, int count) {
  int left = 0;
  for (int k = 0; k < count; k++) {
    int status;
    if (running[k] > 0 && waitpid(running[k], &status, WNOHANG) == running[k]) {
      commands[k].result = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
      running[k] = -1;
    }
    left += running[k] > 0;
  }
  return left;
}

static void end_all(xpbd_command *commands, pid_t *running, int count, int result) {
  for (int k = 0; k < count; k++) {
    if (running[k] <= 0) continue;
    kill(-running[k], SIGKILL);
    while (waitpid(running[k], NULL, 0) < 0 && errno == EINTR) continue;
    commands[k].result = result;
  }
}

void xpbd_commands_run(xpbd_command *commands, int count, char **variables, int seconds, const sigset_t *before) {
  pid_t running[MOST_COMMANDS];
  double waited = 0.0, last = 0.0;
  struct sigaction ends;
  xpbd_ends_watch(&ends);
  for (int k = 0; k < count; k++) running[k] = start(&commands[k], variables, seconds, before);
  xpbd_apart_tick(&last);
  while (collect(commands, running, count) > 0) {
    waited += xpbd_apart_tick(&last);
    if (waited > seconds || signal_waits(before)) {
      end_all(commands, running, count, waited > seconds ? XPBD_COMMAND_LATE : XPBD_COMMAND_INTERRUPTED);
      break;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  xpbd_ends_release(&ends);
}

/* ---- their results ---- */

char *xpbd_commands_said(const xpbd_command *commands, int count) {
  enum { LARGEST = 1 << 18 };
  char *words = calloc((size_t)count * LARGEST + 1, 1);
  size_t used = 0;
  for (int k = 0; words && k < count; k++) {
    FILE *stream = fopen(commands[k].log, "r");
    if (!stream) continue; /* it was not started */
    used += fread(words + used, 1, LARGEST, stream);
    fclose(stream);
  }
  return words;
}

xpbd_status xpbd_commands_check(const xpbd_command *commands, int count, int seconds, const char *path,
                                const char *compiler, const char *variable) {
  for (int k = 0; k < count; k++) {
    const int result = commands[k].result;
    XPBD_REQUIRE(result != XPBD_COMMAND_INTERRUPTED, XPBD_ERR_UNAVAILABLE, "%s: interrupted while it was compiled",
                 path);
    XPBD_REQUIRE(result != XPBD_COMMAND_LATE && result != 128 + SIGXCPU, XPBD_ERR_BAD_FILE,
                 "%s: the compiler '%s' did not finish within %d s; XPBD_FORMULA_SECONDS allows more", path, compiler,
                 seconds);
    XPBD_REQUIRE(result != XPBD_COMMAND_NOT_STARTED && result != 127, XPBD_ERR_UNAVAILABLE,
                 "%s: the compiler '%s' does not start: %s; %s selects another", path, compiler,
                 result < 0 ? strerror(commands[k].reason) : "not found", variable);
    XPBD_REQUIRE(result < 128, XPBD_ERR_UNAVAILABLE, "%s: the compiler '%s' was ended by signal %d", path, compiler,
                 result - 128);
  }
  return XPBD_OK;
}
