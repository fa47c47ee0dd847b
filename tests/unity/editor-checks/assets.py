"""Checks `assets/preview-changes`, `assets-edit/apply` and their undo, in the editor double.

Each function is one check. Ends with code 1 if one fails.

Usage: UNITY_DOUBLE=... UNITY_PACKAGE=FOLDER_OF_ASSEMBLIES assets.py [NAME ...]
"""
import os
import sys
import time
import traceback

from asset_place import RED, SOUP, Failed, Failure, assets, change, expect, member, put, same
from script_place import drive


def folders_are_created_with_their_parents():
    with assets() as at:
        plan = at.reversible(change("create-folder", path="Assets/New/Deep"))
        rows = [at.row(0, "Assets/New", None, "Assets/New"), at.row(0, "Assets/New/Deep", None, "Assets/New/Deep")]
        expect((plan["changes"], plan["total"], plan["touches"]), (rows, 2, {"objects": [], "needs": []}), "the plan")


def an_asset_is_moved_with_its_id():
    with assets() as at:
        guid = at.guid(RED)
        plan = at.reversible(change("move", **{"from": RED, "to": "Assets/Kitchen/Rose.mat"}))
        expect(plan["changes"], [at.row(0, RED, RED, "Assets/Kitchen/Rose.mat")], "the rows")
        entry, _ = at.done(change("move", **{"from": RED, "to": "Assets/Kitchen/Rose.mat"}))
        expect((at.guid("Assets/Kitchen/Rose.mat"), at.step("Cover", "Assets/Kitchen/Soup.asset")), (guid, "Assets/Kitchen/Rose.mat"), "id and reference")
        undone = at.host.read("edits/preview-undo", entries=[entry])["value"]["changes"]
        expect(undone, [at.row(0, "Assets/Kitchen/Rose.mat", "Assets/Kitchen/Rose.mat", RED)], "the rows of the undo")


def assets_and_folders_are_copied():
    with assets() as at:
        plan = at.reversible(change("copy", **{"from": RED, "to": "Assets/Blue.mat"}))
        expect(plan["changes"], [at.row(0, RED, None, "Assets/Blue.mat")], "the rows")
        at.done(change("copy", **{"from": RED, "to": "Assets/Blue.mat"}))
        expect(at.guid("Assets/Blue.mat") == at.guid(RED), False, "whether the copy has the id of its source")
        at.reversible(change("copy", **{"from": "Assets/Kitchen", "to": "Assets/Pantry"}))
        at.done(change("copy", **{"from": "Assets/Kitchen", "to": "Assets/Pantry"}))
        expect(at.step("Cover", "Assets/Pantry/Soup.asset"), RED, "the reference of the copy")


def a_deleted_asset_comes_back_with_its_id():
    with assets() as at:
        guid = at.guid(RED)
        plan = at.reversible(change("delete", path=RED))
        expect(plan["changes"], [at.row(0, RED, RED, None)], "the rows")
        entry, _ = at.done(change("delete", path=RED))
        expect(at.step("Cover", "Assets/Kitchen/Soup.asset"), "", "the reference to a deleted asset")
        at.undo(entry)
        expect((at.guid(RED), at.step("PathOf", guid), at.step("Cover", "Assets/Kitchen/Soup.asset")), (guid, RED, RED), "id and reference")
        at.reversible(change("delete", path="Assets/Kitchen"))


def a_folder_of_fifty_assets_keeps_its_references():
    with assets() as at:
        at.done(change("create-folder", path="Assets/Paints"))
        at.step("Many", "Assets/Paints", 50)
        moves = change("create-folder", path="Assets/Store"), change("move", **{"from": "Assets/Paints", "to": "Assets/Store/Paints"})
        at.reversible(*moves)
        entry, _ = at.done(*moves)
        for number in range(50):
            expect(at.step("Cover", "Assets/Kitchen/R%d.asset" % number), "Assets/Store/Paints/M%d.mat" % number, "the reference of recipe %d" % number)
        # Later work in a moved folder stays when the folder moves back.
        at.step("Tint", "Assets/Store/Paints/M7.mat", "0.25")
        at.step("SaveAssets")
        at.refused("conflict", "Assets/Store/Paints was changed or replaced since", at.undo, entry)
        entry, _ = at.done(change("move", **{"from": "Assets/Store/Paints", "to": "Assets/Colours"}))
        at.step("Tint", "Assets/Colours/M8.mat", "0.5")
        at.step("SaveAssets")
        at.undo(entry)
        expect((at.step("Metallic", "Assets/Store/Paints/M7.mat"), at.step("Metallic", "Assets/Store/Paints/M8.mat")), ("0.25", "0.5"), "later work")


