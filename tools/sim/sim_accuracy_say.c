/* Why this file exists: prints the result of --accuracy, as a table and a few lines. */
#include <math.h>
#include <stdio.h>

#include "sim_accuracy.h"
#include "sim/engine/sim_worker.h"

enum { WORD = 32 };

/// "1.2 %", or "-" if there is no value.
static const char *percent(double value, char out[WORD]) {
  char text[CLI_LEFT];
  if (isnan(value))
    snprintf(out, WORD, "-");
  else if (value > 1e4)
    snprintf(out, WORD, isinf(value) ? "-" : "> 1e6 %%");
  else if (value < 0.99995e-5)
    snprintf(out, WORD, "< 0.001 %%");
  else
    snprintf(out, WORD, "%s %%", cli_percent(value, text));
  return out;
}

static const char *setting_text(const sim_setting *s, char *out, size_t capacity) {
  snprintf(out, capacity, "%d time step%s of %d iteration%s", (int)s->substeps, cli_plural(s->substeps),
           (int)s->iterations, cli_plural(s->iterations));
  return out;
}

static const char *const help_names[SIM_HELPS] = {"4 x time steps", "4 x iterations", "double"};

static void say_row(const char *name, double own, const double *helped) {
  char words[1 + SIM_HELPS][WORD];
  printf("  %-8s%12s", name, percent(own, words[0]));
  for (int k = 0; k < SIM_HELPS; k++) printf("%16s", percent(helped[k], words[1 + k]));
  putchar('\n');
}

static void say_table(const sim_accuracy *found) {
  double shape[SIM_HELPS], sag[SIM_HELPS], energy[SIM_HELPS];
  for (int k = 0; k < SIM_HELPS; k++)
    shape[k] = found->helped[k].shape, sag[k] = found->helped[k].sag, energy[k] = found->helped[k].energy;
  printf("  %-8s%12s", "error", "this run");
  for (int k = 0; k < SIM_HELPS; k++) printf("%16s", help_names[k]);
  putchar('\n');
  say_row("shape", found->errors.shape, shape);
  if (!isnan(found->errors.sag)) say_row("sag", found->errors.sag, sag);
  say_row("energy", found->errors.energy, energy);
  printf("  %-8s%10.2g s", "time", found->run.seconds);
  for (int k = 0; k < SIM_HELPS; k++)
    if (found->helps[k].ending == SIM_TWIN_DONE)
      printf("%14.2g s", found->helps[k].seconds);
    else
      printf("%16s", found->helps[k].ending == SIM_TWIN_NONE       ? "it is"
                     : found->helps[k].ending == SIM_TWIN_DIVERGED ? "diverged"
                     : found->helps[k].ending == SIM_TWIN_REFUSED  ? "refused"
                                                                   : "no time");
  putchar('\n');
  for (int k = 0; k < SIM_HELPS; k++)
    if (found->why[k][0]) cli_print("  %s: %s\n", help_names[k], found->why[k]);
}

/// Whether the reference itself is chaotic: then there is nothing to compare with.
static bool say_chaos(const sim_accuracy *found) {
  char words[WORD];
  if (found->wild > SIM_CLAIM) {
    printf("chaotic: a start that differs in float's last digit moves the reference by %s: there is no single answer\n",
           percent(found->wild, words));
    return true;
  }
  if (!(found->spread > SIM_CLAIM)) return false;
  printf("chaotic: a start that differs in float's last digit moves this run by %s; a smaller error is luck\n",
         percent(found->spread, words));
  return false;
}

/// Name the refinement that brings the run nearest to the reference.
static void say_help(const sim_accuracy *found) {
  const double own = sim_errors_most(found->errors);
  char before[WORD], after[WORD];
  int best = -1;
  for (int k = 0; k < SIM_HELPS; k++) {
    const double least = best < 0 ? own : sim_errors_most(found->helped[best]);
    if (found->helps[k].ending == SIM_TWIN_DONE && sim_errors_most(found->helped[k]) < 0.9 * least) best = k;
  }
  if (best < 0)
    printf("what helps: no single refinement reduces the error by a tenth\n");
  else
    printf("what helps most: %s; the largest error drops from %s to %s\n", help_names[best], percent(own, before),
           percent(sim_errors_most(found->helped[best]), after));
}

static void say_best(const sim_accuracy *found) {
  char error[WORD];
  if (!(found->best_seconds < INFINITY)) {
    printf("cheapest within 1 %%: none was found in time; the reference takes %.2g s\n", found->reference.seconds);
    return;
  }
  printf("cheapest within 1 %%: --substeps %d --iterations %d%s (%s, %.2g s)\n", (int)found->best.substeps,
         (int)found->best.iterations, found->best.precision == XPBD_F64 ? " --precision double" : "",
         percent(found->best_error, error), found->best_seconds);
}

static bool is_converged(const sim_accuracy *found) {
  return found->moved <= SIM_CLAIM && sim_errors_most(found->errors) <= SIM_CLAIM;
}

/// Whether the reference is certain enough to say that the run is not converged.
static bool is_told(const sim_accuracy *found) {
  return found->moved <= SIM_CLAIM || sim_errors_most(found->errors) > 2.0 * found->moved;
}

/// The first line: has the run converged?
static void say_verdict(const sim_accuracy *found) {
  char error[WORD], moved[WORD];
  percent(sim_errors_most(found->errors), error);
  percent(found->moved, moved);
  if (!is_told(found))
    printf("undecided: the reference itself still moves by %s when it is refined\n", moved);
  else if (found->moved > SIM_CLAIM)
    printf("not converged: this run is about %s off, give or take %s, because the reference itself still moves\n",
           error, moved);
  else if (is_converged(found))
    printf("converged: this run is within 1 %% of the converged answer of its model (%s)\n", error);
  else
    printf("not converged: this run is %s off the converged answer of its model\n", error);
}

void sim_accuracy_say(const sim_accuracy *found) {
  char setting[96], moved[WORD], left[CLI_LEFT];
  const double wanted = ceil(found->wanted);
  if (found->reference.ending != SIM_TWIN_DONE && sim_interrupts() > 0) {
    printf("undecided: interrupted before there was a reference\n");
    return;
  }
  if (found->reference.ending != SIM_TWIN_DONE) {
    printf("undecided: no time for a reference; the run takes %.2g s, its twins need --accuracy-time %.0f (%s)\n",
           found->run.seconds, wanted, cli_left_text(wanted, left));
    return;
  }
  say_verdict(found);
  say_table(found);
  printf("  errors are relative to the motion of the reference: %s in double; its last refinement moved it by %s\n",
         setting_text(&found->reference.setting, setting, sizeof setting), percent(found->moved, moved));
  const bool hopeless = say_chaos(found);
  if (!is_converged(found) && is_told(found)) say_help(found);
  if (found->moved <= SIM_CLAIM)
    say_best(found);
  else if (!hopeless)
    printf("cheapest within 1 %%: undecided; a finer reference needs --accuracy-time %.0f (%s)\n", wanted,
           cli_left_text(wanted, left));
}
