/* Why this file exists: the files of a run. What stands under a final name is complete: every file is written beside it
 * and renamed, so a full disk, a divergence or Ctrl-C leaves the finished frames and nothing half-written. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "measure/strain.h"
#include "sim/engine/sim.h"

enum { FOLDER_LIMIT = 3968, PATH_LIMIT = 4096, DIGITS_LEAST = 4 };

static const char series_name[] = "frames.vtk.series";
static const char record_name[] = "run.txt";
static const char groups_name[] = "constraints.vtk";

static void frame_name(const sim_output *out, int32_t frame, const char *extension, char *name, size_t capacity) {
  snprintf(name, capacity, "frame_%0*d.%s", out->digits, (int)frame, extension);
}

static void path_in(const sim_output *out, const char *name, char path[PATH_LIMIT]) {
  snprintf(path, PATH_LIMIT, "%s/%.100s", out->folder, name);
}

/// Whether `tail` ends a file's name here: nothing more, or what a killed run left as a temporary name.
static bool is_end(const char *tail) {
  const size_t length = strlen(tail);
  return length == 0 || (tail[0] == '.' && length > 5 && strcmp(tail + length - 5, ".part") == 0);
}

/// Whether a name is one that this program gives to frames and their list.
static bool is_frame_name(const char *name) {
  const size_t series_length = strlen(series_name);
  if (strncmp(name, series_name, series_length) == 0) return is_end(name + series_length);
  if (strncmp(name, groups_name, sizeof groups_name - 1) == 0) return is_end(name + sizeof groups_name - 1);
  if (strncmp(name, "frame_", 6) != 0) return false;
  const size_t digits = strspn(name + 6, "0123456789");
  const char *extension = name + 6 + digits;
  if (digits < DIGITS_LEAST || (strncmp(extension, ".obj", 4) != 0 && strncmp(extension, ".vtk", 4) != 0)) return false;
  return is_end(extension + 4);
}

/// Whether the folder holds the record of an earlier run of this program.
static bool has_record(const sim_output *out) {
  char path[PATH_LIMIT], line[64] = "";
  path_in(out, record_name, path);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  const bool ours = fgets(line, sizeof line, file) && strncmp(line, "program: xpbd-sim", 17) == 0;
  fclose(file);
  return ours;
}

/// Whether a resumed run goes on after this frame of the folder. The names that it finds decide how many digits its
/// own have: one that begins with 0 has just as many, 10000 may be a frame of four.
static bool continues(sim_output *out, const char *name) {
  if (!out->job->options->resume || strncmp(name, "frame_", 6) != 0) return false;
  const int digits = (int)strspn(name + 6, "0123456789");
  if (strlen(name + 6 + digits) != 4 || digits > 9 || strtol(name + 6, NULL, 10) > out->job->start) return false;
  if (name[6] == '0' || digits < out->digits) out->digits = digits;
  return true;
}

/// Whether it is the constraints of the run that is resumed, which are this run's: it writes them only with a frame.
static bool stays(const sim_output *out, const char *name) {
  return out->job->options->resume && out->vtk && strcmp(name, groups_name) == 0;
}

/// Refuse a frame before the checkpoint that this run's options leave out: it would stand in the folder and in no list, and
/// nobody computes it again once it is gone.
static xpbd_status check_continued(const sim_output *out, const char *name, const char *path) {
  const sim_options *o = out->job->options;
  const bool obj = strcmp(name + strlen(name) - 4, ".obj") == 0;
  XPBD_REQUIRE(obj ? out->obj : out->vtk, XPBD_ERR_IO,
               "%s of the earlier run is left out by --format %s; give the --format that it had, or another folder",
               path, o->format);
  XPBD_REQUIRE(strtol(name + 6, NULL, 10) % out->every == 0, XPBD_ERR_IO,
               "%s of the earlier run is left out by --every %d; give the --every that it had, or another folder", path,
               (int)out->every);
  return XPBD_OK;
}

/// Frames of an earlier, longer run would be shown as the end of this one, so they go; but only out of a folder that
/// our own record marks as ours. Counts them in `removed`. All are looked at before the first one goes: who is refused
/// has lost nothing, and a dry run only looks.
static xpbd_status remove_earlier(sim_output *out, int *removed) {
  const bool ours = has_record(out);
  const int passes = out->job->options->dry_run ? 1 : 2;
  DIR *folder = opendir(out->folder);
  XPBD_REQUIRE(folder, XPBD_ERR_IO, "cannot list %s: %s", out->folder, strerror(errno));
  xpbd_status status = XPBD_OK;
  char path[PATH_LIMIT];
  for (int pass = 0; status == XPBD_OK && pass < passes; pass++, rewinddir(folder)) {
    for (struct dirent *entry; status == XPBD_OK && (entry = readdir(folder));) {
      if (!is_frame_name(entry->d_name) || stays(out, entry->d_name)) continue;
      path_in(out, entry->d_name, path);
      struct stat file;
      if (ours && continues(out, entry->d_name)) {
        status = check_continued(out, entry->d_name, path);
      } else if (!ours) {
        status = xpbd_fail(XPBD_ERR_IO, "%s is there, but no %s of an earlier run; give a folder without frames", path,
                           record_name);
      } else if (pass == 0) {
        if (lstat(path, &file) == 0 && S_ISDIR(file.st_mode))
          status = xpbd_fail(XPBD_ERR_IO, "%s is a folder; give another one without such names", path);
      } else if (unlink(path) != 0) {
        status = xpbd_fail(XPBD_ERR_IO, "cannot remove %s of an earlier run: %s", path, strerror(errno));
      } else {
        ++*removed;
      }
    }
  }
  closedir(folder);
  return status;
}

/// "obj", "vtk", "obj,vtk" or "vtk,obj"; anything else is false.
static bool read_format(const char *text, sim_output *out) {
  while (true) {
    const size_t length = strcspn(text, ",");
    if (length == 3 && strncmp(text, "obj", length) == 0) {
      out->obj = true;
    } else if (length == 3 && strncmp(text, "vtk", length) == 0) {
      out->vtk = true;
    } else {
      return false;
    }
    if (text[length] == '\0') return true;
    text += length + 1;
  }
}

/// Whether a file can be written; an older one of that name stays as it is.
static xpbd_status try_file(const char *path) {
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  xpbd_file_discard(&file);
  return XPBD_OK;
}

/// A dry run only looks whether it can be written: an earlier run's stays.
static xpbd_status write_record(const sim_output *out, const sim_result *result) {
  char path[PATH_LIMIT];
  path_in(out, record_name, path);
  return out->job->options->dry_run ? try_file(path) : sim_record_write(path, out->job, result);
}

/// Cut the last name off a path of that length; returns the length that is left.
static size_t cut_name(char *path, size_t length) {
  while (length > 0 && path[length - 1] == '/') length--;
  while (length > 0 && path[length - 1] != '/') length--;
  path[length] = '\0';
  return length;
}

/// How many bytes at the end of a folder's name are of folders that are not there yet.
static size_t count_missing(const char *folder) {
  char path[PATH_LIMIT];
  snprintf(path, sizeof path, "%s", folder);
  size_t length = strlen(path);
  while (length > 0 && access(path, F_OK) != 0) length = cut_name(path, length);
  return strlen(folder) - length;
}

/// Take away the folders that were made only to see whether they can be; one that somebody has put something in stays.
static void remove_made(const sim_output *out) {
  char path[PATH_LIMIT];
  snprintf(path, sizeof path, "%s", out->folder);
  size_t length = strlen(path);
  const size_t there = length - out->made;
  for (; length > there; length = cut_name(path, length)) rmdir(path);
}

static int open_folder(sim_output *out) {
  const cli_program *program = out->job->program;
  const sim_options *o = out->job->options;
  if (strlen(o->out) == 0 || strlen(o->out) > FOLDER_LIMIT)
    return cli_fail(program, CLI_EXIT_USAGE, "--out needs the name of a folder of 1 to %d bytes", FOLDER_LIMIT);
  if (!read_format(o->format ? o->format : "obj,vtk", out))
    return cli_fail(program, CLI_EXIT_USAGE, "--format must be obj, vtk or obj,vtk, not '%.60s'", o->format);
  out->made = count_missing(o->out);
  if (xpbd_folder_create(o->out) != XPBD_OK) return cli_fail(program, CLI_EXIT_USAGE, "--out: %s", xpbd_last_error());
  return -1;
}

/// Whether a file is to have the name of a frame, of their list or of the record, in their folder.
static bool is_ours(const sim_output *out, const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (!is_frame_name(name) && strcmp(name, record_name) != 0) return false;
  char folder[PATH_LIMIT];
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  struct stat own, frames;
  return stat(folder, &own) == 0 && stat(out->folder, &frames) == 0 && own.st_dev == frames.st_dev &&
         own.st_ino == frames.st_ino;
}

/// Refuse files that a frame would replace, or the next run in this folder take for one and remove.
static int check_names(const sim_output *out) {
  const sim_options *o = out->job->options;
  const struct {
    const char *option, *path;
  } files[] = {{"measure", o->measure}, {"save", o->save}, {"viewer", o->viewer}};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (files[i].path && is_ours(out, files[i].path))
      return cli_fail(out->job->program, CLI_EXIT_USAGE,
                      "--%s: '%.1000s' is a name that --out keeps for its own files; give another one", files[i].option,
                      files[i].path);
  return -1;
}

static int open_measure(sim_output *out) {
  if (xpbd_file_create(out->job->options->measure, &out->measure) != XPBD_OK)
    return cli_fail(out->job->program, CLI_EXIT_USAGE, "--measure: %s", xpbd_last_error());
  out->measuring = true;
  if (!out->job->options->dry_run) sim_measure_header(out->job, out->measure.stream); /* which may be the terminal */
  return -1;
}

