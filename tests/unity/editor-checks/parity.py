"""Checks that an editor answers like its project folder: the same script over MCP against both.

One host serves a copy of the sample project as a folder, another one serves an equal copy that is open in the editor
double. Each step calls one tool on both sides. The answers are compared completely and value for value; ids are mapped
by path. A difference is allowed only by a row of `parity_table.py`, and each row must be needed. In a step that a folder
cannot do, the folder's error and the editor's answer have expected values. Every tool of the profiles `standard` and
`live` is called. Prints each difference. Ends with code 1 if something is not as expected, and also if a known defect of
`parity_table.py` is open, unless `--known` accepts these.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... UNITY_TOOL_HOST=... parity.py [--known] [--trace]
"""
import os
import sys

from parity_script import MAIN, NUMBER, Any, Script, Text, at, digest, kept
from parity_sides import Side, differences
from parity_table import DEFECTS, NOT_SERVED, ROWS

ARENA = "Assets/Scenes/Arena.unity"
CRATE, ENEMY = "Assets/Prefabs/Crate.prefab", "Assets/Prefabs/Enemy.prefab"
DOOR = "Assets/Scripts/Gate.cs"
GOOD = "using UnityEngine;\n\npublic class Gate : MonoBehaviour\n{\n    public float width = 2;\n}\n"
BAD = GOOD.replace("width = 2", "width = missing")
PULL = "System.String Door::Pull(System.Int32,System.String)"
SETTINGS = [
    "unity.live=true", "project.allow-save=true", "policy.allow-writes=true", "policy.enable-console-eval=true", "policy.require-confirm=false",
    'policy.component-allowlist=["*"]', 'policy.reflection-allowlist-members=["*"]', 'policy.hook-allowlist-signatures=["*"]',
    'bundles.scripts.grants=["unity-tools:authoring/scripts-edit"]', 'bundles.save.grants=["unity-tools:unity/edits-save"]', "limits.page=1MiB",
]
SECTIONS = ["build", "layers", "tags", "physics", "physics_2d", "time", "player", "quality", "graphics", "packages", "input"]
BIG = {"limit": 500, "max_bytes": 1000000}


def edit(script, title, *edits, undo=True):
    """A dry run, the change, and its undo."""
    script.both(title + ", dry run", "edit_objects", edits=edits, dry_run=True)
    script.both(title, "edit_objects", keep={"entry": "entry"}, edits=edits)
    if undo:
        script.both(title + ", undo", "undo_edits", entries=[kept("entry")])


def values(script, title):
    """All values of all loaded objects."""
    script.both(title + ": objects", "find_objects", select=["active", "active_self", "tag", "layer", "parent", "components", "prefab", "position"], **BIG)
    ids = sorted(set(script.folder.names.values()) & set(script.editor.names.values()))
    ids = [name for name in ids if name.startswith(("<" + MAIN, "<" + ARENA))]
    loaded = []
    for side in (script.folder, script.editor):
        rows = side.mcp.pages("find_objects", **BIG)
        loaded.append({side.names[row["id"]] for row in rows})
    ids = [name for name in ids if name in loaded[0] and name in loaded[1]]
    for start in range(0, len(ids), 50):
        chosen = ids[start:start + 50]
        script.both(title + ": values", "get_components", objects=lambda side: [{name: id for id, name in side.names.items()}[one] for one in chosen], **BIG)


