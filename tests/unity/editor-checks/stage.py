"""A project, an open editor double and a host in Python, for checks of what an editor serves.

Environment: UNITY_DOUBLE (the folder of `build.sh`). Each check is a function without parameters; `run` calls them.
"""
import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
DOUBLE = os.environ.get("UNITY_DOUBLE", "")


def _load(name, path):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


drive = _load("drive", "../editor/editor-check/drive.py")
link = _load("job_link", "../editor/testrunner/check/link.py")
Failed, Failure, expect = link.Failed, drive.Failure, drive.expect


class Stage:
    """`host` calls the functions of `editor`, which has the scripts of the check in its project."""

    def __init__(self, folder, scripts, environment, options):
        self.project = os.path.join(folder, "project")
        self.data = os.path.join(folder, "data")
        self.environment = environment
        self.options = options
        os.makedirs(os.path.join(self.project, "Assets", "Editor"))
        for name, to in scripts.items():
            shutil.copy(os.path.join(HERE, "" if "/" in name else "scripts", name), os.path.join(self.project, to))
        self.host = link.Host(self.data)
        self.editor = None

    def open(self):
        os.environ.update(self.environment, UNITY_TOOLS_DATA=self.data, UNITY_TOOLS_ALLOW_LINK="1")
        self.editor = drive.Editor(self.project, assemblies=DOUBLE + "/package", prefs=self.data, **self.options)
        self.editor.ask("focus", focused=True)
        self.host.wait_link()

    def call(self, method, *args, type="Oracle"):
        """Calls a static method of a script."""
        return self.editor.call(method, *args, type=type)

    def write_script(self, path, text):
        """Adds a script, and waits until Unity has compiled it; also for its errors."""
        with open(os.path.join(self.project, path), "w") as file:
            file.write(text)
        self.editor.ask_and_wait("refresh", "compiled")
        self.editor.wait_state(lambda state: not state["compiling"] and not state["reloadPending"], "the end of the compilation")

    def read(self, function, **arguments):
        return self.host.read(function, **arguments)

    def write(self, function, **arguments):
        return self.host.write(function, **arguments)

    def frames(self, type, seconds=10, until=None):
        """The frames of that type that Unity sent by itself, once the last one fulfils the condition."""
        end = time.time() + seconds
        while True:
            found = [frame for frame in list(self.host.frames) if frame["type"] == type]
            if until is None or any(until(frame) for frame in found):
                return found
            if time.time() > end:
                raise Failure("no such frame within %d s; there are %s" % (seconds, found[-5:]))
            time.sleep(0.02)

    def wait_line(self, part, seconds=10):
        """The first line of the console with that part."""
        lines = lambda frames: [line for frame in frames for line in frame["lines"]]
        found = self.frames("logs", seconds, lambda frame: any(part in line["text"] for line in frame["lines"]))
        return next(line for line in lines(found) if part in line["text"])

    def notes(self):
        """The notes of the last answer."""
        return self.host.answer.get("notes", [])

    def begin(self, function, **arguments):
        """Begins a job."""
        reply = self.write(function, **arguments)
        expect(reply["reply"], "job", "the reply of " + function)
        return reply["value"]["job"]

    def job(self, id):
        return self.read("link/job", job=id)

    def wait(self, id, seconds=30):
        """The job at its end."""
        until = time.time() + seconds
        while time.time() < until:
            job = self.job(id)
            if job["state"] in ("finished", "failed", "cancelled"):
                return job
            time.sleep(0.03)
        raise Failure("the job has not ended within %d s: %s" % (seconds, self.job(id)))

    def set_mode(self, mode):
        """Changes play mode as the host does, and waits for it."""
        job = self.wait(self.begin("play-edit/set-mode", mode=mode))
        expect(job, {"state": "finished", "done": 0, "value": {"reply": "done"}}, "the job of the mode " + mode)


@contextlib.contextmanager
def stage(scripts=None, graphics=False, **environment):
    """Opens an editor; the files of `scripts` go to the folders that are their values."""
    folder = tempfile.mkdtemp(prefix="editor-")
    at = Stage(folder, {"Oracle.cs": "Assets/Editor", **(scripts or {})}, environment, {"graphics": graphics})
    try:
        at.open()
        yield at
        at.editor.quit()
    finally:
        if at.editor:
            at.editor.process.kill()
        at.host.close()
        for name in environment:
            os.environ.pop(name)
        shutil.rmtree(folder, ignore_errors=True)


def refused(call, kind, *texts):
    """The error of a call, of that kind and with these texts in its message or hint."""
    try:
        answer = call()
    except Failed as failed:
        expect(failed.error["kind"], kind, "the kind of the error (%s)" % failed)
        told = failed.error["message"] + " / " + failed.error.get("hint", "")
        missing = [text for text in texts if text not in told]
        if missing:
            raise Failure("the error does not contain %s: %s" % (missing, told))
        return failed.error
    raise Failure("the call was not refused: %s" % answer)


def contains(texts, part, what):
    if not any(part in text for text in texts):
        raise Failure("%s: expected one with %r, got %s" % (what, part, texts))


def run(checks):
    """Runs the checks of a module, or those that the command line names."""
    if not DOUBLE:
        sys.exit("error: UNITY_DOUBLE is not set (expected: the folder of tests/unity/editor-checks/build.sh)")
    failed = 0
    for check in checks:
        if sys.argv[1:] and check.__name__ not in sys.argv[1:]:
            continue
        started = time.time()
        try:
            check()
            print("ok      %s (%.1f s)" % (check.__name__, time.time() - started), flush=True)
        except (Failure, Failed) as failure:
            failed += 1
            print("FAILED  %s: %s" % (check.__name__, failure), flush=True)
        except Exception:
            failed += 1
            print("FAILED  %s: %s" % (check.__name__, traceback.format_exc()), flush=True)
    sys.exit(1 if failed else 0)
