/* Why this file exists: the two macros with which every layer reports errors, and the one function behind them. Private
 * to the project; users see xpbd/status.h. assert() is for our own bugs, these are for input, files and divergence. */
#ifndef XPBD_ERROR_H
#define XPBD_ERROR_H

#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Record `code` and the formatted reason (one line) for this thread; returns `code`.
__attribute__((format(printf, 2, 3))) xpbd_status xpbd_fail(xpbd_status code, const char *format, ...);

/// Return `code` with a reason unless `condition` holds. Write conditions so that NaN fails them.
#define XPBD_REQUIRE(condition, code, ...)                                                                             \
  do {                                                                                                                 \
    if (!(condition)) return xpbd_fail((code), __VA_ARGS__);                                                           \
  } while (0)

/// Return the status of `expression` unless it is XPBD_OK.
#define XPBD_TRY(expression)                                                                                           \
  do {                                                                                                                 \
    const xpbd_status try_status = (expression);                                                                       \
    if (try_status != XPBD_OK) return try_status;                                                                      \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif
