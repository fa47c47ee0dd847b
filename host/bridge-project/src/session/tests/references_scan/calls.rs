//! Tests of UnityEvent calls to missing methods, and of finding the callers of a method.

use super::*;
use crate::session::tests::find_users::{request as users_request, whole};
use host_bridge::ReferenceProblem::MissingMethod;
use host_bridge::ReferenceTarget;

const BASE: &str = "using UnityEngine; public class Screen2 : MonoBehaviour { void Close() {} }";
const MENU: &str = "using UnityEngine; using UnityEngine.Events; public class Menu : Screen2 { public UnityEvent onOpen; public void StartGame(){} \
    public void Quit(int code){} public bool Sound { get; set; } }";

fn call(target: i64, method: &str, mode: i32, state: i32) -> String {
    format!(
        "      - m_Target: {{fileID: {target}}}\n        m_TargetAssemblyTypeName: Menu, Assembly-CSharp\n        m_MethodName: {method}\n        m_Mode: {mode}\n        m_Arguments:\n          m_ObjectArgument: {{fileID: 0}}\n          m_IntArgument: 0\n        m_CallState: {state}\n"
    )
}

fn project(calls: &[String]) -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    project.asset("Assets/Screen2.cs", &guid('1'), BASE);
    project.asset("Assets/Menu.cs", &guid('2'), MENU);
    let script = guid('2');
    let component = format!(
        "--- !u!114 &9\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n  onOpen:\n    m_PersistentCalls:\n      m_Calls:\n{}",
        calls.concat()
    );
    let scene = objects(&[(1, "Root", 0)]).replace("  m_Component:\n", "  m_Component:\n  - component: {fileID: 9}\n");
    project.asset("Assets/Ev.unity", &guid('3'), scene + &component);
    project
}

#[test]
fn reports_event_calls_without_a_matching_method() {
    let project = project(&[
        call(9, "StartGame", 1, 2),
        call(9, "Renamed", 1, 2),
        call(999, "StartGame", 1, 2),
        call(0, "StartGame", 1, 2),
        call(9, "Close", 1, 2),
        call(9, "Quit", 3, 2),
        call(9, "Quit", 1, 2),
        call(9, "set_Sound", 6, 2),
        call(9, "", 1, 2),
        call(1, "SetActive", 6, 2),
        call(1, "SetActif", 6, 0),
        call(9, "CancelInvoke", 1, 2),
    ]);
    let (findings, _) = scan(&mut session(project.root()), 500);
    let rows = findings
        .iter()
        .map(|one| (one.problem, one.member.as_deref().unwrap_or_default(), &*one.context));
    let at = |number: usize| format!("onOpen.m_PersistentCalls.m_Calls[{number}]");
    let said = |number: usize, what: &str| format!("Menu.{} on GameObject '/Root' {what}", at(number));
    let expected = [
        (
            BrokenReference,
            2,
            format!(
                "Menu.{}.m_Target on GameObject '/Root' refers to fileID 999, which the file does not have",
                at(2)
            ),
        ),
        (
            MissingMethod,
            1,
            said(1, "calls Menu.Renamed, which that class does not have"),
        ),
        (MissingMethod, 3, said(3, "calls StartGame without a target")),
        (
            MissingMethod,
            6,
            said(
                6,
                "calls Menu.Quit with no argument, and no method of that name takes it",
            ),
        ),
        (MissingMethod, 8, said(8, "has a target and calls no method of it")),
        (
            MissingMethod,
            10,
            said(
                10,
                "calls UnityEngine.GameObject.SetActif, which that class does not have (the call is switched off)",
            ),
        ),
    ];
    let mut told: Vec<_> = rows
        .map(|(problem, member, context)| (problem, member.to_owned(), context.to_owned()))
        .collect();
    let mut wanted: Vec<_> = expected
        .into_iter()
        .map(|(problem, number, context)| match problem {
            BrokenReference => (problem, format!("{}.m_Target", at(number)), context),
            _ => (problem, at(number), context),
        })
        .collect();
    told.sort();
    wanted.sort();
    assert_eq!(told, wanted);
}

#[test]
fn finds_method_callers_in_events_and_animations() {
    let project = project(&[
        call(9, "StartGame", 1, 2),
        call(1, "StartGame", 1, 2),
        call(9, "Quit", 3, 2),
    ]);
    project.asset(
        "Assets/Walk.anim",
        &guid('4'),
        "%YAML 1.1\n--- !u!74 &7400000\nAnimationClip:\n  m_Name: Walk\n  m_Events:\n  - time: 0.5\n    functionName: StartGame\n    data: \n",
    );
    let mut session = session(project.root());
    let target = ReferenceTarget::TypeName("Menu.StartGame".to_owned());
    let found = whole(&mut session, &users_request(target, 50, None));
    let rows = found.rows.iter();
    let rows: Vec<_> = rows
        .map(|row| {
            (
                &*row.file,
                row.path.as_deref(),
                row.component.clone(),
                row.field.as_deref().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (
                "Assets/Ev.unity",
                Some("/Root"),
                Some((1, "Menu".to_owned())),
                "onOpen.m_PersistentCalls.m_Calls[0].m_MethodName"
            ),
            ("Assets/Walk.anim", None, None, "m_Events[0].functionName (by-name)"),
        ]
    );
    let none = ReferenceTarget::TypeName("Nobody.StartGame".to_owned());
    while session.query_caches.users.has_work() {
        session.work();
    }
    let error = session
        .lookup()
        .find_users(&users_request(none, 50, None), None)
        .expect_err("no such class");
    assert!(
        error.message.contains("type \"Nobody.StartGame\" is not known"),
        "{error}"
    );
}
