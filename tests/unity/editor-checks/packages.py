#!/usr/bin/env python3
"""Checks the job `packages-edit/change` of an editor.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD packages.py [NAME ...]
"""
import json
import os

from stage import Failure, contains, expect, refused, run
from work_stage import ASKED, BAD, BUILD, CHANGE, DOOR, ORPHAN, REFRESH, done, editor, failed, follow, put, restart, say

OWN = {"name": "com.unity-tools.bridge", "source": "local"}

def package(at, folder, name, version, scripts=None, dependencies=None):
    put(at, folder + "/package.json", json.dumps({"name": name, "version": version, "dependencies": dependencies or {}}))
    for script, text in (scripts or {}).items():
        put(at, folder + "/" + script, text)


def registry(at):
    package(at, "Registry/com.door@1.0.0", "com.door", "1.0.0", {"Runtime/Door.cs": DOOR % "1.0.0"})
    package(at, "Registry/com.door@1.1.0", "com.door", "1.1.0", {"Runtime/Door.cs": DOOR % "1.1.0"})
    package(at, "Registry/com.house@2.0.0", "com.house", "2.0.0", {"Editor/House.cs": "static class House { static string X = Door.Say(); }\n"}, {"com.door": "1.0.0"})
    package(at, "Registry/com.wrong@1.0.0", "com.wrong", "1.0.0", {"Runtime/Door.cs": BAD})
    package(at, "Registry/git/plain", "com.plain", "0.1.0")
    package(at, "Local", "com.local", "3.0.0")
    package(at, "Packages/own", "com.own", "0.0.1")


def hold(at):
    """Lets no request end."""
    put(at, "Registry/hold", "")


def go_on(at):
    os.remove(at.project + "/Registry/hold")


def packages(at, add=(), remove=()):
    """The packages of the project after a change, without the package of the bridge."""
    return others(done(at, at.begin(CHANGE, add=list(add), remove=list(remove)), "packages"))


def others(value):
    expect([(one["name"], one["source"]) for one in value if one["name"] == OWN["name"]], [(OWN["name"], OWN["source"])], "the package of the bridge")
    return [(one["name"], one["version"], one["source"]) for one in value if one["name"] != OWN["name"]]


EMBEDDED = ("com.own", "0.0.1", "embedded")


def packages_are_added_and_removed():
    with editor() as at:
        registry(at)
        hold(at)
        epoch = at.editor.state()["epoch"]
        id = at.begin(CHANGE, add=["com.door"], remove=[])
        refused(lambda: at.write("play-edit/set-mode", mode="play"), "conflict", "a change of packages has not ended: job " + id)
        go_on(at)
        expect(others(done(at, id, "packages")), [("com.door", "1.1.0", "registry"), EMBEDDED], "the packages")
        expect(at.editor.state()["epoch"], epoch + 1, "the epoch after an added package")
        say(at, "1.1.0")
        job, texts = follow(at, at.begin(CHANGE, add=["com.house@2.0.0"], remove=["com.door"]))
        expect(job["state"], "finished", "the state (%s)" % job.get("error"))
        expect((job["done"], job["total"]), (4, 4), "the steps")
        contains(texts, "the package manager adds com.house@2.0.0 and removes com.door", "the texts")
        names = [one["name"] for one in job["value"]["value"]]
        expect(names, ["com.house", "com.own", OWN["name"]], "the direct packages")
        say(at, "1.0.0")
        refused(lambda: at.write(CHANGE, add=[], remove=["com.door"]), "conflict", "`remove[0]` is \"com.door\"", "other packages depend on it")
        added = packages(at, ["file:../Local", "https://example.com/plain.git#main"], ["com.house"])
        expect(added, [("com.local", "3.0.0", "local"), EMBEDDED, ("com.plain", "0.1.0", "git")], "the packages")
        expect(packages(at, [], ["com.local", "com.plain"]), [EMBEDDED], "the packages")


