/* Why this file exists: tests the limits of the cuda backend on a device. Each argument names a limit of the emulated
 * one. Threads, blocks and bytes were computed by hand, and states must equal those of seq. Afterwards nothing that the
 * backend took may be left (given.c). faults.c has the faults. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cuda/tiles.h"
#include "runs.h"
#include "xpbd/backend.h"

/* ---- behaviour by device ---- */

static int probed(const char *capabilities, const char *devices, xpbd_status expected, const char *words) {
  const xpbd_backend_entry *cuda = xpbd_backend_find(xpbd_backends(), "cuda");
  char name[256] = "";
  put("XPBD_EMULATED_CAPABILITIES", capabilities), put("XPBD_EMULATED_DEVICES", devices);
  const xpbd_status status = cuda->table->probe(name, sizeof name);
  put("XPBD_EMULATED_CAPABILITIES", NULL), put("XPBD_EMULATED_DEVICES", NULL);
  const char *said = status == XPBD_OK ? name : xpbd_last_error();
  printf("%s: %s: %s\n", capabilities, xpbd_status_name(status), said);
  return status == expected && strcmp(said, words) == 0;
}

/* The code of this program is for 8.6 only, and for 9.0 and later. One usable device is enough. */
static int capabilities(void) {
#define GPU_0(capability) "a CPU that plays GPU 0 for tests, compute capability " capability ", 3 multiprocessors"
#define NO_CODE           "this build has no code for the device (built for 86-real, 90, on a CPU)"
#define OTHER             " (device 0 of several; this build has no code for it, but for device 1)"
  static const char several[] = " (device 0 of several)";
  char text[256];
  int good = 1;
  static const struct {
    const char *given, *words;
  } usable[] = {{"86", GPU_0("8.6")}, {"86 80", GPU_0("8.6")}, {"91", GPU_0("9.1")}};
  for (size_t k = 0; k < sizeof usable / sizeof *usable; k++) {
    snprintf(text, sizeof text, "%s%s", usable[k].words, several);
    good &= probed(usable[k].given, NULL, XPBD_OK, text);
  }
  good &= probed("80 86", NULL, XPBD_OK, GPU_0("8.0") OTHER);
  good &= probed("80", NULL, XPBD_ERR_UNAVAILABLE, NO_CODE) && probed("75 80", NULL, XPBD_ERR_UNAVAILABLE, NO_CODE);
  return good && probed("80 86", "1", XPBD_ERR_UNAVAILABLE, NO_CODE) && probed("86", "1", XPBD_OK, GPU_0("8.6"));
}

/* How many overlapping kernels a run launches; -1 if its bits differ from seq. */
static long overlapping(const char *strategy) {
  const xpbd_solver_def def = by(strategy, 1);
  xpbd_counters counters;
  const long before = xpbd_emulated_overlaps();
  return same(&def, 2, &counters) ? xpbd_emulated_overlaps() - before : -1;
}

/* Clusters and overlapping kernels need devices from 9.0 on, and code compiled for such. plain never overlaps. */
static int older(void) {
  static const struct {
    const char *variable, *value, *words;
  } cases[] = {{"XPBD_EMULATED_CAPABILITIES", "86",
                "strategy cluster needs compute capability 9.0 and code compiled for it; this device has 8.6"},
               {"XPBD_EMULATED_PTX", "86",
                "strategy cluster needs compute capability 9.0 and code compiled for it; this device has 9.0"}};
  const xpbd_solver_def cluster = by("cluster", 1);
  xpbd_counters counters;
  int good = hang(9, "stretching");
  for (int k = 0; k < 2; k++) {
    put(cases[k].variable, cases[k].value);
    good = good && overlapping("graph") == 0 && overlapping("block") == 0 &&
           refused(&cluster, XPBD_ERR_UNSUPPORTED, cases[k].words);
    put(cases[k].variable, NULL);
  }
  put("XPBD_EMULATED_CAPABILITIES", "91");
  good = good && same(&cluster, 2, &counters);
  put("XPBD_EMULATED_CAPABILITIES", NULL);
  return good && overlapping("plain") == 0 && overlapping("graph") > 0 && overlapping("block") > 0;
}

