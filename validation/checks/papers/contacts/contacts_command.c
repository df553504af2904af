/* Why this file exists: xpbd-validate contacts shows overlap and energy of the two schemes of Kot and Nagahashi over
 * all that their text leaves open, as a table and as figures. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "support/cli.h"
#include "contact_grid.h"
#include "verdict/command.h"
#include "runner/plot.h"

enum { EXIT_FAILED = 2, EXIT_UNUSABLE = 1, EXIT_UNWRITTEN = 3, SERIES = CONTACT_SCHEMES * CONTACT_RESTITUTIONS };

typedef struct arguments {
  const char *scene, *out, *drawing[2]; ///< Of the overlap, of the energy.
} arguments;

/// The runs of a scene.
typedef contact_run grid[CONTACT_RESTITUTIONS][CONTACT_SCHEMES][CONTACT_PASSES];

static const cli_program *program_of(arguments *a) {
  static cli_option options[4];
  static cli_program program;
  options[0] =
      cli_text_option("scene", &a->scene, "NAME", "Run only this scene: wedge, stack_a, stack_b, stack_c or sheets.");
  options[1] = cli_text_option("out", &a->out, "DIR",
                               "Write DIR/contacts.tsv, the whole table, and two figures for each scene, "
                               "DIR/SCENE_overlap.svg and DIR/SCENE_energy.svg.");
  options[2] = cli_text_option("overlap", &a->drawing[0], "FILE.svg", "With --scene: only draw its overlap.");
  options[3] = cli_text_option("energy", &a->drawing[1], "FILE.svg", "With --scene: only draw its energy.");
  program = (cli_program){
      .name = "xpbd-validate contacts",
      .usage = "[options]",
      .about =
          "Runs scenes of Kot and Nagahashi (2017) by their six steps and by both readings of their seven: half "
          "of the serial response (\"seven serial\") and impulses that leave no approach (\"seven still\"). "
          "Restitutions are 0, 0.5 and 1; a step makes 1, 5, 20 or 200 passes over its contacts. Prints the "
          "deepest overlap after 20 s and the change of the energy in the second ten.\n"
          "Example: xpbd-validate contacts --out contacts\n"
          "Exit code: 0 done, 2 a run failed, 3 a file cannot be written to the end, 1 bad usage or an unusable file.",
      .options = options,
      .option_count = (int)(sizeof options / sizeof *options)};
  return &program;
}

static xpbd_status fill(const char *scene, grid all) {
  for (int k = 0; k < SERIES * CONTACT_PASSES; k++) {
    const int e = k / (CONTACT_SCHEMES * CONTACT_PASSES), s = k / CONTACT_PASSES % CONTACT_SCHEMES,
              p = k % CONTACT_PASSES;
    contact_case c = contact_case_of(scene, contact_schemes[s]);
    c.restitution = contact_restitutions[e], c.passes = contact_passes[p];
    const xpbd_status status = contact_run_make(&c, &all[e][s][p]);
    if (status != XPBD_OK) return status;
  }
  return XPBD_OK;
}

static void print(const char *scene, grid all) {
  printf("%s\n  restitution  scheme         deepest overlap [mm], * it grows        change of the energy [%%], * it "
         "drifts\n                      passes ",
         scene);
  for (int p = 0; p < CONTACT_PASSES; p++) printf("%8d ", (int)contact_passes[p]);
  printf("   ");
  for (int p = 0; p < CONTACT_PASSES; p++) printf("%9d ", (int)contact_passes[p]);
  printf("\n");
  for (int k = 0; k < SERIES; k++) {
    const contact_run *row = all[k / CONTACT_SCHEMES][k % CONTACT_SCHEMES];
    printf("  %11g  %-14s", contact_restitutions[k / CONTACT_SCHEMES],
           contact_scheme_name(contact_schemes[k % CONTACT_SCHEMES]));
    for (int p = 0; p < CONTACT_PASSES; p++)
      printf("%9.2f%s", 1e3 * row[p].overlap[1], contact_grows(&row[p]) ? "*" : " ");
    printf("   ");
    for (int p = 0; p < CONTACT_PASSES; p++)
      printf("%9.2g%s", 100.0 * row[p].energy[1], contact_drifts(&row[p]) ? "*" : " ");
    printf("\n");
  }
  printf("\n");
}

static void write_rows(FILE *f, const char *scene, grid all) {
  for (int k = 0; k < SERIES * CONTACT_PASSES; k++) {
    const int e = k / (CONTACT_SCHEMES * CONTACT_PASSES), s = k / CONTACT_PASSES % CONTACT_SCHEMES,
              p = k % CONTACT_PASSES;
    const contact_run *run = &all[e][s][p];
    fprintf(f, "%s\t%g\t%s\t%d\t%.4g\t%.9g\t%.9g\t%s\t%.9g\t%.9g\t%s\n", scene, contact_restitutions[e],
            contact_scheme_name(contact_schemes[s]), (int)contact_passes[p], run->used, run->overlap[0],
            run->overlap[1], contact_grows(run) ? "yes" : "no", run->energy[0], run->energy[1],
            contact_drifts(run) ? "yes" : "no");
  }
}

/// A curve for each scheme and restitution, against the passes.
static xpbd_status draw(const char *path, const char *scene, grid all, bool energy) {
  static const double least = 1e-17; /* of the energy, so that 0 has a place on a logarithmic axis */
  double x[CONTACT_PASSES], y[SERIES][CONTACT_PASSES];
  char names[SERIES][48], title[96];
  snprintf(title, sizeof title, "%s: %s", scene,
           energy ? "change of the energy in the second 10 s" : "deepest overlap after 20 s");
  plot p = {.title = title,
            .x = "passes over the contacts per step",
            .y = energy ? "fraction of the energy, at least 1e-17" : "overlap [m]",
            .log_x = true,
            .log_y = true,
            .count = SERIES,
            .mark_x = NAN};
  for (int i = 0; i < CONTACT_PASSES; i++) x[i] = contact_passes[i];
  for (int k = 0; k < SERIES; k++) {
    const int s = k / CONTACT_RESTITUTIONS, e = k % CONTACT_RESTITUTIONS;
    for (int i = 0; i < CONTACT_PASSES; i++) {
      const contact_run *run = &all[e][s][i];
      y[k][i] = energy ? fmax(fabs(run->energy[1]), least) : run->overlap[1];
    }
    snprintf(names[k], sizeof names[k], "%s, restitution %g", contact_scheme_name(contact_schemes[s]),
             contact_restitutions[e]);
    p.series[k] = (plot_series){.name = names[k], .count = CONTACT_PASSES, .x = x, .y = y[k]};
  }
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  if (status != XPBD_OK) return status;
  plot_write_file(file.stream, &p);
  return xpbd_file_commit(&file);
}

