/* Why this file exists: the pass over Gmsh files, text and binary, of the formats 1, 2.x, 4.0 and 4.1 ("MSH file format" in
 * the reference manual of Gmsh). It reads tets, triangles and quads. Of curved elements it reads only the corners. Points
 * and lines are skipped. So are surfaces if there are tets, because they can be derived. Other volume elements would
 * leave holes and are refused. The same code reads each section of text, where every record is a line, and of
 * binary. Groups and data of elements and vertices are attributes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/import_msh.h"

enum { LEFT_OUT = -1, MOST_NODES = 286 };

/* Skips names, periodic surfaces and other data. A section ends in a line in text, anywhere in binary. */
static xpbd_status skip_section(xpbd_msh *m, const char *name) {
  char wanted[96], end[96], byte;
  snprintf(wanted, sizeof wanted, "the end of %.79s", name);
  snprintf(end, sizeof end, "$End%.79s", name + 1);
  for (size_t matched = 0; m->binary && matched < strlen(end);) {
    XPBD_TRY(xpbd_text_bytes(&m->text, &byte, 1));
    matched = byte == end[matched] ? matched + 1 : byte == '$'; /* '$' occurs only at its beginning */
  }
  while (!m->binary) {
    XPBD_TRY(xpbd_text_content(&m->text, "", wanted, &m->cursor));
    if (strcmp(xpbd_text_token(&m->cursor), end) == 0) break;
  }
  return XPBD_OK;
}

static xpbd_status read_position(xpbd_msh *m, double position[3]) {
  XPBD_TRY(xpbd_msh_reals(m, "a vertex", 3, position));
  for (int axis = 0; axis < 3; axis++)
    if (!(fabs(position[axis]) <= XPBD_LARGEST_COORDINATE))
      return xpbd_msh_fail(m, "a vertex at %g; at most %g can be simulated", position[axis], XPBD_LARGEST_COORDINATE);
  return XPBD_OK;
}

/* Skips the parameters of a vertex on its curve or surface, and ends its record. */
static xpbd_status end_vertex(xpbd_msh *m, int64_t parameters) {
  double numbers[3];
  XPBD_TRY(xpbd_msh_reals(m, "a vertex", (int)parameters, numbers));
  return xpbd_msh_end_record(m, "a vertex");
}

/* The number 1 tells the byte order. */
static xpbd_status read_byte_order(xpbd_msh *m) {
  uint64_t one;
  m->binary = true;
  XPBD_TRY(xpbd_msh_bytes(m, XPBD_MSH_INT, &one));
  m->big = one == UINT64_C(1) << 24;
  if (one != 1 && !m->big) return xpbd_msh_fail(m, "unknown byte order 0x%08llx", (unsigned long long)one);
  return XPBD_OK;
}

static xpbd_status read_version(xpbd_msh *m) {
  const char *word = xpbd_text_token(&m->cursor);
  const bool is_2 = strcmp(word, "2") == 0 || strncmp(word, "2.", 2) == 0;
  const bool is_40 = strcmp(word, "4") == 0 || strcmp(word, "4.0") == 0;
  if (!is_2 && !is_40 && strcmp(word, "4.1") != 0)
    return xpbd_msh_fail(m, "version '%s'; 1, 2.2, 4.0 and 4.1 can be read: save it with -format msh41",
                         xpbd_text_show(word).text);
  m->format = is_2 ? XPBD_MSH_2 : is_40 ? XPBD_MSH_40 : XPBD_MSH_41;
  return XPBD_OK;
}

static xpbd_status read_section(xpbd_msh *m, const char *name);

