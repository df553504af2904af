/* Why this file exists: a run that needs one byte more than is available must be refused, and one that needs exactly
 * that must not. So the available memory is made up here. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "sim/sim_setup.h"
#include "sim_checks.h"

enum { TEXT = 512 };

/// Whether a call with these options is refused with so many bytes available, and the message.
static bool refused(const sim_options *options, double bytes, char text[TEXT]) {
  static const cli_program program = {.name = "trial"};
  const sim_job job = {.program = &program, .options = options, .scene = "cloth"};
  const xpbd_scene_params params = xpbd_scene_params_default();
  capture file = capture_begin(STDERR_FILENO);
  const int code = sim_memory_check(&job, &params, bytes);
  capture_end(&file, text, TEXT);
  return code == CLI_EXIT_USAGE;
}

/* A pixel takes 48 bytes and 20 for each of its samples, 9 in a picture and 4 in a film. An impossible size is refused
 * elsewhere, and takes nothing. */
static void pictures(check *self, int argument) {
  static const struct {
    const char *picture, *picture_size, *film, *film_size;
    double bytes;
  } known[] = {{"a.png", NULL, NULL, NULL, 1200.0 * 900.0 * 228.0},
               {NULL, NULL, "a.gif", NULL, 640.0 * 480.0 * 128.0},
               {"a.png", NULL, "a.gif", NULL, 1200.0 * 900.0 * 228.0},
               {"a.png", "100x50", NULL, NULL, 100.0 * 50.0 * 228.0},
               {NULL, NULL, "a.gif", "100x50", 100.0 * 50.0 * 128.0},
               {"a.png", "100x50", "a.gif", "200x50", 200.0 * 50.0 * 128.0},
               {"a.png", "8192x8192", NULL, NULL, 8192.0 * 8192.0 * 228.0},
               {"a.png", "8193x8192", NULL, NULL, 0.0},
               {"a.png", "99999x99999", NULL, NULL, 0.0},
               {NULL, NULL, "a.gif", "16x8193", 0.0}};
  char text[TEXT];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    sim_options options = {.picture = known[i].picture,
                           .picture_size = known[i].picture_size,
                           .film = known[i].film,
                           .film_size = known[i].film_size,
                           .quiet = true};
    check_true(self, !refused(&options, known[i].bytes, text) && !text[0], "case %zu, %.0f bytes: %s", i,
               known[i].bytes, text);
    check_true(self, refused(&options, known[i].bytes - 1.0, text), "case %zu, a byte less", i);
    options.force = true;
    check_true(self, !refused(&options, known[i].bytes - 1.0, text) && !text[0], "case %zu, tried all the same", i);
  }
  const sim_options options = {.picture = "a.png", .picture_size = "4000x3000"};
  check_true(self,
             refused(&options, 1.4e9, text) &&
                 strcmp(text, "trial: about 2.7 GB of memory are needed (scene 0.0, pictures 2.7) and 1.4 are "
                              "available; --force tries it\n") == 0,
             "what is said: %s", text);
  const sim_options other = {.film = "a.gif", .film_size = "4000x3000"};
  check_control(self, refused(&other, 1.4e9, text) && strstr(text, "2.7") == NULL, "a film of that size");
}

void check_sim_needs(check_registry *registry) {
  check_add(registry, "sim-needs", "what pictures need, to the byte", pictures, 0);
}