/// Whether the checkpoint can be written; an older one of that name stays until then.
static int try_save(const sim_output *out) {
  if (try_file(out->job->options->save) != XPBD_OK)
    return cli_fail(out->job->program, CLI_EXIT_USAGE, "--save: %s", xpbd_last_error());
  return -1;
}

/// What VTK files carry besides what the job has.
static xpbd_status begin_vtk(sim_output *out) {
  const size_t count = (size_t)out->job->mesh->vertex_count;
  const double *w = xpbd_scene_inverse_masses(out->job->model.scene);
  out->strain = calloc(count + 1, sizeof *out->strain);
  out->pinned = calloc(count + 1, sizeof *out->pinned);
  XPBD_REQUIRE(out->strain && out->pinned, XPBD_ERR_OUT_OF_MEMORY, "out of memory for %zu vertices", count);
  for (size_t v = 0; v < count; v++) out->pinned[v] = !(w[v] > 0.0);
  return XPBD_OK;
}

/// Make the folder this run's: nothing of an earlier one, and a record that says a run is going on. A dry run looks
/// whether that is possible.
static int begin_folder(sim_output *out) {
  const sim_options *o = out->job->options;
  int removed = 0;
  xpbd_status status = remove_earlier(out, &removed);
  if (status == XPBD_OK) status = write_record(out, &(sim_result){.ending = "running", .frames = out->job->start});
  if (status == XPBD_OK && out->vtk) status = begin_vtk(out);
  if (status != XPBD_OK) return cli_fail(out->job->program, CLI_EXIT_USAGE, "--out: %s", xpbd_last_error());
  if (removed > 0 && !o->quiet)
    cli_print("%s: replacing %d file%s of an earlier run\n", o->out, removed, removed == 1 ? "" : "s");
  return -1;
}

