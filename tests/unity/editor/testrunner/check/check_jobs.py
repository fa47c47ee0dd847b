#!/usr/bin/env python3
"""Checks of jobs and of `editor-run/run-tests`: the package in the editor double, with a host in Python.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD UNITY_PACKAGE=FOLDER_OF_ASSEMBLIES check_jobs.py [NAME ...]
"""

import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "editor-check"))

import drive
from drive import Failure, expect
from link import Failed, Host

RUN = "editor-run/run-tests"


class Place:
    """A project, a host and the editors that are opened for them."""

    def __init__(self, folder):
        self.project = os.path.join(folder, "project")
        self.data = os.path.join(folder, "data")
        os.makedirs(os.path.join(self.project, "Assets", "Editor"))
        for name, to in [("EditTests.cs", "Assets/Editor"), ("JobOracle.cs", "Assets/Editor"), ("PlayTests.cs", "Assets")]:
            shutil.copy(os.path.join(HERE, name), os.path.join(self.project, to))
        self.host = Host(self.data)
        self.editor = None

    def open(self):
        os.environ["UNITY_TOOLS_DATA"] = self.data
        os.environ["UNITY_TOOLS_ALLOW_LINK"] = "1"
        self.editor = drive.Editor(self.project, assemblies=os.environ["UNITY_PACKAGE"], prefs=self.data)
        self.editor.ask("focus", focused=True)
        self.host.wait_link()
        return self.editor

    def begin(self, mode, filter=None):
        reply = self.host.write(RUN, mode=mode, filter=filter)
        expect(reply["reply"], "job", "the reply of " + RUN)
        return reply["value"]["job"]

    def job(self, id):
        return self.host.read("link/job", job=id)

    def wait(self, id, states=("finished", "failed", "cancelled"), seconds=60):
        until = time.time() + seconds
        seen = []
        while time.time() < until:
            job = self.job(id)
            if not seen or seen[-1] != job:
                seen.append(job)
            if job["state"] in states:
                return job, seen
            time.sleep(0.03)
        raise Failure("the job is not in %s within %d s: %s" % (states, seconds, seen[-1]))

    def files(self):
        folder = os.path.join(self.project, "Library/UnityTools/jobs")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


@contextlib.contextmanager
def place(open=True):
    folder = tempfile.mkdtemp(prefix="jobs-")
    at = Place(folder)
    try:
        if open:
            at.open()
        yield at
        at.editor.quit()
    finally:
        if at.editor:
            at.editor.process.kill()
        at.host.close()
        shutil.rmtree(folder, ignore_errors=True)


def counts(job):
    value = job["value"]
    expect(value["reply"], "test-run", "the reply of the job")
    run = value["value"]
    return run["passed"], run["failed"], run["skipped"], [one["name"] for one in run["failures"]]


def refused(at, kind, text, mode="edit", filter=None):
    try:
        at.begin(mode, filter)
    except Failed as failed:
        expect(failed.error["kind"], kind, "the kind of error")
        if text not in failed.error["message"]:
            raise Failure("the error does not contain %r: %s" % (text, failed.error["message"]))
        return failed.error
    raise Failure("the run was not refused")


def edit_tests_are_counted():
    with place() as at:
        at.editor.call("Save", "Assets/Main.unity", type="JobOracle")
        job, seen = at.wait(at.begin("edit"))
        expect(counts(job), (5, 2, 1, ["Game.Tests.DoorTests.Closes", "Game.Tests.DoorTests.Counts(2,4)"]), "the result")
        failure = job["value"]["value"]["failures"][0]
        expect(failure["message"], 'Expected: "shut"\n  But was:  "open"', "the message of a failure")
        if "EditTests.cs" not in failure["stack-trace"]:
            raise Failure("the stack trace names no file: " + failure["stack-trace"])
        expect((job["done"], job["total"]), (8, 8), "the progress at the end")
        texts = [one.get("text") for one in seen]
        if "Game.Tests.DoorTests.Waits" not in texts:
            raise Failure("the progress never named the running test: %s" % texts)
        expect(at.editor.call("Active", type="JobOracle"), "Assets/Main.unity", "the open scene after the run")
        expect(at.editor.state()["reloadLocks"], 0, "the locks of assemblies after the run")


