/* Why this file exists: restitution at the level of velocities, after the positions of a time step have determined
 * these (Mueller, Macklin et al. 2020, Detailed Rigid Body Simulation with Extended Position Based Dynamics, Sec. 3.6,
 * Eq. (34)). Bodies that met in the step and approached with speed u before it separate with e u. Two things differ
 * from the paper.
 *
 * u is the speed at the start of the step, without the effect of gravity during the step. So u = 0 for a body at rest,
 * which stays at rest without a threshold. The paper sets one at 2 g h.
 *
 * The separation speed is only raised to e u. The paper also lowers it, to undo the velocity that pushing out of a
 * penetration added. That would hold back a soft body whose springs separate it faster.
 *
 * The impulse also has friction, which together with that of the positions gives Coulomb's law for the total. All pairs
 * of particles respond at once to the same velocities, divided by the contacts of the busier particle, as in
 * contact.inl. This conserves momentum and does not depend on the order of threads. No include guard: include after
 * solver/contact.inl and collide/project.inl, once per XPBD_SCALAR. */

/* The change of a relative velocity v that raises its separation speed along n to at least `parting`. */
XPBD_INLINE VEC3 XPBD_NAME(bounce_change)(VEC3 v, VEC3 n, REAL parting, REAL friction) {
  const REAL u = V_DOT(v, n), gain = parting - u;
  if (!(gain > R(0.0))) return V_ZERO;
  const VEC3 along = V_MADD(-u, n, v);
  const REAL length = V_LENGTH(along), reach = friction * gain;
  const REAL part = length > reach ? reach / length : R(1.0);
  return V_MADD(-part, along, V_SCALE(gain, n));
}

/* For a pair that met in this step: its current direction, and its approach speed, 0 if none. */
XPBD_INLINE REAL XPBD_NAME(bounce_approach)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                            XPBD_GLOBAL const XPBD_NAME(particle) * before, int32_t i, int32_t k,
                                            int32_t *j, VEC3 *n) {
  *j = c->candidates[(int64_t)i * XPBD_CANDIDATES + k];
  if (!(c->touched[i] >> k & 1u)) return R(0.0);
  const VEC3 d = XPBD_NAME(between)(c->base, x, i, *j);
  const REAL squared = V_DOT(d, d);
  if (!(squared > XPBD_TINY)) return R(0.0);
  *n = V_SCALE(R(1.0) / XPBD_SQRT(squared), d);
  const VEC3 v = XPBD_NAME(v_make)(before[i].x - before[*j].x, before[i].y - before[*j].y, before[i].z - before[*j].z);
  const REAL u = -V_DOT(v, *n);
  return XPBD_SELECT_GT(u, R(0.0), u, R(0.0));
}

/* Counts the pairs of particle i that bounce. */
XPBD_INLINE void XPBD_NAME(bounce_count)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                         XPBD_GLOBAL const XPBD_NAME(particle) * before, int32_t i) {
  int32_t touching = 0, j;
  VEC3 n;
  for (int32_t k = 0; k < c->candidate_count[i] && c->touched[i]; k++)
    touching += XPBD_NAME(bounce_approach)(c, x, before, i, k, &j, &n) > R(0.0);
  c->touching[i] = touching;
}

/* The velocity of particle i after all its pairs respond, into c->moved. */
XPBD_INLINE void XPBD_NAME(bounce_push)(const XPBD_NAME(contact) * c, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                        XPBD_GLOBAL const XPBD_NAME(particle) * before,
                                        XPBD_GLOBAL const XPBD_NAME(particle) * v, int32_t i) {
  VEC3 change = V_ZERO;
  if (c->touching[i] == 0) return;
  for (int32_t k = 0; k < c->candidate_count[i]; k++) {
    int32_t j;
    VEC3 n;
    const REAL approach = XPBD_NAME(bounce_approach)(c, x, before, i, k, &j, &n);
    if (!(approach > R(0.0))) continue;
    const VEC3 between = XPBD_NAME(v_make)(v[i].x - v[j].x, v[i].y - v[j].y, v[i].z - v[j].z);
    const int32_t most = c->touching[i] > c->touching[j] ? c->touching[i] : c->touching[j];
    const REAL share = x[i].w / (x[i].w + x[j].w) / (REAL)most;
    change = V_MADD(share, XPBD_NAME(bounce_change)(between, n, c->restitution * approach, c->friction), change);
  }
  c->moved[i].x = v[i].x + change.x;
  c->moved[i].y = v[i].y + change.y;
  c->moved[i].z = v[i].z + change.z;
}

/* The same for particle i and an obstacle, which particles do not move. n is the normal at the contact. */
XPBD_INLINE void XPBD_NAME(bounce_off)(XPBD_GLOBAL const XPBD_NAME(obstacle) * o, VEC3 n, XPBD_NAME(inertia) of,
                                       XPBD_GLOBAL const XPBD_NAME(particle) * before, int32_t i) {
  const VEC3 from = XPBD_POINT(of.start[i]);
  const VEC3 own = V_SCALE(of.inverse_h, of.base ? XPBD_NAME(obstacle_drift)(o, of.base, from, i)
                                                 : V_SUB(XPBD_NAME(obstacle_carry)(o, from), from));
  const REAL approach = -V_DOT(V_SUB(XPBD_POINT(before[i]), own), n);
  if (!(approach > R(0.0))) return;
  const VEC3 v = XPBD_POINT(of.v[i]);
  const VEC3 change = XPBD_NAME(bounce_change)(V_SUB(v, own), n, o->restitution * approach, o->friction);
  const VEC3 next = V_ADD(v, change);
  of.v[i].x = next.x, of.v[i].y = next.y, of.v[i].z = next.z;
}

/* In f32x: restores the pair of a velocity and its low part after the velocity of particle i has changed. */
XPBD_INLINE void XPBD_NAME(bounce_settle)(XPBD_NAME(inertia) of, int32_t i) {
#if XPBD_SCALAR == 32
  xpbd_row low;
  if (!of.base) return;
  const xpbd_row v = xpbd_kept_sum(ROW(&of.v[i]), ROW(&of.v_low[i]), &low);
  ROW_PUT(&of.v[i], v);
  ROW_PUT(&of.v_low[i], low);
#else
  (void)of, (void)i;
#endif
}
