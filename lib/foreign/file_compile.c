/* Why this file exists: runs the machine's C compiler on a formula file, in a temporary folder that is removed
 * afterwards, and holds the result. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "foreign/command.h"
#include "foreign/file.h"

enum { SECONDS = 120, MOST_SECONDS = 86400 };

extern char **environ;

/* ---- the folder ---- */

xpbd_status xpbd_file_folder_make(char out[XPBD_FILE_PATH]) {
  const char *top = getenv("TMPDIR");
  if (!top || !*top) top = "/tmp";
  xpbd_file_join(out, top, "xpbd-XXXXXX");
  XPBD_REQUIRE(out[0] && mkdtemp(out), XPBD_ERR_IO, "no temporary folder in %s: %s; TMPDIR selects another", top,
               strerror(errno));
  return XPBD_OK;
}

/* The compiler's temporary files are there too, as requested. A killed compiler may still be writing. */
void xpbd_file_folder_remove(const char *folder) {
  char path[XPBD_FILE_PATH];
  for (int tries = 0; tries < 100; tries++) {
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
      xpbd_file_join(path, folder, entry->d_name);
      unlink(path);
    }
    if (listing) closedir(listing);
    if (rmdir(folder) == 0 || errno == ENOENT) return;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
}

/* ---- the compiler ---- */

/* The commands and the storage of their words. */
typedef struct call {
  char compiler[XPBD_FILE_PATH]; /* cut up into the first words */
  char folder[XPBD_FILE_PATH], headers[4][XPBD_FILE_PATH + 16];
  char source[XPBD_FILE_UNITS][XPBD_FILE_PATH], object[XPBD_FILE_UNITS][XPBD_FILE_PATH],
      log[XPBD_FILE_UNITS + 1][XPBD_FILE_PATH], shared[XPBD_FILE_PATH];
  char temporary[XPBD_FILE_TEMPORARY];
  int unit_count, seconds;
  xpbd_command commands[XPBD_FILE_UNITS + 1]; /* one per unit, then the link */
} call;

static void add_flags(xpbd_command *c, const char *instructions) {
  static const char *const flags[] = {
      /* the same flags as in the tree; CMakeLists.txt and lib/CMakeLists.txt have the reasons */
      "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-DNDEBUG", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
      "-fno-tree-slp-vectorize", "-fPIC", "-fvisibility=hidden",
      /* formulas that leave their precision or contain mistakes */
      "-Wall", "-Wextra", "-Wdouble-promotion", "-Wfloat-conversion", "-Wno-unused-function", "-Wno-pass-failed",
      "-Werror=implicit-function-declaration", "-Werror=implicit-int", "-Werror=int-conversion",
      "-Werror=pointer-to-int-cast", "-Werror=int-to-pointer-cast", "-Werror=return-type", "-Werror=uninitialized",
      "-Wno-error=maybe-uninitialized", "-Wno-unknown-warning-option", "-fdiagnostics-color=never"};
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) xpbd_command_add(c, flags[k]);
  xpbd_command_add(c, instructions ? "-O3" : "-O1"); /* the results are bit-identical */
  if (instructions && strcmp(instructions, "avx2") == 0) xpbd_command_add(c, "-march=haswell");
  if (instructions && strcmp(instructions, "avx512") == 0) {
    xpbd_command_add(c, "-march=skylake-avx512");
    xpbd_command_add(c, "-mprefer-vector-width=512");
  }
}

/* Refuses options that let a compiler assume that there is no NaN, or compute something else than the text says. */
static xpbd_status check_flags(const xpbd_command *c) {
  static const char *const refused[] = {"-ffast-math",        "-Ofast",
                                        "-ffinite-math-only", "-funsafe-math-optimizations",
                                        "-fassociative-math", "-freciprocal-math",
                                        "-fno-signed-zeros",  "-fsingle-precision-constant",
                                        "-fcx-limited-range", "-mfpmath=387"};
  for (int k = 1; k < c->count && k < XPBD_COMMAND_WORDS; k++)
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
      XPBD_REQUIRE(strcmp(c->words[k], refused[i]) != 0, XPBD_ERR_INVALID_ARGUMENT,
                   "the C compiler has the option %s, which changes results and hides NaN: leave it out of CC",
                   refused[i]);
  return XPBD_OK;
}