/* A device whose blocks cannot all meet. */
static int alone(void) {
  const xpbd_solver_def cooperative = by("cooperative", 1), resident = by("resident", 1), any = by(NULL, 1);
  xpbd_counters counters;
  put("XPBD_EMULATED_NO_MEETING", "1");
  const int good =
      hang(32, "stretching") &&
      refused(&cooperative, XPBD_ERR_UNSUPPORTED, "strategy cooperative: this device cannot launch such kernels") &&
      refused(&resident, XPBD_ERR_UNSUPPORTED, "strategy resident: this device cannot launch such kernels") &&
      same(&any, 2, &counters) && is(counters.strategy, "block");
  put("XPBD_EMULATED_NO_MEETING", NULL);
  return good && same(&any, 2, &counters) && is(counters.strategy, "resident");
}

/* Two solvers on two devices, in turns: each call uses its own device. */
static int two_devices(void) {
  int good = hang(9, "stretching");
  for (int k = 0; good && k < 2; k++) {
    xpbd_solver *solver[2] = {NULL, NULL};
    xpbd_solver_def def = by(k ? "block" : "plain", 1);
    uint64_t hash[2] = {0, 0};
    const uint64_t expected = of_seq(&def, 3);
    for (def.device = 0; def.device < 2; def.device++)
      good = good && xpbd_solver_create(scene(), &def, &solver[def.device]) == XPBD_OK;
    for (int turn = 0; good && turn < 2; turn++) {
      for (int frame = 0; frame < 3; frame++)
        for (int d = 0; d < 2; d++) good = good && xpbd_solver_step(solver[d], 1) == XPBD_OK;
      for (int d = 0; d < 2; d++) good = good && xpbd_solver_hash(solver[d], &hash[d]) == XPBD_OK;
      for (int d = 0; d < 2; d++) good = good && xpbd_solver_reset(solver[d]) == XPBD_OK;
      printf("%s: %016llx and %016llx, seq %016llx: %s\n", def.strategy, (unsigned long long)hash[0],
             (unsigned long long)hash[1], (unsigned long long)expected, good ? "" : xpbd_last_error());
      good = good && hash[0] == expected && hash[1] == expected;
    }
    for (int d = 0; d < 2; d++) xpbd_solver_destroy(&solver[d]);
  }
  return good;
}

/* ---- size ---- */

/* A block has 227 KiB of shared memory, 4 of them for the kernel: 14272 positions in float, with the dummy. */
static int shared_memory(void) {
  const xpbd_solver_def def = by("block", 1);
  xpbd_solver *solver = NULL;
  int good = hang(119, "stretching") && xpbd_solver_create(scene(), &def, &solver) == XPBD_OK;
  printf("14162 records: %s\n", good ? "taken" : xpbd_last_error());
  xpbd_solver_destroy(&solver);
  return good && hang(120, "stretching") &&
         refused(&def, XPBD_ERR_UNSUPPORTED,
                 "strategy block: 230416 bytes of positions do not fit in 228352 of shared memory");
}

/* Pairs by a strategy: the expected threads, and the state of seq. */
static int pairs_by(const char *strategy, int32_t count, int32_t batch, int32_t threads) {
  const xpbd_solver_def def = by(strategy, batch);
  xpbd_counters counters;
  return pairs(count) && same(&def, 2, &counters) && counters.threads == threads;
}

/* Launches have blocks of 256 threads, one for each spring of a group. Three tiles have whole warps with a thread for
 * each of their springs, or for each particle if they stay. Strips have 128 threads. A cluster has eight blocks of
 * warps. */
