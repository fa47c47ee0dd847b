"""Checks of reloads, compilation, play mode and undo."""

from drive import Failure, expect
from projects import editor, reload, write


def objects_survive_100_reloads():
    with editor() as at:
        first = int(at.call("Create", "Kept"))
        at.call("UndoAdd", first)
        at.call("SetProbe", first, 5, "five")
        at.ask("invoke", type="Oracle", method="SetStatic")
        before = at.call("Describe")
        for _ in range(100):
            reload(at)
        expect(at.call("Describe"), before, "the hierarchy with instance ids after 100 reloads")
        expect(at.call("GetProbe", first), "5 ,five 2.5 null", "the fields of the script after 100 reloads")
        expect(at.call("Loads"), "101", "the SessionState counter after 100 reloads")
        expect(at.call("GetStatic"), "0", "a static field after a reload")
        expect(at.state()["epoch"], 101, "the epoch after 100 reloads")


def compile_error_keeps_the_old_code():
    with editor() as at:
        write(at, "Assets/Editor/Word.cs", 'public static class Word { public static string Say() { return "old"; } }')
        at.ask_and_wait("refresh", "loaded")
        expect(at.call("Say", type="Word"), "old", "the first version")
        write(at, "Assets/Editor/Word.cs", "public static class Word {\n    public static string Say() { return missing; } }")
        at.call("TakeNotes")
        at.call("ListenToCompilation", type="CompileOracle")
        answer, compiled = at.ask_and_wait("refresh", "compiled")
        expect(answer["compiling"], True, "isCompiling after the refresh")
        expect(compiled["failed"], True, "the result of the compilation")
        at.wait_state(lambda state: not state["compiling"], "the end of the compilation")
        expect(at.call("Say", type="Word"), "old", "the code after a compile error")
        notes = at.call("TakeNotes")
        expect(notes, "started;assembly Library/ScriptAssemblies/Assembly-CSharp-Editor.dll Assets/Editor/Word.cs:2 Error CS0103;finished True;", "the compilation events")
        expect(at.call("Failed", type="CompileOracle"), "True", "scriptCompilationFailed")
        epoch = at.state()["epoch"]
        write(at, "Assets/Editor/Word.cs", 'public static class Word { public static string Say() { return "old"; } }')
        _, compiled = at.ask_and_wait("refresh", "compiled")
        at.wait_state(lambda state: not state["compiling"] and not state["reloadPending"], "the end of the compilation")
        expect((compiled["failed"], at.state()["epoch"]), (False, epoch), "the text of the loaded assembly needs no reload")
        expect(at.call("TakeNotes"), "started;finished True;", "the compilation events without a changed assembly")
        write(at, "Assets/Editor/Word.cs", 'public static class Word { public static string Say() { return "new"; } }')
        at.ask_and_wait("refresh", "loaded")
        expect(at.call("Say", type="Word"), "new", "the code after the repair")
        expect(at.call("Failed", type="CompileOracle"), "False", "scriptCompilationFailed after the repair")


def locked_assemblies_delay_the_reload():
    with editor() as at:
        at.call("Lock", type="CompileOracle")
        at.call("Lock", type="CompileOracle")
        at.ask("reload")
        at.call("Unlock", type="CompileOracle")
        state = at.state()
        expect((state["epoch"], state["reloadPending"], state["reloadLocks"]), (1, True, 1), "epoch, pending reload and locks")
        since = len(at.events)
        at.call("Unlock", type="CompileOracle")
        at.wait_event("loaded", since=since)
        expect(at.state()["epoch"], 2, "the epoch after the last unlock")


