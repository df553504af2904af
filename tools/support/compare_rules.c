/* Why this file exists: reads --margin and --fail-on for two programs, so that both refuse the same values with the
 * same messages. */
#include "compare_rules.h"

#include <stdio.h>
#include <string.h>

bool compare_part(const cli_program *program, const char *option, const char *text, double *out) {
  char number[64];
  const size_t length = strlen(text);
  const bool percent = length > 0 && text[length - 1] == '%';
  const bool whole = length - percent < sizeof number; /* a truncated number is another one */
  snprintf(number, sizeof number, "%.*s", whole ? (int)(length - percent) : 0, text);
  if (cli_to_real(number, out) && *out >= 0 && *out < (percent ? 100 : 1)) {
    if (percent) *out /= 100;
    return true;
  }
  cli_fail(program, CLI_EXIT_USAGE, "--%s \"%s\": a percentage or a part, e.g. 2%% or 0.02", option, text);
  return false;
}

bool compare_alarm_read(const cli_program *program, const char *text, double margin, compare_alarm *out) {
  *out = (compare_alarm){.slower = -1};
  for (const char *at = text; at;) {
    char word[64];
    const size_t length = strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (strncmp(word, "slower>", 7) == 0 && length < sizeof word) {
      if (!compare_part(program, "fail-on slower>", word + 7, &out->slower)) return false;
    } else if (strcmp(word, "slower") == 0) {
      out->slower = margin;
    } else if (strcmp(word, "unsure") == 0) {
      out->unsure = true;
    } else if (strcmp(word, "missing") == 0) {
      out->missing = true;
    } else if (strcmp(word, "different") == 0) {
      out->different = true;
    } else {
      cli_fail(program, CLI_EXIT_USAGE, "--fail-on \"%s\": slower, slower>5%%, unsure, missing or different", word);
      return false;
    }
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  return true;
}
