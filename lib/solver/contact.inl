/* Why this file exists: contact between particles of a scene (self-collision of cloth, two bodies). Each particle is a
 * ball, and two that nothing joins keep their distance. Candidates are found once per time step in a hashed grid. Each
 * iteration pushes overlapping pairs apart, all at once from the same positions (Jacobi), so the order of threads does
 * not matter. Both particles of a pair move by 1 / (contacts of the busier of the two), which conserves momentum. Each
 * function handles one particle or one cell, and the caller distributes the work and synchronises threads. No include
 * guard: include after formula/all.h, once per XPBD_SCALAR. */
#include "layout/fine.inl"

#ifndef XPBD_CONTACT_ONCE
#define XPBD_CONTACT_ONCE
enum { XPBD_CANDIDATES = 32 }; /* most for one particle; the rest is left out and counted */
/* The bucket of a grid cell. Cells in the same bucket are distinguished by their coordinates. */
XPBD_INLINE uint32_t xpbd_bucket_of(int32_t x, int32_t y, int32_t z, uint32_t mask) {
  return (((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u) ^ ((uint32_t)z * 83492791u)) & mask;
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

XPBD_INLINE uint32_t XPBD_NAME(contact_bucket)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                               int32_t i) {
  const VEC3 p = XPBD_NAME(position)(c->base, x, i);
  return xpbd_bucket_of(XPBD_NAME(cell_of)(p.x, c->inverse_cell), XPBD_NAME(cell_of)(p.y, c->inverse_cell),
                        XPBD_NAME(cell_of)(p.z, c->inverse_cell), c->mask);
}

/* Whether a constraint or a triangle joins particles i and j. */
XPBD_INLINE int XPBD_NAME(contact_joined)(const XPBD_NAME(contact) * c, int32_t i, int32_t j) {
  for (int32_t k = c->first[i]; k < c->first[i + 1]; k++)
    if (c->joined[k] == j) return 1;
  return 0;
}

/* Distance that particles i and j keep. 0 if one of them has no contact. */
XPBD_INLINE REAL XPBD_NAME(contact_distance)(const XPBD_NAME(contact) * c, int32_t i, int32_t j) {
  if (!c->radius) return c->diameter;
  return c->radius[i] > R(0.0) && c->radius[j] > R(0.0) ? c->radius[i] + c->radius[j] : R(0.0);
}

/* Finds the candidates of particle i, ascending: others within `reach` that nothing joins with it. Returns how many did
 * not fit. The lowest numbers are kept, whatever their order in the table. */
XPBD_INLINE int32_t XPBD_NAME(contact_candidates)(const XPBD_NAME(contact) * c,
                                                  XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t i) {
  XPBD_GLOBAL int32_t *list = c->candidates + (int64_t)i * XPBD_CANDIDATES;
  int32_t count = 0, lost = 0;
  const VEC3 p = XPBD_NAME(position)(c->base, x, i);
  const int32_t cx = XPBD_NAME(cell_of)(p.x, c->inverse_cell), cy = XPBD_NAME(cell_of)(p.y, c->inverse_cell),
                cz = XPBD_NAME(cell_of)(p.z, c->inverse_cell);
  for (int32_t near = 0; near < 27; near++) {
    const int32_t nx = cx + near % 3 - 1, ny = cy + near / 3 % 3 - 1, nz = cz + near / 9 - 1;
    const uint32_t bucket = xpbd_bucket_of(nx, ny, nz, c->mask);
    for (int32_t at = c->start[bucket]; at < c->start[bucket + 1]; at++) {
      const int32_t j = c->items[at];
      const VEC3 other = XPBD_NAME(position)(c->base, x, j);
      if (j == i || XPBD_NAME(cell_of)(other.x, c->inverse_cell) != nx ||
          XPBD_NAME(cell_of)(other.y, c->inverse_cell) != ny || XPBD_NAME(cell_of)(other.z, c->inverse_cell) != nz)
        continue;
      const VEC3 d = XPBD_NAME(between)(c->base, x, i, j);
      const REAL reach = c->radius ? R(1.5) * XPBD_NAME(contact_distance)(c, i, j) : c->reach;
      if (!(V_DOT(d, d) < reach * reach) || XPBD_NAME(contact_joined)(c, i, j)) continue;
      int32_t place = count;
      if (count == XPBD_CANDIDATES) {
        lost++;
        if (j > list[count - 1]) continue;
        place = count - 1;
      } else {
        count++;
      }
      for (; place > 0 && list[place - 1] > j; place--) list[place] = list[place - 1];
      list[place] = j;
    }
  }
  c->candidate_count[i] = count;
  if (c->touched) c->touched[i] = 0;
  return lost;
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
  for (int32_t k = 0; k < c->candidate_count[i] && c->touching[i] > 0; k++) {
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
