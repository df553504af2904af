/* Why this file exists: tests formulas from files on a GPU: the choice of nvcc, the exact texts it gets, what is kept
 * and what is refused. tests/device/formula_files.sh checks that the texts compile and give the right bits. Here
 * neither a compiler nor a loader runs. A table of functions answers for them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "cuda/unit.h"
#include "foreign/build.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"

/* ---- a machine that is fully known ---- */

static const char *there = "";      ///< The one program that can be run.
static char questions[1024];        ///< Programs requested, one after the other, each followed by a blank.
static int builds, opened;          ///< Compilations, and symbols looked up.
static char recipe_words[4096];     ///< Input of the last compilation, except its texts.
static char recipe_texts[3][4096];  ///< Its texts.
static xpbd_status outcome;         ///< Its result.
static const cuda_unit *unit_given; ///< Symbols in its object.
static int nap;                     ///< [us] Its duration.

static int pretend_access(const char *path, int mode) {
  const size_t used = strlen(questions);
  if (mode == X_OK) snprintf(questions + used, sizeof questions - used, "%s ", path);
  return mode == X_OK && strcmp(path, there) == 0 ? 0 : -1;
}

static xpbd_status pretend_build(const xpbd_build *build, void **object) {
  builds++;
  if (nap > 0) nanosleep(&(struct timespec){.tv_nsec = 1000L * nap}, NULL);
  snprintf(recipe_words, sizeof recipe_words, "%s|%s %s %s|%s|%s|%s|%s|%s|%s|%s", strrchr(build->path, '/') + 1,
           build->parts[0].name, build->parts[1].name, build->parts[2].name, build->compiler, build->variable,
           build->flags, build->flag, build->include, build->needs, build->notice);
  for (int k = 0; k < 3; k++)
    snprintf(recipe_texts[k], sizeof recipe_texts[k], "%s", k < build->part_count ? build->parts[k].text : "none");
  *object = recipe_words;
  return outcome;
}

static void *pretend_symbol(void *object, const char *name) {
  opened++;
  return object == recipe_words && strcmp(name, "xpbd_cuda_unit") == 0 ? (void *)(size_t)unit_given : NULL;
}

static const cuda_compiler pretended = {.program = "/built/nvcc",
                                        .flags = "-flags of the build",
                                        .architecture = "-arch=sm_",
                                        .include = "/headers",
                                        .built_for = "75-virtual, 80-real, 90",
                                        .access = pretend_access,
                                        .build = pretend_build,
                                        .symbol = pretend_symbol};

/* ---- scenes ---- */

static const char fung[] = XPBD_SOURCE_DIR "/tests/formulas/fung.h",
                  hencky[] = XPBD_SOURCE_DIR "/tests/formulas/hencky.h";

static int load_file(check *self, const char *path) {
  const xpbd_formula_file_options options = {.without_kernels = true};
  int index = -1;
  check_status(self, xpbd_formula_file_load(path, &options, &index), XPBD_OK, "%s", strrchr(path, '/') + 1);
  return index;
}

/// A tetrahedron with a set of each formula; names separated by blanks.
static xpbd_scene *scene_of(check *self, const char *formulas) {
  static const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, w[4] = {1, 1, 1, 1};
  static const int32_t closed[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 4, def.positions = x[0], def.inverse_masses = w;
  xpbd_scene *scene = NULL;
  bool good = check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene");
  char names[128], *rest = NULL;
  snprintf(names, sizeof names, "%s", formulas);
  for (char *name = strtok_r(names, " ", &rest); good && name; name = strtok_r(NULL, " ", &rest)) {
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = name, set.particles = closed;
    set.count = strcmp(name, "closed_volume") == 0 ? 4 : 1;
    good = check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "%s", name);
  }
  return scene;
}

/* ---- the compiler ---- */