def filters_select_tests():
    with place() as at:
        wanted = [
            ("Game.Tests.DoorTests.Opens", (1, 0, 0)),
            ("Game.Tests.DoorTests", (5, 2, 1)),
            ("Game.Tests.DoorTests.Counts", (2, 1, 0)),
            ("Game.Tests.DoorTests.Counts(2,3)", (1, 0, 0)),
            ("*door*locks", (1, 0, 1)),
            ("category:Slow", (1, 0, 0)),
            ("Game.Tests.DoorTests.Burns", (0, 1, 0)),
            ("Game.Tests.LongTests.Repeats", (2, 0, 0)),
            ("Game.Tests.LongTests.Repeats(3)", (2, 0, 0)),
            ("category:Uncategorized", (4, 2, 1)),
            ("", (5, 2, 1)),
        ]
        for filter, result in wanted:
            job, _ = at.wait(at.begin("edit", filter))
            expect(counts(job)[:3], result, "the result with the filter %r" % filter)


def a_filter_without_tests_names_the_nearest():
    with place() as at:
        job, _ = at.wait(at.begin("edit", "Game.Tests.DoorTest.Opns"))
        expect((job["state"], job["error"]["kind"]), ("failed", "not-found"), "state and kind of error")
        if "the nearest are Game.Tests.DoorTests.Opens, " not in job["error"]["message"]:
            raise Failure("the nearest name is missing: " + job["error"]["message"])
        job, _ = at.wait(at.begin("edit", "category:Slov"))
        expect(job["error"]["message"], 'no edit-mode test has the category "Slov"; the nearest are Slow, Uncategorized', "the error for a category")
        job, _ = at.wait(at.begin("play", "*Swims*"))
        expect(job["error"]["kind"], "not-found", "the kind of error in play mode")
        refused(at, "invalid-argument", "needs the name of a category", filter="category:")
        refused(at, "invalid-argument", "can be edit or play", mode="both")


def play_tests_run_across_reloads():
    with place() as at:
        at.editor.call("Save", "Assets/Main.unity", type="JobOracle")
        epoch = at.editor.state()["epoch"]
        id = at.begin("play")
        job, seen = at.wait(id)
        expect(counts(job), (2, 1, 0, ["Game.PlayTests.WalkTests.Falls"]), "the result")
        expect((job["done"], job["total"]), (3, 3), "the progress at the end")
        state = at.editor.state()
        expect((state["epoch"], state["playing"]), (epoch + 1, False), "epoch and play mode after the run")
        expect(at.editor.call("Active", type="JobOracle"), "Assets/Main.unity", "the open scene after the run")
        at.editor.ask_and_wait("reload", "loaded")
        again = at.job(id)
        expect((again["state"], again["value"]), ("finished", job["value"]), "the job after another reload")
        at.wait(at.begin("edit", "*Opens"))


def play_tests_run_without_domain_reload():
    with place() as at:
        at.editor.call("SetPlayOptions", 1, type="JobOracle")
        epoch = at.editor.state()["epoch"]
        job, _ = at.wait(at.begin("play"))
        expect(counts(job)[:3], (2, 1, 0), "the result")
        expect(at.editor.state()["epoch"], epoch, "the epoch")


def tests_run_in_an_editor_without_focus():
    with place() as at:
        at.editor.ask("focus", focused=False)
        started = time.time()
        for mode, result in [("edit", (5, 2, 1)), ("play", (2, 1, 0))]:
            job, _ = at.wait(at.begin(mode))
            expect(counts(job)[:3], result, "the result of " + mode)
        if time.time() - started > 8:
            raise Failure("the runs took %.1f s" % (time.time() - started))


def a_run_of_the_user_is_a_conflict():
    with place() as at:
        at.editor.call("RunAsUser", "Game.Tests.DoorTests.Waits", type="JobOracle")
        refused(at, "conflict", "another test run has not ended")
        until = time.time() + 30
        while time.time() < until:
            try:
                job, _ = at.wait(at.begin("edit", "*Opens"))
                expect(counts(job)[:3], (1, 0, 0), "the result after the run of the user")
                return
            except Failed as failed:
                expect(failed.error["kind"], "conflict", "the kind of error")
        raise Failure("the run of the user never ends")


