/* Why this file exists: a compiler's words about a file of formulas, without what it says about the text around it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "foreign/file.h"

/* A word of the compiler: `FILE:LINE:COLUMN: KIND: TEXT`, or of nvcc `FILE(LINE): KIND: TEXT`. */
typedef struct remark {
  int ours;  /* 1: about the user's file */
  int line;  /* 0 where it has none */
  char kind; /* 'e'rror, 'w'arning, 'n'ote, 0 = anything else */
  const char *text;
  int length;
} remark;

static remark read_remark(const char *line, int length) {
  static const struct {
    const char *text;
    char kind;
  } kinds[] = {{": fatal error: ", 'e'}, {": error: ", 'e'}, {": warning: ", 'w'}, {": note: ", 'n'}};
  const int label = (int)strlen(XPBD_FILE_LABEL);
  remark r = {.text = line, .length = length};
  if (length > label && strncmp(line, XPBD_FILE_LABEL, (size_t)label) == 0 && strchr(":(", line[label])) {
    r.ours = 1;
    r.line = atoi(line + label + 1);
  }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const char *found = strstr(line, kinds[k].text);
    if (!found || found >= line + length) continue;
    r.kind = kinds[k].kind;
    r.text = found + strlen(kinds[k].text);
    r.length = (int)(line + length - r.text);
    if (r.length > 4 && r.text[r.length - 1] == ']') /* [-Wthe-option] */
      for (int end = r.length - 1; end > 0; end--)
        if (strncmp(&r.text[end], " [-W", 4) == 0) r.length = end;
    break;
  }
  return r;
}

/* Each line of the words, until the caller has enough: for (each_line(...)). */
static int next_remark(const char **at, remark *out) {
  if (!**at) return 0;
  const int length = (int)strcspn(*at, "\n");
  *out = read_remark(*at, length);
  *at += length + ((*at)[length] == '\n');
  return 1;
}

xpbd_status xpbd_file_explain(const char *path, const char *words) {
  remark r, error = {.kind = 0}, first = {.kind = 0};
  for (const char *at = words; next_remark(&at, &r);) {
    if (!first.kind && r.kind == 'e') first = r;
    /* what a macro made is an error in its text, and a note says where the user wrote it */
    if (!error.kind && first.kind && r.ours && (r.kind == 'e' || r.kind == 'n')) {
      error = first;
      error.line = r.line;
      if (r.kind == 'e') error = r;
    }
    if (error.kind) break;
  }
  if (error.kind) return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: %.*s", path, error.line, error.length, error.text);
  if (!first.kind) {
    const char *at = words;
    if (!next_remark(&at, &first)) first = (remark){.text = "the compiler failed and said nothing", .length = 36};
  }
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: the compiler says: %.*s", path, first.length, first.text);
}

char *xpbd_file_warnings(const char *words) {
  char *out = calloc(strlen(words) + 64, 1);
  size_t used = 0;
  remark r;
  for (const char *at = words; out && next_remark(&at, &r);) {
    if (!r.ours || r.kind != 'w') continue;
    char line[512];
    snprintf(line, sizeof line, "%d: %.*s\n", r.line, r.length, r.text);
    if (strstr(out, line)) continue; /* once in each reading */
    const size_t length = strlen(line);
    memcpy(out + used, line, length);
    used += length;
  }
  return out;
}
