/* Why this file exists: a check that crashes or hangs must cost its own result only, so each runs in a process of
 * its own and sends its counts back through a pipe. Threads were rejected: they share the crash. */
#include "runner.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TIME_LIMIT = 300,      /* s for one check; the slowest takes 2 s, under sanitizers 30 */
  LONG_TIME_LIMIT = 3000 /* of a group "..._full", which is measured in minutes */
};

/* Up to PIPE_BUF bytes, 4096 on Linux, are written at once, so that one read has all of it. */
_Static_assert(sizeof(check_result) <= 4096, "a result fits in one write to a pipe");

/// Run in a child; whatever happens to it, a result comes back.
check_result check_run_apart(const check_entry *entry, const check_options *options) {
  check_result result = {.failures = 1, .reason = "could not start a process (try --in-process)"};
  int ends[2];
  fflush(stdout);
  if (pipe(ends) != 0) return result;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(strstr(entry->name, "_full/") ? LONG_TIME_LIMIT : TIME_LIMIT);
    result = check_run(entry, options);
    fflush(stdout);
    const bool sent = write(ends[1], &result, sizeof result) == (ssize_t)sizeof result;
    close(ends[1]);
    exit(sent ? 0 : 1); /* not _exit: the leak checker of sanitizer builds runs at exit */
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return result;
  }
  check_result received;
  const bool complete = read(ends[0], &received, sizeof received) == (ssize_t)sizeof received;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (complete) result = received;
  if (complete && WIFEXITED(status) && WEXITSTATUS(status) == 0) return result;
  result.failures++;
  result.skipped = false;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    snprintf(result.reason, sizeof result.reason, "did not end in time");
  else if (WIFSIGNALED(status))
    snprintf(result.reason, sizeof result.reason, "crashed by signal %d", WTERMSIG(status));
  else
    snprintf(result.reason, sizeof result.reason, "ended with exit code %d", WEXITSTATUS(status));
  return result;
}

enum { TABLE_LIMIT = 256, TABLE_COLUMNS = 7 };

/// The two tables: errors of the papers, and their claims.
typedef struct table_kind {
  const char *title;
  int columns;
  const char *heads[TABLE_COLUMNS];
} table_kind;

static const table_kind kinds[2] = {
    {"what is printed, what is right, and the error of both as measured by the checks above",
     6,
     {"paper", "place", "printed", "right", "error", "right"}},
    {"what the papers claim, and what the checks above measured",
     7,
     {"claim", "paper", "place", "what is claimed", "published", "verdict", "measured"}}};

static struct {
  int count, lost;
  check_row_data rows[TABLE_LIMIT];
} table;

void check_table_add(const check_result *result) {
  for (int i = 0; i < result->row_count; i++) {
    if (table.count < TABLE_LIMIT)
      table.rows[table.count++] = result->rows[i];
    else
      table.lost++;
  }
}

/// Which table a row belongs to.
static int kind_of(const check_row_data *row) {
  return row->measured[0] != '\0';
}

/// The text of one cell, of the head where `row` is NULL; `buffer` holds numbers.
static const char *cell(int kind, const check_row_data *row, int column, char buffer[32]) {
  if (!row) return kinds[kind].heads[column];
  if (kind == 1) return column < 6 ? row->text[column] : row->measured;
  if (column < 4) return row->text[column];
  const double error = row->error[column - 4];
  if (isnan(error)) return "-";
  snprintf(buffer, 32, "%.2g", error);
  return buffer;
}

static void print_kind(int kind) {
  int width[TABLE_COLUMNS] = {0}, count = 0;
  const int columns = kinds[kind].columns;
  char buffer[32];
  for (int i = -1; i < table.count; i++) {
    const check_row_data *row = i < 0 ? NULL : &table.rows[i];
    if (row && kind_of(row) != kind) continue;
    count += row != NULL;
    for (int c = 0; c < columns; c++) {
      const int length = (int)strlen(cell(kind, row, c, buffer));
      if (length > width[c]) width[c] = length;
    }
  }
  if (count == 0) return;
  printf("\n%s\n", kinds[kind].title);
  for (int i = -1; i < table.count; i++) {
    const check_row_data *row = i < 0 ? NULL : &table.rows[i];
    if (row && kind_of(row) != kind) continue;
    for (int c = 0; c < columns; c++)
      printf("%-*s%s", c < columns - 1 ? width[c] : 0, cell(kind, row, c, buffer), c < columns - 1 ? "  " : "\n");
  }
}

void check_table_print(void) {
  if (table.count == 0) return;
  for (int kind = 0; kind < 2; kind++) print_kind(kind);
  if (table.lost > 0) printf("and %d more\n", table.lost);
  printf("\n");
}
