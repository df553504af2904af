/* Why this file exists: a process that only computes needs hardly any system call. This takes the others away. Private to
 * the project. */
#ifndef XPBD_SEAL_H
#define XPBD_SEAL_H

#include <stdbool.h>

/// Closes all descriptors but 0, 1 and 2, forbids files and processes, and allows only system calls for memory, time,
/// signals of its own and its end. `refused` is then called with the number of any other, in a signal handler, and must
/// not return. False if the system has no such filter (not Linux, an old kernel), or under a sanitizer or valgrind, which
/// make other calls: then only the limits hold.
bool xpbd_seal(void (*refused)(int number));

/// Whether a sanitizer or valgrind looks on. They understand neither filters of system calls nor other stacks.
bool xpbd_is_watched(void);

#endif
