#!/usr/bin/env python3
# Why this file exists: the power may fail at any moment. The disk then has what was synced, and any part of the rest, in
# any order: names without their content, the end of a file without its beginning, half a write. This program follows the
# calls of a run in the log of the preloaded library (faults_calls.c), and makes all these disks.
#   faults_power.py check LOG KEPT BEFORE TOP      on each disk, each file is the old one or a complete new one. After the
#                                                  run it is the new one. A journal (.jsonl) has all points that ended
#   faults_power.py disks LOG KEPT BEFORE TOP OUT  write each different disk to the folder OUT/N, and the lines of ended
#                                                  points that its journal must have to OUT/N.ended
# BEFORE is a copy of the folder TOP from before the run. Files elsewhere are left out.
import itertools
import os
import sys

# All combinations of so many unsynced changes are tried. Of more, only the first ones, each alone, and all but one.
MOST = 4


class File:
    """What is on the disk, the changes that are not there yet, and what a program reads."""

    def __init__(self, content=b""):
        self.synced, self.pending, self.live, self.states = content, [], content, None

    def change(self, at, data):
        self.pending.append((at, data))
        self.live, self.states = applied(self.live, at, data), None

    def sync(self):
        self.synced, self.pending, self.states = self.live, [], None

    def contents(self):
        """All contents after a power failure."""
        if self.states is None:
            self.states = set()
            for chosen in subsets(self.pending):
                self.states.add(made_of(self.synced, chosen))
                for k, (at, data) in enumerate(chosen):  # half of one write, or only the length of the file
                    for less in (data[: len(data) // 2], bytes(len(data))) if data is not None else ():
                        self.states.add(made_of(self.synced, chosen[:k] + [(at, less)] + chosen[k + 1 :]))
        return self.states


class Folder:
    def __init__(self):
        self.synced, self.live = {}, {}


def applied(content, at, data):
    if data is None:  # cut
        return content[:at].ljust(at, b"\0")
    return content[:at].ljust(at, b"\0") + data + content[at + len(data) :]


def made_of(content, changes):
    for at, data in changes:
        content = applied(content, at, data)
    return content


def subsets(changes):
    count = len(changes)
    if count <= MOST:
        for size in range(count + 1):
            yield from map(list, itertools.combinations(changes, size))
        return
    for k in range(count + 1):
        yield changes[:k]
    for k in range(count):
        yield changes[k : k + 1]
        yield changes[:k] + changes[k + 1 :]


class Disk:
    def __init__(self, before, top):
        self.top, self.root, self.calls = top.rstrip("/"), Folder(), 0
        self.pending = []  # changes of names: lists of (folder, name, file or folder or None), each made whole or not
        self.versions = {}  # of each name: what it may be
        for folder, folders, files in os.walk(before):
            place = self.find(self.top + folder[len(before.rstrip("/")) :])
            for name in folders:
                place.live[name] = place.synced[name] = Folder()
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    place.live[name] = place.synced[name] = File(file.read())
        for path, file in self.walk(self.root, lambda folder: folder.live):
            self.versions[path] = {file.live}

    def find(self, path):
        node = self.root
        for name in path[len(self.top) :].split("/"):
            node = node.live.get(name) if name else node
        return node

    def inside(self, path):
        return path == self.top or path.startswith(self.top + "/")

    def walk(self, folder, names, path=""):
        for name, node in names(folder).items():
            if isinstance(node, Folder):
                yield from self.walk(node, names, path + name + "/")
            else:
                yield path + name, node

    def note(self, path):
        """What has that name now is complete. It may be there after a power failure."""
        node = self.find(path)
        if isinstance(node, Folder):
            for name in node.live:
                self.note(path + "/" + name)
        else:
            self.versions.setdefault(path[len(self.top) + 1 :], {None}).add(node.live if node else None)

    def promised(self, at_end):
        """The lines of ended points in each journal that the program went on from: {name: lines}."""
        found = {}
        for path, file in self.walk(self.root, lambda folder: folder.live):
            lines = file.live.splitlines(keepends=True)
            if path.endswith(".jsonl"):
                found[path] = [line for line in (lines if at_end else lines[:-1]) if b'"ended"' in line]
        return found

    def name(self, *changes):
        """Change names: (path, node), all at once or not at all."""
        found = [(self.find(path.rpartition("/")[0]), path.rpartition("/")[2], node) for path, node in changes]
        for folder, name, node in found:
            folder.live.pop(name, None)
            if node is not None:
                folder.live[name] = node
        self.pending.append(found)

    def sync(self, node):
        if isinstance(node, File):
            return node.sync()
        done = [change for change in self.pending if any(folder is node for folder, _, _ in change)]
        for folder, name, file in itertools.chain(*done):
            folder.synced.pop(name, None)
            if file is not None:
                folder.synced[name] = file
        self.pending = [change for change in self.pending if change not in done]

    def call(self, words, kept):
        kind, path = words[0], words[1]
        self.calls += 1
        if kind == "new":
            self.name((path, File()))
        elif kind == "folder":
            self.name((path, Folder()))
        elif kind == "cut":
            self.find(path).change(int(words[2]), None)
        elif kind == "bytes":
            at, size, place = map(int, words[2:])
            self.find(path).change(at, kept[place : place + size])
        elif kind == "sync":
            self.sync(self.find(path))
        elif kind == "remove":
            self.name((path, None))
            self.note(path)
        elif kind == "rename":
            self.name((path, None), (words[2], self.find(path)))
            self.note(words[2])

    def names(self):
        """All names with their files after a power failure, as lists of (path, file)."""
        for chosen in subsets(self.pending):
            changed = {}
            for folder, name, node in itertools.chain(*chosen):
                changed.setdefault(id(folder), dict(folder.synced))[name] = node
            yield list(
                self.walk(
                    self.root,
                    lambda folder: {n: f for n, f in changed.get(id(folder), folder.synced).items() if f is not None},
                )
            )


def moments(log, kept, disk):
    """Follow the run. After each call: what it was, and whether the run has ended."""
    yield "the start", False
    with open(log, errors="surrogateescape") as lines:
        calls = [line.split() for line in lines]
    with open(kept, "rb") as file:
        content = file.read()
    for words in calls:
        # The library notes a folder that has a temporary name before it has that.
        if words[0] in ("new", "folder", "cut", "bytes", "sync", "remove", "rename") and disk.inside(words[1]):
            disk.call(words, content)
            yield " ".join(words), False
    yield "the end", True


def check(log, kept, before, top):
    disk, wrong = Disk(before, top), {}
    for call, ended in moments(log, kept, disk):
        now, promised = dict(disk.walk(disk.root, lambda folder: folder.live)), disk.promised(ended)
        for names in disk.names():
            found = dict(names)
            for path in disk.versions.keys() | promised.keys() | found.keys():
                file = found.get(path)
                may = {now[path].live if path in now else None} if ended else disk.versions.get(path, {None})
                if path.endswith(".part") and not ended:
                    continue
                if path in promised:
                    lines = set(promised[path])
                    contents = file.contents() if file else [b""]
                    bad = ["lacks an ended point" for c in contents if not lines <= set(c.splitlines(keepends=True))]
                elif file is None:
                    bad = [] if None in may else ["is lost"]
                else:
                    bad = ["is neither old nor new" for c in file.contents() if c not in may]
                if bad:
                    wrong.setdefault(path, f"after {call.replace(disk.top + '/', '')}: {path} {bad[0]}")
    if not disk.calls:
        wrong[""] = f"the run changed nothing below {disk.top}"
    print("\n".join(wrong.values()))
    return 1 if wrong else 0


def disks(log, kept, before, top, out):
    disk, seen = Disk(before, top), set()
    for call, ended in moments(log, kept, disk):
        promised = b"".join(itertools.chain(*disk.promised(ended).values()))
        for names in disk.names():
            # nobody reads a temporary file that is left
            each = [{b""} if path.endswith(".part") else file.contents() for path, file in names]
            for contents in itertools.product(*each):
                files = tuple((path, data) for (path, _), data in zip(names, contents))
                if (files, promised) in seen:
                    continue
                seen.add((files, promised))
                folder = os.path.join(out, str(len(seen)))
                os.makedirs(folder)
                for path, data in files:
                    os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                    with open(os.path.join(folder, path), "wb") as file:
                        file.write(data)
                with open(folder + ".ended", "wb") as file:
                    file.write(promised)
    return 0


if __name__ == "__main__":
    sys.exit({"check": check, "disks": disks}[sys.argv[1]](*sys.argv[2:]))