def changes_build_on_each_other():
    with assets() as at:
        plan = at.reversible(
            change("create-folder", path="Assets/New"),
            change("copy", **{"from": RED, "to": "Assets/New/Blue.mat"}),
            change("move", **{"from": "Assets/New", "to": "Assets/Old"}),
            change("delete", path="Assets/Kitchen"),
            change("copy", **{"from": "Assets/Old/Blue.mat", "to": "Assets/Green.mat"}),
            change("move", **{"from": RED, "to": "Assets/Old/Red.mat"}),
            change("create-folder", path="Assets/Kitchen/Again"),
            change("delete", path="Assets/Old/Blue.mat"),
        )
        expect([(row["edit"], row["old"], row["new"]) for row in plan["changes"]], [
            (0, None, "Assets/New"), (1, None, "Assets/New/Blue.mat"), (2, "Assets/New", "Assets/Old"), (3, "Assets/Kitchen", None),
            (4, None, "Assets/Green.mat"), (5, RED, "Assets/Old/Red.mat"), (6, None, "Assets/Kitchen"), (6, None, "Assets/Kitchen/Again"),
            (7, "Assets/Old/Blue.mat", None)], "the rows")


def entries_are_undone_in_order():
    with assets() as at:
        before = at.files()
        one, _ = at.done(change("create-folder", path="Assets/New"))
        two, _ = at.done(change("move", **{"from": RED, "to": "Assets/New/Red.mat"}))
        other, _ = at.done(change("create-folder", path="Assets/Other"))
        at.refused("conflict", "later changes build on it, entries %d" % two, at.undo, one)
        at.undo(other)
        at.undo(one, two)
        same(at.files(), before, "the files")


def a_batch_that_fails_leaves_nothing():
    with assets() as at:
        before = at.files()
        at.step("Refuse", "Assets/New/Red.mat")
        changes = [change("create-folder", path="Assets/New"), change("delete", path="Assets/Kitchen"),
                   change("copy", **{"from": "Assets/Lamp.prefab", "to": "Assets/New/Lamp.prefab"}),
                   change("move", **{"from": RED, "to": "Assets/New/Red.mat"})]
        error = at.refused("unity", "changes[3]: Unity did not move Assets/Red.mat to Assets/New/Red.mat", at.apply, *changes)
        expect(error["hint"], "the changes before it were taken back", "the hint")
        same(at.files(), before, "the files after the failure")
        expect((at.entries(), at.leftovers()), ([], []), "entries and temporary files")
        at.step("Refuse", "")
        at.reversible(*changes)


def a_foreign_change_stops_the_undo():
    with assets() as at:
        entry, _ = at.done(change("copy", **{"from": RED, "to": "Assets/Blue.mat"}))
        at.step("Tint", "Assets/Blue.mat", "0.75")
        at.refused("conflict", "Assets/Blue.mat has unsaved changes: save the project first", at.undo, entry)
        at.step("SaveAssets")
        at.refused("conflict", "Assets/Blue.mat was changed or replaced since", at.undo, entry)
        expect("was changed or replaced since" in at.entry(entry)["fixed"], True, "why the entry cannot be undone")
        expect(at.step("Metallic", "Assets/Blue.mat"), "0.75", "the value of the user")
        entry, _ = at.done(change("move", **{"from": RED, "to": "Assets/Rose.mat"}))
        at.step("Rename", "Assets/Rose.mat", "Assets/Pink.mat")
        at.refused("conflict", "Assets/Rose.mat does not exist any more", at.undo, entry)
        at.step("Rename", "Assets/Pink.mat", "Assets/Rose.mat")
        at.done(change("copy", **{"from": "Assets/Rose.mat", "to": RED}))
        at.refused("conflict", "later changes build on it", at.undo, entry)
        entry, _ = at.done(change("delete", path="Assets/Lamp.prefab"))
        at.put("Assets/Lamp.prefab", b"the user")
        at.refused("conflict", "Assets/Lamp.prefab exists again", at.undo, entry)
        expect(at.read("Assets/Lamp.prefab"), b"the user", "the file of the user")
        entry, _ = at.done(change("create-folder", path="Assets/New"))
        at.put("Assets/New/mine.txt", b"mine")
        at.refused("conflict", "Assets/New was changed or replaced since", at.undo, entry)
        expect(at.read("Assets/New/mine.txt"), b"mine", "the file of the user")


