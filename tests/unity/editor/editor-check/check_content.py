"""Checks of scenes, prefabs, assets, dialogs and preferences."""

import os
import shutil
import tempfile
import time

from drive import Failure, expect
from projects import editor, write


def scene_is_saved_and_read_back():
    with editor() as at:
        one = int(at.call("UndoCreate", "Saved"))
        two = int(at.call("Create", "Below"))
        at.call("UndoParent", two, one)
        at.call("SetProbe", one, 11, "eleven")
        at.call("LinkProbe", one, two)
        expect(at.call("Save", "Assets/One.unity", type="SceneOracle"), "True", "SaveScene")
        expect(at.state()["scenes"][0]["dirty"], False, "the dirty mark after the save")
        expect(at.state()["scenes"][0]["path"], "Assets/One.unity", "the path after the save")
        text = open(os.path.join(at.folder, "Assets/One.unity")).read()
        at.call("Save", "Assets/One.unity", type="SceneOracle")
        expect(open(os.path.join(at.folder, "Assets/One.unity")).read(), text, "the file after a second save")
        at.call("New", type="SceneOracle")
        expect(at.call("Describe"), "", "an empty scene")
        at.call("Open", "Assets/One.unity", type="SceneOracle")
        expect(at.call("Look", "Saved", type="SceneOracle"), "11 ,eleven 2.5 Below", "the script that was read")
        expect(at.call("Look", "Saved/Below", type="SceneOracle"), "none", "the child that was read")
        at.call("Save", "Assets/One.unity", type="SceneOracle")
        expect(open(os.path.join(at.folder, "Assets/One.unity")).read(), text, "the file after load and save")
        at.call("TakeNotes")
        at.call("Additive", type="SceneOracle")
        expect(at.call("TakeNotes").replace("hierarchy;", ""), "opening Assets/Two.unity;opened Two;closing Two;closed ;", "the events of an additive scene")


def prefab_overrides_are_made_applied_and_reverted():
    with editor(["PrefabOracle.cs", "AssetOracle.cs", "Settings.cs"]) as at:
        for method in ["Create", "Override", "Revert", "Apply", "UndoOfUserActions", "Components", "Contents", "Nested", "Reopen"]:
            result = at.call(method, type="PrefabOracle")
            expect(result, "ok", "prefab check " + method)


def assets_have_guids_and_types():
    with editor(["AssetOracle.cs", "Settings.cs"]) as at:
        for method in ["Create", "Move", "Find", "Remove"]:
            expect(at.call(method, type="AssetOracle"), "ok", "asset check " + method)
        write(at, "Assets/Notes.txt", "hello")
        at.call("TakeNotes")
        at.ask("refresh")
        expect(at.call("TakeNotes"), "imported Assets/Notes.txt;", "the assets that OnPostprocessAllAssets got")
        expect(os.path.exists(os.path.join(at.folder, "Assets/Notes.txt.meta")), True, "the .meta file")
        expect(at.call("Text", type="AssetOracle"), "hello", "the text of a TextAsset")
        expect(at.call("Hold", type="AssetOracle"), "0", "the value of a new asset")
        path = os.path.join(at.folder, "Assets/Data/Held.asset")
        text = open(path).read()
        write(at, "Assets/Data/Held.asset", text.replace("value: 0", "value: 44"))
        at.ask("refresh")
        expect(at.call("Held", type="AssetOracle"), "44", "the value of a held asset after its file changed")


def blocked_main_thread_answers_state():
    with editor() as at:
        number = at.send("block", ms=3000, title="Modal")
        at.wait_event("dialog")
        started = time.time()
        while at.state()["main-ms"] < 200:
            if time.time() - started > 5:
                raise Failure("main-ms does not grow while the main thread is blocked")
        state = at.state()
        expect(state["blockedBy"], "Modal", "the dialog that blocks")
        at.ask("answer", button=0)
        expect(at.answer(number)["button"], 0, "the button")
        number = at.send("invoke", type="PlayOracle", method="Dialog", args=[])
        at.wait_event("dialog", since=1)
        at.wait_state(lambda state: state["blockedBy"] == "Sure", "the dialog of the script")
        at.ask("answer", button=1)
        expect(at.answer(number)["result"], "False", "the result of DisplayDialog")


def focus_and_preferences():
    folder = tempfile.mkdtemp(prefix="double-prefs-")
    try:
        with editor(prefs=folder) as at:
            at.ask("focus", focused=False)
            expect(at.state()["focused"], False, "the focus")
            started = int(at.call("Ticks", type="PlayOracle"))
            time.sleep(1)
            ticks = int(at.call("Ticks", type="PlayOracle")) - started
            expect(2 <= ticks <= 12, True, "about 5 ticks a second without focus (%d)" % ticks)
            at.call("SetPrefs", type="PlayOracle")
            write(at, "Assets/Editor/Word.cs", "public static class Word { }")
            at.ask_and_wait("focus", "loaded", focused=True)
        with editor(prefs=folder) as at:
            expect(at.call("GetPrefs", type="PlayOracle"), "5 0.5 text True", "the preferences in the next process")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "fixtures", "unity", "sample")


def sample_scenes_are_the_same_after_reload_play_and_undo():
    with editor(["SceneSteps.cs"], start=os.path.abspath(SAMPLE)) as at:
        for name in ["Main", "Arena"]:
            path = "Assets/Scenes/%s.unity" % name
            text = open(os.path.join(at.folder, path)).read()

            def same(what):
                at.call("Save", "Assets/Copy.unity", type="SceneSteps")
                copy = open(os.path.join(at.folder, "Assets/Copy.unity")).read()
                for number, (wanted, seen) in enumerate(zip(text.split("\n"), copy.split("\n"))):
                    if wanted != seen:
                        raise Failure("%s after %s differs in line %d: expected %r, got %r" % (path, what, number + 1, wanted, seen))
                expect(len(copy), len(text), "the length of %s after %s" % (path, what))

            at.call("Open", path, type="SceneOracle")
            same("load")
            at.ask_and_wait("reload", "loaded")
            same("a reload")
            for options in [0, 1, 3]:
                at.call("SetOptions", options, type="PlayOracle")
                at.ask_and_wait("play", "played")
                at.ask_and_wait("stop", "played")
                same("play mode with the options %d" % options)
            for _ in range(int(at.call("Roots", type="SceneSteps"))):
                at.call("DestroyFirstRoot", type="SceneSteps")
            at.ask_and_wait("reload", "loaded")
            for _ in range(int(at.call("Steps", type="SceneSteps"))):
                at.ask("undo")
            same("undo of the destruction of all objects")


def sample_prefabs_are_the_same_after_load_and_save():
    with editor(["SceneSteps.cs"], start=os.path.abspath(SAMPLE)) as at:
        for name in sorted(os.listdir(os.path.join(at.folder, "Assets/Prefabs"))):
            path = "Assets/Prefabs/" + name
            if not name.endswith(".prefab"):
                continue
            text = open(os.path.join(at.folder, path)).read()
            for step in ["SavePrefab", "TouchPrefab"]:
                at.call(step, path, type="SceneSteps")
                seen = open(os.path.join(at.folder, path)).read()
                for number, (before, after) in enumerate(zip(text.split("\n"), seen.split("\n"))):
                    if before != after:
                        raise Failure("%s after %s differs in line %d: expected %r, got %r" % (path, step, number + 1, before, after))
                expect(len(seen), len(text), "the length of %s after %s" % (path, step))
                at.ask_and_wait("reload", "loaded")
