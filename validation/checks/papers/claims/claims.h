/* Why this file exists: the checks of the papers' claims share a runner. It runs a named scene with the printed
 * parameters and measures what the claims are about. A claim is judged by numbers. Parameters that no paper prints are
 * those of the scenes. Where a verdict depends on one, the check runs both sides of the boundary. */
#pragma once

#include <stddef.h>

#include "runner/check.h"
#include "xpbd/scenes.h"
#include "xpbd/xpbd.h"

struct claims_run;

/// What to run. `params.constraint` and the rest as in xpbd_scene_build().
typedef struct claims_setup {
  const char *scene;
  xpbd_scene_params params;
  xpbd_solver_def settings;
  int32_t frames;
  const char *observe[2]; ///< Constraints put on the same mesh only to be measured, NULL = none.
  void (*watch)(void *watcher, int32_t frame, const struct claims_run *run); ///< Called after each frame, or NULL.
  void *watcher;
} claims_setup;

/// One frame of a run.
typedef struct claims_frame {
  double kinetic, gravitational, elastic; ///< [J], see xpbd_measures.
  double fall;                            ///< Distance that the centre of mass has fallen since the start [m].
  double fold;                            ///< Mean angle between triangles that share an edge [rad].
  double volume;                          ///< Relative to the mesh at rest.
  double strain;                          ///< Mean |l / l0 - 1| of the mesh's edges.
  double observed[2];                     ///< Mean |C| of the observed constraints.
} claims_frame;

/// The results of a run. Zeroed: no results, safe to free.
typedef struct claims_run {
  xpbd_model model;
  int32_t n;
  int32_t frame_count; ///< Frames that were computed.
  claims_frame *frame; ///< [frame_count]
  double *path;        ///< [frame_count, n, 3] positions at the end of each.
  double *x, *v;       ///< [n, 3] final positions.
  int32_t diverged;    ///< Frame in which the state stopped being finite, 0 = never.
  double height;       ///< [m] height of the body at the start.
  double kinetic_peak; ///< [J]
  double kinetic_late; ///< Mean over the last quarter of the frames / peak.
  double fold;         ///< Mean angle between triangles that share an edge [rad], mean over frames.
  double dents;        ///< That angle at the end / at rest.
  double sag;          ///< Largest distance that a particle has sunk in any frame [m].
  double fall;         ///< Distance that the centre of mass has sunk at the end [m].
  double strain, most; ///< Mean and largest |l / l0 - 1| of the mesh's edges at the end.
  double area, volume; ///< At the end, relative to the mesh at rest.
  double volume_error; ///< Mean over frames of |V / V0 - 1|.
  double observed[2];  ///< Mean |C| of the observed constraints, mean over frames.
  int64_t skipped;     ///< Projections skipped because the multiplier was not finite.
} claims_run;

/// A scene with its printed settings and `constraint` (NULL = its own), double, backend seq.
claims_setup claims_setup_of(const char *scene, const char *constraint);

/// Builds, steps and measures every frame. False after a failure, which is already reported. A divergence is no
/// failure, but sets `diverged`. Free in any case.
bool claims_run_make(check *self, const claims_setup *setup, claims_run *out);
void claims_run_free(claims_run *run);

/// The same for each of `count` constraints, one after another; stops at a failure. Free all in any case.
bool claims_runs_make(check *self, claims_setup setup, const char *const *constraints, int count, claims_run *out);
void claims_runs_free(claims_run *runs, int count);

/// Root mean square distance between the particles of two runs of one mesh, mean over frames first .. last - 1 [m].
double claims_distance(const claims_run *a, const claims_run *b, int32_t first, int32_t last);

/// Number of constraints of a scene, 0 after a failure; its groups if `groups` is not NULL.
double claims_constraints(check *self, const char *scene, const char *constraint, int32_t resolution, int *groups);

/// Elongation of the scene `chain`, 20 hanging links, after 480 frames, relative to the analytic sum of j m g alpha.
/// Infinite if the chain is lost.
double claims_elongation(check *self, claims_setup setup);

