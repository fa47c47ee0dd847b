"""Checks that a bridge which the settings page closed writes nothing more.

Switches code on and off, so that the bridge opens again in the same domain, undoes an edit, saves its scene, and reads the
journal of edits after a domain reload. Ends with an AssertionError at the first difference.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... switching.py
"""
import os
import shutil

from link import LinkHost
from rig import Editor, adapt

MAIN = "Assets/Scenes/Main.unity"
CODE = "Allow code from the host in this project"


def main():
    work, sample = os.environ["WORK"], os.environ["SAMPLE"]
    project = work + "/project"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(sample, project)
    adapt(project)
    host = LinkHost()
    os.environ.update(host.environment)
    editor = Editor(os.environ["UNITY_DOUBLE"], project, work)

    def journal():
        page = {"limit": 50, "cursor": None, "max-bytes": 65536}
        rows = host.call("edits/list-entries", {"page": page})["value"]["rows"]
        return {row["id"]: (row["undone-by"], row["saved"]) for row in rows}

    def edit():
        edits = [{"create": {"name": "One", "parent": None, "scene": MAIN, "position": None, "components": []}}]
        plan = host.call("edits/preview", {"edits": edits})
        assert "value" in plan, plan
        assert host.call("edits-edit/apply", {"edits": edits, "digest": plan["value"]["digest"]}, "write")["reply"] == "edit-done"

    try:
        host.accept()
        host.call("scenes/open", {"scene": "scn:0", "additive": True})
        edit()
        for allowed in (True, False):
            editor.ask("settings", path="Project/Unity Tools", toggle=CODE)
            host.accept()
            assert ("link/load-assembly" in host.hello["functions"]) == allowed, host.hello["functions"]
        done = host.call("edits-edit/undo", {"entries": [1], "digest": None}, "write")
        assert done["reply"] == "edit-done", done
        edit()
        assert len(host.call("edits-save/save", {"files": [MAIN], "needs": []}, "destructive")["value"]) == 1
        before = journal()
        assert before[1][0] == 2, before
        editor.ask("reload")
        host.accept()
        assert journal() == before, (journal(), before)
        print("switching: all as expected")
    finally:
        editor.process.kill()


if __name__ == "__main__":
    main()
