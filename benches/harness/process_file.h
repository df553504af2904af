/* Why this file exists: what one process measured goes to the one that started it, through an open file that has no
 * name. Both are the same program, so the bytes of its structures say the same to both. */
#ifndef BENCH_PROCESS_FILE_H
#define BENCH_PROCESS_FILE_H

#include "harness/run/run.h"

/// What a process says about its run as a whole.
typedef struct bench_process_head {
  uint64_t magic, plan;
  size_t result_size;
  int count;
  bool complete;
  char stop[32], lost[BENCH_TEXT];
} bench_process_head;

/// False when it could not be written.
bool bench_process_write(int descriptor, const bench_run *run);
/// Read what a process wrote into `results` [plan->count], which own their arrays; texts live as long as the program.
/// False, with nothing to free, when it is not all there or not of this plan.
bool bench_process_read(FILE *stream, const bench_plan *plan, bench_process_head *head, bench_result *results);
void bench_process_free(bench_result *results, int count);

#endif
