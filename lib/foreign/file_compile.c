/* Why this file exists: runs the C compiler of the machine on a file of formulas, in a folder of its own that is gone
 * afterwards, and opens what it made. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "foreign/file.h"

enum { WORDS = 64 };

extern char **environ;

void xpbd_file_join(char out[XPBD_FILE_PATH], const char *folder, const char *name) {
  if (snprintf(out, XPBD_FILE_PATH, "%s/%s", folder, name) >= XPBD_FILE_PATH) out[0] = 0; /* then it is not found */
}

/* ---- the folder ---- */

xpbd_status xpbd_file_folder_make(char out[XPBD_FILE_PATH]) {
  const char *top = getenv("TMPDIR");
  if (!top || !*top) top = "/tmp";
  xpbd_file_join(out, top, "xpbd-XXXXXX");
  XPBD_REQUIRE(out[0] && mkdtemp(out), XPBD_ERR_IO, "no temporary folder in %s: %s; TMPDIR names another", top,
               strerror(errno));
  return XPBD_OK;
}

/* The compiler's own temporary files lie there too: it is told so. */
void xpbd_file_folder_remove(const char *folder) {
  char path[XPBD_FILE_PATH];
  DIR *listing = opendir(folder);
  for (struct dirent *entry; listing && (entry = readdir(listing));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    xpbd_file_join(path, folder, entry->d_name);
    unlink(path);
  }
  if (listing) closedir(listing);
  rmdir(folder);
}

xpbd_status xpbd_file_write(const char *folder, const char *name, const char *before, const char *text) {
  char path[XPBD_FILE_PATH];
  xpbd_file_join(path, folder, name);
  FILE *stream = fopen(path, "w");
  XPBD_REQUIRE(stream, XPBD_ERR_IO, "%s cannot be written: %s", path, strerror(errno));
  fprintf(stream, "%s%s\n", before, text);
  const int failed = ferror(stream);
  XPBD_REQUIRE(fclose(stream) == 0 && !failed, XPBD_ERR_IO, "%s cannot be written: %s", path, strerror(errno));
  return XPBD_OK;
}

/* ---- the headers that a unit includes ---- */

static int has_headers(const char *folder) {
  char path[XPBD_FILE_PATH];
  xpbd_file_join(path, folder, "solver/unit.h");
  return access(path, R_OK) == 0;
}

xpbd_status xpbd_file_find_headers(const xpbd_formula_file_options *options, char out[XPBD_FILE_PATH]) {
  const char *asked = options->headers ? options->headers : getenv("XPBD_FORMULA_DIR");
  if (asked && *asked) {
    snprintf(out, XPBD_FILE_PATH, "%s", asked);
    XPBD_REQUIRE(has_headers(out), XPBD_ERR_UNAVAILABLE, "%s has no solver/unit.h: not the headers of a formula",
                 asked);
    return XPBD_OK;
  }
  if (xpbd_file_beside_program(XPBD_FORMULA_FROM_PROGRAM, out, XPBD_FILE_PATH) && has_headers(out)) return XPBD_OK;
  static const char *const known[] = {XPBD_FORMULA_SOURCE, XPBD_FORMULA_INSTALLED};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    snprintf(out, XPBD_FILE_PATH, "%s", known[k]);
    if (has_headers(out)) return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_UNAVAILABLE,
                   "the headers of formulas are neither in %s nor in %s: XPBD_FORMULA_DIR says where they are",
                   known[0], known[1]);
}

/* ---- the text that is compiled ---- */

/* Two files: the formulas as functions, and their kernels; both include the text of the user. */
static xpbd_status write_units(const char *folder, const xpbd_file_text *text, const char *instructions) {
  char lines[XPBD_FILE_ENTRIES * 256] = "", values[XPBD_FILE_ENTRIES * 256] = "",
                                 unit[sizeof lines + sizeof values + 512];
  size_t used = 0, derived = 0;
  for (int k = 0; k < text->count; k++) {
    const xpbd_file_entry *e = &text->entries[k];
    used += (size_t)snprintf(lines + used, sizeof lines - used, " XPBD_%s_ENTRY(%s, %s, %s)",
                             e->summed ? "SUMMED" : "FORMULA", e->name, e->numbers[0], e->numbers[1]);
    if (e->rule) used += (size_t)snprintf(lines + used, sizeof lines - used, " XPBD_FORMULA_RULE(%s)", e->name);
    if (e->value)
      derived += (size_t)snprintf(values + derived, sizeof values - derived, " XPBD_VALUE_OF(%s, %s, %s, %s)", e->name,
                                  e->numbers[0], e->numbers[1], e->numbers[2]);
  }
  snprintf(unit, sizeof unit,
           "#define XPBD_FROM_FILE\n#define XPBD_UNIT_HEADER \"" XPBD_FILE_HEADER
           "\"\n#define XPBD_UNIT_LINES%s\n%s%s\n"
           "#include \"solver/unit.h\"\n#include \"foreign/file_unit.h\"",
           lines, derived > 0 ? "#define XPBD_UNIT_VALUES" : "", values);
  char kernels[64];
  snprintf(kernels, sizeof kernels, "#define XPBD_KERNELS %s\n", instructions ? instructions : "");
  XPBD_TRY(xpbd_file_write(folder, XPBD_FILE_HEADER, XPBD_FILE_FIRST_LINE, text->text));
  XPBD_TRY(xpbd_file_write(folder, "formulas.c", "", unit));
  return instructions ? xpbd_file_write(folder, "kernels.c", kernels, unit) : XPBD_OK;
}

