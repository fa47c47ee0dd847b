"""Checks edits-save/save, and that a dry run leaves no trace.

Saves scenes of the sample project in the editor double through a link of its own, because no tool of the host saves
scenes of an editor: what is saved, all or none, backups, read-only files, scenes without files, play mode, and the flag
`saved` of the edit journal. Ends with an AssertionError at the first difference.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... saving.py
"""
import os
import shutil
import time

from link import LinkHost
from rig import Editor, adapt

MAIN, ARENA = "Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity"


def main():
    work, sample = os.environ["WORK"], os.environ["SAMPLE"]
    project = work + "/project"
    backups = project + "/Library/UnityTools/backups"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(sample, project)
    adapt(project)
    host = LinkHost()
    os.environ.update(host.environment)
    editor = Editor(os.environ["UNITY_DOUBLE"], project, work)
    read = lambda file: open(project + "/" + file).read()
    save = lambda *files: host.call("edits-save/save", {"files": list(files), "needs": []}, "destructive")

    def scenes():
        time.sleep(0.5)  # The command `state` is answered from a copy that is one tick old.
        return {scene["path"]: scene["dirty"] for scene in editor.ask("state")["scenes"]}

    def dump():
        editor.ask("invoke", type="SceneDump", method="Write", args=[work + "/dump"])
        return open(work + "/dump").read()

    def edits(scene, name):
        create = {"name": name, "parent": None, "scene": scene, "position": [0, 1, 2], "components": ["Light"]}
        instantiate = {"prefab": "Assets/Prefabs/Crate.prefab", "parent": {"made": 0}, "scene": None, "position": None}
        mass = {"object": {"made": 1}, "component": {"by-type": "Rigidbody"}, "path": "mass", "value": 7}
        return [{"create": create}, {"instantiate": instantiate}, {"set": mass}]

    def journal():
        page = {"limit": 50, "cursor": None, "max-bytes": 65536}
        return {row["id"]: row["saved"] for row in host.call("edits/list-entries", {"page": page})["value"]["rows"]}

    def apply(scene, name):
        plan = host.call("edits/preview", {"edits": edits(scene, name)})
        assert plan.get("reply") == "plan", plan
        done = host.call("edits-edit/apply", {"edits": edits(scene, name), "digest": plan["value"]["digest"]}, "write")
        assert done["reply"] == "edit-done", done

    try:
        host.accept()
        for number in (0, 1):
            host.call("scenes/open", {"scene": "scn:%d" % number, "additive": True})
        before = dump()
        for _ in range(5):
            assert host.call("edits/preview", {"edits": edits(MAIN, "Dry")})["reply"] == "plan"
        assert dump() == before and not any(scenes().values()), "a dry run left a trace"
        assert save("Main", ARENA) == {"reply": "saved", "value": []}, "nothing is changed, so nothing is saved"
        apply(MAIN, "One")
        apply(ARENA, "Two")
        old = {file: read(file) for file in (MAIN, ARENA)}
        os.chmod(project + "/" + ARENA, 0o444)
        refused = save(MAIN, ARENA)
        assert refused["kind"] == "conflict" and ARENA in refused["message"], refused
        os.chmod(project + "/" + ARENA, 0o644)
        untitled = save(MAIN, "scn:2")
        assert untitled["kind"] == "invalid-argument" and "Save As" in untitled["hint"], untitled
        assert save(MAIN, "scn:99")["kind"] == "not-found"
        assert {file: read(file) for file in old} == old and not os.path.exists(backups), "a rejected call wrote something"
        assert journal() == {1: False, 2: False}
        saved = save("main")["value"]
        assert [one["file"] for one in saved] == [MAIN] and saved[0]["bytes"] == len(read(MAIN).encode()), saved
        assert read(saved[0]["backup"]) == old[MAIN], "the backup is not the earlier file"
        assert journal() == {1: True, 2: False}
        assert [one["file"] for one in save("scn:0", ARENA, "Arena")["value"]] == [ARENA]
        assert journal() == {1: True, 2: True} and not any(scenes().values())
        editor.ask("undo")
        time.sleep(0.3)
        assert journal() == {1: True, 2: False}, "the file holds what the user undid"
        for number in range(21):
            apply(MAIN, "More %d" % number)
            assert len(save(MAIN)["value"]) == 1
        assert len(os.listdir(backups)) == 20, "at most 20 backups"
        apply(MAIN, "Last")
        editor.ask("invoke", type="SceneDump", method="Save")
        time.sleep(0.5)
        assert journal()[max(journal())], "the user saved the scene"
        moved = "Assets/Moved/Arena.unity"
        editor.ask("invoke", type="SceneDump", method="SaveAs", args=[ARENA, moved])
        apply(MAIN, "Kept")
        apply(moved, "Lost")
        shutil.rmtree(project + "/Assets/Moved")
        content = read(MAIN)
        failed = save(MAIN, moved)
        assert failed["kind"] == "unity" and moved in failed["message"], failed
        assert read(MAIN) == content and scenes()[MAIN], "one scene was saved, although another could not be"
        assert len(save(MAIN)["value"]) == 1 and read(MAIN) != content
        editor.ask("play")
        host.accept()
        refused = save(MAIN)
        assert refused["kind"] == "conflict" and "play mode" in refused["message"], refused
        print("saving: all as expected")
    finally:
        editor.process.kill()


if __name__ == "__main__":
    main()
