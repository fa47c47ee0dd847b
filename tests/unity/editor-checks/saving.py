"""Checks edits-save/save and edits/preview-save, and that a dry run leaves no trace.

Saves scenes of the sample project in the editor double through a link of its own: what is saved, all or none, backups,
read-only files, scenes without files, play mode, the flag `saved` of the edit journal, and that the lines of each
preview give exactly the file that the save writes. Ends with an AssertionError at the first difference.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... saving.py
"""
import os
import shutil
import time

from link import LinkHost
from rig import Editor, adapt

MAIN, ARENA = "Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity"
NEW = "Assets/Scenes/New.unity"


def applied(text, lines):
    """The text after the changes of a preview."""
    old = text.split("\n")
    new, at = [], 0
    for row in lines:
        new += old[at:row["line"] - 1]
        at = row["line"] - 1
        if row["old"] is not None:
            assert row["old"].rstrip("…") == old[at][:240], (row, old[at])
            at += 1
        if row["new"] is not None:
            new.append(row["new"])
    return "\n".join(new + old[at:])


def main():
    work, sample = os.environ["WORK"], os.environ["SAMPLE"]
    project = work + "/project"
    backups = project + "/Library/UnityTools/backups"
    compared = []
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(sample, project)
    adapt(project)
    host = LinkHost()
    os.environ.update(host.environment)
    editor = Editor(os.environ["UNITY_DOUBLE"], project, work)
    read = lambda file: open(project + "/" + file).read()
    save_with = lambda needs, *files: host.call("edits-save/save", {"files": list(files), "needs": needs}, "destructive")
    preview = lambda *files: host.call("edits/preview-save", {"files": list(files)})

    def save(*files):
        """Previews, saves what was checked, and compares the files with the preview."""
        told = preview(*files)
        if told.get("reply") != "file-changes":
            failed = save_with([], *files)
            assert failed == told, (failed, told)
            return failed
        before = {one["file"]: read(one["file"]) for one in told["value"]}
        saved = save_with([need["need"] for one in told["value"] for need in one["needs"]], *files)
        if saved.get("reply") == "saved":
            assert [one["file"] for one in saved["value"]] == [one["file"] for one in told["value"]], (told, saved)
            for one in told["value"]:
                assert len(one["lines"]) == min(one["total"], 200), one["total"]
                compared.append(one["total"])
                assert one["total"] > 200 or applied(before[one["file"]], one["lines"]) == read(one["file"]), "the lines of the preview are not those of the save"
        return saved

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
        assert preview() == {"reply": "file-changes", "value": []}, "nothing is changed"
        apply(MAIN, "One")
        apply(ARENA, "Two")
        old = {file: read(file) for file in (MAIN, ARENA)}
        told = preview()["value"]
        assert [one["file"] for one in told] == [MAIN, ARENA] and scenes()[MAIN] and scenes()[ARENA], "a preview of all changed scenes"
        light, body = {"component": {"type-name": "UnityEngine.Light"}}, {"type-name": "UnityEngine.Rigidbody", "member": "m_Mass", "csharp-name": "mass"}
        needs = [(need["need"], need["path"], need["objects"]) for need in told[0]["needs"]]
        assert (light, "/One", 1) in needs and ({"member": body}, "/One/Crate", 1) in needs, needs
        refused = save_with([light], MAIN)
        assert refused["kind"] == "conflict" and "after the save was checked" in refused["message"], refused
        os.chmod(project + "/" + ARENA, 0o444)
        refused = save(MAIN, ARENA)
        assert refused["kind"] == "conflict" and ARENA in refused["message"], refused
        os.chmod(project + "/" + ARENA, 0o644)
        untitled = save(MAIN, "scn:2")
        assert untitled["kind"] == "invalid-argument" and "a new asset path for it" in untitled["hint"], untitled
        for path, kind, part in (("Assets/None/New.unity", "not-found", "no folder Assets/None"), ("Assets/.New.unity", "invalid-argument", ".New.unity")):
            failed = save(MAIN, path)
            assert failed["kind"] == kind and part in failed["message"], failed
        assert save(NEW, "Assets/Other.unity")["kind"] == "invalid-argument", "two files for one scene"
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
        needs = [need["need"] for one in told for need in one["needs"]]
        failed = save_with(needs, MAIN, moved)
        assert failed["kind"] == "unity" and moved in failed["message"], failed
        assert read(MAIN) == content and scenes()[MAIN], "one scene was saved, although another could not be"
        assert len(save(MAIN)["value"]) == 1 and read(MAIN) != content
        for seed in range(20):
            editor.ask("invoke", type="SceneDump", method="Shuffle", args=[MAIN, str(seed)])
            assert len(save(MAIN)["value"]) == 1, seed
        apply("scn:2", "First")
        preview()
        assert "a new asset path for it" in host.notes[0], "the way to save a new scene"
        told = preview(NEW)["value"]
        assert [one["file"] for one in told] == [NEW] and told[0]["total"] > 10, told
        saved = save_with([need["need"] for need in told[0]["needs"]], MAIN, NEW)["value"]
        assert [(one["file"], one["backup"]) for one in saved] == [(NEW, "")], saved
        assert "m_Name: First" in read(NEW) and scenes()[NEW] is False and journal()[max(journal())], "the new file"
        assert save(NEW) == {"reply": "saved", "value": []}
        assert save("Assets/Other.unity")["kind"] == "not-found", "no scene needs a file"
        editor.ask("play")
        host.accept()
        refused = save(MAIN)
        assert refused["kind"] == "conflict" and "play mode" in refused["message"], refused
        assert not os.path.exists(project + "/Library/UnityTools/preview") or not os.listdir(project + "/Library/UnityTools/preview")
        print("saving: all as expected;", len(compared), "previews with", sum(compared), "lines compared with the saved files")
    finally:
        editor.process.kill()


if __name__ == "__main__":
    main()
