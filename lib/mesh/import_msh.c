/* Why this file exists: the strict pass over Gmsh files, ASCII, of the formats 2.2 and 4.1 ("MSH file format" in the
 * reference manual of Gmsh). Tets of four corners and triangles of three are read. Points and lines are left out, and
 * so is every surface where there are tets: it can be derived. All else that has a volume, and quads and curved
 * triangles where there are no tets, would leave holes and are refused. */
#include <string.h>

#include "mesh/import.h"

typedef struct msh {
  xpbd_text text;
  xpbd_elements *out;
  bool is_4; /* format 4.1, else 2.2 */
  bool has_nodes, has_elements;
  int64_t surface_type, surface_line; /* first element of a surface that is no plain triangle; line 0 = none */
} msh;

enum { LEFT_OUT = -1 };

/* Words of a line as integers, exactly `count` of them. */
static xpbd_status read_integers(const msh *m, char **cursor, const char *what, int count, int64_t *out) {
  for (int i = 0; i < count; i++) {
    const char *word = xpbd_text_token(cursor);
    if (!word) return xpbd_text_fail(&m->text, "%s: %d numbers instead of %d", what, i, count);
    if (!xpbd_text_integer(word, &out[i]))
      return xpbd_text_fail(&m->text, "%s: '%s' is not a whole number", what, xpbd_text_show(word).text);
  }
  return XPBD_OK;
}

static xpbd_status expect_line_end(const msh *m, char **cursor, const char *what) {
  const char *word = xpbd_text_token(cursor);
  if (word) return xpbd_text_fail(&m->text, "%s: '%s' is one word too many", what, xpbd_text_show(word).text);
  return XPBD_OK;
}

static xpbd_status expect_section_end(msh *m, const char *name) {
  char *cursor;
  XPBD_TRY(xpbd_text_content(&m->text, "", name, &cursor));
  const char *word = xpbd_text_token(&cursor);
  if (strcmp(word, name) != 0)
    return xpbd_text_fail(&m->text, "'%s' stands where %s should be; there is more than was counted",
                          xpbd_text_show(word).text, name);
  return expect_line_end(m, &cursor, name);
}

static xpbd_status read_counts(msh *m, const char *what, int count, int64_t *out) {
  char *cursor;
  XPBD_TRY(xpbd_text_content(&m->text, "", what, &cursor));
  XPBD_TRY(read_integers(m, &cursor, what, count, out));
  return expect_line_end(m, &cursor, what);
}

/* $MeshFormat: version, 0 for text, bytes of a double. */
static xpbd_status read_format(msh *m) {
  char *cursor;
  int64_t numbers[2];
  XPBD_TRY(xpbd_text_content(&m->text, "", "$MeshFormat", &cursor));
  const char *word = xpbd_text_token(&cursor);
  if (strcmp(word, "$MeshFormat") != 0)
    return xpbd_text_fail(&m->text, "the file begins with '%s'; a Gmsh file begins with $MeshFormat",
                          xpbd_text_show(word).text);
  XPBD_TRY(xpbd_text_content(&m->text, "", "the version", &cursor));
  word = xpbd_text_token(&cursor);
  m->is_4 = strcmp(word, "4.1") == 0;
  if (!m->is_4 && strcmp(word, "2.2") != 0)
    return xpbd_text_fail(&m->text, "version '%s'; 2.2 and 4.1 can be read: save it with -format msh41",
                          xpbd_text_show(word).text);
  XPBD_TRY(read_integers(m, &cursor, "$MeshFormat", 2, numbers));
  if (numbers[0] != 0)
    return xpbd_text_fail(&m->text, "the file is binary (type %lld); save it as ASCII", (long long)numbers[0]);
  XPBD_TRY(expect_line_end(m, &cursor, "$MeshFormat"));
  return expect_section_end(m, "$EndMeshFormat");
}

/* x y z, and in format 4 the parameters on the curve or surface the vertex is on. */
static xpbd_status read_position(const msh *m, char **cursor, int parameters, double position[3]) {
  for (int axis = 0; axis < 3; axis++) {
    const char *word = xpbd_text_token(cursor);
    if (!word) return xpbd_text_fail(&m->text, "a vertex has %d coordinates instead of 3", axis);
    XPBD_TRY(xpbd_text_coordinate(&m->text, word, "vertex", &position[axis]));
  }
  for (int i = 0; i < parameters; i++)
    if (!xpbd_text_token(cursor))
      return xpbd_text_fail(&m->text, "a vertex has %d parameters instead of %d", i, parameters);
  return expect_line_end(m, cursor, "a vertex");
}

