/* Why this file exists: makes and removes the folders and files of a check. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "check.h"

/// A new empty folder for a check, which is removed when the check ends. Without one the process ends with a message.
char *folder_make(check *self);
/// Removes the folder with its files.
void folder_remove(const char *folder);
/// Removes all folders that this process made.
void folders_remove(void);
/// The number of files in it.
int folder_count(const char *folder);
/// The path of a file in the folder, in one of four buffers used in turn.
const char *folder_path(const char *folder, const char *name);
/// Writes bytes to a file; false, already reported, on failure.
bool file_put(check *self, const char *path, const void *bytes, size_t count);
