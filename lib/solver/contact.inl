/* Why this file exists: contact between particles of a scene (self-collision of cloth, two bodies). Each particle is a
 * ball, and two that nothing joins keep their distance. Each time step begins with the candidates of each particle,
 * which are the others within its reach. Each iteration pushes overlapping pairs apart, all at once from the same
 * positions (Jacobi), so the order of threads does not matter. Both particles of a pair move by 1 / (contacts of the
 * busier of the two), which conserves momentum. Each function handles one particle or one cell, and the caller
 * distributes the work and synchronises threads. No include guard: include after formula/all.h, once per XPBD_SCALAR.
 *
 * A hashed grid gives each particle a list of the others within reach and a margin. A time step takes its candidates
 * from that list. The grid and the lists are kept while no particle has moved by more than 3/8 of the margin since they
 * were made. Until then two particles have approached by at most 3/4 of it, so the list has every candidate. The last
 * quarter covers rounding. The candidates are the same as with new lists in each step. */
#include "layout/fine.inl"

#ifndef XPBD_CONTACT_ONCE
#define XPBD_CONTACT_ONCE
enum { XPBD_CANDIDATES = 32 }; /* most for one particle; the rest is left out and counted */
enum { XPBD_NEAR = 48 };       /* most in a list; a particle with more searches the grid in each step */
/* The bucket of a grid cell. Cells in the same bucket are distinguished by their coordinates. Neighbours along z have
 * consecutive buckets, so a search reads three of them at once. There are at least four buckets. */
XPBD_INLINE uint32_t xpbd_bucket_of(int32_t x, int32_t y, int32_t z, uint32_t mask) {
  return ((((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u)) + (uint32_t)z) & mask;
}
/* The arrays of a grid follow each other, because a kernel has room for few pointers: where the items of each bucket
 * start [mask + 2], whether the lists are stale [1], particles before each chunk of buckets, and the items [n]. */
XPBD_INLINE int64_t xpbd_grid_carry(uint32_t mask) {
  return (int64_t)mask + 3;
}
XPBD_INLINE int64_t xpbd_grid_items(uint32_t mask) {
  return xpbd_grid_carry(mask) + xpbd_chunks((int32_t)mask + 1);
}
XPBD_INLINE int64_t xpbd_grid_size(uint32_t mask, int32_t n) {
  return xpbd_grid_items(mask) + n;
}
/* Adds j to an ascending list of at most `room` numbers that has had `found` so far. The lowest are kept. */
XPBD_INLINE void xpbd_list_add(XPBD_GLOBAL int32_t *list, int32_t found, int32_t room, int32_t j) {
  int32_t place = found < room ? found : room - 1;
  if (found >= room && j > list[place]) return;
  for (; place > 0 && list[place - 1] > j; place--) list[place] = list[place - 1];
  list[place] = j;
}
#endif

/* The cell of a coordinate. Everything far outside shares the last cells. */
XPBD_INLINE int32_t XPBD_NAME(cell_of)(REAL a, REAL inverse_cell) {
  REAL s = a * inverse_cell;
  s = XPBD_SELECT_GT(s, R(1e9), R(1e9), s);
  s = XPBD_SELECT_GT(s, R(-1e9), s, R(-1e9)); /* and NaN */
  const int32_t whole = (int32_t)s;
  return whole - ((REAL)whole > s);
}

/* How much further than candidates the lists reach: 0.9 radii. The cells of the grid are larger by as much. */
XPBD_INLINE REAL XPBD_NAME(contact_margin)(const XPBD_NAME(contact) * c) {
  return R(0.3) / c->inverse_cell;
}
XPBD_INLINE REAL XPBD_NAME(contact_inverse_grid)(const XPBD_NAME(contact) * c) {
  return c->inverse_cell / R(1.3);
}

/* Above 0: the lists do not hold, and new ones are made in this step. */
XPBD_INLINE XPBD_GLOBAL int32_t *XPBD_NAME(contact_stale)(const XPBD_NAME(contact) * c) {
  return &c->start[(int64_t)c->mask + 2];
}
XPBD_INLINE XPBD_GLOBAL int32_t *XPBD_NAME(contact_carry)(const XPBD_NAME(contact) * c) {
  return c->start + xpbd_grid_carry(c->mask);
}
XPBD_INLINE XPBD_GLOBAL int32_t *XPBD_NAME(contact_items)(const XPBD_NAME(contact) * c) {
  return c->start + xpbd_grid_items(c->mask);
}

/* The cells of a point in a grid. */
XPBD_INLINE void XPBD_NAME(cells_of)(VEC3 p, REAL inverse_cell, int32_t cell[3]) {
  cell[0] = XPBD_NAME(cell_of)(p.x, inverse_cell);
  cell[1] = XPBD_NAME(cell_of)(p.y, inverse_cell);
  cell[2] = XPBD_NAME(cell_of)(p.z, inverse_cell);
}

/* Whether particle i is so close to where it was when the lists were made that they still hold. What it moved may be
 * wrong by the rounding of two positions, which 2^-20 of them covers. */
XPBD_INLINE int XPBD_NAME(contact_holds)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                         int32_t i) {
  const XPBD_NAME(particle) seen = c->seen[i];
  const VEC3 p = XPBD_NAME(position)(c->base, x, i), d = V_SUB(p, XPBD_POINT(seen));
  const REAL size = XPBD_ABS(p.x) + XPBD_ABS(p.y) + XPBD_ABS(p.z);
  const REAL most = R(0.375) * XPBD_NAME(contact_margin)(c) - R(0x1p-20) * size;
  return seen.w > R(0.0) && most > R(0.0) && most * most > V_DOT(d, d);
}

