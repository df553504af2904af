/* Why this file exists: the loop over the frames, and its four endings: done, interrupted, diverged, failed. Finished
 * frames are always kept, and one line says what happened. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "sim/engine/sim_engine.h"
#include "sim/engine/sim_measure.h"
#include "sim/engine/sim_record.h"
#include "sim/engine/sim_worker.h"
#include "sim/film/sim_drawing.h"
#include "sim_run.h"

/// The progress line on the terminal: frame, speed, time left.
typedef struct progress {
  bool shown;
  double start, last;
  int32_t first; ///< Number of the first frame.
} progress;

static void progress_update(progress *p, int32_t frame, int32_t frames) {
  const double time = sim_now();
  if (!p->shown || time - p->last < 0.1) return;
  p->last = time;
  const double rate = (frame - p->first) / (time - p->start);
  if (rate > 0) {
    char left[CLI_LEFT];
    fprintf(stderr, "\rframe %d of %d, %.3g frames/s with writing, time left %s\033[K", (int)frame, (int)frames, rate,
            cli_left_text((frames - frame) / rate, left));
  } else {
    fprintf(stderr, "\rframe %d of %d\033[K", (int)frame, (int)frames);
  }
  fflush(stderr);
}

static void progress_clear(const progress *p) {
  if (p->shown) fprintf(stderr, "\r\033[K");
}

/// Read back and write frame `frame`, if it is needed.
static xpbd_status emit(sim_job *job, sim_output *out, int32_t frame) {
  if (!sim_output_reads(out, frame)) return XPBD_OK;
  const xpbd_status status = sim_engine_read(job);
  return status == XPBD_OK ? sim_output_frame(out, frame) : status;
}

static xpbd_status loop(sim_job *job, sim_output *out, sim_worker *worker, sim_result *result) {
  progress line = {.shown = job->options->progress && !job->options->quiet && isatty(STDERR_FILENO),
                   .start = sim_now(),
                   .first = job->start};
  xpbd_status status = emit(job, out, job->start);
  while (status == XPBD_OK && result->frames < job->frames && sim_interrupts() == 0) {
    progress_update(&line, result->frames, job->frames);
    result->at = result->frames + 1;
    status = sim_worker_step(worker, &result->solver_seconds, &result->given_up);
    if (result->given_up) break;
    if (status == XPBD_OK) status = emit(job, out, result->frames + 1);
    if (status == XPBD_OK) result->frames++;
  }
  progress_clear(&line);
  return status;
}

/// What was kept, for the messages of runs that ended early.
static const char *kept(const sim_output *out, char *text, size_t capacity) {
  const char *film = out->pictures.drawn > 0 ? out->pictures.film : NULL;
  int used = 0;
  if (out->folder)
    used = snprintf(text, capacity, "finished frames kept: %d, in %.1500s", (int)out->written, out->folder);
  else if (!film)
    used = snprintf(text, capacity, "no frames were asked for (--out DIR)");
  if (film)
    snprintf(text + used, capacity - (size_t)used, "%s%d of %d frames of the film are in %.1500s", used ? "; " : "",
             (int)out->pictures.drawn, (int)out->pictures.shots.wanted, film);
  return text;
}

static void print_summary(const sim_job *job, const sim_output *out, const sim_result *result) {
  const sim_options *o = job->options;
  const int frames = (int)(result->frames - job->start);
  char computed[256];
  sim_engine_describe(job, computed, sizeof computed);
  cli_print("%s on %s: %d frame%s, %.4g s simulated, %.4g s in the solver, %.4g frames/s "
            "(not a benchmark; use xpbd-bench)",
            job->scene, computed, frames, cli_plural(frames), frames * job->frame_time, result->solver_seconds,
            result->solver_seconds > 0 ? frames / result->solver_seconds : 0);
  if (out->folder) cli_print("; %d frame%s and run.txt in %s", out->written, cli_plural(out->written), out->folder);
  if (o->measure) cli_print("; measures in %s", o->measure);
  if (o->picture) cli_print("; frame %d in %s", (int)out->pictures.still.frames[0], o->picture);
  const int shown = out->pictures.shots.count, kept_in_page = out->viewer.shots.count;
  if (o->film) cli_print("; %d frame%s in %s", shown, cli_plural(shown), o->film);
  if (o->viewer)
    cli_print("; %d frame%s in %s (%.2g MB)", kept_in_page, cli_plural(kept_in_page), o->viewer,
              1e-6 * out->viewer.bytes);
  const int kept_in_gltf = out->gltf.shots.count;
  if (o->gltf)
    cli_print("; %d frame%s in %s (%.2g MB)", kept_in_gltf, cli_plural(kept_in_gltf), o->gltf, 1e-6 * out->gltf.bytes);
  if (o->save) cli_print("; checkpoint in %s", o->save);
  putchar('\n');
  sim_camera_print(&out->pictures);
  sim_remarks_write(stdout, "", job, result);
}

void sim_camera_print(const sim_pictures *pictures) {
  const double *c = pictures->camera;
  if (c[6] > 0)
    printf("seen by --camera %.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", c[0], c[1], c[2], c[3], c[4], c[5], c[6]);
}

/// Write the checkpoint, at the end of a frame.
static xpbd_status save(const sim_job *job, const sim_result *result) {
  if (!job->options->save || result->given_up) return XPBD_OK;
  return sim_engine_save(job, job->options->save);
}

/// Save an interrupted run if possible, and say whether a checkpoint was written.
static const char *save_early(const sim_job *job, const sim_result *result, char *text, size_t capacity) {
  if (!job->options->save) return "";
  if (result->given_up) return "; no checkpoint: a frame was not finished";
  if (save(job, result) == XPBD_OK) return "; a checkpoint was written";
  snprintf(text, capacity, "; no checkpoint: %s", xpbd_last_error());
  return text;
}

/// Files, message and exit code of a run that stopped early, or failed after its last frame.
static int end_early(const sim_job *job, sim_output *out, sim_result *result, xpbd_status status) {
  char reason[1024], text[3200], unsaved[1100];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error()); /* finishing may fail too and overwrite it */
  result->ending = status == XPBD_OK ? "interrupted" : status == XPBD_ERR_DIVERGED ? "diverged" : "failed";
  sim_output_end_table(out); /* before the checkpoint, as in end_complete() */
  const char *checkpoint = status == XPBD_OK ? save_early(job, result, unsaved, sizeof unsaved) : "";
  sim_output_finish(out, result); /* as far as possible; the first reason is reported */
  kept(out, text, sizeof text);
  if (status == XPBD_OK)
    return cli_fail(job->program, SIM_EXIT_INTERRUPTED, "interrupted after frame %d of %d; %s%s", (int)result->frames,
                    (int)job->frames, text, checkpoint);
  if (result->frames == job->frames) return cli_fail(job->program, SIM_EXIT_FAILED, "%s; %s", reason, text);
  const bool advise = status == XPBD_ERR_DIVERGED && result->at > job->start;
  return cli_fail(job->program, SIM_EXIT_FAILED, "stopped at frame %d of %d: %s; %s%s%s", (int)result->at,
                  (int)job->frames, reason, advise ? sim_engine_advice(job) : "", advise ? "; " : "", text);
}

