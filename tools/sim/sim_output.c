/* Why this file exists: writes the files of a run. Every file is written beside its place and then renamed. So a full
 * disk, a divergence or Ctrl-C leaves finished frames and nothing half-written. */
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
#include "sim/engine/sim_measure.h"
#include "sim/engine/sim_names.h"
#include "sim/engine/sim_record.h"
#include "sim_option_table.h"
#include "sim_output.h"
#include "sim_setup.h"

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

/// Whether `tail` may follow the file names of this program: nothing, or the temporary suffix that a killed run left.
static bool is_end(const char *tail) {
  const size_t length = strlen(tail);
  return length == 0 || (tail[0] == '.' && length > 5 && strcmp(tail + length - 5, ".part") == 0);
}

/// Whether this program gives such a name to frames and their list.
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
static xpbd_status find_record(const sim_output *out, bool *ours) {
  char path[PATH_LIMIT], line[64] = "";
  path_in(out, record_name, path);
  FILE *file = fopen(path, "r");
  *ours = false;
  XPBD_REQUIRE(file || errno == ENOENT, XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
  if (!file) return XPBD_OK;
  *ours = fgets(line, sizeof line, file) && strncmp(line, "program: xpbd-sim", 17) == 0;
  const xpbd_status status = xpbd_file_check_read(file, path);
  fclose(file);
  return status;
}

/* A name that begins with 0 has exactly as many digits as the run's own frames. 10000 may be a frame of a four-digit
 * run. */
bool sim_output_continues(sim_output *out, const char *name) {
  if (!out->job->options->resume || strncmp(name, "frame_", 6) != 0) return false;
  const int digits = (int)strspn(name + 6, "0123456789");
  if (strlen(name + 6 + digits) != 4 || digits > 9 || strtol(name + 6, NULL, 10) > out->job->start) return false;
  if (name[6] == '0' || digits < out->digits) out->digits = digits;
  return true;
}

/// Whether this is the constraints file of the resumed run. It stays, because this run writes it only with a frame.
static bool stays(const sim_output *out, const char *name) {
  return out->job->options->resume && out->vtk && strcmp(name, groups_name) == 0;
}

/// Refuse a frame before the checkpoint that the options of this run leave out. It would be in the folder but in no
/// list, and removing it would lose it.
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

/// Remove frames of an earlier, longer run, which would look like the end of this one. Only a folder that our own
/// record marks as ours is touched. `removed` counts the files. All are checked before the first one goes, so a refused
/// run loses nothing; a dry run only checks.
static xpbd_status remove_earlier(sim_output *out, int *removed) {
  bool ours;
  XPBD_TRY(find_record(out, &ours));
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
      if (ours && sim_output_continues(out, entry->d_name)) {
        status = check_continued(out, entry->d_name, path);
      } else if (!ours) {
        status = xpbd_fail(XPBD_ERR_IO, "%s exists, but no %s of an earlier run; give a folder without frames", path,
                           record_name);
      } else if (pass == 0) {
        if (lstat(path, &file) == 0 && S_ISDIR(file.st_mode))
          status = xpbd_fail(XPBD_ERR_IO, "%s is a folder; give an --out folder without such names", path);
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

/// Whether a file can be written. An existing file stays as it is.
static xpbd_status try_file(const char *path) {
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  xpbd_file_discard(&file);
  return XPBD_OK;
}

/// A dry run only checks whether the record can be written, and keeps the record of an earlier run.
static xpbd_status write_record(const sim_output *out, const sim_result *result) {
  char path[PATH_LIMIT];
  path_in(out, record_name, path);
  return out->job->options->dry_run ? try_file(path) : sim_record_write(path, out->job, result);
}

static int open_folder(sim_output *out) {
  const cli_program *program = out->job->program;
  const sim_options *o = out->job->options;
  if (strlen(o->out) == 0 || strlen(o->out) > FOLDER_LIMIT)
    return cli_fail(program, CLI_EXIT_USAGE, "--out needs the name of a folder of 1 to %d bytes", FOLDER_LIMIT);
  if (!read_format(o->format ? o->format : "obj,vtk", out))
    return cli_fail(program, CLI_EXIT_USAGE, "--format must be obj, vtk or obj,vtk, not '%.60s'", o->format);
  out->made = xpbd_folder_missing(o->out);
  if (xpbd_folder_create(o->out) == XPBD_OK && xpbd_folder_hold(o->out, &out->lock) == XPBD_OK) return -1;
  return cli_fail(program, CLI_EXIT_USAGE, "--out: %s", xpbd_last_error());
}

/// Whether a file would have the name of a frame, of their list or of the record, in the folder of --out.
static bool is_ours(const sim_output *out, const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (!is_frame_name(name) && strcmp(name, record_name) != 0) return false;
  char folder[PATH_LIMIT];
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  struct stat own, frames;
  return stat(folder, &own) == 0 && stat(out->folder, &frames) == 0 && own.st_dev == frames.st_dev &&
         own.st_ino == frames.st_ino;
}

/// Refuse a file that a frame would replace, or that the next run in this folder would take for a frame and remove.
static int check_name(const sim_output *out, const char *option, const char *path) {
  if (!is_ours(out, path)) return -1;
  return cli_fail(out->job->program, CLI_EXIT_USAGE,
                  "--%s: '%.1000s' is a name that --out uses for its own files; give another one", option, path);
}

/// Check all files of the run, read or written, except the checkpoint to resume from.
static int check_names(const sim_output *out) {
  const sim_options *o = out->job->options;
  int code = o->mesh ? check_name(out, "mesh", o->mesh) : -1;
  for (int i = 0; code < 0 && i < o->obstacle.count; i++) {
    char file[SIM_OBSTACLE_FILE];
    code = check_name(out, "obstacle", sim_obstacle_file(o->obstacle.values[i], file));
  }
  for (const sim_option *option = sim_option_table; code < 0 && option->line.name; option++)
    if (option->rules & SIM_WRITES && sim_option_given(option, o))
      code = check_name(out, option->line.name, *(const char *const *)sim_option_value(option, o));
  return code;
}

/// Whether a text is a table with this header whose last row is whole and has this frame.
static bool ends_at(const char *table, const char *header, int32_t frame) {
  char first[16];
  const size_t length = strlen(table), wanted = strlen(header);
  if (length <= wanted || strncmp(table, header, wanted) != 0 || table[length - 1] != '\n') return false;
  size_t last = length - 1;
  while (table[last - 1] != '\n') last--;
  snprintf(first, sizeof first, "%d\t", (int)frame);
  return strncmp(table + last, first, strlen(first)) == 0;
}

/// The header of the table. A resumed run begins with the rows that are there, or else would lose them.
static xpbd_status begin_table(sim_output *out) {
  const sim_job *job = out->job;
  const char *path = job->options->measure;
  char *header = NULL, *table = NULL;
  size_t length = 0, bytes = 0;
  struct stat what;
  const bool there = job->start > 0 && !xpbd_file_is_stdout(path) && stat(path, &what) == 0 && S_ISREG(what.st_mode) &&
                     what.st_size > 0;
  FILE *memory = open_memstream(&header, &length), *file = NULL;
  if (memory) sim_measure_header(job, memory);
  xpbd_status status = memory && fclose(memory) == 0 ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "out of memory");
  if (status == XPBD_OK && there) status = xpbd_file_open(path, "a table", &file);
  if (file) {
    table = calloc((size_t)what.st_size + 1, 1);
    bytes = table ? fread(table, 1, (size_t)what.st_size, file) : 0;
    status = table ? xpbd_file_check_read(file, path) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory", path);
    fclose(file);
    if (status == XPBD_OK && !ends_at(table, header, job->start))
      status = xpbd_fail(XPBD_ERR_IO, "%s exists and is no table of this run up to frame %d; give another name", path,
                         (int)job->start);
    out->measured = job->start;
  }
  if (status == XPBD_OK && !job->options->dry_run) { /* it may be the terminal */
    fwrite(table ? table : header, 1, table ? bytes : length, out->measure.stream);
    const char *lost = xpbd_file_lost(out->measure.stream);
    if (lost) status = xpbd_fail(XPBD_ERR_IO, "%s: cannot be written: %s", path, lost);
    out->whole = (int64_t)(table ? bytes : length);
  }
  free(header), free(table);
  return status;
}

static int open_measure(sim_output *out) {
  xpbd_status status = xpbd_file_create(out->job->options->measure, &out->measure);
  if (status == XPBD_OK) status = begin_table(out);
  if (status != XPBD_OK) return cli_fail(out->job->program, CLI_EXIT_USAGE, "--measure: %s", xpbd_last_error());
  out->measuring = true;
  return -1;
}

/// A resumed run knows no frames before the checkpoint, so it cannot keep those of an earlier film or page.
static void say_replaced(const sim_job *job) {
  const sim_options *o = job->options;
  const char *const paths[] = {o->film, o->viewer, o->gltf};
  struct stat what;
  for (size_t k = 0; k < sizeof paths / sizeof *paths && job->start > 0 && !o->quiet && !o->dry_run; k++)
    if (paths[k] && stat(paths[k], &what) == 0 && S_ISREG(what.st_mode))
      cli_print("%s: replacing the earlier file; the new one begins with frame %d\n", paths[k], (int)job->start);
}

/// Whether the checkpoint can be written. An older one of that name stays until then.
static int try_save(const sim_output *out) {
  if (try_file(out->job->options->save) != XPBD_OK)
    return cli_fail(out->job->program, CLI_EXIT_USAGE, "--save: %s", xpbd_last_error());
  return -1;
}

/// Allocate what VTK files hold beyond the data of the job.
static xpbd_status begin_vtk(sim_output *out) {
  const size_t count = (size_t)out->job->mesh->vertex_count;
  const double *w = xpbd_scene_inverse_masses(out->job->model.scene);
  out->strain = calloc(count + 1, sizeof *out->strain);
  out->pinned = calloc(count + 1, sizeof *out->pinned);
  XPBD_REQUIRE(out->strain && out->pinned, XPBD_ERR_OUT_OF_MEMORY, "out of memory for %zu vertices", count);
  for (size_t v = 0; v < count; v++) out->pinned[v] = !(w[v] > 0.0);
  return XPBD_OK;
}

/// Make the folder this run's: remove an earlier run, and write a record that says a run is going on. A dry run only
/// checks whether that is possible.
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
  *out = (sim_output){
      .job = job, .folder = o->out, .every = o->every ? (int32_t)o->every : 1, .digits = DIGITS_LEAST, .measured = -1};
  for (int64_t limit = 10000; job->frames >= limit; limit *= 10) out->digits++;
  int code = o->out ? open_folder(out) : -1; /* first, because the other files may be in it */
  if (code < 0 && o->out) code = check_names(out);
  if (code < 0) code = sim_output_spares(job);
  if (code < 0 && !o->dry_run) out->made = 0; /* the folder stays */
  if (code < 0 && o->measure) code = open_measure(out);
  if (code < 0 && o->save) code = try_save(out);
  if (code < 0) code = sim_pictures_open(job, &out->pictures);
  if (code < 0) code = sim_viewer_open(job, &out->viewer);
  if (code < 0) code = sim_gltf_open(job, &out->gltf);
  if (code < 0 && o->out) code = begin_folder(out);
  if (code < 0) say_replaced(job);
  return code;
}

void sim_output_release(sim_output *out) {
  xpbd_file_discard(&out->measure); /* before its folder, which it may be in */
  if (out->made > 0) xpbd_folder_unmake(out->folder, out->made);
  xpbd_folder_release(&out->lock);
  free(out->strain);
  free(out->pinned);
  sim_pictures_release(&out->pictures);
  sim_viewer_release(&out->viewer);
  sim_gltf_release(&out->gltf);
}

bool sim_output_reads(const sim_output *out, int32_t frame) {
  return out->measuring || (out->folder && frame % out->every == 0) || sim_pictures_want(&out->pictures, frame) ||
         sim_shots_due(&out->viewer.shots, frame) || sim_shots_due(&out->gltf.shots, frame);
}

/// Write one file of a frame. VTK holds what is known of each vertex.
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

/// Make a row of the table as text. The caller frees it, whatever is returned.
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

static xpbd_status write_row(sim_output *out, const char *row) {
  fputs(row, out->measure.stream);
  /* This finds a full disk at the row that fills it, not after hours of simulating. */
  const char *lost = xpbd_file_lost(out->measure.stream);
  if (!lost) {
    out->whole += (int64_t)strlen(row);
    return XPBD_OK;
  }
  char reason[128];
  snprintf(reason, sizeof reason, "%s", lost); /* of the system's, which the next call may change */
  out->measuring = false;
  const bool kept = xpbd_file_commit_part(&out->measure, out->whole) == XPBD_OK;
  return xpbd_fail(XPBD_ERR_IO, "cannot write %s: %s%s", out->job->options->measure, reason,
                   kept ? "; its rows up to here are kept" : "");
}

/// Write the constraints beside the first frame. They do not change.
static xpbd_status write_groups(const sim_output *out) {
  char path[PATH_LIMIT];
  path_in(out, groups_name, path);
  return sim_groups_write(out->job, path);
}

/* A state without measures has no frame, and a frame that cannot be written has no row. So the row is made before the
 * frame and written after it. */
xpbd_status sim_output_frame(sim_output *out, int32_t frame) {
  const bool due = out->folder && frame % out->every == 0;
  char *row = NULL;
  xpbd_status status = out->measuring && frame > out->measured ? make_row(out, frame, &row) : XPBD_OK;
  if (status == XPBD_OK) {
    sim_pictures_take(&out->pictures, frame);
    sim_shots_take_due(out->job, &out->viewer.shots, frame);
    sim_shots_take_due(out->job, &out->gltf.shots, frame);
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

/// The list that gives ParaView the time of each frame. Without it ParaView counts 0, 1, 2, ...
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

xpbd_status sim_output_end_table(sim_output *out) {
  if (!out->measuring) return XPBD_OK;
  out->measuring = false;
  return xpbd_file_commit(&out->measure);
}

xpbd_status sim_output_finish(sim_output *out, const sim_result *result) {
  xpbd_status status = sim_output_end_table(out);
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
  const xpbd_status gltf = sim_gltf_finish(&out->gltf);
  if (status == XPBD_OK) status = gltf;
  const xpbd_status pictures = sim_pictures_finish(&out->pictures); /* last, because it may take long */
  return status == XPBD_OK ? pictures : status;
}