/* The bucket of particle i in a new grid. Stores where the particle is. */
XPBD_INLINE uint32_t XPBD_NAME(contact_see)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                            int32_t i) {
  int32_t cell[3];
  const VEC3 p = XPBD_NAME(position)(c->base, x, i);
  XPBD_NAME(put)(&c->seen[i], p, R(1.0));
  XPBD_NAME(cells_of)(p, XPBD_NAME(contact_inverse_grid)(c), cell);
  return xpbd_bucket_of(cell[0], cell[1], cell[2], c->mask);
}
XPBD_INLINE uint32_t XPBD_NAME(contact_bucket)(const XPBD_NAME(contact) * c, int32_t i) {
  int32_t cell[3];
  XPBD_NAME(cells_of)(XPBD_POINT(c->seen[i]), XPBD_NAME(contact_inverse_grid)(c), cell);
  return xpbd_bucket_of(cell[0], cell[1], cell[2], c->mask);
}

/* Whether a constraint or a triangle joins particles i and j. */
XPBD_INLINE int XPBD_NAME(contact_joined)(const XPBD_NAME(contact) * c, int32_t i, int32_t j) {
  int32_t first = c->first[i], last = c->first[i + 1]; /* ascending */
  while (first < last) {
    const int32_t middle = first + (last - first) / 2;
    if (c->joined[middle] < j)
      first = middle + 1;
    else
      last = middle;
  }
  return first < c->first[i + 1] && c->joined[first] == j;
}

/* Distance that particles i and j keep. 0 if one of them has no contact. */
XPBD_INLINE REAL XPBD_NAME(contact_distance)(const XPBD_NAME(contact) * c, int32_t i, int32_t j) {
  if (!c->radius) return c->diameter;
  return c->radius[i] > R(0.0) && c->radius[j] > R(0.0) ? c->radius[i] + c->radius[j] : R(0.0);
}

/* Whether j is within the reach of i and `more`. */
XPBD_INLINE int XPBD_NAME(contact_within)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                          int32_t i, int32_t j, REAL more) {
  const VEC3 d = XPBD_NAME(between)(c->base, x, i, j);
  const REAL keep = c->radius ? XPBD_NAME(contact_distance)(c, i, j) : R(1.0);
  const REAL reach = (c->radius ? R(1.5) * keep : c->reach) + more;
  return V_DOT(d, d) < reach * reach && keep > R(0.0);
}

/* Whether j is a candidate of i: within reach, and in a neighbouring cell. Rounding may put a pair that is barely
 * within reach two cells apart. */
