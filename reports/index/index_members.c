/* Why this file exists: finds the runs of an archive. A folder that is broken must not hide the others, so it stays in the
 * list with the reason. */
#define _GNU_SOURCE /* realpath */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "index.h"
#include "read/memory.h"
#include "read/results.h"

static bool is_folder(const char *path) {
  struct stat what;
  return stat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

static bool is_file(const char *path) {
  struct stat what;
  return stat(path, &what) == 0 && S_ISREG(what.st_mode);
}

/// Whether a name can be part of an address as it is.
static bool is_plain(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  return name[0] != '.' && name[strspn(name, letters)] == '\0';
}

/// Whether the page above would have a file or a folder of this name.
static bool is_ours(const char *name) {
  return strcmp(name, "index.html") == 0 || strcmp(name, "figures") == 0;
}

/// Why the page of a folder cannot have its name, NULL = it can.
static const char *fault_of(const char *above, const char *name) {
  if (is_ours(above) || is_ours(name)) return "the pages have a file or a folder of this name; rename the folder";
  if (!is_plain(name)) return "its name has other characters than letters, digits, dots and dashes; rename the folder";
  return NULL;
}

/// A member without results. NULL without memory.
static index_member *add(index_set *set, const char *above, const char *name) {
  index_member *larger = realloc(set->items, ((size_t)set->count + 1) * sizeof *larger);
  char *own = larger ? report_memory(strlen(above) + strlen(name) + 2, 1) : NULL;
  if (larger) set->items = larger;
  if (!own) return NULL;
  sprintf(own, "%s%s%s", above, above[0] ? "/" : "", name);
  index_member *member = &set->items[set->count++];
  *member = (index_member){.name = own};
  const char *fault = fault_of(above, name);
  if (fault) snprintf(member->reason, sizeof member->reason, "%s", fault);
  return member;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

/// Whether a file may have results. An audit lies beside them.
static bool has_results_name(const char *name) {
  const size_t length = strlen(name);
  const bool audit = length >= 10 && strcmp(name + length - 10, "audit.json") == 0;
  return length > 5 && strcmp(name + length - 5, ".json") == 0 && !audit;
}

/// The results of a folder: results.json, else the first file of *files that end in .json, else NULL. The caller frees
/// it.
static char *results_of(const char *folder, int *files) {
  struct dirent **list = NULL;
  char *found = report_join(folder, "results.json");
  *files = 1;
  if (found && is_file(found)) return found;
  free(found);
  found = NULL;
  *files = 0;
  const int count = scandir(folder, &list, NULL, by_name);
  for (int i = 0; i < count; i++) {
    if (has_results_name(list[i]->d_name) && (*files)++ == 0) found = report_join(folder, list[i]->d_name);
    free(list[i]);
  }
  free(list);
  return found;
}

/// Add the folder `name` of `parent`, and its own folders that have results.json.
static xpbd_status add_folder(index_set *set, const char *parent, const char *above, const char *name) {
  struct dirent **list = NULL;
  char *folder = report_join(parent, name);
  index_member *member = folder ? add(set, above, name) : NULL;
  if (!member) {
    free(folder);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its folders", parent);
  }
  member->file = results_of(folder, &member->files);
  if (!member->file && !member->reason[0]) snprintf(member->reason, sizeof member->reason, "it has no results.json");
  const int count = above[0] ? 0 : scandir(folder, &list, NULL, by_name); /* only one level */
  xpbd_status status = XPBD_OK;
  for (int i = 0; i < count; i++) {
    char *inner = list[i]->d_name[0] == '.' ? NULL : report_join(folder, list[i]->d_name);
    char *results = inner ? report_join(inner, "results.json") : NULL;
    if (results && is_file(results) && status == XPBD_OK) status = add_folder(set, folder, name, list[i]->d_name);
    free(results);
    free(inner);
    free(list[i]);
  }
  free(list);
  free(folder);
  return status;
}

/// Whether this is the folder of an archive's own figures, which is no run.
static bool has_figures(const char *name, const char *folder) {
  if (strcmp(name, "figures") != 0) return false;
  char *results = report_join(folder, "results.json");
  const bool run = results && is_file(results);
  free(results);
  return !run;
}

static xpbd_status add_folders(index_set *set, const char *archive) {
  struct dirent **list = NULL;
  const int count = scandir(archive, &list, NULL, by_name), before = set->count;
  XPBD_REQUIRE(count >= 0, XPBD_ERR_IO, "%s: no such folder; an archive has a folder for each run", archive);
  xpbd_status status = XPBD_OK;
  for (int i = 0; i < count; i++) {
    const char *name = list[i]->d_name;
    char *path = name[0] == '.' ? NULL : report_join(archive, name);
    if (path && is_folder(path) && !has_figures(name, path) && status == XPBD_OK)
      status = add_folder(set, archive, "", name);
    free(path);
    free(list[i]);
  }
  free(list);
  XPBD_TRY(status);
  XPBD_REQUIRE(set->count > before, XPBD_ERR_IO, "%s: has no folder with a run; xpbd-report accept files one", archive);
  return XPBD_OK;
}

xpbd_status index_find(const char *folder, index_set *set) {
  char *machines = report_join(folder, "machines"), *own = report_join(folder, "results.json");
  xpbd_status status = machines && own ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK && is_file(own)) {
    char *resolved = realpath(folder, NULL), *slash = resolved ? strrchr(resolved, '/') : NULL;
    if (slash) *slash = '\0';
    status = slash ? add_folder(set, resolved[0] ? resolved : "/", "", slash + 1)
                   : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of a folder");
    free(resolved);
  } else if (status == XPBD_OK) {
    status = add_folders(set, is_folder(machines) ? machines : folder);
  }
  free(machines);
  free(own);
  return status;
}

void index_free(index_set *set) {
  for (int i = 0; i < set->count; i++) {
    free(set->items[i].name);
    free(set->items[i].file);
    free(set->items[i].rows);
  }
  free(set->items);
  *set = (index_set){0};
}
