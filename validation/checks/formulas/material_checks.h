/* Why this file exists: the checks of materials whose moduli are those of the body (XPBD_MODULI) share this: one
 * element of them, and the laws on paper. */
#pragma once

#include "formula_subject.h"

/// Energies by principal stretches s_i, Lame's constants of a solid or of a sheet in plane stress.
typedef enum moduli_law {
  LAW_LINEAR,      ///< Of the strain (F + F^T)/2 - 1; for a sheet in the frame of its first column.
  LAW_COROTATED,   ///< mu sum (s_i - 1)^2 + lambda/2 (sum s_i - d)^2
  LAW_STVK,        ///< The same of (s_i^2 - 1)/2.
  LAW_NEO_HOOKEAN, ///< mu/2 (sum s_i^2 - d) - mu ln J + lambda/2 ln^2 J
  LAW_STABLE       ///< mu/2 sum s_i^2 + (lambda + mu)/2 (J - 2 (1 - nu))^2
} moduli_law;

/// Psi [E] of F = (f_1, f_2, f_3), for a sheet (dimensions 2) of its first two columns. False where the formulas have
/// another rule: J below 0.15, or two dimensions that collapse.
bool moduli_law_energy(moduli_law law, int dimensions, const xpbd_vec3_f64 *f, double E, double nu, double *psi);

/// First Piola-Kirchhoff stress [E] along an extension s with free sides, and their stretch.
double moduli_law_stress(moduli_law law, int dimensions, double s, double E, double nu, double *side);

/// Energy and forces C grad C of an element at compliance 1, summed over formulas and rows.
typedef struct moduli_element {
  double energy;
  xpbd_vec3_f64 force[XPBD_MAX_ARITY];
} moduli_element;

/// parts [count], NULL ends them.
moduli_element moduli_evaluate(const char *const *parts, int count, const double *material, const xpbd_vec3_f64 *rest,
                               const xpbd_vec3_f64 *x);

/// A regular tetrahedron of edge 1 m (three corners: a triangle in the plane z = 0), with every coordinate moved by up
/// to a fifth. Triangles stay in their plane. Returns its volume or area.
double moduli_rest(check *self, int corners, xpbd_vec3_f64 *rest);

void material_moduli_checks(check_registry *registry); /* material_moduli.c */
void material_shape_checks(check_registry *registry);  /* material_shapes.c */
void material_input_checks(check_registry *registry);  /* material_input.c */
void material_shell_checks(check_registry *registry);  /* material_shell.c */
void material_field_checks(check_registry *registry);  /* material_fields.c */
