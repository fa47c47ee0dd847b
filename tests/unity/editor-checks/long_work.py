#!/usr/bin/env python3
"""Checks the jobs `refresh-run/refresh` and `build-run/build` of an editor; `packages.py` checks the third kind of long work.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD long_work.py [NAME ...]
"""
import contextlib
import os
import time

from stage import contains, expect, refused, run
from work_stage import ASKED, BAD, BUILD, DOOR, OK, ORPHAN, REFRESH, done, editor, failed, follow, put, read, restart, say


# Asset refresh

def a_refresh_without_changes_compiles_nothing():
    with editor() as at:
        epoch = at.editor.state()["epoch"]
        put(at, "Assets/Notes.txt", "notes")
        job = at.wait(at.begin(REFRESH))
        expect(job, {"state": "finished", "done": 3, "total": 3, "value": {"reply": "compilation", "value": {"last": None}}}, "the job")
        expect(os.path.exists(at.project + "/Assets/Notes.txt.meta"), True, "the import of the text")
        expect(at.editor.state()["epoch"], epoch, "the epoch")


def a_refresh_waits_for_compilation_and_reload():
    with editor() as at:
        at.editor.ask("focus", focused=False)
        epoch = at.editor.state()["epoch"]
        put(at, "Assets/Door.cs", DOOR % "one")
        expect(done(at, at.begin(REFRESH), "compilation")["last"], OK, "the compilation")
        expect(at.editor.state()["epoch"], epoch + 1, "the epoch")
        say(at, "one")
        put(at, "Assets/Door.cs", BAD)
        last = done(at, at.begin(REFRESH), "compilation")["last"]
        expect((last["succeeded"], last["diagnostics"][0]["path"], last["diagnostics"][0]["code"]), (False, "Assets/Door.cs", "CS0103"), "the error")
        expect(at.read("compilation/last")["value"]["last"], last, "compilation/last")
        expect(done(at, at.begin(REFRESH), "compilation"), {"last": None}, "a refresh after an error without changes")
        put(at, "Assets/Door.cs", DOOR % "two")
        expect(done(at, at.begin(REFRESH), "compilation")["last"], OK, "the repair")
        say(at, "two")


def refreshes_at_the_same_time_end_with_one_compilation():
    with editor() as at:
        put(at, "Assets/Door.cs", DOOR % "both")
        answers = at.host.write_together((REFRESH, {}), (REFRESH, {}))
        values = [done(at, answer["value"]["job"], "compilation")["last"] for answer in answers]
        expect(values, [OK, OK], "the compilations")


def a_refresh_survives_a_cut_link_and_a_restart():
    with editor() as at:
        put(at, "Assets/Door.cs", DOOR % "cut")
        id = at.begin(REFRESH)
        at.host.cut()
        value = done(at, id, "compilation")
        restart(at)
        expect(done(at, id, "compilation"), value, "the result after a restart")
        put(at, "Assets/Door.cs", DOOR % "killed")
        at.editor.ask("focus", focused=False)
        id = at.begin(REFRESH)
        restart(at)
        failed(at, id, "unity", ORPHAN)
        expect(done(at, at.begin(REFRESH), "compilation"), {"last": None}, "the next refresh")
        say(at, "killed")


def a_refresh_is_refused_in_play_mode_and_for_changed_scenes():
    with editor() as at:
        at.set_mode("play")
        refused(lambda: at.write(REFRESH), "not-ready", "while the editor is in play mode", "stop play mode first")
        at.set_mode("stop")
        at.call("AddScene", "Assets/Main.unity", -1, type="Work")
        expect(done(at, at.begin(REFRESH), "compilation"), {"last": None}, "a refresh after a save")
        put(at, "Assets/Main.unity", read(at, "Assets/Main.unity") + "\n")
        refused(lambda: at.write(REFRESH), "conflict", "changed or deleted the file of an open scene", "Assets/Main.unity", "load the scene again")
        at.editor.ask_and_wait("reload", "loaded")
        refused(lambda: at.write(REFRESH), "conflict", "Assets/Main.unity")
        at.call("OpenScene", "Assets/Main.unity", type="Work")
        expect(done(at, at.begin(REFRESH), "compilation"), {"last": None}, "a refresh after the scene was loaded again")
        os.remove(at.project + "/Assets/Main.unity")
        refused(lambda: at.write(REFRESH), "conflict", "changed or deleted the file of an open scene")
        at.call("SaveScene", "Assets/Main.unity")
        expect(done(at, at.begin(REFRESH), "compilation"), {"last": None}, "a refresh after the scene was saved again")


