//! Gate 2: checks whether the permit of a call covers one use of an import.

use crate::allowlists::allowlisted;
use crate::approval::Agreed;
use crate::decide::{Confirmation, ToolFacts, still_permitted};
use crate::piece::Piece;
use crate::reading::{ReadingFacts, in_enabled_category};
use crate::rules::Policy;
use host_api::{Access, Effect, ReadPurpose, Refusal};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Proof that the policy check (gate 1) accepted one call, and with which effect. Its fields are private: only
/// `decide`, `permit_read` and `permit_event` create it.
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

/// The facts from which the policy check (gate 1) granted a permit, so that it can decide again. They do not include
/// `[bundles.<id>] tools`: a check of these uses the current configuration, through `Permit::piece`.
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

    /// Returns the effect that the permit allows, such as read or write.
    pub fn effect(&self) -> Effect {
        self.0.effect
    }

    /// Returns the revision of the policy under which the permit was granted.
    pub fn revision(&self) -> u64 {
        self.0.revision
    }

    /// Returns the tool, resource, prompt or bundle that may run.
    pub fn piece(&self) -> &Piece {
        &self.0.piece
    }

    /// Returns the user's approval if the effect of `access` needs a confirmation; `None` otherwise or without an
    /// approval. The check of each import (gate 2) counts one step of the approval for each such access.
    pub fn approval_for(&self, access: &Access) -> Option<&Agreed> {
        let person = self.0.confirmation.person.as_ref();
        person.filter(|_| access.effect.takes_confirm())
    }

    /// Checks one use of an import by a running guest (gate 2). Checks in this order: the declared effect covers the
    /// access; the permit is still valid; the allowlist for the access contains its target.
    pub fn check(&self, now: &Policy, access: &Access) -> Result<(), Refusal> {
        if !covers(self.0.effect, access.effect) {
            return Err(self.not_covered(access));
        }
        self.check_valid(now)?;
        allowlisted(now, &access.target)
    }

    /// Checks that the permit is still valid: if the policy changed, decides about the call again under `now`.
    pub fn check_valid(&self, now: &Policy) -> Result<(), Refusal> {
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
                // A running call cannot ask the user again, so only the confirmation from its start counts.
                still_permitted(now, &facts, &granted.confirmation)
            }
            DecidedOn::Reading { categories } => in_enabled_category(now, categories),
            DecidedOn::Nothing => Ok(()),
        }
    }

    fn name(&self) -> &str {
        match &self.0.piece {
            Piece::Tool(name) | Piece::Resource(name) | Piece::Prompt(name) => name,
            Piece::Bundle => &self.0.bundle,
        }
    }

    fn not_covered(&self, access: &Access) -> Refusal {
        let (declared, needed) = (self.0.effect.as_str(), access.effect.as_str());
        Refusal::effect_not_covered(self.name(), declared, access.interface, access.function, needed)
    }
}

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
