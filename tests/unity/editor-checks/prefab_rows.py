"""Checks that an editor and its project folder give the same rows of prefabs/overrides and prefabs/compare.

Changes prefab instances of the sample through MCP (values of all kinds, tags, references, lists, added and removed
objects and components), saves the scene, and compares all answers of prefab_overrides with those of a second host that
reads the same folder: rows, order, sources, unused overrides, and the sizes of pages. Prints each difference; ends with
code 1 if there is one that EXPECTED does not explain.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... UNITY_TOOL_HOST=... prefab_rows.py
"""
import json
import os
import re
import subprocess
import sys

from rig import Mcp, Rig

SCENES = ["Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity"]
CRATE = "/Crates/Crate"
EDITS = [
    {"set": {"object": CRATE, "component": "Crate", "field": "size", "value": 2}},
    {"set": {"object": CRATE, "component": "Crate", "field": "contents", "value": ["A", "B", "C", "D"]}},
    {"set": {"object": CRATE, "component": "Crate", "field": "label", "value": "x: \"y\""}},
    {"set": {"object": CRATE, "component": "Crate", "field": "lid", "value": None}},
    {"set": {"object": CRATE, "component": "MeshRenderer", "field": "sharedMaterial", "value": "Assets/Materials/Ground.mat"}},
    {"set": {"object": CRATE, "component": "BoxCollider", "field": "size", "value": [3, 2, 1]}},
    {"set": {"object": CRATE, "component": "Rigidbody", "field": "constraints", "value": ["FreezePositionX"]}},
    {"set": {"object": CRATE, "component": "Rigidbody", "field": "interpolation", "value": "Interpolate"}},
    {"set": {"object": CRATE, "component": "Transform", "field": "localScale", "value": [1, 2, 3]}},
    {"set": {"object": CRATE, "component": "Transform", "field": "tag", "value": "Player"}},
    {"set": {"object": "/Guard", "component": "Patrol", "field": "points", "value": [[1, 2, 3], [4, 5, 6]]}},
    {"set_active": {"object": "/Guard/Eye", "active": False}},
    {"add_component": {"object": CRATE, "type": "Light"}},
    {"remove_component": {"object": "/Guard", "component": 1}},
    {"create": {"name": "Extra", "parent": CRATE}},
    {"instantiate": {"prefab": "Assets/Prefabs/Crate.prefab", "parent": CRATE}},
    {"destroy": {"object": "/Crates/Hidden Crate/Lid"}},
]

# The double has no importer for models and no input system, and it reads numbers of fields that it does not know as
# texts. Without its source, a script has the name `<missing script>`. A folder cannot check a reference to a removed part
# of a prefab.
EXPECTED = re.compile(r"Pyramid|<missing script>|<script guid|InputSystem|m_Shadows|\"(unverifiable|missing)\"")


class Folder:
    """A host that serves the project folder alone."""

    def __init__(self, project, work):
        command = [os.environ["UNITY_TOOL_HOST"], "serve", "--listen", "127.0.0.1:0", "--project", project]
        for one in (f"server.data-dir='{work}/folder'", f"server.cache-dir='{work}/cache'", f"server.discovery-file='{work}/folder.json'"):
            command += ["--set", one]
        self.host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.mcp = Mcp(self.host.stdout.readline().strip().split()[-1])


def objects(mcp):
    for scene in SCENES:
        mcp.call("open_scene", scene=scene, additive=True)
    rows = mcp.pages("find_objects", files=SCENES, limit=200, select=["prefab"])
    return {(row["file"], row["path"]): row for row in rows}


def answer(mcp, known, places):
    """The answer, with paths in place of ids."""
    ids = [known[place]["id"] for place in places]
    found = mcp.call("prefab_overrides", objects=ids, limit=500, max_bytes=65536)
    names = {row["id"]: "%s:%s" % place for place, row in known.items()}
    return json.loads(re.sub(r"obj:-?\d+", lambda match: names.get(match.group(0), "elsewhere"), json.dumps(found)))


def sizes(mcp, one):
    found, arguments = [], {}
    while True:
        page = mcp.call("prefab_overrides", objects=[one], limit=7, max_bytes=1024, **arguments)
        found.append(len(page["rows"]))
        if not page.get("next"):
            return found
        arguments = {"cursor": page["next"]}


def differences(folder, editor):
    if "rows" not in folder or "rows" not in editor:
        return [] if folder == editor else ["folder %s" % folder, "editor %s" % editor]
    texts = [[json.dumps(row, sort_keys=True) for row in one["rows"]] for one in (folder, editor)]
    found = ["folder " + row for row in texts[0] if row not in texts[1]] + ["editor " + row for row in texts[1] if row not in texts[0]]
    if not found and texts[0] != texts[1]:
        found.append("the rows have another order")
    if not found:
        found += ["%s is %s and %s" % (key, folder.get(key), editor.get(key)) for key in ("sources", "total", "unused") if folder.get(key) != editor.get(key)]
    return found


def main():
    rig = Rig()
    folder = None
    try:
        objects(rig.mcp)
        for edit in EDITS:
            done = rig.mcp.call("edit_objects", edits=[edit])
            if "ERR" in done:
                print("REJECTED", json.dumps(edit), done["ERR"])
        print("saved:", rig.editor.ask("invoke", type="SceneDump", method="Save").get("result"))
        folder = Folder(rig.project, os.environ["WORK"])
        there, here = objects(folder.mcp), objects(rig.mcp)
        parts = [place for place, row in there.items() if row.get("prefab")]
        roots = [place for place in there if place[1].count("/") <= 2]
        asked = [[place] for place in parts]
        asked += [[one, two] for one in roots[:24] for two in roots[:24] if one != two and there[one].get("prefab") == there[two].get("prefab")][:150]
        wrong = explained = 0
        for places in asked:
            found = differences(answer(folder.mcp, there, places), answer(rig.mcp, here, places))
            strange = [line for line in found if not EXPECTED.search(line)]
            explained += 1 if found and not strange else 0
            if strange:
                wrong += 1
                print("DIFFERENCE", places)
                print("\n".join("    " + line[:300] for line in strange[:8]))
        crate = (SCENES[0], CRATE)
        pages = sizes(folder.mcp, there[crate]["id"]), sizes(rig.mcp, here[crate]["id"])
        if pages[0] != pages[1]:
            wrong += 1
            print("DIFFERENCE page sizes", pages)
        print(len(asked), "answers compared,", wrong, "differ,", explained, "differ as expected")
        return wrong
    finally:
        rig.end()
        if folder is not None:
            folder.host.kill()


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
