/* Why this file exists: holds the command line of xpbd-sim as it was given, for all its parts. sim_options.inl lists
 * the options. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "support/cli.h"

/// Exit codes besides CLI_EXIT_OK and CLI_EXIT_USAGE (anything found before the first frame).
enum {
  SIM_EXIT_FAILED = 3,       ///< Something broke after the run had begun: divergence, a full disk, memory, a device.
  SIM_EXIT_INTERRUPTED = 130 ///< Ctrl-C, SIGTERM or SIGHUP; finished frames are kept.
};

/// The options as given. If not given: NULL, NaN, false, or an empty list; for whole numbers 0, or -1 if 0 can be
/// given.
typedef struct sim_options {
#define SIM_FLAG(field, ...) bool field;
#define SIM_TEXT(field, ...) const char *field;
#define SIM_INT(field, ...)  int64_t field;
#define SIM_REAL(field, ...) double field;
#define SIM_LIST(field, ...) cli_list field;
#define SIM_TOPIC(...)
#include "sim_options.inl"
#undef SIM_FLAG
#undef SIM_TEXT
#undef SIM_INT
#undef SIM_REAL
#undef SIM_LIST
#undef SIM_TOPIC
  const char *scene;
  const char *method, *constraint; ///< Of this run, from `methods` and `constraints`.
  double frame_bytes;              ///< For films, see sim_shots_bytes(). Runs side by side keep the same frames.
  int argc;
  char **argv; ///< The command as it was typed.
} sim_options;
