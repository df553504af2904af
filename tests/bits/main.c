/* Why this file exists: the program that compares the bits of every simulation with the recorded ones, or records
 * them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"

static int usage(void) {
  fprintf(stderr, "usage: bits TABLE [BACKEND]          compare; with BACKEND on seq and that one alone\n"
                  "       bits --write TABLE [BACKEND]  write what is found, keep what cannot be found here\n");
  return 1;
}

static int fail(const char *what) {
  fprintf(stderr, "bits: %s\n", what);
  return 1;
}

/* A table with an error in it must not pass. */
static bool catches_all(const bits_table *recorded, bits_table *found) {
  const bits_row first = found->rows[0];
  char *const digit = &found->rows[0].state[3];
  *digit = *digit == '0' ? '1' : '0'; /* another bit */
  bool good = bits_table_compare(recorded, found, false) == 1;
  found->rows[0] = first;
  bits_table shorter = *found;
  shorter.rows++, shorter.count--; /* a row of the table that nothing runs */
  good = good && bits_table_compare(recorded, &shorter, false) == 1;
  strcat(found->rows[0].key, "x"); /* a run without a row, and a row without a run */
  good = good && bits_table_compare(recorded, found, false) == 2;
  found->rows[0] = first;
  for (int b = 0; good && b < found->other_count; b++) { /* a backend with other bits */
    strcpy(found->rows[0].others[b], "0123456789abcdef");
    good = bits_table_compare(recorded, found, false) == 1;
    found->rows[0] = first;
  }
  return good;
}

static int compare(const char *path, const bits_table *recorded, bits_table *found) {
  const int differences = bits_table_compare(recorded, found, true);
  int projective = 0;
  for (int r = 0; r < recorded->count; r++) projective += bits_row_projective(&recorded->rows[r]);
  const char *other = bits_table_other_cholmod(recorded, found);
  if (differences > 0) {
    fprintf(stderr, "bits: %d differences from %s. A change that is meant is recorded by\n  ./run bits\n", differences,
            path);
    return 1;
  }
  if (!catches_all(recorded, found)) return fail("a table with a mistake in it passed");
  if (bits_run_controls(found) > 0) return fail("a run with other settings ended in the same bits");
  int skipped = 0;
  for (int r = 0; other && r < found->count; r++) skipped += bits_row_projective(&found->rows[r]);
  printf("%d runs end in the bits recorded, on seq", found->count - skipped);
  for (int b = 0; b < found->other_count; b++) printf(", %s", found->others[b]);
  printf("\n");
  if (other) printf("skipped: %d rows of fms, pd, newton, vbd, avbd, admm and multigrid: %s\n", projective, other);
  return 0;
}

static int write(const char *path, bits_table *found, const bits_table *old) {
  if (old->count > 0) {
    bits_table_keep(found, old);
    bits_table_compare(old, found, true);
  }
  if (!bits_table_write(path, found)) return 1;
  printf("%s: %d rows\n", path, found->count);
  return 0;
}

int main(int count, char **words) {
  const bool writes = count > 1 && strcmp(words[1], "--write") == 0;
  const int first = writes ? 2 : 1;
  if (count <= first || count > first + 2 || words[first][0] == '-') return usage();
  bits_table recorded = {.count = 0}, found = {.count = 0};
  FILE *there = fopen(words[first], "r");
  if (there) fclose(there);
  int code = 1;
  if ((!there && writes) || bits_table_read(words[first], &recorded))
    if (bits_run_all(words[first + 1], &found))
      code = writes ? write(words[first], &found, &recorded) : compare(words[first], &recorded, &found);
  free(recorded.rows);
  free(found.rows);
  return code;
}
