/* Why this file exists: the number of digits in frame numbers, and the frames before a resumed run, decide what is kept
 * and what is removed. Runs of a hundred million frames are too long for tests. Here they are only begun. */
#include <stdio.h>
#include <stdlib.h>

#include "sim/sim_output.h"
#include "sim_checks.h"

static const cli_program trial = {.name = "trial"};

static void digits(check *self, int argument) {
  static const struct {
    int32_t frames;
    int digits;
  } known[] = {{1, 4},      {9999, 4},   {10000, 5},    {10001, 5},     {99999, 5},
               {100000, 6}, {999999, 6}, {99999999, 8}, {100000000, 9}, {999999999, 9}};
  const sim_options options = {.quiet = true};
  sim_output out;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const sim_job job = {.program = &trial, .options = &options, .frames = known[i].frames};
    check_same(self, (uint64_t)(int64_t)sim_output_open(&job, &out), (uint64_t)(int64_t)-1, "nothing is written");
    check_same(self, (uint64_t)out.digits, (uint64_t)known[i].digits, "digits of %d frames", (int)known[i].frames);
    sim_output_release(&out);
  }
  check_control(self, known[1].digits != known[2].digits, "a frame more");
}

/* A frame up to the checkpoint's number stays. It may have fewer digits than others, or more if it begins with 0. */
static void continued(check *self, int argument) {
  static const struct {
    int32_t start;
    int before; ///< Digits.
    const char *name;
    bool stays;
    int digits;
  } known[] = {{12, 4, "frame_0012.obj", true, 4},           {12, 4, "frame_0013.obj", false, 4},
               {12, 4, "frame_0000.vtk", true, 4},           {12, 4, "frame_00012.vtk", true, 5},
               {12, 4, "frame_000000012.vtk", true, 9},      {12, 4, "frame_0000000012.vtk", false, 4},
               {12, 9, "frame_0012.vtk", true, 4},           {20000, 4, "frame_10000.vtk", true, 4},
               {20000, 9, "frame_10000.vtk", true, 5},       {20000, 9, "frame_20001.vtk", false, 9},
               {12, 4, "frame_0012.obj.7-0.part", false, 4}, {12, 4, "frame_0012.ob", false, 4},
               {12, 4, "constraints.vtk", false, 4},         {12, 4, "frames.vtk.series", false, 4}};
  sim_options options = {.resume = "half"};
  for (int resumed = 1; resumed >= 0; resumed--)
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      options.resume = resumed ? "half" : NULL;
      const sim_job job = {.options = &options, .start = known[i].start};
      sim_output out = {.job = &job, .digits = known[i].before};
      check_true(self, sim_output_continues(&out, known[i].name) == (resumed && known[i].stays),
                 "%s, from %d on, resumed %d", known[i].name, (int)known[i].start, resumed);
      check_same(self, (uint64_t)out.digits, (uint64_t)(resumed ? known[i].digits : known[i].before), "digits with %s",
                 known[i].name);
    }
  check_control(self, known[0].stays != known[1].stays, "a frame later");
}

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
  check_add(registry, "sim-digits", "digits of a frame's number", digits, 0);
  check_add(registry, "sim-continued", "which frames a resumed run goes on after", continued, 0);
  check_add(registry, "sim-released", "what was kept of a run", released, 0);
}
