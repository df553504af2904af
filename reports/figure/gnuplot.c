/* Why this file exists: runs gnuplot and takes its picture from a pipe; see gnuplot.h. popen() was rejected: it needs a
 * shell, and with it quoting of folder names. */
#include "gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

enum { NOT_STARTED = 126, NOT_FOUND = 127, COMPLAINT = 400 };

/// The child: never returns. gnuplot -d ignores the user's own settings, so that pictures look alike everywhere.
static void become_gnuplot(const char *folder, char *const argv[], int out, int complaints) {
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(complaints, 2) < 0) _exit(NOT_STARTED);
  if (folder && chdir(folder) != 0) _exit(NOT_STARTED);
  execvp("gnuplot", argv);
  _exit(errno == ENOENT ? NOT_FOUND : NOT_STARTED);
}

/// All that comes through the pipe.
static char *read_all(int descriptor, size_t *size) {
  size_t capacity = 1 << 16;
  char *bytes = malloc(capacity);
  *size = 0;
  while (bytes) {
    const ssize_t got = read(descriptor, bytes + *size, capacity - *size - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    *size += (size_t)got;
    if (capacity - *size > 1) continue;
    capacity *= 2;
    char *larger = realloc(bytes, capacity);
    if (!larger) free(bytes);
    bytes = larger;
  }
  if (bytes) bytes[*size] = '\0';
  return bytes;
}

/// What gnuplot found to be wrong: its first line that names one of the script's, else the last that is more than a position.
static void what_was_wrong(FILE *complaints, char out[COMPLAINT]) {
  char line[COMPLAINT];
  snprintf(out, COMPLAINT, "it gave no reason");
  rewind(complaints);
  while (fgets(line, sizeof line, complaints)) {
    line[strcspn(line, "\n")] = '\0';
    if (line[strspn(line, " \t^")] == '\0') continue;
    snprintf(out, COMPLAINT, "%s", line + strspn(line, " \t"));
    if (strstr(line, "line ")) return; /* "line 12: what is wrong" says more than the echo of the line */
  }
}

static xpbd_status run(const char *folder, char *const argv[], char **out, size_t *size) {
  int ends[2];
  *out = NULL;
  *size = 0;
  FILE *complaints = tmpfile();
  XPBD_REQUIRE(complaints, XPBD_ERR_IO, "no temporary file for gnuplot: %s", strerror(errno));
  if (pipe(ends) != 0) {
    fclose(complaints);
    return xpbd_fail(XPBD_ERR_IO, "no pipe for gnuplot: %s", strerror(errno));
  }
  fflush(NULL); /* or the child would write what is buffered once more */
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    become_gnuplot(folder, argv, ends[1], fileno(complaints));
  }
  close(ends[1]);
  char *bytes = child > 0 ? read_all(ends[0], size) : NULL;
  close(ends[0]);
  int how = 0;
  while (child > 0 && waitpid(child, &how, 0) < 0 && errno == EINTR) {
  }
  char complaint[COMPLAINT];
  what_was_wrong(complaints, complaint);
  fclose(complaints);
  if (child > 0 && bytes && WIFEXITED(how) && WEXITSTATUS(how) == 0) {
    *out = bytes;
    return XPBD_OK;
  }
  const bool bytes_fit = bytes != NULL;
  free(bytes);
  if (child < 0) return xpbd_fail(XPBD_ERR_IO, "gnuplot cannot be started: %s", strerror(errno));
  XPBD_REQUIRE(bytes_fit, XPBD_ERR_OUT_OF_MEMORY, "no memory for what gnuplot draws");
  if (WIFEXITED(how) && WEXITSTATUS(how) == NOT_FOUND) return xpbd_fail(XPBD_ERR_NOT_BUILT, "gnuplot was not found");
  if (WIFEXITED(how) && WEXITSTATUS(how) == NOT_STARTED)
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot cannot be started");
  return xpbd_fail(XPBD_ERR_UNAVAILABLE, "gnuplot: %s", complaint);
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