static void put(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

/// The compiler found with these variables and the existing files `exists`; or "none".
static const char *found_with(const char *nvcc, const char *home, const char *path, const char *folders,
                              const char *exists) {
  static char out[CUDA_COMPILER_LENGTH];
  char *kept = strdup(getenv("PATH") ? getenv("PATH") : "");
  put("XPBD_NVCC", nvcc), put("CUDA_HOME", home), put("CUDA_PATH", path), put("PATH", folders);
  there = exists, questions[0] = '\0';
  const bool found = cuda_unit_compiler(&pretended, out);
  put("XPBD_NVCC", NULL), put("CUDA_HOME", NULL), put("CUDA_PATH", NULL), put("PATH", kept);
  free(kept);
  return found ? out : "none";
}

static void compilers(check *self, int unused) {
#define ALL "/built/nvcc /home/bin/nvcc /path/bin/nvcc /usr/local/cuda/bin/nvcc /a/nvcc /b/c/nvcc "
  static const struct {
    const char *nvcc, *home, *path, *folders, *exists, *found, *asked;
  } cases[] = {
      {"my nvcc -v", "/home", NULL, "/a", "/built/nvcc", "my nvcc -v", ""},
      {" \tnvcc", NULL, NULL, "/a", "", " \tnvcc", ""},
      {" \t", NULL, NULL, "/a", "/built/nvcc", "/built/nvcc", "/built/nvcc "},
      {"", "/home", NULL, "/a", "/home/bin/nvcc", "/home/bin/nvcc", "/built/nvcc /home/bin/nvcc "},
      {NULL, "/home", "/path", "/a", "/path/bin/nvcc", "/path/bin/nvcc", "/built/nvcc /home/bin/nvcc /path/bin/nvcc "},
      {NULL, "", "", "/a", "/usr/local/cuda/bin/nvcc", "/usr/local/cuda/bin/nvcc",
       "/built/nvcc /usr/local/cuda/bin/nvcc "},
      {NULL, NULL, NULL, "/a:/b/c", "/a/nvcc", "/a/nvcc", "/built/nvcc /usr/local/cuda/bin/nvcc /a/nvcc "},
      {NULL, "/home", "/path", "/a:/b/c", "/b/c/nvcc", "/b/c/nvcc", ALL},
      {NULL, "/home", "/path", ":/a::/b/c:", "/nvcc", "none", ALL}, /* an empty word is no folder */
      {NULL, "/home", "/path", "/a:/b/c:/d", "/d/nvcc", "/d/nvcc", ALL "/d/nvcc "},
      {NULL, NULL, NULL, "", "", "none", "/built/nvcc /usr/local/cuda/bin/nvcc "},
      {NULL, NULL, NULL, NULL, "", "none", "/built/nvcc /usr/local/cuda/bin/nvcc "},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *found = found_with(cases[k].nvcc, cases[k].home, cases[k].path, cases[k].folders, cases[k].exists);
    check_true(self, strcmp(found, cases[k].found) == 0, "case %zu: %s", k, found);
    check_true(self, strcmp(questions, cases[k].asked) == 0, "case %zu: asked for %s", k, questions);
  }
  check_control(self, strcmp(found_with(NULL, NULL, NULL, "/a", "/b/nvcc"), "/b/nvcc") != 0, "a folder not in PATH");
}

/* ---- which scenes ---- */

static void scenes(check *self, int unused) {
  char *folder = folder_make(self);
  const char *text = "XPBD_REST(value) { XPBD_NAME(edge_rest)(x, rest); }\n"
                     "XPBD_VALUE(value) { return V_LENGTH(V_SUB(x[1], x[0])) - rest[0]; }\n"
                     "XPBD_FORMULA_ENTRY(value, 2, 1, 0, 1, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"-\", \"-\")\n";
  const char *path = folder_path(folder, "value.h");
  if (!file_put(self, path, text, strlen(text))) return;
  load_file(self, fung), load_file(self, hencky), load_file(self, path);
#define TWO(a, b)                                                                                                      \
  "cuda compiles the formulas of a scene together, and '" a "' and '" b "' are from two files: make them one"
#define COMPLEX(a) "cuda cannot derive '" a "', because it has no complex numbers: give it a gradient with XPBD_FORMULA"
  static const struct {
    const char *formulas;
    bool needed;
    const char *refusal;
  } cases[] = {{"", false, NULL},
               {"stretching closed_volume", false, NULL},
               {"fung", true, NULL},
               {"fung stretching", true, NULL},
               {"stretching fung fung", true, NULL},
               {"fung hencky", true, TWO("fung", "hencky")},
               {"stretching hencky fung", true, TWO("hencky", "fung")},
               {"value", true, COMPLEX("value")},
               {"fung value", true, COMPLEX("value")}};
  put("XPBD_NVCC", "nvcc");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    xpbd_scene *scene = scene_of(self, cases[k].formulas);
    check_same(self, cuda_unit_needed(scene), cases[k].needed, "'%s' has to be compiled", cases[k].formulas);
    check_status(self, cuda_unit_supports(&pretended, scene), cases[k].refusal ? XPBD_ERR_UNSUPPORTED : XPBD_OK, "'%s'",
                 cases[k].formulas);
    if (cases[k].refusal) check_said(self, cases[k].refusal, "'%s'", cases[k].formulas);
    xpbd_scene_destroy(&scene);
  }
  char command[CUDA_COMPILER_LENGTH + 1];
  xpbd_scene *foreign = scene_of(self, "fung");
  memset(command, 'n', CUDA_COMPILER_LENGTH);
  command[CUDA_COMPILER_LENGTH] = '\0';
  put("XPBD_NVCC", command);
  check_status(self, cuda_unit_supports(&pretended, foreign), XPBD_ERR_UNSUPPORTED, "a command that is too long");
  check_said(self, "XPBD_NVCC is a command of 1024 bytes; cuda can start one of 1023", "a command that is too long");
  command[CUDA_COMPILER_LENGTH - 1] = '\0';
  put("XPBD_NVCC", command);
  check_status(self, cuda_unit_supports(&pretended, foreign), XPBD_OK, "the longest command");
  xpbd_scene_destroy(&foreign);
  put("XPBD_NVCC", NULL);
  there = "";
  for (int file = 0; file < 2; file++) {
    xpbd_scene *scene = scene_of(self, file ? "stretching fung" : "stretching");
    check_status(self, cuda_unit_supports(&pretended, scene), file ? XPBD_ERR_UNSUPPORTED : XPBD_OK,
                 "without a compiler");
    if (file)
      check_said(
          self,
          "cuda compiles 'fung', a formula from a file, with nvcc, which is neither /built/nvcc nor in CUDA_HOME, "
          "CUDA_PATH, /usr/local/cuda or PATH; XPBD_NVCC names one",
          "no compiler");
    there = "/built/nvcc";
    check_control(self, cuda_unit_supports(&pretended, scene) == XPBD_OK, "with one");
    there = "";
    xpbd_scene_destroy(&scene);
  }
}

