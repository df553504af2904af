/* Why this file exists: claims on bodies that are thrown, dropped, pulled, twisted: Cetinaslan, "Parallel XPBD
 * Simulation of Modified Morse Potential" and "ESBD: Exponential Strain-based Dynamics". 258 vertices and fewer. */
#include <math.h>
#include <string.h>

#include "papers/claims.h"

#define MORSE "Cetinaslan 2019"
#define ESBD  "Cetinaslan 2023"

static const check_claim_text vivid_claim = {"morse_materials_vivid", MORSE, "Sect. 7; Fig. 4",
                                             "in collisions materials react slightly more vividly than Morse", "-"};
static const check_claim_text cow_claim = {"esbd_cow_stretchy", ESBD, "Sect. 6.4; Fig. 9",
                                           "hit by a sphere, ESBD stretches more than SBD", "-"};

/// Largest extent along x, the way of the sphere, after it has come [m].
static double widest(const claims_run *run) {
  double most = 0.0;
  for (int64_t f = 12; f < run->frame_count; f++) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < run->n; i++) {
      low = fmin(low, run->path[3 * (run->n * f + i)]);
      high = fmax(high, run->path[3 * (run->n * f + i)]);
    }
    most = fmax(most, high - low);
  }
  return most;
}

/* The sphere is gone after 26 frames. */
static void hit(check *self, int unused) {
  (void)unused;
  static const char *const constraints[5] = {"morse+tet_volume", "stvk_tet:E=1000", "neo_hookean_tet:E=1000",
                                             "sbd_mod_tet+tet_determinant", "esbd_mod_tet+tet_determinant"};
  claims_run run[5];
  claims_setup setup = claims_setup_of("body_hit", NULL);
  setup.params.resolution = 9;
  setup.settings.substeps = 1;
  setup.settings.iterations = 25;
  setup.frames = 40;
  if (claims_runs_make(self, setup, constraints, 5, run)) {
    double kinetic[5], wide[2];
    for (int k = 0; k < 5; k++) kinetic[k] = claims_mean(&run[k], 28, 40).kinetic;
    for (int k = 0; k < 2; k++) wide[k] = widest(&run[3 + k]) / run[3 + k].height;
    check_at_least(self, fmin(kinetic[1], kinetic[2]) / kinetic[0], 1.3,
                   "kinetic energy after the impact, less vivid material / Morse");
    check_control(self, !(kinetic[1] / kinetic[2] >= 1.3), "StVK / neo-Hooke");
    check_claim(self, claims_cited(self, &vivid_claim), "only that they do: by far, not slightly",
                "kinetic energy after the impact: Morse %.1e, StVK %.1e, neo-Hooke %.1e J", kinetic[0], kinetic[1],
                kinetic[2]);
    check_at_least(self, wide[1] / wide[0], 1.03, "largest width after the impact, ESBD / SBD");
    check_at_least(self, run[4].most / run[3].most, 5.0, "largest strain of an edge at the end, ESBD / SBD");
    check_claim(self, claims_cited(self, &cow_claim), CLAIMS_REPRODUCED,
                "largest width / height: SBD %.3f, ESBD %.3f; largest strain of an edge at the end %.3f, %.3f", wide[0],
                wide[1], run[3].most, run[4].most);
  }
  claims_runs_free(run, 5);
}

static const check_claim_text contact_claim = {"esbd_duck_contact", ESBD, "Sect. 6.4; Fig. 8",
                                               "contacts with spheres and box are met precisely and gently", "-"};

/// Deepest place of a particle inside an obstacle at the end of a frame, with all lowered by `shift` [m].
static double deepest(const claims_run *run, double frame_time, double shift) {
  double most = -INFINITY;
  for (int64_t f = 0; f < run->frame_count; f++)
    for (int64_t i = 0; i < run->n; i++)
      for (int32_t k = 0; k < xpbd_scene_obstacle_count(run->model.scene); k++) {
        const double *at = &run->path[3 * (run->n * f + i)], x[3] = {at[0], at[1] - shift, at[2]};
        const xpbd_obstacle *obstacle = xpbd_scene_obstacle(run->model.scene, k);
        most = fmax(most, -xpbd_obstacle_depth(obstacle, (double)(f + 1) * frame_time, x));
      }
  return most;
}

