/* Why this file exists: chooses rows of a benchmark of other people's solvers. */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xpbd/method.h"

static const char *text_of(const report_point *p, const char *axis) {
  const char *text = json_string_value(json_object_get(p->axes, axis));
  return text ? text : "";
}

bool report_is_foreign(const report_point *p) {
  return json_is_object(json_object_get(p->json, "peer"));
}

bool report_ends_early(const report_point *p) {
  const xpbd_method_info *method = xpbd_method_at(xpbd_method_find(text_of(p, "method")));
  return method && (method->traits & XPBD_UNTIL_SOLVED);
}

bool report_has_peers(const report_run *run, const char *benchmark) {
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && report_is_foreign(&run->points[i])) return true;
  return false;
}

bool report_has_methods(const report_run *run, const char *benchmark) {
  for (int i = 0; i < run->count; i++) {
    const json_t *axes = run->points[i].axes;
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && json_object_get(axes, "workload") &&
        json_object_get(axes, "method") && !json_object_get(axes, "tolerance"))
      return true;
  }
  return false;
}

const report_point *report_method_best(const report_run *run, const report_point *like, const char *workload,
                                       double error) {
  const report_point *best = NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (report_peer_belongs(p, like->benchmark, workload) && report_same_axis(p, like, "method") &&
        report_peer_error(p) <= error && (!best || p->median < best->median))
      best = p;
  }
  return best;
}

double report_peer_error(const report_point *p) {
  return p->has_numbers ? report_number(p->json, "error") : (double)NAN;
}

const char *report_peer_without(const report_point *p) {
  const char *without = report_text(p->json, "peer.without");
  return without && without[0] ? without : NULL;
}

const char *report_peer_workload(const report_run *run, const char *benchmark, int index) {
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    const char *own = text_of(p, "workload");
    bool first = own[0] && strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < i && first; k++)
      first =
          strcmp(run->points[k].benchmark, benchmark) != 0 || strcmp(text_of(&run->points[k], "workload"), own) != 0;
    if (first && index-- == 0) return own;
  }
  return NULL;
}

bool report_peer_belongs(const report_point *p, const char *benchmark, const char *workload) {
  return strcmp(p->benchmark, benchmark) == 0 && strcmp(text_of(p, "workload"), workload) == 0 &&
         report_peer_error(p) >= 0;
}

const char *report_peer_label(const report_point *p, char *out, size_t capacity) {
  const char *setting = text_of(p, "setting");
  const bool standard = setting[0] == '\0' || strcmp(setting, "default") == 0;
  snprintf(out, capacity, "%s%s%s", text_of(p, "backend"), standard ? "" : ", ", standard ? "" : setting);
  return out;
}

/// Whether row b answers better than row a.
static bool is_better(const report_point *a, const report_point *b) {
  const double x = report_peer_error(a), y = report_peer_error(b);
  if ((x <= PEERS_ERROR) != (y <= PEERS_ERROR)) return y <= PEERS_ERROR;
  return x <= PEERS_ERROR ? b->median < a->median : y < x;
}

bool report_peer_is_best(const report_run *run, const report_point *p) {
  for (int i = 0; i < run->count; i++) {
    const report_point *q = &run->points[i];
    if (report_peer_belongs(q, p->benchmark, text_of(p, "workload")) &&
        strcmp(text_of(q, "backend"), text_of(p, "backend")) == 0 &&
        !report_peer_without(p) == !report_peer_without(q) && is_better(p, q))
      return false;
  }
  return true;
}

const report_point *report_peer_ours(const report_run *run, const report_point *p) {
  const report_point *best = NULL;
  for (int i = 0; i < run->count && !report_peer_without(p); i++) {
    const report_point *q = &run->points[i];
    if (report_is_foreign(q) || q->state != REPORT_OK || strcmp(text_of(q, "setting"), "best") == 0 ||
        !report_peer_belongs(q, p->benchmark, text_of(p, "workload")))
      continue;
    if (report_peer_error(q) <= report_peer_error(p) && (!best || q->median < best->median)) best = q;
  }
  return best;
}
