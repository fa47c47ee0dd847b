"""Checks `scripts-edit/write`, its job and its undo, and `compilation/last`, over real reloads of the editor double.

Each function is one check. Ends with code 1 if one fails.

Usage: UNITY_DOUBLE=... UNITY_PACKAGE=FOLDER_OF_ASSEMBLIES scripts.py [NAME ...]
"""
import json
import os
import shutil
import sys
import time
import traceback

from script_place import BAD, DOOR, GOOD, WRITE, Failed, Failure, drive, expect, place, sha

OK = {"succeeded": True, "total": 0, "diagnostics": []}


def an_error_is_listed_and_repaired_by_the_next_write():
    with place() as at:
        expect(at.last(), None, "the compilation before the first one")
        job, _ = at.wait(at.begin(DOOR, BAD))
        value = job["value"]["value"]
        expect((job["done"], job["total"]), (3, 3), "the steps of the job at its end")
        diagnostic = {"severity": "error", "path": DOOR, "line": 3, "column": 41, "code": "CS0103"}
        diagnostic["message"] = "The name `missing' does not exist in the current context"
        compilation = {"succeeded": False, "total": 1, "diagnostics": [diagnostic]}
        expect(value, {"path": DOOR, "entry": 1, "created": True, "digest": sha(BAD), "compilation": compilation}, "the value")
        expect(at.last(), compilation, "the last compilation")
        epoch = at.editor.state()["epoch"]
        repaired = at.write(DOOR, GOOD % "one", sha(BAD))
        expect(repaired, {"path": DOOR, "entry": 2, "created": False, "digest": sha(GOOD % "one"), "compilation": OK}, "the value of the repair")
        expect((at.editor.state()["epoch"], at.last()), (epoch + 1, OK), "epoch and compilation after the repair")
        at.say("one")
        again = at.write(DOOR, GOOD % "one", sha(GOOD % "one"))
        expect((again["entry"], again["compilation"]), (0, OK), "the value of a write that changes nothing")
        expect(at.editor.state()["epoch"], epoch + 1, "the epoch after it")
        expect(at.wait(at.begin(DOOR, BAD, sha(GOOD % "one")))[0]["value"]["value"]["compilation"]["succeeded"], False, "the second error")
        back = at.write(DOOR, GOOD % "one", sha(BAD))
        expect((back["compilation"], at.editor.state()["epoch"]), (OK, epoch + 1), "the text of the loaded assembly needs no reload")


def assemblies_keep_their_messages():
    with place() as at:
        warns = "public static class Warns { static void X() { int unused; } }\n"
        value = at.write("Assets/Warns.cs", warns)
        expect((value["compilation"]["succeeded"], value["compilation"]["total"]), (True, 1), "a warning")
        value = at.write("Assets/Editor/Tool.cs", "class Tool { int X() { return missing; } }\n")["compilation"]
        places = [(one["severity"], one["path"], one["line"], one["code"]) for one in value["diagnostics"]]
        wanted = [("error", "Assets/Editor/Tool.cs", 1, "CS0103"), ("warning", "Assets/Warns.cs", 1, "CS0168")]
        expect((value["succeeded"], value["total"], places), (False, 2, wanted), "the messages of two assemblies")
        at.editor.ask_and_wait("reload", "loaded")
        expect(at.last(), value, "the compilation after a reload")
        os.remove(at.full("Assets/Editor/Tool.cs"))
        many = "class Many { void X() {%s} }\n" % "".join("\n int a%d = missing%d;" % (n, n) for n in range(300))
        value = at.write("Assets/Many.cs", many)["compilation"]
        expect((value["total"], len(value["diagnostics"])), (301, 200), "the total and the length of a long list")


