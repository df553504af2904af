/* Why this file exists: which of several allocations fails is chance on a machine. The linker hands every allocation of this
 * program to lacking.c (--wrap in CMakeLists.txt), which counts them and refuses those after the ones that are allowed. */
#ifndef UNIT_LACKING_H
#define UNIT_LACKING_H

/// From now on this many allocations succeed and all others fail.
void lacking_from(int allowed);
/// From now on all succeed again. Returns how many of those that were allowed nobody has asked for; below 0: so many were refused.
int lacking_end(void);
/// Pieces of memory that were given back since lacking_from().
int lacking_freed(void);

#endif