def reads(script):
    script.both("status", "unity_status")
    script.both("targets", "list_unitys")
    script.both("scenes", "list_scenes")
    script.both("open a scene", "open_scene", scene=MAIN)
    script.both("open a scene beside it", "open_scene", scene=ARENA, additive=True)
    script.both("loaded scenes", "list_scenes", loaded=True)
    script.both("status with scenes", "unity_status")
    script.both("outline of a scene", "outline", scene=MAIN, depth=100, limit=500, max_bytes=100000)
    script.both("outline of names", "outline", scene=ARENA, depth=100, names_only=True, limit=500)
    script.both("outline of an object", "outline", object="/HUD Canvas", depth=2)
    script.both("outline of a prefab", "outline", scene=ENEMY, depth=10)
    script.both("outline of no object", "outline", object="/none", fails="NotFound")
    values(script, "at first")
    script.both("search by type", "find_objects", type="Collider", per="component", select=["Collider.isTrigger"], order=["-name"], **BIG)
    script.both("search by value", "find_objects", where=[{"field": "Light.intensity", "op": ">", "value": 0.5}], select=["Light.intensity", "Light.color", "Light.type"], **BIG)
    script.both("search below", "find_objects", under="/World", active=True, name="*o*", **BIG)
    script.both("search for broken references", "find_objects", where=[{"field": "PlayerController.skin", "op": "broken"}], **BIG)
    script.both("search by tag and layer", "find_objects", any=[[{"field": "tag", "op": "=", "value": "Enemy"}], [{"field": "layer", "op": "=", "value": "Ground"}]], **BIG)
    script.both("search by prefab", "find_objects", where=[{"field": "prefab", "op": "=", "value": CRATE}], select=["prefab"], **BIG)
    script.both("search by the root of a prefab", "find_objects", where=[{"field": "prefab_root", "op": "=", "value": CRATE}], select=["prefab"], **BIG)
    script.both("select the root of a prefab", "find_objects", select=["prefab_root"], fails="InvalidArgument")
    script.both("search for objects of no prefab", "find_objects", where=[{"field": "prefab", "op": "=", "value": None}], name="Eye*", **BIG)
    script.both("search by a part of a path of a prefab", "find_objects", where=[{"field": "prefab", "op": "contains", "value": "Enemy"}], select=["prefab"], **BIG)
    script.both("search by an unknown prefab", "find_objects", where=[{"field": "prefab", "op": "=", "value": "Assets/Prefabs/Crat.prefab"}], fails="InvalidArgument")
    script.both("static flags", "find_objects", name="*o*", select=["static"], **BIG)
    script.both("search in prefabs", "find_objects", scope="prefabs", type="Sample.Game.Crate", select=["Crate.size", "Crate.contents"], **BIG)
    script.both("search in the project", "find_objects", scope="project", type="Light", select=["Light.range"], **BIG)
    script.both("search for an unknown type", "find_objects", type="NoSuchType", fails="NotFound")
    script.both("some values", "get_components", objects=["/Player"], types=["PlayerController"], fields=["displayName", "move.speed", "muzzle", "weapon", "tint.r", "comboTable[1]"], **BIG)
    for instance in ("/Crates/Crate", "/Crates/Heavy Crate", "/Guard"):
        script.both("overrides of " + instance, "prefab_overrides", objects=[at(instance)], **BIG)
    script.both("overrides of a nested variant", "prefab_overrides", objects=[at("/Squad", ARENA)], **BIG)
    script.both("two objects compared", "prefab_overrides", objects=[at("/Crates/Crate"), at("/Crates/Heavy Crate")], **BIG)
    script.both("overrides of no instance", "prefab_overrides", objects=[at("/Player")], fails="InvalidArgument")
    script.both("references to an asset", "find_references", target="Assets/Materials/Crate.mat", **BIG)
    script.both("references to a type", "find_references", target="Crate", **BIG)
    script.both("references to an object by its path", "find_references", target="/Player", **BIG)
    script.both("references to an object by its id", "find_references", target=at("/Player"), **BIG)
    script.both("missing references", "missing_references", group="none", **BIG)
    script.both("missing references by file", "missing_references", group="file", **BIG)
    script.both("assets", "list_assets", **BIG)
    script.both("assets of a kind", "list_assets", kind="Prefab", order="-bytes", **BIG)
    for asset in ("Assets/Materials/Crate.mat", "Assets/Settings/GameSettings.asset", ENEMY, "Assets/Models/Pyramid.obj"):
        script.both("asset " + asset, "asset_info", asset=asset, max_bytes=100000)
    for section in SECTIONS:
        script.both("settings of " + section, "project_settings", section=section, max_bytes=100000)
    script.both("a type", "script_info", type="PlayerController")
    script.both("a type of Unity", "script_info", type="UnityEngine.Light")
    script.both("a source", "script_info", asset="Assets/Scripts/Crate.cs", source=True)
    script.both("a ray through the screen", "raycast", scene="Main", screen=[0.5, 0.5], normalized=True)
    script.both("a ray of the world", "raycast", scene="Main", origin=[0, 9, 0], direction=[0, -1, 0])
    script.both("a ray through the UI", "raycast", scene="Main", screen=[0.5, 0.55], normalized=True, ui=True)
    script.both("picked by the mouse", "MousePick", mode="world", x=0.5, y=0.5, normalized=True)
    script.both("picked in the UI", "MousePick", mode="ui", x=0.5, y=0.55, normalized=True)
    script.both("the check of the server", "check_status")
    script.both("log lines of no text", "read_logs", text="no such line")


