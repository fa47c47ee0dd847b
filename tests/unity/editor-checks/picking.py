#!/usr/bin/env python3
"""Checks `pick/pick-world`, `pick/pick-ui` and `play-edit/act` of an editor, in edit mode and in play mode.

The game view of the double has 640 x 480 pixels, so its middle is (320, 240).

usage: UNITY_DOUBLE=FOLDER_OF_BUILD picking.py [NAME ...]
"""
from stage import contains, expect, refused, run, stage

SCRIPTS = {"Panel.cs": "Assets", "Screens.cs": "Assets/Editor"}
ANY = {"scene": None, "camera": None}


def screens():
    return stage(SCRIPTS)


def point(x, y, normalized=False):
    return {"x": x, "y": y, "normalized": normalized}


def world(at, aim, viewer=ANY):
    reply = at.read("pick/pick-world", aim=aim, viewer=viewer)
    expect(reply["reply"], "picked", "the reply of pick-world")
    return reply["value"]


def ui(at, x, y, viewer=ANY, **more):
    reply = at.read("pick/pick-ui", at=point(x, y, **more), viewer=viewer)
    expect(reply["reply"], "picked", "the reply of pick-ui")
    return reply["value"]


def names(picked):
    return [hit["name"] for hit in picked["hits"]]


def act(at, **gesture):
    reply = at.write("play-edit/act", gesture=gesture)
    expect(reply["reply"], "touched", "the reply of act")
    return reply["value"]


def rays_hit_colliders():
    for mode in (None, "play", "pause"):
        with screens() as at:
            at.call("MakeBoxes", type="Screens")
            if mode:
                at.set_mode(mode)
            dirty = at.call("Dirty", type="Screens")
            picked = world(at, {"screen": point(0.5, 0.5, True)})
            expect(names(picked), ["Near", "Far"], "the hits in the middle")
            near = picked["hits"][0]
            # A ray of a camera begins at its near plane.
            expect((near["path"], near["collider"], round(near["distance"], 3), near["position"]), ("/Near", "UnityEngine.BoxCollider", 9.2, [0, 0, -0.5]), "the first hit")
            expect((picked["total"], picked["screen"], picked["camera"]), (2, [640, 480], at.call("Id", "Eye")), "total, screen and camera")
            expect(names(world(at, {"screen": point(320, 240)})), ["Near", "Far"], "the hits at pixels")
            # The screen is 4 : 3 and the camera sees 60 degrees high: x = 3 at the distance 10 is 0.39 of the half width.
            expect(names(world(at, {"screen": point(0.5 + 0.39 / 2, 0.5, True)})), ["Side"], "the hits at the side")
            expect(names(world(at, {"screen": point(0.1, 0.1, True)})), [], "the hits in a corner")
            ray = {"ray": {"origin": [3, 5, 0], "direction": [0, -2, 0]}}
            hit = world(at, ray)
            expect((names(hit), hit["hits"][0]["distance"], hit["camera"]), (["Side"], 4.5, None), "the hit of a ray")
            at.call("Move", "Near", 3, type="Screens")
            expect(sorted(names(world(at, ray))), ["Near", "Side"], "the hits after an object moved")
            expect((at.call("Leftovers", type="Screens"), at.call("Dirty", type="Screens")), ("0", dirty), "what the picks left")


def wrong_aims_are_rejected():
    with screens() as at:
        at.call("MakeBoxes", type="Screens")
        refused(lambda: world(at, {"ray": {"origin": [0, 0, 0], "direction": [0, 0, 0]}}), "invalid-argument", "`direction`")
        refused(lambda: world(at, {"other": "sphere"}), "unsupported", "screen")
        refused(lambda: world(at, {"screen": point(None, None)}), "not-ready", "edit mode", "give `x` and `y`")
        refused(lambda: ui(at, None, None), "not-ready", "give `x` and `y`")
        refused(lambda: world(at, {"screen": point(0, 0)}, {"scene": None, "camera": at.call("Id", "Near")}), "invalid-argument", "no Camera")
        refused(lambda: world(at, {"screen": point(0, 0)}, {"scene": "scn:9", "camera": None}), "not-found", "scn:9")
        at.call("RemoveCameras", type="Screens")
        expect(world(at, {"screen": point(320, 240)})["hits"], [], "the hits without a camera")
        contains(at.notes(), "no active camera", "the notes without a camera")
        expect(names(world(at, {"screen": point(320, 240)}, {"scene": None, "camera": at.call("Id", "Eye")})), ["Near", "Far"], "the hits of a disabled camera")
        at.set_mode("play")
        world(at, {"screen": point(None, None)})


