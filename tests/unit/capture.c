/* Why this file exists: redirects a descriptor into a temporary file and reads back what was written. */
#include "capture.h"

#include <unistd.h>

FILE *capture_begin(int descriptor, int *saved) {
  FILE *file = tmpfile();
  *saved = dup(descriptor);
  if (file) dup2(fileno(file), descriptor);
  return file;
}

void capture_end(FILE *file, int descriptor, int saved, char *text, size_t capacity) {
  dup2(saved, descriptor);
  close(saved);
  text[0] = '\0';
  if (!file) return;
  rewind(file);
  text[fread(text, 1, capacity - 1, file)] = '\0';
  fclose(file);
}
