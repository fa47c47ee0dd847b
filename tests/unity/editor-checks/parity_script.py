"""One script of calls for both sides of parity.py, with the comparison of their answers."""
import hashlib
import json
import re
import time

from parity_sides import differences
from parity_table import DEFECTS, ROWS

MAIN = "Assets/Scenes/Main.unity"


class Any:
    """Equals each value of the type."""

    def __init__(self, *types):
        self.types = types

    def __eq__(self, other):
        return isinstance(other, self.types)

    def __repr__(self):
        return "any of %s" % (self.types,)


class Text:
    """Equals each text in which the pattern is found."""

    def __init__(self, pattern):
        self.pattern = pattern

    def __eq__(self, other):
        return isinstance(other, str) and re.search(self.pattern, other) is not None

    def __repr__(self):
        return "a text with " + self.pattern


NUMBER = Any(int, float)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def at(path, scene=MAIN):
    """The id of an object, as each side has it."""
    return lambda side: side.id(path, scene)


def kept(name):
    return lambda side: side.kept[name]


def filled(value, side):
    if callable(value):
        return value(side)
    if isinstance(value, dict):
        return {key: filled(one, side) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [filled(one, side) for one in value]
    return value


class Script:
    def __init__(self, folder, editor, trace):
        self.folder, self.editor, self.trace = folder, editor, trace
        self.steps = self.compared = self.listed = 0
        self.findings, self.open, self.used, self.called = [], set(), set(), set()

    def find(self, title, text):
        """Reports a difference; a known defect is printed once."""
        for number, defect in enumerate(DEFECTS):
            if defect.fits(title, text):
                if number not in self.open:
                    print("OPEN %s: %s\n    %s: %s" % (defect.fault, defect.what, title, text[:300]), flush=True)
                self.open.add(number)
                return
        self.findings.append(title)
        print("DIFFERENCE %s: %s" % (title, text[:1500]), flush=True)

    def ask(self, title, tool, arguments):
        """Both answers; None if an object or an earlier answer that the call needs is missing."""
        self.steps += 1
        self.called.add(tool)
        if self.trace:
            print("STEP", self.steps, title, tool)
        try:
            given = [filled(arguments, side) for side in (self.folder, self.editor)]
        except (LookupError, TypeError) as missing:
            return self.find(title, "the call is not possible: %s" % missing)
        answers = [side.ask(tool, one) for side, one in zip((self.folder, self.editor), given)]
        for side in (self.folder, self.editor):
            side.learn()
        if self.trace:
            for side, answer in zip(("folder", "editor"), answers):
                print("    %s %s" % (side, json.dumps(answer, ensure_ascii=False)[:self.trace]))
        return answers

    def both(self, title, tool, keep=None, fails=None, **arguments):
        """Both sides answer, and equally; with `fails`, both with an error of that kind."""
        answers = self.ask(title, tool, arguments)
        if not answers:
            return
        folder, editor = answers
        self.compared += 1
        for side, answer in ((self.folder, folder), (self.editor, editor)):
            for name, path in (keep or {}).items():
                side.kept[name] = answer.get(path)
        if ("error" in folder) != ("error" in editor):
            return self.judge(title, tool, "*", "editor" if "error" in folder else "folder", folder, editor, "")
        kind = folder.get("kind") if "error" in folder else None
        if kind != fails:
            self.find(title, "%s of the folder: expected %s, got %s" % (tool, fails or "an answer", json.dumps(folder)))
        found = differences(folder, editor)
        for difference in found:
            self.judge(title, tool, *difference)

    def wait(self, title, tool, condition, sides=None, **arguments):
        """Asks both sides, or these, until the answers fulfil the condition, for 20 seconds at most."""
        end = time.time() + 20
        while not all(condition(side.ask(tool, arguments)) for side in sides or (self.folder, self.editor)):
            if time.time() > end:
                return self.find(title, "not within 20 s")
            time.sleep(0.1)

    def judge(self, title, tool, field, owner, ours, theirs, place):
        text = " | ".join([place] + [json.dumps(one, sort_keys=True, ensure_ascii=False) for one in (ours, theirs)])
        for number, row in enumerate(ROWS):
            if row.fits(tool, field, owner, text):
                self.used.add(number)
                self.listed += 1
                return
        self.find(title, "%s `%s` (%s): %s" % (tool, field, owner, text))

    def editor_only(self, title, tool, kind, texts, expected, **arguments):
        """The folder's error has that kind and these texts; the editor's answer equals the expected one."""
        answers = self.ask(title, tool, arguments)
        if not answers:
            return
        folder, editor = answers
        missing = [text for text in texts if text not in folder.get("error", "")]
        if "error" not in folder or folder["kind"] != kind or missing:
            self.find(title, "%s of the folder: expected an error of the kind %s with %s, got %s" % (tool, kind, texts, json.dumps(folder)))
        if expected != editor:
            self.find(title, "%s of the editor: expected %r, got %s" % (tool, expected, json.dumps(editor)))
