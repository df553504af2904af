/* Why this file exists: `xpbd-report audit` is a program of its own to the user. */
#pragma once

/// What --seconds may be.
#define AUDIT_LEAST_SECONDS 0.1
#define AUDIT_MOST_SECONDS  1e7

/// argv[0] is "audit". Returns the exit code.
int audit_main(int argc, char **argv);
/// The same for a folder that will get another name: the path of the audit is not printed.
int audit_unnamed(int argc, char **argv);
