/* Why this file exists: files are read in blocks of 65536 bytes. A fault where one block ends and the next begins would
 * move a vertex only in a large file. Here lines and bytes of every length lie across those borders. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/import.h"
#include "mesh_checks.h"

enum { BLOCK = 65536, LINES = 9000, CAPACITY = 1 << 20 };

/* A text, and its bytes in a file. */
typedef struct paper {
  int lines;
  int begin[LINES + 1]; /* of each line in `text` */
  char text[CAPACITY / 2];
  int after[LINES]; /* bytes of the file up to the line's end, where a LF after a CR is not yet read */
  size_t size;
  unsigned char bytes[CAPACITY];
} paper;

static const struct {
  const char *name, *end;
  int marks; /* of the byte order mark */
  unsigned char mark[3];
  int wide, high_first; /* UTF-16 */
} ways[] = {{"LF", "\n", 0, {0}, 0, 0},
            {"CR LF", "\r\n", 0, {0}, 0, 0},
            {"CR", "\r", 0, {0}, 0, 0},
            {"UTF-8 with a mark", "\n", 3, {0xef, 0xbb, 0xbf}, 0, 0},
            {"UTF-16, low byte first", "\r\n", 2, {0xff, 0xfe}, 1, 0},
            {"UTF-16, high byte first", "\n", 2, {0xfe, 0xff}, 1, 1}};
enum { WAYS = sizeof ways / sizeof *ways };

static void put(paper *p, int way, char c) {
  if (ways[way].high_first) p->bytes[p->size++] = 0;
  p->bytes[p->size++] = (unsigned char)c;
  if (ways[way].wide && !ways[way].high_first) p->bytes[p->size++] = 0;
}

/* Lines of length `length(self, line)`, until the file has more than `bytes`. */
static void write(check *self, int way, size_t bytes, int (*length)(check *, int), paper *p) {
  p->lines = 0, p->begin[0] = 0;
  p->size = (size_t)ways[way].marks;
  memcpy(p->bytes, ways[way].mark, p->size);
  while (p->size <= bytes && p->lines < LINES) {
    const int count = length(self, p->lines);
    char *line = p->text + p->begin[p->lines];
    for (int k = 0; k < count; k++) {
      line[k] = (char)('!' + (p->lines + k) % 90);
      put(p, way, line[k]);
    }
    line[count] = '\0';
    for (const char *end = ways[way].end; *end; end++) {
      put(p, way, *end);
      if (end == ways[way].end) p->after[p->lines] = (int)p->size;
    }
    p->begin[p->lines + 1] = p->begin[p->lines] + count + 1;
    p->lines++;
  }
}

/* Lines that are read differently than written, and wrong positions; -1 if it is refused. */
static int read_back(check *self, const char *path, const paper *p) {
  xpbd_import import = {.strict = true};
  xpbd_text text;
  if (!check_status(self, xpbd_text_open(path, &import, &text), XPBD_OK, "open")) return -1;
  int wrong = 0;
  bool more = true;
  for (int round = 0; round < 2; round++) { /* and once more from the beginning */
    for (int line = 0; line < p->lines && more; line++) {
      if (xpbd_text_next(&text, &more) != XPBD_OK) more = false;
      wrong += !more || strcmp(text.line, p->text + p->begin[line]) != 0 || !text.ended;
      wrong += text.number != line + 1 || xpbd_text_offset(&text) != p->after[line];
    }
    check_status(self, xpbd_text_next(&text, &more), XPBD_OK, "the end");
    wrong += more || text.ended;
    xpbd_text_rewind(&text);
    more = true;
  }
  xpbd_text_close(&text);
  return wrong;
}

static int short_lines(check *self, int line) {
  return (int)fmax(check_random(self, -8, 33), 0);
}
/* Around the initial room of a line, 4096 with its end, and what it grows to; and more than a block. */
static int long_lines(check *self, int line) {
  static const int lengths[] = {4093, 4094, 4095, 4096, 1, 8190, 8191, 8192, 0, 65534, 65535, 65536, 70000};
  return lengths[line % (int)(sizeof lengths / sizeof *lengths)];
}

