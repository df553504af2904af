/* Why this file exists: manual pages and completion for shells are made from the table of options, so nothing about an
 * option is written twice. The build runs each program with --help=man and so on, see cmake/pages.cmake. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli_help.h"
#include "xpbd/version.h"

enum { WORD = 128 };

void cli_describe_standard(const cli_option *option, char out[CLI_STANDARD]) {
  out[0] = '\0';
  if (!option->target) return; /* --help and --version */
  if (option->kind == CLI_INT) {
    const int64_t value = *(const int64_t *)option->target;
    if ((double)value >= option->minimum && (double)value <= option->maximum)
      snprintf(out, CLI_STANDARD, " [%" PRId64 "]", value);
  } else if (option->kind == CLI_REAL) {
    const double value = *(const double *)option->target;
    if (value >= option->minimum && value <= option->maximum) snprintf(out, CLI_STANDARD, " [%.6g]", value);
  } else if (option->kind == CLI_TEXT && *(const char *const *)option->target) {
    snprintf(out, CLI_STANDARD, " [%s]", *(const char *const *)option->target);
  } else if (option->kind == CLI_FLAG && *(const bool *)option->target) {
    snprintf(out, CLI_STANDARD, " [true]");
  }
}

/* ---------------------------------------------------------------------------------------------------- manual page */

/// A text in roff: no character of it is a command.
static void put_roff(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const bool first = i == 0 || text[i - 1] == '\n';
    if (first && (text[i] == '.' || text[i] == '\'')) fputs("\\&", stdout);
    if (text[i] == '\\')
      fputs("\\e", stdout);
    else if (text[i] == '-')
      fputs("\\-", stdout);
    else
      putchar(text[i]);
  }
}

static void put_text(const char *text) {
  put_roff(text, strlen(text));
}

/// The lines of `about`. Those that begin with blanks are examples, whose lines stay as they are.
static void put_about(const char *about) {
  bool example = false;
  for (const char *at = about; *at;) {
    const size_t length = strcspn(at, "\n");
    const bool indented = *at == ' ';
    if (indented != example) puts(indented ? ".PP\n.nf" : ".fi\n.PP");
    example = indented;
    if (length == 0) fputs(".PP", stdout);
    put_roff(at, length);
    puts(example || length == 0 ? "" : "\n.br");
    at += length + (at[length] == '\n');
  }
  if (example) puts(".fi");
}

static void put_option(const cli_option *option) {
  if (!option->help || !option->help[0]) return;
  if (option->kind == CLI_TOPIC) {
    fputs(".SS ", stdout);
    put_text(option->help);
    putchar('\n');
    return;
  }
  fputs(".TP\n", stdout);
  if (option->letter) printf("\\fB\\-%c\\fR, ", option->letter);
  fputs("\\fB\\-\\-", stdout);
  put_text(option->name);
  fputs("\\fR", stdout);
  if (option->kind != CLI_FLAG) {
    fputs(" \\fI", stdout);
    put_text(option->value ? option->value : "VALUE");
    fputs("\\fR", stdout);
  }
  putchar('\n');
  char standard[CLI_STANDARD];
  cli_describe_standard(option, standard);
  put_text(option->help);
  put_text(standard);
  putchar('\n');
}

void cli_write_manual(const cli_program *program) {
  char title[WORD];
  snprintf(title, sizeof title, "%s", program->name);
  for (char *c = title; *c; c++) *c = *c == ' ' ? '-' : (char)toupper((unsigned char)*c);
  printf(".TH %s 1 \"\" \"xpbd-suite %s\" \"User Commands\"\n.SH NAME\n", title, XPBD_VERSION);
  for (const char *c = program->name; *c; c++) {
    if (*c == '-') putchar('\\');
    putchar(*c == ' ' ? '-' : *c);
  }
  fputs(" \\- ", stdout);
  const char *end = strpbrk(program->about, ".\n");
  put_roff(program->about, end ? (size_t)(end - program->about) : strlen(program->about));
  fputs("\n.SH SYNOPSIS\n.B ", stdout);
  put_text(program->name);
  fputs("\n", stdout);
  put_text(program->usage);
  puts("\n.SH DESCRIPTION");
  put_about(program->about);
  puts(".SH OPTIONS");
  for (int i = 0; i < program->option_count; i++) put_option(&program->options[i]);
  puts(".TP\n\\fB\\-\\-help\\fR [\\fITOPIC\\fR|\\fIOPTION\\fR]\nShow the options, or a part of them.\n"
       ".TP\n\\fB\\-\\-version\\fR\nShow the version.\n.PP\n" CLI_TWICE);
}

/* ------------------------------------------------------------------------------------------------------ completion */

/// Whether the name of a value lists its choices, as "none|corners|top" does.
static bool is_choice(const char *value) {
  return value && strchr(value, '|') && !value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-|")];
}