/* ---- the compiler ---- */

typedef struct call {
  char command[XPBD_FILE_PATH]; /* taken apart into the first words */
  char folder[XPBD_FILE_PATH], headers[4][XPBD_FILE_PATH + 16], kernels[XPBD_FILE_PATH], formulas[XPBD_FILE_PATH],
      object[XPBD_FILE_PATH];
  char *words[WORDS];
  int count;
} call;

static void add(call *c, const char *word) {
  if (c->count < WORDS - 1) c->words[c->count++] = (char *)word; /* exec takes no const */
}

static void add_flags(call *c, const char *instructions) {
  static const char *const flags[] = {
      /* as the formulas of the tree, CMakeLists.txt and lib/CMakeLists.txt have the reasons */
      "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-DNDEBUG", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
      "-fno-tree-slp-vectorize", "-fPIC", "-shared", "-fvisibility=hidden",
      /* a formula that leaves its precision, or says what it does not mean */
      "-Wall", "-Wextra", "-Wdouble-promotion", "-Wfloat-conversion", "-Wno-unused-function", "-Wno-pass-failed",
      "-Werror=implicit-function-declaration", "-Werror=implicit-int", "-Werror=return-type", "-Werror=uninitialized",
      "-Wno-error=maybe-uninitialized", "-Wno-unknown-warning-option", "-fdiagnostics-color=never"};
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) add(c, flags[k]);
  add(c, instructions ? "-O3" : "-O1"); /* the bits are the same */
  if (instructions && strcmp(instructions, "avx2") == 0) add(c, "-march=haswell");
  if (instructions && strcmp(instructions, "avx512") == 0) {
    add(c, "-march=skylake-avx512");
    add(c, "-mprefer-vector-width=512");
  }
}

static void add_command(call *c, const char *compiler) {
  snprintf(c->command, sizeof c->command, "%s", compiler);
  for (char *word = strtok(c->command, " \t"); word && c->count < WORDS / 2; word = strtok(NULL, " \t")) add(c, word);
}

static void describe(call *c, const char *compiler, const char *headers, const char *instructions) {
  c->count = 0;
  add_command(c, compiler);
  add_flags(c, instructions);
  const char *const below[] = {"", "/include", "/../.."}; /* a checkout; an installed copy */
  snprintf(c->headers[3], sizeof c->headers[3], "-I%s", c->folder);
  add(c, c->headers[3]);
  for (int k = 0; k < 3; k++) {
    snprintf(c->headers[k], sizeof c->headers[k], "-I%s%s", headers, below[k]);
    add(c, c->headers[k]);
  }
  xpbd_file_join(c->formulas, c->folder, "formulas.c");
  xpbd_file_join(c->kernels, c->folder, "kernels.c");
  xpbd_file_join(c->object, c->folder, "formula.so");
  add(c, "-o");
  add(c, c->object);
  add(c, c->formulas);
  if (instructions) add(c, c->kernels);
  add(c, "-lm");
  c->words[c->count] = NULL;
}

/* The environment with English words and the compiler's temporary files in our folder. Only the list is allocated. */
static char **environment(const char *temporary) {
  size_t count = 0;
  while (environ[count]) count++;
  char **copy = calloc(count + 3, sizeof *copy);
  if (!copy) return NULL;
  size_t kept = 0;
  for (size_t k = 0; k < count; k++)
    if (strncmp(environ[k], "LC_ALL=", 7) != 0 && strncmp(environ[k], "TMPDIR=", 7) != 0) copy[kept++] = environ[k];
  copy[kept++] = "LC_ALL=C";
  copy[kept] = (char *)temporary;
  return copy;
}

