//! Gate 2: does what gate 1 permitted cover this one use of an import?

use crate::agreed::Agreed;
use crate::decide::{Confirmation, ToolFacts, still_permitted};
use crate::refusal::Refusal;
use crate::rules::Policy;
use host_api::{Access, AccessTarget, Effect, ErrorKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Proof that gate 1 let one call through, and how far. Private fields: it is made only by `decide` and `permit_read`.
#[derive(Clone, Debug)]
pub struct Permit(Arc<Granted>);

#[derive(Debug)]
struct Granted {
    revision: u64,
    bundle: String,
    tool: String,
    effect: Effect,
    category: String,
    tier: String,
    allowed_here: bool,
    confirmation: Confirmation,
}

impl Permit {
    pub(crate) fn for_tool(revision: u64, tool: &ToolFacts<'_>, confirmation: Confirmation) -> Self {
        Self(Arc::new(Granted {
            revision,
            bundle: tool.bundle.to_owned(),
            tool: tool.tool.to_owned(),
            effect: tool.effect,
            category: tool.category.to_owned(),
            tier: tool.tier.to_owned(),
            allowed_here: tool.allowed_here,
            confirmation,
        }))
    }

    /// The effect that was permitted.
    pub fn effect(&self) -> Effect {
        self.0.effect
    }

    /// The policy revision it was decided under.
    pub fn revision(&self) -> u64 {
        self.0.revision
    }

    /// The tool, or `resource`, `prompt`, `completion`.
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    pub fn bundle(&self) -> &str {
        &self.0.bundle
    }

    /// The yes that this access needs and must not go beyond: that of a person, where the access is of the kind that is
    /// confirmed. Gate 2 takes a step of it for each such access.
    pub fn agreed(&self, access: &Access) -> Option<&Agreed> {
        let person = self.0.confirmation.person.as_ref();
        person.filter(|_| access.effect.takes_confirm())
    }

    /// Gate 2. In this order: the declared effect covers the access; where the policy changed since, gate 1 decides again
    /// under `now`; the allowlist that the access names holds its target.
    pub fn check(&self, now: &Policy, access: &Access) -> Result<(), Refusal> {
        if !covers(self.0.effect, access.effect) {
            return Err(self.not_covered(access));
        }
        if now.revision != self.0.revision {
            self.decide_again(now)?;
        }
        allowlisted(now, &access.target)
    }

    fn decide_again(&self, now: &Policy) -> Result<(), Refusal> {
        let granted = &*self.0;
        let facts = ToolFacts {
            bundle: &granted.bundle,
            tool: &granted.tool,
            effect: granted.effect,
            category: &granted.category,
            tier: &granted.tier,
            allowed_here: granted.allowed_here,
        };
        // Nobody is asked in the middle of a call: what was confirmed at its start is all there is.
        still_permitted(now, &facts, &granted.confirmation)
    }

    fn not_covered(&self, access: &Access) -> Refusal {
        let needed = access.effect.as_str();
        let declared = self.0.effect.as_str();
        Refusal::new(
            ErrorKind::PermissionDenied,
            "permit.effect",
            format!(
                "`{}` is declared `{declared}` and may not use `{}.{}`, which is `{needed}`",
                self.0.tool, access.interface, access.function
            ),
            format!("its author has to declare the tool's effect as `{needed}`; no setting of the host allows this"),
        )
    }
}

/// Whether a permit of `permitted` covers an access of `used`.
fn covers(permitted: Effect, used: Effect) -> bool {
    use Effect::{Code, Config, Destructive, Read, Write, WriteUnconfirmed};
    match permitted {
        Read => used == Read,
        WriteUnconfirmed => matches!(used, Read | WriteUnconfirmed),
        Write => matches!(used, Read | WriteUnconfirmed | Write),
        Destructive => matches!(used, Read | WriteUnconfirmed | Write | Destructive),
        Code => matches!(used, Read | WriteUnconfirmed | Write | Code),
        Config => matches!(used, Read | Config),
    }
}

fn allowlisted(policy: &Policy, target: &AccessTarget) -> Result<(), Refusal> {
    match target {
        AccessTarget::None => Ok(()),
        AccessTarget::Components(names) => {
            let message = if policy.component_allowlist.is_empty() {
                "No components are allowlisted"
            } else {
                "Denied by allowlist"
            };
            names.iter().try_for_each(|name| {
                holds(
                    &policy.component_allowlist,
                    "policy.component-allowlist",
                    message,
                    "component-allowlist",
                    name,
                )
            })
        }
        AccessTarget::Member {
            type_name,
            member,
            csharp_name,
        } => {
            let listed = |member: &String| {
                policy
                    .reflection_allowlist_members
                    .contains(&format!("{type_name}.{member}"))
            };
            if listed(member) || csharp_name.as_ref().is_some_and(listed) {
                return Ok(());
            }
            Err(denied(
                "policy.reflection-allowlist-members",
                "Denied by allowlist",
                "reflection-allowlist-members",
                &format!("{type_name}.{}", csharp_name.as_ref().unwrap_or(member)),
            ))
        }
        AccessTarget::HookType(name) => holds(
            &policy.hook_allowlist_signatures,
            "policy.hook-allowlist-signatures",
            "Denied by hook allowlist",
            "hook-allowlist-signatures",
            name,
        ),
    }
}

fn holds(list: &BTreeSet<String>, rule: &'static str, message: &str, setting: &str, name: &str) -> Result<(), Refusal> {
    if list.contains(name) {
        return Ok(());
    }
    Err(denied(rule, message, setting, name))
}

fn denied(rule: &'static str, message: &str, setting: &str, name: &str) -> Refusal {
    Refusal::new(
        ErrorKind::PermissionDenied,
        rule,
        message,
        format!("add \"{name}\" to `[policy] {setting}`, or start with `--set 'policy.{setting}=[\"{name}\"]'`"),
    )
}

#[cfg(test)]
mod tests;
