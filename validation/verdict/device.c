/* Why this file exists: the runs on a GPU need a separate process without a memory limit, because a driver reserves
 * more addresses than any formula may have. Whatever goes wrong in it becomes one line beside the verdict. */
#include <stdio.h>

#include "support/process.h"
#include "verdict/judge/sample.h"
#include "verdict/show/report.h"

/// [s]: for the runs, a compiler and, the first time, a driver's compiler; then for the child to end when asked.
enum { LONGEST = 300, PATIENCE = 10 };

typedef struct task {
  report_scene *scene;
  int formula;
} task;

static int measure(void *context) {
  static unsigned long beat;
  const task *t = context;
  sample_beat = &beat;
  report_measure_device(t->scene, t->formula);
  return 0;
}

void report_measure_device_apart(report_scene *scene, int formula) {
  task t = {scene, formula};
  const process_job job = {.work = measure, .context = &t, .seconds = LONGEST, .patience = PATIENCE};
  process_result result;
  snprintf(scene->device, sizeof scene->device, "no process could be started");
  process_run(&job, &result);
  if (result.end == PROCESS_LATE)
    snprintf(scene->device, sizeof scene->device, "the runs did not end within %d s", LONGEST);
  else if (result.end == PROCESS_KILLED)
    snprintf(scene->device, sizeof scene->device, "the process ended by signal %d", result.code);
  process_free(&result);
}
