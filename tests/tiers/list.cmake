# Why this file exists: lists, in one place that ctest reads, which tests ./run test leaves out. A test without a label
# is fast. --full adds "full": tests of more than a few seconds of processor time whose subject fast tests also cover,
# and tests of ./run. --all adds "slow": tests that build a tree, repeat others in more settings, or test the tests.

# In every test, threads that wait for work sleep. With few cores, thousands of short runs would otherwise mostly wait.
set(ENV{OMP_WAIT_POLICY} passive)

# Tests ignore the measured times, but they use up the time budgets of measurements.
set(benchmarks bench_answers bench_peers bench_program bench_processes bench_formulas bench_scenes bench_limits bench_compared bench_refused
    bench_resume bench_past workload_rungs_all bench_memory bench_gpu_telemetry numbers numbers_each numbers_compare numbers_kinds
    numbers_measures numbers_machines report_merge report_terminal report_audit_forged report_audit_full papers_run papers_table)
# Long simulations, and tests with many pictures.
set(simulations sim_export claims preservation findings_page mechanics precision scenes projective verlet sim_drawn sim_picture
    sim_interrupt sim_methods sim_accuracy sim_list sim_errors sim_terminal numbering bits_cuda_on_cpu
    cuda_on_cpu_precise_graph cuda_on_cpu_precise_tiles cuda_on_cpu_blocks cuda_on_cpu_others cuda_on_cpu_formulas cuda_on_cpu_calls cuda_on_cpu_in_tiles
    cuda_on_cpu_in_tiles_in_two cuda_on_cpu_staying cuda_on_cpu_staying_many)
# Drivers that compile, and tests that need packages of --full.
set(devices foreign texts_foreign verdict verdict_pipe derive cuda_fault_units opencl_program opencl_bytes opencl_faults opencl_inexact slurm_script)
# Pages and messages, case by case.
set(wordings report_kinds report_preservation report_errors report_no_gnuplot report_compare_equal errors_mesh
    errors_picture errors_scene errors_scenes errors_solvers bench_listing stdout
    report_accept report_index)
# Tests of ./run and of installing; tests without room on a disk; confirmations by other programs.
set(instruments independent descent solver_reference solver_mutants solvers_page peers_parts run_script gpu_script bench_script sweep_script checks package examples site packaging source_archive python old_processor places faults faults_power)
set_tests_properties(${benchmarks} ${simulations} ${devices} ${wordings} ${instruments} PROPERTIES LABELS full)

set_tests_properties(formula_program formula_guard formula_device recipes device_code memory no_memory no_memory_bench
                     cuda_on_cpu_others_precise cuda_on_cpu_in_tiles_in_one debian notebooks opencl_cache solver_mutants_all faults_bench faults_calls bits_opencl claims_full claims_noise claims_full_noise dynamics_full mechanics_full PROPERTIES LABELS slow)

# Fast tests that compare backends and instruction sets. CI runs them only where --full has added some.
set_tests_properties(backends solver bits methods trace opencl cuda PROPERTIES LABELS backends)

# The longest begin first, so that none runs alone at the end.
set_tests_properties(no_memory claims verdict verdict_pipe solver_mutants opencl_program opencl_faults guide_compare guide_measure
                     bench_script package report_audit_full bench_formulas backends recipes device_code PROPERTIES COST 100)