/* $MeshFormat: version, 0 for text, bytes of a double or count. Format 1 has only vertices and elements, in text. */
static xpbd_status read_format(xpbd_msh *m) {
  int64_t numbers[2];
  XPBD_TRY(xpbd_msh_begin_record(m, "$MeshFormat"));
  const char *word = xpbd_text_token(&m->cursor);
  while (strcmp(word, "$Comments") == 0) { /* comments may come first */
    XPBD_TRY(skip_section(m, "$Comments"));
    XPBD_TRY(xpbd_msh_begin_record(m, "$MeshFormat"));
    word = xpbd_text_token(&m->cursor);
  }
  if (strcmp(word, "$NOD") == 0) return read_section(m, "$NOD");
  if (strcmp(word, "$MeshFormat") != 0)
    return xpbd_msh_fail(m, "the file begins with '%s'; a Gmsh file begins with $MeshFormat, or in format 1 with $NOD",
                         xpbd_text_show(word).text);
  XPBD_TRY(xpbd_msh_begin_record(m, "the version"));
  XPBD_TRY(read_version(m));
  XPBD_TRY(xpbd_msh_integers(m, "$MeshFormat", 0, 2, numbers));
  XPBD_TRY(xpbd_msh_end_record(m, "$MeshFormat"));
  if (numbers[0] != 0 && numbers[0] != 1)
    return xpbd_msh_fail(m, "file type %lld; 0 (text) and 1 (binary) can be read", (long long)numbers[0]);
  if (numbers[0] == 1 && numbers[1] != 8 && !(m->format == XPBD_MSH_41 && numbers[1] == 4))
    return xpbd_msh_fail(m, "binary numbers of %lld bytes; 8 can be read", (long long)numbers[1]);
  m->size_width = (int)numbers[1];
  m->number_width = m->format == XPBD_MSH_41 ? m->size_width : XPBD_MSH_INT;
  if (numbers[0] == 1) XPBD_TRY(read_byte_order(m));
  return xpbd_msh_section_end(m, "$EndMeshFormat");
}

static xpbd_status check_number(const xpbd_msh *m, int64_t number) {
  if (number < 0) return xpbd_msh_fail(m, "vertex %lld; vertices are counted from 1", (long long)number);
  return XPBD_OK;
}

/* Where a vertex or element is, for later messages: its line in text, its number in binary. */
static int64_t place_of(const xpbd_msh *m, int64_t index) {
  return m->binary ? index + 1 : m->text.number;
}

/* In formats 1 and 2 this count is a text line in binary files, too. */
static xpbd_status read_count_2(xpbd_msh *m, const char *what, int64_t *count) {
  const bool binary = m->binary;
  m->binary = false;
  XPBD_TRY(xpbd_msh_begin_record(m, what));
  XPBD_TRY(xpbd_msh_integers(m, what, 0, 1, count));
  XPBD_TRY(xpbd_msh_end_record(m, what));
  m->binary = binary;
  return xpbd_msh_check_count(m, what, *count);
}

/* Numbers of the dimension and entity that a vertex belongs to, then its parameters there. */
static xpbd_status read_parameters_2(xpbd_msh *m) {
  int64_t entity[2];
  XPBD_TRY(xpbd_msh_integers(m, "the entity of a vertex", XPBD_MSH_INT, 2, entity));
  if (entity[0] < 0 || entity[0] > 3)
    return xpbd_msh_fail(m, "a vertex on an entity of dimension %lld", (long long)entity[0]);
  return end_vertex(m, entity[0] % 3);
}

static xpbd_status read_nodes_2(xpbd_msh *m, bool parametric) {
  int64_t count, number;
  double position[3];
  XPBD_TRY(read_count_2(m, "vertices", &count));
  for (int64_t i = 0; i < count; i++) {
    XPBD_TRY(xpbd_msh_begin_record(m, "a vertex"));
    XPBD_TRY(xpbd_msh_integers(m, "the number of a vertex", XPBD_MSH_INT, 1, &number));
    XPBD_TRY(check_number(m, number));
    XPBD_TRY(read_position(m, position));
    XPBD_TRY(parametric ? read_parameters_2(m) : end_vertex(m, 0));
    XPBD_TRY(xpbd_elements_add_node(m->out, number, position, place_of(m, i)));
  }
  return XPBD_OK;
}

/* The head of a section of format 4: blocks and records, in 4.1 also the lowest and highest number. */
static xpbd_status read_head_4(xpbd_msh *m, const char *what, int64_t head[4]) {
  XPBD_TRY(xpbd_msh_begin_record(m, what));
  XPBD_TRY(xpbd_msh_integers(m, what, m->size_width, m->format == XPBD_MSH_40 ? 2 : 4, head));
  XPBD_TRY(xpbd_msh_end_record(m, what));
  XPBD_TRY(xpbd_msh_check_count(m, "blocks", head[0]));
  return xpbd_msh_check_count(m, what, head[1]);
}

/* Reads the head of the next block: dimension, entity, a third number, and its size, which must not exceed the count in
 * the head of the section. In 4.0 the entity comes first. */
