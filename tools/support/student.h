/* Why this file exists: an interval from a few values needs Student's t. Benchmarks and reports get the same number
 * here. */
#pragma once

/// Student's t at 97.5 % for any df >= 1, whole or not. Above 10 000, and for NaN, that of the normal distribution.
double student_t95(double df);