XPBD_INLINE int XPBD_NAME(contact_reaches)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                           int32_t i, int32_t j) {
  if (!XPBD_NAME(contact_within)(c, x, i, j, R(0.0))) return 0;
  int32_t a[3], b[3];
  XPBD_NAME(cells_of)(XPBD_NAME(position)(c->base, x, i), c->inverse_cell, a);
  XPBD_NAME(cells_of)(XPBD_NAME(position)(c->base, x, j), c->inverse_cell, b);
  int near = 1;
  for (int k = 0; k < 3; k++) near = near && a[k] - b[k] <= 1 && b[k] - a[k] <= 1;
  return near;
}

/* Searches the grid around particle i for others that nothing joins with it: candidates, or with `more` > 0 those
 * within reach and `more`. Stores the lowest `room` numbers, ascending, whatever their order in the table. Returns how
 * many there are. */
XPBD_INLINE int32_t XPBD_NAME(contact_search)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                              int32_t i, REAL more, int32_t room, XPBD_GLOBAL int32_t *list) {
  int32_t found = 0, cell[3];
  XPBD_NAME(cells_of)(XPBD_POINT(c->seen[i]), XPBD_NAME(contact_inverse_grid)(c), cell);
  for (int32_t column = 0; column < 9; column++) {
    const int32_t nx = cell[0] + column % 3 - 1, ny = cell[1] + column / 3 - 1;
    uint32_t bucket = xpbd_bucket_of(nx, ny, cell[2] - 1, c->mask);
    for (uint32_t left = 3, run; left > 0; left -= run, bucket = 0) { /* the last bucket is followed by the first */
      run = c->mask + 1 - bucket < left ? c->mask + 1 - bucket : left;
      for (int32_t at = c->start[bucket + run] - 1; at >= c->start[bucket]; at--) { /* mostly ascending */
        const int32_t j = XPBD_NAME(contact_items)(c)[at];
        if (j == i) continue;
        if (!(more > R(0.0) ? XPBD_NAME(contact_within)(c, x, i, j, more) : XPBD_NAME(contact_reaches)(c, x, i, j)))
          continue;
        int32_t own[3]; /* other cells share the bucket */
        XPBD_NAME(cells_of)(XPBD_POINT(c->seen[j]), XPBD_NAME(contact_inverse_grid)(c), own);
        if (own[0] != nx || own[1] != ny || own[2] - cell[2] > 1 || cell[2] - own[2] > 1) continue;
        if (!XPBD_NAME(contact_joined)(c, i, j)) xpbd_list_add(list, found++, room, j);
      }
    }
  }
  return found;
}

/* The list of particle i, after its length. */
XPBD_INLINE XPBD_GLOBAL int32_t *XPBD_NAME(contact_near)(const XPBD_NAME(contact) * c, int32_t i) {
  return c->near + (int64_t)i * (XPBD_NEAR + 1);
}
XPBD_INLINE void XPBD_NAME(contact_list)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                         int32_t i) {
  XPBD_GLOBAL int32_t *near = XPBD_NAME(contact_near)(c, i);
  near[0] = XPBD_NAME(contact_search)(c, x, i, XPBD_NAME(contact_margin)(c), XPBD_NEAR, near + 1);
}

/* Finds the candidates of particle i, ascending. Returns how many did not fit. The lowest numbers are kept. */
XPBD_INLINE int32_t XPBD_NAME(contact_candidates)(const XPBD_NAME(contact) * c,
                                                  XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t i) {
  XPBD_GLOBAL int32_t *list = c->candidates + (int64_t)i * XPBD_CANDIDATES;
  XPBD_GLOBAL const int32_t *near = XPBD_NAME(contact_near)(c, i);
  int32_t found = 0;
  if (near[0] > XPBD_NEAR) {
    found = XPBD_NAME(contact_search)(c, x, i, R(0.0), XPBD_CANDIDATES, list);
  } else {
    for (int32_t k = 1; k <= near[0]; k++) {
      const int32_t j = near[k];
      if (!XPBD_NAME(contact_reaches)(c, x, i, j)) continue;
      if (found < XPBD_CANDIDATES) list[found] = j;
      found++;
    }
  }
  c->candidate_count[i] = found < XPBD_CANDIDATES ? found : XPBD_CANDIDATES;
  if (c->touched) c->touched[i] = 0;
  return found > XPBD_CANDIDATES ? found - XPBD_CANDIDATES : 0;
}

