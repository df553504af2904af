/* Why this file exists: a benchmark may record how a body's centre of mass sinks (`drop_m` of a series in
 * benches/harness/FORMAT.md). The error of a point is its distance from the point of the same body with the shortest
 * steps. The figure, the table and the answer of a page ask here. */
#pragma once

#include "run.h"

/// Whether a point of the benchmark has recorded a course.
bool report_has_courses(const report_run *run, const char *benchmark);
/// Actual number of "substeps" or "iterations", NaN if the point does not say.
double report_work(const report_point *point, const char *axis);
/// Whether an axis has several values among the points of the benchmark of `point`.
bool report_axis_varies(const report_run *run, const report_point *point, const char *axis);
/// The same for an axis that changes the body: all axes except the ways of computing (method, substeps, threads, ...).
bool report_tells_bodies(const report_run *run, const report_point *point, const char *axis);
/// The point of the same body with the shortest steps. Among several, it prefers double precision, then most
/// iterations, then the first. NULL without a course.
const report_point *report_finest_course(const report_run *run, const report_point *point);
/// Root mean square difference between the courses of a point and of report_finest_course(), relative to the latter.
/// NaN without a course, and for that point itself.
double report_course_error(const report_run *run, const report_point *point);
/// The cheapest point with an error of at most `error`, for the first body of the benchmark with a
/// course to compare. NULL = none.
const report_point *report_cheapest_within(const report_run *run, const char *benchmark, double error);
/// The point of that body with the smallest error, NULL if there is no such body.
const report_point *report_nearest_course(const report_run *run, const char *benchmark);
