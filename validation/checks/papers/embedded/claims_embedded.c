/* Why this file exists: judges the claims of Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration" about its
 * cloths: errors while they fall and hang, folds, energy. Printed: 21 x 21 vertices, 20 iterations, alpha 1e-4, beta
 * 0.3, 1/24 s. The side is not printed: 10 m, where the cloth is nearly inextensible, and 2 m, where it is not. */
#include "claims_embedded.h"

#include <math.h>

#define PRINTED "441 vertices, 20 iterations, alpha 1e-4, beta 0.3, 1/24 s as printed; 9.81 m/s^2, 1 kg, "
#define SIDES   "sides of 10 and 2 m, "

enum { CLOTHS = 3, SIZES = 2, FRAMES = 72, FALLING = 24, LATE = 54, HALF = READINGS, RUNS };
static const char *const cloths[CLOTHS] = {"stretching+shear_angle", "sbd+triangle_area", "orthotropic_triangle"};
static const double sizes[SIZES] = {10.0, 2.0};

const xpbd_method embedded_methods[READINGS] = {XPBD_METHOD_XPBD, XPBD_METHOD_ENERGY_LINE, XPBD_METHOD_ENERGY};

bool embedded_kept(const claims_run *run) {
  return !run->diverged && run->strain < 1.0;
}

static claims_setup hanging(const char *constraint, double size, xpbd_method method) {
  claims_setup setup = claims_setup_of("cloth", constraint);
  setup.params.resolution = 21;
  setup.params.size = size;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  setup.settings.iterations = 20;
  setup.settings.method = method;
  setup.frames = FRAMES;
  setup.observe[0] = constraint;
  return setup;
}

/// Results of one cloth, relative to XPBD's. Infinite for a lost cloth.
typedef struct cloth {
  bool kept;
  double apart;         ///< Distance from XPBD's, mean over the falling frames, / distance that the centre of mass
                        ///< falls.
  double falling, late; ///< Mean |C| / that of XPBD, while it falls and once it hangs.
  double unbalanced;    ///< Mean change of all energies from frame to frame / that of the kinetic alone.
  double end[2];        ///< Kinetic and gravitational energy at the end, and with the elastic one, / the energy of the
                        ///< fall.
  double sharpest, fold;
} cloth;

static double imbalance(const claims_run *run) {
  double total = 0.0, kinetic = 0.0;
  for (int32_t f = 1; f < run->frame_count; f++) {
    const claims_frame *a = &run->frame[f - 1], *b = &run->frame[f];
    const double change = b->kinetic - a->kinetic;
    total += fabs(change + b->gravitational - a->gravitational + b->elastic - a->elastic);
    kinetic += fabs(change);
  }
  return total / kinetic;
}

static cloth cloth_of(const claims_run *plain, const claims_run *run) {
  cloth c = {embedded_kept(run), INFINITY, INFINITY, INFINITY, INFINITY, {INFINITY, INFINITY}, INFINITY, INFINITY};
  if (run->frame_count >= FALLING) {
    c.apart = claims_distance(plain, run, 0, FALLING) / claims_mean(plain, 0, FALLING).fall;
    c.falling = claims_mean(run, 0, FALLING).observed[0] / claims_mean(plain, 0, FALLING).observed[0];
  }
  if (!c.kept) return c;
  const claims_frame *last = &run->frame[FRAMES - 1];
  c.late = claims_mean(run, LATE, FRAMES).observed[0] / claims_mean(plain, LATE, FRAMES).observed[0];
  c.unbalanced = imbalance(run);
  c.end[0] = (last->kinetic + last->gravitational) / fabs(last->gravitational);
  c.end[1] = c.end[0] + last->elastic / fabs(last->gravitational);
  c.sharpest = claims_looks_of(&run->model.mesh, run->x).sharpest;
  c.fold = claims_mean(run, LATE, FRAMES).fold;
  return c;
}

typedef struct sheets {
  cloth of[SIZES][CLOTHS][RUNS];
} sheets;

/// The number of cloths, over the sides, for which `holds` is true.
static int count(const sheets *s, int first, int last, int m, bool (*holds)(const cloth *, int)) {
  int n = 0;
  for (int k = 0; k < SIZES; k++)
    for (int c = first; c < last; c++) n += holds(s->of[k][c], m);
  return n;
}
static bool lost(const cloth *c, int m) {
  return !c[m].kept;
}
#define EACH(m, what)                                                                                                  \
  s->of[0][0][m].what, s->of[0][1][m].what, s->of[0][2][m].what, s->of[1][0][m].what, s->of[1][1][m].what,             \
      s->of[1][2][m].what
#define SIX "%.3g, %.3g, %.3g; %.3g, %.3g, %.3g"

static const char *const cloth_names[CLOTHS] = {"stretch and shear", "strains", "anisotropic"};

