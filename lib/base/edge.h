/* Why this file exists: where callers enter the library. Each public function follows the rules of xpbd/status.h for
 * NULL with the macro below. Private to the project. */
#pragma once

#include "base/error.h"
#include "base/floats.h"

/// The place of the first NULL, `count` = none.
static inline int xpbd_first_null(const void *const *pointers, int count) {
  int k = 0;
  while (k < count && pointers[k]) k++;
  return k;
}

/// XPBD_ERR_INVALID_ARGUMENT, naming argument number `place` of those in `names`, which ", " separates.
xpbd_status xpbd_fail_null(const char *function, const char *names, int place);

/// Returns XPBD_ERR_INVALID_ARGUMENT from a public function if one of these arguments is NULL.
#define XPBD_NOT_NULL(...)                                                                                             \
  do {                                                                                                                 \
    const void *const edge_pointers[] = {__VA_ARGS__};                                                                 \
    const int edge_count = (int)(sizeof edge_pointers / sizeof *edge_pointers);                                        \
    const int edge_null = xpbd_first_null(edge_pointers, edge_count);                                                  \
    if (edge_null < edge_count) return xpbd_fail_null(__func__, #__VA_ARGS__, edge_null);                              \
  } while (0)