def edits(script):
    crate, player, guard = "/Crates/Crate", "/Player", "/Guard"
    put = lambda object, component, field, value: {"set": {"object": object, "component": component, "field": field, "value": value}}
    edit(script, "set a number", put(at("/Lighting/Point Light"), "Light", "intensity", 3.5))
    edit(script, "set the value that is there", put(at("/Lighting/Point Light"), "Light", "intensity", 2.5))
    edit(script, "set values of all kinds", put(player, "PlayerController", "displayName", "x: \"y\" ä"), put(player, "PlayerController", "userId", 9007199254740995),
         put(player, "PlayerController", "invincible", True), put(player, "PlayerController", "abilities", ["Jump", "Glide"]), put(player, "PlayerController", "lookSpeed", [1.5, -2]),
         put(player, "PlayerController", "cell", [1, 2, 3]), put(player, "PlayerController", "tint", [0.1, 0.2, 0.3, 1]), put(player, "PlayerController", "move.speed", 7.25),
         put(player, "PlayerController", "comboTable", [4, 5]), put(player, "PlayerController", "titles", []), put(player, "PlayerController", "muzzle", None),
         put(player, "PlayerController", "health", {"ref": at(guard)}), put(player, "PlayerController", "skin", "Assets/Materials/Ground.mat"), put(player, "PlayerController", "groundMask", 5))
    edit(script, "set a value of a prefab instance", put(at(crate), "Crate", "size", "Large"), put(at(crate), "Crate", "contents", ["A", "B"]), put(at(crate), "Transform", "localScale", [1, 2, 3]))
    row = {"edit": 0, "object": "<%s:%s>" % (MAIN, crate), "file": MAIN, "path": crate, "component": "UnityEngine.Transform", "index": 0, "field": "tag", "old": "Pickup", "new": "Player"}
    script.editor_only("set the tag", "edit_objects", "InvalidArgument", ["no member tag", "the tag belongs to the object"], {"total": 1, "complete": True, "rows": [row]},
                       edits=[put(at(crate), "Transform", "tag", "Player")], dry_run=True)
    edit(script, "deactivate", {"set_active": {"object": at("/World"), "active": False}})
    edit(script, "create objects", {"create": {"name": "New", "scene": MAIN, "position": [1, 2, 3], "components": ["Light", "BoxCollider"]}},
         {"create": {"name": "Child", "parent": {"made": 0}}}, put({"made": 0}, "Light", "range", 4.5), {"set_active": {"object": {"made": 1}, "active": False}})
    edit(script, "instantiate a prefab", {"instantiate": {"prefab": CRATE, "parent": at("/Crates"), "position": [4, 0, 1]}})
    edit(script, "instantiate a nested prefab", {"instantiate": {"prefab": "Assets/Prefabs/Squad.prefab", "scene": ARENA}})
    edit(script, "destroy an object", {"destroy": {"object": at("/Lighting/Night")}})
    edit(script, "destroy a prefab instance", {"destroy": {"object": at(guard)}})
    edit(script, "reparent", {"reparent": {"object": at("/World/Ball"), "parent": at("/Lighting"), "index": 0, "keep_world": True}})
    edit(script, "reparent to the root", {"reparent": {"object": at("/World/Tilted/Tilted Box"), "keep_world": False}})
    edit(script, "add a component", {"add_component": {"object": at("/World/Ball"), "type": "Rigidbody"}}, put(at("/World/Ball"), "Rigidbody", "mass", 12))
    edit(script, "add a script", {"add_component": {"object": at("/World/Ball"), "type": "Sample.Game.Patrol"}})
    edit(script, "remove a component", {"remove_component": {"object": at("/World/Ball"), "component": "SphereCollider"}})
    edit(script, "remove a component of a prefab instance", {"remove_component": {"object": at(crate), "component": "Rigidbody"}})
    values(script, "after all undos")
    for title, kind, one in (
            ("an object that is missing", "NotFound", {"destroy": {"object": "/none"}}), ("a type that is missing", "NotFound", {"add_component": {"object": at(player), "type": "None"}}),
            ("a value of another kind", "InvalidArgument", put(player, "PlayerController", "invincible", "maybe")), ("a field that is missing", "InvalidArgument", put(player, "PlayerController", "none", 1)),
            ("a parent below the object", "InvalidArgument", {"reparent": {"object": at("/World"), "parent": at("/World/Ball")}}),
            ("a Transform that is removed", "InvalidArgument", {"remove_component": {"object": at(player), "component": "Transform"}}),
            ("a part of a prefab instance that is destroyed", None, {"destroy": {"object": at("/Guard/Eye")}})):
        script.both("reject " + title, "edit_objects", fails=kind, edits=[one], dry_run=True)
    script.both("edits so far", "list_edits", limit=500, max_bytes=1000000)
    edit(script, "a change that stays", put(at("/Lighting/Point Light"), "Light", "intensity", 3), {"set_active": {"object": at("/Lighting/Night"), "active": True}},
         put(at(crate), "Crate", "label", "Saved"), undo=False)
    edit(script, "a change of another scene", put(at("/Arena Camera", ARENA), "Camera", "fieldOfView", 50), undo=False)
    edit(script, "a change that builds on it", put(at("/Lighting/Point Light"), "Light", "intensity", 4), undo=False)
    script.both("undo out of order", "undo_edits", fails="Conflict", entries=[lambda side: side.kept["entry"] - 2])
    script.both("overrides after the change", "prefab_overrides", objects=[at(crate)], **BIG)
    script.both("status with edits", "unity_status")
    script.both("undo, dry run", "undo_edits", entries=[kept("entry")], dry_run=True)
    script.both("undo the last change", "undo_edits", entries=[kept("entry")])
    values(script, "before saving")


