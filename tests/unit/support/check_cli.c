/* Why this file exists: the command line is the first thing a user meets and the last thing anybody tests. This tests
 * every kind of value and every mistake. Each wrong line gives exactly one line on stderr and exit code 1. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "support/cli.h"
#include "unit/parts.h"
#include "unit/sim/sim_checks.h"

enum { TEXT_LENGTH = 8192, MOST_ARGUMENTS = 16 };

/// The longest name that is compared with a misspelt one.
static const char longest[] = "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh";

/// A program with one option of each kind, and the result of one parse.
typedef struct trial {
  bool flag;
  const char *text;
  int64_t count, wide;
  double ratio, share, height, depth, any;
  double length, weight, period;
  bool with_hours; ///< Whether an option has the letter of --help.
  int64_t hours;
  cli_list tags;
  const char *words[2];
  int word_count;
  int code;
  char line[1024];                         ///< The arguments; texts and words point into it.
  char out[TEXT_LENGTH], err[TEXT_LENGTH]; ///< Its output.
} trial;

static const char *candidate(const char *option, int index) {
  static const char *const words[] = {"one", "two"};
  return (!option || strcmp(option, "text") == 0) && index < 2 ? words[index] : NULL;
}

/// Parses a line of up to MOST_ARGUMENTS words, separated by single spaces.
static void parse(trial *t, const char *line) {
  *t = (trial){.count = 7, .ratio = NAN, .share = 0.75, .height = 9000, .hours = 25, .with_hours = t->with_hours};
  const cli_option options[] = {
      {"flag", 'f', CLI_FLAG, &t->flag, 0, 0, NULL, "A flag."},
      {"text", 't', CLI_TEXT, &t->text, 0, 0, "NAME", "A text."},
      {"count", 'n', CLI_INT, &t->count, 1, 1000000, "N", "A count."},
      {"ratio", 0, CLI_REAL, &t->ratio, DBL_MIN, INFINITY, "R", "A ratio."},
      {"tag", 0, CLI_LIST, &t->tags, 0, 0, "TAG", "A tag."},
      {"secret", 0, CLI_LIST, &t->tags, 0, 0, "TAG", ""},
      {"share", 0, CLI_REAL, &t->share, DBL_MIN, 0.5, "S", "A share."},
      {"height", 0, CLI_REAL, &t->height, -INFINITY, 8848, "H", "A height."},
      {"depth", 0, CLI_REAL, &t->depth, 0, INFINITY, NULL, "A depth."},
      {"any", 0, CLI_REAL, &t->any, -INFINITY, INFINITY, "X", "Any number."},
      {"wide", 0, CLI_INT, &t->wide, -9.3e18, 9.3e18, "N", ""},
      {longest, 0, CLI_LIST, &t->tags, 0, 0, "TAG", ""},
      {"sizes", 0, CLI_TOPIC, NULL, 0, 0, NULL, "What has units"},
      {"length", 0, CLI_REAL, &t->length, 0, INFINITY, "M", "A length. Of something."},
      {"weight", 0, CLI_REAL, &t->weight, 0, 100, "KG", "A mass, downwards."},
      {"period", 0, CLI_REAL, &t->period, 0, INFINITY, "S", "A time."},
      {"hours", 'h', CLI_INT, &t->hours, 0, 24, "N", "Hours."},
  };
  static const cli_alias aliases[] = {
      {"size", "length", NULL}, {"sizes", "weight", NULL}, {"colour", NULL, "paint it"}, {NULL, NULL, NULL}};
  const cli_program program = {"trial", "[WORD...]", "About the trial.", options, t->with_hours ? 17 : 16,
                               aliases, candidate};
  char *arguments[MOST_ARGUMENTS + 2] = {t->line};
  snprintf(t->line, sizeof t->line, "trial%s%s", line[0] ? " " : "", line);
  int count = 1;
  for (char *space = t->line; (space = strchr(space, ' ')) && count <= MOST_ARGUMENTS;) {
    *space++ = '\0';
    arguments[count++] = space;
  }
  capture out = capture_begin(STDOUT_FILENO);
  capture err = capture_begin(STDERR_FILENO);
  t->code = cli_parse(&program, count, arguments, t->words, 2, &t->word_count);
  capture_end(&out, t->out, TEXT_LENGTH);
  capture_end(&err, t->err, TEXT_LENGTH);
}

/// Whether parsing `line` fails with one line on stderr that contains `expected`, and no other output.
static bool fails(const char *line, const char *expected, trial *t) {
  parse(t, line);
  free(t->tags.values);
  const char *end = strchr(t->err, '\n');
  const bool one_line = end && end[1] == '\0' && strncmp(t->err, "trial: ", 7) == 0;
  return t->code == CLI_EXIT_USAGE && one_line && t->out[0] == '\0' && strstr(t->err, expected);
}

static void check_numbers(check *self, int argument) {
  static const struct {
    const char *text;
    int64_t value;
  } whole[] = {{"0", 0},
               {"-12", -12},
               {"+5", 5},
               {"007", 7},
               {"3k", 3000},
               {"2M", 2000000},
               {"1G", 1000000000},
               {"-4k", -4000},
               {"9223372036854775807", INT64_MAX},
               {"-9223372036854775808", INT64_MIN},
               {"9223372036854775k", 9223372036854775000},
               {"-9223372036854775k", -9223372036854775000},
               {"9223372036G", 9223372036000000000}};
  for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
    int64_t value = -1;
    errno = ERANGE; /* from a number read before */
    check_true(self, cli_to_int(whole[i].text, &value) && value == whole[i].value, "whole number %s", whole[i].text);
  }
  static const char *const not_whole[] = {"",
                                          " 1",
                                          "1 ",
                                          "1.5",
                                          "1e3",
                                          "0x10",
                                          "k",
                                          "--1",
                                          "1kk",
                                          "1K",
                                          "-",
                                          "+",
                                          "one",
                                          "nan",
                                          "1m",
                                          "9223372036854775808",
                                          "9223372036854776k",
                                          "-9223372036854776k",
                                          "9223372037G",
                                          "-9223372036855M",
                                          "-9223372036854775809"};
  for (size_t i = 0; i < sizeof not_whole / sizeof not_whole[0]; i++) {
    int64_t value = 42;
    check_true(self, !cli_to_int(not_whole[i], &value) && value == 42, "'%s' is no whole number", not_whole[i]);
  }
  static const struct {
    const char *text;
    double value;
  } real[] = {{"0", 0}, {"-1.5", -1.5}, {"1e-5", 1e-5}, {".5", 0.5}, {"2.", 2}, {"+3E2", 300}, {"5e-324", 5e-324}};
  for (size_t i = 0; i < sizeof real / sizeof real[0]; i++) {
    double value = -1;
    errno = ERANGE;
    check_true(self, cli_to_real(real[i].text, &value) && value == real[i].value, "number %s", real[i].text);
  }
  static const char *const not_real[] = {"",      " 1",  "1 ",       "nan",   "inf", "-inf", "1e999", "1e-999",
                                         "0x1p3", "1,5", "infinity", "1.2.3", "e5",  ".",    "1e",    "-"};
  for (size_t i = 0; i < sizeof not_real / sizeof not_real[0]; i++) {
    double value = 42;
    check_true(self, !cli_to_real(not_real[i], &value) && value == 42, "'%s' is no number", not_real[i]);
  }
  int64_t seven = 0;
  check_control(self, !(cli_to_int("7", &seven) && seven == 8), "7 read as 8");
}

