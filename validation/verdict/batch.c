/* Why this file exists: judges each file of a batch in a process of its own, because formulas of two files may have the
 * same name, and because a file that ends its process must not end the batch. */
#include "batch.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/error.h"
#include "base/file.h"
#include "batch_find.h"
#include "runner/runner.h"

enum { EXIT_RIGHT = 0, EXIT_UNUSABLE = 1, EXIT_WRONG = 2, EXIT_OTHER = 3, EXIT_STOPPED = 130, AT_ONCE = 2 };

/// A batch as it runs.
typedef struct batch {
  const batch_job *job;
  int count, next, ended; ///< Files; the next to start; those that have ended.
  batch_slot **slot;      ///< [count], shared memory.
  char **text;            ///< [count] the JSON of each file, NULL = none. Owned.
  pid_t running[AT_ONCE]; ///< 0 = none.
  int file[AT_ONCE];      ///< What it judges.
} batch;

long batch_line_in(const char *reason, const char *path) {
  const char *at = reason ? strstr(reason, path) : NULL;
  return at && at[strlen(path)] == ':' ? strtol(at + strlen(path) + 1, NULL, 10) : 0;
}

void batch_take(batch_slot *slot, const report *r, int code) {
  if (slot->count == XPBD_FILE_ENTRIES) return;
  batch_entry *entry = &slot->entry[slot->count];
  entry->verdict = *r->verdict;
  entry->word = report_word(r), entry->code = code, entry->seconds = r->seconds;
  if (r->place) entry->place = *r->place;
  entry->line = r->line > 0 ? r->line : batch_line_in(r->reason, slot->path);
  snprintf(entry->reason, sizeof entry->reason, "%s", r->reason ? r->reason : "");
  if (slot->json) {
    json_writer json = {.stream = slot->json, .depth = 2};
    json.used[2] = slot->count > 0;
    report_put_json(r, &json);
    fflush(slot->json);
    slot->json_size = ftell(slot->json);
  }
  if (slot->pages) {
    char page[REPORT_PAGE];
    report_page_name(slot->stem, r->verdict->name, page);
    slot->lost = slot->lost || report_write_page(r, slot->pages, page) != XPBD_OK;
  }
  slot->count++;
}

/// In the child.
static void work(const batch_job *job, batch_slot *slot, pid_t parent) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  if (getppid() != parent || !freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "r", stdin)) _exit(1);
  job->judge(job->context, slot->path, slot);
  fflush(NULL);
  slot->done = true;
  _exit(0);
}

/// Judges the next file in place `k`. If no process starts, the file counts as ended.
static void start(batch *b, int k) {
  batch_slot *slot = b->slot[b->next];
  b->file[k] = b->next++;
  slot->json = b->job->json ? tmpfile() : NULL;
  slot->lost = b->job->json && !slot->json;
  fflush(NULL);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) work(b->job, slot, parent);
  b->running[k] = child;
}

/// The JSON that the process of a file has written; NULL = none. Owned by the caller.
static char *json_of(batch_slot *slot) {
  char *text = slot->json ? calloc((size_t)slot->json_size + 1, 1) : NULL;
  if (text) {
    rewind(slot->json);
    if (fread(text, 1, (size_t)slot->json_size, slot->json) != (size_t)slot->json_size) text[0] = '\0';
  }
  if (slot->json) fclose(slot->json);
  slot->json = NULL;
  return text;
}