/* ---- the texts ---- */

static const char shared[] = "#include \"formula/shared.h\"\n"
                             "#define XPBD_FORMULA_ENTRY(...)\n#define XPBD_SUMMED_ENTRY(...)\n#define "
                             "XPBD_FORMULA_RULE(...)\n#define XPBD_FORMULA_FIELDS(...)\n"
                             "#include \"xpbd_formula_file.h\"\n#undef XPBD_FORMULA_ENTRY\n#undef "
                             "XPBD_SUMMED_ENTRY\n#undef XPBD_FORMULA_RULE\n#undef XPBD_FORMULA_FIELDS";
static const char with_all[] = "#include \"formula/all.h\"\n"
                               "#define XPBD_FORMULA_ENTRY(...)\n#define XPBD_SUMMED_ENTRY(...)\n#define "
                               "XPBD_FORMULA_RULE(...)\n#define XPBD_FORMULA_FIELDS(...)\n"
                               "#include \"xpbd_formula_file.h\"\n#undef XPBD_FORMULA_ENTRY\n#undef "
                               "XPBD_SUMMED_ENTRY\n#undef XPBD_FORMULA_RULE\n#undef XPBD_FORMULA_FIELDS";

static const cuda_unit unit = {.layout = 7, .launches = "launches"};

