/* Why this file exists: xpbd-sim runs one scene, or the user's own mesh, and writes files to look at. It shows what the
 * numbers of xpbd-bench stand for. This file calls its parts in order. */
#include <string.h>
#include <unistd.h>

#include "sim_accuracy.h"
#include "sim_list.h"
#include "sim_option_table.h"
#include "sim_run.h"
#include "sim_serve.h"
#include "sim_setup.h"
#include "support/cli_formula.h"
#include "support/memory_need.h"
#include "support/scene_words.h"

static const char about[] =
    "Simulates a scene and writes its frames as OBJ and VTK (for Blender and ParaView), as pictures or as films.\n"
    "\n"
    "  xpbd-sim --list\n"
    "  xpbd-sim cloth --frames 120 --out swing --picture swing.png --film swing.gif\n"
    "  xpbd-sim cloth --mesh my.obj --constraint sbd:alpha=1e-5+dihedral --out DIR\n"
    "  xpbd-sim cloth --backend omp --threads 3 --constraint morse --frames 100 --hash\n"
    "  xpbd-sim cloth --frames 60 --save half.checkpoint; xpbd-sim cloth --frames 120 --resume half.checkpoint\n"
    "  xpbd-sim friction_box --friction 0.2 --film slide.gif --measure slide.tsv\n"
    "  xpbd-sim flag --constraint stretching --constraint morse --picture both.png\n"
    "  xpbd-sim cloth --export my.json; xpbd-sim my.json --film my.gif\n"
    "\n"
    "The folder of --out holds:\n"
    "  frame_0000.obj, .vtk  the initial state; then frame_0001, ...; VTK has velocity, strain and pins\n"
    "  constraints.vtk       the constraints with their set, formula and group\n"
    "  frames.vtk.series     opens in ParaView and gives each frame its time\n"
    "  run.txt               the command and the settings in effect\n"
    "Ctrl-C finishes the current frame, but waits at most 2 s for it (with --save: as long as it takes). Then\n"
    "all finished work is written. A second Ctrl-C does not wait.\n"
    "Exit code: 0 done, 1 the call or its input is wrong, 3 the run failed or diverged, 130 interrupted.\n"
    "Finished frames are kept in every case.";

static cli_program program = {.name = "xpbd-sim", .usage = "SCENE|FILE.json [options]", .about = about};

static int list(const char *kind, const char *word) {
  if (word && strcmp(word, "json") == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--list takes no scene; did you mean --list=json?");
  return sim_list(&program, kind);
}

static int simulate(sim_options *options) {
  sim_job job = {0};
  sim_output out = {0};
  bool given_up = false;
  if (options->constraints.count > 0) options->constraint = options->constraints.values[0];
  if (options->methods.count > 0) options->method = options->methods.values[0];
  int code = sim_setup(&program, options, &job);
  if (code < 0 && options->accuracy && !options->dry_run) code = sim_accuracy_run(&job, &given_up);
  if (code < 0 && options->export) code = sim_export(&job);
  if (code < 0) code = sim_output_open(&job, &out);
  if (code < 0) code = options->dry_run ? CLI_EXIT_OK : sim_run(&job, &out, &given_up);
  sim_output_release(&out);
  if (given_up) { /* a thread still uses the memory that would be freed */
    fflush(NULL);
    _exit(code);
  }
  sim_job_destroy(&job);
  return code;
}

static bool uses(void *of, const char *name) {
  const sim_options *options = of;
  bool found = cli_spec_has(options->bending, name);
  for (int k = 0; k < options->constraints.count; k++)
    found = found || cli_spec_has(options->constraints.values[k], name);
  return found;
}

/// Warn of formulas that were loaded but take no part in the simulation.
static void say_unused(sim_options *options) {
  if (scene_is_file(options->scene)) return; /* its sets may use them */
  int from = 0;
  for (const xpbd_formula_file *file; (file = cli_formulas_unused(&from, uses, options)) != NULL;)
    cli_fail(&program, CLI_EXIT_OK, "warning: '%s' of %s is loaded but not used; add --constraint %s",
             xpbd_formula_at(file->first)->name, file->path, xpbd_formula_at(file->first)->name);
}

int main(int argc, char **argv) {
  sim_options *options;
  cli_begin();
  const int answered = sim_options_read(&program, argc, argv, &options);
  if (answered >= 0) return answered;
  const int loaded = cli_load_formulas(&program, &options->formulas);
  if (loaded >= 0) return loaded;
  if (options->quiet) cli_tell_compiling(NULL);
  if (options->list) return list(options->list, options->scene);
  if (options->serve || options->serve_object) return sim_serve(&program, options);
  if (!options->scene)
    return cli_fail(&program, CLI_EXIT_USAGE, "which scene? xpbd-sim SCENE [options]; --list shows the scenes");
  say_unused(options);
  options->frame_bytes = sim_shots_bytes(options, memory_available());
  return sim_run_count(options) > 1 && !options->accuracy ? sim_beside(&program, options) : simulate(options);
}
