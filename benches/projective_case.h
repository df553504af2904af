/* Why this file exists: the callbacks for points of named scenes whose method is fast mass-springs or projective
 * dynamics; see bench_case for what each does. */
#ifndef BENCH_PROJECTIVE_CASE_H
#define BENCH_PROJECTIVE_CASE_H

#include "bench.h"

bench_status projective_case_setup(bench_ctx *ctx);
bench_status projective_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash);
bench_status projective_case_reset(bench_ctx *ctx);
bench_status projective_case_frame(bench_ctx *ctx);
bench_status projective_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status projective_case_check(bench_ctx *ctx, int32_t frames);
void projective_case_teardown(bench_ctx *ctx);

#endif
