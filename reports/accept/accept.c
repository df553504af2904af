/* Why this file exists: files a run that a stranger sent into the archive of machines, after it was checked. A stranger's
 * page and figures are not filed: they could contain anything, and are made again from the results. */
#define _GNU_SOURCE /* mkdtemp, dirfd, unlinkat */
#include "accept.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "archive.h"
#include "audit/command.h"
#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "read/machine.h"
#include "read/memory.h"
#include "read/results.h"

enum { EXIT_DIFFERENT = 2, EXIT_RUNTIME = 3, NAME = 96 };

static const char *into, *chosen;
static double seconds = NAN;
static bool claimed, different;

static const cli_option options[] = {
    {.name = "into", .kind = CLI_TEXT, .target = &into, .value = "DIR", .help = "The archive, e.g. reports/machines."},
    {.name = "name",
     .kind = CLI_TEXT,
     .target = &chosen,
     .value = "NAME",
     .help = "Name of the new folder, of small letters, digits and dashes; standard: made of the machine and the day."},
    {.name = "seconds",
     .kind = CLI_REAL,
     .target = &seconds,
     .minimum = AUDIT_LEAST_SECONDS,
     .maximum = AUDIT_MOST_SECONDS,
     .value = "S",
     .help = "Most time for recomputing states in the audit; standard: that of xpbd-report audit."},
    {.name = "claimed",
     .kind = CLI_FLAG,
     .target = &claimed,
     .help = "File it without an audit. All its numbers are then only claims."},
};

