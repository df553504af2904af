/* Why this file exists: `./run mutants` asks whether the tests would see a mistake. This program makes the mistakes. It
 * reads sources, lists the single edits that the rules allow, and draws some of them, the same ones for the same seed.
 *
 * usage: draw FOLDERS.tsv SEED COUNT [PREFIX] <NAMES
 *
 * NAMES are files, one per line. FOLDERS.tsv gives each the weight of the longest prefix of its name (0: left out). A
 * draw selects a folder by weight, then an editable line in it, then an edit of that line, and never repeats one. Each
 * makes one line of output, separated by tabs: number, file, line, rule, the line, the edited line. A longer output
 * begins with the shorter one, so that a run can continue. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"

typedef struct {
  char prefix[256];
  double weight;
  edit_line *lines;
  size_t count, room;
} folder;

static void die(const char *what, const char *name) {
  fprintf(stderr, "draw: %s%s\n", what, name);
  exit(1);
}

void *grow(void *items, size_t *room, size_t count, size_t size) {
  if (count < *room) return items;
  *room = *room ? 2 * *room : 64;
  items = realloc(items, *room * size);
  if (!items) die("not enough memory", "");
  return items;
}

/* splitmix64 (Steele, Lea, Flood 2014): the same numbers on every machine. */
static uint64_t next(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* FNV-1a, so that a seed may be any text, such as a commit. */
static uint64_t hash(const char *text) {
  uint64_t h = 0xcbf29ce484222325u;
  for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
  return h;
}

static folder *read_folders(const char *name, size_t *count) {
  FILE *file = fopen(name, "r");
  if (!file) die("cannot read ", name);
  folder *folders = NULL;
  size_t room = 0;
  char line[4096];
  *count = 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#' || line[0] == '\n') continue;
    folders = grow(folders, &room, *count, sizeof *folders);
    folder *f = &folders[*count];
    *f = (folder){.weight = 0.0};
    if (sscanf(line, "%255s %lf", f->prefix, &f->weight) != 2 || !(f->weight >= 0.0))
      die("no prefix and weight: ", line);
    ++*count;
  }
  fclose(file);
  if (!*count) die("no folder in ", name);
  return folders;
}

static folder *folder_of(folder *folders, size_t count, const char *name) {
  folder *best = NULL;
  for (size_t i = 0; i < count; i++) {
    const size_t length = strlen(folders[i].prefix);
    if (strncmp(name, folders[i].prefix, length) == 0 && (!best || length > strlen(best->prefix))) best = &folders[i];
  }
  return best;
}

static void read_source(folder *into, const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) die("cannot read ", name);
  char *text = NULL, *path = strdup(name);
  size_t room = 0;
  rules_state state = {.table = strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".csv") == 0};
  if (!path) die("not enough memory", "");
  for (int32_t number = 1;; number++) {
    ssize_t length = getline(&text, &room, file);
    if (length < 0) break;
    if (length > 0 && text[length - 1] == '\n') text[--length] = '\0';
    edit_line line = {.file = path, .number = number};
    rules_apply(&state, text, &line);
    if (!line.count) continue;
    line.text = strdup(text);
    if (!line.text) die("not enough memory", "");
    into->lines = grow(into->lines, &into->room, into->count, sizeof *into->lines);
    into->lines[into->count++] = line;
  }
  free(text);
  fclose(file);
}

/* One draw; false if it repeats an earlier one. Memory is freed at the end of the program. */
static bool draw_one(folder *folders, size_t count, double total, uint64_t *state, uint64_t number) {
  double left = (double)(next(state) >> 11) * 0x1p-53 * total;
  size_t i = 0;
  for (; i + 1 < count; i++) {
    if (folders[i].count && left < folders[i].weight) break;
    if (folders[i].count) left -= folders[i].weight;
  }
  folder *f = &folders[i];
  const uint64_t line_draw = next(state), edit_draw = next(state);
  if (!f->count) return false;
  edit_line *line = &f->lines[line_draw % f->count];
  edit *e = &line->edits[edit_draw % line->count];
  if (e->drawn) return false;
  e->drawn = true;
  printf("%" PRIu64 "\t%s\t%" PRId32 "\t%s\t%s\t%.*s%s%s\n", number, line->file, line->number, e->rule, line->text,
         (int)e->at, line->text, e->with, line->text + e->at + e->length);
  return true;
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 5) die("usage: draw FOLDERS.tsv SEED COUNT [PREFIX] <NAMES", "");
  size_t count;
  folder *folders = read_folders(argv[1], &count);
  const char *only = argc == 5 ? argv[4] : "";
  char name[1024];
  while (fgets(name, sizeof name, stdin)) {
    name[strcspn(name, "\n")] = '\0';
    folder *f = folder_of(folders, count, name);
    if (f && f->weight > 0.0 && strncmp(name, only, strlen(only)) == 0) read_source(f, name);
  }
  double total = 0.0;
  for (size_t i = 0; i < count; i++) total += folders[i].count ? folders[i].weight : 0.0;
  if (!(total > 0.0)) die("nothing can be edited below ", only[0] ? only : ".");
  uint64_t state = hash(argv[2]);
  const uint64_t wanted = strtoull(argv[3], NULL, 10);
  uint64_t made = 0;
  /* If all edits are drawn, most draws repeat earlier ones. */
  for (uint64_t tries = 0; made < wanted && tries < 1000 * wanted; tries++)
    if (draw_one(folders, count, total, &state, made + 1)) made++;
  return fflush(stdout) == 0 ? 0 : 1;
}