static void dropped(check *self, int unused) {
  (void)unused;
  claims_setup setup = claims_setup_of("torus_falling", NULL);
  setup.params.resolution = 12;
  setup.settings.iterations = 10;
  setup.frames = 96;
  claims_run run;
  if (claims_run_make(self, &setup, &run)) {
    const double deep = deepest(&run, setup.settings.frame_time, 0.0),
                 control = deepest(&run, setup.settings.frame_time, 0.001);
    check_at_most(self, deep, 1e-9, "deepest penetration of six spheres and a box [m]"); /* measured 7e-16 */
    check_control(self, !(control <= 1e-9), "everything 1 mm lower: %g m", control);
    check_at_least(self, run.fall / 14.0, 1.0, "way down / size: it meets them");
    check_claim(self, claims_cited(self, &contact_claim), CLAIMS_REPRODUCED ": precisely; gently is a matter of taste",
                "deepest penetration / size: %.0e; it falls %.1f sizes", fmax(deep, 0.0) / 14.0, run.fall / 14.0);
  } else {
    check_true(self, false, "the fall");
  }
  claims_run_free(&run);
}

static const check_claim_text volume_claim = {"esbd_volume_others", ESBD, "Sect. 6.3",
                                              "SBD and ESBD change the volume less than exponential and Morse springs",
                                              "-"};
static const check_claim_text tolerable_claim = {"morse_bunny_volume_tolerable", MORSE, "Fig. 8 bottom",
                                                 "undamped, all springs keep the volume within tolerable limits", "-"};

static void volumes(check *self, int unused) {
  (void)unused;
  static const char *const constraints[5] = {"stretching:k=10+tet_volume", "hookean:k=10+tet_volume",
                                             "stvk:k=10+tet_volume", "morse:k=10+tet_volume", "morse:k=10"};
  claims_run run[5];
  claims_setup setup = claims_setup_of("blob", NULL);
  setup.params.resolution = 9;
  setup.settings.iterations = 25;
  setup.frames = 48;
  if (claims_runs_make(self, setup, constraints, 5, run)) {
    double worst = 0.0;
    for (int k = 0; k < 4; k++) worst = fmax(worst, run[k].volume_error);
    check_at_most(self, worst, 0.01, "four springs with volumes: mean |V / V0 - 1|");
    check_control(self, !(run[4].volume_error <= 0.01), "Morse without volumes: %g", run[4].volume_error);
    check_claim(self, claims_cited(self, &tolerable_claim), CLAIMS_REPRODUCED ": no limit is printed",
                "258 vertices, mean |V / V0 - 1|: %.0e at most; without the volume constraints %.2f", worst,
                run[4].volume_error);
  }
  check_claim(self, claims_cited(self, &volume_claim), CLAIMS_FULL, "the coarse body keeps it to 1e-4 with all");
  claims_runs_free(run, 5);
}

/* The printed size. */
static void all_volumes(check *self, int unused) {
  (void)unused;
  static const char *const constraints[4] = {"sbd_tet+tet_determinant", "esbd_tet+tet_determinant",
                                             "espef_hookean:k=100+tet_volume", "morse:k=10+tet_volume"};
  claims_run run[4];
  claims_setup setup = claims_setup_of("blob", NULL);
  setup.frames = 24;
  if (claims_runs_make(self, setup, constraints, 4, run)) {
    double error[4];
    for (int k = 0; k < 4; k++) error[k] = run[k].volume_error;
    /* measured 5.5e-3, 6.6e-3, 2.1e-2, 2.2e-2 */
    const double strains = fmax(error[0], error[1]), springs = fmin(error[2], error[3]);
    check_at_least(self, springs / strains, 2.0, "error of the volume, better spring / worse strain");
    check_control(self, !(fmax(error[0], error[1]) / fmin(error[0], error[1]) >= 2.0), "SBD and ESBD");
    check_claim(self, claims_cited(self, &volume_claim), CLAIMS_REPRODUCED,
                "mean |V / V0 - 1|: SBD %.1e, ESBD %.1e, exponential spring %.1e, Morse %.1e", error[0], error[1],
                error[2], error[3]);
  }
  claims_runs_free(run, 4);
}

