/* Why this file exists: a journal has every sample. All statistics of a row are recomputed from it, and its clock must
 * only go forward. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit.h"
#include "audit_stats.h"
#include "base/error.h"
#include "base/file.h"
#include "read/peers.h"
#include "support/json.h"

enum { LARGEST = 512 << 20 };

/// The episodes of one row.
typedef struct episodes {
  size_t count, each, room;
  double *samples;   ///< [room][each] Owned.
  double *processor; ///< [room] Owned.
  double *process;   ///< [room] Which process measured it, from 1. Owned.
} episodes;

typedef struct journal {
  audit *self;
  episodes *rows; ///< [run.count] Owned.
  int line, last; ///< Number of the line, and the row found last.
  double clock;   ///< at_s of the line before.
  bool summed;    ///< Each line has a checksum: the journal has version 3.
  bool resumed;   ///< A line says that the run went on. Then the time of the next episode is not known.
} journal;

static bool grow(episodes *row) {
  const size_t room = row->room == 0 ? 16 : 2 * row->room;
  double *samples = realloc(row->samples, room * row->each * sizeof *samples);
  if (samples) row->samples = samples;
  double *processor = realloc(row->processor, room * sizeof *processor);
  if (processor) row->processor = processor;
  double *process = realloc(row->process, room * sizeof *process);
  if (process) row->process = process;
  if (samples && processor && process) row->room = room;
  return samples && processor && process;
}

static int find(journal *j, const char *name) {
  for (int k = 0; name && k < j->self->run.count; k++) {
    const int at = (j->last + k) % j->self->run.count;
    if (strcmp(j->self->run.points[at].name, name) == 0) return j->last = at;
  }
  return -1;
}

/// The samples of an episode take as long as its timed part, and that no longer than the episode. Samples of another
/// program are by its own clock, and the talk with it takes time, too.
static void check_episode_times(journal *j, audit_row *row, const json_t *line, double together) {
  const json_t *list = json_object_get(line, "samples_s");
  const double frames = row->point->frames, at = report_number(line, "at_s"), spent = report_number(line, "spent_s");
  const double timed = report_number(line, "timed_s");
  const size_t count = json_array_size(list);
  double sum = 0.0;
  size_t i;
  json_t *sample;
  json_array_foreach(list, i, sample) sum +=
      json_number_value(sample) * (i + 1 < count ? together : frames - together * (double)(count - 1));
  const double apart = report_is_foreign(row->point) ? sum - timed : fabs(sum - timed);
  if (!(apart <= 0.01 * timed + 2e-5))
    audit_say(row, AUDIT_DIFFERENT, "line %d of the journal: its samples take %.6g s, and it took %.6g s", j->line, sum,
              timed);
  if (!(timed <= spent + 1e-6) || !(at >= spent - 1e-6))
    audit_say(row, AUDIT_DIFFERENT, "line %d of the journal: its times do not fit into each other", j->line);
  const bool late = row->point->launches > 1; /* the lines of several processes are written at the end */
  if (!j->resumed && !late && !(at - j->clock >= spent - 1e-3))
    audit_say(row, AUDIT_DIFFERENT, "line %d of the journal: %.6g s passed since the line before, and it took %.6g s",
              j->line, at - j->clock, spent);
}

static const char *take_episode(journal *j, const json_t *line) {
  const int index = find(j, report_text(line, "point"));
  if (index < 0) return "its point is not one of the run";
  audit_row *row = &j->self->rows[index];
  episodes *own = &j->rows[index];
  const json_t *list = json_object_get(line, "samples_s");
  const double together = report_number(line, "frames_per_sample");
  size_t i;
  json_t *sample;
  if (json_array_size(list) == 0 || !(together >= 1)) return "it has no samples";
  if (own->count == 0) own->each = json_array_size(list);
  if (own->each != json_array_size(list)) return "it has more or fewer samples than the episodes before";
  if (!audit_same(report_number(line, "episode"), (double)own->count)) return "an episode is missing before it";
  if (own->count == own->room && !grow(own)) return "out of memory";
  json_array_foreach(list, i, sample) {
    if (!(json_number_value(sample) > 0.0)) return "a sample is not a time";
    own->samples[own->count * own->each + i] = json_number_value(sample);
  }
  own->process[own->count] = report_number(line, "process");
  own->processor[own->count++] = report_number(line, "cpu_s");
  check_episode_times(j, row, line, together);
  const char *hash = report_text(line, "state_hash");
  if (row->point->hash && (!hash || strcmp(hash, row->point->hash) != 0))
    audit_say(row, AUDIT_DIFFERENT, "line %d of the journal: its state is %.20s, not %.20s", j->line, hash ? hash : "",
              row->point->hash);
  return NULL;
}

