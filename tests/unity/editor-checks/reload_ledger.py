"""Compares the ledger, which the scripts of the project write, with the outcomes that the clients got."""
import collections

from reload_board import REFUSED, UNHEARD, UNKNOWN

# A call that waits for this long while no scripts are loaded gets a progress: the host reports the state each second.
REPORTED = 1.3
STATES = ("compiles", "reloads its scripts", "enters play mode", "is away", "has ended", "is not linked yet", "proves that it has the project", "does not run its main thread", "quits")


class Line:
    def __init__(self, text):
        at, self.life, self.mode, self.kind, self.token, self.value = text.rstrip("\n").split("\t")
        self.at = float(at) / 1000


def read(path):
    with open(path) as file:
        return [Line(text) for text in file]


class Checker:
    """`found` has one text for each difference; `figures` counts what was compared."""

    def __init__(self, rig, board):
        self.rig, self.board = rig, board
        self.lines = read(rig.ledger)
        self.by_token = collections.defaultdict(list)
        for line in self.lines:
            self.by_token[line.kind, line.token].append(line)
        self.found = []
        self.figures = collections.Counter()
        self.unknown = collections.Counter()
        self.interrupted = collections.Counter()
        self.modes = self._modes()

    def check(self):
        for write in self.board.writes:
            self.figures["writes: %s %s" % (write.op, write.outcome)] += 1
            self._may_be_unknown(write)
            check = {"add": self._once, "create": self._once, "batch": self._once, "script": self._script, "play": self._play}
            check.get(write.op, self._test)(write)
        self._no_stranger()
        self._increments_add_up()
        self._waits_were_explained()
        return self.found

    def _differs(self, write, text):
        last = write.attempts[-1]
        times = ", ".join("%.3f-%.3f %s" % (one.started, one.ended, one.kind) for one in write.attempts)
        self.found.append("%s ended as %s: %s (attempts: %s; %s)" % (write.token, write.outcome, text, times, last.text[:300]))

    def _may_be_unknown(self, write):
        """An outcome is unknown only if the editor was killed between the first request and the answer."""
        if write.outcome != UNKNOWN:
            return
        killed = self.rig.was_killed(write.started, write.ended)
        self.unknown["%s, %s" % (write.op, "the editor was killed" if killed else "NO editor was killed")] += 1
        if not killed:
            self._differs(write, "the outcome is unknown although no editor was killed")

    def _once(self, write):
        kind = "add" if write.op == "add" else "create"
        count = len(self.by_token[kind, write.token])
        wanted = (1,) if write.outcome == "done" else (0,) if write.outcome in REFUSED else (0, 1)
        self.figures["effects counted"] += count
        if count not in wanted:
            what = "lost" if count == 0 else "doubled" if count > 1 else "applied after an error"
            self.figures[what] += 1
            self._differs(write, "its effect is there %d times" % count)
        if write.outcome not in REFUSED + ("done", UNKNOWN, UNHEARD):
            self._differs(write, "an unexpected error")
        if write.op == "add" and write.outcome == "done" and count == 1 and str(write.value.get("result")) != self.by_token[kind, write.token][0].value:
            self._differs(write, "the result is %s, and the counter was %s" % (write.value, self.by_token[kind, write.token][0].value))

    def _script(self, write):
        """The text was compared when the call ended; here, that a compiled script was loaded before its answer."""
        if write.outcome != "done":
            if write.outcome not in REFUSED + (UNKNOWN, UNHEARD) and not self._died(write):
                self._differs(write, "an unexpected error")
            return
        loads = [line for line in self.by_token["script", write.token] if line.at <= write.ended]
        if write.value.get("compiled") and write.is_good and not loads:
            self._differs(write, "it was compiled, and not loaded before the answer")
        if not write.is_good and loads:
            self._differs(write, "a script with an error was loaded")
        self.figures["effects counted"] += 1

    def _died(self, write):
        return "the editor ended while it ran" in write.text and self.rig.was_killed(write.started, write.ended)

    def _test(self, write):
        """The test of this call ran once; once more for each domain load that interrupted it."""
        begun, ended = self.by_token["begin", write.expected], self.by_token["end", write.expected]
        # The same test is requested again after a refusal, which must not have run it: what began after the next request belongs to that.
        later = [other.started for other in self.board.writes if other.expected == write.expected and other.started >= write.ended]
        until = min([write.ended + 1] + later)
        begun, ended = ([line for line in lines if write.started <= line.at <= until] for lines in (begun, ended))
        loads = [line.at for line in self.by_token["load", ""]]
        restarts = sum(1 for one, next in zip(begun, begun[1:]) if any(one.at < at < next.at for at in loads))
        if write.outcome == "done":
            counts = tuple(write.value.get(name) for name in ("passCount", "failedCount", "skippedCount"))
            self.figures["effects counted"] += 1
            if counts != (1, 0, 0) or not ended or len(begun) != 1 + restarts:
                self._differs(write, "the counts are %s; the test began %d times with %d restarts, and ended %d times" % (counts, len(begun), restarts, len(ended)))
        elif write.outcome in REFUSED:
            if begun:
                self._differs(write, "the test ran")
        elif len(begun) > 1 + restarts:
            self._differs(write, "the test began %d times with %d restarts" % (len(begun), restarts))
        elif write.outcome not in (UNKNOWN, UNHEARD) and not self._died(write):
            self._differs(write, "an unexpected error")

    def _modes(self):
        """The times since which the editor plays or does not, as the scripts of the project saw them."""
        modes = [(0.0, False)]
        for line in self.lines:
            if line.kind == "mode" and line.token in ("EnteredPlayMode", "EnteredEditMode"):
                modes.append((line.at, line.token == "EnteredPlayMode"))
            elif line.kind == "load" and line.life != getattr(self, "_life", None):
                modes.append((line.at, False))
                self._life = line.life
        return modes

    def _play(self, write):
        if write.outcome != "done":
            if write.outcome not in REFUSED + (UNKNOWN, UNHEARD) and not self._died(write):
                self._differs(write, "an unexpected error")
            return
        self.figures["effects counted"] += 1
        ends = [at for at, _ in self.modes[1:]] + [float("inf")]
        # The event comes a moment after the flags from which the job ends.
        if not any(plays == write.expected and since <= write.ended + 0.1 and until >= write.started for (since, plays), until in zip(self.modes, ends)):
            self._differs(write, "the editor never was in that mode during the call")

    def _no_stranger(self):
        known = {write.token for write in self.board.writes}
        for (kind, token), lines in self.by_token.items():
            if kind in ("add", "create", "script") and token not in known:
                self.found.append("%s %s is in the ledger %d times, and no client wrote it" % (kind, token, len(lines)))

    def _increments_add_up(self):
        """In edit mode, each increment continues the last one of the same process, also after domain reloads."""
        last = {}
        for line in self.lines:
            if line.kind != "add" or line.mode != "edit":
                continue
            before = last.get(line.life)
            if before is not None and int(line.value) != before + 1:
                self.found.append("the increment %s made %s of %d" % (line.token, line.value, before))
            last[line.life] = int(line.value)
            self.figures["increments in edit mode that continue"] += 1

    def _waits_were_explained(self):
        """A call that waited while no scripts were loaded got a progress that names the state."""
        silences = self.rig.silences()
        tries = [(write.op, one) for write in self.board.writes for one in write.attempts] + [("read", one) for one in self.board.reads]
        for op, one in tries:
            if one.kind in ("broken", "lost"):
                continue
            for since, until in silences:
                if one.ended < until or one.started > until:
                    continue
                if one.started < since:
                    self.interrupted[op] += 1
                is_long = min(until, one.ended) - max(since, one.started) > REPORTED
                is_new = since + 0.1 < one.started < until - 0.1
                if not is_long and not is_new:
                    continue
                self.figures["waits that must be explained"] += 1
                if not any(state in text for at, text in one.progress for state in STATES):
                    self.found.append("%s waited from %.3f to %.3f, no scripts were loaded from %.3f to %.3f, and its progress is %s"
                                      % (op, one.started, one.ended, since, until, one.progress))
