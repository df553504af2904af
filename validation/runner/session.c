/* Why this file exists: runs the selected checks and reports the results. Files are opened before the checks run, so a
 * wrong path is known at once. They are also written when the user stops the run, and then marked as incomplete. */
#include "session.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "folder.h"
#include "outputs.h"
#include "progress.h"
#include "support/html.h"
#include "tables.h"
#include "xpbd/status.h"

typedef struct outputs {
  xpbd_file tables, json, page, findings;
  const char *folder; ///< Of the page.
  size_t made;        ///< Bytes at the end of its name for folders that were made for it.
} outputs;

/// Data of the callbacks of a running check.
typedef struct course {
  const check_session *session;
  check_log log;
  check_progress progress;
  check_comparisons compared; ///< Name of the running check.
} course;

static int open_file(const check_session *s, const char *option, const char *path, xpbd_file *out) {
  if (!path || xpbd_file_create(path, out) == XPBD_OK) return 0;
  return cli_fail(s->program, CLI_EXIT_USAGE, "%s: %s", option, xpbd_last_error());
}

static int open_outputs(const check_session *s, outputs *out) {
  char page[4096];
  const bool fits = !s->html || snprintf(page, sizeof page, "%s/checks.html", s->html) < (int)sizeof page;
  if (!fits) return cli_fail(s->program, CLI_EXIT_USAGE, "--html: the path is too long");
  const cli_output files[] = {{"tables", s->tables, "kind\tkey\tpaper\t", "table of checks"},
                              {"json", s->json, "{\n  \"schema\": \"xpbd-checks-", "file of checks"},
                              {"html", s->html ? page : NULL, HTML_BEGIN, "page of this suite"},
                              {"findings", s->findings, "# Findings\n\nResults of the checks", "page of findings"}};
  if (xpbd_file_is_stdout(s->findings))
    return cli_fail(s->program, CLI_EXIT_USAGE,
                    "--findings: '-' is the standard output, which has no folder for figures");
  int code = cli_outputs(s->program, files, 4, NULL, 0);
  if (code >= 0) return code;
  code = open_file(s, "--tables", s->tables, &out->tables);
  if (code == 0) code = open_file(s, "--json", s->json, &out->json);
  if (code == 0) code = open_file(s, "--findings", s->findings, &out->findings);
  if (code != 0 || !s->html) return code;
  out->folder = s->html;
  out->made = xpbd_folder_missing(s->html);
  if (xpbd_folder_create(s->html) != XPBD_OK)
    return cli_fail(s->program, CLI_EXIT_USAGE, "--html: %s", xpbd_last_error());
  return open_file(s, "--html", page, &out->page);
}

static void discard_outputs(outputs *out) {
  xpbd_file_discard(&out->tables);
  xpbd_file_discard(&out->json);
  xpbd_file_discard(&out->page);
  if (out->made > 0) xpbd_folder_unmake(out->folder, out->made); /* unless something is in it */
  xpbd_file_discard(&out->findings);
}

static int commit(const check_session *s, const char *option, xpbd_file *file) {
  if (!file->stream || xpbd_file_commit(file) == XPBD_OK) return 0;
  return cli_fail(s->program, CHECK_EXIT_ERROR, "%s: %s", option, xpbd_last_error());
}

/// The tables. A file without rows never replaces an existing one.
static int write_tables(const check_session *s, outputs *out, const check_log *log, bool passed) {
  if (!out->tables.stream) return 0;
  const int rows = check_table_write(out->tables.stream, log->stopped_in);
  if (rows > 0) return commit(s, "--tables", &out->tables);
  xpbd_file_discard(&out->tables);
  if (rows < 0) return cli_fail(s->program, CHECK_EXIT_ERROR, "--tables: there were more rows than there is room for");
  if (!passed || log->stopped_in) return 0;
  return cli_fail(s->program, CHECK_EXIT_NOTHING,
                  "--tables: no check that ran has a row (those of errata and claims have)");
}

