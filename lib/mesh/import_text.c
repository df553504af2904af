/* Why this file exists: reading a file of unknown origin with a bound on everything: its size, the length of a line,
 * the characters in it. A folder, a pipe, a gigabyte without a line end or a picture named .obj end here, in one
 * line. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mesh/import.h"

enum { BLOCK_BYTES = 1 << 16 };

static const double LARGEST_COORDINATE = 1e18; /* its square still fits a float, in which solvers work */

xpbd_status xpbd_text_open(const char *path, xpbd_text *out) {
  *out = (xpbd_text){0};
  struct stat what;
  XPBD_REQUIRE(stat(path, &what) == 0, XPBD_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  XPBD_REQUIRE(!S_ISDIR(what.st_mode), XPBD_ERR_IO, "%s: is a folder, not a mesh file", path);
  XPBD_REQUIRE(S_ISREG(what.st_mode), XPBD_ERR_IO, "%s: is a pipe or a device; copy the mesh into a file", path);
  XPBD_REQUIRE(what.st_size > 0, XPBD_ERR_BAD_FILE, "%s: the file is empty", path);
  XPBD_REQUIRE(what.st_size <= (off_t)XPBD_FILE_LIMIT_MIB << 20, XPBD_ERR_BAD_FILE,
               "%s: %lld MiB; files up to %d MiB can be read: simplify the mesh", path, (long long)what.st_size >> 20,
               XPBD_FILE_LIMIT_MIB);
  xpbd_text text = {.path = path, .size = what.st_size};
  text.stream = fopen(path, "rb");
  XPBD_REQUIRE(text.stream, XPBD_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  setvbuf(text.stream, NULL, _IONBF, 0); /* the block is the buffer */
  text.line = malloc(XPBD_LINE_LIMIT + 1);
  text.block = malloc(BLOCK_BYTES);
  if (!text.line || !text.block) {
    xpbd_text_close(&text);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%d bytes)", path, XPBD_LINE_LIMIT + BLOCK_BYTES);
  }
  *out = text;
  return XPBD_OK;
}

void xpbd_text_close(xpbd_text *text) {
  if (text->stream) fclose(text->stream);
  free(text->line);
  free(text->block);
  *text = (xpbd_text){0};
}

/* Sets filled to 0 at the end of the file. */
static xpbd_status read_block(xpbd_text *text) {
  text->at = 0;
  text->filled = fread(text->block, 1, BLOCK_BYTES, text->stream);
  XPBD_REQUIRE(text->filled > 0 || !ferror(text->stream), XPBD_ERR_IO, "%s: cannot be read: %s", text->path,
               strerror(errno));
  return XPBD_OK;
}

static bool is_text(unsigned char byte) {
  return byte >= 32 ? byte != 127 : byte == '\t' || byte == '\v' || byte == '\f';
}

/* One more byte of the line; `done` at its end. LF, CR LF and a lone CR (old Mac) end lines. */
static xpbd_status take_byte(xpbd_text *text, unsigned char byte, size_t *length, bool *done) {
  if (text->after_return) {
    text->after_return = false;
    if (byte == '\n') {
      text->return_line_feed = true;
      return XPBD_OK;
    }
  }
  *done = byte == '\n' || byte == '\r';
  text->after_return = byte == '\r';
  if (*done) return XPBD_OK;
  if (!is_text(byte))
    return xpbd_text_fail(text, "byte 0x%02x: this is not text; the file is damaged or of another kind", byte);
  if (*length == XPBD_LINE_LIMIT)
    return xpbd_text_fail(text, "the line is longer than %d bytes; the file is damaged or of another kind",
                          XPBD_LINE_LIMIT);
  text->line[(*length)++] = (char)byte;
  return XPBD_OK;
}

xpbd_status xpbd_text_next(xpbd_text *text, bool *more) {
  size_t length = 0;
  bool done = false, any = false;
  text->number++;
  while (!done) {
    if (text->at == text->filled) {
      XPBD_TRY(read_block(text));
      if (text->filled == 0) break;
    }
    const bool pending = text->after_return;
    const unsigned char byte = text->block[text->at++];
    XPBD_TRY(take_byte(text, byte, &length, &done));
    any = any || !(pending && byte == '\n');
  }
  text->line[length] = '\0';
  if (text->number == 1 && length >= 3 && memcmp(text->line, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
    memmove(text->line, text->line + 3, length - 2);
  *more = any;
  return XPBD_OK;
}

xpbd_status xpbd_text_bytes(xpbd_text *text, void *out, size_t count) {
  unsigned char *next = out;
  while (count > 0) {
    if (text->at == text->filled) {
      XPBD_TRY(read_block(text));
      XPBD_REQUIRE(text->filled > 0, XPBD_ERR_BAD_FILE, "%s: the file ends too early; it is cut off", text->path);
    }
    /* A lone CR before binary data is followed by data, even when that begins with the byte of a LF. */
    if (text->after_return) {
      text->after_return = false;
      if (text->return_line_feed && text->block[text->at] == '\n') {
        text->at++;
        continue;
      }
    }
    const size_t available = text->filled - text->at, part = available < count ? available : count;
    memcpy(next, text->block + text->at, part);
    text->at += part;
    next += part;
    count -= part;
  }
  return XPBD_OK;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

char *xpbd_text_token(char **cursor) {
  char *begin = *cursor;
  while (is_space(*begin)) begin++;
  if (*begin == '\0') return NULL;
  char *end = begin;
  while (*end != '\0' && !is_space(*end)) end++;
  *cursor = *end == '\0' ? end : end + 1;
  *end = '\0';
  return begin;
}

xpbd_status xpbd_text_content(xpbd_text *text, const char *comments, const char *wanted, char **cursor) {
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) return xpbd_text_fail(text, "the file ends where %s should be; it is cut off", wanted);
    text->line[strcspn(text->line, comments)] = '\0';
    if (text->line[strspn(text->line, " \t\v\f")] == '\0') continue;
    *cursor = text->line;
    return XPBD_OK;
  }
}

xpbd_status xpbd_text_coordinate(const xpbd_text *text, const char *word, const char *what, double *out) {
  char *end;
  const double value = strtod(word, &end);
  if (end == word || *end != '\0' || strpbrk(word, "xX")) /* strtod knows hexadecimal, mesh files do not */
    return xpbd_text_fail(text, "%s: '%s' is not a number", what, xpbd_text_show(word).text);
  if (!isfinite(value)) return xpbd_text_fail(text, "%s: '%s' is not finite", what, xpbd_text_show(word).text);
  if (fabs(value) > LARGEST_COORDINATE)
    return xpbd_text_fail(text, "%s: %g is too large; at most %g can be simulated", what, value, LARGEST_COORDINATE);
  *out = value;
  return XPBD_OK;
}

bool xpbd_text_integer(const char *word, int64_t *out) {
  const bool negative = *word == '-';
  if (*word == '-' || *word == '+') word++;
  int64_t value = 0;
  int digits = 0;
  for (; *word >= '0' && *word <= '9' && digits < 18; word++, digits++) value = 10 * value + (*word - '0');
  if (digits == 0 || *word != '\0') return false;
  *out = negative ? -value : value;
  return true;
}

xpbd_shown xpbd_text_show(const char *word) {
  xpbd_shown shown;
  size_t i = 0;
  for (; word[i] != '\0' && i < sizeof shown.text - 4; i++)
    shown.text[i] = word[i] >= 32 && word[i] < 127 ? word[i] : '?';
  strcpy(shown.text + i, word[i] != '\0' ? "..." : "");
  return shown;
}
