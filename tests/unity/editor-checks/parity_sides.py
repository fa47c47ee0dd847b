"""The two sides of `parity.py`: a host with the project folder alone, and a host with an editor that has the project open.

Both get copies of one project. `Side.ask` returns an answer in words that both sides share: ids as the file and path of
the object, folders of the run, ports, times and cursors as placeholders. `differences` compares two such answers.
"""
import difflib
import json
import os
import re
import shutil
import subprocess
import time

from rig import Editor, Mcp, adapt

HERE = os.path.dirname(os.path.abspath(__file__))
IDS = re.compile(r"\bobj:-?\d+")
# Members whose value is the time of the call.
TIMES = {"at_ms", "timestamp", "T", "time", "LastModifiedUtc"}
# Members that identify the items of a list, so that one missing item does not shift the others.
KEYS = ("edit", "file", "path", "id", "object", "name", "Name", "component", "type", "index", "field", "line", "what", "entry", "Path")


def make_project(sample, project):
    """A copy of the sample that both sides can read, with tests and hooks added. Each asset gets its .meta file here."""
    shutil.copytree(sample, project)
    adapt(project)
    for name, folder in (("../harmony/Harmony.cs", "Assets"), ("scripts/Door.cs", "Assets"), ("scripts/Probes.cs", "Assets/Editor")):
        shutil.copy(os.path.join(HERE, name), os.path.join(project, folder))
    number = 0
    for folder, folders, files in sorted(os.walk(project + "/Assets")):
        for name in sorted(folders + files):
            path = os.path.join(folder, name)
            if not name.endswith(".meta") and not os.path.exists(path + ".meta"):
                number += 1
                with open(path + ".meta", "w") as file:
                    file.write("fileFormatVersion: 2\nguid: %032x\n" % (0xC0FFEE00 + number))


