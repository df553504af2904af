/* Why this file exists: contact between particles of a scene (self-collision of cloth, two bodies): each is a ball, and two
 * that nothing joins keep their distance. Candidates are found once a time step in a hashed grid; every sweep pushes those
 * that overlap apart, all at once from the same positions (Jacobi), so that no order of threads matters. Each pair moves by
 * 1 / (contacts of the busier of the two): the same for both, which keeps momentum. No include guard: include after
 * formula/all.h, once per XPBD_SCALAR. Functions do the particles thread, thread + threads, ... of a phase; the caller lets
 * the threads meet between phases. */

#ifndef XPBD_CONTACT_ONCE
#define XPBD_CONTACT_ONCE
enum { XPBD_CANDIDATES = 32 }; /* of one particle, at most; more are left out and counted */
/* A cell of the grid in the table; cells that fall together are told apart by their coordinates. */
XPBD_INLINE uint32_t xpbd_bucket_of(int32_t x, int32_t y, int32_t z, uint32_t mask) {
  return (((uint32_t)x * 73856093u) ^ ((uint32_t)y * 19349663u) ^ ((uint32_t)z * 83492791u)) & mask;
}
#endif

/* Cell of a coordinate; far outside everything shares the last cells. */
XPBD_INLINE int32_t XPBD_NAME(cell_of)(REAL a, REAL inverse_cell) {
  REAL s = a * inverse_cell;
  s = XPBD_SELECT_GT(s, R(1e9), R(1e9), s);
  s = XPBD_SELECT_GT(s, R(-1e9), s, R(-1e9)); /* and NaN */
  const int32_t whole = (int32_t)s;
  return whole - ((REAL)whole > s);
}

XPBD_INLINE uint32_t XPBD_NAME(contact_bucket)(const XPBD_NAME(contact) * c, const XPBD_NAME(particle) * x, int32_t i) {
  return xpbd_bucket_of(XPBD_NAME(cell_of)(x[i].x, c->inverse_cell), XPBD_NAME(cell_of)(x[i].y, c->inverse_cell),
                        XPBD_NAME(cell_of)(x[i].z, c->inverse_cell), c->mask);
}

/* Are particles i and j joined by a constraint or a triangle? */
XPBD_INLINE int XPBD_NAME(contact_joined)(const XPBD_NAME(contact) * c, int32_t i, int32_t j) {
  for (int32_t k = c->first[i]; k < c->first[i + 1]; k++)
    if (c->joined[k] == j) return 1;
  return 0;
}

/* The candidates of particle i: others within `reach` that nothing joins with it, ascending. Returns how many there was no
 * room for; the lowest numbers are kept, whatever order the table has them in. */
XPBD_INLINE int32_t XPBD_NAME(contact_candidates)(const XPBD_NAME(contact) * c, const XPBD_NAME(particle) * x,
                                                  int32_t i) {
  int32_t *list = c->candidates + (int64_t)i * XPBD_CANDIDATES, count = 0, lost = 0;
  const XPBD_NAME(particle) p = x[i];
  const int32_t cx = XPBD_NAME(cell_of)(p.x, c->inverse_cell), cy = XPBD_NAME(cell_of)(p.y, c->inverse_cell),
                cz = XPBD_NAME(cell_of)(p.z, c->inverse_cell);
  for (int32_t near = 0; near < 27; near++) {
    const int32_t nx = cx + near % 3 - 1, ny = cy + near / 3 % 3 - 1, nz = cz + near / 9 - 1;
    const uint32_t bucket = xpbd_bucket_of(nx, ny, nz, c->mask);
    for (int32_t at = c->start[bucket]; at < c->start[bucket + 1]; at++) {
      const int32_t j = c->items[at];
      if (j == i || XPBD_NAME(cell_of)(x[j].x, c->inverse_cell) != nx ||
          XPBD_NAME(cell_of)(x[j].y, c->inverse_cell) != ny || XPBD_NAME(cell_of)(x[j].z, c->inverse_cell) != nz)
        continue;
      const VEC3 d = XPBD_NAME(v_make)(p.x - x[j].x, p.y - x[j].y, p.z - x[j].z);
      if (!(V_DOT(d, d) < c->reach * c->reach) || XPBD_NAME(contact_joined)(c, i, j)) continue;
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
  return lost;
}

/* Squared distance of a pair when it overlaps, else -1; the same for both ends. */
XPBD_INLINE REAL XPBD_NAME(contact_overlap)(const XPBD_NAME(contact) * c, const XPBD_NAME(particle) * x, int32_t i,
                                            int32_t j, VEC3 *d) {
  *d = XPBD_NAME(v_make)(x[i].x - x[j].x, x[i].y - x[j].y, x[i].z - x[j].z);
  const REAL squared = V_DOT(*d, *d);
  return c->diameter * c->diameter > squared && squared > XPBD_TINY && x[i].w + x[j].w > R(0.0) ? squared : R(-1.0);
}

/* How many of its candidates particle i overlaps. */
XPBD_INLINE void XPBD_NAME(contact_count)(const XPBD_NAME(contact) * c, const XPBD_NAME(particle) * x, int32_t i) {
  int32_t touching = 0;
  VEC3 d;
  for (int32_t k = 0; k < c->candidate_count[i]; k++)
    touching += XPBD_NAME(contact_overlap)(c, x, i, c->candidates[(int64_t)i * XPBD_CANDIDATES + k], &d) > R(0.0);
  c->touching[i] = touching;
}

/* Where particle i is pushed by all it overlaps, into c->moved; returns the number of contacts. */
XPBD_INLINE int32_t XPBD_NAME(contact_push)(const XPBD_NAME(contact) * c, const XPBD_NAME(particle) * x, int32_t i) {
  VEC3 move = V_ZERO;
  for (int32_t k = 0; k < c->candidate_count[i] && c->touching[i] > 0; k++) {
    const int32_t j = c->candidates[(int64_t)i * XPBD_CANDIDATES + k];
    VEC3 d;
    const REAL squared = XPBD_NAME(contact_overlap)(c, x, i, j, &d);
    if (!(squared > R(0.0))) continue;
    const REAL distance = XPBD_SQRT(squared);
    const int32_t most = c->touching[i] > c->touching[j] ? c->touching[i] : c->touching[j];
    const REAL share = x[i].w / (x[i].w + x[j].w) / (REAL)most;
    move = V_MADD(share * (c->diameter - distance) / distance, d, move);
  }
  c->moved[i].x = x[i].x + move.x;
  c->moved[i].y = x[i].y + move.y;
  c->moved[i].z = x[i].z + move.z;
  return c->touching[i];
}

XPBD_INLINE void XPBD_NAME(contact_apply)(const XPBD_NAME(contact) * c, XPBD_NAME(particle) * x, int32_t i) {
  if (c->touching[i] == 0 || !(x[i].w > R(0.0))) return;
  x[i].x = c->moved[i].x, x[i].y = c->moved[i].y, x[i].z = c->moved[i].z;
}