def unsaved_changes_are_not_lost():
    with assets() as at:
        at.step("Tint", RED, "0.5")
        before = at.files()
        at.preview(change("delete", path=RED))
        same(at.files(), before, "the files after a preview")
        entry = at.apply(change("delete", path=RED))["entry"]
        at.undo(entry)
        expect(at.step("Metallic", RED), "0.5", "the unsaved value after delete and undo")
        at.step("Tint", RED, "0.75")
        entry = at.apply(change("move", **{"from": RED, "to": "Assets/Rose.mat"}))["entry"]
        at.undo(entry)
        expect(at.step("Metallic", RED), "0.75", "the unsaved value after move and undo")
        at.step("OpenPrefab", "Assets/Lamp.prefab")
        error = at.refused("conflict", "Assets/Lamp.prefab is open in Prefab Mode with unsaved changes", at.apply, change("delete", path="Assets/Lamp.prefab"))
        expect("leave Prefab Mode" in error["hint"], True, "the hint")
        at.step("ClosePrefab")
        at.refused("conflict", "the scene Assets/Main.unity is open", at.apply, change("delete", path="Assets/Main.unity"))
        at.reversible(change("delete", path="Assets/Lamp.prefab"))


def an_undo_works_after_reload_and_restart():
    with assets() as at:
        before = at.files()
        changes = [change("delete", path="Assets/Kitchen"), change("move", **{"from": RED, "to": "Assets/Rose.mat"}), change("create-folder", path="Assets/New")]
        entry, _ = at.done(*changes)
        at.editor.ask_and_wait("reload", "loaded")
        at.host.wait_link()
        at.undo(entry)
        same(at.files(), before, "the files after a reload and the undo")
        entry, plan = at.done(*changes)
        at.kill()
        at.open()
        expect((at.entry(entry)["fixed"], at.entry(entry)["lost"], at.entry(entry)["saved"]), (None, False, True), "the entry after a restart")
        expect(at.entry(entry)["changes"], plan["changes"], "its rows")
        back = at.undo(entry)["entry"]
        same(at.files(), before, "the files after a restart and the undo")
        at.kill()
        at.open()
        at.undo(back)
        expect(os.path.exists(at.full("Assets/Rose.mat")), True, "the moved file after the undo of the undo")


