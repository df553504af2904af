"""Scenes: named ones, and those of files."""

import os
import warnings

import numpy as np

from ._library import check, ffi, file_name, lib, number, scene_list, words

# Members of xpbd_scene_params that hold texts; others are set by name as numbers.
_TEXTS = ("constraint", "bending")


class Scene:
    """A scene, which never changes and may be shared by solvers.

    ``name`` is a named scene (see ``xpbd.scenes()``) or a scene file. Numbers are set by keyword, such as
    ``resolution=41`` or ``gravity=9.81``. ``constraint`` and ``bending`` take specifications, such as
    ``"stretching:alpha=1e-6"``. A scene file takes what ``xpbd-sim`` takes for it, such as ``gravity``. The rest is in
    the file.
    """

    def __init__(self, name, **settings):
        self.name = os.fsdecode(name)
        self._model = ffi.gc(ffi.new("xpbd_model *"), lib.xpbd_model_destroy)
        path = words("name", self.name)
        if self.name.endswith(".json") and not settings:
            check(lib.xpbd_scene_read(path, ffi.NULL, self._model))
        else:
            self._build(path, settings)
        for k in range(lib.xpbd_scene_set_count(self.handle)):
            if lib.xpbd_scene_set(self.handle, k).unchecked:
                text = f"{self.name}: sets[{k}] has no formula_hash, so its formula may have another text"
                warnings.warn(text, stacklevel=2)

    def _build(self, path, settings):
        params = lib.xpbd_scene_params_default()
        texts = {key: words(key, settings.pop(key)) for key in _TEXTS if key in settings}
        for key, value in texts.items():
            setattr(params, key, value)
        for key, value in settings.items():
            check(lib.xpbd_scene_params_set(ffi.addressof(params), words("a name", key), number(key, value)))
        with scene_list:
            if self.name.endswith(".json"):
                check(lib.xpbd_scene_load(path))
            check(lib.xpbd_scene_build(path, ffi.addressof(params), self._model))

    @property
    def handle(self):
        """The scene of the library, for calls of the C interface."""
        return self._model.scene

    @property
    def particle_count(self):
        """Number of particles."""
        return lib.xpbd_scene_particle_count(self.handle)

    def _array(self, pointer, shape, dtype=np.float64):
        """A read-only view of memory that the scene owns, and keeps alive."""
        count = int(np.prod(shape))
        if pointer == ffi.NULL or count == 0:
            return np.empty(shape, dtype)
        owned = ffi.gc(pointer, lambda _, scene=self: None)  # the array's memory holds the scene
        buffer = memoryview(ffi.buffer(owned, count * np.dtype(dtype).itemsize)).toreadonly()
        return np.frombuffer(buffer, dtype, count).reshape(shape)

    @property
    def positions(self):
        """Positions at the start, [particles, 3] m. Read-only, without a copy."""
        return self._array(lib.xpbd_scene_positions(self.handle), (self.particle_count, 3))

    @property
    def velocities(self):
        """Velocities at the start, [particles, 3] m/s. Read-only, without a copy."""
        return self._array(lib.xpbd_scene_velocities(self.handle), (self.particle_count, 3))

    @property
    def inverse_masses(self):
        """Inverse masses, [particles] 1/kg. A pinned particle has 0. Read-only, without a copy."""
        return self._array(lib.xpbd_scene_inverse_masses(self.handle), (self.particle_count,))

    @property
    def triangles(self):
        """The surface, [triangles, 3] particles. Read-only, without a copy."""
        mesh = self._model.mesh
        return self._array(mesh.triangles, (mesh.triangle_count, 3), np.int32)

    @property
    def edges(self):
        """The edges, [edges, 2] particles. Read-only, without a copy."""
        mesh = self._model.mesh
        return self._array(mesh.edges, (mesh.edge_count, 2), np.int32)

    def write(self, path, frames=1):
        """Write a scene file for other programs (``docs/guide/scene-file.md``). The path ends in .json."""
        definition = lib.xpbd_scene_file_def_default()
        name = words("name", self.name)
        definition.name = name
        definition.frames = frames
        check(lib.xpbd_scene_write(file_name(path), self._model, ffi.addressof(definition)))

    def __repr__(self):
        return f"Scene({self.name!r}, {self.particle_count} particles)"
