"""The shared library, its functions as the public headers declare them, and its errors as exceptions."""

import math
import os
import pathlib
import threading

import cffi

FOLDER = pathlib.Path(__file__).resolve().parent

ffi = cffi.FFI()
scene_list = threading.Lock()  # loading a scene file changes the library's list of scenes


class Error(RuntimeError):
    """A call of the library failed. The text is the library's."""


class InvalidArgument(Error, ValueError):
    """An argument is out of range, or a name is unknown."""


class BadFile(Error, ValueError):
    """The file was read, but its content is invalid."""


class FileError(Error, OSError):
    """A file could not be opened, read or written."""


class OutOfMemory(Error, MemoryError):
    """Too little memory, on the host or a device."""


class NotBuilt(Error):
    """An optional part was left out of this build."""


class Unavailable(Error):
    """Built, but it cannot run on this machine."""


class Unsupported(Error, NotImplementedError):
    """This backend or method cannot compute the combination."""


class Diverged(Error, ArithmeticError):
    """The state is not finite or ran away."""


class DeviceError(Error):
    """A device failed."""


# In the order of xpbd_status.
_ERRORS = (
    None,
    InvalidArgument,
    BadFile,
    FileError,
    OutOfMemory,
    NotBuilt,
    Unavailable,
    Unsupported,
    Diverged,
    DeviceError,
    DeviceError,
)


def _open():
    ffi.cdef((FOLDER / "declarations.h").read_text(encoding="utf-8"))
    found = sorted(FOLDER.glob("lib*/libxpbd.so")) + sorted(FOLDER.glob("lib*/*/libxpbd.so"))
    if not found:
        raise ImportError(f"libxpbd.so is not in {FOLDER}; install the package again")
    try:
        return ffi.dlopen(str(found[0]))
    except OSError as error:
        reason = str(error).split("  Additionally")[0].rstrip(".")  # of what cffi tried next
        raise ImportError(f"{reason}; install what is missing there, or build the package on this machine") from None


lib = _open()
version = f"{lib.XPBD_VERSION_MAJOR}.{lib.XPBD_VERSION_MINOR}.{lib.XPBD_VERSION_PATCH}"


def check(status):
    """Raise the exception of a status, with the library's text."""
    if status != 0:
        raise _ERRORS[status](text(lib.xpbd_last_error()))


def words(name, value):
    """A text for the library, which would end it at a zero character."""
    if not isinstance(value, str) or "\0" in value:
        raise InvalidArgument(f"{name} is {value!r}, must be a text without zero characters")
    return ffi.new("char[]", os.fsencode(value))


def file_name(value):
    """A path as a text for the library."""
    return words("a path", os.fsdecode(value))


def number(name, value):
    """A number for the library, which takes NaN for a number that was not given."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise InvalidArgument(f"{name} is {value!r}, must be a number") from None
    if math.isnan(value):
        raise InvalidArgument(f"{name} is nan, must be a number")
    return value


def text(value):
    """A C string as str, None for NULL."""
    return None if value == ffi.NULL else ffi.string(value).decode("utf-8", "replace")
