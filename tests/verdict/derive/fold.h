/* derive_fold: the fold of a hinge by shared functions. */
XPBD_REST(derive_fold) {
  rest[0] = XPBD_NAME(fold_at)(x);
}

XPBD_VALUE(derive_fold) {
  return material[0] * XPBD_NAME(turn_between)(XPBD_NAME(fold_at)(x), rest[0]);
}

XPBD_FORMULA_ENTRY(derive_fold, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, "rad", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
