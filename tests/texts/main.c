/* Why this file exists: the program made-texts bench, cli, sim or plans, or made-texts foreign SOURCE, see texts.h. SOURCE is the folder of
 * the sources. */
#include "texts.h"

#include <string.h>

static void write_bench(void) {
  write_rows_of_all_kinds();
  write_gaps();
  write_lists();
  write_results();
  write_ends();
  write_telemetry();
  write_options();
  write_past();
  write_processes();
  write_runs();
  write_process_ends();
  write_drivers();
  write_plan_limits();
}

static void write_cli(void) {
  write_cli_lines();
  write_cli_rules();
  write_cli_systems();
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0); /* in turns with the standard error */
  if (count == 2 && strcmp(words[1], "bench") == 0)
    write_bench();
  else if (count == 2 && strcmp(words[1], "cli") == 0)
    write_cli();
  else if (count == 2 && strcmp(words[1], "sim") == 0)
    write_sim();
  else if (count == 2 && strcmp(words[1], "plans") == 0)
    write_cuda_plans();
  else if (count == 3 && strcmp(words[1], "foreign") == 0)
    write_foreign(words[2]);
  else
    return 1;
  return 0;
}
