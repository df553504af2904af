/* Why this file exists: claims about speed. Times are for benchmarks, on machines that the papers do not have; what can
 * be held here is what is counted: constraints, projections, groups, and the arithmetic of the printed tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "subject/papers.h"
#include "claims.h"

#define MORSE  "Cetinaslan 2019"
#define ENERGY "Cetinaslan and Chaves 2019"
#define ESBD   "Cetinaslan 2023"

/* The machines that the rates are printed for are in data/papers/sources.csv. */
#define PRINTED_CLOTH "as printed: sheet of 41 x 41 vertices, 200 iterations a frame"
#define PRINTED_FLAG  "as printed: sheet of 41 x 41 vertices, 100 iterations a frame"
#define PRINTED_BODY  "as printed: 12288 edges with 8192 volumes, 50 iterations a frame"
/* "measured by" the command that has the rows of fps.csv. */
#define TIMED(rows) CLAIMS_TIMED " --benchmark_filter 'row:" rows "'"
#define OWN_TABLE   "by construction: it is read from the table that it is about"
#define OF_TABLE    "the printed rates of every row, no run of ours"

/// Constraints of a scene, 0 after a failure; groups where `groups` is not NULL.
static double constraints_of(check *self, const char *scene, const char *constraint, int32_t resolution, int *groups) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.constraint = constraint;
  params.resolution = resolution;
  xpbd_model model;
  double count = 0.0;
  if (groups) *groups = 0;
  if (check_status(self, xpbd_scene_build(scene, &params, &model), XPBD_OK, "building %s", scene)) {
    count = (double)xpbd_scene_constraint_count(model.scene);
    for (int32_t s = 0; groups && s < xpbd_scene_set_count(model.scene); s++)
      *groups += xpbd_scene_set(model.scene, s)->schedule.group_count;
  }
  xpbd_model_destroy(&model);
  return count;
}

static const check_claim_text cpu_claim = {"morse_fps_cloth_cpu", MORSE, "Sect. 7; Fig. 1",
                                           "FPS of the cloth of 4880 edges, 200 iterations, CPU", "6-7"};
static const check_claim_text gpu_claim = {"morse_fps_cloth_gpu", MORSE, "Sect. 7; Fig. 1",
                                           "FPS of the same cloth on the GPU", "24-25"};
static const check_claim_text flag_cpu_claim = {"morse_fps_flag_cpu", MORSE, "Sect. 7; Fig. 2",
                                                "FPS of the flag of 4880 edges, 100 iterations, CPU", "9-10"};
static const check_claim_text flag_gpu_claim = {"morse_fps_flag_gpu", MORSE, "Sect. 7; Fig. 2",
                                                "FPS of the same flag on the GPU", "34-35"};
static const check_claim_text bunny_claim = {"morse_fps_bunny_gpu", MORSE, "Sect. 7; Fig. 3",
                                             "FPS of the body of 12288 edges, 50 iterations, GPU", "30-31"};
static const check_claim_text interactive_claim = {"morse_collisions_interactive", MORSE, "Sect. 7",
                                                   "scenes with collisions are interactive on the GPU", "-"};

static void springs(check *self, int unused) {
  (void)unused;
  const double cloth = 200.0 * constraints_of(self, "cloth", "stretching", 41, NULL),
               flag = 100.0 * constraints_of(self, "flag", "stretching", 41, NULL),
               body = 50.0 * constraints_of(self, "blob", "stretching+tet_volume", 33, NULL);
  check_between(self, cloth, 976000, 976000, "projections a frame, cloth");
  check_between(self, flag, 488000, 488000, "projections a frame, flag");
  check_between(self, body, 1024000, 1024000, "projections a frame, body");
  check_control(self, 50.0 * constraints_of(self, "blob", "stretching", 33, NULL) != body, "no volumes");
  check_judge(self, claims_cited(self, &cpu_claim), NULL, PRINTED_CLOTH, TIMED("morse_cloth_cpu"),
              "%.0f projections a frame", cloth);
  check_judge(self, claims_cited(self, &gpu_claim), NULL, PRINTED_CLOTH, TIMED("morse_cloth_gpu"),
              "%.0f projections a frame", cloth);
  check_judge(self, claims_cited(self, &flag_cpu_claim), NULL, PRINTED_FLAG, TIMED("morse_flag_cpu"),
              "%.0f projections a frame", flag);
  check_judge(self, claims_cited(self, &flag_gpu_claim), NULL, PRINTED_FLAG, TIMED("morse_flag_gpu"),
              "%.0f projections a frame", flag);
  check_judge(self, claims_cited(self, &bunny_claim), NULL, PRINTED_BODY, TIMED("morse_bunny_gpu"),
              "%.0f projections a frame", body);
  check_judge(self, claims_cited(self, &interactive_claim), NULL, "the scenes of Figs. 4, 5",
              "measured by xpbd-bench scenes --benchmark_filter 'scene:(cloth_on_sphere|torus_falling)'",
              "no number is printed");
}

