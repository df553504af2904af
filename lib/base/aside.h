/* Why this file exists: foreign code that writes beyond its own variables would hit its caller's on the stack. A separate
 * stack between pages that cannot be used protects them. Private to the project. */
#pragma once

/// Runs `work` on a separate stack of 256 KiB. siglongjmp() may leave it. `work` runs on the caller's stack under a
/// sanitizer or valgrind, without memory, and with other C libraries than GNU's. Only one thread may use it.
void xpbd_aside(void (*work)(void));