static void check_values(check *self, int argument) {
  trial t = {.with_hours = false};
  parse(&t, "one --count=5 -f --text x=y --tag a --tag=b two");
  check_true(self, t.code == -1 && t.flag && t.count == 5 && t.text && strcmp(t.text, "x=y") == 0, "values are read");
  check_true(self, t.word_count == 2 && strcmp(t.words[1], "two") == 0, "words are collected");
  check_true(self, t.tags.count == 2 && strcmp(t.tags.values[0], "a") == 0 && strcmp(t.tags.values[1], "b") == 0,
             "a list keeps its order");
  check_true(self, t.out[0] == '\0' && t.err[0] == '\0', "nothing is printed");
  free(t.tags.values);
  parse(&t, "");
  check_true(self, t.code == -1 && t.count == 7 && isnan(t.ratio) && !t.flag && !t.text, "standard values stay");
  parse(&t, "--flag=true --flag=0 -n 1 --count 3 -t --=z");
  check_true(self, t.code == CLI_EXIT_USAGE, "a forgotten value is not taken from the next option");
  parse(&t, "--flag=true --flag=0 -n 1 --count 3 -t -1");
  check_true(self, t.code == -1 && !t.flag && t.count == 3 && strcmp(t.text, "-1") == 0,
             "the last value counts, and a text may start with a dash");
  parse(&t, "--wide -9223372036854775808 --text -fx");
  check_true(self, t.code == -1 && t.wide == INT64_MIN && strcmp(t.text, "-fx") == 0,
             "and be no option of one letter; every number fits where there is no bound");
  parse(&t, "--text=--flag -- --flag");
  check_true(self, t.code == -1 && !t.flag && strcmp(t.text, "--flag") == 0 && t.word_count == 1,
             "after '=' and '--' dashes mean nothing");
  parse(&t, "--ratio 1e-300 --count 1M");
  check_true(self, t.code == -1 && t.ratio == 1e-300 && t.count == 1000000, "bounds are inclusive");
  parse(&t, "--share 0.5 --height 8848 --depth 0 --any -1e300 --flag=1 -");
  check_true(self, t.code == -1 && t.share == 0.5 && t.height == 8848 && t.depth == 0 && t.any == -1e300 && t.flag,
             "bounds of which only one is there");
  check_true(self, t.word_count == 1 && strcmp(t.words[0], "-") == 0, "a dash alone is a word");
  parse(&t, "-f --flag=false");
  check_true(self, t.code == -1 && !t.flag, "false is not true");
  t.with_hours = true;
  parse(&t, "-h 24");
  check_true(self, t.code == -1 && t.hours == 24 && t.out[0] == '\0', "a letter that is taken asks for no help");
  t.with_hours = false;
  check_control(self, t.count != 1000001, "a value past its bound would differ");
}

