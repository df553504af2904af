/* Why this file exists: programs run for a file of formulas must have limits, report how they ended and leave nothing
 * behind, even if they do not end or this process is to end. Tests commands side by side, and foreign code in a
 * separate process. (The texts that a compiler is given: tests/texts/foreign.c.) */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, usleep */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/apart.h"
#include "foreign/command.h"
#include "foreign/file.h"
#include "unit/parts.h"
#include "runner/folder.h"

extern char **environ;

static const char *read_file(const char *path) {
  static char found[4096];
  FILE *file = fopen(path, "r");
  if (!file) return "none";
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  return found;
}

/// Sets the environment variable, or removes it.
static void put(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

/* ---- the folder and its environment ---- */

static void folders(check *self, int unused) {
  char *folder = folder_make(self), made[XPBD_FILE_PATH], kept[XPBD_FILE_PATH] = "", expected[2048];
  if (getenv("TMPDIR")) snprintf(kept, sizeof kept, "%s", getenv("TMPDIR"));
  struct stat what;
  put("TMPDIR", folder);
  if (check_status(self, xpbd_file_folder_make(made), XPBD_OK, "a folder")) {
    snprintf(expected, sizeof expected, "%s/xpbd-", folder);
    check_true(self, strncmp(made, expected, strlen(expected)) == 0 && strlen(made) == strlen(expected) + 6, "%s",
               made);
    check_true(self, stat(made, &what) == 0 && S_ISDIR(what.st_mode) && (what.st_mode & 0777) == 0700, "ours alone");
    check_status(self, xpbd_file_write(made, "a", "one ", "text"), XPBD_OK, "a file");
    snprintf(expected, sizeof expected, "%s/a", made);
    check_true(self, strcmp(read_file(expected), "one text\n") == 0, "holds %s", read_file(expected));
    check_status(self, xpbd_file_write(made, ".b", "", ""), XPBD_OK, "another");
    check_control(self, folder_count(folder) == 1, "the folder is there");
    xpbd_file_folder_remove(made);
    check_same(self, (uint64_t)folder_count(folder), 0, "what is left of it");
    xpbd_file_folder_remove(made); /* no effect */
  }
  put("TMPDIR", "");
  if (check_status(self, xpbd_file_folder_make(made), XPBD_OK, "where nobody says where")) {
    snprintf(expected, sizeof expected, "%s/xpbd-", "/tmp"); /* POSIX defines it */
    check_true(self, strncmp(made, expected, strlen(expected)) == 0, "%s", made);
    xpbd_file_folder_remove(made);
  }
  put("TMPDIR", "/dev/null");
  check_status(self, xpbd_file_folder_make(made), XPBD_ERR_IO, "no folder");
  check_said(self, "no temporary folder in /dev/null: Not a directory; TMPDIR selects another", "no folder");

  /* all variables except our two */
  char temporary[XPBD_FILE_TEMPORARY];
  int count = 0, others = 0, missing = 0, found = 0;
  put("LC_ALL", "C.UTF-8");
  put("TMPDIRS", "another");
  for (; environ[count]; count++)
    others += strncmp(environ[count], "LC_ALL=", 7) && strncmp(environ[count], "TMPDIR=", 7);
  check_same(self, (uint64_t)others, (uint64_t)count - 2, "variables besides the two");
  char **variables = xpbd_file_environment("/the/folder", temporary);
  if (check_true(self, variables != NULL, "memory")) {
    for (int k = 0; environ[k]; k++) {
      bool there = false;
      for (char **v = variables; *v; v++) there = there || strcmp(*v, environ[k]) == 0;
      missing += !there;
    }
    check_same(self, (uint64_t)missing, 2, "variables that are changed");
    while (variables[found]) found++;
    check_same(self, (uint64_t)found, (uint64_t)count, "variables");
    check_true(self,
               strcmp(variables[count - 2], "LC_ALL=C") == 0 && strcmp(variables[count - 1], "TMPDIR=/the/folder") == 0,
               "%s, %s", variables[count - 2], variables[count - 1]);
    free(variables);
  }
  put("LC_ALL", NULL), put("TMPDIRS", NULL), put("TMPDIR", kept[0] ? kept : NULL);
}

/* ---- commands ---- */

enum { SEVERAL = 4 };

static xpbd_command shell(const char *commands, const char *log) {
  return (xpbd_command){.words = {(char *)"sh", (char *)"-c", (char *)commands}, .log = log, .result = 77};
}

/// The process is gone, or only waits to be reaped, which its new parent may do late.
static bool is_gone(pid_t process) {
  for (int tries = 0; tries < 500; tries++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    if (kill(process, 0) != 0 || strstr(read_file(path), ") Z")) return true;
    usleep(10000);
  }
  return false;
}

static void commands(check *self, int unused) {
  char *folder = folder_make(self), log[SEVERAL][512], text[1024];
  sigset_t before;
  for (int k = 0; k < SEVERAL; k++) snprintf(log[k], sizeof log[k], "%s/log%d", folder, k);
  xpbd_command run[SEVERAL] = {shell("echo out; echo error >&2; read -r line; echo \"$?$line\"; exit 3", log[0]),
                               shell("kill -9 $$", log[1]),
                               {.words = {(char *)"/no/such/program"}, .log = log[2], .result = 77},
                               shell("echo \"$A\"; ulimit -c; ulimit -t; ulimit -Ht; ulimit -v; ulimit -f; read -r a b "
                                     "c d group rest </proc/$$/stat; "
                                     "[ \"$group\" = $$ ] && echo own group",
                                     log[3])};
  char *variables[] = {(char *)"A=a b", NULL};
  xpbd_signals_hold(&before);
  xpbd_commands_run(run, SEVERAL, variables, 50, &before);
  xpbd_signals_release(&before);
  static const int results[SEVERAL] = {3, 128 + 9, XPBD_COMMAND_NOT_STARTED, 0};
  for (int k = 0; k < SEVERAL; k++)
    check_same(self, (uint64_t)run[k].result, (uint64_t)results[k], "how command %d ended", k);
  check_same(self, (uint64_t)run[2].reason, ENOENT, "why it did not start");
  check_true(self, strcmp(read_file(log[0]), "out\nerror\n1\n") == 0, "what it says: %s", read_file(log[0]));
  check_true(self, strcmp(read_file(log[3]), "a b\n0\n50\n51\n2097152\n2097152\nown group\n") == 0, "its limits: %s",
             read_file(log[3]));
  run[0] = (xpbd_command){.words = {(char *)"sh"}, .log = "/no/folder/log"};
  xpbd_commands_run(run, 1, variables, 50, &before);
  check_true(self, run[0].result == XPBD_COMMAND_NOT_STARTED && run[0].reason == ENOENT, "nowhere to say it");
  void (*kept)(int) = signal(SIGCHLD, SIG_IGN);
  run[0] = shell("exit 4", log[0]);
  xpbd_commands_run(run, 1, environ, 50, &before);
  check_same(self, (uint64_t)run[0].result, 4, "how it ended where ends are ignored");
  check_true(self, signal(SIGCHLD, kept) == SIG_IGN, "which they are again");

  /* a command that does not end is killed with everything it started, and so are all others that run */
  snprintf(text, sizeof text, "sleep 100 & echo $! >'%s/one'; wait", folder);
  run[0] = shell(text, log[0]), run[1] = shell("exit 4", log[1]), run[2] = shell("exec sleep 100", log[2]);
  xpbd_commands_run(run, 3, environ, 2, &before);
  check_true(self, run[0].result == XPBD_COMMAND_LATE && run[1].result == 4 && run[2].result == XPBD_COMMAND_LATE,
             "after two seconds: %d, %d, %d", run[0].result, run[1].result, run[2].result);
  snprintf(text, sizeof text, "%s/one", folder);
  const pid_t started = (pid_t)atol(read_file(text));
  check_true(self, started > 0 && is_gone(started), "what the first started is gone");
  check_control(self, !is_gone(getpid()), "who runs is not");
}

/// Runs a command while the signal is pending, and returns its result. The signal is removed.
static int run_with(int number, bool ignored, bool held_before, const char *commands, const char *log) {
  sigset_t before, outer, one;
  xpbd_command run = shell(commands, log);
  sigemptyset(&one), sigaddset(&one, number);
  sigprocmask(held_before ? SIG_BLOCK : SIG_UNBLOCK, &one, &outer);
  void (*kept)(int) = signal(number, ignored ? SIG_IGN : SIG_DFL);
  xpbd_signals_hold(&before);
  raise(number);
  xpbd_commands_run(&run, 1, environ, 100, &before);
  const struct timespec none = {0, 0};
  while (sigtimedwait(&one, NULL, &none) == number) continue;
  signal(number, kept);
  xpbd_signals_release(&before);
  sigprocmask(SIG_SETMASK, &outer, NULL);
  return run.result;
}

static void signals(check *self, int unused) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  char *folder = folder_make(self), log[512], text[64];
  snprintf(log, sizeof log, "%s", folder_path(folder, "log"));
  for (int k = 0; k < 4; k++) {
    check_same(self, (uint64_t)run_with(ending[k], false, false, "exec sleep 100", log),
               (uint64_t)XPBD_COMMAND_INTERRUPTED, "signal %d waits", ending[k]);
    check_same(self, (uint64_t)run_with(ending[k], true, false, "sleep 0.1; exit 5", log), 5,
               "signal %d is ignored, as by nohup", ending[k]);
    check_same(self, (uint64_t)run_with(ending[k], false, true, "sleep 0.1; exit 6", log), 6,
               "signal %d was held before", ending[k]);
    snprintf(text, sizeof text, "kill -%d $$; exit 7", ending[k]);
    check_same(self, (uint64_t)run_with(SIGUSR1, true, false, text, log), (uint64_t)(128 + ending[k]),
               "the command gets signal %d", ending[k]);
  }
  check_control(self, run_with(SIGUSR1, true, false, "sleep 0.1; exit 8", log) == 8, "a signal that ends nothing");
  sigset_t now;
  sigprocmask(SIG_SETMASK, NULL, &now);
  check_true(self, !sigismember(&now, SIGTERM) && !sigismember(&now, SIGINT), "nothing is held any more");
}