/// The findings of a run that passed. Figures go into a folder named like the page without its extension.
static int write_findings(const check_session *s, outputs *out, const check_log *log, bool passed) {
  if (!out->findings.stream) return 0;
  int count = 0;
  char folder[4096];
  const char *slash = strrchr(s->findings, '/'), *name = slash ? slash + 1 : s->findings, *dot = strrchr(name, '.');
  const bool extended = dot && dot > name;
  const int length = extended ? (int)(dot - s->findings) : (int)strlen(s->findings);
  /* without an extension, the page and the folder would have the same name */
  const bool fits =
      snprintf(folder, sizeof folder, "%.*s%s", length, s->findings, extended ? "" : "_figures") < (int)sizeof folder;
  if (passed && !log->stopped_in && fits)
    count = check_write_findings(out->findings.stream, log, folder, folder + (name - s->findings));
  if (count > 0) return commit(s, "--findings", &out->findings);
  xpbd_file_discard(&out->findings);
  if (count < 0 || !fits)
    return cli_fail(s->program, CHECK_EXIT_ERROR, "--findings: %s", fits ? xpbd_last_error() : "the path is too long");
  if (!passed || log->stopped_in) return 0;
  return cli_fail(s->program, CHECK_EXIT_NOTHING, "--findings: no check that ran has a finding");
}

/// Writes every file. All are tried; the first failure is returned.
static int write_outputs(const check_session *s, outputs *out, const check_log *log, bool passed) {
  if (out->json.stream) check_write_json(out->json.stream, log);
  if (out->page.stream) check_write_page(out->page.stream, log);
  const int codes[] = {commit(s, "--json", &out->json), commit(s, "--html", &out->page),
                       write_tables(s, out, log, passed), write_findings(s, out, log, passed)};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i] != 0) return codes[i];
  return 0;
}

static void on_record(void *context, const check_comparison *c) {
  course *self = context;
  check_comparisons_add(&self->compared, c);
}

static void on_clear(void *context) {
  (void)context; /* possibly of another process */
  check_progress_clear();
}

static void on_tick(void *context) {
  const course *self = context;
  check_progress_show(&self->progress);
}

/// Whether the check that failed before this one had the same diagnosis.
static bool said_before(const check_log *log, const check_record *record) {
  for (ptrdiff_t i = record - log->records; i-- > 0;) {
    const check_record *before = &log->records[i];
    if (before->outcome == CHECK_FAILED) return before->diagnosis && strcmp(before->diagnosis, record->diagnosis) == 0;
  }
  return false;
}

/// Prints a line about a check that ran. After a failure it also prints the diagnosis, if there is one.
static void tell(course *self, check_record *record) {
  const check_session *s = self->session;
  const check_result *result = &record->result;
  const char *name = record->entry->name;
  if (s->brief && record->outcome != CHECK_FAILED) return;
  if (self->progress.live) check_progress_clear();
  if (record->outcome == CHECK_FAILED) {
    char diagnosis[640];
    if (result->reason[0] && !result->skipped) printf("  FAIL %s: the check %s\n", name, result->reason);
    printf("FAIL   %s (%" PRId64 " failed, %.2f s)\n", name, result->failures, result->seconds);
    if (s->explain && s->explain(name, diagnosis, sizeof diagnosis)) record->diagnosis = strdup(diagnosis);
    if (record->diagnosis)
      printf("       %s\n", said_before(&self->log, record) ? "the same as above" : record->diagnosis);
  } else if (record->outcome == CHECK_SKIPPED) {
    printf("skip   %s: %s\n", name, result->reason);
  } else {
    printf("ok     %s (%" PRId64 " compared, %" PRId64 " control%s, %.2f s)\n", name, result->comparisons,
           result->controls, result->controls == 1 ? "" : "s", result->seconds);
  }
  if (self->progress.live) fflush(stdout);
}

/// Seconds that one check of a group usually takes.
static double usual(const check_session *s, const check_log *log, const char *name) {
  const int group = check_log_group(log, name);
  int checks = 0;
  for (int i = 0; i < s->registry->count; i++) checks += check_log_group(log, s->registry->entries[i].name) == group;
  return group < 0 ? 0.0 : log->groups[group].seconds / checks;
}

