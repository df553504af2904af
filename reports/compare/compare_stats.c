/* Why this file exists: decides when two speeds are different. The interval of one process does not show how processes
 * differ. So the medians of processes are compared, on a logarithmic scale, by Student's t. A recorded uncertainty
 * stands in where there is only one process, or where the runs did not take turns. */
#include <math.h>

#include "compare.h"
#include "support/html.h"
#include "support/student.h"

int compare_processes(const compare_cell *cell, double *mean, double *deviation) {
  int count = 0;
  double sum = 0, squares = 0;
  for (int k = 0; k < cell->count; k++)
    if (!isnan(cell->logs[k])) sum += cell->logs[k], count++;
  *mean = count > 0 ? sum / count : (double)NAN;
  for (int k = 0; k < cell->count; k++)
    if (!isnan(cell->logs[k])) squares += (cell->logs[k] - *mean) * (cell->logs[k] - *mean);
  *deviation = count > 1 ? sqrt(squares / (count - 1)) : (double)NAN;
  return count;
}

/// A mean and its variance in two parts: one estimated from few values, one given.
typedef struct estimate {
  double mean, seen, df, given;
} estimate;

static estimate estimate_of(const compare_cell *cell, const compare_rule *rule) {
  double deviation;
  estimate e = {0};
  const int count = compare_processes(cell, &e.mean, &deviation);
  if (count > 1) {
    e.seen = deviation * deviation / count;
    e.df = count - 1;
  } else {
    e.df = INFINITY;
    const double between = fmax(rule->floor_process, COMPARE_FLOOR_TIMES * cell->shared);
    e.given = cell->within * cell->within + between * between;
  }
  return e;
}

/// Half the width of the 95 % interval of a sum of independent estimates (Welch and Satterthwaite).
static double half_width(const estimate *parts, int count, double more) {
  double variance = more, weights = 0;
  for (int i = 0; i < count; i++) {
    variance += parts[i].seen + parts[i].given;
    weights += parts[i].seen * parts[i].seen / parts[i].df;
  }
  const double df = weights > 0 ? variance * variance / weights : (double)INFINITY;
  return student_t95(df) * sqrt(variance);
}

static compare_verdict compare_verdict_of(double low, double high, double margin) {
  const double most = 1 + margin, least = 1 / most;
  if (low > most) return COMPARE_FASTER;
  if (high < least) return COMPARE_SLOWER;
  return low >= least && high <= most ? COMPARE_SAME : COMPARE_UNSURE; /* NaN is unsure */
}

const char *compare_verdict_name(compare_verdict verdict) {
  static const char *const names[COMPARE_VERDICTS] = {"FASTER", "SLOWER", "SAME", "UNSURE", "unchecked"};
  return names[verdict];
}

const char *compare_verdict_words(const compare_ratio *ratio, char out[COMPARE_WORDS]) {
  snprintf(out, COMPARE_WORDS, "%s%s", compare_verdict_name(ratio->verdict), ratio->by_size ? " by size" : "");
  return out;
}

const char *compare_span(double value, double low, double high, char out[COMPARE_TEXT]) {
  char first[HTML_NUMBER], last[HTML_NUMBER];
  if (high <= 1000.0 * value)
    snprintf(out, COMPARE_TEXT, "%s to %s", html_digits(low, first), html_digits(high, last));
  else
    snprintf(out, COMPARE_TEXT, "wider than a factor of 1000");
  return out;
}

static compare_ratio ratio_of(double difference, double half, double margin) {
  compare_ratio out = {.value = exp(difference), .low = exp(difference - half), .high = exp(difference + half)};
  out.verdict = compare_verdict_of(out.low, out.high, margin);
  out.by_size = out.verdict == COMPARE_UNSURE && fabs(difference) > log(COMPARE_BY_SIZE);
  if (out.by_size) out.verdict = difference > 0 ? COMPARE_FASTER : COMPARE_SLOWER;
  return out;
}

/// By process, so that common drift cancels. False with fewer than two such pairs.
static bool beside(const compare_cell *a, const compare_cell *b, estimate *out) {
  compare_cell difference = {.count = a->count < b->count ? a->count : b->count};
  for (int k = 0; k < difference.count; k++) difference.logs[k] = a->logs[k] - b->logs[k];
  double deviation;
  const int count = compare_processes(&difference, &out->mean, &deviation);
  if (count < 2) return false;
  *out = (estimate){out->mean, deviation * deviation / count, count - 1, 0};
  return true;
}

