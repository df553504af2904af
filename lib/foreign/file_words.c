/* Why this file exists: reports a compiler's messages about a formula file, without those about the code around it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "foreign/file.h"

/* A message of the compiler: `FILE:LINE:COLUMN: KIND: TEXT`, or of nvcc `FILE(LINE): KIND: TEXT`. */
typedef struct remark {
  int ours;  /* 1: about the user's file */
  int line;  /* 0 if it has none */
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

/* Where `text` is in a message, or NULL. */
static const char *find_in(const remark *r, const char *text) {
  const char *at = strstr(r->text, text);
  return at && at < r->text + r->length ? at : NULL;
}

/* Iterates over the messages: for (each_line(...)). */
static int next_remark(const char **at, remark *out) {
  if (!**at) return 0;
  const int length = (int)strcspn(*at, "\n");
  *out = read_remark(*at, length);
  *at += length + ((*at)[length] == '\n');
  return 1;
}

static int is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* The name in a formula for a name of one type of the scalar: xpbd_vec3_c64 is VEC3, xpbd_v_dot_f32 V_DOT. Returns the
 * length of the name, or 0. */
static int as_written(const char *at, char out[XPBD_FILE_NAME]) {
  int length = 0;
  while (is_word(at[length])) length++;
  const char *kind = at + length - 4;
  if (strncmp(at, "xpbd_", 5) != 0 || length < 10 || length >= XPBD_FILE_NAME ||
      (strncmp(kind, "_c64", 4) != 0 && strncmp(kind, "_f32", 4) != 0 && strncmp(kind, "_f64", 4) != 0))
    return 0;
  snprintf(out, XPBD_FILE_NAME, "%.*s", length - 9, at + 5);
  if (strcmp(out, "vec3") == 0 || strncmp(out, "v_", 2) == 0)
    for (char *c = out; *c; c++) *c = (char)toupper((unsigned char)*c);
  return length;
}

/* Translates an error to the words of a formula. The complex type comes first, so there a REAL is a complex double. */
static void translate(const remark *r, char *out, size_t capacity) {
  static const char *const reals[] = {"_Complex double", "complex double"};
  size_t used = 0;
  char name[XPBD_FILE_NAME];
  for (const char *at = r->text, *end = at + r->length; at < end && used + XPBD_FILE_NAME < capacity;) {
    int length = at == r->text || !is_word(at[-1]) ? as_written(at, name) : 0;
    for (int k = 0; k < 2 && length == 0; k++)
      if (strncmp(at, reals[k], strlen(reals[k])) == 0)
        length = (int)strlen(reals[k]), snprintf(name, sizeof name, "REAL");
    if (length == 0) length = snprintf(name, sizeof name, "%c", *at);
    used += (size_t)snprintf(out + used, capacity - used, "%s", name);
    at += length;
  }
  out[used] = 0;
}

/* The name in quotes after `before`, as the user wrote it: without the additions of XPBD_NAME and XPBD_REST. */
static int quoted(const remark *r, const char *before, int rest, char name[XPBD_FILE_NAME]) {
  const char *at = find_in(r, before);
  if (!at) return 0;
  at += strlen(before);
  const int length = (int)strcspn(at, "'\n");
  if (length >= XPBD_FILE_NAME) return 0;
  if (!as_written(at, name)) snprintf(name, XPBD_FILE_NAME, "%.*s", length, at);
  const size_t n = strlen(name);
  if (rest && n > 5 && strcmp(name + n - 5, "_rest") == 0) name[n - 5] = 0;
  return 1;
}

/* Explains two definitions of one name, the second in `line` of the user's file. `at` = the messages after the error.
 * The position of the first definition shows the cause. XPBD_OK if it is another error. */
static xpbd_status explain_name(const char *path, const remark *error, const char *at) {
  int first = 0, previous = 0, rest = 0;
  char name[XPBD_FILE_NAME];
  remark r;
  while (first == 0 && next_remark(&at, &r) && r.kind != 'e') {
    previous |= r.kind == 'n' && strncmp(r.text, "previous ", 9) == 0;
    rest |= r.kind == 'n' && !previous && find_in(&r, "'XPBD_REST'") != NULL;
    if (previous && r.ours && r.kind == 'n') first = r.line;
  }
  if (!quoted(error, "redefinition of '", rest, name) && !quoted(error, "conflicting types for '", rest, name) &&
      !quoted(error, "static declaration of '", rest, name))
    return XPBD_OK;
  if (first == 0)
    return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: the name '%s' is a word of the formula language: choose another", path,
                     error->line, name);
  if (first != error->line)
    return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: a second definition of '%s'; the first is in line %d", path,
                     error->line, name, first);
  return xpbd_fail(
      XPBD_ERR_BAD_FILE,
      "%s:%d: '%s' is defined once for each type of the scalar: write XPBD_NAME(%s) here and where it is used", path,
      error->line, name, name);
}

/* Reports what is wrong with the compiler, not with the file. XPBD_OK if it is something else. */
static xpbd_status explain_compiler(const char *path, const char *words) {
  static const char *const missing[] = {"cannot execute '", "cannot find '", "unable to execute command: "};
  const char *own = strstr(words, "xpbd: ");
  if (own) return xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s: %.*s", path, (int)strcspn(own + 6, "\"\n"), own + 6);
  XPBD_REQUIRE(!strstr(words, "not allowed with 'C++'"), XPBD_ERR_UNAVAILABLE,
               "%s: the compiler is one for C++: let CC name a C compiler, such as cc", path);
  for (size_t k = 0; k < sizeof missing / sizeof *missing; k++) {
    const char *at = strstr(words, missing[k]), *folders = getenv("PATH");
    if (!at) continue;
    at += strlen(missing[k]);
    return xpbd_fail(XPBD_ERR_UNAVAILABLE,
                     "%s: the compiler does not find '%.*s', a part of itself: PATH is %s%s%s and must have its folder",
                     path, (int)strcspn(at, "'\n"), at, folders && *folders ? "'" : "",
                     folders && *folders ? folders : "empty", folders && *folders ? "'" : "");
  }
  return XPBD_OK;
}

xpbd_status xpbd_file_explain(const char *path, const char *words) {
  remark r, error = {.kind = 0}, first = {.kind = 0};
  const char *behind = words;
  XPBD_TRY(explain_compiler(path, words));
  for (const char *at = words; !error.kind && next_remark(&at, &r);) {
    if (!first.kind && r.kind == 'e') first = r, behind = at;
    /* an error in a macro is in its text, and a note says where the user wrote it */
    if (!first.kind || !r.ours || (r.kind != 'e' && r.kind != 'n')) continue;
    error = first;
    error.line = r.line;
    if (r.kind == 'e') error = r, behind = at;
  }
  if (error.kind) XPBD_TRY(explain_name(path, &error, behind));
  const char *vectors = error.kind && find_in(&error, "invalid operands to binary") && find_in(&error, "xpbd_vec3")
                            ? ": vectors have V_ADD, V_SUB, V_SCALE, V_DOT, V_CROSS, but no operators"
                            : "";
  char text[512];
  if (error.kind) {
    translate(&error, text, sizeof text);
    return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: %s%s", path, error.line, text, vectors);
  }
  if (!first.kind) {
    const char *at = words;
    static const char nothing[] =
        "the compiler failed and said nothing; the disk of its temporary files may be full (TMPDIR)";
    if (!next_remark(&at, &first)) first = (remark){.text = nothing, .length = sizeof nothing - 1};
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
    if (strstr(out, line)) continue; /* each once */
    const size_t length = strlen(line);
    memcpy(out + used, line, length);
    used += length;
  }
  return out;
}
