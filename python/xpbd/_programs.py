"""The programs that the wheel carries, under the names that pip puts into PATH."""

import os
import sys

from ._library import FOLDER


def _run(name):
    program = FOLDER / "bin" / name
    if not program.exists():
        sys.exit(f"{name}: this package was built without it (Debian: libjansson-dev)")
    os.execv(program, [name, *sys.argv[1:]])


def sim():
    """xpbd-sim"""
    _run("xpbd-sim")


def bench():
    """xpbd-bench"""
    _run("xpbd-bench")


def validate():
    """xpbd-validate"""
    _run("xpbd-validate")


def report():
    """xpbd-report"""
    _run("xpbd-report")
