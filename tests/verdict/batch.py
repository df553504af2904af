# Why this file exists: reads the outputs of a batch as pipelines do, and compares them with each other. Checks the parts
# of the schemas of JUnit and SARIF 2.1.0 that are used: required members, allowed values, no others.
# usage: batch.py JSON JUNIT SARIF
import json
import sys
import urllib.parse
import xml.etree.ElementTree


def need(good, words):
    if not good:
        sys.exit(words)


def members(value, required, allowed=()):
    need(isinstance(value, dict), f"{value} is no object")
    need(set(required) <= set(value) <= set(required) | set(allowed), f"members {sorted(value)}, not {required}")


def read_junit(path):
    """(file, name) -> kind of outcome."""
    counts = ("tests", "failures", "errors", "skipped")
    root = xml.etree.ElementTree.parse(path).getroot()
    need(root.tag == "testsuites" and set(root.attrib) == {"name", "time", *counts}, "testsuites")
    found, sums = {}, dict.fromkeys(counts, 0)
    for suite in root:
        need(suite.tag == "testsuite" and set(suite.attrib) == {"name", "time", *counts}, "testsuite")
        own = dict.fromkeys(counts, 0)
        for case in suite:
            need(case.tag == "testcase" and set(case.attrib) == {"classname", "name", "time"}, "testcase")
            need(float(case.get("time")) >= 0, "time")
            tags = [child.tag for child in case]
            need(tags in ([], ["failure"], ["error"], ["skipped"], ["system-out"], ["failure", "system-out"]), f"{tags}")
            kind = tags[0] if tags and tags[0] != "system-out" else "passed"
            if kind in ("failure", "error"):
                need(case[0].get("message") and case[0].get("type"), "a message and a type")
            own["tests"] += 1
            for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                own[key] += kind == tag
            found[case.get("classname"), case.get("name")] = case[0].get("type") if kind in ("failure", "error") else kind
        for key in counts:
            need(int(suite.get(key)) == own[key], f"{key} of {suite.get('name')}")
            sums[key] += own[key]
    for key in counts:
        need(int(root.get(key)) == sums[key], f"{key} of all")
    return found


def read_sarif(path):
    """(file, rule) of each result that is no note."""
    log = json.load(open(path, encoding="utf-8"))
    members(log, ("$schema", "version", "runs"))
    need(log["version"] == "2.1.0" and len(log["runs"]) == 1, "version and run")
    run = log["runs"][0]
    members(run, ("tool", "invocations", "results"))
    members(run["tool"], ("driver",))
    members(run["tool"]["driver"], ("name", "version", "rules"))
    members(run["invocations"][0], ("executionSuccessful",))
    rules = set()
    for rule in run["tool"]["driver"]["rules"]:
        members(rule, ("id", "shortDescription"))
        need(rule["id"] not in rules and rule["shortDescription"]["text"], "rules")
        rules.add(rule["id"])
    found = set()
    for result in run["results"]:
        members(result, ("ruleId", "level", "message", "locations"))
        need(result["ruleId"] in rules, f"rule {result['ruleId']}")
        need(result["level"] in ("error", "warning", "note"), "level")
        need(result["message"]["text"], "message")
        place = result["locations"][0]["physicalLocation"]
        members(place, ("artifactLocation", "region"))
        need(isinstance(place["region"]["startLine"], int) and place["region"]["startLine"] >= 1, "line")
        uri = place["artifactLocation"]["uri"]
        need(not set(uri) & set(' <>"\\^`{|}') and uri.isascii(), f"address {uri}")
        if result["level"] != "note":
            found.add((urllib.parse.unquote(uri, errors="replace"), result["ruleId"]))
    return found


def main():
    verdicts = json.load(open(sys.argv[1], encoding="utf-8"))
    members(verdicts, ("schema", "exit_code", "verdicts", "not_judged"))
    need(verdicts["schema"] == "xpbd-verdicts-1", "schema")
    cases, results = read_junit(sys.argv[2]), read_sarif(sys.argv[3])
    wanted = {(v["file"], v["name"]): "passed" if v["verdict"] == "right" else v["verdict"] for v in verdicts["verdicts"]}
    judged = {key: kind for key, kind in cases.items() if kind != "skipped"}
    need(judged == wanted, f"JUnit has {judged}, JSON {wanted}")
    need({key[0] for key, kind in cases.items() if kind == "skipped"} == set(verdicts["not_judged"]), "not judged")
    faults = {(v["file"], s["kind"]) for v in verdicts["verdicts"] for s in v["slips"]}
    faults |= {(v["file"], "unusable") for v in verdicts["verdicts"] if "reason" in v}
    need(results == faults, f"SARIF has {results}, JSON {faults}")


main()