static xpbd_status describe(call *c, const char *compiler, const char *headers, const char *instructions) {
  enum { MOST = XPBD_COMMAND_WORDS / 2 };                 /* the others are ours */
  const char *const below[] = {"", "/include", "/../.."}; /* a checkout, an installed copy */
  for (int k = 0; k < 3; k++) snprintf(c->headers[k], sizeof c->headers[k], "-I%s%s", headers, below[k]);
  snprintf(c->headers[3], sizeof c->headers[3], "-I%s", c->folder);
  const int length = snprintf(c->compiler, sizeof c->compiler, "%s", compiler);
  c->unit_count = instructions ? XPBD_FILE_UNITS : 1;
  xpbd_command *link = &c->commands[c->unit_count];
  xpbd_command_add_apart(link, c->compiler);
  XPBD_REQUIRE(link->count <= MOST && length < XPBD_FILE_PATH, XPBD_ERR_INVALID_ARGUMENT,
               "the C compiler must be a command of at most %d words and %d characters, not '%.40s...'", MOST,
               XPBD_FILE_PATH - 1, compiler);
  XPBD_TRY(check_flags(link));
  for (int k = 0; k < c->unit_count; k++) c->commands[k] = *link;
  xpbd_file_join(c->shared, c->folder, "formula.so");
  xpbd_file_join(c->log[XPBD_FILE_UNITS], c->folder, "link.log");
  link->log = c->log[XPBD_FILE_UNITS];
  const char *const target[] = {"-shared", "-nostartfiles", "-o", c->shared}; /* nothing runs when it is opened */
  for (int k = 0; k < 4; k++) xpbd_command_add(link, target[k]);
  for (int k = 0; k < c->unit_count; k++) {
    xpbd_command *unit = &c->commands[k];
    xpbd_file_join(c->source[k], c->folder, xpbd_file_units[k].source);
    xpbd_file_join(c->object[k], c->folder, xpbd_file_units[k].object);
    xpbd_file_join(c->log[k], c->folder, xpbd_file_units[k].log);
    unit->log = c->log[k];
    add_flags(unit, k == 0 ? NULL : instructions);
    const char *const rest[] = {c->headers[3], c->headers[0], c->headers[1], c->headers[2],
                                "-c",          "-o",          c->object[k],  c->source[k]};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) xpbd_command_add(unit, rest[i]);
    xpbd_command_add(link, c->object[k]);
  }
  xpbd_command_add(link, "-lm");
  return XPBD_OK;
}

/* The environment with English messages, and our folder for the compiler's temporary files. Only the list is
 * allocated. */
char **xpbd_file_environment(const char *folder, char temporary[XPBD_FILE_TEMPORARY]) {
  size_t count = 0, kept = 0;
  while (environ[count]) count++;
  char **copy = calloc(count + 3, sizeof *copy);
  for (size_t k = 0; copy && k < count; k++)
    if (strncmp(environ[k], "LC_ALL=", 7) != 0 && strncmp(environ[k], "TMPDIR=", 7) != 0) copy[kept++] = environ[k];
  if (!copy) return NULL;
  snprintf(temporary, XPBD_FILE_TEMPORARY, "TMPDIR=%s", folder);
  copy[kept++] = "LC_ALL=C";
  copy[kept] = temporary;
  return copy;
}

/* The given compiler, else this library's compiler if it still exists, else cc. */
static const char *choose_compiler(const xpbd_formula_file_options *options) {
  const char *variable = getenv("CC");
  if (options->compiler && options->compiler[strspn(options->compiler, " \t")]) return options->compiler;
  if (variable && variable[strspn(variable, " \t")]) return variable;
  return access(XPBD_FORMULA_COMPILER, X_OK) == 0 ? XPBD_FORMULA_COMPILER : "cc";
}

