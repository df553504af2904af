/* The list of formulas. Each line gives a formula its kernels on every backend, its checks, its benchmark rows and its
 * documentation.
 *
 *   XPBD_FORMULA_ENTRY(name, arity, numbers of the rest shape, numbers of the material, rows, element, traits,
 *                      unit of C, source, about, materials as {name, unit, standard, minimum, maximum}...)
 *
 * XPBD_SUMMED_ENTRY is the same for a formula whose constraints are summed to one (trait XPBD_SUMMED).
 * XPBD_FORMULA_RULE names a formula whose header also has XPBD_RULE(name): numbers of the material that must fit
 * together.
 * XPBD_FORMULA_FIELDS(name, {name, unit, about, index, width, {standard...}, minimum, maximum}...) names numbers of the
 * rest shape that each element gets from outside, see xpbd_formula_field. */
#ifndef XPBD_SUMMED_ENTRY
#define XPBD_SUMMED_ENTRY(...) XPBD_FORMULA_ENTRY(__VA_ARGS__)
#endif
XPBD_FORMULA_ENTRY(stretching, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "Cetinaslan 2019, Eq. (15)",
                   "difference of length, the stretching constraint", {"k", "1", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(hookean, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m", "Cetinaslan 2019, Eq. (16)",
                   "energy of a Hookean spring as constraint", {"k", "1/m", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(stvk, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m", "Cetinaslan 2019, Eq. (17)",
                   "energy of a St. Venant-Kirchhoff spring as constraint", {"k", "1/m^3", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(morse, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_METRES, "m",
                   "Cetinaslan 2019, Eq. (7), gradient corrected", "modified Morse potential",
                   {"k", "m", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(distance_bending, 2, 1, 1, 1, XPBD_ON_OPPOSITES, XPBD_PLAIN, "m",
                   "Cincotti, The Most Performant Bending Constraint",
                   "distance of the vertices opposite a shared edge", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(sbd_stretch, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (10)",
                   "Green's strain along the warp and across it", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(sbd_shear, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (11)",
                   "Green's shear of warp and weft", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(sbd_stretch_tet, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (10)",
                   "Green's strain along three axes", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(sbd_shear_tet, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (11)",
                   "Green's shear of three pairs of axes", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(mod_stretch, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (12)",
                   "relative elongation along the warp and across it", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(mod_shear, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (13)",
                   "cosine of the angle of warp and weft", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(mod_stretch_tet, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (12)",
                   "relative elongation along three axes", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(mod_shear_tet, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_PLAIN, "1", "Cetinaslan 2023, Eq. (13)",
                   "cosines of the angles of three pairs of axes", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_stretch, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (14)",
                   "exponential of sbd_stretch, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_shear, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (18)",
                   "exponential of sbd_shear, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_stretch, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (15)",
                   "exponential of mod_stretch, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_shear, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (19)",
                   "exponential of mod_shear, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_stretch_tet, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (14)",
                   "exponential of sbd_stretch_tet, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_shear_tet, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (18)",
                   "exponential of sbd_shear_tet, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_stretch_tet, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (15)",
                   "exponential of mod_stretch_tet, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_shear_tet, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_ENERGY, "1", "Cetinaslan 2023, Eq. (19)",
                   "exponential of mod_shear_tet, continued by its tangents", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_stretch_literal, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (14)", "exponential of sbd_stretch as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_shear_literal, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (18)", "exponential of sbd_shear as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_stretch_literal, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (15)", "exponential of mod_stretch as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_shear_literal, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (19)", "exponential of mod_shear as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_stretch_tet_literal, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (14)", "exponential of sbd_stretch_tet as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_shear_tet_literal, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (18)", "exponential of sbd_shear_tet as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_stretch_tet_literal, 4, 3, 1, 3, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (15)", "exponential of mod_stretch_tet as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(esbd_mod_shear_tet_literal, 4, 6, 1, 3, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "1",
                   "Cetinaslan 2023, Eq. (19)", "exponential of mod_shear_tet as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(linear_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY | XPBD_TURNING, "J",
                   "Cetinaslan and Chaves, Eq. (17)", "energy of linear elasticity, E is not the body's modulus",
                   {"E", "Pa", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY, "J", "Cetinaslan and Chaves, Eq. (18)",
                   "energy of a St. Venant-Kirchhoff solid, E is not the body's modulus", {"E", "Pa", 1000.0, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY, "J",
                   "Cetinaslan and Chaves, Eq. (19), continued below J = 0.1",
                   "energy of a neo-Hookean solid that recovers, E is not the body's modulus",
                   {"E", "Pa", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_tet_literal, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "J",
                   "Cetinaslan and Chaves, Eq. (19)",
                   "energy of a neo-Hookean solid as printed, E is not the body's modulus",
                   {"E", "Pa", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(linear_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J",
                   "Bender et al. 2014; strain in the frame of the warp",
                   "energy of a linearly elastic sheet, E is not the body's modulus", {"E", "N/m", 1000.0, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J", "Bender et al. 2014",
                   "energy of a St. Venant-Kirchhoff sheet, E is not the body's modulus",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J",
                   "Bender et al. 2014, continued below J = 0.1",
                   "energy of a neo-Hookean sheet that may collapse, E is not the body's modulus",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_triangle_literal, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "J",
                   "Bender et al. 2014", "energy of a neo-Hookean sheet as printed, E is not the body's modulus",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(orthotropic_triangle, 3, 5, 5, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J",
                   "Bender et al. 2014; Cetinaslan and Chaves, section V.C",
                   "energy of cloth, warp and weft apart, E is not the body's modulus",
                   {"E_x", "N/m", 1000.0, 0.0, 1e9}, {"E_y", "N/m", 1000.0, 0.0, 1e9}, {"nu_xy", "1", 0.3, 0.0, 0.49},
                   {"nu_yx", "1", 0.3, 0.0, 0.49}, {"E_s", "N/m", 500.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(morse_clamped, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_METRES, "m",
                   "Cetinaslan 2019, Eq. (7), continued by tangents",
                   "modified Morse potential, its exponential continued outside -1 .. 1", {"k", "m", 10.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(espef_stretching, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m",
                   "Cetinaslan 2023, ESBD, Eqs. (7), (8)", "exponential of stretching, continued by tangents",
                   {"k", "m", 10.0, 0.0, 1e9}, {"k_inner", "1/m", 1.0, 0.0, 100.0})
XPBD_FORMULA_ENTRY(espef_hookean, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m", "Cetinaslan 2023, ESBD, Eqs. (7), (8)",
                   "exponential of a Hookean spring, continued by tangents", {"k", "m", 10.0, 0.0, 1e9},
                   {"k_inner", "1/m^2", 1.0, 0.0, 100.0})
XPBD_FORMULA_ENTRY(espef_stvk, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m", "Cetinaslan 2023, ESBD, Eqs. (7), (8)",
                   "exponential of a St. Venant-Kirchhoff spring, continued by tangents", {"k", "m", 10.0, 0.0, 1e9},
                   {"k_inner", "1/m^4", 1.0, 0.0, 100.0})
XPBD_FORMULA_ENTRY(espef_stretching_literal, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_LITERAL, "m",
                   "Cetinaslan 2023, ESBD, Eqs. (7), (8)", "exponential of stretching, as printed",
                   {"k", "m", 10.0, 0.0, 1e9}, {"k_inner", "1/m", 1.0, 0.0, 4.0})
XPBD_FORMULA_ENTRY(espef_hookean_literal, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_LITERAL, "m",
                   "Cetinaslan 2023, ESBD, Eqs. (7), (8)", "exponential of a Hookean spring, as printed",
                   {"k", "m", 10.0, 0.0, 1e9}, {"k_inner", "1/m^2", 1.0, 0.0, 4.0})
XPBD_FORMULA_ENTRY(espef_stvk_literal, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_LITERAL, "m",
                   "Cetinaslan 2023, ESBD, Eqs. (7), (8)", "exponential of a St. Venant-Kirchhoff spring, as printed",
                   {"k", "m", 10.0, 0.0, 1e9}, {"k_inner", "1/m^4", 1.0, 0.0, 4.0})
XPBD_FORMULA_ENTRY(shear_angle, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_PLAIN, "rad",
                   "Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (9)",
                   "angle at the corner of a triangle, by atan2", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(shear_angle_acos, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_SINGULAR, "rad",
                   "Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (9)",
                   "angle at the corner of a triangle, by acos as printed", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(dihedral, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, "rad",
                   "Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (10), signed by atan2",
                   "signed fold between two triangles, flat = 0", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(dihedral_acos, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_SINGULAR | XPBD_KINKED, "rad",
                   "Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (10)",
                   "fold between two triangles by acos as printed, flat = pi", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(isometric_bending, 4, 3, 1, 1, XPBD_ON_HINGES, XPBD_KINKED | XPBD_FLAT_REST, "1",
                   "Bergou et al. 2006, as sqrt(2 E)",
                   "isometric bending energy of two triangles that are flat at rest", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(triangle_area, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^4",
                   "Cetinaslan 2023, ESBD, with edge vectors", "squared area of a triangle", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(tet_volume, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "Cetinaslan 2019, Eq. (10)",
                   "volume of a tetrahedron, real or with a ghost tip", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(tet_determinant, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3",
                   "Cetinaslan and Chaves, Energy Embedded Gauss-Seidel", "six times the volume of a tetrahedron",
                   {"k", "1", 1.0, 0.0, 1e9})
XPBD_SUMMED_ENTRY(closed_volume, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_SUMMED, "m^3", "Mueller et al. 2007, Eq. (12)",
                  "volume of a closed mesh, one constraint of all its triangles", {"k", "1", 1.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(linear_root_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_KINKED | XPBD_TURNING | XPBD_MODULI, "J^(1/2)",
                   "root of the energy of linear elasticity",
                   "linearly elastic material with Young's modulus E; locks near nu = 0.5", {"E", "Pa", 1e5, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(corotated_root_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of the corotated energy, R as Lin, Chitalu and Komura 2022",
                   "corotated linear material with Young's modulus E; locks near nu = 0.5", {"E", "Pa", 1e5, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_root_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of St. Venant and Kirchhoff's energy",
                   "St. Venant-Kirchhoff material with Young's modulus E; locks near nu = 0.5",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_root_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of the neo-Hookean energy, continued below J = 0.1",
                   "neo-Hookean material that recovers from inversion; E is Young's modulus; locks near nu = 0.5",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(linear_root_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of the energy of linear elasticity; strain in the frame of the warp",
                   "linearly elastic sheet with Young's modulus E", {"E", "N/m", 1000.0, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(corotated_root_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of the corotated energy", "corotated linearly elastic sheet with Young's modulus E",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_root_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of St. Venant and Kirchhoff's energy", "St. Venant-Kirchhoff sheet with Young's modulus E",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(neo_hookean_root_triangle, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_KINKED | XPBD_MODULI, "J^(1/2)",
                   "root of the neo-Hookean energy, continued below J = 0.1",
                   "neo-Hookean sheet that may collapse, with Young's modulus E", {"E", "N/m", 1000.0, 0.0, 1e9},
                   {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(deviatoric_tet, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_PRELOADED | XPBD_MODULI, "J^(1/2)",
                   "Macklin and Mueller 2021, Eq. (9)",
                   "shape of a stable neo-Hookean material; hydrostatic_tet balances it at rest",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(hydrostatic_tet, 4, 2, 2, 1, XPBD_ON_TETS, XPBD_PRELOADED | XPBD_MODULI, "J^(1/2)",
                   "Macklin and Mueller 2021, Eq. (10), with lambda + mu",
                   "volume of a stable neo-Hookean material, which locks; deviatoric_tet balances it at rest",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stable_neo_hookean_tet, 4, 11, 2, 2, XPBD_ON_TETS,
                   XPBD_PRELOADED | XPBD_MODULI | XPBD_ROWS_ALIKE | XPBD_COUPLED, "J^(1/2)",
                   "Macklin and Mueller 2021, Eqs. (9) and (10), with lambda + mu",
                   "stable neo-Hookean material, its shape and volume in two rows; locks near nu = 0.5",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(linear_strain_tet, 4, 11, 2, 6, XPBD_ON_TETS, XPBD_TURNING | XPBD_MODULI | XPBD_ROWS_ALIKE,
                   "J^(1/2)", "Macklin et al. 2016, Eq. (23), in the basis that makes the compliance diagonal",
                   "linear strain in six rows; E is the material's modulus; locks near nu = 0.5",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_strain_tet, 4, 11, 2, 6, XPBD_ON_TETS, XPBD_MODULI | XPBD_ROWS_ALIKE, "J^(1/2)",
                   "Macklin et al. 2016, Eq. (23), in the basis that makes the compliance diagonal",
                   "Green's strain in six rows; E is the material's modulus; locks near nu = 0.5",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(linear_strain_triangle, 3, 6, 2, 3, XPBD_ON_TRIANGLES, XPBD_MODULI | XPBD_ROWS_ALIKE, "J^(1/2)",
                   "Macklin et al. 2016, Eq. (23), in the basis that makes the compliance diagonal",
                   "linear strain of the turned sheet in three rows, a sheet with Young's modulus E",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(stvk_strain_triangle, 3, 6, 2, 3, XPBD_ON_TRIANGLES, XPBD_MODULI | XPBD_ROWS_ALIKE, "J^(1/2)",
                   "Macklin et al. 2016, Eq. (23), in the basis that makes the compliance diagonal",
                   "Green's strain in three rows, a St. Venant-Kirchhoff sheet with Young's modulus E",
                   {"E", "N/m", 1000.0, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
XPBD_FORMULA_ENTRY(orthotropic_strain_triangle, 3, 6, 4, 3, XPBD_ON_TRIANGLES, XPBD_MODULI | XPBD_ROWS_ALIKE, "J^(1/2)",
                   "Macklin et al. 2016, Eq. (23), with the Cholesky factor of the stiffness",
                   "Green's strain of cloth in three rows, with moduli of warp, weft and shear",
                   {"E1", "N/m", 1000.0, 0.0, 1e9}, {"E2", "N/m", 500.0, 0.0, 1e9}, {"nu12", "1", 0.3, 0.0, 1.0},
                   {"G12", "N/m", 100.0, 0.0, 1e9})
XPBD_FORMULA_ENTRY(shell_bending, 4, 2, 1, 1, XPBD_ON_HINGES, XPBD_MODULI, "J^(1/2)",
                   "Grinspun et al. 2003, with the plate's stiffness",
                   "bending of two triangles, flat or curved at rest, with plate stiffness B",
                   {"B", "N m", 1e-3, 0.0, 1e6})
XPBD_SUMMED_ENTRY(nodal_volume_tet, 4, 2, 2, 1, XPBD_ON_TETS, XPBD_SUMMED | XPBD_NODAL | XPBD_MODULI, "J^(1/2) m^(3/2)",
                  "Bonet and Burton 1998", "volume at each vertex, which does not lock; part of stvk_nodal_tet",
                  {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.499})
XPBD_FORMULA_ENTRY(fibre_tet, 4, 5, 1, 1, XPBD_ON_TETS, XPBD_MODULI, "J^(1/2)",
                   "Kim, de Goes and Iben 2019, the root of I_5; the rest length is shortened by the activation",
                   "stiffness of fibres in a solid, whose direction and activation are fields",
                   {"E_f", "Pa", 1e5, 0.0, 1e9})

#ifdef XPBD_FORMULA_RULE
XPBD_FORMULA_RULE(orthotropic_triangle)
XPBD_FORMULA_RULE(orthotropic_strain_triangle)
#endif
#ifdef XPBD_FORMULA_FIELDS
XPBD_FORMULA_FIELDS(dihedral,
                    {"angle", "rad", "rest angle, flat = 0", 0, 1, {NAN}, -3.15, 3.15})
XPBD_FORMULA_FIELDS(shell_bending,
                    {"angle", "rad", "rest angle, flat = 0", 0, 1, {NAN}, -3.15, 3.15})
XPBD_FORMULA_FIELDS(fibre_tet, {"fibre", "1", "direction of the fibres at rest", 0, 3, {1.0, 0.0, 0.0}, 0.0, 0.0},
                    {"activation", "1", "shortening of the unloaded fibres", 3, 1, {0.0}, 0.0, 1.0})
#endif
#undef XPBD_SUMMED_ENTRY