def a_change_between_call_and_start_fails_the_job():
    with editor() as at:
        at.call("AddScene", "Assets/Main.unity", 1, type="Work")
        id = at.begin(BUILD, **ASKED)
        at.call("MarkDirty", type="Work")
        failed(at, id, "conflict", "a build closes the open scenes", "Assets/Main.unity")


# Builds

def scenes(at):
    page = {"offset": 0, "limit": 10, "max-bytes": 65536}
    return at.read("scenes/list-scenes", filter={"loaded-only": False}, page=page)["value"]["items"]


@contextlib.contextmanager
def building():
    """An editor with two scenes, one of them in the build settings."""
    with editor() as at:
        at.call("AddScene", "Assets/Other.unity", 0, type="Work")
        at.call("AddScene", "Assets/Main.unity", 1, type="Work")
        yield at


def a_player_is_built():
    with building() as at:
        at.call("Build", 3500, "Succeeded", type="Work")
        begun, play = at.host.write_together((BUILD, ASKED), ("play-edit/set-mode", {"mode": "play"}))
        id = begun["value"]["job"]
        expect((play.error["kind"], play.error["message"]), ("conflict", "a build has not ended: job " + id), "play mode")
        job, texts = follow(at, id)
        expect((texts, job["done"], job["total"]), (["builds StandaloneLinux64 to Builds/Game, the editor answers nothing meanwhile"], 1, 1), "the texts before the build")
        contains(at.host.states, "building", "the states")
        value = done(at, id, "built")
        text = "StandaloneLinux64 None\nAssets/Main.unity\n"
        expect(value.pop("seconds") >= 3.5, True, "the seconds")
        wanted = {"succeeded": True, "path": "Builds/Game", "target": "StandaloneLinux64", "bytes": len(text), "errors": 0, "warnings": 0, "messages": []}
        expect(value, wanted, "the value")
        expect(read(at, "Builds/Game"), text, "the player")
        at.call("Build", 0, "Succeeded", type="Work")
        asked = {"target": "StandaloneWindows64", "path": "Builds/Win 64/Game.exe", "scenes": ["Assets/Other.unity", "Assets/Main.unity"], "development": True}
        expect(done(at, at.begin(BUILD, **asked), "built")["target"], "StandaloneWindows64", "the target")
        expect(read(at, "Builds/Win 64/Game.exe"), "StandaloneWindows64 Development\nAssets/Other.unity\nAssets/Main.unity\n", "the second player")
        restart(at)
        value["seconds"] = at.job(id)["value"]["value"]["seconds"]
        expect(done(at, id, "built"), value, "the result after a restart")


def a_failed_build_is_a_result():
    with building() as at:
        at.call("Build", 0, "Failed", type="Work")
        at.call("AddMessage", "Warning:a texture is large", 1, type="Work")
        at.call("AddMessage", "Log:not a problem", 1, type="Work")
        at.call("AddMessage", "Error:a shader is wrong", 1, type="Work")
        at.call("AddMessage", "Exception:it broke", 1, type="Work")
        value = done(at, at.begin(BUILD, **ASKED), "built")
        expect((value["succeeded"], value["bytes"], value["errors"], value["warnings"]), (False, 0, 2, 1), "the value")
        texts = [(one["severity"], one["text"]) for one in value["messages"]]
        expect(texts, [("error", "a shader is wrong"), ("error", "it broke"), ("warning", "a texture is large")], "the messages")
        at.call("AddMessage", "Warning:more", 300, type="Work")
        at.call("AddMessage", "Error:" + "x" * 5000, 1, type="Work")
        value = done(at, at.begin(BUILD, **ASKED), "built")
        expect((len(value["messages"]), value["errors"], value["warnings"], len(value["messages"][2]["text"])), (100, 3, 301, 4096), "many messages")
    with building() as at:
        at.call("Set", True, type="StopsBuilds")
        value = done(at, at.begin(BUILD, **ASKED), "built")
        expect((value["succeeded"], value["messages"][0]["text"]), (False, "BuildFailedException: the project stops builds"), "a build that a script stops")
        at.call("Set", False, type="StopsBuilds")
        at.call("Build", 0, "Cancelled", type="Work")
        failed(at, at.begin(BUILD, **ASKED), "cancelled", "Unity cancelled the build of Builds/Game")
        at.call("Build", 0, "Unknown", type="Work")
        failed(at, at.begin(BUILD, **ASKED), "unity", "reported no result")
        at.call("Build", 0, "none", type="Work")
        failed(at, at.begin(BUILD, **ASKED), "unity", "Unity did not build Builds/Game")


