/* Why this file exists: names the formula and mesh files of a run for the parts of the audit. */
#pragma once

#include "audit.h"

enum { AUDIT_PATH = 4096, AUDIT_FILES = 64 };

/// A recorded file, and the file of that name in the folder of --files.
typedef struct audit_file {
  const char *kind, *name, *value; ///< "formula" or "mesh", name or path, and the recorded text with the hash.
  char path[AUDIT_PATH];           ///< "" = it may not be read, and `why` says the reason.
  char why[AUDIT_WHY];
} audit_file;

typedef struct audit_files {
  int count;
  audit_file items[AUDIT_FILES];
} audit_files;

/// Find the files that a row uses. No other file of a stranger's run is looked for, and none outside the folder.
void audit_files_find(const audit *self, audit_files *out);
/// Whether a row uses the file.
bool audit_file_is_used(const audit_file *file, const report_point *p);
/// Why a row has no file that it needs. NULL = it has all.
const char *audit_files_lack(const audit_files *files, const report_point *p);
/// The path here of a mesh. NULL if it is none of the files.
const char *audit_files_mesh(const audit_files *files, const char *mesh);
