/* Why this file exists: finds the headers that a command line means: files as named, and all below its folders. */
#include "batch_find.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "batch.h"
#include "xpbd/formula.h"

enum { DEEPEST = 16 };

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool batch_is_path(const char *word) {
  return strpbrk(word, "./") != NULL;
}

bool batch_is_meant(const char *const *words, int count) {
  if (count > 2 || (is_folder(words[0]) && xpbd_formula_find(words[0]) < 0)) return true;
  return count == 2 && batch_is_path(words[1]);
}

static bool ends_in_h(const char *name) {
  const size_t length = strlen(name);
  return length > 2 && strcmp(name + length - 2, ".h") == 0;
}

/// Adds a file once, whatever it is called. `about` is its stat.
static xpbd_status add(batch_paths *paths, const char *path, const struct stat *about) {
  for (int i = 0; i < paths->count; i++)
    if (paths->item[i].device == about->st_dev && paths->item[i].inode == about->st_ino) return XPBD_OK;
  batch_path *grown = realloc(paths->item, ((size_t)paths->count + 1) * sizeof *grown);
  if (grown) paths->item = grown;
  char *copy = grown ? strdup(path) : NULL;
  XPBD_REQUIRE(copy, XPBD_ERR_OUT_OF_MEMORY, "out of memory for the list of files");
  paths->item[paths->count++] = (batch_path){copy, about->st_dev, about->st_ino};
  return XPBD_OK;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

/// The headers of a folder and of the folders in it, in the order of their names. Links to folders are not followed.
static xpbd_status add_folder(batch_paths *paths, const char *folder, int depth) {
  struct dirent **all;
  const int count = scandir(folder, &all, is_visible, by_name);
  XPBD_REQUIRE(count >= 0, XPBD_ERR_IO, "%s: %s", folder, strerror(errno));
  xpbd_status status = XPBD_OK;
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    struct stat about;
    const int length =
        snprintf(path, sizeof path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", all[i]->d_name);
    if (status == XPBD_OK && length < (int)sizeof path && lstat(path, &about) == 0) {
      if (S_ISDIR(about.st_mode) && depth < DEEPEST)
        status = add_folder(paths, path, depth + 1);
      else if (ends_in_h(path) && stat(path, &about) == 0 && S_ISREG(about.st_mode))
        status = add(paths, path, &about);
    }
    free(all[i]);
  }
  free(all);
  return status;
}

xpbd_status batch_find(const char *const *words, int count, batch_paths *out) {
  *out = (batch_paths){0};
  for (int i = 0; i < count; i++) {
    struct stat about;
    const int before = out->count;
    XPBD_REQUIRE(stat(words[i], &about) == 0, XPBD_ERR_IO,
                 "%s: %s; give headers and folders, or one header and the NAME of a formula in it", words[i],
                 strerror(errno));
    if (!S_ISDIR(about.st_mode)) {
      XPBD_TRY(add(out, words[i], &about));
      continue;
    }
    XPBD_TRY(add_folder(out, words[i], 0));
    XPBD_REQUIRE(out->count > before || before > 0, XPBD_ERR_IO, "%s: no file in this folder ends in .h", words[i]);
  }
  return XPBD_OK;
}

void batch_paths_free(batch_paths *paths) {
  for (int i = 0; i < paths->count; i++) free(paths->item[i].path);
  free(paths->item);
  *paths = (batch_paths){0};
}
