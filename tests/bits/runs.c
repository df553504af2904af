/* Why this file exists: makes the library calls of a run, so that a changed call is corrected here and not in each
 * test. */
#include "runs.h"

#include <stdio.h>
#include <string.h>

#include "xpbd/method.h"
#include "xpbd/projective.h"

const char *bits_method(int index) {
  return xpbd_method_name(index);
}

bool bits_method_projective(const char *method) {
  const xpbd_method_info *info = xpbd_method_at(xpbd_method_find(method));
  return info->engine && !(info->traits & XPBD_EXPLICIT);
}

bool bits_method_on_devices(const char *method) {
  return xpbd_method_at(xpbd_method_find(method))->backends != NULL;
}

bool bits_method_explicit(const char *method) {
  return (xpbd_method_at(xpbd_method_find(method))->traits & XPBD_EXPLICIT) != 0;
}

const char *bits_backend(int index) {
  const xpbd_backend_list *list = xpbd_backends();
  char device[256];
  if (index == 0) return "seq";
  for (int i = 0; i < list->count; i++) {
    const xpbd_backend_entry *entry = &list->entries[i];
    if (strcmp(entry->name, "seq") == 0 || !entry->table || entry->table->probe(device, sizeof device) != XPBD_OK)
      continue;
    if (--index == 0) return entry->name;
  }
  return NULL;
}

void bits_refused(bits_state out) {
  snprintf(out, BITS_STATE, "refused: %.200s", xpbd_last_error());
  for (char *c = out; *c; c++)
    if (*c == '\t' || *c == '\n') *c = ' ';
}

/* The state after `frame` of a run whose last call returned `status`. */
static void ended(xpbd_status status, int32_t frame, uint64_t hash, bits_state out) {
  if (status == XPBD_OK)
    snprintf(out, BITS_STATE, "%016llx", (unsigned long long)hash);
  else if (status == XPBD_ERR_DIVERGED)
    snprintf(out, BITS_STATE, "diverged in frame %d", (int)frame);
  else
    snprintf(out, BITS_STATE, "failed: %.200s", xpbd_last_error());
}

void bits_run_scene(const xpbd_scene *scene, const bits_run *run, bits_state out) {
  static const xpbd_projective_settings weights = {
      .triangle_weight = 100.0, .strain_limit = 0.05, .bending_weight = 0.1};
  const int method = xpbd_method_find(run->method);
  const unsigned traits = xpbd_method_at(method)->traits;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = run->backend;
  def.precision = traits & XPBD_IN_DOUBLE ? XPBD_F64 : (xpbd_precision)xpbd_precision_find(run->precision);
  def.method = (xpbd_method)method;
  if ((traits & XPBD_TAKES_WEIGHTS) && xpbd_scene_triangle_count(scene) > 0) def.projective = &weights;
  def.frame_time = run->frame_time;
  def.substeps = run->substeps;
  def.iterations = run->iterations;
  xpbd_solver_def_set(&def, "pbd_stiffness", 0.6);
  def.threads = run->substeps > 1 ? 3 : 2;
  xpbd_solver *solver = NULL;
  if (xpbd_solver_create(scene, &def, &solver) != XPBD_OK) {
    bits_refused(out);
    return;
  }
  xpbd_status status = XPBD_OK;
  uint64_t hash = 0;
  int32_t frame = 0;
  while (status == XPBD_OK && frame < run->frames) {
    frame++, status = xpbd_solver_step(solver, 1);
    if (status == XPBD_OK) status = xpbd_solver_sync(solver);
  }
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, &hash);
  ended(status, frame, hash, out);
  xpbd_solver_destroy(&solver);
}