/// Printed frame rates of two kinds of rows with the same number: least and largest of each.
typedef struct rates {
  double low[2], high[2];
} rates;

static rates rates_of(const papers_table *table, const char *first, const char *second) {
  const char *const keys[2] = {first, second};
  rates r;
  for (int k = 0; k < 2; k++) {
    const int row = papers_find(table, keys[k]);
    r.low[k] = row < 0 ? (double)NAN : papers_real(table, row, "fps_low");
    r.high[k] = row < 0 ? (double)NAN : papers_real(table, row, "fps_high");
  }
  return r;
}

static const check_claim_text speedup_claim = {"morse_gpu_speedup", MORSE, "Sect. 7",
                                               "GPU / CPU core, from the printed ranges: cloth, flag",
                                               "3.4 to 4.2; 3.4 to 3.9"};
static const check_claim_text half_claim = {"morse_iterations_cost", MORSE, "Sect. 7",
                                            "FPS at half the iterations, from the printed ranges: CPU, GPU",
                                            "1.3 to 1.7; 1.4 to 1.5"};
static const check_claim_text mean_claim = {"energy_overhead_mean", ENERGY, "Sect. VI; Fig. 8; Table I",
                                            "the embedded iteration is 4 FPS slower, mean of Table I", "4 FPS"};
static const check_claim_text two_claim = {"esbd_two_fps", ESBD, "Sect. 6.1; Table 1",
                                           "ESBD is 2 FPS slower than SBD in every scene", "2 FPS"};
static const check_claim_text share_claim = {"energy_overhead_share", ENERGY, "Table I", "slower than XPBD by",
                                             "6 to 21 %"};
static const check_claim_text esbd_share_claim = {"esbd_overhead_share", ESBD, "Table 1", "ESBD is slower than SBD by",
                                                  "6 to 29 %"};

/// Differences of printed frame rates, row by row: the last word of the key is `slow` or `fast`.
typedef struct differences {
  int count;
  double mean, least, most; ///< [FPS]
  double share[2];          ///< Least and largest part of the faster one.
} differences;

static differences differences_of(const papers_table *table, const char *prefix, const char *fast, const char *slow) {
  differences d = {.least = INFINITY, .most = -INFINITY, .share = {INFINITY, -INFINITY}};
  for (int row = 0; row < table->row_count; row++) {
    const char *key = papers_text(table, row, "key"), *word = strrchr(key, '_');
    char other[64];
    if (strncmp(key, prefix, strlen(prefix)) != 0 || !word || strcmp(word + 1, fast) != 0) continue;
    snprintf(other, sizeof other, "%.*s_%s", (int)(word - key), key, slow);
    const int partner = papers_find(table, other);
    const double high = papers_real(table, row, "fps_low"),
                 low = partner < 0 ? (double)NAN : papers_real(table, partner, "fps_low");
    d.mean += high - low;
    d.least = check_smaller(d.least, high - low), d.most = check_larger(d.most, high - low);
    d.share[0] = check_smaller(d.share[0], 1.0 - low / high), d.share[1] = check_larger(d.share[1], 1.0 - low / high);
    d.count++;
  }
  d.mean /= d.count;
  return d;
}