static const check_claim_text jiggles_claim = {"esbd_torus_jiggles", ESBD, "Sect. 6.3",
                                               "the released torus jiggles longer with ESBD", "-"};
static const check_claim_text twist_claim = {"esbd_beam_twist_alike", ESBD, "Sect. 6.3; Fig. 6",
                                             "twisted by 180 degrees the beams look alike, not identical", "180"};

static void released(check *self, int unused) {
  (void)unused;
  static const char *const constraints[2] = {"sbd_tet+tet_determinant", "esbd_tet+tet_determinant"};
  claims_run run[2] = {{.n = 0}}, beam[2] = {{.n = 0}}, less = {.n = 0};
  claims_setup setup = claims_setup_of("torus_stretched", NULL);
  setup.params.resolution = 8;
  setup.params.size = 14.0;
  xpbd_scene_params_set(&setup.params, "stretch", 1.2);
  xpbd_scene_params_set(&setup.params, "pull_time", 0.0); /* it starts so, and nobody holds it */
  setup.params.pins = XPBD_PINS_NONE;
  setup.settings.iterations = 50;
  setup.frames = 48;
  claims_setup twisted = claims_setup_of("beam_twisted", NULL);
  twisted.params.resolution = 8;
  twisted.settings.substeps = 1;
  twisted.settings.iterations = 50;
  twisted.frames = 36;
  if (claims_runs_make(self, setup, constraints, 2, run) && claims_runs_make(self, twisted, constraints, 2, beam)) {
    double ratio[2];
    for (int k = 0; k < 2; k++) ratio[k] = claims_mean(&run[k], 24, 48).kinetic / claims_mean(&run[k], 0, 6).kinetic;
    check_at_least(self, ratio[1] / ratio[0], 10.0, "torus let go: kinetic energy late / early, ESBD / SBD");
    check_claim(self, claims_cited(self, &jiggles_claim), CLAIMS_REPRODUCED,
                "kinetic energy in the second second / in the first six frames: SBD %.0e, ESBD %.0e", ratio[0],
                ratio[1]);
    const double apart = claims_distance(&beam[0], &beam[1], 28, 36) / 13.0;
    check_between(self, apart, 1e-4, 0.06, "twisted beams: distance of SBD and ESBD / length");
    xpbd_scene_params_set(&twisted.params, "angle", 120.0);
    twisted.params.constraint = constraints[0];
    twisted.settings.iterations = 10;
    if (claims_run_make(self, &twisted, &less)) {
      const double other = claims_distance(&beam[0], &less, 28, 36) / 13.0;
      check_control(self, !(other <= 0.06), "a beam twisted by 120 degrees: %g", other);
    }
    check_claim(self, claims_cited(self, &twist_claim), CLAIMS_REPRODUCED,
                "distance of the two beams / length %.3f; mean strain of the edges SBD %.3f, ESBD %.3f", apart,
                beam[0].strain, beam[1].strain);
  }
  claims_runs_free(run, 2);
  claims_runs_free(beam, 2);
  claims_run_free(&less);
}

static const check_claim_text mixed_claim = {"esbd_beam_mixed", ESBD, "Fig. 12",
                                             "single stretches and shears favour now one, now the other", "-"};