static void run_lines(check *self, int argument) {
  char *folder = folder_make(self);
  OWNED(check_free) paper *p = calloc(1, sizeof *p);
  for (int way = 0; way < WAYS && p; way++)
    for (int again = 0; again < (argument ? 1 : 6); again++) {
      const char *path = folder_path(folder, "lines");
      write(self, way, argument ? 5 * BLOCK : 2 * BLOCK + 100, argument ? long_lines : short_lines, p);
      if (!file_put(self, path, p->bytes, p->size)) continue;
      check_same(self, (uint64_t)read_back(self, path, p), 0, "%s: lines or places that are others", ways[way].name);
      int line = p->lines / 2;
      while (p->text[p->begin[line]] == '\0') line--; /* an empty line has no letter */
      p->text[p->begin[line]] ^= 1;
      check_control(self, read_back(self, path, p) > 0, "another letter");
    }
}

/* A line end and what follows it, around the border: each of the two bytes may be the last of a block. */
static void run_border(check *self, int argument) {
  static const char *const ends[] = {"\n", "\r\n", "\r"};
  static char bytes[BLOCK + 64];
  char *folder = folder_make(self);
  for (int e = 0; e < 3; e++)
    for (int first = BLOCK - 4; first <= BLOCK + 2; first++) { /* where the end of the line begins */
      const char *path = folder_path(folder, "border");
      const int end = (int)strlen(ends[e]);
      memset(bytes, 'x', sizeof bytes);
      memcpy(bytes + first, ends[e], (size_t)end);
      /* after a lone CR, data may begin with the byte of a LF, if an earlier line ended so */
      if (e == 2) bytes[5] = '\r', bytes[first + 1] = '\n';
      memcpy(bytes + first + end + 3, "yz", 2);
      if (!file_put(self, path, bytes, sizeof bytes)) continue;
      xpbd_import import = {.strict = true};
      xpbd_text text;
      bool more;
      char got[6] = "";
      if (!check_status(self, xpbd_text_open(path, &import, &text), XPBD_OK, "open")) continue;
      for (int line = 0; line < (e == 2 ? 2 : 1); line++)
        check_status(self, xpbd_text_next(&text, &more), XPBD_OK, "line");
      check_same(self, strlen(text.line), (uint64_t)(e == 2 ? first - 6 : first), "its length");
      check_status(self, xpbd_text_bytes(&text, got, 5), XPBD_OK, "bytes");
      check_true(self, strcmp(got, e == 2 ? "\nxxyz" : "xxxyz") == 0, "%d, end %d: '%s'", first, e, got);
      check_same(self, (uint64_t)xpbd_text_offset(&text), (uint64_t)(first + end + 5), "where it is now");
      check_control(self, strcmp(got, "xxyzx") != 0, "a byte too far");
      xpbd_text_close(&text);
    }
}

static void run_bytes(check *self, int argument) {
  static const size_t parts[] = {1, 7, 4096, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK};
  enum { SIZE = 3 * BLOCK + 5 };
  char *folder = folder_make(self), *bytes = malloc(SIZE), *got = malloc(SIZE);
  for (int i = 0; bytes && i < SIZE; i++) bytes[i] = (char)(i * 7 + i / 251);
  const char *path = folder_path(folder, "bytes");
  for (size_t k = 0; k < sizeof parts / sizeof *parts && bytes && got; k++) {
    xpbd_import import = {.strict = true};
    xpbd_text text;
    if (!file_put(self, path, bytes, SIZE)) break;
    if (!check_status(self, xpbd_text_open(path, &import, &text), XPBD_OK, "open")) break;
    check_same(self, (uint64_t)text.size, SIZE, "bytes of the file");
    size_t have = 0;
    bool good = true;
    for (; have + parts[k] <= SIZE && good; have += parts[k]) {
      good = xpbd_text_bytes(&text, got + have, parts[k]) == XPBD_OK;
      good = good && xpbd_text_offset(&text) == (int64_t)(have + parts[k]);
    }
    check_true(self, good && memcmp(got, bytes, have) == 0, "%zu at a time, and where they are", parts[k]);
    check_status(self, xpbd_text_bytes(&text, got, SIZE - have + 1), XPBD_ERR_BAD_FILE, "a byte more than there is");
    check_control(self, memcmp(got, bytes + 1, 16) != 0, "a byte later");
    xpbd_text_close(&text);
  }
  free(bytes);
  free(got);
}

void check_mesh_blocks(check_registry *registry) {
  check_add(registry, "blocks-lines", "lines across the borders of blocks, in every encoding", run_lines, 0);
  check_add(registry, "blocks-long", "lines of all lengths about those at which their room grows", run_lines, 1);
  check_add(registry, "blocks-border", "the end of a line at a border, and bytes behind it", run_border, 0);
  check_add(registry, "blocks-bytes", "bytes across the borders, and too few of them", run_bytes, 0);
}
