/* Why this file exists: makes, at run time, the kernels for a scene with formulas from a file. */
#include "unit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "foreign/build.h"
#include "foreign/file.h"
#include "layout/layout.h"
#include "xpbd/formula.h"

enum { TEXT_LENGTH = 16384 };

/* ---- the scene ---- */

/* The first formula of the scene that comes from a file, -1 = none. */
static int first_of(const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (xpbd_formula_file_of(xpbd_scene_set(scene, s)->formula)) return xpbd_scene_set(scene, s)->formula;
  return -1;
}

bool cuda_unit_needed(const xpbd_scene *scene) {
  return first_of(scene) >= 0;
}

/* ---- the compiler ---- */

bool cuda_unit_compiler(const cuda_compiler *with, char out[CUDA_COMPILER_LENGTH]) {
  const char *asked = getenv("XPBD_NVCC"), *folders = getenv("PATH");
  const bool chosen = asked && asked[strspn(asked, " \t")];
  snprintf(out, CUDA_COMPILER_LENGTH, "%s", chosen ? asked : with->program);
  if (chosen || with->access(out, X_OK) == 0) return true;
  const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
  for (size_t k = 0; k < sizeof homes / sizeof *homes; k++) {
    if (!homes[k] || !*homes[k]) continue;
    snprintf(out, CUDA_COMPILER_LENGTH, "%s/bin/nvcc", homes[k]);
    if (with->access(out, X_OK) == 0) return true;
  }
  for (const char *at = folders ? folders : ""; *at;) {
    const int length = (int)strcspn(at, ":");
    snprintf(out, CUDA_COMPILER_LENGTH, "%.*s/nvcc", length, at);
    if (length > 0 && with->access(out, X_OK) == 0) return true;
    at += length + (at[length] == ':');
  }
  return false;
}

xpbd_status cuda_unit_supports(const cuda_compiler *with, const xpbd_scene *scene) {
  char compiler[CUDA_COMPILER_LENGTH];
  const int first = first_of(scene);
  if (first < 0) return XPBD_OK;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    const xpbd_formula_file *other = xpbd_formula_file_of(formula);
    const xpbd_formula_info *info = xpbd_formula_at(formula);
    XPBD_REQUIRE(!other || !(info->traits & XPBD_DERIVED), XPBD_ERR_UNSUPPORTED,
                 "cuda cannot derive '%s', because it has no complex numbers: give it a gradient with XPBD_FORMULA",
                 info->name);
    XPBD_REQUIRE(!other || other == xpbd_formula_file_of(first), XPBD_ERR_UNSUPPORTED,
                 "cuda compiles the formulas of a scene together, and '%s' and '%s' are from two files: make them one",
                 xpbd_formula_at(first)->name, info->name);
  }
  const char *asked = getenv("XPBD_NVCC");
  XPBD_REQUIRE(!asked || strlen(asked) < CUDA_COMPILER_LENGTH, XPBD_ERR_UNSUPPORTED,
               "XPBD_NVCC is a command of %zu bytes; cuda can start one of %d", strlen(asked),
               CUDA_COMPILER_LENGTH - 1);
  XPBD_REQUIRE(cuda_unit_compiler(with, compiler), XPBD_ERR_UNSUPPORTED,
               "cuda compiles '%s', a formula from a file, with nvcc, which is neither %s nor in CUDA_HOME, "
               "CUDA_PATH, /usr/local/cuda or PATH; XPBD_NVCC names one",
               xpbd_formula_at(first)->name, with->program);
  return XPBD_OK;
}

/* ---- the text ---- */

/* The texts of a unit. It is zeroed before it is filled, so that two can be compared. */
typedef struct unit_text {
  char unit[TEXT_LENGTH], list[TEXT_LENGTH], places[TEXT_LENGTH / 2];
} unit_text;

static void append(char *to, size_t capacity, const char *name, const char *before, const char *behind) {
  const size_t used = strlen(to);
  snprintf(to + used, capacity - used, "%s%s%s", before, name, behind);
}

/* The file, whose entries the program has already read. Formulas of the list precede it only if the scene uses one: a
 * file that began as a copy of a header has the same helpers. */
static const char *formulas_of(const xpbd_scene *scene) {
#define FORMULAS_FILE                                                                                                  \
  "#define XPBD_FORMULA_ENTRY(...)\n#define XPBD_SUMMED_ENTRY(...)\n#define XPBD_FORMULA_RULE(...)\n"                  \
  "#define XPBD_FORMULA_FIELDS(...)\n"                                                                                 \
  "#include \"" XPBD_FILE_HEADER                                                                                       \
  "\"\n#undef XPBD_FORMULA_ENTRY\n#undef XPBD_SUMMED_ENTRY\n#undef XPBD_FORMULA_RULE\n#undef XPBD_FORMULA_FIELDS"
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (!xpbd_formula_file_of(xpbd_scene_set(scene, s)->formula)) return "#include \"formula/all.h\"\n" FORMULAS_FILE;
  return "#include \"formula/shared.h\"\n" FORMULAS_FILE;
}