def points_meet_graphics():
    for mode in (None, "play", "pause"):
        with screens() as at:
            at.call("MakePanel", type="Screens")
            if mode:
                at.set_mode(mode)
            for place, wanted in [((320, 240), ["Panel"]), ((270, 240), ["Button", "Panel"]), ((400, 240), ["Cover", "Panel"]), ((320, 280), ["Top", "Panel"]),
                                  ((10, 10), []), ((421, 240), [])]:
                picked = ui(at, *place)
                expect(names(picked), wanted, "the graphics at %s in mode %s" % (place, mode))
            expect(names(ui(at, 270 / 640, 0.5, normalized=True)), ["Button", "Panel"], "the graphics at fractions")
            hit = ui(at, 270, 240)["hits"][0]
            expect((hit["path"], hit["position"], hit["distance"], hit["collider"]), ("/Canvas/Panel/Button", [270, 240, 0], 0, None), "the first hit")
            expect(ui(at, 270, 240)["screen"], [640, 480], "the screen")
            if mode is None:
                contains(at.notes(), "the event system does not run", "the notes in edit mode")


def gestures_need_play_mode():
    with screens() as at:
        at.call("MakePanel", type="Screens")
        refused(lambda: act(at, click={"screen": [270, 240]}), "not-ready", "edit mode", "enter play mode first")
        at.set_mode("pause")
        refused(lambda: act(at, click={"screen": [270, 240]}), "not-ready", "paused", "freeze")


def gestures_reach_the_game():
    with screens() as at:
        at.call("MakePanel", type="Screens")
        at.set_mode("play")
        button, cover, panel = (at.call("Id", name) for name in ("Button", "Cover", "Panel"))
        touched = act(at, click={"object": button})
        expect((touched["object"], touched["in-front"]), (button, []), "what took the click")
        contains(touched["handlers"], "UnityEngine.UI.Button.OnPointerClick", "the handlers")
        expect(at.call("Read", "clicks", type="Screens"), "1", "the clicks")
        at.write("play-edit/freeze", frozen=True)
        act(at, click={"screen": [270, 240]})
        expect(at.call("Read", "clicks", type="Screens"), "2", "the clicks in a frozen game")
        at.write("play-edit/freeze", frozen=False)
        touched = act(at, scroll={"at": {"screen": [320, 240]}, "x": 0, "y": -3.5})
        expect((touched["object"], at.call("Read", "scrolled", type="Screens")), (panel, "-3.5"), "the scrolling")
        act(at, drag={"from": {"screen": [320, 240]}, "to": {"screen": [330, 250]}})
        expect((at.call("Read", "drags", type="Screens"), at.call("Read", "framesOfDrags", type="Screens")), ("4", "4"), "the moves of a drag, and their frames")
        touched = act(at, click={"screen": [400, 240]})
        expect(touched["object"], None, "what took a click on the cover")
        contains(at.notes(), "nothing there takes this gesture", "the notes")
        refused(lambda: act(at, other=["pinch", {}]), "invalid-argument", "click, drag, scroll, submit")


def functions_are_announced():
    with screens() as at:
        served = set(at.host.hello["functions"])
        wanted = {"pick/pick-world", "pick/pick-ui", "play-edit/act", "screenshot/take"}
        expect(wanted - served, set(), "the functions that are missing in hello")
        expect({"test-ui-edit/spawn", "test-ui-edit/destroy"} & served, set(), "the functions of a test canvas")
        expect("screenshot" in at.host.hello["capabilities"], True, "the capability `screenshot`")


if __name__ == "__main__":
    run([rays_hit_colliders, wrong_aims_are_rejected, points_meet_graphics, gestures_need_play_mode, gestures_reach_the_game, functions_are_announced])