static int threads(void) {
  xpbd_counters counters;
  xpbd_solver_def def = by("graph", 1);
  int good = pairs_by("graph", 256, 1, 256) && pairs_by("plain", 257, 1, 512) && pairs_by("graph", 257, 1, 512) &&
             pairs_by("graph", 513, 1, 768) && pairs_by("graph", 257, 3, 2 * 3 * 256) && pairs_by("tiles", 96, 1, 96) &&
             pairs_by("tiles", 99, 1, 3 * 64) && pairs_by("resident", 96, 1, 3 * 64) &&
             pairs_by("resident", 99, 1, 3 * 96);
  good = good && !pairs_by("graph", 257, 1, 256); /* the control */
  def = by("block", 1);
  good = good && ladder(512) && same(&def, 2, &counters) && counters.threads == 512;
  for (int32_t batch = 1; good && batch < 3; batch++) {
    def = by("cluster", batch);
    good = hang(9, "stretching:beta=0.01") && same(&def, 2, &counters) && counters.threads == batch * 8 * 32;
  }
  return good;
}

/* Each strategy is the requested one, and counts 208 springs in 3 sweeps of 2 frames of 2 copies. In 96 pairs each
 * spring has two offsets, a length and a multiplier, each particle three records. */
static int counted(void) {
  xpbd_counters counters;
  int good = hang(9, "stretching");
  for (int k = 0; k < CUDA_STRATEGIES; k++) {
    const xpbd_solver_def def = by(strategies[k], 2);
    good = good && same(&def, 2, &counters) && is(counters.strategy, strategies[k]) && counters.lanes == 1 &&
           counters.batch == 2 && is(counters.instructions, "cuda") && counters.frames == 2 &&
           counters.projections == 208 * 3 * 2 * 2;
  }
  for (int twice = 1; good && twice <= 2; twice++) {
    xpbd_solver_def def = by("graph", 1);
    def.precision = twice == 2 ? XPBD_F64 : XPBD_F32;
    good = pairs(96) && same(&def, 2, &counters);
    printf("%g bytes of a particle, %g of a spring\n", counters.bytes_per_particle, counters.bytes_per_constraint);
    good = good && counters.bytes_per_particle == 48.0 * twice && counters.bytes_per_constraint == 8.0 + 8.0 * twice;
  }
  return good;
}

/* Blocks with fewer threads than tiles have springs. A choice by size falls back to groups, and a request is
 * refused. */
static int few_threads(void) {
  const xpbd_solver_def any = by(NULL, 1);
  xpbd_counters counters;
  int good = hang(32, "stretching");
  put("XPBD_EMULATED_THREADS", "63");
  for (int k = CUDA_CLUSTER; k <= CUDA_RESIDENT; k++) {
    const xpbd_solver_def def = by(strategies[k], 1);
    good = good && refused(&def, XPBD_ERR_DEVICE, "the kernels of the strategy: invalid configuration argument");
  }
  good = good && same(&any, 2, &counters) && is(counters.strategy, "graph");
  put("XPBD_EMULATED_THREADS", NULL);
  return good && same(&any, 2, &counters) && is(counters.strategy, "resident");
}

/* Exactly as many blocks as are wanted, and one fewer: for three tiles, three copies, and a grid that meets. */
static int placed(void) {
  xpbd_counters counters;
  xpbd_solver_def def = by(NULL, 1);
  put("XPBD_EMULATED_BLOCKS", "1");
  int good = hang(32, "stretching") && same(&def, 2, &counters) && is(counters.strategy, "resident");
  def = by("resident", 3);
  good = good && same(&def, 2, &counters);
  put("XPBD_EMULATED_BLOCKS", "0");
  good = good && refused(&def, XPBD_ERR_UNSUPPORTED, "strategy resident: this device cannot place 3 blocks at once");
  def = by("resident", 1);
  good = good && hang(100, "stretching") &&
         refused(&def, XPBD_ERR_UNSUPPORTED,
                 "strategy resident: this mesh needs 9 tiles for each of 1 copies, and only 3 can be here at once");
  def = by("cooperative", 1);
  good = good && hang(9, "stretching") &&
         refused(&def, XPBD_ERR_UNSUPPORTED, "strategy cooperative: no block fits on this device");
  put("XPBD_EMULATED_BLOCKS", "1");
  good = good && same(&def, 2, &counters) && counters.threads == 256;
  def = by("cooperative", 8);
  good = good && same(&def, 2, &counters) && counters.threads == 3 * 256;
  put("XPBD_EMULATED_BLOCKS", NULL);
  put("XPBD_EMULATED_NO_CLUSTER", "1");
  def = by("cluster", 1);
  good = good && hang(9, "stretching:beta=0.01") &&
         refused(&def, XPBD_ERR_UNSUPPORTED, "strategy cluster: this device cannot place 8 blocks together");
  put("XPBD_EMULATED_NO_CLUSTER", NULL);
  return good && same(&def, 2, &counters);
}

