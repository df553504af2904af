/* tet_volume: C = k (V - V0), V = ((x1 - x0) x (x2 - x0)) . (x3 - x0) / 6
 * tet_determinant: C = k (D - D0), D = 6 V
 * closed_volume: C = k (V - V0) of a whole closed mesh, V = sum over its triangles of x0 . (x1 x x2) / 6; one
 * constraint
 * nodal_volume_tet: C = sqrt(lambda V) (J - 1) for each vertex, V a quarter of the rest volume of the tetrahedra at the
 * vertex, J their volume over their rest volume
 *
 * rest[0] = V0, D0 [m^3], signed; for closed_volume the triangle's part. material[0] = k [1]. C in m^3, so its strength
 * relative to alpha depends on the size of the scene. On a mesh of triangles x0 of a tetrahedron is the centre of mass,
 * the ghost tip. Such a constraint holds each triangle's distance to the tip, not only the volume. Volumes of ghost
 * tetrahedra may be negative (720 of 1800 on a torus); their sum is the volume of the mesh. With a tip of infinite
 * mass, momentum is not conserved.
 * Source: Cetinaslan 2019, Eq. (10) to (14); the determinant: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel. Both
 * verified as printed. Closed meshes: Mueller et al. 2007, Eq. (12), with the 1/6 that makes their sum a volume.
 * Degenerate: nothing divides. The gradient vanishes only where all particles are on one line.
 *
 * nodal_volume_tet is the lambda part of an elastic energy, with one pressure for each vertex. Linear tetrahedra with a
 * pressure each lock: near nu = 0.5 they are far too stiff. A mesh has about six times as many tetrahedra as vertices,
 * and each keeps its own volume. stvk_nodal_tet adds the mu part, which is stvk_strain_tet with E / (1 + nu) and nu =
 * 0. In the sum, E and nu are Young's modulus and Poisson's ratio of the material. docs/made/findings.md shows the tip
 * of a cantilever with both. A tetrahedron's own part is C = sqrt(lambda) / 2 (V - V0). The sum over the tetrahedra at
 * a vertex is divided by the root of the sum of their rest[0] = V0 (trait XPBD_NODAL), so a vertex has C in J^(1/2).
 * rest[1] is the sign of the rest volume. material = E [Pa], nu. alpha is a plain number, 1 by default.
 * Source: Bonet and Burton 1998, A simple average nodal pressure tetrahedral element for incompressible and nearly
 * incompressible dynamic explicit applications. */

/* The determinant and its gradients times s. */
XPBD_INLINE REAL XPBD_NAME(tet_gradients)(const VEC3 *x, REAL s, VEC3 *g) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]), ab = V_CROSS(a, b);
  g[1] = V_SCALE(s, V_CROSS(b, c));
  g[2] = V_SCALE(s, V_CROSS(c, a));
  g[3] = V_SCALE(s, ab);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return V_DOT(ab, c);
}
XPBD_INLINE REAL XPBD_NAME(tet_determinant_of)(const VEC3 *x) {
  return V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0]));
}

XPBD_REST(tet_volume) {
  rest[0] = XPBD_NAME(tet_determinant_of)(x) / R(6.0);
}
XPBD_FORMULA(tet_volume) {
  const REAL k = material[0] / R(6.0);
  return XPBD_FMA(k, XPBD_NAME(tet_gradients)(x, k, g), -(material[0] * rest[0]));
}

XPBD_REST(tet_determinant) {
  rest[0] = XPBD_NAME(tet_determinant_of)(x);
}
XPBD_FORMULA(tet_determinant) {
  return material[0] * (XPBD_NAME(tet_gradients)(x, material[0], g) - rest[0]);
}

XPBD_REST(closed_volume) {
  rest[0] = V_DOT(x[0], V_CROSS(x[1], x[2])) / R(6.0);
}
XPBD_FORMULA(closed_volume) {
  const REAL k = material[0] / R(6.0);
  const VEC3 n = V_CROSS(x[1], x[2]);
  g[0] = V_SCALE(k, n);
  g[1] = V_SCALE(k, V_CROSS(x[2], x[0]));
  g[2] = V_SCALE(k, V_CROSS(x[0], x[1]));
  return XPBD_FMA(k, V_DOT(x[0], n), -(material[0] * rest[0]));
}

XPBD_REST(nodal_volume_tet) {
  REAL c[9];
  const REAL volume = XPBD_NAME(inverse_tet)(x, c);
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(c[0]), R(-1.0), volume, XPBD_NO_REST); /* NaN if c[0] is */
  rest[1] = XPBD_SELECT_GT(XPBD_NAME(tet_determinant_of)(x), R(0.0), R(1.0), R(-1.0));
}
XPBD_FORMULA(nodal_volume_tet) {
  const REAL nu = material[1];
  const REAL half = R(0.5) * XPBD_NAME(root_of)(material[0] * nu / ((R(1.0) + nu) * (R(1.0) - R(2.0) * nu)));
  const REAL s = half * rest[1] / R(6.0);
  return XPBD_FMA(s, XPBD_NAME(tet_gradients)(x, s, g), -(half * rest[0]));
}
