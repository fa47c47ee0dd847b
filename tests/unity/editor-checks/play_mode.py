#!/usr/bin/env python3
"""Checks `play-edit/set-mode` of an editor: the job that enters, pauses and leaves play mode.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD play_mode.py [NAME ...]
"""
import time

from stage import Failure, contains, expect, refused, run, stage

SET = "play-edit/set-mode"
WAITS = "public class Waits { [NUnit.Framework.Test] public void Long() { System.Threading.Thread.Sleep(1500); } }"

# Writes a script when the test run has opened its scene, so that a compilation begins before play mode.
PLAYED = "public class Played { [NUnit.Framework.Test] public void Passes() { } }"
COMPILES_THEN = """
using System.IO;
using UnityEditor;
using UnityEditor.SceneManagement;

[InitializeOnLoad]
internal static class CompilesThen
{
    static CompilesThen()
    {
        EditorSceneManager.newSceneCreated += delegate
        {
            string file = UnityEngine.Application.dataPath + "/New";
            if (File.Exists(file + ".txt"))
            {
                File.Move(file + ".txt", file + ".cs");
                AssetDatabase.Refresh();
            }
        };
    }
}
"""


def enters_pauses_and_leaves():
    with stage() as at:
        epoch = at.editor.state()["epoch"]
        at.set_mode("play")
        state = at.editor.state()
        expect((state["epoch"], state["playing"], state["paused"]), (epoch + 1, True, False), "epoch and mode after play")
        contains(at.host.states, "entering-play", "the states")
        expect(at.host.states[-1], "playing", "the state after play")
        at.set_mode("play")
        at.set_mode("pause")
        state = at.editor.state()
        expect((state["epoch"], state["playing"], state["paused"]), (epoch + 1, True, True), "epoch and mode after pause")
        at.set_mode("pause")
        at.set_mode("play")
        expect(at.editor.state()["paused"], False, "pause after play")
        at.set_mode("pause")
        at.set_mode("stop")
        state = at.editor.state()
        expect((state["playing"], state["willPlay"], state["paused"]), (False, False, False), "mode after stop")
        at.set_mode("stop")
        at.set_mode("pause")
        state = at.editor.state()
        expect((state["playing"], state["paused"]), (True, True), "mode after pause in edit mode")
        at.set_mode("stop")


def enters_without_domain_reload():
    with stage() as at:
        at.call("SetPlayOptions", 3)
        epoch = at.editor.state()["epoch"]
        at.set_mode("play")
        at.set_mode("stop")
        expect(at.editor.state()["epoch"], epoch, "the epoch")


def keeps_unsaved_scenes():
    for options in (0, 3):
        with stage() as at:
            at.call("SetPlayOptions", options)
            at.call("SaveScene", "Assets/Main.unity")
            at.call("Create", "Unsaved")
            at.set_mode("play")
            expect(at.call("Exists", "Unsaved"), "True", "the object in play mode")
            at.set_mode("stop")
            scene = at.editor.wait_state(lambda state: state["scenes"][0]["dirty"], "unsaved changes after play mode")["scenes"][0]
            expect((scene["path"], at.call("Exists", "Unsaved")), ("Assets/Main.unity", "True"), "scene and object after play mode")
            expect([event for event in at.editor.events if event["event"] == "dialog"], [], "the dialogs")


def rejects_other_modes():
    with stage() as at:
        for mode in ("rewind", {"other": "rewind"}, None, 3):
            refused(lambda: at.write(SET, mode=mode), "invalid-argument", "`mode`", "play, pause or stop")
        refused(lambda: at.write(SET), "invalid-argument", "`mode` is missing")


def reports_compile_errors():
    with stage() as at:
        at.write_script("Assets/Wrong.cs", "public class Wrong { int X() { return missing; } }")
        for mode in ("play", "pause"):
            refused(lambda: at.write(SET, mode=mode), "conflict", "Assets/Wrong.cs(1,", "CS0103")
        at.set_mode("stop")
        expect(at.call("IsPaused"), "False", "the pause button after a refused pause")


def reports_errors_of_a_compilation_that_play_mode_waits_for():
    with stage() as at:
        open(at.project + "/Assets/Wrong.cs", "w").write("public class Wrong { int X() { return missing; } }")
        at.editor.send("refresh")
        id = at.begin(SET, mode="play")
        job = at.wait(id)
        if job["state"] != "failed" or "CS0103" not in job["error"]["message"]:
            raise Failure("the job has no compile errors: %s" % job)
        expect(at.editor.state()["willPlay"], False, "the request after the failure")


def fails_if_a_script_cancels():
    with stage() as at:
        at.call("SetPlayOptions", 3)
        at.call("TurnBack", "ExitingEditMode")
        job = at.wait(at.begin(SET, mode="play"))
        expect((job["state"], job["error"]["kind"]), ("failed", "conflict"), "state and kind of error")
        contains([job["error"]["message"]], "play mode did not begin: a script or the user stopped it", "the error")
        expect(at.host.states[-1], "ready", "the state after the cancellation")
        job = at.wait(at.begin(SET, mode="pause"))
        expect((job["state"], at.call("IsPaused")), ("failed", "False"), "the state and the pause button")
    with stage() as at:
        at.call("SetPlayOptions", 3)
        at.call("TurnBack", "EnteredPlayMode")
        job = at.wait(at.begin(SET, mode="play"))
        contains([job["error"]["message"]], "play mode began and ended at once", "the error")
    with stage() as at:
        at.call("SetPlayOptions", 3)
        at.set_mode("play")
        at.call("TurnBack", "ExitingPlayMode")
        job = at.wait(at.begin(SET, mode="stop"))
        contains([job["error"]["message"]], "play mode did not end: a script or the user started it again", "the error")