/* Tiles want more memory than groups. Without it, a choice by size falls back to groups after returning all memory of
 * tiles. The same happens if staying tiles cannot be placed. */
static int less_memory(void) {
  const xpbd_solver_def groups = by("graph", 1), tiles = by("tiles", 1), any = by(NULL, 1);
  xpbd_counters counters[3];
  char text[32];
  int good = hang(100, "stretching") && same(&groups, 1, &counters[0]) && same(&tiles, 1, &counters[1]) &&
             same(&any, 1, &counters[2]) && is(counters[2].strategy, "tiles") &&
             counters[2].device_bytes == counters[1].device_bytes;
  const long long bytes = counters[0].device_bytes, more = counters[1].device_bytes - bytes;
  printf("%lld bytes for groups, %lld more for tiles\n", bytes, more);
  if (good && more / 2 < 12 * sysconf(_SC_PAGESIZE)) { /* each array takes whole pages */
    puts("left out: pages are large here");
  } else {
    snprintf(text, sizeof text, "%lld", bytes + more / 2);
    put("XPBD_EMULATED_BYTES", text);
    good =
        good && same(&any, 1, &counters[2]) && is(counters[2].strategy, "graph") && counters[2].device_bytes == bytes;
    put("XPBD_EMULATED_BYTES", NULL);
  }
  good = good && hang(32, "stretching") && same(&tiles, 1, &counters[1]);
  put("XPBD_EMULATED_BLOCKS", "0");
  good = good && same(&any, 1, &counters[2]) && is(counters[2].strategy, "tiles") &&
         counters[2].device_bytes == counters[1].device_bytes;
  put("XPBD_EMULATED_BLOCKS", NULL);
  return good;
}

/* The message about too small a memory: how much is wanted, taken and available. The counts and three arrays of 82
 * records in float come first, each on its own pages. */
static int too_small(void) {
  const xpbd_solver_def def = by("graph", 1);
  const long page = sysconf(_SC_PAGESIZE), arrays = 20000 / page;
  const long long had = arrays == 0 ? 0 : 64 + (arrays - 1) * 82 * 16;
  xpbd_counters counters;
  uint64_t hash;
  long long wanted = 0, taken = 0, there = 0, all = 0;
  put("XPBD_EMULATED_BYTES", "20000");
  const int good =
      hang(9, "stretching") && run(&def, 1, &hash, &counters) == XPBD_ERR_OUT_OF_MEMORY &&
      sscanf(xpbd_last_error(),
             "device 0 has no memory for another %lld bytes (%lld taken by this scene, %lld free of %lld): "
             "out of memory",
             &wanted, &taken, &there, &all) == 4;
  put("XPBD_EMULATED_BYTES", NULL);
  puts(xpbd_last_error());
  return good && wanted > 0 && taken == had && there == 20000 - arrays * page && all == 20000;
}

/* ---- duration ---- */

/* Tables hold the wind of 1024 time steps: two frames of 512, then one more. */
static int tables(void) {
  xpbd_counters counters;
  int good = hang_in("cloth", 3, "stretching", 1.0);
  for (int k = 0; good && k < 2; k++) {
    xpbd_solver_def def = by(k ? "block" : "graph", 1);
    def.substeps = 512, def.iterations = 1, def.frame_time = 20.0;
    good = same(&def, 3, &counters);
  }
  return good;
}

/* 16 springs, 2^17 sweeps and 8 time steps are half of what a kernel may do. So five frames are three kernels, each
 * followed by one that counts. They are only queued: this process ends without running them. */