static xpbd_status check_number(const msh *m, int64_t number) {
  if (number < 1) return xpbd_text_fail(&m->text, "vertex %lld; vertices are counted from 1", (long long)number);
  return XPBD_OK;
}

static xpbd_status read_nodes_2(msh *m) {
  int64_t count, number;
  XPBD_TRY(read_counts(m, "the number of vertices", 1, &count));
  for (int64_t i = 0; i < count; i++) {
    char *cursor;
    double position[3];
    XPBD_TRY(xpbd_text_content(&m->text, "", "a vertex", &cursor));
    XPBD_TRY(read_integers(m, &cursor, "the number of a vertex", 1, &number));
    XPBD_TRY(check_number(m, number));
    XPBD_TRY(read_position(m, &cursor, 0, position));
    XPBD_TRY(xpbd_elements_add_node(m->out, number, position, m->text.number));
  }
  return XPBD_OK;
}

/* Size of the next block, which may not go beyond the count in the head of the section. */
static xpbd_status check_block(const msh *m, const char *what, int64_t size, int64_t left) {
  if (size < 0 || size > left)
    return xpbd_text_fail(&m->text, "a block of %lld %s, but only %lld are left of those counted", (long long)size,
                          what, (long long)left);
  return XPBD_OK;
}

static xpbd_status check_rest(const msh *m, const char *what, int64_t left) {
  if (left != 0)
    return xpbd_text_fail(&m->text, "the blocks hold %lld %s less than were counted", (long long)left, what);
  return XPBD_OK;
}

/* First all numbers of a block, then all positions. */
static xpbd_status read_nodes_4(msh *m) {
  static const double nowhere[3] = {0};
  int64_t head[4], block[4], number; /* blocks, vertices, lowest, highest; dimension, entity, parametric, vertices */
  XPBD_TRY(read_counts(m, "the counts of $Nodes", 4, head));
  int64_t left = head[1];
  for (int64_t b = 0; b < head[0]; b++, left -= block[3]) {
    XPBD_TRY(read_counts(m, "a block of vertices", 4, block));
    XPBD_TRY(check_block(m, "vertices", block[3], left));
    if (block[0] < 0 || block[0] > 3 || block[2] < 0 || block[2] > 1)
      return xpbd_text_fail(&m->text, "a block of dimension %lld, parametric %lld", (long long)block[0],
                            (long long)block[2]);
    const size_t first = m->out->node_count;
    for (int64_t i = 0; i < block[3]; i++) {
      XPBD_TRY(read_counts(m, "the number of a vertex", 1, &number));
      XPBD_TRY(check_number(m, number));
      XPBD_TRY(xpbd_elements_add_node(m->out, number, nowhere, m->text.number));
    }
    for (size_t i = first; i < m->out->node_count; i++) {
      char *cursor;
      XPBD_TRY(xpbd_text_content(&m->text, "", "a vertex", &cursor));
      XPBD_TRY(read_position(m, &cursor, block[2] ? (int)block[0] : 0, m->out->positions + 3 * i));
    }
  }
  return check_rest(m, "vertices", left);
}

/* Kind of element, or LEFT_OUT for those that are left out. */
static xpbd_status kind_of_element(msh *m, int64_t type, int *kind) {
  *kind = LEFT_OUT;
  switch (type) {
  case 2: *kind = XPBD_TRIANGLES; return XPBD_OK;
  case 4: *kind = XPBD_TETS; return XPBD_OK;
  case 1:
  case 8:
  case 26:
  case 27:
  case 28:                 /* lines */
  case 15: return XPBD_OK; /* points */
  case 3:
  case 10:
  case 16: /* quads */
  case 9:
  case 20:
  case 21:
  case 22:
  case 23:
  case 24:
  case 25: /* curved triangles */
    if (m->surface_line == 0) m->surface_type = type, m->surface_line = m->text.number;
    return XPBD_OK;
  default:
    return xpbd_text_fail(&m->text,
                          "an element of type %lld; tets of 4 corners (type 4) and triangles of 3 (type 2) can be read",
                          (long long)type);
  }
}

static xpbd_status take_element(msh *m, int kind, char **cursor) {
  int64_t corners[4];
  if (kind == LEFT_OUT) return XPBD_OK;
  const char *what = kind == XPBD_TETS ? "corners of a tet" : "corners of a triangle";
  XPBD_TRY(read_integers(m, cursor, what, kind == XPBD_TETS ? 4 : 3, corners));
  XPBD_TRY(expect_line_end(m, cursor, what));
  return xpbd_elements_add(m->out, kind, corners, m->text.number);
}