static void check_errors(check *self, int argument) {
  static const struct {
    const char *line, *expected;
  } wrong[] = {
      {"--cuont 3", "unknown option --cuont; did you mean --count?"},
      {"--TEXT=3", "did you mean --text?"},
      {"--rat=3", "did you mean --ratio?"},
      {"--hepl", "did you mean --help?"},
      {"--versoin", "did you mean --version?"},
      {"--xyzzyxyzzy", "unknown option --xyzzyxyzzy; --help lists the options"},
      {"-z", "unknown option -z"},
      {"-ff", "unknown option -ff"},
      {"--count", "--count needs a value: --count N"},
      {"--count --flag", "--count needs a value"},
      {"--text -f", "--text needs a value"},
      {"--count=", "--count must be a whole number from 1 to 1000000, not ''"},
      {"--count 0", "--count must be a whole number from 1 to 1000000, not '0'"},
      {"--count -3", "not '-3'"},
      {"--count 1000001", "--count must be"},
      {"--count 1.5", "--count must be a whole number"},
      {"--ratio 0", "--ratio must be a number greater than 0, not '0'"},
      {"--ratio nan", "--ratio must be a number greater than 0, not 'nan'"},
      {"--share 0.51", "--share must be a number greater than 0 and at most 0.5, not '0.51'"},
      {"--share 0", "--share must be a number greater than 0 and at most 0.5, not '0'"},
      {"--height 8849", "--height must be a number of at most 8848, not '8849'"},
      {"--depth -1", "--depth must be a number of at least 0, not '-1'"},
      {"--depth", "--depth needs a value: --depth VALUE"},
      {"--any x", "--any must be a number, not 'x'"},
      {"--wide x", "--wide must be a whole number, not 'x'"},
      {"--flag=yes", "--flag is true or false, not 'yes'"},
      {"a b c", "unexpected argument 'c'"},
      {"--text=a\nb --count a\nb", "not 'a?b'"},
  };
  trial t = {.with_hours = false};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    check_true(self, fails(wrong[i].line, wrong[i].expected, &t), "'%s' must fail with '%s', said '%s'", wrong[i].line,
               wrong[i].expected, t.err);
  char long_line[900];
  memset(long_line, 'x', sizeof long_line);
  memcpy(long_line, "--", 2);
  long_line[sizeof long_line - 1] = '\0';
  check_true(self, fails(long_line, "unknown option --xxx", &t), "an option of 900 letters fails like others");
  for (int more = 0; more < 2; more++) { /* the last letter differs, or there is one more */
    char said[160];
    snprintf(long_line, sizeof long_line, "--%.*s%s", more ? 64 : 63, longest, "x");
    snprintf(said, sizeof said, "--%.60s; %s%s%s", long_line + 2, more ? "--help lists the options" : "did you mean --",
             more ? "" : longest, more ? "" : "?");
    check_true(self, fails(long_line, said, &t), "of %d letters: '%s', said '%s'", 64 + more, said, t.err);
  }
  check_control(self, !fails("--count 3", "", &t), "a line without a mistake counted as a failure");
  check_control(self, !fails("--count 0", "--ratio", &t), "a message that names another option counted as right");
}

