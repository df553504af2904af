/* Why this file exists: a reader of a scene file knows no formula of this library. So each set says what its numbers
 * are: the formula with its source, the materials, the compliance, the damping and the rest shapes, by name and unit. */
#include "api/scene_sets.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formula/table.h"
#include "xpbd/formula_file.h"

#define COLUMN_2(n, unit) "inverse_rest_1" n " " unit ", inverse_rest_2" n " " unit
#define COLUMN_3(n, unit) COLUMN_2(n, unit) ", inverse_rest_3" n " " unit
#define MATRIX_2(unit)    COLUMN_2("1", unit) ", " COLUMN_2("2", unit)
#define MATRIX_3(unit)    COLUMN_3("1", unit) ", " COLUMN_3("2", unit) ", " COLUMN_3("3", unit)

/* The numbers of the rest shapes, for formulas whose names match. The first line that matches counts. inverse_rest_RC
 * is the number in row R and column C of the inverse of Dm, whose columns are the edges x1 - x0, x2 - x0, ... at rest.
 * The formula's file in lib/formula says more. */
static const struct {
  const char *pattern, *numbers;
} rest_numbers[] = {
    {"espef_*", "length m"},
    {"stretching", "length m"},
    {"hookean", "length m"},
    {"stvk", "length m"},
    {"morse*", "length m"},
    {"distance_bending", "length m"},
    {"shear_angle*", "angle rad"},
    {"dihedral*", "angle rad"},
    {"*_stretch_tet*", COLUMN_3("c", "1/m")},
    {"*_shear_tet*", COLUMN_3("a", "1/m") ", " COLUMN_3("b", "1/m")},
    {"*_stretch*", COLUMN_2("c", "1/m")},
    {"*_shear*", COLUMN_2("a", "1/m") ", " COLUMN_2("b", "1/m")},
    {"stvk_strain_tet", MATRIX_3("m^(-1/4)") ", root_of_volume m^(3/2)"},
    {"linear_strain_tet", MATRIX_3("m^(1/2)") ", root_of_volume m^(3/2)"},
    {"*_strain_triangle", MATRIX_2("m^(-1/2)") ", root_of_area m"},
    {"stable_neo_hookean_tet", MATRIX_3("1/m") ", root_of_volume m^(3/2)"},
    {"hydrostatic_tet", "root_of_volume_by_determinant m^(-3/2), root_of_volume m^(3/2)"},
    {"nodal_volume_tet", "volume m^3, sign 1"},
    {"fibre_tet", "inverse_rest_fibre_1 1/m, inverse_rest_fibre_2 1/m, inverse_rest_fibre_3 1/m, rest_stretch 1, "
                  "root_of_volume m^(3/2)"},
    {"tet_volume", "volume m^3"},
    {"closed_volume", "volume m^3"},
    {"tet_determinant", "determinant m^3"},
    {"triangle_area", "squared_normal m^4"},
    {"isometric_bending", "weight_1 1/m, weight_2 1/m, weight_3 1/m"},
    {"shell_bending", "angle rad, edge_by_root_of_areas 1"},
    {"*_tet*", MATRIX_3("1/m") ", volume m^3"},
    {"*_triangle*", MATRIX_2("1/m") ", area m^2"},
};

/* Formulas of files may have any name, also one that a pattern matches. */
static bool is_built_in(const xpbd_formula_info *info) {
  static const char *const names[] = {
#define XPBD_FORMULA_ENTRY(name, ...) #name,
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
  };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(names[k], info->name) == 0) return true;
  return false;
}

const char *xpbd_rest_numbers(const xpbd_formula_info *info) {
  if (!is_built_in(info)) return NULL;
  for (size_t k = 0; k < sizeof rest_numbers / sizeof *rest_numbers; k++)
    if (fnmatch(rest_numbers[k].pattern, info->name, 0) == 0) return rest_numbers[k].numbers;
  return NULL;
}

xpbd_rest_name xpbd_rest_name_of(const xpbd_formula_info *info, int index) {
  xpbd_rest_name out = {.unit = ""};
  const char *at = xpbd_rest_numbers(info);
  for (int k = 0; k < index && at; k++) {
    at = strchr(at, ',');
    if (at) at += 2;
  }
  const size_t length = at ? strcspn(at, " ") : 0;
  snprintf(out.name, sizeof out.name, "number_%d", index);
  if (length == 0) return out;
  snprintf(out.name, sizeof out.name, "%.*s", (int)length, at);
  snprintf(out.unit, sizeof out.unit, "%.*s", (int)strcspn(at + length + 1, ","), at + length + 1);
  return out;
}

bool xpbd_scene_formula_hash(int formula, char out[XPBD_HASH_WORD]) {
  const xpbd_formula_file *file = xpbd_formula_file_of(formula);
  snprintf(out, XPBD_HASH_WORD, "%016" PRIx64, file ? file->hash : 0);
  return file != NULL;
}

