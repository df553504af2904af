/* Why this file exists: finds the parts of a location among those that its paper has. */
#include "places.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// A kind of location: its words, and the column with their number or names.
typedef struct kind {
  const char *words; ///< Separated by blanks.
  const char *column;
  bool by_name; ///< The column has names, separated by "; "; else a number.
} kind;

static const kind kinds[] = {{"Sect. Sects.", "sections", true},
                             {"Table Tables", "tables", true},
                             {"Fig. Figs. Figure", "figures", false},
                             {"Eq. Eqs.", "equations", false},
                             {"Alg. Algs. Algorithm", "algorithms", false}};

/// Whether `name` is one of a list, whatever the case of its letters.
static bool in_list(const char *list, const char *separator, const char *name) {
  const size_t step = strlen(separator), length = strlen(name);
  for (const char *end; *list; list = *end ? end + step : end) {
    end = strstr(list, separator);
    if (!end) end = list + strlen(list);
    if ((size_t)(end - list) == length && strncasecmp(list, name, length) == 0) return true;
  }
  return false;
}

/// Whether the word consists of letters and points that number sections, or of digits: something to look up.
static bool is_number(const char *word, bool by_name) {
  if (isdigit((unsigned char)word[0])) return true;
  const size_t length = strspn(word, "IVX");
  return by_name && length > 0 && (word[length] == '\0' || word[length] == '.');
}

/// The parts after the word for the kind: at least one that exists, none that does not.
static bool numbers_known(const papers_table *sources, int row, const kind *of, const char *rest) {
  const char *known = papers_text(sources, row, of->column);
  char word[64];
  int found = 0;
  while (papers_word_next(&rest, " ,()", word, sizeof word)) {
    if (in_list("line lines row rows step steps", " ", word)) break;
    if (!is_number(word, of->by_name)) continue;
    char *end;
    const long number = strtol(word, &end, 10);
    if (of->by_name ? !in_list(known, "; ", word) : *end != '\0' || number < 1 || number > atol(known)) return false;
    found++;
  }
  return found > 0;
}

static bool part_known(const papers_table *sources, int row, const char *part) {
  char word[64];
  const char *rest = part;
  if (strcasecmp(part, "Abstract") == 0 || in_list(papers_text(sources, row, "sections"), "; ", part)) return true;
  if (!papers_word_next(&rest, " ", word, sizeof word)) return false;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (in_list(kinds[k].words, " ", word)) return numbers_known(sources, row, &kinds[k], rest);
  return false;
}

bool papers_place_known(const papers_table *sources, const char *paper, const char *place, char part[96]) {
  const int row = papers_find(sources, paper);
  snprintf(part, 96, "%s", row < 0 ? "the paper" : "empty");
  if (row < 0 || !place[0]) return false;
  for (const char *end; *place; place = *end ? end + 1 : end) {
    place += strspn(place, " ");
    end = place + strcspn(place, ";");
    snprintf(part, 96, "%.*s", (int)(end - place), place);
    if (!part_known(sources, row, part)) return false;
  }
  return true;
}
