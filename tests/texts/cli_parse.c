/* Why this file exists: writes what each line of arguments means to a made-up program with one option of each kind, or
 * what is said about its mistake. */
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/cli.h"
#include "texts.h"

enum { MOST_ARGUMENTS = 16 };

/// The longest name that is compared with a misspelt one.
static const char longest[] = "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh";

static const char *candidate(const char *option, int index) {
  static const char *const words[] = {"one", "two"};
  return (!option || strcmp(option, "text") == 0) && index < 2 ? words[index] : NULL;
}

static void write_real(const char *name, double value, double standard) {
  if (value != standard) printf("  %s %.17g\n", name, value);
}

static void write_whole(const char *name, int64_t value, int64_t standard) {
  if (value != standard) printf("  %s %" PRId64 "\n", name, value);
}

/// Parses a line of words that are separated by single spaces. Writes the exit code, or the values that it changes.
/// `with_hours`: an option has the letter of --help.
static void parse(bool with_hours, const char *line) {
  bool flag = false;
  const char *text = NULL, *words[2];
  int64_t count = 7, wide = 0, hours = 25;
  double ratio = NAN, share = 0.75, height = 9000, depth = 0, any = 0, length = 0, weight = 0, period = 0;
  cli_list tags = {0};
  const cli_option options[] = {
      {"flag", 'f', CLI_FLAG, &flag, 0, 0, NULL, "A flag."},
      {"text", 't', CLI_TEXT, &text, 0, 0, "NAME", "A text."},
      {"count", 'n', CLI_INT, &count, 1, 1000000, "N", "A count."},
      {"ratio", 0, CLI_REAL, &ratio, DBL_MIN, INFINITY, "R", "A ratio."},
      {"tag", 0, CLI_LIST, &tags, 0, 0, "TAG", "A tag."},
      {"secret", 0, CLI_LIST, &tags, 0, 0, "TAG", ""},
      {"share", 0, CLI_REAL, &share, DBL_MIN, 0.5, "S", "A share."},
      {"height", 0, CLI_REAL, &height, -INFINITY, 8848, "H", "A height."},
      {"depth", 0, CLI_REAL, &depth, 0, INFINITY, NULL, "A depth."},
      {"any", 0, CLI_REAL, &any, -INFINITY, INFINITY, "X", "Any number."},
      {"wide", 0, CLI_INT, &wide, -9.3e18, 9.3e18, "N", ""},
      {longest, 0, CLI_LIST, &tags, 0, 0, "TAG", ""},
      {"sizes", 0, CLI_TOPIC, NULL, 0, 0, NULL, "What has units"},
      {"length", 0, CLI_REAL, &length, 0, INFINITY, "M", "A length. Of something."},
      {"weight", 0, CLI_REAL, &weight, 0, 100, "KG", "A mass, downwards."},
      {"period", 0, CLI_REAL, &period, 0, INFINITY, "S", "A time."},
      {"hours", 'h', CLI_INT, &hours, 0, 24, "N", "Hours."},
  };
  static const cli_alias aliases[] = {
      {"size", "length", NULL}, {"sizes", "weight", NULL}, {"colour", NULL, "paint it"}, {NULL, NULL, NULL}};
  const cli_program program = {"trial", "[WORD...]", "About the trial.", options, with_hours ? 17 : 16,
                               aliases, candidate};
  static char copy[1024];
  char *arguments[MOST_ARGUMENTS + 2] = {copy};
  int given = 1, word_count = 0;
  heading("trial %s", line);
  snprintf(copy, sizeof copy, "trial%s%s", line[0] ? " " : "", line);
  for (char *space = copy; (space = strchr(space, ' ')) && given <= MOST_ARGUMENTS; arguments[given++] = space)
    *space++ = '\0';
  const int code = cli_parse(&program, given, arguments, words, 2, &word_count);
  if (code != -1) printf("= %d\n", code);
  for (int k = 0; code == -1 && k < word_count; k++) printf("  word %s\n", words[k]);
  for (int k = 0; code == -1 && k < tags.count; k++) printf("  tag %s\n", tags.values[k]);
  free(tags.values);
  if (code != -1) return;
  if (flag) printf("  flag\n");
  if (text) printf("  text %s\n", text);
  write_whole("count", count, 7), write_whole("wide", wide, 0), write_whole("hours", hours, 25);
  if (!isnan(ratio)) printf("  ratio %.17g\n", ratio);
  write_real("share", share, 0.75), write_real("height", height, 9000), write_real("depth", depth, 0);
  write_real("any", any, 0), write_real("length", length, 0), write_real("weight", weight, 0);
  write_real("period", period, 0);
}

