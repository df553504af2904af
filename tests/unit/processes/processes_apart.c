/* Why this file exists: starting a process must take neither the terminal nor a processor from a measurement. Part of
 * the group processes. */
#define _DEFAULT_SOURCE /* getrusage, poll */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/capture.h"
#include "unit/parts.h"
#include "harness/launch.h"
#include "support/process.h"

static int shell(const char *command, int shown) {
  char *argv[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
  return bench_launcher_real.run("/bin/sh", argv, shown != 0);
}

static void spawned(check *self, int argument) {
  static const struct {
    const char *command;
    int code;
  } known[] = {{"exit 0", 0},
               {"exit 7", 7},
               {"exit 127", 127},
               {"kill -KILL $$", 128 + SIGKILL},
               {"kill -TERM $$", 128 + SIGTERM},
               {"kill -PIPE $$", 128 + SIGPIPE},
               {"read line && exit 3; exit 4", 4},
               {"read -r a b c d group rest </proc/$$/stat; [ $group = $$ ] || exit 5", 0}};
  void (*const before)(int) = signal(SIGPIPE, SIG_IGN); // as the programs do
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    check_same(self, (uint64_t)shell(known[k].command, 0), (uint64_t)known[k].code, "'%s'", known[k].command);
  signal(SIGPIPE, before);
  char *argv[] = {(char *)"none", NULL}, text[64];
  check_same(self, (uint64_t)bench_launcher_real.run("/no/such/program", argv, false), 127,
             "a program that is not there");
  for (int shown = 0; shown < 2; shown++) {
    capture file = capture_begin(STDOUT_FILENO);
    shell("echo word", shown);
    capture_end(&file, text, sizeof text);
    if (shown)
      check_control(self, strcmp(text, "word\n") == 0, "what is shown is seen: %s", text);
    else
      check_true(self, text[0] == '\0', "what is not shown: %s", text);
  }
  struct rusage first, last;
  getrusage(RUSAGE_SELF, &first);
  shell("sleep 1", 0);
  getrusage(RUSAGE_SELF, &last);
  check_at_least(self, (double)(last.ru_nvcsw - first.ru_nvcsw), 5,
                 "times that the one who waits gave its processor away");
}

static int print_word(void *word) {
  printf("%s", (const char *)word);
  return 5;
}

/// How a child may end, and what is read of it.
static void taken_apart(check *self, int argument) {
  char *words[] = {(char *)"sh", (char *)"-c", NULL, NULL};
  static const struct {
    const char *command;
    double seconds, patience;
    process_end end;
    int code;
    const char *output, *errors;
  } known[] = {{"echo one; echo two >&2; exit 3", 0, 0, PROCESS_EXITED, 3, "one\n", "two\n"},
               {"pwd; kill -TERM $$", 0, 0, PROCESS_KILLED, SIGTERM, "/\n", ""},
               {"echo begun; exec sleep 20", 0.2, 0, PROCESS_LATE, SIGKILL, "begun\n", ""},
               {"trap 'echo asked; exit 4' TERM; sleep 20 & wait", 0.5, 10, PROCESS_LATE, 4, "asked\n", ""}};
  process_result result;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    words[2] = (char *)known[k].command;
    process_run(&(process_job){.argv = words,
                               .folder = "/",
                               .output = PROCESS_TAKEN,
                               .errors = PROCESS_TAKEN,
                               .seconds = known[k].seconds,
                               .patience = known[k].patience},
                &result);
    check_true(self, result.end == known[k].end && result.code == known[k].code, "'%s': end %d, code %d",
               known[k].command, (int)result.end, result.code);
    check_true(self, result.output && strcmp(result.output, known[k].output) == 0, "its output: %s",
               result.output ? result.output : "none");
    check_true(self, result.errors && strcmp(result.errors, known[k].errors) == 0, "its errors: %s",
               result.errors ? result.errors : "none");
    process_free(&result);
  }
  words[2] = (char *)"head -c 300000 /dev/zero";
  process_run(&(process_job){.argv = words, .output = PROCESS_TAKEN}, &result);
  check_same(self, result.output_size, 300000, "bytes of a long output");
  process_free(&result);
  process_run(&(process_job){.work = print_word, .context = (void *)"a word", .output = PROCESS_TAKEN}, &result);
  check_true(self, result.end == PROCESS_EXITED && result.code == 5, "a function's exit code: %d", result.code);
  check_true(self, result.output && strcmp(result.output, "a word") == 0, "what a function prints: %s",
             result.output ? result.output : "none");
  process_free(&result);
  words[0] = (char *)"/no/such/program";
  process_run(&(process_job){.argv = words}, &result);
  check_control(self, result.end == PROCESS_NOT_STARTED && result.code == ENOENT && process_code(&result) == 127,
                "a program that is not there");
}

/// A child ends with the process that started it, because that holds an end of its pipe.
static void not_left(check *self, int argument) {
  int ends[2];
  if (!check_true(self, pipe(ends) == 0, "a pipe")) return;
  const pid_t starter = fork();
  if (starter == 0) {
    close(ends[0]);
    char command[64];
    snprintf(command, sizeof command, "echo >&%d; exec sleep 20", ends[1]);
    _exit(shell(command, 0));
  }
  close(ends[1]);
  char letter = '\0';
  check_true(self, starter > 0 && read(ends[0], &letter, 1) == 1 && letter == '\n', "it was started");
  struct pollfd waits = {.fd = ends[0], .events = POLLIN};
  check_control(self, poll(&waits, 1, 50) == 0, "and runs");
  kill(starter, SIGKILL);
  waitpid(starter, NULL, 0);
  check_true(self, poll(&waits, 1, 10000) == 1 && read(ends[0], &letter, 1) == 0, "it ends with its starter");
  close(ends[0]);
}

void check_processes_apart(check_registry *registry) {
  check_add(registry, "spawned", "exit codes, signals, what is shown, who waits", spawned, 0);
  check_add(registry, "taken", "what a child writes, its time limit, a function as a child", taken_apart, 0);
  check_add(registry, "not left", "a process whose starter is killed", not_left, 0);
}
