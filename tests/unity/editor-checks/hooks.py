#!/usr/bin/env python3
"""Checks the hooks of an editor, by the stand-in for Harmony of tests/unity/harmony.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD hooks.py [NAME ...]
"""
import subprocess
import tempfile

from stage import contains, expect, refused, run, stage

SCRIPTS = {"../harmony/Harmony.cs": "Assets", "Door.cs": "Assets"}
PULL = "System.String Door::Pull(System.Int32,System.String)"
PAGE = {"offset": 0, "limit": 50, "max-bytes": 65536, "cursor": None}
SOURCE = "public static class Around { public static int Times; static void Prefix(object[] __args) { Times += (int)__args[0]; } public static int Sum() { return Times; } }"


def listed(at):
    return [(hook["signature"], hook["enabled"]) for hook in at.read("hooks/list-hooks", page=PAGE)["value"]["items"]]


def fired(at, times):
    """Waits until the method ran that often, by the events."""
    total = lambda frames: sum(frame["times"] for frame in frames if frame["kind"] == "hook-fired" and frame["signature"] == PULL)
    at.frames("event", until=lambda frame: total([one for one in at.host.frames if one["type"] == "event"]) >= times)
    expect(total(at.frames("event")), times, "the calls that were reported")


def hooks_are_added_switched_and_removed():
    with stage(SCRIPTS) as at:
        contains(at.host.hello["capabilities"], "hooks-fire", "the capabilities")
        methods = at.read("hooks/list-methods", **{"type-name": "Door", "filter": "Pull", "page": PAGE})["value"]["items"]
        expect([method["signature"] for method in methods], [PULL], "the methods")
        expect(at.write("hooks-edit/add", **{"type-name": "Door", "method": "Pull"}), {"reply": "signature", "value": PULL}, "the added hook")
        expect(listed(at), [(PULL, True)], "the hooks")
        for by in range(3):
            at.call("Pull", by, "me", type="Door")
        fired(at, 3)
        expect(at.wait_line("(0, \"me\")")["text"], "hook %s ran (0, \"me\")" % PULL, "the line of a call")
        at.write("hooks-edit/set-enabled", signature=PULL, enabled=False)
        at.call("Pull", 7, "me", type="Door")
        at.write("hooks-edit/set-enabled", signature=PULL, enabled=True)
        at.call("Pull", 8, "me", type="Door")
        fired(at, 4)
        contains([at.read("hooks/get-source", signature=PULL)["value"]], "static void Prefix", "the template of a source")
        at.write("hooks-edit/remove", signature=PULL)
        expect(listed(at), [], "the hooks after the removal")
        refused(lambda: at.write("hooks-edit/add", **{"type-name": "Door", "method": "Push"}), "not-found", "Push")


def hooks_end_with_the_domain():
    with stage(SCRIPTS) as at:
        at.write("hooks-edit/add", **{"type-name": "Door", "method": "Pull"})
        at.editor.ask_and_wait("reload", "loaded")
        at.host.wait_link()
        expect(listed(at), [], "the hooks after a reload")
        line = at.wait_line("ended these hooks, so add them again")
        expect((line["level"], PULL in line["text"]), ("warn", True), "the line of the console")


def code_of_a_host_runs_around_a_method():
    with stage(SCRIPTS, UNITY_TOOLS_ALLOW_CODE="1") as at:
        at.write("hooks-edit/add", **{"type-name": "Door", "method": "Pull"})
        with tempfile.TemporaryDirectory() as folder:
            source, built = folder + "/Around.cs", folder + "/Around.dll"
            open(source, "w").write(SOURCE)
            subprocess.run(["mcs", "-nologo", "-target:library", "-out:" + built, source], check=True)
            content = open(built, "rb").read()
        at.host.write("link/load-hook", content=content, signature=PULL, source="int x;", type="Around")
        at.call("Pull", 5, "me", type="Door")
        at.call("Pull", 6, "me", type="Door")
        expect(at.call("Sum", type="Around"), "11", "the sum of the arguments that the hook saw")
        expect(at.read("hooks/get-source", signature=PULL)["value"], "int x;", "the source")


def an_editor_without_harmony_has_no_hooks():
    with stage() as at:
        expect([name for name in at.host.hello["functions"] if "hook" in name], [], "the functions of hooks")
        expect("hooks-fire" in at.host.hello["capabilities"], False, "the capability `hooks-fire`")
    with stage(SCRIPTS) as at:
        served = [name for name in at.host.hello["functions"] if "hook" in name]
        wanted = ["hooks-edit/add", "hooks-edit/remove", "hooks-edit/set-enabled", "hooks/get-source", "hooks/list-hooks", "hooks/list-methods"]
        expect(served, wanted, "the functions of hooks without the switch for code")


if __name__ == "__main__":
    run([hooks_are_added_switched_and_removed, hooks_end_with_the_domain, code_of_a_host_runs_around_a_method, an_editor_without_harmony_has_no_hooks])