xpbd_status xpbd_file_find_seconds(int *out) {
  const char *asked = getenv("XPBD_FORMULA_SECONDS");
  char *end = NULL;
  const long seconds = asked && *asked ? strtol(asked, &end, 10) : SECONDS;
  XPBD_REQUIRE((!end || !*end) && seconds >= 1 && seconds <= MOST_SECONDS, XPBD_ERR_INVALID_ARGUMENT,
               "XPBD_FORMULA_SECONDS=%s: the compiler's time limit must be 1 to %d whole seconds", asked, MOST_SECONDS);
  *out = (int)seconds;
  return XPBD_OK;
}

/* Runs some of the commands in parallel. *failed: one of them failed with its own message. */
static xpbd_status run(call *c, int first, int count, const char *path, const char *compiler, const sigset_t *before,
                       bool *failed) {
  char **variables = xpbd_file_environment(c->folder, c->temporary);
  XPBD_REQUIRE(variables, XPBD_ERR_OUT_OF_MEMORY, "no memory for the environment of the compiler");
  xpbd_commands_run(&c->commands[first], count, variables, c->seconds, before);
  free(variables);
  for (int k = first; k < first + count; k++) *failed |= c->commands[k].result != 0;
  return xpbd_commands_check(&c->commands[first], count, c->seconds, path, compiler, "CC");
}

static xpbd_status compile_in(call *c, const char *path, const xpbd_file_text *text,
                              const xpbd_formula_file_options *options, const char *instructions,
                              const sigset_t *before, xpbd_file_object *out) {
  char headers[XPBD_FILE_PATH];
  bool failed = false;
  const char *compiler = choose_compiler(options);
  XPBD_TRY(xpbd_file_find_seconds(&c->seconds));
  XPBD_TRY(xpbd_file_find_headers(options, headers));
  XPBD_TRY(xpbd_file_write_units(c->folder, text, instructions));
  XPBD_TRY(describe(c, compiler, headers, instructions));
  XPBD_TRY(run(c, 0, c->unit_count, path, compiler, before, &failed));
  if (!failed) XPBD_TRY(run(c, c->unit_count, 1, path, compiler, before, &failed));
  char *words = xpbd_commands_said(c->commands, c->unit_count + 1);
  XPBD_REQUIRE(words, XPBD_ERR_OUT_OF_MEMORY, "no memory for the compiler's messages");
  xpbd_status status = failed ? xpbd_file_explain(path, words) : XPBD_OK;
  if (status == XPBD_OK) out->warnings = xpbd_file_warnings(words);
  if (status == XPBD_OK) out->compiler = strdup(compiler);
  free(words);
  XPBD_TRY(status);
  XPBD_REQUIRE(out->warnings && out->compiler, XPBD_ERR_OUT_OF_MEMORY, "no memory for the compiler's messages");
  out->descriptor = open(c->shared, O_RDONLY | O_CLOEXEC);
  XPBD_REQUIRE(out->descriptor >= 0, XPBD_ERR_UNAVAILABLE, "%s: '%s' made no object: %s; is it a C compiler?", path,
               compiler, strerror(errno));
  return XPBD_OK;
}

xpbd_status xpbd_file_compile(const char *path, const xpbd_file_text *text, const xpbd_formula_file_options *options,
                              const char *instructions, xpbd_file_object *out) {
  call *c = calloc(1, sizeof *c);
  *out = (xpbd_file_object){.descriptor = -1};
  XPBD_REQUIRE(c, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to call the compiler (%zu bytes)", path, sizeof *c);
  sigset_t before;
  xpbd_signals_hold(&before); /* until the folder is removed */
  xpbd_status status = xpbd_file_folder_make(c->folder);
  if (status == XPBD_OK) {
    status = compile_in(c, path, text, options, instructions, &before, out);
    xpbd_file_folder_remove(c->folder);
  }
  xpbd_signals_release(&before);
  free(c);
  if (status != XPBD_OK) xpbd_file_object_free(out);
  return status;
}
