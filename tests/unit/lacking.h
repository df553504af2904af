/* Why this file exists: on a real machine it is chance which of several allocations fails. The linker redirects every
 * allocation of this program to lacking.c (--wrap in CMakeLists.txt), which counts them and refuses those after the
 * allowed ones. */
#pragma once

/// From now on this many allocations succeed and all others fail.
void lacking_from(int allowed);
/// From now on all succeed again. Returns how many of the allowed ones were not used; below 0: how many were refused.
int lacking_end(void);
/// Number of blocks freed since lacking_from().
int lacking_freed(void);
