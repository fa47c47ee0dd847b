"""Checks of assets.py about prefabs and their instances in the open scene."""
import os

from asset_place import RED, Failure, assets, change, expect, put, same, without_none

LAMP = "Assets/Lamp.prefab"


def same_scene(found, wanted, what):
    """Compares two results of `scene` and names the differences only. The order of overrides has no meaning."""
    if sorted(found) != sorted(wanted):
        raise Failure("%s differs: %s" % (what, [line for line in found if line not in wanted] + ["- " + line for line in wanted if line not in found]))


def reversible(at, *changes):
    """As AssetPlace.reversible, and the open scene is compared, too. Returns the plan."""
    before, scene = at.files(), at.scene()
    plan = at.preview(*changes)
    same(at.files(), before, "the files after a preview")
    same_scene(at.scene(), scene, "the scene after a preview")
    value = at.apply(*changes, digest=plan["digest"])
    expect(value["plan"], plan, "the plan of the apply")
    after, changed = at.files(), at.scene()
    expect(at.step("IsDirty"), "True", "whether the scene has unsaved changes")
    back = at.undo(value["entry"])
    same(at.files(), before, "the files after the undo")
    same_scene(at.scene(), scene, "the scene after the undo")
    again = at.undo(back["entry"])
    same(at.files(), after, "the files after the undo of the undo")
    same_scene(at.scene(), changed, "the scene after the undo of the undo")
    at.undo(again["entry"])
    same(at.files(), before, "the files after the last undo")
    same_scene(at.scene(), scene, "the scene after the last undo")
    return plan


def member(type, name):
    return {"member": {"type-name": type, "member": name, "csharp-name": None}}


def row(edit, one, file, field, old, new, component=None, path="/Lamp"):
    need = member(component[1], field.split("[")[0]) if component else None
    row = {"edit": edit, "object": one, "file": file, "path": path, "component": component, "field": field, "old": old, "new": new, "need": need}
    return without_none(row)


def by_field(plan):
    """The rows of a plan by their fields: the double lists overrides in another order after an undo."""
    return sorted(plan["changes"], key=lambda each: each["field"])


def overrides(one, component=None, field=None, kind="apply-overrides"):
    return change(kind, object=one, component=component, field=field)


def a_prefab_is_created_and_connected():
    with assets() as at:
        at.step("Build", "Desk")
        desk = at.step("Id", "Desk")
        before = at.files()
        plan = at.reversible(change("create-prefab", path="Assets/Desk.prefab", object=desk, connect=False))
        expect(plan["changes"], [at.row(0, "Assets/Desk.prefab", None, "Assets/Desk.prefab")], "the rows")
        create = change("create-prefab", path="Assets/New/Desk.prefab", object=desk, connect=True)
        plan = reversible(at, change("create-folder", path="Assets/New"), create)
        expect(plan["changes"][2], row(1, desk, "Assets/Main.unity", "prefab", None, "Assets/New/Desk.prefab", path="/Desk"), "the row of the object")
        expect(plan["touches"]["objects"], [desk], "the touched objects")
        entry = at.apply(change("create-folder", path="Assets/New"), create)["entry"]
        expect((at.step("PrefabOf", "Desk"), at.entry(entry)["saved"], at.entry(entry)["group"]), ("Assets/New/Desk.prefab", False, None), "prefab, saved, group")
        # Unity has one undo step for the call, and a step of the user comes before it.
        at.step("Build", "Chair")
        at.refused("conflict", "comes first in the undo list of Unity", at.undo, entry)
        at.step("UndoOnce")
        at.undo(entry)
        scene = "Assets/Main.unity"
        same(dict(at.files(), **{scene: ""}), dict(before, **{scene: ""}), "the files: the user saved the scene")
        expect(at.step("PrefabOf", "Desk"), "", "the prefab of the object")


