//! Checks the target of an access against the operator's allowlists.
//!
//! Belongs here: matching names with list entries, and the refusal that lists every missing name. Does not: the other
//! checks of an access (`permit`).

use crate::refusal::Refusal;
use crate::rules::Policy;
use host_api::{AccessTarget, ErrorKind};
use std::collections::BTreeSet;

/// Maximum number of names that a refusal shows for each list.
const MOST_SHOWN: usize = 50;
/// Maximum size in bytes of a whole list in a refusal.
const MOST_BYTES: usize = 4 << 10;

/// Checks that the lists contain all of `target`; the refusal lists every missing name.
pub fn allowlisted(policy: &Policy, target: &AccessTarget) -> Result<(), Refusal> {
    let mut lacking = Vec::new();
    look_up(policy, target, &mut lacking);
    match lacking.first() {
        None => Ok(()),
        Some(first) => Err(Refusal::new(
            ErrorKind::PermissionDenied,
            first.rule,
            first.message,
            remedy(policy, &lacking),
        )),
    }
}

/// The rules that would reject one change of a plan now, each by its rule id. For dry runs, which only report.
pub fn denied_now(policy: &Policy, target: &AccessTarget) -> Vec<&'static str> {
    let mut lacking = Vec::new();
    look_up(policy, target, &mut lacking);
    let writes = (!policy.allow_writes).then_some("policy.allow-writes");
    let lists = lacking.iter().map(|list| list.rule);
    writes.into_iter().chain(lists).collect()
}

/// A list, and the names that it must contain.
struct Lacking {
    rule: &'static str,
    setting: &'static str,
    message: &'static str,
    names: BTreeSet<String>,
}

fn look_up(policy: &Policy, target: &AccessTarget, lacking: &mut Vec<Lacking>) {
    match target {
        AccessTarget::None => {}
        AccessTarget::Components(names) => {
            let message = match policy.component_allowlist.is_empty() {
                true => "No components are allowlisted",
                false => "Denied by allowlist",
            };
            for name in names.iter().filter(|name| !lists(&policy.component_allowlist, name)) {
                add(
                    lacking,
                    "policy.component-allowlist",
                    "component-allowlist",
                    message,
                    name.clone(),
                );
            }
        }
        AccessTarget::Member {
            type_name,
            member,
            csharp_name,
        } => {
            let full = |member: &String| format!("{type_name}.{member}");
            let listed = |member: &String| lists(&policy.reflection_allowlist_members, &full(member));
            if !listed(member) && !csharp_name.as_ref().is_some_and(listed) {
                let rule = "policy.reflection-allowlist-members";
                let name = full(csharp_name.as_ref().unwrap_or(member));
                add(
                    lacking,
                    rule,
                    "reflection-allowlist-members",
                    "Denied by allowlist",
                    name,
                );
            }
        }
        AccessTarget::Plan(targets) => {
            for target in targets {
                look_up(policy, target, lacking);
            }
        }
        AccessTarget::HookType(name) => {
            if !lists(&policy.hook_allowlist_signatures, name) {
                let rule = "policy.hook-allowlist-signatures";
                let message = "Denied by hook allowlist";
                add(lacking, rule, "hook-allowlist-signatures", message, name.clone());
            }
        }
    }
}

fn add(lacking: &mut Vec<Lacking>, rule: &'static str, setting: &'static str, message: &'static str, name: String) {
    match lacking.iter_mut().find(|known| known.rule == rule) {
        Some(known) => {
            known.names.insert(name);
        }
        None => lacking.push(Lacking {
            rule,
            setting,
            message,
            names: BTreeSet::from([name]),
        }),
    }
}

/// The hint for the operator: which names to add to which list.
fn remedy(policy: &Policy, lacking: &[Lacking]) -> String {
    let quoted = |list: &Lacking| {
        let names = list.names.iter().take(MOST_SHOWN).map(|name| format!("\"{name}\""));
        names.collect::<Vec<_>>().join(", ")
    };
    let in_the_file = lacking.iter().map(|list| {
        let rest = match list.names.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        format!("{}{rest} to `[policy] {}`", quoted(list), list.setting)
    });
    let told = format!(
        "ask the operator to add {}",
        in_the_file.collect::<Vec<_>>().join(" and ")
    );
    // A flag replaces the whole list, so it must contain the existing entries too.
    let whole: Option<Vec<String>> = lacking.iter().map(|list| whole(policy, list)).collect();
    match whole {
        Some(flags) => format!("{told}, or to start with `{}`", flags.join(" ")),
        None => told,
    }
}

/// The flag that sets the list to its existing entries and the missing ones; `None` if it would be too long.
fn whole(policy: &Policy, lacking: &Lacking) -> Option<String> {
    let there = match lacking.rule {
        "policy.component-allowlist" => &policy.component_allowlist,
        "policy.hook-allowlist-signatures" => &policy.hook_allowlist_signatures,
        _ => &policy.reflection_allowlist_members,
    };
    let names: Vec<String> = there.union(&lacking.names).map(|name| format!("\"{name}\"")).collect();
    let names = names.join(",");
    let is_short = names.len() <= MOST_BYTES && lacking.names.len() <= MOST_SHOWN;
    is_short.then(|| format!("--set 'policy.{}=[{names}]'", lacking.setting))
}

/// True if the list contains the name itself, a prefix up to one of its dots followed by `.*`, or `*`.
fn lists(list: &BTreeSet<String>, name: &str) -> bool {
    if list.contains(name) || list.contains("*") {
        return true;
    }
    let mut dots = name.match_indices('.').map(|(at, _)| &name[..at]);
    dots.any(|start| list.contains(&format!("{start}.*")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(type_name: &str, member: &str) -> AccessTarget {
        AccessTarget::Member {
            type_name: type_name.to_owned(),
            member: member.to_owned(),
            csharp_name: None,
        }
    }

    #[test]
    fn a_refusal_names_all_that_the_lists_do_not_hold() {
        let mut policy = Policy::default();
        policy.reflection_allowlist_members.insert("A.Held".to_owned());
        let plan = AccessTarget::Plan(vec![
            member("A", "Held"),
            member("A", "One"),
            AccessTarget::Components(vec!["B".to_owned()]),
            member("A", "Two"),
            member("A", "One"),
        ]);
        let refusal = allowlisted(&policy, &plan).expect_err("three are missing");
        assert_eq!(refusal.rule, "policy.reflection-allowlist-members");
        assert_eq!(
            refusal.hint.as_deref(),
            Some(
                "ask the operator to add \"A.One\", \"A.Two\" to `[policy] reflection-allowlist-members` and \"B\" to `[policy] \
                 component-allowlist`, or to start with `--set \
                 'policy.reflection-allowlist-members=[\"A.Held\",\"A.One\",\"A.Two\"]' --set 'policy.component-allowlist=[\"B\"]'`"
            )
        );
        let many = AccessTarget::Plan((0..60).map(|at| member("A", &format!("M{at:02}"))).collect());
        let hint = allowlisted(&policy, &many).expect_err("not held").hint.expect("a hint");
        assert!(hint.contains("\"A.M49\" and 10 more to"), "{hint}");
        assert!(!hint.contains("--set"), "a truncated list would replace it: {hint}");
        policy.component_allowlist = (0..1000).map(|at| format!("Game.Type{at}")).collect();
        let one = AccessTarget::Components(vec!["B".to_owned()]);
        let hint = allowlisted(&policy, &one).expect_err("not held").hint.expect("a hint");
        assert!(hint.contains("add \"B\" to") && !hint.contains("--set"), "{hint}");
    }
}
