/* Why this file exists: checks that need files work in their own folder, which is removed afterwards. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "runner.h"

char *folder_make(check *self) {
  const char *parent = getenv("TMPDIR");
  char *folder = malloc(512);
  if (folder) {
    snprintf(folder, 512, "%s/xpbd-check-XXXXXX", parent && parent[0] != '\0' ? parent : "/tmp");
    if (mkdtemp(folder)) {
      check_owns_folder(self, folder);
      return folder;
    }
  }
  check_true(self, false, "a temporary folder: %s", strerror(errno));
  free(folder);
  return NULL;
}

/* Visits the files; returns how many there are. */
static int visit(const char *folder, bool remove_them) {
  DIR *listing = opendir(folder);
  if (!listing) return -1;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(listing));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    count++;
    if (remove_them && unlink(folder_path(folder, entry->d_name)) != 0) rmdir(folder_path(folder, entry->d_name));
  }
  closedir(listing);
  return count;
}

int folder_count(const char *folder) {
  return visit(folder, false);
}

void folder_remove(char *folder) {
  if (!folder) return;
  visit(folder, true);
  rmdir(folder);
  free(folder);
}

const char *folder_path(const char *folder, const char *name) {
  static char paths[4][1024];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

bool file_put(check *self, const char *path, const void *bytes, size_t count) {
  FILE *stream = fopen(path, "wb");
  const bool written = stream && fwrite(bytes, 1, count, stream) == count;
  const bool closed = stream && fclose(stream) == 0;
  return check_true(self, written && closed, "writing %s: %s", path, strerror(errno));
}
