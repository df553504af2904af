/* shell_bending: C = sqrt(B / (A0 + A1)) |e| (fold - theta), the bending of a shell at the hinge of two triangles. They
 * share the edge x0 x1, have the wings x2 and x3, and the areas A0, A1 at rest. The fold and its sign are as in
 * dihedral.
 *
 * rest[0] = theta [rad], the field `angle` or the fold of the rest shape, which may be curved. rest[1] = |e| / sqrt(A0 +
 * A1) [1]. material = B [N m], the stiffness of the plate. C in J^(1/2). alpha is a plain number, 1 by default: C^2 / 2
 * is then the energy.
 * Source: Grinspun et al. 2003, Discrete Shells, Eq. (3): energy (fold - theta)^2 |e| / h, h a third of the mean
 * height, |e| / h = 3 |e|^2 / (A0 + A1). The paper leaves the modulus open.
 *
 * The factor: a hinge smears its fold over a third of its two triangles. B/2 times the square of that mean curvature
 * times this area is 3 B |e|^2 fold^2 / (2 (A0 + A1)), which is also the weight of Bergou's isometric bending. But when
 * a strip is rolled up, most hinges have little or no fold and the others have all of it. On equilateral triangles, and
 * on squares rolled along a side, a cylinder then has three times the energy of a plate, B / (2 R^2) per area. Without
 * the 3 it has the plate's energy, whichever way equilateral triangles are rolled up.
 * The energy of equilateral triangles is B/2 (tr^2 - 8/3 det) of the curvature: a plate of B whose Gaussian term, which
 * a clamped edge makes vanish, is as for nu = -1/3. Squares with one diagonal have B/2 (kxx^2 + kyy^2 + 6 kxy^2 + 2
 * kxy (kxx + kyy)) (diagonal along x = y), which is right along the sides only.
 * isometric_bending with k = sqrt(B / 3) and alpha = 1 is the same near flat.
 * Degenerate: a triangle without area or an edge without length. The scale is then 0 and the solver leaves the
 * constraint alone. There is no rest shape where a rest triangle has no area, that is, where twice its area is below
 * 1e-6 of the shared edge squared. */
XPBD_REST(shell_bending) {
  const VEC3 e = V_SUB(x[1], x[0]);
  const REAL one = V_LENGTH(V_CROSS(e, V_SUB(x[2], x[0]))), other = V_LENGTH(V_CROSS(e, V_SUB(x[3], x[0])));
  const REAL least = R(1e-6) * V_DOT(e, e); /* as for triangles in strain.h */
  const REAL flatter = XPBD_SELECT_GT(one, other, other, one);
  rest[0] = XPBD_SELECT_GT(flatter, least, XPBD_NAME(rest_fold)(x, rest[0]), XPBD_NO_REST);
  rest[1] = XPBD_SQRT(R(2.0) * V_DOT(e, e) / (one + other));
}

XPBD_FORMULA(shell_bending) {
  return XPBD_NAME(fold_from)(x, XPBD_NAME(root_of)(material[0]) * rest[1], rest[0], g, scale);
}
