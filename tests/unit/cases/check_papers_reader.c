/* Why this file exists: a lenient reader takes a shifted column for a number. Every way in which a file of data/papers
 * can be malformed is refused with its place. A correct file is read exactly as written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "subject/papers.h"

static const papers_column trial_columns[] = {{"key", PAPERS_KEY, true, NULL},
                                              {"count", PAPERS_INTEGER, false, NULL},
                                              {"size", PAPERS_REAL, false, NULL},
                                              {"kind", PAPERS_WORD, false, "red blue"},
                                              {"text", PAPERS_TEXT, false, NULL}};
static const papers_schema trial_schema = {"trial.csv", trial_columns, 5};

/* Every way to be malformed. What is said of each stands in tests/golden/errors/papers.exact. */
static const char *const bad[] = {"a,1,2,red",
                                  "a,1,2,red,x,y\n",
                                  "a,1,2,red\n",
                                  "a,1,2,red,x",
                                  "a,1,2,red,\"x\n",
                                  "a,1,2,red,\"x",
                                  "a,1,2,red,\"x\"y\n",
                                  "a,1,2,red,x\"y\n",
                                  "a,1,2,red,x\ry\n",
                                  "a,1,2,red,x\r",
                                  "a,1,2,red,\"",
                                  "a,1,2,red,\"x\"",
                                  "a,1,2,red,x\x7f\n",
                                  "a,1,2,red,x\x1f\n",
                                  "a,-,2,red,x\n",
                                  "a,1,-,red,x\n",
                                  "a,1,.5,red,x\n",
                                  "a,1,1e,red,x\n",
                                  "a,1,1e-,red,x\n",
                                  "a,1,1e+3,red,x\n",
                                  "a,1,1/,red,x\n",
                                  "a,1,1/2x,red,x\n",
                                  "a,1,2,red, x\n",
                                  "a,1,2,red,x \n",
                                  "a,1,2,red,\xc3\xa9\n",
                                  ",1,2,red,x\n",
                                  "A,1,2,red,x\n",
                                  "1a,1,2,red,x\n",
                                  "a,1.5,2,red,x\n",
                                  "a,1x,2,red,x\n",
                                  "a,1234567890,2,red,x\n",
                                  "a,1,2.,red,x\n",
                                  "a,1,nan,red,x\n",
                                  "a,1,inf,red,x\n",
                                  "a,1,0x1p2,red,x\n",
                                  "a,1,1/0,red,x\n",
                                  "a,1,1/2/3,red,x\n",
                                  "a,1,1e999,red,x\n",
                                  "a,1,2,green,x\n",
                                  "a,1,2,red blue,x\n",
                                  "a,1,2,red,x\na,,,,\n",
                                  "a,1,2,red,x\n\n",
                                  "",
                                  "a,1,2,red,x\nb,1,2,red,x\nc,1.5,2,red,x\n",
                                  "a,--1,2,red,x\n",
                                  "a,1,1/-2,red,x\n",
                                  "a,1,1e-3/1e-999,red,x\n",
                                  "a,1,2,re,x\n",
                                  "a,1,2,red,x\nb,1,2,red,x,\n"};

static void check_readable(check *self, int argument) {
  static const char good[] =
      "key,count,size,kind,text\na,-1,1/24,red,\"say \"\"x, y\"\"\"\r\nb_2,,1.5e-3,,\nc9,123456789,2.5/1e2,blue,~\n";
  OWNED(papers_destroy) papers_table table = {0};
  if (check_status(self, papers_parse("t", good, sizeof good - 1, &trial_schema, &table), XPBD_OK, "a good file")) {
    check_same(self, (uint64_t)table.row_count, 3, "rows");
    check_at_most(self, fabs(papers_real(&table, 2, "count") - 123456789), 0, "nine digits");
    check_at_most(self, fabs(papers_real(&table, 2, "size") - 0.025), 0, "a ratio of two decimals");
    check_true(self, strcmp(papers_text(&table, 2, "text"), "~") == 0, "the last printable byte");
    check_true(self, strcmp(papers_text(&table, 0, "text"), "say \"x, y\"") == 0, "a quoted cell");
    check_at_most(self, fabs(papers_real(&table, 0, "size") - 1.0 / 24), 0, "a ratio");
    check_at_most(self, fabs(papers_real(&table, 0, "count") + 1), 0, "a negative whole number");
    check_at_most(self, fabs(papers_real(&table, 1, "size") - 1.5e-3), 0, "a number with exponent");
    check_true(self, isnan(papers_real(&table, 1, "count")), "what is not printed is NaN");
    check_true(self, papers_find(&table, "b_2") == 1 && papers_find(&table, "c") == -1, "rows by key");
    check_true(self, papers_text(&table, 0, "none")[0] == '\0', "a column that does not exist");
    check_control(self, papers_real(&table, 0, "size") != 1.0 / 25, "another ratio");
  }
}

