/* Why this file exists: opens the object compiled from a formula file. Opening may run code of the object, so a child
 * process tries it first. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/apart.h"
#include "base/error.h"
#include "foreign/file.h"

/* Opens by descriptor, because the object has no file name. The loader treats equal names as the same object, so the
 * descriptor stays open as long as the object. */
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

/* The parent reports why it cannot be opened, because its own attempt fails in the same way. */
static void try_to_open(void *context) {
  open_object(context);
}

xpbd_status xpbd_file_object_open(const char *path, const xpbd_file_object *object, void **handle) {
  const xpbd_apart_limits limits = {.still = 2, .longest = 20};
  char words[512];
  *handle = NULL;
  xpbd_apart *shared = xpbd_apart_memory(sizeof *shared);
  XPBD_REQUIRE(shared, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to open it in a child process", path);
  snprintf(shared->stage, sizeof shared->stage, "it was opened");
  const xpbd_apart_end end = xpbd_apart_run(shared, &limits, try_to_open, (void *)object, words, sizeof words);
  xpbd_apart_free(shared, sizeof *shared);
  XPBD_REQUIRE(end != XPBD_APART_FAILED, XPBD_ERR_UNAVAILABLE, "%s: no process could be started to open it: %s", path,
               strerror(errno));
  XPBD_REQUIRE(end == XPBD_APART_DONE, XPBD_ERR_BAD_FILE, "%s: %s; a formula must not run code when it is opened", path,
               words);
  *handle = open_object(object);
  char name[64];
  name_of(object, name);
  const char *reason = *handle ? NULL : dlerror();
  if (reason && strncmp(reason, name, strlen(name)) == 0) reason += strlen(name) + 2; /* an internal name */
  /* The messages of glibc and musl. */
  const bool forbidden = reason && (strstr(reason, "failed to map segment") || strstr(reason, "not permitted"));
  XPBD_REQUIRE(!forbidden, XPBD_ERR_UNAVAILABLE,
               "%s was compiled, but code in the temporary folder may not be run (%s); TMPDIR selects another folder",
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