/* number, type, count of tags, tags, corners */
static xpbd_status read_elements_2(msh *m) {
  int64_t count, head[3], tag;
  int kind;
  XPBD_TRY(read_counts(m, "the number of elements", 1, &count));
  for (int64_t i = 0; i < count; i++) {
    char *cursor;
    XPBD_TRY(xpbd_text_content(&m->text, "", "an element", &cursor));
    XPBD_TRY(read_integers(m, &cursor, "an element", 3, head));
    for (int64_t t = 0; t < head[2]; t++) XPBD_TRY(read_integers(m, &cursor, "tags of an element", 1, &tag));
    XPBD_TRY(kind_of_element(m, head[1], &kind));
    XPBD_TRY(take_element(m, kind, &cursor));
  }
  return XPBD_OK;
}

static xpbd_status read_elements_4(msh *m) {
  int64_t head[4], block[4], number; /* blocks, elements, lowest, highest; dimension, entity, type, elements */
  int kind;
  XPBD_TRY(read_counts(m, "the counts of $Elements", 4, head));
  int64_t left = head[1];
  for (int64_t b = 0; b < head[0]; b++, left -= block[3]) {
    XPBD_TRY(read_counts(m, "a block of elements", 4, block));
    XPBD_TRY(check_block(m, "elements", block[3], left));
    XPBD_TRY(kind_of_element(m, block[2], &kind));
    for (int64_t i = 0; i < block[3]; i++) {
      char *cursor;
      XPBD_TRY(xpbd_text_content(&m->text, "", "an element", &cursor));
      XPBD_TRY(read_integers(m, &cursor, "an element", 1, &number));
      XPBD_TRY(take_element(m, kind, &cursor));
    }
  }
  return check_rest(m, "elements", left);
}

/* Names, entities, periodic surfaces, data: no matter to a solver. */
static xpbd_status skip_section(msh *m, const char *name) {
  char wanted[128], *cursor;
  snprintf(wanted, sizeof wanted, "the end of %s", name);
  for (;;) {
    XPBD_TRY(xpbd_text_content(&m->text, "", wanted, &cursor));
    const char *word = xpbd_text_token(&cursor);
    if (strncmp(word, "$End", 4) == 0 && strcmp(word + 4, name + 1) == 0) return XPBD_OK;
  }
}

static xpbd_status read_section(msh *m, const char *name) {
  const bool nodes = strcmp(name, "$Nodes") == 0, elements = strcmp(name, "$Elements") == 0;
  if (name[0] != '$' || strncmp(name, "$End", 4) == 0)
    return xpbd_text_fail(&m->text, "'%s' stands where a section should begin", xpbd_text_show(name).text);
  if ((nodes && m->has_nodes) || (elements && m->has_elements))
    return xpbd_text_fail(&m->text, "a second section %s", nodes ? "$Nodes" : "$Elements");
  if (nodes) {
    m->has_nodes = true;
    XPBD_TRY(m->is_4 ? read_nodes_4(m) : read_nodes_2(m));
    return expect_section_end(m, "$EndNodes");
  }
  if (elements) {
    m->has_elements = true;
    XPBD_TRY(m->is_4 ? read_elements_4(m) : read_elements_2(m));
    return expect_section_end(m, "$EndElements");
  }
  return skip_section(m, name);
}

static xpbd_status scan(msh *m) {
  XPBD_TRY(read_format(m));
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(&m->text, &more));
    if (!more) break;
    char *cursor = m->text.line, copy[80];
    const char *word = xpbd_text_token(&cursor);
    if (!word) continue;
    snprintf(copy, sizeof copy, "%s", word); /* the line goes when the next one is read */
    XPBD_TRY(read_section(m, copy));
  }
  if (!m->has_nodes || !m->has_elements)
    return xpbd_text_fail(&m->text, "the file ends without a section %s; is it cut off?",
                          m->has_nodes ? "$Elements" : "$Nodes");
  XPBD_REQUIRE(m->out->count[XPBD_TETS] > 0 || m->surface_line == 0, XPBD_ERR_BAD_FILE,
               "%s:%lld: a surface element of type %lld; without tets only triangles of 3 corners (type 2) can be read",
               m->text.path, (long long)m->surface_line, (long long)m->surface_type);
  return XPBD_OK;
}

xpbd_status xpbd_read_msh(const char *path, xpbd_import_info *info, xpbd_mesh *out) {
  xpbd_elements elements = {.path = path, .tets_path = path};
  msh m = {.out = &elements};
  XPBD_TRY(xpbd_text_open(path, &m.text));
  xpbd_status status = scan(&m);
  xpbd_text_close(&m.text);
  if (status == XPBD_OK) status = xpbd_elements_mesh(&elements, info, out);
  xpbd_elements_destroy(&elements);
  return status;
}
