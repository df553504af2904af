/* Why this file exists: xpbd-validate and xpbd-unit run all tests written in C. This file has their list of groups,
 * their command line and the selection of checks. session.c runs the checks. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cli.h"
#include "runner/session.h"
#include "verdict/command.h"
#ifdef CHECK_VERDICT
#include "verdict/explain.h"
#endif

#define CHECK_GROUP(name, about, why, seconds) void check_group_##name(check_registry *registry);
#include "list.h"
#undef CHECK_GROUP

static const check_group groups[] = {
#define CHECK_GROUP(name, about, why, seconds) {#name, about, why, seconds, check_group_##name},
#include "list.h"
#undef CHECK_GROUP
};

enum { MAX_SELECTIONS = 64 };

typedef struct arguments {
  const char *list, *filter, *tables, *json, *html, *findings;
  double tolerance_scale;
  bool verbose, in_process;
  const char *selections[MAX_SELECTIONS];
  int selection_count;
} arguments;

static const cli_program *program_of(arguments *a) {
  static cli_option options[9];
  static cli_program program;
  options[0] = cli_text_option("list", &a->list, "FORMAT",
                               "List the checks instead of running them. --list=json is for programs.");
  options[1] = (cli_option){.name = "filter",
                            .letter = 'f',
                            .kind = CLI_TEXT,
                            .target = &a->filter,
                            .value = "REGEX",
                            .help = "Run only checks whose group/name matches this extended regular expression."};
  options[2] = (cli_option){.name = "verbose",
                            .letter = 'v',
                            .kind = CLI_FLAG,
                            .target = &a->verbose,
                            .help = "Show every check and every value with its limit, passed ones too."};
  options[3] = (cli_option){.name = "tolerance-scale",
                            .kind = CLI_REAL,
                            .target = &a->tolerance_scale,
                            .minimum = 0,
                            .maximum = 1e6,
                            .value = "X",
                            .help = "Multiply all tolerances (upper limits and half widths of intervals) by X. 0 shows "
                                    "every error that is not zero."};
  options[4] = (cli_option){.name = "in-process",
                            .kind = CLI_FLAG,
                            .target = &a->in_process,
                            .help = "Run all checks in this process, for debuggers and profilers."};
  options[5] = cli_text_option("tables", &a->tables, "FILE",
                               "Write the errors and claims of the papers, with verdicts and measurements, as "
                               "tab-separated values. Each row comes from a check that ran.");
  options[6] =
      cli_text_option("json", &a->json, "FILE",
                      "Write every comparison with its value, its limit and the reason for the limit. Also write "
                      "the rows of --tables, the build and the machine. See validation/FORMAT.md.");
  options[7] = cli_text_option("html", &a->html, "DIR",
                               "Write the same as one page, DIR/checks.html, which opens without a network.");
  options[8] =
      cli_text_option("findings", &a->findings, "FILE",
                      "Write results that are in no paper, as Markdown with figures in a folder beside FILE. If "
                      "no check is named, only the checks that have findings run.");
  program = (cli_program){
      .name = CHECK_PROGRAM,
      .usage = "[options] [GROUP | GROUP/NAME]...",
      .about = "Checks formulas, solver and backends against mathematics. Each check also has a deliberate error that "
               "it must catch. A closing table shows how close each group came to its limits. Named checks are "
               "reported one by one.\n"
               "Examples: xpbd-validate --json checks.json --html pages\n"
               "          xpbd-validate formulas/morse backends --verbose\n"
               "          xpbd-validate errata claims --tables papers.tsv\n"
               "          xpbd-validate formula my_spring.h (a verdict on any formula: formula --help)\n"
               "          xpbd-validate derive my_spring.h (the gradient of a formula that has none: derive --help)\n"
               "          xpbd-validate backend omp (where a backend differs from seq: backend --help)\n"
               "          xpbd-validate solver -- COMMAND (a verdict on any solver: solver --help)\n"
               "          xpbd-validate contacts --out DIR (overlap and energy in stacks, as table and figures)\n"
               "Exit code: 0 passed, 2 failed, 3 a file cannot be written to the end, 5 nothing selected or nothing "
               "compared, 1 bad usage or an unusable file, 130 stopped by Ctrl-C. After Ctrl-C the files hold the "
               "checks that had ended.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

/// "a/b" selects "a/b" and all of "a/b/...".
static bool covers(const char *selection, const char *name) {
  const size_t length = strlen(selection);
  return strncmp(selection, name, length) == 0 && (name[length] == '\0' || name[length] == '/');
}

/// A group with the printed sizes, "..._full", takes minutes. It runs only when it is named.
static bool slow(const char *name) {
  const char *end = strchr(name, '/');
  return end && end - name > 5 && strncmp(end - 5, "_full", 5) == 0;
}

static bool selected(const arguments *a, const regex_t *filter, const check_entry *entry) {
  const char *name = entry->name;
  bool chosen = a->selection_count == 0 && (!slow(name) || a->list) && (!a->findings || entry->finds);
  for (int i = 0; i < a->selection_count && !chosen; i++) chosen = covers(a->selections[i], name);
  return chosen && (!filter || regexec(filter, name, 0, NULL, 0) == 0);
}

static void print_list(const arguments *a, const check_registry *registry, const regex_t *filter) {
  const bool json = strcmp(a->list, "json") == 0;
  bool first = true;
  if (json) printf("[");
  for (int i = 0; i < registry->count; i++) {
    const check_entry *entry = &registry->entries[i];
    if (!selected(a, filter, entry)) continue;
    /* names and texts are our own literals, without quotes, backslashes or control characters */
    if (json)
      printf("%s\n  {\"name\": \"%s\", \"about\": \"%s\"}", first ? "" : ",", entry->name, entry->about);
    else
      printf("%-44s %s\n", entry->name, entry->about);
    first = false;
  }
  if (json) printf("\n]\n");
}