def bad_input_is_refused():
    with assets() as at:
        before = at.files()
        at.put("Packages/own/package.json", b'{"name": "com.own", "version": "1.0.0"}')
        os.symlink(at.full("Assets/Kitchen"), at.full("Assets/Kitchen/Loop"))
        move = lambda source, to: change("move", **{"from": source, "to": to})
        folder = lambda path: change("create-folder", path=path)
        table = [
            ([], "invalid-argument", "`changes` is a list of 0, wanted: a list of 1 to 100"),
            ([folder("Assets/A%d" % n) for n in range(101)], "invalid-argument", "a list of 101"),
            ([{"fly": {}}], "invalid-argument", "`changes[0].fly` is not a known change, wanted: one of create-folder, create-asset"),
            ([{"move": {"from": RED}}], "invalid-argument", "`changes[0].move.to` is missing"),
            ([{"move": {"from": RED, "to": 7}}], "invalid-argument", "`changes[0].move.to` is the number 7, wanted: a text"),
            ([{"move": "x"}], "invalid-argument", "`changes[0].move` is"),
            ([{"move": {}, "copy": {}}], "invalid-argument", "wanted: an object with one of the keys"),
            ([folder("Assets/B"), move(RED, "../x.mat")], "invalid-argument", "`changes[1].move.to` is \"../x.mat\", which contains `..`"),
            ([move(RED, "/x.mat")], "invalid-argument", "is absolute"),
            ([move(RED, "C:/x.mat")], "invalid-argument", "is absolute"),
            ([move(RED, "Library/x.mat")], "invalid-argument", "begins neither with Assets/"),
            ([move(RED, "ProjectSettings/x.mat")], "invalid-argument", "begins neither with Assets/"),
            ([move(RED, "Assets\\x.mat")], "invalid-argument", "contains a backslash"),
            ([move(RED, "Assets/nul.mat")], "invalid-argument", "device in Windows"),
            ([move(RED, "Assets/a?.mat")], "invalid-argument", "character that no name may have"),
            ([move(RED, "Assets/x~/y.mat")], "invalid-argument", "end with a tilde"),
            ([move(RED, "Assets/.x.mat")], "invalid-argument", "begin with a dot"),
            ([move(RED, "Assets/x.mat.meta")], "invalid-argument", "ends with .meta"),
            ([change("delete", path=RED + ".meta")], "invalid-argument", "`changes[0].delete.path` is \"Assets/Red.mat.meta\""),
            ([folder("Assets/x.tmp")], "invalid-argument", "end with .tmp"),
            ([move(RED, "Assets/Red.asset")], "invalid-argument", "does not end with .mat"),
            ([move(RED, RED)], "invalid-argument", "is the present path"),
            ([move("Assets/Kitchen", "Assets/Kitchen/In")], "invalid-argument", "is inside of Assets/Kitchen itself"),
            ([move(RED, "Assets/Kitchen/Soup.asset/Red.mat")], "invalid-argument", "leads through Assets/Kitchen/Soup.asset, which is a file"),
            ([change("copy", **{"from": RED, "to": "Assets/None/Red.mat"})], "not-found", "there is no folder Assets/None"),
            ([move("Assets/None.mat", "Assets/X.mat")], "not-found", "`changes[0].move.from` is \"Assets/None.mat\", and there is no such asset"),
            ([change("copy", **{"from": "Assets/Lamp.prefab", "to": "Assets/Red.prefab"}), change("copy", **{"from": "Assets/Lamp.prefab", "to": "Assets/Red.prefab"})],
             "conflict", "`changes[1].copy.to` is \"Assets/Red.prefab\", and there is an asset already"),
            ([change("delete", path=RED), move(RED, "Assets/X.mat")], "not-found", "`changes[1].move.from`"),
            ([folder("Assets/Kitchen")], "conflict", "`changes[0].create-folder.path`"),
            ([folder("Assets/Red.mat/Deep")], "invalid-argument", "which is a file"),
            ([folder("Assets")], "invalid-argument", "is the folder Assets itself"),
            ([change("delete", path="Packages/own")], "invalid-argument", "names nothing in a package"),
            ([change("delete", path="Packages/own/package.json")], "invalid-argument", "manifest of a package"),
            ([folder("Packages/com.unity.ugui/New")], "invalid-argument", "is in no embedded package: the project has own"),
            ([change("delete", path="Assets/Kitchen/Loop/Soup.asset")], "invalid-argument", "symbolic link Assets/Kitchen/Loop"),
            ([change("delete", path="Assets/Kitchen")], "unsupported", "contains the link Assets/Kitchen/Loop"),
            ([change("copy", **{"from": "Assets/Kitchen", "to": "Assets/X"})], "unsupported", "contains the link"),
        ]
        for changes, kind, text in table:
            at.refused(kind, text, at.preview, *changes)
            at.refused(kind, text, at.apply, *changes)
        os.remove(at.full("Assets/Kitchen/Loop"))
        at.put("Assets/new.txt", b"not imported")
        at.editor.ask("focus", focused=False)
        at.refused("not-found", "Unity has not imported it", at.apply, change("delete", path="Assets/new.txt"))
        os.remove(at.full("Assets/new.txt"))
        same({path: digest for path, digest in at.files().items() if path in before}, before, "the files")
        expect(at.entries(), [], "the entries")
        at.refused("conflict", "would not be the planned ones", lambda: at.apply(folder("Assets/A"), digest="00"))
        expect(os.path.exists(at.full("Assets/A")), False, "the folder of another plan")


def a_large_folder_is_not_deleted():
    with assets() as at:
        at.apply(change("create-folder", path="Assets/Large"))
        with open(at.full("Assets/Large/big.bytes"), "wb") as file:
            file.truncate((1 << 30) + 1)
        at.editor.ask("refresh")
        error = at.refused("too-large", "`changes[0].delete.path` is \"Assets/Large\"", at.apply, change("delete", path="Assets/Large"))
        expect("1073741824 bytes are kept" in error["message"], True, "the limit (%s)" % error["message"])
        expect(os.path.exists(at.full("Assets/Large/big.bytes")), True, "the file")


def old_copies_are_deleted_first():
    with assets() as at:
        oldest = at.apply(change("delete", path="Assets/Kitchen"))["entry"]
        for _ in range(64):
            last = at.apply(change("delete", path=RED))["entry"]
            expect(at.entry(oldest)["lost"], False, "whether the oldest entry is lost already") if _ == 62 else None
            at.undo(last)
        expect(len(os.listdir(at.full("Library/UnityTools/assets"))), 64, "the kept folders: an undo of a delete keeps nothing")
        lost = at.entry(oldest)
        expect((lost["lost"], "keeps the files of 64 changes of at most 2 GiB" in lost["fixed"]), (True, True), "the oldest entry (%s)" % lost["fixed"])
        at.refused("conflict", "keeps the files of 64 changes", at.undo, oldest)
        at.reversible(change("delete", path=RED))


