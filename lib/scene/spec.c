/* Why this file exists: parses the text that specifies the constraints of a body, e.g. "sbd:alpha=1e-5+tet_volume".
 * With it programs, benches and tables of papers name a material in one line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "formula/fields.h"
#include "formula/table.h"
#include "base/locale.h"
#include "scene/spec.h"
#include "xpbd/scenes.h"

enum { NAME_CAPACITY = XPBD_SPEC_WORD };

static const xpbd_model_name models[] = {
    {"sbd", "sbd_stretch+sbd_shear", "Green's strain of triangles, Cetinaslan 2023, Eqs. (10), (11)"},
    {"sbd_mod", "mod_stretch+mod_shear", "lengths and angles of triangles, Cetinaslan 2023, Eqs. (12), (13)"},
    {"esbd", "esbd_stretch+esbd_shear", "exponential of sbd, continued by tangents"},
    {"esbd_mod", "esbd_mod_stretch+esbd_mod_shear", "exponential of sbd_mod, continued by tangents"},
    {"esbd_literal", "esbd_stretch_literal+esbd_shear_literal", "exponential of sbd as printed"},
    {"esbd_mod_literal", "esbd_mod_stretch_literal+esbd_mod_shear_literal", "exponential of sbd_mod as printed"},
    {"sbd_tet", "sbd_stretch_tet+sbd_shear_tet", "Green's strain of tetrahedra"},
    {"sbd_mod_tet", "mod_stretch_tet+mod_shear_tet", "lengths and angles of tetrahedra"},
    {"esbd_tet", "esbd_stretch_tet+esbd_shear_tet", "exponential of sbd_tet, continued by tangents"},
    {"esbd_mod_tet", "esbd_mod_stretch_tet+esbd_mod_shear_tet", "exponential of sbd_mod_tet, continued by tangents"},
    {"esbd_tet_literal", "esbd_stretch_tet_literal+esbd_shear_tet_literal", "exponential of sbd_tet as printed"},
    {"stvk_nodal_tet", "stvk_strain_tet+nodal_volume_tet",
     "St. Venant-Kirchhoff solid with its volume kept at vertices: it does not lock near nu = 0.5"},
    {"esbd_mod_tet_literal", "esbd_mod_stretch_tet_literal+esbd_mod_shear_tet_literal",
     "exponential of sbd_mod_tet as printed"},
};

int xpbd_model_name_count(void) {
  return (int)(sizeof models / sizeof *models);
}
const xpbd_model_name *xpbd_model_name_at(int index) {
  return index >= 0 && index < xpbd_model_name_count() ? &models[index] : NULL;
}

/* Copies up to one of `stops`. False if it is empty or too long. `at` ends on the stop. */
static bool take_word(const char **at, const char *stops, char word[NAME_CAPACITY]) {
  const size_t length = strcspn(*at, stops);
  if (length == 0 || length >= NAME_CAPACITY) return false;
  memcpy(word, *at, length);
  word[length] = '\0';
  *at += length;
  return true;
}

/* A value ends at ',', ':' or '+', except the '+' of an exponent, as in 1e+5. */
static bool take_value(const char **at, char word[XPBD_SPEC_VALUE]) {
  size_t length = strcspn(*at, ",:+");
  const char *text = *at;
  while (text[length] == '+' && length >= 2 && strchr("eE", text[length - 1]) &&
         strchr("0123456789.", text[length - 2]))
    length += 1 + strcspn(&text[length + 1], ",:+");
  if (length == 0 || length >= XPBD_SPEC_VALUE) return false;
  memcpy(word, text, length);
  word[length] = '\0';
  *at += length;
  return true;
}

static xpbd_status read_number(const char *name, const char *key, const char *word, double *out) {
  const bool plain = strspn(word, "0123456789.+-eE") == strlen(word); /* strtod also takes nan, inf, 0x1p3, blanks */
  const locale_t before = xpbd_locale_enter();
  char *end = NULL;
  *out = plain ? strtod(word, &end) : NAN;
  xpbd_locale_leave(before);
  XPBD_REQUIRE(plain && end != word && *end == '\0' && isfinite(*out), XPBD_ERR_INVALID_ARGUMENT,
               "constraint '%s': %s is '%s', not a number", name, key, word);
  return XPBD_OK;
}

static xpbd_status read_word(const char *name, const char *key, const char *word, const char *(*known)(int), int *out) {
  char all[NAME_CAPACITY] = "";
  const char *one;
  for (int k = 0; (one = known(k)); k++) {
    if (strcmp(word, one) == 0) {
      *out = k;
      return XPBD_OK;
    }
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", one);
  }
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is '%s', not one of %s", name, key, word, all);
}