def overrides_are_applied_and_reverted():
    with assets() as at:
        lamp = at.step("Id", "Lamp")
        at.step("Override", "Lamp")
        component = {"by-type": "Lamp"}
        one = reversible(at, overrides(lamp, component, "power"))["changes"]
        expect(one, [row(0, lamp, LAMP, "power", 1, 4, [1, "Lamp"])], "the row of a field")
        labels = row(0, lamp, LAMP, "labels[0]", "one", "first", [1, "Lamp"])
        expect(by_field(reversible(at, overrides(lamp, component))), [labels, one[0]], "the rows of a component")
        expect(reversible(at, overrides(lamp, {"by-index": 1}, "labels[0]"))["changes"], [labels], "the row of an item")
        bulb = at.step("Id", "Bulb")
        active = row(0, bulb, LAMP, "m_IsActive", True, False, None, "/Lamp/Bulb")
        expect(by_field(reversible(at, overrides(lamp))), [labels, active, one[0]], "the rows of an instance: its place is no override")
        back = reversible(at, overrides(lamp, component, "power", "revert-overrides"))["changes"]
        expect(back, [row(0, lamp, "Assets/Main.unity", "power", 4, 1, [1, "Lamp"])], "the row of a reverted field")
        whole = by_field(reversible(at, overrides(lamp, kind="revert-overrides")))
        expect([(each["field"], each["old"], each["new"]) for each in whole], [("labels[0]", "first", "one"), ("m_IsActive", False, True), ("power", 4, 1)], "the rows")
        part = by_field(reversible(at, overrides(lamp, component, kind="revert-overrides")))
        expect([each["field"] for each in part], ["labels[0]", "power"], "the rows of a reverted component")
        at.apply(overrides(lamp))
        expect(("power: 4" in at.read(LAMP).decode(), at.step("Power", "Lamp")), (True, "4"), "the file and the instance")
        at.refused("not-found", "it has no overrides", at.preview, overrides(lamp))


def added_parts_need_the_permission_for_their_types():
    with assets() as at:
        lamp = at.step("Id", "Lamp")
        at.step("AddParts", "Lamp")
        collider = {"component": {"type-name": "UnityEngine.BoxCollider"}}
        both = {"components": {"type-names": ["Lamp", "UnityEngine.BoxCollider"]}}
        needs = lambda *changes: [each["need"] for each in at.preview(*changes)["changes"]]
        expect(needs(overrides(lamp)), [collider, both], "what applying needs")
        expect(needs(overrides(lamp, kind="revert-overrides")), [collider, both], "what reverting needs")
        plan = at.host.read("edits/preview", edits=[{"instantiate": {"prefab": LAMP, "scene": None, "parent": None, "position": None}}])["value"]
        expect([each["need"] for each in plan["changes"]], [{"components": {"type-names": ["Lamp"]}}], "what another instance needs")
        at.apply(overrides(lamp))
        at.step("Remove", "Part")
        expect(needs(overrides(lamp)), [both], "what applying a removed object needs")
        expect(needs(overrides(lamp, kind="revert-overrides")), [both], "what reverting a removed object needs")


def an_instance_is_unpacked():
    with assets() as at:
        lamp = at.step("Id", "Lamp")
        for completely in (True, False):
            plan = reversible(at, change("unpack", object=lamp, completely=completely))
            expect(plan["changes"], [row(0, lamp, "Assets/Main.unity", "prefab", LAMP, None)], "the row")
        at.apply(change("unpack", object=lamp, completely=True))
        expect(at.step("PrefabOf", "Lamp"), "", "the prefab of the object")
        at.refused("invalid-argument", "which is no root of a prefab instance", at.preview, change("unpack", object=lamp, completely=True))


def scenes_and_files_change_together_or_not_at_all():
    with assets() as at:
        lamp = at.step("Id", "Lamp")
        at.step("Override", "Lamp")
        changes = [put(RED, "_Color", [0, 1, 0, 1]), overrides(lamp, {"by-type": "Lamp"}, "power"), change("unpack", object=lamp, completely=True),
                   change("move", **{"from": RED, "to": "Assets/Rose.mat"})]
        reversible(at, *changes)
        before, scene = at.files(), at.scene()
        at.step("Refuse", "Assets/Rose.mat")
        at.refused("unity", "changes[3]: Unity did not move", at.apply, *changes)
        same(at.files(), before, "the files after the failure")
        same_scene(at.scene(), scene, "the scene after the failure")


