/* Why this file exists: the two macros that report errors in every layer, and the function behind them. assert() is for
 * bugs of the project. These are for input, files and divergence. Private to the project. Users see xpbd/status.h. */
#pragma once

#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Records `code` and the formatted reason (one line) for this thread. Returns `code`.
__attribute__((format(printf, 2, 3))) xpbd_status xpbd_fail(xpbd_status code, const char *format, ...);

/// Returns `code` with a reason unless `condition` holds. Write conditions so that NaN fails them.
#define XPBD_REQUIRE(condition, code, ...)                                                                             \
  do {                                                                                                                 \
    if (!(condition)) return xpbd_fail((code), __VA_ARGS__);                                                           \
  } while (0)

/// Returns the status of `expression` unless it is XPBD_OK.
#define XPBD_TRY(expression)                                                                                           \
  do {                                                                                                                 \
    const xpbd_status try_status = (expression);                                                                       \
    if (try_status != XPBD_OK) return try_status;                                                                      \
  } while (0)

#ifdef __cplusplus
}
#endif