def a_package_without_scripts_ends_without_a_compilation():
    with editor() as at:
        registry(at)
        epoch = at.editor.state()["epoch"]
        expect(packages(at, ["file:../Local"]), [("com.local", "3.0.0", "local"), EMBEDDED], "the packages")
        expect(packages(at, ["file:../Local"]), [("com.local", "3.0.0", "local"), EMBEDDED], "the same change again")
        expect(at.editor.state()["epoch"], epoch, "the epoch")


def an_error_of_a_package_is_left_to_the_compilation():
    with editor() as at:
        registry(at)
        expect(packages(at, ["com.wrong"]), [EMBEDDED, ("com.wrong", "1.0.0", "registry")], "the packages")
        last = at.read("compilation/last")["value"]["last"]
        expect((last["succeeded"], last["diagnostics"][0]["code"]), (False, "CS0103"), "the compilation")
        expect(packages(at, [], ["com.wrong"]), [EMBEDDED], "the packages after the removal")


def a_failure_of_the_package_manager_fails_the_job():
    with editor() as at:
        registry(at)
        id = at.begin(CHANGE, add=["com.door", "com.none@9.0.0"], remove=[])
        failed(at, id, "not-found", "the package manager of Unity refused the change: Package [com.none@9.0.0] cannot be found")
        expect(os.path.exists(at.project + "/Packages/manifest.json"), False, "the manifest")
        expect(packages(at, ["com.door@1.0.0"]), [("com.door", "1.0.0", "registry"), EMBEDDED], "the packages after the failure")


def wrong_packages_are_refused():
    with editor() as at:
        registry(at)
        many = ["com.a%d" % number for number in range(21)]
        table = [
            ([], [], "`add` and `remove` have 0 packages together, and must have 1 to 20"), (many, [], "have 21 packages"), (many[:20], ["com.own"], "have 21 packages"),
            ("com.door", [], "`add` is", "a list of texts"), ([3], [], "`add` is", "a list of texts"), (None, [], "`add` is"), ([], {"a": 1}, "`remove` is"),
            ([""], [], "`add[0]` is \"\", which has 0 characters"), (["x" * 1025], [], "has 1025 characters"), (["com.door", "com door"], [], "`add[1]` is", "contains a space"),
            (["com.door\n"], [], "a control character"), (["Com.Door"], [], "is neither the name of a package"), (["-x"], [], "is neither the name"),
            (["com.door@"], [], "has neither a version such as 1.0.0"), (["com.door@latest"], [], "has neither a version"), (["com.door@1.0"], [], "has neither a version"),
            (["com.door@1.0.0;x"], [], "has neither a version"), (["../Local"], [], "is neither the name"), (["ftp://host/x.git"], [], "is neither the name"),
            (["com.door", "com.door@1.0.0"], [], "`add[1]` names com.door again"), (["com.own"], ["com.own"], "`remove[0]` names com.own again"),
            ([], ["com.own@0.0.1"], "`remove[0]` is \"com.own@0.0.1\", and must be the name of a package", "without a version"),
        ]
        for add, remove, *texts in table:
            try:
                refused(lambda: at.write(CHANGE, add=add, remove=remove), "invalid-argument", *texts)
            except Failure as failure:
                raise Failure("%s and %s: %s" % (add, remove, failure))
        refused(lambda: at.write(CHANGE, remove=[]), "invalid-argument", "`add` is missing")
        for path in ("file:../None", "file:", "file:../Local/package.tgz", "com.local@file:../None"):
            refused(lambda: at.write(CHANGE, add=[path], remove=[]), "not-found", "`add[0]` is \"%s\", and there is no " % path, "begins at the folder Packages")
        refused(lambda: at.write(CHANGE, add=[], remove=["com.none"]), "not-found", "`remove[0]` is \"com.none\"", "its packages are ", "com.own")
        refused(lambda: at.write(CHANGE, add=[], remove=["com.own"]), "conflict", "is embedded in the project: it is the folder Packages/own")
        refused(lambda: at.write(CHANGE, add=[], remove=[OWN["name"]]), "conflict", "the package that carries out this call")
        expect(os.path.isdir(at.project + "/Library/UnityTools/jobs"), False, "the folder of the jobs")
        expect(packages(at, ["com.door@1.0.0"]), [("com.door", "1.0.0", "registry"), EMBEDDED], "the packages")


