/* Why this file exists: reads a point from one part of a sweep, and ranks it against other parts. */
#include <string.h>

#include "merge.h"

static double shard_of(const json_t *object, const char *path) {
  const double shard = report_number(object, path);
  return shard >= 1 ? shard : 0;
}

merge_rank merge_rank_of(const merge_source *source, const report_point *point) {
  if (shard_of(point->json, "shard") != shard_of(source->run.xb, "shard.index")) return MERGE_ELSEWHERE;
  const bool timed = json_is_object(json_object_get(point->json, "frame_s")); /* false with --validate only */
  switch (point->state) {
  case REPORT_OK: return timed ? MERGE_PROVEN : MERGE_UNTIMED;
  case REPORT_UNCHECKED: return timed ? MERGE_UNCHECKED : MERGE_UNTIMED;
  case REPORT_INEXACT: return timed ? MERGE_INEXACT : MERGE_UNTIMED;
  case REPORT_SKIPPED: return MERGE_LEFT_OUT;
  case REPORT_INVALID: return MERGE_WRONG;
  case REPORT_ERROR: return MERGE_BROKEN;
  case REPORT_INTERRUPTED:
  case REPORT_STATES: break;
  }
  return MERGE_CUT_OFF;
}

bool merge_has(const merge_source *source, const report_point *point) {
  return merge_rank_of(source, point) >= MERGE_LEFT_OUT;
}

const report_point *merge_find(const merge_source *source, const char *name, int hint) {
  const report_run *run = &source->run;
  if (hint < run->count && strcmp(run->points[hint].name, name) == 0) return &run->points[hint];
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].name, name) == 0) return &run->points[i];
  return NULL;
}
