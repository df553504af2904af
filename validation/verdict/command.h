/* Why this file exists: xpbd-validate formula, as its main() calls it. */
#ifndef XPBD_VERDICT_COMMAND_H
#define XPBD_VERDICT_COMMAND_H

/// argv[0] is "formula". Returns the exit code: 0 right, 2 wrong, 1 unusable or bad usage.
int verdict_command(int argc, char **argv);

#endif
