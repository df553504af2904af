/* Why this file exists: orders springs so that threads cause the fewest bank conflicts. The banks are the nodes of a
 * bipartite multigraph. Each spring is an edge, from the bank of its first particle to the bank of its second. Springs
 * without a conflict are a matching. If all nodes have the same degree, the graph is a sum of perfect matchings (Koenig
 * 1916). Dummy springs are added until the degrees are equal. */
#include "warps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { MOST_BANKS = CUDA_BANKS_BYTES / 16 };

typedef struct banks {
  int32_t count;                        /* number of particle records that fit in all banks */
  int32_t real[MOST_BANKS][MOST_BANKS]; /* springs of each pair of banks without a place yet */
  int32_t made[MOST_BANKS][MOST_BANKS]; /* dummy springs, likewise */
  int32_t partner[MOST_BANKS];          /* first bank of each second bank in the matching, -1 = none yet */
} banks;

/* A partner for first bank `a`, along an augmenting path. */
static bool find_partner(banks *all, int32_t a, bool only_real, bool *seen) {
  for (int32_t b = 0; b < all->count; b++) {
    if (seen[b] || (all->real[a][b] == 0 && (only_real || all->made[a][b] == 0))) continue;
    seen[b] = true;
    if (all->partner[b] >= 0 && !find_partner(all, all->partner[b], only_real, seen)) continue;
    all->partner[b] = a;
    return true;
  }
  return false;
}

/* Whether all banks have a matching. */
static bool match(banks *all, bool only_real) {
  for (int32_t b = 0; b < all->count; b++) all->partner[b] = -1;
  for (int32_t a = 0; a < all->count; a++) {
    bool seen[MOST_BANKS] = {false};
    if (!find_partner(all, a, only_real, seen)) return false;
  }
  return true;
}

/* Add dummy springs until all banks have the same degree. Returns the degree. */
static int32_t make_regular(banks *all) {
  int32_t first[MOST_BANKS] = {0}, second[MOST_BANKS] = {0}, degree = 0;
  for (int32_t a = 0; a < all->count; a++)
    for (int32_t b = 0; b < all->count; b++) first[a] += all->real[a][b], second[b] += all->real[a][b];
  for (int32_t a = 0; a < all->count; a++) {
    if (first[a] > degree) degree = first[a];
    if (second[a] > degree) degree = second[a];
  }
  for (int32_t a = 0; a < all->count; a++)
    for (int32_t b = 0; b < all->count; b++) {
      const int32_t one = degree - first[a], other = degree - second[b], more = one < other ? one : other;
      all->made[a][b] = more;
      first[a] += more;
      second[b] += more;
    }
  return degree;
}

void cuda_bank_order(const uint32_t *const offset[2], int32_t count, int32_t particle_bytes, int32_t *order) {
  banks all = {.count = CUDA_BANKS_BYTES / particle_bytes};
#define BANK(k, j) ((int32_t)(offset[k][j] / (uint32_t)particle_bytes) & (all.count - 1))
  for (int32_t j = 0; j < count; j++) all.real[BANK(0, j)][BANK(1, j)]++;
  const int32_t degree = make_regular(&all);
  /* At first each place holds a pair of banks, as -1 - pair. Matchings without dummy springs come first. If one exists
   * after others were taken, one existed before. */
  int32_t place = 0;
  for (int32_t m = 0; m < degree; m++) {
    if (!match(&all, true)) match(&all, false); /* with dummy springs there always is one */
    for (int32_t b = 0; b < all.count; b++) {
      const int32_t a = all.partner[b];
      if (all.real[a][b] == 0) {
        all.made[a][b]--;
        continue;
      }
      all.real[a][b]--;
      order[place++] = -1 - (MOST_BANKS * a + b);
    }
  }
  int32_t next[MOST_BANKS * MOST_BANKS] = {0}; /* where the search for a pair's next place begins */
  for (int32_t j = 0; j < count; j++) {
    const int32_t pair = MOST_BANKS * BANK(0, j) + BANK(1, j);
    while (order[next[pair]] != -1 - pair) next[pair]++;
    order[next[pair]] = j;
  }
#undef BANK
}

