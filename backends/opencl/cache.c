/* Why this file exists: reads and writes the files of compiled programs. A file has its own name, the number of bytes
 * and their hash before the bytes. If it is damaged or belongs to another program, the program is compiled again. */
#include "cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "base/file.h"

enum { LONGEST = 1 << 28 }; /* bytes of a program */

typedef struct header {
  char magic[16];
  opencl_key key;
  uint64_t bytes, hash;
} header;
static const char magic[16] = "xpbd OpenCL 1";

/* ---- what names a program ---- */

opencl_key opencl_cache_key(const opencl_device *device, const char *const *parts, int count, const char *options) {
  const char *const words[] = {options,        device->name,          device->version,
                               device->driver, device->platform_name, device->platform_version};
  opencl_key key;
  for (int half = 0; half < 2; half++) {
    uint64_t hash = (uint64_t)half;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      hash = xpbd_checkpoint_hash(hash, words[k], strlen(words[k]));
    for (int k = 0; k < count; k++) hash = xpbd_checkpoint_hash(hash, parts[k], strlen(parts[k]));
    key.hash[half] = hash;
  }
  return key;
}

/* ---- where it is ---- */

/* XPBD_CACHE_DIR, where empty means no cache. Otherwise the folder of the XDG Base Directory Specification, except for
 * a CPU. Drivers for CPUs have their own cache. PoCL compiles everything again, and longer, if asked for its result. */
static bool find_folder(const opencl_device *device, char *out, size_t capacity) {
  const char *own = getenv("XPBD_CACHE_DIR"), *common = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (own)
    length = *own ? snprintf(out, capacity, "%s/opencl", own) : -1;
  else if (device->type & CL_DEVICE_TYPE_CPU)
    length = -1;
  else if (common && *common == '/') /* the specification ignores other values */
    length = snprintf(out, capacity, "%s/xpbd/opencl", common);
  else if (home && *home)
    length = snprintf(out, capacity, "%s/.cache/xpbd/opencl", home);
  return length > 0 && (size_t)length < capacity;
}

static bool find_file(const opencl_device *device, opencl_key key, char *out, size_t capacity) {
  if (!find_folder(device, out, capacity - 64)) return false;
  const size_t used = strlen(out);
  snprintf(out + used, capacity - used, "/%016llx%016llx", (unsigned long long)key.hash[0],
           (unsigned long long)key.hash[1]);
  return true;
}

/* ---- reading ---- */

/* The bytes of a program after a matching header, else NULL. */
static unsigned char *read_bytes(FILE *file, opencl_key key, size_t *count) {
  header about;
  if (fread(&about, sizeof about, 1, file) != 1 || memcmp(about.magic, magic, sizeof magic) != 0 ||
      memcmp(&about.key, &key, sizeof key) != 0 || about.bytes == 0 || about.bytes > LONGEST)
    return NULL;
  *count = (size_t)about.bytes;
  unsigned char *bytes = malloc(*count);
  if (bytes && fread(bytes, *count, 1, file) == 1 && fgetc(file) == EOF &&
      xpbd_checkpoint_hash(0, bytes, *count) == about.hash)
    return bytes;
  free(bytes);
  return NULL;
}

cl_program opencl_cache_take(const opencl_device *device, opencl_key key, const char *options) {
  char path[1024];
  if (!find_file(device, key, path, sizeof path)) return NULL;
  FILE *file;
  if (xpbd_file_open(path, "a compiled program", &file) != XPBD_OK) return NULL;
  size_t count = 0;
  unsigned char *bytes = read_bytes(file, key, &count);
  fclose(file);
  if (!bytes) return NULL;
  cl_int taken = CL_SUCCESS, error = CL_SUCCESS;
  cl_program program = clCreateProgramWithBinary(device->context, 1, &device->id, &count,
                                                 (const unsigned char **)&bytes, &taken, &error);
  free(bytes);
  if (error == CL_SUCCESS && taken == CL_SUCCESS) error = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
  if (error == CL_SUCCESS && taken == CL_SUCCESS) return program;
  if (program) clReleaseProgram(program);
  return NULL;
}

/* ---- writing ---- */

static void write_bytes(const char *path, opencl_key key, const unsigned char *bytes, size_t count) {
  header about = {.key = key, .bytes = count, .hash = xpbd_checkpoint_hash(0, bytes, count)};
  xpbd_file file;
  memcpy(about.magic, magic, sizeof magic);
  if (xpbd_file_create(path, &file) != XPBD_OK) return;
  fwrite(&about, sizeof about, 1, file.stream);
  fwrite(bytes, count, 1, file.stream);
  xpbd_file_commit(&file);
}

void opencl_cache_keep(const opencl_device *device, opencl_key key, cl_program program) {
  char path[1024];
  size_t count = 0;
  if (!find_folder(device, path, sizeof path) || xpbd_folder_create(path) != XPBD_OK ||
      !find_file(device, key, path, sizeof path))
    return;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof count, &count, NULL);
  if (count == 0 || count > LONGEST) return;
  unsigned char *bytes = malloc(count);
  if (bytes && clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL) == CL_SUCCESS)
    write_bytes(path, key, bytes, count);
  free(bytes);
}
