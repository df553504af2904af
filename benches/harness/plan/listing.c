/* Why this file exists: prints the benchmarks and the plan, for people and for programs, with the predicted time. */
#include "listing.h"


#include "budget.h"
#include "support/json.h"

static void list_known(const bench_axis *axis, FILE *stream) {
  if (axis->listed) {
    fputs(axis->listed, stream);
    return;
  }
  if (!axis->text) {
    fprintf(stream, "%lld..%lld", (long long)axis->minimum, (long long)axis->maximum);
    return;
  }
  const char *name;
  for (int i = 0; (name = axis->known(i)) != NULL; i++) {
    char why[BENCH_TEXT];
    const bool usable = !axis->usable || axis->usable(name, why, sizeof why);
    fprintf(stream, "%s%s%s", i > 0 ? " " : "", name, usable ? "" : " (not here)");
  }
}

void bench_list_text(const bench_plan *plan, FILE *stream) {
  for (int c = 0; c < plan->case_count; c++) {
    const bench_case *owner = plan->cases[c];
    fprintf(stream, "%s: %s%s\n", owner->name, owner->about, owner->standard ? "" : " (only if named)");
    for (int i = 0; i < owner->axis_count; i++) {
      const bench_axis *axis = &owner->axes[i];
      fprintf(stream, "  -a %-11s [%s] %s; ", axis->name, axis->standard, axis->about);
      list_known(axis, stream);
      fputc('\n', stream);
    }
    for (int i = 0; i < owner->sweep_count; i++)
      fprintf(stream, "  sweep %-8s %s: %s\n", owner->sweeps[i].name, owner->sweeps[i].about, owner->sweeps[i].plan);
  }
}

static void axis_json(json_writer *json, const bench_axis *axis) {
  json_open(json, NULL, '{');
  json_text(json, "name", axis->name);
  json_text(json, "about", axis->about);
  json_text(json, "kind", axis->text ? "text" : "int");
  json_text(json, "standard", axis->standard);
  if (!axis->text) {
    json_whole(json, "minimum", axis->minimum);
    json_whole(json, "maximum", axis->maximum);
  } else {
    const char *name;
    json_open(json, "known", '[');
    for (int i = 0; (name = axis->known(i)) != NULL; i++) {
      char why[BENCH_TEXT] = "";
      json_open_flat(json, NULL, '{');
      json_text(json, "name", name);
      json_text(json, "unusable", !axis->usable || axis->usable(name, why, sizeof why) ? NULL : why);
      json_close(json, '}');
    }
    json_close(json, ']');
  }
  json_close(json, '}');
}

void bench_list_json(const bench_plan *plan, FILE *stream) {
  json_writer json = {.stream = stream};
  json_open(&json, NULL, '{');
  json_open(&json, "benchmarks", '[');
  for (int c = 0; c < plan->case_count; c++) {
    const bench_case *owner = plan->cases[c];
    json_open(&json, NULL, '{');
    json_text(&json, "name", owner->name);
    json_text(&json, "about", owner->about);
    json_bool(&json, "standard", owner->standard);
    json_open(&json, "axes", '[');
    for (int i = 0; i < owner->axis_count; i++) axis_json(&json, &owner->axes[i]);
    json_close(&json, ']');
    json_open(&json, "sweeps", '[');
    for (int i = 0; i < owner->sweep_count; i++) {
      json_open_flat(&json, NULL, '{');
      json_text(&json, "name", owner->sweeps[i].name);
      json_text(&json, "about", owner->sweeps[i].about);
      json_text(&json, "axis", owner->sweeps[i].axis);
      json_text(&json, "plan", owner->sweeps[i].plan);
      json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
  }
  json_close(&json, ']');
  json_close(&json, '}');
}

void bench_list_tests(const bench_plan *plan, bench_format format, FILE *stream) {
  if (format == BENCH_JSON) {
    json_writer json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_open(&json, "benchmarks", '[');
    for (int i = 0; i < plan->count; i++) {
      json_open_flat(&json, NULL, '{');
      json_text(&json, "name", plan->points[i].name);
      json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return;
  }
  if (format == BENCH_CSV) fputs("name\n", stream);
  for (int i = 0; i < plan->count; i++) fprintf(stream, "%s\n", plan->points[i].name);
}

void bench_list_plan(const bench_plan *plan, const bench_settings *settings, FILE *stream) {
  bench_budget budget;
  bench_budget_init(&budget, settings->validate != BENCH_VALIDATE_ONLY);
  /* Each process runs the whole plan, within the default budget or its share of a given one. */
  const double processes = (double)settings->processes;
  const double most = settings->total_given ? settings->total_budget : processes * settings->total_budget;
  double shortest = 0.0;
  int skipped = 0;
  for (int b = 0; b < plan->block_count; b++) {
    fprintf(stream, "block %d\n", b + 1);
    for (int i = plan->blocks[b].first; i < plan->blocks[b].first + plan->blocks[b].count; i++) {
      const bench_point *point = &plan->points[i];
      if (point->skip[0] != '\0') {
        fprintf(stream, "  %s: skipped: %s\n", point->name, point->skip);
        ++skipped;
        continue;
      }
      const double bytes = !point->owner->memory ? 0.0 : (double)point->owner->memory(point);
      const int launches = point->headline ? BENCH_HEADLINE_PROCESSES : 1;
      fprintf(stream, "  %s: %d+%d frames of %lld %s, reference@%d, %.1f MB%s\n", point->name, (int)point->warm,
              (int)point->frames, (long long)point->work, point->owner->unit, (int)point->horizon, 1e-6 * bytes,
              point->headline ? ", first, in three processes" : "");
      shortest += processes * launches * bench_budget_floor(&budget, point);
    }
  }
  fprintf(stream, "%d point%s, %d of them skipped, plan %016llx\n", plan->count, plan->count == 1 ? "" : "s", skipped,
          (unsigned long long)plan->hash);
  fprintf(stream,
          shortest > most ? "time: at most about %.0f s, though all points need at least about %.0f s at 5 ns per unit "
                            "of work; points that do not fit are skipped with a reason, largest first\n"
                          : "time: at most about %.0f s, and at least about %.0f s at 5 ns per unit of work\n",
          most, shortest);
}
