//! Applies `[tools.<name>] effect` of `bundle.toml`, which gives a plain component's function a weaker effect than its
//! imports allow.
//!
//! This module decides whether an effect is weaker. `host_runtime` determines the effect that imports allow; the permit
//! in the runtime's gate enforces the effect.

use crate::manifest::{FILE_NAME, ToolEntry};
use host_api::Effect;
use host_runtime::ToolSpec;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Applies the `effect` keys of `bundle.toml`. Returns the tools, and one sentence for each key that changes nothing.
pub(crate) fn narrow<'t>(
    tools: &'t [Arc<ToolSpec>],
    said: &BTreeMap<String, ToolEntry>,
    is_plain: bool,
) -> (Cow<'t, [Arc<ToolSpec>]>, Vec<String>) {
    let mut narrowed = Cow::Borrowed(tools);
    let mut problems = Vec::new();
    for (at, tool) in tools.iter().enumerate() {
        let Some(effect) = said.get(&tool.name).and_then(|entry| entry.effect) else {
            continue;
        };
        let key = format!(
            "`[tools.{}] effect = \"{}\"` in {FILE_NAME}",
            tool.name,
            effect.as_str()
        );
        if !is_plain {
            problems.push(format!(
                "{key} is without effect, since the component declares one itself"
            ));
        } else if is_within(tool.effect, effect) {
            Arc::make_mut(&mut narrowed.to_mut()[at]).effect = effect;
        } else {
            problems.push(format!(
                "{key} is without effect, since its imports let it do no more than `{}`",
                tool.effect.as_str()
            ));
        }
    }
    (narrowed, problems)
}

/// True if a permit for the effect `most` covers all imports that `effect` needs.
fn is_within(most: Effect, effect: Effect) -> bool {
    match effect {
        Effect::Read => true,
        Effect::Write | Effect::WriteUnconfirmed => matches!(most, Effect::Destructive | Effect::Code),
        Effect::Destructive | Effect::Code | Effect::Config => most == effect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, effect: Effect) -> ToolSpec {
        ToolSpec {
            name: name.to_owned(),
            title: None,
            description: String::new(),
            category: "plain".to_owned(),
            tier: "core".to_owned(),
            notes: None,
            examples: Vec::new(),
            effect,
            annotations: Default::default(),
            input_schema: "{}".to_owned(),
            output_schema: None,
            needs: Vec::new(),
            dry_run: None,
            extra: Vec::new(),
        }
    }

    #[test]
    fn narrows_only_undeclared_effects_and_reports_other_overrides() {
        let says = |effect| ToolEntry {
            effect: Some(effect),
            ..ToolEntry::default()
        };
        let said = BTreeMap::from([
            ("a".to_owned(), says(Effect::Read)),
            ("b".to_owned(), says(Effect::Write)),
            ("c".to_owned(), says(Effect::Write)),
        ]);
        let tools = [
            tool("a", Effect::Destructive),
            tool("b", Effect::Destructive),
            tool("c", Effect::Read),
            tool("d", Effect::Destructive),
        ]
        .map(Arc::new);
        let (narrowed, problems) = narrow(&tools, &said, true);
        let effects: Vec<Effect> = narrowed.iter().map(|tool| tool.effect).collect();
        assert_eq!(
            effects,
            [Effect::Read, Effect::Write, Effect::Read, Effect::Destructive]
        );
        assert!(
            problems.len() == 1 && problems[0].contains("no more than `read`"),
            "{problems:?}"
        );
        let (same, problems) = narrow(&tools, &said, false);
        assert_eq!(&same[..], &tools[..]);
        assert_eq!(problems.len(), 3, "{problems:?}");
    }
}