/* Move the item at order[place] to array[place]. `room` is large enough for all. */
static void reorder(void *array, size_t size, int32_t count, const int32_t *order, char *room) {
  char *const at = (char *)array;
  memcpy(room, at, (size_t)count * size);
  for (int32_t place = 0; place < count; place++)
    memcpy(at + (size_t)place * size, room + (size_t)order[place] * size, size);
}

/* The springs of a set at `count` places from `first` on. */
static void order_window(const xpbd_layout_set *set, int32_t first, int32_t count, int32_t particle_bytes,
                         int32_t *order, char *room) {
  const size_t real = (size_t)particle_bytes / 4;
  const uint32_t *const offset[2] = {set->offset[0] + first, set->offset[1] + first};
  cuda_bank_order(offset, count, particle_bytes, order);
  for (int k = 0; k < 2; k++) reorder(set->offset[k] + first, sizeof *set->offset[k], count, order, room);
  for (int k = 0; k < set->rest_count; k++)
    reorder((char *)set->rest[k] + (size_t)first * real, real, count, order, room);
}

static int32_t at_most(int32_t count, int32_t most) {
  return count < most ? count : most;
}

xpbd_status cuda_order_springs(xpbd_layout *layout, int32_t particle_bytes, int32_t window) {
  if (layout->at_once) return XPBD_OK; /* they work on copies of the particles, in global memory */
  int32_t largest = 1;
  for (int32_t g = 0; g < layout->group_count; g++) {
    const int32_t count = at_most(layout->groups[g].last - layout->groups[g].first, window);
    if (count > largest) largest = count;
  }
  int32_t *const order = malloc((size_t)largest * (sizeof *order + (size_t)particle_bytes / 4));
  XPBD_REQUIRE(order, XPBD_ERR_OUT_OF_MEMORY, "no memory for an order of %d springs", (int)largest);
  for (int32_t g = 0; g < layout->group_count; g++) {
    const xpbd_group *group = &layout->groups[g];
    const xpbd_layout_set *set = &layout->sets[group->set];
    if (set->arity != 2 || set->rows > 1 || set->summed || group->serial) continue;
    for (int32_t first = group->first, count; first < group->last; first += count) {
      count = at_most(group->last - first, window);
      order_window(set, first, count, particle_bytes, order, (char *)(order + largest));
    }
  }
  free(order);
  return XPBD_OK;
}

xpbd_status cuda_strips_apart(const xpbd_layout *layout, int32_t particle_bytes, int32_t threads, bool *apart) {
  const int32_t strips = threads / CUDA_STRIP;
  *apart = strips >= 4 && strips <= CUDA_STRIPS && threads % CUDA_STRIP == 0;
  if (!*apart) return XPBD_OK;
  uint8_t *const touched = calloc((size_t)layout->records, 1); /* the strips that touch each particle */
  XPBD_REQUIRE(touched, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)layout->records);
  for (int32_t g = 0; g < layout->group_count; g++) {
    const xpbd_group *group = &layout->groups[g];
    *apart &= group->last - group->first <= threads;
    for (int32_t j = group->first; *apart && j < group->last; j++)
      for (int k = 0; k < 2; k++)
        touched[layout->sets[group->set].offset[k][j] / (uint32_t)particle_bytes] |=
            (uint8_t)(1u << (j - group->first) / CUDA_STRIP);
  }
  for (int32_t i = 0; i < layout->records; i++) {
    bool allowed = false;
    for (int32_t s = 0; s < strips; s++) /* only by this strip and the next */
      allowed |= (touched[i] & ~(1u << s | 1u << (s + 1) % strips)) == 0;
    *apart &= allowed;
  }
  free(touched);
  return XPBD_OK;
}
