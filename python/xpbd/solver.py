"""Solvers: one simulation of a scene."""

import operator

import numpy as np

from ._library import InvalidArgument, check, ffi, file_name, lib, number, text, words
from .scene import Scene

_NUMBERS = ("frame_time", "substeps", "iterations", "threads", "lanes", "device")
_TEXTS = ("backend", "strategy", "instructions")


class Solver:
    """A simulation of a scene by one backend, method and precision.

    Keywords are the members of ``xpbd_solver_def`` (``substeps=10``, ``iterations=20``, ``backend="omp"``, ...),
    ``method`` and ``precision`` by name, and numbers of methods such as ``omega``. Without them the library's defaults
    hold. The same settings give the same bits with every backend and any number of threads.
    """

    def __init__(self, scene, method="xpbd", precision="auto", **settings):
        if not isinstance(scene, Scene):
            raise InvalidArgument(f"scene is {scene!r}, must be an xpbd.Scene")
        self._scene = scene
        self._definition = lib.xpbd_solver_def_default()
        self._definition.method = _find("method", lib.xpbd_method_find, method)
        self._definition.precision = _find("precision", lib.xpbd_precision_find, precision)
        self._texts = {}
        for key, value in settings.items():
            if key in _TEXTS:
                if value is not None:
                    self._texts[key] = words(key, value)
                    setattr(self._definition, key, self._texts[key])
            elif key in _NUMBERS:
                try:
                    setattr(self._definition, key, value)
                except (TypeError, OverflowError) as error:
                    raise InvalidArgument(f"{key} is {value!r}: {error}") from None
            else:
                check(lib.xpbd_solver_def_set(ffi.addressof(self._definition), words("a name", key), number(key, value)))
        made = ffi.new("xpbd_solver **")
        check(lib.xpbd_solver_create(scene.handle, ffi.addressof(self._definition), made))
        # The scene must outlive the solver, also when both are given up together.
        self._made = ffi.gc(made, lambda solver, scene=scene: lib.xpbd_solver_destroy(solver))

    @property
    def scene(self):
        """The scene that it simulates."""
        return self._scene

    @property
    def handle(self):
        """The solver of the library, for calls of the C interface."""
        return self._made[0]

    def step(self, frames=1):
        """Simulate frames and wait for them. Ctrl-C stops after the current frame, whose state is whole."""
        frames = operator.index(frames)
        if frames < 0:
            raise InvalidArgument(f"frames is {frames}, must be 0 or more")
        for _ in range(frames):
            check(lib.xpbd_solver_step(self.handle, 1))
            check(lib.xpbd_solver_sync(self.handle))

    def reset(self):
        """Return to the start of the scene."""
        check(lib.xpbd_solver_reset(self.handle))

    def positions(self, out=None):
        """Positions, [particles, 3] m, into ``out`` if it is given."""
        return self._read(lib.XPBD_POSITIONS, out)

    def velocities(self, out=None):
        """Velocities, [particles, 3] m/s, into ``out`` if it is given."""
        return self._read(lib.XPBD_VELOCITIES, out)

    def _read(self, field, out):
        shape = (self.scene.particle_count, 3)
        if out is None:
            out = np.empty(shape)
        elif not (isinstance(out, np.ndarray) and out.dtype == np.float64 and out.shape == shape):
            raise InvalidArgument(f"out must be an array of float64 of the shape {shape}")
        elif not out.flags.carray:
            raise InvalidArgument("out must be contiguous (C order), aligned and writable")
        check(lib.xpbd_solver_read(self.handle, field, ffi.from_buffer("double[]", out)))
        return out

    def write(self, positions, velocities):
        """Continue from another state: positions [particles, 3] m and velocities [particles, 3] m/s."""
        check(lib.xpbd_solver_write(self.handle, self._state("positions", positions),
                                    self._state("velocities", velocities)))

    def _state(self, name, values):
        values = np.asanyarray(values)
        if not np.can_cast(values.dtype, np.float64, "same_kind"):
            raise InvalidArgument(f"{name} must be real numbers, not {values.dtype}")
        if np.ma.is_masked(values):
            raise InvalidArgument(f"{name} have masked values")
        values = np.require(values, np.float64, ("C", "A"))
        if values.shape != (self.scene.particle_count, 3):
            raise InvalidArgument(f"{name} have the shape {values.shape}, not {(self.scene.particle_count, 3)}")
        return ffi.from_buffer("double[]", values)

    def save(self, path):
        """Write a checkpoint."""
        check(lib.xpbd_solver_save(self.handle, file_name(path)))

    def load(self, path):
        """Continue from a checkpoint of the same scene and settings."""
        check(lib.xpbd_solver_load(self.handle, file_name(path)))

    @property
    def hash(self):
        """64-bit hash of all positions and velocities. Equal hashes mean equal bits."""
        out = ffi.new("uint64_t *")
        check(lib.xpbd_solver_hash(self.handle, out))
        return out[0]

    @property
    def frame(self):
        """Frames since the start."""
        return lib.xpbd_solver_frame(self.handle)

    @property
    def backend(self):
        """Name of the backend that computes."""
        return text(lib.xpbd_solver_backend(self.handle))

    @property
    def precision(self):
        """The precision that was chosen."""
        return text(lib.xpbd_precision_name(lib.xpbd_solver_settings(self.handle).precision))

    def __repr__(self):
        return f"Solver({self.scene.name!r}, {self.backend}, {self.precision}, frame {self.frame})"


def _find(what, find, name):
    found = find(words(what, name))
    if found < 0:
        raise InvalidArgument(f"unknown {what} '{name}'")
    return found
