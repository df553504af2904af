/* Why this file exists: tests the output of a command line besides its values: where help lines break, the order of
 * lines, which descriptors are open, and which two outputs are one file. */
#define _DEFAULT_SOURCE /* dup2, link */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "support/cli.h"
#include "support/html.h"
#include "support/unseen.h"
#include "unit/parts.h"
#include "runner/folder.h"

enum { TEXT = 8192, PATH = 600, MOST = 3 };

static const cli_program plain = {.name = "trial"};

#define TEN(letter) letter letter letter letter letter letter letter letter letter letter
#define BLANKS      TEN(" ") TEN(" ") TEN(" ")

/* Sentences begin in column 30, or in the next line if the option is that long, and end in column 110 at most. A
 * default is shown if it is within the range. */
static void columns(check *self, int argument) {
  int64_t seven = 7;
  double half = 0.5;
  const cli_option options[] = {{TEN("a") TEN("a") "a", 0, CLI_FLAG, &(bool){false}, 0, 0, NULL,
                                 TEN("w") " " TEN("x") TEN("x") TEN("x") TEN("x") TEN("x") TEN("x") "xxxxxxxxx"},
                                {TEN("b") TEN("b") "bb", 0, CLI_FLAG, &(bool){false}, 0, 0, NULL,
                                 TEN("w") " " TEN("x") TEN("x") TEN("x") TEN("x") TEN("x") TEN("x") TEN("x")},
                                {"most", 'm', CLI_INT, &seven, 0, 7, "N", "A."},
                                {"least", 0, CLI_INT, &seven, 7, 9, "N", "B."},
                                {"beyond", 0, CLI_INT, &seven, 8, 9, "N", "C."},
                                {"upper", 0, CLI_REAL, &half, 0, 0.5, "X", "D."},
                                {"lower", 0, CLI_REAL, &half, 0.5, 1, "X", "E."},
                                {"above", 0, CLI_REAL, &half, 0, 0.4, "X", "F."},
                                {"set", 0, CLI_FLAG, &(bool){true}, 0, 0, NULL, "G."}};
  static const char wanted[] = "\n      --" TEN("a") TEN("a") "a " TEN("w") " " TEN("x") TEN("x") TEN("x") TEN("x")
      TEN("x") TEN("x") "xxxxxxxxx\n"
                        "      --" TEN("b") TEN("b") "bb\n" BLANKS TEN("w") "\n" BLANKS TEN("x") TEN("x") TEN("x")
                            TEN("x") TEN("x") TEN("x") TEN("x") "\n"
                                                                "  -m, --most N                A. [7]\n"
                                                                "      --least N               B. [7]\n"
                                                                "      --beyond N              C.\n"
                                                                "      --upper X               D. [0.5]\n"
                                                                "      --lower X               E. [0.5]\n"
                                                                "      --above X               F.\n"
                                                                "      --set                   G. [true]\n"
                                                                "  -h, --help                  Show this text.\n"
                                                                "      --version               Show the version.\n";
  const cli_program program = {"trial", "", "", options, (int)(sizeof options / sizeof *options), NULL, NULL};
  char name[] = "trial", help[] = "--help", said[TEXT];
  char *arguments[] = {name, help, NULL};
  const char *rest[1];
  int count;
  capture file = capture_begin(STDOUT_FILENO);
  const int code = cli_parse(&program, 2, arguments, rest, 1, &count);
  capture_end(&file, said, TEXT);
  check_true(self, code == CLI_EXIT_OK && strstr(said, wanted) != NULL, "the help: %s", said);
  check_control(self, strstr(said, "C. [7]") == NULL, "a value that may not be given");
}

/* Both streams into one file: output printed before a message comes before it. */
static void order(check *self, int argument) {
  char said[TEXT];
  capture file = capture_begin(STDOUT_FILENO);
  const int errors = dup(STDERR_FILENO);
  dup2(STDOUT_FILENO, STDERR_FILENO);
  cli_print("first, ");
  const int code = cli_fail(&plain, 3, "%s", "second");
  cli_print("third");
  fflush(stdout);
  dup2(errors, STDERR_FILENO);
  close(errors);
  capture_end(&file, said, TEXT);
  check_true(self, code == 3 && strcmp(said, "first, trial: second\nthird") == 0, "in their order: %s", said);
  check_control(self, strcmp(said, "trial: second\nfirst, third") != 0, "the message first");
  file = capture_begin(STDERR_FILENO);
  cli_fail(&plain, 3, "%s", "");
  capture_end(&file, said, TEXT);
  check_true(self, strcmp(said, "trial: \n") == 0, "a message of no letters: %s", said);
}

