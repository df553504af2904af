/* Why this file exists: prints a verdict as lines for a person: first the findings, then the facts. */
#include <stdio.h>
#include <string.h>

#include "support/formula_words.h"
#include "report.h"

const char *report_root_words(const verdict *v) {
  const double root = v->facts.root;
  if (!isfinite(root))
    return "C does not grow as a power of the deformation at rest. The effect of compliance there is not known.";
  if (root < 1.5)
    return "C is linear in the deformation at rest. The energy is quadratic, so 1 / compliance is a stiffness. One "
           "projection without compliance reaches C = 0.";
  if (root < 2.5)
    return "C is quadratic in the deformation at rest, like an energy. C^2 / (2 compliance) is quartic, so it has no "
           "stiffness there. One projection without compliance halves the distance to rest.";
  return "C is of a high order in the deformation at rest. The energy is very flat there. Projections approach rest "
         "slowly.";
}

const char *report_word(const report *r) {
  return verdict_outcome_of(r->verdict, r->reason != NULL).word;
}

/// "KIND: [where] text" of one finding, and the end of the line.
static void print_slip(const verdict_slip *s) {
  const bool said = !s->where[0] || strstr(s->text, s->where) != NULL;
  printf("%s: %s%s%s%s%s\n", verdict_kind_name(s->kind), s->remark ? "(remark) " : "", said ? "" : "[",
         said ? "" : s->where, said ? "" : "] ", s->text);
}

static void print_path(const verdict_path *p, bool in_float) {
  printf("  range    %s ", p->name);
  if (in_float) printf("%.4g .. %.4g in float, ", p->low[0], p->high[0]);
  printf("%.4g .. %.4g in double\n", p->low[1], p->high[1]);
}

/// Prints the force that a solver applies. `wrong`: also prints the force by the exact gradient, if it is known.
static void print_curve(const verdict_path *p, bool wrong) {
  const bool both = wrong && p->count > 0 && isfinite(p->exact[p->count / 2]);
  printf("  %s (%s; at compliance 1)\n    %12s %14s %14s %14s", p->name, p->axis, "s", "C", "energy C^2/2",
         "coded force");
  if (both) printf(" %14s", "exact force");
  printf("\n");
  for (int i = 0; i < p->count; i += 10) {
    printf("    %12.5g %14.6g %14.6g %14.6g", p->s[i], p->c[i], p->energy[i], p->force[i]);
    if (both) printf(" %14.6g", p->exact[i]);
    printf("\n");
  }
}

/// Prints both gradients at one shape in which the coded gradient is wrong.
static void print_wrong(const verdict *v, const xpbd_formula_info *info) {
  const verdict_facts *facts = &v->facts;
  double error = 0, size = 0;
  for (int i = 0; i < 3 * info->arity; i++) {
    error = fmax(error, fabs(facts->at_g[i / 3][i % 3] - facts->at_e[i / 3][i % 3]));
    size = fmax(size, fabs(facts->at_e[i / 3][i % 3]));
  }
  const int digits = error > 1e-4 * size ? 6 : error > 1e-8 * size ? 10 : 15, width = digits + 7;
  char unit[48];
  printf("  at one shape in which it is wrong, C = %.6g%s%s", facts->at_c, verdict_unit(info, unit),
         info->material_count > 0 ? " with " : "");
  for (int i = 0; i < info->material_count; i++)
    printf("%s%s = %.4g", i > 0 ? ", " : "", info->material[i].name, facts->at_material[i]);
  if (info->rows > 1) printf(", row %d", facts->at_row);
  printf("\n  %4s   %*s   %s\n", "", -(3 * width + 4), "coded", "exact");
  for (int i = 0; i < info->arity; i++) {
    const double *g = facts->at_g[i], *e = facts->at_e[i];
    printf("  g[%d]   %*.*g, %*.*g, %*.*g   %*.*g, %*.*g, %*.*g\n", i, width, digits, g[0], width, digits, g[1], width,
           digits, g[2], width, digits, e[0], width, digits, e[1], width, digits, e[2]);
  }
}

/// The gradient at one shape, for anyone who derives it by hand.
static void print_values(const verdict *v, const xpbd_formula_info *info) {
  char unit[48];
  printf("  values at one shape, C = %.10g%s", v->facts.at_c, verdict_unit(info, unit));
  for (int i = 0; i < info->material_count; i++)
    printf("%s%s = %.17g", i > 0 ? ", " : " with ", info->material[i].name, v->facts.at_material[i]);
  printf(":\n");
  for (int i = 0; i < info->arity; i++)
    printf("    x[%d] = (%.17g, %.17g, %.17g)   g[%d] = (%.12g, %.12g, %.12g)\n", i, v->facts.at_x[i][0],
           v->facts.at_x[i][1], v->facts.at_x[i][2], i, v->facts.at_e[i][0], v->facts.at_e[i][1], v->facts.at_e[i][2]);
}

/// Prints where the energy of one row is convex.
static void print_second(const verdict_facts *facts) {
  const int indefinite = facts->indefinite[0] + facts->indefinite[1];
  printf("  second   derivatives symmetric to %.1e; the energy C^2/2 is convex in %d of %d shapes", facts->skew,
         facts->second_shapes - indefinite, facts->second_shapes);
  if (indefinite > 0)
    printf(", not in %d where C < 0 and in %d where C > 0", facts->indefinite[0], facts->indefinite[1]);
  printf("\n");
}

