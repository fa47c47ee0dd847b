//! Checks whether the operator's allowlists contain the component types, members or hooked types that a call accesses.
//!
//! This module also creates the refusal that lists every missing name. `permit` makes the other checks of an access.

use crate::rules::Policy;
use host_api::{AccessTarget, Refusal, Rule};
use std::collections::BTreeSet;

/// Maximum number of missing names of one allowlist that the message of a refusal shows; the rest is counted.
const MOST_SHOWN: usize = 50;
/// Maximum size in bytes of an allowlist in the command line flag that a refusal suggests; else it suggests none.
const MOST_BYTES: usize = 4 << 10;

/// Checks that the allowlists contain all names of `target`; the refusal lists every missing name.
pub fn allowlisted(policy: &Policy, target: &AccessTarget) -> Result<(), Refusal> {
    if lacks_code(policy, target) {
        return Err(Refusal::console_eval_off());
    }
    let lacking = look_up(policy, target);
    match lacking.first() {
        Some(first) => Err(first.list.refusal(policy, &missing(policy, &lacking))),
        None => Ok(()),
    }
}

/// Returns the rules of `policy` that reject a change of `target`; empty if it is allowed. Dry runs report them.
pub fn denied_now(policy: &Policy, target: &AccessTarget) -> Vec<Rule> {
    let writes = (!policy.allow_writes).then_some(Rule::PolicyAllowWrites);
    let code = lacks_code(policy, target).then_some(Rule::PolicyEnableConsoleEval);
    let lists = look_up(policy, target).into_iter().map(|lacking| lacking.list.rule());
    writes.into_iter().chain(code).chain(lists).collect()
}

/// Returns true if the target contains a C# source, and the policy allows no code.
fn lacks_code(policy: &Policy, target: &AccessTarget) -> bool {
    match target {
        AccessTarget::Source(_) => !policy.enable_console_eval,
        AccessTarget::Plan(targets) => targets.iter().any(|target| lacks_code(policy, target)),
        _ => false,
    }
}

/// One of the three allowlists that the operator configures.
#[derive(Clone, Copy, PartialEq)]
enum List {
    Components,
    Members,
    HookedTypes,
}

impl List {
    fn rule(self) -> Rule {
        match self {
            Self::Components => Rule::PolicyComponentAllowlist,
            Self::Members => Rule::PolicyReflectionAllowlistMembers,
            Self::HookedTypes => Rule::PolicyHookAllowlistSignatures,
        }
    }

    fn entries(self, policy: &Policy) -> &BTreeSet<String> {
        match self {
            Self::Components => &policy.component_allowlist,
            Self::Members => &policy.reflection_allowlist_members,
            Self::HookedTypes => &policy.hook_allowlist_signatures,
        }
    }

    fn refusal(self, policy: &Policy, missing: &str) -> Refusal {
        match self {
            Self::Components if self.entries(policy).is_empty() => Refusal::no_component_listed(missing),
            Self::Components => Refusal::component_not_listed(missing),
            Self::Members => Refusal::member_not_listed(missing),
            Self::HookedTypes => Refusal::hooked_type_not_listed(missing),
        }
    }

    /// Returns the configuration key of the list in the table `[policy]`, such as `component-allowlist`.
    fn key(self) -> &'static str {
        self.rule().id().trim_start_matches("policy.")
    }

    fn contains(self, policy: &Policy, name: &str) -> bool {
        lists(self.entries(policy), name)
    }
}

/// An allowlist, and the names that it does not contain although an access of a call needs them.
struct Lacking {
    list: List,
    names: BTreeSet<String>,
}

fn look_up(policy: &Policy, target: &AccessTarget) -> Vec<Lacking> {
    let mut lacking = Vec::new();
    add_missing(policy, target, &mut lacking);
    lacking
}

