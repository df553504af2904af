/* Why this file exists: a machine is named by what computed its rows: the GPU if one did, else the processor. Pages, the
 * index of the archive and the folders of the archive use the same name. */
#pragma once

#include "run.h"

/// The device of a row, NULL for rows that the processor computed. OpenCL on a processor is no device.
const char *report_row_device(const report_run *run, const report_point *point, char *out, size_t capacity);
/// The device of the first row with numbers that has one, NULL if the processor computed all.
const char *report_run_device(const report_run *run, char *out, size_t capacity);

/// Energy of a frame [J], NaN unless it was measured. Of older runs it is the energy of all episodes over their frames.
double report_energy(const report_point *point);
/// Distance of the state from the right answer, relative to the size of the scene. NaN = unknown.
double report_error(const report_point *point);

/// A name for a folder, such as "nvidia-h100-16-cores-20261127": the device or processor, the processors, the day. It
/// has only lower-case letters, digits and dashes. XPBD_ERR_BAD_FILE if the run does not say when it began.
xpbd_status report_machine_slug(const report_run *run, char *out, size_t capacity);