static void print_cell(int digits, double value) {
  if (isfinite(value))
    printf(" %10.*g", digits, value);
  else
    printf(" %10s", "-");
}

static void print_scene(const report_scene *scene) {
  printf("  scene    %s\n", scene->about);
  const int backends = scene->device[0] ? REPORT_CUDA : REPORT_BACKENDS;
  printf("    %-26s %10s %10s %10s %10s %10s %10s %10s", "", "sag m", "elastic J", "strain", "seq ns", "seq FPS",
         "omp ns", "omp FPS");
  if (!scene->device[0]) printf(" %10s %10s", "cuda ns", "cuda FPS");
  printf("\n");
  for (int i = 0; i < scene->count; i++) {
    const report_run *r = &scene->run[i];
    if (r->failed[0]) {
      printf("    %-26s %s\n", r->name, r->failed);
      continue;
    }
    printf("    %-26s", r->name);
    print_cell(4, r->sag), print_cell(4, r->elastic), print_cell(4, r->strain);
    for (int b = 0; b < backends; b++) print_cell(3, r->ns[b]), print_cell(4, r->fps[b]);
    printf("\n");
  }
  if (scene->device[0]) printf("    cuda was not measured: %s\n", scene->device);
  printf("  stiffness: elastic energy = sum of C^2 / (2 alpha), with alpha in (unit of C)^2 / J\n");
  for (int i = 0; i < scene->count; i++)
    if (!scene->run[i].failed[0])
      printf("    %-26s alpha %-12.5g %s\n", scene->run[i].name, scene->run[i].compliance,
             i == 0 ? "its default" : scene->run[i].matched);
  printf("  residual: mean |C| after one step from a disturbed mesh, relative to its value before, without compliance\n"
         "    %-26s",
         "iterations");
  for (int k = 0; k < REPORT_SWEEPS; k++) printf(" %9d", scene->iterations[k]);
  printf("\n");
  for (int i = 0; i < scene->count; i++) {
    if (scene->run[i].failed[0]) continue;
    printf("    %-26s", scene->run[i].name);
    for (int k = 0; k < REPORT_SWEEPS; k++) printf(" %9.2e", scene->run[i].residual[k]);
    printf("\n");
  }
}

void report_print(const report *r) {
  const verdict *v = r->verdict;
  const verdict_outcome outcome = verdict_outcome_of(v, r->reason != NULL);
  const bool fault = verdict_has(v, VERDICT_KINDS);
  printf("%s: %s", outcome.word, v->name);
  if (!fault && !r->reason && v->facts.holds[0]) printf(" (%s)", v->facts.holds);
  printf("%s", fault ? ": " : "\n");
  if (fault) print_slip(&v->slip[0]);
  for (int i = fault; i < v->slip_count; i++) {
    printf("  ");
    print_slip(&v->slip[i]);
  }
  const verdict_facts *facts = &v->facts;
  if (outcome.code == 3 && facts->shapes > 0)
    printf("  the gradient itself is right: it is the derivative of C in all %d shapes that were compared\n",
           facts->shapes + facts->far_shapes + facts->range_shapes);
  if (r->reason) printf("  unusable: %s\n", r->reason);
  if (!r->info || !(v->facts.shapes > 0)) return;
  if (v->facts.at_wrong && fault) print_wrong(v, r->info);
  char traits[128];
  printf("facts:\n  %s, on %s, %s; %d particles, %d row%s, C in %s\n", r->info->about,
         formula_element_word(r->info->element), formula_traits_text(r->info->traits, traits, sizeof traits),
         r->info->arity, r->info->rows, r->info->rows == 1 ? "" : "s", r->info->unit);
  if (r->info->traits & XPBD_DERIVED)
    printf("  gradient exact, by the complex step: slow, because the file has only XPBD_VALUE\n");
  else if (r->command)
    printf("  compared in %d shapes near rest: largest relative error of the gradient %.2g; the exact gradient "
           "comes from differences of sixth order, with an error of %.2g\n",
           v->facts.shapes, v->facts.worst_gradient, v->facts.differences_known);
  else
    printf("  compared in %d shapes near rest: largest relative error of the gradient %.2g; float differs from double "
           "by at most %.2g\n",
           v->facts.shapes, v->facts.worst_gradient, v->facts.worst_float);
  if (v->facts.range_shapes > 0)
    printf(
        "           also right in %d shapes far from rest (0.05 to 8 times the rest size, sheared, folded), and in %d "
        "shapes over the ranges of the material\n",
        v->facts.far_shapes, v->facts.range_shapes);
  if (v->facts.second_shapes > 0) print_second(&v->facts);
  if (r->command)
    printf("           left out: float, second derivatives, scenes, speed, devices, and three of four shapes in which "
           "files are judged\n");
  printf("  rest     %s\n", report_root_words(v));
  for (int i = 0; i < v->facts.path_count; i++) print_path(&v->facts.path[i], !r->command);
  for (int i = 0; i < v->facts.path_count; i++) print_curve(&v->facts.path[i], outcome.code == 2);
  if (r->info->traits & XPBD_DERIVED) print_values(v, r->info);
  if (r->scene) print_scene(r->scene);
}
