/* Why this file exists: runs checks that fail on purpose, with their output hidden. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "runner_checks.h"

check_result runner_entry_quietly(const check_entry *entry, bool apart, const check_options *options) {
  fflush(stdout);
  const int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  const check_result result = apart ? check_run_apart(entry, options) : check_run(entry, options);
  fflush(stdout);
  dup2(kept, STDOUT_FILENO);
  close(kept);
  close(null);
  return result;
}

check_result runner_quietly(check_body body, bool apart, const check_options *options) {
  const check_entry entry = {.name = "runner/specimen", .about = "", .body = body, .argument = 1};
  return runner_entry_quietly(&entry, apart, options);
}
