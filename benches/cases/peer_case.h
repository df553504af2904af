/* Why this file exists: the rows that a program of others computes. It gets the scene as a file and hands its states back,
 * and they are checked as ours are. A row whose check fails has a reason and no number. */
#pragma once

#include "harness/plan/bench.h"

bench_status peer_case_setup(bench_ctx *ctx);
bench_status peer_case_reset(bench_ctx *ctx);
/// The first frame of an episode asks for all of them. Each then adds its own time.
bench_status peer_case_frame(bench_ctx *ctx);
bench_status peer_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status peer_case_check(bench_ctx *ctx, int32_t frames);
void peer_case_teardown(bench_ctx *ctx);
/// What the peer of a point says of itself when it is started. False if it says nothing.
bool peer_case_program(const bench_point *point, bench_facts *out);
/// Bytes that a peer's process takes, roughly.
int64_t peer_case_memory(const bench_point *point);
/// Remove the scene files.
void peer_case_release(void);
