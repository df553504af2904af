/* Why this file exists: xpbd-validate formula judges one formula, from a file or built in, in a separate process and
 * shows the verdict. */
#include "command.h"
#include "batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "support/cli_formula.h"
#include "support/html.h"
#include "foreign/file.h"
#include "verdict/pipe/pipe.h"
#include "verdict/show/report.h"
#include "xpbd/formula_file.h"
#include "xpbd/scenes.h"

enum { EXIT_RIGHT = 0, EXIT_UNUSABLE = 1 };

typedef struct arguments {
  const char *json, *html, *certificate, *fresh;
  const char *junit, *sarif;
  bool brief;
  const cli_program *program;
  batch_slot *batch; ///< Where verdicts go instead of the outputs above; NULL = not in a batch.
  pipe_arguments pipe;
} arguments;

static const cli_program *program_of(arguments *a) {
  static cli_option options[7 + PIPE_OPTIONS];
  static cli_program program;
  options[0] = cli_text_option("json", &a->json, "FILE",
                               "Write the verdict for programs: verdict, name, slips, remarks, facts.");
  options[1] = cli_text_option(
      "html", &a->html, "DIR",
      "Write one page with the curves: DIR/FILE.html, or DIR/FILE.NAME.html if the formula is not named like "
      "its file. It opens without a network.");
  options[2] = (cli_option){.name = "brief",
                            .kind = CLI_FLAG,
                            .target = &a->brief,
                            .help = "Leave out scenes and times, and end in a second."};
  options[3] =
      cli_text_option("new", &a->fresh, "ELEMENT",
                      "Write NAME.h, a commented formula to begin with, on an edge, opposite, triangle, hinge or tet.");
  options[4] =
      cli_text_option("certificate", &a->certificate, "FILE",
                      "Write one page to print: the text, its hash, the ranges tried, and what was not tried.");
  options[5] = cli_text_option("junit", &a->junit, "FILE", "Write the verdicts as test cases in JUnit's XML.");
  options[6] = cli_text_option("sarif", &a->sarif, "FILE", "Write the findings with their lines as SARIF 2.1.0.");
  pipe_options(&a->pipe, options + 7);
  program = (cli_program){
      .name = "xpbd-validate formula",
      .usage = "[options] FILE.h [NAME] | NAME | FILE.h FILE.h... | FOLDER... | --pipe COMMAND --on ELEMENT [NAME]",
      .about =
          "Says whether a formula is right, and if not, what is wrong with it. The formula is in any header such as "
          "--new writes, or is a built-in one, given by name. If a header has several formulas, NAME selects one.\n"
          "Give several files or folders to judge all their formulas; the result is a table.\n"
          "Examples: xpbd-validate formula my_spring.h --html pages\n"
          "          xpbd-validate formula springs.h my_spring\n"
          "          xpbd-validate formula --new edge my_spring\n"
          "          xpbd-validate formula formulas --brief --sarif findings.sarif\n"
          "          xpbd-validate formula --pipe 'python3 spring.py' --on edge --unit m --material k=1:0.1:10\n"
          "Exit code: 0 right, 2 wrong, 3 misdeclared, limited or imprecise with a right gradient, 1 unusable or bad "
          "usage. An unusable file prints one line on the standard error, which begins with `xpbd-validate formula:`. "
          "Of several the worst: 2, else 1, else 3, else 0. 130: stopped by Ctrl-C; the files then hold what was "
          "judged.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

static int write_template(const cli_program *program, const char *element, const char *name) {
  char path[300];
  if (!report_is_name(name))
    return cli_fail(program, EXIT_UNUSABLE,
                    "--new: '%s' is not a valid formula name: use up to %d lower-case letters, digits and _", name,
                    XPBD_FILE_NAME - 1);
  if (xpbd_formula_find(name) >= 0)
    return cli_fail(program, EXIT_UNUSABLE, "--new: '%s' is a built-in formula, please choose another name", name);
  char *text = report_template(element, name);
  if (!text)
    return cli_fail(program, EXIT_UNUSABLE, "--new: '%s' is not an element: use edge, opposite, triangle, hinge or tet",
                    element);
  snprintf(path, sizeof path, "%s.h", name);
  FILE *file = fopen(path, "wx"); /* an existing file is somebody's work */
  if (!file) {
    const int error = errno;
    free(text);
    return cli_fail(program, EXIT_UNUSABLE, "%s%s%s", path, error == EEXIST ? " exists already" : ": ",
                    error == EEXIST ? ": delete it or choose another name" : strerror(error));
  }
  fputs(text, file);
  free(text);
  const char *lost = xpbd_file_lost(file);
  if (fclose(file) != 0 && !lost) lost = strerror(errno);
  if (lost) unlink(path);
  if (lost) return cli_fail(program, EXIT_UNUSABLE, "%s: cannot be written: %s", path, lost);
  printf("%s\n", path);
  return EXIT_RIGHT;
}

/// More than a formula may have: a sparse file has any number of bytes.
enum { LARGEST = 4 << 20 };

/// The text of a file and the hash of its bytes, NULL if it cannot be read or is too large. Owned by the caller.
static char *text_of(const char *path, uint64_t *hash) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, capacity = 0;
  while (file && size <= LARGEST) {
    if (capacity - size < 4096) {
      char *grown = realloc(text, capacity += 65536);
      if (!grown) break;
      text = grown;
    }
    const size_t got = fread(text + size, 1, capacity - size - 1, file);
    size += got;
    if (got == 0) break;
  }
  const bool unread = !file || ferror(file);
  if (file) fclose(file);
  if (unread || !text || size > LARGEST) {
    free(text);
    return NULL;
  }
  text[size] = '\0';
  *hash = xpbd_file_hash(text, size);
  xpbd_file_plain(text);
  return text;
}

/// Whether a finding names the line at which the compiler stopped. It is then the reason.
static bool explains(const verdict *v, const char *path, const char *error) {
  const long line = batch_line_in(error, path);
  bool found = false;
  for (int i = 0; i < v->slip_count; i++) found = found || batch_line_named(&v->slip[i]) == line;
  return found && line > 0;
}

static bool is_blank(const char *text, long line) {
  for (long k = 1; text && k < line; k++) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  return text && line > 0 && strchr("\r\n", text[strspn(text, " \t")]) != NULL;
}

/// The compiler sees promotions that the text does not show. Blank lines in this text belong to other formulas.
static void take_warnings(verdict *v, const char *warnings, const char *text_read) {
  for (const char *at = warnings; at && *at;) {
    const char *end = strchr(at, '\n');
    const int length = end ? (int)(end - at) : (int)strlen(at);
    const long line = strtol(at, NULL, 10);
    char text[VERDICT_TEXT];
    snprintf(text, sizeof text, "%.*s", length, at);
    const bool promotion =
        strstr(text, "conversion") && (strstr(text, "double") || strstr(text, "float") || strstr(text, "complex"));
    if (promotion && !is_blank(text_read, line)) {
      verdict_slip *slip = verdict_say(v, VERDICT_PRECISION, false, "line %s: in one reading only", text);
      snprintf(slip->where, sizeof slip->where, "line %ld", line);
      slip->in_text = true;
    }
    at = end ? end + 1 : NULL;
  }
}

/// What a child that runs scenes needs.
typedef struct scenes {
  report_scene *scene;
  int formula;
} scenes;

static void now_running(void *context, const char *what) {
  verdict *v = context;
  verdict_at(v, "%s", what);
}

static void measure(verdict *shared, const void *context) {
  const scenes *s = context;
  report_measure(s->scene, s->formula, now_running, shared);
}

/// Shows a verdict, or hands it to the batch that it is one of.
static int finish(const arguments *a, const cli_program *program, const report *r, bool printed, int code) {
  if (a->batch) return batch_take(a->batch, r, code), code;
  const report_files files = {a->json, a->html, a->certificate};
  const int failed = report_write_files(r, &files, program); /* before the text, whose reader may leave early */
  if (printed) report_print(r);
  return failed ? failed : code;
}

/// Where a formula is in its file; NULL for a built-in one.
static const xpbd_file_entry *place_of(int index) {
  const xpbd_file_text *text = xpbd_file_text_of(index);
  const xpbd_formula_file *file = xpbd_formula_file_of(index);
  return text && file && index - file->first < text->count ? &text->entries[index - file->first] : NULL;
}

/// A file as it was read.
typedef struct source {
  const char *path;
  char *text; ///< Owned. NULL = it cannot be read.
  uint64_t hash;
  xpbd_status status; ///< Of loading it.
  int first;          ///< Its first formula, -1 = it cannot be used.
  char reason[2048];  ///< Why not.
} source;

/// Judges one entry of the list and shows it. `text` is the file's, NULL for a built-in formula.
static int judge(const arguments *a, const cli_program *program, verdict *v, int index, const char *text,
                 double start) {
  const xpbd_formula_file *file = xpbd_formula_file_of(index);
  const xpbd_file_entry *place = place_of(index);
  snprintf(v->name, sizeof v->name, "%s", xpbd_formula_at(index)->name);
  if (!verdict_judge(v, xpbd_formula_entry(index)))
    return cli_fail(program, EXIT_UNUSABLE, "no process could be started to judge the formula: %s", strerror(errno));
  report_scene *scene = NULL;
  if (!a->brief && v->apart.done) {
    scene = xpbd_apart_memory(sizeof *scene);
    if (!scene) return cli_fail(program, EXIT_UNUSABLE, "no memory for the scenes");
    const scenes context = {scene, index};
    if (!verdict_apart(v, measure, &context))
      return cli_fail(program, EXIT_UNUSABLE, "no process could be started for the scenes: %s", strerror(errno));
    cli_tell_compiling(program);
    if (v->apart.done && scene->count > 0) report_measure_device_apart(scene, index);
  }
  verdict_sort(v);
  const report r = {.info = xpbd_formula_at(index),
                    .file = file ? file->path : NULL,
                    .hash = file ? file->hash : 0,
                    .text = text,
                    .compiler = file ? file->compiler : NULL,
                    .line = place ? place->line : 0,
                    .place = place,
                    .verdict = v,
                    .scene = scene && scene->count > 0 ? scene : NULL,
                    .seconds = verdict_seconds() - start};
  return finish(a, program, &r, true, verdict_outcome_of(v, false).code);
}

/// A file that cannot be judged. `findings`: the findings in its text may be the reason.
static int unusable(const arguments *a, const cli_program *program, report *r, verdict *v, bool findings) {
  if (!findings) v->slip_count = 0;
  if (v->name[0] == '\0') report_stem(r->file, v->name);
  verdict_sort(v);
  if (findings || a->batch)
    return finish(a, program, r, findings, findings ? verdict_outcome_of(v, true).code : EXIT_UNUSABLE);
  const report_files files = {a->json, a->html, a->certificate};
  const int failed = report_write_files(r, &files, program);
  return failed ? failed : cli_fail(program, EXIT_UNUSABLE, "%s", r->reason);
}

/// Whether a word names neither a file nor a built-in formula; `reason` suggests what was meant.
static bool is_no_formula(const char *word, char *reason, size_t capacity) {
  const int count = xpbd_formula_count();
  if (strpbrk(word, "./") || access(word, F_OK) == 0) return false;
  for (int i = 0; i < xpbd_model_name_count(); i++)
    if (strcmp(xpbd_model_name_at(i)->name, word) == 0) {
      snprintf(reason, capacity, "'%s' is a model of several formulas, %s: a verdict judges one of them", word,
               xpbd_model_name_at(i)->formulas);
      return true;
    }
  const char **names = calloc((size_t)count, sizeof *names);
  for (int i = 0; names && i < count; i++) names[i] = xpbd_formula_at(i)->name;
  const char *near = names ? cli_nearest(word, names, count) : NULL;
  snprintf(reason, capacity, "no built-in formula '%s' and no file of that name%s%s%s", word,
           near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
  free(names);
  return true;
}

/// The entry of a file that is judged: the named one, or the only one. -1: none, for the given `reason`.
static int choose_entry(const xpbd_formula_file *file, const char *name, char *reason, size_t capacity) {
  char names[1024] = "";
  for (int i = file->first; i < file->first + file->count; i++) {
    const char *own = xpbd_formula_at(i)->name;
    const size_t used = strlen(names);
    if (name ? strcmp(own, name) == 0 : file->count == 1) return i;
    snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", own);
  }
  if (name)
    snprintf(reason, capacity, "%s has no entry '%s'; it has %s", file->path, name, names);
  else
    snprintf(reason, capacity, "%s has %d entries, %s: name the one to judge after the file", file->path, file->count,
             names);
  return -1;
}

static void read_source(const arguments *a, const char *path, source *s) {
  const xpbd_formula_file_options options = {.without_kernels = a->brief};
  *s = (source){.path = path, .first = -1};
  s->status = xpbd_formula_file_load(path, &options, &s->first);
  if (s->status != XPBD_OK) snprintf(s->reason, sizeof s->reason, "%s", xpbd_last_error());
  s->text = s->status == XPBD_ERR_IO ? NULL : text_of(path, &s->hash);
}

/// Judges entry `index` of a file, -1 = it cannot be used. `name`: of one entry of several.
static int judge_entry(const arguments *a, const cli_program *program, verdict *v, source *s, const char *name,
                       int index, double start) {
  report r = {.file = s->path, .reason = s->reason, .verdict = v, .hash = s->hash, .text = s->text};
  char *text = s->text ? strdup(s->text) : NULL; /* what belongs to other entries is blanked in it */
  if (name) snprintf(v->name, sizeof v->name, "%s", name);
  if (text && name && s->status == XPBD_OK) verdict_words_of(name, text);
  if (text) verdict_words(v, text);
  r.seconds = verdict_seconds() - start;
  if (index >= 0 && v->slip_count == 0) /* otherwise they are about the same lines */
    take_warnings(v, xpbd_formula_file_of(index)->warnings, text);
  free(text);
  if (index >= 0) return judge(a, program, v, index, s->text, start);
  return unusable(a, program, &r, v, s->status != XPBD_OK && explains(v, s->path, s->reason));
}

static int judge_file(const arguments *a, const cli_program *program, verdict *v, const char *path, const char *name,
                      double start) {
  source s = {.path = path, .first = -1};
  int index = -1;
  if (is_no_formula(path, s.reason, sizeof s.reason)) {
    report r = {.file = path, .reason = s.reason, .verdict = v};
    return unusable(a, program, &r, v, false);
  }
  read_source(a, path, &s);
  if (s.status == XPBD_OK) index = choose_entry(xpbd_formula_file_of(s.first), name, s.reason, sizeof s.reason);
  const int code = judge_entry(a, program, v, &s, name, index, start);
  free(s.text);
  return code;
}

/// Judges all formulas of a file of a batch, or the named one.
static void judge_all(const void *context, const char *path, batch_slot *slot) {
  arguments a = *(const arguments *)context;
  const double start = verdict_seconds();
  source s;
  a.batch = slot;
  read_source(&a, path, &s);
  const xpbd_formula_file *file = xpbd_formula_file_of(s.first);
  const int count = file ? file->count : 1;
  for (int i = 0; i < count; i++) {
    verdict *v = xpbd_apart_memory(sizeof *v);
    const char *name = file && count > 1 ? xpbd_formula_at(file->first + i)->name : NULL;
    if (v) judge_entry(&a, a.program, v, &s, name, file ? file->first + i : -1, i == 0 ? start : verdict_seconds());
  }
  free(s.text);
}

/// 0, or the exit code if an output cannot be written. Runs before anything is measured. A device or a pipe is not
/// touched until then.
static int check_targets(const arguments *a, const cli_program *program, const cli_output *outputs, int count) {
  const size_t missing = a->html ? xpbd_folder_missing(a->html) : 0;
  if (a->html && xpbd_folder_create(a->html) != XPBD_OK)
    return cli_fail(program, EXIT_UNUSABLE, "--html: %s", xpbd_last_error());
  if (a->html) xpbd_folder_unmake(a->html, missing); /* the page makes it, if there is one */
  for (int i = 0; i < count; i++) {
    struct stat about;
    xpbd_file file;
    const char *path = outputs[i].path;
    if (!path || (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))) continue;
    if (xpbd_file_create(path, &file) != XPBD_OK)
      return cli_fail(program, EXIT_UNUSABLE, "--%s: %s", outputs[i].name, xpbd_last_error());
    xpbd_file_discard(&file);
  }
  return 0;
}

/// Refuses options that do not go together. -1 = none.
static int check_options(const arguments *a, const cli_program *program, const char *const *words, int count) {
  const char *const given = a->json          ? "json"
                            : a->html        ? "html"
                            : a->certificate ? "certificate"
                            : a->junit       ? "junit"
                            : a->sarif       ? "sarif"
                            : a->brief       ? "brief"
                                             : NULL;
  const int refused = pipe_refuse(&a->pipe, program, count, a->fresh || a->junit || a->sarif);
  if (refused >= 0) return refused;
  if (a->pipe.command) return -1;
  if (count == 0)
    return cli_fail(program, EXIT_UNUSABLE, "%s",
                    a->fresh ? "--new ELEMENT NAME: the name is missing"
                             : "which formula? Give a header FILE.h or the name of a built-in formula");
  if (a->fresh && given)
    return cli_fail(program, EXIT_UNUSABLE,
                    "--%s: --new writes a file and judges nothing; write it first, then judge it", given);
  const bool known = xpbd_formula_find(words[0]) >= 0;
  if (count > 1 && (a->fresh || (known && !batch_is_path(words[1]))))
    return cli_fail(program, EXIT_UNUSABLE, "'%s' after '%s': a second name selects an entry of a FILE.h", words[1],
                    words[0]);
  return -1;
}

/// Several files, or one with an output that is for several. `words` are paths.
static int run_batch(arguments *a, const cli_program *program, const char *const *words, int count) {
  if (a->certificate)
    return cli_fail(program, EXIT_UNUSABLE,
                    "--certificate is about one formula: give one file, without --junit and --sarif");
  const batch_job job = {.program = program,
                         .json = a->json,
                         .html = a->html,
                         .junit = a->junit,
                         .sarif = a->sarif,
                         .at_once = a->brief ? 2 : 1,
                         .judge = judge_all,
                         .context = a};
  return batch_run(&job, words, count);
}

/// Whether a file has several formulas, so that one alone cannot be meant.
static bool has_several(const char *path) {
  xpbd_file_text text;
  if (xpbd_file_text_read(path, &text) != XPBD_OK) return false;
  const bool several = text.count > 1;
  xpbd_file_text_free(&text);
  return several;
}

int verdict_command(int argc, char **argv) {
  enum { MOST = 4096 };
  static const char *words[MOST];
  arguments a = {0};
  int count = 0;
  const cli_program *program = a.program = program_of(&a);
  const double start = verdict_seconds();
  const int code = cli_parse(program, argc, argv, words, MOST, &count);
  if (code >= 0) return code;
  const int refused = check_options(&a, program, words, count);
  if (refused >= 0) return refused;
  if (a.fresh) return write_template(program, a.fresh, words[0]);
  const cli_output outputs[] = {
      {"json", a.json, "{\n  \"schema\": \"xpbd-verdict", "file of verdicts"},
      {"certificate", a.certificate, HTML_BEGIN, "page of this suite"},
      {"junit", a.junit, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"xpbd",
       "JUnit file of this suite"},
      {"sarif", a.sarif, "{\n  \"$schema\": \"https://json.schemastore.org/sarif-", "SARIF file"}};
  const int indistinct = cli_outputs(program, outputs, 4, words, count);
  if (indistinct >= 0) return indistinct;
  const int failed = check_targets(&a, program, outputs, 4);
  if (failed) return failed;
  if (a.pipe.command) {
    const report_files files = {a.json, a.html, a.certificate};
    return pipe_run(&a.pipe, program, words[0], &files);
  }
  const int known = xpbd_formula_find(words[0]);
  const bool all = count == 1 && known < 0 && !a.certificate && has_several(words[0]);
  if (all || batch_is_meant(words, count) || a.junit || a.sarif) return run_batch(&a, program, words, count);
  verdict *v = xpbd_apart_memory(sizeof *v);
  if (!v) return cli_fail(program, EXIT_UNUSABLE, "no memory for a verdict");
  return known >= 0 ? judge(&a, program, v, known, NULL, start) : judge_file(&a, program, v, words[0], words[1], start);
}
