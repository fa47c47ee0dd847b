//! Formats the changes of edit plans, which are the extent of the user's approval.

use super::formatting::{quote, shortly};
use host_bridge::{EditChange, EditPlan, ValueText};
use serde_json::Value;

/// Maximum number of planned changes that a question to the user shows one by one; the plan's digest covers all.
const MOST_ROWS: usize = 100;

/// Formats the changes that a dry run planned, for a question: `exactly these changes (2), all or none, and nothing
/// else:`, a row for each change, and the digests of the plans.
pub(super) fn to_display(plans: &[EditPlan]) -> String {
    let total: u64 = plans.iter().map(|plan| plan.total).sum();
    let changes = if total == 1 { "this change" } else { "these changes" };
    let mut text = format!("exactly {changes} ({total}), all or none, and nothing else:");
    let rows = plans.iter().flat_map(|plan| &plan.changes).take(MOST_ROWS);
    let mut told = 0;
    for change in rows {
        if text.len() > super::ROOM {
            break;
        }
        told += 1;
        text.push('\n');
        text.push_str(&row(change));
    }
    let rest = total.saturating_sub(told);
    if rest > 0 {
        text.push_str(&format!("\nand {rest} more changes that are not shown"));
    }
    for plan in plans {
        text.push_str(&format!("\nSHA-256 of the plan: {}", plan.digest));
    }
    text
}

fn row(change: &EditChange) -> String {
    let object = match change.object {
        Some(object) => format!("{object} ({} in {})", quote(&change.path), quote(&change.file)),
        None => "the project".to_owned(),
    };
    let component = change
        .component
        .as_ref()
        .map(|(at, name)| format!(" {} [{at}]", plain(name)));
    let field = change.field.as_ref().map(|field| format!(" {}", plain(field)));
    let what = component.unwrap_or_default() + &field.unwrap_or_default();
    let unchecked = change.unchecked.as_ref();
    let unchecked = unchecked.map_or_else(String::new, |why| {
        format!(" (unchecked: {})", shortly(&Value::from(why.as_str())))
    });
    match (&change.old, &change.new) {
        (Some(old), Some(new)) => format!("{object}{what}: {} -> {}{unchecked}", value(old), value(new)),
        (None, Some(new)) => format!("{object}{what}: new, {}{unchecked}", value(new)),
        (Some(old), None) => format!("{object}{what}: removed, was {}", value(old)),
        (None, None) => format!("{object}{what}: as it was"),
    }
}

fn plain(name: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "_-.[] ".contains(char);
    match name.chars().all(is_plain) {
        true => name.to_owned(),
        false => quote(name),
    }
}

fn value(text: &ValueText) -> String {
    shortly(&text.to_value().unwrap_or_else(|_| Value::from(text.get())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::{EditTouches, ObjectId};

    #[test]
    fn shows_each_change_on_one_line_and_counts_the_rest() {
        let written = |json: &str| Some(ValueText::from_json_text(json.to_owned()));
        let change = EditChange {
            edit: 0,
            object: Some(ObjectId(12)),
            file: "Assets/A.unity".to_owned(),
            path: "/La\nmp".to_owned(),
            component: Some((1, "UnityEngine.Light".to_owned())),
            field: Some("m_Intensity".to_owned()),
            old: written("1"),
            new: written("\"5\\nobj:3 removed\""),
            need: None,
            unchecked: None,
        };
        let plan = EditPlan {
            digest: "00ff".to_owned(),
            changes: vec![change.clone(); 300],
            total: 300,
            touches: EditTouches::default(),
        };
        let told = to_display(std::slice::from_ref(&plan));
        let row =
            r#"obj:12 ("/La\nmp" in "Assets/A.unity") UnityEngine.Light [1] m_Intensity: 1 -> "5\nobj:3 removed""#;
        assert_eq!(told.lines().filter(|line| *line == row).count(), 100, "{told}");
        assert!(
            told.contains("and 200 more changes") && told.ends_with("SHA-256 of the plan: 00ff"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 103);
    }
}
