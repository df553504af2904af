/* Why this file exists: the parts of the reader of Gmsh files: records (import_msh_records.c), groups and data of
 * elements (import_msh_data.c), and vertices and elements (import_msh.c). Private to lib/mesh. */
#pragma once

#include "mesh/import.h"

/// The physical group of an entity of format 4.
typedef struct xpbd_msh_entity {
  int64_t dimension, tag, group;
} xpbd_msh_entity;

/// The formats of Gmsh. 3 was never released.
typedef enum xpbd_msh_format { XPBD_MSH_1, XPBD_MSH_2, XPBD_MSH_40, XPBD_MSH_41 } xpbd_msh_format;

typedef struct xpbd_msh {
  xpbd_text text;
  char *cursor; ///< Of the line, in text.
  xpbd_elements *out;
  xpbd_msh_format format;
  bool binary;      ///< In sections of binary records.
  bool big;         ///< Big-endian.
  int size_width;   ///< Bytes of a count in binary.
  int number_width; ///< Bytes of the number of a vertex or element in binary.
  bool has_nodes, has_elements, has_groups;
  int group_field;  ///< The field of groups, after the first one (has_groups).
  int64_t elements; ///< Read so far, of all kinds.
  size_t entity_count, entity_capacity;
  xpbd_msh_entity *entities; ///< [entity_count] those in groups, sorted
} xpbd_msh;

enum { XPBD_MSH_INT = 4 /* bytes */ };

#define xpbd_msh_fail(m, format, ...)                                                                                  \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s%s: " format, (m)->text.path, xpbd_text_where(&(m)->text, (m)->binary).text,         \
            __VA_ARGS__)

/// Begin and end a record. In text it is a line. Messages name `what`.
xpbd_status xpbd_msh_begin_record(xpbd_msh *m, const char *what);
xpbd_status xpbd_msh_end_record(xpbd_msh *m, const char *what);
/// Reads an integer of `width` bytes, only in binary.
xpbd_status xpbd_msh_bytes(xpbd_msh *m, int width, uint64_t *out);
/// Reads `count` integers of a record, in binary of `width` bytes each.
xpbd_status xpbd_msh_integers(xpbd_msh *m, const char *what, int width, int count, int64_t *out);
xpbd_status xpbd_msh_reals(xpbd_msh *m, const char *what, int count, double *out);
/// Checks that a count fits into the file, so that a wrong count does not cause a long loop.
xpbd_status xpbd_msh_check_count(const xpbd_msh *m, const char *what, int64_t count);
/// Reads the line that ends a section, `name`.
xpbd_status xpbd_msh_section_end(xpbd_msh *m, const char *name);

/// Reads $Entities of format 4: which entities are in physical groups.
xpbd_status xpbd_msh_entities(xpbd_msh *m);
/// The physical group of an entity, 0 = none.
int64_t xpbd_msh_group(const xpbd_msh *m, int64_t dimension, int64_t tag);
/// Notes the physical group of an element of the mesh, 0 = none.
xpbd_status xpbd_msh_put_group(xpbd_msh *m, int64_t number, int64_t group);
/// Reads $ElementData or $NodeData: numbers of one name, each with the number of its element or vertex.
xpbd_status xpbd_msh_data(xpbd_msh *m, const char *section);
