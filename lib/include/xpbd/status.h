/* Why this file exists: every function of the library that can fail returns one of these codes. xpbd_last_error() then
 * explains it in one sentence for the calling thread. The library never prints and never exits. The rules that all
 * functions keep are here too. */
#ifndef XPBD_STATUS_H
#define XPBD_STATUS_H

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/* NULL. A pointer may be NULL only if its description says so. An array of 0 items may be NULL. With any other NULL,
 * nothing is done: a function that returns xpbd_status returns XPBD_ERR_INVALID_ARGUMENT, and the reason names the
 * argument. Another function returns NULL, 0, false, NaN, or -1 if it returns an index. Every function that destroys
 * accepts NULL and what it has destroyed before. A pointer to freed memory or to too short an array cannot be detected.
 *
 * Floating point. Each function rounds to nearest, keeps subnormal numbers and traps nothing, whatever the caller has
 * set (fesetround(), feenableexcept(), flush to zero). It restores the caller's modes and raised exceptions. A function
 * that it calls back runs in the library's modes.
 *
 * Threads. Several threads may use the library at once, each with solvers, scenes and meshes of its own. They may share
 * a scene or a mesh that none of them changes.
 *
 * Processes. A child made by fork() has copies of all objects, and may use those that no thread was using at that
 * moment. A solver of omp whose parent process has run a team steps on one thread there, bit-identically. A solver of a
 * device fails there, and a device that the parent has used cannot be used. */

/// Result of a call. 0 is success. On failure the created object is NULL or empty, and other out-parameters are zeroed
/// or unchanged.
typedef enum xpbd_status {
  XPBD_OK = 0,
  XPBD_ERR_INVALID_ARGUMENT, ///< An argument is out of range, or a name is unknown.
  XPBD_ERR_BAD_FILE,         ///< The file was read, but its content is invalid.
  XPBD_ERR_IO,               ///< A file could not be opened, read or written.
  XPBD_ERR_OUT_OF_MEMORY,    ///< Too little memory, on the host or a device, or more items than a list can count.
  XPBD_ERR_NOT_BUILT,        ///< An optional part was left out of this build. The text names the option.
  XPBD_ERR_UNAVAILABLE,      ///< Built, but cannot run on this machine (no device, no driver).
  XPBD_ERR_UNSUPPORTED,      ///< This backend cannot compute the combination.
  XPBD_ERR_DIVERGED,         ///< The state is not finite or ran away. The text names the frame.
  XPBD_ERR_DEVICE,           ///< A device call failed. Later calls may still work.
  XPBD_ERR_DEVICE_LOST       ///< A device failed for the rest of this process. Restart the program to use it.
} xpbd_status;

/// Short stable name of a code, e.g. "ok" or "invalid argument". Never NULL.
const char *xpbd_status_name(xpbd_status status);

/// The reason for the last failure in this thread, in one line. "" if nothing failed yet. Owned by the library, valid
/// until the next failing call of the thread.
const char *xpbd_last_error(void);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
