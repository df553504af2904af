/* Why this file exists: reads a set of constraints of a scene file. Rest numbers that are not there are computed from
 * the rest positions, and particles that are not there are those of the mesh. */
#include <math.h>
#include <string.h>

#include "api/scene_sets.h"
#include "base/error.h"
#include "scene/build.h"
#include "scene/members.h"
#include "xpbd/formula_file.h"

static const char set_members[] =
    "formula formula_hash about source element particles_per_element count left_out rows unit "
    "summed_over material compliance stiffness damping damping_reading order solve "
    "fields rest_rows rest_numbers particles rest";

/* A formula of the same name may have another text, and so another law. A file made by hand needs no hash, and then it is
 * unchecked. */
static xpbd_status find_formula(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info **out,
                                bool *unchecked) {
  const char *name = NULL, *hash = NULL;
  char own[XPBD_HASH_WORD];
  XPBD_TRY(xpbd_source_word(source, item, "formula", &name));
  if (!name) return xpbd_source_fail(source, "formula is missing");
  XPBD_TRY(xpbd_source_word(source, item, "formula_hash", &hash));
  const int formula = xpbd_formula_find(name);
  *out = xpbd_formula_at(formula);
  if (!*out && hash)
    return xpbd_source_fail(
        source, "formula '%.60s' is from a formula file: load that file first, with --formula FILE.h", name);
  if (!*out)
    return xpbd_source_fail(source, "there is no formula '%.60s'; xpbd-bench --list=formulas lists them", name);
  *unchecked = !hash && xpbd_formula_file_of(formula);
  if (!hash) return XPBD_OK;
  if (!xpbd_scene_formula_hash(formula, own))
    return xpbd_source_fail(source,
                            "formula %s was written from a formula file, and here it is built in: rename it in "
                            "that file, and export the scene again",
                            name);
  if (strcmp(hash, own) != 0)
    return xpbd_source_fail(source,
                            "formula %s has the hash '%.40s', and %s has %s: load the file that the scene was "
                            "written with, or export the scene again",
                            name, hash, xpbd_formula_file_of(formula)->path, own);
  return XPBD_OK;
}

/* The rest shapes are read by position, so their names must be the ones that this library reads there. */
static xpbd_status check_rest(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info *info) {
  const int rest_rows = xpbd_scene_rest_rows(info), count = xpbd_rest_size(info) / rest_rows;
  const xpbd_json_node *list = NULL;
  int64_t given = rest_rows;
  int k = 0;
  XPBD_TRY(xpbd_source_whole(source, item, "rest_rows", rest_rows, rest_rows, &given));
  XPBD_TRY(xpbd_source_list(source, item, "rest_numbers", &list));
  for (const xpbd_json_node *at = xpbd_json_first(&source->json, list); at;
       at = xpbd_json_after(&source->json, at), k++) {
    const xpbd_rest_name right = xpbd_rest_name_of(info, k);
    const char *name = NULL, *unit = right.unit;
    XPBD_TRY(xpbd_source_check(source, at, "name unit"));
    XPBD_TRY(xpbd_source_word(source, at, "name", &name));
    if (right.unit[0]) XPBD_TRY(xpbd_source_word(source, at, "unit", &unit)); /* else it is null */
    if (k < count && name && strcmp(name, right.name) == 0 && strcmp(unit, right.unit) == 0) continue;
    return k < count ? xpbd_source_fail(source, "rest_numbers: number %d is '%.60s' in '%.20s', of %s it is %s in %s",
                                        k, name ? name : "", unit, info->name, right.name,
                                        right.unit[0] ? right.unit : "no unit")
                     : xpbd_source_fail(source, "rest_numbers has more than the %d of %s", count, info->name);
  }
  if (list && k < count) return xpbd_source_fail(source, "rest_numbers has %d, %s has %d", k, info->name, count);
  return XPBD_OK;
}

