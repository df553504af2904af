/* Why this file exists: writes the units that a compiler gets for a formula file, and finds the headers that they
 * need. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "foreign/file.h"

void xpbd_file_join(char out[XPBD_FILE_PATH], const char *folder, const char *name) {
  if (snprintf(out, XPBD_FILE_PATH, "%s/%s", folder, name) >= XPBD_FILE_PATH) out[0] = 0; /* then it is not found */
}

/* ---- the headers that a unit includes ---- */

static int has_headers(const char *folder) {
  char path[XPBD_FILE_PATH];
  xpbd_file_join(path, folder, "solver/unit.h");
  return access(path, R_OK) == 0;
}

xpbd_status xpbd_file_find_headers(const xpbd_formula_file_options *options, char out[XPBD_FILE_PATH]) {
  const char *asked = options->headers ? options->headers : getenv("XPBD_FORMULA_DIR");
  if (asked && *asked) {
    snprintf(out, XPBD_FILE_PATH, "%s", asked);
    XPBD_REQUIRE(has_headers(out), XPBD_ERR_UNAVAILABLE,
                 "%s has no solver/unit.h, so it does not hold the headers of formulas", asked);
    return XPBD_OK;
  }
  if (xpbd_file_beside_program(XPBD_FORMULA_FROM_PROGRAM, out, XPBD_FILE_PATH) && has_headers(out)) return XPBD_OK;
  static const char *const known[] = {XPBD_FORMULA_SOURCE, XPBD_FORMULA_INSTALLED};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    snprintf(out, XPBD_FILE_PATH, "%s", known[k]);
    if (has_headers(out)) return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_UNAVAILABLE,
                   "the headers of formulas are neither in %s nor in %s: set XPBD_FORMULA_DIR to their folder",
                   known[0], known[1]);
}

/* ---- the units ---- */

const xpbd_file_unit xpbd_file_units[XPBD_FILE_UNITS] = {{"formulas.c", "formulas.o", "formulas.log"},
                                                         {"kernels_f32.c", "kernels_f32.o", "kernels_f32.log"},
                                                         {"kernels_f64.c", "kernels_f64.o", "kernels_f64.log"}};

xpbd_status xpbd_file_write(const char *folder, const char *name, const char *before, const char *text) {
  char path[XPBD_FILE_PATH];
  xpbd_file_join(path, folder, name);
  FILE *stream = fopen(path, "w");
  XPBD_REQUIRE(stream, XPBD_ERR_IO, "%s cannot be written: %s", path, strerror(errno));
  fprintf(stream, "%s%s\n", before, text);
  const char *lost = xpbd_file_lost(stream);
  if (fclose(stream) != 0 && !lost) lost = strerror(errno);
  XPBD_REQUIRE(!lost, XPBD_ERR_IO, "%s cannot be written: %s", path, lost);
  return XPBD_OK;
}

/* Every unit includes the user's text. */
xpbd_status xpbd_file_write_units(const char *folder, const xpbd_file_text *text, const char *instructions) {
  char lines[XPBD_FILE_ENTRIES * 384] = "", values[XPBD_FILE_ENTRIES * 256] = "",
                                 unit[sizeof lines + sizeof values + 512];
  size_t used = 0, derived = 0;
  for (int k = 0; k < text->count; k++) {
    const xpbd_file_entry *e = &text->entries[k];
    used += (size_t)snprintf(lines + used, sizeof lines - used, " XPBD_%s_ENTRY(%s, %s, %s, %s, %s, 0, %s)",
                             e->summed ? "SUMMED" : "FORMULA", e->name, e->numbers[0], e->numbers[1], e->numbers[2],
                             e->numbers[3], e->alike ? "XPBD_ROWS_ALIKE" : "0");
    if (e->rule) used += (size_t)snprintf(lines + used, sizeof lines - used, " XPBD_FORMULA_RULE(%s)", e->name);
    if (e->value)
      derived += (size_t)snprintf(values + derived, sizeof values - derived, " XPBD_VALUE_OF(%s, %s, %s, %s)", e->name,
                                  e->numbers[0], e->numbers[1], e->numbers[2]);
  }
  snprintf(unit, sizeof unit,
           "#include \"foreign/file_first.h\"\n#define XPBD_FROM_FILE\n#define XPBD_UNIT_HEADER \"" XPBD_FILE_HEADER
           "\"\n#define XPBD_UNIT_LINES%s\n%s%s\n"
           "#include \"solver/unit.h\"\n#include \"foreign/file_unit.h\"",
           lines, derived > 0 ? "#define XPBD_UNIT_VALUES" : "", values);
  XPBD_TRY(xpbd_file_write(folder, XPBD_FILE_HEADER, XPBD_FILE_FIRST_LINE, text->text));
  XPBD_TRY(xpbd_file_write(folder, xpbd_file_units[0].source, "", unit));
  for (int k = 1; instructions && k < XPBD_FILE_UNITS; k++) {
    char kernels[96];
    snprintf(kernels, sizeof kernels, "#define XPBD_KERNELS %s\n#define XPBD_KERNELS_SCALAR %d\n", instructions,
             k == 1 ? 32 : 64);
    XPBD_TRY(xpbd_file_write(folder, xpbd_file_units[k].source, kernels, unit));
  }
  return XPBD_OK;
}
