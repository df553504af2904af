/* Why this file exists: writes a batch as JUnit's XML, which pipelines show as tests: a file is a suite, a formula a
 * case. Only elements and attributes that every known schema has are used, so lines are in the texts. */
#include "batch.h"

#include "base/error.h"
#include "base/file.h"
#include "support/html.h"

/// Cases of a file, and of all.
typedef struct counts {
  int tests, failures, errors, skipped;
  double seconds;
} counts;

static counts count_of(const batch_slot *slot) {
  counts c = {.tests = slot->count + !slot->done, .skipped = !slot->done};
  for (int k = 0; k < slot->count; k++) {
    c.errors += slot->entry[k].code == 1;
    c.failures += slot->entry[k].code > 1;
    c.seconds += slot->entry[k].seconds;
  }
  return c;
}

static void attribute(FILE *f, const char *name, const char *value) {
  fprintf(f, " %s=\"", name);
  html_strict(f, value);
  fputc('"', f);
}

static void write_counts(FILE *f, const counts *c) {
  fprintf(f, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">\n", c->tests, c->failures,
          c->errors, c->skipped, c->seconds);
}

/// All findings, a line each, after the line of the entry.
static void write_findings(FILE *f, const batch_slot *slot, const batch_entry *e, bool remarks) {
  for (int i = 0; i < e->verdict.slip_count; i++) {
    const verdict_slip *s = &e->verdict.slip[i];
    if (s->remark != remarks) continue;
    html_strict(f, slot->path);
    fprintf(f, ":%ld: %s: ", batch_line(e, s), verdict_kind_name(s->kind));
    html_strict(f, s->text);
    fputc('\n', f);
  }
  if (!remarks) html_strict(f, e->reason);
}

static void write_case(FILE *f, const batch_slot *slot, const batch_entry *e) {
  const bool finding = e->verdict.slip_count > 0 && !e->verdict.slip[0].remark;
  bool remarks = false;
  for (int i = 0; i < e->verdict.slip_count; i++) remarks = remarks || e->verdict.slip[i].remark;
  fputs("    <testcase", f);
  attribute(f, "classname", slot->path);
  attribute(f, "name", e->verdict.name);
  fprintf(f, " time=\"%.3f\">\n", e->seconds);
  if (e->code != 0) {
    const char *element = e->code == 1 ? "error" : "failure";
    fprintf(f, "      <%s", element);
    attribute(f, "type", e->word);
    attribute(f, "message", finding ? e->verdict.slip[0].text : e->reason);
    fputs(">", f);
    write_findings(f, slot, e, false);
    fprintf(f, "</%s>\n", element);
  }
  if (remarks) {
    fputs("      <system-out>", f);
    write_findings(f, slot, e, true);
    fputs("</system-out>\n", f);
  }
  fputs("    </testcase>\n", f);
}

xpbd_status batch_write_junit(batch_slot *const *slots, int count, const char *path) {
  xpbd_file file;
  counts all = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  FILE *f = file.stream;
  for (int i = 0; i < count; i++) {
    const counts c = count_of(slots[i]);
    all.tests += c.tests, all.failures += c.failures, all.errors += c.errors, all.skipped += c.skipped;
    all.seconds += c.seconds;
  }
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"xpbd-validate formula\"", f);
  write_counts(f, &all);
  for (int i = 0; i < count; i++) {
    const counts c = count_of(slots[i]);
    fputs("  <testsuite", f);
    attribute(f, "name", slots[i]->path);
    write_counts(f, &c);
    for (int k = 0; k < slots[i]->count; k++) write_case(f, slots[i], &slots[i]->entry[k]);
    if (!slots[i]->done) {
      fputs("    <testcase", f);
      attribute(f, "classname", slots[i]->path);
      attribute(f, "name", slots[i]->stem);
      fputs(" time=\"0\"><skipped message=\"stopped before its verdict\"/></testcase>\n", f);
    }
    fputs("  </testsuite>\n", f);
  }
  fputs("</testsuites>\n", f);
  return xpbd_file_commit(&file);
}