def fields_of_assets_are_set():
    with assets() as at:
        at.done(change("copy", **{"from": SOUP, "to": "Assets/Tea.asset"}))
        material = {"ref": RED, "name": "Red", "type": "UnityEngine.Material"}
        tea = {"ref": "Assets/Tea.asset", "name": "Tea", "type": "Recipe"}
        table = [
            ("size", 7, 2, 7, "size"), ("weight", 0.25, 0.5, 0.25, "weight"), ("hot", True, False, True, "hot"), ("meal", "Dinner", "Lunch", "Dinner", "meal"),
            ("place", [1, 2, 3], [0, 0, 0], [1, 2, 3], "place"), ("place.y", 5, 2, 5, "place.y"), ("colour", "#ff0000", [1, 1, 1, 1], [1, 0, 0, 1], "colour"),
            ("cover", None, material, None, "cover"), ("next", {"ref": "Assets/Tea.asset"}, None, tea, "next"), ("title", "broth", "soup", "broth", "title"),
            ("portions[0].amount", 3, 1, 3, "portions[0].amount"),
            ("portions", [{"what": "water", "amount": 2}, {"what": "leek"}], [{"what": "salt", "amount": 3}], [{"what": "water", "amount": 2}, {"what": "leek", "amount": 0}],
             "portions"),
            ("portions[1].what", "celery", "leek", "celery", "portions[1].what"),
        ]
        plan = at.reversible(*[put(SOUP, field, value) for field, value, _, _, _ in table])
        for row, (field, _, old, new, shown) in zip(plan["changes"], table):
            need = member("Recipe", shown.split(".")[0].split("[")[0])
            expect({**row, "edit": 0}, {"edit": 0, "object": None, "file": SOUP, "path": "", "component": [0, "Recipe"], "field": shown, "old": old, "new": new, "need": need},
                   "the row of " + field)
        at.done(*[put(SOUP, field, value) for field, value, _, _, _ in table])
        text = at.read(SOUP).decode()
        for part in ["size: 7", "weight: 0.25", "hot: 1", "meal: 1", "place: {x: 1, y: 5, z: 3}", "title: broth", "what: celery", at.guid("Assets/Tea.asset")]:
            expect(part in text, True, "whether the file contains %s:\n%s" % (part, text))
        expect(at.guid(RED) in text, False, "whether the file still refers to the material")


def fields_of_materials_are_set_by_the_names_of_the_shader():
    with assets() as at:
        at.put("Assets/brick.png", b"not a picture")
        at.editor.ask("refresh")
        plan = at.reversible(put(RED, "_Color", [0, 1, 0, 1]), put(RED, "_Metallic", 0.5), put(RED, "_Wind", [1, 2, 3, 4]), put(RED, "_Layer", 3), put(RED, "_Color", "#0000ff"))
        rows = [(row["field"], row["old"], row["new"], row["component"]) for row in plan["changes"]]
        kind = [0, "UnityEngine.Material"]
        expect(rows, [("_Color", [1, 0, 0, 1], [0, 1, 0, 1], kind), ("_Metallic", 0, 0.5, kind), ("_Wind", [1, 1, 1, 1], [1, 2, 3, 4], kind), ("_Layer", 0, 3, kind),
                      ("_Color", [0, 1, 0, 1], [0, 0, 1, 1], kind)], "the rows")
        expect(plan["changes"][1]["need"], member("UnityEngine.Material", "_Metallic"), "the need")
        at.done(put(RED, "_Metallic", 0.5))
        expect((at.step("Metallic", RED), "second: 0.5" in at.read(RED).decode() or "_Metallic: 0.5" in at.read(RED).decode()), ("0.5", True), "the value and the file")
        at.refused("invalid-argument", "`changes[0].set.value` of the field _Color is wrong: the value is", at.preview, put(RED, "_Color", "red"))
        at.refused("invalid-argument", "`changes[0].set.value` of the field _MainTex is wrong", at.preview, put(RED, "_MainTex", {"ref": SOUP}))
        error = at.refused("not-found", "a UnityEngine.Material has no field `_Colour`", at.preview, put(RED, "_Colour", 1))
        expect("_Color" in error["hint"], True, "the hint (%s)" % error["hint"])


