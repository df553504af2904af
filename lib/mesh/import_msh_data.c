/* Why this file exists: the attributes of Gmsh files: the physical groups of elements, as the attribute "physical", and
 * the sections $ElementData and $NodeData. */
#include <stdlib.h>
#include <string.h>

#include "mesh/import_msh.h"

enum { MOST_COMPONENTS = 9, MOST_TAGS = 16 };

static int compare_entities(const void *left, const void *right) {
  const xpbd_msh_entity *a = left, *b = right;
  if (a->dimension != b->dimension) return a->dimension < b->dimension ? -1 : 1;
  return (a->tag > b->tag) - (a->tag < b->tag);
}

/* An entity in several groups has the first. Gmsh negates the group of an entity that is used in reverse. */
static xpbd_status read_entity(xpbd_msh *m, int dimension) {
  double box[6];
  int64_t tag, groups, group, first = 0;
  XPBD_TRY(xpbd_msh_begin_record(m, "an entity"));
  XPBD_TRY(xpbd_msh_integers(m, "an entity", XPBD_MSH_INT, 1, &tag));
  XPBD_TRY(xpbd_msh_reals(m, "an entity", dimension == 0 && m->format == XPBD_MSH_41 ? 3 : 6, box));
  XPBD_TRY(xpbd_msh_integers(m, "groups of an entity", m->size_width, 1, &groups));
  XPBD_TRY(xpbd_msh_check_count(m, "groups", groups));
  for (int64_t i = 0; i < groups; i++) {
    XPBD_TRY(xpbd_msh_integers(m, "groups of an entity", XPBD_MSH_INT, 1, &group));
    if (i == 0) first = group < 0 ? -group : group;
  }
  if (dimension > 0) {
    XPBD_TRY(xpbd_msh_integers(m, "boundary of an entity", m->size_width, 1, &groups));
    XPBD_TRY(xpbd_msh_check_count(m, "entities", groups));
    for (int64_t i = 0; i < groups; i++)
      XPBD_TRY(xpbd_msh_integers(m, "boundary of an entity", XPBD_MSH_INT, 1, &group));
  }
  if (first == 0) return XPBD_OK;
  void *array = m->entities;
  XPBD_TRY(xpbd_import_room(m->text.path, &array, m->entity_count, &m->entity_capacity, 1, sizeof *m->entities));
  m->entities = array;
  m->entities[m->entity_count++] = (xpbd_msh_entity){dimension, tag, first};
  return XPBD_OK;
}

xpbd_status xpbd_msh_entities(xpbd_msh *m) {
  int64_t counts[4];
  XPBD_TRY(xpbd_msh_begin_record(m, "$Entities"));
  XPBD_TRY(xpbd_msh_integers(m, "$Entities", m->size_width, 4, counts));
  for (int dimension = 0; dimension < 4; dimension++) {
    XPBD_TRY(xpbd_msh_check_count(m, "entities", counts[dimension]));
    for (int64_t i = 0; i < counts[dimension]; i++) XPBD_TRY(read_entity(m, dimension));
  }
  if (m->entity_count > 0) qsort(m->entities, m->entity_count, sizeof *m->entities, compare_entities);
  return xpbd_msh_section_end(m, "$EndEntities");
}

int64_t xpbd_msh_group(const xpbd_msh *m, int64_t dimension, int64_t tag) {
  const xpbd_msh_entity wanted = {dimension, tag, 0};
  const xpbd_msh_entity *found =
      m->entity_count > 0 ? bsearch(&wanted, m->entities, m->entity_count, sizeof wanted, compare_entities) : NULL;
  return found ? found->group : 0;
}

