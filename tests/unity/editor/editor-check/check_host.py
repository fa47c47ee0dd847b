"""Checks of the editor's own callbacks: exceptions, threads, menus, settings pages, quitting."""

from drive import Failure, expect
from projects import editor, reload, write


def logged(at, text):
    return [event["level"] for event in at.events if event["event"] == "log" and text in event["text"]]


def exceptions_of_callbacks_are_logged():
    with editor(["HostOracle.cs"]) as at:
        expect(logged(at, "from InitializeOnLoadMethod"), ["error"], "the log of an exception of InitializeOnLoadMethod")
        at.call("TakeNotes")
        at.call("Throw", type="HostOracle")
        at.wait_state(lambda state: "second" in at.call("PeekNotes"), "the next callback of update")
        expect(logged(at, "from update"), ["exception"], "the log of an exception of update")
        expect(at.call("TakeNotes"), "delay;second;", "delayCall in the tick with the exception, update in the next tick")


def awaited_work_continues_on_the_main_thread():
    with editor(["HostOracle.cs"]) as at:
        at.call("TakeNotes")
        at.call("StartTask", type="HostOracle")
        at.wait_state(lambda state: "await" in at.call("PeekNotes"), "the continuation")
        expect(at.call("TakeNotes"), "after await True;", "the thread after await")


def a_waiting_thread_does_not_prevent_the_reload():
    with editor(["HostOracle.cs"]) as at:
        for _ in range(5):
            at.call("StartThread", type="HostOracle")
            reload(at)
        expect(at.state()["epoch"], 6, "the epoch after 5 reloads with a waiting thread")


def menu_items_are_validated():
    with editor(["HostOracle.cs"]) as at:
        at.call("TakeNotes")
        expect(at.ask("menu", item="Tools/Checked")["executed"], True, "the result of the menu item")
        expect(at.call("TakeNotes"), "checked;", "the call of the menu item")
        page = at.ask("settings", path="Project/Checks", toggle="Allow")
        expect(page["texts"], ["Hello", "[ ] Allow", "[ ] Locked (disabled)", "Warning: Careful"], "the texts of the settings page")
        expect(at.ask("menu", item="Tools/Checked")["executed"], False, "the result of the menu item that is not valid")
        expect(at.ask("menu", item="Tools/None")["executed"], False, "the result of a missing menu item")
        expect(logged(at, "no menu named 'Tools/None'"), ["error"], "the log of a missing menu item")


def selection_survives_reload_and_play_mode():
    with editor(["HostOracle.cs"]) as at:
        one = int(at.call("Create", "Chosen"))
        at.call("TakeNotes")
        at.call("Select", one, type="HostOracle")
        expect(at.call("TakeNotes").count("selection"), 1, "the calls of selectionChanged")
        at.ask("select", ids=[])
        expect(at.state()["undo"][-1], "Clear Selection", "the undo step of a selection of the user")
        reload(at)
        at.ask("undo")
        expect(at.call("Selected", type="HostOracle"), "Chosen", "the selection after a reload and undo")
        at.ask_and_wait("play", "played")
        expect(at.call("Selected", type="HostOracle"), "Chosen", "the selection in play mode")
        at.ask_and_wait("stop", "played")
        expect(at.call("Selected", type="HostOracle"), "Chosen", "the selection after play mode")


def runtime_methods_run_around_the_first_scene():
    with editor(["HostOracle.cs"]) as at:
        at.call("UndoCreate", "Player")
        at.call("TakeNotes")
        at.ask_and_wait("play", "played")
        notes = at.call("TakeNotes")
        order = [notes.find(name) for name in ["ExitingEditMode", "Enter None;", "BeforeSceneLoad;", "AfterSceneLoad Awake OnEnable ;", "EnteredPlayMode"]]
        expect(order == sorted(order) and -1 not in order, True, "the order of the callbacks: %s" % notes)
        expect(logged(at, "will play True playing False"), ["log"], "the state in InitializeOnLoad on the way into play mode")


def scripts_change_in_play_mode():
    with editor() as at:
        one = int(at.call("UndoCreate", "Player"))
        at.ask_and_wait("play", "played")
        write(at, "Assets/Editor/Word.cs", 'public static class Word { public static string Say() { return "new"; } }')
        at.call("TakeNotes")
        at.ask_and_wait("refresh", "loaded")
        state = at.state()
        expect((state["playing"], state["willPlay"]), (True, True), "play mode after the reload")
        notes = at.call("TakeNotes").replace("hierarchy;", "")
        expect(notes, "before;after;", "the callbacks of a reload in play mode")
        expect(at.call("Messages", type="PlayOracle"), "OnEnable ", "the messages of the script after the reload")
        number = int(at.call("GetProbe", one).split()[0])
        at.wait_state(lambda _: int(at.call("GetProbe", one).split()[0]) > number, "frames after the reload")
        at.ask_and_wait("stop", "played")
        expect(at.call("GetProbe", one), "0  0 null", "the script after play mode")


