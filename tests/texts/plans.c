/* Why this file exists: writes how the cuda backend maps works to made-up devices, or what it refuses. Each pair of
 * works stands on both sides of a limit. */
#include "cuda/plan.h"
#include "cuda/work.h"
#include "layout/layout.h"
#include "texts.h"
#include "xpbd/status.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/// A device as large as today's largest, and a small one of compute capability 7.5. Then the large one with code for
/// older devices, with the smallest cluster, with blocks that cannot all meet, and with less than clusters need.
static const cuda_device large = {90, 227 * 1024, 1, 8, 132, 228 * 1024}, small = {75, 64 * 1024, 1, 0, 40, 64 * 1024},
                         older = {90, 227 * 1024, 1, 0, 132, 228 * 1024},
                         lone = {90, 227 * 1024, 1, 1, 132, 228 * 1024},
                         unmeeting = {90, 227 * 1024, 0, 8, 132, 228 * 1024},
                         before = {89, 227 * 1024, 1, 8, 132, 228 * 1024};

static void write_plan(const cuda_device *device, const cuda_work *work, const char *asked) {
  cuda_plan plan = {0};
  printf("  %s on %d: ", asked ? asked : "any", (int)device->capability);
  if (cuda_make_plan(device, work, asked, &plan) != XPBD_OK)
    printf("%s\n", xpbd_last_error());
  else
    printf("%s, %d blocks of %d, %d copies, stage %d, %lld bytes\n", cuda_strategy_name(plan.strategy),
           (int)plan.blocks, (int)plan.threads, (int)plan.copies, plan.stage, (long long)plan.shared_bytes);
}

/// Works of any size.
static void write_sizes(void) {
  static const cuda_device *const devices[] = {&large, &small, &older, &lone, &unmeeting};
  static const char *const names[] = {"large", "small", "older", "lone", "unmeeting"};
  const cuda_work cloth = {.particles = 1681,
                           .constraints = 4880,
                           .largest_group = 840,
                           .groups = 6,
                           .batch = 1,
                           .particle_bytes = 16,
                           .lambda_bytes = 4 * 4960,
                           .index_bytes = 12 * 4960},
                  middle = {.particles = 161 * 161,
                            .constraints = 76960,
                            .largest_group = 13000,
                            .batch = 1,
                            .particle_bytes = 16,
                            .lambda_bytes = 4 * 76960,
                            .index_bytes = 12 * 76960},
                  sheet = {.particles = 1281 * 1281,
                           .constraints = 4917760,
                           .largest_group = 820000,
                           .batch = 1,
                           .particle_bytes = 16,
                           .lambda_bytes = 4 * 4920000,
                           .index_bytes = 12 * 4920000};
  struct {
    const char *name;
    cuda_work work;
  } works[] = {{"cloth", cloth},      {"1000 cloths", cloth},   {"pulled cloth", cloth}, {"even cloth", cloth},
               {"middle", middle},    {"windy middle", middle}, {"sheet", sheet},        {"no springs", cloth},
               {"wide", middle},      {"windy wide", middle},   {"3 wide", middle},      {"11 wide", middle},
               {"32 groups", middle}, {"33 groups", middle},    {"uneven", middle},      {"an eighth group", middle},
               {"full", middle},      {"vast", middle}};
  works[1].work.batch = 1000, works[2].work.general = 1, works[3].work.even = 1, works[5].work.wind = 1;
  works[7].work = (cuda_work){.particles = 9, .batch = 1, .particle_bytes = 16, .even = 1};
  for (size_t k = 8; k < COUNT(works); k++) works[k].work.even = 1, works[k].work.groups = 6; /* can form tiles */
  works[9].work.wind = 1, works[10].work.batch = 3, works[11].work.batch = 11, works[12].work.groups = 32;
  works[13].work.groups = 33, works[14].work.general = 1, works[15].work.groups = CUDA_HELD + 1;
  works[16].work.largest_group = 132 * 1024, works[17].work.largest_group = 132 * 1024 + 1;
  for (size_t k = 0; k < COUNT(works); k++)
    for (size_t d = 0; d < COUNT(devices); d++) {
      heading("%s, %s device", works[k].name, names[d]);
      write_plan(devices[d], &works[k].work, NULL);
      for (int s = 0; s < CUDA_STRATEGIES; s++)
        write_plan(devices[d], &works[k].work, cuda_strategy_name((cuda_strategy)s));
    }
}

/// A block on a device with that much shared memory for it and for a multiprocessor.
static void write_block(const cuda_work *work, int64_t shared, int64_t of_processor) {
  cuda_device device = large;
  device.shared_bytes = shared, device.processor_shared_bytes = of_processor;
  write_plan(&device, work, "block");
}