/// How a mesh looks: the worst properties of its triangles.
typedef struct claims_looks {
  double fold, sharpest; ///< Mean and largest angle between triangles that share an edge [rad].
  double quality;        ///< Of the worst triangle: 4 sqrt(3) area / sum of squared edges, 1 = equilateral, 0 = a line.
} claims_looks;
claims_looks claims_looks_of(const xpbd_mesh *mesh, const double *positions);
/// Twice the area of a triangle.
double claims_doubled_area(const int32_t corners[3], const double *positions);

/// Means over frames first .. last - 1 of a run.
claims_frame claims_mean(const claims_run *run, int32_t first, int32_t last);

/// Reads data/papers/claims.csv and verdicts.csv. Called while checks are listed: their texts go into rows, which
/// travel between processes as pointers.
void claims_read(void);

/// What is listed from now on: at the printed sizes, and each check ten times more with disturbed runs.
void claims_listing(bool full, bool noise);
/// check_add() for a check that judges claims.
void claims_add(check_registry *registry, const char *name, const char *about, check_body body, int argument);
void claims_add_finding(check_registry *registry, const char *name, const char *about, check_body body, int argument);

/// While a check runs for its noise, the seed of the disturbance of its runs: each particle starts up to 1e-9 m away.
/// 0 = undisturbed.
extern int claims_disturbance;
/// Disturbs the start of a solver so. claims_run_make() does it itself.
xpbd_status claims_disturb(check *self, const xpbd_scene *scene, xpbd_solver *solver);

/// One case of the next verdict: the number that the rule of its claim is applied to. `name` says where it holds, in a
/// few words that fit behind "only": "edges of 5 m". "" if there is only one case.
__attribute__((format(printf, 3, 4))) void claims_case(check *self, double value, const char *name, ...);

/// Judges a claim, or a part of it, by its rule in claims.csv and the cases since the last verdict: "reproduced" if the
/// rule holds in all, "not reproduced" if in none, "undecided" if noise crosses its threshold, else "only" and the
/// cases where it holds. `remark` says why, or NULL. The other arguments are those of check_judge().
__attribute__((format(printf, 6, 7))) void claims_judge(check *self, const char *key, const char *part,
                                                        const char *settings, const char *remark, const char *measured,
                                                        ...);
/// A verdict that nothing measured here decides: "by construction: ...", "a matter of taste", "measured by ..." or "by
/// claims_full". The rule in claims.csv must agree.
__attribute__((format(printf, 6, 7))) void claims_left(check *self, const char *key, const char *part,
                                                       const char *settings, const char *verdict, const char *measured,
                                                       ...);
/// The key of a verdict in verdicts.csv. False if it does not fit.
bool claims_verdict_key(bool full, const char *claim, const char *part, char *out, size_t capacity);

/// The four springs of Cetinaslan 2019, the one expected softest last.
enum { CLAIMS_STRETCHING, CLAIMS_MORSE, CLAIMS_HOOKEAN, CLAIMS_STVK, CLAIMS_SPRINGS };
extern const char *const claims_springs[CLAIMS_SPRINGS];

/// Verdicts of claims_left(), see check_verdict.
#define CLAIMS_FULL  "by claims_full" ///< In the short checks: it needs the printed sizes.
#define CLAIMS_TIMED "measured by xpbd-bench"

/// The checks with small meshes, and those with the printed sizes.
void claims_list_short(check_registry *registry);
void claims_list_full(check_registry *registry);

/// The checks of each topic; `full`: with the printed numbers of vertices, iterations and frames.
void claims_list_edges(check_registry *registry, int full);
void claims_list_springs(check_registry *registry, int full);
void claims_list_bodies(check_registry *registry, int full);
void claims_list_strain(check_registry *registry, int full);
void claims_list_plotted(check_registry *registry, int full);
void claims_list_energy(check_registry *registry, int full);
void claims_list_general(check_registry *registry, int full);
void claims_list_swing(check_registry *registry);
void claims_list_elements(check_registry *registry);
void claims_list_bending(check_registry *registry);
void claims_list_costs(check_registry *registry);
void claims_list_sizes(check_registry *registry);
void claims_list_bending_look(check_registry *registry);
void claims_list_verlet(check_registry *registry);
void claims_list_embedded(check_registry *registry);
void claims_list_cloth(check_registry *registry, int full);
void claims_list_pulled(check_registry *registry, int full);
void claims_list_spring(check_registry *registry);
void claims_list_contact(check_registry *registry, int full);
