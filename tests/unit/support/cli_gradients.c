/* Why this file exists: a limit between lost digits and a mistake decides which gradients are wrong. No formula of a
 * test is near it, or has errors in every place that a message can name. Here errors are made up. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/parts.h"
#include "support/cli_formula.h"

/// Two formulas of the list, then files of two, one and one.
enum { COUNT = 6 };
static const xpbd_formula_info infos[COUNT] = {{.name = "built"}, {.name = "in"},  {.name = "one"},
                                               {.name = "two"},   {.name = "red"}, {.name = "blue"}};
static const xpbd_formula_file made_files[] = {{.path = "pair.h", .first = 2, .count = 2},
                                               {.path = "red.h", .first = 4, .count = 1},
                                               {.path = "blue.h", .first = 5, .count = 1}};

static int made_count(void) {
  return COUNT;
}

static const xpbd_formula_info *made_info(int index) {
  return &infos[index];
}

static const xpbd_formula_file *made_file(int index) {
  for (size_t k = 0; k < sizeof made_files / sizeof *made_files; k++)
    if (index >= made_files[k].first && index < made_files[k].first + made_files[k].count) return &made_files[k];
  return NULL;
}

static const cli_formula_list made_list = {made_count, made_info, made_file};

/* 1e-6 in double, and 1e-3 in float unless the entry says that digits may be lost. */
static void limits(check *self, int argument) {
  static const struct {
    unsigned traits;
    double error, single_error;
    bool wrong, single;
  } known[] = {{XPBD_PLAIN, 0.9e-6, 0.0, false, true}, {XPBD_PLAIN, 1e-6, 1e-3, false, true}, /* at most */
               {XPBD_PLAIN, 1.1e-6, 0.0, true, false}, {XPBD_SINGULAR | XPBD_LITERAL, 1.1e-6, 0.0, true, false},
               {XPBD_PLAIN, 0.0, 0.9e-3, false, true}, {XPBD_PLAIN, 0.0, 1.1e-3, true, true},
               {XPBD_KINKED, 0.0, 1.1e-3, true, true}, {XPBD_SINGULAR, 0.0, 0.5, false, true},
               {XPBD_LITERAL, 0.0, 0.5, false, true},  {XPBD_PLAIN, INFINITY, 0.0, true, false}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const xpbd_formula_info info = {.traits = known[i].traits};
    const xpbd_gradient_error found = {.error = known[i].error, .single_error = known[i].single_error};
    bool single = !known[i].single;
    check_true(self, cli_gradient_errs(&info, &found, &single) == known[i].wrong && single == known[i].single,
               "traits 0x%x, %g in double, %g in float", known[i].traits, known[i].error, known[i].single_error);
  }
  const xpbd_formula_info info = {.traits = XPBD_PLAIN};
  const xpbd_gradient_error found = {.error = 1.0};
  bool single = true;
  check_control(self, cli_gradient_errs(&info, &found, &single) && !single, "a gradient of nothing");
}

static void places(check *self, int argument) {
  static const xpbd_formula_info info = {.material_count = 2, .material = {{.name = "k"}, {.name = "nu"}}};
  static const struct {
    int particle, number;
    double value, stretch;
    const char *whose, *said;
  } known[] = {{0, -1, 0.0, 0.0, "", " at particle x[0]"},
               {3, 0, 2.5, 0.0, "", " at particle x[3] with k = 2.5"},
               {2, 1, 0.25, 0.0625, ", in a scene",
                " at particle x[2] with nu = 0.25 far from rest, where x0 x1 is 0.0625 times as long, in a scene"},
               {1, -1, 9.0, 12.0, "", " at particle x[1] far from rest, where x0 x1 is 12 times as long"}};
  char said[200];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const xpbd_gradient_error found = {
        .particle = known[i].particle, .number = known[i].number, .value = known[i].value, .stretch = known[i].stretch};
    cli_gradient_place(&info, &found, known[i].whose, said, sizeof said);
    check_true(self, strcmp(said, known[i].said) == 0, "'%s', not '%s'", said, known[i].said);
  }
  check_control(self, strcmp(said, known[0].said) != 0, "another place");
}

static bool is_used(void *of, const char *name) {
  return cli_spec_has(of, name);
}

static void unused(check *self, int argument) {
  static const struct {
    const char *used;
    int first[4]; ///< Files of which no formula is used; 0 ends the list.
  } known[] = {{"", {2, 4, 5}},     {"built+in", {2, 4, 5}}, {"one", {4, 5}},
               {"two+red", {5}},    {"red", {2, 5}},         {"blue", {2, 4}},
               {"one+two", {4, 5}}, {"two+red+blue", {0}},   {"one:k=1+blue+red", {0}}};
  int wrong = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char used[32];
    int from = 0, at = 0;
    snprintf(used, sizeof used, "%s", known[i].used);
    for (const xpbd_formula_file *file;
         at < 4 && (file = cli_formulas_unused_in(&made_list, &from, is_used, used)) != NULL; at++)
      check_same(self, (uint64_t)file->first, (uint64_t)known[i].first[at], "'%s': unused file %d", known[i].used, at);
    check_same(self, (uint64_t)known[i].first[at < 4 ? at : 3], 0, "'%s': no more than %d", known[i].used, at);
    wrong += at != 3;
  }
  check_control(self, wrong > 5, "three of each: %d", wrong);
}

void check_cli_gradients(check_registry *registry) {
  check_add(registry, "gradient-limits", "which gradients are wrong", limits, 0);
  check_add(registry, "gradient-places", "where a message says that one is wrong", places, 0);
  check_add(registry, "unused", "files whose formulas nothing uses", unused, 0);
}
