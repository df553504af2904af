/* Why this file exists: writes strict JSON, piece by piece. Numbers are the shortest text that reads back as the same
 * double. What is not finite becomes null, because JSON has no NaN and readers disagree about it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_MAX_DEPTH = 16 };

typedef struct json_writer {
  FILE *stream;
  int depth;
  bool flat;                 ///< Everything on one line.
  int flat_from;             ///< Depth from which everything is on one line, 0 = nowhere.
  bool used[JSON_MAX_DEPTH]; ///< Something was written at this depth.
  bool summed;               ///< Count `sum` of all bytes, for json_close_line().
  uint64_t sum;
} json_writer;

/// `key` is NULL inside arrays and for the outermost value.
void json_open(json_writer *json, const char *key, char bracket); ///< '{' or '['.
/// Like json_open(), with everything inside on one line.
void json_open_flat(json_writer *json, const char *key, char bracket);
void json_close(json_writer *json, char bracket); ///< '}' or ']'.
/// NULL gives null. Invalid UTF-8 is replaced by U+FFFD.
void json_text(json_writer *json, const char *key, const char *value);
void json_number(json_writer *json, const char *key, double value);
void json_whole(json_writer *json, const char *key, int64_t value);
void json_bool(json_writer *json, const char *key, bool value);
void json_nothing(json_writer *json, const char *key);
/// 16 hex digits.
void json_hash(json_writer *json, const char *key, uint64_t value);

/// Close the object of a line that ends in its own checksum.
void json_close_line(json_writer *json);
typedef enum json_line_state {
  JSON_LINE_GOOD,
  JSON_LINE_CHANGED, ///< Its checksum belongs to other bytes.
  JSON_LINE_UNSUMMED ///< It does not end in a checksum.
} json_line_state;
/// Compare a line, with its '\n', with the checksum it ends in.
json_line_state json_line_check(const char *line, size_t length);

/// Length of the valid UTF-8 sequence at `bytes`, 1 to 4; 0 if it is not valid.
int json_sequence(const char *bytes);

/// Shortest text that reads back as the same finite number; "NaN" if it is not finite. Returns `out`.
const char *json_shortest(double value, char out[32]);
