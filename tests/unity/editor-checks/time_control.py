#!/usr/bin/env python3
"""Checks the time of a game in play mode: clock, freeze, step, speed and costs, in all states of the editor.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD time_control.py [NAME ...]
"""
import threading
import time

from stage import Failed, Failure, contains, expect, refused, run, stage

SCRIPTS = {"Counter.cs": "Assets"}
CALLS = [("play/get-clock", {}), ("play/stats", {"frames": 1}), ("time-scale/get", {}), ("play-edit/freeze", {"frozen": True}),
         ("play-edit/step", {"ticks": {"frames": 1}, "watched": []}), ("time-scale-edit/set", {"value": 2, "lock": None})]


def clock(at):
    reply = at.read("play/get-clock")
    expect(reply["reply"], "clock", "the reply of get-clock")
    return reply["value"]


def freeze(at, frozen=True):
    return at.write("play-edit/freeze", frozen=frozen)["value"]


def step(at, watched=(), **ticks):
    reply = at.write("play-edit/step", ticks=ticks, watched=list(watched))
    expect(reply["reply"], "stepped", "the reply of step")
    return reply["value"]


def watch(object, path, *until):
    return {"object": object, "field": {"component": "Counter", "path": path}, "until": dict(zip(("op", "value"), until)) or None}


def close(actual, wanted, what):
    if abs(actual - wanted) > 1e-4:
        raise Failure("%s: expected about %r, got %r" % (what, wanted, actual))


def undo(at, entry):
    plan = at.read("edits/preview-undo", entries=[entry])["value"]
    at.write("edits-edit/undo", entries=[entry], digest=plan["digest"], touches=plan["touches"])


def playing(**environment):
    return stage(SCRIPTS, **environment)


def start(at, mode="play"):
    at.call("CreateWith", "Counter", "Counter")
    at.set_mode(mode)
    return at.call("Id", "Counter")


def edit_mode_has_no_time():
    with playing() as at:
        for function, arguments in CALLS:
            call = at.read if function in ("play/get-clock", "play/stats", "time-scale/get") else at.write
            refused(lambda: call(function, **arguments), "not-ready", "the editor is in edit mode", "enter play mode first")
        at.set_mode("play")
        at.set_mode("stop")
        refused(lambda: at.write("time-scale-edit/set", value=2, lock=None), "not-ready")
        expect(at.call("TimeScale"), "1 0", "the speed in edit mode")


def frozen_time_stands():
    with playing() as at:
        counter = start(at)
        before = freeze(at)
        expect(before["frozen"], True, "the freeze")
        expect(before["fixed-step"] > 0, True, "the physics tick")
        first = clock(at)
        time.sleep(0.2)
        second = clock(at)
        expect((second["time"], second["fixed-time"]), (first["time"], first["fixed-time"]), "the time while frozen")
        expect(second["frame"] > first["frame"], True, "frames pass while frozen")
        freeze(at, False)
        time.sleep(0.2)
        expect(clock(at)["time"] > second["time"], True, "the time after the release")
        expect(clock(at)["frozen"], False, "the freeze after the release")


def steps_frames_and_ticks():
    with playing() as at:
        counter = start(at)
        before = freeze(at)
        rows = step(at, [watch(counter, "frames")], frames=5)
        expect((rows["passed"], rows["met"], rows["left-out"], len(rows["values"])), (5, False, 0, 5), "a step of frames")
        frames = [row[0][0] for row in rows["values"]]
        expect([frame - frames[0] for frame in frames], [0, 1, 2, 3, 4], "the watched frames")
        expect(rows["clock"]["frozen"], True, "the freeze after the step")
        before = rows["clock"]
        rows = step(at, [watch(counter, "ticks")], physics=10)
        expect((rows["passed"], len(rows["values"])), (10, 10), "a step of physics ticks")
        ticks = [row[0][0] for row in rows["values"]]
        expect([tick - ticks[0] for tick in ticks], list(range(10)), "the watched ticks")
        close(rows["clock"]["fixed-time"] - before["fixed-time"], 10 * before["fixed-step"], "the physics time of ten ticks")
        after = ticks[-1]
        rows = step(at, [watch(counter, "ticks", "at-least", after + 3)], physics=100)
        expect((rows["passed"], rows["met"], [row[0][0] for row in rows["values"]]), (3, True, [after + 1, after + 2, after + 3]), "a step with a condition")
        expect(at.call("TimeScale"), "0 0", "speed and capture rate after the step")
        refused(lambda: step(at, [watch(counter, "missing")], frames=1), "not-found", "missing")


