"""The clients of `reloads.py`: each has its session, its seed and its role, and writes until the check ends."""
import hashlib
import os
import random
import threading
import time
import traceback

from reload_board import REFUSED, UNHEARD, UNKNOWN, Attempt, Write
from reload_mcp import Broken, McpClient, Silent
from reload_rig import new_secret

# The weights of the actions of each role.
ROLES = {
    "writer": {"add": 6, "create": 3, "batch": 1},
    "scripter": {"add": 2, "create": 1, "script": 3, "broken-script": 1},
    "tester": {"add": 2, "create": 2, "edit-tests": 3, "play-tests": 2},
    "player": {"add": 4, "create": 2, "play": 1},
    "reader": {"list": 2, "find": 4, "status": 2, "add": 1},
}

# How often a call is sent again with its key after an error that says that nothing was changed.
TRIES = 6
# The host and the package say this of a key that came with other arguments.
OTHER_CALL = ("was already used for a call that did something else", "the key was used for another call")
JOBS = ("script", "play", "run_editmode_tests", "run_playmode_tests")
SCRIPT = """public static class Gen%(client)d
{
    public const int Version = %(value)s;
#if UNITY_EDITOR
    [UnityEditor.InitializeOnLoadMethod]
    private static void Loaded()
    {
        Ledger.Add("script", "%(token)s", Version.ToString());
    }
#endif
}
"""