class Side:
    """A host, its client, and the names of the objects that it has returned."""

    def __init__(self, name, work, program, settings):
        self.name, self.folder = name, os.path.join(work, name)
        self.project, self.data = self.folder + "/project", self.folder + "/data"
        shutil.rmtree(self.folder, ignore_errors=True)
        make_project(os.environ["SAMPLE"], self.project)
        os.makedirs(self.data)
        self.names, self.taken, self.kept, self.editor = {}, {}, {}, None
        paths = [f"server.data-dir='{self.data}'", f"server.cache-dir='{work}/cache'", f"server.discovery-file='{self.folder}/host.json'"]
        command = [program, "serve", "--listen", "127.0.0.1:0", "--project", self.project]
        for one in paths + settings:
            command += ["--set", one]
        self.host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(self.folder + "/host.log", "w"), text=True)
        line = self.host.stdout.readline().strip()
        if not line:
            raise RuntimeError("the host did not start: " + open(self.folder + "/host.log").read())
        self.url = line.split()[-1]
        self.port = self.url.rsplit(":", 1)[1]
        self.mcp = Mcp(self.url)

    def open_editor(self, double):
        os.environ["UNITY_TOOLS_ALLOW_CODE"] = "1"
        self.editor = Editor(double, self.project, self.data, ["--graphics", "--unity-version", "2022.3.45f1"])
        self.editor.ask("invoke", type="Probes", method="OpenScene", args=["Assets/Scenes/Main.unity"])
        end = time.time() + 60
        while '"editor"' not in json.dumps(self.mcp.call("list_unitys")):
            if time.time() > end:
                raise TimeoutError("the editor did not link within 60 s: " + open(self.folder + "/host.log").read()[-2000:])
            time.sleep(0.1)
        self.editor.ask("focus", focused=True)

    def tools(self, profile):
        client, found, cursor = Mcp(self.url, profile), {}, {}
        while True:
            page = client.request("tools/list", cursor)["result"]
            found.update({tool["name"]: tool for tool in page["tools"]})
            if not page.get("nextCursor"):
                return found
            cursor = {"cursor": page["nextCursor"]}

    def raw(self, tool, arguments):
        """The answer of the host: its structured content, or the lines of its text; or the error, with its kind."""
        answer = self.mcp.request("tools/call", {"name": tool, "arguments": arguments})
        if answer is None or "result" not in answer:
            return {"error": json.dumps(answer and answer.get("error")), "kind": "protocol"}
        result = answer["result"]
        texts = [part.get("text", "") for part in result["content"] if part["type"] == "text"]
        if result.get("isError"):
            return {"error": "\n".join(texts), "kind": result.get("_meta", {}).get("kind")}
        found = result.get("structuredContent")
        found = dict(found) if found is not None else {"lines": "\n".join(texts).split("\n")}
        for part in result["content"]:
            if part["type"] == "image":
                found["<image>"] = part["mimeType"]
        return found

    def ask(self, tool, arguments):
        return self.neutral(self.raw(tool, arguments))

    def learn(self, scope="loaded"):
        """Names objects that have no name yet by their file and path; several at one path are numbered."""
        cursor = {}
        while True:
            page = self.raw("find_objects", dict(cursor, scope=scope, limit=500, max_bytes=65536))
            if "error" in page:
                raise RuntimeError("%s: cannot list the objects: %s" % (self.name, page["error"]))
            for row in page["rows"]:
                if row["id"] not in self.names:
                    place = "%s:%s" % (row["file"], row["path"])
                    self.taken[place] = self.taken.get(place, 0) + 1
                    self.names[row["id"]] = "<%s>" % place if self.taken[place] == 1 else "<%s (%d)>" % (place, self.taken[place])
            if not page.get("next"):
                return
            cursor = {"cursor": page["next"]}

    def id(self, path, scene="Assets/Scenes/Main.unity"):
        """The id of the object with that path at its first sight."""
        wanted = "<%s:%s>" % (scene, path)
        found = [id for id, name in self.names.items() if name == wanted]
        if not found:
            raise LookupError("the %s lists no object %s" % (self.name, wanted))
        return found[0]

    def neutral(self, value, name=""):
        if isinstance(value, dict):
            return {key: self.neutral(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [self.neutral(one, name) for one in value]
        if name in TIMES and isinstance(value, str) or name == "at_ms":
            return "<time>"
        if name in ("next", "cursor") and value is not None:
            return "<cursor>"
        if name == "instanceId" and value is not None:
            return self.neutral("obj:%d" % value)
        if isinstance(value, str):
            # The example of an error is an id that the side has.
            value = re.sub(r"an id such as obj:\d+", "an id such as <id>", value)
            unknown = [id for id in IDS.findall(value) if id not in self.names]
            if unknown:
                self.learn("project")
            value = IDS.sub(lambda match: self.names.get(match.group(0), match.group(0)), value)
            value = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:<port>", value.replace(self.folder, "<work>"))
            return re.sub(r"(continues|cursor)(:? ?\"?)[A-Za-z0-9_-]{20,}", r"\1\2<cursor>", value)
        return value

    def end(self):
        for process in (self.editor and self.editor.process, self.host):
            if process:
                process.kill()
                process.wait()


def _key(item):
    return json.dumps([item.get(name) for name in KEYS], sort_keys=True) if isinstance(item, dict) else json.dumps(item, sort_keys=True)


def differences(folder, editor, field="", place=""):
    """The differences of two answers: (field, `folder`, `editor` or `both`, value of the folder, value of the editor, path of the object)."""
    if isinstance(folder, dict) and isinstance(editor, dict):
        found = []
        place = folder["path"] if isinstance(folder.get("path"), str) else place
        for name in sorted(set(folder) | set(editor)):
            below = field + "." + name if field else name
            if name not in editor:
                found.append((below, "folder", folder[name], None, place))
            elif name not in folder:
                found.append((below, "editor", None, editor[name], place))
            else:
                found += differences(folder[name], editor[name], below, place)
        return found
    if isinstance(folder, list) and isinstance(editor, list):
        found, below = [], field + "[]"
        if len(folder) == len(editor) and not any(isinstance(one, dict) for one in folder + editor):
            return [one for ours, theirs in zip(folder, editor) for one in differences(ours, theirs, below, place)]
        matcher = difflib.SequenceMatcher(None, [_key(one) for one in folder], [_key(one) for one in editor], autojunk=False)
        for kind, i, j, k, l in matcher.get_opcodes():
            if kind == "equal" or j - i == l - k:
                for ours, theirs in zip(folder[i:j], editor[k:l]):
                    # The rows of components have fields of their type.
                    is_row = isinstance(ours, dict) and "values" in ours and ours.get("type") == (theirs or {}).get("type")
                    found += differences(ours, theirs, "%s[%s]" % (field, ours["type"]) if is_row else below, place)
            else:
                found += [(below, "folder", one, None, place) for one in folder[i:j]] + [(below, "editor", None, one, place) for one in editor[k:l]]
        return found
    # In Python 1 == True and 1 == 1.0.
    same = folder == editor and isinstance(folder, bool) == isinstance(editor, bool)
    return [] if same else [(field, "both", folder, editor, place)]
