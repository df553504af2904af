/* Why this file exists: a scene that is written and read back simulates in the same bits, for every named scene and
 * every method that a file can hold. A file made by hand may leave out most members, and a damaged one is refused with
 * its place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "runner/folder.h"
#include "unit/lacking.h"
#include "xpbd/scene_file.h"
#include "xpbd/xpbd.h"

/* ---- written and read ---- */

static char *text_of(const char *path) {
  FILE *stream = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  if (stream && text) text[fread(text, 1, (1 << 16) - 1, stream)] = '\0';
  if (stream) fclose(stream);
  return text;
}

/* The hash after two frames, 0 if the method does not run the scene. */
static uint64_t hash_of(const xpbd_scene *scene, const xpbd_solver_def *def) {
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  if (xpbd_solver_create(scene, def, &solver) == XPBD_OK && xpbd_solver_step(solver, 2) == XPBD_OK)
    xpbd_solver_hash(solver, &hash);
  return hash;
}

/* Writes, reads, writes again into a second folder, and compares. */
static void round_trip(check *self, char *const folder[2], const char *name, const xpbd_model *model,
                       xpbd_solver_def settings) {
  char path[2][512];
  xpbd_scene_run run;
  xpbd_model back = {0};
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.name = name, def.settings = &settings, def.frames = 7;
  for (int k = 0; k < 2; k++) snprintf(path[k], sizeof path[k], "%s/scene.json", folder[k]);
  if (!check_status(self, xpbd_scene_write(path[0], model, &def), XPBD_OK, "%s is written", name) ||
      !check_status(self, xpbd_scene_read(path[0], &run, &back), XPBD_OK, "%s is read", name))
    return;
  def.name = run.name, def.settings = &run.settings, def.frames = run.frames;
  check_status(self, xpbd_scene_write(path[1], &back, &def), XPBD_OK, "%s is written again", name);
  char *first = text_of(path[0]), *second = text_of(path[1]);
  check_true(self, first && second && first[0] && strcmp(first, second) == 0, "%s: the same text again", name);
  free(first);
  free(second);
  check_same(self, (uint64_t)back.mesh.edge_count, (uint64_t)model->mesh.edge_count, "%s: edges of its mesh", name);
  check_same(self, (uint64_t)back.mesh.tet_count, (uint64_t)model->mesh.tet_count, "%s: tets of its mesh", name);
  check_same(self, (uint64_t)back.obstacle_count, (uint64_t)model->obstacle_count, "%s: its obstacles", name);
  run.settings.backend = settings.backend, run.settings.precision = settings.precision; /* not in the file */
  const uint64_t hash = hash_of(model->scene, &settings);
  if (hash) check_same(self, hash_of(back.scene, &run.settings), hash, "%s: its hash", name);
  run.settings.substeps++;
  if (hash) check_control(self, hash_of(back.scene, &run.settings) != hash, "%s with another time step", name);
  xpbd_model_destroy(&back);
}

static xpbd_solver_def settings_of(xpbd_method method) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.method = method, def.precision = XPBD_F64;
  def.substeps = 3, def.iterations = 2;
  return def;
}

static void scenes(check *self, int argument) {
  char *const folder[2] = {folder_make(self), folder_make(self)};
  for (int i = 0; folder[1] && i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = info->least_resolution > 5 ? info->least_resolution : 5;
    if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(&params, "settle", 0.0);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) continue;
    round_trip(self, folder, info->name, &model, settings_of(XPBD_METHOD_XPBD));
  }
}

/* Every formula on tetrahedra or on a closed surface, with another damping, order and solve. */
static void formulas(check *self, int argument) {
  char *const folder[2] = {folder_make(self), folder_make(self)};
  for (int f = 0; folder[1] && f < xpbd_formula_count(); f++) {
    const xpbd_formula_info *info = xpbd_formula_at(f);
    xpbd_scene_params params = xpbd_scene_params_default();
    char spec[200];
    snprintf(spec, sizeof spec, "%s:beta=0.01,damping=lagged,order=%s%s", info->name, f % 2 ? "mesh" : "group",
             info->rows > 1 ? f % 3 ? ",solve=rows" : ",solve=coupled" : "");
    params.constraint = spec;
    params.resolution = 3;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    const bool closed = info->traits & XPBD_SUMMED && !(info->traits & XPBD_NODAL);
    if (!check_status(self, xpbd_scene_build(closed ? "blob" : "beam_tets", &params, &model), XPBD_OK, "%s", spec))
      continue;
    round_trip(self, folder, info->name, &model, settings_of(XPBD_METHOD_XPBD));
  }
}

