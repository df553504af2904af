/* Why this file exists: a journal is read back after anything may have happened to it. JSON comes back as it was
 * written. Anything else is refused, even if the journal is cut at any byte. */
#include <math.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "harness_subject.h"
#include "harness/store/journal.h"
#include "unit/parts.h"
#include "support/json.h"
#include "base/json.h"

static const double numbers[] = {
    0.0, -1.5, 1e-300, 4.9e-324, 1.7976931348623157e308, 0.1, 1.0 / 3.0, 9007199254740991.0};
static const char strange[] = "a \"quote\", a \\, a tab\t, a line\nbreak, \x01 and \x7f, caf\xc3\xa9, \xe2\x82\xac";
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/// A line with everything that the writer can write; the caller frees it.
static char *make_line(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  json_writer json = {.stream = stream, .flat = true};
  json_open(&json, NULL, '{');
  json_text(&json, "text", strange);
  json_nothing(&json, "nothing");
  json_bool(&json, "yes", true);
  json_open(&json, "numbers", '[');
  for (int i = 0; i < NUMBERS; i++) json_number(&json, NULL, numbers[i]);
  json_close(&json, ']');
  json_open(&json, "empty", '{');
  json_close(&json, '}');
  json_whole(&json, "last", -7);
  json_close(&json, '}');
  fclose(stream);
  return text;
}

static void written_is_read(check *self, int argument) {
  char *text = make_line();
  OWNED(xpbd_json_document_free) xpbd_json_document document = {0};
  check_true(self, xpbd_json_read(text, &document), "the line is read");
  const xpbd_json_node *root = document.nodes;
  const char *back = xpbd_json_text_at(&document, root, "text");
  check_true(self, back && strcmp(back, strange) == 0, "a text comes back: %s", back ? back : "none");
  int count = 0;
  const xpbd_json_node *item = xpbd_json_first(&document, xpbd_json_member(&document, root, "numbers"));
  for (; item && count < NUMBERS; item = xpbd_json_after(&document, item), count++)
    check_true(self, item->number >= numbers[count] && item->number <= numbers[count], "%.17g comes back",
               numbers[count]);
  check_same(self, (uint64_t)count, NUMBERS, "numbers");
  check_true(self, xpbd_json_true_at(&document, root, "yes") && !xpbd_json_true_at(&document, root, "nothing"),
             "true is true");
  check_true(self, isnan(xpbd_json_number_at(&document, root, "text")), "a text is no number");
  check_true(self, !xpbd_json_member(&document, root, "other"), "what is not there is not found");
  check_between(self, xpbd_json_number_at(&document, root, "last"), -7.0, -7.0, "the member behind an empty object");
  check_control(self, !xpbd_json_text_at(&document, root, "last"), "a number is no text");
  free(text);
}

/// Whether a copy of the first `length` bytes is read.
static bool reads(const char *text, size_t length) {
  OWNED(xpbd_json_document_free) xpbd_json_document document = {0};
  OWNED(check_free) char *copy = calloc(length + 1, 1);
  memcpy(copy, text, length);
  const bool read = xpbd_json_read(copy, &document);
  return read;
}