static const char *const lines[] = {
    "", "one --count=5 -f --text x=y --tag a --tag=b two",
    // A forgotten value is not taken from the next option. The last value counts. A text may start with a dash.
    "--flag=true --flag=0 -n 1 --count 3 -t --=z", "--flag=true --flag=0 -n 1 --count 3 -t -1",
    // Every number fits where there is no bound. After '=' and '--' dashes mean nothing.
    "--wide -9223372036854775808 --text -fx", "--text=--flag -- --flag",
    // Bounds are inclusive. A dash alone is a word.
    "--ratio 1e-300 --count 1M", "--share 0.5 --height 8848 --depth 0 --any -1e300 --flag=1 -", "-f --flag=false",
    // Mistakes
    "--cuont 3", "--TEXT=3", "--rat=3", "--hepl", "--versoin", "--xyzzyxyzzy", "-z", "-ff", "--count", "--count --flag",
    "--text -f", "--count=", "--count 0", "--count -3", "--count 1000001", "--count 1.5", "--ratio 0", "--ratio -1",
    "--ratio nan", "--share 0.51", "--share 0", "--height 8849", "--depth -1", "--depth", "--any x", "--wide x",
    "--flag=yes", "a b c", "--text=a\nb --count a\nb",
    // Units
    "--length 10cm", "--length=3mm --period 2ms", "--size 2km", "--weight 5g", "--sizes 5kg",
    "--length 1e-3m --weight 2", "--period 1.5min", "--length 10kg", "--length cm", "--length=1e308km", "--ratio 10cm",
    "--weight -5", "--length -5", "--colour red",
    // Help wins over mistakes before it, and is a word after "--".
    "--nonsense --help", "-h", "--version", "-- --help", "--help sizes", "--help --length", "--help size",
    "--help word", "--help=man", "--help=bash", "--help=zsh", "--help=fish", "--help=lenght", "--help=zzzzz"};

static void write_numbers(void) {
  static const char *const texts[] = {"0",
                                      "-12",
                                      "+5",
                                      "007",
                                      "3k",
                                      "2M",
                                      "1G",
                                      "-4k",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "9223372036854775k",
                                      "-9223372036854775k",
                                      "9223372036G",
                                      "",
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
                                      "-9223372036854775809",
                                      "-1.5",
                                      "1e-5",
                                      ".5",
                                      "2.",
                                      "+3E2",
                                      "5e-324",
                                      "inf",
                                      "-inf",
                                      "1e999",
                                      "1e-999",
                                      "0x1p3",
                                      "1,5",
                                      "infinity",
                                      "1.2.3",
                                      "e5",
                                      ".",
                                      "1e"};
  heading("whole and real numbers; 42 stays if there is none");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    int64_t whole = 42;
    double real = 42;
    errno = ERANGE; /* from a number read before */
    const bool is_whole = cli_to_int(texts[i], &whole), is_real = cli_to_real(texts[i], &real);
    printf("'%s': %d %" PRId64 ", %d %.17g\n", texts[i], is_whole, whole, is_real, real);
  }
}

static void write_nearest(void) {
  static const char *const names[] = {"stretching", "hookean", "stvk", "morse", "seq", "omp", "cuda"};
  static const char *const words[] = {"mores",   "Morse", "stretch", "hooke",  "hookaen",  "sqe",    "CUDA",
                                      "opm",     "stv",   "",        "zzz",    "elephant", "morse",  "s",
                                      "se",      "st",    "str",     "strx",   "mxxse",    "mxxxe",  "hxxxean",
                                      "hxxxxan", "cuad",  "stvkk",   "openmp", "GPU",      "spring", "wxyz"};
  static const char *const equal[] = {"aab", "abb", "aab"};
  heading("the nearest of seven names");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *nearest = cli_nearest(words[i], names, 7);
    printf("'%s': %s\n", words[i], nearest ? nearest : "none");
  }
  printf("of no names: %s\n", cli_nearest("mores", names, 0) ? "one" : "none");
  printf("of two that are as near: number %d\n", cli_nearest("abab", equal, 3) == equal[0] ? 0 : 2);
  char word[67], name[67];
  const char *const long_names[] = {name}, *const long_words[] = {word};
  for (int length = 64; length <= 66; length++) { /* longer names are near to none */
    memset(word, 'a', sizeof word), memset(name, 'a', sizeof name);
    word[64] = name[length] = '\0', name[3] = 'b';
    printf("a name of %d letters: %d, a word: %d\n", length, cli_nearest(word, long_names, 1) == name,
           cli_nearest(name, long_words, 1) == word);
  }
}

static void write_left(void) {
  static const double seconds[] = {0, 0.4, 0.6, 59.4, 59.6, 60, 119, 125, 3599.4, 3599.6, 7259, 7260, 864000, 3.6e14};
  char left[CLI_LEFT];
  heading("the time left");
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
    printf("%g s: %s\n", seconds[i], cli_left_text(seconds[i], left));
}

#define TEN(letter) letter letter letter letter letter letter letter letter letter letter

/// Sentences begin in column 30, or in the next line if the option is that long, and end in column 110 at most. A
/// default is shown if it is within the range.
static void write_columns(void) {
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
  const cli_program program = {"trial", "", "", options, (int)(sizeof options / sizeof *options), NULL, NULL};
  char name[] = "trial", help[] = "--help", *arguments[] = {name, help, NULL};
  const char *rest[1];
  int count;
  heading("the lines of a help");
  printf("= %d\n", cli_parse(&program, 2, arguments, rest, 1, &count));
}

void write_cli_lines(void) {
  char line[900];
  write_numbers();
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) parse(false, lines[i]);
  parse(true, "-h 24"), parse(true, "--help");
  memset(line, 'x', sizeof line);
  memcpy(line, "--", 2);
  line[sizeof line - 1] = '\0';
  parse(false, line);
  for (int more = 0; more < 2; more++) { /* the last letter differs, or there is one more */
    snprintf(line, sizeof line, "--%.*sx", more ? 64 : 63, longest);
    parse(false, line);
  }
  write_nearest();
  write_left();
  write_columns();
}
