/* The list of formulas: from each line come its kernels on every backend, its checks, its benchmark rows and its
 * documentation. XPBD_FORMULA_ENTRY(name, arity, numbers of the rest shape, numbers of the material, element,
 * unit of C, source, about, materials as {name, unit, standard, minimum, maximum}...). */
XPBD_FORMULA_ENTRY(stretching, 2, 1, 1, XPBD_ON_EDGES, "m", "Cetinaslan 2019, Eq. (15)",
                   "difference of length, the stretching constraint", {"k", "1", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(hookean, 2, 1, 1, XPBD_ON_EDGES, "m", "Cetinaslan 2019, Eq. (16)",
                   "energy of a Hookean spring as constraint", {"k", "1/m", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(stvk, 2, 1, 1, XPBD_ON_EDGES, "m", "Cetinaslan 2019, Eq. (17)",
                   "energy of a St. Venant-Kirchhoff spring as constraint", {"k", "1/m^3", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(morse, 2, 1, 1, XPBD_ON_EDGES, "m", "Cetinaslan 2019, Eq. (7), gradient corrected",
                   "modified Morse potential", {"k", "m", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(distance_bending, 2, 1, 1, XPBD_ON_OPPOSITES, "m",
                   "Cincotti, The Most Performant Bending Constraint",
                   "distance of the vertices opposite a shared edge", {"k", "1", 1.0, 0.0, 1e9})