int sim_output_open(const sim_job *job, sim_output *out) {
  const sim_options *o = job->options;
  *out = (sim_output){.job = job, .folder = o->out, .every = o->every ? (int32_t)o->every : 1, .digits = DIGITS_LEAST};
  for (int64_t limit = 10000; job->frames >= limit; limit *= 10) out->digits++;
  int code = o->out ? open_folder(out) : -1; /* first: the other files may be in it */
  if (code < 0 && o->out) code = check_names(out);
  if (code < 0 && !o->dry_run) out->made = 0; /* it stays */
  if (code < 0 && o->measure) code = open_measure(out);
  if (code < 0 && o->save) code = try_save(out);
  if (code < 0) code = sim_pictures_open(job, &out->pictures);
  if (code < 0) code = sim_viewer_open(job, &out->viewer);
  if (code < 0 && o->out) code = begin_folder(out);
  return code;
}

void sim_output_release(sim_output *out) {
  xpbd_file_discard(&out->measure); /* before the folder that it may be in */
  if (out->made > 0) remove_made(out);
  free(out->strain);
  free(out->pinned);
  sim_pictures_release(&out->pictures);
  sim_viewer_release(&out->viewer);
}

bool sim_output_reads(const sim_output *out, int32_t frame) {
  return out->measuring || (out->folder && frame % out->every == 0) || sim_pictures_want(&out->pictures, frame) ||
         sim_viewer_wants(&out->viewer, frame);
}

/// One file of a frame; VTK with what is known of each vertex.
static xpbd_status write_mesh(const sim_output *out, int32_t frame, const char *extension) {
  const sim_job *job = out->job;
  char name[64], path[PATH_LIMIT];
  frame_name(out, frame, extension, name, sizeof name);
  path_in(out, name, path);
  const xpbd_mesh_array arrays[] = {{.name = "velocity", .components = 3, .reals = job->velocities},
                                    {.name = "strain", .components = 1, .reals = out->strain},
                                    {.name = "pinned", .components = 1, .integers = out->pinned}};
  const bool vtk = strcmp(extension, "vtk") == 0;
  if (vtk) XPBD_TRY(xpbd_strain_at_vertices(job->mesh, job->rest_lengths, job->positions, out->strain, NULL));
  return xpbd_mesh_write_arrays(path, job->mesh, job->positions, arrays, vtk ? 3 : 0);
}

