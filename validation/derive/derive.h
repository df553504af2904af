/* Why this file exists: xpbd-validate derive writes the gradient of a formula that gives only its value. */
#ifndef XPBD_DERIVE_H
#define XPBD_DERIVE_H

/// argv[0] is "derive". Returns the exit code: 0 derived and proved, 2 derived but not right, 1 it cannot be derived or
/// bad usage.
int derive_command(int argc, char **argv);

#endif