/// Takes the results of a file whose process has ended. If it ended early, that is a verdict too, unless the user stopped it.
static void take_end(batch *b, int index, int status) {
  batch_slot *slot = b->slot[index];
  if (!slot->done && !check_stopped()) {
    static verdict nothing;
    char reason[200];
    snprintf(reason, sizeof reason, "%s: the process that judged it did not come to its end (%s %d)", slot->path,
             WIFSIGNALED(status) ? "signal" : "code", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    snprintf(nothing.name, sizeof nothing.name, "%s", slot->stem);
    if (slot->json) fseek(slot->json, slot->json_size, SEEK_SET);
    const report r = {.file = slot->path, .reason = reason, .verdict = &nothing};
    batch_take(slot, &r, EXIT_UNUSABLE);
    slot->done = true;
  }
  b->text[index] = json_of(slot);
  b->ended++;
}

static void show_progress(const batch *b, bool live) {
  if (!live) return;
  if (b->ended == b->count)
    fputs("\r\033[K", stderr);
  else
    fprintf(stderr, "\r\033[K%d of %d files left: %.60s", b->count - b->ended, b->count,
            b->slot[b->next > 0 ? b->next - 1 : 0]->path);
  fflush(stderr);
}

/// Judges all, some at once. Ctrl-C ends the running ones and starts no more.
static void run(batch *b) {
  const bool live = isatty(STDERR_FILENO) == 1;
  const struct timespec tick = {.tv_nsec = 10 * 1000 * 1000};
  bool told = false;
  for (int busy = 1; busy > 0;) {
    busy = 0;
    for (int k = 0; k < b->job->at_once && k < AT_ONCE; k++) {
      int status = 0;
      if (b->running[k] > 0 && waitpid(b->running[k], &status, WNOHANG) == 0) {
        if (check_stopped() && !told) kill(b->running[k], SIGTERM);
        busy++;
        continue;
      }
      const bool ended = b->running[k] != 0, more = b->next < b->count && !check_stopped();
      if (ended) take_end(b, b->file[k], status);
      b->running[k] = 0;
      if (more) start(b, k), busy++;
      if (ended || more) show_progress(b, live);
    }
    told = told || check_stopped();
    if (busy > 0) nanosleep(&tick, NULL);
  }
  if (live) fputs("\r\033[K", stderr);
}

/// The worse of two exit codes. Wrong is the worst, then unusable, then misdeclared and the like.
static int worse(int a, int b) {
  static const int ranks[] = {[EXIT_RIGHT] = 0, [EXIT_OTHER] = 1, [EXIT_UNUSABLE] = 2, [EXIT_WRONG] = 3};
  return ranks[b & 3] > ranks[a & 3] ? b : a; /* foreign code may have written anything */
}

static int width_of(int width, const char *text) {
  return (int)strlen(text) > width ? (int)strlen(text) : width;
}

/// How many bytes of a finding the table shows: no character of UTF-8 is cut in two.
static int shown_of(const char *text) {
  enum { MOST = 100 };
  int count = (int)strnlen(text, MOST + 1);
  if (count > MOST)
    for (count = MOST; count > 0 && (text[count] & 0xc0) == 0x80;) count--;
  return count;
}

static void print_table(const batch *b) {
  int file = 4, name = 4, word = 7, formulas = 0, files = 0;
  for (int i = 0; i < b->count; i++) {
    file = width_of(file, b->slot[i]->path), files += b->slot[i]->done;
    for (int k = 0; k < b->slot[i]->count; k++) {
      name = width_of(name, b->slot[i]->entry[k].verdict.name);
      word = width_of(word, b->slot[i]->entry[k].word), formulas++;
    }
  }
  char path[1024];
  cli_print("%-*s  %-*s  %-*s  %s\n", file, "file", name, "name", word, "verdict", "first finding");
  for (int i = 0; i < b->count; i++) {
    const batch_slot *slot = b->slot[i];
    snprintf(path, sizeof path, "%s", slot->path);
    for (char *c = path; *c; c++)
      if (iscntrl((unsigned char)*c)) *c = '?'; /* a name may not begin a line of its own */
    for (int k = 0; k < slot->count; k++) {
      const batch_entry *e = &slot->entry[k];
      const bool finding = e->verdict.slip_count > 0 && !e->verdict.slip[0].remark;
      const char *text = finding ? e->verdict.slip[0].text : e->reason;
      const int shown = shown_of(text);
      cli_print("%-*s  %-*s  %-*s  %s%s%.*s%s\n", file, path, name, e->verdict.name, word, e->word,
                finding ? verdict_kind_name(e->verdict.slip[0].kind) : "", finding ? ": " : "", shown, text,
                text[shown] ? "..." : "");
    }
    if (!slot->done) cli_print("%-*s  %-*s  %-*s  stopped before its verdict\n", file, path, name, "", word, "");
  }
  cli_print("%d formula%s in %d of %d file%s judged\n", formulas, formulas == 1 ? "" : "s", files, b->count,
            b->count == 1 ? "" : "s");
}

static xpbd_status write_json(const batch *b, int code) {
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(b->job->json, &file));
  json_writer json = {.stream = file.stream};
  json_open(&json, NULL, '{');
  json_text(&json, "schema", "xpbd-verdicts-1");
  json_whole(&json, "exit_code", code);
  json_open(&json, "verdicts", '[');
  for (int i = 0; i < b->count; i++) {
    if (!b->text[i] || !b->text[i][0]) continue;
    fprintf(file.stream, "%s%s", json.used[json.depth] ? "," : "",
            b->text[i]); /* written with the indent of its place */
    json.used[json.depth] = true;
  }
  json_close(&json, ']');
  json_open(&json, "not_judged", '[');
  for (int i = 0; i < b->count; i++)
    if (!b->slot[i]->done) json_text(&json, NULL, b->slot[i]->path);
  json_close(&json, ']');
  json_close(&json, '}');
  return xpbd_file_commit(&file);
}

