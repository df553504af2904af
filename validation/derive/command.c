/* Why this file exists: xpbd-validate derive reads a formula that gives only its value, writes its gradient, and has the
 * verdict judge what it wrote. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "foreign/file.h"
#include "plan.h"
#include "support/cli.h"
#include "verdict/command.h"
#include "verdict/judge/verdict.h"

enum { EXIT_UNUSABLE = 1, EXIT_NOT_RIGHT = 2 };

typedef struct arguments {
  bool latex, lines;
} arguments;

static const cli_program *program_of(arguments *a) {
  static cli_option options[2];
  static cli_program program;
  options[0] = (cli_option){
      .name = "latex", .kind = CLI_FLAG, .target = &a->latex, .help = "Write C and its gradient as LaTeX instead."};
  options[1] = (cli_option){.name = "lines",
                            .kind = CLI_FLAG,
                            .target = &a->lines,
                            .help = "Write only the lines that set the gradient, to put before `return`."};
  program = (cli_program){
      .name = "xpbd-validate derive",
      .usage = "[options] FILE.h [NAME]",
      .about =
          "Writes the gradient of a formula that gives only its value, XPBD_VALUE. The standard output gets the "
          "whole header with the gradient in it, ready to use. The verdict is printed on the standard error, and "
          "stands in the header as a comment. If a header has several formulas, NAME selects one.\n"
          "Examples: xpbd-validate derive my_spring.h >derived.h\n"
          "          xpbd-validate derive --latex my_spring.h\n"
          "Exit code: 0 derived, and checked by the verdict; 3 derived, but the verdict is misdeclared, limited or "
          "imprecise; 2 derived but wrong or not judged; 1 it cannot be derived, or bad usage.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

/// One formula and everything derived from it.
typedef struct job {
  xpbd_file_text text;
  const xpbd_file_entry *entry;
  int counts[3]; ///< Particles, rest numbers, material numbers.
  char headers[XPBD_FILE_PATH];
  source source;
  const source_function *function;
  graph *graph;
  machine *machine;
  gradient gradient;
  char reason[1200];
} job;

/// The formula to derive: the named one, or the only one.
static bool choose(job *j, const char *path, const char *name) {
  int found = -1, count = 0;
  for (int k = 0; k < j->text.count; k++) {
    const bool this = name ? strcmp(j->text.entries[k].name, name) == 0 : j->text.entries[k].value;
    if (this) found = k;
    count += this;
  }
  if (name && found < 0)
    snprintf(j->reason, sizeof j->reason, "%s has no entry '%s'", path, name);
  else if (found >= 0 && !j->text.entries[found].value)
    snprintf(j->reason, sizeof j->reason, "%s: '%s' has a gradient already: write XPBD_VALUE(%s) and only `return` C",
             path, name, name);
  else if (count == 0)
    snprintf(j->reason, sizeof j->reason,
             "%s has no XPBD_VALUE, so no formula in it lacks a gradient: write XPBD_VALUE(name) { ... return C; }",
             path);
  else if (count > 1)
    snprintf(j->reason, sizeof j->reason,
             "%s has %d formulas without a gradient: name the one to derive after the file", path, count);
  if (j->reason[0]) return false;
  j->entry = &j->text.entries[found];
  static const int most[] = {XPBD_MAX_ARITY, XPBD_MAX_REST, XPBD_MAX_MATERIAL};
  for (int k = 0; k < 3; k++) {
    char *end;
    const long n = strtol(j->entry->numbers[k], &end, 10);
    if (*end || n < (k == 0) || n > most[k])
      snprintf(j->reason, sizeof j->reason, "%s:%d: the entry needs plain numbers of particles, rest and material",
               path, j->entry->line);
    j->counts[k] = (int)n;
  }
  return j->reason[0] == '\0';
}

/// Reads the file and runs the formula on expressions.
static bool run(job *j, const char *path, const char *name) {
  const xpbd_formula_file_options options = {0};
  if (xpbd_file_text_read(path, &j->text) != XPBD_OK || xpbd_file_find_headers(&options, j->headers) != XPBD_OK) {
    snprintf(j->reason, sizeof j->reason, "%s", xpbd_last_error());
    return false;
  }
  if (!choose(j, path, name)) return false;
  j->graph = graph_create();
  j->machine = calloc(1, sizeof *j->machine);
  const bool readable = source_read(&j->source, j->text.text, NULL);
  for (int k = 0; k < j->source.function_count; k++)
    if (j->source.function[k].opening >= 0 && strcmp(j->source.function[k].name, j->entry->name) == 0)
      j->function = &j->source.function[k];
  if (!j->graph || !j->machine)
    snprintf(j->reason, sizeof j->reason, "no memory to derive a formula");
  else if (!readable)
    snprintf(j->reason, sizeof j->reason, "%s: %s", path, j->source.reason);
  else if (!j->function || j->source.token[j->function->opening].macro)
    snprintf(j->reason, sizeof j->reason,
             "%s: XPBD_VALUE(%s) is not written out in the file, so there is no place for a gradient", path,
             j->entry->name);
  if (j->reason[0]) return false;
  machine *m = j->machine;
  m->graph = j->graph, m->file = &j->source, m->headers = j->headers;
  if (!machine_run(m, j->function, j->counts))
    snprintf(j->reason, sizeof j->reason, "%s: %s", path, m->reason);
  else if (j->source.token[m->return_token].macro)
    snprintf(j->reason, sizeof j->reason,
             "%s: line %d: the `return` comes from a macro, so there is no place for a gradient", path,
             j->source.token[m->return_token].line);
  else if (!j->graph->node[m->result.node].varies)
    snprintf(j->reason, sizeof j->reason, "%s: %s does not depend on the positions, so its gradient is 0", path,
             j->entry->name);
  else if (!gradient_of(j->graph, m->result.node, j->counts[0], true, &j->gradient))
    snprintf(j->reason, sizeof j->reason, "%s: the derivative of %s has too many terms to be written", path,
             j->entry->name);
  return j->reason[0] == '\0';
}

static void free_job(job *j) {
  xpbd_file_text_free(&j->text);
  source_free(&j->source);
  if (j->machine) machine_free(j->machine);
  free(j->machine);
  free(j->graph);
  gradient_free(&j->gradient);
}

/* ---- the header ---- */

