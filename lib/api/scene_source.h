/* Why this file exists: reads the members of a scene file, each with its kind, unit and shape. An error is one line
 * that names the file, the place in it, and what is allowed there. Private to the library. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/json.h"
#include "xpbd/status.h"

/// A scene file that is open. The file of its arrays is opened by xpbd_source_arrays().
typedef struct xpbd_source {
  const char *path;
  char place[64]; ///< What messages name, e.g. "sets[3]". "" = the outermost object.
  char *text;
  xpbd_json_document json;
  FILE *arrays;
  const char *arrays_name; ///< Of its text.
  int64_t bytes;           ///< Length of the file of arrays.
  void **blocks;           ///< [block_count] arrays that were read. xpbd_source_close() frees them.
  int block_count;
} xpbd_source;

/// XPBD_ERR_BAD_FILE names the line that is not JSON. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY. Close it in any case.
xpbd_status xpbd_source_open(const char *path, xpbd_source *out);
/// Opens the file of arrays, which is in the folder of the scene file. `bytes` is its length, -1 = not known.
xpbd_status xpbd_source_arrays(xpbd_source *source, const char *name, int64_t bytes);
void xpbd_source_close(xpbd_source *source);

/// XPBD_ERR_BAD_FILE with the path, the place and the reason.
__attribute__((format(printf, 2, 3))) xpbd_status xpbd_source_fail(const xpbd_source *source, const char *format, ...);
/// Puts the path and the place before the reason of a status that is not XPBD_OK.
xpbd_status xpbd_source_blame(const xpbd_source *source, xpbd_status status);

/* Each function leaves `out` as it is if there is no member `key`, so that a default stays. An `object` that is NULL
 * has no members. */

/// Refuses what is no object, a member that is not in `known`, names with blanks between them (NULL = all), and one that
/// is there twice. A reader that skipped a member would simulate another scene.
xpbd_status xpbd_source_check(const xpbd_source *source, const xpbd_json_node *object, const char *known);
xpbd_status xpbd_source_object(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                               const char *known, const xpbd_json_node **out);
xpbd_status xpbd_source_list(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                             const xpbd_json_node **out);
xpbd_status xpbd_source_word(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                             const char **out);
xpbd_status xpbd_source_bool(const xpbd_source *source, const xpbd_json_node *object, const char *key, bool *out);
xpbd_status xpbd_source_whole(const xpbd_source *source, const xpbd_json_node *object, const char *key, int64_t least,
                              int64_t most, int64_t *out);
/// A number, or {"value": ..., "unit": ...} in this unit. As a limit it may be null, which is infinite.
xpbd_status xpbd_source_real(const xpbd_source *source, const xpbd_json_node *object, const char *key, const char *unit,
                             double *out);
xpbd_status xpbd_source_limit(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                              const char *unit, double *out);
/// A list of `count` finite numbers.
xpbd_status xpbd_source_reals(const xpbd_source *source, const xpbd_json_node *object, const char *key, int count,
                              double *out);
/// One of the words name_of(0), name_of(1), ... up to NULL.
xpbd_status xpbd_source_choice(const xpbd_source *source, const xpbd_json_node *object, const char *key,
                               const char *(*name_of)(int), int *out);

/// The shape of an array.
typedef struct xpbd_source_shape {
  int64_t rows;     ///< -1 = any.
  int width;        ///< 0 = an array of one dimension.
  const char *unit; ///< NULL = none.
  bool whole;       ///< int32, else float64.
} xpbd_source_shape;
/// An array in the file of arrays, or its "values" as lists. Returns its rows, if `rows` is not NULL. The source owns
/// the memory.
xpbd_status xpbd_source_array(xpbd_source *source, const xpbd_json_node *object, const char *key,
                              xpbd_source_shape shape, int64_t *rows, void *out);
