//! Finds UnityEvent calls without effect: calls without a target or a method, and calls of a method that the target's
//! class does not have.

use super::classes::modifications;
use super::{Judge, LostReferences, MAX_FIELD_BYTES, Spot, Wrong};
use crate::asset_kind::script_of;
use crate::expand::change::{self, Change};
use std::collections::BTreeMap;
use unity_fields::event_calls::{self, EventCall, Mode};
use unity_fields::{Source, class};
use unity_scripts::csharp_index::{Called, Gathered};
use unity_scripts::{Standing, decide_standing};
use unity_yaml::Document;

/// Maximum number of characters of a name in a message; the rest of a longer name is cut off.
const MAX_NAME: usize = 200;

pub(super) fn may_have_overrides(document: &Document<'_>) -> bool {
    event_calls::may_have(document.body())
}

enum Target {
    /// The call's target is an object of the class with this full name.
    Class(String),
    /// The call's target or its script does not exist; the check of references reports that separately.
    Gone,
    Unknown,
}

/// Values that a prefab instance's overrides set for one UnityEvent call; `target` and `method` are true if set.
#[derive(Default)]
struct Given {
    call: EventCall,
    target: bool,
    method: bool,
}

impl LostReferences {
    pub(super) fn calls_in(
        &mut self,
        csharp: &Gathered,
        judge: &Judge<'_>,
        source: &Source,
        at: u32,
        document: &Document<'_>,
    ) {
        if !event_calls::may_have(document.body()) {
            return;
        }
        for field in document.fields() {
            let raw = field.raw();
            if raw.len() > MAX_FIELD_BYTES || !event_calls::may_have(raw) {
                continue;
            }
            // A document that cannot be read is reported when its file is opened.
            let Ok(node) = field.node() else { continue };
            let mut calls = Vec::new();
            event_calls::each_call(&node, &mut field.key().to_owned(), &mut |call| calls.push(call));
            for call in calls {
                let wrong = match call.target.file_id {
                    0 => Some(no_target(&call)),
                    _ => self.wrong_method(&call, csharp, judge, source),
                };
                self.keep(at, wrong.map(Wrong::NoCall), || Spot::Field(call.path));
            }
        }
    }

    /// Checks the UnityEvent calls that override rows change, as far as the rows set values. The other values are
    /// checked in the file of the prefab.
    pub(super) fn calls_in_overrides(
        &mut self,
        csharp: &Gathered,
        judge: &Judge<'_>,
        source: &Source,
        at: u32,
        document: &Document<'_>,
    ) {
        if !may_have_overrides(document) {
            return;
        }
        let mut calls: BTreeMap<(i64, String, usize), Given> = BTreeMap::new();
        for row in modifications(document) {
            let Change { path, value, reference } = Change::from_row(&row);
            let Some((event, number, rest)) = event_calls::call_of_override(&path) else {
                continue;
            };
            let key = (change::target(&row), event.to_owned(), number);
            let Given { call, target, method } = calls.entry(key).or_default();
            match rest {
                "m_Target" => (call.target, *target) = (reference, true),
                "m_TargetAssemblyTypeName" => call.declared = event_calls::class_of(&value),
                "m_MethodName" => (call.method, *method) = (value.into_owned(), true),
                "m_Mode" => call.mode = value.parse().ok().and_then(Mode::from_number),
                "m_CallState" => call.is_off = &*value == "0",
                _ => {}
            }
        }
        for ((component, event, number), Given { call, target, method }) in calls {
            let wrong = match (target, method) {
                (true, _) if call.target.file_id == 0 => Some(no_target(&call)),
                (_, true) => self.wrong_method(&call, csharp, judge, source),
                _ => None,
            };
            self.keep(at, wrong.map(Wrong::NoCall), || Spot::Override {
                target: component,
                path: format!("{event}.m_PersistentCalls.m_Calls.Array.data[{number}]"),
                reference: call.target,
            });
        }
    }

    /// Returns a message if the call has no effect; `None` if the call is valid or cannot be checked.
    fn wrong_method(
        &mut self,
        call: &EventCall,
        csharp: &Gathered,
        judge: &Judge<'_>,
        source: &Source,
    ) -> Option<String> {
        let off = off_suffix(call);
        if call.method.is_empty() {
            return Some(format!("has a target and calls no method of it{off}"));
        }
        let method = shorten(&call.method);
        let class = match target(call, judge, source) {
            Target::Class(class) => class,
            Target::Gone => return None,
            Target::Unknown => {
                self.count_unchecked(&method);
                return None;
            }
        };
        let name = format!("{}.{method}", shorten(&class));
        match csharp.check_call(&class, &call.method, call.mode) {
            Called::Here => None,
            Called::Unknown => {
                self.count_unchecked(&name);
                None
            }
            Called::NoMethod => Some(format!("calls {name}, which that class does not have{off}")),
            Called::NoFit => {
                let handed = handed(call.mode);
                Some(format!(
                    "calls {name} with {handed}, and no method of that name takes it{off}"
                ))
            }
        }
    }

    fn count_unchecked(&mut self, call: &str) {
        self.unchecked_calls += 1;
        self.first_unchecked_call.get_or_insert_with(|| call.to_owned());
    }
}

fn no_target(call: &EventCall) -> String {
    let off = off_suffix(call);
    match call.method.as_str() {
        "" => format!("has no target and no method{off}"),
        method => format!("calls {} without a target{off}", shorten(method)),
    }
}

fn off_suffix(call: &EventCall) -> &'static str {
    if call.is_off { " (the call is switched off)" } else { "" }
}

fn handed(mode: Option<Mode>) -> &'static str {
    match mode {
        Some(Mode::Void) => "no argument",
        Some(Mode::Object) => "an object",
        Some(Mode::Int) => "an int",
        Some(Mode::Float) => "a float",
        Some(Mode::String) => "a text",
        Some(Mode::Bool) => "a bool",
        Some(Mode::EventDefined) | None => "the event's arguments",
    }
}

fn shorten(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

/// Determines the class of a call's target: from its document in this file, otherwise from the name in the call.
fn target(call: &EventCall, judge: &Judge<'_>, source: &Source) -> Target {
    let declared = || call.declared.clone().map_or(Target::Unknown, Target::Class);
    if call.target.file_id == 0 || !call.target.guid.is_none() {
        return declared();
    }
    let mut documents = source.documents();
    let Some((_, document)) = documents.find(|(_, document)| document.id() == call.target.file_id) else {
        return Target::Gone;
    };
    if document.class() != class::MONO_BEHAVIOUR {
        let name: String = document.type_name().chars().take(MAX_NAME).collect();
        return Target::Class(unity_scripts::engine_name(&name));
    }
    let script = script_of(&document);
    if script.file.guid.is_none() {
        return declared();
    }
    match decide_standing(&script, &judge.project) {
        Standing::Here { .. } => {
            let mut held = judge.held.borrow_mut();
            let types = held.0.types_mut();
            let id = types.script(script);
            Target::Class(types.name(id).to_string())
        }
        Standing::Missing => Target::Gone,
        _ => declared(),
    }
}