def settings_of_importers_are_set():
    with assets() as at:
        at.put("Assets/brick.png", b"not a picture")
        at.editor.ask("refresh")
        plan = at.reversible(put("Assets/brick.png", "isReadable", True, "importer"), put("Assets/brick.png", "m_MaxTextureSize", 512, "importer"),
                             put("Assets/brick.png", "userData", "wall", "importer"))
        kind = [0, "UnityEditor.TextureImporter"]
        rows = [(row["component"], row["field"], row["old"], row["new"], row["need"]) for row in plan["changes"]]
        need = lambda name, csharp: member("UnityEditor.TextureImporter", name, csharp)
        expect(rows, [(kind, "m_IsReadable", 0, 1, need("m_IsReadable", "isReadable")), (kind, "m_MaxTextureSize", 2048, 512, need("m_MaxTextureSize", "maxTextureSize")),
                      (kind, "m_UserData", "", "wall", need("m_UserData", "userData"))], "the rows")
        at.done(put("Assets/brick.png", "isReadable", True, "importer"), put("Assets/brick.png", "maxTextureSize", 512, "importer"))
        text = at.read("Assets/brick.png.meta").decode()
        expect(("isReadable: 1" in text, "maxTextureSize: 512" in text), (True, True), "the .meta file:\n" + text)
        error = at.refused("unsupported", "which Unity imports from its file", at.preview, put("Assets/brick.png", "m_Name", "x"))
        expect("importer" in error["hint"], True, "the hint")
        at.refused("unsupported", "which Unity imports from its file", at.preview, put("Assets/Lamp.cs", "m_Name", "x"))


def fields_of_prefabs_are_set_by_file_ids():
    with assets() as at:
        ids = dict(line.split("=") for line in at.step("FileIds", "Assets/Lamp.prefab").split())
        lamp = {"sub": ids["Lamp"]}
        plan = at.reversible(put("Assets/Lamp.prefab", "power", 3, lamp), put("Assets/Lamp.prefab", "labels[1]", "three", lamp),
                             put("Assets/Lamp.prefab", "m_LocalPosition", [0, 2, 0], {"sub": ids["Transform"]}), put("Assets/Lamp.prefab", "m_IsActive", False))
        rows = [(row["component"], row["field"], row["old"], row["new"]) for row in plan["changes"]]
        expect(rows, [([0, "Lamp"], "power", 1, 3), ([0, "Lamp"], "labels[1]", "two", "three"), ([0, "UnityEngine.Transform"], "m_LocalPosition", [0, 0, 0], [0, 2, 0]),
                      ([0, "UnityEngine.GameObject"], "m_IsActive", True, False)], "the rows")
        at.done(put("Assets/Lamp.prefab", "power", 3, lamp))
        expect(at.step("Power", "Lamp"), "3", "the value of the instance in the scene")
        error = at.refused("not-found", "which has no object with the file id 7", at.preview, put("Assets/Lamp.prefab", "power", 3, {"sub": "7"}))
        expect("%s (Lamp, Lamp)" % ids["Lamp"] in error["hint"], True, "the hint (%s)" % error["hint"])


def a_new_asset_is_set_in_the_same_batch():
    with assets() as at:
        plan = at.reversible(
            change("create-folder", path="Assets/New"),
            change("create-asset", path="Assets/New/Green.mat", **{"type-name": "Material", "shader": "Standard"}),
            put("Assets/New/Green.mat", "_Color", [0, 1, 0, 1]),
            change("create-asset", path="Assets/New/Stew.asset", **{"type-name": "Recipe", "shader": None}),
            put("Assets/New/Stew.asset", "size", 9),
            change("copy", **{"from": "Assets/New/Stew.asset", "to": "Assets/New/Stew2.asset"}),
            put("Assets/New/Stew.asset", "size", 10),
            put("Assets/New/Stew2.asset", "size", 11),
            change("move", **{"from": "Assets/New/Stew.asset", "to": "Assets/Stew.asset"}),
            put("Assets/Stew.asset", "size", 12),
            put(SOUP, "size", 3),
            change("copy", **{"from": "Assets/Kitchen", "to": "Assets/Pantry"}),
            put(SOUP, "size", 4),
            put("Assets/Pantry/Soup.asset", "size", 5),
        )
        rows = [(row["edit"], row["old"], row["new"]) for row in plan["changes"] if row["field"] != "path"]
        expect(rows, [(2, [1, 1, 1, 1], [0, 1, 0, 1]), (4, 2, 9), (6, 9, 10), (7, 9, 11), (9, 10, 12), (10, 2, 3), (12, 3, 4), (13, 3, 5)], "the values")
        created = [(row["file"], row["need"]) for row in plan["changes"] if row["edit"] in (1, 3)]
        expect(created, [("Assets/New/Green.mat", None), ("Assets/New/Stew.asset", {"component": {"type-name": "Recipe"}})], "the needs")
        at.apply(change("create-asset", path="Assets/Blank.mat", **{"type-name": "UnityEngine.Material", "shader": None}))
        expect((at.step("ShaderOf", "Assets/Blank.mat"), at.step("Trials")), ("Standard", "0"), "the shader of a new material, and objects left in memory")