static void broken_is_refused(check *self, int argument) {
  static const char *const bad[] = {
      "",       "{",      "}",      "{\"a\"}", "{\"a\":}", "{\"a\": 1,}", "[1 2]",
      "[1,]",   "nul",    "1e999",  "0x10",    "\"\\x\"",  "\"\\u12\"",   "\"\\ud800\"",
      "\"\n\"", "{1: 2}", "[1] []", "--1",     "nan",      "'a'",         "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    check_true(self, !reads(bad[i], strlen(bad[i])), "refused: %s", bad[i]);
  char *text = make_line();
  const size_t whole = strlen(text) - 1; // without the line break
  size_t taken = 0;
  for (size_t length = 0; length < whole; length++) taken += reads(text, length);
  check_same(self, taken, 0, "beginnings of a line that are taken for one");
  check_control(self, reads(text, whole), "the whole line is read");
  free(text);
}

/// JSON from other programs: characters by their numbers, some by letters, brackets within brackets.
static void foreign_json(check *self, int argument) {
  static const struct {
    const char *text, *wanted; ///< NULL: refused.
  } known[] = {{"\"\\u0041\\u007f\"", "A\x7f"},
               {"\"\\u0080\\u00bf\"", "\xc2\x80\xc2\xbf"},
               {"\"\\u00C0\\u00e9\\u00ff\"", "\xc3\x80\xc3\xa9\xc3\xbf"},
               {"\"\\u0001\"", "\x01"},
               {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
               {"\"\\u0000\"", NULL},
               {"\"\\u0100\\u20ac\"", "\xc4\x80\xe2\x82\xac"},
               {"\"\\udbff\"", NULL},
               {"\"\\u004\"", NULL},
               {"\"\\u004g\"", NULL},
               {"\"\\a\"", NULL}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    OWNED(xpbd_json_document_free) xpbd_json_document document = {0};
    OWNED(check_free) char *copy = strdup(known[k].text);
    const bool good = xpbd_json_read(copy, &document);
    check_true(self, good == (known[k].wanted != NULL), "%s is taken, or not", known[k].text);
    if (good && known[k].wanted)
      check_true(self, document.nodes[0].text && strcmp(document.nodes[0].text, known[k].wanted) == 0, "%s is '%s'",
                 known[k].text, document.nodes[0].text);
  }
  for (int depth = 15; depth <= 17; depth++) {
    char brackets[64] = "";
    memset(brackets, '[', (size_t)depth);
    memset(brackets + depth, ']', (size_t)depth);
    if (depth <= 16)
      check_true(self, reads(brackets, strlen(brackets)), "%d brackets", depth);
    else
      check_control(self, !reads(brackets, strlen(brackets)), "one more than are read");
  }
  char number[32];
  check_true(self, strcmp(json_shortest(9.95, number), "9.95") == 0, "the shortest text: %s", number);
  check_true(self, strcmp(json_shortest(4.9406564584124654e-324, number), "4.94065645841247e-324") == 0, "least: %s",
             number);
}

/// A text as the writer writes it, read back; the caller frees it.
static char *written_text(const char *text) {
  OWNED(check_free) char *line = NULL;
  size_t size = 0;
  json_writer json = {.stream = open_memstream(&line, &size), .flat = true};
  OWNED(xpbd_json_document_free) xpbd_json_document document = {0};
  json_open(&json, NULL, '{');
  json_text(&json, "text", text);
  json_close(&json, '}');
  fclose(json.stream);
  const char *back = xpbd_json_read(line, &document) ? xpbd_json_text_at(&document, document.nodes, "text") : NULL;
  char *out = strdup(back ? back : "not read");
  return out;
}

/* The smallest and largest sequence of each length, and their neighbours. A byte that is not UTF-8 would make a file
 * that no JSON reader accepts. */
static void only_utf8(check *self, int argument) {
  static const char *const good[] = {
      "\x7f",         "\xc2\x80",     "\xdf\xbf",         "\xe0\xa0\x80",     "\xed\x9f\xbf",
      "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf1\x80\x80\x80", "\xf4\x8f\xbf\xbf"};
  static const char *const bad[] = {"\x80",
                                    "\xbf",
                                    "\xc0\x80",
                                    "\xc1\xbf",
                                    "\xc2",
                                    "\xc2"
                                    "A",
                                    "\xdf\xc0",
                                    "\xe0\x9f\xbf",
                                    "\xe1\x80",
                                    "\xe1\x80"
                                    "A",
                                    "\xed\xa0\x80",
                                    "\xed\xbf\xbf",
                                    "\xf0\x8f\xbf\xbf",
                                    "\xf0\x90\x80",
                                    "\xf4\x90\x80\x80",
                                    "\xf5\x80\x80\x80",
                                    "\xff"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    char *back = written_text(good[i]);
    check_true(self, strcmp(back, good[i]) == 0, "good[%zu] comes back: %s", i, back);
    free(back);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char *back = written_text(bad[i]);
    check_true(self, strncmp(back, "\xef\xbf\xbd", 3) == 0, "the first byte of bad[%zu] is replaced: %s", i, back);
    free(back);
  }
  char *back = written_text("a\xff"
                            "b\xc3\xa9");
  check_true(self,
             strcmp(back, "a\xef\xbf\xbd"
                          "b\xc3\xa9") == 0,
             "what is around it stays: %s", back);
  check_control(self,
                strcmp(back, "a\xff"
                             "b\xc3\xa9") != 0,
                "the byte itself");
  free(back);
}

/// Whether the file has grown, and nothing waits to be written.
static bool handed_over(const bench_journal *journal, off_t *size) {
  struct stat file;
  const bool is =
      __fpending(journal->stream) == 0 && fstat(fileno(journal->stream), &file) == 0 && file.st_size > *size;
  *size = is ? file.st_size : *size;
  return is;
}

static void lines_are_handed_over(check *self, int argument) {
  char *folder = folder_make(self);
  OWNED(end_trial) trial t = {0};
  bench_journal journal;
  off_t size = 0;
  fake = (fake_behaviour){.mean = 1e-3, .random = 5};
  run_single(&t);
  check_true(self,
             bench_journal_open(&journal, folder_path(folder, "journal"), &t.plan) == 0 &&
                 t.run.results[0].outcome == BENCH_VALID,
             "a run has a journal");
  const bench_environment env = {0};
  const bench_report report = {.run = &t.run, .env = &env};
  bench_journal_head(&journal, &report);
  check_true(self, handed_over(&journal, &size), "the first line");
  bench_journal_episode(&journal, &t.run, 0);
  check_true(self, handed_over(&journal, &size), "an episode");
  bench_journal_ended(&journal, &t.run, 0);
  check_true(self, handed_over(&journal, &size), "a point");
  bench_journal_resumed(&journal, &t.run, "now");
  check_true(self, handed_over(&journal, &size), "going on");
  fputs("half a line", journal.stream);
  check_control(self, !handed_over(&journal, &size), "what stays with the process");
  check_same(self, (uint64_t)bench_journal_close(&journal), 0, "closed");
}

/// The members of a line, separated by blanks; read at once.
static void members(const xpbd_json_document *line, char *out, size_t capacity) {
  size_t used = 0;
  *out = '\0';
  for (const xpbd_json_node *m = xpbd_json_first(line, line->nodes); m && used < capacity; m = xpbd_json_after(line, m))
    used += (size_t)snprintf(out + used, capacity - used, "%s%s", used ? " " : "", m->key ? m->key : "?");
}

/* People and other programs read journals, too: FORMAT.md section 3, member by member. */
static void lines_hold(check *self, int argument) {
  static const char *const wanted[] = {
      "xb journal plan seed shard started here argv points sum",
      "point episode frames_per_sample cpu_s state_hash at_s spent_s timed_s stalled_s switches samples_s sum",
      "at_s ended sum", "resumed sum"};
  enum { LINES = sizeof wanted / sizeof *wanted };
  OWNED(end_trial) trial t = {0};
  char *text = NULL, *words[] = {(char *)"xpbd-bench", (char *)"fake"}, found[512];
  size_t size = 0;
  fake = (fake_behaviour){.mean = 1e-3, .random = 5};
  run_single(&t);
  t.settings.argc = 2, t.settings.argv = words;
  memset(t.plan.points[0].name, 'n', sizeof t.plan.points[0].name - 1); // as long as a name may be
  int episodes = 0;
  bench_outcome ended = BENCH_PENDING;
  bench_journal journal = {.stream = open_memstream(&text, &size), .episodes = &episodes, .ended = &ended};
  const bench_environment env = {0};
  const bench_report report = {.run = &t.run, .env = &env, .started = "then"};
  t.run.started = t.run.clock.now(t.run.clock.self) - 3.0; // the clock stands still meanwhile
  bench_journal_head(&journal, &report);
  bench_journal_ended(&journal, &t.run, 0);
  bench_journal_resumed(&journal, &t.run, "now");
  fclose(journal.stream);
  xpbd_json_document lines[LINES] = {{0}};
  char *at = text;
  for (int k = 0; k < LINES; k++) {
    char *end = strchr(at, '\n');
    if (!check_true(self, end != NULL, "line %d", k)) break;
    *end = '\0';
    check_true(self, xpbd_json_read(at, &lines[k]), "line %d is read", k);
    members(&lines[k], found, sizeof found);
    check_true(self, strcmp(found, wanted[k]) == 0, "members of line %d: %s", k, found);
    at = end + 1;
  }
  const xpbd_json_node *head = lines[0].nodes, *episode = lines[1].nodes;
  check_between(self, xpbd_json_number_at(&lines[0], head, "seed"), 7, 7, "the seed of a trial");
  check_true(self, strcmp(xpbd_json_text_at(&lines[0], head, "started"), "then") == 0, "when it was started");
  const xpbd_json_node *word = xpbd_json_first(&lines[0], xpbd_json_member(&lines[0], head, "argv"));
  check_true(self, word && strcmp(word->text, "xpbd-bench") == 0, "the program");
  word = word ? xpbd_json_after(&lines[0], word) : NULL;
  check_true(self, word && strcmp(word->text, "fake") == 0 && !xpbd_json_after(&lines[0], word), "its argument");
  char name[BENCH_TEXT + 32];
  memset(name, 'n', BENCH_TEXT - 1);
  snprintf(name + BENCH_TEXT - 1, sizeof name - BENCH_TEXT + 1, " %d+%d", (int)t.plan.points[0].warm,
           (int)t.plan.points[0].frames);
  const xpbd_json_node *planned = xpbd_json_first(&lines[0], xpbd_json_member(&lines[0], head, "points"));
  check_true(self, planned && strcmp(planned->text, name) == 0 && !xpbd_json_after(&lines[0], planned), "its point: %s",
             planned ? planned->text : "none");
  const bench_result *result = &t.run.results[0];
  const double number = xpbd_json_number_at(&lines[1], episode, "episode");
  check_between(self, number, result->episodes - 1, result->episodes - 1, "the last episode, from 0");
  check_between(self, xpbd_json_number_at(&lines[1], episode, "at_s"), 3.0 - 1e-9, 3.0 + 1e-9,
                "seconds since the start");
  check_between(self, xpbd_json_number_at(&lines[2], lines[2].nodes, "at_s"), 3.0 - 1e-9, 3.0 + 1e-9,
                "of the end, too");
  check_true(self, strcmp(xpbd_json_text_at(&lines[3], lines[3].nodes, "resumed"), "now") == 0, "when it went on");
  check_true(self, *at == '\0', "and no other line");
  check_control(self, strcmp(found, wanted[0]) != 0, "members of another line");
  for (int k = 0; k < LINES; k++) xpbd_json_document_free(&lines[k]);
  free(text);
}

void check_group_journal(check_registry *registry) {
  check_add(registry, "written is read", "texts, numbers and structure come back", written_is_read, 0);
  check_add(registry, "broken is refused", "what is no JSON, and a line cut off anywhere", broken_is_refused, 0);
  check_add(registry, "foreign", "escapes and brackets that this program does not write", foreign_json, 0);
  check_add(registry, "only UTF-8", "each length at its ends, overlong forms, surrogates", only_utf8, 0);
  check_add(registry, "handed over", "each line is in the file when it was written", lines_are_handed_over, 0);
  check_add(registry, "members", "of each line, as FORMAT.md has them", lines_hold, 0);
  check_journal_past(registry);
}
