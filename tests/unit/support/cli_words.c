/* Why this file exists: lists, pages and messages of all programs take their words about formulas and their memory
 * estimates from one place. No program prints its answers for missing words, room or numbers, so these are tested
 * here. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/parts.h"
#include "support/cli_formula.h"
#include "support/formula_words.h"
#include "support/memory_need.h"

static void traits(check *self, int argument) {
  static const struct {
    unsigned traits;
    size_t capacity;
    const char *text;
  } known[] = {
      {0, 128, "plain"},
      {XPBD_TURNING, 128, "turning"},
      {XPBD_TURNING | XPBD_SUMMED, 128, "turning, summed"},
      {XPBD_MODULI | XPBD_DERIVED | XPBD_KINKED, 128, "kinked, moduli, derived"},
      {XPBD_SINGULAR | XPBD_LITERAL | XPBD_ENERGY | XPBD_PRELOADED, 128, "singular, literal, energy, preloaded"},
      {1u << 31, 128, "0x80000000"},
      {1u << 31 | 1u << 30 | XPBD_SUMMED, 128, "summed, 0xc0000000"},
      {XPBD_TURNING | XPBD_SUMMED | XPBD_MODULI, 16, "turning, summed"},
      {XPBD_TURNING | XPBD_SUMMED | XPBD_MODULI, 15, "turning, summe"},
      {XPBD_TURNING | XPBD_SUMMED, 8, "turning"},
      {XPBD_TURNING | 1u << 31, 8, "turning"},
      {XPBD_TURNING | 1u << 31, 7, "turnin"},
      {0, 3, "pl"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char text[129];
    memset(text, '!', sizeof text);
    check_true(self, formula_traits_text(known[i].traits, text, known[i].capacity) == text, "where it was to be");
    check_true(self, strcmp(text, known[i].text) == 0, "traits 0x%x: '%s', not '%s'", known[i].traits, known[i].text,
               text);
    check_true(self, text[known[i].capacity] == '!', "and not beyond its end");
  }
  unsigned bit = 0, all = 0;
  const char *about = NULL;
  for (int i = 0; i < FORMULA_TRAITS; i++) {
    const char *word = formula_trait_word(i, &bit, &about);
    char text[128];
    check_true(self, word && about && strcmp(formula_traits_text(bit, text, sizeof text), word) == 0, "trait %d", i);
    check_same(self, all & bit, 0, "a bit that had a word");
    all |= bit;
  }
  check_true(self, !formula_trait_word(-1, &bit, &about) && !formula_trait_word(FORMULA_TRAITS, &bit, &about),
             "no more");
  for (int e = 0; e < XPBD_ELEMENTS; e++)
    for (int other = 0; other < e; other++)
      check_true(self,
                 strcmp(formula_element_word((xpbd_element)e), formula_element_word((xpbd_element)other)) != 0 &&
                     strcmp(formula_element_about((xpbd_element)e), formula_element_about((xpbd_element)other)) != 0,
                 "elements %d and %d", e, other);
  check_true(self,
             strcmp(formula_element_word((xpbd_element)XPBD_ELEMENTS), "unknown") == 0 &&
                 strcmp(formula_element_about((xpbd_element)XPBD_ELEMENTS), "unknown") == 0,
             "an element beyond the last");
  char text[128];
  check_control(self, strcmp(formula_traits_text(XPBD_SUMMED, text, sizeof text), "turning") != 0, "another trait");
}

static void numbers(check *self, int argument) {
  static const struct {
    double value;
    const char *text;
  } known[] = {{0.0, "0"},
               {0.1, "0.1"},
               {1e-5, "1e-05"},
               {1.0 / 3.0, "0.3333333333333333"},
               {1234567.0, "1234567"},
               {1e300, "1e+300"},
               {-2.5, "-2.5"},
               {INFINITY, "inf"},
               {0.1 + 0.2, "0.30000000000000004"},
               {123456.0, "123456"},
               {1e6, "1e+06"},
               {5e-324, "4.94066e-324"}};
  char text[32];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_true(self, strcmp(formula_number_text(known[i].value, text), known[i].text) == 0, "%.17g: '%s', not '%s'",
               known[i].value, known[i].text, text);
  check_control(self,
                strcmp(formula_number_text(0.1, text), formula_number_text(0.1 + DBL_EPSILON, (char[32]){0})) != 0,
                "the last digit");
}

static void specifications(check *self, int argument) {
  static const struct {
    const char *spec, *name;
    bool has;
  } known[] = {{"morse", "morse", true},
               {"morse:k=1", "morse", true},
               {"sbd+morse", "morse", true},
               {"sbd+morse+dihedral", "morse", true},
               {"morse+sbd", "morse", true},
               {"xmorse", "morse", false},
               {"morsex", "morse", false},
               {"morse_tet+sbd", "morse", false},
               {"morsemorse+morse", "morse", true},
               {"sbd:k=morse", "morse", false},
               {"mors", "morse", false},
               {"", "morse", false},
               {NULL, "morse", false},
               {"morse_tet+morse:k=2", "morse", true}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_true(self, cli_spec_has(known[i].spec, known[i].name) == known[i].has, "'%s' in '%s'", known[i].name,
               known[i].spec ? known[i].spec : "nothing");
  check_control(self, !cli_spec_has("hookean", "morse"), "another formula");
}

/* 160 bytes a particle. A constraint takes 72, 16 for each particle, 12 for each number at rest, and three tenths more
 * in double. */
static void memory(check *self, int argument) {
  const xpbd_formula_info spring = {.arity = 2, .rest_count = 1}, body = {.arity = 4, .rest_count = 10},
                          bare = {.arity = 1};
  check_same(self, (uint64_t)memory_of_particles(1000, false), 160000, "bytes of 1000 particles");
  check_same(self, (uint64_t)memory_of_particles(1000, true), 208000, "in double");
  check_same(self, (uint64_t)memory_of_constraints(10, &spring, false), 1160, "of 10 springs");
  check_same(self, (uint64_t)memory_of_constraints(10, &spring, true), 1508, "in double");
  check_same(self, (uint64_t)memory_of_constraints(1000000000, &body, false), 256000000000,
             "of a thousand million of four");
  check_same(self, (uint64_t)memory_of_constraints(3, &bare, false), 264, "of three of one");
  check_same(self, (uint64_t)memory_of_constraints(10, NULL, false), 2000, "of 10 unknown ones");
  check_control(self, memory_of_constraints(10, &spring, false) != memory_of_constraints(10, &body, false),
                "other formulas");
}

void check_cli_words(check_registry *registry) {
  check_add(registry, "traits", "words of what formulas are and stand on", traits, 0);
  check_add(registry, "numbers-shown", "numbers as lists show them", numbers, 0);
  check_add(registry, "specifications", "which formulas a specification names", specifications, 0);
  check_add(registry, "memory", "what particles and constraints are expected to take", memory, 0);
}
