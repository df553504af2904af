/* Why this file exists: declares `xpbd-report accept`, the check of a run that a stranger sent. */
#ifndef REPORT_ACCEPT_H
#define REPORT_ACCEPT_H

/// The program `xpbd-report accept`. Returns its exit code.
int report_accept_main(int argc, char **argv);

#endif
