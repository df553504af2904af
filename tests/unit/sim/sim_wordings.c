/* Why this file exists: no option and no list of today shows how many names a message lists, or how JSON writes a
 * quote. Names and texts are made up here. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "sim/engine/sim_names.h"
#include "sim/sim_list.h"
#include "sim_checks.h"

enum { SAID = 1024 };

static const cli_program trial = {.name = "trial"};

/// The message about an unknown word with so many names, n00, n01 and so on.
static void unknown(int count, char said[SAID]) {
  static char text[20][16];
  sim_names known = {0};
  for (int i = 0; i < count; i++) {
    snprintf(text[i], sizeof text[i], "n%02d", i);
    sim_names_add(&known, text[i]);
  }
  capture file = capture_begin(STDERR_FILENO);
  sim_names_fail(&trial, "thing", "zzzzzzzz", &known);
  capture_end(&file, said, SAID);
}

static const char *letter(int place) {
  static const char *const words[] = {"a", "b", "c"};
  return place >= 0 && place < 3 ? words[place] : NULL;
}

static void names(check *self, int argument) {
  char said[SAID];
  unknown(16, said);
  check_true(self,
             strcmp(said, "trial: unknown thing 'zzzzzzzz'; known: n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, "
                          "n10, n11, n12, n13, n14, n15\n") == 0,
             "of sixteen all are listed: %s", said);
  unknown(17, said);
  check_true(self, strcmp(said, "trial: unknown thing 'zzzzzzzz'; --list shows the known ones\n") == 0,
             "of seventeen none: %s", said);
  unknown(1, said);
  check_control(self, strcmp(said, "trial: unknown thing 'zzzzzzzz'; known: n00, \n") != 0, "a comma behind the last");
  sim_names many = {0};
  for (int i = 0; i < SIM_MOST_NAMES + 3; i++) sim_names_add(&many, i == SIM_MOST_NAMES - 1 ? "last" : "other");
  check_same(self, (uint64_t)many.count, SIM_MOST_NAMES, "names that there is room for");
  check_same(self, (uint64_t)sim_names_find(&many, "last"), SIM_MOST_NAMES - 1, "place of the last");
  check_same(self, (uint64_t)sim_choose(&trial, "word", "c", 1, letter), 2, "places are counted from the first word");
  capture file = capture_begin(STDERR_FILENO);
  const int place = sim_choose(&trial, "word", "a", 1, letter);
  capture_end(&file, said, SAID);
  check_true(self, place == -1 && strcmp(said, "trial: unknown word 'a'; did you mean 'b'?\n") == 0,
             "what stands before the first is none of them: %s", said);
}

static void json(check *self, int argument) {
  static const struct {
    const char *text, *said;
  } known[] = {{"", "\"\""},
               {"plain 1/2", "\"plain 1/2\""},
               {"a\"b", "\"a\\\"b\""},
               {"a\\b", "\"a\\\\b\""},
               {"\n\t\x1f", "\"\\u000a\\u0009\\u001f\""},
               {" !#[]~\x7f", "\" !#[]~\x7f\""},
               {"\xc3\xa9", "\"\xc3\xa9\""}};
  char said[SAID];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    capture file = capture_begin(STDOUT_FILENO);
    sim_json_text(known[i].text);
    capture_end(&file, said, SAID);
    check_true(self, strcmp(said, known[i].said) == 0, "text %zu: %s, not %s", i, said, known[i].said);
  }
  check_control(self, strcmp(said, known[0].said) != 0, "another text");
  capture file = capture_begin(STDOUT_FILENO);
  sim_json_field("{", "a", "b\"");
  sim_json_number(", ", "c", 0.1);
  sim_json_number(", ", "d", -INFINITY);
  sim_json_number(", ", "e", NAN);
  capture_end(&file, said, SAID);
  check_true(self, strcmp(said, "{\"a\": \"b\\\"\", \"c\": 0.1, \"d\": null, \"e\": null") == 0, "fields: %s", said);
}

void check_sim_wordings(check_registry *registry) {
  check_add(registry, "sim-names", "how many names a message lists", names, 0);
  check_add(registry, "sim-json", "texts and numbers as JSON", json, 0);
}
