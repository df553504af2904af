/* Why this file exists: chooses the texts for a scene, lets the driver compile them, and turns the
 * compiler's log into one error message. */
#include "program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/layout.h"
#include "cache.h"
#include "foreign/file.h"
#include "texts.h"
#include "xpbd/formula.h"

enum { PARTS = 8, WORDS = 8192 };

/* The parts of a program. All but the first are borrowed. */
typedef struct recipe {
  char first[WORDS]; /* the definitions that the texts need */
  const char *parts[PARTS];
  int count;
} recipe;

/* ---- the formulas of a scene ---- */

/* The first formula from a file, -1 = none. */
static int first_of(const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (xpbd_formula_file_of(xpbd_scene_set(scene, s)->formula)) return xpbd_scene_set(scene, s)->formula;
  return -1;
}

xpbd_status opencl_program_supports(const xpbd_scene *scene) {
  const int first = first_of(scene);
  for (int32_t s = 0; first >= 0 && s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    const xpbd_formula_file *other = xpbd_formula_file_of(formula);
    const xpbd_formula_info *info = xpbd_formula_at(formula);
    XPBD_REQUIRE(!other || !(info->traits & XPBD_DERIVED), XPBD_ERR_UNSUPPORTED,
                 "opencl cannot derive '%s', because it has no complex numbers: give it a gradient with XPBD_FORMULA",
                 info->name);
    XPBD_REQUIRE(
        !other || other == xpbd_formula_file_of(first), XPBD_ERR_UNSUPPORTED,
        "opencl compiles the formulas of a scene together, and '%s' and '%s' are from two files: make them one",
        xpbd_formula_at(first)->name, info->name);
  }
  return XPBD_OK;
}

/* The first formula of a request from a file, -1 = none. */
static int file_of(const opencl_wish *wish) {
  for (int k = 0; k < wish->count; k++)
    if (xpbd_formula_file_of(wish->formulas[k])) return wish->formulas[k];
  return -1;
}

static void append(recipe *r, const char *before, const char *name, const char *behind) {
  const size_t used = strlen(r->first);
  snprintf(r->first + used, sizeof r->first - used, "%s%s%s", before, name, behind);
}

/* "ENTRY(name, particles, numbers of the rest shape, of the material, rows, element, traits)" of each formula with
 * those traits. */
static void list_formulas(recipe *r, const opencl_wish *wish, unsigned traits) {
  char numbers[64];
  for (int k = 0; k < wish->count; k++) {
    const xpbd_formula_info *info = xpbd_formula_at(wish->formulas[k]);
    snprintf(numbers, sizeof numbers, ", %d, %d, %d, %d, 0, %u)", info->arity, info->rest_count, info->material_count,
             info->rows, info->traits);
    if ((info->traits & traits) == traits) append(r, " ENTRY(", info->name, numbers);
  }
}

/* Formulas of the list precede the file only if one is requested: a file that began as a copy of
 * a header has the same helpers. */
static void add_formulas(recipe *r, const opencl_wish *wish) {
  const int file = file_of(wish);
  bool listed = false;
  for (int k = 0; k < wish->count; k++) listed |= !xpbd_formula_file_of(wish->formulas[k]);
  r->parts[r->count++] = (const char *)(listed ? opencl_text_all : opencl_text_shared);
  if (file < 0) return;
  r->parts[r->count++] = "\n#define XPBD_FORMULA_ENTRY(...)\n#define XPBD_SUMMED_ENTRY(...)\n"
                         "#define XPBD_FORMULA_RULE(...)\n#define XPBD_FORMULA_FIELDS(...)\n" XPBD_FILE_FIRST_LINE;
  r->parts[r->count++] = xpbd_file_text_of(file)->text;
  r->parts[r->count++] = "\n";
}

static void describe(recipe *r, const opencl_wish *wish, int lanes) {
  char place[32];
  memset(r, 0, sizeof *r);
  snprintf(r->first, sizeof r->first, "#define XPBD_SCALAR %d\n#define XPBD_HERE %s\n#define XPBD_UNIT %d\n",
           xpbd_in_float(wish->precision) ? 32 : 64, wish->unit == OPENCL_FRAMES ? "__local" : "__global",
           (int)wish->unit);
  if (lanes > 1) {
    snprintf(place, sizeof place, "%d\n", lanes);
    append(r, "#define XPBD_LANES ", place, "");
  }
  append(r, "#define XPBD_UNIT_LIST(ENTRY)", "", "");
  list_formulas(r, wish, 0);
  append(r, "\n#define XPBD_UNIT_SUMMED(ENTRY)", "", "");
  list_formulas(r, wish, XPBD_SUMMED);
  append(r, "\n", "", "");
  for (int k = 0; k < wish->count; k++) {
    snprintf(place, sizeof place, " %d\n", wish->formulas[k]);
    append(r, "#define FORMULA_", xpbd_formula_at(wish->formulas[k])->name, place);
  }
  r->parts[r->count++] = r->first;
  r->parts[r->count++] = (const char *)opencl_text_words;
  if (wish->unit == OPENCL_VERTICES) { /* the complex reading first, because the last one gives the words */
    r->parts[r->count++] = "#undef XPBD_SCALAR\n#define XPBD_SCALAR 128\n";
    r->parts[r->count++] = (const char *)opencl_text_all;
    r->parts[r->count++] = "\n#undef XPBD_SCALAR\n#define XPBD_SCALAR 64\n";
  }
  if (wish->unit >= OPENCL_GROUPS) add_formulas(r, wish);
  if (wish->unit == OPENCL_PHASES) r->parts[r->count++] = (const char *)opencl_text_shared;
  r->parts[r->count++] = (const char *)(wish->unit == OPENCL_CONFORM ? opencl_text_conform : opencl_text_kernels);
}

