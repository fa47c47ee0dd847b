"""Starts the editor double and talks to it over its control channel."""

import json
import os
import queue
import subprocess
import threading
import time

EDITOR = os.environ.get("UNITY_DOUBLE", "")


class Failure(Exception):
    """A check that did not hold."""


class Editor:
    """One process of the double with one project."""

    def __init__(self, project, assemblies=None, batchmode=False, prefs=None, compiles=True, graphics=False):
        arguments = ["mono", "--debug", os.path.join(EDITOR, "UnityEditorDouble.exe"), "--project", project]
        arguments += ["--assemblies", assemblies] if assemblies else []
        arguments += ["--batchmode"] if batchmode else []
        arguments += ["--graphics"] if graphics else []
        environment = dict(os.environ)
        environment.pop("UNITY_DOUBLE_PREFS", None)
        if prefs:
            environment["UNITY_DOUBLE_PREFS"] = prefs
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.lines = queue.Queue()
        self.events = []
        self.answers = {}
        self.errors = []
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.wait_event("loaded")
        if compiles and any(event["event"] == "compiled" and event["failed"] for event in self.events):
            raise Failure("the scripts of the check do not compile: %s" % [event["text"] for event in self.events if event["event"] == "log"])

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line)

    def _next(self, until):
        try:
            message = self.lines.get(timeout=max(0.01, until - time.time()))
        except queue.Empty:
            return False
        if message is None:
            raise Failure("the editor ended: " + "".join(self.errors[-20:]) + str(self.events[-3:]))
        if message.get("event") == "broken":
            raise Failure("the editor broke: " + message["text"])
        if "event" in message:
            self.events.append(message)
        else:
            self.answers[message["id"]] = message
        return True

    def wait_event(self, name, seconds=30, since=0):
        """Returns the first event of that name, counted from the index `since`."""
        until = time.time() + seconds
        while True:
            for event in self.events[since:]:
                if event["event"] == name:
                    return event
            if not self._next(until):
                raise Failure("no event %s within %d s; the last events: %s" % (name, seconds, self.events[-5:]))

    def send(self, command, **members):
        self.number += 1
        self.process.stdin.write(json.dumps(dict(members, id=self.number, command=command)) + "\n")
        self.process.stdin.flush()
        return self.number

    def answer(self, number, seconds=30):
        until = time.time() + seconds
        while number not in self.answers:
            if not self._next(until):
                raise Failure("no answer to command %d within %d s" % (number, seconds))
        return self.answers.pop(number)

    def ask(self, command, **members):
        answer = self.answer(self.send(command, **members))
        if "error" in answer:
            raise Failure("%s %s failed: %s" % (command, members, answer["error"]))
        return answer

    def call(self, method, *args, type="Oracle"):
        return self.ask("invoke", type=type, method=method, args=list(args))["result"]

    def ask_and_wait(self, command, event, **members):
        since = len(self.events)
        answer = self.ask(command, **members)
        return answer, self.wait_event(event, since=since)

    def state(self):
        return self.ask("state")

    def wait_state(self, condition, what, seconds=30):
        until = time.time() + seconds
        while time.time() < until:
            state = self.state()
            if condition(state):
                return state
            time.sleep(0.01)
        raise Failure("not reached within %d s: %s; the state is %s" % (seconds, what, self.state()))

    def quit(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=30)
        if code != 0:
            raise Failure("the editor ended with code %d: %s" % (code, "".join(self.errors[-20:])))


def expect(actual, wanted, what):
    if actual != wanted:
        raise Failure("%s: expected %r, got %r" % (what, wanted, actual))
