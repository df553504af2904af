/* Why this file exists: Figs. 11 and 12 of Cetinaslan, "ESBD: Exponential Strain-based Dynamics" plot "projected
 * constraint values" of SBD and of ESBD, and the text reads them as stretch and shear. These differ: the value of SBD's
 * constraints is the strain, that of ESBD's is (1 - e^strain)^2. Both readings are judged. */

#include "claims.h"
#include "xpbd/measure.h"

#define BY_VALUE  "value of the projected constraint, as plotted"
#define BY_STRAIN "the strain itself"

enum { VALUE, STRAIN, READINGS, SBD = 0, ESBD, MODELS, MOST_ROWS = 6, MOST_FRAMES = 120 };

/// Means of |C| over the elements: of the run's own constraints (VALUE), and of SBD's in the same positions (STRAIN).
/// The stretches come first, then the shears.
typedef struct plot {
  int stretches, shears, frames;
  const xpbd_scene *strain; ///< The same mesh with SBD.
  double at[READINGS][MOST_ROWS][MOST_FRAMES];
  bool failed;
} plot;

static void watch(void *watcher, int32_t frame, const claims_run *run) {
  plot *p = watcher;
  const xpbd_scene *scenes[READINGS] = {run->model.scene, p->strain};
  for (int r = 0; r < READINGS; r++)
    for (int k = 0; k < p->stretches + p->shears; k++) {
      const bool stretch = k < p->stretches;
      if (xpbd_measure_row(scenes[r], stretch ? 0 : 1, stretch ? k : k - p->stretches, run->x,
                           &p->at[r][k][frame - 1]) != XPBD_OK)
        p->failed = true;
    }
  p->frames = frame;
}

/// Runs `setup` with `constraint` and fills the plot; `strain` is SBD on the same mesh.
static bool draw(check *self, claims_setup setup, const char *constraint, const char *strain, plot *out) {
  OWNED(xpbd_model_destroy) xpbd_model observer = {0};
  OWNED(claims_run_free) claims_run run = {0};
  setup.params.constraint = strain;
  if (!check_true(self, setup.frames <= MOST_FRAMES, "a place for %d frames", (int)setup.frames) ||
      !check_status(self, xpbd_scene_build(setup.scene, &setup.params, &observer), XPBD_OK, "a scene with SBD"))
    return false;
  out->strain = observer.scene, out->failed = false, out->frames = 0;
  setup.params.constraint = constraint;
  setup.watch = watch, setup.watcher = out;
  const bool good = claims_run_make(self, &setup, &run) && !run.diverged && !out->failed;
  return good || check_true(self, false, "%s: the plotted values", constraint);
}

/// Mean over frames of the sum of rows first .. last - 1.
static double mean_of(const plot *p, int reading, int first, int last) {
  double sum = 0.0;
  for (int k = first; k < last; k++)
    for (int f = 0; f < p->frames; f++) sum += p->at[reading][k][f] / p->frames;
  return sum;
}

enum { EDGES = 5 };

/* The size of the cloth is not printed, but it decides. A small strain s has the value s^2 in ESBD and s in SBD. */
static const double edges[EDGES] = {0.1, 0.5, 0.85, 1.2, 2.0};
static const char *const claimed[3] = {"esbd_hang_stretch_1", "esbd_hang_stretch_2", "esbd_hang_shear"};

/// Ratios of the means over elements and frames, ESBD / SBD, with edges of `edge` [m].
static bool ratios(check *self, double edge, int32_t frames, double ratio[READINGS][3]) {
  static plot p[MODELS];
  static const char *const constraints[MODELS] = {"sbd", "esbd"};
  claims_setup setup = claims_setup_of("cloth", NULL);
  setup.params.resolution = 21;
  setup.params.size = 20.0 * edge;
  setup.params.damping = 0.3;
  setup.frames = frames;
  for (int m = 0; m < MODELS; m++) {
    p[m].stretches = 2, p[m].shears = 1;
    if (!draw(self, setup, constraints[m], "sbd", &p[m])) return false;
  }
  for (int r = 0; r < READINGS; r++)
    for (int k = 0; k < 3; k++) ratio[r][k] = mean_of(&p[ESBD], r, k, k + 1) / mean_of(&p[SBD], r, k, k + 1);
  return true;
}

