/* Why this file exists: judges the claims of Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration" about a
 * torus that hands pull and press: errors, buckles, resistance, triangles. Printed: 900 vertices, 5 iterations, alpha
 * 1e-4, beta 0.3, 1/24 s, no gravity. Size, modulus and the motion of the hands are not printed: 30 % each way in a
 * second and held, 1000 Pa. Without gravity all but the kinetic part depends on one number, alpha~ m / (E^2 size^4):
 * 4e-6 at 0.35 m and 9e-11 at 5 m. So a size also stands for a modulus. */
#include "claims_embedded.h"

#include <math.h>

#define PRINTED "900 vertices, 5 iterations, alpha 1e-4, beta 0.3, 1/24 s as printed; 0.35 and 5 m, E 1000 Pa, "
#define PULLED  "pulled and pressed by 30 %, 48 frames"

enum { SIZES = 2, WAYS = 2, MATERIALS = 4, FRAMES = 48, LATE = 36 };
static const double sizes[SIZES] = {0.35, 5.0};
static const char *const materials[MATERIALS] = {"neo_hookean_tet", "stvk_tet", "linear_tet",
                                                 "sbd_tet+tet_determinant"};

/// Results of one torus.
typedef struct torus {
  bool kept;
  double error;   ///< Mean |C| over the frames.
  double moved;   ///< Root mean square displacement of the vertices from rest / size.
  double kinetic; ///< Mean once the hands have stopped [J].
  double fold;    ///< Mean fold at the end [rad].
  double sharpest, quality;
} torus;

static torus torus_of(check *self, const char *constraint, xpbd_method method, double stretch, double size) {
  claims_setup setup = claims_setup_of("torus_stretched", constraint);
  setup.params.resolution = 30;
  setup.params.size = size;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  xpbd_scene_params_set(&setup.params, "stretch", stretch);
  setup.settings.iterations = 5;
  setup.settings.method = method;
  setup.frames = FRAMES;
  setup.observe[0] = constraint;
  OWNED(claims_run_free) claims_run run = {0};
  torus out = {false, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, 0.0};
  if (claims_run_make(self, &setup, &run) && embedded_kept(&run)) {
    const claims_looks looks = claims_looks_of(&run.model.mesh, run.x);
    double squares = 0.0;
    for (int64_t k = 0; k < 3 * (int64_t)run.n; k++)
      squares += (run.x[k] - run.model.mesh.positions[k]) * (run.x[k] - run.model.mesh.positions[k]);
    out = (torus){true,
                  run.observed[0],
                  sqrt(squares / run.n) / size,
                  claims_mean(&run, LATE, FRAMES).kinetic,
                  claims_mean(&run, LATE, FRAMES).fold,
                  looks.sharpest,
                  looks.quality};
  }
  return out;
}

typedef struct tori {
  torus of[MATERIALS][SIZES][WAYS][READINGS];
} tori;

static bool lost(const torus *t, int m) {
  return !t[m].kept;
}
static bool smaller(const torus *t, int m) {
  return t[m].error < t[PLAIN].error;
}
static bool stiller(const torus *t, int m) {
  return t[m].kinetic < t[PLAIN].kinetic;
}
static bool flatter(const torus *t, int m) {
  return t[m].fold < t[PLAIN].fold;
}
static bool sharper(const torus *t, int m) {
  return t[m].sharpest < t[PLAIN].sharpest;
}
static bool better(const torus *t, int m) {
  return t[m].quality > t[PLAIN].quality;
}

/// The number of tori, pulled and pressed, of materials first .. last - 1 and of sizes from .. to - 1.
static int count(const tori *t, int first, int last, int from, int to, int m, bool (*holds)(const torus *, int)) {
  int n = 0;
  for (int k = first; k < last; k++)
    for (int s = from; s < to; s++)
      for (int w = 0; w < WAYS; w++) n += holds(t->of[k][s][w], m);
  return n;
}