static compare_ratio compare_cells(const compare_cell *a, const compare_cell *b, const compare_rule *rule) {
  estimate pair;
  if (rule->paired && beside(a, b, &pair)) return ratio_of(pair.mean, half_width(&pair, 1, 0), rule->margin);
  const estimate parts[2] = {estimate_of(a, rule), estimate_of(b, rule)};
  /* Rows of a single process share nothing that could be estimated. */
  const double apart = 2 * rule->floor_sitting * rule->floor_sitting;
  compare_ratio out = ratio_of(parts[0].mean - parts[1].mean, half_width(parts, 2, apart), rule->margin);
  out.assumed = (a->assumed && a->count < 2) || (b->assumed && b->count < 2);
  return out;
}

compare_time compare_time_of(const compare_cell *cell, const compare_rule *rule) {
  const estimate e = estimate_of(cell, rule);
  compare_time out;
  double mean;
  out.processes = compare_processes(cell, &mean, &out.between);
  const double half = half_width(&e, 1, 0);
  out.seconds = exp(e.mean);
  out.low = exp(e.mean - half);
  out.high = exp(e.mean + half);
  return out;
}

static compare_unit unit_of(const compare_set *set) {
  double mean, deviation;
  for (int r = 0; r < set->row_count; r++)
    for (int s = 0; s < set->side_count; s++)
      if (compare_processes(&set->rows[r].cells[s], &mean, &deviation) > 0 && mean < log(1e-6))
        return (compare_unit){"ns", 1e9};
  return (compare_unit){"ms", 1e3};
}

/// Add a row to the mean of rows, by process, because all rows of a process rise and fall together. A
/// process that lacks a row has no mean.
static void add_to_mean(const compare_cell *row, compare_cell *mean, int rows_so_far) {
  if (rows_so_far == 0) {
    *mean = (compare_cell){.count = row->count};
  } else if (row->count < mean->count) {
    mean->count = row->count;
  }
  for (int k = 0; k < mean->count; k++) mean->logs[k] += row->logs[k];
  mean->within += row->within * row->within;
  mean->shared += row->shared;
}

static void finish_mean(compare_cell *mean, int rows) {
  for (int k = 0; k < mean->count; k++) mean->logs[k] /= rows;
  mean->within = sqrt(mean->within) / rows;
  mean->shared /= rows;
}

/* The value is the mean of the shown rows. Its interval is as wide as that of the processes that have all rows. Without
 * such a process it is as wide as the rows' average. */
static void judge_side(compare_set *set, int side) {
  compare_total *total = &set->totals[side];
  compare_cell means[2];
  double sum = 0, half = 0;
  for (int r = 0; r < set->row_count; r++) {
    const compare_ratio *ratio = &set->rows[r].ratios[side];
    if (isnan(ratio->value)) continue;
    add_to_mean(&set->rows[r].cells[0], &means[0], total->pairs);
    add_to_mean(&set->rows[r].cells[side], &means[1], total->pairs);
    total->pairs++;
    total->verdicts[ratio->verdict]++;
    total->assumed += ratio->assumed;
    sum += log(ratio->value);
    half += 0.5 * log(ratio->high / ratio->low);
  }
  const int n = total->pairs;
  if (n == 0) {
    total->mean = ratio_of(NAN, NAN, set->rule.margin);
    return;
  }
  for (int i = 0; i < 2; i++) finish_mean(&means[i], n);
  const compare_ratio whole = compare_cells(&means[0], &means[1], &set->rule);
  const double own = 0.5 * log(whole.high / whole.low);
  total->mean = ratio_of(sum / n, isnan(own) ? half / n : own, set->rule.margin);
  if (total->verdicts[COMPARE_UNCHECKED] > 0) total->mean.verdict = COMPARE_UNCHECKED, total->mean.by_size = false;
}

/// A row that nobody checked has a ratio to one that was, and no verdict.
static bool is_unranked(const compare_cell *a, const compare_cell *b) {
  return (a->point->state == REPORT_UNCHECKED) != (b->point->state == REPORT_UNCHECKED);
}

static compare_ratio judge(const compare_cell *a, const compare_cell *b, const compare_rule *rule) {
  compare_ratio out = compare_cells(a, b, rule);
  if (is_unranked(a, b)) out.verdict = COMPARE_UNCHECKED, out.by_size = false;
  return out;
}

void compare_judge(compare_set *set) {
  set->unit = unit_of(set);
  for (int s = 0; s < set->side_count; s++) {
    set->totals[s] = (compare_total){0};
    for (int r = 0; r < set->row_count; r++) {
      compare_row *row = &set->rows[r];
      const bool both = row->cells[0].point && !row->cells[0].bad && row->cells[s].point && !row->cells[s].bad;
      row->ratios[s] = (compare_ratio){.value = NAN, .low = NAN, .high = NAN, .verdict = COMPARE_UNSURE};
      if (both) row->ratios[s] = judge(&row->cells[0], &row->cells[s], &set->rule);
    }
    judge_side(set, s);
  }
}