def saves(script):
    script.both("lines that a save changes", "save_scenes", dry_run=True)
    script.both("save", "save_scenes", files=[MAIN, ARENA])
    script.both("nothing left to save", "save_scenes", dry_run=True)
    script.both("edits after saving", "list_edits", limit=4)
    for scene in (MAIN, ARENA):
        script.both("the saved file of " + scene, "find_objects", files=[scene], type="Light", select=["Light.intensity"], **BIG)
    script.both("a saved override", "prefab_overrides", objects=[at("/Crates/Crate")], **BIG)


def scripts(script):
    script.both("a source with a compile error", "write_script", keep={"bad": "entry"}, path=DOOR, text=BAD)
    script.both("a source that exists", "write_script", fails="Conflict", path=DOOR, text=GOOD)
    script.both("the repair", "write_script", keep={"good": "entry"}, path=DOOR, text=GOOD, digest=digest(BAD))
    script.both("the repaired source", "script_info", asset=DOOR, source=True)
    script.both("its type", "script_info", type="Gate")
    script.both("a patch", "patch_script", keep={"patch": "entry"}, path=DOOR, patches=[{"old": "width = 2", "new": "width = 5"}])
    script.both("a patch of other text", "patch_script", fails="InvalidArgument", path=DOOR, patches=[{"old": "height", "new": "width"}])
    script.both("a source with a syntax error", "write_script", fails="InvalidArgument", path="Assets/Scripts/Wrong.cs", text="class Wrong {")
    script.both("a source outside of the project", "write_script", fails="InvalidArgument", path="../Gate.cs", text=GOOD)
    script.editor_only("a component of the new type", "edit_objects", "NotFound", ["Assets/Scripts/Gate.cs has no .meta file yet"], {"total": 1, "complete": True, "rows": [
        {"edit": 0, "object": "<%s:/Player>" % MAIN, "file": MAIN, "path": "/Player", "component": "Gate", "index": 7, "new": {"type": "Gate"}}]},
        edits=[{"add_component": {"object": at("/Player"), "type": "Gate"}}], dry_run=True)
    script.both("undo the patch, dry run", "undo_edits", entries=[kept("patch")], dry_run=True)
    script.both("undo the patch", "undo_edits", entries=[kept("patch")])
    script.both("the source after the undo", "script_info", asset=DOOR, source=True)
    script.both("undo the creation", "undo_edits", entries=[kept("good"), kept("bad")])
    # The index of files follows the file system, also the one for similar names.
    script.wait("the source is gone from the index", "script_info", lambda answer: "Assets/Scripts/Gate.cs or" not in answer.get("error", "Gate.cs or"), asset=DOOR)
    script.both("the source is gone", "script_info", asset=DOOR, source=True, fails="NotFound")
    script.both("entries of sources", "list_edits", limit=6)
    values(script, "after compilations")