static void texts(check *self, int unused) {
  const int place = load_file(self, fung), edge = xpbd_formula_find("stretching"),
            volume = xpbd_formula_find("closed_volume");
  char expected[2048];
  const void *launches = NULL;
  put("XPBD_NVCC", "nvcc");
  unit_given = &unit, outcome = XPBD_OK;
  xpbd_scene *scene = scene_of(self, "fung stretching fung closed_volume");
  cuda_unit_wish wish = {.scene = scene,
                         .precision = XPBD_F32,
                         .strategy = CUDA_BLOCK,
                         .capability = 90,
                         .instance = -1,
                         .damped = 1,
                         .layout = 7};
  check_status(self, cuda_unit_find(&pretended, &wish, &launches), XPBD_OK, "three formulas");
  check_true(self, launches && strcmp(launches, "launches") == 0, "its launches");
  snprintf(expected, sizeof expected,
           "#define XPBD_UNIT_SCALAR 32\n#define XPBD_UNIT_NAME xpbd_cuda_unit\n#define XPBD_UNIT_FORMULAS "
           "\"unit_formulas.h\"\n"
           "#define XPBD_UNIT_LIST \"unit_list.h\"\n"
           "#define XPBD_UNIT_PLACES FORMULA_fung = %d, FORMULA_stretching = %d, FORMULA_closed_volume = %d,\n"
           "#define XPBD_UNIT_INSTANCE -1\n#define XPBD_UNIT_DAMPED true\n/* compute capability 90 */\n"
           "#define XPBD_UNIT_FOR_BLOCK 1\n#include \"cuda/device.cuh\"",
           place, edge, volume);
  check_true(self, strcmp(recipe_texts[0], expected) == 0, "the unit: %s", recipe_texts[0]);
  static const char list[] =
      "#ifndef XPBD_SUMMED_ENTRY\n#define XPBD_SUMMED_ENTRY XPBD_FORMULA_ENTRY\n#endif\n"
      "XPBD_FORMULA_ENTRY(fung, 2, 1, 2, 1, 0, 0)\nXPBD_FORMULA_ENTRY(stretching, 2, 1, 1, 1, 0, 0)\n"
      "XPBD_SUMMED_ENTRY(closed_volume, 3, 1, 1, 1, 0, 2)\n#undef XPBD_SUMMED_ENTRY";
  check_true(self, strcmp(recipe_texts[1], list) == 0, "the list: %s", recipe_texts[1]);
  check_true(self, strcmp(recipe_texts[2], with_all) == 0, "the formulas: %s", recipe_texts[2]);
  check_true(self,
             strcmp(recipe_words, "fung.h|unit.cu unit_list.h unit_formulas.h|nvcc|XPBD_NVCC|-flags of the build|"
                                  "-arch=sm_90|/headers|cuda/device.cuh|"
                                  "compiling 'fung' for the GPU: f32, block, nvcc") == 0,
             "what is asked for: %s", recipe_words);
  xpbd_scene_destroy(&scene);
  scene = scene_of(self, "fung");
  wish = (cuda_unit_wish){.scene = scene,
                          .precision = XPBD_F64,
                          .strategy = CUDA_GRAPH,
                          .capability = 120,
                          .instance = place,
                          .damped = 0,
                          .layout = 7};
  check_status(self, cuda_unit_find(&pretended, &wish, &launches), XPBD_OK, "its springs alone");
  snprintf(expected, sizeof expected,
           "#define XPBD_UNIT_SCALAR 64\n#define XPBD_UNIT_NAME xpbd_cuda_unit\n#define XPBD_UNIT_FORMULAS "
           "\"unit_formulas.h\"\n"
           "#define XPBD_UNIT_LIST \"unit_list.h\"\n#define XPBD_UNIT_PLACES FORMULA_fung = %d,\n"
           "#define XPBD_UNIT_INSTANCE FORMULA_fung\n#define XPBD_UNIT_DAMPED false\n/* compute capability 120 */\n"
           "#define XPBD_UNIT_FOR_GROUPS 1\n#include \"cuda/device.cuh\"",
           place);
  check_true(self, strcmp(recipe_texts[0], expected) == 0, "the unit: %s", recipe_texts[0]);
  check_true(self, strcmp(recipe_texts[2], shared) == 0, "the formulas: %s", recipe_texts[2]);
  check_true(self, strstr(recipe_words, "|-gencode=arch=compute_90,code=compute_90|/headers|") != NULL,
             "a device that came later: %s", recipe_words);
  check_true(self, strstr(recipe_words, "|compiling 'fung' for the GPU: f64, graph, nvcc") != NULL, "what is said: %s",
             recipe_words);
  static const char *const kinds[CUDA_STRATEGIES] = {"GROUPS",  "GROUPS", "COOPERATIVE", "BLOCK",
                                                     "CLUSTER", "TILES",  "RESIDENT"};
  for (int k = 0; k < CUDA_STRATEGIES; k++) {
    wish.strategy = (cuda_strategy)k, wish.capability = 100 + k; /* each is a separate unit */
    snprintf(expected, sizeof expected, "#define XPBD_UNIT_FOR_%s 1\n", kinds[k]);
    check_status(self, cuda_unit_find(&pretended, &wish, &launches), XPBD_OK, "strategy %d", k);
    check_true(self, strstr(recipe_texts[0], expected) != NULL, "strategy %d: %s", k, recipe_texts[0]);
  }
  check_control(self, !strstr(recipe_texts[0], "FOR_BLOCK"), "another strategy");
  put("XPBD_NVCC", NULL);
  xpbd_scene_destroy(&scene);
}