def a_file_is_only_replaced_as_it_was_read():
    with place() as at:
        at.put(DOOR, b"\xef\xbb\xbf" + (GOOD % "bom").replace("\n", "\r\n").encode())
        at.editor.ask_and_wait("refresh", "loaded")
        text = (GOOD % "bom").replace("\n", "\r\n")
        error = at.refused("conflict", "exists already, with the digest " + sha(text), at.begin, DOOR, GOOD % "x")
        expect(error["data"], {"digest": sha(text)}, "the data of the error")
        at.refused("conflict", "its digest is now " + sha(text), at.begin, DOOR, GOOD % "x", sha("other"))
        at.refused("conflict", "does not exist", at.begin, "Assets/None.cs", GOOD % "x", sha("other"))
        expect(at.read(DOOR)[3:], text.encode(), "the file after the conflicts")
        expect([row["id"] for row in at.entries()], [], "the entries after the conflicts")
        jobs = at.full("Library/UnityTools/jobs")
        expect(os.listdir(jobs) if os.path.isdir(jobs) else [], [], "the jobs after the conflicts")
        value = at.write(DOOR, GOOD % "new\u00e4", sha(text))
        expect(at.read(DOOR), b"\xef\xbb\xbf" + (GOOD % "new\u00e4").encode(), "the file with its mark")
        expect(value["digest"], sha(GOOD % "new\u00e4"), "the digest")
        os.chmod(at.full(DOOR), 0o444)
        known = os.listdir(jobs)
        at.refused("conflict", "is read-only", at.begin, DOOR, GOOD % "x", value["digest"])
        expect(os.listdir(jobs), known, "the jobs after a file that cannot be written")
        at.put("Assets/Old.cs", b"// \xe4\n")
        at.refused("unsupported", "is not UTF-8", at.begin, "Assets/Old.cs", "", sha(""))
        at.refused("invalid-argument", "has 1048577 bytes", at.begin, "Assets/Long.cs", "/" * (1 << 20) + "/")
        at.refused("invalid-argument", "64 lower-case", at.begin, DOOR, "", sha("").upper())
        at.refused("invalid-argument", "byte order mark", at.begin, "Assets/B.cs", "\ufeffclass B {}")
        expect(len(at.entries()), 1, "the entries")


def paths_outside_of_the_project_are_refused():
    with place() as at:
        wrong = ["", "/etc/x.cs", "C:/x.cs", "Assets\\x.cs", "Assets/../x.cs", "Assets/./x.cs", "Assets//x.cs", "Assets/x.txt", "Assets/x.cs/",
                 "assets/x.cs", "Library/x.cs", "Assets", "Packages/x.cs", "Assets/.x/y.cs", "Assets/x~/y.cs", "Assets/.cs", "Assets/nul.cs",
                 "Assets/a:b.cs", "Assets/x .cs/y.cs ", "Assets/StreamingAssets/x.cs", "Assets/\u0001.cs", "Packages/none/x.cs", "Assets/CVS/x.cs"]
        for path in wrong:
            at.refused("invalid-argument", "`path` is", at.begin, path, "class X {}")
        away = at.full("../away")
        os.makedirs(away)
        os.symlink(away, at.full("Assets/Away"))
        at.put("Assets/Real.cs", "class Real {}")
        os.symlink("Real.cs", at.full("Assets/Link.cs"))
        os.symlink(away + "/gone.cs", at.full("Assets/Gone.cs"))
        for path in ["Assets/Away/x.cs", "Assets/Link.cs", "Assets/Gone.cs"]:
            at.refused("invalid-argument", "symbolic link", at.begin, path, "class X {}")
        at.refused("invalid-argument", "is a folder", at.begin, "Assets/Dir.cs", "") if at.put("Assets/Dir.cs/x.txt", "") is None else None
        at.refused("invalid-argument", "which is a file", at.begin, "Assets/Real.cs/x.cs", "")
        expect(os.listdir(away), [], "the files outside of the project")
        expect(at.entries(), [], "the entries")


def a_script_of_an_embedded_package_is_written():
    with place() as at:
        at.put("Packages/own/package.json", '{"name": "com.own", "version": "1.0.0"}')
        # The double compiles no packages, so this is a script that belongs to no assembly: the compilation is requested.
        value = at.write("Packages/own/Runtime/Own.cs", "class Own {}\n")
        expect((value["created"], value["compilation"]), (True, OK), "the value")
        error = at.refused("invalid-argument", "the project has own", at.begin, "Packages/other/Own.cs", "class Own {}")
        expect("read-only" in error["message"], True, "the reason")


