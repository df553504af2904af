/* Why this file exists: a benchmark may record how the centre of mass of a body sinks (`drop_m` of a series in
 * benches/harness/FORMAT.md). How far a point is from the motion is told by the point of the same body that took the
 * shortest steps; the figure, the table and the answer of a page ask here. */
#ifndef REPORT_ACCURACY_H
#define REPORT_ACCURACY_H

#include "run.h"

/// Whether a point of the benchmark has recorded a course.
bool report_has_courses(const report_run *run, const char *benchmark);
/// Number of "substeps" or "iterations" as really computed; NaN when the point does not say.
double report_work(const report_point *point, const char *axis);
/// Whether an axis has several values among the points of the benchmark of `point`.
bool report_axis_varies(const report_run *run, const report_point *point, const char *axis);
/// The same of an axis that makes another body of it: all but those of how it is computed (method, substeps, threads, ...).
bool report_tells_bodies(const report_run *run, const report_point *point, const char *axis);
/// The point that took the shortest steps of the same body: of these one in double
/// precision, of these the one with most sweeps, of these the first. NULL without a course.
const report_point *report_finest_course(const report_run *run, const report_point *point);
/// Root of the mean square of the difference between the courses of a point and of report_finest_course(), over that of the
/// latter; NaN without a course, and for that point itself.
double report_course_error(const report_run *run, const report_point *point);
/// Of the first body of the benchmark that has a course to be measured by: the cheapest point off by at most `error`, NULL
/// when none is.
const report_point *report_cheapest_within(const report_run *run, const char *benchmark, double error);
/// Of the same body: the point that is off by least, NULL when there is no such body.
const report_point *report_nearest_course(const report_run *run, const char *benchmark);

#endif
