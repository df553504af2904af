/* Why this file exists: the help of all programs, as a whole, of one topic, or of one option. */
#include "cli_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xpbd/version.h"

enum {
  HELP_COLUMN = 30, ///< Where the help sentences start.
  HELP_WIDTH = 110, ///< Where they are wrapped.
  TEXT_LIMIT = 2048
};

const cli_option *cli_find_letter(const cli_program *program, char letter) {
  for (int i = 0; letter && i < program->option_count; i++)
    if (program->options[i].letter == letter) return &program->options[i];
  return NULL;
}

/// A row of the table by name: a topic, or an option.
static const cli_option *find_row(const cli_program *program, const char *name, size_t length, bool topic) {
  for (int i = 0; i < program->option_count; i++) {
    const cli_option *row = &program->options[i];
    if ((row->kind == CLI_TOPIC) == topic && strlen(row->name) == length && strncmp(row->name, name, length) == 0)
      return row;
  }
  return NULL;
}

const cli_option *cli_find(const cli_program *program, const char *name, size_t length) {
  const cli_option *found = find_row(program, name, length, false);
  for (const cli_alias *alias = program->aliases; !found && alias && alias->name; alias++)
    if (alias->option && strlen(alias->name) == length && strncmp(alias->name, name, length) == 0)
      found = find_row(program, alias->option, strlen(alias->option), false);
  return found;
}

/// Print `text` wrapped at HELP_WIDTH from `column` on, with following lines indented to HELP_COLUMN.
static void print_wrapped(const char *text, int column) {
  for (; column < HELP_COLUMN; column++) putchar(' ');
  while (*text) {
    const int word = (int)strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + word > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    }
    if (column > HELP_COLUMN) column += printf(" ");
    column += printf("%.*s", word, text);
    text += word;
    while (*text == ' ') text++;
  }
  putchar('\n');
}

static void print_option(const cli_option *option) {
  if (!option->help || !option->help[0]) return;
  if (option->kind == CLI_TOPIC) {
    printf("\n%s (--help %s):\n", option->help, option->name);
    return;
  }
  int column =
      option->letter ? printf("  -%c, --%s", option->letter, option->name) : printf("      --%s", option->name);
  if (option->kind != CLI_FLAG) column += printf(" %s", option->value ? option->value : "VALUE");
  if (column >= HELP_COLUMN) {
    putchar('\n');
    column = 0;
  }
  char standard[CLI_STANDARD], text[TEXT_LIMIT];
  cli_describe_standard(option, standard);
  snprintf(text, sizeof text, "%s%s", option->help, standard);
  print_wrapped(text, column);
}

/// Options that belong to no table.
static void print_common(const cli_program *program) {
  const char letter = cli_find_letter(program, 'h') ? '\0' : 'h';
  bool topics = false;
  for (int i = 0; i < program->option_count; i++) topics = topics || program->options[i].kind == CLI_TOPIC;
  const cli_option help = {.name = "help",
                           .letter = letter,
                           .kind = CLI_FLAG,
                           .help = topics ? "Show this text. --help TOPIC and --help OPTION show a part of it."
                                          : "Show this text."};
  const cli_option version = {.name = "version", .kind = CLI_FLAG, .help = "Show the version."};
  if (topics) putchar('\n');
  print_option(&help);
  print_option(&version);
}

static void print_help(const cli_program *program) {
  printf("Usage: %s %s\n\n%s\n\nOptions:\n", program->name, program->usage, program->about);
  for (int i = 0; i < program->option_count; i++) print_option(&program->options[i]);
  print_common(program);
  puts("\n" CLI_TWICE);
}

/// A topic with its options, or one option. False if the word is neither.
static bool print_part(const cli_program *program, const char *word) {
  word += strspn(word, "-");
  const cli_option *found = find_row(program, word, strlen(word), true);
  if (!found) found = cli_find(program, word, strlen(word));
  if (!found) return false;
  const bool topic = found->kind == CLI_TOPIC;
  if (topic) printf("%s\n", found->help);
  const cli_option *end = program->options + program->option_count;
  for (const cli_option *o = topic ? found + 1 : found; o < end; o++) {
    if (o->kind == CLI_TOPIC) break;
    print_option(o);
    if (!topic) break;
  }
  return true;
}

const char *cli_suggest(const cli_program *program, const char *word, bool topics) {
  const char *nearest = NULL, **names = malloc(((size_t)program->option_count + 2) * sizeof *names);
  int count = 0;
  if (!names) return NULL;
  for (int i = 0; i < program->option_count; i++)
    if (topics || program->options[i].kind != CLI_TOPIC) names[count++] = program->options[i].name;
  names[count++] = "help";
  names[count++] = "version";
  nearest = cli_nearest(word, names, count);
  free(names);
  return nearest;
}

static int refuse_part(const cli_program *program, const char *word) {
  const char *nearest = cli_suggest(program, word, true);
  if (nearest) return cli_fail(program, CLI_EXIT_USAGE, "no help on '%.60s'; did you mean --help %s?", word, nearest);
  return cli_fail(program, CLI_EXIT_USAGE, "no help on '%.60s'; --help lists everything", word);
}

/// `word` = what follows, NULL for nothing. It need not be meant as a topic unless it is `joined` by an equals sign.
static int answer_help(const cli_program *program, const char *word, bool joined) {
  if (word && joined && strcmp(word, "man") == 0)
    cli_write_manual(program);
  else if (!(word && joined && cli_write_completion(program, word)) && !(word && print_part(program, word))) {
    if (joined) return refuse_part(program, word);
    print_help(program);
  }
  return cli_flush(program, CLI_EXIT_OK, CLI_EXIT_USAGE);
}

int cli_answer(const cli_program *program, int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strncmp(argv[i], "--help=", 7) == 0) return answer_help(program, argv[i] + 7, true);
    const bool letter = strcmp(argv[i], "-h") == 0 && !cli_find_letter(program, 'h');
    if (letter || strcmp(argv[i], "--help") == 0) return answer_help(program, i + 1 < argc ? argv[i + 1] : NULL, false);
    if (strcmp(argv[i], "--version") != 0) continue;
    printf("%s %s\n", program->name, XPBD_VERSION);
    return cli_flush(program, CLI_EXIT_OK, CLI_EXIT_USAGE);
  }
  return -1;
}
