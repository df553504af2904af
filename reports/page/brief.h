/* Why this file exists: declares `xpbd-report brief`, a summary of a run in four lines for a terminal or a mail. */
#pragma once

/// The program `xpbd-report brief`. Returns its exit code.
int report_brief_main(int argc, char **argv);