static int end_complete(sim_job *job, sim_output *out, sim_result *result) {
  char text[3200];
  xpbd_status status = sim_engine_hash(job, &result->hash);
  /* The table comes first. After a power failure, a checkpoint ahead of it would continue without the rows between. */
  const xpbd_status table = sim_output_end_table(out);
  if (status == XPBD_OK) status = save(job, result);
  if (status == XPBD_OK) status = table;
  const bool told = !job->options->quiet || out->folder;
  if (status == XPBD_OK && told) status = sim_engine_residual(job, result);
  if (status != XPBD_OK) return end_early(job, out, result, status); /* a lost checkpoint loses nothing else */
  if (told) result->gained = sim_energy_gained(job, result->solved_energy, &result->there);
  if (sim_output_finish(out, result) != XPBD_OK)
    return cli_fail(job->program, SIM_EXIT_FAILED, "%s; %s", xpbd_last_error(), kept(out, text, sizeof text));
  const bool part = job->options->film && out->pictures.drawn < out->pictures.shots.count;
  const bool cut = part || sim_drawing_stopped();
  if (!job->options->quiet && !cut) print_summary(job, out, result);
  if (job->options->hash) printf("%016" PRIx64 "\n", result->hash);
  const char *lost = xpbd_file_lost(stdout);
  if (lost)
    return cli_fail(job->program, SIM_EXIT_FAILED, "the standard output cannot be written: %s; %s", lost,
                    kept(out, text, sizeof text));
  if (cut) {
    const bool film = out->pictures.film && (out->pictures.pictured || !out->pictures.picture); /* the second to draw */
    return cli_fail(job->program, SIM_EXIT_INTERRUPTED, "interrupted while drawing the %s%s; %s",
                    film ? "film" : "picture", out->pictures.drawn > 0 ? "" : ", which was not written",
                    kept(out, text, sizeof text));
  }
  return CLI_EXIT_OK;
}

int sim_run(sim_job *job, sim_output *out, bool *given_up) {
  sim_worker *worker;
  if (sim_worker_start(job, sim_engine_step, &worker) != XPBD_OK)
    return cli_fail(job->program, SIM_EXIT_FAILED, "%s", xpbd_last_error());
  if (!job->options->quiet) sim_scene_print(job);
  fflush(stdout); /* show it before the wait */
  sim_watch_signals();
  sim_result result = {.ending = "complete", .frames = job->start, .at = job->start, .residual = NAN, .gained = NAN};
  const xpbd_status status = loop(job, out, worker, &result);
  *given_up = result.given_up;
  if (!result.given_up) sim_worker_stop(&worker);
  if (status != XPBD_OK || result.frames < job->frames) return end_early(job, out, &result, status);
  return end_complete(job, out, &result);
}
