/* Why this file exists: some versions changed bits on purpose, as their entry in CHANGELOG.md says under "Results". A row
 * of an older version then has another state than this program, and is no forgery. Each change has a line here. */
#include <stdio.h>
#include <string.h>

#include "audit.h"

static const struct {
  const char *version;     ///< The first with the new bits.
  const char *axis, *word; ///< Rows that have this word in this axis; axis "benchmark" = rows of that benchmark.
} epochs[] = {{"0.3.0", "benchmark", "projection"}, /* meshes turned and shifted, so that nothing is subnormal */
              {"0.3.0", "scene", "beam_tets"},
              {"0.3.0", "constraint", "stable_neo_hookean_tet"},
              {"0.3.0", "constraint", "stvk_strain_tet"},
              {"0.3.0", "constraint", "linear_strain_tet"},
              {"0.3.0", "constraint", "stvk_strain_triangle"},
              {"0.3.0", "constraint", "linear_strain_triangle"}};

/// A version as a number that grows with it. -1 = none.
static long number_of(const char *version) {
  int major, minor, patch;
  if (!version || sscanf(version, "%d.%d.%d", &major, &minor, &patch) != 3) return -1;
  return (major * 1000L + minor) * 1000L + patch;
}

/// Whether a specification like "a:k=1+b" has the word.
static bool has_word(const char *text, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = text; at && *at; at += strspn(at, "+")) {
    if (strncmp(at, word, length) == 0 && strchr("+:", at[length])) return true; /* strchr finds the end, too */
    at += strcspn(at, "+");
  }
  return false;
}

bool audit_before(const audit *self, const char *version) {
  const long own = number_of(report_text(self->run.xb, "tool.version.value"));
  return own >= 0 && own < number_of(version);
}

bool audit_changed(const audit *self, const report_point *p, const char **version, const char **what) {
  for (size_t k = 0; k < sizeof epochs / sizeof *epochs; k++) {
    const bool benchmark = strcmp(epochs[k].axis, "benchmark") == 0;
    const char *value = benchmark ? p->benchmark : json_string_value(json_object_get(p->axes, epochs[k].axis));
    if (!audit_before(self, epochs[k].version) || !has_word(value, epochs[k].word)) continue;
    *version = epochs[k].version;
    *what = epochs[k].word;
    return true;
  }
  return false;
}
