/* Why this file exists: provides the temporary files and texts that targets need, and a target with a planted fault.
 * Fuzzing that does not find that fault finds nothing. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 512, NAMES = 4 };

static char folder[PATH], paths[NAMES][PATH + 64];

static void remove_folder(void) {
  for (int i = 0; i < NAMES; i++) unlink(paths[i]);
  rmdir(folder);
}

const char *fuzz_folder(void) {
  if (folder[0]) return folder;
  const char *above = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/xpbd-fuzz-XXXXXX", above ? above : "/tmp");
  if (!mkdtemp(folder)) {
    perror(folder);
    _exit(2);
  }
  atexit(remove_folder);
  return folder;
}

const char *fuzz_file(const char *name, const void *data, size_t size) {
  int slot = 0;
  const size_t length = strlen(fuzz_folder()) + 1;
  while (slot < NAMES - 1 && paths[slot][0] && strcmp(paths[slot] + length, name) != 0) slot++;
  snprintf(paths[slot], sizeof paths[slot], "%s/%s", folder, name);
  FILE *file = fopen(paths[slot], "wb");
  const bool written = file && fwrite(data, 1, size, file) == size;
  if (!file || fclose(file) != 0 || !written) {
    perror(paths[slot]);
    _exit(2);
  }
  return paths[slot];
}

char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) _exit(2);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

size_t fuzz_first(const uint8_t *data, size_t size, size_t *second) {
  for (size_t i = 0; i + 2 < size; i++) {
    if (data[i] != '\n' || data[i + 1] != '%' || data[i + 2] != '\n') continue;
    *second = i + 3;
    return i + 1;
  }
  *second = size;
  return size;
}

/// Input: "XPBD", a count, as many bytes. The fault: nothing checks whether the bytes are there.
bool fuzz_bait(const uint8_t *data, size_t size) {
  if (size < 5 || memcmp(data, "XPBD", 4) != 0) return false;
  uint8_t *copy = malloc(size), sum = 0;
  if (!copy) return false;
  memcpy(copy, data, size);
  for (size_t i = 0; i < copy[4]; i++) sum = (uint8_t)(sum + copy[5 + i]);
  free(copy);
  return sum != 1;
}