def host_tools(script):
    script.both("the configuration", "GetConfig")
    script.both("a change without confirmation", "SetConfig", requireConfirm=True, fails="ConfirmationRequired")
    script.both("a wider configuration", "SetConfig", enableConsoleEval=True, confirm=True)
    script.both("write a console script", "WriteConsoleScript", path="one.cs", content="1 + 1")
    script.both("read a console script", "ReadConsoleScript", path="one.cs")
    script.editor_only("run a console script", "RunConsoleScript", "NotReady", ["needs a running Unity"], {"ok": True, "result": "2"}, path="one.cs")
    script.both("the selection", "GetSelection")
    script.both("select", "SelectObject", objectId=at("/Player"))
    script.both("select another object", "SelectObject", objectId=at("/Guard"))
    script.both("the selection of two", "GetSelection")
    script.both("select a missing object", "SelectObject", objectId="obj:999999999999", fails="NotFound")
    script.both("hookable methods", "HookListMethods", type="Door")
    script.both("add a hook", "HookAdd", type="Door", method="Pull")
    script.both("switch a hook off", "HookSetEnabled", signature=PULL, enabled=False)
    script.both("remove a hook", "HookRemove", signature=PULL)
    script.both("remove a hook again", "HookRemove", signature=PULL, fails="NotFound")
    script.both("choose a target", "use_unity", unity="project")


def time_scale(script):
    script.both("the time scale", "GetTimeScale")
    script.both("another time scale", "SetTimeScale", value=0.5)
    script.both("the new time scale", "GetTimeScale")
    script.both("a time scale above the limit", "SetTimeScale", value=9)
    script.both("a locked time scale", "SetTimeScale", keep={}, value=2, lock=True)
    script.both("the locked time scale", "GetTimeScale")
    script.both("entries of the time scale", "list_edits", limit=2)


