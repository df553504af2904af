/* Why this file exists: text on a page is between two pieces of markup. */
#ifndef XPBD_CHECK_MARKUP_H
#define XPBD_CHECK_MARKUP_H

#include "support/html.h"

/// Markup, text that is escaped, markup.
static inline void put_text(FILE *f, const char *before, const char *text, const char *after) {
  fputs(before, f);
  html_text(f, text);
  fputs(after, f);
}

#endif
