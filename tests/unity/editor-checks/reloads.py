#!/usr/bin/env python3
"""Reloads the editor and kills editor and host while clients write, and counts what was done.

The clients call the real host over MCP. The scripts of the project write each effect to a file (`scripts/Ledger.cs`), which is
compared with the answers: each write is applied exactly once, each call is answered, each job ends, and each call that
waits learns why. Ends with code 1 if something differs.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD UNITY_TOOL_HOST=PROGRAM reloads.py [RELOADS [KILLS [SEED]]]

RELOADS_TOLERATE is a list of known defects that are counted without being a difference, such as `folder,repeat,jobs,targets,ids`:
- folder: a restarted host lets sessions that used the editor change the folder, so clients wait until the editor is linked.
- jobs: a repeated call that begins a job begins another one, so clients do not send such a call again.
- targets: until a linked editor has proved its folder, both are targets, and writes that name none are refused.
- ids: a restarted host answers a repeated call with `not-found`, because it does not know the id of the object any more.
- repeat: a repeated `create` of `edit_objects` is answered with `conflict` instead of the first result.
"""
import collections
import os
import random
import sys
import tempfile
import time

from reload_board import Board, JobWatcher
from reload_clients import Client
from reload_ledger import Checker
from reload_mcp import McpClient
from reload_rig import ReloadRig, new_secret
from stage import Failure

# The role of each client; the clients with these numbers have tests of their own.
CLIENTS = ["writer", "writer", "scripter", "tester", "tester", "player", "reader"]
TESTERS = [3, 4]
TESTS = 400

# In the middle of what a reload comes: the kind of a job, or None for an edit.
MOMENTS = ["test-run", "script-write", "play-mode", None]
LONG = 90


