/* Why this file exists: opens what was compiled of a file of formulas. A shared object may have code that runs as soon as it
 * is opened, so a process of its own goes first. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/apart.h"
#include "base/error.h"
#include "foreign/file.h"

/* By its descriptor: it has no name any more. The loader takes an equal name for the same object, so the descriptor stays
 * open as long as the object. */
static void name_of(const xpbd_file_object *object, char out[64]) {
#ifdef __linux__
  snprintf(out, 64, "/proc/self/fd/%d", object->descriptor);
#else
  snprintf(out, 64, "/dev/fd/%d", object->descriptor);
#endif
}

static void *open_object(const xpbd_file_object *object) {
  char name[64];
  name_of(object, name);
  return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* Why it cannot be opened is said by the parent, which will not be able to either. */
static void try_to_open(void *context) {
  open_object(context);
}

xpbd_status xpbd_file_object_open(const char *path, const xpbd_file_object *object, void **handle) {
  const xpbd_apart_limits limits = {.still = 2, .longest = 20};
  char words[512];
  *handle = NULL;
  xpbd_apart *shared = xpbd_apart_memory(sizeof *shared);
  XPBD_REQUIRE(shared, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to open it apart", path);
  snprintf(shared->stage, sizeof shared->stage, "it was opened");
  const xpbd_apart_end end = xpbd_apart_run(shared, &limits, try_to_open, (void *)object, words, sizeof words);
  xpbd_apart_free(shared, sizeof *shared);
  XPBD_REQUIRE(end != XPBD_APART_FAILED, XPBD_ERR_UNAVAILABLE, "%s: no process could be started to open it in", path);
  XPBD_REQUIRE(end == XPBD_APART_DONE, XPBD_ERR_BAD_FILE, "%s: %s; a formula has no code that runs then", path, words);
  *handle = open_object(object);
  char name[64];
  name_of(object, name);
  const char *reason = *handle ? NULL : dlerror();
  if (reason && strncmp(reason, name, strlen(name)) == 0) reason += strlen(name) + 2; /* a name of nothing */
  /* In the words of glibc and musl. */
  const bool forbidden = reason && (strstr(reason, "failed to map segment") || strstr(reason, "not permitted"));
  XPBD_REQUIRE(!forbidden, XPBD_ERR_UNAVAILABLE,
               "%s was compiled, but code in the temporary folder may not be run (%s); TMPDIR names another folder",
               path, reason);
  XPBD_REQUIRE(*handle, XPBD_ERR_BAD_FILE, "%s was compiled, but cannot be opened: %s", path, reason);
  return XPBD_OK;
}

void xpbd_file_object_free(xpbd_file_object *object) {
  if (object->descriptor >= 0) close(object->descriptor);
  free(object->compiler);
  free(object->warnings);
  *object = (xpbd_file_object){.descriptor = -1};
}