/// Runs the selection until its end or the user's signal.
static void run_checks(course *self) {
  const check_session *s = self->session;
  const check_options options = {.verbose = s->verbose,
                                 .tolerance_scale = s->tolerance_scale,
                                 .context = self,
                                 .record = on_record,
                                 .clear = self->progress.live ? on_clear : NULL,
                                 .tick = on_tick};
  for (int i = 0; i < s->registry->count && !self->log.stopped_in; i++) {
    const check_entry *entry = &s->registry->entries[i];
    if (!s->selected[i]) continue;
    if (check_stopped()) self->log.stopped_in = entry->name;
    if (check_stopped()) break;
    check_progress_begin(&self->progress, entry->name, usual(s, &self->log, entry->name));
    const check_result result = s->in_process ? check_run(entry, &options) : check_run_apart(entry, &options);
    folders_remove(); // of checks in this process
    check_progress_end(&self->progress);
    if (result.stopped) {
      self->log.stopped_in = entry->name;
      check_comparisons_free(&self->compared);
      break;
    }
    check_table_add(entry, &result);
    tell(self, check_log_add(&self->log, entry, &result, &self->compared));
  }
  if (self->progress.live) check_progress_clear();
}

/// Prints the last lines. Returns the exit code, not counting errors of files.
static int conclude(const check_session *s, const check_log *log) {
  const check_tally all = check_log_tally(log, -1);
  const int failed = all.checks[CHECK_FAILED];
  check_table_print(s->brief);
  check_summary_print(log);
  fflush(stdout);
  if (log->count > 0 && all.compared == 0 && failed == 0) cli_fail(s->program, 0, "nothing was compared");
  printf("%d passed, %d failed, %d skipped\n", all.checks[CHECK_PASSED], failed, all.checks[CHECK_SKIPPED]);
  if (cli_flush(s->program, CLI_EXIT_OK, CHECK_EXIT_ERROR) != CLI_EXIT_OK) return CHECK_EXIT_ERROR;
  if (log->stopped_in)
    return cli_fail(s->program, CHECK_EXIT_STOPPED, "stopped in %s: %d of %d checks have ended", log->stopped_in,
                    log->count, log->planned);
  if (failed > 0) return CHECK_EXIT_FAILED;
  return all.compared > 0 ? CHECK_EXIT_PASSED : CHECK_EXIT_NOTHING;
}

static bool begin(course *self) {
  const check_session *s = self->session;
  int planned = 0;
  self->log = (check_log){
      .program = s->name, .groups = s->groups, .group_count = s->group_count, .tolerance_scale = s->tolerance_scale};
  for (int i = 0; i < s->registry->count; i++) {
    if (!s->selected[i]) continue;
    planned++;
    self->progress.expected += usual(s, &self->log, s->registry->entries[i].name);
  }
  self->progress.live = isatty(STDERR_FILENO) != 0;
  self->progress.planned = planned;
  self->progress.start = check_seconds();
  return check_log_begin(&self->log, planned);
}

int check_session_run(const check_session *s) {
  course self = {.session = s};
  outputs out = {.tables = {.stream = NULL}};
  int code = 0;
  if (!begin(&self))
    code = cli_fail(s->program, CHECK_EXIT_ERROR, "out of memory");
  else if (self.log.planned == 0)
    code = cli_fail(s->program, CHECK_EXIT_NOTHING, "no check matches the selection (see --list)");
  else
    code = open_outputs(s, &out);
  if (code != 0) {
    discard_outputs(&out);
    check_log_free(&self.log);
    return code;
  }
  check_catch_signals();
  run_checks(&self);
  self.log.seconds = check_seconds() - self.progress.start;
  code = conclude(s, &self.log);
  if (self.log.count == 0) {
    discard_outputs(&out); /* nothing to report; an existing file is worth more */
  } else {
    const int written = write_outputs(s, &out, &self.log, code == CHECK_EXIT_PASSED);
    if (code == CHECK_EXIT_PASSED || written == CHECK_EXIT_ERROR) code = written;
  }
  check_log_free(&self.log);
  return code;
}
