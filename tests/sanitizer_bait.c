/* Why this file exists: the negative controls of the sanitizer builds. Called with the name of a sanitizer, it does
 * what that one must catch. Called with "none", it does the same correctly, with threads, and nothing may be
 * reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *bait = argc > 1 ? argv[1] : "none";
  enum { COUNT = 1000 };
  int *numbers = calloc(COUNT, sizeof *numbers);
  if (!numbers) return 1;
  volatile int at = strcmp(bait, "address") == 0 ? COUNT : COUNT - 1; /* volatile: not seen by the compiler */
  numbers[at] = 1;
  volatile int large = strcmp(bait, "undefined") == 0 ? 0x7fffffff : 1;
  int sum = large + numbers[0] + 1;
  /* With OpenMP: threads that meet only at the end of a loop, which the sanitizer must understand, and for the bait a
   * sum that they share without protection. Without OpenMP this is a plain loop. */
  const int share = strcmp(bait, "thread") == 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < COUNT; i++) {
      numbers[i]++;
      if (share) sum++;
    }
  }
  printf("%d %d\n", sum, numbers[1]);
  free(numbers);
  return 0;
}