/// The first line belongs to this run and machine.
static void check_head(journal *j, const json_t *line) {
  const json_t *xb = j->self->run.xb;
  const char *name;
  json_t *value;
  static const char *const same[][2] = {
      {"plan", "plan.hash"}, {"started", "started"}, {"seed", "seed"}, {"argv", "plan.argv"}};
  for (size_t k = 0; k < sizeof same / sizeof *same; k++)
    if (!json_equal(report_at(line, same[k][0]), report_at(xb, same[k][1])))
      audit_fault(j->self, "the journal is of another run: its %s differs", same[k][0]);
  json_object_foreach(json_object_get(line, "here"), name, value) {
    char group[64] = "";
    const char *dot = strchr(name, '.');
    if (dot) snprintf(group, sizeof group, "%.*s", (int)(dot - name), name);
    const json_t *groups = strcmp(group, "tool") == 0 ? xb : report_at(xb, "env");
    if (strcmp(group, "git") == 0 || strcmp(group, "build") == 0) groups = report_at(xb, "tool");
    const char *text = dot ? report_text(json_object_get(json_object_get(groups, group), dot + 1), "value") : NULL;
    const char *own = json_string_value(value);
    if (text && own && own[0] && strcmp(own, text) != 0)
      audit_fault(j->self, "the journal says %.40s is \"%.80s\", and the results say \"%.80s\"", name, own, text);
  }
}

static const char *take_line(journal *j, const json_t *line) {
  const double at = report_number(line, "at_s");
  if (j->line == 1) {
    if (!json_object_get(line, "journal")) return "it is not the first line of a journal";
    j->summed = report_number(line, "journal") >= 3;
    check_head(j, line);
    return NULL;
  }
  if (json_object_get(line, "resumed")) {
    j->resumed = true;
    return NULL;
  }
  if (!(at >= j->clock || isnan(at))) return "its time is before that of the line before";
  const char *wrong = json_object_get(line, "point") ? take_episode(j, line) : NULL;
  if (!isnan(at)) j->clock = at, j->resumed = false;
  return wrong;
}

/// Compare a number of a row with the one from its samples.
static void compare(audit_row *row, const char *path, double have, double want) {
  const double part = fabs(have - want) / fmax(fabs(have), fabs(want)); /* NaN if both are 0 */
  if (part > 1e-9 || isnan(have) != isnan(want))
    audit_say(row, AUDIT_DIFFERENT, "%s is %.10g, and %.10g by its samples", path, have, want);
}

