/* Why this file exists: a frame of a film has 256 colours, and a wrong choice of them looks like a wrong picture. Few
 * colours must be kept unchanged. For many colours the whole choice is recorded. Only whole numbers are used, so every
 * machine gives the same. */
#include <stdlib.h>
#include <string.h>

#include "picture/palette.h"
#include "picture_checks.h"

enum { MOST = 64 * 64 };

/// Colour number i of many different ones: levels in the middle of cells of 4, none of them white.
static void few(int i, uint8_t rgb[3]) {
  rgb[0] = (uint8_t)(4 * (i % 61) + 2), rgb[1] = (uint8_t)(4 * (i / 61 * 7 % 64) + 2),
  rgb[2] = (uint8_t)(4 * (i % 13) + 6);
}

/// A slow ramp, a busy corner, pure white and the darkest and brightest colours beside it.
static void many(int i, uint8_t rgb[3]) {
  const int x = i % 64, y = i / 64;
  const uint32_t busy = (uint32_t)i * 2654435761u;
  rgb[0] = (uint8_t)(x < 32 ? 90 + x : (int)(busy >> 24)),
  rgb[1] = (uint8_t)(y < 40 ? 60 + 2 * y : (int)(busy >> 16 & 255));
  rgb[2] = (uint8_t)(busy >> 9 & 255);
  if (x == 5) memset(rgb, 255, 3);
  if (x == 6) memset(rgb, y % 2 ? 254 : 0, 3);
  if (x == 7) rgb[0] = 255, rgb[1] = 255, rgb[2] = (uint8_t)(253 + y % 2);
}

/// Pixels of `count` colours that are not shown unchanged, white included.
static int changed(check *self, palette *p, int count) {
  uint8_t rgb[3 * MOST];
  for (int i = 0; i < MOST; i++) {
    few(i % count, rgb + 3 * i);
    if (i % 19 == 3) memset(rgb + 3 * i, 255, 3);
  }
  palette_choose(p, MOST, rgb);
  check_same(self, (uint64_t)p->count, (uint64_t)(count < 256 ? count + 1 : 256), "entries for %d colours and white",
             count);
  int wrong = 0;
  for (int i = 0; i < MOST; i++)
    wrong += memcmp(p->rgb[palette_entry(p, rgb + 3 * i, i % 64, i / 64)], rgb + 3 * i, 3) != 0;
  return wrong;
}

static uint64_t hash(uint64_t from, const void *bytes, size_t count) { /* FNV-1a */
  for (size_t i = 0; i < count; i++) from = (from ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
  return from;
}

static void run_palette(check *self, int argument) {
  palette p;
  if (!check_status(self, palette_create(&p), XPBD_OK, "palette")) return;
  static const int counts[] = {1, 2, 7, 100, 254, 255};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    check_same(self, (uint64_t)changed(self, &p, counts[i]), 0, "pixels that change, of %d colours", counts[i]);
  check_control(self, changed(self, &p, 256) > 0, "a colour more than there is room for");

  uint8_t rgb[3 * MOST], entry[MOST];
  for (int i = 0; i < MOST; i++) many(i, rgb + 3 * i);
  palette_choose(&p, MOST, rgb);
  double sum = 0.0;
  int white = 0;
  for (int i = 0; i < MOST; i++) {
    entry[i] = palette_entry(&p, rgb + 3 * i, i % 64, i / 64);
    for (int k = 0; k < 3; k++) sum += abs(p.rgb[entry[i]][k] - rgb[3 * i + k]);
    white += (entry[i] == 0) != (i % 64 == 5);
  }
  check_same(self, (uint64_t)white, 0, "pixels that are white and not shown so, or shown so and not white");
  check_at_most(self, sum / (3.0 * MOST), 12.0, "mean error of a busy picture [levels]");
  const uint64_t colours = hash(0xcbf29ce484222325u, p.rgb, sizeof p.rgb);
  check_same(self, colours, 0x9e4c8a350b3c5480u, "the colours");
  check_same(self, hash(colours, entry, sizeof entry), 0xab4d5836525ede5fu, "and their places");
  entry[MOST - 1] ^= 1;
  check_control(self, hash(colours, entry, sizeof entry) != 0xab4d5836525ede5fu, "another entry at the end");

  memset(rgb, 255, sizeof rgb);
  palette_choose(&p, MOST, rgb);
  check_same(self, (uint64_t)p.count, 1, "entries for white paper");
  check_same(self, palette_entry(&p, rgb, 0, 0), 0, "which is the first");
  palette_destroy(&p);
}

void check_picture_palette(check_registry *registry) {
  check_add(registry, "palette", "few colours stay as they are; of many, those that were recorded", run_palette, 0);
}
