#!/usr/bin/env python3
"""Checks that an editor announces states in which its main thread is silent, before they begin.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD states.py [NAME ...]
"""
import time

from stage import expect, run, stage


def a_build_is_announced():
    for mode, after in ((None, "ready"), ("play", "playing")):
        with stage() as at:
            if mode:
                at.set_mode(mode)
            number = at.editor.send("build", ms=4500)
            started = time.time()
            while at.host.state != "building" and time.time() < started + 1:
                time.sleep(0.02)
            expect(at.host.state, "building", "the state during the build")
            # The main thread has been silent for more than three seconds, and the reason is still known.
            time.sleep(max(0, started + 4 - time.time()))
            expect(at.host.state, "building", "the state late in the build")
            at.editor.answer(number)
            at.host.wait_link()
            expect(at.host.state, after, "the state after the build")


def play_mode_and_reloads_are_announced():
    with stage() as at:
        at.set_mode("play")
        at.set_mode("pause")
        at.set_mode("stop")
        links = len(at.host.hellos)
        at.editor.ask_and_wait("reload", "loaded")
        until = time.time() + 10
        while len(at.host.hellos) == links and time.time() < until:
            time.sleep(0.02)
        # `hello` is the first word after a reload.
        expect(at.host.states, ["ready", "entering-play", "reloading", "playing", "paused", "ready", "reloading", "ready"], "the states")


def a_changed_switch_is_announced_as_a_reload():
    # A host answers for an editor that quits, and waits for one that reloads.
    with stage() as at:
        links = len(at.host.hellos)
        at.editor.ask("settings", path="Project/Unity Tools", toggle="Allow code from the host in this project")
        until = time.time() + 10
        while len(at.host.hellos) == links and time.time() < until:
            time.sleep(0.02)
        expect(at.host.states, ["ready", "reloading", "ready"], "the states")


if __name__ == "__main__":
    run([a_build_is_announced, play_mode_and_reloads_are_announced, a_changed_switch_is_announced_as_a_reload])