static xpbd_status read_block_4(xpbd_msh *m, const char *what, int64_t left, int64_t block[4]) {
  XPBD_TRY(xpbd_msh_begin_record(m, what));
  XPBD_TRY(xpbd_msh_integers(m, what, XPBD_MSH_INT, 3, block));
  if (m->format == XPBD_MSH_40) {
    const int64_t entity = block[0];
    block[0] = block[1];
    block[1] = entity;
  }
  XPBD_TRY(xpbd_msh_integers(m, what, m->size_width, 1, block + 3));
  XPBD_TRY(xpbd_msh_end_record(m, what));
  if (block[3] < 0 || block[3] > left)
    return xpbd_msh_fail(m, "a block of %lld %s, but only %lld are left of those counted", (long long)block[3], what,
                         (long long)left);
  return XPBD_OK;
}

static xpbd_status check_rest(const xpbd_msh *m, const char *what, int64_t left) {
  if (left != 0) return xpbd_msh_fail(m, "the blocks hold %lld fewer %s than were counted", (long long)left, what);
  return XPBD_OK;
}

static xpbd_status read_vertex_number_4(xpbd_msh *m, int64_t *number) {
  XPBD_TRY(xpbd_msh_begin_record(m, "the number of a vertex"));
  XPBD_TRY(xpbd_msh_integers(m, "the number of a vertex", m->number_width, 1, number));
  return check_number(m, *number);
}

/* In 4.1 a block has first all numbers, then all positions. In 4.0 each number is followed by its position. A position
 * may be followed by parameters on its curve or surface, in 4.1 also in its volume. */
static xpbd_status read_node_block_4(xpbd_msh *m, const int64_t block[4]) {
  double position[3] = {0};
  const bool together = m->format == XPBD_MSH_40;
  if (block[0] < 0 || block[0] > 3 || block[2] < 0 || block[2] > 1)
    return xpbd_msh_fail(m, "a block of dimension %lld, parametric %lld", (long long)block[0], (long long)block[2]);
  const int64_t parameters = !block[2] ? 0 : together ? block[0] % 3 : block[0];
  const size_t first = m->out->node_count;
  for (int64_t i = 0; i < block[3]; i++) {
    int64_t number;
    XPBD_TRY(read_vertex_number_4(m, &number));
    if (together) XPBD_TRY(read_position(m, position));
    XPBD_TRY(together ? end_vertex(m, parameters) : xpbd_msh_end_record(m, "the number of a vertex"));
    XPBD_TRY(xpbd_elements_add_node(m->out, number, position, place_of(m, (int64_t)first + i)));
  }
  for (size_t i = first; i < m->out->node_count && !together; i++) {
    XPBD_TRY(xpbd_msh_begin_record(m, "a vertex"));
    XPBD_TRY(read_position(m, m->out->positions + 3 * i));
    XPBD_TRY(end_vertex(m, parameters));
  }
  return XPBD_OK;
}

static xpbd_status read_nodes_4(xpbd_msh *m) {
  int64_t head[4], block[4]; /* of a block: dimension, entity, parametric, vertices */
  XPBD_TRY(read_head_4(m, "vertices", head));
  int64_t left = head[1];
  for (int64_t b = 0; b < head[0]; b++, left -= block[3]) {
    XPBD_TRY(read_block_4(m, "vertices", left, block));
    XPBD_TRY(read_node_block_4(m, block));
  }
  return check_rest(m, "vertices", left);
}

/* The kind of an element type, its number of vertices, and how many of them are corners. */
typedef struct shape {
  int kind, nodes, corners;
} shape;

static xpbd_status shape_of(const xpbd_msh *m, int64_t type, shape *out) {
  static const uint16_t nodes[] = {0,  2,  3,  4,  4,  8,  6,  5,  3,  6,  9,  10, 27,  18,  14, 1,   8,   20,  15,
                                   13, 9,  10, 12, 15, 15, 21, 4,  5,  6,  20, 35, 56,  22,  28, 0,   0,   16,  25,
                                   36, 12, 16, 20, 28, 36, 45, 55, 66, 49, 64, 81, 100, 121, 18, 21,  24,  27,  30,
                                   24, 28, 32, 36, 40, 7,  8,  9,  10, 11, 0,  0,  0,   0,   84, 120, 165, 220, 286};
  /* points, lines, triangles, quads, Tets, otHers; from 34 on polygons, then higher orders */
  static const char kinds[] = "-ltqTHHHltqTHHHpqHHHttttttlllTTTTTHHqqqqqqtttttqqqqqtttttqqqqqlllllHHHHTTTTT";
  const bool known = type >= 1 && type < (int64_t)(sizeof nodes / sizeof *nodes);
  const char kind = known ? kinds[type] : 'H';
  if (kind == 'H')
    return xpbd_msh_fail(m,
                         "an element of type %lld; tets (4), triangles (2) and quads (3) can be read: split it first",
                         (long long)type);
  *out = (shape){.kind = LEFT_OUT, .nodes = nodes[type]};
  if (kind == 't') out->kind = XPBD_TRIANGLES, out->corners = 3;
  if (kind == 'q') out->kind = XPBD_POLYGONS, out->corners = 4;
  if (kind == 'T') out->kind = XPBD_TETS, out->corners = 4;
  return XPBD_OK;
}