def an_undo_that_needs_the_scene_ends_with_the_editor():
    with assets() as at:
        lamp = at.step("Id", "Lamp")
        entry = at.apply(change("unpack", object=lamp, completely=True), change("create-folder", path="Assets/New"))["entry"]
        at.editor.ask_and_wait("reload", "loaded")
        at.host.wait_link()
        back = at.undo(entry)["entry"]
        expect((at.step("PrefabOf", "Lamp"), os.path.exists(at.full("Assets/New"))), (LAMP, False), "the object and the folder after a reload and the undo")
        at.undo(back)
        at.kill()
        at.open()
        last = at.entries()[0]
        expect((last["lost"], "it also changed an open scene" in last["fixed"]), (True, True), "the entry after a restart (%s)" % last["fixed"])
        at.refused("conflict", "it also changed an open scene", at.undo, last["id"])


def prefabs_are_refused_with_reasons():
    with assets() as at:
        lamp, bulb, camera = at.step("Id", "Lamp"), at.step("Id", "Bulb"), at.step("Build", "Desk") and at.step("Id", "Desk")
        at.step("Override", "Lamp")
        create = lambda path, one, connect=True: change("create-prefab", path=path, object=one, connect=connect)
        table = [
            (create("Assets/A.asset", camera), "invalid-argument", "does not end with .prefab"),
            (create(LAMP, camera), "conflict", "there is an asset already"),
            (create("Assets/A.prefab", "obj:7"), "not-found", "`changes[0].create-prefab.object` is wrong: there is no object obj:7"),
            (create("Assets/A.prefab", "Lamp"), "invalid-argument", "`changes[0].create-prefab.object`"),
            (create("Assets/A.prefab", bulb), "invalid-argument", "is a part of a prefab instance"),
            (create("Assets/StreamingAssets/A.prefab", camera), "invalid-argument", "no object of a scene can be an instance"),
            (overrides(camera), "invalid-argument", "(Desk), which is no part of a prefab instance"),
            (overrides(bulb), "invalid-argument", "is a part of a prefab instance, and `component` is null"),
            (overrides(lamp, None, "power"), "invalid-argument", "`changes[0].apply-overrides.field` is \"power\", and `component` is null"),
            (overrides(lamp, {"by-type": "Light"}), "not-found", "has no component `Light`"),
            (overrides(lamp, {"by-type": "Lamp"}, "glow"), "not-found", "`glow` of its Lamp has no overrides"),
            (overrides(lamp, {"by-type": "Lamp"}, "shine"), "not-found", "has no field `shine`"),
            (change("unpack", object=bulb, completely=True), "invalid-argument", "which is no root of a prefab instance"),
        ]
        before, scene = at.files(), at.scene()
        for one, kind, text in table:
            at.refused(kind, text, at.preview, one)
            at.refused(kind, text, at.apply, one)
        at.step("OpenPrefab", LAMP)
        at.refused("conflict", "is open in Prefab Mode with unsaved changes", at.apply, overrides(lamp))
        at.step("ClosePrefab")
        at.editor.ask_and_wait("play", "played")
        at.host.wait_link()
        lamp = at.step("Id", "Lamp")
        for one in (create("Assets/A.prefab", lamp), overrides(lamp), change("unpack", object=lamp, completely=True)):
            at.refused("not-ready", "is not possible in play mode", at.apply, one)
        entry = at.apply(put(RED, "_Metallic", 0.5))["entry"]
        expect(at.step("Metallic", RED), "0.5", "a field that is set in play mode")
        at.undo(entry)
        at.editor.ask_and_wait("stop", "played")
        at.host.wait_link()
        same(at.files(), before, "the files")
        same_scene(at.scene(), scene, "the scene")
