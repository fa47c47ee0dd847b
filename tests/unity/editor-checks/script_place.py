"""A project, a host and an editor for checks of scripts, with the calls that they make."""
import contextlib
import hashlib
import os
import secrets
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../editor/editor-check"), os.path.join(HERE, "../editor/testrunner/check")]

import drive
from drive import Failure, expect
from link import Failed, Host

WRITE = "scripts-edit/write"
DOOR = "Assets/Scripts/Door.cs"
GOOD = "public static class Door { public static string Say() { return \"%s\"; } }\n"
BAD = "public static class Door\n{\n    public static string Say() { return missing; }\n}\n"


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Place:
    def __init__(self, folder, code=True):
        self.project = os.path.join(folder, "project")
        self.data = os.path.join(folder, "data")
        os.makedirs(os.path.join(self.project, "Assets", "Editor"))
        shutil.copy(os.path.join(HERE, "SceneDump.cs"), os.path.join(self.project, "Assets/Editor"))
        os.environ.update(UNITY_TOOLS_DATA=self.data, UNITY_TOOLS_ALLOW_LINK="1", UNITY_TOOLS_ALLOW_CODE="1" if code else "0")
        self.host = Host(self.data)
        self.editor = None

    def open(self, compiles=True, focus=True):
        self.editor = drive.Editor(self.project, assemblies=os.environ["UNITY_PACKAGE"], prefs=self.data, compiles=compiles)
        self.editor.ask("focus", focused=focus)
        self.host.wait_link()

    def kill(self):
        self.editor.process.kill()
        self.editor.process.wait()

    def full(self, path):
        return os.path.join(self.project, path)

    def read(self, path):
        with open(self.full(path), "rb") as file:
            return file.read()

    def put(self, path, content):
        os.makedirs(os.path.dirname(self.full(path)), exist_ok=True)
        with open(self.full(path), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def begin(self, path, text, digest=None):
        reply = self.send(WRITE, path=path, text=text, digest=digest)
        expect(reply["reply"], "job", "the reply of " + WRITE)
        return reply["value"]["job"]

    def send(self, function, **arguments):
        """A write, sent again with its key if the link ended before the answer."""
        key = secrets.token_hex(8)
        try:
            return self.host.write(function, key=key, **arguments)
        except Failed as failed:
            if failed.error["kind"] != "outcome-unknown":
                raise
        return self.host.write(function, key=key, **arguments)

    def wait(self, id, seconds=60):
        """The job at its end, and its texts before."""
        until = time.time() + seconds
        texts = []
        while time.time() < until:
            job = self.host.read("link/job", job=id)
            if job.get("text") and job["text"] not in texts:
                texts.append(job["text"])
            if job["state"] not in ("waiting", "running"):
                return job, texts
            time.sleep(0.02)
        raise Failure("the job has not ended within %d s: %s" % (seconds, job))

    def write(self, path, text, digest=None):
        """The value of `source-written`."""
        job, _ = self.wait(self.begin(path, text, digest))
        expect(job["state"], "finished", "the state of the job (%s)" % job.get("error"))
        expect(job["value"]["reply"], "source-written", "the reply of the job")
        return job["value"]["value"]

    def last(self):
        reply = self.host.read("compilation/last")
        expect(reply["reply"], "compilation", "the reply of compilation/last")
        return reply["value"]["last"]

    def entries(self):
        page = {"limit": 100, "cursor": None, "max-bytes": 1 << 20}
        return self.host.read("edits/list-entries", page=page)["value"]["rows"]

    def entry(self, id):
        return next(row for row in self.entries() if row["id"] == id)

    def undo(self, *ids):
        return self.send("edits-edit/undo", entries=list(ids), digest=None)["value"]

    def refused(self, kind, text, call, *arguments):
        try:
            call(*arguments)
        except Failed as failed:
            expect(failed.error["kind"], kind, "the kind of error (%s)" % failed.error["message"])
            if text not in failed.error["message"]:
                raise Failure("the error does not contain %r: %s" % (text, failed.error["message"]))
            return failed.error
        raise Failure("the call was not refused: %s" % (arguments,))

    def say(self, wanted):
        """Waits until the loaded scripts return this text."""
        until = time.time() + 30
        while time.time() < until:
            try:
                found = self.editor.call("Say", type="Door")
            except Failure as failure:
                found = str(failure)
            if found == wanted:
                return
            time.sleep(0.05)
        raise Failure("the scripts say %r, not %r" % (found, wanted))

    def settled(self):
        """Waits until nothing compiles or reloads."""
        self.editor.wait_state(lambda state: not state["compiling"] and not state["reloadPending"], "the end of the compilation")
        self.host.wait_link()


@contextlib.contextmanager
def place(open=True, code=True):
    folder = tempfile.mkdtemp(prefix="scripts-")
    at = Place(folder, code)
    try:
        if open:
            at.open()
        yield at
        at.editor.quit()
    finally:
        if at.editor:
            at.editor.process.kill()
        at.host.close()
        shutil.rmtree(folder, ignore_errors=True)