/* ---- what is kept ---- */

static void kept(check *self, int unused) {
  const int place = load_file(self, fung);
  static const cuda_unit other = {.layout = 7, .launches = "other"}, foreign = {.layout = 8, .launches = "foreign"};
  xpbd_scene *scene = scene_of(self, "fung"), *two = scene_of(self, "fung stretching");
  const cuda_unit_wish first = {
      .scene = scene, .precision = XPBD_F32, .strategy = CUDA_BLOCK, .capability = 90, .instance = place, .layout = 7};
  cuda_unit_wish wishes[7];
  for (int k = 0; k < 7; k++) wishes[k] = first;
  wishes[1].precision = XPBD_F64, wishes[2].strategy = CUDA_CLUSTER, wishes[3].capability = 89;
  wishes[4].instance = -1, wishes[5].damped = 1, wishes[6].scene = two;
  const void *launches = "none";
  char text[256];
  put("XPBD_NVCC", "nvcc");
  unit_given = &unit, outcome = xpbd_fail(XPBD_ERR_BAD_FILE, "a mistake");
  check_status(self, cuda_unit_find(&pretended, &first, &launches), XPBD_ERR_BAD_FILE, "what does not compile");
  check_true(self, builds == 1 && opened == 0 && strcmp(launches, "none") == 0, "is not opened");
  outcome = XPBD_OK;
  static const cuda_unit *const strange[] = {&foreign, NULL};
  for (int k = 0; k < 2; k++) {
    unit_given = strange[k];
    check_status(self, cuda_unit_find(&pretended, &first, &launches), XPBD_ERR_UNAVAILABLE,
                 "an object of another version");
    snprintf(text, sizeof text, "%s was compiled for the GPU with the headers of another version: see XPBD_FORMULA_DIR",
             fung);
    check_said(self, text, "object %d", k);
    check_true(self, builds == 2 + k && strcmp(launches, "none") == 0, "object %d: is tried again, and not taken", k);
  }
  for (int k = 0; k < 7; k++) { /* each differs from the first in one thing */
    unit_given = k ? &other : &unit;
    check_status(self, cuda_unit_find(&pretended, &wishes[k], &launches), XPBD_OK, "wish %d", k);
    check_same(self, (uint64_t)builds, (uint64_t)(4 + k), "wish %d: compilations", k);
    check_true(self, launches == unit_given->launches, "wish %d: its launches", k);
  }
  for (int k = 0; k < 7; k++) {
    launches = NULL;
    check_status(self, cuda_unit_find(&pretended, &wishes[k], &launches), XPBD_OK, "wish %d again", k);
    check_true(self, launches == (k ? other.launches : unit.launches), "wish %d again: the launches of before", k);
  }
  check_same(self, (uint64_t)builds, 10, "compilations when all is there");
  wishes[2].strategy = CUDA_PLAIN, wishes[3] = wishes[2], wishes[3].strategy = CUDA_GRAPH;
  for (int k = 2; k < 4; k++)
    check_status(self, cuda_unit_find(&pretended, &wishes[k], &launches), XPBD_OK, "wish %d by groups", k);
  check_same(self, (uint64_t)builds, 11, "launches of groups are those of a graph");
  wishes[0].capability = 80;
  check_control(self, cuda_unit_find(&pretended, &wishes[0], &launches) == XPBD_OK && builds == 12, "another device");
  put("XPBD_NVCC", NULL);
  xpbd_scene_destroy(&scene), xpbd_scene_destroy(&two);
}