/* Which of these numbers came from outside. */
static xpbd_status check_fields(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info *info) {
  const xpbd_json_node *list = NULL;
  const xpbd_formula_field *field = info->fields;
  XPBD_TRY(xpbd_source_list(source, item, "fields", &list));
  const xpbd_json_node *at = xpbd_json_first(&source->json, list);
  for (; at; at = xpbd_json_after(&source->json, at), field++) {
    const char *name = NULL;
    int64_t place, width;
    if (!field || !field->name) return xpbd_source_fail(source, "fields has more than %s has", info->name);
    XPBD_TRY(xpbd_source_check(source, at, "name unit about at width"));
    XPBD_TRY(xpbd_source_word(source, at, "name", &name));
    if (!name || strcmp(name, field->name) != 0)
      return xpbd_source_fail(source, "fields has '%.60s', of %s it is %s", name ? name : "", info->name, field->name);
    XPBD_TRY(xpbd_source_whole(source, at, "at", field->at, field->at, &place));
    XPBD_TRY(xpbd_source_whole(source, at, "width", field->width, field->width, &width));
  }
  if (list && field && field->name) return xpbd_source_fail(source, "fields lacks %s of %s", field->name, info->name);
  return XPBD_OK;
}

/* What a file says about a formula must hold for the one of that name. */
static xpbd_status check_formula(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info *info) {
  int64_t arity = info->arity, rows = info->rows;
  const char *unit = info->unit, *sum = xpbd_scene_sum_of(info), *given = sum;
  const char *own = xpbd_scene_element_of(info), *element = own;
  XPBD_TRY(xpbd_source_word(source, item, "element", &element));
  if (strcmp(element, own) != 0)
    return xpbd_source_fail(source, "element is '%.40s', of %s it is %s", element, info->name, own);
  XPBD_TRY(xpbd_source_whole(source, item, "particles_per_element", arity, arity, &arity));
  XPBD_TRY(xpbd_source_whole(source, item, "rows", rows, rows, &rows));
  XPBD_TRY(xpbd_source_word(source, item, "unit", &unit));
  if (strcmp(unit, info->unit) != 0)
    return xpbd_source_fail(source, "unit is '%.40s', C of %s is in %s", unit, info->name, info->unit);
  XPBD_TRY(xpbd_source_word(source, item, "summed_over", &given));
  if (strcmp(given, sum) != 0)
    return xpbd_source_fail(source, "summed_over is '%.40s', of %s it is %s", given, info->name, sum);
  XPBD_TRY(check_rest(source, item, info));
  return check_fields(source, item, info);
}

static xpbd_status read_material(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info *info,
                                 xpbd_constraints_def *def) {
  const xpbd_json_node *material = NULL;
  char known[XPBD_MAX_MATERIAL * 40] = "";
  for (int k = 0; k < info->material_count; k++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", k > 0 ? " " : "", info->material[k].name);
  }
  XPBD_TRY(xpbd_source_object(source, item, "material", known, &material));
  for (int k = 0; k < info->material_count; k++)
    XPBD_TRY(xpbd_source_real(source, material, info->material[k].name, info->material[k].unit, &def->material[k]));
  return XPBD_OK;
}

