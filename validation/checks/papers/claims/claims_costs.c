/* Why this file exists: judges claims about speed. Times belong in benchmarks, on machines that the papers do not have.
 * Here only counts are judged: constraints, projections, groups, and the arithmetic of the printed tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "subject/papers.h"
#include "claims.h"

/* The machines of the printed rates are in data/papers/sources.csv. */
#define PRINTED_CLOTH "as printed: sheet of 41 x 41 vertices, 200 iterations a frame"
#define PRINTED_FLAG  "as printed: sheet of 41 x 41 vertices, 100 iterations a frame"
#define PRINTED_BODY  "as printed: 12288 edges with 8192 volumes, 50 iterations a frame"
/* The verdict "measured by" with the command that has the rows of fps.csv. */
#define TIMED(rows) CLAIMS_TIMED " papers --benchmark_filter 'row:" rows "'"
#define OWN_TABLE   "by construction: it is read from the table that it is about"
#define OF_TABLE    "the printed rates of every row, no run of our own"

static void springs(check *self, int unused) {
  const double cloth = 200.0 * claims_constraints(self, "cloth", "stretching", 41, NULL),
               flag = 100.0 * claims_constraints(self, "flag", "stretching", 41, NULL),
               body = 50.0 * claims_constraints(self, "blob", "stretching+tet_volume", 33, NULL);
  check_between(self, cloth, 976000, 976000, "projections a frame, cloth");
  check_between(self, flag, 488000, 488000, "projections a frame, flag");
  check_between(self, body, 1024000, 1024000, "projections a frame, body");
  check_control(self, 50.0 * claims_constraints(self, "blob", "stretching", 33, NULL) != body, "no volumes");
  claims_left(self, "morse_fps_cloth_cpu", NULL, PRINTED_CLOTH, TIMED("morse_cloth_cpu"), "%.0f projections a frame",
              cloth);
  claims_left(self, "morse_fps_cloth_gpu", NULL, PRINTED_CLOTH, TIMED("morse_cloth_gpu"), "%.0f projections a frame",
              cloth);
  claims_left(self, "morse_fps_flag_cpu", NULL, PRINTED_FLAG, TIMED("morse_flag_cpu"), "%.0f projections a frame",
              flag);
  claims_left(self, "morse_fps_flag_gpu", NULL, PRINTED_FLAG, TIMED("morse_flag_gpu"), "%.0f projections a frame",
              flag);
  claims_left(self, "morse_fps_bunny_gpu", NULL, PRINTED_BODY, TIMED("morse_bunny_gpu"), "%.0f projections a frame",
              body);
  claims_left(self, "morse_collisions_interactive", NULL, "the scenes of Figs. 4, 5",
              "measured by xpbd-bench scenes --benchmark_filter 'scene:(cloth_on_sphere|torus_falling)'",
              "no number is printed");
}

/// Printed frame rates of two kinds of rows with the same number: smallest and largest of each.
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

/// Differences of printed frame rates, row by row: the last word of the key is `slow` or `fast`.
typedef struct differences {
  int count;
  double mean, least, most; ///< [FPS]
  double share[2];          ///< Smallest and largest part of the faster one.
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
  check_control(self, energy.most != energy.least,
                "the embedded iteration, which is not always slower by the same amount");
  claims_left(self, "morse_gpu_speedup", NULL, OF_TABLE, TIMED("morse_(cloth|flag)"),
              "printed ranges: %.2f to %.2f; %.2f to %.2f", cloth.low[1] / cloth.high[0], cloth.high[1] / cloth.low[0],
              flag.low[1] / flag.high[0], flag.high[1] / flag.low[0]);
  claims_left(self, "morse_iterations_cost", NULL, OF_TABLE, TIMED("morse_(cloth|flag)"),
              "printed ranges: CPU %.2f to %.2f, GPU %.2f to %.2f; projections 2.00", flag.low[0] / cloth.high[0],
              flag.high[0] / cloth.low[0], flag.low[1] / cloth.high[1], flag.high[1] / cloth.low[1]);
  claims_left(self, "energy_overhead_mean", "of the table", OF_TABLE, OWN_TABLE, "mean difference %.2f FPS in %d rows",
              energy.mean, energy.count);
  claims_left(self, "energy_overhead_mean", "of ours", "the scenes of Table I", TIMED("energy_"),
              "both solvers of each row");
  claims_left(self, "esbd_two_fps", "of the table", OF_TABLE, OWN_TABLE, "differences %.0f to %.0f FPS in %d rows",
              esbd.least, esbd.most, esbd.count);
  claims_left(self, "esbd_two_fps", "of ours", "the scenes of Table 1", TIMED("esbd_"), "both constraints of each row");
  claims_left(self, "energy_overhead_share", NULL, OF_TABLE, TIMED("energy_"), "Table I: %.1f to %.1f %%",
              100.0 * energy.share[0], 100.0 * energy.share[1]);
  claims_left(self, "esbd_overhead_share", NULL, OF_TABLE, TIMED("esbd_"), "Table 1: %.1f to %.1f %%",
              100.0 * esbd.share[0], 100.0 * esbd.share[1]);
}