/// One case for each cloth and side.
#define EACH_CLOTH(value)                                                                                              \
  for (int k = 0; k < SIZES; k++)                                                                                      \
    for (int c = 0; c < CLOTHS; c++) {                                                                                 \
      const cloth *of = s->of[k][c];                                                                                   \
      claims_case(self, value, "%s, %g m", cloth_names[c], sizes[k]);                                                  \
    }

static void judge_errors(check *self, const sheets *s) {
  check_same(self, (uint64_t)count(s, 0, 3, PLAIN, lost), 0, "XPBD: cloths lost, of 6");
  check_same(self, (uint64_t)count(s, 0, 3, STABLE, lost), 0, "made stable: cloths lost, of 6");
  check_control(self, !(s->of[1][0][HALF].apart <= 0.1), "XPBD of 10 iterations, 2 m: %g", s->of[1][0][HALF].apart);
  EACH_CLOTH(of[LINE].apart)
  claims_judge(self, "energy_cloth_falling", EMBEDDED_LINE, PRINTED SIDES "24 frames", NULL,
               "distance from XPBD / distance fallen by the centre of mass " SIX
               " (inf = lost); XPBD of 10 iterations " SIX,
               EACH(LINE, apart), EACH(HALF, apart));
  EACH_CLOTH(of[STABLE].apart)
  claims_judge(self, "energy_cloth_falling", EMBEDDED_STABLE, PRINTED SIDES "24 frames", NULL,
               "distance from XPBD / distance fallen by the centre of mass " SIX "; XPBD of 10 iterations " SIX,
               EACH(STABLE, apart), EACH(HALF, apart));
  EACH_CLOTH(1.0 / of[LINE].late)
  claims_judge(self, "energy_cloth_settled", EMBEDDED_LINE, PRINTED SIDES "frames 55 to 72", NULL,
               "mean |C| / that of XPBD " SIX " (inf = lost)", EACH(LINE, late));
  EACH_CLOTH(1.0 / of[STABLE].late)
  claims_judge(self, "energy_cloth_settled", EMBEDDED_STABLE, PRINTED SIDES "frames 55 to 72", NULL,
               "mean |C| / that of XPBD " SIX, EACH(STABLE, late));
  EACH_CLOTH(of[LINE].late)
  claims_judge(self, "energy_smaller_error", "cloth, " EMBEDDED_LINE, PRINTED SIDES "72 frames", NULL,
               "mean |C| / that of XPBD: falling " SIX "; hanging " SIX " (inf = lost)", EACH(LINE, falling),
               EACH(LINE, late));
  EACH_CLOTH(of[STABLE].late)
  claims_judge(self, "energy_smaller_error", "cloth, " EMBEDDED_STABLE, PRINTED SIDES "72 frames", NULL,
               "mean |C| / that of XPBD: falling " SIX "; hanging " SIX, EACH(STABLE, falling), EACH(STABLE, late));
}

static void judge_energies(check *self, const sheets *s) {
  EACH_CLOTH(of[LINE].end[0])
  claims_judge(self, "energy_dissipates", EMBEDDED_LINE, PRINTED SIDES "72 frames", NULL,
               "kinetic + gravitational at the end, 0 at the start, / energy of the fall " SIX
               "; with C^2 / (2 alpha) " SIX " (inf = lost)",
               EACH(LINE, end[0]), EACH(LINE, end[1]));
  EACH_CLOTH(of[LINE].end[1])
  claims_judge(self, "energy_dissipates", "with the elastic energy, " EMBEDDED_LINE, PRINTED SIDES "72 frames", NULL,
               "kinetic + gravitational at the end, 0 at the start, / energy of the fall " SIX
               "; with C^2 / (2 alpha) " SIX " (inf = lost)",
               EACH(LINE, end[0]), EACH(LINE, end[1]));
  EACH_CLOTH(of[STABLE].end[0])
  claims_judge(self, "energy_dissipates", EMBEDDED_STABLE, PRINTED SIDES "72 frames", NULL,
               "at the end, 0 at the start, / energy of the fall " SIX
               "; with C^2 / (2 alpha), which 20 iterations do not reduce, " SIX,
               EACH(STABLE, end[0]), EACH(STABLE, end[1]));
  EACH_CLOTH(of[STABLE].end[1])
  claims_judge(self, "energy_dissipates", "with the elastic energy, " EMBEDDED_STABLE, PRINTED SIDES "72 frames", NULL,
               "at the end, 0 at the start, / energy of the fall " SIX
               "; with C^2 / (2 alpha), which 20 iterations do not reduce, " SIX,
               EACH(STABLE, end[0]), EACH(STABLE, end[1]));
  EACH_CLOTH(of[LINE].unbalanced / of[PLAIN].unbalanced)
  claims_judge(self, "energy_balance", "in J, " EMBEDDED_LINE, PRINTED SIDES "72 frames", NULL,
               "change of all energies / of the kinetic, XPBD " SIX ", line 14 " SIX " (inf = lost)",
               EACH(PLAIN, unbalanced), EACH(LINE, unbalanced));
  EACH_CLOTH(of[STABLE].unbalanced / of[PLAIN].unbalanced)
  claims_judge(self, "energy_balance", "in J, " EMBEDDED_STABLE, PRINTED SIDES "72 frames", NULL,
               "change of all energies / of the kinetic, XPBD " SIX ", made stable " SIX, EACH(PLAIN, unbalanced),
               EACH(STABLE, unbalanced));
}

