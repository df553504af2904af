/* Why this file exists: limits on memory and processors are files of the process's control group and of those above it.
 * Both versions of Linux are read here, for all programs. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { CONTROL_GROUP = 4096, CONTROL_GROUP_PLACES = 3 };

/// As fopen(), so that a test can make up a system.
typedef FILE *control_group_open(const char *path, const char *mode);

typedef struct control_group {
  char folder[CONTROL_GROUP]; ///< Of the group. It need not exist: a container may not see the groups above its own.
  size_t root;                ///< Length of the folder of all groups.
} control_group;

/// The group of this process for a controller, such as "cpu". Place 0 is version 2. Places 1 and 2 are the names that
/// version 1 is mounted at: the controller's, and that of all controllers together. False if there is no such place. If
/// the system does not say which group it is, it is the root.
bool control_group_find(control_group_open *open, const char *controller, int place, control_group *out);
/// Go on to the group above. False at the root.
bool control_group_rise(control_group *self);
/// The first line of a file of the group without its end. False if it cannot be read.
bool control_group_read(control_group_open *open, const control_group *self, const char *name, char *out,
                        size_t capacity);

/// Processors' worth of time that this process may use, by the smallest quota of its group and those above. NaN without a
/// quota. The limit as "QUOTA PERIOD" in `text`, "max" if there is none, "" if unknown.
double control_group_processors(control_group_open *open, char text[64]);
