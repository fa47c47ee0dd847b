//! Gate 2: does what gate 1 permitted cover this one use of an import?

use crate::agreed::Agreed;
use crate::allowlists::allowlisted;
use crate::decide::{Confirmation, ToolFacts, still_permitted};
use crate::piece::Piece;
use crate::reading::{ReadingFacts, in_enabled_category};
use crate::refusal::Refusal;
use crate::rules::Policy;
use host_api::{Access, Effect, ErrorKind, ReadPurpose};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Proof that gate 1 let one call through, and how far. Private fields: it is made only by `decide`, `permit_read` and
/// `permit_event`.
#[derive(Clone, Debug)]
pub struct Permit(Arc<Granted>);

#[derive(Debug)]
struct Granted {
    revision: u64,
    bundle: String,
    piece: Piece,
    effect: Effect,
    decided_on: DecidedOn,
    confirmation: Confirmation,
}

/// What gate 1 looked at, so that it can decide again. Not whether the operator's `tools` holds the piece: who asks that
/// asks of this moment, by `Permit::piece`.
#[derive(Debug)]
enum DecidedOn {
    Tool { category: String, tier: String },
    Reading { categories: Arc<BTreeSet<String>> },
    Nothing,
}

impl Permit {
    pub(crate) fn for_tool(revision: u64, tool: &ToolFacts<'_>, confirmation: Confirmation) -> Self {
        Self(Arc::new(Granted {
            revision,
            bundle: tool.bundle.to_owned(),
            piece: Piece::Tool(tool.tool.to_owned()),
            effect: tool.effect,
            decided_on: DecidedOn::Tool {
                category: tool.category.to_owned(),
                tier: tool.tier.to_owned(),
            },
            confirmation,
        }))
    }

    pub(crate) fn for_reading(revision: u64, purpose: ReadPurpose, facts: &ReadingFacts<'_>) -> Self {
        Self(Arc::new(Granted {
            revision,
            bundle: facts.bundle.to_owned(),
            piece: facts.piece.clone(),
            effect: purpose.effect(),
            decided_on: DecidedOn::Reading {
                categories: Arc::clone(facts.categories),
            },
            confirmation: Confirmation::default(),
        }))
    }

    pub(crate) fn for_event(revision: u64, bundle: &str) -> Self {
        Self(Arc::new(Granted {
            revision,
            bundle: bundle.to_owned(),
            piece: Piece::Bundle,
            effect: Effect::Read,
            decided_on: DecidedOn::Nothing,
            confirmation: Confirmation::default(),
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

    /// What may run.
    pub fn piece(&self) -> &Piece {
        &self.0.piece
    }

    /// The yes that this access needs and must not go beyond: that of a person, where the access is of the kind that is
    /// confirmed. Gate 2 takes a step of it for each such access.
    pub fn agreed(&self, access: &Access) -> Option<&Agreed> {
        let person = self.0.confirmation.person.as_ref();
        person.filter(|_| access.effect.takes_confirm())
    }

    /// Gate 2. In this order: the declared effect covers the access; it still holds; the allowlist that the access names
    /// holds its target.
    pub fn check(&self, now: &Policy, access: &Access) -> Result<(), Refusal> {
        if !covers(self.0.effect, access.effect) {
            return Err(self.not_covered(access));
        }
        self.holds(now)?;
        allowlisted(now, &access.target)
    }

    /// Whether it still holds: where the policy changed since, gate 1 decides again under `now`.
    pub fn holds(&self, now: &Policy) -> Result<(), Refusal> {
        let granted = &*self.0;
        if now.revision == granted.revision {
            return Ok(());
        }
        match &granted.decided_on {
            DecidedOn::Tool { category, tier } => {
                let facts = ToolFacts {
                    bundle: &granted.bundle,
                    tool: self.name(),
                    effect: granted.effect,
                    category,
                    tier,
                    allowed_here: true,
                };
                // Nobody is asked in the middle of a call: what was confirmed at its start is all there is.
                still_permitted(now, &facts, &granted.confirmation)
            }
            DecidedOn::Reading { categories } => in_enabled_category(now, categories),
            DecidedOn::Nothing => Ok(()),
        }
    }

    /// For messages.
    fn name(&self) -> &str {
        match &self.0.piece {
            Piece::Tool(name) | Piece::Resource(name) | Piece::Prompt(name) => name,
            Piece::Bundle => &self.0.bundle,
        }
    }

    fn not_covered(&self, access: &Access) -> Refusal {
        let needed = access.effect.as_str();
        let declared = self.0.effect.as_str();
        Refusal::new(
            ErrorKind::PermissionDenied,
            Refusal::OF_EFFECT,
            format!(
                "`{}` has a permit to `{declared}` and may not use `{}.{}`, which is `{needed}`",
                self.name(),
                access.interface,
                access.function
            ),
            format!(
                "its author has to declare the tool's effect as `{needed}`, and to leave this out of a dry run; no setting of the host allows it"
            ),
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

#[cfg(test)]
mod tests;
