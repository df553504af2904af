/* Why this file exists: writes the JSON of xpbd-sim. Quotes and backslashes in a text are escaped, and a number that
 * JSON cannot hold is null. */
#include <math.h>
#include <stdio.h>

#include "sim/engine/sim_names.h"
#include "sim_list.h"

void sim_json_text(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '"' || *c == '\\') {
      printf("\\%c", *c);
    } else if (*c < 0x20) {
      printf("\\u%04x", *c);
    } else {
      putchar(*c);
    }
  }
  putchar('"');
}

void sim_json_field(const char *before, const char *key, const char *text) {
  printf("%s\"%s\": ", before, key);
  sim_json_text(text);
}

void sim_json_number(const char *before, const char *key, double value) {
  char text[32];
  printf("%s\"%s\": %s", before, key, isfinite(value) ? sim_real(value, text) : "null");
}