#define ANISOTROPIC(what)                                                                                              \
  s->of[0][2][PLAIN].what, s->of[0][2][LINE].what, s->of[0][2][STABLE].what, s->of[1][2][PLAIN].what,                  \
      s->of[1][2][LINE].what, s->of[1][2][STABLE].what

static void judge_folds(check *self, const sheets *s) {
  for (int k = 0; k < SIZES; k++) {
    const cloth *of = s->of[k][2];
    claims_case(self, of[LINE].sharpest / of[PLAIN].sharpest, "the sharpest fold, %g m", sizes[k]);
    claims_case(self, of[LINE].fold / of[PLAIN].fold, "the mean fold, %g m", sizes[k]);
  }
  claims_judge(self, "energy_anisotropic_smooth", EMBEDDED_LINE, PRINTED SIDES "frames 55 to 72", NULL,
               "XPBD, line 14, made stable: sharpest fold " SIX " rad; mean fold " SIX " rad", ANISOTROPIC(sharpest),
               ANISOTROPIC(fold));
  for (int k = 0; k < SIZES; k++) {
    const cloth *of = s->of[k][2];
    claims_case(self, of[STABLE].sharpest / of[PLAIN].sharpest, "the sharpest fold, %g m", sizes[k]);
    claims_case(self, of[STABLE].fold / of[PLAIN].fold, "the mean fold, %g m", sizes[k]);
  }
  claims_judge(self, "energy_anisotropic_smooth", EMBEDDED_STABLE, PRINTED SIDES "frames 55 to 72", NULL,
               "XPBD, line 14, made stable: sharpest fold " SIX " rad; mean fold " SIX " rad", ANISOTROPIC(sharpest),
               ANISOTROPIC(fold));
}

static void hangs(check *self, int unused) {
  sheets s;
  bool good = true;
  for (int k = 0; k < SIZES && good; k++)
    for (int c = 0; c < CLOTHS && good; c++) {
      claims_run run[RUNS] = {{.n = 0}};
      for (int m = 0; m < RUNS && good; m++) {
        claims_setup setup = hanging(cloths[c], sizes[k], embedded_methods[m % READINGS]);
        if (m == HALF) setup.settings.iterations /= 2;
        good = claims_run_make(self, &setup, &run[m]);
        if (good) s.of[k][c][m] = cloth_of(&run[PLAIN], &run[m]);
      }
      claims_runs_free(run, RUNS);
    }
  if (!good) return;
  judge_errors(self, &s);
  judge_energies(self, &s);
  judge_folds(self, &s);
}

enum { STRAINS = 3 };

/// |S11 - 1|, |S22 - 1|, |S12|.
typedef struct strains {
  double of[STRAINS];
} strains;

/// Their means over the cells of a sheet of 21 x 21 vertices, whose sides are the two directions.
static strains strains_of(const xpbd_mesh *mesh, const double *x) {
  enum { SIDE = 21, CELLS = (SIDE - 1) * (SIDE - 1) };
  strains mean = {{0.0}};
  double squared = 0.0; /* length of an edge at rest */
  for (int k = 0; k < 3; k++) squared += pow(mesh->positions[3 + k] - mesh->positions[k], 2.0);
  for (int i = 0; i < SIDE * (SIDE - 1); i++) {
    if (i % SIDE == SIDE - 1) continue; /* there is no cell to the right of the last vertex of a row */
    const double *a = &x[3 * i], *right = &x[3 * (i + 1)], *below = &x[3 * (i + SIDE)];
    double s[STRAINS] = {0.0};
    for (int k = 0; k < 3; k++) {
      const double f = right[k] - a[k], g = below[k] - a[k];
      s[0] += f * f / squared, s[1] += g * g / squared, s[2] += f * g / squared;
    }
    mean.of[0] += fabs(s[0] - 1.0) / CELLS, mean.of[1] += fabs(s[1] - 1.0) / CELLS, mean.of[2] += fabs(s[2]) / CELLS;
  }
  return mean;
}

