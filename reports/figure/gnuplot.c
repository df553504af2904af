/* Why this file exists: the command lines of gnuplot, and one sentence for each way in which it can fail. popen() was
 * rejected because it needs a shell, and so quoting of folder names. */
#include "gnuplot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "support/process.h"

enum { COMPLAINT = 400 };

/// Most time for one picture [s]. The largest takes about one.
#define LIMIT 60.0

/// The limit, which XPBD_GNUPLOT_SECONDS changes.
static double limit_of_picture(void) {
  const char *text = getenv("XPBD_GNUPLOT_SECONDS");
  const double seconds = text ? strtod(text, NULL) : LIMIT;
  return seconds > 0 && seconds < 1e6 ? seconds : LIMIT;
}

static bool hangs; ///< gnuplot exceeded the limit. It would do so for each of a hundred pictures.

/// gnuplot's complaint: its first line that names a line of the script, else the last one that is not just a position.
static void what_was_wrong(const process_result *result, char out[COMPLAINT]) {
  snprintf(out, COMPLAINT, "it ended with %s %d and gave no reason",
           result->end == PROCESS_KILLED ? "signal" : "exit code", result->code);
  for (const char *line = result->errors; line && *line;) {
    const size_t whole = strcspn(line, "\n"), indent = strspn(line, " \t");
    const size_t length = whole < COMPLAINT ? whole : COMPLAINT - 1; /* the rest of a longer line counts as a line */
    if (strspn(line, " \t^") < length) {
      snprintf(out, COMPLAINT, "%.*s", (int)(length - indent), line + indent);
      if (strstr(out, "line ")) return; /* "line 12: what is wrong" says more than the echo of the line */
    }
    line += length + (line[length] == '\n');
  }
}

/// Whether the PATH has a program gnuplot. Without an interpreter for it, starting it fails as if there were none.
static bool is_in_path(char *out, size_t capacity) {
  for (const char *at = getenv("PATH"); at;) {
    const size_t length = strcspn(at, ":");
    snprintf(out, capacity, "%.*s%sgnuplot", (int)length, at, length > 0 ? "/" : "");
    if (access(out, X_OK) == 0) return true;
    at = at[length] == ':' ? at + length + 1 : NULL;
  }
  return false;
}

static xpbd_status status_of(const process_result *result) {
  char text[COMPLAINT];
  XPBD_REQUIRE(result->lost != ENOMEM, XPBD_ERR_OUT_OF_MEMORY, "no memory for what gnuplot draws");
  XPBD_REQUIRE(!result->lost, XPBD_ERR_UNAVAILABLE, "what gnuplot draws cannot be read: %s", strerror(result->lost));
  if (result->end == PROCESS_EXITED && result->code == 0) return XPBD_OK;
  hangs = hangs || result->end == PROCESS_LATE;
  XPBD_REQUIRE(!hangs, XPBD_ERR_UNAVAILABLE, "gnuplot did not end within %g s", limit_of_picture());
  if (result->end == PROCESS_NOT_STARTED && result->code == ENOENT && !is_in_path(text, sizeof text))
    return xpbd_fail(XPBD_ERR_NOT_BUILT, "gnuplot was not found");
  if (result->end == PROCESS_NOT_STARTED && result->code == ENOENT)
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot cannot be started: %.300s needs a program that is missing", text);
  if (result->end == PROCESS_NOT_STARTED)
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot cannot be started: %s", strerror(result->code));
  what_was_wrong(result, text);
  return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot: %s", text);
}

/// Puts gnuplot into a group of its own, so that the limit also ends what a script of that name started.
static bool never(void) {
  return false;
}

static xpbd_status run(const char *folder, char *const argv[], char **out, size_t *size) {
  const process_job job = {.argv = argv,
                           .folder = folder,
                           .output = PROCESS_TAKEN,
                           .errors = PROCESS_TAKEN,
                           .seconds = limit_of_picture(),
                           .interrupted = never};
  process_result result = {.end = PROCESS_LATE};
  if (!hangs) process_run(&job, &result);
  const xpbd_status status = status_of(&result);
  *out = NULL;
  *size = result.output_size;
  if (status == XPBD_OK) {
    *out = result.output;
    result.output = NULL;
  }
  process_free(&result);
  return status;
}

bool report_gnuplot_is_there(void) {
  char name[] = "gnuplot", version[] = "--version";
  char *const argv[] = {name, version, NULL};
  char *out;
  size_t size;
  const bool there = run(NULL, argv, &out, &size) != XPBD_ERR_NOT_BUILT;
  free(out);
  return there;
}

xpbd_status report_gnuplot_draw(const char *folder, const char *script, const char *form, char **out, size_t *size) {
  /* -d ignores the user's own settings, so pictures look equal everywhere. */
  char name[] = "gnuplot", defaults[] = "-d", evaluate[] = "-e", setting[64], file[256];
  snprintf(setting, sizeof setting, "form = '%s'", form);
  snprintf(file, sizeof file, "%s", script);
  char *const argv[] = {name, defaults, evaluate, setting, file, NULL};
  XPBD_TRY(run(folder, argv, out, size));
  if (*size > 0) return XPBD_OK;
  free(*out);
  *out = NULL;
  return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot drew nothing");
}
