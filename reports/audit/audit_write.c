/* Why this file exists: the result of an audit is kept beside the results. It has the auditor's seal, so that the pages
 * of the same user may call its rows audited. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "audit.h"
#include "base/error.h"
#include "base/file.h"
#include "read/memory.h"

enum { LARGEST = 64 << 20 };

static const char *const names[AUDIT_OUTCOMES] = {"open", "audited", "not audited", "different"};

/// The audit as an object. NULL without memory.
static json_t *make(const audit *self, const char *of) {
  char date[32] = "";
  const time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
  json_t *rows = json_array(), *faults = json_array();
  for (int i = 0; i < self->run.count; i++) {
    const audit_row *row = &self->rows[i];
    json_array_append_new(rows, json_pack("{s:s,s:s,s:s*}", "name", row->point->name, "outcome", names[row->outcome],
                                          "why", row->why[0] ? row->why : NULL));
  }
  for (int i = 0; i < self->fault_count; i++) json_array_append_new(faults, json_string(self->faults[i]));
  return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:o,s:o}", "schema", REPORT_AUDIT_SCHEMA, "of", of, "date", date,
                   "version", self->version, "sha", self->sha, "backend", self->request->backend, "samples",
                   self->sampled, "faults", faults, "rows", rows);
}

xpbd_status audit_may_write(const char *path) {
  struct stat what;
  if (stat(path, &what) != 0 || !S_ISREG(what.st_mode)) return XPBD_OK;
  json_t *old = what.st_size <= LARGEST ? json_load_file(path, 0, NULL) : NULL;
  const char *schema = report_text(old, "schema");
  const bool same = schema && strcmp(schema, REPORT_AUDIT_SCHEMA) == 0;
  json_decref(old);
  XPBD_REQUIRE(same, XPBD_ERR_BAD_FILE, "%s: already exists and is no audit; choose another path or remove it", path);
  return XPBD_OK;
}

xpbd_status audit_write(const audit *self, const char *path) {
  char hash[FILE_SEAL_TEXT] = "";
  file_seal_key key;
  xpbd_file file;
  const bool own = file_seal_own_key("xpbd-report audit", &key);
  if (own) file_seal_hash(&key, self->run.bytes, self->run.size, hash);
  json_t *object = make(self, hash);
  char *text = object ? json_dumps(object, JSON_INDENT(1)) : NULL;
  json_decref(object);
  XPBD_REQUIRE(text, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for the audit", path);
  xpbd_status status = xpbd_file_create(path, &file);
  if (status == XPBD_OK) {
    file_seal_write(file.stream, text, strlen(text), own ? &key : NULL);
    status = report_commit(&file);
  }
  free(text);
  return status;
}