/* Reads the vertices of an element: corners first, then those on edges, faces and inside. */
static xpbd_status read_element(xpbd_msh *m, const shape *s, int width, int64_t number, int64_t group) {
  int64_t nodes[MOST_NODES];
  const char *what = s->kind == XPBD_TETS ? "corners of a tet" : "corners of an element";
  XPBD_TRY(xpbd_msh_integers(m, what, width, s->nodes, nodes));
  XPBD_TRY(xpbd_msh_end_record(m, what));
  m->elements++;
  if (s->kind == LEFT_OUT) return XPBD_OK;
  if (s->nodes > s->corners)
    XPBD_REPAIR(m->text.import, odd, "%s%s: a curved element of %d vertices, of which %d are corners", m->text.path,
                xpbd_text_where(&m->text, m->binary).text, s->nodes, s->corners);
  XPBD_TRY(xpbd_msh_put_group(m, number, group));
  return xpbd_elements_add(m->out, s->kind, number, nodes, s->corners, place_of(m, m->elements - 1));
}

/* Reads the tags of an element of format 2. The first is its group. */
static xpbd_status read_tags(xpbd_msh *m, int64_t count, int64_t *group) {
  *group = 0;
  for (int64_t i = 0; i < count; i++) {
    int64_t tag;
    XPBD_TRY(xpbd_msh_integers(m, "tags of an element", XPBD_MSH_INT, 1, &tag));
    if (i == 0) *group = tag;
  }
  return XPBD_OK;
}

/* In format 2: number, type, count of tags, tags, corners. In format 1: number, type, group, entity, count of corners,
 * corners. */
static xpbd_status read_elements_2(xpbd_msh *m, int64_t count) {
  int64_t head[3], group, corners;
  shape s = {0};
  for (int64_t i = 0; i < count; i++) {
    XPBD_TRY(xpbd_msh_begin_record(m, "an element"));
    XPBD_TRY(xpbd_msh_integers(m, "an element", XPBD_MSH_INT, m->format == XPBD_MSH_1 ? 2 : 3, head));
    if (m->format == XPBD_MSH_1) head[2] = 2;
    if (head[2] < 0) return xpbd_msh_fail(m, "an element of %lld tags", (long long)head[2]);
    XPBD_TRY(read_tags(m, head[2], &group));
    XPBD_TRY(shape_of(m, head[1], &s));
    if (m->format == XPBD_MSH_1) {
      XPBD_TRY(xpbd_msh_integers(m, "an element", XPBD_MSH_INT, 1, &corners));
      if (corners != s.nodes)
        return xpbd_msh_fail(m, "an element of type %lld with %lld vertices instead of %d", (long long)head[1],
                             (long long)corners, s.nodes);
    }
    XPBD_TRY(read_element(m, &s, XPBD_MSH_INT, head[0], group));
  }
  return XPBD_OK;
}

/* Binary files group elements by type: type, count, number of tags, then number, tags and corners of each. */
static xpbd_status read_binary_elements_2(xpbd_msh *m, int64_t count) {
  int64_t head[3], number, group;
  shape s = {0};
  for (int64_t left = count; left > 0; left -= head[1]) {
    XPBD_TRY(xpbd_msh_integers(m, "elements", XPBD_MSH_INT, 3, head));
    if (head[1] < 1 || head[1] > left || head[2] < 0)
      return xpbd_msh_fail(m, "%lld elements of type %lld with %lld tags, but %lld are left of those counted",
                           (long long)head[1], (long long)head[0], (long long)head[2], (long long)left);
    XPBD_TRY(shape_of(m, head[0], &s));
    for (int64_t i = 0; i < head[1]; i++) {
      XPBD_TRY(xpbd_msh_integers(m, "an element", XPBD_MSH_INT, 1, &number));
      XPBD_TRY(read_tags(m, head[2], &group));
      XPBD_TRY(read_element(m, &s, XPBD_MSH_INT, number, group));
    }
  }
  return XPBD_OK;
}

