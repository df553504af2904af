/* Why this file exists: declares `xpbd-report accept`, the check of a run that a stranger sent. */
#pragma once

/// The program `xpbd-report accept`. Returns its exit code.
int report_accept_main(int argc, char **argv);
