//! Tests of every UnityEvent call in the real projects with generated C# sources. Some of the called methods exist,
//! some are missing, and some have another parameter. An independent reader of the calls (`calls.py`) determines the
//! expected findings.

use super::*;
use crate::session::tests::find_users::{request, whole};
use crate::session::tests::references_scan::{scan, whole_csharp};
use host_bridge::ReferenceProblem::MissingMethod;
use host_bridge::ReferenceTarget;
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Clone, Deserialize)]
struct Call {
    file: String,
    event: String,
    number: usize,
    target: i64,
    class: u32,
    /// Path of the called object's script; empty if it has none.
    script: String,
    declared: String,
    /// The name of the class that the generated source declares.
    #[serde(skip)]
    class_name: String,
    method: String,
    mode: String,
    state: String,
}

impl Call {
    fn member(&self) -> String {
        format!("{}.m_PersistentCalls.m_Calls[{}]", self.event, self.number)
    }
}

/// The kind of method that a generated class has for a call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Has {
    Fitting,
    Nothing,
    Unfitting,
}

fn has(at: usize, call: &Call) -> Has {
    match at % 3 {
        0 => Has::Fitting,
        1 => Has::Nothing,
        // Every argument could be one that the event itself passes.
        _ if call.mode == "0" || call.method.starts_with("set_") => Has::Fitting,
        _ => Has::Unfitting,
    }
}

fn declaration(call: &Call, has: Has) -> String {
    let argument = match (has, &*call.mode) {
        (Has::Nothing, _) => return String::new(),
        (Has::Unfitting, _) => "UnityEngine.Vector3 other",
        (_, "3") => "int number",
        (_, "6") => "bool flag",
        (_, "1") => "",
        _ => "string text",
    };
    match call.method.strip_prefix("set_") {
        Some(property) => format!("    public bool {property} {{ get; set; }}\n"),
        None => format!("    public void {}({argument}) {{ }}\n", call.method),
    }
}

/// For each class and method: the kind of method that the class has, and one of the calls to it.
type Methods = BTreeMap<(String, String), (Has, Call)>;

/// Names each class after its script file, in the namespace that a call specifies.
fn name_classes(calls: &mut [Call]) {
    let stem = |call: &Call| {
        Path::new(&call.script)
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for call in calls.iter() {
        let Some(stem) = stem(call) else { continue };
        let declared = call.declared.split(',').next().unwrap_or_default();
        let name = names.entry(call.script.clone()).or_insert_with(|| stem.clone());
        if declared.ends_with(&format!(".{stem}")) {
            declared.clone_into(name);
        }
    }
    for call in calls {
        call.class_name = names.get(&call.script).cloned().unwrap_or_default();
    }
}

/// Writes the sources of all called scripts into the copy of the project. Returns their methods.
fn generate(root: &Path, calls: &[Call]) -> Methods {
    let called = calls.iter().filter(|call| !call.script.is_empty());
    let by_method: BTreeMap<(String, String), &Call> = called
        .filter(|call| call.method != "set_enabled")
        .map(|call| ((call.class_name.clone(), call.method.clone()), call))
        .collect();
    let methods: Methods = by_method
        .into_iter()
        .enumerate()
        .map(|(at, (key, call))| (key, (has(at, call), call.clone())))
        .collect();
    for class in methods.keys().map(|(class, _)| class).collect::<BTreeSet<_>>() {
        let of_class = methods.iter().filter(|((of, _), _)| of == class);
        let body: String = of_class
            .clone()
            .map(|(_, (has, call))| declaration(call, *has))
            .collect();
        let (namespace, name) = class.rsplit_once('.').unwrap_or(("", class));
        let mut text = format!("public class {name} : UnityEngine.MonoBehaviour\n{{\n{body}}}\n");
        if !namespace.is_empty() {
            text = format!("namespace {namespace}\n{{\n{text}}}\n");
        }
        let script = of_class.map(|(_, (_, call))| &call.script).next().expect("a script");
        std::fs::write(root.join(script), text).expect("a written file");
    }
    methods
}

/// A finding: file, member, and a part of its sentence.
type Row = (String, String, String);

fn compare(name: &str) -> Option<usize> {
    let root = tests_projects::folder()?.join(name);
    let second = tests_projects::second_reader("calls.py", &root)?;
    let mut calls: Vec<Call> = serde_json::from_value(second).expect("calls");
    name_classes(&mut calls);
    let copy = tempfile::tempdir().expect("a temporary folder");
    tests_projects::copy(&root, copy.path(), |bytes| bytes);
    let methods = generate(copy.path(), &calls);
    let of_call = |call: &Call| match call.script.is_empty() {
        true => None,
        false => methods.get(&(call.class_name.clone(), call.method.clone())),
    };
    let mut session = open(copy.path());
    let (findings, _) = scan(&mut session, 500);
    let mut seen: Vec<Row> = findings
        .into_iter()
        .filter(|finding| finding.problem == MissingMethod)
        .map(|finding| {
            let sentence = finding.context.split(" calls ").nth(1).unwrap_or(&finding.context);
            (finding.path, finding.member.unwrap_or_default(), sentence.to_owned())
        })
        .collect();
    let mut right: Vec<Row> = Vec::new();
    for call in &calls {
        assert!(call.target != 0 && call.state == "2", "{}", call.file);
        // Methods of Unity's own classes are not generated: `GameObject.SetActive` and `Behaviour.enabled` exist.
        assert!(
            call.class == 114 || (call.class, &*call.method) == (1, "SetActive"),
            "{}",
            call.file
        );
        let called = format!("{}.{}", call.class_name, call.method);
        let sentence = match of_call(call).map(|(has, _)| has) {
            Some(Has::Nothing) => format!("{called}, which that class does not have"),
            Some(Has::Unfitting) => {
                let handed = match &*call.mode {
                    "1" => "no argument",
                    "3" => "an int",
                    _ => "a bool",
                };
                format!("{called} with {handed}, and no method of that name takes it")
            }
            _ => continue,
        };
        right.push((call.file.clone(), call.member(), sentence));
    }
    seen.sort();
    right.sort();
    assert_eq!(seen, right, "{name}");
    callers(&mut session, &calls, &methods);
    Some(calls.len())
}

/// Checks the reported callers of every method that exists.
fn callers(session: &mut Session, calls: &[Call], methods: &Methods) {
    let _csharp = whole_csharp(session);
    for ((class, method), (has, _)) in methods {
        if *has == Has::Nothing {
            continue;
        }
        let target = ReferenceTarget::TypeName(format!("{class}.{method}"));
        let found = whole(session, &request(target, 500, None));
        let mut seen: Vec<(String, String)> = found
            .rows
            .into_iter()
            .map(|row| (row.file, row.field.unwrap_or_default()))
            .collect();
        let of_method = calls
            .iter()
            .filter(|call| !call.script.is_empty() && (&call.class_name, &call.method) == (class, method));
        let mut right: Vec<(String, String)> = of_method
            .map(|call| (call.file.clone(), format!("{}.m_MethodName", call.member())))
            .collect();
        seen.sort();
        right.sort();
        assert_eq!(seen, right, "{class}.{method}");
    }
}

#[test]
fn reports_exactly_the_event_calls_with_missing_methods() {
    let Some(chat) = compare("mirror-examples") else { return };
    let effects = compare("ui-effect");
    assert_eq!((chat, effects), (13, Some(35)));
    for name in ["cli-loop", "fluid-sim", "univrm-viewer"] {
        assert_eq!(compare(name), Some(0), "{name}");
    }
}