def a_repeated_call_gets_the_same_job():
    with place() as at:
        first = at.host.write(RUN, key="again", mode="edit", filter="*Opens")
        at.wait(first["value"]["job"])
        at.editor.ask_and_wait("reload", "loaded")
        expect(at.host.write(RUN, key="again", mode="edit", filter="*Opens"), first, "the answer to the repeated call")
        expect(len(at.files()), 1, "the files of jobs")


def a_job_that_waits_survives_a_reload():
    with place() as at:
        ids = [at.begin("edit", "*Opens")]
        at.editor.ask("reload")
        for _ in range(3):
            job, _ = at.wait(ids[-1])
            expect(counts(job)[:3], (1, 0, 0), "the result")
            since = len(at.editor.events)
            at.editor.send("reload")
            at.host.wait_link()
            ids.append(at.begin("edit", "*Opens"))
            at.editor.wait_event("loaded", since=since)
        at.wait(ids[-1])
        expect(len(set(ids)), 4, "the jobs")


def a_job_outlives_its_links():
    with place() as at:
        for mode, result in [("edit", (5, 2, 1)), ("play", (2, 1, 0))]:
            id = at.begin(mode)
            ended = False
            while not ended:
                at.host.cut()
                ended = at.job(id)["state"] != "waiting" and at.job(id)["state"] != "running"
            expect(counts(at.job(id))[:3], result, "the result of " + mode)


def a_killed_editor_fails_the_job(mode, filter):
    with place() as at:
        id = at.begin(mode, filter)
        at.wait(id, states=("running",))
        until = time.time() + 30
        while at.job(id).get("text") != filter and time.time() < until:
            time.sleep(0.05)
        refused(at, "conflict", "another test run has not ended")
        at.editor.process.kill()
        at.editor.process.wait()
        file = os.path.join(at.project, "Library/UnityTools/jobs", id + ".json")
        expect(json.load(open(file))["state"], "running", "the state in the file")
        at.open()
        job = at.job(id)
        expect((job["state"], job["error"]["message"]), ("failed", "the editor ended while it ran"), "state and error after the restart")
        done, _ = at.wait(at.begin("edit", "*Opens"))
        expect(counts(done)[:3], (1, 0, 0), "the next run")
        expect(at.job(id)["state"], "failed", "the state of the first job")


def an_editor_killed_in_edit_tests_fails_the_job():
    a_killed_editor_fails_the_job("edit", "Game.Tests.LongTests.Never_ends")


def an_editor_killed_in_play_tests_fails_the_job():
    a_killed_editor_fails_the_job("play", "Game.PlayTests.WalkTests.Walks_forever")


def an_editor_that_quits_fails_the_job():
    with place() as at:
        id = at.begin("edit", "Game.Tests.LongTests.Never_ends")
        at.wait(id, states=("running",))
        at.editor.quit()
        at.open()
        expect(at.job(id)["error"]["message"], "the editor ended while it ran", "the error after the restart")


def a_run_can_be_cancelled(mode, filter):
    with place() as at:
        at.editor.call("Save", "Assets/Main.unity", type="JobOracle")
        id = at.begin(mode, filter)
        until = time.time() + 30
        while at.job(id).get("text") != filter and time.time() < until:
            time.sleep(0.05)
        expect(at.host.read("link/cancel-job", job=id), {}, "the answer to the cancellation")
        job, _ = at.wait(id)
        expect((job["state"], "value" in job), ("cancelled", False), "the state after the cancellation")
        expect(at.host.read("link/cancel-job", job=id), {}, "the answer to a second cancellation")
        expect(at.editor.state()["playing"], False, "play mode after the cancellation")
        expect(at.editor.call("Active", type="JobOracle"), "Assets/Main.unity", "the open scene after the cancellation")
        job, _ = at.wait(at.begin("edit", "*Opens"))
        expect(counts(job)[:3], (1, 0, 0), "the next run")


def an_edit_run_can_be_cancelled():
    a_run_can_be_cancelled("edit", "Game.Tests.LongTests.Never_ends")


def a_play_run_can_be_cancelled():
    a_run_can_be_cancelled("play", "Game.PlayTests.WalkTests.Walks_forever")