def steps_a_paused_editor():
    with playing() as at:
        counter = start(at, "pause")
        contains_pause = "the editor is paused"
        clock(at)
        contains(at.notes(), contains_pause, "the notes of get-clock")
        rows = step(at, [watch(counter, "frames")], frames=4)
        frames = [row[0][0] for row in rows["values"]]
        expect([frame - frames[0] for frame in frames], [0, 1, 2, 3], "the watched frames")
        contains(at.notes(), contains_pause, "the notes of step")
        expect(at.editor.state()["paused"], True, "the pause after the step")
        rows = step(at, [watch(counter, "ticks")], physics=6)
        ticks = [row[0][0] for row in rows["values"]]
        expect((rows["passed"], [tick - ticks[0] for tick in ticks]), (6, list(range(6))), "the watched ticks")
        still = clock(at)
        time.sleep(0.2)
        expect(clock(at), still, "the clock of a paused editor")
        at.set_mode("play")
        expect(clock(at)["frozen"], True, "the freeze after the pause")
        freeze(at, False)


def a_pause_during_a_step_does_not_end_it():
    with playing() as at:
        counter = start(at)
        freeze(at)
        frames = step(at, [watch(counter, "frames")], frames=1)["values"][0][0][0]
        at.call("PauseAt", frames + 150)
        rows = [row[0][0] for row in step(at, [watch(counter, "frames")], frames=300)["values"]]
        expect(rows, list(range(rows[0], rows[0] + 300)), "the watched frames")
        expect(rows[0] < frames + 150 < rows[-1], True, "a pause in the step")
        expect(at.editor.state()["paused"], True, "the pause after the step")


def the_end_of_play_mode_ends_a_step():
    for options in (0, 3):
        with playing() as at:
            at.call("SetPlayOptions", options)
            start(at)
            freeze(at)
            at.write("time-scale-edit/set", value=0.5, lock=True)
            threading.Timer(0.3, lambda: at.editor.send("stop")).start()
            refused(lambda: step(at, physics=10000), "not-ready", "play mode ended during the step", "enter play mode again")
            contains(at.notes(), "the step was aborted: ", "the notes of the step")
            at.editor.wait_state(lambda state: not state["playing"], "edit mode")
            expect(at.call("TimeScale"), "1 0", "speed and capture rate after play mode")
            expect(at.call("CountHidden"), "0", "the hidden objects after play mode")
            at.set_mode("play")
            expect(clock(at)["frozen"], False, "the freeze of the next game")
            reply = at.read("time-scale/get")["value"]
            expect(reply, {"value": 1, "locked": False}, "the speed of the next game")


def speeds_are_set_locked_and_undone():
    with playing() as at:
        start(at)
        expect(at.read("time-scale/get")["value"], {"value": 1, "locked": False}, "the first speed")
        expect(at.write("time-scale-edit/set", value=9, lock=None)["value"], {"value": 4, "locked": False}, "the greatest speed")
        expect(at.call("TimeScale"), "4 0", "the speed of the game")
        at.write("time-scale-edit/set", value=0.5, lock=True)
        at.call("SetTimeScale", 3)
        time.sleep(0.1)
        expect(at.call("TimeScale"), "0.5 0", "the locked speed")
        freeze(at)
        expect(at.read("time-scale/get")["value"], {"value": 0.5, "locked": True}, "the speed of a frozen game")
        contains(at.notes(), "the game is frozen", "the notes of a frozen game")
        freeze(at, False)
        refused(lambda: at.write("time-scale-edit/set", value="NaN", lock=None), "invalid-argument", "`value`")
        page = {"limit": 50, "cursor": None, "max-bytes": 65536}
        rows = at.read("edits/list-entries", page=page)["value"]["rows"]
        expect([row["changes"][0]["new"] for row in rows], [0.5, 4], "the edits")
        undo(at, rows[0]["id"])
        expect(at.read("time-scale/get")["value"], {"value": 4, "locked": False}, "the speed after an undo")
        at.set_mode("stop")
        refused(lambda: undo(at, rows[1]["id"]), "conflict", "what it was about is gone")
        expect(at.call("TimeScale"), "1 0", "the speed in edit mode")


