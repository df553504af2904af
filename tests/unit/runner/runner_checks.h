/* Why this file exists: the checks of the instrument that check_runner.c registers and other files hold. */
#ifndef XPBD_RUNNER_CHECKS_H
#define XPBD_RUNNER_CHECKS_H

#include "runner/runner.h"

/// Run a check with its output thrown away.
check_result runner_entry_quietly(const check_entry *entry, bool apart, const check_options *options);
/// Run `body` with its output thrown away, as a check "runner/specimen" with argument 1.
check_result runner_quietly(check_body body, bool apart, const check_options *options);

/// What a check leaves: its comparisons, its files.
void runner_record_checks(check_registry *registry); /* runner_records.c */
/// What it says of papers: verdicts, their parts and how they are counted, findings.
void runner_verdict_checks(check_registry *registry); /* runner_verdicts.c */
/// What they are built on, where that fails.
void runner_rig_checks(check_registry *registry); /* runner_rig.c */
/// The scenes, springs and settings that several checks share.
void runner_workload_checks(check_registry *registry); /* runner_workloads.c */

#endif
