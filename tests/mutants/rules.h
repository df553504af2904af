/* Why this file exists: what draw.c and the rules of editing (rules.c) have in common. */
#ifndef MUTANTS_RULES_H
#define MUTANTS_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One edit: `length` characters from `at` on are replaced by `with` (owned). */
typedef struct {
  const char *rule;
  size_t at, length;
  char *with;
  bool drawn;
} edit;

/* A line and what can be done to it. */
typedef struct {
  const char *file;
  char *text;
  int32_t number; /* from 1 */
  edit *edits;
  size_t count, room;
} edit_line;

/* What a line inherits from those before it. */
typedef struct {
  bool table;   /* comma-separated values instead of C */
  bool comment; /* inside one */
  bool opened;  /* table: past its heading */
} rules_state;

/* Append every edit of one line to `line`. */
void rules_apply(rules_state *state, const char *text, edit_line *line);

/* `items` with room for one more than `count`; ends the program where there is no memory. */
void *grow(void *items, size_t *room, size_t count, size_t size);

#endif
