"""Results of xpbd-bench for pandas and matplotlib."""

import json
import os


def load_results(path):
    """The rows of ``results.json`` as a pandas DataFrame, one column for each number or text of a row.

    ``path`` is a file or the folder of a report. Nested members are joined by dots: ``frame_s.median``. Rows without
    numbers keep their reason in ``status`` and ``reason``.
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
