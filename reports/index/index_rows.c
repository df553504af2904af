/* Why this file exists: machines are compared by what most of them computed. Rows of all benchmarks count, if they
 * computed the same work: a machine is shown by its fastest backend, whichever benchmark measured it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "read/history.h"
#include "read/machine.h"
#include "read/memory.h"
#include "read/score.h"

/// Of the sizes that equally many machines measured, the headline has the one nearest to 161 x 161 vertices.
#define USUAL_PARTICLES 25921.0

static void append(char out[INDEX_WORK], const char *text, const char *unit) {
  const size_t used = strlen(out);
  if (text[0]) snprintf(out + used, INDEX_WORK - used, "%s%s%s", used > 0 ? ", " : "", text, unit);
}

/// All that a row computed, but for the size. False if it cannot be compared: a batch, a plain loop, no numbers.
static bool name_work(const report_point *p, char out[INDEX_WORK]) {
  char text[64], body[64];
  const char *scene = report_scene(p), *mesh = report_text(p->json, "work.mesh");
  const char *precision = report_text(p->json, "solver.precision");
  out[0] = '\0';
  if (!p->has_numbers || report_is_peer_row(p) || !(p->particles > 0)) return false;
  if (report_number(p->json, "solver.batch") > 1) return false;
  snprintf(body, sizeof body, "%s", scene ? scene : mesh ? mesh : "");
  char *of = scene ? NULL : strstr(body, " of ");
  if (of) *of = '\0';
  append(out, body, "");
  append(out, report_axis_text(p, "constraint", text, sizeof text), "");
  if (strcmp(report_axis_text(p, "method", text, sizeof text), "xpbd") != 0) append(out, text, "");
  if (strcmp(report_axis_shown(p, "substeps", text, sizeof text), "1") != 0) append(out, text, " time steps");
  append(out, report_axis_shown(p, "iterations", text, sizeof text), " iterations");
  append(out, precision ? precision : report_axis_text(p, "precision", text, sizeof text), "");
  return true;
}

/// "cuda, tiles" or "omp, 2 threads".
static void name_way(const report_point *p, char out[64]) {
  char backend[32];
  const char *strategy = report_text(p->json, "solver.strategy");
  report_axis_text(p, "backend", backend, sizeof backend);
  if (strategy)
    snprintf(out, 64, "%s, %.28s", backend, strategy);
  else if (p->threads > 1 && strcmp(backend, "omp") == 0)
    snprintf(out, 64, "%s, %.0f threads", backend, p->threads);
  else
    snprintf(out, 64, "%s", backend);
}

static bool is_same_work(const index_row *a, const index_row *b) {
  return strcmp(a->work, b->work) == 0 && a->particles >= b->particles && a->particles <= b->particles &&
         a->constraints >= b->constraints && a->constraints <= b->constraints;
}

/// Keep the fastest row of each work.
static void take_row(index_member *member, const index_row *row) {
  for (int i = 0; i < member->row_count; i++) {
    if (!is_same_work(&member->rows[i], row)) continue;
    if (row->fps > member->rows[i].fps) member->rows[i] = *row;
    return;
  }
  member->rows[member->row_count++] = *row;
}

static void take_text(char *out, size_t capacity, const char *text) {
  snprintf(out, capacity, "%s", text ? text : "");
}

static void read_score(index_member *member, const report_run *run) {
  report_score score;
  member->score = member->score_low = member->score_high = NAN;
  if (!report_score_best(run, &score)) return;
  member->score = score.value;
  member->score_low = score.low;
  member->score_high = score.high;
  const char *reason = json_string_value(json_array_get(score.reasons, 0));
  snprintf(member->score_state, sizeof member->score_state, "%s%s%.120s", score.valid ? "VALID" : "INVALID",
           reason ? ": " : "", reason ? reason : "");
}

void index_read(index_member *member, const report_run *run) {
  take_text(member->processor, sizeof member->processor, report_env_text(run, "cpu.model"));
  if (!report_run_device(run, member->device, sizeof member->device)) member->device[0] = '\0';
  take_text(member->date, sizeof member->date, report_text(run->xb, "started"));
  take_text(member->begun, sizeof member->begun, report_text(run->xb, "started"));
  take_text(member->commit, sizeof member->commit, report_text(run->xb, "tool.git.sha.value"));
  take_text(member->host, sizeof member->host, report_env_text(run, "os.host"));
  take_text(member->plan, sizeof member->plan, report_text(run->xb, "plan.hash"));
  member->cores = report_env_number(run, "cpu.logical");
  member->points = run->count;
  member->ok = run->in_state[REPORT_OK];
  member->certified = run->certified;
  member->audited = run->audited;
  member->changed = run->seal.state == FILE_SEAL_BROKEN;
  member->recorded = run->seal.recorded;
  member->complete = run->complete;
  read_score(member, run);
  member->rows = report_memory((size_t)run->count, sizeof *member->rows);
  for (int i = 0; i < run->count && member->rows; i++) {
    const report_point *p = &run->points[i];
    index_row row = {.particles = p->particles,
                     .constraints = p->constraints,
                     .fps = p->fps,
                     .low = p->fps_low,
                     .high = p->fps_high,
                     .per_second = p->per_second,
                     .error = report_error(p),
                     .energy = report_energy(p)};
    if (!name_work(p, row.work)) continue;
    name_way(p, row.way);
    if (!report_row_device(run, p, row.device, sizeof row.device)) row.device[0] = '\0';
    take_row(member, &row);
  }
}

/// Refuse a member whose page would replace that of an earlier one, or that is the same run.
static void refuse_twins(index_set *set, int index) {
  index_member *member = &set->items[index];
  for (int i = 0; i < index && !member->reason[0]; i++) {
    const index_member *other = &set->items[i];
    if (strcmp(member->name, other->name) == 0)
      snprintf(member->reason, sizeof member->reason, "another folder has this name: %.400s; rename one",
               other->file ? other->file : other->name);
    else if (!other->reason[0] && member->begun[0] && strcmp(member->begun, other->begun) == 0 &&
             strcmp(member->host, other->host) == 0 && strcmp(member->plan, other->plan) == 0)
      snprintf(member->reason, sizeof member->reason, "it is the same run as %.400s", other->name);
  }
}

/// The row of a member for this work, NULL = it has none.
static const index_row *row_of(const index_member *member, const index_row *work) {
  for (int i = 0; i < member->row_count && !member->reason[0]; i++)
    if (is_same_work(&member->rows[i], work)) return &member->rows[i];
  return NULL;
}

static int members_with(const index_set *set, const index_row *work) {
  int count = 0;
  for (int i = 0; i < set->count; i++) count += row_of(&set->items[i], work) != NULL;
  return count;
}

static double distance(const index_row *row) {
  return fabs(log(row->particles / USUAL_PARTICLES));
}

static int by_member(const void *a, const void *b) {
  const index_member *one = a, *other = b;
  return strcmp(one->name, other->name);
}

void index_settle(index_set *set) {
  const index_row *best = NULL;
  int most = 0;
  if (set->count > 0) qsort(set->items, (size_t)set->count, sizeof *set->items, by_member);
  for (int i = 0; i < set->count; i++) refuse_twins(set, i);
  for (int i = 0; i < set->count; i++)
    for (int k = 0; k < set->items[i].row_count && !set->items[i].reason[0]; k++) {
      const index_row *row = &set->items[i].rows[k];
      const int members = members_with(set, row);
      if (best && (members < most || (members == most && !(distance(row) < distance(best))))) continue;
      best = row;
      most = members;
    }
  for (int i = 0; i < set->count; i++) {
    set->broken += set->items[i].reason[0] != '\0';
    set->items[i].headline = best ? row_of(&set->items[i], best) : NULL;
  }
  if (!best) return;
  snprintf(set->work, sizeof set->work, "%s", best->work);
  set->particles = best->particles;
}
