"""Temporary projects for the checks, each with an editor process."""

import contextlib
import os
import shutil
import tempfile

from drive import Editor

HERE = os.path.dirname(os.path.abspath(__file__))


@contextlib.contextmanager
def project(oracles, start, files):
    folder = tempfile.mkdtemp(prefix="double-")
    try:
        if start:
            shutil.rmtree(folder)
            shutil.copytree(start, folder)
        for path, text in files.items():
            with open(os.path.join(folder, path), "w") as file:
                file.write(text)
        os.makedirs(os.path.join(folder, "Assets", "Editor"), exist_ok=True)
        shutil.copy(os.path.join(HERE, "Probe.cs"), os.path.join(folder, "Assets"))
        for name in ["Oracle.cs", "MoreOracle.cs"] + oracles:
            shutil.copy(os.path.join(HERE, name), os.path.join(folder, "Assets", "Editor"))
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def editor(oracles=(), start=None, files=None, **options):
    with project(list(oracles), start, files or {}) as folder:
        started = Editor(folder, **options)
        started.folder = folder
        try:
            yield started
            if not started.process.stdin.closed:
                started.quit()
        finally:
            started.process.kill()


def write(at, path, text):
    full = os.path.join(at.folder, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w") as file:
        file.write(text)


def reload(at):
    return at.ask_and_wait("reload", "loaded")[1]