def an_undo_restores_the_text():
    with place() as at:
        first, second = GOOD % "first", GOOD % "second"
        at.write(DOOR, first)
        at.write(DOOR, second, sha(first))
        need = {"source": {"path": DOOR}}
        row = {"edit": 0, "object": None, "file": DOOR, "path": "", "component": None, "field": "sha256", "need": need}
        expect(at.entry(1)["changes"], [dict(row, new=sha(first))], "the change of the first entry")
        expect(at.entry(2)["changes"], [dict(row, old=sha(first), new=sha(second))], "the change of the second entry")
        expect((at.entry(2)["saved"], at.entry(2)["lost"], at.entry(2)["fixed"], at.entry(2)["group"]), (True, False, None, None), "the second entry")
        at.refused("conflict", "later changes build on it, entries 2", at.undo, 1)
        plan = at.host.read("edits/preview-undo", entries=[2])["value"]
        expect(plan["changes"], [dict(row, old=sha(second), new=sha(first))], "the plan of the undo")
        expect((plan["total"], plan["touches"]), (1, {"objects": [], "needs": [need]}), "the plan")
        since = len(at.editor.events)
        expect(at.undo(2)["entry"], 3, "the entry of the undo")
        at.editor.wait_event("loaded", since=since)
        expect(at.read(DOOR).decode(), first, "the text")
        at.say("first")
        at.put(DOOR, GOOD % "user")
        error = at.refused("conflict", "was changed since: its digest is now " + sha(GOOD % "user"), at.undo, 1)
        expect("write the file" in error["hint"], True, "the hint")
        expect(sha(GOOD % "user") in at.entry(1)["fixed"], True, "why the entry is fixed")
        at.put(DOOR, first)
        with open(at.full(DOOR + ".meta"), "rb") as file:
            meta = file.read()
        at.settled()
        since = len(at.editor.events)
        expect(at.undo(1)["entry"], 4, "the undo of the creation")
        expect((os.path.exists(at.full(DOOR)), os.path.exists(at.full(DOOR + ".meta"))), (False, False), "the files after the undo")
        at.editor.wait_event("compiled", since=since)
        at.settled()
        since = len(at.editor.events)
        expect(at.undo(4)["entry"], 5, "the undo of the undo")
        expect((at.read(DOOR).decode(), at.read(DOOR + ".meta")), (first, meta), "the file and its id")
        at.editor.wait_event("loaded", since=since)
        at.say("first")


def the_last_compilation_after_an_undo_is_that_of_the_old_text():
    with place() as at:
        good = GOOD % "good"
        at.write(DOOR, BAD)
        expect(at.write(DOOR, good, sha(BAD))["compilation"], OK, "the compilation of the repair")
        # The script is neither imported nor compiled when the undo is answered.
        at.undo(2)
        last = at.last()
        expect((last["succeeded"], last["diagnostics"][0]["path"]), (False, DOOR), "the compilation of the old text")
        at.undo(3)
        expect(at.last(), OK, "the compilation after the undo of the undo")
        at.say("good")


def several_entries_are_undone_in_one_call():
    with place() as at:
        texts = [GOOD % name for name in ("a", "b", "c")]
        for number, text in enumerate(texts):
            at.write(DOOR, text, sha(texts[number - 1]) if number else None)
        at.write("Assets/Other.cs", "class Other {}\n")
        at.undo(1, 2, 3, 4)
        expect((os.path.exists(at.full(DOOR)), os.path.exists(at.full("Assets/Other.cs"))), (False, False), "the files")
        at.settled()
        create = [{"create": {"name": "One", "parent": None, "scene": None, "position": [0, 1, 2], "components": []}}]
        made = at.host.write("edits-edit/apply", edits=create, digest=None)["value"]["entry"]
        value = at.write(DOOR, GOOD % "again")
        at.refused("conflict", "only one of them is in the undo list of Unity", at.undo, made, value["entry"])
        at.undo(made)
        at.undo(value["entry"])


