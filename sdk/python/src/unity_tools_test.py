"""Runs a bundle's tests like `python -m unittest`; started by `unity-tool-host test`.

Belongs here: loading app.py like a build, and an error if there is no test. Does not: tests, stand-ins of imports.
"""

import importlib
import os
import sys
import traceback
import unittest

# Imported before the bundle, so that the modules of a host can be imported.
import fake_unity  # noqa: F401


def read(module: str) -> bool:
    """Whether a module of the bundle can be imported; if not, prints the error with the author's line last."""
    try:
        importlib.import_module(module)
    except Exception as error:
        traceback.print_exc()
        cause = f"{type(error).__name__}: {error}"
        print(f"{_place(error)}: {cause}" if _place(error) else cause, file=sys.stderr)
        return False
    return True


def _place(error) -> str:
    """The innermost line in the bundle's folder itself; for a syntax error the line with the error."""
    here = os.getcwd() + os.sep
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        lines.append((error.filename or "", error.lineno))
    own = [(os.path.relpath(name, here), line) for name, line in lines if os.path.abspath(name).startswith(here)]
    own = [f"{name}:{line}" for name, line in own if not name.startswith((".sdk", ".venv"))]
    return own[-1] if own else ""


def main() -> int:
    if not read("app"):
        return 1
    tested = unittest.main(module=None, argv=["unittest"], exit=False).result
    if tested.testsRun == 0 and tested.wasSuccessful():
        print("no test found: a test is a method `test_…` of a unittest.TestCase in a file `test….py` beside app.py", file=sys.stderr)
    return 0 if tested.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