def play(script):
    edit_mode = {"error": Text("^the editor is in edit mode, so no game runs\nenter play mode first"), "kind": "NotReady"}
    frozen = {"frame": NUMBER, "time": NUMBER, "fixed_time": NUMBER, "fixed_step": 0.02, "frozen": True}
    script.editor_only("leave play mode in edit mode", "play_mode", "NotReady", ["needs a running Unity"], {"ok": True}, mode="stop")
    script.both("the time scale in edit mode", "GetTimeScale")
    script.editor_only("enter play mode", "play_mode", "NotReady", ["needs a running Unity"], {"ok": True}, mode="play")
    script.editor_only("frames", "step", "NotReady", ["needs a running Unity"], {"passed": 3, "met": False, "values": [[NUMBER]] * 3, "clock": frozen}, frames=3,
                       watch=[{"object": "/Player", "field": "Transform.position.y"}])
    script.editor_only("released time", "step", "NotReady", ["needs a running Unity"], {"passed": 0, "met": False, "clock": dict(frozen, frozen=False)}, frozen=False)
    time_scale(script)
    script.editor_only("costs of frames", "frame_stats", "NotReady", ["needs a running Unity"], {"frames": 10, "median_ms": NUMBER, "p95_ms": NUMBER, "longest_ms": NUMBER, "garbage_bytes": NUMBER, "clock": dict(frozen, frozen=False)}, frames=10)
    script.editor_only("a click", "send_input", "NotReady", ["needs a running Unity"], {"object": "<%s:/HUD Canvas/Menu Panel/Resume>" % MAIN, "in_front": [], "handlers": ["UnityEngine.UI.Button.OnPointer" + name for name in ("Enter", "Down", "Up", "Click", "Exit")]}, gesture="click", object="/HUD Canvas/Menu Panel/Resume")
    script.editor_only("a picture", "screenshot", "NotReady", ["needs a running Unity"], {"width": 64, "height": 36, "not_drawn": [], "<image>": "image/png"}, width=64, height=36)
    script.editor_only("call a method", "CallMethod", "NotReady", ["needs a running Unity"], {"ok": True, "result": None}, objectId=at("/Player"), componentType="Sample.Game.PlayerController", method="Move", argsJson="[0.5]")
    script.editor_only("pause", "play_mode", "NotReady", ["needs a running Unity"], {"ok": True}, mode="pause")
    script.editor_only("leave play mode", "play_mode", "NotReady", ["needs a running Unity"], {"ok": True}, mode="stop")
    script.editor_only("time in edit mode", "step", "NotReady", ["needs a running Unity"], edit_mode, frames=1)
    script.editor_only("input in edit mode", "send_input", "NotReady", ["needs a running Unity"], edit_mode, gesture="click", screen=[1, 1])
    script.editor_only("costs in edit mode", "frame_stats", "NotReady", ["needs a running Unity"], edit_mode, frames=10)
    script.editor_only("a picture in edit mode", "screenshot", "NotReady", ["needs a running Unity"], {"width": 64, "height": 36, "not_drawn": [Text("overlays of all cameras: canvases in screen space")], "<image>": "image/png"}, width=64, height=36)
    values(script, "after play mode")