#define RATIO(k, s, m) t->of[k][s][0][m].error / t->of[k][s][0][PLAIN].error
#define STILL(k, s)    t->of[k][s][0][STABLE].kinetic / t->of[k][s][0][PLAIN].kinetic
#define MOVED(k, w)    t->of[k][1][w][PLAIN].moved, t->of[k][1][w][STABLE].moved

static const char *const material_names[MATERIALS] = {"neo-Hooke", "StVK", "linear", "strains"};

/// One case for each of the first `count` materials, each size and each way. A lost torus fails.
#define EACH_TORUS(count, value)                                                                                       \
  for (int k = 0; k < (count); k++)                                                                                    \
    for (int s = 0; s < SIZES; s++)                                                                                    \
      for (int w = 0; w < WAYS; w++) {                                                                                 \
        const torus *of = t->of[k][s][w];                                                                              \
        claims_case(self, value, "%s %g m %s", material_names[k], sizes[s], w ? "pressed" : "pulled");                 \
      }

/* The four materials of Fig. 2: three are energies, the last are strain constraints. */
static void judge_errors(check *self, const tori *t) {
  const int small = count(t, 0, 3, 0, 1, LINE, smaller), large = count(t, 0, 3, 1, 2, LINE, smaller),
            stable = count(t, 0, 3, 0, 2, STABLE, smaller);
  check_same(self, (uint64_t)count(t, 0, 4, 0, 2, PLAIN, lost), 0, "XPBD: tori lost, of 16");
  check_control(self, count(t, 0, 4, 0, 2, LINE, lost) > 0, "line 14 loses some");
  EACH_TORUS(MATERIALS, of[LINE].error / of[PLAIN].error)
  claims_judge(self, "energy_smaller_error", "torus, " EMBEDDED_LINE, PRINTED PULLED, NULL,
               "smaller in %d of 6 tori of 0.35 m and %d of 6 of 5 m; mean |C| / that of XPBD, pulled: neo-Hooke %.2f, "
               "StVK %.2f, linear %.2f; 5 m: %.2g, %.2g, %.2g (inf = lost)",
               small, large, RATIO(0, 0, LINE), RATIO(1, 0, LINE), RATIO(2, 0, LINE), RATIO(0, 1, LINE),
               RATIO(1, 1, LINE), RATIO(2, 1, LINE));
  EACH_TORUS(MATERIALS, of[STABLE].error / of[PLAIN].error)
  claims_judge(self, "energy_smaller_error", "torus, " EMBEDDED_STABLE, PRINTED PULLED, NULL,
               "smaller in %d of 12; mean |C| / that of XPBD, pulled: neo-Hooke %.2f, StVK %.2f, linear %.2f, strain "
               "constraints %.2f; 5 m: %.2f, %.2f, %.2f, %.2f",
               stable, RATIO(0, 0, STABLE), RATIO(1, 0, STABLE), RATIO(2, 0, STABLE), RATIO(3, 0, STABLE),
               RATIO(0, 1, STABLE), RATIO(1, 1, STABLE), RATIO(2, 1, STABLE), RATIO(3, 1, STABLE));
}

