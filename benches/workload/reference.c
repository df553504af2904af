/* Why this file exists: reads and writes the recorded right answers (data/workloads/README.md). The last line of a file
 * is a hash of all before it, so that a damaged file is refused and never measured with. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "base/error.h"
#include "base/file.h"
#include "workload.h"

enum { LARGEST = 1 << 17, PATH = 4096 + 64, MARKERS = 1000, MOMENTS = 100 };

/// A file being read.
typedef struct text {
  const char *path;
  char *line; ///< The next line.
  int number;
} text;

/// The next line, without its end. NULL at the end of the text.
static char *next_line(text *self) {
  char *line = self->line;
  char *end = line ? strchr(line, '\n') : NULL;
  if (!end) return NULL;
  *end = '\0';
  self->line = end + 1;
  self->number++;
  return line;
}

/// The value of the next line, which must be "KEY\tVALUE".
static xpbd_status value_of(text *self, const char *key, char **out) {
  const size_t length = strlen(key);
  *out = next_line(self);
  XPBD_REQUIRE(*out && strncmp(*out, key, length) == 0 && (*out)[length] == '\t', XPBD_ERR_BAD_FILE,
               "%s:%d: this line should begin with '%s'; ./run references makes the file again", self->path,
               self->number, key);
  *out += length + 1;
  return XPBD_OK;
}

static xpbd_status expect(text *self, const char *key, const char *right) {
  char *value;
  XPBD_TRY(value_of(self, key, &value));
  XPBD_REQUIRE(strcmp(value, right) == 0, XPBD_ERR_BAD_FILE,
               "%s:%d: the %s is '%.200s', and this program has '%.200s'; ./run references makes the file again",
               self->path, self->number, key, value, right);
  return XPBD_OK;
}

/// Read `count` numbers, separated by tabs, from `least` to `most`.
static xpbd_status numbers(const text *self, const char *at, int count, double least, double most, double *out) {
  for (int k = 0; k < count; k++) {
    char *end;
    out[k] = strtod(at, &end);
    XPBD_REQUIRE(end > at && out[k] >= least && out[k] <= most && *end == (k + 1 < count ? '\t' : '\0'),
                 XPBD_ERR_BAD_FILE,
                 "%s:%d: '%.40s' should be %d numbers from %g to %g; ./run references makes the file again", self->path,
                 self->number, at, count, least, most);
    at = end + 1;
  }
  return XPBD_OK;
}

static xpbd_status number(text *self, const char *key, double least, double most, double *out) {
  char *value;
  XPBD_TRY(value_of(self, key, &value));
  return numbers(self, value, 1, least, most, out);
}

static xpbd_status whole(text *self, const char *key, int64_t least, int64_t most, int64_t *out) {
  double value;
  XPBD_TRY(number(self, key, (double)least, (double)most, &value));
  *out = (int64_t)value;
  return XPBD_OK;
}

static xpbd_status small(text *self, const char *key, int32_t least, int32_t most, int32_t *out) {
  int64_t value;
  XPBD_TRY(whole(self, key, least, most, &value));
  *out = (int32_t)value;
  return XPBD_OK;
}

static xpbd_status read_head(text *self, const workload *w, workload_reference *out) {
  char version[16], frames[16];
  snprintf(version, sizeof version, "%d", WORKLOAD_VERSION);
  snprintf(frames, sizeof frames, "%d", (int)w->frames);
  XPBD_TRY(expect(self, "workload", w->name));
  XPBD_TRY(expect(self, "version", version));
  XPBD_TRY(expect(self, "scene", w->scene));
  XPBD_TRY(expect(self, "parameters", w->parameters));
  XPBD_TRY(expect(self, "frames", frames));
  XPBD_TRY(whole(self, "particles", 1, INT32_MAX, &out->particles));
  XPBD_TRY(whole(self, "constraints", 0, INT64_C(1) << 40, &out->constraints));
  XPBD_TRY(number(self, "size", 1e-6, 1e6, &out->size));
  XPBD_TRY(small(self, "substeps", 1, 1000000, &out->substeps));
  XPBD_TRY(small(self, "iterations", 1, 1000000, &out->iterations));
  XPBD_TRY(number(self, "error", 0.0, 1.0, &out->error));
  XPBD_TRY(number(self, "spread", 0.0, 1.0, &out->spread));
  XPBD_TRY(small(self, "markers", 1, MARKERS, &out->marker_count));
  return small(self, "moments", 1, MOMENTS, &out->moment_count);
}

static xpbd_status allocate(workload_reference *out) {
  const size_t moments = (size_t)out->moment_count, markers = (size_t)out->marker_count;
  out->markers = malloc(markers * sizeof *out->markers);
  out->frames = malloc(moments * sizeof *out->frames);
  out->positions = malloc(3 * moments * markers * sizeof *out->positions);
  out->scalars = malloc(moments * WORKLOAD_SCALARS * sizeof *out->scalars);
  XPBD_REQUIRE(out->markers && out->frames && out->positions && out->scalars, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for a reference");
  return XPBD_OK;
}

static xpbd_status read_moment(text *self, const workload *w, workload_reference *out, int32_t k) {
  double row[1 + WORKLOAD_SCALARS];
  char *value;
  XPBD_TRY(value_of(self, "moment", &value));
  XPBD_TRY(numbers(self, value, 1 + WORKLOAD_SCALARS, -1e12, 1e12, row));
  const double before = k > 0 ? out->frames[k - 1] : 0;
  const bool last = k + 1 == out->moment_count;
  XPBD_REQUIRE(row[0] > before && (last ? row[0] == w->frames : row[0] < w->frames), XPBD_ERR_BAD_FILE,
               "%s:%d: frame %g is not between its neighbours; ./run references makes the file again", self->path,
               self->number, row[0]);
  out->frames[k] = (int32_t)row[0];
  memcpy(&out->scalars[(size_t)k * WORKLOAD_SCALARS], row + 1, WORKLOAD_SCALARS * sizeof *row);
  return XPBD_OK;
}

static xpbd_status read_marker(text *self, workload_reference *out, int32_t k, int32_t m) {
  double row[5];
  char *value;
  XPBD_TRY(value_of(self, "marker", &value));
  XPBD_TRY(numbers(self, value, 5, -1e12, 1e12, row));
  const double before = m > 0 ? out->markers[m - 1] : -1;
  const bool right = k == 0 ? row[1] > before && row[1] < (double)out->particles : row[1] == out->markers[m];
  XPBD_REQUIRE(row[0] == out->frames[k] && right, XPBD_ERR_BAD_FILE,
               "%s:%d: this should be marker %d of frame %d; ./run references makes the file again", self->path,
               self->number, (int)m, (int)out->frames[k]);
  out->markers[m] = (int32_t)row[1];
  memcpy(&out->positions[3 * ((size_t)k * (size_t)out->marker_count + (size_t)m)], row + 2, 3 * sizeof *row);
  return XPBD_OK;
}

static xpbd_status read_body(text *self, const workload *w, workload_reference *out) {
  XPBD_TRY(read_head(self, w, out));
  XPBD_TRY(allocate(out));
  for (int32_t k = 0; k < out->moment_count; k++) XPBD_TRY(read_moment(self, w, out, k));
  for (int32_t k = 0; k < out->moment_count; k++)
    for (int32_t m = 0; m < out->marker_count; m++) XPBD_TRY(read_marker(self, out, k, m));
  XPBD_REQUIRE(*self->line == '\0', XPBD_ERR_BAD_FILE,
               "%s:%d: more lines than markers; ./run references makes the file again", self->path, self->number + 1);
  return XPBD_OK;
}

/// Check the last line, and cut it off.
static xpbd_status check_hash(const char *path, char *bytes, size_t size, uint64_t *hash) {
  size_t at = size > 0 ? size - 1 : 0;
  while (at > 0 && bytes[at - 1] != '\n') at--;
  char right[32];
  *hash = xpbd_checkpoint_hash(0, bytes, at);
  snprintf(right, sizeof right, "hash\t%016" PRIx64 "\n", *hash);
  XPBD_REQUIRE(
      strlen(bytes) == size && strcmp(bytes + at, right) == 0, XPBD_ERR_BAD_FILE,
      "%s: the file is damaged: its last line is not the hash of the lines before; ./run references makes it again",
      path);
  bytes[at] = '\0';
  return XPBD_OK;
}

/// Read a whole file. The caller frees *out.
static xpbd_status read_file(const char *path, char **out, size_t *size) {
  FILE *file;
  XPBD_TRY(workload_open(path, &file));
  *out = malloc(LARGEST + 1);
  *size = *out ? fread(*out, 1, LARGEST, file) : 0;
  const bool fine = *out && !ferror(file) && *size < LARGEST;
  const int why = errno;
  fclose(file);
  if (fine) {
    (*out)[*size] = '\0';
    return XPBD_OK;
  }
  if (!*out) return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  free(*out);
  *out = NULL;
  if (*size >= LARGEST) return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %d bytes or more", path, LARGEST);
  return xpbd_fail(XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(why));
}

xpbd_status workload_reference_read(const workload *w, workload_reference *out) {
  char path[PATH], *bytes = NULL;
  size_t size = 0;
  *out = (workload_reference){0};
  snprintf(path, sizeof path, "%.4000s/%s.tsv", workload_folder(), w->name);
  XPBD_TRY(read_file(path, &bytes, &size));
  text self = {.path = path, .line = bytes};
  xpbd_status status = check_hash(path, bytes, size, &out->hash);
  if (status == XPBD_OK) status = read_body(&self, w, out);
  free(bytes);
  if (status != XPBD_OK) workload_reference_release(out);
  return status;
}

void workload_reference_release(workload_reference *reference) {
  free(reference->markers);
  free(reference->frames);
  free(reference->positions);
  free(reference->scalars);
  *reference = (workload_reference){0};
}

static void print(FILE *to, const workload *w, const workload_reference *from) {
  fprintf(to, "workload\t%s\nversion\t%d\nscene\t%s\nparameters\t%s\nframes\t%d\n", w->name, WORKLOAD_VERSION, w->scene,
          w->parameters, (int)w->frames);
  fprintf(to, "particles\t%lld\nconstraints\t%lld\nsize\t%.9g\n", (long long)from->particles,
          (long long)from->constraints, from->size);
  fprintf(to, "substeps\t%d\niterations\t%d\nerror\t%.2g\nspread\t%.2g\nmarkers\t%d\nmoments\t%d\n",
          (int)from->substeps, (int)from->iterations, from->error, from->spread, (int)from->marker_count,
          (int)from->moment_count);
  for (int32_t k = 0; k < from->moment_count; k++) {
    fprintf(to, "moment\t%d", (int)from->frames[k]);
    for (int s = 0; s < WORKLOAD_SCALARS; s++) fprintf(to, "\t%.9g", from->scalars[k * WORKLOAD_SCALARS + s]);
    fputc('\n', to);
  }
  for (int32_t k = 0; k < from->moment_count; k++)
    for (int32_t m = 0; m < from->marker_count; m++) {
      const double *x = &from->positions[3 * ((size_t)k * (size_t)from->marker_count + (size_t)m)];
      fprintf(to, "marker\t%d\t%d\t%.7g\t%.7g\t%.7g\n", (int)from->frames[k], (int)from->markers[m], x[0], x[1], x[2]);
    }
}

xpbd_status workload_reference_write(const workload *w, const workload_reference *from, const char *path) {
  char *bytes = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&bytes, &size);
  XPBD_REQUIRE(memory, XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  print(memory, w, from);
  bool kept = fflush(memory) == 0 && !ferror(memory);
  if (fclose(memory) != 0) kept = false;
  xpbd_file file;
  xpbd_status status =
      kept ? xpbd_file_create(path, &file) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  if (status == XPBD_OK) {
    fwrite(bytes, 1, size, file.stream);
    fprintf(file.stream, "hash\t%016" PRIx64 "\n", xpbd_checkpoint_hash(0, bytes, size));
    status = xpbd_file_commit(&file);
  }
  free(bytes);
  return status;
}
