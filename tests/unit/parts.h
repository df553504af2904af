/* Why this file exists: a group with many checks has several files. Each declares here the function that registers its
 * checks, for the file of the group. */
#pragma once

#include "runner/check.h"

void check_journal_past(check_registry *registry);

void check_processes_apart(check_registry *registry);

void check_clocks_counters(check_registry *registry);
void check_clocks_machine(check_registry *registry);
void check_clocks_system(check_registry *registry);

void check_sampling_energy(check_registry *registry);

void cuda_tiles_checks(check_registry *registry);
void cuda_warps_checks(check_registry *registry);
void cuda_work_checks(check_registry *registry);

/// What is refused before a formula file is compiled or opened.
void check_foreign_fence(check_registry *registry);
void check_formula_file_entries(check_registry *registry);

void check_cli_seal(check_registry *registry);
void check_cli_solver_pipe(check_registry *registry);

void check_mesh_files(check_registry *registry);
void check_mesh_bad_files(check_registry *registry);
void check_mesh_polygons(check_registry *registry);
void check_mesh_polygon_cells(check_registry *registry);
void check_mesh_blocks(check_registry *registry);
void check_mesh_binary(check_registry *registry);
void check_mesh_repairs(check_registry *registry);
void check_mesh_refusals(check_registry *registry);
void check_mesh_memory(check_registry *registry);
void check_mesh_tets(check_registry *registry);
void check_mesh_fill(check_registry *registry);
void check_mesh_elements(check_registry *registry);
void check_mesh_texture(check_registry *registry);
void check_mesh_attributes(check_registry *registry);

void case_checks_register(check_registry *registry);
void case_follow_register(check_registry *registry);
void case_error_register(check_registry *registry);
void case_projective_register(check_registry *registry);
void case_scenes_register(check_registry *registry);

void runner_record_checks(check_registry *registry);
void runner_verdict_checks(check_registry *registry);
void runner_workload_checks(check_registry *registry);

void check_scene_on_mesh(check_registry *registry);
void check_scene_fields(check_registry *registry);
void check_scene_holds(check_registry *registry);
void check_scene_numbers(check_registry *registry);
void check_scene_refusals(check_registry *registry);
void check_scene_backends(check_registry *registry);

void check_sim_needs(check_registry *registry);
void check_sim_clock(check_registry *registry);
void check_sim_counts(check_registry *registry);
void check_sim_exports(check_registry *registry);
void check_sim_gains(check_registry *registry);
void check_sim_twins(check_registry *registry);
void check_sim_pages(check_registry *registry);
void check_sim_shots(check_registry *registry);
void check_sim_sights(check_registry *registry);
void check_sim_folders(check_registry *registry);

void check_picture_files(check_registry *registry);
void check_picture_letters(check_registry *registry);
void check_picture_palette(check_registry *registry);
void check_picture_pace(check_registry *registry);
void check_picture_refusals(check_registry *registry);
void check_picture_near(check_registry *registry);
void check_picture_texts(check_registry *registry);

void check_harness_budgets(check_registry *registry);
void check_harness_throttle(check_registry *registry);
void check_harness_words(check_registry *registry);
void check_harness_numbers(check_registry *registry);
void check_harness_score(check_registry *registry);
