/* Why this file exists: judges whether the embedded iteration of Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel
 * Iteration", is stable, and whether its two forms are the same. The paper prints the method twice, with opposite signs
 * (Eq. (7) and Alg. 1, line 14). The other claims are judged in claims_embedded*.c. */
#include <string.h>

#include "claims_embedded.h"

/// A setup of the paper's Fig. 1 or 2.
typedef struct subject {
  const char *scene, *constraint;
} subject;

static const subject subjects[] = {
    {"torus_stretched", "linear_tet"},      {"torus_stretched", "stvk_tet"},
    {"torus_stretched", "neo_hookean_tet"}, {"torus_stretched", "sbd_tet+tet_determinant"},
    {"cloth", "stretching+shear_angle"},    {"cloth", "sbd+triangle_area"},
    {"cloth", "orthotropic_triangle"},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects, METHODS = READINGS + 1, EQ7 = READINGS, CASES = 3 };

#define PRINTED "alpha 1e-4, beta 0.3, 1/24 s, 5 and 20 iterations, 900 and 441 vertices as printed; "
#define SMALL   "alpha 1e-4, beta 0.3, 1/24 s, 5 and 20 iterations as printed; 256 and 121 vertices; "
#define OPEN    "torus of 4 materials, 0.35 and 5 m; 3 cloths, 2 and 10 m; 1 kg, the large ones of 100 kg too; 72 frames"

/// Whether the body is lost: not finite, or its edges on average eleven times as long as at rest. XPBD loses none.
static bool lost(check *self, const subject *s, int which, xpbd_method method, int full) {
  claims_setup setup = claims_setup_of(s->scene, s->constraint);
  const bool torus = strcmp(s->scene, "cloth") != 0, large = which > 0;
  setup.params.resolution = torus ? (full ? 30 : 16) : (full ? 21 : 11);
  setup.params.size = torus ? (large ? 5.0 : 0.35) : (large ? 10.0 : 2.0);
  setup.params.mass = which == 2 ? 100.0 : 1.0;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  setup.settings.iterations = torus ? 5 : 20;
  setup.settings.method = method;
  setup.frames = 72;
  OWNED(claims_run_free) claims_run run = {0};
  const bool good = claims_run_make(self, &setup, &run);
  const bool gone = !good || run.diverged || !(run.strain < 10.0);
  return gone;
}

static void stable(check *self, int full) {
  static const xpbd_method methods[METHODS] = {XPBD_METHOD_XPBD, XPBD_METHOD_ENERGY_LINE, XPBD_METHOD_ENERGY,
                                               XPBD_METHOD_ENERGY_EQ7};
  int gone[METHODS] = {0}, light = 0, apart = 0;
  for (int s = 0; s < SUBJECTS; s++)
    for (int c = 0; c < CASES; c++) {
      bool now[METHODS];
      for (int m = 0; m < METHODS; m++) gone[m] += now[m] = lost(self, &subjects[s], c, methods[m], full);
      light += c < 2 && now[LINE];
      apart += now[LINE] != now[EQ7];
    }
  const int all = SUBJECTS * CASES;
  const char *settings = full ? PRINTED OPEN : SMALL OPEN;
  check_same(self, (uint64_t)gone[PLAIN], 0, "XPBD: runs that are lost, of %d", all);
  check_control(self, gone[LINE] >= 4, "line 14, lost in %d of %d", gone[LINE], all);
  claims_case(self, gone[LINE], "all of it");
  claims_judge(self, "energy_stable", EMBEDDED_LINE, settings, NULL,
               "lost, of %d runs: XPBD %d, line 14 %d (%d of them of 1 kg)", all, gone[PLAIN], gone[LINE], light);
  claims_case(self, gone[EQ7], "all of it");
  claims_judge(self, "energy_stable", "as printed, Eq. (7)", settings, NULL, "lost, of %d runs: XPBD %d, Eq. (7) %d",
               all, gone[PLAIN], gone[EQ7]);
  claims_case(self, gone[STABLE], "all of it");
  claims_judge(self, "energy_stable", EMBEDDED_STABLE, settings, NULL, "lost, of %d runs: XPBD %d, made stable %d", all,
               gone[PLAIN], gone[STABLE]);
  claims_case(self, apart, "all of it");
  claims_judge(self, "energy_two_forms", NULL, settings, "they have opposite signs",
               "line 14 loses %d, Eq. (7) %d of %d runs; %d are lost by one alone", gone[LINE], gone[EQ7], all, apart);
}

void claims_list_energy(check_registry *registry, int full) {
  claims_add(registry, "energy-stable", "the embedded iteration as printed twice and made stable: lost bodies", stable,
             full);
  embedded_list_body(registry, full);
}
