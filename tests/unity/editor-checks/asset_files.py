"""Checks of assets.py about files and folders: create, move, copy, delete, and their undo."""
import os

from asset_place import RED, assets, change, expect, put, same


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
        expect([(row["edit"], row.get("old"), row.get("new")) for row in plan["changes"]], [
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
        expect(error["hint"], "the changes before it were undone", "the hint")
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
        plan = at.preview(change("set", asset="Assets/Lamp.cs", part="importer", field="userData", value="x"))
        expect([row["need"] for row in plan["changes"]], [need], "what the settings of a script need")
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


def an_open_scene_is_moved():
    with assets() as at:
        at.reversible(change("create-folder", path="Assets/Scenes"), change("move", **{"from": "Assets/Main.unity", "to": "Assets/Scenes/Main.unity"}))
        at.step("SetDirty")
        at.refused("conflict", "the scene Assets/Main.unity is open with unsaved changes", at.apply, change("move", **{"from": "Assets/Main.unity", "to": "Assets/M.unity"}))