static void tables(check *self, int unused) {
  (void)unused;
  papers_table table;
  if (!check_status(self, papers_read(papers_folder(), &papers_schemas[PAPERS_FPS], &table), XPBD_OK, "fps.csv"))
    return;
  const rates cloth = rates_of(&table, "morse_cloth_cpu_morse", "morse_cloth_gpu_morse"),
              flag = rates_of(&table, "morse_flag_cpu_morse", "morse_flag_gpu_morse");
  const differences energy = differences_of(&table, "energy_", "xpbd", "energy"),
                    esbd = differences_of(&table, "esbd_", "sbd", "esbd");
  papers_destroy(&table);
  check_between(self, cloth.low[1] / cloth.high[0], 3.4, 3.5, "cloth: least GPU / CPU");
  check_between(self, cloth.high[1] / cloth.low[0], 4.1, 4.2, "cloth: largest GPU / CPU");
  check_between(self, flag.high[1] / flag.low[0], 3.8, 3.9, "flag: largest GPU / CPU");
  check_same(self, (uint64_t)energy.count, 11, "rows of Table I");
  check_between(self, energy.mean, 3.9, 4.2, "embedded iteration: mean difference [FPS]");
  check_between(self, esbd.least, 2.0, 2.0, "ESBD: least difference [FPS]");
  check_between(self, esbd.most, 2.0, 2.0, "ESBD: largest difference [FPS]");
  check_control(self, energy.most != energy.least, "the embedded iteration, which is not always as much slower");
  check_judge(self, claims_cited(self, &speedup_claim), NULL, OF_TABLE, TIMED("morse_(cloth|flag)"),
              "printed ranges: %.2f to %.2f; %.2f to %.2f", cloth.low[1] / cloth.high[0], cloth.high[1] / cloth.low[0],
              flag.low[1] / flag.high[0], flag.high[1] / flag.low[0]);
  check_judge(self, claims_cited(self, &half_claim), NULL, OF_TABLE, TIMED("morse_(cloth|flag)"),
              "printed ranges: CPU %.2f to %.2f, GPU %.2f to %.2f; projections 2.00", flag.low[0] / cloth.high[0],
              flag.high[0] / cloth.low[0], flag.low[1] / cloth.high[1], flag.high[1] / cloth.low[1]);
  check_judge(self, claims_cited(self, &mean_claim), "of the table", OF_TABLE, OWN_TABLE,
              "mean difference %.2f FPS in %d rows", energy.mean, energy.count);
  check_judge(self, &mean_claim, "of ours", "the scenes of Table I", TIMED("energy_"), "both solvers of each row");
  check_judge(self, claims_cited(self, &two_claim), "of the table", OF_TABLE, OWN_TABLE,
              "differences %.0f to %.0f FPS in %d rows", esbd.least, esbd.most, esbd.count);
  check_judge(self, &two_claim, "of ours", "the scenes of Table 1", TIMED("esbd_"), "both constraints of each row");
  check_judge(self, claims_cited(self, &share_claim), NULL, OF_TABLE, TIMED("energy_"), "Table I: %.1f to %.1f %%",
              100.0 * energy.share[0], 100.0 * energy.share[1]);
  check_judge(self, claims_cited(self, &esbd_share_claim), NULL, OF_TABLE, TIMED("esbd_"), "Table 1: %.1f to %.1f %%",
              100.0 * esbd.share[0], 100.0 * esbd.share[1]);
}

static const check_claim_text cloth_order_claim = {"energy_cost_order_cloth", ENERGY, "Table I, rows 1 to 3",
                                                   "fastest on cloth: anisotropic, then strain, then stretch and shear",
                                                   "70; 64; 55 FPS"};
static const check_claim_text torus_order_claim = {"energy_cost_order_torus", ENERGY, "Table I, rows 4 to 7",
                                                   "fastest on the torus: linear, then StVK, neo-Hooke, strain",
                                                   "50; 48; 46; 38 FPS"};
static const check_claim_text rates_claim = {"energy_interactive", ENERGY, "Sect. VI",
                                             "both solvers are above interactive rates in all scenes",
                                             "17 FPS or more"};
static const check_claim_text attached_claim = {"energy_attached_cost", ENERGY, "Sect. V.B",
                                                "attached area and volume constraints cost modestly", "-"};
