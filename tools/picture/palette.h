/* Why this file exists: a GIF frame has 256 colours, chosen here for each frame by median cut. Private to the
 * renderer. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

enum { PALETTE_COLOURS = 256, PALETTE_BITS = 6, PALETTE_CELLS = 1 << (3 * PALETTE_BITS) };

/// 256 colours and the nearest one for every colour seen so far.
typedef struct palette {
  uint8_t rgb[PALETTE_COLOURS][3]; ///< Entry 0 is white, whatever the picture.
  int32_t count;                   ///< Entries that differ.
  int16_t *nearest;                ///< [PALETTE_CELLS] Entry, -1 = not looked up yet. Owned.
  uint32_t *weight;                ///< [PALETTE_CELLS] pixels in each cell. Owned.
  uint32_t *cells;                 ///< [2, PALETTE_CELLS] Cells in use in cutting order; room to sort. Owned.
} palette;

xpbd_status palette_create(palette *out);
void palette_destroy(palette *self);
/// Choose the colours for `count` pixels [count, 3].
void palette_choose(palette *self, size_t count, const uint8_t *rgb);
/// Entry for a pixel at (x, y), dithered by a fixed 4 x 4 pattern. Pure white stays pure white.
uint8_t palette_entry(palette *self, const uint8_t rgb[3], int32_t x, int32_t y);
