/* Why this file exists: a file of results says what it likes. A row is certified only if this user's program measured it
 * and nobody changed it since, or if this user audited it. All other rows are claims. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/file_seal.h"

#define REPORT_AUDIT_SCHEMA "xa/1"
enum { REPORT_DAY = 11 }; /* 2026-11-30 */

/// Why a row may be believed.
typedef enum report_trust {
  REPORT_CLAIMED,  ///< Only the file says so.
  REPORT_MEASURED, ///< The file has the seal of this user.
  REPORT_AUDITED   ///< This user recomputed its state and its numbers.
} report_trust;

/// The seal of a file of results, and the audit beside it.
typedef struct report_seal {
  file_seal_state state;
  json_t *audit; ///< An audit of exactly this file with the seal of this user, else NULL. Owned.
  bool recorded; ///< There is an audit, but not one of this file by this user.
} report_seal;

/// Read both. Whatever cannot be read proves nothing.
void report_seal_read(const char *path, const char *bytes, size_t size, report_seal *out);
void report_seal_free(report_seal *seal);

/// Where the audit of a file of results is kept: audit.json beside results.json, NAME.audit.json beside NAME.json. False
/// if the path is too long.
bool report_audit_path(const char *path, char *out, size_t capacity);

/// The trust in row `index`. `different` is what the audit found different in it, NULL if nothing.
report_trust report_seal_trust(const report_seal *seal, int index, const char *name, const char **different);

/// Why rows are only claimed, for a sentence: "the file has no seal". "" if they are not.
const char *report_seal_doubt(const report_seal *seal);
/// Number of audited rows with an error or residual that the audit could not recompute.
int report_seal_less(const report_seal *seal);
/// The day of the audit in `out`, "" without one of this user.
const char *report_seal_day(const report_seal *seal, char out[REPORT_DAY]);