xpbd_status xpbd_msh_put_group(xpbd_msh *m, int64_t number, int64_t group) {
  const double value = (double)(group < 0 ? -group : group);
  if (group == 0) return XPBD_OK;
  if (!m->has_groups) {
    XPBD_TRY(xpbd_import_field(&m->text, m->binary, "physical", 1, false, &m->group_field));
    if (m->group_field != XPBD_NO_FIELD) m->text.import->fields.list[m->group_field].absent = 0;
    m->has_groups = true;
  }
  if (m->group_field == XPBD_NO_FIELD) return XPBD_OK;
  return xpbd_import_numbered(&m->text, m->binary, m->group_field, number, &value);
}

/* The head is text in binary files, too: a name in quotes, real tags (time), and integer tags: time step, numbers per
 * item, items. The first line of each list is its length. */
static xpbd_status read_head(xpbd_msh *m, char **name, int64_t integers[3]) {
  static const char *const whats[] = {"names", "real tags", "integer tags"};
  for (int list = 0; list < 3; list++) {
    int64_t count;
    XPBD_TRY(xpbd_msh_begin_record(m, whats[list]));
    XPBD_TRY(xpbd_msh_integers(m, whats[list], 0, 1, &count));
    if (count < (list == 0 ? 1 : list == 2 ? 3 : 0) || count > MOST_TAGS)
      return xpbd_msh_fail(m, "%lld %s of data; 1 name and 3 integer tags are needed", (long long)count, whats[list]);
    for (int64_t i = 0; i < count; i++) {
      XPBD_TRY(xpbd_msh_begin_record(m, whats[list]));
      if (list == 2 && i < 3) XPBD_TRY(xpbd_msh_integers(m, whats[list], 0, 1, &integers[i]));
      if (list != 0 || i != 0) continue;
      const char *begin = strchr(m->cursor, '"'), *end = strrchr(m->cursor, '"');
      if (!begin || end == begin + 1 || end == begin)
        return xpbd_msh_fail(m, "the name of data is '%s'; it must be in quotes", xpbd_text_show(m->cursor).text);
      *name = strndup(begin + 1, (size_t)(end - begin - 1));
      XPBD_REQUIRE(*name, XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", m->text.path, strlen(m->cursor));
    }
  }
  return XPBD_OK;
}

static xpbd_status read_values(xpbd_msh *m, const int64_t integers[3], int field) {
  const int width = (int)integers[1];
  double values[MOST_COMPONENTS];
  int64_t number;
  for (int64_t i = 0; i < integers[2]; i++) {
    XPBD_TRY(xpbd_msh_begin_record(m, "data"));
    XPBD_TRY(xpbd_msh_integers(m, "data", XPBD_MSH_INT, 1, &number));
    XPBD_TRY(xpbd_msh_reals(m, "data", width, values));
    XPBD_TRY(xpbd_msh_end_record(m, "data"));
    if (field != XPBD_NO_FIELD) XPBD_TRY(xpbd_import_numbered(&m->text, m->binary, field, number, values));
  }
  return XPBD_OK;
}

static xpbd_status read_named(xpbd_msh *m, bool on_vertices, char **name) {
  int64_t integers[3];
  int field;
  const bool binary = m->binary;
  m->binary = false;
  XPBD_TRY(read_head(m, name, integers));
  if (integers[1] < 1 || integers[1] > MOST_COMPONENTS)
    return xpbd_msh_fail(m, "data of %lld numbers per item; 1, 3 and 9 can be read", (long long)integers[1]);
  XPBD_TRY(xpbd_msh_check_count(m, "values", integers[2]));
  m->binary = binary;
  XPBD_TRY(xpbd_import_field(&m->text, m->binary, *name, integers[1], on_vertices, &field));
  return read_values(m, integers, field);
}

xpbd_status xpbd_msh_data(xpbd_msh *m, const char *section) {
  const bool on_vertices = strcmp(section, "$NodeData") == 0;
  char *name = NULL;
  const xpbd_status status = read_named(m, on_vertices, &name);
  free(name);
  XPBD_TRY(status);
  return xpbd_msh_section_end(m, on_vertices ? "$EndNodeData" : "$EndElementData");
}