/* Run it; its words go to `log`. Returns 0, its exit status, 128 + signal, or minus the errno with which it did not start. */
int xpbd_file_run(char *const words[], const char *folder, const char *log, const sigset_t *mask) {
  char temporary[XPBD_FILE_PATH + 8];
  snprintf(temporary, sizeof temporary, "TMPDIR=%s", folder);
  char **variables = environment(temporary);
  if (!variables) return -ENOMEM;
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  posix_spawnattr_setsigmask(&how, mask);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
  pid_t child;
  int status = 0;
  const int failed = posix_spawnp(&child, words[0], &files, &how, words, variables);
  if (!failed)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  free(variables);
  if (failed) return -failed;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The compiler asked for, else the one this library was built with where it still is, else cc. */
static const char *choose_compiler(const xpbd_formula_file_options *options) {
  const char *variable = getenv("CC");
  if (options->compiler && options->compiler[strspn(options->compiler, " \t")]) return options->compiler;
  if (variable && variable[strspn(variable, " \t")]) return variable;
  return access(XPBD_FORMULA_COMPILER, X_OK) == 0 ? XPBD_FORMULA_COMPILER : "cc";
}

char *xpbd_file_read_words(const char *path) {
  enum { LARGEST = 1 << 18 };
  char *words = calloc(LARGEST + 1, 1);
  FILE *stream = words ? fopen(path, "r") : NULL;
  if (stream) {
    words[fread(words, 1, LARGEST, stream)] = 0;
    fclose(stream);
  }
  return words;
}

xpbd_status xpbd_file_open_object(const char *path, const char *object, void **handle) {
  *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  const char *reason = *handle ? NULL : dlerror();
  if (reason && strncmp(reason, object, strlen(object)) == 0)
    reason += strlen(object) + 2; /* a file that will be gone */
  XPBD_REQUIRE(*handle, XPBD_ERR_BAD_FILE, "%s was compiled, but cannot be opened: %s", path, reason);
  return XPBD_OK;
}

static xpbd_status compile_in(call *c, const char *path, const xpbd_file_text *text,
                              const xpbd_formula_file_options *options, const char *instructions, const sigset_t *mask,
                              xpbd_file_object *out) {
  char log[XPBD_FILE_PATH], headers[XPBD_FILE_PATH];
  const char *compiler = choose_compiler(options);
  XPBD_TRY(xpbd_file_find_headers(options, headers));
  XPBD_TRY(write_units(c->folder, text, instructions));
  describe(c, compiler, headers, instructions);
  xpbd_file_join(log, c->folder, "words");
  const int result = xpbd_file_run(c->words, c->folder, log, mask);
  XPBD_REQUIRE(result >= 0 && result != 127, XPBD_ERR_UNAVAILABLE,
               "a formula file needs a C compiler, and '%s' does not start: %s; CC names another", compiler,
               result < 0 ? strerror(-result) : "not found");
  XPBD_REQUIRE(result < 128, XPBD_ERR_UNAVAILABLE, "the compiler %s was ended by signal %d", compiler, result - 128);
  char *words = xpbd_file_read_words(log);
  XPBD_REQUIRE(words, XPBD_ERR_OUT_OF_MEMORY, "no memory for the compiler's words");
  xpbd_status status = result ? xpbd_file_explain(path, words) : xpbd_file_open_object(path, c->object, &out->handle);
  out->warnings = xpbd_file_warnings(words);
  out->compiler = strdup(compiler);
  free(words);
  if (status == XPBD_OK && (!out->warnings || !out->compiler)) status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory");
  return status;
}

xpbd_status xpbd_file_compile(const char *path, const xpbd_file_text *text, const xpbd_formula_file_options *options,
                              const char *instructions, xpbd_file_object *out) {
  call *c = calloc(1, sizeof *c);
  *out = (xpbd_file_object){.handle = NULL};
  XPBD_REQUIRE(c, XPBD_ERR_OUT_OF_MEMORY, "no memory");
  /* An interrupt waits until the folder is gone; the compiler, which is at most seconds, takes it at once. */
  sigset_t waiting, before;
  sigemptyset(&waiting);
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (int k = 0; k < 4; k++) sigaddset(&waiting, signals[k]);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  xpbd_status status = xpbd_file_folder_make(c->folder);
  if (status == XPBD_OK) {
    status = compile_in(c, path, text, options, instructions, &before, out);
    xpbd_file_folder_remove(c->folder);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  free(c);
  if (status != XPBD_OK) {
    if (out->handle) dlclose(out->handle);
    free(out->compiler);
    free(out->warnings);
    *out = (xpbd_file_object){.handle = NULL};
  }
  return status;
}
