/* Why this file exists: folders and files that a check makes and takes away again. */
#ifndef XPBD_FOLDER_H
#define XPBD_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "check.h"

/// A new empty folder for a check; NULL, already reported, when there is none. Remove it with folder_remove().
char *folder_make(check *self);
/// Remove the folder with the files in it.
void folder_remove(char *folder);
/// Number of files in it.
int folder_count(const char *folder);
/// Path of a file in the folder, in one of four buffers used in turn.
const char *folder_path(const char *folder, const char *name);
/// Write bytes to a file; false, already reported, on failure.
bool file_put(check *self, const char *path, const void *bytes, size_t count);

#endif