def runs(script):
    script.editor_only("C#", "run_csharp", "NotReady", ["needs a running Unity"], {"result": "7", "value": 7, "logs": ["said"]}, code="int a = 3; UnityEngine.Debug.Log(\"said\"); return a + 4;")
    script.editor_only("C# with an error", "run_csharp", "NotReady", ["needs a running Unity"], {"error": Text("CS0103"), "kind": "InvalidArgument"}, code="return missing;")
    script.editor_only("C# that throws", "run_csharp", "NotReady", ["needs a running Unity"], {"error": Text("thrown"), "kind": "Unity"}, code="throw new System.Exception(\"thrown\");")
    script.editor_only("a menu item", "execute_menu_item", "NotReady", ["needs a running Unity"], {"lines": ["Executed: Probes/Write"]}, menuPath="Probes/Write")
    probe = script.editor.project + "/probe.txt"
    if not os.path.exists(probe):
        script.find("a menu item", "the menu item did not run")
    script.editor_only("a menu item that is missing", "execute_menu_item", "NotReady", ["needs a running Unity"], {"error": Text("Probes/Writ"), "kind": "NotFound"}, menuPath="Probes/Writ")
    script.both("a change before tests", "edit_objects", edits=[{"set": {"object": at("/Lighting/Point Light"), "component": "Light", "field": "intensity", "value": 5}}])
    script.editor_only("tests with unsaved scenes", "run_editmode_tests", "NotReady", ["needs a running Unity"], {"error": Text("unsaved changes: " + MAIN), "kind": "Conflict"})
    script.both("save before tests", "save_scenes", files=[MAIN, ARENA])
    script.editor_only("tests in edit mode", "run_editmode_tests", "NotReady", ["needs a running Unity"], {"passCount": 1, "failedCount": 1, "skippedCount": 1, "failedResults": [
        {"name": "Probes.Fails", "message": Text("Expected: 1"), "stackTrace": Any(str, type(None))}]})
    script.editor_only("tests in play mode", "run_playmode_tests", "NotReady", ["needs a running Unity"], {"error": Text("^the project has no play-mode tests"), "kind": "NotFound"}, filter="Probes.Passes")
    script.editor_only("changed files", "refresh_assets", "NotReady", ["needs a running Unity"], {"errors": []})
    script.both("announced commands", "list_commands")
    script.editor_only("an announced command", "run_command", "NotReady", ["needs a running Unity"], {"error": Text("does not serve `command"), "kind": "Unsupported"}, name="none")


def console(script):
    script.editor_only("a line of the console", "run_csharp", "NotReady", ["needs a running Unity"], {"result": "null", "value": None, "logs": ["a parity line"]}, code="UnityEngine.Debug.LogWarning(\"a parity line\");")
    script.wait("the line of the console", "read_logs", lambda answer: answer.get("total") == 1, sides=[script.editor], text="a parity line")
    script.both("lines of the console", "read_logs", text="a parity line")


def last(script):
    script.both("a narrower configuration", "SetConfig", hookAllowlistSignatures=[], allowWrites=False, confirm=True)
    script.both("a write that is no longer allowed", "SelectObject", objectId=at("/Player"), fails="PermissionDenied")


def main():
    work, trace = os.environ["WORK"], 0
    if "--trace" in sys.argv:
        trace = 3000
    sides = []
    try:
        for name in ("folder", "editor"):
            sides.append(Side(name, work, os.environ["UNITY_TOOL_HOST"], SETTINGS))
        folder, editor = sides
        editor.open_editor(os.environ["UNITY_DOUBLE"])
        script = Script(folder, editor, trace)
        listed = {}
        for profile in ("standard", "live"):
            tools = [side.tools(profile) for side in sides]
            for difference in differences(*tools):
                script.judge("tools of " + profile, "tools/list", *difference)
            listed.update(tools[0])
        for part in (reads, edits, saves, scripts, host_tools, play, runs, console, last):
            part(script)
        for tool in sorted(set(listed) - script.called - set(NOT_SERVED)):
            script.find("coverage", "no step calls the tool `%s`" % tool)
        for tool in sorted(set(NOT_SERVED) & (script.called | (set(NOT_SERVED) - set(listed)))):
            script.find("coverage", "the row of `%s` in NOT_SERVED is not needed" % tool)
        for number, row in enumerate(ROWS):
            if number not in script.used:
                script.find("table", "no difference needs the row %s" % (row,))
        for number, defect in enumerate(DEFECTS):
            if number not in script.open:
                script.findings.append("defects")
                print("DIFFERENCE defects: no step shows %s; remove its row" % (defect,))
        print("%d steps, %d compared with the folder's answer; %d tools of %d; %d differences are listed in %d rows; %d defects are open; %d findings" % (
            script.steps, script.compared, len(script.called & set(listed)), len(listed), script.listed, len(ROWS), len(script.open), len(script.findings)))
        return len(script.findings) or (0 if "--known" in sys.argv else len(script.open))
    finally:
        for side in sides:
            side.end()


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