/// The figures of one scene: the requested ones, or both in the folder.
static xpbd_status draw_scene(const arguments *a, const char *scene, grid all) {
  for (int energy = 0; energy < 2; energy++) {
    char path[4096];
    if (a->out) snprintf(path, sizeof path, "%.3900s/%.60s_%s.svg", a->out, scene, energy ? "energy" : "overlap");
    const xpbd_status status = a->out ? draw(path, scene, all, energy) : XPBD_OK;
    if (status != XPBD_OK) return status;
    const char *own = a->drawing[energy];
    const xpbd_status drawn = own ? draw(own, scene, all, energy) : XPBD_OK;
    if (drawn != XPBD_OK) return drawn;
  }
  return XPBD_OK;
}

/// The scene of the arguments, or all; `table` NULL: none is written.
static int run_scenes(const arguments *a, const cli_program *program, FILE *table) {
  for (int i = 0; i < CONTACT_SCENES; i++) {
    const char *scene = contact_scenes[i];
    grid all;
    if (a->scene && strcmp(a->scene, scene) != 0) continue;
    if (fill(scene, all) != XPBD_OK) return cli_fail(program, EXIT_FAILED, "%s: %s", scene, xpbd_last_error());
    print(scene, all);
    fflush(stdout);
    if (table) write_rows(table, scene, all);
    if (draw_scene(a, scene, all) != XPBD_OK) return cli_fail(program, EXIT_UNWRITTEN, "%s", xpbd_last_error());
  }
  return CLI_EXIT_OK;
}

int contacts_command(int argc, char **argv) {
  arguments a = {0};
  const cli_program *program = program_of(&a);
  int rest = 0, code = cli_parse(program, argc, argv, NULL, 0, &rest);
  if (code >= 0) return code;
  bool known = !a.scene;
  for (int i = 0; i < CONTACT_SCENES; i++) known = known || strcmp(a.scene, contact_scenes[i]) == 0;
  if (!known)
    return cli_fail(program, EXIT_UNUSABLE, "'%s' is none of wedge, stack_a, stack_b, stack_c, sheets", a.scene);
  if (!a.scene && (a.drawing[0] || a.drawing[1]))
    return cli_fail(program, EXIT_UNUSABLE, "--%s draws one scene: which? --scene wedge",
                    a.drawing[0] ? "overlap" : "energy");
  static const char figure[] = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  char path[4096];
  snprintf(path, sizeof path, "%.4000s/contacts.tsv", a.out ? a.out : "");
  const cli_output outputs[] = {{"overlap", a.drawing[0], figure, "SVG figure"},
                                {"energy", a.drawing[1], figure, "SVG figure"},
                                {"out", a.out ? path : NULL, "scene\trestitution\t", "table of contacts"}};
  code = cli_outputs(program, outputs, 3, NULL, 0);
  if (code >= 0) return code;
  if (!a.out) return run_scenes(&a, program, NULL);
  static const char columns[] = "scene\trestitution\tscheme\tpasses\tpasses_used\toverlap_10s_m\toverlap_20s_m\tgrows\t"
                                "energy_first_10s\tenergy_second_10s\tdrifts\n";
  xpbd_file table = {0};
  const size_t missing = xpbd_folder_missing(a.out);
  if (xpbd_folder_create(a.out) != XPBD_OK || xpbd_file_create(path, &table) != XPBD_OK)
    return cli_fail(program, EXIT_UNUSABLE, "%s", xpbd_last_error());
  fputs(columns, table.stream);
  code = run_scenes(&a, program, table.stream);
  if (code != CLI_EXIT_OK) {
    xpbd_file_discard(&table);
    if (missing > 0) xpbd_folder_unmake(a.out, missing); /* unless a figure is in it */
    return code;
  }
  if (xpbd_file_commit(&table) != XPBD_OK) return cli_fail(program, EXIT_UNWRITTEN, "%s", xpbd_last_error());
  printf("%s, and the figures beside it\n", path);
  return CLI_EXIT_OK;
}
