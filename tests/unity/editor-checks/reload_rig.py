"""The host and the editor double of `reloads.py`: started, killed and started again."""
import json
import os
import secrets
import shutil
import subprocess
import threading
import time

from stage import drive

HERE = os.path.dirname(os.path.abspath(__file__))

# Where each script goes; the tests of the clients and the scripts that they write come beside them.
SCRIPTS = {"Ledger.cs": "Assets", "Tally.cs": "Assets", "Born.cs": "Assets", "Reloads.cs": "Assets/Editor"}

SETTINGS = ["unity.live=true", "policy.allow-writes=true", "policy.require-confirm=false", "policy.enable-console-eval=true", "project.allow-save=true",
            'policy.component-allowlist=["*"]', 'policy.reflection-allowlist-members=["*"]', 'bundles.scripts.grants=["unity-tools:authoring/scripts-edit"]']

TEST = '    [UnityTest] public IEnumerator %s() { Ledger.Add("begin", "%s", ""); for (int at = 0; at < 12; at++) { yield return null; } ' \
       'Ledger.Add("end", "%s", ""); }\n'


class Double(drive.Editor):
    """The editor double; each event has the time `at` at which it arrived."""

    def _read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            message["at"] = time.time()
            self.lines.put(message)
        self.lines.put(None)

    def drain(self):
        """Takes the events that have arrived."""
        while self._next(time.time()):
            pass


def test_class(mode, clients, count):
    """The tests of one mode: each client has its own, so a test that ran belongs to one call."""
    names = ["%s%d_%03d" % (mode[0].upper(), client, number) for client in clients for number in range(count)]
    body = "".join(TEST % (name, name, name) for name in names)
    return "using System.Collections;\nusing UnityEngine.TestTools;\npublic class %sRuns\n{\n%s}\n" % (mode.capitalize(), body)


class ReloadRig:
    """One project with one host and one editor. The threads of the clients read `url` and wait for changes of `host_starts`."""

    def __init__(self, work, testers, tests):
        self.work = os.path.abspath(work)
        shutil.rmtree(self.work, ignore_errors=True)
        self.project = self.work + "/project"
        self.wishes = self.work + "/wishes"
        self.ledger = self.work + "/ledger"
        for folder in ("project/Assets/Editor", "project/Assets/Gen", "project/ProjectSettings", "wishes", "data"):
            os.makedirs(os.path.join(self.work, folder))
        open(self.ledger, "w").close()
        with open(self.project + "/ProjectSettings/ProjectVersion.txt", "w") as file:
            file.write("m_EditorVersion: 2022.3.76f1\n")
        for name, folder in SCRIPTS.items():
            shutil.copy(os.path.join(HERE, "scripts", name), os.path.join(self.project, folder))
        for mode, path in (("edit", "Assets/Editor/EditRuns.cs"), ("play", "Assets/PlayRuns.cs")):
            with open(os.path.join(self.project, path), "w") as file:
                file.write(test_class(mode, testers, tests))
        self.gate = threading.Condition()
        self.url = None
        self.host_starts = 0
        self.host_kills, self.editor_kills = [], []
        self.lives = []
        self.editor = None
        self.tolerated = os.environ.get("RELOADS_TOLERATE", "").split(",")

    def start_host(self, until=None):
        """Starts a host. The clients learn its address after `until`, which is called with the address, returns."""
        sets = SETTINGS + ["server.data-dir='%s/data'" % self.work, "server.cache-dir='%s/cache'" % self.work, "server.discovery-file=off"]
        command = [os.environ["UNITY_TOOL_HOST"], "serve", "--listen", "127.0.0.1:0", "--project", self.project]
        for one in sets:
            command += ["--set", one]
        log = open(self.work + "/host-%d.log" % self.host_starts, "w")
        self.host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.host.stdout.readline()
        if not line.startswith("listening on "):
            raise drive.Failure("the host did not start: %r; see %s" % (line, log.name))
        url = line.split()[-1]
        if until is not None:
            until(url)
        with self.gate:
            self.url = url
            self.host_starts += 1
            self.gate.notify_all()

    def wait_host(self, seen, seconds=60):
        """Waits until another host runs than the one with that number."""
        with self.gate:
            if not self.gate.wait_for(lambda: self.host_starts > seen, seconds):
                raise drive.Failure("no host started within %d s" % seconds)

    def kill_host(self, until=None):
        self.host_kills.append(time.time())
        self.host.kill()
        self.host.wait()
        self.start_host(until)

    def start_editor(self):
        os.environ.update(UNITY_TOOLS_DATA=self.work + "/data", UNITY_TOOLS_ALLOW_LINK="1", UNITY_TOOLS_ALLOW_CODE="1", RELOADS_LEDGER=self.ledger,
                          RELOADS_WISHES=self.wishes)
        self.editor = Double(self.project, assemblies=drive.EDITOR + "/package", prefs=self.work, compiles=False)
        self.lives.append(self.editor)
        self.editor.ask("focus", focused=True)
        self.editor.call("Open", type="Reloads")

    def kill_editor(self):
        since = time.time()
        self.editor.process.kill()
        self.editor.process.wait()
        self.editor_kills.append((since, time.time()))
        try:
            self.editor.drain()
        except drive.Failure:
            # It reports that the process ended, which is the purpose.
            pass
        self.start_editor()

    def wish(self, name, text=None):
        """Writes or removes a file that the scripts of the project read."""
        path = os.path.join(self.wishes, name)
        if text is None:
            if os.path.exists(path):
                os.remove(path)
            return
        with open(path + ".new", "w") as file:
            file.write(text)
        os.replace(path + ".new", path)

    def silences(self):
        """The times during which no scripts were loaded: from each unload to the next load of the same process."""
        found = []
        for life in self.lives:
            since = None
            for event in life.events:
                if event["event"] == "unloading":
                    since = event["at"]
                elif event["event"] == "loaded" and since is not None:
                    found.append((since, event["at"]))
                    since = None
        return found

    def reloads(self):
        return sum(1 for life in self.lives for event in life.events if event["event"] == "unloading")

    def was_killed(self, started, ended):
        """Whether the editor was killed in that time. A kill takes a moment, in which a call may begin."""
        return any(since <= ended and until >= started for since, until in self.editor_kills)

    def dialogs(self):
        return [event["title"] for life in self.lives for event in life.events if event["event"] == "dialog"]

    def end(self):
        for process in [life.process for life in self.lives] + [self.host]:
            if process.poll() is None:
                process.kill()
                process.wait()


def new_secret(seed, number):
    return "secret of client %d with seed %d, %s" % (number, seed, secrets.token_hex(8))
