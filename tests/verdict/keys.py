# Why this file exists: programs read the JSON of verdicts, so each of its keys must be documented, and a documented key must
# exist. The hash must follow the published algorithm, which is run from the page itself.
# usage: keys.py FORMAT.md WRITE_JSON.c JSON...: the keys. keys.py --hash FORMAT.md FILE: prints the hash.
import json
import re
import sys


def section(path):
    return open(path, encoding="utf-8").read().split("## Verdicts on formulas", 1)[1]


def documented(text):
    first = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {key for cell in first for key in re.findall(r"`(\w+)`", cell)}


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def main():
    if sys.argv[1] == "--hash":
        names = {}
        exec(re.search(r"```python\n(.*?)```", section(sys.argv[2]), re.S).group(1), names)
        print(names["file_hash"](open(sys.argv[3], "rb").read()))
        return
    known, source = documented(section(sys.argv[1])), open(sys.argv[2], encoding="utf-8").read()
    real = set().union(*(keys_of(json.load(open(path, encoding="utf-8"))) for path in sys.argv[3:]))
    written = set(re.findall(r'"(\w+)"', source)) | real
    if real - known or known - written:
        sys.exit(f"not documented: {sorted(real - known)}; documented, but never written: {sorted(known - written)}")


main()
