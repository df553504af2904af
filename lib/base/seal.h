/* Why this file exists: a process that only computes needs hardly any system call. This takes the others away. Private to
 * the project. */
#pragma once

#include <stdbool.h>

/// Closes all descriptors but 0, 1 and 2, forbids files and processes, and allows only system calls for memory, time, the
/// process's own signals and its end. Any other call runs `refused` with its number, in a signal handler that must not
/// return. False without such a filter: on other systems than Linux, on an old kernel, and under a sanitizer or valgrind.
/// Then only files and processes are forbidden.
bool xpbd_seal(void (*refused)(int number));

/// Whether the process runs under a sanitizer or valgrind. They understand neither filters of system calls nor other stacks.
bool xpbd_is_watched(void);
