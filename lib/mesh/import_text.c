/* Why this file exists: reads files of unknown origin with a limit on their size, characters and word lengths. A
 * folder, a pipe or a picture named .obj is refused here in one line. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "mesh/import.h"

enum { BLOCK_BYTES = 1 << 16, FIRST_LINE_BYTES = 1 << 12, END_MARK = 0x1a /* of a text in CP/M and DOS */ };

xpbd_status xpbd_text_open(const char *path, xpbd_import *import, xpbd_text *out) {
  *out = (xpbd_text){0};
  struct stat what;
  XPBD_REQUIRE(stat(path, &what) == 0, XPBD_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  XPBD_REQUIRE(!S_ISDIR(what.st_mode), XPBD_ERR_IO, "%s: is a folder, not a mesh file", path);
  XPBD_REQUIRE(S_ISREG(what.st_mode), XPBD_ERR_IO, "%s: is a pipe or a device; copy the mesh into a file", path);
  XPBD_REQUIRE(what.st_size > 0, XPBD_ERR_BAD_FILE, "%s: the file is empty", path);
  XPBD_REQUIRE(what.st_size <= (off_t)XPBD_FILE_LIMIT_MIB << 20, XPBD_ERR_BAD_FILE,
               "%s: %lld MiB; files up to %d MiB can be read: simplify the mesh", path, (long long)what.st_size >> 20,
               XPBD_FILE_LIMIT_MIB);
  xpbd_text text = {.path = path, .import = import, .size = what.st_size, .line_capacity = FIRST_LINE_BYTES};
  text.stream = fopen(path, "rb");
  XPBD_REQUIRE(text.stream, XPBD_ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  setvbuf(text.stream, NULL, _IONBF, 0); /* the block is the buffer */
  text.line = malloc(text.line_capacity);
  text.block = malloc(BLOCK_BYTES);
  if (!text.line || !text.block) {
    xpbd_text_close(&text);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%d bytes)", path, FIRST_LINE_BYTES + BLOCK_BYTES);
  }
  text.line[0] = '\0';
  *out = text;
  return XPBD_OK;
}

void xpbd_text_close(xpbd_text *text) {
  if (text->stream) fclose(text->stream);
  free(text->line);
  free(text->block);
  *text = (xpbd_text){0};
}

void xpbd_text_rewind(xpbd_text *text) {
  rewind(text->stream);
  text->at = text->filled = 0;
  text->offset = text->number = 0;
  text->after_return = text->lone_return = text->ended = false;
  text->encoding = XPBD_BYTES;
}

int64_t xpbd_text_offset(const xpbd_text *text) {
  return text->offset + (int64_t)text->at;
}

xpbd_shown xpbd_text_where(const xpbd_text *text, bool binary) {
  xpbd_shown shown;
  if (binary)
    snprintf(shown.text, sizeof shown.text, ": byte %lld", (long long)xpbd_text_offset(text));
  else
    snprintf(shown.text, sizeof shown.text, ":%lld", (long long)text->number);
  return shown;
}

/* Sets `filled` to 0 at the end of the file. */
static xpbd_status read_block(xpbd_text *text) {
  text->offset += (int64_t)text->filled;
  text->at = 0;
  text->filled = fread(text->block, 1, BLOCK_BYTES, text->stream);
  XPBD_REQUIRE(text->filled > 0 || !ferror(text->stream), XPBD_ERR_IO, "%s: cannot be read: %s", text->path,
               strerror(errno));
  return XPBD_OK;
}

static xpbd_status next_byte(xpbd_text *text, int *byte) {
  if (text->at == text->filled) XPBD_TRY(read_block(text));
  *byte = text->filled > 0 ? text->block[text->at++] : EOF;
  return XPBD_OK;
}

/* Reads the next character of a text, EOF at its end. Non-ASCII characters of UTF-16 become '?', because they occur
 * only in names. */
static xpbd_status next_character(xpbd_text *text, int *out) {
  XPBD_TRY(next_byte(text, out));
  if (text->encoding == XPBD_BYTES || *out == EOF) return XPBD_OK;
  int second;
  XPBD_TRY(next_byte(text, &second));
  if (second == EOF) return XPBD_OK; /* half a character; the line shows what it is */
  const int low = text->encoding == XPBD_UTF16_LITTLE ? *out : second;
  const int high = text->encoding == XPBD_UTF16_LITTLE ? second : *out;
  *out = high == 0 && low < 128 ? low : '?';
  return XPBD_OK;
}

/* A byte order mark tells the encoding. */
static xpbd_status read_mark(xpbd_text *text) {
  static const unsigned char marks[][3] = {{0xef, 0xbb, 0xbf}, {0xff, 0xfe}, {0xfe, 0xff}};
  XPBD_TRY(read_block(text));
  for (size_t i = 0; i < 3; i++) {
    const size_t length = i == 0 ? 3 : 2;
    if (text->filled < length || memcmp(text->block, marks[i], length) != 0) continue;
    text->at = length;
    text->encoding = i == 0 ? XPBD_BYTES : i == 1 ? XPBD_UTF16_LITTLE : XPBD_UTF16_BIG;
  }
  return XPBD_OK;
}

/* Skips padding: the byte that ends texts on old systems or fills disk blocks. Only more of it may follow. */
static xpbd_status pass_padding(xpbd_text *text, int byte) {
  const int first = byte;
  while (byte == '\0' || byte == END_MARK || byte == '\n' || byte == '\r' || byte == ' ')
    XPBD_TRY(next_character(text, &byte));
  if (byte != EOF || text->number == 1)
    return xpbd_text_fail(text, "byte 0x%02x: this is not text; the file is damaged or of another kind", first);
  XPBD_TEXT_ODD(text, "the file ends in bytes 0x%02x", first);
  return XPBD_OK;
}

static bool is_text(int byte) {
  return byte >= 32 ? byte != 127 : byte == '\t' || byte == '\v' || byte == '\f';
}

static xpbd_status put_characters(xpbd_text *text, const void *characters, size_t count, size_t length) {
  if (length + count >= text->line_capacity) {
    size_t capacity = 2 * text->line_capacity;
    while (length + count >= capacity) capacity *= 2;
    char *grown = realloc(text->line, capacity);
    XPBD_REQUIRE(grown, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (a line of %zu bytes)", text->path, length);
    text->line = grown;
    text->line_capacity = capacity;
  }
  memcpy(text->line + length, characters, count);
  return XPBD_OK;
}

/* How many of the bytes are text without a line end. Eight at a time: nearly all of a file is read here. */
static size_t count_plain(const unsigned char *bytes, size_t count) {
  static const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
  size_t at = 0;
  for (; at + sizeof ones <= count; at += sizeof ones) {
    uint64_t eight;
    memcpy(&eight, bytes + at, sizeof eight);
    const uint64_t deleted = eight ^ 127 * ones;
    if ((((eight - 32 * ones) & ~eight) | ((deleted - ones) & ~deleted)) & tops) break;
  }
  while (at < count && bytes[at] >= 32 && bytes[at] != 127) at++;
  return at;
}

/* Appends to the line what the block holds of it before the first unusual byte. */
static xpbd_status take_plain(xpbd_text *text, size_t *length) {
  if (text->encoding != XPBD_BYTES || text->after_return) return XPBD_OK;
  const unsigned char *begin = text->block + text->at;
  const size_t count = count_plain(begin, text->filled - text->at);
  XPBD_TRY(put_characters(text, begin, count, *length));
  text->at += count;
  *length += count;
  return XPBD_OK;
}

/* LF, CR LF and a lone CR (old Mac) end lines. Form feed and tab are white space. Other control characters are not
 * text. */
xpbd_status xpbd_text_next(xpbd_text *text, bool *more) {
  size_t length = 0;
  int character = 0;
  bool any = false;
  if (++text->number == 1) XPBD_TRY(read_mark(text));
  text->ended = false;
  while (!text->ended) {
    XPBD_TRY(take_plain(text, &length));
    any = any || length > 0;
    XPBD_TRY(next_character(text, &character));
    if (character == '\0' || character == END_MARK) {
      XPBD_TRY(pass_padding(text, character));
      character = EOF;
    }
    if (character == EOF) break;
    const bool pending = text->after_return;
    text->after_return = false;
    if (pending && character == '\n') continue; /* of the line before */
    text->lone_return = text->lone_return || pending;
    any = true;
    text->ended = character == '\n' || character == '\r';
    text->after_return = character == '\r';
    if (text->ended) break;
    if (!is_text(character))
      return xpbd_text_fail(text, "byte 0x%02x: this is not text; the file is damaged or of another kind", character);
    XPBD_TRY(put_characters(text, &(char){(char)character}, 1, length++));
  }
  text->line[length] = '\0';
  *more = any;
  return XPBD_OK;
}

xpbd_status xpbd_text_bytes(xpbd_text *text, void *out, size_t count) {
  unsigned char *next = out;
  while (count > 0) {
    if (text->at == text->filled) {
      XPBD_TRY(read_block(text));
      XPBD_REQUIRE(text->filled > 0, XPBD_ERR_BAD_FILE, "%s: byte %lld: the file ends too early; it is cut off",
                   text->path, (long long)xpbd_text_offset(text));
    }
    /* Between lines and bytes: skips the LF of a CR LF. After a lone CR, data may begin with the byte of a LF. */
    if (text->after_return) {
      text->after_return = false;
      if (!text->lone_return && text->block[text->at] == '\n') {
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

bool xpbd_text_blank(const char *cursor) {
  while (is_space(*cursor)) cursor++;
  return *cursor == '\0';
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

/* What the Windows run-time library prints after "1." for NaN or infinity. */
static bool is_windows_mark(const char *mark) {
  return strncmp(mark, "#IN", 3) == 0 || strncmp(mark, "#QN", 3) == 0 || strncmp(mark, "#SN", 3) == 0;
}

size_t xpbd_text_comment(const char *line, const char *comments) {
  size_t at = strcspn(line, comments);
  while (at > 0 && line[at - 1] == '.' && is_windows_mark(&line[at])) at += 1 + strcspn(&line[at + 1], comments);
  return at;
}

xpbd_status xpbd_text_content(xpbd_text *text, const char *comments, const char *wanted, char **cursor) {
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) return xpbd_text_fail(text, "the file ends where %s should be; it is cut off", wanted);
    text->line[xpbd_text_comment(text->line, comments)] = '\0';
    if (xpbd_text_blank(text->line)) continue;
    *cursor = text->line;
    return XPBD_OK;
  }
}

xpbd_status xpbd_text_record(xpbd_text *text, const char *comments, const char *wanted, char **cursor) {
  if (text->wraps && *cursor && !xpbd_text_blank(*cursor)) return XPBD_OK;
  return xpbd_text_content(text, comments, wanted, cursor);
}

xpbd_status xpbd_text_word(xpbd_text *text, const char *comments, const char *wanted, char **cursor, char **word) {
  while (!(*word = xpbd_text_token(cursor)) && text->wraps) XPBD_TRY(xpbd_text_content(text, comments, wanted, cursor));
  return XPBD_OK;
}

xpbd_status xpbd_text_expect_end(xpbd_text *text, const char *comments, const char *cursor, const char *what) {
  for (bool more = true; more;) {
    if (cursor && !xpbd_text_blank(cursor)) return xpbd_text_fail(text, "there are more %s than were counted", what);
    XPBD_TRY(xpbd_text_next(text, &more));
    text->line[xpbd_text_comment(text->line, comments)] = '\0';
    cursor = text->line;
  }
  return XPBD_OK;
}

xpbd_status xpbd_text_leftover(xpbd_text *text, const char *comments) {
  for (bool more = true; more;) {
    XPBD_TRY(xpbd_text_next(text, &more));
    text->line[xpbd_text_comment(text->line, comments)] = '\0';
    char *cursor = text->line, *word = xpbd_text_token(&cursor);
    if (!word) continue;
    XPBD_TEXT_ODD(text, "'%s' follows the last element that the header announces", xpbd_text_show(word).text);
    return XPBD_OK;
  }
  return XPBD_OK;
}

/* Reads exponents as some programs print them: 1.5D+02 (Fortran), 1.5+e2. False if `word` is neither. */
static bool read_odd_exponent(const char *word, double *out) {
  char copy[64];
  const size_t mantissa = strspn(word, "+-.0123456789"), length = strlen(word);
  const bool signed_early = mantissa > 1 && (word[mantissa - 1] == '+' || word[mantissa - 1] == '-');
  if (mantissa == 0 || length >= sizeof copy || !strchr(signed_early ? "eE" : "dD", word[mantissa])) return false;
  memcpy(copy, word, length + 1);
  copy[mantissa] = 'e';
  if (signed_early) copy[mantissa - 1] = 'e', copy[mantissa] = word[mantissa - 1];
  char *end;
  *out = strtod(copy, &end);
  return *end == '\0';
}

/* NaN or infinity as the Windows run-time library prints it: 1.#IND, -1.#QNAN0, 1.#INF00. */
static bool is_windows_nan(const char *word) {
  const char *mark = strstr(word, ".#");
  return mark && is_windows_mark(mark + 1);
}

xpbd_status xpbd_text_number(const xpbd_text *text, const char *word, const char *what, double *out) {
  char *end;
  if (xpbd_number_read(word, out)) return XPBD_OK;
  const bool short_enough = memchr(word, '\0', XPBD_WORD_LIMIT) != NULL;
  *out = short_enough ? strtod(word, &end) : NAN;
  const bool hexadecimal = strpbrk(word, "xX"); /* strtod accepts it, mesh files do not */
  if (short_enough && end != word && *end == '\0' && !hexadecimal) return XPBD_OK;
  if (short_enough && read_odd_exponent(word, out)) {
    XPBD_TEXT_ODD(text, "'%s' is an unusual number", xpbd_text_show(word).text);
    return XPBD_OK;
  }
  *out = NAN;
  if (is_windows_nan(word)) return XPBD_OK;
  return xpbd_text_fail(text, "%s: '%s' is not a number", what, xpbd_text_show(word).text);
}

xpbd_status xpbd_text_coordinate(const xpbd_text *text, const char *word, const char *what, double *out) {
  XPBD_TRY(xpbd_text_number(text, word, what, out));
  if (!isfinite(*out)) return xpbd_text_fail(text, "%s: '%s' is not finite", what, xpbd_text_show(word).text);
  if (fabs(*out) > XPBD_LARGEST_COORDINATE)
    return xpbd_text_fail(text, "%s: %g is too large; at most %g can be simulated", what, *out,
                          XPBD_LARGEST_COORDINATE);
  return XPBD_OK;
}

xpbd_status xpbd_text_position(const xpbd_text *text, char **cursor, double out[3]) {
  for (int axis = 0; axis < 3; axis++) {
    const char *word = xpbd_text_token(cursor);
    if (!word) return xpbd_text_fail(text, "a vertex needs 3 numbers but has %d; is the file cut off?", axis);
    XPBD_TRY(xpbd_text_number(text, word, "vertex", &out[axis]));
  }
  return XPBD_OK;
}

const char *xpbd_text_leading_integer(const char *word, int64_t *out) {
  const bool negative = *word == '-';
  if (*word == '-' || *word == '+') word++;
  int64_t value = 0;
  int digits = 0;
  for (; *word >= '0' && *word <= '9' && digits < 18; word++, digits++) value = 10 * value + (*word - '0');
  if (digits == 0) return NULL;
  *out = negative ? -value : value;
  return word;
}

bool xpbd_text_integer(const char *word, int64_t *out) {
  int64_t value;
  const char *end = xpbd_text_leading_integer(word, &value);
  if (!end || *end != '\0') return false;
  *out = value;
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

size_t xpbd_number_bytes(xpbd_number_type type) {
  static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return bytes[type];
}

double xpbd_number_decode(xpbd_number_type type, const unsigned char *bytes, int big_endian) {
  const size_t size = xpbd_number_bytes(type);
  uint64_t bits = 0;
  for (size_t i = 0; i < size; i++) bits = bits << 8 | bytes[big_endian ? i : size - 1 - i];
  switch (type) {
  case XPBD_NUMBER_I8: return (double)(int8_t)bits;
  case XPBD_NUMBER_I16: return (double)(int16_t)bits;
  case XPBD_NUMBER_I32: return (double)(int32_t)bits;
  case XPBD_NUMBER_I64: return (double)(int64_t)bits;
  case XPBD_NUMBER_F32: {
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (double)value;
  }
  case XPBD_NUMBER_F64: {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  default: return (double)bits;
  }
}