/* ---- code in a separate process ---- */

typedef struct seen {
  xpbd_apart apart;
  int number; ///< Signal that ends it; below 0 minus its exit code; 0: neither.
  rlim_t core, processor, killed;
  bool fits, fits_no_more; ///< Slightly less than 4 GiB of addresses, slightly more.
  int nowhere;             ///< Standard streams that are /dev/null.
  bool interrupted, ignored;
  int parent_gone; ///< The signal sent when this process ends.
} seen;

static void look(void *context) {
  seen *s = context;
  struct rlimit limit;
  struct stat what, null;
  if (s->number > 0) {
    signal(s->number, SIG_DFL); /* sanitizers handle it */
    raise(s->number);
  }
  if (s->number < 0) _exit(-s->number);
  getrlimit(RLIMIT_CORE, &limit), s->core = limit.rlim_max;
  getrlimit(RLIMIT_CPU, &limit), s->processor = limit.rlim_cur, s->killed = limit.rlim_max;
  const size_t part = (size_t)64 << 20;
  void *most = mmap(NULL, 63 * part, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  s->fits = most != MAP_FAILED;
  if (s->fits) munmap(most, 63 * part);
  s->fits_no_more = mmap(NULL, 65 * part, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED;
  for (int k = 0; k < 3; k++)
    s->nowhere += fstat(k, &what) == 0 && stat("/dev/null", &null) == 0 && what.st_rdev == null.st_rdev;
  s->interrupted = signal(SIGTERM, SIG_DFL) == SIG_DFL, s->ignored = signal(SIGHUP, SIG_DFL) == SIG_IGN;
#ifdef __linux__
  prctl(PR_GET_PDEATHSIG, &s->parent_gone);
#endif
}

/// Runs until it is stopped, or sleeps with a beating heart.
static void run_on(void *context) {
  for (volatile unsigned long k = 0;; k++) continue;
}
static void beat_on(void *context) {
  seen *s = context;
  for (;; usleep(1000)) s->apart.beat++;
}
/// One beat after this process has looked, then no more.
static void beat_once(void *context) {
  seen *s = context;
  usleep(50000);
  s->apart.beat++;
  run_on(context);
}
/// Sleeps longer than it may compute without a beat.
static void sleep_on(void *context) {
  for (int k = 0; k < 150; k++) usleep(10000);
}

static void handle(int number) {}

static void apart(check *self, int unused) {
  static const struct {
    int number;
    xpbd_apart_end end;
    const char *words;
  } cases[] = {
      {0, XPBD_APART_DONE, ""},
      {-3, XPBD_APART_CRASHED, "it ended the program by exit(3), while it was tried"},
      {SIGSEGV, XPBD_APART_CRASHED, "it reads or writes memory that is not its own (signal 11), while it was tried"},
      {SIGFPE, XPBD_APART_CRASHED, "it divides an integer by zero (signal 8), while it was tried"},
      {SIGABRT, XPBD_APART_CRASHED, "it calls abort() or fails an assert() (signal 6), while it was tried"},
      {SIGILL, XPBD_APART_CRASHED,
       "it runs into __builtin_unreachable() or an illegal instruction (signal 4), while it was tried"},
      {SIGTRAP, XPBD_APART_CRASHED,
       "it runs into __builtin_unreachable() or an illegal instruction (signal 5), while it was tried"},
      {SIGKILL, XPBD_APART_CRASHED, "it was killed, perhaps for its memory (signal 9), while it was tried"},
      {SIGTERM, XPBD_APART_CRASHED, "it was ended by a signal (signal 15), while it was tried"},
      {SIGXCPU, XPBD_APART_ENDLESS,
       "it does not finish (stopped after 7 s), while it was tried: is there a loop on data?"},
  };
  const xpbd_apart_limits limits = {.still = 5, .longest = 7}, little = {.still = 1, .longest = 10000},
                          brief = {.still = 5, .longest = 1}, once = {.still = 1, .longest = 60};
  seen *s = xpbd_apart_memory(sizeof *s);
  char words[512] = "before";
  if (!check_true(self, s != NULL, "memory")) return;
  void (*term)(int) = signal(SIGTERM, handle), (*hup)(int) = signal(SIGHUP, SIG_IGN);
  snprintf(s->apart.stage, sizeof s->apart.stage, "it was tried");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    s->number = cases[k].number;
    const xpbd_apart_end end = xpbd_apart_run(&s->apart, &limits, look, s, words, sizeof words);
    check_same(self, (uint64_t)end, (uint64_t)cases[k].end, "case %zu", k);
    check_true(self, strcmp(words, cases[k].words) == 0, "case %zu: %s", k, words);
    check_true(self, s->apart.done == (cases[k].number == 0), "case %zu: done", k);
    if (k > 0) continue;
    check_true(self,
               s->core == 0 && s->processor == 7 && s->killed == 8 && s->nowhere == 3 && s->interrupted && s->ignored,
               "no file, %d s, %d of 3 streams to nowhere, signals as before", (int)s->processor, s->nowhere);
    check_true(self, s->fits, "4 GiB of memory");
#ifdef __linux__
    check_true(self, s->fits_no_more, "and no more");
    check_same(self, (uint64_t)s->parent_gone, SIGKILL, "what it gets when this process ends");
#endif
  }
  signal(SIGTERM, term), signal(SIGHUP, hup);
  s->number = 0;
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &little, run_on, s, words, sizeof words), XPBD_APART_ENDLESS,
             "no beat");
  check_true(self, strstr(words, "(stopped after 1 s), while it was tried") != NULL, "no beat: %s", words);
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &once, beat_once, s, words, sizeof words), XPBD_APART_ENDLESS,
             "one beat");
  check_true(self, strstr(words, "(stopped after 1 s), while it was tried") != NULL, "one beat: %s", words);
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &little, sleep_on, s, words, sizeof words), XPBD_APART_DONE,
             "time of sleeping is none of its own");
  void (*ends)(int) = signal(SIGCHLD, SIG_IGN);
  s->number = SIGSEGV;
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &limits, look, s, words, sizeof words), XPBD_APART_CRASHED,
             "where ends are ignored");
  const bool again = signal(SIGCHLD, ends) == SIG_IGN;
  check_true(self, again && strcmp(words, cases[2].words) == 0, "which they are again: %s", words);
  s->number = 0;
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &brief, beat_on, s, words, sizeof words), XPBD_APART_ENDLESS,
             "too long");
  check_control(self, strstr(words, "(stopped after 1 s), while it was tried") != NULL, "too long: %s", words);
  xpbd_apart_free(s, sizeof *s);
}

void check_group_foreign(check_registry *registry) {
  check_add(registry, "folders", "a folder of its own, and the environment of what runs there", folders, 0);
  check_add(registry, "commands", "commands side by side: limits, results, an end to all of them", commands, 0);
  check_add(registry, "signals", "a signal that will end this process ends what it runs", signals, 0);
  check_add(registry, "apart", "foreign code in a process of its own: limits, and how it ended", apart, 0);
  check_foreign_fence(registry);
}