static void methods(check *self, int argument) {
  char *const folder[2] = {folder_make(self), folder_make(self)};
  int kept = 0;
  for (int m = 0; folder[1] && m < XPBD_METHODS; m++) {
    const xpbd_method_info *method = xpbd_method_at(m);
    xpbd_solver_def def = settings_of((xpbd_method)m);
    for (int32_t k = 0; k < method->number_count; k++) {
      const xpbd_method_number *number = &method->numbers[k];
      const double value = 0.75 * number->standard + 0.25 * number->minimum;
      xpbd_solver_def_set(&def, number->name, value > number->minimum ? value : number->standard);
    }
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = 5, params.constraint = "stretching";
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (method->engine || !check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "cloth")) continue;
    round_trip(self, folder, method->name, &model, def);
    kept += hash_of(model.scene, &def) != 0;
  }
  check_at_least(self, kept, 4, "methods with a hash");
}

/* ---- made by hand ---- */

static const char *written(const char *folder, const char *text) {
  static char path[512];
  snprintf(path, sizeof path, "%s/mine.json", folder);
  FILE *stream = fopen(path, "wb");
  if (stream) {
    fputs(text, stream);
    fclose(stream);
  }
  return path;
}

#define HEAD    "{\"format\": \"xpbd-scene\", \"version\": 1, "
#define THREE   "\"positions\": {\"values\": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}"
#define MASSES  "\"masses\": {\"values\": [null, 1, 2]}"
#define SPRINGS "\"particles\": {\"values\": [[0, 1], [1, 2]]}"
#define PARTS   HEAD "\"particles\": {" THREE ", " MASSES "}, "

/* The defaults, and each way to say the same. */
static void by_hand(check *self, int argument) {
  static const struct {
    const char *what, *text;
  } same[] = {
      {"springs with their lengths", PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS
                                           ", \"rest\": {\"values\": [[1], [1]]}, \"compliance\": 0.5}]}"},
      {"lengths from the positions",
       PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": {\"value\": 0.5}}]}"},
      {"a stiffness", PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"stiffness\": 2}]}"},
      {"springs on the edges", PARTS "\"edges\": {\"values\": [[0, 1], [1, 2]]}, "
                                     "\"sets\": [{\"formula\": \"stretching\", \"compliance\": 0.5}]}"},
      {"inverse masses", HEAD "\"particles\": {" THREE ", \"inverse_masses\": {\"values\": [0, 1, 0.5]}}, "
                              "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": 0.5}]}"},
      {"rest positions", HEAD "\"particles\": {" THREE ", \"rest_positions\": {\"values\": "
                              "[[0, 0, 0], [0, 1, 0], [0, 1, 1]]}, " MASSES "}, "
                              "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": 0.5}]}"},
      {"what the formula says",
       PARTS "\"sets\": [{\"formula\": \"stretching\", \"element\": \"edge\", \"rest_rows\": 1, \"rest_numbers\": "
             "[{\"name\": \"length\", \"unit\": \"m\"}], \"fields\": [], " SPRINGS ", \"compliance\": 0.5}]}"},
      {"all settings", PARTS "\"run\": {\"method\": \"xpbd\", \"frame_time\": {\"value\": 0.041666666666666664, "
                             "\"unit\": \"s\"}, \"substeps\": 10, \"iterations\": 20}, \"gravity\": [0, -9.81, 0], "
                             "\"sets\": [{\"formula\": \"stretching\", \"order\": \"group\", \"material\": {\"k\": "
                             "10}, " SPRINGS ", \"compliance\": 0.5}]}"},
  };
  char *folder = folder_make(self);
  uint64_t first = 0;
  for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
    xpbd_scene_run run;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_read(written(folder, same[k].text), &run, &model), XPBD_OK, "%s", same[k].what))
      continue;
    run.settings.backend = "seq", run.settings.precision = XPBD_F64;
    const uint64_t hash = hash_of(model.scene, &run.settings);
    first = k == 0 ? hash : first;
    check_same(self, hash, first, "%s: the hash", same[k].what);
    run.settings.substeps = 11;
    check_control(self, hash_of(model.scene, &run.settings) != first, "another time step");
  }
}