def wrong_builds_are_refused():
    with building() as at:
        def wrong(kind, *texts, **members):
            refused(lambda: at.write(BUILD, **dict(ASKED, **members)), kind, *texts)
        for path in ("", "Game", "Builds", "Builds/", "/Builds/Game", "C:/Game", "Builds/../Game", "Builds/./Game", "Builds//Game", "builds/Game", "Assets/Game", "../Builds/Game",
                     "Builds\\Game", "Builds/.hidden", "Builds/nul", "Builds/a:b", "Builds/x ", "Builds/\u0001", "Builds/" + "x" * 1100):
            wrong("invalid-argument", "`path` is", "such as Builds/Game", path=path)
        wrong("invalid-argument", "`path` is", path=None)
        os.makedirs(at.project + "/Builds/Real")
        os.makedirs(at.project + "/../away")
        os.symlink(at.project + "/../away", at.project + "/Builds/Away")
        put(at, "Builds/File", "")
        wrong("invalid-argument", "leads through the symbolic link Builds/Away", path="Builds/Away/Game")
        wrong("invalid-argument", "leads through the symbolic link Builds/Away", path="Builds/Away")
        wrong("invalid-argument", "which is a file", path="Builds/File/Game")
        for target in ("Linux", "standalonelinux64", "24", "NoTarget", "StandaloneOSXUniversal", "StandaloneLinux", "CloudRendering", ""):
            wrong("invalid-argument", "`target` is \"%s\", which is no build target" % target, "StandaloneLinux64, StandaloneWindows64", target=target)
        for target in ("Android", "StandaloneOSX", "LinuxHeadlessSimulation"):
            wrong("unsupported", "`target` is \"%s\", and this editor has no module for it" % target, "StandaloneLinux64, StandaloneWindows64", target=target)
        wrong("invalid-argument", "`target` is", target=3)
        wrong("invalid-argument", "`development` is", "true or false", development="yes")
        wrong("invalid-argument", "`scenes` is", "a list of texts", scenes="Assets/Main.unity")
        for scene in ("Assets/Main", "Main.unity", "Assets/../Main.unity", "/Assets/Main.unity", ""):
            wrong("invalid-argument", "`scenes[1]` is \"%s\"" % scene, "Assets/Main.unity", scenes=["Assets/Main.unity", scene])
        wrong("not-found", "`scenes[0]` is \"Assets/None.unity\", and the project has no such scene", scenes=["Assets/None.unity"])
        wrong("invalid-argument", "`scenes[2]` is \"Assets/Main.unity\", which is in the list twice", scenes=["Assets/Main.unity", "Assets/Other.unity", "Assets/Main.unity"])
        refused(lambda: at.write(BUILD, path="Builds/Game", scenes=[]), "invalid-argument", "`development` is missing")
        expect(os.path.isdir(at.project + "/Library/UnityTools/jobs"), False, "the folder of the jobs")
        expect(sorted(os.listdir(at.project + "/Builds")), ["Away", "File", "Real"], "the folder Builds")
        expect(os.listdir(at.project + "/../away"), [], "the folder outside of the project")
        at.call("OpenScene", "Assets/Other.unity", type="Work")
        os.remove(at.project + "/Assets/Main.unity")
        done(at, at.begin(REFRESH), "compilation")
        wrong("conflict", "the enabled scene Assets/Main.unity, which does not exist")
    with editor() as at:
        refused(lambda: at.write(BUILD, **ASKED), "conflict", "`scenes` is empty, and the build settings of the project have no enabled scene")


