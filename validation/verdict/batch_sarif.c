/* Why this file exists: writes a batch as SARIF 2.1.0, so that findings appear at their lines in code reviews. */
#include "batch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "runner/runner.h"
#include "support/json.h"
#include "xpbd/version.h"

/// What a kind means, for readers of a code review.
static const char *about(int kind) {
  static const char *const texts[VERDICT_KINDS] = {
      [VERDICT_CRASH] = "The formula ended its process",
      [VERDICT_ENDLESS] = "The formula did not return in time",
      [VERDICT_OUT_OF_BOUNDS] = "The formula reads or writes outside its arrays",
      [VERDICT_STATE] = "The same inputs give other results",
      [VERDICT_SIGN] = "The gradient is a negative multiple of the exact one",
      [VERDICT_FACTOR] = "The gradient is a multiple of the exact one",
      [VERDICT_MISSING_PARTICLE] = "A particle gets no gradient",
      [VERDICT_WRONG_COMPONENT] = "Components of the gradient are wrong, exchanged, or a term is missing",
      [VERDICT_NORMALISATION] = "The length of the gradient is wrong by a factor that depends on the shape",
      [VERDICT_REST] = "C is not 0 at the rest shape, or does not depend on it",
      [VERDICT_JUMP] = "C jumps",
      [VERDICT_KINK] = "The gradient jumps, and the entry does not say so",
      [VERDICT_MOMENTUM] = "The gradients do not add up to 0",
      [VERDICT_ANGULAR_MOMENTUM] = "The gradients have a couple",
      [VERDICT_NOT_FINITE] = "C or its gradient is NaN or infinite",
      [VERDICT_OVERFLOW] = "A number is too large in an ordinary shape",
      [VERDICT_PRECISION] = "Digits are lost, or a word of C hides the scalar",
      [VERDICT_UNIT] = "C does not have the unit that the entry says",
      [VERDICT_RANGE] = "C has no value in a part of its range",
      [VERDICT_TRAIT] = "The entry declares something that is not true",
  };
  return texts[kind] ? texts[kind] : verdict_kind_name((verdict_kind)kind);
}

static void write_rule(json_writer *json, const char *id, const char *text) {
  json_open(json, NULL, '{');
  json_text(json, "id", id);
  json_open(json, "shortDescription", '{');
  json_text(json, "text", text);
  json_close(json, '}');
  json_close(json, '}');
}

static void write_tool(json_writer *json) {
  json_open(json, "tool", '{');
  json_open(json, "driver", '{');
  json_text(json, "name", "xpbd-validate formula");
  json_text(json, "version", XPBD_VERSION);
  json_open(json, "rules", '[');
  for (int k = 0; k < VERDICT_KINDS; k++) write_rule(json, verdict_kind_name((verdict_kind)k), about(k));
  write_rule(json, "unusable", "The file could not be judged");
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, '}');
}

/// The path as a URI: relative ones stay relative, to the folder where the program ran.
static void write_uri(json_writer *json, const char *path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  char uri[3 * PATH_MAX + 8];
  while (strncmp(path, "./", 2) == 0) path += 2;
  size_t used = (size_t)snprintf(uri, sizeof uri, "%s", path[0] == '/' ? "file://" : "");
  for (const char *c = path; *c && used + 4 < sizeof uri; c++)
    used += (size_t)snprintf(uri + used, sizeof uri - used, strchr(plain, *c) ? "%c" : "%%%02X", (unsigned char)*c);
  json_text(json, "uri", uri);
}

static void write_result(json_writer *json, const char *path, const char *rule, const char *level, const char *name,
                         const char *text, long line) {
  char message[VERDICT_TEXT + 128];
  snprintf(message, sizeof message, "%.80s: %s", name, text);
  json_open(json, NULL, '{');
  json_text(json, "ruleId", rule);
  json_text(json, "level", level);
  json_open(json, "message", '{');
  json_text(json, "text", message);
  json_close(json, '}');
  json_open(json, "locations", '[');
  json_open(json, NULL, '{');
  json_open(json, "physicalLocation", '{');
  json_open(json, "artifactLocation", '{');
  write_uri(json, path);
  json_close(json, '}');
  json_open(json, "region", '{');
  json_whole(json, "startLine", line);
  json_close(json, '}');
  json_close(json, '}');
  json_close(json, '}');
  json_close(json, ']');
  json_close(json, '}');
}

static void write_entry(json_writer *json, const char *path, const batch_entry *e) {
  const char *name = e->verdict.name;
  for (int i = 0; i < e->verdict.slip_count; i++) {
    const verdict_slip *s = &e->verdict.slip[i];
    const char *level = s->remark ? "note" : e->code == 3 ? "warning" : "error";
    write_result(json, path, verdict_kind_name(s->kind), level, name, s->text, batch_line(e, s));
  }
  if (e->reason[0]) write_result(json, path, "unusable", "error", name, e->reason, batch_line(e, NULL));
}

/// The line of the function that a finding is about; 0 = it is about the entry, or not known.
static long function_line(const xpbd_file_entry *place, const verdict_slip *slip) {
  if (slip->kind == VERDICT_UNIT || slip->kind == VERDICT_TRAIT) return 0;
  if (slip->kind == VERDICT_REST) return place->rest_line;
  const int own = slip->particle >= 0 && slip->particle < XPBD_MAX_ARITY ? place->gradient_line[slip->particle] : 0;
  return own > 0 ? own : place->formula_line;
}

long batch_line_named(const verdict_slip *slip) {
  return strncmp(slip->where, "line ", 5) == 0 ? strtol(slip->where + 5, NULL, 10) : 0;
}

long batch_line(const batch_entry *entry, const verdict_slip *slip) {
  const long own = slip ? batch_line_named(slip) : 0;
  const long line = own > 0 ? own : slip ? function_line(&entry->place, slip) : 0;
  return line > 0 ? line : entry->line > 0 ? entry->line : 1;
}

xpbd_status batch_write_sarif(batch_slot *const *slots, int count, const char *path) {
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  json_writer json = {.stream = file.stream};
  json_open(&json, NULL, '{');
  json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json_text(&json, "version", "2.1.0");
  json_open(&json, "runs", '[');
  json_open(&json, NULL, '{');
  write_tool(&json);
  json_open(&json, "invocations", '[');
  json_open(&json, NULL, '{');
  json_bool(&json, "executionSuccessful", !check_stopped());
  json_close(&json, '}');
  json_close(&json, ']');
  json_open(&json, "results", '[');
  for (int i = 0; i < count; i++)
    for (int k = 0; k < slots[i]->count; k++) write_entry(&json, slots[i]->path, &slots[i]->entry[k]);
  json_close(&json, ']');
  json_close(&json, '}');
  json_close(&json, ']');
  json_close(&json, '}');
  return xpbd_file_commit(&file);
}
