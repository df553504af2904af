/* Why this file exists: controls a run. Errors are found before the first measurement, every measured result is
 * written, and the exit code tells what happened. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "ending.h"
#include "harness/plan/more_axes.h"
#include "harness/store/journal.h"
#include "harness/plan/listing.h"
#include "harness/plan/mistaken.h"
#include "harness/plan/options.h"
#include "harness/store/past.h"
#include "processes.h"
#include "progress.h"
#include "support/file_seal.h"
#include "states.h"
#include "harness/store/report.h"

/// Everything one run of the program owns.
typedef struct course {
  bench_settings settings;
  bench_plan plan;
  bench_run run;
  bench_environment env;
  bench_report report;
  bench_score score;
  bench_table table, out_table;
  bench_progress progress;
  xpbd_file json, tsv, out, record;
  bench_journal journal;
  bench_past *past;  ///< NULL = a new run.
  bench_past *words; ///< Owns the texts of results of other processes.
} course;

static int open_output(const char *path, xpbd_file *out) {
  if (!path) return 0;
  if (xpbd_file_create(path, out) != XPBD_OK)
    return cli_fail(bench_program(), BENCH_EXIT_USAGE, "%s", xpbd_last_error());
  bench_remove_on_signal(out->temporary);
  return 0;
}

/// The first bytes of the results in each format. A file that begins otherwise is not replaced.
static const char json_mark[] = "{\n  \"context\": {";

static const char *out_mark(bench_format format) {
  return format == BENCH_JSON ? json_mark : format == BENCH_CSV ? "name,iterations,real_time," : "-----";
}

static int open_outputs(course *self) {
  const bench_settings *settings = &self->settings;
  const cli_output outputs[] = {
      {"json", settings->json, json_mark, "file of results"},
      {"tsv", settings->tsv, "benchmark\tname\tstatus\t", "table of results"},
      {"benchmark_out", settings->out, out_mark(settings->out_format), "file of results of this format"},
      {"journal", settings->journal, "{\"xb\": \"xb/", "journal"},
      {"record", settings->record, "# Why this file exists: a score is relative", "record of a score"}};
  int failed = cli_outputs(bench_program(), outputs, (int)(sizeof outputs / sizeof *outputs), NULL, 0);
  if (failed >= 0) return failed;
  // A resumed run locks its journal first, so that a second one with the same journal ends before it opens a file.
  failed = settings->resume ? bench_journal_open(&self->journal, settings->journal, &self->plan) : 0;
  if (failed == 0 && settings->process_out >= 0)
    failed = bench_journal_hand(&self->journal, (int)settings->process_out, &self->plan);
  if (failed == 0) failed = open_output(settings->json, &self->json);
  if (failed == 0) failed = open_output(settings->tsv, &self->tsv);
  if (failed == 0) failed = open_output(settings->out, &self->out);
  if (failed == 0) failed = open_output(settings->record, &self->record);
  if (failed == 0 && !settings->resume && settings->journal)
    failed = bench_journal_open(&self->journal, settings->journal, &self->plan);
  return failed;
}

static void on_episode(void *argument, const bench_run *run, int point, bool timed) {
  course *self = argument;
  if (timed) bench_journal_episode(&self->journal, run, point);
  bench_progress_update(&self->progress, run, point);
}

static void on_finished(void *argument, const bench_run *run, int point) {
  course *self = argument;
  bench_journal_ended(&self->journal, run, point);
  bench_progress_finished(&self->progress, run, point);
}

static void on_block(void *argument, const bench_run *run, const bench_block *block) {
  course *self = argument;
  bench_progress_clear(&self->progress);
  for (int i = block->first; i < block->first + block->count; i++) {
    if (self->settings.format == BENCH_CONSOLE) bench_table_row(&self->table, &run->plan->points[i], &run->results[i]);
    if (self->out.stream && self->settings.out_format == BENCH_CONSOLE)
      bench_table_row(&self->out_table, &run->plan->points[i], &run->results[i]);
  }
  if (self->settings.format == BENCH_CONSOLE) fflush(stdout);
}

static void on_warning(void *argument, const char *text) {
  course *self = argument;
  bench_progress_clear(&self->progress);
  bench_env_warn(&self->env, "%s", text);
  if (!self->settings.quiet) fprintf(stderr, "***WARNING*** %s\n", text);
}

static int commit(xpbd_file *file) {
  if (!file->stream) return 0;
  return xpbd_file_commit(file) == XPBD_OK ? 0 : cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s", xpbd_last_error());
}

/// Flush standard output, and report an error.
static int finish_stdout(void) {
  return cli_flush(bench_program(), CLI_EXIT_OK, BENCH_EXIT_ERROR);
}

/// Results without a seal are claims to their own user, too, so this is said once.
static void warn_unsealed(const course *self) {
  char why[FILE_SEAL_WHY];
  file_seal_key key;
  const bool json = self->json.stream || (self->out.stream && self->settings.out_format == BENCH_JSON) ||
                    self->settings.format == BENCH_JSON;
  if (json && self->report.sealed && !file_seal_find_key(true, &key, why))
    fprintf(stderr, "xpbd-bench: the results have no seal: %s\n", why);
}

/// Write every output. All are tried, and the first failure is returned.
static int write_outputs(course *self) {
  int worst = 0;
  const bench_settings *settings = &self->settings;
  warn_unsealed(self);
  if (self->json.stream) bench_write_json(self->json.stream, &self->report);
  if (self->tsv.stream) bench_write_tsv(self->tsv.stream, &self->report);
  if (self->out.stream && settings->out_format == BENCH_JSON) bench_write_json(self->out.stream, &self->report);
  if (self->out.stream && settings->out_format == BENCH_CSV) bench_write_csv(self->out.stream, &self->report);
  if (settings->format == BENCH_JSON) bench_write_json(stdout, &self->report);
  if (settings->format == BENCH_CSV) bench_write_csv(stdout, &self->report);
  const int codes[] = {commit(&self->json), commit(&self->tsv), commit(&self->out), commit(&self->record),
                       finish_stdout()};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (worst == 0) worst = codes[i];
  const int kept = bench_journal_close(&self->journal);
  if (kept != 0) worst = kept;
  return worst;
}

/// Print the summaries of the benchmarks over all their points.
static void summarise(const course *self) {
  if (self->settings.format != BENCH_CONSOLE) return;
  const bench_plan *plan = &self->plan;
  for (int c = 0; c < plan->case_count; c++) {
    bool taken = false;
    for (int i = 0; i < plan->count; i++) taken = taken || plan->points[i].owner == plan->cases[c];
    if (taken && plan->cases[c]->summary) plan->cases[c]->summary(&self->run, stdout);
  }
}

static void take_score(course *self, const bench_hooks *hooks) {
  if (!self->settings.score) return;
  bench_score_make(&self->run, hooks->reference_machine ? hooks->reference_machine() : NULL, &self->score);
  self->report.score = &self->score;
  if (self->settings.format == BENCH_CONSOLE) bench_score_print(&self->run, &self->score, stdout);
  if (self->record.stream && self->score.best >= 0) bench_write_machine(self->record.stream, &self->report);
}

/// Begin the journal, or read the one of a resumed run. Returns 0, or the exit code after one line.
static int begin_journal(course *self) {
  if (!self->settings.resume) {
    const int failed = bench_journal_cut(&self->journal, 0);
    if (failed == 0) bench_journal_head(&self->journal, &self->report);
    return failed != 0 ? failed : self->journal.failed;
  }
  long length = 0;
  int finished = 0;
  int failed = bench_past_match_here(self->past, &self->env, self->settings.force);
  if (failed == 0) failed = bench_past_read(self->past, &self->run, &length, &finished);
  if (failed == 0) failed = bench_past_match_programs(self->past, &self->run, &self->env, self->settings.force);
  if (failed == 0) failed = bench_journal_cut(&self->journal, length);
  if (failed != 0) return failed;
  bench_journal_resumed(&self->journal, &self->run, self->report.started);
  if (self->journal.failed != 0) return self->journal.failed;
  snprintf(self->report.started, sizeof self->report.started, "%s", bench_past_started(self->past));
  self->report.resumed = bench_past_resumed(self->past) + 1;
  self->progress.finished = finished;
  if (!self->settings.quiet)
    fprintf(stderr, "%s: continues; %d of %d points were finished\n", self->settings.resume, finished,
            bench_plan_own_count(&self->settings, &self->plan));
  return 0;
}

/// Run the plan, in as many processes as the settings say. Returns 0, or the exit code after one line.
static int run_plan(course *self) {
  bench_run *run = &self->run;
  const bench_settings *settings = &self->settings;
  int failed = 0;
  if (settings->processes > 1 || bench_headline_due(run)) {
    self->words = bench_past_new();
    if (!self->words) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for several processes");
    bench_hardware_stop();
    if (settings->processes > 1) return bench_processes_run(run, &bench_launcher_real, self->words);
    failed = bench_headline_run(run, &bench_launcher_real, self->words);
    bench_hardware_again();
  }
  if (settings->process_out >= 0 && settings->headline) bench_headline_begin(run);
  bench_run_all(run);
  return failed;
}

/// When the run ended. If the system's clock was set back meanwhile, the other clock says how long it took: an end before
/// the start would be refused as impossible.
static void note_end(course *self, time_t began) {
  const time_t now = time(NULL), least = began + (time_t)(self->run.ended - self->run.started - self->run.spent);
  bench_time_text(now > least ? now : least, false, self->report.finished, sizeof self->report.finished);
  if (now < least - 2) bench_env_warn(&self->env, "the system's clock was set back while this run was measured");
  bench_env_finish(&self->env);
  bench_noise_of_results(&self->run, &self->env);
}

static int measure(course *self, const bench_hooks *hooks) {
  const bench_clock clock = hooks->clock ? hooks->clock() : bench_clock_real();
  const bench_observer observer = {self, on_episode, on_finished, on_block, on_warning};
  if (!bench_run_init(&self->run, &self->plan, &self->settings, clock, observer))
    return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d points", self->plan.count);
  self->run.env = &self->env;
  bench_hardware_start(&self->env);
  bench_env_capture(&self->env);
  bench_rapl_capture(&self->env);
  bench_gpu_capture(&self->env, bench_gpu_of_plan(&self->plan));
  bench_env_text(&self->env, "cpu", "instructions", !hooks->instructions ? NULL : hooks->instructions(),
                 "kernels of the solver");
  if (hooks->describe) hooks->describe(&self->env, &self->plan);
  self->report = (bench_report){.run = &self->run,
                                .env = &self->env,
                                .program = self->settings.argv[0],
                                .sealed = !hooks->clock && !self->settings.force};
  const time_t began = time(NULL);
  bench_time_text(began, true, self->report.date, sizeof self->report.date);
  bench_time_text(began, false, self->report.started, sizeof self->report.started);
  const bool color = self->settings.color < 0 ? isatty(STDOUT_FILENO) != 0 : self->settings.color > 0;
  self->table = bench_table_make(stdout, &self->plan, &self->settings, color);
  const bench_settings *s = &self->settings;
  if (isatty(STDOUT_FILENO) && !s->wide && !s->tabular && !s->aggregates_only)
    bench_table_shorten(&self->table, &self->plan);
  self->out_table = bench_table_make(self->out.stream, &self->plan, &self->settings, false);
  self->progress = bench_progress_make(&self->settings);
  bench_score_begin();
  int failed = begin_journal(self);
  if (failed != 0) return failed;
  bench_env_noise_before(&self->env);
  // Without times the machine's numbers are useless. One of several processes leaves them to its parent.
  const bool times = !hooks->clock && !self->settings.dry_run && self->settings.validate != BENCH_VALIDATE_ONLY;
  if (times && self->settings.process_out < 0) bench_env_measure(&self->env, clock.read_cost);
  if (!self->settings.quiet) bench_table_context(stderr, &self->report);
  if (self->settings.format == BENCH_CONSOLE) bench_table_head(&self->table);
  if (self->out.stream && self->settings.out_format == BENCH_CONSOLE) bench_table_head(&self->out_table);
  fflush(stdout);
  failed = run_plan(self);
  bench_progress_clear(&self->progress);
  if (self->settings.process_out >= 0) {
    bench_journal_end(&self->journal, &self->run);
    return bench_journal_close(&self->journal);
  }
  note_end(self, hooks->clock ? 0 : began);
  if (self->settings.format == BENCH_CONSOLE) bench_table_left_out(&self->table, &self->run);
  if (self->out.stream && self->settings.out_format == BENCH_CONSOLE)
    bench_table_left_out(&self->out_table, &self->run);
  summarise(self);
  take_score(self, hooks);
  bench_warn_of_results(&self->run, &self->env);
  const int written = write_outputs(self);
  if (!self->settings.quiet) bench_closing_lines(&self->run, stderr);
  int code = bench_conclude(&self->run);
  if (code == BENCH_EXIT_OK) code = failed;
  if (code == BENCH_EXIT_OK && self->report.score && !self->settings.record && !bench_score_is_valid(&self->score))
    code = BENCH_EXIT_INVALID;
  return code == BENCH_EXIT_OK || (written != 0 && code == BENCH_EXIT_NOTHING) ? written : code;
}

static bool show_only(const course *self) {
  const bench_settings *settings = &self->settings;
  if (settings->help_columns)
    bench_write_columns(stdout);
  else if (settings->list_json || (settings->list && settings->format == BENCH_JSON))
    bench_list_json(&self->plan, stdout);
  else if (settings->list)
    bench_list_text(&self->plan, stdout);
  else if (settings->list_tests)
    bench_list_tests(&self->plan, settings->format, stdout);
  else if (settings->plan)
    bench_list_plan(&self->plan, settings, stdout);
  else
    return false;
  return true;
}

/// Print a list that does not come from the harness. Returns the exit code.
static int show_topic(const course *self, const bench_hooks *hooks) {
  const char *topic = self->settings.list_topic;
  const bool json = self->settings.format == BENCH_JSON;
  if (hooks->list && hooks->list(topic, json, stdout)) return finish_stdout();
  return cli_fail(bench_program(), CLI_EXIT_USAGE, "--list has no topic \"%s\"; it has json%s%s", topic,
                  !hooks->topics ? "" : ", ", !hooks->topics ? "" : hooks->topics);
}

int bench_main(const bench_case *const *known, int case_count, const bench_hooks *hooks, int argc, char **argv) {
  cli_begin();
  // On the heap, because the environment is too large for a stack frame.
  course *self = calloc(1, sizeof *self);
  if (!self) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory");
  const bench_case **cases = bench_cases_complete(known, case_count);
  if (!cases) {
    free(self);
    return BENCH_EXIT_ERROR;
  }
  int code = bench_mistaken_options(bench_program(), cases, case_count, argc, argv);
  if (code < 0) code = bench_options_parse(argc, argv, &self->settings);
  if (code < 0 && self->settings.resume) code = bench_past_open(&self->settings, &self->past);
  if (code < 0 && hooks->configure) code = hooks->configure(&self->settings);
  const bool states = code < 0 && self->settings.states != NULL;
  if (states) code = bench_states_main(&self->settings, cases, case_count, hooks);
  const bool parsed = code < 0;
  const bool topic = parsed && self->settings.list_topic != NULL;
  if (topic) code = show_topic(self, hooks);
  if (parsed && !topic) code = bench_plan_make(bench_program(), &self->settings, cases, case_count, &self->plan);
  if (parsed && code == 0 && self->settings.resume && !topic)
    code = bench_past_match_plan(self->past, &self->plan, &self->settings);
  if (parsed && code == 0 && !self->settings.total_given)
    self->settings.total_budget = bench_plan_budget(&self->settings, &self->plan);
  if (self->settings.process_out >= 0 && self->settings.headline)
    self->settings.total_budget = bench_headline_budget(self->settings.total_budget);
  if (topic) {
    // Said already.
  } else if (parsed && code == 0 && show_only(self)) {
    code = finish_stdout();
  } else if (parsed && code == 0) {
    bench_catch_signals();
    code = open_outputs(self);
    if (code == 0) code = measure(self, hooks);
  }
  xpbd_file_discard(&self->json);
  xpbd_file_discard(&self->tsv);
  xpbd_file_discard(&self->out);
  xpbd_file_discard(&self->record);
  bench_journal_close(&self->journal);
  if (self->run.plan) bench_run_destroy(&self->run);
  bench_past_close(self->past);
  bench_past_close(self->words);
  bench_gpu_close();
  bench_plan_destroy(&self->plan);
  bench_options_free(&self->settings);
  bench_cases_release(cases, known, case_count);
  free(self);
  return code;
}