static void write_blocks(void) {
  cuda_work work = {.particles = 999,
                    .largest_group = 600,
                    .groups = 2,
                    .batch = 1,
                    .particle_bytes = 16,
                    .general = 1,
                    .lambda_bytes = 4800,
                    .index_bytes = 14400};
  heading("the last byte for positions, multipliers and indices");
  for (int64_t bytes = 16000; bytes <= 35200; bytes += bytes < 20000 ? 4800 : 14400)
    write_block(&work, bytes, 0), write_block(&work, bytes - 1, 0);
  // 4096 bytes belong to the device and the kernel. 600 constraints in turns of 300 take 320 threads of 512 possible.
  // With at most 256 there are three turns of 200: 224.
  const int64_t two = 2 * (35200 + 4096);
  heading("two blocks share a multiprocessor; one byte less; not with indices outside, for few copies or few threads");
  work.batch = large.processors + 1;
  write_block(&work, 35200, two), write_block(&work, 35200, two - 1), write_block(&work, 35199, two);
  work.batch--, write_block(&work, 35200, two);
  work.batch++, work.largest_group = 256, write_block(&work, 35200, two);
  heading("addresses of 16 bits: all held, a particle more, a group more, a constraint more, uneven groups");
  work =
      (cuda_work){.particles = 3839, .largest_group = 1024, .groups = 7, .batch = 1, .particle_bytes = 16, .even = 1};
  write_block(&work, 99999, 0);
  work.particles++, write_block(&work, 99999, 0);
  work.particles--, work.groups++, write_block(&work, 99999, 0);
  work.groups--, work.largest_group++, write_block(&work, 99999, 0);
  work.largest_group--, work.even = 0, write_block(&work, 99999, 0);
}

/// Launches take 256 threads for the largest group, and a row of blocks for each copy. Cluster kernels have rows, too:
/// 512 constraints are 64 for each of eight blocks, and 513 need two warps and a third.
static void write_launches(void) {
  static const char *const strategies[] = {"plain", "graph", "cooperative", "tiles", "cluster", "block", "resident"};
  static const int32_t groups[] = {512, 513, 0, 9000}, batches[] = {1, 132, 133, 65535, 65536, 70000};
  for (size_t s = 0; s < COUNT(strategies); s++) {
    heading("%s, by the largest group and the batch", strategies[s]);
    for (size_t g = 0; g < COUNT(groups) + 1; g++) {
      const cuda_work work = {.particles = 999,
                              .largest_group = groups[g % COUNT(groups)],
                              .batch = 1,
                              .particle_bytes = 16,
                              .general = g == COUNT(groups)};
      write_plan(&large, &work, strategies[s]);
    }
    for (size_t b = 0; b < COUNT(batches); b++) {
      const cuda_work work = {.particles = 9,
                              .largest_group = 512,
                              .groups = 6,
                              .batch = batches[b],
                              .particle_bytes = 16,
                              .even = s == COUNT(strategies) - 1};
      write_plan(&large, &work, strategies[s]);
    }
  }
  const cuda_work few = {.particles = 9, .largest_group = 512, .batch = 1, .particle_bytes = 16},
                  many = {.particles = 4096, .largest_group = 512, .batch = 1, .particle_bytes = 16};
  heading("refusals");
  write_plan(&large, &few, "warp"), write_plan(&large, &few, ""), write_plan(&before, &few, "cluster");
  write_plan(&small, &many, "block");
}

/// By default a copy gets one block up to 1200 constraints in a group. Springs that can form tiles get one as far as
/// registers hold them: one for each of 1024 threads, of 512 in double. If tiles can stay, up to 480.
static void write_choices(void) {
  static const struct {
    int32_t largest, groups, batch, bytes, even, wind;
  } choices[] = {{1200, 0, 1, 16, 0, 0}, {1201, 0, 1, 16, 0, 0}, {1201, 0, 2, 16, 0, 0}, {480, 7, 1, 16, 1, 0},
                 {481, 7, 1, 16, 1, 0},  {481, 7, 2, 16, 1, 0},  {1024, 7, 1, 16, 1, 1}, {1024, 8, 1, 16, 1, 1},
                 {1025, 7, 1, 16, 1, 1}, {512, 7, 1, 32, 1, 1},  {513, 7, 1, 32, 1, 1}};
  heading("choices by size: group, groups, batch, bytes, even, wind");
  for (size_t k = 0; k < COUNT(choices); k++) {
    const cuda_work work = {.particles = 999,
                            .largest_group = choices[k].largest,
                            .groups = choices[k].groups,
                            .batch = choices[k].batch,
                            .particle_bytes = choices[k].bytes,
                            .even = choices[k].even,
                            .wind = choices[k].wind};
    printf("%d %d %d %d %d %d", choices[k].largest, choices[k].groups, choices[k].batch, choices[k].bytes,
           choices[k].even, choices[k].wind);
    write_plan(&large, &work, NULL);
  }
  heading("names, and the fallback if a choice cannot be kept");
  for (int s = 0; s <= CUDA_STRATEGIES; s++) {
    const char *next = s < CUDA_STRATEGIES ? cuda_next_strategy((cuda_strategy)s) : NULL;
    printf("%s, %s\n", cuda_strategy_name((cuda_strategy)s), next ? next : "none");
  }
}