static void check_refused(check *self, int argument) {
  papers_table table;
  static const char right[] = "key,count,size,kind,text\na,1,2,red,x\n"; /* the rows that the ones below change */
  check_status(self, papers_parse("t", right, sizeof right - 1, &trial_schema, &table), XPBD_OK, "unchanged");
  papers_destroy(&table);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char text[256];
    const int length = snprintf(text, sizeof text, "key,count,size,kind,text\n%s", bad[i]);
    const xpbd_status status = papers_parse("t", text, (size_t)length, &trial_schema, &table);
    check_status(self, status, XPBD_ERR_BAD_FILE, "rows %zu", i);
    check_control(self, !table.cells, "rows %zu taken", i);
    papers_destroy(&table);
  }
  static const char header[] = "key,count,sizes,kind,text\na,1,2,red,x\n";
  check_status(self, papers_parse("t", header, sizeof header - 1, &trial_schema, &table), XPBD_ERR_BAD_FILE,
               "another header");
  check_status(self, papers_parse("t", "", 0, &trial_schema, &table), XPBD_ERR_BAD_FILE, "an empty file");
  check_control(self, papers_read(papers_folder(), &trial_schema, &table) == XPBD_ERR_IO, "a file that is not there");
  check_control(self, papers_read("none", &trial_schema, &table) == XPBD_ERR_IO && !table.cells, "nor a folder");
  check_said(self, "none/trial.csv: cannot be read: No such file or directory", "nor a folder");
}

/* A file may have up to a mebibyte. */
static void check_largest(check *self, int argument) {
  enum { MOST = 1 << 20 };
  static const char begin[] = "key,count,size,kind,text\na,1,2,red,";
  char *folder = folder_make(self), *text = malloc(MOST + 1);
  if (text) {
    papers_table table;
    memset(text, 'x', MOST + 1);
    memcpy(text, begin, sizeof begin - 1);
    for (int more = 0; more < 2; more++) {
      text[MOST - 1] = more ? 'x' : '\n';
      text[MOST] = '\n';
      file_put(self, folder_path(folder, "trial.csv"), text, MOST + (size_t)more);
      const xpbd_status status = papers_read(folder, &trial_schema, &table);
      if (more) {
        check_status(self, status, XPBD_ERR_BAD_FILE, "a byte more");
        check_control(self, !table.cells, "a byte more taken");
      } else if (check_status(self, status, XPBD_OK, "a mebibyte")) {
        check_same(self, strlen(papers_text(&table, 0, "text")), MOST - sizeof begin, "bytes of its last cell");
      }
      papers_destroy(&table);
    }
  }
  free(text);
}

/* The columns, entered a second time independently: t text, k a name, i a whole number, r a number, or the allowed
 * words; "?" = may be empty. */
static const char *const again[PAPERS_FILES] = {
    [PAPERS_SOURCES] =
        "paper:t title:t year:i? sections:t figures:i? equations:i? algorithms:i? tables:t? machine_place:t? cpu:t? "
        "cores:i? clock_ghz:r? memory_gb:r? gpu:t? software:t? note:t?",
    [PAPERS_FPS] =
        "key:k paper:t place:t model:t vertices:i? edges:i? triangles:i? our_mesh:t same_shape:yes|no constraint:t "
        "our_constraint:t solver:xpbd|energy|fms|pd iterations:i substeps:i? frame_time:r? alpha:r? beta:r? k:r? "
        "device:t "
        "parallel:sequential|gpu fps_low:r fps_high:r scene:k note:t?",
    [PAPERS_SCENES] =
        "key:k paper:t place:t scene:t model:t vertices:i? edges:i? triangles:i? our_mesh:t? same_shape:yes|no? "
        "compared:t? our_constraints:t? solvers:t? iterations:i? frame_time:r? alpha:r? beta:r? k:r? note:t?",
    [PAPERS_CLAIMS] =
        "key:k paper:t place:t kind:qualitative|quantitative|derived claim:t quantity:t expectation:t published:t? "
        "unit:t? scenes:t in_short:t size:t? rule:t",
    [PAPERS_VERDICTS] = "key:k claim:k part:t? check:t verdict:t cases:t noise:t?",
    [PAPERS_PLOTS] = "key:k paper:t place:t scenes:t curves:t quantity:t definition:t order:t note:t?",
    [PAPERS_LATTICES] = "key:k paper:t place:t nodes_x:i nodes_y:i nodes_z:i ground_nodes:i ground_percent:r",
    [PAPERS_ADJACENCY] =
        "key:k paper:t place:t listed_0:i listed_1:i listed_edge:i sorted_0:i sorted_1:i sorted_edge:i "
        "neighbour_of_edge:i neighbour:i",
};
enum { COLUMNS_MOST = 32 };