def two_writes_end_with_the_compilation_of_both():
    with place() as at:
        ids = [at.begin(DOOR, GOOD % "two"), at.begin("Assets/Scripts/Key.cs", "class Key { string X = Door.Say(); }\n")]
        values = [at.wait(id)[0]["value"]["value"] for id in ids]
        expect([value["compilation"] for value in values], [OK, OK], "the compilations")
        at.say("two")
        # The second write replaces the text of the first one before Unity has compiled it.
        ids = [at.begin(DOOR, BAD, sha(GOOD % "two")), at.begin(DOOR, GOOD % "three", sha(BAD))]
        values = [at.wait(id)[0]["value"]["value"] for id in ids]
        expect(values[1]["compilation"], OK, "the compilation of the second write")
        at.say("three")


def a_killed_editor_fails_the_job_and_keeps_the_entry():
    with place() as at:
        at.editor.ask("focus", focused=False)
        id = at.begin(DOOR, GOOD % "killed")
        at.kill()
        expect(at.read(DOOR).decode(), GOOD % "killed", "the file")
        jobs = at.full("Library/UnityTools/jobs")
        for number in range(70):
            name = "%032x" % number
            with open(os.path.join(jobs, name + ".json"), "w") as file:
                file.write('{"job":"%s","state":"finished","done":1,"kind":"test-run","arguments":{},"cancelled":false}' % name)
            os.utime(os.path.join(jobs, name + ".json"), (time.time() - 60 - number,) * 2)
        at.open()
        job, _ = at.wait(id)
        expect((job["state"], job["error"]["message"]), ("failed", "the editor ended while it ran"), "the job")
        expect([(row["id"], row["changes"][0]["file"]) for row in at.entries()], [(1, DOOR)], "the entries")
        at.say("killed")
        expect(at.write(DOOR, GOOD % "next", sha(GOOD % "killed"))["entry"], 2, "the entry of the next write")
        expect(len([name for name in os.listdir(jobs) if name.endswith(".json")]), 64, "the kept jobs")
        at.host.read("link/cancel-job", job=id)
        at.kill()
        old = os.path.join(jobs, "%032x.json" % 0)
        os.utime(old, (time.time() - 8 * 86400,) * 2)
        at.open()
        expect(os.path.exists(old), False, "a job of eight days")
        expect(at.host.read("link/job", job=id), job, "the failed job after a cancellation and a restart")
        expect([row["fixed"] for row in at.entries()][0], None, "the last entry")
        at.undo(2)
        at.undo(1)
        expect(os.path.exists(at.full(DOOR)), False, "the file after both undos")


def old_texts_are_deleted_first():
    with place() as at:
        # Nothing is compiled meanwhile.
        at.editor.call("Prefer", "ScriptCompilationDuringPlay", "1", type="SceneDump")
        at.editor.ask_and_wait("play", "played")
        folder = at.full("Library/UnityTools/scripts")
        kept = lambda: sorted(name for name in os.listdir(folder) if name.endswith(".old"))
        texts = ["// %d\n" % number for number in range(4)]
        at.begin(DOOR, texts[0])
        at.begin(DOOR, texts[1], sha(texts[0]))
        expect((len(kept()), at.entry(2)["lost"]), (1, False), "the kept texts, and the second entry")
        # Texts of 70 later writes, which are not made here because they would take long.
        newest = int(kept()[-1][:16], 16)
        for number in range(newest + 1, newest + 71):
            open(os.path.join(folder, "%016x.old" % number), "w").close()
        at.begin(DOOR, texts[2], sha(texts[1]))
        expect(len(kept()), 64, "the kept texts")
        entry = at.entry(2)
        expect(entry["lost"], True, "the entry of a deleted text")
        expect("keeps 64 texts of at most 32 MiB" in entry["fixed"], True, "why: %s" % entry["fixed"])
        for name in kept():
            os.truncate(os.path.join(folder, name), 1 << 20)
        at.begin(DOOR, texts[3], sha(texts[2]))
        expect((len(kept()), at.entry(4)["fixed"]), (32, None), "the kept texts of 1 MiB, and the newest entry")
        at.undo(4)
        expect(at.read(DOOR).decode(), texts[2], "the text after the undo")