/// The exit code, after the outputs were written.
static int finish(const batch *b) {
  const batch_job *job = b->job;
  int code = EXIT_RIGHT;
  bool lost = false;
  for (int i = 0; i < b->count; i++) {
    lost = lost || b->slot[i]->lost;
    for (int k = 0; k < b->slot[i]->count; k++) code = worse(code, b->slot[i]->entry[k].code);
  }
  if (check_stopped()) code = EXIT_STOPPED;
  print_table(b);
  if (job->json && write_json(b, code) != XPBD_OK)
    return cli_fail(job->program, EXIT_UNUSABLE, "--json: %s", xpbd_last_error());
  if (job->junit && batch_write_junit(b->slot, b->count, job->junit) != XPBD_OK)
    return cli_fail(job->program, EXIT_UNUSABLE, "--junit: %s", xpbd_last_error());
  if (job->sarif && batch_write_sarif(b->slot, b->count, job->sarif) != XPBD_OK)
    return cli_fail(job->program, EXIT_UNUSABLE, "--sarif: %s", xpbd_last_error());
  if (lost) return cli_fail(job->program, EXIT_UNUSABLE, "a page or a temporary file could not be written");
  if (check_stopped())
    return cli_fail(job->program, code, "stopped; what was judged until then is in the table and in the files");
  return code;
}

/// The name of a file without folder and ending, made different from those before it.
static void name_pages(const batch *b, int index) {
  batch_slot *slot = b->slot[index];
  int same = 0;
  report_stem(slot->path, slot->stem);
  slot->stem[REPORT_STEM - 17] = '\0';
  for (int i = 0; i < index; i++) same += strncmp(b->slot[i]->stem, slot->stem, strlen(slot->stem)) == 0;
  /* a point is in no other name of a file here, and no formula begins with a digit */
  if (same > 0) snprintf(slot->stem + strlen(slot->stem), 16, ".%d", index + 1);
}

int batch_run(const batch_job *job, const char *const *words, int count) {
  batch_paths paths;
  batch b = {.job = job};
  if (batch_find(words, count, &paths) != XPBD_OK) {
    batch_paths_free(&paths);
    return cli_fail(job->program, EXIT_UNUSABLE, "%s", xpbd_last_error());
  }
  b.slot = calloc((size_t)paths.count, sizeof *b.slot), b.text = calloc((size_t)paths.count, sizeof *b.text);
  bool good = b.slot && b.text;
  for (; good && b.count < paths.count; b.count += good) {
    batch_slot *slot = b.slot[b.count] = xpbd_apart_memory(sizeof *slot);
    good = slot != NULL;
    if (good) slot->path = paths.item[b.count].path, slot->pages = job->html, name_pages(&b, b.count);
  }
  int code = EXIT_UNUSABLE;
  if (good) {
    check_catch_signals();
    run(&b);
    code = finish(&b);
  } else {
    cli_fail(job->program, code, "no memory for %d verdicts", paths.count);
  }
  for (int i = 0; i < b.count; i++) free(b.text[i]), xpbd_apart_free(b.slot[i], sizeof *b.slot[i]);
  free(b.slot);
  free(b.text);
  batch_paths_free(&paths);
  return code;
}
