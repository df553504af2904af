/* Why this file exists: shows which scene runs with which method on which backend, and why others do not. It asks by
 * creating the solver at the scene's own size, so that no rule is written down twice. */
#include <stdio.h>
#include <string.h>

#include "sim_list.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"
#include "xpbd/backend.h"

enum { MOST_REASONS = 500, REASON_LENGTH = 300, COLUMN = 14 };

/// The table, and the reasons that already have a number.
typedef struct matrix {
  bool json;
  int rows;
  int reason_count;
  char reasons[MOST_REASONS][REASON_LENGTH];
} matrix;

/// Number of a reason, from 1; 0 if there are too many.
static int number_of(matrix *m, const char *reason) {
  char text[REASON_LENGTH];
  snprintf(text, sizeof text, "%s", reason);
  for (int k = 0; k < m->reason_count; k++)
    if (strcmp(m->reasons[k], text) == 0) return k + 1;
  if (m->reason_count == MOST_REASONS) return 0;
  memcpy(m->reasons[m->reason_count++], text, sizeof text);
  return m->reason_count;
}

/// Print one cell. `status` is the result of creating the solver.
static void tell(matrix *m, const char *scene, const char *method, const char *backend, xpbd_status status) {
  const char *reason = status == XPBD_OK ? NULL : xpbd_last_error();
  if (m->json) {
    sim_json_field(m->rows++ ? ",\n    {" : "\n    {", "scene", scene);
    sim_json_field(", ", "method", method);
    sim_json_field(", ", "backend", backend);
    printf(", \"runs\": %s", reason ? "false" : "true");
    if (reason) sim_json_field(", ", "reason", reason);
    printf("}");
    return;
  }
  char text[16] = "runs";
  if (reason) snprintf(text, sizeof text, "[%d]", number_of(m, reason));
  printf("  %-*s", COLUMN, text);
}

static xpbd_status try_solver(const xpbd_scene_info *info, const xpbd_model *model, int method, const char *backend) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.frame_time = info->frame_time;
  def.substeps = xpbd_scene_info_substeps(info, model->time_step, info->frame_time);
  def.backend = backend;
  def.method = (xpbd_method)method;
  xpbd_solver *solver = NULL;
  const xpbd_status status = xpbd_solver_create(model->scene, &def, &solver);
  xpbd_solver_destroy(&solver);
  return status;
}

/// A scene with all methods on this backend.
static void tell_scene(matrix *m, const xpbd_scene_info *info, const xpbd_model *model, const char *backend) {
  if (!m->json) printf("  %-20s", info->name);
  for (int k = 0; k < XPBD_METHODS; k++)
    tell(m, info->name, xpbd_method_name(k), backend, try_solver(info, model, k, backend));
  if (!m->json) printf("\n");
}

static void tell_scenes(matrix *m, xpbd_model *models) {
  const xpbd_backend_list *backends = xpbd_backends();
  for (int b = 0; b < backends->count; b++) {
    const char *backend = backends->entries[b].name;
    if (!m->json) printf("%s\n  %-20s", backend, "");
    for (int k = 0; !m->json && k < XPBD_METHODS; k++) printf("  %-*s", COLUMN, xpbd_method_name(k));
    if (!m->json) printf("\n");
    for (int i = 0; i < xpbd_scene_info_count(); i++) tell_scene(m, xpbd_scene_info_at(i), &models[i], backend);
    if (!m->json) printf("\n");
  }
}

int sim_matrix(bool json) {
  enum { MOST_SCENES = 256 };
  static xpbd_model models[MOST_SCENES];
  static matrix m;
  m = (matrix){.json = json};
  const int count = xpbd_scene_info_count();
  xpbd_status status = XPBD_OK;
  for (int i = 0; i < count && status == XPBD_OK; i++) {
    const xpbd_scene_params params = xpbd_scene_params_default();
    status = xpbd_scene_build(xpbd_scene_info_at(i)->name, &params, &models[i]);
  }
  if (json) printf("{\n  \"cells\": [");
  if (status == XPBD_OK) tell_scenes(&m, models);
  if (json) printf("\n  ]\n}\n");
  if (!json && m.reason_count > 0) printf("\n");
  for (int k = 0; k < m.reason_count; k++) printf("[%d] %s\n", k + 1, m.reasons[k]);
  for (int i = 0; i < count; i++) xpbd_model_destroy(&models[i]);
  return status == XPBD_OK ? -1 : CLI_EXIT_USAGE;
}
