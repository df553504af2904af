/* Why this file exists: redirects a descriptor into a temporary file and reads back what was written. */
#include "capture.h"

#include <unistd.h>

static void flush(void) {
  fflush(stdout);
  fflush(stderr);
}

capture capture_begin(int descriptor) {
  flush();
  const capture out = {.file = tmpfile(), .descriptor = descriptor, .saved = dup(descriptor)};
  if (out.file) dup2(fileno(out.file), descriptor);
  return out;
}

void capture_end(const capture *self, char *text, size_t capacity) {
  flush();
  dup2(self->saved, self->descriptor);
  close(self->saved);
  text[0] = '\0';
  if (!self->file) return;
  rewind(self->file);
  text[fread(text, 1, capacity - 1, self->file)] = '\0';
  fclose(self->file);
}