static void add_strains(void *watcher, int32_t frame, const claims_run *run) {
  strains *sum = watcher;
  const strains now = strains_of(&run->model.mesh, run->x);
  for (int k = 0; k < STRAINS; k++) sum->of[k] += now.of[k] / FRAMES;
}

/// Means over the frames of a cloth that falls and hangs; infinite if it is lost.
static strains hung(check *self, const char *constraint, double size, xpbd_method method) {
  claims_setup setup = hanging(constraint, size, method);
  strains mean = {{0.0}};
  setup.observe[0] = NULL, setup.watch = add_strains, setup.watcher = &mean;
  OWNED(claims_run_free) claims_run run = {0};
  if (!claims_run_make(self, &setup, &run) || !embedded_kept(&run)) mean = (strains){{INFINITY, INFINITY, INFINITY}};
  return mean;
}

/// The least ratio, over the three, of a strain / that of another cloth; the least / the largest of one cloth.
static double least_more(const strains *a, const strains *b) {
  return check_smaller(a->of[0] / b->of[0], check_smaller(a->of[1] / b->of[1], a->of[2] / b->of[2]));
}
static double least_share(const strains *a) {
  return check_smaller(a->of[0], check_smaller(a->of[1], a->of[2])) /
         check_larger(a->of[0], check_larger(a->of[1], a->of[2]));
}

#define ELASTIC(k, m, c) of[k][m][c].of[0], of[k][m][c].of[1], of[k][m][c].of[2]
#define THREE            "%.3g, %.3g, %.3g"

/* "Strain tensor enforces the elastic behavior", by "x-stretch, y-stretch and shear simultaneously" (Sect. VI), has no
 * number. "Elastic" is taken as more of each strain than with stretch and shear constraints, "simultaneously" as no
 * strain below a tenth of the largest. */
static void elastic(check *self, int unused) {
  strains of[SIZES][2][2]; /* line 14 and made stable; stretch and shear, strain constraints */
  for (int k = 0; k < SIZES; k++)
    for (int m = 0; m < 2; m++)
      for (int c = 0; c < 2; c++) of[k][m][c] = hung(self, cloths[c], sizes[k], embedded_methods[m + 1]);
  const strains soft = hung(self, "sbd:alpha=1e-2+triangle_area", sizes[0], XPBD_METHOD_ENERGY);
  const strains pulled = {{0.44, 0.0, 0.0}}; /* to 120 % in one direction */
  check_control(self, !(least_more(&soft, &of[0][1][0]) <= 1.1), "strain constraints with alpha 1e-2: %g",
                least_more(&soft, &of[0][1][0]));
  check_control(self, !(least_share(&pulled) >= 0.1), "a sheet pulled in one direction");
  for (int k = 0; k < SIZES; k++) claims_case(self, least_more(&of[k][0][1], &of[k][0][0]), "a side of %g m", sizes[k]);
  claims_judge(self, "energy_strain_elastic", EMBEDDED_LINE, PRINTED SIDES "72 frames", "both cloths of 10 m are lost",
               "mean |S11 - 1|, |S22 - 1|, |S12| at 10 m: stretch and shear " THREE ", strain " THREE "; at 2 m: " THREE
               ", " THREE " (inf = lost)",
               ELASTIC(0, 0, 0), ELASTIC(0, 0, 1), ELASTIC(1, 0, 0), ELASTIC(1, 0, 1));
  for (int k = 0; k < SIZES; k++) claims_case(self, least_more(&of[k][1][1], &of[k][1][0]), "a side of %g m", sizes[k]);
  claims_judge(self, "energy_strain_elastic", "more than by stretch and shear, " EMBEDDED_STABLE,
               PRINTED SIDES "72 frames", NULL,
               "mean |S11 - 1|, |S22 - 1|, |S12| at 10 m: stretch and shear " THREE ", strain " THREE "; at 2 m: " THREE
               ", " THREE,
               ELASTIC(0, 1, 0), ELASTIC(0, 1, 1), ELASTIC(1, 1, 0), ELASTIC(1, 1, 1));
  for (int k = 0; k < SIZES; k++) claims_case(self, least_share(&of[k][1][1]), "a side of %g m", sizes[k]);
  claims_judge(self, "energy_strain_elastic", "in both directions and in shear at once, " EMBEDDED_STABLE,
               PRINTED SIDES "72 frames; at once: none of the three below a tenth of the largest", NULL,
               "least / largest of |S11 - 1|, |S22 - 1|, |S12|: %.2f at 10 m, %.2f at 2 m", least_share(&of[0][1][1]),
               least_share(&of[1][1][1]));
}

void claims_list_embedded(check_registry *registry) {
  claims_add(registry, "embedded-cloth", "three cloths by XPBD, the embedded iteration as printed and made stable",
             hangs, 0);
  claims_add(registry, "embedded-elastic", "strains with springs and with strain constraints", elastic, 0);
}