#define TABLE_CLOTH "as printed: sheet of 441 vertices; any number of iterations"
#define TABLE_TORUS "as printed: torus of 900 vertices; any number of iterations"
#define BY_COUNTING "counting projections"

static void energy(check *self, int unused) {
  const double spring = claims_constraints(self, "cloth", "stretching", 21, NULL),
               shear = claims_constraints(self, "cloth", "stretching+shear_angle", 21, NULL),
               folds = claims_constraints(self, "cloth", "stretching+shear_angle+distance_bending", 21, NULL),
               strain = claims_constraints(self, "cloth", "sbd", 21, NULL),
               area = claims_constraints(self, "cloth", "sbd+triangle_area", 21, NULL),
               material = claims_constraints(self, "cloth", "orthotropic_triangle", 21, NULL);
  const double stvk = claims_constraints(self, "torus_stretched", "stvk_tet", 30, NULL),
               solid = claims_constraints(self, "torus_stretched", "sbd_tet", 30, NULL),
               volume = claims_constraints(self, "torus_stretched", "sbd_tet+tet_determinant", 30, NULL);
  check_between(self, shear / material, 2.5, 2.6, "cloth: constraints, stretch and shear / anisotropic");
  check_between(self, area / shear, 1.5, 1.6, "cloth: constraints, strain / stretch and shear");
  check_between(self, volume / stvk, 6.9, 7.2, "torus: constraints, strain / StVK"); /* some have no rest shape */
  check_between(self, area / strain, 1.33, 1.34, "cloth: constraints with the area / without");
  check_between(self, volume / solid, 1.16, 1.19, "torus: constraints with the volume / without");
  check_at_least(self, folds / spring, 2.0, "cloth: constraints with shear and bending / without");
  check_control(self, !(shear / spring >= 2.0), "shear alone");
  const double sheared = shear / spring - 1.0, folded = (folds - shear) / spring;
  claims_left(self, "energy_cost_order_cloth", NULL, TABLE_CLOTH, TIMED("energy_cloth"),
              "constraints: %.0f, %.0f, %.0f; the last are the most expensive, because they need an acos", material,
              area, shear);
  claims_left(self, "energy_cost_order_torus", NULL, TABLE_TORUS, TIMED("energy_torus"),
              "constraints: %.0f of each material, %.0f of the strain", stvk, volume);
  claims_left(self, "energy_interactive", NULL, "the scenes of Table I", TIMED("energy_"),
              "at most %.0f constraints per iteration of cloth and torus", volume);
  claims_case(self, area / strain, "all of it");
  claims_judge(self, "energy_attached_cost", "areas", TABLE_CLOTH, BY_COUNTING,
               "with areas %.2f times as many projections as Green strain alone", area / strain);
  claims_case(self, volume / solid, "all of it");
  claims_judge(self, "energy_attached_cost", "volumes", TABLE_TORUS, BY_COUNTING,
               "with volumes %.2f times as many projections as Green strain alone", volume / solid);
  claims_case(self, 1.0 + sheared, "all of it");
  claims_judge(self, "energy_bending_cost", "shear", TABLE_CLOTH, BY_COUNTING,
               "shear adds %.0f %% to the projections of the springs", 100.0 * sheared);
  claims_case(self, 1.0 + folded, "all of it");
  claims_judge(self, "energy_bending_cost", "bending", TABLE_CLOTH, BY_COUNTING,
               "bending adds %.0f %% to the projections of the springs", 100.0 * folded);
}

