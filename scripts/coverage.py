#!/usr/bin/env python3
# Why this file exists: adds up what gcov says of each object of a build for `./run coverage`. A header that many objects
# include counts once: a line or branch is covered if one of them ran it. Tests are left out, also those that users run
# (validation/checks).
# usage: coverage.py SOURCE BUILD OUT: writes OUT/files.tsv and OUT/lines.txt, and prints folders and the worst files
import collections
import json
import os
import subprocess
import sys

PRODUCT = ("lib", "backends", "benches", "reports", "tools", "validation")
LEAST = 10  # branches of a file that is compared with others
BATCH = 40  # objects that one gcov reads


def objects(build):
    for folder, _, files in os.walk(build):
        yield from (os.path.join(folder, name) for name in files if name.endswith(".gcno"))


def counts(notes):
    """What gcov says of these objects. It refuses all of them for one whose counts are damaged, because a process was
    killed while it wrote them. That one is left out."""
    command = ["gcov", "--branch-probabilities", "--json-format", "--stdout", *notes]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode == 0:
        yield from map(json.loads, done.stdout.splitlines())
    elif len(notes) > 1:
        for note in notes:
            yield from counts([note])
    else:
        print(f"coverage.py: gcov cannot read the counts of {notes[0]}; it is left out", file=sys.stderr)


def read(source, build):
    """The counts of each product file: {file: ({line: count}, {(line, number): count})}."""
    found = collections.defaultdict(lambda: (collections.Counter(), collections.Counter()))
    notes = sorted(objects(build))
    if not notes:
        sys.exit(f"coverage.py: {build} has no .gcno files; build it with --coverage")
    for first in range(0, len(notes), BATCH):
        for unit in counts(notes[first : first + BATCH]):
            for file in unit["files"]:
                path = os.path.relpath(os.path.join(unit["current_working_directory"], file["file"]), source)
                parts = path.split(os.sep)
                if parts[0] not in PRODUCT or "tests" in parts or parts[:2] == ["validation", "checks"]:
                    continue
                lines, branches = found[path]
                for line in file["lines"]:
                    lines[line["line_number"]] += line["count"]
                    if path.startswith("lib/formula/") and path.endswith(".h"):
                        continue  # a formula has no branches but those that the compiler makes of complex numbers
                    for number, branch in enumerate(line["branches"]):
                        branches[line["line_number"], number] += branch["count"]
    return found


def ranges(numbers):
    """[3, 4, 5, 9] is "3-5 9"."""
    out = []
    for number in numbers:
        if out and out[-1][1] == number - 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return " ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in out)


def share(covered, count):
    return f"{100 * covered / count:5.1f} %" if count else "       "


def main(source, build, out):
    rows, folders = [], collections.defaultdict(lambda: [0, 0, 0, 0])
    with open(os.path.join(out, "lines.txt"), "w") as text:
        for path, (lines, branches) in sorted(read(source, build).items()):
            missed = sorted(line for line, count in lines.items() if count == 0)
            untaken = sorted({line for (line, _), count in branches.items() if count == 0 and lines[line] > 0})
            row = [len(lines), len(lines) - len(missed), len(branches), sum(1 for count in branches.values() if count)]
            rows.append((path, *row))
            folder = "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]
            folders[folder] = [a + b for a, b in zip(folders[folder], row)]
            if missed:
                text.write(f"{path}: lines never run: {ranges(missed)}\n")
            if untaken:
                text.write(f"{path}: lines with a branch never taken: {ranges(untaken)}\n")
    with open(os.path.join(out, "files.tsv"), "w") as table:
        table.write("file\tlines\tlines_run\tbranches\tbranches_taken\n")
        table.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    print("  lines  branches  folder")
    for folder, row in sorted(folders.items()):
        print(share(row[1], row[0]), share(row[3], row[2]), "", folder)
    total = [sum(column) for column in zip(*folders.values())]
    print(share(total[1], total[0]), share(total[3], total[2]), "", "all")
    print(f"\nThe files of {LEAST} branches or more with the fewest taken:")
    for row in sorted((r for r in rows if r[3] >= LEAST), key=lambda r: r[4] / r[3])[:10]:
        print(share(row[2], row[1]), share(row[4], row[3]), "", row[0])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: coverage.py SOURCE BUILD OUT")
    main(*map(os.path.abspath, sys.argv[1:]))