static xpbd_status write_frame(sim_output *out, int32_t frame) {
  if (out->vtk) XPBD_TRY(write_mesh(out, frame, "vtk"));
  const xpbd_status status = out->obj ? write_mesh(out, frame, "obj") : XPBD_OK;
  if (status == XPBD_OK) {
    out->written++;
    out->last = frame;
  } else if (out->vtk) { /* a frame is kept in all its formats or in none */
    char name[64], path[PATH_LIMIT];
    frame_name(out, frame, "vtk", name, sizeof name);
    path_in(out, name, path);
    unlink(path);
  }
  return status;
}

/// A row of the table as text, to be freed whatever is returned.
static xpbd_status make_row(const sim_output *out, int32_t frame, char **row) {
  size_t length = 0;
  FILE *memory = open_memstream(row, &length);
  const xpbd_status status = memory ? sim_measure_row(out->job, frame, memory) : XPBD_OK;
  const bool closed = memory && fclose(memory) == 0;
  XPBD_TRY(status);
  XPBD_REQUIRE(closed && *row && length > 0 && (*row)[length - 1] == '\n', XPBD_ERR_OUT_OF_MEMORY,
               "no memory for a row of measures");
  return XPBD_OK;
}

static xpbd_status write_row(const sim_output *out, const char *row) {
  FILE *stream = out->measure.stream;
  fputs(row, stream);
  /* A disk that fills up is met at the row that fills it, not after hours of simulating. */
  const char *lost = xpbd_file_lost(stream);
  XPBD_REQUIRE(!lost, XPBD_ERR_IO, "cannot write %s: %s", out->job->options->measure, lost);
  return XPBD_OK;
}

/// The constraints beside the first frame; they do not change.
static xpbd_status write_groups(const sim_output *out) {
  char path[PATH_LIMIT];
  path_in(out, groups_name, path);
  return sim_groups_write(out->job, path);
}

/* A state that has no measures has no frame, either, and a frame that cannot be written no row: the row is made before the
 * frame and written after it. */
xpbd_status sim_output_frame(sim_output *out, int32_t frame) {
  const bool due = out->folder && frame % out->every == 0;
  char *row = NULL;
  xpbd_status status = out->measuring ? make_row(out, frame, &row) : XPBD_OK;
  if (status == XPBD_OK) {
    sim_pictures_take(&out->pictures, frame);
    sim_viewer_take(&out->viewer, frame);
    if (due) status = write_frame(out, frame);
  }
  if (status == XPBD_OK && row) status = write_row(out, row);
  free(row);
  if (status == XPBD_OK && due && out->vtk && out->written == 1) status = write_groups(out);
  return status;
}

/// Whether the run before the checkpoint left this frame.
static bool is_there(const sim_output *out, const char *name) {
  char path[PATH_LIMIT];
  path_in(out, name, path);
  return access(path, R_OK) == 0;
}

/// The list that gives ParaView the time of each frame; without it, it counts 0, 1, 2, ...
static xpbd_status write_series(const sim_output *out) {
  char path[PATH_LIMIT], name[64], time[32];
  path_in(out, series_name, path);
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  fprintf(file.stream, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [");
  const int32_t start = out->job->start, last = out->written > 0 ? out->last : start - 1;
  const char *before = "\n";
  for (int64_t frame = 0; frame <= last; frame += out->every) {
    frame_name(out, (int32_t)frame, "vtk", name, sizeof name);
    if (frame < start && !is_there(out, name)) continue;
    fprintf(file.stream, "%s    {\"name\": \"%s\", \"time\": %s}", before, name,
            sim_real((double)frame * out->job->frame_time, time));
    before = ",\n";
  }
  fprintf(file.stream, "\n  ]\n}\n");
  return xpbd_file_commit(&file);
}

xpbd_status sim_output_finish(sim_output *out, const sim_result *result) {
  xpbd_status status = XPBD_OK;
  if (out->measuring) {
    status = xpbd_file_commit(&out->measure);
    out->measuring = false;
  }
  if (out->folder && out->vtk) {
    const xpbd_status series = write_series(out);
    if (status == XPBD_OK) status = series;
  }
  if (out->folder) {
    const xpbd_status record = write_record(out, result);
    if (status == XPBD_OK) status = record;
  }
  const xpbd_status viewer = sim_viewer_finish(&out->viewer);
  if (status == XPBD_OK) status = viewer;
  const xpbd_status pictures = sim_pictures_finish(&out->pictures); /* last: it may take long */
  return status == XPBD_OK ? pictures : status;
}