def a_run_that_the_user_stops_fails():
    with place() as at:
        id = at.begin("play", "Game.PlayTests.WalkTests.Walks_forever")
        until = time.time() + 30
        while not at.job(id).get("text", "").endswith("Walks_forever") and time.time() < until:
            time.sleep(0.05)
        at.editor.ask("stop")
        job, _ = at.wait(id)
        expect((job["state"], job["error"]["kind"]), ("failed", "unity"), "state and error")
        at.wait(at.begin("edit", "*Opens"))


def conflicts_are_reported_before_anything_starts():
    with place() as at:
        at.editor.call("Save", "Assets/Main.unity", type="JobOracle")
        at.editor.call("Dirty", type="JobOracle")
        refused(at, "conflict", "Assets/Main.unity")
        at.editor.call("Save", "Assets/Main.unity", type="JobOracle")
        at.editor.ask_and_wait("play", "played")
        refused(at, "conflict", "play mode")
        at.editor.ask_and_wait("stop", "played")
        with open(os.path.join(at.project, "Assets/Editor/Wrong.cs"), "w") as file:
            file.write("public class Wrong { int X() { return missing; } }")
        at.editor.ask_and_wait("refresh", "compiled")
        at.editor.wait_state(lambda state: not state["compiling"], "the end of the compilation")
        error = refused(at, "conflict", "Wrong.cs(1,")
        expect("CS0103" in error["message"], True, "the error of the compiler")
        expect(at.files(), [], "the files of jobs")
        expect([event for event in at.editor.events if event["event"] == "dialog"], [], "the dialogs")


def old_jobs_are_removed():
    with place(open=False) as at:
        folder = os.path.join(at.project, "Library/UnityTools/jobs")
        os.makedirs(folder)
        now = time.time()

        def leave(number, state, days):
            name = "%032x" % number
            path = os.path.join(folder, name + ".json")
            with open(path, "w") as file:
                file.write('{"job":"%s","state":"%s","done":1,"kind":"test-run","arguments":{},"cancelled":false}' % (name, state))
            os.utime(path, (now - days * 86400 - number, now - days * 86400 - number))

        for number in range(70):
            leave(number, "finished", 0)
        leave(100, "running", 1)
        leave(101, "finished", 8)
        leave(102, "running", 8)
        with open(os.path.join(folder, "%032x.json" % 103), "w") as file:
            file.write("{broken")
        with open(os.path.join(folder, "%032x.json.new" % 104), "w") as file:
            file.write("{")
        at.open()
        expect(at.job("%032x" % 100)["error"]["message"], "the editor ended while it ran", "the error of the orphan")
        for number, kind in [(101, "not-found"), (102, "not-found"), (103, "not-found")]:
            try:
                at.job("%032x" % number)
                raise Failure("job %d still exists" % number)
            except Failed as failed:
                expect(failed.error["kind"], kind, "the kind of error")
        leave(105, "running", 0)
        expect(at.job("%032x" % 105)["error"]["message"], "the editor ended while it ran", "the error of a file that appeared later")
        at.wait(at.begin("edit", "*Opens"))
        expect(len(at.files()), 64, "the files")
        expect("%032x.json" % 0 in at.files(), True, "the newest file of before")


def main():
    if not drive.EDITOR or "UNITY_PACKAGE" not in os.environ:
        sys.exit("error: UNITY_DOUBLE or UNITY_PACKAGE is not set (expected: the folder of build.sh, and the folder of UnityTools.*.dll)")
    failed = 0
    for name, check in list(globals().items()):
        own = callable(check) and getattr(check, "__module__", "") == "__main__" and hasattr(check, "__code__")
        if not own or check.__code__.co_argcount > 0 or name in ("main", "place") or (sys.argv[1:] and name not in sys.argv[1:]):
            continue
        started = time.time()
        try:
            check()
            print("ok      %s (%.1f s)" % (name, time.time() - started), flush=True)
        except (Failure, Failed) as failure:
            failed += 1
            print("FAILED  %s: %s" % (name, failure), flush=True)
        except Exception:
            failed += 1
            print("FAILED  %s: %s" % (name, traceback.format_exc()), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
