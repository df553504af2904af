/* Why this file exists: writes the score of a run into its JSON, with the rows that it came from, so that it can be
 * recomputed. */
#include "harness/run/score.h"
#include "report.h"

static void write_row(json_writer *json, const bench_run *run, const score_row *row) {
  json_open_flat(json, NULL, '{');
  json_text(json, "workload", row->workload);
  json_text(json, "point", row->point < 0 ? NULL : run->plan->points[row->point].name);
  json_number(json, "speed", row->speed);
  json_number(json, "lo95", row->low);
  json_number(json, "hi95", row->high);
  json_number(json, "reference", row->reference);
  json_number(json, "ratio", row->ratio);
  json_close(json, '}');
}

void bench_write_score(json_writer *json, const bench_report *report) {
  const bench_score *score = report->score;
  if (!score) return;
  json_open(json, "score", '{');
  json_text(json, "division", report->run->settings->division == BENCH_OPEN ? "open" : "closed");
  json_text(json, "reference_machine", score->machine[0] ? score->machine : NULL);
  json_text(json, "best", score->best < 0 ? NULL : score->backends[score->best].name);
  json_open(json, "backends", '[');
  for (int k = 0; k < score->backend_count; k++) {
    const score_backend *own = &score->backends[k];
    json_open(json, NULL, '{');
    json_text(json, "backend", own->name);
    json_bool(json, "valid", own->reason_count == 0);
    json_open(json, "reasons", '[');
    for (int r = 0; r < own->reason_count; r++) json_text(json, NULL, own->reasons[r]);
    json_close(json, ']');
    json_number(json, "score", own->score);
    json_number(json, "lo95", own->low);
    json_number(json, "hi95", own->high);
    json_open(json, "workloads", '[');
    for (int w = 0; w < score->workload_count; w++) write_row(json, report->run, &own->rows[w]);
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

void bench_write_machine(FILE *stream, const bench_report *report) {
  const bench_score *score = report->score;
  const score_backend *best = &score->backends[score->best];
  const bench_field *model = bench_env_find(report->env, "cpu", "model");
  fprintf(
      stream,
      "# Why this file exists: a score is relative to this machine, which has 1. xpbd-bench score --record FILE wrote "
      "it.\n# Simulated seconds per second of each workload at an error of 1 %%.\n");
  fprintf(stream, "machine\t%s, %.0f processors, %s, %.10s\n",
          model && model->text[0] ? model->text : "unknown processor",
          bench_env_number_of(report->env, "cpu", "logical"), best->name, report->started);
  for (int k = 0; k < score->workload_count; k++)
    if (best->rows[k].speed > 0.0) fprintf(stream, "%s\t%.4g\n", best->rows[k].workload, best->rows[k].speed);
}
