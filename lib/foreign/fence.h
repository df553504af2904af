/* Why this file exists: a formula file is a stranger's code and may only compute. Its text is checked before a compiler
 * reads it, and its object before the loader opens it. Private to the library. */
#pragma once

#include <stdbool.h>

#include "xpbd/status.h"

/// Whether a name is a function of the C library that only computes: mathematics, and copies of memory.
bool xpbd_fence_is_pure(const char *name);

/// Refuses text that is more than arithmetic: assembly, declarations of other functions, attributes, pragmas, calls of
/// unknown functions, changed words, characters that hide code. Errors name the line. XPBD_ERR_BAD_FILE.
xpbd_status xpbd_fence_text(const char *path, const char *text);

/// Refuses an ELF object that would run code when it is opened, or that needs a function other than the pure ones. Other
/// kinds of objects are accepted unread. XPBD_ERR_BAD_FILE, XPBD_ERR_IO: it cannot be read.
xpbd_status xpbd_fence_object(const char *path, int descriptor);
