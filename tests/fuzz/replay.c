/* Why this file exists: every build, compiler and sanitizer reads the corpus of fuzzing, so that a corrected fault does
 * not return. A seed must be accepted. A file whose name begins with "bad" must be refused. Neither may crash the
 * process.
 * usage: fuzz_replay TARGET FILE...; without arguments the targets */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *about;
  fuzz_target *read;
} targets[] = {
#ifdef FUZZ_REPORTS
#define FUZZ_TARGET(name, about)
#define FUZZ_REPORT_TARGET(name, about) {#name, about, fuzz_##name},
#else
#define FUZZ_TARGET(name, about) {#name, about, fuzz_##name},
#define FUZZ_REPORT_TARGET(name, about)
#endif
#include "list.h"
#undef FUZZ_TARGET
#undef FUZZ_REPORT_TARGET
};
enum { TARGETS = sizeof targets / sizeof targets[0] };

/// The bytes of a file, freed by the caller; NULL after a message.
static uint8_t *contents(const char *path, size_t *size) {
  enum { MOST = 1 << 20 };
  FILE *file = fopen(path, "rb");
  uint8_t *data = malloc(MOST);
  *size = file && data ? fread(data, 1, MOST, file) : 0;
  const bool read = file && data && !ferror(file) && feof(file);
  if (file) fclose(file);
  if (read) return data;
  fprintf(stderr, "%s: cannot be read\n", path);
  free(data);
  return NULL;
}

int main(int argc, char **argv) {
  fuzz_target *read = NULL;
  for (int t = 0; t < TARGETS; t++) {
    if (argc == 1) printf("%-12s %s\n", targets[t].name, targets[t].about);
    if (argc > 1 && strcmp(argv[1], targets[t].name) == 0) read = targets[t].read;
  }
  if (argc == 1) return 0;
  if (!read) {
    fprintf(stderr, "no target is named '%s'\n", argv[1]);
    return 2;
  }
  int wrong = argc == 2;
  for (int i = 2; i < argc; i++) {
    const char *slash = strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
    size_t size = 0;
    uint8_t *data = contents(argv[i], &size);
    if (!data) return 2;
    const bool taken = read(data, size), wanted = strncmp(name, "bad", 3) != 0;
    free(data);
    if (taken == wanted) continue;
    wrong++;
    fprintf(stderr, "%s: is %s\n", argv[i], taken ? "taken" : "refused");
  }
  return wrong > 0;
}
