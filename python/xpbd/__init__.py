"""XPBD soft-body solvers that give the same bits on every backend: scenes, solvers, formulas and results.

>>> import xpbd
>>> solver = xpbd.Solver(xpbd.Scene("cloth", resolution=11), substeps=4)
>>> solver.step(24)
>>> solver.positions().shape
(121, 3)

Arrays have the units of the library: metres, kilograms and seconds. Errors of the library are exceptions with its text.
"""

from ._library import (
    BadFile,
    DeviceError,
    Diverged,
    Error,
    FileError,
    InvalidArgument,
    NotBuilt,
    OutOfMemory,
    Unavailable,
    Unsupported,
)
from ._library import version as __version__
from .lists import backends, formulas, load_formula, methods, scenes
from .results import load_results, plot_fps
from .scene import Scene
from .solver import Solver

__all__ = [
    "__version__",
    "BadFile",
    "DeviceError",
    "Diverged",
    "Error",
    "FileError",
    "InvalidArgument",
    "NotBuilt",
    "OutOfMemory",
    "Scene",
    "Solver",
    "Unavailable",
    "Unsupported",
    "backends",
    "formulas",
    "load_formula",
    "load_results",
    "methods",
    "plot_fps",
    "scenes",
]
