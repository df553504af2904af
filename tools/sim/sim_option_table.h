/* Why this file exists: the rules of each option beyond its help: what it needs and what it excludes. All checks of
 * options read this table. */
#pragma once

#include "sim/engine/sim_options.h"

enum {
  SIM_WRITES = 1u,       ///< Its value is a file that is written.
  SIM_ON_BACKENDS = 2u,  ///< Only for methods that the backends run.
  SIM_ONE_RUN = 4u,      ///< Not for several runs side by side.
  SIM_NOT_ACCURACY = 8u, ///< Not with --accuracy.
};

/// A row of sim_options.inl.
typedef struct sim_option {
  cli_option line;
  unsigned rules;    ///< The flags above.
  unsigned traits;   ///< It does nothing without a method that has one of these traits (xpbd/method.h); 0 = any method.
  const char *needs; ///< It does nothing without one of these options, e.g. "--picture or --film"; NULL = needs none.
} sim_option;

/// The rows in order. The last one has no name.
extern const sim_option sim_option_table[];
/// Where the value of an option is in these options: what cli_option.target points to.
const void *sim_option_value(const sim_option *option, const sim_options *of);
/// Whether the option was given.
bool sim_option_given(const sim_option *option, const sim_options *of);

/// The same for any option of the program and its value.
bool sim_line_given(const cli_option *line, const void *value);

/// Read the command line. `*out` gets what was given and lives as long as the program; `program` gets all options.
/// Returns -1 to go on, else the exit code.
int sim_options_read(cli_program *program, int argc, char **argv, sim_options **out);