/// The descriptor that a new file would get.
static int lowest(void) {
  const int descriptor = open("/dev/null", O_RDONLY);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static void begun(check *self, int argument) {
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

/// The message of cli_outputs() about these outputs, "" if they are valid.
static void judged(const char *first, const char *second, const char *third, char said[TEXT]) {
  static const char *const names[MOST] = {"measure", "save", "picture"};
  const char *const paths[MOST] = {first, second, third};
  capture file = capture_begin(STDERR_FILENO);
  const int code = cli_outputs(&plain, names, paths, MOST, NULL, 0);
  capture_end(&file, said, TEXT);
  if (code != (said[0] ? CLI_EXIT_USAGE : -1)) snprintf(said, TEXT, "exit code %d", code);
}

static void join(char out[PATH], const char *folder, const char *name) {
  snprintf(out, PATH, "%.500s/%s", folder, name);
}

static void distinct(check *self, int argument) {
  char *folder = folder_make(self);
  char one[PATH], again[PATH], other[PATH], linked[PATH], none[PATH], none_again[PATH], leads[PATH];
  char said[TEXT], wanted[TEXT];
  join(one, folder, "one"), join(again, folder, "./one"), join(other, folder, "other");
  join(linked, folder, "linked"), join(none, folder, "none"), join(none_again, folder, "./none");
  join(leads, folder, "leads");
  if (!file_put(self, one, "1", 1) || !file_put(self, other, "1", 1) ||
      !check_true(self, link(one, linked) == 0 && symlink("none", leads) == 0, "more names of files"))
    return;
  const struct {
    const char *first, *second, *third, *said;
  } known[] = {{NULL, NULL, NULL, NULL},
               {one, other, NULL, NULL},
               {one, NULL, none, NULL},
               {one, NULL, again, "--measure and --picture name one file, '%s': one would replace the other"},
               {other, one, linked, "--save and --picture name one file, '%s': one would replace the other"},
               {none, one, none_again, "--measure and --picture name one file, '%s': one would replace the other"},
               {none, one, leads, "--measure and --picture name one file, '%s': one would replace the other"},
               {"/dev/null", "/dev/null", one, NULL},
               {"/proc/no-such-file", "/sys/no-such-file", NULL, NULL}}; /* their folders have the same number, 1 */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    judged(known[i].first, known[i].second, known[i].third, said);
    wanted[0] = '\0';
    if (known[i].said) {
      const char *at = strstr(known[i].said, "%s");
      snprintf(wanted, sizeof wanted, "trial: %.*s%s%s\n", (int)(at - known[i].said), known[i].said, known[i].third,
               at + 2);
    }
    check_true(self, strcmp(said, wanted) == 0, "outputs %zu: '%s', not '%s'", i, said, wanted);
  }
  /* the standard output is that file, by its name and by "-" */
  int saved = dup(STDOUT_FILENO);
  fflush(stdout);
  const int opened = open(other, O_WRONLY);
  if (check_true(self, opened >= 0 && dup2(opened, STDOUT_FILENO) >= 0, "a file as standard output")) {
    judged(other, one, "-", said);
    dup2(saved, STDOUT_FILENO);
    snprintf(wanted, sizeof wanted,
             "trial: --picture goes to the standard output, '-', and '%s' of --measure is the same\n", other);
    check_true(self, strcmp(said, wanted) == 0, "'%s', not '%s'", said, wanted);
  }
  if (opened >= 0) close(opened);
  close(saved);
  judged(one, other, NULL, said);
  check_control(self, !said[0], "two files counted as one");
}

/* Characters that are not seen, and what a page has instead. */
static void unseen(check *self, int argument) {
  static const struct {
    const char *text;
    size_t bytes;
    bool turns;
    const char *page;
  } known[] = {{"", 0, false, ""},
               {"a", 0, false, "a"},
               {"<", 0, false, "&lt;"},
               {"\x1b", 1, false, " "},
               {"\x7f", 1, false, " "},
               {"\xc2\x9f", 2, false, " "},
               {"\xc2\xa0", 0, false, "\xc2\xa0"},
               {"\xd8\x9b", 0, false, "\xd8\x9b"},
               {"\xd8\x9c", 2, true, "\xef\xbf\xbd"},
               {"\xe2\x80\x8d", 0, false, "\xe2\x80\x8d"},
               {"\xe2\x80\x8e", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x80\x8f", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x80\xa9", 0, false, "\xe2\x80\xa9"},
               {"\xe2\x80\xaa", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x80\xae", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x80\xaf", 0, false, "\xe2\x80\xaf"},
               {"\xe2\x81\xa5", 0, false, "\xe2\x81\xa5"},
               {"\xe2\x81\xa6", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x81\xa9", 3, true, "\xef\xbf\xbd"},
               {"\xe2\x81\xaa", 0, false, "\xe2\x81\xaa"},
               {"\xe2", 0, false, "\xe2"},
               {"\xe2\x80", 0, false, "\xe2\x80"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char page[64] = "", text[16], wanted[64];
    snprintf(text, sizeof text, "%sb", known[i].text), snprintf(wanted, sizeof wanted, "%sb", known[i].page);
    FILE *stream = fmemopen(page, sizeof page, "w");
    if (!check_true(self, stream != NULL, "a stream")) return;
    html_text(stream, text);
    fclose(stream);
    check_same(self, unseen_bytes(known[i].text), known[i].bytes, "bytes of case %zu", i);
    check_true(self, unseen_turns(known[i].text) == known[i].turns, "direction of case %zu", i);
    check_true(self, strcmp(page, wanted) == 0, "case %zu on a page: '%s', not '%s'", i, page, wanted);
  }
  check_control(self, unseen_bytes("\xe2\x80\xab") != 0, "a mark taken for a letter");
}

/* An output that would replace an input. */
static void spared(check *self, int argument) {
  static const char *const names[] = {"measure", "save"};
  char *folder = folder_make(self);
  char read[PATH], again[PATH], other[PATH], scene[PATH], arrays[PATH], inside[PATH + 16], wanted[TEXT], said[TEXT];
  join(read, folder, "read"), join(again, folder, "./read"), join(other, folder, "other");
  join(scene, folder, "s.json"), join(arrays, folder, "s.bin");
  snprintf(inside, sizeof inside, "mesh=%s,size=1", read);
  if (!file_put(self, read, "1", 1) || !file_put(self, other, "1", 1) || !file_put(self, scene, "1", 1) ||
      !file_put(self, arrays, "1", 1))
    return;
  const char *mesh = NULL, *resume = NULL, *save = NULL;
  cli_list axes = {0};
  const cli_option options[] = {
      {.name = "mesh", .kind = CLI_TEXT, .target = &mesh},
      {.name = "resume", .kind = CLI_TEXT, .target = &resume},
      {.name = "save", .kind = CLI_TEXT, .target = &save},
      {.name = "axis", .kind = CLI_LIST, .target = &axes},
  };
  const cli_program program = {.name = "trial", .options = options, .option_count = 4};
  const struct {
    const char *mesh, *resume, *axis, *word, *measure, *save, *output, *reader;
  } known[] = {{.measure = read, .save = other},
               {.mesh = read},
               {.mesh = read, .measure = other, .save = "-"},
               {.mesh = read, .measure = other, .save = again, .output = "save", .reader = "--mesh"},
               {.mesh = "/dev/null", .measure = "/dev/null", .save = other},
               {.resume = read, .save = read},
               {.resume = read, .measure = again, .output = "measure", .reader = "--resume"},
               {.axis = inside, .measure = other},
               {.axis = inside, .measure = again, .output = "measure", .reader = "--axis"},
               {.word = read, .measure = other},
               {.word = read, .save = again, .output = "save", .reader = "the run"},
               {.word = scene, .save = arrays, .output = "save", .reader = "the run"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const char *const paths[] = {known[i].measure, known[i].save}, *axis = known[i].axis;
    mesh = known[i].mesh, resume = known[i].resume, save = known[i].save;
    axes = (cli_list){axis ? 1 : 0, &axis};
    capture file = capture_begin(STDERR_FILENO);
    const int code = cli_outputs(&program, names, paths, 2, &known[i].word, known[i].word ? 1 : 0);
    capture_end(&file, said, TEXT);
    wanted[0] = '\0';
    if (known[i].output)
      snprintf(wanted, sizeof wanted, "trial: --%s would replace '%s', which %s reads; give it another name\n",
               known[i].output, paths[strcmp(known[i].output, "save") == 0], known[i].reader);
    check_same(self, (uint64_t)(int64_t)code, (uint64_t)(int64_t)(known[i].output ? CLI_EXIT_USAGE : -1),
               "code of case %zu", i);
    check_true(self, strcmp(said, wanted) == 0, "case %zu: '%s'", i, said);
  }
  check_control(self, strcmp(read, again) != 0, "two names of one file told apart by their letters");
}

void check_cli_lines(check_registry *registry) {
  check_add(registry, "columns", "where the lines of the help begin and end", columns, 0);
  check_add(registry, "order", "lines of both streams in one file", order, 0);
  check_add(registry, "begun", "descriptors and signals as a program begins", begun, 0);
  check_add(registry, "distinct", "which two outputs are one file", distinct, 0);
  check_add(registry, "spared", "no output replaces what is read", spared, 0);
  check_add(registry, "unseen", "characters that are not seen reach no page", unseen, 0);
}
