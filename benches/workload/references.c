/* Why this file exists: the program behind `./run references`. It lists the workloads, records their references and
 * errors in data/workloads, and recomputes what is recorded. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "twin.h"

static const double WORST = 0.2; ///< Rungs with a larger error are not recorded.
enum { FAILED = 2, MOST = 512, NAMES = 64, PATH = 4096 + 64 };

static struct {
  bool list, check, errors_only;
  const char *backend, *folder;
  double seconds;
} options = {.backend = "seq", .seconds = 60.0};

static const cli_option table[] = {
    {.name = "list", .kind = CLI_FLAG, .target = &options.list, .help = "list the workloads and what is recorded"},
    {.name = "check",
     .kind = CLI_FLAG,
     .target = &options.check,
     .help = "recompute the cheapest recorded rung within 1 % of each workload; exit code 2 if one differs"},
    {.name = "errors-only",
     .kind = CLI_FLAG,
     .target = &options.errors_only,
     .help = "keep the references and record the errors again"},
    {.name = "backend",
     .kind = CLI_TEXT,
     .target = &options.backend,
     .value = "NAME",
     .help = "which backend computes; all give the same bits"},
    {.name = "folder",
     .kind = CLI_TEXT,
     .target = &options.folder,
     .value = "DIR",
     .help = "the files are here, instead of data/workloads"},
    {.name = "seconds",
     .kind = CLI_REAL,
     .target = &options.seconds,
     .minimum = 0.01,
     .maximum = 1e6,
     .value = "S",
     .help = "longest run that is planned, in processor time (default 60)"},
};
static const cli_program program = {
    .name = "references",
    .usage = "[--list | --check | --errors-only] [NAME...]",
    .about = "Records the right answers of the workloads and the errors of cheaper settings in data/workloads.",
    .options = table,
    .option_count = (int)(sizeof table / sizeof *table)};

/// The name of a precision, for the table of errors.
static const char *precision_name(const workload_rung *rung) {
  return xpbd_precision_name((int)rung->precision);
}

static int fail(void) {
  return cli_fail(&program, FAILED, "%s", xpbd_last_error());
}

/// The cheapest recorded rung within a tolerance.
static xpbd_status cheapest(const workload *w, double tolerance, workload_rung *out) {
  int count = 0;
  XPBD_TRY(workload_rungs(w, tolerance, 1, out, &count));
  XPBD_REQUIRE(count == 1, XPBD_ERR_INVALID_ARGUMENT, "%s: no rung within %g %% is recorded", w->name,
               100.0 * tolerance);
  return XPBD_OK;
}

static void list_one(const workload *w) {
  workload_reference r;
  workload_rung rung;
  printf("%s (%s): %s\n", w->name, workload_group_name((int)w->group), w->about);
  printf("  scene      %s %s, %d frames\n", w->scene, w->parameters, (int)w->frames);
  printf("  measures  ");
  for (int k = 0; k < WORKLOAD_MEASURES; k++)
    if (w->measures & 1u << k) printf(" %s", workload_measure_name(k));
  if (workload_reference_read(w, &r) != XPBD_OK) {
    printf("\n  no error   %s\n", xpbd_last_error());
    return;
  }
  printf("\n  reference  %lld particles, %lld constraints; %d x %d in f64; its own error %.2g, spread %.2g\n",
         (long long)r.particles, (long long)r.constraints, (int)r.substeps, (int)r.iterations, r.error, r.spread);
  workload_reference_release(&r);
  for (double tolerance = 0.1; tolerance > 0.0005; tolerance /= 10.0)
    if (cheapest(w, tolerance * (1.0 + 1e-9), &rung) == XPBD_OK)
      printf("  %-8g%%  %s, %d x %d: %.3g %%\n", 100.0 * tolerance, precision_name(&rung), (int)rung.substeps,
             (int)rung.iterations, 100.0 * rung.error);
}

static void print_rungs(FILE *to, const workload *w, const workload_rung *rungs, int count) {
  for (int k = 0; k < count; k++)
    if (rungs[k].error <= WORST)
      fprintf(to, "%s\t%s\t%s\t%d\t%d\t%.6g\t%016" PRIx64 "\n", w->name, xpbd_method_name((int)rungs[k].method),
              precision_name(&rungs[k]), (int)rungs[k].substeps, (int)rungs[k].iterations, rungs[k].error,
              rungs[k].hash);
}

/// Write the table of errors again, with new rungs for one workload.
static xpbd_status record(const workload *w, const workload_rung *rungs, int count) {
  static workload_rung old[MOST];
  char path[PATH];
  xpbd_file file;
  snprintf(path, sizeof path, "%.4000s/errors.tsv", workload_folder());
  xpbd_status status = xpbd_file_create(path, &file);
  if (status != XPBD_OK) return status;
  fputs("workload\tmethod\tprecision\tsubsteps\titerations\terror\thash\n", file.stream);
  for (int k = 0; k < workload_count(); k++) {
    int kept = 0;
    if (workload_at(k) == w)
      print_rungs(file.stream, w, rungs, count);
    else if (workload_rungs(workload_at(k), INFINITY, MOST, old, &kept) == XPBD_OK)
      print_rungs(file.stream, workload_at(k), old, kept);
  }
  return xpbd_file_commit(&file);
}

static int make_one(const workload *w) {
  twins self;
  char path[PATH];
  static workload_rung rungs[LADDER_ROOM];
  int count = 0;
  fprintf(stderr, "%s\n", w->name);
  snprintf(path, sizeof path, "%.4000s/%s.tsv", workload_folder(), w->name);
  if (twins_begin(w, options.backend, &self) != XPBD_OK) return fail();
  xpbd_status status = options.errors_only ? XPBD_OK : ladder_reference(&self, options.seconds, path, rungs, &count);
  if (status == XPBD_OK) status = ladder_rungs(&self, options.seconds, rungs, &count);
  if (status == XPBD_OK) status = record(w, rungs, count);
  twins_release(&self);
  if (status != XPBD_OK) return fail();
  list_one(w);
  return CLI_EXIT_OK;
}

/// Recompute a recorded rung bit for bit.
static int check_one(const workload *w) {
  workload_rung rung;
  workload_reference reference;
  twins self;
  twin t;
  if (cheapest(w, 0.01, &rung) != XPBD_OK || workload_reference_read(w, &reference) != XPBD_OK) return fail();
  xpbd_status status = twins_begin(w, options.backend, &self);
  if (status == XPBD_OK) {
    status = twin_run(&self, rung, false, &t);
    if (status == XPBD_OK) {
      t.rung.error = twin_error(&t, &reference);
      twin_release(&t);
    }
    twins_release(&self);
  }
  workload_reference_release(&reference);
  if (status != XPBD_OK) return fail();
  const bool same = t.rung.hash == rung.hash && fabs(t.rung.error - rung.error) <= 1e-5 * rung.error;
  printf("%s: %s %d x %d, error %.6g, hash %016" PRIx64 ": %s\n", w->name, precision_name(&rung), (int)rung.substeps,
         (int)rung.iterations, t.rung.error, t.rung.hash, same ? "as recorded" : "DIFFERENT");
  return same ? CLI_EXIT_OK : FAILED;
}

int main(int argc, char **argv) {
  const char *names[NAMES];
  int count = 0, code;
  cli_begin();
  if ((code = cli_parse(&program, argc, argv, names, NAMES, &count)) >= 0) return code;
  for (int k = 0; k < count; k++)
    if (workload_find(names[k]) < 0)
      return cli_fail(&program, CLI_EXIT_USAGE, "there is no workload '%s'; --list names them", names[k]);
  workload_set_folder(options.folder);
  code = CLI_EXIT_OK;
  for (int k = 0; k < (count > 0 ? count : workload_count()); k++) {
    const workload *w = workload_at(count > 0 ? workload_find(names[k]) : k);
    int one = CLI_EXIT_OK;
    if (options.list)
      list_one(w);
    else
      one = options.check ? check_one(w) : make_one(w);
    fflush(stdout);
    if (one > code) code = one;
  }
  return cli_flush(&program, code, FAILED);
}