def a_frozen_game_survives_a_domain_reload():
    with playing() as at:
        start(at)
        at.write("time-scale-edit/set", value=2, lock=True)
        freeze(at)
        at.editor.ask_and_wait("reload", "loaded")
        at.host.wait_link()
        expect(clock(at)["frozen"], True, "the freeze after a reload")
        expect(at.read("time-scale/get")["value"], {"value": 2, "locked": True}, "the speed after a reload")
        expect(at.call("CountHidden"), "1", "the hidden objects after a reload")
        expect(step(at, frames=2)["passed"], 2, "the frames of a step after a reload")
        freeze(at, False)
        expect(at.call("TimeScale"), "2 0", "the speed after the release")


def costs_are_known_and_leave_pauses_out():
    with playing() as at:
        start(at)
        step(at, frames=60)
        at.set_mode("pause")
        time.sleep(1.2)
        at.set_mode("play")
        step(at, frames=30)
        stats = at.read("play/stats", frames=50)["value"]
        expect(stats["frames"], 50, "the frames")
        expect(0 < stats["median"] <= stats["p95"] <= stats["longest"] < 1000, True, "the order of the costs (%s)" % stats)
        at.read("play/stats", frames=1000)
        contains(at.notes(), "frames are known", "the notes")
        contains(at.notes(), "the work of its windows", "the notes")


def a_game_runs_in_the_background_while_a_host_is_linked():
    with playing() as at:
        at.call("SetRunInBackground", False)
        start(at)
        at.call("SetRunInBackground", False)
        until = time.time() + 10
        while at.call("RunsInBackground") != "True" and time.time() < until:
            time.sleep(0.05)
        expect(at.call("RunsInBackground"), "True", "the setting in play mode")
        at.set_mode("stop")
        expect(at.call("RunsInBackground"), "False", "the setting after play mode")


def a_game_that_destroys_hidden_objects_is_still_served():
    with playing() as at:
        start(at)
        expect(at.call("DestroyHidden"), "destroyed", "the objects")
        expect(step(at, frames=3)["passed"], 3, "the frames of a step")


def a_game_without_a_host_gets_no_object():
    with playing() as at:
        at.host.stop()
        at.editor.ask_and_wait("play", "played")
        time.sleep(0.5)
        expect(at.call("CountHidden"), "0", "the hidden objects")


def a_game_that_no_host_holds_runs_again():
    with playing() as at:
        start(at)
        freeze(at)
        at.host.wait_link()
        at.host.stop()
        until = time.time() + 20
        while at.call("TimeScale") != "1 0" and time.time() < until:
            time.sleep(0.2)
        expect(at.call("TimeScale"), "1 0", "the speed without a host")


def another_write_waits_for_a_step():
    with playing() as at:
        start(at)
        answers = at.host.write_together(("play-edit/step", {"ticks": {"frames": 20}, "watched": []}), ("play-edit/freeze", {"frozen": False}))
        expect(answers[0]["value"]["passed"], 20, "the frames of the step")
        expect(answers[1]["value"]["frozen"], False, "the freeze after the step")
        contains(at.notes(), "for the end of a step", "the notes of the write that waited")


if __name__ == "__main__":
    run([edit_mode_has_no_time, frozen_time_stands, steps_frames_and_ticks, steps_a_paused_editor, a_pause_during_a_step_does_not_end_it,
         the_end_of_play_mode_ends_a_step, speeds_are_set_locked_and_undone, a_frozen_game_survives_a_domain_reload, costs_are_known_and_leave_pauses_out,
         a_game_runs_in_the_background_while_a_host_is_linked, a_game_that_destroys_hidden_objects_is_still_served,
         a_game_without_a_host_gets_no_object, a_game_that_no_host_holds_runs_again,
         another_write_waits_for_a_step])
