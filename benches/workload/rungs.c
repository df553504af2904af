/* Why this file exists: reads the recorded errors of the rungs (data/workloads/errors.tsv). */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "workload.h"

enum { PATH = 4096 + 64, LINE = 256, MOST = 512 };
static const char header[] = "workload\tmethod\tprecision\tsubsteps\titerations\terror\thash\n";
static const double REST = 3.0; ///< Iterations that take about as long as the rest of a time step.

double workload_rung_work(const workload_rung *rung) {
  const double factor = rung->precision == XPBD_F32 ? 1.0 : rung->precision == XPBD_F32X ? 1.2 : 2.0;
  return rung->substeps * (rung->iterations + REST) * factor;
}

/// Less work first, and equal work as the ladder is climbed: f64, f32, f32x, fewer iterations first. No two rungs are
/// equal, because qsort() gives equals any order.
static int by_work(const void *a, const void *b) {
  static const int climbed[] = {[XPBD_F64] = 0, [XPBD_F32] = 1, [XPBD_F32X] = 2};
  const workload_rung *one = a, *other = b;
  const double x = workload_rung_work(one), y = workload_rung_work(other);
  int order = x < y ? -1 : x > y;
  if (order == 0) order = climbed[one->precision] - climbed[other->precision];
  if (order == 0) order = one->iterations - other->iterations;
  return order != 0 ? order : (int)one->method - (int)other->method;
}

/// Read a line. False if it is malformed. `name` [64] gets the workload.
static bool read_line(const char *line, char *name, workload_rung *out) {
  char method[32], precision[16];
  int used = 0;
  const int read = sscanf(line, "%63[^\t]\t%31[^\t]\t%15[^\t]\t%" SCNd32 "\t%" SCNd32 "\t%lf\t%" SCNx64 "\n%n", name,
                          method, precision, &out->substeps, &out->iterations, &out->error, &out->hash, &used);
  const int m = read == 7 ? xpbd_method_find(method) : -1, p = read == 7 ? xpbd_precision_find(precision) : -1;
  out->method = (xpbd_method)m;
  out->precision = (xpbd_precision)p;
  return m >= 0 && p >= 0 && p <= XPBD_F32X && line[used] == '\0' && strchr(line, '\n') && workload_find(name) >= 0 &&
         out->substeps > 0 && out->iterations > 0 && out->error >= 0.0 && out->error <= 1e300;
}

/// Read all rungs of a workload within the tolerance. `out` [MOST]
static xpbd_status read_rungs(FILE *file, const char *path, const workload *w, double tolerance, workload_rung *out,
                              int *count) {
  char line[LINE], name[64];
  bool bad = !fgets(line, sizeof line, file) || strcmp(line, header) != 0;
  int number = 1;
  while (!bad && fgets(line, sizeof line, file)) {
    workload_rung rung;
    number++;
    bad = !read_line(line, name, &rung);
    if (bad || strcmp(name, w->name) != 0 || !(rung.error <= tolerance)) continue;
    XPBD_REQUIRE(*count < MOST, XPBD_ERR_BAD_FILE, "%s:%d: more than %d rungs of %s", path, number, (int)MOST, name);
    out[(*count)++] = rung;
  }
  if (ferror(file)) return xpbd_fail(XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
  XPBD_REQUIRE(!bad, XPBD_ERR_BAD_FILE, "%s:%d: this is not a rung; ./run references makes the file again", path,
               number);
  return XPBD_OK;
}

xpbd_status workload_rungs(const workload *w, double tolerance, int room, workload_rung *out, int *count) {
  char path[PATH];
  *count = 0;
  snprintf(path, sizeof path, "%.4000s/errors.tsv", workload_folder());
  FILE *file;
  XPBD_TRY(workload_open(path, &file));
  workload_rung all[MOST];
  int found = 0;
  const xpbd_status status = read_rungs(file, path, w, tolerance, all, &found);
  fclose(file);
  if (status != XPBD_OK) return status;
  qsort(all, (size_t)found, sizeof *all, by_work);
  *count = found < room ? found : room;
  memcpy(out, all, (size_t)*count * sizeof *out);
  return XPBD_OK;
}
