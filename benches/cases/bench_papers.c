/* Why this file exists: shows the frame rates printed in the papers beside ours, for the same counts, constraints, iterations and time step. Machines, plugins and drawing differ, so the ratio compares systems, not codes. */
#include "subject/papers_scene.h"
#include "solver_case.h"

static const bench_axis axes[] = {
    {.name = "row",
     .about = "key of data/papers/fps.csv; the models hang, and we chose their sizes, masses and moduli",
     .text = true,
     .standard = "*",
     .in_name = true,
     .block = true,
     .cost = true,
     .known = papers_scene_row,
     .usable = papers_scene_usable},
    SOLVER_AXIS_BACKEND("*", .in_name = true, .beside = true),
    SOLVER_AXIS_ORDER(.in_name = true),
    SOLVER_AXIS_PRECISION,
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
};

/* For --quick: one of several rows with the same work, and none with 2 million projections per frame or more. */
#define LIGHT_ROWS                                                                                                     \
  "row=morse_cloth_cpu_stretching,morse_cloth_cpu_hookean,morse_cloth_cpu_stvk,morse_cloth_cpu_morse,"                 \
  "morse_bunny_gpu_morse,energy_cloth_stretch_shear_xpbd,energy_cloth_strain_xpbd,energy_cloth_anisotropic_xpbd,"      \
  "energy_torus_linear_xpbd,energy_torus_stvk_xpbd,energy_torus_neo_hookean_xpbd,energy_torus_strain_xpbd,"            \
  "energy_bunny_stvk_xpbd,energy_bunny_neo_hookean_xpbd,energy_duck_stvk_xpbd,energy_duck_neo_hookean_xpbd,"           \
  "esbd_cloth_sbd,esbd_cloth_esbd,esbd_torus_sbd,esbd_torus_esbd,esbd_beam_sbd,esbd_beam_esbd"

static const bench_sweep sweeps[] = {
    {.name = "sequential",
     .about = "one constraint after the other in mesh order, as on the papers' CPUs",
     .axis = "row",
     .plan = "backend=seq order=mesh",
     .quick = LIGHT_ROWS " backend=seq order=mesh"},
    {.name = "parallel",
     .about = "independent groups, on every backend",
     .axis = "row",
     .plan = "order=group",
     .quick = LIGHT_ROWS " order=group"},
};

const bench_case bench_papers = {
    .name = "papers",
    .about = "the frame rates printed in the papers, and ours",
    .episode_work = 1000000,
    .episode_work_quick = 1000,
    .total_budget = 280.0,
    .total_budget_quick = 55.0,
    SOLVER_CASE,
};
