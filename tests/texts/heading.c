/* Why this file exists: the heading of each part of the text, see texts.h. */
#include "texts.h"

#include <stdarg.h>

void heading(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("# ", stdout);
  vprintf(format, list);
  putchar('\n');
  va_end(list);
}
