/* Why this file exists: chooses the 256 colours of a frame and the entry of each pixel. Median cut (P. Heckbert, "Color
 * image quantization for frame buffer display", 1982) runs on cells of 4 x 4 x 4 levels. Nothing here depends on chance
 * or on memory addresses. */
#include "palette.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { DROPPED = 8 - PALETTE_BITS, MASK = (1 << PALETTE_BITS) - 1 };

/// Cells first .. last - 1 of `cells`, and their extent.
typedef struct box {
  uint32_t first, last;
  int axis, span;  ///< Longest side, in cells.
  uint64_t pixels; ///< In the box.
} box;

xpbd_status palette_create(palette *out) {
  *out = (palette){0};
  out->nearest = malloc(PALETTE_CELLS * sizeof *out->nearest);
  out->weight = malloc(PALETTE_CELLS * sizeof *out->weight);
  out->cells = malloc(2 * (size_t)PALETTE_CELLS * sizeof *out->cells);
  if (out->nearest && out->weight && out->cells) return XPBD_OK;
  palette_destroy(out);
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the colours of a film (%zu bytes)",
                   PALETTE_CELLS * (sizeof *out->nearest + sizeof *out->weight + 2 * sizeof *out->cells));
}

void palette_destroy(palette *self) {
  free(self->nearest);
  free(self->weight);
  free(self->cells);
  *self = (palette){0};
}

static uint32_t cell_of(const uint8_t rgb[3]) {
  return (uint32_t)(rgb[0] >> DROPPED) << (2 * PALETTE_BITS) | (uint32_t)(rgb[1] >> DROPPED) << PALETTE_BITS |
         (uint32_t)(rgb[2] >> DROPPED);
}

static int cell_part(uint32_t cell, int axis) {
  return (int)(cell >> ((2 - axis) * PALETTE_BITS)) & MASK;
}

static void box_measure(const palette *self, box *b) {
  int low[3] = {MASK, MASK, MASK}, high[3] = {0, 0, 0};
  b->pixels = 0;
  for (uint32_t i = b->first; i < b->last; i++) {
    b->pixels += self->weight[self->cells[i]];
    for (int k = 0; k < 3; k++) {
      const int part = cell_part(self->cells[i], k);
      if (part < low[k]) low[k] = part;
      if (part > high[k]) high[k] = part;
    }
  }
  b->axis = 0;
  for (int k = 1; k < 3; k++)
    if (high[k] - low[k] > high[b->axis] - low[b->axis]) b->axis = k;
  b->span = high[b->axis] - low[b->axis];
}

/// Order the cells of a box along its axis, with a counting sort so that ties keep their order.
static void box_sort(palette *self, const box *b) {
  uint32_t *scratch = self->cells + PALETTE_CELLS;
  uint32_t start[MASK + 2] = {0};
  for (uint32_t i = b->first; i < b->last; i++) start[cell_part(self->cells[i], b->axis) + 1]++;
  for (int k = 0; k <= MASK; k++) start[k + 1] += start[k];
  for (uint32_t i = b->first; i < b->last; i++) scratch[start[cell_part(self->cells[i], b->axis)]++] = self->cells[i];
  memcpy(self->cells + b->first, scratch, (b->last - b->first) * sizeof *scratch);
}

/// Cut at the median of the pixels. Both parts keep at least one cell.
static void box_cut(palette *self, box *whole, box *rest) {
  box_sort(self, whole);
  uint64_t before = self->weight[self->cells[whole->first]];
  uint32_t cut = whole->first + 1;
  while (cut + 1 < whole->last && 2 * before < whole->pixels) before += self->weight[self->cells[cut++]];
  *rest = (box){.first = cut, .last = whole->last};
  whole->last = cut;
  box_measure(self, whole);
  box_measure(self, rest);
}

static void box_mean(const palette *self, const box *b, uint8_t rgb[3]) {
  for (int k = 0; k < 3; k++) {
    uint64_t sum = 0;
    for (uint32_t i = b->first; i < b->last; i++) {
      const int level = (cell_part(self->cells[i], k) << DROPPED) + (1 << DROPPED) / 2;
      sum += (uint64_t)level * self->weight[self->cells[i]];
    }
    rgb[k] = (uint8_t)((sum + b->pixels / 2) / b->pixels);
  }
}

void palette_choose(palette *self, size_t count, const uint8_t *rgb) {
  static const uint8_t white[3] = {255, 255, 255};
  box boxes[PALETTE_COLOURS];
  int32_t made = 0;
  memset(self->weight, 0, PALETTE_CELLS * sizeof *self->weight);
  for (size_t i = 0; i < count; i++)
    if (memcmp(rgb + 3 * i, white, 3) != 0) self->weight[cell_of(rgb + 3 * i)]++;
  uint32_t used = 0;
  for (uint32_t c = 0; c < PALETTE_CELLS; c++)
    if (self->weight[c] > 0) self->cells[used++] = c;
  memset(self->rgb, 255, sizeof self->rgb);
  for (int32_t c = 0; c < PALETTE_CELLS; c++) self->nearest[c] = -1;
  if (used > 0) {
    boxes[made++] = (box){.first = 0, .last = used};
    box_measure(self, &boxes[0]);
  }
  while (made > 0 && made < PALETTE_COLOURS - 1) {
    int32_t widest = 0;
    uint64_t most = 0;
    for (int32_t b = 0; b < made; b++) {
      /* cut wide boxes before full ones: a step in a slow ramp shows, however few its pixels */
      const uint64_t span = (uint64_t)boxes[b].span;
      const uint64_t urge = boxes[b].last - boxes[b].first > 1 ? span * span * span * (boxes[b].pixels + 16) : 0;
      if (urge > most) most = urge, widest = b;
    }
    if (most == 0) break;
    box_cut(self, &boxes[widest], &boxes[made++]);
  }
  for (int32_t b = 0; b < made; b++) box_mean(self, &boxes[b], self->rgb[b + 1]);
  self->count = made + 1;
}

static int16_t find_nearest(const palette *self, const int colour[3]) {
  int best = 0, least = INT32_MAX;
  for (int i = 0; i < self->count; i++) {
    int sum = 0;
    for (int k = 0; k < 3; k++) sum += (self->rgb[i][k] - colour[k]) * (self->rgb[i][k] - colour[k]);
    if (sum < least) least = sum, best = i;
  }
  return (int16_t)best;
}

uint8_t palette_entry(palette *self, const uint8_t rgb[3], int32_t x, int32_t y) {
  static const int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}; /* Bayer */
  if (rgb[0] == 255 && rgb[1] == 255 && rgb[2] == 255) return 0;
  const int shift = pattern[y & 3][x & 3] / 4 - 2; /* -2 .. 1: half a cell */
  uint8_t moved[3];
  for (int k = 0; k < 3; k++) {
    const int level = rgb[k] + shift;
    moved[k] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
  }
  const uint32_t cell = cell_of(moved);
  if (self->nearest[cell] < 0) {
    int centre[3];
    for (int k = 0; k < 3; k++) centre[k] = (cell_part(cell, k) << DROPPED) + (1 << DROPPED) / 2;
    self->nearest[cell] = find_nearest(self, centre);
  }
  return (uint8_t)self->nearest[cell];
}
