//! Gate 1: decides from the declared facts of a tool whether it may run, before its guest starts.

use crate::approval::Agreed;
use crate::permit::Permit;
use crate::piece::Piece;
use crate::rules::{ConfirmBy, Policy};
use host_api::{Effect, Json, Refusal};

/// The facts about a tool from which the policy check before a call decides whether the tool may run.
#[derive(Clone, Copy, Debug)]
pub struct ToolFacts<'a> {
    pub bundle: &'a str,
    pub tool: &'a str,
    pub effect: Effect,
    pub category: &'a str,
    pub tier: &'a str,
    /// True unless the operator's setting `[bundles.<id>] tools` excludes the tool.
    pub allowed_here: bool,
}

/// The confirmation of a call: its `confirm` argument, or the user's approval.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    /// The `confirm` argument; `None` if absent. `false` has the same effect: clients fill in defaults.
    pub argument: Option<bool>,
    /// The user's approval, in answer to an earlier `Decision::Ask`; `None` if there is none. It limits the permit.
    pub person: Option<Agreed>,
    /// True if the client of this connection can ask its user.
    pub can_ask: bool,
}

/// The decision of the policy check before a call (gate 1): permit the call, reject it, or ask the user first.
#[derive(Clone, Debug)]
pub enum Decision {
    Permit(Permit),
    Denied(Refusal),
    /// Ask the user, then decide again with `Confirmation::person`.
    Ask(Ask),
}

/// A question that the user answers with yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// One sentence that names the tool and its effect.
    pub sentence: String,
}

/// Decides whether `tool` may run under `policy`. The first rule that fails decides, in this order: tool left out,
/// category, tier, console eval (for code), writes, confirmation. Allowlists need the target, so `Permit::check` checks
/// them.
pub fn decide(policy: &Policy, tool: &ToolFacts<'_>, confirmation: &Confirmation) -> Decision {
    if let Err(refusal) = available(policy, tool).and_then(|()| authorised(policy, tool)) {
        return Decision::Denied(refusal);
    }
    match check_confirmation(policy, tool, confirmation) {
        Ok(()) => Decision::Permit(Permit::for_tool(policy.revision, tool, confirmation.clone())),
        Err(_) if confirmation.can_ask => Decision::Ask(Ask {
            sentence: question(tool),
        }),
        Err(refusal) => Decision::Denied(refusal),
    }
}

/// Checks a tool that the host starts without a call. The user already confirmed it when the tool was enabled.
pub fn may_start(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    available(policy, tool).and_then(|()| authorised(policy, tool))
}

/// Checks the rules for a call again while it runs, after the policy changed. It can no longer ask the user.
pub(crate) fn still_permitted(
    policy: &Policy,
    tool: &ToolFacts<'_>,
    confirmation: &Confirmation,
) -> Result<(), Refusal> {
    available(policy, tool)
        .and_then(|()| authorised(policy, tool))
        .and_then(|()| check_confirmation(policy, tool, confirmation))
}

/// Checks the rules that no arguments of a call can satisfy: `[bundles.<id>] tools`, the category and the tier.
pub fn available(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    if !tool.allowed_here {
        return Err(Piece::Tool(tool.tool.to_owned()).left_out_refusal(tool.bundle));
    }
    if policy.disabled_categories.contains(tool.category) {
        return Err(Refusal::disabled_category(tool.category));
    }
    if !policy.tier_reached(tool.tier) {
        return Err(tier_refusal(policy, tool));
    }
    Ok(())
}

fn tier_refusal(policy: &Policy, tool: &ToolFacts<'_>) -> Refusal {
    let current = policy.current_tier();
    let mut refusal = match policy.rank(tool.tier) {
        Some(_) => Refusal::tier_above(tool.tier, current),
        None => Refusal::tier_unknown(tool.tier, current),
    };
    let details = serde_json::json!({"requiredTier": tool.tier, "currentTier": current});
    refusal.details = Some(Json::from_value(&details));
    refusal
}

fn authorised(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    if tool.effect == Effect::Code && !policy.enable_console_eval {
        return Err(Refusal::console_eval_off());
    }
    // The ceiling bounds the policy's own tools instead, because they switch writes on.
    let needs_writes = !matches!(tool.effect, Effect::Read | Effect::Config);
    if needs_writes && !policy.allow_writes {
        return Err(match policy.writes_off_over_wire {
            true => Refusal::writes_off_by_call(),
            false => Refusal::writes_off(),
        });
    }
    Ok(())
}

fn check_confirmation(policy: &Policy, tool: &ToolFacts<'_>, confirmation: &Confirmation) -> Result<(), Refusal> {
    let is_config = tool.effect == Effect::Config;
    // Even a narrower policy needs a confirmation: it can stop the work of all other clients.
    let is_needed = is_config || (policy.require_confirm && tool.effect.takes_confirm());
    if !is_needed || confirmation.person.is_some() {
        return Ok(());
    }
    if policy.confirm_by == ConfirmBy::Argument && confirmation.argument == Some(true) {
        return Ok(());
    }
    Err(match policy.confirm_by {
        ConfirmBy::Argument if is_config => Refusal::policy_change_not_confirmed(),
        ConfirmBy::Argument => Refusal::not_confirmed(),
        ConfirmBy::Person => Refusal::cannot_ask_user(),
    })
}

fn question(tool: &ToolFacts<'_>) -> String {
    let does = match tool.effect {
        Effect::Destructive => "may delete something in Unity",
        Effect::Code => "runs code in Unity",
        Effect::Config => "changes the policy of this host for all of its clients",
        _ => "changes something in Unity",
    };
    format!(
        "Let the tool `{}` of bundle `{}` run? It {does}.",
        tool.tool, tool.bundle
    )
}

#[cfg(test)]
mod tests;
