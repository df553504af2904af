/* Why this file exists: Cetinaslan, "Parallel XPBD Simulation of Modified Morse Potential" compares four springs on a
 * hanging cloth, and prints neither its size nor its masses. The length of the edges decides most of these claims,
 * because the energies of Morse, Hooke and StVK depend on metres. So each is judged with edges of 0.05 to 20 m, under
 * 9.81 m/s^2. */
#include <math.h>
#include <stddef.h>

#include "claims.h"

enum { EDGES = 5, BETAS = 3, FRAMES_SHORT = 96, FRAMES_FULL = 240 };
static const double edges[EDGES] = {0.05, 0.25, 1.0, 5.0, 20.0}, betas[BETAS] = {0.0, 0.3, 1.0};

/// Means over all frames of one cloth, NaN if it was lost.
typedef struct cloth {
  double strain, sag, fold, late;
} cloth;

/// The four springs with one length of edges, and how far apart two of them are, mean over frames / side.
typedef struct cloths {
  cloth of[CLAIMS_SPRINGS];
  double apart[CLAIMS_SPRINGS][CLAIMS_SPRINGS];
} cloths;

static const char *settings(int full) {
  return full
             ? "as printed: 4880 edges, alpha 1e-5, 200 iterations, beta 0, 0.3, 1, h 1/24 s, k 10; not printed: edges "
               "of 0.05 to 20 m, 1 kg, 9.81 m/s^2, two corners held, 10 s"
             : "alpha 1e-5, 200 iterations, beta 0, 0.3, 1, h 1/24 s, k 10 as printed; 320 of 4880 edges; not "
               "printed: edges of 0.05 to 20 m, 1 kg, 9.81 m/s^2, two corners held, 4 s";
}

static cloths hang(check *self, double edge, double beta, int full) {
  claims_run run[CLAIMS_SPRINGS];
  cloths out;
  claims_setup setup = claims_setup_of("cloth", NULL);
  setup.params.resolution = full ? 41 : 11;
  setup.params.size = edge * (setup.params.resolution - 1);
  setup.params.gravity = 9.81;
  setup.params.damping = beta;
  setup.frames = full ? FRAMES_FULL : FRAMES_SHORT;
  claims_runs_make(self, setup, claims_springs, CLAIMS_SPRINGS, run);
  for (int s = 0; s < CLAIMS_SPRINGS; s++) {
    const claims_frame mean = claims_mean(&run[s], 0, setup.frames);
    out.of[s] = (cloth){mean.strain, run[s].diverged ? (double)NAN : run[s].sag, mean.fold,
                        run[s].diverged ? (double)NAN : run[s].kinetic_late};
    for (int t = 0; t <= s; t++)
      out.apart[s][t] = out.apart[t][s] = claims_distance(&run[s], &run[t], 0, setup.frames) / setup.params.size;
  }
  claims_runs_free(run, CLAIMS_SPRINGS);
  return out;
}

/// The ratios of a number of spring `s` / that of spring `t`, at each length.
static void ratios(const cloths c[EDGES], size_t number, int s, int t, double out[EDGES]) {
  for (int e = 0; e < EDGES; e++)
    out[e] =
        *(const double *)((const char *)&c[e].of[s] + number) / *(const double *)((const char *)&c[e].of[t] + number);
}

/// The lesser of both at each length.
static void lesser(const double a[EDGES], const double b[EDGES], double out[EDGES]) {
  for (int e = 0; e < EDGES; e++) out[e] = check_smaller(a[e], b[e]);
}

/// A verdict with one case for each length; `what` names the number.
static void judge(check *self, const char *key, const char *part, int full, const char *what, const double v[EDGES]) {
  for (int e = 0; e < EDGES; e++) claims_case(self, v[e], "edges of %g m", edges[e]);
  claims_judge(self, key, part, settings(full), NULL,
               "%s with edges of 0.05, 0.25, 1, 5, 20 m: %.3g, %.3g, %.3g, %.3g, %.3g", what, v[0], v[1], v[2], v[3],
               v[4]);
}

enum { A = CLAIMS_STRETCHING, M = CLAIMS_MORSE, K = CLAIMS_HOOKEAN, V = CLAIMS_STVK };
#define NUMBER(name) offsetof(cloth, name)

/* The effective potentials C^2 / (2 alpha) are quartic except for stretching. They give (alpha F / 2 k^2)^(1/3) for
 * Morse and (2 alpha F / k^2)^(1/3) for Hooke, a ratio of 4^(1/3) = 1.59. That of StVK has 2 k l0^2 (l - l0)^2. */