/* Squared distance of a pair if it overlaps, else -1. The same for both particles. */
XPBD_INLINE REAL XPBD_NAME(contact_overlap)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                            int32_t i, int32_t j, VEC3 *d) {
  *d = XPBD_NAME(between)(c->base, x, i, j);
  const REAL squared = V_DOT(*d, *d);
  const REAL keep = XPBD_NAME(contact_distance)(c, i, j);
  return keep * keep > squared && squared > XPBD_TINY && x[i].w + x[j].w > R(0.0) ? squared : R(-1.0);
}

/* Counts the candidates that particle i overlaps. */
XPBD_INLINE void XPBD_NAME(contact_count)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                          int32_t i) {
  int32_t touching = 0;
  VEC3 d;
  for (int32_t k = 0; k < c->candidate_count[i]; k++)
    touching += XPBD_NAME(contact_overlap)(c, x, i, c->candidates[(int64_t)i * XPBD_CANDIDATES + k], &d) > R(0.0);
  c->touching[i] = touching;
}

/* Friction added to the push of particle i away from j, which overlap by `depth` along the unit vector n. It reverses
 * their sliding since the start of the step, by at most friction * depth (Mueller et al. 2007, Sec. 3.4; Macklin et al.
 * 2014, Unified Particle Physics, Sec. 6.1, Eq. (24), with one coefficient). Both particles get opposite values, so
 * momentum is conserved. Angular momentum is not, because balls do not spin here. */
XPBD_INLINE VEC3 XPBD_NAME(contact_rub)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                        XPBD_GLOBAL const XPBD_NAME(particle) * start, int32_t i, int32_t j, VEC3 n,
                                        REAL depth) {
  const VEC3 a = XPBD_NAME(v_make)(x[i].x - start[i].x, x[i].y - start[i].y, x[i].z - start[i].z);
  const VEC3 b = XPBD_NAME(v_make)(x[j].x - start[j].x, x[j].y - start[j].y, x[j].z - start[j].z);
  const VEC3 moved = V_SUB(a, b);
  const VEC3 along = V_MADD(-V_DOT(moved, n), n, moved);
  const REAL length = V_LENGTH(along), reach = c->friction * depth;
  return length > reach ? V_SCALE(-(reach / length), along) : V_NEG(along);
}

/* Where its overlaps push particle i, into c->moved. Returns the number of contacts. */
XPBD_INLINE int32_t XPBD_NAME(contact_push)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                            XPBD_GLOBAL const XPBD_NAME(particle) * start, int32_t i) {
  VEC3 move = V_ZERO;
  if (c->touching[i] == 0) return 0;
  for (int32_t k = 0; k < c->candidate_count[i]; k++) {
    const int32_t j = c->candidates[(int64_t)i * XPBD_CANDIDATES + k];
    VEC3 d;
    const REAL squared = XPBD_NAME(contact_overlap)(c, x, i, j, &d);
    if (!(squared > R(0.0))) continue;
    const REAL distance = XPBD_SQRT(squared), depth = XPBD_NAME(contact_distance)(c, i, j) - distance;
    const int32_t most = c->touching[i] > c->touching[j] ? c->touching[i] : c->touching[j];
    const REAL share = x[i].w / (x[i].w + x[j].w) / (REAL)most;
    move = V_MADD(share * depth / distance, d, move);
    if (c->friction > R(0.0))
      move = V_MADD(share, XPBD_NAME(contact_rub)(c, x, start, i, j, V_SCALE(R(1.0) / distance, d), depth), move);
    if (c->touched) c->touched[i] |= 1u << k;
  }
  c->moved[i].x = x[i].x + move.x;
  c->moved[i].y = x[i].y + move.y;
  c->moved[i].z = x[i].z + move.z;
  return c->touching[i];
}

/* Stores the pushed values in `to`: x, or the velocities. */
XPBD_INLINE void XPBD_NAME(contact_apply)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                          XPBD_GLOBAL XPBD_NAME(particle) * to, int32_t i) {
  if (c->touching[i] == 0 || !(x[i].w > R(0.0))) return;
  to[i].x = c->moved[i].x, to[i].y = c->moved[i].y, to[i].z = c->moved[i].z;
}
