/* Why this file exists: foreign code that runs beyond its own variables would find those of its caller on the stack. On a
 * stack of its own, between pages that cannot be used, it finds nothing. Private to the project. */
#ifndef XPBD_ASIDE_H
#define XPBD_ASIDE_H

/// Runs `work` on a stack of 256 KiB of its own. It may be left by siglongjmp(). Where the system has no such stacks (other C
/// libraries than GNU's), without memory, and under a sanitizer or valgrind, it runs on this one. Not for threads.
void xpbd_aside(void (*work)(void *context), void *context);

#endif
