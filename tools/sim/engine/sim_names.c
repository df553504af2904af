/* Why this file exists: suggests the nearest known word for an unknown one, and writes numbers without losing a
 * digit. */
#include "sim_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_SHOWN = 16 };

void sim_names_add(sim_names *list, const char *name) {
  if (list->count < SIM_MOST_NAMES) list->name[list->count++] = name;
}

int sim_names_find(const sim_names *list, const char *word) {
  for (int i = 0; i < list->count; i++) {
    if (strcmp(list->name[i], word) == 0) return i;
  }
  return -1;
}

int sim_names_fail(const cli_program *program, const char *what, const char *word, const sim_names *known) {
  const char *nearest = cli_nearest(word, known->name, known->count);
  if (nearest) return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; did you mean '%s'?", what, word, nearest);
  if (known->count > NAMES_SHOWN)
    return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; --list shows the known ones", what, word);
  char text[1024] = "";
  for (int i = 0; i < known->count; i++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", known->name[i]);
  }
  return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; known: %s", what, word, text);
}

int sim_choose(const cli_program *program, const char *what, const char *word, int first, const char *(*name)(int)) {
  sim_names known = {0};
  for (int i = first; name(i); i++) sim_names_add(&known, name(i));
  const int place = sim_names_find(&known, word);
  if (place < 0) sim_names_fail(program, what, word, &known);
  return place < 0 ? -1 : first + place;
}

bool sim_read_numbers(const char *text, int count, double *out) {
  for (int axis = 0; axis < count; axis++) {
    char number[64];
    const size_t length = strcspn(text, ",");
    if (length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!cli_to_real(number, &out[axis])) return false;
    text += length;
    if (*text != (axis + 1 < count ? ',' : '\0')) return false;
    if (*text == ',') text++;
  }
  return true;
}

const char *sim_real(double value, char *out) {
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(out, 32, "%.*g", digits, value + 0.0); /* no -0 */
    if (strtod(out, NULL) == value) break;          /* NaN gets all 17 and stays "nan" */
  }
  return out;
}