static double listed(const audit_row *row, const char *path, size_t index) {
  const json_t *number = json_array_get(report_at(row->point->json, path), index);
  return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

/// The medians and intervals of several processes. A process that combined another number of frames has no episodes.
static void judge_processes(audit_row *row, const episodes *own) {
  audit_stats s;
  for (size_t from = 0, to; from < own->count; from = to) {
    for (to = from; to < own->count && audit_same(own->process[to], own->process[from]); to++) continue;
    const double process = own->process[from];
    if (!(process >= 1 && process <= row->point->launches) || (from > 0 && process <= own->process[from - 1])) {
      audit_say(row, AUDIT_DIFFERENT, "the journal has no order of its processes");
      return;
    }
    if (!audit_stats_of(own->samples + from * own->each, to - from, own->each, own->processor + from, &s)) return;
    const size_t index = (size_t)process - 1;
    compare(row, "a median of processes", listed(row, "processes.medians_s", index), s.time.median);
    compare(row, "an lo95 of processes", listed(row, "processes.lo95_s", index), s.time.low);
    compare(row, "an hi95 of processes", listed(row, "processes.hi95_s", index), s.time.high);
  }
}

/// Compare a row with its samples. The interval of several processes follows from their medians.
static void judge(audit_row *row, const episodes *own) {
  const report_point *p = row->point;
  audit_stats s;
  if (!json_is_object(json_object_get(p->json, "frame_s"))) return;
  if (own->count == 0 || !audit_same((double)own->count, p->episodes)) {
    audit_say(row, AUDIT_DIFFERENT, "it has %.0f episodes, and the journal %zu", p->episodes, own->count);
    return;
  }
  if (!audit_stats_of(own->samples, own->count, own->each, own->processor, &s)) return;
  const struct {
    const char *path;
    double want;
  } all[] = {{"frame_s.mean", s.mean},
             {"frame_s.stddev", s.stddev},
             {"frame_s.min", s.least},
             {"frame_s.p05", s.p05},
             {"frame_s.p95", s.p95},
             {"frame_s.p99", s.p99},
             {"frame_s.max", s.most},
             {"cpu_s", s.processor},
             {"samples", p->episodes * (double)own->each},
             {"frame_s.median", s.time.median},
             {"frame_s.lo95", s.time.low},
             {"frame_s.hi95", s.time.high},
             {"frame_s.rel_err", s.time.relative},
             {"frame_s.tau", s.time.tau}};
  enum { OF_ALL = 9 };
  for (size_t k = 0; k < (p->launches > 1 ? OF_ALL : sizeof all / sizeof *all); k++)
    compare(row, all[k].path, report_number(p->json, all[k].path), all[k].want);
  if (p->launches > 1) judge_processes(row, own);
}

/// A line that cannot be read is not the fault of the run.
static xpbd_status read_lines(journal *j, const char *path, FILE *stream) {
  char *text = NULL;
  size_t room = 0;
  bool ended = false;
  for (ssize_t got; !ferror(stream) && (got = getline(&text, &room, stream)) > 0;) {
    if (ferror(stream)) break; /* half of it was read */
    j->line++;
    json_t *line = json_loadb(text, (size_t)got, 0, NULL);
    const char *wrong = json_is_object(line) ? take_line(j, line) : "it is not JSON";
    const json_line_state state = json_line_check(text, (size_t)got);
    if (state == JSON_LINE_CHANGED || (j->summed && state == JSON_LINE_UNSUMMED))
      wrong = "it was changed: its checksum belongs to another line";
    json_decref(line);
    if (wrong) audit_fault(j->self, "line %d of the journal: %s", j->line, wrong);
    ended = wrong;
    if (ended) break;
  }
  const int reason = errno;
  free(text);
  XPBD_REQUIRE(ended || feof(stream), XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(reason));
  return XPBD_OK;
}

/// The journal beside the results, unless the user names one. "" = none.
static void find_journal(const audit *self, char *out, size_t capacity) {
  const char *path = self->request->path, *slash = strrchr(path, '/');
  snprintf(out, capacity, "%s", self->request->journal ? self->request->journal : "");
  if (self->request->journal || strcmp(slash ? slash + 1 : path, "results.json") != 0) return;
  snprintf(out, capacity, "%.*ssamples.jsonl", slash ? (int)(slash + 1 - path) : 0, path);
  if (access(out, R_OK) != 0) out[0] = '\0';
}

bool audit_samples(audit *self) {
  char path[4096];
  FILE *stream = NULL;
  journal j = {.self = self};
  find_journal(self, path, sizeof path);
  if (!path[0]) return true;
  const int faults = self->fault_count;
  self->journal = true;
  if (xpbd_file_open_plain(path, "the journal of the run", LARGEST, &stream) != XPBD_OK) return false;
  j.rows = calloc((size_t)self->run.count, sizeof *j.rows);
  const xpbd_status status =
      j.rows ? read_lines(&j, path, stream) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its episodes", path);
  fclose(stream);
  if (status != XPBD_OK) return false;
  if (j.clock > 1.001 * report_number(self->run.xb, "seconds") + 1.0)
    audit_fault(self, "the journal ends after %.6g s, and the run took %.6g s", j.clock,
                report_number(self->run.xb, "seconds"));
  for (int i = 0; i < self->run.count; i++) {
    judge(&self->rows[i], &j.rows[i]);
    free(j.rows[i].samples);
    free(j.rows[i].processor);
    free(j.rows[i].process);
  }
  free(j.rows);
  self->sampled = self->fault_count == faults;
  return true;
}
