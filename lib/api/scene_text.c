/* Why this file exists: the pieces of JSON and the bytes of arrays that a scene file is made of. The library may not
 * use the writer of the programs, because it depends on nothing outside lib. */
#include "api/scene_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void write_word(FILE *stream, const char *value) {
  fputc('"', stream);
  for (const char *at = value; *at; at++) {
    const unsigned char c = (unsigned char)*at;
    if (c < 0x20) {
      fprintf(stream, "\\u%04x", c);
      continue;
    }
    if (c == '"' || c == '\\') fputc('\\', stream);
    fputc(c, stream);
  }
  fputc('"', stream);
}

static void write_real(FILE *stream, double value) {
  char text[40];
  if (!isfinite(value)) {
    fputs("null", stream);
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, stream);
}

/* What precedes a value: a comma, a new line and the key. */
static void begin(xpbd_scene_text *to, const char *key) {
  if (to->depth > 0) {
    fputs(to->used[to->depth] ? ",\n" : "\n", to->json);
    for (int k = 0; k < to->depth; k++) fputs("  ", to->json);
  }
  to->used[to->depth] = true;
  if (!key) return;
  write_word(to->json, key);
  fputs(": ", to->json);
}

void xpbd_scene_open(xpbd_scene_text *to, const char *key, char bracket) {
  begin(to, key);
  fputc(bracket, to->json);
  to->used[++to->depth] = false;
}

void xpbd_scene_close(xpbd_scene_text *to, char bracket) {
  const bool used = to->used[to->depth--];
  if (used) {
    fputc('\n', to->json);
    for (int k = 0; k < to->depth; k++) fputs("  ", to->json);
  }
  fputc(bracket, to->json);
}

void xpbd_scene_put_word(xpbd_scene_text *to, const char *key, const char *value) {
  begin(to, key);
  if (value)
    write_word(to->json, value);
  else
    fputs("null", to->json);
}

void xpbd_scene_put_bool(xpbd_scene_text *to, const char *key, bool value) {
  begin(to, key);
  fputs(value ? "true" : "false", to->json);
}

void xpbd_scene_put_whole(xpbd_scene_text *to, const char *key, int64_t value) {
  begin(to, key);
  fprintf(to->json, "%" PRId64, value);
}

void xpbd_scene_put_real(xpbd_scene_text *to, const char *key, double value) {
  begin(to, key);
  write_real(to->json, value);
}

void xpbd_scene_put_reals(xpbd_scene_text *to, const char *key, const double *values, int count) {
  begin(to, key);
  fputc('[', to->json);
  for (int k = 0; k < count; k++) {
    if (k > 0) fputs(", ", to->json);
    write_real(to->json, values[k]);
  }
  fputc(']', to->json);
}

void xpbd_scene_put_quantity(xpbd_scene_text *to, const char *key, double value, const char *unit) {
  begin(to, key);
  fputs("{\"value\": ", to->json);
  write_real(to->json, value);
  fputs(", \"unit\": ", to->json);
  write_word(to->json, unit);
  fputc('}', to->json);
}

void xpbd_scene_put_name(xpbd_scene_text *to, const char *name, const char *unit) {
  begin(to, NULL);
  fputs("{\"name\": ", to->json);
  write_word(to->json, name);
  fputs(", \"unit\": ", to->json);
  if (unit)
    write_word(to->json, unit);
  else
    fputs("null", to->json);
  fputc('}', to->json);
}

void xpbd_scene_put_bytes(xpbd_scene_text *to, const void *bytes, size_t size) {
  if (size > 0) fwrite(bytes, 1, size, to->binary);
  to->offset += (int64_t)size;
}

void xpbd_scene_put_align(xpbd_scene_text *to) {
  static const char zeros[XPBD_ARRAY_ALIGNMENT];
  xpbd_scene_put_bytes(to, zeros, (size_t)(-to->offset & (XPBD_ARRAY_ALIGNMENT - 1)));
}

void xpbd_scene_put_array(xpbd_scene_text *to, const char *key, xpbd_scene_array array) {
  const bool real = array.integers == NULL;
  const int64_t items = array.rows * (array.width > 0 ? array.width : 1);
  xpbd_scene_put_align(to);
  begin(to, key);
  fprintf(to->json, "{\"type\": \"%s\", \"shape\": [", real ? "float64" : "int32");
  if (array.blocks > 0) fprintf(to->json, "%" PRId64 ", ", array.blocks);
  fprintf(to->json, "%" PRId64, array.rows / (array.blocks > 0 ? array.blocks : 1));
  if (array.width > 0) fprintf(to->json, ", %d", array.width);
  fprintf(to->json, "], \"offset\": %" PRId64, to->offset);
  if (array.unit) {
    fputs(", \"unit\": ", to->json);
    write_word(to->json, array.unit);
  }
  fputc('}', to->json);
  if (real)
    xpbd_scene_put_bytes(to, array.reals, (size_t)items * sizeof *array.reals);
  else
    xpbd_scene_put_bytes(to, array.integers, (size_t)items * sizeof *array.integers);
}
