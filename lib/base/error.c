/* Why this file exists: keeps the reason for the last failure, one text per thread, so that functions need to return
 * only a status code. */
#include "base/edge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char last_error[1024];

const char *xpbd_last_error(void) {
  return last_error;
}

const char *xpbd_status_name(xpbd_status status) {
  switch (status) {
  case XPBD_OK: return "ok";
  case XPBD_ERR_INVALID_ARGUMENT: return "invalid argument";
  case XPBD_ERR_BAD_FILE: return "bad file";
  case XPBD_ERR_IO: return "input/output error";
  case XPBD_ERR_OUT_OF_MEMORY: return "out of memory";
  case XPBD_ERR_NOT_BUILT: return "not built";
  case XPBD_ERR_UNAVAILABLE: return "unavailable";
  case XPBD_ERR_UNSUPPORTED: return "unsupported";
  case XPBD_ERR_DIVERGED: return "diverged";
  case XPBD_ERR_DEVICE: return "device error";
  case XPBD_ERR_DEVICE_LOST: return "device lost";
  }
  return "unknown status";
}

xpbd_status xpbd_fail(xpbd_status code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(last_error, sizeof last_error, format, arguments);
  va_end(arguments);
  return code;
}

xpbd_status xpbd_fail_null(const char *function, const char *names, int place) {
  for (; place > 0; place--) names = strchr(names, ',') + 2;
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "%s(): %.*s is NULL", function, (int)strcspn(names, ","), names);
}
