/* Why this file exists: predicts costs. A plain average over finished points says "nothing left" while the largest
 * mesh is still to come. A floor and a slope per backend do not. */
#include "budget.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Guesses before anything was measured: a core of 2023. They only matter for the first block. Later blocks are
/// predicted from those that ran.
#define GUESS_PER_WORK       5e-9
#define GUESS_SETUP_PER_BYTE 1e-9

void bench_budget_init(bench_budget *budget, bool timed) {
  *budget =
      (bench_budget){.setup_per_byte = GUESS_SETUP_PER_BYTE, .timed = timed, .reference_per_work = GUESS_PER_WORK};
}

static void model_key(const bench_point *point, char *out, size_t capacity) {
  size_t end = (size_t)snprintf(out, capacity, "%d", point->case_index);
  for (int i = 0; i < point->owner->axis_count && end < capacity; i++) {
    const bench_axis *axis = &point->owner->axes[i];
    if (!axis->cost || (point->present & UINT64_C(1) << i) == 0) continue;
    char text[32];
    end +=
        (size_t)snprintf(out + end, capacity - end, "/%s", bench_value_text(axis, point->values[i], text, sizeof text));
  }
}

/// Name of the other program that computes a point, "" = ours.
static const char *program_of(const bench_point *point) {
  return bench_foreign(point) ? bench_text(point, "backend") : "";
}

/// Whether a model says something about points of other kinds: those of the same program, or for a program that never
/// ran, those of other programs. A plain loop of Python would make all of ours look slow.
static bool is_like(const bench_budget *budget, const bench_model *model, const bench_point *point) {
  const char *program = program_of(point);
  bool ran = program[0] == '\0';
  for (int i = 0; i < budget->model_count && !ran; i++) ran = strcmp(budget->models[i].program, program) == 0;
  return ran ? strcmp(model->program, program) == 0 : model->program[0] != '\0';
}

/// Index of its model, -1 = none.
static int find_model(const bench_budget *budget, const bench_point *point) {
  char key[sizeof budget->models[0].key];
  model_key(point, key, sizeof key);
  for (int i = 0; i < budget->model_count; i++)
    if (strcmp(budget->models[i].key, key) == 0) return i;
  return -1;
}

bool bench_budget_knows(const bench_budget *budget, const bench_point *point) {
  return find_model(budget, point) >= 0;
}

void bench_budget_learn(bench_budget *budget, const bench_point *point, double seconds) {
  if (!(seconds > 0.0)) return;
  const int known = find_model(budget, point);
  if (known < 0 && budget->model_count == BENCH_MAX_MODELS) return;
  bench_model *model = &budget->models[known < 0 ? budget->model_count++ : known];
  if (known < 0) {
    *model = (bench_model){.w = 0.0};
    snprintf(model->program, sizeof model->program, "%.63s", program_of(point));
    model_key(point, model->key, sizeof model->key);
  }
  const double x = (double)point->work;
  const double weight = 1.0 / (seconds * seconds);
  model->w += weight;
  model->wx += weight * x;
  model->wxx += weight * x * x;
  model->wy += weight * seconds;
  model->wxy += weight * x * seconds;
  if (x < model->largest_work) return;
  model->largest_work = x;
  model->largest_seconds = seconds;
}

void bench_budget_learn_beside(bench_budget *budget, const bench_point *point, double seconds) {
  const int known = find_model(budget, point);
  if (known < 0 || !(seconds > 0.0)) return;
  budget->models[known].beside += seconds;
  ++budget->models[known].episodes;
}

/// The mean of the point's kind. If none of its kind ran, the mean of those like it.
static double beside_frames(const bench_budget *budget, const bench_point *point) {
  const int known = find_model(budget, point);
  if (known >= 0 && budget->models[known].episodes > 0)
    return budget->models[known].beside / budget->models[known].episodes;
  double sum = 0.0;
  int episodes = 0;
  for (int i = 0; i < budget->model_count; i++) {
    if (!is_like(budget, &budget->models[i], point)) continue;
    sum += budget->models[i].beside;
    episodes += budget->models[i].episodes;
  }
  return episodes > 0 ? sum / episodes : 0.0;
}

/// The fitted line.
static double on_the_line(const bench_model *model, double x) {
  if (!(model->wxx > 0.0)) return model->wy / model->w; /* no work to fit a slope to */
  const double determinant = model->w * model->wxx - model->wx * model->wx;
  const double through_origin = model->wxy / model->wxx;
  if (!(determinant > 1e-9 * model->w * model->wxx)) return through_origin * x;
  const double slope = (model->w * model->wxy - model->wx * model->wy) / determinant;
  const double floor_time = (model->wy - slope * model->wx) / model->w;
  if (!(slope > 0.0) || floor_time < 0.0) return through_origin * x;
  return floor_time + slope * x;
}

/// Seconds of a frame of a kind that never ran: the mean of those like it, per unit of work if there is any. A guess
/// that is far too low would give the first points all the time.
static double mean_of_others(const bench_budget *budget, const bench_point *point) {
  const double x = (double)point->work;
  double sum = 0.0;
  int count = 0;
  for (int i = 0; i < budget->model_count; i++) {
    const bench_model *model = &budget->models[i];
    if ((model->largest_work > 0.0) != (x > 0.0) || !is_like(budget, model, point)) continue;
    sum += x > 0.0 ? model->largest_seconds / model->largest_work : model->largest_seconds;
    ++count;
  }
  if (count == 0) return GUESS_PER_WORK * x;
  return x > 0.0 ? sum / count * x : sum / count;
}

double bench_budget_frame(const bench_budget *budget, const bench_point *point) {
  const double x = (double)point->work;
  const int known = find_model(budget, point);
  if (known < 0) return mean_of_others(budget, point);
  const bench_model *model = &budget->models[known];
  const double line = on_the_line(model, x);
  if (x <= model->largest_work || !(model->largest_work > 0.0)) return line;
  // Meshes larger than the caches cost more than the fitted line: never less per unit of work than the largest so far.
  return fmax(line, model->largest_seconds / model->largest_work * x);
}

double bench_budget_episode(const bench_budget *budget, const bench_point *point) {
  return (double)(point->warm + point->frames) * bench_budget_frame(budget, point) + beside_frames(budget, point);
}

double bench_budget_series(const bench_budget *budget, const bench_point *point) {
  if (!point->owner->series_frames) return 0.0;
  return (double)point->owner->series_frames(point) * bench_budget_frame(budget, point);
}

double bench_budget_floor(const bench_budget *budget, const bench_point *point) {
  if (point->skip[0] != '\0') return 0.0;
  const bool foreign = bench_foreign(point); /* neither its set-up nor a reference follows from our rows */
  const double bytes = foreign || !point->owner->memory ? 0.0 : (double)point->owner->memory(point);
  const double samples = (double)point->frames * BENCH_FLOOR_EPISODES;
  double episodes = budget->timed ? BENCH_FLOOR_EPISODES : 0.0;
  if (budget->timed && samples < BENCH_FLOOR_SAMPLES)
    episodes = ceil((double)BENCH_FLOOR_SAMPLES / (double)point->frames);
  // Half: in general two points or more share a reference.
  const double each = foreign ? 0.0 : budget->reference_per_work;
  const double reference = 0.5 * each * (double)point->work * (double)point->horizon;
  return budget->setup_per_byte * bytes + reference + (double)point->horizon * bench_budget_frame(budget, point) +
         episodes * bench_budget_episode(budget, point) + bench_budget_series(budget, point);
}