/// Copies the text from `from` to `to`. In the body of the formula, the author's variables `g` and `scale` are renamed.
static void copy(plan_text *out, const job *j, size_t from, size_t to) {
  const char *text = j->text.text;
  const int end = source_close(&j->source, j->function->body);
  for (int k = j->function->body; k < end; k++) {
    const source_token *t = &j->source.token[k];
    if (t->macro || t->at < from || t->at >= to || source_is(&j->source, k - 1, ".")) continue;
    if (strcmp(t->text, "g") != 0 && strcmp(t->text, "scale") != 0) continue;
    plan_print(out, "%.*sown_%s", (int)(t->at - from), text + from, t->text);
    from = t->at + strlen(t->text);
  }
  plan_print(out, "%.*s", (int)(to - from), text + from);
}

/// The whole header with the lines of the gradient and the verdict on them as a comment.
static char *header_of(const job *j, const char *lines, const char *proof) {
  plan_text out = {0};
  const char *text = j->text.text;
  const size_t opening = j->source.token[j->function->opening].at, behind = opening + strlen("XPBD_VALUE");
  const size_t back = j->source.token[j->machine->return_token].at;
  size_t line = back;
  while (line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t')) line--;
  plan_print(&out, "%.*sXPBD_FORMULA", (int)opening, text);
  copy(&out, j, behind, line);
  if (line > 0 && text[line - 1] != '\n') plan_print(&out, "\n");
  plan_print(&out, "  /* %s */\n%s", proof, lines);
  plan_print(&out, "%.*s", line > 0 && text[line - 1] == '\n' ? (int)(back - line) : 2,
             line > 0 && text[line - 1] == '\n' ? text + line : "  ");
  copy(&out, j, back, j->text.size);
  if (out.failed) {
    free(out.text);
    return NULL;
  }
  return out.text;
}

/* ---- the verdict ---- */

/// Judges a header. Sets `proof` to one sentence; returns the exit code of the verdict.
static int judge(const job *j, const char *header, char *proof, size_t capacity) {
  char folder[XPBD_FILE_PATH], path[XPBD_FILE_PATH], name[XPBD_FILE_NAME + 8];
  const xpbd_formula_file_options options = {.without_kernels = true};
  int index = -1;
  verdict *v = xpbd_apart_memory(sizeof *v);
  if (!v || xpbd_file_folder_make(folder) != XPBD_OK) {
    snprintf(proof, capacity, "not judged: %s", v ? xpbd_last_error() : "no memory for a verdict");
    return EXIT_NOT_RIGHT;
  }
  snprintf(name, sizeof name, "%s.h", j->entry->name);
  xpbd_file_join(path, folder, name);
  xpbd_status status = xpbd_file_write(folder, name, "", header);
  if (status == XPBD_OK) status = xpbd_formula_file_load(path, &options, &index);
  const int count = xpbd_formula_count();
  while (status == XPBD_OK && index < count && strcmp(xpbd_formula_at(index)->name, j->entry->name) != 0) index++;
  char *words = strdup(header); /* for mistakes that no number shows, such as a division of integers */
  if (words) verdict_words_of(j->entry->name, words), verdict_words(v, words);
  free(words);
  const bool judged = status == XPBD_OK && verdict_judge(v, xpbd_formula_entry(index));
  const char *reason = status == XPBD_OK ? "no process could be started to judge it" : xpbd_last_error();
  if (status != XPBD_OK && strncmp(reason, path, strlen(path)) == 0) reason += strlen(path) - strlen(name);
  if (!judged) snprintf(proof, capacity, "not judged: %s", reason);
  remove(path);
  xpbd_file_folder_remove(folder);
  if (!judged) return EXIT_NOT_RIGHT;
  verdict_sort(v);
  const verdict_outcome outcome = verdict_outcome_of(v, false);
  if (outcome.code == 3)
    snprintf(proof, capacity, "the gradient is derived; the verdict is %s: %s: %s", outcome.word,
             verdict_kind_name(v->slip[0].kind), v->slip[0].text);
  else if (verdict_has(v, VERDICT_KINDS))
    snprintf(proof, capacity, "not right: %s: %s", verdict_kind_name(v->slip[0].kind), v->slip[0].text);
  else
    snprintf(proof, capacity, "right in %d shapes; largest error against the complex step %.1e", v->facts.shapes,
             v->facts.worst_gradient);
  return outcome.code;
}

/// The names of the material's numbers, as the entry gives them: {"k", "1", ...}.
static int material_names(const job *j, char names[][XPBD_FILE_NAME]) {
  const char *at = j->text.text;
  int count = 0;
  for (int line = 1; line < j->entry->line; line++) at = strchr(at, '\n') + 1; /* this text has the line */
  for (at = strstr(at, j->entry->name); at && count < j->counts[2] && (at = strchr(at, '{')) != NULL; at++) {
    const char *quote = at + 1 + strspn(at + 1, " \n\t");
    if (*quote != '"') continue;
    snprintf(names[count], XPBD_FILE_NAME, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
    count++;
  }
  return count;
}

static bool print_latex(const job *j) {
  char names[XPBD_MAX_MATERIAL][XPBD_FILE_NAME];
  const char *list[XPBD_MAX_MATERIAL];
  const int count = material_names(j, names);
  plan p;
  plan_text text = {0};
  for (int k = 0; k < count; k++) list[k] = names[k];
  gradient plain;
  const bool derived = gradient_of(j->graph, j->machine->result.node, j->counts[0], false, &plain);
  const bool planned = derived && plan_make(&p, j->graph, j->machine, &plain, true);
  if (planned) write_latex(&p, list, count, &text);
  if (derived) plan_free(&p);
  gradient_free(&plain);
  const bool good = planned && !text.failed && text.text;
  if (good) printf("%s", text.text);
  free(text.text);
  return good;
}

/// Writes, judges and prints the gradient; returns the exit code.
static int finish(const arguments *a, const cli_program *program, const job *j) {
  plan p;
  plan_text lines = {0};
  char proof[VERDICT_TEXT + 64], comment[VERDICT_TEXT + 128];
  const bool planned = plan_make(&p, j->graph, j->machine, &j->gradient, false);
  if (planned) write_c(&p, &lines);
  plan_free(&p);
  char *header = planned && !lines.failed && lines.text ? header_of(j, lines.text, "not judged yet") : NULL;
  const int code = header ? judge(j, header, proof, sizeof proof) : EXIT_NOT_RIGHT;
  if (header) {
    free(header);
    snprintf(comment, sizeof comment, "The gradient, from xpbd-validate derive: %s.", proof);
    for (char *c = comment; *c; c++)
      if (c[0] == '*' && c[1] == '/') *c = '+';
    header = header_of(j, lines.text, comment);
  }
  bool written = header != NULL;
  if (header && a->lines)
    printf("  /* %s */\n%s", comment, lines.text);
  else if (header && !a->latex)
    printf("%s", header);
  free(header);
  free(lines.text);
  if (written && a->latex) {
    printf("%% %s, from xpbd-validate derive. The same gradient as C: %s\n", j->entry->name, proof);
    written = print_latex(j);
  }
  if (!written) return cli_fail(program, EXIT_UNUSABLE, "%s has too many terms to be written", j->entry->name);
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", j->entry->name, proof);
  return cli_flush(program, code, EXIT_UNUSABLE);
}

int derive_command(int argc, char **argv) {
  arguments a = {0};
  const char *words[2] = {NULL};
  int count = 0;
  const cli_program *program = program_of(&a);
  const int code = cli_parse(program, argc, argv, words, 2, &count);
  if (code >= 0) return code;
  if (count == 0) return cli_fail(program, EXIT_UNUSABLE, "which formula? Give a header FILE.h with an XPBD_VALUE");
  if (a.latex && a.lines)
    return cli_fail(program, EXIT_UNUSABLE, "--latex and --lines write different things: give one");
  job *j = calloc(1, sizeof *j);
  if (!j) return cli_fail(program, EXIT_UNUSABLE, "no memory to derive a formula");
  const int result =
      run(j, words[0], words[1]) ? finish(&a, program, j) : cli_fail(program, EXIT_UNUSABLE, "%s", j->reason);
  free_job(j);
  free(j);
  return result;
}
