#!/usr/bin/env python3
"""Checks that an editor sends the messages of the script compiler as console lines, each once.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD console.py [NAME ...]
"""
import time

from stage import expect, run, stage

WRONG = "public class Wrong { int X() { return missing; } }"
WARNED = "public class Warned { void X() { int unused; } }"


def lines_of(at, part):
    """The lines with that part, once all have arrived."""
    at.wait_line(part)
    time.sleep(0.7)
    lines = [line for frame in at.frames("logs") for line in frame["lines"] if part in line["text"]]
    return [(line["level"], line.get("source"), line["text"].split(":")[0]) for line in lines]


def errors_come_once():
    for raises in ("True", "False"):
        with stage() as at:
            at.call("RaiseCompilerMessages", raises)
            at.write_script("Assets/Wrong.cs", WRONG)
            expect(lines_of(at, "CS0103"), [("error", "compiler", "Assets/Wrong.cs(1,39)")], "the lines of an error, raised by the console: " + raises)
            at.write_script("Assets/Wrong.cs", WRONG + "\n")
            expect(len(lines_of(at, "CS0103")), 2, "the lines after a second compilation")


def warnings_come_once_also_before_a_reload():
    for raises in ("True", "False"):
        with stage() as at:
            at.call("RaiseCompilerMessages", raises)
            epoch = at.editor.state()["epoch"]
            at.write_script("Assets/Warned.cs", WARNED)
            at.editor.wait_state(lambda state: state["epoch"] == epoch + 1, "the domain reload")
            expect(lines_of(at, "CS0168"), [("warn", "compiler", "Assets/Warned.cs(1,38)")], "the lines of a warning, raised by the console: " + raises)


def other_lines_keep_their_form():
    with stage() as at:
        at.call("Log", "CS0103 is a number")
        expect(lines_of(at, "CS0103 is"), [("info", None, "CS0103 is a number")], "the lines of a script")
        at.write_script("Assets/Wrong.cs", WRONG)
        text = at.wait_line("error CS0103")["text"]
        for _ in range(2):
            at.call("Log", text)
        # The console repeated the message once already, so these are lines of their own.
        expect([source for _, source, _ in lines_of(at, "error CS0103")], ["compiler", None, None], "the sources of equal lines")


if __name__ == "__main__":
    run([errors_come_once, warnings_come_once_also_before_a_reload, other_lines_keep_their_form])