/// S11, S22, S33, S12, S13, S23 of F^T F - 1 as means of their sizes over the ghost tetrahedra of a surface.
static void strains_of(const xpbd_mesh *mesh, const double *x, double out[6]) {
  static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  double tip[2][3] = {{0.0}};
  int count = 0;
  for (int64_t i = 0; i < mesh->vertex_count; i++)
    for (int k = 0; k < 3; k++) {
      tip[0][k] += mesh->positions[3 * i + k] / mesh->vertex_count;
      tip[1][k] += x[3 * i + k] / mesh->vertex_count;
    }
  memset(out, 0, 6 * sizeof *out);
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    double rest[3][3], now[3][3], inverse[3][3], f[3][3] = {{0.0}}; /* columns: corners less the tip */
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        rest[j][k] = mesh->positions[3 * (int64_t)mesh->triangles[3 * t + j] + k] - tip[0][k];
        now[j][k] = x[3 * (int64_t)mesh->triangles[3 * t + j] + k] - tip[1][k];
      }
    double det = 0.0;
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        const int a = (j + 1) % 3, b = (j + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
        inverse[j][k] = rest[a][c] * rest[b][d] - rest[a][d] * rest[b][c]; /* cofactors */
        if (j == 0) det += rest[0][k] * inverse[0][k];
      }
    if (fabs(det) < 1e-6) continue; /* the tip in the plane of the triangle */
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) f[i][k] += now[j][i] * inverse[j][k] / det;
    for (int p = 0; p < 6; p++) {
      double s = pair[p][0] == pair[p][1] ? -1.0 : 0.0;
      for (int i = 0; i < 3; i++) s += f[i][pair[p][0]] * f[i][pair[p][1]];
      out[p] += fabs(s);
    }
    count++;
  }
  for (int p = 0; p < 6; p++) out[p] /= count;
}

static void mixed(check *self, int unused) {
  (void)unused;
  static const char *const constraints[2] = {"sbd_tet+tet_determinant", "esbd_tet+tet_determinant"};
  claims_run run[2];
  claims_setup setup = claims_setup_of("beam_hit", NULL);
  setup.params.resolution = 8;
  setup.settings.iterations = 50;
  setup.frames = 48;
  int more[6] = {0}, frames = 0;
  if (claims_runs_make(self, setup, constraints, 2, run)) {
    for (int64_t f = 0; f < setup.frames; f++) {
      double s[2][6];
      for (int k = 0; k < 2; k++) strains_of(&run[k].model.mesh, &run[k].path[3 * run[k].n * f], s[k]);
      for (int p = 0; p < 6; p++) more[p] += s[1][p] > s[0][p];
      frames++;
    }
    int mixed_ones = 0, mostly = 0;
    for (int p = 0; p < 6; p++) {
      mixed_ones += more[p] > 0 && more[p] < frames;
      mostly += 2 * more[p] > frames;
    }
    check_at_least(self, mixed_ones, 3,
                   "strains of which each is larger in some frames with SBD, in some with ESBD, of 6");
    check_same(self, (uint64_t)mostly, 6, "strains that are larger with ESBD in most frames, of 6");
    check_control(self, !(more[3] > 0 && more[3] < frames), "S12, which is larger with ESBD in every frame");
    check_claim(self, claims_cited(self, &mixed_claim), "only in some frames: ESBD is higher in most",
                "frames of %d in which ESBD is higher: S11 %d, S22 %d, S33 %d, S12 %d, S13 %d, S23 %d", frames, more[0],
                more[1], more[2], more[3], more[4], more[5]);
  }
  claims_runs_free(run, 2);
}

void claims_list_contact(check_registry *registry, int full) {
  if (full) {
    check_add(registry, "contact-volumes", "volume of a hanging body, strains and springs", all_volumes, 0);
    return;
  }
  check_add(registry, "contact-hit", "a body hit by a sphere", hit, 0);
  check_add(registry, "contact-dropped", "a torus falls on spheres and a box", dropped, 0);
  check_add(registry, "contact-volumes", "volume of a hanging body, six constraints", volumes, 0);
  check_add(registry, "contact-released", "a torus let go, a twisted beam", released, 0);
  check_add(registry, "contact-mixed", "single strains of a beam that is hit", mixed, 0);
}
