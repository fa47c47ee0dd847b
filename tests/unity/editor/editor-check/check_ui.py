"""Checks of preview scenes, of the user interface, of component types and of objects that are not saved."""

import os

from check_content import SAMPLE
from drive import expect
from projects import editor, reload


def preview_scenes_do_not_play_and_survive_reloads():
    with editor(["UiOracle.cs"]) as at:
        identity, _, described = at.call("OpenPreview", type="UiOracle").partition(" ")
        expect(described, "True 1 1 1 False True", "a preview scene")
        reload(at)
        expect(at.call("DescribePreview", int(identity), type="UiOracle"), "True 1 1 1 False True", "a preview scene after a reload")
        at.ask_and_wait("play", "played")
        expect(at.call("DescribePreview", int(identity), type="UiOracle"), "True 1 1 1 False True", "a preview scene in play mode")
        at.ask_and_wait("stop", "played")
        expect(at.call("ClosePreview", int(identity), type="UiOracle"), "True gone 0", "a closed preview scene")


def buttons_call_stored_and_added_listeners():
    with editor(["UiOracle.cs"]) as at:
        expect(at.call("MakeButton", type="UiOracle"), "RectTransform,CanvasRenderer,Image,Button", "the components that an image and a button require")
        expect(at.call("Click", type="UiOracle"), "System 1 none", "a click in edit mode, where stored calls for play mode do not run")
        reload(at)
        at.ask_and_wait("play", "played")
        expect(at.call("Click", type="UiOracle"), "Clicked 1 Button", "a click in play mode")
        at.ask_and_wait("stop", "played")


def unsaved_objects_survive_play_mode():
    with editor(["UiOracle.cs"]) as at:
        at.call("Create", "Saved")
        identity = int(at.call("MakeUnsaved", type="UiOracle"))
        for options in [0, 1, 3]:
            at.call("SetOptions", options, type="PlayOracle")
            at.ask_and_wait("play", "played")
            at.call("Rename", identity, "Named with %d" % options, type="UiOracle")
            at.ask_and_wait("stop", "played")
            expect(at.call("Place", identity, type="UiOracle"), "Named with %d True" % options, "an object that is not saved after play mode")


def components_of_the_sample_are_known():
    with editor(["UiOracle.cs"], start=os.path.abspath(SAMPLE)) as at:
        seen = []
        for name in ["Main", "Arena"]:
            at.call("Open", "Assets/Scenes/%s.unity" % name, type="SceneOracle")
            seen.append("%s:%s:%s" % (name, at.call("UnknownTypes", type="UiOracle"), at.call("Missing", type="UiOracle")))
        expect(seen, ["Main::3", "Arena::1"], "unknown types and missing scripts of the scenes")


def a_scene_that_play_mode_closed_is_restored():
    with editor(["UiOracle.cs", "SceneSteps.cs"], start=os.path.abspath(SAMPLE)) as at:
        text = open(os.path.join(at.folder, "Assets/Scenes/Main.unity")).read()
        at.call("Open", "Assets/Scenes/Main.unity", type="SceneOracle")
        at.call("StartWith", "Assets/Scenes/Arena.unity", type="UiOracle")
        at.ask_and_wait("play", "played")
        expect(at.state()["scenes"][0]["name"], "Arena", "the scene that plays")
        at.ask_and_wait("stop", "played")
        at.call("Save", "Assets/Copy.unity", type="SceneSteps")
        expect(open(os.path.join(at.folder, "Assets/Copy.unity")).read() == text, True, "the file of the scene is as before")
