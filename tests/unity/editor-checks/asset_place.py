"""A project with assets, a host and an editor for checks of asset changes, with the calls that they make."""
import contextlib
import hashlib
import os
import shutil
import tempfile

from script_place import HERE, Failed, Failure, Place, expect

PREVIEW, APPLY = "asset-plan/preview", "assets-edit/apply"
RED, SOUP = "Assets/Red.mat", "Assets/Kitchen/Soup.asset"


class AssetPlace(Place):
    """The project of script_place.py with the class Oracles/AssetSteps.cs and a few assets."""

    def __init__(self, folder, code):
        super().__init__(folder, code)
        for name, to in {"AssetSteps.cs": "Assets/Editor", "Lamp.cs": "Assets", "Recipe.cs": "Assets"}.items():
            shutil.copy(os.path.join(HERE, "scripts", name), self.full(to))

    def open(self, **options):
        super().open(**options)
        self.settled()

    def entries(self):
        page = {"limit": 1000, "cursor": None, "max-bytes": 4 << 20}
        return self.host.read("edits/list-entries", page=page)["value"]["rows"]

    def step(self, method, *args):
        """Does something as the user or as a script of the project."""
        return self.editor.call(method, *args, type="AssetSteps")

    def scene(self):
        """All values of the open scene, with the overrides of instances."""
        file = os.path.join(self.data, "scene.txt")
        self.editor.call("Write", file, type="SceneDump")
        with open(file) as text:
            return text.read().splitlines()

    def files(self, below="Assets"):
        """All files and folders below a folder, with the digests of their contents."""
        found = {}
        for folder, folders, names in os.walk(self.full(below)):
            for name in folders:
                found[os.path.relpath(os.path.join(folder, name), self.project) + "/"] = "folder"
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.project)
                found[path] = hashlib.sha256(self.read(path)).hexdigest()
        return found

    def guid(self, path):
        return next(line[6:] for line in self.read(path + ".meta").decode().splitlines() if line.startswith("guid: "))

    def preview(self, *changes):
        reply = self.host.read(PREVIEW, changes=list(changes))
        expect(reply["reply"], "plan", "the reply of " + PREVIEW)
        return reply["value"]

    def apply(self, *changes, digest=None):
        reply = self.send(APPLY, changes=list(changes), digest=digest)
        expect(reply["reply"], "edit-done", "the reply of " + APPLY)
        return reply["value"]

    def done(self, *changes):
        """Previews and applies changes: the preview changes nothing, and both have the same plan. Returns entry and plan."""
        before = self.files()
        plan = self.preview(*changes)
        same(self.files(), before, "the files after a preview")
        value = self.apply(*changes, digest=plan["digest"])
        expect(value["plan"], plan, "the plan of the apply")
        return value["entry"], plan

    def reversible(self, *changes):
        """Applies changes, undoes them, undoes the undo, and undoes that: each time all files are as before. Returns the plan."""
        before = self.files()
        entry, plan = self.done(*changes)
        after = self.files()
        expect(self.entry(entry)["fixed"], None, "why the entry cannot be undone")
        back = self.undo(entry)
        same(self.files(), before, "the files after the undo")
        again = self.undo(back["entry"])
        same(self.files(), after, "the files after the undo of the undo")
        self.undo(again["entry"])
        same(self.files(), before, "the files after the last undo")
        expect(self.leftovers(), [], "temporary files")
        return plan

    def leftovers(self):
        return [path for path in self.files() if path.endswith(".new") or "/." in path]

    def row(self, edit, file, old, new, need=None):
        """The row of a change of a path. A path that does not exist is left out."""
        row = {"edit": edit, "object": None, "file": file, "path": "", "component": None, "field": "path", "old": old, "new": new, "need": need}
        return without_none(row)


def without_none(row):
    """A row as the editor sends it: it leaves out an old or new value that does not exist."""
    return {name: value for name, value in row.items() if name not in ("old", "new") or value is not None}


def same(found, wanted, what):
    """Compares two results of `files` and names the differences only."""
    if found != wanted:
        names = sorted(path for path in set(found) | set(wanted) if found.get(path) != wanted.get(path))
        texts = ["%s (%s)" % (path, "new" if path not in wanted else "gone" if path not in found else "changed") for path in names]
        raise Failure("%s differ: %s" % (what, ", ".join(texts)))


@contextlib.contextmanager
def assets(code=True):
    folder = tempfile.mkdtemp(prefix="assets-")
    at = AssetPlace(folder, code)
    try:
        at.open()
        at.step("Fill")
        yield at
        at.editor.quit()
    finally:
        if at.editor:
            at.editor.process.kill()
        at.host.close()
        shutil.rmtree(folder, ignore_errors=True)


def change(kind, **members):
    return {kind: members}


def put(asset, field, value, part="main"):
    return change("set", asset=asset, part=part, field=field, value=value)


def member(type, name, csharp=None):
    return {"member": {"type-name": type, "member": name, "csharp-name": csharp}}
