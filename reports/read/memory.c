/* Why this file exists: remembers whether any allocation or stream in memory has failed. Such streams need
 * fopencookie(), a GNU extension, so they are opened here alone. */
#define _GNU_SOURCE /* fopencookie */
#include "memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static bool lost;

void *report_memory(size_t count, size_t size) {
  void *memory = calloc(count, size);
  lost |= !memory;
  return memory;
}

static void *one(size_t size) {
  return report_memory(1, size);
}

void report_begin(void) {
  json_set_alloc_funcs(one, free);
}

bool report_lost(void) {
  return lost;
}

typedef struct growing {
  char **text;
  size_t *size, room; /* `room`: bytes of the text, without the final zero */
} growing;

static ssize_t grow(void *cookie, const char *bytes, size_t count) {
  growing *to = cookie;
  if (count > to->room - *to->size) {
    const size_t room = 2 * (*to->size + count);
    char *larger = realloc(*to->text, room + 1);
    lost |= !larger;
    if (!larger) return 0; /* an error of the stream */
    *to->text = larger;
    to->room = room;
  }
  memcpy(*to->text + *to->size, bytes, count);
  *to->size += count;
  (*to->text)[*to->size] = '\0';
  return (ssize_t)count;
}

static int end(void *cookie) {
  free(cookie);
  return 0;
}

FILE *report_stream(char **text, size_t *size) {
  growing *to = report_memory(1, sizeof *to);
  *text = report_memory(1, 1);
  *size = 0;
  FILE *stream = NULL;
  if (to && *text) {
    *to = (growing){text, size, 0};
    stream = fopencookie(to, "w", (cookie_io_functions_t){.write = grow, .close = end});
  }
  if (stream) return stream;
  lost = true;
  free(to);
  free(*text);
  *text = NULL;
  return NULL;
}

xpbd_status report_commit(xpbd_file *file) {
  if (!lost) return xpbd_file_commit(file);
  const xpbd_status status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for all of it", file->path);
  xpbd_file_discard(file);
  return status;
}