static void check_nearest(check *self, int argument) {
  static const char *const names[] = {"stretching", "hookean", "stvk", "morse", "seq", "omp", "cuda"};
  static const struct {
    const char *word, *nearest;
  } cases[] = {{"mores", "morse"},
               {"Morse", "morse"},
               {"stretch", "stretching"},
               {"hooke", "hookean"},
               {"hookaen", "hookean"},
               {"sqe", "seq"},
               {"CUDA", "cuda"},
               {"opm", "omp"},
               {"stv", "stvk"},
               {"", NULL},
               {"zzz", NULL},
               {"elephant", NULL},
               {"morse", "morse"},
               {"s", NULL},
               {"se", "seq"},
               {"st", NULL},
               {"str", "stretching"},
               {"strx", "stvk"},
               {"mxxse", "morse"},
               {"mxxxe", NULL},
               {"hxxxean", "hookean"},
               {"hxxxxan", NULL},
               {"cuad", "cuda"},
               {"stvkk", "stvk"},
               {"openmp", "omp"},
               {"GPU", "cuda"},
               {"spring", "stretching"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *nearest = cli_nearest(cases[i].word, names, 7);
    const bool same =
        nearest && cases[i].nearest ? strcmp(nearest, cases[i].nearest) == 0 : nearest == cases[i].nearest;
    check_true(self, same, "nearest to '%s' is '%s', wanted '%s'", cases[i].word, nearest ? nearest : "nothing",
               cases[i].nearest ? cases[i].nearest : "nothing");
  }
  check_true(self, cli_nearest("mores", names, 0) == NULL, "without names none is near");
  static const char *const equal[] = {"aab", "abb", "aab"};
  check_true(self, cli_nearest("abab", equal, 3) == equal[0], "of two as near the first");
  char word[67], name[67];
  const char *const long_names[] = {name};
  for (int length = 64; length <= 66; length++) { /* longer names are near to none */
    memset(word, 'a', sizeof word), memset(name, 'a', sizeof name);
    word[64] = name[length] = '\0', name[3] = 'b';
    check_true(self, (cli_nearest(word, long_names, 1) == name) == (length == 64), "a name of %d letters", length);
    check_true(self, (cli_nearest(name, (const char *const[]){word}, 1) == word) == (length == 64), "a word of %d",
               length);
  }
  const char *far = cli_nearest("wxyz", names, 7);
  check_control(self, !far, "a word near to nothing was given a neighbour");
}

static void check_help(check *self, int argument) {
  trial t = {.with_hours = false};
  parse(&t, "--nonsense --help");
  check_true(self, t.code == CLI_EXIT_OK && t.err[0] == '\0', "--help wins over mistakes before it");
  check_true(self, strstr(t.out, "Usage: trial [WORD...]") && strstr(t.out, "About the trial."), "usage and about");
  check_true(self, strstr(t.out, "-n, --count N") && strstr(t.out, "A count. [7]"),
             "an option with its standard value");
  check_true(self, strstr(t.out, "--ratio R") && !strstr(t.out, "nan"), "NaN is no standard value to show");
  check_true(self, !strstr(t.out, "secret"), "an option without a sentence is hidden");
  check_true(self, strstr(t.out, "--depth VALUE") && strstr(t.out, "A depth. [0]"), "a value without a name");
  check_true(self, !strstr(t.out, "0.75") && !strstr(t.out, "9000"), "a standard value beyond its bounds is none");
  parse(&t, "-h");
  check_true(self, t.code == CLI_EXIT_OK && strstr(t.out, "-h, --help"), "-h asks for help");
  t.with_hours = true;
  parse(&t, "--help");
  check_true(self, strstr(t.out, "-h, --hours N") && !strstr(t.out, "-h, --help") && !strstr(t.out, "[25]"),
             "unless an option has the letter");
  t.with_hours = false;
  parse(&t, "--version");
  check_true(self, t.code == CLI_EXIT_OK && strncmp(t.out, "trial ", 6) == 0, "--version names program and version");
  parse(&t, "-- --help");
  check_control(self, t.code == -1 && t.out[0] == '\0', "--help after -- is a word, not a question");
}

static void check_units(check *self, int argument) {
  static const struct {
    const char *line;
    double length, weight, period;
  } cases[] = {{"--length 10cm", 0.1, 0, 0}, {"--length=3mm --period 2ms", 0.003, 0, 0.002},
               {"--size 2km", 2000, 0, 0},   {"--weight 5g", 0, 0.005, 0},
               {"--sizes 5kg", 0, 5, 0},     {"--length 1e-3m --weight 2", 0.001, 2, 0},
               {"--period 1.5min", 0, 0, 90}};
  trial t = {.with_hours = false};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    parse(&t, cases[k].line);
    check_true(
        self, t.code == -1 && t.length == cases[k].length && t.weight == cases[k].weight && t.period == cases[k].period,
        "%s: %.17g m, %.17g kg, %.17g s; %s", cases[k].line, t.length, t.weight, t.period, t.err);
  }
  check_true(self, fails("--length 10kg", "a number", &t), "a mass is no length: %s", t.err);
  check_true(self, fails("--length cm", "a number", &t), "a unit is no number: %s", t.err);
  check_true(self, fails("--length=1e308km", "a number", &t), "an infinite length: %s", t.err);
  check_true(self, fails("--ratio 10cm", "a number", &t), "a ratio has no unit: %s", t.err);
  check_true(self, fails("--weight -5", "it acts downwards, so give 5", &t), "the sign: %s", t.err);
  check_true(self, fails("--colour red", "there is no option --colour: paint it", &t), "a hint: %s", t.err);
  check_control(self, !(fails("--length -5", "", &t) && strstr(t.err, "downwards")), "a length that has no direction");
}