static void softness(check *self, int full) {
  cloths c[EDGES];
  double a[EDGES], b[EDGES], v[EDGES];
  for (int e = 0; e < EDGES; e++) c[e] = hang(self, edges[e], 0.0, full);
  check_control(self, !(c[1].apart[A][A] > 0.0), "the distance of a cloth from itself");
  ratios(c, NUMBER(strain), M, A, a), ratios(c, NUMBER(strain), K, M, b), lesser(a, b, v);
  judge(self, "morse_softness_order", "mean strain", full, "the lesser of Morse / stretching and Hooke / Morse", v);
  ratios(c, NUMBER(sag), M, A, a), ratios(c, NUMBER(sag), K, M, b), lesser(a, b, v);
  judge(self, "morse_softness_order", "lowest point", full, "the lesser of Morse / stretching and Hooke / Morse", v);
  ratios(c, NUMBER(strain), K, M, a), ratios(c, NUMBER(strain), K, A, b), lesser(a, b, v);
  judge(self, "morse_hookean_softest", "than stretching and Morse", full, "mean strain, Hooke / the softer of both", v);
  ratios(c, NUMBER(strain), K, V, v);
  judge(self, "morse_hookean_softest", "than StVK", full, "mean strain, Hooke / StVK", v);
  ratios(c, NUMBER(strain), V, A, v);
  judge(self, "morse_stvk_like_stretching", "mean strain", full, "mean strain, StVK / stretching", v);
  ratios(c, NUMBER(sag), V, A, v);
  judge(self, "morse_stvk_like_stretching", "lowest point", full, "largest sag, StVK / stretching", v);
  for (int e = 0; e < EDGES; e++) {
    v[e] = 0.0;
    for (int s = 0; s < CLAIMS_SPRINGS; s++)
      for (int t = 0; t < s; t++) v[e] = check_larger(v[e], c[e].apart[s][t]);
  }
  judge(self, "morse_undamped_alike", NULL, full, "largest mean distance between two of the four cloths / side", v);
  ratios(c, NUMBER(late), M, A, a), ratios(c, NUMBER(late), K, A, b), lesser(a, b, v);
  judge(self, "morse_undamped_dynamic", "Morse and Hooke against stretching", full,
        "kinetic energy late / peak, the lesser of Morse and Hooke / stretching", v);
  ratios(c, NUMBER(late), M, V, a), ratios(c, NUMBER(late), K, V, b), lesser(a, b, v);
  judge(self, "morse_undamped_dynamic", "Morse and Hooke against StVK", full,
        "kinetic energy late / peak, the lesser of Morse and Hooke / StVK", v);
}

/* gamma = alpha beta / h is 2.4e-4 at most, so the printed damping changes little. */
static void damped(check *self, int full) {
  cloths c[BETAS][EDGES];
  double a[EDGES], b[EDGES], v[EDGES];
  for (int k = 1; k < BETAS; k++)
    for (int e = 0; e < EDGES; e++) c[k][e] = hang(self, edges[e], betas[k], full);
  check_control(self, !(c[2][1].apart[A][A] > 0.0), "the distance of a cloth from itself");
  for (int e = 0; e < EDGES; e++) v[e] = c[2][e].apart[A][V];
  judge(self, "morse_damped_identical", NULL, full, "beta 1: mean distance of stretching from StVK / side", v);
  for (int k = 1; k < BETAS; k++)
    for (int t = A; t <= V; t += V - A) {
      static const char *const parts[BETAS][2] = {{NULL},
                                                  {"against stretching, beta 0.3", "against StVK, beta 0.3"},
                                                  {"against stretching, beta 1", "against StVK, beta 1"}};
      ratios(c[k], NUMBER(fold), M, t, a), ratios(c[k], NUMBER(fold), K, t, b), lesser(a, b, v);
      judge(self, "morse_damped_wrinkles", parts[k][t == V], full, "mean fold, the lesser of Morse and Hooke / this",
            v);
    }
  for (int s = A; s <= V; s += V - A) {
    ratios(c[1], NUMBER(late), s, M, a), ratios(c[1], NUMBER(late), s, K, b);
    for (int e = 0; e < EDGES; e++) v[e] = check_larger(a[e], b[e]);
    judge(self, "morse_damped_order", s == A ? "stretching" : "StVK", full,
          "beta 0.3: kinetic energy late / peak, this / the lesser of Morse and Hooke", v);
  }
}

void claims_list_edges(check_registry *registry, int full) {
  claims_add(registry, "edges-softness", "four undamped springs against the length of the edges", softness, full);
  claims_add(registry, "edges-damped", "the same with beta 0.3 and 1", damped, full);
}