/* ---- compiling ---- */

/* The first line with "error". For the user's file, it has the line number in that file. */
static xpbd_status explain(const opencl_device *device, int file, const char *log) {
  const char *error = strstr(log, "error"), *label = NULL;
  if (!error) error = log;
  while (error > log && error[-1] != '\n') error--;
  for (const char *at = error; file >= 0 && !label && *at; at++)
    if (strncmp(at, XPBD_FILE_LABEL ":", strlen(XPBD_FILE_LABEL ":")) == 0) label = at + strlen(XPBD_FILE_LABEL ":");
  if (!label)
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s: the compiler of %s refuses the kernels: %.*s", device->name,
                     device->platform_name, (int)strcspn(error, "\n"), error);
  const char *words = label + strcspn(label, " \n"); /* after line and column */
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%ld:%.*s (the compiler of %s)", xpbd_formula_file_of(file)->path,
                   strtol(label, NULL, 10), (int)strcspn(words, "\n"), words, device->platform_name);
}

static xpbd_status explain_build(const opencl_device *device, cl_program program, int file) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = calloc(size + 1, 1);
  XPBD_REQUIRE(log, XPBD_ERR_OUT_OF_MEMORY, "no memory for the compiler's log");
  clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  const xpbd_status status = explain(device, file, log);
  free(log);
  return status;
}

static xpbd_status compile(opencl_device *device, const recipe *r, int file, const char *options, cl_program *out) {
  cl_int error;
  const char *parts[PARTS];
  memcpy(parts, r->parts, sizeof parts);
  cl_program program = clCreateProgramWithSource(device->context, (cl_uint)r->count, parts, NULL, &error);
  if (error != CL_SUCCESS) return opencl_failed(device, error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
  xpbd_status status = XPBD_OK;
  if (error == CL_BUILD_PROGRAM_FAILURE)
    status = explain_build(device, program, file);
  else if (error == CL_INVALID_BUILD_OPTIONS)
    status = xpbd_fail(XPBD_ERR_UNAVAILABLE, "%s: its compiler does not know these options: %s%s", device->name,
                       options, getenv("XPBD_OPENCL_OPTIONS") ? " (the last are from XPBD_OPENCL_OPTIONS)" : "");
  else if (error != CL_SUCCESS)
    status = opencl_failed(device, error, "clBuildProgram");
  if (status == XPBD_OK)
    *out = program;
  else
    clReleaseProgram(program);
  return status;
}

/* Take the program from the cache if another process has compiled it. */
static xpbd_status take_or_compile(opencl_device *device, const recipe *r, int file, cl_program *out) {
  const char *more = getenv("XPBD_OPENCL_OPTIONS");
  char options[1024];
  snprintf(options, sizeof options, "-cl-std=CL1.2%s %s",
           device->rounds ? " -cl-fp32-correctly-rounded-divide-sqrt" : "", more ? more : "");
  const opencl_key key = opencl_cache_key(device, r->parts, r->count, options);
  *out = opencl_cache_take(device, key, options);
  if (*out) return XPBD_OK;
  XPBD_TRY(compile(device, r, file, options, out));
  opencl_cache_keep(device, key, *out);
  return XPBD_OK;
}

/* ---- programs made by this process ---- */

typedef struct made_program {
  struct made_program *next;
  const opencl_device *device;
  const char *file; /* the user's text, NULL = none; files are kept to the end of the process */
  char *first;      /* names the precision, the kernels and the formulas */
  cl_program program;
} made_program;
static made_program *made;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static xpbd_status make(opencl_device *device, const recipe *r, int file, cl_program *out) {
  const char *text = file >= 0 ? xpbd_file_text_of(file)->text : NULL;
  for (const made_program *each = made; each; each = each->next) {
    if (each->device != device || each->file != text || strcmp(each->first, r->first) != 0) continue;
    *out = each->program;
    return XPBD_OK;
  }
  made_program *fresh = calloc(1, sizeof *fresh);
  if (fresh) fresh->first = malloc(strlen(r->first) + 1);
  xpbd_status status = fresh && fresh->first ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a program");
  if (status == XPBD_OK) status = take_or_compile(device, r, file, &fresh->program);
  if (status != XPBD_OK) {
    if (fresh) free(fresh->first);
    free(fresh);
    return status;
  }
  strcpy(fresh->first, r->first);
  fresh->device = device;
  fresh->file = text;
  fresh->next = made;
  made = fresh;
  *out = fresh->program;
  return XPBD_OK;
}

xpbd_status opencl_program_find(opencl_device *device, const opencl_wish *wish, cl_program *out) {
  recipe *r = malloc(sizeof *r);
  XPBD_REQUIRE(r, XPBD_ERR_OUT_OF_MEMORY, "no memory for a program");
  describe(r, wish, (int)device->lanes[xpbd_in_float(wish->precision) ? 0 : 1]);
  pthread_mutex_lock(&guard);
  const xpbd_status status = make(device, r, file_of(wish), out);
  pthread_mutex_unlock(&guard);
  free(r);
  return status;
}