def a_request_survives_a_reload():
    with editor() as at:
        registry(at)
        hold(at)
        id = at.begin(CHANGE, add=["com.door"], remove=[])
        at.editor.ask_and_wait("reload", "loaded")
        at.editor.ask_and_wait("reload", "loaded")
        expect(at.job(id)["state"], "running", "the state after the reloads")
        go_on(at)
        names = [one["name"] for one in done(at, id, "packages")]
        expect(names, ["com.door", "com.own", OWN["name"]], "the packages")
        say(at, "1.1.0")
        hold(at)
        id = at.begin(CHANGE, add=["com.none"], remove=[])
        at.editor.ask_and_wait("reload", "loaded")
        go_on(at)
        failed(at, id, "not-found", "cannot be found")


def a_killed_editor_fails_the_change():
    with editor() as at:
        registry(at)
        hold(at)
        id = at.begin(CHANGE, add=["com.door"], remove=[])
        at.host.cut()
        at.job(id)
        restart(at)
        failed(at, id, "unity", ORPHAN, "start it again")
        go_on(at)
        expect(packages(at, ["com.door"]), [("com.door", "1.1.0", "registry"), EMBEDDED], "the next change")
        restart(at)
        say(at, "1.1.0")


def only_one_change_at_a_time():
    with editor() as at:
        registry(at)
        hold(at)
        put(at, "Assets/Editor/Waits.cs", "public class Waits { [NUnit.Framework.Test] public void Short() {} }")
        at.call("AddScene", "Assets/Main.unity", 1, type="Work")
        done(at, at.begin(REFRESH), "compilation")
        id = at.begin(CHANGE, add=["com.door"], remove=[])
        refused(lambda: at.write(CHANGE, add=["com.house"], remove=[]), "busy", "another change of packages has not ended: job " + id)
        other = "a change of packages has not ended: job " + id
        refused(lambda: at.write("play-edit/set-mode", mode="play"), "conflict", other)
        refused(lambda: at.write("editor-run/run-tests", mode="edit", filter=None), "conflict", other)
        refused(lambda: at.write(BUILD, **ASKED), "conflict", other)
        refused(lambda: at.write(REFRESH), "conflict", other)
        refused(lambda: at.read("link/cancel-job", job=id), "unsupported", "the job cannot be stopped now (the package manager adds com.door)")
        go_on(at)
        done(at, id, "packages")
        at.set_mode("play")
        refused(lambda: at.write(CHANGE, add=["com.house"], remove=[]), "not-ready", "packages cannot be changed while the editor is in play mode")
        refused(lambda: at.write(BUILD, **ASKED), "not-ready", "no player can be built while the editor is in play mode")
        at.set_mode("stop")


def packages_need_the_switch_for_code():
    with editor(code="0") as at:
        functions = at.host.hello["functions"]
        expect([name in functions for name in (REFRESH, CHANGE, BUILD)], [True, False, True], "the functions")
        refused(lambda: at.write(CHANGE, add=["com.door"], remove=[]), "unsupported", "does not serve `%s`" % CHANGE)


if __name__ == "__main__":
    run([packages_are_added_and_removed, a_package_without_scripts_ends_without_a_compilation, an_error_of_a_package_is_left_to_the_compilation,
         a_failure_of_the_package_manager_fails_the_job, wrong_packages_are_refused, a_request_survives_a_reload, a_killed_editor_fails_the_change,
         only_one_change_at_a_time, packages_need_the_switch_for_code])