int xpbd_scene_rest_rows(const xpbd_formula_info *info) {
  return info->traits & XPBD_ROWS_ALIKE ? 1 : info->rows;
}

const char *xpbd_scene_element_of(const xpbd_formula_info *info) {
  static const char *const elements[XPBD_ELEMENTS] = {"edge", "opposite", "corner", "triangle", "hinge", "tet"};
  return elements[info->element];
}

static void write_rest_numbers(xpbd_scene_text *to, const xpbd_formula_info *info, int count) {
  xpbd_scene_open(to, "rest_numbers", '[');
  for (int k = 0; k < count; k++) {
    const xpbd_rest_name number = xpbd_rest_name_of(info, k);
    xpbd_scene_put_name(to, number.name, number.unit[0] ? number.unit : NULL);
  }
  xpbd_scene_close(to, ']');
}

static void write_material(xpbd_scene_text *to, const xpbd_constraints *set, const xpbd_formula_info *info) {
  xpbd_scene_open(to, "material", '{');
  for (int k = 0; k < info->material_count; k++)
    xpbd_scene_put_quantity(to, info->material[k].name, set->material[k], info->material[k].unit);
  xpbd_scene_close(to, '}');
}

/* Where the values of fields are among the numbers of the rest shape. */
static void write_fields(xpbd_scene_text *to, const xpbd_formula_info *info) {
  xpbd_scene_open(to, "fields", '[');
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
    xpbd_scene_open(to, NULL, '{');
    xpbd_scene_put_word(to, "name", field->name);
    xpbd_scene_put_word(to, "unit", field->unit);
    xpbd_scene_put_word(to, "about", field->about);
    xpbd_scene_put_whole(to, "at", field->at);
    xpbd_scene_put_whole(to, "width", field->width);
    xpbd_scene_close(to, '}');
  }
  xpbd_scene_close(to, ']');
}

const char *xpbd_scene_sum_of(const xpbd_formula_info *info) {
  return info->traits & XPBD_NODAL ? "particle" : info->traits & XPBD_SUMMED ? "set" : "none";
}

/* The units of alpha and beta follow from the unit of C: alpha in C^2/J, beta in J s/C^2. */
static void write_laws(xpbd_scene_text *to, const xpbd_constraints *set, const xpbd_formula_info *info) {
  char unit[80];
  snprintf(unit, sizeof unit, "(%s)^2/J", info->unit);
  xpbd_scene_put_quantity(to, "compliance", set->compliance, unit);
  snprintf(unit, sizeof unit, "J/(%s)^2", info->unit);
  xpbd_scene_put_quantity(to, "stiffness", 1.0 / set->compliance, unit); /* null where it is infinite */
  snprintf(unit, sizeof unit, "J s/(%s)^2", info->unit);
  xpbd_scene_put_quantity(to, "damping", set->damping, unit);
  xpbd_scene_put_word(to, "damping_reading", xpbd_damping_name((int)set->damping_reading));
}

static void write_set(xpbd_scene_text *to, const xpbd_constraints *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int rest_rows = xpbd_scene_rest_rows(info), size = xpbd_rest_size(info);
  char hash[XPBD_HASH_WORD];
  xpbd_scene_open(to, NULL, '{');
  xpbd_scene_put_word(to, "formula", info->name);
  if (xpbd_scene_formula_hash(set->formula, hash)) xpbd_scene_put_word(to, "formula_hash", hash);
  xpbd_scene_put_word(to, "about", info->about);
  xpbd_scene_put_word(to, "source", info->source);
  xpbd_scene_put_word(to, "element", xpbd_scene_element_of(info));
  xpbd_scene_put_whole(to, "particles_per_element", info->arity);
  xpbd_scene_put_whole(to, "count", set->count);
  xpbd_scene_put_whole(to, "left_out", set->left_out);
  xpbd_scene_put_whole(to, "rows", info->rows);
  xpbd_scene_put_word(to, "unit", info->unit);
  xpbd_scene_put_word(to, "summed_over", xpbd_scene_sum_of(info));
  write_material(to, set, info);
  write_laws(to, set, info);
  xpbd_scene_put_word(to, "order", xpbd_order_name((int)set->order));
  xpbd_scene_put_word(to, "solve", xpbd_solve_name((int)set->solve));
  write_fields(to, info);
  xpbd_scene_put_whole(to, "rest_rows", rest_rows);
  write_rest_numbers(to, info, size / rest_rows);
  xpbd_scene_put_array(to, "particles",
                       (xpbd_scene_array){.integers = set->particles, .rows = set->count, .width = info->arity});
  xpbd_scene_put_array(to, "rest", (xpbd_scene_array){.reals = set->rest, .rows = set->count, .width = size});
  xpbd_scene_close(to, '}');
}

void xpbd_scene_sets_write(xpbd_scene_text *to, const xpbd_scene *scene) {
  xpbd_scene_open(to, "sets", '[');
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) write_set(to, xpbd_scene_set(scene, s));
  xpbd_scene_close(to, ']');
}
