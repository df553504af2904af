/* Why this file exists: loads a formula file: reads, compiles, opens and checks it, and appends it to the list of
 * formulas and the tables of kernels. */
#include "foreign/fence.h"
#include "foreign/file.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/edge.h"
#include "formula/fields.h"
#include "formula/table.h"
#include "solver/kernel.h"
#include "xpbd/scenes.h"

static xpbd_formula_file files[XPBD_MAX_FILE_FORMULAS]; /* in the order of their formulas */
static xpbd_file_text texts[XPBD_MAX_FILE_FORMULAS];    /* of each file */
static int file_count;

const xpbd_formula_file *xpbd_formula_file_of(int index) {
  for (int k = 0; k < file_count; k++)
    if (index >= files[k].first && index < files[k].first + files[k].count) return &files[k];
  return NULL;
}

const xpbd_file_text *xpbd_file_text_of(int formula) {
  const xpbd_formula_file *file = xpbd_formula_file_of(formula);
  return file ? &texts[file - files] : NULL;
}

/* A symbol of the object as any kind of pointer. ISO C has no such conversion, but POSIX requires it. */
static void find_symbol(void *handle, const char *name, void *pointer) {
  void *symbol = dlsym(handle, name);
  memcpy(pointer, &symbol, sizeof symbol);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the contents of an entry ---- */

/* A parameter or field is set by name, NAME=VALUE. So its name must be a word that no other one and no constraint
 * uses. */
static xpbd_status check_key(const char *path, int line, const xpbd_formula_info *info, const char *name) {
  static const char *const taken[] = {"alpha", "beta", "damping", "order"};
  int count = 0;
  bool word = isalpha((unsigned char)name[0]) || name[0] == '_';
  for (const char *at = name; *at; at++) word = word && (isalnum((unsigned char)*at) || *at == '_');
  XPBD_REQUIRE(word, XPBD_ERR_BAD_FILE, "%s:%d: '%s': a parameter is called '%s'; use only letters, digits and _", path,
               line, info->name, name);
  for (int k = 0; k < info->material_count; k++) count += strcmp(name, info->material[k].name) == 0;
  for (const xpbd_formula_field *field = info->fields; field->name; field++) count += strcmp(name, field->name) == 0;
  XPBD_REQUIRE(count == 1, XPBD_ERR_BAD_FILE, "%s:%d: '%s': two parameters are called '%s', so one could not be set",
               path, line, info->name, name);
  for (size_t j = 0; j < sizeof taken / sizeof *taken; j++)
    XPBD_REQUIRE(strcmp(name, taken[j]) != 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s': every constraint has '%s': choose another name for the parameter", path, line,
                 info->name, name);
  return XPBD_OK;
}

static xpbd_status check_numbers(const char *path, int line, const xpbd_formula_info *info) {
  for (int k = 0; k < XPBD_MAX_MATERIAL; k++) {
    const xpbd_material *m = &info->material[k];
    XPBD_REQUIRE((m->name != NULL) == (k < info->material_count), XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s' announces %d material parameter%s, but the entry has %s", path, line, info->name,
                 info->material_count, info->material_count == 1 ? "" : "s", m->name ? "more" : "fewer");
    if (!m->name) continue;
    XPBD_REQUIRE(m->unit && m->minimum <= m->standard && m->standard <= m->maximum && isfinite(m->minimum) &&
                     isfinite(m->maximum),
                 XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s': %s must be {name, unit, standard, minimum, maximum}, with the standard in the range",
                 path, line, info->name, m->name);
  }
  for (int k = 0; k < info->material_count; k++) XPBD_TRY(check_key(path, line, info, info->material[k].name));
  return XPBD_OK;
}

/* Whether the numbers of a field are in the rest shape, and no other field has them. */
static bool has_place(const xpbd_formula_info *info, const xpbd_formula_field *field) {
  bool good = (field->width == 1 || field->width == 3) && field->at >= 0 &&
              field->at + field->width <= info->rest_count - ((info->traits & XPBD_ROWS_ALIKE) != 0);
  for (const xpbd_formula_field *other = info->fields; other < field; other++)
    good = good && (field->at >= other->at + other->width || other->at >= field->at + field->width);
  return good;
}

static xpbd_status check_fields(const char *path, int line, const xpbd_formula_info *info) {
  char words[160];
  for (const xpbd_formula_field *field = info->fields; field->name; field++) {
    XPBD_REQUIRE(field->unit && field->about, XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s': the field %s must be {name, unit, about, index, width, {standard...}, minimum, maximum}",
                 path, line, info->name, field->name);
    XPBD_REQUIRE(has_place(info, field), XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s': the field %s is rest[%d] with width %d: the width is 1 or 3, and its numbers are in the "
                 "rest shape of %d and in no other field",
                 path, line, info->name, field->name, field->at, field->width, info->rest_count);
    XPBD_REQUIRE(field->width == 3 ||
                     (isfinite(field->minimum) && isfinite(field->maximum) && field->minimum < field->maximum),
                 XPBD_ERR_BAD_FILE, "%s:%d: '%s': the range of the field %s is %g to %g", path, line, info->name,
                 field->name, field->minimum, field->maximum);
    XPBD_REQUIRE(isnan(field->standard[0]) || xpbd_field_takes(field, field->standard, words, sizeof words),
                 XPBD_ERR_BAD_FILE, "%s:%d: '%s': the standard of the field %s %s", path, line, info->name, field->name,
                 words);
    XPBD_TRY(check_key(path, line, info, field->name));
  }
  return XPBD_OK;
}

/* Each text is printed as one line. A text with an end of line could look like words of the program. */
static xpbd_status check_texts(const char *path, int line, const xpbd_formula_info *info) {
  const char *shown[3 + 2 * XPBD_MAX_MATERIAL + 3 * XPBD_MAX_FIELDS] = {info->unit, info->source, info->about};
  for (int k = 0; k < info->material_count; k++)
    shown[3 + 2 * k] = info->material[k].name, shown[4 + 2 * k] = info->material[k].unit;
  int count = 3 + 2 * info->material_count;
  for (const xpbd_formula_field *field = info->fields; field->name; field++)
    shown[count++] = field->name, shown[count++] = field->unit, shown[count++] = field->about;
  for (int k = 0; k < count; k++)
    for (const unsigned char *c = (const unsigned char *)shown[k]; *c; c++)
      XPBD_REQUIRE(*c >= ' ' && *c != 0x7f, XPBD_ERR_BAD_FILE,
                   "%s:%d: '%s': a text of the entry has the control character %d: remove it", path, line, info->name,
                   *c);
  return XPBD_OK;
}

static xpbd_status check_entry(const char *path, const xpbd_file_entry *entry, const xpbd_formula_info *info) {
  static const int particles[XPBD_ELEMENTS] = {2, 2, 3, 3, 4, 4};
  XPBD_REQUIRE((int)info->element >= 0 && info->element < XPBD_ELEMENTS, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': the element is none of XPBD_ON_EDGES ... XPBD_ON_TETS", path, entry->line, info->name);
  XPBD_REQUIRE(info->arity == particles[info->element], XPBD_ERR_BAD_FILE,
               "%s:%d: '%s' takes %d particle%s, but its element has %d", path, entry->line, info->name, info->arity,
               info->arity == 1 ? "" : "s", particles[info->element]);
  XPBD_REQUIRE(info->rows >= 1 && info->rows <= XPBD_MAX_ROWS && info->rest_count >= 0, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': rows must be 1 to %d, numbers of the rest shape 0 to %d", path, entry->line, info->name,
               XPBD_MAX_ROWS, XPBD_MAX_REST - 1);
  const bool alike = (info->traits & XPBD_ROWS_ALIKE) != 0;
  XPBD_REQUIRE(alike == (entry->alike != 0), XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': write XPBD_ROWS_ALIKE itself among the traits", path, entry->line, info->name);
  XPBD_REQUIRE(!alike || (info->rows > 1 && info->rest_count > 0), XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': XPBD_ROWS_ALIKE needs several rows, and a rest shape that ends in the row's number", path,
               entry->line, info->name);
  XPBD_REQUIRE(!(info->traits & XPBD_COUPLED) || info->rows > 1, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': XPBD_COUPLED needs several rows", path, entry->line, info->name);
  XPBD_REQUIRE(alike || info->rest_count < XPBD_MAX_REST, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': a rest shape has at most %d numbers, or %d with XPBD_ROWS_ALIKE", path, entry->line,
               info->name, XPBD_MAX_REST - 1, XPBD_MAX_REST);
  XPBD_REQUIRE(info->material_count >= 0, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': the number of material parameters is %d, must be 0 or more", path, entry->line, info->name,
               info->material_count);
  XPBD_REQUIRE(info->unit && info->source && info->about, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': the unit of C, the source and the description must be texts", path, entry->line,
               info->name);
  XPBD_REQUIRE(!(info->traits & XPBD_SUMMED) == !entry->summed, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': XPBD_SUMMED_ENTRY and the trait XPBD_SUMMED go together", path, entry->line, info->name);
  XPBD_REQUIRE(!(info->traits & XPBD_NODAL) || (entry->summed && info->rest_count > 0), XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': XPBD_NODAL needs XPBD_SUMMED and a number of the rest shape, the size of an element", path,
               entry->line, info->name);
  XPBD_REQUIRE(!(info->traits & XPBD_DERIVED), XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': do not write the trait XPBD_DERIVED: a formula with only XPBD_VALUE gets it automatically",
               path, entry->line, info->name);
  XPBD_REQUIRE(!info->fields[XPBD_MAX_FIELDS].name, XPBD_ERR_BAD_FILE, "%s:%d: '%s' has more than %d fields", path,
               entry->line, info->name, XPBD_MAX_FIELDS);
  XPBD_TRY(check_numbers(path, entry->line, info));
  XPBD_TRY(check_fields(path, entry->line, info));
  return check_texts(path, entry->line, info);
}

/* ---- the object ---- */

/* Reads the formulas of the object. The rule of a formula follows it as a line of its own. */
static xpbd_status take_formulas(const char *path, const xpbd_file_text *text, void *handle, xpbd_formula *out) {
  const uint64_t *layout;
  const xpbd_formula_line *lines;
  int found = 0;
  find_symbol(handle, "xpbd_unit_formulas_layout", &layout);
  find_symbol(handle, "xpbd_unit_formulas", &lines);
  XPBD_REQUIRE(lines && layout && *layout == sizeof(xpbd_formula), XPBD_ERR_UNAVAILABLE,
               "%s was compiled with the headers of another version: see XPBD_FORMULA_DIR", path);
  for (; lines->formula || (lines->violates && found > 0); lines++) {
    if (lines->formula && found < text->count) out[found++] = *lines->formula;
    if (lines->violates) out[found - 1].violates = lines->violates;
  }
  XPBD_REQUIRE(found == text->count, XPBD_ERR_BAD_FILE, "%s: its object has %d formulas, its text %d", path, found,
               text->count);
  for (int k = 0; k < text->count; k++) {
    XPBD_TRY(check_entry(path, &text->entries[k], &out[k].info));
    if (text->entries[k].value) out[k].info.traits |= XPBD_DERIVED;
  }
  return XPBD_OK;
}

#define TAKE_KERNELS(suffix, NAME)                                                                                     \
  static xpbd_status take_kernels_##suffix(const char *path, int count, void *handle,                                  \
                                           xpbd_formula_kernels_##suffix *out) {                                       \
    const uint64_t *layout;                                                                                            \
    const xpbd_formula_kernels_##suffix *kernels;                                                                      \
    find_symbol(handle, "xpbd_unit_kernels_layout_" #suffix, &layout);                                                 \
    find_symbol(handle, "xpbd_unit_kernels_" #suffix, &kernels);                                                       \
    XPBD_REQUIRE(kernels &&layout &&*layout == XPBD_KERNELS_LAYOUT(NAME), XPBD_ERR_UNAVAILABLE,                        \
                 "%s was compiled with the headers of another version: see XPBD_FORMULA_DIR", path);                   \
    memcpy(out, kernels, (size_t)count * sizeof *out);                                                                 \
    return XPBD_OK;                                                                                                    \
  }
#define NAME_F32(name) xpbd_##name##_f32
#define NAME_F64(name) xpbd_##name##_f64
TAKE_KERNELS(f32, NAME_F32)
TAKE_KERNELS(f64, NAME_F64)

static xpbd_status append(const char *path, const xpbd_file_text *text, void *handle, const xpbd_kernels *kernels,
                          int *index) {
  xpbd_formula formulas[XPBD_FILE_ENTRIES];
  xpbd_formula_kernels_f32 f32[XPBD_FILE_ENTRIES] = {{{0}, 0, 0, 0}};
  xpbd_formula_kernels_f64 f64[XPBD_FILE_ENTRIES] = {{{0}, 0, 0, 0}};
  XPBD_TRY(take_formulas(path, text, handle, formulas));
  if (kernels) {
    XPBD_TRY(take_kernels_f32(path, text->count, handle, f32));
    XPBD_TRY(take_kernels_f64(path, text->count, handle, f64));
  }
  XPBD_TRY(xpbd_formula_append(formulas, text->count, index));
  for (int k = 0; kernels && k < text->count; k++) {
    kernels->f32->formula[*index + k] = f32[k];
    kernels->f64->formula[*index + k] = f64[k];
  }
  return XPBD_OK;
}

/* ---- the file ---- */

static xpbd_status check_names(const char *path, const xpbd_file_text *text) {
  for (int k = 0; k < text->count; k++) {
    const xpbd_file_entry *entry = &text->entries[k];
    const int known = xpbd_formula_find(entry->name);
    const xpbd_formula_file *file = xpbd_formula_file_of(known);
    XPBD_REQUIRE(!file, XPBD_ERR_BAD_FILE, "%s:%d: '%s' was already loaded, from %s", path, entry->line, entry->name,
                 file->path);
    XPBD_REQUIRE(known < 0, XPBD_ERR_BAD_FILE, "%s:%d: '%s' is a built-in formula: choose another name", path,
                 entry->line, entry->name);
    for (int m = 0; m < xpbd_model_name_count(); m++) /* it would change the meaning of a specification */
      XPBD_REQUIRE(strcmp(entry->name, xpbd_model_name_at(m)->name) != 0, XPBD_ERR_BAD_FILE,
                   "%s:%d: '%s' is a built-in model: choose another name", path, entry->line, entry->name);
  }
  return XPBD_OK;
}

static xpbd_status load(const char *path, const xpbd_file_text *text, const xpbd_formula_file_options *options,
                        xpbd_formula_file *file) {
  XPBD_TRY(check_names(path, text));
  const xpbd_kernels *kernels = NULL;
  if (!options->without_kernels) {
    kernels = xpbd_kernels_find(options->instructions);
    XPBD_REQUIRE(kernels, XPBD_ERR_INVALID_ARGUMENT, "no kernels for the instructions '%s' on this machine",
                 options->instructions);
  }
  xpbd_file_object object;
  XPBD_TRY(xpbd_file_compile(path, text, options, kernels ? kernels->instructions : NULL, &object));
  char *name = strdup(path);
  void *handle = NULL;
  xpbd_status status =
      name ? xpbd_fence_object(path, object.descriptor) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  if (status == XPBD_OK) status = xpbd_file_object_open(path, &object, &handle);
  if (status == XPBD_OK) status = append(path, text, handle, kernels, &file->first);
  if (status != XPBD_OK) {
    if (handle) dlclose(handle);
    xpbd_file_object_free(&object);
    free(name);
    return status;
  }
  file->path = name;
  file->compiler = object.compiler;
  file->warnings = object.warnings;
  file->instructions = kernels ? kernels->instructions : NULL;
  return XPBD_OK;
}

xpbd_status xpbd_formula_file_load(const char *path, const xpbd_formula_file_options *options, int *index) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(index);
  static const xpbd_formula_file_options standard;
  *index = -1;
  XPBD_NOT_NULL(path);
  const double begin = now();
  xpbd_file_text text;
  XPBD_TRY(xpbd_file_text_read(path, &text));
  xpbd_formula_file file = {.hash = text.hash, .count = text.count};
  const xpbd_status status = load(path, &text, options ? options : &standard, &file);
  if (status != XPBD_OK) {
    xpbd_file_text_free(&text);
    return status;
  }
  file.seconds = now() - begin;
  texts[file_count] = text;   /* a device may have to compile it later */
  files[file_count++] = file; /* never more than there are formulas */
  *index = file.first;
  return XPBD_OK;
}
