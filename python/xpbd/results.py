"""Results of xpbd-bench for pandas and matplotlib."""

import json
import os
import subprocess
import warnings

from ._library import FOLDER


def _check_numbers(path):
    """Let xpbd-report read the file. It knows which numbers cannot all be true."""
    report = FOLDER / "bin" / "xpbd-report"
    if not report.exists():
        warnings.warn(f"{path}: its numbers are not checked: this package was built without xpbd-report", stacklevel=3)
        return
    brief = subprocess.run([report, "brief", "--", path], capture_output=True, text=True, errors="replace")
    if brief.returncode != 0:
        raise ValueError(brief.stderr.strip())


def load_results(path):
    """The rows of ``results.json`` as a pandas DataFrame, one column for each number or text of a row.

    ``path`` is a file or the folder of a report. Nested members are joined by dots: ``frame_s.median``. Rows without
    numbers keep their reason in ``status`` and ``reason``. A file whose numbers contradict each other is a ValueError
    with the words of ``xpbd-report``.
    """
    import pandas

    if os.path.isdir(path):
        path = os.path.join(path, "results.json")
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    try:
        points = run["xb"]["points"]
    except (KeyError, TypeError):
        points = None
    if not isinstance(points, list):
        raise ValueError(f"{path} is no results file of xpbd-bench: it has no xb.points")
    _check_numbers(path)
    return pandas.json_normalize(points)


def plot_fps(rows, axis="axes.size", by="axes.backend", ax=None):
    """Frames per second against an axis, one line for each value of another, with 95 % intervals."""
    from matplotlib import pyplot

    ax = ax or pyplot.gca()
    timed = rows[rows["frame_s.median"].notna()]
    for value, line in timed.groupby(by):
        line = line.sort_values(axis)
        median = 1.0 / line["frame_s.median"]
        ends = (median - 1.0 / line["frame_s.hi95"], 1.0 / line["frame_s.lo95"] - median)
        ax.errorbar(line[axis], median, yerr=ends, marker="o", label=str(value))
    ax.set(xscale="log", yscale="log", xlabel=axis.split(".")[-1], ylabel="frames per second")
    ax.legend()
    return ax