def thirty_writes_in_a_row():
    with place() as at:
        text, known = None, None
        for number in range(30):
            text = BAD if number % 3 == 1 else GOOD % number
            value = at.write(DOOR, text, known)
            known = sha(text)
            expect((value["entry"], value["digest"], value["compilation"]["succeeded"]), (number + 1, known, number % 3 != 1), "write %d" % number)
            if number % 3 != 1:
                at.say(str(number))
        expect(len(at.entries()), 30, "the entries")


def without_the_switch_nothing_is_written_or_undone():
    with place() as at:
        at.write(DOOR, GOOD % "on")
        at.kill()
        os.environ["UNITY_TOOLS_ALLOW_CODE"] = "0"
        at.open()
        at.refused("conflict", "does not allow code from the host", at.undo, 1)
        expect(os.path.exists(at.full(DOOR)), True, "the file")
    with place(code=False) as at:
        expect((WRITE in at.host.hello["functions"], "compilation/last" in at.host.hello["functions"]), (False, True), "the functions")
        at.refused("unsupported", "does not serve `%s`" % WRITE, at.begin, DOOR, GOOD % "x")


def scripts_wait_for_the_end_of_play_mode():
    with place() as at:
        at.write(DOOR, GOOD % "edit")
        at.editor.call("Prefer", "ScriptCompilationDuringPlay", "1", type="SceneDump")
        at.editor.ask_and_wait("play", "played")
        id = at.begin(DOOR, GOOD % "later", sha(GOOD % "edit"))
        until = time.time() + 20
        while "after play mode" not in at.host.read("link/job", job=id).get("text", "") and time.time() < until:
            time.sleep(0.05)
        expect("after play mode" in at.host.read("link/job", job=id)["text"], True, "the text of the job")
        at.editor.ask_and_wait("stop", "played")
        expect(at.wait(id)[0]["value"]["value"]["compilation"], OK, "the compilation")
        at.say("later")
        at.editor.call("Prefer", "ScriptCompilationDuringPlay", "0", type="SceneDump")
        at.editor.ask_and_wait("play", "played")
        at.write(DOOR, GOOD % "playing", sha(GOOD % "later"))
        expect(at.editor.state()["playing"], True, "play mode after the reload")
        at.say("playing")
        at.editor.call("Prefer", "ScriptCompilationDuringPlay", "2", type="SceneDump")
        at.write(DOOR, GOOD % "stopped", sha(GOOD % "playing"))
        expect(at.editor.state()["playing"], False, "play mode, which Unity ends for a compilation")
        at.say("stopped")


def a_script_is_compiled_in_an_editor_without_focus():
    with place() as at:
        at.editor.ask("focus", focused=False)
        started = time.time()
        expect(at.write("Assets/New/Folder/Door.cs", GOOD % "background")["compilation"], OK, "the compilation")
        at.say("background")
        if time.time() - started > 10:
            raise Failure("the write took %.1f s" % (time.time() - started))


def errors_at_the_start_of_the_editor_are_mentioned():
    with place(open=False) as at:
        at.put("Assets/Wrong.cs", "class Wrong { int X() { return missing; } }")
        at.open(compiles=False, focus=False)
        at.editor.wait_state(lambda state: state["compileFailed"], "the errors at the start")
        value = at.last()
        expect((value["succeeded"], value["total"], value["diagnostics"][0]["path"]), (False, 1, None), "the compilation")
        expect("before the package could read them" in value["diagnostics"][0]["message"], True, "the message")


def main():
    if not drive.EDITOR or "UNITY_PACKAGE" not in os.environ:
        sys.exit("error: UNITY_DOUBLE or UNITY_PACKAGE is not set (expected: the folder of build.sh, and the folder of UnityTools.*.dll)")
    failed = 0
    for name, check in list(globals().items()):
        own = callable(check) and getattr(check, "__module__", "") == "__main__" and name != "main"
        if not own or (sys.argv[1:] and name not in sys.argv[1:]):
            continue
        started = time.time()
        try:
            check()
            print("ok      %s (%.1f s)" % (name, time.time() - started), flush=True)
        except Exception as failure:
            failed += 1
            text = str(failure) if isinstance(failure, (Failure, Failed)) else traceback.format_exc()
            print("FAILED  %s: %s" % (name, text), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