fn add_missing(policy: &Policy, target: &AccessTarget, lacking: &mut Vec<Lacking>) {
    match target {
        AccessTarget::None | AccessTarget::Source(_) => {}
        AccessTarget::Components(names) => {
            for name in names.iter().filter(|name| !List::Components.contains(policy, name)) {
                add(lacking, List::Components, name.clone());
            }
        }
        AccessTarget::Member {
            type_name,
            member,
            csharp_name,
        } => {
            let full = |member: &String| format!("{type_name}.{member}");
            let listed = |member: &String| List::Members.contains(policy, &full(member));
            if !listed(member) && !csharp_name.as_ref().is_some_and(listed) {
                add(lacking, List::Members, full(csharp_name.as_ref().unwrap_or(member)));
            }
        }
        AccessTarget::Plan(targets) => {
            for target in targets {
                add_missing(policy, target, lacking);
            }
        }
        AccessTarget::HookType(name) => {
            if !List::HookedTypes.contains(policy, name) {
                add(lacking, List::HookedTypes, name.clone());
            }
        }
    }
}

fn add(lacking: &mut Vec<Lacking>, list: List, name: String) {
    match lacking.iter_mut().find(|known| known.list == list) {
        Some(known) => {
            known.names.insert(name);
        }
        None => lacking.push(Lacking {
            list,
            names: BTreeSet::from([name]),
        }),
    }
}

/// Returns the part of a refusal's hint that says which names the operator has to add to which allowlist.
fn missing(policy: &Policy, lacking: &[Lacking]) -> String {
    let quoted = |list: &Lacking| {
        let names = list.names.iter().take(MOST_SHOWN).map(|name| format!("\"{name}\""));
        names.collect::<Vec<_>>().join(", ")
    };
    let in_the_file = lacking.iter().map(|list| {
        let rest = match list.names.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        format!("{}{rest} to `[policy] {}`", quoted(list), list.list.key())
    });
    let names = in_the_file.collect::<Vec<_>>().join(" and ");
    // A flag replaces the whole list, so it must contain the existing entries too.
    let whole: Option<Vec<String>> = lacking.iter().map(|list| whole(policy, list)).collect();
    match whole {
        Some(flags) => format!("{names}, or to start with `{}`", flags.join(" ")),
        None => names,
    }
}

/// Returns the `--set` flag that adds the missing names to the list's existing entries; `None` if it would be too long.
fn whole(policy: &Policy, lacking: &Lacking) -> Option<String> {
    let there = lacking.list.entries(policy);
    let names: Vec<String> = there.union(&lacking.names).map(|name| format!("\"{name}\"")).collect();
    let names = names.join(",");
    let is_short = names.len() <= MOST_BYTES && lacking.names.len() <= MOST_SHOWN;
    is_short.then(|| format!("--set 'policy.{}=[{names}]'", lacking.list.key()))
}

/// True if the list contains the name itself, a prefix up to one of its dots followed by `.*`, or `*`.
pub(crate) fn lists(list: &BTreeSet<String>, name: &str) -> bool {
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
    fn refusal_names_missing_allowlist_entries_and_how_to_add_them() {
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
        assert_eq!(refusal.rule.id(), "policy.reflection-allowlist-members");
        assert_eq!(
            refusal.hint,
            "ask the operator to add \"A.One\", \"A.Two\" to `[policy] reflection-allowlist-members` and \"B\" to `[policy] \
                 component-allowlist`, or to start with `--set \
                 'policy.reflection-allowlist-members=[\"A.Held\",\"A.One\",\"A.Two\"]' --set 'policy.component-allowlist=[\"B\"]'`"
        );
        let many = AccessTarget::Plan((0..60).map(|at| member("A", &format!("M{at:02}"))).collect());
        let hint = allowlisted(&policy, &many).expect_err("not held").hint;
        assert!(hint.contains("\"A.M49\" and 10 more to"), "{hint}");
        assert!(!hint.contains("--set"), "a truncated list would replace it: {hint}");
        policy.component_allowlist = (0..1000).map(|at| format!("Game.Type{at}")).collect();
        let one = AccessTarget::Components(vec!["B".to_owned()]);
        let hint = allowlisted(&policy, &one).expect_err("not held").hint;
        assert!(hint.contains("add \"B\" to") && !hint.contains("--set"), "{hint}");
    }
}
