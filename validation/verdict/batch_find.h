/* Why this file exists: the list of headers that a batch judges. */
#pragma once

#include <sys/types.h>

#include "xpbd/status.h"

typedef struct batch_path {
  char *path;
  dev_t device;
  ino_t inode;
} batch_path;

/// Each file once, in the order of the command line. Owned.
typedef struct batch_paths {
  int count;
  batch_path *item;
} batch_paths;

/// Headers as named, and all below folders. XPBD_ERR_IO: a word is neither, or a folder has none. Free in any case.
xpbd_status batch_find(const char *const *words, int count, batch_paths *out);
void batch_paths_free(batch_paths *paths);