class Reloads:
    def __init__(self, work, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.rig = ReloadRig(work, TESTERS, TESTS)
        self.board = Board()
        self.jobs = JobWatcher(self.rig.project)
        self.clients = [Client(self.rig, self.board, number, role, seed, TESTS) for number, role in enumerate(CLIENTS)]
        self.moments = collections.Counter()

    def run(self, reloads, kills):
        self.rig.start_host()
        self.rig.start_editor()
        self.wait_live(self.rig.url)
        self.jobs.start()
        for client in self.clients:
            client.start()
        # A client that never used the editor may change the folder while the editor is away.
        self.settle("the start")
        plan = self.plan(reloads, kills)
        for at, act in enumerate(plan):
            if self.board.found:
                break
            {"reload": self.reload, "kill host": self.kill_host, "kill editor": self.kill_editor}[act]()
            if at % 10 == 9:
                print("%d of %d, %.0f s" % (at + 1, len(plan), time.time() - self.began), flush=True)

    def plan(self, reloads, kills):
        """The kills are distributed evenly between the reloads; host and editor take turns."""
        self.began = time.time()
        plan, done = [], 0
        for number in range(reloads):
            plan.append("reload")
            while (done + 1) * reloads <= (number + 1) * kills:
                plan.append("kill host" if done % 2 == 0 else "kill editor")
                done += 1
        return plan

    def wait_live(self, url):
        """Waits until the editor answers for the folder."""
        user = McpClient("user", lambda: url, new_secret(self.seed, 99))
        user.open()
        until = time.time() + LONG
        while time.time() < until:
            answer = user.call("unity_status", {})
            if answer.value.get("source") == "live":
                return
        raise Failure("the editor did not link within %d s: %s" % (LONG, answer.text))

    def moment(self):
        """Waits for the middle of a job or an edit, and returns what it found."""
        wanted = self.random.choice(MOMENTS)
        if wanted is None:
            return "edit" if self.board.wait_flight(self.random.choice(["add", "create"]), 10) else "nothing"
        return wanted if self.jobs.wait_running(wanted, 10) else "nothing"

    def reload(self):
        editor = self.rig.editor
        if self.random.random() < 0.2:
            editor.call("SetPlayOptions", self.random.choice([0, 3]), type="Reloads")
        if self.random.random() < 0.15:
            self.rig.wish("slow", str(self.random.randrange(1400, 2600)))
        by_script = self.random.random() < 0.4
        found = self.moment()
        self.moments[found] += 1
        editor.drain()
        since = len(editor.events)
        if by_script:
            with open(self.rig.project + "/Assets/Touched.cs", "w") as file:
                file.write("public static class Touched { public const int Number = %d; }\n" % self.random.randrange(1 << 30))
            editor.ask("refresh")
            # A script of a client with an error stops the reload.
            if editor.wait_event("compiled", LONG, since)["failed"]:
                editor.ask("reload")
        else:
            editor.ask("reload")
        editor.wait_event("loaded", LONG, since)
        self.rig.wish("slow")

    def kill_host(self):
        self.moment()
        self.rig.kill_host(self.wait_live if "folder" in self.rig.tolerated else None)
        self.settle("a killed host")

    def kill_editor(self):
        self.moment()
        self.rig.kill_editor()
        self.settle("a killed editor")

    def settle(self, what):
        """Each client ends its call before the next kill: after two kills at once, no process knows the keys any more."""
        if not self.board.wait_turn(range(len(self.clients)), LONG):
            self.board.differs("not every client ended a call within %d s after %s" % (LONG, what))
            self.explain()

    def explain(self):
        """Prints what the editor does and what each waiting client last heard."""
        try:
            # Answered also while a dialog blocks the editor.
            state = self.rig.editor.ask("state")
            print({name: state.get(name) for name in ("epoch", "playing", "willPlay", "compiling", "reloadPending", "reloadLocks", "main-ms", "blockedBy")})
            print("dialogs: %s" % self.rig.dialogs())
        except Failure as failure:
            print("the editor: %s" % failure)
        for client in self.clients:
            print("%s waits since %.1f s: %s" % (client.name, time.time() - client.mcp.since, client.mcp.heard[-2:]))

    def finish(self):
        """Lets the clients end, and the editor settle all jobs."""
        self.board.is_over.set()
        until = time.time() + (30 if self.board.found else 2 * LONG)
        for client in self.clients:
            client.join(max(0.1, until - time.time()))
            if client.is_alive():
                self.board.differs("%s did not end: a call hangs" % client.name)
        self.rig.editor.drain()
        if self.rig.dialogs():
            self.board.differs("dialogs blocked the editor: %s" % self.rig.dialogs())
        if self.board.found:
            self.jobs.is_over.set()
            return
        user = McpClient("user", lambda: self.rig.url, new_secret(self.seed, 99))
        user.open()
        user.call("play_mode", {"mode": "stop"})
        if not self.jobs.wait_settled(LONG):
            self.board.differs("jobs that have not ended: %s" % [self.jobs.jobs[id] for id in self.jobs.running()])
        self.jobs.is_over.set()
        self.jobs.join()
        names = [line.split(" ")[0] for line in self.rig.editor.call("Created", type="Reloads").split("\n")]
        twice = [name for name, count in collections.Counter(names).items() if count > 1]
        if twice:
            self.board.differs("objects that are in the scenes twice: %s" % twice)

    def report(self):
        checker = Checker(self.rig, self.board)
        found = self.board.found + checker.check()
        board, rig = self.board, self.rig
        found += check_tool_lists(board.tool_lists)
        tries = [one for write in board.writes for one in write.attempts] + board.reads
        kinds = collections.Counter("%s %s" % (kind, state) for kind, state, _ in self.jobs.jobs.values())
        print("seed %d, %.0f s" % (self.seed, time.time() - self.began))
        print("reloads: %d requested, %d in all; moments: %s" % (sum(self.moments.values()), rig.reloads(), dict(self.moments)))
        print("kills: %d of the host, %d of the editor" % (len(rig.host_kills), len(rig.editor_kills)))
        lists = {source: sum(digests.values()) for source, digests in board.tool_lists.items()}
        print("calls: %d requests, %d writes; lists of tools: %s; %s" % (len(tries), len(board.writes), lists, dict(board.counts)))
        print("calls that a reload interrupted: %s" % dict(checker.interrupted))
        print("outcome-unknown: %s" % dict(checker.unknown))
        print("jobs: %d begun; %s" % (len(self.jobs.jobs), dict(kinds)))
        why = collections.Counter("%s: %s" % (kind, error[:90]) for kind, state, error in self.jobs.jobs.values() if state == "failed" and error)
        print("jobs that failed: %s" % dict(why))
        print("slowest wait: %.1f s" % max(one.ended - one.started for one in tries))
        for name, count in sorted(checker.figures.items()):
            print("  %s: %d" % (name, count))
        print("%d differences" % len(found))
        for text in found[:40]:
            print("  " + text)
        return found


def check_tool_lists(lists):
    """There is one list while the editor answers, also while it is away. Before it links and after its end, there is that of the folder."""
    found = ["the list of tools changed (%s): %s" % (source, dict(digests)) for source, digests in lists.items() if len(digests) != 1]
    return found if lists["live"] else found + ["no client listed the tools of the editor"]


def main():
    reloads, kills, seed = ([int(given) for given in sys.argv[1:4]] + [100, 20, 1][len(sys.argv) - 1:])[:3]
    for name in ("UNITY_DOUBLE", "UNITY_TOOL_HOST"):
        if not os.environ.get(name):
            sys.exit("error: %s is not set" % name)
    work = os.environ.get("WORK") or tempfile.mkdtemp(prefix="reloads-")
    check = Reloads(work, seed)
    print("seed %d, %d reloads, %d kills, in %s" % (seed, reloads, kills, work), flush=True)
    try:
        try:
            check.run(reloads, kills)
        except (Failure, KeyboardInterrupt) as error:
            # What was counted until then is reported, too.
            check.board.differs("it did not reach the end: %r" % error)
            check.explain()
        check.finish()
        found = check.report()
    finally:
        check.rig.end()
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