static void cloth(check *self, int full) {
  static const char *const settings[2] = {"as printed: 441 vertices, alpha 1e-5, 200 iterations, beta 0.3, h 1/24 s; "
                                          "edges of 0.1, 0.5, 0.85, 1.2, 2 m, not printed; 2 s",
                                          "as printed: 441 vertices, alpha 1e-5, 200 iterations, beta 0.3, h 1/24 s; "
                                          "edges of 0.1, 0.5, 0.85, 1.2, 2 m, not printed; 5 s"};
  double ratio[EDGES][READINGS][3];
  for (int e = 0; e < EDGES; e++)
    if (!ratios(self, edges[e], full ? 120 : 48, ratio[e])) return;
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < READINGS; r++) {
      for (int e = 0; e < EDGES; e++) claims_case(self, ratio[e][r][k], "edges of %g m", edges[e]);
      claims_judge(self, claimed[k], r == VALUE ? BY_VALUE : BY_STRAIN, settings[full], NULL,
                   "mean over elements and frames, ESBD / SBD: %.2f, %.2f, %.2f, %.2f, %.2f", ratio[0][r][k],
                   ratio[1][r][k], ratio[2][r][k], ratio[3][r][k], ratio[4][r][k]);
    }
  check_control(self, !(ratio[0][VALUE][0] >= 1.5), "the value of the constraint, by the limit of the strain");
}

/// Frames in which ESBD is higher.
static int frames_higher(const plot p[MODELS], int reading, int row) {
  int count = 0;
  for (int f = 0; f < p[ESBD].frames; f++) count += p[ESBD].at[reading][row][f] > p[SBD].at[reading][row][f];
  return count;
}

/* "Now one, now the other" means: for most of the six, each method is higher in at least a tenth of the frames. */
static void beam(check *self, int full) {
  static plot p[MODELS];
  static const char *const constraints[MODELS] = {"sbd_tet+tet_determinant", "esbd_tet+tet_determinant"};
  claims_setup setup = claims_setup_of("beam_hit", NULL);
  if (!full) setup.params.resolution = 8, setup.settings.iterations = 100;
  setup.frames = full ? 104 : 48;
  for (int m = 0; m < MODELS; m++) {
    p[m].stretches = p[m].shears = 3;
    if (!draw(self, setup, constraints[m], "sbd_tet", &p[m])) return;
  }
  double total[MODELS][READINGS][2];
  int higher[READINGS][MOST_ROWS], both[READINGS] = {0};
  for (int r = 0; r < READINGS; r++) {
    for (int m = 0; m < MODELS; m++)
      for (int k = 0; k < 2; k++) total[m][r][k] = mean_of(&p[m], r, 3 * k, 3 * k + 3);
    for (int k = 0; k < MOST_ROWS; k++) {
      higher[r][k] = frames_higher(p, r, k);
      both[r] += 10 * higher[r][k] >= setup.frames && 10 * (setup.frames - higher[r][k]) >= setup.frames;
    }
  }
  check_control(self, !(total[ESBD][VALUE][0] / total[SBD][VALUE][0] >= 1.5),
                "the values, by the limit of the strains");
  static const char *const settings[2] = {
      "alpha 1e-5, beta 0.3 as printed; a beam of 8 for 14 nodes, 100 of 200 iterations, 48 of 104 frames",
      "as printed: 208 vertices, alpha 1e-5, 200 iterations, beta 0.3, 104 frames; cells of 1 m, the path of the "
      "sphere "
      "given"};
  for (int r = 0; r < READINGS; r++) {
    const char *part = r == VALUE ? BY_VALUE : BY_STRAIN;
    claims_case(self, total[ESBD][r][0] / total[SBD][r][0], "of the stretches");
    claims_case(self, total[ESBD][r][1] / total[SBD][r][1], "of the shears");
    claims_judge(self, "esbd_beam_totals", part, settings[full], NULL,
                 "mean of the three: stretches SBD %.4f, ESBD %.4f; shears %.4f, %.4f", total[SBD][r][0] / 3.0,
                 total[ESBD][r][0] / 3.0, total[SBD][r][1] / 3.0, total[ESBD][r][1] / 3.0);
    claims_case(self, both[r], "all six");
    claims_judge(self, "esbd_beam_mixed", part, settings[full], NULL,
                 "frames of %d in which ESBD is higher: S11 %d, S22 %d, S33 %d, shears %d, %d, %d", (int)setup.frames,
                 higher[r][0], higher[r][1], higher[r][2], higher[r][3], higher[r][4], higher[r][5]);
  }
}

void claims_list_plotted(check_registry *registry, int full) {
  claims_add(registry, "plotted-cloth", "Fig. 11: values of constraints and strains of a hanging cloth", cloth, full);
  claims_add(registry, "plotted-beam", "Fig. 12: values of constraints and strains of a beam that is hit", beam, full);
}