/* One line of the list and one place for each formula of the scene. */
static void describe_formulas(const xpbd_scene *scene, unit_text *out) {
  char numbers[64];
  append(out->list, sizeof out->list, "",
         "#ifndef XPBD_SUMMED_ENTRY\n#define XPBD_SUMMED_ENTRY XPBD_FORMULA_ENTRY\n#endif\n", "");
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    bool again = false;
    for (int32_t t = 0; t < s; t++) again |= xpbd_scene_set(scene, t)->formula == formula;
    if (again) continue;
    const xpbd_formula_info *info = xpbd_formula_at(formula);
    snprintf(numbers, sizeof numbers, ", %d, %d, %d, %d, 0, %u)\n", info->arity, info->rest_count, info->material_count,
             info->rows, info->traits);
    append(out->list, sizeof out->list, info->name,
           info->traits & XPBD_SUMMED ? "XPBD_SUMMED_ENTRY(" : "XPBD_FORMULA_ENTRY(", numbers);
    snprintf(numbers, sizeof numbers, " = %d,", formula);
    append(out->places, sizeof out->places, info->name, " FORMULA_", numbers);
  }
  append(out->list, sizeof out->list, "", "#undef XPBD_SUMMED_ENTRY", "");
}

static void describe_unit(const cuda_unit_wish *wish, unit_text *out) {
  static const char *const kinds[CUDA_STRATEGIES] = {"GROUPS",  "GROUPS", "COOPERATIVE", "BLOCK",
                                                     "CLUSTER", "TILES",  "RESIDENT"};
  describe_formulas(wish->scene, out);
  snprintf(out->unit, sizeof out->unit,
           "#define XPBD_UNIT_SCALAR %d\n#define XPBD_UNIT_NAME xpbd_cuda_unit\n#define XPBD_UNIT_FORMULAS "
           "\"unit_formulas.h\"\n"
           "#define XPBD_UNIT_LIST \"unit_list.h\"\n#define XPBD_UNIT_PLACES%s\n#define XPBD_UNIT_INSTANCE %s%s\n"
           "#define XPBD_UNIT_DAMPED %s\n/* compute capability %d */\n"
           "#define XPBD_UNIT_FOR_%s 1\n#include \"cuda/device.cuh\"",
           xpbd_in_float(wish->precision) ? 32 : 64, out->places, wish->instance < 0 ? "" : "FORMULA_",
           wish->instance < 0 ? "-1" : xpbd_formula_at(wish->instance)->name, wish->damped ? "true" : "false",
           (int)wish->capability, kinds[wish->strategy]);
}

/* ---- the object ---- */

static xpbd_status compile(const cuda_compiler *with, const cuda_unit_wish *wish, const unit_text *text,
                           void **object) {
  char compiler[CUDA_COMPILER_LENGTH], architecture[64], notice[CUDA_COMPILER_LENGTH + 256];
  const int first = first_of(wish->scene);
  cuda_unit_compiler(with, compiler); /* if it is missing now, it fails to start */
  const int ptx = (int)cuda_ptx_for(with->built_for, wish->capability);
  if (ptx > 0)
    snprintf(architecture, sizeof architecture, "-gencode=arch=compute_%d,code=compute_%d", ptx, ptx);
  else
    snprintf(architecture, sizeof architecture, "%s%d", with->architecture, (int)wish->capability);
  snprintf(notice, sizeof notice, "compiling '%s' for the GPU: %s, %s, %s", xpbd_formula_at(first)->name,
           xpbd_precision_name((int)wish->precision), cuda_strategy_name(wish->strategy), compiler);
  const xpbd_build_part parts[] = {
      {"unit.cu", text->unit}, {"unit_list.h", text->list}, {"unit_formulas.h", formulas_of(wish->scene)}};
  const xpbd_build recipe = {.path = xpbd_formula_file_of(first)->path,
                             .text = xpbd_file_text_of(first),
                             .parts = parts,
                             .part_count = 3,
                             .compiler = compiler,
                             .variable = "XPBD_NVCC",
                             .flags = with->flags,
                             .flag = architecture,
                             .include = with->include,
                             .needs = "cuda/device.cuh",
                             .notice = notice};
  return with->build(&recipe, object);
}

static xpbd_status take(const cuda_compiler *with, const cuda_unit_wish *wish, void *object, const void **launches) {
  const cuda_unit *unit = (const cuda_unit *)with->symbol(object, "xpbd_cuda_unit");
  XPBD_REQUIRE(unit && unit->layout == wish->layout, XPBD_ERR_UNAVAILABLE,
               "%s was compiled for the GPU with the headers of another version: see XPBD_FORMULA_DIR",
               xpbd_formula_file_of(first_of(wish->scene))->path);
  *launches = unit->launches;
  return XPBD_OK;
}

/* A unit that was made. Objects with device code are never closed. */
typedef struct unit_made {
  struct unit_made *next;
  const void *launches;
  unit_text text; /* the formulas, their places (unique to this file in the process) and the architecture */
} unit_made;
static unit_made *made;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static const unit_made *find_made(const unit_made *like) {
  const unit_made *each = made;
  while (each && memcmp(&each->text, &like->text, sizeof like->text) != 0) each = each->next;
  return each;
}

xpbd_status cuda_unit_find(const cuda_compiler *with, const cuda_unit_wish *wish, const void **launches) {
  unit_made *fresh = (unit_made *)calloc(1, sizeof *fresh);
  XPBD_REQUIRE(fresh, XPBD_ERR_OUT_OF_MEMORY, "no memory to compile formulas for the GPU (%zu bytes)", sizeof *fresh);
  describe_unit(wish, &fresh->text);
  pthread_mutex_lock(&guard);
  const unit_made *found = find_made(fresh);
  void *object = NULL;
  xpbd_status status = found ? XPBD_OK : compile(with, wish, &fresh->text, &object);
  if (!found && status == XPBD_OK) status = take(with, wish, object, &fresh->launches);
  if (!found && status == XPBD_OK) {
    fresh->next = made;
    found = made = fresh;
    fresh = NULL;
  }
  if (status == XPBD_OK) *launches = found->launches;
  pthread_mutex_unlock(&guard);
  free(fresh);
  return status;
}