/* What is said of each stands in tests/golden/errors/scene.exact. */
static void refused(check *self, int argument) {
  static const char *const wrong[] = {
      "[]",
      "{\n\"format\":\n}",
      " \n",
      "\xef\xbb\xbf[]", /* a mark is no error */
      "{\"format\": \"other\"}",
      "{\"format\": \"xpbd-scene\", \"version\": 2}",
      HEAD "\"particles\": {}}",
      HEAD "\"particles\": {" THREE "}}",
      HEAD "\"particles\": {\"count\": 4, " THREE "}}",
      HEAD "\"particles\": {\"positions\": {\"values\": [[0, 0, 0], [0, 0]]}}}",
      HEAD "\"particles\": {\"positions\": {\"type\": \"float64\", \"shape\": [3, 3], \"offset\": 0.5}}}",
      HEAD "\"particles\": {\"positions\": {\"type\": \"float64\", \"shape\": [3, 3], \"offset\": 0}}}",
      HEAD "\"particles\": {" THREE ", \"masses\": {\"values\": [1, 0, 1]}}}",
      HEAD "\"units\": {\"length\": \"mm\"}}",
      HEAD "\"particle\": {}}",
      PARTS "\"gravity\": [0, -9.81]}",
      PARTS "\"gravity\": [0, -9.81, 0], \"gravity\": [0, 0, 0]}",
      PARTS "\"arrays\": {\"file\": \"../passwords\"}}",
      PARTS "\"run\": {\"method\": \"magic\"}}",
      PARTS "\"run\": {\"substeps\": 0.5}}",
      PARTS "\"run\": {\"numbers\": {\"omga\": 1}}}",
      PARTS "\"run\": {\"numbers\": {\"omega\": 1, \"omega\": 2}}}",
      PARTS "\"sets\": [{}]}",
      PARTS "\"sets\": [[{}]]}",
      PARTS "\"centres\": [[1]]}",
      PARTS "\"handles\": [[1]]}",
      PARTS "\"obstacles\": [[1]]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"count\": 7}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"summed_over\": \"set\"}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"element\": \"hinge\"}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"rest_rows\": 2}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"rest_numbers\": []}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"rest_numbers\": [{\"name\": \"area\", \"unit\": \"m\"}]}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"rest_numbers\": [{\"name\": \"length\", \"unit\": "
            "\"mm\"}]}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"rest_numbers\": [{\"name\": \"length\", \"unit\": "
            "\"m\"}, {\"name\": \"length\", \"unit\": \"m\"}]}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"fields\": [{\"name\": \"fibre\"}]}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"particles\": {\"values\": [[0, 1]], \"offset\": 0}}]}",
      PARTS "\"sets\": [{\"formula\": \"gum\"}]}",
      PARTS "\"sets\": [{\"formula\": \"gum\", \"formula_hash\": \"0123456789abcdef\"}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"formula_hash\": \"0123456789abcdef\"}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", \"particles\": {\"values\": [[0, 3]]}}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": 2, \"stiffness\": 2}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": {\"value\": 1, \"unit\": \"N\"}}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"rest\": {\"values\": [[1], [null]]}}]}",
      PARTS "\"obstacles\": [{\"kind\": \"sphere\", \"radius\": null}]}",
      PARTS "\"contact\": {\"radius\": {\"value\": null, \"unit\": \"m\"}}}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"compliance\": null}]}",
      PARTS "\"obstacles\": [{\"kind\": \"box\", \"half_sizes\": [1, 0, 1]}]}",
      PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS ", \"material\": {\"k\": -1}}]}",
      PARTS "\"obstacles\": [{\"kind\": \"sphere\"}, {\"kind\": \"sphere\", \"radius\": -1}]}",
      PARTS "\"handles\": [{\"particles\": {\"values\": [1]}, \"keys\": {\"times\": {\"values\": [0]}}}]}",
      PARTS "\"centres\": [{\"first\": 1, \"count\": 3}]}",
  };
  char *folder = folder_make(self);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    xpbd_model model;
    check_status(self, xpbd_scene_read(written(folder, wrong[k]), NULL, &model), XPBD_ERR_BAD_FILE, "scene %zu", k);
    check_true(self, !model.scene, "no scene is left");
  }
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  const xpbd_status status = xpbd_scene_read(written(folder, PARTS "\"gravity\": [0, -9.81, 0]}"), NULL, &model);
  check_control(self, status == XPBD_OK, "a scene without mistakes");
}

/* Whichever allocation fails, it is an error, and no scene is left. */
static void short_of_memory(check *self, int argument) {
  static const char text[] = PARTS "\"sets\": [{\"formula\": \"stretching\", " SPRINGS "}], \"obstacles\": [{\"kind\": "
                                   "\"sphere\", \"keys\": {\"times\": {\"values\": [0]}, \"positions\": "
                                   "{\"values\": [[0, 3, 0]]}}}], \"handles\": [{\"particles\": {\"values\": [0]}, "
                                   "\"keys\": {\"times\": {\"values\": [0]}}}]}";
  char *folder = folder_make(self);
  const char *path = written(folder, text);
  int failed = 0;
  for (int allowed = 0; path && allowed < 1000; allowed++) {
    xpbd_model model;
    lacking_from(allowed);
    const xpbd_status status = xpbd_scene_read(path, NULL, &model);
    if (lacking_end() >= 0) {
      check_control(self, status == XPBD_OK && model.scene, "memory for all");
      xpbd_model_destroy(&model);
      break;
    }
    failed++;
    check_status(self, status, XPBD_ERR_OUT_OF_MEMORY, "allocation %d", allowed);
    check_true(self, !model.scene && !model.mesh.positions, "no scene is left");
  }
  check_at_least(self, failed, 20, "allocations that failed");
}

void check_group_scene_file(check_registry *registry) {
  check_add(registry, "scenes", "every named scene is read back: its text, its mesh and its hash", scenes, 0);
  check_add(registry, "formulas", "so is every formula", formulas, 0);
  check_add(registry, "methods", "so is every method with its parameters", methods, 0);
  check_add(registry, "by_hand", "members that are left out have their defaults", by_hand, 0);
  check_add(registry, "memory", "a lack of memory is an error", short_of_memory, 0);
  check_add(registry, "refused", "what is wrong is refused with its place", refused, 0);
}