/// Whether a line writes each of these words and nothing on stderr.
static void check_says(check *self, const char *line, const char *const words[4], const char *without) {
  trial t = {.with_hours = false};
  parse(&t, line);
  check_true(self, t.code == CLI_EXIT_OK && t.err[0] == '\0', "%s: %s", line, t.err);
  for (int k = 0; k < 4 && words[k]; k++) check_true(self, strstr(t.out, words[k]) != NULL, "%s: '%s'", line, words[k]);
  check_control(self, !strstr(t.out, without), "%s: '%s'", line, without);
}

static void check_pages(check *self, int argument) {
  trial t = {.with_hours = false};
  check_says(self, "--help sizes", (const char *const[4]){"What has units\n", "--length M", "--period S"}, "--ratio");
  check_says(self, "--help --length", (const char *const[4]){"--length M", "A length."}, "--weight");
  check_says(self, "--help size", (const char *const[4]){"--length M"}, "Usage");
  check_says(self, "--help word", (const char *const[4]){"Usage", "What has units (--help sizes):", "--help TOPIC"},
             "secret");
  check_says(self, "--help=man",
             (const char *const[4]){".TH TRIAL 1", "trial \\- About the trial\n", ".SS What has units\n.TP",
                                    "\\fB\\-n\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\nA count. [7]"},
             "secret");
  check_says(self, "--help=bash",
             (const char *const[4]){"--text | -t) mapfile -t COMPREPLY < <(compgen -W 'one two'",
                                    "--count | -n) return", " --flag --text ", "complete -o default -F _trial trial"},
             "secret");
  check_says(self, "--help=zsh",
             (const char *const[4]){"#compdef trial", "'--text=[A text.]:NAME:(one two)'", "'*--tag=[",
                                    "'--length=[A length]:M:_files'"},
             "Of something");
  check_says(self, "--help=fish",
             (const char *const[4]){"complete -c trial -l text -s t -x -a 'one two' -d 'A text.'",
                                    "complete -c trial -l flag -s f -d", "complete -c trial -a 'one two'"},
             "secret");
  check_true(self, fails("--help=lenght", "did you mean --help length?", &t), "%s", t.err);
  check_true(self, fails("--help=zzzzz", "--help lists everything", &t), "%s", t.err);
}

