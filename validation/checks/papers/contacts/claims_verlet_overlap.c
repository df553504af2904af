/* Why this file exists: judges the claims of Kot and Nagahashi about overlap: six steps let bodies sink into each
 * other, seven do not, and need no further solver. Their own settings come first, then a range of restitutions and
 * passes, with equal settings for both schemes. */
#include <math.h>

#include "checks/papers/claims/claims.h"
#include "claims_verlet.h"

#define WEDGES "wedges of 10, 30, 60 degrees, falls of 0, 0.01, 0.1 m, 0 and 0.2 m/s sideways, 20 s"

/// Over some runs: the largest and the least overlap that the second half adds, the deepest one [m], and how many of
/// the runs overlap more and more.
typedef struct extremes {
  double most, least, deepest;
  int growing;
} extremes;

static const extremes NOTHING = {.least = INFINITY};

static void take(check *self, const contact_case *c, extremes *sum) {
  const contact_run run = claims_contact(self, c);
  const double growth = run.overlap[1] - run.overlap[0];
  sum->most = check_larger(sum->most, growth), sum->deepest = check_larger(sum->deepest, run.overlap[1]);
  sum->least = check_smaller(sum->least, growth);
  sum->growing += contact_grows(&run);
}

/// The ball of Fig. 1 by one pass, from eighteen starts.
static extremes wedges(check *self, xpbd_verlet_scheme scheme) {
  static const double angles[3] = {10.0, 30.0, 60.0}, drops[3] = {0.0, 0.01, 0.1};
  extremes sum = NOTHING;
  for (int k = 0; k < 18; k++) {
    contact_case c = contact_case_of("wedge", scheme);
    c.angle = angles[k % 3], c.drop = drops[k / 3 % 3], c.aside = k < 9 ? 0.0 : 0.2;
    take(self, &c, &sum);
  }
  return sum;
}

/// The unchanged scenes first .. last - 1.
static void scenes(check *self, int first, int last, xpbd_verlet_scheme scheme, double restitution, int32_t passes,
                   extremes *sum) {
  for (int s = first; s < last; s++) {
    contact_case c = contact_case_of(contact_scenes[s], scheme);
    c.restitution = restitution, c.passes = passes;
    take(self, &c, sum);
  }
}

static void elastic(check *self, int unused) {
  const extremes six = wedges(self, XPBD_VERLET_SIX_STEP);
  extremes stacks = NOTHING, soft = NOTHING, five = NOTHING;
  scenes(self, 1, 4, XPBD_VERLET_SIX_STEP, 1.0, 1, &stacks);
  scenes(self, 0, 4, XPBD_VERLET_SIX_STEP, 0.5, 1, &soft);
  check_control(self, !(soft.least <= CONTACT_GROWTH), "six steps with restitution 0.5: %g m", soft.least);
  claims_case(self, six.most, "wedges");
  claims_case(self, stacks.most, "stacks");
  claims_judge(
      self, "verlet_six_steps_overlap", "elastic contacts", "restitution 1, one pass; " WEDGES "; stacks A, B, C", NULL,
      "the overlap does not grow: at most %.1f mm deep in wedges, %.2f mm in stacks; in the second 10 s %.2f mm more",
      1e3 * six.deepest, 1e3 * stacks.deepest, 1e3 * check_larger(six.most, stacks.most));
  const extremes halves = wedges(self, XPBD_VERLET_SEVEN_STEP_SERIAL), still = wedges(self, XPBD_VERLET_SEVEN_STEP);
  check_control(self, !(still.most <= CONTACT_GROWTH), "one pass is too few for them: %g m", still.most);
  claims_case(self, halves.most, "all of it");
  claims_judge(self, "verlet_seven_steps_no_overlap", "elastic, " CLAIMS_HALVES, "restitution 1, one pass; " WEDGES,
               NULL, "at most %.1f mm deep; in the second 10 s %.2f mm more", 1e3 * halves.deepest, 1e3 * halves.most);
  scenes(self, 0, 1, XPBD_VERLET_SEVEN_STEP, 1.0, 5, &five);
  claims_case(self, still.most, "all of it");
  claims_judge(self, "verlet_seven_steps_no_overlap", "elastic, " CLAIMS_STILL, "restitution 1, one pass; " WEDGES,
               NULL, "%d of 18 starts sink, by up to %.2f m in the second 10 s; five passes at 30 degrees: %.2f mm",
               still.growing, still.most, 1e3 * five.most);
  claims_case(self, halves.most, "all of it");
  claims_judge(self, "verlet_cheap", "no further solver, elastic",
               "restitution 1, one pass, " CLAIMS_HALVES "; " WEDGES, NULL,
               "in the second 10 s %.2f mm more overlap; impulses that leave no approach: %d of 18 starts sink",
               1e3 * halves.most, still.growing);
}

