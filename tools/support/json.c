/* Why this file exists: the JSON writer of xpbd-bench and xpbd-validate. A library was rejected: it would save two
 * hundred lines but be a dependency on every machine to be measured. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *json_shortest(double value, char out[32]) {
  if (!isfinite(value)) {
    strcpy(out, "NaN");
    return out;
  }
  // %g drops trailing zeros, so the first precision that reads back is also the shortest text.
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(out, 32, "%.*g", precision, value);
    const double back = strtod(out, NULL);
    if (back >= value && back <= value) break;
  }
  return out;
}

static void write_text(FILE *stream, const char *text);

/// Comma, line break, indent and key before a value.
static void begin_value(json_writer *json, const char *key) {
  const bool inside = json->depth > 0;
  const bool flat = json->flat || (json->flat_from > 0 && json->depth >= json->flat_from);
  if (inside && json->used[json->depth]) fputs(flat ? ", " : ",", json->stream);
  if (inside && !flat) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  json->used[json->depth] = true;
  if (!key) return;
  write_text(json->stream, key);
  fputs(": ", json->stream);
}

void json_open(json_writer *json, const char *key, char bracket) {
  begin_value(json, key);
  fputc(bracket, json->stream);
  if (json->depth + 1 < JSON_MAX_DEPTH) ++json->depth;
  json->used[json->depth] = false;
}

void json_open_flat(json_writer *json, const char *key, char bracket) {
  json_open(json, key, bracket);
  if (json->flat_from == 0) json->flat_from = json->depth;
}

void json_close(json_writer *json, char bracket) {
  const bool flat = json->flat || (json->flat_from > 0 && json->depth >= json->flat_from);
  const bool empty = !json->used[json->depth];
  if (json->flat_from == json->depth) json->flat_from = 0;
  --json->depth;
  if (!flat && !empty) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  fputc(bracket, json->stream);
  if (json->depth == 0) fputc('\n', json->stream);
}

int json_sequence(const char *bytes) {
  const unsigned char *text = (const unsigned char *)bytes;
  const unsigned char c = text[0];
  const int length = c < 0x80                ? 1
                     : c >= 0xC2 && c < 0xE0 ? 2
                     : c >= 0xE0 && c < 0xF0 ? 3
                     : c >= 0xF0 && c < 0xF5 ? 4
                                             : 0;
  for (int i = 1; i < length; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  // Reject overlong forms, surrogates and what is beyond Unicode.
  if ((c == 0xE0 && text[1] < 0xA0) || (c == 0xED && text[1] > 0x9F)) return 0;
  if ((c == 0xF0 && text[1] < 0x90) || (c == 0xF4 && text[1] > 0x8F)) return 0;
  return length;
}

static void write_text(FILE *stream, const char *text) {
  fputc('"', stream);
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
    const int length = json_sequence((const char *)c);
    if (length == 0) {
      fputs("\xEF\xBF\xBD", stream);
      ++c;
    } else if (length > 1) {
      fwrite(c, 1, (size_t)length, stream);
      c += length;
    } else {
      if (*c == '"' || *c == '\\')
        fprintf(stream, "\\%c", *c);
      else if (*c < 0x20 || *c == 0x7F)
        fprintf(stream, "\\u%04x", *c);
      else
        fputc(*c, stream);
      ++c;
    }
  }
  fputc('"', stream);
}

void json_text(json_writer *json, const char *key, const char *value) {
  begin_value(json, key);
  if (!value)
    fputs("null", json->stream);
  else
    write_text(json->stream, value);
}

void json_number(json_writer *json, const char *key, double value) {
  char text[32];
  begin_value(json, key);
  fputs(isfinite(value) ? json_shortest(value, text) : "null", json->stream);
}

void json_whole(json_writer *json, const char *key, int64_t value) {
  begin_value(json, key);
  fprintf(json->stream, "%" PRId64, value);
}

void json_bool(json_writer *json, const char *key, bool value) {
  begin_value(json, key);
  fputs(value ? "true" : "false", json->stream);
}

void json_nothing(json_writer *json, const char *key) {
  begin_value(json, key);
  fputs("null", json->stream);
}

void json_hash(json_writer *json, const char *key, uint64_t value) {
  begin_value(json, key);
  fprintf(json->stream, "\"%016" PRIx64 "\"", value);
}
