/* Why this file exists: a program with a graphical toolkit around this library may have set a locale in which printf
 * writes and strtod reads a decimal comma. Mesh files and specifications of constraints always have points. Private to the
 * project. */
#ifndef XPBD_LOCALE_H
#define XPBD_LOCALE_H

#include <locale.h>

/// Switch this thread to the "C" locale; returns what it had before. Nothing happens when memory is short.
static inline locale_t xpbd_locale_enter(void) {
  const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return plain ? uselocale(plain) : (locale_t)0;
}

/// Back to what xpbd_locale_enter() returned.
static inline void xpbd_locale_leave(locale_t before) {
  if (before) freelocale(uselocale(before));
}

#endif
