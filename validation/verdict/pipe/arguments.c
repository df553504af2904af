/* Why this file exists: the options of a pipe say what the entry of a file would say: element, unit, material, traits. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "pipe.h"
#include "support/formula_words.h"

enum { NAME = 32 };

#define TRAITS "energy, kinked, preloaded, turning, literal, singular, moduli, metres, flat_rest"

void pipe_options(pipe_arguments *arguments, cli_option options[PIPE_OPTIONS]) {
  options[0] =
      cli_text_option("pipe", &arguments->command, "COMMAND",
                      "Judge a function in any language: COMMAND reads shapes and answers C and its gradient, one "
                      "line of JSON each (docs/guide/pipe.md). It runs with your rights.");
  options[1] =
      cli_text_option("on", &arguments->element, "ELEMENT", "With --pipe: edge, opposite, triangle, hinge or tet.");
  options[2] =
      cli_text_option("unit", &arguments->unit, "UNIT", "With --pipe: the unit of C, e.g. m. Default: 1 (no unit).");
  options[3] =
      cli_text_option("material", &arguments->material, "LIST",
                      "With --pipe: its numbers as NAME=USUAL:LEAST:MOST or NAME[UNIT]=..., separated by commas.");
  options[4] = cli_text_option("traits", &arguments->traits, "LIST", "With --pipe: " TRAITS ".");
}

static bool take_element(xpbd_formula_info *info, const char *word, char *reason, size_t capacity) {
  static const struct {
    const char *word;
    xpbd_element element;
    int particles;
  } elements[] = {{"edge", XPBD_ON_EDGES, 2},
                  {"opposite", XPBD_ON_OPPOSITES, 2},
                  {"triangle", XPBD_ON_TRIANGLES, 3},
                  {"hinge", XPBD_ON_HINGES, 4},
                  {"tet", XPBD_ON_TETS, 4}};
  for (size_t i = 0; i < sizeof elements / sizeof *elements && word; i++)
    if (strcmp(elements[i].word, word) == 0) {
      info->element = elements[i].element, info->arity = elements[i].particles;
      info->rest_count = 3 * (info->arity - 1);
      return true;
    }
  snprintf(reason, capacity,
           word ? "--on: '%.40s' is not an element: use edge, opposite, triangle, hinge or tet"
                : "--pipe needs --on ELEMENT%.0s: edge, opposite, triangle, hinge or tet",
           word ? word : "");
  return false;
}

/// One number of the material, "k=1:0.1:10" or "k[N/m]=1:0.1:10". `words` keep its name and unit.
static bool take_number(xpbd_material *out, const char *text, size_t length, char words[2][NAME]) {
  char part[120], rest[2];
  if (length >= sizeof part) return false;
  snprintf(part, sizeof part, "%.*s", (int)length, text);
  char *values = strchr(part, '=');
  if (!values) return false;
  *values++ = '\0';
  snprintf(words[1], NAME, "1");
  int name = 0, unit = 0; /* where each ends */
  sscanf(part, " %31[A-Za-z0-9_]%n[%31[^]]]%n", words[0], &name, words[1], &unit);
  const int end = unit > 0 ? unit : name;
  *out = (xpbd_material){.name = words[0], .unit = words[1]};
  return end > 0 && part[end] == '\0' &&
         sscanf(values, "%lf:%lf:%lf%1s", &out->standard, &out->minimum, &out->maximum, rest) == 3 &&
         isfinite(out->maximum - out->minimum) && out->minimum <= out->standard && out->standard <= out->maximum;
}

static bool take_material(xpbd_formula_info *info, const char *list, char *reason, size_t capacity) {
  static char words[XPBD_MAX_MATERIAL][2][NAME];
  for (const char *at = list; at && *at;) {
    const size_t length = strcspn(at, ",");
    if (info->material_count == XPBD_MAX_MATERIAL) {
      snprintf(reason, capacity, "--material: a formula has at most %d numbers", XPBD_MAX_MATERIAL);
      return false;
    }
    if (!take_number(&info->material[info->material_count], at, length, words[info->material_count])) {
      snprintf(reason, capacity,
               "--material: '%.*s' is not NAME=USUAL:LEAST:MOST or NAME[UNIT]=USUAL:LEAST:MOST, with LEAST <= USUAL <= "
               "MOST, as in k=1:0.1:10",
               length < 80 ? (int)length : 80, at);
      return false;
    }
    info->material_count++;
    at += length + (at[length] == ',');
  }
  return true;
}

/// "energy", and "XPBD_ENERGY" as messages write it. 0 = not a trait of a pipe.
static unsigned trait_of(const char *word, size_t length) {
  unsigned bit;
  const char *about, *known;
  char lower[24] = "";
  const size_t prefix = length > 5 && strncmp(word, "XPBD_", 5) == 0 ? 5 : 0;
  for (size_t i = 0; i + prefix < length && i + 1 < sizeof lower; i++)
    lower[i] = (char)tolower((unsigned char)word[i + prefix]);
  if (strcmp(lower, "flat_rest") == 0) return XPBD_FLAT_REST;
  for (int i = 0; (known = formula_trait_word(i, &bit, &about)) != NULL; i++)
    if (strcmp(known, lower) == 0 && bit != XPBD_SUMMED && bit != XPBD_NODAL && bit != XPBD_DERIVED &&
        bit != XPBD_ROWS_ALIKE && bit != XPBD_COUPLED) /* a pipe has one row */
      return bit;
  return 0;
}

static bool take_traits(xpbd_formula_info *info, const char *list, char *reason, size_t capacity) {
  for (const char *at = list; at && *at;) {
    at += strspn(at, ", |");
    const size_t length = strcspn(at, ", |");
    const unsigned bit = trait_of(at, length);
    const bool plain = length == 10 && strncmp(at, "XPBD_PLAIN", 10) == 0;
    if (length > 0 && bit == 0 && !plain) {
      snprintf(reason, capacity, "--traits: '%.*s' is none of " TRAITS, length < 40 ? (int)length : 40, at);
      return false;
    }
    info->traits |= bit;
    at += length;
  }
  return true;
}

bool pipe_describe(const pipe_arguments *a, const char *name, xpbd_formula_info *info, char *reason, size_t capacity) {
  *info = (xpbd_formula_info){.name = name ? name : "pipe",
                              .about = "a function in another language",
                              .source = "--pipe",
                              .unit = a->unit ? a->unit : "1",
                              .rows = 1};
  if (!report_is_name(info->name)) {
    snprintf(reason, capacity, "'%.60s' is not a valid formula name: use up to %d lower-case letters, digits and _",
             info->name, XPBD_FILE_NAME - 1);
    return false;
  }
  return take_element(info, a->element, reason, capacity) && take_material(info, a->material, reason, capacity) &&
         take_traits(info, a->traits, reason, capacity);
}