class Client(threading.Thread):
    def __init__(self, rig, board, number, role, seed, tests):
        super().__init__(daemon=True, name="%s %d" % (role, number))
        self.rig, self.board, self.number, self.role, self.tests = rig, board, number, role, tests
        self.random = random.Random("%d/%d" % (seed, number))
        self.mcp = McpClient(self.name, lambda: rig.url, new_secret(seed, number))
        self.turn = 0
        self.tally = None
        self.done_tests = {"E": 0, "P": 0}
        self.path = "Assets/Gen/Gen%d.cs" % number

    def run(self):
        try:
            self.again(self.mcp.open)
            weights = ROLES[self.role]
            while not self.board.is_over.is_set():
                action = self.random.choices(list(weights), list(weights.values()))[0]
                getattr(self, action.replace("-", "_"))()
        except Exception:
            self.board.differs("%s ended: %s" % (self.name, traceback.format_exc()))

    def again(self, call):
        """Repeats a request that changes nothing until a host answers it."""
        while True:
            seen = self.rig.host_starts
            try:
                return call()
            except Broken:
                self.rig.wait_host(seen)
            except LookupError:
                self.new_session()

    def new_session(self):
        self.board.count("sessions that a restarted host did not know")
        self.again(self.mcp.open)

    # Reads.

    def read(self, tool, **arguments):
        self.board.begin("read")
        try:
            answer = self.again(lambda: self.mcp.call(tool, arguments))
            self.board.reads.append(Attempt(answer.started, answer.ended, answer.kind, answer.text, answer.progress))
            return answer
        except Silent as silent:
            self.board.differs("lost: %s of %s: %s" % (tool, self.name, silent))
            return None
        finally:
            self.board.end("read", self.number)

    def list(self):
        """Lists the tools. If host and source are the same before and after, they are those of the list."""
        before = self.rig.host_starts, self.source()
        text = self.again(self.mcp.tools)
        after = self.rig.host_starts, self.source()
        with self.board.gate:
            if before == after:
                self.board.tool_lists[before[1]][hashlib.sha256(text.encode()).hexdigest()] += 1

    def find(self):
        answer = self.read("find_objects", type="Tally")
        rows = answer.value.get("rows", []) if answer else []
        self.tally = rows[0]["id"] if rows else None

    def status(self):
        self.read("unity_status")

    def source(self):
        """What answers for the project now: `live` or `folder`."""
        answer = self.read("unity_status")
        return answer and answer.value.get("source")

    # Writes.

    def write(self, op, tool, arguments, expected=None):
        """Sends a write until its outcome is known, and sometimes once more after it was done."""
        self.turn += 1
        write = Write(op, "%s-%d-%d" % (op, self.number, self.turn))
        write.expected = expected
        arguments = arguments(write.token) if callable(arguments) else arguments
        self.board.begin(op)
        try:
            self.send(write, tool, arguments)
            self.tolerate(write)
            is_once = "jobs" in self.rig.tolerated and op in JOBS
            if write.outcome == "done" and not is_once and self.random.random() < 0.15:
                self.repeat(write, tool, arguments)
        finally:
            self.board.writes.append(write)
            self.board.end(op, self.number)
        return write

    def send(self, write, tool, arguments):
        for _ in range(TRIES):
            answer = self.attempt(write, tool, arguments)
            if answer is None:
                return
            write.outcome, write.text, write.value = answer.kind, answer.text, answer.value
            if answer.kind == "done" and answer.source != "live":
                self.board.differs("%s changed the folder (%s), although %s had used the editor" % (write.token, answer.source, self.name))
            if self.is_unpaired(answer):
                self.board.count("tolerated: two targets, and none is named")
            elif answer.kind not in ("not-ready", "busy") or self.random.random() < 0.3:
                return

    def is_unpaired(self, answer):
        """The editor is linked to a restarted host, and has not proved yet that it has the folder open."""
        return "targets" in self.rig.tolerated and answer.kind == "conflict" and "reaches 2 targets" in answer.text

    def attempt(self, write, tool, arguments):
        """The answer, also if the host was killed meanwhile; None if there is none."""
        while True:
            started, seen = time.time(), self.rig.host_starts
            try:
                answer = self.mcp.call(tool, arguments, key=write.token)
                write.attempts.append(Attempt(started, answer.ended, answer.kind, answer.text, answer.progress))
                return answer
            except Broken as broken:
                write.attempts.append(Attempt(started, time.time(), "broken", str(broken), []))
                self.board.count("requests without an answer from a killed host")
                self.rig.wait_host(seen)
                if "jobs" in self.rig.tolerated and write.op in JOBS:
                    write.outcome = UNHEARD
                    return None
            except LookupError:
                self.new_session()
            except Silent as silent:
                write.attempts.append(Attempt(started, time.time(), "lost", str(silent), []))
                write.outcome = "lost"
                self.board.differs("lost: %s of %s: %s" % (write.token, self.name, silent))
                return None

    def is_tolerated_conflict(self, kind, text):
        return "repeat" in self.rig.tolerated and kind == "conflict" and any(part in text for part in OTHER_CALL)

    def tolerate(self, write):
        """Replaces answers that are known to be wrong by what is known: after the `conflict`, the ledger must have the write once."""
        if self.is_tolerated_conflict(write.outcome, write.text) and len(write.attempts) > 1:
            write.outcome = "done"
            self.board.count("tolerated: conflict of a request that was sent again")
        was_broken = any(one.kind == "broken" for one in write.attempts)
        if "ids" in self.rig.tolerated and write.outcome == "not-found" and was_broken and "no answer contained this id" in write.text:
            write.outcome = UNHEARD
            self.board.count("tolerated: a restarted host does not know the id of a request that was sent again")

    def repeat(self, write, tool, arguments):
        """The same key again: the same answer, and no second effect."""
        first = write.value
        answer = self.attempt(write, tool, arguments)
        self.board.count("repeated after done")
        if answer is None or answer.kind == "done" and answer.value == first:
            return
        if self.is_unpaired(answer):
            self.board.count("tolerated: two targets, and none is named")
        elif self.is_tolerated_conflict(answer.kind, answer.text):
            self.board.count("tolerated: conflict of a call that was repeated after done")
        elif answer.kind not in REFUSED + (UNKNOWN,):
            self.board.differs("%s was repeated: first %s, then %s %s" % (write.token, first, answer.kind, answer.text[:300]))
        elif answer.kind == "conflict":
            self.board.differs("%s was repeated with the same arguments: %s" % (write.token, answer.text[:300]))
        else:
            self.board.count("repeated: " + answer.kind)

    def add(self):
        if self.tally is None:
            self.find()
        if self.tally is not None:
            call = {"objectId": self.tally, "componentType": "Tally", "method": "Add"}
            if self.write("add", "CallMethod", lambda token: dict(call, argsJson='["%s"]' % token)).outcome != "done":
                self.tally = None

    def create(self):
        self.write("create", "edit_objects", lambda token: {"edits": [{"create": {"name": token, "components": ["Born"]}}]})

    def batch(self):
        edits = lambda token: [{"create": {"name": token, "components": ["Born"]}},
                               {"set": {"object": {"made": 0}, "component": "Born", "field": "value", "value": self.turn}}]
        self.write("batch", "edit_objects", lambda token: {"edits": edits(token)})

    # Jobs.

    def text(self):
        """The script of this client as it is on disk; None if there is none."""
        path = os.path.join(self.rig.project, self.path)
        if not os.path.exists(path):
            return None
        with open(path) as file:
            return file.read()

    def script(self, good=True):
        old = self.text()
        fresh = lambda token: SCRIPT % {"client": self.number, "token": token, "value": self.turn if good else "missing"}

        def arguments(token):
            given = {"path": self.path, "text": fresh(token)}
            return given if old is None else dict(given, digest=hashlib.sha256(old.encode()).hexdigest())

        write = self.write("script", "write_script", arguments)
        now, new = self.text(), fresh(write.token)
        write.is_good = good
        # What the client never heard of may still be under way.
        allowed = {"done": [new]}.get(write.outcome, [old] if write.outcome in REFUSED else [old, new])
        if now not in allowed:
            self.board.differs("%s ended as %s (%s), and the file has the text of %r" % (write.token, write.outcome, write.text[:200], now and now[:300]))
        return write

    def broken_script(self):
        write = self.script(good=False)
        if write.outcome == "done" and write.value.get("compiled") is not False:
            self.board.differs("%s has an error, and the compiler found none: %s" % (write.token, write.value))
        while not self.board.is_over.is_set() and "missing" in (self.text() or ""):
            self.script()

    def edit_tests(self):
        self.test("E", "EditRuns", "run_editmode_tests")

    def play_tests(self):
        self.test("P", "PlayRuns", "run_playmode_tests")

    def test(self, letter, fixture, tool):
        """Runs a test that only this call runs. Unsaved scenes would refuse the run, so the user saves them meanwhile."""
        if self.done_tests[letter] == self.tests:
            return
        name = "%s%d_%03d" % (letter, self.number, self.done_tests[letter])
        self.done_tests[letter] += 1
        self.rig.wish("save-%d" % self.number, "")
        try:
            for _ in range(3):
                write = self.write(tool, tool, {"filter": "%s.%s" % (fixture, name)}, expected=name)
                if write.outcome not in REFUSED:
                    return
        finally:
            self.rig.wish("save-%d" % self.number)

    def play(self):
        mode = self.random.choice(["play", "play", "pause"])
        if self.write("play", "play_mode", {"mode": mode}, expected=True).outcome != "done":
            return
        for _ in range(self.random.randrange(4)):
            self.random.choice([self.add, self.create])()
        while not self.board.is_over.is_set() and self.write("play", "play_mode", {"mode": "stop"}, expected=False).outcome in REFUSED:
            pass