static void strains(check *self, int unused) {
  const double spring = claims_constraints(self, "cloth", "espef_hookean", 21, NULL),
               strain = claims_constraints(self, "cloth", "esbd", 21, NULL),
               area = claims_constraints(self, "cloth", "esbd+triangle_area", 21, NULL);
  const double edges = claims_constraints(self, "blob", "hookean", 17, NULL),
               stvk = claims_constraints(self, "blob", "stvk_tet", 17, NULL),
               solid = claims_constraints(self, "blob", "esbd_tet", 17, NULL),
               volume = claims_constraints(self, "blob", "esbd_tet+tet_determinant", 17, NULL);
  int different = 0;
  for (int32_t n = 6; n <= 21; n = 2 * n - 1) {
    int groups[2];
    const double a = claims_constraints(self, "cloth", "sbd", n, &groups[0]),
                 b = claims_constraints(self, "cloth", "esbd", n, &groups[1]);
    different += a != b || groups[0] != groups[1] || !(a > 0.0);
  }
  check_same(self, (uint64_t)different, 0,
             "sheets of three sizes: other constraints or groups with ESBD than with SBD");
  check_between(self, area / strain, 1.33, 1.34, "cloth: with the area / without");
  check_between(self, volume / solid, 1.16, 1.17, "body: with the volume / without");
  check_control(self, !(edges / stvk >= 3.9), "springs / StVK");
  claims_case(self, strain / spring, "all of it");
  claims_judge(self, "esbd_espef_faster", "slower", TABLE_CLOTH, NULL,
               "cloth of 441 vertices: %.0f springs, %.0f constraints of ESBD", spring, strain);
  claims_case(self, strain / spring, "all of it");
  claims_judge(self, "esbd_espef_faster", "slightly", TABLE_CLOTH, NULL,
               "cloth of 441 vertices: %.0f springs, %.0f constraints of ESBD", spring, strain);
  claims_case(self, strain / spring, "cloth");
  claims_case(self, solid / edges, "body");
  claims_judge(self, "esbd_costlier", "than springs", "sheet of 441 vertices, body of 17 x 17", BY_COUNTING,
               "cloth %.1f, body %.1f times as many projections as springs", strain / spring, solid / edges);
  claims_case(self, solid / stvk, "all of it");
  claims_judge(self, "esbd_costlier", "than materials", "body of 17 x 17", BY_COUNTING,
               "body %.1f times as many projections as StVK", solid / stvk);
  claims_left(self, "esbd_same_complexity", NULL, "sheets of 36, 121 and 441 vertices",
              "by construction: ESBD changes the formula of SBD, and nothing else",
              "the same number of constraints and of groups on three sheets");
  claims_case(self, area / strain, "all of it");
  claims_judge(self, "esbd_attached_cost", "areas", TABLE_CLOTH, BY_COUNTING,
               "with areas %.2f times as many projections", area / strain);
  claims_case(self, volume / solid, "all of it");
  claims_judge(self, "esbd_attached_cost", "volumes", "body of 17 x 17; any number of iterations", BY_COUNTING,
               "with volumes %.2f times as many projections", volume / solid);
  claims_left(self, "esbd_collision_cost", NULL, "the duck of Table 1", TIMED("esbd_duck"),
              "its rows have the duck with collisions; an iteration tests each particle once against each obstacle");
}

void claims_list_costs(check_registry *registry) {
  claims_add(registry, "costs-springs", "projections of a frame of the printed cloth, flag and body", springs, 0);
  claims_add(registry, "costs-tables", "differences and ratios of printed frame rates", tables, 0);
  claims_add(registry, "costs-energy", "constraints of the materials of the energy-embedded paper", energy, 0);
  claims_add(registry, "costs-strain", "constraints of springs, strains and materials", strains, 0);
}