/* Reads '@attribute', one number, or the three numbers of a direction with '/' between them. */
static xpbd_status read_field(const char *name, const xpbd_formula_field *field, const char *word,
                              xpbd_spec_field *out) {
  XPBD_REQUIRE(!out->set, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is given twice", name, field->name);
  out->set = true;
  if (word[0] == '@') {
    XPBD_REQUIRE(word[1], XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is '@' without the name of an attribute",
                 name, field->name);
    memcpy(out->attribute, word + 1, strlen(word));
    return XPBD_OK;
  }
  const char *at = word;
  for (int k = 0; k < field->width; k++) {
    char number[NAME_CAPACITY];
    const bool more = take_word(&at, "/", number) && (*at == '/') == (k + 1 < field->width);
    XPBD_REQUIRE(more, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is '%s', must be %s, or @ATTRIBUTE of the mesh",
                 name, field->name, word, field->width == 3 ? "X/Y/Z, a direction" : "one number");
    at += *at == '/';
    XPBD_TRY(read_number(name, field->name, number, &out->value[k]));
  }
  char words[160];
  XPBD_REQUIRE(xpbd_field_takes(field, out->value, words, sizeof words), XPBD_ERR_INVALID_ARGUMENT,
               "constraint '%s': %s %s", name, field->name, words);
  return XPBD_OK;
}

/* Sets one key of one formula. *known tells whether the formula has it. */
static xpbd_status set_key(const char *name, const char *key, const char *word, xpbd_spec_part *part, bool *known) {
  const xpbd_formula_info *info = xpbd_formula_at(part->formula);
  double *number = strcmp(key, "alpha") == 0 ? &part->alpha : strcmp(key, "beta") == 0 ? &part->beta : NULL;
  int *choice = strcmp(key, "damping") == 0 ? &part->reading
                : strcmp(key, "order") == 0 ? &part->order
                : strcmp(key, "solve") == 0 ? &part->solve
                                            : NULL;
  double low = 0.0, high = INFINITY;
  for (int k = 0; k < info->material_count && !part->shear; k++) {
    if (strcmp(key, info->material[k].name) != 0) continue;
    number = &part->material[k];
    low = info->material[k].minimum, high = info->material[k].maximum;
  }
  const xpbd_formula_field *field = number || choice ? NULL : xpbd_field_find(info, key);
  *known = number || choice || field;
  if (field) return read_field(name, field, word, &part->field[field - info->fields]);
  if (!*known) return XPBD_OK;
  const bool again = number ? !isnan(*number) : *choice >= 0;
  XPBD_REQUIRE(!again, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is given twice", name, key);
  if (choice == &part->reading) return read_word(name, key, word, xpbd_damping_name, choice);
  if (choice == &part->order) return read_word(name, key, word, xpbd_order_name, choice);
  if (choice) return read_word(name, key, word, xpbd_solve_name, choice);
  XPBD_TRY(read_number(name, key, word, number));
  if (isinf(high))
    XPBD_REQUIRE(*number >= low, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s is %s, must be %g or more", name, key,
                 word, low);
  XPBD_REQUIRE(*number >= low && *number <= high, XPBD_ERR_INVALID_ARGUMENT,
               "constraint '%s': %s is %s, must be %g to %g", name, key, word, low, high);
  return XPBD_OK;
}

static void say_keys(const xpbd_spec *spec, int from, char *out, size_t capacity) {
  snprintf(out, capacity, "alpha, beta, damping, order, solve");
  const xpbd_formula_info *info = xpbd_formula_at(spec->part[from].formula);
  for (int k = 0; k < info->material_count; k++) {
    const size_t used = strlen(out);
    snprintf(out + used, capacity - used, ", %s", info->material[k].name);
  }
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
    const size_t used = strlen(out);
    snprintf(out + used, capacity - used, ", %s", field->name);
  }
}

/* Reads ":key=value,key=value", or ':' for ',', for the parts from `from` on. */
static xpbd_status read_keys(const char *name, const char **at, int from, xpbd_spec *out) {
  while (**at == ':' || **at == ',') {
    char key[NAME_CAPACITY], word[XPBD_SPEC_VALUE];
    (*at)++;
    XPBD_REQUIRE(take_word(at, "=,+:", key) && **at == '=', XPBD_ERR_INVALID_ARGUMENT,
                 "constraint '%s': ':' and ',' must be followed by KEY=VALUE, not '%.40s'", name, *at);
    (*at)++;
    const bool fits = take_value(at, word);
    XPBD_REQUIRE(fits || (**at && !strchr(",:+", **at)), XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s has no value",
                 name, key);
    XPBD_REQUIRE(fits, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': the value of %s has more than %d characters", name,
                 key, XPBD_SPEC_VALUE - 1);
    bool any = false;
    for (int k = from; k < out->count; k++) {
      bool known;
      XPBD_TRY(set_key(name, key, word, &out->part[k], &known));
      any = any || known;
    }
    char keys[240];
    say_keys(out, from, keys, sizeof keys);
    XPBD_REQUIRE(any, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': unknown key '%s'; it has %s", name, key, keys);
  }
  return XPBD_OK;
}

/* Adds the formula, or the formulas of the model, of that name. */
static xpbd_status add_parts(const char *name, bool first, xpbd_spec *out) {
  const char *formulas = name;
  for (int k = 0; k < xpbd_model_name_count(); k++)
    if (strcmp(models[k].name, name) == 0) formulas = models[k].formulas;
  for (;;) {
    char word[NAME_CAPACITY];
    const int formula = take_word(&formulas, "+", word) ? xpbd_formula_find(word) : -1;
    XPBD_REQUIRE(formula >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no constraint '%s'", name);
    XPBD_REQUIRE(out->count < XPBD_SPEC_MOST, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': more than %d formulas", name,
                 XPBD_SPEC_MOST);
    xpbd_spec_part part = {
        .formula = formula, .first = first, .alpha = NAN, .beta = NAN, .reading = -1, .order = -1, .solve = -1};
    for (int k = 0; k < XPBD_MAX_MATERIAL; k++) part.material[k] = NAN;
    part.shear = strcmp(formulas, "+nodal_volume_tet") == 0;
    out->part[out->count++] = part;
    if (*formulas != '+') return XPBD_OK;
    formulas++;
  }
}

/* E and nu of the mu part of a solid: 2 mu is its modulus, and it has no lambda. */
static void take_shear(const xpbd_spec_part *volume, xpbd_spec_part *shear) {
  const xpbd_formula_info *info = xpbd_formula_at(volume->formula);
  double material[2]; /* E, nu */
  for (int k = 0; k < 2; k++)
    material[k] = isnan(volume->material[k]) ? info->material[k].standard : volume->material[k];
  shear->material[0] = material[0] / (1.0 + material[1]);
  shear->material[1] = 0.0;
}

/* Checks material parameters that must fit together. */
static xpbd_status check_together(const char *name, const xpbd_spec_part *part) {
  const xpbd_formula *formula = xpbd_formula_entry(part->formula);
  double material[XPBD_MAX_MATERIAL] = {0};
  for (int k = 0; k < formula->info.material_count; k++)
    material[k] = isnan(part->material[k]) ? formula->info.material[k].standard : part->material[k];
  const char *violated = xpbd_formula_violates(formula, material);
  XPBD_REQUIRE(!violated, XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': %s", name, violated);
  return XPBD_OK;
}

xpbd_status xpbd_spec_read(const char *text, xpbd_spec *out) {
  *out = (xpbd_spec){0};
  const char *at = text;
  if (strcmp(text, "none") == 0) return XPBD_OK;
  for (bool first = true;; first = false) {
    char name[NAME_CAPACITY];
    const int from = out->count;
    XPBD_REQUIRE(take_word(&at, ":+,=", name), XPBD_ERR_INVALID_ARGUMENT,
                 "constraint '%.80s': a name is missing (or too long) at character %d", text, (int)(at - text) + 1);
    XPBD_TRY(add_parts(name, first, out));
    XPBD_TRY(read_keys(name, &at, from, out));
    for (int k = from; k < out->count; k++)
      if (out->part[k].shear) take_shear(&out->part[k + 1], &out->part[k]);
    for (int k = from; k < out->count; k++) XPBD_TRY(check_together(name, &out->part[k]));
    if (*at == '\0') return XPBD_OK;
    XPBD_REQUIRE(*at == '+', XPBD_ERR_INVALID_ARGUMENT, "constraint '%s': '%.40s' after it; parts are joined by '+'",
                 name, at);
    at++;
  }
}

xpbd_status xpbd_constraint_spec_check(const char *text) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(text);
  xpbd_spec spec;
  return xpbd_spec_read(text, &spec);
}

xpbd_status xpbd_spec_define(const xpbd_spec_part *part, const xpbd_spec_standards *standards,
                             xpbd_field_values values[XPBD_MAX_FIELDS], xpbd_constraints_def *out) {
  const xpbd_formula_info *info = xpbd_formula_at(part->formula);
  *out = xpbd_constraints_def_default();
  out->formula = info->name;
  const double standard = info->traits & XPBD_MODULI ? standards->moduli : standards->compliance;
  out->compliance = isnan(part->alpha) ? standard : part->alpha;
  out->damping = isnan(part->beta) ? standards->damping : part->beta;
  out->damping_reading = part->reading < 0 ? standards->reading : (xpbd_damping)part->reading;
  out->order = part->order < 0 ? standards->order : (xpbd_order)part->order;
  out->solve = part->solve < 0 ? XPBD_SOLVE_STANDARD : (xpbd_solve)part->solve;
  memcpy(out->material, part->material, sizeof out->material);
  out->fields = values;
  for (int k = 0; info->fields && info->fields[k].name; k++) {
    const xpbd_spec_field *from = &part->field[k];
    if (from->set)
      values[out->field_count++] =
          (xpbd_field_values){info->fields[k].name, 1, from->value, from->attribute[0] ? from->attribute : NULL};
  }
  if (isnan(standards->stiffness) || !part->first) return XPBD_OK;
  for (int k = 0; k < info->material_count; k++) {
    if (strcmp(info->material[k].name, "k") != 0) continue;
    if (isnan(out->material[k])) out->material[k] = standards->stiffness;
    return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "stiffness has no effect: %s has no k", info->name);
}