/* The compliance is 1 / stiffness if only the stiffness is there. Both must agree. */
static xpbd_status read_laws(const xpbd_source *source, const xpbd_json_node *item, const xpbd_formula_info *info,
                             xpbd_constraints_def *def) {
  char unit[80];
  double stiffness = NAN;
  int reading = XPBD_DAMPING_XPBD, order = XPBD_ORDER_GROUP, solve = XPBD_SOLVE_STANDARD;
  snprintf(unit, sizeof unit, "(%s)^2/J", info->unit);
  XPBD_TRY(xpbd_source_real(source, item, "compliance", unit, &def->compliance));
  snprintf(unit, sizeof unit, "J/(%s)^2", info->unit);
  XPBD_TRY(xpbd_source_limit(source, item, "stiffness", unit, &stiffness));
  if (isnan(def->compliance)) def->compliance = 1.0 / stiffness; /* null is infinite */
  const double inverse = 1.0 / def->compliance;
  const bool agree = isinf(stiffness) ? isinf(inverse) : fabs(inverse - stiffness) <= 1e-9 * stiffness;
  if (!isnan(stiffness) && !agree)
    return xpbd_source_fail(source, "compliance is %g and stiffness is %g; one must be the inverse of the other",
                            def->compliance, stiffness);
  snprintf(unit, sizeof unit, "J s/(%s)^2", info->unit);
  XPBD_TRY(xpbd_source_real(source, item, "damping", unit, &def->damping));
  XPBD_TRY(xpbd_source_choice(source, item, "damping_reading", xpbd_damping_name, &reading));
  XPBD_TRY(xpbd_source_choice(source, item, "order", xpbd_order_name, &order));
  XPBD_TRY(xpbd_source_choice(source, item, "solve", xpbd_solve_name, &solve));
  def->damping_reading = (xpbd_damping)reading;
  def->order = (xpbd_order)order;
  def->solve = (xpbd_solve)solve;
  return XPBD_OK;
}

/* Adds a set whose rest shapes follow from the rest positions. */
static xpbd_status add_shaped(xpbd_set_reader *reader, const xpbd_constraints_def *def) {
  xpbd_scene *scene = reader->model->scene;
  if (!reader->rest) XPBD_TRY(xpbd_scene_create(reader->shape, &reader->rest));
  for (int32_t c = xpbd_scene_centre_count(reader->rest); c < xpbd_scene_centre_count(scene); c++) {
    int32_t index;
    XPBD_TRY(xpbd_scene_add_centre(reader->rest, xpbd_scene_centre(scene, c)->first, xpbd_scene_centre(scene, c)->count,
                                   &index));
  }
  XPBD_TRY(def->particles ? xpbd_scene_add(reader->rest, def)
                          : xpbd_scene_add_on_mesh(reader->rest, &reader->model->mesh, 0, def));
  return xpbd_draft_move_set(reader->rest, def, 1.0, scene);
}

xpbd_status xpbd_scene_set_read(xpbd_set_reader *reader, const xpbd_json_node *item) {
  xpbd_source *source = reader->source;
  XPBD_TRY(xpbd_source_check(source, item, set_members));
  const xpbd_formula_info *info = NULL;
  bool unchecked = false;
  XPBD_TRY(find_formula(source, item, &info, &unchecked));
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = info->name;
  XPBD_TRY(check_formula(source, item, info));
  XPBD_TRY(read_material(source, item, info, &def));
  XPBD_TRY(read_laws(source, item, info, &def));
  if (reader->in_order) def.order = XPBD_ORDER_MESH;
  int64_t left_out = 0;
  xpbd_source_shape shape = {.rows = -1, .width = info->arity, .whole = true};
  XPBD_TRY(xpbd_source_whole(source, item, "left_out", 0, INT32_MAX / 2, &left_out));
  XPBD_TRY(xpbd_source_whole(source, item, "count", 0, INT32_MAX, &shape.rows));
  XPBD_TRY(xpbd_source_array(source, item, "particles", shape, &shape.rows, &def.particles));
  shape.width = xpbd_rest_size(info), shape.whole = false;
  XPBD_TRY(xpbd_source_array(source, item, "rest", shape, NULL, &def.rest));
  if (def.rest && !def.particles) return xpbd_source_fail(source, "rest without particles");
  if (shape.rows >= 0 && !def.particles) return xpbd_source_fail(source, "count without particles");
  if (def.particles) def.count = (int32_t)shape.rows;
  xpbd_scene *scene = reader->model->scene;
  XPBD_TRY(xpbd_source_blame(source, def.rest ? xpbd_scene_add(scene, &def) : add_shaped(reader, &def)));
  if (def.rest) xpbd_scene_add_left_out(scene, (int32_t)left_out);
  if (unchecked) xpbd_scene_mark_unchecked(scene);
  return XPBD_OK;
}
