/* Why this file exists: one list of all fields of a benchmark row. xpbd-bench writes and explains them from it, and
 * reads them back from a journal. xpbd-report makes its table from it. A test compares it with FORMAT.md. */
#pragma once

/// When a field has a value.
typedef enum result_kind {
  RESULT_TEXT,   ///< A text; absent = none.
  RESULT_NUMBER, ///< A number; absent = unknown.
  RESULT_TIME,   ///< A number that only a row with results has.
  RESULT_PLAN,   ///< A number of a row that is planned to run at least one frame.
  RESULT_TIMED,  ///< A number of a row that was timed.
  RESULT_FLAG,   ///< true, shown as 1 in a table.
  RESULT_LIST    ///< Texts, joined with commas in a table.
} result_kind;

/* FIELD(column, unit, kind, path, type, place, about), in the order of the table.
 *
 * column: its name in the TSV; "" = only in the JSON. The axes of all benchmarks stand behind "plan_sweeps".
 * path: below a point of the JSON, FORMAT.md section 1.5.
 * type, place: for xpbd-bench alone (benches/harness/store/fields.c): what it is in memory, and where. */
#define RESULT_FIELDS(FIELD)                                                                                           \
  FIELD("benchmark", "", RESULT_TEXT, "benchmark", SPECIAL, benchmark, "name of the benchmark")                        \
  FIELD("name", "", RESULT_TEXT, "name", SPECIAL, name, "name of the point, for people; the axes are authoritative")   \
  FIELD("status", "", RESULT_TEXT, "status", SPECIAL, status,                                                          \
        "ok, unchecked, inexact, skipped, invalid (a check failed), error or interrupted")                             \
  FIELD("plan_sweeps", "", RESULT_LIST, "sweeps", SPECIAL, sweeps,                                                     \
        "sweeps of the standard plan that the point belongs to")                                                       \
  FIELD("warm", "frames", RESULT_PLAN, "warm", OF_POINT, warm, "untimed frames of an episode")                         \
  FIELD("frames", "frames", RESULT_PLAN, "frames", OF_POINT, frames, "timed frames of an episode")                     \
  FIELD("frames_per_sample", "frames", RESULT_TIMED, "frames_per_sample", INT32, frames_per_sample,                    \
        "frames per clock sample")                                                                                     \
  FIELD("episodes", "", RESULT_NUMBER, "episodes", COUNTED, episodes,                                                  \
        "episodes measured: reset, warm frames, timed frames")                                                         \
  FIELD("samples", "", RESULT_NUMBER, "samples", SPECIAL, samples, "clock samples of all episodes")                    \
  FIELD("stop", "", RESULT_TEXT, "stop", STOP, stop,                                                                   \
        "why the episodes ended: target, budget, max-episodes, total-budget, interrupted")                             \
  FIELD("median_s", "s", RESULT_TIME, "frame_s.median", DERIVED, median,                                               \
        "frame time: median over episodes of the median over frames")                                                  \
  FIELD("lo95_s", "s", RESULT_TIME, "frame_s.lo95", DERIVED, low,                                                      \
        "lower end of the 95 % interval of median_s: over episodes, widened by sqrt(tau), or over processes "          \
        "(--processes)")                                                                                               \
  FIELD("hi95_s", "s", RESULT_TIME, "frame_s.hi95", DERIVED, high, "upper end of the 95 % interval of median_s")       \
  FIELD("rel_err", "1", RESULT_TIME, "frame_s.rel_err", DERIVED, relative,                                             \
        "half the width of that interval, divided by median_s")                                                        \
  FIELD("tau", "episodes", RESULT_TIME, "frame_s.tau", DERIVED, tau,                                                   \
        "integrated autocorrelation time of the episodes")                                                             \
  FIELD("mean_s", "s", RESULT_TIME, "frame_s.mean", DERIVED, mean, "mean frame time of all samples")                   \
  FIELD("stddev_s", "s", RESULT_TIME, "frame_s.stddev", DERIVED, stddev, "standard deviation of all samples")          \
  FIELD("min_s", "s", RESULT_TIME, "frame_s.min", DERIVED, least, "shortest sample")                                   \
  FIELD("p05_s", "s", RESULT_TIME, "frame_s.p05", DERIVED, p05, "5th percentile of all samples")                       \
  FIELD("p95_s", "s", RESULT_TIME, "frame_s.p95", DERIVED, p95, "95th percentile of all samples")                      \
  FIELD("p99_s", "s", RESULT_TIME, "frame_s.p99", DERIVED, p99, "99th percentile of all samples")                      \
  FIELD("max_s", "s", RESULT_TIME, "frame_s.max", DERIVED, most, "longest sample")                                     \
  FIELD("cpu_s", "s", RESULT_TIME, "cpu_s", DERIVED, processor,                                                        \
        "processor time of all threads per frame, median over episodes")                                               \
  FIELD("fps", "1/s", RESULT_TIME, "fps.median", DERIVED, fps, "frames per second: 1 / median_s")                      \
  FIELD("fps_lo95", "1/s", RESULT_TIME, "fps.lo95", DERIVED, fps_low, "1 / hi95_s")                                    \
  FIELD("fps_hi95", "1/s", RESULT_TIME, "fps.hi95", DERIVED, fps_high, "1 / lo95_s")                                   \
  FIELD("fps_low1", "1/s", RESULT_TIME, "fps.low1", DERIVED, fps_low1, "1 / p99_s: the slowest hundredth")             \
  FIELD("real_time_factor", "1", RESULT_TIME, "counters.real_time_factor.value", DERIVED, real_time_factor,            \
        "simulated time of a frame divided by median_s; above 1 is faster than real time")                             \
  FIELD("projections_per_s", "1/s", RESULT_TIME, "counters.projections_per_second.value", DERIVED, per_second,         \
        "constraint projections per second")                                                                           \
  FIELD("ns_per_projection", "ns", RESULT_TIME, "counters.ns_per_projection.value", DERIVED, ns_each,                  \
        "median_s divided by the projections of a frame")                                                              \
  FIELD("particles", "", RESULT_NUMBER, "work.particles", DOUBLE, facts.particles, "particles of the scene")           \
  FIELD("constraints", "", RESULT_NUMBER, "work.constraints", DOUBLE, facts.constraints, "constraints of the scene")   \
  FIELD("projections_per_frame", "", RESULT_NUMBER, "work.projections_per_frame", SPECIAL, work,                       \
        "constraint projections of one frame")                                                                         \
  FIELD("", "s", RESULT_NUMBER, "work.frame_time_s", DOUBLE, facts.frame_time, "simulated time of a frame")            \
  FIELD("groups", "", RESULT_NUMBER, "solver.groups", INT32, facts.groups, "independent groups of constraints")        \
  FIELD("threads_used", "", RESULT_NUMBER, "solver.threads", INT32, facts.threads, "threads used")                     \
  FIELD("lanes_used", "", RESULT_NUMBER, "solver.lanes", INT32, facts.lanes, "constraints computed side by side")      \
  FIELD("instructions", "", RESULT_TEXT, "solver.instructions", WORDS, facts.instructions,                             \
        "instruction set of the kernels")                                                                              \
  FIELD("", "", RESULT_TEXT, "solver.strategy", WORDS, facts.strategy, "how a device schedules the groups")            \
  FIELD("", "", RESULT_NUMBER, "solver.batch", INT32, facts.batch, "copies of the scene in a frame")                   \
  FIELD("host_bytes", "bytes", RESULT_NUMBER, "memory.host", INT64, facts.host_bytes,                                  \
        "memory of the state on the host")                                                                             \
  FIELD("device_bytes", "bytes", RESULT_NUMBER, "memory.device", INT64, facts.device_bytes,                            \
        "memory of the state on the device")                                                                           \
  FIELD("", "bytes", RESULT_NUMBER, "memory.per_particle", POSITIVE, facts.bytes_per_particle,                         \
        "memory per particle where the state is computed")                                                             \
  FIELD("", "bytes", RESULT_NUMBER, "memory.per_constraint", POSITIVE, facts.bytes_per_constraint,                     \
        "the same per constraint")                                                                                     \
  FIELD("load_before", "1", RESULT_NUMBER, "noise.load_before", DOUBLE, noise.load_before,                             \
        "load average before the first episode")                                                                       \
  FIELD("load_after", "1", RESULT_NUMBER, "noise.load_after", DOUBLE, noise.load_after,                                \
        "load average after the last episode")                                                                         \
  FIELD("psi_before", "%", RESULT_NUMBER, "noise.psi_cpu_before", DOUBLE, noise.psi_before,                            \
        "share of the 10 s before the first episode in which a task waited for a processor")                           \
  FIELD("psi_after", "%", RESULT_NUMBER, "noise.psi_cpu_after", DOUBLE, noise.psi_after,                               \
        "share of the last 10 s in which a task waited for a processor")                                               \
  FIELD("psi_during", "%", RESULT_NUMBER, "noise.psi_cpu_during", DOUBLE, noise.psi_during,                            \
        "share of the timed episodes in which a task waited for a processor")                                          \
  FIELD("involuntary_switches", "", RESULT_NUMBER, "noise.involuntary_switches", DOUBLE, noise.involuntary_switches,   \
        "times the system took a processor away during the episodes")                                                  \
  FIELD("flagged", "", RESULT_FLAG, "flagged", TRUTH, flagged,                                                         \
        "1 if a cause of noise was seen or the machine drifted; never because a time is long")                         \
  FIELD("state_hash", "", RESULT_TEXT, "state_hash", SPECIAL, hash,                                                    \
        "64-bit hash of all positions and velocities, bit for bit")                                                    \
  FIELD("state_frames", "frames", RESULT_NUMBER, "state_frames", SPECIAL, hash_frames,                                 \
        "frames after which state_hash was taken")                                                                     \
  FIELD("checked", "", RESULT_TEXT, "checked", LETTERS, checked, "how the point was checked")                          \
  FIELD("reason", "", RESULT_TEXT, "reason", LETTERS, reason,                                                          \
        "why there are no numbers, or what is inexact and by how much")                                                \
  FIELD("substeps_used", "", RESULT_NUMBER, "solver.substeps", INT32, facts.substeps,                                  \
        "time steps computed per frame, also if the axis is 0")                                                        \
  FIELD("iterations_used", "", RESULT_NUMBER, "solver.iterations", INT32, facts.iterations,                            \
        "iterations computed per time step, also if the axis is 0")                                                    \
  FIELD("mesh_used", "", RESULT_TEXT, "work.mesh", LETTERS, facts.mesh, "mesh of the run")                             \
  FIELD("published_fps_low", "1/s", RESULT_NUMBER, "published.fps_low", POSITIVE, facts.published.fps_low,             \
        "lower end of the frame rate in the paper")                                                                    \
  FIELD("published_fps_high", "1/s", RESULT_NUMBER, "published.fps_high", POSITIVE, facts.published.fps_high,          \
        "upper end of the frame rate in the paper")                                                                    \
  FIELD("published_ratio", "1", RESULT_TIME, "published.ratio", DERIVED, ratio,                                        \
        "fps divided by the middle of the paper's range")                                                              \
  FIELD("published_machine", "", RESULT_TEXT, "published.machine", WORDS, facts.published.machine,                     \
        "the machine of the paper")                                                                                    \
  FIELD("", "", RESULT_TEXT, "published.way", WORDS, facts.published.way, "sequential or gpu")                         \
  FIELD("device_s", "s", RESULT_TIME, "device_s", DOUBLE, facts.device_time,                                           \
        "device time per frame by its own clock, in separate untimed frames")                                          \
  FIELD("residual", "1", RESULT_NUMBER, "solver.residual", DOUBLE, facts.residual,                                     \
        "share of a time step's constraint equations left unsolved; not the error of the result")                      \
  FIELD(                                                                                                               \
      "bytes_per_projection", "bytes", RESULT_NUMBER, "roofline.bytes_per_projection", DOUBLE, facts.bytes_each,       \
      "bytes read and written by one projection: offsets, rest shape, multiplier, particles; cached data counts too")  \
  FIELD("flops_per_projection", "1", RESULT_NUMBER, "roofline.flops_per_projection", DOUBLE, facts.flops_each,         \
        "floating-point operations of one projection, counted by running it; a fused multiply-add counts as two")      \
  FIELD("", "bytes", RESULT_NUMBER, "roofline.real_bytes", INT32, facts.real_bytes, "bytes of the scalar: 4 or 8")     \
  FIELD("", "bytes/s", RESULT_NUMBER, "roofline.memory_roof", DOUBLE, facts.memory_roof,                               \
        "memory bandwidth of as many threads")                                                                         \
  FIELD("", "1/s", RESULT_NUMBER, "roofline.compute_roof", DOUBLE, facts.compute_roof,                                 \
        "peak of as many threads, at this vector width and precision")                                                 \
  FIELD("memory_share", "1", RESULT_TIME, "roofline.memory_share", DERIVED, memory_share,                              \
        "share of the memory bandwidth (triad) of as many threads that this speed needs; above 1: cached data")        \
  FIELD("compute_share", "1", RESULT_TIME, "roofline.compute_share", DERIVED, compute_share,                           \
        "share of the measured peak of as many threads that this speed needs, at this width and precision")            \
  FIELD("cycles_per_projection", "1", RESULT_TIME, "counters.cycles_per_projection.value", DERIVED, counted[0],        \
        "processor cycles in user mode, all threads, divided by the projections of the episodes")                      \
  FIELD("instructions_per_projection", "1", RESULT_TIME, "counters.instructions_per_projection.value", DERIVED,        \
        counted[1], "instructions executed, counted the same way")                                                     \
  FIELD("cache_misses_per_projection", "1", RESULT_TIME, "counters.cache_misses_per_projection.value", DERIVED,        \
        counted[2], "accesses that missed the last cache the processor counts, counted the same way")                  \
  FIELD("branch_misses_per_projection", "1", RESULT_TIME, "counters.branch_misses_per_projection.value", DERIVED,      \
        counted[3], "branches predicted wrongly, counted the same way")                                                \
  FIELD("precision_used", "", RESULT_TEXT, "solver.precision", WORDS, facts.precision,                                 \
        "precision of the state: f32, f32x or f64, also if the axis is auto or float")                                 \
  FIELD("ieee_over_flushed", "1", RESULT_TIME, "ieee_over_flushed", DOUBLE, facts.ieee_over_flushed,                   \
        "processor time of a frame divided by that of the same frame with subnormal numbers flushed to 0: their cost") \
  FIELD("joules_per_frame", "J", RESULT_TIME, "counters.joules_per_frame.value", DERIVED, joules,                      \
        "energy of the GPU (NVML), or of the whole processor (RAPL), divided by the warm and timed frames")            \
  FIELD("pace_least", "1", RESULT_NUMBER, "noise.pace_least", DOUBLE, noise.pace,                                      \
        "speed of a fixed integer loop after the slowest episode, divided by the fastest so far; low: throttled")      \
  FIELD("error", "1", RESULT_NUMBER, "error", DOUBLE, facts.error,                                                     \
        "distance of the state after error_frames from the converged answer of its model: root mean square over the "  \
        "free particles, divided by the diagonal of the scene's bounding box at the start")                            \
  FIELD("error_of_reference", "1", RESULT_NUMBER, "error_of_reference", DOUBLE, facts.error_of_reference,              \
        "uncertainty of that answer, in the same unit")                                                                \
  FIELD("error_frames", "frames", RESULT_NUMBER, "error_frames", INT32, facts.error_frames,                            \
        "frames after which the error was taken")                                                                      \
  FIELD("error_reason", "", RESULT_TEXT, "error_reason", LETTERS, facts.error_reason, "why the error is unknown")      \
  FIELD("peer_program", "", RESULT_TEXT, "peer.program", LETTERS, facts.peer,                                          \
        "name and version of another program that computed the row, by its own words")                                 \
  FIELD("peer_device", "", RESULT_TEXT, "peer.device", LETTERS, facts.peer_device,                                     \
        "what that program computes on, by its own words")                                                             \
  FIELD("peer_share", "1", RESULT_NUMBER, "peer.share", DOUBLE, facts.peer_share,                                      \
        "time of all runs by the clock of that program, divided by the time of its answers by ours")                   \
  FIELD("peer_without", "", RESULT_TEXT, "peer.without", LETTERS, facts.peer_without,                                  \
        "what that program left out of the scene or replaced; such a row is near, and ranked with its like only")      \
  FIELD("phases", "", RESULT_TEXT, "phases", LETTERS, facts.phases,                                                    \
        "shares of the time of a frame by its parts, in separate untimed frames; only for seq")