def wrong_values_change_nothing():
    with assets() as at:
        before = at.files()
        new = lambda path, kind, shader=None: change("create-asset", path=path, **{"type-name": kind, "shader": shader})
        ids = dict(line.split("=") for line in at.step("FileIds", "Assets/Lamp.prefab").split())
        table = [
            (new("Assets/A.asset", "Material"), "invalid-argument", "does not end with .mat"),
            (new("Assets/A.mat", "Recipe"), "invalid-argument", "does not end with .asset"),
            (new("Assets/A.asset", "Unfinished"), "invalid-argument", "which is abstract"),
            (new("Assets/A.asset", "Recipee"), "not-found", "no ScriptableObject class has that name"),
            (new("Assets/A.asset", "Lamp"), "not-found", "no ScriptableObject class has that name"),
            (new("Assets/A.asset", "UnityEditor.EditorWindow"), "invalid-argument", "a class of windows"),
            (new("Assets/A.asset", "Recipe", "Standard"), "invalid-argument", "`changes[0].create-asset.shader` is \"Standard\", and only a material has a shader"),
            (new(RED, "Material"), "conflict", "there is an asset already"),
            (put(SOUP, "size", "many"), "invalid-argument", "`changes[0].set.value` of the field size is wrong: the value is"),
            (put(SOUP, "size", 1 << 40), "invalid-argument", "wanted: a whole number that a int holds"),
            (put(SOUP, "meal", "Brunch"), "invalid-argument", "wanted: one of Lunch, Dinner"),
            (put(SOUP, "cover", {"ref": at.step("Id", "Lamp")}), "invalid-argument", "Material"),
            (put(SOUP, "cover", {"ref": "Assets/None.mat"}), "not-found", "there is no asset Assets/None.mat"),
            (put(SOUP, "portions[4].amount", 1), "not-found", "`portions`, a list of 1, has no part `[4]`"),
            (put(SOUP, "portions", {"a": 1}), "invalid-argument", "wanted: a list"),
            (put(SOUP, "portions[0]", {"weight": 1}), "invalid-argument", "there is no field `weight`, wanted: what, amount"),
            (put(SOUP, "m_Script", None), "unsupported", "`m_Script` of a Recipe cannot be set"),
            (put(SOUP, "m_Name", "x"), "unsupported", "`m_Name` of a Recipe cannot be set"),
            (put(SOUP, "", 1), "not-found", "has no field ``"),
            (put(SOUP, "sizes", 1), "not-found", "a Recipe has no field `sizes`"),
            (put("Assets/Kitchen", "m_Name", "x"), "unsupported", "which Unity imports"),
            (put("Assets/None.asset", "size", 1), "not-found", "`changes[0].set.asset`"),
            (put(SOUP, "size", 1, "half"), "invalid-argument", "`changes[0].set.part` is"),
            (put("Assets/Lamp.prefab", "glow", {"ref": at.step("Id", "Lamp")}, {"sub": ids["Lamp"]}), "invalid-argument", "Material"),
        ]
        for one, kind, text in table:
            at.refused(kind, text, at.preview, one)
            at.refused(kind, text, at.apply, one)
        os.chmod(at.full(SOUP), 0o444)
        at.refused("conflict", "Assets/Kitchen/Soup.asset is read-only", at.apply, put(SOUP, "size", 1))
        os.chmod(at.full(SOUP), 0o644)
        same(at.files(), before, "the files")
        expect(at.step("Trials"), "0", "objects left in memory")


def a_changed_value_is_reported_and_undone():
    with assets() as at:
        before = at.files()
        entry = at.apply(put(SOUP, "size", 500))["entry"]
        notes = at.host.answer.get("notes", [])
        expect(notes, ["changes[0]: Recipe.size was set to 500 and is 100"], "the notes: a Recipe limits its size")
        expect(at.entry(entry)["changes"][0]["new"], 100, "the value in the entry")
        at.step("TintRecipe", SOUP)
        at.refused("conflict", "Assets/Kitchen/Soup.asset has unsaved changes: save the project first", at.undo, entry)
        at.step("UndoOnce")
        at.step("SaveAssets")
        at.undo(entry)
        same(at.files(), before, "the files")
        # The user undoes a value in Unity, where it is one step with the name of the tool.
        entry = at.apply(put(SOUP, "size", 50))["entry"]
        at.editor.ask("undo")
        expect(at.step("Size", SOUP), "2", "the value after an undo in Unity")
        at.refused("conflict", "has unsaved changes", at.undo, entry)
        at.step("SaveAssets")
        at.refused("conflict", "was changed or replaced since", at.undo, entry)
        same(at.files(), before, "the files after the undo in Unity was saved")