static int long_frames(void) {
  xpbd_solver_def def = by("block", 1);
  xpbd_solver *solver = NULL;
  def.iterations = 1 << 17, def.substeps = 8;
  int good = hang(3, "stretching") && xpbd_solver_create(scene(), &def, &solver) == XPBD_OK;
  const long before = xpbd_emulated_launches();
  good = good && xpbd_solver_step(solver, 5) == XPBD_OK && xpbd_emulated_launches() - before == 6;
  printf("%ld kernels for five frames: %s\n", xpbd_emulated_launches() - before, good ? "as it must be" : "WRONG");
  fflush(stdout);
  _exit(good ? 0 : 1);
}

/* ---- tiles, without a device ---- */

/* Whether the tiles of a sheet of 64 x 16 particles are `columns` wide and `rows` high. They are cut where the sheet is
 * longest. */
static int cut_into(const xpbd_layout *layout, int32_t count, int32_t columns, int32_t rows) {
  const xpbd_particle_f32 *const p = layout->positions;
  cuda_tiles tiles;
  int good = cuda_tiles_create(layout, count, 1 << 30, 1 << 30, 1 << 30, &tiles) == XPBD_OK && tiles.count == count;
  for (int32_t t = 0; good && t < count; t++) {
    const int32_t *const own = tiles.particle + tiles.tile[t].particles;
    float low[2] = {p[own[0]].x, p[own[0]].y}, high[2] = {low[0], low[1]};
    for (int32_t i = 0; i < tiles.tile[t].own; i++) {
      low[0] = fminf(low[0], p[own[i]].x), high[0] = fmaxf(high[0], p[own[i]].x);
      low[1] = fminf(low[1], p[own[i]].y), high[1] = fmaxf(high[1], p[own[i]].y);
    }
    const double wide = (double)(high[0] - low[0]), tall = (double)(high[1] - low[1]) / 0.9;
    good = tiles.tile[t].own == columns * rows && fabs(wide - (columns - 1)) < 0.01 && fabs(tall - (rows - 1)) < 0.01;
    if (!good) printf("tile %d of %d: %g wide, %g high\n", (int)t, (int)count, wide, tall);
  }
  cuda_tiles_destroy(&tiles);
  return good;
}

static int compact(void) {
  const xpbd_solver_def def = by("tiles", 1);
  xpbd_layout layout = {0};
  int32_t count = 0;
  for (int32_t i = 0; i < 1024; i++) {
    at[i][0] = i / 16, at[i][1] = 0.9 * (i % 16), at[i][2] = 0.0;
    if (i % 16 < 15) ends[count][0] = i, ends[count++][1] = i + 1;
    if (i + 16 < 1024) ends[count][0] = i, ends[count++][1] = i + 16;
  }
  const int good = join(1024, count) && xpbd_layout_create(scene(), &def, &layout) == XPBD_OK &&
                   cut_into(&layout, 4, 16, 16) && cut_into(&layout, 8, 8, 16) && cut_into(&layout, 16, 8, 8) &&
                   !cut_into(&layout, 8, 16, 8); /* the control */
  xpbd_layout_destroy(&layout);
  return good;
}

static const struct {
  const char *name;
  int (*good)(void);
} limits[] = {{"capabilities", capabilities},
              {"older", older},
              {"alone", alone},
              {"two-devices", two_devices},
              {"shared-memory", shared_memory},
              {"threads", threads},
              {"counted", counted},
              {"few-threads-in-tiles", few_threads},
              {"placed", placed},
              {"less-memory", less_memory},
              {"too-small", too_small},
              {"tables", tables},
              {"long-frames", long_frames},
              {"queued", queued},
              {"read-back", read_back},
              {"refused-graph", refused_graph},
              {"stale", stale},
              {"given-back", given_back},
              {"compact", compact}};

int main(int count, char **arguments) {
  const char *name = count > 1 ? arguments[1] : "";
  int good = 0;
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
    if (strcmp(name, limits[k].name) == 0) good = limits[k].good();
  good = good && xpbd_emulated_left() == 0;
  drop_scene();
  printf("%s: %s\n", name, good ? "as it must be" : "WRONG");
  return good ? 0 : 1;
}