def play_mode(options, reloads):
    with editor() as at:
        one = int(at.call("UndoCreate", "Player"))
        at.call("SetProbe", one, 0, "x")
        at.call("SetOptions", options, type="PlayOracle")
        at.ask("invoke", type="Oracle", method="SetStatic")
        before = at.call("Describe")
        undo = at.call("UndoList")
        at.call("TakeNotes")
        at.ask_and_wait("play", "played")
        expect(at.state()["playing"], True, "playing")
        notes = at.call("TakeNotes").replace("hierarchy;", "")
        change = "before;after;" if reloads else ""
        expect(notes, "ExitingEditMode False True;" + change + "EnteredPlayMode True True;", "the callbacks on the way into play mode")
        expect(at.call("GetStatic"), "0" if reloads else "7", "a static field in play mode")
        at.wait_state(lambda state: int(at.call("GetProbe", one).split()[0]) > 2, "three frames")
        expect(at.call("Messages", type="PlayOracle"), "Awake OnEnable Start ", "the messages of the script")
        at.ask("pause", paused=True)
        count = int(at.call("GetProbe", one).split()[0])
        expect(int(at.call("GetProbe", one).split()[0]), count, "the frame counter while paused")
        at.ask("step")
        at.wait_state(lambda state: int(at.call("GetProbe", one).split()[0]) == count + 1, "one frame after Step")
        at.ask("pause", paused=False)
        at.call("UndoMove", one, 5)
        at.call("Create", "Temporary")
        since = len(at.events)
        at.ask("stop")
        at.wait_event("played", since=since)
        notes = at.call("TakeNotes").replace("hierarchy;", "")
        expect(notes, "ExitingPlayMode True False;EnteredEditMode False False;", "the callbacks on the way out of play mode")
        expect(at.call("Describe"), before, "the scene after play mode")
        expect(at.call("UndoList"), undo, "the undo list after play mode")
        expect(at.call("GetProbe", one), "0 ,x 2.5 null", "the script after play mode")
        at.ask("undo")
        expect(at.call("GetProbe", one) if "Player" in at.call("Describe") else "destroyed", "destroyed", "undo of the creation after play mode")


def play_mode_with_domain_reload():
    play_mode(0, True)


def play_mode_without_domain_reload():
    play_mode(1, False)


def play_mode_without_domain_and_scene_reload():
    play_mode(3, False)


def undo_each(across_reload):
    with editor() as at:
        one = int(at.call("UndoCreate", "One"))
        two = int(at.call("Create", "Two"))
        child = int(at.call("Create", "Child"))
        at.call("UndoGroup")
        at.call("UndoParent", child, one)
        late = int(at.call("Create", "Late"))
        at.call("UndoGroup")
        at.call("SetProbe", one, 3, "three")
        steps = [
            ("Move", lambda: at.call("UndoMove", one, 4)),
            ("Rename", lambda: at.call("UndoRename", one, "Uno")),
            ("Modified Properties in Uno", lambda: at.call("SetProbe", one, 9, "nine")),
            ("Link", lambda: at.call("LinkProbe", one, two)),
            ("Create New", lambda: at.call("UndoCreate", "New")),
            ("Add Probe", lambda: at.call("UndoAdd", two)),
            ("Parent", lambda: at.call("UndoParent", one, two)),
            ("Parent", lambda: at.call("UndoParent", late, one)),
            ("Order", lambda: at.call("UndoOrder", one)),
            ("Hierarchy", lambda: at.call("UndoHierarchy", one)),
            ("Destroy Object", lambda: at.call("UndoDestroy", one)),
        ]

        def look():
            return at.call("Describe") + (" " + at.call("GetProbe", one) if "#%d@" % one in at.call("Describe") else "")

        states = []
        for name, act in steps:
            at.call("UndoGroup")
            before = look()
            act()
            at.state()
            after = look()
            if before == after:
                raise Failure("step %s changed nothing: %s" % (name, before))
            states.append((name, before, after))
        for name, before, after in reversed(states):
            if across_reload:
                reload(at)
            at.ask("undo")
            expect(look(), before, "the world after undo of " + name)
        for name, before, after in states:
            if across_reload:
                reload(at)
            at.ask("redo")
            expect(look(), after, "the world after redo of " + name)


def undo_of_each_kind():
    undo_each(False)


def undo_of_each_kind_across_reloads():
    undo_each(True)


def undo_groups_collapse_and_revert():
    with editor() as at:
        one = int(at.call("Create", "One"))
        expect(at.call("Groups", one, type="UndoOracle"), "Together,After|2", "the groups")
        before = at.call("Describe")
        at.ask("undo")
        at.ask("undo")
        expect("#%d@0" % one in at.call("Describe"), True, "the position after undo of both groups")
        at.ask("redo")
        at.ask("redo")
        expect(at.call("Describe"), before, "the world after redo of both groups")
        expect(at.call("Revert", one, type="UndoOracle"), "0 0", "position and steps after RevertAllDownToGroup")
        expect(at.call("Filter", one, type="UndoOracle"), "m_LocalPosition.x 0->8 m_LocalPosition.y 0->9 |", "the modifications that postprocessModifications got, and the undo list")
