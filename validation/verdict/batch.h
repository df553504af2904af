/* Why this file exists: judges many formula files at once, each in a process of its own, for pipelines: a table, and
 * files that pipelines read. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "foreign/file.h"
#include "support/cli.h"
#include "verdict/show/report.h"

/// One formula that was judged.
typedef struct batch_entry {
  verdict verdict;
  const char *word;      ///< Static.
  int code;              ///< Exit code of the verdict alone.
  long line;             ///< Of its entry, or where the compiler stopped; 0 = not known.
  xpbd_file_entry place; ///< Its lines; 0 = not known.
  char reason[400];      ///< Why it cannot be used; "" if it can.
  double seconds;
} batch_entry;

/// The results of one file, in memory that is shared with the process that judges it.
typedef struct batch_slot {
  const char *path;
  const char *pages;      ///< Folder of pages, NULL = none.
  char stem[REPORT_STEM]; ///< Pages begin with this, which no other file of the batch has.
  FILE *json;             ///< Where the process writes its verdicts; NULL = nowhere.
  long json_size;         ///< Bytes of whole verdicts there.
  bool done, lost;        ///< It came to its end; an output of it could not be written.
  int count;
  batch_entry entry[XPBD_FILE_ENTRIES];
} batch_slot;

/// How each file is judged, and where results go. NULL = not wanted.
typedef struct batch_job {
  const cli_program *program;
  const char *json, *html, *junit, *sarif;
  int at_once; ///< Processes; 1 if they measure times.
  /// Judges all formulas of a file. Hands each verdict to batch_take(). Runs in a separate process.
  void (*judge)(const void *context, const char *path, batch_slot *slot);
  const void *context;
} batch_job;

/// Whether a word of the command line is a path to a header or to a folder, not the name of a formula.
bool batch_is_path(const char *word);
/// Whether the words mean several files: a folder, or more words than FILE.h NAME.
bool batch_is_meant(const char *const *words, int count);
/// Keeps a verdict, writes its JSON and its page.
void batch_take(batch_slot *slot, const report *r, int code);
/// Judges the files and folders, prints a table, writes the outputs. Returns the exit code.
int batch_run(const batch_job *job, const char *const *words, int count);

/// The line behind the path in "PATH:12: ..."; 0 = none.
long batch_line_in(const char *reason, const char *path);
/// The line that a finding names; 0 = none.
long batch_line_named(const verdict_slip *slip);
/// The line of a finding. If it names none, findings about the rest shape have the line of XPBD_REST, those about the unit
/// and the traits the entry's, those about one particle the line of `g[i] =`, and all others the line of XPBD_FORMULA. An
/// unknown line becomes the entry's, else 1. NULL = the line of the entry.
long batch_line(const batch_entry *entry, const verdict_slip *slip);
/// XPBD_ERR_IO. `slots` [count].
xpbd_status batch_write_junit(batch_slot *const *slots, int count, const char *path);
xpbd_status batch_write_sarif(batch_slot *const *slots, int count, const char *path);