static void write_tiles(void) {
  static const int32_t batches[] = {1, 5, 132, 133};
  heading("tiles at once: resident, cluster, tiles"); /* one for each of 132 multiprocessors, or block of a cluster */
  for (size_t b = 0; b < COUNT(batches); b++) {
    const cuda_work work = {.particles = 999, .batch = batches[b], .particle_bytes = 16};
    printf("%d copies: %d %d %d\n", batches[b], cuda_tiles_at_once(&large, &work, CUDA_RESIDENT),
           cuda_tiles_at_once(&large, &work, CUDA_CLUSTER), cuda_tiles_at_once(&large, &work, CUDA_TILES));
  }
  // Positions of two tiles and the numbers of three, as far as shared memory and 16-bit offsets allow.
  heading("bytes of 1500 particles, and particles in so many bytes, one less, all, in double, where they stay");
  printf("%lld %d %d %d %d %d\n", (long long)cuda_tiles_bytes(1500, 16), cuda_tiles_particles(66160, 16, false),
         cuda_tiles_particles(66159, 16, false), cuda_tiles_particles(227 * 1024, 16, false),
         cuda_tiles_particles(64 * 1024, 32, false), cuda_tiles_particles(227 * 1024, 16, true));
  heading("bytes of a tile that stays, and in a cluster, in double");
  printf("%lld %lld\n", (long long)cuda_resident_bytes(100, 0, 16), (long long)cuda_resident_bytes(100, 30, 32));
  heading("rounds of 21 tiles with 132 blocks at once: all, two each, 21 each, one block at a time");
  printf("%lld %lld %lld %lld\n", (long long)cuda_tile_rounds(21, 6, 21, 132),
         (long long)cuda_tile_rounds(21, 70, 2, 132), (long long)cuda_tile_rounds(21, 200, 21, 132),
         (long long)cuda_tile_rounds(21, 200, 1, 0));
}

/// The devices that a build has code for, and that are not killed for long kernels.
static void write_code(void) {
  static const char *const lists[] = {"75-virtual, 80-real, 90",
                                      "80-real",
                                      "80-real, 120-real",
                                      "80-real, 85-real",
                                      "80-real, 85-real, 88",
                                      "86-real",
                                      "80-virtual",
                                      "90a",
                                      "90a-real",
                                      "100f",
                                      "100f-virtual",
                                      "native"};
  static const int32_t capabilities[] = {70, 75, 80, 86, 90, 100, 103, 120, 121};
  heading("code for devices, and the target of a formula from a file");
  for (size_t k = 0; k < COUNT(lists); k++) {
    printf("%s:", lists[k]);
    for (size_t c = 0; c < COUNT(capabilities); c++)
      printf(" %d=%d/%d", capabilities[c], cuda_built_for(lists[k], capabilities[c]),
             cuda_ptx_for(lists[k], capabilities[c]));
    printf("\n");
  }
  static const int64_t kernels[][3] = {{4880, 1, 200}, {4917760, 1, 20}, {4917760, 1, 2}, {4917760, 3, 2}, {0, 1, 200}};
  heading("frames of a resident kernel, in float and in double: constraints, copies, sweeps");
  for (size_t k = 0; k < COUNT(kernels); k++)
    printf("%lld %lld %lld: %d %d\n", (long long)kernels[k][0], (long long)kernels[k][1], (long long)kernels[k][2],
           xpbd_frames_at_once(XPBD_F32, kernels[k][0], kernels[k][1], kernels[k][2]),
           xpbd_frames_at_once(XPBD_F64, kernels[k][0], kernels[k][1], kernels[k][2]));
}

void write_cuda_plans(void) {
  write_sizes();
  write_blocks();
  write_launches();
  write_choices();
  write_tiles();
  write_code();
}