/* Fig. 4 shows neo-Hooke, the text mentions StVK too. */
static void judge_looks(check *self, const tori *t) {
  const int still[2] = {count(t, 0, 2, 0, 2, LINE, stiller), count(t, 0, 2, 0, 2, STABLE, stiller)},
            flat[2] = {count(t, 0, 2, 0, 2, LINE, flatter), count(t, 0, 2, 0, 2, STABLE, flatter)},
            sharp = count(t, 0, 2, 0, 2, STABLE, sharper);
  EACH_TORUS(2, of[LINE].kinetic / of[PLAIN].kinetic)
  claims_judge(self, "energy_torus_buckling", "jiggles, " EMBEDDED_LINE, PRINTED PULLED, NULL,
               "less kinetic energy once the hands have stopped in %d of 8 tori of neo-Hooke and StVK", still[0]);
  EACH_TORUS(2, of[STABLE].kinetic / of[PLAIN].kinetic)
  claims_judge(self, "energy_torus_buckling", "jiggles, " EMBEDDED_STABLE, PRINTED PULLED, NULL,
               "less kinetic energy in %d of 8; / that of XPBD, pulled: neo-Hooke %.2f, StVK %.2f; 5 m: %.2f, %.2f",
               still[1], STILL(0, 0), STILL(1, 0), STILL(0, 1), STILL(1, 1));
  EACH_TORUS(2, of[LINE].fold / of[PLAIN].fold)
  claims_judge(self, "energy_torus_buckling", "buckles, " EMBEDDED_LINE, PRINTED PULLED, NULL,
               "mean fold smaller in %d of 8 tori of neo-Hooke and StVK", flat[0]);
  EACH_TORUS(2, of[STABLE].fold / of[PLAIN].fold)
  claims_judge(self, "energy_torus_buckling", "buckles, " EMBEDDED_STABLE, PRINTED PULLED, NULL,
               "mean fold smaller in %d of 8, the sharpest in %d; 5 m, pulled, XPBD and made stable: neo-Hooke %.3f, "
               "%.3f, StVK %.3f, %.3f rad",
               flat[1], sharp, t->of[0][1][0][PLAIN].fold, t->of[0][1][0][STABLE].fold, t->of[1][1][0][PLAIN].fold,
               t->of[1][1][0][STABLE].fold);
}

static void judge_stiffness(check *self, const tori *t) {
  const int good[2] = {count(t, 0, 3, 0, 2, LINE, better), count(t, 0, 3, 0, 2, STABLE, better)};
  EACH_TORUS(2, of[LINE].moved / of[PLAIN].moved)
  claims_judge(
      self, "energy_torus_resistant", EMBEDDED_LINE, PRINTED PULLED, NULL,
      "displacement of the vertices / size, XPBD and line 14: 0.35 m pulled %.4f, %.4f, pressed %.4f, %.4f; 5 m lost",
      t->of[0][0][0][PLAIN].moved, t->of[0][0][0][LINE].moved, t->of[0][0][1][PLAIN].moved, t->of[0][0][1][LINE].moved);
  EACH_TORUS(2, of[STABLE].moved / of[PLAIN].moved)
  claims_judge(self, "energy_torus_resistant", EMBEDDED_STABLE, PRINTED PULLED,
               "neo-Hooke, which Fig. 4 shows, is alike",
               "displacement of the vertices / size, XPBD and made stable: neo-Hooke of 5 m pulled %.4f, %.4f, pressed "
               "%.4f, %.4f; StVK %.4f, %.4f, %.4f, %.4f",
               MOVED(0, 0), MOVED(0, 1), MOVED(1, 0), MOVED(1, 1));
  EACH_TORUS(3, of[LINE].quality / of[PLAIN].quality)
  claims_judge(self, "energy_few_iterations", "degenerates, " EMBEDDED_LINE, PRINTED PULLED, NULL,
               "the worst triangle is better than with XPBD in %d of 12 tori of materials", good[0]);
  EACH_TORUS(3, of[STABLE].quality / of[PLAIN].quality)
  claims_judge(self, "energy_few_iterations", "degenerates, " EMBEDDED_STABLE, PRINTED PULLED, "as often less as more",
               "the worst triangle is better than with XPBD in %d of 12 tori of materials", good[1]);
}

static void pulls(check *self, int unused) {
  static tori t;
  for (int k = 0; k < MATERIALS; k++)
    for (int s = 0; s < SIZES; s++)
      for (int w = 0; w < WAYS; w++)
        for (int m = 0; m < READINGS; m++)
          t.of[k][s][w][m] = torus_of(self, materials[k], embedded_methods[m], w ? 0.7 : 1.3, sizes[s]);
  judge_errors(self, &t);
  judge_looks(self, &t);
  judge_stiffness(self, &t);
}

void embedded_list_torus(check_registry *registry) {
  claims_add(registry, "embedded-torus", "a torus pulled and pressed, by XPBD and both readings of the method", pulls,
             0);
}