static const check_claim_text bending_claim = {"energy_bending_cost", ENERGY, "Sect. V.A",
                                               "shear and bending constraints cost slightly", "-"};

#define TABLE_CLOTH "as printed: sheet of 441 vertices; whatever the iterations"
#define TABLE_TORUS "as printed: torus of 900 vertices; whatever the iterations"
#define COUNTED     CLAIMS_REPRODUCED ": counting projections"
#define NOT_COUNTED CLAIMS_REFUTED ": counting projections"

static void energy(check *self, int unused) {
  (void)unused;
  const double spring = constraints_of(self, "cloth", "stretching", 21, NULL),
               shear = constraints_of(self, "cloth", "stretching+shear_angle", 21, NULL),
               folds = constraints_of(self, "cloth", "stretching+shear_angle+distance_bending", 21, NULL),
               strain = constraints_of(self, "cloth", "sbd", 21, NULL),
               area = constraints_of(self, "cloth", "sbd+triangle_area", 21, NULL),
               material = constraints_of(self, "cloth", "orthotropic_triangle", 21, NULL);
  const double stvk = constraints_of(self, "torus_stretched", "stvk_tet", 30, NULL),
               solid = constraints_of(self, "torus_stretched", "sbd_tet", 30, NULL),
               volume = constraints_of(self, "torus_stretched", "sbd_tet+tet_determinant", 30, NULL);
  check_between(self, shear / material, 2.5, 2.6, "cloth: constraints, stretch and shear / anisotropic");
  check_between(self, area / shear, 1.5, 1.6, "cloth: constraints, strain / stretch and shear");
  check_between(self, volume / stvk, 6.9, 7.2, "torus: constraints, strain / StVK"); /* some have no rest shape */
  check_between(self, area / strain, 1.33, 1.34, "cloth: constraints with the area / without");
  check_between(self, volume / solid, 1.16, 1.19, "torus: constraints with the volume / without");
  check_at_least(self, folds / spring, 2.0, "cloth: constraints with shear and bending / without");
  check_control(self, !(shear / spring >= 2.0), "shear alone");
  /* slight: what one more kind of constraint adds is less than a quarter of the projections; modest: less than half */
  const double sheared = shear / spring - 1.0, folded = (folds - shear) / spring;
  check_at_least(self, check_smaller(sheared, folded), 0.25,
                 "projections that shear and bending add, each, to those of springs");
  check_at_most(self, check_larger(area / strain, volume / solid), 1.5, "constraints with area or volume / without");
  check_judge(self, claims_cited(self, &cloth_order_claim), NULL, TABLE_CLOTH, TIMED("energy_cloth"),
              "constraints: %.0f, %.0f, %.0f; the last are the dearest, as they take an acos", material, area, shear);
  check_judge(self, claims_cited(self, &torus_order_claim), NULL, TABLE_TORUS, TIMED("energy_torus"),
              "constraints: %.0f of each material, %.0f of the strain", stvk, volume);
  check_judge(self, claims_cited(self, &rates_claim), NULL, "the scenes of Table I", TIMED("energy_"),
              "at most %.0f constraints a sweep of cloth and torus", volume);
  check_judge(self, claims_cited(self, &attached_claim), "areas", TABLE_CLOTH, COUNTED,
              "with areas %.2f times as many projections as Green strain alone", area / strain);
  check_judge(self, &attached_claim, "volumes", TABLE_TORUS, COUNTED,
              "with volumes %.2f times as many projections as Green strain alone", volume / solid);
  check_judge(self, claims_cited(self, &bending_claim), "shear", TABLE_CLOTH, NOT_COUNTED,
              "shear adds %.0f %% to the projections of the springs", 100.0 * sheared);
  check_judge(self, &bending_claim, "bending", TABLE_CLOTH, NOT_COUNTED,
              "bending adds %.0f %% to the projections of the springs", 100.0 * folded);
}

static const check_claim_text espef_claim = {"esbd_espef_faster", ESBD, "Sects. 1, 6.1",
                                             "ESBD is slightly slower than exponential springs", "-"};
static const check_claim_text costlier_claim = {"esbd_costlier", ESBD, "Sects. 1, 6.1",
                                                "Green strain costs more than springs and materials", "-"};