def unsaved_fields_stay_with_a_set():
    with assets() as at:
        at.step("Tint", RED, "0.5")
        at.step("TintRecipe", SOUP)
        entry = at.apply(put(RED, "_Color", [0, 1, 0, 1]), put(SOUP, "size", 20))["entry"]
        expect("place: {x: 8" in at.read(SOUP).decode(), True, "the unsaved value in the file")
        at.undo(entry)
        expect((at.step("Metallic", RED), "place: {x: 8" in at.read(SOUP).decode(), at.step("Size", SOUP)), ("0.5", True, "2"), "the values after the undo")


def sets_are_rolled_back_with_their_batch():
    with assets() as at:
        at.put("Assets/brick.png", b"not a picture")
        at.editor.ask("refresh")
        before = at.files()
        at.step("Refuse", "Assets/Rose.mat")
        changes = [put(SOUP, "size", 20), put("Assets/brick.png", "isReadable", True, "importer"), put(RED, "_Color", [0, 1, 0, 1]),
                   change("move", **{"from": RED, "to": "Assets/Rose.mat"})]
        at.refused("unity", "changes[3]: Unity did not move", at.apply, *changes)
        same(at.files(), before, "the files")
        expect((at.step("Size", SOUP), at.entries()), ("2", []), "the value in memory, and the entries")


def code_needs_the_switch():
    need = {"source": {"path": "Assets/Lamp.cs"}}
    with assets() as at:
        plan = at.preview(change("copy", **{"from": "Assets/Lamp.cs", "to": "Assets/Kitchen/Lamp2.cs"}))
        expect((plan["changes"][0]["need"], plan["touches"]["needs"]), (need, [need]), "the need of a copy of code")
        entry, plan = at.done(change("create-folder", path="Assets/Code"), change("move", **{"from": "Assets/Lamp.cs", "to": "Assets/Code/Lamp.cs"}),
                              change("copy", **{"from": "Assets/Code", "to": "Assets/More"}), change("delete", path="Assets/More"))
        needs = [row["need"] for row in plan["changes"]]
        inside = {"source": {"path": "Assets/Code/Lamp.cs"}}
        expect(needs, [None, need, inside, {"source": {"path": "Assets/More/Lamp.cs"}}], "the needs")
        at.settled()
        at.undo(entry)
        at.settled()
        at.reversible(change("move", **{"from": "Assets/Lamp.cs", "to": "Assets/Kitchen/Lamp.cs"}))
        at.settled()
        entry = at.apply(change("delete", path="Assets/Lamp.cs"))["entry"]
        at.settled()
        at.kill()
        os.environ["UNITY_TOOLS_ALLOW_CODE"] = "0"
        at.open(compiles=False)
        at.refused("conflict", "does not allow code from the host", at.undo, entry)
        at.put("Assets/Kitchen/A.DLL", b"MZ")
        at.editor.ask("refresh")
        for changes, path in [([change("delete", path="Assets/Recipe.cs")], "Assets/Recipe.cs"), ([change("delete", path="Assets/Kitchen")], "Assets/Kitchen/A.DLL"),
                              ([change("copy", **{"from": "Assets/Editor", "to": "Assets/E"})], "Assets/Editor/AssetSteps.cs")]:
            error = at.refused("permission-denied", "it would change " + path, at.preview, *changes)
            expect("Project Settings > Unity Tools" in error["hint"], True, "the hint")
            at.refused("permission-denied", "it would change " + path, at.apply, *changes)
        at.done(change("move", **{"from": RED, "to": "Assets/Rose.mat"}))


def main():
    if not drive.EDITOR or "UNITY_PACKAGE" not in os.environ:
        sys.exit("error: UNITY_DOUBLE or UNITY_PACKAGE is not set (expected: the folder of build.sh, and the folder of UnityTools.*.dll)")
    failed = 0
    for name, check in list(globals().items()):
        own = callable(check) and getattr(check, "__module__", "") == "__main__" and name != "main"
        if not own or (sys.argv[1:] and name not in sys.argv[1:]):
            continue
        started = time.time()
        try:
            check()
            print("ok      %s (%.1f s)" % (name, time.time() - started), flush=True)
        except Exception as failure:
            failed += 1
            text = str(failure) if isinstance(failure, (Failure, Failed)) else traceback.format_exc()
            print("FAILED  %s: %s" % (name, text), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
