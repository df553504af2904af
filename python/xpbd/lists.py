"""What the library has: scenes, methods, backends and formulas."""

import os

from ._library import FOLDER, check, ffi, file_name, lib, scene_list, text


def scenes():
    """The named scenes, as a dict of name and one line about it."""
    with scene_list:
        infos = (lib.xpbd_scene_info_at(k) for k in range(lib.xpbd_scene_info_count()))
        return {text(info.name): text(info.about) for info in infos}


def methods():
    """The solver methods, as a dict of name and one line about it."""
    return {text(lib.xpbd_method_name(k)): text(lib.xpbd_method_about(k)) for k in range(lib.XPBD_METHODS)}


def backends():
    """The backends in order of preference, as a dict of name and whether it can run here."""
    found = {}
    known = lib.xpbd_backends()
    definition = lib.xpbd_solver_def_default()
    with_scene = _smallest_scene()
    for k in range(known.count):
        name = known.entries[k].name
        definition.backend = name
        found[text(name)] = lib.xpbd_solver_supports(with_scene.handle, ffi.addressof(definition)) == 0
    return found


def _smallest_scene():
    from .scene import Scene

    return Scene("cloth", resolution=2)


def formulas():
    """The constraint formulas, as a dict of name and one line about it. Loaded ones are the last."""
    infos = (lib.xpbd_formula_at(k) for k in range(lib.xpbd_formula_count()))
    return {text(info.name): text(info.about) for info in infos}


def load_formula(path):
    """Compile a formula file and add its formulas to the list. Returns their names.

    The file is C code that runs with your rights. Judge it with ``xpbd-validate formula`` first. No other thread may use
    this package meanwhile.
    """
    index = ffi.new("int *")
    options = ffi.new("xpbd_formula_file_options *")
    headers = FOLDER / "include" / "xpbd" / "private"
    if headers.is_dir():
        folder = ffi.new("char[]", os.fsencode(headers))
        options.headers = folder
    check(lib.xpbd_formula_file_load(file_name(path), options, index))
    loaded = lib.xpbd_formula_file_of(index[0])
    return [text(lib.xpbd_formula_at(loaded.first + k).name) for k in range(loaded.count)]