static const cli_program program = {
    .name = "xpbd-report accept",
    .usage = "FILE.tar.gz --into DIR [options]",
    .about = "Files a run that somebody sent, an archive of ./run pack, into an archive of machines. The archive may "
             "have only plain files with plain names. Its results are read and audited: a run in which something is "
             "different is not filed. Only results.json and samples.jsonl are taken; tables, pages and figures are "
             "made again from them. Nothing is overwritten. The last line is the "
             "path of the new folder.\n"
             "  xpbd-report accept run.tar.gz --into reports/machines\n"
             "Exit codes: 0 filed, 1 usage, or an archive that is not fit, 2 the audit found something different, 3 "
             "run-time "
             "error.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

/// The files that are taken.
static const char *const taken[] = {"results.json", "samples.jsonl"};
enum { FROM_ARCHIVE = 2 };

/// The folder until it has its name, for mkdtemp().
static const char arriving[] = ".arriving-XXXXXX";

static xpbd_status write_member(const archive_member *member, const char *folder) {
  char *path = report_join(folder, member->name);
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  fwrite(member->bytes, 1, member->size, file.stream);
  return xpbd_file_commit(&file);
}

/// Whether the file at `path` has exactly these bytes.
static bool is_equal(const char *path, const archive_member *member) {
  struct stat what;
  if (stat(path, &what) != 0 || !S_ISREG(what.st_mode) || (size_t)what.st_size != member->size) return false;
  FILE *file;
  if (xpbd_file_open(path, "results", &file) != XPBD_OK) return false;
  size_t at = 0;
  char block[4096];
  for (size_t got; at < member->size && (got = fread(block, 1, sizeof block, file)) > 0; at += got)
    if (got > member->size - at || memcmp(block, member->bytes + at, got) != 0) break;
  fclose(file);
  return at == member->size;
}

/// XPBD_ERR_BAD_FILE if a folder of the archive has the same results.
static xpbd_status check_new(const char *path, const archive_member *results) {
  DIR *list = opendir(into);
  xpbd_status status = XPBD_OK;
  for (struct dirent *entry; list && status == XPBD_OK && (entry = readdir(list)) != NULL;) {
    char *folder = entry->d_name[0] == '.' ? NULL : report_join(into, entry->d_name);
    char *other = folder ? report_join(folder, results->name) : NULL;
    if (other && is_equal(other, results))
      status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: is filed already, in %s", path, folder);
    free(other);
    free(folder);
  }
  if (list) closedir(list);
  return status;
}

/// Load the results in `folder`. A message names the archive in place of that folder, which will not stay.
static xpbd_status load(const char *path, const char *folder, report_run *run) {
  char *results = report_results_of(folder);
  if (!results) return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of a file");
  const xpbd_status status = report_load(results, run);
  if (status != XPBD_OK) {
    char said[512];
    const char *why = xpbd_last_error();
    const size_t length = strlen(results);
    snprintf(said, sizeof said, "%s", strncmp(why, results, length) == 0 ? why + length : why);
    xpbd_fail(status, "%s: results.json%s%s", path, said[0] == ':' ? "" : ": ", said);
  }
  free(results);
  XPBD_TRY(status);
  if (run->with_numbers > 0) return XPBD_OK;
  report_free(run);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: no row of this run has valid numbers", path);
}

/// Remove a folder of files, whoever ended while writing them.
static void clear(const char *folder) {
  DIR *list = opendir(folder);
  for (struct dirent *entry; list && (entry = readdir(list)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(dirfd(list), entry->d_name, 0);
  if (list) closedir(list);
  rmdir(folder);
}

/// Remove what a process that could not clear up left in the archive more than a day ago.
static void clear_old(void) {
  enum { DAY = 24 * 3600 };
  struct stat what;
  DIR *list = opendir(into);
  for (struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
    const bool ours =
        strncmp(entry->d_name, arriving, sizeof arriving - 7) == 0 && strlen(entry->d_name) == sizeof arriving - 1;
    char *folder = ours ? report_join(into, entry->d_name) : NULL;
    if (folder && lstat(folder, &what) == 0 && S_ISDIR(what.st_mode) && what.st_mtime + DAY < time(NULL)) {
      clear(folder);
      cli_print("%s: was left by a process that was killed, and is removed\n", folder);
    }
    free(folder);
  }
  if (list) closedir(list);
}

static pid_t filer;

static void pass_on(int number) {
  kill(filer, number);
}

/// Go on in a process of its own. This one waits for it, clears what it leaves in `folder`, and ends as it did: however
/// it ends, no file of a stranger stays. `before`: the signals that are blocked again in the new process.
static xpbd_status go_on_watched(const char *folder, const sigset_t *before) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  const struct sigaction hear = {.sa_handler = pass_on};
  struct sigaction old;
  int status = 0;
  fflush(NULL); /* or the output so far would be written twice */
  filer = fork();
  XPBD_REQUIRE(filer >= 0, XPBD_ERR_UNAVAILABLE, "no process can be started: %s", strerror(errno));
  for (size_t k = 0; filer > 0 && k < sizeof ending / sizeof *ending; k++)
    if (sigaction(ending[k], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(ending[k], &hear, NULL);
  if (filer == 0) return XPBD_OK;
  sigprocmask(SIG_SETMASK, before, NULL);
  while (waitpid(filer, &status, 0) < 0 && errno == EINTR) continue;
  clear(folder);
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

static xpbd_status check_name(const char *name) {
  XPBD_REQUIRE(name[0] && name[0] != '-' && strlen(name) < NAME &&
                   strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name),
               XPBD_ERR_BAD_FILE, "--name %.60s: a name has small letters, digits and dashes, at most %d", name,
               NAME - 1);
  return XPBD_OK;
}

/// Give the checked folder its name. mkdir() claims the name, and rename() puts the files there in one step.
static xpbd_status name_folder(const char *folder, const char *name, char **out) {
  *out = report_join(into, name);
  if (!*out) return XPBD_ERR_OUT_OF_MEMORY;
  const bool made = mkdir(*out, 0777) == 0;
  XPBD_REQUIRE(made || errno != EEXIST, XPBD_ERR_BAD_FILE,
               "%s: this name is taken by another run; choose one with --name", *out);
  XPBD_REQUIRE(made, XPBD_ERR_IO, "%s: %s", *out, strerror(errno));
  if (chmod(folder, 0755) == 0 && rename(folder, *out) == 0) {
    const char *lost = xpbd_file_sync_name(*out);
    return lost ? xpbd_fail(XPBD_ERR_IO, "%s: cannot be written: %s", *out, lost) : XPBD_OK;
  }
  const int cause = errno;
  rmdir(*out);
  return xpbd_fail(XPBD_ERR_IO, "%s: %s", *out, strerror(cause));
}

/// Audit the run in `folder`. What it prints says what was recomputed. A run of which no state could be recomputed is
/// filed all the same, as a claim.
static xpbd_status audit(const char *path, const char *folder) {
  enum { DIFFERENT = 2, NOTHING = 5 }; /* as the help of xpbd-report audit says */
  char name[] = "audit", option[64], end[] = "--", run[4096];
  const bool limited = !isnan(seconds);
  int argc = 0;
  snprintf(run, sizeof run, "%s", folder);
  snprintf(option, sizeof option, "--seconds=%.17g", seconds);
  char *argv[5] = {0};
  argv[argc++] = name;
  if (limited) argv[argc++] = option;
  argv[argc++] = end; /* the name of the archive may begin with a dash */
  argv[argc++] = run;
  const int code = audit_unnamed(argc, argv);
  different = code == DIFFERENT;
  if (code == 0 || code == NOTHING) return XPBD_OK;
  return different ? xpbd_fail(XPBD_ERR_BAD_FILE, "%s: is not what it claims, see above; nothing was filed", path)
                   : xpbd_fail(XPBD_ERR_UNAVAILABLE,
                               "%s: could not be audited, see above; --claimed files it without an audit", path);
}

/// All that happens in the new folder until it has its name.
static xpbd_status fill(const char *path, const archive *from, const char *folder, char **out) {
  char name[NAME];
  report_run run;
  for (int i = 0; i < FROM_ARCHIVE; i++) {
    const archive_member *member = archive_find(from, taken[i]);
    if (member) XPBD_TRY(write_member(member, folder));
  }
  XPBD_TRY(load(path, folder, &run));
  xpbd_status status = claimed ? XPBD_OK : audit(path, folder);
  char *results = report_results_of(folder);
  if (status == XPBD_OK && chosen)
    snprintf(name, sizeof name, "%s", chosen);
  else if (status == XPBD_OK)
    status = report_machine_slug(&run, name, sizeof name);
  if (status == XPBD_OK) status = results ? report_write_results(&run, results, folder) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = name_folder(folder, name, out);
  if (status == XPBD_OK && !claimed) cli_print("%s/audit.json\n", *out);
  if (status == XPBD_OK)
    cli_print("%s: %d points, %d with numbers; of %d files in the archive, results%s taken\n", path, run.count,
              run.with_numbers, from->count, archive_find(from, taken[1]) ? " and samples were" : " were");
  free(results);
  report_free(&run);
  return status;
}

static xpbd_status accept(const char *path, const archive *from, char **out) {
  const archive_member *results = archive_find(from, taken[0]);
  XPBD_REQUIRE(results, XPBD_ERR_BAD_FILE, "%s: has no results.json: it is not the archive of a run", path);
  XPBD_TRY(xpbd_folder_create(into));
  clear_old();
  XPBD_TRY(check_new(path, results));
  char *folder = report_join(into, arriving);
  if (!folder) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_status status = XPBD_OK;
  sigset_t every, before;
  sigfillset(&every);
  sigprocmask(SIG_SETMASK, &every, &before); /* until somebody watches the folder */
  if (!mkdtemp(folder)) status = xpbd_fail(XPBD_ERR_IO, "%s: %s", folder, strerror(errno));
  if (status == XPBD_OK) {
    status = go_on_watched(folder, &before);
    if (status != XPBD_OK) clear(folder);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (status == XPBD_OK) status = fill(path, from, folder, out);
  free(folder);
  return status;
}

int report_accept_main(int argc, char **argv) {
  const char *path = NULL;
  int count = 0;
  static archive from; /* its list is long for a stack */
  const int parsed = cli_parse(&program, argc, argv, &path, 1, &count);
  if (parsed >= 0) return parsed;
  if (count == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "which archive? xpbd-report accept FILE.tar.gz --into reports/machines");
  if (!into) return cli_fail(&program, CLI_EXIT_USAGE, "into which archive? --into reports/machines");
  char *filed = NULL;
  xpbd_status status = chosen ? check_name(chosen) : XPBD_OK;
  if (status == XPBD_OK) status = archive_read(path, &from);
  if (status == XPBD_OK) {
    status = accept(path, &from, &filed);
    archive_free(&from);
  }
  int exit_code = status == XPBD_OK ? CLI_EXIT_OK : status == XPBD_ERR_BAD_FILE ? CLI_EXIT_USAGE : EXIT_RUNTIME;
  if (different) exit_code = EXIT_DIFFERENT;
  if (status == XPBD_ERR_IO) exit_code = CLI_EXIT_USAGE; /* a file that is not there, a folder that is none */
  if (status != XPBD_OK) {
    cli_fail(&program, exit_code, "%s", xpbd_last_error());
  } else {
    cli_print_path(filed);
    exit_code = cli_flush(&program, exit_code, EXIT_RUNTIME);
  }
  free(filed);
  return exit_code;
}
