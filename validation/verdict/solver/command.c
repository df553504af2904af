/* Why this file exists: the command line of xpbd-validate solver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "judge.h"
#include "support/cli.h"
#include "verdict/command.h"

enum { EXIT_UNUSABLE = 1, EXIT_UNWRITTEN = 3, WORDS = 256 };

typedef struct arguments {
  const char *json, *matrix;
  cli_list with, without;
  double seconds;
  bool list, loud;
} arguments;

static const cli_program *program_of(arguments *a) {
  static cli_option options[7];
  static cli_program program;
  options[0] =
      (cli_option){.name = "list", .kind = CLI_FLAG, .target = &a->list, .help = "List the questions and their rules."};
  options[1] = (cli_option){.name = "with",
                            .kind = CLI_LIST,
                            .target = &a->with,
                            .value = "QUESTION",
                            .help = "Ask only this question. May be repeated."};
  options[2] = (cli_option){.name = "without",
                            .kind = CLI_LIST,
                            .target = &a->without,
                            .value = "QUESTION",
                            .help = "Leave this question out. May be repeated."};
  options[3] = cli_text_option("json", &a->json, "FILE", "Write the verdict with all numbers and rules.");
  options[4] = (cli_option){.name = "seconds",
                            .kind = CLI_REAL,
                            .target = &a->seconds,
                            .minimum = 0.1,
                            .maximum = 1e6,
                            .value = "S",
                            .help = "Most time for an answer of the solver."};
  options[5] = (cli_option){.name = "verbose",
                            .letter = 'v',
                            .kind = CLI_FLAG,
                            .target = &a->loud,
                            .help = "Show what the solver writes to its standard error."};
  options[6] =
      cli_text_option("matrix", &a->matrix, "FILE", "Judge the suite's own methods and write a page in Markdown.");
  program = (cli_program){
      .name = "xpbd-validate solver",
      .usage = "[options] FILE.so | [options] -- COMMAND [ARGUMENT]...",
      .about =
          "Judges a solver of any language by questions with known answers, and names the slip that it finds, with "
          "the number that shows it. The command reads scenes from a pipe (docs/guide/solver-pipe.md). A shared "
          "object has four functions (xpbd/solver_object.h). docs/guide/solver.md explains the questions.\n"
          "Examples: xpbd-validate solver -- python3 my_solver.py --relaxation 0.9\n"
          "          xpbd-validate solver --json verdict.json my_solver.so\n"
          "          xpbd-validate solver --with chain --with spring -- ./my_solver\n"
          "Exit code: 0 right, 2 wrong, 3 undecided (no question could be judged) or a file cannot be written, 1 "
          "the solver cannot be asked or bad usage.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

static int find(const char *name) {
  for (int k = 0; k < solver_question_count; k++)
    if (strcmp(solver_questions[k].name, name) == 0) return k;
  return -1;
}

/// Sets or clears the questions of a list. Returns -1, or the exit code after a message.
static int choose(const cli_program *program, const char *option, const cli_list *list, bool value, bool *wanted) {
  const char *names[SOLVER_QUESTIONS];
  for (int k = 0; k < solver_question_count; k++) names[k] = solver_questions[k].name;
  for (int i = 0; i < list->count; i++) {
    const int k = find(list->values[i]);
    if (k >= 0) {
      wanted[k] = value;
      continue;
    }
    const char *near = cli_nearest(list->values[i], names, solver_question_count);
    return cli_fail(program, EXIT_UNUSABLE, "--%s: no question is named '%s'%s%s%s (--list shows them)", option,
                    list->values[i], near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  return -1;
}

static int print_list(const cli_program *program) {
  for (int k = 0; k < solver_question_count; k++)
    printf("%-10s %s\n%-10s right: %s\n", solver_questions[k].name, solver_questions[k].asks, "",
           solver_questions[k].rule);
  return cli_flush(program, 0, EXIT_UNUSABLE);
}

/// xpbd-sim beside this program; NULL = it is not found.
static char *find_sim(void) {
  static char sim[8192];
  return xpbd_file_beside_program("xpbd-sim", sim, sizeof sim) ? sim : NULL;
}

/// The command that asks a shared object.
static bool object_command(const char *file, char **command) {
  static char path[4096];
  char *sim = find_sim();
  if (!sim) return false;
  snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
  command[0] = sim, command[1] = "--serve-object", command[2] = path, command[3] = NULL;
  return true;
}

static int judge(const arguments *a, const cli_program *program, char *const *command, const char *object,
                 const bool *wanted) {
  static solver_judge judge;
  char reason[700] = "", name[512] = "";
  judge = (solver_judge){.command = command, .seconds = a->seconds, .loud = a->loud};
  FILE *to = fmemopen(name, sizeof name - 1, "w");
  if (object && to) fputs(object, to);
  for (int i = 0; command[i] && to && !object; i++) fprintf(to, "%s%s", i ? " " : "", command[i]);
  if (to) fclose(to);
  const bool asked = solver_judge_all(&judge, wanted, reason, sizeof reason);
  const solver_verdict v = solver_verdict_of(&judge, reason);
  if (asked) solver_print(&judge, name, reason);
  if (a->json && solver_write_json(&judge, name, reason, a->json) != XPBD_OK)
    return cli_fail(program, EXIT_UNWRITTEN, "--json: %s", xpbd_last_error());
  if (!asked) return cli_fail(program, EXIT_UNUSABLE, "%s", reason);
  return cli_flush(program, v.code, EXIT_UNWRITTEN);
}

static int write_matrix(const arguments *a, const cli_program *program, int count) {
  const char *sim = find_sim();
  if (count > 0)
    return cli_fail(program, EXIT_UNUSABLE, "--matrix judges the suite's own methods, so it takes no command");
  if (!sim) return cli_fail(program, EXIT_UNUSABLE, "xpbd-sim is not found beside this program");
  const xpbd_status status = solver_matrix(sim, a->matrix, a->seconds);
  if (status == XPBD_OK) return 0;
  return cli_fail(program, status == XPBD_ERR_IO ? EXIT_UNWRITTEN : EXIT_UNUSABLE, "--matrix: %s", xpbd_last_error());
}

int solver_command(int argc, char **argv) {
  static const char *words[WORDS];
  char *command[WORDS + 1];
  arguments a = {.seconds = 60};
  int count = 0, dashes = 0;
  const cli_program *program = program_of(&a);
  const int parsed = cli_parse(program, argc, argv, words, WORDS, &count);
  if (parsed >= 0) return parsed;
  if (a.list) return print_list(program);
  const cli_output outputs[] = {
      {"json", a.json, "{\n  \"format\": \"xpbd-solver-verdict\"", "verdict on a solver"},
      {"matrix", a.matrix, "<!-- Made by `./run docs` from `xpbd-validate solver", "page of --matrix"}};
  const int indistinct = cli_outputs(program, outputs, 2, words, count);
  if (indistinct >= 0) return indistinct;
  if (a.matrix) return write_matrix(&a, program, count);
  while (dashes < argc && strcmp(argv[dashes], "--") != 0) dashes++;
  if (count == 0)
    return cli_fail(program, EXIT_UNUSABLE,
                    "which solver? Give -- COMMAND, or a shared object FILE.so. The checks of that name run with "
                    "--filter ^solver/");
  if (dashes < argc && dashes + 1 + count != argc)
    return cli_fail(program, EXIT_UNUSABLE, "'%s' before -- is no option", words[0]);
  if (dashes == argc && count > 1)
    return cli_fail(program, EXIT_UNUSABLE, "'%s' after '%s': give one shared object; write -- before a command",
                    words[1], words[0]);
  if (dashes == argc && !strstr(words[0], ".so"))
    return cli_fail(program, EXIT_UNUSABLE, "'%s' is no shared object FILE.so; write -- before a command", words[0]);
  bool wanted[SOLVER_QUESTIONS];
  for (int k = 0; k < SOLVER_QUESTIONS; k++) wanted[k] = a.with.count == 0;
  const int with = choose(program, "with", &a.with, true, wanted);
  const int without = with >= 0 ? with : choose(program, "without", &a.without, false, wanted);
  free(a.with.values);
  free(a.without.values);
  if (without >= 0) return without;
  for (int i = 0; i < count; i++) command[i] = (char *)words[i];
  command[count] = NULL;
  if (dashes == argc && !object_command(words[0], command))
    return cli_fail(program, EXIT_UNUSABLE, "xpbd-sim, which asks shared objects, is not found beside this program");
  return judge(&a, program, command, dashes == argc ? words[0] : NULL, wanted);
}
