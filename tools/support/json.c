/* Why this file exists: the JSON writer of xpbd-bench and xpbd-validate. A library was rejected: it would save two
 * hundred lines but be a dependency on every machine to be measured. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

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

/// All output passes here, so that the sum covers it.
static void put(json_writer *json, const char *bytes, size_t length) {
  fwrite(bytes, 1, length, json->stream);
  if (json->summed) json->sum = xpbd_fnv(json->sum, bytes, length);
}

static void put_text(json_writer *json, const char *text) {
  put(json, text, strlen(text));
}

static void put_indent(json_writer *json) {
  put(json, "\n", 1);
  for (int k = 0; k < json->depth; k++) put(json, "  ", 2);
}

static void write_text(json_writer *json, const char *text);

/// Comma, line break, indent and key before a value.
static void begin_value(json_writer *json, const char *key) {
  const bool inside = json->depth > 0;
  const bool flat = json->flat || (json->flat_from > 0 && json->depth >= json->flat_from);
  if (inside && json->used[json->depth]) put_text(json, flat ? ", " : ",");
  if (inside && !flat) put_indent(json);
  json->used[json->depth] = true;
  if (!key) return;
  write_text(json, key);
  put_text(json, ": ");
}

void json_open(json_writer *json, const char *key, char bracket) {
  if (json->depth == 0) json->sum = XPBD_FNV_START;
  begin_value(json, key);
  put(json, &bracket, 1);
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
  if (!flat && !empty) put_indent(json);
  put(json, &bracket, 1);
  if (json->depth == 0) put(json, "\n", 1);
}

#define SUM_KEY "sum"
enum { DIGITS = 16, SUM_TAIL = sizeof ", \"" SUM_KEY "\": \"\"}\n" - 1 + DIGITS };

void json_close_line(json_writer *json) {
  json_hash(json, SUM_KEY, json->sum);
  json_close(json, '}');
}

json_line_state json_line_check(const char *line, size_t length) {
  char want[SUM_TAIL + 1];
  static const char mark[] = ", \"" SUM_KEY "\": \"";
  if (length < SUM_TAIL || memcmp(line + length - SUM_TAIL, mark, sizeof mark - 1) != 0) return JSON_LINE_UNSUMMED;
  const uint64_t sum = xpbd_fnv(XPBD_FNV_START, line, length - SUM_TAIL);
  snprintf(want, sizeof want, "%s%016" PRIx64 "\"}\n", mark, sum);
  return memcmp(line + length - SUM_TAIL, want, SUM_TAIL) == 0 ? JSON_LINE_GOOD : JSON_LINE_CHANGED;
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

static void write_text(json_writer *json, const char *text) {
  char escaped[8];
  put(json, "\"", 1);
  for (const char *c = text; *c != '\0';) {
    const int length = json_sequence(c);
    if (length == 0)
      put_text(json, "\xEF\xBF\xBD");
    else if (length > 1)
      put(json, c, (size_t)length);
    else if (*c == '"' || *c == '\\')
      put(json, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\%c", *c));
    else if (*c < 0x20 || *c == 0x7F)
      put(json, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*c));
    else
      put(json, c, 1);
    c += length > 0 ? length : 1;
  }
  put(json, "\"", 1);
}

void json_text(json_writer *json, const char *key, const char *value) {
  begin_value(json, key);
  if (!value)
    put_text(json, "null");
  else
    write_text(json, value);
}

void json_number(json_writer *json, const char *key, double value) {
  char text[32];
  begin_value(json, key);
  put_text(json, isfinite(value) ? json_shortest(value, text) : "null");
}

void json_whole(json_writer *json, const char *key, int64_t value) {
  char text[32];
  begin_value(json, key);
  put(json, text, (size_t)snprintf(text, sizeof text, "%" PRId64, value));
}

void json_bool(json_writer *json, const char *key, bool value) {
  begin_value(json, key);
  put_text(json, value ? "true" : "false");
}

void json_nothing(json_writer *json, const char *key) {
  begin_value(json, key);
  put_text(json, "null");
}

void json_hash(json_writer *json, const char *key, uint64_t value) {
  char text[32];
  begin_value(json, key);
  put(json, text, (size_t)snprintf(text, sizeof text, "\"%016" PRIx64 "\"", value));
}