def a_repeated_call_gets_the_same_job():
    with stage() as at:
        first = at.host.write(SET, key="again", mode="play")
        at.wait(first["value"]["job"])
        expect(at.host.write(SET, key="again", mode="play"), first, "the answer to the repeated call")


def a_job_survives_a_cut_link():
    with stage() as at:
        for mode in ("play", "stop", "pause", "stop"):
            id = at.begin(SET, mode=mode)
            at.host.cut()
            expect(at.wait(id)["state"], "finished", "the state after " + mode)


def test_runs_and_changes_exclude_each_other():
    with stage() as at:
        at.write_script("Assets/Editor/Waits.cs", WAITS)
        test = at.begin("editor-run/run-tests", mode="edit", filter="Waits.Long")
        for mode in ("play", "stop"):
            refused(lambda: at.write(SET, mode=mode), "conflict", "a test run has not ended: job " + test, "cancel it")
        ended = at.wait(test)
        expect(ended["state"], "finished", "the state of the test run")
        stopped = at.begin("editor-run/run-tests", mode="edit", filter="Waits.Long")
        at.read("link/cancel-job", job=stopped)
        cancelled = at.wait(stopped)
        expect(cancelled["state"], "cancelled", "the state of the cancelled test run")
        tests = ("editor-run/run-tests", {"mode": "edit", "filter": None})
        play, stop = ((SET, {"mode": mode}) for mode in ("play", "stop"))
        change, *others = at.host.write_together(play, tests, stop, play)
        job = change["value"]["job"]
        for other, text in zip(others, ("a change of play mode", "another change of play mode", "another change of play mode")):
            refused(lambda: raised(other), "conflict", text + " has not ended: job " + job, "cancel it")
        expect(at.wait(job)["state"], "finished", "the state of the change")
        at.set_mode("stop")
        run, *others = at.host.write_together(tests, play, tests)
        refused(lambda: raised(others[0]), "conflict", "a test run has not ended: job " + run["value"]["job"])
        refused(lambda: raised(others[1]), "conflict", "another test run has not ended: job " + run["value"]["job"])
        expect(at.wait(run["value"]["job"])["state"], "finished", "the state of the test run")
        # A job that has ended never changes, also after a reload of the domain.
        for id in (test, stopped):
            expect(at.read("link/cancel-job", job=id), {}, "the answer to a cancellation of an ended job")
        expect((at.job(test), at.job(stopped)), (ended, cancelled), "the ended jobs")


def a_test_run_ends_if_compile_errors_keep_it_from_play_mode():
    for text, state in (("public class New { int X() { return missing; } }", "failed"), ("public class New { }", "finished")):
        with stage() as at:
            at.write_script("Assets/Played.cs", PLAYED)
            at.write_script("Assets/Editor/CompilesThen.cs", COMPILES_THEN)
            open(at.project + "/Assets/New.txt", "w").write(text)
            before = at.editor.state()["epoch"]
            job = at.wait(at.begin("editor-run/run-tests", mode="play", filter="Played.Passes"))
            expect(job["state"], state, "the end of the run: %s" % job)
            if state == "finished":
                expect(job["value"]["value"]["passed"], 1, "the passed tests")
                expect(at.editor.state()["epoch"] > before + 1, True, "a reload before the one of play mode")
                continue
            contains([job["error"]["message"]], "Unity does not enter play mode, because scripts have compile errors", "the error")
            contains([job["error"]["message"]], "CS0103", "the error of the compiler")
            # The next run begins: the framework has ended the one before.
            at.write_script("Assets/New.cs", "public class New { }")
            job = at.wait(at.begin("editor-run/run-tests", mode="play", filter="Played.Passes"))
            expect(job["state"], "finished", "the next run: %s" % job)


def raised(answer):
    if isinstance(answer, Exception):
        raise answer
    return answer


def a_change_can_be_cancelled():
    with stage() as at:
        for _ in range(5):
            open(at.project + "/Assets/Slow.cs", "a").write("// more\n")
            at.editor.send("refresh")
            id = at.begin(SET, mode="play")
            at.read("link/cancel-job", job=id)
            job = at.wait(id)
            if job["state"] == "cancelled":
                break
            at.set_mode("stop")
        expect(job["state"], "cancelled", "the state of the job")
        time.sleep(0.5)
        state = at.editor.state()
        expect((state["playing"], state["willPlay"], state["paused"]), (False, False, False), "mode after the cancellation")


if __name__ == "__main__":
    run([enters_pauses_and_leaves, enters_without_domain_reload, keeps_unsaved_scenes, rejects_other_modes, reports_compile_errors,
         reports_errors_of_a_compilation_that_play_mode_waits_for, fails_if_a_script_cancels, a_repeated_call_gets_the_same_job,
         a_job_survives_a_cut_link, test_runs_and_changes_exclude_each_other,
         a_test_run_ends_if_compile_errors_keep_it_from_play_mode, a_change_can_be_cancelled])
