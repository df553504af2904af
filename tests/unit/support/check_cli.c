/* Why this file exists: tests what a recorded text cannot show of a program's messages: that long ones are cut, that no
 * name drives a terminal, the order of two streams, and the descriptors and signals at the start. (What is said about
 * each line of arguments: tests/texts/cli_parse.c.) */
#define _DEFAULT_SOURCE /* dup2 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "support/cli.h"
#include "unit/parts.h"
#include "unit/sim/sim_checks.h"

enum { TEXT_LENGTH = 8192 };

static const cli_program plain = {.name = "trial"};

/// The output on stderr (or stdout) for a word of `length` letters with a control character in its middle.
static int say_long(size_t length, bool fails, char *text) {
  static char word[TEXT_LENGTH];
  memset(word, 'a', length);
  word[length / 4] = '\033';
  word[length] = '\0';
  const int descriptor = fails ? STDERR_FILENO : STDOUT_FILENO;
  int code = 0;
  capture file = capture_begin(descriptor);
  if (fails)
    code = cli_fail(&plain, 3, "%s", word);
  else
    cli_print("%s\n", word);
  capture_end(&file, text, TEXT_LENGTH);
  return code;
}

/* Names of files may be as long as the system allows. A message is cut and shows it, an output is not. */
static void check_long(check *self, int argument) {
  enum { ROOM = 2047 };
  static char text[TEXT_LENGTH], expected[TEXT_LENGTH];
  for (size_t length = 2; length <= 6000; length = length < ROOM - 1   ? ROOM - 1
                                                   : length < ROOM + 2 ? length + 1
                                                                       : 3 * length) {
    memset(expected, 'a', length);
    expected[length / 4] = '?';
    memcpy(expected + length, "\n", 2);
    say_long(length, false, text);
    check_true(self, strcmp(text, expected) == 0, "%d letters are printed", (int)length);
    if (length > ROOM) memcpy(expected + ROOM - 3, "...\n", 5);
    const int code = say_long(length, true, text);
    check_true(self, code == 3 && strncmp(text, "trial: ", 7) == 0, "a message of %d letters is the program's",
               (int)length);
    check_true(self, strcmp(text + 7, expected) == 0, "a message of %d letters", (int)length);
    say_long(length + 1, false, text);
    check_control(self, strcmp(text, expected) != 0, "a letter more than %d", (int)length);
  }
}

/* Names may hold what drives a terminal or looks like a line of the program. Only the format makes lines. */
static void check_control_characters(check *self, int argument) {
  static char text[TEXT_LENGTH];
  static const char name[] = "a\n\033[2J\302\233\302\240\303\237b\n";
  static const char *const wanted[] = {"\n\na??[2J?\302\240\303\237b?, \n", "a??[2J?\302\240\303\237b?", "\n",
                                       "a?\302"};
  for (int k = 0; k < 4; k++) {
    capture file = capture_begin(STDOUT_FILENO);
    if (k == 0) cli_print("\n\n%s, \n", name);
    if (k == 1) cli_print("%s", name);
    if (k == 2) cli_print("\n");
    if (k == 3) cli_print("%s", "a\n\302");
    capture_end(&file, text, TEXT_LENGTH);
    check_true(self, strcmp(text, wanted[k]) == 0, "text %d is printed harmlessly: '%s'", k, text);
  }
  check_control(self, strcmp(text, name) != 0, "the name as it is");
}

/* Both streams into one file: output printed before a message comes before it. */
static void check_order(check *self, int argument) {
  char said[TEXT_LENGTH];
  capture file = capture_begin(STDOUT_FILENO);
  const int errors = dup(STDERR_FILENO);
  dup2(STDOUT_FILENO, STDERR_FILENO);
  cli_print("first, ");
  const int code = cli_fail(&plain, 3, "%s", "second");
  cli_print("third");
  fflush(stdout);
  dup2(errors, STDERR_FILENO);
  close(errors);
  capture_end(&file, said, TEXT_LENGTH);
  check_true(self, code == 3 && strcmp(said, "first, trial: second\nthird") == 0, "in their order: %s", said);
  check_control(self, strcmp(said, "trial: second\nfirst, third") != 0, "the message first");
  file = capture_begin(STDERR_FILENO);
  cli_fail(&plain, 3, "%s", "");
  capture_end(&file, said, TEXT_LENGTH);
  check_true(self, strcmp(said, "trial: \n") == 0, "a message of no letters: %s", said);
}

/// The descriptor that a new file would get.
static int lowest(void) {
  const int descriptor = open("/dev/null", O_RDONLY);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static void check_begun(check *self, int argument) {
  enum { FAR = 100 };
  int kept[3], there = 0, without = 0;
  fflush(stdout);
  fflush(stderr);
  const int before = lowest();
  signal(SIGCHLD, SIG_IGN);
  signal(SIGXFSZ, SIG_DFL);
  for (int i = 0; i < 3; i++) kept[i] = fcntl(i, F_DUPFD, FAR + i);
  for (int i = 0; i < 3; i++) close(i);
  for (int i = 0; i < 3; i++) without += fcntl(i, F_GETFD) >= 0;
  cli_begin();
  for (int i = 0; i < 3; i++) there += fcntl(i, F_GETFD) >= 0;
  const int after = lowest();
  for (int i = 0; i < 3; i++) {
    if (kept[i] >= 0) dup2(kept[i], i);
    close(kept[i] >= 0 ? kept[i] : i);
  }
  check_same(self, (uint64_t)there, 3, "descriptors 0 to 2 that are open");
  check_true(self, after == (before > 2 ? before : 3), "the next one is %d, as it was: %d", after, before);
  check_control(self, without == 0, "they were closed before: %d", without);
  struct sigaction children, sizes;
  sigaction(SIGCHLD, NULL, &children);
  sigaction(SIGXFSZ, NULL, &sizes);
  check_true(self, children.sa_handler == SIG_DFL && sizes.sa_handler == SIG_IGN,
             "ends of processes are seen, and a file that is too large is an error of writing");
  cli_begin();
  check_true(self, lowest() == after, "where all are open none is opened");
}

void check_group_cli(check_registry *registry);

void check_group_cli(check_registry *registry) {
  check_add(registry, "long", "messages and outputs longer than a line has room for", check_long, 0);
  check_add(registry, "control", "no text of a file drives a terminal or makes a line", check_control_characters, 0);
  check_add(registry, "order", "lines of both streams in one file", check_order, 0);
  check_add(registry, "begun", "descriptors and signals as a program begins", check_begun, 0);
  check_cli_seal(registry);
  check_cli_solver_pipe(registry);
  check_sim_needs(registry);
  check_sim_clock(registry);
  check_sim_counts(registry);
  check_sim_exports(registry);
  check_sim_gains(registry);
  check_sim_twins(registry);
  check_sim_pages(registry);
  check_sim_shots(registry);
  check_sim_sights(registry);
  check_sim_folders(registry);
}