/// Passes from which on the impulses that leave no approach let nothing sink, found by halving, because more passes
/// leave less approach. 200 if those are too few.
static int passes_needed(check *self, const char *scene, double angle, double restitution) {
  int too_few = 0, enough = 200;
  while (enough - too_few > 1) {
    contact_case c = contact_case_of(scene, XPBD_VERLET_SEVEN_STEP);
    c.angle = angle, c.restitution = restitution, c.passes = (too_few + enough) / 2;
    const contact_run run = claims_contact(self, &c);
    *(contact_grows(&run) ? &too_few : &enough) = c.passes;
  }
  return enough;
}

/// The overlap that seven steps add with restitution 0 and 0.5: by 1 and 5 passes and by 20 and 200, for bodies with
/// several contacts; and by any, for one contact, in stack B.
typedef struct inelastics {
  extremes few[2], many[2], single;
} inelastics;

static inelastics seven_steps(check *self, xpbd_verlet_scheme scheme) {
  inelastics sum = {{NOTHING, NOTHING}, {NOTHING, NOTHING}, NOTHING};
  for (int e = 0; e < 2; e++)
    for (int p = 0; p < CONTACT_PASSES; p++) {
      extremes *several = p < 2 ? &sum.few[e] : &sum.many[e];
      scenes(self, 0, 2, scheme, contact_restitutions[e], contact_passes[p], several);
      scenes(self, 2, 3, scheme, contact_restitutions[e], contact_passes[p], &sum.single);
      scenes(self, 3, 4, scheme, contact_restitutions[e], contact_passes[p], several);
    }
  return sum;
}

#define INELASTIC "restitution 0 and 0.5, 1, 5, 20, 200 passes; wedge of 30 degrees, stacks A, B, C; 20 s"

static void inelastic(check *self, int unused) {
  extremes six = NOTHING;
  for (int e = 0; e < 2; e++)
    for (int p = 0; p < CONTACT_PASSES; p++)
      scenes(self, 0, 4, XPBD_VERLET_SIX_STEP, contact_restitutions[e], contact_passes[p], &six);
  claims_case(self, six.least, "all of it");
  claims_judge(
      self, "verlet_six_steps_overlap", "inelastic contacts", INELASTIC, NULL,
      "in the second 10 s at least %.0f mm more in each of 32 runs; B has one contact, which sinks by g dt / 2 "
      "a step after it",
      1e3 * six.least);
  const inelastics still = seven_steps(self, XPBD_VERLET_SEVEN_STEP),
                   halves = seven_steps(self, XPBD_VERLET_SEVEN_STEP_SERIAL);
  const double few = check_smaller(still.few[0].least, still.few[1].least),
               many = check_larger(still.many[0].most, still.many[1].most),
               sinks = check_smaller(halves.few[1].least, halves.many[1].least);
  check_control(self, !(few <= CONTACT_GROWTH), "1 and 5 passes");
  claims_case(self, check_larger(still.few[0].most, still.few[1].most), "1 and 5 passes");
  claims_case(self, many, "20 and 200 passes");
  claims_case(self, still.single.most, "a single contact");
  claims_judge(self, "verlet_seven_steps_no_overlap", "inelastic, " CLAIMS_STILL, INELASTIC, NULL,
               "in the second 10 s at most %.2f mm more; with 1 and 5 passes at least %.0f mm, but for B's one contact",
               1e3 * many, 1e3 * few);
  claims_case(self, halves.few[0].most, "restitution 0, 1 and 5 passes");
  claims_case(self, halves.many[0].most, "restitution 0, 20 and 200 passes");
  claims_case(self, check_larger(halves.few[1].most, halves.many[1].most), "restitution 0.5");
  claims_case(self, halves.single.most, "a single contact");
  claims_judge(
      self, "verlet_seven_steps_no_overlap", "inelastic, " CLAIMS_HALVES, INELASTIC, NULL,
      "in the second 10 s at most %.2f mm more; with 1 and 5 passes at least %.0f mm, with restitution 0.5 and "
      "any passes %.0f mm, but for B's one contact",
      1e3 * halves.many[0].most, 1e3 * halves.few[0].least, 1e3 * sinks);
}

