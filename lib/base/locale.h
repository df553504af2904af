/* Why this file exists: a program with a graphical toolkit may have set a locale with decimal commas for printf and
 * strtod. Mesh files and specifications of constraints always use points. Private to the project. */
#pragma once

#include <locale.h>

/// Switches this thread to the "C" locale and returns the previous one. Does nothing if out of memory.
static inline locale_t xpbd_locale_enter(void) {
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return plain ? uselocale(plain) : (locale_t)0;
}

/// Restores what xpbd_locale_enter() returned.
static inline void xpbd_locale_leave(locale_t before) {
  if (before) freelocale(uselocale(before));
}
