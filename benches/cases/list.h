/* The benchmarks, one on each line, in their default order. benches/cases/bench_<name>.c defines
 * `const bench_case bench_<name>`. */
BENCH_CASE(answers)
BENCH_CASE(cloth)
BENCH_CASE(projection)
BENCH_CASE(gpu)
BENCH_CASE(papers)
BENCH_CASE(scenes)
BENCH_CASE(preservation)
BENCH_CASE(accuracy)
BENCH_CASE(methods)
BENCH_CASE(peers)
