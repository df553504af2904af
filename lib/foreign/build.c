/* Why this file exists: writes source texts into a temporary folder, runs the compiler there, and opens the resulting
 * object. */
#include "foreign/build.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "foreign/command.h"

enum { FOLDERS = 6 };

/* A command and the storage of its words. */
typedef struct call {
  char folder[XPBD_FILE_PATH], compiler[XPBD_FILE_PATH], flags[XPBD_FILE_PATH];
  char includes[FOLDERS][XPBD_FILE_PATH + 32], source[XPBD_FILE_PATH], object[XPBD_FILE_PATH], log[XPBD_FILE_PATH];
  char temporary[XPBD_FILE_TEMPORARY];
  int seconds;
  xpbd_command command;
} call;

static void (*tell)(const char *what);

void xpbd_formula_file_notice(void (*function)(const char *what)) {
  tell = function;
}

/* Adds the header folders: of a checkout, and of an installed copy. */
static xpbd_status add_folders(call *c, const xpbd_build *build) {
  static const char *const below[] = {"", "/include", "/../backends", "/../.."};
  static const xpbd_formula_file_options standard;
  char headers[XPBD_FILE_PATH], needed[XPBD_FILE_PATH + 64];
  int found = 0;
  XPBD_TRY(xpbd_file_find_headers(&standard, headers));
  snprintf(c->includes[0], sizeof c->includes[0], "-I%s", build->include);
  snprintf(c->includes[1], sizeof c->includes[1], "-I%s", c->folder);
  for (int k = 0; k < 4; k++) {
    snprintf(c->includes[2 + k], sizeof c->includes[2 + k], "-I%s%s", headers, below[k]);
    snprintf(needed, sizeof needed, "%s%s/%s", headers, below[k], build->needs);
    found |= access(needed, R_OK) == 0;
  }
  for (int k = build->include[0] ? 0 : 1; k < FOLDERS; k++) xpbd_command_add(&c->command, c->includes[k]);
  XPBD_REQUIRE(found, XPBD_ERR_UNAVAILABLE, "%s has no %s, which is needed to compile '%s': see XPBD_FORMULA_DIR",
               headers, build->needs, build->path);
  return XPBD_OK;
}

static xpbd_status describe(call *c, const xpbd_build *build) {
  xpbd_file_join(c->source, c->folder, build->parts[0].name);
  xpbd_file_join(c->object, c->folder, "object.so");
  xpbd_file_join(c->log, c->folder, "words");
  c->command.log = c->log;
  const int length = snprintf(c->compiler, sizeof c->compiler, "%s", build->compiler);
  const int flags_length = snprintf(c->flags, sizeof c->flags, "%s", build->flags);
  xpbd_command_add_apart(&c->command, c->compiler);
  xpbd_command_add_apart(&c->command, c->flags);
  xpbd_command_add(&c->command, build->flag);
  XPBD_TRY(add_folders(c, build));
  const char *const rest[] = {"-o", c->object, c->source};
  for (int k = 0; k < 3; k++) xpbd_command_add(&c->command, rest[k]);
  XPBD_REQUIRE(c->command.count < XPBD_COMMAND_WORDS && length < XPBD_FILE_PATH && flags_length < XPBD_FILE_PATH,
               XPBD_ERR_INVALID_ARGUMENT,
               "%s must be a command of at most %d words, including ours, and %d characters, not '%.40s...'",
               build->variable, XPBD_COMMAND_WORDS - 1, XPBD_FILE_PATH - 1, build->compiler);
  return XPBD_OK;
}

static xpbd_status write_parts(const call *c, const xpbd_build *build) {
  XPBD_TRY(xpbd_file_write(c->folder, XPBD_FILE_HEADER, XPBD_FILE_FIRST_LINE, build->text->text));
  for (int k = 0; k < build->part_count; k++)
    XPBD_TRY(xpbd_file_write(c->folder, build->parts[k].name, "", build->parts[k].text));
  return XPBD_OK;
}

/* Reports the compiler's messages. A message of a compiler driver about itself ("nvcc fatal   : ...") is not about the
 * file. */
static xpbd_status explain(const call *c, const xpbd_build *build) {
  static const char of_driver[] = " fatal   : ";
  char *words = xpbd_commands_said(&c->command, 1);
  XPBD_REQUIRE(words, XPBD_ERR_OUT_OF_MEMORY, "no memory for the compiler's messages");
  const char *fatal = strstr(words, of_driver);
  if (fatal) fatal += strlen(of_driver);
  const xpbd_status status =
      fatal ? xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s cannot compile %s with %s: %.*s; %s selects another compiler",
                        build->compiler, build->path, build->flag, (int)strcspn(fatal, "\n"), fatal, build->variable)
            : xpbd_file_explain(build->path, words);
  free(words);
  return status;
}

static xpbd_status build_in(call *c, const xpbd_build *build, const sigset_t *before, int *descriptor) {
  XPBD_TRY(xpbd_file_find_seconds(&c->seconds));
  XPBD_TRY(describe(c, build));
  XPBD_TRY(write_parts(c, build));
  char **variables = xpbd_file_environment(c->folder, c->temporary);
  XPBD_REQUIRE(variables, XPBD_ERR_OUT_OF_MEMORY, "no memory for the environment of the compiler");
  if (tell) tell(build->notice);
  xpbd_commands_run(&c->command, 1, variables, c->seconds, before);
  free(variables);
  XPBD_TRY(xpbd_commands_check(&c->command, 1, c->seconds, build->path, build->compiler, build->variable));
  if (c->command.result != 0) return explain(c, build);
  *descriptor = open(c->object, O_RDONLY | O_CLOEXEC);
  XPBD_REQUIRE(*descriptor >= 0, XPBD_ERR_UNAVAILABLE, "%s: '%s' made no object: %s; %s selects another compiler",
               build->path, build->compiler, strerror(errno), build->variable);
  return XPBD_OK;
}

xpbd_status xpbd_build_run(const xpbd_build *build, void **object) {
  call *c = calloc(1, sizeof *c);
  XPBD_REQUIRE(c, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to call the compiler '%s' (%zu bytes)", build->path,
               build->compiler, sizeof *c);
  xpbd_file_object made = {.descriptor = -1};
  sigset_t before;
  xpbd_signals_hold(&before); /* until the folder is removed */
  xpbd_status status = xpbd_file_folder_make(c->folder);
  if (status == XPBD_OK) {
    status = build_in(c, build, &before, &made.descriptor);
    xpbd_file_folder_remove(c->folder);
  }
  xpbd_signals_release(&before);
  free(c);
  if (status == XPBD_OK) status = xpbd_file_object_open(build->path, &made, object);
  if (status != XPBD_OK) xpbd_file_object_free(&made); /* otherwise it stays open as long as the object */
  return status;
}
