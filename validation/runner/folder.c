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

/// A folder, in the list of all that exist. A process inherits those of its parent, which are not its own.
typedef struct made_folder {
  struct made_folder *next;
  pid_t owner;
  char path[512];
} made_folder;

static made_folder *all;

char *folder_make(check *self) {
  const char *parent = getenv("TMPDIR");
  made_folder *made = malloc(sizeof *made);
  if (!parent || parent[0] == '\0') parent = "/tmp";
  if (made) {
    *made = (made_folder){.next = all, .owner = getpid()};
    snprintf(made->path, sizeof made->path, "%s/xpbd-check-XXXXXX", parent);
    if (mkdtemp(made->path)) {
      all = made;
      check_owns_folder(self, made->path);
      return made->path;
    }
  }
  fprintf(stderr, "no folder for a check can be made in %s: %s; TMPDIR chooses another place\n", parent,
          strerror(errno));
  exit(EXIT_FAILURE);
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

void folder_remove(const char *folder) {
  visit(folder, true);
  rmdir(folder);
}

void folders_remove(void) {
  while (all && all->owner == getpid()) {
    made_folder *made = all;
    all = made->next;
    folder_remove(made->path);
    free(made);
  }
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