static xpbd_status read_elements_4(xpbd_msh *m) {
  int64_t head[4], block[4], number; /* of a block: dimension, entity, type, elements */
  shape s = {0};
  XPBD_TRY(read_head_4(m, "elements", head));
  int64_t left = head[1];
  for (int64_t b = 0; b < head[0]; b++, left -= block[3]) {
    XPBD_TRY(read_block_4(m, "elements", left, block));
    XPBD_TRY(shape_of(m, block[2], &s));
    const int64_t group = xpbd_msh_group(m, block[0], block[1]);
    for (int64_t i = 0; i < block[3]; i++) {
      XPBD_TRY(xpbd_msh_begin_record(m, "an element"));
      XPBD_TRY(xpbd_msh_integers(m, "an element", m->number_width, 1, &number));
      XPBD_TRY(read_element(m, &s, m->number_width, number, group));
    }
  }
  return check_rest(m, "elements", left);
}

static xpbd_status read_nodes(xpbd_msh *m, const char *name, const char *end) {
  const bool parametric = strcmp(name, "$ParametricNodes") == 0;
  m->has_nodes = true;
  XPBD_TRY(m->format >= XPBD_MSH_40 ? read_nodes_4(m) : read_nodes_2(m, parametric));
  return xpbd_msh_section_end(m, end);
}

static xpbd_status read_elements(xpbd_msh *m, const char *end) {
  int64_t count;
  m->has_elements = true;
  if (m->format >= XPBD_MSH_40) {
    XPBD_TRY(read_elements_4(m));
  } else {
    XPBD_TRY(read_count_2(m, "elements", &count));
    XPBD_TRY(m->binary ? read_binary_elements_2(m, count) : read_elements_2(m, count));
  }
  return xpbd_msh_section_end(m, end);
}

static xpbd_status read_section(xpbd_msh *m, const char *name) {
  static const struct {
    const char *name, *end;
    bool nodes;
  } sections[] = {{"$Nodes", "$EndNodes", true},
                  {"$ParametricNodes", "$EndParametricNodes", true},
                  {"$NOD", "$ENDNOD", true},
                  {"$Elements", "$EndElements", false},
                  {"$ELM", "$ENDELM", false}};
  if (name[0] != '$' || strncmp(name, "$End", 4) == 0)
    return xpbd_msh_fail(m, "found '%s' where a section should begin", xpbd_text_show(name).text);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    if (strcmp(name, sections[i].name) != 0) continue;
    if (sections[i].nodes ? m->has_nodes : m->has_elements) return xpbd_msh_fail(m, "a second section %s", name);
    return sections[i].nodes ? read_nodes(m, name, sections[i].end) : read_elements(m, sections[i].end);
  }
  if (strcmp(name, "$ElementData") == 0 || strcmp(name, "$NodeData") == 0) return xpbd_msh_data(m, name);
  if (strcmp(name, "$Entities") == 0 && m->format >= XPBD_MSH_40) return xpbd_msh_entities(m);
  return skip_section(m, name);
}

static xpbd_status scan(xpbd_msh *m) {
  XPBD_TRY(read_format(m));
  m->out->binary = m->binary;
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(&m->text, &more));
    if (!more) break;
    char *cursor = m->text.line, copy[80];
    const char *word = xpbd_text_token(&cursor);
    if (!word) continue;
    snprintf(copy, sizeof copy, "%s", word); /* reading the next line overwrites it */
    XPBD_TRY(read_section(m, copy));
  }
  if (!m->has_nodes || !m->has_elements)
    return xpbd_msh_fail(m, "the file ends without a section %s; is it cut off?",
                         m->format == XPBD_MSH_1 ? m->has_nodes ? "$ELM" : "$NOD"
                         : m->has_nodes          ? "$Elements"
                                                 : "$Nodes");
  return XPBD_OK;
}

xpbd_status xpbd_read_msh(const char *path, xpbd_import *import, xpbd_mesh *out) {
  xpbd_elements elements = {.path = path, .tets_path = path, .import = import};
  xpbd_msh m = {.out = &elements};
  XPBD_TRY(xpbd_text_open(path, import, &m.text));
  xpbd_status status = scan(&m);
  xpbd_text_close(&m.text);
  free(m.entities);
  if (status == XPBD_OK) status = xpbd_elements_mesh(&elements, out);
  xpbd_elements_destroy(&elements);
  return status;
}
