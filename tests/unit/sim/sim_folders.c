/* Why this file exists: what a run kept is freed with it. (Numbers and names of its files: tests/texts/sim_runs.c.) */
#include <stdlib.h>

#include "sim/sim_output.h"
#include "sim_checks.h"

/* Frames kept for a run are freed with it. */
static void released(check *self, int argument) {
  sim_output out = {.strain = malloc(8), .pinned = malloc(8)};
  sim_shots *shots[3] = {&out.viewer.shots, &out.pictures.shots, &out.pictures.still};
  for (int k = 0; k < 3; k++) *shots[k] = (sim_shots){.frames = malloc(8), .positions = malloc(8)};
  for (int k = 0; k < 3; k++) check_control(self, shots[k]->frames && shots[k]->positions, "shots %d before", k);
  sim_output_release(&out);
  for (int k = 0; k < 3; k++) check_true(self, !shots[k]->frames && !shots[k]->positions, "shots %d are gone", k);
}

void check_sim_folders(check_registry *registry) {
  check_add(registry, "sim-released", "what was kept of a run", released, 0);
}
