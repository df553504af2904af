/* Why this file exists: every function of the library that can fail returns one of these codes, and the sentence that
 * explains it waits in xpbd_last_error() of the calling thread. The library never prints and never exits. */
#ifndef XPBD_STATUS_H
#define XPBD_STATUS_H

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// Result of a call; 0 is success. Else what was to be made is NULL or empty, other out-parameters zeroed or unchanged.
typedef enum xpbd_status {
  XPBD_OK = 0,
  XPBD_ERR_INVALID_ARGUMENT, ///< A value of the caller is out of range, or an unknown name.
  XPBD_ERR_BAD_FILE,         ///< A file was read, but what it says cannot be used.
  XPBD_ERR_IO,               ///< A file could not be opened, read or written.
  XPBD_ERR_OUT_OF_MEMORY,    ///< Too little memory, here or on a device, or more items than a list can count.
  XPBD_ERR_NOT_BUILT,        ///< An optional part was left out of this build; the text names the option.
  XPBD_ERR_UNAVAILABLE,      ///< It is built, but cannot run on this machine (no device, no driver).
  XPBD_ERR_UNSUPPORTED,      ///< A combination that this backend does not compute.
  XPBD_ERR_DIVERGED,         ///< The state is not finite or ran away; the text holds the frame.
  XPBD_ERR_DEVICE,           ///< A device call failed; others may still work.
  XPBD_ERR_DEVICE_LOST ///< A device fell over in this process: nothing runs on it until the program is started anew.
} xpbd_status;

/// Short stable name of a code, "ok" or e.g. "invalid argument". Never NULL.
const char *xpbd_status_name(xpbd_status status);

/// The reason of the last failure in this thread: one line, what and where. "" when nothing failed yet. Owned by the
/// library, valid until the next failing call of the thread.
const char *xpbd_last_error(void);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
