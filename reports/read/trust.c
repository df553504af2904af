/* Why this file exists: reads the seal of results and the audit beside them. An audit names its file by a keyed hash, so
 * it holds for no other. */
#include "trust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 4096, LARGEST = 64 << 20 };

bool report_audit_path(const char *path, char *out, size_t capacity) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const size_t length = strlen(path), end = length > 5 && strcmp(path + length - 5, ".json") == 0 ? 5 : 0;
  const int written = strcmp(name, "results.json") == 0
                          ? snprintf(out, capacity, "%.*saudit.json", (int)(name - path), path)
                          : snprintf(out, capacity, "%.*s.audit.json", (int)(length - end), path);
  return written > 0 && (size_t)written < capacity;
}

/// The whole file, or NULL. The caller frees it.
static char *read_whole(const char *path, size_t *size) {
  struct stat what;
  FILE *stream = stat(path, &what) == 0 && S_ISREG(what.st_mode) && what.st_size <= LARGEST ? fopen(path, "r") : NULL;
  char *bytes = stream ? malloc((size_t)what.st_size + 1) : NULL;
  *size = bytes ? fread(bytes, 1, (size_t)what.st_size, stream) : 0;
  if (stream) fclose(stream);
  return bytes;
}

/// Whether it is an audit of the file with that keyed hash.
static bool is_of(const json_t *audit, const char *hash) {
  const char *schema = json_string_value(json_object_get(audit, "schema"));
  const char *of = json_string_value(json_object_get(audit, "of"));
  return schema && of && strcmp(schema, REPORT_AUDIT_SCHEMA) == 0 && strcmp(of, hash) == 0;
}

void report_seal_read(const char *path, const char *bytes, size_t size, report_seal *out) {
  char why[FILE_SEAL_WHY], beside[PATH], hash[FILE_SEAL_TEXT];
  file_seal_key key;
  *out = (report_seal){0};
  const bool own = file_seal_find_key(false, &key, why);
  out->state = file_seal_check(bytes, size, own ? &key : NULL);
  size_t length = 0;
  char *text = report_audit_path(path, beside, sizeof beside) ? read_whole(beside, &length) : NULL;
  if (!text) return;
  out->recorded = true;
  if (own && file_seal_check(text, length, &key) == FILE_SEAL_GOOD) {
    out->audit = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    file_seal_hash(&key, bytes, size, hash);
    if (out->audit && !is_of(out->audit, hash)) json_decref(out->audit), out->audit = NULL;
    if (out->audit) out->recorded = false;
  }
  free(text);
}

void report_seal_free(report_seal *seal) {
  json_decref(seal->audit);
  seal->audit = NULL;
}

report_trust report_seal_trust(const report_seal *seal, int index, const char *name, const char **different) {
  const json_t *row = json_array_get(json_object_get(seal->audit, "rows"), (size_t)index);
  const char *own = json_string_value(json_object_get(row, "name"));
  const char *outcome = json_string_value(json_object_get(row, "outcome"));
  *different = NULL;
  const bool whole = json_array_size(json_object_get(seal->audit, "faults")) == 0;
  if (own && outcome && strcmp(own, name) == 0) {
    if (strcmp(outcome, "audited") == 0 && whole) return REPORT_AUDITED;
    if (strcmp(outcome, "different") == 0) *different = json_string_value(json_object_get(row, "why"));
  }
  return seal->state == FILE_SEAL_GOOD ? REPORT_MEASURED : REPORT_CLAIMED;
}

const char *report_seal_doubt(const report_seal *seal) {
  if (json_array_size(json_object_get(seal->audit, "faults")) > 0) return "your audit found the run DIFFERENT";
  switch (seal->state) {
  case FILE_SEAL_GOOD: return "";
  case FILE_SEAL_MARRED: return "its seal cannot be checked: the file was formatted again, or its end was changed";
  case FILE_SEAL_NO_KEY: return "you have no key that could check its seal";
  case FILE_SEAL_OTHER: return "its seal is of another user or machine";
  case FILE_SEAL_BROKEN: return "the file was CHANGED after it was sealed";
  case FILE_SEAL_NONE: break;
  }
  return seal->recorded ? "the file has no seal, and the audit beside it was made by others or of another file"
                        : "the file has no seal";
}

int report_seal_less(const report_seal *seal) {
  int count = 0;
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(seal->audit, "rows"), i, row) {
    const char *outcome = json_string_value(json_object_get(row, "outcome"));
    count += outcome && strcmp(outcome, "audited") == 0 && json_object_get(row, "why");
  }
  return count;
}

const char *report_seal_day(const report_seal *seal, char out[REPORT_DAY]) {
  const char *date = json_string_value(json_object_get(seal->audit, "date"));
  snprintf(out, REPORT_DAY, "%s", date ? date : "");
  return out;
}