static void solver_needed(check *self, int unused) {
  const int sharp = passes_needed(self, "wedge", 10.0, 0.0), blunt = passes_needed(self, "wedge", 30.0, 0.0),
            middle = passes_needed(self, "wedge", 30.0, 0.5), pile = passes_needed(self, "stack_a", NAN, 0.0);
  check_control(self, !(sharp <= 20), "10 degrees");
  claims_case(self, blunt, "30 degrees, restitution 0");
  claims_case(self, middle, "30 degrees, restitution 0.5");
  claims_case(self, sharp, "10 degrees");
  claims_case(self, pile, "stack A");
  claims_judge(self, "verlet_cheap", "no further solver, inelastic",
               CLAIMS_STILL "; restitution 0 in wedges of 10 and 30 degrees and in stack A, 0.5 at 30 degrees; 20 s",
               NULL,
               "passes until nothing sinks: %d at 30 degrees with restitution 0, %d with 0.5, %d at 10 degrees, %d in "
               "stack A",
               blunt, middle, sharp, pile);
}

/* Sheets slide on each other and separate again, so a stack of them does not sink steadily. The depth counts. */
static void sheets(check *self, int unused) {
  extremes six = NOTHING, soft = NOTHING, halves = NOTHING, still = NOTHING;
  scenes(self, 4, 5, XPBD_VERLET_SIX_STEP, 1.0, 1, &six);
  scenes(self, 4, 5, XPBD_VERLET_SIX_STEP, 0.5, 1, &soft);
  scenes(self, 4, 5, XPBD_VERLET_SEVEN_STEP_SERIAL, 1.0, 1, &halves);
  scenes(self, 4, 5, XPBD_VERLET_SEVEN_STEP, 0.5, 200, &still);
  check_control(self, !(soft.deepest <= 0.01), "restitution 0.5");
  claims_case(self, six.deepest, "restitution 1");
  claims_case(self, soft.deepest, "restitution 0.5");
  claims_judge(
      self, "verlet_six_steps_overlap", "stacked sheets",
      "one pass; three sheets of 3 x 3 nodes and springs of 80 N/m, nodes 0.2 m thick, fall 0.01 m, 20 s", NULL,
      "deepest overlap %.1f mm with restitution 1 (seven steps, serial halves: %.1f mm), %.0f mm with 0.5 (seven "
      "steps, 200 passes that leave no approach: %.1f mm)",
      1e3 * six.deepest, 1e3 * halves.deepest, 1e3 * soft.deepest, 1e3 * still.deepest);
}

static const check_finding_text passes_finding = {
    .key = "contact_passes",
    .title = "When position Verlet needs no further solver for collisions",
    .statement =
        "Kot and Nagahashi (2017) split the contact response in two. They say that a body in contact with several "
        "others then needs no further solver. Their example, a ball in a wedge of 30 degrees, shows when that holds. "
        "Elastic contacts with half of the serial impulses, as in their listing, need only one pass over the contacts. "
        "The six steps that they improve on need no more. Their text instead has impulses that leave no approach "
        "speed. With these, or with any restitution below 1, one pass lets the ball sink. Each pass multiplies the "
        "remaining approach speed by the squared cosine of the angle. About 14 passes or more act as a small solver. "
        "The impulses of the text then hold the ball at any restitution, while the six steps hold it at none below 1. "
        "The command `xpbd-validate contacts` prints the whole table, with elastic contacts and other scenes.",
    .x = "passes over the contacts per step",
    .y = "deepest overlap after 20 s [m]",
    .log_x = true,
    .log_y = true};

/// Deepest overlap in the wedge after 20 s [m].
static double overlap_of(check *self, xpbd_verlet_scheme scheme, double restitution, int32_t passes) {
  contact_case c = contact_case_of("wedge", scheme);
  c.restitution = restitution, c.passes = passes;
  return claims_contact(self, &c).overlap[1];
}

/// The overlap that the second 10 s add in the wedge with the first `count` restitutions.
static extremes held(check *self, xpbd_verlet_scheme scheme, int count, int32_t passes) {
  static const double restitutions[] = {0.0, 0.25, 0.5, 0.75, 0.9, 1.0};
  extremes sum = NOTHING;
  for (int k = 0; k < count; k++) {
    contact_case c = contact_case_of("wedge", scheme);
    c.restitution = restitutions[k], c.passes = passes;
    take(self, &c, &sum);
  }
  return sum;
}