static void check_left(check *self, int argument) {
  static const struct {
    double seconds;
    const char *text;
  } cases[] = {{0.0, "0 s"},
               {0.4, "0 s"},
               {0.6, "1 s"},
               {59.4, "59 s"},
               {59.6, "1 m 00 s"},
               {60.0, "1 m 00 s"},
               {125.0, "2 m 05 s"},
               {3599.4, "59 m 59 s"},
               {3599.6, "1 h 00 m"},
               {7259.0, "2 h 00 m"},
               {7260.0, "2 h 01 m"},
               {36000.0 * 24, "240 h 00 m"},
               {3.6e14, "100000000000 h 00 m"}};
  char left[CLI_LEFT];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_true(self, strcmp(cli_left_text(cases[i].seconds, left), cases[i].text) == 0, "%g s left is '%s', not '%s'",
               cases[i].seconds, cases[i].text, left);
  check_control(self, strcmp(cli_left_text(119.0, left), cli_left_text(120.0, (char[CLI_LEFT]){0})) != 0,
                "a second less");
}

/// The output on stderr (or stdout) for a word of `length` letters with a control character in its middle.
static int say_long(size_t length, bool fails, char *text) {
  static const cli_program program = {.name = "trial"};
  static char word[TEXT_LENGTH];
  memset(word, 'a', length);
  word[length / 4] = '\033';
  word[length] = '\0';
  const int descriptor = fails ? STDERR_FILENO : STDOUT_FILENO;
  int code = 0;
  capture file = capture_begin(descriptor);
  if (fails)
    code = cli_fail(&program, 3, "%s", word);
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

void check_group_cli(check_registry *registry);

void check_group_cli(check_registry *registry) {
  check_add(registry, "numbers", "whole and real numbers are read exactly or refused", check_numbers, 0);
  check_add(registry, "values", "every kind of option, words, standard values", check_values, 0);
  check_add(registry, "errors", "each mistake gives one line that names it, and exit 1", check_errors, 0);
  check_add(registry, "nearest", "did you mean", check_nearest, 0);
  check_add(registry, "long", "messages and outputs longer than a line has room for", check_long, 0);
  check_add(registry, "control", "no text of a file drives a terminal or makes a line", check_control_characters, 0);
  check_add(registry, "left", "what is said of the time left", check_left, 0);
  check_add(registry, "help", "--help and --version", check_help, 0);
  check_add(registry, "units", "units, signs, aliases and hints", check_units, 0);
  check_add(registry, "pages", "help of a part, manual pages, completion", check_pages, 0);
  check_cli_words(registry);
  check_cli_seal(registry);
  check_cli_memory(registry);
  check_cli_groups(registry);
  check_cli_lines(registry);
  check_cli_rules(registry);
  check_cli_gradients(registry);
  check_cli_solver_pipe(registry);
  check_sim_clock(registry);
  check_sim_counts(registry);
  check_sim_exports(registry);
  check_sim_gains(registry);
  check_sim_twins(registry);
  check_sim_sayings(registry);
  check_sim_wordings(registry);
  check_sim_needs(registry);
  check_sim_pages(registry);
  check_sim_shots(registry);
  check_sim_sights(registry);
  check_sim_folders(registry);
}
