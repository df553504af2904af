/* Why this file exists: the materials whose moduli are checked, each with its formulas and its stress derived on
 * paper. */
#pragma once

#include "body.h"

/// Stress-strain laws, as first Piola-Kirchhoff stress P(F). All have Young's modulus E and Poisson's ratio nu at rest.
typedef enum law_kind {
  LAW_LINEAR,      ///< 2 mu e + lambda tr e, e = sym F - 1
  LAW_COROTATED,   ///< 2 mu (F - R) + lambda tr(R^T F - 1) R
  LAW_STVK,        ///< F (2 mu G + lambda tr G), G = (F^T F - 1) / 2
  LAW_NEO_HOOKEAN, ///< mu (F - F^-T) + lambda ln J F^-T
  LAW_STABLE       ///< mu F + (lambda + mu) (J - 1 - mu / (lambda + mu)) cof F
} law_kind;

/// A material: its formulas, and their properties.
typedef struct matter {
  const char *name;
  const char *formulas[2]; ///< NULL = no second one.
  law_kind law;
  bool strains;     ///< Its formulas are strains without E and nu, whose compliance carries the moduli; nu is 0.
  bool plain;       ///< C is linear in the positions: a time step has no bias.
  double turn;      ///< Fraction of a swing that a time step has when its bias is measured.
  xpbd_solve solve; ///< Of the rows.
} matter;

int matter_count(void);
const matter *matter_at(int index);
const matter *matter_find(const char *name); ///< NULL = there is none.
/// Energies as the papers print them, C = V Psi, which fail where the others pass. In the order of their laws.
int matter_printed_count(void);
const matter *matter_printed_at(int index);
/// Puts it on the tetrahedra of a body.
bool matter_fill(const matter *m, body *b, double e, double nu);

/// P_11, P_22, P_33 [Pa] of F = diag(stretch).
void law_stress(law_kind law, double e, double nu, const double stretch[3], double p[3]);
/// P_12 [Pa] of simple shear, F = 1 + shear e_1 e_2^T.
double law_shear(law_kind law, double e, double nu, double shear);
/// The stretch across a free bar whose stretch along is `along`.
double law_across(law_kind law, double e, double nu, double along);
