//! Describes planned changes that the current policy would reject, for dry runs and errors.

use host_api::{AccessTarget, Rule};
use host_bridge::{EditNeed, FileChanges};
use host_policy::{Policy, denied_now};

/// Returns the ids of the policy rules that now reject an edit with these needed allowlist entries, if any.
pub(crate) fn denied(need: Option<&EditNeed>, policy: &Policy) -> Option<String> {
    let target = need.map_or(AccessTarget::None, AccessTarget::from);
    let ids: Vec<&str> = denied_now(policy, &target).into_iter().map(Rule::id).collect();
    (!ids.is_empty()).then(|| ids.join(", "))
}

/// Returns, for each rejected field change, the ids of the rules and a text with file, object and field.
pub(crate) fn denied_fields<'f>(
    files: &'f [FileChanges],
    policy: &'f Policy,
) -> impl Iterator<Item = (String, String)> + 'f {
    let needs = files
        .iter()
        .flat_map(|file| file.needs.iter().map(move |written| (file, written)));
    needs.filter_map(|(file, written)| {
        let rules = denied(Some(&written.need), policy)?;
        Some((rules, written.to_display(&file.file)))
    })
}

/// Maximum number of fields in one error message.
const MOST_FIELDS: usize = 5;

pub(crate) fn refused_fields(files: &[FileChanges], policy: &Policy) -> Option<String> {
    let mut fields: Vec<String> = denied_fields(files, policy).map(|(_, field)| field).collect();
    let more = fields.len().saturating_sub(MOST_FIELDS);
    fields.truncate(MOST_FIELDS);
    let more = if more > 0 {
        format!("; and {more} more")
    } else {
        String::new()
    };
    (!fields.is_empty()).then(|| format!("saving would write {}{more}", fields.join("; ")))
}