/* A column of `again`, and a valid cell of it. */
typedef struct column {
  char name[32], kind[48], good[48];
  bool needed;
} column;

static int read_columns(const char *text, column *out) {
  int count = 0, used;
  for (; count < COLUMNS_MOST && sscanf(text, " %31[^:]:%47s%n", out[count].name, out[count].kind, &used) == 2;
       count++) {
    column *c = &out[count];
    const size_t last = strlen(c->kind) - 1;
    text += used;
    c->needed = c->kind[last] != '?';
    if (!c->needed) c->kind[last] = '\0';
    snprintf(c->good, sizeof c->good, "%s", c->kind[1] == '\0' && strchr("ir", c->kind[0]) ? "2" : c->kind);
    c->good[strcspn(c->good, "|")] = '\0';
  }
  return count;
}

/* Whether a file of one row is read if column `at` has `cell` and all others are valid. */
static bool row_is_read(const papers_schema *schema, const column *columns, int count, int at, const char *cell) {
  char text[2048] = "";
  OWNED(papers_destroy) papers_table table = {0};
  for (int c = 0; c < count; c++) strcat(strcat(text, columns[c].name), c + 1 < count ? "," : "\n");
  for (int c = 0; c < count; c++) strcat(strcat(text, c == at ? cell : columns[c].good), c + 1 < count ? "," : "\n");
  const bool read = papers_parse("t", text, strlen(text), schema, &table) == XPBD_OK;
  return read;
}

static void check_columns(check *self, int argument) {
  const papers_schema *schema = &papers_schemas[argument];
  static const char *const cells[] = {"",    "x y",         "zzz",          "1.5",    "3",  "yes",
                                      "no",  "xpbd",        "energy",       "fms",    "pd", "sequential",
                                      "gpu", "qualitative", "quantitative", "derived"};
  column columns[COLUMNS_MOST];
  const int count = read_columns(again[argument], columns);
  check_same(self, (uint64_t)schema->column_count, (uint64_t)count, "columns of %s", schema->file);
  check_true(self, row_is_read(schema, columns, count, -1, ""), "%s: a row of right cells", schema->file);
  for (int c = 0; c < count; c++) {
    const char *kind = columns[c].kind;
    const bool words = strchr(kind, '|') != NULL;
    for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
      char among[64], listed[64];
      snprintf(among, sizeof among, "|%s|", kind);
      snprintf(listed, sizeof listed, "|%s|", cells[k]);
      const bool number = strchr("13", cells[k][0]) != NULL;
      const bool right = k == 0           ? !columns[c].needed
                         : words          ? strstr(among, listed) != NULL
                         : kind[0] == 't' ? true
                         : kind[0] == 'k' ? !number && k != 1
                         : kind[0] == 'i' ? k == 4
                                          : number;
      check_true(self, row_is_read(schema, columns, count, c, cells[k]) == right, "%s, column %s: '%s' is %s",
                 schema->file, columns[c].name, cells[k], right ? "right" : "wrong");
    }
  }
  check_control(self, !row_is_read(schema, columns, count - 1, -1, ""), "%s without its last column", schema->file);
}

/* The papers' sizes, and names that do not exist. */
static void check_meshes(check *self, int argument) {
  static const char *const wrong[] = {"",        "grid",         "grid 41x41", "grid 41 ",  "sphere",  "torus 30",
                                      "box 3x4", "box 3x4x13x1", "cow",        "sphere 99", "grid -3", "torus 2x2"};
  xpbd_mesh mesh;
  if (check_status(self, papers_mesh_make("box 16x24x27", 0.1, &mesh), XPBD_OK, "as many as the cow has"))
    check_same(self, (uint64_t)mesh.triangle_count, 5856, "triangles");
  xpbd_mesh_destroy(&mesh);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    check_status(self, papers_mesh_make(wrong[i], 1, &mesh), XPBD_ERR_INVALID_ARGUMENT, "mesh %zu", i);
    check_control(self, !mesh.positions, "'%s' is a mesh", wrong[i]);
  }
}

void check_group_papers_reader(check_registry *registry);

void check_group_papers_reader(check_registry *registry) {
  check_add(registry, "good", "a good file is read as it stands", check_readable, 0);
  check_add(registry, "refused", "every malformed file is refused with its place", check_refused, 0);
  check_add(registry, "largest", "a file that is too large is refused", check_largest, 0);
  static const char *const files[PAPERS_FILES] = {"sources", "fps",      "scenes",   "claims",
                                                  "plots",   "lattices", "adjacency"};
  for (int file = 0; file < PAPERS_FILES; file++)
    check_add(registry, files[file], "each column takes what it is for, and may be empty or not", check_columns, file);
  check_add(registry, "meshes", "meshes by the names of the tables", check_meshes, 0);
}
