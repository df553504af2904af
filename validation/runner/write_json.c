/* Why this file exists: writes a run as JSON (validation/FORMAT.md), for programs and for citation. */
#include <math.h>
#include <string.h>

#include "support/json.h"
#include "outputs.h"
#include "provenance.h"
#include "tables.h"

/// Largest integer that every JSON reader keeps exactly.
#define EXACT 9007199254740992u

static const char *not_finite(double value) {
  return isnan(value) ? "not a number" : value > 0 ? "infinite" : "negative infinite";
}

/// A count as a number, a hash as 16 hex digits.
static void write_bits(json_writer *json, const char *key, uint64_t bits, bool as_hash) {
  if (as_hash)
    json_hash(json, key, bits);
  else
    json_whole(json, key, (int64_t)bits);
}

static void write_values(json_writer *json, const check_comparison *c) {
  const bool as_hash = c->bits > EXACT || c->expected > EXACT;
  switch (c->relation) {
  case CHECK_AT_MOST:
  case CHECK_AT_LEAST:
  case CHECK_WITHIN:
    json_number(json, "value", c->value);
    if (c->relation != CHECK_AT_MOST) json_number(json, "low", c->low);
    if (c->relation != CHECK_AT_LEAST) json_number(json, "high", c->high);
    if (c->relation != CHECK_AT_LEAST) json_number(json, "share", check_share(c));
    break;
  case CHECK_STATUS:
    json_text(json, "value", xpbd_status_name((xpbd_status)c->bits));
    json_text(json, "expected", xpbd_status_name((xpbd_status)c->expected));
    break;
  case CHECK_SAME:
    write_bits(json, "value", c->bits, as_hash);
    write_bits(json, "expected", c->expected, as_hash);
    break;
  default: json_bool(json, "value", c->bits != 0); break;
  }
}

/// The text of a value that is null, and the error of the library.
static void write_note(json_writer *json, const check_comparison *c) {
  const bool of_numbers = c->relation <= CHECK_WITHIN;
  if (of_numbers && !isfinite(c->value))
    json_text(json, "note", not_finite(c->value));
  else if (!c->held && c->detail[0])
    json_text(json, "note", c->detail);
}

static void write_compared(json_writer *json, const check_comparison *c) {
  size_t unit_length = 0;
  const char *unit = check_unit(c->quantity, &unit_length);
  char text[256];
  json_open_flat(json, NULL, '{');
  snprintf(text, sizeof text, "%.*s", unit ? (int)(unit - c->quantity - 1) : (int)strlen(c->quantity), c->quantity);
  json_text(json, "quantity", text);
  if (unit) {
    snprintf(text, sizeof text, "%.*s", (int)unit_length, unit + 1);
    json_text(json, "unit", text);
  }
  json_text(json, "relation", check_relation_name(c->relation));
  write_values(json, c);
  if (c->why) json_text(json, "why", c->why);
  json_text(json, "verdict", c->held ? "held" : "failed");
  write_note(json, c);
  json_close(json, '}');
}

static void write_controls(json_writer *json, const check_record *record) {
  json_open(json, "controls", '[');
  for (int64_t i = 0; i < record->compared.count; i++) {
    const check_comparison *c = &record->compared.items[i];
    if (c->relation != CHECK_CONTROL) continue;
    json_open_flat(json, NULL, '{');
    json_text(json, "error_made", c->quantity);
    json_bool(json, "caught", c->held);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_check(json_writer *json, const check_log *log, const check_record *record) {
  const int group = check_log_group(log, record->entry->name);
  json_open(json, NULL, '{');
  json_text(json, "name", record->entry->name);
  json_text(json, "group", group >= 0 ? log->groups[group].name : NULL);
  json_text(json, "about", record->entry->about);
  json_text(json, "outcome", check_outcome_name(record->outcome));
  json_text(json, "reason", record->result.reason[0] ? record->result.reason : NULL);
  json_text(json, "diagnosis", record->diagnosis);
  json_number(json, "seconds", record->result.seconds);
  if (record->compared.lost) json_bool(json, "comparisons_lost", true);
  write_controls(json, record);
  json_open(json, "comparisons", '[');
  for (int64_t i = 0; i < record->compared.count; i++)
    if (record->compared.items[i].relation != CHECK_CONTROL) write_compared(json, &record->compared.items[i]);
  json_close(json, ']');
  json_close(json, '}');
}

static void write_counts(json_writer *json, const check_tally *tally) {
  for (int k = 0; k < CHECK_OUTCOMES; k++) json_whole(json, check_outcome_name((check_outcome)k), tally->checks[k]);
  json_whole(json, "comparisons", tally->compared);
  json_whole(json, "controls", tally->controls);
}

static void write_groups(json_writer *json, const check_log *log) {
  json_open(json, "groups", '[');
  for (int g = 0; g < log->group_count; g++) {
    const check_tally tally = check_log_tally(log, g);
    if (tally.checks[CHECK_PASSED] + tally.checks[CHECK_FAILED] + tally.checks[CHECK_SKIPPED] == 0) continue;
    json_open(json, NULL, '{');
    json_text(json, "name", log->groups[g].name);
    json_text(json, "about", log->groups[g].about);
    json_text(json, "why", log->groups[g].why);
    write_counts(json, &tally);
    if (tally.worst) {
      json_text(json, "worst_check", tally.worst_check->entry->name);
      json_text(json, "worst_quantity", tally.worst->quantity);
      json_number(json, "worst_share", check_share(tally.worst));
    }
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_environment(json_writer *json) {
  static check_provenance made; /* too large for a stack */
  check_provenance_read(&made);
  json_open(json, "environment", '{');
  for (int i = 0; i < made.count; i++)
    json_text(json, made.facts[i].key, made.facts[i].text[0] ? made.facts[i].text : NULL);
  json_close(json, '}');
}

void check_write_json(FILE *stream, const check_log *log) {
  json_writer json = {.stream = stream};
  const check_tally all = check_log_tally(log, -1);
  json_open(&json, NULL, '{');
  json_text(&json, "schema", "xpbd-checks-1");
  json_text(&json, "program", log->program);
  json_text(&json, "started", log->started);
  json_number(&json, "seconds", log->seconds);
  json_bool(&json, "complete", !log->stopped_in);
  json_text(&json, "stopped_in", log->stopped_in);
  json_number(&json, "tolerance_scale", log->tolerance_scale);
  json_whole(&json, "planned", log->planned);
  write_counts(&json, &all);
  write_environment(&json);
  write_groups(&json, log);
  check_table_write_json(&json);
  json_open(&json, "checks", '[');
  for (int i = 0; i < log->count; i++) write_check(&json, log, &log->records[i]);
  json_close(&json, ']');
  json_close(&json, '}');
}