static void *find_in_thread(void *wish) {
  const void *launches = NULL;
  return cuda_unit_find(&pretended, wish, &launches) == XPBD_OK ? (void *)(size_t)launches : NULL;
}

/// Several threads make solvers: the first one compiles, the others wait for it.
static void together(check *self, int unused) {
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  const int place = load_file(self, fung);
  xpbd_scene *scene = scene_of(self, "fung");
  cuda_unit_wish wish = {.scene = scene, .precision = XPBD_F32, .strategy = CUDA_BLOCK, .capability = 90};
  wish.instance = place, wish.layout = 7;
  put("XPBD_NVCC", "nvcc");
  unit_given = &unit, outcome = XPBD_OK, nap = 100000;
  int started = 0, right = 0;
  while (started < THREADS && pthread_create(&threads[started], NULL, find_in_thread, &wish) == 0) started++;
  for (int k = 0; k < started; k++) {
    void *launches = NULL;
    pthread_join(threads[k], &launches);
    right += launches == unit.launches;
  }
  check_same(self, (uint64_t)started, THREADS, "threads");
  check_same(self, (uint64_t)right, THREADS, "threads that have the launches");
  check_same(self, (uint64_t)builds, 1, "compilations");
  wish.precision = XPBD_F64;
  check_control(self, find_in_thread(&wish) == unit.launches && builds == 2, "another is compiled");
  put("XPBD_NVCC", NULL);
  xpbd_scene_destroy(&scene);
}

void check_group_cuda_unit(check_registry *registry) {
  check_add(registry, "compilers", "which nvcc is taken, and where it is looked for", compilers, 0);
  check_add(registry, "scenes", "which scenes are compiled, and why others are not", scenes, 0);
  check_add(registry, "texts", "what nvcc is given, letter for letter", texts, 0);
  check_add(registry, "kept", "what was compiled is kept, and nothing else is taken for it", kept, 0);
  check_add(registry, "together", "threads that want the same wait for the first", together, 0);
}
