/* Why this file exists: declares what draw.c and the rules of editing (rules.c) share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One edit: `with` (owned) replaces `length` characters from `at` on. */
typedef struct {
  const char *rule;
  size_t at, length;
  char *with;
  bool drawn;
} edit;

/* A line and its possible edits. */
typedef struct {
  const char *file;
  char *text;
  int32_t number; /* from 1 */
  edit *edits;
  size_t count, room;
} edit_line;

/* State that a line inherits from earlier ones. */
typedef struct {
  bool table;   /* comma-separated values instead of C */
  bool comment; /* inside one */
  bool opened;  /* table: after its heading */
} rules_state;

/* Appends every edit of one line to `line`. */
void rules_apply(rules_state *state, const char *text, edit_line *line);

/* `items` with room for one more than `count`. Ends the program without memory. */
void *grow(void *items, size_t *room, size_t count, size_t size);