def changed_scripts_wait_for_the_end_of_play_mode():
    for preference, playing in ((1, True), (2, False)):
        with editor() as at:
            at.call("Prefer", "ScriptCompilationDuringPlay", str(preference), type="CompileOracle")
            at.ask_and_wait("play", "played")
            since = len(at.events)
            write(at, "Assets/Editor/Word.cs", 'public static class Word { public static string Say() { return "new"; } }')
            at.ask("refresh")
            if playing:
                at.wait_state(lambda state: state["compiling"] and state["playing"], "play mode with scripts that wait")
                at.ask_and_wait("stop", "played")
            at.wait_event("loaded", since=since)
            expect((at.state()["playing"], at.call("Say", type="Word")), (False, "new"), "play mode and the scripts with preference %d" % preference)


def compile_errors_prevent_play_mode():
    with editor() as at:
        write(at, "Assets/Wrong.cs", "public class Wrong {")
        at.ask_and_wait("refresh", "compiled")
        at.ask_and_wait("play", "played")
        state = at.state()
        expect((state["playing"], state["willPlay"]), (False, False), "play mode with compile errors")
        expect(logged(at, "All compiler errors have to be fixed"), ["error"], "the log")


def quit_can_be_refused():
    with editor(["HostOracle.cs"]) as at:
        at.call("Refuse", True, type="HostOracle")
        answer = at.answer(at.send("quit"))
        expect("wantsToQuit" in answer.get("error", ""), True, "the answer to a refused quit")
        at.call("Refuse", False, type="HostOracle")
        at.ask("quit")
        at.wait_event("quit")
        expect(logged(at, "quitting now"), ["log"], "the call of quitting")


def dialogs_in_batch_mode_are_cancelled():
    with editor(batchmode=True) as at:
        expect(at.call("Dialog", type="PlayOracle"), "False", "the result of DisplayDialog in batch mode")
        expect(logged(at, "Cancelling DisplayDialog"), ["error"], "the log of a dialog in batch mode")


def properties_have_unitys_paths():
    with editor(["HostOracle.cs"]) as at:
        one = int(at.call("UndoCreate", "One"))
        at.call("SetProbe", one, 1, "x")
        expect(at.call("Walk", one, type="HostOracle"), "texts.Array texts.Array.size texts.Array.data[0] texts.Array.data[1]", "Next over a list")
        expect(at.call("Kinds", one, type="HostOracle"), "Large 3 b,a Small/Large PPtr<GameObject>", "values of several types")
        visible = at.call("Properties", one)
        expect(visible.split(" ")[0], "m_Script:ObjectReference:0", "the first visible property")
        names = [part.split(":")[0] for part in visible.split(" ")]
        expect(names[1:5], ["number", "texts", "texts.Array.size", "texts.Array.data[0]"], "the visible properties")
        if "hidden" not in names:
            raise Failure("a private field with SerializeField is not visible: %s" % names)


def wrong_commands_are_answered_with_errors():
    with editor() as at:
        at.process.stdin.write("not json\n")
        at.process.stdin.flush()
        answer = at.answer(None)
        expect("cannot read the JSON text" in answer["error"], True, "the answer to a line that is no JSON: %s" % answer)
        answer = at.answer(at.send("dance"))
        expect(answer["error"].startswith("unknown command: dance (accepted:"), True, "the answer to an unknown command: %s" % answer)
        answer = at.answer(at.send("invoke", type="Oracle", method="Nothing", args=[]))
        expect("has no static method Nothing" in answer["error"], True, "the answer to a missing method: %s" % answer)
        answer = at.answer(at.send("answer", button=0))
        expect(answer["error"], "no dialog is open", "the answer to an answer without a dialog")


def the_end_of_input_quits_in_play_mode_and_in_a_dialog():
    with editor(["HostOracle.cs"]) as at:
        at.ask_and_wait("play", "played")
        at.quit()
        at.wait_event("quit")
        expect(logged(at, "quitting now"), ["log"], "the call of quitting in play mode")
    with editor(["HostOracle.cs"]) as at:
        at.send("invoke", type="PlayOracle", method="Dialog", args=[])
        at.wait_event("dialog")
        at.quit()
        at.wait_event("quit")
        expect(logged(at, "quitting now"), ["log"], "the call of quitting after a dialog")