static const check_claim_text complexity_claim = {"esbd_same_complexity", ESBD, "Sect. 1",
                                                  "ESBD keeps the complexity of SBD", "-"};
static const check_claim_text esbd_attached_claim = {"esbd_attached_cost", ESBD, "Sect. 5",
                                                     "attached area and volume constraints cost slightly", "-"};
static const check_claim_text collision_claim = {"esbd_collision_cost", ESBD, "Sect. 5",
                                                 "collisions cost no significant speed", "-"};

static void strains(check *self, int unused) {
  (void)unused;
  const double spring = constraints_of(self, "cloth", "espef_hookean", 21, NULL),
               strain = constraints_of(self, "cloth", "esbd", 21, NULL),
               area = constraints_of(self, "cloth", "esbd+triangle_area", 21, NULL);
  const double edges = constraints_of(self, "blob", "hookean", 17, NULL),
               stvk = constraints_of(self, "blob", "stvk_tet", 17, NULL),
               solid = constraints_of(self, "blob", "esbd_tet", 17, NULL),
               volume = constraints_of(self, "blob", "esbd_tet+tet_determinant", 17, NULL);
  int different = 0;
  for (int32_t n = 6; n <= 21; n = 2 * n - 1) {
    int groups[2];
    const double a = constraints_of(self, "cloth", "sbd", n, &groups[0]),
                 b = constraints_of(self, "cloth", "esbd", n, &groups[1]);
    different += a != b || groups[0] != groups[1] || !(a > 0.0);
  }
  check_same(self, (uint64_t)different, 0,
             "sheets of three sizes: other constraints or groups with ESBD than with SBD");
  check_at_least(self, strain / spring, 1.9, "cloth: constraints, Green strain / springs");
  check_at_least(self, check_smaller(solid / edges, solid / stvk), 3.9, "body: Green strain / springs and / StVK");
  check_between(self, area / strain, 1.33, 1.34, "cloth: with the area / without");
  check_between(self, volume / solid, 1.16, 1.17, "body: with the volume / without");
  check_control(self, !(edges / stvk >= 3.9), "springs / StVK");
  check_judge(self, claims_cited(self, &espef_claim), NULL, TABLE_CLOTH,
              "only that it is slower: it has nearly twice the constraints",
              "cloth of 441 vertices: %.0f springs, %.0f constraints of ESBD", spring, strain);
  check_judge(self, claims_cited(self, &costlier_claim), "than springs", "sheet of 441 vertices, body of 17 x 17",
              COUNTED, "cloth %.1f, body %.1f times as many projections as springs", strain / spring, solid / edges);
  check_judge(self, &costlier_claim, "than materials", "body of 17 x 17", COUNTED,
              "body %.1f times as many projections as StVK", solid / stvk);
  check_judge(self, claims_cited(self, &complexity_claim), NULL, "sheets of 36, 121 and 441 vertices",
              "by construction: ESBD changes the formula of SBD, and nothing else",
              "the same number of constraints and of groups on three sheets");
  /* slight: a quarter more at most */
  check_judge(self, claims_cited(self, &esbd_attached_claim), "areas", TABLE_CLOTH, NOT_COUNTED,
              "with areas %.2f times as many projections", area / strain);
  check_judge(self, &esbd_attached_claim, "volumes", "body of 17 x 17; whatever the iterations", COUNTED,
              "with volumes %.2f times as many projections", volume / solid);
  check_judge(
      self, claims_cited(self, &collision_claim), NULL, "the duck of Table 1", TIMED("esbd_duck"),
      "its rows have the duck with collisions; a contact is tested once for each particle and obstacle in a sweep");
}

void claims_list_costs(check_registry *registry) {
  check_add(registry, "costs-springs", "projections of a frame of the printed cloth, flag and body", springs, 0);
  check_add(registry, "costs-tables", "differences and ratios of printed frame rates", tables, 0);
  check_add(registry, "costs-energy", "constraints of the materials of the energy-embedded paper", energy, 0);
  check_add(registry, "costs-strain", "constraints of springs, strains and materials", strains, 0);
}