/// Every selection must name a check: a misspelt one must not pass because the others run.
static int check_selections(const arguments *a, const cli_program *program, const check_registry *registry) {
  const char **names = malloc(((size_t)registry->count + 1) * sizeof *names);
  if (!names) return cli_fail(program, CLI_EXIT_USAGE, "out of memory");
  const int group_count = (int)(sizeof groups / sizeof *groups);
  int code = -1;
  for (int i = 0; i < a->selection_count && code < 0; i++) {
    bool known = false;
    for (int j = 0; j < registry->count; j++) {
      known = known || covers(a->selections[i], registry->entries[j].name);
      names[j] = registry->entries[j].name;
    }
    if (known) continue;
    const char *near = NULL;
    if (strchr(a->selections[i], '/')) {
      near = cli_nearest(a->selections[i], names, registry->count);
    } else {
      const char *group_names[sizeof groups / sizeof *groups];
      for (int j = 0; j < group_count; j++) group_names[j] = groups[j].name;
      near = cli_nearest(a->selections[i], group_names, group_count);
    }
    code = cli_fail(program, CLI_EXIT_USAGE, "no check is named '%s'%s%s%s (--list shows them)", a->selections[i],
                    near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  free(names);
  return code;
}

static int run(const arguments *a, const cli_program *program, const check_registry *registry, const regex_t *filter) {
  bool *chosen = calloc((size_t)registry->count, sizeof *chosen);
  if (!chosen) return cli_fail(program, CHECK_EXIT_ERROR, "out of memory");
  for (int i = 0; i < registry->count; i++) chosen[i] = selected(a, filter, &registry->entries[i]);
  check_session session = {.program = program,
                           .name = CHECK_PROGRAM,
                           .groups = groups,
                           .group_count = (int)(sizeof groups / sizeof *groups),
                           .registry = registry,
                           .selected = chosen,
                           .brief = a->selection_count == 0 && !a->filter && !a->verbose,
                           .verbose = a->verbose,
                           .in_process = a->in_process,
                           .tolerance_scale = a->tolerance_scale,
                           .tables = a->tables,
                           .json = a->json,
                           .html = a->html,
                           .findings = a->findings};
#ifdef CHECK_VERDICT
  session.explain = verdict_explain;
#endif
  const int code = check_session_run(&session);
  free(chosen);
  return code;
}

static int validate(arguments *a, const cli_program *program, const check_registry *registry) {
  int code = check_selections(a, program, registry);
  if (code >= 0) return code;
  if (a->list && strcmp(a->list, "text") != 0 && strcmp(a->list, "json") != 0)
    return cli_fail(program, CLI_EXIT_USAGE, "--list=%s: the formats are text and json", a->list);
  if (a->list && (a->tables || a->json || a->html || a->findings))
    return cli_fail(program, CLI_EXIT_USAGE, "%s: nothing runs with --list",
                    a->tables ? "--tables"
                    : a->json ? "--json"
                    : a->html ? "--html"
                              : "--findings");
  regex_t filter;
  if (a->filter) {
    const int error = regcomp(&filter, a->filter, REG_EXTENDED | REG_NOSUB);
    char text[160];
    if (error) regerror(error, &filter, text, sizeof text);
    if (error) return cli_fail(program, CLI_EXIT_USAGE, "--filter '%s' is no regular expression: %s", a->filter, text);
  }
  if (a->list)
    print_list(a, registry, a->filter ? &filter : NULL);
  else
    code = run(a, program, registry, a->filter ? &filter : NULL);
  if (a->filter) regfree(&filter);
  return a->list ? cli_flush(program, CLI_EXIT_OK, CLI_EXIT_USAGE) : code;
}

int main(int argc, char **argv) {
  cli_begin();
#ifdef CHECK_VERDICT
  if (argc > 1 && strcmp(argv[1], "formula") == 0) return verdict_command(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "derive") == 0) return derive_command(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "backend") == 0) return backend_command(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "contacts") == 0) return contacts_command(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "solver") == 0) return solver_command(argc - 1, argv + 1);
#endif
  /* --list has an optional format, which the parser does not know */
  static char list_as_text[] = "--list=text";
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "--list") == 0) argv[i] = list_as_text;
  arguments a = {.tolerance_scale = 1.0};
  const cli_program *program = program_of(&a);
  int code = cli_parse(program, argc, argv, a.selections, MAX_SELECTIONS, &a.selection_count);
  if (code >= 0) return code;
  check_registry registry = {0};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    registry.group = groups[i].name;
    const int before = registry.count;
    groups[i].list(&registry);
    if (registry.count == before)
      return cli_fail(program, CHECK_EXIT_FAILED, "the group %s has no checks", groups[i].name);
  }
  code = validate(&a, program, &registry);
  free(registry.entries);
  return code;
}