/* An elastic ball bounces forever, and the last bit of a cosine decides about digits, so the page has bounds of it. */
static void passes(check *self, int unused) {
  enum { POINTS = 8, CURVES = 5 };
  static const double at[POINTS] = {1, 2, 5, 10, 20, 50, 100, 200};
  static const struct {
    const char *label;
    xpbd_verlet_scheme scheme;
    double restitution;
  } curves[CURVES] = {{"six steps, restitution 0", XPBD_VERLET_SIX_STEP, 0.0},
                      {"six steps, 0.5", XPBD_VERLET_SIX_STEP, 0.5},
                      {"seven steps, half of the serial response, 0.5", XPBD_VERLET_SEVEN_STEP_SERIAL, 0.5},
                      {"seven steps, no approach left, 0", XPBD_VERLET_SEVEN_STEP, 0.0},
                      {"seven steps, no approach left, 0.5", XPBD_VERLET_SEVEN_STEP, 0.5}};
  double overlap[CURVES][POINTS];
  for (int k = 0; k < CURVES; k++)
    for (int i = 0; i < POINTS; i++)
      overlap[k][i] = overlap_of(self, curves[k].scheme, curves[k].restitution, (int32_t)at[i]);
  const double six = overlap_of(self, XPBD_VERLET_SIX_STEP, 1.0, 1),
               halves = overlap_of(self, XPBD_VERLET_SEVEN_STEP_SERIAL, 1.0, 1),
               still = overlap_of(self, XPBD_VERLET_SEVEN_STEP, 1.0, 1);
  check_at_most(self, check_larger(six, halves), 2e-3, "elastic, one pass, six steps and serial halves: overlap [m]");
  check_at_least(self, still, 0.1, "elastic, one pass, no approach: the same [m]");
  check_at_most(self, overlap[4][POINTS - 1], 1e-4, "restitution 0.5, no approach, 200 passes: the same [m]");
  check_at_least(self, overlap[2][POINTS - 1], 1e-2, "restitution 0.5, serial halves, 200 passes: the same [m]");
  check_control(self, !(overlap[4][0] <= 1e-4), "one pass: %g m", overlap[4][0]);
  const extremes fewer = held(self, XPBD_VERLET_SEVEN_STEP, 1, 12);
  check_at_most(self, held(self, XPBD_VERLET_SEVEN_STEP, 6, 15).most, CONTACT_GROWTH,
                "15 passes, no approach, restitution 0 to 1: largest overlap that the second 10 s add [m]");
  check_control(self, !(fewer.most <= CONTACT_GROWTH), "12 passes, restitution 0: %g m", fewer.most);
  check_at_least(self, held(self, XPBD_VERLET_SIX_STEP, 5, 15).least, CONTACT_GROWTH,
                 "15 passes, six steps, restitution 0 to 0.9: least overlap that they add [m]");
  check_finding(self, &passes_finding,
                "with elastic contacts and one pass, the overlap is below 2 mm for six steps and for half of the "
                "serial impulses. It is above 100 mm for impulses that leave no approach. With restitution 0.5 it is "
                "%.0f, %.0f, %.0f mm with one pass, and %.0f, %.0f, %.2f mm with 200 passes",
                1e3 * overlap[1][0], 1e3 * overlap[2][0], 1e3 * overlap[4][0], 1e3 * overlap[1][POINTS - 1],
                1e3 * overlap[2][POINTS - 1], 1e3 * overlap[4][POINTS - 1]);
  for (int k = 0; k < CURVES; k++) check_curve(self, curves[k].label, POINTS, at, overlap[k]);
}

void claims_list_overlap(check_registry *registry) {
  claims_add(registry, "verlet-overlap", "overlap of elastic contacts, one pass", elastic, 0);
  claims_add(registry, "verlet-overlap-inelastic", "overlap against restitution and passes", inelastic, 0);
  claims_add(registry, "verlet-solver-needed", "passes over the contacts until nothing sinks", solver_needed, 0);
  claims_add(registry, "verlet-sheets", "overlap of stacked sheets", sheets, 0);
  claims_add_finding(registry, "verlet-passes", "overlap in a wedge against passes over the contacts", passes, 0);
}
