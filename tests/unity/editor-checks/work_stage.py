"""An editor for checks of long work, with the calls that they make."""
import contextlib
import os
import time

from stage import Failure, contains, expect, stage

REFRESH, CHANGE, BUILD = "refresh-run/refresh", "packages-edit/change", "build-run/build"
OK = {"succeeded": True, "total": 0, "diagnostics": []}
DOOR = "public static class Door { public static string Say() { return \"%s\"; } }\n"
BAD = "public static class Door { static int X() { return missing; } }\n"
ORPHAN = "the editor ended while it ran"
ASKED = {"target": None, "path": "Builds/Game", "scenes": [], "development": False}


@contextlib.contextmanager
def editor(code="1"):
    with stage({"Work.cs": "Assets/Editor"}, UNITY_TOOLS_ALLOW_CODE=code) as at:
        yield at
        expect([event for event in at.editor.events if event["event"] == "dialog"], [], "the dialogs")


def put(at, path, text):
    full = os.path.join(at.project, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w") as file:
        file.write(text)


def read(at, path):
    with open(os.path.join(at.project, path)) as file:
        return file.read()


def restart(at):
    """Kills the editor, and opens the project again."""
    at.editor.process.kill()
    at.editor.process.wait()
    at.open()


def follow(at, id, seconds=60):
    """The job at its end, and its texts before."""
    until = time.time() + seconds
    texts = []
    while time.time() < until:
        job = at.job(id)
        if job.get("text") and job["text"] not in texts:
            texts.append(job["text"])
        if job["state"] not in ("waiting", "running"):
            return job, texts
        time.sleep(0.02)
    raise Failure("the job has not ended within %d s: %s" % (seconds, job))


def done(at, id, reply):
    """The value of a job that finished."""
    job = at.wait(id, 60)
    expect(job["state"], "finished", "the state of the job (%s)" % job.get("error"))
    expect(job["value"]["reply"], reply, "the reply of the job")
    return job["value"]["value"]


def failed(at, id, kind, *texts):
    """The error of a job that failed."""
    job = at.wait(id, 60)
    expect(job["state"], "failed", "the state of the job (%s)" % job.get("value"))
    expect(job["error"]["kind"], kind, "the kind of the error (%s)" % job["error"]["message"])
    for text in texts:
        contains([job["error"]["message"] + " / " + job["error"].get("hint", "")], text, "the error")
    return job["error"]


def say(at, wanted):
    until = time.time() + 20
    while time.time() < until:
        try:
            found = at.call("Say", type="Door")
        except Failure as failure:
            found = str(failure)
        if found == wanted:
            return
        time.sleep(0.05)
    raise Failure("the scripts say %r, not %r" % (found, wanted))