def a_build_needs_saved_scenes_and_scripts_without_errors():
    with building() as at:
        at.call("MarkDirty", type="Work")
        refused(lambda: at.write(BUILD, **ASKED), "conflict", "these have unsaved changes: Assets/Main.unity", "save them")
        other = next(row["id"] for row in scenes(at) if row["path"] == "Assets/Other.unity")
        refused(lambda: at.write("scenes/open", scene=other, additive=False), "conflict", "would close Assets/Main.unity, which has unsaved changes")
        expect(at.editor.state()["scenes"][0]["path"], "Assets/Main.unity", "the open scene")
        at.call("SaveScene", "Assets/Main.unity")
        put(at, "Assets/Main.unity", read(at, "Assets/Main.unity") + "\n")
        refused(lambda: at.write(BUILD, **ASKED), "conflict", "changed or deleted the file of an open scene", "Assets/Main.unity")
        at.call("SaveScene", "Assets/Main.unity")
        at.write_script("Assets/Door.cs", BAD)
        refused(lambda: at.write(BUILD, **ASKED), "conflict", "no player can be built, because scripts have compile errors", "CS0103")
        at.write_script("Assets/Door.cs", DOOR % "good")
        at.host.wait_link()
        expect(done(at, at.begin(BUILD, **ASKED), "built")["succeeded"], True, "the build after all")


def only_one_build_at_a_time():
    with building() as at:
        at.call("Build", 1000, "Succeeded", type="Work")
        one, two, play = at.host.write_together((BUILD, ASKED), (BUILD, ASKED), ("play-edit/set-mode", {"mode": "play"}))
        id = one["value"]["job"]
        expect((two.error["kind"], two.error["message"]), ("busy", "another build has not ended: job " + id), "the second build")
        expect((play.error["kind"], play.error["message"]), ("conflict", "a build has not ended: job " + id), "play mode")
        done(at, id, "built")
        expect(done(at, at.begin(BUILD, **ASKED), "built")["succeeded"], True, "the next build")


def a_build_is_cancelled_only_before_unity_builds():
    with building() as at:
        id = at.begin(BUILD, **ASKED)
        at.read("link/cancel-job", job=id)
        expect(at.wait(id)["state"], "cancelled", "the state")
        time.sleep(1)
        expect(os.path.exists(at.project + "/Builds"), False, "the folder of the builds")
        at.call("Build", 1500, "Succeeded", type="Work")
        id = at.begin(BUILD, **ASKED)
        link, until = at.host.wait_link(), time.time() + 5
        while at.host.state != "building" and time.time() < until:
            time.sleep(0.02)
        # Sent while Unity builds, which the host itself does not do.
        at.host._call(link, {"type": "call", "fn": "link/cancel-job", "args": {"job": id}, "deadline-ms": 30000, "effect": "read"})
        expect(done(at, id, "built")["succeeded"], True, "the build")


def a_killed_editor_fails_the_build():
    with building() as at:
        at.call("Build", 20000, "Succeeded", type="Work")
        id = at.begin(BUILD, **ASKED)
        until = time.time() + 5
        while at.host.state != "building" and time.time() < until:
            time.sleep(0.02)
        time.sleep(0.3)
        restart(at)
        failed(at, id, "unity", ORPHAN)
        expect(done(at, at.begin(BUILD, **ASKED), "built")["succeeded"], True, "the next build")


def a_build_survives_a_reload_before_it():
    with building() as at:
        id = at.begin(BUILD, **ASKED)
        at.editor.ask_and_wait("reload", "loaded")
        expect(done(at, id, "built")["succeeded"], True, "the build")


if __name__ == "__main__":
    run([a_refresh_without_changes_compiles_nothing, a_refresh_waits_for_compilation_and_reload,
         refreshes_at_the_same_time_end_with_one_compilation, a_refresh_survives_a_cut_link_and_a_restart,
         a_refresh_is_refused_in_play_mode_and_for_changed_scenes, a_change_between_call_and_start_fails_the_job, a_player_is_built,
         a_failed_build_is_a_result, wrong_builds_are_refused, a_build_needs_saved_scenes_and_scripts_without_errors, only_one_build_at_a_time,
         a_build_is_cancelled_only_before_unity_builds, a_killed_editor_fails_the_build, a_build_survives_a_reload_before_it])
