"""What the threads of `reloads.py` share: writes and their attempts, calls in flight, jobs, and differences that were found."""
import collections
import json
import os
import threading
import time

# Nothing was changed. All other errors say something else about the write.
REFUSED = ("not-ready", "conflict", "not-found", "busy")
UNKNOWN = "outcome-unknown"

# No answer came from a killed host, and the client did not send the call again.
UNHEARD = "unheard"


class Attempt:
    """One request of a call: its times, its progress, and the kind of its end."""

    def __init__(self, started, ended, kind, text, progress):
        self.started, self.ended, self.kind, self.text, self.progress = started, ended, kind, text, progress


class Write:
    """One write with one idempotency key, sent until its outcome is known."""

    def __init__(self, op, token):
        self.op, self.token = op, token
        self.attempts = []
        self.outcome = None
        self.text = ""
        self.value = {}
        self.expected = None

    @property
    def started(self):
        return self.attempts[0].started

    @property
    def ended(self):
        return self.attempts[-1].ended


class Board:
    """`writes` and `reads` grow; `found` has the differences."""

    def __init__(self):
        self.gate = threading.Condition()
        self.in_flight = collections.Counter()
        self.finished = collections.Counter()
        self.writes, self.reads, self.found = [], [], []
        self.counts = collections.Counter()
        self.is_over = threading.Event()
        # For each source of the answers, the digests of the lists.
        self.tool_lists = collections.defaultdict(collections.Counter)

    def begin(self, op):
        with self.gate:
            self.in_flight[op] += 1
            self.gate.notify_all()

    def end(self, op, client):
        with self.gate:
            self.in_flight[op] -= 1
            self.finished[client] += 1
            self.gate.notify_all()

    def differs(self, text):
        with self.gate:
            self.found.append(text)
            self.gate.notify_all()
        print("DIFFERENCE", text, flush=True)

    def count(self, what):
        with self.gate:
            self.counts[what] += 1

    def wait_flight(self, op, seconds):
        """Waits until a call of that kind is in flight; false if none came."""
        with self.gate:
            return self.gate.wait_for(lambda: self.in_flight[op] > 0 or self.found, seconds)

    def wait_turn(self, clients, seconds=120):
        """Waits until each client has ended at least one call that it began after now."""
        with self.gate:
            seen = dict(self.finished)
            turn = lambda: all(self.finished[client] >= seen.get(client, 0) + 2 for client in clients)
            return self.gate.wait_for(turn, seconds)


class JobWatcher(threading.Thread):
    """Reads the files of the jobs of the package, and keeps the last state of each job, also of removed ones."""

    def __init__(self, project):
        super().__init__(daemon=True)
        self.folder = os.path.join(project, "Library/UnityTools/jobs")
        self.jobs = {}
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(0.03):
            self.look()

    def look(self):
        for name in os.listdir(self.folder) if os.path.isdir(self.folder) else []:
            if not name.endswith(".json"):
                continue
            try:
                with open(os.path.join(self.folder, name)) as file:
                    job = json.load(file)
            except (OSError, ValueError):
                # Removed or replaced meanwhile.
                continue
            self.jobs[job["job"]] = (job["kind"], job["state"], (job.get("error") or {}).get("message"))

    def running(self, kind=None):
        return [id for id, (of, state, _) in list(self.jobs.items()) if state in ("waiting", "running") and kind in (None, of)]

    def wait_running(self, kind, seconds):
        """Waits until a job of that kind runs; false if none came."""
        until = time.time() + seconds
        while time.time() < until:
            self.look()
            if self.running(kind):
                return True
        return False

    def wait_settled(self, seconds):
        until = time.time() + seconds
        while time.time() < until:
            self.look()
            if not self.running():
                return True
        return False