/// The words that may follow an option, or the program if it is NULL, each after `before`. False if there are none.
static bool put_candidates(const cli_program *program, const cli_option *option, const char *before) {
  const char *word = NULL;
  bool any = false;
  if (option && is_choice(option->value)) {
    for (const char *at = option->value; *at; at += strspn(at, "|"), any = true) {
      const size_t length = strcspn(at, "|");
      printf("%s%.*s", any ? before : "", (int)length, at);
      at += length;
    }
    return true;
  }
  for (int k = 0; program->candidate && (word = program->candidate(option ? option->name : NULL, k)) != NULL; k++) {
    printf("%s%s", any ? before : "", word);
    any = true;
  }
  return any;
}

/// Whether put_candidates() would write something.
static bool has_candidates(const cli_program *program, const cli_option *option) {
  return (option && is_choice(option->value)) ||
         (program->candidate && program->candidate(option ? option->name : NULL, 0) != NULL);
}

static bool is_shown(const cli_option *option) {
  return option->kind != CLI_TOPIC && option->help && option->help[0];
}

/// The name of a shell's function: only letters, digits and '_'.
static void put_name(const char *name) {
  for (; *name; name++) putchar(isalnum((unsigned char)*name) ? *name : '_');
}

static void write_bash(const cli_program *program) {
  fputs("_", stdout);
  put_name(program->name);
  puts("() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n  case $prev in");
  for (int i = 0; i < program->option_count; i++) {
    const cli_option *o = &program->options[i];
    if (!is_shown(o) || o->kind == CLI_FLAG) continue;
    printf("  --%s", o->name);
    if (o->letter) printf(" | -%c", o->letter);
    if (has_candidates(program, o)) {
      fputs(") mapfile -t COMPREPLY < <(compgen -W '", stdout);
      put_candidates(program, o, " ");
      puts("' -- \"$cur\"); return ;;");
    } else {
      puts(") return ;;");
    }
  }
  fputs("  esac\n  case $cur in\n  -*) mapfile -t COMPREPLY < <(compgen -W '--help --version", stdout);
  for (int i = 0; i < program->option_count; i++)
    if (is_shown(&program->options[i])) printf(" --%s", program->options[i].name);
  fputs("' -- \"$cur\") ;;\n  *) mapfile -t COMPREPLY < <(compgen -W '", stdout);
  put_candidates(program, NULL, " ");
  printf("' -- \"$cur\") ;;\n  esac\n}\ncomplete -o default -F _");
  put_name(program->name);
  printf(" %s\n", program->name);
}

/// The first sentence of a help text, without characters that mean something between quotes.
static void put_short(const char *help) {
  const char *end = strstr(help, ". ");
  const size_t length = end ? (size_t)(end - help) : strlen(help);
  for (size_t i = 0; i < length; i++)
    if (!strchr("'[]:\\", help[i])) putchar(help[i]);
}

static void write_zsh(const cli_program *program) {
  printf("#compdef %s\n_arguments -s \\\n", program->name);
  for (int i = 0; i < program->option_count; i++) {
    const cli_option *o = &program->options[i];
    if (!is_shown(o)) continue;
    printf("  '%s--%s%s[", o->kind == CLI_LIST ? "*" : "", o->name, o->kind == CLI_FLAG ? "" : "=");
    put_short(o->help);
    putchar(']');
    if (o->kind != CLI_FLAG) {
      putchar(':');
      put_short(o->value ? o->value : "VALUE");
      putchar(':');
      if (has_candidates(program, o)) {
        putchar('(');
        put_candidates(program, o, " ");
        putchar(')');
      } else {
        fputs("_files", stdout);
      }
    }
    puts("' \\");
  }
  fputs("  '--help[show the options]' '--version[show the version]' \\\n  '*:argument:", stdout);
  if (has_candidates(program, NULL)) {
    putchar('(');
    put_candidates(program, NULL, " ");
    puts(")'");
  } else {
    puts("_files'");
  }
}

static void write_fish(const cli_program *program) {
  for (int i = 0; i < program->option_count; i++) {
    const cli_option *o = &program->options[i];
    if (!is_shown(o)) continue;
    printf("complete -c %s -l %s", program->name, o->name);
    if (o->letter) printf(" -s %c", o->letter);
    if (has_candidates(program, o)) {
      fputs(" -x -a '", stdout);
      put_candidates(program, o, " ");
      putchar('\'');
    } else if (o->kind != CLI_FLAG) {
      fputs(" -r", stdout);
    }
    fputs(" -d '", stdout);
    put_short(o->help);
    puts("'");
  }
  printf("complete -c %s -l help -d 'show the options'\ncomplete -c %s -l version -d 'show the version'\n",
         program->name, program->name);
  if (!has_candidates(program, NULL)) return;
  printf("complete -c %s -a '", program->name);
  put_candidates(program, NULL, " ");
  puts("'");
}

bool cli_write_completion(const cli_program *program, const char *shell) {
  static const struct {
    const char *name;
    void (*write)(const cli_program *program);
  } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
  const bool part = strchr(program->name, ' '); /* shells complete programs, not "xpbd-validate solver" */
  for (size_t k = 0; k < sizeof shells / sizeof *shells && !part; k++) {
    if (strcmp(shells[k].name, shell) != 0) continue;
    shells[k].write(program);
    return true;
  }
  return false;
}
