/* Why this file exists: the page answers the question first and then lets a reader check the answer, section by
 * section. Each section is a function here. */
#pragma once

#include "figure/figure.h"
#include "read/history.h"
#include "read/run.h"
#include "support/html.h"

typedef struct report_page {
  const report_run *run;
  const report_figures *figures;
  const char *title;
  const char *source; ///< Name of the JSON, for the command line at the end.
} report_page;

/// Write a report to a folder: results.json, a copy of the file `source`, results.tsv, figures and index.html. *usable is
/// false if the folder cannot be used, or has another run. The caller frees the figures.
xpbd_status report_make(const report_run *run, const char *source, const char *title, const char *where,
                        report_figures *figures, bool *usable);
/// Write index.html to a folder, completely or not at all.
xpbd_status report_page_write(const report_page *page, const char *folder);
/// Write index.html into the folder, from a template and the parts made for it.
xpbd_status report_write_page(const char *folder, const char *template, const html_parts *made);

/// One figure with its caption. `number` counts all figures of the page from 1.
void report_put_figure(const report_figure *figure, int number, FILE *out);

/// Warnings before the numbers: an incomplete or quick run, a busy machine, rows that failed.
void report_put_banners(const report_page *page, FILE *out);
/// The banner about noise, if a quarter of the rows with numbers had a cause of it.
void report_put_noise_banners(const report_run *run, FILE *out);

/// Whether the rows that are ok are certified or only claimed, as an item of a list.
void report_put_certified(const report_run *run, FILE *out);

/// Parts of template.html. `out` is the page. They fail only for lack of memory.
xpbd_status report_put_answer(const report_page *page, FILE *out);
/// Three lines that sum up the sections below: checks, noise, machine.
xpbd_status report_put_trust(const report_page *page, FILE *out);
xpbd_status report_put_validity(const report_page *page, FILE *out);
xpbd_status report_put_noise(const report_page *page, FILE *out);
xpbd_status report_put_environment(const report_page *page, FILE *out);
/// The score of the machine, if the run has one.
bool report_has_score(const report_page *page);
xpbd_status report_put_score(const report_page *page, FILE *out);
/// The table and figures of preservation for each scene, if a point has a history.
bool report_has_preservation(const report_page *page);
xpbd_status report_put_preservation(const report_page *page, FILE *out);
enum { PAGE_AXES = 64 };
/// Whether a point belongs to a benchmark, and to a scene unless it is NULL.
bool report_belongs(const report_point *p, const char *benchmark, const char *scene);
/// The names of the axes of these points, in the order in which they have them. Returns their number.
int report_axes(const report_run *run, const char *benchmark, const char *scene, const char *out[PAGE_AXES]);
/// A point with the only value of an axis, as shown. NULL if these points have several, or none.
const report_point *report_only_value(const report_run *run, const char *benchmark, const char *scene,
                                      const char *axis);
/// Whether the rows of a benchmark have several values of an axis. What is shown of one value may still differ: auto
/// becomes the precision of each method.
bool report_varies(const report_run *run, const char *benchmark, const char *axis);
/// Whether a row has a square grid: its particles are the square of its size.
bool report_is_square(const report_point *p);
/// The name of a row for a sentence: "cloth, 41x41, 20 iterations, omp".
void report_put_row(const report_run *run, const report_point *p, FILE *out);

/// Parts of the answer: "96.8 FPS (95 % interval 95 to 97)". The sentence and the short table of a benchmark.
void report_put_fps(const report_point *p, FILE *out);
/// What computed two rows: "NVIDIA H100" if it is one device, else "Some CPU (2 processors)".
void report_put_machine(const report_run *run, const report_point *a, const report_point *b, FILE *out);
void report_put_range_sentence(const report_run *run, const char *benchmark, FILE *out);
xpbd_status report_put_speed_sentence(const report_run *run, const char *benchmark, FILE *out);
xpbd_status report_put_speed_table(const report_run *run, const char *benchmark, FILE *out);
/// Where the intervals of a line show that it is faster or slower than seq, and where not: "faster at 161×161 to
/// 321×321; no difference shown at 21×21 to 81×81".
void report_put_shown(const report_run *run, const report_slice *slice, const report_series *line, FILE *out);
/// Whether a point of the line has a sequential partner. Otherwise nothing can be shown.
bool report_has_partner(const report_run *run, const report_series *line);
/// A ratio with its interval, or "no interval".
void report_put_ratio(const report_ratio *ratio, FILE *out);
/// A sentence for each parallel line of the first constraint, and one for the plain loop.
void report_put_speedups(const report_run *run, const report_slice *slice, FILE *out);
/// The cost of meshes and numberings relative to the grid, in a sentence and a table. Nothing if none was measured.
void report_put_meshes(const report_run *run, const char *benchmark, FILE *out);
/// "Equal iterations are equal work, not equal quality.", corrected for the methods of this run.
xpbd_status report_put_work(const report_page *page, FILE *out);
void report_put_papers_sentence(const report_run *run, const char *benchmark, FILE *out);
void report_put_papers_table(const report_run *run, const char *benchmark, FILE *out);
void report_put_peers_sentence(const report_run *run, const char *benchmark, FILE *out);
void report_put_methods_sentence(const report_run *run, const char *benchmark, FILE *out);
void report_put_methods_table(const report_run *run, const char *benchmark, FILE *out);
void report_put_peers_table(const report_run *run, const char *benchmark, FILE *out);
/// FPS of every scene by method and backend. Nothing for a benchmark without scenes or with only one column.
void report_put_grid(const report_run *run, const char *benchmark, FILE *out);
xpbd_status report_put_results(const report_page *page, FILE *out);
