//! Gate 1: may this tool run at all? Decided on what the tool declares, before its guest runs.

use crate::agreed::Agreed;
use crate::permit::Permit;
use crate::piece::Piece;
use crate::refusal::Refusal;
use crate::rules::{ConfirmBy, Policy};
use host_api::{Effect, ErrorKind};

/// What gate 1 knows of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolFacts<'a> {
    pub bundle: &'a str,
    pub tool: &'a str,
    pub effect: Effect,
    pub category: &'a str,
    pub tier: &'a str,
    /// False where `[bundles.<id>] tools` leaves it out.
    pub allowed_here: bool,
}

/// What the call brought along as a confirmation.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    /// The `confirm` argument. `false` counts as absent: clients fill in defaults.
    pub argument: Option<bool>,
    /// What a person said yes to, asked for an earlier `Decision::Ask`. The permit covers no more than that.
    pub person: Option<Agreed>,
    /// A person can be asked over this connection.
    pub can_ask: bool,
}

/// What gate 1 says.
#[derive(Clone, Debug)]
pub enum Decision {
    Permit(Permit),
    Denied(Refusal),
    /// Ask a person, then decide again with `Confirmation::person`.
    Ask(Ask),
}

/// A question with yes or no as its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// One sentence that names the tool and what it may do.
    pub sentence: String,
}

/// Decides whether `tool` may run under `policy`. The first rule that fails answers: per-tool deny, category, tier, console
/// eval (for code), writes, confirmation. Allowlists need the target and are checked by `Permit::check`.
pub fn decide(policy: &Policy, tool: &ToolFacts<'_>, confirmation: &Confirmation) -> Decision {
    if let Err(refusal) = available(policy, tool).and_then(|()| authorised(policy, tool)) {
        return Decision::Denied(refusal);
    }
    match confirmed(policy, tool, confirmation) {
        Ok(()) => Decision::Permit(Permit::for_tool(policy.revision, tool, confirmation.clone())),
        Err(_) if confirmation.can_ask => Decision::Ask(Ask {
            sentence: question(tool),
        }),
        Err(refusal) => Decision::Denied(refusal),
    }
}

/// Whether that may run though nobody calls for it now: somebody did when it was switched on, and agreed to it then.
pub fn may_start(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    available(policy, tool).and_then(|()| authorised(policy, tool))
}

/// The same rules for a call that is already under way, where nobody can be asked any more.
pub(crate) fn still_permitted(
    policy: &Policy,
    tool: &ToolFacts<'_>,
    confirmation: &Confirmation,
) -> Result<(), Refusal> {
    available(policy, tool)
        .and_then(|()| authorised(policy, tool))
        .and_then(|()| confirmed(policy, tool, confirmation))
}

/// Whether the tool is to be had at all under `policy`, whatever a call brings along: switched off, its category, its tier.
pub fn available(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    if !tool.allowed_here {
        return Err(Piece::Tool(tool.tool.to_owned()).left_out(tool.bundle));
    }
    if policy.disabled_categories.contains(tool.category) {
        return Err(Refusal::new(
            ErrorKind::PermissionDenied,
            "policy.disabled-categories",
            format!("Category `{}` is disabled", tool.category),
            format!(
                "ask the operator to take `{}` out of `[policy] disabled-categories`",
                tool.category
            ),
        ));
    }
    if !policy.tier_reached(tool.tier) {
        return Err(tier_refusal(policy, tool));
    }
    Ok(())
}

fn tier_refusal(policy: &Policy, tool: &ToolFacts<'_>) -> Refusal {
    let current = policy.current_tier();
    let hint = if policy.rank(tool.tier).is_some() {
        format!(
            "it needs tier `{0}`, the current one is `{current}`: ask the operator to set `[policy] tier = \"{0}\"` or to start with `--set policy.tier={0}`",
            tool.tier
        )
    } else {
        format!(
            "it needs tier `{0}`, which `[policy] tier-order` does not name: ask the operator to add it there at or below the current tier `{current}`",
            tool.tier
        )
    };
    let mut refusal = Refusal::new(
        ErrorKind::TierRestricted,
        "policy.tier",
        "Tool not available in current tier",
        hint,
    );
    let details = serde_json::json!({"requiredTier": tool.tier, "currentTier": current});
    refusal.details = Some(host_api::Json::from_value(&details));
    refusal
}

fn authorised(policy: &Policy, tool: &ToolFacts<'_>) -> Result<(), Refusal> {
    if tool.effect == Effect::Code && !policy.enable_console_eval {
        return Err(Refusal::new(
            ErrorKind::PermissionDenied,
            "policy.enable-console-eval",
            "ConsoleEval disabled",
            "ask the operator to set `[policy] enable-console-eval = true` or to start with `--set policy.enable-console-eval=true`",
        ));
    }
    // The policy's own tools are bounded by the ceiling instead: they are how writes are switched on.
    let needs_writes = !matches!(tool.effect, Effect::Read | Effect::Config);
    if needs_writes && !policy.allow_writes {
        return Err(Refusal::new(
            ErrorKind::PermissionDenied,
            "policy.allow-writes",
            "Writes disabled",
            match policy.writes_off_over_wire {
                true => {
                    "a call switched `allow-writes` off over the wire, whatever the configuration has for `[policy] allow-writes`; the same \
                     call with true switches it on again, as far as `[policy.ceiling]` lets it, and so does a restart of the host where \
                     the configuration has it"
                }
                false => {
                    "ask the operator to set `[policy] allow-writes = true` or to start with `--set policy.allow-writes=true`"
                }
            },
        ));
    }
    Ok(())
}

fn confirmed(policy: &Policy, tool: &ToolFacts<'_>, confirmation: &Confirmation) -> Result<(), Refusal> {
    let is_config = tool.effect == Effect::Config;
    // A narrower policy stops the work of all other clients as surely as a wider one lets them do more.
    let is_needed = is_config || (policy.require_confirm && tool.effect.takes_confirm());
    if !is_needed || confirmation.person.is_some() {
        return Ok(());
    }
    if policy.confirm_by == ConfirmBy::Argument && confirmation.argument == Some(true) {
        return Ok(());
    }
    let (rule, hint) = match policy.confirm_by {
        ConfirmBy::Argument if is_config => (
            "policy.require-confirm",
            "it changes the policy for every client of this host, so it needs a confirmation whatever `[policy] require-confirm` \
             is: ask the user, then resend with confirm=true",
        ),
        ConfirmBy::Argument => ("policy.require-confirm", "resend with confirm=true"),
        ConfirmBy::Person => (
            "policy.confirm-by",
            "a person must agree and this client cannot ask one: use a client that supports elicitation, or ask the operator to \
             set `[policy] confirm-by = \"argument\"` or to start with `--set policy.confirm-by=argument`",
        ),
    };
    Err(Refusal::new(
        ErrorKind::ConfirmationRequired,
        rule,
        "Confirmation required",
        hint,
    ))
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
