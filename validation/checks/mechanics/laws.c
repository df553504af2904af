/* Why this file exists: the stress of each checked material, derived on paper. */
#include "laws.h"

#include <math.h>
#include <string.h>

#include "elasticity.h"

static const matter matters[] = {
    {"linear_strain_tet", {"linear_strain_tet"}, LAW_LINEAR, false, true, 0.1, XPBD_SOLVE_STANDARD},
    {"linear_root_tet", {"linear_root_tet"}, LAW_LINEAR, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"corotated_root_tet", {"corotated_root_tet"}, LAW_COROTATED, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"stvk_strain_tet", {"stvk_strain_tet"}, LAW_STVK, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"stvk_root_tet", {"stvk_root_tet"}, LAW_STVK, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"neo_hookean_root_tet", {"neo_hookean_root_tet"}, LAW_NEO_HOOKEAN, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"stable_neo_hookean_tet", {"stable_neo_hookean_tet"}, LAW_STABLE, false, false, 0.003, XPBD_SOLVE_STANDARD},
    {"stable_neo_hookean_rows", {"stable_neo_hookean_tet"}, LAW_STABLE, false, false, 0.003, XPBD_SOLVE_ROWS},
    {"stable_neo_hookean_pair",
     {"deviatoric_tet", "hydrostatic_tet"},
     LAW_STABLE,
     false,
     false,
     0.003,
     XPBD_SOLVE_STANDARD},
    {"sbd_tet", {"sbd_stretch_tet", "sbd_shear_tet"}, LAW_STVK, true, false, 0.1, XPBD_SOLVE_STANDARD},
};

static const matter printed[] = {
    {"linear_tet", {"linear_tet"}, LAW_LINEAR, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"stvk_tet", {"stvk_tet"}, LAW_STVK, false, false, 0.1, XPBD_SOLVE_STANDARD},
    {"neo_hookean_tet", {"neo_hookean_tet"}, LAW_NEO_HOOKEAN, false, false, 0.1, XPBD_SOLVE_STANDARD},
};

int matter_printed_count(void) {
  return (int)(sizeof printed / sizeof *printed);
}

const matter *matter_printed_at(int index) {
  return &printed[index];
}

int matter_count(void) {
  return (int)(sizeof matters / sizeof *matters);
}

const matter *matter_at(int index) {
  return &matters[index];
}

const matter *matter_find(const char *name) {
  for (int i = 0; i < matter_count(); i++)
    if (strcmp(matters[i].name, name) == 0) return &matters[i];
  return NULL;
}

/* Of the strains S_ii - 1 = 2 G_ii and S_ij = 2 G_ij: C^2 / (2 alpha) = V mu G_ii^2 and 2 V mu G_ij^2 make V mu G:G. The
 * tets have the same volume. */
static bool fill_strains(const matter *m, body *b, double e) {
  double unused[4][3];
  const double volume = elasticity_shape(b, 0, unused) / 6.0;
  const double mu = 0.5 * e;
  return body_fill(b, m->formulas[0], NULL, 2.0 / (volume * mu), m->solve) &&
         body_fill(b, m->formulas[1], NULL, 1.0 / (volume * mu), m->solve);
}

bool matter_fill(const matter *m, body *b, double e, double nu) {
  if (m->strains) return fill_strains(m, b, e);
  const double material[2] = {e, nu};
  for (int k = 0; k < 2 && m->formulas[k]; k++)
    if (!body_fill(b, m->formulas[k], material, 1.0, m->solve)) return false;
  return true;
}

static void lame(double e, double nu, double *mu, double *lambda) {
  *mu = e / (2.0 * (1.0 + nu));
  *lambda = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

void law_stress(law_kind law, double e, double nu, const double stretch[3], double p[3]) {
  double mu, lambda;
  lame(e, nu, &mu, &lambda);
  const double j = stretch[0] * stretch[1] * stretch[2], trace = stretch[0] + stretch[1] + stretch[2] - 3.0;
  double green = 0.0;
  for (int i = 0; i < 3; i++) green += 0.5 * (stretch[i] * stretch[i] - 1.0);
  const double volumetric = lambda + mu, least = 1.0 + mu / volumetric;
  for (int i = 0; i < 3; i++) {
    const double s = stretch[i];
    switch (law) {
    case LAW_LINEAR:
    case LAW_COROTATED: p[i] = 2.0 * mu * (s - 1.0) + lambda * trace; break;
    case LAW_STVK: p[i] = s * (mu * (s * s - 1.0) + lambda * green); break;
    case LAW_NEO_HOOKEAN: p[i] = mu * (s - 1.0 / s) + lambda * log(j) / s; break;
    case LAW_STABLE: p[i] = mu * s + volumetric * (j - least) * j / s; break;
    }
  }
}

double law_shear(law_kind law, double e, double nu, double shear) {
  double mu, lambda;
  lame(e, nu, &mu, &lambda);
  if (law == LAW_STVK) return mu * shear + (mu + 0.5 * lambda) * shear * shear * shear;
  if (law != LAW_COROTATED) return mu * shear; /* J = 1, and the cofactor of F_12 is 0 */
  const double root = sqrt(4.0 + shear * shear),
               sine = shear / root; /* F = R U: R turns by atan(shear / 2), tr U = root + 1 */
  return 2.0 * mu * (shear - sine) + lambda * (root - 2.0) * sine;
}

double law_across(law_kind law, double e, double nu, double along) {
  double low = 0.2, high = 3.0;
  for (int i = 0; i < 200; i++) {
    const double middle = 0.5 * (low + high), stretch[3] = {middle, along, middle};
    double p[3];
    law_stress(law, e, nu, stretch, p);
    *(p[0] > 0 ? &high : &low) = middle;
  }
  return 0.5 * (low + high);
}
