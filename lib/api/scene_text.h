/* Why this file exists: writes the two halves of a scene file: strict JSON, and arrays as the bytes that follow each
 * other in a binary file. Private to the library. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { XPBD_TEXT_DEPTH = 8, XPBD_ARRAY_ALIGNMENT = 64 };

/// Errors stay in the streams. The caller's locale must use decimal points, see base/locale.h.
typedef struct xpbd_scene_text {
  FILE *json, *binary;
  int64_t offset; ///< Bytes in the binary file.
  int depth;
  bool used[XPBD_TEXT_DEPTH]; ///< Something was written at this depth.
} xpbd_scene_text;

/// `key` is NULL inside arrays and for the outermost value. `bracket` is '{' or '[', to close '}' or ']'.
void xpbd_scene_open(xpbd_scene_text *to, const char *key, char bracket);
void xpbd_scene_close(xpbd_scene_text *to, char bracket);
/// NULL gives null.
void xpbd_scene_put_word(xpbd_scene_text *to, const char *key, const char *value);
void xpbd_scene_put_bool(xpbd_scene_text *to, const char *key, bool value);
void xpbd_scene_put_whole(xpbd_scene_text *to, const char *key, int64_t value);
/// The shortest text that reads back as the same double. null if it is not finite.
void xpbd_scene_put_real(xpbd_scene_text *to, const char *key, double value);
/// A list of numbers on one line.
void xpbd_scene_put_reals(xpbd_scene_text *to, const char *key, const double *values, int count);
/// {"value": ..., "unit": ...}
void xpbd_scene_put_quantity(xpbd_scene_text *to, const char *key, double value, const char *unit);
/// {"name": ..., "unit": ...}, in a list. A unit that is NULL gives null.
void xpbd_scene_put_name(xpbd_scene_text *to, const char *name, const char *unit);

/// An array in the binary file and the reference to it. Exactly one of the pointers is not NULL, unless rows is 0.
/// width 0 = an array of one dimension. blocks > 0 = an array of three, [blocks, rows / blocks, width].
typedef struct xpbd_scene_array {
  const double *reals;
  const int32_t *integers;
  int64_t blocks, rows;
  int width;
  const char *unit; ///< NULL for indices.
} xpbd_scene_array;
void xpbd_scene_put_array(xpbd_scene_text *to, const char *key, xpbd_scene_array array);
/// Writes bytes to the binary file, after what is there.
void xpbd_scene_put_bytes(xpbd_scene_text *to, const void *bytes, size_t size);
/// Begins the next array at a multiple of XPBD_ARRAY_ALIGNMENT.
void xpbd_scene_put_align(xpbd_scene_text *to);
