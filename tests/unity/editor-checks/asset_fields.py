"""Checks of assets.py about new assets and the fields of assets."""
import os

from asset_place import RED, SOUP, assets, change, expect, member, put, same


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


def a_value_refers_to_an_asset_of_the_same_batch():
    with assets() as at:
        new = lambda path, kind: change("create-asset", path=path, **{"type-name": kind, "shader": None})
        move = lambda source, to: change("move", **{"from": source, "to": to})
        plan = at.reversible(new("Assets/Blue.mat", "Material"), put(SOUP, "cover", {"ref": "Assets/Blue.mat"}), new("Assets/Stew.asset", "Recipe"),
                             put("Assets/Stew.asset", "cover", {"ref": "Assets/Blue.mat"}), put("Assets/Stew.asset", "next", SOUP), move(RED, "Assets/Rose.mat"),
                             put(SOUP, "cover", "Assets/Rose.mat"))
        material = lambda name: {"ref": "Assets/%s.mat" % name, "name": name, "type": "UnityEngine.Material"}
        rows = [row["new"] for row in plan["changes"] if row["component"]]
        expect(rows, [material("Blue"), material("Blue"), {"ref": SOUP, "name": "Soup", "type": "Recipe"}, material("Rose")], "the new values")
        at.apply(new("Assets/Blue.mat", "Material"), put(SOUP, "cover", {"ref": "Assets/Blue.mat"}))
        expect((at.step("Cover", SOUP), at.guid("Assets/Blue.mat") in at.read(SOUP).decode()), ("Assets/Blue.mat", True), "the reference")
        at.refused("invalid-argument", "which will be a Recipe, wanted: a UnityEngine.Material", at.preview, new("Assets/S.asset", "Recipe"), put(SOUP, "cover", "Assets/S.asset"))
        at.refused("not-found", "an earlier change of this batch deletes or moves it", at.preview, change("delete", path=RED), put(SOUP, "cover", RED))


def the_undo_list_of_unity_stays_in_step():
    with assets() as at:
        before = at.files()
        create = [{"create": {"name": "One", "parent": None, "scene": None, "position": [0, 1, 2], "components": []}}]
        made = at.host.write("edits-edit/apply", edits=create, digest=None)["value"]["entry"]
        entry = at.apply(put(SOUP, "size", 20))["entry"]
        at.refused("conflict", "comes first in the undo list of Unity", at.undo, made)
        back = at.undo(entry)["entry"]
        expect((at.step("Size", SOUP), at.entry(made)["fixed"]), ("2", None), "the value, and why the edit before it cannot be undone")
        at.undo(back)
        expect(at.step("Size", SOUP), "20", "the value after the undo of the undo")
        at.undo(at.entries()[0]["id"])
        at.step("Refuse", "Assets/Rose.mat")
        at.refused("unity", "changes[1]: Unity did not move", at.apply, put(SOUP, "size", 20), change("move", **{"from": RED, "to": "Assets/Rose.mat"}))
        at.undo(made)
        same(at.files(), before, "the files")
        expect(at.step("Id", "One"), "none", "the object of the undone edit")
        # A set that is undone late, after other steps of the user.
        entry = at.apply(put(SOUP, "size", 20))["entry"]
        at.step("TintRecipe", "Assets/Kitchen/Soup.asset")
        at.step("UndoOnce")
        at.step("SaveAssets")
        at.undo(entry)
        same(at.files(), before, "the files after a late undo")
